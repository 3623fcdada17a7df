"""The budget of a whole board: what it allows, what is left out, and that this is said and does not change."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.board import BLACK, Position, Rules
from analysis.runtime.work_limit import limited
from analysis.status import ReadingCache, StatusBudget, Verdict, board_status
from analysis.status.status_budget import OVERDRAFT, OVERDRAFT_NODES, BoardAllowance


def checkerboard(size: int, holes: float = 0.2, seed: int = 1) -> Position:
    """A board of single stones of both colours with holes, where nearly every stone is a question of its own."""
    rng = np.random.default_rng(seed)
    stones = np.where(np.indices((size, size)).sum(axis=0) % 2 == 0, 1, -1).astype(np.int8)
    stones[rng.random((size, size)) < holes] = 0
    stones = stones.reshape(-1)
    grid = Position.empty(size).grid
    lonely = [point for point in range(grid.area) if all(stones[near] for near in grid.beside[point])]
    stones[lonely] = 0
    return Position(grid, stones, BLACK)


def test_allowance_shrinks_and_ends() -> None:
    allowance = BoardAllowance(1000)
    assert allowance.nodes(500, 7) == 500
    assert allowance.has_left
    allowance.spend(1000)
    assert not allowance.has_left
    assert allowance.nodes(500, 8) == OVERDRAFT_NODES
    assert allowance.nodes(10, 9) == 10
    allowance.spend(int(OVERDRAFT * 1000))
    assert allowance.nodes(500, 10) == 0
    assert (allowance.reduced, allowance.unread) == ({8, 9, 10}, {10})


def test_board_takes_no_more_than_its_budget() -> None:
    position, budget = checkerboard(13), StatusBudget(chain=1000, group=1000, board=3000)
    with limited() as work:
        status = board_status(position, budget=budget)
    assert status.reduced > 0
    assert status.unread > 0
    # The last question of either kind may take its searches beyond the limit, three for each ko rule.
    assert status.units <= (1 + OVERDRAFT) * budget.board + 2 * 3 * 1000
    assert work.omissions == [
        f"{status.reduced} of {len(status.chains)} chains read with fewer nodes, {status.unread} of them not at all"
    ]
    unread = [chain for chain in status.chains if chain.reason.startswith("not read")]
    assert unread
    assert {chain.verdict for chain in unread} == {Verdict.UNKNOWN}


def test_budget_gives_the_same_answers_with_a_cache() -> None:
    position, budget, memory = checkerboard(13), StatusBudget(board=3000), ReadingCache()
    first = board_status(position, budget=budget, memory=memory)
    assert board_status(position, budget=budget, memory=memory).chains == first.chains
    assert board_status(position, budget=budget).chains == first.chains


def test_large_budget_changes_nothing() -> None:
    position = checkerboard(9)
    usual, large = (board_status(position, Rules(), budget=StatusBudget(board=n)) for n in (60_000, 10_000_000))
    assert usual.chains == large.chains
    assert usual.reduced == usual.unread == 0


def test_stopped_board_is_not_read() -> None:
    position = checkerboard(9)
    with limited(stopped=lambda: True) as work:
        status = board_status(position)
    assert status.unread > 0
    assert all(chain.reason.startswith(("not read", "stands", "in territory")) for chain in status.chains)
    assert work.omissions
    with limited(seconds=0):
        assert board_status(position).chains == status.chains


@pytest.mark.parametrize("bad", [{"chain": 0}, {"group": 0}, {"board": 0}])
def test_budget_of_nothing_is_refused(bad: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected at least 1 node"):
        StatusBudget(**bad)
