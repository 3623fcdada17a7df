"""df-pn against the exact values, the table of small boards, and the proof search by depth."""

from __future__ import annotations

import random
import threading
import time
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE, Color, Position
from analysis.region import dfpn
from analysis.region.dfpn import DfpnProver, OutOfBudget
from analysis.region.proof_search import Prover
from analysis.region.region import Region, enclosed, whole_board
from analysis.region.search_budget import Budget
from analysis.region.search_state import KoRule, Objective, State, Target
from analysis.region.state_graph import StateGraph, solve_graph
from tests.analysis.region.plain import Node, random_room, state

EMPTY = State(0, 0)
SIZES = [(1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 2), (2, 3), (2, 4), (3, 3)]


@cache
def solved(height: int, width: int, suicide: bool, ko: KoRule = KoRule.SIMPLE) -> StateGraph:
    return solve_graph(whole_board(height, width), EMPTY, suicide=suicide, ko=ko)


def wandered(rng: random.Random, graph: StateGraph, plies: int) -> State:
    """Return a state that random play reaches from the start of the graph."""
    at = graph.start
    for _ in range(plies):
        after = [child for child in graph.children(at).values() if child is not None]
        if not after:
            break
        at = rng.choice(after)
    return at


def least(graph: StateGraph, at: State, player: Color) -> int:
    """Return what the player forces in a game that ends, in the player's own terms."""
    bounds = graph.bounds(at)
    return bounds.low if player is BLACK else -bounds.high


def assert_decides(graph: StateGraph, at: State, player: Color, goal: int, nodes: int = 3_000_000) -> None:
    """Check that `force` and `decides` give the right answer, and that a proof holds within its depth."""
    prover = DfpnProver(
        graph.region, player, goal, graph.objective, suicide=graph.suicide, target=graph.target, ko=graph.ko,
        budget=Budget(nodes=nodes, memory=1 << 24),
    )
    claim = prover.force(at)
    expected = least(graph, at, player) >= goal
    assert claim.proved is expected, (graph, at, player, goal)
    assert (claim.depth >= 0) is expected, (graph, at, player, goal)
    assert prover.decides(at) is expected
    if expected and claim.depth <= 100 and claim.nodes < 1000:
        by_depth = Prover(
            graph.region, player, goal, graph.objective, suicide=graph.suicide, target=graph.target, ko=graph.ko,
            budget=Budget(nodes=200_000, memory=1 << 24),
        )
        assert within(by_depth, at, claim.depth) is not False, (graph, at, player, goal, claim)


def within(prover: Prover, at: State, depth: int) -> bool | None:
    """Return Prover.forces_within, or None if it takes too long."""
    try:
        return prover.forces_within(at, depth)
    except OutOfBudget:
        return None


# -- soundness and completeness: each answer is given, and is right ----------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_boards_up_to_nine_points(seed: int) -> None:
    """500 random positions each, with goals around the true value."""
    rng = random.Random(seed)
    for _ in range(500):
        height, width = rng.choice(SIZES)
        graph = solved(height, width, rng.random() < 0.25)
        at = wandered(rng, graph, rng.randrange(4 * height * width))
        player = rng.choice([BLACK, WHITE])
        goal = least(graph, at, player) + rng.choice([-1, 0, 0, 1, 1, 2])
        # the graph says no less than the worst board even of endless play, so nothing is asked of that
        assert_decides(graph, at, player, max(1 - height * width, goal))


def test_boards_of_twelve_points() -> None:
    rng = random.Random(12)
    for _ in range(300):
        graph = solved(3, 4, False)
        at = wandered(rng, graph, rng.randrange(40))
        player = rng.choice([BLACK, WHITE])
        assert_decides(graph, at, player, max(-11, least(graph, at, player) + rng.choice([0, 1])))


def test_a_no_is_no_upper_bound() -> None:
    """On 2x2 neither player can force a good end of the game: what one is denied the opponent cannot force either."""
    assert solved(2, 2, False).bounds(EMPTY) == (-4, 4)
    for player in (BLACK, WHITE):
        for goal in (-3, 0, 3):
            assert DfpnProver(whole_board(2, 2), player, goal).decides(EMPTY) is False


@pytest.mark.parametrize("ko", [KoRule.SIMPLE, KoRule.FREE, KoRule.BLACK_UNBOUND, KoRule.WHITE_UNBOUND])
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_targets_in_rooms(ko: KoRule, seed: int) -> None:
    """Rooms with walls of both colours: CAPTURE under every ko rule, from every state of random play."""
    rng = random.Random(seed)
    room, board = random_room(rng, 7)
    start = state(Node(board, rng.choice("XO")))
    owner = rng.choice([BLACK, WHITE])
    stones = start.black if owner is BLACK else start.white
    if not stones:
        return
    region = room.region(board).without_symmetries()
    graph = solve_graph(region, start, Objective.CAPTURE, target=Target(stones & -stones, owner), ko=ko)
    at = wandered(rng, graph, rng.randrange(12))
    for player in (BLACK, WHITE):
        for goal in (0, 1):
            assert_decides(graph, at, player, goal)


