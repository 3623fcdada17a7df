"""Lines in, responses out: GTP 2 draft, sections 2.4 to 2.9, on strings and on an engine in memory."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtpengine.arguments import Arguments
from gtpengine.protocol import Request, format_line, format_response, parse_line
from gtpengine.registry import Registry, Response
from gtpengine.session import Session
from gtpengine.streaming import Inbox, Stream, read_lines
from tests.gtpengine.gtp_talk import Talk, split_responses

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
