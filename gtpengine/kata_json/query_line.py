"""One line of KataGo's JSON protocol as an object, and its errors.

Numbers that JSON or Python cannot have are errors of their field, so that the answer bears the query's id.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

from ..errors import shown
from ..files.json_lines import Fields

MAX_DIGITS = 400
"""Digits of the largest integer that is read."""


class QueryError(ValueError):
    """A query that cannot be answered.

    `field` is the field at fault, "" if it is the line as a whole; `id` the query's, where the line as such was read.
    """

    def __init__(self, field: str, text: str, id_: str | None = None) -> None:
        super().__init__(text)
        self.field = field
        self.id = id_


def read_object(raw: bytes) -> Fields:
    """Parse the JSON object of a line. Raises QueryError for anything else.

    Numbers that are none or too large (NaN, 1e999) are refused too, with the field and the query's id.
    """
    try:
        text = raw.decode("utf-8")
        value = json.loads(text, parse_constant=_BadNumber, parse_float=_finite, parse_int=_int_of_some_digits)
    except RecursionError:
        raise QueryError("", "not JSON: nested too deeply") from None
    except ValueError as error:
        raise QueryError("", f"not JSON: {error}") from None
    if not isinstance(value, dict):
        raise QueryError("", f"expected a JSON object, got {' '.join(text[:80].split())[:42]}")
    for field, part in value.items():
        bad = _first_bad_number(part)
        if bad is not None:
            id_ = value.get("id")
            raise QueryError(field, f"expected {bad.expected}, got {bad}", id_ if isinstance(id_, str) else None)
    return value


@dataclass(frozen=True)
class _BadNumber:
    """A number that JSON or Python cannot have: its text, and what was expected."""

    text: str
    expected: str = "a number"

    def __str__(self) -> str:
        return self.text if len(self.text) < 40 else shown(self.text)


def _first_bad_number(value: object) -> _BadNumber | None:
    """Return one of the numbers in a value of JSON that cannot be, if there is one."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, _BadNumber):
            return part
        if isinstance(part, list | dict):
            waiting.extend(part.values() if isinstance(part, dict) else part)
    return None


def _finite(text: str) -> float | _BadNumber:
    value = float(text)
    return value if math.isfinite(value) else _BadNumber(text, "numbers below 1e308")


def _int_of_some_digits(text: str) -> int | _BadNumber:
    return int(text) if len(text) <= MAX_DIGITS else _BadNumber(text, f"numbers of at most {MAX_DIGITS} digits")


def whole_number(value: object) -> int | None:
    """Return a whole number of JSON, which may be written `2.0`; None for anything else."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


__all__ = ["QueryError", "read_object", "whole_number"]
