"""Regression suites: cases of a position, a question and the expected answer, put to a GTP engine.

A suite is a file of JSON objects, one a line:

  {"suite", "num"}   -- the name of the case, "owl:20"
  "class"            -- its subject; results are counted by class
  "setup"            -- GTP commands that set up the position; `loadsgf FILE [MOVE]` names a file of a given folder
  "command"          -- the question
  "expected"         -- a regular expression for the answer, matched as ^expected$, as in GNU Go's suites: "A1|B2"
                        matches all that begins with A1 or ends with B2; "negate": it must not match
  "expected_fail_by_gnugo" -- whether GNU Go itself is known to fail; "ignore": the case is skipped
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from ..files.json_lines import Fields, read_file, shown_value
from ..sgf import load_game
from .gtp_client import CommandFailed, EngineStopped, GtpEngine
from .timed_match import MatchTimeoutError, matches

MAX_LINE_BYTES = (1 << 22) + 1
"""Limit of a line in bytes, its line end included."""
_UNKNOWN_COMMAND = re.compile(r"unknown|unsupported|not implemented", re.I)
_TRIAL_MOVES = ("trymove", "tryko")
_UNDO_COMMAND = {"trymove": "popgo", "tryko": "popgo", "increase_depths": "decrease_depths"}
"""Commands of GNU Go and those that undo them. On an engine without them, trial moves are played with `play`, and
changes of reading depths are skipped."""


class SuiteError(ValueError):
    """A suite, or a line of one, that cannot be used. The message is one line."""


class Outcome(Enum):
    """The outcome of a case. Only for the first four was the question asked."""

    PASS = "pass"
    FAIL = "fail"
    TIMEOUT = "no answer in time"
    CRASH = "crash"
    UNSUPPORTED = "unsupported"
    """The engine lacks the command."""
    NO_SETUP = "no setup"
    """The engine refuses the position, or its record cannot be read."""

    @property
    def asked(self) -> bool:
        """Whether the question was put to the engine."""
        return self not in (Outcome.UNSUPPORTED, Outcome.NO_SETUP)


@dataclass(frozen=True)
class Case:
    """One line of a suite; the attributes are its keys. `known_fail`: GNU Go is known to fail."""

    suite: str
    num: int
    group: str
    setup: tuple[str, ...]
    command: str
    expected: str
    negate: bool
    known_fail: bool
    ignore: bool

    @property
    def name(self) -> str:
        return f"{self.suite}:{self.num}"

    def passes(self, answer: str, strict: bool = False) -> bool:
        """Return whether the answer is as expected; strict: "A1|B2" matches A1 and B2 only.

        Raises MatchTimeoutError if that takes too long to tell.
        """
        return matches(f"^(?:{self.expected})$" if strict else f"^{self.expected}$", answer) != self.negate


@dataclass(frozen=True)
class CaseResult:
    """The result of a case: the answer or error message, the question's time by the clock, its CPU time if known."""

    case: Case
    outcome: Outcome
    answer: str
    wall_seconds: float = 0.0
    cpu_seconds: float | None = None


def read_suite(path: str) -> list[Case]:
    """Read the cases of a file, without those to be ignored. Raises SuiteError, naming file and line."""
    cases = list(read_file(path, lambda number, fields: _case(fields), SuiteError, MAX_LINE_BYTES))
    if not cases:
        raise SuiteError(f"{path}: no cases")
    return [case for case in cases if not case.ignore]


def _case(fields: Fields) -> Case:
    """Parse one line. Raises ValueError for a missing or wrong field."""
    setup = fields.get("setup")
    if not isinstance(setup, list) or not all(isinstance(one, str) and one.split() for one in setup):
        raise ValueError(f"setup: expected a list of commands, got {shown_value(setup)}")
    num = fields.get("num")
    if isinstance(num, bool) or not isinstance(num, int):
        raise ValueError(f"num: expected a whole number, got {shown_value(num)}")
    suite, group, command, expected = (_text(fields, key) for key in ("suite", "class", "command", "expected"))
    for one in (command, *setup):
        if not one.split() or not one.isprintable():
            raise ValueError(f"command, setup: expected commands of one line each, got {shown_value(one)}")
    try:
        re.compile(f"^{expected}$")
    except (re.error, RecursionError, OverflowError) as error:
        raise ValueError(f"expected: not a regular expression: {error}") from None
    flags = [_flag(fields, key) for key in ("negate", "expected_fail_by_gnugo", "ignore")]
    return Case(suite, num, group, tuple(setup), command, expected, *flags)


def _text(fields: Fields, key: str) -> str:
    value = fields.get(key)
    if not isinstance(value, str):
        raise ValueError(f"{key}: expected text, got {shown_value(value)}")
    return value


