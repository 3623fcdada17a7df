"""Searches that take the likely death of a group for a fact: when it is likely, and what that decides."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import Color, Position
from analysis.reading import Result
from analysis.reading import _question_kernels as fields
from analysis.reading._goal_kernels import list_replies
from analysis.reading.life_and_death import _escape_kernels as escape
from analysis.reading.life_and_death import _eye_kernels as eyes
from analysis.reading.life_and_death import _life_goal_kernels as goal
from analysis.reading.life_and_death import _space_kernels as spaces
from analysis.reading.life_and_death.group_question import LIKELY_ESCAPED, GroupSearch, LifeRule
from analysis.reading.local_search import LocalSearch, Question
from tests.analysis.reading.life_and_death.plain_space import PlainSpace
from tests.analysis.reading.life_and_death.test_estimates import random_space
from tests.analysis.reading.life_and_death.test_space import state_of

DOOMED = 5


def is_dead(position: Position, group: list[int], safe: list[int], attacker_next: bool, doomed: int) -> bool | None:
    """Return whether a group is dead as it stands, with this rule; None if it is not decided."""
    enemy = Color(int(position.stones[group[0]])).opponent
    question = Question(
        enemy, enemy, group[0], 1, group=tuple(group), safe=tuple(safe), estimates=LIKELY_ESCAPED, doomed=doomed
    )
    board, search = LocalSearch(position, question).state
    node = search.nodes[0]
    node[fields.PROVER_THREATS], node[fields.REFUTER_THREATS] = 0, 0
    proof, disproof, _ = goal.evaluate(board, search, node, attacker_next, search.zones[0])
    return proof == 0 if 0 in (proof, disproof) else None


def likely_dead(position: Position, group: list[int], safe: list[int], space: PlainSpace, attacker_next: bool) -> bool:
    """Return whether a group of one chain that is not decided otherwise is likely to die."""
    board, search = state_of(position, group, safe)
    inside = spaces.find_space(board, search)
    eyes.living_chains(board, search)
    possible, _ = eyes.most_eyes(board, search, inside, attacker_next, False)
    own = escape.points_to_escape(board, search)
    if possible >= 2 or space.linked or own >= DOOMED:
        return False
    weak = [chain for chain in space.chains_in() if len(position.liberties_at(chain[0])) <= spaces.WEAK]
    beside = {near for chain in space.chains for point in chain for near in position.grid.beside[point]}
    helps = any(not beside.isdisjoint(chain) for chain in weak) or space.joins(goal.STRONG)
    return attacker_next or not helps


def test_a_group_is_likely_to_die_without_eyes_links_and_room() -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=800, deadline=None)
    @given(seed=st.integers(0, 10**9), height=st.integers(3, 9), width=st.integers(3, 11))
    def compare(seed: int, height: int, width: int) -> None:
        case = random_space(seed, height, width)
        if case is None:
            return
        position, group, safe, space = case
        for attacker_next in (False, True):
            known = is_dead(position, group, safe, attacker_next, 0)
            found = is_dead(position, group, safe, attacker_next, DOOMED)
            if known is not None:
                assert found is known
                continue
            wanted = likely_dead(position, group, safe, space, attacker_next)
            assert found is (True if wanted else None), (position.diagram(), group[0], safe, attacker_next)
            seen["dies" if wanted else "open"] += 1

    compare()
    assert min(seen.values()) > 15, seen


INVADER = """
. . . X . . . . .
. . X . . . . . .
. O . X . . . . .
. O X . . . . . .
. . . X . . . . .
X X X . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""


@pytest.mark.parametrize("colour", [1, -1])
def test_an_invader_that_finds_no_room_is_likely_to_die(colour: int) -> None:
    """White's stones in the corner have gaps to run through: in so few nodes no search proves that none helps."""
    black = Position.from_diagram(INVADER, "W")
    position = black if colour > 0 else black.colours_swapped()
    group = position.chain_at(position.grid.point("B7"))
    walls = np.flatnonzero(position.stones == colour).tolist()
    results = {}
    for doomed in (0, DOOMED):
        rule = LifeRule(estimates=LIKELY_ESCAPED, doomed=doomed)
        results[doomed] = [
            GroupSearch(position, group, attacking, safe=walls, nodes=100, rule=rule).answer()
            for attacking in (True, False)
        ]
    assert [answer.result for answer in results[0]] == [Result.WORKS, Result.UNKNOWN]
    assert [answer.result for answer in results[DOOMED]] == [Result.WORKS, Result.FAILS]


def replies(position: Position, group: list[int], safe: list[int], doomed: int) -> tuple[set[int], set[int]]:
    """Return the moves that the goal suggests to the owner of a group, and those that a search tried at its root."""
    enemy = Color(int(position.stones[group[0]])).opponent
    question = Question(
        enemy, enemy.opponent, group[0], 60, group=tuple(group), safe=tuple(safe), estimates=LIKELY_ESCAPED,
        doomed=doomed,
    )  # fmt: skip
    reading = LocalSearch(position, question)
    board, search = reading.state
    list_replies(board, search)
    listed = set(search.moves[: search.totals[fields.LISTED]].tolist())
    search.nodes[0, fields.COUNTED] = 0
    reading.search(0, 0)
    return listed, set(search.children[0, : search.nodes[0, fields.COUNTED], fields.MOVE].tolist()) - {fields.PASS}


def test_with_likely_deaths_the_owner_has_only_the_moves_that_the_goal_suggests() -> None:
    """Without them it has all that are in the zone of the refutation of its pass, too."""
    others = {0: 0, DOOMED: 0}
    for seed in range(1000):
        case = random_space(seed, 9, 9)
        if case is not None:
            position, group, safe, _ = case
            for doomed in others:
                listed, tried = replies(position, group, safe, doomed)
                others[doomed] += len(tried - listed)
    assert others[DOOMED] == 0
    assert others[0] > 3


def test_a_likely_death_is_read_in_the_points_it_rests_on() -> None:
    """An answer is the same wherever the board differs outside the points that it names."""
    position = Position.from_diagram(INVADER, "W")
    group = position.chain_at(position.grid.point("B7"))
    rule = LifeRule(estimates=LIKELY_ESCAPED, doomed=DOOMED)
    walls = np.flatnonzero(position.stones == 1).tolist()
    answer = GroupSearch(position, group, False, safe=walls, nodes=100, rule=rule).answer()
    assert answer.result is Result.FAILS
    rng = np.random.default_rng(2)
    free = [point for point in range(position.grid.area) if point not in answer.zone and not position.stones[point]]
    assert free
    for _ in range(20):
        stones = position.stones.copy()
        stones[rng.choice(free, 3)] = rng.choice([1, -1], 3)
        other = Position(position.grid, stones, position.to_move)
        again = GroupSearch(other, group, False, safe=walls, nodes=100, rule=rule).answer()
        assert (again.result, again.line, again.zone) == (answer.result, answer.line, answer.zone)
