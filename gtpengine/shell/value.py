"""`mokusan value`: the value of a combinatorial game, or of a tree of moves.

A game may begin with a minus, as -7* does, which argparse would take for an option. So `protect_leading_minus` puts a
blank before such an argument, and the argument's type removes the blank.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..files.path_checks import declare_paths
from ..files.text_files import display_name, read_text, write_text
from .common_arguments import KOMASTERS, Parents, Verbs
from .output import print_message, print_report

if TYPE_CHECKING:
    from ..text.tree import TreeReport
    from ..text.value import ValueReport

GAME_OPTIONS = ("cool", "heat", "svg", "unicode", "bars", "steps")
TREE_OPTIONS = ("ko",)
"""Options that apply to a game only, and to a tree only."""
_OPTION_LIKE = re.compile(r" |-[^-h]")


def protect_leading_minus(argv: Sequence[str]) -> list[str]:
    """Return a command line; if it is for `value`, with a blank before values that argparse would take for options."""
    is_value = list(argv[:1]) == ["value"]
    return [f" {argument}" if is_value and _OPTION_LIKE.match(argument) else argument for argument in argv]


def _unprotected(argument: str) -> str:
    """Remove the blank that `protect_leading_minus` has put before an argument."""
    return argument.removeprefix(" ")


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "value", help="the value of a combinatorial game, or of a tree of moves",
        description='The value of a game such as "{4|{3|2}}", "3^*" or "-7*": canonical form, count, miai value, '
                    "thermograph. Or the count and miai value of every node of a tree of moves with counts.",
    )
    parser.add_argument("game", metavar="GAME", nargs="?", type=_unprotected, help="the game; - reads standard input")
    parser.add_argument("--cool", metavar="T", type=_unprotected,
                        help="also print the game cooled by T points per move")
    parser.add_argument("--heat", metavar="T", type=_unprotected,
                        help="also print the game heated by T points per move")
    parser.add_argument("--svg", metavar="OUT", type=_unprotected, help="also draw the thermograph to this file")
    parser.add_argument("--unicode", action="store_true", help="write ↑ for ^ and the like")
    parser.add_argument("--bars", action="store_true", help="write {4||3|2} for {4|{3|2}}")
    parser.add_argument("--tree", metavar="FILE", type=_unprotected,
                        help="evaluate the tree of moves in this file; - reads standard input")
    parser.add_argument("--ko", choices=KOMASTERS, help="who has the ko threats in the tree (default: neutral)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--steps", action="store_true", help="print how the count is calculated, position by position")
    declare_paths(parser, reads="tree", writes="svg")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the value and draw its thermograph; returns the exit status."""
    from ..text.value import ValueReport

    report = make_report(args)
    if report.note is not None:
        print_message(report.note)
    if args.svg is not None and isinstance(report, ValueReport):
        write_text(args.svg, report.svg())
    lines = report.calculation if args.steps and isinstance(report, ValueReport) else report.lines
    print_report(report, args.json, lines)
    return 0


def make_report(args: argparse.Namespace) -> ValueReport | TreeReport:
    """Evaluate the game or the tree.

    Raises ReportError for conflicting arguments and, naming the file, for a wrong tree; InputError for a file that
    cannot be read; NotationError for a wrong game.
    """
    from ..text.value import ReportError, ValueReport

    if (args.game is None) == (args.tree is None):
        raise ReportError("expected a game, or --tree FILE and no game (see mokusan value --help)")
    foreign = TREE_OPTIONS if args.tree is None else GAME_OPTIONS
    for name in foreign:
        if getattr(args, name):
            raise ReportError(f"--{name}: not for a {'game' if args.tree is None else 'tree'}")
    if args.tree is not None:
        return _tree_report(args.tree, args.ko or KOMASTERS[0])
    game = read_text("-").rstrip() if args.game == "-" else args.game
    return ValueReport.read(game, cool=args.cool, heat=args.heat, unicode=args.unicode, bars=args.bars)


def _tree_report(path: str, ko: str) -> TreeReport:
    """Evaluate the tree of a file. Raises ReportError, naming the file, and InputError."""
    from analysis.values.ko.ko_evaluation import KoError
    from analysis.values.trees.tree_text import TreeError

    from ..text.tree import TreeReport
    from ..text.value import ReportError

    text = read_text(path)
    try:
        return TreeReport.read(text, ko)
    except (ReportError, TreeError, KoError) as error:
        raise ReportError(f"{display_name(path)}: {error}") from None
