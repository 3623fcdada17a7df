"""The tree of a solution: its lines, its limits, first moves that fail and what refutes them."""

from __future__ import annotations

import importlib
import itertools
from dataclasses import replace

import pytest

from analysis.board import WHITE, Color, Position
from analysis.reading import Result
from analysis.reading.problems import (
    Goal,
    ProblemResult,
    Solution,
    SolutionNode,
    find_problem,
    solution_tree,
    solve_problem,
)
from analysis.reading.problems.problem_solution import ask
from analysis.reading.problems.solution_tree import defences
from tests.analysis.reading.problems.test_problem_solution import SEKI, moves_of, solved
from tests.analysis.reading.problems.test_problem_statement import corner

module = importlib.import_module("analysis.reading.problems.solution_tree")


def lines(node: SolutionNode) -> list[list[SolutionNode]]:
    """Return the lines of a tree, without the first moves that fail."""
    children = [child for child in node.children if not child.fails]
    if not children:
        return [[node]]
    return [[node, *rest] for child in children for rest in lines(child)]


@pytest.mark.parametrize(("rows", "to_move"), [("...OX .OOOX OXXXX XX...", "B"), ("..OX .OOX OOXX XXX.", "W")])
def test_each_line_of_the_tree_ends_with_the_goal_reached(rows: str, to_move: str) -> None:
    position = corner(rows, to_move)
    found = solved(position)
    assert found.result is ProblemResult.WIN
    tree = solution_tree(position, found)
    assert {child.move for child in tree.children if not child.fails} == set(found.first_moves)
    for line in lines(tree):
        last = line[-1]
        assert last.color is position.to_move, [position.grid.vertex(node.move) for node in line[1:]]
        assert last.answer.result is Result.FAILS
    assert max(map(len, lines(tree))) > (2 if to_move == "B" else 1)


KILL = [".........", ".........", ".....XXXX", ".....XOOX", ".....XO.O", "....XXX..", "....X.O..", "....XOOOO",
        "....XXXXX"]  # fmt: skip
LIVE = [".........", ".........", ".........", ".........", ".........", ".XXXXX...", "XXOOOXX..", "OO..O.X..",
        "....OXX.."]  # fmt: skip


@pytest.mark.parametrize(("rows", "mover", "vertices"), [(KILL, "B", ("G3", "F7")), (LIVE, "W", ("C3", "B4"))])
def test_each_defence_that_is_shown_is_answered(rows: list[str], mover: str, vertices: tuple[str, str]) -> None:
    position = Position.from_diagram("\n".join(rows), mover)
    group, wall = map(position.grid.point, vertices)
    solution = solve_problem(position, find_problem(position, stones=[group], alive=[wall]))
    assert solution.result is ProblemResult.WIN
    found = lines(solution_tree(position, solution))
    assert len(found) > 2
    assert all(line[-1].color is position.to_move for line in found)


def test_the_tree_has_at_most_so_many_nodes_and_one_reply() -> None:
    position = corner("...OX .OOOX OXXXX XX...", "B")
    tree = solution_tree(position, solved(position), max_nodes=4)
    assert sum(map(len, lines(tree))) < 40
    for line in lines(tree):
        for node in line:
            if node.move is not None and node.color is Color.WHITE:
                assert len(node.children) <= 1
    assert position.stones[position.grid.point("D13")] == WHITE


@pytest.mark.parametrize("most", [2, 5, 9, 20])
def test_a_tree_that_is_cut_still_ends_with_moves_of_the_solution(most: int) -> None:
    position = corner("...OX .OOOX OXXXX XX...", "B")
    solution = solved(position)
    answered = 0
    for line in lines(solution_tree(position, solution, max_nodes=most)):
        last = line[-1]
        if last.fails:
            continue
        assert last.color is position.to_move
        assert last.answer.result is Result.FAILS
        assert last.move is not None
        assert (line[-2].position.play(last.move).stones == last.position.stones).all()
        if not last.answer.relevance:  # known from the answer to the defence, without another search
            assert last.answer.line == line[-2].answer.line[1:]
            assert last.move == line[-2].answer.move
            answered += 1
    assert answered or most == 2


def test_the_tree_does_not_grow_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first moves are shown even so; a clock that goes a second on each question tells the limits apart."""
    position = corner("...OX .OOOX OXXXX XX...", "B")
    solution, whole = solved(position), solution_tree(position, solved(position))
    sizes, failures = [], []
    for seconds in (0, 20, 40, 10_000):
        clock = itertools.count()
        monkeypatch.setattr(module.time, "process_time", lambda clock=clock: float(next(clock)))
        tree = solution_tree(position, solution, seconds=seconds)
        assert {child.move for child in tree.children if not child.fails} == set(solution.first_moves)
        failures.append(sum(child.fails for child in tree.children))
        sizes.append(sum(not node.fails for node in positions(tree)))
    assert sizes[0] == 1 + len(solution.first_moves)
    assert sizes[0] < sizes[2] < sizes[3] == sum(not node.fails for node in positions(whole))
    assert 0 == failures[0] < failures[3] == sum(child.fails for child in whole.children)
    assert (sizes, failures) == (sorted(sizes), sorted(failures))


def test_defences_are_all_searched_or_none_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hardest to refute is not known before all are."""
    position = corner("...OX .OOOX OXXXX XX...", "W")
    problem, clock = find_problem(position), itertools.count()
    found = defences(position, problem)
    assert len(found) > 1
    monkeypatch.setattr(module.time, "process_time", lambda: float(next(clock)))
    assert defences(position, problem, deadline=3) == []
    late = defences(position, problem, deadline=10_000)
    assert [node.move for node in late] == [node.move for node in found]


