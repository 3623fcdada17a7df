"""Solutions as JSON and as text: proved, open, and with a komi."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from analysis.board import WHITE
from analysis.region.cycles import Cycles
from analysis.solver import PASS, Bracket, Ko, Rules, Solution, State, solve
from gtpengine.text.solve import SolveReport, bracket_text, result_text

KEYS = [
    "rows", "cols", "to_move", "passed", "rules", "komi", "value", "lower", "upper", "proved", "verdict", "first_moves",
    "variation", "kos", "nodes", "seconds", "method", "states", "from_cache", "notes",
]


def solution(**other: object) -> Solution:
    """Return a possible solution of a 2x3 board: `X..` over `...`, White to move after a pass."""
    plain = Solution(
        2, 3, State(1, 0, WHITE, passed=True), Rules(), None, Bracket(-2, 6),
        first_moves={1: Bracket(-6, 6), 4: Bracket(-2, 3), 5: Bracket(0, 0), PASS: Bracket(1, 1)},
        variation=(4, 1), nodes=1234, seconds=0.25, method="proof",
    )
    return replace(plain, **other)  # type: ignore[arg-type]


def test_json_has_exactly_these_keys() -> None:
    payload = json.loads(json.dumps(SolveReport(solution()).payload()))
    assert list(payload) == KEYS
    assert (payload["rows"], payload["cols"], payload["komi"]) == (2, 3, None)
    assert payload["rules"] == {"ko": "simple", "endless": "drawn", "suicide": False}
    assert (payload["value"], payload["lower"], payload["upper"], payload["proved"]) == (None, -2, 6, False)
    assert payload["first_moves"] == {"B2": [-6, 6], "B1": [-2, 3], "C1": 0, "pass": 1}
    assert payload["variation"] == ["B1", "B2"]
    assert (payload["nodes"], payload["seconds"]) == (1234, 0.25)
    assert (payload["to_move"], payload["passed"], payload["method"]) == ("W", True, "proof")
    assert (payload["verdict"], payload["kos"], payload["states"], payload["from_cache"]) == (None, None, None, False)
    assert payload["notes"] == []


@pytest.mark.parametrize(("komi", "bracket", "verdict"), [
    ("3/2", (4, 4), {"winner": "B", "margin": 2.5, "verdict": "good", "for": "B"}),
    ("4", (4, 4), {"winner": None, "margin": None, "verdict": "fair", "for": "B"}),
    ("5", (4, 4), {"winner": "W", "margin": 1, "verdict": "bad", "for": "B"}),
    ("3", (4, 6), {"winner": "B", "margin": None, "verdict": "good", "for": "B"}),
    ("5", (4, 6), None),
])
def test_json_has_the_verdict_for_a_komi(
    komi: str, bracket: tuple[int, int], verdict: dict[str, object] | None
) -> None:
    payload = SolveReport(solution(komi=Fraction(komi), bracket=Bracket(*bracket))).payload()
    assert payload["verdict"] == verdict


def test_json_has_the_kos_and_states_of_a_table() -> None:
    payload = SolveReport(solve(2, 2), from_cache=True).payload()
    assert payload["kos"] == {"positions": 8, "decisive": 6}
    assert (payload["states"], payload["method"], payload["from_cache"]) == (13, "table", True)


@pytest.mark.parametrize(
    ("komi", "lower", "upper", "proved"),
    [(None, 2, 2, True), (None, 2, 3, False), ("5/2", 3, 6, True), ("3", 3, 6, False), ("3", 3, 3, True),
     ("7/2", -1, 3, True), ("-1", -1, 3, False)],
)  # fmt: skip
def test_proved_means_that_the_question_is_answered(komi: str | None, lower: int, upper: int, proved: bool) -> None:
    asked = None if komi is None else Fraction(komi)
    payload = SolveReport(solution(komi=asked, bracket=Bracket(lower, upper))).payload()
    assert payload["proved"] is proved
    assert payload["value"] == (lower if lower == upper else None)
    assert payload["komi"] == asked
    assert type(payload["komi"]) is (int if asked == 3 or asked == -1 else type(payload["komi"]))


def test_no_game_is_endless_under_superko() -> None:
    payload = SolveReport(solution(rules=Rules(Ko.POSITIONAL, suicide=True))).payload()
    assert payload["rules"] == {"ko": "positional", "endless": None, "suicide": True}


def test_text_of_an_open_question() -> None:
    assert SolveReport(solution(), from_cache=True).lines() == [
        "board        2 rows, 3 columns, White to move, Black has passed",
        "rules        area scoring, simple ko, endless play drawn, no suicide",
        "value        between -2 and 6: proved so far",
        "first moves   2      X      ?      .",
        "              1      .  -2..3      0",
        "                     A      B      C",
        "pass         1",
        "variation    B1 B2 ...",
        "effort       1234 nodes in 0.25 s by proof; from the cache",
    ]


@pytest.mark.parametrize(
    ("komi", "bracket", "text"),
    [
        ("3/2", (4, 4), "Black wins by 2.5: good for Black, who does not move now"),
        ("4", (4, 4), "a draw: fair for Black, who does not move now"),
        ("5", (4, 4), "White wins by 1: bad for Black, who does not move now"),
        ("-2", (-1, 6), "Black wins: good for Black, who does not move now"),
        ("7", (-1, 6), "White wins: bad for Black, who does not move now"),
        ("2", (-1, 6), "open"),
    ],
)
def test_verdicts(komi: str, bracket: tuple[int, int], text: str) -> None:
    """Good, fair and bad are for the side that moved into the position (source 004), here Black."""
    report = SolveReport(solution(bracket=Bracket(*bracket), komi=Fraction(komi)))
    assert report.verdict_text(Fraction(komi)) == text
    number = {"3/2": "1.5"}.get(komi, komi)
    assert [line for line in report.lines() if line.startswith(f"komi {number} ")] == [f"{f'komi {number}':<13}{text}"]


def test_text_of_a_table() -> None:
    report = SolveReport(solution(
        bracket=Bracket(-6, -6), variation=(3, PASS, PASS), states=77, cycles=Cycles(1, 20, 5, ()), method="table"))
    text = report.lines()
    assert text[2] == "value        -6: White wins by 6"
    assert text[-3:] == [
        "variation    A1 pass pass",
        "kos          play can come back to 25 positions; the ko rule decides the value of 5 of them",
        "effort       1234 nodes in 0.25 s by table, 77 different states",
    ]
    calm = SolveReport(solution(cycles=Cycles(1, 20, 0, ())))
    assert "kos          play can come back to 20 positions" in calm.lines()


def test_endless_play_is_said_to_be_endless() -> None:
    found = solve(2, 2)
    assert found.variation[-2:] != (PASS, PASS)
    (text,) = [line for line in SolveReport(found).lines() if line.startswith("variation")]
    assert text == "variation    A2 B1 B2 A1 A2 B2 A2 ... endless play: the last move repeats a position"


def test_a_solution_without_first_moves() -> None:
    report = SolveReport(solution(first_moves={}, variation=(), method="none"))
    assert [line.split()[0] for line in report.lines()] == ["board", "rules", "value", "effort"]
    assert report.payload()["first_moves"] == {}


def test_a_long_variation_is_wrapped() -> None:
    lines = SolveReport(solution(variation=(0, 1) * 100)).lines()
    payload = [line[13:] for line in lines if "A2 B2" in line]
    assert len(payload) > 1
    assert " ".join(payload).split() == ["A2", "B2"] * 100 + ["..."]
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 2), (3, 3)])
def test_every_solution_of_the_solver_has_a_report(size: tuple[int, int]) -> None:
    found = solve(*size)
    report = SolveReport(found)
    payload = json.loads(json.dumps(report.payload()))
    assert payload["value"] == found.value
    assert len(payload["first_moves"]) == len(found.first_moves)
    assert all(line.strip() and line == line.rstrip() for line in report.lines())  # as GTP needs it


def test_words() -> None:
    assert [result_text(lead) for lead in (0, 3, -2, Fraction(1, 2))] == [
        "nobody wins", "Black wins by 3", "White wins by 2", "Black wins by 0.5"]
    assert [bracket_text(Bracket(*pair), 6) for pair in ((1, 1), (-6, 6), (-6, 5))] == ["1", "?", "-6..5"]
