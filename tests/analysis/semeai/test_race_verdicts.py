"""Verdicts from races: against brute force, beside those from reading, and what races leave unchanged.

All diagrams are ours: Black's liberties above Black's block, White's below White's, around them walls with two eyes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Color, Grid, Position, Rules, UnconditionalLife
from analysis.evaluation import evaluate
from analysis.region import OutOfBudget
from analysis.semeai import BoardRace, Races, analyse, race_finder, race_verdicts
from analysis.semeai.race_verdicts import with_race_verdicts
from analysis.status import BoardStatus, Evidence, Fate, ReadingCache, Status, StatusBudget, Verdict, board_status
from tests.analysis.semeai.boards import Board, played, random_board, read
from tests.positions import random_positions

BLIND = StatusBudget(chain=1, group=1)
"""With so little reading only proofs are left: the walls."""


def race_board(region: str, liberties: int) -> Board:
    """Return a board with a region above Black's block, from the top, and single liberties below White's."""
    rows = region.split("/")
    width = max(len(rows[0]), 2 * liberties, 5)
    upper = [(".O.").ljust(width, "O"), "O" * width, *(row.ljust(width, "O") for row in rows)]
    lower = [(".X" * liberties).ljust(width, "X"), "X" * width, ".X.".ljust(width, "X")]
    return read("\n".join([*upper, "B" * width, "W" * width, *lower]))


def random_race(seed: int) -> Board | None:
    """Return a random board whose walls have two eyes; None if a chain has no liberty."""
    rows = random_board(random.Random(seed)).rows
    place = next(number for number, row in enumerate(rows) if "B" * len(row) == row)
    eyes, width = ".O." + "O" * len(rows[0]), len(rows[0])
    upper = [eyes[:width], "O" * width, *(row.replace("X", "O") for row in rows[:place])]
    lower = [*(row.replace("O", "X") for row in rows[place + 2 :]), "X" * width, eyes.replace("O", "X")[:width]]
    board = read("\n".join([*upper, *rows[place : place + 2], *lower]))
    return board if all(board.position.liberties_at(chain[0]) for chain in board.position.chains()) else None


def fates(board: Board, status: BoardStatus) -> dict[tuple[Color, Color], Fate]:
    """Return the fate of each block by the status, by its colour and who moves first."""
    found = {}
    for color in Color:
        block = status.at(board.block(color))
        assert block is not None
        found[color, color], found[color, color.opponent] = block.if_owner_first, block.if_enemy_first
    return found


def true_fates(board: Board) -> dict[tuple[Color, Color], Fate]:
    """Return the same by brute force over all legal moves. Raises OutOfBudget."""
    found = {}
    for first in Color:
        winner = played(board, first)
        for color in Color:
            found[color, first] = {color: Fate.LIVES, color.opponent: Fate.DIES, None: Fate.SEKI}[winner]
    return found


def block(status: BoardStatus, point: int) -> Status:
    found = status.at(point)
    assert found is not None
    return found


# -- boards -----------------------------------------------------------------------------------------------------------

DECIDED = [
    # the region, White's liberties, the verdicts on Black's and White's blocks by reading alone, and by the race
    ("O.OOO/OO.OO/O.x.O/O..OO", 4, "dead unknown", "dead alive"),  # the source's problem 6, H: {4|1}
    ("O.OOO/OO.OO/O.x.O/O..OO", 3, "critical critical", "critical critical"),
    ("OOOOO/O...O/OxxxO/OO.OO", 3, "dead critical", "dead alive"),  # {3|0}
    ("OOOOO/O...O/OxxxO/OO.OO", 2, "critical critical", "critical critical"),
    ("O....O/OxxxxO/OO.OOO", 4, "dead critical", "dead alive"),  # problem 1: {4|0}
    ("O....O/OxxxxO/OO.OOO", 3, "critical critical", "critical critical"),
]


@pytest.mark.parametrize(("region", "liberties", "alone", "decided"), DECIDED)
def test_a_race_decides_what_reading_leaves_open(region: str, liberties: int, alone: str, decided: str) -> None:
    board = race_board(region, liberties)
    status = board_status(board.position)
    merged, races = with_race_verdicts(board.position, status)
    points = [board.block(color) for color in (BLACK, WHITE)]
    assert [str(block(status, point).verdict) for point in points] == alone.split()
    assert [str(block(merged, point).verdict) for point in points] == decided.split()
    (race,) = races.races
    for point, rival in zip(points, points[::-1], strict=True):
        verdict = block(merged, point)
        assert verdict.evidence is Evidence.PROVED
        assert verdict.reason == f"race with {board.position.grid.vertex(rival)}: {race.reason}"
        assert verdict.zone >= {*race.layout.black, *race.layout.white, *race.layout.walls}
        critical = verdict.verdict is Verdict.CRITICAL
        moves = {verdict.color: verdict.save, verdict.color.opponent: verdict.kill}
        assert all((move in race.moves[side]) if critical else move is None for side, move in moves.items())
    try:
        assert fates(board, merged) == true_fates(board)
    except OutOfBudget:  # the largest boards; smaller ones of the same values are compared
        assert liberties > 2


def test_reading_alone_decides_against_a_block_in_atari() -> None:
    board = race_board("O.OOO/OO.OO/O.x.O/O..OO", 1)
    status = board_status(board.position)
    found = [block(status, board.block(color)) for color in (BLACK, WHITE)]
    assert [chain.verdict for chain in found] == [Verdict.ALIVE, Verdict.DEAD]
    assert fates(board, status) == true_fates(board)


BATTERIES = [(60, 8, 1), pytest.param(360, 60, 8, marks=pytest.mark.slow)]


@pytest.mark.parametrize(("boards", "decided", "gained"), BATTERIES)
def test_races_and_status_against_brute_force(boards: int, decided: int, gained: int) -> None:
    """On random boards no verdict from a race is wrong, and more verdicts are right than by reading alone."""
    counts: Counter[str] = Counter()
    for seed in range(boards):
        board = random_race(seed)
        if board is None:
            continue
        status = board_status(board.position)
        if any(board.living[chain.chain[0]] and chain.verdict is not Verdict.SAFE for chain in status.chains):
            continue
        merged, races = with_race_verdicts(board.position, status)
        try:
            truth = true_fates(board)
        except OutOfBudget:
            continue
        said = fates(board, merged)
        if block(merged, board.block(BLACK)).reason.startswith("race with"):
            assert said == truth, (seed, board.rows)
            counts["decided"] += 1
        elif any("depends on a ko" in pair.reason for pair in races.uncovered):
            assert said == fates(board, status)
        counts["right"] += sum(said[key] is truth[key] for key in truth)
        counts["right alone"] += sum(fate is truth[key] for key, fate in fates(board, status).items())
    assert counts["decided"] > decided
    assert counts["right"] > counts["right alone"] + gained


KO = "OOOOO/OBBOO/OBo.O"
"""Black's block may take a stone in a ko, which gains one liberty for one move."""


