"""The weights of the move policy: for 19x19 and for 9x9, and their blend for other sizes; their file.

Both sets have a weight for each class of the features, and for each pattern that was played often enough; a pattern is
known by its key, a number of 32 bits. The blend for a board of A points is a straight line between both sets by the
side of a square of as many points: that of 9x9 up to 81 points, that of 19x19 from 361 on.

The file is `weights.npz`: the differences of the ascending keys as four planes of bytes, the weights of the patterns
for 19x19 in whole steps, how much those for 9x9 differ, and both sets of the classes' weights. Beside it `weights.json`
says what they were fitted to and how well they predict.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from .features import STARTS

STEP = 1 / 32
"""The weights of patterns are multiples of this, up to 127 times."""
SMALL_SIDE, LARGE_SIDE = 9.0, 19.0
FILE = Path(__file__).parent / "weights.npz"

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.uint32]


@dataclass(frozen=True, eq=False)
class Weights:
    """Weights for large and for small boards.

    Public attributes:
      keys  -- (n,) uint32, ascending, not 0: the patterns that have weights
      large, small -- (STARTS[-1] + n,) float32: the weights of the classes, then those of the patterns in order

    Raises ValueError for other shapes, or keys that are not ascending.
    """

    keys: Keys
    large: Floats
    small: Floats

    def __post_init__(self) -> None:
        expected = (int(STARTS[-1]) + self.keys.size,)
        for name in ("large", "small"):
            if getattr(self, name).shape != expected:
                raise ValueError(f"{name}: expected {expected} weights, got {getattr(self, name).shape}")
        if self.keys.size and not (self.keys[0] > 0 and (self.keys[1:] > self.keys[:-1]).all()):
            raise ValueError("keys: expected ascending numbers from 1")

    @cached_property
    def table(self) -> Keys:
        """The keys in an open hash table of a power of two of places, 0 where there is none."""
        return self._placed[0]

    @cached_property
    def _placed(self) -> tuple[Keys, npt.NDArray[np.int64]]:
        from . import _pattern_kernels as kernels  # loads numba

        table = np.zeros(table_size(self.keys.size), np.uint32)
        places = np.empty(self.keys.size, np.int64)
        kernels.insert_keys(table, self.keys, places)
        return table, places

    @cached_property
    def _sets(self) -> tuple[Floats, Floats]:
        return self._by_place(self.large), self._by_place(self.small)

    def _by_place(self, weights: Floats) -> Floats:
        table, places = self._placed
        first = int(STARTS[-1])
        placed = np.zeros(first + table.size, np.float32)
        placed[:first] = weights[:first]
        placed[first + places] = weights[first:]
        return placed

    def for_area(self, area: int) -> Floats:
        """Return the weights for a board of so many points, in the order of classes and places of `table`."""
        return self._blend(round(large_share(area), 3))

    @lru_cache(maxsize=4)  # noqa: B019 -- an object lives as long as the process
    def _blend(self, share: float) -> Floats:
        large, small = self._sets
        if share in (0.0, 1.0):
            return large if share else small
        blend: Floats = (share * large + (1 - share) * small).astype(np.float32)
        return blend

    def to_bytes(self) -> bytes:
        """Return the content of a file of these weights, rounded as the file is."""
        first = int(STARTS[-1])
        differences = np.diff(self.keys, prepend=np.uint32(0))
        planes = np.array([(differences >> (8 * k)) & 255 for k in range(4)], np.uint8).reshape(4, -1)
        large, small = (
            np.clip(np.rint(weights[first:] / STEP), -127, 127).astype(np.int16) for weights in (self.large, self.small)
        )
        file = io.BytesIO()
        np.savez_compressed(
            file, keys=planes, patterns=large.astype(np.int8),
            difference=np.clip(small - large, -127, 127).astype(np.int8),
            classes=np.array([self.large[:first], self.small[:first]], np.float16),
        )
        return file.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> Weights:
        """Return the weights of a file. Raises ValueError for a file that is none of weights."""
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            if not {"keys", "patterns", "difference", "classes"} <= set(file):
                raise ValueError(f"weights: expected keys, patterns, difference and classes, got {', '.join(file)}")
            planes, patterns = file["keys"].astype(np.uint32), file["patterns"].astype(np.float32)
            difference, classes = file["difference"].astype(np.float32), file["classes"].astype(np.float32)
        keys = np.cumsum(planes[0] + (planes[1] << 8) + (planes[2] << 16) + (planes[3] << 24), dtype=np.uint32)
        large, small = STEP * patterns, STEP * (patterns + difference)
        return cls(keys, np.concatenate([classes[0], large]), np.concatenate([classes[1], small]))


def table_size(keys: int) -> int:
    """Return the places of a table for so many keys: a power of two, at most two thirds of it used."""
    return 1 << max(4, (3 * keys // 2).bit_length())


def large_share(area: int) -> float:
    """Return the share of the weights for large boards on a board of so many points, 0 to 1."""
    return float(min(max((area**0.5 - SMALL_SIDE) / (LARGE_SIDE - SMALL_SIDE), 0.0), 1.0))


@cache
def default_weights() -> Weights:
    """Return the weights of weights.npz."""
    return Weights.from_bytes(FILE.read_bytes())


__all__ = ["Weights", "default_weights", "large_share", "table_size"]
