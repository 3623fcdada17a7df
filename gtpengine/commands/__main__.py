"""Renew README's table of commands: `python -m gtpengine.commands README.md`. Without a file the table is printed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from . import REGISTRY

TABLE_START = "<!-- commands -->"
TABLE_END = "<!-- /commands -->"


def renew_table(readme: str) -> str:
    """Return `readme` with the table between its markers renewed. Raises ValueError if a marker is missing."""
    head, start, rest = readme.partition(TABLE_START)
    _, end, tail = rest.partition(TABLE_END)
    if not (start and end):
        raise ValueError(f"expected the markers {TABLE_START} and {TABLE_END}")
    return f"{head}{start}\n{REGISTRY.markdown()}\n{end}{tail}"


def main(arguments: Sequence[str]) -> int:
    """Renew the table in the file named, or write it to standard output. Returns the exit status."""
    if not arguments:
        sys.stdout.write(REGISTRY.markdown() + "\n")
        return 0
    path = Path(arguments[0])
    path.write_text(renew_table(path.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
