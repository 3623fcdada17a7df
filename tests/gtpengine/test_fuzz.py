"""Random lines through the real protocol loop: it never dies, answers once per command, and failure changes nothing.

MOKUSAN_FUZZ_LINES sets how many lines are sent in all (10,000 by default; a million by hand). The engine plays with
the real ranking, on boards small enough for it.
"""

from __future__ import annotations

import os
import re

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from gtpengine.commands import REGISTRY
from gtpengine.protocol import parse_line
from tests.gtpengine.gtp_talk import Talk

LINES = int(os.environ.get("MOKUSAN_FUZZ_LINES", "10000"))
LINES_PER_SESSION = 40

ELSEWHERE = ("quit", "printsgf", "loadsgf")
"""Commands that end the session or touch files: tested by themselves."""

NAMES = st.sampled_from([name for name in REGISTRY.names() if name not in ELSEWHERE])
VERTICES = st.builds("{}{}".format, st.sampled_from("ABCDEabcdeIZ"), st.integers(0, 6))
WORDS = st.one_of(
    VERTICES,
    st.sampled_from(["b", "w", "black", "WHITE", "green", "pass", "PASS", "resign", "dead", "alive", "seki"]),
    st.sampled_from(["chinese", "japanese", "tromp-taylor", "aga", "none", '{"ko":"POSITIONAL"}', "ko", "{"]),
    st.sampled_from(["play.pass_below", "play.resign", "control.lambda", "game.komi", "0.3", "false", "nothing"]),
    st.integers(-2, 6).map(str),
    st.sampled_from(["6.5", "-0.5", "nan", "inf", "1e999", "99999999999999999999", "/nonexistent/file.sgf"]),
    st.text(max_size=6),
)
COLORS = st.sampled_from(["b", "w"])
MOVES = st.builds("play {} {}".format, COLORS, VERTICES)
LIKELY = st.one_of(
    MOVES,
    MOVES,
    MOVES,
    st.builds("{} {}".format, st.sampled_from(["genmove", "kgs-genmove_cleanup", "reg_genmove"]), COLORS),
    st.builds("boardsize {} {}".format, st.integers(0, 5), st.integers(1, 5)),
    st.builds("{} {}".format, st.sampled_from(["set_free_handicap A1", "place_free_handicap 3 #", "undo"]), VERTICES),
)
NEARLY = st.builds(lambda name, words: " ".join([name, *words]), NAMES, st.lists(WORDS, max_size=4))
IDS = st.one_of(st.just(""), st.integers(0, 10**12).map("{} ".format))
TEXT = st.builds("{}{}".format, IDS, LIKELY | NEARLY).map(lambda line: line.encode("utf-8", "replace"))
BYTES = st.binary(max_size=12) | WORDS.map(lambda word: word.encode("utf-8", "replace"))
RAW = st.lists(BYTES, max_size=5).map(b" ".join)
LINE = st.one_of(TEXT, TEXT, TEXT, TEXT, RAW).map(lambda line: line.replace(b"\n", b" "))


def feed(talk: Talk, line: bytes) -> None:
    """Send one line and hold the engine to its promises."""
    request = parse_line(line)
    before = talk.session.state()
    answers = talk.send(line + b"\n")
    if request is None:
        assert answers == []
        assert talk.session.state() == before
        return
    (answer,) = answers
    assert answer.id == request.id
    assert answer.success or not answer.text.startswith("internal error"), (line, answer.text)
    assert answer.success or "\n" not in answer.text
    assert re.search("\n(\n|$)", answer.text) is None
    if not answer.success:
        assert talk.session.state() == before, line


@settings(
    max_examples=max(1, LINES // LINES_PER_SESSION),
    deadline=None,
    derandomize=LINES <= 10000,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate, Phase.shrink],
)
@given(st.lists(LINE, min_size=LINES_PER_SESSION, max_size=LINES_PER_SESSION))
def test_any_lines(lines: list[bytes]) -> None:
    talk = Talk()
    talk.ok("boardsize 4")
    for line in lines:
        request = parse_line(line)
        if request is None or request.name not in ELSEWHERE:
            feed(talk, line)
    talk.session.game.position.check()
    assert talk.ok("name") == "Mokusan"


@pytest.mark.parametrize("data", [b"\x00" * 100, b"\xff" * 1000, b"1" * 100_000 + b" name", b"name " * 50_000])
def test_odd_streams(data: bytes) -> None:
    talk = Talk()
    talk.send(data + b"\n")
    assert talk.ok("name") == "Mokusan"
