"""Boards cut into regions at their walls, and large regions cut down to where the sides meet."""

from __future__ import annotations

import random

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Color, Position
from analysis.endgame import EndgameBudget, Unvalued, cut_into_regions, local_games
from analysis.endgame.region_shapes import shape_of
from analysis.status import Evidence, StatusBudget, Verdict, board_status
from analysis.values import format_value
from tests.positions import random_position

QUICK = StatusBudget(20, 20)

SIDES = Position.from_diagram(
    """
    .X.X.O.O.
    XXXX.OOOO
    .X.X.O.O.
    XXXX.OOOO
    ...X.O...
    """
)
"""Black on the left, White on the right, between them one region of five dame, open at neither end."""


def test_dame_are_a_region_without_owner_and_territory_is_settled() -> None:
    found = cut_into_regions(SIDES, board_status(SIDES))
    lane = next(region for region in found if region.owner is None)
    assert [SIDES.grid.vertex(point) for point in lane.points] == ["E5", "E4", "E3", "E2", "E1"]
    assert lane.evidence is Evidence.PROVED
    settled = [region for region in found if region.owner is not None]
    assert sum(region.territory() for region in settled if region.owner is BLACK) == 3 + 2 + 2
    assert sum(region.territory() for region in settled if region.owner is WHITE) == -(2 + 2 + 2 + 1)
    covered = sorted(point for region in found for point in region.points)
    assert covered == np.flatnonzero(SIDES.stones == 0).tolist()


def test_dead_stones_count_twice_in_settled_regions() -> None:
    position = Position.from_diagram(".O..XO.\n....XOO\nXXXXXO.\n.X.XXOO\nX.XXXO.")
    found = {region.points[0]: region for region in cut_into_regions(position, board_status(position))}
    assert (found[0].owner, found[0].territory(), len(found[0].points)) == (BLACK, 9, 8)
    assert found[6].territory() == -1
    turned = Position(position.grid, -position.stones)
    assert cut_into_regions(turned, board_status(turned))[0].territory() == -9


READ = Position.from_diagram(
    """
    .X.XO.O.O
    XXXXOOOO.
    XOO.O.O.O
    XXXXXOOOO
    .XX....O.
    XXXXOOOOO
    X.XX..X.O
    .XX...OOO
    X.XO.OO.O
    """
)
"""All walls are safe but the stone at D1: reading finds that it lives."""


def test_regions_name_the_walls_that_are_not_proved() -> None:
    status, below = board_status(READ), READ.grid.point("E3")
    assert [(chain.verdict, chain.evidence) for chain in status.chains if READ.grid.point("D1") in chain.chain] == [
        (Verdict.ALIVE, Evidence.READ)]
    region = next(region for region in cut_into_regions(READ, status) if below in region.points)
    assert (region.evidence, region.assumed) == (Evidence.READ, (READ.grid.point("D1"),))
    cut = cut_into_regions(READ, status, [READ.grid.point("D1")])
    declared = next(region for region in cut if below in region.points)
    assert (declared.points, declared.evidence, declared.assumed) == (region.points, Evidence.PROVED, ())


TIED = ".XO....\nXX.....\nO.XX...\nOOX.X..\n..XXXO.\n......."
"""Black's two chains have an eye each and live together: White at C5 is answered at B4, and the reverse."""


@pytest.mark.parametrize(("board", "point", "owner", "evidence"), [
    # Black's stones are no walls, nor dead: a move decides
    ("...XO\nXXXXO\nOOOOO\n.....", "B4", None, Evidence.PROVED),
    ("....XO\nXXXXXO\nOOOOOO\n......", "B4", BLACK, Evidence.PROVED),  # answered at C4, but Black's territory
    (TIED, "B4", BLACK, Evidence.READ), (TIED, "A6", BLACK, Evidence.PROVED),
])
def test_owner_and_evidence_of_regions(board: str, point: str, owner: Color | None, evidence: Evidence) -> None:
    position = Position.from_diagram(board)
    here = position.grid.point(point)
    found = next(region for region in cut_into_regions(position, board_status(position)) if here in region.points)
    assert (found.owner, found.evidence, found.assumed) == (owner, evidence, ())


def test_a_wall_that_depends_on_answers_falls_without_them() -> None:
    position = Position.from_diagram(TIED)
    attacked = position.play(position.grid.point("C5"), WHITE)
    answered = attacked.play(position.grid.point("B4"), BLACK)
    for board, stands in ((position, True), (attacked, False), (answered, True)):
        black = [chain.verdict for chain in board_status(board).chains if chain.color is BLACK]
        assert (set(black) == {Verdict.SAFE}) is stands


def test_proved_territory_around_a_stone_declared_alive_is_no_longer_settled() -> None:
    position = Position.from_diagram(".XX..X\nX.X.OX\n.XXXXX\nXX.X.X")
    status, stone = board_status(position), position.grid.point("E3")
    shared = [region for region in cut_into_regions(position, status) if stone in region.points]
    assert [(region.owner, region.evidence) for region in shared] == [(BLACK, Evidence.PROVED)]
    declared = cut_into_regions(position, status, [stone])
    shared = [region for region in declared if position.grid.point("D3") in region.points]
    assert [region.owner for region in shared] == [None]


@pytest.mark.parametrize("seed", range(20))
def test_regions_share_no_point_and_never_touch(seed: int) -> None:
    position = random_position(np.random.default_rng(seed), 9, 9)
    grid = position.grid
    found = cut_into_regions(position, board_status(position, budget=QUICK))
    owner = {point: k for k, region in enumerate(found) for point in region.points}
    assert len(owner) == sum(len(region.points) for region in found)
    assert all(owner.get(near, owner[point]) == owner[point] for point in owner for near in grid.beside[point])
    assert all(position.stones[point] for point in range(grid.area) if point not in owner)