def _flag(fields: Fields, key: str) -> bool:
    value = fields.get(key, False)
    if not isinstance(value, bool):
        raise ValueError(f"{key}: expected true or false, got {shown_value(value)}")
    return value


class SuiteRunner:
    """Runs cases on an engine, which is set up anew only when the position changes; to be closed after use."""

    def __init__(self, command: str | Sequence[str], folder: Path, seconds: float, strict: bool = False) -> None:
        """Start the engine. Raises EngineError if that fails.

        folder -- of the game records; seconds -- time limit of an answer; strict -- see `Case.passes`
        """
        self._command, self._folder, self._seconds, self._strict = command, folder, seconds, strict
        self._engine = self._start()
        self._current_setup: tuple[str, ...] | None = None
        self._undo_commands: list[str] = []

    def _start(self) -> GtpEngine:
        return GtpEngine(self._command, start_seconds=max(self._seconds, 20.0), answer_seconds=self._seconds)

    def run(self, case: Case) -> CaseResult:
        """Run one case. An engine that has ended is restarted. Raises EngineError if that fails."""
        if self._engine.ended:
            self._engine.close()
            self._current_setup, self._undo_commands = None, []
            self._engine = self._start()
        name = case.command.split()[0]
        if not self._engine.knows(name):
            return CaseResult(case, Outcome.UNSUPPORTED, "")
        try:
            self._set_up(case.setup)
        except (CommandFailed, ValueError) as error:  # SgfError is one
            return CaseResult(case, Outcome.NO_SETUP, str(error))
        except EngineStopped as error:
            return CaseResult(case, Outcome.TIMEOUT if error.timed_out else Outcome.CRASH, str(error))
        return self._ask(case, name)

    def _ask(self, case: Case, name: str) -> CaseResult:
        """Ask the question of a case and match the answer."""
        before, begun = self._engine.cpu_seconds(), time.monotonic()
        try:
            answer = " ".join(self._engine.ask(case.command).split())
        except CommandFailed as error:
            outcome = Outcome.UNSUPPORTED if _UNKNOWN_COMMAND.search(error.answer) else Outcome.FAIL
            return CaseResult(case, outcome, f"? {error.answer}", time.monotonic() - begun)
        except EngineStopped as error:
            outcome = Outcome.TIMEOUT if error.timed_out else Outcome.CRASH
            return CaseResult(case, outcome, str(error), time.monotonic() - begun)
        wall, after = time.monotonic() - begun, self._engine.cpu_seconds()
        if name == "genmove":
            self._current_setup = None
        if "genmove" in name and answer.lower() != "resign":
            answer = answer.upper()
        try:
            good = case.passes(answer, self._strict)
        except MatchTimeoutError as error:
            good, answer = False, f"{answer} ({error})"
        cpu = None if before is None or after is None else after - before
        return CaseResult(case, Outcome.PASS if good else Outcome.FAIL, answer, wall, cpu)

    def _set_up(self, setup: tuple[str, ...]) -> None:
        """Set up a position, unless it stands already.

        Raises CommandFailed and EngineStopped, and ValueError for wrong records.
        """
        if setup == self._current_setup:
            return
        self._current_setup = None
        while self._undo_commands:
            self._engine.ask(self._undo_commands.pop())
        for command in setup:
            name, *words = command.split()
            known = self._engine.knows(name)
            if name == "loadsgf":
                self._load(words)
            elif name in _UNDO_COMMAND and known:
                self._engine.ask(command)
                self._undo_commands.append(_UNDO_COMMAND[name])
            elif name in _TRIAL_MOVES:
                self._engine.ask(" ".join(["play", *words]))
            elif known or name not in _UNDO_COMMAND:
                self._engine.ask(command)
        self._current_setup = setup

    def _load(self, words: Sequence[str]) -> None:
        """Set up the position before a move of a record, by the engine's own `loadsgf` or move by move."""
        if not words:
            raise ValueError("loadsgf: expected a file")
        path = self._folder / words[0]
        if self._engine.knows("loadsgf"):
            self._engine.ask(" ".join(["loadsgf", _gtp_path(path), *words[1:]]))
            return
        move = max(0, int(words[1]) - 1) if len(words) > 1 and words[1].isdecimal() else None
        self._engine.set_up(load_game(path, move, clip=True))

    def close(self) -> None:
        self._engine.close()


def _gtp_path(path: Path) -> str:
    """Return a path relative to the working folder, which the engine shares. Raises ValueError for one with blanks."""
    try:
        text = os.path.relpath(path)
    except ValueError:  # another drive
        text = str(path)
    if len(text.split()) != 1 or not text.isprintable():
        raise ValueError(f"{text!r}: a file name in GTP cannot have blanks")
    return text


__all__ = ["Case", "CaseResult", "Outcome", "SuiteError", "SuiteRunner", "read_suite"]
