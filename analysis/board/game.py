"""A line of play: positions one after the other, with komi, rules, superko and undo."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

from .color import EMPTY, WHITE, Color
from .grid import PASS, Grid
from .position import IllegalMove, Position
from .rules import Ko, Rules, Scoring
from .scoring import area_score, territory_score


class Move(NamedTuple):
    """A stone of `color` on `point`, or PASS."""

    color: Color
    point: int


class CannotUndo(ValueError):
    """There is no move left to take back."""


class Game:
    """A game in progress; either colour may move at any time. Simple ko holds under every rule, superko on top of it.

    Public attributes, the first two to be set freely:
      komi     -- points for White, finite
      rules    -- Rules, for the moves and the score from now on
      handicap -- number of handicap stones placed
      start    -- the Position before the first move (handicap stones included)
      earlier  -- number of moves before `start`, which cannot be undone: 0 but where stones were set up in mid-game
    """

    def __init__(
        self,
        position: Position | None = None,
        *,
        rules: Rules | None = None,
        komi: float = 7.5,
        size: tuple[int, int] = (19, 19),
        earlier: int = 0,
    ) -> None:
        """A new game from `position`, or from the empty board of `size` = (height, width)."""
        self.komi = komi
        self.rules = rules or Rules()
        self.handicap = 0
        self._begin(position or Position.empty(*size), earlier)

    def _begin(self, start: Position, earlier: int) -> None:
        self.start = start
        self.earlier = earlier
        self._positions = [start]
        self._moves: list[Move] = []
        self._boards: Counter[bytes] = Counter()
        self._situations: Counter[tuple[bytes, Color]] = Counter()
        self._remember(start, 1)

    def _remember(self, position: Position, times: int) -> None:
        board = position.stones.tobytes()
        self._boards[board] += times
        self._situations[board, position.to_move] += times

    @property
    def komi(self) -> float:
        return self._komi

    @komi.setter
    def komi(self, komi: float) -> None:
        if not math.isfinite(komi):
            raise ValueError(f"komi: expected a finite number, got {komi}")
        self._komi = komi

    @property
    def compensation(self) -> float:
        """What White gets in points: komi, and the bonus of a handicap game where the rules give one."""
        return self._komi + self.rules.handicap_bonus.points(self.handicap)

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions, the start first: one more than there are moves."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(self._moves)

    @property
    def last_point(self) -> int:
        """Where the last move was; PASS if it was none, or there was none."""
        return self._moves[-1].point if self._moves else PASS

    @property
    def grid(self) -> Grid:
        return self.start.grid

    @property
    def consecutive_passes(self) -> int:
        """How many of the last moves in a row were passes."""
        count = 0
        for move in reversed(self._moves):
            if move.point != PASS:
                break
            count += 1
        return count

    # -- moves --------------------------------------------------------------------------------------------------

    def play(self, color: Color, point: int) -> None:
        """Play a stone or PASS. Raises IllegalMove (superko included) and leaves the game as it was."""
        after = self.position.play(point, color, self.rules)
        if point != PASS and self._repeats(after):
            raise IllegalMove(self.grid.vertex(point), "superko")
        self._positions.append(after)
        self._moves.append(Move(color, int(point)))
        self._remember(after, 1)

    def give_turn(self, color: Color) -> None:
        """Let `color` be to move in the present position; moves and boards stay. A ko ban falls if the side changes."""
        position = self.position.with_to_move(color)
        self._remember(self._positions.pop(), -1)
        self._positions.append(position)
        self._remember(position, 1)
        self.start = self._positions[0]

    def undo(self) -> Move:
        """Take back the last move and return it. Raises CannotUndo at the start; handicap stones stay."""
        if not self._moves:
            raise CannotUndo("cannot undo")
        self._remember(self._positions.pop(), -1)
        return self._moves.pop()

    def is_legal(self, color: Color, point: int) -> bool:
        """Whether play() would accept the move."""
        try:
            return point == PASS or not self._repeats(self.position.play(point, color, self.rules))
        except IllegalMove:
            return False

    def legal_points(self, color: Color) -> list[int]:
        """The points play() would accept, ascending; PASS is left out."""
        refused = self.forbidden(color)
        return [int(p) for p in self.position.legal_points(color, self.rules) if int(p) not in refused]

    def forbidden(self, color: Color) -> frozenset[int]:
        """The points that only superko refuses to `color`."""
        if self.rules.ko is Ko.SIMPLE:
            return frozenset()
        points = (int(p) for p in self.position.legal_points(color, self.rules))
        return frozenset(p for p in points if self._repeats(self.position.play(p, color, self.rules)))

    def repeats_board(self, color: Color, point: int) -> bool:
        """Whether a legal move brings back any earlier board, whatever the ko rule says of it; never for PASS."""
        if point == PASS:
            return False
        return self._boards[self.position.play(point, color, self.rules).stones.tobytes()] > 0

    def _repeats(self, after: Position) -> bool:
        """Whether `after` is an earlier board in the sense of the superko rule, whatever led to it."""
        if self.rules.ko is Ko.SIMPLE:
            return False
        board = after.stones.tobytes()
        if self.rules.ko is Ko.POSITIONAL:
            return self._boards[board] > 0
        return self._situations[board, after.to_move] > 0

    def at_move(self, number: int) -> Game:
        """A game of its own with the first `number` moves. Raises ValueError outside 0..len(moves)."""
        if not 0 <= number <= len(self._moves):
            raise ValueError(f"move: expected 0 to {len(self._moves)}, got {number}")
        game = Game(self.start, rules=self.rules, komi=self.komi, earlier=self.earlier)
        game.handicap = self.handicap
        for move, position in zip(self._moves[:number], self._positions[1:], strict=False):
            game._positions.append(position)
            game._moves.append(move)
            game._remember(position, 1)
        return game

    def copy(self) -> Game:
        """A game of its own with all moves."""
        return self.at_move(len(self._moves))

    # -- handicap and score -------------------------------------------------------------------------------------

    def place_handicap(self, points: Iterable[int]) -> None:
        """Put Black's handicap stones on a board without stones; White is to move and the stones cannot be undone.

        Raises ValueError "board not empty", or "bad vertex list" for repeated points, passes, points off the
        board, fewer than 2 or more than area - 1 points.
        """
        chosen = list(points)
        if self.position.stones.any():
            raise ValueError("board not empty")
        on_board = all(0 <= p < self.grid.area for p in chosen)
        if not on_board or len(set(chosen)) < len(chosen) or not 2 <= len(chosen) < self.grid.area:
            raise ValueError("bad vertex list")
        stones = self.position.stones.copy()
        stones[chosen] = 1
        self._begin(Position(self.grid, stones, WHITE), 0)
        self.handicap = len(chosen)

    def score(self, dead: Collection[int] = frozenset(), seki: Collection[int] = frozenset()) -> float:
        """Black's lead on the finished board, komi and White's handicap bonus included.

        dead -- points of the stones to be taken off; seki -- points of the stones alive in seki (territory
        scoring gives no points beside them). Raises ValueError if one of them holds no stone.
        """
        for point in {*dead, *seki}:
            if self.position.stones[self.grid.require(point)] == EMPTY:
                raise ValueError(f"score: expected stones, {self.grid.vertex(point)} is empty")
        if self.rules.scoring is Scoring.AREA:
            points = area_score(self.position, dead)
        else:
            points = territory_score(self.position, dead, seki)
        return points - self.compensation
