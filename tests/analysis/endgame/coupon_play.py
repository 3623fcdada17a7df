"""Local games played next to a stack of coupons, by the rules alone: the oracle of the walls of kos.

All positions of a region with their moves, from `PlainTree`; no parts, no canonical forms, no thermographs. A move is
local or takes the top coupon; nothing is forbidden but to take back a ko at once. The results of all states are found
from the bottom of the stack upwards. As play may go round between two coupons, they are found twice, play that goes on
for ever being lost by Black or won: where the two agree, it decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from tests.analysis.region.plain_tree import OTHER, SIGN, PlainTree, Stones

Ints = npt.NDArray[np.int64]
_ENDLESS = 10**9
_EXTRA = 8
"""The number of coupons of the least value: more moves than it takes to fill what is left."""


@dataclass(frozen=True)
class Results:
    """The results of perfect play from the start, less those of the stack alone: close to the walls.

    temperatures -- of the top coupon, rising
    left, right  -- with Black and with White to move; None where play that goes on for ever decides
    """

    temperatures: tuple[Fraction, ...]
    left: tuple[Fraction | None, ...]
    right: tuple[Fraction | None, ...]


class CouponPlay:
    """The states of a region: a position, the player to move, and the ko that may not be taken back."""

    def __init__(self, plain: PlainTree, area: bool) -> None:
        self.area = area
        self.positions: dict[Stones, int] = {plain.start: 0}
        self.count: list[int] = []
        links: list[tuple[int, str, int, int]] = []
        todo = [plain.start]
        for stones in todo:  # grows
            points, done = plain.settled(stones)
            stand = sum(SIGN[color] for _, color in stones) if area else 0
            if area and not done:
                points = plain.surrounded(stones)
            self.count.append(points + stand)
            for move in () if done else plain.moves[stones]:
                if move.after not in self.positions:
                    self.positions[move.after] = len(todo)
                    todo.append(move.after)
                gain = 0 if area else SIGN[move.color] * move.taken
                links.append((self.positions[stones], move.color, self.positions[move.after], gain))
        self._link(links)

    def _link(self, links: list[tuple[int, str, int, int]]) -> None:
        """Number the states: Black to move from 0 on, White to move, then one for each ko just taken."""
        size = len(self.count)
        known = {(start, color, end) for start, color, end, _ in links}
        banned = [(s, c, e) for s, c, e in known if (e, OTHER[c], s) in known]
        state = {(e, OTHER[c], s): 2 * size + at for at, (s, c, e) in enumerate(sorted(banned))}
        moves: list[list[tuple[int, int]]] = [[] for _ in range(2 * size + len(state))]
        for start, color, end, gain in links:
            after = state.get((end, OTHER[color], start), end + size * (color == "X"))
            moves[start + size * (color == "O")].append((after, gain))
        by_place: dict[tuple[int, str], list[tuple[int, int, int]]] = {}
        for start, color, end, gain in links:
            after = state.get((end, OTHER[color], start), end + size * (color == "X"))
            by_place.setdefault((start, color), []).append((end, after, gain))
        for (at, mover, forbidden), number in state.items():
            moves[number] = [(a, g) for end, a, g in by_place.get((at, mover), []) if end != forbidden]
        place = [*range(size), *range(size), *(at for at, _, _ in state)]
        black = [*[True] * size, *[False] * size, *(mover == "X" for _, mover, _ in state)]
        self.size, self.place, self.black = size, np.array(place), np.array(black)
        self.passed = self.place + size * self.black  # the state after a coupon is taken
        # a loop of each state to itself stands for the coupon, so that no state is without a move
        self.first = np.cumsum([0, *(len(m) + 1 for m in moves)])[:-1]
        self.after = np.array([x for at, m in enumerate(moves) for x in (at, *(a for a, _ in m))])
        self.gain = np.array([x for m in moves for x in (0, *(g for _, g in m))])

    def results(self, hottest: int, parts: int) -> Results:
        """Return the results for stacks from `hottest` points down, `parts` coupons to a point."""
        least = 0 if self.area else -parts
        # half a coupon to the next player, as in an endless stack of the least: nobody gains by being last
        rest = least // 2
        low = high = parts * np.array(self.count)[self.place] + np.where(self.black, rest, -rest)
        stack = rest
        found: list[tuple[Fraction, Fraction | None, Fraction | None]] = []
        for coupon in [*[least] * _EXTRA, *range(least, hottest * parts + 1)]:
            stack = coupon - stack
            low, high = self._play(coupon, low, parts, -_ENDLESS), self._play(coupon, high, parts, _ENDLESS)
            found.append((Fraction(coupon, parts), *(
                Fraction(int(low[at]) - sign * stack, parts) if low[at] == high[at] else None
                for at, sign in ((0, 1), (self.size, -1))
            )))
        found = found[_EXTRA:]
        return Results(*(tuple(row[k] for row in found) for k in range(3)))

    def _play(self, coupon: int, below: Ints, parts: int, endless: int) -> Ints:
        """Return the results of all states with this coupon on top, from those with it gone."""
        sign = np.where(self.black, 1, -1)
        taken = below[self.passed] + sign * coupon
        gain = parts * self.gain
        now = np.full(len(taken), endless)
        while True:
            reached = now[self.after] + gain
            reached[self.first] = taken
            best = np.where(
                self.black, np.maximum.reduceat(reached, self.first), np.minimum.reduceat(reached, self.first)
            )
            best = np.where(np.abs(best) > _ENDLESS // 2, endless, best)
            if (best == now).all():
                return now
            now = best
