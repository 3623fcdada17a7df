"""Analyses for GoGui: boards and graphics in the format of its parsers, lines of replies, and the menu."""

from __future__ import annotations

import re
import shlex

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, unconditional_life
from analysis.control import PropagationSettings, propagate
from analysis.evaluation import evaluate
from analysis.ranking.tactics import rank_with_tactics
from gtpengine.commands import REGISTRY
from gtpengine.commands.gogui_analyses import CONFIDENCE
from tests.gtpengine.commands.drawn_boards import board
from tests.gtpengine.gtp_talk import Talk

SETTLED = """
. X O . O .
X X O O O X
. X X O O O
X X O O . O
. X X O O O
X X X X O .
"""
"""White's right side lives with two eyes, Black's left side too; F5 is dead."""


def words(text: str, height: int, width: int) -> list[list[str]]:
    """Parse a board as GoGui does: rows of words, quotes group, top row first. Fails if the size is wrong."""
    rows = [shlex.split(row) for row in text.split("\n")]
    assert [len(row) for row in rows] == [width] * height
    return rows


# -- analyses -------------------------------------------------------------------------------------------------------

BOARDS = ["mokusan-territory", "mokusan-confidence", "mokusan-aliveness", "mokusan-propagation", "mokusan-ownership"]
QUERIES_ONLY = [
    *BOARDS, "mokusan-territory 0.9", "mokusan-best_worst", "mokusan-best_worst w", "mokusan-gains", "mokusan-gains w",
    "mokusan-replies b", "mokusan-replies w 3", "gogui-title", "gogui-param_play", "gogui-param_control",
    "gogui-analyze_commands",
]  # fmt: skip


@pytest.mark.parametrize("line", QUERIES_ONLY)
def test_queries_change_nothing_and_repeat(line: str) -> None:
    talk = board()
    talk.ok("mokusan-settings play.policy_moves 1", "mokusan-settings play.visits 3")
    before = talk.state()
    assert talk.ok(line) == talk.ok(line)
    assert talk.state() == before


@pytest.mark.parametrize("size", ["1", "2 1", "5 3", "7", "25 2"])
@pytest.mark.parametrize("command", BOARDS)
def test_boards_have_a_word_for_every_point(command: str, size: str) -> None:
    talk = Talk()
    talk.ok(f"boardsize {size}")
    grid = talk.session.game.grid
    if grid.area > 1:
        talk.ok("play b a1")
    assert talk.ask(command).text.startswith("\n"), "the first row begins on a line of its own"
    words(talk.ok(command), grid.height, grid.width)


def test_territory_is_control_above_the_threshold() -> None:
    talk = board()
    values = evaluate(talk.session.game.position).control.values
    for line, least in (("", 0.5), (" 0.2", 0.2), (" 0", 0.0), (" 1", 1.0)):
        rows = words(talk.ok(f"mokusan-territory{line}"), 7, 7)
        owner = np.array([[{"B": 1, "W": -1, "": 0}[word] for word in row] for row in rows])
        assert (owner == np.sign(values) * (np.abs(values) > least)).all()
    assert {"B", "W", ""} == {word for row in words(talk.ok("mokusan-territory"), 7, 7) for word in row}


def test_confidence_is_the_size_of_control_by_colours() -> None:
    talk = board()
    values = np.abs(evaluate(talk.session.game.position).control.values)
    rows = words(talk.ok("mokusan-confidence"), 7, 7)
    least = {colour: bound for bound, colour in CONFIDENCE}
    assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in least)
    bounds = [bound for bound, _ in CONFIDENCE]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] == 0
    shown = np.array([[least[word] for word in row] for row in rows])
    assert (values >= shown).all()
    assert all(max(bound for bound in bounds if bound <= v) == s for v, s in zip(values.flat, shown.flat, strict=True))
    assert len(set(shown.flat)) > 2


def test_aliveness_distinguishes_proof_and_estimate() -> None:
    talk = board(SETTLED)
    rows = words(talk.ok("mokusan-aliveness"), 6, 6)
    position = talk.session.game.position
    life = unconditional_life(position)
    assert life.dead == {position.grid.point("F5")}
    assert rows[1][5] == "dead"
    assert {rows[r][c] for r, c in np.argwhere(position.board == 0)} == {""}
    assert {rows[r][c] for r, c in np.argwhere(life.alive.reshape(6, 6) != 0)} == {"live"}
    talk = board()
    rows = words(talk.ok("mokusan-aliveness"), 7, 7)
    position = talk.session.game.position
    values = evaluate(position).control.values.reshape(-1)
    for point in np.flatnonzero(position.stones).tolist():
        chain = position.chain_at(point)
        chance = (1 + position.stones[point] * values[chain].mean()) / 2
        row, col = position.grid.row_col(point)
        assert rows[row][col] == f"{round(100 * chance)}%"


def graphics(text: str) -> dict[str, list[str]]:
    """Parse GoGui's graphics: keyword -> its words; each at most once here."""
    lines = [line.split(" ") for line in text.split("\n")]
    keywords = [line[0] for line in lines]
    assert len(set(keywords)) == len(keywords)
    assert set(keywords) <= {"LABEL", "MARK", "TEXT"}
    return {line[0]: line[1:] for line in lines}


