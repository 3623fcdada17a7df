"""How well moves are chosen, without games: the choice of foresight beside the moves that a strong network looked at.

    python -m tests.benchmarks.foresight [--sizes 9 13] [--every N]

On the positions of truth_dev (../shared/data), with more and more boards looked at:

    prior   the network's first guess of the move chosen, on average
    listed  how often that move is one of those it looked at
    nats    what gains add to the likelihood of moves in telling the network's guesses: the log loss of
            weight * log(chance) + weight * gain, less that of the chances alone, both weights fitted to these very
            positions; below 0 is better; with its standard error
    s       CPU seconds a move
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from analysis.board import PASS, Position
from analysis.evaluation import evaluate
from analysis.status import ReadingCache
from analysis.tree_search.tree import RootMove, plans
from tests.positions import TRUTH

Array = npt.NDArray[np.float64]

BOARDS = (15, 30, 60, 120)
"""How many boards are looked at."""

LEAST = 0.02
"""A position counts for the guesses if the moves worth a look have such a share of them."""


@dataclass(frozen=True)
class Asked:
    """A position, the last moves, and the network's first guesses by move."""

    position: Position
    recent: tuple[int, ...]
    guesses: dict[int, float]


@dataclass(frozen=True)
class Choice:
    """What is said of one position: the guess of the move chosen, whether that is listed; what was known of moves."""

    prior: float
    listed: bool
    guesses: Array
    likelihood: Array
    gains: Array


def positions(size: int, every: int) -> list[Asked]:
    found = []
    for line in TRUTH.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        if told["size"] != size or not told["top_moves"]:
            continue
        position = Position.from_diagram("\n".join(told["rows"]), told["to_move"])
        recent = tuple(_point(position, vertex) for _, vertex in told["last_moves"][-2:])
        guesses = {_point(position, vertex): prior for vertex, _, _, prior in told["top_moves"]}
        found.append(Asked(position, tuple(point for point in recent if point != PASS), guesses))
    return found[::every]


def _point(position: Position, vertex: str) -> int:
    return PASS if vertex.lower() == "pass" else position.grid.point(vertex)


def chosen(asked: Asked, found: tuple[RootMove, ...], *, gains: bool) -> Choice:
    moves = [plan for plan in found if plan.point != PASS]
    best = found[0].point if gains else max(moves, key=lambda plan: plan.chance).point if moves else PASS
    guesses = np.array([asked.guesses.get(plan.point, 0.0) for plan in moves])
    return Choice(
        prior=asked.guesses.get(best, 0.0),
        listed=best in asked.guesses,
        guesses=guesses,
        likelihood=np.array([math.log(plan.chance) for plan in moves]),
        gains=np.array([plan.gain if gains else 0.0 for plan in moves]),
    )


def losses(choices: list[Choice], weights: Array) -> Array:
    """The log loss of the network's guesses for each position."""
    found = []
    for choice in choices:
        total = weights[0] * choice.likelihood + weights[1] * choice.gains
        share = choice.guesses / choice.guesses.sum()
        found.append(float(np.logaddexp.reduce(total) - share @ total))
    return np.array(found)


def told(choices: list[Choice]) -> Array:
    """The same with the best weights."""
    counted = [choice for choice in choices if choice.guesses.sum() >= LEAST]
    best = minimize(lambda weights: losses(counted, weights).mean(), [1.0, 0.0], method="Nelder-Mead").x
    return losses(counted, best)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", choices=(9, 13, 19), default=[9, 13])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth position")
    arguments = parser.parse_args()
    if arguments.every < 1:
        parser.error(f"--every: expected at least 1, got {arguments.every}")
    for size in arguments.sizes:
        questions = positions(size, arguments.every)
        plans(evaluate(questions[0].position))  # compiled, and the caches filled
        alone: list[Choice] = []
        print(f"{f'{size}x{size}, {len(questions)} positions':<28}{'prior':>8}{'listed':>8}{'nats':>18}{'s':>8}")
        for boards in BOARDS:
            start, choices, shape = time.process_time(), list[Choice](), list[Choice]()
            for asked in questions:
                memory = ReadingCache()
                evaluation = evaluate(asked.position, memory=memory)
                found = plans(evaluation, recent=asked.recent, boards=boards, memory=memory)
                choices.append(chosen(asked, found, gains=True))
                shape.append(chosen(asked, found, gains=False))
            spent = (time.process_time() - start) / len(questions)
            if not alone:
                alone = shape
                print(f"{'the likeliest move':<28}{_hits(alone)}")
            better = told(choices) - told(shape)
            error = better.std() / math.sqrt(len(better))
            hits = _hits(choices)
            print(f"{f'{boards} boards':<28}{hits}{better.mean():+10.3f} ± {error:.3f}{spent:8.1f}", flush=True)


def _hits(choices: list[Choice]) -> str:
    prior, listed = (np.mean([getattr(choice, name) for choice in choices]) for name in ("prior", "listed"))
    return f"{prior:8.3f}{listed:8.2f}"


if __name__ == "__main__":
    main()
