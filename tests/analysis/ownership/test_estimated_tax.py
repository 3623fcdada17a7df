"""The taxes of a rule set in estimates: those of the count on finished boards, less before."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.board import BLACK, Position, Rules, Scoring, Tax, area_owners, counted_owners, group_tax
from analysis.evaluation import evaluate
from analysis.ownership.estimated_tax import estimated_tax
from analysis.ranking.tactics import rank_with_tactics
from analysis.runtime.jit import COMPILED

STONE_SCORING = Rules.named("stone-scoring")
THREE_GROUPS = "..XO.OX..\n..XO.OX..\n..XO.OX..\n..XO.OX.."
SEKI = ".X..OOX..\nXXXOOOX..\nOOOXXXX..\n..OX.....\n..OX.....\n..OX.....\n..OX....."
"""Black alone has an eye in seki, A7."""


def finished_map(position: Position) -> np.ndarray:
    return area_owners(position).astype(float).reshape(position.grid.height, position.grid.width)


@pytest.mark.parametrize("board", [THREE_GROUPS, SEKI, ".XXXX.", "XX.O.\nXX.OO", ".X.O.X.\n.XXOXX."])
def test_a_finished_board_pays_what_is_counted(board: str) -> None:
    position = Position.from_diagram(board)
    control = finished_map(position)
    decided = min(1.0, float(np.abs(control).mean()) / 0.9)  # the borders are open where a board is this small
    assert estimated_tax(position, control, STONE_SCORING) == pytest.approx(decided**2 * group_tax(position))
    assert estimated_tax(position, control, Rules(tax=Tax.NONE)) == 0
    assert estimated_tax(position, control, Rules(tax=Tax.SEKI)) == 0
    swapped = position.colours_swapped()
    assert estimated_tax(swapped, -control, STONE_SCORING) == -estimated_tax(position, control, STONE_SCORING)


def test_eyes_in_seki() -> None:
    position = Position.from_diagram(SEKI)
    seki = [position.grid.point(vertex) for vertex in ["B7", "A6", "B6", "C6", "E7", "F7", "D6", "E6", "F6"]]
    control = finished_map(position)
    for scoring in Scoring:
        assert estimated_tax(position, control, Rules(scoring, tax=Tax.SEKI), seki) == -1
    owners = counted_owners(position, Rules(tax=Tax.ALL), (), seki)
    expected = owners.sum() - control.sum() + group_tax(position, (), seki)
    assert estimated_tax(position, control, STONE_SCORING, seki) == pytest.approx(expected)


def test_evaluations_and_rankings_pay() -> None:
    """Black pays four points and White two: every score, but no gain, is two points lower."""
    position = Position.from_diagram(THREE_GROUPS, BLACK)
    free, taxed = evaluate(position, Rules()), evaluate(position, STONE_SCORING, 6.5)
    assert (free.tax, taxed.tax) == (0, -2)
    assert taxed.score == pytest.approx(free.score - 2)
    assert taxed.score_with_komi == pytest.approx(free.score - 8.5)
    before, after = rank_with_tactics(free), rank_with_tactics(taxed)
    assert after.pass_score == pytest.approx(before.pass_score - 2)
    for one, other in zip(before.candidates, after.candidates, strict=True):
        assert (one.point, one.gain, one.score - 2) == pytest.approx((other.point, other.gain, other.score))


@pytest.mark.skipif(not COMPILED, reason="without compiled kernels nothing is read")
def test_the_stones_in_seki_are_those_of_the_status() -> None:
    position = Position.from_diagram(".X.O.OX..\nXXXOOOX..\nOOOXXXX..\n..OX.....\n..OX.....\n..OX.....\n..OX.....")
    by_tax = {tax: evaluate(position, Rules(tax=tax)) for tax in Tax}
    assert by_tax[Tax.NONE].tax == 0
    assert by_tax[Tax.SEKI].tax == pytest.approx(0, abs=0.1)  # an eye each
    assert by_tax[Tax.ALL].tax == pytest.approx(0, abs=0.1)  # and a living group each


def test_an_empty_board_pays_nothing() -> None:
    for rules in (STONE_SCORING, Rules.named("ancient-territory")):
        assert evaluate(Position.empty(9, 9), rules).tax == 0
