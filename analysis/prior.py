"""Chances: how likely a chain is to live that proof and reading left open, by the experience of real games.

A logistic model for each verdict: chance = 1 / (1 + exp(-sum of weight * term)), so that every chance can be told as a
sum. What is proved needs no experience. The word of it all is **estimated**. The weights are in prior.json beside this
file, with how many stones they were fitted on and how well they did; `prior_fit` makes them.

A feature is told as it lies among those of the chains of its verdict that the weights were fitted on: so many standard
deviations above their mean. Of critical chains and of those that are not settled squares and products of two features
are terms too: room helps a group that is shut in, and friends one that is not. There a feature is 1.5 deviations off
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
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import numpy.typing as npt

from .board import Position
from .control import ControlSettings, estimate
from .status import BoardStatus, Fate, Verdict, Word
from .status.glance import Glance
from .status.groups import groups

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

_NO_RIVAL = 7.0  # the territory of a rival where there is none
_RIVAL_STONES = 3  # a smaller group is no rival
_STEPS = 3  # how far from a group its territory is counted
_NEAR = 6  # how far from a group friends and space are counted
_FURTHEST = 1.5  # standard deviations, of a feature that counts in pairs


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
    word: Word


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
    told = json.loads((Path(__file__).parent / "prior.json").read_text(encoding="utf-8"))
    return Prior(told["weights"], told["typical"], told["points"])


@dataclass(frozen=True)
class _Seen:
    """What all chains of a group have in common; features as above."""

    field: float
    enclosed: float
    room: float
    territory: float
    space: float
    friends: float
    eyes: float
    size: float
    chains: float
    beside: tuple[int, ...]  # the places of the enemy chains beside it


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
        self.seen = cache(self._seen)
        self.glances = cache(Glance)
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

    def _seen(self, group: tuple[int, ...]) -> _Seen:
        chains, stones = [self.status.chains[place] for place in group], self.position.stones
        color, points = int(chains[0].color), [point for chain in chains for point in chain.chain]
        board, standing = self._standing(points, color)
        _, gone = self._standing(points, 0)
        heart = max(chains, key=lambda chain: (len(chain.chain), -chain.chain[0])).chain[0]
        field, enclosed, room, territory, space, friends, beside = _prior_kernels().look_around(
            stones, board.stones, self.position.grid.neighbours, np.array(points), color, self.field, standing, gone,
            _STEPS, _NEAR,
        )
        return _Seen(
            field=field,
            enclosed=max(0.0, enclosed),
            room=math.log2(1 + room),
            territory=math.log2(1 + territory),
            space=math.log2(1 + space),
            friends=math.log2(1 + friends),
            eyes=math.log2(1 + self.glances(board).eyes(heart)),
            size=math.log2(1 + len(points)),
            chains=math.log2(len(group)),
            beside=tuple(sorted({self.place_of[point] for point in np.flatnonzero(beside).tolist()})),
        )

    def _standing(self, points: list[int], color: int) -> tuple[Position, Array]:
        """The board without the dead stones, but these points of that colour, 0 for none, and the field over it."""
        stones = self.cleaned.stones.copy()
        stones[points] = color
        return self.fields(Position(self.cleaned.grid, stones, self.cleaned.to_move))

    def _field(self, board: Position) -> tuple[Position, Array]:
        """A board and the field over it."""
        return board, estimate(board, self.settings, board.stones.astype(float)).values.reshape(-1)

    def features(self, place: int) -> dict[str, float]:
        chain, seen = self.status.chains[place], self.seen(self.group_of[place])
        beside = [self.status.chains[enemy] for enemy in seen.beside]
        rivals = [
            self.seen(self.group_of[enemy])
            for enemy in seen.beside
            if self.status.chains[enemy].verdict in (Verdict.ALIVE, Verdict.CRITICAL, Verdict.UNKNOWN)
        ]
        own_turn = self.position.to_move is chain.color
        found = {
            "field": seen.field,
            "enclosed": seen.enclosed,
            "room": seen.room,
            "territory": seen.territory,
            "space": seen.space,
            "friends": seen.friends,
            "eyes": seen.eyes,
            "liberties": math.log2(1 + chain.liberties),
            "size": seen.size,
            "chains": seen.chains,
            "lives": chain.if_owner_first is Fate.LIVES,
            "captured": chain.captured,
            "own_turn": own_turn,
            "own_atari": chain.liberties == 1 and own_turn,
            "full": self.full,
            "rival": any(rival.size >= math.log2(1 + _RIVAL_STONES) for rival in rivals),
            "rival_territory": min((rival.territory for rival in rivals), default=_NO_RIVAL),
            "walls_alive": all(enemy.verdict in (Verdict.ALIVE, Verdict.SAFE) for enemy in beside),
        }
        return {name: float(value) for name, value in found.items()}

    def chance(self, place: int, prior: Prior) -> Chance:
        chain = self.status.chains[place]
        if chain.verdict in (Verdict.SAFE, Verdict.SEKI):
            return Chance(1.0, (), chain.word)
        if chain.verdict is Verdict.DEAD and chain.word is Word.PROVED:
            return Chance(0.0, (), Word.PROVED)
        weights, typical = prior.weights[chain.verdict], prior.typical[chain.verdict]
        names = _terms(chain.verdict, tuple(typical))
        values = _values(chain.verdict, self.features(place), typical)
        factors = [weights[name] for name in names]
        total = math.fsum(map(operator.mul, values, factors))
        terms = tuple(zip(names, values, factors, strict=True))
        return Chance(1 / (1 + math.exp(-max(-50.0, min(50.0, total)))), terms, Word.ESTIMATED)


def _prior_kernels() -> ModuleType:
    from . import _prior_kernels  # loads numba

    return _prior_kernels


__all__ = ["FEATURES", "IN_PAIRS", "Chance", "Prior", "chances", "default_prior", "features", "terms_of"]
