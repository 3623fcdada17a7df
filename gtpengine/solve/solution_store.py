"""Solutions kept on disk, so that a question asked again is answered at once and a long proof can be gone on with.

A file for each board, start and rules, the komi left out: what is kept is what is proved of the score, and that serves
every komi. A file is one line with a checksum and one line of JSON. It is written beside and then renamed, so that a
process may be killed at any moment; two that write at once wait for each other, and each adds to what it finds there: a
proved bracket is never lost. What is no whole file of ours is left alone, and said once.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import IO, Any

from analysis.board import Color
from analysis.region.cycles import Cycles
from analysis.region.question import PASS, Bounds, State
from analysis.runtime.cache_dir import cache_folder
from analysis.runtime.notices import notify_once
from analysis.solver.solution import Bracket, Solution
from analysis.solver.solver_rules import Ko, Rules

FORMAT = 1
"""Part of the folder's name. To be raised with every change of the files, and of what the solver means by an answer."""

_MAGIC = "mokusan solution"
_PATIENCE = 10.0
"""Seconds to wait for another process that writes; writing takes it milliseconds."""


@dataclass(frozen=True)
class Store:
    """A folder of solutions; by default one in the user's cache directory, made when something is kept in it."""

    folder: Path = field(default_factory=lambda: cache_folder() / f"solutions-{FORMAT}")

    def load(
        self, height: int, width: int, start: State, rules: Rules, komi: Fraction | None = None
    ) -> Solution | None:
        """What is known of a position, told for that komi; None if nothing is.

        The answer may be a bracket only: whether it is enough, `Solution.proved` says. It has no knowledge of other
        positions. A file that cannot be read, is not whole or not ours counts as none; a notice says so.
        """
        question = _Question(height, width, start, rules)
        path = self.folder / question.file_name
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            notify_once(f"{path}: cannot read: {error.strerror}")
            return None
        try:
            return replace(_decoded(data, question), komi=komi)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            notify_once(f"{path}: not a solution as this version writes them, ignored")
            return None

    def save(self, solution: Solution) -> Solution:
        """Keep a solution, with all that is on disk already; returns the two together, for the same komi.

        If the disk does not take it, a notice says so and the solution is returned as it is.
        """
        question = _Question(solution.height, solution.width, solution.start, solution.rules)
        path = self.folder / question.file_name
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with _alone(self.folder / "lock"):
                before = self.load(solution.height, solution.width, solution.start, solution.rules, solution.komi)
                together = solution if before is None else merged(before, solution)
                if before is None or replace(together, knowledge=None) != before:
                    _replace_file(path, _encoded(together, question))
        except OSError as error:
            notify_once(f"{path}: the solution cannot be kept: {error.strerror or error}")
            return solution
        return together


def merged(first: Solution, second: Solution) -> Solution:
    """What two solutions of the same question say together.

    Line, method, nodes and seconds are those of the one with the narrower bracket; if they are equal, of the one that
    tells more of the first moves; else of the second, the later one, with the first's line if it has none. The second
    is right where they contradict each other.
    """
    bracket = _both(first.bracket, second.bracket)
    if bracket is None:
        return second
    moves = dict(second.first_moves)
    for point, known in first.first_moves.items():
        narrow = _both(known, moves.get(point, known))
        if narrow is None:
            return second
        moves[point] = narrow
    order = sorted(moves, key=lambda point: (point == PASS, point))
    better, other = (first, second) if _doubt(first) < _doubt(second) else (second, first)
    searched = {goal: max(found.searched.get(goal, 0) for found in (first, second))
                for goal in (*first.searched, *second.searched)}
    return replace(
        better, komi=second.komi, bracket=bracket, first_moves={point: moves[point] for point in order},
        variation=better.variation or other.variation, searched=searched, cycles=second.cycles or first.cycles,
        knowledge=second.knowledge,
    )


def _both(first: Bracket, second: Bracket) -> Bracket | None:
    """The values that lie in both; None if there are none."""
    lower, upper = max(first.lower, second.lower), min(first.upper, second.upper)
    return Bracket(lower, upper) if lower <= upper else None


def _doubt(solution: Solution) -> tuple[int, int]:
    """How much is open: the width of the bracket, and those of all first moves."""
    return _width(solution.bracket), sum(map(_width, solution.first_moves.values()))


def _width(bracket: Bracket) -> int:
    return bracket.upper - bracket.lower


