"""The races of a whole board, found from the status of its chains.

Blocks are chains of two stones at least, one a side, that touch or have a liberty in common, and that are neither alive
nor dead but for the race. The stones known to live are the surroundings. What is said holds as long as these stand;
where that is not proved, the race names them. If such a wall could be in atari by moves made in the race, or next to
it, the race is not judged: to answer them costs a turn, to fill beside it takes an approach. Where walls are proved to
stand if they are answered, a race in which a move wants such an answer is **read** at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from ..board import BLACK, EMPTY, WHITE, Color, Position, unconditional
from ..status import BoardStatus, Evidence, Verdict, races
from ..status.races import SMALLEST_CHAIN, pairs_near
from .board_race import BoardRace, board_race
from .liberty_game import RaceError
from .liberty_regions import Bools

OUTSIDE = 2
"""So many liberties out of the race has a wall that is not proved to stand, at least."""


@dataclass(frozen=True)
class Uncovered:
    """Two blocks that race, which is not covered by what is known of races.

    black, white -- the first points of the blocks
    reason       -- why, in one line
    """

    black: int
    white: int
    reason: str


@dataclass(frozen=True)
class Races:
    """The races of a position.

    Public attributes:
      position  -- Position
      races     -- BoardRace, by the first points of Black's blocks, then of White's
      uncovered -- Uncovered, likewise
    """

    position: Position = field(repr=False)
    races: tuple[BoardRace, ...]
    uncovered: tuple[Uncovered, ...]

    def at(self, point: int) -> tuple[BoardRace, ...]:
        """The races that a stone on this point is a block of, or in which the point is a liberty."""
        return tuple(
            race for race in self.races
            if point in race.split.black + race.split.white
            or any(point in region.points for region in race.split.regions)
        )


def analyse(position: Position, status: BoardStatus | None = None, point: int | None = None) -> Races:
    """All races of a position, or those of the block on `point`.

    status -- of all chains; read if it is not given

    Raises ValueError if there is no stone on `point`.
    """
    if point is not None and position.stones[position.grid.require(point)] == EMPTY:
        raise ValueError(f"{position.grid.vertex(point)}: expected a stone, the point is empty")
    if status is None:
        from ..status import board_status

        status = board_status(position)
    found, uncovered = [], []
    racing = {racer.chain for race in races(position) for racer in (race.black, race.white)}
    living, proved = living_stones(position, status)
    for black, white in _pairs(position, status, racing):
        if point is not None and point not in black + white:
            continue
        around = living.copy()
        around[[*black, *white]] = False
        try:
            found.append(_judged(position, status, black[0], white[0], around, proved))
        except RaceError as error:
            uncovered.append(Uncovered(black[0], white[0], str(error)))
    return Races(position, tuple(found), tuple(uncovered))


def between(position: Position, first: int, second: int, status: BoardStatus | None = None) -> BoardRace:
    """The race between the blocks on two points, whatever is said of them elsewhere.

    Raises RaceError where it is not covered; ValueError unless there is a stone of either colour.
    """
    colors = [int(position.stones[position.grid.require(point)]) for point in (first, second)]
    if sorted(colors) != [WHITE, BLACK]:
        raise ValueError("a race is between a black and a white block")
    if status is None:
        from ..status import board_status

        status = board_status(position)
    living, proved = living_stones(position, status)
    for point in (first, second):
        living[position.chain_at(point)] = False
    black, white = (first, second) if colors[0] == BLACK else (second, first)
    return _judged(position, status, black, white, living, proved)


def _judged(
    position: Position, status: BoardStatus, black: int, white: int, living: Bools, proved: Bools
) -> BoardRace:
    """The race between two blocks, as sure as its walls are. Raises RaceError."""
    race = board_race(position, black, white, living, proved)
    played = {point for region in race.split.regions for point in region.points}
    for stone in race.assumed:
        if len(set(position.liberties_at(stone)) - played) < OUTSIDE:
            raise RaceError(f"the wall at {position.grid.vertex(stone)} may fall first")
    forever = unconditional(position).alive
    colors = {Color(int(position.stones[point])) for point in race.split.walls if not forever[point]}
    if any(not status.replies[color].keys().isdisjoint(played) for color in colors):
        race = replace(race, evidence=Evidence.READ)
    return race


def living_stones(position: Position, status: BoardStatus) -> tuple[Bools, Bools]:
    """(area,) bool twice: the stones that are known to live, and those for which that is proved."""
    living, proved = np.zeros(position.grid.area, np.bool_), np.zeros(position.grid.area, np.bool_)
    for chain in status.chains:
        if chain.verdict in (Verdict.SAFE, Verdict.ALIVE):
            living[list(chain.chain)] = True
            proved[list(chain.chain)] = chain.evidence is Evidence.PROVED
    return living, proved


Chain = tuple[int, ...]


def _pairs(position: Position, status: BoardStatus, racing: set[Chain]) -> Iterator[tuple[Chain, Chain]]:
    """Black and white chains that may be in a race with each other."""
    able: dict[Color, dict[int, Chain]] = {BLACK: {}, WHITE: {}}
    for chain in status.chains:
        settled = chain.verdict in (Verdict.SAFE, Verdict.ALIVE) or (
            chain.verdict is Verdict.DEAD and chain.evidence is Evidence.PROVED
        )
        if len(chain.chain) >= SMALLEST_CHAIN and (chain.chain in racing or not settled):
            able[chain.color].update(dict.fromkeys(chain.chain, chain.chain))
    yield from sorted(pairs_near(position.grid, position.stones.tolist(), able[BLACK], able[WHITE]))


__all__ = ["Races", "Uncovered", "analyse", "between", "living_stones"]
