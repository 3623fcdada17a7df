"""Solutions of problems: results, all first moves, sekis, limits of time, the tree of the solution."""

from __future__ import annotations

import importlib
import itertools
from dataclasses import replace

import pytest

from analysis.board import BLACK, WHITE, Color, Position
from analysis.reading import Result
from analysis.reading.life_and_death.group_question import GroupSearch, live
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
from analysis.region import solve_enclosed_life
from tests.analysis.reading.problems.test_problem_statement import corner

module = importlib.import_module("analysis.reading.problems.solution_tree")

SEKI = [".............", ".XXXXXXXXXXX.", ".XOOOOOOOOOX.", ".XO.XXXXX.OX.", ".XOOOOOOOOOX.", ".XXXXXXXXXXX.",
        "............."]  # fmt: skip


def solved(position: Position, **arguments: object) -> Solution:
    return solve_problem(position, find_problem(position), every_move=True, **arguments)  # type: ignore[arg-type]


def moves_of(position: Position, solution: Solution) -> set[str]:
    return {position.grid.vertex(point) for point in solution.first_moves}


@pytest.mark.parametrize(("rows", "to_move", "result", "moves"), [
    ("..OX .OOX OOXX XXX.", "B", ProblemResult.WIN, {"A13"}),
    ("..OX .OOX OOXX XXX.", "W", ProblemResult.WIN, {"A13"}),
    (".O.OX OOOOX XXXXX", "B", ProblemResult.LOSS, set()),
    (".O.OX OOOOX XXXXX", "W", ProblemResult.WIN, set()),
    ("...OX OOOOX XXXXX", "B", ProblemResult.WIN, {"B13"}),
    ("O...OX OOOOOX XXXXXX", "W", ProblemResult.WIN, {"C13"}),
    ("O..OX OOOOX XXXXX", "W", ProblemResult.LOSS, set()),
])  # fmt: skip
def test_textbook_problems_have_their_results_and_all_first_moves(
    rows: str, to_move: str, result: ProblemResult, moves: set[str]
) -> None:
    position = corner(rows, to_move)
    found = solved(position)
    assert (found.result, moves_of(position, found)) == (result, moves)


def test_where_a_pass_is_enough_no_other_moves_are_listed() -> None:
    """White has a single eye, so Black need not move."""
    position = corner("..OX OOOX XXXX", "B")
    found = solved(position)
    assert found.result is ProblemResult.WIN
    assert len(found.first_moves) == 1


def test_where_a_pass_reaches_the_same_ko_no_other_moves_are_listed() -> None:
    """White cannot end the ko with one move, either."""
    position = Position.from_diagram(".OO\n...\nXX.", "B")
    found = solved(position)
    assert (found.result, found.move_needed) == (ProblemResult.KO, True)
    assert moves_of(position, found) == {"A2"}


@pytest.mark.parametrize("to_move", ["B", "W"])
def test_a_seki_is_said_apart(to_move: str) -> None:
    position = Position.from_diagram("\n".join(SEKI), to_move)
    ring = position.grid.point("C5")
    found = solve_problem(position, find_problem(position, stones=[ring]))
    assert found.result is ProblemResult.SEKI
    lives = Result.FAILS if to_move == "B" else Result.WORKS
    assert ask(position, found.problem, nodes=1000).result is lives


def test_moves_that_leave_a_seki_are_no_first_moves_where_two_eyes_can_be_made() -> None:
    """All lines of play say that five moves make two eyes, and that A3 and C1 leave a seki."""
    rows = [*["........."] * 4, "OOOOO....", "XXXXO....", *["...XO...."] * 3]
    position = Position.from_diagram("\n".join(rows), "B")
    grid = position.grid
    found = solve_problem(position, find_problem(position), every_move=True)
    assert found.result is ProblemResult.WIN
    assert {grid.vertex(move) for move in found.first_moves} == {"B3", "A2", "B2", "C2", "B1"}
    exact = solve_enclosed_life(position, grid.point("A4"))
    assert {grid.vertex(move) for move in exact.good_moves} == {"B3", "A2", "B2", "C2", "B1"}
    for vertex in ("A3", "C1"):
        after = position.play(grid.point(vertex))
        assert solve_problem(after, find_problem(after)).result is ProblemResult.SEKI


@pytest.mark.parametrize("rows", [
    [".....XO..", ".....XO..", "XXXXXXO..", "OOOOOOO..", *["........."] * 5],
    ["OX....XO", "OX...XXO", "OXXXXXOO", ".OOOOO..", *["........"] * 4],
])  # fmt: skip
def test_no_move_is_needed_where_a_pass_leaves_two_eyes(rows: list[str]) -> None:
    position = Position.from_diagram("\n".join(rows), "B")
    found = solve_problem(position, find_problem(position), every_move=True)
    assert (found.result, found.first_moves, found.move_needed) == (ProblemResult.WIN, (), False)


