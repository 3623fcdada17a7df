"""The HTML page of a report: its data, what it may load, and hostile records."""

from __future__ import annotations

import base64
import hashlib
import json
import re

import pytest
from sgfmill import sgf_grammar

from analysis.board import PASS
from gtpengine.report.html_report import embeddable_json, report_page
from gtpengine.report.sgf_report import annotated_record
from gtpengine.sgf import load_game
from tests.gtpengine.report.report_games import ENDGAME, EVIL, OPENING, READ, SETUPS, hostile, made_up, quick, reported
from tests.gtpengine.report.written_reports import Elements, data_of, nodes


def test_the_page_of_made_up_facts() -> None:
    """It lists moves that lost at least a tenth of a point, the worst first; the komi includes two handicap points."""
    report = made_up()
    assert [(number, lost.points) for number, lost in report.worst(9)] == [(4, 2.5), (1, 0.3)]
    text = report_page(report, 0)
    table = re.findall(r"<tr><th scope=.row.>.*?</tr>", text.partition('id="worst"')[2])
    assert [re.sub(r"(<[^>]*>)+", " ", row).split() for row in table] == [
        ["4", "F8", "2.5", "D8", "7.0", "W+5.0"], ["1", "F8", "0.3", "D8", "7.0", "W+5.0"]]
    assert [re.findall(r'disc (\w+)"', row) for row in table] == [["black"], ["white"]]
    assert re.search(r"komi\W+6\.5 and 2 for the handicap\b", re.sub(r"<[^>]*>", " ", text))
    assert "Ada 3d" in text
    assert "Ben 5k" in text
    data = data_of(text)
    assert (data["area"], data["komi"]) == (True, "6.5 and 2 for the handicap")
    assert data["facts"][3]["l"] == [2.5, 14, 4.5, 0]
    assert (data["chains"][0][6:8], data["facts"][0]["b"][:2]) == ([41, 42], [[PASS, 5.0], [9, 4.0]])


def test_the_page_loads_nothing_and_allows_no_other_script() -> None:
    text = report_page(quick(OPENING), 0)
    elements = Elements(text)
    assert not [attrs for _, attrs in elements.found if {"src", "style", "onclick", "onload"} & set(attrs)]
    assert all((attrs.get("href") or "#").startswith("#") for _, attrs in elements.found)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|url\((?!#)|innerHTML|eval\(", text)
    policy = next(attrs["content"] for tag, attrs in elements.found if attrs.get("http-equiv"))
    assert policy is not None
    style, _, script = elements.scripts
    for kind, body in (("script", script), ("style", style)):
        digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")


def test_the_data_of_the_page_match_the_report() -> None:
    """Boards from their changes, ownership from its digits, moves, captures and comments."""
    report = quick(SETUPS, 2)
    data = data_of(report_page(report, 3))
    assert (data["size"], data["open"], len(data["steps"])) == ([9, 9], 3, 7)
    board = [0] * 81
    for number, (move, changes, taken, comment) in enumerate(data["steps"]):
        for point, color in changes:
            board[point] = color
        position = report.record.position(number)
        assert board == position.stones.tolist()
        assert taken == list(position.captures)
        assert comment == report.record.steps[number].comment
        assert move == (None if number == 0 else list(report.record.move(number)))
    assert data["steps"][4][0] == [1, PASS]
    assert [facts["n"] for facts in data["facts"]] == [0, 2, 4, 6]
    for facts in data["facts"]:
        known = report.facts[facts["n"]]
        assert [value - 100 for value in bytes.fromhex(facts["c"])] == list(known.control)
        assert facts["s"] == pytest.approx(known.score_with_komi, abs=0.006)


@READ
def test_shared_items_are_stored_once() -> None:
    report = reported(ENDGAME[:-1] + b";B[dc];W[])")
    data = data_of(report_page(report, 0))
    assert len(data["chains"]) < sum(len(facts["ch"]) for facts in data["facts"])
    for facts in data["facts"]:
        known = report.facts[facts["n"]]
        for number, chain in zip(facts["ch"], known.chains, strict=True):
            row = data["chains"][number]
            assert row[1] == list(chain.points)
            assert data["texts"][row[5]] == chain.reason
        for number, place in zip(facts["pl"], known.local_games, strict=True):
            row = data["places"][number]
            assert (row[2], data["texts"][row[7]]) == (place.miai, place.reason)


def test_nothing_in_json_ends_a_script() -> None:
    text = embeddable_json({"a": EVIL, "b": "\u2028 & ]]>"})
    assert not re.search(r"[<>&\u2028]", text)
    assert json.loads(text) == {"a": EVIL, "b": "\u2028 & ]]>"}


def test_hostile_names_and_comments_stay_text() -> None:
    data = hostile()
    report = quick(data)
    text = report_page(report, 7)
    assert len(text) < 10**6
    elements = Elements(text)
    tags = [tag for tag, _ in elements.found]
    assert tags.count("script") == 2
    assert "img" not in tags
    assert "b" in tags  # of our template
    assert elements.title.startswith("</script>")
    assert "{{ 7*7 }}" in elements.title
    known = data_of(text)
    assert known["steps"][1][3] == EVIL
    written = annotated_record(quick(data))
    assert load_game(written).moves == load_game(data).moves
    assert nodes(written)[0]["ZZ"] == nodes(data)[0]["ZZ"]
    assert nodes(written)[0]["C"][0].startswith(nodes(data)[0]["C"][0])
    assert sgf_grammar.text_value(nodes(written)[1]["C"][0]).decode().startswith(EVIL)
