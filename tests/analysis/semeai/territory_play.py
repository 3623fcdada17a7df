"""Territory of a race with a given winner, by brute force: the reference for the tests of territory.

All legal moves, in turns, in all regions of a board at once, on the letters of the diagram: no games, no cooling. Both
may pass. The winner's regions are played as usual: at the end each empty area that touches stones of one side only is
that side's. The loser's regions are all the attacker's, less the stones the attacker had to play there: when both have
passed and the loser still has liberties the attacker must continue, and the loser may answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from analysis.board import BLACK, Color
from tests.analysis.semeai.boards import Board


class Loop(Exception):
    """A position is repeated: a ko, which has no score."""


Cells = str
"""A letter for each point of the regions: `.`, X or O."""


@dataclass
class Played:
    """The score of best play on a board, Black positive, if `winner` captures the other block; without the blocks."""

    board: Board
    winner: Color
    known: dict[tuple[Cells, Color, int], int] = field(default_factory=dict)
    open: set[tuple[Cells, Color, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        letters, beside = self.board.letters, self.board.position.grid.beside
        self.points = [point for point, letter in enumerate(letters) if letter in ".xo"]
        place = {point: index for index, point in enumerate(self.points)}
        self.near = [[place[q] for q in beside[p] if q in place] for p in self.points]
        around = [{letters[q] for q in beside[p]} for p in self.points]
        self.black = ["X" in letters or "B" in letters for letters in around]
        self.white = ["O" in letters or "W" in letters for letters in around]
        loser = "W" if self.winner is BLACK else "B"
        self.beside_block = [loser in letters for letters in around]
        self.own = "O" if self.winner is BLACK else "X"
        self.taken = self._of_loser()
        self.start = "".join({".": ".", "x": "X", "o": "O"}[letters[p]] for p in self.points)

    def _of_loser(self) -> list[bool]:
        """For each point, whether it is in a region with liberties of the loser's block."""
        inside = {index for index, is_beside in enumerate(self.beside_block) if is_beside}
        todo = list(inside)
        while todo:
            for other in self.near[todo.pop()]:
                if other not in inside:
                    inside.add(other)
                    todo.append(other)
        return [index in inside for index in range(len(self.points))]

    def score(self, first: Color) -> int:
        """Return the score of best play of both sides. Raises Loop."""
        return self._best(self.start, first, 0)

    def _best(self, cells: Cells, mover: Color, passes: int) -> int:
        fills = self._has_liberty(cells)
        if passes >= 2 and not fills:
            return self._counted(cells)
        key = cells, mover, min(passes, 2)
        if key in self.known:
            return self.known[key]
        if key in self.open:
            raise Loop
        self.open.add(key)
        must = fills and passes >= 2 and mover is self.winner
        found = [] if must else [self._best(cells, mover.opponent, passes + 1)]
        for index, cell in enumerate(cells):
            if cell == "." and (not must or self.taken[index]):
                after, gained = self._after(cells, index, mover)
                if after is not None:
                    found.append(gained + self._best(after, mover.opponent, 0))
        if not found:
            raise Loop  # the attacker has no move: an eye
        self.open.discard(key)
        self.known[key] = max(found) if mover is BLACK else min(found)
        return self.known[key]

    def _after(self, cells: Cells, index: int, mover: Color) -> tuple[Cells | None, int]:
        """Return the cells after a move, and its immediate gain: prisoners, and in the loser's regions the stone."""
        mine, theirs = ("X", "O") if mover is BLACK else ("O", "X")
        now = list(cells)
        now[index] = mine
        gained = 0
        for other in self.near[index]:
            if now[other] == theirs and not self._free(now, other):
                for stone in self._chain(now, other):
                    now[stone] = "."
                    gained += 0 if self.taken[stone] else int(mover)
        if not self._free(now, index) and not (mover is self.winner and self._is_last(now, index)):
            return None, 0
        return "".join(now), gained - int(mover) if self.taken[index] else gained

    def _is_last(self, cells: list[str], index: int) -> bool:
        """Whether a move has just filled the last liberty of the loser's block, which captures it."""
        before = [*cells[:index], ".", *cells[index + 1 :]]
        return self._has_liberty(before) and not self._has_liberty(cells)

    def _has_liberty(self, cells: Sequence[str]) -> bool:
        """Whether the loser's block has a liberty, itself or by stones connected to it."""
        joined = {index for index, is_beside in enumerate(self.beside_block) if is_beside}
        todo = list(joined)
        while todo:
            point = todo.pop()
            if cells[point] == ".":
                return True
            for other in self.near[point] if cells[point] == self.own else []:
                if other not in joined:
                    joined.add(other)
                    todo.append(other)
        return False

    def _chain(self, cells: list[str], start: int) -> set[int]:
        found, todo = {start}, [start]
        while todo:
            for other in self.near[todo.pop()]:
                if cells[other] == cells[start] and other not in found:
                    found.add(other)
                    todo.append(other)
        return found

    def _free(self, cells: list[str], start: int) -> bool:
        stand = self.black if cells[start] == "X" else self.white
        return any(
            stand[stone] or any(cells[other] == "." for other in self.near[stone])
            for stone in self._chain(cells, start)
        )

    def _counted(self, cells: Cells) -> int:
        """Return the final score. The loser's regions count as at the start: moves there are counted when made."""
        score, seen = 0, set[int]()
        for index, letter in enumerate(self.start):
            if self.taken[index]:
                owned = {".": 1, "X": 2 if self.winner is not BLACK else 0, "O": 2 if self.winner is BLACK else 0}
                score += int(self.winner) * owned[letter]
        for index in range(len(cells)):
            if not self.taken[index] and index not in seen and not self._stands(cells, index):
                area = self._area_of(cells, index)
                seen |= area
                score += self._area_score(cells, area)
        return score

    def _stands(self, cells: Cells, index: int) -> bool:
        """Whether a stone is connected to the stones around, so that it can never be captured."""
        stand = {".": None, "X": self.black, "O": self.white}[cells[index]]
        return stand is not None and any(stand[stone] for stone in self._chain(list(cells), index))

    def _area_of(self, cells: Cells, start: int) -> set[int]:
        """Return the connected points without stones that cannot be captured."""
        found, todo = {start}, [start]
        while todo:
            for other in self.near[todo.pop()]:
                if other not in found and not self._stands(cells, other):
                    found.add(other)
                    todo.append(other)
        return found

    def _area_score(self, cells: Cells, part: set[int]) -> int:
        """Return the score of a part of the board: all of it, with dead stones, if one side is around; else areas."""
        around = {cells[q] for p in part for q in self.near[p] if q not in part}
        black = "X" in around or any(self.black[p] for p in part)
        white = "O" in around or any(self.white[p] for p in part)
        if not (black and white):
            owner = int(black) - int(white)
            return owner * sum({".": 1, "X": 1 - owner, "O": 1 + owner}[cells[p]] for p in part)
        score, seen = 0, set[int]()
        for index in part:
            if cells[index] == "." and index not in seen:
                area = self._chain(list(cells), index)
                seen |= area
                x = any(self.black[p] or any(cells[q] == "X" for q in self.near[p]) for p in area)
                o = any(self.white[p] or any(cells[q] == "O" for q in self.near[p]) for p in area)
                score += len(area) * (x - o)
        return score
