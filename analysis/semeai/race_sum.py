"""Capturing races: sums of liberty counting games, and who wins them.

A race is a sum of regions, each with liberties of one side's essential block. The players move in turn; the player who
fills all liberties of the opponent wins. The games cooled by 2 are added up; the player to move rounds the total in
favour and keeps the move; the sign of that whole number decides, and at 0 the player to move wins.

The lead, in moves, is counted as in the source: with the loser to move it is the difference in liberties, with the
winner to move one more. It is the number of additional liberties with which the loser would win.

Sources: Nakamura, Evaluating Territories of Go Positions with Capturing Races, as corrected for totals that stay hot
(see `analysis.values.adjustment`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ..board import BLACK, WHITE, Color
from ..values.games.arithmetic_budget import ArithmeticBudget
from ..values.games.forms import ZERO, Value, number
from ..values.sum_play.strategies import adjustment
from ..values.thermography.cooling import cool
from ..values.thermography.thermograph import temperature
from .liberty_game import COOLED_BY, LibertyGame, RaceError


@dataclass(frozen=True)
class RaceOutcome:
    """The result of a race: who wins, and the lead in moves, at least 1."""

    winner: Color
    lead: int

    def lead_of(self, player: Color) -> int:
        """Return the lead, below 0 for the loser."""
        return self.lead if player is self.winner else -self.lead


@dataclass(frozen=True)
class RegionPosition:
    """The position of a region in the course of a race.

    game  -- LibertyGame of the region
    node  -- the node of the game's tree; None where liberties of a leaf have been filled since
    value -- its value, in liberties
    moved -- White's moves in the region so far less Black's
    """

    game: LibertyGame
    node: int | None
    value: Value
    moved: int = 0

    @property
    def hot(self) -> bool:
        """Whether a move here gains more than filling a liberty."""
        return self.value.number is None

    @property
    def cooled(self) -> Value:
        return cool(self.value, COOLED_BY)

    def moves(self, player: Color) -> Iterator[RegionPosition]:
        """Yield every position that the player can move to; of plain liberties, the attacker fills one."""
        node = None if self.node is None else self.game.tree.nodes[self.node]
        if node is not None and not node.leaf:
            for child in node.black if player is BLACK else node.white:
                yield RegionPosition(self.game, child, self.game.values[child], self.moved - int(player))
        elif player is not self.game.defender and self.value is not ZERO:
            yield RegionPosition(self.game, None, self.value - int(self.game.defender), self.moved - int(player))


@dataclass(frozen=True)
class RaceMove:
    """A move in a race.

    player   -- who makes it
    region   -- the index of the region
    after    -- RegionPosition after it; its `node` identifies the move in the region
    hot      -- whether a move in the region gained more than filling a liberty
    outcome  -- RaceOutcome after it, the opponent to move
    """

    player: Color
    region: int
    after: RegionPosition
    hot: bool
    outcome: RaceOutcome

    @property
    def wins(self) -> bool:
        return self.outcome.winner is self.player

    @property
    def lead(self) -> int:
        """The player's lead after the move, below 0 if behind."""
        return self.outcome.lead_of(self.player)


