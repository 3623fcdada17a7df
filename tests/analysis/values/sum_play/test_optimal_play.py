"""Optimal play of sums: against canonical sums, against brute force, and within the bounds of thermographs."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Sequence
from fractions import Fraction
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE, Color
from analysis.values.games.forms import Value, game, number
from analysis.values.games.infinitesimal_reduction import reduced
from analysis.values.games.named_games import DOWN, STAR, UP, switch, tiny, up
from analysis.values.games.notation import parse
from analysis.values.games.sums import total
from analysis.values.sum_play import optimal_play
from analysis.values.sum_play.optimal_play import POSITION_LIMIT, SumMove, SumSolution, solve_sum, stop_bounds
from analysis.values.sum_play.strategies import best_moves, sentestrat
from analysis.values.thermography.thermograph import mean, temperature
from tests.analysis.values import plain
from tests.analysis.values.sum_play.plain_sums import values
from tests.positions import SHARED

FACTS = SHARED / "data" / "facts.json"
COLORS = (BLACK, WHITE)

sums = st.lists(values(max_day=3, largest=5), max_size=4)


def searched(components: Sequence[Value], player: Color, limit: int = POSITION_LIMIT) -> SumSolution:
    """Return the result by search, however small the sum."""
    with mock.patch.object(optimal_play, "_SMALL", 0):
        return solve_sum(components, player, limit)


def stop(sum_: Value, player: Color) -> Fraction:
    """Return the score with the player moving first."""
    return sum_.left_stop if player is BLACK else sum_.right_stop


def after(components: Sequence[Value], index: int, option: Value) -> list[Value]:
    """Return the components after a move."""
    return [*components[:index], option, *components[index + 1:]]


def moves(components: Sequence[Value], player: Color) -> list[tuple[int, Value]]:
    """Return all moves except those in numbers."""
    return [
        (i, option) for i, c in enumerate(components) if c.number is None
        for option in (c.left if player is BLACK else c.right)
    ]


def check(components: Sequence[Value], player: Color, found: SumSolution) -> None:
    """Assert that the score, the moves that reach it and the dominated ones among them agree with the canonical sum."""
    sum_ = total(components)
    score = stop(sum_, player)
    assert found.score == found.low == found.high == score
    best = {
        (i, option) for i, option in moves(components, player)
        if stop(total(after(components, i, option)), player.opponent) == score
    }
    assert {(move.component, move.option) for move in found.moves} == best
    assert len(found.moves) == len(best)
    assert {move.score for move in found.moves} <= {score}
    assert bool(best) == bool(moves(components, player))
    if sum_.number is None:
        kept = {(move.component, move.option) for move in found.moves if not move.dominated}
        assert kept == {(move.component, move.option) for move in best_moves(components, player)}
    assert [move.dominated for move in found.moves] == sorted(move.dominated for move in found.moves)


# -- against the canonical sum and brute force -------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(sums)
def test_the_search_agrees_with_the_canonical_sum(components: list[Value]) -> None:
    for player in COLORS:
        check(components, player, searched(components, player))
        check(components, player, solve_sum(components, player))


@settings(max_examples=300, deadline=None)
@given(sums)
def test_scores_lie_within_the_bounds(components: list[Value]) -> None:
    for player in COLORS:
        low, high = stop_bounds(components, player)
        assert low <= stop(total(components), player) <= high
        means, hottest = sum(map(mean, components)), max([*map(temperature, components), Fraction(0)])
        assert (means <= high <= means + hottest) if player is BLACK else (means - hottest <= low <= means)


def test_bounds_of_one_game_and_of_none_are_exact() -> None:
    assert stop_bounds([], BLACK) == (0, 0)
    for text in ("{4|{3|-17}}", "{{-2|-4}|-7}", "{6|1}", "7/4", "^*"):
        for player in COLORS:
            value = parse(text)
            assert stop_bounds([value, STAR, number(1)], player) == (stop(value, player) + 1,) * 2


@functools.cache
def played_out(components: tuple[Value, ...], player: Color) -> Fraction:
    """Return the score by minimax over all moves until all components are numbers."""
    options = moves(components, player)
    if not options:
        return sum((c.number for c in components if c.number is not None), Fraction(0))
    results = [played_out(tuple(after(components, i, option)), player.opponent) for i, option in options]
    return max(results) if player is BLACK else min(results)


def test_the_search_agrees_with_brute_force() -> None:
    rng = random.Random(21)
    for _ in range(150):
        components = tuple(plain.value(plain.random_tree(rng, 2)) for _ in range(4))
        for player in COLORS:
            found = searched(components, player)
            assert found.score == played_out(components, player)
            for move in found.moves:
                assert played_out(tuple(after(components, move.component, move.option)), player.opponent) == found.score


# name, components, score if Black begins, if White does, source
SUMS = [
    ("nothing", [], 0, 0, ""),
    ("numbers", ["3", "-1/2"], Fraction(5, 2), Fraction(5, 2), ""),
    ("dame do not count", ["*", "^", "{2|0}"], 2, 0, "infinitesimals change no stop"),
    ("miai", ["{2|0}", "{-3|-5}", "*"], -3, -3, "a game and its negative cancel"),
    ("the larger switch first", ["{5|-5}", "{2|-2}", "{1|-1}"], 4, -4, "5 - 2 + 1"),
    ("a follow-up", ["{4|0}", "{2|{1|-1}}"], 5, 2, "Black 4, White to {1|-1}, Black 1; White 0, Black 2"),
    ("sente first", ["{{100|5}|4}", "{2|-2}"], 7, 3, "5, then 2; were 2 taken first, 4 + 2; White first 5 - 2"),
]


@pytest.mark.parametrize(("name", "texts", "black", "white", "source"), SUMS, ids=[row[0] for row in SUMS])
def test_sums(name: str, texts: list[str], black: Fraction, white: Fraction, source: str) -> None:
    components = [parse(text) for text in texts]
    for player, score in ((BLACK, black), (WHITE, white)):
        assert searched(components, player).score == score, (name, source)
        assert solve_sum(components, player).score == score, (name, source)


def test_five_corridors() -> None:
    """FACTS 3, SL Numbers: mean -351/32; Black first -10, White first -11; the only best move is in the longest."""
    corridors = [-plain.corridor(n) for n in range(2, 7)]
    assert sum(map(mean, corridors)) == Fraction(-351, 32)
    for player, score in ((BLACK, -10), (WHITE, -11)):
        found = searched(corridors, player)
        assert found.score == score
        (move,) = [move for move in found.moves if not move.dominated]
        assert move == SumMove(4, moves(corridors, player)[4][1], Fraction(score), False)
        check(corridors, player, found)


def test_dominated_moves_of_equal_score_are_marked() -> None:
    """0 and up give the same score, but up is better for Black if the last dame matters elsewhere."""
    components = [parse("{3|0,*}"), parse("{3|0}")]
    for player in COLORS:
        check(components, player, searched(components, player))
    found = solve_sum([game([number(0), UP], [number(-9)])], BLACK)
    assert [(move.option, move.dominated) for move in found.moves] == [(UP, False)]


# -- reduced canonical forms -------------------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(values(max_day=3), st.sampled_from([STAR, UP, DOWN, up(2, 1), tiny(1), -tiny(3)]))
def test_a_game_is_infinitesimally_close_to_its_reduced_form(value: Value, infinitesimal: Value) -> None:
    simple = reduced(value)
    difference = total([value, -simple])
    assert difference.left_stop == difference.right_stop == 0
    assert reduced(simple) is simple
    assert reduced(total([value, infinitesimal])) is simple
    assert reduced(-value) is -simple


@pytest.mark.parametrize(("text", "simple"), [
    ("5/4", "5/4"), ("3^2*", "3"), ("{0|{0|-5}}", "0"), ("{1|*}", "{1|0}"), ("{2|{1|*}}", "{2|{1|0}}"),
    ("{4|{3|{2|0}}}", "{4|{3|{2|0}}}"), ("{6|{5|*}}", "{6|{5|0}}"), ("{*,^|-9}", "{0|-9}"),
    ("{6|{{4|{3|{2|0}}}|*}}", "{6|{{4|{3|{2|0}}}|0}}"),
])
def test_reduced_forms(text: str, simple: str) -> None:
    assert reduced(parse(text)) is parse(simple)


# -- large sums --------------------------------------------------------------------------------------------------------


def board_values() -> list[Value]:
    """Return the values in FACTS Table B that are not numbers, each once."""
    rows = [row["value"] for row in json.loads(FACTS.read_text())["boards"]]
    found = dict.fromkeys(parse(text) for text in rows if "see" not in text and "long" not in text)
    return [value for value in found if value.number is None]


@pytest.mark.skipif(not FACTS.exists(), reason="no facts.json beside the project")
def test_large_sums_of_boards() -> None:
    """Too large to add up. Added up in pairs the score is the same; the best moves keep the score, others do not."""
    boards = board_values()
    rng = random.Random(22)
    for size in (10, 12, 14, 16, 20):
        components = [rng.choice((1, -1)) * rng.choice(boards) for _ in range(size)]
        pairs = [first + second for first, second in zip(components[::2], components[1::2], strict=True)]
        for player in COLORS:
            found = searched(components, player)
            assert found.score == searched(pairs, player).score
            low, high = stop_bounds(components, player)
            assert low <= found.low <= high
            assert found.moves
            heats = [temperature(components[move.component]) for move in found.moves if not move.dominated]
            assert heats == sorted(heats, reverse=True)
            move = rng.choice(found.moves)
            assert searched(after(components, move.component, move.option), player.opponent).score == found.score
            for index, option in rng.sample(moves(components, player), 3):
                score = searched(after(components, index, option), player.opponent).score
                assert score is not None
                assert int(player) * (score - found.low) <= 0
                listed = [other for other in found.moves if (other.component, other.option) == (index, option)]
                assert bool(listed) == (score == found.score)


@pytest.mark.skipif(not FACTS.exists(), reason="no facts.json beside the project")
def test_sums_of_boards_small_enough_to_add_up() -> None:
    boards = board_values()
    rng = random.Random(23)
    for _ in range(12):
        components = [rng.choice((1, -1)) * rng.choice(boards) for _ in range(4)]
        for player in COLORS:
            check(components, player, searched(components, player))


def test_the_score_does_not_depend_on_the_colours_or_the_order() -> None:
    rng = random.Random(24)
    for _ in range(20):
        components = [plain.value(plain.random_tree(rng, 3)) for _ in range(6)]
        extra = plain.value(plain.random_tree(rng, 3))
        black, white = (searched(components, player) for player in COLORS)
        assert black.low >= white.low
        mirrored = searched([-component for component in components], WHITE)
        assert mirrored.low == -black.low
        assert {(move.component, -move.option) for move in mirrored.moves} == {
            (move.component, move.option) for move in black.moves}
        assert searched([extra, *reversed(components), -extra], BLACK).score == black.score


def test_playing_best_moves_reaches_the_score() -> None:
    rng = random.Random(25)
    for _ in range(10):
        start = [plain.value(plain.random_tree(rng, 3)) for _ in range(7)]
        for first in COLORS:
            components, player = start, first
            score = searched(components, player).score
            while True:
                found = searched(components, player)
                assert found.score == score
                if not found.moves:
                    break
                components = after(components, found.moves[0].component, found.moves[0].option)
                player = player.opponent
            assert sum(component.left_stop for component in components) == score


# -- giving up ---------------------------------------------------------------------------------------------------------


def test_a_search_that_gives_up_returns_proved_bounds() -> None:
    """The bounds hold, and the moves guarantee their score, which is the bound on the player's side."""
    rng = random.Random(26)
    gave_up = 0
    for _ in range(40):
        components = [plain.value(plain.random_tree(rng, 3)) for _ in range(8)]
        for player in COLORS:
            whole = searched(components, player)
            assert whole.score is not None
            for limit in (1, 4, 20):
                found = searched(components, player, limit)
                assert found.low <= whole.score <= found.high
                assert found.positions >= 0
                assert bool(found.moves) == bool(whole.moves)
                for move in found.moves:
                    kept = searched(after(components, move.component, move.option), player.opponent).score
                    assert kept is not None
                    assert int(player) * (kept - move.score) >= 0
                if found.score is None:
                    gave_up += 1
                    least, most = sorted(int(player) * bound for bound in stop_bounds(components, player))
                    assert least <= int(player) * (found.low if player is BLACK else found.high)
                    assert int(player) * (found.high if player is BLACK else found.low) <= most
                    assert {move.score for move in found.moves} == {found.low if player is BLACK else found.high}
    assert gave_up > 20


