"""Check the files and folders named on the command line before anything is read or written.

Each verb declares which of its arguments name files to read, files to write, and folders. An empty name is refused, so
is "-" where it does not stand for standard input, and so is a file to be written that is also read or written twice:
its content would be lost.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

POSITIONAL = ("file", "truth", "suite", "paths")
"""Positional arguments that name files; all others are options."""


class PathError(ValueError):
    """Names of files that cannot be used, or not together. The message is one line."""


def declare_paths(parser: argparse.ArgumentParser, *, reads: str = "", writes: str = "", folders: str = "") -> None:
    """Declare which arguments of a verb name files to read, files to write, and folders, by argparse's destinations."""
    parser.set_defaults(_reads=reads.split(), _writes=writes.split(), _folders=folders.split())


def check_paths(args: argparse.Namespace) -> None:
    """Raise PathError for an empty or impossible name, and for a file to be written that is also read or written."""
    reads, writes, folders = (getattr(args, name, ()) for name in ("_reads", "_writes", "_folders"))
    for argument in (*reads, *writes, *folders):
        for name in _paths(args, argument):
            if not name or "\0" in name:
                raise PathError(f"{_label(argument)}: expected the name of a file or folder, got {name!r}")
            if name == "-" and argument not in reads:
                raise PathError(f"{_label(argument)}: expected the name of a file or folder, got '-', "
                                "which stands for standard input")
    named_by: dict[str, str] = {}
    for argument in (*reads, *writes):
        for name in _paths(args, argument):
            path = _spelt_alike(os.path.realpath(name))
            if argument in writes and path in named_by:
                raise PathError(f"{_label(named_by[path])} and {_label(argument)} name the same file, {name}: "
                                "what is written needs a name of its own")
            if name != "-" and not _is_device(name):
                named_by[path] = argument


def _paths(args: argparse.Namespace, argument: str) -> Iterator[str]:
    """Yield the paths given for an argument, which may be missing or have several."""
    value = getattr(args, argument)
    yield from value if isinstance(value, list) else () if value is None else (value,)


def _spelt_alike(path: str) -> str:
    """Return a path in one spelling where the system ignores the case of letters: on Windows, and mostly on macOS."""
    return path.casefold() if sys.platform == "darwin" else os.path.normcase(path)


def _is_device(path: str) -> bool:
    """Whether the path exists and is not a regular file, such as /dev/null, so that writing to it loses nothing."""
    return os.path.exists(path) and not os.path.isfile(path)


def _label(argument: str) -> str:
    """Return an argument as the user writes it."""
    return argument.upper() if argument in POSITIONAL else f"--{argument.replace('_', '-')}"


__all__ = ["PathError", "check_paths", "declare_paths"]
