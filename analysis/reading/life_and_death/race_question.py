"""Races: two groups, each of which may live by capturing the other, read as questions about both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...board import EMPTY, Position
from ..answer import Answer, Result
from .group_question import DEFAULT_NODES, GroupSearch, stones_to_lose


@dataclass(frozen=True)
class RaceAnswer:
    """What the side that moves first reaches in a race.

    Public attributes:
      lives    -- Answer: whether its own group lives, in a seki, too
      captures -- Answer: whether it kills the other group
      needed   -- whether it would reach less if the other side moved first; True if that is not known
    """

    lives: Answer
    captures: Answer
    needed: bool

    @property
    def decided(self) -> bool:
        """Whether both answers are known."""
        return Result.UNKNOWN not in (self.lives.result, self.captures.result)

    @property
    def move(self) -> int | None:
        """The first move, a point; None if no move is needed, or if none helps."""
        best = self.captures if self.captures.result is not Result.FAILS else self.lives
        return best.move if self.needed else None


def in_contact(position: Position, own: Iterable[int], other: Iterable[int]) -> bool:
    """Return whether stones of two groups are adjacent, or have a liberty in common."""
    mine, theirs, beside = set(own), set(other), position.grid.beside
    near = {point for stone in mine for point in beside[stone]}
    liberties = {point for stone in theirs for point in beside[stone] if position.stones[point] == EMPTY}
    return not near.isdisjoint(theirs | liberties)


def read_race(
    position: Position, own: Iterable[int], other: Iterable[int], *, safe: Iterable[int] = (),
    nodes: int = DEFAULT_NODES,
) -> RaceAnswer:
    """Read a race, the owner of the stones `own` to move, regardless of the side to move in `position`.

    own, other -- the stones of the two groups, one of each colour
    safe  -- stones of either side whose chains count as safe
    nodes -- limit of each of the searches under different numbers of ko threats
    Once an answer is not known nothing more is asked.
    Raises ValueError as `kill` does, and if the groups are of one colour, or not in contact.
    """
    mine, theirs, marked = tuple(own), tuple(other), tuple(safe)
    if not in_contact(position, mine, theirs):
        first, second = (position.grid.vertex(min(group)) for group in (mine, theirs))
        raise ValueError(f"race: expected groups in contact, got those of {first} and {second}")

    def ask(group: tuple[int, ...], rival: tuple[int, ...], attacking: bool) -> Answer:
        return GroupSearch(position, group, attacking, safe=marked, nodes=nodes, rival=rival).answer()

    captures = ask(theirs, mine, True)
    if captures.result is Result.UNKNOWN:
        return RaceAnswer(captures, captures, True)
    wins = captures.result is Result.WORKS and stones_to_lose(position, theirs) > 0
    lives = captures if wins else ask(mine, theirs, False)
    if lives.result is Result.UNKNOWN:
        return RaceAnswer(lives, captures, True)
    if captures.result is Result.WORKS:
        needed = ask(theirs, mine, False).result is not Result.FAILS
    else:
        needed = captures.result is not Result.FAILS or ask(mine, theirs, True).result is not Result.FAILS
    return RaceAnswer(lives, captures, needed)


__all__ = ["RaceAnswer", "in_contact", "read_race"]
