"""Finished boards, counted by hand."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import Game, Position, Rules, Scoring, area_owners, area_score, territory_score
from tests import oracle

# name, board, dead vertices, seki vertices, area score, territory score, who owns each point (B W, . nobody)
TABLE = [
    ("empty", "...\n...", "", "", 0, 0, "...\n..."),
    ("one stone owns the board", "...\n.X.", "", "", 6, 5, "BBB\nBBB"),
    ("the two halves touch", ".X.O.", "", "", 0, 0, "BB.WW"),
    (
        "settled",
        ".XO.O\nXXOO.\n.XXO.\n..XOO\n..XO.",
        "", "",
        1,  # 7 + 6 against 8 + 4
        2,
        "BBWWW\nBBWWW\nBBBWW\nBBBWW\nBBBWW",
    ),
    (
        "a dead stone and a dead pair",
        ".XO..\nXXO.X\n.XXOO\nO.XO.\nO.XO.",
        "E4 A2 A1", "",
        1,  # 7 + 6 against 6 + 6
        1,  # 6 + 2 prisoners against 6 + 1
        "BBWWW\nBBWWW\nBBBWW\nBBBWW\nBBBWW",
    ),
    (
        "seki: four White and three Black stones share D5 and D4",
        ".XO.XO.\nXXO.XOO\n.XOOXO.\n.XXXOOO\n.X.XO.O",
        "", "C5 C4 C3 D3 E5 E4 E3",
        1,  # 12 + 5 against 13 + 3
        2,  # 5 against 3
        "BBW.BWW\nBBW.BWW\nBBWWBWW\nBBBBWWW\nBBBBWWW",
    ),
    (
        "an eye in seki counts as area, not as territory",
        ".XO.O\nXXOO.\n.XXO.\n..XOO\n..XO.",
        "", "B5 A4 B4 B3 C3 C2 C1",
        1,
        -4,
        "BBWWW\nBBWWW\nBBBWW\nBBBWW\nBBBWW",
    ),
    ("a dead stone between both: nobody's point", ".XX.X.OO.", "E1", "", 0, 1 - 1 - 1, "BBB...WWW"),
    ("everything dead", "X.O\n...", "A2 C2", "", 0, 0, "...\n..."),
]  # fmt: skip


def points(position: Position, vertices: str) -> frozenset[int]:
    return frozenset(position.grid.point(v) for v in vertices.split())


@pytest.mark.parametrize(
    ("name", "board", "dead", "seki", "area", "territory", "owners"), TABLE, ids=[row[0] for row in TABLE]
)
def test_by_hand(name: str, board: str, dead: str, seki: str, area: int, territory: int, owners: str) -> None:
    position = Position.from_diagram(board)
    off, shared = points(position, dead), points(position, seki)
    before = position.stones.copy()
    sign = {"B": 1, "W": -1, ".": 0}
    found = area_owners(position, off)
    assert found.dtype == np.int8
    assert found.tolist() == [sign[letter] for letter in owners if letter in sign]
    assert area_score(position, off) == area == found.sum()
    assert territory_score(position, off, shared) == territory
    assert (position.stones == before).all()
    for rules, expected in ((Rules(), area), (Rules(scoring=Scoring.TERRITORY), territory)):
        assert Game(position, rules=rules, komi=6.5).score(off, shared) == expected - 6.5


def test_an_enclosed_stone_counted_as_alive_makes_its_region_neutral() -> None:
    position = Position.from_diagram(".XO..\nXXO.X\n.XXOO\nO.XO.\nO.XO.")
    # Stones 8 and 8; A5 is Black's, E2 and E1 are White's; regions that touch both are neutral.
    assert area_score(position) == 8 + 1 - 8 - 2
    assert territory_score(position) == 1 - 2
    assert area_score(position, points(position, "E4")) == 7 + 1 - 8 - 6
    assert territory_score(position, points(position, "E4")) == 1 - 6 - 1


@pytest.mark.parametrize(("captures", "more"), [((0, 0), 0), ((3, 0), 3), ((0, 2), -2), ((5, 7), -2)])
def test_prisoners(captures: tuple[int, int], more: int) -> None:
    position = Position.from_diagram(".XO.O\nXXOO.\n.XXO.\n..XOO\n..XO.")
    taken = dataclasses.replace(position, captures=captures)
    assert territory_score(taken) == 2 + more
    assert area_score(taken) == 1


@pytest.mark.parametrize("dead", [[25], [-1], [-25], [0, 99]], ids=str)
def test_dead_points_must_be_on_the_board(dead: list[int]) -> None:
    position = Position.from_diagram(".XO.O\nXXOO.\n.XXO.\n..XOO\n..XO.")
    for function in (area_owners, area_score, territory_score):
        with pytest.raises(ValueError, match="0 to 24"):
            function(position, dead)


def by_flooding(position: Position, dead: frozenset[int]) -> list[int]:
    """The owners by flood fill."""
    size, whole = oracle.read(position.diagram())
    board = {p: s for p, s in whole.items() if position.grid.at(*p) not in dead}
    owners = []
    for point in oracle.points(size):
        if point in board:
            owners.append(1 if board[point] == "X" else -1)
            continue
        region, touched, todo = {point}, set(), [point]
        while todo:
            for near in oracle.neighbours(size, todo.pop()) - region:
                if near in board:
                    touched.add(board[near])
                else:
                    region.add(near)
                    todo.append(near)
        owners.append({"X": 1, "O": -1}[touched.pop()] if len(touched) == 1 else 0)
    return owners


@settings(max_examples=40, deadline=None)
@given(height=st.integers(1, 8), width=st.integers(1, 8), seed=st.integers(0, 2**32 - 1))
def test_random_boards(height: int, width: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    position = Position.empty(height, width)
    for _ in range(height * width):
        legal = position.legal_points()
        if len(legal):
            position = position.play(int(rng.choice(legal)))
    stones = np.flatnonzero(position.stones)
    dead = frozenset(
        p for q in stones if rng.random() < 0.1 for p in position.chain_at(int(q))
    )
    living = [int(p) for p in stones if int(p) not in dead]
    seki = frozenset(p for q in living if rng.random() < 0.1 for p in position.chain_at(q))
    owners = by_flooding(position, dead)
    assert area_owners(position, dead).tolist() == owners
    assert area_score(position, dead) == sum(owners)
    territory = territory_score(position, dead, seki)
    for k, image in enumerate(position.grid.symmetries):
        turned = position.transformed(k)
        there = [frozenset(int(image[p]) for p in group) for group in (dead, seki)]
        assert area_score(turned, there[0]) == sum(owners)
        assert territory_score(turned, *there) == territory
    swapped = position.colours_swapped()
    assert area_score(swapped, dead) == -sum(owners)
    assert territory_score(swapped, dead, seki) == -territory
