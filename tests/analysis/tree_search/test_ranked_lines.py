"""The ranker's lines: order of moves, counts of evaluations, legal variations, restrictions."""

from __future__ import annotations

import numpy as np
import pytest

from analysis import BLACK, PASS, WHITE, ControlSettings, Position, estimate, rank_moves
from analysis.policy import policy_moves
from analysis.tree_search.lines import MoveRestriction
from analysis.tree_search.ranked_lines import MAX_LENGTH, MIN_VISITS, RankedLines
from tests.positions import OPENING, random_positions

FINISHED = Position.from_diagram(
    """
. X . X O .
X X X X O O
. X . X O .
X X X X O O
"""
)
POSITIONS = [OPENING, FINISHED, Position.empty(1), Position.empty(1, 2), Position.empty(2)]
POSITIONS += random_positions(12, seed=3, smallest=1, largest=9)


def allow(points: list[int]) -> list[MoveRestriction]:
    return [MoveRestriction(BLACK, frozenset(points), 1, only=True)]


def avoid(points: list[int]) -> list[MoveRestriction]:
    return [MoveRestriction(BLACK, frozenset(points), 1)]


def finish(found: RankedLines) -> RankedLines:
    while found.deepen():
        pass
    return found


def test_priors_are_the_move_probabilities() -> None:
    stones = np.flatnonzero(OPENING.stones)[[0, -1]].tolist()
    for recent in ((), tuple(stones)):
        found = RankedLines(OPENING, recent=recent, count=6, replies=False)
        chances = {move.point: move.probability for move in policy_moves(OPENING, recent=recent)}
        assert found.priors == chances
        assert [line.prior for line in found.lines] == [chances[line.point] for line in found.lines]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: str(p.grid))
@pytest.mark.parametrize("deep", [False, True], ids=["at once", "deep"])
def test_order_counts_and_variations_are_right(position: Position, deep: bool) -> None:
    before = position.diagram()
    found = RankedLines(position, count=4)
    if deep:
        finish(found)
    assert position.diagram() == before
    assert 1 <= len(found.lines) <= (12 if deep else 4)
    assert found.root_values.shape == (position.grid.height, position.grid.width)
    assert found.root_visits == found.ranking.evaluated + sum(line.visits for line in found.lines)

    unflagged = [move for move in found.ranking.candidates if not move.reason]
    assert [line.point for line in found.lines] == [move.point for move in unflagged[: len(found.lines)]]
    leads = [line.lead * found.color for line in found.lines]
    assert leads == sorted(leads, reverse=True) or leads == pytest.approx(sorted(leads, reverse=True), abs=1e-5)
    shift = {round(line.score - line.lead, 9) for line in found.lines}
    assert len(shift) == 1
    best = found.lines[0]
    assert found.root_lead == pytest.approx(best.lead, abs=1e-9)
    assert sum(line.prior for line in found.lines) <= 1 + 1e-9
    for line in found.lines:
        assert line.visits == line.pv_visits[0] >= MIN_VISITS
        assert len(line.pv) == len(line.pv_visits) <= MAX_LENGTH
        assert list(line.pv_visits) == sorted(line.pv_visits, reverse=True)
        assert line.pv[0] == line.point
        assert PASS not in line.pv[1:]
        end, boards = position, set()
        for point in line.pv:
            boards.add(end.stones.tobytes())
            end = end.play(point)
            assert point == PASS or end.stones.tobytes() not in boards
        assert line.score == pytest.approx(line.values.sum(), abs=0.05)


def test_deepening_is_deterministic_and_only_extends_lines() -> None:
    one, other = RankedLines(OPENING), RankedLines(OPENING)
    steps = 0
    while one.deepen():
        assert other.deepen()
        steps += 1
        assert one.root_visits == other.root_visits
    assert not other.deepen()
    first, second = ([(line.point, line.pv, line.visits) for line in found.lines] for found in (one, other))
    assert first == second
    assert steps > 20
    start = RankedLines(OPENING)
    for before, after in zip(start.lines, one.lines, strict=False):
        assert after.pv[: len(before.pv)] == before.pv
        assert after.visits >= before.visits
        assert (after.score, after.lead, after.prior) == (before.score, before.lead, before.prior)


