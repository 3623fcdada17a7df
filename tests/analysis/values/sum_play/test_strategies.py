"""Strategies for sums: exact best moves, the strategies by temperature, and the adjustment of races."""

from __future__ import annotations

import functools
import random
from fractions import Fraction

import pytest

from analysis.board import BLACK, WHITE, Color
from analysis.values.games.forms import ZERO, Value, number
from analysis.values.games.named_games import STAR, UP, switch, up
from analysis.values.games.notation import parse
from analysis.values.games.sums import total
from analysis.values.sum_play.strategies import (
    BestMove,
    StrategyMove,
    adjustment,
    best_moves,
    hotstrat,
    sentestrat,
    thermostrat,
)
from analysis.values.thermography.cooling import cool
from analysis.values.thermography.thermograph import mean, temperature
from tests.analysis.values import plain

WHITES_CORRIDORS = [-plain.corridor(n) for n in range(2, 7)]


def test_five_corridors() -> None:
    """FACTS 3, SL Numbers: counts and miai values; Black first -10, White first -11; the longest is best."""
    assert [mean(c) for c in WHITES_CORRIDORS] == [
        Fraction(-1, 2), Fraction(-5, 4), Fraction(-17, 8), Fraction(-49, 16), Fraction(-129, 32)]
    assert sum(mean(c) for c in WHITES_CORRIDORS) == Fraction(-351, 32)
    assert [temperature(c) for c in WHITES_CORRIDORS] == [1 - Fraction(1, 2**n) for n in range(1, 6)]
    for player, score in ((BLACK, -10), (WHITE, -11)):
        moves = best_moves(WHITES_CORRIDORS, player)
        assert [(move.component, move.score) for move in moves] == [(4, score)]
        for strategy in (hotstrat, thermostrat):
            chosen = strategy(WHITES_CORRIDORS, player)
            assert isinstance(chosen, StrategyMove)
            assert (chosen.component, chosen.option) == (4, moves[0].option)


def test_white_prefers_beast_2_to_up() -> None:
    """FACTS 3, SL More Infinitesimals: {0,{15/4|0}|0} is confused with up, and White moves in it first."""
    beast = parse("{0,{15/4|0}|0}")
    assert beast.confused_with(UP)
    assert [move.component for move in best_moves([UP, beast], WHITE)] == [1]
    assert beast.right[0] + UP < UP.right[0] + beast


@functools.cache
def played_out(components: tuple[Value, ...], player: Color) -> Fraction:
    """Return the score by minimax over all moves except those in numbers."""
    options = [
        (i, option) for i, c in enumerate(components) if c.number is None
        for option in (c.left if player is BLACK else c.right)
    ]
    if not options:
        return sum((c.number for c in components if c.number is not None), Fraction(0))
    results = [played_out((*components[:i], option, *components[i + 1:]), player.opponent) for i, option in options]
    return max(results) if player is BLACK else min(results)


def test_best_moves_agree_with_brute_force() -> None:
    rng = random.Random(11)
    for _ in range(60):
        components = tuple(plain.value(plain.random_tree(rng, 2)) for _ in range(3))
        for player in (BLACK, WHITE):
            score = played_out(components, player)
            moves = best_moves(components, player)
            if total(components).number is not None:
                assert moves == []
                continue
            assert moves
            for move in moves:
                after = (*components[:move.component], move.option, *components[move.component + 1:])
                assert move.score == score
                assert isinstance(move, BestMove)
                if total(after).number is None or all(c.number is not None for c in after):
                    assert played_out(after, player.opponent) == score


def result(components: list[Value], first: Color, strategies: dict[Color, str]) -> Fraction:
    """Return the score if the players follow the strategies named; "best" is `best_moves`."""
    components, player, last, ambient = list(components), first, None, Fraction(10**6)
    while True:
        ambient = min(ambient, max((temperature(c) for c in components), default=Fraction(-1)))
        name = strategies[player]
        move: StrategyMove | BestMove | None
        if name == "best":
            found = best_moves(components, player)
            move = found[0] if found else None
        elif name == "sentestrat":
            move = sentestrat(components, player, ambient, last)
        else:
            move = (hotstrat if name == "hotstrat" else thermostrat)(components, player)
        if move is None:
            return sum((total(components).left_stop, Fraction(0))) if name == "best" else mean(total(components))
        components[move.component] = move.option
        last, player = move.component, player.opponent


def test_sentestrat_and_thermostrat_lose_at_most_the_temperature() -> None:
    """Winning Ways 6: both lose at most the temperature against optimal play."""
    rng = random.Random(12)
    for _ in range(60):
        components = [plain.value(plain.random_tree(rng, 3)) for _ in range(3)]
        sum_ = total(components)
        slack = max(max(temperature(c) for c in components), Fraction(0))
        for name in ("thermostrat", "sentestrat"):
            black = result(components, BLACK, {BLACK: name, WHITE: "best"})
            assert sum_.left_stop - slack <= black <= sum_.left_stop, name
            white = result(components, WHITE, {WHITE: name, BLACK: "best"})
            assert sum_.right_stop <= white <= sum_.right_stop + slack, name


