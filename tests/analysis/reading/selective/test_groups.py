"""Groups, and their static evaluation: against plain Python on random positions."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from analysis.board import BLACK, EMPTY, WHITE, Color, Position, unconditional_life
from analysis.reading.selective import _chain_kernels as rows
from analysis.reading.selective import _eye_shape_kernels as eyes_kernels
from analysis.reading.selective import _move_kernels as moves_kernels
from analysis.reading.selective import _verdict_kernels as verdict_kernels
from analysis.reading.selective.groups import (
    _LARGEST_ENCLOSED,
    _enclosed_points,
    candidate_moves,
    group_at,
    group_context,
    groups,
)
from analysis.reading.selective.static_life import StaticLife
from analysis.status.eyes import _table_entry
from tests.analysis.status.eye_shapes import all_shapes
from tests.positions import random_positions, real_positions


def board_of(position: Position) -> np.ndarray:
    return np.append(position.stones, np.int8(rows.OFF))


def evaluate_group(position: Position, point: int) -> np.ndarray:
    """Return the work array after the evaluation of a stone's group, every enemy stone a wall to begin with."""
    work = np.zeros((rows.ROWS, position.grid.area + 1), np.int16)
    board = board_of(position)
    none = np.zeros(board.size, np.bool_)
    owner = int(position.stones[point])
    everywhere = np.arange(position.grid.area, dtype=np.int16)
    group = rows.GroupArrays(
        position.grid.neighbours, position.grid.diagonals, everywhere, everywhere, owner, point, board == -owner, none,
        none, np.ones(position.grid.area, np.bool_),
    )
    verdict_kernels.evaluate_dragon(board, group, work, -owner)
    return work


def test_verdicts_of_many_chains_equal_single_ones() -> None:
    """With random walls and sides to move: a chain's verdict does not depend on earlier ones."""
    rng = np.random.default_rng(7)
    decided = 0
    for position in [*random_positions(40, 7), *real_positions()[::40]]:
        board, grid = board_of(position), position.grid
        none = np.zeros(board.size, np.bool_)
        zone = np.arange(grid.area, dtype=np.int16)
        for owner in (BLACK, WHITE):
            points = [chain[0] for chain in position.chains() if position.stones[chain[0]] == owner]
            walls = (board == -owner) & (rng.random(board.size) < 0.8)
            to_move = int(rng.choice([-1, 1]))
            for point, verdict in zip(points, StaticLife(position).verdicts(points, walls, to_move), strict=True):
                work = np.zeros((rows.ROWS, board.size), np.int16)
                group = rows.GroupArrays(
                    grid.neighbours, grid.diagonals, zone, zone, int(owner), point, walls, none, none,
                    np.ones(grid.area, np.bool_),
                )  # fmt: skip
                code = verdict_kernels.evaluate_dragon(board, group, work, to_move)
                assert (verdict.alive, verdict.dead) == (code == verdict_kernels.ALIVE, code == verdict_kernels.DEAD)
                held = {p for p in points if work[rows.KIND, work[rows.LABEL, p]] == rows.DRAGON}
                chains = position.chains()
                assert held == {chains[k][0] for k in verdict.group.nonzero()[0]}
                decided += verdict.alive or verdict.dead
    assert decided > 100


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


def test_groups_are_linked_chains() -> None:
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


def test_groups_equal_those_of_static_verdicts() -> None:
    """The groups of all chains at once, against the evaluation from the side of each."""
    for position in random_positions(60, 7):
        found = groups(position)
        assert list(found) == [chain[0] for chain in position.chains()]
        for first, group in found.items():
            work = evaluate_group(position, first)
            mine = [p for p in stones_of(position) if position.stones[p] == position.stones[first]]
            assert group == tuple(p for p in mine if work[rows.KIND, work[rows.LABEL, p]] == rows.DRAGON)


