"""Guessers: who tells a solver which moves to try first. They change how long a proof takes, never what it says.

A guesser is called with the board's height and width and a state, and answers points (row by row from the top left),
the best first. The solver drops what is not legal there, so that a guesser need not know about kos.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING

import numpy as np

from analysis.board import BLACK, PASS, WHITE, Color, Grid, Position
from analysis.runtime.notices import notify_once
from analysis.solver import State

from ..arena.gtp_client import START_SECONDS, EngineError, Gone, GtpEngine, Refused

if TYPE_CHECKING:
    from analysis.ranking.ranker import Candidate

ANSWER_SECONDS = 10.0
"""How long an engine may take to answer any command but its first."""
_TOP_MOVES = {BLACK: "top_moves_black", WHITE: "top_moves_white"}
"""GNU Go's commands for several moves with their values, the best first."""


def board_of(height: int, width: int, state: State) -> Position:
    """The position of a state, its ko and its pass left out."""
    bits = np.arange(height * width)
    stones = (state.black >> bits & 1) - (state.white >> bits & 1)
    return Position.from_stones(Grid(height, width), stones.astype(np.int8), to_move=state.to_move)


def ranker(height: int, width: int, state: State) -> list[int]:
    """Our own ranking: every move by what it gains against a pass; of equal ones, those nearer to the centre first.

    On an empty small board it is: there the first stone controls everything, wherever it stands.
    """
    from analysis.ranking.ranker import rank_moves

    def merit(move: Candidate) -> tuple[float, int]:
        row, col = divmod(move.point, width)
        return -round(move.gain, 3), (2 * row - height + 1) ** 2 + (2 * col - width + 1) ** 2

    return [move.point for move in sorted(rank_moves(board_of(height, width, state)).moves, key=merit)]


class GuesserError(ValueError):
    """An engine that cannot be started. The message is one line."""


class GtpGuesser:
    """An engine that speaks GTP, started by its command line, asked for its best moves; to be used with `with`.

    If it fails later on (it dies, does not answer in time, or does not take the board) a notice says so, and from then
    on it guesses nothing.
    """

    def __init__(
        self, command: str, start_seconds: float = START_SECONDS, answer_seconds: float = ANSWER_SECONDS
    ) -> None:
        """Start the engine. Raises GuesserError if it cannot be started or does not answer `list_commands`."""
        self.command = command
        self._failed = False
        try:
            self._engine = GtpEngine(command, start_seconds=start_seconds, answer_seconds=answer_seconds)
        except EngineError as error:
            raise GuesserError(f"guesser: {error}") from None

    def __call__(self, height: int, width: int, state: State) -> list[int]:
        """The engine's best moves, best first: several where it has GNU Go's top_moves, else one; none if it fails."""
        if self._failed:
            return []
        try:
            return self._guess(board_of(height, width, state), state.passed)
        except (Refused, Gone) as error:
            self._failed = True
            notify_once(f"guesser: {self.command!r} is not asked any more: {error}")
            self.close()
            return []

    def _guess(self, position: Position, passed: bool) -> list[int]:
        grid, color = position.grid, position.to_move
        self._engine.new_board(grid)
        self._engine.put_stones(position)
        if passed:
            self._engine.play(color.opponent, "pass")
        found = self._several(grid, color) if _TOP_MOVES[color] in self._engine.commands else []
        return found or self._one(grid, color)

    def _several(self, grid: Grid, color: Color) -> list[int]:
        """The vertices of an answer such as `A1 7.2 B3 5`."""
        return _points(grid, self._engine.ask(_TOP_MOVES[color]).split()[::2])

    def _one(self, grid: Grid, color: Color) -> list[int]:
        name = "reg_genmove" if "reg_genmove" in self._engine.commands else "genmove"
        return _points(grid, self._engine.ask(f"{name} {color.letter}").split()[:1])

    def close(self) -> None:
        """End the engine; again, nothing is done."""
        self._engine.close()

    def __enter__(self) -> GtpGuesser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _points(grid: Grid, words: Sequence[str]) -> list[int]:
    """The points that the words name; `pass`, `resign` and what is no vertex left out."""
    found = []
    for word in words:
        with contextlib.suppress(ValueError):
            found.append(grid.point(word))
    return [point for point in dict.fromkeys(found) if point != PASS]
