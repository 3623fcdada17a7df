"""Boards cut into places: at walls, whatever vouches for them, and large regions down to where the sides meet."""

from __future__ import annotations

import random

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Color, Position
from analysis.endgame import Limits, Place, local_games, places, sum_board
from analysis.endgame.contacts import contacts
from analysis.endgame.place_shapes import shape_of
from analysis.endgame.places import joined
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
"""Black on the left, White on the right, a lane of five dame points between: one region, open at neither end."""


def test_what_is_nobodys_is_a_place_and_what_is_somebodys_is_settled() -> None:
    found = places(SIDES, board_status(SIDES))
    lane = next(place for place in found if place.owner is None)
    assert [SIDES.grid.vertex(point) for point in lane.points] == ["E5", "E4", "E3", "E2", "E1"]
    assert lane.evidence is Evidence.PROVED
    settled = [place for place in found if place.owner is not None]
    assert sum(place.surrounded() for place in settled if place.owner is BLACK) == 3 + 2 + 2
    assert sum(place.surrounded() for place in settled if place.owner is WHITE) == -(2 + 2 + 2 + 1)
    covered = sorted(point for place in found for point in place.points)
    assert covered == np.flatnonzero(SIDES.stones == 0).tolist()


def test_dead_stones_count_twice_in_what_is_settled() -> None:
    position = Position.from_diagram(".O..XO.\n....XOO\nXXXXXO.\n.X.XXOO\nX.XXXO.")
    found = {place.points[0]: place for place in places(position, board_status(position))}
    assert (found[0].owner, found[0].surrounded(), len(found[0].points)) == (BLACK, 9, 8)
    assert found[6].surrounded() == -1
    turned = Position(position.grid, -position.stones)
    assert places(turned, board_status(turned))[0].surrounded() == -9


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


def test_what_the_walls_rest_on_is_told() -> None:
    status, below = board_status(READ), READ.grid.point("E3")
    assert [(chain.verdict, chain.evidence) for chain in status.chains if READ.grid.point("D1") in chain.chain] == [
        (Verdict.ALIVE, Evidence.READ)]
    place = next(place for place in places(READ, status) if below in place.points)
    assert (place.evidence, place.assumed) == (Evidence.READ, (READ.grid.point("D1"),))
    declared = next(place for place in places(READ, status, [READ.grid.point("D1")]) if below in place.points)
    assert (declared.points, declared.evidence, declared.assumed) == (place.points, Evidence.PROVED, ())


TIED = ".XO....\nXX.....\nO.XX...\nOOX.X..\n..XXXO.\n......."
"""Black's two chains have an eye each, and live together: White at one of C5 and B4 is answered at the other."""


@pytest.mark.parametrize(("board", "point", "owner", "word"), [
    # Black's stones are no walls, nor dead: a move decides
    ("...XO\nXXXXO\nOOOOO\n.....", "B4", None, Evidence.PROVED),
    ("....XO\nXXXXXO\nOOOOOO\n......", "B4", BLACK, Evidence.PROVED),  # it is answered at C4, but it is his territory
    (TIED, "B4", BLACK, Evidence.READ), (TIED, "A6", BLACK, Evidence.PROVED),
])
def test_whose_a_place_is_and_how_sure(board: str, point: str, owner: Color | None, word: Evidence) -> None:
    position = Position.from_diagram(board)
    here = position.grid.point(point)
    found = next(place for place in places(position, board_status(position)) if here in place.points)
    assert (found.owner, found.evidence, found.assumed) == (owner, word, ())


def test_a_wall_that_wants_answers_stands_no_more_without_them() -> None:
    position = Position.from_diagram(TIED)
    attacked = position.play(position.grid.point("C5"), WHITE)
    answered = attacked.play(position.grid.point("B4"), BLACK)
    for board, stands in ((position, True), (attacked, False), (answered, True)):
        black = [chain.verdict for chain in board_status(board).chains if chain.color is BLACK]
        assert (set(black) == {Verdict.SAFE}) is stands


def test_a_stone_declared_alive_has_its_share_of_proved_territory() -> None:
    position = Position.from_diagram(".XX..X\nX.X.OX\n.XXXXX\nXX.X.X")
    status, stone = board_status(position), position.grid.point("E3")
    shared = [place for place in places(position, status) if stone in place.points]
    assert [(place.owner, place.evidence) for place in shared] == [(BLACK, Evidence.PROVED)]
    shared = [place for place in places(position, status, [stone]) if position.grid.point("D3") in place.points]
    assert [place.owner for place in shared] == [None]


