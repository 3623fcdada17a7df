"""The eye spaces of a group: against plain Python on random boards, and in pictures."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import Position
from analysis.reading.life_and_death.group_space import group_space
from tests.analysis.reading.life_and_death.plain_estimate import PlainEstimate
from tests.analysis.reading.life_and_death.test_estimates import random_space


def test_spaces_are_those_of_plain_python() -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=600, deadline=None)
    @given(seed=st.integers(0, 10**9), height=st.integers(2, 9), width=st.integers(3, 11))
    def compare(seed: int, height: int, width: int) -> None:
        case = random_space(seed, height, width)
        if case is None:
            return
        position, group, safe, space = case
        beside = {near for stone in group for near in position.grid.beside[stone]}
        estimate = PlainEstimate(space, True)
        wanted = {
            tuple(sorted(region.points)): (tuple(sorted(region.attacked)), *estimate.eyes[region])
            for region in estimate.regions if region.closed and region.border and not beside.isdisjoint(region.points)
        }  # fmt: skip
        found = group_space(position, group, safe)
        picture = (position.diagram(), position.grid.vertex(group[0]), [position.grid.vertex(p) for p in safe])
        assert {eye.points: (eye.attacking, eye.if_attacked, eye.if_defended) for eye in found.eyes} == wanted, picture
        assert [eye.points for eye in found.eyes] == sorted(wanted), picture
        assert (found.is_open, found.is_linked) == (space.is_open, space.linked), picture
        seen["compared"] += 1
        seen["eyes"] += bool(wanted)
        seen["false"] += any(eyes[2] == 0 for eyes in wanted.values())
        seen["undecided"] += any(eyes[1] < eyes[2] for eyes in wanted.values())
        seen["open"] += found.is_open
        seen["linked"] += found.is_linked

    compare()
    assert seen["eyes"] > 0.2 * seen["compared"]
    assert min(seen["false"], seen["undecided"], seen["open"], seen["linked"]) > 10


@pytest.mark.parametrize(("picture", "eyes", "is_open"), [
    ("...OX\nOOOOX\nXXXXX\n.....\n.....", [("A5 B5 C5", 1, 2)], False),
    (".O.OX\nOOOOX\nXXXXX\n.....\n.....", [("A5", 1, 1), ("C5", 1, 1)], False),
    (".OX..\nO.O.X\nXOOOX\nXXXXX\n.....", [("A5", 1, 1), ("B4", 0, 0)], False),
    ("X.OX.\n..OX.\nOOOX.\nXXXX.\n.....", [("A5 B5 A4 B4", 1, 1)], False),
    (".....\n.....\n..O..\n.....\n.....", [], True),
])  # fmt: skip
def test_eyes_in_pictures(picture: str, eyes: list[tuple[str, int, int]], is_open: bool) -> None:
    position = Position.from_diagram(picture)
    group = [point for point in range(position.grid.area) if position.stones[point] == -1]
    found = group_space(position, group)
    name = position.grid.vertex
    shown = [(" ".join(map(name, eye.points)), eye.if_attacked, eye.if_defended) for eye in found.eyes]
    assert shown == eyes
    assert found.is_open is is_open
    assert found.is_linked is False


def test_a_link_to_safe_stones_is_found() -> None:
    position = Position.from_diagram("OO.O.\nXXX..\n.....")
    found = group_space(position, position.chain_at(0), [3])
    assert found.is_linked
    assert not group_space(position, position.chain_at(0)).is_linked


def test_a_group_without_stones_is_refused() -> None:
    with pytest.raises(ValueError, match="group: expected stones, got none"):
        group_space(Position.empty(5, 5), [])
