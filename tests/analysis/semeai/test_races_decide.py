"""Who asks for races: the status of one chain, dragon_status, the final status of a board."""

from __future__ import annotations

import random

import pytest

from analysis.board import BLACK, WHITE, Position, Rules
from analysis.ownership.final_status import FinalStatus, final_status
from analysis.semeai import chain_status_with_races
from analysis.semeai.counted_races import races
from analysis.status import Evidence, StatusBudget, Verdict, board_status, chain_status
from tests.analysis.semeai.race_boards import random_race
from tests.gtpengine.gtp_talk import Talk
from tests.positions import real_positions

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

SEKI_WITH_EYES = """
OOOOO.O.
OOOOOOOO
OOOOOOOO
OOO.OOOO
XXXXXXXX
XXXXXXX.
XXXXXXXX
.OOXOOXX
OOOOOOOO
XX.XX..X
XXXXXXXX
XXXXXXXX
XXXXX.X.
"""
"""Black's block on A7 to A9 with an eye, White's around B6 with one: neither can take the other."""


def test_the_status_of_a_chain_in_a_race_is_that_of_the_race() -> None:
    """Reading alone takes each block for dead or alive, as if the other could not be taken."""
    position = Position.from_diagram(EVEN_RACE)
    for vertex, alone in (("A8", Verdict.DEAD), ("A11", Verdict.ALIVE)):
        point = position.grid.point(vertex)
        assert chain_status(position, point).verdict is alone
        found = chain_status_with_races(position, point)
        assert (found.verdict, found.evidence) == (Verdict.CRITICAL, Evidence.PROVED)
        assert found.chain == tuple(position.chain_at(point))
    with pytest.raises(ValueError, match="expected a stone, the point is empty"):
        chain_status_with_races(position, position.grid.point("A12"))
    assert chain_status_with_races(position, 0, Rules(suicide=True)).evidence is not Evidence.READ


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


def test_a_chain_without_races_is_read_with_its_own_budget() -> None:
    position, budget, more = real_positions()[7], StatusBudget(1, 1), 0
    usual = board_status(position)
    for chain in position.chains()[::3]:
        alone = chain_status(position, chain[0], budget=budget)
        assert chain_status_with_races(position, chain[0], budget=budget) == alone
        more += alone != usual.at(chain[0])
    assert more > 2


def test_dragon_status_knows_races() -> None:
    talk = Talk()
    talk.session.new_game(Position.from_diagram(EVEN_RACE))
    (white, killing, saving), black = (talk.ok(f"dragon_status {vertex}").split() for vertex in ("A8", "A11"))
    assert white == "critical"
    assert black == ["critical", saving, killing]


def test_a_seki_that_only_counting_shows_stands_on_a_finished_board() -> None:
    position = Position.from_diagram(SEKI_WITH_EYES)
    final = final_status(position)
    sekis = {chain.points for chain in final.chains if chain.status is FinalStatus.SEKI}
    assert sekis == {tuple(position.chain_at(position.grid.point(vertex))) for vertex in ("A9", "B6")}
