"""Local games without turns: every position that either player can reach in a region, and what it is worth, exactly.

Either player may move any number of times in a row, as the other may play elsewhere; nobody passes. A position is the
game {what Black's moves leave | what White's leave}. A move takes prisoners and cuts the position into independent
*parts*, whose values add up; so a position is a whole number of points and some parts, and parts that differ only in
how they came about are one. What stands unconditionally is a wall from then on, and what it surrounds is counted.

Points, Black positive, from the start on:

    TERRITORY -- surrounded empty points, prisoners and dead stones; none in seki
    AREA      -- surrounded empty points and stones, dead ones counted for the other side

Where the options leave room for more than one number, nobody gains by playing on, and the position is worth the
simplest of them: nearest to 0 under territory scoring, so a seki counts nothing but the moves that a player has to
spare in it; under area scoring nearest to what the board shows as it stands. Filling one's own territory costs a point
under territory scoring; under area scoring each stone counts a point more, so that game is the former overheated from
1 to 1: moves gain a point until it is a whole number.

Kos: play may come back to a part. Then there are two values under simple ko, with no count of threats:

    low   what Black reaches in play that comes to an end, however often White takes back
    high  the same with the sides exchanged

Both come from bounds: at first without that player's captures after which play could come back; then, a few times,
every part anew from the bounds of whatever its options leave. So each is reached within a limited number of captures,
and none rests on taking back at once: to that the other takes back again, which reverses it. Where low and high agree
the kos are irrelevant. Longer cycles are not looked into; a ban on them (superko) may change what is between the two.

Sources: Berlekamp and Wolfe, Mathematical Go, chapters 2 and 3 (territory as free moves); Winning Ways, chapters 6
(overheating) and 11 (values of loopy games between two bounds).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ..board import BLACK, Color, Scoring
from ..values import ZERO, Value, format_value, overheat, total
from .local_tree_values import Bools, Valuer
from .question import State, wall_bits
from .region import Region
from .search_budget import Budget, OutOfBudget

Loops = tuple[tuple[int, ...], ...]

_CHUNK = 1 << 12
_ROUNDS = 4  # how often bounds are improved; among 460 random rooms none was decided after the second time


class LoopError(ValueError):
    """The value depends on a ko. `low` and `high` are what it lies between."""

    def __init__(self, low: Value, high: Value) -> None:
        super().__init__(f"the value depends on a ko: it is between {_short(low)} and {_short(high)}")
        self.low, self.high = low, high


class Option(NamedTuple):
    """What a move leaves: points to Black, whoever moved, and numbers of parts that are still played in."""

    change: int
    parts: tuple[int, ...]


@dataclass(frozen=True)
class LocalTree:
    """All parts that can be reached from a start. Made by `local_tree`.

    Public attributes:
      region, scoring -- where, and what counts
      start   -- the start: its points and parts
      parts   -- (n, 5) uint64, the bits of each part: its points, Black's stones, White's, and which of its points are
                 beside stones of Black's, and of White's, that stand for good
      idle    -- (n,) int16, surrounded empty points of the part as it stands, Black's less White's
      first   -- (2n + 1,) int64: Black's options from part i are first[2i]..first[2i + 1] - 1, White's follow
      change  -- (m,) int16, the points that option e brings under territory scoring, prisoners among them
      taken   -- (m,) int8, the stones taken by it
      place   -- (m,) int8, the region point of its move
      first_remain, remains -- (m + 1,) int64 and int32: option e leaves the parts
                 remains[first_remain[e]:first_remain[e + 1]]
      loops   -- sets of parts, from each of which play can come to all others: what a ko goes through
      low, high -- (n,) what each part is worth, the same object where kos are irrelevant; under AREA scoring before
                 stones are counted. No better than needed: the start's and those of its options are the best known
    """

    region: Region
    scoring: Scoring
    start: Option
    parts: npt.NDArray[np.uint64] = field(repr=False)
    idle: npt.NDArray[np.int16] = field(repr=False)
    first: npt.NDArray[np.int64] = field(repr=False)
    change: npt.NDArray[np.int16] = field(repr=False)
    taken: npt.NDArray[np.int8] = field(repr=False)
    place: npt.NDArray[np.int8] = field(repr=False)
    first_remain: npt.NDArray[np.int64] = field(repr=False)
    remains: npt.NDArray[np.int32] = field(repr=False)
    loops: Loops = field(repr=False)
    low: tuple[Value, ...] = field(repr=False)
    high: tuple[Value, ...] = field(repr=False)

    def value(self, option: Option | None = None) -> Value:
        """What an option is worth, by default the start. Raises LoopError if that depends on a ko."""
        low, high = self.bounds(option)
        if low is not high:
            raise LoopError(low, high)
        return low

    def bounds(self, option: Option | None = None) -> tuple[Value, Value]:
        """What an option is worth at least and at most, by default the start. See above.

        Under AREA scoring that holds of their stops, means and thermographs; as games they may be confused, since
        overheating knows nothing of a last move that is worth nothing.
        """
        option = self.start if option is None else option
        low, high = (total(values[part] for part in option.parts) for values in (self.low, self.high))
        if self.scoring is Scoring.AREA:
            low, high = overheat(low, 1, 1), overheat(high, 1, 1)
        return low + option.change, high + option.change

    def moves(self, color: Color) -> dict[int, Option]:
        """What that player's moves from the start leave, by region point; none where nothing is left to decide."""
        change, parts = self.start
        stone = int(color) if self.scoring is Scoring.AREA else 0
        found = {}
        for place, part in enumerate(parts):
            others = parts[:place] + parts[place + 1 :]
            for point, option in self.options(part, color).items():
                found[point] = Option(change + option.change + stone, tuple(sorted(others + option.parts)))
        return dict(sorted(found.items()))

    def options(self, part: int, color: Color) -> dict[int, Option]:
        """What that player's moves in a part leave, by region point, in territory."""
        side = 2 * part + (color is not BLACK)
        return {
            int(self.place[e]): Option(
                int(self.change[e]), tuple(self.remains[self.first_remain[e] : self.first_remain[e + 1]].tolist())
            )
            for e in range(self.first[side], self.first[side + 1])
        }


