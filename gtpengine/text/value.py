"""The value of a game, told: as a dict for JSON, and as lines of text for a terminal or GTP.

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
    Step,
    Thermograph,
    Value,
    atomic_weight,
    cool,
    followers,
    format_value,
    functions,
    heat,
    kind,
    outcome,
    parse,
    steps,
    thermograph,
)

from ..errors import shown

_AMOUNT = re.compile(r"[0-9]{1,18}(/0*[1-9][0-9]{0,17}|\.[0-9]{1,18})?")
_MOST_BITS = 1000
"""Of a number's numerator or denominator: some 300 digits, so that whatever comes of it can be written and drawn."""
_ALIGNED = 1000
"""So many rows of a calculation are looked at to tell how wide its columns are."""
_WIDEST = 36
"""Longer games are cut in a calculation: their positions have rows of their own."""


class ReportError(ValueError):
    """Something that cannot be told of a game. The message is one line."""


@dataclass(frozen=True)
class Report:
    """A game and how it is to be told.

    expression -- the game as it was written
    value      -- its value
    cooled_by, heated_by -- points a move to cool and to heat it by, if any; either apart from the other
    unicode    -- write ↑ and its kin for ^
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
    ) -> Report:
        """The report on an expression, to be cooled and heated by amounts such as "2", "3/2" or "0.5".

        Raises NotationError for the expression; ReportError for an amount, if that to heat by is not dyadic, or if a
        number in the game has more than some 300 digits.
        """
        cooled_by = None if cool is None else _amount("--cool", cool)
        heated_by = None if heat is None else _amount("--heat", heat)
        if heated_by is not None and not _is_dyadic(heated_by):
            raise ReportError(f"--heat: expected a number whose denominator is a power of two, got {heated_by}")
        value = parse(expression)
        numbers = (position.number for position in followers(value) if position.number is not None)
        if any(max(x.numerator.bit_length(), x.denominator.bit_length()) > _MOST_BITS for x in numbers):
            raise ReportError("expected numbers of at most 300 digits, got more in the game's canonical form")
        return cls(expression, value, cooled_by, heated_by, unicode, bars)

    @property
    def note(self) -> str | None:
        """What a reader should know besides, if anything."""
        if self.cooled_by is None or _is_dyadic(self.cooled_by):
            return None
        return f"--cool: {self.cooled_by} is not dyadic: only the thermograph can be cooled by that, not the game"

    def payload(self) -> dict[str, Any]:
        """The report for JSON: numbers and games as strings, walls as lists of [t, value] from t = 0 up.

        `atomic_weight` is None where there is none. `cooled` is None unless the game was to be cooled and can be;
        `cooled_thermograph` is there if only that can be. `heated` is there if it was asked for.
        """
        value, graph = self.value, thermograph(self.value)
        weight = atomic_weight(value)
        left_wall, right_wall = walls(graph)
        payload: dict[str, Any] = {
            "expression": self.expression,
            "canonical": self.written(value),
            "mean": str(graph.mean),
            "temperature": str(graph.temperature),
            "left_stop": str(value.left_stop),
            "right_stop": str(value.right_stop),
            "left_wall": left_wall,
            "right_wall": right_wall,
            "kind": kind(value).value,
            "outcome": outcome(value).value,
            "atomic_weight": None if weight is None else self.written(weight),
            "cooled": None,
        }
        cooled = self._cooled()
        if isinstance(cooled, Value):
            payload["cooled"] = self.written(cooled)
        elif cooled is not None:
            left_wall, right_wall = walls(cooled)
            payload["cooled_thermograph"] = {
                "mean": str(cooled.mean),
                "temperature": str(cooled.temperature),
                "left_wall": left_wall,
                "right_wall": right_wall,
            }
        if self.heated_by is not None:
            payload["heated"] = self.written(heat(value, self.heated_by))
        return payload

    def lines(self) -> list[str]:
        """The report for a reader: what the game is, then its thermograph, drawn and told."""
        return told(self.rows(), thermograph(self.value), unicode=self.unicode, bars=self.bars)

    def calculation(self) -> Iterator[str]:
        """How the value is found by algebra: what every position of the tree comes to, and both walls in pieces.

        The lines come one by one, as they are computed; the positions in the order of `analysis.values.steps`.
        """
        rows = chain.from_iterable(map(self._step_rows, steps(self.value)))
        first = [("", "game", "comes to"), *islice(rows, _ALIGNED)]
        name, game = (max(len(row[column]) for row in first) for column in (0, 1))
        for row in chain(first, rows):
            yield f"{row[0]:<{name}}  {row[1]:<{game}}  {row[2]}"
        found = functions(self.value)
        yield ""
        yield f"Left wall, Black first:  {found.black}"
        yield f"Right wall, White first: {found.white}"
        if found.meeting is None:
            yield f"Count {found.count}: a number, nobody needs to move"
        else:
            meeting, count = found.meeting, found.count
            yield f"They meet at t = {meeting}: count {count}, miai value {meeting}, {kind(self.value)}"

    def svg(self) -> str:
        """The thermograph as an SVG document, under the game's name."""
        from ..render.thermograph_svg import thermograph_svg

        return thermograph_svg(
            thermograph(self.value), self.written(self.value), unicode=self.unicode, bars=self.bars)

    def written(self, value: Value) -> str:
        """A value in the notation that was asked for."""
        return format_value(value, unicode=self.unicode, bars=self.bars)

    def _cooled(self) -> Value | Thermograph | None:
        """The game cooled, or its thermograph if only that can be; None if nothing was to be cooled."""
        if self.cooled_by is None:
            return None
        if _is_dyadic(self.cooled_by):
            return cool(self.value, self.cooled_by)
        return thermograph(self.value).cooled(self.cooled_by)

    def rows(self) -> Iterator[tuple[str, str]]:
        """What is told of the game, by name."""
        value, graph = self.value, thermograph(self.value)
        weight = atomic_weight(value)
        yield "canonical form", self.written(value)
        yield "count", str(graph.mean)
        yield "miai value", str(graph.temperature)
        yield "stops", f"{value.left_stop} with Black first, {value.right_stop} with White first"
        yield "kind", kind(value).value
        yield "outcome", outcome(value).value
        if weight is not None:
            yield "atomic weight", self.written(weight)
        else:
            yield "atomic weight", "none, the game is hot" if graph.temperature > 0 else "none"
        cooled = self._cooled()
        if isinstance(cooled, Value):
            yield f"cooled by {self.cooled_by}", self.written(cooled)
        elif cooled is not None:
            left, right = (" ".join(f"({t}, {x})" for t, x in wall) for wall in walls(cooled))
            yield f"cooled by {self.cooled_by}", f"count {cooled.mean}, miai value {cooled.temperature}"
            yield "  left wall", f"{left}"
            yield "  right wall", f"{right}"
        if self.heated_by is not None:
            yield f"heated by {self.heated_by}", self.written(heat(value, self.heated_by))

    def _step_rows(self, step: Step) -> Iterator[tuple[str, str, str]]:
        """A position's rows: one, but two at the root, where either may be first."""
        text = self.written(step.value)
        text = text if len(text) <= _WIDEST else text[: _WIDEST - 3] + "..."
        if len(step.backed_up) == 2:
            width = max(map(len, step.backed_up))
            yield step.name, text, f"{step.backed_up[0]:<{width}}  Black first"
            yield "", "", f"{step.backed_up[1]:<{width}}  White first"
        else:
            as_above = "" if step.first is None else f"  (its options: see {step.first})"
            yield step.name, text, step.backed_up[0] + as_above


