"""What each layer of the evaluation is worth: error of the control map, and time, with the layers put on one by one.

    python -m tests.benchmarks.settled [--folds N]

On the positions of truth_dev (../shared/data), whose ownership a strong network's search told. What is fitted is fitted
without the games it is judged on. MSE over points, the mean error of the score in points, the share of stones whose
sign is right, and CPU milliseconds a position, the layers before included.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analysis.board import Position
from analysis.control import ControlSettings, estimate
from analysis.ownership.life_probability import LifeWeights
from analysis.ownership.life_probability_fit import Example, fit
from analysis.ownership.race_verdicts import with_races
from analysis.ownership.settled_board import field_over, settle, source_strengths, without_dead
from analysis.status import Evidence, Verdict, board_status
from tests.positions import TRUTH

Array = npt.NDArray[np.float64]
EVEN = {Verdict.DEAD: 0.0, Verdict.CRITICAL: 0.5, Verdict.UNKNOWN: 0.8}
"""What chains are worth without experience: those that are neither dead nor critical mostly live."""


@dataclass(frozen=True)
class Judged:
    """A position, what it was read to be, and how long that took."""

    example: Example
    reading: float


def read() -> list[Judged]:
    found = []
    for line in TRUTH.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        position = Position.from_diagram("\n".join(told["rows"]), told["to_move"])
        if not found:
            board_status(position)  # compiled, and the caches filled
        start = time.process_time()
        status = with_races(position, board_status(position))[0]
        spent = time.process_time() - start
        found.append(Judged(Example(position, status, np.array(told["ownership"], float), told["game"]), spent))
    return found


def bare(example: Example, prior: LifeWeights) -> Array:
    return estimate(example.position).values


def proved(example: Example, prior: LifeWeights) -> Array:
    """The bare field without the stones proved dead, proven territory fixed."""
    stones = example.position.stones.copy()
    for chain in example.status.having(Verdict.DEAD):
        if chain.evidence is Evidence.PROVED:
            stones[list(chain.chain)] = 0
    field = estimate(Position(example.position.grid, stones)).values.reshape(-1)
    return np.where(example.status.territory != 0, example.status.territory, field)


def dead_off(example: Example, prior: LifeWeights) -> Array:
    return without_dead(example.position, example.status)


def held(example: Example, prior: LifeWeights) -> Array:
    """Stones as sources by their verdicts alone."""
    chances = [EVEN.get(chain.verdict, 1.0) for chain in example.status.chains]
    board, sources, _ = source_strengths(example.position, example.status, chances)
    return field_over(board, sources, example.status, ControlSettings()).values


def chances(example: Example, prior: LifeWeights) -> Array:
    return settle(example.position, example.status, prior=prior).field.values


def whole(example: Example, prior: LifeWeights) -> Array:
    return settle(example.position, example.status, prior=prior).control.values


LAYERS: list[tuple[str, bool, Callable[[Example, LifeWeights], Array]]] = [
    # name, whether it needs the reading, the map
    ("control field of the bare board", False, bare),
    ("+ proofs: territory, dead stones", True, proved),
    ("+ reading: all dead stones off", True, dead_off),
    ("+ stones held by their verdicts", True, held),
    ("+ chances by experience", True, chances),
    ("+ empty points by experience", True, whole),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folds", type=int, default=5)
    arguments = parser.parse_args()
    judged = read()
    games = sorted({one.example.game for one in judged})
    order = np.random.default_rng(1).permutation(len(games)) % arguments.folds
    fold_of = dict(zip(games, order.tolist(), strict=True))
    rows: defaultdict[tuple[str, int], list[tuple[float, float, float, float]]] = defaultdict(list)
    for fold in range(arguments.folds):
        prior = fit([one.example for one in judged if fold_of[one.example.game] != fold]).prior
        for one in judged:
            if fold_of[one.example.game] == fold:
                judge(one, prior, rows)
    print(f"{'':<36}" + "".join(f"{f'{size}x{size}: MSE  score  sign    ms':>34}" for size in (19, 13, 9)))
    for name, *_ in LAYERS:
        cells = []
        for size in (19, 13, 9):
            mse, score, sign, spent = np.mean(rows[name, size], axis=0)
            cells.append(f"{mse:17.4f} {score:6.1f} {sign:6.3f} {1000 * spent:6.1f} ")
        print(f"{name:<36}" + "".join(f"{cell:>34}" for cell in cells))


def judge(
    one: Judged, prior: LifeWeights, rows: defaultdict[tuple[str, int], list[tuple[float, float, float, float]]]
) -> None:
    example = one.example
    stones = example.position.stones != 0
    for name, reads, layer in LAYERS:
        start = time.process_time()
        values = layer(example, prior).reshape(-1)
        spent = time.process_time() - start + (one.reading if reads else 0.0)
        right = (np.sign(values[stones]) == np.sign(example.ownership[stones])).mean() if stones.any() else 1.0
        error = float(np.mean((values - example.ownership) ** 2))
        score = abs(float(values.sum() - example.ownership.sum()))
        rows[name, example.position.grid.width].append((error, score, float(right), spent))


if __name__ == "__main__":
    main()
