"""Large regions, estimated: however they are cut down, every point occurs once in the result."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.board import PASS, Position
from analysis.endgame import EndgameBudget
from analysis.evaluation import evaluate
from analysis.status import StatusBudget
from tests.positions import real_positions


def check_every_point_occurs_once(position: Position) -> None:
    """Check it with small budgets, so that regions are cut down repeatedly, also through chains."""
    evaluation = evaluate(position, budget=StatusBudget(50, 50))
    for parts in (2, 30):
        limits = EndgameBudget(max_region_points=4, max_nodes=parts, max_contact_nodes=parts, max_ko_nodes=2)
        games = evaluation.local_games(limits=limits)
        counts = np.zeros(evaluation.position.grid.area, int)
        for points in (
            *(game.points for game in games.games), *(part.points for part in games.unvalued),
            *(part.points for part in games.settled), np.flatnonzero(games.assumed_owners),
        ):
            counts[list(points)] += 1
        assert counts.max() <= 1
        assert set(np.unique(games.assumed_owners)) <= {-1, 0, 1}
        assert counts[evaluation.position.stones == 0].all()


@pytest.mark.parametrize("index", range(0, 215, 14))
def test_every_point_occurs_once_on_real_boards(index: int) -> None:
    check_every_point_occurs_once(real_positions()[index])


@pytest.mark.parametrize("seed", [16, 93, 125, *range(12)])
def test_every_point_occurs_once_in_random_games(seed: int) -> None:
    rng = np.random.default_rng(seed)
    side = int(rng.integers(7, 12))
    position = Position.empty(side)
    for _ in range(int(side * side * rng.uniform(0.4, 1.3))):
        legal = position.legal_points()
        position = position.play(int(rng.choice(legal)) if len(legal) else PASS)
    check_every_point_occurs_once(position)
