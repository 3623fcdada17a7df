"""Capture reading: whether a chain can be captured, with ladders, nets, snapbacks, throw-ins and connect-and-die.

The evidence of every answer is READ: a bounded search in which each side tries only these moves:

    attacker  the chain's liberties; the points beside them; liberties of its own weak chains around, and of those that
              threaten them; liberties of weak chains that the target could join; and where a chain could live on a
              liberty that cannot be filled at once, the moves that prepare it
    defender  the same points, captures of weak neighbours, rescues of its own chains around, and a pass; in atari only
              what can help

Each side also tries the points that refute its other moves. A chain with `escape` liberties, the attacker to move, is
safe. Capturing a single stone by a snapback is no capture, since the capturing stones are captured. A repetition saves
the chain.

Ko: each question is searched up to three times, with the defender, neither side or the attacker allowed to retake kos
at once, three times in a line of play, as if the other side answered threats elsewhere. A result that holds against a
side that may retake is unconditional. A chain is said to be beyond saving only if a fourth retake would not save it,
either.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np
import numpy.typing as npt

from ...board import NO_POINT, Color, Position
from ...reading.answer import Answer
from ..ko_rules import SearchResult, classify_ko

DEFAULT_NODES = 2000
DEFAULT_ESCAPE = 5
LADDER_ESCAPE = 3
LONGEST_LINE = 80


def attack(
    position: Position, point: int, *, nodes: int = DEFAULT_NODES, escape: int | None = None, ladder: bool = False
) -> Answer:
    """Read whether the chain on `point` can be captured, its enemy to move, regardless of the side to move in
    `position`.

    nodes  -- limit of each of the up to three searches
    escape -- number of liberties at which the chain is safe; by default 5, or one more than the chain has
    ladder -- the attacker only fills liberties, and three liberties are safe: such a ladder is read to its end
    Raises ValueError if there is no stone, or if nodes or escape are below 1.
    """
    return _answer(position, point, True, nodes, escape, ladder)


def defend(
    position: Position, point: int, *, nodes: int = DEFAULT_NODES, escape: int | None = None, ladder: bool = False
) -> Answer:
    """Read whether the chain on `point` can be saved, its owner to move; otherwise as `attack`.

    A move is searched for even if the chain is in no danger.
    """
    return _answer(position, point, False, nodes, escape, ladder)


def _kernels() -> ModuleType:
    from . import _capture_kernels as kernels  # loads numba

    return kernels


@cache
def _zobrist(area: int) -> npt.NDArray[np.uint64]:
    """Return (5, > area) hash keys of black stones, white stones, a ko point, quiet moves left and retakes left.

    [2, area] is the key of the side to move.
    """
    columns = max(area, _kernels().QUIET_MOVES[-1]) + 1
    return np.random.default_rng(area).integers(0, 2**63, (5, columns), np.uint64)


def _answer(position: Position, point: int, attacking: bool, nodes: int, escape: int | None, ladder: bool) -> Answer:
    if nodes < 1 or (escape is not None and escape < 1):
        raise ValueError(f"nodes, escape: expected at least 1, got {nodes}, {escape}")
    chain = position.chain_at(point)
    if escape is None:
        escape = LADDER_ESCAPE if ladder else max(DEFAULT_ESCAPE, len(position.liberties_at(point)) + 1)
    kernels = _kernels()
    area = position.grid.area
    owner = Color(int(position.stones[point]))
    mover = owner.opponent if attacking else owner
    ko = position.ko if mover == position.to_move else NO_POINT
    read_points = np.zeros(area, np.bool_)

    def search(retakes: int) -> SearchResult:
        line = np.empty(LONGEST_LINE, np.int32)
        code, move, used, ko_met, finished, length = kernels.solve(
            position.stones, position.grid.neighbours, _zobrist(area), chain[0], attacking, ko, retakes, ladder,
            escape, nodes, max(8, (4 * nodes).bit_length()), read_points, line,
        )
        points = tuple(line[:length].tolist())
        return SearchResult(int(code), int(move), points, int(used), bool(ko_met), bool(finished))

    step = kernels.step
    wanted, rules = kernels.CAPTURED, (step.DEFENDER_RETAKES, step.NOBODY_RETAKES, step.ATTACKER_RETAKES)
    if not attacking:
        wanted, rules = kernels.SAFE, rules[::-1]
    return classify_ko(search, wanted, rules, lambda: frozenset(np.flatnonzero(read_points).tolist()))
