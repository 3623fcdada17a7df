"""Verdicts of chains that contradict one another when they are read one at a time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analysis.board import Position
from analysis.status import Evidence, Fate, ReadingCache, Verdict, board_status
from analysis.status.consistent_verdicts import _dies_by_taking, consistent_verdicts
from analysis.status.status_budget import BoardAllowance
from tests.positions import race_case, random_positions, real_positions


def test_no_chain_is_dead_because_dead_stones_would_capture_it() -> None:
    """A3 and T10 are read to be captured, by stones that are read to be dead: a strong network has both alive."""
    games, unknown = real_positions(), []
    for position in (games[167], games[182], *games[::25], *random_positions(20, seed=4)):
        status = board_status(position)
        for chain in status.chains:
            around = (near for point in chain.chain for near in position.grid.beside[point])
            enemies = [status.at(near) for near in around if position.colors[near] == -chain.color]
            if chain.verdict is Verdict.DEAD and chain.captured and enemies:
                assert any(enemy is not None and enemy.verdict is not Verdict.DEAD for enemy in enemies)
            if "stones that are dead" in chain.reason:
                assert (chain.verdict, chain.evidence) == (Verdict.UNKNOWN, Evidence.ESTIMATED)
                assert (chain.if_owner_first, chain.if_enemy_first) == (Fate.UNKNOWN, Fate.UNKNOWN)
                assert not chain.captured
                unknown.append(position.grid.vertex(chain.chain[0]))
    assert {"A3", "T10"} <= {*unknown}


def test_a_chain_stays_dead_while_one_of_those_around_it_is_not() -> None:
    position = real_positions()[191]
    status = board_status(position)
    found = {chain.chain[0]: chain for chain in status.chains}
    captured, *around = (status.at(position.grid.point(vertex)) for vertex in ("D13", "E13"))
    assert captured is not None
    first = captured.chain[0]
    found[first] = replace(captured, verdict=Verdict.DEAD, evidence=Evidence.READ, captured=True)

    def verdict() -> Verdict:
        return consistent_verdicts(position, found, 100, BoardAllowance(1000), ReadingCache())[first].verdict

    assert verdict() is Verdict.UNKNOWN
    for enemy in around:
        assert enemy is not None
        assert enemy.verdict is Verdict.DEAD
        found[enemy.chain[0]] = replace(enemy, verdict=Verdict.CRITICAL)
        assert verdict() is Verdict.DEAD
        found[enemy.chain[0]] = enemy


@pytest.mark.parametrize("number", [73, 75, 77, 79])
def test_stones_inside_a_group_in_seki_are_in_seki(number: int) -> None:
    position, points = race_case(number)
    status = board_status(position)
    group, inside = map(status.at, points)
    assert group is not None
    assert inside is not None
    assert (group.verdict, group.evidence) == (Verdict.SEKI, Evidence.PROVED)
    assert (inside.verdict, inside.evidence) == (Verdict.SEKI, Evidence.READ)
    assert (inside.if_owner_first, inside.if_enemy_first) == (Fate.SEKI, Fate.SEKI)
    assert inside.reason == f"in seki with {position.grid.vertex(group.chain[0])}"
    assert inside.zone == group.zone


@pytest.mark.parametrize(("inside", "dies"), [
    (".OOO.", True),  # three in a row are left, White's move in the middle kills
    (".OOOO", False),  # four in a row are two eyes
    (".OO..", False),  # two points, and one beside the stones that took them
])
def test_a_group_dies_once_it_has_taken_stones_that_leave_it_one_eye(inside: str, dies: bool) -> None:
    rows = [f"{inside}XO.O", "XXXXXXOOO", "OOOOOOO.O", "OOOOOOOOO"]
    position = Position.from_diagram("\n".join(rows))
    status = board_status(position)
    group, taken = (status.at(position.grid.point(vertex)) for vertex in ("F4", "B4"))
    assert group is not None
    assert taken is not None
    allowance = BoardAllowance(1000)
    assert _dies_by_taking(position, group, taken, 1000, allowance, ReadingCache()) is dies
    assert allowance.spent > 0
