"""The lines of the search tree: in the order in which their moves would be played, within restrictions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from analysis.board import BLACK, PASS, WHITE, Position
from analysis.evaluation import evaluate
from analysis.runtime.jit import COMPILED
from analysis.tree_search.lines import MoveRestriction, is_permitted
from analysis.tree_search.move_selection import MoveSelector
from analysis.tree_search.puct_tree import LEAF_BUDGET, PuctTree, search
from analysis.tree_search.tree_lines import FIRST, TreeLines
from tests.positions import OPENING, real_positions

pytestmark = pytest.mark.skipif(not COMPILED, reason="without compiled kernels nothing is read")

CLOSED = Position.from_diagram(".X.XXO\nXXXXXO\nOOOOOO\nO.O.O.\nOOOOOO")
MIN_GAIN = 0.5


def lines_of(position: Position, limits: Sequence[MoveRestriction] = (), visits: int = 30, **options: Any) -> TreeLines:
    evaluation = evaluate(position, budget=LEAF_BUDGET)
    forbidden = options.pop("forbidden", ())
    tree = PuctTree(evaluation, permits=lambda *move: is_permitted(limits, *move), forbidden=forbidden)
    return TreeLines(tree, MoveSelector(evaluation, MIN_GAIN), visits=visits, restrictions=limits, **options)


def finish(found: TreeLines) -> TreeLines:
    while found.deepen():
        pass
    return found


@pytest.mark.parametrize("position", [OPENING, CLOSED, Position.empty(2)])
def test_lines_are_those_of_the_tree(position: Position) -> None:
    check_lines(position)


@pytest.mark.parametrize("place", range(150, 200, 10))
def test_lines_are_those_of_the_tree_on_real_boards(place: int) -> None:
    check_lines(real_positions()[place])


def check_lines(position: Position) -> None:
    """Assert right counts, legal variations, leads in order, and priors that add up to 1."""
    found = lines_of(position)
    found.choose()
    lines = found.lines
    moves = {move.point: move for move in found.tree.root_moves()}
    assert {line.point for line in lines} == set(moves)
    assert sum(line.visits for line in lines) == found.root_visits - 1
    assert sum(found.priors.values()) == pytest.approx(1)
    assert set(found.priors) == {*map(int, position.legal_points()), PASS}
    assert lines[0].lead == pytest.approx(found.root_lead)
    leads = [found.color * line.lead for line in lines]
    assert leads == sorted(leads, reverse=True)
    played = [move for move in found.tree.root_moves() if move.point != PASS]
    reference = moves[PASS] if lines[0].point == PASS else max(played, key=lambda move: (move.visits, move.gain))
    for line in lines:
        assert line.score == moves[line.point].score
        worse = found.color * (found.root_lead - line.lead)
        assert worse >= found.color * (reference.score - line.score) - 1e-9 or line is lines[0]
        assert line.prior == found.priors[line.point]
        assert line.visits == line.pv_visits[0] >= 1
        assert line.pv[0] == line.point
        assert PASS not in line.pv[1:]
        assert len(line.pv) == len(line.pv_visits)
        assert list(line.pv_visits) == sorted(line.pv_visits, reverse=True)
        end = position
        for point in line.pv:
            assert end.is_legal(point)
            end = end.play(point)
        after = evaluate(position.play(line.point), budget=LEAF_BUDGET)
        assert line.values.tolist() == after.control.values.tolist()  # cached readings are those of a new search


def test_the_first_line_is_the_move_that_would_be_played() -> None:
    """A move that gains enough, else the pass; the others follow in the order of their values."""
    for position in (OPENING, CLOSED, *real_positions()[160:200:10]):
        found = lines_of(position)
        found.choose()
        chosen = search(evaluate(position, budget=LEAF_BUDGET), visits=30, min_gain=MIN_GAIN)
        worth = [move.point for move in chosen if move.point != PASS and move.gain >= MIN_GAIN]
        assert found.points == worth
        assert found.lines[0].point == [*worth, PASS][0]
        assert {line.point for line in found.lines} >= {*worth, PASS}
    assert [line.point for line in lines_of(CLOSED).lines] == [PASS]


def test_the_search_starts_small_and_goes_on_after_the_choice() -> None:
    found = lines_of(OPENING, visits=20, max_visits=50)
    assert (found.tree.expanded, found.chosen) == (FIRST, False)
    found.choose()
    at_choice = found.tree.expanded
    assert 20 <= at_choice < 50
    finish(found)
    assert found.tree.expanded >= 50
    assert not found.deepen()
    assert finish(lines_of(OPENING, visits=20)).tree.expanded == at_choice
    assert lines_of(OPENING, visits=4).tree.expanded < FIRST


def test_lines_are_deterministic_and_the_same_with_colours_exchanged() -> None:
    one, again, other = (finish(lines_of(position)) for position in (OPENING, OPENING, OPENING.colours_swapped()))
    assert [(line.point, line.pv, line.visits) for line in one.lines] == [
        (line.point, line.pv, line.visits) for line in again.lines]
    assert one.root_lead == pytest.approx(-other.root_lead, abs=1e-3)
    assert (one.color, other.color) == (BLACK, WHITE)
    assert one.lines[0].point == other.lines[0].point


def test_without_its_best_move_a_position_is_worth_less_on_the_average() -> None:
    """In single positions the estimates after another move may be better by a few points."""
    losses = []
    for position in (OPENING, *real_positions()[0:240:12]):
        free, color = finish(lines_of(position)), position.to_move
        avoided = finish(lines_of(position, [MoveRestriction(color, frozenset([free.lines[0].point]), 1)]))
        losses.append(color * (free.root_lead - avoided.root_lead))
    assert sum(losses) / len(losses) > 0


def test_restrictions_hold_for_the_first_move_and_for_replies() -> None:
    free = finish(lines_of(OPENING))
    best, reply = free.lines[0].pv[:2]
    avoided = finish(lines_of(OPENING, [MoveRestriction(BLACK, frozenset([best]), 1)]))
    assert best not in {line.point for line in avoided.lines}
    assert avoided.priors == free.priors
    other = finish(lines_of(OPENING, [MoveRestriction(WHITE, frozenset([reply]), 2)]))
    assert all(reply not in line.pv[1:2] for line in other.lines)
    early = finish(lines_of(OPENING, [MoveRestriction(WHITE, frozenset([reply]), 1)]))  # White's first move is move 2
    assert early.lines[0].pv == free.lines[0].pv
    everything = frozenset(range(49))
    for limits in ([MoveRestriction(BLACK, everything, 1)], [MoveRestriction(BLACK, everything | {PASS}, 1)]):
        assert [line.point for line in finish(lines_of(OPENING, limits)).lines] == [PASS]


def test_moves_named_by_a_restriction_have_a_line_however_bad_they_are() -> None:
    corner = 0
    for position, points in ((OPENING, [corner, 6]), (CLOSED, [0])):
        found = lines_of(position, [MoveRestriction(position.to_move, frozenset(points), 1, only=True)])
        assert {line.point for line in found.lines} == set(points)
    assert len(lines_of(OPENING, [MoveRestriction(BLACK, frozenset(range(49)), 1, only=True)]).lines) >= 12
    forbidden = lines_of(OPENING, [MoveRestriction(BLACK, frozenset([corner]), 1, only=True)], forbidden=[corner])
    assert [line.point for line in forbidden.lines] == [PASS]
    assert corner not in forbidden.priors


def test_the_number_of_lines_can_be_chosen() -> None:
    assert len(lines_of(OPENING, min_lines=20).lines) >= 20
    found = finish(lines_of(OPENING))
    found.most = 3
    assert len(found.lines) == 3
