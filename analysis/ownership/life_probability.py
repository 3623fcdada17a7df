"""Life probabilities: how likely a chain is to live that proof and reading left open.

A logistic model for each verdict: probability = 1 / (1 + exp(-sum of weight * term)), so that every probability can be
explained as a sum. Proofs need no model; what the model says is **estimated**. The weights are in
life_probability.json beside this file, with how many stones they were fitted on and how well they did;
`life_probability_fit` makes them from positions of real games.

Features are standardised: measured in standard deviations from their mean over the chains of the same verdict that the
weights were fitted on. For critical and unknown chains the squares and products of two features are terms too (room
helps an enclosed group, friends help one that is not); there a standardised feature is clipped to 2 deviations, so that
the model does not extrapolate.

Features, all from the owner's side. "Around" is the group and the points adjacent to it; control is that of the board
without dead stones, with the group on it or removed. "Near" is what can be reached from the group in six steps without
crossing enemy stones.

    field            the mean control of the empty points adjacent to the group, -1 to 1
    enclosed         0 to 1: how far the enemy would control the points around it if the group were removed
    room             log2(1 + the owner's share of the adjacent empty points)
    territory        log2(1 + the owner's share of the empty points within three steps)
    space            log2(1 + the empty points near)
    friends          log2(1 + the owner's other stones near)
    eyes             log2(1 + the points on which it may yet have an eye, by static analysis)
    liberties        log2(1 + the liberties of its chain)
    size             log2(1 + its stones)
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

import itertools
import json
import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from pathlib import Path
from types import ModuleType

import numpy as np
import numpy.typing as npt

from ..board import Position
from ..control import ControlSettings, estimate
from ..status import BoardStatus, Evidence, Fate, Status, Verdict
from ..status.life.groups import groups
from ..status.life.static_life import StaticLife

Array = npt.NDArray[np.float64]

FEATURES: dict[Verdict, tuple[str, ...]] = {
    Verdict.ALIVE: ("field", "room", "liberties", "size", "full"),
    Verdict.CRITICAL: ("captured", "friends", "territory", "own_atari", "size", "lives", "own_turn"),
    Verdict.UNKNOWN: (
        "territory", "enclosed", "lives", "eyes", "friends", "liberties", "rival_territory", "space",
    ),
    Verdict.DEAD: ("field", "liberties", "chains", "rival", "walls_alive"),
}  # fmt: skip
"""The features of the model of each verdict."""

QUADRATIC = (Verdict.CRITICAL, Verdict.UNKNOWN)
"""The verdicts whose models have the squares and products of their features as terms too."""

_LIVING = (Verdict.ALIVE, Verdict.SAFE)
_NO_RIVAL = 7.0  # rival_territory where there is no rival
_RIVAL_STONES = 3  # a smaller group does not count for the feature "rival"
_MAX_DEVIATIONS = 2.0  # bound of the standardised features of the verdicts in QUADRATIC


@dataclass(frozen=True)
class LifeWeights:
    """The fitted weights of the settled board: those of life probabilities, and those that calibrate empty points.

    Public attributes:
      weights -- verdict -> term (see `terms_of`) -> weight
      typical -- verdict -> feature -> (mean, standard deviation) of the chains that the weights were fitted on
      point_weights  -- the weights of empty points (see `settled_board.calibrated`)
    """

    weights: Mapping[str, Mapping[str, float]]
    typical: Mapping[str, Mapping[str, tuple[float, float]]]
    point_weights: Mapping[str, float]


@dataclass(frozen=True)
class LifeProbability:
    """How likely a chain is to live.

    Public attributes:
      value    -- 0 to 1; exactly 0 or 1 where that is proved
      terms    -- (name, value, weight) of the sum, named as by `terms_of`; none where it is proved or in seki
      evidence -- that of the status where it is safe or in seki; else proved or estimated
    """

    value: float
    terms: tuple[tuple[str, float, float], ...]
    evidence: Evidence


def life_probabilities(
    position: Position,
    status: BoardStatus,
    control: npt.NDArray[np.float64],
    weights: LifeWeights | None = None,
    settings: ControlSettings | None = None,
) -> tuple[LifeProbability, ...]:
    """Return the life probability of each chain of `status`, in its order.

    control -- (area,): the control map without the dead stones
    """
    weights = default_life_weights() if weights is None else weights
    board = _Board(position, status, control, settings)
    return tuple(board.life_probability(index, weights) for index in range(len(status.chains)))


def features(
    position: Position, status: BoardStatus, control: npt.NDArray[np.float64], settings: ControlSettings | None = None
) -> list[dict[str, float]]:
    """Return all features of each chain of `status`, in its order, whatever its verdict."""
    board = _Board(position, status, control, settings)
    return [board.features(index) for index in range(len(status.chains))]


def terms_of(
    verdict: Verdict, values: Mapping[str, float], typical: Mapping[str, tuple[float, float]]
) -> dict[str, float]:
    """Return what the weights of a verdict are multiplied with, for a chain with these feature values.

    "constant" is 1, "a" is feature a in standard deviations from its mean, "a*b" the product of two. `typical` has the
    features of the verdict in their order.
    """
    names = _term_names(verdict, tuple(typical))
    return dict(zip(names, _term_values(verdict, values, typical), strict=True))


@cache
def _term_names(verdict: Verdict, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the terms, in the order of the weights."""
    pairs = itertools.combinations_with_replacement(names, 2) if verdict in QUADRATIC else ()
    return ("constant", *names, *(f"{one}*{other}" for one, other in pairs))


