"""Which group a problem is about; first moves of easy book problems."""

from __future__ import annotations

import pytest

from analysis.board import BLACK, WHITE, Position
from analysis.reading.life_and_death.group_problem import find_problem
from tests.benchmarks.problems import FILE, outcome, problems


def corner(rows: str, to_move: str = "B") -> Position:
    """Return a position on 13x13 with these rows in its upper left corner."""
    lines = [line.ljust(13, ".") for line in rows.split()]
    return Position.from_diagram("\n".join([*lines, *["." * 13] * (13 - len(lines))]), to_move)


def test_a_group_in_the_corner_is_in_question_and_what_is_around_it_is_safe() -> None:
    position = corner("..OX .OOX OOXX XXX.")
    problem = find_problem(position)
    assert problem is not None
    grid = position.grid
    assert problem.owner is WHITE
    assert [grid.vertex(point) for point in problem.group] == ["C13", "B12", "C12", "A11", "B11"]
    assert set(problem.safe) == {point for point in range(grid.area) if position.stones[point] == BLACK}


def test_an_attacking_stone_inside_is_not_safe() -> None:
    position = corner("X.OX .OOX OOXX XXX.")
    problem = find_problem(position)
    assert problem is not None
    assert problem.owner is WHITE
    assert position.grid.point("A13") not in problem.safe


def test_a_stone_at_the_edge_with_few_liberties_is_not_safe() -> None:
    position = corner("..O.X. .OO..X OOOOOX XXXXXX")
    problem = find_problem(position)
    assert problem is not None
    grid = position.grid
    wall = {point for point in range(grid.area) if position.stones[point] == BLACK}
    assert set(problem.safe) == wall - {grid.point("E13")}


def test_without_a_group_that_is_shut_in_there_is_no_problem() -> None:
    assert find_problem(Position.empty(9, 9)) is None
    assert find_problem(corner("..... ..... ..... ....X")) is None


@pytest.mark.skipif(not FILE.exists(), reason="the problems are not in ../shared")
def test_most_first_moves_of_easy_book_problems_are_found() -> None:
    chosen = problems("Elementary", "even")[:40]
    kinds = [outcome(problem, 2000) for problem in chosen]
    assert sum(kind.endswith("right") for kind in kinds) >= 0.6 * len(kinds), kinds
