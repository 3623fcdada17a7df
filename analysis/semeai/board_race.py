"""A race on a board, decided: its regions as liberty counting games, who wins, by how many moves, with which moves.

Without shared liberties the race is the sum of its regions. With shared liberties it is decided by counting them and
the eyes (`counting`), if only filling moves are left; then it may be seki. What is counted here are the values of the
regions, approach moves included; `counted_races`, which counts the liberties themselves, is asked about races that this
does not cover. A race that no method covers raises `RaceError` with the reason.

The evidence is **proved** where the life of all walls is; then every line of alternating play within the regions is
covered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from ..board import BLACK, WHITE, Color, Grid, Position
from ..region import Budget, LoopError, OutOfBudget, State, enclosed, local_tree
from ..status import Evidence
from ..values.games.forms import Value
from .counted_races import NotCountable
from .counted_races import race as counted_race
from .counting import Count, count_text, winner
from .liberty_game import RaceError
from .liberty_parts import part_grid
from .liberty_regions import Bools, LibertyRegion, RaceLayout, check_blocks, race_layout
from .race_sum import Race, RaceMove, RaceOutcome
from .race_territory import RegionTerritory, Territory
from .region_game import SAFE_LIBERTIES, LibertyValuer, LocatedGame

KNOWN_PARTS = 10_000
"""The parts that are kept from board to board."""

TERRITORY_BUDGET = 20_000
"""The nodes of the search for the territory of a region if its defender wins the race."""


@dataclass(frozen=True)
class RegionGame:
    """A region with liberties of one block, and its game.

    Public attributes:
      region -- LibertyRegion
      located  -- LocatedGame
      last   -- whether its liberties are best filled last, which saves the attacker an approach move or is the only
                way to fill them
    """

    region: LibertyRegion
    located: LocatedGame
    last: bool = False


@dataclass(frozen=True)
class BoardRace:
    """A race on a board. Made by `board_race`.

    Public attributes:
      position -- Position
      layout    -- RaceLayout: the blocks and the regions
      games    -- RegionGame of each region with liberties of one block, in the order of the race's regions
      race     -- Race, the sum of the games; None where counting decides
      exact    -- whether the games are exact; otherwise they are the bounds that are worst for the winner if Black
                  moves first, and decide the race
      winner   -- by who moves first: Color, or None for seki
      outcome -- by who moves first: winner and lead; None where counting decides, which gives no lead
      moves    -- by who moves first: the legal points that reach this result, the best first; none if the opponent wins
                  anyway, or no move is needed
      evidence -- PROVED or READ
      assumed  -- points of the walls whose life is not proved
      reason   -- one line that a player can check
    """

    position: Position = field(repr=False)
    layout: RaceLayout
    games: tuple[RegionGame, ...]
    race: Race | None = field(repr=False)
    exact: bool
    winner: dict[Color, Color | None]
    outcome: dict[Color, RaceOutcome | None]
    moves: dict[Color, tuple[int, ...]]
    evidence: Evidence
    assumed: tuple[int, ...]
    reason: str

    def point(self, race: Race, move: RaceMove) -> int | None:
        """Return the point of a move in the course of this race; None for a filling move without a definite point."""
        return _point(self.games, race, move)

    @cached_property
    def territory(self) -> Territory:
        """The territory of the regions and the blocks, for either winner, in points."""
        regions = []
        for index, region in enumerate(self.games):
            part = region.region.part
            assert part is not None
            dead = part.empty.bit_count() + 2 * part.own.bit_count()
            base = Fraction(-int(region.located.game.defender) * dead)
            regions.append(RegionTerritory(region.located.game, base, self._gwin(index)))
        body = Fraction(2 * len(self.layout.white)), Fraction(-2 * len(self.layout.black))
        return Territory(tuple(regions), body)

    def _gwin(self, index: int) -> Value | None:
        """Return the territory of a region if its defender wins; None where that depends on a ko or exceeds the budget.
        """
        points = self.games[index].region.points
        stones = [point for point in points if self.position.stones[point]]
        try:
            region = enclosed(self.position, points, stones)
            state = State(*region.stones(self.position))
            return local_tree(region, state, budget=Budget(nodes=TERRITORY_BUDGET)).value()
        except (LoopError, OutOfBudget, ValueError):
            return None


def board_race(
    position: Position, black: int, white: int, living: Bools, proved: Bools | None = None
) -> BoardRace:
    """Analyse the race between the blocks on two points.

    living -- (area,) bool, stones that live whatever is played in the race
    proved -- those of them whose life is proved; by default all

    Raises RaceError, with the reason in one line, where the model does not cover the race.
    """
    check_blocks(position, black, white, living)
    try:
        found = _race_by_games(position, black, white, living, proved)
    except RaceError as error:
        counted = _race_by_counting(position, black, white, living, proved)
        if counted is None:
            raise error from None
        found = counted
    legal = {
        first: tuple(point for point in points if position.is_legal(point, first))
        for first, points in found.moves.items()
    }  # an eye is not filled while other liberties are left
    return replace(found, moves=legal)


def _race_by_games(position: Position, black: int, white: int, living: Bools, proved: Bools | None) -> BoardRace:
    layout = race_layout(position, black, white, living)
    valuer = _shared_valuer(position.grid)
    low, high = (
        {color: _games(valuer, layout, color, bound) for color in (BLACK, WHITE)} for bound in (False, True)
    )
    assumed = () if proved is None else tuple(point for point in layout.walls if not proved[point])
    evidence = Evidence.READ if assumed else Evidence.PROVED
    if layout.shared:
        return _CountedRace(position, layout, _exact_games(low, high)).race(evidence, assumed)
    return _race_by_sum(position, layout, low, high, evidence, assumed)


def _shared_valuer(grid: Grid) -> LibertyValuer:
    """Return the valuer of the last grid, which keeps what it found for earlier boards, up to KNOWN_PARTS parts."""
    valuer = _valuers.get(grid)
    if valuer is None or len(valuer) > KNOWN_PARTS:
        valuer = LibertyValuer(grid, part_grid(grid))
        _valuers.clear()
        _valuers[grid] = valuer
    return valuer


_valuers: dict[Grid, LibertyValuer] = {}


def _race_by_counting(
    position: Position, black: int, white: int, living: Bools, proved: Bools | None
) -> BoardRace | None:
    """Return the race by `counted_races`; None if it does not cover it."""
    try:
        found = counted_race(position, black, white, living)
    except (NotCountable, ValueError):
        return None
    assumed = () if proved is None else tuple(point for point in found.walls if not proved[point])
    regions = [
        LibertyRegion(points, color)
        for points, color in (
            *(((point,), BLACK) for point in found.black.outside), (found.black.eye, BLACK),
            *(((point,), WHITE) for point in found.white.outside), (found.white.eye, WHITE), (found.shared, None),
        ) if points
    ]
    layout = RaceLayout(found.black.chain, found.white.chain, tuple(regions), found.walls)
    return BoardRace(
        position, layout, (), None, True, dict(found.winner), {BLACK: None, WHITE: None}, dict(found.moves),
        found.evidence if not assumed else Evidence.READ, assumed, found.reason,
    )


Games = dict[Color, list[RegionGame]]


def _games(valuer: LibertyValuer, layout: RaceLayout, color: Color, high: bool) -> list[RegionGame]:
    """Return the games of one block's regions, one of them filled last if that matters; see `region_game` for the
    bounds."""
    regions = [region for region in layout.regions if region.defender is color]
    parts = [region.part for region in regions if region.part is not None]
    for part in parts:
        valuer.value(part, False, high)
    flags = [flag for _, flag in valuer.with_last_flags(parts, True, high)]
    return [
        RegionGame(region, valuer.located_game(part, color, flag, high), flag)
        for region, part, flag in zip(regions, parts, flags, strict=True)
    ]


def _same(low: Games, high: Games) -> bool:
    return all(
        one.located.game.value is other.located.game.value
        for color in low for one, other in zip(low[color], high[color], strict=True)
    )


def _exact_games(low: Games, high: Games) -> list[RegionGame]:
    if not _same(low, high):
        raise RaceError("there are shared liberties, and a ko or an eye that is not plain: that is not covered")
    return [*low[BLACK], *low[WHITE]]


def _race_by_sum(
    position: Position, layout: RaceLayout, low: Games, high: Games, evidence: Evidence, assumed: tuple[int, ...]
) -> BoardRace:
    """Decide a race without shared liberties. Where only bounds are known, both must have the same winner."""
    worst = {color: [*low[BLACK], *high[WHITE]] if color is BLACK else [*high[BLACK], *low[WHITE]] for color in low}
    races = {color: Race.of(game.located.game for game in games) for color, games in worst.items()}
    exact = _same(low, high)
    standing: dict[Color, RaceOutcome] = {}
    for first in (BLACK, WHITE):
        found = [race.outcome(first) for race in races.values()]
        if found[0].winner is not found[1].winner:
            raise RaceError("it depends on a ko, or on what an eye that is not plain is worth")
        standing[first] = min(found, key=lambda one: one.lead)
    _check_not_both_safe(worst)
    moves = {
        first: _first_moves(worst[first], races[first], first) if standing[first].winner is first else ()
        for first in (BLACK, WHITE)
    }
    return BoardRace(
        position, layout, tuple(worst[standing[BLACK].winner]), races[standing[BLACK].winner], exact,
        {first: standing[first].winner for first in standing}, dict(standing), moves, evidence, assumed,
        _reason(races[standing[BLACK].winner], standing, exact),
    )


def _check_not_both_safe(worst: dict[Color, list[RegionGame]]) -> None:
    """Raise RaceError if both blocks may become safe: then neither need be captured."""
    safe = [
        color for color in (BLACK, WHITE)
        if any(game.located.game.value.left_stop * int(color) >= SAFE_LIBERTIES
               or game.located.game.value.right_stop * int(color) >= SAFE_LIBERTIES
               for game in worst[color.opponent] if game.located.game.defender is color)
    ]
    if len(safe) == 2:
        raise RaceError("both blocks may come to be safe: this is no race")


def _first_moves(games: Sequence[RegionGame], race: Race, first: Color) -> tuple[int, ...]:
    """Return the points of the moves that win."""
    points = [_point(games, race, move) for move in race.winning_moves(first)]
    return tuple(dict.fromkeys(point for point in points if point is not None))


def _point(games: Sequence[RegionGame], race: Race, move: RaceMove) -> int | None:
    before, game = race.regions[move.region], games[move.region].located
    if before.node is not None and move.after.node is not None:
        return game.moves.get((before.node, move.after.node))
    return game.fill if before.node == 0 else None


def _reason(race: Race, standing: dict[Color, RaceOutcome], exact: bool) -> str:
    def sentence(first: Color) -> str:
        outcome = standing[first]
        lead = "safe" if outcome.lead >= SAFE_LIBERTIES // 2 else f"{outcome.lead} ahead"
        return f"{first.word.capitalize()} first: {outcome.winner.word.capitalize()} wins, {lead}"

    black, white = race.adjustment(BLACK), race.adjustment(WHITE)
    sides = ", ".join(
        f"{color.word.capitalize()} " + " + ".join(
            _liberty_range(spot.value, color) for spot in race.regions if spot.game.defender is color
        ) for color in (BLACK, WHITE)
    )
    sides += "" if exact else " at least for the winner"
    return f"{sides}; rounded {black} with Black first, {white} with White first; {sentence(BLACK)}, {sentence(WHITE)}"


def _liberty_range(value: Value, color: Color) -> str:
    if value.number is not None:
        return "no end of liberties" if abs(value.number) >= SAFE_LIBERTIES else str(abs(value.number))
    stops = sorted((value.left_stop * int(color), value.right_stop * int(color)))
    low, high = ("safe" if stop >= SAFE_LIBERTIES else str(stop) for stop in stops)
    return f"{low} to {high}"


@dataclass(frozen=True)
class _CountedRace:
    """A race with shared liberties in which only filling moves are left."""

    position: Position
    layout: RaceLayout
    games: Sequence[RegionGame]

    def race(self, evidence: Evidence, assumed: tuple[int, ...]) -> BoardRace:
        counts = {color: self._count(color) for color in (BLACK, WHITE)}
        black, white, shared = counts[BLACK], counts[WHITE], self.layout.shared
        outcome = {first: winner(black, white, shared, first) for first in (BLACK, WHITE)}
        moves = {first: self._moves(counts, outcome, first) for first in (BLACK, WHITE)}
        return BoardRace(
            self.position, self.layout, tuple(self.games), None, True, outcome, {BLACK: None, WHITE: None}, moves,
            evidence, assumed, count_text(black, white, shared),
        )

    def _count(self, color: Color) -> Count:
        outside, eye, inside = 0, 0, 0
        for game in self.games:
            value, part = game.located.game.value, game.region.part
            if game.located.game.defender is not color or part is None:
                continue
            if value.number is None:
                raise RaceError("there are shared liberties, and more to do than to fill: that is not covered")
            if part.enclosed and not part.own:
                if eye or abs(value.number) >= SAFE_LIBERTIES:
                    raise RaceError(f"{color.word.capitalize()} has two eyes: this is no race")
                eye, inside = len(game.region.points), part.opp.bit_count()
            elif game.last:
                raise RaceError("there are shared liberties, and an approach that the last move saves: not covered")
            else:
                outside += abs(int(value.number))
        atari = len(self.position.liberties_at(self.layout.block(color)[0])) == 1
        return Count(color, outside, eye, inside, atari)

    def _moves(self, counts: dict[Color, Count], outcome: dict[Color, Color | None], first: Color) -> tuple[int, ...]:
        """Return the points outside, then in the eye, then of shared liberties, that can be filled without a better
        result for the opponent; none if the result does not depend on who moves first."""
        if outcome[BLACK] is outcome[WHITE]:
            return ()
        other = counts[first.opponent]
        found = []
        fillable = [
            game for game in self.games
            if game.located.game.defender is other.color and game.located.fill is not None
        ]
        for game in sorted(fillable, key=lambda game: game.region.eye):
            part = game.region.part
            assert part is not None
            assert game.located.fill is not None
            if game.region.eye:
                after = Count(other.color, other.outside, other.eye, other.inside + 1)
            else:
                after = Count(other.color, other.outside - 1, other.eye, other.inside)
            if self._keeps({**counts, other.color: after}, self.layout.shared, outcome[first], first):
                found += [game.located.fill]
        if self._keeps(counts, self.layout.shared - 1, outcome[first], first):
            found += [point for region in self.layout.regions if region.defender is None for point in region.points]
        return tuple(found)

    def _keeps(self, counts: dict[Color, Count], shared: int, wanted: Color | None, first: Color) -> bool:
        return winner(counts[BLACK], counts[WHITE], shared, first.opponent) is wanted


__all__ = ["BoardRace", "RegionGame", "board_race"]