def local_tree(
    region: Region, state: State, scoring: Scoring = Scoring.TERRITORY, budget: Budget | None = None
) -> LocalTree:
    """Find and value every part that can be reached from the stones of `state`, whoever's turn it is, ko or not.

    Stones that touch a wall of their colour are never captured; there is no suicide. `budget` counts parts. Raises
    OutOfBudget, and ValueError if a stone stands outside the region, on another one, or without a liberty.
    """
    _check(region, state)
    search = _Search(region, budget or Budget())
    with np.errstate(over="ignore"):  # the hash is meant to wrap, where it is not compiled
        start = search.found(state)
    loops, low, high = search.valued(scoring, len(start.parts))
    if scoring is Scoring.AREA:
        start = Option(start.change + state.black.bit_count() - state.white.bit_count(), start.parts)
    size, options, named = (int(number) for number in search.progress[1:])
    return LocalTree(
        region, scoring, start, search.parts[:size], search.idle[:size], search.first[: 2 * size + 1],
        search.change[:options], search.taken[:options], search.place[:options], search.first_remain[: options + 1],
        search.remains[:named], loops, tuple(low), tuple(high),
    )


def _check(region: Region, state: State) -> None:
    """Raises ValueError if the stones cannot stand in the region."""
    k = _kernels()
    if (state.black | state.white) & ~region.points:
        raise ValueError("a stone stands outside the region")
    if state.black & state.white:
        raise ValueError("two stones stand on one point")
    empty = region.points & ~(state.black | state.white)
    for stones, wall in zip((state.black, state.white), region.walls, strict=True):
        rest = stones
        while rest:
            bits, around = k.chain_of(np.uint64(rest & -rest), np.uint64(stones), region.near)
            if not int(around) & empty and not int(bits) & wall:
                raise ValueError(f"the stone on region point {(rest & -rest).bit_length() - 1} has no liberty")
            rest &= ~int(bits)


