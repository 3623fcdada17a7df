"""Chances: how likely a chain is to live that proof and reading left open, by the experience of real games.

A logistic model for each verdict: chance = 1 / (1 + exp(-sum of weight * term)), so that every chance can be told as a
sum. What is proved needs no experience. The word of it all is **estimated**. The weights are in prior.json beside this
file, with how many stones they were fitted on and how well they did; `prior_fit` makes them.

A feature is told as it lies among those of the chains of its verdict that the weights were fitted on: so many standard
deviations above their mean. Of critical chains and of those that are not settled squares and products of two features
are terms too: room helps a group that is shut in, and friends one that is not. There a feature is 2 deviations off
its mean at most, so that nothing is made of what those games hardly knew.

Features, all from the owner's side. "Around" is the group and the points beside it; the fields are those of the board
without the dead stones, the group itself standing on it, or not. "Near" is what is reached from the group in six steps
over points where the enemy has no stone.

    field            the mean control of the free points beside the group, -1 to 1: who rules around it
    enclosed         0 to 1: how far the enemy would rule around it if the group were gone
    room             log2(1 + what the free points beside it are worth to its owner)
    territory        log2(1 + what the free points within three steps are worth to its owner)
    space            log2(1 + the empty points near)
    friends          log2(1 + the own stones near)
    eyes             log2(1 + the points on which it may yet have an eye, at a glance)
    liberties        log2(1 + the liberties of its chain)
    size             log2(1 + its stones)
    chains           log2 of its chains
    lives            1 if it lives, by reading, when the owner moves first
    captured         1 if the verdict is by reading for capture
    own_turn         1 if the owner is to move
    own_atari        1 if its chain is in atari and the owner is to move
    full             the share of the board's points with stones: how late it is
    rival            1 if an enemy group of three stones or more beside it is neither safe nor dead
    rival_territory  the least `territory` of the enemy groups beside it that are neither safe nor dead, 7 if none is
    walls_alive      1 if all enemy chains beside it are alive or safe
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
"""What the chance of a chain depends on, by its verdict."""

IN_PAIRS = (Verdict.CRITICAL, Verdict.UNKNOWN)
"""The verdicts whose features count in squares and products too."""

_LIVING = (Verdict.ALIVE, Verdict.SAFE)
_NO_RIVAL = 7.0  # the territory of a rival where there is none
_RIVAL_STONES = 3  # a smaller group is no rival
_STEPS = 3  # how far from a group its territory is counted
_NEAR = 6  # how far from a group friends and space are counted
_FURTHEST = 2.0  # standard deviations, of a feature that counts in pairs


@dataclass(frozen=True)
class Prior:
    """What experience says.

    Public attributes:
      weights -- verdict -> term (see `terms_of`) -> weight
      typical -- verdict -> feature -> (mean, standard deviation) of the chains that the weights were fitted on
      points  -- the weights of empty points (see `settle`)
    """

    weights: Mapping[str, Mapping[str, float]]
    typical: Mapping[str, Mapping[str, tuple[float, float]]]
    points: Mapping[str, float]


@dataclass(frozen=True)
class Chance:
    """How likely a chain is to live.

    Public attributes:
      value -- 0 to 1; exactly 0 or 1 where that is proved
      terms -- (name, value, weight) of the sum, as `terms_of` has them; none where it is proved or in seki
      word  -- how sure that is: proved, or estimated
    """

    value: float
    terms: tuple[tuple[str, float, float], ...]
    evidence: Evidence


def chances(
    position: Position,
    status: BoardStatus,
    field: npt.NDArray[np.float64],
    prior: Prior | None = None,
    settings: ControlSettings | None = None,
) -> tuple[Chance, ...]:
    """The chance of each chain of `status`, in its order. `field` (area,) is the control without the dead stones."""
    prior = default_prior() if prior is None else prior
    looker = _Looker(position, status, field, settings)
    return tuple(looker.chance(place, prior) for place in range(len(status.chains)))


def features(
    position: Position, status: BoardStatus, field: npt.NDArray[np.float64], settings: ControlSettings | None = None
) -> list[dict[str, float]]:
    """The features of each chain of `status`, in its order, whatever its verdict."""
    looker = _Looker(position, status, field, settings)
    return [looker.features(place) for place in range(len(status.chains))]


def terms_of(
    verdict: Verdict, found: Mapping[str, float], typical: Mapping[str, tuple[float, float]]
) -> dict[str, float]:
    """What the weights of a verdict are multiplied with, for a chain of these features.

    "constant" is 1, "a" is feature a in standard deviations from its mean, "a*b" the product of two. `typical` has the
    features of the verdict in their order.
    """
    names = _terms(verdict, tuple(typical))
    return dict(zip(names, _values(verdict, found, typical), strict=True))


@cache
def _terms(verdict: Verdict, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the terms."""
    pairs = itertools.combinations_with_replacement(names, 2) if verdict in IN_PAIRS else ()
    return ("constant", *names, *(f"{one}*{other}" for one, other in pairs))


def _values(
    verdict: Verdict, found: Mapping[str, float], typical: Mapping[str, tuple[float, float]]
) -> tuple[float, ...]:
    """Their values, in the same order."""
    lies = [(found[name] - mean) / deviation for name, (mean, deviation) in typical.items()]
    if verdict not in IN_PAIRS:
        return (1.0, *lies)
    lies = [max(-_FURTHEST, min(_FURTHEST, value)) for value in lies]
    return (1.0, *lies, *(one * other for one, other in itertools.combinations_with_replacement(lies, 2)))


@cache
def default_prior() -> Prior:
    """What prior.json says."""
    told = json.loads((Path(__file__).parent / "life_probability.json").read_text(encoding="utf-8"))
    return Prior(told["weights"], told["typical"], told["points"])


