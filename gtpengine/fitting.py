"""Fitting the chances of chains on positions whose ownership is known: one JSON object a line, as for `estimate`.

Each line also has "ownership", row-major from the top left, -1..1, +1 Black, and "game": what the position is from.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from analysis.prior_fit import Example, Fit, fit
from analysis.status import board_status

from .estimates import EstimateError, read_job
from .settings import Settings


def fit_file(source: str | Path, settings: Settings) -> Fit:
    """Fit the chances on a file. Raises EstimateError: a file that cannot be read, a bad line, too few games."""
    try:
        lines = Path(source).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise EstimateError(f"{source}: cannot read: {error}") from None
    try:
        return fit([_example(line, number, settings) for number, line in enumerate(lines, 1) if line.strip()])
    except ValueError as error:
        raise EstimateError(str(error)) from None


def as_json(fitted: Fit) -> str:
    """The text of analysis/prior.json."""
    return json.dumps(
        {
            "weights": fitted.weights, "stones": fitted.stones, "error": fitted.error,
            "calibration": fitted.calibration,
        },
        indent=1,
    ) + "\n"


def _example(line: str, number: int, settings: Settings) -> Example:
    try:
        job = read_job(line, settings)
        told = json.loads(line)
        ownership = np.array(told["ownership"], float)
        if ownership.shape != (job.position.grid.area,):
            raise ValueError(f"ownership: expected {job.position.grid.area} numbers, got {ownership.size}")
        status = board_status(job.position, job.rules, budget=settings.status())
        return Example(job.position, status, ownership, str(told["game"]))
    except KeyError as error:
        raise ValueError(f"line {number}: expected a key {error}") from None
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from None
