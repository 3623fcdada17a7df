"""Captures: whether a chain can be captured or saved; ladders, nets, snapbacks, throw-ins and connect-and-die.

The attacker tries these moves: the chain's liberties; the points beside them; liberties of its own weak chains around,
and of those that threaten them; liberties of weak chains that the target could join; and points from which the defender
refuted another move. Ladders are read ahead. Of the defender every legal move counts. A chain with `escape` liberties,
the attacker to move, is safe. Capturing a single stone in a snapback is no capture, since the capturing stones are
captured. A repetition saves the chain.
"""

from __future__ import annotations

from ..board import Color, Position
from .answer import Answer
from .local_search import Question, answer

DEFAULT_NODES = 2000
DEFAULT_ESCAPE = 5


def attack(position: Position, point: int, *, nodes: int = DEFAULT_NODES, escape: int | None = None) -> Answer:
    """Read whether the chain on `point` can be captured, its enemy to move, regardless of the side to move in
    `position`.

    nodes  -- limit of each of the searches under different numbers of ko threats
    escape -- number of liberties at which the chain is safe; by default 5, or one more than the chain has
    Raises ValueError if there is no stone, or if nodes or escape are below 1.
    """
    return _answer(position, point, True, nodes, escape)


def defend(position: Position, point: int, *, nodes: int = DEFAULT_NODES, escape: int | None = None) -> Answer:
    """Read whether the chain on `point` can be saved, its owner to move; otherwise as `attack`.

    A chain that is in no danger needs no move.
    """
    return _answer(position, point, False, nodes, escape)


def _answer(position: Position, point: int, attacking: bool, nodes: int, escape: int | None) -> Answer:
    if nodes < 1 or (escape is not None and escape < 1):
        raise ValueError(f"nodes, escape: expected at least 1, got {nodes}, {escape}")
    target = position.chain_at(point)[0]
    if escape is None:
        escape = max(DEFAULT_ESCAPE, len(position.liberties_at(point)) + 1)
    owner = Color(int(position.stones[point]))
    mover = owner.opponent if attacking else owner
    return answer(position, Question(owner.opponent, mover, target, nodes, escape))


__all__ = ["attack", "defend"]
