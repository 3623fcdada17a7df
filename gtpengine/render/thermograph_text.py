"""A thermograph drawn in characters and described in words, as the literature draws it.

Black's larger values are to the left, the temperature increases upwards, the mast has an arrow. The drawing begins at
t = 0; for a number, whose mast begins below 0, at t = -1. The description gives for every section of a wall the move
that makes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import gcd, lcm

from analysis.values import Thermograph, Value, Wall, format_value

Corner = tuple[Fraction, Fraction]
"""(temperature, value)."""
MoveFormatter = Callable[[Value], str]

MAX_MOVE_LENGTH = 200
"""The most characters of a move, which is written as the game it leads to; a longer one is cut off, with "..."."""

_MAX_ROWS, _MAX_COLUMNS, _MIN_COLUMNS = 16, 64, 12
"""Most rows and columns of a drawing, and the fewest columns between the outermost corners."""


def thermograph_text(thermograph: Thermograph, *, unicode: bool = False, bars: bool = False) -> str:
    """Return the thermograph drawn with / | \\ and described. Values and temperatures are exact and in points.

    unicode, bars -- the notation of moves: see `format_value`

    It has no empty line and no line feed at the end, so it can be part of a GTP response.
    """
    return "\n".join([*_drawing(thermograph), *description_lines(thermograph, move_formatter(unicode, bars))])


# -- corners, sections and description --------------------------------------------------------------------------------


@dataclass(frozen=True)
class WallSection:
    """An interval of temperatures at which one move makes a wall."""

    start: Fraction
    end: Fraction
    move: str


def base_temperature(graph: Thermograph) -> Fraction:
    """Return the temperature at which the drawing begins."""
    return Fraction(0 if graph.temperature >= 0 else -1)


def all_corners(graph: Thermograph) -> list[Corner]:
    """Return the foot of the mast and the corners of both walls, their lower ends included."""
    foot = (graph.temperature, graph.mean)
    return [foot, *graph.left.corners(base_temperature(graph)), *graph.right.corners(base_temperature(graph))]


def wall_sections(graph: Thermograph, wall: Wall, format_move: MoveFormatter) -> list[WallSection]:
    """Return the sections of a wall from the base up; none where the moves are unknown."""
    found: list[WallSection] = []
    last: object = None
    for segment in wall.segments():
        start = max(segment.start[0], base_temperature(graph))
        if segment.end is None or segment.end[0] <= start or segment.maker is None:
            continue
        if found and segment.maker is last:
            found[-1] = WallSection(found[-1].start, segment.end[0], found[-1].move)
        else:
            found.append(WallSection(start, segment.end[0], _move_text(segment.maker, format_move)))
        last = segment.maker
    return found


def move_formatter(unicode: bool, bars: bool) -> MoveFormatter:
    """Return the formatter of moves in the requested notation, cut off at MAX_MOVE_LENGTH."""
    return partial(format_value, unicode=unicode, bars=bars, limit=MAX_MOVE_LENGTH)


def _move_text(maker: object, format_move: MoveFormatter) -> str:
    return format_move(maker) if isinstance(maker, Value) else str(maker)


def description_lines(graph: Thermograph, format_move: MoveFormatter) -> list[str]:
    """Return the description: the mast, the corners of the walls, the moves that make them."""
    mast = f"Mean {graph.mean}, temperature {graph.temperature}"
    if graph.temperature < 0:
        return [f"{mast}: a number, neither player needs to move"]
    lines = [mast]
    for name, player, wall in (("Left", "Black", graph.left), ("Right", "White", graph.right)):
        corners = ", ".join(f"{value} at t = {t}" for t, value in wall.corners(0))
        lines.append(f"{name} wall, {player} first: {corners}")
        for section in wall_sections(graph, wall, format_move):
            span = f"t <= {section.end}" if section.start <= 0 else f"{section.start} <= t <= {section.end}"
            lines.append(f"  {span}: {player} plays {section.move}")
    return [*lines, f"Above t = {graph.temperature} neither player cares to move"]


def rounded_fraction(x: Fraction) -> str:
    """Return the fraction, rounded if it is too long for a drawing."""
    if max(abs(x.numerator), x.denominator) < 10**9:
        return str(x)
    return f"≈{(Decimal(x.numerator) / x.denominator).normalize():.6g}"


# -- drawing ----------------------------------------------------------------------------------------------------------


def _drawing(graph: Thermograph) -> list[str]:
    base, step, corners = base_temperature(graph), _row_height(graph), all_corners(graph)
    most, least = max(value for _, value in corners), min(value for _, value in corners)
    margin = max(len(rounded_fraction(t)) for t, _ in corners) + 1
    # Two columns per row, as a character is about twice as high as wide; more if the walls are close together.
    across = max(2 / step, _MIN_COLUMNS / (most - least)) if most > least else Fraction(1)

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
        lines.append(_line(rounded_fraction(min(here)) if here else "", margin, signs))
        low = high
    mast = column(graph.mean)
    for label, sign in ((rounded_fraction(graph.temperature), "|"), ("", "|"), ("t", "^")):
        lines.append(_line(label, margin, {mast: sign}))
    marks = [(column(value), rounded_fraction(value)) for _, value in corners]
    ticks = {at for at, _ in marks}
    axis = "".join("+" if at in ticks else "-" for at in range(max(ticks) + 3))
    return [*reversed(lines), " " * margin + "-" + axis, *_value_lines(marks, margin + 1)]


def _line(label: str, margin: int, signs: dict[int, str]) -> str:
    return f"{label:>{margin}} " + "".join(signs.get(index, " ") for index in range(max(signs) + 1))


def _value_lines(marks: list[tuple[int, str]], margin: int) -> list[str]:
    """Return the values below the axis on at most three lines; earlier marks take precedence, the rest is left out."""
    lines = [""] * 3
    for column, text in dict.fromkeys(marks):
        start = max(margin + column - (len(text) - 1) // 2, 0)
        end = start + len(text)
        for index, line in enumerate(lines):
            if not line[max(start - 1, 0):end + 1].strip():
                lines[index] = line[:start].ljust(start) + text + line[end:]
                break
    return [line for line in lines if line]


def _row_height(graph: Thermograph) -> Fraction:
    """Return the temperature difference per line: corners fall between lines if that needs no more than _MAX_ROWS."""
    base, corners = base_temperature(graph), all_corners(graph)
    height = graph.temperature - base
    if height == 0:
        return Fraction(1)
    lengths = [height, *(t - base for t, _ in corners), *(value - graph.mean for _, value in corners)]
    below = lcm(*(length.denominator for length in lengths))
    unit = Fraction(gcd(*(int(length * below) for length in lengths)), below)
    rows = height / unit
    step: Fraction = unit / -(-6 // rows) if rows <= _MAX_ROWS else height / 12
    values = [value for _, value in corners]
    return max(step, 2 * (max(values) - min(values)) / _MAX_COLUMNS)
