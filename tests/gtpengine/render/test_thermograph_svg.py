"""Thermographs as text and SVG: golden drawings, and properties of all drawings."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.values.games.forms import Value, game, number
from analysis.values.games.named_games import STAR, UP
from analysis.values.games.notation import parse
from analysis.values.thermography.thermograph import (
    Thermograph,
    Wall,
    number_thermograph,
    thermograph,
    thermograph_from_scaffolds,
)
from gtpengine.render.thermograph_svg import thermograph_svg
from gtpengine.render.thermograph_text import thermograph_text

SVG = "{http://www.w3.org/2000/svg}"
F = Fraction

# Source 001's corner; the sente of source 000; a number, from t = -1; a dame
DRAWN = [
    ("{{-2|-4}|-7}", r"""
 t       ^
         |
 2       |
        / \
      /     \
 1  /         \
   |            \
   |              \
 0 |                \
  -+-----+-----------+--
   -4    -5          -7
Mean -5, temperature 2
Left wall, Black first: -4 at t = 0, -4 at t = 1, -5 at t = 2
  t <= 2: Black plays {-2|-4}
Right wall, White first: -7 at t = 0, -5 at t = 2
  t <= 2: White plays -7
Above t = 2 neither player cares to move"""),
    ("{4|{3|-17}}", r"""
 t             ^
               |
 1             |
              /|
            /  |
          /    |
        /      |
      /        |
 0  /          |
  -+-----------+--
   4           3
Mean 3, temperature 1
Left wall, Black first: 4 at t = 0, 3 at t = 1
  t <= 1: Black plays 4
Right wall, White first: 3 at t = 0
  t <= 1: White plays {3|-17}
Above t = 1 neither player cares to move"""),
    ("1/2", r"""
    t             ^
                  |
 -1/2             |
                 / \
               /     \
             /         \
           /             \
         /                 \
   -1  /                     \
     -+-----------+-----------+--
      1          1/2          0
Mean 1/2, temperature -1/2: a number, neither player needs to move"""),
    ("*", r"""
 t ^
   |
 0 |
  -+--
   0
