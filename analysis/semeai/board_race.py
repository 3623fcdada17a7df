"""A race on a board, decided: its regions as liberty counting games, who wins, by how many moves, with which moves.

Without shared liberties the race is the sum of its regions. With shared liberties it is decided by counting them and
the eyes (`analysis.status.counting`), if nothing is left to do but to fill; then it may be seki. What neither covers is
no race here: `RaceError` says why.

The word is **proved** where all walls are; then every line of play within the regions is taken account of, in play by
turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from ..board import BLACK, WHITE, Color, Position
from ..region import Budget, LoopError, OutOfBudget, State, enclosed, local_tree
from ..status import Complication, Evidence
from ..status import race as counted_race
from ..status.counting import Count, explained, winner
from ..values.games.forms import Value
from .liberty_game import RaceError
from .liberty_regions import Bools, LibertyRegion, Split, check_blocks, ground_of, split
from .race_sum import Race, RaceMove, Standing
from .race_territory import RegionTerritory, Territory
from .region_game import ENDLESS, BoardGame, Valuer

TERRITORY_PARTS = 20_000
"""So many positions of a region may be looked at to find out what it is worth for the winner."""


@dataclass(frozen=True)
class RegionGame:
    """A region of one block's.

    Public attributes:
      region -- LibertyRegion
      found  -- BoardGame
      last   -- whether its liberties are best filled last, which saves the attacker an approach or is his only way
    """

    region: LibertyRegion
    found: BoardGame
    last: bool = False


@dataclass(frozen=True)
class BoardRace:
    """A race on a board. Made by `board_race`.

    Public attributes:
      position -- Position
      split    -- Split: the blocks and the regions
      games    -- RegionGame of the regions with liberties of one block, those of the race's spots, in that order
      race     -- Race, the sum of the games; None where counting decides
      exact    -- whether the games are the values, and not only bounds that decide: the winner's, if Black moves first
      winner   -- by who moves first: Color, or None for seki
      standing -- by who moves first; None where the counting rule has decided, which knows no lead
      moves    -- by who moves first: the points that keep what he has by moving first, the best first; none if the
                  other wins anyway, or he need not move
      word     -- PROVED or READ
      assumed  -- walls not proved to stand
      reason   -- in one line to be checked by a player
    """

    position: Position = field(repr=False)
    split: Split
    games: tuple[RegionGame, ...]
    race: Race | None = field(repr=False)
    exact: bool
    winner: dict[Color, Color | None]
    standing: dict[Color, Standing | None]
    moves: dict[Color, tuple[int, ...]]
    evidence: Evidence
    assumed: tuple[int, ...]
    reason: str

    def point(self, race: Race, move: RaceMove) -> int | None:
        """Where a move in the course of this race is played; None for one of many like it."""
        return _point(self.games, race, move)

    @cached_property
    def territory(self) -> Territory:
        """What the regions and the blocks are worth for winner and loser, in points."""
        regions = []
        for place, region in enumerate(self.games):
            part = region.region.part
            assert part is not None
            dead = part.empty.bit_count() + 2 * part.own.bit_count()
            base = Fraction(-int(region.found.game.defender) * dead)
            regions.append(RegionTerritory(region.found.game, base, self._won(place)))
        body = Fraction(2 * len(self.split.white)), Fraction(-2 * len(self.split.black))
        return Territory(tuple(regions), body)

    def _won(self, place: int) -> Value | None:
        """What a region is worth if its defender wins; None where that hangs on a ko or is too large."""
        points = self.games[place].region.points
        stones = [point for point in points if self.position.stones[point]]
        try:
            region = enclosed(self.position, points, stones)
            state = State(*region.stones(self.position))
            return local_tree(region, state, budget=Budget(nodes=TERRITORY_PARTS)).value()
        except (LoopError, OutOfBudget, ValueError):
            return None


def board_race(
    position: Position, black: int, white: int, living: Bools, proved: Bools | None = None
) -> BoardRace:
    """Analyse the race between the blocks on two points.

    living -- (area,) bool, stones that stand whatever is played in the race
    proved -- those of them for which that is proved; by default all

    Raises RaceError, with the reason in one line, where the model does not cover it.
    """
    check_blocks(position, black, white, living)
    try:
        return _modelled(position, black, white, living, proved)
    except RaceError as error:
        counted = _by_counting(position, black, white, living, proved)
        if counted is None:
            raise error from None
        return counted


def _modelled(position: Position, black: int, white: int, living: Bools, proved: Bools | None) -> BoardRace:
    cut = split(position, black, white, living)
    valuer = Valuer(position.grid, ground_of(position.grid))
    low, high = (
        {color: _games(valuer, cut, color, bound) for color in (BLACK, WHITE)} for bound in (False, True)
    )
    assumed = () if proved is None else tuple(point for point in cut.walls if not proved[point])
    word = Evidence.READ if assumed else Evidence.PROVED
    if cut.shared:
        return _Counted(position, cut, _exact(low, high)).race(word, assumed)
    return _summed(position, cut, low, high, word, assumed)


def _by_counting(
    position: Position, black: int, white: int, living: Bools, proved: Bools | None
) -> BoardRace | None:
    """The race as `analysis.status.races` counts it, which knows more of shared liberties; None if it is none."""
    try:
        found = counted_race(position, black, white, living)
    except (Complication, ValueError):
        return None
    assumed = () if proved is None else tuple(point for point in found.walls if not proved[point])
    regions = [
        LibertyRegion(points, color)
        for points, color in (
            *(((point,), BLACK) for point in found.black.outside), (found.black.eye, BLACK),
            *(((point,), WHITE) for point in found.white.outside), (found.white.eye, WHITE), (found.shared, None),
        ) if points
    ]
    cut = Split(found.black.chain, found.white.chain, tuple(regions), found.walls)
    return BoardRace(
        position, cut, (), None, True, dict(found.winner), {BLACK: None, WHITE: None}, dict(found.moves),
        found.evidence if not assumed else Evidence.READ, assumed, found.reason,
    )


Games = dict[Color, list[RegionGame]]


def _games(valuer: Valuer, cut: Split, color: Color, high: bool) -> list[RegionGame]:
    """The games of one block's regions, one of them, if that matters, filled last; see `board_game` for the bounds."""
    regions = [region for region in cut.regions if region.defender is color]
    parts = [region.part for region in regions if region.part is not None]
    for part in parts:
        valuer.value(part, False, high)
    flags = [flag for _, flag in valuer.chosen(parts, True, high)]
    return [
        RegionGame(region, valuer.board_game(part, color, flag, high), flag)
        for region, part, flag in zip(regions, parts, flags, strict=True)
    ]


