"""The algebra of Calculating a Thermograph: its worked examples, corrections, and agreement with thermographs."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.values.games.forms import Value, followers, game, number
from analysis.values.games.named_games import DOWN, STAR, UP, tiny
from analysis.values.games.notation import parse
from analysis.values.thermography.piecewise import (
    Piece,
    Piecewise,
    calculation_steps,
    combine,
    constant_functions,
    format_linear,
    highest,
    lowest,
    meeting,
    temperature_functions,
)
from analysis.values.thermography.thermograph import thermograph

F = Fraction


def piecewise(*pieces: tuple[str, str | None, str, int]) -> Piecewise:
    return Piecewise(tuple(
        Piece(F(start), None if end is None else F(end), F(n), F(k)) for start, end, n, k in pieces
    ))


# game, Black to move, White to move, miai value, count; source 001 unless said otherwise
WORKED = [
    ("{{-2|-4}|-7}", "-4 (t <= 1); -3-t (1 <= t <= 2); -5 (t >= 2)", "-7+t (t <= 2); -5 (t >= 2)", "2", "-5"),
    ("{-2|-4}", "-2-t (t <= 1); -3 (t >= 1)", "-4+t (t <= 1); -3 (t >= 1)", "1", "-3"),
    ("{{4|-4}|-7}", "-4 (all t)", "-7+t (t <= 3); -4 (t >= 3)", "3", "-4"),
    ("{4|{3|2}}", "4-t (t <= 3/4); 13/4 (t >= 3/4)",
     "3 (t <= 1/2); 5/2+t (1/2 <= t <= 3/4); 13/4 (t >= 3/4)", "3/4", "13/4"),  # source 000
    ("{4|{3|-17}}", "4-t (t <= 1); 3 (t >= 1)", "3 (all t)", "1", "3"),  # source 000
    ("*", "0 (all t)", "0 (all t)", "0", "0"),
    ("{1|*}", "1-t (t <= 1/2); 1/2 (t >= 1/2)", "t (t <= 1/2); 1/2 (t >= 1/2)", "1/2", "1/2"),  # corridor of two
    ("{6|{{9|1}|-3}}", "6-t (t <= 5/2); 7/2 (t >= 5/2)", "1+t (t <= 5/2); 7/2 (t >= 5/2)", "5/2", "7/2"),  # FACTS 1.4
]


@pytest.mark.parametrize(("text", "black", "white", "miai", "count"), WORKED)
def test_worked_examples(text: str, black: str, white: str, miai: str, count: str) -> None:
    result = temperature_functions(parse(text))
    assert (str(result.black), str(result.white)) == (black, white)
    assert (result.meeting, result.count) == (F(miai), F(count))


def test_the_functions_of_a_number_are_constant_and_equal() -> None:
    result = temperature_functions(number(F(-7, 8)))
    assert (str(result.black), str(result.white), result.meeting, result.count) == (
        "-7/8 (all t)", "-7/8 (all t)", None, F(-7, 8)
    )


def test_the_two_results_at_a_temperature_of_one_tenth() -> None:
    """Source 001: -4 and -6.9 at t = 0.1; their average -5.45 is not the count of the position."""
    result = temperature_functions(parse("{{-2|-4}|-7}"))
    assert (result.black(F(1, 10)), result.white(F(1, 10))) == (F(-4), F(-69, 10))
    assert result.count != F(-545, 100)


def test_the_meeting_worked_out_on_the_page() -> None:
    """Source 001, Jeff: 6-t against t+3.5 (t >= 1.5), 5 (1 <= t <= 1.5), t+4 (t <= 1) meet at t = 1 in 5."""
    black = piecewise(("0", None, "6", -1))
    white = piecewise(("0", "1", "4", 1), ("1", "3/2", "5", 0), ("3/2", None, "7/2", 1))
    assert meeting(black, white) == (F(1), F(5))


def test_the_least_meeting_where_the_functions_coincide() -> None:
    """FACTS 1.3: from the top one finds t = 5/2 for {{10|5}|{5|0}}, which is the number 5."""
    ten_five = combine([constant_functions(10)], [constant_functions(5)])
    five_nought = combine([constant_functions(5)], [constant_functions(0)])
    black, white = ten_five.white.taxed(-1), five_nought.black.taxed(1)
    assert [black(t) == white(t) for t in (0, 1, F(5, 2))] == [True] * 3
    assert meeting(black, white) == (F(0), F(5))
    both = combine([ten_five], [five_nought])
    assert (str(both.black), str(both.white), both.count) == ("5 (all t)", "5 (all t)", F(5))


def test_reversal_needs_the_whole_tree() -> None:
    """FACTS 1.4: {6|{{9|1}|-3}} as played is 7/2; clipping the mean to the counts of the replies gives 5."""
    hot = combine([constant_functions(9)], [constant_functions(1)])
    reply = combine([hot], [constant_functions(-3)])
    result = combine([constant_functions(6)], [reply])
    assert (result.meeting, result.count) == (F(5, 2), F(7, 2))


def test_the_misprinted_leaf_is_minus_four() -> None:
    """FACTS 1.2: the page prints "White goes to 4", but the leaf is -4."""
    assert [step.backed_up for step in calculation_steps(parse("{{-2|-4}|-7}")) if step.name == "BW"] == [("-4",)]


@pytest.mark.parametrize(("left", "right", "message"), [
    ([0], [5], "no player gains by moving, for 0 or 5 at t = 0"),
    ([], [1], "the best of no functions"),
])
def test_positions_that_are_numbers_are_rejected(left: list[int], right: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        combine(map(constant_functions, left), map(constant_functions, right))


def test_functions_that_never_meet_and_negative_temperatures_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"black to move, 3 \(all t\), stays above white to move, 1 \(all t\)"):
        meeting(Piecewise.constant(3), Piecewise.constant(1))
    with pytest.raises(ValueError, match="at least 0, got -1"):
        Piecewise.constant(3)(-1)


@pytest.mark.parametrize(("n", "k", "text"), [
    ("0", "0", "0"), ("5", "0", "5"), ("-2", "-2", "-2-2t"), ("-7", "1", "-7+t"), ("0", "1", "t"), ("0", "-1", "-t"),
    ("7/2", "-1", "7/2-t"), ("0", "3", "3t"), ("1", "1/3", "1+(1/3)t"),
])
def test_linear(n: str, k: str, text: str) -> None:
    assert format_linear(F(n), F(k)) == text


# -- the steps -----------------------------------------------------------------------------------------------------


def test_the_steps_of_the_example_on_the_page() -> None:
    """Source 001: the tree with its tallies, min(-4,-3-t) backed up, max(min(-4,-3-t),-5) at the root."""
    rows = list(calculation_steps(parse("{{-2|-4}|-7}")))
    found = [(row.name, row.tally, row.temperature_functions) for row in rows]
    assert [(name, tally, result.meeting, result.count) for name, tally, result in found] == [
        ("G", 0, F(2), F(-5)), ("B", -1, F(1), F(-3)), ("BB", -2, None, F(-2)), ("BW", 0, None, F(-4)),
        ("W", 1, None, F(-7)),
    ]
    assert [row.backed_up for row in rows] == [
        ("max(min(-4, -3-t), -5)", "min(-7+t, -5)"), ("min(-4, -3-t)",), ("-2-2t",), ("-4",), ("-7+t",),
    ]


def test_several_options_are_numbered() -> None:
    names = {step.name for step in calculation_steps(game([4, parse("{20|3}")], [-7]))}
    assert {"G", "B1", "B2", "W"} < names
    assert names & {"B1B", "B2B"}


def test_the_options_of_a_repeated_position_are_not_repeated() -> None:
    rows = {step.name: step for step in calculation_steps(parse("{{20|{4|0}}|{{{4|0}|-9}|-20}}"))}
    assert rows["BW"].first is None
    assert rows["WBB"].first == "BW"
    assert "BWB" in rows
    assert "WBBB" not in rows


def test_a_number_has_one_step() -> None:
    assert [(step.name, step.backed_up) for step in calculation_steps(number(3))] == [("G", ("3",))]


def test_long_terms_are_replaced_by_names() -> None:
    value = number(0)
    for n in range(1, 13):
        value = game([value], [-4 * n]) if n % 2 else game([4 * n], [value])
    rows = list(calculation_steps(value))
    assert rows[0].backed_up == (
        "max(48-t, 16839/1024)", "min(max(min(max(WBWB, -1593/128+t), 3527/256), -7737/512+t), 16839/1024)"
    )
    assert max(len(text) for row in rows for text in row.backed_up) < 100


# -- random games --------------------------------------------------------------------------------------------------

LEAVES = [*map(number, [F(n, 2) for n in range(-9, 10)]), STAR, UP, DOWN, tiny(1), number(1) + STAR]


def random_game(rng: random.Random, depth: int) -> Value:
    if depth == 0 or rng.random() < 0.25:
        return rng.choice(LEAVES)
    return game(*([random_game(rng, depth - 1) for _ in range(rng.choice((1, 1, 2)))] for _ in "BW"))


GAMES = st.builds(
    lambda seed, depth: random_game(random.Random(seed), depth), st.integers(0, 1 << 32), st.integers(1, 4)
)


@given(GAMES)
def test_the_algebra_agrees_with_the_thermograph(value: Value) -> None:
    graph, result = thermograph(value), temperature_functions(value)
    assert result.count == graph.mean
    assert result.meeting == (None if value.number is not None else graph.temperature)
    for function, wall in ((result.black, graph.left), (result.white, graph.right)):
        assert [(piece.start, piece.at(piece.start)) for piece in function.pieces] == wall.corners(0)
        assert [piece.k for piece in function.pieces][-1] == 0


@given(GAMES)
def test_functions_are_continuous_with_slopes_of_at_most_one(value: Value) -> None:
    """FACTS 1.5: without kos all pieces are n, n-t or n+t."""
    for position in followers(value):
        for function in (temperature_functions(position).black, temperature_functions(position).white):
            assert function.pieces[0].start == 0
            assert function.pieces[-1].end is None
            assert all(abs(piece.k) <= 1 and piece.k.denominator == 1 for piece in function.pieces)
            for low, high in pairwise(function.pieces):
                assert low.end == high.start
                assert low.at(high.start) == high.at(high.start)


@given(GAMES, st.fractions(0, 10, max_denominator=12))
def test_backed_up_terms_equal_the_functions_plus_the_tally(value: Value, t: Fraction) -> None:
    for step in calculation_steps(value):
        to_move = {"B": ["white"], "W": ["black"]}.get(step.name.rstrip("0123456789")[-1], ["black", "white"])
        for name, text in zip(to_move, step.backed_up, strict=False):
            if "B" not in text and "W" not in text:
                assert evaluated(text, t) == getattr(step.temperature_functions, name)(t) + step.tally * t, text


def evaluated(text: str, t: Fraction) -> Any:
    """Return the value of a term such as "max(min(-4, -3-t), 1/2+2t)" at t."""
    python = re.sub(r"(\d+)/(\d+)", r"F(\1, \2)", text)
    python = re.sub(r"(\d|\))t", r"\1*t", python)
    return eval(python, {"F": Fraction, "t": t, "max": max, "min": min, "__builtins__": {}})


@given(st.lists(GAMES, min_size=1, max_size=4), st.fractions(0, 10, max_denominator=12))
def test_pointwise_maximum_and_minimum(values: list[Value], t: Fraction) -> None:
    black = [temperature_functions(value).black for value in values]
    assert highest(black)(t) == max(function(t) for function in black)
    assert lowest(black)(t) == min(function(t) for function in black)
