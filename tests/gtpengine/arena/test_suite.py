"""`mokusan suite`: matching of answers, set-up of positions, outcomes, and errors of one line."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gtpengine import cli
from gtpengine.arena import suite as module
from gtpengine.arena.suite import Case, Outcome, SuiteError, SuiteRunner, read_suite
from tests.positions import SHARED

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs of POSIX")

Capture = pytest.CaptureFixture[str]

ENGINE = '''
import sys, time
mode, log = sys.argv[1], open(sys.argv[2], "a")
known = {"gnu": "attack owl genmove loadsgf trymove popgo increase_depths decrease_depths play slow die odd",
         "plain": "attack genmove play boardsize clear_board komi", "mute": ""}[mode]
for line in sys.stdin:
    words = line.split()
    log.write(line); log.flush()
    answer = "1 A1"
    if words[0] == "quit": break
    elif words[0] == "list_commands":
        if mode == "mute": print("? what\\n", flush=True); continue
        answer = known.replace(" ", "\\n")
    elif words[0] == "genmove": answer = "resign" if words[1] == "W" else "c3"
    elif words[0] == "slow": time.sleep(60)
    elif words[0] == "die": sys.exit(1)
    elif words[0] == "odd": print("? unknown command\\n", flush=True); continue
    elif words[0] == "owl": print("? bad vertex\\n", flush=True); continue
    print("= " + answer + "\\n", flush=True)
'''


@pytest.fixture
def engine(tmp_path: Path) -> Callable[[str], str]:
    program = tmp_path / "engine.py"
    program.write_text(ENGINE)
    return lambda mode: f"'{sys.executable}' '{program}' {mode} '{tmp_path / 'log'}'"


def received(tmp_path: Path) -> list[str]:
    return (tmp_path / "log").read_text().splitlines()


def line(num: int = 1, **more: Any) -> dict[str, Any]:
    fields = {
        "suite": "made_up", "num": num, "class": "reading", "setup": ["loadsgf game.sgf 2"], "command": "attack A1",
        "expected": "1 A1", "negate": False, "expected_fail_by_gnugo": False, "ignore": False,
    }
    return {key: value for key, value in {**fields, **more}.items() if value != "left out"}


def suite(tmp_path: Path, *lines: Any) -> str:
    path = tmp_path / "suite.jsonl"
    path.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in lines))
    (tmp_path / "game.sgf").write_text("(;GM[1]SZ[5]KM[2.5]AB[aa];W[bb];B[cc];W[dd])")
    return str(path)


def case(expected: str, negate: bool = False) -> Case:
    return Case("s", 1, "g", (), "attack A1", expected, negate, False, False)


@pytest.mark.parametrize(
    ("expected", "answer", "passes", "strict"),
    [
        ("1 A1", "1 A1", True, True), ("1 A1", "1 A10", False, False), ("[1-9].*", "2 B3", True, True),
        ("A1|B2", "A1", True, True), ("A1|B2", "B2", True, True), ("A1|B2", "A10", True, False),
        ("A1|B2", "xB2", True, False), ("1 (A1|B2)", "1 B2", True, True), ("0", "", False, False),
    ],
)
def test_answers_are_matched_as_gnu_gos_suites_do(expected: str, answer: str, passes: bool, strict: bool) -> None:
    assert case(expected).passes(answer) is passes
    assert case(expected).passes(answer, strict=True) is strict
    assert case(expected, negate=True).passes(answer) is not passes


def test_every_outcome(engine: Callable[[str], str], tmp_path: Path) -> None:
    begun = time.monotonic()
    path = suite(
        tmp_path, line(1), line(2, expected="0"), line(3, command="owl A1"), line(4, command="odd"),
        line(5, command="absent"), line(6, command="slow"), line(7, command="die"),
        line(8, command="genmove B", expected="C3"), line(9, setup=["owl"]), line(10, ignore=True),
        line(11, negate=True, expected="0"),
    )  # fmt: skip
    runner = SuiteRunner(engine("gnu"), tmp_path, 0.5)
    results = [runner.run(one) for one in read_suite(path)]
    runner.close()
    assert [one.outcome for one in results] == [
        Outcome.PASS, Outcome.FAIL, Outcome.FAIL, Outcome.UNSUPPORTED, Outcome.UNSUPPORTED, Outcome.TIMEOUT,
        Outcome.CRASH, Outcome.PASS, Outcome.NO_SETUP, Outcome.PASS]
    assert [one.answer for one in results[:3]] == ["1 A1", "1 A1", "? bad vertex"]
    assert received(tmp_path).count("list_commands") == 3  # restarted twice
    assert time.monotonic() - begun < 30


def test_a_position_is_set_up_once_and_undone(engine: Callable[[str], str], tmp_path: Path) -> None:
    file = "game.sgf"
    setup = [f"loadsgf {file} 2", "trymove B B2", "increase_depths"]
    path = suite(tmp_path, line(1, setup=setup), line(2, setup=setup), line(3, command="genmove W"), line(4))
    runner = SuiteRunner(engine("gnu"), tmp_path, 20.0)
    for one in read_suite(path):
        runner.run(one)
    runner.close()
    commands = [one.replace(one.split()[1], file) if "loadsgf" in one else one for one in received(tmp_path)]
    loaded = f"loadsgf {file} 2"
    assert commands == [
        "list_commands", *setup, "attack A1", "attack A1", "decrease_depths", "popgo", loaded, "genmove W", loaded,
        "attack A1", "quit"]


def test_a_restarted_engine_has_nothing_to_undo(engine: Callable[[str], str], tmp_path: Path) -> None:
    setup = ["loadsgf game.sgf 2", "trymove B B2", "increase_depths"]
    path = suite(tmp_path, line(1, setup=setup, command="die"), line(2, setup=setup))
    runner = SuiteRunner(engine("gnu"), tmp_path, 20.0)
    assert [runner.run(one).outcome for one in read_suite(path)] == [Outcome.CRASH, Outcome.PASS]
    runner.close()
    commands = [one.split()[0] for one in received(tmp_path)]
    led = ["list_commands", *(one.split()[0] for one in setup)]
    assert commands == [*led, "die", *led, "attack", "quit"]


def test_resignation_as_answer_and_strict_matching(engine: Callable[[str], str], tmp_path: Path) -> None:
    cases = read_suite(suite(tmp_path, line(1, command="genmove W", expected="resign"), line(2, expected="1|B2")))
    for strict, outcome in ((False, Outcome.PASS), (True, Outcome.FAIL)):
        runner = SuiteRunner(engine("gnu"), tmp_path, 20.0, strict)
        assert [runner.run(one).outcome for one in cases] == [Outcome.PASS, outcome]
        runner.close()


def test_timeout_in_the_setup_and_cpu_of_the_question(
    engine: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases, clock = read_suite(suite(tmp_path, line(1), line(2, setup=["slow"]))), iter([1.0, 3.5])
    monkeypatch.setattr("gtpengine.arena.suite.GtpEngine.cpu_seconds", lambda engine: next(clock))
    runner = SuiteRunner(engine("gnu"), tmp_path, 0.5)
    results = [runner.run(one) for one in cases]
    runner.close()
    assert [one.outcome for one in results] == [Outcome.PASS, Outcome.TIMEOUT]
    assert results[0].cpu_seconds == 2.5


def test_cases_that_cannot_be_set_up_are_not_failures(engine: Callable[[str], str], tmp_path: Path) -> None:
    assert [one for one in Outcome if one.asked] == [Outcome.PASS, Outcome.FAIL, Outcome.TIMEOUT, Outcome.CRASH]
    runner = SuiteRunner(engine("gnu"), tmp_path / "a b", 20.0)
    result = runner.run(read_suite(suite(tmp_path, line()))[0])
    runner.close()
    assert result.outcome is Outcome.NO_SETUP
    assert result.answer.endswith("a file name in GTP cannot have blanks")


def test_without_loadsgf_the_moves_are_played(engine: Callable[[str], str], tmp_path: Path) -> None:
    """MOVE is the move to be played next; beyond the end it means the end. Trial moves are played."""
    setups = (["loadsgf game.sgf 2", "trymove B E5", "increase_depths"], ["loadsgf game.sgf"], ["loadsgf game.sgf 99"])
    path = suite(tmp_path, *(line(number, setup=setup) for number, setup in enumerate(setups)))
    runner = SuiteRunner(engine("plain"), tmp_path, 20.0)
    for one in read_suite(path):
        assert runner.run(one).outcome is Outcome.PASS
    runner.close()
    begin = ["boardsize 5", "clear_board", "komi 2.5", "play B A5", "play W B4"]
    whole = [*begin, "play B C3", "play W D2", "attack A1"]
    assert received(tmp_path) == ["list_commands", *begin, "play B E5", "attack A1", *whole, *whole, "quit"]


def test_records_that_cannot_be_read(engine: Callable[[str], str], tmp_path: Path) -> None:
    path = suite(tmp_path, line(1, setup=["loadsgf nothing.sgf"]), line(2, setup=["loadsgf"]))
    runner = SuiteRunner(engine("plain"), tmp_path, 20.0)
    results = [runner.run(one) for one in read_suite(path)]
    runner.close()
    assert [one.outcome for one in results] == [Outcome.NO_SETUP, Outcome.NO_SETUP]
    assert "cannot read" in results[0].answer


def test_without_list_commands_every_case_is_run(engine: Callable[[str], str], tmp_path: Path) -> None:
    runner = SuiteRunner(engine("mute"), tmp_path, 20.0)
    assert runner.run(read_suite(suite(tmp_path, line(1)))[0]).outcome is Outcome.PASS
    runner.close()


# -- the command -----------------------------------------------------------------------------------------------------


def test_suite_command(engine: Callable[[str], str], tmp_path: Path, capsys: Capture) -> None:
    lines = [line(number, expected="0" if number == 2 else "1 A1") for number in range(1, 5)]
    lines += [line(5, **{"class": "owl", "command": "owl A1", "expected_fail_by_gnugo": True})]
    path, out = suite(tmp_path, *lines), tmp_path / "out"
    assert cli.main(["suite", path, "--engine", engine("gnu"), "--json", str(out)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [one.split()[:3] for one in printed[1:4]] == [
        ["owl", "0/1", "0.0"], ["reading", "3/4", "75.0"], ["all", "3/5", "60.0"]]
    assert printed[4:] == [
        "made_up:2 attack A1: expected 0, got 1 A1",
        "made_up:5 owl A1: expected 1 A1, got ? bad vertex (GNU Go fails too)"]
    payload = json.loads(out.read_text())
    assert payload["classes"]["all"]["gnugo"] == 4
    assert [one["outcome"] for one in payload["cases"]] == ["pass", "fail", "pass", "pass", "fail"]
    assert cli.main(["suite", path, "--engine", engine("gnu"), "--class", "reading", "--limit", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["reading", "1/1"]


def test_suite_of_our_own_engine(tmp_path: Path, capsys: Capture) -> None:
    """Our own engine answers for the position of the record."""
    path = suite(
        tmp_path, line(1, command="known_command attack", expected="true"),
        line(2, setup=["loadsgf game.sgf 3"], command="printsgf", expected=r".*;W\[bb\];B\[cc\]\)"),
        line(3, setup=["loadsgf game.sgf 1", "play white E5"], command="printsgf", expected=r".*AB\[aa\].*;W\[ea\]\)"),
    )
    assert cli.main(["suite", path]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["reading", "3/3"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "no cases"), (["{"], "line 1: not JSON: "), ([line(), "", "[]"], "line 3: expected an object"),
        (["[" * 100_000], "line 1: not JSON: nested too deeply"),
        ([line(setup="left out")], "line 1: setup: expected a list of commands, got null"),
        ([line(setup=[""])], 'line 1: setup: expected a list of commands, got [""]'),
        ([line(num="1")], 'line 1: num: expected a whole number, got "1"'),
        ([line(command="a\nquit")], 'line 1: command, setup: expected commands of one line each, got "a\\nquit"'),
        ([line(command=" ")], "line 1: command, setup: "),
        ([line(expected="(")], "line 1: expected: not a regular expression: "),
        ([line(expected=None)], "line 1: expected: expected text, got null"),
        ([line(suite=3)], "line 1: suite: expected text, got 3"),
        ([line(negate=1)], "line 1: negate: expected true or false, got 1"), (["\x00\xff"], "line 1: not JSON: "),
    ],
)  # fmt: skip
def test_errors_in_suites_are_one_line(lines: list[Any], message: str, tmp_path: Path, capsys: Capture) -> None:
    path = suite(tmp_path, *lines)
    assert cli.main(["suite", path]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"mokusan: {path}: {message}")
    assert captured.err.count("\n") == 1


def test_errors_in_arguments(engine: Callable[[str], str], tmp_path: Path, capsys: Capture) -> None:
    path, kept = suite(tmp_path, line()), str(tmp_path / "kept")
    Path(kept).write_text("kept")
    for words, message in (
        ((str(tmp_path),), "cannot read: Is a directory"),
        (("/nonexistent",), "/nonexistent: cannot read: No such file"),
        ((path, "--class", "owl"), "no class 'owl', only reading"),
        ((path, "--engine", "echo"), "engine: 'echo' does not speak"),
        ((path, "--limit", "0"), "expected a whole number of at least 1"),
        ((path, "--json", "/dev/null/x"), "cannot write"),
        ((path, "--folder", path), f"--folder: expected a folder with the records of the cases, got '{path}'"),
        ((path, "--engine", ""), "engine: cannot start '': the command line is empty"),
        ((path, "--engine", "echo", "--json", kept), "engine: 'echo' does not speak"),
    ):  # fmt: skip
        assert cli.main(["suite", *words]) == 2
        captured = capsys.readouterr()
        assert message in captured.err
        assert captured.err.count("\n") == 1
    assert Path(kept).read_text() == "kept"


SUITES = SHARED / "data" / "gnugo_suites.jsonl"


@pytest.mark.skipif(not SUITES.exists(), reason="no suites beside the project")
def test_the_shared_suites_are_read() -> None:
    cases = read_suite(str(SUITES))
    assert len({one.name for one in cases}) == len(cases) == len(SUITES.read_text().splitlines())


def test_overlong_lines(tmp_path: Path) -> None:
    (tmp_path / "long").write_bytes(b" " * (1 << 22) + b"\n")
    with pytest.raises(SuiteError, match="no cases"):
        read_suite(str(tmp_path / "long"))
    (tmp_path / "long").write_bytes(b"[" + b"1," * (1 << 21) + b"\n")
    with pytest.raises(SuiteError, match="line 1: longer than 4 MB"):
        read_suite(str(tmp_path / "long"))


def test_a_record_on_another_drive(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows no relative path leads there."""

    def another_drive(path: Path) -> str:
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    monkeypatch.setattr(module.os.path, "relpath", another_drive)
    assert module._gtp_path(Path("game.sgf")) == "game.sgf"