@dataclass(frozen=True)
class Race:
    """A race at some point of its course: the position of each region. Made by `Race.of` and by `play`.

    Its methods raise RaceError where the total takes too long to compute.
    """

    regions: tuple[RegionPosition, ...]

    @classmethod
    def of(cls, games: Iterable[LibertyGame]) -> Race:
        """Return the race with these regions. Raises RaceError unless each side has one."""
        regions = tuple(games)
        for color, example in ((BLACK, "7"), (WHITE, "-7")):
            if not any(region.defender is color for region in regions):
                raise RaceError(f"{color.word.capitalize()} has no liberties: expected a region such as {example}")
        return cls(tuple(RegionPosition(region, 0, region.value) for region in regions))

    @cached_property
    def total(self) -> Value:
        """The sum of all regions cooled by 2."""
        return _total([spot.cooled for spot in self.regions])

    @property
    def over(self) -> bool:
        """Whether only filling moves are left, or one side has no liberties left."""
        if not any(spot.hot for spot in self.regions):
            return True
        return any(all(spot.value is ZERO for spot in self.regions if spot.game.defender is side) for side in Color)

    def liberties(self, side: Color) -> int:
        """Return the liberties of a side; those of a hot region are counted with the opponent moving there first."""
        values = [spot.value for spot in self.regions if spot.game.defender is side]
        return int(sum(value.right_stop if side is BLACK else -value.left_stop for value in values))

    def adjustment(self, first: Color) -> int:
        """Return the total as rounded by the player who moves first, who then still has the move; Black positive."""
        return adjustment(self.total, first)

    def outcome(self, first: Color) -> RaceOutcome:
        """Return the winner and the lead if `first` moves first."""
        return _standing([spot.cooled for spot in self.regions], first)

    def moves(self, player: Color) -> list[RaceMove]:
        """Return every move of the player, the best first: by the lead, then hot regions before filling moves."""
        found = []
        for region, spot in enumerate(self.regions):
            outcomes: dict[Value, RaceOutcome] = {}
            for after in spot.moves(player):
                if after.value not in outcomes:
                    outcomes[after.value] = self._standing_after(region, after, player)
                found.append(RaceMove(player, region, after, spot.hot, outcomes[after.value]))
        return sorted(found, key=lambda move: (-move.lead, not move.hot, -temperature(self.regions[move.region].value)))

    def best_move(self, player: Color, near: int | None = None) -> RaceMove:
        """Return a move that keeps the player's lead, or the least deficit; in the region `near` if one there does.

        Hot regions are tried first, the hottest before the others. The race must not be over.
        """
        aim = self.outcome(player).lead_of(player)
        order = sorted(range(len(self.regions)), key=lambda i: (i != near, -temperature(self.regions[i].value)))
        found: list[RaceMove] = []
        for hot in (True, False):
            for region in order:
                spot = self.regions[region]
                for after in spot.moves(player) if spot.hot is hot else ():
                    found.append(RaceMove(player, region, after, hot, self._standing_after(region, after, player)))
                    if found[-1].lead >= aim:
                        return found[-1]
        return max(found, key=lambda move: move.lead)

    def _standing_after(self, region: int, after: RegionPosition, player: Color) -> RaceOutcome:
        others = [spot.cooled for index, spot in enumerate(self.regions) if index != region]
        return _standing([*others, after.cooled], player.opponent)

    def winning_moves(self, player: Color) -> list[RaceMove]:
        """Return the moves that win for the player, who moves first; the largest lead first."""
        return [move for move in self.moves(player) if move.wins]

    def play(self, move: RaceMove) -> Race:
        """Return the race after a move."""
        return Race((*self.regions[: move.region], move.after, *self.regions[move.region + 1 :]))


def _standing(cooled: Sequence[Value], first: Color) -> RaceOutcome:
    """Return the result of a race with these cooled regions."""
    whole = sum((value.left_stop for value in cooled), Fraction(0))
    if whole.denominator > 1 and all(value.left_stop == value.right_stop for value in cooled):
        total = number(whole)  # infinitesimals decide at whole numbers only
    else:
        total = _total(cooled)
    rounded = adjustment(total, first)
    winner = first if rounded == 0 else Color(1 if rounded > 0 else -1)
    return RaceOutcome(winner, abs(rounded) + (winner is first))


def _total(cooled: Iterable[Value]) -> Value:
    """Return the sum. To be fast, left stops are added separately, and games that cancel are left out.

    Raises RaceError where that takes too long to compute.
    """
    whole, rests = Fraction(0), dict[Value, int]()
    for value in cooled:
        whole += value.left_stop
        rest = value - value.left_stop
        opposite = -rest
        if rests.get(opposite):
            rests[opposite] -= 1
        else:
            rests[rest] = rests.get(rest, 0) + 1
    work, total = ArithmeticBudget(), ZERO
    try:
        for rest, copies in rests.items():
            for _ in range(copies):
                total = work.add(total, rest)
    except ValueError as error:
        raise RaceError(str(error)) from None
    return total + whole


# -- lines ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RaceLine:
    """A line of play until only plain liberties are left.

    first    -- who moves first
    moves    -- tuple of RaceMove
    race     -- Race at the end
    to_move  -- whose turn it is at the end
    """

    first: Color
    moves: tuple[RaceMove, ...]
    race: Race
    to_move: Color

    @property
    def outcome(self) -> RaceOutcome:
        """The winner and the lead at the end of the line."""
        return self.race.outcome(self.to_move)

    @property
    def tedomari(self) -> Color | None:
        """Who gets tedomari: makes the last move that gains more than filling a liberty."""
        return next((move.player for move in reversed(self.moves) if move.hot), None)


def best_line(race: Race, first: Color, opening: RaceMove | None = None) -> RaceLine:
    """Return best play of both sides after the given first move, or the best one; each keeps the largest lead."""
    moves: list[RaceMove] = []
    player, move = first, opening
    while not race.over or move is not None:
        move = move or race.best_move(player, moves[-1].region if moves else None)
        moves.append(move)
        race, player, move = race.play(move), player.opponent, None
    return RaceLine(first, tuple(moves), race, player)


def other_lines(race: Race, first: Color) -> list[RaceLine]:
    """Return lines for the first player's other moves in hot regions: failures, and wins with a smaller lead.

    One line for each region and each lead, the larger lead first; none if the player loses anyway.
    """
    moves = race.moves(first)
    if not moves[0].wins:
        return []
    seen = set()
    lines = []
    for move in moves:
        key = move.region, move.lead
        if move.hot and move.lead < moves[0].lead and key not in seen:
            seen.add(key)
            lines.append(best_line(race, first, move))
    return lines
