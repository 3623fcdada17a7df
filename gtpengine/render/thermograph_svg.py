"""A thermograph as a picture (SVG) and as plain text, drawn as the literature does.

Black's larger values are to the left, the temperature rises, the mast has an arrow. Beside every part of a wall stands
the move that makes it. Drawn from t = 0; a number, whose mast begins below 0, from t = -1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import gcd, lcm
from typing import Literal
from xml.sax.saxutils import escape

from analysis.values import Thermograph, Value, Wall, format_value

from . import svg

Point = tuple[Fraction, Fraction]
_Writer = Callable[[Value], str]

MOVE = 200
"""The most letters of a move, given as the game it leads to; a longer one is cut off, with "..."."""


def thermograph_text(thermograph: Thermograph, *, unicode: bool = False, bars: bool = False) -> str:
    """The thermograph drawn with / | \\ and told in words. Values and temperatures are exact and in points.

    unicode, bars -- how moves are written: see `format_value`

    No empty line and no line feed at the end, so it can stand in a GTP response.
    """
    return "\n".join([*_drawing(thermograph), *_in_words(thermograph, _writer(unicode, bars))])


def thermograph_svg(
    thermograph: Thermograph, title: str = "", *, unicode: bool = False, bars: bool = False
) -> str:
    """A whole SVG document of the thermograph, `title` above it, the same in words in <desc>.

    unicode, bars -- how moves are written: see `format_value`

    Value and temperature have the same scale, so a tax is a line of 45 degrees, unless the walls are too close together
    for that: then they are stretched sideways.
    """
    canvas = _Canvas()
    scale = _Scale.of(thermograph)
    write = _writer(unicode, bars)
    keys = _draw_walls(canvas, thermograph, scale, write)
    _draw_axes(canvas, thermograph, scale)
    _draw_legend(canvas, thermograph, keys)
    if title:
        canvas.text((canvas.left + canvas.right) / 2, canvas.top - 26, _cut(title), size=18)
    words = "\n".join([title or "Thermograph", *_in_words(thermograph, write)])
    width, height = canvas.right - canvas.left + 2 * _EDGE, canvas.bottom - canvas.top + 2 * _EDGE
    body = svg.moved(_EDGE - canvas.left, _EDGE - canvas.top, "\n".join([*canvas.under, *canvas.over]))
    return svg.document(round(width, 1), round(height, 1), [body], words)


# -- what there is to draw -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Part:
    """Temperatures at which one move makes a wall."""

    start: Fraction
    end: Fraction
    move: str


def _base(graph: Thermograph) -> Fraction:
    """The temperature at which the drawing begins."""
    return Fraction(0 if graph.temperature >= 0 else -1)


def _corners(graph: Thermograph) -> list[Point]:
    """Where the walls begin and bend, both of them, and the foot of the mast."""
    foot = (graph.temperature, graph.mean)
    return [foot, *graph.left.corners(_base(graph)), *graph.right.corners(_base(graph))]


def _parts(graph: Thermograph, wall: Wall, write: _Writer) -> list[_Part]:
    """The moves that make a wall, from the base up. Nothing where they are not known."""
    found: list[_Part] = []
    last: object = None
    for segment in wall.segments():
        start = max(segment.start[0], _base(graph))
        if segment.end is None or segment.end[0] <= start or segment.maker is None:
            continue
        if found and segment.maker is last:
            found[-1] = _Part(found[-1].start, segment.end[0], found[-1].move)
        else:
            found.append(_Part(start, segment.end[0], _move(segment.maker, write)))
        last = segment.maker
    return found


def _writer(unicode: bool, bars: bool) -> _Writer:
    return partial(format_value, unicode=unicode, bars=bars, limit=MOVE)


def _move(maker: object, write: _Writer) -> str:
    return write(maker) if isinstance(maker, Value) else str(maker)


def _in_words(graph: Thermograph, write: _Writer) -> list[str]:
    """The mast, the walls' corners, the moves."""
    mast = f"Mean {graph.mean}, temperature {graph.temperature}"
    if graph.temperature < 0:
        return [f"{mast}: a number, neither player needs to move"]
    lines = [mast]
    for name, player, wall in (("Left", "Black", graph.left), ("Right", "White", graph.right)):
        corners = ", ".join(f"{value} at t = {t}" for t, value in wall.corners(0))
        lines.append(f"{name} wall, {player} first: {corners}")
        for part in _parts(graph, wall, write):
            span = f"t <= {part.end}" if part.start <= 0 else f"{part.start} <= t <= {part.end}"
            lines.append(f"  {span}: {player} plays {part.move}")
    return [*lines, f"Above t = {graph.temperature} neither player cares to move"]


