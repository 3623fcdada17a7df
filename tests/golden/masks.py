"""Replace what differs from run to run in the output of a program: times, versions, paths, notices."""

from __future__ import annotations

import re
from pathlib import Path

_DROPPED = re.compile(r"^mokusan: (?:compiling the kernels|compiled |\d+ s: )")
"""Lines on stderr that come or not: the first use of a kernel, and progress by the clock."""

_TIMES = (
    (re.compile(r"\bin \d+(?:\.\d+)? s\b"), "in TIME s"),
    (re.compile(r'("(?:cpu|wall|seconds|cpu_ms|wall_ms|slowest_ms)": )-?\d[\d.e+-]*'), r"\1TIME"),
    (re.compile(r": [\d.]+ ms CPU a move, [\d.]+ ms wall, slowest \d+ ms"), ": TIMES"),
    (re.compile(r"^(\S+ +\d+/\d+ +\S+  \[.*?\] +\d+ +\d+ +\d+ +\d+ +\d+) +(?:[\d.]+|-) +(?:[\d.]+|-)$", re.M),
     r"\1 TIMES"),
)
"""Patterns of elapsed and processor time, in text, JSON and the tables of matches and suites."""

_PLAN_KEY = re.compile(r"/[0-9a-f]{16}(?=[/:])")
"""The folder of a batch's tables, named by a hash of version and settings."""


class Masks:
    """What is replaced in the output of one program.

    Public attributes:
      version -- the program's version, replaced by VERSION
      folders -- pairs (path, word): paths that are replaced by a word
    """

    def __init__(self, version: str, folders: tuple[tuple[Path, str], ...]) -> None:
        self.version = version
        self.folders = folders

    def text(self, text: str) -> str:
        """Mask versions, folders and times in any text."""
        for folder, word in self.folders:
            text = text.replace(str(folder), word)
        if self.version:
            text = text.replace(self.version, "VERSION")
        for pattern, word in (*_TIMES, (_PLAN_KEY, "/KEY")):
            text = pattern.sub(word, text)
        return text

    def stderr(self, text: str) -> str:
        """Mask like `text`, and leave out the lines whose appearance depends on time or on compiled kernels."""
        return self.text("".join(line for line in text.splitlines(keepends=True) if not _DROPPED.match(line)))
