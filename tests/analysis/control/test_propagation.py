"""The propagating function: halving step by step, stopped by stones, capped in two ways."""

from __future__ import annotations

import numpy as np
import pytest

from analysis import Position
from analysis.control import PropagationSettings, propagate
from tests.positions import random_positions

CORRIDOR = """
XXXXXX
O....X
XXXXXX"""

MAPS = [
    # name, diagram, settings, expected middle row
    ("one stone, the paper's first step", "X....", {}, [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16]),
    ("one stone, whole first step", "X....", {"first": 1.0}, [1, 1, 1 / 2, 1 / 4, 1 / 8]),
    ("another factor", "X....", {"factor": 0.8}, [1, 0.5, 0.4, 0.32, 0.256]),
    ("no further than the next point", "X....", {"factor": 0.0}, [1, 0.5, 0, 0, 0]),
    ("stopped by stones of either colour", "X.O..", {}, [1, 0, -1, -1 / 2, -1 / 4]),
    ("own stones stop it too", "X.X..", {}, [1, 1, 1, 1 / 2, 1 / 4]),
    # Hu 2020, section 2.3.1: each colour capped before the sum, the corridor has its right values.
    ("corridor, colours capped", CORRIDOR, {"first": 1.0, "cap": "colours"}, [-1, 0, 1 / 2, 3 / 4, 7 / 8, 1]),
    # Capped after the sum, the walls outweigh White's stone.
    ("corridor, sum capped", CORRIDOR, {"first": 1.0, "cap": "sum"}, [-1, 1, 1, 1, 1, 1]),
]


@pytest.mark.parametrize(("diagram", "changes", "expected"), [row[1:] for row in MAPS], ids=[row[0] for row in MAPS])
def test_maps_by_hand(diagram: str, changes: dict[str, object], expected: list[float]) -> None:
    control = propagate(Position.from_diagram(diagram), PropagationSettings(**changes))
    assert control.values[control.values.shape[0] // 2] == pytest.approx(expected)
    assert control.score == pytest.approx(control.values.sum())
    assert (control.sweeps, control.converged, control.method) == (0, True, "propagation")


def test_rays_are_straight_and_corners_are_turned() -> None:
    position = Position.from_diagram("X..\n...\n..O")
    rays = propagate(position).values
    assert rays[1, 1] == 0
    assert rays[0, 2] == rays[2, 0] == 0  # a quarter from either side
    corners = propagate(position, PropagationSettings(path="corners")).values
    assert corners[0, 1] == pytest.approx(1 / 2 - 1 / 8)
    assert corners[1, 1] == 0
    walled = propagate(Position.from_diagram("X.O.\nOO..\n...."), PropagationSettings(path="corners")).values
    assert walled[0, 1] == pytest.approx(-1 / 2)  # two adjacent white stones against one black


@pytest.mark.parametrize("path", ["rays", "corners"])
@pytest.mark.parametrize("cap", ["sum", "colours"])
def test_range_colours_and_symmetries(path: str, cap: str) -> None:
    settings = PropagationSettings(first=1.0, path=path, cap=cap)  # type: ignore[arg-type]
    for position in random_positions(8, seed=3, smallest=1, largest=7):
        before = position.stones.copy()
        values = propagate(position, settings).values
        assert abs(values).max() <= 1
        assert (values.reshape(-1)[before != 0] == before[before != 0]).all()
        assert propagate(position.colours_swapped(), settings).values == pytest.approx(-values)
        for k, image in enumerate(position.grid.symmetries):
            turned = propagate(position.transformed(k), settings).values.reshape(-1)
            assert turned[image] == pytest.approx(values.reshape(-1))
        assert (position.stones == before).all()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"first": 0.0}, "first: expected a number above 0 and at most 1, got 0.0"),
        ({"first": float("nan")}, "first: expected a number above 0 and at most 1, got nan"),
        ({"factor": 1.1}, "factor: expected a number in \\[0, 1\\], got 1.1"),
        ({"path": "knight"}, "path: expected rays or corners, got 'knight'"),
        ({"cap": "none"}, "cap: expected sum or colours, got 'none'"),
    ],
)
def test_bad_settings(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        PropagationSettings(**changes)  # type: ignore[arg-type]


def test_empty_boards() -> None:
    for size in ((1, 1), (1, 5), (25, 25)):
        assert not np.any(propagate(Position.empty(*size)).values)
