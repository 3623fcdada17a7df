"""Territory for the winner and the loser of a race."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from analysis.board import BLACK, WHITE, Color
from analysis.semeai import (
    Race,
    RegionTerritory,
    Territory,
    best_line,
    is_hotter,
    lost_territory,
    other_lines,
    race_after,
    read_game,
)
from analysis.values import ZERO, GameKind, Value, adjustment, chill, cool, game, number, parse, temperature
from tests.analysis.semeai import play

F = Fraction
A, B, C, D = map(read_game, ("{4|0}", "{6|{4|0}}", "{0|-4}", "{0|{-2|-6}}"))

# The source's boards are lost. The defender's territory after a win is ours, with the properties the source states:
# in A, C and D a move gains more than a point, B is a number and tiny when cooled by 1.
GWIN = {A: parse("{4|-1}"), B: parse("{5|{4|-10}}"), C: parse("{1|-4}"), D: parse("{2|{-3|-5}}")}


def test_the_loser_s_territory_of_region_b() -> None:
    """Source 002: base value -13, Cool(Glose, 1) = -13 + 4^ = -9^, Glose = {-8|{-9|-11}}."""
    lost = lost_territory(B.value, F(-13))
    assert lost is parse("{-8|{-9|-11}}")
    assert cool(lost, 1) is parse("-9^") is -13 + B.cooled


def test_glose_cooled_by_one_is_the_base_value_and_the_liberties_cooled_by_two() -> None:
    """The formula of source 002, on 400 random regions."""
    rng = random.Random(30)
    for _ in range(400):
        region, base = play.random_game(rng, rng.choice([BLACK, WHITE])), F(rng.randint(-40, 40), 2)
        lost = lost_territory(region.value, base)
        assert cool(lost, 1) is base + region.cooled
        assert temperature(lost) == temperature(region.value) - 1 or region.value.number is not None


def test_the_leaves_are_counted_stone_by_stone() -> None:
    """The attacker's stones fill own territory, the defender's are captured, the last liberties are filled too."""
    rng = random.Random(31)

    def walk(position: Value, fills: int) -> Value:
        if position.number is not None:
            return position + fills
        return game([walk(option, fills - 1) for option in position.left],
                    [walk(option, fills + 1) for option in position.right])

    for _ in range(100):
        region = play.random_game(rng, rng.choice([BLACK, WHITE]))
        assert lost_territory(region.value) is walk(region.value, 0)


def territory(race: Race, bases: list[int | None], wins: list[Value | None], body: tuple[int, int]) -> Territory:
    rows = zip(race.regions, bases, wins, strict=True)
    regions = tuple(
        RegionTerritory(spot.game, None if base is None else F(base), win) for spot, base, win in rows)
    return Territory(regions, (F(body[0]), F(body[1])))


PROBLEM_1 = Race.of([A, B, read_game("-7")])
# Source 002: if White wins White has 26 for the body of Black's 13 stones and nothing below; upper left and upper right
# come to -6 and -1 by the winning line, so their base values are -7 and -5.
WHITES = territory(PROBLEM_1, [-7, -5, None], [None, None, ZERO], (0, -26))


def test_territory_sums_of_problem_1() -> None:
    """Source 002, White first: 33 points for White by the winning line, 32 by the one that leaves Black a move."""
    winning, [smaller] = best_line(PROBLEM_1, WHITE), other_lines(PROBLEM_1, WHITE)
    assert WHITES.final(winning) == -33
    assert WHITES.final(smaller) == -32
    assert WHITES.final(best_line(PROBLEM_1, BLACK)) is None  # Black wins, and Black's territory is not known


@pytest.mark.parametrize(
    ("route", "total", "upper_right"), [("B", -32, 0), ("WB", -33, -1), ("WW", -35, -3)],
    ids=["Black b", "White b, Black c", "White b, White c"],
)
def test_moves_left_for_the_loser_in_problem_1(route: str, total: int, upper_right: int) -> None:
    """Source 002: after White's move in the upper left. The four stones captured last, -8, are in the body there."""
    upper_left = parse("{-4|-6}").right[0]
    position = lost_territory(B.value, F(-5))
    for player in route:
        position = (position.left if player == "B" else position.right)[0]
    assert position is number(upper_right)
    assert upper_left + position - 26 is number(total)


