"""Explanations of chains as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..board import Grid
from ..reading.answer import Result
from ..reading.life_and_death.group_space import EyeRegion, GroupSpace
from ..status import Evidence, Status, Verdict
from .chain_explanation import ChainExplanation, FirstMove

MOST_SHOWN = 8
"""Moves shown of a line of play."""
MOST_POINTS = 24
"""The points of a larger set are not named."""


def chain_lines(found: ChainExplanation, grid: Grid) -> Iterator[str]:
    """Yield the lines about a chain: its eyes, first moves with the answers to them, the points that it rests on."""
    status = found.status
    if found.space is not None:
        yield from _eye_lines(found.space, status, grid)
    if status.verdict is Verdict.CRITICAL:
        yield from _decisive_lines(found, grid)
    else:
        yield from _refuted_lines(found.moves, grid)
    if found.zone:
        yield f"rests on {_points(found.zone, grid)}"


def _eye_lines(space: GroupSpace, status: Status, grid: Grid) -> Iterator[str]:
    enemy, owner = status.color.opponent.word, status.color.word
    proved = status.evidence is Evidence.PROVED  # by more than the shapes of eyes
    for eye in space.eyes:
        count = "" if proved else f": {_eyes(eye, enemy, owner)}"
        yield f"eye space of {_points(eye.points, grid)}{count}"
    if not space.eyes:
        yield "no eye space is closed"
    if space.is_linked:
        yield "connected to stones that live"
    if space.is_open and status.verdict is not Verdict.DEAD:
        yield "has a way out"


def _eyes(eye: EyeRegion, enemy: str, owner: str) -> str:
    """Return how many eyes a space is likely to be."""
    if eye.if_attacked == eye.if_defended:
        return _count(eye.if_attacked)
    return f"{_count(eye.if_attacked)} if {enemy} moves there first, {_count(eye.if_defended)} if {owner} does"


def _count(eyes: int) -> str:
    return {0: "no eye", 1: "one eye", 2: "two eyes"}[eyes]


def _decisive_lines(found: ChainExplanation, grid: Grid) -> Iterator[str]:
    """Yield the lines about the moves that decide a critical chain, and what depends on it."""
    for move in found.moves:
        does = "saves" if move.color is found.status.color else "kills"
        confirmed = move.result is Result.WORKS or move.result.by_ko
        line = f", then {_line(move.line, grid)}" if confirmed and move.line else ""
        yield f"{move.color.word} {does} at {grid.vertex(move.point)}{line}"
    if found.stake is not None:
        yield f"{found.stake:.1f} points depend on it"


def _refuted_lines(moves: Iterable[FirstMove], grid: Grid) -> Iterator[str]:
    """Yield the lines about first moves: one for each that fails, one for all that are not decided."""
    undecided = []
    for move in moves:
        name = f"{move.color.word} {grid.vertex(move.point)}"
        if move.result is Result.FAILS:
            yield f"{name} fails: {_line(move.line, grid)}" if move.line else f"{name} fails"
        elif move.result.by_ko:
            yield f"{name} leads to a ko: {_line(move.line, grid)}" if move.line else f"{name} leads to a ko"
        else:
            undecided.append(move)
    if undecided:
        names = grid.vertices(move.point for move in undecided)
        yield f"not refuted by a short search: {undecided[0].color.word} {names}"


def _line(line: tuple[int, ...], grid: Grid) -> str:
    """Return the first moves of a line of play."""
    shown = grid.vertices(line[:MOST_SHOWN])
    return f"{shown} ..." if len(line) > MOST_SHOWN else shown


def _points(points: tuple[int, ...], grid: Grid) -> str:
    """Return how many points these are, and which if they are few."""
    count = f"{len(points)} point{'' if len(points) == 1 else 's'}"
    return f"{count}, {grid.vertices(points)}" if len(points) <= MOST_POINTS else count


__all__ = ["chain_lines"]
