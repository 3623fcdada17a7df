"""Proof search: its claims against the exact values, on thousands of positions; and proofs of known boards."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE, Color
from analysis.region.proof_search import DEEPEST, Claim, Prover
from analysis.region.region import Region, whole_board
from analysis.region.search_budget import Budget
from analysis.region.search_state import PASS, KoRule, Objective, State, Target, children
from analysis.region.state_graph import OutOfBudget, StateGraph, solve_graph
from tests.analysis.region.plain import COLOR, Node, Search, random_board, random_room, state, whole

SEEDS = st.integers(0, 2**32 - 1)
EMPTY = State(0, 0)


@cache  # as long-lived as the test run
def whole_graph(height: int, width: int, suicide: bool = False) -> StateGraph:
    """Return all states of a board: every legal position can be reached stone by stone."""
    return solve_graph(whole_board(height, width), EMPTY, suicide=suicide)


def claims(prover: Prover, start: State, nodes: int) -> bool:
    """Return whether the prover proves its goal with so many nodes; it stays usable if it does not."""
    prover.budget = Budget(nodes=nodes)
    try:
        return prover.force(start).proved
    except OutOfBudget:
        return False


def holds(graph: StateGraph, start: State, player: Color, goal: int) -> bool:
    """Return whether the player can force the goal in a game that ends."""
    bounds = graph.bounds(start)
    return bounds.low >= goal if player is BLACK else bounds.high <= -goal


# -- soundness ---------------------------------------------------------------------------------------------------------

# size and how many positions; each is tried for both players
BATTERY = [
    ((1, 1), 10), ((1, 2), 40), ((1, 3), 80), ((1, 4), 100), ((1, 5), 200), ((1, 6), 200), ((1, 7), 200), ((1, 8), 200),
    ((2, 2), 100), ((2, 3), 300), ((2, 4), 500), ((2, 5), 500), ((2, 6), 600), ((3, 3), 900), ((3, 4), 1500),
]
NODES = 1500
MEMORY = 1 << 18


def random_state(rng: random.Random, size: tuple[int, int], graph: StateGraph) -> State:
    """Return a random legal state, after a pass or not; every sixth with a ko."""
    for _ in range(30 if rng.random() < 0.16 else 1):
        start = state(Node(random_board(rng, whole(*size)), rng.choice("XO"), -1, rng.random() < 0.3))
        kos = [after for after in graph.children(start).values() if after is not None and after.ko >= 0]
        if kos:
            return rng.choice(kos)
    return start


def random_goal(rng: random.Random, graph: StateGraph, start: State, player: Color) -> int:
    """Return a goal, mostly near the true value, on both sides of it."""
    bounds, most = graph.bounds(start), graph.region.size
    truth = bounds.low if player is BLACK else -bounds.high
    return rng.choice([truth, truth + 1, truth + rng.randint(-3, 3), rng.randint(-most, most), most])


def tally(size: tuple[int, int], count: int, suicide: bool) -> Counter[str]:
    """Count claims tried, true, and proved; every second by a prover that has searched other positions before."""
    rng, graph, found = random.Random(f"{size} {suicide}"), whole_graph(*size, suicide), Counter[str]()
    kept: dict[tuple[Color, int], Prover] = {}
    for number in range(count):
        start = random_state(rng, size, graph)
        for player in (BLACK, WHITE):
            goal = random_goal(rng, graph, start, player)
            prover = kept.get((player, goal)) if number % 2 else None
            if prover is None:
                prover = Prover(graph.region, player, goal, suicide=suicide, budget=Budget(memory=MEMORY))
                kept[player, goal] = prover
            proved, true = claims(prover, start, NODES), holds(graph, start, player, goal)
            assert true or not proved, (start, player, goal, graph.bounds(start))
            found += Counter({"tried": 1, "true": true, "proved": proved, "ko": start.ko >= 0})
    return found


@pytest.mark.parametrize("share", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_no_claim_is_wrong(share: int) -> None:
    """At least 5,000 positions of boards up to 3x4, against low and high; most true claims are proved, too.

    A fifth of them unless slow tests run.
    """
    total: Counter[str] = Counter()
    for size, count in BATTERY:
        total += tally(size, count // share, False)
    print(f"proof battery: {dict(total)}")
    assert total["tried"] >= 2 * 5000 / share
    assert total["ko"] > 1000 / share
    assert total["proved"] > 0.8 * total["true"]


def test_no_claim_is_wrong_with_suicide() -> None:
    total: Counter[str] = Counter()
    for size, count in BATTERY:
        total += tally(size, count // 5, True)
    print(f"proof battery with suicide: {dict(total)}")
    assert total["proved"] > 0.3 * total["true"]


def room_tally(seed: int, suicide: bool) -> Counter[str]:
    """Count claims in one room with walls: a random objective and ko rule, both players, the start and its children."""
    rng, found = random.Random(seed), Counter[str]()
    room, board = random_room(rng, 8)
    region, stones = room.region(board), [i for i, stone in enumerate(board) if stone != "."]
    start, rule = state(Node(board, rng.choice("XO"), -1, rng.random() < 0.3)), rng.choice(list(KoRule))
    if region.neutral:
        region = region.without_symmetries()
    target, question = None, Objective.AREA
    if stones and rng.random() < 0.7:
        first = rng.choice(stones)
        others = [i for i in stones if board[i] == board[first] and rng.random() < 0.5]
        target, question = Target(sum(1 << i for i in {first, *others}), COLOR[board[first]]), Objective.CAPTURE
    graph = solve_graph(region, start, question, suicide=suicide, target=target, ko=rule)
    for player in (BLACK, WHITE):
        bounds = graph.bounds(start)
        truth = bounds.low if player is BLACK else -bounds.high
        for goal in (-1, 0, 1) if target else sorted({truth - 1, truth, truth + 1, region.size}):
            prover = Prover(region, player, goal, question, suicide=suicide, target=target, ko=rule,
                            budget=Budget(memory=MEMORY))
            for at in [start, *(after for after in graph.children(start).values() if after is not None)]:
                proved, true = claims(prover, at, 500), holds(graph, at, player, goal)
                assert true or not proved, (seed, room, at, player, goal, graph.bounds(at), rule, target)
                found += Counter({"tried": 1, "true": true, "proved": proved})
    return found


@pytest.mark.parametrize("suicide", [False, True])
def test_no_claim_is_wrong_in_rooms(suicide: bool) -> None:
    """Parts of a board, with walls of both colours, loose stones, targets, and all ko rules."""
    total: Counter[str] = Counter()
    for seed in range(200):
        total += room_tally(seed, suicide)
    print(f"proof battery in rooms, {suicide=}: {dict(total)}")
    assert total["proved"] > 0.5 * total["true"]


@pytest.mark.parametrize("board", ["X..", "X.O", ".X.O", "X.O.."])
def test_a_target_has_no_symmetries(board: str) -> None:
    """Symmetries do not preserve a target: its search uses none, though the region has some."""
    search = Search(whole(1, len(board)), target=frozenset([board.index("X")]))
    target = Target(1 << board.index("X"), BLACK)
    for side in "XO":
        at = Node(board, side)
        low, high = search.values(at)[at]
        for player in (BLACK, WHITE):
            for goal in (0, 1):
                prover = Prover(whole_board(1, len(board)), player, goal, Objective.CAPTURE, target=target)
                true = low >= goal if player is BLACK else high <= -goal
                assert prover.forces_within(state(at), 20) == true, (at, player, goal)


# -- completeness ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1, 3), (1, 4), (2, 2), (2, 3), (2, 4), (3, 3), (2, 5)])
def test_first_moves_are_proved(size: tuple[int, int]) -> None:
    """Every first move of a small board: exactly its value, for both players, where no ko decides it."""
    graph = whole_graph(*size)
    for after in graph.children(EMPTY).values():
        assert after is not None
        low, high = graph.bounds(after)
        for player, goal in ((BLACK, low), (WHITE, -high)):
            if goal > -graph.region.size:
                assert Prover(graph.region, player, goal).force(after).proved


# size, goal of Black, plies; FACTS 7 (values); those of whole boards: Drange (1998), Van der Werf & Winands (2009)
PROOFS = [
    ((3, 3), 9, 11), ((2, 6), 12, 13), ((3, 4), 4, 13), ((2, 7), 14, 19), ((4, 4), 1, 21),
    pytest.param((3, 5), 15, 17, marks=pytest.mark.slow),
    pytest.param((2, 8), 16, 27, marks=pytest.mark.slow), pytest.param((3, 6), 18, 23, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("size", "goal", "longest"), PROOFS)
def test_boards_are_proved(size: tuple[int, int], goal: int, longest: int) -> None:
    """A lower bound of Black's value by finite play, so under any ko rule; within the known number of plies."""
    budget = Budget(nodes=40_000_000)
    claim = Prover(whole_board(*size), BLACK, goal, budget=budget).force(EMPTY)
    print(f"{size} >= {goal}: {claim}")
    assert claim.proved
    assert claim.depth <= longest
    assert claim.nodes == budget.used


