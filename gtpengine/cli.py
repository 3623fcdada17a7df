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
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TextIO

from . import __version__, batch_command, local_command, semeai_command, solve_command, value_command
from .settings import Settings, SettingsError, help_text

if TYPE_CHECKING:
    from analysis.board import Game
    from analysis.endgame import LocalGames
    from analysis.evaluation import Evaluation
    from analysis.ranking import Ranking

ALL_PANELS = "propagating,A,B,C,D,rank"
USER_ERRORS = {
    "gtpengine.command_words": "InputError",
    "gtpengine.sgf": "SgfError",
    "gtpengine.estimates": "EstimateError",
    "gtpengine.batch_source": "BatchError",
    "gtpengine.render.figure": "FigureError",
    "gtpengine.value_report": "ReportError",
    "gtpengine.semeai_report": "SemeaiError",
    "gtpengine.solving": "SolveError",
    "gtpengine.guesser": "GuesserError",
    "analysis.values.notation": "NotationError",
    "analysis.values.tree_text": "TreeError",
    "analysis.values.ko": "KoError",
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
    record.add_argument("file", metavar="FILE.sgf", help="a game record; - reads standard input")
    record.add_argument("--move", metavar="N", type=int, help="the position after N moves (default: the end)")

    gtp = commands.add_parser(
        "gtp", parents=[config], help="speak GTP on standard input and output", formatter_class=raw, epilog=help_text()
    )
    gtp.add_argument("--gtp-name", metavar="N", help="the name told to the front end")
    gtp.add_argument("--gtp-version", metavar="V", help="the version told to the front end")
    gtp.set_defaults(run=_gtp)

    analysis = commands.add_parser(
        "json", parents=[config], help="speak KataGo's JSON analysis protocol, for KaTrain and scripts",
        description="One JSON object a line each way. Values are Black's unless a query says otherwise "
                    "(reportAnalysisWinratesAs);\nvisits are positions evaluated; policy and prior are no network's "
                    "but a softmax of what each move gains.",
        formatter_class=raw, epilog=help_text(),
    )
    analysis.set_defaults(run=_json)

    analyse = commands.add_parser(
        "analyse", parents=[record, config, control_only], help="who controls what, and the best moves",
        formatter_class=raw, epilog=help_text(),
    )
    analyse.add_argument("--json", action="store_true", help="one JSON object, with every move")
    analyse.add_argument("--svg", metavar="OUT", help="also draw the board to a file")
    analyse.add_argument("--trace", action="store_true", help="the residual of every sweep (on stderr with --json)")
    analyse.set_defaults(run=_analyse)

    estimate = commands.add_parser(
        "estimate", parents=[config, control_only], help="ownership of many positions",
        description='One JSON object a line: {"id", "rows", "to_move", "komi", "ko", "rules"} in, '
                    '{"id", "ownership", "score"} out.',
    )
    estimate.add_argument("--jsonl", metavar="IN", required=True, help="the positions")
    estimate.add_argument("--out", metavar="OUT", required=True, help="the file to write")
    estimate.set_defaults(run=_estimate)

    fit = commands.add_parser(
        "fit", parents=[config], help="fit what experience tells: the chances of chains, the moves of players",
        description="Fit the weights of analysis/prior.json on positions whose ownership is known: lines of JSON as "
        "for `estimate`, each with \"ownership\" and \"game\" as well. With --moves those of analysis/shape.json, on "
        "the games of such lines, each with \"game\" and \"moves\".",
    )
    fit.add_argument("--jsonl", metavar="IN", required=True, help="the positions")
    fit.add_argument("--out", metavar="OUT", help="the file to write; without it, on stdout")
    fit.add_argument("--moves", action="store_true", help="fit how likely players are to make a move")
    fit.set_defaults(run=_fit)

    figure = commands.add_parser(
        "figure", parents=[record, config], help="control maps of one position side by side",
        description="Method paper at tolerance 1e-4 unless the settings say otherwise.",
    )
    figure.add_argument("--panels", metavar="LIST", default=ALL_PANELS, help="some of %(default)s")
    figure.add_argument("--svg", metavar="OUT", required=True, help="the file to write")
    figure.set_defaults(run=_figure)

    value_command.add_to(commands).set_defaults(run=_value)
    local_command.add_to(commands).set_defaults(run=_local)
    semeai_command.add_to(commands).set_defaults(run=_semeai)
    solve_command.add_to(commands).set_defaults(run=_solve)
    batch_command.add_to(commands, config).set_defaults(run=_batch)

    settings = commands.add_parser("settings", parents=[config], help="print all settings as TOML")
    settings.set_defaults(run=_print_settings)
    return parser


# -- commands ----------------------------------------------------------------------------------------------------


def _gtp(args: argparse.Namespace) -> int:
    settings = _settings(args)
    from . import protocol

    return protocol.main(settings, args.gtp_name, args.gtp_version)


def _json(args: argparse.Namespace) -> int:
    settings = _settings(args)
    from . import json_analysis

    return json_analysis.main(settings)


def _analyse(args: argparse.Namespace) -> int:
    settings = _settings(args)
    control = settings.control()
    _listen()
    game = _game(args, settings)
    from analysis.tactics import rank

    from .choice import count_endgame, evaluate_game
    from .shape_store import ShapeStore

    position = game.position
    evaluation = evaluate_game(game, position.to_move, settings)
    forbidden = game.forbidden(position.to_move)
    ranking = rank(evaluation, control, forbidden=forbidden)
    games = None if evaluation.status is None else count_endgame(evaluation, settings, ShapeStore())
    if games is not None and settings.get("play.endgame"):
        from analysis.closing import counted

        ranking = counted(ranking, games, game.rules.scoring)
    if args.svg:
        _write(args.svg, _picture(game, evaluation, ranking, games, settings.get("analyse.top_moves")))
    if args.trace:
        from analysis.control import trace

        if evaluation.settled is None:
            residuals = trace(position, control)
        else:
            settled = evaluation.settled
            residuals = trace(settled.position, replace(control, stones="fixed"), settled.held)
        lines = "".join(f"sweep {number:4d}  residual {change:.3e}\n" for number, change in enumerate(residuals, 1))
        (sys.stderr if args.json else sys.stdout).write(lines)
    if args.json:
        import json

        print(json.dumps(_as_json(evaluation, ranking, games)))
    else:
        print(_as_text(game, evaluation, ranking, games, settings, _wants_colour(sys.stdout)))
    return 0


def _estimate(args: argparse.Namespace) -> int:
    settings = _settings(args)
    _listen()
    from .estimates import estimate_file

    estimate_file(args.jsonl, args.out, settings)
    return 0


def _fit(args: argparse.Namespace) -> int:
    settings = _settings(args)
    _listen()
    from . import fitting

    if args.moves:
        text = fitting.moves_as_json(fitting.fit_moves(args.jsonl, settings))
    else:
        text = fitting.as_json(fitting.fit_file(args.jsonl, settings))
    if args.out:
        _write(args.out, text)
    else:
        sys.stdout.write(text)
    return 0


def _figure(args: argparse.Namespace) -> int:
    settings = _settings(args)
    _listen()
    game = _game(args, settings)
    from .render.figure import figure_svg

    panels = [panel.strip() for panel in args.panels.split(",")]
    forbidden = game.forbidden(game.position.to_move)
    picture = figure_svg(game.position, panels, settings, rules=game.rules, forbidden=forbidden, last=_last(game))
    _write(args.svg, picture)
    return 0


def _value(args: argparse.Namespace) -> int:
    from .value_report import Report

    report = value_command.read_report(args)
    if report.note is not None:
        _say(report.note)
    if args.svg is not None and isinstance(report, Report):
        _write(args.svg, report.svg())
    _tell(report, args.json, report.calculation if args.steps and isinstance(report, Report) else report.lines)
    return 0


def _local(args: argparse.Namespace) -> int:
    _listen()
    report = local_command.read_report(args, sys.stderr)
    if args.svg is not None:
        _write(args.svg, report.svg())
    _tell(report, args.json, report.lines)
    return 0


def _semeai(args: argparse.Namespace) -> int:
    from .semeai_board import BoardReport

    if args.games is None:
        _listen()
    report = semeai_command.read_report(args)
    if args.svg is not None and isinstance(report, BoardReport):
        _write(args.svg, report.svg())
    _tell(report, args.json, report.lines)
    return 0


def _solve(args: argparse.Namespace) -> int:
    _listen()
    report, interrupted = solve_command.answer(args, sys.stderr)
    if args.sgf is not None and report.solution.knowledge is None:
        _say(f"{args.sgf}: not written: the search has ended before there was anything to show")
    elif args.sgf is not None:
        from .solve_sgf import solution_to_sgf

        _write(args.sgf, solution_to_sgf(report.solution).decode("utf-8"))
    _tell(report, args.json, report.lines)
    return 130 if interrupted else 0


def _batch(args: argparse.Namespace) -> int:
    settings = _settings(args)
    _listen()
    told, whole = batch_command.answer(args, settings, sys.stderr)
    print(told)
    return 0 if whole else 1


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


def _game(args: argparse.Namespace, settings: Settings) -> Game:
    from .sgf import load_game

    source = sys.stdin.buffer.read() if args.file == "-" else args.file
    return load_game(source, args.move, komi=settings.get("game.komi"), rules=settings.rules())


def _last(game: Game) -> int:
    from analysis.board import PASS

    return game.moves[-1].point if game.moves else PASS


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CliError(f"{path}: cannot write: {error.strerror}") from None


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
    from analysis import notices

    notices.subscribe(_say)


def _wants_colour(stream: TextIO) -> bool:
    """Whether `stream` is a terminal that shows colours and discs, and the user wants them (no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb"
    return stream.isatty() and not plain and "utf" in (stream.encoding or "").lower()


# -- results -----------------------------------------------------------------------------------------------------


def _as_json(evaluation: Evaluation, ranking: Ranking, games: LocalGames | None) -> dict[str, Any]:
    """Ownership is row-major from the top left; scores are Black's lead, gains the mover's."""
    from .endgame_report import payload

    position, control = evaluation.position, evaluation.control
    vertex = position.grid.vertex
    return {
        "size": position.grid.size_json,
        "to_move": position.to_move.letter,
        "score": evaluation.score,
        "score_with_komi": evaluation.score_with_komi,
        "ownership": control.values.round(6).reshape(-1).tolist(),
        "candidates": [
            {"move": vertex(move.point), "gain": move.gain, "score": move.score} for move in ranking.candidates
        ],
        "sweeps": control.sweeps,
        "residual": control.residual,
        "converged": control.converged,
        **payload(games, position.grid),
    }


def _as_text(
    game: Game, evaluation: Evaluation, ranking: Ranking, games: LocalGames | None, settings: Settings, colour: bool
) -> str:
    from .render.figure import lead
    from .render.text import COLOUR_LEGEND, LEGEND, control_board

    position, control = evaluation.position, evaluation.control
    vertex = position.grid.vertex
    mover = position.to_move.word.capitalize()
    legend = COLOUR_LEGEND if colour else LEGEND
    lines = [control_board(position, control.values, colour), legend, ""]
    if game.moves:
        last = game.moves[-1]
        lines.append(f"After move {len(game.moves)} ({last.color.letter} {vertex(last.point)}), {mover} to move.")
    else:
        lines.append(f"{mover} to move.")
    lines.append(
        f"Score {lead(evaluation.score)} on the board, "
        f"{lead(evaluation.score_with_komi)} with komi {game.compensation:g}."
    )
    state = "Converged" if control.converged else "NOT converged"
    lines.append(f"{state} after {control.sweeps} sweeps, residual {control.residual:.1e} (method {control.method}).")
    best = ranking.best(settings.get("analyse.top_moves"))
    if best:
        lines += ["", f"Best moves for {mover}: gain against a pass, score on the board after the move"]
    for number, move in enumerate(best, 1):
        remark = f"   ({move.reason})" if move.reason else ""
        lines.append(f"{number:3d}  {vertex(move.point):<4} {move.gain:z8.2f}   {lead(move.score)}{remark}")
    rows = _endgame_table(game, games, settings.get("analyse.top_moves"))
    lines += ["", *rows] if rows else []
    return "\n".join(lines)


def _endgame_table(game: Game, games: LocalGames | None, top: int) -> list[str]:
    from analysis.board import Scoring

    from .endgame_report import table

    return [] if games is None else table(games, game.grid, game.rules.scoring is Scoring.AREA, top)


def _picture(game: Game, evaluation: Evaluation, ranking: Ranking, games: LocalGames | None, top: int) -> str:
    from .endgame_report import places
    from .render.figure import lead
    from .render.svg import board_svg

    labels = {move.point: str(number) for number, move in enumerate(ranking.best(top), 1)}
    with_komi = f"{lead(evaluation.score_with_komi)} with komi {game.compensation:g}"
    caption = f"{lead(evaluation.score)} on the board, {with_komi}"
    return board_svg(
        evaluation.position, evaluation.control.values, labels, last=_last(game), caption=caption,
        places=() if games is None else places(games, top), rows=_endgame_table(game, games, top),
    )


if __name__ == "__main__":
    sys.exit(main())
