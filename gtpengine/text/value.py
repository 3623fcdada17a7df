"""The value of a combinatorial game as a dict for JSON, and as lines of text for a terminal or GTP.

Values are in points, Black positive; numbers are written exactly, "13/4". Nothing here prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice
from typing import Any

from analysis.values import (
    CalculationStep,
    Thermograph,
    Value,
    atomic_weight,
    calculation_steps,
    cool,
    followers,
    format_value,
    heat,
    kind,
    outcome,
    parse,
    player_terms,
    temperature_functions,
    thermograph,
)

from ..errors import shown
from .place import term_facts

_AMOUNT = re.compile(r"[0-9]{1,18}(/0*[1-9][0-9]{0,17}|\.[0-9]{1,18})?")
_MAX_BITS = 1000
"""Most bits of a numerator or denominator (some 300 digits), so that all derived numbers can be written and drawn."""
_ROWS_FOR_WIDTHS = 1000
"""Rows of a calculation that determine its column widths; the rows after them are streamed."""
_MAX_LINE = 2000
"""Characters of a game in the report as text; of a longer one the report has only the beginning."""
_MAX_JSON = 10_000_000
"""Characters of a game in JSON: the text of a game may be exponentially longer than the game."""
_MAX_GAME_WIDTH = 36
"""Longer games are cut off in a calculation: their positions have rows of their own."""


class ReportError(ValueError):
    """A report that cannot be made. The message is one line."""


@dataclass(frozen=True)
class ValueReport:
    """A game, its value, and the form of the report.

    expression -- the game as the user wrote it
    value      -- its value
    cooled_by, heated_by -- points per move to cool and to heat it by, or None; each is applied to `value` itself
    unicode    -- write ↑ for ^, and likewise for the other symbols
    bars       -- write {4||3|2} for {4|{3|2}}
    """

    expression: str
    value: Value
    cooled_by: Fraction | None = None
    heated_by: Fraction | None = None
    unicode: bool = False
    bars: bool = False

    @classmethod
    def read(
        cls, expression: str, *, cool: str | None = None, heat: str | None = None,
        unicode: bool = False, bars: bool = False,
    ) -> ValueReport:
        """Read an expression, and the amounts to cool and to heat it by, such as "2", "3/2" or "0.5".

        Raises NotationError for a bad expression; ReportError for a bad amount, an amount to heat by that is not
        dyadic, or a number of more than some 300 digits in the game.
        """
        cooled_by = None if cool is None else _amount("--cool", cool)
        heated_by = None if heat is None else _amount("--heat", heat)
        if heated_by is not None and not _is_dyadic(heated_by):
            raise ReportError(f"--heat: expected a number whose denominator is a power of two, got {heated_by}")
        value = parse(expression)
        numbers = (position.number for position in followers(value) if position.number is not None)
        if any(max(x.numerator.bit_length(), x.denominator.bit_length()) > _MAX_BITS for x in numbers):
            raise ReportError("expected numbers of at most 300 digits, got more in the game's canonical form")
        return cls(expression, value, cooled_by, heated_by, unicode, bars)

    @property
    def note(self) -> str | None:
        """A warning for the user, or None: a game cannot be cooled by an amount that is not dyadic."""
        if self.cooled_by is None or _is_dyadic(self.cooled_by):
            return None
        return f"--cool: {self.cooled_by} is not dyadic: only the thermograph can be cooled by that, not the game"

    def payload(self) -> dict[str, Any]:
        """Return the report for JSON: numbers and games as strings, walls as lists of [t, value] from t = 0 up.

        `atomic_weight` is None if there is none. `cooled` is None unless cooling was requested and is possible;
        `cooled_thermograph` is present if only the thermograph can be cooled. `heated` is present if requested.
        """
        value, graph = self.value, thermograph(self.value)
        weight = atomic_weight(value)
        left_wall, right_wall = wall_corners(graph)
        payload: dict[str, Any] = {
            "expression": self.expression,
            "canonical": self.formatted(value),
            "mean": str(graph.mean),
            "temperature": str(graph.temperature),
            "left_stop": str(value.left_stop),
            "right_stop": str(value.right_stop),
            "left_wall": left_wall,
            "right_wall": right_wall,
            "kind": kind(value).value,
            "outcome": outcome(value).value,
            "atomic_weight": None if weight is None else self.formatted(weight),
            "cooled": None,
        }
        cooled = self._cooled()
        if isinstance(cooled, Value):
            payload["cooled"] = self.formatted(cooled)
        elif cooled is not None:
            left_wall, right_wall = wall_corners(cooled)
            payload["cooled_thermograph"] = {
                "mean": str(cooled.mean),
                "temperature": str(cooled.temperature),
                "left_wall": left_wall,
                "right_wall": right_wall,
            }
        if self.heated_by is not None:
            payload["heated"] = self.formatted(heat(value, self.heated_by))
        return payload

    def lines(self) -> list[str]:
        """Return the report as text: the facts, then the thermograph drawn and described."""
        return fact_lines(self.facts(), thermograph(self.value), unicode=self.unicode, bars=self.bars)

    def calculation(self) -> Iterator[str]:
        """Yield the calculation of the count: the backed-up values of every position, and both walls in pieces.

        The lines are yielded as they are computed; the positions in the order of `analysis.values.calculation_steps`.
        """
        rows = chain.from_iterable(map(self._step_rows, calculation_steps(self.value)))
        first = [("", "game", "comes to"), *islice(rows, _ROWS_FOR_WIDTHS)]
        name, game = (max(len(row[column]) for row in first) for column in (0, 1))
        for row in chain(first, rows):
            yield f"{row[0]:<{name}}  {row[1]:<{game}}  {row[2]}"
        found = temperature_functions(self.value)
        yield ""
        yield f"Left wall, Black first:  {found.black}"
        yield f"Right wall, White first: {found.white}"
        if found.meeting is None:
            yield f"Count {found.count}: a number, nobody needs to move"
        else:
            meeting, count = found.meeting, found.count
            yield f"They meet at t = {meeting}: count {count}, miai value {meeting}, {kind(self.value)}"

    def svg(self) -> str:
        """Return the thermograph as an SVG document, with the game as its title."""
        from ..render.thermograph_svg import thermograph_svg

        return thermograph_svg(
            thermograph(self.value), self.formatted(self.value), unicode=self.unicode, bars=self.bars)

    def formatted(self, value: Value) -> str:
        """Return a value in the requested notation."""
        return format_value(value, unicode=self.unicode, bars=self.bars, limit=_MAX_JSON)

    def _line(self, value: Value) -> str:
        """Return a value for a line of text, with a note if it is shortened."""
        text = format_value(value, unicode=self.unicode, bars=self.bars, limit=_MAX_LINE)
        return f"{text} (shortened; --json has all of it)" if text.endswith("...") else text

    def _cooled(self) -> Value | Thermograph | None:
        """Return the cooled game, or its cooled thermograph if the amount is not dyadic; None if none was requested."""
        if self.cooled_by is None:
            return None
        if _is_dyadic(self.cooled_by):
            return cool(self.value, self.cooled_by)
        return thermograph(self.value).cooled(self.cooled_by)

    def facts(self) -> Iterator[tuple[str, str]]:
        """Yield the (name, text) of every fact of the game."""
        value, graph = self.value, thermograph(self.value)
        weight = atomic_weight(value)
        yield "canonical form", self._line(value)
        yield "count", str(graph.mean)
        yield "miai value", str(graph.temperature)
        yield "stops", f"{value.left_stop} with Black first, {value.right_stop} with White first"
        yield "kind", kind(value).value
        yield from term_facts(player_terms(value))
        yield "outcome", outcome(value).value
        if weight is not None:
            yield "atomic weight", self._line(weight)
        else:
            yield "atomic weight", "none, the game is hot" if graph.temperature > 0 else "none"
        cooled = self._cooled()
        if isinstance(cooled, Value):
            yield f"cooled by {self.cooled_by}", self._line(cooled)
        elif cooled is not None:
            left, right = (" ".join(f"({t}, {x})" for t, x in wall) for wall in wall_corners(cooled))
            yield f"cooled by {self.cooled_by}", f"count {cooled.mean}, miai value {cooled.temperature}"
            yield "  left wall", f"{left}"
            yield "  right wall", f"{right}"
        if self.heated_by is not None:
            yield f"heated by {self.heated_by}", self._line(heat(value, self.heated_by))

    def _step_rows(self, step: CalculationStep) -> Iterator[tuple[str, str, str]]:
        """Yield the rows of a position: one, but two at the root, one for each side moving first."""
        text = format_value(step.value, unicode=self.unicode, bars=self.bars, limit=_MAX_GAME_WIDTH)
        text = text if len(text) <= _MAX_GAME_WIDTH else text[: _MAX_GAME_WIDTH - 3] + "..."
        if len(step.backed_up) == 2:
            width = max(map(len, step.backed_up))
            yield step.name, text, f"{step.backed_up[0]:<{width}}  Black first"
            yield "", "", f"{step.backed_up[1]:<{width}}  White first"
        else:
            as_above = "" if step.first is None else f"  (its options: see {step.first})"
            yield step.name, text, step.backed_up[0] + as_above


def fact_lines(
    facts: Iterable[tuple[str, str]], graph: Thermograph, *, unicode: bool = False, bars: bool = False
) -> list[str]:
    """Return aligned lines of (name, text) facts, an empty line, and the thermograph drawn and described.

    unicode, bars -- the notation of the moves in the thermograph: see `format_value`
    """
    from ..render.thermograph_text import thermograph_text

    rows = list(facts)
    width = max(len(name) for name, _ in rows) + 2
    graph_lines = thermograph_text(graph, unicode=unicode, bars=bars).split("\n")
    return [*(f"{name:<{width}}{text}" for name, text in rows), "", *graph_lines]


def wall_corners(graph: Thermograph) -> tuple[list[list[str]], list[list[str]]]:
    """Return the corners [t, value] of the left and of the right wall, from t = 0 up, as strings for JSON."""
    left, right = graph.points_from_zero()
    return [[str(t), str(x)] for t, x in left], [[str(t), str(x)] for t, x in right]


def _amount(option: str, text: str) -> Fraction:
    """Parse a number of points of at least 0. option -- its name in the message. Raises ReportError."""
    if not _AMOUNT.fullmatch(text):
        raise ReportError(f"{option}: expected a number of at least 0 such as 2, 3/2 or 0.5, got {shown(text)}")
    return Fraction(text)


def _is_dyadic(x: Fraction) -> bool:
    return x.denominator & (x.denominator - 1) == 0
