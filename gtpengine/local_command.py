"""The words of `mokusan local`: what it takes, and the report they ask for. Nothing heavy is imported before that."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from .local_report import LocalReport

SCORINGS = ("territory", "area")
KOMASTERS = ("neutral", "black", "white")
MOST_POSITIONS = 200_000
"""Local positions that may be looked at unless asked for more: about a minute's."""


def _count(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 15 and int(word) >= 1):
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, got '{word[:40]}'")
    return int(word)


def add_to(commands: Any) -> argparse.ArgumentParser:
    """Declare the command to argparse's collection of commands; returns its parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "local", help="what a local endgame is worth",
        description="The exact value of a local endgame on a piece of a board: canonical form, count, miai value, "
                    "thermograph, best moves. X and O are walls of Black and White, x and o stones that can be "
                    "captured, . an empty point, # off the board; so is what lies around the diagram.",
    )
    parser.add_argument("file", metavar="FILE", help="the diagram, top row first; - reads standard input")
    parser.add_argument("--scoring", choices=SCORINGS, default=SCORINGS[0], help="(default: %(default)s)")
    parser.add_argument("--ko", choices=KOMASTERS, default=KOMASTERS[0],
                        help="who has the ko threats (default: %(default)s)")
    parser.add_argument("--nodes", metavar="N", type=_count, default=MOST_POSITIONS,
                        help="look at so many local positions at most (default: %(default)s)")
    parser.add_argument("--svg", metavar="OUT", help="also draw the diagram and the thermograph to a file")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


def read_report(args: argparse.Namespace, stderr: TextIO) -> LocalReport:
    """The report that the words ask for; progress goes to `stderr`.

    Raises ReportError, naming the file, for one that cannot be read, is no diagram, or cannot be valued.
    """
    from .local_report import LocalReport
    from .solve_command import Progress
    from .value_report import ReportError

    name = "standard input" if args.file == "-" else args.file
    try:
        data = sys.stdin.buffer.read() if args.file == "-" else Path(args.file).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise ReportError(f"{name}: cannot read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ReportError(f"{name}: not text: byte {error.start + 1} is not UTF-8") from None

    from analysis.board import Scoring
    from analysis.search import Budget
    from analysis.values import Threats

    with Progress(stderr) as progress:
        budget = Budget(nodes=args.nodes, progress=progress)
        try:
            return LocalReport.read(text, Scoring[args.scoring.upper()], Threats(args.ko), budget)
        except ReportError as error:
            raise ReportError(f"{name}: {error}") from None