def forced(search: Search, at: Node, player: str, goal: int, depth: int) -> bool:
    """Return whether the player reaches the goal within so many plies, the pass that ends the game included."""
    sign = 1 if player == "X" else -1
    moves = search.moves(at)
    if not moves:
        return search.score(at.board) * sign >= goal
    results = (
        search.score(at.board) * sign >= goal if after is None
        else depth > 1 and forced(search, after, player, goal, depth - 1)
        for after in moves.values()
    )
    return depth > 0 and (any(results) if at.side == player else all(results))


@settings(max_examples=80, deadline=None)
@given(
    seed=SEEDS, depth=st.integers(1, 5), player=st.sampled_from("XO"), suicide=st.booleans(), ko=st.sampled_from(KoRule)
)
def test_short_proofs_are_found_within_their_depth(
    seed: int, depth: int, player: str, suicide: bool, ko: KoRule
) -> None:
    """Cut-offs shorten proofs but never hide one: in rooms, for every goal."""
    rng = random.Random(seed)
    room, board = random_room(rng, 5)
    at = Node(board, rng.choice("XO"), -1, rng.random() < 0.5)
    search = Search(room, suicide, ko)
    for goal in range(-len(board), len(board) + 1):
        if forced(search, at, player, goal, depth):
            prover = Prover(room.region(board).without_symmetries(), COLOR[player], goal, suicide=suicide, ko=ko)
            assert prover.forces_within(state(at), depth), (room, at, goal)


