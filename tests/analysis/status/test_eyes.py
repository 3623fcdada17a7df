"""Eye spaces: each entry of the table, everywhere on the board, against exhaustive search."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from analysis.board import BLACK, WHITE, Position
from analysis.region.enclosed_life import LifeVerdict, solve_enclosed_life
from analysis.status.eyes import LARGEST_SPACE, Cells, EyeSpace, eye_spaces
from analysis.status.safety.safe_blocks import safe
from tests.analysis.status.eye_shapes import all_shapes

SIDE = 11
PLACES = [(4, 4), (0, 4), (0, 0)]  # in the middle, at the edge, in the corner
SHAPES_WITH_VITAL_POINT = {"straight three", "bent three", "pyramid four", "bulky five", "crossed five", "rabbity six"}


def orientations(shape: Cells) -> list[Cells]:
    """Return the different symmetric images of a shape, each at the origin."""
    found = set()
    for k in range(8):
        turned = [(c, r) if k & 4 else (r, c) for r, c in shape]
        turned = [(-r if k & 1 else r, -c if k & 2 else c) for r, c in turned]
        top, left = min(r for r, _ in turned), min(c for _, c in turned)
        found.add(tuple(sorted((r - top, c - left) for r, c in turned)))
    return sorted(found)


def spaces(size: int) -> Iterator[tuple[Position, EyeSpace, int, set[int]]]:
    """Yield every shape of a size in every orientation and place, inside one black chain without any other liberty.

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


def eyes(verdict: LifeVerdict) -> int | None:
    return {LifeVerdict.ALIVE: 2, LifeVerdict.DEAD: 1}.get(verdict)


def check_space(position: Position, space: EyeSpace, stone: int, region: list[int]) -> None:
    """Check the values against exhaustive search, for either side moving first; the vital point is a good move."""
    for first, value in ((BLACK, space.if_owner_first), (WHITE, space.if_enemy_first)):
        found = solve_enclosed_life(position, stone, region, to_move=first)
        assert value is None or value == eyes(found.verdict), (position.diagram(), space, found.verdict)
        if value is not None and space.vital is not None and value == (2 if first is BLACK else 1):
            assert space.vital in found.good_moves, (position.diagram(), space, found.good_moves)


@pytest.mark.parametrize("size", [*range(1, LARGEST_SPACE), pytest.param(LARGEST_SPACE, marks=pytest.mark.slow)])
def test_table_values_everywhere_on_the_board(size: int) -> None:
    """The static proof agrees: what it calls safe lives though White moves first."""
    known = proved = 0
    for position, space, stone, _ in spaces(size):
        assert space.enemy == ()
        assert len(space.chains) == 1
        check_space(position, space, stone, list(space.points))
        assert (space.vital is not None) == (space.shape in SHAPES_WITH_VITAL_POINT)
        is_safe = safe(position).safe[stone] == BLACK
        if is_safe and space.if_enemy_first is None:
            found = solve_enclosed_life(position, stone, list(space.points), to_move=WHITE)
            assert found.verdict is not LifeVerdict.DEAD
        else:
            assert not is_safe or space.if_enemy_first == 2
        known += space.if_enemy_first == 2
        proved += is_safe
    assert proved >= 0.97 * known


@pytest.mark.slow
@pytest.mark.parametrize("liberties", [1, 2, 4])
@pytest.mark.parametrize("size", range(1, LARGEST_SPACE + 1))
def test_outside_liberties_change_no_value(size: int, liberties: int) -> None:
    for position, space, stone, beside in spaces(size):
        free = sorted(beside)[:liberties]
        stones = position.stones.copy()
        stones[free] = 0
        check_space(Position.from_stones(position.grid, stones), space, stone, [*space.points, *free])


@pytest.mark.parametrize("size", [2, 3, 4, *(pytest.param(n, marks=pytest.mark.slow) for n in (5, LARGEST_SPACE))])
def test_values_with_an_enemy_stone_inside(size: int) -> None:
    for position, space, stone, _ in spaces(size):
        for point in space.points:
            stones = position.stones.copy()
            stones[point] = WHITE
            after = Position.from_stones(position.grid, stones)
            (found,) = [s for s in eye_spaces(after, BLACK) if s.points == space.points]
            assert found.enemy == (point,)
            check_space(after, found, stone, list(space.points))
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


def test_spaces_without_a_table_value() -> None:
    for board in ("...XO\n.XXXO\nXXOOO\nOO...", "...XO\n...XO\nXXXXO\nOOOO.", ".O..XO\nXXXXXO\nOOOOO."):
        space = eye_spaces(Position.from_diagram(board), BLACK)[0]
        assert (space.if_owner_first, space.if_enemy_first) == (None, None), board
