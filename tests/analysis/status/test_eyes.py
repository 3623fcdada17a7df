"""Eye spaces: each entry of the table, everywhere on the board, against the local judge; false eyes by pictures."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from analysis.board import BLACK, WHITE, Color, Position
from analysis.region.enclosed_life import Verdict, judge
from analysis.status.eyes import LARGEST_SPACE, Cells, Eye, EyeSpace, all_shapes, eye_at, eye_spaces
from analysis.status.safety.safe_blocks import safe

SIDE = 11
PLACES = [(4, 4), (0, 4), (0, 0)]  # in the middle, at the edge, in the corner
DEAD_IF_SECOND = {"straight three", "bent three", "pyramid four", "bulky five", "crossed five", "rabbity six"}


def orientations(shape: Cells) -> list[Cells]:
    """A shape's different turns, each at the origin."""
    found = set()
    for k in range(8):
        turned = [(c, r) if k & 4 else (r, c) for r, c in shape]
        turned = [(-r if k & 1 else r, -c if k & 2 else c) for r, c in turned]
        top, left = min(r for r, _ in turned), min(c for _, c in turned)
        found.add(tuple(sorted((r - top, c - left) for r, c in turned)))
    return sorted(found)


def spaces(size: int) -> Iterator[tuple[Position, EyeSpace, int, set[int]]]:
    """Every shape of a size in every turn and place, inside one black chain without any other liberty.

    White, all around, lives. With each: the space, a stone of the wall, White's stones beside the wall.
    """
    for shape in all_shapes(size):
        for turned in orientations(shape):
            for top, left in PLACES:
                cells = {(r + top, c + left) for r, c in turned}
                ring = {(r + i, c + j) for r, c in cells for i in (-1, 0, 1) for j in (-1, 0, 1)}
                wall = {(r, c) for r, c in ring - cells if r >= 0 and c >= 0}
                rows = [["O"] * SIDE for _ in range(SIDE)]
                for r, c in wall:
                    rows[r][c] = "X"
                for r, c in cells | {(SIDE - 1, SIDE - 1), (SIDE - 1, SIDE - 3)}:
                    rows[r][c] = "."
                try:
                    position = Position.from_diagram("\n".join("".join(row) for row in rows))
                except ValueError:
                    continue  # a stone in the corner cut off by the wall
                stone = position.grid.at(*min(wall))
                if len(position.chain_at(stone)) < len(wall):
                    continue
                points = {position.grid.at(r, c) for r, c in cells}
                (space,) = [space for space in eye_spaces(position, BLACK) if set(space.points) == points]
                beside = {int(p) for w in position.chain_at(stone) for p in position.grid.neighbours[w]}
                yield position, space, stone, {p for p in beside if p < SIDE**2 and position.stones[p] == WHITE}


def eyes(verdict: Verdict) -> int | None:
    return {Verdict.ALIVE: 2, Verdict.DEAD: 1}.get(verdict)


def check(position: Position, space: EyeSpace, stone: int, region: list[int]) -> None:
    """What the space says is what the judge finds, whoever moves first; the vital point is a good move."""
    for first, said in ((BLACK, space.if_owner_first), (WHITE, space.if_enemy_first)):
        found = judge(position, stone, region, to_move=first)
        assert said is None or said == eyes(found.verdict), (position.diagram(), space, found.verdict)
        if said is not None and space.vital is not None and said == (2 if first is BLACK else 1):
            assert space.vital in found.good_moves, (position.diagram(), space, found.good_moves)


@pytest.mark.parametrize("size", [*range(1, LARGEST_SPACE), pytest.param(LARGEST_SPACE, marks=pytest.mark.slow)])
def test_the_table_everywhere_on_the_board(size: int) -> None:
    """And the static proof agrees: what it calls safe lives though White moves first."""
    known = proved = 0
    for position, space, stone, _ in spaces(size):
        assert space.enemy == ()
        assert len(space.chains) == 1
        check(position, space, stone, list(space.points))
        assert (space.vital is not None) == (space.shape in DEAD_IF_SECOND)
        held = safe(position).safe[stone] == BLACK
        if held and space.if_enemy_first is None:
            assert judge(position, stone, list(space.points), to_move=WHITE).verdict is not Verdict.DEAD
        else:
            assert not held or space.if_enemy_first == 2
        known += space.if_enemy_first == 2
        proved += held
    assert proved >= 0.97 * known


@pytest.mark.slow
@pytest.mark.parametrize("liberties", [1, 2, 4])
@pytest.mark.parametrize("size", range(1, LARGEST_SPACE + 1))
def test_liberties_outside_change_no_entry(size: int, liberties: int) -> None:
    for position, space, stone, beside in spaces(size):
        free = sorted(beside)[:liberties]
        stones = position.stones.copy()
        stones[free] = 0
        check(Position.from_stones(position.grid, stones), space, stone, [*space.points, *free])


