"""The features of moves from which the move policy is computed.

The mover's stones are "own". Distances are Manhattan distances plus the larger coordinate difference: 2 to an adjacent
point, 3 to a diagonal one.

Categorical features, of which each move has one class:

    place      the distances from the two nearest edges, 1 to 6 lines; whether no stone is within three steps; and the
               phase: how full the board is, in four classes
    corner     in a corner (seven lines): the place again, with the own and enemy stones there, up to two of each
    nearest    the distances to the nearest own and the nearest enemy stone
    liberties  of its chain after the move, up to 5, and whether the chain has other stones
    captures   1, 2-3 or more stones, and whether that saves own stones in atari
    escapes    own stones, one or more, are saved from atari, and the liberties that they then have
    atari      1, 2 or more stones are put in atari, or two chains
    presses    the third liberty of 1, 2-3 or more stones is taken
    around     own and enemy stones within three steps, beyond the eight surrounding points, up to three of each
    touches    own and enemy chains adjacent to the point
    last, last_but_one  the distance to the opponent's last move and to the mover's one before that; for the last one
               also whether the board is in the later two phases

Patterns are the nearest 8, 12, 20, 28 and 48 points, equal under rotation and reflection, as text: `X` own, `O` enemy,
`.` empty, `#` off the board, the nearest points first, points of equal distance by rows. Numeric features are what a
move gains on the control map of the bare board (`gain`), and how far that is behind the best move (`behind`), in tens
of points, each with one weight per phase.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from ..board import PASS, Color, Position, true_eyes
from ..control import ControlSettings
from ..ranking.ranker import move_gains

CATEGORICAL = (
    "place", "corner", "nearest", "liberties", "captures", "escapes", "atari", "presses", "around", "touches", "last",
    "last_but_one",
)
"""The names of the categorical features."""
CATEGORY_COUNTS = (168, 210, 100, 10, 7, 7, 5, 4, 16, 16, 36, 18)
"""How many classes each categorical feature has."""
PATTERN_SIZES = (8, 12, 20, 28, 48)
"""How many points each pattern has."""
PATTERNS = tuple(f"pattern{points}" for points in PATTERN_SIZES)
NUMERIC = ("gain", "behind")
"""The names of the numeric features."""
PHASE_STARTS = (0.06, 0.15, 0.3)
"""Shares of the board's points with stones at which the second, third and fourth phase begin."""

SYMBOLS = ".XO#"
_MAX_DISTANCE = 17
_GAIN_UNIT = 10.0
_RANKING_SETTINGS = ControlSettings(tolerance=1e-4, max_sweeps=500)

Array = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Features:
    """The features of moves of one position, a row a move.

    Public attributes:
      classes  -- (n, 12) int64: the classes of CATEGORICAL
      patterns -- (n, 5) int64: the hashes of PATTERNS, as by `pattern_hashes`
      numbers  -- (n, 2) float64: the values of NUMERIC
      phase    -- 0 to 3: how full the board is
    """

    classes: Codes
    patterns: Codes
    numbers: Array
    phase: int


def candidates(position: Position, color: Color, forbidden: Collection[int] = ()) -> npt.NDArray[np.int16]:
    """Return the legal moves of `color` that are not forbidden and fill none of its true eyes: (n,) int16."""
    points = position.legal_points(color)
    return points[~true_eyes(position, color)[points] & ~np.isin(points, list(forbidden))]


