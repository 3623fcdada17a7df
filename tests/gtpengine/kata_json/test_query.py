"""Queries of the JSON analysis engine: errors name the field and the value, unsupported rules give a warning."""

from __future__ import annotations

import pytest

from analysis.board import RULE_NAMES, Grid
from tests.gtpengine.json_talk import Client, Fields, final, query

# -- errors -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("boardXSize", 26, "expected an integer from 1 to 25, got 26"),
        ("boardXSize", None, "expected an integer from 1 to 25, got null"),
        ("boardYSize", 0, "expected an integer from 1 to 25, got 0"),
        ("boardYSize", 5.5, "got 5.5"),
        ("boardYSize", 1e300, "got 1e+300"),
        ("boardYSize", True, "got true"),
        ("boardYSize", 10**30, "got 1000000000"),
        ("moves", None, "pairs"),
        ("moves", {}, "pairs"),
        ("moves", [["B", "C3", 1]], "pairs"),
        ("moves", ["C3"], "pairs"),
        ("moves", [["X", "C3"]], '"B" or "W"'),
        ("moves", [[1, "C3"]], '"B" or "W"'),
        ("moves", [["B", "C6"]], "expected A1 to E5"),
        ("moves", [["B", 3]], "a vertex, got 3"),
        ("moves", [["B", "C3"], ["W", "C3"]], "Illegal move 1: W C3 (occupied)"),
        ("initialStones", [["B", "pass"]], "'pass'"),
        ("initialStones", [["B", "A2"], ["B", "B1"], ["W", "A1"]], "A1 has no liberty"),
        ("initialStones", "C3", "pairs"),
        ("initialStones", [["B", "C3"], ["B", "A1"], ["W", "C3"]], "one stone a point, got both colours at C3"),
        ("initialPlayer", "X", '"B" or "W"'),
        ("initialPlayer", 1, '"B" or "W"'),
        ("rules", None, "got null"),
        ("rules", 7, "got 7"),
        ("komi", "6.5", 'got "6.5"'),
        ("komi", 1001, "[-1000, 1000]"),
        ("komi", True, "got true"),
        ("whiteHandicapBonus", "M", 'got "M"'),
        ("whiteHandicapBonus", [], "got []"),
        ("analyzeTurns", [4], "from 0 to 3, got 4"),
        ("analyzeTurns", [-1], "from 0 to 3, got -1"),
        ("analyzeTurns", [True], "got true"),
        ("analyzeTurns", 3, "a list of integers, got 3"),
        ("priority", 1.5, "got 1.5"),
        ("priority", 2**63, "got 9223372036854775808"),
        ("priorities", [1], "analyzeTurns together with priorities"),
        ("maxVisits", 0, "got 0"),
        ("maxVisits", "many", 'got "many"'),
        ("includePolicy", 1, "true or false, got 1"),
        ("includeOwnership", "yes", "true or false"),
        ("reportDuringSearchEvery", 0, "got 0"),
        ("analyzeTurns", [], "expected at least one turn, got []"),
        ("overrideSettings", [], "an object, got []"),
        ("overrideSettings", {"reportAnalysisWinratesAs": "GREEN"}, 'got "GREEN"'),
        ("overrideSettings", {"maxTime": -1}, "got -1"),
        ("allowMoves", [{}, {}], "one entry"),
        ("avoidMoves", [{"player": "B", "moves": []}], "untilDepth"),
        ("avoidMoves", [{"player": "B", "moves": ["Z9"], "untilDepth": 1}], "expected A1 to E5"),
        ("avoidMoves", [{"player": "B", "moves": ["C3"], "untilDepth": 0}], "got 0"),
        ("avoidMoves", [{"player": "B", "moves": {}, "untilDepth": 1}], "got {}"),
        ("avoidMoves", 5, "a list of entries, got 5"),
    ],
)  # fmt: skip
def test_errors_name_the_field_and_the_value(client: Client, field: str, value: object, text: str) -> None:
    error = client.error(query(**{field: value}))
    assert error == {"error": error["error"], "field": field, "id": "q"}
    assert text in error["error"]
    assert final(client.ask(query("after"))) == [("after", 3)]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"priority": 1, "priorities": [1], "analyzeTurns": [0]}, "priority"),
        ({"priorities": [1, 2], "analyzeTurns": [0]}, "priorities"),
        ({"allowMoves": [], "avoidMoves": []}, "allowMoves"),
    ],
)
def test_fields_that_do_not_go_together(client: Client, changes: Fields, field: str) -> None:
    assert client.error(query(**changes))["field"] == field


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ({"id": "a", "action": "fly"}, "action"),
        ({"id": "a", "action": 7}, "action"),
        ({"id": "a", "action": "terminate"}, "terminateId"),
        ({"id": "a", "action": "terminate", "terminateId": 1}, "terminateId"),
        ({"id": "a", "action": "terminate", "terminateId": "a", "turnNumbers": 1}, "turnNumbers"),
        ({"id": "a", "action": "terminate_all", "turnNumbers": ["1"]}, "turnNumbers"),
    ],
)
def test_actions_that_cannot_be_done(client: Client, line: Fields, field: str) -> None:
    error = client.error(line)
    assert (error["field"], error["id"]) == (field, "a")


