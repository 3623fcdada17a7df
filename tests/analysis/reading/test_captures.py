"""Captures read by the local search: diagrams, exhaustive search, ladders, zones, kos."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from analysis.board import BLACK, NO_POINT, WHITE, Color, Grid, Position
from analysis.board.position import IllegalMove
from analysis.reading import Answer, Evidence, Result, attack, defend
from analysis.reading.local_search import LocalSearch, Question
from analysis.region.region import Region, whole_board
from analysis.region.search_budget import Budget, OutOfBudget
from analysis.region.search_state import KoRule, Objective, State, Target
from analysis.region.state_graph import solve_graph
from tests.analysis.reading.rooms import compare as compare_rooms
from tests.positions import real_positions

FAILS, WORKS, KO_FIRST, KO_AFTER = Result.FAILS, Result.WORKS, Result.KO_FIRST, Result.KO_AFTER


def first_move(position: Position, found: Answer) -> str:
    """Return the first move: a vertex, `pass` if the chain needs no move, or `-`."""
    if found.result is FAILS:
        return "-"
    return "pass" if found.move is None else position.grid.vertex(found.move)


BREAKER = "........\n........\n..OO....\n.OX.....\n..O.....\n........\n....X...\n........"

# name and source, board, chain, attack and its first moves, defence and its first moves (none given: any)
TABLE = [
    ("an open stone (composed)", ".....\n.....\n..X..\n.....\n.....", "C3", FAILS, "-", None, ""),
    ("on the edge beside its captor (composed)", "X.O.\nO...\n....\n....", "A4", WORKS, "B4", FAILS, "-"),
    ("ladder (textbook)", BREAKER.replace("X...\n........", "....\n........"), "C5", WORKS, "D5", FAILS, "-"),
    ("ladder with a breaker (textbook)", BREAKER, "C5", WORKS, "D5", WORKS, ""),
    ("loose ladder: not by atari alone (composed)", ".......\n.......\n.......\nOOO....\nXXOO...\n.XX....\n...O...",
     "B2", WORKS, "D2", None, ""),
    ("thrown in to shorten liberties (composed)", "..XO.\nXXXO.\nO.XO.\nOOOO.\n.....",
     "C4", WORKS, "A5 B5 B3", FAILS, "-"),
    ("connect and die: joining leaves one liberty (composed)", "XO....\nX.XO..\nXXOO..\nOO....\n......",
     "A3", WORKS, "B4", FAILS, "-"),
    ("shut in by its own wall: filling is suicide (rules)", "O.XO\nXXXO\nOOOO\n....", "C4", WORKS, "B4", FAILS, "-"),
    ("three in a row: killed from the middle (textbook)", "...XO\nXXXXO\nOOOOO\n.....", "B3", WORKS, "B4", WORKS, "B4"),
    ("four in a row: alive (textbook)", "....XO\nXXXXXO\nOOOOOO\n......", "B3", FAILS, "-", WORKS, ""),
    ("two eyes: every filling is suicide (rules)", ".X.XO\nXXXXO\nOOOOO\n.....", "B3", FAILS, "-", WORKS, "pass"),
]
ENDLESS_KO = "OX.X.\n.OXX.\nOOOX.\n....."
"""A ko about the chain on A4, to be taken at once by either; connected, it is still lost."""



@pytest.mark.parametrize(
    ("name", "board", "chain", "first", "moves", "second", "saving"), TABLE, ids=[row[0] for row in TABLE]
)
def test_diagrams(
    name: str, board: str, chain: str, first: Result, moves: str, second: Result | None, saving: str
) -> None:
    position = Position.from_diagram(board)
    point = position.grid.point(chain)
    found = attack(position, point, nodes=20_000)
    assert found.result is first
    assert first_move(position, found) in moves.split()
    if second is not None:
        found = defend(position, point, nodes=20_000)
        assert found.result is second
        assert not saving or first_move(position, found) in saving.split()


SNAPBACK = ".....\nOO...\nXXO..\nO.O.."
KO = ".XXOOO.\n.X.XO..\nXX.XO..\n..XO.OO\n.XXXOO.\n...XO..\n..XXO.O"
UNDERMINED = "\n".join([  # GNU Go's reading suite, 94: White takes at D1 and starts a ko that threatens the wall
    ".........", ".........", "...XXX...", "XXXX.X...", "XOOOOX...", "XOXXXOOO.", ".OX.XO.OO", "OOXXOOO.O", ".OX.XXOO.",
])  # fmt: skip


def test_taking_a_stone_in_a_snapback_is_no_capture() -> None:
    position = Position.from_diagram(SNAPBACK)
    assert attack(position, position.grid.point("A1")).result is Result.FAILS


def test_a_ko_is_decided_by_one_threat() -> None:
    position = Position.from_diagram(KO)
    found = attack(position, position.grid.point("D4"))
    assert (found.result, found.move, found.threats) == (Result.KO_FIRST, position.grid.point("E4"), 1)
    assert found.finished


def test_an_endless_ko_is_a_repetition() -> None:
    """It is seen where it repeats, not by the length of the line; with any number of threats it saves nothing."""
    position = Position.from_diagram(ENDLESS_KO)
    point = position.grid.point("A4")
    found = attack(position, point, nodes=100_000, escape=20)
    assert (found.result, found.move) == (WORKS, position.grid.point("A3"))
    owner = Color(int(position.stones[point]))
    reading = LocalSearch(position, Question(owner.opponent, owner.opponent, point, 100_000, 20))
    outcome = reading.search(0, reading.endless)
    assert outcome.proved is False
    assert not outcome.short
    assert reading.nodes < 100
    assert [reading.search(0, threats).proved for threats in range(4)] == [True] * 4


def test_a_ko_may_undermine_the_wall_around_a_chain() -> None:
    position = Position.from_diagram(UNDERMINED)
    found = defend(position, position.grid.point("B5"))
    assert (found.result, found.move) == (Result.KO_FIRST, position.grid.point("D1"))


def is_captured(region: Region, position: Position, point: int, attacking: bool) -> bool | None:
    """Return whether the chain is captured by a side that may not retake kos against one that may.

    All moves of both sides are searched; None if that is too large.
    """
    owner = Color(int(position.stones[point]))
    rule = KoRule.BLACK_UNBOUND if owner is BLACK else KoRule.WHITE_UNBOUND
    start = State(*region.stones(position), owner.opponent if attacking else owner)
    target = Target(region.bits(set(position.chain_at(point)) & set(region.vertices)), owner)
    try:
        graph = solve_graph(
            region, start, Objective.CAPTURE, suicide=False, target=target, ko=rule, budget=Budget(20_000)
        )
    except OutOfBudget:
        return None
    bounds = graph.bounds(start)
    return bounds.high < 0 if owner is BLACK else bounds.low > 0


def small_boards(seed: int) -> Iterator[tuple[Region, Position, int]]:
    """Yield nearly full boards, each with a chain; without end."""
    rng = random.Random(seed)
    while True:
        grid = Grid(*rng.choice([(4, 4), (5, 4), (4, 5), (3, 5), (2, 7), (3, 4), (3, 6)]))
        points, stones, share = list(range(grid.area)), np.zeros(grid.area, np.int8), rng.choice([0.3, 0.4, 0.5])
        rng.shuffle(points)
        for point in points[rng.randint(2, 7) :]:
            stones[point] = -1 if rng.random() < share else 1
        try:
            position = Position.from_stones(grid, stones)
        except ValueError:
            continue
        chains = [int(p) for p in np.flatnonzero(stones)]
        yield whole_board(grid.height, grid.width), position, rng.choice(chains)


def test_a_chain_without_liberties_does_no_harm() -> None:
    """No game leads there, but a position may be given so: Black's stone on A3."""
    rows = ["OO.XXX", "X..XXX", "XXXXXX", "XXXXXX", "OOOOOO", "XOX..O", "OOOOOO", "OOOOOO"]
    stones = np.array([{"X": 1, "O": -1, ".": 0}[stone] for stone in "".join(rows)], np.int8)
    position = Position(Grid(8, 6), stones)
    found = [ask(position, point).result for point in (0, 12, 30) for ask in (attack, defend)]
    assert found == [WORKS, FAILS, WORKS, WORKS, WORKS, FAILS]


