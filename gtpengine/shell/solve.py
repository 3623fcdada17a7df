"""`mokusan solve`: the exact value of a small board, searched with progress and kept in a cache on disk."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from fractions import Fraction
from types import FrameType
from typing import TYPE_CHECKING, TextIO

from ..files.path_checks import declare_paths
from ..files.progress import Progress
from ..files.text_files import display_name, read_text, write_text
from .common_arguments import Parents, Verbs, board_size, komi, positive_number, whole_number
from .output import print_message, print_report, show_notices

if TYPE_CHECKING:
    from analysis.board import Color, Position
    from analysis.solver import Guesser

    from ..solve.solver_query import SolveQuery
    from ..text.solve import SolveReport

KOS = ("simple", "situational", "positional")
ENDLESS = ("drawn", "lost", "won")
DEFAULT_MEGABYTES = 2048


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "solve", help="the exact value of a small board",
        description="The value of a small board under best play, by area scoring: proved, or between two proved bounds "
                    "if nodes, time or memory run out (Ctrl-C also ends a search). Solutions are stored on disk.",
    )
    parser.add_argument("size", metavar="SIZE", nargs="?", type=board_size(squares=False),
                        help="the board size, rows x columns, such as 3x4")
    parser.add_argument("--diagram", metavar="FILE",
                        help="a file with the position, rows of . X O, top row first; - reads standard input")
    parser.add_argument("--to-move", choices=("B", "W"), default="B", help="who moves first (default: %(default)s)")
    parser.add_argument("--komi", metavar="K", type=komi(Fraction),
                        help="prove who wins with this komi, in points, instead of the score")
    parser.add_argument("--ko", choices=KOS, default=KOS[0],
                        help="the ko rule; situational and positional are superko (default: %(default)s)")
    parser.add_argument("--endless", choices=ENDLESS, help="the result of endless play for Black under simple ko "
                                                           f"(default: {ENDLESS[0]})")
    parser.add_argument("--suicide", action="store_true", help="allow suicide of two or more stones")
    parser.add_argument("--nodes", metavar="N", type=whole_number(1), help="search at most N positions")
    parser.add_argument("--seconds", metavar="S", type=positive_number("a number of seconds"),
                        help="search for at most S seconds")
    parser.add_argument("--memory", metavar="MB", type=whole_number(1), default=DEFAULT_MEGABYTES,
                        help="megabytes of memory for the whole process (default: %(default)s)")
    parser.add_argument("--guesser", metavar="COMMAND", help='a GTP engine that proposes the moves to try first: '
                                                             '"gnugo --mode gtp"; none: no proposals (default: our '
                                                             'own ranking)')
    parser.add_argument("--no-cache", action="store_true", help="neither read nor store solutions on disk")
    parser.add_argument("--sgf", metavar="OUT", help="also write the proof to this file, as a tree of variations")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    declare_paths(parser, reads="diagram", writes="sgf")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Solve the board, print the result and write its proof; returns the exit status, 130 after Ctrl-C."""
    show_notices()
    report, interrupted = make_report(args, sys.stderr)
    if args.sgf is not None and report.no_tree_reason:
        print_message(f"{args.sgf}: not written: {report.no_tree_reason}")
    elif args.sgf is not None:
        from ..solve.proof_sgf import solution_to_sgf

        write_text(args.sgf, solution_to_sgf(report.solution).decode("utf-8"))
    print_report(report, args.json, report.lines)
    return 130 if interrupted else 0


def read_question(args: argparse.Namespace) -> SolveQuery:
    """Return the question that the arguments ask.

    Raises SolveError for conflicting arguments and wrong diagrams; InputError for a file that cannot be read.
    """
    from analysis.board import Color, Ko
    from analysis.solver import Endless, Rules, State

    from ..solve.solver_query import SolveError, SolveQuery, state_of

    if args.endless is not None and args.ko != KOS[0]:
        raise SolveError(f"--endless: no game is endless under {args.ko} superko")
    rules = Rules(Ko[args.ko.upper()], Endless(args.endless or ENDLESS[0]), args.suicide)
    to_move = Color.parse(args.to_move)
    if args.diagram is None:
        if args.size is None:
            raise SolveError("expected a size such as 3x4, or --diagram FILE (see mokusan solve --help)")
        return SolveQuery(args.size[0], args.size[1], State(0, 0, to_move), rules, args.komi)
    position = _read_diagram(args.diagram, to_move)
    size = position.grid.height, position.grid.width
    if args.size not in (None, size):
        raise SolveError(f"{args.diagram}: a board of {size[0]}x{size[1]}, not {args.size[0]}x{args.size[1]}")
    return SolveQuery(size[0], size[1], state_of(position), rules, args.komi)


def _read_diagram(path: str, to_move: Color) -> Position:
    """Read a diagram. Raises SolveError, naming the file, and InputError."""
    from analysis.board import Position

    from ..solve.solver_query import SolveError

    text = read_text(path)
    try:
        return Position.from_diagram(text, to_move)
    except ValueError as error:
        raise SolveError(f"{display_name(path)}: {error}") from None


def make_report(args: argparse.Namespace, stderr: TextIO) -> tuple[SolveReport, bool]:
    """Answer the question from the cache or by a search; also returns whether Ctrl-C ended the search.

    Progress goes to `stderr`. Raises SolveError and GuesserError.
    """
    from analysis.solver import Budget

    from ..solve.solution_store import SolutionStore

    question = read_question(args)
    store = None if args.no_cache else SolutionStore()
    with _guesser(args.guesser) as guesser, _stopping() as stop, Progress(stderr) as progress:
        budget = Budget(args.nodes, args.seconds, process=args.memory << 20, stopped=stop.is_set,
                        progress=progress)
        return question.answer(budget, store, guesser, anew=args.sgf is not None), stop.is_set()


@contextlib.contextmanager
def _guesser(command: str | None) -> Iterator[Guesser | None]:
    """Yield our ranking for None, nothing for "none", else the engine of that command line, closed after the block."""
    from ..solve.guesser import GtpGuesser, ranking_guesser

    if command is None or command == "none":
        yield None if command else ranking_guesser
        return
    with GtpGuesser(command) as engine:
        yield engine


@contextlib.contextmanager
def _stopping() -> Iterator[threading.Event]:
    """Yield an event that the first Ctrl-C sets; a second Ctrl-C raises KeyboardInterrupt."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop  # signal handlers can be set in the main thread only
        return

    before = signal.getsignal(signal.SIGINT)

    def interrupted(number: int, frame: FrameType | None) -> None:
        if stop.is_set() and callable(before):
            before(number, frame)
        stop.set()

    signal.signal(signal.SIGINT, interrupted)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
