"""The space of a group and its eyes: against plain Python, Benson's algorithm, and the table of eye spaces."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import Color, Position, unconditional_life
from analysis.reading.life_and_death import _eye_kernels as eyes
from analysis.reading.life_and_death import _life_goal_kernels as goal
from analysis.reading.life_and_death import _race_kernels as races
from analysis.reading.life_and_death import _space_kernels as spaces
from analysis.reading.local_search import LocalSearch, Question
from analysis.status.eyes import eye_spaces
from tests.analysis.reading.life_and_death.plain_space import plain_space
from tests.analysis.reading.life_and_death.test_group_question import CORNERS, board_of
from tests.positions import random_position, real_positions


def state_of(position: Position, group: list[int], safe: list[int]) -> tuple[Any, Any]:
    """Return the board and the search of a question about a group."""
    enemy = Color(int(position.stones[group[0]])).opponent
    reading = LocalSearch(position, Question(enemy, enemy, group[0], 1, group=tuple(group), safe=tuple(safe)))
    return reading.state


def find_living(board: Any, search: Any) -> int:
    """Return the chains that live, a bit each."""
    spaces.find_space(board, search)
    return int(eyes.living_chains(board, search)[0])


def check_space(position: Position, rng: np.random.Generator) -> None:
    """Compare the space of a random chain, some stones being safe."""
    stones = np.flatnonzero(position.stones).tolist()
    if not stones:
        return
    group = position.chain_at(int(rng.choice(stones)))
    safe = [point for head in stones if rng.random() < 0.1 and head not in group for point in position.chain_at(head)]
    board, search = state_of(position, group, safe)
    spaces.find_space(board, search)
    wanted, largest = plain_space(position, group, safe)
    if largest >= spaces.MOST_POINTS:
        return
    counts, work = search.work[spaces.COUNTS].tolist(), search.work
    points = work[spaces.POINTS, : counts[spaces.N_POINTS]].tolist()
    lists = ((spaces.CHAINS, spaces.N_CHAINS), (spaces.WALLS, spaces.N_WALLS))
    heads = [work[row, : counts[n]].tolist() for row, n in lists]
    picture = (position.diagram(), position.grid.vertex(group[0]), [position.grid.vertex(p) for p in safe])
    assert {p: int(work[spaces.DISTANCE, p]) for p in points} == wanted.distance, picture
    for found, chains in zip(heads, (wanted.chains, wanted.walls), strict=True):
        assert len(found) == len(chains), picture
        assert {tuple(position.chain_at(head)) for head in found} == set(chains), picture
    assert (counts[spaces.OPEN] > 0, counts[spaces.LINKED] > 0) == (wanted.is_open, wanted.linked), picture


def test_spaces_on_boards_of_games() -> None:
    rng = np.random.default_rng(1)
    for position in rng.permutation(np.array(real_positions(), object))[:60]:
        for _ in range(5):
            check_space(position, rng)


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**6), height=st.integers(2, 9), width=st.integers(2, 9))
def test_spaces_on_random_boards(seed: int, height: int, width: int) -> None:
    rng = np.random.default_rng(seed)
    check_space(random_position(rng, height, width), rng)


def test_chains_that_live_unconditionally_in_their_space_are_found() -> None:
    """Chains that the kernel calls living are among Benson's, but for those that live by the shape of a region."""
    found = shaped = 0
    for position in real_positions():
        alive = unconditional_life(position)
        for head in {position.chain_at(p)[0] for p in np.flatnonzero(position.stones).tolist()}:
            board, search = state_of(position, position.chain_at(head), [])
            living = find_living(board, search)
            number = int(spaces.number_of(search, board.cells[head, 1]))
            if not living >> number & 1:
                continue
            found += 1
            shaped += not alive.alive[head]
    assert found > 20
    assert shaped < found


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_eyes_of_empty_shapes_are_those_of_the_table(size: int) -> None:
    """In the middle of the board, inside one chain: the eyes it has, and the most it can get."""
    rng = np.random.default_rng(size)
    kinds = set()
    for _ in range(60):
        position, group = enclosed_shape(rng, size)
        (space,) = [space for space in eye_spaces(position, Color.WHITE) if len(space.points) == size]
        assert space.if_owner_first is not None
        board, search = state_of(position, group, [])
        inside = spaces.find_space(board, search)
        living, _ = eyes.living_chains(board, search)
        assert (living > 0) == (space.if_enemy_first == 2), position.diagram()
        most = [int(eyes.most_eyes(board, search, inside, attacker_next, False)[0]) for attacker_next in (0, 1)]
        assert most == [space.if_owner_first, space.if_enemy_first], position.diagram()
        kinds.add(space.shape)
    assert len(kinds) > (size > 3) + (size == 4)


