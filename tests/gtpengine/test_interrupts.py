"""Ctrl-C ends the program, also where the call of a kernel turns it into another error or loses it."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable
from typing import Any

import pytest

from analysis import evaluation
from gtpengine import cli
from gtpengine.batch import position_rows
from gtpengine.batch.game_source import CollectionRecord
from gtpengine.batch.position_rows import table_of
from gtpengine.interrupts import raise_if_interrupted, recorded_interrupts
from tests.gtpengine.batch.small_collections import little_game, plan
from tests.gtpengine.json_talk import Client, query


@pytest.fixture(autouse=True)
def usual_handler() -> Any:
    """Tests in the background of a shell ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def interrupted_in_a_call(*_: object, **more: object) -> None:
    """Receive Ctrl-C, and raise what the call of a kernel makes of it."""
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt as error:
        raise SystemError("returned a result with an exception set") from error


def interrupted_without_a_trace(*_: object, **more: object) -> None:
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_an_interrupt_is_raised_at_once() -> None:
    with pytest.raises(KeyboardInterrupt), recorded_interrupts():
        signal.raise_signal(signal.SIGINT)


def test_an_interrupt_is_raised_for_the_error_that_it_has_become() -> None:
    with pytest.raises(KeyboardInterrupt), recorded_interrupts():
        interrupted_in_a_call()


def test_a_lost_interrupt_is_raised_when_asked_for() -> None:
    with recorded_interrupts():
        raise_if_interrupted()
        interrupted_without_a_trace()
        with pytest.raises(KeyboardInterrupt):
            raise_if_interrupted()
    raise_if_interrupted()
    with recorded_interrupts():
        raise_if_interrupted()


def test_blocks_may_be_nested() -> None:
    with recorded_interrupts():
        with pytest.raises(KeyboardInterrupt), recorded_interrupts():
            interrupted_in_a_call()
        with pytest.raises(KeyboardInterrupt):
            raise_if_interrupted()


def test_a_handler_that_is_set_inside_stays() -> None:
    with recorded_interrupts():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize("error", [SystemError("a fault"), ValueError("a fault"), SystemExit(2)])
def test_other_exceptions_pass(error: BaseException) -> None:
    with pytest.raises(type(error)) as caught, recorded_interrupts():
        raise error
    assert caught.value is error


@pytest.mark.parametrize("handler", [signal.SIG_IGN, lambda *_: None])
def test_other_handlers_stay(handler: Any) -> None:
    signal.signal(signal.SIGINT, handler)
    with recorded_interrupts():
        assert signal.getsignal(signal.SIGINT) is handler
        signal.raise_signal(signal.SIGINT)
        raise_if_interrupted()
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_a_block_in_another_thread_changes_nothing() -> None:
    seen: list[object] = []

    def run() -> None:
        with recorded_interrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


def test_the_shell_ends_with_the_status_of_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("gtpengine.shell.settings.run", interrupted_in_a_call)
    assert cli.main(["settings"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("place", ["read_tasks", "TurnSearch"])
def test_the_json_engine_does_not_go_on(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    monkeypatch.setattr(f"gtpengine.kata_json.analysis.{place}", interrupted_in_a_call)
    with pytest.raises(KeyboardInterrupt), recorded_interrupts():
        client.ask(query())
    assert client.said == client.log == []


@pytest.mark.parametrize("interrupted", [interrupted_in_a_call, interrupted_without_a_trace])
def test_a_batch_does_not_go_on(interrupted: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate = evaluation.evaluate

    def evaluated(*words: Any, **more: Any) -> Any:
        interrupted()
        return evaluate(*words, **more)

    monkeypatch.setattr(evaluation, "evaluate", evaluated)
    with pytest.raises(KeyboardInterrupt), recorded_interrupts():
        table_of(CollectionRecord("a.sgf", 1, little_game(12).encode()), plan(every=2))


@pytest.mark.parametrize("place", ["_Positions", "_table"])
def test_a_batch_does_not_go_on_with_the_next_game(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_rows, place, interrupted_in_a_call)
    with pytest.raises(KeyboardInterrupt), recorded_interrupts():
        position_rows.tables_of([CollectionRecord("a.sgf", 1, little_game(12).encode())], plan(every=2))


def test_the_json_engine_ends_after_a_lost_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two lines of the input, the second of which is never answered."""
    from gtpengine.kata_json import analysis
    from gtpengine.streaming import Inbox

    client = Client()
    lines = [json.dumps({"id": name, "action": "query_version"}).encode() for name in ("a", "b")]
    take = client.engine._write

    def lost(answer: dict[str, Any]) -> None:
        take(answer)
        interrupted_without_a_trace()

    monkeypatch.setattr(client.engine, "_write", lost)
    with pytest.raises(KeyboardInterrupt), recorded_interrupts(), Inbox(iter(lines), threading.Condition()) as inbox:
        analysis._serve(inbox, client.engine)
    assert [answer["id"] for answer in client.said] == ["a"]
