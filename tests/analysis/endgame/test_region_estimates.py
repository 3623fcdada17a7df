"""Large regions, estimated: whatever has to be cut down to be counted, every point is told once."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.board import PASS, Position
from analysis.endgame import Limits
from analysis.evaluation import evaluate
from analysis.status import StatusBudget
from tests.positions import real_positions


def told_once(position: Position) -> None:
    """With few positions allowed places are cut down again and again, stones of a chain beyond the cut among them."""
    evaluation = evaluate(position, budget=StatusBudget(50, 50))
    for parts in (2, 30):
        games = evaluation.local_games(limits=Limits(points=4, parts=parts, contact_parts=parts, kos=2))
        told = np.zeros(evaluation.position.grid.area, int)
        for points in (
            *(game.points for game in games.games), *(part.points for part in games.open),
            *(part.points for part in games.settled), np.flatnonzero(games.inside),
        ):
            told[list(points)] += 1
        assert told.max() <= 1
        assert set(np.unique(games.inside)) <= {-1, 0, 1}
        assert told[evaluation.position.stones == 0].all()


@pytest.mark.parametrize("place", range(0, 215, 14))
def test_of_real_boards_every_point_is_told_once(place: int) -> None:
    told_once(real_positions()[place])


@pytest.mark.parametrize("seed", [16, 93, 125, *range(12)])
def test_of_random_games_every_point_is_told_once(seed: int) -> None:
    rng = np.random.default_rng(seed)
    side = int(rng.integers(7, 12))
    position = Position.empty(side)
    for _ in range(int(side * side * rng.uniform(0.4, 1.3))):
        legal = position.legal_points()
        position = position.play(int(rng.choice(legal)) if len(legal) else PASS)
    told_once(position)
