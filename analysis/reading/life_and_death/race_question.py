"""Races: two groups, each of which may live by capturing the other, read as questions about both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from ...board import EMPTY, Color, Position
from ..answer import Answer, Result
from .group_question import DEFAULT_NODES, GroupSearch, stones_to_lose

LIKELY_RATIO = Fraction(17, 10)
"""An unfinished answer likely works if it takes at most so many times the positions that it takes to fail: of eight
unfinished attacks of the even half of GNU Go's races this tells six right."""


@dataclass(frozen=True)
class RaceAnswer:
    """What the side that moves first reaches in a race.

    Public attributes:
      lives    -- Answer: whether its own group lives, in a seki, too
      captures -- Answer: whether it kills the other group
      needed   -- whether it would reach less if the other side moved first; True if that is not known
      saves    -- whether its first move is that by which it lives, though it kills the other group, too
    """

    lives: Answer
    captures: Answer
    needed: bool
    saves: bool = False

    @property
    def decided(self) -> bool:
        """Whether both answers are known."""
        return Result.UNKNOWN not in (self.lives.result, self.captures.result)

    @property
    def finished(self) -> bool:
        """Whether both answers were found by searches that were finished."""
        return self.lives.finished and self.captures.finished

    @property
    def move(self) -> int | None:
        """The first move, a point; None if no move is needed, or if none helps."""
        best = self.lives if self.saves or self.captures.result is Result.FAILS else self.captures
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

    ask = _Reader(position, marked, nodes)
    captures = ask(theirs, mine, True)
    if captures.result is Result.UNKNOWN:
        return RaceAnswer(captures, captures, True)
    wins = captures.result is Result.WORKS and stones_to_lose(position, theirs) > 0
    lives = captures if wins else ask(mine, theirs, False)
    if lives.result is Result.UNKNOWN:
        return RaceAnswer(lives, captures, True)
    if captures.result is not Result.WORKS:
        needed = captures.result is not Result.FAILS or ask(mine, theirs, True).result is not Result.FAILS
        return RaceAnswer(lives, captures, needed)
    if ask(theirs, mine, False).result is not Result.FAILS:
        saves = not wins and lives.result is Result.WORKS and ask.only_second_does_both(mine, theirs, captures, lives)
        return RaceAnswer(lives, captures, True, saves)
    saves = not wins and lives.result is not Result.FAILS and ask(mine, theirs, True).result is not Result.FAILS
    return RaceAnswer(lives, captures, saves, saves)


def estimate_race(
    position: Position, own: Iterable[int], other: Iterable[int], *, safe: Iterable[int] = (),
    nodes: int = DEFAULT_NODES,
) -> RaceAnswer:
    """Answer as `read_race` does, but what its searches do not finish by what is likelier, with the most promising
    moves; such answers are not `finished`.
    """
    mine, theirs, marked = tuple(own), tuple(other), tuple(safe)
    found = read_race(position, mine, theirs, safe=marked, nodes=nodes)
    lives = found.lives
    if found.captures.result is Result.UNKNOWN:
        lives = _Reader(position, marked, nodes)(mine, theirs, False)
    return replace(found, lives=_likelier(lives), captures=_likelier(found.captures))


def _likelier(answer: Answer) -> Answer:
    """Return an answer with the likelier result if it is unknown."""
    if answer.numbers is None:
        return answer
    to_work, to_fail = answer.numbers
    works = to_work <= LIKELY_RATIO * to_fail
    return replace(answer, result=Result.WORKS if works else Result.FAILS)


@dataclass(frozen=True)
class _Reader:
    """Asks about the groups of a race; the stones on `safe` count as safe, `nodes` limits each search."""

    position: Position
    safe: tuple[int, ...]
    nodes: int

    def __call__(self, group: tuple[int, ...], rival: tuple[int, ...], attacking: bool) -> Answer:
        """Return whether a group is killed, or lives if not `attacking`, in a race with its rival."""
        return GroupSearch(
            self.position, group, attacking, safe=self.safe, nodes=self.nodes, rival=rival
        ).answer()

    def only_second_does_both(
        self, mine: tuple[int, ...], theirs: tuple[int, ...], first: Answer, second: Answer
    ) -> bool:
        """Return whether the own group lives and the other is killed after the move of the second answer, not after
        that of the first.
        """
        return not self._does_both(mine, theirs, first) and self._does_both(mine, theirs, second)

    def _does_both(self, mine: tuple[int, ...], theirs: tuple[int, ...], answer: Answer) -> bool:
        """Return whether the own group lives and the other one is killed after the move of an answer."""
        position, color = self.position, Color(int(self.position.stones[mine[0]]))
        if answer.move is None or not position.is_legal(answer.move, color):
            return False
        after = position.with_to_move(color).play(answer.move)
        ask = _Reader(after, tuple(point for point in self.safe if after.stones[point]), self.nodes)
        left = tuple(point for point in theirs if after.stones[point])
        if not left:
            return ask(mine, (), True).result is Result.FAILS
        return ask(mine, left, True).result is Result.FAILS and ask(left, mine, False).result is Result.FAILS


__all__ = ["LIKELY_RATIO", "RaceAnswer", "estimate_race", "in_contact", "read_race"]