def told(
    rows: Iterable[tuple[str, str]], graph: Thermograph, *, unicode: bool = False, bars: bool = False
) -> list[str]:
    """Facts by name, one below the other, and then a thermograph, drawn and told, its moves written as asked for."""
    from ..render.thermograph_svg import thermograph_text

    rows = list(rows)
    width = max(len(name) for name, _ in rows) + 2
    graphed = thermograph_text(graph, unicode=unicode, bars=bars).split("\n")
    return [*(f"{name:<{width}}{text}" for name, text in rows), "", *graphed]


def walls(graph: Thermograph) -> tuple[list[list[str]], list[list[str]]]:
    """The corners [t, value] of the left wall and of the right one, from t = 0 up, for JSON."""
    left, right = graph.points_from_zero()
    return [[str(t), str(x)] for t, x in left], [[str(t), str(x)] for t, x in right]


def _amount(option: str, text: str) -> Fraction:
    """A number of points that is at least 0. Raises ReportError."""
    if not _AMOUNT.fullmatch(text):
        raise ReportError(f"{option}: expected a number of at least 0 such as 2, 3/2 or 0.5, got {shown(text)}")
    return Fraction(text)


def _is_dyadic(x: Fraction) -> bool:
    return x.denominator & (x.denominator - 1) == 0