@pytest.mark.parametrize("seed", range(20))
def test_places_share_no_point_and_never_touch(seed: int) -> None:
    position = random_position(np.random.default_rng(seed), 9, 9)
    grid = position.grid
    found = places(position, board_status(position, budget=QUICK))
    owner = {point: k for k, place in enumerate(found) for point in place.points}
    assert len(owner) == sum(len(place.points) for place in found)
    assert all(owner.get(near, owner[point]) == owner[point] for point in owner for near in grid.beside[point])
    assert all(position.stones[point] for point in range(grid.area) if point not in owner)


def test_stones_declared_alive_are_walls() -> None:
    position = Position.from_diagram("XXXX\n...O\nXXXX")  # nothing lives here
    grid, status = position.grid, board_status(position)
    walls = [point for point in range(grid.area) if position.stones[point]]
    assert local_games(position, status).games == ()
    (game,) = local_games(position, status, immortal=walls).games
    assert game.name == "corridor"
    assert game.game is not None
    assert format_value(game.game) == "{2|{1|*}}"
    with pytest.raises(ValueError, match=r"^A2: expected a stone to be taken for alive, the point is empty$"):
        local_games(position, status, immortal=[grid.point("A2")])


def test_a_place_too_large_is_told_as_open() -> None:
    found = local_games(SIDES, board_status(SIDES), limits=Limits(points=3))
    assert [unvalued.reason for unvalued in found.open] == ["5 points, 5 of them empty: too many to search"]
    assert found.games == ()
    assert local_games(SIDES, board_status(SIDES), limits=Limits(points=4)).games == ()
    assert local_games(SIDES, board_status(SIDES), limits=Limits(points=5)).open == ()
    with pytest.raises(ValueError, match="at least 1"):
        Limits(points=0)


WIDE = Position.from_diagram(
    """
    .X.X......O.O.
    XXXX......OOOO
    .X.X......O.O.
    XXXX......OOOO
    .X.X......O.O.
    """
)
"""Thirty empty points between two walls: none of them nearer than three to both."""


def test_large_regions_are_cut_down_to_where_the_sides_meet() -> None:
    status = board_status(WIDE)
    (place,) = [place for place in places(WIDE, status) if place.owner is None]
    cut = contacts(place, {}, np.zeros(WIDE.grid.area), 12)
    columns = {WIDE.grid.row_col(point)[1] for part in cut.places for point in part.points}
    columns |= {WIDE.grid.row_col(point)[1] for point in cut.open}
    inside = cut.inside.reshape(5, 14)
    assert columns
    assert columns <= {6, 7}
    assert (inside[:, 4:6] == 1).all()
    assert (inside[:, 8:10] == -1).all()
    played = {point for part in cut.places for point in part.points} | set(cut.open)
    assert played.isdisjoint(np.flatnonzero(cut.inside).tolist())
    assert played | set(np.flatnonzero(cut.inside).tolist()) == set(place.points)


def test_an_empty_board_is_nobodys() -> None:
    position = Position.from_diagram("\n".join(["." * 7] * 6))
    for control, owner in ((0.0, 0), (0.5, 0), (-0.5, 0), (0.6, 1), (-0.6, -1)):
        found = local_games(position, board_status(position), standing={}, control=np.full(42, control))
        assert (found.games, set(found.inside.tolist())) == ((), {owner})
        assert [len(part.points) for part in found.open] == ([] if owner else [42])
        assert owner or not sum_board(position, found).complete


FAR = Position.from_diagram(
    """
    .X.X...............O.O.
    XXXX...............OOOO
    .X.X...............O.O.
    """
)
"""The middle is eight points from either side."""


@pytest.mark.parametrize(("control", "middle"), [(0.0, 0), (0.6, 1), (-0.6, -1)])
def test_what_is_far_from_both_sides_is_whose_the_control_says(control: float, middle: int) -> None:
    """Nobody's where that is nothing: the five columns that are more than five from either wall."""
    (place,) = [place for place in places(FAR, board_status(FAR)) if place.owner is None]
    cut = contacts(place, {}, np.full(FAR.grid.area, control), 12)
    assert cut.places == ()
    assert cut.inside.reshape(3, -1)[:, 4:19].tolist() == [[1] * 5 + [middle] * 5 + [-1] * 5] * 3
    columns = {FAR.grid.row_col(point)[1] for point in cut.open}
    assert columns == (set() if middle else set(range(9, 14)))


def test_what_touches_nobodys_points_is_not_counted_either() -> None:
    """The middle row is as far from either stone; its first five points are within reach of both."""
    position = Position.from_diagram("X........\n.........\nO........")
    place = Place(tuple(range(27)), position, None, Evidence.READ)
    far = {6, 7, 8, *range(14, 18), 24, 25, 26}
    (part,) = contacts(place, {0: 1.0, 18: 1.0}, np.full(27, 0.6), 12).places
    assert part.points == (1, 2, 3, *range(9, 14), 19, 20, 21)
    for control in (0.0, 0.05):
        cut = contacts(place, {0: 1.0, 18: 1.0}, np.full(27, control), 12)
        assert (cut.places, set(cut.open)) == ((), far.union(part.points))
    cut = contacts(place, {0: 1.0, 18: 1.0}, np.full(27, 0.05), 4)
    assert ([part.points for part in cut.places], set(cut.open)) == ([(9, 10)], far)


