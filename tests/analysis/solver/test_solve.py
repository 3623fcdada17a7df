"""Solved boards: values, first moves, best play and brackets, by each method."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from analysis.board import BLACK, WHITE, Color
from analysis.region.region import whole_board
from analysis.region.search_state import children, final_value, kernel_problem
from analysis.region.state_graph import solve_graph
from analysis.region.superko_search import SuperkoSearch
from analysis.solver import PASS, Bracket, Budget, Endless, Ko, KomiVerdict, Rules, Solution, State, solve
from analysis.solver.problem import Problem
from tests.positions import SHARED

PROBLEMS = SHARED / "data" / "problems.jsonl"
F = Fraction


def rows() -> list[dict[str, Any]]:
    if not PROBLEMS.is_file():
        return []
    found = [json.loads(line) for line in PROBLEMS.read_text(encoding="utf-8").splitlines()]
    return [row for row in found if row["kind"] == "board" and "3x6" not in row["id"] and "2x8" not in row["id"]]


# Moves there have the value of games in which all stones count as they stand (see test_state_graph).
OTHER_SCORING = ("board_1x6_basicko_tie0", "board_1x8_basicko_tie0")


def slow_or_not(row: dict[str, Any]) -> Any:
    """3x3 under superko takes half a minute with all first moves; test_superko_search solves its value alone."""
    return pytest.param(row, id=row["id"], marks=[pytest.mark.slow] if row["id"] == "board_3x3_ssk" else [])


@pytest.mark.parametrize("row", [slow_or_not(row) for row in rows()])
def test_problems(row: dict[str, Any]) -> None:
    ko = Ko.SITUATIONAL if "superko" in row["rules"] else Ko.SIMPLE
    found = solve(len(row["rows"]), len(row["rows"][0]), rules=Rules(ko))
    assert found.value == row["expected"]
    assert found.proved
    for point, value in ({} if row["id"] in OTHER_SCORING else row.get("first_moves", {})).items():
        assert found.first_moves[PASS if point == "pass" else int(point)] == Bracket(value, value)
    assert_consistent(found)


def assert_consistent(found: Solution) -> None:
    """Check that first moves and variation agree with the value, and that best play for both reaches it."""
    mover = found.start.to_move
    side = 0 if mover is BLACK else 1  # of a bracket: what the mover is proved to get
    assert max(mover * bracket[side] for bracket in found.first_moves.values()) == mover * found.bracket[side]
    assert list(found.first_moves)[-1] == PASS
    region = whole_board(found.height, found.width)
    state: State | None = found.start
    for point in found.variation:
        assert state is not None
        last, state = state, children(region, state, found.rules.suicide)[point]
    if state is None and found.method != "proof":
        assert final_value(kernel_problem(region, suicide=found.rules.suicide), last) == found.value


# -- what endless play is worth ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "endless", "value"), [
    ((1, 5), Endless.LOST, -5), ((1, 5), Endless.DRAWN, 0), ((1, 5), Endless.WON, 5),
    ((3, 4), Endless.LOST, 4), ((3, 4), Endless.DRAWN, 4), ((3, 4), Endless.WON, 12),
    ((3, 3), Endless.LOST, 9), ((3, 3), Endless.WON, 9),
])
def test_endless_play(size: tuple[int, int], endless: Endless, value: int) -> None:
    found = solve(*size, rules=Rules(endless=endless))
    assert found.value == value
    assert found.method == "table"
    assert_consistent(found)


def test_cycles_are_counted() -> None:
    found = solve(2, 2)
    assert found.cycles is not None
    assert (found.states, found.cycles.trivial, found.cycles.decisive) == (13, 2, 6)
    assert all(low < high for _, (low, high) in found.cycles.examples)
    none = solve(1, 2).cycles
    assert none is not None
    assert (none.components, none.trivial, none.decisive, none.examples) == (0, 0, 0, ())


# -- komi ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("komi", "winner", "verdict"), [
    (F(8), BLACK, KomiVerdict.BAD), (F(17, 2), BLACK, KomiVerdict.BAD), (F(9), 0, KomiVerdict.FAIR),
    (F(19, 2), WHITE, KomiVerdict.GOOD), (F(-81), BLACK, KomiVerdict.BAD),
])
def test_verdicts_are_for_the_player_not_to_move(komi: Fraction, winner: Color | int, verdict: KomiVerdict) -> None:
    found = solve(3, 3)
    assert found.winner(komi) == winner
    assert found.verdict(komi) is verdict


@pytest.mark.parametrize(("komi", "bracket", "winner"), [
    (F(29, 2), (15, 15), BLACK),
    (F(15), (15, 15), 0),
    (F(31, 2), (-15, 15), WHITE),
    (F(1, 2), (1, 15), BLACK),
])
def test_no_more_than_the_komi_asks_is_proved(komi: Fraction, bracket: tuple[int, int], winner: Color | int) -> None:
    found = solve(3, 5, komi=komi)
    assert found.method == "proof"
    assert found.bracket == bracket
    assert found.winner(komi) == winner
    assert found.proved
    assert_consistent(found)


def test_a_partial_answer_is_continued() -> None:
    won = solve(3, 5, komi=F(1, 2))
    assert won.bracket == (1, 15)
    assert won.value is None
    rest = solve(3, 5, known=won)
    assert rest.value == 15
    again = solve(3, 5, komi=F(29, 2), known=rest)
    assert (again.value, again.nodes) == (15, 0)


def test_depths_searched_in_vain_are_reported() -> None:
    begun = solve(3, 5, budget=Budget(nodes=60_000))
    assert begun.bracket == (-15, 15)
    assert begun.searched["B+15"] >= 5
    rest = solve(3, 5, known=begun)
    assert rest.value == 15
    assert rest.searched["B+15"] == 15


# -- budgets -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "rules", "budget"), [
    ((3, 4), Rules(), Budget(nodes=1000)),
    ((3, 4), Rules(), Budget(memory=1 << 16)),
    ((3, 6), Rules(), Budget(nodes=100_000)),
    ((3, 6), Rules(), Budget(seconds=0.2)),
    ((5, 5), Rules(), Budget(nodes=300_000)),
    ((1, 8), Rules(Ko.SITUATIONAL), Budget(nodes=3000)),
    ((3, 4), Rules(Ko.POSITIONAL), Budget(nodes=1000)),
    ((3, 3), Rules(), Budget(stopped=lambda: True)),
])
def test_a_spent_budget_gives_a_bracket(size: tuple[int, int], rules: Rules, budget: Budget) -> None:
    found = solve(*size, rules=rules, budget=budget)
    assert found.bracket.lower < found.bracket.upper
    assert found.value is None
    assert not found.proved
    assert found.verdict(0) is None
    assert found.notes
    assert all("\n" not in note for note in found.notes)


def test_a_table_without_memory_leaves_what_the_proofs_found() -> None:
    """White needs endless play here, so that only a table answers; before, first moves and knowledge were lost."""
    found = solve(4, 4, start=State(0b0110 << 4 | 0b0110 << 8, 0, WHITE), rules=Rules(endless=Endless.LOST),
                  komi=F(33, 2), budget=Budget(memory=1 << 20))
    assert found.proved
    found = solve(1, 13, budget=Budget(memory=3 << 20))
    assert found.bracket.lower < found.bracket.upper
    assert found.first_moves
    assert found.knowledge is not None
    (note,) = found.notes
    assert re.fullmatch(r"the table of all positions is not complete: \d+ MB of memory .*, 3 MB allowed", note)


def test_old_proofs_are_dropped_for_want_of_memory() -> None:
    """What they said of the first moves stays."""
    start = State(0b0110 << 4 | 0b0110 << 8, 0, WHITE)
    whole, small = (solve(4, 4, start=start, budget=Budget(memory=memory)) for memory in (1 << 26, 1 << 16))
    assert (whole.value, whole.notes) == (16, ())
    assert small.value == 16
    (note,) = small.notes
    assert note.startswith("proofs of lower goals were dropped for want of memory")
    assert small.first_moves.keys() == whole.first_moves.keys()
    assert all(bracket.lower > -16 for bracket in small.first_moves.values())


def test_kos_that_do_not_fit_are_not_counted() -> None:
    graph = solve_graph(whole_board(3, 4), State(0, 0))
    region = whole_board(3, 4)
    problem = Problem(3, 4, region, State(0, 0), Rules(), None, Budget(memory=5 << 20), Bracket(4, 4))
    found = problem.solution("table", None, graph=graph)
    assert found.cycles is None
    (note,) = found.notes
    assert re.fullmatch(r"kos not counted: \d+ MB of memory or more needed, 5 MB allowed", note)


def test_progress_is_reported() -> None:
    lines: list[str] = []
    solve(3, 5, budget=Budget(progress=lines.append))
    assert "B+15 not within 15 moves; -15 to 15 points" in lines[-1]
    assert len(lines) > 5


# -- guessers ------------------------------------------------------------------------------------------------------


def test_guesses_change_the_work_and_not_the_answer() -> None:
    asked: list[State] = []

    def centre(height: int, width: int, state: State) -> list[int]:
        asked.append(state)
        return [7, 6, 99, PASS]

    found = solve(3, 5, guesser=centre)
    assert found.value == 15
    assert State(0, 0) in asked
    assert len(asked) > 1
    assert found.nodes != solve(3, 5).nodes


# -- other starts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ko", list(Ko))
def test_colours_reversed(ko: Ko) -> None:
    start = State(0b010000, 0b000010, BLACK)
    flipped = State(0b000010, 0b010000, WHITE)
    one, other = solve(2, 3, start=start, rules=Rules(ko)), solve(2, 3, start=flipped, rules=Rules(ko))
    assert one.value == -(other.value or 0)
    assert {point: bracket.value for point, bracket in one.first_moves.items()} == {
        point: -(bracket.value or 0) for point, bracket in other.first_moves.items()
    }


def test_white_to_move_wins_the_board() -> None:
    found = solve(3, 5, start=State(0, 0, WHITE))
    assert found.value == -15
    assert_consistent(found)


def test_suicide_is_solved_by_table() -> None:
    found = solve(2, 3, rules=Rules(suicide=True))
    assert found.method == "table"
    assert found.proved


# -- knowledge -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "rules"), [((2, 3), Rules()), ((1, 5), Rules(Ko.SITUATIONAL)), ((3, 5), Rules())])
def test_knowledge_of_other_positions(size: tuple[int, int], rules: Rules) -> None:
    found = solve(*size, rules=rules)
    knowledge = found.knowledge
    assert knowledge is not None
    assert knowledge.bracket(found.start) == found.bracket
    assert knowledge.moves(found.start) == found.first_moves
    state = found.start
    for point in found.variation:
        moves = knowledge.moves(state)
        best = max if state.to_move is BLACK else min
        if rules.ko is not Ko.SIMPLE or found.method == "table":
            bound = best(bracket.lower for bracket in moves.values())
            assert bound <= found.bracket.upper if best is max else bound >= found.bracket.lower
        after = knowledge.after(state, point)
        if after is None:
            break
        assert knowledge.bracket(after).lower <= found.bracket.upper
        state = after
    with pytest.raises(KeyError):
        knowledge.after(found.start, 99)


@pytest.mark.parametrize(("size", "rules", "message"), [
    ((0, 3), Rules(), r"has 1 to 27 points, got 0x3"),
    ((5, 6), Rules(), r"a board to solve under area scoring, simple ko, endless play drawn, no suicide has 1 to 27"),
    ((3, 6), Rules(suicide=True), r"suicide has 1 to 16 points, got 3x6"),
    ((3, 6), Rules(Ko.SITUATIONAL), r"situational superko, no suicide has 1 to 16 points, got 3x6"),
])
def test_boards_that_are_refused(size: tuple[int, int], rules: Rules, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        solve(*size, rules=rules)


# -- long ones -----------------------------------------------------------------------------------------------------


def test_superko_on_larger_boards_gives_a_bracket() -> None:
    found = solve(2, 7, rules=Rules(Ko.SITUATIONAL))
    assert (found.method, found.bracket) == ("history", (2, 14))
    (note,) = found.notes
    assert "the value lies between those without any ko rule" in note


@pytest.mark.parametrize(("size", "start", "bracket"), [
    ((4, 4), State(0, 0), (0, 16)), ((4, 4), State(0, 0, WHITE), (-16, 0)), ((2, 7), State(0, 0), (0, 14)),
    ((4, 4), State(1, 0), (-16, 16)), ((4, 4), State(0, 0, passed=True), (-16, 16)),
])
def test_positional_superko_beyond_histories_says_why(
    size: tuple[int, int], start: State, bracket: tuple[int, int]
) -> None:
    """The first to move on the empty board may pass, and loses nothing by it."""
    found = solve(*size, start=start, rules=Rules(Ko.POSITIONAL))
    assert found.bracket == bracket
    (note,) = found.notes
    assert "with their history up to 12 points" in note


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (2, 2), (2, 3)])
@pytest.mark.parametrize("ko", [Ko.POSITIONAL, Ko.SITUATIONAL])
def test_the_first_to_move_on_the_empty_board_does_not_lose_under_superko(size: tuple[int, int], ko: Ko) -> None:
    region = whole_board(*size)
    assert SuperkoSearch(region, State(0, 0), ko).value([State(0, 0)]) >= 0


@pytest.mark.slow
def test_four_by_four_under_superko() -> None:
    """The literature says 2; without histories it is only known to lie between these."""
    found = solve(4, 4, rules=Rules(Ko.SITUATIONAL), budget=Budget(memory=8 << 30))
    assert found.bracket.lower <= 2 <= found.bracket.upper


@pytest.mark.slow
@pytest.mark.parametrize(("size", "value"), [((3, 6), 18), ((2, 8), 16), ((4, 4), 1)])
def test_larger_boards(size: tuple[int, int], value: int) -> None:
    found = solve(*size)
    assert found.value == value
    assert_consistent(found)
    if size == (4, 4):
        assert found.method == "table"
        assert {point for point, bracket in found.first_moves.items() if bracket.value == 1} == {5, 6, 9, 10}
