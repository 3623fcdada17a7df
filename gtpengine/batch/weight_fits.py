"""Read files of positions, and fit weights to them: those of the chains' life probabilities.

The files have one JSON object a line, as for `estimate`, each with "game": the name of the game, and "ownership",
row-major from the top left, -1..1, +1 Black. The fit itself is in `analysis.ownership.life_probability_fit`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from analysis.ownership import life_probability_fit
from analysis.ownership.life_probability_fit import FEW_NODES, Example, Fit
from analysis.semeai import with_race_verdicts
from analysis.status import StatusBudget, board_status

from ..errors import shown
from ..files.json_lines import Fields, read_file
from ..files.position_lines import parse_position_line
from ..settings import Settings
from .bulk_estimates import EstimateError


def fit_life_probability(source: str | Path, settings: Settings) -> Fit:
    """Fit life probabilities to a file. Raises EstimateError for an unreadable file, a wrong line, or too few games.

    Each position counts twice: with the status of its chains by the settings, and by fewer nodes.
    """
    budgets = settings.status(), FEW_NODES
    try:
        read = read_file(source, lambda number, fields: _chain_examples(fields, settings, budgets), EstimateError)
        return life_probability_fit.fit([example for examples in read for example in examples])
    except ValueError as error:
        raise EstimateError(str(error)) from None


def life_probability_json(fitted: Fit) -> str:
    """Return the text of analysis/ownership/life_probability.json."""
    return json.dumps(
        {
            "weights": fitted.life_weights.weights, "typical": fitted.life_weights.typical,
            "second": {"weights": fitted.life_weights.second_weights, "typical": fitted.life_weights.second_typical},
            "points": fitted.life_weights.point_weights, "stones": fitted.stones, "first_error": fitted.first_error,
            "error": fitted.error, "calibration": fitted.calibration,
        },
        indent=1,
    ) + "\n"


def fit_summary(fitted: Fit) -> str:
    """Return how good fitted life probabilities are on games that they were not fitted on, as text.

    By verdict the stones and the mean squared errors of both estimates; then, by tenths of the probability, how many
    stones had it, what it was in the mean, and which share of them lived.
    """
    lines = [f"{'verdict':<10}{'stones':>8}  squared error of the first estimate, of the second"]
    lines += [
        f"{verdict:<10}{fitted.stones[verdict]:>8}  {fitted.first_error[verdict]:.4f}  {fitted.error[verdict]:.4f}"
        for verdict in fitted.stones
    ]
    lines += ["", f"{'stones':>8}  {'probability':>11}  share that lived"]
    lines += [f"{stones:>8}  {chance:>11.3f}  {truth:.3f}" for chance, truth, stones in fitted.calibration]
    return "\n".join(lines) + "\n"


def _chain_examples(fields: Fields, settings: Settings, budgets: Sequence[StatusBudget]) -> list[Example]:
    """Return the position of a line with its ownership and, by each budget, the status of its chains."""
    position_line = parse_position_line(fields, settings)
    position, rules = position_line.position, position_line.rules
    ownership = _ownership(_required(fields, "ownership"), position.grid.area)
    game = str(_required(fields, "game"))
    read = (board_status(position, rules, budget=budget) for budget in budgets)
    return [Example(position, with_race_verdicts(position, status, rules)[0], ownership, game) for status in read]


def _ownership(values: object, area: int) -> npt.NDArray[np.float64]:
    """Check an ownership map and return it as (area,) float64. Raises ValueError."""
    if not isinstance(values, list) or len(values) != area:
        raise ValueError(f"ownership: expected a list of {area} numbers, got {shown(str(values))}")
    for number, value in enumerate(values, 1):
        if isinstance(value, bool) or not isinstance(value, int | float) or not -1 <= value <= 1:
            raise ValueError(f"ownership: expected numbers from -1 to 1, got {value!r:.40} as number {number}")
    return np.array(values, float)


def _required(fields: Fields, key: str) -> Any:
    """Return a field. Raises ValueError if it is missing."""
    if key not in fields:
        raise ValueError(f"expected a key {key!r}")
    return fields[key]
