"""`mokusan match`: openings, every ending of a game, records, the result, and misbehaving engines."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sgfmill import sgf

from analysis.board import Game, Grid, Rules
from gtpengine import cli
from gtpengine.arena.match import Ending, FinishedGame, MatchResult, MatchSettings, play_game, random_opening
from gtpengine.arena.match_player import EngineReferee, OwnReferee, Player

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs of POSIX")

Capture = pytest.CaptureFixture[str]

ENGINE = '''
import sys, time
mode, log = sys.argv[1], open(sys.argv[2], "a")
moves, size = 0, 9
for line in sys.stdin:
    words = line.split()
    log.write(line); log.flush()
    answer = ""
    if words[0] == "quit": break
    elif words[0] == "list_commands": answer = "genmove" + ("\\nkata-set-rules" if mode == "rules" else "")
    elif words[0] == "boardsize":
        size = int(words[1])
        if mode == "small": print("? unacceptable size\\n", flush=True); continue
    elif words[0] == "clear_board": moves = 0
    elif words[0] == "final_score": answer = {"void": "unknown", "draw": "0", "black": "B+12.5"}.get(mode, "W+3.5")
    elif words[0] == "play" and mode == "picky" and words[2] != "pass" and moves:
        print("? illegal move\\n", flush=True); continue
    elif words[0] == "genmove":
        moves += 1
        if mode == "crash" and moves == 2: sys.exit(3)
        if mode == "hang": time.sleep(60)
        if mode == "noise": print("thinking...", flush=True)
        if mode == "fails": print("? cannot\\n", flush=True); continue
        column = "ABCDEFGHJ"[(moves - 1) % size]
        answer = {"resign": "resign", "illegal": "A1", "nonsense": "Q99", "silent": "", "fill": None}.get(mode, "pass")
        if mode == "picky": answer = "pass"
        if answer is None: answer = column + str(1 + (moves - 1) // size)
    print("= " + answer + "\\n", flush=True)
'''


@pytest.fixture
def engine(tmp_path: Path) -> Callable[..., str]:
    """Return a function that makes the command line of an engine with some behaviour; it writes its input to a log."""
    program = tmp_path / "engine.py"
    program.write_text(ENGINE)
    return lambda mode, log="log": f"'{sys.executable}' '{program}' {mode} '{tmp_path / log}'"


def match_settings(**more: object) -> MatchSettings:
    usual = {"grid": Grid(9, 9), "rules": Rules(), "rules_name": "chinese", "komi": 7.0, "opening_length": (2, 4),
             "seed": 1, "move_limit": 40}  # fmt: skip
    return MatchSettings(**{**usual, **more})  # type: ignore[arg-type]


class Fixed:
    """A referee that gives every game the same score."""

    def __init__(self, score: float | None) -> None:
        self._score = score

    def score(self, game: Game) -> float | None:
        return self._score

    def close(self) -> None:
        pass


def play(engine: Callable[..., str], modes: tuple[str, str], number: int = 1, **more: object) -> FinishedGame:
    players = [Player(name, engine(mode, name), 20.0) for name, mode in zip("AB", modes, strict=True)]
    try:
        return play_game(players, Fixed(3.0), match_settings(**more), number)
    finally:
        for player in players:
            player.close()


# -- openings --------------------------------------------------------------------------------------------------------


def test_openings_depend_on_seed_and_pair_only() -> None:
    found = [random_opening(match_settings(), pair) for pair in range(200)]
    assert found == [random_opening(match_settings(), pair) for pair in range(200)]
    assert found != [random_opening(match_settings(seed=2), pair) for pair in range(200)]
    assert {len(points) for points in found} == {2, 3, 4}
    assert len({tuple(points) for points in found}) > 150
    grid = Grid(9, 9)
    for points in found:
        assert all(2 <= number <= 6 for point in points for number in grid.row_col(point))
        assert not any(near in points for point in points for near in grid.beside[point])


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 2), (1, 9), (3, 4), (25, 25)])
def test_openings_on_any_board_are_legal(size: tuple[int, int]) -> None:
    for pair in range(20):
        given = match_settings(grid=Grid(*size), opening_length=(0, 300))
        game = Game(size=size)
        points = random_opening(given, pair)
        for point in points:
            game.play(game.position.to_move, point)  # raises IllegalMove
        assert [move.point for move in game.moves] == points
        assert int((game.position.stones != 0).sum()) == len(points)


@pytest.mark.parametrize(("size", "rows"), [((4, 9), {0, 1, 2, 3}), ((5, 9), {2}), ((6, 9), {2, 3})])
def test_openings_avoid_two_lines_at_the_edge_of_large_boards(size: tuple[int, int], rows: set[int]) -> None:
    grid = Grid(*size)
    points = {point for pair in range(60) for point in random_opening(match_settings(grid=grid), pair)}
    assert {grid.row_col(point)[0] for point in points} == rows
    assert {grid.row_col(point)[1] for point in points} == {2, 3, 4, 5, 6}


# -- how games end ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("modes", "ending", "winner", "result", "detail"),
    [
        (("pass", "pass"), Ending.PASSES, 0, "B+3", ""),
        (("resign", "pass"), Ending.RESIGNED, 1, "W+R", ""),
        (("pass", "resign"), Ending.RESIGNED, 0, "B+R", ""),
        (("nonsense", "pass"), Ending.ILLEGAL, 1, "W+F", "'Q99' is no point"),
        (("silent", "pass"), Ending.ILLEGAL, 1, "W+F", "'' is no point"),
        (("illegal", "pass"), Ending.ILLEGAL, 1, "W+F", "A1"),
        (("crash", "fill"), Ending.CRASH, 1, "W+F", "it has ended"),
        (("noise", "pass"), Ending.CRASH, 1, "W+F", "'genmove B' answered 'thinking...'"),
        (("pass", "fails"), Ending.REFUSED, 0, "B+F", "cannot"),
        (("small", "pass"), Ending.REFUSED, 1, "W+F", "unacceptable size"),
        (("picky", "fill"), Ending.REFUSED, 1, "W+F", "illegal move"),
        (("fill", "pass"), Ending.MOVE_LIMIT, 0, "B+3", ""),
    ],
)
def test_how_a_game_ends(
    modes: tuple[str, str], ending: Ending, winner: int, result: str, detail: str, engine: Callable[..., str]
) -> None:
    """The opening has an even number of moves, so that the first engine, Black, moves first after it."""
    played = play(engine, modes, opening_length=(2, 2), move_limit=10)
    assert (played.ending, played.winner, played.result) == (ending, winner, result)
    assert detail in played.detail


def test_an_engine_that_hangs_loses_on_time_and_is_restarted(engine: Callable[..., str]) -> None:
    begun = time.monotonic()
    players = [Player("A", engine("hang"), 0.5), Player("B", engine("pass"), 20.0)]
    try:
        for number in (1, 2):
            played = play_game(players, Fixed(0.0), match_settings(), number)
            assert (played.ending, played.winner) == (Ending.TIMEOUT, 1)
            assert played.result == ("W+T" if number == 1 else "B+T")
    finally:
        for player in players:
            player.close()
    assert [player.restarts for player in players] == [1, 0]
    assert time.monotonic() - begun < 20


def test_colours_alternate_and_a_pair_has_one_opening(engine: Callable[..., str], tmp_path: Path) -> None:
    games = [play(engine, ("pass", "pass"), number) for number in (1, 2, 3)]
    assert [game.first_is_black for game in games] == [True, False, True]
    assert [game.winner for game in games] == [0, 1, 0]  # Black, by the referee
    openings = [[move for move in game.game.moves if move.point >= 0] for game in games]
    assert openings[0] == openings[1] != openings[2]
    received = [re.findall(r"genmove (.)", (tmp_path / name).read_text()) for name in "AB"]
    assert all(set(colours) == {"B", "W"} for colours in received)


def test_both_engines_get_the_same_game(engine: Callable[..., str], tmp_path: Path) -> None:
    play(engine, ("rules", "fill"), opening_length=(2, 2), move_limit=5, komi=0.5)
    rules = (tmp_path / "A").read_text().splitlines()
    fill = (tmp_path / "B").read_text().splitlines()
    assert rules[1:5] == ["kata-set-rules chinese", "boardsize 9", "clear_board", "komi 0.5"]
    assert rules[5:7] == fill[4:6]
    assert rules[7:-1] == ["genmove B", "play W A1", "genmove B"]
    assert fill[6:-1] == ["play B pass", "genmove W", "play B pass"]


def test_after_an_odd_opening_white_moves_first(engine: Callable[..., str]) -> None:
    moves = play(engine, ("pass", "pass"), opening_length=(3, 3)).game.moves
    assert [move.color.letter for move in moves] == ["B", "W", "B", "W", "B"]


def test_an_engine_as_referee(engine: Callable[..., str]) -> None:
    game = Game(size=(9, 9))
    for mode, score in (("black", 12.5), ("white", -3.5), ("draw", 0.0), ("void", None), ("small", None)):
        referee = EngineReferee(engine(mode), "chinese")
        assert referee.score(game) == score
        referee.close()
    assert play_game_scored(engine, None).result == "Void"
    assert play_game_scored(engine, 0.0).result == "0"


def play_game_scored(engine: Callable[..., str], score: float | None) -> FinishedGame:
    players = [Player(name, engine("pass"), 20.0) for name in "AB"]
    played = play_game(players, Fixed(score), match_settings(), 1)
    for player in players:
        player.close()
    assert played.winner is None
    return played


def test_our_referee_subtracts_komi() -> None:
    assert OwnReferee().score(Game(size=(9, 9), komi=7.0)) == -7.0


# -- the tally -------------------------------------------------------------------------------------------------------


def test_match_result_of_five_games() -> None:
    games = [
        FinishedGame(1, Game(), 0, Ending.PASSES, 5.0), FinishedGame(2, Game(), 0, Ending.PASSES, -2.0),
        FinishedGame(3, Game(), None, Ending.PASSES, 0.0), FinishedGame(4, Game(), 1, Ending.TIMEOUT),
        FinishedGame(5, Game(), None, Ending.VOID),
    ]  # fmt: skip
    assert [game.result for game in games] == ["B+5", "W+2", "0", "B+T", "Void"]
    match_result = MatchResult(("A", "B"), games)
    assert (match_result.counted, match_result.points) == (4, 2.5)
    assert match_result.lead == pytest.approx(7 / 3)
    played = match_result.payload([])["played"]
    assert [(game["black"], game["winner"]) for game in played] == [
        ("A", "A"), ("B", "A"), ("A", None), ("B", "B"), ("A", None)]
    assert MatchResult(("A", "B"), games[4:]).lines([]) == ["no game counts"]


# -- the command -----------------------------------------------------------------------------------------------------


def test_match_command(engine: Callable[..., str], tmp_path: Path, capsys: Capture) -> None:
    out, records = tmp_path / "out.json", tmp_path / "records"
    words = ["match", engine("resign"), engine("fill"), "--games", "4", "--size", "7", "--json", str(out), "--sgf",
             str(records)]  # fmt: skip
    assert cli.main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"game 1: A Black, W\+R \(resigned\), [2-5] moves, B wins", lines[0])
    assert re.fullmatch(r"game 2: B Black, B\+R \(resigned\), [2-5] moves, B wins", lines[1])
    assert lines[4] == "A against B: 0 of 4, 0.0 % [0.0, 49.0]"
    result = json.loads(out.read_text())
    assert (result["points"], result["endings"], result["size"], result["lead"]) == (0, {"resigned": 4}, 7, None)
    assert [game["black"] for game in result["played"]] == ["A", "B", "A", "B"]
    assert result["engines"][0]["moves"] == 4
    assert result["engines"][0]["wall_ms"] > 0
    assert sorted(path.name for path in records.iterdir()) == [f"game-000{number}.sgf" for number in (1, 2, 3, 4)]
    for number, path in enumerate(sorted(records.iterdir()), 1):
        game = sgf.Sgf_game.from_bytes(path.read_bytes())
        assert (game.get_size(), game.get_komi(), game.get_winner()) == (7, 7.0, "w" if number % 2 else "b")
        assert len(game.get_main_sequence()) - 1 == result["played"][number - 1]["moves"]


def test_a_rectangle_is_lost_by_an_engine_for_squares(engine: Callable[..., str], capsys: Capture) -> None:
    """An engine that takes square boards only loses at once to our own engine."""
    ours = f"'{sys.executable}' -m gtpengine --set play.policy_moves=0"
    assert cli.main(["match", engine("pass"), ours, "--games", "1", "--size", "2x3", "--timeout", "300"]) == 0
    assert "W+F (refused: it takes square boards only, not 3x2)" in capsys.readouterr().out


def test_ctrl_c_prints_the_result_so_far(engine: Callable[..., str], tmp_path: Path) -> None:
    heeded = "signal.signal(signal.SIGINT, signal.default_int_handler)"  # tests in the background ignore it
    code = f"import signal, sys; {heeded}; from gtpengine.cli import main; sys.exit(main())"
    command = [sys.executable, "-u", "-c", code]
    words = ["match", engine("pass"), engine("pass", "other"), "--games", "2000", "--json", str(tmp_path / "out")]
    with subprocess.Popen([*command, *words], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        first = run.stdout.readline()  # printed as the game ends, not at the end of the match
        run.send_signal(signal.SIGINT)
        rest = run.stdout.read().splitlines()
    assert first.startswith("game 1: ")
    assert run.returncode == 130
    games = sum(line.startswith("game ") for line in rest) + 1
    assert f"stopped after {games} of 2000 games" in rest
    assert json.loads((tmp_path / "out").read_text())["games"] == games
    assert any(line.startswith("A against B: ") for line in rest)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("/nonexistent", "ENGINE"), "engine A: cannot start '/nonexistent': No such file or directory"),
        (("ENGINE", "echo"), "engine B: 'echo' does not speak GTP: it has ended"),
        (("ENGINE", "ENGINE", "--referee", "'"), "referee: cannot start \"'\": No closing quotation"),
        (("ENGINE",), "the following arguments are required: ENGINE"),
        (("a", "b", "--size", "26"), "argument --size: expected a side such as 9, or ROWSxCOLUMNS, got '26'"),
        (("a", "b", "--size", "0x3"), "argument --size: expected a side"),
        (("a", "b", "--opening", "4-2"), "argument --opening: expected a number of moves such as 4, or 2-4, got '4-2'"),
        (("a", "b", "--komi", "nan"), "argument --komi: expected a number of points such as 7 or 6.5, got 'nan'"),
        (("a", "b", "--timeout", "0"), "argument --timeout: expected a number above 0, got '0'"),
        (("a", "b", "--rules", "chess"), "argument --rules: expected one of"),
        (("a", "b", "--games", "0"), "argument --games: expected a whole number of at least 1, got '0'"),
        (("ENGINE", "ENGINE", "--sgf", "/dev/null/x"), "/dev/null/x: cannot make the folder: Not a directory"),
        (("ENGINE", "ENGINE", "--json", "/dev/null/x"), "/dev/null/x: cannot write: Not a directory"),
    ],
)
def test_errors_are_one_line(
    words: tuple[str, ...], message: str, engine: Callable[..., str], capsys: Capture
) -> None:
    assert cli.main(["match", *(engine("pass") if word == "ENGINE" else word for word in words)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"mokusan: {message}")
    assert captured.err.count("\n") == 1


def test_files_are_unchanged_if_the_match_cannot_begin(
    engine: Callable[..., str], tmp_path: Path, capsys: Capture
) -> None:
    out, records = tmp_path / "out.json", tmp_path / "records"
    out.write_text("kept")
    before = sorted(tmp_path.iterdir())
    assert cli.main(["match", engine("pass"), "echo", "--json", str(out), "--sgf", str(records)]) == 2
    assert "engine B" in capsys.readouterr().err
    assert out.read_text() == "kept"
    assert [path for path in sorted(tmp_path.iterdir()) if path.name != "log"] == before