@pytest.mark.parametrize("size", [(2, 3), (1, 5), (3, 3)])
def test_more_plies_prove_no_less(size: tuple[int, int]) -> None:
    """A fresh prover at every depth: from some depth on the answer is yes."""
    goal = whole_graph(*size).bounds(state(Node("." * (size[0] * size[1])))).low
    answers = [Prover(whole_board(*size), BLACK, goal).forces_within(EMPTY, depth) for depth in range(20)]
    assert answers == sorted(answers)


# -- lines -------------------------------------------------------------------------------------------------------------


def followed(region: Region, start: State, line: list[int]) -> State:
    """Return the state after a line. Raises KeyError for an illegal move."""
    for point in line:
        after = children(region, start, False)[point]
        assert after is not None
        start = after
    return start


@settings(max_examples=60, deadline=None)
@given(
    seed=SEEDS, size=st.sampled_from([(2, 3), (1, 7), (2, 4), (3, 3), (3, 4)]), player=st.sampled_from([BLACK, WHITE])
)
def test_a_line_keeps_the_goal(seed: int, size: tuple[int, int], player: Color) -> None:
    rng, graph = random.Random(seed), whole_graph(*size)
    start = random_state(rng, size, graph)
    goal = graph.bounds(start).low if player is BLACK else -graph.bounds(start).high
    prover = Prover(graph.region, player, goal)
    if goal == -graph.region.size or not claims(prover, start, 20000):
        return
    depth = prover.proved_plies(start)
    assert depth is not None
    line = prover.line(start)
    assert len(line) <= depth
    for length in range(len(line) + 1):
        assert holds(graph, followed(graph.region, start, line[:length]), player, goal)
    last = followed(graph.region, start, line)
    assert prover.proved_plies(last) == 0 or list(graph.children(last).values()) == [None]


def test_the_first_move_of_a_proof() -> None:
    """Black wins all of 3x3 from the centre, and only from there (FACTS 7)."""
    prover = Prover(whole_board(3, 3), BLACK, 9)
    assert prover.proved_plies(EMPTY) is None
    assert prover.line(EMPTY) == []
    assert prover.force(EMPTY).proved
    assert prover.line(EMPTY)[0] == 4
    assert [point for point, bounds in whole_graph(3, 3).moves(EMPTY).items() if bounds.low == 9] == [4]
    assert prover.proved_plies(EMPTY) is not None
    assert prover.proved_plies(State(0, 0, WHITE)) is None
    assert PASS not in prover.line(EMPTY)[::2]


def test_suggestions_change_the_work_and_not_the_answer() -> None:
    plain, well, badly = (Prover(whole_board(3, 4), BLACK, 4) for _ in range(3))
    well.suggest(EMPTY, 5)
    badly.suggest(EMPTY, 0)
    found = [prover.force(EMPTY) for prover in (plain, well, badly)]
    assert [claim.proved for claim in found] == [True] * 3
    assert found[0].depth == found[1].depth == found[2].depth
    for region, point in ((whole_board(2, 4), 6), (whole_board(3, 3), 1)):
        prover = Prover(region, BLACK, region.size)
        prover.suggest(EMPTY, point)
        assert prover.force(EMPTY).proved


