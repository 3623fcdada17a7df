"""The report on a game: its record, the facts of its positions, the losses of its moves."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from analysis.board import PASS, Position
from analysis.evaluation import evaluate
from gtpengine import cli
from gtpengine.report import game_report as report_module
from gtpengine.report.game_record import MAX_COMMENT_LENGTH
from gtpengine.report.game_report import evaluated_positions
from gtpengine.settings import Settings
from gtpengine.sgf import load_game
from tests.gtpengine.report.report_games import (
    DATA,
    ENDGAME,
    OPENING,
    READ,
    RECTANGLE,
    SETUPS,
    TURNS,
    TWO_IN_A_NODE,
    Capture,
    quick,
    record,
    reported,
)

# -- the record --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [OPENING, ENDGAME, SETUPS, TURNS, TWO_IN_A_NODE, RECTANGLE, b"(;)"])
def test_positions_are_those_of_load_game(data: bytes) -> None:
    found = record(data)
    assert len(found.steps) == found.count + 1
    for number in range(found.count + 1):
        game = load_game(data, number)
        assert found.position(number) == game.position
        assert found.game_at(number).position == game.position
        assert [step.number for step in found.steps][number] == number
    for number in range(1, found.count + 1):
        assert found.move(number).color == load_game(data, number - 1).position.to_move


def test_moves_and_comments_around_setups() -> None:
    found = record(SETUPS)
    vertices = [found.game.grid.vertex(found.move(number).point) for number in range(1, found.count + 1)]
    assert vertices == ["G3", "C3", "G7", "pass", "D6", "C5"]
    assert [step.comment for step in found.steps] == ["", "", "one\n\ntwo", "", "", "", ""]
    nodes = [step.position_node or {} for step in found.steps]
    contents = ["".join(value for values in node.values() for value in values) for node in nodes]
    assert contents == ["96.5cc", "gg", "cgeetwoW", "gc", "gd", "dd", "ce"]


@pytest.mark.parametrize(("declared", "raw", "text"), [
    (b"UTF-8", "目算".encode(), "目算"), (b"", "目算".encode(), "目算"), (b"", b"Ren\xe9", "René"),
    (b"ISO-8859-1", b"Ren\xe9", "René"), (b"GB2312", "柯洁".encode("gb2312"), "柯洁"),
    (b"Big5", "周".encode("big5"), "周"), (b"Shift_JIS", "井山".encode("shift_jis"), "井山"),
    # Names of Python codecs that are not text encodings, or costly.
    (b"rot13", b"abc", "abc"), (b"zlib", b"abc", "abc"), (b"punycode", b"abc", "abc"), (b"\xff\xfe", b"abc", "abc"),
])  # fmt: skip
def test_encodings(declared: bytes, raw: bytes, text: str) -> None:
    found = record(b"(;SZ[5]" + (b"CA[" + declared + b"]" if declared else b"") + b"PB[" + raw + b"]BR[9p])")
    assert found.player("B") == f"{text} 9p"


def test_names_are_one_line_and_long_texts_are_cut_off() -> None:
    found = record(b"(;SZ[5]PB[a\nb\x07c]C[" + b"x" * 10**6 + b"])")
    assert found.player("B") == "a bc"
    assert len(found.steps[0].comment) == MAX_COMMENT_LENGTH + 4


# -- facts -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "every", "numbers"), [
    (0, 1, [0]), (3, 1, [0, 1, 2, 3]), (5, 2, [0, 2, 4, 5]), (6, 3, [0, 3, 6]), (4, 9, [0, 4]),
])  # fmt: skip
def test_positions_to_evaluate(count: int, every: int, numbers: list[int]) -> None:
    assert evaluated_positions(count, every) == numbers


def test_facts_are_those_of_analyse(capsys: Capture) -> None:
    """For a position that is evaluated first, to the rounding; scores and moves are searched if there is reading."""
    for words in ([], ["--control-only"]):
        assert cli.main(["analyse", str(DATA / "endgame9.sgf"), "--json", *words]) == 0
        answer = json.loads(capsys.readouterr().out)
        report = quick(ENDGAME) if words else reported(ENDGAME)
        facts = report.facts[0]
        assert list(facts.control) == pytest.approx([100 * value for value in answer["ownership"]], abs=0.501)
        if words:
            assert (facts.score, facts.score_with_komi) == (answer["score"], answer["score_with_komi"])
            assert facts.best[0].gain == answer["candidates"][0]["gain"]
        assert [(place.mean, place.miai) for place in facts.local_games] == [
            (game["count"], game["temperature"]) for game in answer["endgame"] or []]


@READ
def test_facts_of_chains_and_local_games() -> None:
    facts = reported(ENDGAME).facts[0]
    grid = record(ENDGAME).game.grid
    chain = next(chain for chain in facts.chains if grid.point("B7") in chain.points)
    assert (chain.color, chain.verdict, chain.evidence) == (-1, "critical", "proved")
    assert grid.vertex(chain.kill) == "D7"
    assert chain.reason
    place = facts.local_games[0]
    assert (place.miai, place.mean, place.kind, place.certainty) == ("2", "2", "gote", "exact")
    assert place.left == (("0", "4"), ("2", "2"))
    assert place.right == (("0", "0"), ("2", "2"))
    assert facts.winrate is not None
    assert 0 < facts.winrate < 0.05


@READ
@pytest.mark.parametrize(("move", "lost"), [(b"dc", 0.0), (b"ea", None), (b"", 2.0)])
def test_loss_of_a_move(move: bytes, lost: float | None) -> None:
    """D7 gains two points and is the best move; a pass gains nothing; E9 is occupied: an illegal move has no loss."""
    data = ENDGAME[:-1] + b";B[" + move + b"])"
    report = reported(data)
    found = report.facts[0].loss
    if lost is None:
        assert found is None
        return
    assert found is not None
    assert found.points == pytest.approx(lost)
    assert report.grid.vertex(found.best.point) == "D7"
    assert [number for number, _ in report.worst(9)] == ([1] if lost else [])
    assert report.facts[1].loss is None


def test_worst_moves_come_first_and_no_loss_is_negative() -> None:
    report = quick(OPENING, 1)
    worst = report.worst(100)
    assert [lost.points for _, lost in worst] == sorted((lost.points for _, lost in worst), reverse=True)
    for facts in report.facts.values():
        assert facts.loss is None or facts.loss.points >= 0
        gains = [round(move.gain, 6) for move in facts.best]
        assert gains == sorted(gains, reverse=True)
    assert report.worst(2) == worst[:2]


def test_a_move_that_superko_forbids_has_no_loss() -> None:
    """By the rules of the record, which have superko, White's last move repeats the first position."""
    ko = b"(;SZ[5]RU[Tromp-Taylor]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[];B[];W[bb];B[ee])"
    facts = quick(ko, 1).facts
    assert [number for number in range(5) if facts[number].loss is None] == [3]


