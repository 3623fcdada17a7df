"""Territory that hangs on a capturing race: what a region is worth if its defender wins the race, and if he loses.

Of each region there are three games. Glc counts its liberties (`LibertyGame`) and, added up, decides the race. Gwin is
its territory if the defender wins, Glose if he loses. If he loses, the whole region is the attacker's, and whatever the
defender plays there is captured; but the attacker must fill as many points of it as there are liberties, so that

    Cool(Glose, 1) = BaseValue + Cool(Glc, 2)

where BaseValue is the region's territory if it took no moves to take the block. Gwin does not follow from the
liberties: it is given. The loser's moves that gain territory and do not turn the race are *semedori*.

All values are in points, Black positive, by territory scoring. Uncooled, the ends of Glose are the base value and the
liberties that are left, less Black's moves there, more White's: the attacker has filled points of his own, and the
defender's stones are captured.

Source: Nakamura, Evaluating Territories of Go Positions with Capturing Races.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ..board import WHITE, Color
from ..values.games.forms import ZERO, Value, followers, game
from ..values.games.notation_budget import Work
from ..values.games.outcome import black_incentives, white_incentives
from ..values.thermography.cooling import chill, cool
from ..values.thermography.thermograph import Kind, kind, mean, temperature
from .liberty_game import LibertyGame, RaceError
from .race_sum import Line, Race, RaceMove, Spot, Standing


def lost_territory(liberties: Value, base_value: Fraction = Fraction(0)) -> Value:
    """Glose of a region whose liberties are this game: its territory if its defender loses the race, in points."""
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
    base_value -- points if the defender is dead and nothing need be filled; None if not known: Glose counts from there
    gwin       -- the territory if the defender wins, in points; None if not known
    """

    liberties: LibertyGame
    base_value: Fraction | None = None
    gwin: Value | None = None

    @cached_property
    def glose(self) -> Value:
        """The territory if the defender loses; above the base value where that is not known."""
        return lost_territory(self.liberties.value, self.base_value or Fraction(0))

    def lost_at(self, spot: Spot) -> Value:
        """Glose where the region stands at a spot of the race, with what has been played there."""
        return lost_territory(spot.value, (self.base_value or Fraction(0)) + spot.moved)

    def if_wins(self, winner: Color) -> Value | None:
        """The territory if `winner` wins the race; None if not known."""
        return self.gwin if winner is self.liberties.defender else self.glose


@dataclass(frozen=True)
class Semedori:
    """Moves in a region that gain territory and leave the race as it is.

    player     -- the loser, who is to move
    region     -- its index
    count      -- what its territory is worth there, in points
    miai_value -- what a move there gains, in points
    kind       -- whose sente, or gote
    """

    player: Color
    region: int
    count: Fraction
    miai_value: Fraction
    kind: Kind


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
        """The sum of all base values; None if one is not known."""
        known = [region.base_value for region in self.regions if region.base_value is not None]
        return sum(known, Fraction(0)) if len(known) == len(self.regions) else None

    @property
    def glose(self) -> Value:
        """The sum of all Glose cooled by 1: the base values and the total of the race."""
        return _chilled_total(region.glose for region in self.regions)

    @property
    def gwin(self) -> Value | None:
        """The sum of all Gwin cooled by 1; None if one is not known."""
        return _if_all_known([region.gwin for region in self.regions])

    def if_wins(self, winner: Color) -> Value | None:
        """All territory if `winner` wins the race, cooled by 1, with the blocks; None if a part is not known."""
        whole = _if_all_known([region.if_wins(winner) for region in self.regions])
        return None if whole is None else whole + self.body[winner is WHITE]

    def hottest_first(self, winner: Color) -> list[int]:
        """The regions where a move gains territory if `winner` wins, that to be played in first before the others.

        By temperature; at the same one, a region comes before those in which both players' moves gain less.
        """
        hot = [index for index, region in enumerate(self.regions) if _gains(region.if_wins(winner))]
        games = {index: game for index in hot if (game := self.regions[index].if_wins(winner)) is not None}

        def rank(index: int) -> tuple[Fraction, int]:
            preferred = sum(is_hotter(games[index], games[other]) for other in hot if other != index)
            return -temperature(games[index]), -preferred

        return sorted(hot, key=rank)

    def final(self, line: Line) -> Fraction | None:
        """The territory at the end of a line if its winner wins: what the loser's regions have come to.

        The winner's regions count with Gwin, where it is a number and nothing has been played there; None else, and
        where a base value is not known.
        """
        winner = line.standing.winner
        points = self.body[winner is WHITE]
        for region, spot in zip(self.regions, line.race.spots, strict=True):
            at_end = region.gwin if region.liberties.defender is winner and spot.node == 0 else None
            if region.liberties.defender is not winner and region.base_value is not None:
                at_end = region.lost_at(spot)
            if at_end is None or at_end.number is None:
                return None
            points += at_end.number
        return points

    def semedori(self, race: Race, loser: Color) -> list[Semedori]:
        """The loser's moves, his turn, that gain territory and do not turn the race; the largest first.

        Looked at are regions hot in the race, with Glose as it is at their spots, and the winner's with Gwin, if there
        is one, as long as nothing has been played there. Raises ValueError if the player to move does not lose.
        """
        if race.standing(loser).winner is loser:
            raise ValueError(f"{loser.word} wins the race moving first: these moves are of the loser")
        found = []
        for index, (region, spot) in enumerate(zip(self.regions, race.spots, strict=True)):
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
    """Whether both players rather move in the first game: it has the higher temperature or, at the same one, whatever
    a move in the second gains when both are cooled to it, some move in the first gains more.
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


def race_after(race: Race, first: Color) -> tuple[Race, RaceMove | None, Standing]:
    """The race with the loser to move if `first` moves first: after the winner's best move, or at once.

    Also that move, if one was made, and the standing.
    """
    standing = race.standing(first)
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
    work, whole = Work(), ZERO
    try:
        for game_ in games:
            whole = work.add(whole, chill(game_))
    except ValueError as error:
        raise RaceError(str(error)) from None
    return whole
