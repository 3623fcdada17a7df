"""The arrays of searches: what was set up for one question does not change the answer to the next."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.board import Position
from analysis.reading import _reading_board_kernels as boards
from analysis.reading import attack, disconnect
from analysis.reading import workspace as workspaces
from analysis.reading.answer import Answer
from analysis.reading.life_and_death.group_question import kill
from analysis.reading.workspace import Workspace
from tests.positions import random_positions


def asked(position: Position, rng: np.random.Generator) -> Answer:
    """Return the answer to a random question about a position, with some stones safe if it is about a group."""
    chains = position.chains()
    chain = chains[rng.integers(len(chains))]
    friends = [other[0] for other in chains if position.colors[other[0]] == position.colors[chain[0]]]
    kind = rng.integers(4)
    if kind == 0:
        return attack(position, chain[0], nodes=30)
    if kind == 1:
        return disconnect(position, chain[0], friends[-1], nodes=30)
    safe = [other[0] for other in chains if other != chain][: int(kind == 2) * 3]
    return kill(position, chain, safe=safe, nodes=10)


@pytest.mark.parametrize("seed", range(4))
def test_answers_do_not_depend_on_the_questions_before(seed: int) -> None:
    positions = [one for one in random_positions(12, seed, smallest=5, largest=9) if one.chains()]
    order = np.random.default_rng(seed).integers(len(positions), size=60)
    for number, index in enumerate(order.tolist()):
        position = positions[index]
        for repeat in range(3):  # several questions about the same board, which is set up once
            ask = [number, repeat]
            kept = asked(position, np.random.default_rng(ask))
            workspaces._kept.__dict__.clear()  # the next question gets new arrays
            assert asked(position, np.random.default_rng(ask)) == kept, position.diagram()


def test_a_board_is_set_up_again_only_if_it_changed() -> None:
    position = Position.from_diagram(". X O . .\n. X O . .\n. X O . .\n. . . . .\n. . . . .")
    space = Workspace(position.grid)
    number = space.board.counters

    def set_ups(given: Position, ko: int, safe: tuple[int, ...]) -> int:
        before = number.copy()
        space.set_up(given, ko, safe)
        return int((number - before)[2])

    assert set_ups(position, -1, ()) == 1
    assert set_ups(position, -1, ()) == 0
    assert set_ups(position, -1, (1,)) == 1
    assert set_ups(position, -1, (1,)) == 0
    assert set_ups(position, 0, (1,)) == 1
    assert set_ups(position.play(24), -1, ()) == 1
    assert set_ups(position, -1, ()) == 1
    space.board.counters[2] += 1  # another user of these arrays set up stones
    assert set_ups(position, -1, ()) == 1


def test_a_board_is_set_up_again_after_a_search_that_was_interrupted() -> None:
    position = Position.from_diagram(". X O . .\n. X O . .\n. X O . .\n. . . . .\n. . . . .")
    space = Workspace(position.grid)
    space.set_up(position, -1, ())
    before = space.board.cells.copy()
    assert boards.play(space.board, 24, 1)
    assert (space.board.cells != before).any()
    space.set_up(position, -1, ())
    assert (space.board.cells == before).all()


def test_what_was_read_before_is_forgotten() -> None:
    position = Position.from_diagram(". X O . .\n. X O . .\n. X O . .\n. . . . .\n. . . . .")
    space = Workspace(position.grid)
    space.set_up(position, -1, ())
    space.board.read[0] = 7
    space.set_up(position, -1, ())
    assert not space.board.read.any()
