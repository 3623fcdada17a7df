"""One question about a local goal, so far the capture of a chain, searched by df-pn.

The side that tries to reach the goal is the prover, the other the refuter. What the prover can reach is proved against
all legal moves of the refuter; what it cannot reach was searched with the moves that the goal suggests. Both hold for a
given number of ko threats of each side, each of which allows it to retake a ko at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..board import NO_POINT, Color, Position
from .answer import Answer, Evidence, Result

LONGEST_LINE = 80
LOG_HEIGHT = 1 << 16


@dataclass(frozen=True)
class Question:
    """A question about a local goal.

    Public attributes:
      prover -- Color of the side that tries to reach the goal
      mover  -- Color of the side to move
      target -- a stone of the chain that it is about
      nodes  -- the limit of each search
      escape -- the number of liberties at which the chain is safe from capture
      ladder -- whether only liberties may be filled
    """

    prover: Color
    mover: Color
    target: int
    nodes: int
    escape: int
    ladder: bool


@dataclass(frozen=True)
class _Outcome:
    """What one search found: whether the prover reaches the goal; None if it was not finished.

    ko -- whether a ko was met; short -- whether a line was cut off for its length
    """

    proved: bool | None
    move: int
    line: tuple[int, ...]
    ko: bool
    short: bool


@cache
def _keys(area: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the hash keys of the stones, (2, area), and of kos and the rest, (area + 16,)."""
    rng = np.random.default_rng(area)
    return rng.integers(1, 2**61, (2, area), np.int64), rng.integers(1, 2**61, area + 16, np.int64)


class _Reading:
    """The searches of a question, which share a table.

    nodes, finished -- of all searches so far; endless -- so many ko threats stand for any number of them
    """

    def __init__(self, position: Position, question: Question) -> None:
        from . import _point_set_kernels, _question_kernels, _reading_board_kernels, _search_kernels  # loads numba

        self._fields, self._sets, self._search_kernels = _question_kernels, _point_set_kernels, _search_kernels
        self.endless = _question_kernels.MANY
        area = position.grid.area
        stone_keys, other_keys = _keys(area)
        fields = np.array([
            question.prover, question.mover == question.prover, question.target, question.escape, question.ladder,
            question.nodes,
        ], np.int64)  # fmt: skip
        words = -(-area // _point_set_kernels.BITS)
        bits = max(8, (4 * question.nodes).bit_length())
        self._search: Any = _question_kernels.new_search(fields, other_keys, area, words, bits)
        ko = position.ko if question.mover == position.to_move else NO_POINT
        self._board = _reading_board_kernels.set_up(
            position.stones, position.grid.neighbours, stone_keys, ko, False, LOG_HEIGHT
        )
        self._zone, self._points = np.zeros((2, words), np.int64), np.empty(area, np.int64)
        self.nodes, self.finished = 0, True

    def search(self, prover_threats: int, refuter_threats: int) -> _Outcome:
        """Search the question with these numbers of ko threats."""
        fields, search, board = self._fields, self._search, self._board
        root = search.nodes[0]
        root[fields.PROVER_THREATS], root[fields.REFUTER_THREATS] = prover_threats, refuter_threats
        search.totals[fields.NODES] = search.totals[fields.KO_MET] = 0
        self._search_kernels.solve(board, search)
        line = np.empty(LONGEST_LINE, np.int64)
        length = self._search_kernels.principal_variation(board, search, line)
        self._search_kernels.write_zone(board, search, self._zone[1])
        self._zone[0] |= self._zone[1]
        result = root[fields.RESULT :]
        proved = True if result[fields.PN] == 0 else False if result[fields.DN] == 0 else None
        self.nodes += int(search.totals[fields.NODES])
        self.finished &= proved is not None
        points = tuple(line[:length].tolist()) if proved is not None else ()
        ko, short = bool(search.totals[fields.KO_MET]), bool(result[fields.FLAGS] & fields.SHORT)
        return _Outcome(proved, int(result[fields.MOVE]), points, ko, short)

    def zone(self) -> frozenset[int]:
        """Return the points that the results of all searches so far depend on."""
        count = self._sets.list_points(self._zone[0], self._points)
        return frozenset(self._points[:count].tolist())


def answer(position: Position, question: Question) -> Answer:
    """Answer a question about a position, regardless of the side to move there: whether the mover succeeds."""
    reading = _Reading(position, question)
    proving = question.mover == question.prover

    def search(mover_threats: int, other_threats: int) -> tuple[bool, _Outcome]:
        """Return whether the mover succeeds; a prover does not unless that was proved, a refuter unless refuted."""
        outcome = reading.search(*((mover_threats, other_threats) if proving else (other_threats, mover_threats)))
        return (outcome.proved is True) == proving, outcome

    works, found = search(0, reading.endless)
    result, threats = (Result.WORKS if works else Result.FAILS), None
    if not works and found.ko:
        result, threats, found = _ko_result(reading, search, proving)
    zone = reading.zone()
    move = None if result is Result.FAILS or found.move < 0 else found.move
    proved = result is Result.WORKS and proving and not found.ko and not found.short
    evidence = Evidence.PROVED if proved else Evidence.READ
    return Answer(result, move, found.line, zone, reading.nodes, reading.finished, evidence, threats)


def _ko_result(
    reading: _Reading, search: Callable[[int, int], tuple[bool, _Outcome]], proving: bool
) -> tuple[Result, int | None, _Outcome]:
    """Return what a mover that fails without ko threats of its own against any number of them reaches by a ko.

    Also the number of ko threats that decides: how many the mover needs, or how many the other side needs. A prover
    that succeeds against all numbers tried needs no ko: the other side could only go on retaking for ever.
    """
    works, plain = search(0, 0)
    found = plain
    for threats in range(1, reading.endless if works else 1):
        works, found = search(0, threats)
        if not works:
            return Result.KO_FIRST, threats if found.proved is not None else None, plain
    if works:
        return (Result.WORKS, None, found) if proving else (Result.KO_FIRST, None, plain)
    works, by_ko = search(reading.endless, 0)
    if not works:
        return Result.FAILS, None, by_ko
    for threats in range(1, reading.endless if reading.finished else 1):
        if search(threats, 0)[0]:
            return Result.KO_AFTER, threats, by_ko
    return Result.KO_AFTER, None, by_ko


__all__ = ["Question", "answer"]
