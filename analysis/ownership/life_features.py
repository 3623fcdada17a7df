"""The features of chains from which life probabilities are computed.

Features, all from the owner's side. "Around" is the group and the points adjacent to it; control is that of the board
without dead stones, with the group on it or removed. "Near" is what can be reached from the group in six steps without
crossing enemy stones.

    field            the mean control of the empty points adjacent to the group, -1 to 1
    enclosed         0 to 1: how far the enemy would control the points around it if the group were removed
    room             log2(1 + the owner's share of the adjacent empty points)
    territory        log2(1 + the owner's share of the empty points within three steps)
    friends          log2(1 + the owner's other stones near)
    eyes             log2(1 + the points within four steps on which it may yet have an eye: with no enemy stone beside
                     them and one at most on their diagonals, none at the edge, not counting any that may be captured)
    liberties        log2(1 + the liberties of its chain)
    size             log2(1 + its stones)
    shared           log2(1 + the stones of which the status says the same: those of a chain that may be captured
                     alone, else those of the group that was read)
    chains           log2 of its chains
    lives            1 if it lives, by reading, when the owner moves first
    captured         1 if the verdict is from capture reading
    own_turn         1 if the owner is to move
    own_atari        1 if its chain is in atari and the owner is to move
    full             the share of the board's points with stones: how late it is
    rival            1 if an adjacent enemy group of three stones or more is neither safe nor dead
    rival_territory  the least `territory` of the adjacent enemy groups that are neither safe nor dead, 7 without any
    walls_alive      1 if all adjacent enemy chains are alive or safe
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, cached_property
from types import ModuleType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..board import BLACK, WHITE, Position
from ..control import ControlSettings, estimate_many
from ..reading.selective.groups import groups
from ..status import BoardStatus, Fate, Status, Verdict

Array = npt.NDArray[np.float64]
Stones = npt.NDArray[np.int8]

_SAFE, _DEAD = Verdict.SAFE, Verdict.DEAD  # looked up once: the members of an enumeration are slow to find
_ALONE = (Verdict.SAFE, Verdict.SEKI)
_LIVING = (Verdict.ALIVE, Verdict.SAFE)
_CONTESTED = (Verdict.ALIVE, Verdict.CRITICAL, Verdict.UNKNOWN)
_NO_RIVAL = 7.0  # rival_territory where there is no rival
_RIVAL_STONES = 3  # a smaller group does not count for the feature "rival"


def chain_features(
    position: Position, status: BoardStatus, control: Array, settings: ControlSettings | None,
    wanted: Sequence[Sequence[str]],
) -> list[list[float]]:
    """Return the values of features of each chain of `status`, in its order.

    control -- (area,): the control map without the dead stones
    wanted  -- for each chain, the names of its features; some for each chain that is alive, critical or unknown, on
               which those of its rivals rest
    """
    board = _Board(position, status, control, settings, wanted)
    return [
        [float(_FEATURE_OF[name](board, chain, group)) for name in names]
        for chain, group, names in zip(status.chains, board.group_of, wanted, strict=True)
    ]


class _Around(NamedTuple):
    """What surrounds a group: the results of the kernel `group_features`."""

    field: float
    room: float
    territory: float
    friends: int
    adjacent_enemies: npt.NDArray[np.bool_]


class _Board:
    """A board with its groups and their neighbours, from which features are computed.

    wanted -- for each chain of `status`, by its index there, the names of its features
    """

    def __init__(
        self, position: Position, status: BoardStatus, control: Array, settings: ControlSettings | None,
        wanted: Sequence[Sequence[str]],
    ) -> None:
        self.position, self.status, self.control, self.wanted = position, status, control, wanted
        self.settings = replace(settings or ControlSettings(), stones="fixed")
        self.cleaned = position.stones.copy()
        self.cleaned[list(status.dead())] = 0
        self.cleaned.flags.writeable = False
        self.full = float(np.mean(position.stones != 0))
        self.chain_index = {point: index for index, chain in enumerate(status.chains) for point in chain.chain}
        self.group_of = self._groups()
        self._around: dict[_Group, _Around] = {}
        self._enemies: dict[_Group, list[int]] = {}
        if any(wanted):
            self._estimate_controls()

    def _groups(self) -> list[_Group]:
        """Return the group of each chain, by static analysis; those SAFE or in SEKI are alone."""
        group_points, chains = groups(self.position), self.status.chains
        result: dict[int, _Group] = {}
        for index, chain in enumerate(chains):
            if index in result:
                continue
            if chain.verdict in _ALONE:
                result[index] = _Group(self.status, [index], self.cleaned)
                continue
            members = sorted({self.chain_index[point] for point in group_points[chain.chain[0]]})
            group = _Group(self.status, members, self.cleaned)
            for member in members:
                if member == index or chains[member].verdict is not _SAFE:
                    result.setdefault(member, group)
        return [result[index] for index in range(len(chains))]

    def _wanting(self, name: str | None = None) -> list[_Group]:
        """Return the groups with a chain of which this feature is wanted, or any feature."""
        pairs = zip(self.group_of, self.wanted, strict=True)
        return list(dict.fromkeys(group for group, names in pairs if (names if name is None else name in names)))

    def _estimate_controls(self) -> None:
        """Estimate the control maps that the features need, of all boards in one go."""
        involved, enclosed = self._wanting(), self._wanting("enclosed")
        added = [group for group in involved if group.has_dead]
        for group in added:
            group.cleaned = self._with_stones(group, group.color)
        without = (self._with_stones(group, 0) for group in enclosed)
        boards = [self.cleaned, *(group.cleaned for group in added), *without]
        maps = iter(estimate_many(self.position.grid, np.array(boards), self.settings).values.reshape(len(boards), -1))
        control = next(maps)
        for group in involved:
            group.control = next(maps) if group.has_dead else control
        for group in enclosed:
            group.control_without = next(maps)

    def _with_stones(self, group: _Group, color: int) -> Stones:
        """Return the board without dead stones, with stones of `color` (0: none) on the points of a group."""
        stones = self.cleaned.copy()
        stones[group.points] = color
        stones.flags.writeable = False  # as a Position's stones, so that kernels are compiled once
        return stones

    def around(self, group: _Group) -> _Around:
        """Return what surrounds a group of which features are wanted."""
        found = self._around.get(group)
        if found is None:
            found = _Around(*_kernels().group_features(
                self.position.stones, group.cleaned,
                self.position.grid.neighbours, np.array(group.points), group.color, self.control, group.control,
            ))
            self._around[group] = found
        return found

    def territory(self, group: _Group) -> float:
        return math.log2(1 + self.around(group).territory)

    def enclosed(self, group: _Group) -> float:
        around = self.position.grid.steps(group.points, 1) >= 0
        return max(0.0, -group.color * float(group.control_without[around].mean()))

    def adjacent_enemies(self, group: _Group) -> list[int]:
        """Return the indices of the adjacent enemy chains."""
        found = self._enemies.get(group)
        if found is None:
            points = self.around(group).adjacent_enemies.nonzero()[0].tolist()
            found = self._enemies[group] = sorted({self.chain_index[point] for point in points})
        return found

    def rivals(self, group: _Group) -> list[_Group]:
        """Return the groups of the adjacent enemy chains that are neither safe, nor dead, nor in seki."""
        chains = self.status.chains
        return [self.group_of[enemy] for enemy in self.adjacent_enemies(group) if chains[enemy].verdict in _CONTESTED]

    def eyes(self, group: _Group) -> int:
        """Return the number of points where a group may have an eye."""
        grid = self.position.grid
        found: int = _kernels().eye_points(
            group.cleaned, self._capturable[group.color], grid.neighbours, grid.diagonals, np.array(group.points),
            group.color,
        )
        return found

    @cached_property
    def _capturable(self) -> dict[int, npt.NDArray[np.bool_]]:
        """The stones of the enemy of each colour that may be captured, by reading or as they have one liberty."""
        found = {int(color): np.zeros(self.position.grid.area, np.bool_) for color in (BLACK, WHITE)}
        for status in self.status.chains:
            if status.captured or status.liberties == 1:
                found[-int(status.color)][list(status.chain)] = True
        return found


class _Group:
    """A group, and the boards and control maps that its features rest on.

    Attributes:
      chains  -- Status of each chain; points -- all their stones; color -- theirs
      has_dead -- whether some of the chains are dead
      cleaned -- (area,) int8: the board without dead stones, but with the group on it
      control, control_without -- (area,): the control maps of that, and of the board without the group
    The last two are set for groups of which features are wanted.
    """

    control: Array
    control_without: Array

    def __init__(self, status: BoardStatus, indices: Sequence[int], cleaned: Stones) -> None:
        self.cleaned = cleaned
        self.chains = [status.chains[index] for index in indices]
        self.points = [point for chain in self.chains for point in chain.chain]
        self.color = int(self.chains[0].color)
        self.has_dead = any(chain.verdict is _DEAD for chain in self.chains)


_FEATURE_OF: dict[str, Callable[[_Board, Status, _Group], float]] = {
    "field": lambda board, chain, group: board.around(group).field,
    "enclosed": lambda board, chain, group: board.enclosed(group),
    "room": lambda board, chain, group: math.log2(1 + board.around(group).room),
    "territory": lambda board, chain, group: board.territory(group),
    "friends": lambda board, chain, group: math.log2(1 + board.around(group).friends),
    "eyes": lambda board, chain, group: math.log2(1 + board.eyes(group)),
    "liberties": lambda board, chain, group: math.log2(1 + chain.liberties),
    "size": lambda board, chain, group: math.log2(1 + len(group.points)),
    "shared": lambda board, chain, group: math.log2(1 + len(chain.group)),
    "chains": lambda board, chain, group: math.log2(len(group.chains)),
    "lives": lambda board, chain, group: chain.if_owner_first is Fate.LIVES,
    "captured": lambda board, chain, group: chain.captured,
    "own_turn": lambda board, chain, group: board.position.to_move is chain.color,
    "own_atari": lambda board, chain, group: chain.liberties == 1 and board.position.to_move is chain.color,
    "full": lambda board, chain, group: board.full,
    "rival": lambda board, chain, group: any(len(rival.points) >= _RIVAL_STONES for rival in board.rivals(group)),
    "rival_territory": lambda board, chain, group: min(
        map(board.territory, board.rivals(group)), default=_NO_RIVAL
    ),
    "walls_alive": lambda board, chain, group: all(
        board.status.chains[enemy].verdict in _LIVING for enemy in board.adjacent_enemies(group)
    ),
}  # fmt: skip
FEATURE_NAMES = tuple(_FEATURE_OF)


@cache
def _kernels() -> ModuleType:
    from . import _kernels  # loads numba

    return _kernels


__all__ = ["FEATURE_NAMES", "chain_features"]