def test_a_point_beside_an_open_end_is_an_eye_only_by_a_ko() -> None:
    """White could take C9 from B9, but a white stone there has no link except by filling C9."""
    rows = ["..X..OX..", ".XOOOOX..", ".XXXXXX..", *["." * 9] * 6]
    position = Position.from_diagram("\n".join(rows), "W")
    grid = position.grid
    walls = [p for p in range(grid.area) if position.stones[p] > 0 and grid.vertex(p) != "C9"]
    board, search = state_of(position, [p for p in range(grid.area) if position.stones[p] < 0], walls)
    inside = spaces.find_space(board, search)
    assert [int(eyes.most_eyes(board, search, inside, 0, no_ko)[0]) for no_ko in (False, True)] == [2, 1]


@pytest.mark.parametrize("name", ["bent four in the corner", "rectangular six in the corner", "L group"])
def test_shapes_that_need_outside_liberties_in_the_corner_are_not_two_eyes(name: str) -> None:
    position, group, _, walls = board_of(CORNERS[name], 0, in_corner=True)
    board, search = state_of(position, group, walls)
    assert find_living(board, search) == 0


def test_a_race_is_lost_against_safe_walls_or_more_liberties() -> None:
    """A stone beside the group that it may take, with two liberties, makes that undecided."""
    position = Position.from_diagram("......\n.XX...\n.OO...\n......\n......\n......", "B")
    grid = position.grid
    black, white = ([grid.point(v) for v in names] for names in (("B5", "C5"), ("B4", "C4")))
    for group, enemy, longer, weak in ((black, white, ["A4", "D4"], ["A5"]), (white, black, ["A5", "D5"], ["A4"])):
        color = Color(int(position.stones[enemy[0]]))
        for safe, moves, lost in (([], [], False), (enemy, [], True), ([], longer, True), ([], weak, False)):
            after = position
            for move in moves:
                after = after.with_to_move(color).play(grid.point(move))
            board, search = state_of(after, group, safe)
            inside = spaces.find_space(board, search)
            fill = races.moves_to_fill(board, search, inside, eyes.living_chains(board, search)[1])
            assert (races.race_lead(board, search, fill, True, False) > 0) == lost, after.diagram()


@pytest.mark.parametrize(
    ("rows", "dead"), [("OOOX... ...X... XXXX...", True), ("OOOX... ...X... XXX....", False)]
)
def test_a_group_without_eyes_is_dead_unless_it_may_win_a_race(rows: str, dead: bool) -> None:
    """White has three liberties in the corner; the black wall beside has ten, or in one part four, one of them in
    common, so that counting does not decide.
    """
    position = Position.from_diagram("\n".join([*rows.split(), *["......."] * 4]), "W")
    group = position.chain_at(position.grid.point("A7"))
    board, search = state_of(position, group, [])
    proof = goal.evaluate(board, search, search.nodes[0], False, np.zeros_like(board.read))[0]
    assert (proof == 0) == dead


def enclosed_shape(rng: np.random.Generator, size: int) -> tuple[Position, list[int]]:
    """Return a random shape of so many empty points inside one white chain, itself surrounded, and the chain."""
    grid = Position.empty(13, 13).grid
    points = {grid.at(6, 6)}
    while len(points) < size:
        near = sorted({p for q in points for p in grid.beside[q]} - points)
        points.add(int(rng.choice(near)))
    stones = np.zeros(grid.area, np.int8)
    for color, width in ((1, 2), (-1, 1)):
        for point in points:
            row, col = grid.row_col(point)
            for r in range(row - width, row + width + 1):
                for c in range(col - width, col + width + 1):
                    stones[grid.at(r, c)] = color
    stones[sorted(points)] = 0
    return Position.from_stones(grid, stones), np.flatnonzero(stones == -1).tolist()