class _Looker:
    """One board, its groups, and what they touch. A chain is told by its place in the status."""

    def __init__(
        self, position: Position, status: BoardStatus, field: Array, settings: ControlSettings | None
    ) -> None:
        self.position, self.status, self.field = position, status, field
        self.settings = replace(settings or ControlSettings(), stones="fixed")
        stones = position.stones.copy()
        stones[list(status.dead())] = 0
        self.cleaned = Position(position.grid, stones, position.to_move)
        self.full = float(np.mean(position.stones != 0))
        self.place_of = {point: place for place, chain in enumerate(status.chains) for point in chain.chain}
        self.group_of = self._groups()
        self.group = cache(partial(_Group, self))
        self.glance = cache(StaticLife)
        self.fields = cache(self._field)

    def _groups(self) -> dict[int, tuple[int, ...]]:
        """The places of the chains that hang together, at a glance, with each chain."""
        hanging, found = groups(self.position), dict[int, tuple[int, ...]]()
        for place, chain in enumerate(self.status.chains):
            if place in found:
                continue
            if chain.verdict in (Verdict.SAFE, Verdict.SEKI):
                found[place] = (place,)
                continue
            members = tuple(sorted({self.place_of[point] for point in hanging[chain.chain[0]]}))
            for member in members:
                if member == place or self.status.chains[member].verdict is not Verdict.SAFE:
                    found.setdefault(member, members)
        return found

    def standing(self, points: list[int], color: int) -> tuple[Position, Array]:
        """The board without the dead stones, but these points of that colour, 0 for none, and the field over it."""
        if (self.cleaned.stones[points] == color).all():
            return self.as_it_is
        stones = self.cleaned.stones.copy()
        stones[points] = color
        return self.fields(Position(self.cleaned.grid, stones, self.cleaned.to_move))

    @cached_property
    def as_it_is(self) -> tuple[Position, Array]:
        """The board without the dead stones, and the field over it."""
        return self._field(self.cleaned)

    def _field(self, board: Position) -> tuple[Position, Array]:
        """A board and the field over it."""
        return board, estimate(board, self.settings, board.stones.astype(float)).values.reshape(-1)

    def features(self, place: int, names: Iterable[str] | None = None) -> dict[str, float]:
        """The features of a chain, all or those named: what is not asked for is not looked at."""
        chain, group = self.status.chains[place], self.group(self.group_of[place])
        own_turn = self.position.to_move is chain.color
        told: dict[str, Callable[[], float]] = {
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
            "walls_alive": lambda: all(enemy.verdict in _LIVING for enemy in self._beside(group)),
        }
        return {name: float(told[name]()) for name in (told if names is None else names)}

    def _beside(self, group: _Group) -> list[Status]:
        """The enemy chains beside a group."""
        return [self.status.chains[enemy] for enemy in group.beside]

    def _rivals(self, group: _Group) -> list[_Group]:
        """The groups of those that are neither safe nor dead."""
        return [
            self.group(self.group_of[enemy])
            for enemy in group.beside
            if self.status.chains[enemy].verdict in (Verdict.ALIVE, Verdict.CRITICAL, Verdict.UNKNOWN)
        ]

    def chance(self, place: int, prior: Prior) -> Chance:
        chain = self.status.chains[place]
        if chain.verdict in (Verdict.SAFE, Verdict.SEKI):
            return Chance(1.0, (), chain.evidence)
        if chain.verdict is Verdict.DEAD and chain.evidence is Evidence.PROVED:
            return Chance(0.0, (), Evidence.PROVED)
        weights, typical = prior.weights[chain.verdict], prior.typical[chain.verdict]
        names = _terms(chain.verdict, tuple(typical))
        values = _values(chain.verdict, self.features(place, typical), typical)
        factors = [weights[name] for name in names]
        total = math.fsum(map(operator.mul, values, factors))
        terms = tuple(zip(names, values, factors, strict=True))
        return Chance(1 / (1 + math.exp(-max(-50.0, min(50.0, total)))), terms, Evidence.ESTIMATED)


class _Group:
    """What is told of all chains of a group; features as above, before their logarithms.

    Attributes: chains -- Status of each; points -- their stones; beside -- the places of the enemy chains beside it;
    field, room, territory (its logarithm), space, friends; enclosed and eyes, which take longer.
    """

    def __init__(self, looker: _Looker, places: tuple[int, ...]) -> None:
        self._looker = looker
        self.chains = [looker.status.chains[place] for place in places]
        self.points = [point for chain in self.chains for point in chain.chain]
        self._color, position = int(self.chains[0].color), looker.position
        self._board, standing = looker.standing(self.points, self._color)
        self.field, self.room, territory, self.space, self.friends, beside = _kernels().look_around(
            position.stones, self._board.stones, position.grid.neighbours, np.array(self.points), self._color,
            looker.field, standing, _STEPS, _NEAR,
        )
        self.territory = math.log2(1 + territory)
        self.beside = sorted({looker.place_of[point] for point in np.flatnonzero(beside).tolist()})

    @cached_property
    def enclosed(self) -> float:
        _, gone = self._looker.standing(self.points, 0)
        around = self._looker.position.grid.steps(self.points, 1) >= 0
        return max(0.0, -self._color * float(gone[around].mean()))

    @cached_property
    def eyes(self) -> int:
        heart = max(self.chains, key=lambda chain: (len(chain.chain), -chain.chain[0])).chain[0]
        return self._looker.glance(self._board).eyes(heart)


def _kernels() -> ModuleType:
    from . import _kernels  # loads numba

    return _kernels


__all__ = ["FEATURES", "IN_PAIRS", "Chance", "Prior", "chances", "default_prior", "features", "terms_of"]
