"""Miai counting by algebra: functions of the temperature t in pieces n + k·t, and the steps of a calculation.

A position has two functions of t >= 0, in points, Black positive: its result with Black to move, and with White to
move. For a number both are constant. Otherwise Black's is the maximum of the options' functions *with White to move*,
minus t for the move; White's is the minimum of the options' functions with Black to move, plus t. At the least t at
which Black's is not above White's the two meet; from there on both are constant, since neither player gains by moving.
That t is the miai value of a move, and the value there is the count.

This is the method at the end of Calculating a Thermograph, Sensei's Library, with one correction: that page searches
for the meeting from the largest t downwards. The functions may coincide on an interval, as for {{10|5}|{5|0}}, and only
its lower end is right. Without kos every piece is n, n - t or n + t.

`calculation_steps` writes out a calculation in the form of that page, which counts the moves of both players from the
root: after b moves of Black and w of White a count carries the tally (w - b)·t.

Nothing here uses `thermograph`: it is an independent second method, and the tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, cast

from ..games.forms import Exact, Value, followers
from ..games.option_order import sorted_options

ZERO = Fraction(0)
MAX_TERM_DEPTH, MAX_TERM_LENGTH = 3, 60
"""Limits of nesting and of the length of an inner expression; beyond them the position's name is written."""


class Piece(NamedTuple):
    """n + k·t for start <= t <= end; without end for all larger t."""

    start: Fraction
    end: Fraction | None
    n: Fraction
    k: Fraction

    def at(self, t: Exact) -> Fraction:
        """Return n + k·t, also outside the interval."""
        return self.n + self.k * t

    def __str__(self) -> str:
        text = format_linear(self.n, self.k)
        if self.end is None:
            return f"{text} (t >= {self.start})" if self.start > 0 else f"{text} (all t)"
        return f"{text} ({self.start} <= t <= {self.end})" if self.start > 0 else f"{text} (t <= {self.end})"


@dataclass(frozen=True)
class Piecewise:
    """A continuous function of t >= 0. `pieces` follow one another from t = 0; the last has no end.

    Written as "-4 (t <= 1); -3-t (1 <= t <= 2); -5 (t >= 2)".
    """

    pieces: tuple[Piece, ...]

    @classmethod
    def constant(cls, n: Exact) -> Piecewise:
        """Return the function that is n for all t."""
        return cls((Piece(ZERO, None, Fraction(n), Fraction(0)),))

    def __call__(self, t: Exact) -> Fraction:
        """Return the value at t. Raises ValueError for t < 0."""
        for piece in self.pieces:
            if piece.start <= t and (piece.end is None or t <= piece.end):
                return piece.at(t)
        raise ValueError(f"a temperature must be at least 0, got {t}")

    def taxed(self, k: Exact) -> Piecewise:
        """Return the function plus k·t."""
        return Piecewise(tuple(piece._replace(k=piece.k + k) for piece in self.pieces))

    def capped(self, t: Fraction, value: Fraction) -> Piecewise:
        """Return the function that is this one up to t and constantly `value` from there on."""
        kept = [piece for piece in self.pieces if piece.start < t]
        if kept:
            kept[-1] = kept[-1]._replace(end=t)
        return _merged([*kept, Piece(t, None, value, Fraction(0))])

    def __str__(self) -> str:
        return "; ".join(map(str, self.pieces))


@dataclass(frozen=True)
class TemperatureFunctions:
    """The result of a position as functions of the temperature.

    black, white -- with Black, and with White, to move
    meeting      -- the least t at which the two are equal (the miai value); None for a number: they always are
    count        -- their value from there on
    """

    black: Piecewise
    white: Piecewise
    meeting: Fraction | None
    count: Fraction


def format_linear(n: Fraction, k: Fraction) -> str:
    """Return n + k·t as text: "-3-t", "5", "-2-2t" or "t"."""
    if k == 0:
        return str(n)
    size = "" if abs(k) == 1 else str(abs(k)) if k.denominator == 1 else f"({abs(k)})"
    sign = "-" if k < 0 else "+" if n != 0 else ""
    return f"{n if n != 0 else ''}{sign}{size}t"


