"""Ownership estimates for a file of positions: one JSON object a line in, one a line out.

In:  {"id", "rows": [".XO" rows, top first], "to_move": "B", "komi": 7.5, "ko": "D4" or null, "rules": "chinese", ...}
Out: {"id", "ownership": [row-major from the top left, -1..1, +1 Black], "score": Black's lead, komi included}

Lines are taken in blocks, so memory stays bounded whatever the file's length. With play.control_only, boards of one
size within a block are estimated together, tens of thousands a second.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from analysis.board import NO_POINT, Grid, Position, Rules
from analysis.control import ControlMap, ControlSettings, estimate_many

from .json_lines import Fields, read_lines, shown_value
from .replacing import replacing
from .settings import Settings

if TYPE_CHECKING:
    from analysis.evaluation import Evaluation

BLOCK = 2048
DECIMALS = 6


class EstimateError(ValueError):
    """A line or a file that cannot be used. The message is one line and names file and line."""


@dataclass(frozen=True)
class Job:
    """One position of the file. `key` is its "id", whatever JSON that was."""

    key: Any
    position: Position
    komi: float
    rules: Rules


class _Progress(Protocol):
    def update(self, n: int) -> object: ...


def estimate_file(source: str | Path, target: str | Path, settings: Settings) -> int:
    """Estimate every line of `source` into `target`; returns how many.

    The target is written beside its place and moved there at the end: after an error it is as it was. A progress
    bar shows on stderr if that is a terminal.

    Raises EstimateError: a file that cannot be read or written, or a bad line (numbered from 1).
    """
    settings.control()  # before a file is touched
    try:
        lines = open(source, "rb")  # noqa: SIM115 -- what happens further on is no error of opening
    except OSError as error:
        raise EstimateError(f"{source}: {error.strerror}") from None
    with lines:
        if Path(target).is_dir():
            raise EstimateError(f"{target}: is a directory")
        size = os.fstat(lines.fileno()).st_size
        with replacing(target, EstimateError) as write, _progress_bar(size) as progress:

            def readline(most: int) -> bytes:
                line = lines.readline(most)
                progress.update(len(line))
                return line

            count = 0
            jobs = read_lines(readline, source, lambda number, told: job_of(told, settings), EstimateError)
            while block := list(islice(jobs, BLOCK)):
                for answer in _answers(block, settings):
                    write(answer.encode())
                count += len(block)
            return count


def job_of(line: Fields, settings: Settings) -> Job:
    """The position of one line; settings give komi and rules where the line has none.

    Raises ValueError, in one line, for anything that is not such a position.
    """
    if "id" not in line:
        raise ValueError("id: missing")
    rows = line.get("rows")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise ValueError(f"rows: expected a list of strings, got {shown_value(rows)}")
    position = Position.from_diagram("\n".join(rows), _text(line, "to_move", "B"))
    _check_size(line.get("size"), position.grid)
    ko = _ko(line.get("ko"), position.grid)
    if ko != NO_POINT:
        position = Position.from_stones(position.grid, position.stones, position.to_move, ko)
    komi = line.get("komi")
    if komi is None:
        komi = settings.get("game.komi")
    if isinstance(komi, bool) or not isinstance(komi, int | float) or not abs(komi) <= 1000:
        raise ValueError(f"komi: expected a number in [-1000, 1000], got {shown_value(komi)}")
    rules = _text(line, "rules", "")
    return Job(line["id"], position, float(komi), Rules.named(rules) if rules else settings.rules())


def _answers(block: Sequence[Job], settings: Settings) -> Iterator[str]:
    """The output lines of a block, in its order."""
    if settings.get("play.control_only"):
        return _bare_answers(block, settings.control())
    return (_answer(job, evaluated(job, settings).control) for job in block)


def evaluated(job: Job, settings: Settings) -> Evaluation:
    """The evaluation of one position by the settings."""
    from analysis.evaluation import evaluate

    return evaluate(job.position, job.rules, job.komi, settings.control(), budget=settings.status())


def _answer(job: Job, control: ControlMap) -> str:
    values = np.round(control.values.reshape(-1), DECIMALS) + 0.0  # no -0.0
    score = round(control.score - job.komi, DECIMALS)
    return json.dumps({"id": job.key, "ownership": values.tolist(), "score": score}) + "\n"


def _bare_answers(block: Sequence[Job], control: ControlSettings) -> Iterator[str]:
    """The same by the fields of the bare boards, all boards of one size together."""
    by_grid: dict[Grid, list[int]] = defaultdict(list)
    for index, job in enumerate(block):
        by_grid[job.position.grid].append(index)
    answers: list[str] = [""] * len(block)
    for grid, indices in by_grid.items():
        stones = np.stack([block[index].position.stones for index in indices])
        maps = estimate_many(grid, stones, control)
        for row, index in enumerate(indices):
            answers[index] = _answer(block[index], maps[row])
    return iter(answers)


def _text(line: Fields, key: str, otherwise: str) -> str:
    value = line.get(key)
    if value is None:
        return otherwise
    if not isinstance(value, str):
        raise ValueError(f"{key}: expected text, got {shown_value(value)}")
    return value


def _check_size(size: object, grid: Grid) -> None:
    if size is not None and size not in (grid.size_json, [grid.width, grid.height]):
        raise ValueError(f"size: expected {grid.size_json} as in the rows, got {shown_value(size)}")


def _ko(value: object, grid: Grid) -> int:
    """The ko point: a vertex, a point index, or [row from the top, column]; NO_POINT for null."""
    if value is None:
        return NO_POINT
    if isinstance(value, str) and value.lower() != "pass":
        return grid.point(value)
    if _is_index(value, grid.area):
        assert isinstance(value, int)
        return value
    if isinstance(value, list) and len(value) == 2:
        row, col = value
        if _is_index(row, grid.height) and _is_index(col, grid.width):
            return grid.at(row, col)
    raise ValueError(f"ko: expected a vertex, null or [row, column] on the {grid} board, got {shown_value(value)}")


def _is_index(value: object, count: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < count


class _Silent:
    def update(self, n: int) -> None:
        pass


class _OwnBar:
    """One line on stderr, rewritten at every whole per cent."""

    def __init__(self, total: int) -> None:
        self._total, self._done, self._shown = max(total, 1), 0, -1

    def update(self, n: int) -> None:
        self._done += n
        percent = min(100, 100 * self._done // self._total)
        if percent != self._shown:
            self._shown = percent
            sys.stderr.write(f"\r{percent:3d} % [{'#' * (percent // 4):<25}]")
            sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\n")


@contextmanager
def _progress_bar(total: int) -> Iterator[_Progress]:
    """Counts bytes of the input; silent unless stderr is a terminal; tqdm where it is installed."""
    if not sys.stderr.isatty():
        yield _Silent()
        return
    try:
        from tqdm import tqdm
    except ImportError:
        bar: Any = _OwnBar(total)
    else:
        bar = tqdm(total=total, unit="B", unit_scale=True)
    try:
        yield bar
    finally:
        bar.close()
