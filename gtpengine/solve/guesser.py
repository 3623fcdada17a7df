"""Guessers: functions that suggest which moves the solver tries first. They change the time of a proof, not its result.

A guesser is called with the board's height and width and a state, and returns points (row-major from the top left), the
best first. The solver drops illegal ones, so a guesser need not know about kos.
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

from ..arena.gtp_client import START_SECONDS, CommandFailed, EngineError, EngineStopped, GtpEngine

if TYPE_CHECKING:
    from analysis.ranking.ranker import Candidate

ANSWER_SECONDS = 10.0
"""Time limit for the answer to any command but the first."""
_TOP_MOVES = {BLACK: "top_moves_black", WHITE: "top_moves_white"}
"""GNU Go's commands that list moves with their values, the best first."""


def position_of(height: int, width: int, state: State) -> Position:
    """Return the position of a state, without its ko and its pass."""
    bits = np.arange(height * width)
    stones = (state.black >> bits & 1) - (state.white >> bits & 1)
    return Position.from_stones(Grid(height, width), stones.astype(np.int8), to_move=state.to_move)


def ranking_guesser(height: int, width: int, state: State) -> list[int]:
    """Return the moves of our one-ply ranking, by their gain against a pass; equal ones nearer to the centre first.

    All moves are equal on an empty small board: the first stone controls everything, wherever it stands.
    """
    from analysis.ranking.ranker import rank_moves

    def merit(move: Candidate) -> tuple[float, int]:
        row, col = divmod(move.point, width)
        return -round(move.gain, 3), (2 * row - height + 1) ** 2 + (2 * col - width + 1) ** 2

    return [move.point for move in sorted(rank_moves(position_of(height, width, state)).moves, key=merit)]


class GuesserError(ValueError):
    """An engine that cannot be started. The message is one line."""


class GtpGuesser:
    """A GTP engine, started by its command line, as a guesser; a context manager that ends the engine.

    If the engine fails later (it dies, does not answer in time, or rejects the board: GNU Go plays on squares only), a
    notice reports it, and all further guesses are those of our ranking.
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
        """Return the engine's best moves: several if it has GNU Go's top_moves, else one; our ranking's if it fails."""
        if self._failed:
            return ranking_guesser(height, width, state)
        try:
            return self._guess(position_of(height, width, state), state.passed)
        except (CommandFailed, EngineStopped) as error:
            self._failed = True
            notify_once(f"guesser: {self.command!r} is not used any more, but our own ranking: {error}")
            self.close()
            return ranking_guesser(height, width, state)

    def _guess(self, position: Position, passed: bool) -> list[int]:
        grid, color = position.grid, position.to_move
        self._engine.new_board(grid)
        self._engine.put_stones(position)
        if passed:
            self._engine.play(color.opponent, "pass")
        found = self._top_moves(grid, color) if _TOP_MOVES[color] in self._engine.commands else []
        return found or self._single_move(grid, color)

    def _top_moves(self, grid: Grid, color: Color) -> list[int]:
        """Ask for several moves; the answer has the form `A1 7.2 B3 5`."""
        return _points(grid, self._engine.ask(_TOP_MOVES[color]).split()[::2])

    def _single_move(self, grid: Grid, color: Color) -> list[int]:
        name = "reg_genmove" if "reg_genmove" in self._engine.commands else "genmove"
        return _points(grid, self._engine.ask(f"{name} {color.letter}").split()[:1])

    def close(self) -> None:
        """End the engine. A second call does nothing."""
        self._engine.close()

    def __enter__(self) -> GtpGuesser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _points(grid: Grid, words: Sequence[str]) -> list[int]:
    """Return the points that the words name, without duplicates, `pass`, `resign` and other words."""
    found = []
    for word in words:
        with contextlib.suppress(ValueError):
            found.append(grid.point(word))
    return [point for point in dict.fromkeys(found) if point != PASS]
