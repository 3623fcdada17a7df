"""Boards as text and as SVG."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from analysis.board import PASS, Grid, Position
from analysis.control import ControlSettings, estimate
from analysis.ranking.ranker import rank_moves
from gtpengine.render.board_text import LEGEND, control_board, dboard, showboard, star_points
from gtpengine.render.figure import PANELS, FigureError, figure_svg, lead, map_caption, panel_settings
from gtpengine.render.svg import board_svg
from gtpengine.settings import Settings

SVG = "{http://www.w3.org/2000/svg}"
SMALL = Position.from_diagram(".X.\nXO.\n..O", to_move="W")
CORNERS = Position.from_diagram("X..O\n....\n.XO.")


# -- text --------------------------------------------------------------------------------------------------------


def test_showboard() -> None:
    assert showboard(SMALL) == (
        "   A B C\n"
        " 3 . X . 3\n"
        " 2 X O . 2\n"
        " 1 . . O 1\n"
        "   A B C\n"
        "White to move. Prisoners: Black 0, White 0"
    )


def test_showboard_marks_the_last_move_and_the_stars() -> None:
    board = Position.empty(9).play(Grid(9, 9).point("J1"))
    lines = showboard(board, Grid(9, 9).point("J1")).splitlines()
    assert lines[9] == " 1 . . . . . . . .(X)1"
    assert lines[7] == " 3 . . + . . . + . . 3"
    assert lines[5] == " 5 . . . . + . . . . 5"
    first = Position.empty(9).play(Grid(9, 9).point("A1"))
    assert showboard(first, Grid(9, 9).point("A1")).splitlines()[9] == " 1(X). . . . . . . . 1"
    assert "(" not in showboard(board, PASS)


@pytest.mark.parametrize(
    ("height", "width", "vertices"),
    [
        (9, 9, "C3 G3 C7 G7 E5"),
        (13, 13, "D4 K4 D10 K10 G7"),
        (19, 19, "D4 K4 Q4 D10 K10 Q10 D16 K16 Q16"),
        (8, 8, "C3 F3 C6 F6"),
        (6, 19, ""),
        (1, 1, ""),
    ],
)
def test_star_points(height: int, width: int, vertices: str) -> None:
    grid = Grid(height, width)
    assert set(star_points(grid)) == {grid.point(vertex) for vertex in vertices.split()}


@pytest.mark.parametrize("size", [(1, 1), (1, 25), (25, 1), (25, 25), (7, 9)])
def test_no_empty_line_in_any_picture(size: tuple[int, int]) -> None:
    position = Position.empty(*size)
    values = np.zeros(size)
    for text in (showboard(position), dboard(values), *(control_board(position, values, c) for c in (True, False))):
        assert all(line.strip() for line in text.split("\n"))
    assert len(dboard(values).split("\n")) == size[0]


def test_dboard() -> None:
    values = np.array([[1.0, -1.0, 0.5], [-0.0004, 1e-12, -0.25]])
    assert dboard(values) == "1.000 -1.000 0.500\n0.000 0.000 -0.250"


@settings(max_examples=50, deadline=None)
@given(hnp.arrays(np.float64, (3, 4), elements=st.floats(-1, 1)))
def test_dboard_has_no_exponents(values: np.ndarray) -> None:
    words = dboard(values).split()
    assert all(re.fullmatch(r"-?[01]\.\d{3}", word) and word != "-0.000" for word in words)
    assert np.allclose(np.array(words, float).reshape(3, 4), values, atol=5.1e-4)


def test_control_board_plain() -> None:
    values = np.array([[0.9, 0.9, 0.3], [-0.9, 0.1, -0.3], [0.0, -0.7, -1.0]])
    assert control_board(SMALL, values, colour=False) == (
        "   A B C\n"
        " 3 # X + 3\n"
        " 2 x o - 2\n"
        " 1 . = O 1\n"
        "   A B C"
    )
    assert all(sign in LEGEND for sign in "XxOo#+.-=")


def test_control_board_in_colour() -> None:
    text = control_board(CORNERS, np.array([[1, 0.5, -0.5, -1], [0, 0, 0, 0], [1, 1, -1, -1]]), colour=True)
    rows = text.split("\n")[1:-1]
    assert [row.count("●") for row in rows] == [2, 0, 2]
    assert all(row.count("\x1b[0m") == 1 and row[row.index("\x1b[0m") + 4:].isdigit() for row in rows)
    fields = [int(shade) for shade in re.findall(r"48;5;(\d+)", rows[0])]
    assert fields == sorted(fields)
    assert len(set(fields)) == 4
    assert re.findall(r"48;5;(\d+);38;5;(\d+)m●", rows[0]) == [(str(fields[0]), "16"), (str(fields[3]), "231")]


# -- one board as SVG --------------------------------------------------------------------------------------------


def grey(colour: str) -> int:
    """Return the brightness of a grey, 0 to 255."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * char for char in colour[1:])
    assert len({digits[i : i + 2] for i in (0, 2, 4)}) == 1
    return int(digits[:2], 16)


