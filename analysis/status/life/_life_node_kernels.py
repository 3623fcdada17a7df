"""The state of one search of the life-and-death reader, in named tuples of arrays for its kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ._life_kernels import GroupArrays

MOST = 1_000_000  # the largest proof or disproof number
DEPTH = 48  # moves of a line, at most
WIDTH = 24  # candidate moves of a node, at most
LINE = 16  # moves of a principal variation, at most

TOTALS = 8
USED, NODES, STEPS, MET_KO, AT_ONCE, ALLOWED, BEFORE, BEST = range(TOTALS)
# USED: children written. NODES: nodes evaluated. STEPS: visits of nodes. MET_KO: whether a ko ban was met. AT_ONCE: the
# static verdict at the root. ALLOWED: the nodes until the end of the stage. BEFORE: the smaller of the root's numbers
# at the end of the last one. BEST: the best move of the root.


class Question(NamedTuple):
    """What is asked.

      to_move  -- the side that moves first; ko -- the point that it may not retake at once, or -1
      rule     -- of `_ko_rule_kernels`: the side that may retake a ko at once
      may_pass -- whether the owner may pass at the root
      budget, stage -- nodes: at most, and of the first stage
    """

    to_move: int
    ko: int
    rule: int
    may_pass: bool
    budget: int
    stage: int


class Frames(NamedTuple):
    """The nodes of the current line, by depth.

      boards  -- the boards; keys -- their hash keys, with the side to move and the ko
      firsts, counts -- start and number of a node's children
      limits  -- of its proof and disproof numbers
      turn, banned -- the side to move, and the ko point or -1
      passed  -- whether a pass led to it
      retaken -- how often kos were retaken at once before it
    """

    boards: npt.NDArray[np.int8]
    firsts: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    limits: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]
    turn: npt.NDArray[np.int8]
    banned: npt.NDArray[np.int16]
    passed: npt.NDArray[np.bool_]
    retaken: npt.NDArray[np.int16]


class Children(NamedTuple):
    """The children of all nodes: moves, hash keys, ko points or -1, and what is added to their first numbers."""

    moves: npt.NDArray[np.int16]
    keys: npt.NDArray[np.uint64]
    kos: npt.NDArray[np.int16]
    bias: npt.NDArray[np.int16]


class Scratch(NamedTuple):
    """Space for one node.

      work    -- as in `_life_kernels`
      found, scores -- candidate moves with their scores
      history -- (2, area + 1): how often a move of the owner, of the attacker, worked
      rest    -- a bit set
    """

    work: npt.NDArray[np.int16]
    found: npt.NDArray[np.int16]
    scores: npt.NDArray[np.int32]
    history: npt.NDArray[np.int32]
    rest: npt.NDArray[np.uint64]


class Search(NamedTuple):
    """A search.

      zobrist -- (3, area + 8) hash keys: of a ko point, a black stone, a white stone; the last of the turn and retakes
      keep, table -- as in `_life_table_kernels`
      points  -- the bit sets on which the results of the rows of the table rest
      totals  -- (TOTALS,) int64, see above
    """

    group: GroupArrays
    question: Question
    zobrist: npt.NDArray[np.uint64]
    frames: Frames
    children: Children
    scratch: Scratch
    keep: npt.NDArray[np.uint64]
    table: npt.NDArray[np.int32]
    points: npt.NDArray[np.uint64]
    totals: npt.NDArray[np.int64]


class Numbers(NamedTuple):
    """The numbers of a node from those of its children.

      least, second -- the smallest two of the children's numbers for the mover; other -- the node's for the other side
      pick, pick_other -- the child of the smallest, -1 without children, and its number for the other side
      looped -- whether a child repeats a board of the line
    """

    proof: int
    disproof: int
    least: int
    second: int
    other: int
    pick: int
    pick_other: int
    looped: bool
