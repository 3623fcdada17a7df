"""Groups read to be dead beside unknown enemy stones: presumed dead, dead, or beside living ones, by races."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from analysis.board import Position
from analysis.reading.answer import Answer, Result
from analysis.reading.life_and_death.group_question import GroupSearch
from analysis.reading.life_and_death.read_groups import read_groups
from analysis.status import Evidence, Fate, ReadingCache, Status, StatusBudget, Verdict, board_status, rival_groups
from analysis.status import consistent_verdicts as module
from analysis.status.consistent_verdicts import consistent_verdicts
from analysis.status.rival_groups import (
    FEWEST_NODES,
    FEWEST_STONES,
    MOST_NODES,
    Races,
    enemies_around,
    is_assumed_safe,
)
from analysis.status.status_budget import BoardAllowance
from tests.positions import real_positions

BESIDE = """
. . . . . . .
. X X . . . .
. O O X O . .
. . . . O . .
. . . . X . .
"""


def test_death_beside_unknown_stones_is_only_presumed() -> None:
    """White's pair touches an unknown pair, that of E3 belongs to its group; E1 touches only the latter."""
    position = Position.from_diagram(BESIDE)
    point = position.grid.point
    pair, other, behind = (position.chain_starts[point(vertex)] for vertex in ("B3", "E3", "E1"))
    dead = {"verdict": Verdict.DEAD, "evidence": Evidence.READ, "if_owner_first": Fate.DIES,
            "if_enemy_first": Fate.DIES, "captured": False}
    whites = {"group": tuple(sorted((*position.chain_of[pair], *position.chain_of[other])))}
    begun = {chain.chain[0]: replace(chain, verdict=Verdict.ALIVE) for chain in board_status(position).chains}
    begun[pair], begun[other] = (replace(begun[first], **dead, **whites) for first in (pair, other))
    begun[behind] = replace(begun[behind], **dead, group=begun[behind].chain)

    def presumed(**changes: object) -> set[int]:
        """Return the chains whose death is only presumed, with these chains changed, by the names of their points."""
        found = begun | {
            position.chain_starts[point(vertex)]: replace(begun[position.chain_starts[point(vertex)]], **change)
            for vertex, change in changes.items()
        }
        after = consistent_verdicts(position, found, FEWEST_NODES - 1, BoardAllowance(1000), ReadingCache())
        changed = {first for first in after if after[first] != found[first]}
        for first in changed:
            assert after[first].verdict is Verdict.UNKNOWN
            assert after[first].presumed_dead
            assert (after[first].if_owner_first, after[first].if_enemy_first) == (Fate.DIES, Fate.DIES)
        status = replace(board_status(position), chains=tuple(after[first] for first in sorted(after)))
        assert [chain.verdict for chain in status.presumed().chains] == [
            found[first].verdict for first in sorted(found)
        ]
        return changed

    assert presumed() == set()
    doubt = {"verdict": Verdict.UNKNOWN}
    assert presumed(B4=doubt) == {pair, other, behind}
    assert presumed(D3=doubt) == set()  # a single stone is no reason
    single = position.chain_starts[point("D3")]
    alone = {"group": begun[other].chain}
    assert presumed(B3=doubt, D3={**dead, "group": begun[single].chain}, E3=alone) == {single}  # nor if it is doubtful
    assert presumed(B4=doubt, E1={"evidence": Evidence.PROVED}) == {pair, other}
    assert presumed(B4=doubt, E3=alone, B3={"group": begun[pair].chain}) == {pair}


def is_read_dead(status: Status) -> bool:
    return status.verdict is Verdict.DEAD and status.evidence is Evidence.READ


