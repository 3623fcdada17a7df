"""The annotated copy of the record: comments, labels, markup, and what it keeps of the record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sgfmill import sgf_grammar

from gtpengine.report.game_report import MoveLoss
from gtpengine.report.sgf_report import TERRITORY_THRESHOLD, annotated_record
from gtpengine.sgf import load_game
from tests.gtpengine.report.report_games import (
    ENDGAME,
    MADE_UP,
    OPENING,
    ORDER,
    READ,
    RECTANGLE,
    SETUPS,
    TWO_IN_A_NODE,
    made_up,
    quick,
    reported,
)
from tests.gtpengine.report.written_reports import nodes

# -- comments and labels ----------------------------------------------------------------------------------------------


def comments_of(data: bytes) -> list[list[str]]:
    """Return the lines of the comments of the main line."""
    return [sgf_grammar.text_value(b"".join(node.get("C", []))).decode().splitlines() for node in nodes(data)]


def test_comments_of_made_up_facts() -> None:
    root, *moves = comments_of(annotated_record(made_up()))
    assert root[0].endswith(": B+1.00 with komi, Black wins 97 in 100")
    assert root[1:] == [
        "Best for White, and what each gains: A pass 5.0, B A8 4.0, C B8 3.0",
        "Critical: W E5, read: a ] and a \\ in it", "a note ]",
        "Hottest endgames, miai value by territory, by area one more:",
        "A7 B7 C7 D7 E7 F7 G7 H7 ...: miai 3/2, count 2, gote, B A7, W B7, exact",
        "A6 B6 C6 D6 E6 F6 G6 H6: miai 3/2, count 2, gote, B B6, exact",
        "A5: miai 3/2, count 2, gote, B A5, W A5, exact", "B5: miai 3/2, count 2, gote, B B5, W B5, exact",
        "C5: miai 3/2, count 2, gote, B C5, W C5, exact", *ORDER,
    ]
    assert [lines[0] for lines in moves] == [
        "Move 1, W F8: lost 0.3; we prefer D8, which gains 7.0, not 6.7",
        "Move 2, B F8: as good as D8, which we prefer",
        "Move 3, W F8: lost 0.1; we prefer D8, which gains 7.0, not 6.9",
        "Move 4, B F8: lost 2.5; we prefer D8, which gains 7.0, not 4.5",
    ]
    chances = [lines[1].partition("Black wins ")[2] for lines in moves[:3]]
    assert chances == ["more than 99 in 100", "less than 1 in 100", "50 in 100"]
    by_territory = comments_of(annotated_record(made_up(MADE_UP.replace(b"Chinese", b"Japanese"))))
    assert "Hottest endgames, miai value by territory:" in by_territory[0]


def test_the_move_that_we_prefer_is_called_so() -> None:
    report = made_up()
    best = report.facts[0].best[1]
    report.facts[0] = replace(report.facts[0], loss=MoveLoss(0.0, best, best))
    assert comments_of(annotated_record(report))[1][0] == "Move 1, W A8: what we prefer, too"


def test_labels_of_made_up_facts() -> None:
    """Letters are on the best moves but not on a pass, miai values on the move of the side to move, else of the other;
    the circle at B8 gets no label."""
    root, moved, *_ = nodes(annotated_record(made_up(MADE_UP.replace(b"CR[bb]", b"CR[bb]LB[ii:1]"))))
    assert root["LB"] == [b"ii:1", b"ab:B", b"bc:3/2", b"bd:3/2", b"ae:3/2", b"be:3/2", b"ce:3/2"]
    assert moved["LB"] == [b"ab:B", b"bb:C", b"ac:3/2", b"bd:3/2", b"ae:3/2", b"be:3/2", b"ce:3/2"]


def test_labels_avoid_marked_points_only() -> None:
    """A rectangle marks all its points; the text of a label and values that are no points mark none."""
    marks = b"LB[ii:ab][hh:be]MA[be:ce]TR[zz][a]"
    root = nodes(annotated_record(made_up(MADE_UP.replace(b"CR[bb]", marks))))[0]
    assert root["LB"][2:] == [b"ab:B", b"bb:C", b"bc:3/2", b"bd:3/2", b"ae:3/2"]


def test_settled_regions_are_no_endgames_and_no_number_is_minus_zero() -> None:
    report = made_up()
    facts = report.facts[0]
    settled = tuple(place._replace(miai="-1", black=(), white=()) for place in facts.local_games)
    best = (facts.best[0]._replace(gain=-0.04),)
    loss = MoveLoss(0.1, facts.best[1]._replace(gain=-0.01), facts.best[2]._replace(gain=-0.03))
    report.facts[0] = replace(facts, local_games=settled, order=(), best=best, loss=loss, score_with_komi=-0.001)
    written = annotated_record(report)
    root, moved, *_ = comments_of(written)
    critical = ["Critical: W E5, read: a ] and a \\ in it", "a note ]"]
    assert root[1:] == ["Best for White, and what each gains: A pass 0.0", *critical]
    assert moved[0] == "Move 1, W B8: lost 0.1; we prefer A8, which gains 0.0, not 0.0"
    assert nodes(written)[0]["SBKS"] == [b"0.00"]


# -- the copy of a record ----------------------------------------------------------------------------------------------


def flat(tree: Any) -> Any:
    """Return a tree as nested lists."""
    return [dict(node) for node in tree.sequence], [flat(child) for child in tree.children]


@pytest.mark.parametrize("data", [OPENING, SETUPS, TWO_IN_A_NODE, RECTANGLE])
def test_the_copy_has_the_same_game(data: bytes) -> None:
    written = annotated_record(quick(data, 1))
    before, after = load_game(data), load_game(written)
    assert after.positions == before.positions
    assert (after.komi, after.rules, after.moves) == (before.komi, before.rules, before.moves)


def test_existing_properties_variations_and_games_are_kept() -> None:
    data = ("(;FF[4]GM[1]SZ[9]CA[GB2312]KM[6.5]XY[odd\\]one][two]C[王\\] said]PB[柯洁];B[ee]LB[cc:1]TR[gg]"
            "SBKV[12.34];W[cc]TB[aa](;B[gg];W[gc])(;B[cg]C[here])(;B[gc](;W[ff]N[x])(;W[dd])))(;SZ[5];B[cc])")
    raw = data.encode("gb2312")
    written = annotated_record(quick(raw, 1))
    trees, before = sgf_grammar.parse_sgf_collection(written), sgf_grammar.parse_sgf_collection(raw)
    assert flat(trees[1]) == flat(before[1])
    assert [flat(child) for child in trees[0].children[1:]] == [flat(child) for child in before[0].children[1:]]
    for old, new in zip(nodes(raw), nodes(written), strict=True):
        assert list(new)[: len(old)] == list(old)
        for name, values in old.items():
            if name == "C":
                assert new[name][0].startswith(values[0] + b"\n\n")
            else:
                assert new[name][: len(values)] == values
    played = nodes(written)[1]
    assert played["SBKV"] == [b"12.34"]
    labelled = [value[:2] for value in played["LB"]]
    assert labelled[0] == b"cc"
    assert len(set(labelled)) == len(labelled)
    assert b"gg" not in labelled
    assert nodes(written)[2]["TB"] == [b"aa"]
    assert "TW" not in nodes(written)[2]
    text = sgf_grammar.text_value(nodes(written)[0]["C"][0]).decode("gb2312")
    assert text.startswith("王] said\n\nMokusan ")


@READ
def test_comments_and_markup() -> None:
    report = reported(ENDGAME[:-1] + b";B[])")
    facts = dict(report.facts)
    root, moved = nodes(annotated_record(report))
    comment = sgf_grammar.text_value(root["C"][0]).decode()
    assert "Best for Black, and what each gains: A D7 2.0" in comment
    assert "Critical: W B7, proved: lives or dies by who moves first: D7" in comment
    assert "D7 C7 B7: miai 2, count 2, gote, B D7, W D7, exact" in comment
    assert sgf_grammar.text_value(moved["C"][0]).decode().startswith(
        "Move 1, B pass: lost 2.0; we prefer D7, which gains 2.0, not 0.0\n")
    assert b"dc:A" in root["LB"]
    assert b"ee:5/4" in root["LB"] or b"de:5/4" in root["LB"]
    assert float(root["SBKV"][0]) == pytest.approx(100 * (facts[0].winrate or 0), abs=0.01)
    assert float(root["SBKS"][0]) == pytest.approx(facts[0].score_with_komi, abs=0.01)
    stones = report.record.position(0).stones
    grid = report.grid
    for name, sign in (("TB", 1), ("TW", -1)):
        points = [grid.at(value[1] - 97, value[0] - 97) for value in root[name]]
        sure = [point for point in range(81) if sign * facts[0].control[point] >= TERRITORY_THRESHOLD]
        assert points == [point for point in sure if stones[point] != sign]
    assert grid.point("G3") in [grid.at(value[1] - 97, value[0] - 97) for value in root["TW"]]  # a dead stone