def check_small_boards(count: int, seed: int) -> Counter[str]:
    """Compare with exhaustive search; what is proved must be true, and lost stones must be lost whatever the kos."""
    seen = Counter[str]()
    boards = small_boards(seed)
    for _ in range(count):
        region, position, point = next(boards)
        for attacking, ask, falls in ((True, attack, Result.WORKS), (False, defend, Result.FAILS)):
            truth = is_captured(region, position, point, attacking)
            if truth is None:
                continue
            found = ask(position, point, nodes=20_000, escape=20)
            said = found.result is falls
            if said and (not attacking or found.evidence is Evidence.PROVED):
                assert truth, (position.diagram(), position.grid.vertex(point), found)
            seen[f"{'falls' if said else 'stands'} {'falls' if truth else 'stands'}"] += 1
    return seen


@pytest.mark.parametrize(("boards", "least"), [(500, 20), pytest.param(6000, 250, marks=pytest.mark.slow)])
def test_captured_chains_on_small_boards_cannot_be_saved(boards: int, least: int) -> None:
    seen = check_small_boards(boards, 1)
    assert seen["falls falls"] > least
    assert seen["falls stands"] <= 1 + 0.02 * seen["falls falls"]


def test_captures_in_rooms_agree_with_exhaustive_search() -> None:
    """Whatever the kos, by a ko, or not; what is proved is true."""
    seen, _ = compare_rooms(120, 3)
    assert seen["wrong, proved"] == 0
    assert seen["wrong"] <= 0.01 * seen["asked"]
    assert seen["not finished"] <= 0.05 * seen["asked"]


