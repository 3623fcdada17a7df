"""The `mokusan` command: assembles the parser from the modules of shell/, runs the verb and reports errors.

Heavy modules are imported inside functions, so that `--help` and `--version` answer at once. An error in the user's
input is one line on stderr, "mokusan: ...", and exit status 2; Ctrl-C is 130; a closed pipe (`| head`) ends the
process quietly with 0.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from . import __version__
from .files import path_checks
from .garbage_collection import collect_rarely
from .interrupts import deferred_interrupts
from .settings import SettingsError, help_text
from .shell import (
    analyse,
    batch,
    estimate,
    figure,
    fit,
    gtp,
    json,
    local,
    match,
    measure,
    problem,
    semeai,
    settings,
    solve,
    suite,
    value,
    warm,
)
from .shell.common_arguments import RAW, Parents, Parser, UsageError
from .shell.output import print_message
from .standard_streams import is_closed_pipe, print_utf8

VERBS = (
    gtp, json, analyse, estimate, fit, figure, value, local, problem, semeai, solve, batch, measure, match, suite,
    settings, warm,
)
USER_ERRORS = {
    "gtpengine.files.text_files": "InputError",
    "gtpengine.files.path_checks": "PathError",
    "gtpengine.sgf": "SgfError",
    "gtpengine.batch.bulk_estimates": "EstimateError",
    "gtpengine.batch.game_source": "BatchError",
    "gtpengine.accuracy.truth": "TruthError",
    "gtpengine.arena.match_player": "MatchError",
    "gtpengine.arena.suite": "SuiteError",
    "gtpengine.render.figure": "FigureError",
    "gtpengine.text.value": "ReportError",
    "gtpengine.text.semeai": "SemeaiError",
    "gtpengine.solve.solver_query": "SolveError",
    "gtpengine.solve.guesser": "GuesserError",
    "gtpengine.shell.report": "GameReportError",
    "analysis.values.games.notation": "NotationError",
    "analysis.values.trees.tree_text": "TreeError",
    "analysis.values.ko.ko_evaluation": "KoError",
    "analysis.semeai.liberty_game": "RaceError",
    "analysis.reading.problems.problem_statement": "ProblemError",
}
"""The exceptions that mean wrong input, by their modules; a module that is not loaded yet cannot have raised any."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run `mokusan` with these arguments (default: those of the process) and return the exit status."""
    print_utf8()
    collect_rarely()
    try:
        with deferred_interrupts():
            return _run(argv)
    except OSError as error:
        _drop_stdout()
        if is_closed_pipe(error):
            return 0
        print_message(f"{error.filename or 'standard input or output'}: {error.strerror}")
        return 2
    except KeyboardInterrupt:
        return 130


def _run(argv: Sequence[str] | None) -> int:
    """Parse the arguments, run the verb and return the exit status, 2 for wrong input."""
    try:
        try:
            args = _parser().parse_args(value.protect_leading_minus(sys.argv[1:] if argv is None else argv))
            path_checks.check_paths(args)
            status: int = args.run(args)
        finally:
            if sys.stdout is not None:  # None where the caller closed it
                sys.stdout.flush()
    except UnicodeEncodeError as error:
        print_message(f"standard output takes {error.encoding} only, not {error.object[error.start]!a}")
        return 2
    except ValueError as error:
        if not isinstance(error, _user_errors()):
            raise
        print_message(str(error))
        return 2
    return status


def _user_errors() -> tuple[type[ValueError], ...]:
    """Return the exceptions that mean wrong input; any other ValueError is a bug and keeps its traceback."""
    found: list[type[ValueError]] = [UsageError, SettingsError]
    for module, name in USER_ERRORS.items():
        loaded = sys.modules.get(module)
        if loaded is not None:
            found.append(getattr(loaded, name))
    return tuple(found)


def _drop_stdout() -> None:
    """Redirect a broken stdout to /dev/null, so that the interpreter's last flush succeeds."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())


def _parser() -> Parser:
    """Return the parser of all verbs, in the order of `mokusan --help`."""
    parser = Parser(
        prog="mokusan", formatter_class=RAW, epilog=help_text(),
        description="A Go engine that explains: who controls each point, and what every move gains.",
    )
    parser.add_argument("--version", action="version", version=f"mokusan {__version__}")
    verbs = parser.add_subparsers(metavar="COMMAND", required=True)
    parents = Parents.make()
    for verb in VERBS:
        verb.add_to(verbs, parents)
    return parser


if __name__ == "__main__":
    sys.exit(main())
