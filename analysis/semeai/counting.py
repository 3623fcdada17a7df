"""Counting a capturing race: what an eye is worth in liberties, and which side captures.

Two chains, one of each colour, each of which lives only by capturing the other. Counted are

    exclusive   a side's own liberties: outside ones, which the other fills one by one, and those of its eye
    shared      liberties of both chains
    an eye      of 1 to 7 points: 1, 2, 3, 5, 8, 12, 17 moves to fill it, less the enemy stones in it
    eye status  none < 1 to 3 points < 4 < 5 < 6 < 7

An eye counts so if it is plain: whatever its owner plays in it, the enemy can answer so that no second eye is made
and the count does not grow; and the enemy can fill it up to one point so that, when these stones are captured, what
is left is a plain eye again, with the enemy to move. The numbers and the condition were checked by exhaustive play:
all eyes of up to seven points, all sets of enemy stones in them, against no eye and a one-point eye, and pairs of
eyes of all sizes.

Sources: Müller, Race to capture: analyzing semeai in Go (1999), for the classes; the condition is our own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ..board import BLACK, WHITE, Color, Grid
from ..reading.life_and_death.eye_liberty_kernels import EYE_LIBERTIES, LARGEST_EYE


@dataclass(frozen=True)
class Count:
    """One side of a race.

    Public attributes:
      color   -- Color
      outside -- number of outside liberties
      eye     -- number of points of its eye; 0 if it has none
      inside  -- number of enemy stones in the eye
      atari   -- whether it has one liberty in all, so that it can be captured at once
    """

    color: Color
    outside: int
    eye: int = 0
    inside: int = 0
    atari: bool = False

    @property
    def eye_liberties(self) -> int:
        """Return the number of moves it takes to fill the eye."""
        return EYE_LIBERTIES[self.eye] - self.inside

    @property
    def exclusive(self) -> int:
        """Return the liberties of this side alone: outside, and in the eye."""
        return self.outside + self.eye_liberties

    @property
    def status(self) -> int:
        """Return the eye status: 0 without an eye, 1 for an eye of up to three points, 2 for four, and so on."""
        return 0 if self.eye == 0 else max(1, self.eye - 2)

    def __str__(self) -> str:
        """Return the count in words, as `Black 3 outside + 2 in the eye (2 points)`."""
        parts = [f"{self.outside} outside"] if self.outside or not self.eye else []
        if self.eye:
            stones = f", {self.inside} filled" if self.inside else ""
            parts.append(f"{self.eye_liberties} in the eye ({_points_text(self.eye)}{stones})")
        return f"{self.color.name.capitalize()} " + " + ".join(parts)


def winner(black: Count, white: Count, shared: int, first: Color) -> Color | None:
    """Return the side that captures if `first` moves first; None for seki. `shared` liberties belong to both."""
    other = white if first is BLACK else black
    if other.atari:
        return first
    leader, trailer = (black, white) if black.status >= white.status else (white, black)
    if leader.status > trailer.status:
        ahead = leader.exclusive + shared - trailer.exclusive
        wins = ahead >= 0 if leader.color is first else ahead > 0
        return leader.color if wins else trailer.color
    mine, theirs = (black, white) if first is BLACK else (white, black)
    lead = mine.exclusive - theirs.exclusive
    needed = _needed_lead(shared, bool(black.eye))
    if lead >= needed:
        return first
    return first.opponent if -lead > needed else None


def _needed_lead(shared: int, eyes: bool) -> int:
    """Return the lead in exclusive liberties needed to capture, moving first, if the eye statuses are equal.

    eyes -- whether both sides have an eye; otherwise neither has
    """
    return shared if shared == 0 or eyes else shared - 1


def count_text(black: Count, white: Count, shared: int) -> str:
    """Return the count in words: `Black 3 outside, White 2 outside, 2 shared; Black leads by 1, and to capture ...`."""
    line = f"{black}, {white}, {shared} shared"
    if black.status != white.status:
        better, worse = (black, white) if black.status > white.status else (white, black)
        name = better.color.name.capitalize()
        why = "with the larger eye" if worse.eye else "who alone has an eye"
        rule = f"the shared count for {name}, {why}: {better.exclusive + shared} against {worse.exclusive}"
    else:
        lead = black.exclusive - white.exclusive
        leads = f"{(BLACK if lead > 0 else WHITE).name.capitalize()} leads by {abs(lead)}" if lead else "even"
        rule = f"{leads}, and to capture moving first takes {_needed_lead(shared, bool(black.eye))}"
    return f"{line}; {rule}; {_outcome_text(black, white, shared, BLACK)}, {_outcome_text(black, white, shared, WHITE)}"


def _outcome_text(black: Count, white: Count, shared: int, first: Color) -> str:
    won = winner(black, white, shared, first)
    what = "seki" if won is None else f"{won.name.capitalize()} captures"
    return f"{first.name.capitalize()} first: {what}"


def _points_text(number: int) -> str:
    return f"{number} point" + ("s" if number > 1 else "")


def is_plain(grid: Grid, points: Iterable[int], enemy: Iterable[int]) -> bool:
    """Return whether a space of 1 to 7 points, `enemy` stones in some of them, is a plain eye of one chain around it.

    False also for larger spaces, and where a point does not touch the chain, unless its four neighbours are in the eye.
    """
    cells = sorted(set(points))
    if not 1 <= len(cells) <= LARGEST_EYE:
        return False
    index_of = {point: index for index, point in enumerate(cells)}
    neighbours = []
    for point in cells:
        inside = [int(p) for p in grid.neighbours[point] if int(p) in index_of]
        if len(inside) == grid.degree[point] < 4:
            return False
        neighbours.append(sum(1 << index_of[p] for p in inside))
    return _is_plain(tuple(neighbours), (1 << len(cells)) - 1, sum(1 << index_of[p] for p in enemy))


@lru_cache(maxsize=1 << 16)
def _is_plain(neighbours: tuple[int, ...], space: int, enemy: int) -> bool:
    """Return whether `space`, a bit set of points with neighbour sets `neighbours`, is a plain eye with these enemy
    stones.
    """
    size = space.bit_count()
    if size <= 2:
        return True
    free = [p for p in range(len(neighbours)) if (space & ~enemy) >> p & 1]
    if len(free) == 1:
        return _connected_part(neighbours, enemy, enemy & -enemy) == enemy and any(
            _is_plain(neighbours, enemy, 1 << p) for p in range(len(neighbours)) if enemy >> p & 1
        )
    if not any(_is_plain(neighbours, space, enemy | 1 << p) for p in free):
        return False
    return all(_is_answered(neighbours, space, enemy, p, EYE_LIBERTIES[size] - enemy.bit_count()) for p in free)


def _is_answered(neighbours: tuple[int, ...], space: int, enemy: int, move: int, count: int) -> bool:
    """Return whether after the owner's move, with or without an answer, the eye is plain and counts no more."""
    space &= ~(1 << move)
    kept, rest = enemy, enemy
    while rest:
        chain = _connected_part(neighbours, enemy, rest & -rest)
        rest &= ~chain
        beside = 0
        for p, bits in enumerate(neighbours):
            if chain >> p & 1:
                beside |= bits
        if not beside & space & ~enemy:
            kept &= ~chain
    if _connected_part(neighbours, space, space & -space) != space:
        return False
    if EYE_LIBERTIES[space.bit_count()] - kept.bit_count() - 1 > count:
        return False
    free = [p for p in range(len(neighbours)) if (space & ~kept) >> p & 1]
    if _is_plain(neighbours, space, kept):
        return True
    return len(free) > 1 and any(_is_plain(neighbours, space, kept | 1 << p) for p in free)


def _connected_part(neighbours: tuple[int, ...], within: int, start: int) -> int:
    """Return the bits of `within` that are connected to `start`."""
    found, fresh = start, start
    while fresh:
        reached = 0
        for p, bits in enumerate(neighbours):
            if fresh >> p & 1:
                reached |= bits
        fresh = reached & within & ~found
        found |= fresh
    return found


__all__ = ["Count", "count_text", "is_plain", "winner"]
