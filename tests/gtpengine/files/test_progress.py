"""Progress on a terminal, elsewhere, and on a stream that is closed."""

from __future__ import annotations

import io
import time

import pytest

from gtpengine.files.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    stream = Terminal()
    with Progress(stream) as progress:
        for now, line in ((0.1, "too soon"), (0.3, "one"), (0.4, "too soon"), (61.0, "two\n" + "x" * 200)):
            clock[0] = now
            progress(line)
    assert stream.getvalue() == f"\r0 s: one\r61 s: two {'x' * 69}\r{' ' * 79}\r"


def test_a_shorter_line_erases_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    stream = Terminal()
    with Progress(stream) as progress:
        for now, line in ((1.0, "a long line"), (2.0, "short")):
            clock[0] = now
            progress(line)
    assert stream.getvalue() == f"\r1 s: a long line\r2 s: short{' ' * 6}\r{' ' * 10}\r"


def test_other_streams_get_a_line_every_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    stream = io.StringIO()
    with Progress(stream) as progress:
        for now in range(1, 12):
            clock[0] = float(now)
            progress(f"line {now}")
    assert stream.getvalue() == "mokusan: 5 s: line 5\nmokusan: 10 s: line 10\n"


def test_a_closed_stream_is_ignored() -> None:
    stream = Terminal()
    with Progress(stream) as progress:
        progress._last = -1e9  # so that the line is due
        stream.close()
        progress("not shown")
        assert progress._last > 0  # it was due, and has been written in vain
