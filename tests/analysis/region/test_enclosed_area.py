"""The area of an enclosed group: found from its stones or given by a caller; its walls; refused targets and regions."""

from __future__ import annotations

import pytest

from analysis.board import BLACK, Position
from analysis.region.enclosed_area import find_area
from analysis.region.enclosed_life import LifeVerdict, solve_enclosed_life


def names(position: Position, points: tuple[int, ...]) -> list[str]:
    return [position.grid.vertex(point) for point in points]


def test_the_area_is_found_from_the_target() -> None:
    position = Position.from_diagram(
        ".O.XO.\n"
        "OOXXO.\n"
        "XXXOO.\n"
        "OOO..O\n"
        "......"
    )
    grid = position.grid
    area = find_area(position, grid.point("A3"))
    assert names(position, area.target) == ["D5", "C4", "D4", "A3", "B3", "C3"]
    assert names(position, area.loose) == ["B5", "A4", "B4"]
    assert names(position, area.playable) == ["A5", "B5", "C5", "A4", "B4"]
    assert names(position, area.walls) == ["E5", "E4", "D3", "A2", "B2", "C2"] == names(position, area.assumed)
    assert area.outside_liberties == ()
    assert area.owner is BLACK


def test_unconditionally_live_walls_are_not_assumed() -> None:
    position = Position.from_diagram("..XO.O\nXXXOOO\nOOOO.O\nOOOOOO")
    area = find_area(position, position.grid.point("A3"))
    assert area.assumed == ()
    assert names(position, area.walls) == ["D4", "D3", "A2", "B2", "C2"]


def test_enclosed_enemy_stones_are_capturable() -> None:
    """The white stones in the corner cannot escape: they are part of the area, not walls."""
    position = Position.from_diagram("O.X.\n.OX.\nXXX.\nOOOO\n....")
    area = find_area(position, position.grid.point("C5"))
    assert names(position, area.loose) == ["A5", "B4"]


def test_a_caller_may_give_a_smaller_region() -> None:
    """Nobody fills the point below: a permanent outside liberty."""
    position = Position.from_diagram("..XO\n..XO\nXXXO\n.OOO\nOO..", "W")
    target, eye = position.grid.point("A3"), [position.grid.point(v) for v in ("A5", "B5", "A4", "B4")]
    assert solve_enclosed_life(position, target).verdict is LifeVerdict.DEAD
    drawn = solve_enclosed_life(position, target, eye)
    assert drawn.verdict is LifeVerdict.ALIVE
    assert names(position, drawn.area.outside_liberties) == ["A2"]


def test_the_area_may_be_the_whole_board() -> None:
    """There are no walls: the target alone tells the colours apart."""
    for colour in "XO":
        position = Position.from_diagram(f"...\n.{colour}.\n...", "B")
        assert solve_enclosed_life(position, position.grid.point("B2")).verdict is LifeVerdict.ALIVE


BAD = [
    ("an empty point", "A1", None, "A1: expected a stone, the point is empty"),
    ("an open board", "D3", None, "D3: the area holds at least 29 points and is open or too large; at most 28 can"),
    ("a region with a hole", "D3", "D4", "the region is open: D5 beside D4 is empty"),
]


@pytest.mark.parametrize(("name", "vertex", "region", "message"), BAD)
def test_bad_targets_and_regions_are_refused(name: str, vertex: str, region: str | None, message: str) -> None:
    position = Position.from_diagram("......\n" * 2 + "...X..\n" + "......\n" * 2)
    drawn = None if region is None else [position.grid.point(region)]
    with pytest.raises(ValueError, match=message):
        solve_enclosed_life(position, position.grid.point(vertex), drawn)


def test_a_target_of_both_colours_or_none_is_refused() -> None:
    position = Position.from_diagram("X.O")
    for target in ([0, 2], []):
        with pytest.raises(ValueError, match="target: expected stones of one colour"):
            solve_enclosed_life(position, target)


def test_stones_that_the_group_encloses_are_inside_where_all_others_live() -> None:
    """Black takes two white stones in atari; everything else outside lives unconditionally."""
    rows = [".OX.OO.O.", "OXX.OOOOO", "XXX.OOOO.", "OOOOOOOOO", "OOOOOOOO.", "OOOOOOOOO", ".O.OOOOO."]
    position = Position.from_diagram("\n".join(rows), "B")
    grid = position.grid
    found = solve_enclosed_life(position, grid.point("C7"))
    assert found.verdict is LifeVerdict.ALIVE
    assert {grid.point("A6"), grid.point("B7")} < {*found.area.playable}
    assert found.area.assumed == ()
