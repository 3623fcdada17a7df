"""The races of a whole board, found from the status of its chains.

The blocks of a race are two chains, one of each colour, that touch or share a liberty, and whose status is not settled
without the race, or that are both read to live, each by itself and with few liberties: then it may be seki. They have
at least two stones; a block that is asked about may have one. The stones known to live are the walls around. The result
holds as long as these live; walls whose life is not proved are named by the race. If moves in the race could put such a
wall in atari or close to it, the race is not decided: an answer would cost a turn, and filling a liberty beside the
wall could need an approach move. Where walls live only if attacks on them are answered, a race in which a move needs
such an answer is **read** at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from ..board import BLACK, EMPTY, WHITE, Color, Position, unconditional_life
from ..status import BoardStatus, Evidence, Status, Verdict
from .board_race import BoardRace, board_race
from .counted_races import SMALLEST_CHAIN, adjacent_chain_pairs, races
from .liberty_game import RaceError
from .liberty_regions import Bools, black_and_white

if TYPE_CHECKING:
    from .race_reading import ReadRace

MIN_OUTSIDE_LIBERTIES = 2
"""The liberties outside the race that a wall whose life is not proved must have."""

MOST_SEKI_LIBERTIES = 6
"""Most liberties of a chain that is read to live, but may stand in seki with another one."""


@dataclass(frozen=True)
class UncoveredRace:
    """Two blocks in a race that the model does not cover.

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
      races     -- BoardRace, ordered by the first points of Black's blocks, then of White's
      uncovered -- UncoveredRace, in the same order
      read      -- ReadRace of those that were read instead (`race_reading`); empty unless asked for
    """

    position: Position = field(repr=False)
    races: tuple[BoardRace, ...]
    uncovered: tuple[UncoveredRace, ...]
    read: tuple[ReadRace, ...] = ()

    def at(self, point: int) -> tuple[BoardRace, ...]:
        """Return the races in which this point belongs to a block or to a region."""
        return tuple(
            race for race in self.races
            if point in race.layout.black + race.layout.white
            or any(point in region.points for region in race.layout.regions)
        )


def analyse(position: Position, status: BoardStatus | None = None, point: int | None = None) -> Races:
    """Return all races of a position, or those of the block on `point`, which may be a single stone.

    Of two blocks that are both read to live only a seki is a race.

    status -- of all chains; by default `board_status` of the position

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
    for black, white, both_live in _pairs(position, status, racing, point):
        if point is not None and point not in black + white:
            continue
        around = living.copy()
        around[[*black, *white]] = False
        try:
            race = _judge(position, status, black[0], white[0], around, proved)
        except RaceError as error:
            if not both_live:
                uncovered.append(UncoveredRace(black[0], white[0], str(error)))
            continue
        if not both_live or set(race.winner.values()) == {None}:
            found.append(race)
    return Races(position, tuple(found), tuple(uncovered))


def race_between(position: Position, first: int, second: int, status: BoardStatus | None = None) -> BoardRace:
    """Return the race between the blocks on two points, whatever their status is.

    Raises RaceError where the model does not cover it; ValueError unless there is a stone of each colour.
    """
    black, white = black_and_white(position, first, second)
    if status is None:
        from ..status import board_status

        status = board_status(position)
    living, proved = living_stones(position, status)
    for point in (first, second):
        living[position.chain_at(point)] = False
    return _judge(position, status, black, white, living, proved)


def _judge(
    position: Position, status: BoardStatus, black: int, white: int, living: Bools, proved: Bools
) -> BoardRace:
    """Return the race between two blocks, with evidence no better than that of its walls. Raises RaceError."""
    race = board_race(position, black, white, living, proved)
    played = {point for region in race.layout.regions for point in region.points}
    for stone in race.assumed:
        if len(set(position.liberties_at(stone)) - played) < MIN_OUTSIDE_LIBERTIES:
            raise RaceError(f"the wall at {position.grid.vertex(stone)} may fall first")
    unconditionally_alive = unconditional_life(position).alive
    colors = {Color(int(position.stones[point])) for point in race.layout.walls if not unconditionally_alive[point]}
    if any(not status.replies[color].keys().isdisjoint(played) for color in colors):
        race = replace(race, evidence=Evidence.READ)
    return race


def living_stones(position: Position, status: BoardStatus) -> tuple[Bools, Bools]:
    """Return (area,) bool twice: the stones that are known to live, and those whose life is proved."""
    living, proved = np.zeros((2, position.grid.area), np.bool_)
    chains = [chain for chain in status.having(Verdict.SAFE, Verdict.ALIVE) if not chain.in_race]
    living[[point for chain in chains for point in chain.chain]] = True
    proved[[point for chain in chains if chain.evidence is Evidence.PROVED for point in chain.chain]] = True
    return living, proved


Chain = tuple[int, ...]


def _pairs(
    position: Position, status: BoardStatus, racing: set[Chain], named: int | None
) -> Iterator[tuple[Chain, Chain, bool]]:
    """Yield the black and white chains that may be in a race, and whether both are read to live; single stones only on
    the named point.
    """
    unsettled: dict[Color, dict[int, Chain]] = {BLACK: {}, WHITE: {}}
    uncaptured: dict[Color, dict[int, Chain]] = {BLACK: {}, WHITE: {}}
    for chain in status.chains:
        if len(chain.chain) < SMALLEST_CHAIN and named not in chain.chain:
            continue
        points = dict.fromkeys(chain.chain, chain.chain)
        if chain.chain in racing or not _is_settled(chain):
            unsettled[chain.color].update(points)
        elif _may_be_in_seki(chain):
            uncaptured[chain.color].update(points)
    for chains, both_live in ((unsettled, False), (uncaptured, True)):
        for black, white in adjacent_chain_pairs(position, chains[BLACK], chains[WHITE]):
            yield black, white, both_live


def _is_settled(chain: Status) -> bool:
    return (chain.verdict in (Verdict.SAFE, Verdict.ALIVE) and not chain.in_race) or (
        chain.verdict is Verdict.DEAD and chain.evidence is Evidence.PROVED
    )


def _may_be_in_seki(chain: Status) -> bool:
    """Return whether a chain is read to live, by itself and with few liberties: perhaps only as nobody can take it."""
    alone = len(chain.group) == len(chain.chain)
    return chain.verdict is Verdict.ALIVE and alone and chain.liberties <= MOST_SEKI_LIBERTIES


__all__ = ["Races", "UncoveredRace", "analyse", "living_stones", "race_between"]
