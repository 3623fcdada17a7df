"""A thermograph as an SVG picture, drawn as the literature does.

Black's larger values are to the left, the temperature increases upwards, the mast has an arrow. Beside every section of
a wall stands the move that makes it. Drawn from t = 0; a number, whose mast begins below 0, from t = -1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal
from xml.sax.saxutils import escape

from analysis.values import Thermograph

from . import svg
from .thermograph_text import (
    MoveFormatter,
    all_corners,
    base_temperature,
    description_lines,
    move_formatter,
    rounded_fraction,
    wall_sections,
)

_EDGE = 18
_MAX_HEIGHT, _MAX_WIDTH, _MIN_WIDTH, _MAST_HEIGHT = 340, 520, 120, 64
"""The walls are scaled to fit a box of _MAX_WIDTH by _MAX_HEIGHT, and are at least _MIN_WIDTH wide."""
_FONT_SIZE, _LETTER_WIDTH = 14, 8.0
_WALL_STROKE, _THIN_STROKE = 3.2, 1.2
"""Widths of the lines of walls and mast, and of all other lines."""
_INK_COLOUR, _AXIS_COLOUR, _DOTTED_COLOUR, _WALL_COLOURS = "#222", "#777", "#aaa", ("#1d5fa6", "#c2440e")
_MAX_SIDE_LABEL, _MAX_LEGEND_LINE = 14, 90
"""Longest move beside a wall, and longest line below the drawing, in characters."""

Anchor = Literal["start", "middle", "end"]


def thermograph_svg(
    thermograph: Thermograph, title: str = "", *, unicode: bool = False, bars: bool = False
) -> str:
    """Return an SVG document of the thermograph, `title` above it, its description in <desc>.

    unicode, bars -- the notation of moves: see `format_value`

    Value and temperature have the same scale, so a taxed wall is a line of 45 degrees, unless the walls are too close
    together: then they are stretched horizontally.
    """
    canvas = _Canvas()
    scale = _Scale.of(thermograph)
    format_move = move_formatter(unicode, bars)
    keys = _draw_walls(canvas, thermograph, scale, format_move)
    _draw_axes(canvas, thermograph, scale)
    _draw_legend(canvas, thermograph, keys)
    if title:
        canvas.text((canvas.left + canvas.right) / 2, canvas.top - 26, _truncated(title), size=18)
    words = "\n".join([title or "Thermograph", *description_lines(thermograph, format_move)])
    width, height = canvas.right - canvas.left + 2 * _EDGE, canvas.bottom - canvas.top + 2 * _EDGE
    body = svg.translated(_EDGE - canvas.left, _EDGE - canvas.top, "\n".join([*canvas.under, *canvas.over]))
    return svg.document(round(width, 1), round(height, 1), [body], words)


@dataclass
class _Canvas:
    """SVG elements and their bounding box. Those of `under` are drawn first."""

    under: list[str] = field(default_factory=list)
    over: list[str] = field(default_factory=list)
    left: float = 0.0
    right: float = 0.0
    top: float = 0.0
    bottom: float = 0.0

    def reach(self, x: float, y: float) -> None:
        self.left, self.right = min(self.left, x), max(self.right, x)
        self.top, self.bottom = min(self.top, y), max(self.bottom, y)

    def line(self, points: list[tuple[float, float]], colour: str, width: float = _WALL_STROKE) -> None:
        for x, y in points:
            self.reach(x, y)
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashes = ' stroke-dasharray="2 4"' if colour == _DOTTED_COLOUR else ""
        (self.over if width == _WALL_STROKE else self.under).append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"{dashes}/>'
        )

    def dot(self, x: float, y: float, colour: str) -> None:
        self.over.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>')

    def text(
        self, x: float, y: float, text: str, *,
        anchor: Anchor = "middle", colour: str = _INK_COLOUR, size: int = _FONT_SIZE,
    ) -> None:
        width = len(text) * _LETTER_WIDTH * size / _FONT_SIZE
        start = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        self.reach(start, y - size)
        self.reach(start + width, y + size / 3)
        self.over.append(  # with a white outline: a dotted line may cross it
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}" '
            f'stroke="#fff" stroke-width="4" stroke-linejoin="round" paint-order="stroke">{escape(text)}</text>'
        )


@dataclass(frozen=True)
class _Scale:
    """The mapping of (temperature, value) to the picture: the mean at x = 0, the base temperature at y = 0."""

    mean: Fraction
    base: Fraction
    across: Fraction
    up: Fraction

    @classmethod
    def of(cls, graph: Thermograph) -> _Scale:
        corners = all_corners(graph)
        wide = max(value for _, value in corners) - min(value for _, value in corners)
        tall = graph.temperature - base_temperature(graph)
        if not wide or not tall:
            return cls(graph.mean, base_temperature(graph), Fraction(1), Fraction(1))
        up = min(_MAX_HEIGHT / tall, _MAX_WIDTH / wide)
        return cls(graph.mean, base_temperature(graph), max(up, _MIN_WIDTH / wide), up)

    def at(self, t: Fraction, value: Fraction) -> tuple[float, float]:
        return float((self.mean - value) * self.across), float((self.base - t) * self.up)


def _draw_walls(canvas: _Canvas, graph: Thermograph, scale: _Scale, format_move: MoveFormatter) -> dict[str, str]:
    """Draw the walls, the mast, and the moves beside the walls. Returns letter -> move for moves that are too long."""
    x, y = scale.at(graph.temperature, graph.mean)
    keys: dict[str, str] = {}
    for wall, colour, side in ((graph.left, _WALL_COLOURS[0], -1), (graph.right, _WALL_COLOURS[1], 1)):
        corners = [point for point in wall.corners(scale.base) if point[0] < graph.temperature]
        if not corners:
            continue
        spots = [scale.at(*corner) for corner in corners]
        canvas.line([*spots, (x, y)], colour)
        for spot in spots:
            canvas.dot(*spot, colour)
        ceiling = 0.0
        for section in wall_sections(graph, wall, format_move):
            if len(section.move) > _MAX_SIDE_LABEL:
                keys.setdefault(section.move, _letter(len(keys)))
            middle = (section.start + section.end) / 2
            across, up = scale.at(middle, wall.value(middle))
            up += 5 if wall.slope_below(middle) == 0 else -4
            up = ceiling = min(up, ceiling - _FONT_SIZE - 2) if ceiling else up
            anchor: Anchor = "end" if side < 0 else "start"
            canvas.text(across + 12 * side, up, keys.get(section.move, section.move), anchor=anchor, colour=colour)
    top = y - _MAST_HEIGHT
    canvas.line([(x, y), (x, top + 10)], _INK_COLOUR)
    canvas.line([(x - 6, top + 14), (x, top + 4), (x + 6, top + 14)], _INK_COLOUR)
    canvas.dot(x, y, _INK_COLOUR)
    return {letter: move for move, letter in keys.items()}


def _draw_axes(canvas: _Canvas, graph: Thermograph, scale: _Scale) -> None:
    """Draw values below, temperatures to the left, and dotted lines from the corners to both axes.

    Labels that do not fit are left out: the foot of the mast takes precedence, then the ends of the walls.
    """
    corners = list(dict.fromkeys(all_corners(graph)))
    top = canvas.top
    axis, end = min(canvas.left, -40.0) - 14, max(canvas.right, 40.0) + 14
    for point in corners:
        x, y = scale.at(*point)
        if y < 0:
            canvas.line([(axis, y), (x, y), (x, 0.0)], _DOTTED_COLOUR, _THIN_STROKE)
    canvas.line([(axis, top), (axis, 0.0), (end, 0.0)], _AXIS_COLOUR, _THIN_STROKE)
    canvas.text(axis, top - 8, "t")
    canvas.text(end + 8, 5, "points", anchor="start", colour=_AXIS_COLOUR)
    rows: list[list[tuple[float, float]]] = [[], [], []]
    for value in dict.fromkeys(value for _, value in corners):
        x, _ = scale.at(scale.base, value)
        half = len(rounded_fraction(value)) * _LETTER_WIDTH / 2 + 5
        for index, row in enumerate(rows):
            if all(x + half <= low or x - half >= high for low, high in row):
                row.append((x - half, x + half))
                canvas.line([(x, 0.0), (x, 6.0 + 18 * index)], _AXIS_COLOUR, _THIN_STROKE)
                canvas.text(x, 22 + 18 * index, rounded_fraction(value))
                break
    heights: list[float] = []
    for t in dict.fromkeys([graph.temperature, scale.base, *(t for t, _ in corners)]):
        _, y = scale.at(t, graph.mean)
        if all(abs(y - other) > _FONT_SIZE + 2 for other in heights):
            heights.append(y)
            canvas.line([(axis, y), (axis - 6, y)], _AXIS_COLOUR, _THIN_STROKE)
            canvas.text(axis - 10, y + 5, rounded_fraction(t), anchor="end")


def _draw_legend(canvas: _Canvas, graph: Thermograph, keys: dict[str, str]) -> None:
    """Draw below: the meaning of the colours, mean and temperature, the moves that letters stand for."""
    start = canvas.left
    mast = f"mast: mean {rounded_fraction(graph.mean)}, from temperature {rounded_fraction(graph.temperature)}"
    rows = [(mast, _INK_COLOUR)]
    if graph.temperature > base_temperature(graph):
        rows = [("left wall: Black first", _WALL_COLOURS[0]), ("right wall: White first", _WALL_COLOURS[1]), *rows]
    for text, colour in rows:
        y = canvas.bottom + 24
        canvas.line([(start, y - 5), (start + 22, y - 5)], colour)
        canvas.text(start + 30, y, text, anchor="start", colour=colour)
    for letter, move in keys.items():
        canvas.text(start, canvas.bottom + 24, _truncated(f"{letter}: {move}"), anchor="start")


def _truncated(text: str) -> str:
    return text if len(text) <= _MAX_LEGEND_LINE else text[:_MAX_LEGEND_LINE] + "…"


def _letter(index: int) -> str:
    """Return a, b, .. z, a1, b1, .."""
    return chr(ord("a") + index % 26) + (str(index // 26) if index >= 26 else "")
