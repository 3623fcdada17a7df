"""The state of a fit of the move policy, on which it can go on later."""

from __future__ import annotations

import errno
import hashlib
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


class FitState:
    """How far a fit has come.

    Public attributes:
      size    -- of the boards whose weights are being fitted: "large" or "small"; "" before the first
      step    -- how many games were used for them, each epoch counted
      model   -- (weights, sums of squares, gradient), float32, as the kernel of the fit changes them
      weights -- of both sizes, as far as they are fitted
      sums    -- the log loss, moves predicted first and among ten, and moves, since they were shown last
    """

    def __init__(self, patterns: str) -> None:
        self.size, self.step, self._patterns = "", 0, patterns
        self.weights: dict[str, Floats] = {}
        self.model: tuple[Floats, Floats, Floats] = (np.zeros(0, np.float32),) * 3
        self.sums = np.zeros(4)

    def begin(self, size: str, length: int) -> None:
        """Begin with the weights of a size, unless they are fitted or begun; first those of the size before, or 0."""
        if size in self.weights:
            return
        first = self.model[0].copy() if self.model[0].size else np.zeros(length, np.float32)
        self.size, self.step = size, 0
        self.model = first, np.zeros(length, np.float32), np.zeros(length, np.float32)
        self.weights[size] = first

    def recent_figures(self) -> str:
        """Return how well the moves since the last call were predicted before they were learned, as text."""
        loss, first, among_ten, count = self.sums.tolist()
        self.sums[:] = 0
        total = max(count, 1.0)
        shares = f"likeliest {100 * first / total:.1f} %, among ten {100 * among_ten / total:.1f} %"
        return f"{shares}, log-likelihood {-loss / total:.3f}"

    def save(self, path: Path) -> None:
        """Write the state into a file, whole or not at all. Raises OSError."""
        arrays: dict[str, Any] = {f"weights_{size}": weights for size, weights in self.weights.items()}
        new = _beside(path)
        with new.open("wb") as file:
            np.savez(file, size=self.size, step=self.step, patterns=self._patterns, squares=self.model[1], **arrays)
        os.replace(new, path)

    @staticmethod
    def check_writable(path: Path) -> None:
        """Raise OSError unless `save` can write there."""
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        new = _beside(path)
        new.open("wb").close()
        new.unlink()

    @classmethod
    def load(cls, path: Path | None, keys: npt.NDArray[np.uint32]) -> FitState:
        """Return the state in a file, or a new one if there is no file. Raises ValueError for a file of other patterns.

        keys -- those of the patterns that are fitted
        """
        patterns = hashlib.sha256(keys.tobytes()).hexdigest()
        state = cls(patterns)
        if path is None or not path.exists():
            return state
        try:
            with np.load(path, allow_pickle=False) as file:
                found = dict(file)
        except (ValueError, EOFError, TypeError, zipfile.BadZipFile):  # TypeError: a single array
            raise ValueError(f"{path}: expected the state of a fit") from None
        if str(found.get("patterns")) != patterns:
            raise ValueError(f"{path}: expected the state of a fit to these games, got that of a fit to others")
        state.size, state.step = str(found["size"]), int(found["step"])
        state.weights = {name.removeprefix("weights_"): found[name] for name in found if name.startswith("weights_")}
        weights, squares = state.weights[state.size], found["squares"]
        state.model = weights, squares, np.zeros_like(squares)
        return state


def _beside(path: Path) -> Path:
    return path.with_name(path.name + ".new")


__all__ = ["FitState"]
