"""Format arrays of numbers in [-1, 1], rounded to six decimals, exactly as json.dumps writes them, but in bulk."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from analysis.runtime import jit

Array = npt.NDArray[np.float64]

DECIMALS = 6
_AT_ONCE = 10_000
"""Numbers formatted together, so that their text stays in the processor's cache."""


def rounded_rows(values: Array) -> list[bytes]:
    """Return each row of (n, m) as the inside of a JSON list, `0.5, -0.000123`; zero has no sign."""
    if not jit.COMPILED:
        return _rows_by_json(values)
    from . import _number_kernels as kernels

    step = max(1, _AT_ONCE // max(1, values.shape[1]))
    text = np.empty(step * values.shape[1] * kernels.LONGEST, np.uint8)
    ends = np.empty(step, np.int64)
    rows: list[bytes] = []
    for begin in range(0, len(values), step):
        some = values[begin : begin + step]
        if kernels.write_rows(some, text, ends):
            rows += [text[start:end].tobytes() for start, end in pairwise([0, *ends[: len(some)].tolist()])]
        else:
            rows += _rows_by_json(some)
    return rows


def _rows_by_json(values: Array) -> list[bytes]:
    return [json.dumps(row)[1:-1].encode() for row in (np.round(values, DECIMALS) + 0.0).tolist()]
