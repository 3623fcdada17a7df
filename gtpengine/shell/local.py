"""`mokusan local`: the exact value of a local endgame given as a diagram."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, TextIO

from ..files.path_checks import declare_paths
from ..files.progress import Progress
from ..files.text_files import display_name, read_text, write_text
from .common_arguments import KOMASTERS, Parents, Verbs, whole_number
from .output import print_report, show_notices

if TYPE_CHECKING:
    from ..text.local import LocalReport

SCORINGS = ("territory", "area")
DEFAULT_NODES = 200_000
"""Default limit of local positions searched: about a minute."""


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "local", help="the exact value of a local endgame",
        description="The exact value of a local endgame on a piece of a board: canonical form, count, miai value, "
                    "thermograph, best moves. X and O are walls of Black and White, x and o stones that can be "
                    "captured, . an empty point, # off the board; so is what lies around the diagram.",
    )
    parser.add_argument("file", metavar="FILE", help="the diagram, top row first; - reads standard input")
    parser.add_argument("--scoring", choices=SCORINGS, default=SCORINGS[0],
                        help="how points are counted (default: %(default)s)")
    parser.add_argument("--ko", choices=KOMASTERS, default=KOMASTERS[0],
                        help="who has the ko threats (default: %(default)s)")
    parser.add_argument("--nodes", metavar="N", type=whole_number(1), default=DEFAULT_NODES,
                        help="search at most N local positions (default: %(default)s)")
    parser.add_argument("--svg", metavar="OUT", help="also draw the diagram and the thermograph to this file")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    declare_paths(parser, reads="file", writes="svg")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the value of the local game and draw it; returns the exit status."""
    show_notices()
    report = make_report(args, sys.stderr)
    if args.svg is not None:
        write_text(args.svg, report.svg())
    print_report(report, args.json, report.lines)
    return 0


def make_report(args: argparse.Namespace, stderr: TextIO) -> LocalReport:
    """Read the diagram and evaluate it; progress goes to `stderr`.

    Raises InputError for a file that cannot be read; ReportError, naming the file, for a wrong diagram and for a
    position that cannot be evaluated.
    """
    from ..text.local import LocalReport
    from ..text.value import ReportError

    text = read_text(args.file)

    from analysis.board import Scoring
    from analysis.region import Budget
    from analysis.values import KoThreats

    with Progress(stderr) as progress:
        budget = Budget(nodes=args.nodes, progress=progress)
        try:
            return LocalReport.read(text, Scoring[args.scoring.upper()], KoThreats(args.ko), budget)
        except ReportError as error:
            raise ReportError(f"{display_name(args.file)}: {error}") from None