def _term_values(
    verdict: Verdict, values: Mapping[str, float], typical: Mapping[str, tuple[float, float]]
) -> tuple[float, ...]:
    """Return the values of the terms, in the order of `_term_names`."""
    scaled = [(values[name] - mean) / deviation for name, (mean, deviation) in typical.items()]
    if verdict not in QUADRATIC:
        return (1.0, *scaled)
    scaled = [max(-_MAX_DEVIATIONS, min(_MAX_DEVIATIONS, value)) for value in scaled]
    return (1.0, *scaled, *(one * other for one, other in itertools.combinations_with_replacement(scaled, 2)))


@cache
def default_life_weights() -> LifeWeights:
    """Return the weights of life_probability.json."""
    content = json.loads((Path(__file__).parent / "life_probability.json").read_text(encoding="utf-8"))
    return LifeWeights(content["weights"], content["typical"], content["points"])


class _Board:
    """A board with its groups and their neighbours, from which features are computed when they are needed.

    Chains are identified by their index in the status.
    """

    def __init__(
        self, position: Position, status: BoardStatus, control: Array, settings: ControlSettings | None
    ) -> None:
        self.position, self.status, self.control = position, status, control
        self.settings = replace(settings or ControlSettings(), stones="fixed")
        stones = position.stones.copy()
        stones[list(status.dead())] = 0
        self.cleaned = Position(position.grid, stones, position.to_move)
        self.full = float(np.mean(position.stones != 0))
        self.chain_index = {point: index for index, chain in enumerate(status.chains) for point in chain.chain}
        self.group_of = self._groups()
        self.group = cache(partial(_Group, self))
        self.static_life = cache(StaticLife)
        self._cached_control = cache(self._with_control)

    def _groups(self) -> dict[int, tuple[int, ...]]:
        """Return for each chain the chains of its group, by static analysis; those SAFE or in SEKI are alone."""
        group_points, result = groups(self.position), dict[int, tuple[int, ...]]()
        for index, chain in enumerate(self.status.chains):
            if index in result:
                continue
            if chain.verdict in (Verdict.SAFE, Verdict.SEKI):
                result[index] = (index,)
                continue
            members = tuple(sorted({self.chain_index[point] for point in group_points[chain.chain[0]]}))
            for member in members:
                if member == index or self.status.chains[member].verdict is not Verdict.SAFE:
                    result.setdefault(member, members)
        return result

    def with_stones(self, points: list[int], color: int) -> tuple[Position, Array]:
        """Return the board without dead stones, with stones of `color` (0: none) on `points`, and its control map."""
        if (self.cleaned.stones[points] == color).all():
            return self._cleaned_control
        stones = self.cleaned.stones.copy()
        stones[points] = color
        return self._cached_control(Position(self.cleaned.grid, stones, self.cleaned.to_move))

    @cached_property
    def _cleaned_control(self) -> tuple[Position, Array]:
        return self._with_control(self.cleaned)

    def _with_control(self, board: Position) -> tuple[Position, Array]:
        """Return a board and its control map, (area,), with all stones as sources of full strength."""
        return board, estimate(board, self.settings, board.stones.astype(float)).values.reshape(-1)

    def features(self, index: int, names: Iterable[str] | None = None) -> dict[str, float]:
        """Return the features of a chain, by default all; only those named are computed."""
        chain, group = self.status.chains[index], self.group(self.group_of[index])
        own_turn = self.position.to_move is chain.color
        compute: dict[str, Callable[[], float]] = {
            "field": lambda: group.field,
            "enclosed": lambda: group.enclosed,
            "room": lambda: math.log2(1 + group.room),
            "territory": lambda: group.territory,
            "space": lambda: math.log2(1 + group.space),
            "friends": lambda: math.log2(1 + group.friends),
            "eyes": lambda: math.log2(1 + group.eyes),
            "liberties": lambda: math.log2(1 + chain.liberties),
            "size": lambda: math.log2(1 + len(group.points)),
            "chains": lambda: math.log2(len(group.chains)),
            "lives": lambda: chain.if_owner_first is Fate.LIVES,
            "captured": lambda: chain.captured,
            "own_turn": lambda: own_turn,
            "own_atari": lambda: chain.liberties == 1 and own_turn,
            "full": lambda: self.full,
            "rival": lambda: any(len(rival.points) >= _RIVAL_STONES for rival in self._rivals(group)),
            "rival_territory": lambda: min((rival.territory for rival in self._rivals(group)), default=_NO_RIVAL),
            "walls_alive": lambda: all(enemy.verdict in _LIVING for enemy in self._adjacent_enemies(group)),
        }
        return {name: float(compute[name]()) for name in (compute if names is None else names)}

    def _adjacent_enemies(self, group: _Group) -> list[Status]:
        return [self.status.chains[enemy] for enemy in group.adjacent_enemies]

    def _rivals(self, group: _Group) -> list[_Group]:
        """Return the groups of the adjacent enemy chains that are neither safe, nor dead, nor in seki."""
        return [
            self.group(self.group_of[enemy])
            for enemy in group.adjacent_enemies
            if self.status.chains[enemy].verdict in (Verdict.ALIVE, Verdict.CRITICAL, Verdict.UNKNOWN)
        ]

    def life_probability(self, index: int, life_weights: LifeWeights) -> LifeProbability:
        chain = self.status.chains[index]
        if chain.verdict in (Verdict.SAFE, Verdict.SEKI):
            return LifeProbability(1.0, (), chain.evidence)
        if chain.verdict is Verdict.DEAD and chain.evidence is Evidence.PROVED:
            return LifeProbability(0.0, (), Evidence.PROVED)
        weight_of, typical = life_weights.weights[chain.verdict], life_weights.typical[chain.verdict]
        names = _term_names(chain.verdict, tuple(typical))
        values = _term_values(chain.verdict, self.features(index, typical), typical)
        factors = [weight_of[name] for name in names]
        total = math.fsum(map(operator.mul, values, factors))
        terms = tuple(zip(names, values, factors, strict=True))
        return LifeProbability(1 / (1 + math.exp(-max(-50.0, min(50.0, total)))), terms, Evidence.ESTIMATED)


