"""Connections: whether two chains of one colour can be connected, or cut.

They are connected once they are one chain that cannot be captured at once, and cut when one is captured, or no path is
left that is short enough; the length of a path is the number of moves that it takes if nobody answers. The connector
tries these moves: the points on the shortest paths and on paths one move longer; the liberties of cutting chains with
at most three, which a path may cross, and of connecting chains with at most two; captures of chains in atari beside
either; and points from which the cutter refuted another move. Of the cutter every legal move counts. A repetition does
not connect. Short paths are searched first: if the search with longer ones is not finished, the answer is that with the
longest that were; without one they count as connected.
"""

from __future__ import annotations

from ..board import Color, Position
from ..board.bit_sets import bits_of_points
from .answer import Answer, Result
from .local_search import Question, answer

DEFAULT_NODES = 1000


def connect(position: Position, first: int, second: int, *, nodes: int = DEFAULT_NODES) -> Answer:
    """Read whether the chains on two points can be connected, their owner to move, regardless of the side to move.

    nodes -- limit of each of the searches under different numbers of ko threats
    Raises ValueError if the stones are not of one colour, or if nodes is below 1.
    """
    return _answer(position, first, second, True, nodes)


def disconnect(position: Position, first: int, second: int, *, nodes: int = DEFAULT_NODES) -> Answer:
    """Read whether the chains on two points can be cut, the enemy to move; otherwise as `connect`."""
    return _answer(position, first, second, False, nodes)


def _answer(position: Position, first: int, second: int, connecting: bool, nodes: int) -> Answer:
    grid, stones = position.grid, position.stones
    if nodes < 1:
        raise ValueError(f"nodes: expected at least 1, got {nodes}")
    owner = int(stones[grid.require(first)])
    if owner == 0 or stones[grid.require(second)] != owner:
        raise ValueError(f"expected stones of one colour, got {grid.vertex(first)} and {grid.vertex(second)}")
    if second in position.chain_at(first):
        zone = bits_of_points(position.chain_at(first))
        return Answer(Result.WORKS if connecting else Result.FAILS, None, (), zone, 0, True)
    mover = Color(owner) if connecting else Color(owner).opponent
    return answer(position, Question(Color(owner), mover, first, nodes, other=second))


__all__ = ["connect", "disconnect"]