def sample_chains(count: int, seed: int, most: int = 3) -> Iterator[tuple[Position, int]]:
    """Yield chains of real positions with few liberties."""
    rng = random.Random(seed)
    positions = real_positions()
    while count:
        position = rng.choice(positions)
        point = rng.choice([int(p) for p in np.flatnonzero(position.stones)])
        if len(position.liberties_at(point)) <= most:
            count -= 1
            yield position, point


def test_every_move_in_the_zone_of_a_refuted_pass_is_tried() -> None:
    """Of the defender to move, whose chain is captured: else there would be no proof."""
    from analysis.reading import _point_set_kernels as sets
    from analysis.reading import _question_kernels as fields

    seen = 0
    for position, point in sample_chains(500, 11, 2):
        owner = Color(int(position.stones[point]))
        position = position.with_to_move(owner)
        reading = LocalSearch(position, Question(owner.opponent, owner, point, 1000, 5))
        if reading.search(0, reading.endless).proved is not True:
            continue
        root, children = reading._search.nodes[0], reading._search.children[0]
        if root[fields.STAGE] != fields.COMPLETE:
            continue
        tried = {int(child[fields.MOVE]) for child in children[: root[fields.COUNTED]]}
        zone = reading._search.child_zones[0, 0]
        missing = [p for p in position.legal_points() if sets.has(zone, p) and p not in tried]
        assert not missing, (position.diagram(), position.grid.vertex(point), missing)
        seen += 1
    assert seen > 30