def _same(low: Games, high: Games) -> bool:
    return all(
        one.found.game.value is other.found.game.value
        for color in low for one, other in zip(low[color], high[color], strict=True)
    )


def _exact(low: Games, high: Games) -> list[RegionGame]:
    if not _same(low, high):
        raise RaceError("there are shared liberties, and a ko or an eye that is not plain: that is not covered")
    return [*low[BLACK], *low[WHITE]]


def _summed(
    position: Position, cut: Split, low: Games, high: Games, word: Evidence, assumed: tuple[int, ...]
) -> BoardRace:
    """A race without shared liberties. Where values are known between bounds only, it is decided if they agree."""
    worst = {color: [*low[BLACK], *high[WHITE]] if color is BLACK else [*high[BLACK], *low[WHITE]] for color in low}
    races = {color: Race.of(game.found.game for game in games) for color, games in worst.items()}
    exact = _same(low, high)
    standing: dict[Color, Standing] = {}
    for first in (BLACK, WHITE):
        found = [race.standing(first) for race in races.values()]
        if found[0].winner is not found[1].winner:
            raise RaceError("it depends on a ko, or on what an eye that is not plain is worth")
        standing[first] = min(found, key=lambda one: one.lead)
    _check_lost(worst)
    moves = {
        first: _first_moves(worst[first], races[first], first) if standing[first].winner is first else ()
        for first in (BLACK, WHITE)
    }
    return BoardRace(
        position, cut, tuple(worst[standing[BLACK].winner]), races[standing[BLACK].winner], exact,
        {first: standing[first].winner for first in standing}, dict(standing), moves, word, assumed,
        _reason(races[standing[BLACK].winner], standing, exact),
    )


def _check_lost(worst: dict[Color, list[RegionGame]]) -> None:
    """Raises RaceError if both blocks may come to be safe: then none need be taken."""
    safe = [
        color for color in (BLACK, WHITE)
        if any(game.found.game.value.left_stop * int(color) >= ENDLESS
               or game.found.game.value.right_stop * int(color) >= ENDLESS
               for game in worst[color.opponent] if game.found.game.defender is color)
    ]
    if len(safe) == 2:
        raise RaceError("both blocks may come to be safe: this is no race")


def _first_moves(games: Sequence[RegionGame], race: Race, first: Color) -> tuple[int, ...]:
    """The points of the moves that win."""
    points = [_point(games, race, move) for move in race.winning_moves(first)]
    return tuple(dict.fromkeys(point for point in points if point is not None))


