"""The arguments --html, --sgf and --every of `mokusan analyse`: a report on the whole game, written to files."""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, TextIO

from ..files.progress import Progress
from ..files.text_files import display_name, read_bytes
from .common_arguments import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..settings import Settings


class GameReportError(ValueError):
    """A report that cannot be made or written. The message is one line."""


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments to the parser of `analyse`."""
    group = parser.add_argument_group("reports on the whole game, in addition to the printed evaluation")
    group.add_argument("--html", metavar="OUT", help="write an HTML page to step through the game")
    group.add_argument("--sgf", metavar="OUT", help="write a copy of the record with comments and markup")
    group.add_argument("--every", metavar="N", type=whole_number(1, 9),
                       help="evaluate the positions after every N moves, and the last (default: 1)")


def write_reports(args: argparse.Namespace, settings: Settings, source: str | bytes, stderr: TextIO) -> None:
    """Write the reports asked for, if any; progress goes to `stderr`.

    Files are written whole or not at all. Raises GameReportError, and SgfError as `load_game` does.
    """
    if args.html is None and args.sgf is None:
        if args.every is not None:
            raise GameReportError("--every goes with --html or --sgf")
        return
    if args.html is not None:
        _check_extra()
    from ..report.game_record import GameRecord

    raw = source if isinstance(source, bytes) else read_bytes(source, settings.max_record_bytes)
    record = GameRecord(raw, settings.get("game.komi"), settings.rules(), display_name(args.file))
    settings.control()  # errors there are reported before minutes of work
    with _output(args.html) as write_page, _output(args.sgf) as write_sgf, Progress(stderr) as progress:
        from ..report.game_report import game_report

        def show(done: int, of: int) -> None:
            progress(f"{done} of {of} positions of {record.count} moves evaluated")

        report = game_report(record, settings, args.every or 1, show)
        if args.html is not None:
            from ..report.html_report import report_page

            write_page(report_page(report, record.count if args.move is None else args.move).encode("utf-8"))
        if args.sgf is not None:
            from ..report.sgf_report import annotated_record

            write_sgf(annotated_record(report))


def _check_extra() -> None:
    """Raise GameReportError if the extra `report` is not installed."""
    from importlib.util import find_spec

    if find_spec("jinja2") is None:
        raise GameReportError("jinja2 is not installed: pip install 'mokusan[report]'")


def _output(name: str | None) -> AbstractContextManager[Callable[[bytes], None]]:
    """Yield a function that writes the file; it does nothing if the name is None."""
    if name is None:
        return nullcontext(lambda data: None)
    from ..files.atomic_write import atomic_writer

    return atomic_writer(name, GameReportError)
