"""Verdicts from capturing races, for chains that reading left open or that a proof corrects.

A race is evaluated after the status of all chains, since it rests on those that live. Its two blocks are ALIVE and
DEAD, CRITICAL, or SEKI, by who wins if either side moves first, with the evidence of the race. A race that is
**proved** decides blocks that are not proved; a race that is **read** those that are critical, unknown or estimated,
and those read to be dead beside a rival that is not read to live: as if the rival could not be taken. If it says seki
it also decides two blocks that are both read to live, since neither can take the other. A race decides both blocks or
neither: where a verdict that takes precedence, or another race, contradicts it for one of them, it decides nothing.
Races whose outcome depends on a ko are not evaluated, so that no block is dead by winning one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..board import BLACK, WHITE, Color, Grid, Position, Rules
from ..board.bit_sets import bits_of_points
from ..status import (
    BoardStatus,
    Evidence,
    Fate,
    ReadingCache,
    Status,
    StatusBudget,
    Verdict,
    board_status,
    chain_status,
)
from ..status.asked_group import with_answers
from ..status.consistent_verdicts import consistent_verdicts
from ..status.status_budget import BoardAllowance
from .board_race import BoardRace
from .race_finder import Races, analyse

MAX_NAMED = 3
"""How many of the chains that a race rests on are named in the reason."""

_OPEN = (Verdict.CRITICAL, Verdict.UNKNOWN)
_SETTLED = {Fate.LIVES: Verdict.ALIVE, Fate.DIES: Verdict.DEAD, Fate.SEKI: Verdict.SEKI}


def with_race_verdicts(
    position: Position, status: BoardStatus, rules: Rules | None = None
) -> tuple[BoardStatus, Races]:
    """Return the status of a board with the verdicts of its races, and all races found, given the original status."""
    found = analyse(position, status)
    by_chain: dict[int, list[Status]] = {}
    races = [_verdicts(position, race, rules) for race in found.races]
    for race in races:
        for verdict in race:
            by_chain.setdefault(verdict.chain[0], []).append(verdict)
    decided: dict[int, Status] = {}
    for race in races:
        current = {verdict.chain[0]: _current(status, verdict) for verdict in race}
        rests_on_it = _rests_on_the_race(race, list(current.values()))
        better = {one.chain[0]: _takes_precedence(one, current[one.chain[0]], rests_on_it) for one in race}
        if all(
            _is_uncontradicted(verdict, by_chain[first], None if better[first] else current[first])
            for first, verdict in zip(current, race, strict=True)
        ):
            decided.update((verdict.chain[0], verdict) for verdict in race if better[verdict.chain[0]])
    if not decided:
        return status, found
    chains = tuple(decided.get(chain.chain[0], chain) for chain in status.chains)
    return replace(status, chains=chains), found


def chain_status_with_races(
    position: Position, point: int, rules: Rules | None = None, *, budget: StatusBudget | None = None,
    others: StatusBudget | None = None, memory: ReadingCache | None = None,
) -> Status:
    """Return the status of the chain on one point, made consistent with its neighbours, with the verdict of its races.

    A chain that is unknown when it is read alone has the status of the board if it lives by that, and one that is not
    found to live is searched as a problem, too (`status.asked_group`).

    budget -- for the reading of this chain; others -- for that of all others, on which races rest
    memory -- a cache of readings, as for `board_status`
    Raises ValueError if there is no stone.
    """
    limits, cache = others or StatusBudget(), memory or ReadingCache()
    alone = chain_status(position, point, rules, budget=budget, memory=cache)
    board = board_status(position, rules, budget=others, memory=cache)
    read = {chain.chain[0]: chain for chain in board.chains}
    alone = with_answers(position, alone, board, nodes=(budget or StatusBudget()).group)
    first = alone.chain[0]
    if alone.verdict is not Verdict.UNKNOWN or read[first].verdict is not Verdict.ALIVE:
        read[first] = alone  # otherwise it lives, but only as others do
    chains = consistent_verdicts(position, read, limits.group, BoardAllowance(limits.board), cache)
    found = with_race_verdicts(position, replace(board, chains=tuple(chains.values())), rules)[0].at(point)
    assert found is not None
    return found


def _current(status: BoardStatus, verdict: Status) -> Status:
    """Return the status of the chain of a verdict."""
    current = status.at(verdict.chain[0])
    assert current is not None
    return current


def _rests_on_the_race(race: Iterable[Status], current: Sequence[Status]) -> bool:
    """Return whether what was read of both blocks may be replaced by the verdicts of a race: neither lives by that, or
    both do, since neither can take the other.
    """
    if all(one.lives for one in current):
        return all(verdict.verdict is Verdict.SEKI for verdict in race)
    return not any(one.lives for one in current)


def _takes_precedence(verdict: Status, current: Status, rests_on_it: bool) -> bool:
    """Return whether a race's verdict replaces the current one; `rests_on_it` as `_rests_on_the_race` says."""
    if current.evidence is Evidence.PROVED:
        return False
    unsure = current.verdict in _OPEN or current.evidence is Evidence.ESTIMATED
    return verdict.evidence is Evidence.PROVED or unsure or rests_on_it


