"""Files of JSON, an object a line, read with errors of one line that name the file and the line.

Blank lines are passed over, and counted. Of a line that is too long no more is read than shows that.
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
"""Bytes of a line at most, its end included, unless a reader says otherwise."""


def read_file(
    path: str | Path, parse: Callable[[int, Fields], T], error_type: type[ValueError], max_bytes: int = MAX_LINE_BYTES
) -> Iterator[T]:
    """What `parse` makes of every line of a file. See `read_lines`; a file that cannot be opened is a failure too."""
    try:
        file = open(path, "rb")  # noqa: SIM115 -- what happens further on is no error of opening
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
    """What `parse` makes of every line, in their order and as they are asked for.

    readline -- gives the next line, or the first so many bytes of it; none at the end
    name     -- of the file, for messages
    make     -- from the number of a line, from 1, and its object; a ValueError says what is wrong with that
    failure  -- what is raised instead: "NAME: line N: what is wrong", also for a line that is too long or no object
    longest  -- bytes of a line at most, its end included
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
    """The object of one line. Raises ValueError, in one line, for anything else."""
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
    """A value for an error message: as JSON writes it, cut after 42 characters."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    text = json.dumps(value)
    return text if len(text) <= 42 else text[:39] + "..."


__all__ = ["MAX_LINE_BYTES", "Fields", "read_file", "read_lines", "read_object", "shown_value"]
