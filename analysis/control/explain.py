"""The terms of the update behind the value of a point, with their numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..board import EMPTY, Color, Position
from .estimator import ControlMap, estimate
from .settings import ControlSettings


@dataclass(frozen=True)
class ChainReason:
    """The value of a stone's chain: color * (1 - 2 * product).

      points   -- the chain's points, ascending
      color    -- Color
      adjacent -- (point, value) of every point the product is taken over
      product  -- prod((1 - a) / 2) for Black, prod((1 + a) / 2) for White: the chance that all are the enemy's
      value    -- in [-1, 1]
    """

    points: tuple[int, ...]
    color: Color
    adjacent: tuple[tuple[int, float], ...]
    product: float
    value: float


@dataclass(frozen=True)
class PointReason:
    """The value of a point and the terms of its update.

      value        -- in [-1, 1], +1 Black
      neighbours   -- (point, value) of the neighbours on the board
      all_own      -- prod(1 + a) / 2^n: the chance that all neighbours are Black's
      all_opponent -- prod(1 - a) / 2^n: that all are White's
      lambda_term  -- lambda h / 2^n: the contribution of the cases with one exception
      f            -- all_own - all_opponent + lambda_term, the value of an empty point here
      chain        -- for a stone that is not fixed, else None
      kappa        -- the chain's share of the value; 0 on an empty point, 1 on a fixed stone
    """

    position: Position
    point: int
    value: float
    neighbours: tuple[tuple[int, float], ...]
    all_own: float
    all_opponent: float
    lambda_term: float
    f: float
    chain: ChainReason | None
    kappa: float

    @property
    def kind(self) -> str:
        """`empty` or `stone`."""
        return "empty" if self.position.stones[self.point] == EMPTY else "stone"

    def lines(self) -> list[str]:
        """Return the reason in sentences, a line each, with vertices and numbers of three decimals."""
        name = self.position.grid.vertex
        near = ", ".join(f"{name(p)} {v:+.3f}" for p, v in self.neighbours) or "none"
        lines = [
            f"{name(self.point)} is worth {self.value:+.3f} (+1 Black, -1 White)",
            f"neighbours: {near}",
            f"as an empty point: all Black's {self.all_own:.3f} - all White's {self.all_opponent:.3f}"
            f" {self.lambda_term:+.3f} from lambda = {self.f:+.3f}",
        ]
        if self.chain is not None:
            around = ", ".join(f"{name(p)} {v:+.3f}" for p, v in self.chain.adjacent)
            lines += [
                f"its {self.chain.color.word} chain of {len(self.chain.points)} is taken when all of these are lost:"
                f" {around}",
                f"chance of that {self.chain.product:.3f}, so the chain is worth {self.chain.value:+.3f}",
                f"{self.kappa:g} of the chain and {1 - self.kappa:g} of the empty point make {self.value:+.3f}",
            ]
        elif self.kind == "stone":
            lines.append("a stone, taken as alive whatever stands around it")
        return lines


def explain_point(
    position: Position,
    point: int,
    settings: ControlSettings | None = None,
    control: ControlMap | None = None,
) -> PointReason:
    """Return the terms behind the value of `point`; `control` is estimate()'s map if already computed.

    Raises ValueError off the board.
    """
    settings = settings or ControlSettings()
    grid = position.grid
    grid.require(point)
    values = (control or estimate(position, settings)).values.reshape(-1)

    near = list(grid.beside[point])
    a = values[near]
    n = len(near)
    all_own = float(np.prod(1 + a)) / 2**n if n else 0.0
    all_opponent = float(np.prod(1 - a)) / 2**n if n else 0.0
    mixed = 0.0
    if n > 1:
        for i in range(n):
            others = np.delete(a, i)
            mixed += (1 - a[i]) * np.prod(1 + others) - (1 + a[i]) * np.prod(1 - others)
    lambda_term = settings.lambda_ * float(mixed) / 2**n
    return PointReason(
        position, int(point), float(values[point]), tuple((p, float(values[p])) for p in near),
        all_own, all_opponent, lambda_term, all_own - all_opponent + lambda_term,
        *_chain_share(position, point, values, settings),
    )


def _chain_share(
    position: Position, point: int, values: np.ndarray, settings: ControlSettings
) -> tuple[ChainReason | None, float]:
    """Return the chain of a stone and its share of the value; (None, 0) on an empty point, (None, 1) if fixed."""
    grid, stones = position.grid, position.stones
    if stones[point] == EMPTY:
        return None, 0.0
    if settings.fixed:
        return None, 1.0
    color = Color(int(stones[point]))
    chain = position.chain_at(point)
    around = sorted(
        {
            near
            for stone in chain
            for near in grid.beside[stone]
            if stones[near] != color
            and (stones[near] == EMPTY or not settings.liberties_only)
        }
    )
    product = float(np.prod((1 - color * values[around]) / 2))
    adjacent = tuple((p, float(values[p])) for p in around)
    return ChainReason(tuple(chain), color, adjacent, product, color * (1 - 2 * product)), settings.kappa
