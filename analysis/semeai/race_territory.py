"""Territory that depends on a capturing race: the territory of a region if its defender wins the race, and if not.

Each region has three games, named as in the source. Glc counts its liberties (`LibertyGame`); the sum of these decides
the race. Gwin is its territory if the defender wins, Glose if the defender loses. If the defender loses, the whole
region is the attacker's, and all stones that the defender plays there are captured; but the attacker must fill as many
points of it as there are liberties, so that

    Cool(Glose, 1) = BaseValue + Cool(Glc, 2)

where BaseValue is the region's territory if capturing the block took no moves. Gwin does not follow from the liberties:
it is given. The loser's moves that gain territory and do not turn the race are *semedori*: the winner must
spend moves on the capture.

All values are in points, Black positive, by territory scoring. Uncooled, the leaves of Glose are the base value and the
liberties that are left, less Black's moves there, plus White's: the attacker has filled own points, and the defender's
stones are captured.

Source: Nakamura, Evaluating Territories of Go Positions with Capturing Races.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from ..board import WHITE, Color
from ..values.games.arithmetic_budget import ArithmeticBudget
from ..values.games.forms import ZERO, Value, followers, game
from ..values.games.outcome import black_incentives, white_incentives
from ..values.thermography.cooling import chill, cool
from ..values.thermography.thermograph import GameKind, kind, mean, temperature
from .liberty_game import LibertyGame, RaceError
from .race_sum import Race, RaceLine, RaceMove, RaceOutcome, RegionPosition


def lost_territory(liberties: Value, base_value: Fraction = Fraction(0)) -> Value:
    """Return Glose for a region with these liberties: its territory if its defender loses the race, in points."""
    lost: dict[Value, Value] = {}
    for position in followers(liberties):
        if position.number is not None:
            lost[position] = position
        else:
            lost[position] = game(
                [lost[option] - 1 for option in position.left], [lost[option] + 1 for option in position.right]
            )
    return lost[liberties] + base_value


@dataclass(frozen=True)
class RegionTerritory:
    """The territory of one region.

    liberties  -- LibertyGame, the region's Glc
    base_value -- points if the defender is dead and nothing need be filled; None if unknown: then Glose counts from 0
    gwin       -- the territory if the defender wins, in points; None if unknown
    """

    liberties: LibertyGame
    base_value: Fraction | None = None
    gwin: Value | None = None

    @cached_property
    def glose(self) -> Value:
        """The territory if the defender loses; relative to the base value where that is unknown."""
        return lost_territory(self.liberties.value, self.base_value or Fraction(0))

    def lost_at(self, spot: RegionPosition) -> Value:
        """Return Glose at a position of the region in the race, with the moves played there so far."""
        return lost_territory(spot.value, (self.base_value or Fraction(0)) + spot.moved)

    def if_wins(self, winner: Color) -> Value | None:
        """Return the territory if `winner` wins the race; None if unknown."""
        return self.gwin if winner is self.liberties.defender else self.glose


@dataclass(frozen=True)
class Semedori:
    """Semedori in a region: the loser's moves that gain territory and do not change who wins the race.

    player     -- the loser, who is to move
    region     -- the index of the region
    count      -- the mean value of its territory, in points
    miai_value -- the gain of a move, in points
    kind       -- sente of either player, gote, ...
    """

    player: Color
    region: int
    count: Fraction
    miai_value: Fraction
    kind: GameKind


class Ending(NamedTuple):
    """One way in which the last open region is played out.

    region    -- the index of the region
    players   -- who moves there, in turn, as "WB": White first, and Black next, however many moves are made elsewhere
    territory -- the points of all regions and blocks then
    """

    region: int
    players: str
    territory: Fraction


MOST_ENDINGS = 8
"""Regions that can be played out in more ways are not listed."""


@dataclass(frozen=True)
class Territory:
    """The territory of all regions of a race.

    regions -- tuple of RegionTerritory
    body    -- points of the blocks themselves if Black wins, and if White wins
    """

    regions: tuple[RegionTerritory, ...]
    body: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))

    @property
    def base_value(self) -> Fraction | None:
        """The sum of all base values; None if one is unknown."""
        known = [region.base_value for region in self.regions if region.base_value is not None]
        return sum(known, Fraction(0)) if len(known) == len(self.regions) else None

    @property
    def glose(self) -> Value:
        """The sum of all Glose cooled by 1: the base values and the total of the race."""
        return _chilled_total(region.glose for region in self.regions)

    @property
    def gwin(self) -> Value | None:
        """The sum of all Gwin cooled by 1; None if one is unknown."""
        return _if_all_known([region.gwin for region in self.regions])

    def if_wins(self, winner: Color) -> Value | None:
        """Return all territory if `winner` wins the race, cooled by 1, with the blocks; None if a part is unknown."""
        whole = _if_all_known([region.if_wins(winner) for region in self.regions])
        return None if whole is None else whole + self.body[winner is WHITE]

    def hottest_first(self, winner: Color) -> list[int]:
        """Return the regions where a move gains territory if `winner` wins, in the order in which to play in them.

        By temperature; of equally hot regions, first those in which both players' moves gain more.
        """
        hot = [index for index, region in enumerate(self.regions) if _gains(region.if_wins(winner))]
        games = {index: game for index in hot if (game := self.regions[index].if_wins(winner)) is not None}

        def rank(index: int) -> tuple[Fraction, int]:
            preferred = sum(is_hotter(games[index], games[other]) for other in hot if other != index)
            return -temperature(games[index]), -preferred

        return sorted(hot, key=rank)

    def final(self, line: RaceLine) -> Fraction | None:
        """Return the territory at the end of a line: Glose of the loser's regions, and Gwin of the winner's.

        None where Gwin is no number or moves have been made in the winner's region, and where a base value is unknown.
        """
        found = self._standing(line.race, line.outcome.winner)
        return None if found is None or found[1] else found[0]

    def endings(self, race: Race, winner: Color) -> list[Ending]:
        """Return the territory by who plays on in the only region of a decided race where moves still gain territory.

        An empty list if there is no such region or more than one, and where a part is unknown.
        """
        found = self._standing(race, winner)
        if found is None or len(found[1]) != 1:
            return []
        points, [(region, value)] = found
        endings: list[Ending] = []
        open_routes = [("", value)]
        while open_routes and len(open_routes) + len(endings) <= MOST_ENDINGS:
            players, after = open_routes.pop(0)
            if after.number is not None:
                endings.append(Ending(region, players, points + after.number))
            else:
                open_routes += [(players + "B", after.left[0]), (players + "W", after.right[0])]
        return [] if open_routes else endings

    def _standing(self, race: Race, winner: Color) -> tuple[Fraction, list[tuple[int, Value]]] | None:
        """Return the territory that is settled, and the regions whose territory is not, with it; None if unknown."""
        points, unsettled = self.body[winner is WHITE], []
        for index, (region, spot) in enumerate(zip(self.regions, race.regions, strict=True)):
            now = region.gwin if region.liberties.defender is winner and spot.node == 0 else None
            if region.liberties.defender is not winner and region.base_value is not None:
                now = region.lost_at(spot)
            if now is None:
                return None
            if now.number is None:
                unsettled.append((index, now))
            else:
                points += now.number
        return points, unsettled

    def semedori(self, race: Race, loser: Color) -> list[Semedori]:
        """Return the moves of the loser, who is to move, that gain territory and do not turn the race; the largest
        first.

        Considered are the loser's regions, with Glose at their positions, and the winner's with Gwin, if it is known
        and nothing has been played there. Raises ValueError if the player to move does not lose.
        """
        if race.outcome(loser).winner is loser:
            raise ValueError(f"{loser.word} wins the race moving first: these moves are of the loser")
        found = []
        for index, (region, spot) in enumerate(zip(self.regions, race.regions, strict=True)):
            if region.liberties.defender is loser:
                territory = region.lost_at(spot)
            elif region.gwin is not None and spot.node == 0:
                territory = region.gwin
            else:
                continue
            if _gains(territory):
                found.append(Semedori(loser, index, mean(territory), temperature(territory), kind(territory)))
        return sorted(found, key=lambda move: -move.miai_value)


def is_hotter(first: Value, second: Value) -> bool:
    """Whether both players prefer to move in the first game: it is hotter; or, of equally hot games cooled by their
    temperature, for each move in the second some move in the first gains more.
    """
    t, other = temperature(first), temperature(second)
    if t != other:
        return t > other
    if t < 0:
        return False
    frozen = cool(first, t), cool(second, t)
    return all(
        all(any(ours > theirs for ours in gains(frozen[0])) for theirs in gains(frozen[1]))
        for gains in (black_incentives, white_incentives)
    )


def race_after(race: Race, first: Color) -> tuple[Race, RaceMove | None, RaceOutcome]:
    """Return the race with the loser to move if `first` moves first: as it is, or after the winner's best move.

    Also that move, if one was made, and the result of the race.
    """
    standing = race.outcome(first)
    if standing.winner is not first:
        return race, None, standing
    move = race.moves(first)[0]
    return race.play(move), move, standing


def _gains(territory: Value | None) -> bool:
    return territory is not None and temperature(territory) > 0


def _if_all_known(games: Sequence[Value | None]) -> Value | None:
    known = [game for game in games if game is not None]
    return _chilled_total(known) if len(known) == len(games) else None


def _chilled_total(games: Iterable[Value]) -> Value:
    work, whole = ArithmeticBudget(), ZERO
    try:
        for game_ in games:
            whole = work.add(whole, chill(game_))
    except ValueError as error:
        raise RaceError(str(error)) from None
    return whole
