"""Life and death of a group: whether it can be killed, or made to live, by the search of `reading`.

The attacker is the prover: it succeeds when less than KEPT of the group can still live. It tries the empty points of
the group's space and the liberties of weak walls (`_space_kernels`); of the owner every legal move counts. The group
lives in a seki, too, and when it has escaped: with a way out and enough points that no enemy stone is beside. All
answers are READ: eyes are counted by shapes, and walls that are not safe by their liberties.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ...board import EMPTY, Color, Position
from ..answer import Answer
from ..local_search import Question, answer

DEFAULT_NODES = 5000
KEPT = Fraction(3, 4)
"""The part of a group's stones that has to live."""


def kill(position: Position, group: Iterable[int], *, safe: Iterable[int] = (), nodes: int = DEFAULT_NODES) -> Answer:
    """Read whether a group can be killed, its enemy to move, regardless of the side to move in `position`.

    group -- its stones, all of one colour
    safe  -- stones of either side whose chains count as safe: linked to its own the group lives, and the enemy's are
             not captured
    nodes -- limit of each of the searches under different numbers of ko threats
    Raises ValueError if the group is empty or not of stones of one colour, a safe point has no stone, or nodes is
    below 1.
    """
    return _answer(position, group, True, safe, nodes)


def live(position: Position, group: Iterable[int], *, safe: Iterable[int] = (), nodes: int = DEFAULT_NODES) -> Answer:
    """Read whether a group can live, its owner to move; otherwise as `kill`."""
    return _answer(position, group, False, safe, nodes)


def _answer(position: Position, group: Iterable[int], attacking: bool, safe: Iterable[int], nodes: int) -> Answer:
    stones = tuple(sorted({position.grid.require(point) for point in group}))
    colors = {int(position.stones[point]) for point in stones}
    if len(colors) != 1 or EMPTY in colors:
        vertices = " ".join(map(position.grid.vertex, stones))
        raise ValueError(f"group: expected stones of one colour, got {vertices or 'none'}")
    marked = tuple(sorted({position.grid.require(point) for point in safe}))
    empty = [point for point in marked if position.stones[point] == EMPTY]
    if empty:
        raise ValueError(f"safe: expected stones, got the empty point {position.grid.vertex(empty[0])}")
    if nodes < 1:
        raise ValueError(f"nodes: expected at least 1, got {nodes}")
    owner = Color(colors.pop())
    mover = owner.opponent if attacking else owner
    least = -(-KEPT.numerator * len(stones) // KEPT.denominator)
    question = Question(owner.opponent, mover, stones[0], nodes, group=stones, least=least, safe=marked)
    return answer(position, question)


__all__ = ["kill", "live"]
