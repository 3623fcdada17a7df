"""The ranker: the order of brute force, every legal move, and the moves that the engine does not play."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis import BLACK, PASS, WHITE, Color, ControlSettings, Position, Rules, estimate, evaluate, rank_moves
from analysis.ranking.ranker import OWN_EYE, SETTLED
from analysis.runtime import jit
from tests.positions import random_position, random_positions, real_positions

EXACT = 1e-20
SUICIDE = Rules.named("tromp-taylor")


def brute_force(
    position: Position, color: Color, control: ControlSettings, rules: Rules | None
) -> dict[int, float | None]:
    """The gain of every legal move: play it, estimate it, subtract the score of a pass; None without convergence.

    A field that approaches its limit like 1 / sweeps stops too early at any tolerance.
    """
    passed = estimate(position, control)
    gains: dict[int, float | None] = {}
    for point in position.legal_points(color, rules):
        after = estimate(position.play(int(point), color, rules), control)
        converged = passed.converged and after.converged
        gains[int(point)] = color * (after.score - passed.score) if converged else None
    return gains


def check_order(
    position: Position, control: ControlSettings, slow: ControlSettings, rules: Rules | None = None
) -> None:
    for color in (BLACK, WHITE):
        ranking = rank_moves(position, control, rules=rules, color=color)
        gains = brute_force(position, color, slow, rules)
        assert {c.point for c in ranking.moves} == set(gains)
        assert ranking.evaluated == len(gains) + 1
        for candidate in ranking.moves:
            gain = gains[candidate.point]
            assert gain is None or candidate.gain == pytest.approx(gain, abs=1e-6)
            assert candidate.score == pytest.approx(ranking.pass_score + color * candidate.gain, abs=1e-9)
        values = [gain for gain in (gains[c.point] for c in ranking.moves) if gain is not None]
        assert len(values) >= 0.5 * len(gains) or not jit.COMPILED
        assert all(earlier > later - 1e-6 for earlier, later in itertools.pairwise(values))


@pytest.mark.parametrize("mode", ["A", pytest.param("D", marks=pytest.mark.slow)])
def test_the_order_of_brute_force_by_the_paper(mode: str) -> None:
    """Both at 1e-20, every legal move of both colours, captures among them."""
    slow = ControlSettings.mode(mode, method="paper", tolerance=EXACT)
    for position in random_positions(6, seed=21, smallest=7, largest=9):
        check_order(position, ControlSettings.mode(mode, tolerance=EXACT), slow)


@pytest.mark.slow
def test_the_order_of_brute_force_on_a_real_board() -> None:
    position = next(p for p in real_positions() if p.grid.height == 19 and np.count_nonzero(p.stones) > 120)
    check_order(position, ControlSettings(tolerance=EXACT), ControlSettings(method="paper", tolerance=EXACT))


@pytest.mark.parametrize(
    ("control", "rules"),
    [
        (ControlSettings.mode("B"), None),
        (ControlSettings.mode("C"), None),
        (ControlSettings(neighbours="liberties"), None),
        (ControlSettings(method="paper"), None),
        (ControlSettings(), SUICIDE),
        (ControlSettings(lambda_=0.5, kappa=0.9), None),
        (ControlSettings(kappa=0.0), None),
    ],
    ids=str,
)
def test_the_order_of_brute_force_in_every_mode(control: ControlSettings, rules: Rules | None) -> None:
    """With the same method on both sides, so that the sweeps have the same start where that matters."""
    control = replace(control, tolerance=EXACT, max_sweeps=2000)
    for position in random_positions(3, seed=22, smallest=3, largest=7):
        if estimate(position, control).converged:
            check_order(position, control, control, rules)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_symmetries_and_colours(seed: int) -> None:
    rng = np.random.default_rng(seed)
    position = random_position(rng, 13, 14)
    control = ControlSettings(tolerance=1e-18)
    ranking = rank_moves(position, control)
    gains = {c.point: c.gain for c in ranking.candidates}
    swapped = rank_moves(position.colours_swapped(), control)
    assert {c.point: c.gain for c in swapped.candidates} == pytest.approx(gains, abs=1e-5)
    k = seed % 4
    image = position.grid.symmetries[k]
    turned = rank_moves(position.transformed(k), control)
    expected = {PASS if p == PASS else int(image[p]): gain for p, gain in gains.items()}
    assert {c.point: c.gain for c in turned.candidates} == pytest.approx(expected, abs=1e-5)


def test_the_ranking_of_the_empty_board() -> None:
    """Equal gains are ordered by point; the pass gains nothing, and every move more."""
    ranking = rank_moves(Position.empty(9), ControlSettings(tolerance=1e-20))
    assert ranking.color == BLACK
    assert ranking.evaluated == 82
    assert ranking.pass_score == 0
    assert ranking.candidates[-1].point == PASS
    assert [c.point for c in ranking.best(5)] == [40, 31, 39, 41, 49]
    assert ranking.worst(3) == ranking.moves[::-1][:3]
    assert ranking.best(500) == ranking.moves
    assert ranking.converged


FLAGS = [
    # diagram, mover, point, why the engine does not play it
    (".XO..\nXXO..\nOO...\n.....\n.....", "W", 0, ""),  # the enemy's eye, its last liberty
    (".X.X.\nXXXXX\n.....\n.....\n.....", "B", 0, SETTLED),
    (".X.X.\nXXXXX\n.....\n.....\n.....", "W", 2, None),  # suicide: not a candidate at all
    (".XXO.\nX.XO.\nXXXO.\nOOOO.\n.....", "B", 6, SETTLED),
    (".....\n..X..\n.X.X.\n..X..\n.....", "B", 12, OWN_EYE),
    (".....\n.OX..\n.X.X.\n..XO.\n.....", "B", 12, ""),  # two enemy diagonals: a false eye
    (".....\n.OX..\n.X.X.\n..X..\n.....", "B", 12, OWN_EYE),  # one may be
    ("X.X..\nOXX..\nO....\n.....\n.....", "B", 1, ""),  # at the edge not even one; here the corner chain is short
    (".XO..\nXXO..\nO....\n.....\n.....", "B", 0, OWN_EYE),
    (".XO..\nXO...\nX....\n.....\n.....", "B", 0, ""),  # an enemy diagonal: filling saves a stone
]


@pytest.mark.parametrize(("diagram", "mover", "point", "reason"), FLAGS)
def test_reasons_not_to_play_a_move(diagram: str, mover: str, point: int, reason: str | None) -> None:
    ranking = rank_moves(Position.from_diagram(diagram, mover))
    found = {c.point: c.reason for c in ranking.candidates}
    assert found.get(point) == reason
    playable = {c.point for c in ranking.playable}
    assert (point in playable) == (reason == "")
    assert PASS not in playable


def test_forbidden_points_and_ko_are_no_candidates() -> None:
    position = Position.from_diagram(".XO.\nX.XO\n.XO.\n....", "W").play(5, WHITE)
    assert position.ko != -1
    assert position.ko not in {c.point for c in rank_moves(position).candidates}
    assert position.ko in {c.point for c in rank_moves(position, color=WHITE).candidates}
    free = rank_moves(Position.empty(5), forbidden={0, 12})
    assert {0, 12}.isdisjoint(c.point for c in free.candidates)
    assert free.evaluated == 24


def test_without_legal_moves_the_pass_is_left() -> None:
    ranking = rank_moves(Position.empty(1))
    assert [c.point for c in ranking.candidates] == [PASS]
    assert ranking.moves == ranking.playable == ()


def test_an_evaluation_by_control_only_is_unconditional_life_and_the_field() -> None:
    position = Position.from_diagram(".X.X.\nXXXXX\n.....\n.O...\n.....", "W")
    evaluation = evaluate(position, komi=2.5, control_only=True)
    assert evaluation.score == estimate(position).score
    assert evaluation.score_with_komi == evaluation.score - 2.5
    assert (evaluation.life.alive[:10] == [0, 1, 0, 1, 0, 1, 1, 1, 1, 1]).all()
    assert evaluation.rules == Rules()
