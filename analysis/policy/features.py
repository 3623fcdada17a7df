"""What a move is told by, for `shape`: what lies around it, what it does, what it gains.

The mover's stones are "own". Numbers that stand for cases:

    place      how far from the two nearest edges, 1 to 6 lines, whether no stone is near (within three steps), and how
               full the board is, in four stages
    corner     in a corner (seven lines): the place again, with own and enemy stones there, up to two of each
    nearest    how far the nearest own and the nearest enemy stone are
    liberties  of its chain after it, up to 5, and whether that has other stones
    captures   1, 2-3 or more stones, and whether own stones get out of atari by that
    escapes    own stones, one or more, out of atari, to so many liberties
    atari      1, 2 or more stones are put in atari, or two chains
    presses    1, 2-3 or more stones have their third liberty taken
    around     own and enemy stones near, beyond the eight points, up to three of each
    touches    own and enemy chains beside the point
    last, last_but_one  how far it is from the opponent's last move and from the own one before that; of the last one
               also whether the board is in the later stages

Patterns are the nearest 8, 12, 20, 28 and 48 points, turned and mirrored alike, as text: `X` own, `O` enemy, `.` empty,
`#` off the board, the nearest points first, points as near by rows. Measures are what a move gains by the bare control
field, and how far that is behind the best, in tens of points, each with a weight for every stage.

Distances are those along the lines and the larger of the two once more: 2 beside a point, 3 at its corner.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from ..board import PASS, Color, Position, true_eyes
from ..control import ControlSettings
from ..ranking.ranker import rank_moves

COLUMNS = (
    "place", "corner", "nearest", "liberties", "captures", "escapes", "atari", "presses", "around", "touches", "last",
    "last_but_one",
)
"""The features of which each move has one of a few cases."""
SIZES = (168, 210, 100, 10, 7, 7, 5, 4, 16, 16, 36, 18)
"""How many cases each column may have."""
POINTS = (8, 12, 20, 28, 48)
"""How many points the patterns have."""
PATTERNS = tuple(f"pattern{points}" for points in POINTS)
MEASURES = ("gain", "behind")
"""The features that are numbers."""
STAGES = (0.06, 0.15, 0.3)
"""How full the board is, in shares of its points, where a stage ends and the next begins."""

WORDS = ".XO#"
_FARTHEST = 17
_TEN_POINTS = 10.0
_RANKED = ControlSettings(tolerance=1e-4, max_sweeps=500)

Array = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Features:
    """What moves of one position are told by, a row a move.

    Public attributes:
      columns  -- (n, 12) the cases of COLUMNS
      patterns -- (n, 5) PATTERNS as numbers, those of `pattern_numbers`
      measures -- (n, 2) MEASURES
      stage    -- 0 to 3: how full the board is
    """

    columns: Codes
    patterns: Codes
    measures: Array
    stage: int


def candidates(position: Position, color: Color, forbidden: Collection[int] = ()) -> npt.NDArray[np.int16]:
    """(n,) int16: the legal moves of `color` that are not forbidden and fill no true eye of his."""
    points = position.legal_points(color)
    return points[~true_eyes(position, color)[points] & ~np.isin(points, list(forbidden))]


def features(
    position: Position, color: Color, recent: Sequence[int], points: npt.NDArray[np.int16]
) -> Features:
    """What moves of `color` on `points` (n,), legal ones, are told by; `recent` are the last moves, the latest last."""
    from . import _kernels as kernels  # loads numba

    grid, stones = position.grid, position.stones
    stage = int(np.searchsorted(STAGES, np.count_nonzero(stones) / grid.area, side="right"))
    surveyed = kernels.survey(stones, grid.neighbours, grid.height, grid.width, int(color), points, stage)
    last, last_but_one = (_distances(points, recent, back, grid.width) for back in (1, 2))
    columns = np.column_stack((surveyed, 2 * last + (stage > 1), last_but_one)).astype(np.int64)
    offsets, marks = _discs()
    patterns = kernels.patterns(stones, grid.height, grid.width, int(color), points, offsets, marks, np.array(POINTS))
    gain_of = {move.point: move.gain for move in rank_moves(position, _RANKED, color=color).candidates}
    gains = np.array([gain_of[point] for point in points.tolist()])
    measures = np.column_stack((np.clip(gains, -5, 30), np.minimum(gains.max() - gains, 20))) / _TEN_POINTS
    return Features(columns, patterns, measures, stage)


def pattern_numbers(texts: Sequence[str]) -> Codes:
    """(n,) the numbers that stand for patterns of one size and all their forms, the same while a program runs."""
    if not texts:
        return np.zeros(0, np.int64)
    offsets, marks = _discs()
    size = len(texts[0])
    words = np.array([[WORDS.index(word) for word in text] for text in texts])
    place_of = {tuple(offset): place for place, offset in enumerate(offsets[:size, 0].tolist())}
    places = np.array([[place_of[tuple(offset)] for offset in forms] for forms in offsets[:size].tolist()])
    least: Codes = np.min(
        [np.bitwise_xor.reduce(marks[places[:, form], words], axis=1) for form in range(8)], axis=0
    )
    return least


def pattern_text(position: Position, color: Color, point: int, points: int) -> str:
    """The nearest so many points around a point as text, as the mover `color` sees them."""
    grid = position.grid
    row, col = grid.row_col(point)
    words = []
    for down, along in _discs()[0][:points, 0].tolist():
        r, c = row + down, col + along
        inside = 0 <= r < grid.height and 0 <= c < grid.width
        words.append(WORDS[{0: 0, int(color): 1, -int(color): 2}[int(position.stones[grid.at(r, c)])] if inside else 3])
    return "".join(words)


@cache
def _discs() -> tuple[Codes, Codes]:
    """(48, 8, 2) the points of the largest pattern, the nearest first, in all forms, as steps down and along; and
    (48, 4) a random number for each that is empty, own, enemy or off the board (A. Zobrist, 1970)."""
    reach = range(-4, 5)
    points = sorted(
        (abs(r) + abs(c) + max(abs(r), abs(c)), r, c) for r in reach for c in reach if (r, c) != (0, 0)
    )[: POINTS[-1]]
    forms = [[(r, c), (-r, c), (r, -c), (-r, -c), (c, r), (-c, r), (c, -r), (-c, -r)] for _, r, c in points]
    marks = np.random.default_rng(1).integers(1, 2**62, size=(POINTS[-1], len(WORDS)), dtype=np.int64)
    return np.array(forms, np.int64), marks


def _distances(points: npt.NDArray[np.int16], recent: Sequence[int], back: int, width: int) -> npt.NDArray[np.int64]:
    """How far each point is from the move played so many moves ago, 0 if there is none; 17 and beyond are alike."""
    if len(recent) < back or recent[-back] == PASS:
        return np.zeros(points.size, np.int64)
    row, col = divmod(int(recent[-back]), width)
    down, along = np.abs(points // width - row), np.abs(points % width - col)
    far: npt.NDArray[np.int64] = np.minimum(down + along + np.maximum(down, along), _FARTHEST).astype(np.int64)
    return far


__all__ = [
    "COLUMNS", "MEASURES", "PATTERNS", "POINTS", "SIZES", "STAGES", "Features", "candidates", "features",
    "pattern_numbers", "pattern_text",
]
