"""Guessers: our ranking, and GTP engines that answer, fail, or do not start."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from analysis.board import WHITE
from analysis.runtime import notices
from analysis.solver import State, solve
from gtpengine.solve.guesser import GtpGuesser, GuesserError, position_of, ranking_guesser

ENGINE = '''
import sys, time
mode = sys.argv[1]
log = open(sys.argv[2], "a")
names = {"one": "genmove", "reg": "reg_genmove genmove", "top": "top_moves_black top_moves_white reg_genmove",
         "rectangular": "genmove rectangular_boardsize"}.get(mode, "genmove")
if mode == "quiet": time.sleep(60)
if mode == "banner": print("Welcome!", flush=True)
for line in sys.stdin:
    words = line.split()
    log.write(" ".join(words) + "|"); log.flush()
    answer = ""
    if words[0] == "quit": break
    if words[0] == "list_commands": answer = "\\n".join(names.split())
    elif mode == "dies" and words[0] == "clear_board": break
    elif mode == "slow" and words[0] == "genmove": time.sleep(60)
    elif mode == "chatty" and words[0] == "genmove":
        while True: print("thinking", flush=True); time.sleep(0.001)
    elif mode == "fails" and words[0] == "boardsize": print("? unacceptable size\\n", flush=True); continue
    elif words[0].startswith("top_moves"): answer = "C3 7.5 A1 2.25 pass 0"
    elif "genmove" in words[0]: answer = {"resigns": "resign", "passes": "PASS", "nonsense": "Z99"}.get(mode, "b2")
    print("= " + answer + "\\n", flush=True)
'''


@pytest.fixture
def engine(tmp_path: Path) -> str:
    """Return the command line of a fake engine, with {} for its mode."""
    program = tmp_path / "engine with blanks.py"
    program.write_text(ENGINE)
    return f"'{sys.executable}' '{program}' {{}} '{tmp_path / 'log'}'"


@pytest.fixture
def messages() -> Iterator[list[str]]:
    messages: list[str] = []
    notices.subscribe(messages.append)
    messages.clear()
    yield messages
    notices.unsubscribe(messages.append)


def test_our_ranking_names_every_legal_move_once() -> None:
    state = State(0b000010000, 0b000000010, WHITE)
    assert sorted(ranking_guesser(3, 3, state)) == [0, 2, 3, 5, 6, 7, 8]
    assert ranking_guesser(3, 3, State(0, 0)) == [4, 1, 3, 5, 7, 0, 2, 6, 8]  # all gain the same


def test_position_of_a_state() -> None:
    position = position_of(2, 3, State(0b100001, 0b000010, WHITE))
    assert position.diagram() == "XO.\n..X"
    assert position.to_move is WHITE


@pytest.mark.parametrize(
    ("mode", "answer"),
    [("one", [4]), ("reg", [4]), ("top", [2, 6]), ("resigns", []), ("passes", []), ("nonsense", [])],
)
def test_commands_sent_to_an_engine_and_its_moves(
    mode: str, answer: list[int], engine: str, tmp_path: Path, messages: list[str]
) -> None:
    with GtpGuesser(engine.format(mode)) as guesser:
        assert guesser(3, 3, State(0b1, 0b100, WHITE, passed=True)) == answer
        assert guesser(3, 3, State(0, 0)) == answer
    sent = (tmp_path / "log").read_text().split("|")
    question = {"top": "top_moves_white", "reg": "reg_genmove W"}.get(mode, "genmove W")
    assert sent[:3] == ["list_commands", "boardsize 3", "clear_board"]
    assert sent[3:7] == ["play B A3", "play W C3", "play B pass", question]
    assert sent[-2:] == ["quit", ""]
    assert messages == []


def test_rectangles(engine: str, tmp_path: Path, messages: list[str]) -> None:
    with GtpGuesser(engine.format("rectangular")) as guesser:
        assert guesser(2, 4, State(0, 0)) == [1]
    assert "rectangular_boardsize 4 2" in (tmp_path / "log").read_text()
    command = engine.format("one")
    with GtpGuesser(command) as guesser:
        assert guesser(2, 4, State(0, 0)) == ranking_guesser(2, 4, State(0, 0)) != []
        assert guesser(3, 3, State(0, 0)) == ranking_guesser(3, 3, State(0, 0))  # no further commands are sent
    assert messages == [
        f"guesser: {command!r} is not used any more, but our own ranking: it takes square boards only, not 4x2"
    ]


@pytest.mark.parametrize(
    ("mode", "reason"),
    [("dies", "it has ended"), ("slow", "no answer to 'genmove B'"), ("chatty", "answered|no answer"),
     ("fails", "'boardsize 3' answered '\\? unacceptable size'")],
)  # fmt: skip
def test_an_engine_that_fails_is_not_asked_again(mode: str, reason: str, engine: str, messages: list[str]) -> None:
    begun = time.monotonic()
    with GtpGuesser(engine.format(mode), answer_seconds=0.3) as guesser:
        assert guesser(3, 3, State(0, 0)) == ranking_guesser(3, 3, State(0, 0))
        assert guesser(3, 3, State(0, 0)) == ranking_guesser(3, 3, State(0, 0))
    assert len(messages) == 1
    assert re.search(reason, messages[0])
    assert time.monotonic() - begun < 30


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("/nonexistent/engine --mode gtp", "guesser: cannot start '/nonexistent/engine --mode gtp': No such file"),
        ("", "guesser: cannot start '': the command line is empty"),
        ("'", "guesser: cannot start \"'\": No closing quotation"),
        ("true", "guesser: 'true' does not speak GTP: it has ended"),
        ("echo hello", "guesser: 'echo hello' does not speak GTP: "),
        ("sleep 60", "guesser: 'sleep 60' does not speak GTP: no answer to 'list_commands'"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="programs of POSIX")
def test_commands_that_are_no_engines(command: str, message: str) -> None:
    with pytest.raises(GuesserError) as caught:
        GtpGuesser(command, start_seconds=0.3)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_banner_before_the_first_answer_is_an_error(engine: str) -> None:
    with pytest.raises(GuesserError, match="Welcome"):
        GtpGuesser(engine.format("banner"))


def test_the_answer_does_not_depend_on_the_guesser(engine: str) -> None:
    with GtpGuesser(engine.format("one")) as guesser:
        guessers = (None, guesser, ranking_guesser, lambda height, width, state: [0, 99, -1])
        assert [solve(3, 5, guesser=one).value for one in guessers] == [15] * 4
