"""Whether a chain can be taken: ladders, nets, snapbacks, throw-ins, connect-and-die, by reading.

The word of every answer is **read**: a bounded search in which each side tries these moves and no others.

The attacker: the chain's liberties; the points beside them; liberties of his own weak chains around and of those that
threaten them; liberties of weak chains that the target could join; and where a chain could live on a liberty that
cannot be filled at once, the moves that prepare it. The defender: the same points, captures of weak neighbours, rescues
of his own chains around, and leaving it. Each side also tries the points that refute its other moves. In atari the
defender's moves are all that can help. A chain with `escape` liberties, its enemy to move, is safe.

Taking one stone by snapback is no capture, since the taker is taken. Going round for ever saves the chain. Ko: each
question is asked up to three times, for when the defender, nobody or the attacker may retake kos at once, three times
in a line of play, as if the other answered threats elsewhere. What holds even against him who may is unconditional;
that a chain cannot be saved is said only if it could not retake a fourth time either.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np
import numpy.typing as npt

from ...board import NO_POINT, Color, Position
from ..answer import Answer, SearchResult, classify_ko

DEFAULT_NODES = 2000
USUAL_ESCAPE = 5
LADDER_ESCAPE = 3
LONGEST_LINE = 80


def attack(
    position: Position, point: int, *, nodes: int = DEFAULT_NODES, escape: int | None = None, ladder: bool = False
) -> Answer:
    """Can the chain on `point` be taken, its enemy to move, whosever turn it is?

    `nodes` bounds each of the up to three searches. `escape`, by default 5 or one more than the chain has, is the
    number of liberties that are safety. A `ladder` is the attack by filling liberties only, three being safety: it is
    read to its end.

    Raises ValueError if there is no stone, or if nodes or escape are below 1.
    """
    return _ask(position, point, True, nodes, escape, ladder)


def defend(
    position: Position, point: int, *, nodes: int = DEFAULT_NODES, escape: int | None = None, ladder: bool = False
) -> Answer:
    """Can the chain on `point` be saved, its owner to move, whosever turn it is? Otherwise as `attack`.

    A move is looked for even if the chain is in no danger.
    """
    return _ask(position, point, False, nodes, escape, ladder)


def _kernels() -> ModuleType:
    from . import _capture_kernels as kernels  # loads numba

    return kernels


@cache
def _zobrist(area: int) -> npt.NDArray[np.uint64]:
    """(5, > area): keys of black stones, white stones, a ko point, quiet moves left and retakes left.

    [2, area] is whose turn it is.
    """
    columns = max(area, _kernels().QUIET_MOVES[-1]) + 1
    return np.random.default_rng(area).integers(0, 2**63, (5, columns), np.uint64)


def _ask(position: Position, point: int, attacking: bool, nodes: int, escape: int | None, ladder: bool) -> Answer:
    if nodes < 1 or (escape is not None and escape < 1):
        raise ValueError(f"nodes, escape: expected at least 1, got {nodes}, {escape}")
    chain = position.chain_at(point)
    if escape is None:
        escape = LADDER_ESCAPE if ladder else max(USUAL_ESCAPE, len(position.liberties_at(point)) + 1)
    kernels = _kernels()
    area = position.grid.area
    owner = Color(int(position.stones[point]))
    mover = owner.opponent if attacking else owner
    ko = position.ko if mover == position.to_move else NO_POINT
    seen = np.zeros(area, np.bool_)

    def search(retakes: int) -> SearchResult:
        line = np.empty(LONGEST_LINE, np.int32)
        code, move, used, met, finished, length = kernels.solve(
            position.stones, position.grid.neighbours, _zobrist(area), chain[0], attacking, ko, retakes, ladder,
            escape, nodes, max(8, (4 * nodes).bit_length()), seen, line,
        )
        return SearchResult(int(code), int(move), tuple(line[:length].tolist()), int(used), bool(met), bool(finished))

    step = kernels.step
    wanted, rules = kernels.CAPTURED, (step.DEFENDER_RETAKES, step.NOBODY_RETAKES, step.ATTACKER_RETAKES)
    if not attacking:
        wanted, rules = kernels.SAFE, rules[::-1]
    return classify_ko(search, wanted, rules, lambda: frozenset(np.flatnonzero(seen).tolist()))