def discs(root: ET.Element) -> list[int]:
    return [grey(circle.get("fill", "")) for circle in root.iter(f"{SVG}circle") if circle.get("r") == "17"]


@pytest.mark.parametrize("position", [SMALL, CORNERS, Position.empty(1), Position.empty(25), Position.empty(3, 25)])
def test_svg_is_well_formed_and_shows_every_stone(position: Position) -> None:
    values = np.linspace(1, -1, position.grid.area).reshape(position.grid.height, -1)
    for shown in (values, None):
        root = ET.fromstring(board_svg(position, shown))
        found = discs(root)
        assert found.count(0) == int((position.stones == 1).sum())
        assert found.count(255) == int((position.stones == -1).sum())
        letters = [text.text for text in root.iter(f"{SVG}text")]
        assert letters.count(str(position.grid.height)) >= 2
        assert letters.count("A") == 2


def test_svg_describes_the_board_as_text() -> None:
    desc = ET.fromstring(board_svg(SMALL)).findtext(f"{SVG}desc", "")
    assert SMALL.diagram() in desc
    assert "white to move" in desc


def test_svg_squares_are_darker_for_black_and_lines_visible_on_every_grey() -> None:
    position = Position.empty(1, 25)
    values = np.linspace(1, -1, 25).reshape(1, 25)
    root = ET.fromstring(board_svg(position, values))
    fields = {}
    lines = {}
    for path in root.iter(f"{SVG}path"):
        for start, _ in re.findall(r"M(\d+) (\d+)h", path.get("d", "")):
            if path.get("fill"):
                fields[int(start) // 40] = grey(path.get("fill", ""))
        for start in re.findall(r"M(\d+) \d+v", path.get("d", "")):
            if path.get("stroke"):
                lines[(int(start) - 30) // 40] = grey(path.get("stroke", ""))
    shades = [fields[col] for col in range(25)]
    assert all(left < right for left, right in pairwise(shades))
    assert all(abs(shades[col] - lines[col]) >= 30 for col in range(25))
    assert min(shades) >= 50
    assert max(shades) <= 240


def test_svg_labels_and_crosses_contrast_with_stones_and_squares() -> None:
    # A black stone on a white square, a white stone on a black one, then the bare squares.
    values = np.array([[-1.0, 1.0, -1.0, 1.0], [1.0, 1.0, -1.0, -1.0], [1.0, 1.0, -1.0, -1.0]])
    labels = {0: "a", 3: "b", 5: "c", 6: "d"}
    text = board_svg(CORNERS, values, labels, crosses=[4, 7])
    root = ET.fromstring(text)
    ink = {element.text: element.get("fill") for element in root.iter(f"{SVG}text")}
    assert [ink[label] for label in "abcd"] == ["#fff", "#000", "#fff", "#000"]
    crosses = [path.get("stroke") for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "3.5"]
    assert crosses == ["#fff", "#000"]


def test_svg_caption_is_escaped_and_last_move_ringed() -> None:
    text = board_svg(SMALL, labels={0: "<"}, last=1, caption="a < b & \x01c")
    root = ET.fromstring(text)
    assert "a < b & c" in [element.text for element in root.iter(f"{SVG}text")]
    assert sum(circle.get("fill") == "none" for circle in root.iter(f"{SVG}circle")) == 1


def test_the_picture_is_as_wide_as_its_caption() -> None:
    caption = "W+26.48 on the board, W+33.98 with komi 7.5"
    for text in (board_svg(Position.empty(1), caption=caption), figure_svg(Position.empty(2), ["A"], Settings())):
        root = ET.fromstring(text)
        width = float(root.get("width", "0"))
        for element in root.iter(f"{SVG}text"):
            if element.get("font-size") == "24":
                assert len(element.text or "") * 12 <= width
    assert ET.fromstring(board_svg(Position.empty(19))).get("width") == "820"


def test_regions_are_outlined_without_inner_lines() -> None:
    root = ET.fromstring(board_svg(SMALL, places=[("A", "#123456", (0, 3, 4)), ("b1", "#abcdef", (8,))]))
    lines = {path.get("stroke"): path.get("d", "") for path in root.iter(f"{SVG}path")}
    assert len(re.findall("[hv]40", lines["#123456"])) == 8  # three squares in a bend
    assert len(re.findall("[hv]40", lines["#abcdef"])) == 4
    assert lines["#abcdef"].startswith("M110 110h40")
    assert {"A", "b1"} <= {text.text for text in root.iter(f"{SVG}text") if text.get("font-size") == "13"}


def test_a_table_fits_below_the_board() -> None:
    rows = ["A  D4 C4  5/4  <3/4>", "B" * 60]
    root = ET.fromstring(board_svg(SMALL, caption="x", rows=rows))
    width, height = (float(root.get(name, "0")) for name in ("width", "height"))
    found = {text.text: text for text in root.iter(f"{SVG}text") if text.text in rows}
    assert list(found) == rows
    assert width >= 60 * 9.6
    assert all(180 < float(text.get("y", "0")) < height for text in found.values())


# -- figures -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "text"), [(6.65, "B+6.65"), (-26.48, "W+26.48"), (0.0, "0.00"), (-0.001, "0.00"), (0.005001, "B+0.01")]
)
def test_lead(score: float, text: str) -> None:
    assert lead(score) == text


@pytest.mark.parametrize(
    ("tolerance", "text"), [(1e-4, "(1e-4)"), (1e-24, "(1e-24)"), (2.5e-3, "(2.5e-3)"), (1.0, "(1e0)")]
)
def test_caption_names_sweeps_and_tolerance(tolerance: float, text: str) -> None:
    control = estimate(CORNERS, ControlSettings.mode("D", method="paper", tolerance=tolerance))
    caption = map_caption(control, tolerance)
    assert caption == f"{lead(control.score)}, {control.sweeps} iteration{'s' * (control.sweeps != 1)} {text}"


def test_caption_says_when_it_has_not_converged() -> None:
    control = estimate(CORNERS, ControlSettings.mode("D", method="paper", max_sweeps=1))
    assert map_caption(control, 1e-6).endswith("1 iteration (1e-6), not converged")


def captions(text: str) -> list[str]:
    root = ET.fromstring(text)
    return [element.text or "" for element in root.iter(f"{SVG}text") if element.get("font-size") == "24"]


def test_figure_has_the_captions_of_the_paper() -> None:
    position = Position.empty(9).play(Grid(9, 9).point("E5"))
    text = figure_svg(position, list(PANELS), Settings())
    found = captions(text)
    assert len(found) == 2 * len(PANELS)
    for name in "ABCD":
        control = estimate(position, ControlSettings.mode(name, method="paper", tolerance=1e-4))
        assert map_caption(control, 1e-4) in found
    assert re.fullmatch(r"B\+\d+\.\d\d", found[found.index("Propagating function") + 1])
    assert all(caption in ET.fromstring(text).findtext(f"{SVG}desc", "") for caption in found)


def test_figure_uses_method_and_tolerance_that_are_set() -> None:
    chosen = Settings()
    chosen.set("control.tolerance", "1e-10")
    chosen.set("control.method", "fast")
    control = estimate(SMALL, ControlSettings.mode("D", method="fast", tolerance=1e-10))
    assert map_caption(control, 1e-10) in captions(figure_svg(SMALL, ["D"], chosen))


@pytest.mark.parametrize(("size", "best", "worst"), [(9, 26, 26), (6, 26, 10), (3, 9, 0), (1, 0, 0)])
def test_rank_letters_the_best_and_crosses_the_worst(size: int, best: int, worst: int) -> None:
    text = figure_svg(Position.empty(size), ["rank"], Settings())
    root = ET.fromstring(text)
    letters = [element.text for element in root.iter(f"{SVG}text") if element.get("font-size") == "27"]
    assert letters == [chr(ord("A") + index) for index in range(best)]
    assert sum(path.get("stroke-width") == "3.5" for path in root.iter(f"{SVG}path")) == worst
    assert f"best {best} lettered, worst {worst} crossed" in captions(text)


def test_rank_follows_the_ranking() -> None:
    position = Position.empty(9).play(Grid(9, 9).point("C4"))
    ranking = rank_moves(position, panel_settings(Settings()))
    order = [move.point for move in ranking.candidates if move.point != PASS]
    root = ET.fromstring(figure_svg(position, ["rank"], Settings()))
    lettered = {e.text: (e.get("x"), e.get("y")) for e in root.iter(f"{SVG}text") if e.get("font-size") == "27"}
    crossed = [e.get("d", "") for e in root.iter(f"{SVG}path") if e.get("stroke-width") == "3.5"]

    def centre(point: int) -> tuple[int, int]:
        row, col = position.grid.row_col(point)
        return 50 + 40 * col, 50 + 40 * row

    for index, point in enumerate(order[:26]):
        x, y = centre(point)
        assert lettered[chr(ord("A") + index)] == (str(x), f"{y + 27 * 0.36:g}")
    assert {path.partition("l")[0] for path in crossed} == {
        f"M{x - 8} {y - 8}" for x, y in map(centre, order[-26:])}


@pytest.mark.parametrize("panels", [[], ["E"], ["A", ""], ["a"]])
def test_unknown_panels(panels: list[str]) -> None:
    with pytest.raises(FigureError, match=r"^panels: expected some of propagating,A,B,C,D,rank, got "):
        figure_svg(SMALL, panels, Settings())
