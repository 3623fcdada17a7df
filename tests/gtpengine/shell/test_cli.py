"""The `mokusan` command: its small verbs, errors of one line, and the process."""

from __future__ import annotations

import argparse
import io
import json
import ntpath
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from analysis.board import Position
from gtpengine import __version__, cli
from gtpengine.files import path_checks
from gtpengine.settings import SETTINGS, Settings
from tests.gtpengine.shell_runs import Capture, refused, run

DATA = Path(__file__).parents[2] / "data"
GAME = str(DATA / "opening9.sgf")
RECTANGLE = str(DATA / "rectangle.sgf")


@pytest.fixture(autouse=True, scope="module")
def _load_kernels() -> None:
    """Load the kernels first: a compilation, or a missing numba, is announced on stderr, whose lines are counted."""
    Position.empty(2).play(0)


# -- small commands ----------------------------------------------------------------------------------------------


def test_estimate(capsys: Capture, tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"id": 7, "rows": ["X.", ".."], "to_move": "W", "komi": 1}\n', encoding="utf-8")
    assert run(capsys, "estimate", "--jsonl", str(source), "--out", str(target), "--control-only") == ""
    assert json.loads(target.read_text(encoding="utf-8"))["id"] == 7
    source.write_text("{}\n", encoding="utf-8")
    assert refused(capsys, "estimate", "--jsonl", str(source), "--out", str(target)) == f"{source}: line 1: id: missing"


def test_control_only_is_passed_to_the_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[Settings] = []

    def record(source: object, target: object, settings: Settings, *more: object) -> int:
        seen.append(settings)
        return 0

    monkeypatch.setattr("gtpengine.batch.bulk_estimates.estimate_file", record)
    words = ["estimate", "--jsonl", "x", "--out", "y", "--set", "control.lambda=0.2"]
    assert cli.main(words) == cli.main([*words, "--control-only"]) == 0
    assert [settings.get("play.control_only") for settings in seen] == [False, True]
    assert [settings.get("control.lambda") for settings in seen] == [0.2, 0.2]


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


# -- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (b"", "the file is empty"),
        (b"hello", "not a game record: expected '(;', got 'hello' (line 1, column 1)"),
        (b"(;SZ[26])", "board size: expected 1..25 by 1..25, got 26x26"),
        (b"(;SZ[9];B[zz])", "move 1, B: zz is off the 9x9 board (line 1, column 8)"),
    ],
)
def test_errors_in_records(record: bytes, message: str, capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "bad.sgf"
    path.write_bytes(record)
    named = f"{path}: {message}"
    assert refused(capsys, "analyse", str(path)) == named
    assert refused(capsys, "figure", str(path), "--svg", str(tmp_path / "x.svg")) == named
    assert refused(capsys, "semeai", "--sgf", str(path)) == named


@pytest.mark.parametrize("words", [("analyse", "-"), ("semeai", "--sgf", "-")])
def test_a_bad_record_on_standard_input(
    words: tuple[str, ...], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"(;SZ[26])")))
    assert refused(capsys, *words) == "standard input: board size: expected 1..25 by 1..25, got 26x26"


def test_games_needs_moves(capsys: Capture) -> None:
    assert refused(capsys, "fit", "--jsonl", "in.jsonl", "--games", GAME).startswith("--games: expected with --moves")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("words", "first", "second"),
    [
        ("analyse {f} --svg {f}", "FILE", "--svg"), ("analyse {f} --html {f}", "FILE", "--html"),
        ("analyse {f} --sgf {f}", "FILE", "--sgf"), ("analyse {f} --svg {tmp}/x --html {tmp}/./x", "--svg", "--html"),
        ("analyse --compare {f} --svg {f}", "--compare", "--svg"), ("figure {f} --svg {f}", "FILE", "--svg"),
        ("figure - --config {f} --svg {f}", "--config", "--svg"),
        ("estimate --jsonl {f} --out {f}", "--jsonl", "--out"),
        ("fit --jsonl {f} --out {f}", "--jsonl", "--out"),
        ("fit --moves --jsonl {tmp}/x --games {tmp}/y {f} --out {f}", "--games", "--out"),
        ("local {f} --svg {f}", "FILE", "--svg"),
        ("semeai {f} --svg {f}", "FILE", "--svg"), ("semeai --sgf {f} --svg {f}", "--sgf", "--svg"),
        ("solve --diagram {f} --sgf {f}", "--diagram", "--sgf"),
        ("measure {f} --by-position {f}", "TRUTH", "--by-position"),
        ("measure {f} --pred {tmp}/x --by-position {tmp}/x", "--pred", "--by-position"),
        ("suite {f} --json {link}", "SUITE", "--json"),
    ],
)
def test_a_file_that_is_read_is_not_overwritten(
    words: str, first: str, second: str, capsys: Capture, tmp_path: Path
) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_bytes(Path(GAME).read_bytes())
    link.symlink_to(file)
    before = contents(tmp_path)
    message = refused(capsys, *(word.format(f=file, tmp=tmp_path, link=link) for word in words.split()))
    assert message.startswith(f"{first} and {second} name the same file, {tmp_path}/")
    assert message.endswith("what is written needs a name of its own")
    assert contents(tmp_path) == before


