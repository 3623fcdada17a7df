"""The games of a collection, one after the other: whatever its size, one file is in memory at a time.

A game is known by the name of its file, below the folder that all have in common, and its number in that file; what it
says is known by the SHA-256 of its bytes. Folders are read as the system lists them and searched for *.sgf, links
to other folders left aside.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

MAX_FILE_BYTES = 64 << 20
"""Of one file; larger ones are rows with an error."""

_START = re.compile(rb"\(\s*;")
_BRACKETS = re.compile(rb"\[(?:[^\]\\]|\\.)*\]|[()]", re.DOTALL)
"""What counts for where a game ends: brackets outside of values."""


class BatchError(ValueError):
    """What a batch cannot be run with, or go on with. The message is one line."""


@dataclass(frozen=True)
class Record:
    """A game to be judged.

    Public attributes:
      file  -- the name of its file, parts parted by "/"
      game  -- which game of that file, from 1
      data  -- its bytes; a file of one game as it is. Empty with an error
      error -- why the file could not be read, in one line
    """

    file: str
    game: int
    data: bytes
    error: str = ""

    @cached_property
    def sha256(self) -> str | None:
        """Of the data, in hexadecimal; None if the file could not be read."""
        return None if self.error else hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True)
class FileEnd:
    """A file has been read to its end: it has so many games."""

    file: str
    games: int


class GameSource:
    """The games of files and folders. Raises BatchError if one of them is not there.

    root -- the folder that all have in common: names are told from there
    """

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = [os.path.abspath(path) for path in paths]
        for path, given in zip(self._paths, paths, strict=True):
            if not os.path.exists(path):
                raise BatchError(f"{given}: cannot read: No such file or directory")
        self.root = os.path.commonpath([path if os.path.isdir(path) else os.path.dirname(path) for path in self._paths])

    def __iter__(self) -> Iterator[Record | FileEnd]:
        """Every game, and after the games of each file its FileEnd. What cannot be read is a Record that says so."""
        for name in self._paths_of_files():
            yield from self._games(name)

    def has_games(self) -> bool:
        """Whether there is any file; whatever is in it is a game, or an error."""
        return any(True for _ in self._paths_of_files())

    def _paths_of_files(self) -> Iterator[str]:
        for path in self._paths:
            yield from _sgf_files(path) if os.path.isdir(path) else [path]

    def _games(self, path: str) -> Iterator[Record | FileEnd]:
        relative = Path(os.path.relpath(path, self.root)).as_posix()
        file = os.fsencode(relative).decode("utf-8", "backslashreplace")
        count = 0
        try:
            data = _read(path)
        except (OSError, BatchError) as error:
            why = error.strerror or type(error).__name__ if isinstance(error, OSError) else str(error)
            yield Record(file, 1, b"", f"cannot read: {why}")
            count = 1
        else:
            for count, game in enumerate(split_games(data), 1):
                yield Record(file, count, game)
        yield FileEnd(file, count)


def split_games(data: bytes) -> Iterator[bytes]:
    """The games of a file, each with what stands before it, the last with what stands behind: joined they are `data`.

    A game begins with "(;" and ends with its bracket; one that does not end is the last. Without any, all is one game.
    """
    begin, end = 0, _end(data, 0)
    while end is not None and (end_of_next := _end(data, end)) is not None:
        yield data[begin:end]
        begin, end = end, end_of_next
    yield data[begin:]


def _end(data: bytes, begin: int) -> int | None:
    """Where the next game ends; the end of the data if it never does; None if there is none."""
    start = _START.search(data, begin)
    if start is None:
        return None
    depth = 0
    for token in _BRACKETS.finditer(data, start.start()):
        depth += {b"(": 1, b")": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    return len(data)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise BatchError(f"larger than {MAX_FILE_BYTES >> 20} MB")
    return data


def _sgf_files(folder: str) -> Iterator[str]:
    """All *.sgf below a folder. One that cannot be listed is passed on like a file: reading it tells why."""
    try:
        entries = os.scandir(folder)
    except OSError:
        yield folder
        return
    with entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _sgf_files(entry.path)
            elif entry.name.lower().endswith(".sgf"):
                yield entry.path