def _short(x: Fraction) -> str:
    """The fraction, or a rounding where it is too long for a drawing."""
    if max(abs(x.numerator), x.denominator) < 10**9:
        return str(x)
    return f"≈{(Decimal(x.numerator) / x.denominator).normalize():.6g}"


# -- text ----------------------------------------------------------------------------------------------------------

_ROWS, _COLUMNS, _NARROWEST = 16, 64, 12


def _drawing(graph: Thermograph) -> list[str]:
    base, step, corners = _base(graph), _step(graph), _corners(graph)
    most, least = max(value for _, value in corners), min(value for _, value in corners)
    margin = max(len(_short(t)) for t, _ in corners) + 1
    # Two columns to a step, since a letter is about twice as high as wide; more where the walls are close together.
    across = max(2 / step, _NARROWEST / (most - least)) if most > least else Fraction(1)

    def column(value: Fraction) -> int:
        return round((most - value) * across)

    lines = []
    low = base
    while low < graph.temperature:
        high = min(low + step, graph.temperature)
        signs = {}
        for wall in (graph.right, graph.left):
            slope = wall.slope_below(high)
            signs[column(wall.value((low + high) / 2))] = "|" if slope == 0 else "/" if slope < 0 else "\\"
        here = [t for t, _ in corners if low <= t < high]
        lines.append(_line(_short(min(here)) if here else "", margin, signs))
        low = high
    mast = column(graph.mean)
    for label, sign in ((_short(graph.temperature), "|"), ("", "|"), ("t", "^")):
        lines.append(_line(label, margin, {mast: sign}))
    marks = [(column(value), _short(value)) for _, value in corners]
    ticks = {at for at, _ in marks}
    axis = "".join("+" if at in ticks else "-" for at in range(max(ticks) + 3))
    return [*reversed(lines), " " * margin + "-" + axis, *_values(marks, margin + 1)]


def _line(label: str, margin: int, signs: dict[int, str]) -> str:
    return f"{label:>{margin}} " + "".join(signs.get(index, " ") for index in range(max(signs) + 1))


