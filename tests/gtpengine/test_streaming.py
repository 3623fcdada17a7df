"""The input thread and the streams, without GTP."""

from __future__ import annotations

import io
import itertools
import os
import threading
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtpengine.streaming import MAX_WAITING, Inbox, Stream, read_lines


def wait_for_threads(count: int) -> None:
    """Wait until no more than so many threads are left."""
    end = time.monotonic() + 10
    while threading.active_count() > count:
        assert time.monotonic() < end, threading.enumerate()
        time.sleep(0.002)


@given(st.lists(st.sampled_from([b"", b"a", b"\n", b"b\r\n", b"\n\n", b"c d"])))
def test_lines_do_not_depend_on_how_the_bytes_arrive(chunks: list[bytes]) -> None:
    chunks = [chunk for chunk in chunks if chunk]
    rest = iter([*chunks, b""])
    assert list(read_lines(lambda _: next(rest))) == list(io.BytesIO(b"".join(chunks)))


def test_a_line_of_many_chunks_takes_linear_time() -> None:
    data = b"x" * 20_000_000 + b"\ny"
    assert [len(line) for line in read_lines(io.BytesIO(data).read)] == [20_000_001, 1]


def test_every_line_arrives_in_order_with_a_slow_reader() -> None:
    count = 3 * MAX_WAITING
    with Inbox(b"%d\n" % n for n in range(count)) as inbox:
        time.sleep(0.05)
        assert [inbox.take() for _ in range(count)] == [b"%d\n" % n for n in range(count)]
        assert inbox.take() is None
        assert inbox.take() is None
        assert inbox.waiting()


def test_reading_ahead_is_bounded_and_closing_ends_it() -> None:
    before = threading.active_count()
    made = 0

    def endless() -> Iterator[bytes]:
        nonlocal made
        for made in itertools.count(1):  # noqa: B007 -- counted for the test
            yield b"\n"

    with Inbox(endless()) as inbox:
        inbox.take()
        time.sleep(0.05)
        assert made <= MAX_WAITING + 3
        assert threading.active_count() == before + 1
    wait_for_threads(before)


def test_a_line_ends_the_waiting_at_once() -> None:
    source, target = os.pipe()
    with Inbox(read_lines(lambda most: os.read(source, most))) as inbox:
        assert not inbox.waiting()
        assert not inbox.waiting(0.01)
        threading.Timer(0.05, os.write, (target, b"x\n")).start()
        start = time.monotonic()
        assert inbox.waiting(30)
        assert time.monotonic() - start < 15
        assert inbox.take() == b"x\n"
        os.close(target)
        assert inbox.take() is None
    os.close(source)


def test_an_input_that_cannot_be_read_raises_after_its_lines() -> None:
    def broken() -> Iterator[bytes]:
        yield b"a\n"
        raise IsADirectoryError(21, "Is a directory")

    with Inbox(broken()) as inbox:
        assert inbox.take() == b"a\n"
        with pytest.raises(IsADirectoryError):
            inbox.take()



def test_a_stream_not_ended_by_input_writes_all_lines() -> None:
    said: list[str] = []
    with Inbox([b"stop\n"]) as inbox:
        assert inbox.waiting(10)
        Stream(("a", "b")).run(said.append, inbox)
        assert inbox.take() == b"stop\n"
    assert said == ["a", "b"]


def test_a_stream_writes_its_first_line_even_if_input_waits() -> None:
    for lines in ([b"\n"], []):  # a blank line, the end of the input
        said: list[str] = []
        with Inbox(lines) as inbox:
            Stream(itertools.repeat("a"), until_input=True, interval=100).run(said.append, inbox)
        assert said == ["a"]


def test_a_stream_works_between_lines_and_then_waits() -> None:
    source, target = os.pipe()
    steps, said = iter(range(3)), []

    def work() -> bool:
        return next(steps, None) is not None

    def write(line: str) -> None:
        said.append(line)
        if len(said) == 3:
            os.write(target, b"\n")

    with Inbox(read_lines(lambda most: os.read(source, most))) as inbox:
        start = time.monotonic()
        Stream(iter("abcdef"), until_input=True, interval=0, work=work).run(write, inbox)
        assert time.monotonic() - start >= 0.1  # the interval has a minimum
        assert next(steps, None) is None
        os.close(target)
    assert said[:3] == ["a", "b", "c"]
    assert len(said) <= 4
