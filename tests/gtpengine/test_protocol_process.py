"""GTP spoken by real processes: pipes, signals, closed descriptors, and analyses that input interrupts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from analysis.runtime.jit import COMPILED

ROOT = Path(__file__).parents[2]
GTP = [sys.executable, "-m", "gtpengine"]

POSIX_SIGNAL = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


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
