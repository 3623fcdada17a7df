"""Ownership estimates for a file of positions, the work of `mokusan estimate`: JSON lines in, JSON lines out.

In:  {"id", "rows": [".XO" rows, top first], "to_move": "B", "komi": 7.5, "ko": "D4" or null, "rules": "chinese", ...}
Out: {"id", "ownership": [row-major from the top left, -1..1, +1 Black], "score": Black's lead, komi included}

Lines are read in blocks, so memory stays bounded whatever the file's length. With play.control_only, a block is parsed,
estimated and formatted in bulk, tens of thousands of boards a second.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from analysis.control import estimate_many

from ..files.atomic_write import atomic_writer
from ..files.json_lines import MAX_LINE_BYTES, Fields, read_lines
from ..files.position_lines import PositionLine, evaluate_position_line, parse_position_line
from ..settings import Settings
from .board_lines import LineError, parse_boards
from .number_text import DECIMALS, rounded_rows
from .worker_processes import map_in_order

BLOCK_LINES = 1024

_encode = json.JSONEncoder().encode
_Readline = Callable[[int], bytes]
_Block = tuple[int, list[bytes]]
"""The number of its first line, and its lines."""


class EstimateError(ValueError):
    """A file that cannot be read or written, or a wrong line. The message is one line and names file and line."""


class _Progress(Protocol):
    def update(self, n: int) -> object: ...


def estimate_file(source: str | Path, target: str | Path, settings: Settings, workers: int = 0) -> int:
    """Estimate every position of `source` and write the results to `target`; returns their number.

    workers -- the processes that compute; 0: this one. The result does not depend on it

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
            for text in _answers(readline, source, settings, workers):
                write(text)
                count += text.count(b"\n")
            return count


def _answers(readline: _Readline, source: str | Path, settings: Settings, workers: int) -> Iterator[bytes]:
    """Yield the output in pieces of whole lines, in the order of the input. Raises EstimateError."""
    try:
        if settings.get("play.control_only"):
            blocks = _blocks(readline, source)
            yield from map_in_order(partial(_control_only_answers, settings=settings), blocks, workers, EstimateError)
        else:
            positions = _positions(readline, source, settings)
            yield from map_in_order(partial(_answer, settings=settings), positions, workers, EstimateError)
    except LineError as error:
        raise EstimateError(f"{source}: {error}") from None


def _positions(readline: _Readline, source: str | Path, settings: Settings) -> Iterator[PositionLine]:
    """Yield positions; a wrong line is an error before the positions of its block are evaluated."""

    def parse(number: int, fields: Fields) -> PositionLine:
        return parse_position_line(fields, settings)

    positions = read_lines(readline, source, parse, EstimateError)
    while block := list(islice(positions, BLOCK_LINES)):
        yield from block


def _answer(position_line: PositionLine, settings: Settings) -> bytes:
    """Return the output line of one position by the settled board."""
    control = evaluate_position_line(position_line, settings).control
    values = np.round(control.values.reshape(-1), DECIMALS) + 0.0  # no -0.0
    score = round(control.score - position_line.komi, DECIMALS)
    answer = {"id": position_line.key, "ownership": values.tolist(), "score": score}
    return (json.dumps(answer) + "\n").encode()


def _blocks(readline: _Readline, source: str | Path) -> Iterator[_Block]:
    """Yield the lines of a file in blocks. Raises EstimateError, after the lines before, for an overlong line."""
    first, reason = 1, ""
    while not reason:
        lines: list[bytes] = []
        try:
            while len(lines) < BLOCK_LINES and (line := readline(MAX_LINE_BYTES + 1)):
                if len(line) > MAX_LINE_BYTES:
                    reason = f"line {first + len(lines)}: longer than {MAX_LINE_BYTES >> 20} MB"
                    break
                lines.append(line)
        except OSError as error:
            reason = f"cannot read: {error.strerror}"
        if not lines and not reason:
            return
        yield first, lines
        first += len(lines)
    raise EstimateError(f"{source}: {reason}")


def _control_only_answers(block: _Block, settings: Settings) -> bytes:
    """Return the output lines of a block by the raw control map, all boards of one size together. Raises LineError."""
    first, lines = block
    control = settings.control()
    found = parse_boards(lines, first, settings)
    answers: dict[int, tuple[bytes, ...]] = {}
    for grid, boards in found.items():
        maps = estimate_many(grid, boards.array(grid), control)
        texts = rounded_rows(maps.values.reshape(-1, grid.area))
        for index, key, text, score, komi in zip(
            boards.index, boards.key, texts, maps.score.tolist(), boards.komi, strict=True
        ):
            name, lead = _encode(key).encode(), repr(round(score - komi, DECIMALS)).encode()
            answers[index] = (b'{"id": ', name, b', "ownership": [', text, b'], "score": ', lead, b"}\n")
    return b"".join(part for index in range(len(answers)) for part in answers[index])


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
