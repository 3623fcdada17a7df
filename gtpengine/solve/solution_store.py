"""Solutions kept on disk, so that a repeated question is answered at once and a long proof can be continued.

There is a file per board size, start and rules, but not per komi: a file holds what is proved about the score, which
serves every komi. It consists of one line with a checksum and one line of JSON. It is written to a temporary file and
then renamed, so a process may be killed at any moment. Concurrent writers lock each other out, and each merges its
solution with that on disk, so no proved bracket is lost. A damaged or foreign file is ignored, with one notice.
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
from typing import Any

from analysis.board import Color
from analysis.region.cycles import Cycles
from analysis.region.search_state import PASS, Bounds, State
from analysis.runtime.cache_dir import cache_folder
from analysis.runtime.notices import notify_once
from analysis.solver.solution import Bracket, Solution
from analysis.solver.solver_rules import Ko, Rules

from ..files.file_lock import try_lock

FORMAT = 1
"""Part of the folder's name. Increase it with every change of the file format or of the meaning of an answer."""

_MAGIC = "mokusan solution"
_LOCK_TIMEOUT = 10.0
"""Seconds to wait for another process that is writing, which takes milliseconds."""


@dataclass(frozen=True)
class SolutionStore:
    """A folder of solutions, by default in the user's cache directory; created by the first save."""

    folder: Path = field(default_factory=lambda: cache_folder() / f"solutions-{FORMAT}")

    def load(
        self, height: int, width: int, start: State, rules: Rules, komi: Fraction | None = None
    ) -> Solution | None:
        """Return the stored solution of a position, for that komi; None if there is none.

        It may be a mere bracket: `Solution.proved` says whether it answers the question. It has no knowledge of other
        positions. A file that is unreadable, damaged or foreign counts as none; a notice reports it.
        """
        key = _FileKey(height, width, start, rules)
        path = self.folder / key.file_name
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            notify_once(f"{path}: cannot read: {error.strerror}")
            return None
        try:
            return replace(_decoded(data, key), komi=komi)
        except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError):
            notify_once(f"{path}: not a solution in this version's format, ignored")
            return None

    def save(self, solution: Solution) -> Solution:
        """Merge a solution with the stored one and write the result; returns it, for the same komi.

        If it cannot be written, a notice reports it and the solution is returned unchanged.
        """
        key = _FileKey(solution.height, solution.width, solution.start, solution.rules)
        path = self.folder / key.file_name
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with _exclusive(self.folder / "lock"):
                before = self.load(solution.height, solution.width, solution.start, solution.rules, solution.komi)
                combined = solution if before is None else merged(before, solution)
                if before is None or replace(combined, knowledge=None) != before:
                    _replace_file(path, _encoded(combined, key))
        except OSError as error:
            notify_once(f"{path}: the solution cannot be stored: {error.strerror or error}")
            return solution
        return combined


def merged(first: Solution, second: Solution) -> Solution:
    """Return the combination of two solutions of the same question, the second being the later one.

    Brackets are intersected. Variation, method, nodes and seconds are those of the solution with the narrower bracket;
    if the brackets are equal, of the one that knows more about the first moves; else of the second, with the first's
    variation if it has none. If the two contradict each other, the second is returned.
    """
    bracket = _intersection(first.bracket, second.bracket)
    if bracket is None:
        return second
    moves = dict(second.first_moves)
    for point, known in first.first_moves.items():
        narrow = _intersection(known, moves.get(point, known))
        if narrow is None:
            return second
        moves[point] = narrow
    order = sorted(moves, key=lambda point: (point == PASS, point))
    better, other = (first, second) if _open_width(first) < _open_width(second) else (second, first)
    searched = {goal: max(found.searched.get(goal, 0) for found in (first, second))
                for goal in (*first.searched, *second.searched)}
    return replace(
        better, komi=second.komi, bracket=bracket, first_moves={point: moves[point] for point in order},
        variation=better.variation or other.variation, searched=searched, cycles=second.cycles or first.cycles,
        knowledge=second.knowledge,
    )


def _intersection(first: Bracket, second: Bracket) -> Bracket | None:
    """Return the intersection of two brackets; None if it is empty."""
    lower, upper = max(first.lower, second.lower), min(first.upper, second.upper)
    return Bracket(lower, upper) if lower <= upper else None


def _open_width(solution: Solution) -> tuple[int, int]:
    """Return how much is unproved: the width of the bracket, and the sum of those of all first moves."""
    return _width(solution.bracket), sum(map(_width, solution.first_moves.values()))


def _width(bracket: Bracket) -> int:
    return bracket.upper - bracket.lower


# -- files ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _FileKey:
    """The board, start and rules that identify a file."""

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


def _encoded(solution: Solution, key: _FileKey) -> bytes:
    body = json.dumps({
        **key.as_json(),
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


def _decoded(data: bytes, key: _FileKey) -> Solution:
    """Return the solution in a file.

    Raises ValueError, TypeError, KeyError, AttributeError, ArithmeticError or RecursionError for a damaged file or one
    of another question.
    """
    head, body, *rest = data.decode("ascii").split("\n")
    if rest != [""] or head != f"{_MAGIC} {hashlib.sha256(body.encode()).hexdigest()}":
        raise ValueError("not whole")
    content = json.loads(body)
    if {name: content[name] for name in key.as_json()} != key.as_json():
        raise ValueError("another question")
    area = key.height * key.width
    return Solution(
        key.height, key.width, key.start, key.rules, None,
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
    return [cycles.components, cycles.trivial, cycles.decisive, examples]


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
    """Write a file completely or not at all, over the leftover of a killed writer. The caller holds the lock."""
    temporary = path.with_suffix(".new")
    with open(temporary, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    if sys.platform != "win32":
        folder = os.open(path.parent, os.O_RDONLY)
        with suppress(OSError):  # some file systems do not sync folders; the file itself is whole already
            os.fsync(folder)
        os.close(folder)


@contextmanager
def _exclusive(path: Path) -> Iterator[None]:
    """Hold a lock that the system releases when a process dies. Raises OSError after _LOCK_TIMEOUT seconds."""
    with open(path, "ab") as file:
        end = time.monotonic() + _LOCK_TIMEOUT
        while not try_lock(file.fileno()):
            if time.monotonic() > end:
                raise OSError(f"another process has locked {path} for {_LOCK_TIMEOUT:g} seconds")
            time.sleep(0.005)
        yield  # closing the file releases the lock
