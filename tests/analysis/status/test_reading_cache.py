"""The cache of readings: answers are reused while they hold, and are the same as if read anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, IllegalMove, Position
from analysis.board.bit_sets import bits_of_points
from analysis.ownership.final_status import final_status
from analysis.status import ReadingCache, StatusBudget, board_status
from tests.positions import by_size, random_position, real_positions

BUDGET = StatusBudget(chain=200, group=200)


class CheckedCache(ReadingCache):
    """A cache that computes each answer anew and compares it with the cached one. found -- the hits by kind."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()

    def answer(
        self, position: Position, question: Hashable, compute: Callable[[], Any],
        zone: Callable[[Any], int], marks: int = 0,
    ) -> Any:  # fmt: skip
        hits = self.hits
        answer = super().answer(position, question, compute, zone, marks)
        if self.hits > hits:
            assert isinstance(question, tuple)
            self.found[question[0]] += 1
            fresh = compute()
            assert answer == fresh, f"{question}\n{position}"
            assert zone(answer) == zone(fresh), f"{question}\n{position}"
        return answer


def siblings(position: Position, count: int, seed: int) -> list[Position]:
    """Return positions after one random move anywhere."""
    points = position.legal_points()
    chosen = np.random.default_rng(seed).choice(points, min(count, len(points)), replace=False)
    return [position.play(int(point)) for point in chosen]


def random_line(position: Position, moves: int, seed: int) -> list[Position]:
    """Return the positions of random alternating play near the stones."""
    rng = np.random.default_rng(seed)
    line = [position]
    while len(line) < moves:
        here = line[-1]
        stones = np.flatnonzero(here.stones)
        near = here.grid.neighbours[rng.choice(stones)]
        point = int(rng.choice(near[near < here.grid.area]))
        try:
            line.append(here.play(point))
        except IllegalMove:
            line.append(here.play(-1))
    return line


def assert_same_as_without(memory: ReadingCache, line: list[Position], budget: StatusBudget) -> None:
    """Read the positions of a line, and some after another move, with a cache and without it."""
    for number, position in enumerate(line):
        for other in (position, *siblings(position, 2, number)):
            cached, fresh = (board_status(other, budget=budget, memory=one) for one in (memory, None))
            assert cached.chains == fresh.chains, f"{other}"


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 9))])
@pytest.mark.parametrize("size", [9, 13, 19])
def test_cached_answers_are_those_of_a_new_reading(size: int, seed: int) -> None:
    games, memory = by_size(real_positions())[size, size], CheckedCache()
    line = random_line(games[seed * 29 % len(games)], 5, seed)
    assert_same_as_without(memory, line, BUDGET if seed % 2 else StatusBudget(chain=50, group=50))
    assert memory.hits > memory.queries // (8 if size == 9 else 3)
    assert size == 9 or {"cut", "kill", "group", "capture"} <= memory.found.keys()


@pytest.mark.parametrize("seed", range(3))
def test_cached_answers_on_random_boards_are_those_of_a_new_reading(seed: int) -> None:
    rng = np.random.default_rng(seed)
    start = random_position(rng, *rng.integers(5, 14, 2).tolist())
    assert_same_as_without(CheckedCache(), random_line(start, 6, seed), BUDGET)


def test_cached_answers_about_enclosed_areas_are_those_of_a_new_reading() -> None:
    """Also where the walls, the eye space or a ko in it change."""
    memory = CheckedCache()
    position = Position.from_diagram(
        "..XO.....\n.XXO.....\nXXOO..X..\nOOO......\n.....X.X.\n..X......\nXXXX..OO.\nOOOX..OXX\n..OX..OX."
    )
    assert_same_as_without(memory, random_line(position, 8, 3), BUDGET)
    assert memory.found["area"] > 10


def test_cached_final_statuses_are_those_of_a_new_reading() -> None:
    memory = CheckedCache()
    position = real_positions()[-1]
    for board in (position, *siblings(position, 3, 1)):
        cached, fresh = (final_status(board, budget=BUDGET, memory=one) for one in (memory, None))
        assert cached.chains == fresh.chains
        assert (cached.owner == fresh.owner).all()
    assert memory.found["taken at all"]


def test_an_answer_holds_while_the_marks_on_its_zone_do() -> None:
    memory, position = ReadingCache(), Position.empty(5)
    marked: set[int] = set()
    asked = []
    for point, mark in ((20, False), (20, True), (7, True), (7, False), (7, True)):
        (marked.add if mark else marked.discard)(point)
        marks = bits_of_points(marked)
        memory.answer(position, "life", lambda: asked.append(7 in marked), lambda _: bits_of_points((6, 7)), marks)
    assert asked == [False, True], "marks elsewhere do not matter, both answers are kept"


def test_an_answer_depends_on_who_may_not_retake_a_ko() -> None:
    memory, asked = ReadingCache(), []
    empty = Position.empty(5)
    for side, ko in ((BLACK, 7), (WHITE, 7), (BLACK, -1), (WHITE, -1), (BLACK, 20), (WHITE, 7)):
        position = Position(empty.grid, empty.stones, side, ko)
        zone = bits_of_points((6, 7))
        memory.answer(position, "life", lambda side=side, ko=ko: asked.append((side, ko)), lambda _, zone=zone: zone)
    assert asked == [(BLACK, 7), (WHITE, 7), (BLACK, -1)], "a ko elsewhere is none, nor is the side to move without one"


def test_an_answer_is_computed_again_when_its_zone_changes() -> None:
    memory, asked = ReadingCache(), []
    start = Position.empty(9)
    e5, a1 = start.grid.point("E5"), start.grid.point("A1")

    def ask(position: Position) -> int:
        def find() -> int:
            asked.append(position)
            return len(asked)

        return memory.answer(position, "question", find, lambda answer: bits_of_points([e5]))

    assert ask(start) == 1
    assert ask(start.play(a1)) == 1
    assert ask(start.play(e5)) == 2
    assert ask(start) == 1  # the earlier answer, after the move is taken back
    assert (memory.queries, memory.hits) == (4, 2)
    assert ask(Position.empty(13)) == 3


def test_an_answer_without_a_zone_depends_on_the_whole_board() -> None:
    memory = ReadingCache()
    start = Position.empty(9)
    assert memory.answer(start, 1, lambda: "old", lambda answer: 0) == "old"
    assert memory.answer(start.play(0), 1, lambda: "new", lambda answer: 0) == "new"


def test_a_ko_point_in_the_zone_is_part_of_the_question() -> None:
    ko = Position.from_diagram(".XO.\nXO.O\n.XO.\n....").play(6)
    assert ko.ko == 5
    free = Position(ko.grid, ko.stones, ko.to_move)
    memory = ReadingCache()
    assert memory.answer(ko, 1, lambda: "banned", lambda answer: bits_of_points([5, 6])) == "banned"
    assert memory.answer(free, 1, lambda: "free", lambda answer: bits_of_points([5, 6])) == "free"
    assert memory.answer(ko, 2, lambda: "far", lambda answer: bits_of_points([15])) == "far"
    assert memory.answer(free, 2, lambda: "asked", lambda answer: bits_of_points([15])) == "far"


def test_the_number_of_questions_is_bounded() -> None:
    memory = ReadingCache()
    position = Position.empty(5)
    for question in range(10_000):
        memory.answer(position, question, lambda: 0, lambda answer: bits_of_points([0]))
    assert len(memory._entries) <= 4096
