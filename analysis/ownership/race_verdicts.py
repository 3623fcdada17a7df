"""What capturing races say of chains: verdicts that reading left open, or that a proof corrects.

A race is judged after the status of all chains, on whose living ones it rests. Its two blocks are ALIVE and DEAD,
CRITICAL, or SEKI, by who wins if either side moves first, with the word of the race. A race that is **proved** decides
blocks of which nothing is proved, a race that is **read** those that are critical, unknown or estimated. It decides
both blocks or none: where a verdict that stands says otherwise of one of them, or another race of one of them does,
nothing is taken from it. No race is judged whose outcome hangs on a ko, so that no block is dead by winning one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..board import BLACK, WHITE, Color, Grid, Position, Rules
from ..semeai import BoardRace, Races, analyse
from ..status import BoardStatus, Evidence, Fate, Status, Verdict

NAMED = 3
"""So many of the chains that a race rests on are named in the reason."""

_OPEN = (Verdict.CRITICAL, Verdict.UNKNOWN)
_SETTLED = {Fate.LIVES: Verdict.ALIVE, Fate.DIES: Verdict.DEAD, Fate.SEKI: Verdict.SEKI}


def with_races(position: Position, status: BoardStatus, rules: Rules | None = None) -> tuple[BoardStatus, Races]:
    """The status of a board with what its races decide, and all races found, as they are by the status given."""
    found = analyse(position, status)
    told: dict[int, list[Status]] = {}
    races = [_verdicts(position, race, rules) for race in found.races]
    for race in races:
        for verdict in race:
            told.setdefault(verdict.chain[0], []).append(verdict)
    decided = {
        verdict.chain[0]: verdict
        for race in races if all(_agree(verdict, told[verdict.chain[0]], status) for verdict in race)
        for verdict in race if _decides(verdict, _known(status, verdict))
    }
    if not decided:
        return status, found
    chains = tuple(decided.get(chain.chain[0], chain) for chain in status.chains)
    return replace(status, chains=chains), found


def _known(status: BoardStatus, verdict: Status) -> Status:
    """What the status says of the chain of a verdict."""
    known = status.at(verdict.chain[0])
    assert known is not None
    return known


def _decides(verdict: Status, known: Status) -> bool:
    """Whether a race's verdict takes the place of what is known."""
    if known.evidence is Evidence.PROVED:
        return False
    return verdict.evidence is Evidence.PROVED or known.verdict in _OPEN or known.evidence is Evidence.ESTIMATED


def _agree(verdict: Status, races: list[Status], status: BoardStatus) -> bool:
    """Whether no other race of the chain, and no verdict that stands, contradicts this one."""
    known = _known(status, verdict)
    others = races if _decides(verdict, known) else [*races, known]
    return len({_fates(one) for one in (verdict, *others)}) == 1


def _fates(status: Status) -> tuple[Fate, Fate]:
    return status.if_owner_first, status.if_enemy_first


def _verdicts(position: Position, race: BoardRace, rules: Rules | None) -> tuple[Status, Status]:
    """The verdicts on both blocks of a race."""
    word = race.evidence
    if word is Evidence.PROVED and rules is not None and rules.suicide:
        word = Evidence.READ
    black, white = (_verdict(position, race, color, word) for color in (BLACK, WHITE))
    return black, white


def _verdict(position: Position, race: BoardRace, color: Color, word: Evidence) -> Status:
    fates = {color: Fate.LIVES, color.opponent: Fate.DIES, None: Fate.SEKI}
    owner, enemy = fates[race.winner[color]], fates[race.winner[color.opponent]]
    critical = owner is not enemy
    chain = race.split.block(color)
    kill, save = ((race.moves[side] or (None,))[0] if critical else None for side in (color.opponent, color))
    return Status(
        color, chain, chain, len(position.liberties_at(chain[0])), Verdict.CRITICAL if critical else _SETTLED[owner],
        word, owner, enemy, _reason(position, race, color), kill, save, zone=frozenset(_points(race)),
    )


def _points(race: BoardRace) -> Iterator[int]:
    """All that a race is played in, and the walls around."""
    yield from (*race.split.black, *race.split.white, *race.split.walls)
    for region in race.split.regions:
        yield from region.points


def _reason(position: Position, race: BoardRace, color: Color) -> str:
    grid, rival = position.grid, race.split.block(color.opponent)
    reason = f"race with {grid.vertex(rival[0])}: {race.reason}"
    return f"{reason}; if {_named(grid, position, race.assumed)}" if race.assumed else reason


def _named(grid: Grid, position: Position, stones: tuple[int, ...]) -> str:
    """Chains by their first points, the first few of them."""
    firsts = sorted({min(position.chain_at(stone)) for stone in stones})
    names = " ".join(grid.vertex(point) for point in firsts[:NAMED])
    more = f" and {len(firsts) - NAMED} more" if len(firsts) > NAMED else ""
    return f"{names}{more} {'lives' if len(firsts) == 1 else 'live'}"


__all__ = ["with_races"]