def test_each_race_of_real_games_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who lives or stays dead is what separate searches say; the cache holds nothing else."""
    kinds, found_again = set(), []
    whole = module.read_with_rivals

    def noted(
        position: Position, found: dict[int, Status], nodes: int, allowance: BoardAllowance, memory: ReadingCache
    ) -> dict[int, Status]:
        spent = allowance.spent
        changed = whole(position, found, nodes, allowance, memory)
        found_again.append((dict(found), found | changed))
        assert not changed or allowance.spent > spent
        return changed

    monkeypatch.setattr(module, "read_with_rivals", noted)
    memory = ReadingCache()
    games = real_positions()
    for position in (games[124], games[164], *games[::8]):
        status = board_status(position, budget=StatusBudget(200, 200), memory=memory)
        kinds |= check_races(position, *found_again.pop(), 200)
        assert board_status(position, budget=StatusBudget(200, 200), memory=memory).chains == status.chains
        found_again.clear()
    assert kinds == {"lives", "dead", "presumed"}


def check_races(position: Position, before: dict[int, Status], after: dict[int, Status], nodes: int) -> set[str]:
    """Check what became of the chains in races, by new searches; return the kinds of results that occurred."""
    group_of = {point: group for group in read_groups(position) for point in group}
    safe = [first for first, status in before.items() if is_assumed_safe(status)]

    def fails(first: int, rival: int, attacking: bool) -> bool:
        group, other = group_of[first], group_of[rival]
        around = [head for head in safe if head not in {*group, *other}]
        search = GroupSearch(position, group, attacking, safe=around, nodes=nodes, rival=other)
        return (search.refutation() if attacking else search.answer()).result is Result.FAILS

    kinds = set()
    for first, status in before.items():
        rivals = enemies_around(position, status.chain)
        if status.verdict is Verdict.UNKNOWN and len(status.chain) >= FEWEST_STONES and after[first] != status:
            assert after[first].verdict is Verdict.ALIVE
            assert after[first].zone >= {*after[first].group} >= {*status.chain}
            named, _, line = after[first].reason.removeprefix("lives, or captures the stones at ").partition(": ")
            assert is_read_dead(before[position.chain_starts[position.grid.point(named)]])
            assert position.grid.vertices(after[first].line).startswith(line.removesuffix(" ..."))
            members = {position.chain_starts[point] for point in group_of[first]}
            assert any(
                fails(member, rival, True)
                for member in members for rival in enemies_around(position, before[member].chain)
                if is_read_dead(before[rival])
            )
            kinds.add("lives")
        if is_read_dead(status):
            unknown = [
                rival for rival in rivals
                if after[rival].verdict is Verdict.UNKNOWN and len(after[rival].chain) >= FEWEST_STONES
            ]
            if after[first].presumed_dead and len(status.group) == len(status.chain):
                assert any(not fails(first, rival, False) for rival in unknown)
                kinds.add("presumed")
            elif unknown and is_read_dead(after[first]):
                assert all(fails(first, rival, False) for rival in unknown)
                kinds.add("dead")
    return kinds


def test_no_race_has_more_nodes_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer nodes than the least, or none left on the board, no race is read."""
    limits = []

    class Asked(GroupSearch):
        def __init__(self, *words: Any, nodes: int, **options: Any) -> None:
            limits.append(nodes)
            super().__init__(*words, nodes=nodes, **options)

    monkeypatch.setattr(rival_groups, "GroupSearch", Asked)
    position = real_positions()[208]
    found = {chain.chain[0]: chain for chain in board_status(position, budget=StatusBudget(100, 100)).chains}
    begun = {
        first: replace(status, verdict=Verdict.DEAD, presumed_dead=False) if status.presumed_dead else status
        for first, status in found.items()
    }

    def verdicts(nodes: int, board: int = 10**9) -> list[Verdict]:
        after = consistent_verdicts(position, begun, nodes, BoardAllowance(board), ReadingCache())
        return [after[first].verdict for first in sorted(after)]

    limits.clear()
    unread = verdicts(FEWEST_NODES - 1)
    assert unread == verdicts(MOST_NODES, board=0)
    assert not limits
    assert verdicts(FEWEST_NODES) != unread
    assert {*limits} == {FEWEST_NODES}
    limits.clear()
    assert verdicts(5 * MOST_NODES) != unread
    assert {*limits} == {MOST_NODES}


