"""Random queries, valid and not, and random lines: each is answered as the protocol demands, and none ends it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from analysis.board import RULE_NAMES
from tests.gtpengine.json_talk import Client, Fields, check_reply, final

SIDES = st.sampled_from([3, 4, 4, 5, 1])
VERTICES = st.builds("{}{}".format, st.sampled_from("ABCabc"), st.integers(1, 3))
MOVES = st.tuples(st.sampled_from("BWbw"), VERTICES | st.just("pass")).map(list)
ENTRIES = st.fixed_dictionaries(
    {"player": st.sampled_from("BW"), "moves": st.lists(VERTICES, max_size=5), "untilDepth": st.integers(1, 3)}
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
VALID: dict[str, st.SearchStrategy[Any]] = {
    "boardXSize": SIDES,
    "boardYSize": SIDES,
    "moves": st.lists(MOVES, max_size=6, unique_by=lambda move: move[1].lower()),
    "rules": st.sampled_from([*RULE_NAMES, "stone_scoring", {"ko": "SITUATIONAL"}, {"tax": "ALL"}]),
}
OPTIONAL: dict[str, st.SearchStrategy[Any]] = {
    "initialStones": st.lists(MOVES.filter(lambda move: move[1] != "pass"), max_size=2),
    "initialPlayer": st.sampled_from("BW"),
    "komi": st.floats(-10, 10) | st.integers(-10, 10),
    "priority": st.integers(-3, 3),
    "maxVisits": st.sampled_from([1, 12, 20]),
    "includeOwnership": st.booleans(),
    "includeMovesOwnership": st.booleans(),
    "includePolicy": st.booleans(),
    "includePVVisits": st.booleans(),
    "avoidMoves": st.lists(ENTRIES, max_size=3),
    "allowMoves": st.lists(ENTRIES, max_size=1),
    "overrideSettings": st.fixed_dictionaries(
        {"maxTime": st.integers(0, 1)},
        optional={"reportAnalysisWinratesAs": st.sampled_from(["BLACK", "WHITE", "SIDETOMOVE"])},
    ),
    "reportDuringSearchEvery": st.floats(0.001, 1),
    "whiteHandicapBonus": st.sampled_from(["0", "N", "N-1"]),
}


@st.composite
def queries(draw: st.DrawFn) -> Fields:
    """Draw a query, sometimes with a field that is missing or of any type."""
    fields = {"id": "?", **draw(st.fixed_dictionaries(VALID, optional=OPTIONAL))}
    if draw(st.booleans()):
        turns = draw(st.lists(st.integers(0, len(fields["moves"])), max_size=4))
        fields["analyzeTurns"] = turns
        if "priority" not in fields:
            fields["priorities"] = draw(st.lists(st.integers(-3, 3), min_size=len(turns), max_size=len(turns)))
    if draw(st.booleans()):
        fields.pop(draw(st.sampled_from(["avoidMoves", "allowMoves"])), None)
    change = draw(st.integers(0, 9))
    if change == 9:
        fields[draw(st.sampled_from([*VALID, *OPTIONAL, "analyzeTurns", "priorities", "id", "action"]))] = draw(JSON)
    elif change == 8:
        fields.pop(draw(st.sampled_from(sorted(fields))))
    return fields


ACTIONS = st.one_of(
    st.builds(lambda name: {"id": "t", "action": "terminate", "terminateId": name}, st.sampled_from(["0", "1", "2"])),
    st.just({"id": "t", "action": "terminate_all"}),
    st.just({"id": "t", "action": "clear_cache"}),
)
LINES = st.integers(0, 4).flatmap(lambda kind: queries() if kind else ACTIONS)
STEPS = st.integers(0, 4)


def check_queries(lines: list[tuple[Fields, int]]) -> None:
    """Check that every query gets an error, or one well-formed final reply for each turn."""
    client = Client(tick=0.0003, play_visits="10", analyse_max_visits="20")
    expected: Counter[tuple[str, int]] = Counter()
    for number, (fields, steps) in enumerate(lines):
        if fields.get("id") == "?":
            fields["id"] = str(number)
        before = len(client.said)
        client.send(fields)
        failed = any("error" in answer for answer in client.said[before:])
        if not failed and "action" not in fields:
            turns = fields.get("analyzeTurns", [len(fields["moves"])])
            expected.update((fields["id"], turn) for turn in set(turns))
        for _ in range(steps):
            client.engine.step()
    said = client.finish()
    assert Counter(final(said)) == expected
    assert not [answer for answer in said if "internal" in str(answer.get("error", ""))]
    queries = [fields for fields, _ in lines if "action" not in fields]
    sizes = {fields["id"]: fields for fields in queries if isinstance(fields.get("id"), str)}
    for answer in said:
        if "rootInfo" in answer:
            asked = sizes[answer["id"]]
            check_reply(answer, asked["boardXSize"], asked["boardYSize"])
            assert ("policy" in answer) == asked.get("includePolicy", False)
    assert client.log == []


QUERIES = st.lists(st.tuples(LINES, STEPS), min_size=3, max_size=8)
HOW = settings(
    deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate]
)


@settings(HOW, max_examples=50)
@given(QUERIES)
def test_any_queries(lines: list[tuple[Fields, int]]) -> None:
    check_queries(lines)


@pytest.mark.slow
@settings(HOW, max_examples=500)
@given(QUERIES)
def test_many_queries(lines: list[tuple[Fields, int]]) -> None:
    check_queries(lines)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.binary(max_size=40) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_lines(line: bytes) -> None:
    client = Client(play_visits="10", analyse_max_visits="20")
    said = client.ask(line)
    assert len(said) == bool(line.strip())
    assert all(set(answer) <= {"error", "field", "id"} for answer in said)
