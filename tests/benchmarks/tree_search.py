"""How well the search chooses moves, without games: its choices beside the moves that a strong network examined.

    python -m tests.benchmarks.tree_search [--sizes 9 13] [--every N]

On the positions of truth_dev (../shared/data), for searches of growing size:

    prior   the network's prior of the chosen move, on average
    listed  how often that move is one of those the network searched
    nats    what the gains add to our policy in predicting the network's priors: the log loss of
            weight * log(probability) + weight * gain, less that of the probabilities alone, both weights fitted to
            these very positions; below 0 is better; with its standard error
    s       CPU seconds a move
    ms      CPU milliseconds of the search for each position that it evaluates, without the evaluation of the root
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
from analysis.tree_search.puct_tree import RootMove, search
from tests.positions import TRUTH

Array = npt.NDArray[np.float64]

VISITS = (15, 30, 60, 120)
"""How many positions each search evaluates."""

MIN_SHARE = 0.02
"""A position counts for the log loss if the candidate moves have such a share of the network's priors."""


@dataclass(frozen=True)
class Question:
    """A position, the last moves, and the network's priors by move."""

    position: Position
    recent: tuple[int, ...]
    priors: dict[int, float]


@dataclass(frozen=True)
class Choice:
    """The network's prior of the chosen move, whether it is listed, and for each candidate move but the pass the
    network's prior, the log probability by our policy, and the gain."""

    prior: float
    listed: bool
    priors: Array
    log_probabilities: Array
    gains: Array


def positions(size: int, every: int) -> list[Question]:
    """Return every Nth position of the truth set on boards of this size."""
    found = []
    for line in TRUTH.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if entry["size"] != size or not entry["top_moves"]:
            continue
        position = Position.from_diagram("\n".join(entry["rows"]), entry["to_move"])
        recent = tuple(_point(position, vertex) for _, vertex in entry["last_moves"][-2:])
        priors = {_point(position, vertex): prior for vertex, _, _, prior in entry["top_moves"]}
        found.append(Question(position, tuple(point for point in recent if point != PASS), priors))
    return found[::every]


def _point(position: Position, vertex: str) -> int:
    return PASS if vertex.lower() == "pass" else position.grid.point(vertex)


def choice_of(question: Question, root_moves: tuple[RootMove, ...], *, by_gain: bool) -> Choice:
    """Return the choice by the search, or with by_gain=False by the policy alone, all gains being 0."""
    moves = [move for move in root_moves if move.point != PASS]
    likeliest = max(moves, key=lambda move: move.probability).point if moves else PASS
    best = root_moves[0].point if by_gain else likeliest
    return Choice(
        prior=question.priors.get(best, 0.0),
        listed=best in question.priors,
        priors=np.array([question.priors.get(move.point, 0.0) for move in moves]),
        log_probabilities=np.array([math.log(move.probability) for move in moves]),
        gains=np.array([move.gain if by_gain else 0.0 for move in moves]),
    )


def log_losses(choices: list[Choice], weights: Array) -> Array:
    """Return the log loss of the network's priors for each position, by these weights."""
    found = []
    for choice in choices:
        total = weights[0] * choice.log_probabilities + weights[1] * choice.gains
        share = choice.priors / choice.priors.sum()
        found.append(float(np.logaddexp.reduce(total) - share @ total))
    return np.array(found)


def least_log_losses(choices: list[Choice]) -> Array:
    """Return the log losses by the best weights, for the positions that count."""
    counted = [choice for choice in choices if choice.priors.sum() >= MIN_SHARE]
    best = minimize(lambda weights: log_losses(counted, weights).mean(), [1.0, 0.0], method="Nelder-Mead").x
    return log_losses(counted, best)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", choices=(9, 13, 19), default=[9, 13])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth position")
    arguments = parser.parse_args()
    if arguments.every < 1:
        parser.error(f"--every: expected at least 1, got {arguments.every}")
    for size in arguments.sizes:
        questions = positions(size, arguments.every)
        search(evaluate(questions[0].position))  # compiles the kernels and fills the caches
        first: list[Choice] = []
        heading = f"{size}x{size}, {len(questions)} positions"
        print(f"{heading:<28}{'prior':>8}{'listed':>8}{'nats':>18}{'s':>8}{'ms':>8}")
        for visits in VISITS:
            start, searching, choices, by_policy = time.process_time(), 0.0, list[Choice](), list[Choice]()
            for question in questions:
                memory = ReadingCache()
                evaluation = evaluate(question.position, memory=memory)
                began = time.process_time()
                moves = search(evaluation, recent=question.recent, visits=visits, memory=memory)
                searching += time.process_time() - began
                choices.append(choice_of(question, moves, by_gain=True))
                by_policy.append(choice_of(question, moves, by_gain=False))
            spent = (time.process_time() - start) / len(questions)
            if not first:
                first = by_policy
                print(f"{'the likeliest move':<28}{_hits(first)}")
            difference = least_log_losses(choices) - least_log_losses(by_policy)
            error = difference.std() / math.sqrt(len(difference))
            hits = _hits(choices)
            visit = 1000 * searching / len(questions) / visits
            line = f"{f'{visits} positions':<28}{hits}{difference.mean():+10.3f} ± {error:.3f}{spent:8.1f}{visit:8.1f}"
            print(line, flush=True)


def _hits(choices: list[Choice]) -> str:
    prior, listed = (np.mean([getattr(choice, name) for choice in choices]) for name in ("prior", "listed"))
    return f"{prior:8.3f}{listed:8.2f}"


if __name__ == "__main__":
    main()
