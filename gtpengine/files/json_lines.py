"""Read files of JSON objects, one a line, with errors of one line that name the file and the line number.

Blank lines are skipped, but counted. Of an overlong line only the first bytes are read.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

Fields = dict[str, Any]
T = TypeVar("T")

MAX_LINE_BYTES = 1 << 24
"""Default limit of a line in bytes, its line end included."""


def read_file(
    path: str | Path, parse: Callable[[int, Fields], T], error_type: type[ValueError], max_bytes: int = MAX_LINE_BYTES
) -> Iterator[T]:
    """Yield `parse(number, object)` for every line of a file, as `read_lines` does.

    Raises `error_type` also for a file that cannot be opened.
    """
    try:
        file = open(path, "rb")  # noqa: SIM115 -- only errors of opening are caught here
    except OSError as error:
        raise error_type(f"{path}: cannot read: {error.strerror}") from None
    except ValueError as error:  # a NUL in the name
        raise error_type(f"{str(path)!r}: cannot read: {error}") from None
    with file:
        yield from read_lines(file.readline, path, parse, error_type, max_bytes)


def read_lines(
    readline: Callable[[int], bytes], name: str | Path, parse: Callable[[int, Fields], T], error_type: type[ValueError],
    max_bytes: int = MAX_LINE_BYTES,
) -> Iterator[T]:
    """Yield `parse(number, object)` for every line that is not blank, lazily and in order.

    readline   -- returns the next line, or its first bytes up to the number given; b"" at the end
    name       -- the file's name, for messages
    parse      -- takes the line number, from 1, and the line's object; raises ValueError if the object is wrong
    error_type -- raised as "NAME: line N: REASON" for an error of `parse`, an overlong line, or one that is no object
    max_bytes  -- limit of a line in bytes, its line end included
    """
    number = 0
    try:
        while line := readline(max_bytes + 1):
            number += 1
            if len(line) > max_bytes:
                raise ValueError(f"longer than {max_bytes >> 20} MB")
            if line.strip():
                yield parse(number, read_object(line))
    except OSError as error:
        raise error_type(f"{name}: cannot read: {error.strerror}") from None
    except ValueError as error:
        raise error_type(f"{name}: line {number}: {error}") from None


def read_object(text: str | bytes) -> Fields:
    """Parse one line as a JSON object. Raises ValueError with a message of one line for anything else."""
    try:
        fields = json.loads(text)
    except RecursionError:
        raise ValueError("not JSON: nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from None
    if not isinstance(fields, dict):
        raise ValueError(f"expected an object, got {shown_value(fields)}")
    return fields


def shown_value(value: object) -> str:
    """Return a value as JSON for an error message, cut to 42 characters."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    text = json.dumps(value)
    return text if len(text) <= 42 else text[:39] + "..."


__all__ = ["MAX_LINE_BYTES", "Fields", "read_file", "read_lines", "read_object", "shown_value"]
