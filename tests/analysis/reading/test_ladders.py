"""Ladders found by a search written from the rules of Go are found by reading, on chains of real games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from analysis.board import NO_POINT, Color, Position
from analysis.reading import Result, attack, defend
from tests.positions import real_positions

MOST_CALLS = 3000


class NotSimple(Exception):
    """A ko was met, or the search is too large."""


class LadderSearch:
    """Search whether `target` is captured, the attacker filling its liberties only, three of them being safe."""

    def __init__(self, target: int) -> None:
        self.target, self.calls = target, 0

    def play(self, position: Position, point: int, mover: Color) -> Position | None:
        if not position.is_legal(point, mover):
            return None
        after = position.play(point, mover)
        if after.ko != NO_POINT:
            raise NotSimple
        return after

    def is_captured(self, position: Position, owner: Color) -> bool:
        """Return whether the attacker, to move, captures."""
        self.calls += 1
        if self.calls > MOST_CALLS:
            raise NotSimple
        liberties = position.liberties_at(self.target)
        if len(liberties) > 2:
            return False
        size = len(position.chain_at(self.target))
        for point in liberties:
            after = self.play(position, point, owner.opponent)
            if after is None:
                continue
            if not after.stones[self.target]:
                if size > 1 or len(after.liberties_at(point)) > 1:
                    return True
            elif len(after.liberties_at(self.target)) < 2 and not self.is_saved(after, owner):
                return True
        return False

    def is_saved(self, position: Position, owner: Color, anywhere: bool = False) -> bool:
        """Return whether the owner, to move, saves the chain; out of atari no move is needed."""
        liberties = position.liberties_at(self.target)
        moves = set(liberties)
        chain = position.chain_at(self.target)
        for stone in chain:
            for near in map(int, position.grid.neighbours[stone]):
                if near < position.grid.area and position.stones[near] == -owner:
                    free = position.liberties_at(near)
                    moves.update(free if len(free) == 1 else ())
        if len(chain) == 1:
            # whether a single stone is captured in a snapback depends on the points beside its liberty, too
            moves.update(int(n) for p in liberties for n in position.grid.neighbours[p] if n < position.grid.area)
        if anywhere:
            moves.update(range(position.grid.area))
        for point in sorted(moves):
            after = self.play(position, point, owner)
            if after is not None and not self.is_captured(after, owner):
                return True
        return len(chain) == 1 and not self.is_captured(position.with_to_move(owner.opponent), owner)


def chains_in_danger(seed: int) -> Iterator[tuple[Position, int]]:
    """Yield chains of up to two liberties, and chains of three after the enemy has filled one; without end."""
    rng = random.Random(seed)
    positions = real_positions()
    while True:
        position = rng.choice(positions)
        if position.ko != NO_POINT:
            continue
        point = rng.choice([p for p in range(position.grid.area) if position.stones[p]])
        liberties = position.liberties_at(point)
        if len(liberties) == 3:
            filler = rng.choice(liberties)
            enemy = Color(-int(position.stones[point]))
            if not position.is_legal(filler, enemy):
                continue
            position = position.play(filler, enemy)
            if position.ko != NO_POINT:
                continue
            liberties = position.liberties_at(point)
        if len(liberties) < 3:
            yield position, point


def read_ladders(count: int, seed: int) -> Counter[str]:
    """Check `count` readings of chains that a ladder takes: with more moves the attacker takes them, too.

    Return how many of these and of other chains there were.
    """
    seen = Counter[str]()
    for position, point in chains_in_danger(seed):
        owner = Color(int(position.stones[point]))
        atari = len(position.liberties_at(point)) == 1
        try:
            captured = LadderSearch(point).is_captured(position, owner)
            lost = atari and not LadderSearch(point).is_saved(position, owner, anywhere=True)
        except NotSimple:
            seen["not plain"] += 1
            continue
        picture = (position.diagram(), position.grid.vertex(point))
        if captured:
            assert attack(position, point).result is Result.WORKS, picture
        if lost:
            assert defend(position, point).result is Result.FAILS, picture
        seen["taken" if captured else "not taken"] += 1
        seen["lost"] += lost
        if seen["taken"] + seen["lost"] >= count:
            return seen
    raise AssertionError


def test_ladders_in_real_games() -> None:
    seen = read_ladders(200, 1)
    assert min(seen[kind] for kind in ("taken", "not taken", "lost")) > 5
    assert seen["not plain"] < 100


@pytest.mark.slow
def test_many_ladders_in_real_games() -> None:
    seen = read_ladders(2000, 2)
    assert min(seen[kind] for kind in ("taken", "not taken", "lost")) > 80


def test_ladders_read_ahead_are_captures() -> None:
    """A ladder that the look-ahead finds is found by the search from the rules, in which no other move saves either."""
    from analysis.reading import _ladder_kernels, _question_kernels, _reading_board_kernels
    from analysis.reading import _point_set_kernels as sets
    from analysis.reading.workspace import workspace

    seen = Counter[str]()
    for position, point in chains_in_danger(5):
        if seen.total() == 300:
            break
        if len(position.liberties_at(point)) != 2 or len(position.chain_at(point)) == 1:
            continue
        owner = Color(int(position.stones[point]))
        space = workspace(position.grid)
        search = space.search(1)
        search.question[_question_kernels.PROVER] = owner.opponent
        search.question[_question_kernels.TARGET] = point
        _reading_board_kernels.set_up(space.board, position.stones, NO_POINT, False)
        before = space.board.cells.copy()
        zone = np.zeros(space.words, np.int64)
        caught = bool(_ladder_kernels.is_caught(space.board, search, zone, NO_POINT))
        assert (space.board.cells == before).all()
        try:
            captured = LadderSearch(point).is_captured(position, owner)
        except NotSimple:
            continue
        assert captured or not caught, (position.diagram(), position.grid.vertex(point))
        seen["caught" if caught else "missed" if captured else "escapes"] += 1
        if caught:
            assert all(sets.has(zone, stone) for stone in position.chain_at(point))
    assert min(seen["caught"], seen["escapes"]) > 10
    assert seen["missed"] <= 0.1 * seen["caught"]  # too long
