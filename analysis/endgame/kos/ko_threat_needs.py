"""The ko threats that a local game needs: how many more than the opponent each side must have to win its ko.

The local game is played out by itself, without moves elsewhere, by territory. A player with a ko threat may spend it in
place of a move; it is answered, and the ko may then be retaken. A move that restores the position before the opponent's
last move needs a threat, or a pass, in between. Whoever can end the ko does not pass: with threats in reserve it might
stay open for a point that filling it costs, which is not what a ko is fought for. Two passes end the play. Where no ko
matters any more, the game is worth its stop for the player to move. So a player *needs* n threats if with n, against
none, the result is the one that any greater number brings, and with n - 1 it is not.

The search is exhaustive, for either player first. Positions that lead round in a circle without threats or passes
(double and triple kos) are not judged.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from ...board import BLACK, WHITE, Color, Scoring
from ...region import LocalTree
from ...region.local_tree import Option
from ...values import Value

MANY_THREATS = 6
"""More threats than a ko of the size that is searched can need; if a side needs as many, the ko is not judged."""

MAX_STATES = 20_000
"""States searched for one local game."""

MAX_DEPTH = 150
"""Moves, threats and passes of one line of play."""

Parts = tuple[int, ...]
"""Numbers of the parts of a `LocalTree`."""


class KoThreatNeed(NamedTuple):
    """The threats needed with one player moving first.

    first -- who moves first
    black, white -- the threats that Black (White) needs against an opponent with none; 0 if neither side's threats
                    change anything
    if_black, if_white -- the points, Black positive, if Black (White) has threats enough
    """

    first: Color
    black: int
    white: int
    if_black: Fraction
    if_white: Fraction


def ko_threat_needs(tree: LocalTree) -> tuple[KoThreatNeed, KoThreatNeed] | None:
    """Return the threats needed with Black and with White first; None where no ko matters, or it was not judged.

    It is not judged if play can go round in a circle, if it takes more than 20,000 states or a line of more than 150
    moves, or if 6 threats do not suffice; nor by area scoring.
    """
    low, high = tree.bounds()
    if low is high or tree.scoring is not Scoring.TERRITORY:
        return None
    search = _ThreatSearch(tree)
    try:
        return _need(search, BLACK), _need(search, WHITE)
    except _Unjudged:
        return None


class _Unjudged(Exception):
    """The ko goes round in a circle or is too large."""


def _need(search: _ThreatSearch, first: Color) -> KoThreatNeed:
    best, worst = search.result(first, MANY_THREATS, 0), search.result(first, 0, MANY_THREATS)
    black = next(n for n in range(MANY_THREATS + 1) if search.result(first, n, 0) == best)
    white = next(n for n in range(MANY_THREATS + 1) if search.result(first, 0, n) == worst)
    if MANY_THREATS in (black, white):
        raise _Unjudged
    return KoThreatNeed(first, black, white, best, worst)


class _State(NamedTuple):
    """A position of the local game: its parts, the result that may not be restored, the mover, the threats left."""

    parts: Parts
    banned: Option | None
    mover: Color
    black: int
    white: int
    passed: bool


@dataclass
class _ThreatSearch:
    """Results of play with threats, cached; those of a state are relative to it."""

    tree: LocalTree
    known: dict[_State, Fraction] = field(default_factory=dict)
    open: set[_State] = field(default_factory=set)
    bounds: dict[Parts, tuple[Value, Value]] = field(default_factory=dict)

    def result(self, first: Color, black: int, white: int) -> Fraction:
        """Return the points under best play from the start, with these numbers of threats. Raises _Unjudged."""
        change, parts = self.tree.start
        return change + self._value(_State(parts, None, first, black, white, False))

    def _value(self, state: _State) -> Fraction:
        if state in self.known:
            return self.known[state]
        if state in self.open or len(self.open) > MAX_DEPTH or len(self.known) > MAX_STATES:
            raise _Unjudged
        low, high = self._bounds(state.parts)
        if low is high:
            found = Fraction(low.left_stop if state.mover is BLACK else low.right_stop)
        else:
            self.open.add(state)
            found = self._best(state)
            self.open.discard(state)
        self.known[state] = found
        return found

    def _best(self, state: _State) -> Fraction:
        parts, banned, mover, black, white, passed = state
        other, results = mover.opponent, []
        options = self._moves(parts, mover)
        for change, after in options:
            if (change, after) != banned:
                next_state = _State(after, Option(-change, parts), other, black, white, False)
                results.append(change + self._value(next_state))
        if banned is not None and (black if mover is BLACK else white):
            left = (black - (mover is BLACK), white - (mover is WHITE))
            results.append(self._value(_State(parts, None, mover, *left, False)))
        may_end = any(low is high for low, high in (self._bounds(option.parts) for option in options))
        if passed and not may_end:
            results.append(Fraction(sum(int(self.tree.idle[part]) for part in parts)))
        elif banned is not None or not may_end:
            results.append(self._value(_State(parts, None, other, black, white, True)))
        return max(results) if mover is BLACK else min(results)

    def _bounds(self, parts: Parts) -> tuple[Value, Value]:
        if parts not in self.bounds:
            self.bounds[parts] = self.tree.bounds(Option(0, parts))
        return self.bounds[parts]

    def _moves(self, parts: Parts, mover: Color) -> list[Option]:
        """Return what a player's moves lead to, and the points they bring; equal ones once."""
        found: dict[Option, None] = {}
        for place, part in enumerate(parts):
            rest = parts[:place] + parts[place + 1 :]
            for change, remain in self.tree.options(part, mover).values():
                found[Option(change, tuple(sorted(rest + remain)))] = None
        return list(found)


__all__ = ["KoThreatNeed", "ko_threat_needs"]
