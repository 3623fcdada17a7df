"""Shape: how likely a player is to make a move, by the experience of games between strong players.

The chance of a move is its share of exp(sum of weights) among all moves but those that fill an eye: a few weights for
what the move does and one for the pattern of the eight points around it, so that it can be told as a sum. The word of
it is **estimated**; it says what is worth looking at, not what is good. The weights are in shape.json beside this
file, with the games they come from and how well they foretell others; `shape_fit` makes them. The form is that of R.
Coulom, Computing Elo Ratings of Move Patterns in the Game of Go (2007), section 2, fitted as one softmax.

What a move is told by, the mover's stones being "own":

    pattern    the eight points around, turned and mirrored alike; rare patterns count 0
    line       1 to 5 from the edge, and whether a stone is near (within three steps)
    liberties  of its chain after it, up to 5, and whether that has other stones
    captures   1, 2-3 or more stones, and whether own stones get out of atari by that
    escapes    own stones, one or more, out of atari, to so many liberties
    atari      1, 2 or more stones are put in atari, or two chains
    presses    1, 2-3 or more stones have their third liberty taken
    around     own and enemy stones near, beyond the eight points, up to three of each
    touches    own and enemy chains beside the point
    last, last_but_one  how far it is from the opponent's last move and from the own one before that
    gain, behind        what it gains by the bare control field, and how far that is behind the best: in tens of points
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from .board import PASS, Color, Position, true_eyes
from .control import ControlSettings
from .ranking import rank_moves

COLUMNS = (
    "pattern", "line", "liberties", "captures", "escapes", "atari", "presses", "around", "touches", "last",
    "last_but_one",
)
"""The features of which each move has one value."""
MEASURES = ("gain", "behind")
"""The features that are numbers."""
NAMES = (*COLUMNS, *MEASURES)
SIZES = (65536, 10, 10, 7, 7, 5, 4, 16, 16, 18, 18)
"""How many values each column may have."""

_FARTHEST = 17
_TEN_POINTS = 10.0
_RANKED = ControlSettings(tolerance=1e-4, max_sweeps=500)

Array = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]
Weights = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class LikelyMove:
    """A move and how likely a player is to make it.

    Public attributes:
      point  -- the point
      chance -- 0 to 1; those of all moves add up to 1
    """

    point: int
    chance: float


def likely_moves(
    position: Position,
    color: Color | None = None,
    recent: Sequence[int] = (),
    *,
    forbidden: Collection[int] = (),
    weights: Weights | None = None,
) -> tuple[LikelyMove, ...]:
    """All moves of `color`, by default the side to move, but those that fill a true eye: the likeliest first.

    `recent` are the last moves, the latest at the end; `forbidden` are superko points. None if there is no such move.
    """
    color = position.to_move if color is None else color
    points = candidates(position, color, forbidden)
    if not points.size:
        return ()
    table = _default_table() if weights is None else _Table(weights)
    total = table.parts(*features(position, color, recent, points)).sum(axis=1)
    chances = np.exp(total - total.max())
    chances /= chances.sum()
    order = np.argsort(-chances, kind="stable")
    return tuple(map(LikelyMove, points[order].tolist(), chances[order].tolist()))


def terms(
    position: Position, point: int, color: Color | None = None, recent: Sequence[int] = ()
) -> tuple[tuple[str, float, float], ...]:
    """Why a move is as likely as it is: (feature, its value, what it adds), largest first, without those that add 0.

    Raises ValueError unless `color`, by default the side to move, may play there without filling a true eye.
    """
    color = position.to_move if color is None else color
    points = candidates(position, color)
    if point not in points:
        raise ValueError(f"{position.grid.vertex(point)}: expected a legal move that fills no eye")
    place = int(np.flatnonzero(points == point)[0])
    codes, numbers = features(position, color, recent, points)
    values = (*codes[place].tolist(), *numbers[place].tolist())
    parts = _default_table().parts(codes, numbers)[place].tolist()
    found = [(name, float(value), part) for name, value, part in zip(NAMES, values, parts, strict=True) if part]
    return tuple(sorted(found, key=lambda term: -abs(term[2])))


def candidates(position: Position, color: Color, forbidden: Collection[int] = ()) -> npt.NDArray[np.int16]:
    """(n,) int16: the legal moves of `color` that are not forbidden and fill no true eye of his."""
    points = position.legal_points(color)
    return points[~true_eyes(position, color)[points] & ~np.isin(points, list(forbidden))]


def features(
    position: Position, color: Color, recent: Sequence[int], points: npt.NDArray[np.int16]
) -> tuple[Codes, Array]:
    """(n, 11) the values of the columns and (n, 2) the measures of moves on `points` (n,), legal ones."""
    from . import _shape_kernels as kernels  # loads numba

    grid = position.grid
    surveyed = kernels.survey(position.stones, grid.neighbours, grid.height, grid.width, int(color), points)
    gain_of = {move.point: move.gain for move in rank_moves(position, _RANKED, color=color).candidates}
    gains = np.array([gain_of[point] for point in points.tolist()])
    codes = np.column_stack((surveyed, *(_distances(points, recent, back, grid.width) for back in (1, 2)))).astype(int)
    codes[:, 0] = _turned_alike()[codes[:, 0]]
    numbers = np.column_stack((np.clip(gains, -5, 30), np.minimum(gains.max() - gains, 20))) / _TEN_POINTS
    return codes, numbers


@cache
def default_weights() -> Weights:
    """The weights of shape.json: feature -> value -> weight; a measure has the one value ""."""
    weights: Weights = json.loads((Path(__file__).parent / "shape.json").read_text(encoding="utf-8"))["weights"]
    return weights


class _Table:
    """Weights as arrays to be indexed by codes."""

    def __init__(self, weights: Weights) -> None:
        self.columns = [np.zeros(size) for size in SIZES]
        for name, column in zip(COLUMNS, self.columns, strict=True):
            for value, weight in weights[name].items():
                column[int(value)] = weight
        self.measures = np.array([weights[name][""] for name in MEASURES])

    def parts(self, codes: Codes, numbers: Array) -> Array:
        """(n, 13): what each feature adds."""
        looked_up = [column[codes[:, k]] for k, column in enumerate(self.columns)]
        return np.column_stack((*looked_up, numbers * self.measures))


@cache
def _default_table() -> _Table:
    return _Table(default_weights())


@cache
def _turned_alike() -> Codes:
    """(65536,) the least of the codes of a pattern's eight turned and mirrored forms."""
    codes: Codes = np.arange(65536)
    shifts: Codes = 2 * np.arange(8)
    places: Codes = codes[:, None] >> shifts & 3
    forms = [
        (places[:, [(turn + direction * k) % 8 for k in range(8)]] << shifts).sum(axis=1)
        for turn in range(0, 8, 2) for direction in (1, -1)
    ]
    least: Codes = np.stack(forms).min(axis=0)
    return least


def _distances(points: npt.NDArray[np.int16], recent: Sequence[int], back: int, width: int) -> npt.NDArray[np.int64]:
    """How far each point is from the move played so many moves ago, 0 if there is none.

    Both distances along the lines and the larger of them once more: 2 beside it, 3 at a corner, 17 and beyond alike.
    """
    if len(recent) < back or recent[-back] == PASS:
        return np.zeros(points.size, np.int64)
    row, col = divmod(int(recent[-back]), width)
    down, along = np.abs(points // width - row), np.abs(points % width - col)
    far: npt.NDArray[np.int64] = np.minimum(down + along + np.maximum(down, along), _FARTHEST).astype(np.int64)
    return far


__all__ = [
    "COLUMNS", "MEASURES", "NAMES", "SIZES", "LikelyMove", "candidates", "default_weights", "features", "likely_moves",
    "terms",
]
