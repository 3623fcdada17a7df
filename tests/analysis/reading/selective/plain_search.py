"""The search for the life of a group once more: a plain recursion over the same candidate moves and static verdicts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from analysis.board import Position
from analysis.reading.selective import _chain_kernels as rows
from analysis.reading.selective import _move_kernels as moves_kernels
from analysis.reading.selective import _verdict_kernels as verdict_kernels
from analysis.reading.selective.groups import GroupContext
from tests import oracle
from tests.oracle import OracleBoard

PASS = -1


class TooLong(Exception):
    """The recursion has met too many nodes."""


class Node(NamedTuple):
    """The stones by number, the side to move, and the ko or -1."""

    stones: tuple[int, ...]
    mover: int
    ko: int


@dataclass
class PlainSearch:
    """One question: whether the attacker kills the target of a context.

    unbound -- the side that may retake kos at once, 0 for none
    most    -- nodes at most
    """

    position: Position
    context: GroupContext
    unbound: int
    most: int
    known: dict[Node, bool] = field(default_factory=dict)  # that do not depend on the line
    looped: bool = False

    @property
    def owner(self) -> int:
        return int(self.context.owner)

    def after(self, node: Node, point: int) -> Node | None:
        """The node after a move or a pass; None if the move is not allowed."""
        if point == PASS:
            return Node(node.stones, -node.mover, -1)
        grid = self.position.grid
        size, names = (grid.height, grid.width), {1: "X", -1: "O"}
        board: OracleBoard = {divmod(p, grid.width): names[s] for p, s in enumerate(node.stones) if s}
        place = divmod(point, grid.width)
        after, captured, suicided = oracle.place(size, board, place, names[node.mover])
        if suicided:
            return None
        stones = tuple({"X": 1, "O": -1}.get(after.get(p, ""), 0) for p in oracle.points(size))
        ko = -1
        if len(captured) == 1 and oracle.liberties(size, after, place) == captured:
            alone = oracle.chain(size, after, place) == {place}
            row, column = min(captured)
            ko = row * grid.width + column if alone else -1
        return Node(stones, -node.mover, ko)

    def evaluate(self, node: Node) -> tuple[int, list[int]]:
        """The static verdict, and the candidate moves."""
        context = self.context
        board = np.array([*node.stones, rows.OFF], np.int8)
        work = np.zeros((rows.ROWS, board.size), np.int16)
        verdict = verdict_kernels.evaluate_dragon(board, context.arrays, work, node.mover)
        if node.stones[context.target] != self.owner:
            return int(verdict), []
        ko = -1 if node.mover == self.unbound else node.ko
        found, scores = np.empty(rows.MOST_CANDIDATES, np.int16), np.empty(rows.MOST_CANDIDATES, np.int32)
        count = moves_kernels.candidates(board, context.arrays, work, node.mover, ko, found, scores)
        return int(verdict), found[:count].tolist()

    def kills(self, node: Node, line: tuple[Node, ...] = ()) -> bool:
        """Whether the attacker kills. A repetition on the line is no kill.

        The owner may pass, the attacker gains nothing by it.
        """
        if node in self.known and line:
            return self.known[node]
        if node in line:
            self.looped = True
            return False
        self.most -= 1
        if self.most < 0:
            raise TooLong
        verdict, moves = self.evaluate(node)
        if line and verdict != verdict_kernels.UNKNOWN:
            return verdict == verdict_kernels.DEAD
        before, self.looped = self.looped, False
        owner_moves = node.mover == self.owner
        options = [self.after(node, point) for point in moves + [PASS] * owner_moves]
        results = (self.kills(option, (*line, node)) for option in options if option is not None)
        killed = all(results) if owner_moves else any(results)
        if not self.looped:
            self.known[node] = killed
        self.looped |= before
        return killed
