"""Solutions of problems: results, all first moves, sekis, limits of nodes and time."""

from __future__ import annotations

import importlib

import pytest

from analysis.board import BLACK, WHITE, Position
from analysis.reading import Answer, Result
from analysis.reading.life_and_death.group_question import GroupSearch, live
from analysis.reading.problems import Goal, Problem, ProblemResult, Solution, find_problem, solve_problem
from analysis.reading.problems.problem_solution import ask
from analysis.region import solve_enclosed_life
from tests.analysis.reading.problems.test_problem_statement import corner

module = importlib.import_module("analysis.reading.problems.problem_solution")

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


@pytest.mark.parametrize("rows", [
    [".....XO..", ".....XO..", "XXXXXXO..", "OOOOOOO..", *["........."] * 5],
    [".O.O.XO..", "...XXXO..", "XXXOOOO..", "OOO......", *["........."] * 5],
    ["...XO", "XXXXO", "OOOOO", "....."],
    SEKI,
])  # fmt: skip
@pytest.mark.parametrize("every_move", [False, True])
def test_each_question_is_asked_once_and_its_nodes_count(
    monkeypatch: pytest.MonkeyPatch, rows: list[str], every_move: bool
) -> None:
    questions: list[tuple[Position, Problem, int]] = []
    counts: list[int] = []

    def recorded(position: Position, problem: Problem, *, nodes: int) -> Answer:
        found = ask(position, problem, nodes=nodes)
        questions.append((position, problem, nodes))
        counts.append(found.nodes)
        return found

    position = Position.from_diagram("\n".join(rows), "B")
    monkeypatch.setattr(module, "ask", recorded)
    found = solve_problem(position, find_problem(position), every_move=every_move)
    assert questions[0][2] == 1  # so that kernels are compiled
    assert found.nodes == sum(counts[1:])
    assert len(set(questions)) == len(questions) > 2


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