def test_enclosed_points_are_those_of_small_regions_but_the_largest() -> None:
    """Against a flood fill from every point; of equal regions the one with the last first point is the largest."""
    marked = 0
    for position in [*random_positions(80, 9, smallest=1), *real_positions()[::40]]:
        for owner in (BLACK, WHITE):
            regions, rest = [], set(np.flatnonzero(position.stones != owner).tolist())
            while rest:
                region = [min(rest)]
                rest.remove(region[0])
                for point in region:
                    region += [near for near in position.grid.beside[point] if near in rest]
                    rest.difference_update(region)
                regions.append(sorted(region))
            regions.sort(key=lambda region: (len(region), region))
            wanted = {point for region in regions[:-1] if len(region) <= _LARGEST_ENCLOSED for point in region}
            assert set(np.flatnonzero(_enclosed_points(position, owner)).tolist()) == wanted
            marked += len(wanted)
    assert marked > 300


def test_no_other_chain_shares_two_liberties() -> None:
    for position in random_positions(40, 3):
        for point in stones_of(position)[::7]:
            group = set(group_at(position, point))
            free = {q for p in group for q in near(position, p) if position.stones[q] == EMPTY}
            for other in stones_of(position):
                if position.stones[other] == position.stones[point] and other not in group:
                    assert len(free & {int(p) for p in position.liberties_at(other)}) < 2


def test_distances() -> None:
    """OWNER_STEPS and WALL_STEPS against breadth-first search."""
    for position in random_positions(60, 4):
        for point in stones_of(position)[::9]:
            work = evaluate_group(position, point)
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


def test_far_moves_do_not_concern_the_group() -> None:
    """Far: not a liberty of the dragon or next to one, not diagonal to it, no chain about to be captured near these."""
    far = 0
    for position in random_positions(60, 10):
        board, grid = board_of(position), position.grid
        for stone in stones_of(position)[::9]:
            work = evaluate_group(position, stone)
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
    """A closed region is enclosed by the owner, all its points are marked, and it contains no wall."""
    for position in random_positions(80, 5):
        for point in stones_of(position)[::6]:
            work = evaluate_group(position, point)
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
            work = evaluate_group(position, point)
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


