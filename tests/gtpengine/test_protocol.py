"""Lines in, responses out: GTP 2 draft, sections 2.4 to 2.9, on strings, pipes and real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.runtime.jit import COMPILED
from gtpengine.arguments import Arguments
from gtpengine.protocol import Request, format_line, format_response, parse_line
from gtpengine.registry import Registry, Response
from gtpengine.session import Session
from gtpengine.streaming import Inbox, Stream, read_lines
from tests.gtpengine.gtp_talk import Talk, split_responses

ROOT = Path(__file__).parents[2]
GTP = [sys.executable, "-m", "gtpengine"]

LINES = [
    ("plain", b"name\n", Request("", "name", ())),
    ("words", b"play B D4\n", Request("", "play", ("B", "D4"))),
    ("id", b"12 genmove b\n", Request("12", "genmove", ("b",))),
    ("id with leading zeros", b"007 name\n", Request("007", "name", ())),
    ("id of many digits is text", b"99999999999999999999 name\n", Request("9" * 20, "name", ())),
    ("id alone", b"5\n", Request("5", "", ())),
    ("negative number is no id", b"-5 name\n", Request("", "-5", ("name",))),
    ("Arabic digit is no id", "٣ name\n".encode(), Request("", "٣", ("name",))),
    ("no line end", b"name", Request("", "name", ())),
    ("carriage return", b"boardsize 9\r\n", Request("", "boardsize", ("9",))),
    ("control characters vanish", b"clear\x00_\x1fboard\x7f\x0b\x01\n", Request("", "clear_board", ())),
    ("tabs are blanks", b"\t8\tknown_command\t  play \t\n", Request("8", "known_command", ("play",))),
    ("comment", b"name # and more\n", Request("", "name", ())),
    ("comment sticks to the word", b"play b d4#here\n", Request("", "play", ("b", "d4"))),
    ("capital letters stay", b"NAME\n", Request("", "NAME", ())),
    ("no-break space is no blank", "a\u00a0b\n".encode(), Request("", "a\u00a0b", ())),
    ("not UTF-8", b"\xff\xfename\n", Request("", "\ufffd\ufffdname", ())),
    ("byte order mark, as PowerShell writes", b"\xef\xbb\xbfname\r\n", Request("", "name", ())),
    ("empty", b"\n", None),
    ("blanks", b" \t \r\n", None),
    ("only a comment", b"  # name\n", None),
    ("interrupt while idle", b"# interrupt\n", None),
    ("only control characters", b"\x01\x02\n", None),
    ("end of input", b"", None),
]


@pytest.mark.parametrize(("raw", "request_"), [row[1:] for row in LINES], ids=[row[0] for row in LINES])
def test_parse_line(raw: bytes, request_: Request | None) -> None:
    assert parse_line(raw) == request_


RESPONSES = [
    ("value", True, "", "2", b"= 2\n\n"),
    ("nothing", True, "", "", b"= \n\n"),
    ("nothing, with id", True, "12", "", b"=12 \n\n"),
    ("text on the next line", True, "12", "\n1 2 3", b"=12 \n1 2 3\n\n"),
    ("lines", True, "", "a\nb", b"= a\nb\n\n"),
    ("empty line inside", True, "", "a\n\nb", b"= a\n \nb\n\n"),
    ("three line ends in a row", True, "", "a\n\n\nb", b"= a\n \n \nb\n\n"),
    ("empty lines at the ends", True, "", "\n\na\n\n", b"= \n \na\n\n"),
    ("line ends of other systems", True, "", "a\r\n\r\nb\rc\r\r", b"= a\n \nb\nc\n\n"),
    ("control characters between line ends", True, "", "a\n\x01\n\x0b\nb", b"= a\n \n \nb\n\n"),
    ("trailing blanks", True, "", "7.5  ", b"= 7.5\n\n"),
    ("failure", False, "3", "illegal move", b"?3 illegal move\n\n"),
    ("failure on one line", False, "", "cannot load file: a\nb\n\nc", b"? cannot load file: a b  c\n\n"),
    ("a lone surrogate", True, "", "\ud800", b"= ?\n\n"),
]


@pytest.mark.parametrize(("success", "id_", "text", "wire"), [r[1:] for r in RESPONSES], ids=[r[0] for r in RESPONSES])
def test_format_response(success: bool, id_: str, text: str, wire: bytes) -> None:
    assert format_response(success, id_, text) == wire


@given(st.booleans(), st.text("0123456789"), st.text("a \n\r\t\x0b\x00\x85\u2028") | st.text())
def test_no_text_ends_its_response_early(success: bool, id_: str, text: str) -> None:
    wire = format_response(success, id_, text)
    (answer,) = split_responses(wire)
    assert (answer.success, answer.id) == (success, id_)
    assert wire.index(b"\n\n") == len(wire) - 2
    assert b"\r" not in wire
    assert answer.text.count("a") == text.count("a")


@given(st.text("a \n\r\t\x0b") | st.text())
def test_no_line_ends_its_response_early(text: str) -> None:
    wire = format_line(text)
    assert wire.count(b"\n") == 1
    assert wire.endswith(b"\n")
    assert len(wire) > 1


# -- the engine, with a registry of its own -------------------------------------------------------------------------


@pytest.fixture
def faulty() -> Talk:
    """Return a session whose commands change the state and then fail, in several ways."""
    registry = Registry()

    @registry.command("fault")
    def fault(session: Session, arguments: Arguments) -> str:
        session.game.komi = -99.0
        session.all_alive = True
        session.settings.set("play.resign", "true")
        session.game.play(session.game.position.to_move, 0)
        raise ZeroDivisionError("first line\nsecond line\n\n")

    @registry.command("undo-fault")
    def undo_fault(session: Session, arguments: Arguments) -> str:
        session.undo()
        session.game.place_handicap([0, 1])
        raise RecursionError

    @registry.command("text", returns=Response.LINES)
    def text(session: Session, arguments: Arguments) -> str:
        return "a\n\n\n\nb"

    @registry.command("stream-fault")
    def stream_fault(session: Session, arguments: Arguments) -> Stream:
        session.game.komi = -99.0

        def lines() -> Iterator[str]:
            yield "one"
            raise ZeroDivisionError

        return Stream(lines())

    @registry.command("work-fault")
    def work_fault(session: Session, arguments: Arguments) -> Stream:
        def work() -> bool:
            raise ZeroDivisionError

        return Stream(iter(["one", "two"]), until_input=True, interval=0, work=work)

    return Talk(registry=registry)


@pytest.mark.parametrize("command", ["fault", "undo-fault"])
def test_an_internal_error_is_one_line_and_changes_nothing(faulty: Talk, command: str) -> None:
    faulty.session.game.play(faulty.session.game.position.to_move, -1)
    text = faulty.fails(command)
    assert text.startswith("internal error: ")
    assert "\n" not in text
    assert any("test_protocol.py" in line for line in faulty.log)
    assert len(faulty.log) <= 6
    assert all("\n" not in line for line in faulty.log)
    assert faulty.ask("text").text == "a\n \n \n \nb"

POSIX_SIGNAL = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def test_an_error_after_the_header_is_an_empty_line(faulty: Talk) -> None:
    before = faulty.state()
    answers = faulty.send(b"1 stream-fault\n2 text\n")
    assert [(answer.success, answer.id, answer.text[:5]) for answer in answers] == [
        (True, "1", "\none"), (True, "2", "a\n \n "),
    ]
    assert faulty.state() == before
    assert faulty.log[0].startswith("internal error in 'stream-fault': ZeroDivisionError")


def test_an_error_between_lines_ends_the_stream(faulty: Talk) -> None:
    source, target = os.pipe()
    with Inbox(read_lines(lambda most: os.read(source, most))) as inbox:
        assert faulty.engine.feed(b"1 work-fault\n", inbox)
        os.close(target)
    os.close(source)
    assert faulty.said == [b"=1 \n", b"one\n", b"\n"]
    assert faulty.log[0].startswith("internal error in 'work-fault': ZeroDivisionError")


def test_unknown_commands_and_ids_alone(faulty: Talk) -> None:
    answers = faulty.send(b"17 TEXT\n5\nnothing\n")
    assert [answer.id for answer in answers] == ["17", "5", ""]
    assert {(answer.success, answer.text) for answer in answers} == {(False, "unknown command")}


def test_a_response_is_one_write(faulty: Talk) -> None:
    faulty.send(b"text\n# comment\n\ntext\nunknown")
    assert len(faulty.said) == 3


def test_nothing_is_read_after_quit() -> None:
    talk = Talk()
    assert len(talk.send(b"name\n7 quit\nname\n")) == 2
    assert talk.said[-1] == b"=7 \n\n"


# -- real processes ---------------------------------------------------------------------------------------------


def run(data: bytes, command: list[str] = GTP) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, input=data, capture_output=True, cwd=ROOT, timeout=60, check=False)


def test_pipelined_commands_are_answered_in_order() -> None:
    done = run(b"1 protocol_version\n2 known_command play\n\n3 nonsense\n4 quit\n5 name\n")
    assert (done.returncode, done.stdout) == (0, b"=1 2\n\n=2 true\n\n?3 unknown command\n\n=4 \n\n")


@pytest.mark.parametrize("data", [b"", b"protocol_version", b"protocol_version\n"])
def test_the_end_of_the_input_is_quit(data: bytes) -> None:
    done = run(data)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"= 2\n\n" if data else b"", b"")


def test_stray_prints_stay_off_standard_output() -> None:
    script = (
        "import os, sys\n"
        "from gtpengine import protocol, settings\n"
        "from gtpengine.commands import REGISTRY\n"
        "@REGISTRY.command('noisy')\n"
        "def noisy(session, arguments):\n"
        "    print('python'); sys.stdout.flush(); os.write(1, b'library\\n'); os.system('echo child')\n"
        "    return 'quiet'\n"
        "sys.exit(protocol.main(settings.Settings()))\n"
    )
    done = run(b"noisy\nquit\n", [sys.executable, "-c", script])
    assert done.stdout == b"= quiet\n\n= \n\n"
    assert done.stderr.split() == [b"python", b"library", b"child"]


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    """Start the engine and let it answer a first command."""
    pipe = subprocess.PIPE
    with subprocess.Popen(GTP, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT) as child:
        assert child.stdin
        assert child.stdout
        child.stdin.write(b"protocol_version\n")
        child.stdin.flush()
        assert child.stdout.readline() + child.stdout.readline() == b"= 2\n\n"
        yield child
        child.kill()


def test_a_broken_pipe_is_silent(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    process.stdin.write(b"name\nname\n")
    process.stdin.close()
    assert process.wait(30) == 0
    assert process.stderr.read() == b""


@POSIX_SIGNAL
def test_sigint_does_not_end_the_session(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin
    assert process.stdout
    process.send_signal(signal.SIGINT)
    process.stdin.write(b"9 protocol_version\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"=9 2\n"


@POSIX_SIGNAL
def test_sigterm_ends_it_quietly(process: subprocess.Popen[bytes]) -> None:
    assert process.stderr
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == -signal.SIGTERM
    assert process.stderr.read() == b""


def say(process: subprocess.Popen[bytes], text: bytes) -> None:
    assert process.stdin
    process.stdin.write(text)
    process.stdin.flush()


def lines_until(process: subprocess.Popen[bytes], end: bytes) -> list[bytes]:
    """Read lines up to and including `end`."""
    assert process.stdout
    lines = [process.stdout.readline()]
    while lines[-1] != end:
        assert lines[-1], lines
        lines.append(process.stdout.readline())
    return lines


def begin_analysis(process: subprocess.Popen[bytes], number: bytes) -> None:
    """Start analysing a 19x19 board with some stones on it and wait for the first line."""
    if not COMPILED:
        pytest.skip("a board of 19 lines takes long in plain Python")
    say(process, b"boardsize 19\nplay b d4\nplay w q16\nplay b q4\n" + number + b" kata-analyze 5 ownership true\n")
    assert lines_until(process, b"=" + number + b" \n")[:-1] == [b"= \n", b"\n"] * 4
    assert process.stdout
    assert process.stdout.readline().startswith(b"info move ")


def test_input_interrupts_an_analysis_and_what_is_behind_it_is_answered(
    process: subprocess.Popen[bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    """The time from the interrupt to its answer is printed but not checked: the machine may be busy."""
    waits = []
    for turn in range(20):
        number = b"%d" % (turn + 1)
        begin_analysis(process, number)
        time.sleep(0.013 * turn)
        start = time.perf_counter()
        say(process, b"1000 protocol_version\n1001 play b c3\n1002 nonsense\n")
        lines = lines_until(process, b"=1000 2\n")
        waits.append(1000 * (time.perf_counter() - start))
        assert lines[-2] == b"\n"
        assert all(line.startswith(b"info ") for line in lines[:-2])
        assert lines_until(process, b"?1002 unknown command\n")[:-1] == [b"\n", b"=1001 \n", b"\n"]
        assert process.stdout
        assert process.stdout.readline() == b"\n"
    with capsys.disabled():
        print(f" [interrupt to answer: median {sorted(waits)[10]:.1f} ms, longest {max(waits):.1f} ms]", end="")


def test_lines_keep_coming_at_the_interval(process: subprocess.Popen[bytes]) -> None:
    begin_analysis(process, b"1")
    start = time.monotonic()
    assert process.stdout
    lines = [process.stdout.readline() for _ in range(20)]
    assert all(line.startswith(b"info ") for line in lines)
    assert time.monotonic() - start >= 20 * 0.05 - 0.2
    say(process, b"\n")
    assert lines_until(process, b"\n")[-1] == b"\n"


@pytest.mark.parametrize("how", ["quit", "end of input", pytest.param("SIGTERM", marks=POSIX_SIGNAL), "broken pipe"])
def test_everything_ends_an_analysis(process: subprocess.Popen[bytes], how: str) -> None:
    begin_analysis(process, b"1")
    assert process.stdin
    assert process.stdout
    assert process.stderr
    if how == "quit":
        say(process, b"2 quit\n")
        assert lines_until(process, b"\n")
        assert process.stdout.read() == b"=2 \n\n"
    elif how == "end of input":
        process.stdin.close()
        assert (b"\n" + process.stdout.read()).endswith(b"\n\n")
    elif how == "SIGTERM":
        process.send_signal(signal.SIGTERM)
    else:
        process.stdout.close()
    assert process.wait(30) == (-signal.SIGTERM if how == "SIGTERM" else 0)
    assert process.stderr.read() == b""


@POSIX_SIGNAL
def test_sigint_does_not_end_an_analysis(process: subprocess.Popen[bytes]) -> None:
    begin_analysis(process, b"1")
    process.send_signal(signal.SIGINT)
    assert process.stdout
    assert all(process.stdout.readline().startswith(b"info ") for _ in range(3))
    say(process, b"# interrupt\n2 protocol_version\n")
    assert lines_until(process, b"=2 2\n")[-2] == b"\n"


def test_a_burst_behind_an_analysis_is_answered_in_order(process: subprocess.Popen[bytes]) -> None:
    begin_analysis(process, b"1")
    say(process, b"".join(b"%d known_command play\n" % number for number in range(2, 3002)))
    lines_until(process, b"\n")
    assert process.stdout
    answers = [process.stdout.readline() + process.stdout.readline() for _ in range(3000)]
    assert answers == [b"=%d true\n\n" % number for number in range(2, 3002)]


@pytest.mark.skipif(sys.platform == "win32", reason="preexec_fn")
@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_closed_descriptor_at_the_start_is_no_crash(closed: int) -> None:
    def close() -> None:
        os.close(closed)

    program = "import sys; from gtpengine import protocol, settings; sys.exit(protocol.main(settings.Settings()))"
    done = subprocess.run(
        [sys.executable, "-c", program], input=b"print\nquit\n", capture_output=True, cwd=ROOT, timeout=60, check=False,
        preexec_fn=close,
    )
    assert done.stdout == (b"? unknown command\n\n= \n\n" if closed == 2 else b"")
    assert b"Traceback" not in done.stderr


def test_names_are_answered_before_numba_and_scipy_are_loaded() -> None:
    script = (
        "import sys\n"
        "from gtpengine import protocol, settings\n"
        "protocol.main(settings.Settings())\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "sys.exit(','.join(loaded & {'numba', 'llvmlite', 'scipy', 'sgfmill', 'matplotlib'}) or 0)\n"
    )
    who = b"name\nversion\nprotocol_version\nlist_commands\nknown_command play\nhelp\ngogui-analyze_commands\n"
    done = run(who + b"boardsize 9\nclear_board\nkomi 6.5\nquit\n", [sys.executable, "-c", script])
    assert done.stdout.count(b"\n\n") == 11
    assert (done.returncode, done.stderr) == (0, b"")
