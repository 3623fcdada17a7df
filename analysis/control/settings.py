"""The settings of the estimator: the paper's four modes and anything between."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any, Literal, get_args

Stones = Literal["chains", "fixed"]
Neighbours = Literal["all", "liberties"]
Method = Literal["fast", "paper"]


@dataclass(frozen=True)
class ControlSettings:
    """Settings of the lambda/kappa estimator (Hu 2020, section 3.1).

      lambda_    -- 0 to 1: the weight of mixed neighbours, and so the reach of influence
      kappa      -- 0 to 1: the chain's share of a stone's value; the rest is the update of an empty point
      stones     -- "chains": a stone's value follows from its chain's surroundings; "fixed": all stones count as alive
      neighbours -- "all": a chain's value is a product over all adjacent points; "liberties": over empty ones only
      method     -- "fast": compiled over-relaxation; "paper": the plain Jacobi sweeps of the paper, in NumPy
      tolerance  -- the sweeps end when the summed squared change of one is at most this; above 0
      max_sweeps -- the limit of sweeps, 1 or more

    Raises ValueError for values out of range.
    """

    lambda_: float = 0.44
    kappa: float = 0.8
    stones: Stones = "chains"
    neighbours: Neighbours = "all"
    method: Method = "fast"
    tolerance: float = 1e-6
    max_sweeps: int = 5000

    def __post_init__(self) -> None:
        for name, value in (("lambda", self.lambda_), ("kappa", self.kappa)):
            if not 0 <= value <= 1:
                raise ValueError(f"{name}: expected a number in [0, 1], got {value!r}")
        if not (math.isfinite(self.tolerance) and self.tolerance > 0):
            raise ValueError(f"tolerance: expected a number above 0, got {self.tolerance!r}")
        if self.max_sweeps < 1:
            raise ValueError(f"max_sweeps: expected 1 or more, got {self.max_sweeps!r}")
        choices: tuple[tuple[str, str, tuple[str, ...]], ...] = (
            ("stones", self.stones, get_args(Stones)),
            ("neighbours", self.neighbours, get_args(Neighbours)),
            ("method", self.method, get_args(Method)),
        )
        for name, choice, allowed in choices:
            if choice not in allowed:
                raise ValueError(f"{name}: expected {' or '.join(allowed)}, got {choice!r}")

    @classmethod
    def mode(cls, letter: str, **changes: Any) -> ControlSettings:
        """Return the settings of one of the paper's figures.

        A all stones alive (figure 6), B chains (7), C lambda .44 (8), D kappa .8 (9). `changes` are further fields.
        Raises ValueError for another letter.
        """
        if letter not in MODES:
            raise ValueError(f"mode: expected one of {', '.join(MODES)}, got {letter!r}")
        return cls(**{**MODES[letter], **changes})

    @functools.cached_property
    def parameters(self) -> tuple[float, float, bool, bool, float, int]:
        """The numbers as the kernels take them, a `_kernels.Parameters`. Loads numba."""
        from ._kernels import Parameters

        return Parameters(
            float(self.lambda_), float(self.kappa), self.fixed, self.liberties_only, float(self.tolerance),
            self.max_sweeps,
        )

    @property
    def fixed(self) -> bool:
        """Whether all stones keep their values."""
        return self.stones == "fixed"

    @property
    def liberties_only(self) -> bool:
        """Whether a chain's value is a product over its liberties only."""
        return self.neighbours == "liberties"


MODES: dict[str, dict[str, Any]] = {
    "A": {"stones": "fixed", "lambda_": 0.0, "kappa": 1.0},
    "B": {"stones": "chains", "lambda_": 0.0, "kappa": 1.0},
    "C": {"stones": "chains", "lambda_": 0.44, "kappa": 1.0},
    "D": {"stones": "chains", "lambda_": 0.44, "kappa": 0.8},
}
