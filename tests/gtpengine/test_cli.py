"""The `mokusan` command: what it prints, and what it says to bad input."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from analysis._jit import COMPILED
from analysis.board import Position
from analysis.control import estimate
from gtpengine import __version__, cli
from gtpengine.settings import SETTINGS, Settings

DATA = Path(__file__).parents[1] / "data"
GAME = str(DATA / "opening9.sgf")
ENDGAME = str(DATA / "endgame9.sgf")
RECTANGLE = str(DATA / "rectangle.sgf")

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True, scope="module")
def _kernels_are_loaded() -> None:
    """A first compilation, or a missing numba, is announced on stderr: before the tests that count its lines."""
    Position.empty(2).play(0)


def run(capsys: Capture, *words: str) -> str:
    """The output of a command that must succeed and say nothing on stderr but notices."""
    assert cli.main(words) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, *words: str) -> str:
    """What follows "mokusan: " in the single line of a command that must fail with status 2."""
    assert cli.main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("mokusan: ")
    return lines[0].removeprefix("mokusan: ")


# -- analyse -----------------------------------------------------------------------------------------------------


def test_analyse_json_has_exactly_these_keys(capsys: Capture) -> None:
    answer = json.loads(run(capsys, "analyse", GAME, "--json"))
    assert list(answer) == [
        "size", "to_move", "score", "score_with_komi", "ownership", "candidates", "sweeps", "residual", "converged",
        "endgame", "endgame_open"]
    assert (answer["size"], answer["to_move"], answer["converged"]) == (9, "B", True)
    assert len(answer["ownership"]) == 81
    assert all(-1 <= value <= 1 for value in answer["ownership"])
    assert answer["score_with_komi"] == pytest.approx(answer["score"] - 6.5)
    assert answer["score"] == pytest.approx(sum(answer["ownership"]), abs=1e-3)
    moves = answer["candidates"]
    assert all(list(move) == ["move", "gain", "score"] for move in moves)
    assert "pass" in [move["move"] for move in moves]
    assert [move["gain"] for move in moves] == sorted((move["gain"] for move in moves), reverse=True)


def test_analyse_json_of_a_rectangle(capsys: Capture) -> None:
    answer = json.loads(run(capsys, "analyse", RECTANGLE, "--json", "--move", "1"))
    assert (answer["size"], answer["to_move"], len(answer["ownership"])) == ([9, 7], "B", 63)
    assert answer["ownership"][0] > 0 > answer["ownership"][-1]


def test_analyse_text(capsys: Capture) -> None:
    text = run(capsys, "analyse", GAME, "--set", "analyse.top_moves=3")
    assert "\x1b" not in text
    assert "After move 10 (W B7), Black to move." in text
    assert re.search(r"^Score ([BW]\+)?\d+\.\d\d on the board, ([BW]\+)?\d+\.\d\d with komi 6\.5\.$", text, re.M)
    assert re.search(r"^Converged after \d+ sweeps, residual \d\.\de[-+]\d\d \(method \w+\)\.$", text, re.M)
    assert len(re.findall(r"^ +\d  [A-J]\d +\d+\.\d\d   ([BW]\+)?\d+\.\d\d", text, re.M)) == 3


def test_analyse_reads_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"(;SZ[3];B[bb])")))
    assert json.loads(run(capsys, "analyse", "-", "--json"))["size"] == 3


def test_analyse_of_no_moves_and_of_the_smallest_board(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "one.sgf"
    path.write_text("(;SZ[1])", encoding="utf-8")
    answer = json.loads(run(capsys, "analyse", str(path), "--json"))
    assert answer["ownership"] == [0.0]
    assert [move["move"] for move in answer["candidates"]] == ["pass"]
    assert "Black to move." in run(capsys, "analyse", str(path))


def test_colour_only_where_it_is_wanted(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        encoding = "utf-8"  # type: ignore[assignment]

        def isatty(self) -> bool:
            return True

    def shown(**environment: str) -> str:
        for name in ("NO_COLOR", "TERM"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        screen = Terminal()
        monkeypatch.setattr("sys.stdout", screen)
        assert cli.main(["analyse", GAME]) == 0
        return screen.getvalue()

    assert "\x1b[48;5;" in shown(TERM="xterm-256color")
    assert "●" in shown(TERM="xterm", NO_COLOR="")
    assert "\x1b" not in shown(TERM="xterm-256color", NO_COLOR="1")
    assert "\x1b" not in shown(TERM="dumb")
    Terminal.encoding = "latin-1"  # type: ignore[assignment]
    assert "\x1b" not in shown(TERM="xterm-256color")


def test_trace_ends_with_the_residual(capsys: Capture) -> None:
    words = ("analyse", GAME, "--trace", "--set", "control.method=paper")
    assert cli.main([*words, "--json"]) == 0
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    found = re.findall(r"^sweep +(\d+)  residual (\S+)$", captured.err, re.M)
    assert [int(number) for number, _ in found] == list(range(1, answer["sweeps"] + 1))
    assert float(found[-1][1]) == pytest.approx(answer["residual"], rel=1e-3)
    assert run(capsys, *words).startswith("sweep    1  residual ")


def test_analyse_svg(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    run(capsys, "analyse", GAME, "--svg", str(path))
    labels = [text.text for text in ET.parse(path).getroot().iter("{http://www.w3.org/2000/svg}text")]
    assert "1" in labels
    assert any("with komi 6.5" in (label or "") for label in labels)


READING = pytest.mark.skipif(not COMPILED, reason="without compiled kernels nothing is read")


@READING
def test_analyse_counts_the_endgame(capsys: Capture) -> None:
    text = run(capsys, "analyse", ENDGAME)
    assert text.split("\n\n")[-1].split("\n") == [
        "Local games: count, Black positive, and miai value, in points by territory",
        "A  D7 C7 B7                     2     2  gote  Black D7  White D7  exact",
        "B  E3 F3 G3 H3 D2 E2 F2 E1  -33/8  15/8  gote  Black E3  White E3  exact, if D1 lives",
        "C  D5 E5 F5 G5               -3/4   5/4  gote  Black E5  White E5  exact",
        "",
    ]
    told = run(capsys, "analyse", ENDGAME, "--set", "analyse.top_moves=1", "--set", "endgame.points=7")
    assert "A  D7 C7 B7" in told
    assert "B  " not in told.split("Local games")[1]


@READING
def test_analyse_json_has_the_endgame(capsys: Capture) -> None:
    answer = json.loads(run(capsys, "analyse", ENDGAME, "--json"))
    assert answer["endgame"][0] == {
        "points": ["D7", "C7", "B7"], "name": "corridor", "count": "2", "temperature": "2", "kind": "gote",
        "black_moves": ["D7"], "white_moves": ["D7"], "word": "proved", "exact": True, "game": "{4|0}", "ko": None,
        "reason": "all lines of play; the walls stand",
    }
    assert [game["count"] for game in answer["endgame"]] == ["2", "-33/8", "-3/4"]
    assert answer["endgame_open"] == []
    bare = json.loads(run(capsys, "analyse", ENDGAME, "--json", "--control-only"))
    assert (bare["endgame"], bare["endgame_open"]) == (None, None)
    assert "Local games" not in run(capsys, "analyse", ENDGAME, "--control-only")


@READING
def test_analyse_draws_the_endgame(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    run(capsys, "analyse", ENDGAME, "--svg", str(path))
    texts = [text.text or "" for text in ET.parse(path).getroot().iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("A") == 3  # a place, and column A above and below the board
    assert any(text.startswith("B  E3 F3") and text.endswith("exact, if D1 lives") for text in texts)


def test_control_only_and_config(capsys: Capture, tmp_path: Path) -> None:
    config = tmp_path / "mine.toml"
    config.write_text("[control]\nmethod = 'paper'\ntolerance = 1e-4\n", encoding="utf-8")
    text = run(capsys, "analyse", GAME, "--config", str(config), "--control-only")
    assert "(method paper)" in text
    text = run(capsys, "analyse", GAME, "--config", str(config), "--set", "control.method=fast")
    assert f"(method {estimate(Position.empty(2)).method})" in text  # fast, where there is numba


def test_control_only_reaches_the_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[Settings] = []

    def record(source: object, target: object, settings: Settings) -> int:
        seen.append(settings)
        return 0

    monkeypatch.setattr("gtpengine.estimates.estimate_file", record)
    words = ["estimate", "--jsonl", "x", "--out", "y", "--set", "control.lambda=0.2"]
    assert cli.main(words) == cli.main([*words, "--control-only"]) == 0
    assert [settings.get("play.control_only") for settings in seen] == [False, True]
    assert [settings.get("control.lambda") for settings in seen] == [0.2, 0.2]


# -- the other commands ------------------------------------------------------------------------------------------


def test_estimate(capsys: Capture, tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"id": 7, "rows": ["X.", ".."], "to_move": "W", "komi": 1}\n', encoding="utf-8")
    assert run(capsys, "estimate", "--jsonl", str(source), "--out", str(target), "--control-only") == ""
    assert json.loads(target.read_text(encoding="utf-8"))["id"] == 7
    source.write_text("{}\n", encoding="utf-8")
    assert refused(capsys, "estimate", "--jsonl", str(source), "--out", str(target)) == "line 1: id: missing"


def test_figure(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    assert run(capsys, "figure", GAME, "--panels", "A, rank", "--move", "3", "--svg", str(path)) == ""
    assert "iteration" in path.read_text(encoding="utf-8")
    message = refused(capsys, "figure", GAME, "--panels", "A,E", "--svg", str(path))
    assert message == "panels: expected some of propagating,A,B,C,D,rank, got 'E'"


def test_settings(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "dump.toml"
    path.write_text(run(capsys, "settings", "--set", "control.lambda=0.3"), encoding="utf-8")
    loaded = Settings.load(path)
    assert loaded.get("control.lambda") == 0.3
    assert all(loaded.is_set(setting.name) for setting in SETTINGS)
    again = run(capsys, "settings", "--config", str(path))
    assert again == path.read_text(encoding="utf-8")


# -- value -------------------------------------------------------------------------------------------------------


def test_value_text_and_json(capsys: Capture) -> None:
    assert run(capsys, "value", "{4|{3|2}}").startswith("canonical form  {4|{3|2}}\ncount           13/4\n")
    told = json.loads(run(capsys, "value", "--json", "{4 | {3|2}}", "--cool", "3/4"))
    assert (told["expression"], told["canonical"], told["cooled"]) == ("{4 | {3|2}}", "{4|{3|2}}", "13/4*")
    assert run(capsys, "value", "{{-2|-4}|-7}", "--steps").splitlines()[-1].endswith("count -5, miai value 2, gote")


@pytest.mark.parametrize(
    ("words", "canonical"),
    [
        (["-7*"], "-7*"), (["--", "-7*"], "-7*"),
        (["--bars", "-{3|{2|0}}", "--cool", "1"], "{0|-2||-3}"), (["-5"], "-5"),
        (["-^"], "v"), ([" -7*"], "-7*"), (["-1/2"], "-1/2"), (["-7 + *"], "-7*"), (["1"], "1"),
    ],
)
def test_value_of_games_that_begin_with_a_minus(words: list[str], canonical: str, capsys: Capture) -> None:
    told = json.loads(run(capsys, "value", "--json", *words))
    assert told["canonical"] == canonical
    assert told["expression"] == max(words, key=lambda word: word not in ("--", "--bars", "--cool", "1"))


def test_value_from_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf{2|0}\n")))
    told = json.loads(run(capsys, "value", "-", "--json"))
    assert (told["expression"], told["temperature"]) == ("{2|0}", "1")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"A(4, C(3, 2))\n")))
    assert run(capsys, "value", "--tree", "-").startswith("(3/4) 13/4  A  gote")


def test_value_svg(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    assert run(capsys, "value", "{2|0}", "--svg", str(path)).startswith("canonical form  {2|0}\n")
    assert ET.parse(path).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_value_cooled_by_what_is_not_dyadic_says_so(capsys: Capture) -> None:
    assert cli.main(["value", "{2|0}", "--cool", "1/3", "--json"]) == 0
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    assert (told["cooled"], told["cooled_thermograph"]["temperature"]) == (None, "2/3")
    assert captured.err == (
        "mokusan: --cool: 1/3 is not dyadic: only the thermograph can be cooled by that, not the game\n")


def test_value_of_a_tree(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "tree.txt"
    path.write_text("# source 000\nA\n  C\n    13\n    A\n  -2\n", encoding="utf-8")
    assert run(capsys, "value", "--tree", str(path), "--ko", "white").startswith("(5) 3  A  ko")
    told = json.loads(run(capsys, "value", "--tree", str(path), "--json"))
    assert [node["count"] for node in told["nodes"]] == ["3", "8", "13", "-2"]
    assert told["ko"] == "neutral"


LONG = 10_000_000


@pytest.mark.parametrize(
    "text",
    ["", " ", "{", "}", "{|", "x", "\x00\x1b[31m", "1/0", "1/3", "{1|1/3}", "\ud800", "1\n2", "?" * LONG, "{" * LONG,
     "9" * LONG, "-" * LONG, "(" * LONG, "1+" * (LONG // 2), "|" * LONG, " " * LONG],
    ids=lambda text: repr(text[:6]),
)
def test_bad_games(text: str, capsys: Capture) -> None:
    message = refused(capsys, "value", "--", text)
    assert re.match(r"column \d+: ", message), message[:200]
    assert len(message) < 250
    assert message.isprintable()


@pytest.mark.parametrize(
    "tree",
    [b"", b"\n\n", b"A", b"A\n 1", b"{1|2", b"A(4, C)", b"A(1,1/0)", b"\x00\x01\x02", b"\x1b[31m", b"A(1)", b"(1 2 3)",
     b"{" * LONG, b"?" * LONG, b"9" * LONG, b"A\n" * (LONG // 2), b" " * LONG, b"\n" * LONG, b"1 " * (LONG // 2)],
    ids=lambda tree: repr(tree[:6]),
)
def test_bad_trees(tree: bytes, capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "tree.txt"
    path.write_bytes(tree)
    message = refused(capsys, "value", "--tree", str(path))
    assert re.match(r"line \d+, column \d+: ", message), message[:200]
    assert len(message) < 250
    assert message.isprintable()


def test_what_is_no_text(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tree.txt"
    path.write_bytes(b"A(\xff\xfe, 1)")
    assert refused(capsys, "value", "--tree", str(path)) == f"{path}: not text: byte 3 is not UTF-8"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(os.urandom(1000) + b"\xff")))
    assert refused(capsys, "value", "-").startswith("standard input: not text: byte ")


def test_output_that_cannot_be_encoded_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert cli.main(["value", "^", "--unicode"]) == 2
    assert capsys.readouterr().err == "mokusan: standard output takes ascii only, not '\\u2191'\n"


# -- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (b"", "sgf: the file is empty"),
        (b"hello", "sgf: not a game record: no SGF data found"),
        (b"(;SZ[26])", "sgf: board size: expected 1..25 by 1..25, got 26x26"),
        (b"(;SZ[9];B[aa];W[aa])", "sgf: move 2, W A9: illegal (occupied)"),
        (b"(;SZ[9];B[zz])", "sgf: move 1, B: zz is off the 9x9 board"),
        (b"(;SZ[9]KM[nan])", "sgf: KM: expected a number in [-1000, 1000], got 'nan'"),
    ],
)
def test_bad_records(record: bytes, message: str, capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "bad.sgf"
    path.write_bytes(record)
    assert refused(capsys, "analyse", str(path)) == message
    assert refused(capsys, "figure", str(path), "--svg", str(tmp_path / "x.svg")) == message


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("analyse {tmp}/missing.sgf", "{tmp}/missing.sgf: cannot read: No such file or directory"),
        ("analyse {tmp}", "{tmp}: cannot read: Is a directory"),
        ("analyse {game} --move 11", "sgf: move: expected 0..10, got 11"),
        ("analyse {game} --move -1", "sgf: move: expected 0..10, got -1"),
        ("analyse {game} --move x", "argument --move: invalid int value: 'x' (see mokusan analyse --help)"),
        ("analyse {game} --svg {tmp}", "{tmp}: cannot write: Is a directory"),
        ("analyse {game} --svg {tmp}/no/x.svg", "{tmp}/no/x.svg: cannot write: No such file or directory"),
        ("figure {game} --svg {tmp}", "{tmp}: cannot write: Is a directory"),
        ("figure {game}", "the following arguments are required: --svg (see mokusan figure --help)"),
        ("analyse {game} --set control.lamda=1", "unknown setting 'control.lamda' (did you mean 'control.lambda'?)"),
        ("analyse {game} --set control.lambda=nan", "control.lambda: expected a number in [0, 1], got nan"),
        ("analyse {game} --set control.lambda", "--set: expected NAME=VALUE, got 'control.lambda'"),
        ("analyse {game} --config {tmp}/no.toml", "{tmp}/no.toml: cannot read: No such file or directory"),
        ("analyse {game} --config {tmp}", "{tmp}: cannot read: Is a directory"),
        ("gtp --set game.size=26", "game.size: expected a whole number in [1, 25], got 26"),
        ("settings --config {tmp}/no.toml", "{tmp}/no.toml: cannot read: No such file or directory"),
        ("estimate --jsonl {tmp}/no.jsonl --out {tmp}/x", "{tmp}/no.jsonl: No such file or directory"),
        ("estimate --jsonl {game} --out {tmp}", "{tmp}: is a directory"),
        ("value", "expected a game, or --tree FILE and no game (see mokusan value --help)"),
        ("value 1 --tree x", "expected a game, or --tree FILE and no game (see mokusan value --help)"),
        ("value 1 2", "unrecognized arguments: 2 (see mokusan --help)"),
        ("value 1 --cool", "argument --cool: expected one argument (see mokusan value --help)"),
        ("value 1 --cool -1", "--cool: expected a number of at least 0 such as 2, 3/2 or 0.5, got '-1'"),
        ("value 1 --heat -1/2", "--heat: expected a number of at least 0 such as 2, 3/2 or 0.5, got '-1/2'"),
        ("value 1 --heat 1/3", "--heat: expected a number whose denominator is a power of two, got 1/3"),
        ("value 1 --ko black", "--ko: not for a game"),
        ("value --tree x --cool 2", "--cool: not for a tree"),
        ("value --tree x --steps", "--steps: not for a tree"),
        ("value --tree x --ko me", "argument --ko: invalid choice: 'me' (choose from 'neutral', 'black', 'white') "
                                   "(see mokusan value --help)"),
        ("value 1 --json --steps", "argument --steps: not allowed with argument --json (see mokusan value --help)"),
        ("value --tree {tmp}/no.txt", "{tmp}/no.txt: cannot read: No such file or directory"),
        ("value --tree {tmp}", "{tmp}: cannot read: Is a directory"),
        ("value 1 --svg {tmp}", "{tmp}: cannot write: Is a directory"),
        ("value 1 --svg {tmp}/no/x.svg", "{tmp}/no/x.svg: cannot write: No such file or directory"),
        ("", "the following arguments are required: COMMAND (see mokusan --help)"),
        ("analyse {game} --nonsense", "unrecognized arguments: --nonsense (see mokusan --help)"),
    ],
)
def test_bad_words(words: str, message: str, capsys: Capture, tmp_path: Path) -> None:
    filled = [word.format(tmp=tmp_path, game=GAME) for word in words.split()]
    assert refused(capsys, *filled) == message.format(tmp=tmp_path)


def test_unknown_command(capsys: Capture) -> None:
    assert "'analyze'" in refused(capsys, "analyze", GAME)


def test_bad_record_on_several_lines_of_text_is_one_line(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "bad\nname.sgf"
    assert "bad name.sgf: cannot read" in refused(capsys, "analyse", str(path))


def test_our_own_faults_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> int:
        raise ValueError("a fault of ours")

    monkeypatch.setattr(cli, "_print_settings", broken)
    with pytest.raises(ValueError, match="a fault of ours"):
        cli.main(["settings"])


def test_interrupt(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def stopped(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_print_settings", stopped)
    assert cli.main(["settings"]) == 130
    assert capsys.readouterr() == ("", "")


# -- the process -------------------------------------------------------------------------------------------------


def process(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["analyse", "--help"], ["value", "-h"], ["settings"], ["analyse"]]
)
def test_answers_before_anything_heavy_is_loaded(words: list[str]) -> None:
    code = (
        "import sys\n"
        "from gtpengine.cli import main\n"
        f"try: main({words!r})\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'scipy', 'sgfmill', 'analysis'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)\n"
    )
    answer = process(code)
    assert (answer.returncode, "loaded" in answer.stderr) == (0, False)


def test_a_value_is_told_without_kernels() -> None:
    code = (
        "import sys\n"
        "from gtpengine.cli import main\n"
        "main(['value', '{4|{3|2}}', '--cool', '2'])\n"
        "sys.exit(f'loaded {sys.modules.keys() & {\"numba\", \"scipy\", \"sgfmill\"}}'\n"
        "         if sys.modules.keys() & {'numba', 'scipy', 'sgfmill'} else 0)\n"
    )
    assert process(code).stderr == ""


def test_what_the_analysis_has_to_say_is_one_line_on_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    answer = process(f"from gtpengine.cli import main; main(['analyse', {RECTANGLE!r}])")
    assert re.fullmatch(r"mokusan: .*plain Python.*\n", answer.stderr)
    assert "Converged" in answer.stdout


@pytest.mark.parametrize("words", [["analyse", "-"], ["local", "-"], ["semeai", "-"], ["value", "-"], ["solve", "2x2",
                                    "--diagram", "-"]])
def test_closed_standard_input_is_one_line(words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", None)  # as Python has it where the caller closed it
    assert cli.main(words) == 2
    assert capsys.readouterr().err == "mokusan: standard input: cannot read: it is closed\n"


def test_version_and_help(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stopped:
        cli.main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"mokusan {__version__}\n"
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    text = capsys.readouterr().out
    assert all(setting.name in text for setting in SETTINGS)
    assert all(command in text for command in ("gtp", "analyse", "estimate", "figure", "value", "settings"))


def test_a_reader_that_goes_away_ends_us_quietly() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as broken:
        answer = subprocess.run(
            [sys.executable, "-c", "from gtpengine.cli import main; raise SystemExit(main(['settings']))"],
            stdout=broken, stderr=subprocess.PIPE, text=True, check=False, timeout=60,
        )
    assert (answer.returncode, answer.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "wb") as full:
        answer = subprocess.run(
            [sys.executable, "-c", "from gtpengine.cli import main; raise SystemExit(main(['settings']))"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60,
        )
    assert (answer.returncode, answer.stderr) == (
        2, "mokusan: standard input or output: No space left on device\n")


def test_komi_includes_the_bonus_of_a_handicap_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two stones under Chinese rules give White two points more: as final_score has it."""
    record = tmp_path / "handicap.sgf"
    record.write_text("(;SZ[9]KM[0.5]HA[2]RU[Chinese]AB[cg][gc];W[ee])")
    assert cli.main(["analyse", str(record), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["score_with_komi"] == pytest.approx(found["score"] - 2.5)


README = Path(__file__).parents[2] / "README.md"
EXAMPLES = re.findall(
    r'^\$ mokusan value (?:"(.*)" --steps|--tree - <<END\n([^$]*?)\nEND)\n(.*?)^```',
    README.read_text(encoding="utf-8"), re.M | re.S,
)


@pytest.mark.parametrize(("game", "tree", "answer"), EXAMPLES)
def test_the_readme_shows_what_is_printed(
    game: str, tree: str, answer: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(tree.encode())))
    assert run(capsys, "value", *([game, "--steps"] if game else ["--tree", "-"])) == answer


def test_the_readme_has_examples() -> None:
    assert len(EXAMPLES) == 2
