"""The taxes of rule sets: eyes in seki that do not count, and two points for each living group (stone scoring)."""

from __future__ import annotations

import random

import pytest

from analysis.board import (
    Game,
    Position,
    Rules,
    Scoring,
    Tax,
    area_owners,
    area_score,
    counted_owners,
    group_tax,
    rules_score,
    territory_score,
)

AREA, TERRITORY = Scoring.AREA, Scoring.TERRITORY

# name, board, dead vertices, seki vertices, scores by area with tax NONE, SEKI, ALL, by territory likewise
TABLE = [
    ("two groups against one: 8 + 16 against 8 + 4", "..XO.OX..\n..XO.OX..\n..XO.OX..\n..XO.OX..", "", "",
     (12, 12, 10), (12, 12, 10)),
    ("an eye at both ends of a chain is one group: 4 + 2 against nothing", ".XXXX.", "", "", (6, 6, 4), (2, 2, 0)),
    ("two chains with common eyes are one group", ".X.X.\nX.X.X", "", "", (10, 10, 8), (5, 5, 3)),
    ("chains that an open border separates are two groups: 6 + 4 against 2",
     ".X.O.X.\n.XXOXX.", "", "", (8, 8, 4), (4, 4, 0)),
    ("a group with one point of its own pays one", "XX.O.\nXX.OO", "", "", (0, 0, 1), (-1, -1, 0)),
    ("a group without points pays nothing", "XX.OO", "", "", (0, 0, 0), (0, 0, 0)),
    ("dead stones leave points to their captor: 7 + 6 against 6 + 6", ".XO..\nXXO.X\n.XXOO\nO.XO.\nO.XO.",
     "E4 A2 A1", "", (1, 1, 1), (1, 1, 1)),
    ("dead stones make no group", "OX.X.\n.XXXX\nXX...", "A3", "", (15, 15, 13), (8, 8, 6)),
    ("stones in seki have no points and pay nothing: 7 + 6 against 8 + 4",
     ".XO.O\nXXOO.\n.XXO.\n..XOO\n..XO.", "", "B5 A4 B4 B3 C3 C2 C1", (1, -5, -3), (2, -4, -2)),
    ("one eye each and a common liberty: 14 + 26 + 1 against 12 + 8 + 1, no tax of the stones in seki",
     ".X.O.OX..\nXXXOOOX..\nOOOXXXX..\n..OX.....\n..OX.....\n..OX.....\n..OX.....", "",
     "B7 A6 B6 C6 D7 F7 D6 E6 F6", (20, 20, 20), (18, 18, 18)),
    ("Black alone has an eye in seki: 10 + 26 + 1 against 9 + 8",
     ".X..OOX..\nXXXOOOX..\nOOOXXXX..\n..OX.....\n..OX.....\n..OX.....\n..OX.....", "",
     "B7 A6 B6 C6 E7 F7 D6 E6 F6", (21, 20, 20), (19, 18, 18)),
    ("empty", "...\n...", "", "", (0, 0, 0), (0, 0, 0)),
]  # fmt: skip


def points(position: Position, vertices: str) -> frozenset[int]:
    return frozenset(position.grid.point(v) for v in vertices.split())


@pytest.mark.parametrize(("name", "board", "dead", "seki", "area", "territory"), TABLE, ids=[row[0] for row in TABLE])
def test_by_hand(
    name: str, board: str, dead: str, seki: str, area: tuple[int, int, int], territory: tuple[int, int, int]
) -> None:
    position = Position.from_diagram(board)
    off, shared = points(position, dead), points(position, seki)
    swapped = position.colours_swapped()
    for scoring, expected in ((AREA, area), (TERRITORY, territory)):
        for tax, score in zip(Tax, expected, strict=True):
            rules = Rules(scoring, tax=tax)
            assert rules_score(position, rules, off, shared) == score
            assert rules_score(swapped, rules, off, shared) == -score
            assert Game(position, rules=rules, komi=0.5).score(off, shared) == score - 0.5
    assert rules_score(position, Rules(), off, shared) == area_score(position, off)
    assert rules_score(position, Rules(TERRITORY), off, shared) == territory_score(position, off, shared)


def slow_tax(position: Position, owners: list[int], stones: list[int]) -> int:
    """The tax by merging sets of adjacent points of one owner."""
    groups = [{point} for point, owner in enumerate(owners) if owner]
    merged = True
    while merged:
        merged = False
        for one in groups:
            for other in groups:
                if one is not other and any(
                    near in other and owners[near] == owners[point]
                    for point in one for near in position.grid.beside[point]
                ):
                    one |= other
                    groups.remove(other)
                    merged = True
                    break
            if merged:
                break
    return -sum(owners[min(group)] * min(2, sum(not stones[point] for point in group)) for group in groups)


@pytest.mark.parametrize("seed", range(60))
def test_groups_of_random_boards(seed: int) -> None:
    source = random.Random(seed)
    height, width = source.randint(1, 5), source.randint(1, 6)
    text = "\n".join("".join(source.choice("XO..X") for _ in range(width)) for _ in range(height))
    try:
        position = Position.from_diagram(text)
    except ValueError:  # a chain without liberties
        return
    chains = list(map(tuple, position.chains()))
    dead = [point for chain in chains if source.random() < 0.2 for point in chain]
    stones = position.stones.copy()
    stones[dead] = 0
    owners = area_owners(position, dead).tolist()
    assert group_tax(position, dead) == slow_tax(position, owners, stones.tolist())
    for scoring in Scoring:
        plain = rules_score(position, Rules(scoring, tax=Tax.NONE), dead)
        assert rules_score(position, Rules(scoring, tax=Tax.SEKI), dead) == plain
        assert rules_score(position, Rules(scoring, tax=Tax.ALL), dead) == plain + group_tax(position, dead)
        seki = [point for chain in chains if not set(chain) & set(dead) for point in chain]
        taxed = counted_owners(position, Rules(scoring, tax=Tax.ALL), dead, seki)
        assert not taxed[position.stones == 0].any()  # all that lives is in seki
