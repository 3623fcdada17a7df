"""The words of `mokusan value`: what it takes, and the report they ask for. Nothing heavy is imported before that.

A game may begin with a minus, as -7* does. argparse would take such a word for an option, so `protect_leading_minus` puts a blank
before it, and the argument's type takes the blank away.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .argument_types import KOMASTERS, read_text, title, write
from .common_arguments import Parents, Verbs
from .output import print_message, print_report
from .path_checks import declare_paths

if TYPE_CHECKING:
    from ..text.tree import TreeReport
    from ..text.value import Report

FOR_GAMES = ("cool", "heat", "svg", "unicode", "bars", "steps")
FOR_TREES = ("ko",)
"""Options that mean nothing for the other of the two."""
_OPTION_LIKE = re.compile(r" |-[^-h]")


def protect_leading_minus(words: Sequence[str]) -> list[str]:
    """The words of a command line; of `value`, with a blank before what is no option but would be taken for one."""
    is_ours = list(words[:1]) == ["value"]
    return [f" {word}" if is_ours and _OPTION_LIKE.match(word) else word for word in words]


def _unprotected(word: str) -> str:
    return word.removeprefix(" ")


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "value", help="what a combinatorial game is worth, or a tree of moves",
        description='The value of a game such as "{4|{3|2}}", "3^*" or "-7*": canonical form, count, miai value, '
                    "thermograph. Or the count and miai value of every node of a tree of moves with counts.",
    )
    parser.add_argument("game", metavar="GAME", nargs="?", type=_unprotected, help="the game; - reads standard input")
    parser.add_argument("--cool", metavar="T", type=_unprotected, help="also the game cooled by T points a move")
    parser.add_argument("--heat", metavar="T", type=_unprotected, help="also the game heated by T points a move")
    parser.add_argument("--svg", metavar="OUT", type=_unprotected, help="also draw the thermograph to a file")
    parser.add_argument("--unicode", action="store_true", help="write ↑ for ^ and the like")
    parser.add_argument("--bars", action="store_true", help="write {4||3|2} for {4|{3|2}}")
    parser.add_argument("--tree", metavar="FILE", type=_unprotected, help="a tree of moves instead; - reads standard input")
    parser.add_argument("--ko", choices=KOMASTERS, help="who has the ko threats in the tree (default: neutral)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument("--steps", action="store_true", help="how the count is calculated, position by position")
    declare_paths(parser, reads="tree", writes="svg")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the value asked for, and draw its thermograph; returns the exit status."""
    from ..text.value import Report

    report = make_report(args)
    if report.note is not None:
        print_message(report.note)
    if args.svg is not None and isinstance(report, Report):
        write(args.svg, report.svg())
    print_report(report, args.json, report.calculation if args.steps and isinstance(report, Report) else report.lines)
    return 0


def make_report(args: argparse.Namespace) -> Report | TreeReport:
    """The report that the words ask for.

    Raises ReportError for words that do not go together, and, naming it, for a file that holds no such tree; InputError
    for files that cannot be read; for a game also NotationError.
    """
    from ..text.value import Report, ReportError

    if (args.game is None) == (args.tree is None):
        raise ReportError("expected a game, or --tree FILE and no game (see mokusan value --help)")
    foreign = FOR_TREES if args.tree is None else FOR_GAMES
    for name in foreign:
        if getattr(args, name):
            raise ReportError(f"--{name}: not for a {'game' if args.tree is None else 'tree'}")
    if args.tree is not None:
        return _tree_report(args.tree, args.ko or KOMASTERS[0])
    game = read_text("-").rstrip() if args.game == "-" else args.game
    return Report.read(game, cool=args.cool, heat=args.heat, unicode=args.unicode, bars=args.bars)


def _tree_report(path: str, ko: str) -> TreeReport:
    from analysis.values.ko.ko_evaluation import KoError
    from analysis.values.trees.tree_text import TreeError

    from ..text.tree import TreeReport
    from ..text.value import ReportError

    text = read_text(path)
    try:
        return TreeReport.read(text, ko)
    except (ReportError, TreeError, KoError) as error:
        raise ReportError(f"{title(path)}: {error}") from None
