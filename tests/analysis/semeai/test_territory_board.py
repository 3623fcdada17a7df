"""Territory of races on boards, if Black wins and if White does, against brute force on the board.

The sum of all regions' games, the loser's Glose and the winner's Gwin, is compared: its two stops are the scores of
best play with either side first. Both winners are tried on every race, whoever really wins.
"""

from __future__ import annotations

import random

import pytest

from analysis.board import BLACK, WHITE, Color
from analysis.semeai import BoardRace, RaceError, board_race
from analysis.semeai.region_game import SAFE_LIBERTIES
from analysis.values import ZERO, Value, parse
from tests.analysis.semeai.boards import Board, random_board, read
from tests.analysis.semeai.diagrams import PROBLEM_6, board_of
from tests.analysis.semeai.territory_play import Loop, Played


def summed(race: BoardRace, winner: Color) -> Value | None:
    """Return the territory of all regions if `winner` wins, not cooled; None if unknown or the loser is safe."""
    total = ZERO
    for game, region in zip(race.games, race.territory.regions, strict=True):
        value, territory = game.located.game.value, region.if_wins(winner)
        lost = game.located.game.defender is not winner
        if territory is None or (lost and max(abs(value.left_stop), abs(value.right_stop)) >= SAFE_LIBERTIES):
            return None
        total = total + territory
    return total


def whole(board: Board, race: BoardRace) -> bool:
    """Whether every point that can be played on is in a region of the race."""
    points = {point for game in race.games for point in game.region.points}
    return points == {point for point, letter in enumerate(board.letters) if letter in ".xo"}


def compared(seeds: range, most: int) -> int:
    """Check the territory of random races for both winners; return for how many it was known for one at least."""
    count = 0
    for seed in seeds:
        board = random_board(random.Random(seed), most)
        chains = board.position.chains()
        if any(not board.position.liberties_at(chain[0]) and not board.living[chain[0]] for chain in chains):
            continue
        try:
            race = board_race(board.position, board.block(BLACK), board.block(WHITE), board.living)
        except RaceError:
            continue
        if race.race is None or not race.exact or not whole(board, race):
            continue
        some = False
        for winner in (BLACK, WHITE):
            total = summed(race, winner)
            if total is None:
                continue
            played = Played(board, winner)
            try:
                scores = played.score(BLACK), played.score(WHITE)
            except Loop:
                continue
            assert scores == (total.left_stop, total.right_stop), (seed, board.rows, winner)
            some = True
        assert race.territory.base_value is not None
        assert race.territory.glose is race.race.total + race.territory.base_value
        count += some
    return count


def test_dozens_of_races_have_the_territory_of_brute_force() -> None:
    assert compared(range(120), 3) > 50


@pytest.mark.slow
def test_hundreds_of_races_have_the_territory_of_brute_force() -> None:
    assert compared(range(120, 1400), 3) + compared(range(400), 4) > 800


# worked out by hand: the base value is a point for each empty point and two for each stone of Black's; each liberty
# left is one back, each move of Black's one less, each of White's one more
@pytest.mark.parametrize(("text", "base", "glose", "gwin"), [
    ("{4|0}", -13, "{-10|-12}", "{0|-12}"),  # cut off, four stones and their four liberties are White's
    ("{4|1}", -11, "{-8|-9}", "{0|-9*}"),  # beside four stones and three liberties a point of nobody's
    ("{{5|2}|0}", -17, "{{-14|-15}|-16}", None),
])
def test_single_regions_by_hand(text: str, base: int, glose: str, gwin: str | None) -> None:
    board = board_of([text], ["3"])
    race = board_race(board.position, board.block(BLACK), board.block(WHITE), board.living)
    black, _ = race.territory.regions
    assert black.base_value == base
    assert black.glose is parse(glose)
    assert gwin is None or black.gwin is parse(gwin)


def test_the_whole_of_problem_6() -> None:
    """Cool(Glose, 1) = BaseValue + Cool(Glc, 2), summed over thirteen regions."""
    board = read(PROBLEM_6)
    race = board_race(board.position, board.block(BLACK), board.block(WHITE), board.living)
    assert race.race is not None
    assert race.territory.base_value is not None
    assert race.territory.glose is race.race.total + race.territory.base_value