SEKI = """
O O O O X X
O O . O O .
X X X O O O
. X . O O O
O X X X X O
X X . O O O
"""
"""Black's ten stones and White's eighteen have C1, C3 and C5 in common; White's A2 and Black's E6 are dead."""


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(("changes", "lives"), [
    ({}, True),
    ({"MOST_LIBERTIES_IN_SEKI": 3}, False),  # both have four
    ({"SEKI_NODES": FEWEST_NODES - 1}, False),
])
def test_a_group_that_others_cannot_kill_without_dying_lives(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, int], lives: bool, swapped: bool
) -> None:
    for name, value in changes.items():
        monkeypatch.setattr(rival_groups, name, value)
    position = Position.from_diagram(SEKI)
    position = position.colours_swapped() if swapped else position
    status = board_status(position, budget=StatusBudget(200, 200))
    inside, around = (status.at(position.grid.point(vertex)) for vertex in ("A4", "A6"))
    assert inside is not None
    assert around is not None
    assert (inside.verdict is Verdict.ALIVE) is (around.verdict is Verdict.ALIVE) is lives
    if lives:
        assert (inside.evidence, inside.if_owner_first, inside.if_enemy_first) == (
            Evidence.READ, Fate.LIVES, Fate.LIVES
        )  # fmt: skip
        assert inside.in_race
        assert inside.reason.startswith("lives, or captures the stones at A6: ")
        assert inside.zone >= {*inside.group} >= {*inside.chain}