def failing(position: Position, solution: Solution) -> dict[str, SolutionNode]:
    tree = solution_tree(position, solution)
    return {position.grid.vertex(child.move): child for child in tree.children if child.fails}


@pytest.mark.parametrize(("rows", "to_move", "moves"), [
    ("..OX .OOX OOXX XXX.", "B", {"B13", "A12"}),
    ("...OX OOOOX XXXXX", "B", {"A13", "C13"}),
    ("...OX OOOOX XXXXX", "W", {"A13", "C13"}),
    ("....OX OOOOOX XXXXXX", "B", {"A13", "B13", "C13", "D13"}),
])  # fmt: skip
def test_first_moves_that_fail_are_shown_with_what_refutes_them(rows: str, to_move: str, moves: set[str]) -> None:
    position = corner(rows, to_move)
    solution = solved(position)
    found = failing(position, solution)
    assert set(found) == moves
    for node in found.values():
        assert node.answer.result is Result.WORKS
        assert [child.move for child in node.children] == [node.answer.move]
        while node.children:
            (node,) = node.children
        last = node.position
        mine = last.to_move is position.to_move
        assert ask(last, solution.problem, nodes=1000).result is (Result.FAILS if mine else Result.WORKS)


def test_a_first_move_that_only_makes_a_ko_fails_where_another_wins() -> None:
    position = corner(".XOOX .XOOX OOOOOX XXXXXX", "B")
    solution = solved(position)
    assert moves_of(position, solution) == {"A12"}
    assert {vertex: node.answer.result for vertex, node in failing(position, solution).items()} == {
        "A13": Result.KO_FIRST
    }
    shown = replace(solution, first_moves=(position.grid.point("A13"),))  # each move is shown once
    assert failing(position, shown) == {}


def test_no_failing_first_moves_are_shown_of_a_seki_or_what_is_unknown() -> None:
    seki = Position.from_diagram("\n".join(SEKI), "B")
    found = solve_problem(seki, find_problem(seki, stones=[seki.grid.point("C5")]))
    assert found.result is ProblemResult.SEKI
    assert failing(seki, found) == {}
    rows = "....OX. .O.OOX. .OOXXX. OXXX... OX..... .X..... XX....."
    hard = Position.from_diagram("\n".join(rows.split()), "B")
    short = solve_problem(hard, find_problem(hard, stones=[hard.grid.point("E7")]), nodes=3)
    assert short.result is ProblemResult.UNKNOWN
    assert failing(hard, short) == {}


KO_LATER = ["...OX....", ".OOOX....", "OXXXX....", "XX.......", *["........."] * 5]
"""White to move. In some lines White may not retake a ko before it has made a threat."""


def positions(node: SolutionNode) -> list[SolutionNode]:
    return [node] + [below for child in node.children for below in positions(child)]


def test_a_line_ends_where_a_ko_is_retaken_after_a_threat() -> None:
    position = Position.from_diagram("\n".join(KO_LATER), "W")
    banned = [
        node for node in positions(solution_tree(position, solved(position)))
        if node.answer.move is not None and not node.position.is_legal(node.answer.move)
    ]  # fmt: skip
    assert banned
    assert not any(node.children for node in banned)
    first = banned[0].position  # as a problem of its own: its first move may not be played yet
    own = solve_problem(first, find_problem(first, goal=Goal.LIVE))
    assert own.result is ProblemResult.KO
    assert not any(child.move in own.first_moves for child in solution_tree(first, own).children)


def test_what_reaches_more_than_the_result_is_not_called_a_failure() -> None:
    """White at B9 is taken, but takes back: the search refuses such moves, and the chain counts as safe."""
    rows = ["X.OX.....", "OOOX.....", "XXX......", *["........."] * 6]
    position = Position.from_diagram("\n".join(rows), "W")
    problem = find_problem(position, goal=Goal.CAPTURE, stones=[position.grid.point("A9")])
    solution = solve_problem(position, problem)
    assert solution.result is ProblemResult.LOSS
    assert "B9" not in failing(position, solution)


def test_a_refutation_ends_with_the_first_pass() -> None:
    for rows in (".XOOX .XOOX OOOOOX XXXXXX", "..OX .OOX OOXX XXX.", "...OX OOOOX XXXXX"):
        position = corner(rows, "B")
        nodes = [below for node in failing(position, solved(position)).values() for below in positions(node)]
        assert nodes
        assert all(node.move is not None and node.move >= 0 for node in nodes)