def test_sentestrat_answers_only_above_the_ambient_temperature() -> None:
    threat, small = parse("{3|-17}"), switch(1)
    answer = sentestrat([threat, small], BLACK, ambient=1, last=0)
    assert answer is not None
    assert (answer.component, answer.option) == (0, number(3))
    assert "answers a move that left 10, above 1" in answer.reason
    hotter = sentestrat([parse("{4|{3|-17}}"), switch(5)], WHITE, ambient=5)
    assert hotter is not None
    assert (hotter.component, hotter.option) == (1, number(-5))
    assert sentestrat([switch(1), STAR], BLACK, ambient=2) is None
    assert sentestrat([switch(1), number(3)], BLACK, ambient=1, last=1) == hotstrat([switch(1), number(3)], BLACK)
    with pytest.raises(ValueError, match=r"must be in 0\.\.0, got 4"):
        sentestrat([STAR], BLACK, 0, last=4)


def test_the_option_depends_on_the_ambient_temperature() -> None:
    """Source 001: below temperature 1 White solidifies; above, the bigger move, leaving a reverse sente, is best."""
    both = parse("{9|-7,{-6|-12}}")
    cold, hot = (sentestrat([both, switch(20)], WHITE, t, last=0) for t in (Fraction(1, 2), Fraction(2)))
    assert cold is not None
    assert hot is not None
    assert (cold.option, hot.option) == (number(-7), switch(-6, -12))


def test_no_move_in_numbers() -> None:
    for strategy in (hotstrat, thermostrat, best_moves):
        assert not strategy([], BLACK)
        assert not strategy([number(3), ZERO], WHITE)


# sum of a race cooled by 2, Black's and White's adjustment, source
RACES = [
    ("-1^*", 0, -2, "FACTS 2, problem 1 and semeai (1)"),
    ("-1^", 0, -1, "FACTS 2, problem 2"),
    ("-1/2^*", 0, -1, "FACTS 2, problem 3"),
    ("^*", 1, -1, "FACTS 2, semeai (2)"),
    ("1^*", 2, 0, "FACTS 2, semeai (3)"),
    ("-7/8", 0, -1, "FACTS 1.7, problem 4"),
    ("3", 3, 3, "an integer stays"),
    ("-2", -2, -2, "an integer stays"),
    ("0", 0, 0, "an integer stays"),
    ("v", 0, -1, "between -1 and 0"),
    ("{6|2}", 7, 1, "FACTS 1.8: hot, confused with 2..6"),
    ("{6|2v}", 7, 1, "White moves below 2: confused with 2"),
    ("{6|2^}", 7, 2, "White does not move below 2: 3 is the least confused integer"),
]


@pytest.mark.parametrize(("text", "black", "white", "source"), RACES, ids=[row[0] for row in RACES])
def test_adjustments(text: str, black: int, white: int, source: str) -> None:
    race = parse(text)
    assert (adjustment(race, BLACK), adjustment(race, WHITE)) == (black, white), source
    assert (adjustment(-race, WHITE), adjustment(-race, BLACK)) == (-black, -white), source


def test_problem_6() -> None:
    """FACTS 1.6, 2: the numbers sum to -1 and the atomic weights to -1; the first player wins."""
    texts = ["{{5|2}|0}", "{{{{{15|8}|6}|4}|2}|0}", "{{{10|5}|3}|1}", "{{7|3},5|1}", "{{5|2}|0}", "3", "-1", "{-1|-4}",
             "{{0|-4}|-6}", "{0|-4}", "-1", "-{{{11|5}|3}|1}", "{0|{-2|{-4|{-6|-13}}}}"]
    race = total(cool(parse(text), 2) for text in texts)
    assert race.left_stop == race.right_stop == -1
    assert race.confused_with(-1)
    assert number(-2) < race < ZERO
    assert (adjustment(race, BLACK), adjustment(race, WHITE)) == (0, -2)
    assert first_player_wins(race)


def first_player_wins(race: Value) -> bool:
    """Return whether either player wins the race by moving first: rounded in sente, it is not lost."""
    return adjustment(race, BLACK) >= 0 >= adjustment(race, WHITE)


@pytest.mark.parametrize(("rest", "total_text"), [
    (["2*", "4^", "-7"], "-1^*"), (["2*", "-2^", "-1"], "-1^*"),
    (["-2*", "4^", "-3"], "-1^*"), (["-2*", "-2^", "3"], "-1^*"),
    (["2*", "4^", "-6"], "^*"), (["2*", "-2^"], "^*"), (["-2*", "4^", "-2"], "^*"), (["-2*", "-2^", "4"], "^*"),
    (["2*", "4^", "-5"], "1^*"), (["2*", "-2^", "1"], "1^*"),
    (["-2*", "4^", "-1"], "1^*"), (["-2*", "-2^", "5"], "1^*"),
])
def test_the_first_player_wins_all_twelve_races(rest: list[str], total_text: str) -> None:
    """Source 002, semeai (1) to (3); FACTS 2."""
    race = total(map(parse, rest))
    assert race is parse(total_text)
    assert first_player_wins(race)


def test_adjustments_by_their_definition() -> None:
    """Black's is the least integer above the race and above all integers confused with it."""
    rng = random.Random(13)
    for _ in range(300):
        race = plain.value(plain.random_tree(rng, 3)) + up(rng.randint(-1, 1))
        confused = [k for k in range(-12, 13) if race.confused_with(k)]
        black, white = adjustment(race, BLACK), adjustment(race, WHITE)
        if confused:
            assert (black, white) == (max(confused) + 1, min(confused) - 1)
        elif race.number is not None and race.number.denominator == 1:
            assert black == white == race.number
        else:
            assert white == black - 1
            assert number(white) < race < number(black)
