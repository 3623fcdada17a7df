"""Searches that are kept: a tree goes on where its game does, and nothing that was kept changes by it."""

from __future__ import annotations

from analysis.board import PASS, Position, Rules
from analysis.evaluation import evaluate
from analysis.tree_search.move_selection import MoveSelector
from analysis.tree_search.puct_tree import LEAF_BUDGET, PuctTree
from analysis.tree_search.tree_lines import TreeLines
from analysis.tree_search.tree_reuse import MAX_SEARCHES, TreeStore
from tests.analysis.tree_search.test_tree_lines import OPENING


def search_of(position: Position, store: TreeStore | None = None, visits: int = 30) -> TreeLines:
    evaluation = evaluate(position, budget=LEAF_BUDGET)
    start = None if store is None else store.find(position, evaluation.rules, None)
    lines = TreeLines(PuctTree(evaluation, start=start), MoveSelector(evaluation, 0.5), visits=visits)
    lines.choose()
    return lines


def state(lines: TreeLines) -> object:
    return [(line.point, line.lead, line.visits, line.pv, line.pv_visits) for line in lines.lines]


def test_a_tree_goes_on_after_one_move_and_after_two() -> None:
    store, first = TreeStore(), search_of(OPENING, visits=60)
    store.put(first)
    before = state(first)
    best = first.lines[0]
    after = OPENING.play(best.point)
    second = search_of(after, store)
    child = first.tree.root.edges[best.point].child
    assert child is not None
    assert 0 < second.reused < child.visits
    assert second.tree.visits == 1 + sum(edge.visits for edge in second.tree.root.edges.values())
    assert second.tree.expanded >= 30, "a reused tree grows as much as a new one"
    assert state(first) == before, "the earlier tree is as it was"
    reply = best.pv[1]
    assert search_of(after.play(reply), store).reused > 0


def test_the_same_search_goes_on_the_same_way() -> None:
    store = TreeStore()
    store.put(search_of(OPENING, visits=60))
    after = OPENING.play(next(iter(store.lines_at(OPENING, Rules()).lines)).point)  # type: ignore[union-attr]
    one = search_of(after, store)
    store.put(one)
    again = search_of(after, store)
    assert state(one) == state(again)


def test_other_positions_rules_and_ends_of_games_are_not_found() -> None:
    store = TreeStore()
    store.put(search_of(OPENING))
    assert store.find(OPENING, Rules(), None) is None
    best = store.lines_at(OPENING, Rules()).lines[0].point  # type: ignore[union-attr]
    assert store.find(OPENING.play(best), Rules(suicide=True), None) is None
    assert store.lines_at(OPENING.play(best), Rules()) is None
    assert store.find(OPENING.play(PASS).play(PASS), Rules(), None) is None


def test_few_searches_are_kept_one_a_position() -> None:
    store = TreeStore()
    positions = [OPENING, *(OPENING.play(point) for point in OPENING.legal_points()[:MAX_SEARCHES].tolist())]
    for position in (*positions[:1] * 3, *positions):
        store.put(search_of(position, visits=10))
    assert [store.lines_at(position, Rules()) is not None for position in positions] == [False, *[True] * MAX_SEARCHES]
