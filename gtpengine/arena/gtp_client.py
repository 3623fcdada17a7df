"""A client of GTP engines that run as processes: start an engine, send commands, read answers within a time limit.

Every command ends, whatever the engine does (hang, crash, endless output, another protocol): with the answer, with
CommandFailed, or with EngineStopped, after which the process has been killed and must be started anew.
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
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import IO, Any

from analysis.board import BLACK, WHITE, Color, Game, Grid, Position

START_SECONDS = 20.0
"""Time limit of the first command."""
MAX_ANSWER_CHARACTERS = 1 << 20
"""Longer answers count as endless."""
_MAX_QUEUED_LINES = 1000
_MAX_LINE_BYTES = 1 << 16
_QUIT_SECONDS = 0.5


class EngineError(ValueError):
    """An engine that cannot be started. The message is one line and names the command line."""


class CommandFailed(Exception):
    """The engine answered that the command failed; the message is one line.

    Public attribute:
      answer -- the engine's error message, in one line
    """

    def __init__(self, answer: str, text: str | None = None) -> None:
        super().__init__(answer if text is None else text)
        self.answer = answer


class EngineStopped(Exception):
    """The engine has ended, did not answer in time, or does not speak GTP; the message says which.

    Public attribute:
      timed_out -- whether the time limit was exceeded
    """

    def __init__(self, reason: str, timed_out: bool = False) -> None:
        super().__init__(reason)
        self.timed_out = timed_out


class GtpEngine:
    """A running engine; to be used with `with`, or closed.

    It runs in a session of its own (on Windows, a process group): Ctrl-C in our terminal does not reach it, and `close`
    kills its children as well. Its stderr is discarded.

    Public attributes:
      commands -- the answer to `list_commands`; empty if the engine lacks that command
    """

    commands: frozenset[str]

    def __init__(
        self, command: str | Sequence[str], *, start_seconds: float = START_SECONDS, answer_seconds: float = 60.0
    ) -> None:
        """Start the engine and send `list_commands`.

        command -- a command line, or its words; no shell is run. A line is split into words as by a POSIX shell, on
                   Windows by Windows' own rules

        Raises EngineError if it cannot be started, or does not answer.
        """
        self._seconds = answer_seconds
        self._closed = False
        try:
            self._process = subprocess.Popen(
                _program(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                **_own_group(),
            )
        except (OSError, ValueError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise EngineError(f"cannot start {_line(command)!r}: {reason}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        self._lines: queue.Queue[bytes | None] = queue.Queue(_MAX_QUEUED_LINES)
        self._reader = threading.Thread(target=self._read_output, args=(self._output,), daemon=True)
        self._reader.start()
        try:
            self.commands = frozenset(self.ask("list_commands", start_seconds).split())
        except CommandFailed:
            self.commands = frozenset()
        except EngineStopped as error:
            raise EngineError(f"{_line(command)!r} does not speak GTP: {error}") from None
        except BaseException:
            self.close()
            raise

    def knows(self, command: str) -> bool:
        """Return whether the engine has a command; True for all if it does not list them."""
        return not self.commands or command in self.commands

    def ask(self, command: str, seconds: float | None = None) -> str:
        """Send a command; return the answer, which may have several lines. Raises CommandFailed and EngineStopped."""
        if self._closed:
            raise EngineStopped("it has ended")
        try:
            return self._ask(command, self._seconds if seconds is None else seconds)
        except BaseException as error:
            if not isinstance(error, CommandFailed):  # later output could not be matched to a command
                self.close()
            raise

    def _ask(self, command: str, seconds: float) -> str:
        try:
            self._input.write(command.encode() + b"\n")
            self._input.flush()
        except OSError:
            raise EngineStopped("it has ended") from None
        answer_lines: list[str] = []
        end, length = time.monotonic() + seconds, 0
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise EngineStopped(f"no answer to {command!r}", timed_out=True) from None
            if line is None:
                raise EngineStopped("it has ended")
            text_line = line.decode("utf-8", "replace").strip()
            length += len(line)
            if length > MAX_ANSWER_CHARACTERS:
                raise EngineStopped(f"no end of the answer to {command!r}")
            if text_line:
                answer_lines.append(text_line)
                if answer_lines[0][0] not in "=?":
                    raise EngineStopped(f"{command!r} answered {text_line[:60]!r}")
            elif answer_lines:
                break
        answer = "\n".join([answer_lines[0][1:], *answer_lines[1:]]).strip()
        if answer_lines[0][0] == "?":
            raise CommandFailed(" ".join(answer.split())[:200], f"{command!r} answered {answer_lines[0][:60]!r}")
        return answer

    def _read_output(self, output: IO[bytes]) -> None:
        """Queue the engine's output line by line, then None; a thread, since reading has no time limit."""
        with contextlib.suppress(OSError, ValueError):  # closed by `close`
            while (line := output.readline(_MAX_LINE_BYTES)) and self._enqueue(line):
                pass
        self._enqueue(None)

    def _enqueue(self, line: bytes | None) -> bool:
        """Queue a line, waiting while the queue is full. Returns False once the engine is closed."""
        while not self._closed:
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0.1)
                return True
        return False

    # -- boards -------------------------------------------------------------------------------------------------

    def new_board(self, grid: Grid) -> None:
        """Set up an empty board.

        Raises EngineStopped, and CommandFailed, also for a rectangle if the engine takes squares only.
        """
        if grid.is_square:
            self.ask(f"boardsize {grid.width}")
        elif "rectangular_boardsize" in self.commands:
            self.ask(f"rectangular_boardsize {grid.width} {grid.height}")
        else:
            raise CommandFailed(f"it takes square boards only, not {grid}")
        self.ask("clear_board")

    def put_stones(self, position: Position) -> None:
        """Play the stones of a position on an empty board. Raises CommandFailed and EngineStopped."""
        # Every subset of the stones has the liberties that all have, so no order of play captures any.
        for color in (BLACK, WHITE):
            for point in range(position.grid.area):
                if position.stones[point] == color:
                    self.play(color, position.grid.vertex(point))

    def set_up(self, game: Game) -> None:
        """Set up the start of a game with its komi and play its moves. Raises CommandFailed and EngineStopped.

        A refused komi is ignored, as the engine does not count the score.
        """
        self.new_board(game.grid)
        with contextlib.suppress(CommandFailed):
            self.ask(f"komi {game.compensation:g}")
        self.put_stones(game.start)
        for move in game.moves:
            self.play(move.color, game.grid.vertex(move.point))

    def play(self, color: Color, vertex: str) -> None:
        """Play a move. Raises CommandFailed and EngineStopped."""
        self.ask(f"play {color.letter} {vertex}")

    # -- the process --------------------------------------------------------------------------------------------

    @property
    def ended(self) -> bool:
        """Whether the engine is closed or its process has ended."""
        return self._closed or self._process.poll() is not None

    def cpu_seconds(self) -> float | None:
        """Return the CPU time so far, descendants included; None after the end, or if the system does not report it."""
        return None if self.ended else _cpu_seconds([self._process.pid])

    def close(self) -> None:
        """End the engine, by `quit` and then by a signal to its session; does nothing the second time."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(OSError):
            self._input.write(b"quit\n")
        with contextlib.suppress(OSError):
            self._input.close()
        self._reader.join(_QUIT_SECONDS)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_QUIT_SECONDS)
        if sys.platform == "win32":
            _kill_tree(self._process)
        else:
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)  # the session of the engine alone
        self._process.wait()
        self._reader.join(_QUIT_SECONDS)
        if not self._reader.is_alive():
            self._output.close()

    def __enter__(self) -> GtpEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _line(command: str | Sequence[str]) -> str:
    """Return a command as one would type it."""
    return command if isinstance(command, str) else shlex.join(command)


def _program(command: str | Sequence[str]) -> str | list[str]:
    """Return a command as Popen takes it: words, on Windows the line. Raises ValueError for none."""
    if isinstance(command, str) and sys.platform == "win32":
        program: str | list[str] = command.strip()  # split into words, its backslashes and quotes would change
    else:
        program = shlex.split(command) if isinstance(command, str) else list(command)
    if not program:
        raise ValueError("the command line is empty")
    return program


def _own_group() -> dict[str, Any]:
    """Return the options of Popen by which Ctrl-C in our terminal does not reach the engine."""
    options: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        options = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return options


def _kill_tree(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children on Windows; children of one that has ended are not found."""
    if process.poll() is None:
        with contextlib.suppress(OSError):
            subprocess.run(
                ["taskkill", "/T", "/F", "/PID", str(process.pid)], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
            )
    process.kill()


def _cpu_seconds(processes: Iterable[int]) -> float | None:
    """Return the CPU time of some processes and their descendants from Linux's /proc; None without /proc."""
    total, waiting, found = 0, list(processes), False
    while waiting:
        pid = waiting.pop()
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:
                fields = stat.read().rpartition(")")[2].split()
            total += sum(int(field) for field in fields[11:15])  # of the process, and of its children that have ended
            found = True
            with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as children:
                waiting += [int(child) for child in children.read().split()]
        except (OSError, ValueError, IndexError):
            continue
    return total / os.sysconf("SC_CLK_TCK") if found else None


__all__ = ["MAX_ANSWER_CHARACTERS", "START_SECONDS", "CommandFailed", "EngineError", "EngineStopped", "GtpEngine"]
