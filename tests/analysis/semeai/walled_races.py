"""Races within walls that have two eyes, and statuses with verdicts and evidence as a test needs them.

Black's liberties are above Black's block, White's below White's, around them the walls.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from analysis.board import Position
from analysis.semeai import Races, analyse
from analysis.status import BoardStatus, Evidence, Fate, Status, StatusBudget, Verdict
from tests.analysis.semeai.boards import Board, random_board, read

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


def block(status: BoardStatus, point: int) -> Status:
    found = status.at(point)
    assert found is not None
    return found


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
