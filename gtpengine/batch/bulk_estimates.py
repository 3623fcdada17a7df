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
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from analysis.board import Grid
from analysis.control import ControlMap, ControlSettings, estimate_many

from ..files.atomic_write import atomic_writer
from ..files.json_lines import read_lines
from ..files.position_lines import PositionLine, evaluate_position_line, parse_position_line
from ..settings import Settings

BLOCK_LINES = 2048
DECIMALS = 6


class EstimateError(ValueError):
    """A line or a file that cannot be used. The message is one line and names file and line."""


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
        with atomic_writer(target, EstimateError) as write, _progress_bar(size) as progress:

            def readline(most: int) -> bytes:
                line = lines.readline(most)
                progress.update(len(line))
                return line

            count = 0
            position_lines = read_lines(readline, source, lambda number, fields: parse_position_line(fields, settings), EstimateError)
            while block := list(islice(position_lines, BLOCK_LINES)):
                for answer in _answers(block, settings):
                    write(answer.encode())
                count += len(block)
            return count


def _answers(block: Sequence[PositionLine], settings: Settings) -> Iterator[str]:
    """The output lines of a block, in its order."""
    if settings.get("play.control_only"):
        return _control_only_answers(block, settings.control())
    return (_answer(position_line, evaluate_position_line(position_line, settings).control) for position_line in block)


def _answer(position_line: PositionLine, control: ControlMap) -> str:
    values = np.round(control.values.reshape(-1), DECIMALS) + 0.0  # no -0.0
    score = round(control.score - position_line.komi, DECIMALS)
    return json.dumps({"id": position_line.key, "ownership": values.tolist(), "score": score}) + "\n"


def _control_only_answers(block: Sequence[PositionLine], control: ControlSettings) -> Iterator[str]:
    """The same by the fields of the bare boards, all boards of one size together."""
    by_grid: dict[Grid, list[int]] = defaultdict(list)
    for index, position_line in enumerate(block):
        by_grid[position_line.position.grid].append(index)
    answers: list[str] = [""] * len(block)
    for grid, indices in by_grid.items():
        stones = np.stack([block[index].position.stones for index in indices])
        maps = estimate_many(grid, stones, control)
        for row, index in enumerate(indices):
            answers[index] = _answer(block[index], maps[row])
    return iter(answers)


class _NoProgress:
    def update(self, n: int) -> None:
        pass


class _ProgressBar:
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
        yield _NoProgress()
        return
    try:
        from tqdm import tqdm
    except ImportError:
        bar: Any = _ProgressBar(total)
    else:
        bar = tqdm(total=total, unit="B", unit_scale=True)
    try:
        yield bar
    finally:
        bar.close()
