"""Groups around a few points on a finished board: bent four in the corner, its relatives and its lookalikes."""

from __future__ import annotations

import pytest

from analysis.board import BLACK, WHITE, Position, Rules
from analysis.ownership.enclosed_groups import EnclosedFate, enclosed_groups
from analysis.ownership.final_status import final_status
from analysis.status import Evidence, StatusBudget, board_status

USUAL = StatusBudget(chain=2000, group=10_000)
JAPANESE, CHINESE = Rules.named("japanese"), Rules.named("chinese")

# White's bent four in the lower right corner, the points a to c filled by Black or left as liberties of White
BENT_FOUR = [
    ". X X X X X",
    ". X c a O O",
    ". X X b O .",
    ". X O O O X",
    ". X O . X X",
]
WHITE_STONES, BLACK_STONES = 7, 3

def bent_four(height: int, width: int, liberties: str) -> Position:
    """Return a board with White's bent four in the corner, and White's outside liberties on these letters."""
    rows = [["."] * width for _ in range(height)]
    for k, line in enumerate(BENT_FOUR):
        letters = line.split()
        for i, letter in enumerate(letters):
            shown = ("." if letter in liberties else "X") if letter in "abc" else letter
            rows[height - len(BENT_FOUR) + k][width - len(letters) + i] = shown
    return Position.from_diagram("\n".join("".join(row) for row in rows))


@pytest.mark.parametrize("rules", [JAPANESE, CHINESE], ids=["japanese", "chinese"])
@pytest.mark.parametrize("liberties", ["", "a", "b", "ab", "abc"])
@pytest.mark.parametrize(("height", "width"), [(9, 9), (7, 11), (13, 13), (19, 19)])
def test_bent_four_is_dead_with_any_number_of_outside_liberties(
    height: int, width: int, liberties: str, rules: Rules
) -> None:
    position = bent_four(height, width, liberties)
    final = final_status(position, rules, budget=USUAL)
    assert sorted(final.dead) == [p for p in range(height * width) if position.stones[p] == WHITE]
    assert final.seki == frozenset()
    assert final.score == height * width
    assert {chain.evidence for chain in final.chains if chain.color is WHITE} == {Evidence.READ}


@pytest.mark.parametrize("k", range(8))
def test_in_all_corners_and_both_colours(k: int) -> None:
    for position in (bent_four(9, 9, "ab"), bent_four(9, 9, "ab").colours_swapped()):
        turned = position.transformed(k)
        final = final_status(turned, JAPANESE, budget=USUAL)
        assert len(final.dead) == WHITE_STONES
        assert abs(final.score) == 81


def test_killers_that_are_surrounded_themselves() -> None:
    """Black's wall lives with two eyes inside White's territory."""
    position = Position.from_diagram(
        ".........\n..OOOOOOO\n..OXXXXXX\n..OX.X.XX\n..OXXXXXX\n..OOXX.OO\n...OXX.O.\n...OXOOOX\n...OXO.XX"
    )
    final = final_status(position, JAPANESE, budget=USUAL)
    dead = {position.grid.vertex(point) for point in final.dead}
    assert dead == {"H4", "J4", "H3", "F2", "G2", "H2", "F1"}


def test_by_area_a_seki_elsewhere_leaves_the_ko_open_and_by_territory_it_does_not() -> None:
    text = (
        ".X.O.OX......\nXXXOOOX......\nOOOXXXX......\n..OX.........\n..OX.........\n..OX.........\nOOOX.........\nXXXX.........\n"
        ".........XXXX\n.........X.OO\n........XX.O.\n........XOOOX\n........XO.XX"
    )
    position = Position.from_diagram(text)
    white = {position.grid.point(vertex) for vertex in ["M4", "N4", "M3", "K2", "L2", "M2", "K1"]}
    black = {position.grid.point(vertex) for vertex in ["N2", "M1", "N1"]}
    by_territory = final_status(position, JAPANESE, budget=USUAL)
    assert by_territory.dead == white
    assert by_territory.seki
    by_area = final_status(position, CHINESE, budget=USUAL)
    assert not by_area.dead
    assert white | black <= by_area.seki