@pytest.mark.parametrize("change", [
    {"evidence": Evidence.PROVED}, {"verdict": Verdict.UNKNOWN}, {"verdict": Verdict.SAFE},
])
def test_a_seki_is_read_beside_stones_that_were_read_to_live_only(
    change: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By proof White would be alive without a seki."""
    position = Position.from_diagram(SEKI)
    with monkeypatch.context() as patch:
        patch.setattr(rival_groups, "SEKI_NODES", FEWEST_NODES - 1)
        board = board_status(position, budget=StatusBudget(200, 200))
    found = {chain.chain[0]: chain for chain in board.chains}
    inside, around = (position.chain_starts[position.grid.point(vertex)] for vertex in ("A4", "A6"))
    found[inside] = replace(found[inside], verdict=Verdict.DEAD, presumed_dead=False)
    found[around] = replace(found[around], verdict=Verdict.ALIVE, presumed_dead=False)

    def lives(begun: dict[int, Status], nodes: int = FEWEST_NODES) -> bool:
        after = rival_groups.read_with_rivals(position, begun, nodes, BoardAllowance(10_000), ReadingCache())
        return inside in after and after[inside].verdict is Verdict.ALIVE

    assert lives(found)
    assert not lives(found, FEWEST_NODES - 1)
    assert not lives(found | {around: replace(found[around], **change)})
    assert not lives(found | {inside: replace(found[inside], captured=True)})
    assert not lives(found | {inside: replace(found[inside], liberties=8)})


def test_chains_with_one_common_liberty_may_be_in_seki_if_each_has_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """White has four liberties, three of them in common."""
    position = Position.from_diagram(SEKI)
    found = {chain.chain[0]: chain for chain in board_status(position).chains}
    races = Races(position, found, MOST_NODES, BoardAllowance(10_000), ReadingCache())
    dead, alive = (found[position.chain_starts[position.grid.point(vertex)]] for vertex in ("A4", "A6"))
    alive = replace(alive, verdict=Verdict.ALIVE, evidence=Evidence.READ)

    def may_be(liberties: int) -> bool:
        return rival_groups._may_be_seki(races, replace(dead, liberties=liberties), alive)

    assert may_be(3)
    monkeypatch.setattr(rival_groups, "COMMON_LIBERTIES", 4)
    assert not may_be(3)
    assert may_be(4)


def test_only_the_chains_of_a_group_that_were_dead_become_alive() -> None:
    """One that is captured by itself, and one that is safe, stay as they are."""
    position = Position.from_diagram(BESIDE)
    pair, other, third = (position.chain_starts[position.grid.point(vertex)] for vertex in ("B3", "E3", "B4"))
    dead = {"verdict": Verdict.DEAD, "evidence": Evidence.READ, "captured": False}
    found = {chain.chain[0]: replace(chain, **dead) for chain in board_status(position).chains}
    found[other] = replace(found[other], captured=True)
    lives = Answer(Result.FAILS, None, (), 0, 9, True)
    races: Any = SimpleNamespace(
        position=position, found=found, read=lambda *_, **__: lives,
        groups=dict.fromkeys(found, tuple(sorted(position.chain_of[pair] + position.chain_of[other]))),
    )  # fmt: skip
    accepted = rival_groups._is_dead_with_group
    alive = rival_groups._if_not_killed(races, found[pair], third, accepted, MOST_NODES)
    assert alive.keys() == {pair}
    assert alive[pair].verdict is Verdict.ALIVE


@pytest.mark.parametrize("living", ["B3", "E3"])
def test_a_chain_that_lives_in_a_seki_is_not_only_presumed_dead(monkeypatch: pytest.MonkeyPatch, living: str) -> None:
    """The two white chains are one group, beside a black one that is unknown; no race is read."""
    position = Position.from_diagram(BESIDE)
    starts, point = position.chain_starts, position.grid.point
    pair, other, unknown = (starts[point(vertex)] for vertex in ("B3", "E3", "B4"))
    group = {"group": tuple(sorted((*position.chain_of[pair], *position.chain_of[other])))}
    dead = {"verdict": Verdict.DEAD, "evidence": Evidence.READ, "captured": False}
    found = {chain.chain[0]: replace(chain, verdict=Verdict.ALIVE) for chain in board_status(position).chains}
    found |= {first: replace(found[first], **dead, **group) for first in (pair, other)}
    found[unknown] = replace(found[unknown], verdict=Verdict.UNKNOWN)
    alive = {starts[point(living)]: replace(found[starts[point(living)]], verdict=Verdict.ALIVE)}
    monkeypatch.setattr(rival_groups, "_seki", lambda _: alive)
    after = rival_groups.read_with_rivals(position, found, FEWEST_NODES, BoardAllowance(1), ReadingCache())
    assert {first for first, status in after.items() if status.verdict is Verdict.ALIVE} == alive.keys()
    assert {first for first, status in after.items() if status.presumed_dead} == (
        {pair, other} - alive.keys() if living == "E3" else set()
    )


FULL_BOARDS = [
    "O.XXX O.XXX OOXXX .OXX. OO.XX",
    "OOOOO OOXOO X.XOO XXX.O XXXOO X.XO.",
    "OOOOOO O.OOO. OOOOOX OXXXXX O.X.XX",
]
"""Two groups with an eye each, and common liberties that neither can fill: by all lines of play neither is captured."""


@pytest.mark.parametrize("rows", FULL_BOARDS)
def test_two_groups_that_were_read_to_be_dead_one_by_one_are_in_seki(rows: str) -> None:
    board = board_status(Position.from_diagram("\n".join(rows.split())), budget=StatusBudget(1000, 1000))
    assert {chain.verdict for chain in board.chains if len(chain.chain) > FEWEST_STONES} == {Verdict.ALIVE}


def test_of_two_dead_groups_beside_one_another_none_stays_dead_that_may_live_by_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No seki is looked for here."""
    monkeypatch.setattr(rival_groups, "SEKI_NODES", FEWEST_NODES - 1)
    position = Position.from_diagram("\n".join(FULL_BOARDS[0].split()))
    white, black = board_status(position, budget=StatusBudget(1000, 1000)).chains
    for status, rival in ((white, "C5"), (black, "A5")):
        assert (status.verdict, status.presumed_dead) == (Verdict.UNKNOWN, True)
        assert status.reason == f"dead only if the stones at {rival} live"
