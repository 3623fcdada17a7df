"""What is said of stones: a verdict, how sure it is, what follows if either side moves first, and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from ..board import Color


class Evidence(StrEnum):
    """How a verdict was come by. It is never upgraded."""

    PROVED = "proved"
    """All legal lines of a region whose boundary is itself proved, in play by turns."""
    READ = "read"
    """A bounded search with selected moves."""
    ESTIMATED = "estimated"
    """The experience of many games."""


class Verdict(StrEnum):
    """What becomes of stones."""

    SAFE = "safe"
    """They stand: unconditionally, or if each attack is answered. No search was needed."""
    ALIVE = "alive"
    """They live even if the enemy moves first, by search."""
    CRITICAL = "critical"
    """It depends on who moves first, or on a ko."""
    DEAD = "dead"
    """They go even if their owner moves first, and no ko saves them."""
    SEKI = "seki"
    """Nobody takes them, and they are not alive."""
    UNKNOWN = "unknown"


class Fate(StrEnum):
    """What becomes of stones if a given side moves first."""

    LIVES = "lives"
    DIES = "dies"
    KO = "ko"
    SEKI = "seki"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Status:
    """What is known of one chain.

    Public attributes:
      color          -- whose it is
      chain          -- its points, ascending
      group          -- the points of all chains that live or die with it, ascending
      liberties      -- how many it has
      verdict, word  -- what becomes of it, and how sure that is
      if_owner_first -- what becomes of it if its owner moves first, if_enemy_first if the enemy does
      kill, save     -- of a CRITICAL one the enemy's and the owner's move; None where there is none to name
      line           -- play that shows it, points or PASS in turn: the enemy begins, but of a DEAD one the owner
      zone           -- the points that it rests on: while none of them changes, it holds. Empty: on the whole board
      needs_ko       -- whether a ko comes into it
      captured       -- whether it was reading for capture that said so
      reason         -- why, in one line to be checked by a player
    """

    color: Color
    chain: tuple[int, ...]
    group: tuple[int, ...]
    liberties: int
    verdict: Verdict
    evidence: Evidence
    if_owner_first: Fate
    if_enemy_first: Fate
    reason: str
    kill: int | None = None
    save: int | None = None
    line: tuple[int, ...] = ()
    zone: frozenset[int] = field(default=frozenset(), repr=False)
    needs_ko: bool = False
    captured: bool = False

    @property
    def lives(self) -> bool:
        """Whether it stands as long as its owner answers."""
        return self.verdict in (Verdict.SAFE, Verdict.ALIVE, Verdict.SEKI)


__all__ = ["Evidence", "Fate", "Status", "Verdict"]
