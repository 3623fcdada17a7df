"""Renew the table of commands in README.md beside this file: `python -m gtpengine.commands`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from ..files.text_files import write_text
from . import REGISTRY

README = Path(__file__).with_name("README.md")
TABLE_START = "<!-- commands -->"
TABLE_END = "<!-- /commands -->"


def renew_table(readme: str) -> str:
    """Return `readme` with the command table between its markers renewed. Raises ValueError if a marker is missing."""
    head, start, rest = readme.partition(TABLE_START)
    _, end, tail = rest.partition(TABLE_END)
    if not (start and end):
        raise ValueError(f"expected the markers {TABLE_START} and {TABLE_END}")
    return f"{head}{start}\n{REGISTRY.markdown()}\n{end}{tail}"


def main(arguments: Sequence[str]) -> int:
    """Renew the table in the file named, by default README.md of this folder; returns the exit status."""
    path = Path(arguments[0]) if arguments else README
    write_text(str(path), renew_table(path.read_text(encoding="utf-8")))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
