"""Races that counting does not cover, read: the groups of two blocks, each of which may live by capturing the other.

The chains around count as safe if they are neither dead nor critical, nor about to be put in atari.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..board import BLACK, WHITE, Color, Position
from ..reading.life_and_death.race_question import RaceAnswer, in_contact, read_race
from ..reading.life_and_death.read_groups import read_groups
from ..status import BoardStatus, Evidence, Status, Verdict
from .race_finder import Races, UncoveredRace

ABOUT_TO_BE_IN_ATARI = 2
"""Liberties of a chain that one move puts in atari."""

FEWEST_NODES = 500
"""Where several races share a limit of nodes, each is searched with at least so many."""


@dataclass(frozen=True)
class ReadRace:
    """A race that was read.

    Public attributes:
      uncovered -- UncoveredRace: the blocks, and why counting does not cover the race
      answers   -- by who moves first: RaceAnswer; None where the search was not finished
    """

    uncovered: UncoveredRace
    answers: dict[Color, RaceAnswer | None]


def read_block_race(
    position: Position, status: BoardStatus, first: Status, second: Status, nodes: int
) -> RaceAnswer | None:
    """Return what the owner of one of two blocks reaches by moving first.

    nodes -- limit of each search. Returns None if that does not decide, if a block's status is proved, and if their
    groups are apart.
    """
    if Evidence.PROVED in (first.evidence, second.evidence):
        return None
    groups = read_groups(position)
    own, other = (next(group for group in groups if block.chain[0] in group) for block in (first, second))
    if not in_contact(position, own, other):
        return None
    named = {*own, *other}
    safe = [chain.chain[0] for chain in status.chains if chain.chain[0] not in named and is_assumed_safe(chain)]
    found = read_race(position, own, other, safe=safe, nodes=nodes)
    return found if found.decided else None


def is_assumed_safe(status: Status) -> bool:
    """Return whether a chain beside a race counts as safe."""
    if status.verdict is Verdict.UNKNOWN:
        return status.liberties > ABOUT_TO_BE_IN_ATARI
    return status.verdict not in (Verdict.DEAD, Verdict.CRITICAL)


def with_read_races(races: Races, status: BoardStatus, nodes: int) -> Races:
    """Return the races of a position with those read that counting does not cover.

    nodes -- limit of all searches of a side, shared among the pairs of blocks
    """
    read, left = [], []
    share = max(min(nodes, FEWEST_NODES), nodes // max(1, len(races.uncovered)))
    for pair in races.uncovered:
        black, white = status.at(pair.black), status.at(pair.white)
        assert black is not None
        assert white is not None
        answers = {
            BLACK: read_block_race(races.position, status, black, white, share),
            WHITE: read_block_race(races.position, status, white, black, share),
        }
        if any(answers.values()):
            read.append(ReadRace(pair, answers))
        else:
            left.append(pair)
    return replace(races, uncovered=tuple(left), read=(*races.read, *read))


__all__ = ["ReadRace", "is_assumed_safe", "read_block_race", "with_read_races"]
