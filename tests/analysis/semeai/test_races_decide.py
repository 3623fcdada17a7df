"""What races decide: the status of one chain, deaths read beside a rival, walls of counted races."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Position, Rules
from analysis.semeai import analyse, board_race, chain_status_with_races, race_verdicts, with_race_verdicts
from analysis.semeai.counted_races import races
from analysis.status import BoardStatus, Evidence, Fate, ReadingCache, StatusBudget, Verdict, board_status, chain_status
from analysis.status.asked_group import with_answers
from tests.analysis.semeai.race_boards import random_race
from tests.analysis.semeai.walled_races import analyse_with, race_board, with_verdict
from tests.positions import race_case, real_positions

EVEN_RACE = """
OOOOO.O.
OOOOOOOO
OOOOOOOO
.OOOOOOO
XXXXXXXX
XXXXXXX.
XXXXXXXX
OOOXOX.O
OOOOOOOO
OOOOOO.X
OOOOOOOO
XXXXXXXX
XXXXXXXX
XXXXXXXX
XXXXX.X.
"""
"""Black's block on A9 to A11 and White's on A7 and A8: who moves first wins."""

def test_the_status_of_a_chain_in_a_race_is_that_of_the_race() -> None:
    """Reading alone takes the block that can be taken at once for the only one that can."""
    position = Position.from_diagram(EVEN_RACE)
    for vertex, alone in (("A8", Verdict.CRITICAL), ("A11", Verdict.ALIVE)):
        point = position.grid.point(vertex)
        assert chain_status(position, point).verdict is alone
        found = chain_status_with_races(position, point)
        assert (found.verdict, found.evidence) == (Verdict.CRITICAL, Evidence.PROVED)
        assert found.chain == tuple(position.chain_at(point))
    with pytest.raises(ValueError, match="expected a stone, the point is empty"):
        chain_status_with_races(position, position.grid.point("A12"))
    assert chain_status_with_races(position, 0, Rules(suicide=True)).evidence is not Evidence.READ


def test_the_status_of_a_chain_uses_what_was_read_before() -> None:
    position, memory = Position.from_diagram(EVEN_RACE), ReadingCache()
    board_status(position, memory=memory)
    queries, hits = memory.queries, memory.hits
    found = chain_status_with_races(position, position.grid.point("A8"), memory=memory)
    assert found == chain_status_with_races(position, position.grid.point("A8"))
    assert memory.hits - hits == memory.queries - queries > 0


def test_a_chain_that_lives_beside_others_is_not_unknown_alone() -> None:
    for number, vertex in ((64, "A6"), (84, "S11"), (86, "B18")):
        position = real_positions()[number]
        board, point = board_status(position), position.grid.point(vertex)
        found = board.at(point)
        assert found is not None
        assert found.verdict is Verdict.ALIVE
        assert chain_status(position, point).verdict is Verdict.UNKNOWN
        assert chain_status_with_races(position, point) == found


@pytest.mark.parametrize("number", [73, 75, 77, 79])
def test_the_status_of_a_chain_is_consistent_with_that_of_its_neighbours(number: int) -> None:
    """Read alone, stones inside a group in seki are dead or critical."""
    position, (group, inside) = race_case(number)
    assert chain_status(position, inside).verdict in (Verdict.DEAD, Verdict.CRITICAL)
    for point in (group, inside):
        assert chain_status_with_races(position, point).verdict is Verdict.SEKI


def test_the_other_chains_are_read_with_their_own_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    position, limits = Position.from_diagram(EVEN_RACE), []
    whole = board_status

    def noted(*given: Any, budget: StatusBudget | None = None, **named: Any) -> BoardStatus:
        limits.append(budget)
        return whole(*given, budget=budget, **named)

    monkeypatch.setattr(race_verdicts, "board_status", noted)
    chain_status_with_races(position, 0, budget=StatusBudget(9, 9), others=StatusBudget(7, 8))
    chain_status_with_races(position, 0, budget=StatusBudget(9, 9))
    assert limits == [StatusBudget(7, 8), None]


def test_counted_races_decide_the_chains_of_random_boards() -> None:
    rng, seen = random.Random(3), set[Verdict]()
    for _ in range(25):
        position = random_race(rng, 8)
        for race in races(position):
            for side in (race.black, race.white):
                found = chain_status_with_races(position, side.chain[0], budget=StatusBudget(50, 50))
                winners = {race.winner[BLACK], race.winner[WHITE]}
                expected = {side.color: Verdict.ALIVE, side.color.opponent: Verdict.DEAD, None: Verdict.SEKI}
                verdict = expected[winners.pop()] if len(winners) == 1 else Verdict.CRITICAL
                assert (found.verdict, found.evidence) == (verdict, Evidence.PROVED), position.diagram()
                seen.add(verdict)
    assert seen == {Verdict.ALIVE, Verdict.DEAD, Verdict.CRITICAL, Verdict.SEKI}


@pytest.mark.parametrize(("black", "white", "decides"), [
    (Verdict.DEAD, Verdict.DEAD, True), (Verdict.DEAD, Verdict.UNKNOWN, True), (Verdict.DEAD, Verdict.CRITICAL, True),
    (Verdict.DEAD, Verdict.SEKI, False), (Verdict.DEAD, Verdict.ALIVE, False), (Verdict.ALIVE, Verdict.ALIVE, False),
])
def test_a_race_that_is_read_decides_over_deaths_beside_a_rival_not_known_to_live(
    black: Verdict, white: Verdict, decides: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Black wins the race; either block was read to be dead as if the other could not be taken."""
    board = race_board("O...O", 1)
    points = {board.block(BLACK): black, board.block(WHITE): white}
    status = board_status(board.position, budget=StatusBudget(1, 1))
    fates = {Verdict.DEAD: Fate.DIES, Verdict.ALIVE: Fate.LIVES, Verdict.SEKI: Fate.SEKI}
    for point, verdict in points.items():
        status = with_verdict(status, point, verdict, Evidence.READ, fates.get(verdict, Fate.UNKNOWN))
    monkeypatch.setattr(race_verdicts, "analyse", analyse_with(Evidence.READ))
    merged, _ = with_race_verdicts(board.position, status)
    verdicts = [one.verdict for one in map(merged.at, points) if one is not None]
    assert verdicts == ([Verdict.ALIVE, Verdict.DEAD] if decides else [black, white])


