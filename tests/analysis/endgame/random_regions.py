"""Random regions for tests: a few points inside a ring of stones of both colours, with stones among them."""

from __future__ import annotations

import numpy as np

from analysis.board import Position
from analysis.endgame import BoardRegion
from analysis.status import Evidence


def random_region(rng: np.random.Generator, height: int = 2, width: int = 3) -> BoardRegion:
    """Return a rectangle with random stones inside a ring of random colours that has outer liberties."""
    while True:
        rows = [["."] * (width + 4) for _ in range(height + 4)]
        for r in range(1, height + 3):
            for c in range(1, width + 3):
                ring = r in (1, height + 2) or c in (1, width + 2)
                rows[r][c] = str(rng.choice(["X", "O"])) if ring else str(rng.choice([".", ".", "X", "O"]))
        try:
            position = Position.from_diagram("\n".join("".join(row) for row in rows))
        except ValueError:  # a chain without a liberty
            continue
        points = [position.grid.at(r, c) for r in range(2, height + 2) for c in range(2, width + 2)]
        if all(position.stones[points]):
            continue
        return BoardRegion(tuple(points), position, None, Evidence.PROVED)
