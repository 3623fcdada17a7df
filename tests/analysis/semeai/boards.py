"""Random races on boards, and their results by brute force: every legal move, in turns, by `analysis.region`.

A block of Black's above one of White's, each two points high or one, over the whole width; above Black's block regions
with its liberties, below White's block likewise; all else is living stones. For the search each block is one point,
which nobody can play on after its capture: so a player who captures a block cannot lose the other one any more.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analysis.board import BLACK, WHITE, Color, Grid, Position
from analysis.region import Budget, DfpnProver, Objective, Region, State, Target

LETTERS = {"X": 1, "x": 1, "B": 1, "O": -1, "o": -1, "W": -1, ".": 0}


@dataclass(frozen=True)
class Board:
    """A board with the letters of `mokusan semeai`: B and W the blocks, X and O living, x and o other stones."""

    rows: tuple[str, ...]
    position: Position
    living: npt.NDArray[np.bool_]

    @property
    def letters(self) -> str:
        return "".join(self.rows)

    def block(self, color: Color) -> int:
        """Return a point of a player's block."""
        return self.letters.index("B" if color is BLACK else "W")


def read(text: str) -> Board:
    """Return a board from letters, the top row first."""
    rows = tuple(row for line in text.split("\n") if (row := "".join(line.split())))
    letters = "".join(rows)
    grid = Grid(len(rows), len(rows[0]))
    stones = np.array([LETTERS[letter] for letter in letters], np.int8)
    return Board(rows, Position(grid, stones), np.array([letter in "XO" for letter in letters]))


def search_region(board: Board) -> tuple[Region, int, int]:
    """Return the region to search, Black's stones and White's, as bits; its last two points are the blocks."""
    letters, beside = board.letters, board.position.grid.beside
    points = [point for point, letter in enumerate(letters) if letter in ".xo"]
    place = {point: index for index, point in enumerate(points)}
    place.update({point: len(points) + "BW".index(letter) for point, letter in enumerate(letters) if letter in "BW"})
    near = [0] * (len(points) + 2)
    walls = [0, 0]
    for point, index in place.items():
        for other in beside[point]:
            if other in place and place[other] != index:
                near[index] |= 1 << place[other]
            elif letters[other] in "XO":
                walls["XO".index(letters[other])] |= 1 << index
    both, chunks = 3 << len(points), 8 * ((len(near) + 7) // 8)
    region = Region(
        vertices=(*points, letters.index("B"), letters.index("W")),
        near=np.array(near, np.uint64),
        playable=(1 << len(points)) - 1,
        walls=(walls[0] & ~both, walls[1] & ~both),
        symmetries=np.arange(256, dtype=np.uint64) << np.arange(0, chunks, 8, dtype=np.uint64)[None, :, None],
    )
    black, white = (
        sum(1 << place[point] for point, letter in enumerate(letters) if letter == small) for small in "xo"
    )
    return region, black | 1 << len(points), white | 2 << len(points)


def played(board: Board, first: Color) -> Color | None:
    """Return who captures the opponent's block if `first` moves first; None if neither can. Raises OutOfBudget."""
    region, black, white = search_region(board)
    blocks = {BLACK: 1 << region.size - 2, WHITE: 1 << region.size - 1}
    # a block connected to living stones is never captured, so the other one is: it cannot live but by the race
    for color in (first, first.opponent):
        target = Target(blocks[color.opponent], color.opponent)
        budget = Budget(nodes=100_000, memory=1 << 22)
        prover = DfpnProver(region, color, 1, Objective.CAPTURE, target=target, budget=budget)
        if prover.force(State(black, white, first)).proved:
            return color
    return None


def random_board(rng: random.Random, most: int = 7) -> Board:
    """Return a race with one to four regions, and at most twice `most` empty points."""
    width, height = rng.randint(4, 9), rng.randint(1, 4)
    upper = _side(rng, width, height, "BxXO", most)
    lower = _side(rng, width, height, "WoOX", most)
    return read("\n".join([*reversed(upper), "B" * width, "W" * width, *lower]))


def _side(rng: random.Random, width: int, height: int, letters: str, most: int) -> list[str]:
    """Return the rows beside a block, the nearest first, with up to two regions that extend from the block.

    letters -- for the block, capturable stones of its side, its living stones, the opponent's living stones
    """
    own, loose, home, wall = letters
    rows = [[wall] * width for _ in range(height)]
    cells: dict[tuple[int, int], None] = {(0, rng.randrange(width)): None}
    if rng.random() < 0.5:
        cells[0, rng.randrange(width)] = None
    size = rng.randint(1, most + 3)
    for _ in range(3 * size):
        row, col = rng.choice(list(cells))
        near = rng.choice([(row + 1, col), (row + 1, col), (row, col + 1), (row, col - 1), (row - 1, col)])
        if 0 <= near[0] < height and 0 <= near[1] < width and len(cells) < size and (near[0] or rng.random() < 0.3):
            cells[near] = None
    stones = (0.15, 0.7, 0.3, 0.3)
    other = "o" if loose == "x" else "x"
    for row, col in cells:
        letter = "."
        if rng.random() < stones[row]:
            letter = other if rng.random() < 0.15 else loose if row else own
        rows[row][col] = letter
    for _ in range(len([cell for cell in cells if rows[cell[0]][cell[1]] == "."]) - most):
        row, col = next(cell for cell in cells if rows[cell[0]][cell[1]] == ".")
        rows[row][col] = wall
    if rng.random() < 0.1 and height > 1:
        rows[rng.randrange(1, height)][rng.randrange(width)] = home
    return ["".join(row) for row in rows]