# -- files ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Question:
    """What a file is about."""

    height: int
    width: int
    start: State
    rules: Rules

    def as_json(self) -> dict[str, Any]:
        rules = self.rules
        return {
            "board": [self.height, self.width],
            "start": _state_json(self.start),
            "ko": rules.ko.value,
            "endless": rules.endless.value if rules.ko is Ko.SIMPLE else None,  # no game under superko is endless
            "suicide": rules.suicide,
        }

    @property
    def file_name(self) -> str:
        digest = hashlib.sha256(json.dumps(self.as_json(), sort_keys=True).encode()).hexdigest()
        return f"{self.height}x{self.width}-{digest[:24]}.json"


def _encoded(solution: Solution, question: _Question) -> bytes:
    body = json.dumps({
        **question.as_json(),
        "bracket": solution.bracket,
        "first_moves": {str(point): bracket for point, bracket in solution.first_moves.items()},
        "variation": solution.variation,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
        "method": solution.method,
        "states": solution.states,
        "searched": dict(solution.searched),
        "cycles": None if solution.cycles is None else _cycles_json(solution.cycles),
    })
    return f"{_MAGIC} {hashlib.sha256(body.encode()).hexdigest()}\n{body}\n".encode()


def _decoded(data: bytes, question: _Question) -> Solution:
    """The solution in a file. Raises all sorts of things if it is none, or of another question."""
    head, body, *rest = data.decode("ascii").split("\n")
    if rest != [""] or head != f"{_MAGIC} {hashlib.sha256(body.encode()).hexdigest()}":
        raise ValueError("not whole")
    content = json.loads(body)
    if {name: content[name] for name in question.as_json()} != question.as_json():
        raise ValueError("another question")
    area = question.height * question.width
    return Solution(
        question.height, question.width, question.start, question.rules, None,
        bracket=_bracket(content["bracket"], area),
        first_moves={_point(int(point), area): _bracket(pair, area) for point, pair in content["first_moves"].items()},
        variation=tuple(_point(point, area) for point in content["variation"]),
        nodes=_count(content["nodes"]),
        seconds=float(content["seconds"]),
        method=str(content["method"]),
        states=_count(content["states"]),
        searched=_searched(content["searched"]),
        cycles=None if content["cycles"] is None else _cycles(content["cycles"]),
    )


def _state_json(state: State) -> list[int]:
    return [state.black, state.white, int(state.to_move), state.ko, int(state.passed)]


def _state(numbers: list[int]) -> State:
    black, white, to_move, ko, passed = numbers
    return State(black, white, Color(to_move), ko, bool(passed))


def _cycles_json(cycles: Cycles) -> list[Any]:
    examples = [[_state_json(state), list(bounds)] for state, bounds in cycles.examples]
    return [cycles.knots, cycles.trivial, cycles.decisive, examples]


def _cycles(content: list[Any]) -> Cycles:
    knots, trivial, decisive, examples = content
    shown = tuple((_state(state), Bounds(*map(int, bounds))) for state, bounds in examples)
    return Cycles(_count(knots), _count(trivial), _count(decisive), shown)


def _bracket(pair: list[int], area: int) -> Bracket:
    lower, upper = pair
    if not -area <= lower <= upper <= area:
        raise ValueError(f"no bracket: {pair}")
    return Bracket(lower, upper)


def _point(number: int, area: int) -> int:
    if number != PASS and number not in range(area):
        raise ValueError(f"no point: {number}")
    return number


def _count(number: int) -> int:
    if number < 0:
        raise ValueError(f"no count: {number}")
    return int(number)


def _searched(content: Mapping[str, int]) -> dict[str, int]:
    return {goal: _count(plies) for goal, plies in content.items()}


def _replace_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all. Whoever calls this is alone; what a killed one left behind is written over."""
    beside = path.with_suffix(".new")
    with open(beside, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
    if sys.platform != "win32":
        folder = os.open(path.parent, os.O_RDONLY)
        with suppress(OSError):  # some file systems do not sync folders; the file itself is whole already
            os.fsync(folder)
        os.close(folder)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold a lock that the system takes back when a process dies. Raises OSError after some seconds of waiting."""
    with open(path, "ab") as file:
        end = time.monotonic() + _PATIENCE
        while not _locked(file):
            if time.monotonic() > end:
                raise OSError(f"another process has locked {path} for {_PATIENCE:g} seconds")
            time.sleep(0.005)
        yield  # closing the file gives the lock back


def _locked(file: IO[bytes]) -> bool:
    """Try to lock an open file for this process alone."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
