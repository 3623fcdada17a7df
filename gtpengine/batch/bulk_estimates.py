"""Ownership estimates for a file of positions, the work of `mokusan estimate`: JSON lines in, JSON lines out.

In:  {"id", "rows": [".XO" rows, top first], "to_move": "B", "komi": 7.5, "ko": "D4" or null, "rules": "chinese", ...}
Out: {"id", "ownership": [row-major from the top left, -1..1, +1 Black], "score": Black's lead, komi included}

Lines are read in blocks, so memory stays bounded whatever the file's length. With play.control_only, boards of one
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
from ..files.json_lines import Fields, read_lines
from ..files.position_lines import PositionLine, evaluate_position_line, parse_position_line
from ..settings import Settings

BLOCK_LINES = 2048
DECIMALS = 6
"""Of the numbers written."""


class EstimateError(ValueError):
    """A file that cannot be read or written, or a wrong line. The message is one line and names file and line."""


class _Progress(Protocol):
    def update(self, n: int) -> object: ...


def estimate_file(source: str | Path, target: str | Path, settings: Settings) -> int:
    """Estimate every position of `source` and write the results to `target`; returns their number.

    The target is replaced at the end only: after an error it is unchanged. On a terminal a progress bar is shown on
    stderr.

    Raises EstimateError for a file that cannot be read or written, and for a wrong line (numbered from 1).
    """
    settings.control()  # errors there are reported before a file is touched
    try:
        lines = open(source, "rb")  # noqa: SIM115 -- only errors of opening are caught here
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

            def parse(number: int, fields: Fields) -> PositionLine:
                return parse_position_line(fields, settings)

            positions = read_lines(readline, source, parse, EstimateError)
            while block := list(islice(positions, BLOCK_LINES)):
                for answer in _answers(block, settings):
                    write(answer.encode())
                count += len(block)
            return count


def _answers(block: Sequence[PositionLine], settings: Settings) -> Iterator[str]:
    """Return the output lines of a block, in its order."""
    if settings.get("play.control_only"):
        return _control_only_answers(block, settings.control())
    return (_answer(position_line, evaluate_position_line(position_line, settings).control) for position_line in block)


def _answer(position_line: PositionLine, control: ControlMap) -> str:
    values = np.round(control.values.reshape(-1), DECIMALS) + 0.0  # no -0.0
    score = round(control.score - position_line.komi, DECIMALS)
    return json.dumps({"id": position_line.key, "ownership": values.tolist(), "score": score}) + "\n"


def _control_only_answers(block: Sequence[PositionLine], control: ControlSettings) -> Iterator[str]:
    """Return the same by the raw control maps, all boards of one size together."""
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
    """A progress bar that shows nothing."""

    def update(self, n: int) -> None:
        pass


class _ProgressBar:
    """A progress bar on stderr, redrawn at every whole per cent; for terminals without tqdm."""

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
    """Yield a progress bar for the bytes of the input, by tqdm if installed; silent unless stderr is a terminal."""
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