def _point(games: Sequence[RegionGame], race: Race, move: RaceMove) -> int | None:
    before, game = race.spots[move.region], games[move.region].found
    if before.node is not None and move.spot.node is not None:
        return game.moves.get((before.node, move.spot.node))
    return game.fill if before.node == 0 else None


def _reason(race: Race, standing: dict[Color, Standing], exact: bool) -> str:
    def said(first: Color) -> str:
        won = standing[first]
        lead = "safe" if won.lead >= ENDLESS // 2 else f"{won.lead} ahead"
        return f"{first.word.capitalize()} first: {won.winner.word.capitalize()} wins, {lead}"

    black, white = race.adjustment(BLACK), race.adjustment(WHITE)
    sides = ", ".join(
        f"{color.word.capitalize()} " + " + ".join(
            _counted(spot.value, color) for spot in race.spots if spot.game.defender is color
        ) for color in (BLACK, WHITE)
    )
    sides += "" if exact else " at least for the winner"
    return f"{sides}; rounded {black} with Black first, {white} with White first; {said(BLACK)}, {said(WHITE)}"


def _counted(value: Value, color: Color) -> str:
    if value.number is not None:
        return "no end of liberties" if abs(value.number) >= ENDLESS else str(abs(value.number))
    stops = sorted((value.left_stop * int(color), value.right_stop * int(color)))
    low, high = ("safe" if stop >= ENDLESS else str(stop) for stop in stops)
    return f"{low} to {high}"


@dataclass(frozen=True)
class _Counted:
    """A race with shared liberties, in which nothing is left to do but to fill."""

    position: Position
    cut: Split
    games: Sequence[RegionGame]

    def race(self, word: Evidence, assumed: tuple[int, ...]) -> BoardRace:
        counts = {color: self._count(color) for color in (BLACK, WHITE)}
        black, white, shared = counts[BLACK], counts[WHITE], self.cut.shared
        won = {first: winner(black, white, shared, first) for first in (BLACK, WHITE)}
        moves = {first: self._moves(counts, won, first) for first in (BLACK, WHITE)}
        return BoardRace(
            self.position, self.cut, tuple(self.games), None, True, won, {BLACK: None, WHITE: None}, moves,
            word, assumed, explained(black, white, shared),
        )

    def _count(self, color: Color) -> Count:
        outside, eye, inside = 0, 0, 0
        for game in self.games:
            value, part = game.found.game.value, game.region.part
            if game.found.game.defender is not color or part is None:
                continue
            if value.number is None:
                raise RaceError("there are shared liberties, and more to do than to fill: that is not covered")
            if part.enclosed and not part.own:
                if eye or abs(value.number) >= ENDLESS:
                    raise RaceError(f"{color.word.capitalize()} has two eyes: this is no race")
                eye, inside = len(game.region.points), part.opp.bit_count()
            elif game.last:
                raise RaceError("there are shared liberties, and an approach that the last move saves: not covered")
            else:
                outside += abs(int(value.number))
        atari = len(self.position.liberties_at(self.cut.block(color)[0])) == 1
        return Count(color, outside, eye, inside, atari)

    def _moves(self, counts: dict[Color, Count], won: dict[Color, Color | None], first: Color) -> tuple[int, ...]:
        """The fillings outside, then in the eye, then of shared liberties, after which the other fares no better."""
        if won[BLACK] is won[WHITE]:
            return ()
        other = counts[first.opponent]
        found = []
        theirs = [
            game for game in self.games
            if game.found.game.defender is other.color and game.found.fill is not None
        ]
        for game in sorted(theirs, key=lambda game: game.region.eye):
            part = game.region.part
            assert part is not None
            assert game.found.fill is not None
            if game.region.eye:
                after = Count(other.color, other.outside, other.eye, other.inside + 1)
            else:
                after = Count(other.color, other.outside - 1, other.eye, other.inside)
            if self._keeps({**counts, other.color: after}, self.cut.shared, won[first], first):
                found += [game.found.fill]
        if self._keeps(counts, self.cut.shared - 1, won[first], first):
            found += [point for region in self.cut.regions if region.defender is None for point in region.points]
        return tuple(found)

    def _keeps(self, counts: dict[Color, Count], shared: int, wanted: Color | None, first: Color) -> bool:
        return winner(counts[BLACK], counts[WHITE], shared, first.opponent) is wanted


__all__ = ["BoardRace", "RegionGame", "board_race"]
