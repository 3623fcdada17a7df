"""The points that a move lost: differences of searched values, exact where the endgame is, or uncertain."""

from __future__ import annotations

import pytest

from analysis.board import PASS
from analysis.runtime.jit import COMPILED
from gtpengine.report.move_losses import MIN_PLAYED_VISITS, searched_choices
from tests.analysis.tree_search.test_tree_lines import OPENING, finish, lines_of
from tests.gtpengine.report.report_games import ENDGAME, reported
from tests.gtpengine.report.report_games import OPENING as OPENING_GAME

pytestmark = pytest.mark.skipif(not COMPILED, reason="without compiled kernels nothing is searched")


def test_the_loss_is_the_difference_of_two_searched_values() -> None:
    lines = finish(lines_of(OPENING))
    lines.most = None
    worst = [line.point for line in lines.lines if line.point != PASS][-1]
    best, loss = searched_choices(lines, worst)
    assert loss is not None
    leads = {line.point: line.lead for line in lines.lines}
    assert best[0].score == leads[best[0].point] == lines.root_lead
    scores = {line.point: line.score for line in lines.lines}
    assert loss.points == pytest.approx(lines.color * (scores[best[0].point] - scores[worst]))
    visits = {move.point: move.visits for move in lines.tree.root_moves()}
    assert visits[worst] >= MIN_PLAYED_VISITS
    others = [move for move in best if move.point != worst]
    assert all(move.gain == pytest.approx(lines.color * (leads[move.point] - leads[PASS])) for move in others)


def test_the_gains_of_the_best_and_the_played_move_differ_by_the_loss_wherever_they_are_shown() -> None:
    """The means of moves with few visits are shown lower than they are, but not that of the one whose loss is shown."""
    lines = finish(lines_of(OPENING))
    lines.most = None
    points = [line.point for line in lines.lines]
    assert PASS in points
    for point in points:
        best, loss = searched_choices(lines, point)
        assert loss is not None
        assert loss.best == best[0]
        assert loss.best.gain - loss.played.gain == pytest.approx(loss.points)
        assert lines.color * (loss.best.score - loss.played.score) == pytest.approx(loss.points)
        assert all(move == loss.played for move in best if move.point == point)
        assert [move.gain for move in best] == sorted((move.gain for move in best), reverse=True)


def test_a_move_that_was_not_among_the_candidates_is_searched() -> None:
    lines = lines_of(OPENING)
    lines.choose()
    lines.most = None
    corner = 0
    assert corner not in {line.point for line in lines.lines}
    _, loss = searched_choices(lines, corner)
    assert loss is not None
    assert loss.points > 5
    assert not loss.uncertain


def test_the_best_move_loses_nothing_for_certain() -> None:
    lines = lines_of(OPENING)
    lines.choose()
    _, loss = searched_choices(lines, lines.lines[0].point)
    assert loss is not None
    assert (loss.points, loss.uncertain) == (0.0, False)


@pytest.mark.parametrize("point", [int(OPENING.stones.nonzero()[0][0]), None])
def test_no_loss_without_a_legal_move(point: int | None) -> None:
    lines = lines_of(OPENING)
    assert searched_choices(lines, point)[1] is None


def test_exact_endgames_lose_exact_points() -> None:
    loss = reported(ENDGAME[:-1] + b";B[])").facts[0].loss
    assert loss is not None
    assert (loss.points, loss.uncertain) == (2.0, False)


def test_small_differences_are_uncertain_and_say_so() -> None:
    from gtpengine.report.sgf_report import annotated_record

    report = reported(OPENING_GAME)
    losses = [facts.loss for facts in report.facts.values() if facts.loss is not None]
    assert any(loss.uncertain for loss in losses)
    assert b"(uncertain)" in annotated_record(report)