@pytest.mark.parametrize(("platform", "alike"), [("linux", False), ("darwin", True), ("win32", True)])
def test_names_that_differ_in_case(
    platform: str, alike: bool, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(path_checks.sys, "platform", platform)
    if platform == "win32":
        monkeypatch.setattr(path_checks.os.path, "normcase", ntpath.normcase)
    args = argparse.Namespace(_reads=["truth"], _writes=["svg"], truth=str(tmp_path / "One"), svg=str(tmp_path / "oNE"))
    if not alike:
        path_checks.check_paths(args)
        return
    with pytest.raises(path_checks.PathError, match="name the same file"):
        path_checks.check_paths(args)


def test_devices_and_standard_input_may_be_named_twice(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no predictions" in refused(
        capsys, "measure", "/dev/null", "--pred", "/dev/null", "--by-position", "/dev/null")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert refused(capsys, "local", "-", "--svg", "./-").startswith("standard input: ")


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("analyse", ""), "FILE"), (("analyse", GAME, "--svg", ""), "--svg"), (("gtp", "--config", ""), "--config"),
        (("json", "--config", ""), "--config"), (("settings", "--config", ""), "--config"),
        (("value", "--tree", "a\0b"), "--tree"), (("value", "1", "--svg", "\0"), "--svg"),
        (("batch", ".", "", "--out", "x"), "PATHS"), (("batch", ".", "--out", ""), "--out"),
        (("match", "a", "b", "--sgf", ""), "--sgf"), (("match", "a", "b", "--json", ""), "--json"),
        (("suite", "s", "--folder", ""), "--folder"), (("measure", "t", "--by-position", ""), "--by-position"),
        (("semeai", "--sgf", ""), "--sgf"), (("solve", "2x2", "--sgf", ""), "--sgf"),
        (("analyse", GAME, "--sgf", "-"), "--sgf"), (("value", "1", "--svg", "-"), "--svg"),
        (("batch", ".", "--out", "-"), "--out"), (("match", "a", "b", "--sgf", "-"), "--sgf"),
    ],
)
def test_empty_and_impossible_names(words: tuple[str, ...], option: str, capsys: Capture) -> None:
    message = refused(capsys, *words)
    assert message.startswith(f"{option}: expected the name of a file or folder, got '")
    assert message.isprintable()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("analyse {tmp}/missing.sgf", "{tmp}/missing.sgf: cannot read: No such file or directory"),
        ("analyse {tmp}", "{tmp}: cannot read: Is a directory"),
        ("analyse {game} --move 11", "{game}: move: expected 0..10, got 11"),
        ("analyse {game} --move -1", "argument --move: expected a whole number of at least 0, got '-1' "
                                      "(see mokusan analyse --help)"),
        ("analyse {game} --move x", "argument --move: expected a whole number of at least 0, got 'x' "
                                     "(see mokusan analyse --help)"),
        ("semeai --sgf x --move 1234567890123456", "argument --move: expected a number of at most 15 digits, got "
                                                   "'1234567890123456' (see mokusan semeai --help)"),
        ("semeai --sgf {game} --point pass", "--point: vertex: expected A1 to J9, got 'pass'"),
        ("analyse --compare x --move 2", "--move goes with FILE.sgf only"),
        ("analyse --compare x --every 2", "--every does not go with --compare"),
        ("analyse {game} --compare x --id a", "--id and --index name a position: no FILE.sgf goes with them"),
        ("analyse {game} --compare x --index 1", "--id and --index name a position: no FILE.sgf goes with them"),
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
def test_errors_in_arguments(words: str, message: str, capsys: Capture, tmp_path: Path) -> None:
    filled = [word.format(tmp=tmp_path, game=GAME) for word in words.split()]
    assert refused(capsys, *filled) == message.format(tmp=tmp_path, game=GAME)


@pytest.mark.parametrize("option", ["--gtp-name", "--gtp-version"])
def test_engine_name_and_version_are_one_line(option: str, capsys: Capture) -> None:
    assert refused(capsys, "gtp", option, "a\nb").endswith(": expected text on one line, got 'a\\nb'")


def test_unknown_command(capsys: Capture) -> None:
    assert "'analyze'" in refused(capsys, "analyze", GAME)


def test_a_file_name_of_two_lines_is_printed_on_one(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "bad\nname.sgf"
    assert "bad name.sgf: cannot read" in refused(capsys, "analyse", str(path))


def test_other_value_errors_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> int:
        raise ValueError("a fault of ours")

    monkeypatch.setattr("gtpengine.shell.settings.run", broken)
    with pytest.raises(ValueError, match="a fault of ours"):
        cli.main(["settings"])


def test_ctrl_c_is_exit_status_130(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def stopped(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("gtpengine.shell.settings.run", stopped)
    assert cli.main(["settings"]) == 130
    assert capsys.readouterr() == ("", "")


# -- the process -------------------------------------------------------------------------------------------------


def process(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["analyse", "--help"], ["value", "-h"], ["settings"], ["analyse"]]
)
def test_no_heavy_module_is_loaded(words: list[str]) -> None:
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


def test_value_loads_no_kernels() -> None:
    code = (
        "import sys\n"
        "from gtpengine.cli import main\n"
        "main(['value', '{4|{3|2}}', '--cool', '2'])\n"
        "sys.exit(f'loaded {sys.modules.keys() & {\"numba\", \"scipy\", \"sgfmill\"}}'\n"
        "         if sys.modules.keys() & {'numba', 'scipy', 'sgfmill'} else 0)\n"
    )
    assert process(code).stderr == ""


def test_notices_are_one_line_on_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_closed_pipe_ends_quietly() -> None:
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
