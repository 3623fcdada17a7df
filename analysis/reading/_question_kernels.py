"""The state of a search for a local goal: the question, the nodes on the path and their children, the table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..runtime.jit import array_kernel
from .selective._chain_kernels import Selective, new_selective

# Fields of a question: the goal, CAPTURE, CONNECT, KILL or SELECTIVE (to kill by selected moves); the colour of the
# side that tries to reach it, the prover; 1 if the prover moves first; a stone of the chain that it is about, and one
# of the chain that is to be connected to it; the number of liberties at which the target is safe from capture, or of
# moves beyond which no connection is searched; the limit of nodes; how many stones of a group have to live; 1 if it
# has to live with two eyes, so that a seki is a success of the attacker, who may pass; 1 if some of its owner's other
# stones are marked as safe; 0, or the points to itself with which a group is likely to live, and then lives; 1 if
# there is a rival, a group of the attacker that may be captured first; how many stones of it have to stay on the
# board, lest the group lives; 0, or the points to itself with fewer of which a group that cannot get two eyes is
# likely to die, and then dies.
(GOAL, PROVER, PROVER_FIRST, TARGET, OTHER, LIMIT, BUDGET, LEAST, TWO_EYES, FRIENDS, ESTIMATES, RACE, RIVAL_LEAST,
 DOOMED) = range(14)
CAPTURE, CONNECT, KILL, SELECTIVE = range(4)
# Fields of a node: how many children it has; how far it is expanded; the limits of its proof and disproof numbers; the
# hash of stones, side to move and ko; the same with ko threats; the hash of the path to it; the ko threats that prover
# and refuter have left, MANY for any number; the child that is searched; the height of the log, and the stones
# captured, before that child's move; a move that refuted a sibling; one that refuted a child; and its result.
(COUNTED, STAGE, PN_LIMIT, DN_LIMIT, KEY, FULL_KEY, PATH_KEY, PROVER_THREATS, REFUTER_THREATS, CURRENT, HEIGHT, TAKEN,
 KILLER, REFUTATION, RESULT) = range(15)
# A node is not expanded; its pass and promising moves are children; all moves that can help are; only some moves can.
NEW, PROMISING, COMPLETE, FORCED = range(4)
MANY = 4
# Fields of a result, of a node, a child or an entry of the table: proof and disproof number; the move, PASS, or
# NO_MOVE; plies to the end; how often the refuter passes at most in a line that proves it; BY_KO if it depends on ko
# threats, SHORT if the search was cut off; the least depth of a node on the path that it depends on, or FREE.
PN, DN, MOVE, PLIES, PASSES, FLAGS, DEPENDS = range(7)
RESULT_FIELDS = 7
REPLY = RESULT_FIELDS
"""Field of a child: the move that answers it. Its MOVE is the move that leads to it."""
PASS, NO_MOVE = -1, -2
BY_KO, SHORT, ONE_PASS = 1, 2, 4
FREE = 1 << 20
INFINITE = 1 << 20
MAX_DEPTH, MOST_MOVES = 250, 128
KO_FIGHT = 6
"""The proof number of a ko that the prover may not retake at once."""
ZONE_MOVES = 5
"""The row of `lists` that is in use while children are added."""
LADDER_STEPS = 24
"""The steps after which a ladder that is read ahead is given up; an attack and a reply take two."""
LADDER_LEVELS, LADDER_FIELDS = LADDER_STEPS // 2 + 1, 14
LONGEST_PATH = 7
"""The most moves of a path between two chains."""
WORK_ROWS, FEWEST_POINTS = 25, 8
# Fields of the totals: nodes expanded; the candidate moves listed, and from where on they are less promising; the stamp
# of that list; whether a ko was met; whether a result was stored that holds for its path only.
NODES, LISTED, LATER, LIST_STAMP, KO_MET, BY_PATH = range(6)


class Search(NamedTuple):
    """The state of a search.

    question -- (14,) int64; totals -- (6,) int64
    nodes    -- (MAX_DEPTH, RESULT + RESULT_FIELDS) int64, by depth
    children -- (MAX_DEPTH, MOST_MOVES, RESULT_FIELDS + 1) int64
    zones    -- (MAX_DEPTH + 1, words) int64: of nodes, and one to work with
    child_zones -- (MAX_DEPTH, MOST_MOVES, words) int64
    table_keys -- (entries,) int64, 0 where free; table -- (entries, RESULT_FIELDS) int64
    table_zones -- (entries, words) int64
    keys     -- (area + 16,) int64: of kos, then of the side to move and of ko threats
    moves    -- (MOST_MOVES,) int64: candidate moves
    lists    -- (6, area + 2) int64: lists of points, the last of the moves in a zone
    ladder   -- (LADDER_LEVELS, LADDER_FIELDS) int64: the levels of a ladder
    work     -- (WORK_ROWS, area + 2 or FEWEST_POINTS) int64: tables of the goals
    group    -- (words,) int64: the stones that are to be killed
    rival    -- (words,) int64: stones of the attacker by whose capture the group lives
    selective -- Selective: the group of a search of selected moves, and space for its evaluation
    """

    question: npt.NDArray[np.int64]
    totals: npt.NDArray[np.int64]
    nodes: npt.NDArray[np.int64]
    children: npt.NDArray[np.int64]
    zones: npt.NDArray[np.int64]
    child_zones: npt.NDArray[np.int64]
    table_keys: npt.NDArray[np.int64]
    table: npt.NDArray[np.int64]
    table_zones: npt.NDArray[np.int64]
    keys: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int64]
    lists: npt.NDArray[np.int64]
    ladder: npt.NDArray[np.int64]
    work: npt.NDArray[np.int64]
    group: npt.NDArray[np.int64]
    rival: npt.NDArray[np.int64]
    selective: Selective


@array_kernel
def new_search(near, beyond, words, keys):
    """Return the state of a search without a question and with an empty table of no entries."""
    area = near.shape[0] - 1
    return Search(
        np.zeros(14, np.int64), np.zeros(6, np.int64), np.empty((MAX_DEPTH, RESULT + RESULT_FIELDS), np.int64),
        np.empty((MAX_DEPTH, MOST_MOVES, RESULT_FIELDS + 1), np.int64), np.empty((MAX_DEPTH + 1, words), np.int64),
        np.empty((MAX_DEPTH, MOST_MOVES, words), np.int64),
        np.zeros(0, np.int64), np.empty((0, RESULT_FIELDS), np.int64), np.empty((0, words), np.int64), keys,
        np.empty(MOST_MOVES, np.int64), np.empty((6, area + 2), np.int64),
        np.empty((LADDER_LEVELS, LADDER_FIELDS), np.int64),
        np.zeros((WORK_ROWS, max(area + 2, FEWEST_POINTS)), np.int64), np.zeros(words, np.int64),
        np.zeros(words, np.int64), new_selective(near, beyond),
    )
