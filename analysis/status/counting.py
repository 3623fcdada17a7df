"""Counting a race: what an eye is worth in liberties, and who captures whom.

Two chains, one a side, each of which lives only by taking the other. Counted are

    exclusive   a side's own liberties: those outside, which the other fills one by one, and those of its eye
    shared      liberties of both chains
    an eye      of 1 to 7 points: 1, 2, 3, 5, 8, 12, 17 moves to fill it, less the enemy stones in it
    its status  none < 1 to 3 points < 4 < 5 < 6 < 7

An eye counts so if it is plain: whatever its owner plays in it, the enemy can answer so that no second eye comes of it
and the count does not grow; and the enemy can fill it up to one point so that, when these stones are taken, what is
left is a plain eye again, his move. The numbers and the condition were checked by exhaustive play: all eyes of up to
seven points, all sets of enemy stones in them, against no eye and a one-point eye, and pairs of eyes of all sizes.

Sources: Müller, Race to capture: analyzing semeai in Go (1999), for the classes; the condition is our own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ..board import BLACK, WHITE, Color, Grid

LARGEST_EYE = 7
EYE_LIBERTIES = (0, 1, 2, 3, 5, 8, 12, 17)
"""How many moves it takes to fill a plain eye, by its points."""


@dataclass(frozen=True)
class Count:
    """One side of a race.

    Public attributes:
      color   -- Color
      outside -- liberties outside
      eye     -- points of its eye; 0 if it has none
      inside  -- enemy stones in the eye
      atari   -- whether it has one liberty in all, so that it can be taken at once
    """

    color: Color
    outside: int
    eye: int = 0
    inside: int = 0
    atari: bool = False

    @property
    def eye_liberties(self) -> int:
        return EYE_LIBERTIES[self.eye] - self.inside

    @property
    def exclusive(self) -> int:
        """Liberties that are its alone: outside, and in the eye."""
        return self.outside + self.eye_liberties

    @property
    def status(self) -> int:
        """0 without an eye, 1 for an eye of up to three points, 2 for four, and so on."""
        return 0 if self.eye == 0 else max(1, self.eye - 2)

    def __str__(self) -> str:
        """`Black 3 outside + 2 in the eye`."""
        parts = [f"{self.outside} outside"] if self.outside or not self.eye else []
        if self.eye:
            stones = f", {self.inside} filled" if self.inside else ""
            parts.append(f"{self.eye_liberties} in the eye ({_points(self.eye)}{stones})")
        return f"{self.color.name.capitalize()} " + " + ".join(parts)


def winner(black: Count, white: Count, shared: int, first: Color) -> Color | None:
    """Who captures the other's chain if `first` moves first; None if it is seki. `shared` liberties are of both."""
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
    needed = needed_lead(black, white, shared)
    if lead >= needed:
        return first
    return first.opponent if -lead > needed else None


def needed_lead(black: Count, white: Count, shared: int) -> int:
    """How many more exclusive liberties it takes to capture, moving first, where the eyes are of equal status."""
    return shared if shared == 0 or black.eye else shared - 1


def explained(black: Count, white: Count, shared: int) -> str:
    """The counting in words: `Black 3 outside, White 2 outside, 2 shared: Black leads by 1, 1 is needed: ...`."""
    line = f"{black}, {white}, {shared} shared"
    if black.status != white.status:
        better, worse = (black, white) if black.status > white.status else (white, black)
        name = better.color.name.capitalize()
        why = "with the larger eye" if worse.eye else "who alone has an eye"
        rule = f"the shared count for {name}, {why}: {better.exclusive + shared} against {worse.exclusive}"
    else:
        lead = black.exclusive - white.exclusive
        leads = f"{(BLACK if lead > 0 else WHITE).name.capitalize()} leads by {abs(lead)}" if lead else "even"
        rule = f"{leads}, and to capture moving first takes {needed_lead(black, white, shared)}"
    return f"{line}; {rule}; {_said(black, white, shared, BLACK)}, {_said(black, white, shared, WHITE)}"


def _said(black: Count, white: Count, shared: int, first: Color) -> str:
    won = winner(black, white, shared, first)
    what = "seki" if won is None else f"{won.name.capitalize()} captures"
    return f"{first.name.capitalize()} first: {what}"


def _points(number: int) -> str:
    return f"{number} point" + ("s" if number > 1 else "")


def is_plain(grid: Grid, points: Iterable[int], enemy: Iterable[int]) -> bool:
    """Whether a space of 1 to 7 points, `enemy` stones in some of them, counts as a plain eye of one chain around it.

    False also for larger spaces, and where a point touches the chain nowhere, unless all its neighbours are in the eye.
    """
    cells = sorted(set(points))
    if not 1 <= len(cells) <= LARGEST_EYE:
        return False
    place = {point: index for index, point in enumerate(cells)}
    near = []
    for point in cells:
        inside = [int(p) for p in grid.neighbours[point] if int(p) in place]
        if len(inside) == grid.degree[point] < 4:
            return False
        near.append(sum(1 << place[p] for p in inside))
    return _plain(tuple(near), (1 << len(cells)) - 1, sum(1 << place[p] for p in enemy))


@lru_cache(maxsize=1 << 16)
def _plain(near: tuple[int, ...], room: int, enemy: int) -> bool:
    """Whether `room`, bits of points whose neighbours are `near`, with these enemy stones in it, is a plain eye."""
    size = room.bit_count()
    if size <= 2:
        return True
    free = [p for p in range(len(near)) if (room & ~enemy) >> p & 1]
    if len(free) == 1:
        return _joined(near, enemy, enemy & -enemy) == enemy and any(
            _plain(near, enemy, 1 << p) for p in range(len(near)) if enemy >> p & 1
        )
    if not any(_plain(near, room, enemy | 1 << p) for p in free):
        return False
    return all(_answered(near, room, enemy, p, EYE_LIBERTIES[size] - enemy.bit_count()) for p in free)


def _answered(near: tuple[int, ...], room: int, enemy: int, move: int, count: int) -> bool:
    """Whether the owner's move leaves, with or without an answer, a plain eye that counts no more than before."""
    room &= ~(1 << move)
    kept, rest = enemy, enemy
    while rest:
        chain = _joined(near, enemy, rest & -rest)
        rest &= ~chain
        beside = 0
        for p, bits in enumerate(near):
            if chain >> p & 1:
                beside |= bits
        if not beside & room & ~enemy:
            kept &= ~chain
    if _joined(near, room, room & -room) != room:
        return False
    if EYE_LIBERTIES[room.bit_count()] - kept.bit_count() - 1 > count:
        return False
    free = [p for p in range(len(near)) if (room & ~kept) >> p & 1]
    return _plain(near, room, kept) or (len(free) > 1 and any(_plain(near, room, kept | 1 << p) for p in free))


def _joined(near: tuple[int, ...], within: int, start: int) -> int:
    """All bits of `within` to which a way leads from `start`."""
    found, fresh = start, start
    while fresh:
        reached = 0
        for p, bits in enumerate(near):
            if fresh >> p & 1:
                reached |= bits
        fresh = reached & within & ~found
        found |= fresh
    return found


__all__ = ["EYE_LIBERTIES", "LARGEST_EYE", "Count", "explained", "is_plain", "needed_lead", "winner"]