def test_the_limit_must_be_positive() -> None:
    with pytest.raises(ValueError, match="at least 1, got 0"):
        solve_sum([STAR], BLACK, 0)


@pytest.mark.parametrize(("depth", "known"), [(90, True), (550, True), (700, False)])
def test_games_too_deep_to_search_have_bounds_only(depth: int, known: bool) -> None:
    """A long line of moves, as in a long corridor, is searched only within the limit of recursion."""
    deep = switch(3)
    for kept in range(depth):
        deep = game([kept + 4], [deep])
    components = [deep, switch(30), parse("{7|{4|0}}"), switch(4, 1)]
    found = solve_sum(components, BLACK)
    low, high = stop_bounds(components, BLACK)
    assert low <= found.low <= found.high <= high
    assert (found.score is not None) == known
    assert [move.component for move in found.moves] == [1]


# -- strategies by temperature -----------------------------------------------------------------------------------------


def with_sentestrat(components: Sequence[Value], first: Color, who: Color) -> Fraction:
    """Return the score if player `who` follows sentestrat and the other plays optimally."""
    components, player, last, ambient = list(components), first, None, Fraction(10**6)
    while True:
        ambient = min(ambient, max((temperature(c) for c in components), default=Fraction(-1)))
        if player is who:
            move = sentestrat(components, player, ambient, last)
            if move is None:
                return stop(total(components), player)
            last, option = move.component, move.option
        else:
            found = searched(components, player)
            if not found.moves:
                return stop(total(components), player)
            last, option = found.moves[0].component, found.moves[0].option
        components, player = after(components, last, option), player.opponent


