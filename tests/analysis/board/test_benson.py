"""Unconditional life: diagrams solved by hand, and brute force on tiny boards.

The brute force plays every sequence of attacking moves while the defender passes for ever. A stone is
unconditionally alive if no such sequence captures it; Benson 1976 proves that the algorithm finds exactly these.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import Grid, Position, Rules, UnconditionalLife, unconditional_life
from tests import oracle

# name, board, the result of unconditional(): B W alive, b w territory (of that colour), . nothing
TABLE = [
    ("empty board", "...\n...", "...\n..."),
    ("eyes at the edge", ".X.X.\nXXXXX\n.....\n.....", "bBbBb\nBBBBB\n.....\n....."),
    ("in a strip one point wide beside a living chain nothing can live", ".X.X\nXXXX\n....", "bBbB\nBBBB\nbbbb"),
    ("one eye", ".XX..\nXXX..\n.....", ".....\n.....\n....."),
    ("two eyes, the outside is a third region", ".X.X\nXXXX", "bBbB\nBBBB"),
    ("a false eye: the corner stone hangs alone", ".X.X.\nXX.X.\n.XX..\n.....", ".....\n.....\n.....\n....."),
    ("two chains that share both eyes", ".X.\nX.X\n.X.\nX.X", "bBb\nBbB\nbBb\nBbB"),
    ("two chains that share two eyes", ".XX\nX.X\nXX.", "bBB\nBbB\nBBb"),
    ("false eyes: all of Black's liberties are White's, too", "XX.XX\n.XOX.\nOOOOO\n.O.O.", None),
    (
        "a big eye with a dead white stone in it",
        "XXXXXX\nX.O.X.\nXXXXXX\n......\n......",
        "BBBBBB\nBbbbBb\nBBBBBB\n......\n......",
    ),
    (
        "a big eye that White could live in is no territory, and not vital",
        "XXXXXXX\nX.....X\nX.....X\nX.....X\nXXXXXXX\n.......",
        ".......\n.......\n.......\n.......\n.......\n.......",
    ),
    (
        "the same with two eyes elsewhere: alive, but the big region is not yet Black's",
        "XXXXXXXXX\nX.....X.X\nX.....XXX\nX.....X.X\nXXXXXXXXX\n.........",
        "BBBBBBBBB\nB.....BbB\nB.....BBB\nB.....BbB\nBBBBBBBBB\nbbbbbbbbb",
    ),
    (
        "a region with one point away from the walls can hold one eye only",
        "XXXXXXX\nX...X.X\nX.O.XXX\nXO..X.X\nXXXXXXX\n.......",
        "BBBBBBB\nBbbbBbB\nBbbbBBB\nBbbbBbB\nBBBBBBB\nbbbbbbb",
    ),
    (
        "two such points side by side make one eye",
        "XXXXXXXX\nX....X.X\nX....XXX\nX....X.X\nXXXXXXXX\n........",
        "BBBBBBBB\nBbbbbBbB\nBbbbbBBB\nBbbbbBbB\nBBBBBBBB\nbbbbbbbb",
    ),
    ("White in a small eye cannot be saved", ".XX.X.\nXO.XXX\nXXXX..", None),
    ("seki: nobody is unconditionally alive", ".XO.XO.\nXXO.XOO\n.XOOXO.\n.XXXOOO\n.X.XO.O", None),
    ("1x7: White alive in the middle, both black pairs dead", "XX.O.XX", "wwwWwww"),
    ("1xN: two eyes of a single stone", ".X.", "bBb"),
    ("1xN: the second region is too large", ".X..", "...."),
    ("both colours", ".X.XO.O.\nXXXXOOOO", "bBbBWwWw\nBBBBWWWW"),
]
# Where a diagram would show little: the vertices.
PARTS = {
    "false eyes: all of Black's liberties are White's, too": {
        "alive": "A2 B2 C2 D2 E2 C3 B1 D1",
        "dead": "A4 B4 B3 D4 E4 D3",
    },
    "White in a small eye cannot be saved": {"alive": "B3 C3 E3 A2 D2 E2 F2 A1 B1 C1 D1", "dead": "B2"},
    "seki: nobody is unconditionally alive": {
        "alive": "B5 B4 A4 B3 B2 C2 D2 B1 D1 F5 F4 G4 F3 F2 E2 G2 E1 G1",
        "dead": "",
    },
}


@pytest.mark.parametrize(("name", "board", "drawn"), TABLE, ids=[row[0] for row in TABLE])
def test_pictures(name: str, board: str, drawn: str | None) -> None:
    position = Position.from_diagram(board)
    life, grid = unconditional_life(position), position.grid
    if drawn is None:
        words = PARTS[name]
        assert sorted(grid.vertex(p) for p in np.flatnonzero(life.alive)) == sorted(words["alive"].split())
        assert sorted(grid.vertex(p) for p in life.dead) == sorted(words["dead"].split())
        return
    drawn = drawn.replace("\n", "")
    sign = {"B": 1, "W": -1, "b": 1, "w": -1}
    assert life.alive.tolist() == [sign[c] if c.isupper() else 0 for c in drawn]
    assert life.territory.tolist() == [sign[c] if c.islower() else 0 for c in drawn]


def test_fields() -> None:
    position = Position.from_diagram("XX.O.XX")
    life = unconditional_life(position)
    assert life.grid is Grid(1, 7)
    assert life.alive.dtype == life.territory.dtype == life.owner.dtype == np.int8
    assert life.alive.shape == life.territory.shape == life.owner.shape == (7,)
    assert life.owner.tolist() == [-1] * 7
    assert life.dead == frozenset({0, 1, 5, 6})
    for array in (life.alive, life.territory):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


# -- brute force -------------------------------------------------------------------------------------------------------

State = tuple[int, ...]


def attacks(position: Position, attacker: int, suicide: bool) -> set[State]:
    """All boards that `attacker` can reach by moving again and again (never suiciding, unless `suicide`)."""
    size, board = oracle.read(position.diagram())
    colour = "X" if attacker == 1 else "O"
    seen = {oracle.show(size, board)}
    todo = [board]
    while todo:
        board = todo.pop()
        for point in oracle.points(size):
            if point in board:
                continue
            after, _, gone = oracle.place(size, board, point, colour)
            if gone and (len(gone) == 1 or not suicide):
                continue
            text = oracle.show(size, after)
            if text not in seen:
                seen.add(text)
                todo.append(after)
    return {tuple({"X": 1, "O": -1, ".": 0}[s] for s in text if s != "\n") for text in seen}


def survivors(position: Position, color: int, suicide: bool = False) -> set[int]:
    """The stones of `color` that no sequence of attacks takes off."""
    boards = np.array(sorted(attacks(position, -color, suicide)))
    return {int(p) for p in np.flatnonzero(position.stones == color) if (boards[:, p] == color).all()}


def life_of(position: Position, suicide: bool = False) -> UnconditionalLife:
    return unconditional_life(position, Rules(suicide=suicide))


def alive(position: Position, color: int, suicide: bool = False) -> set[int]:
    return {int(p) for p in np.flatnonzero(life_of(position, suicide).alive == color)}


def assert_territory_sound(position: Position, color: int, suicide: bool = False) -> None:
    """Nowhere in the territory of `color` can the enemy, moving alone, get stones that are unconditionally alive."""
    territory = np.flatnonzero(life_of(position, suicide).territory == color)
    if not len(territory):
        return
    for stones in attacks(position, -color, suicide):
        reached = Position.from_stones(position.grid, np.array(stones, np.int8))
        assert not (life_of(reached, suicide).alive[territory] == -color).any(), (position.diagram(), reached.diagram())


def legal_boards(height: int, width: int) -> list[Position]:
    """All legal boards, one of each set of symmetric ones, with and without colours swapped."""
    grid, found = Grid(height, width), {}
    for stones in itertools.product((0, 1, -1), repeat=grid.area):
        array = np.array(stones, np.int8)
        images = array[grid.symmetries]  # the symmetries are a group: their inverses give the same set
        key = max(images.tolist() + (-images).tolist())
        if tuple(key) not in found:
            size, board = (height, width), {}
            board = {divmod(i, width): "X" if s == 1 else "O" for i, s in enumerate(stones) if s}
            found[tuple(key)] = Position.from_stones(grid, array) if oracle.is_legal_position(size, board) else None
    return [position for position in found.values() if position is not None]


SMALL = [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 2), (2, 3), (2, 4), (3, 3)]


@pytest.mark.parametrize("size", SMALL)
@pytest.mark.parametrize("suicide", [False, True])
def test_life_and_territory_are_sound_exhaustively(size: tuple[int, int], suicide: bool) -> None:
    for position in legal_boards(*size):
        for color in (1, -1):
            living = alive(position, color, suicide)
            if living:
                assert living <= survivors(position, color, suicide), position.diagram()
                assert_territory_sound(position, color, suicide)


@pytest.mark.parametrize("size", [(1, 3), (1, 5), (1, 6), (2, 3), (2, 4), (3, 3)])
def test_life_is_complete_on_samples(size: tuple[int, int]) -> None:
    """Benson's theorem: what the algorithm does not find alive can be captured."""
    boards = legal_boards(*size)
    boards = [p for p in boards if (p.stones == 0).sum() <= 6]
    rng = np.random.default_rng(7)
    for k in rng.permutation(len(boards))[:60]:
        for color in (1, -1):
            assert alive(boards[k], color) == survivors(boards[k], color), boards[k].diagram()


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), size=st.sampled_from([(3, 4), (1, 9), (2, 6), (2, 5), (1, 7)]))
def test_life_and_territory_on_random_boards(seed: int, size: tuple[int, int]) -> None:
    """One colour moves more often, so that many of these boards hold living stones."""
    rng = np.random.default_rng(seed)
    position = Position.empty(*size)
    favoured = 1 if rng.random() < 0.5 else -1
    for _ in range(2 * position.grid.area):
        color = type(position.to_move)(favoured if rng.random() < 0.7 else -favoured)
        legal = position.legal_points(color)
        if len(legal) <= 2 or (position.stones == 0).sum() <= 3:
            break
        position = position.play(int(rng.choice(legal)), color)
    if (position.stones == 0).sum() > 7:
        return
    for color in (1, -1):
        assert alive(position, color) == survivors(position, color), position.diagram()
        assert_territory_sound(position, color)


