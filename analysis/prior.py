"""Chances: how likely a chain is to live that proof and reading left open, by the experience of real games.

A logistic model for each verdict: chance = 1 / (1 + exp(-sum of weight * feature)), with few features, so that every
chance can be told as a sum. What is proved needs no experience. The word of it all is **estimated**. The weights are in
prior.json beside this file, with the games they were fitted on and how well they did; `prior_fit` makes them.

Features, all from the owner's side, looked at on the board without the dead stones:

    constant   1
    field      the mean control of the group's liberties, -1 to 1: who rules around it
    liberties  log2(1 + its liberties)
    size       log2(1 + its stones)
    race       log2((1 + its liberties) / (1 + those of the weakest enemy group beside it that is not safe))
    weak       1 if that has two liberties at most
    to_move    1 if the owner is to move
    atari      1 if its chain is in atari and the enemy is to move; own_atari if the owner is
    dies       1 if it dies, by reading, when the enemy moves first; lives if it lives when the owner does
    enemy_ko   1 if it comes to a ko when the enemy moves first; owner_ko if when the owner does
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from .board import Position
from .status import BoardStatus, Fate, Status, Verdict, Word

FEATURES: dict[Verdict, tuple[str, ...]] = {
    Verdict.ALIVE: ("constant", "field", "liberties"),
    Verdict.CRITICAL: (
        "constant", "field", "liberties", "size", "to_move", "dies", "enemy_ko", "owner_ko", "race", "atari",
        "own_atari",
    ),
    Verdict.UNKNOWN: (
        "constant", "field", "liberties", "size", "to_move", "dies", "lives", "race", "weak",
    ),
    Verdict.DEAD: ("constant", "field", "liberties", "size", "race", "weak", "to_move"),
}  # fmt: skip
"""What the chance of a chain depends on, by its verdict."""

_NO_ENEMY = 20  # liberties of the weakest enemy where all are safe
_WEAK = 2

Weights = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Chance:
    """How likely a chain is to live.

    Public attributes:
      value -- 0 to 1; exactly 0 or 1 where that is proved
      terms -- (feature, its value, its weight) of the sum; none where it is proved or in seki
      word  -- how sure that is: proved, or estimated
    """

    value: float
    terms: tuple[tuple[str, float, float], ...]
    word: Word


def chances(
    position: Position, status: BoardStatus, field: npt.NDArray[np.float64], weights: Weights | None = None
) -> tuple[Chance, ...]:
    """The chance of each chain of `status`, in its order. `field` (area,) is the control without the dead stones."""
    weights = default_weights() if weights is None else weights
    looker = _Looker(position, status, field)
    return tuple(looker.chance(chain, weights) for chain in status.chains)


def features(position: Position, status: BoardStatus, field: npt.NDArray[np.float64]) -> list[dict[str, float]]:
    """The features of each chain of `status`, in its order, whatever its verdict."""
    looker = _Looker(position, status, field)
    return [looker.features(chain) for chain in status.chains]


@cache
def default_weights() -> Weights:
    """The weights of prior.json: verdict -> feature -> weight."""
    weights: Weights = json.loads((Path(__file__).parent / "prior.json").read_text(encoding="utf-8"))["weights"]
    return weights


class _Looker:
    """One board, its groups, and what they touch."""

    def __init__(self, position: Position, status: BoardStatus, field: npt.NDArray[np.float64]) -> None:
        self.position, self.field = position, field
        self.stones = position.stones.copy()
        self.stones[list(status.dead())] = 0
        self.chain_of = {point: chain for chain in status.chains for point in chain.chain}
        self.beside = [
            [int(near) for near in row if near < position.grid.area] for row in position.grid.neighbours[:-1]
        ]
        self.group_liberties = cache(self._group_liberties)

    def _group_liberties(self, group: tuple[int, ...]) -> int:
        """Liberties of a group on the board as it is."""
        return len({near for point in group for near in self.beside[point] if not self.position.stones[near]})

    def features(self, chain: Status) -> dict[str, float]:
        around = {near for point in chain.group for near in self.beside[point]}
        free = [near for near in around if not self.stones[near]]
        enemies = [self.chain_of[near] for near in around if self.position.stones[near] == -chain.color]
        weakest = min(
            (self.group_liberties(enemy.group) for enemy in enemies if enemy.verdict is not Verdict.SAFE),
            default=_NO_ENEMY,
        )
        own_turn = self.position.to_move is chain.color
        in_atari = chain.liberties == 1
        found = {
            "constant": True,
            "field": float(self.field[free].mean()) * chain.color if free else -1.0,
            "liberties": math.log2(1 + len(free)),
            "size": math.log2(1 + len(chain.group)),
            "race": math.log2((1 + self.group_liberties(chain.group)) / (1 + weakest)),
            "weak": weakest <= _WEAK,
            "to_move": own_turn,
            "atari": in_atari and not own_turn,
            "own_atari": in_atari and own_turn,
            "dies": chain.if_enemy_first is Fate.DIES,
            "lives": chain.if_owner_first is Fate.LIVES,
            "enemy_ko": chain.if_enemy_first is Fate.KO,
            "owner_ko": chain.if_owner_first is Fate.KO,
        }
        return {name: float(value) for name, value in found.items()}

    def chance(self, chain: Status, weights: Weights) -> Chance:
        if chain.verdict in (Verdict.SAFE, Verdict.SEKI):
            return Chance(1.0, (), chain.word)
        if chain.verdict is Verdict.DEAD and chain.word is Word.PROVED:
            return Chance(0.0, (), Word.PROVED)
        values = self.features(chain)
        terms = tuple((name, values[name], float(weight)) for name, weight in weights[chain.verdict].items())
        total = sum(value * weight for _, value, weight in terms)
        return Chance(1 / (1 + math.exp(-max(-50.0, min(50.0, total)))), terms, Word.ESTIMATED)


__all__ = ["FEATURES", "Chance", "Weights", "chances", "default_weights", "features"]
