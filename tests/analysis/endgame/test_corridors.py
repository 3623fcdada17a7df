"""Corridors on real boards against facts.json and an independent game-tree evaluator (local_tree.py).

`embed` puts a picture into the middle of a board and fills the rest with stones and eyes so that every stone is
unconditionally alive; `#` in a picture is filled likewise, and a side of the picture where empty points lie is the edge
of the board.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from analysis.board import PASS, Position, unconditional_life
from analysis.endgame import LocalGame, local_games
from analysis.status import Evidence, board_status
from analysis.values import format_value
from tests import oracle
from tests.analysis.endgame.local_tree import (
    ZERO,
    LocalTree,
    Repetition,
    add,
    integer,
    left_wall,
    make,
    mean_and_temperature,
    right_wall,
)

FACTS = Path(__file__).parents[4] / "shared" / "data" / "facts.json"

# -- from a picture to a board ----------------------------------------------------------------------------------------


def embed(rows: Iterable[str], pad: int = 6) -> tuple[Position, frozenset[int]]:
    """Return the picture on a board where all its stones live, and the board points of its empty points."""
    picture = [list(row) for row in rows]
    edges = [
        any(row == "." for row in line)
        for line in (picture[0], picture[-1], [r[0] for r in picture], [r[-1] for r in picture])
    ]
    top, bottom, left, right = (0 if edge else pad for edge in edges)
    height, width = len(picture) + top + bottom, len(picture[0]) + left + right
    cells = {(r + top, c + left): letter for r, row in enumerate(picture) for c, letter in enumerate(row)}
    local = frozenset(point for point, letter in cells.items() if letter == ".")
    beside = {near for point in local for near in oracle.neighbours((height, width), point)}
    cells = {point: letter for point, letter in cells.items() if point in local or (point in beside and letter != "#")}
    board = {point: letter for point, letter in cells.items() if letter != "."}
    stones = sorted(board.items(), key=lambda item: (item[1] == common(board), item[0]))
    for r, c in oracle.points((height, width)):  # every other point belongs to the nearest stone
        if (r, c) not in local:
            board.setdefault((r, c), min(stones, key=lambda item: (item[0][0] - r) ** 2 + (item[0][1] - c) ** 2)[1])
    for r, c in sorted(board.keys() - cells.keys()):  # eyes: single points deep inside, none beside another
        block = {(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & set(oracle.points((height, width)))
        if not block & cells.keys() and all(board.get(near) == board[r, c] for near in block):
            del board[r, c]
    position = Position.from_diagram(oracle.show((height, width), board))
    return position, frozenset(r * width + c for r, c in local)


def common(board: oracle.OracleBoard) -> str:
    return max("XO", key=list(board.values()).count)


def corridors(position: Position) -> list[LocalGame]:
    """Return the corridors of a board, by their least points."""
    games = local_games(position, board_status(position)).games
    return sorted((game for game in games if game.name == "corridor"), key=lambda game: min(game.points))


def only_corridor(position: Position, local: frozenset[int]) -> LocalGame | None:
    """Return the one corridor on exactly these points, if any."""
    found = [game for game in corridors(position) if frozenset(game.points) & local]
    assert len(found) <= 1
    assert all(frozenset(game.points) == local and game.evidence is Evidence.PROVED for game in found)
    return found[0] if found else None


def text_of(game: LocalGame) -> str:
    assert game.value is not None
    return format_value(game.value)


SWAP = str.maketrans("XO", "OX")


def assert_agrees(game: LocalGame, position: Position, local: frozenset[int]) -> None:
    """Check value, mean and temperature against the tree, and that both moves are best by the thermograph."""
    tree = LocalTree(position, local)
    value = tree.value()
    assert repr(value) == text_of(game)
    assert mean_and_temperature(value) == (game.count, game.temperature)
    if game.kind == "settled":
        assert (game.black_move, game.white_move) == (PASS, PASS)
        return
    grid, t = position.grid, game.temperature
    black = tree.after(tree.board, grid.row_col(game.black_move), "X")
    white = tree.after(tree.board, grid.row_col(game.white_move), "O")
    assert right_wall(black, t) - t == game.count == left_wall(white, t) + t


# -- the evaluator itself ----------------------------------------------------------------------------------------------


def test_the_evaluator_on_known_games() -> None:
    """FACTS.md, table A."""
    two_zero = make([integer(2)], [ZERO])
    assert repr(make([integer(3)], [two_zero])) == "{3|{2|0}}"
    assert mean_and_temperature(make([integer(3)], [two_zero])) == (2, 1)
    gote = make([integer(4)], [make([integer(3)], [integer(2)])])
    assert mean_and_temperature(gote) == (Fraction(13, 4), Fraction(3, 4))
    assert repr(make([integer(2)], [integer(3)])) == "5/2"
    five = make([make([integer(10)], [integer(5)])], [make([integer(5)], [integer(0)])])
    assert repr(five) == "5"
    assert add(make([ZERO], [ZERO]), make([ZERO], [ZERO])) is ZERO


# -- facts.json --------------------------------------------------------------------------------------------------------

FACT_ROWS = (
    [row for row in json.loads(FACTS.read_text())["boards"] if set("".join(row["board"])) <= set("XO.#")]
    if FACTS.exists()
    else []
)


@pytest.mark.skipif(not FACT_ROWS, reason="facts.json is not here")
def test_facts_has_the_corridor_rows() -> None:
    assert sum(row["name"].startswith(("corridor", "bent", "edge corridor")) for row in FACT_ROWS) == 20


@pytest.mark.parametrize("row", FACT_ROWS, ids=lambda row: row["name"])
@pytest.mark.parametrize("white_owns", [False, True], ids=["black", "white"])
def test_facts(row: dict[str, object], white_owns: bool) -> None:
    rows = [line.translate(SWAP) for line in row["board"]] if white_owns else row["board"]
    position, local = embed(rows)
    assert unconditional_life(position).alive[position.stones != 0].all(), "embedding"
    game = only_corridor(position, local)
    if game is None:  # regions two wide, and an open end without a wall
        assert row["name"].startswith("width 2")
        return
    sign = -1 if white_owns else 1
    assert game.count == sign * Fraction(row["mean"])
    assert game.temperature == Fraction(row["temp"])
    if not white_owns:
        assert text_of(game) == row["value"]
    assert game.kind == ("settled" if game.temperature < 0 else "gote" if game.temperature else "dame")


PUBLISHED = ["1/2", "5/4", "17/8", "49/16", "129/32"]  # Sensei's Library, "Numbers": five White corridors


@pytest.mark.parametrize("length", range(2, 7))
def test_published_corridors(length: int) -> None:
    position, local = embed(["#" + "O" * length + "#", "X" + "." * length + "O", "#" + "O" * length + "#"])
    game = only_corridor(position, local)
    assert game is not None
    assert game.count == -Fraction(PUBLISHED[length - 2])
    assert game.temperature == 1 - Fraction(1, game.count.denominator)


# -- pictures against the evaluator ------------------------------------------------------------------------------------

PICTURES = {
    "dame": ["#O#", "O.X", "#X#"],
    "straight 3": ["#XXX#", "O...X", "#XXX#"],
    "straight 5": ["#XXXXX#", "O.....X", "#XXXXX#"],
    "both ends 4": ["#XXXX#", "O....O", "#XXXX#"],
    "both ends 5": ["#XXXXX#", "O.....O", "#XXXXX#"],
    "edge 4": ["#XXXX#", "O....X"],
    "edge, both ends 5": ["#XXXXX#", "O.....O"],
    "bent 4": ["#XXX#", "O...X", "XXX.X", "###X#"],
    "bent twice 5": ["#XX##", "O..XX", "XX..X", "#XX.X", "###X#"],
    "into the corner of the board": ["#XXX", "O..."],
    "two intruders at one end": ["#OXX", "O..X", "#XXX"],
    "mouth touched from both sides": ["#OXX", "O...", "#XXX"],
}


NOT_CORRIDORS = {
    "a fork": ["#XXX#", "O...X", "#X.X#", "##X##"],
    "two wide": ["#XX#", "O..X", "X..X", "#XX#"],
    "an intruder in the middle": ["##O##", "O....", "#XXX#"],
    "no wall beside the mouth": ["O..X", "#OX#"],
    "no wall in the corner of the board": ["O..", "#X.", "##X"],
    "Black's alone": ["#XXX#", "X...X", "#XXX#"],
}


@pytest.mark.parametrize("white_owns", [False, True], ids=["black", "white"])
@pytest.mark.parametrize("name", PICTURES)
def test_against_the_game_tree(name: str, white_owns: bool) -> None:
    position, local = embed([row.translate(SWAP) if white_owns else row for row in PICTURES[name]])
    game = only_corridor(position, local)
    assert game is not None, position.diagram()
    assert_agrees(game, position, local)


@pytest.mark.parametrize("white_owns", [False, True], ids=["black", "white"])
@pytest.mark.parametrize("name", NOT_CORRIDORS)
def test_other_regions_are_not_matched(name: str, white_owns: bool) -> None:
    position, local = embed([row.translate(SWAP) if white_owns else row for row in NOT_CORRIDORS[name]])
    assert unconditional_life(position).alive[position.stones != 0].all(), "embedding"
    assert local
    assert only_corridor(position, local) is None


def test_a_point_of_the_corner_without_wall_makes_a_ko() -> None:
    """Why such a path is not matched: in the corner a ko is possible, which the closed form does not cover."""
    position, local = embed(NOT_CORRIDORS["no wall in the corner of the board"])
    with pytest.raises(Repetition):
        LocalTree(position, local).value()


def test_a_ring_is_not_matched() -> None:
    position = Position.from_diagram(
        """
        X.XX.XXXO.O
        XXXXXXXXOOO
        X.......XO.
        X.XXXXX.XOO
        X.X.X.X.XO.
        X.XXXXX.XOO
        X.......XO.
        XXXXXXXXXOO
        """
    )
    assert (unconditional_life(position).alive == position.stones).all()
    assert corridors(position) == []
    ring_and_mouth = position.stones.copy()
    ring_and_mouth[position.grid.at(4, 1)] = 1  # cut once, the ring is a path, but Black's alone
    assert corridors(Position.from_stones(position.grid, ring_and_mouth)) == []


def test_walls_must_be_alive() -> None:
    """The corridor of 3 below counts as long as both groups have two eyes."""
    living = """
        XX.XX.X
        XXXXXXX
        O...XXX
        OXXXXXX
        OXXX.X.
        OOOOXXX
        .O.OOXX
        """
    (game,) = corridors(Position.from_diagram(living))
    assert (text_of(game), game.count, game.temperature) == ("{2|{1|*}}", Fraction(5, 4), Fraction(3, 4))
    without_an_eye = Position.from_diagram(living.replace(".O.O", "OO.O"))
    assert all(game.evidence is not Evidence.PROVED for game in corridors(without_an_eye))


def test_several_corridors_at_once() -> None:
    position = Position.from_diagram(
        """
        .OXXXX.X.
        OO...XXXX
        .OXXXXX.X
        OO....XXX
        OOXXXXXXX
        OO..OOO.O
        O.OOOOOOO
        """
    )
    found = corridors(position)
    vertex = position.grid.vertex
    rows = [(vertex(game.points[0]), text_of(game), vertex(game.black_move)) for game in found]
    assert rows == [
        ("C6", "{2|{1|*}}", "C6"), ("C4", "{3|{2|{1|*}}}", "C4"), ("C2", "0", "pass"), ("H2", "*", "H2"),
    ]


def test_an_empty_board_has_none() -> None:
    assert corridors(Position.empty(9)) == []
    assert corridors(Position.empty(1)) == []


# -- batteries ---------------------------------------------------------------------------------------------------------


@st.composite
def pictures(draw: st.DrawFn) -> list[str]:
    """A self-avoiding path of 1 to 4 points with a wall around it, open at one end or both."""
    path = [(0, 0)]
    for _ in range(draw(st.integers(0, 3))):
        row, col = path[-1]
        steps = [
            p
            for p in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
            if p not in path and sum(abs(p[0] - r) + abs(p[1] - c) == 1 for r, c in path) == 1
        ]
        path.append(draw(st.sampled_from(steps)))
    wall = {(r + i, c + j) for r, c in path for i, j in ((-1, 0), (1, 0), (0, -1), (0, 1))} - set(path)
    owner = draw(st.sampled_from("XO"))
    cells = dict.fromkeys(wall, owner) | dict.fromkeys(path, ".")
    for end in {path[0], path[-1]} if draw(st.booleans()) else {path[0]}:
        mouths = [p for p in wall if sum(abs(p[0] - r) + abs(p[1] - c) == 1 for r, c in path) == 1]
        mouths = sorted(p for p in mouths if abs(p[0] - end[0]) + abs(p[1] - end[1]) == 1)
        cells[draw(st.sampled_from(mouths))] = oracle.OTHER[owner]
    rows, cols = [[p[k] for p in cells] for k in (0, 1)]
    on_edge = draw(st.booleans())  # then the lowest points lie on the edge of the board
    return [
        "".join(cells.get((r, c), "#") for c in range(min(cols), max(cols) + 1))
        for r in range(min(rows), max(rows) + 1 - on_edge)
    ]


@settings(max_examples=25, deadline=None)
@given(pictures())
def test_random_corridors_against_the_game_tree(rows: list[str]) -> None:
    try:
        position, local = embed(rows)
    except ValueError:  # too narrow for eyes
        reject()
    assume(unconditional_life(position).alive[position.stones != 0].all())
    game = only_corridor(position, local)
    touching = {int(position.stones[q]) for p in local for q in position.grid.neighbours[p] if q < position.grid.area}
    if not {1, -1} <= touching:  # the open end was beyond the edge
        assert game is None
        return
    assert game is not None
    assert_agrees(game, position, local)


@pytest.mark.parametrize("name", PICTURES)
def test_symmetry_and_colour_swap(name: str) -> None:
    position, local = embed(PICTURES[name])
    game = only_corridor(position, local)
    assert game is not None
    for k, image in enumerate(position.grid.symmetries):
        turned = only_corridor(position.transformed(k), frozenset(int(image[p]) for p in local))
        assert turned is not None
        assert (turned.value, turned.count, turned.temperature, turned.kind) == (
            (game.value, game.count, game.temperature, game.kind)
        )
        ends = {int(image[p]) for p in (game.points[0], game.points[-1])}
        assert turned.black_move in ends
        assert turned.white_move in ends
    mirrored = only_corridor(position.colours_swapped(), local)
    assert mirrored is not None
    assert (mirrored.count, mirrored.temperature, mirrored.points) == (-game.count, game.temperature, game.points)
    assert (mirrored.black_move, mirrored.white_move) == (game.white_move, game.black_move)


def test_white_corridors_are_written_as_negatives() -> None:
    position, local = embed([row.translate(SWAP) for row in PICTURES["straight 3"]])
    game = only_corridor(position, local)
    assert game is not None
    assert (text_of(game), game.count) == ("{{*|-1}|-2}", Fraction(-5, 4))