@pytest.mark.parametrize("seed", range(12))
def test_places_are_the_same_with_the_colours_exchanged(seed: int) -> None:
    """Also where the control tells nothing, on every third point."""
    rng, random_ = random.Random(seed), np.random.default_rng(seed)
    position = random_position(random_, 9, 11)
    other = Position(position.grid, -position.stones, position.to_move.opponent)
    standing = {point: rng.random() for point in range(position.grid.area)}
    control = random_.uniform(-1, 1, position.grid.area) * (np.arange(position.grid.area) % 3 > 0)
    for place in places(position, board_status(position, budget=QUICK)):
        if place.owner is not None:
            continue
        turned = Place(place.points, other, None, place.evidence)
        cut, swapped = contacts(place, standing, control, 8), contacts(turned, standing, -control, 8)
        assert [part.points for part in swapped.places] == [part.points for part in cut.places]
        assert swapped.open == cut.open
        assert swapped.inside.tolist() == (-cut.inside).tolist()


@pytest.mark.parametrize("seed", range(12))
def test_every_point_of_a_large_region_is_told_once(seed: int) -> None:
    position = random_position(np.random.default_rng(seed), 13, 11)
    rng = random.Random(seed)
    status = board_status(position, budget=QUICK)
    standing = {chain.chain[0]: rng.random() for chain in status.chains}
    control = np.array([rng.uniform(-1, 1) for _ in range(position.grid.area)])
    for place in places(position, status):
        if place.owner is not None:
            continue
        cut = contacts(place, standing, control, 8)
        told = [point for part in cut.places for point in part.points] + list(cut.open)
        assert len(told) == len(set(told))
        assert all(len(part.points) <= 8 for part in cut.places)
        assert set(told).isdisjoint(np.flatnonzero(cut.inside).tolist())
        assert set(told) <= set(place.points)
        for part in cut.places:
            assert part.evidence is Evidence.ESTIMATED
            assert len(joined(position.grid, part.points)) == 1
            part.arena()  # every stone around it is a wall: no empty point beside it is left


@pytest.mark.parametrize("seed", range(40))
def test_any_board_can_be_counted(seed: int) -> None:
    """Whatever is taken for alive or dead: each point is in one place, settled, beyond one, or open."""
    rng = random.Random(seed)
    position = random_position(np.random.default_rng(1000 + seed), rng.randint(1, 9), rng.randint(2, 9))
    status = board_status(position, budget=QUICK)
    standing = {chain.chain[0]: rng.random() for chain in status.chains}
    control = np.array([rng.uniform(-1, 1) for _ in range(position.grid.area)])
    limits = Limits(points=4, parts=100, kos=5, contact=5, contact_parts=100)
    found = local_games(position, status, standing=standing, control=control, limits=limits)
    told = [point for game in found.games for point in game.points]
    told += [point for place in found.settled for point in place.points]
    told += [point for place in found.open for point in place.points]
    told += np.flatnonzero(found.inside).tolist()
    assert len(told) == len(set(told))
    assert set(np.flatnonzero(position.stones == 0).tolist()) <= set(told)


@pytest.mark.parametrize("seed", range(8))
def test_games_are_the_same_on_boards_that_are_turned(seed: int) -> None:
    position = random_position(np.random.default_rng(seed), 7, 7)
    status = board_status(position, budget=QUICK)
    here = places(position, status)
    for k, image in enumerate(position.grid.symmetries):
        turned = position.transformed(k)
        there = {place.points: place for place in places(turned, board_status(turned, budget=QUICK))}
        for place in here:
            twin = there.get(tuple(sorted(int(image[point]) for point in place.points)))
            if twin is None:  # a search that broke off may tell other walls on a turned board
                continue
            shape, other = shape_of(place), shape_of(twin)
            assert shape.key == other.key
            assert sorted(shape.points) == list(place.points)


def test_shapes_tell_stones_and_walls_apart() -> None:
    keys = set()
    for text in ("XXX\nO..\nXXX", "XXX\nO.X\nXXX", "XXX\nX..\nXXX", "OOO\nX..\nOOO", "XXX\nO..\nXX."):
        position = Position.from_diagram(text)
        for place in places(position, board_status(position), np.flatnonzero(position.stones).tolist()):
            keys.add(shape_of(place).key)
    assert len(keys) == 5
