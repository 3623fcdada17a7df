"""The endgame of a whole board: its local games as a sum, with the points that nothing changes any more.

The score of the sum when both play well is exact if every place was counted and no ko matters; else it is told between
bounds, for the places that were counted. Black is positive, komi is left out.

Territory counts surrounded points, dead stones twice, and prisoners, those of the moves before included; area counts
stones and surrounded points, where each move in a place is itself worth a point.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from ..board import EMPTY, Color, Position, Scoring
from ..region import local_tree
from ..values import Kind, Value, optimal, overheat, stop_bounds
from .board_games import LocalGame, LocalGames

POSITIONS = 20_000
"""Of sums, looked at to find the best move exactly."""


@dataclass(frozen=True)
class LocalMove:
    """A move in a local game.

    point  -- where
    game   -- in which
    reason -- why there, in one line
    """

    point: int
    game: LocalGame
    reason: str


@dataclass(frozen=True)
class BoardSum:
    """A board counted.

    Public attributes:
      scoring  -- how
      settled  -- the points that nothing changes, Black's less White's
      games    -- the local games that are counted exactly, the walls taken for alive, the hottest first
      estimated -- the other games, the hottest first
      complete -- whether every place is counted, exactly
    """

    scoring: Scoring
    settled: int
    games: tuple[LocalGame, ...]
    estimated: tuple[LocalGame, ...]
    complete: bool

    @cached_property
    def low(self) -> tuple[Value, ...]:
        """What each of the games that are counted exactly is worth by that scoring at least, whoever has ko threats."""
        return tuple(low for low, _ in self._values)

    @cached_property
    def high(self) -> tuple[Value, ...]:
        """What they are worth at most."""
        return tuple(high for _, high in self._values)

    @cached_property
    def _values(self) -> tuple[tuple[Value, Value], ...]:
        return tuple(_bounds(game, self.scoring) for game in self.games)

    @property
    def count(self) -> Fraction:
        """What the board is worth on average; by area, each place by its count all the same."""
        return self.settled + sum((game.count for game in (*self.games, *self.estimated)), Fraction(0))

    def bounds(self, player: Color) -> tuple[Fraction, Fraction]:
        """The result when the player begins and both play well: at least, at most."""
        if self.low == self.high:
            found = optimal(self.low, player, POSITIONS)
            return self.settled + found.low, self.settled + found.high
        return self.settled + stop_bounds(self.low, player)[0], self.settled + stop_bounds(self.high, player)[1]

    def result(self, player: Color) -> Fraction | None:
        """The result when the player begins and both play well; None if it is not known exactly."""
        low, high = self.bounds(player)
        return low if self.complete and low == high else None

    def best(self, player: Color) -> tuple[LocalMove, ...]:
        """The moves worth making, the best first; none where nobody need play.

        Where all is counted and no ko matters, those that are best in the sum of all places, exactly, the hotter first.
        Then a move in every place, the hottest first; of equally hot ones first what is sente for the player, and last
        what the other would play in sente, and kos.
        """
        found: dict[int, LocalMove] = {}
        if self.complete and self.low == self.high:
            best = optimal(self.low, player, POSITIONS)
            for move in best.moves if best.score is not None else ():
                game = self.games[move.component]
                for point in () if move.dominated else _points(game, player, move.option, self.scoring):
                    found.setdefault(point, LocalMove(point, game, "best in the sum of all places"))
        own, other = (Kind.BLACK_SENTE, Kind.WHITE_SENTE)[:: int(player)]
        rank = {own.value: 0, other.value: 2, "ko": 3}
        games = sorted((*self.games, *self.estimated), key=lambda game: (-game.temperature, rank.get(game.kind, 1)))
        for game in games:
            for point in game.moves(player):
                found.setdefault(point, LocalMove(point, game, f"miai value {game.temperature}, {game.kind}"))
        return tuple(found.values())


def sum_board(position: Position, games: LocalGames, scoring: Scoring = Scoring.TERRITORY) -> BoardSum:
    """Count a board by its local games."""
    settled = _area(position, games) if scoring is Scoring.AREA else _territory(position, games)
    exact = tuple(game for game in games.games if game.exact)
    estimated = tuple(game for game in games.games if not game.exact)
    return BoardSum(scoring, settled, exact, estimated, not games.open and not estimated)


def _bounds(game: LocalGame, scoring: Scoring) -> tuple[Value, Value]:
    """What a game is worth at least and at most, whoever has ko threats."""
    if scoring is Scoring.TERRITORY:
        return game.bounds
    if game.name == "corridor":  # its numbers are those of enclosed territory
        stones = int(game.place.board.stones[list(game.points)].sum())
        value = overheat(game.bounds[0], 1, 1) + stones
        return value, value
    return local_tree(*game.place.arena(), scoring).bounds()


def _points(game: LocalGame, player: Color, option: Value, scoring: Scoring) -> tuple[int, ...]:
    """The points of the player's moves that leave that value; where it comes only after an answer, his best moves."""
    if game.name == "corridor":
        return game.moves(player)
    region, state = game.place.arena()
    tree = local_tree(region, state, scoring)
    made = [region.vertices[k] for k, left in tree.moves(player).items() if tree.bounds(left) == (option, option)]
    return tuple(made) or game.moves(player)


def _territory(position: Position, games: LocalGames) -> int:
    """The points that nothing changes: those of settled places, and the prisoners of the moves before."""
    inside = games.inside
    worth = np.where(position.stones == EMPTY, 1, 2) * (position.stones != inside)
    taken = position.captures[0] - position.captures[1]
    return taken + int((inside * worth).sum()) + sum(place.surrounded() for place in games.settled)


def _area(position: Position, games: LocalGames) -> int:
    """The same by area: the walls, settled places and what lies beyond the others."""
    owner = position.stones.astype(np.int64)
    for game in games.games:
        owner[list(game.points)] = 0
    for part in games.open:
        owner[list(part.points)] = 0
    for place in games.settled:
        owner[list(place.points)] = int(place.owner or 0)
    return int(np.where(games.inside != 0, games.inside, owner).sum())


__all__ = ["BoardSum", "LocalMove", "sum_board"]