def test_a_proof_that_agrees_with_a_race_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    board = race_board("O...O", 1)
    black, white = board.block(BLACK), board.block(WHITE)
    status = board_status(board.position, budget=StatusBudget(1, 1))
    status = with_verdict(status, black, Verdict.UNKNOWN, Evidence.READ, Fate.UNKNOWN)
    status = with_verdict(status, white, Verdict.DEAD, Evidence.PROVED, Fate.DIES)
    monkeypatch.setattr(race_verdicts, "analyse", analyse_with(Evidence.READ))
    merged, _ = with_race_verdicts(board.position, status)
    assert merged.at(white) == status.at(white)
    decided = merged.at(black)
    assert decided is not None
    assert (decided.verdict, decided.evidence) == (Verdict.ALIVE, Evidence.READ)


def test_chains_with_many_liberties_are_walls_of_counted_races() -> None:
    """In a position of a game two chains stand in seki, among walls of which none is known to live here."""
    position, nothing = real_positions()[83], np.zeros(19 * 19, np.bool_)
    (race,) = races(position)
    found = board_race(position, race.black.chain[0], race.white.chain[0], nothing, nothing)
    assert found.winner == race.winner == {BLACK: None, WHITE: None}
    assert found.assumed == race.assumed
    assert len(found.assumed) > 20
    assert found.evidence is Evidence.READ


def test_the_moves_of_a_race_are_legal() -> None:
    """An eye is filled last, or once its stones can be taken: until then that is suicide."""
    rng, eyes = random.Random(11), 0
    for _ in range(60):
        position = random_race(rng, 10)
        for race in analyse(position, board_status(position, budget=StatusBudget(1, 1))).races:
            for first in (BLACK, WHITE):
                assert all(position.is_legal(point, first) for point in race.moves[first]), position.diagram()
                if race.winner[first] is first is not race.winner[first.opponent]:
                    assert race.moves[first], position.diagram()
                eyes += any(
                    not position.is_legal(point, first) for region in race.layout.regions
                    if region.defender is first.opponent for point in region.points if not position.stones[point]
                )
    assert eyes > 20


def test_a_chain_without_races_is_read_with_its_own_budget() -> None:
    position, budget, more = real_positions()[7], StatusBudget(1, 1), 0
    usual = board_status(position)
    for chain in position.chains()[::3]:
        alone = chain_status(position, chain[0], budget=budget)
        asked = with_answers(position, alone, usual, nodes=1)
        assert chain_status_with_races(position, chain[0], budget=budget) == asked
        more += asked != usual.at(chain[0])
    assert more > 2