def test_the_total_of_territory_is_the_total_of_the_race() -> None:
    """By territory too, cooled by 1: -32^*, which White moving first rounds down to 33 points for White."""
    whole = WHITES.if_wins(WHITE)
    assert whole is parse("-38+6^*")
    assert (adjustment(whole, BLACK), adjustment(whole, WHITE)) == (-31, -33)
    assert (WHITES.base_value, WHITES.gwin, WHITES.if_wins(BLACK)) == (None, None, None)
    assert WHITES.glose is PROBLEM_1.total - 12
    known = territory(PROBLEM_1, [-7, -5, 14], [parse("{3|1}"), number(5), ZERO], (20, -26))
    assert known.base_value == 2
    assert known.if_wins(BLACK) is chill(parse("{3|1}")) + 5 + 14 - 7 + 20
    assert known.gwin is chill(parse("{3|1}")) + 5


def test_semedori_of_problem_1() -> None:
    """Source 002: White takes the upper left, and Black's move in the upper right still gains a point."""
    after = PROBLEM_1.play(next(move for move in PROBLEM_1.winning_moves(WHITE) if move.region == 0))
    assert [(move.region, move.miai_value, move.kind) for move in WHITES.semedori(after, BLACK)] == [
        (1, 1, GameKind.AMBIGUOUS)]
    race, move, standing = race_after(PROBLEM_1, WHITE)
    assert move is not None
    assert (move.region, standing.winner) == (1, WHITE)
    assert [(move.region, move.count, move.miai_value) for move in WHITES.semedori(race, BLACK)] == [
        (0, -5, 1), (1, -2, 1)]
    with pytest.raises(ValueError, match="black wins the race moving first"):
        WHITES.semedori(PROBLEM_1, BLACK)


def test_no_move_of_semedori_turns_the_race() -> None:
    rng = random.Random(32)
    for _ in range(60):
        race = play.random_race(rng)
        for first in (BLACK, WHITE):
            after, _, standing = race_after(race, first)
            loser = standing.winner.opponent
            found = territory(race, [0] * len(race.regions), [None] * len(race.regions), (0, 0)).semedori(after, loser)
            for left in found:
                assert after.regions[left.region].hot
                assert left.miai_value == temperature(after.regions[left.region].value) - 1
            assert not any(move.wins for move in after.moves(loser))


FOUR = territory(Race.of([A, B, C, D]), [-9, -13, 9, 13], [GWIN[A], GWIN[B], GWIN[C], GWIN[D]], (0, 0))


@pytest.mark.parametrize("winner", [BLACK, WHITE])
def test_the_hotter_of_a_and_c_and_of_b_and_d(winner: Color) -> None:
    """Source 002: if Black wins A is hotter than C, and B, tiny, before D, up; if White wins C and D are hotter."""
    games = [game for region in FOUR.regions if (game := region.if_wins(winner)) is not None]
    pairs = [(0, 2), (1, 3)] if winner is BLACK else [(2, 0), (3, 1)]
    for first, second in pairs:
        assert is_hotter(games[first], games[second])
        assert not is_hotter(games[second], games[first])
        assert temperature(games[second]) == 1
    if winner is BLACK:
        assert (chill(games[1]), chill(games[3])) == (parse("4+tiny(12)"), parse("11^"))
        assert FOUR.hottest_first(winner) == [0, 1, 2, 3]
    else:
        assert (chill(games[0]), chill(games[1])) == (parse("-7*"), parse("-9^"))
        assert FOUR.hottest_first(winner) == [3, 2, 0, 1]


def test_hotter_is_by_temperature_then_by_gains() -> None:
    assert is_hotter(parse("{4|0}"), parse("{3|0}"))
    assert not is_hotter(parse("{3|0}"), parse("{4|0}"))
    assert not is_hotter(parse("{4|0}"), parse("{9|5}"))
    assert not is_hotter(number(3), number(5))
    assert is_hotter(parse("{5|{4|-10}}"), parse("{5|{4|2}}"))


def test_territory_depends_on_the_winner() -> None:
    region = RegionTerritory(A, F(-7), GWIN[A])
    assert (region.if_wins(BLACK), region.if_wins(WHITE)) == (GWIN[A], parse("{-4|-6}"))
    whites = RegionTerritory(C, F(7), GWIN[C])
    assert (whites.if_wins(WHITE), whites.if_wins(BLACK)) == (GWIN[C], parse("{6|4}"))
