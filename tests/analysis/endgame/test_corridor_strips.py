"""Corridors as strips, with stones inside too: against the search, published values, the control of each point."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Grid, Position
from analysis.endgame import BoardRegion
from analysis.endgame.corridors import match_corridor
from analysis.region import LocalDiagram, local_tree, parse_local
from analysis.status import Evidence
from analysis.values import format_value, mean, thermograph


def strip(text: str) -> tuple[BoardRegion, LocalDiagram]:
    """Return a row between Black's walls as a region and as a diagram: `.` and o inside, both ends walls."""
    inside = len(text) - 2
    diagram = "/".join(["#" + "X" * inside + "#", text, "#" + "X" * inside + "#"])
    colors = {"X": 1, "O": -1, "o": -1, ".": 0, "#": 0}
    board = Position(Grid(3, inside + 2), np.array([colors[letter] for letter in diagram.replace("/", "")], np.int8))
    points = tuple(range(inside + 3, 2 * inside + 3))
    return BoardRegion(points, board, None, Evidence.PROVED), parse_local(diagram)


@pytest.mark.parametrize("length", range(1, 8))
def test_corridors_with_stones_inside_equal_the_search(length: int) -> None:
    for stones in product(".o", repeat=length):
        if stones[0] == "o":  # connected to the wall
            continue
        text = "O" + "".join(stones) + "X"
        place, local = strip(text)
        found = match_corridor(place)
        assert found is not None, text
        tree = local_tree(local.region, local.start)
        assert found.value is tree.value(), text
        for color in (BLACK, WHITE):
            left = {place.points[k]: tree.value(option) for k, option in tree.moves(color).items()}
            best = thermograph(left[found.moves[0]])
            graph = thermograph(found.value)
            if found.value.number is None:  # the move makes its player's wall just below the temperature
                wall, own = (best.right, graph.left) if color is BLACK else (best.left, graph.right)
                assert wall.value(graph.temperature) - color * graph.temperature == own.value(graph.temperature), text


@pytest.mark.parametrize(("text", "value"), [  # FACTS, table B
    ("O.oX", "{2|0}"), ("O..o.X", "{4|{3|*}}"), ("O.o..X", "{4|{1|*}}"), ("O...o.X", "{5|{4|{3|*}}}"),
    ("O..o..X", "{5|{4|{1|*}}}"), ("O..oo.X", "{6|{5|*}}"), ("O.o...X", "{5|{2|{1|*}}}"), ("O.oo.oX", "{7|{2|0}}"),
    ("O.ooooX", "{8|0}"),
])
def test_published_strips(text: str, value: str) -> None:
    found = match_corridor(strip(text)[0])
    assert found is not None
    assert format_value(found.value) == value


CONTROLS = [  # Hu 2020, sections 2.3 and 2.5; FACTS, section 2
    ("O...X", "0 1/2 3/4"), ("O....X", "0 1/2 3/4 7/8"), ("O.O", "0"), ("O..O", "0 0"), ("O...O", "-1/4 1/2 -1/4"),
    ("O....O", "-1/4 1/2 1/2 -1/4"), ("O.....O", "-1/4 9/16 5/8 9/16 -1/4"),
    ("O......O", "-1/4 19/32 23/32 23/32 19/32 -1/4"), ("O.......O", "-1/4 39/64 49/64 13/16 49/64 39/64 -1/4"),
    ("O..o.X", "-1 1 1 1"),  # sente: White enters, Black blocks the next gap
    ("O..oX", "0 1/2 1/2"),  # {3|{2|0}}: the rest is just as hot, no sente
]


@pytest.mark.parametrize(("text", "control"), CONTROLS)
def test_control_of_each_point(text: str, control: str) -> None:
    found = match_corridor(strip(text)[0])
    assert found is not None
    assert " ".join(map(str, found.control)) == control
    if "o" not in text:
        assert sum(found.control) == mean(found.value)


@pytest.mark.parametrize("text", ["O.o.O", "O..o.O", "O.oo.O"])
def test_stones_between_two_open_ends_are_not_matched(text: str) -> None:
    assert match_corridor(strip(text)[0]) is None
