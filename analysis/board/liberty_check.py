"""Find boards with a chain that has no liberty, many boards at once, in plain NumPy.

Each row of a board is a word of 32 bits, a bit for each column, so that one operation on words goes over a whole row.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .grid import Grid

Bits = npt.NDArray[np.uint32]
_WORD = 32


def boards_without_liberty(grid: Grid, boards: npt.NDArray[np.int8]) -> npt.NDArray[np.intp]:
    """Return the numbers, ascending, of the boards where a chain has no liberty.

    boards -- (n, area) of +1, -1, 0; such a position is one that `Position.check` refuses
    """
    stones = boards.reshape(-1, grid.height, grid.width)
    own = np.stack([_bits(stones > 0), _bits(stones < 0)], axis=1)  # (n, 2, height): Black's stones, and White's
    empty = ~(own[:, :1] | own[:, 1:]) & np.uint32((1 << grid.width) - 1)
    free = _beside(empty) & own  # stones that are known to be of a chain with a liberty
    number: npt.NDArray[np.intp] = np.arange(len(boards))
    while True:
        missing = (free != own).any(axis=(1, 2))
        own, free, number = own[missing], free[missing], number[missing]
        grown = free | _beside(free) & own
        if np.array_equal(grown, free):
            return number
        free = grown


def _bits(mask: npt.NDArray[np.bool_]) -> Bits:
    """Pack (n, height, width) into (n, height) words, column 0 in the lowest bit."""
    padded = np.zeros((*mask.shape[:2], _WORD), np.bool_)
    padded[:, :, : mask.shape[2]] = mask
    words: Bits = np.packbits(padded, axis=-1, bitorder="little").view("<u4")[..., 0]
    return words


def _beside(bits: Bits) -> Bits:
    """Return the points beside those given; a bit beyond the last column may be set, too."""
    near = bits << np.uint32(1) | bits >> np.uint32(1)
    near[..., 1:] |= bits[..., :-1]
    near[..., :-1] |= bits[..., 1:]
    return near