@pytest.mark.parametrize(("liberties", "decided"), [(1, "critical critical"), (2, "dead alive"), (3, "dead alive")])
def test_taking_a_ko_gains_nothing_in_a_race(liberties: int, decided: str) -> None:
    width = 10
    rows = [*(row.rjust(width, "O") for row in KO.split("/")), "BBBBBBBBOO", "WWWWWWWWXX"]
    rows[2] = "O." + rows[2][2:]
    rows = [".O.".ljust(width, "O"), *rows, (".X" * liberties).ljust(width, "X"), "X" * width, ".X.".ljust(width, "X")]
    board = read("\n".join(rows))
    merged, races = with_race_verdicts(board.position, board_status(board.position, budget=BLIND))
    assert len(races.races) == 1
    assert [str(block(merged, board.block(color)).verdict) for color in (BLACK, WHITE)] == decided.split()
    assert fates(board, merged) == true_fates(board)


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


def with_verdict(status: BoardStatus, point: int, verdict: Verdict, evidence: Evidence, fate: Fate) -> BoardStatus:
    """Return the status with another verdict on the chain of a point."""
    return replace(status, chains=tuple(
        replace(chain, verdict=verdict, evidence=evidence, if_owner_first=fate, if_enemy_first=fate)
        if point in chain.chain else chain for chain in status.chains
    ))


def analyse_with(evidence: Evidence) -> Callable[..., Races]:
    """Return `analyse` with this evidence for all races."""

    def changed(position: Position, status: BoardStatus) -> Races:
        found = analyse(position, status)
        return replace(found, races=tuple(replace(race, evidence=evidence) for race in found.races))

    return changed


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


# -- symmetries -------------------------------------------------------------------------------------------------------


def turned(position: Position, transform: int, swap: bool) -> tuple[Position, np.ndarray]:
    """Return the transformed board, colours exchanged on request, and the point that each point comes from."""
    grid = position.grid
    points = np.arange(grid.area).reshape(grid.height, grid.width)
    points = np.rot90(points.T if transform & 4 else points, transform & 3)
    stones = position.stones[points.reshape(-1)] * np.int8(-1 if swap else 1)
    return Position(Grid(*points.shape), stones), points.reshape(-1)


@pytest.mark.parametrize(("boards", "least"), [(4, 30), pytest.param(12, 100, marks=pytest.mark.slow)])
def test_transformed_boards_are_decided_alike(boards: int, least: int) -> None:
    decided = 0
    for seed in range(boards):
        board = random_race(seed)
        if board is None:
            continue
        merged, _ = with_race_verdicts(board.position, board_status(board.position, budget=BLIND))
        for transform in range(8):
            for swap in (False, True):
                other, origin = turned(board.position, transform, swap)
                again, _ = with_race_verdicts(other, board_status(other, budget=BLIND))
                for chain in again.chains:
                    same = block(merged, int(origin[chain.chain[0]]))
                    fates = (chain.verdict, chain.evidence, chain.if_owner_first, chain.if_enemy_first)
                    assert fates == (same.verdict, same.evidence, same.if_owner_first, same.if_enemy_first)
                    assert (chain.kill is None, chain.save is None) == (same.kill is None, same.save is None)
                    decided += chain.reason.startswith("race with")
    assert decided > least


# -- in the evaluation ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("liberties", [1, 3, 4])
def test_an_evaluation_with_a_reading_cache_is_the_same(liberties: int) -> None:
    position = race_board("O.OOO/OO.OO/O.x.O/O..OO", liberties).position
    memory = ReadingCache()
    first = evaluate(position)
    for other in (evaluate(position, memory=memory), evaluate(position, memory=memory)):
        assert first.status is not None
        assert other.status is not None
        assert other.status.chains == first.status.chains
        assert (other.control.values == first.control.values).all()


def test_the_loser_of_a_proved_race_is_removed_and_its_place_settled() -> None:
    board = race_board("O.OOO/OO.OO/O.x.O/O..OO", 4)
    found = evaluate(board.position)
    assert found.settled is not None
    assert found.races is not None
    assert len(found.races.races) == 1
    assert set(found.races.races[0].layout.black) <= found.settled.removed
    place = next(place for place in found.local_games().settled if board.block(BLACK) in place.points)
    assert place.owner is WHITE
    assert place.territory() == -(2 * (8 + 1) + 5)  # the block, the stone above it, empty points


def test_control_only_has_no_races() -> None:
    assert evaluate(Position.empty(5), control_only=True).races is None
