"""Which verdicts a race may change, with what evidence and reason, and which walls it rests on.

All diagrams are ours, drawn as `walled_races` says.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Color, Position, Rules, UnconditionalLife
from analysis.semeai import BoardRace, Races, analyse, race_finder, race_verdicts
from analysis.semeai.race_verdicts import with_race_verdicts
from analysis.status import BoardStatus, Evidence, Fate, Verdict, board_status
from tests.analysis.semeai.walled_races import BLIND, analyse_with, block, race_board, random_race, with_verdict
from tests.positions import random_positions

# -- what races leave unchanged ---------------------------------------------------------------------------------------


def test_only_unproved_blocks_of_races_are_changed() -> None:
    changed = 0
    boards = [board.position for seed in range(40) if (board := random_race(seed)) is not None]
    for position in [*boards, *random_positions(20, seed=2, smallest=7, largest=9)]:
        status = board_status(position)
        merged, races = with_race_verdicts(position, status)
        blocks = {race.layout.block(color) for race in races.races for color in Color}
        for before, after in zip(status.chains, merged.chains, strict=True):
            if after is not before:
                assert before.evidence is not Evidence.PROVED
                assert before.chain in blocks
                changed += 1
        assert merged.territory is status.territory
        assert merged.replies is status.replies
    assert changed > 15


@pytest.mark.parametrize(("race", "current", "decides"), [
    (Evidence.PROVED, Evidence.READ, True), (Evidence.READ, Evidence.READ, False),
    (Evidence.READ, Evidence.ESTIMATED, True),
])
def test_the_better_evidence_decides(
    race: Evidence, current: Evidence, decides: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Black wins the race; the status of White's block is in seki, or dead, read or estimated."""
    board = race_board("O...O", 1)
    monkeypatch.setattr(race_verdicts, "analyse", analyse_with(race))
    blind = board_status(board.position, budget=BLIND)
    black, white = (board.block(color) for color in (BLACK, WHITE))
    blind = with_verdict(blind, black, Verdict.UNKNOWN, Evidence.READ, Fate.UNKNOWN)
    wrong = with_verdict(blind, white, Verdict.SEKI, current, Fate.SEKI)
    merged, _ = with_race_verdicts(board.position, wrong)
    assert (block(merged, white).verdict is Verdict.DEAD) is decides
    assert (block(merged, black).verdict is Verdict.ALIVE) is decides
    right = with_verdict(blind, white, Verdict.DEAD, Evidence.READ, Fate.DIES)
    merged, _ = with_race_verdicts(board.position, right)
    assert block(merged, black).verdict is Verdict.ALIVE


def test_a_proof_stands_against_a_race(monkeypatch: pytest.MonkeyPatch) -> None:
    board = race_board("O...O", 1)
    black, white = (board.block(color) for color in (BLACK, WHITE))
    read = board_status(board.position, budget=BLIND)
    blind = with_verdict(read, black, Verdict.UNKNOWN, Evidence.READ, Fate.UNKNOWN)
    found = analyse(board.position, with_verdict(blind, white, Verdict.UNKNOWN, Evidence.READ, Fate.UNKNOWN))
    monkeypatch.setattr(race_verdicts, "analyse", lambda position, status: found)
    proved = with_verdict(blind, white, Verdict.SEKI, Evidence.PROVED, Fate.SEKI)
    merged, _ = with_race_verdicts(board.position, proved)
    assert merged is proved


def test_races_that_disagree_decide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    board = race_board("O...O", 1)
    blind = board_status(board.position, budget=BLIND)
    blind = with_verdict(blind, board.block(BLACK), Verdict.UNKNOWN, Evidence.READ, Fate.UNKNOWN)
    blind = with_verdict(blind, board.block(WHITE), Verdict.UNKNOWN, Evidence.READ, Fate.UNKNOWN)
    (race,) = analyse(board.position, blind).races
    other: BoardRace = replace(race, winner=dict.fromkeys(Color, WHITE))
    monkeypatch.setattr(race_verdicts, "analyse", lambda position, status: Races(position, (race, other), ()))
    merged, races = with_race_verdicts(board.position, blind)
    assert merged is blind
    assert len(races.races) == 2
    monkeypatch.setattr(race_verdicts, "analyse", lambda position, status: Races(position, (race, race), ()))
    assert block(with_race_verdicts(board.position, blind)[0], board.block(BLACK)).verdict is Verdict.ALIVE


# -- evidence and reasons ---------------------------------------------------------------------------------------------


