"""Capture reading: diagrams, exhaustive search on small boards, the compiled board against Position.play, invariants.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from analysis.board import BLACK, NO_POINT, Color, Grid, Position
from analysis.reading.answer import Answer, Result
from analysis.region.region import Region, whole_board
from analysis.region.search_budget import Budget, OutOfBudget
from analysis.region.search_state import KoRule, Objective, State, Target
from analysis.region.state_graph import solve_graph
from analysis.status.capture.capture_reader import attack, defend
from tests.positions import real_positions

FAILS, WORKS, KO_FIRST, KO_AFTER = Result.FAILS, Result.WORKS, Result.KO_FIRST, Result.KO_AFTER


def first_move(position: Position, found: Answer) -> str:
    """Return the first move: a vertex, `pass` if the chain needs no move, or `-`."""
    if found.result is FAILS:
        return "-"
    return "pass" if found.move is None else position.grid.vertex(found.move)


# -- diagrams -------------------------------------------------------------------------------------------------------

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
     "C4", WORKS, "B5 B3", FAILS, "-"),
    ("connect and die: joining leaves one liberty (composed)", "XO....\nX.XO..\nXXOO..\nOO....\n......",
     "A3", WORKS, "B4", FAILS, "-"),
    ("shut in by its own wall: filling is suicide (rules)", "O.XO\nXXXO\nOOOO\n....", "C4", WORKS, "B4", FAILS, "-"),
    ("three in a row: killed from the middle (textbook)", "...XO\nXXXXO\nOOOOO\n.....", "B3", WORKS, "B4", WORKS, "B4"),
    ("four in a row: alive (textbook)", "....XO\nXXXXXO\nOOOOOO\n......", "B3", FAILS, "-", WORKS, ""),
    ("two eyes: every filling is suicide (rules)", ".X.XO\nXXXXO\nOOOOO\n.....", "B3", FAILS, "-", WORKS, "pass"),
    ("ko, to be taken at once by either (composed)", "OX.X.\n.OXX.\nOOOX.\n.....", "A4", KO_FIRST, "A3", None, ""),
]


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


def test_ladder_mode_excludes_loose_ladders_and_sees_breakers() -> None:
    position = Position.from_diagram(TABLE[4][1])
    assert attack(position, position.grid.point("B2"), ladder=True).result is FAILS
    for board, expected in ((TABLE[2][1], FAILS), (BREAKER, WORKS)):
        position = Position.from_diagram(board)
        assert defend(position, position.grid.point("C5"), ladder=True).result is expected


# -- exhaustive search ----------------------------------------------------------------------------------------------


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


def check_small_boards(count: int, seed: int) -> Counter[str]:
    """Check that no chain called lost, its owner moving first, can be saved: not by any move, and not by any ko.

    In an attack only the defender's first three retakes count, so that a few captures depend on a ko; they are counted.
    """
    seen = Counter[str]()
    boards = small_boards(seed)
    for _ in range(count):
        region, position, point = next(boards)
        for attacking, ask, falls in ((True, attack, WORKS), (False, defend, FAILS)):
            truth = is_captured(region, position, point, attacking)
            if truth is None:
                continue
            found = ask(position, point, nodes=20_000, escape=20)
            said = found.result is falls
            asked = "attack" if attacking else "defence"
            seen[f"{asked} {'falls' if said else 'stands'} {'falls' if truth else 'stands'}"] += 1
            if said and not attacking:
                assert truth, (position.diagram(), position.grid.vertex(point), found)
    return seen


@pytest.mark.parametrize(("boards", "least"), [(150, 3), pytest.param(400, 10, marks=pytest.mark.slow)])
def test_captured_chains_on_small_boards_cannot_be_saved(boards: int, least: int) -> None:
    seen = check_small_boards(boards, 1)
    assert seen["attack falls stands"] <= 1
    assert seen["attack falls falls"] > least


@pytest.mark.slow
def test_captured_chains_on_many_small_boards_cannot_be_saved() -> None:
    seen = check_small_boards(6000, 2)
    assert seen["defence falls falls"] > 50
    assert seen["attack falls stands"] <= 0.05 * seen["attack falls falls"]


# -- the compiled board ---------------------------------------------------------------------------------------------


def test_compiled_board_agrees_with_position() -> None:
    from analysis.status.capture import _capture_step_kernels as steps
    from analysis.status.capture import _chain_kernels as chain

    rng = random.Random(4)
    for _ in range(40):
        height, width = rng.choice([(2, 5), (4, 4), (5, 5), (7, 9)])
        position = Position.empty(height, width)
        area = position.grid.area
        board = np.zeros((chain.ROWS, area + 800), np.int32)
        board[chain.STONES, area] = chain.OUTSIDE
        counters = np.zeros(chain.COUNTERS, np.int32)
        near = position.grid.neighbours
        zobrist = np.random.default_rng(1).integers(0, 2**63, (5, area + 61), np.uint64)
        start = board[chain.STONES].copy()
        found = np.empty(area + 1, np.int32)
        played: list[tuple[int, int, int, Position]] = []
        key = np.uint64(0)
        color = BLACK
        for _ in range(3 * area):
            point = rng.randrange(area)
            if position.stones[point] or (point == position.ko and color is position.to_move):
                continue
            legal, captives, ko = chain.play(board, near, counters, point, int(color))
            assert bool(legal) == position.is_legal(point, color)
            if not legal:
                continue
            key = steps._key_after(board, counters, zobrist, key, point, int(color), captives)
            played.append((point, int(color), int(captives), position))
            position = position.play(point, color)
            assert (board[chain.STONES, :area] == position.stones).all()
            assert ko == (position.ko if position.ko != NO_POINT else chain.NONE)
            sides = ((zobrist[0], position.stones == 1), (zobrist[1], position.stones == -1))
            assert key == np.bitwise_xor.reduce([np.bitwise_xor.reduce(k[:area][on]) for k, on in sides])
            for stone in np.flatnonzero(position.stones)[:6]:
                free = position.liberties_at(int(stone))
                n = chain.liberties(board, near, counters, int(stone), area, found)
                assert sorted(found[:n]) == sorted(free)
                assert chain.liberties(board, near, counters, int(stone), 2, found) == min(2, len(free))
            color = color.opponent
        for point, mover, captives, before in reversed(played):
            chain.take_back(board, counters, point, mover, captives)
            assert (board[chain.STONES, :area] == before.stones).all()
        assert (board[chain.STONES] == start).all()
        assert counters[chain.TOP] == 0


# -- invariants -----------------------------------------------------------------------------------------------------


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


def test_invariance_under_symmetries_and_colour_swap() -> None:
    for position, point in sample_chains(60, 3):
        for ask in (attack, defend):
            found = ask(position, point, nodes=3000)
            if not found.finished:
                continue
            swapped = ask(position.colours_swapped(), point, nodes=12_000)
            assert swapped.result is found.result or not swapped.finished
            for k, image in enumerate(position.grid.symmetries):
                turned = ask(position.transformed(k), int(image[point]), nodes=12_000)
                assert turned.result is found.result or not turned.finished, position.diagram()


def test_stones_outside_the_zone_change_nothing() -> None:
    rng, changed = random.Random(6), 0
    for position, point in sample_chains(60, 5, 4):
        for ask in (attack, defend):
            found = ask(position, point, nodes=1000)
            outside = [p for p in range(position.grid.area) if p not in found.zone and p != position.ko]
            assert set(position.chain_at(point)) <= found.zone
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


@pytest.mark.parametrize(
    ("board", "ask", "vertex", "read"),
    [
        ("....O\nX....\n.....\n..O..\n.....\n....X\nX....", defend, "E7", "A4"),
        (".X..O.\n.OOOX.\n.XX..O\n.O.O..\n....XX\nO...XX", attack, "F4", "A5"),
        (".O....\nXX....\nO.OXXO\nOXX.XX\n.X.O.O\n.OX.O.", defend, "A4", "F6"),
    ],
)
def test_points_beside_moves_that_are_left_out_belong_to_the_zone(
    board: str, ask: Callable[..., Answer], vertex: str, read: str
) -> None:
    """Whether such a move captures is read from them."""
    position = Position.from_diagram(board)
    assert position.grid.point(read) in ask(position, position.grid.point(vertex), nodes=100).zone


def test_answers_are_legal_and_repeatable() -> None:
    for position, point in sample_chains(60, 8):
        for ask, attacking in ((attack, True), (defend, False)):
            before = position.stones.copy()
            found = ask(position, point)
            assert (position.stones == before).all()
            assert found.evidence == "read"
            assert found == ask(position, point)
            owner = Color(int(position.stones[point]))
            mover = owner.opponent if attacking else owner
            if found.move is not None:
                assert position.is_legal(found.move, mover) or found.result in (KO_FIRST, KO_AFTER)
            assert (found.move is None) or found.result is not FAILS


def test_a_larger_budget_keeps_finished_answers() -> None:
    for position, point in sample_chains(150, 9):
        short = attack(position, point, nodes=500)
        if short.finished:
            assert attack(position, point, nodes=4000).result is short.result


def test_a_budget_of_one_node() -> None:
    for position, point in sample_chains(20, 7):
        for ask in (attack, defend):
            assert 1 <= ask(position, point, nodes=1).nodes <= 3


def test_bad_arguments() -> None:
    position = Position.from_diagram("X..\n...\n..O")
    with pytest.raises(ValueError, match="nodes, escape: expected at least 1, got 0, None"):
        attack(position, 0, nodes=0)
    with pytest.raises(ValueError, match="nodes, escape: expected at least 1, got 5, 0"):
        defend(position, 0, nodes=5, escape=0)
    for point in (1, -1, 9):
        with pytest.raises(ValueError, match=r"point|stone"):
            attack(position, point)