class _Group:
    """The features that all chains of a group share.

    Attributes:
      chains           -- Status of each chain; points -- all their stones
      adjacent_enemies -- the indices of the adjacent enemy chains
      field, room, space, friends, enclosed, eyes -- the features before their logarithms; the last two, which take
                          longer, on demand
      territory        -- the feature
    """

    def __init__(self, board: _Board, indices: tuple[int, ...]) -> None:
        self._board = board
        self.chains = [board.status.chains[index] for index in indices]
        self.points = [point for chain in self.chains for point in chain.chain]
        self._color, position = int(self.chains[0].color), board.position
        self._cleaned, control_with_group = board.with_stones(self.points, self._color)
        self.field, self.room, territory, self.space, self.friends, enemies = _kernels().group_features(
            position.stones, self._cleaned.stones, position.grid.neighbours, np.array(self.points), self._color,
            board.control, control_with_group,
        )
        self.territory = math.log2(1 + territory)
        self.adjacent_enemies = sorted({board.chain_index[point] for point in np.flatnonzero(enemies).tolist()})

    @cached_property
    def enclosed(self) -> float:
        _, control_without_group = self._board.with_stones(self.points, 0)
        around = self._board.position.grid.steps(self.points, 1) >= 0
        return max(0.0, -self._color * float(control_without_group[around].mean()))

    @cached_property
    def eyes(self) -> int:
        largest_chain = max(self.chains, key=lambda chain: (len(chain.chain), -chain.chain[0])).chain[0]
        return self._board.static_life(self._cleaned).eyes(largest_chain)


def _kernels() -> ModuleType:
    from . import _kernels  # loads numba

    return _kernels


__all__ = [
    "FEATURES", "QUADRATIC", "LifeProbability", "LifeWeights", "default_life_weights", "features", "life_probabilities",
    "terms_of",
]
