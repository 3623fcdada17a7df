"""The cache of readings: answers are reused while they hold, and are the same as if read anew."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.board import IllegalMove, Position
from analysis.status import ReadingCache, StatusBudget, Verdict, board_status
from tests.positions import real_positions

BUDGET = StatusBudget(chain=200, group=200)


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


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 12))])
def test_no_cached_answer_contradicts_a_new_reading(seed: int) -> None:
    memory, games = ReadingCache(), real_positions()
    for position in random_line(games[seed * 31 % len(games)], 8, seed):
        cached = board_status(position, budget=BUDGET, memory=memory)
        fresh = board_status(position, budget=BUDGET)
        for old, current in zip(cached.chains, fresh.chains, strict=True):
            if current.verdict is not Verdict.UNKNOWN:  # stones far away may cost nodes
                same = (old.verdict, old.evidence) == (current.verdict, current.evidence)
                assert same, position.grid.vertex(current.chain[0])
    assert memory.hits > memory.queries // 3


def test_an_answer_is_computed_again_when_its_zone_changes() -> None:
    memory, asked = ReadingCache(), []
    start = Position.empty(9)
    e5, a1 = start.grid.point("E5"), start.grid.point("A1")

    def ask(position: Position) -> int:
        def find() -> int:
            asked.append(position)
            return len(asked)

        return memory.answer(position, "question", find, lambda answer: [e5])

    assert ask(start) == 1
    assert ask(start.play(a1)) == 1
    assert ask(start.play(e5)) == 2
    assert ask(start) == 1  # the earlier answer, after the move is taken back
    assert (memory.queries, memory.hits) == (4, 2)
    assert ask(Position.empty(13)) == 3


def test_an_answer_without_a_zone_depends_on_the_whole_board() -> None:
    memory = ReadingCache()
    start = Position.empty(9)
    assert memory.answer(start, 1, lambda: "old", lambda answer: []) == "old"
    assert memory.answer(start.play(0), 1, lambda: "new", lambda answer: []) == "new"


def test_a_ko_point_in_the_zone_is_part_of_the_question() -> None:
    ko = Position.from_diagram(".XO.\nXO.O\n.XO.\n....").play(6)
    assert ko.ko == 5
    free = Position(ko.grid, ko.stones, ko.to_move)
    memory = ReadingCache()
    assert memory.answer(ko, 1, lambda: "banned", lambda answer: [5, 6]) == "banned"
    assert memory.answer(free, 1, lambda: "free", lambda answer: [5, 6]) == "free"
    assert memory.answer(ko, 2, lambda: "far", lambda answer: [15]) == "far"
    assert memory.answer(free, 2, lambda: "asked", lambda answer: [15]) == "far"


def test_the_number_of_questions_is_bounded() -> None:
    memory = ReadingCache()
    position = Position.empty(5)
    for question in range(10_000):
        memory.answer(position, question, lambda: 0, lambda answer: [0])
    assert len(memory._entries) <= 4096
