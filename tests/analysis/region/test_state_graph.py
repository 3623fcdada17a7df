"""Exact values against sweeps over all nodes, and against the table of small boards."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE, Color, Position
from analysis.region.region import whole_board
from analysis.region.search_budget import Budget
from analysis.region.search_state import (
    PASS,
    Bounds,
    KoRule,
    Objective,
    State,
    Target,
    children,
    final_value,
    kernel_problem,
)
from analysis.region.state_graph import OutOfBudget, StateGraph, solve_graph
from tests.analysis.region.plain import COLOR, Node, Room, Search, node, random_board, random_room, state, whole
from tests.positions import SHARED

SEEDS = st.integers(0, 2**32 - 1)
SMALL = [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 2), (2, 3)]
EMPTY = State(0, 0)


def solved(search: Search, start: Node, budget: Budget | None = None) -> StateGraph:
    """Return the solved graph of the same question."""
    target = Target(sum(1 << i for i in search.target), COLOR[search.owner]) if search.target else None
    region = search.room.region(start.board)
    return solve_graph(
        region.without_symmetries() if search.target else region, state(start),
        Objective.CAPTURE if search.target else Objective.AREA,
        suicide=search.suicide, target=target, ko=search.ko, budget=budget,
    )


def assert_agrees(search: Search, start: Node) -> None:
    """Check of every reachable node: values, moves, final value, and a line from there."""
    graph, nodes = solved(search, start), search.nodes(start)
    for at, values in search.values(start).items():
        assert graph.bounds(state(at)) == values, (search, at)
        moves = {point: None if after is None else state(after) for point, after in nodes[at].items()}
        assert list(graph.children(state(at)).items()) == list(moves.items()), (search, at)
        assert graph.final(state(at)) == (search.score(at.board),) * 2, (search, at)
        assert graph.is_over(state(at)) == search.is_over(at.board)
        assert_lines_keep_the_value(graph, state(at), 0)


def followed(graph: StateGraph, start: State, line: list[int]) -> tuple[list[State], bool]:
    """Return the states along a line, the start first, and whether the game ended. Raises KeyError if it is illegal."""
    states, ended = [start], graph.is_over(start)
    for point in line:
        assert not ended
        after = graph.children(states[-1])[point]
        ended = after is None or graph.is_over(after)
        if after is not None:
            states.append(after)
    return states, ended


def assert_lines_keep_the_value(graph: StateGraph, start: State, endless: int) -> None:
    """Check that a line ends with its value, or repeats where endless play is worth that.

    Each ply brings a player who forces the value nearer to it, unless there is nothing to force.
    """
    bounds = graph.bounds(start)
    value = bounds.value(endless)
    states, ended = followed(graph, start, graph.line(start, endless))
    for at in states:
        assert graph.bounds(at).value(endless) == value
    if ended:
        assert graph.final(states[-1]).low == value
    else:
        assert value == endless
        assert states[-1] in states[:-1]
    best = 1 if graph.target else graph.region.size
    forcing = [BLACK] * (bounds.low >= value > -best) + [WHITE] * (bounds.high <= value < best)
    assert not forcing or any(comes_nearer(graph, states, player) for player in forcing)


def comes_nearer(graph: StateGraph, states: list[State], player: Color) -> bool:
    return all(before > after for before, after in pairwise(graph.distance(at, player) for at in states))


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("ko", [KoRule.SIMPLE, KoRule.FREE])
@pytest.mark.parametrize("size", SMALL)
def test_boards_of_at_most_six_points(size: tuple[int, int], ko: KoRule, suicide: bool) -> None:
    """All of their states."""
    room = whole(*size)
    assert_agrees(Search(room, suicide, ko), Node("." * len(room.points)))


@settings(max_examples=40, deadline=None)
@given(
    seed=SEEDS, size=st.sampled_from(SMALL), suicide=st.booleans(), ko=st.sampled_from([KoRule.SIMPLE, KoRule.FREE]),
    side=st.sampled_from("XO"), passed=st.booleans(), capture=st.booleans(),
)
def test_boards_from_any_position(
    seed: int, size: tuple[int, int], suicide: bool, ko: KoRule, side: str, passed: bool, capture: bool
) -> None:
    rng, room = random.Random(seed), whole(*size)
    board = random_board(rng, room)
    assert_agrees(asked(rng, room, board, suicide, ko, capture), Node(board, side, -1, passed))


@settings(max_examples=50, deadline=None)
@given(
    seed=SEEDS, suicide=st.booleans(), ko=st.sampled_from(KoRule), side=st.sampled_from("XO"), passed=st.booleans(),
    capture=st.booleans(),
)
def test_rooms(seed: int, suicide: bool, ko: KoRule, side: str, passed: bool, capture: bool) -> None:
    """Parts of a 9x9 board with walls of both colours and loose stones, all ko rules, both objectives."""
    rng = random.Random(seed)
    room, board = random_room(rng, 6)
    if room.region(board).neutral and ko in (KoRule.BLACK_UNBOUND, KoRule.WHITE_UNBOUND):
        ko = KoRule.SIMPLE
    assert_agrees(asked(rng, room, board, suicide, ko, capture), Node(board, side, -1, passed))


def asked(rng: random.Random, room: Room, board: str, suicide: bool, ko: KoRule, capture: bool) -> Search:
    """Return a search of the board; with `capture`, about some of its stones."""
    stones = [i for i, stone in enumerate(board) if stone != "."]
    if not capture or not stones:
        return Search(room, suicide, ko)
    owner = board[rng.choice(stones)]
    own = [i for i in stones if board[i] == owner]
    return Search(room, suicide, ko, frozenset(rng.sample(own, rng.randint(1, len(own)))), owner)




def test_a_ko_is_forbidden_by_rule() -> None:
    region = whole_board(1, 5)
    start = State(0b00001, 0b01010, BLACK)  # X O . O .: Black at C takes B; White may not take back at B
    after = children(region, start, False)[2]
    assert after is not None
    assert (after.black, after.white, after.ko, after.to_move) == (0b00101, 0b01000, 1, WHITE)
    assert 1 not in children(region, after, False)
    assert 1 in children(region, after, False, KoRule.WHITE_UNBOUND)
    assert 1 not in children(region, after, False, KoRule.BLACK_UNBOUND)
    assert [rule for rule in KoRule if rule.binds(WHITE)] == [KoRule.SIMPLE, KoRule.BLACK_UNBOUND]
    assert [rule for rule in KoRule if rule.binds(BLACK)] == [KoRule.SIMPLE, KoRule.WHITE_UNBOUND]
    free = children(region, start, False, KoRule.FREE)[2]
    assert free is not None
    assert free.ko == -1


@pytest.mark.parametrize(("low", "high", "endless", "value"), [
    (-5, 5, 0, 0), (4, 12, 0, 4), (4, 12, 7, 7), (4, 12, 99, 12), (3, 3, 0, 3), (-4, -1, 0, -1),
])
def test_the_value_of_endless_play(low: int, high: int, endless: int, value: int) -> None:
    assert Bounds(low, high).value(endless) == value


@pytest.mark.parametrize(("board", "owner"), [("X..", "X"), ("X..", "O"), (".O.X", "O"), ("X.O..", "X")])
def test_a_target_has_no_symmetries(board: str, owner: str) -> None:
    """Symmetries do not preserve a target: its search uses none, though the region has some."""
    search = Search(whole(1, len(board)), target=frozenset([max(0, board.find(owner))]), owner=owner)
    for side in "XO":
        start = Node(board, side)
        graph = solve_graph(
            whole_board(1, len(board)), state(start), Objective.CAPTURE,
            target=Target(sum(1 << i for i in search.target), COLOR[owner]),
        )
        for at, values in search.values(start).items():
            assert graph.bounds(state(at)) == values, at


# -- the table of small boards -----------------------------------------------------------------------------------------

PROBLEMS = SHARED / "data" / "problems.jsonl"
LARGEST = 12
STRICT = {"board_1x6_basicko_tie0", "board_1x8_basicko_tie0"}


def boards() -> list[dict[str, Any]]:
    """Return the boards of the table with simple ko and both values."""
    if not PROBLEMS.exists():
        return []
    rows = [json.loads(line) for line in PROBLEMS.read_text(encoding="utf-8").splitlines()]
    return [
        row for row in rows
        if row["kind"] == "board" and "L" in row and len("".join(row["rows"])) <= LARGEST
        and row.get("verified", True) and not row.get("disputed")
    ]


@cache  # as long-lived as the test run
def whole_graph(height: int, width: int) -> StateGraph:
    return solve_graph(whole_board(height, width), EMPTY)


@pytest.mark.skipif(not PROBLEMS.exists(), reason=f"no {PROBLEMS.name} beside the project")
@pytest.mark.parametrize("row", boards(), ids=lambda row: row["id"])
def test_the_table_of_small_boards(row: dict[str, Any]) -> None:
    """Both values, the value with endless play drawn, and all first moves.

    The moves of two boards have values in the table for which all stones count as they stand (FACTS 7, trap 3): there
    the table is compared with the plain search by that rule, and the product with the plain search by its own.
    """
    graph = whole_graph(len(row["rows"]), len(row["rows"][0]))
    start = State(*graph.region.stones(Position.from_diagram("\n".join(row["rows"]))), COLOR[row["side"]])
    assert graph.bounds(start) == (row["L"], row["H"])
    assert graph.bounds(start).value() == row["expected"]
    first = {"pass" if move == PASS else str(move): values.value() for move, values in graph.moves(start).items()}
    if row["id"] in STRICT:
        room = whole(len(row["rows"]), len(row["rows"][0]))
        assert by_plain_search(Search(room, strict=True)) == row["first_moves"]
        assert by_plain_search(Search(room)) == first
    else:
        assert first == row["first_moves"]


def by_plain_search(search: Search) -> dict[str, int]:
    start = Node("." * len(search.room.points))
    values = search.values(start)
    after = {point: values[at] for point, at in search.moves(start).items() if at is not None}
    return {"pass" if point == PASS else str(point): Bounds(*found).value() for point, found in after.items()}


@pytest.mark.skipif(not PROBLEMS.exists(), reason=f"no {PROBLEMS.name} beside the project")
def test_the_table_is_complete() -> None:
    assert len(boards()) >= 15


# size, values: a check on the table above where it is not at hand
KNOWN = [((3, 3), (9, 9)), ((3, 4), (4, 12)), ((2, 5), (10, 10)), ((1, 7), (-7, 7)), ((2, 6), (12, 12))]


@pytest.mark.parametrize(("size", "values"), KNOWN)
def test_known_values(size: tuple[int, int], values: tuple[int, int]) -> None:
    """FACTS 7; Van der Werf (2005)."""
    assert whole_graph(*size).bounds(EMPTY) == values


# Legal positions by size: Tromp and Farnebäck, Combinatorics of Go (2006), table 1
LEGAL = [((1, 1), 1), ((1, 2), 5), ((1, 3), 15), ((1, 4), 41), ((2, 2), 57), ((2, 3), 489), ((3, 3), 12675)]


@pytest.mark.parametrize(("size", "count"), LEGAL)
def test_every_legal_board_is_reached(size: tuple[int, int], count: int) -> None:
    """Without symmetries: each position with either side to move, no ko and nobody having passed, and no other.

    A board can be put down stone by stone, since fewer stones have more liberties. Only the full 1x1 board is none.
    """
    region = whole_board(*size).without_symmetries()
    graph = solve_graph(region, EMPTY)
    room, found = whole(*size), set()
    for white in range(region.points + 1):
        for black in range(region.points + 1):
            if black & white:
                continue
            try:
                graph.bounds(State(black, white))
                graph.bounds(State(black, white, WHITE))
            except KeyError:
                continue
            found.add(State(black, white))
            assert room.is_legal(node(State(black, white), region.size).board)
    assert len(found) == count


# -- laws --------------------------------------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(
    seed=SEEDS, size=st.sampled_from([(1, 5), (1, 7), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4)]),
    side=st.sampled_from([BLACK, WHITE]), passed=st.booleans(), endless=st.integers(-4, 4),
)
@example(seed=18297726, size=(1, 7), side=BLACK, passed=False, endless=0)  # forced by White, then by both
def test_lines_on_boards(seed: int, size: tuple[int, int], side: Color, passed: bool, endless: int) -> None:
    board = random_board(random.Random(seed), whole(*size))
    start = state(Node(board))._replace(to_move=side, passed=passed)
    assert_lines_keep_the_value(whole_graph(*size), start, endless)


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, ko=st.sampled_from(KoRule), side=st.sampled_from("XO"), capture=st.booleans(), suicide=st.booleans())
def test_lines_in_rooms(seed: int, ko: KoRule, side: str, capture: bool, suicide: bool) -> None:
    rng = random.Random(seed)
    room, board = random_room(rng, 8)
    if room.region(board).neutral and ko in (KoRule.BLACK_UNBOUND, KoRule.WHITE_UNBOUND):
        ko = KoRule.FREE
    graph = solved(asked(rng, room, board, suicide, ko, capture), Node(board, side))
    assert_lines_keep_the_value(graph, graph.start, rng.randint(-1, 1))


@settings(max_examples=150, deadline=None)
@given(
    seed=SEEDS, size=st.sampled_from([(1, 7), (2, 3), (2, 4), (3, 3), (3, 4)]), side=st.sampled_from("XO"),
    passed=st.booleans(),
)
def test_values_of_boards(seed: int, size: tuple[int, int], side: str, passed: bool) -> None:
    """They follow from the values after each move, are in range, and change sign with the colours."""
    graph = whole_graph(*size)
    start = state(Node(random_board(random.Random(seed), whole(*size)), side, -1, passed))
    bounds, moves = graph.bounds(start), graph.moves(start)
    choose = max if side == "X" else min
    assert bounds.low == choose(values.low for values in moves.values())
    assert bounds.high == choose(values.high for values in moves.values())
    assert -graph.region.size <= bounds.low <= bounds.high <= graph.region.size
    assert list(moves)[-1] == PASS
    assert list(moves)[:-1] == sorted(moves)[1:]
    swapped = start._replace(black=start.white, white=start.black, to_move=start.to_move.opponent)
    assert graph.bounds(swapped) == (-bounds.high, -bounds.low)


# -- bad input ---------------------------------------------------------------------------------------------------


def test_too_many_points_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^the exact engine takes at most 28 points, got 30$"):
        solve_graph(whole_board(5, 6), EMPTY)


@pytest.mark.parametrize(("question", "target", "message"), [
    (Objective.CAPTURE, None, "a target belongs to a CAPTURE question, got CAPTURE and None"),
    (Objective.AREA, Target(1, BLACK), "a target belongs to a CAPTURE question, got AREA and Target"),
])
def test_a_target_requires_a_capture(question: Objective, target: Target | None, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        solve_graph(whole_board(2, 2), EMPTY, question, target=target)


@pytest.mark.parametrize("ko", [KoRule.BLACK_UNBOUND, KoRule.WHITE_UNBOUND])
def test_one_unbound_player_needs_walls(ko: KoRule) -> None:
    with pytest.raises(ValueError, match=f"^{ko.name} needs a region whose colours differ"):
        solve_graph(whole_board(2, 2), EMPTY, ko=ko)


def test_states_that_cannot_be_reached_have_no_value() -> None:
    graph = solve_graph(whole_board(2, 2), State(0b0001, 0b0110))
    for beyond in (State(0b1111, 0), State(0, 0, BLACK, 3)):
        with pytest.raises(KeyError, match="cannot be reached"):
            graph.bounds(beyond)


def test_final_values_without_a_graph() -> None:
    graph = whole_graph(2, 3)
    for at in (EMPTY, State(0b001, 0b100), State(0b010010, 0, WHITE)):
        assert graph.final(at).low == final_value(kernel_problem(graph.region), at)


@pytest.mark.parametrize("nodes", [0, 1, 100, 80000])
def test_a_spent_budget_ends_the_search(nodes: int) -> None:
    with pytest.raises(OutOfBudget, match=rf"^\d+ nodes searched, {nodes} allowed$"):
        solve_graph(whole_board(3, 4), EMPTY, budget=Budget(nodes=nodes))
