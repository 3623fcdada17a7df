"""What each layer of the evaluation contributes: the error of the control map and the time, layer by layer.

    python -m tests.benchmarks.ownership [--folds N]

On the positions of truth_dev (../shared/data), whose ownership comes from a strong network's search. Weights are fitted
without the games on which they are judged. Printed are the mean squared error over points (MSE), the mean error of the
score in points, the share of stones with the right sign, and CPU milliseconds a position, earlier layers included.
Weights are fitted to each position twice, as read by default and with few nodes, as those shipped are.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.board import Position
from analysis.control import ControlSettings, estimate
from analysis.ownership.life_probability import LifeWeights
from analysis.ownership.life_probability_fit import FEW_NODES, Example, fit
from analysis.ownership.settled_board import control_without_dead, settle, settled_control, source_strengths
from analysis.semeai import with_race_verdicts
from analysis.status import Evidence, Verdict, board_status
from analysis.tree_search.puct_tree import LEAF_BUDGET
from tests.positions import TRUTH

Array = npt.NDArray[np.float64]
EVEN = {Verdict.DEAD: 0.0, Verdict.CRITICAL: 0.5, Verdict.UNKNOWN: 0.8}
"""Life probabilities by verdict alone: chains that are neither dead nor critical mostly live."""


@dataclass(frozen=True)
class Judged:
    """A position with its status, and the CPU seconds that the reading took."""

    example: Example
    reading: float


class Readings(NamedTuple):
    """A position as read by default, with few nodes for the fit, and as at the leaves of a tree search."""

    usual: Judged
    few: Judged
    leaf: Judged


def read() -> list[Readings]:
    """Return the readings of each position."""
    found = []
    for line in TRUTH.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        position = Position.from_diagram("\n".join(entry["rows"]), entry["to_move"])
        if not found:
            board_status(position)  # compiles the kernels and fills the caches
        ownership, game = np.array(entry["ownership"], float), entry["game"]
        judged = []
        for budget in (None, FEW_NODES, LEAF_BUDGET):
            start = time.process_time()
            status = with_race_verdicts(position, board_status(position, budget=budget))[0]
            judged.append(Judged(Example(position, status, ownership, game), time.process_time() - start))
        found.append(Readings(*judged))
    return found


def bare_board(example: Example, weights: LifeWeights) -> Array:
    return estimate(example.position).values


def with_proofs(example: Example, weights: LifeWeights) -> Array:
    """Return the control map without the stones proved dead, proven territory fixed."""
    stones = example.position.stones.copy()
    for chain in example.status.having(Verdict.DEAD):
        if chain.evidence is Evidence.PROVED:
            stones[list(chain.chain)] = 0
    field = estimate(Position(example.position.grid, stones)).values.reshape(-1)
    return np.where(example.status.territory != 0, example.status.territory, field)


def without_dead(example: Example, weights: LifeWeights) -> Array:
    return control_without_dead(example.position, example.status)


def by_verdicts(example: Example, weights: LifeWeights) -> Array:
    """Return the control map with stones as sources by their verdicts alone."""
    probabilities = [EVEN.get(chain.verdict, 1.0) for chain in example.status.chains]
    board, strength, _ = source_strengths(example.position, example.status, probabilities)
    return settled_control(board, strength, example.status, ControlSettings()).values


def by_life_probabilities(example: Example, weights: LifeWeights) -> Array:
    return settle(example.position, example.status, weights=weights).uncalibrated.values


def calibrated(example: Example, weights: LifeWeights) -> Array:
    return settle(example.position, example.status, weights=weights).control.values


Layer = tuple[str, bool, Callable[[Example, LifeWeights], Array]]
"""A layer: its name, whether it needs the reading, its control map."""

LAYERS: list[Layer] = [
    ("control map of the bare board", False, bare_board),
    ("+ proofs: territory, dead stones", True, with_proofs),
    ("+ reading: no dead stones", True, without_dead),
    ("+ stones fixed by their verdicts", True, by_verdicts),
    ("+ fitted life probabilities", True, by_life_probabilities),
    ("+ calibrated empty points", True, calibrated),
]


LEAF_LAYERS: list[Layer] = [("the same at a leaf of the tree search", True, calibrated)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folds", type=int, default=5)
    arguments = parser.parse_args()
    judged = read()
    games = sorted({one.usual.example.game for one in judged})
    order = np.random.default_rng(1).permutation(len(games)) % arguments.folds
    fold_of = dict(zip(games, order.tolist(), strict=True))
    rows: defaultdict[tuple[str, int], list[tuple[float, float, float, float]]] = defaultdict(list)
    for fold in range(arguments.folds):
        others = [one for one in judged if fold_of[one.usual.example.game] != fold]
        weights = fit([read.example for one in others for read in (one.usual, one.few)]).life_weights
        for one in judged:
            if fold_of[one.usual.example.game] == fold:
                judge(one.usual, LAYERS, weights, rows)
                judge(one.leaf, LEAF_LAYERS, weights, rows)
    print(f"{'':<36}" + "".join(f"{f'{size}x{size}: MSE  score  sign    ms':>34}" for size in (19, 13, 9)))
    for name, *_ in (*LAYERS, *LEAF_LAYERS):
        cells = []
        for size in (19, 13, 9):
            mse, score, sign, spent = np.mean(rows[name, size], axis=0)
            cells.append(f"{mse:17.4f} {score:6.1f} {sign:6.3f} {1000 * spent:6.1f} ")
        print(f"{name:<36}" + "".join(f"{cell:>34}" for cell in cells))


def judge(
    one: Judged, layers: list[Layer], weights: LifeWeights,
    rows: defaultdict[tuple[str, int], list[tuple[float, float, float, float]]],
) -> None:
    """Append the figures of each layer on one position to `rows`, by layer and board size."""
    example = one.example
    stones = example.position.stones != 0
    for name, reads, layer in layers:
        start = time.process_time()
        values = layer(example, weights).reshape(-1)
        spent = time.process_time() - start + (one.reading if reads else 0.0)
        right = (np.sign(values[stones]) == np.sign(example.ownership[stones])).mean() if stones.any() else 1.0
        error = float(np.mean((values - example.ownership) ** 2))
        score = abs(float(values.sum() - example.ownership.sum()))
        rows[name, example.position.grid.width].append((error, score, float(right), spent))


if __name__ == "__main__":
    main()