def _values(marks: list[tuple[int, str]], margin: int) -> list[str]:
    """The values below the axis, the first of them first, on three lines at most: the rest is left out."""
    lines = [""] * 3
    for column, text in dict.fromkeys(marks):
        start = max(margin + column - (len(text) - 1) // 2, 0)
        end = start + len(text)
        for index, line in enumerate(lines):
            if not line[max(start - 1, 0):end + 1].strip():
                lines[index] = line[:start].ljust(start) + text + line[end:]
                break
    return [line for line in lines if line]


def _step(graph: Thermograph) -> Fraction:
    """What a line of text is worth: the corners fall between lines if they can, and the drawing is no giant."""
    base, corners = _base(graph), _corners(graph)
    height = graph.temperature - base
    if height == 0:
        return Fraction(1)
    lengths = [height, *(t - base for t, _ in corners), *(value - graph.mean for _, value in corners)]
    below = lcm(*(length.denominator for length in lengths))
    unit = Fraction(gcd(*(int(length * below) for length in lengths)), below)
    rows = height / unit
    step: Fraction = unit / -(-6 // rows) if rows <= _ROWS else height / 12
    values = [value for _, value in corners]
    return max(step, 2 * (max(values) - min(values)) / _COLUMNS)


# -- picture -------------------------------------------------------------------------------------------------------

_EDGE = 18
_HIGH, _WIDE, _NARROW, _MAST = 340, 520, 120, 64
"""The walls fill a box of _WIDE by _HIGH one way or the other, and are at least _NARROW wide; above is the mast."""
_SIZE, _LETTER = 14, 8.0
_HEAVY, _LIGHT = 3.2, 1.2
"""Widths of the walls' lines and of all others."""
_INK, _LINE, _DOTS, _WALLS = "#222", "#777", "#aaa", ("#1d5fa6", "#c2440e")
_BESIDE, _BELOW = 14, 90
"""Longest move beside a wall, and longest line below the drawing, in letters."""

Anchor = Literal["start", "middle", "end"]


@dataclass
class _Canvas:
    """Elements and the box they take up. What lies `under` is drawn first."""

    under: list[str] = field(default_factory=list)
    over: list[str] = field(default_factory=list)
    left: float = 0.0
    right: float = 0.0
    top: float = 0.0
    bottom: float = 0.0

    def reach(self, x: float, y: float) -> None:
        self.left, self.right = min(self.left, x), max(self.right, x)
        self.top, self.bottom = min(self.top, y), max(self.bottom, y)

    def line(self, points: list[tuple[float, float]], colour: str, width: float = _HEAVY) -> None:
        for x, y in points:
            self.reach(x, y)
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashes = ' stroke-dasharray="2 4"' if colour == _DOTS else ""
        (self.over if width == _HEAVY else self.under).append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"{dashes}/>'
        )

    def dot(self, x: float, y: float, colour: str) -> None:
        self.over.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>')

    def text(
        self, x: float, y: float, text: str, *,
        anchor: Anchor = "middle", colour: str = _INK, size: int = _SIZE,
    ) -> None:
        width = len(text) * _LETTER * size / _SIZE
        start = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        self.reach(start, y - size)
        self.reach(start + width, y + size / 3)
        self.over.append(  # on a halo: it may stand on a dotted line
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}" '
            f'stroke="#fff" stroke-width="4" stroke-linejoin="round" paint-order="stroke">{escape(text)}</text>'
        )


@dataclass(frozen=True)
class _Scale:
    """Where a corner is drawn: the mean at x = 0, the base at y = 0."""

    mean: Fraction
    base: Fraction
    across: Fraction
    up: Fraction

    @classmethod
    def of(cls, graph: Thermograph) -> _Scale:
        corners = _corners(graph)
        wide = max(value for _, value in corners) - min(value for _, value in corners)
        tall = graph.temperature - _base(graph)
        if not wide or not tall:
            return cls(graph.mean, _base(graph), Fraction(1), Fraction(1))
        up = min(_HIGH / tall, _WIDE / wide)
        return cls(graph.mean, _base(graph), max(up, _NARROW / wide), up)

    def at(self, t: Fraction, value: Fraction) -> tuple[float, float]:
        return float((self.mean - value) * self.across), float((self.base - t) * self.up)