# -- limits ------------------------------------------------------------------------------------------------------------


def test_a_spent_budget_leaves_the_prover_usable() -> None:
    """In small portions: nothing is claimed on the way, the table is kept, the proof is that of a single search."""
    prover, portions = Prover(whole_board(3, 4), BLACK, 4), 0
    while True:
        prover.budget, portions = Budget(nodes=2000), portions + 1
        try:
            claim = prover.force(EMPTY)
        except OutOfBudget:
            assert prover.proved_plies(EMPTY) is None
            assert portions < 1000
            continue
        break
    assert portions > 3
    at_once = Prover(whole_board(3, 4), BLACK, 4).force(EMPTY)
    assert (claim.proved, claim.depth) == (at_once.proved, at_once.depth) == (True, at_once.depth)
    assert prover.forces_within(EMPTY, claim.depth)


def test_a_stop_request_ends_a_proof() -> None:
    lines: list[str] = []
    budget = Budget(stopped=lambda: len(lines) >= 3, progress=lines.append)
    prover = Prover(whole_board(3, 5), BLACK, 15, budget=budget)
    with pytest.raises(OutOfBudget, match=r"^stopped$"):
        prover.force(EMPTY)
    assert lines[0].startswith("depth 1: not proved, ")
    prover.budget = Budget()
    assert prover.force(EMPTY).proved


def test_impossible_goals_are_not_proved() -> None:
    """White cannot get a point of 2x4, nor Black all of 1x1: every depth is searched, and nothing claimed."""
    assert not Prover(whole_board(2, 4), WHITE, -7).forces_within(EMPTY, 12)
    assert Prover(whole_board(1, 1), BLACK, 1).force(EMPTY) == Claim(False, DEEPEST, DEEPEST // 2 * 2)


@pytest.mark.parametrize("size", [(4, 7), (5, 6), (8, 8)])
def test_too_many_points_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=f"^the proof engine takes at most 27 points, got {size[0] * size[1]}$"):
        Prover(whole_board(*size), BLACK, 1)


@pytest.mark.parametrize("ko", [KoRule.BLACK_UNBOUND, KoRule.WHITE_UNBOUND])
def test_one_unbound_player_needs_walls(ko: KoRule) -> None:
    with pytest.raises(ValueError, match=f"^{ko.name} needs a region whose colours differ"):
        Prover(whole_board(2, 2), BLACK, 1, ko=ko)


@pytest.mark.parametrize(("question", "target"), [(Objective.CAPTURE, None), (Objective.AREA, Target(1, BLACK))])
def test_a_target_requires_a_capture(question: Objective, target: Target | None) -> None:
    with pytest.raises(ValueError, match=r"^a target belongs to a CAPTURE question"):
        Prover(whole_board(2, 2), BLACK, 1, question, target=target)


@pytest.mark.parametrize("depth", [-1, DEEPEST + 1, 127, 1000])
def test_depths_beyond_the_table_are_refused(depth: int) -> None:
    """A depth is stored in seven bits, and the stack of moves holds so many plies."""
    with pytest.raises(ValueError, match=str(depth)):
        Prover(whole_board(1, 2), BLACK, 2).forces_within(EMPTY, depth)


def test_no_memory_for_a_table() -> None:
    with pytest.raises(OutOfBudget, match="needed"):
        Prover(whole_board(2, 2), BLACK, 1, budget=Budget(memory=1000))


@pytest.mark.parametrize("memory", [1 << 14, 1 << 16])
def test_a_small_table_is_enough(memory: int) -> None:
    """Entries are replaced all the time: more nodes, the same answer."""
    prover = Prover(whole_board(3, 4), BLACK, 4, budget=Budget(nodes=20_000_000, memory=memory))
    assert prover.force(EMPTY).proved


def test_a_packed_search_keeps_its_proofs() -> None:
    region = whole_board(3, 5)
    prover = Prover(region, BLACK, 15)
    assert prover.force(State(0, 0)).proved
    after = [one for one in children(region, EMPTY, False).values() if one is not None]
    later = [two for one in after for two in children(region, one, False).values() if two is not None]
    states = [EMPTY, *after, *later]
    before, line = [prover.proved_plies(one) for one in states], prover.line(State(0, 0))
    size = prover.nbytes
    prover.pack()
    prover.pack()
    assert [prover.proved_plies(one) for one in states] == before
    assert sum(plies is not None for plies in before) > 10
    assert prover.line(State(0, 0)) == line
    assert prover.nbytes * 20 < size
    with pytest.raises(ValueError, match="has ended"):
        prover.forces_within(State(0, 0), 1)
