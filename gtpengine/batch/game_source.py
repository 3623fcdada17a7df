"""The games of a collection, one after the other, with one file in memory at a time.

A game is identified by the name of its file, relative to the folder that all paths have in common, and its number in
that file; its content by the SHA-256 of its bytes. Folders are searched for records (*.sgf, *.gib, *.ngf, *.ugf, *.ugi)
in the order of the system's listing; links to other folders are not followed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from ..files.bounded_read import MAX_BYTES, ReadError, read_file
from ..records.encoding import decode_record, encode_text
from ..records.sgf_error import SgfError

SUFFIXES = (".sgf", ".gib", ".ngf", ".ugf", ".ugi")
"""What files of records are called."""


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
      encoding -- Python's name of the encoding of a file with several games; "" for what the data themselves show
    """

    file: str
    game: int
    data: bytes
    error: str = ""
    encoding: str = ""

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
    max_bytes -- the largest file that is read; a larger one becomes a record with an error
    """

    def __init__(self, paths: Sequence[str], max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
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
        """Yield every game, and after those of each file its FileEnd. An unreadable file is a record with an error."""
        for name in self._paths_of_files():
            yield from self._games(name)

    def has_games(self) -> bool:
        """Return whether there is any file; each yields at least one Record."""
        return any(True for _ in self._paths_of_files())

    def _paths_of_files(self) -> Iterator[str]:
        for path in self._paths:
            yield from _record_files(path) if os.path.isdir(path) else [path]

    def _games(self, path: str) -> Iterator[CollectionRecord | FileEnd]:
        relative = Path(os.path.relpath(path, self.root)).as_posix()
        file = os.fsencode(relative).decode("utf-8", "backslashreplace")
        count = 0
        try:
            data = read_file(path, self._max_bytes)
        except ReadError as error:
            yield CollectionRecord(file, 1, b"", str(error))
            count = 1
        else:
            games, encoding = _split(data)
            for count, game in enumerate(games, 1):
                yield CollectionRecord(file, count, game, encoding=encoding)
        yield FileEnd(file, count)


def split_games(data: bytes) -> Iterator[bytes]:
    """Split a file into its games, each with the bytes before it, the last with those after it: joined they are `data`.

    Data without a game, and data with one that breaks the limits of the parser, are yielded whole. (Joined they are
    the text of `data` in UTF-8 where the encoding of the file does not let it be divided.)
    """
    yield from _split(data)[0]


def _split(data: bytes) -> tuple[list[bytes], str]:
    """Return the games of a file, and their encoding if there are several."""
    from ..records.record_nodes import game_ends  # loads NumPy

    text, encoding, _ = decode_record(data)
    try:
        ends = game_ends(text)
    except SgfError:
        ends = []
    if len(ends) < 2:
        return [data], ""
    encoded = [encode_text(text[begin:end], encoding) for begin, end in pairwise([0, *ends])]
    mark = len(data) - sum(map(len, encoded))  # a byte order mark is not in the text
    if encode_text(text, encoding) != data[mark:]:  # an encoding with states, or with several codes of a character
        return [text[begin:end].encode("utf-8", "surrogateescape") for begin, end in pairwise([0, *ends])], "utf-8"
    return [data[: mark + len(encoded[0])], *encoded[1:]], encoding


def _record_files(folder: str) -> Iterator[str]:
    """Yield all records below a folder, and folders that cannot be listed, so that reading them gives the error."""
    try:
        entries = os.scandir(folder)
    except OSError:
        yield folder
        return
    with entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _record_files(entry.path)
            elif entry.name.lower().endswith(SUFFIXES):
                yield entry.path
