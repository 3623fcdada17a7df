"""Searches whether a group is killed or lives by selected moves, whose positions are evaluated statically: faster than
the searches of `life_and_death`, and less reliable.

Such a search sees the stones on `GroupContext.read`; to it the rest of the board is empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ...board import PASS, Color, Position
from ..answer import Result
from ..local_search import LocalSearch, Outcome, Question
from .groups import GroupContext

EVALUATIONS = 5
"""The positions that a node of a search counts as: it evaluates one for each of its moves, of which some are known."""

PROMISING = 8
"""A smaller proof or disproof number lets a search go on after a stage."""


class SearchLimits(NamedTuple):
    """The limits of a search: the positions that it evaluates, and those after which it goes on only while its proof
    numbers promise an answer, which is judged again after twice as many, and so on.
    """

    nodes: int
    stage: int


@dataclass(frozen=True)
class SearchResult:
    """The result of one search of selected moves under one rule of kos; UNKNOWN if its budget was used up.

      outcome -- Result for the side that moves first
      likely  -- the same, or for UNKNOWN the likelier one
      move    -- that side's best move; PASS if there is none, or none is needed
      line    -- principal variation, points or PASS
      zone_bits -- the points that decide it, as a set (`board.bit_sets`)
      nodes   -- number of positions evaluated
      met_ko  -- whether a ko occurred
    """

    outcome: Result
    likely: Result
    move: int
    line: tuple[int, ...]
    zone_bits: int
    nodes: int
    met_ko: bool


def search_group(
    position: Position, context: GroupContext, mover: Color, unbound: Color | None, limits: SearchLimits
) -> SearchResult:
    """Search whether the group is killed, or made to live, by `mover`, moving first.

    A group that is statically alive counts as alive even if the search finds no line.

    unbound -- the side that may retake each ko at once; None: neither
    """
    attacking = mover is not context.owner
    chain = tuple(position.chain_at(context.target))
    most = limits.nodes // EVALUATIONS  # with 0 the position is only evaluated
    question = Question(
        context.owner.opponent, mover, context.target, most, group=chain, selective=context.arrays
    )
    search = LocalSearch(position, question)
    threats = (0, search.endless) if unbound is context.owner else (0 if unbound is None else search.endless, 0)
    found = _in_stages(search, threats, most, max(1, limits.stage // EVALUATIONS))
    killed, zone, (proof, disproof), move = found.proved, found.relevance, found.numbers, found.move
    if killed is None:
        static_zone = search.static_zone()
        if static_zone:
            killed, zone, disproof = False, static_zone, 0
            move = PASS if attacking else move
    outcome = Result.UNKNOWN
    if killed is not None:
        outcome = Result.WORKS if killed is attacking else Result.FAILS
    mine, other = (proof, disproof) if attacking else (disproof, proof)
    likely = Result.WORKS if 2 * mine <= 3 * other else Result.FAILS
    nodes = EVALUATIONS * search.nodes
    return SearchResult(outcome, likely, move if move >= 0 else PASS, found.line, zone, nodes, found.ko)


def _in_stages(search: LocalSearch, threats: tuple[int, int], most: int, stage: int) -> Outcome:
    """Return what is found with so many ko threats of either side, by a search of at most `most` nodes.

    After `stage` nodes, twice as many and so on it is given up if the smaller of its numbers is large and did not fall.
    """
    nodes, before = min(stage, most), None
    while True:
        found = search.search(*threats, nodes=nodes)
        smaller = min(found.numbers)
        promising = smaller <= PROMISING or before is None or smaller < before
        if found.proved is not None or nodes >= most or not promising:
            return found
        nodes, before = min(2 * nodes, most), smaller


__all__ = ["EVALUATIONS", "SearchLimits", "SearchResult", "search_group"]
