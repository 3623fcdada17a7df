"""Local games without turns: every position that either player can reach in a region, and its exact value.

Either player may move any number of times in a row, as the opponent may play elsewhere; nobody passes. A position is
the game {options of Black's moves | options of White's moves}. A move takes prisoners and cuts the position into
independent *parts*, whose values add up; so a position is a whole number of points and some parts, and parts that
differ only in how they came about are the same. Unconditionally live stones become walls, and their territory counts.

Points, Black positive, from the start on:

    TERRITORY -- surrounded empty points, prisoners and dead stones; none in seki
    AREA      -- surrounded empty points and stones, dead ones counted for the other side

Where the options leave room for more than one number, nobody gains by playing on, and the position is worth the
simplest of them: nearest to 0 under territory scoring, so that a seki counts nothing but the moves that a player has to
spare in it; under area scoring nearest to the score of the board as it stands. Filling one's own territory costs a
point under territory scoring; under area scoring each stone counts a point more, so that game is the former overheated
from 1 to 1: moves gain a point until it is a whole number.

Kos: play can return to a part. Then there are two values under simple ko, with no count of threats:

    low   what Black reaches in play that comes to an end, however often White retakes
    high  the same with the colours exchanged

Both come from bounds: at first without that player's captures after which play could return; then, a few times, every
part anew from the bounds of its options. So each is reached within a limited number of captures, and none rests on
retaking at once, because the opponent retakes again, which reverses it. Where low and high agree the kos are
irrelevant. Longer cycles are not examined; superko, which forbids them, may change values between the two.

Sources: Berlekamp and Wolfe, Mathematical Go, chapters 2 and 3 (territory as free moves); Winning Ways, chapters 6
(overheating) and 11 (values of loopy games between two bounds).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ..board import BLACK, Color, Scoring
from ..values import ZERO, Value, format_value, overheat, total
from .local_tree_values import Bools, PartEvaluator
from .region import Region
from .search_budget import Budget, OutOfBudget
from .search_state import State, wall_bits

if TYPE_CHECKING:
    from ._local_tree_kernels import PartTable

Loops = tuple[tuple[int, ...], ...]

_CHUNK = 1 << 12
_ROUNDS = 4  # how often bounds are improved; in 460 random regions nothing changed after the second time


class LoopError(ValueError):
    """The value depends on a ko. `low` and `high` are its bounds."""

    def __init__(self, low: Value, high: Value) -> None:
        super().__init__(f"the value depends on a ko: it is between {_short(low)} and {_short(high)}")
        self.low, self.high = low, high


class Option(NamedTuple):
    """The result of a move: points to Black, for either mover, and the numbers of the parts still undecided."""

    change: int
    parts: tuple[int, ...]


@dataclass(frozen=True)
class LocalTree:
    """All parts that can be reached from a start. Made by `local_tree`.

    Public attributes:
      region, scoring -- where, and what counts
      start   -- the start: its points and parts
      parts   -- (n, 5) uint64, the bits of each part: its points, Black's stones, White's, and which of its points are
                 beside stones of Black's, and of White's, that live unconditionally
      idle    -- (n,) int16, surrounded empty points of the part as it stands, Black's minus White's
      first   -- (2n + 1,) int64: Black's options from part i are first[2i]..first[2i + 1] - 1, White's follow
      change  -- (m,) int16, the points that option e brings under territory scoring, prisoners among them
      taken   -- (m,) int8, the stones captured by it
      place   -- (m,) int8, the region point of its move
      first_remain, remains -- (m + 1,) int64 and int32: option e leaves the parts
                 remains[first_remain[e]:first_remain[e + 1]]
      loops   -- sets of parts, from each of which play can come to all others: the cycles of kos
      low, high -- (n,) the values of each part, the same object where kos are irrelevant; under AREA scoring before
                 stones are counted. No tighter than needed: those of the start and its options are the best known
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
        """Return the value of an option, by default the start. Raises LoopError if it depends on a ko."""
        low, high = self.bounds(option)
        if low is not high:
            raise LoopError(low, high)
        return low

    def bounds(self, option: Option | None = None) -> tuple[Value, Value]:
        """Return the least and the greatest value of an option, by default the start, as the module docstring says.

        Under AREA scoring they bound stops, means and thermographs; as games they may be incomparable, because
        overheating ignores a last move that is worth nothing.
        """
        option = self.start if option is None else option
        low, high = (total(values[part] for part in option.parts) for values in (self.low, self.high))
        if self.scoring is Scoring.AREA:
            low, high = overheat(low, 1, 1), overheat(high, 1, 1)
        return low + option.change, high + option.change

    def moves(self, color: Color) -> dict[int, Option]:
        """Return the options of a player's moves from the start, by region point; none where all is decided."""
        change, parts = self.start
        stone = int(color) if self.scoring is Scoring.AREA else 0
        found = {}
        for place, part in enumerate(parts):
            others = parts[:place] + parts[place + 1 :]
            for point, option in self.options(part, color).items():
                found[point] = Option(change + option.change + stone, tuple(sorted(others + option.parts)))
        return dict(sorted(found.items()))

    def options(self, part: int, color: Color) -> dict[int, Option]:
        """Return the options of a player's moves in a part, by region point, under territory scoring."""
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
    """Find and evaluate every part that can be reached from the stones of `state`, whose turn and ko are ignored.

    Stones that touch a wall of their colour are never captured; suicide is illegal. `budget` counts parts. Raises
    OutOfBudget, and ValueError if a stone stands outside the region, on another one, or without a liberty.
    """
    _check(region, state)
    search = _Search(region, budget or Budget())
    with np.errstate(over="ignore"):  # the hash is meant to wrap, where it is not compiled
        start = search.find_parts(state)
    loops, low, high = search.evaluate(scoring, len(start.parts))
    if scoring is Scoring.AREA:
        start = Option(start.change + state.black.bit_count() - state.white.bit_count(), start.parts)
    size, options, named = (int(number) for number in search.progress[1:])
    return LocalTree(
        region, scoring, start, search.parts[:size], search.idle[:size], search.first[: 2 * size + 1],
        search.change[:options], search.taken[:options], search.place[:options], search.first_remain[: options + 1],
        search.remains[:named], loops, tuple(low), tuple(high),
    )


