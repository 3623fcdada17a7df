"""Readings in words: why a chain has its status."""

from __future__ import annotations

import pytest

from analysis.board import BLACK, WHITE, Position
from analysis.reading.answer import Result
from analysis.semeai.race_verdicts import chain_status_with_races
from analysis.status import StatusBudget, Verdict, board_status
from analysis.status.read_verdicts import life_reason

BENT_FOUR = """
.......
..X....
..XXXXX
..XXXOO
..XXXO.
..XOOOX
..XO.XX
"""
"""Black takes the ko inside first, whoever begins."""


@pytest.mark.parametrize(("attack", "defence", "reason"), [
    (Result.KO_FIRST, Result.KO_AFTER, "dies unless White wins a ko that Black starts at will"),
    (Result.WORKS, Result.KO_AFTER, "lives or dies by a ko"),
    (Result.KO_FIRST, Result.KO_FIRST, "lives or dies by a ko"),
    (Result.KO_FIRST, Result.WORKS, "lives or dies by a ko"),
    (Result.WORKS, Result.WORKS, "lives or dies by who moves first"),
])
def test_a_ko_that_the_enemy_starts_whoever_moves_first_is_said(
    attack: Result, defence: Result, reason: str
) -> None:
    assert life_reason(Verdict.CRITICAL, WHITE, attack, defence) == reason


def test_reasons_name_the_side_that_moves_first() -> None:
    assert life_reason(Verdict.ALIVE, BLACK) == "lives even if White moves first"
    assert life_reason(Verdict.DEAD, BLACK) == "does not live even if Black moves first"


@pytest.mark.parametrize("swapped", [False, True])
def test_bent_four_in_the_corner_is_a_ko_that_the_enemy_starts(swapped: bool) -> None:
    """By the status of the board and by that of one chain."""
    position = Position.from_diagram(BENT_FOUR)
    position, owner, enemy = (position.colours_swapped(), "Black", "White") if swapped else (position, "White", "Black")
    point = position.grid.point("F4")
    board = board_status(position, budget=StatusBudget(200, 200)).at(point)
    alone = chain_status_with_races(position, point, budget=StatusBudget(1000, 1000), others=StatusBudget(200, 200))
    for status in (board, alone):
        assert status is not None
        assert status.verdict is Verdict.CRITICAL
        assert status.needs_ko
        assert status.reason.startswith(f"dies unless {owner} wins a ko that {enemy} starts at will: ")