@READ
def test_chances_of_safe_chains() -> None:
    chains = reported(ENDGAME).facts[0].chains
    assert {chain.chance for chain in chains if chain.verdict == "safe"} == {100}


@READ
def test_points_that_kill_and_save() -> None:
    """They differ here, which they do not on the boards above."""
    evaluation = evaluate(Position.from_diagram("...XO\nXXXXO\nOOOOO\n....."))
    assert evaluation.status is not None
    first, *others = evaluation.status.chains
    status = replace(evaluation.status, chains=(replace(first, kill=1, save=2), *others))
    chain, *others_facts = report_module._chains(replace(evaluation, status=status), Settings())
    assert (chain.verdict, chain.kill, chain.save) == ("critical", 1, 2)
    assert any(line.startswith("white kills at B4") for line in chain.notes)
    assert any(line.startswith("black saves at C4") for line in chain.notes)
    assert any(line.endswith(" points depend on it") for line in chain.notes)
    assert not any(other.notes for other in others_facts if other.verdict != "critical")


def test_filling_an_own_eye_is_not_listed() -> None:
    """Two walls with two eyes each and nothing between: the only legal moves fill eyes."""
    data = (b"(;SZ[6:5]AB[ba][da][ea][ab][bb][cb][db][eb]"
            b"AW[fa][fb][ac][bc][cc][dc][ec][fc][ad][cd][ed][ae][be][ce][de][ee][fe])")
    assert [move.point for move in reported(data).facts[0].best] == [PASS]
