"""The state of a search for a local goal: the question, the nodes on the path and their children, the table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..runtime.jit import array_kernel

# Fields of a question: the colour of the side that tries to reach the goal, the prover; 1 if the prover moves first; a
# stone of the chain that it is about; the number of liberties at which that is safe; 1 if the attacker may only fill
# liberties; the limit of nodes.
PROVER, PROVER_FIRST, TARGET, ESCAPE, LADDER, BUDGET = range(6)
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
BY_KO, SHORT = 1, 2
FREE = 1 << 20
INFINITE = 1 << 20
MAX_DEPTH, MOST_MOVES = 250, 128
# Fields of the totals: nodes expanded; the candidate moves listed, and where the second and the third tier of them
# begin; the stamp of that list; whether a ko was met; whether a result was stored that holds for its path only.
NODES, LISTED, SECOND_TIER, THIRD_TIER, LIST_STAMP, KO_MET, BY_PATH = range(7)


class Search(NamedTuple):
    """The state of a search.

    question -- (6,) int64; totals -- (7,) int64
    nodes    -- (MAX_DEPTH, RESULT + RESULT_FIELDS) int64, by depth
    children -- (MAX_DEPTH, MOST_MOVES, RESULT_FIELDS + 1) int64
    zones    -- (MAX_DEPTH + 1, words) int64: of nodes, and one to work with
    child_zones -- (MAX_DEPTH, MOST_MOVES, words) int64
    read     -- (words,) int64: heads and liberties of the chains that candidate moves depended on, zones of results
    table_keys -- (entries,) int64, 0 where free; table -- (entries, RESULT_FIELDS) int64
    table_zones -- (entries, words) int64
    keys     -- (area + 16,) int64: of kos, then of the side to move and of ko threats
    moves    -- (MOST_MOVES,) int64: candidate moves; lists -- (5, area + 2) int64: lists of points
    """

    question: npt.NDArray[np.int64]
    totals: npt.NDArray[np.int64]
    nodes: npt.NDArray[np.int64]
    children: npt.NDArray[np.int64]
    zones: npt.NDArray[np.int64]
    child_zones: npt.NDArray[np.int64]
    read: npt.NDArray[np.int64]
    table_keys: npt.NDArray[np.int64]
    table: npt.NDArray[np.int64]
    table_zones: npt.NDArray[np.int64]
    keys: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int64]
    lists: npt.NDArray[np.int64]


@array_kernel
def new_search(question, keys, area, words, bits):
    """Return the state of a search with a table of 2 ** bits entries."""
    return Search(
        question, np.zeros(7, np.int64), np.empty((MAX_DEPTH, RESULT + RESULT_FIELDS), np.int64),
        np.empty((MAX_DEPTH, MOST_MOVES, RESULT_FIELDS + 1), np.int64), np.empty((MAX_DEPTH + 1, words), np.int64),
        np.empty((MAX_DEPTH, MOST_MOVES, words), np.int64), np.zeros(words, np.int64),
        np.zeros(1 << bits, np.int64), np.empty((1 << bits, RESULT_FIELDS), np.int64),
        np.empty((1 << bits, words), np.int64), keys,
        np.empty(MOST_MOVES, np.int64), np.empty((5, area + 2), np.int64),
    )
