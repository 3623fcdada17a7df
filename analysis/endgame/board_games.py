"""The local games of a board: every region counted, exactly where it can be searched.

A region is counted by the first method that applies: a corridor by its closed form; a region of few points by all lines
of play. The rest is listed as not counted. Counts are by territory, prisoners that are taken in the region included.
"""

from __future__ import annotations

from collections.abc import Collection, MutableMapping, Sequence
from dataclasses import astuple, dataclass, replace

from ..board import BLACK, EMPTY, WHITE, Color, Position, Scoring
from ..region import Budget, OutOfBudget
from ..region.region import MOST_POINTS
from ..runtime.work_limit import current_work
from ..status import BoardStatus, Evidence
from ..values import KoError, KoThreats, kind, thermograph
from .board_regions import BoardRegion, cut_into_regions
from .corridors import Corridor, match_corridor
from .local_game import LocalGame, Unvalued
from .local_value import LocalValue, local_value
from .region_shapes import shape_of

LocalValueCache = MutableMapping[str, LocalValue | str]
"""The values of shapes, or why a value is unknown; the keys contain the limits too."""


FAILED_NODES = 4000
"""Nodes that a region counts whose value was not found, of which only the reason is kept."""


@dataclass(frozen=True)
class EndgameBudget:
    """The budget for the regions of a board; all are maxima, at least 1.

    max_region_points  -- the empty points of a region that is searched
    max_nodes          -- the nodes of its search
    max_ko_nodes       -- the positions expanded where a ko matters
    max_board_nodes    -- the nodes of all searches of a board together; further regions are not counted

    Raises ValueError if one is below 1.
    """

    max_region_points: int = 12
    max_nodes: int = 20_000
    max_ko_nodes: int = 40
    max_board_nodes: int = 45_000

    def __post_init__(self) -> None:
        if min(astuple(self)) < 1:
            raise ValueError(f"EndgameBudget: expected at least 1 each, got {self}")


@dataclass(frozen=True)
class LocalGames:
    """The endgame of a board, region by region.

    Public attributes:
      games          -- the regions that were counted, the hottest first
      settled        -- the regions that are territory as they lie
      unvalued       -- the regions that were not counted
    """

    games: tuple[LocalGame, ...]
    settled: tuple[BoardRegion, ...]
    unvalued: tuple[Unvalued, ...]

    def at(self, point: int) -> LocalGame | None:
        """Return the local game that a point belongs to, if any."""
        return next((game for game in self.games if point in game.points), None)


def local_games(
    position: Position,
    status: BoardStatus,
    *,
    immortal: Collection[int] = (),
    ko: KoThreats = KoThreats.NEUTRAL,
    limits: EndgameBudget | None = None,
    known: LocalValueCache | None = None,
) -> LocalGames:
    """Cut a board into local games and count each.

    status   -- of all chains, independent of whose turn it is
    immortal -- points of stones that the caller declares alive
    ko       -- who has ko threats, where a ko matters
    known    -- a cache of the values of shapes, kept from board to board; added to

    Raises ValueError if one of `immortal` is no stone.
    """
    counter = _RegionCounter(ko, limits or EndgameBudget(), {} if known is None else known)
    games: list[LocalGame] = []
    settled: list[BoardRegion] = []
    unvalued: list[Unvalued] = []
    for region in cut_into_regions(position, status, immortal):
        if region.owner is not None:
            settled.append(region)
        elif isinstance(found := counter.count(region), LocalGame):
            games.append(found)
        else:
            unvalued.append(found)
    if counter.left_out:
        current_work().omit(f"{counter.left_out} regions not counted")
    games.sort(key=lambda game: (-game.temperature, game.points))
    return LocalGames(tuple(games), tuple(settled), tuple(unvalued))


def count_region(
    region: BoardRegion, *, ko: KoThreats = KoThreats.NEUTRAL, limits: EndgameBudget | None = None,
    known: LocalValueCache | None = None,
) -> LocalGame | Unvalued:
    """Return the local game of one region, or why it was not counted; `ko`, `limits` and `known` as for `local_games`.
    """
    return _RegionCounter(ko, limits or EndgameBudget(), {} if known is None else known).count(region)


def corridor_control(position: Position, status: BoardStatus) -> dict[int, float]:
    """Return the control of the points of all corridors of a board, by miai counting, -1 to 1; dame are corridors of
    one point."""
    found: dict[int, float] = {}
    for region in cut_into_regions(position, status):
        corridor = match_corridor(region) if region.owner is None else None
        if corridor is not None:
            found.update(zip(corridor.points, map(float, corridor.control), strict=True))
    return found