@pytest.mark.parametrize(("line", "text"), [
    ({"id": 7, "moves": []}, 'expected a request whose "id" is a string, got 7'),
    ({"moves": []}, 'expected a request whose "id" is a string, got null'),
    ({"id": "a", "action": "terminate"}, "expected the id of a query, got null"),
    ({"id": "a", "action": "terminate_all", "turnNumbers": ["1"]}, 'expected a list of integers, got ["1"]'),
])  # fmt: skip
def test_errors_of_requests_say_what_was_received(line: Fields, text: str, client: Client) -> None:
    assert client.error(line)["error"] == text


ODD_LINES = [
    b"not json", b"[]", b"null", b"7", b'"text"', b"{}", b'{"id":7}', b'{"id":null,"action":"query_version"}',
    b"{", b'{"id":"a",}', b'{"id":"a"} {}', b"1e999", b"NaN", b"[1e999]",
    b"\xff\xfe\x00", b"[" * 100_000,
    b'{"id":"a","x":' + b"[" * 100_000 + b"]" * 100_000 + b"}", b'{"id":"' + b"x" * 10_000_000 + b'"}',
]  # fmt: skip


@pytest.mark.parametrize("line", ODD_LINES, ids=lambda line: repr(line[:30]))
def test_malformed_lines(client: Client, line: bytes) -> None:
    assert set(client.error(line)) == {"error"}
    assert client.log == []
    assert final(client.ask(query("after"))) == [("after", 3)]


@pytest.mark.parametrize(("number", "text"), [
    ("1e999", "expected numbers below 1e308, got 1e999"), ("-1e999", "expected numbers below 1e308, got -1e999"),
    ("NaN", "expected a number, got NaN"), ("-Infinity", "expected a number, got -Infinity"),
    ("[[0.5, 1e400]]", "expected numbers below 1e308, got 1e400"),
    ("9" * 5000, "expected numbers of at most 400 digits"),
])  # fmt: skip
@pytest.mark.parametrize("field", ["boardXSize", "komi", "maxVisits", "overrideSettings", "unheardOf"])
def test_numbers_that_cannot_be_are_answered_with_the_id(client: Client, field: str, number: str, text: str) -> None:
    for line in (f'{{"id":"n","{field}":{number}}}', f'{{"{field}":{number},"action":"query_version","id":"n"}}'):
        answer = client.error(line.encode())
        assert (answer["id"], answer["field"]) == ("n", field)
        assert answer["error"].startswith(text)
        assert len(answer["error"]) < 150
    assert "id" not in client.error(f'{{"id":7,"{field}":{number}}}'.encode())
    assert client.error(b'{"id":NaN}') == {"error": "expected a number, got NaN", "field": "id"}


def test_whole_numbers_may_be_written_with_a_point(client: Client) -> None:
    """As programs write them that know only floats."""
    whole = client.answer(maxVisits=2, analyzeTurns=[1], priority=3)
    assert client.answer(maxVisits=2.0, analyzeTurns=[1.0], priority=3.0, boardXSize=5.0, boardYSize=5.0) == whole
    avoid = {"player": "B", "moves": ["A1"], "untilDepth": 1.0}
    assert client.answer(avoidMoves=[avoid])["turnNumber"] == 3
    client.ask(b'{"id":"t","action":"terminate_all","turnNumbers":[1.0]}')
    assert "1.5" in client.error({"id": "t", "action": "terminate_all", "turnNumbers": [1.5]})["error"]


def test_a_stone_named_twice_in_one_colour_is_one_stone(client: Client) -> None:
    once = client.answer(initialStones=[["B", "A1"]], moves=[])
    assert client.answer(initialStones=[["B", "A1"], ["B", "A1"]], moves=[]) == once


def test_empty_lines_are_not_answered(client: Client) -> None:
    assert client.ask(b"", b"\r", b"  \t") == []


