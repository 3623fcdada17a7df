"""The words of `mokusan semeai`: what it takes, and the report they ask for. Nothing heavy is imported before that."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .semeai_report import SemeaiReport


def add_to(commands: Any) -> argparse.ArgumentParser:
    """Declare the command to argparse's collection of commands; returns its parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "semeai", help="who wins a capturing race, by how many moves, and the territory that hangs on it",
        description="A capturing race as a sum of liberty counting games: their values cooled by 2, the winner with "
                    "either side first, the moves that win, lines of play, and what the regions are worth for winner "
                    "and loser.",
    )
    parser.add_argument("--games", metavar="LIST", required=True,
                        help='the regions, ";" between them: "{4|0}; {6|{4|0}}; -7". At the ends stand liberties, '
                             "White's below 0")
    parser.add_argument("--base", metavar="LIST",
                        help="of each region the points, Black's above 0, if its owner were dead and no liberty had to "
                             "be filled; may be left empty")
    parser.add_argument("--win", metavar="LIST",
                        help="of each region the game of its territory if its owner wins the race; may be left empty")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


def read_report(args: argparse.Namespace) -> SemeaiReport:
    """The report that the words ask for. Raises SemeaiError."""
    from .semeai_report import SemeaiReport

    return SemeaiReport.read(args.games, base=args.base, win=args.win)