def test_sentestrat_loses_at_most_the_largest_temperature() -> None:
    """Winning Ways 6."""
    rng = random.Random(27)
    for _ in range(40):
        components = [plain.value(plain.random_tree(rng, 3)) for _ in range(4)]
        slack = max([*map(temperature, components), Fraction(0)])
        for first in COLORS:
            best = searched(components, first).score
            assert best is not None
            for who in COLORS:
                assert 0 <= int(who) * (best - with_sentestrat(components, first, who)) <= slack


def test_sentestrat_is_best_among_switches() -> None:
    """If no move raises the temperature, the hottest move is best: Winning Ways 6 (switches)."""
    rng = random.Random(28)
    for _ in range(20):
        components = [switch(x + rng.randint(0, 9), x) for x in (rng.randint(-4, 4) for _ in range(7))]
        for first in COLORS:
            for who in COLORS:
                assert with_sentestrat(components, first, who) == searched(components, first).score


@pytest.mark.parametrize("parts", [2, 4])
def test_sentestrat_is_best_in_a_rich_environment(parts: int) -> None:
    """Economist's View 3: next to coupons from 4 down in steps of d, hotter than the games, sentestrat is optimal up to
    about d, and the result is the mean plus half the largest coupon."""
    step, top = Fraction(1, parts), 4
    coupons = [switch(step * k) for k in range(1, top * parts + 1)]
    rng = random.Random(29)
    for _ in range(3):
        games = [plain.value(plain.random_tree(rng, 3)) for _ in range(2)]
        components = games + coupons
        for first in COLORS:
            best = searched(components, first).score
            assert best is not None
            assert abs(int(first) * (best - sum(map(mean, games))) - Fraction(top, 2)) <= step
            for who in COLORS:
                assert 0 <= int(who) * (best - with_sentestrat(components, first, who)) <= step