def _check(region: Region, state: State) -> None:
    """Raise ValueError if a stone stands outside the region, on another one, or without a liberty."""
    from ._kernels import chain_of

    if (state.black | state.white) & ~region.points:
        raise ValueError("a stone stands outside the region")
    if state.black & state.white:
        raise ValueError("two stones stand on one point")
    empty = region.points & ~(state.black | state.white)
    for stones, wall in zip((state.black, state.white), region.walls, strict=True):
        rest = stones
        while rest:
            bits, around = chain_of(np.uint64(rest & -rest), np.uint64(stones), region.near)
            if not int(around) & empty and not int(bits) & wall:
                raise ValueError(f"the stone on region point {(rest & -rest).bit_length() - 1} has no liberty")
            rest &= ~int(bits)


def _short(value: Value) -> str:
    text = format_value(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


@cache
def _kernels() -> ModuleType:
    from . import _local_tree_kernels

    return _local_tree_kernels


class _Search:
    """The arrays of one search, named as in `LocalTree`; they grow as parts are found."""

    def __init__(self, region: Region, budget: Budget) -> None:
        self.region, self.budget = region, budget
        self.most = 2 * region.size**2 + 1  # what one part may add to any array
        size = 1 << (4 * self.most).bit_length()
        self.parts = np.empty((size, _kernels().COLUMNS), np.uint64)
        self.table = np.full(4 * size, -1, np.int32)
        self.idle = np.empty(size, np.int16)
        self.first = np.zeros(2 * size + 1, np.int64)
        self.change, self.taken, self.place = np.empty(size, np.int16), np.empty(size, np.int8), np.empty(size, np.int8)
        self.first_remain = np.zeros(size + 1, np.int64)
        self.remains = np.empty(size, np.int32)
        self.progress = np.zeros(4, np.int64)

    def find_parts(self, state: State) -> Option:
        """Find all parts; return the start. Raises OutOfBudget."""
        k = _kernels()
        region, progress = self.region, self.progress
        rows = np.empty((64, k.COLUMNS), np.uint64)
        score, count = k.split_into_parts(
            np.uint64(region.points), np.uint64(state.black), np.uint64(state.white), *wall_bits(region), region.near,
            rows,
        )
        for row in rows[:count]:
            _, progress[1] = k.number_part(row, self.parts, self.table, int(progress[1]))
        playable = np.uint64(region.playable)
        while progress[0] < progress[1]:
            before = int(progress[0])
            k.expand_parts(self._arrays(), _CHUNK, region.near, playable)
            done = int(progress[0]) - before
            self.budget.spend(done)
            # large open regions have many times more parts than are expanded so far
            self.budget.require_nodes(int(progress[1]) - int(progress[0]))
            self.budget.progress(f"{progress[1]} parts found, {progress[0]} expanded")
            if done < _CHUNK:
                self._enlarge()
        return Option(int(score), tuple(range(count)))

    def _arrays(self) -> PartTable:
        arrays: PartTable = _kernels().PartTable(
            self.parts, self.table, self.idle, self.first, self.change, self.taken, self.place, self.first_remain,
            self.remains, self.progress,
        )
        return arrays

    def _enlarge(self) -> None:
        """Double the arrays that are short of space. Raises OutOfBudget if the memory does not allow it."""
        _, size, options, named = (int(number) + self.most for number in self.progress)
        parts, choices, remains = (
            2 * len(array) if used > len(array) else len(array)
            for used, array in ((size, self.parts), (options, self.change), (named, self.remains))
        )
        # what evaluating needs besides, as lists: six entries a part, two an option, one for each part that it leaves
        self.budget.require_memory(parts * (40 + 16 + 2 + 16 + 6 * 16) + choices * (12 + 2 * 16) + remains * (4 + 16))
        self.idle, self.first = _longer(self.idle, parts), _longer(self.first, 2 * parts + 1)
        self.change, self.taken = _longer(self.change, choices), _longer(self.taken, choices)
        self.place, self.first_remain = _longer(self.place, choices), _longer(self.first_remain, choices + 1)
        self.remains = _longer(self.remains, remains)
        if parts != len(self.parts):
            self.parts = _longer(self.parts, parts)
            self.table = np.full(4 * parts, -1, np.int32)
            _kernels().fill_table(self.parts, self.table, int(self.progress[1]))

    def evaluate(self, scoring: Scoring, roots: int) -> tuple[Loops, Sequence[Value], Sequence[Value]]:
        """Return LocalTree.loops, low and high; the first `roots` parts are the start's."""
        k = _kernels()
        edges = self.first, self.first_remain, self.remains
        skipped = np.zeros(int(self.progress[3]), np.bool_)
        order, component = self._sort(skipped)
        loopy = np.bincount(component, minlength=1)[component] > 1
        loops: dict[int, list[int]] = {}
        for part in np.flatnonzero(loopy).tolist():
            loops.setdefault(int(component[part]), []).append(part)
        k.mark_ancestors(order, *edges, loopy)
        evaluator = self._evaluator(scoring)
        values = [ZERO] * len(order)
        evaluator.fill(values, order[~loopy[order]].tolist(), skipped)
        if not loops:
            return (), values, values
        bounds, orders, stale = [], [], []
        for color in range(2):
            cut = loopy & k.skip_returning_captures(color, *edges, self.taken, component, skipped)
            order, _ = self._sort(skipped)
            bounds.append(values.copy())
            orders.append(order[loopy[order]].tolist())
            stale.append(set(np.flatnonzero(cut).tolist()))
            evaluator.fill(bounds[color], orders[color], skipped)
            skipped[:] = False
        parents = self._parents(loopy)
        wanted = {*range(roots), *self.remains[: self.first_remain[self.first[2 * roots]]].tolist()}
        for _ in range(_ROUNDS):
            if not any(stale) or all(bounds[0][part] is bounds[1][part] for part in wanted):
                break
            stale = [evaluator.improve(bounds[color], orders[color], stale[color], parents) for color in range(2)]
        return tuple(map(tuple, loops.values())), bounds[0], bounds[1]

    def _evaluator(self, scoring: Scoring) -> PartEvaluator:
        size, options, named = (int(number) for number in self.progress[1:])
        return PartEvaluator(
            self.idle[:size].tolist() if scoring is Scoring.AREA else [0] * size,
            self.first[: 2 * size + 1].tolist(), self.change[:options].tolist(),
            self.first_remain[: options + 1].tolist(), self.remains[:named].tolist(), self.budget,
        )

    def _parents(self, wanted: Bools) -> list[list[int]]:
        """Return for each part the parts among `wanted` with an option that leaves it."""
        parents: list[set[int]] = [set() for _ in wanted]
        for part in np.flatnonzero(wanted).tolist():
            start, end = self.first_remain[self.first[[2 * part, 2 * part + 2]]]
            for child in set(self.remains[start:end].tolist()):
                parents[child].add(part)
        return list(map(list, parents))

    def _sort(self, skipped: Bools) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Return all parts, those that a part leads to before it, and the component of each; see `find_components`."""
        size = int(self.progress[1])
        order, component = np.empty(size, np.int32), np.empty(size, np.int32)
        _kernels().find_components(self.first, self.first_remain, self.remains, skipped, order, component)
        return order, component


_Number = TypeVar("_Number", bound=np.generic)


def _longer(array: npt.NDArray[_Number], length: int) -> npt.NDArray[_Number]:
    """Return a copy with so many rows, new ones being 0; the array itself if it has so many."""
    if len(array) == length:
        return array
    longer = np.zeros((length, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer


__all__ = ["LocalTree", "LoopError", "Option", "OutOfBudget", "local_tree"]