def _short(value: Value) -> str:
    text = format_value(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _kernels() -> ModuleType:
    from . import _local_tree_kernels

    return _local_tree_kernels


class _Search:
    """The arrays of one run, named as in `LocalTree`; they grow as parts are found."""

    def __init__(self, region: Region, budget: Budget) -> None:
        self.region, self.budget = region, budget
        self.room = 2 * region.size**2 + 1  # what one part may bring of anything
        size = 1 << (4 * self.room).bit_length()
        self.parts = np.empty((size, _kernels().WORDS), np.uint64)
        self.table = np.full(4 * size, -1, np.int32)
        self.idle = np.empty(size, np.int16)
        self.first = np.zeros(2 * size + 1, np.int64)
        self.change, self.taken, self.place = np.empty(size, np.int16), np.empty(size, np.int8), np.empty(size, np.int8)
        self.first_remain = np.zeros(size + 1, np.int64)
        self.remains = np.empty(size, np.int32)
        self.progress = np.zeros(4, np.int64)

    def found(self, state: State) -> Option:
        """Find all parts; the start."""
        k = _kernels()
        region, progress = self.region, self.progress
        rows = np.empty((64, k.WORDS), np.uint64)
        score, count = k.divided(
            np.uint64(region.points), np.uint64(state.black), np.uint64(state.white), *wall_bits(region), region.near,
            rows,
        )
        for row in rows[:count]:
            _, progress[1] = k.numbered(row, self.parts, self.table, int(progress[1]))
        while progress[0] < progress[1]:
            before = int(progress[0])
            k.grown(
                self.parts, self.table, self.idle, self.first, self.change, self.taken, self.place, self.first_remain,
                self.remains, progress, _CHUNK, region.near, np.uint64(region.playable),
            )
            done = int(progress[0]) - before
            self.budget.spend(done)
            self.budget.foresee(int(progress[1]) - int(progress[0]))  # open rooms have many times more than are done
            self.budget.progress(f"{progress[1]} parts found, {progress[0]} looked at")
            if done < _CHUNK:
                self._grow()
        return Option(int(score), tuple(range(count)))

    def _grow(self) -> None:
        """More room, twice as much where it is short."""
        _, size, options, named = (int(number) + self.room for number in self.progress)
        parts, choices, remains = (
            2 * len(array) if used > len(array) else len(array)
            for used, array in ((size, self.parts), (options, self.change), (named, self.remains))
        )
        # the valuing needs lists beside: six a part, two an option, one of what options leave
        self.budget.need(parts * (40 + 16 + 2 + 16 + 6 * 16) + choices * (12 + 2 * 16) + remains * (4 + 16))
        self.idle, self.first = _longer(self.idle, parts), _longer(self.first, 2 * parts + 1)
        self.change, self.taken = _longer(self.change, choices), _longer(self.taken, choices)
        self.place, self.first_remain = _longer(self.place, choices), _longer(self.first_remain, choices + 1)
        self.remains = _longer(self.remains, remains)
        if parts != len(self.parts):
            self.parts = _longer(self.parts, parts)
            self.table = np.full(4 * parts, -1, np.int32)
            _kernels().filled(self.parts, self.table, int(self.progress[1]))

    def valued(self, scoring: Scoring, roots: int) -> tuple[Loops, Sequence[Value], Sequence[Value]]:
        """LocalTree.loops, low and high; the first `roots` parts are the start's."""
        k = _kernels()
        edges = self.first, self.first_remain, self.remains
        skipped = np.zeros(int(self.progress[3]), np.bool_)
        order, knot = self._sorted(skipped)
        tied = np.bincount(knot, minlength=1)[knot] > 1
        loops: dict[int, list[int]] = {}
        for part in np.flatnonzero(tied).tolist():
            loops.setdefault(int(knot[part]), []).append(part)
        k.spread(order, *edges, tied)
        size, options, named = (int(number) for number in self.progress[1:])
        idle = self.idle[:size].tolist() if scoring is Scoring.AREA else [0] * size
        valuer = Valuer(
            idle, self.first[: 2 * size + 1].tolist(), self.change[:options].tolist(),
            self.first_remain[: options + 1].tolist(), self.remains[:named].tolist(), self.budget,
        )
        values = [ZERO] * len(order)
        valuer.fill(values, order[~tied[order]].tolist(), skipped)
        if not loops:
            return (), values, values
        bounds, orders, stale = [], [], []
        for color in range(2):
            cut = tied & k.returning(color, *edges, self.taken, knot, skipped)
            order, _ = self._sorted(skipped)
            bounds.append(values.copy())
            orders.append(order[tied[order]].tolist())
            stale.append(set(np.flatnonzero(cut).tolist()))
            valuer.fill(bounds[color], orders[color], skipped)
            skipped[:] = False
        parents = self._parents(tied)
        wanted = {*range(roots), *self.remains[: self.first_remain[self.first[2 * roots]]].tolist()}
        for _ in range(_ROUNDS):
            if not any(stale) or all(bounds[0][part] is bounds[1][part] for part in wanted):
                break
            stale = [valuer.improve(bounds[color], orders[color], stale[color], parents) for color in range(2)]
        return tuple(map(tuple, loops.values())), bounds[0], bounds[1]

    def _parents(self, wanted: Bools) -> list[list[int]]:
        """The parts with an option that leaves part i, for those wanted."""
        parents: list[set[int]] = [set() for _ in wanted]
        for part in np.flatnonzero(wanted).tolist():
            start, end = self.first_remain[self.first[[2 * part, 2 * part + 2]]]
            for child in set(self.remains[start:end].tolist()):
                parents[child].add(part)
        return list(map(list, parents))

    def _sorted(self, skipped: Bools) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """All parts, what they lead to first; and the knots they are in. See `knotted`."""
        size = int(self.progress[1])
        order, knot = np.empty(size, np.int32), np.empty(size, np.int32)
        _kernels().knotted(self.first, self.first_remain, self.remains, skipped, order, knot)
        return order, knot


_Number = TypeVar("_Number", bound=np.generic)


def _longer(array: npt.NDArray[_Number], length: int) -> npt.NDArray[_Number]:
    """A copy with room for so many rows, what is new being 0; the array itself if it has them."""
    if len(array) == length:
        return array
    longer = np.zeros((length, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer


__all__ = ["LocalTree", "LoopError", "Option", "OutOfBudget", "local_tree"]