class _RegionCounter:
    """Counts regions, by closed forms, from the cache or by search."""

    def __init__(self, ko: KoThreats, limits: EndgameBudget, known: LocalValueCache) -> None:
        self.ko, self.limits, self.known = ko, limits, known
        self.spent = self.left_out = 0

    @property
    def is_over(self) -> bool:
        """Whether nothing more is searched, as the board's nodes or the time are used up."""
        return self.spent >= self.limits.max_board_nodes or current_work().is_stopped

    def count(self, region: BoardRegion) -> LocalGame | Unvalued:
        """Return the local game of a region, or why it was not counted."""
        found = self._counted(region)
        if isinstance(found, LocalGame) and (atari := _walls_in_atari(found)):
            return Unvalued(region.points, atari)
        return found

    def _counted(self, region: BoardRegion) -> LocalGame | Unvalued:
        """Return the local game of a region whose walls stand, or why it was not counted."""
        corridor = match_corridor(region)
        if corridor is not None:
            return _corridor_game(region, corridor)
        empty = sum(region.board.stones[point] == EMPTY for point in region.points)
        if empty > self.limits.max_region_points or len(region.points) > MOST_POINTS:
            return Unvalued(region.points, f"{len(region.points)} points, {empty} of them empty: too many to search")
        if self.is_over:
            self.left_out += 1
            return Unvalued(region.points, "the budget of the board is used up")
        value = self._value(region)
        if isinstance(value, str):
            return Unvalued(region.points, value)
        return LocalGame(
            region.points, "region", value.value, value.graph, value.kind, value.black_moves, value.white_moves,
            region.evidence, _reason(region), region, (value.low, value.high), value.ko,
        )

    def _value(self, region: BoardRegion) -> LocalValue | str:
        """Return the value of a region, with moves as points of the board; or why it is unknown."""
        shape = shape_of(region)
        nodes, ko_nodes = self.limits.max_nodes, self.limits.max_ko_nodes
        key = f"{self.ko} {nodes} {ko_nodes} {shape.key}"
        value = self.known.get(key)
        if value is None:
            value = self._search(region, shape.points, nodes)
            if not current_work().is_stopped:
                self.known[key] = value
        # A cached value counts too, so that the same regions are counted whatever is cached.
        self.spent += min(nodes, FAILED_NODES) if isinstance(value, str) else value.nodes
        return value if isinstance(value, str) else _with_moves(value, shape.points)

    def _search(self, region: BoardRegion, points: Sequence[int], nodes: int) -> LocalValue | str:
        """Search a region. The moves are indices into `points`."""
        searched, state = region.search_region()
        index, work = {point: k for k, point in enumerate(points)}, current_work()
        try:
            budget = Budget(nodes, stopped=lambda: work.is_stopped)
            found = local_value(searched, state, Scoring.TERRITORY, self.ko, budget, self.limits.max_ko_nodes)
        except OutOfBudget:
            return f"over {nodes} positions: too many to search"
        except KoError as error:
            return str(error)
        return _with_moves(found, [index[vertex] for vertex in searched.vertices])


def _with_moves(value: LocalValue, names: Sequence[int]) -> LocalValue:
    """Return the value with each best move k replaced by `names[k]`."""
    black, white = (tuple(sorted(names[k] for k in moves)) for moves in (value.black_moves, value.white_moves))
    return replace(value, black_moves=black, white_moves=white)


def _corridor_game(region: BoardRegion, corridor: Corridor) -> LocalGame:
    value, moves = corridor.value, corridor.moves
    name = "settled" if value.number is not None else kind(value).value
    return LocalGame(
        corridor.points, "corridor", value, thermograph(value), name, moves, moves, region.evidence, _reason(region),
        region, (value, value), control=corridor.control,
    )


def _walls_in_atari(game: LocalGame) -> str:
    """Return which best moves of both sides leave a wall of their own with one liberty; "" if not of both.

    They are the shared liberties of a seki that reading did not recognise: neither side can play there. If only one
    side cannot, the place is worth what it is to the other one.
    """
    found = [_wall_in_atari(game, color) for color in (BLACK, WHITE)] if game.region.assumed else [""]
    return " and ".join(found) if all(found) else ""


def _wall_in_atari(game: LocalGame, color: Color) -> str:
    """Return how a best move of a player leaves a wall of its own, alive by reading only, with one liberty; else "".
    """
    board, vertex = game.region.board, game.region.board.grid.vertex
    for point in game.moves(color):
        if not board.is_legal(point, color):
            continue
        after = board.play(point, color)
        wall = next((near for near in after.chain_at(point) if near in game.region.assumed), None)
        if wall is not None and len(after.liberties_at(point)) == 1:
            return f"{color.letter} {vertex(point)} would put {vertex(wall)} in atari"
    return ""


def _reason(region: BoardRegion) -> str:
    """Return what the value of a region depends on, in one line."""
    assumed = ", ".join(region.board.grid.vertex(point) for point in region.assumed)
    if region.evidence is Evidence.PROVED:
        return "all lines of play; the walls stand"
    return f"all lines of play; {f'that {assumed} lives is read' if assumed else 'the walls stand if answered'}"


__all__ = [
    "EndgameBudget", "LocalGame", "LocalGames", "LocalValueCache", "Unvalued", "corridor_control", "count_region",
    "local_games",
]
