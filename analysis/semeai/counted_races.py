"""Simple capturing races: two chains each of which lives only by capturing the other, decided by counting.

A race is a pair of chains, one of each colour, of two stones at least, whose liberties are all of three simple kinds,
so that filling is the only thing to do:

    outside  beside the chain and a wall of the other side, with at most one empty point further on, where the other
             side can stop the chain: so the chain gains nothing there, and the other side fills it at any time, safely
    shared   beside both chains, and otherwise only beside such liberties
    eye      a plain eye (`counting`), one a side at most

and no stone of the other side touches a chain except the other chain of the race, the stones in the eye, and its walls.
At least one wall must touch it, so that whatever captures the chain is connected to living stones. Anything else, ko
above all, is a complication, and no race is claimed. What is counted are the liberties as they stand; `board_race`
counts what their regions are worth by a search of all moves in them.

Walls are stones that are safe (`safe_blocks`) or that the caller assumes to be; without assumptions also chains with
more liberties away from the race than the chain beside them has in it. The evidence is PROVED where all walls are safe,
none of the answers that keep them safe lies in the race, and they enclose the outside liberties; otherwise READ. It
holds under alternating play: a side that answers a move elsewhere loses a move in the race.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..board import BLACK, EMPTY, WHITE, Color, Grid, IllegalMove, Position, unconditional_life
from ..reading.life_and_death.eye_liberty_kernels import LARGEST_EYE
from ..status import Evidence, safe
from .counting import Count, count_text, is_plain, winner
from .liberty_regions import black_and_white

SMALLEST_CHAIN = 2
"""Stones of a chain in a race; the capture of fewer may be answered by retaking."""


class NotCountable(ValueError):
    """Raised if two chains are not a race that counting decides; says why, in one line."""


@dataclass(frozen=True)
class Racer:
    """One side of a race.

    Public attributes:
      color   -- Color
      chain   -- its stones, ascending
      outside -- its outside liberties, ascending
      eye     -- the points of its eye, ascending; empty if it has no eye
      inside  -- those with enemy stones
    """

    color: Color
    chain: tuple[int, ...]
    outside: tuple[int, ...]
    eye: tuple[int, ...]
    inside: tuple[int, ...]


@dataclass(frozen=True)
class Race:
    """A race between two chains: one will be captured, or neither.

    Public attributes:
      black, white -- Racer
      shared       -- liberties of both, ascending
      winner       -- by the side that moves first: the side that captures; None for seki
      moves        -- by the side that moves first: points to fill, any of which gets it a result that a move
                      elsewhere would not; in the usual order: outside, in the eye, shared. Empty if the result is
                      the same for both
      walls        -- the surrounding stones that it depends on
      assumed      -- those of them not known to be safe
      evidence     -- Evidence.PROVED or READ; see the module
      reason       -- the count in words
    """

    grid: Grid = field(repr=False)
    black: Racer
    white: Racer
    shared: tuple[int, ...]
    winner: dict[Color, Color | None]
    moves: dict[Color, tuple[int, ...]]
    walls: tuple[int, ...] = field(repr=False)
    assumed: tuple[int, ...] = field(repr=False)
    evidence: Evidence
    reason: str

    @property
    def zone(self) -> frozenset[int]:
        """Return the points that the result depends on."""
        sides = (self.black, self.white)
        points = {point for side in sides for point in (*side.chain, *side.outside, *side.eye)}
        return frozenset(points | set(self.shared) | set(self.walls))


def races(position: Position, walls: npt.NDArray[np.bool_] | None = None) -> tuple[Race, ...]:
    """Return all races of a position, by the first points of Black's chains.

    `walls`, (area,) bool, are stones assumed not to be captured. Raises ValueError if it has another shape.
    """
    return _cached_races(position) if walls is None else _decided_races(_RaceFinder(position, walls))


@lru_cache(maxsize=4)
def _cached_races(position: Position) -> tuple[Race, ...]:
    """Return the races with no assumed walls, cached: two callers ask for the same position."""
    return _decided_races(_RaceFinder(position, None))


def _decided_races(finder: _RaceFinder) -> tuple[Race, ...]:
    found = []
    for black, white in finder.pairs():
        try:
            found.append(finder.race(black, white))
        except NotCountable:
            continue
    return tuple(found)


def race(position: Position, first: int, second: int, walls: npt.NDArray[np.bool_] | None = None) -> Race:
    """Return the race between the chains on two points.

    Raises NotCountable, which says why, if there is none; ValueError if the stones are not one of each colour.
    """
    black, white = black_and_white(position, first, second)
    return _RaceFinder(position, walls).race(position.chain_of[black], position.chain_of[white])


Chain = tuple[int, ...]


@dataclass(frozen=True)
class _Classified:
    """One chain of a race, its liberties by kind, the enemy walls around it, and whether they enclose its liberties."""

    racer: Racer
    shared: frozenset[int]
    walls: frozenset[Chain]
    enclosed: bool


def adjacent_chain_pairs(
    position: Position, ours: Mapping[int, Chain], theirs: Mapping[int, Chain]
) -> list[tuple[Chain, Chain]]:
    """Return the pairs of a chain of `ours` and one of `theirs`, both by stone, that touch or share a liberty, sorted.
    """
    beside, colors = position.grid.beside, position.colors
    found: dict[tuple[int, int], tuple[Chain, Chain]] = {}  # by the first points
    for point, chain in ours.items():
        for near in beside[point]:
            for other in beside[near] if colors[near] == EMPTY else (near,):
                if other in theirs:
                    enemy = theirs[other]
                    found[chain[0], enemy[0]] = chain, enemy
    return [found[firsts] for firsts in sorted(found)]


class _RaceFinder:
    """Finds the races of one position."""

    def __init__(self, position: Position, walls: npt.NDArray[np.bool_] | None) -> None:
        self.position, self.grid, self.chains = position, position.grid, position.chain_of
        self.stones, self.starts, self.near = position.colors, position.chain_starts, position.grid.beside
        if walls is not None and walls.shape != (self.grid.area,):
            raise ValueError(f"walls: expected ({self.grid.area},) bool, got {walls.shape}")
        self.safety = safe(position)
        trusted = self.safety.safe != 0
        self.trusted: list[bool] = (trusted if walls is None else trusted | walls).tolist()
        """By point, whether a stone is safe, or assumed to be."""

    def pairs(self) -> list[tuple[Chain, Chain]]:
        """Return the pairs of chains that can race: of two colours, not safe, touching or with a shared liberty."""
        candidates: dict[Color, dict[int, Chain]] = {BLACK: {}, WHITE: {}}
        for chain in self.position.chains():
            if self._can_race(chain[0]):
                candidates[Color(self.stones[chain[0]])].update(dict.fromkeys(chain, chain))
        return adjacent_chain_pairs(self.position, candidates[BLACK], candidates[WHITE])

    def race(self, black: Chain, white: Chain) -> Race:
        """Return the race between two chains. Raises NotCountable."""
        sides = {BLACK: self._classify(black, white), WHITE: self._classify(white, black)}
        shared = sides[BLACK].shared
        racers = {color: side.racer for color, side in sides.items()}
        counts = {color: _count_of(self.position, racer) for color, racer in racers.items()}
        filled = set(shared).union(*((*racer.outside, *racer.eye) for racer in racers.values()))
        if self.position.ko in filled:
            raise NotCountable("there is a ko")
        for color, side in sides.items():
            self._check_walls(side.walls, filled, counts[color].exclusive + len(shared))
        winners = {first: winner(counts[BLACK], counts[WHITE], len(shared), first) for first in (BLACK, WHITE)}
        walls = tuple(sorted(point for side in sides.values() for chain in side.walls for point in chain))
        assumed = tuple(point for point in walls if not self.safety.safe[point])
        enclosed = all(side.enclosed for side in sides.values())
        proved = not assumed and enclosed and not self._walls_need_answers(walls, filled)
        return Race(
            grid=self.grid,
            black=racers[BLACK],
            white=racers[WHITE],
            shared=tuple(sorted(shared)),
            winner=winners,
            moves={first: self._deciding_moves(racers, shared, winners, first) for first in (BLACK, WHITE)},
            walls=walls,
            assumed=assumed,
            evidence=Evidence.PROVED if proved else Evidence.READ,
            reason=count_text(counts[BLACK], counts[WHITE], len(shared)),
        )

    def _can_race(self, point: int) -> bool:
        return not self.trusted[point] and len(self.chains[point]) >= SMALLEST_CHAIN

    def _classify(self, chain: Chain, other: Chain) -> _Classified:
        """Classify the liberties of a chain. Raises NotCountable."""
        name, color = self.grid.vertex(chain[0]), Color(self.stones[chain[0]])
        if not self._can_race(chain[0]):
            raise NotCountable(f"{name} is " + ("safe" if self.trusted[chain[0]] else "a single stone"))
        outside, shared, eyes = set[int](), set[int](), list[frozenset[int]]()
        walls, seen, enclosed = set[Chain](), set[int](), True
        for point in sorted({near for stone in chain for near in self.near[stone] if self.stones[near] != color}):
            if point in seen or self.starts[point] == other[0]:
                continue
            eye = self._eye(point, chain, other)
            if eye is not None:
                eyes.append(eye)
                seen |= eye
            elif self.stones[point] != EMPTY:
                walls.add(self.chains[point])
            elif self._touches(point, other):
                self._check_shared(point, chain, other)
                shared.add(point)
            else:
                walls |= self._walls_around(point, chain, other)
                outside.add(point)
                enclosed = enclosed and self._is_enclosed(point, chain)
        wall_starts = {wall[0] for wall in walls}
        if not any(self.starts[near] in wall_starts for stone in chain for near in self.near[stone]):
            raise NotCountable(f"no wall touches {name}: taking it may leave no more than an eye")
        cells = self._single_eye(name, eyes)
        inside = tuple(sorted(p for p in cells if self.stones[p] != EMPTY))
        if inside and len(self.position.liberties_at(chain[0])) == 1:
            raise NotCountable(f"{name} is in atari, and may take the stones in its eye")
        racer = Racer(color, chain, tuple(sorted(outside)), tuple(sorted(cells)), inside)
        return _Classified(racer, frozenset(shared), frozenset(walls), enclosed)

    def _eye(self, start: int, chain: Chain, other: Chain) -> frozenset[int] | None:
        """Return the space that contains the point, if the chain alone encloses it and it is small; else None."""
        color, stones, starts = self.stones[chain[0]], self.stones, self.starts
        found, todo = {start}, [start]
        while todo:
            point = todo.pop()
            if stones[point] != EMPTY and (starts[point] == other[0] or self.trusted[point]):
                return None
            for near in self.near[point]:
                if stones[near] == color:
                    if starts[near] != chain[0]:
                        return None
                elif near not in found:
                    found.add(near)
                    todo.append(near)
            if len(found) > LARGEST_EYE:
                return None
        return frozenset(found)

    def _single_eye(self, name: str, eyes: list[frozenset[int]]) -> frozenset[int]:
        if len(eyes) > 1:
            raise NotCountable(f"{name} has two eyes")
        if not eyes:
            return frozenset()
        if not is_plain(self.grid, eyes[0], (p for p in eyes[0] if self.stones[p] != EMPTY)):
            raise NotCountable(f"the eye of {name} at {self.grid.vertex(min(eyes[0]))} is not plain")
        return eyes[0]

    def _check_shared(self, point: int, chain: Chain, other: Chain) -> None:
        """Raise NotCountable if a shared liberty touches anything but the two chains and shared liberties."""
        for near in self.near[point]:
            common = self._touches(near, chain) and self._touches(near, other)
            if self.starts[near] not in (chain[0], other[0]) and not (self.stones[near] == EMPTY and common):
                raise NotCountable(f"the common liberty at {self.grid.vertex(point)} touches {self.grid.vertex(near)}")

    def _walls_around(self, point: int, chain: Chain, other: Chain) -> set[Chain]:
        """Return the walls beside an outside liberty. Raises NotCountable if more can be done there than fill it."""
        color, name = self.stones[chain[0]], self.grid.vertex(point)
        walls, beyond = set[Chain](), []
        for near in self.near[point]:
            if self.stones[near] == color and self.starts[near] != chain[0]:
                raise NotCountable(f"{self.grid.vertex(chain[0])} may join {self.grid.vertex(near)}")
            if self.stones[near] == -color:
                walls.add(self.chains[near])
            elif self.stones[near] == EMPTY and not self._touches(near, chain):
                beyond.append(near)
            elif self.stones[near] == EMPTY and self._touches(near, other):
                raise NotCountable(f"{name} touches a common liberty")
        if not walls:
            raise NotCountable(f"{name} cannot be filled at once")
        if len(beyond) > 1:
            raise NotCountable(f"a move on {name} gains liberties")
        for step in beyond:
            beside = [self.stones[near] for near in self.near[step]]
            if self._touches(step, other) or color in beside:
                raise NotCountable(f"{self.grid.vertex(step)} behind {name} touches other stones")
            if -color not in beside and beside.count(EMPTY) < 3:
                raise NotCountable(f"{name} leads on to {self.grid.vertex(step)}, which cannot be filled at once")
        return walls

    def _is_enclosed(self, start: int, chain: Chain) -> bool:
        """Return whether safe walls enclose the empty space of an outside liberty, each of its points beside a wall."""
        found, todo = {start}, [start]
        while todo:
            point = todo.pop()
            beside = [near for near in self.near[point] if self.stones[near] != EMPTY]
            free = [near for near in self.near[point] if self.stones[near] == EMPTY]
            own = [near for near in beside if self.stones[near] == self.stones[chain[0]]]
            if len(own) == len(beside) or (not own and len(free) > 2):
                return False
            if any(self.starts[near] != chain[0] for near in own):
                return False
            if not all(self.safety.safe[near] for near in beside if near not in own):
                return False
            for near in free:
                if near not in found:
                    found.add(near)
                    todo.append(near)
        return True

    def _check_walls(self, walls: frozenset[Chain], filled: set[int], moves: int) -> None:
        """Raise NotCountable unless each wall is trusted, or takes longer to fill than the chain beside it."""
        for chain in walls:
            if not self.trusted[chain[0]]:
                away = set(self.position.liberties_at(chain[0])) - filled
                if len(away) <= moves:
                    raise NotCountable(f"the wall at {self.grid.vertex(chain[0])} may fall first")

    def _walls_need_answers(self, walls: tuple[int, ...], filled: set[int]) -> bool:
        """Return whether a move that keeps the walls safe, if they are not unconditionally alive, is in the race."""
        alive = unconditional_life(self.position).alive
        colors = {Color(self.stones[point]) for point in walls if not alive[point]}
        return any(
            not filled.isdisjoint((move, *answers))
            for color in colors for move, answers in self.safety.replies[color].items()
        )

    def _deciding_moves(
        self, racers: dict[Color, Racer], shared: frozenset[int], winners: dict[Color, Color | None], first: Color
    ) -> tuple[int, ...]:
        """Return the moves after which the other side, moving next, does no better. Raises NotCountable without any."""
        if winners[BLACK] is winners[WHITE]:
            return ()
        other = racers[first.opponent]
        found = []
        for point in (*other.outside, *(p for p in other.eye if p not in other.inside), *sorted(shared)):
            if self._keeps_result(racers, shared, winners[first], first, point):
                found.append(point)
        if not found:
            raise NotCountable("no plain move decides it")
        return tuple(found)

    def _keeps_result(
        self, racers: dict[Color, Racer], shared: frozenset[int], wanted: Color | None, first: Color, point: int
    ) -> bool:
        try:
            after = self.position.with_to_move(first).play(point)
        except IllegalMove:
            return False
        other = racers[first.opponent]
        if after.stones[other.chain[0]] == EMPTY:
            return True
        inside = (*other.inside, point) if point in other.eye else other.inside
        if other.eye and (len(inside) == len(other.eye) or not is_plain(self.grid, other.eye, inside)):
            return False
        left = tuple(p for p in other.outside if p != point)
        after_racers = {first: racers[first], first.opponent: Racer(other.color, other.chain, left, other.eye, inside)}
        counts = {color: _count_of(after, racer) for color, racer in after_racers.items()}
        return winner(counts[BLACK], counts[WHITE], len(shared - {point}), first.opponent) is wanted

    def _touches(self, point: int, chain: Chain) -> bool:
        return any(self.starts[near] == chain[0] for near in self.near[point])


def _count_of(position: Position, racer: Racer) -> Count:
    atari = len(position.liberties_at(racer.chain[0])) == 1
    return Count(racer.color, len(racer.outside), len(racer.eye), len(racer.inside), atari)


__all__ = ["SMALLEST_CHAIN", "NotCountable", "Race", "Racer", "race", "races"]