def test_a_race_is_only_read_with_legal_suicide_or_a_wall_that_needs_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    board = race_board("OOOOO/O...O/OxxxO/OO.OO", 3)
    position, white = board.position, board.block(WHITE)
    status = board_status(position, budget=BLIND)
    assert block(with_race_verdicts(position, status)[0], white).evidence is Evidence.PROVED
    assert block(with_race_verdicts(position, status, Rules(suicide=True))[0], white).evidence is Evidence.READ
    liberty, corner = next(point for point, letter in enumerate(board.letters) if letter == "x") - 5, 0
    answered = {**status.replies, WHITE: {liberty: (corner,)}}
    found = with_race_verdicts(position, replace(status, replies=answered))[0]
    assert block(found, white).evidence is Evidence.PROVED  # the walls are unconditionally alive
    nothing = np.zeros(position.grid.area, np.int8)
    mortal = UnconditionalLife(position.grid, nothing, nothing, frozenset())
    monkeypatch.setattr(race_finder, "unconditional_life", lambda board: mortal)
    assert block(with_race_verdicts(position, replace(status, replies=answered))[0], white).evidence is Evidence.READ
    far = {**status.replies, WHITE: {corner: (2,)}}
    assert block(with_race_verdicts(position, replace(status, replies=far))[0], white).evidence is Evidence.PROVED


def only_read(status: BoardStatus) -> BoardStatus:
    """Return the status with all safe chains only read to live."""
    return replace(status, chains=tuple(
        replace(chain, verdict=Verdict.ALIVE, evidence=Evidence.READ) if chain.verdict is Verdict.SAFE else chain
        for chain in status.chains
    ))


def test_walls_that_are_only_read_to_live_are_named() -> None:
    board = race_board("OOOOO/O...O/OxxxO/OO.OO", 3)
    status = only_read(board_status(board.position, budget=BLIND))
    verdict = block(with_race_verdicts(board.position, status)[0], board.block(WHITE))
    assert verdict.evidence is Evidence.READ
    assert verdict.reason.endswith("; if B11 B3 live")


@pytest.mark.parametrize(("chains", "named"), [(1, "lives"), (2, "live"), (3, "live"), (4, "and 1 more live")])
def test_at_most_three_walls_are_named_by_first_point(chains: int, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever stones of them the race rests on; one of the walls has two."""
    board = race_board("O....O/OxxxxO/OO.OOO", 3)
    walls = sorted(board.position.chains())[:chains]
    stones = tuple(point for chain in walls for point in {chain[0], chain[-1]})

    def resting(position: Position, status: BoardStatus) -> Races:
        found = analyse(position, status)
        return replace(found, races=tuple(replace(race, assumed=stones) for race in found.races))

    monkeypatch.setattr(race_verdicts, "analyse", resting)
    status, _ = with_race_verdicts(board.position, board_status(board.position, budget=BLIND))
    verdict = block(status, board.block(WHITE))
    firsts = " ".join(board.position.grid.vertex(min(chain)) for chain in walls[:3])
    assert verdict.reason.endswith(f"; if {firsts} {named}")


def test_moves_liberties_and_zone_of_a_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each side's own move, the block's liberties, and all points on which the race depends."""
    board = race_board("O....O/OxxxxO/OO.OOO", 3)
    moves = {BLACK: (26, 12), WHITE: (1,)}

    def moved(position: Position, status: BoardStatus) -> Races:
        found = analyse(position, status)
        return replace(found, races=tuple(replace(race, moves=moves) for race in found.races))

    monkeypatch.setattr(race_verdicts, "analyse", moved)
    status, found = with_race_verdicts(board.position, board_status(board.position, budget=BLIND))
    black, white = (block(status, board.block(color)) for color in (BLACK, WHITE))
    assert (black.save, black.kill, black.liberties) == (26, 1, 1)
    assert (white.save, white.kill, white.liberties) == (1, 26, 3)
    (race,) = found.races
    split = race.layout
    in_regions = {point for region in split.regions for point in region.points}
    assert {26, 42, 44, 46} <= in_regions
    assert black.zone == white.zone == in_regions | {*split.black, *split.white, *split.walls}
    assert not in_regions <= {*split.black, *split.white, *split.walls}


def test_a_wall_that_may_be_captured_first_is_no_wall() -> None:
    """White's wall is alive by the status, with one liberty besides those where Black moves in the race."""
    board = race_board("OOOOO/O...O/OxxxO/OO.OO", 3)
    stones = board.position.stones.copy()
    stones[0] = WHITE
    position = Position(board.position.grid, stones)
    status = only_read(board_status(board.position, budget=BLIND))
    chains = tuple(replace(chain, chain=tuple(position.chain_at(chain.chain[0]))) for chain in status.chains)
    read = replace(status, chains=chains)
    merged, races = with_race_verdicts(position, read)
    assert not races.races
    assert "may fall first" in races.uncovered[0].reason
    assert merged is read