def test_stones_declared_alive_are_walls() -> None:
    position = Position.from_diagram("XXXX\n...O\nXXXX")  # nothing lives here
    grid, status = position.grid, board_status(position)
    walls = [point for point in range(grid.area) if position.stones[point]]
    assert local_games(position, status).games == ()
    (game,) = local_games(position, status, immortal=walls).games
    assert game.name == "corridor"
    assert game.value is not None
    assert format_value(game.value) == "{2|{1|*}}"
    with pytest.raises(ValueError, match=r"^A2: expected a stone to treat as alive, the point is empty$"):
        local_games(position, status, immortal=[grid.point("A2")])


def test_a_region_too_large_is_listed_as_not_counted() -> None:
    found = local_games(SIDES, board_status(SIDES), limits=EndgameBudget(max_region_points=3))
    assert [unvalued.reason for unvalued in found.unvalued] == ["5 points, 5 of them empty: too many to search"]
    assert found.games == ()
    assert local_games(SIDES, board_status(SIDES), limits=EndgameBudget(max_region_points=4)).games == ()
    assert local_games(SIDES, board_status(SIDES), limits=EndgameBudget(max_region_points=5)).unvalued == ()
    with pytest.raises(ValueError, match="at least 1"):
        EndgameBudget(max_region_points=0)


@pytest.mark.parametrize("seed", range(40))
def test_any_board_can_be_counted(seed: int) -> None:
    """Each point is in one game, in one settled region, or not counted."""
    rng = random.Random(seed)
    position = random_position(np.random.default_rng(1000 + seed), rng.randint(1, 9), rng.randint(2, 9))
    status = board_status(position, budget=QUICK)
    limits = EndgameBudget(max_region_points=4, max_nodes=100, max_ko_nodes=5)
    found = local_games(position, status, limits=limits)
    points = [point for game in found.games for point in game.points]
    points += [point for region in found.settled for point in region.points]
    points += [point for region in found.unvalued for point in region.points]
    assert len(points) == len(set(points))
    assert set(np.flatnonzero(position.stones == 0).tolist()) <= set(points)


@pytest.mark.parametrize("seed", range(8))
def test_shapes_are_the_same_on_boards_that_are_turned(seed: int) -> None:
    position = random_position(np.random.default_rng(seed), 7, 7)
    status = board_status(position, budget=QUICK)
    here = cut_into_regions(position, status)
    for k, image in enumerate(position.grid.symmetries):
        turned = position.transformed(k)
        there = {region.points: region for region in cut_into_regions(turned, board_status(turned, budget=QUICK))}
        for region in here:
            twin = there.get(tuple(sorted(int(image[point]) for point in region.points)))
            if twin is None:  # a search that ran out of budget may find other walls on a turned board
                continue
            shape, other = shape_of(region), shape_of(twin)
            assert shape.key == other.key
            assert sorted(shape.points) == list(region.points)


def test_shapes_distinguish_stones_and_walls() -> None:
    keys = set()
    for text in ("XXX\nO..\nXXX", "XXX\nO.X\nXXX", "XXX\nX..\nXXX", "OOO\nX..\nOOO", "XXX\nO..\nXX."):
        position = Position.from_diagram(text)
        for region in cut_into_regions(position, board_status(position), np.flatnonzero(position.stones).tolist()):
            keys.add(shape_of(region).key)
    assert len(keys) == 5


def test_the_shared_liberties_of_a_seki_are_not_dame() -> None:
    """Whoever plays C9 or E9 puts an own chain in atari, which the other side then takes: both stay empty."""
    seki = Position.from_diagram(
        """
        .O.X.O.OX
        OOOXOOOOX
        XXXOOXXXX
        ..XXXX...
        .........
        .........
        .........
        .........
        .........
        """
    )
    shared = {seki.grid.point("C9"), seki.grid.point("E9")}
    games = local_games(seki, board_status(seki))
    assert not any(shared.intersection(game.points) for game in games.games)
    assert shared <= {point for region in games.unvalued for point in region.points}


def test_a_dame_that_only_one_side_cannot_fill_is_counted() -> None:
    """At C2 White would put four stones in atari; Black gains the point by area."""
    board = Position.from_diagram(".XXXXO.O.\nXXOOO.OOO\n.X.XXOO.O\nXXXXXOOOO")
    assert board.grid.point("C2") in {point for game in local_games(board, board_status(board)).games
                                      for point in game.points}


def test_a_move_that_leaves_a_stone_in_atari_which_is_no_wall_is_counted() -> None:
    """Black takes a ko at D2, White throws in at C4."""
    board = Position.from_diagram(".....\n.....\n.....\n..X..\n.X.XX\n.OXOX\n..O.O\n.O.O.")
    (game,) = local_games(board, board_status(board)).games
    assert game.region.assumed
    assert (game.black_moves, game.white_moves) == ((board.grid.point("D2"),), (board.grid.point("C4"),))


def test_the_reason_why_a_region_is_not_counted_does_not_say_so_again() -> None:
    """What shows it begins with `not counted: `."""
    reasons = {region.reason for region in _past_the_budget()}
    assert "the budget of the board is used up" in reasons
    assert not any("not counted" in reason for reason in reasons)


def _past_the_budget() -> tuple[Unvalued, ...]:
    """Return the regions of a board that are not counted, as one room uses up the budget of all."""
    return local_games(READ, board_status(READ), limits=EndgameBudget(max_board_nodes=1)).unvalued
