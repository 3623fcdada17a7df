"""Kernel that writes rounded numbers as JSON."""

from __future__ import annotations

import numpy as np

from analysis.runtime.jit import kernel

MILLION = 1_000_000
LONGEST = 11
"""Bytes of a number, with the comma and the space after it."""


@kernel
def write_rows(values, text, ends):
    """Write rows of numbers in [-1, 1], rounded to six decimals, separated by a comma and a space.

    values -- (n, m) float64
    text   -- at least n * m * LONGEST bytes, uint8: written one row after the other, without anything between them
    ends   -- (n,) int64: written, where each row ends in `text`
    Returns whether all numbers are in [-1, 1]; if not, `text` and `ends` hold nothing of use.
    """
    at = 0
    for row in range(values.shape[0]):
        for column in range(values.shape[1]):
            scaled = np.rint(values[row, column] * MILLION)
            if not abs(scaled) <= MILLION:  # not a number, too
                return False
            text[at] = 45  # "-", overwritten if there is no sign: a branch would be mispredicted half of the time
            at += np.int64(scaled < 0)
            size = np.int32(abs(scaled))
            if 0 < size < 100:  # Python writes numbers below .0001 with an exponent: 1e-06, 5e-05, 1.2e-05
                tens, ones = size // 10, size % 10
                text[at] = 48 + (tens if tens else ones)
                at += 1
                if tens and ones:
                    text[at], text[at + 1] = 46, 48 + ones
                    at += 2
                text[at], text[at + 1], text[at + 2], text[at + 3] = 101, 45, 48, 53 if tens else 54  # "e-05", "e-06"
                at += 4
            else:
                whole = size // MILLION
                text[at], text[at + 1] = 48 + whole, 46
                rest = np.uint32(size - whole * MILLION)
                for k in range(7, 1, -1):
                    tenth = rest // np.uint32(10)
                    text[at + k] = 48 + rest - tenth * np.uint32(10)
                    rest = tenth
                at += 8
                while text[at - 1] == 48 and text[at - 2] != 46:  # zeros at the end, but one after the point
                    at -= 1
            text[at], text[at + 1] = 44, 32
            at += 2
        if values.shape[1]:
            at -= 2
        ends[row] = at
    return True
