"""`mokusan problem`: problems of life and death, captures and connections."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..files.path_checks import declare_paths
from ..files.text_files import display_name, read_bytes, write_text
from .common_arguments import Parents, Verbs, positive_number, whole_number
from .output import print_report, show_notices

if TYPE_CHECKING:
    from ..text.problem import ProblemReport

GOALS = ("live", "kill", "capture", "connect")
DEFAULT_SECONDS = 5.0


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "problem", help="solve a problem of life and death, a capture or a connection",
        description="The first moves of a problem, whether they work unconditionally, by a ko or a seki, and on demand "
                    "all working first moves and the tree of the solution. Of a record it is the position before its "
                    "first move, unless --move is given. What is not given is inferred: the group is the stones marked "
                    "in the record, or else the largest group that is shut in and does not live anyway.",
    )
    parser.add_argument("file", metavar="FILE",
                        help="a game record, or a diagram with rows of . X O, top row first; - reads standard input")
    parser.add_argument("--goal", choices=GOALS, help="what the side to move has to reach (default: to kill or make "
                                                      "live the group)")
    parser.add_argument("--at", metavar="VERTEX", action="append", default=[],
                        help="a stone of the group or chain; --goal connect needs two")
    parser.add_argument("--to-move", choices=("B", "W"), help="who moves first (default: as the record says, or B)")
    parser.add_argument("--move", metavar="N", type=whole_number(0), default=0,
                        help="in a game record, the position after N moves (default: %(default)s)")
    parser.add_argument("--open", action="store_true",
                        help="stones that reach the open board may be captured, too; else they are assumed alive")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--seconds", metavar="S", type=positive_number("a number of seconds"), default=DEFAULT_SECONDS,
                       help="search for about S seconds of CPU at most, and as long for the tree of --sgf (default: "
                            "%(default)g)")
    limit.add_argument("--nodes", metavar="N", type=whole_number(1), help="search at most N positions under each "
                                                                          "number of ko threats, however long it takes")
    parser.add_argument("--all", action="store_true", help="find all first moves that work")
    parser.add_argument("--sgf", metavar="OUT", help="also write the solution to this file, as a tree of variations")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    declare_paths(parser, reads="file", writes="sgf")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the solution and write its tree; returns the exit status."""
    show_notices()
    report = make_report(args)
    if args.sgf is not None:
        from ..solve.problem_sgf import problem_to_sgf

        seconds = args.seconds if args.nodes is None else None
        write_text(args.sgf, problem_to_sgf(report, seconds).decode("utf-8"))
    print_report(report, args.json, report.lines)
    return 0


def make_report(args: argparse.Namespace) -> ProblemReport:
    """Read the problem and solve it. Raises InputError, SgfError and ProblemError, which name the file."""
    from analysis.board import Color
    from analysis.reading.problems import Goal, ProblemError, solve_problem

    from ..solve.problem_query import read_problem
    from ..text.problem import ProblemReport

    to_move = None if args.to_move is None else Color.parse(args.to_move)
    goal = None if args.goal is None else Goal(args.goal)
    name = display_name(args.file)
    try:
        position, problem = read_problem(
            read_bytes(args.file), name, goal=goal, vertices=args.at, to_move=to_move, move=args.move,
            open_board=args.open,
        )
    except ProblemError as error:
        raise ProblemError(f"{name}: {error}") from None
    limit = {"seconds": args.seconds} if args.nodes is None else {"nodes": args.nodes}
    return ProblemReport(position, solve_problem(position, problem, every_move=args.all, **limit))