def highest(candidates: Iterable[Piecewise]) -> Piecewise:
    """Return the pointwise maximum of the functions. Raises ValueError if there are none."""
    return _best(candidates, 1)


def lowest(candidates: Iterable[Piecewise]) -> Piecewise:
    """Return the pointwise minimum of the functions. Raises ValueError if there are none."""
    return _best(candidates, -1)


def meeting(black: Piecewise, white: Piecewise) -> tuple[Fraction, Fraction]:
    """Return the least t >= 0 at which Black's function is not above White's, and Black's value there.

    Raises ValueError if there is no such t.
    """
    for one, other in _overlaps(black, white):
        if one.at(one.start) <= other.at(one.start):
            return one.start, one.at(one.start)
        if one.k != other.k:
            t = (one.n - other.n) / (other.k - one.k)
            if one.start < t and (one.end is None or t <= one.end):
                return t, one.at(t)
    raise ValueError(f"black to move, {black}, stays above white to move, {white}")


def combine(black: Iterable[TemperatureFunctions], white: Iterable[TemperatureFunctions]) -> TemperatureFunctions:
    """Return the functions of a position from those of Black's and White's options.

    Raises ValueError if the algebra does not apply: a player has no options, or White's function is above Black's at
    t = 0, so that both lose by moving. Such a position is a number: use `constant_functions`.
    """
    to_black = highest(option.white.taxed(-1) for option in black)
    to_white = lowest(option.black.taxed(1) for option in white)
    t, count = meeting(to_black, to_white)
    if to_white(t) != count:
        raise ValueError(f"no player gains by moving, for {count} or {to_white(t)} at t = 0: use constant_functions")
    return TemperatureFunctions(to_black.capped(t, count), to_white.capped(t, count), t, count)


def constant_functions(count: Exact) -> TemperatureFunctions:
    """Return the functions of a settled position: its count in points, for either side to move."""
    constant = Piecewise.constant(count)
    return TemperatureFunctions(constant, constant, None, Fraction(count))


def temperature_functions(value: Value) -> TemperatureFunctions:
    """Return the functions of a game."""
    if temperature_functions not in value.memo:
        for position in followers(value):
            if temperature_functions not in position.memo:
                position.memo[temperature_functions] = _of_options(position)
    return cast(TemperatureFunctions, value.memo[temperature_functions])


def _of_options(value: Value) -> TemperatureFunctions:
    if value.number is not None:
        return constant_functions(value.number)
    return combine(
        [option.memo[temperature_functions] for option in value.left],
        [option.memo[temperature_functions] for option in value.right],
    )


def _overlaps(first: Piecewise, second: Piecewise) -> Iterator[tuple[Piece, Piece]]:
    """Yield pairs of pieces of two functions on common intervals, from t = 0 upwards."""
    cuts = sorted({piece.start for piece in (*first.pieces, *second.pieces)})
    ends: list[Fraction | None] = [*cuts[1:], None]
    one, other = iter(first.pieces), iter(second.pieces)
    here, there = next(one), next(other)
    for start, end in zip(cuts, ends, strict=True):
        while here.end is not None and here.end <= start:
            here = next(one)
        while there.end is not None and there.end <= start:
            there = next(other)
        yield here._replace(start=start, end=end), there._replace(start=start, end=end)


def _best(candidates: Iterable[Piecewise], sign: int) -> Piecewise:
    best: Piecewise | None = None
    for function in candidates:
        best = function if best is None else _better(best, function, sign)
    if best is None:
        raise ValueError("the best of no functions was asked for")
    return best


