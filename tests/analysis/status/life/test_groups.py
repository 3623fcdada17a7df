"""Groups, and what a glance tells of them: against plain Python on positions at random."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.board import BLACK, EMPTY, WHITE, IllegalMove, Position
from analysis.status.life.groups import candidate_moves, group_at, groups, group_context
from analysis.status.life.life_reader import _life_eyes_kernels as eyes_kernels
from analysis.status.life.life_reader import _life_kernels as rows
from analysis.status.life.life_reader import _life_moves_kernels as moves_kernels
from analysis.status.life.life_reader import _life_play_kernels as play_kernels
from analysis.status.life.static_life import StaticLife
from tests.positions import random_positions, real_positions


def board_of(position: Position) -> np.ndarray:
    return np.append(position.stones, np.int8(rows.OFF))


def looked_at(position: Position, point: int) -> np.ndarray:
    """The work of a glance at the group of a stone, every other stone of the enemy a wall to begin with."""
    work = np.zeros((rows.ROWS, position.grid.area + 1), np.int16)
    board = board_of(position)
    none = np.zeros(board.size, np.bool_)
    owner = int(position.stones[point])
    everywhere = np.arange(position.grid.area, dtype=np.int16)
    moves_kernels.evaluate_dragon(
        board, position.grid.neighbours, position.grid.diagonals, everywhere, everywhere, work, owner, point,
        board == -owner, none, none, -owner,
    )
    return work


def test_many_looks_are_one_look_after_another() -> None:
    """Walls at random, either side to move: what is seen of a chain does not depend on what was seen before."""
    rng = np.random.default_rng(7)
    told = 0
    for position in [*random_positions(40, 7), *real_positions()[::40]]:
        board, grid = board_of(position), position.grid
        none = np.zeros(board.size, np.bool_)
        zone = np.arange(grid.area, dtype=np.int16)
        for owner in (BLACK, WHITE):
            points = [chain[0] for chain in position.chains() if position.stones[chain[0]] == owner]
            walls = (board == -owner) & (rng.random(board.size) < 0.8)
            to_move = int(rng.choice([-1, 1]))
            for point, seen in zip(points, StaticLife(position).looks(points, walls, to_move), strict=True):
                work = np.zeros((rows.ROWS, board.size), np.int16)
                verdict = moves_kernels.evaluate_dragon(
                    board, grid.neighbours, grid.diagonals, zone, zone, work, int(owner), point, walls, none, none,
                    to_move,
                )
                assert (seen.alive, seen.dead) == (verdict == moves_kernels.ALIVE, verdict == moves_kernels.DEAD)
                assert seen.eyes == work[rows.FACTS, rows.EYES]
                held = {p for p in points if work[rows.KIND, work[rows.LABEL, p]] == rows.DRAGON}
                assert held == {p for p in points if seen.holds(p)}
                told += seen.alive or seen.dead
    assert told > 100


def near(position: Position, point: int) -> list[int]:
    return [int(p) for p in position.grid.neighbours[point] if p < position.grid.area]


def stones_of(position: Position) -> list[int]:
    return [int(p) for p in np.flatnonzero(position.stones)]


def test_chains_and_liberties() -> None:
    for position in random_positions(60, 1):
        board = board_of(position)
        work = np.zeros((rows.ROWS, board.size), np.int16)
        zone = np.arange(position.grid.area, dtype=np.int16)
        count = rows.label_zone(board, position.grid.neighbours, zone, work)
        chains = {tuple(position.chain_at(p)) for p in stones_of(position)}
        assert count == len(chains)
        for chain in chains:
            (label,) = {int(work[rows.LABEL, p]) for p in chain}
            liberties = sorted(int(p) for p in position.liberties_at(chain[0]))
            assert work[rows.LIBERTIES, label] == len(liberties)
            assert work[rows.SIZE, label] == len(chain)
            first = [int(work[row, label]) for row in (rows.FIRST, rows.SECOND)][: len(liberties)]
            assert len(set(first)) == len(first)
            assert set(first) <= set(liberties)


def test_groups_hold_together() -> None:
    """A group is whole chains of one colour, each joined to another by two points, or one that the enemy cannot use."""
    for position in random_positions(60, 2):
        for point in stones_of(position)[::5]:
            group = set(group_at(position, point))
            chains = {tuple(position.chain_at(p)) for p in group}
            assert {p for chain in chains for p in chain} == group
            assert len({int(position.stones[p]) for p in group}) == 1
            todo, joined = [tuple(position.chain_at(point))], {tuple(position.chain_at(point))}
            while todo:
                here = {int(p) for p in position.liberties_at(todo.pop()[0])}
                for chain in chains - joined:
                    if here & {int(p) for p in position.liberties_at(chain[0])}:
                        joined.add(chain)
                        todo.append(chain)
            assert joined == chains


def test_groups_are_what_a_glance_sees() -> None:
    """The groups of all chains at once against a glance from the side of each."""
    for position in random_positions(60, 7):
        found = groups(position)
        assert list(found) == [chain[0] for chain in position.chains()]
        for first, group in found.items():
            work = looked_at(position, first)
            mine = [p for p in stones_of(position) if position.stones[p] == position.stones[first]]
            assert group == tuple(p for p in mine if work[rows.KIND, work[rows.LABEL, p]] == rows.DRAGON)


def test_no_further_chain_has_two_points_in_common() -> None:
    for position in random_positions(40, 3):
        for point in stones_of(position)[::7]:
            group = set(group_at(position, point))
            free = {q for p in group for q in near(position, p) if position.stones[q] == EMPTY}
            for other in stones_of(position):
                if position.stones[other] == position.stones[point] and other not in group:
                    assert len(free & {int(p) for p in position.liberties_at(other)}) < 2


def test_distances() -> None:
    """OWNER_STEPS and WALL_STEPS by plain breadth first."""
    for position in random_positions(60, 4):
        for point in stones_of(position)[::9]:
            work = looked_at(position, point)
            owner = int(position.stones[point])
            kind = {p: int(work[rows.KIND, work[rows.LABEL, p]]) for p in stones_of(position)}
            theirs = {p: 0 for p, what in kind.items() if what == rows.WALL and position.stones[p] == -owner}
            layer = list(theirs)
            while layer:
                layer = [
                    q for q in dict.fromkeys(q for p in layer for q in near(position, p))
                    if q not in theirs and position.stones[q] != owner and not theirs.update({q: -1})
                ]
                step = max(theirs.values()) + 1
                theirs.update(dict.fromkeys(layer, step))
            for p in range(position.grid.area):
                assert work[rows.WALL_STEPS, p] == theirs.get(p, rows.FAR)
                if 0 < work[rows.OWNER_STEPS, p] < rows.FAR and position.stones[p] == EMPTY:
                    assert work[rows.OWNER_STEPS, p] < work[rows.WALL_STEPS, p]
                    assert min(int(work[rows.OWNER_STEPS, q]) for q in near(position, p)) < work[rows.OWNER_STEPS, p]


def test_plain_moves_take_nothing_and_have_a_liberty() -> None:
    """Against the position after the move."""
    plain = others = 0
    for position in random_positions(60, 9):
        if not stones_of(position):
            continue
        work, board, grid = looked_at(position, stones_of(position)[0]), board_of(position), position.grid
        stones = len(stones_of(position))
        for point in map(int, np.flatnonzero(position.stones == EMPTY)):
            for color in (BLACK, WHITE):
                try:
                    stays = len(stones_of(position.play(point, color))) == stones + 1
                except IllegalMove:
                    stays = False
                assert play_kernels.is_simple_move(board, grid.neighbours, work, point, int(color)) == stays
                plain, others = plain + stays, others + (not stays)
    assert plain > 1000
    assert others > 100


def test_far_moves_touch_nothing_that_matters() -> None:
    """By hand: neither beside the dragon nor one step off, no corner of it, no chain about to be taken beside them."""
    far = 0
    for position in random_positions(60, 10):
        board, grid = board_of(position), position.grid
        for stone in stones_of(position)[::9]:
            work = looked_at(position, stone)
            owner = int(position.stones[stone])
            moves_kernels.mark_liberty_order(board, grid.neighbours, np.arange(grid.area, dtype=np.int16), work, owner)
            dragon = {p for p in stones_of(position) if work[rows.KIND, work[rows.LABEL, p]] == rows.DRAGON}
            dragon = {p for p in dragon if position.stones[p] == owner}
            empty = set(map(int, np.flatnonzero(position.stones == EMPTY)))
            around = {p for p in empty if dragon & set(near(position, p))}
            around |= {p for p in empty if around & set(near(position, p))}
            for point in empty:
                close = point in around or bool(dragon & set(grid.diagonals[point].tolist()))
                for beside in set(near(position, point)) - empty:
                    free = {int(p) for p in position.liberties_at(beside)}
                    close |= len(free) == 1
                    close |= len(free) == 2 and position.stones[beside] == -owner and bool(free & around)
                found = moves_kernels.is_far(board, grid.neighbours, grid.diagonals, work, point, owner)
                assert found == (not close)
                far += not close
    assert far > 100


def test_closed_regions() -> None:
    """A closed region is shut in by the owner, all its points marked, and holds no stone that is a wall."""
    for position in random_positions(80, 5):
        for point in stones_of(position)[::6]:
            work = looked_at(position, point)
            owner = int(position.stones[point])
            closed = work[rows.CLOSED, :-1]
            for p in map(int, np.flatnonzero(closed > 0)):
                assert position.stones[p] != owner
                for q in near(position, p):
                    if position.stones[q] == owner:
                        assert work[rows.KIND, work[rows.LABEL, q]] in (rows.DRAGON, rows.SAFE)
                    else:
                        assert closed[q] == closed[p]


def test_possible_eyes_touch_no_wall() -> None:
    for position in random_positions(60, 6):
        for point in stones_of(position)[::6]:
            work = looked_at(position, point)
            owner = int(position.stones[point])
            for p in map(int, np.flatnonzero(work[rows.EYE, :-1])):
                assert position.stones[p] != owner
                for q in near(position, p):
                    assert position.stones[q] != -owner or work[rows.KIND, work[rows.LABEL, q]] != rows.WALL


@pytest.mark.parametrize(
    ("size", "edges", "most", "bend", "eyes"),
    [(1, 0, 0, False, (1, 0)), (3, 2, 2, False, (1, 1)), (4, 4, 2, False, (1, 0)), (4, 3, 2, False, (2, 0)),
     (4, 3, 3, False, (1, 1)), (4, 3, 2, True, (1, 1)), (5, 5, 3, False, (1, 1)), (7, 8, 3, False, (2, 0))],
)
def test_shapes(size: int, edges: int, most: int, bend: bool, eyes: tuple[int, int]) -> None:
    assert eyes_kernels.shape_eyes(size, edges, most, bend) == eyes


def test_surroundings() -> None:
    """Walls are the enemy's, safe and lost stones other ones of the owner's, and no stone is both."""
    for position in random_positions(40, 7, smallest=5):
        for point in stones_of(position)[::8]:
            around = group_context(position, point)
            stones = position.stones
            assert around.target == point
            assert point in around.group
            assert all(stones[p] == -around.owner for p in np.flatnonzero(around.walls))
            for mask in (around.safe, around.lost):
                assert all(stones[p] == around.owner and p not in around.group for p in np.flatnonzero(mask))
            assert not (around.safe & around.lost).any()
            assert set(around.group) <= set(around.zone.tolist())
            zone = around.zone.tolist()
            assert around.wide.tolist() == sorted({*zone, *(q for p in zone for q in near(position, p))})


def test_likely_moves_are_empty_points_near_the_group() -> None:
    for position in random_positions(40, 8, smallest=5):
        for point in stones_of(position)[::8]:
            around = group_context(position, point)
            for mover in (position.to_move, position.to_move.opponent):
                listed = candidate_moves(position, around, mover)
                assert len(set(listed)) == len(listed)
                assert all(position.stones[p] == EMPTY for p in listed)
                assert set(listed) <= set(around.zone.tolist())
                assert position.ko not in listed or mover is not position.to_move


def told(glance: StaticLife, point: int, walls: np.ndarray, to_move: int) -> tuple[bool, bool, int, tuple[int, ...]]:
    """All that a look tells."""
    look = glance.look(point, walls, to_move)
    held = tuple(stone for stone in stones_of(glance.position) if look.holds(stone))
    return look.alive, look.dead, look.eyes, held


def test_what_was_seen_is_kept_for_the_same_question_only() -> None:
    """Other walls and the other turn are other questions: some answers differ, and all are those of a fresh look."""
    by_walls = by_turn = 0
    for position in random_positions(40, 12, smallest=4, largest=9):
        kept = StaticLife(position)
        for point in stones_of(position)[::3]:
            enemy = -int(position.stones[point])
            asked = {
                (bare, turn): (np.zeros_like(kept.stones(enemy)) if bare else kept.stones(enemy), turn)
                for bare in (False, True) for turn in (1, -1)
            }
            found = {key: told(kept, point, *question) for key, question in asked.items()}
            for key, question in asked.items():
                assert told(kept, point, *question) == told(StaticLife(position), point, *question) == found[key]
            by_walls += found[False, 1] != found[True, 1]
            by_turn += found[False, 1] != found[False, -1]
    assert by_walls
    assert by_turn


def test_bad_input() -> None:
    with pytest.raises(ValueError, match="A9: expected a stone"):
        group_at(Position.empty(9, 9), 0)
    with pytest.raises(ValueError, match="point"):
        group_context(Position.empty(9, 9), 81)
