"""Ctrl-C comes when the call of a kernel is over, and at once elsewhere."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from analysis.board import Position
from analysis.board import _kernels as kernels
from analysis.reading.selective.static_life import StaticLife
from analysis.runtime import jit
from gtpengine.batch import position_rows
from gtpengine.batch.game_source import CollectionRecord
from gtpengine.interrupts import deferred_interrupts
from tests.gtpengine.batch.small_collections import little_game, plan
from tests.gtpengine.json_talk import Client, query


@pytest.fixture(autouse=True)
def usual_handler() -> Iterator[None]:
    """Tests in the background of a shell ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def kernel_call(then: Callable[[], None] = lambda: None) -> str:
    """A call as numba makes it: Python code of this name runs in it, and must not be left by an exception."""

    def _numba_unpickle() -> str:
        signal.raise_signal(signal.SIGINT)
        then()
        return "done"

    return _numba_unpickle()


def test_ctrl_c_comes_at_once_outside_of_calls() -> None:
    with pytest.raises(KeyboardInterrupt), deferred_interrupts():
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("then", [lambda: None, lambda: signal.raise_signal(signal.SIGINT)], ids=["once", "twice"])
def test_ctrl_c_in_a_call_comes_after_it(then: Callable[[], None]) -> None:
    done = []

    def whole() -> None:
        kernel_call(lambda: done.append("whole") or then())  # type: ignore[func-returns-value]
        done.append("after")

    with pytest.raises(KeyboardInterrupt), deferred_interrupts():
        whole()
    assert done == ["whole"]
    assert sys.gettrace() is None


class Pair(NamedTuple):
    first: object
    second: object


def test_ctrl_c_where_a_named_tuple_is_made_comes_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The call of a kernel that returns one would put nothing in its place."""
    made = []

    def whole() -> None:
        made.append(Pair(1, 2))
        made.append(Pair(3, 4))

    names = Pair.__new__.__globals__
    monkeypatch.setitem(names, "_tuple_new", interrupted(names["_tuple_new"]))
    with pytest.raises(KeyboardInterrupt), deferred_interrupts():
        whole()
    assert made == [(1, 2)]


def interrupted(function: Callable[..., object]) -> Callable[..., object]:
    def call(*args: object) -> object:
        signal.raise_signal(signal.SIGINT)
        return function(*args)

    return call


def test_ctrl_c_in_llvmlite_comes_after_it() -> None:
    """In its callbacks the exception would be printed and ignored."""
    done = []
    names: dict[str, Any] = {"__name__": "llvmlite.binding.any", "callback": kernel_call, "done": done}
    exec("def load():\n    callback()\n    done.append('loaded')", names)

    def whole() -> None:
        names["load"]()
        done.append("after")

    with pytest.raises(KeyboardInterrupt), deferred_interrupts():
        whole()
    assert done == ["loaded"]


def test_ctrl_c_at_the_end_of_an_iteration_in_llvmlite_is_not_lost() -> None:
    """Python clears what a trace function raises there."""
    names: dict[str, Any] = {"__name__": "llvmlite.binding.any", "callback": kernel_call}
    exec("class Ends:\n    def __next__(self):\n        callback()\n        raise StopIteration", names)
    names["Ends"].__iter__ = lambda self: self
    with pytest.raises(KeyboardInterrupt), deferred_interrupts():
        sum(1 for _ in names["Ends"]())


def call_kernels(position: Position) -> None:
    """Call a kernel that returns a tuple, and one that takes a named tuple."""
    kernels.label_chains(position.stones, position.grid.neighbours)
    life = StaticLife(position)
    life.verdict(0, life.stones(-1), -1)


def call_kernels_all_the_time(position: Position, timer: threading.Timer) -> None:
    timer.start()
    end = time.monotonic() + 20
    while time.monotonic() < end:
        call_kernels(position)


@pytest.mark.skipif(not jit.COMPILED, reason="about calls of compiled kernels")
@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals of POSIX")
def test_no_ctrl_c_is_lost_where_kernels_are_called_all_the_time() -> None:
    """With Python's own handler each of these becomes SystemError, or a crash."""
    position, main = Position.empty(9).play(0), threading.main_thread().ident
    assert main is not None
    call_kernels(position)
    for number in range(40):
        timer = threading.Timer(0.0001 * number, signal.pthread_kill, (main, signal.SIGINT))
        with pytest.raises(KeyboardInterrupt), deferred_interrupts():
            call_kernels_all_the_time(position, timer)
        timer.join()


@pytest.mark.parametrize("error", [SystemError("a fault"), ValueError("a fault"), SystemExit(2)])
def test_other_exceptions_pass(error: BaseException) -> None:
    with pytest.raises(type(error)) as caught, deferred_interrupts():
        raise error
    assert caught.value is error


@pytest.mark.parametrize("handler", [signal.SIG_IGN, lambda *_: None])
def test_other_handlers_stay(handler: Any) -> None:
    signal.signal(signal.SIGINT, handler)
    with deferred_interrupts():
        assert signal.getsignal(signal.SIGINT) is handler
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is handler
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_a_handler_that_is_set_inside_stays() -> None:
    with deferred_interrupts():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_a_block_in_another_thread_changes_nothing() -> None:
    seen: list[object] = []

    def run() -> None:
        with deferred_interrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


def test_the_shell_uses_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from gtpengine import cli

    monkeypatch.setattr("gtpengine.shell.settings.run", lambda _: kernel_call())
    assert cli.main(["settings"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("place", ["read_tasks", "TurnSearch"])
def test_the_json_engine_does_not_go_on(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on after faults of a query."""
    client = Client()
    monkeypatch.setattr(f"gtpengine.kata_json.analysis.{place}", lambda *_: kernel_call())
    with pytest.raises(KeyboardInterrupt), deferred_interrupts():
        client.ask(query())
    assert client.said == client.log == []


@pytest.mark.parametrize("place", ["_Positions", "_table"])
def test_a_batch_does_not_go_on_with_the_next_game(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on after faults of a game."""
    monkeypatch.setattr(position_rows, place, lambda *_: kernel_call())
    with pytest.raises(KeyboardInterrupt), deferred_interrupts():
        position_rows.tables_of([CollectionRecord("a.sgf", 1, little_game(12).encode())], plan(every=2))