def _better(first: Piecewise, second: Piecewise, sign: int) -> Piecewise:
    """Return the pointwise maximum of two functions (sign 1) or minimum (sign -1)."""
    chosen: list[Piece] = []
    for one, other in _overlaps(first, second):
        bounds: list[Fraction | None] = [one.start, one.end]
        if one.k != other.k:
            crossing = (one.n - other.n) / (other.k - one.k)
            if one.start < crossing and (one.end is None or crossing < one.end):
                bounds.insert(1, crossing)
        for start, end in pairwise(bounds):
            assert start is not None
            inside = start + 1 if end is None else (start + end) / 2
            better = one if sign * one.at(inside) >= sign * other.at(inside) else other
            chosen.append(better._replace(start=start, end=end))
    return _merged(chosen)


def _merged(pieces: Iterable[Piece]) -> Piecewise:
    """Return the function with these pieces; neighbours on the same line are merged."""
    kept: list[Piece] = []
    for piece in pieces:
        if kept and (kept[-1].n, kept[-1].k) == (piece.n, piece.k):
            kept[-1] = kept[-1]._replace(end=piece.end)
        else:
            kept.append(piece)
    return Piecewise(tuple(kept))


# -- the steps of a calculation ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CalculationStep:
    """One position of a calculation.

    name      -- the moves that lead there: "G" is the root, "BW" White's reply to Black's move; if a player has several
                 options, they are numbered, "B2W1"
    value     -- the position
    tally     -- White's moves minus Black's from the root; the count carries tally·t
    temperature_functions -- the functions of the position, without the tally
    backed_up -- the result with the opponent of the last mover to move, tally included: the best of moving and of
                 leaving the position, as "min(-4, -3-t)"; of a number its count, "-2-2t". The root has two, for Black
                 moving first and for White
    first     -- the name of an earlier step with the same position, or None. The options are not repeated then
    """

    name: str
    value: Value
    tally: int
    temperature_functions: TemperatureFunctions
    backed_up: tuple[str, ...]
    first: str | None


def calculation_steps(value: Value) -> Iterator[CalculationStep]:
    """Yield every position of a game's tree with its calculation in pre-order, Black's options before White's.

    In "min(a, b)" the last term is the count of the position itself: it is the minimum where the temperature is too
    high for White to reply. (Likewise "max(a, b)" for Black.) A term too long to be written out is replaced by the name
    of its position.

    Steps are yielded lazily: a sum of games has as many as its tree has branches, and names as long as their lines.
    """
    first_names: dict[Value, str] = {}
    stack = [("", value, 0)]
    while stack:
        path, position, tally = stack.pop()
        name = path or "G"
        first = None if position.number is not None else first_names.setdefault(position, name)
        same = first if first != name else None
        backed_up = _backed_up(path, position, tally)
        yield CalculationStep(name, position, tally, temperature_functions(position), backed_up, same)
        if first == name:
            children = [(path + move, option, tally - 1) for move, option in _moves(position, "B")]
            children += [(path + move, option, tally + 1) for move, option in _moves(position, "W")]
            stack.extend(reversed(children))


def _moves(position: Value, player: str) -> list[tuple[str, Value]]:
    """Return a player's options, each with its name."""
    options = sorted_options(position.left if player == "B" else position.right)
    if len(options) == 1:
        return [(player, options[0])]
    return [(f"{player}{index}", option) for index, option in enumerate(options, 1)]


def _backed_up(path: str, position: Value, tally: int) -> tuple[str, ...]:
    if not path:
        first, second = _term("", position, 0, "B"), _term("", position, 0, "W")
        return (first,) if position.number is not None else (first, second)
    return (_term(path, position, tally, "W" if path.rstrip("0123456789")[-1] == "B" else "B"),)


def _term(path: str, position: Value, tally: int, player: str, depth: int = 0) -> str:
    """Return the result of a position with `player` to move as text; inside other terms its name if too long."""
    count = format_linear(temperature_functions(position).count, Fraction(tally))
    if position.number is not None:
        return count
    if depth > MAX_TERM_DEPTH:
        return path
    other, step, best = ("W", -1, "max") if player == "B" else ("B", 1, "min")
    terms = [_term(path + move, option, tally + step, other, depth + 1) for move, option in _moves(position, player)]
    text = f"{best}({', '.join([*terms, count])})"
    return path if depth and len(text) > MAX_TERM_LENGTH else text
