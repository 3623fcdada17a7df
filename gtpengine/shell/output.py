"""What a verb prints: its report on standard output, one-line messages and notices on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TextIO


class Report(Protocol):
    """The result of a verb, as a JSON object."""

    def payload(self) -> dict[str, Any]: ...


def print_report(report: Report, as_json: bool, lines: Callable[[], Iterable[str]]) -> None:
    """Print a report: as one JSON object, or line by line as the lines are computed."""
    if as_json:
        import json

        print(json.dumps(report.payload()))
    else:
        for line in lines():
            print(line)


def print_message(text: str) -> None:
    """Print one line on stderr."""
    sys.stderr.write(f"mokusan: {' '.join(text.split())}\n")
    sys.stderr.flush()


def show_notices() -> None:
    """Print the notices of the analysis from here on; to be called before any of it runs."""
    from analysis.runtime import notices

    notices.subscribe(print_message)


def wants_colour(stream: TextIO) -> bool:
    """Return whether `stream` is a terminal with colours and UTF-8, and NO_COLOR is not set (no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb"
    return stream.isatty() and not plain and "utf" in (stream.encoding or "").lower()