Mean 0, temperature 0
Left wall, Black first: 0 at t = 0
Right wall, White first: 0 at t = 0
Above t = 0 neither player cares to move"""),
]


@pytest.mark.parametrize(("text", "drawing"), DRAWN)
def test_drawings_in_text(text: str, drawing: str) -> None:
    assert thermograph_text(thermograph(parse(text))) == drawing[1:]


def test_which_move_at_which_temperature() -> None:
    text = thermograph_text(thermograph(parse("{4,{20|3}|-7}")))
    assert "  t <= 1: Black plays 4\n  1 <= t <= 37/4: Black plays {20|3}\n" in text


def test_close_values_are_written_on_separate_lines() -> None:
    """{6|{5|...}}, a corridor of seven points: the mean is 321/64, next to the 5."""
    lines = thermograph_text(thermograph(parse("{6|{5|{4|{3|{2|{1|*}}}}}}"))).splitlines()
    axis = next(index for index, line in enumerate(lines) if "-+" in line)
    assert [line.split() for line in lines[axis + 1:axis + 3]] == [["6", "321/64"], ["5"]]


def shapes(document: str, name: str) -> list[ET.Element]:
    return ET.fromstring(document).findall(f".//{SVG}{name}")


def words(document: str) -> list[str]:
    return [element.text or "" for element in shapes(document, "text")]


def test_the_picture() -> None:
    document = thermograph_svg(thermograph(parse("{{-2|-4}|-7}")), "{{-2|-4}|-7} & more")
    labels = words(document)
    for label in ("{{-2|-4}|-7} & more", "-4", "-5", "-7", "0", "1", "2", "t", "{-2|-4}", "left wall: Black first",
                  "mast: mean -5, from temperature 2"):
        assert label in labels
    description = ET.fromstring(document).findtext(f"{SVG}desc") or ""
    assert description.splitlines()[:2] == ["{{-2|-4}|-7} & more", "Mean -5, temperature 2"]
    assert "Left wall, Black first: -4 at t = 0, -4 at t = 1, -5 at t = 2" in description


def test_larger_values_are_to_the_left_and_the_tax_is_45_degrees() -> None:
    document = thermograph_svg(thermograph(parse("{{-2|-4}|-7}")))
    left, right, mast = [polyline(element) for element in shapes(document, "polyline") if heavy(element)][:3]
    (x0, y0), (x1, y1), (x2, y2) = left
    assert x0 == x1 < x2
    assert y0 > y1 > y2
    assert x2 - x1 == pytest.approx(y1 - y2, abs=0.2)
    assert right[0][0] > right[1][0]
    assert left[-1] == right[-1] == mast[0]
    assert mast[0][0] == mast[1][0]


def heavy(element: ET.Element) -> bool:
    return element.get("stroke-width") == "3.2"


def polyline(element: ET.Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in element.get("points", "").split())]


def test_long_moves_have_letters() -> None:
    labels = words(thermograph_svg(thermograph(parse("{{{{{15|8}|6}|4}|2}|0}"))))
    assert "a" in labels
    assert "a: {{{{15|8}|6}|4}|2}" in labels


def test_a_move_to_a_large_game_is_cut_off() -> None:
    value = STAR
    for n in range(1, 200):
        value = game([n], [value])
    text = thermograph_text(thermograph(value))
    assert "White plays {198|{197|{196|" in text
    assert "...\n" in text
    assert max(map(len, text.splitlines())) < 600
    assert max(map(len, words(thermograph_svg(thermograph(value))))) < 100


def test_a_number_is_a_mast_only() -> None:
    labels = words(thermograph_svg(thermograph(number(5))))
    assert "mast: mean 5, from temperature -1" in labels
    assert not any("wall" in label for label in labels)


@pytest.mark.parametrize("graph", [
    thermograph(parse("{100|1||0|-100}")),  # tall
    thermograph(game([10**400], [-(10**400)])),
    thermograph(number(F(12345678901, 1 << 300))),
    number_thermograph(F(1, 3)),
    # a ko of 2 against 1 moves: steep, with a temperature of 1/3 and unknown moves
    thermograph_from_scaffolds(Wall(((F(-1), F(3)),), (None,), F(-2)), Wall(((F(-1), F(-1)),), (None,), F(1))),
    thermograph(parse("{4|0}")).cooled(F(1, 3)),
], ids=["tall", "huge", "fine", "third", "ko", "cooled"])
def test_drawings_of_unusual_thermographs(graph: Thermograph) -> None:
    check_drawings(graph)


LEAVES = [*map(number, [F(n, 4) for n in range(-20, 21)]), STAR, UP]


def random_game(rng: random.Random, depth: int) -> Value:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(LEAVES)
    return game(*([random_game(rng, depth - 1) for _ in range(rng.choice((1, 1, 2)))] for _ in "BW"))


@given(st.integers(0, 1 << 32), st.integers(1, 5))
def test_drawings_of_random_games(seed: int, depth: int) -> None:
    check_drawings(thermograph(random_game(random.Random(seed), depth)))


def check_drawings(graph: Thermograph) -> None:
    """Check that text and SVG are well-formed and within their bounds."""
    text = thermograph_text(graph)
    lines = text.splitlines()
    assert all(line.strip() for line in lines)
    assert not text.endswith("\n")
    drawing = lines[:next(index for index, line in enumerate(lines) if line.startswith("Mean"))]
    assert len(drawing) < 30
    assert max(map(len, drawing)) < 110
    document = thermograph_svg(graph, "title")
    root = ET.fromstring(document)
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    assert 100 < width < 1200
    assert 100 < height < 1000
    group = root.find(f"{SVG}g")
    assert group is not None
    dx, dy = map(float, group.get("transform", "").removeprefix("translate(").removesuffix(")").split())
    places = [place for element in shapes(document, "polyline") for place in polyline(element)]
    places += [(float(element.get("x", "")), float(element.get("y", ""))) for element in shapes(document, "text")]
    assert all(0 <= x + dx <= width and 0 <= y + dy <= height for x, y in places)
