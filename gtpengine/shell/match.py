"""`mokusan match`: games between two GTP engines, each printed as it ends, and the result of the match."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from ..files.atomic_write import atomic_writer
from ..files.path_checks import declare_paths
from ..files.text_files import InputError, write_text
from .common_arguments import Parents, Verbs, board_size, komi, positive_number, whole_number
from .output import show_notices

if TYPE_CHECKING:
    from ..arena.match import FinishedGame, MatchSettings
    from ..arena.match_player import Player, Referee

NAMES = ("A", "B")


def _opening_length(word: str) -> tuple[int, int]:
    """Parse the least and greatest number of random moves, "A-B" or "N"."""
    match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", word)
    moves = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if moves[0] > moves[1]:
        raise argparse.ArgumentTypeError(f"expected a number of moves such as 4, or 2-4, got '{word[:40]}'")
    return moves


def _rules_name(word: str) -> str:
    """Return the name of a ruleset as engines know it."""
    from analysis.board import RULE_NAMES, parse_rules, rules_text

    try:
        rules = parse_rules(word)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error).removeprefix("rules: ")) from None
    return word if word in RULE_NAMES else rules_text(rules)


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "match", help="play games between two GTP engines",
        description="Play two GTP engines, started by their command lines. The same random opening is played once with "
                    "each colour. An engine that does not answer, ends, or plays an illegal move loses its game and is "
                    "restarted. Ctrl-C ends the match and prints the result of the games so far.",
    )
    parser.add_argument("engines", metavar="ENGINE", nargs=2, help='command lines, such as "mokusan gtp"')
    parser.add_argument("--size", metavar="N|RxC", type=board_size(squares=True), default=(9, 9),
                        help="the board size (default: 9)")
    parser.add_argument("--games", metavar="N", type=whole_number(1, 6), default=10,
                        help="the number of games (default: %(default)s)")
    parser.add_argument("--komi", metavar="K", type=komi(float), default=7.0,
                        help="White's komi in points (default: 7)")
    parser.add_argument("--rules", metavar="NAME", type=_rules_name, default="chinese",
                        help="the rules, sent to engines that have kata-set-rules (default: %(default)s)")
    parser.add_argument("--opening", metavar="A-B", type=_opening_length, default=(2, 4),
                        help="begin each game with A to B random moves (default: 2-4)")
    parser.add_argument("--seed", metavar="N", type=whole_number(0), default=1,
                        help="the random seed of the openings (default: 1)")
    parser.add_argument("--sgf", metavar="DIR", help="write a record of every game to this folder, as the game ends")
    parser.add_argument("--timeout", metavar="S", type=positive_number(), default=60.0,
                        help="the seconds an engine has for each answer (default: 60)")
    parser.add_argument("--max-moves", metavar="F", type=positive_number(), default=3.0,
                        help="a game ends after F moves for each point of the board (default: 3)")
    parser.add_argument("--referee", metavar="COMMAND",
                        help="the command line of the engine whose final_score counts (default: Mokusan itself)")
    parser.add_argument("--json", metavar="OUT", help="also write all results as a JSON object to this file")
    declare_paths(parser, writes="json", folders="sgf")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the match, printing each game as it ends; returns the exit status, 130 after Ctrl-C."""
    show_notices()
    return 130 if play_match(args, lambda line: print(line, flush=True)) else 0


def play_match(args: argparse.Namespace, print_line: Callable[[str], None]) -> bool:
    """Play the match; calls `print_line` for each game and for the result. Returns whether Ctrl-C ended the match.

    Raises MatchError if an engine cannot be started, InputError for files that cannot be written.
    """
    import json

    from ..arena.match import MatchResult, play_game
    from ..arena.match_player import Player

    match_settings = _match_settings(args)
    players = [Player(name, command, args.timeout) for name, command in zip(NAMES, args.engines, strict=True)]
    match_result = MatchResult(NAMES)
    interrupted = False
    with ExitStack() as stack:
        write_json = None if args.json is None else stack.enter_context(atomic_writer(args.json, InputError))
        referee = _start_referee(args, stack)
        for player in players:
            stack.callback(player.close)
            _start_engine(player)
        folder = None if args.sgf is None else _make_folder(args.sgf)
        try:
            for number in range(1, args.games + 1):
                finished = play_game(players, referee, match_settings, number)
                match_result.games.append(finished)
                if folder is not None:
                    _write_record(folder, finished, args.engines)
                print_line(_game_line(finished))
        except KeyboardInterrupt:
            interrupted = True
            print_line(f"stopped after {len(match_result.games)} of {args.games} games")
        for line in match_result.lines(players):
            print_line(line)
        if write_json is not None:
            about = {"size": match_settings.grid.size_json, "komi": args.komi, "rules": args.rules, "seed": args.seed}
            write_json((json.dumps(about | match_result.payload(players), indent=1) + "\n").encode())
    return interrupted


def _match_settings(args: argparse.Namespace) -> MatchSettings:
    """Return what holds for every game of the match."""
    from analysis.board import Grid, Rules

    from ..arena.match import MatchSettings

    grid = Grid(*args.size)
    limit = max(1, int(args.max_moves * grid.area))
    return MatchSettings(grid, Rules.named(args.rules), args.rules, args.komi, args.opening, args.seed, limit)


def _start_engine(player: Player) -> None:
    """Start an engine before the first game, so that a wrong command line is an error and not a lost match.

    Raises MatchError.
    """
    from ..arena.gtp_client import EngineError
    from ..arena.match_player import MatchError

    try:
        player.ensure_running()
    except EngineError as error:
        raise MatchError(f"engine {player.name}: {error}") from None


def _start_referee(args: argparse.Namespace, stack: ExitStack) -> Referee:
    """Return the referee, to be closed by `stack`. Raises MatchError if it is an engine that cannot be started."""
    from ..arena.match_player import EngineReferee, OwnReferee

    referee: Referee = OwnReferee() if args.referee is None else EngineReferee(args.referee, args.rules)
    stack.callback(referee.close)
    return referee


def _game_line(finished: FinishedGame) -> str:
    """Return the line that reports a game."""
    won = "no winner" if finished.winner is None else f"{NAMES[finished.winner]} wins"
    detail = f": {finished.detail}" if finished.detail else ""
    black = NAMES[not finished.first_is_black]
    return (f"game {finished.number}: {black} Black, {finished.result} ({finished.ending.value}{detail}), "
            f"{len(finished.game.moves)} moves, {won}")


# -- files ---------------------------------------------------------------------------------------------------------


def _make_folder(name: str) -> Path:
    """Create the folder for records if it is missing. Raises InputError."""
    try:
        folder = Path(name)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{name}: cannot make the folder: {error.strerror}") from None
    return folder


def _write_record(folder: Path, finished: FinishedGame, engines: list[str]) -> None:
    """Write the SGF record of a game, with the engines' command lines as players. Raises InputError."""
    from ..sgf import game_to_sgf

    black, white = engines if finished.first_is_black else engines[::-1]
    path = folder / f"game-{finished.number:04d}.sgf"
    write_text(str(path), game_to_sgf(finished.game, black, white, finished.result))