def with_moves_outside(position: Position, zone: frozenset[int], count: int, rng: random.Random) -> Position:
    """Return the position after random legal moves of either side that change no point of the zone."""
    for _ in range(20 * count):
        point, color = rng.randrange(position.grid.area), rng.choice([BLACK, WHITE])
        try:
            after = position.play(point, color)
        except IllegalMove:
            continue
        changed = np.flatnonzero(after.stones != position.stones).tolist()
        if zone.isdisjoint(changed) and after.ko not in zone:
            position, count = after, count - 1
        if not count:
            break
    return position


def test_moves_outside_the_zone_change_nothing() -> None:
    rng, seen = random.Random(6), Counter[Result]()
    for position, point in sample_chains(150, 5, 4):
        if position.ko != NO_POINT:
            continue
        for ask in (attack, defend):
            found = ask(position, point, nodes=500)
            assert set(position.chain_at(point)) <= found.zone
            for _ in range(3):
                other = with_moves_outside(position, found.zone, rng.randint(1, 6), rng)
                if other.ko == NO_POINT:
                    assert ask(other, point, nodes=500) == found, (position.diagram(), other.diagram())
                    seen[found.result] += 1
    assert min(seen[Result.WORKS], seen[Result.FAILS]) > 50


def test_stones_outside_the_zone_change_nothing() -> None:
    """However they are put there."""
    rng, changed = random.Random(6), 0
    for position, point in sample_chains(60, 5, 4):
        for ask in (attack, defend):
            found = ask(position, point, nodes=1000)
            outside = [p for p in range(position.grid.area) if p not in found.zone and p != position.ko]
            for share in (0.1, 0.6):
                stones = position.stones.copy()
                for p in outside:
                    if rng.random() < share:
                        stones[p] = rng.choice([-1, 0, 1])
                try:
                    other = Position.from_stones(position.grid, stones, position.to_move, position.ko)
                except ValueError:
                    continue
                assert ask(other, point, nodes=1000) == found, position.diagram()
                changed += 1
    assert changed > 100


def test_a_larger_budget_keeps_finished_answers() -> None:
    for position, point in sample_chains(150, 9):
        short = attack(position, point, nodes=500)
        if short.finished:
            assert attack(position, point, nodes=4000).result is short.result


def test_symmetry_and_colour_swap() -> None:
    for position, point in sample_chains(30, 3):
        for ask in (attack, defend):
            found = ask(position, point, nodes=2000)
            if not found.finished:
                continue
            swapped = ask(position.colours_swapped(), point, nodes=8000)
            assert swapped.result is found.result or not swapped.finished
            for k, image in enumerate(position.grid.symmetries):
                turned = ask(position.transformed(k), int(image[point]), nodes=8000)
                assert turned.result is found.result or not turned.finished, position.diagram()


def test_answers_are_legal_and_repeatable() -> None:
    for position, point in sample_chains(60, 8):
        for ask, attacking in ((attack, True), (defend, False)):
            before = position.stones.copy()
            found = ask(position, point)
            assert (position.stones == before).all()
            assert found == ask(position, point)
            owner = Color(int(position.stones[point]))
            mover = owner.opponent if attacking else owner
            if found.move is not None:
                assert position.is_legal(found.move, mover) or found.result in (KO_FIRST, KO_AFTER)
            assert (found.move is None) or found.result is not FAILS


def test_a_budget_of_one_node() -> None:
    for position, point in sample_chains(20, 7):
        for ask in (attack, defend):
            assert 1 <= ask(position, point, nodes=1).nodes <= 9


def test_bad_arguments() -> None:
    position = Position.from_diagram("X..\n...\n..O")
    with pytest.raises(ValueError, match="nodes, escape: expected at least 1, got 0, None"):
        attack(position, 0, nodes=0)
    with pytest.raises(ValueError, match="nodes, escape: expected at least 1, got 5, 0"):
        defend(position, 0, nodes=5, escape=0)
    for point in (1, -1, 9):
        with pytest.raises(ValueError, match=r"point|stone"):
            attack(position, point)
