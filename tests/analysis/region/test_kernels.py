"""The compiled moves and scores against the plain board, on random positions with and without walls."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE, Grid, Position, Rules, unconditional_life
from analysis.region import _graph_kernels as graph_kernels
from analysis.region import _kernels as kernels
from analysis.region.region import Region, whole_board
from tests import oracle
from tests.analysis.region.plain import Room, Search, random_board, random_room, whole

SEEDS = st.integers(0, 2**32 - 1)
SIZES = [(1, 1), (1, 2), (1, 7), (2, 2), (2, 5), (3, 3), (3, 4), (4, 5), (7, 7), (5, 12), (8, 8), (1, 25)]
ROOT = Path(__file__).resolve().parents[3]
U = np.uint64

Bits = tuple[int, int]


# -- bits --------------------------------------------------------------------------------------------------------------


@kernels.kernel
def both(bits):  # type: ignore[no-untyped-def]
    return kernels.bit_count(bits), kernels.lowest_bit(bits)


@settings(deadline=None)
@given(bits=st.integers(1, 2**64 - 1))
def test_bits_are_counted_and_found(bits: int) -> None:
    assert both(U(bits)) == (bin(bits).count("1"), bin(bits)[::-1].index("1"))


@pytest.mark.parametrize("place", range(64))
def test_single_bits_and_all_higher_ones(place: int) -> None:
    assert both(U(1 << place)) == (1, place)
    assert both(U(2**64 - (1 << place))) == (64 - place, place)


@settings(deadline=None)
@given(size=st.sampled_from(SIZES), bits=st.integers(0, 2**64 - 1))
def test_the_symmetries_are_those_of_the_grid(size: tuple[int, int], bits: int) -> None:
    """In any order."""
    region, grid = whole_board(*size), Grid(*size)
    bits &= region.points
    points = [i for i in range(grid.area) if bits >> i & 1]
    expected = {sum(1 << int(image[i]) for i in points) for image in grid.symmetries}
    images = [int(kernels.transform(U(bits), table)) for table in region.symmetries]
    assert images[0] == bits
    assert set(images) == expected
    assert len(images) == len({tuple(image) for image in grid.symmetries.tolist()})


@settings(deadline=None)
@given(seed=SEEDS, size=st.integers(1, 28))
def test_packing_and_unpacking_a_state(seed: int, size: int) -> None:
    """Without symmetries, for as many points as fit into a key."""
    rng = random.Random(seed)
    own = rng.getrandbits(size)
    opp = rng.getrandbits(size) & ~own
    empty = [1 << i for i in range(size) if not (own | opp) >> i & 1]
    ko, mover = rng.choice([0, *empty]), rng.randint(0, 1)
    alike = whole_board(2, 14).symmetries[:1]
    key = graph_kernels.pack_state(U(own), U(opp), U(ko), mover, alike, size)
    assert tuple(map(int, graph_kernels.unpack_state(key, size))) == (own, opp, ko, mover)


# -- boards ------------------------------------------------------------------------------------------------------------


def drawn(seed: int, size: tuple[int, int] | None) -> tuple[Room, str, Region]:
    """Return a random board of that size; of a walled room for None."""
    rng = random.Random(seed)
    if size is None:
        room, board = random_room(rng, 9, loose=False)
        return room, board, room.region(board)
    room = whole(*size)
    if room.size[0] * room.size[1] <= 9:
        return room, random_board(rng, room), whole_board(*size)
    position = Position.empty(*size)
    share = rng.choice([0.5, 0.8])
    for _ in range(rng.randrange(2 * position.grid.area)):
        side = BLACK if rng.random() < share else WHITE
        points = position.legal_points(side)
        if len(points):
            position = position.play(int(rng.choice(points)), side)
    return room, position.diagram().replace("\n", ""), whole_board(*size)


def bits_of(board: str, side: str) -> Bits:
    """Return (own, opp) of a board for a side."""
    black, white = (sum(1 << i for i, s in enumerate(board) if s == colour) for colour in "XO")
    return (black, white) if side == "X" else (white, black)


def walls_of(region: Region, side: str) -> tuple[np.uint64, np.uint64]:
    walls = region.walls if side == "X" else region.walls[::-1]
    return U(walls[0]), U(walls[1])


@settings(max_examples=150, deadline=None)
@given(seed=SEEDS, size=st.sampled_from([None, None, None, *SIZES]), side=st.sampled_from("XO"), suicide=st.booleans())
def test_play(seed: int, size: tuple[int, int] | None, side: str, suicide: bool) -> None:
    """Every point: legality, captures, suicide, and the point that simple ko forbids."""
    room, board, region = drawn(seed, size)
    search = Search(room, suicide)
    own, opp = bits_of(board, side)
    for point, stone in enumerate(board):
        if stone != ".":
            continue
        legal, mine, theirs, ko = kernels.play(U(own), U(opp), point, region.near, *walls_of(region, side), suicide)
        expected = search.placed(board, point, side)
        assert legal == (expected is not None), (room, board, point)
        if expected is not None:
            after, banned = expected
            assert (int(mine), int(theirs)) == bits_of(after, side), (room, board, point)
            assert int(ko).bit_length() - 1 == banned, (room, board, point)


@settings(max_examples=300, deadline=None)
@given(seed=SEEDS, size=st.sampled_from([None, None, None, *SIZES]), side=st.sampled_from("XO"), suicide=st.booleans())
def test_unconditional_life_is_that_of_the_board(
    seed: int, size: tuple[int, int] | None, side: str, suicide: bool
) -> None:
    """Also with walls around, which on the whole board live by two eyes of their own."""
    room, board, region = drawn(seed, size)
    own, opp = bits_of(board, side)
    walls = walls_of(region, side)
    alive, land = kernels.unconditional_life(U(own), U(opp), U(region.points), region.near, *walls, suicide)
    life = unconditional_life(room.position(board), Rules(suicide=suicide))
    sign = 1 if side == "X" else -1
    points = room.flat(range(len(room.points)))
    assert int(alive) == sum(1 << i for i, p in enumerate(points) if life.alive[p] == sign), (room, board)
    assert int(land) == sum(1 << i for i, p in enumerate(points) if life.territory[p] == sign), (room, board)


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, side=st.sampled_from("XO"), suicide=st.booleans())
def test_unconditional_life_in_rooms_is_what_no_attack_captures(seed: int, side: str, suicide: bool) -> None:
    """The attacker moves any number of times, the owner never: exactly what can be captured is not alive."""
    rng = random.Random(seed)
    room, board = random_room(rng, 6, loose=False)
    region, search = room.region(board), Search(room, suicide)
    seen, todo = {board}, [board]
    while todo:
        before = todo.pop()
        for point, stone in enumerate(before):
            placed = search.placed(before, point, oracle.OTHER[side]) if stone == "." else None
            if placed is not None and placed[0] not in seen:
                seen.add(placed[0])
                todo.append(placed[0])
    stand = sum(1 << i for i in range(len(board)) if all(reached[i] == side for reached in seen))
    own, opp = bits_of(board, side)
    walls = walls_of(region, side)
    alive, _ = kernels.unconditional_life(U(own), U(opp), U(region.points), region.near, *walls, suicide)
    assert int(alive) == stand, (room, board)


@settings(max_examples=300, deadline=None)
@given(seed=SEEDS, size=st.sampled_from([None, None, None, *SIZES]), side=st.sampled_from("XO"), suicide=st.booleans())
def test_area_score(seed: int, size: tuple[int, int] | None, side: str, suicide: bool) -> None:
    room, board, region = drawn(seed, size)
    own, opp = bits_of(board, side)
    score = kernels.area_score(U(own), U(opp), U(region.points), region.near, *walls_of(region, side), suicide)
    assert score == Search(room, suicide).score(board) * (1 if side == "X" else -1), (room, board)


# board (1x7, FACTS 7 trap 3), Black's score: the dead stones beside White's living one are taken off
SCORES = [
    ("XX.O.XX", -7, "FACTS 7, trap 3"),
    (".X.", 3, "two eyes"),
    ("X.O", 0, "one stone each, the point between is nobody's"),
    (".......", 0, "an empty board is nobody's"),
    (".X...X.", 7, "not alive, yet nothing else stands there"),
]


@pytest.mark.parametrize(("board", "score", "reason"), SCORES)
def test_scores_by_hand(board: str, score: int, reason: str) -> None:
    region = whole_board(1, len(board))
    own, opp = bits_of(board, "X")
    found = kernels.area_score(U(own), U(opp), U(region.points), region.near, U(0), U(0), False)
    assert found == score, reason


# -- without numba -----------------------------------------------------------------------------------------------------

ANSWERS = """
from analysis.runtime import jit
from analysis.board import BLACK, WHITE
from analysis.region.state_graph import solve_graph
from analysis.region.search_state import State
from analysis.region.proof_search import Prover
from analysis.region.region import whole_board
for height, width in ((2, 2), (1, 4)):
    graph = solve_graph(whole_board(height, width), State(0, 0))
    print(graph.states, graph.bounds(State(0, 0)), graph.moves(State(0, 0)), graph.line(State(0, 0)))
    for player, goal in ((BLACK, graph.bounds(State(0, 0)).low), (WHITE, -graph.bounds(State(0, 0)).high)):
        claim = Prover(whole_board(height, width), player, goal).force(State(0, 0))
        print(claim)
print(jit.COMPILED, [(jit.bit_count(number), jit.lowest_bit(number)) for number in (1, 6, 1 << 63, 2**64 - 1)]
      if not jit.COMPILED else [(1, 0), (2, 1), (1, 63), (64, 0)])
"""


def test_without_numba_the_answers_are_the_same() -> None:
    """Plain Python in another process, where an unintended overflow would be an error."""
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    compiled, disabled = (
        subprocess.run(
            [sys.executable, "-W", "error", "-c", ANSWERS], env=environment, cwd=ROOT, capture_output=True, text=True,
            check=False,
        )
        for environment in (None, plain)
    )
    assert compiled.returncode == disabled.returncode == 0, compiled.stderr + disabled.stderr
    *lines, last = compiled.stdout.splitlines()
    assert disabled.stdout.splitlines() == [*lines, last.replace("True", "False")]
