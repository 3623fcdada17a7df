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

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from types import ModuleType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..board import NO_POINT, PASS, Color, Position

DEFAULT_NODES = 2000
USUAL_ESCAPE = 5
LADDER_ESCAPE = 3
LONGEST_LINE = 80


class Result(IntEnum):
    """Whether the side that moves first has its way; the numbers are those of GNU Go's `attack` and `defend`."""

    FAILS = 0
    """Not even by ko."""
    WORKS = 1
    """Whatever kos there are."""
    KO_FIRST = 2
    """By a ko for which the other must make the first threat."""
    KO_AFTER = 3
    """By a ko for which the side itself must make the first threat."""


@dataclass(frozen=True)
class Capture:
    """The answer to "can this chain be taken?" or "can it be saved?", the side concerned moving first.

    Public attributes:
      result   -- Result, for the side that moves first
      move     -- its first move, a point; None if it fails, or if a chain stands best when left alone
      line     -- play that shows it, points or PASS in turn, that side first; it may stop before the end
      zone     -- the points whose colour was looked at: while these stay as they are (and what the side that moves may
                  not retake), so does the answer
      nodes    -- how many positions were gone on from, all kos together
      finished -- whether the search came to its end; if not, `result` is what it showed until its nodes were used up:
                  FAILS for an attack that was not found, WORKS for a defence that was not refuted
      word     -- "read"
    """

    result: Result
    move: int | None
    line: tuple[int, ...]
    zone: frozenset[int]
    nodes: int
    finished: bool
    word: str = "read"


class Reading(NamedTuple):
    """Both sides first: `attack`, and `defence` unless the attack fails."""

    attack: Capture
    defence: Capture | None


def attack(
    position: Position, point: int, *, nodes: int = DEFAULT_NODES, escape: int | None = None, ladder: bool = False
) -> Capture:
    """Can the chain on `point` be taken, its enemy to move, whosever turn it is?

    `nodes` bounds each of the up to three searches. `escape`, by default 5 or one more than the chain has, is the
    number of liberties that are safety. A `ladder` is the attack by filling liberties only, three being safety: it is
    read to its end.

    Raises ValueError if there is no stone, or if nodes or escape are below 1.
    """
    return _ask(position, point, True, nodes, escape, ladder)


def defend(
    position: Position, point: int, *, nodes: int = DEFAULT_NODES, escape: int | None = None, ladder: bool = False
) -> Capture:
    """Can the chain on `point` be saved, its owner to move, whosever turn it is? Otherwise as `attack`.

    A move is looked for even if the chain is in no danger.
    """
    return _ask(position, point, False, nodes, escape, ladder)


def read_chain(position: Position, point: int, *, nodes: int = DEFAULT_NODES) -> Reading:
    """`attack`, and `defend` if that does not fail. Raises as they do."""
    first = attack(position, point, nodes=nodes)
    return Reading(first, None if first.result is Result.FAILS else defend(position, point, nodes=nodes))


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


class _Found(NamedTuple):
    """What one search found; `ko` if it met any."""

    code: int
    move: int
    line: tuple[int, ...]
    nodes: int
    ko: bool
    finished: bool


def _ask(position: Position, point: int, attacking: bool, nodes: int, escape: int | None, ladder: bool) -> Capture:
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
    searches: list[_Found] = []

    def search(retakes: int) -> _Found:
        line = np.empty(LONGEST_LINE, np.int32)
        code, move, used, met, finished, length = kernels.solve(
            position.stones, position.grid.neighbours, _zobrist(area), chain[0], attacking, ko, retakes, ladder,
            escape, nodes, max(8, (4 * nodes).bit_length()), seen, line,
        )
        found = _Found(int(code), int(move), tuple(line[:length].tolist()), int(used), bool(met), bool(finished))
        searches.append(found)
        return found

    if attacking:
        wanted, hardest, easiest = kernels.CAPTURED, kernels.step.DEFENDER_RETAKES, kernels.step.ATTACKER_RETAKES
    else:
        wanted, hardest, easiest = kernels.SAFE, kernels.step.ATTACKER_RETAKES, kernels.step.DEFENDER_RETAKES
    result = Result.FAILS
    answer = search(hardest)
    if answer.code == wanted:
        result = Result.WORKS
    elif answer.ko:
        answer = search(easiest)
        if answer.code == wanted:
            result = Result.KO_AFTER
            plain = search(kernels.step.NOBODY_RETAKES)
            if plain.code == wanted:
                result, answer = Result.KO_FIRST, plain
    move = None if result is Result.FAILS or answer.move == PASS else answer.move
    zone = frozenset(np.flatnonzero(seen).tolist())
    return Capture(
        result, move, answer.line, zone, sum(found.nodes for found in searches),
        all(found.finished for found in searches),
    )
