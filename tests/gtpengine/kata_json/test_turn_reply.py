"""The reply to a turn: its fields, its numbers beside those of `mokusan analyse`, and whose values they are."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from analysis.board import WHITE, Position
from analysis.evaluation import evaluate
from analysis.tree_search.puct_tree import PuctTree
from analysis.tree_search.tree_lines import FIRST
from analysis.tree_search.tree_values import shown_values
from gtpengine import cli
from tests.gtpengine.json_talk import Client, Fields, check_reply


def test_a_reply_has_the_requested_fields_only(client: Client) -> None:
    plain = client.answer(boardXSize=6)
    assert list(plain) == ["id", "isDuringSearch", "turnNumber", "rootInfo", "moveInfos"]
    assert set(plain["moveInfos"][0]) == {
        "move", "order", "visits", "winrate", "utility", "scoreLead", "scoreMean", "scoreSelfplay", "scoreStdev",
        "prior", "pv",
    }
    assert set(plain["rootInfo"]) == {
        "visits", "currentPlayer", "winrate", "utility", "scoreLead", "scoreMean", "scoreSelfplay", "scoreStdev",
    }
    check_reply(plain, 6, 5)
    flags = ("includeOwnership", "includeMovesOwnership", "includePolicy", "includePVVisits")
    full = client.answer(boardXSize=6, **dict.fromkeys(flags, True))
    assert set(full) - set(plain) == {"ownership", "policy"}
    assert set(full["moveInfos"][0]) - set(plain["moveInfos"][0]) == {"ownership", "pvVisits"}
    check_reply(full, 6, 5)
    assert (plain["id"], plain["isDuringSearch"], plain["turnNumber"]) == ("q", False, 3)
    assert plain["rootInfo"]["currentPlayer"] == "W"


def test_rows_come_from_the_top_and_illegal_points_have_policy_minus_one(client: Client) -> None:
    """A 7x5 board, Black above with two eyes, White likewise below: stones cannot be played on."""
    stones = [["B", f"{column}5"] for column in "BDEFG"] + [["B", f"{column}4"] for column in "ABCDEF"]
    stones += [["W", f"{column}1"] for column in "BDEFG"] + [["W", f"{column}2"] for column in "ABCDEFG"]
    reply = client.answer(
        boardXSize=7, boardYSize=5, initialStones=stones, moves=[], initialPlayer="B",
        includeOwnership=True, includePolicy=True,
    )
    assert min(reply["ownership"][:13]) > 0.3
    assert max(reply["ownership"][21:]) < -0.3
    assert reply["policy"][7:13] == [-1] * 6
    assert reply["policy"][21:28] == [-1] * 7
    assert min(reply["policy"][13:21]) > 0


def test_numbers_are_those_of_mokusan_analyse(
    client: Client, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Ownership is the control map; leads and visits are the tree search's, priors the move probabilities."""
    record = tmp_path / "game.sgf"
    record.write_text("(;SZ[5]KM[0.5];B[cc];W[cd];B[bd])")
    assert cli.main(["analyse", str(record), "--json"]) == 0
    shell = json.loads(capsys.readouterr().out)
    reply = client.answer(includeOwnership=True, includePolicy=True)
    assert reply["ownership"] == pytest.approx(shell["ownership"], abs=1e-5)
    evaluation = evaluate(Position.from_diagram(".....\n.....\n..X..\n.XO..\n.....", "W"), komi=0.5)
    tree = PuctTree(evaluation, recent=[evaluation.position.grid.point(vertex) for vertex in ("C2", "B2")])
    for _ in islice(tree.run(60), FIRST):
        pass
    moves = {evaluation.position.grid.vertex(move.point): move for move in tree.root_moves()}
    assert {info["move"] for info in reply["moveInfos"]} == set(moves)
    best = reply["moveInfos"][0]
    assert best["scoreLead"] == pytest.approx(reply["rootInfo"]["scoreLead"], abs=1e-5)
    _, leads = shown_values(tree.root_moves(), moves[best["move"]].point, WHITE, evaluation.open_points / 25)
    for info in reply["moveInfos"]:
        move = moves[info["move"]]
        assert info["visits"] == move.visits
        assert info["scoreLead"] == pytest.approx(leads[move.point] - 0.5, abs=1e-5)
        assert info["prior"] == pytest.approx(move.probability, rel=1e-3)


