"""Cycles of a solved graph, that is kos of all kinds: which positions lie on them, and where the ko rule matters.

Positions count as the same if they differ by a symmetry of the board, or by the colours and the player to move; so a
cycle may lead back to its position rotated, reflected or with the colours exchanged. Found as the strongly connected
components of the graph.
Source 004, "Ko complication": a ko is trivial if all its positions have a value whatever the rule.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .search_state import Bounds, State
from .state_graph import StateGraph


@dataclass(frozen=True)
class Cycles:
    """The positions to which play can return.

    Public attributes:
      components    -- how many sets there are of positions that can all be reached from one another
      trivial  -- how many positions in them have a value that does not depend on the ko rule (low = high)
      decisive -- how many have a value that does
      examples -- decisive positions with few stones, and their values
    """

    components: int
    trivial: int
    decisive: int
    examples: tuple[tuple[State, Bounds], ...]


def cycles(graph: StateGraph, examples: int = 5) -> Cycles:
    """Find the cycles of a graph. Takes `bytes_for_cycles`, and some seconds for ten million moves."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    states, edges = graph.states, len(graph.targets)
    counts = np.diff(graph.first)
    passes = graph.first[:-1][counts > 0]
    # node states + i is state i after a pass: there another pass ends the game, so that edge is omitted
    indices = np.empty(2 * edges - len(passes), np.int32)
    indices[:edges] = graph.targets
    indices[passes] += states
    is_move = np.ones(edges, np.bool_)
    is_move[passes] = False
    np.compress(is_move, graph.targets, out=indices[edges:])
    del is_move, passes
    pointers = np.concatenate([graph.first, graph.first[-1] + np.cumsum(np.maximum(counts - 1, 0))])
    matrix = csr_matrix((np.ones(len(indices), np.int8), indices, pointers), shape=(2 * states, 2 * states))
    matrix.sum_duplicates()  # else SciPy's search for components does not end
    # weights in the type that SciPy would copy them to: it does not read them
    weights = np.broadcast_to(1.0, len(matrix.indices))
    matrix = csr_matrix((weights, matrix.indices, matrix.indptr), shape=matrix.shape)
    _, labels = connected_components(matrix, directed=True, connection="strong")
    sizes = np.bincount(labels)
    on_cycle = sizes[labels] > 1
    here = on_cycle[:states]  # a state after a pass adds only the choice to end the game
    undecided = graph.least[:states] < graph.most[:states]
    decisive = np.flatnonzero(here & undecided)
    return Cycles(
        components=int(np.count_nonzero(sizes > 1)),
        trivial=int(np.count_nonzero(here & ~undecided)),
        decisive=len(decisive),
        examples=tuple((state, graph.bounds(state)) for state in _fewest_stones(graph, decisive, examples)),
    )


def bytes_for_cycles(graph: StateGraph) -> int:
    """Return about how many bytes `cycles` takes besides the graph: 11 for each move, 64 for each state.

    Measured with SciPy 1.17: 400 MB for 4x4, by this rule 417.
    """
    return 11 * len(graph.targets) + 64 * graph.states


def _fewest_stones(graph: StateGraph, states: npt.NDArray[np.int64], count: int) -> list[State]:
    """Return the `count` states with the fewest stones among those with these numbers."""
    boards = graph.keys[states] >> np.uint64(7)
    stones = np.zeros(len(states), np.int64)
    for bit in range(2 * graph.region.size):
        stones += (boards >> np.uint64(bit) & np.uint64(1)).astype(np.int64)
    return [graph.state(int(states[index])) for index in np.argsort(stones, kind="stable")[:count]]


__all__ = ["Cycles", "bytes_for_cycles", "cycles"]