# -- tables ------------------------------------------------------------------------------------------------------------

# rows, columns, goal for Black, whether he forces it from the empty board: FACTS 7; those of 1x5 to 2x2 under simple ko
BOARDS = [
    (1, 3, 3, True), (1, 4, 4, True), (1, 5, 1, False), (2, 2, 1, False), (2, 3, 1, False), (2, 4, 8, True),
    (2, 5, 10, True), (2, 6, 12, True), (2, 7, 14, True), (3, 3, 9, True), (3, 4, 4, True),
    (3, 4, 5, False), (3, 5, 15, True), (4, 4, 1, True),
]


@pytest.mark.parametrize(("height", "width", "goal", "forced"), BOARDS)
def test_small_boards(height: int, width: int, goal: int, forced: bool) -> None:
    prover = DfpnProver(whole_board(height, width), BLACK, goal, budget=Budget(nodes=4_000_000))
    assert prover.decides(EMPTY) is forced


@pytest.mark.slow
def test_three_by_six() -> None:
    assert DfpnProver(whole_board(3, 6), BLACK, 18, budget=Budget(nodes=40_000_000)).force(EMPTY).proved


# Black's `x` are the target; `.` may be played on, `+` not. Who moves, and what the target is worth to Black: 1 alive,
# 0 uncaptured, -1 gone. Our own diagrams of textbook shapes; `proof` agrees on all, where it finds proofs.
LIFE = {
    "straight three": (["...xO+", "xxxxO+", "OOOOO+", "++++++"], BLACK, 1),
    "straight three, too late": (["...xO+", "xxxxO+", "OOOOO+", "++++++"], WHITE, -1),
    "square four": (["..xO+", "..xO+", "xxxO+", "OOOO+", "+++++"], BLACK, -1),
    "six on the second line": (["O......O", "OxxxxxxO", "OOOOOOOO", "++++++++"], BLACK, -1),
    "eight on the second line": (["O........O", "OxxxxxxxxO", "OOOOOOOOOO", "++++++++++"], BLACK, 1),
    "carpenter's square": (["...xO+", "...xO+", "...xO+", "xxxOO+", "OOOO++"], WHITE, -1),
    "carpenter's square, four outside": (["...xO+", "...xO+", "...xO+", "xxxxO+", "....O+", "OOOOO+"], WHITE, 1),
    "carpenter's square, two more points": (["...xO+", "...xO+", "...xO+", "xxxxO+", "OOOOO+"], WHITE, 0),
    "three by four": (["....xO+", "....xO+", "....xO+", "xxxxxO+", "OOOOOO+"], WHITE, 1),
    "five in an open room": ([".......O+", ".xxxxx.O+", ".......O+", "OOOOOOOO+"], BLACK, 1),
    "J group": (["....O+", "...xO+", ".xxxO+", ".xOOO+", "..O+++", "OOO+++"], WHITE, -1),
}


def picture(rows: list[str], mover: Color) -> tuple[Region, Target, State]:
    """Return the region of a picture; a `+` is empty, outside, and must not be beside a point of the region."""
    width = len(rows[0])
    position = Position.from_diagram("\n".join(rows).replace("+", ".").upper())
    cells = {r * width + c: letter for r, row in enumerate(rows) for c, letter in enumerate(row)}
    target = [point for point, letter in cells.items() if letter == "x"]
    region = enclosed(position, [point for point, letter in cells.items() if letter in ".x"], target)
    black, white = region.stones(position)
    return region, Target(region.bits(target), BLACK), State(black, white, mover)


@pytest.mark.parametrize("name", LIFE)
def test_life_and_death(name: str) -> None:
    rows, mover, fate = LIFE[name]
    region, target, at = picture(rows, mover)
    for player, goal, expected in ((BLACK, 1, fate > 0), (BLACK, 0, fate >= 0), (WHITE, 1, fate < 0)):
        budget = Budget(nodes=2_000_000)
        prover = DfpnProver(region, player, goal, Objective.CAPTURE, target=target, budget=budget)
        assert prover.decides(at) is expected, (player, goal)


# -- budgets -----------------------------------------------------------------------------------------------------------


def test_an_interrupted_search_continues_where_it_stopped() -> None:
    """Interrupted every 5,000 nodes, it visits exactly as many nodes as without interruption."""
    once = DfpnProver(whole_board(2, 6), BLACK, 12)
    claim = once.force(EMPTY)
    budget = Budget(nodes=0)
    pieces = DfpnProver(whole_board(2, 6), BLACK, 12, budget=budget)
    for rounds in range(1, 1000):
        budget.nodes = 5000 * rounds
        try:
            assert pieces.force(EMPTY).depth == claim.depth
            break
        except OutOfBudget:
            continue
    assert budget.used == once.budget.used > 5000


