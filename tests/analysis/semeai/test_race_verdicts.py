"""Verdicts from races: against brute force, beside those from reading, on turned boards and in the evaluation.

All diagrams are ours, drawn as `walled_races` says.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Color, Grid, Position
from analysis.evaluation import evaluate
from analysis.region import OutOfBudget
from analysis.semeai.race_verdicts import with_race_verdicts
from analysis.status import BoardStatus, Evidence, Fate, ReadingCache, Verdict, board_status
from tests.analysis.semeai.boards import Board, played, read
from tests.analysis.semeai.walled_races import BLIND, block, race_board, random_race


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


# -- boards -----------------------------------------------------------------------------------------------------------

DECIDED = [
    # the region, White's liberties, the verdicts on Black's and White's blocks by reading alone, and by the race
    ("O.OOO/OO.OO/O.x.O/O..OO", 4, "dead alive", "dead alive"),  # the source's problem 6, H: {4|1}
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


SEKIS = [
    # boards on which two blocks are read to live, since neither can take the other; a stone of each:
    # with an eye each, beside walls of many liberties and of few; and without eyes
    (".X.O.OX..\nXXXOOOX..\nOOOXXXX..\n..OX.....\n..OX.....\n..OX.....\n..OX.....", "A6", "F7"),
    (".X.O.OX..\nXXXOOOX..\nOOOXXXX..\nXXOX..X..\n.OOX.....\n..OX.....", "A5", "F6"),
    (".........\n.........\n..O...X..\n.........\n.........\nOOOOXX...\nOXXXOX...\nOXX.OX...\nOXX.OX...", "B3", "E3"),
]


@pytest.mark.parametrize("board", SEKIS)
def test_blocks_that_neither_can_take_nor_are_taken_stand_in_seki(board: tuple[str, str, str]) -> None:
    text, *stones = board
    drawn = Position.from_diagram(text)
    for position in (drawn, drawn.colours_swapped()):
        read = board_status(position)
        merged, _ = with_race_verdicts(position, read)
        for stone in stones:
            before, after = (status.at(position.grid.point(stone)) for status in (read, merged))
            assert before is not None
            assert after is not None
            assert (before.verdict, after.verdict) == (Verdict.ALIVE, Verdict.SEKI)
            assert after.if_owner_first is after.if_enemy_first is Fate.SEKI


def test_reading_alone_decides_against_a_block_in_atari() -> None:
    board = race_board("O.OOO/OO.OO/O.x.O/O..OO", 1)
    status = board_status(board.position)
    found = [block(status, board.block(color)) for color in (BLACK, WHITE)]
    assert [chain.verdict for chain in found] == [Verdict.ALIVE, Verdict.DEAD]
    assert fates(board, status) == true_fates(board)


BATTERIES = [(60, 8, 0), pytest.param(360, 60, 3, marks=pytest.mark.slow)]


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
