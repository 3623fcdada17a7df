"""How large a ko is: how many threats elsewhere must be left unanswered to win it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..board import BLACK, Color
from .question import KoRule
from .state_graph import Decider, Graph

MOST_IGNORED = 9


def threats_to_ignore(graph: Graph, player: Color) -> int | None:
    """How many threats `player` must leave unanswered to have his way from the start, answering all others.

    The other, whom the ko rule must not bind in `graph`, makes a threat whenever he retakes a ko at once. If it is
    left unanswered he has not retaken; the player moves instead. 0 if the player need not ignore any, 1 in a direct
    ko, more where he must win it again after each approach; None if no number will do, or more than 9. For the owner of
    the target his way is that it survives, with endless play too. Raises ValueError if the rule does bind the other.
    """
    assert graph.target is not None
    if graph.ko is not (KoRule.WHITE_UNBOUND if player is BLACK else KoRule.BLACK_UNBOUND):
        raise ValueError(f"the graph is to leave {player.opponent.word} unbound, got {graph.ko.name}")
    retakes, passes = _retakes(graph, player.opponent)
    won = _won(graph, player, graph.least, graph.most)
    start = graph.node(graph.start)
    dropped = np.zeros(len(retakes), np.bool_)
    for ignored in range(MOST_IGNORED + 1):
        if won[start]:
            return ignored
        now = retakes & won[passes]
        if (now == dropped).all():
            return None
        dropped = now
        before = np.concatenate([[0], np.cumsum(~dropped)])
        decider = Decider(graph.scores, before[graph.first].astype(np.int64), graph.targets[~dropped], 1)
        least, most, _ = decider.values(np.zeros(graph.states, np.bool_))
        won = _won(graph, player, least, most)
    return None


def _retakes(graph: Graph, player: Color) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int32]]:
    """For every edge: whether that player retakes a ko at once; and the state that a pass in its place leads to."""
    size = graph.region.size
    source = np.repeat(np.arange(graph.states), np.diff(graph.first))
    ko = (graph.keys >> np.uint64(1)) & np.uint64(63)
    moving = (graph.keys & np.uint64(1)) == (0 if player is BLACK else 1)
    stones = (graph.keys[graph.targets] >> np.uint64(7)) & np.uint64((1 << size) - 1)  # of who has just moved
    place = np.maximum(ko, np.uint64(1)) - np.uint64(1)
    there = (stones >> place[source]) & np.uint64(1)
    edges = (there == 1) & ((ko > 0) & moving)[source]
    return edges, graph.targets[graph.first[:-1][source]]


def _won(
    graph: Graph, player: Color, least: npt.NDArray[np.int8], most: npt.NDArray[np.int8]
) -> npt.NDArray[np.bool_]:
    """Where nobody has passed: whether the player has his way, endless play being worth nothing."""
    assert graph.target is not None
    values = np.maximum(least, np.minimum(0, most))[: graph.states]
    owners = (graph.keys & np.uint64(1)) == (0 if graph.target.owner is BLACK else 1)
    survives = np.where(owners, values >= 0, values <= 0)
    return survives if player is graph.target.owner else ~survives


__all__ = ["MOST_IGNORED", "threats_to_ignore"]
