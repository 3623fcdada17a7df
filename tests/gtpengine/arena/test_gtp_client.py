"""The client of GTP engines: answers, errors, time limits, and the processes that are left afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from analysis.board import BLACK, PASS, Game, Grid, Position
from gtpengine.arena import gtp_client
from gtpengine.arena.gtp_client import CommandFailed, EngineError, EngineStopped, GtpEngine

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs of POSIX")

ENGINE = '''
import os, subprocess, sys, time
log = open(sys.argv[1], "a") if len(sys.argv) > 1 else None
for line in sys.stdin:
    words = line.split()
    if log: log.write(line); log.flush()
    name = words[0]
    if name == "quit": break
    if name == "list_commands": print("= quit\\nplay\\nspin\\n")
    elif name == "two_lines": print("= one \\n  two\\r\\n")
    elif name == "nothing": print("=\\n")
    elif name == "late_nothing": print("\\n\\n=\\n")
    elif name == "fail": print("? syntax\\nerror\\n")
    elif name == "noise": print("hello\\n")
    elif name == "hang": time.sleep(60)
    elif name == "half": print("= no blank line"); sys.stdout.flush(); time.sleep(60)
    elif name == "exit": break
    elif name == "endless":
        while True: print("= x" * 1000)
    elif name == "stderr": sys.stderr.write("x" * 300000); sys.stderr.flush(); print("= ok\\n")
    elif name == "bytes": sys.stdout.flush(); os.write(1, b"= \\xff\\xfe\\n\\n")
    elif name == "spin":
        end = time.process_time() + 0.2
        while time.process_time() < end: pass
        print("=\\n")
    elif name == "child":
        child = subprocess.Popen(["sleep", "60"])
        print("=", child.pid, "\\n")
    elif name == "refuses" or name == "komi": print("? no\\n")
    else: print("= \\n")
    sys.stdout.flush()
'''


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    program = tmp_path / "engine.py"
    program.write_text(ENGINE)
    return [sys.executable, str(program), str(tmp_path / "log")]


@pytest.mark.parametrize(
    ("question", "answer"),
    [("two_lines", "one\ntwo"), ("nothing", ""), ("late_nothing", ""), ("stderr", "ok"), ("bytes", "��")],
)
def test_answers(question: str, answer: str, command: list[str]) -> None:
    with GtpEngine(command) as engine:
        assert engine.commands == {"quit", "play", "spin"}
        assert (engine.knows("play"), engine.knows("genmove")) == (True, False)
        assert engine.ask(question) == answer
        assert engine.ask("nothing") == ""
        assert not engine.ended


def test_an_error_answer_does_not_end_the_engine(command: list[str]) -> None:
    with GtpEngine(command) as engine:
        with pytest.raises(CommandFailed, match=r"'fail' answered '\? syntax'") as caught:
            engine.ask("fail")
        assert caught.value.answer == "syntax error"
        assert engine.ask("nothing") == ""


@pytest.mark.parametrize(
    ("question", "reason", "timed_out"),
    [
        ("hang", "no answer to 'hang'", True), ("half", "no answer to 'half'", True), ("exit", "it has ended", False),
        ("noise", "'noise' answered 'hello'", False), ("endless", "no end of the answer to 'endless'", False),
    ],
)
def test_a_misbehaving_engine_is_ended(question: str, reason: str, timed_out: bool, command: list[str]) -> None:
    begun = time.monotonic()
    with GtpEngine(command) as engine:
        with pytest.raises(EngineStopped, match=reason) as caught:
            engine.ask(question, 0.5 if timed_out else 30)
        assert caught.value.timed_out is timed_out
        assert engine.ended
        assert engine.cpu_seconds() is None
        with pytest.raises(EngineStopped, match="it has ended"):
            engine.ask("nothing")
    assert time.monotonic() - begun < 30


def test_child_processes_end_with_the_engine(command: list[str]) -> None:
    with GtpEngine(command) as engine:
        child = int(engine.ask("child"))
    for _ in range(100):
        state = subprocess.run(["ps", "-o", "stat=", "-p", str(child)], capture_output=True, text=True, check=False)
        if not state.stdout.strip() or state.stdout.startswith("Z"):
            return
        time.sleep(0.05)
    pytest.fail("the engine's child still runs")


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc")
def test_cpu_time_includes_children(command: list[str]) -> None:
    shell = ["sh", "-c", f"'{command[0]}' '{command[1]}'; true"]
    with GtpEngine(shell) as engine:
        before = engine.cpu_seconds()
        engine.ask("spin")
        after = engine.cpu_seconds()
    assert before is not None
    assert after is not None
    assert 0.15 <= after - before <= 5


def test_a_command_line_is_not_run_by_a_shell(command: list[str], tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    with GtpEngine(f"'{command[0]}' '{command[1]}' '{command[2]}' ; touch '{trap}'") as engine:
        engine.ask("nothing")
    assert not trap.exists()


@pytest.mark.parametrize("bad", ["", "/nonexistent/engine", "'", "a\0b"])
def test_commands_that_cannot_be_started(bad: str) -> None:
    with pytest.raises(EngineError, match="cannot start") as caught:
        GtpEngine(bad)
    assert "\n" not in str(caught.value)


def test_programs_that_do_not_speak_gtp() -> None:
    with pytest.raises(EngineError, match=r"^'echo hello' does not speak GTP"):
        GtpEngine("echo hello")
    with pytest.raises(EngineError, match=r"no answer to 'list_commands'$"):
        GtpEngine("sleep 60", start_seconds=0.2)


def test_set_up_plays_stones_and_moves(command: list[str], tmp_path: Path) -> None:
    """The stones of the first position are played, then the moves; a refused komi is ignored."""
    game = Game(Position.from_diagram(".X.\n...\n.O.", "W"), komi=2.5)
    game.play(BLACK.opponent, 4)
    game.play(BLACK, PASS)
    with GtpEngine(command) as engine:
        engine.set_up(game)
        with pytest.raises(CommandFailed, match="it takes square boards only, not 4x3"):
            engine.new_board(Grid(3, 4))
    asked = (tmp_path / "log").read_text().splitlines()
    assert asked == [
        "list_commands", "boardsize 3", "clear_board", "komi 2.5", "play B B3", "play W B1", "play W B2", "play B pass",
        "quit",
    ]


# -- Windows, played by stand-ins ----------------------------------------------------------------------------------


class Started(Exception):
    """What Popen was called with."""


def start_on_windows(monkeypatch: pytest.MonkeyPatch, command: str | list[str]) -> tuple[object, dict[str, object]]:
    """Return the program and the options that Popen gets on Windows."""

    def popen(program: object, **options: object) -> None:
        raise Started(program, options)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 512, raising=False)
    monkeypatch.setattr(subprocess, "Popen", popen)
    with pytest.raises(Started) as started:
        GtpEngine(command)
    program, options = started.value.args
    return program, options


def test_windows_splits_a_command_line_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    line = r'"C:\Program Files\gnugo.exe" --mode gtp'
    program, options = start_on_windows(monkeypatch, line)
    assert program == line
    assert options["creationflags"] == 512
    assert "start_new_session" not in options


def test_words_stay_words_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    assert start_on_windows(monkeypatch, ["a b", "gtp"])[0] == ["a b", "gtp"]


def test_an_empty_command_line_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 512, raising=False)
    with pytest.raises(EngineError, match="the command line is empty"):
        GtpEngine("  ")


@pytest.mark.parametrize("running", [True, False])
def test_windows_kills_children_too(monkeypatch: pytest.MonkeyPatch, running: bool) -> None:
    calls: list[object] = []

    class Process:
        pid = 77

        def poll(self) -> int | None:
            return None if running else 0

        def kill(self) -> None:
            calls.append("kill")

    monkeypatch.setattr(subprocess, "run", lambda words, **options: calls.append(words))
    gtp_client._kill_tree(Process())  # type: ignore[arg-type]
    assert calls == [["taskkill", "/T", "/F", "/PID", "77"]] * running + ["kill"]
