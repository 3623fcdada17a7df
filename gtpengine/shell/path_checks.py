"""The files that the words of the shell's commands name: which are read and which are written.

A name that is none is refused, `-` too where nothing is read, and so is a file to be written that is read as well, or
written twice: what a user has would be lost.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator

POSITIONAL = ("file", "truth", "suite", "paths")
"""Names of words that are told by their place, not by an option."""


class PathError(ValueError):
    """Names of files that cannot be used, or do not go together. The message is one line."""


def declare_paths(parser: argparse.ArgumentParser, *, reads: str = "", writes: str = "", folders: str = "") -> None:
    """Tell which words of a command name files to be read, files to be written, and folders, by argparse's names."""
    parser.set_defaults(_reads=reads.split(), _writes=writes.split(), _folders=folders.split())


def check(args: argparse.Namespace) -> None:
    """Raises PathError if a word is no name, or a file to be written is one that is read or written besides."""
    reads, writes, folders = (getattr(args, name, ()) for name in ("_reads", "_writes", "_folders"))
    for word in (*reads, *writes, *folders):
        for name in _names(args, word):
            if not name or "\0" in name:
                raise PathError(f"{_shown(word)}: expected the name of a file or folder, got {name!r}")
            if name == "-" and word not in reads:
                raise PathError(f"{_shown(word)}: expected the name of a file or folder, got '-', "
                                     "which stands for standard input")
    seen: dict[str, str] = {}
    for word in (*reads, *writes):
        for name in _names(args, word):
            place = os.path.realpath(name)
            if word in writes and place in seen:
                raise PathError(f"{_shown(seen[place])} and {_shown(word)} name the same file, {name}: "
                                     "what is written needs a name of its own")
            if name != "-" and not _is_device(place):
                seen[place] = word


def _names(args: argparse.Namespace, word: str) -> Iterator[str]:
    found = getattr(args, word)
    yield from found if isinstance(found, list) else () if found is None else (found,)


def _is_device(place: str) -> bool:
    """Whether something is there that nothing is lost in, such as /dev/null."""
    return os.path.exists(place) and not os.path.isfile(place)


def _shown(word: str) -> str:
    return word.upper() if word in POSITIONAL else f"--{word.replace('_', '-')}"


__all__ = ["PathError", "check", "declare"]
