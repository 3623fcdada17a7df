"""Races on boards: the source's values found from positions, and thousands of races against brute force.

All diagrams are ours; they realise values of Nakamura, Evaluating Territories of Go Positions with Capturing Races.
"""

from __future__ import annotations

import random

import pytest

from analysis.board import BLACK, WHITE, Color
from analysis.region import OutOfBudget
from analysis.semeai import BoardRace, RaceError, best_line, board_race
from analysis.values import number, parse
from tests.analysis.semeai.boards import Board, played, random_board, read

# a region above the block; its value cooled by 2, and where the source has that value
REGIONS = [
    ("O....O/OxxxxO/OO.OOO", "2*", "problem 1: {4|0}"),
    ("O...OO/Oxxx.O/O.OO.O", "3*", "problem 5: 3*, of a shape of ours"),
    ("OOOOO/O...O/OxxxO/OO.OO", "3/2", "{3|0}, as in {-5|-8} and {{5|2}|0}"),
    ("O.OOO/OO.OO/O.x.O/O..OO", "5/2", "problem 6, H: {4|1}"),
]


def on_board(region: str, liberties: int) -> Board:
    """Return a board with the region above Black's block, and so many single plain liberties below White's."""
    rows = region.split("/")
    width = max(len(rows[0]), 2 * liberties)
    upper = [row.ljust(width, "O") for row in rows]
    return read("\n".join([*upper, "B" * width, "W" * width, (".X" * liberties).ljust(width, "X"), "X" * width]))


def turned(board: Board) -> Board:
    """Return the board with the colours exchanged."""
    return read("\n".join(board.rows).translate(str.maketrans("XOxoBW", "OXoxWB")))


def analysed(board: Board) -> BoardRace:
    return board_race(board.position, board.block(BLACK), board.block(WHITE), board.living)


@pytest.mark.parametrize(("region", "cooled", "source"), REGIONS, ids=[row[2] for row in REGIONS])
def test_values_of_the_source_are_found_on_boards(region: str, cooled: str, source: str) -> None:
    board = on_board(region, 4)
    race = analysed(board)
    assert race.race is not None
    assert race.games[0].located.game.cooled is parse(cooled)
    mirrored = analysed(turned(board))
    (white,) = [game for game in mirrored.games if game.located.game.defender is WHITE]
    assert white.located.game.cooled is -parse(cooled)
    for either, diagram in ((race, board), (mirrored, turned(board))):
        assert either.exact
        assert either.winner == {first: played(diagram, first) for first in (BLACK, WHITE)}
        for first in (BLACK, WHITE):
            assert either.race is not None
            assert best_line(either.race, first).outcome == either.outcome[first]


def test_plain_liberties_beside_a_hot_region_add_up() -> None:
    """{-5|-8} is five plain liberties and {0|-3}: cooled by 2 it is -7+1/2, problem 3."""
    board = turned(on_board("OOOOOOOOOOOOOOO/O...OOOOOOOOOOO/OxxxOOOOOOOOOOO/OO.OO.O.O.O.O.O", 4))
    total = number(0)
    for game in analysed(board).games:
        if game.located.game.defender is WHITE:
            total = total + game.located.game.cooled
    assert total is parse("-13/2")


def test_a_block_with_two_eyes_wins() -> None:
    board = read(".B.BBO\nBBBBBB\nWWWWWW\n.X.X.X")
    race = analysed(board)
    assert race.winner == {BLACK: BLACK, WHITE: BLACK}
    assert "no end of liberties" in race.reason


@pytest.mark.parametrize(("shared", "winner"), [(1, {BLACK: BLACK, WHITE: WHITE}), (2, {BLACK: None, WHITE: None})])
def test_shared_liberties_are_counted(shared: int, winner: dict[Color, Color | None]) -> None:
    """Without other liberties, one shared liberty is filled first, two are seki (FACTS 8, equal eye status)."""
    board = read("OOOOO\nBBBBB\n" + "." * shared + "BBBB"[: 5 - shared - 1] + "W\nWWWWW\nXXXXX")
    assert analysed(board).winner == winner


def test_capturing_a_block_must_lead_to_life() -> None:
    """Capturing White's three stones would leave Black one eye: counting does not decide such a race."""
    with pytest.raises(RaceError, match="taking it may leave no more than an eye"):
        analysed(read("OOOOOOO\nOBBBBBO\n.B.W.B.\nOBBBBBO\nOOOOOOO"))


def test_a_block_that_lives_is_not_counted() -> None:
    """White's block is connected to a living stone; otherwise it would be one liberty against one."""
    with pytest.raises(RaceError, match="A4 is alive: there is no race for it"):
        analysed(read("OO...\nOO..O\nOO.OO\nBBBBB\nWWWWW\nX.WXX\nXXoXX\nXXOXX"))


def test_races_not_covered_have_a_reason() -> None:
    with pytest.raises(RaceError, match="A3 is alive: there is no race for it"):
        analysed(read("O.O.O\nBBBBX\nWWWWW\n.XXXX"))
    with pytest.raises(RaceError, match="near both blocks and not plain"):
        analysed(read(".O.O.\nBBBB.\nWWWW.\n.X.X."))


def races_equal_brute_force(seeds: range) -> int:
    """Check the winners of random races; return how many were decided."""
    decided = 0
    for seed in seeds:
        board = random_board(random.Random(seed))
        taken = [c for c in board.position.chains() if not board.position.liberties_at(c[0]) and not board.living[c[0]]]
        if taken:
            continue
        try:
            race = analysed(board)
            winner = {first: played(board, first) for first in (BLACK, WHITE)}
        except (RaceError, OutOfBudget):
            continue
        assert race.winner == winner, (seed, board.rows, race.reason)
        decided += 1
    return decided


def test_races_equal_brute_force() -> None:
    assert races_equal_brute_force(range(60)) > 40


@pytest.mark.slow
def test_thousands_of_races_equal_brute_force() -> None:
    assert races_equal_brute_force(range(6200)) > 5000


def test_a_race_too_large_for_brute_force_reaches_its_lead() -> None:
    """Thirteen regions with values of the source, over 20 liberties a side: the best line has the lead claimed."""
    hot = [region.split("/") for region, _, _ in REGIONS]
    height = max(map(len, hot))
    rows = ["".join(r) for r in zip(*(["O" * len(rows[0])] * (height - len(rows)) + rows for rows in hot), strict=True)]
    width = 2 * len(rows[0])
    upper = [row + "O" * (width - len(row)) for row in rows]
    upper[-1] = rows[-1] + (".O" * 11).ljust(width - len(rows[-1]), "O")[: width - len(rows[-1])]
    lower = [row[: len(rows[0])].translate(str.maketrans("Ox", "Xo")) for row in reversed(rows)]
    lower[0] += ".X" * 11
    below = [row.ljust(width, "X")[:width] for row in lower]
    board = read("\n".join(row[:25] for row in [*upper, "B" * width, "W" * width, *below]))
    race = analysed(board)
    assert race.race is not None
    assert race.exact
    for first in (BLACK, WHITE):
        assert best_line(race.race, first).outcome == race.outcome[first]
