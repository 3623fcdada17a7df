"""The games of a collection, one after the other, with one file in memory at a time.

A game is identified by the name of its file, relative to the folder that all paths have in common, and its number in
that file; its content by the SHA-256 of its bytes. Folders are searched for *.sgf in the order of the system's listing;
links to other folders are not followed.
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
"""Limit of a file; a larger one becomes a row with an error."""

_START = re.compile(rb"\(\s*;")
_BRACKETS = re.compile(rb"\[(?:[^\]\\]|\\.)*\]|[()]", re.DOTALL)
"""What decides where a game ends: parentheses, and property values, in which parentheses do not count."""


class BatchError(ValueError):
    """A batch that cannot start or continue. The message is one line."""


@dataclass(frozen=True)
class CollectionRecord:
    """A game of a collection.

    Public attributes:
      file  -- the name of its file, with "/" between folders
      game  -- the number of the game in that file, from 1
      data  -- its bytes; those of the whole file if that has one game; empty with an error
      error -- why the file could not be read, in one line, or ""
    """

    file: str
    game: int
    data: bytes
    error: str = ""

    @cached_property
    def sha256(self) -> str | None:
        """The SHA-256 of the data, in hexadecimal; None if the file could not be read."""
        return None if self.error else hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True)
class FileEnd:
    """A file has been read to its end; `games` is their number."""

    file: str
    games: int


class GameSource:
    """The games of files and folders. The constructor raises BatchError if one of them does not exist.

    root -- the folder that all paths have in common; names are relative to it
    """

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = [os.path.abspath(path) for path in paths]
        for path, given in zip(self._paths, paths, strict=True):
            if not os.path.exists(path):
                raise BatchError(f"{given}: cannot read: No such file or directory")
        folders = [path if os.path.isdir(path) else os.path.dirname(path) for path in self._paths]
        try:
            self.root = os.path.commonpath(folders)
        except ValueError:
            raise BatchError("the files and folders are on several drives: expected those of one drive") from None

    def __iter__(self) -> Iterator[CollectionRecord | FileEnd]:
        """Yield every game, and after those of each file its FileEnd. An unreadable file is a Record with an error."""
        for name in self._paths_of_files():
            yield from self._games(name)

    def has_games(self) -> bool:
        """Return whether there is any file; each yields at least one Record."""
        return any(True for _ in self._paths_of_files())

    def _paths_of_files(self) -> Iterator[str]:
        for path in self._paths:
            yield from _sgf_files(path) if os.path.isdir(path) else [path]

    def _games(self, path: str) -> Iterator[CollectionRecord | FileEnd]:
        relative = Path(os.path.relpath(path, self.root)).as_posix()
        file = os.fsencode(relative).decode("utf-8", "backslashreplace")
        count = 0
        try:
            data = _read(path)
        except (OSError, BatchError) as error:
            reason = error.strerror or type(error).__name__ if isinstance(error, OSError) else str(error)
            yield CollectionRecord(file, 1, b"", f"cannot read: {reason}")
            count = 1
        else:
            for count, game in enumerate(split_games(data), 1):
                yield CollectionRecord(file, count, game)
        yield FileEnd(file, count)


def split_games(data: bytes) -> Iterator[bytes]:
    """Split a file into its games, each with the bytes before it, the last with those after it: joined they are `data`.

    A game begins with "(;" and ends with the matching parenthesis; one that does not end is the last. Data without a
    game are yielded whole.
    """
    begin, end = 0, _end(data, 0)
    while end is not None and (end_of_next := _end(data, end)) is not None:
        yield data[begin:end]
        begin, end = end, end_of_next
    yield data[begin:]


def _end(data: bytes, begin: int) -> int | None:
    """Return where the next game ends; the end of the data if it is not closed; None if there is no game."""
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
    """Return the content of a file. Raises OSError, and BatchError for one that is too large."""
    with open(path, "rb") as file:
        data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise BatchError(f"larger than {MAX_FILE_BYTES >> 20} MB")
    return data


def _sgf_files(folder: str) -> Iterator[str]:
    """Yield all *.sgf below a folder, and folders that cannot be listed, so that reading them gives the error."""
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