@pytest.mark.parametrize("size", [2, 3, 4, *(pytest.param(n, marks=pytest.mark.slow) for n in range(5, LARGEST_SPACE + 1))])
def test_with_an_enemy_stone_inside(size: int) -> None:
    for position, space, stone, _ in spaces(size):
        for point in space.points:
            stones = position.stones.copy()
            stones[point] = WHITE
            after = Position.from_stones(position.grid, stones)
            (found,) = [s for s in eye_spaces(after, BLACK) if s.points == space.points]
            assert found.enemy == (point,)
            check(after, found, stone, list(space.points))
            assert space.vital != point or (found.if_owner_first, found.if_enemy_first) == (1, 1)


# board, name of Black's only space, vital point
NAMED = [
    ("X.XO\nXXXO\nOOO.", "one point", None),
    ("..XO\nXXXO\nOOO.", "two points", None),
    ("...XO\nXXXXO\nOOOO.", "straight three", "B3"),
    ("..XO\n.XXO\nXXO.\nOO..", "bent three", "A4"),
    ("....XO\nXXXXXO\nOOOOO.", "straight four", None),
    ("..XO\n.XXO\n.XOO\nXXO.", "bent four", None),
    ("..XXO\nX..XO\nXXXXO\nOOOO.", "zigzag four", None),
    ("...XO\nX.XXO\nXXXOO\nOOO..", "pyramid four", "B4"),
    ("..XO\n..XO\nXXXO\nOOO.", "square four", None),
    ("...XO\n..XXO\nXXXOO\nOOO..", "bulky five", "B4"),
    (".....XO\nXXXXXXO\nOOOOOO.", "five points", None),
    ("X.XXO\n...XO\nX.XXO\nXXXOO\nOOO..", "crossed five", "B4"),
    ("XX.XXO\nX...XO\nX..XXO\nXXXXOO\nOOOO..", "rabbity six", "C4"),
    ("X...XO\nX...XO\nXXXXXO\nOOOOO.", "rectangular six", None),
    ("......XO\nXXXXXXXO\nOOOOOOO.", "six points", None),
]


@pytest.mark.parametrize(("board", "shape", "vital"), NAMED, ids=[row[1] for row in NAMED])
def test_names_and_vital_points(board: str, shape: str, vital: str | None) -> None:
    position = Position.from_diagram(board)
    for k, image in enumerate(position.grid.symmetries):
        outside = int(image[position.grid.area - 1])
        (space,) = [space for space in eye_spaces(position.transformed(k), BLACK) if outside not in space.points]
        assert space.shape == shape
        assert space.vital == (None if vital is None else int(image[position.grid.point(vital)]))


def test_spaces_that_the_table_leaves_to_a_search() -> None:
    for board in ("...XO\n.XXXO\nXXOOO\nOO...", "...XO\n...XO\nXXXXO\nOOOO.", ".O..XO\nXXXXXO\nOOOOO."):
        space = eye_spaces(Position.from_diagram(board), BLACK)[0]
        assert (space.if_owner_first, space.if_enemy_first) == (None, None), board


# -- false eyes -----------------------------------------------------------------------------------------------------

# name, board, vertex, what it is to Black
EYES = [
    ("the enemy has two corners of four", "XXO.\nX.X.\nOXX.\n....", "B3", Eye.FALSE),
    ("one corner of four, another free", "XXO.\nX.XX\nXX..\n....", "B3", Eye.HALF),
    ("one corner of four, another free, at the side", ".XO.\nX.X.\nXXX.\n....", "B3", Eye.HALF),
    ("at the edge one is enough", "X.XX\nOXX.\n....", "B3", Eye.FALSE),
    ("at the edge, nobody there yet", "X.XX\n.XX.\n....", "B3", Eye.HALF),
    ("in the corner", ".XX\nXO.\nX..", "A3", Eye.FALSE),
    ("in the corner, nobody there yet", ".XX\nX..\nX..", "A3", Eye.HALF),
    ("two corners free: one each", ".X..\nX.X.\nXXX.\n....", "B3", Eye.REAL),
    ("one chain around, whatever the corners", "XXXXXXX\nXOOXOOX\nX.X.X.X\nXXXXXXX", "D2", Eye.REAL),
]


@pytest.mark.parametrize(("name", "board", "vertex", "expected"), EYES, ids=[row[0] for row in EYES])
def test_false_eyes(name: str, board: str, vertex: str, expected: Eye) -> None:
    position = Position.from_diagram(board)
    point = position.grid.point(vertex)
    assert eye_at(position, point, BLACK) is expected
    assert eye_at(position.colours_swapped(), point, WHITE) is expected
    for k, image in enumerate(position.grid.symmetries):
        assert eye_at(position.transformed(k), int(image[point]), BLACK) is expected


@pytest.mark.parametrize("vertex", ["A1", "B2", "C3"])
def test_no_eye(vertex: str) -> None:
    position = Position.from_diagram("X.X\nXX.\n...")
    with pytest.raises(ValueError, match=f"{vertex}: expected an empty point between stones of WHITE"):
        eye_at(position, position.grid.point(vertex), Color.WHITE)
