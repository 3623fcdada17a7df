"""`mokusan analyse`: the analysis of a position as text, JSON and a picture, and the residuals of its control map.

With --compare the map is compared with a truth set's; `report` writes --html and --sgf.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from ..files.path_checks import declare_paths
from ..files.text_files import write_text
from ..settings import help_text
from . import report
from .common_arguments import RAW, Parents, UsageError, Verbs, game_of, settings_of, source_of, whole_number
from .output import print_message, print_report, show_notices, wants_colour

if TYPE_CHECKING:
    from analysis.board import Game, Position

    from ..accuracy.truth import Truth
    from ..settings import Settings
    from ..text.analysis import AnalysisReport
    from ..text.comparison import ComparisonReport


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "analyse", parents=[parents.any_record, parents.config, parents.control_only],
        help="evaluate a position: ownership, score and best moves", formatter_class=RAW, epilog=help_text(),
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object, with all moves")
    parser.add_argument("--svg", metavar="OUT", help="also draw the board to this file")
    parser.add_argument("--trace", action="store_true",
                        help="also print the residual of every sweep of the control iteration (on stderr with --json)")
    _add_comparison(parser)
    report.add_to(parser)
    parser.set_defaults(run=run)
    declare_paths(parser, reads="file config compare", writes="svg html sgf")


def _add_comparison(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--compare", metavar="TRUTH.jsonl",
                        help="compare our ownership map with the truth: for a position of this truth set (see measure) "
                             "named by --id or --index, or the one with the board of the record")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--id", metavar="ID", help="the id of the position in the truth set")
    which.add_argument("--index", metavar="N", type=whole_number(1, 9),
                       help="the number of the position in the truth set, from 1")


def run(args: argparse.Namespace) -> int:
    """Analyse the position, print the report and write the files asked for; returns the exit status."""
    settings = settings_of(args)
    if args.compare is not None:
        return _run_comparison(args, settings)
    if args.id is not None or args.index is not None:
        raise UsageError("--id and --index go with --compare")
    if args.file is None:
        raise UsageError("the following arguments are required: FILE.sgf (see mokusan analyse --help)")
    settings.control()  # errors there are reported before the record is read
    show_notices()
    source = source_of(args)
    game = game_of(args, settings, source)
    report.write_reports(args, settings, source, sys.stderr)
    analysis = make_report(game, settings)
    if args.svg:
        write_text(args.svg, analysis.svg())
    if args.trace:
        (sys.stderr if args.json else sys.stdout).writelines(f"{line}\n" for line in analysis.trace())
    print_report(analysis, args.json, lambda: analysis.lines(wants_colour(sys.stdout)))
    return 0


def make_report(game: Game, settings: Settings) -> AnalysisReport:
    """Analyse the position at the end of the game."""
    from analysis.runtime.work_limit import limited

    from ..engine.local_value_store import LocalValueStore
    from ..engine.position_analysis import analyse_position
    from ..text.analysis import AnalysisReport

    with limited() as work:
        result = analyse_position(game, game.position.to_move, settings, known=LocalValueStore())
    if work.omissions:
        print_message(f"less was done, as the budget of the board is used up: {'; '.join(work.omissions)}")
    return AnalysisReport(game, settings, result.evaluation, result.ranking, result.endgame)


def _run_comparison(args: argparse.Namespace, settings: Settings) -> int:
    """Print and draw the comparison with a truth set; returns the exit status."""
    for name in ("html", "sgf", "every", "trace"):
        if getattr(args, name):
            raise UsageError(f"--{name} does not go with --compare")
    if args.file is None and args.move is not None:
        raise UsageError("--move goes with FILE.sgf only")
    if args.file is not None and (args.id is not None or args.index is not None):
        raise UsageError("--id and --index name a position: no FILE.sgf goes with them")
    show_notices()
    position = None if args.file is None else game_of(args, settings, source_of(args)).position
    report = make_comparison(args, settings, position)
    if args.svg:
        write_text(args.svg, report.svg())
    print_report(report, args.json, report.lines)
    return 0


def make_comparison(args: argparse.Namespace, settings: Settings, position: Position | None) -> ComparisonReport:
    """Compare a position of the truth set with our evaluation; `position` is that of the record, if one was given.

    Raises TruthError for a truth set that cannot be used, or has no such position.
    """
    from ..files.position_lines import evaluate_position_line
    from ..text.comparison import ComparisonReport

    truth = _select_truth(args, settings, position)
    return ComparisonReport(truth, evaluate_position_line(truth.position_line, settings))


def _select_truth(args: argparse.Namespace, settings: Settings, position: Position | None) -> Truth:
    """Return the position of the truth set named by --id, --index or a record. Raises TruthError if there is none.

    The whole file is read, so that an error in any line is reported.
    """
    from ..accuracy.truth import TruthError, read_truth

    selected: Truth | None = None
    count = 0
    for count, truth in enumerate(read_truth(args.compare, settings), 1):
        if args.id is not None:
            wanted = truth.key == args.id
        elif args.index is not None:
            wanted = count == args.index
        elif position is not None:
            given = truth.position_line.position
            same = given.grid == position.grid and bool((given.stones == position.stones).all())
            wanted = same and given.to_move is position.to_move
        else:
            wanted = True
            if count > 1:
                raise TruthError(f"{args.compare}: several positions: name one by --id, --index or a game record")
        if wanted and selected is None:
            selected = truth
    if selected is None:
        what = (
            f"position of the id {args.id[:40]!r}" if args.id is not None
            else f"position number {args.index}, there are {count}" if args.index is not None
            else "position with the board of the record and the same side to move"
        )
        raise TruthError(f"{args.compare}: no {what}")
    return selected
