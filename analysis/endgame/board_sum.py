"""The endgame of a whole board: the sum of its local games, and the points that are already settled.

The result when both sides play best is exact if every region was counted and no ko matters; otherwise it is bounded,
for the regions that were counted. Black is positive, komi is left out.

Territory counts surrounded points, dead stones twice, and prisoners, those taken before included; area counts stones
and surrounded points, so that each move in a region is itself worth a point.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from ..board import Color, Position, Scoring
from ..region import local_tree
from ..status import Evidence
from ..values import GameKind, Value, overheat, solve_sum, stop_bounds
from .board_games import LocalGame, LocalGames

MAX_SUM_POSITIONS = 20_000
"""The budget of the exact search for the best move in a sum."""


@dataclass(frozen=True)
class LocalMove:
    """A move in a local game.

    point  -- of the board
    game   -- the local game
    reason -- why it is worth playing, in one line
    """

    point: int
    game: LocalGame
    reason: str


@dataclass(frozen=True)
class BoardSum:
    """A board as the sum of its local games.

    Public attributes:
      scoring  -- TERRITORY or AREA
      settled  -- the settled points, Black's less White's
      games    -- the local games that are exact provided that the walls live, the hottest first
      complete -- whether every region is counted exactly
      proved   -- whether all walls stand whatever is played, those of settled regions and of `games`
      uncounted -- the number of regions that were not counted; they are in neither `settled` nor the games
      assumed  -- the first points of the chains on whose life `settled` and `games` depend, ascending
    """

    scoring: Scoring
    settled: int
    games: tuple[LocalGame, ...]
    complete: bool
    proved: bool = False
    uncounted: int = 0
    assumed: tuple[int, ...] = ()

    @cached_property
    def low(self) -> tuple[Value, ...]:
        """The lower bounds of `games` by that scoring, under any ko threats; their values where no ko matters."""
        return tuple(low for low, _ in self._values)

    @cached_property
    def high(self) -> tuple[Value, ...]:
        """The upper bounds of `games`."""
        return tuple(high for _, high in self._values)

    @cached_property
    def _values(self) -> tuple[tuple[Value, Value], ...]:
        return tuple(_bounds(game, self.scoring) for game in self.games)

    @property
    def count(self) -> Fraction:
        """The mean value of what is counted; by area too, the count of each game by territory is added."""
        return self.settled + sum((game.count for game in self.games), Fraction(0))

    def bounds(self, player: Color) -> tuple[Fraction, Fraction]:
        """Return the least and the greatest result when the player begins and both sides play best."""
        if self.low == self.high:
            found = solve_sum(self.low, player, MAX_SUM_POSITIONS)
            return self.settled + found.low, self.settled + found.high
        return self.settled + stop_bounds(self.low, player)[0], self.settled + stop_bounds(self.high, player)[1]

    def result(self, player: Color) -> Fraction | None:
        """Return the result when the player begins and both sides play best; None if it is not known exactly."""
        low, high = self.bounds(player)
        return low if self.complete and low == high else None

    def best(self, player: Color) -> tuple[LocalMove, ...]:
        """Return the moves worth making, the best first; none where nobody need play.

        Where every region is counted exactly and no ko matters, first the moves that are best in the sum, the hotter
        first. Then the best moves of every game, the hottest first; of equally hot games first the player's sente, then
        gote, then the opponent's sente, then kos.
        """
        found: dict[int, LocalMove] = {}
        if self.complete and self.low == self.high:
            best = solve_sum(self.low, player, MAX_SUM_POSITIONS)
            for move in best.moves if best.score is not None else ():
                game = self.games[move.component]
                for point in () if move.dominated else _points(game, player, move.option, self.scoring):
                    found.setdefault(point, LocalMove(point, game, "best in the sum of all places"))
        own, other = (GameKind.BLACK_SENTE, GameKind.WHITE_SENTE)[:: int(player)]
        rank = {own.value: 0, other.value: 2, "ko": 3}
        games = sorted(self.games, key=lambda game: (-game.temperature, rank.get(game.kind, 1)))
        for game in games:
            for point in game.moves(player):
                found.setdefault(point, LocalMove(point, game, f"miai value {game.temperature}, {game.kind}"))
        return tuple(found.values())


def sum_board(position: Position, games: LocalGames, scoring: Scoring = Scoring.TERRITORY) -> BoardSum:
    """Return a board as the sum of its local games."""
    settled = _area(position, games) if scoring is Scoring.AREA else _territory(position, games)
    regions = [*games.settled, *(game.region for game in games.games)]
    proved = all(region.evidence is Evidence.PROVED for region in regions)
    assumed = tuple(sorted({point for region in regions for point in region.assumed}))
    return BoardSum(scoring, settled, games.games, not games.unvalued, proved, len(games.unvalued), assumed)


def _bounds(game: LocalGame, scoring: Scoring) -> tuple[Value, Value]:
    """Return the least and the greatest value of a game by that scoring, under any ko threats."""
    if scoring is Scoring.TERRITORY:
        return game.bounds
    if game.name == "corridor":  # the closed form is by territory; by area each move gains a point, and stones count
        stones = int(game.region.board.stones[list(game.points)].sum())
        value = overheat(game.bounds[0], 1, 1) + stones
        return value, value
    return local_tree(*game.region.search_region(), scoring).bounds()


def _points(game: LocalGame, player: Color, option: Value, scoring: Scoring) -> tuple[int, ...]:
    """Return the player's moves in a game that leave the value `option`; if none does, because it comes after an
    answer only, the player's best moves."""
    if game.name == "corridor":
        return game.moves(player)
    region, state = game.region.search_region()
    tree = local_tree(region, state, scoring)
    made = [region.vertices[k] for k, left in tree.moves(player).items() if tree.bounds(left) == (option, option)]
    return tuple(made) or game.moves(player)


def _territory(position: Position, games: LocalGames) -> int:
    """Return the settled points by territory: settled regions, prisoners taken before."""
    prisoners = position.captures[0] - position.captures[1]
    return prisoners + sum(region.territory() for region in games.settled)


def _area(position: Position, games: LocalGames) -> int:
    """Return the settled points by area: walls and settled regions."""
    owner = position.stones.astype(np.int64)
    for game in games.games:
        owner[list(game.points)] = 0
    for unvalued in games.unvalued:
        owner[list(unvalued.points)] = 0
    for region in games.settled:
        owner[list(region.points)] = int(region.owner or 0)
    return int(owner.sum())


__all__ = ["BoardSum", "LocalMove", "sum_board"]