def test_nesting_that_can_be_read_is_echoed_or_refused(client: Client) -> None:
    for depth in (10, 300, 900, 2000, 20_000):
        nested = b"[" * depth + b"]" * depth
        (answer,) = client.ask(b'{"id":"a","action":"clear_cache","x":' + nested + b"}")
        assert "error" in answer or answer["id"] == "a"
        (answer,) = client.ask(b'{"id":"a","moves":' + nested + b',"boardXSize":5,"boardYSize":5,"rules":"aga"}')
        assert "error" in answer
    assert client.log == []


def test_unknown_fields_and_settings_are_ignored(client: Client) -> None:
    odd = {"wideRootNoise": 0.04, "humanSLProfile": "rank_1d", "ignorePreRootHistory": None, "x": [{}]}
    assert client.answer(overrideSettings=odd, hello=[1], analysisPVLen=3) == client.answer()


def test_names_come_back_as_they_were(client: Client) -> None:
    for name in ("", "QUERY:7", "目算 \u2028\n\\\"", "\ud800"):
        assert final(client.ask(query(name))) == [(name, 3)]


# -- rules -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [
    *RULE_NAMES, "new zealand", "Tromp_Taylor", "nz", {}, {"ko": "SITUATIONAL"}, {"tax": "ALL"}, "日本规则",
    "Chinese Rules", "koSIMPLEscoreTERRITORYtaxSEKIsui0", '{"scoring":"TERRITORY","komi":6.5}',
])
def test_supported_rules(client: Client, rules: object) -> None:
    """One reply, and no warning before it."""
    assert client.answer(rules=rules, analyzeTurns=[0])["isDuringSearch"] is False


@pytest.mark.parametrize(
    ("rules", "used"),
    [
        ("aga-button", "area scoring, situational superko, no suicide"),
        ("my own", "area scoring, simple ko, no suicide"),
        ("", "area scoring, simple ko, no suicide"),
        ({"scoring": "TERRITORY", "tax": "ALL", "ko": "SPIGHT"},
         "territory scoring with tax ALL, simple ko, no suicide"),
        ("koSPIGHTscoreTERRITORYtaxSEKIsui1", "territory scoring, simple ko, suicide"),
        ({"hasButton": True, "suicide": True, "ko": "SPIGHT"}, "area scoring, simple ko, suicide"),
        ({"ko": [], "scoring": {}, "suicide": 1, "tax": None, "x": 1}, "area scoring, simple ko, no suicide"),
    ],
)
def test_unsupported_rules_give_a_warning(client: Client, rules: object, used: str) -> None:
    warning, reply = client.ask(query(rules=rules, analyzeTurns=[0]))
    assert warning == {"warning": warning["warning"], "field": "rules", "id": "q"}
    assert warning["warning"].endswith(f"; using {used} instead")
    assert "is not a valid" not in warning["warning"]
    assert reply["isDuringSearch"] is False


KO = [["B", "B3"], ["B", "A2"], ["B", "B1"], ["W", "C3"], ["W", "D2"], ["W", "C1"], ["W", "B2"]]
"""Black captures at C2, and White may not retake at B2."""


def test_ko_and_superko(client: Client) -> None:
    text = client.error(query(initialStones=KO, moves=[["B", "C2"], ["W", "B2"]]))["error"]
    assert text == "Illegal move 1: W B2 (ko)"
    reply = client.answer(initialStones=KO, moves=[["B", "C2"]], includePolicy=True, rules="tromp-taylor")
    assert reply["policy"][Grid(5, 5).point("B2")] == -1
    # After two passes superko forbids White's retake as a candidate; among the moves of a query it is accepted.
    passes = [["B", "C2"], ["W", "pass"], ["B", "pass"]]
    for rules, legal in (("chinese", True), ("tromp-taylor", False)):
        reply = client.answer(initialStones=KO, moves=passes, includePolicy=True, rules=rules)
        assert (reply["policy"][Grid(5, 5).point("B2")] != -1) == legal
        assert (client.answer(initialStones=KO, moves=[*passes, ["W", "B2"]], rules=rules)["turnNumber"]) == 4


def test_suicide_goes_by_the_rules(client: Client) -> None:
    wall = [["W", "A2"], ["W", "B2"], ["W", "C1"], ["B", "A1"]]
    moves = [["B", "B1"]]
    assert client.error(query(initialStones=wall, moves=moves))["error"] == "Illegal move 0: B B1 (suicide)"
    assert client.answer(initialStones=wall, moves=moves, rules="new zealand")["turnNumber"] == 1
