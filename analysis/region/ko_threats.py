"""The size of a ko: how many ko threats must be ignored to win it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..board import BLACK, Color
from .search_state import KoRule
from .state_graph import RetrogradeSolver, StateGraph

MOST_IGNORED = 9


def threats_to_ignore(graph: StateGraph, player: Color) -> int | None:
    """Return how many ko threats `player` must ignore to win the ko from the start, answering all others.

    The opponent, whom the ko rule must not bind in `graph`, makes a threat whenever it retakes a ko at once. If the
    threat is ignored, the opponent has not retaken and the player moves instead. 0 if the player need not ignore any,
    1 in a direct ko, more where it must win it again after each approach move; None if no number is enough, or more
    than 9. The owner of the target wins if it survives, by endless play too. Raises ValueError if the rule binds the
    opponent.
    """
    assert graph.target is not None
    if graph.ko is not (KoRule.WHITE_UNBOUND if player is BLACK else KoRule.BLACK_UNBOUND):
        raise ValueError(f"the graph is to leave {player.opponent.word} unbound, got {graph.ko.name}")
    retakes, passes = _retakes(graph, player.opponent)
    won = _wins(graph, player, graph.least, graph.most)
    start = graph.node(graph.start)
    dropped = np.zeros(len(retakes), np.bool_)
    for ignored in range(MOST_IGNORED + 1):
        if won[start]:
            return ignored
        ignorable = retakes & won[passes]
        if (ignorable == dropped).all():
            return None
        dropped = ignorable
        kept_before = np.concatenate([[0], np.cumsum(~dropped)])
        solver = RetrogradeSolver(graph.scores, kept_before[graph.first].astype(np.int64), graph.targets[~dropped], 1)
        least, most, _ = solver.values(np.zeros(graph.states, np.bool_))
        won = _wins(graph, player, least, most)
    return None


def _retakes(graph: StateGraph, player: Color) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int32]]:
    """Return for every edge whether that player retakes a ko at once, and the state after a pass in its place."""
    size = graph.region.size
    source = np.repeat(np.arange(graph.states), np.diff(graph.first))
    ko = (graph.keys >> np.uint64(1)) & np.uint64(63)
    moving = (graph.keys & np.uint64(1)) == (0 if player is BLACK else 1)
    stones = (graph.keys[graph.targets] >> np.uint64(7)) & np.uint64((1 << size) - 1)  # of who just moved
    point = np.maximum(ko, np.uint64(1)) - np.uint64(1)
    filled = (stones >> point[source]) & np.uint64(1)
    edges = (filled == 1) & ((ko > 0) & moving)[source]
    return edges, graph.targets[graph.first[:-1][source]]


def _wins(
    graph: StateGraph, player: Color, least: npt.NDArray[np.int8], most: npt.NDArray[np.int8]
) -> npt.NDArray[np.bool_]:
    """Return for every state, without a pass before, whether the player wins the ko, endless play being worth 0."""
    assert graph.target is not None
    values = np.maximum(least, np.minimum(0, most))[: graph.states]
    owners = (graph.keys & np.uint64(1)) == (0 if graph.target.owner is BLACK else 1)
    survives = np.where(owners, values >= 0, values <= 0)
    return survives if player is graph.target.owner else ~survives


__all__ = ["MOST_IGNORED", "threats_to_ignore"]
