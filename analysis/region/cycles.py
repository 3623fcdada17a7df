"""Kos of all kinds in a solved graph: which positions lie on cycles, and whether the ko rule decides there.

Positions count as the same if they differ by a symmetry of the board, or by the colours and the player to move; so a
cycle may bring back its position turned round, or flipped (the same board with the colours exchanged).
Source 004, "Ko complication": a ko is trivial if all its positions have a value whatever the rule.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .question import Bounds, State
from .state_graph import Graph


@dataclass(frozen=True)
class Cycles:
    """The positions that play can come back to.

    Public attributes:
      knots    -- sets of positions, all of which can be reached from one another
      trivial  -- positions in them whose value does not depend on the ko rule (low = high)
      decisive -- positions in them whose value does
      examples -- decisive positions with few stones, and their values
    """

    knots: int
    trivial: int
    decisive: int
    examples: tuple[tuple[State, Bounds], ...]


def cycles(graph: Graph, examples: int = 5) -> Cycles:
    """The cycles of a graph. Takes about 40 bytes a move of it, and a few seconds for ten million."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    states = graph.states
    starts, passes = graph.first[:-1], graph.first[:-1]
    over = np.diff(graph.first) == 0
    # node states + i is state i after a pass: there another pass ends the game, so that edge is left out
    after_pass = np.delete(graph.targets, passes[~over])
    before = graph.targets.copy()
    before[starts[~over]] += states
    counts = np.diff(graph.first)
    pointers = np.concatenate([graph.first, graph.first[-1] + np.cumsum(np.maximum(counts - 1, 0))])
    indices = np.concatenate([before, after_pass])
    matrix = csr_matrix((np.ones(len(indices), np.int8), indices, pointers), shape=(2 * states, 2 * states))
    _, labels = connected_components(matrix, directed=True, connection="strong")
    sizes = np.bincount(labels)
    on_cycle = sizes[labels] > 1
    here = on_cycle[:states]  # after a pass as well, if at all: that only adds the choice to end the game
    open_ = graph.least[:states] < graph.most[:states]
    decisive = np.flatnonzero(here & open_)
    return Cycles(
        knots=int(np.count_nonzero(sizes > 1)),
        trivial=int(np.count_nonzero(here & ~open_)),
        decisive=len(decisive),
        examples=tuple((state, graph.bounds(state)) for state in _fewest_stones(graph, decisive, examples)),
    )


def _fewest_stones(graph: Graph, states: npt.NDArray[np.int64], count: int) -> list[State]:
    """The states with the fewest stones among those of these numbers."""
    boards = graph.keys[states] >> np.uint64(7)
    stones = np.zeros(len(states), np.int64)
    for bit in range(2 * graph.region.size):
        stones += (boards >> np.uint64(bit) & np.uint64(1)).astype(np.int64)
    return [graph.state(int(states[place])) for place in np.argsort(stones, kind="stable")[:count]]


__all__ = ["Cycles", "cycles"]
