"""`mokusan semeai`: capturing races, on a board or as liberty counting games."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..files.path_checks import declare_paths
from ..files.text_files import display_name, read_bytes, read_text, write_text
from .common_arguments import Parents, Verbs, whole_number
from .output import print_report, show_notices

if TYPE_CHECKING:
    from ..text.semeai import SemeaiReport
    from ..text.semeai_board import BoardSemeaiReport


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "semeai", help="who wins a capturing race, by how many moves, and the territory at stake",
        description="A capturing race as a sum of liberty counting games: their values cooled by 2, the winner with "
                    "either side first, the winning moves, lines of play, and the value of each region for winner "
                    "and loser. In a diagram . is an empty point, B and W are the two blocks that race, X and O "
                    "living stones of Black and White, x and o other stones. Without B and W, and in a game record, "
                    "every race is analysed.",
    )
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("file", metavar="FILE", nargs="?", help="a diagram, top row first; - reads standard input")
    source.add_argument("--sgf", metavar="FILE.sgf", help="a game record; - reads standard input")
    source.add_argument("--games", metavar="LIST",
                        help='the regions, separated by ";", as in "{4|0}; {6|{4|0}}; -7". The numbers are '
                             "liberties, White's below 0")
    parser.add_argument("--base", metavar="LIST",
                        help="for each region the points, Black's above 0, if its owner were dead and no liberty had "
                             "to be filled; an item may be empty")
    parser.add_argument("--win", metavar="LIST",
                        help="for each region the game of its territory if its owner wins the race; an item may be "
                             "empty")
    parser.add_argument("--body", metavar="LIST",
                        help="the points of the two blocks themselves if Black wins and if White wins, Black's above "
                             '0: "0; -26" for thirteen black stones that are lost if White wins')
    parser.add_argument("--move", metavar="N", type=whole_number(0),
                        help="in a game record, the position after N moves (default: the end)")
    parser.add_argument("--point", metavar="VERTEX",
                        help="in a game record, only the races of the block on this point; those that counting does "
                             "not cover are read")
    parser.add_argument("--svg", metavar="OUT", help="also draw the board with its regions to this file")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    declare_paths(parser, reads="file sgf", writes="svg")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the capturing races and draw them; returns the exit status."""
    from ..text.semeai_board import BoardSemeaiReport

    if args.games is None:
        show_notices()
    report = make_report(args)
    if args.svg is not None and isinstance(report, BoardSemeaiReport):
        write_text(args.svg, report.svg())
    print_report(report, args.json, report.lines)
    return 0


def make_report(args: argparse.Namespace) -> SemeaiReport | BoardSemeaiReport:
    """Analyse the races of a diagram, a record or a list of games. Raises SemeaiError, SgfError and InputError."""
    from ..text.semeai import SemeaiError, SemeaiReport

    on_board = args.games is None
    for option, given, right in (
        ("--base", args.base, not on_board), ("--win", args.win, not on_board), ("--body", args.body, not on_board),
        ("--svg", args.svg, on_board), ("--move", args.move, args.sgf is not None),
        ("--point", args.point, args.sgf is not None),
    ):
        if given is not None and not right:
            needs = {"--svg": "a board", "--move": "--sgf", "--point": "--sgf"}.get(option, "--games")
            raise SemeaiError(f"{option} goes with {needs} only")
    if not on_board:
        return SemeaiReport.read(args.games, base=args.base, win=args.win, body=args.body)
    from ..text.semeai_board import BoardSemeaiReport

    if args.sgf is not None:
        source = read_bytes(args.sgf) if args.sgf == "-" else args.sgf
        return BoardSemeaiReport.of_game(source, args.move, args.point, display_name(args.sgf))
    text = read_text(args.file)
    try:
        return BoardSemeaiReport.of_diagram(text)
    except SemeaiError as error:
        raise SemeaiError(f"{display_name(args.file)}: {error}") from None
