"""Guessers: who tells a solver which moves to try first. They change how long a proof takes, never what it says.

A guesser is called with the board's height and width and a state, and answers points (row by row from the top left),
the best first. The solver drops what is not legal there, so that a guesser need not know about kos.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING

import numpy as np

from analysis.board import BLACK, PASS, WHITE, Color, Grid, Position
from analysis.notices import notify_once
from analysis.solver import State

if TYPE_CHECKING:
    from analysis.ranking import Candidate

START_SECONDS = 20.0
"""How long an engine may take to answer its first command."""
ANSWER_SECONDS = 10.0
"""How long it may take for any other."""
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
    from analysis.ranking import rank_moves

    def merit(move: Candidate) -> tuple[float, int]:
        row, col = divmod(move.point, width)
        return -round(move.gain, 3), (2 * row - height + 1) ** 2 + (2 * col - width + 1) ** 2

    return [move.point for move in sorted(rank_moves(board_of(height, width, state)).moves, key=merit)]


class GuesserError(ValueError):
    """An engine that cannot be started. The message is one line."""


class _Silent(Exception):
    """The engine gives no answer, or none that can be used; the message says which."""


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
        self._seconds = answer_seconds
        self._failed = self._closed = False
        try:
            words = shlex.split(command, posix=sys.platform != "win32")
            if not words:
                raise ValueError("no program named")
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is ours: it must not reach the engine before us
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise GuesserError(f"guesser: cannot start {command!r}: {reason}") from None
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        try:
            self._commands = frozenset(self._ask("list_commands", start_seconds).split())
        except _Silent as error:
            self.close()
            raise GuesserError(f"guesser: {command!r} does not speak GTP: {error}") from None

    def __call__(self, height: int, width: int, state: State) -> list[int]:
        """The engine's best moves, best first: several where it has GNU Go's top_moves, else one; none if it fails."""
        if self._failed:
            return []
        try:
            return self._guess(Grid(height, width), state)
        except _Silent as error:
            self._failed = True
            notify_once(f"guesser: {self.command!r} is not asked any more: {error}")
            self.close()
            return []

    def _guess(self, grid: Grid, state: State) -> list[int]:
        if grid.is_square:
            self._ask(f"boardsize {grid.width}")
        elif "rectangular_boardsize" in self._commands:
            self._ask(f"rectangular_boardsize {grid.width} {grid.height}")
        else:
            raise _Silent(f"it takes square boards only, not {grid}")
        self._ask("clear_board")
        # Any part of a position's stones has liberties wherever the whole has: the order does not matter.
        for color, bits in ((BLACK, state.black), (WHITE, state.white)):
            for point in range(grid.area):
                if bits >> point & 1:
                    self._ask(f"play {color.letter} {grid.vertex(point)}")
        if state.passed:
            self._ask(f"play {state.to_move.opponent.letter} pass")
        found = self._several(grid, state.to_move) if _TOP_MOVES[state.to_move] in self._commands else []
        return found or self._one(grid, state.to_move)

    def _several(self, grid: Grid, color: Color) -> list[int]:
        """The vertices of an answer such as `A1 7.2 B3 5`."""
        return _points(grid, self._ask(_TOP_MOVES[color]).split()[::2])

    def _one(self, grid: Grid, color: Color) -> list[int]:
        name = "reg_genmove" if "reg_genmove" in self._commands else "genmove"
        return _points(grid, self._ask(f"{name} {color.letter}").split()[:1])

    def _ask(self, command: str, seconds: float | None = None) -> str:
        """The text of a successful answer. Raises _Silent."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(command.encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise _Silent("it has ended") from None
        text: list[str] = []
        end = time.monotonic() + (self._seconds if seconds is None else seconds)
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise _Silent(f"no answer to {command!r}") from None
            if line is None:
                raise _Silent("it has ended")
            told = line.decode("utf-8", "replace").strip()
            if told:
                text.append(told)
            elif text:
                break
        sign, answer = text[0][:1], " ".join([text[0][1:], *text[1:]]).strip()
        if sign != "=":
            raise _Silent(f"{command!r} answered {text[0][:60]!r}")
        return answer

    def _listen(self) -> None:
        """Pass on what the engine says, line by line, then None: waiting with a time limit needs a thread."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def close(self) -> None:
        """End the engine, gently at first, and what it may have started; again, nothing is done."""
        if self._closed:
            return
        self._closed = True
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(b"quit\n")
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._listener.join(0.5)
        if self._process.poll() is None or self._listener.is_alive():
            with contextlib.suppress(OSError):
                if sys.platform == "win32":
                    self._process.kill()
                else:
                    os.killpg(self._process.pid, signal.SIGKILL)  # its session is its own
        self._process.wait()
        self._listener.join(0.5)
        if not self._listener.is_alive():
            self._process.stdout.close()

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
