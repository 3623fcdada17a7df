"""Random lines through the protocol loop: it never dies, answers once per command, and a failure changes nothing.

MOKUSAN_FUZZ_LINES sets how many lines the slow tests send (10,000 by default; a million by hand); others send 2,500.
The engine ranks its moves as usual, on small boards.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from gtpengine.commands import REGISTRY
from gtpengine.protocol import parse_line
from gtpengine.settings import Settings
from tests.gtpengine.gtp_talk import Talk, quick

LINES = int(os.environ.get("MOKUSAN_FUZZ_LINES", "10000"))
LINES_PER_SESSION = 50

ELSEWHERE = ("quit", "printsgf", "loadsgf", "mokusan-solve")
"""Commands that end the session or use files: tested separately."""

VERTICES = st.builds("{}{}".format, st.sampled_from("ABCDabcdE"), st.integers(1, 4))
COLORS = st.sampled_from(["b", "w", "Black", "WHITE"])
SMALL = st.sampled_from(["1", "2", "3", "4", "4", "7"])
RULES = ["chinese", "japanese", "tromp-taylor", "aga", "new_zealand", '{"ko":"POSITIONAL"}', '{"suicide":true}', "ing2"]
ANALYSIS_KEYS = ["interval", "minmoves", "maxmoves", "ownership", "rootInfo", "avoid w b2 1 maxmoves"]
RIGHT = {
    "COLOR": COLORS,
    "VERTEX": VERTICES | VERTICES | st.just("pass"),
    "...": VERTICES,
    "NAME": st.sampled_from(["loadsgf", "genmove", "boardsize", "play.pass_below", "control.lambda", "game.komi"]),
    "KEY": st.sampled_from(["lambda", "pass_below", "resign", "factor", "top_moves", *ANALYSIS_KEYS]),
    "THRESHOLD": st.sampled_from(["0.3", "0", "1"]),
    "VALUE": st.sampled_from(["0.3", "0", "true", "POSITIONAL", "SITUATIONAL"]),
    "FIELD": st.sampled_from(["ko", "suicide", "scoring"]),
    "NUMBER": st.sampled_from(["6.5", "-0.5", "0", "1e1"]),
    "NAME|JSON": st.sampled_from(RULES),
    "INTERVAL": st.sampled_from(["0", "10", "0.5"]),
    "GAME": st.sampled_from(["{4|{3|2}}", "-7*", "3^", "{1|", "{0||0|-2}", "+1"]),
}
"""A word of a usage -> arguments that fit it; for a choice `a|b` its own words, for anything else a small number."""

WRONG = st.one_of(
    st.sampled_from(["nan", "inf", "1e999", "99999999999999999999", "-1", "0", "26", "I1", "Z9", "A0", "resign", "{"]),
    st.sampled_from(["/nonexistent/file.sgf", "#", "\t", "PASS", "dead", "true", "nothing", "x" * 300]),
    st.text(max_size=6),
)
OFTEN = ["play"] * 25 + ["genmove", "kgs-genmove_cleanup", "undo", "boardsize", "clear_board", "help"] * 2
OFTEN += ["kata-analyze", "analyze"]
NAMES = st.sampled_from([*OFTEN, *(name for name in REGISTRY.names() if name not in ELSEWHERE)])


@st.composite
def near_valid(draw: st.DrawFn) -> bytes:
    """Draw a command according to its usage, sometimes with a wrong, missing or additional word, name or id."""
    name = draw(NAMES)
    words = []
    for word in REGISTRY.find(name).usage.split():
        if word.startswith(("[", "...")) and draw(st.booleans()):
            break
        word = word.strip("[]")
        others = st.sampled_from(word.split("|")) if "|" in word else SMALL
        words.append(draw(WRONG if draw(st.integers(0, 19)) == 19 else RIGHT.get(word, others)))
    change = draw(st.integers(0, 29))
    if change == 29:
        words.append(draw(WRONG))
    elif change == 28:
        words = words[:-1]
    elif change == 27:
        name = draw(st.sampled_from([name.upper(), name[:-1], name + "_", ""]))
    number = draw(st.sampled_from(["", "", "1 ", "007 ", "99999999999 ", "-1 "]))
    return (number + " ".join([name, *words])).encode("utf-8", "replace")


RAW = st.lists(st.binary(max_size=12) | WRONG.map(lambda word: word.encode()), max_size=5).map(b" ".join)
LINE = st.integers(0, 9).flatmap(lambda k: RAW if k == 9 else near_valid()).map(lambda line: line.replace(b"\n", b" "))


def feed(talk: Talk, line: bytes) -> None:
    """Send one line and check what the engine guarantees."""
    request = parse_line(line)
    before = talk.state()
    answers = talk.send(line + b"\n")
    if request is None:
        assert answers == []
        assert talk.state() == before
        return
    assert len(answers) == 1, (line, answers)
    (answer,) = answers
    assert answer.id == request.id, line
    assert answer.success or not answer.text.startswith("internal error"), (line, answer.text)
    assert answer.success or "\n" not in answer.text, line
    if not answer.success:
        assert talk.state() == before, line
    assert abs(talk.session.game.komi) <= 1000


def many_moves() -> Settings:
    """Return settings for the many moves in ten thousand lines: the ranker chooses them."""
    settings = quick()
    settings.set("play.policy_moves", "0")
    return settings


def sessions(lines: int) -> Callable[[Callable[[list[bytes]], None]], Callable[[], None]]:
    """Decorate a test to run on the lines of one session after another, so many lines in all."""
    how = settings(
        max_examples=max(1, lines // LINES_PER_SESSION),
        deadline=None,
        derandomize=lines <= 10000,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],  # shrinking fifty lines takes minutes, and the failing line is in the message
    )
    return lambda test: how(given(st.lists(LINE, min_size=LINES_PER_SESSION, max_size=LINES_PER_SESSION))(test))


def line_by_line(lines: list[bytes]) -> None:
    talk = Talk(many_moves())
    talk.ok("boardsize 4")
    for line in lines:
        request = parse_line(line)
        if request is None or request.name not in ELSEWHERE:
            feed(talk, line)
    talk.session.game.position.check()
    assert talk.ok("name") == "Mokusan"


def pipelined(lines: list[bytes]) -> None:
    """Send all at once: every command is answered in order, analyses are interrupted, no thread is left."""
    requests = [(line, parse_line(line)) for line in lines]
    kept = [(line, request) for line, request in requests if request is None or request.name not in ELSEWHERE]
    threads = threading.active_count()
    talk = Talk(many_moves())
    talk.ok("boardsize 4")
    answers = talk.send(b"".join(line + b"\n" for line, _ in kept))
    assert [answer.id for answer in answers] == [request.id for _, request in kept if request is not None]
    assert not any(answer.text.startswith("internal error") for answer in answers)
    assert talk.log == []
    end = time.monotonic() + 10
    while threading.active_count() > threads:
        assert time.monotonic() < end, threading.enumerate()
        time.sleep(0.001)


@sessions(2500)
def test_any_lines(lines: list[bytes]) -> None:
    line_by_line(lines)


@pytest.mark.slow
@sessions(LINES)
def test_many_lines(lines: list[bytes]) -> None:
    line_by_line(lines)


@sessions(1250)
def test_pipelined_lines(lines: list[bytes]) -> None:
    pipelined(lines)


@pytest.mark.slow
@sessions(LINES // 2)
def test_many_pipelined_lines(lines: list[bytes]) -> None:
    pipelined(lines)


@pytest.mark.parametrize("data", [b"\x00" * 100, b"\xff" * 1000, b"1" * 100_000 + b" name", b"name " * 50_000])
def test_odd_streams(data: bytes) -> None:
    talk = Talk(many_moves())
    talk.send(data + b"\n")
    assert talk.ok("name") == "Mokusan"