def test_komi_and_handicap_bonus_are_in_the_lead(client: Client) -> None:
    stones = [["B", "B2"], ["B", "D4"]]
    lead = {
        (komi, bonus): client.answer(initialStones=stones, moves=[], komi=komi, rules="japanese", **bonus_field)[
            "rootInfo"]["scoreLead"]
        for komi in (0, 6.5)
        for bonus, bonus_field in ((0, {}), (1, {"whiteHandicapBonus": "N-1"}), (2, {"whiteHandicapBonus": "N"}))
    }
    for (komi, bonus), value in lead.items():
        assert value == pytest.approx(lead[0, 0] - komi - bonus, abs=1e-5)
    chinese = client.answer(initialStones=stones, moves=[], komi=0)["rootInfo"]["scoreLead"]
    assert chinese == pytest.approx(lead[0, 2])
    one_white, without = (  # of engines without a tree of the other question
        Client().answer(initialStones=[*stones, ["W", "C3"]], moves=[], komi=0, **bonus)["rootInfo"]["scoreLead"]
        for bonus in ({}, {"whiteHandicapBonus": "0"})
    )
    assert one_white == pytest.approx(without, abs=1e-5)  # not a handicap game, which would be 2 points


@pytest.mark.parametrize(("rules", "komi"), [("japanese", 6.5), ("chinese", 7.5)])
def test_default_komi(rules: str, komi: float) -> None:
    given, default = (Client().answer(rules=rules, komi=value) for value in (komi, None))
    assert given == default
    by_setting = Client(game_komi="3.5").answer(rules=rules, komi=None)
    assert by_setting["rootInfo"]["scoreLead"] == pytest.approx(given["rootInfo"]["scoreLead"] + komi - 3.5)


def test_who_moves_first(client: Client) -> None:
    def mover(**changes: Any) -> str:
        return str(client.answer(analyzeTurns=[0], **changes)["rootInfo"]["currentPlayer"])

    assert mover() == "B"
    assert mover(moves=[["W", "C3"]]) == "W"
    assert mover(moves=[]) == "B"
    assert mover(moves=[], initialStones=[["B", "B2"], ["B", "D4"]]) == "W"
    assert mover(moves=[], initialStones=[["B", "B2"], ["B", "D4"]], initialPlayer="b") == "B"
    assert mover(moves=[["W", "C3"]], initialPlayer="BLACK") == "B"


def flipped(reply: Fields) -> Fields:
    """Return the reply from the other side's perspective."""
    twin: Fields = json.loads(json.dumps(reply))
    for info in (twin["rootInfo"], *twin["moveInfos"]):
        info["winrate"] = 1 - info["winrate"]
        for key in ("utility", "scoreLead", "scoreMean", "scoreSelfplay"):
            info[key] = -info[key]
        if "ownership" in info:
            info["ownership"] = [-value for value in info["ownership"]]
    twin["ownership"] = [-value for value in twin["ownership"]]
    return twin


def same(one: object, other: object) -> bool:
    """Whether two replies agree to the last decimal but one."""
    if isinstance(one, float) and isinstance(other, float):
        return one == pytest.approx(other, abs=3e-6)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def test_whose_values_are_reported(client: Client) -> None:
    def reply(turn: int, **override: str) -> Fields:
        return client.answer(
            analyzeTurns=[turn], includeOwnership=True, includeMovesOwnership=True, includePolicy=True,
            overrideSettings=override,
        )

    for turn, mover in ((2, "BLACK"), (3, "WHITE")):
        black, white = reply(turn, reportAnalysisWinratesAs="BLACK"), reply(turn, reportAnalysisWinratesAs="white")
        assert reply(turn) == black
        assert same(flipped(black), white)
        assert black != white
        to_move = reply(turn, reportAnalysisWinratesAs="SIDETOMOVE")
        assert to_move == (black if mover == "BLACK" else white)
    # The first move is the best for the side to move.
    chances = [info["winrate"] for info in to_move["moveInfos"]]
    assert chances == sorted(chances, reverse=True)


def test_colours_exchanged(client: Client) -> None:
    """The same game with colours and komi exchanged: Black's values become White's."""
    moves = [["W", "C3"], ["B", "C2"], ["W", "B2"]]
    here = client.answer(includeOwnership=True, rules="japanese")
    there = client.answer(includeOwnership=True, rules="japanese", komi=-0.5, moves=moves)
    there["rootInfo"]["currentPlayer"] = "W"
    assert same(flipped(there), here)
