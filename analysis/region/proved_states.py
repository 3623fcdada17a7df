"""The proofs that a finished proof search has found, packed: 9 bytes for each instead of its whole table.

Only proofs of one ply and more are kept: those of none show on the board.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_CHUNK = 1 << 20
_BLOCK = 1 << 10
"""Slots of a table that are found together; a multiple of a bucket."""


class ProvedStates:
    """The keys of proved states, in the order of their slots, and the plies of their proofs. Read-only."""

    def __init__(self, table: npt.NDArray[np.uint64], most_plies: int) -> None:
        """Copy the proofs of 1 to `most_plies` plies out of a table of `_proof_kernels.Search`."""
        slots = len(table)
        self._slots = slots
        counts = np.zeros(max(1, slots // _BLOCK), np.int64)
        keys, plies = [np.empty(0, np.uint64)], [np.empty(0, np.uint8)]
        for begin in range(0, slots, _CHUNK):
            used = np.flatnonzero(table[begin : begin + _CHUNK, 1])
            depths = (table[begin + used, 1] & np.uint64(127)).astype(np.uint8)
            proved = (depths > 0) & (depths <= most_plies)
            used = used[proved] + begin
            keys.append(table[used, 0])
            plies.append(depths[proved])
            counts += np.bincount(used // _BLOCK, minlength=len(counts))
        self._keys, self._plies = np.concatenate(keys), np.concatenate(plies)
        self._first = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])

    @property
    def nbytes(self) -> int:
        """Return the bytes of the arrays."""
        return self._keys.nbytes + self._plies.nbytes + self._first.nbytes

    def plies(self, key: np.uint64) -> int | None:
        """Return within how many plies the goal was proved from the state with this key; None if it was not."""
        from ._kernels import hash_bits

        block = (int(hash_bits(key)) & (self._slots - 1)) // _BLOCK
        begin, end = int(self._first[block]), int(self._first[block + 1])
        found = np.flatnonzero(self._keys[begin:end] == key)
        return int(self._plies[begin + found[0]]) if len(found) else None


__all__ = ["ProvedStates"]