def test_suicide_can_open_an_eye() -> None:
    """Black plays C1 and loses three stones; then C1 again, alone, leaves White the liberty E1, and E1 takes."""
    position = Position.from_diagram("XX.O.XX")
    assert alive(position, -1) == {3}
    assert survivors(position, -1, suicide=True) == alive(position, -1, suicide=True) == set()


# -- properties --------------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(
    height=st.integers(1, 9), width=st.integers(1, 9), seed=st.integers(0, 2**32 - 1), share=st.sampled_from([0.5, 0.8])
)
def test_symmetry_colour_swap_and_consistency(height: int, width: int, seed: int, share: float) -> None:
    rng = np.random.default_rng(seed)
    position = Position.empty(height, width)
    for _ in range(height * width):
        color = type(position.to_move)(1 if rng.random() < share else -1)
        legal = position.legal_points(color)
        if len(legal):
            position = position.play(int(rng.choice(legal)), color)
    before = position.stones.copy()
    life, grid = unconditional_life(position), position.grid
    assert (position.stones == before).all()
    assert ((life.alive == 0) | (life.alive == position.stones)).all()
    assert ((life.territory == 0) | (life.territory != position.stones)).all()
    assert ((life.alive == 0) | (life.territory == 0)).all()
    assert life.dead == {int(p) for p in np.flatnonzero(position.stones * life.territory == -1)}
    for point in np.flatnonzero(position.stones):
        assert len({int(life.alive[p]) for p in position.chain_at(int(point))}) == 1
    for k, image in enumerate(grid.symmetries):
        turned = unconditional_life(position.transformed(k))
        assert (turned.alive[image] == life.alive).all()
        assert (turned.territory[image] == life.territory).all()
    swapped = unconditional_life(position.colours_swapped())
    assert (swapped.alive == -life.alive).all()
    assert (swapped.territory == -life.territory).all()
    assert (unconditional_life(position.with_to_move(position.to_move.opponent)).owner == life.owner).all()
