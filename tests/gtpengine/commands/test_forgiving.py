"""The setting gtp.forgiving: moves of records that the rules forbid are played and said, and can be taken back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from analysis.board import Game, Position
from analysis.runtime import notices
from gtpengine.settings import Settings
from gtpengine.sgf import load_game
from tests.gtpengine.gtp_talk import Talk


@pytest.fixture
def said() -> Iterator[list[str]]:
    lines: list[str] = []
    before = len(notices._said)
    notices.subscribe(lines.append)
    del lines[:before]
    yield lines
    notices.unsubscribe(lines.append)


def board(text: str, forgiving: bool = True) -> Talk:
    settings = Settings()
    settings.set("gtp.forgiving", str(forgiving).lower())
    talk = Talk(settings)
    talk.session.replace_game(Game(Position.from_diagram(text)))
    return talk


KO = ".XO..\nX.XO.\n.XO..\n.....\n....."
"""White takes at B4, and Black may not retake at C4."""
LONE = ".X...\nX....\n.....\n.....\n....."
PAIR = ".OX..\nXX...\n.....\n.....\n....."

# board, moves, the forbidden one, its reason, the board after it in the order of rows
CASES = [
    ("an immediate retake", KO, ["w b4"], "b c4", "ko", ".XO../X.XO./.XO../...../....."),
    ("a lone stone's suicide", LONE, [], "w a5", "suicide", ".X.../X..../...../...../....."),
    ("suicide of two stones", PAIR, [], "w a5", "suicide", "..X../XX.../...../...../....."),
]


@pytest.mark.parametrize(("moves", "text", "move", "reason", "after"), [
    (moves, text, move, reason, after) for _, text, moves, move, reason, after in CASES
], ids=[row[0] for row in CASES])  # fmt: skip
def test_forbidden_moves_are_played_and_said(
    said: list[str], moves: list[str], text: str, move: str, reason: str, after: str
) -> None:
    strict, talk = board(text, forgiving=False), board(text)
    for line in moves:
        strict.ok(f"play {line}")
        talk.ok(f"play {line}")
    assert strict.fails(f"play {move}") == "illegal move"
    assert said == []
    before = talk.session.game.position
    assert talk.ok(f"play {move}") == ""
    color, vertex = move.upper().split()
    assert said == [f"play {color} {vertex}: illegal ({reason}), played for gtp.forgiving"]
    assert "/".join(talk.session.game.position.diagram().replace(" ", "").splitlines()) == after
    assert len(talk.session.game.moves) == len(moves) + 1
    talk.ok("undo")
    assert talk.session.game.position == before
    assert talk.ok(f"gogui-play_sequence {move}") == ""
    assert len(said) == 2


def test_superko_too(said: list[str]) -> None:
    """A ko is retaken after two passes, which brings back the board."""
    talk = board(KO)
    talk.ok("kata-set-rules tromp-taylor", "play w b4", "play b pass", "play w pass")
    before = talk.session.game.position
    talk.ok("play b c4")
    assert said == ["play B C4: illegal (superko), played for gtp.forgiving"]
    talk.ok("undo")
    assert talk.session.game.position == before


def test_legal_moves_are_not_remarked_on_and_occupied_points_are_refused(said: list[str]) -> None:
    talk = board(KO)
    talk.ok("play b a1", "play w pass", "play b e1")
    assert talk.fails("play w a1") == "illegal move"
    assert talk.fails("play b a1") == "illegal move"
    assert talk.fails("play b f9").startswith("syntax error")
    assert said == []


def test_the_engine_plays_on(said: list[str]) -> None:
    talk = board(KO)
    talk.session.settings.set("play.control_only", "true")
    talk.ok("play w b4", "play b c4")
    assert talk.ok("genmove w") not in ("b4", "")
    talk.ok("undo", "undo", "undo")
    assert talk.session.game.moves == ()


@pytest.mark.parametrize(("text", "moves"), [(text, [*moves, move]) for _, text, moves, move, _, _ in CASES])
def test_the_record_is_read_back_as_it_was_played(said: list[str], text: str, moves: list[str]) -> None:
    talk = board(text)
    for move in [*moves, "b e1", "w d1"]:
        talk.ok(f"play {move}")
    game = load_game(talk.ok("printsgf").encode(), notices=[])
    assert [position.stones.tolist() for position in game.positions] == [
        position.stones.tolist() for position in talk.session.game.positions]
    assert game.moves == talk.session.game.moves
    assert game.position.captures == talk.session.game.position.captures
