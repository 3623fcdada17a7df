"""Searches of selected moves: their answers against a plain recursion over the same moves, and their stages."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest

from analysis.board import BLACK, PASS, WHITE, Color, Position
from analysis.reading.answer import Result
from analysis.reading.local_search import LocalSearch, Outcome
from analysis.reading.selective import selective_search
from analysis.reading.selective.groups import GroupContext, group_context
from analysis.reading.selective.selective_search import EVALUATIONS, SearchLimits, SearchResult, search_group
from analysis.runtime.jit import COMPILED
from tests.analysis.reading.selective.plain_search import Node, PlainSearch, TooLong
from tests.positions import random_positions, real_positions

POSITIONS = 200 if COMPILED else 30


def search(position: Position, context: GroupContext, mover: Color, unbound: Color | None) -> SearchResult:
    """Return what a search finds that has nodes enough to finish: else what is statically alive counts as alive."""
    return search_group(position, context, mover, unbound, SearchLimits(nodes=40_000, stage=40_000))


def question(
    position: Position, context: GroupContext, mover: Color, unbound: Color | None
) -> tuple[PlainSearch, Node]:
    ko = position.ko if mover is position.to_move else -1
    return PlainSearch(position, context, int(unbound or 0), 800), Node(tuple(position.stones.tolist()), int(mover), ko)


def test_answers_are_those_of_a_recursion_over_the_same_moves() -> None:
    """So is the first move that works."""
    found: Counter[tuple[bool, bool]] = Counter()
    for number, position in enumerate(random_positions(POSITIONS, 72, smallest=2, largest=5)):
        rng = np.random.default_rng(number)
        if not position.chains():
            continue
        context = group_context(position, int(rng.choice(np.flatnonzero(position.stones))))
        for mover in (BLACK, WHITE):
            unbound = (None, BLACK, WHITE)[rng.integers(3)]
            result = search(position, context, mover, unbound)
            if result.outcome is Result.UNKNOWN:
                continue
            attacking, works = mover is not context.owner, result.outcome is Result.WORKS
            plain, root = question(position, context, mover, unbound)
            try:
                killed = plain.kills(root)
                assert killed is (works is attacking), (position.diagram(), context.target, mover, unbound)
                if works:
                    after = plain.after(root, result.move)
                    assert after is not None
                    assert plain.kills(after, (root,)) == killed
            except TooLong:
                continue
            found[attacking, works] += 1
    assert len(found) == 4
    assert sum(found.values()) > POSITIONS


@pytest.mark.parametrize(
    ("text", "target", "to_move", "killed"),
    [
        (".OOO XOO. XXXO XX.X", 8, BLACK, (False, False, True)),
        (".OOO XOO. XXXO XX.X", 8, WHITE, (True, False, True)),
        ("OO.. OO.X O..X", 0, BLACK, (True, False, True)),
        ("OX. OOX ..X", 4, BLACK, (False, False, True)),
        ("OXX. OOOO .OXX OXX.", 0, BLACK, (False, False, True)),
    ],
)
def test_answers_that_depend_on_the_ko_rule(
    text: str, target: int, to_move: Color, killed: tuple[bool, bool, bool]
) -> None:
    """Nobody, the owner, or the attacker may retake a ko at once."""
    position = Position.from_diagram("\n".join(text.split())).with_to_move(to_move)
    context = group_context(position, target)
    for unbound, expected in zip((None, context.owner, context.owner.opponent), killed, strict=True):
        works = (to_move is not context.owner) is expected
        result = search(position, context, to_move, unbound)
        assert result.outcome is (Result.WORKS if works else Result.FAILS)
        plain, root = question(position, context, to_move, unbound)
        assert plain.kills(root) == expected


@pytest.mark.parametrize(("text", "target"), [("XX. .XO .OO", 1), (".XOO. .XO.O XXXO.", 2)])
def test_an_owner_that_would_kill_itself_by_any_move_passes(text: str, target: int) -> None:
    position = Position.from_diagram("\n".join(text.split()))
    context = group_context(position, target)
    result = search(position, context, context.owner, None)
    assert (result.outcome, result.move) == (Result.WORKS, PASS)


def test_stones_that_the_context_does_not_read_change_nothing() -> None:
    checked = 0
    for position in real_positions()[:4]:
        for chain in position.chains()[:9]:
            context, limits = group_context(position, chain[0]), SearchLimits(200, 200)
            stones = np.where(context.read, position.stones, 0).astype(np.int8)
            if np.array_equal(stones, position.stones):
                continue
            near = Position(position.grid, stones, position.to_move)
            for mover in (BLACK, WHITE):
                whole, part = (search_group(board, context, mover, None, limits) for board in (position, near))
                assert (whole.outcome, whole.move, whole.zone_bits) == (part.outcome, part.move, part.zone_bits)
                checked += whole.outcome is not Result.UNKNOWN
    assert checked > 10


def test_a_group_that_is_statically_alive_lives_until_a_search_kills_it() -> None:
    position = Position.from_diagram("....\n....\n....\n...X")
    context = group_context(position, 15)
    unfinished, finished = (
        search_group(position, context, WHITE, None, SearchLimits(nodes, nodes)) for nodes in (100, 40_000)
    )
    assert (unfinished.outcome, unfinished.move, unfinished.line) == (Result.FAILS, PASS, ())
    assert unfinished.zone_bits
    assert finished.outcome is Result.WORKS


def test_a_budget_is_kept_and_counts_a_node_as_several_positions() -> None:
    """An unfinished search used all of it, and says nothing but what is likelier."""
    found: Counter[bool] = Counter()
    for position in real_positions()[:6]:
        for chain in position.chains()[:12]:
            context = group_context(position, chain[0])
            result = search_group(position, context, context.owner.opponent, None, SearchLimits(40, 40))
            assert result.nodes <= 40
            assert result.nodes % EVALUATIONS == 0
            if result.outcome is Result.UNKNOWN:
                assert (result.nodes, result.line, result.zone_bits) == (40, (), 0)
                assert result.likely in (Result.WORKS, Result.FAILS)
            else:
                assert result.likely is result.outcome
            assert search_group(position, context, context.owner, None, SearchLimits(EVALUATIONS - 1, 9)).nodes == 0
            found[result.outcome is Result.UNKNOWN] += 1
    assert min(found[True], found[False]) > 5


@dataclass
class Stages:
    """A search whose numbers after each stage are given; records the limits that it is asked with."""

    numbers: list[tuple[int, int]]

    def __post_init__(self) -> None:
        self.limits: list[int] = []

    def search(self, prover_threats: int, refuter_threats: int, nodes: int) -> Outcome:
        self.limits.append(nodes)
        numbers = self.numbers[len(self.limits) - 1]
        proved = None if min(numbers) else numbers[0] == 0
        return Outcome(proved, 0, (), False, False, numbers, 0)


@pytest.mark.parametrize(("numbers", "limits"), [
    ([(9, 30), (9, 30), (9, 30)], [10, 20]),  # did not fall
    ([(9, 30), (30, 8), (8, 30), (8, 30)], [10, 20, 40, 50]),  # small
    ([(30, 31), (31, 29), (40, 28), (28, 28)], [10, 20, 40, 50]),  # fell
    ([(30, 31), (0, 1 << 20)], [10, 20]),  # solved
])
def test_a_search_goes_on_while_its_smaller_number_is_small_or_falls(
    numbers: list[tuple[int, int]], limits: list[int]
) -> None:
    stages = Stages(numbers)
    searched: LocalSearch = stages  # type: ignore[assignment]
    found = selective_search._in_stages(searched, (0, 0), 50, 10)
    assert stages.limits == limits
    assert found.numbers == numbers[len(limits) - 1]