def test_best_and_worst_moves_as_in_the_papers_figure() -> None:
    talk = Talk()
    talk.ok("boardsize 9", "play b c3", "play w g7", "play b g3")
    ranking = rank_with_tactics(evaluate(talk.session.game.position))
    vertex = talk.session.game.grid.vertex
    shown = graphics(talk.ok("mokusan-best_worst"))
    labels = shown["LABEL"]
    assert labels[1::2] == [chr(ord("A") + i) for i in range(26)]
    assert labels[0::2] == [vertex(move.point) for move in ranking.best(26)]
    assert set(shown["MARK"]) == {vertex(move.point) for move in ranking.worst(26)}
    assert shown["TEXT"][:4] == ["Moves", "for", "White:", "best"]
    other = graphics(talk.ok("mokusan-best_worst b"))
    black = rank_with_tactics(evaluate(talk.session.game.position.with_to_move(BLACK)))
    assert other["LABEL"][0] == vertex(black.best(1)[0].point)
    assert "Black:" in other["TEXT"]


@pytest.mark.parametrize(("size", "best", "worst"), [("1", 0, 0), ("5", 25, 0), ("6", 26, 10), ("7 8", 26, 26)])
def test_no_move_is_both_best_and_worst(size: str, best: int, worst: int) -> None:
    talk = Talk()
    talk.ok(f"boardsize {size}")
    shown = graphics(talk.ok("mokusan-best_worst"))
    labelled, crossed = shown.get("LABEL", [])[0::2], shown.get("MARK", [])
    assert (len(labelled), len(crossed)) == (best, worst)
    assert not set(labelled) & set(crossed)


def test_gains_are_labels_without_zeros() -> None:
    talk = board()
    game = talk.session.game
    for line, color in (("mokusan-gains", BLACK), ("mokusan-gains b", BLACK), ("mokusan-gains w", WHITE)):
        shown = graphics(talk.ok(line))
        ranking = rank_with_tactics(evaluate(game.position.with_to_move(color)))
        moves = [move for move in ranking.moves if abs(round(move.gain, 1)) > 0]
        assert shown["LABEL"][0::2] == [game.grid.vertex(move.point) for move in moves]
        assert [float(word) for word in shown["LABEL"][1::2]] == pytest.approx([m.gain for m in moves], abs=0.051)
        left = len(ranking.moves) - len(moves)
        text = f"{color.word.capitalize()} to move: points that a move gains against a pass"
        text += f"; {left} moves gain less than 0.1 and are left blank" if left else ""
        assert " ".join(shown["TEXT"]) == text
    assert Talk().ok("boardsize 1", "mokusan-gains").startswith("TEXT Black to move")


def test_propagation_follows_its_settings() -> None:
    talk = board()
    position = talk.session.game.position
    rows = np.array(words(talk.ok("mokusan-propagation"), 7, 7), float)
    assert rows == pytest.approx(propagate(position).values, abs=0.0006)
    talk.ok("gogui-param_propagation first 1.0", "gogui-param_propagation path corners")
    changed = np.array(words(talk.ok("mokusan-propagation"), 7, 7), float)
    settings = PropagationSettings(first=1.0, path="corners")
    assert changed == pytest.approx(propagate(position, settings).values, abs=0.0006)


@pytest.mark.parametrize("color", ["b", "w"])
def test_replies_are_what_genmove_plays_in_turn(color: str) -> None:
    talk = board()
    talk.ok("mokusan-settings play.policy_moves 2", "mokusan-settings play.visits 4")
    line = talk.ok(f"mokusan-replies {color} 5").split(" ")
    assert len(line) == 5
    players = [color, "bw"[color == "b"]]
    assert line == [talk.ok(f"genmove {players[k % 2]}") for k in range(5)]


def test_replies_end_before_a_pass() -> None:
    assert board(SETTLED).ok("mokusan-replies b") == ""
    talk = Talk()
    talk.ok("boardsize 3")
    line = talk.ok("mokusan-replies b 99").split(" ")
    players = ["b", "w"]
    assert line == [talk.ok(f"genmove {players[k % 2]}") for k in range(len(line))]
    assert talk.ok(f"genmove {players[len(line) % 2]}") == "pass"


def test_replies_do_not_resign() -> None:
    talk = board(play__resign="true")
    talk.ok("komi 100")
    assert talk.ok("reg_genmove b") == "resign"
    assert "resign" not in talk.ok("mokusan-replies b 2")


# -- the registry ---------------------------------------------------------------------------------------------------


def test_the_menu_has_every_kind_of_analysis() -> None:
    lines = [line.split("/") for line in Talk().ok("gogui-analyze_commands").split("\n")]
    kinds = {kind for kind, _, _ in lines}
    assert {"dboard", "bwboard", "cboard", "gfx", "hstring", "sboard", "varc", "hpstring", "param"} <= kinds
    calls = {call for _, _, call in lines}
    assert {"mokusan-influence %p", "mokusan-explain %p", "mokusan-replies %c", "mokusan-propagation"} <= calls
    assert not any(name.startswith("gogui-rules_") for name in REGISTRY.names()), "they mark a rule server"