def test_a_search_from_another_state_in_between_does_no_harm() -> None:
    budget = Budget(nodes=10_000)
    prover = DfpnProver(whole_board(2, 6), BLACK, 12, budget=budget)
    with pytest.raises(OutOfBudget):
        prover.force(EMPTY)
    budget.nodes = None
    assert prover.decides(State(0, 1 << 2 | 1 << 8, BLACK)) is False
    assert prover.force(EMPTY).proved
    assert prover.force(EMPTY).nodes == 1  # the table knows


def test_a_small_table_costs_nodes_only() -> None:
    prover = DfpnProver(whole_board(2, 5), BLACK, 10, budget=Budget(memory=1 << 14))
    claim = prover.force(EMPTY)
    assert claim.proved
    assert claim.nodes > DfpnProver(whole_board(2, 5), BLACK, 10).force(EMPTY).nodes


def test_short_paths_and_small_tables_give_no_wrong_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a short stack and a table of 512 states much stays open, but the answers given are right."""
    rng = random.Random(5)
    open_, answered = 0, 0
    for _ in range(400):
        monkeypatch.setattr(dfpn, "LONGEST_PATH", rng.choice([1, 2, 4, 6, 9, 14]))
        graph = solved(*rng.choice(SIZES), rng.random() < 0.25)
        at, player = wandered(rng, graph, rng.randrange(40)), rng.choice([BLACK, WHITE])
        goal = max(1 - graph.region.size, least(graph, at, player) + rng.choice([0, 1]))
        budget = Budget(nodes=100_000, memory=1 << 14)
        try:
            answer = DfpnProver(graph.region, player, goal, suicide=graph.suicide, budget=budget).decides(at)
        except OutOfBudget:
            answer = None
        open_ += answer is None
        answered += answer is not None
        assert answer in (None, least(graph, at, player) >= goal), (graph, at, player, goal)
    assert min(open_, answered) > 50


def test_too_little_memory_is_refused() -> None:
    with pytest.raises(OutOfBudget, match="MB"):
        DfpnProver(whole_board(2, 5), BLACK, 10, budget=Budget(memory=1000))


def test_progress_and_stop() -> None:
    lines: list[str] = []
    prover = DfpnProver(whole_board(4, 5), BLACK, 20, budget=Budget(memory=1 << 24, progress=lines.append))
    prover.budget.stopped = lambda: len(lines) >= 2
    with pytest.raises(OutOfBudget, match="stopped"):
        prover.force(EMPTY)
    assert len(lines) == 2
    assert "nodes" in lines[0]


def test_the_stop_flag_ends_the_search_at_the_next_node() -> None:
    prover = DfpnProver(whole_board(4, 5), BLACK, 20, budget=Budget(memory=1 << 24))
    prover.stop()
    with pytest.raises(OutOfBudget, match="stopped"):
        prover.force(EMPTY)
    assert prover.budget.used == 0
    timer = threading.Thread(target=lambda: (time.sleep(0.2), prover.stop()))
    timer.start()
    with pytest.raises(OutOfBudget, match="stopped"):
        prover.force(EMPTY)
    timer.join()
    assert prover.budget.used > 0


# -- bad input ---------------------------------------------------------------------------------------------


def test_too_many_points() -> None:
    with pytest.raises(ValueError, match="at most 27 points, got 28"):
        DfpnProver(whole_board(4, 7), BLACK, 1)


@pytest.mark.parametrize(("question", "target"), [(Objective.CAPTURE, None), (Objective.AREA, Target(1, BLACK))])
def test_a_target_requires_a_capture(question: Objective, target: Target | None) -> None:
    with pytest.raises(ValueError, match="a target belongs to a CAPTURE question"):
        DfpnProver(whole_board(2, 2), BLACK, 1, question, target=target)


def test_one_player_unbound_needs_walls() -> None:
    with pytest.raises(ValueError, match="BLACK_UNBOUND needs a region whose colours differ"):
        DfpnProver(whole_board(2, 2), BLACK, 1, ko=KoRule.BLACK_UNBOUND)


def test_a_target_on_a_whole_board_has_no_symmetries() -> None:
    """A target in one corner of 2x3 and one in another corner are different questions."""
    region = whole_board(2, 3)
    at = State(0b000001, 0b010010, BLACK)
    for stones in (0b000001, 0b000010, 0b010000):
        target = Target(stones, BLACK if stones & at.black else WHITE)
        graph = solve_graph(region.without_symmetries(), at, Objective.CAPTURE, target=target)
        for player in (BLACK, WHITE):
            for goal in (0, 1):
                prover = DfpnProver(region, player, goal, Objective.CAPTURE, target=target)
                assert prover.decides(at) is (least(graph, at, player) >= goal)


def test_the_region_is_not_changed() -> None:
    region = whole_board(2, 3)
    before = [np.array(a) for a in (region.near, region.symmetries)]
    DfpnProver(region, BLACK, 1).force(EMPTY)
    for old, new in zip(before, (region.near, region.symmetries), strict=True):
        np.testing.assert_array_equal(old, new)