def _draw_walls(canvas: _Canvas, graph: Thermograph, scale: _Scale, write: _Writer) -> dict[str, str]:
    """The walls, the mast, and beside the walls their moves. Returns the long moves by letters that stand for them."""
    x, y = scale.at(graph.temperature, graph.mean)
    keys: dict[str, str] = {}
    for wall, colour, side in ((graph.left, _WALLS[0], -1), (graph.right, _WALLS[1], 1)):
        corners = [point for point in wall.corners(scale.base) if point[0] < graph.temperature]
        if not corners:
            continue
        places = [scale.at(*point) for point in corners]
        canvas.line([*places, (x, y)], colour)
        for place in places:
            canvas.dot(*place, colour)
        ceiling = 0.0
        for part in _parts(graph, wall, write):
            if len(part.move) > _BESIDE:
                keys.setdefault(part.move, _letter(len(keys)))
            middle = (part.start + part.end) / 2
            across, up = scale.at(middle, wall.value(middle))
            up += 5 if wall.slope_below(middle) == 0 else -4
            up = ceiling = min(up, ceiling - _SIZE - 2) if ceiling else up
            anchor: Anchor = "end" if side < 0 else "start"
            canvas.text(across + 12 * side, up, keys.get(part.move, part.move), anchor=anchor, colour=colour)
    canvas.line([(x, y), (x, y - _MAST + 10)], _INK)
    canvas.line([(x - 6, y - _MAST + 14), (x, y - _MAST + 4), (x + 6, y - _MAST + 14)], _INK)
    canvas.dot(x, y, _INK)
    return {letter: move for move, letter in keys.items()}


def _draw_axes(canvas: _Canvas, graph: Thermograph, scale: _Scale) -> None:
    """Values below, temperatures to the left, dotted lines from the corners to both. What finds no room is left out.

    The foot of the mast comes first, then the ends of the walls.
    """
    corners = list(dict.fromkeys(_corners(graph)))
    top = canvas.top
    axis, end = min(canvas.left, -40.0) - 14, max(canvas.right, 40.0) + 14
    for point in corners:
        x, y = scale.at(*point)
        if y < 0:
            canvas.line([(axis, y), (x, y), (x, 0.0)], _DOTS, _LIGHT)
    canvas.line([(axis, top), (axis, 0.0), (end, 0.0)], _LINE, _LIGHT)
    canvas.text(axis, top - 8, "t")
    canvas.text(end + 8, 5, "points", anchor="start", colour=_LINE)
    rows: list[list[tuple[float, float]]] = [[], [], []]
    for value in dict.fromkeys(value for _, value in corners):
        x, _ = scale.at(scale.base, value)
        half = len(_short(value)) * _LETTER / 2 + 5
        for index, row in enumerate(rows):
            if all(x + half <= low or x - half >= high for low, high in row):
                row.append((x - half, x + half))
                canvas.line([(x, 0.0), (x, 6.0 + 18 * index)], _LINE, _LIGHT)
                canvas.text(x, 22 + 18 * index, _short(value))
                break
    heights: list[float] = []
    for t in dict.fromkeys([graph.temperature, scale.base, *(t for t, _ in corners)]):
        _, y = scale.at(t, graph.mean)
        if all(abs(y - other) > _SIZE + 2 for other in heights):
            heights.append(y)
            canvas.line([(axis, y), (axis - 6, y)], _LINE, _LIGHT)
            canvas.text(axis - 10, y + 5, _short(t), anchor="end")


def _draw_legend(canvas: _Canvas, graph: Thermograph, keys: dict[str, str]) -> None:
    """Below: what the colours mean, mean and temperature, the long moves."""
    start = canvas.left
    rows = [(f"mast: mean {_short(graph.mean)}, from temperature {_short(graph.temperature)}", _INK)]
    if graph.temperature > _base(graph):
        rows = [("left wall: Black first", _WALLS[0]), ("right wall: White first", _WALLS[1]), *rows]
    for text, colour in rows:
        y = canvas.bottom + 24
        canvas.line([(start, y - 5), (start + 22, y - 5)], colour)
        canvas.text(start + 30, y, text, anchor="start", colour=colour)
    for letter, move in keys.items():
        canvas.text(start, canvas.bottom + 24, _cut(f"{letter}: {move}"), anchor="start")


def _cut(text: str) -> str:
    return text if len(text) <= _BELOW else text[:_BELOW] + "…"


def _letter(index: int) -> str:
    """a, b, .. z, a1, b1, .."""
    return chr(ord("a") + index % 26) + (str(index // 26) if index >= 26 else "")
