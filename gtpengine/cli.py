"""The `mokusan` command: reads its words, calls one function, prints the result.

Everything heavy is imported inside the functions, so that `--help` and `--version` answer at once. Whatever the
user got wrong is one line on stderr, "mokusan: ...", and exit status 2; Ctrl-C is 130; a reader of our output
that goes away (`| head`) ends us quietly.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TextIO

from . import __version__
from .settings import Settings, SettingsError, help_text
from .shell import analyse as analyse_command
from .shell import batch as batch_command
from .shell import compare as compare_command
from .shell import local as local_command
from .shell import match as match_command
from .shell import measure as measure_command
from .shell import path_checks as named_files
from .shell import report as report_command
from .shell import semeai as semeai_command
from .shell import solve as solve_command
from .shell import suite as suite_command
from .shell import value as value_command
from .shell.argument_types import data, title, whole_number, write

if TYPE_CHECKING:
    from analysis.board import Game

ALL_PANELS = "propagating,A,B,C,D,rank"
USER_ERRORS = {
    "gtpengine.shell.argument_types": "InputError",
    "gtpengine.shell.path_checks": "FileWordsError",
    "gtpengine.sgf": "SgfError",
    "gtpengine.shell.estimate": "EstimateError",
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
}
"""The errors that are about the user's input, by module; for as long as that is not loaded there are none."""


class CliError(ValueError):
    """Something on the command line that cannot be done. The message is one line."""


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line each."""

    def error(self, message: str) -> NoReturn:
        raise CliError(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run `mokusan` with these words (default: those of the process) and return the exit status."""
    try:
        return _run(argv)
    except BrokenPipeError:
        _drop_stdout()
        return 0
    except OSError as error:
        _drop_stdout()
        _say(f"{error.filename or 'standard input or output'}: {error.strerror}")
        return 2
    except KeyboardInterrupt:
        return 130


def _run(argv: Sequence[str] | None) -> int:
    try:
        try:
            args = _parser().parse_args(value_command.shielded(sys.argv[1:] if argv is None else argv))
            named_files.check(args)
            status: int = args.run(args)
        finally:
            if sys.stdout is not None:  # None where the caller closed it
                sys.stdout.flush()
    except UnicodeEncodeError as error:
        _say(f"standard output takes {error.encoding} only, not {error.object[error.start]!a}")
        return 2
    except ValueError as error:
        if not isinstance(error, _user_errors()):
            raise
        _say(str(error))
        return 2
    return status


def _user_errors() -> tuple[type[ValueError], ...]:
    """The errors that are about the user's input; any other ValueError is ours and keeps its traceback."""
    found: list[type[ValueError]] = [CliError, SettingsError]
    for module, name in USER_ERRORS.items():
        loaded = sys.modules.get(module)
        if loaded is not None:
            found.append(getattr(loaded, name))
    return tuple(found)


def _say(text: str) -> None:
    """One line on stderr."""
    sys.stderr.write(f"mokusan: {' '.join(text.split())}\n")
    sys.stderr.flush()


