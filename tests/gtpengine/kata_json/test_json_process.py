"""`mokusan json` as a process: its lines, its settings, and its quiet end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from gtpengine.kata_json.analysis import MAX_LINE_BYTES, split_lines
from tests.gtpengine.json_talk import Fields, final, query

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = [sys.executable, "-m", "gtpengine.cli", "json"]


def run(data: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*PROGRAM, *arguments], input=data, capture_output=True, cwd=ROOT, timeout=300, check=False)


def test_queries_before_the_end_of_the_input_are_answered() -> None:
    lines = [json.dumps(query(str(number), maxVisits=30)) for number in range(3)]
    done = run("\n".join(["", *lines[:2], "not json", *lines[2:]]).encode())
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(final(said)) == [("0", 3), ("1", 3), ("2", 3)]  # by several processes in any order
    assert len(said) == 4
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_no_input_and_bad_settings() -> None:
    done = run(b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    done = run(b"", "--set", "control.lambda=7")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"mokusan: control.lambda")


def test_a_closed_output_and_a_signal_end_the_process_quietly() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(PROGRAM, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"not json\n")
        process.stdin.flush()
        assert b"error" in process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"not json\n")  # the input stays open: the thread that reads it must not delay the end
        process.stdin.flush()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""
    if sys.platform == "win32":
        return  # there a signal cannot be told from a kill
    with subprocess.Popen(PROGRAM, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(json.dumps(query(maxVisits=10**7, reportDuringSearchEvery=0.001)).encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == -signal.SIGTERM
        assert b"Traceback" not in process.stderr.read()


def test_terminate_is_read_while_a_query_runs() -> None:
    """The running query would take minutes: a 19x19 board, and every move as a line."""
    pipe = subprocess.PIPE
    arguments = [*PROGRAM, "--set", "analyse.top_moves=300"]
    with subprocess.Popen(arguments, stdin=pipe, stdout=pipe, cwd=ROOT) as process:
        assert process.stdin
        assert process.stdout

        def send(fields: Fields) -> None:
            assert process.stdin
            process.stdin.write(json.dumps(fields).encode() + b"\n")
            process.stdin.flush()

        send(query("long", boardXSize=19, boardYSize=19, maxVisits=10**9, reportDuringSearchEvery=0.001))
        assert json.loads(process.stdout.readline())["isDuringSearch"] is True
        send({"id": "stop", "action": "terminate", "terminateId": "long"})
        stopped = time.monotonic()
        kinds = []
        while "stop" not in kinds:
            answer = json.loads(process.stdout.readline())
            kinds.append(answer["id"] if answer.get("isDuringSearch") is not True else "during")
        assert kinds[-2:] == ["long", "stop"]
        assert time.monotonic() - stopped < 60  # seconds of a search that takes minutes
        process.stdin.close()
        assert process.wait(60) == 0


def test_lines_of_a_stream() -> None:
    def split(*chunks: bytes) -> list[bytes]:
        feed: Iterator[bytes] = iter(chunks)
        return list(split_lines(feed))

    assert split(b"a\nb", b"c\r\n", b"\n", b"d") == [b"a", b"bc\r", b"", b"d"]
    assert split() == []
    long = [b"x" * 65536] * 40
    assert [len(line) for line in split(*long, b"y\nz\n")] == [MAX_LINE_BYTES + 1, 1]
