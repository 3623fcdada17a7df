"""The words of `mokusan analyse` that ask for a report on the whole game, and the files they name.

Nothing heavy is imported before that.
"""

from __future__ import annotations

import argparse
import os
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from ..command_words import data, whole_number
from ..progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..settings import Settings


class GameReportError(ValueError):
    """A report that cannot be made or written. The message is one line."""


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the words to the parser of `analyse`."""
    group = parser.add_argument_group("a report on the whole game, besides what is printed")
    group.add_argument("--html", metavar="OUT", help="write a page to step through")
    group.add_argument("--sgf", metavar="OUT", help="write a copy of the record with comments and markup")
    group.add_argument("--every", metavar="N", type=whole_number(1, 9),
                       help="evaluate the positions after every N moves, and the last (default: 1)")


def write_reports(args: argparse.Namespace, settings: Settings, source: str | bytes, stderr: TextIO) -> None:
    """Write what the words ask for, if anything; progress goes to `stderr`.

    A file appears whole or not at all. Raises GameReportError, and SgfError as `load_game` does.
    """
    if args.html is None and args.sgf is None:
        if args.every is not None:
            raise GameReportError("--every goes with --html or --sgf")
        return
    if args.html is not None and args.sgf is not None and _same(args.html, args.sgf):
        raise GameReportError("--html and --sgf name the same file")
    if args.sgf is not None and _same(args.sgf, args.file):
        raise GameReportError("--sgf names the record itself: its copy needs another name")
    if args.html is not None:
        _check_extra()
    from .record import Record

    record = Record(source if isinstance(source, bytes) else data(source), settings.get("game.komi"), settings.rules())
    settings.control()  # what is wrong there is said before minutes of work
    with _output(args.html) as write_page, _output(args.sgf) as write_sgf, Progress(stderr) as progress:
        from .game_report import game_report

        def show(done: int, of: int) -> None:
            progress(f"{done} of {of} positions of {record.count} moves evaluated")

        report = game_report(record, settings, args.every or 1, show)
        if args.html is not None:
            from .html import page

            write_page(page(report, record.count if args.move is None else args.move).encode("utf-8"))
        if args.sgf is not None:
            from .sgf_report import annotated

            write_sgf(annotated(report))


def _same(name: str, other: str) -> bool:
    return os.path.realpath(name) == os.path.realpath(other)


def _check_extra() -> None:
    from importlib.util import find_spec

    if find_spec("jinja2") is None:
        raise GameReportError("jinja2 is not installed: pip install 'mokusan[report]'")


@contextmanager
def _output(name: str | None) -> Iterator[Callable[[bytes], None]]:
    """A function that writes a file: beside its place, and moved there at the end of the block if all went well.

    That it can be written is found out at the beginning. What is no file, such as a terminal, is written as it is.
    """
    if name is None:
        yield lambda data: None
        return
    path = Path(name)
    if path.is_file() or not path.exists():
        path = path.resolve()
        beside = path.with_name(f".{path.name}.part")
    else:
        beside = path
    with _one_line(name):
        file = open(beside, "wb")  # noqa: SIM115 -- what happens in between is no error of this file
    try:

        def write(data: bytes) -> None:
            with _one_line(name):
                file.write(data)

        yield write
        with _one_line(name):
            file.close()
            if beside is not path:
                os.replace(beside, path)
    finally:
        with suppress(OSError):
            file.close()
            if beside is not path:
                beside.unlink()


@contextmanager
def _one_line(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise GameReportError(f"{name}: cannot write: {error.strerror}") from None


__all__ = ["GameReportError", "add_to", "write_reports"]