def features(
    position: Position, color: Color, recent: Sequence[int], points: npt.NDArray[np.int16]
) -> Features:
    """Return the features of the moves of `color` on `points` (n,), which are legal.

    recent -- the last moves of the game, the latest last; PASS for a pass
    """
    from . import _kernels as kernels  # loads numba

    grid, stones = position.grid, position.stones
    phase = int(np.searchsorted(PHASE_STARTS, np.count_nonzero(stones) / grid.area, side="right"))
    board_features = kernels.move_features(stones, grid.neighbours, grid.height, grid.width, int(color), points, phase)
    last, last_but_one = (_distances(points, recent, back, grid.width) for back in (1, 2))
    classes = np.column_stack((board_features, 2 * last + (phase > 1), last_but_one)).astype(np.int64)
    offsets, hash_keys = _pattern_tables()
    sizes = np.array(PATTERN_SIZES)
    patterns = kernels.patterns(stones, grid.height, grid.width, int(color), points, offsets, hash_keys, sizes)
    legal, gains = move_gains(position, _RANKING_SETTINGS, color)
    gains = gains[np.searchsorted(legal, points)]
    numbers = np.column_stack((np.clip(gains, -5, 30), np.minimum(gains.max() - gains, 20))) / _GAIN_UNIT
    return Features(classes, patterns, numbers, phase)


def pattern_hashes(texts: Sequence[str]) -> Codes:
    """Return the hashes of patterns of one size, (n,) int64: equal for patterns that are equal under symmetry."""
    if not texts:
        return np.zeros(0, np.int64)
    offsets, hash_keys = _pattern_tables()
    size = len(texts[0])
    symbols = np.array([[SYMBOLS.index(symbol) for symbol in text] for text in texts])
    index_of = {tuple(offset): k for k, offset in enumerate(offsets[:size, 0].tolist())}
    indices = np.array([[index_of[tuple(offset)] for offset in images] for images in offsets[:size].tolist()])
    least: Codes = np.min(
        [np.bitwise_xor.reduce(hash_keys[indices[:, k], symbols], axis=1) for k in range(8)], axis=0
    )
    return least


def pattern_text(position: Position, color: Color, point: int, points: int) -> str:
    """Return the pattern of the nearest `points` points around a point as text, `color` being the mover."""
    grid = position.grid
    row, col = grid.row_col(point)
    symbol_of = {0: SYMBOLS[0], int(color): SYMBOLS[1], -int(color): SYMBOLS[2]}
    symbols = []
    for down, along in _pattern_tables()[0][:points, 0].tolist():
        r, c = row + down, col + along
        inside = 0 <= r < grid.height and 0 <= c < grid.width
        symbols.append(symbol_of[int(position.stones[grid.at(r, c)])] if inside else SYMBOLS[3])
    return "".join(symbols)


@cache
def _pattern_tables() -> tuple[Codes, Codes]:
    """Return the offsets and the hash keys of the largest pattern's points, the nearest first.

    The offsets, (48, 8, 2), are row and column steps under each of the eight symmetries; the keys, (48, 4), one random
    number each for empty, own, enemy and off the board (A. Zobrist, 1970).
    """
    reach = range(-4, 5)
    points = sorted(
        (abs(r) + abs(c) + max(abs(r), abs(c)), r, c) for r in reach for c in reach if (r, c) != (0, 0)
    )[: PATTERN_SIZES[-1]]
    images = [[(r, c), (-r, c), (r, -c), (-r, -c), (c, r), (-c, r), (c, -r), (-c, -r)] for _, r, c in points]
    hash_keys = np.random.default_rng(1).integers(1, 2**62, size=(PATTERN_SIZES[-1], len(SYMBOLS)), dtype=np.int64)
    return np.array(images, np.int64), hash_keys


def _distances(points: npt.NDArray[np.int16], recent: Sequence[int], back: int, width: int) -> npt.NDArray[np.int64]:
    """Return the distance of each point from the move played `back` moves ago, 17 at most; 0 if there is none."""
    if len(recent) < back or recent[-back] == PASS:
        return np.zeros(points.size, np.int64)
    row, col = divmod(int(recent[-back]), width)
    down, along = np.abs(points // width - row), np.abs(points % width - col)
    far: npt.NDArray[np.int64] = np.minimum(down + along + np.maximum(down, along), _MAX_DISTANCE).astype(np.int64)
    return far


__all__ = [
    "CATEGORICAL", "CATEGORY_COUNTS", "NUMERIC", "PATTERNS", "PATTERN_SIZES", "PHASE_STARTS", "Features", "candidates",
    "features", "pattern_hashes", "pattern_text",
]
