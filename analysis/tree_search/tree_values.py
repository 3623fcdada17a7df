"""The values that are shown of a search tree: of its root and of each line, on one scale.

The mean of a move over few visits is uncertain, and the best of several uncertain means is too good: shown as it is, a
position would lose points with every move of either side. So the value of the root is the mean of the most visited
move, shrunk towards the value that a likely move leads to:

    value = (n * mean + K * expected) / (n + K)

n is the number of visits of that move, `expected` the mean over the visited moves weighted by their probability by the
policy, which does not know the evaluations. K is PSEUDO_VISITS, less where little of the board is open and evaluations
tell more. As the visits grow the value becomes that of the best line.

The lines are shown on that scale: the first one with the value of the root, the others as much worse as their means
are, less CONFIDENCE standard errors for the visits that they have fewer; and never better than the first: what is
better by few visits is not better than what is better by many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isinf, sqrt

from ..board import PASS, Color
from .puct_tree import RootMove

PSEUDO_VISITS = 24.0
"""The weight of the expected value in visits, on an open board. Chosen so that moves of strong players lose about
nothing on average at 20 visits: .4 points a move in 80 moves of four games, 4.5 without it."""

CONFIDENCE = 2.0
"""How many standard errors a move is shown below its mean, as far as its error is larger than that of the first."""

OPEN_SHARE = 0.4
"""The share of open points from which a board counts as open."""


def shown_values(
    moves: Sequence[RootMove], first: int, color: Color, open_share: float
) -> tuple[float, Mapping[int, float]]:
    """Return Black's lead at the root, and by each of the moves, komi excluded.

    moves -- searched moves, at least one; first -- the point of the one that is listed first
    open_share -- how much of the board is open, 0 to 1
    """
    by_point = {move.point: move for move in moves}
    reference = by_point[first] if first == PASS else max(
        (move for move in moves if move.point != PASS), key=lambda move: (move.visits, move.gain)
    )
    weight = 0.0 if first == PASS else PSEUDO_VISITS * min(1.0, open_share / OPEN_SHARE)
    root = (reference.visits * reference.score + weight * _expected(moves, reference)) / (reference.visits + weight)
    values = {point: root + color * min(0.0, _advantage(move, reference, color)) for point, move in by_point.items()}
    return root, values | {first: root}


def _advantage(move: RootMove, reference: RootMove, color: Color) -> float:
    """Return how much better a move is than the reference, for the mover, at the lower end of its uncertainty."""
    deviation = 0.0 if isinf(reference.error) else reference.error * sqrt(reference.visits)
    missing = max(0.0, 1 / sqrt(move.visits) - 1 / sqrt(reference.visits))
    return color * (move.score - reference.score) - CONFIDENCE * deviation * missing


def _expected(moves: Sequence[RootMove], reference: RootMove) -> float:
    """Return the mean score of the visited moves, the pass excepted, weighted by their probability."""
    likely = [move for move in moves if move.point != PASS and move.probability > 0]
    total = sum(move.probability for move in likely)
    return sum(move.probability * move.score for move in likely) / total if total else reference.score


__all__ = ["shown_values"]
