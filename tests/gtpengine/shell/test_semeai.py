"""`mokusan semeai`: its JSON and text for races of the literature, and errors of one line."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from gtpengine import cli
from gtpengine.text.semeai import SemeaiError, SemeaiReport
from tests.analysis.semeai.test_race_sum import PROBLEM_6, RACES

PROBLEM_1 = "{4|0}; {6|{4|0}}; -7"
Capture = pytest.CaptureFixture[str]


def payload(capsys: Capture, *words: str) -> dict[str, Any]:
    assert cli.main(["semeai", "--json", *words]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    answer: dict[str, Any] = json.loads(captured.out)
    return answer


def test_problem_1_in_json(capsys: Capture) -> None:
    """Source 002: values, totals, adjustments; the moves and lines of both sides with their liberties and leads."""
    answer = payload(capsys, f"--games={PROBLEM_1}", "--base=-7; -5;", "--win=;;0")
    assert list(answer) == [
        "regions", "total", "black_adjustment", "white_adjustment", "winner_if_black_first", "winner_if_white_first",
        "black_moves", "white_moves", "lines", "territory"]
    assert answer["regions"] == [
        {"points": None, "game": "{4|0}", "cooled": "2*", "atomic_weight": "0"},
        {"points": None, "game": "{6|{4|0}}", "cooled": "4^", "atomic_weight": "1"},
        {"points": None, "game": "-7", "cooled": "-7", "atomic_weight": "0"},
    ]
    assert (answer["total"], answer["black_adjustment"], answer["white_adjustment"]) == ("-1^*", 0, -2)
    assert (answer["winner_if_black_first"], answer["winner_if_white_first"]) == ("B", "W")
    assert answer["black_moves"] == [{"region": 1, "to": "4", "lead": 1}]
    assert answer["white_moves"] == [{"region": 2, "to": "{4|0}", "lead": 3}, {"region": 1, "to": "0", "lead": 2}]
    assert answer["lines"][0] == {
        "first": "B", "kind": "winning",
        "moves": [
            {"player": "B", "region": 1, "to": "4"}, {"player": "W", "region": 2, "to": "{4|0}"},
            {"player": "B", "region": 2, "to": "4"},
        ],
        "black_liberties": 8, "white_liberties": 7, "to_move": "W", "winner": "B", "lead": 1, "tedomari": "B",
        "territory": None,
    }
    assert [
        (line["first"], line["kind"], line["black_liberties"], line["white_liberties"], line["winner"], line["lead"],
         line["tedomari"], line["territory"])
        for line in answer["lines"][1:]
    ] == [
        ("B", "failure", 6, 7, "W", 1, "W", "-6"), ("W", "winning", 4, 7, "W", 3, "W", "-7"),
        ("W", "smaller lead", 6, 7, "W", 2, "B", "-6"),
    ]
    territory = answer["territory"]
    assert list(territory) == ["regions", "total", "hotter", "semedori", "body", "endings"]
    assert territory["regions"][1] == {
        "base_value": "-5", "gwin": None, "glose": "{0|{-1|-3}}", "if_black_wins": None,
        "if_white_wins": "{0|{-1|-3}}"}
    assert territory["regions"][2] == {
        "base_value": None, "gwin": "0", "glose": "-7", "if_black_wins": "-7", "if_white_wins": "0"}
    assert territory["total"] == {
        "base_value": None, "gwin": None, "glose": "-13^*", "if_black_wins": None, "if_white_wins": "-6^*"}
    assert territory["hotter"] == {"if_black_wins": [], "if_white_wins": [1, 2]}
    assert territory["semedori"][1] == {
        "first": "W", "winner": "W", "after": {"region": 2, "to": "{4|0}"}, "player": "B", "region": 2,
        "count": "-2", "miai_value": "1", "kind": "gote"}


def test_the_territory_of_problem_1(capsys: Capture) -> None:
    """Source 002, White first: 33 points for White; by the smaller win 32, 33 or 35, as region 2 is played out."""
    words = (f"--games={PROBLEM_1}", "--base=-7; -5;", "--win=;;0", "--body=0; -26")
    answer = payload(capsys, *words)
    totals = [(line["first"], line["kind"], line["territory"]) for line in answer["lines"]]
    assert totals == [
        ("B", "winning", None), ("B", "failure", "-32"), ("W", "winning", "-33"), ("W", "smaller lead", "-32")]
    assert answer["territory"]["body"] == {"if_black_wins": "0", "if_white_wins": "-26"}
    assert answer["territory"]["endings"] == [
        {"first": "W", "after": {"region": 1, "to": "0"}, "region": 2, "players": players, "territory": total}
        for players, total in (("B", "-32"), ("WB", "-33"), ("WW", "-35"))
    ]
    assert cli.main(["semeai", *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.split() == ["the", "blocks", "0", "-26"] for line in lines)
    assert lines[-1] == (
        "White first, after region 1 to 0: in all -32 if Black plays, -33 if White plays and then Black, "
        "-35 if White plays twice in region 2")


def test_problem_1_in_words(capsys: Capture) -> None:
    assert cli.main(["semeai", "--games", PROBLEM_1]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:5] == [
        "region  liberties  cooled by 2  atomic weight",
        "1       {4|0}      2*           0",
        "2       {6|{4|0}}  4^           1",
        "3       -7         -7           0",
        "total              -1^*         1",
    ]
    for line in (
        "Black first: rounds the total to 0: Black wins by 1 move",
        "  wins with region 1 to 4 (by 1)",
        "  winning: B region 1 to 4, W region 2 to {4|0}, B region 2 to 4",
        "    Black 8, White 7, White to move: Black wins by 1 move; Black gets tedomari",
        "  failure: B region 2 to 6, W region 1 to 0",
        "White first: rounds the total to -2: White wins by 3 moves",
        "If White wins, the hotter region first: 1, 2",
    ):
        assert line in lines


@pytest.mark.parametrize(("games", "total", "black", "white", "source"), RACES, ids=[row[4] for row in RACES])
def test_races_of_the_source(
    games: str, total: str, black: int, white: int, source: str, capsys: Capture
) -> None:
    answer = payload(capsys, f"--games={games}")
    assert answer["total"] == total.replace("/2+", "/2")
    assert (answer["black_adjustment"], answer["white_adjustment"]) == (black, white)
    assert (answer["winner_if_black_first"], answer["winner_if_white_first"]) == ("B", "W")


def test_problem_6(capsys: Capture) -> None:
    answer = payload(capsys, "--games", PROBLEM_6)
    assert (answer["black_adjustment"], answer["white_adjustment"]) == (0, -2)
    assert (answer["winner_if_black_first"], answer["winner_if_white_first"]) == ("B", "W")
    assert [move["region"] for move in answer["black_moves"]] == [3]
    assert cli.main(["semeai", "--games", PROBLEM_6]) == 0
    assert "-1 and an infinitesimal" in capsys.readouterr().out


def test_a_race_of_plain_liberties(capsys: Capture) -> None:
    answer = payload(capsys, "--games=5;-4")
    assert (answer["total"], answer["winner_if_black_first"], answer["winner_if_white_first"]) == ("1", "B", "B")
    assert [line["kind"] for line in answer["lines"]] == ["winning", "losing"]
    assert [line["moves"] for line in answer["lines"]] == [[], []]
    assert answer["black_moves"] == [{"region": 2, "to": "-3", "lead": 2}]
    assert answer["white_moves"] == []


BAD = [
    ([], "one of the arguments FILE --sgf --games is required (see mokusan semeai --help)"),
    (["--games="], '--games: game 1: expected a game such as {4|0} between two ";", got nothing'),
    (["--games={4|0};;-7"], '--games: game 2: expected a game such as {4|0} between two ";", got nothing'),
    (["--games={4|0"], "--games: game 1: column 5: expected } after White's move, got the end"),
    (["--games={4|0}; {6|{4|x}}; -7"], "--games: game 2: column 8: expected children of x, or the name of a node "
                                       "above; x is none"),
    (["--games={4|0}; 7"], "--games: White has no liberties: expected a region such as -7"),
    (["--games=-7"], "--games: Black has no liberties: expected a region such as 7"),
    (["--games={4|-1}; -7"], "--games: game 1: a region has liberties of one side only, got counts above and below 0"),
    (["--games={4|1/2}; -7"], "--games: game 1: liberties are a whole number, got 1/2"),
    (["--games=A{4|B{A|0}}; -7"], "--games: game 1: A is in a ko, which is not decided by counting liberties"),
    (["--games=4;-4", "--base=1"], "--base: expected 2 items, one for each game, got 1"),
    (["--games=4;-4", "--base=1;{2|1}"], "--base: game 2: expected a number of points, got {2|1}"),
    (["--games=4;-4", "--body=1"], "--body: expected 2 items, if Black wins and if White wins, got 1"),
    (["--games=4;-4", "--body=1;{2|1}"], "--body: item 2: expected a number of points, got {2|1}"),
    (["--games=4;-4", "--win=1;{2|"], "--win: game 2: column 4: expected a game or '|', got the end"),
    (["--games=" + "1;" * 40 + "-1"], "--games: expected at most 40 games, got 41"),
]


@pytest.mark.parametrize(("words", "message"), BAD, ids=[" ".join(row[0])[:30] for row in BAD])
def test_errors_of_games_are_one_line(words: list[str], message: str, capsys: Capture) -> None:
    assert cli.main(["semeai", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"mokusan: {message}\n"


def test_any_text_is_a_race_or_an_error_of_one_line() -> None:
    rng = random.Random(40)
    pieces = [*"{}|,;-047 ()A=/−\n#é", "{4|0}", "{6|{4|0}}"]
    accepted = 0
    for _ in range(1500):
        text = "".join(rng.choice(pieces) for _ in range(rng.randint(1, 12)))
        try:
            report = SemeaiReport.read(rng.choice(["{4|0};", ""]) + text + rng.choice([";-7", ""]))
        except SemeaiError as error:
            assert "\n" not in str(error)
            assert len(str(error)) < 200
            continue
        accepted += 1
        assert json.loads(json.dumps(report.payload())) == report.payload()
        assert report.lines()
    assert accepted > 20


def test_a_region_without_liberties(capsys: Capture) -> None:
    """A term 0 is taken, keeps its number, and changes nothing."""
    with_0, without = (payload(capsys, "--games", games) for games in ("{4|0}; 0; -7", "{4|0}; -7"))
    assert [region["game"] for region in with_0["regions"]] == ["{4|0}", "0", "-7"]
    assert with_0["total"] == without["total"]
    assert with_0["white_moves"] == without["white_moves"]