def test_eyes_of_shapes_agree_with_the_table() -> None:
    """The kernel's eyes of an empty region are those of `eyes`, which are checked by exhaustive search."""
    for size in range(1, 7):
        for shape in all_shapes(size):
            cells = set(shape)
            degrees = [sum((r + i, c + j) in cells for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))) for r, c in shape]
            first, more = eyes_kernels.shape_eyes(size, sum(degrees) // 2, max(degrees), False)
            _, owner, enemy, _ = _table_entry(shape)
            assert enemy is None or first == enemy, shape
            assert owner is None or first + more == owner, shape


def test_group_context() -> None:
    """Walls are the enemy's, safe and lost stones other ones of the owner's, and no stone is both."""
    for position in random_positions(40, 7, smallest=5):
        for point in stones_of(position)[::8]:
            context = group_context(position, point)
            stones = position.stones
            assert context.target == point
            assert point in context.group
            assert all(stones[p] == -context.owner for p in np.flatnonzero(context.walls))
            for mask in (context.safe, context.lost):
                assert all(stones[p] == context.owner and p not in context.group for p in np.flatnonzero(mask))
            assert not (context.safe & context.lost).any()
            assert set(context.group) <= set(context.zone.tolist())
            zone = context.zone.tolist()
            assert context.extended_zone.tolist() == sorted({*zone, *(q for p in zone for q in near(position, p))})


def test_the_context_of_a_group_is_that_of_its_chains_one_by_one() -> None:
    """A wall is no dead chain near the group; of the owner's other chains near it those live that static evaluation
    finds alive and apart from the group, or that are unconditionally alive; those are lost that it finds dead whoever
    moves first.
    """
    found: Counter[str] = Counter()
    for position in [*random_positions(400, 9, smallest=5), *real_positions()[::4]]:
        chains, static = position.chains(), StaticLife(position)
        number = {point: k for k, chain in enumerate(chains) for point in chain}
        alive = unconditional_life(position).alive
        for target in [chain[0] for chain in chains][::5]:
            owner = position.stones[target]
            context = group_context(position, target)
            near = [chain for chain in chains if not set(chain).isdisjoint(context.zone.tolist())]
            enemies = [chain for chain in chains if position.stones[chain[0]] != owner]
            dead = {chain[0] for chain in enemies if static.verdict(chain[0], static.stones(owner), -owner).dead}
            walls = static.stones(-owner)
            walls[:-1] &= ~_enclosed_points(position, Color(owner))
            standing = walls.copy()
            standing[[point for chain in enemies if chain[0] in dead for point in chain]] = False
            walls[[point for chain in near if chain[0] in dead for point in chain]] = False
            expected: dict[str, set[int]] = {"safe": set(), "lost": set()}
            for chain in near:
                if position.stones[chain[0]] != owner or chain[0] in context.group:
                    continue
                verdict = static.verdict(chain[0], standing, -owner)
                if verdict.group[number[target]]:
                    found["linked"] += verdict.alive
                elif verdict.alive or alive[chain[0]] == owner:
                    found["safe"] += 1
                    expected["safe"].update(chain)
                elif verdict.dead and static.verdict(chain[0], standing, owner).dead:
                    expected["lost"].update(chain)
                    found["lost"] += 1
                else:
                    found["dead if attacked"] += verdict.dead
            assert set(np.flatnonzero(context.walls).tolist()) == set(np.flatnonzero(walls).tolist())
            for name, points in expected.items():
                assert set(np.flatnonzero(getattr(context, name)).tolist()) == points
    assert len(found) == 4
    assert min(found.values()) > 20


def test_what_lives_unconditionally_is_not_lost() -> None:
    """Static evaluation takes both eyes of a two-headed dragon for false, and so the dragon for dead."""
    rows = "XXXXXXXXX XOOOOOOOX XO.....OX .XOOOOOX. XXXXXXXXX OOOOOOOOO ......... ....X.... ........."
    position = Position.from_diagram("\n".join(rows.split()))
    context = group_context(position, position.grid.point("E2"))
    static, dragon = StaticLife(position), position.chain_at(position.grid.point("A5"))
    assert all(static.verdict(dragon[0], static.stones(WHITE), mover).dead for mover in (BLACK, WHITE))
    assert context.safe[dragon].all()
    assert not context.lost.any()


def test_candidate_moves_are_empty_points_near_the_group() -> None:
    for position in random_positions(40, 8, smallest=5):
        for point in stones_of(position)[::8]:
            context = group_context(position, point)
            for mover in (position.to_move, position.to_move.opponent):
                listed = candidate_moves(position, context, mover)
                assert len(set(listed)) == len(listed)
                assert all(position.stones[p] == EMPTY for p in listed)
                assert set(listed) <= set(context.zone.tolist())
                assert position.ko not in listed or mover is not position.to_move


def full_verdict(static: StaticLife, point: int, walls: np.ndarray, to_move: int) -> tuple[bool, bool, tuple[int, ...]]:
    """Return all that a static verdict contains."""
    verdict = static.verdict(point, walls, to_move)
    return verdict.alive, verdict.dead, tuple(verdict.group.nonzero()[0].tolist())


def test_verdicts_are_cached_by_walls_and_side_to_move() -> None:
    """With other walls or the other side to move some verdicts differ, and all equal those without a cache."""
    by_walls = by_turn = 0
    for position in random_positions(40, 12, smallest=4, largest=9):
        cached = StaticLife(position)
        for point in stones_of(position)[::3]:
            enemy = -int(position.stones[point])
            asked = {
                (bare, turn): (np.zeros_like(cached.stones(enemy)) if bare else cached.stones(enemy), turn)
                for bare in (False, True) for turn in (1, -1)
            }
            found = {key: full_verdict(cached, point, *question) for key, question in asked.items()}
            for key, question in asked.items():
                assert full_verdict(cached, point, *question) == found[key]
                assert full_verdict(StaticLife(position), point, *question) == found[key]
            by_walls += found[False, 1] != found[True, 1]
            by_turn += found[False, 1] != found[False, -1]
    assert by_walls
    assert by_turn


def test_bad_arguments() -> None:
    with pytest.raises(ValueError, match="A9: expected a stone"):
        group_at(Position.empty(9, 9), 0)
    with pytest.raises(ValueError, match="point"):
        group_context(Position.empty(9, 9), 81)
