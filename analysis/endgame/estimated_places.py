"""Where the sides meet and nothing is settled: places around likely moves, with an estimate of what is at stake.

Regions that are too large to search are not counted. What is open there by the control map is divided among the likely
moves, the likeliest first: the open points within REACH steps of the move, along open points. Places that touch stones
of one colour only are no endgame. For the others

  open points = sum over its points of 1 - |control|

is half of what the two results differ by if either side gets all of it: half of the deiri value of a gote play that
decides the whole place, so an upper bound of its miai value rather than the value. Local searches of such places, cut
out of their surroundings, agreed much less with a strong network's ownership (correlations of .18 and .86 with its open
points, 355 places), and took seconds.

The interval was fitted to that network's ownership: in 80 % of 367 places of a third of the games of truth_dev its open
points were LOW to HIGH times ours, in 78 % of 513 places of a third that was not used for the fit.

What an undecided group is worth is not estimated: places beside a chain without a verdict that may well die name these
chains. There the open points were wrong by .4 of their number in the mean, elsewhere by .15.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ..board import BLACK, EMPTY, PASS, WHITE, Color, Position
from ..status import BoardStatus, Verdict

OPEN_CONTROL = 0.8
"""A point is open while its control is less than this, of either side."""

REACH = 3
"""Steps from a move within which points belong to its place."""

LEAST_STAKE = 1.0
"""Open points: places with fewer are left out, as settled."""

LOW, MIDDLE, HIGH = 0.54, 0.95, 1.17
"""The 10 %, 50 % and 90 % quantiles of the network's open points of a place, as parts of ours."""

LIKELY_LIFE = 0.5
"""A chain without a verdict is taken for alive if its life probability is more than this; else it is undecided."""


@dataclass(frozen=True)
class EstimatedPlace:
    """A place that was not counted, with an estimate; points by territory, Black positive.

    Public attributes:
      points      -- its points, ascending
      count       -- the expected points
      stake       -- the points at stake, at least 0: half of the difference between either side getting all of them
      low, high   -- the interval of the stake, for 80 % of places
      black_move, white_move -- the likeliest move of each side in it, or PASS
      probability -- that the next move of the side to move lies at its likeliest point, 0 to 1
      undecided   -- the first points of the chains beside it that are undecided, ascending
    """

    points: tuple[int, ...]
    count: float
    stake: float
    low: float
    high: float
    black_move: int
    white_move: int
    probability: float
    undecided: tuple[int, ...] = field(default=())

    @property
    def urgency(self) -> float:
        """What estimated places are ordered by: the stake times the root of the probability of a move there.

        The stake alone puts a strong network's best move into one of the first three places in 14 of 41 positions of
        the middle game, this in 29.
        """
        return self.stake * math.sqrt(self.probability)

    def move(self, player: Color) -> int:
        """Return that player's likeliest move, or PASS."""
        return self.black_move if player is BLACK else self.white_move


def estimated_places(
    position: Position, control: npt.NDArray[np.float64], likely: Mapping[Color, Mapping[int, float]],
    doubtful: Collection[int] = (), counted: Iterable[int] = (),
) -> tuple[EstimatedPlace, ...]:
    """Return the places of a board, those with the highest urgency first.

    control  -- (area,), -1 to 1
    likely   -- by colour, the probability of each move, by its point
    doubtful -- the first points of undecided chains
    counted  -- points that belong to no place: they are counted exactly, or settled
    """
    free = np.abs(control) < OPEN_CONTROL
    free[list(counted)] = False
    mover = likely[position.to_move]
    found = []
    for point in sorted(mover, key=lambda point: (-mover[point], point)):
        if point == PASS or not free[point]:
            continue
        points = _around(position, point, free)
        free[points] = False
        open_points = float((1 - np.abs(control[points])).sum())
        if open_points >= LEAST_STAKE and _meet(position, points):
            found.append(_place(position, points, open_points, control, likely, doubtful))
    return tuple(sorted(found, key=lambda place: (-place.urgency, place.points)))


def doubtful_chains(status: BoardStatus, life: Mapping[int, float]) -> frozenset[int]:
    """Return the first points of the chains without a verdict that are not likely to live.

    life -- the life probabilities of chains, 0 to 1, by their first points
    """
    return frozenset(
        chain.chain[0] for chain in status.having(Verdict.UNKNOWN) if life[chain.chain[0]] <= LIKELY_LIFE
    )


def _around(position: Position, start: int, free: npt.NDArray[np.bool_]) -> list[int]:
    """Return the free points within REACH steps of `start`, ascending."""
    found, edge = {start}, [start]
    for _ in range(REACH):
        edge = [near for point in edge for near in position.grid.beside[point] if free[near] and near not in found]
        found.update(edge)
    return sorted(found)


def _meet(position: Position, points: list[int]) -> bool:
    """Return whether stones of both colours are on the points or beside them: elsewhere the board is simply open."""
    around = [near for point in points for near in (point, *position.grid.beside[point])]
    return {int(BLACK), int(WHITE)} <= set(position.stones[around].tolist())


def _place(
    position: Position, points: list[int], open_points: float, control: npt.NDArray[np.float64],
    likely: Mapping[Color, Mapping[int, float]], doubtful: Collection[int],
) -> EstimatedPlace:
    stones = position.stones
    # A stone that is captured counts twice: for itself as a prisoner, and for its point.
    count = float((control[points] - stones[points]).sum())
    near = {near for point in points for near in (point, *position.grid.beside[point]) if stones[near] != EMPTY}
    undecided = {position.chain_at(stone)[0] for stone in near}.intersection(doubtful)
    moves = {
        color: max((point for point in points if point in likely[color]), key=likely[color].__getitem__, default=PASS)
        for color in (BLACK, WHITE)
    }
    probability = likely[position.to_move].get(moves[position.to_move], 0.0)
    return EstimatedPlace(
        tuple(points), count, MIDDLE * open_points, LOW * open_points, HIGH * open_points, moves[BLACK], moves[WHITE],
        probability, tuple(sorted(undecided)),
    )


__all__ = ["EstimatedPlace", "doubtful_chains", "estimated_places"]