def test_the_root_lead_includes_half_the_best_gain() -> None:
    for color in (BLACK, WHITE):
        found = RankedLines(OPENING, color=color)
        gain = found.ranking.playable[0].gain
        assert found.root_lead == pytest.approx(estimate(OPENING).score + 0.5 * color * gain, abs=0.05)


def test_exchanging_the_colours_exchanges_the_leads() -> None:
    here, there = finish(RankedLines(OPENING)), finish(RankedLines(OPENING.colours_swapped()))
    assert there.root_lead == pytest.approx(-here.root_lead, abs=1e-3)
    assert [line.point for line in here.lines[:3]] == [line.point for line in there.lines[:3]]


def test_on_a_finished_board_the_pass_comes_first() -> None:
    found = RankedLines(FINISHED)
    assert found.lines[0].point == PASS
    assert found.lines[0].pv == (PASS,)
    assert found.root_lead == pytest.approx(found.ranking.pass_score)


def test_a_board_without_moves_has_only_the_pass() -> None:
    found = finish(RankedLines(Position.empty(1)))
    assert [line.point for line in found.lines] == [PASS]
    assert found.lines[0].visits >= MIN_VISITS


def test_the_first_move_can_be_restricted() -> None:
    free = RankedLines(OPENING, count=5)
    points = [line.point for line in free.lines]
    assert [line.point for line in RankedLines(OPENING, count=4, restrictions=avoid(points[:1])).lines] == points[1:]
    named = RankedLines(OPENING, restrictions=allow([points[3], points[1]]))
    assert [line.point for line in named.lines] == [points[1], points[3]]
    assert [line.point for line in RankedLines(OPENING, restrictions=allow([])).lines] == [PASS]
    assert points[0] not in {line.point for line in finish(RankedLines(OPENING, forbidden=points[:1])).lines}
    assert RankedLines(OPENING, restrictions=avoid(points[:1])).root_lead == free.root_lead  # a fact of the position


def test_flagged_moves_have_lines_only_if_named() -> None:
    flagged = [move.point for move in rank_moves(FINISHED).candidates if move.reason]
    assert flagged
    assert not set(flagged) & {line.point for line in finish(RankedLines(FINISHED)).lines}
    assert [line.point for line in RankedLines(FINISHED, restrictions=allow(flagged[:1])).lines] == flagged[:1]


def test_restrictions_hold_to_their_depth() -> None:
    reply = RankedLines(OPENING, count=1).lines[0].pv[1]
    for depth, kept in ((1, True), (2, False)):
        limit = MoveRestriction(OPENING.to_move.opponent, frozenset([reply]), depth)
        assert (RankedLines(OPENING, count=1, restrictions=[limit]).lines[0].pv[1] == reply) is kept
    only = MoveRestriction(OPENING.to_move.opponent, frozenset([0]), 2, only=True)
    assert {line.pv[1:2] for line in RankedLines(OPENING, count=3, restrictions=[only]).lines} <= {(), (0,)}


def test_the_number_of_lines_can_be_chosen() -> None:
    assert len(RankedLines(OPENING, count=3).lines) == 3
    assert len(finish(RankedLines(OPENING, count=3, most=3)).lines) == 3
    assert len(finish(RankedLines(OPENING, count=3)).lines) == 9
    assert len(RankedLines(OPENING, count=1000).lines) < 49


def test_other_settings_work() -> None:
    for settings in (ControlSettings.mode("C"), ControlSettings(neighbours="liberties"), ControlSettings(max_sweeps=2)):
        found = RankedLines(OPENING, settings, count=2)
        assert found.deepen()
        assert found.lines[0].point == rank_moves(OPENING, settings).playable[0].point