@pytest.mark.parametrize(("rows", "at", "needed"), [
    ("... .X. ...", "B2", False),  # it lives whatever White plays
    ("...OX OOOOX XXXXX .....", "A3", True),
    (".OX.. OOX.. XXX.. .....", "B3", False),  # dead, to be killed
])  # fmt: skip
@pytest.mark.parametrize("every_move", [False, True])
def test_a_move_is_needed_if_a_pass_does_not_reach_the_result(
    rows: str, at: str, needed: bool, every_move: bool
) -> None:
    position = Position.from_diagram("\n".join(rows.split()), "B")
    found = solve_problem(position, find_problem(position, stones=[position.grid.point(at)]), every_move=every_move)
    assert (found.result, found.move_needed) == (ProblemResult.WIN, needed)
    assert len(found.first_moves) >= needed


def test_a_seki_is_the_result_where_two_eyes_need_a_ko() -> None:
    rows = [".O.O.XO..", "...XXXO..", "XXXOOOO..", "OOO......", *["........."] * 5]
    position = Position.from_diagram("\n".join(rows), "B")
    found = solve_problem(position, find_problem(position), every_move=True)
    assert found.result is ProblemResult.SEKI
    assert found.first_moves == (position.grid.point("C8"),)


def test_two_eyes_are_no_seki_though_the_attacker_may_pass() -> None:
    for rows in ("....OX OOOOOX XXXXXX", ".X..OX OOOOOX XXXXXX"):
        found = solved(corner(rows, "W"))
        assert found.result is ProblemResult.WIN


def test_a_ko_is_found_with_who_takes_it() -> None:
    position = Position.from_diagram(".XO..\nXO.O.\n.XO..\n.....", "B")
    stone = position.grid.point("B3")
    alive = [point for point in range(position.grid.area) if position.stones[point] and point != stone]
    found = solve_problem(position, find_problem(position, stones=[stone], alive=alive))
    assert (found.result, found.answer.result) == (ProblemResult.KO, Result.KO_FIRST)
    assert found.first_moves == (position.grid.point("C3"),)


def test_captures_and_connections_are_solved_too() -> None:
    position = corner("..... ..O.. .OXO. ..... ..X.. .....", "W")
    capture = find_problem(position, goal=Goal.CAPTURE, stones=[position.grid.point("C11")])
    assert solve_problem(position, capture).result is not ProblemResult.UNKNOWN
    link = corner("..... .X.X. ..... .....", "B")
    stones = [link.grid.point(vertex) for vertex in ("B12", "D12")]
    found = solve_problem(link, find_problem(link, goal=Goal.CONNECT, stones=stones))
    assert found.result is ProblemResult.WIN
    assert found.answer.finished


def test_searches_that_are_continued_find_what_one_search_finds() -> None:
    """Also how many ko threats decide."""
    rows = [".........", ".........", ".........", ".OOO.....", ".OXOO....", "OOXXO....", "OXXXO....", "X.XOO....",
            "...XO...."]  # fmt: skip
    position = Position.from_diagram("\n".join(rows), "B")
    group = position.chain_at(position.grid.point("C5"))
    walls = [point for point in range(81) if position.stones[point] == WHITE]
    once = live(position, group, safe=walls)
    search = GroupSearch(position, group, False, safe=walls)
    assert not search.answer(1).finished
    again = search.answer(5000)
    assert (once.result, once.threats) == (again.result, again.threats) == (Result.KO_AFTER, 1)


def test_unfinished_captures_and_connections_are_unknown() -> None:
    position = corner("..... ..O.. .OXO. ..X.. ..... .....", "W")
    capture = find_problem(position, goal=Goal.CAPTURE, stones=[position.grid.point("C11")])
    link = corner("..... .X..X. ..O.. ..... .....", "B")
    stones = [link.grid.point(vertex) for vertex in ("B12", "E12")]
    for board, problem in ((position, capture), (link, find_problem(link, goal=Goal.CONNECT, stones=stones))):
        found = solve_problem(board, problem, nodes=1)
        assert not found.answer.finished
        assert found.result is ProblemResult.UNKNOWN


@pytest.mark.parametrize("limit", [{"nodes": 3}, {"seconds": 1e-4}])
def test_a_limit_leaves_the_result_unknown_with_the_most_promising_move(limit: dict[str, float]) -> None:
    rows = "....OX. .O.OOX. .OOXXX. OXXX... OX..... .X..... XX....."
    position = Position.from_diagram("\n".join(rows.split()), "B")
    white, black = ([p for p in range(49) if position.stones[p] == color] for color in (WHITE, BLACK))
    problem = find_problem(position, stones=white, alive=black)
    short = solve_problem(position, problem, nodes=3)
    assert short.result is ProblemResult.UNKNOWN
    assert len(short.first_moves) == 1
    assert solve_problem(position, problem, seconds=20).result is not ProblemResult.UNKNOWN
    assert solve_problem(position, problem, **limit).nodes < 3000  # type: ignore[arg-type]


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