def _is_uncontradicted(verdict: Status, races: list[Status], current: Status | None) -> bool:
    """Return whether all races of the chain, and its current verdict if that takes precedence, say the same."""
    others = races if current is None else [*races, current]
    return len({_fates(one) for one in (verdict, *others)}) == 1


def _fates(status: Status) -> tuple[Fate, Fate]:
    return status.if_owner_first, status.if_enemy_first


def _verdicts(position: Position, race: BoardRace, rules: Rules | None) -> tuple[Status, Status]:
    """Return the verdicts on both blocks of a race."""
    evidence = race.evidence
    if evidence is Evidence.PROVED and rules is not None and rules.suicide:
        evidence = Evidence.READ
    black, white = (_verdict(position, race, color, evidence) for color in (BLACK, WHITE))
    return black, white


def _verdict(position: Position, race: BoardRace, color: Color, evidence: Evidence) -> Status:
    fates = {color: Fate.LIVES, color.opponent: Fate.DIES, None: Fate.SEKI}
    owner, enemy = fates[race.winner[color]], fates[race.winner[color.opponent]]
    critical = owner is not enemy
    chain = race.layout.block(color)
    kill, save = ((race.moves[side] or (None,))[0] if critical else None for side in (color.opponent, color))
    return Status(
        color, chain, chain, len(position.liberties_at(chain[0])), Verdict.CRITICAL if critical else _SETTLED[owner],
        evidence, owner, enemy, _reason(position, race, color), kill, save, zone_bits=bits_of_points(_points(race)),
    )


def _points(race: BoardRace) -> Iterator[int]:
    """Yield all points of a race: its blocks, its regions and the walls around."""
    yield from (*race.layout.black, *race.layout.white, *race.layout.walls)
    for region in race.layout.regions:
        yield from region.points


def _reason(position: Position, race: BoardRace, color: Color) -> str:
    grid, rival = position.grid, race.layout.block(color.opponent)
    reason = f"race with {grid.vertex(rival[0])}: {race.reason}"
    return f"{reason}; if {_named(grid, position, race.assumed)}" if race.assumed else reason


def _named(grid: Grid, position: Position, stones: tuple[int, ...]) -> str:
    """Return the chains of these stones as text, by their first points, at most MAX_NAMED of them."""
    firsts = sorted({min(position.chain_at(stone)) for stone in stones})
    names = grid.vertices(firsts[:MAX_NAMED])
    more = f" and {len(firsts) - MAX_NAMED} more" if len(firsts) > MAX_NAMED else ""
    return f"{names}{more} {'lives' if len(firsts) == 1 else 'live'}"


__all__ = ["chain_status_with_races", "with_race_verdicts"]
