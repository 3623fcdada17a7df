"""The local games of a board: every region counted, exactly where it can be searched.

A place is looked at by the first of these that tells it: a corridor by its closed form; a place of few points by all
lines of play; a larger one by cutting it down to where the sides meet, which is an estimate (`estimates`). What is left
is told as open: nothing is counted there. Counts are by territory, prisoners that are taken in the place included.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from ..board import EMPTY, Grid, Position, Scoring
from ..region import Budget, OutOfBudget
from ..region.region import MOST_POINTS
from ..status import BoardStatus, Evidence, Verdict
from ..values import KoError, Threats, kind, thermograph
from .corridors import corridor
from .local_game import LocalGame, Unvalued
from .local_value import LocalValue, local_value
from .place_shapes import shape_of
from .places import Place, places
from .region_estimates import Estimator

Array = npt.NDArray[np.float64]
LocalValueCache = MutableMapping[str, LocalValue | str]
"""What shapes are worth, or why that is not known; the keys name the limits too."""


@dataclass(frozen=True)
class Limits:
    """How large a place may be to be searched.

    points  -- its empty points, at most; parts -- the positions looked at for it, at most
    kos     -- the positions looked into where a ko matters, at most
    contact -- the points of a place cut out of a larger region, and contact_parts the positions looked at, at most
    """

    points: int = 12
    parts: int = 20_000
    kos: int = 40
    contact: int = 11
    contact_parts: int = 8_000

    def __post_init__(self) -> None:
        if min(self.points, self.parts, self.kos, self.contact, self.contact_parts) < 1:
            raise ValueError(f"limits: expected at least 1 each, got {self}")


@dataclass(frozen=True)
class LocalGames:
    """The endgame of a board, place by place.

    Public attributes:
      games   -- those that were counted, the hottest first
      settled -- the places that are somebody's as they lie
      inside  -- (area,) int8: +1 / -1 on other points taken for Black's / White's, beyond the places of large regions
      open    -- what was not counted
    """

    games: tuple[LocalGame, ...]
    settled: tuple[Place, ...]
    inside: npt.NDArray[np.int8] = field(repr=False)
    open: tuple[Unvalued, ...]

    def at(self, point: int) -> LocalGame | None:
        """The local game that a point belongs to, if any."""
        return next((game for game in self.games if point in game.points), None)


def local_games(
    position: Position,
    status: BoardStatus,
    *,
    immortal: Collection[int] = (),
    standing: Mapping[int, float] | None = None,
    control: Array | None = None,
    ko: Threats = Threats.NEUTRAL,
    limits: Limits | None = None,
    known: LocalValueCache | None = None,
) -> LocalGames:
    """Cut a board into local games and count each.

    status   -- of all chains, whosever turn it is
    immortal -- points of stones that stand because the caller says so
    standing -- how likely chains are to live, 0 to 1, by their first points, and control -- (area,) whose each point
                is, -1 to 1: with both, large regions are cut down to where the sides meet, and estimated
    ko       -- who has ko threats, where a ko matters
    known    -- the values of shapes, kept from board to board; added to

    Raises ValueError if one of `immortal` is no stone.
    """
    counter = _Counter(ko, limits or Limits(), {} if known is None else known)
    estimator = None
    if standing is not None and control is not None:
        disputed = {chain.chain[0] for chain in status.having(Verdict.CRITICAL)}
        estimator = Estimator(counter.count, standing, control, disputed)
    games: list[LocalGame] = []
    settled: list[Place] = []
    open_: list[Unvalued] = []
    inside = np.zeros(position.grid.area, np.int8)
    for place in places(position, status, immortal):
        if place.owner is not None:
            settled.append(place)
            continue
        found = counter.count(place)
        if isinstance(found, LocalGame):
            games.append(found)
        elif estimator is None:
            open_.append(found)
        else:
            estimate = estimator.estimate(place, counter.limits.contact)
            games += estimate.games
            open_ += estimate.open
            inside += estimate.inside
    games.sort(key=lambda game: (-game.temperature, game.points))
    return LocalGames(tuple(games), tuple(settled), inside, tuple(open_))


def count_place(
    place: Place, *, ko: Threats = Threats.NEUTRAL, limits: Limits | None = None, known: LocalValueCache | None = None
) -> LocalGame | Unvalued:
    """What one place is worth, or why that is not known; `ko`, `limits` and `known` as for `local_games`."""
    return _Counter(ko, limits or Limits(), {} if known is None else known).count(place)


def corridor_control(position: Position, status: BoardStatus) -> dict[int, float]:
    """Whose the points of all corridors of a board are by miai counting, -1 to 1; dame are corridors of one point."""
    found: dict[int, float] = {}
    for place in places(position, status):
        path = corridor(place) if place.owner is None else None
        if path is not None:
            found.update(zip(path.points, map(float, path.control), strict=True))
    return found


class _Counter:
    """What places are worth."""

    def __init__(self, ko: Threats, limits: Limits, known: LocalValueCache) -> None:
        self.ko, self.limits, self.known = ko, limits, known

    def count(self, place: Place) -> LocalGame | Unvalued:
        """What one is worth, or why that is not known."""
        grid = place.board.grid
        path = corridor(place)
        if path is not None:
            word = "settled" if path.value.number is not None else kind(path.value).value
            return LocalGame(
                path.points, "corridor", path.value, thermograph(path.value), word, path.moves, path.moves,
                place.evidence,
                _reason(place, grid), place, (path.value, path.value), control=path.control,
            )
        empty = sum(place.board.stones[point] == EMPTY for point in place.points)
        if empty > self.limits.points or len(place.points) > MOST_POINTS:
            return Unvalued(place.points, f"{len(place.points)} points, {empty} of them empty: too many to search")
        value = self._value(place)
        if isinstance(value, str):
            return Unvalued(place.points, value)
        return LocalGame(
            place.points, "region", value.value, value.graph, value.kind, value.black_moves, value.white_moves,
            place.evidence, _reason(place, grid), place, (value.low, value.high), value.ko,
        )

    def _value(self, place: Place) -> LocalValue | str:
        """Its value, with moves as points of the board; or why it is not known."""
        shape = shape_of(place)
        parts = self.limits.contact_parts if place.evidence is Evidence.ESTIMATED else self.limits.parts
        key = f"{self.ko} {parts} {self.limits.kos} {shape.key}"
        told = self.known.get(key)
        if told is None:
            told = self.known[key] = self._searched(place, shape.points, parts)
        return told if isinstance(told, str) else _moved(told, shape.points)

    def _searched(self, place: Place, points: Sequence[int], parts: int) -> LocalValue | str:
        """The same, by search, moves being told by their place among `points`."""
        region, state = place.arena()
        number = {point: k for k, point in enumerate(points)}
        try:
            found = local_value(region, state, Scoring.TERRITORY, self.ko, Budget(parts), self.limits.kos)
        except OutOfBudget:
            return f"over {parts} positions: too many to search"
        except KoError as error:
            return str(error)
        return _moved(found, [number[vertex] for vertex in region.vertices])


def _moved(value: LocalValue, places: Collection[int]) -> LocalValue:
    """The same with its moves renamed."""
    names = list(places)
    black, white = (tuple(sorted(names[k] for k in moves)) for moves in (value.black_moves, value.white_moves))
    return replace(value, black_moves=black, white_moves=white)


def _reason(place: Place, grid: Grid) -> str:
    """What the value of a place rests on."""
    assumed = ", ".join(grid.vertex(point) for point in place.assumed)
    if place.evidence is Evidence.PROVED:
        return "all lines of play; the walls stand"
    if place.evidence is Evidence.READ:
        return f"all lines of play; {f'that {assumed} lives is read' if assumed else 'the walls stand if answered'}"
    return f"all lines of play in what both sides can reach{f', if {assumed} lives' if assumed else ''}"


__all__ = [
    "Limits", "LocalGame", "LocalGames", "LocalValueCache", "Unvalued", "corridor_control", "count_place",
    "local_games",
]