# name, board, a stone of the group that is not dead: no killer has a ko here that only the owner needs threats for
NOT_DEAD = [
    ("rectangular six in the corner", ".......\nXXXXXX.\nOOOOXX.\n...O.X.\n...O.X.", "A3"),
    ("rectangular six in the corner, one liberty", ".......\nXXXXX..\nOOOOX..\n...OX..\n...O.X.", "A3"),
    ("L+ shape", "........\nXXXXX...\nOOOOX...\n..OXX...\n..OOX...\n...OX...", "A4"),
    ("bent four on the side", ".........\nXXXXXXXX.\nXOOOOOOX.\nXO.XXXOX.\nXO.XOOOX.", "B3"),
    ("bent four on the side, the stones too", ".........\nXXXXXXXX.\nXOOOOOOX.\nXO.XXXOX.\nXO.XOOOX.", "D2"),
    ("empty bent four: a ko if the enemy moves first", ".......\nXXXXX..\nOOOOX..\n.OOOX..\n.OOOX..\n..OOX..", "A4"),
    ("rectangular six in the corner, no liberty", "........\nXXXXXX..\nOOOOXX..\n...OX...\n...OX...", "A3"),
    ("direct ko: a ko whoever moves first", "........\nXXXXX...\nOOOOX...\nXO.OX...\n.X.OX...", "A3"),
    ("one eye each and a shared liberty", ".X.O.OX..\nXXXOOOX..\nOOOXXXX..\n..OX.....\n..OX.....", "D5"),
]


@pytest.mark.parametrize(("text", "stone"), [row[1:] for row in NOT_DEAD], ids=[row[0] for row in NOT_DEAD])
@pytest.mark.parametrize("rules", [JAPANESE, CHINESE], ids=["japanese", "chinese"])
def test_lookalikes_are_not_dead(text: str, stone: str, rules: Rules) -> None:
    position = Position.from_diagram(text)
    for board in (position, position.colours_swapped()):
        assert board.grid.point(stone) not in final_status(board, rules, budget=USUAL).dead


DOUBLE_KO = [
    "O.OXXO.OOX......",
    "OOOXXXOOOX......",
    ".OOX.XO.OX......",
    "OOOXXXOOOX..XXXX",
    "..OXXXOOOX..X.OO",
    "..OXXXOOOX.XX.O.",
    "..OXXXOOOX.XOOOX",
    "..OXX.XOOX.XO.XX",
]
"""On the left a seki by a double ko, each side with one eye; in the corner White's bent four."""

# name, board, the stones that stand in seki, none being dead: the first colour's, the second's
SEKI_BY_KO = [
    ("double ko", "\n".join(row[:10] + "......" for row in DOUBLE_KO), 22, 22),
    ("double ko on five lines", "\n".join((*[row[:13] for row in DOUBLE_KO[:4]], "O.OXX.XOOX...")), 13, 13),
    ("ten-thousand-year ko", ".XXOXX...\nXO.O.X...\nOOOOXX...\nXXXXXX...\n..XX.....\n.........", 3, 7),
    ("ten-thousand-year ko on a bent space", "X.XO.X...\n.XXO.X...\n.OOOX....\nOOXXX....\nXXX......\n.........", 4, 7),
]


@pytest.mark.parametrize(("text", "first", "second"), [row[1:] for row in SEKI_BY_KO], ids=[r[0] for r in SEKI_BY_KO])
def test_groups_that_only_kos_could_take_are_in_seki(text: str, first: int, second: int) -> None:
    """By territory too, so that the eyes and the points beside the stones in the kos count for nobody."""
    position = Position.from_diagram(text)
    for board, color in ((position, BLACK), (position.colours_swapped(), WHITE)):
        final = final_status(board, JAPANESE, budget=USUAL)
        assert final.dead == frozenset()
        assert sum(board.stones[point] == color for point in final.seki) == first
        assert sum(board.stones[point] == -color for point in final.seki) == second


def test_by_area_a_seki_by_double_ko_leaves_the_ko_of_bent_four_open() -> None:
    position = Position.from_diagram("\n".join(DOUBLE_KO))
    bent = {point for point in range(position.grid.area) if position.stones[point] == WHITE and point % 16 > 10}
    assert final_status(position, JAPANESE, budget=USUAL).dead == bent
    by_area = final_status(position, CHINESE, budget=USUAL)
    assert not by_area.dead
    assert bent <= by_area.seki


def test_the_fate_of_a_group_is_found_with_all_stones_on_the_board() -> None:
    position = bent_four(9, 9, "ab")
    (found,) = enclosed_groups(position, board_status(position, budget=USUAL))
    assert (found.color, found.fate) == (WHITE, EnclosedFate.ONE_SIDED_KO)
    assert len(found.stones) == WHITE_STONES
    assert all(position.stones[point] == BLACK for point in found.inside)
    assert len(found.inside) == BLACK_STONES
