"""What a problem asks: which group, which stones count as safe; first moves of easy book problems."""

from __future__ import annotations

import pytest

from analysis.board import BLACK, WHITE, Color, Position
from analysis.reading.problems import Goal, ProblemError, find_problem
from tests.benchmarks.problems import FILE, outcome, problems


def corner(rows: str, to_move: str = "B") -> Position:
    """Return a position on 13x13 with these rows in its upper left corner."""
    lines = [line.ljust(13, ".") for line in rows.split()]
    return Position.from_diagram("\n".join([*lines, *["." * 13] * (13 - len(lines))]), to_move)


@pytest.mark.parametrize(("to_move", "goal"), [("B", Goal.KILL), ("W", Goal.LIVE)])
def test_a_group_in_the_corner_is_in_question_and_what_is_around_it_is_safe(to_move: str, goal: Goal) -> None:
    position = corner("..OX .OOX OOXX XXX.", to_move)
    problem = find_problem(position)
    grid = position.grid
    assert (problem.owner, problem.goal) == (Color.WHITE, goal)
    assert [grid.vertex(point) for point in problem.stones] == ["C13", "B12", "C12", "A11", "B11"]
    assert set(problem.safe) == {point for point in range(grid.area) if position.stones[point] == BLACK}


def test_an_attacking_stone_inside_is_not_safe() -> None:
    position = corner("X.OX .OOX OOXX XXX.")
    problem = find_problem(position)
    assert problem.owner is Color.WHITE
    assert position.grid.point("A13") not in problem.safe


def test_a_stone_at_the_edge_with_few_liberties_is_not_safe() -> None:
    position = corner("..O.X. .OO..X OOOOOX XXXXXX")
    grid = position.grid
    wall = {point for point in range(grid.area) if position.stones[point] == BLACK}
    assert set(find_problem(position).safe) == wall - {grid.point("E13")}


@pytest.mark.parametrize(("to_move", "goal"), [("B", Goal.LIVE), ("W", Goal.KILL)])
def test_a_wall_that_is_shut_in_by_the_edge_and_lives_is_not_in_question(to_move: str, goal: Goal) -> None:
    """White's ring has more stones, and only the points along the edges of 9x9 outside."""
    rows = ["." * 9, ".OOOOOOO.", ".OXXXXXO.", ".OX...XO.", ".OXXXXXO.", ".OOOOOOO.", *["." * 9] * 3]
    position = Position.from_diagram("\n".join(rows), to_move)
    problem = find_problem(position)
    assert (problem.owner, problem.goal) == (Color.BLACK, goal)
    assert len(problem.stones) == 12


def test_where_all_that_are_shut_in_live_the_largest_is_in_question() -> None:
    rows = ["." * 9, ".OOOOOOO.", ".OXXXXXO.", ".OX.X.XO.", ".OXXXXXO.", ".OOOOOOO.", *["." * 9] * 3]
    problem = find_problem(Position.from_diagram("\n".join(rows), "W"))
    assert (problem.owner, problem.goal, len(problem.stones)) == (Color.WHITE, Goal.LIVE, 20)


def test_stones_assumed_alive_replace_the_inference() -> None:
    position = corner("..OX .OOX OOXX XXX.")
    grid = position.grid
    assert find_problem(position, alive=()).safe == ()
    assert find_problem(position, alive=[grid.point("D13")]).safe == tuple(position.chain_at(grid.point("D13")))
    with pytest.raises(ProblemError, match=r"^alive: expected chains other than those in question, got that on C13$"):
        find_problem(position, stones=[grid.point("C12")], alive=[grid.point("D13"), grid.point("C13")])


def test_chains_to_capture_or_connect_are_named_or_inferred() -> None:
    position = corner(".OXX. XO.X. .X.X. XX.X. .X.X.")
    grid = position.grid
    assert find_problem(position, goal=Goal.CAPTURE).stones == (grid.point("B13"),)
    named = [grid.point("A12"), grid.point("B11")]
    assert find_problem(position, goal=Goal.CONNECT, stones=named).stones == tuple(named)


@pytest.mark.parametrize(("goal", "vertices", "text"), [
    (None, "E5", "got the empty point E5"),
    (None, "C13 D13", "expected stones of one colour, got both"),
    (Goal.LIVE, "C13", "to live, expected a stone of the side to move, got C13"),
    (Goal.KILL, "D13", "to kill, expected a stone of the other side, got D13"),
    (Goal.CAPTURE, "D13", "to capture, expected a stone of the other side, got D13"),
    (Goal.CAPTURE, "C13 B12", "expected one stone, got 2"),
    (Goal.CONNECT, "D13 D12", "expected stones of two chains, got 1"),
    (Goal.CONNECT, "C13 D12", "to connect, expected a stone of the side to move, got C13"),
])  # fmt: skip
def test_stones_that_do_not_fit_are_refused(goal: Goal | None, vertices: str, text: str) -> None:
    position = corner("..OX .OOX OOXX XXX.")
    with pytest.raises(ProblemError, match=text):
        find_problem(position, goal=goal, stones=[position.grid.point(vertex) for vertex in vertices.split()])


def test_without_a_group_that_is_shut_in_there_is_no_problem() -> None:
    for position in (Position.empty(9, 9), corner("..... ..... ..... ....X")):
        with pytest.raises(ProblemError, match="no group is shut in"):
            find_problem(position)
        with pytest.raises(ProblemError, match="no chain to capture is shut in"):
            find_problem(position, goal=Goal.CAPTURE)


@pytest.mark.skipif(not FILE.exists(), reason="the problems are not in ../shared")
def test_most_first_moves_of_easy_book_problems_are_found() -> None:
    chosen = problems("Elementary", "even")[:40]
    kinds = [outcome(problem, nodes=2000) for problem in chosen]
    assert sum(kind.endswith("right") for kind in kinds) >= 0.7 * len(kinds), kinds


def test_the_stones_of_a_named_group_are_those_that_cannot_be_cut_off() -> None:
    position = corner(".O.OX .OOOX OXXXX XX...")
    point = position.grid.point("B13")
    assert set(find_problem(position, stones=[point]).stones) >= {
        p for p in range(13) if position.stones[p] == WHITE
    }
