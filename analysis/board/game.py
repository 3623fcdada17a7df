"""A game: its positions one after the other, with komi, rules, superko and undo."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

from .color import EMPTY, WHITE, Color
from .grid import PASS, Grid
from .position import IllegalMove, Position
from .rules import Ko, Rules
from .scoring import rules_score


class Move(NamedTuple):
    """A stone of `color` on `point`, or PASS."""

    color: Color
    point: int


class CannotUndo(ValueError):
    """There is no move left to take back."""


class Game:
    """A game in progress; either colour may move at any time. Simple ko holds under every ko rule, superko in addition.

    Public attributes, of which komi and rules may be assigned:
      komi               -- points for White, finite
      rules              -- Rules, for the moves and the score from now on
      handicap           -- number of handicap stones placed
      start              -- the Position before the first move (handicap stones included)
      moves_before_start -- number of moves before `start`, which cannot be undone: 0 unless stones were set up in
                            mid-game
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
        """Begin a game from `position`, or from the empty board of `size` = (height, width)."""
        self.komi = komi
        self.rules = rules or Rules()
        self.handicap = 0
        self._restart(position or Position.empty(*size), earlier)

    def _restart(self, start: Position, earlier: int) -> None:
        self.start = start
        self.moves_before_start = earlier
        self._positions = [start]
        self._moves: list[Move] = []
        self._boards: Counter[bytes] = Counter()
        self._situations: Counter[tuple[bytes, Color]] = Counter()
        self._count_repetition(start, 1)

    def _count_repetition(self, position: Position, times: int) -> None:
        """Record that `position` occurred `times` times more (-1: it was taken back)."""
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
        """White's points before the game: komi, and the handicap bonus of the rules."""
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
        """The point of the last move; PASS after a pass and at the start."""
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
        self._append(Move(color, int(point)), after)

    def _append(self, move: Move, after: Position) -> None:
        self._positions.append(after)
        self._moves.append(move)
        self._count_repetition(after, 1)

    def execute(self, color: Color, point: int) -> str:
        """Play a move that may be illegal, by `Position.execute`: for game records, and front ends that replay them.

        Returns the reason why it is illegal, one of IllegalMove's; "" if it is legal. Raises IllegalMove off the board.
        """
        try:
            self.play(color, point)
            return ""
        except IllegalMove as error:
            self._append(Move(color, int(point)), self.position.execute(point, color))
            return error.reason

    def give_turn(self, color: Color) -> None:
        """Make `color` the side to move in the current position. The ko ban is lifted if the side changes."""
        position = self.position.with_to_move(color)
        self._count_repetition(self._positions.pop(), -1)
        self._positions.append(position)
        self._count_repetition(position, 1)
        self.start = self._positions[0]

    def undo(self) -> Move:
        """Take back the last move and return it. Raises CannotUndo at the start; handicap stones stay."""
        if not self._moves:
            raise CannotUndo("cannot undo")
        self._count_repetition(self._positions.pop(), -1)
        return self._moves.pop()

    def is_legal(self, color: Color, point: int) -> bool:
        """Return whether play() accepts the move."""
        try:
            return point == PASS or not self._repeats(self.position.play(point, color, self.rules))
        except IllegalMove:
            return False

    def legal_points(self, color: Color) -> list[int]:
        """Return the points play() accepts, ascending; PASS is left out."""
        forbidden = self.forbidden(color)
        return [int(p) for p in self.position.legal_points(color, self.rules) if int(p) not in forbidden]

    def forbidden(self, color: Color) -> frozenset[int]:
        """Return the points that only superko forbids to `color`."""
        if self.rules.ko is Ko.SIMPLE:
            return frozenset()
        points = (int(p) for p in self.position.legal_points(color, self.rules))
        return frozenset(p for p in points if self._repeats(self.position.play(p, color, self.rules)))

    def repeats_board(self, color: Color, point: int) -> bool:
        """Return whether a legal move repeats any earlier board, whatever the ko rule; False for PASS."""
        if point == PASS:
            return False
        return self._boards[self.position.play(point, color, self.rules).stones.tobytes()] > 0

    def _repeats(self, after: Position) -> bool:
        """Return whether `after` repeats an earlier position in the sense of the ko rule."""
        if self.rules.ko is Ko.SIMPLE:
            return False
        board = after.stones.tobytes()
        if self.rules.ko is Ko.POSITIONAL:
            return self._boards[board] > 0
        return self._situations[board, after.to_move] > 0

    def at_move(self, number: int) -> Game:
        """Return an independent game with the first `number` moves. Raises ValueError outside 0..len(moves)."""
        if not 0 <= number <= len(self._moves):
            raise ValueError(f"move: expected 0 to {len(self._moves)}, got {number}")
        game = Game(self.start, rules=self.rules, komi=self.komi, earlier=self.moves_before_start)
        game.handicap = self.handicap
        for move, position in zip(self._moves[:number], self._positions[1:], strict=False):
            game._append(move, position)
        return game

    def copy(self) -> Game:
        """Return an independent game with all moves."""
        return self.at_move(len(self._moves))

    # -- handicap and score -------------------------------------------------------------------------------------

    def place_handicap(self, points: Iterable[int]) -> None:
        """Place Black's handicap stones on an empty board and give White the move; this restarts the game.

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
        self._restart(Position(self.grid, stones, WHITE), 0)
        self.handicap = len(chosen)

    def score(self, dead: Collection[int] = frozenset(), seki: Collection[int] = frozenset()) -> float:
        """Return Black's lead on the finished board, komi and White's handicap bonus included.

        dead -- points of dead stones; seki -- points of stones alive in seki (unless the rules have no tax, the points
        that they surround do not count). Raises ValueError if one of them holds no stone.
        """
        for point in {*dead, *seki}:
            if self.position.stones[self.grid.require(point)] == EMPTY:
                raise ValueError(f"score: expected stones, {self.grid.vertex(point)} is empty")
        return rules_score(self.position, self.rules, dead, seki) - self.compensation
