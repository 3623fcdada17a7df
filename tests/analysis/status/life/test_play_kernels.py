"""Moves on the board itself, with captures and keys: against the board of the tests."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

from analysis.status.life import _life_array_kernels as arrays
from analysis.status.life import _life_moves_kernels as moves_kernels
from analysis.status.life import _life_play_kernels as play_kernels
from analysis.status.life.group_search import _zobrist
from tests import oracle
from tests.analysis.status.life.oracle import SIGN, UNSET, Case, Point, random_cases
from tests.oracle import OTHER, OracleBoard


def key_of(case: Case, stones: OracleBoard) -> int:
    """The hash key of some stones."""
    key, table = 0, _zobrist(len(case.points))
    for point, side in stones.items():
        key ^= int(table[SIGN[side] % 3, case.number(point)])
    return key


def scratch(case: Case) -> np.ndarray:
    return np.full(len(case.points) + 1, UNSET, np.int16)


def ko_after(case: Case, after: OracleBoard, point: Point, captured: set[Point]) -> int:
    """The point that may not be retaken, or -1: of a single stone that was captured by one that is then in atari."""
    alone = oracle.chain(case.size, after, point) == {point}
    is_ko = len(captured) == 1 and alone and oracle.liberties(case.size, after, point) == captured
    return case.number(min(captured)) if is_ko else -1


def test_moves_capture_and_suicide_is_illegal() -> None:
    """The board after each move, its key and the ko; an illegal move leaves the board as it was."""
    found: Counter[str] = Counter()
    for case in random_cases(51):
        table = _zobrist(len(case.points))
        for point in filter(case.is_empty, case.points):
            for side in "XO":
                board = case.board()
                legal, change, ko = play_kernels.place(
                    board, case.tables[0], scratch(case), case.number(point), SIGN[side], table
                )
                after, captured, suicided = oracle.place(case.size, case.stones, point, side)
                assert legal == (not suicided)
                if suicided:
                    assert (board == case.board()).all()
                    assert (int(change), int(ko)) == (0, -1)
                else:
                    assert (board == Case(case.rng, case.size, after, side, []).board()).all()
                    assert int(change) == key_of(case, case.stones) ^ key_of(case, after)
                    assert ko == ko_after(case, after, point, captured)
                    found["ko"] += ko >= 0
                found["suicide" if suicided else "capture" if captured else "simple"] += 1
    assert min(found.values()) > 20


def test_a_chain_is_removed_if_it_has_no_liberty() -> None:
    """A move of the other side on the last liberty of some chain takes it away."""
    removed = kept = 0
    for case in random_cases(52):
        for chain in case.chains:
            stones, side = dict(case.stones), case.stones[min(chain)]
            if len(case.liberties[chain]) == 1:
                stones[min(case.liberties[chain])] = OTHER[side]
            board = Case(case.rng, case.size, stones, side, []).board()
            size, change = play_kernels.remove_if_taken(
                board, case.tables[0], scratch(case), case.number(case.rng.choice(sorted(chain))),
                _zobrist(len(case.points)),
            )
            taken = set(chain) if len(case.liberties[chain]) == 1 else set()
            left = {point: stone for point, stone in stones.items() if point not in taken}
            assert size == len(taken)
            assert int(change) == key_of(case, {point: stones[point] for point in taken})
            assert (board == Case(case.rng, case.size, left, side, []).board()).all()
            removed, kept = removed + bool(taken), kept + (not taken)
    assert min(removed, kept) > 100


def test_simple_moves_capture_nothing_and_have_a_liberty() -> None:
    """On boards whose chains are all numbered."""
    found: Counter[bool] = Counter()
    for case in random_cases(53, everywhere=True):
        board, work = case.board(), case.work()
        for point in filter(case.is_empty, case.points):
            for side in "XO":
                simple = play_kernels.is_simple_move(board, case.tables[0], work, case.number(point), SIGN[side])
                _, captured, suicided = oracle.place(case.size, case.stones, point, side)
                assert simple == (not captured and not suicided)
                found[bool(simple)] += 1
    assert min(found.values()) > 500


def test_sets_of_points_and_copies() -> None:
    """The bit sets against sets of numbers."""
    rng = random.Random(54)
    for size in (1, 63, 64, 65, 200):
        one, other = ({rng.randrange(size) for _ in range(size // 3 + 1)} for _ in range(2))
        bits = [np.zeros((size + 63) // 64, np.uint64) for _ in range(3)]
        for point in one:
            moves_kernels.add_point(bits[0], point)
        for point in other:
            moves_kernels.add_point(bits[1], point)
        arrays.copy(bits[0], bits[2])
        arrays.add_all(bits[2], bits[1])
        for found, expected in zip(bits, (one, other, one | other), strict=True):
            assert {point for point in range(size) if arrays.contains(found, point)} == expected
        arrays.fill(bits[0], ~np.uint64(0))
        assert all(arrays.contains(bits[0], point) for point in range(size))