def _drop_stdout() -> None:
    """Let the interpreter's last flush of a broken stdout succeed."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())


def _parser() -> _Parser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = _Parser(
        prog="mokusan", formatter_class=raw, epilog=help_text(),
        description="A Go engine that explains: who controls each point, and what every move gains.",
    )
    parser.add_argument("--version", action="version", version=f"mokusan {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    config = _Parser(add_help=False)
    config.add_argument("--config", metavar="FILE", help="a TOML file of settings")
    config.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help="one setting; may be repeated")
    control_only = _Parser(add_help=False)
    control_only.add_argument("--control-only", action="store_true", help="judge by the raw control field alone")
    record = _Parser(add_help=False)
    record_help = "a game record; - reads standard input"
    record.add_argument("file", metavar="FILE.sgf", help=record_help)
    any_record = _Parser(add_help=False)
    any_record.add_argument("file", metavar="FILE.sgf", nargs="?", help=record_help)
    for words in (record, any_record):
        words.add_argument("--move", metavar="N", type=whole_number(0),
                           help="the position after N moves (default: the end)")

    gtp = commands.add_parser(
        "gtp", parents=[config], help="speak GTP on standard input and output", formatter_class=raw, epilog=help_text()
    )
    gtp.add_argument("--gtp-name", metavar="N", help="the name told to the front end")
    gtp.add_argument("--gtp-version", metavar="V", help="the version told to the front end")
    gtp.set_defaults(run=_gtp)
    named_files.declare(gtp, reads="config")

    analysis = commands.add_parser(
        "json", parents=[config], help="speak KataGo's JSON analysis protocol, for KaTrain and scripts",
        description="One JSON object a line each way. Values are Black's unless a query says otherwise "
                    "(reportAnalysisWinratesAs);\nvisits are boards evaluated; policy and prior are no network's "
                    "but how likely players are to make the move.",
        formatter_class=raw, epilog=help_text(),
    )
    analysis.set_defaults(run=_json)
    named_files.declare(analysis, reads="config")

    analyse = commands.add_parser(
        "analyse", parents=[any_record, config, control_only], help="who controls what, and the best moves",
        formatter_class=raw, epilog=help_text(),
    )
    analyse_command.add_to(analyse)
    compare_command.add_to(analyse)
    report_command.add_to(analyse)
    analyse.set_defaults(run=_analyse)
    named_files.declare(analyse, reads="file config compare", writes="svg html sgf")

    estimate = commands.add_parser(
        "estimate", parents=[config, control_only], help="ownership of many positions",
        description='One JSON object a line: {"id", "rows", "to_move", "komi", "ko", "rules"} in, '
                    '{"id", "ownership", "score"} out.',
    )
    estimate.add_argument("--jsonl", metavar="IN", required=True, help="the positions")
    estimate.add_argument("--out", metavar="OUT", required=True, help="the file to write")
    estimate.set_defaults(run=_estimate)
    named_files.declare(estimate, reads="config jsonl", writes="out")

    fit = commands.add_parser(
        "fit", parents=[config], help="fit what experience tells: the chances of chains, the moves of players",
        description="Fit the weights of analysis/ownership/life_probability.json on positions of known ownership: "
        "lines of JSON as for `estimate`, each with \"ownership\" and \"game\" as well. With --moves those of "
        "analysis/policy/weights.json, on "
        "the games of such lines, each with \"game\" and \"moves\", and on records of games.",
    )
    fit.add_argument("--jsonl", metavar="IN", required=True, help="the positions")
    fit.add_argument("--out", metavar="OUT", help="the file to write; without it, on stdout")
    fit.add_argument("--moves", action="store_true", help="fit how likely players are to make a move")
    fit.add_argument("--games", metavar="DIR|FILE", nargs="+", default=[],
                     help="with --moves: SGF records to learn from besides, folders with all below them")
    fit.set_defaults(run=_fit)
    named_files.declare(fit, reads="config jsonl games", writes="out")

    figure = commands.add_parser(
        "figure", parents=[record, config], help="control maps of one position side by side",
        description="Method paper at tolerance 1e-4 unless the settings say otherwise.",
    )
    figure.add_argument("--panels", metavar="LIST", default=ALL_PANELS, help="some of %(default)s")
    figure.add_argument("--svg", metavar="OUT", required=True, help="the file to write")
    figure.set_defaults(run=_figure)
    named_files.declare(figure, reads="file config", writes="svg")

    value_command.add_to(commands).set_defaults(run=_value)
    local_command.add_to(commands).set_defaults(run=_local)
    semeai_command.add_to(commands).set_defaults(run=_semeai)
    solve_command.add_to(commands).set_defaults(run=_solve)
    batch_command.add_to(commands, config).set_defaults(run=_batch)
    measure_command.add_to(commands, config).set_defaults(run=_measure)
    match_command.add_to(commands).set_defaults(run=_match)
    suite_command.add_to(commands).set_defaults(run=_suite)

    settings = commands.add_parser("settings", parents=[config], help="print all settings as TOML")
    settings.set_defaults(run=_print_settings)
    named_files.declare(settings, reads="config")
    return parser


# -- commands ----------------------------------------------------------------------------------------------------


def _gtp(args: argparse.Namespace) -> int:
    settings = _settings(args)
    for name, text in (("gtp.name", args.gtp_name), ("gtp.version", args.gtp_version)):
        if text is not None:
            settings.set(name, text)
    from . import protocol

    return protocol.main(settings)


def _json(args: argparse.Namespace) -> int:
    settings = _settings(args)
    from .kata_json import analysis as json_analysis

    return json_analysis.main(settings)


def _analyse(args: argparse.Namespace) -> int:
    settings = _settings(args)
    if args.compare is not None:
        return _compare(args, settings)
    if args.id is not None or args.index is not None:
        raise CliError("--id and --index go with --compare")
    if args.file is None:
        raise CliError("the following arguments are required: FILE.sgf (see mokusan analyse --help)")
    settings.control()  # what is wrong there is said before the record is read
    _listen()
    source = _source(args)
    game = _game(args, settings, source)
    report_command.write_reports(args, settings, source, sys.stderr)
    report = analyse_command.answer(game, settings)
    if args.svg:
        write(args.svg, report.svg())
    if args.trace:
        (sys.stderr if args.json else sys.stdout).writelines(f"{line}\n" for line in report.trace())
    _tell(report, args.json, lambda: report.lines(_wants_colour(sys.stdout)))
    return 0


def _compare(args: argparse.Namespace, settings: Settings) -> int:
    for word in ("html", "sgf", "every", "trace"):
        if getattr(args, word):
            raise CliError(f"--{word} does not go with --compare")
    if args.file is None and args.move is not None:
        raise CliError("--move goes with FILE.sgf only")
    if args.file is not None and (args.id is not None or args.index is not None):
        raise CliError("--id and --index name a position: no FILE.sgf goes with them")
    _listen()
    position = None if args.file is None else _game(args, settings, _source(args)).position
    report = compare_command.answer(args, settings, position)
    if args.svg:
        write(args.svg, report.svg())
    _tell(report, args.json, report.lines)
    return 0


def _estimate(args: argparse.Namespace) -> int:
    settings = _settings(args)
    _listen()
    from .shell.estimate import estimate_file

    estimate_file(args.jsonl, args.out, settings)
    return 0


def _fit(args: argparse.Namespace) -> int:
    settings = _settings(args)
    _listen()
    from .shell import fit as fitting

    if args.games and not args.moves:
        raise CliError("--games: expected with --moves only: the chances of chains are fitted on --jsonl alone")
    if args.moves:
        text = fitting.moves_as_json(fitting.fit_moves(args.jsonl, settings, args.games))
    else:
        text = fitting.as_json(fitting.fit_file(args.jsonl, settings))
    if args.out:
        write(args.out, text)
    else:
        sys.stdout.write(text)
    return 0


def _figure(args: argparse.Namespace) -> int:
    settings = _settings(args)
    _listen()
    game = _game(args, settings, _source(args))
    from .render.figure import figure_svg

    panels = [panel.strip() for panel in args.panels.split(",")]
    forbidden = game.forbidden(game.position.to_move)
    picture = figure_svg(game.position, panels, settings, rules=game.rules, forbidden=forbidden, last=game.last_point)
    write(args.svg, picture)
    return 0


def _value(args: argparse.Namespace) -> int:
    from .text.value import Report

    report = value_command.read_report(args)
    if report.note is not None:
        _say(report.note)
    if args.svg is not None and isinstance(report, Report):
        write(args.svg, report.svg())
    _tell(report, args.json, report.calculation if args.steps and isinstance(report, Report) else report.lines)
    return 0


def _local(args: argparse.Namespace) -> int:
    _listen()
    report = local_command.read_report(args, sys.stderr)
    if args.svg is not None:
        write(args.svg, report.svg())
    _tell(report, args.json, report.lines)
    return 0


def _semeai(args: argparse.Namespace) -> int:
    from .text.semeai_board import BoardReport

    if args.games is None:
        _listen()
    report = semeai_command.read_report(args)
    if args.svg is not None and isinstance(report, BoardReport):
        write(args.svg, report.svg())
    _tell(report, args.json, report.lines)
    return 0


def _solve(args: argparse.Namespace) -> int:
    _listen()
    report, interrupted = solve_command.answer(args, sys.stderr)
    if args.sgf is not None and report.without_tree:
        _say(f"{args.sgf}: not written: {report.without_tree}")
    elif args.sgf is not None:
        from .solve.proof_sgf import solution_to_sgf

        write(args.sgf, solution_to_sgf(report.solution).decode("utf-8"))
    _tell(report, args.json, report.lines)
    return 130 if interrupted else 0


def _batch(args: argparse.Namespace) -> int:
    settings = _settings(args)
    _listen()
    told, whole = batch_command.answer(args, settings, sys.stderr)
    print(told)
    return 0 if whole else 1


def _measure(args: argparse.Namespace) -> int:
    settings = _settings(args)
    _listen()
    report = measure_command.answer(args, settings, sys.stderr)
    _tell(report, args.json, report.lines)
    return 0


def _match(args: argparse.Namespace) -> int:
    _listen()
    return 130 if match_command.answer(args, lambda line: print(line, flush=True)) else 0


def _suite(args: argparse.Namespace) -> int:
    report = suite_command.answer(args, sys.stderr)
    for line in report.lines():
        print(line)
    return 130 if report.interrupted else 0


def _print_settings(args: argparse.Namespace) -> int:
    print(_settings(args).to_toml(), end="")
    return 0


# -- arguments ---------------------------------------------------------------------------------------------------


def _settings(args: argparse.Namespace) -> Settings:
    settings = Settings.load(args.config) if args.config is not None else Settings()
    for assignment in args.set:
        name, equals, value = assignment.partition("=")
        if not equals:
            raise CliError(f"--set: expected NAME=VALUE, got '{assignment}'")
        settings.set(name.strip(), value)
    if getattr(args, "control_only", False):
        settings.set("play.control_only", "true")
    return settings


def _source(args: argparse.Namespace) -> str | bytes:
    """What `load_game` is to read. Standard input is read once."""
    return data(args.file) if args.file == "-" else args.file


def _game(args: argparse.Namespace, settings: Settings, source: str | bytes) -> Game:
    from .sgf import load_game

    return load_game(
        source, args.move, komi=settings.get("game.komi"), rules=settings.rules(), name=title(args.file)
    )


class _Report(Protocol):
    """What a command has found out."""

    def payload(self) -> dict[str, Any]: ...


def _tell(report: _Report, as_json: bool, lines: Callable[[], Iterable[str]]) -> None:
    """A report on standard output: as one JSON object, or line by line as the lines come."""
    if as_json:
        import json

        print(json.dumps(report.payload()))
    else:
        for line in lines():
            print(line)


def _listen() -> None:
    """Show the analysis's notices from here on: to be called before anything of it runs."""
    from analysis.runtime import notices

    notices.subscribe(_say)


def _wants_colour(stream: TextIO) -> bool:
    """Whether `stream` is a terminal that shows colours and discs, and the user wants them (no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb"
    return stream.isatty() and not plain and "utf" in (stream.encoding or "").lower()


if __name__ == "__main__":
    sys.exit(main())
