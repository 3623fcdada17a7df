"""Miai counting by algebra: functions of the temperature t in pieces n + k·t, and the steps of a calculation.

A position has two functions of t >= 0, in points, Black positive: what comes of it when Black is to move, and when
White is. A number is worth the same in both for all t. Otherwise Black's is the best that his options' functions *with
White to move* offer, less t for the move; White's is the best of her options' functions with Black to move, plus t. At
the least t at which Black's is not above White's the two meet; from there on both are the value they meet in, since
neither cares to move. That t is the miai value of a move, and the value is the count.

This is the method at the end of Calculating a Thermograph, Sensei's Library, with one correction: it looks for the
meeting from the largest t downwards. The two may coincide on an interval, as for {{10|5}|{5|0}}, and only its lower end
is right. Without kos every piece is n, n - t or n + t. `steps` writes a calculation out as that page does, with the
moves of both sides counted from the root: after b moves of Black's and w of White's a count is marked with (w - b)·t.

Nothing here uses the thermographs of `thermograph.py`: the two ways must agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, cast

from ..games.forms import Exact, Value, followers
from ..games.option_order import in_order

ZERO = Fraction(0)
DEPTH, ROOM = 3, 60
"""How deep expressions are nested, and how long an inner one may be; beyond that stands a position's name."""


class Piece(NamedTuple):
    """n + k·t for start <= t <= end; without end for all larger t."""

    start: Fraction
    end: Fraction | None
    n: Fraction
    k: Fraction

    def at(self, t: Exact) -> Fraction:
        return self.n + self.k * t

    def __str__(self) -> str:
        text = linear(self.n, self.k)
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
        """n for all t."""
        return cls((Piece(ZERO, None, Fraction(n), Fraction(0)),))

    def __call__(self, t: Exact) -> Fraction:
        """The value at t. Raises ValueError for t < 0."""
        for piece in self.pieces:
            if piece.start <= t and (piece.end is None or t <= piece.end):
                return piece.at(t)
        raise ValueError(f"a temperature must be at least 0, got {t}")

    def taxed(self, k: Exact) -> Piecewise:
        """The function plus k·t."""
        return Piecewise(tuple(piece._replace(k=piece.k + k) for piece in self.pieces))

    def capped(self, t: Fraction, value: Fraction) -> Piecewise:
        """The function up to t, and `value` from there on; what is said about larger t is removed."""
        kept = [piece for piece in self.pieces if piece.start < t]
        if kept:
            kept[-1] = kept[-1]._replace(end=t)
        return _tidy([*kept, Piece(t, None, value, Fraction(0))])

    def __str__(self) -> str:
        return "; ".join(map(str, self.pieces))


@dataclass(frozen=True)
class Functions:
    """What comes of a position.

    black, white -- when Black, and when White, is to move
    meeting      -- the least t at which the two are equal (the miai value); None for a number, where they always are
    count        -- their value from there on
    """

    black: Piecewise
    white: Piecewise
    meeting: Fraction | None
    count: Fraction


def linear(n: Fraction, k: Fraction) -> str:
    """n + k·t, as "-3-t", "5", "-2-2t" or "t"."""
    if k == 0:
        return str(n)
    size = "" if abs(k) == 1 else str(abs(k)) if k.denominator == 1 else f"({abs(k)})"
    sign = "-" if k < 0 else "+" if n != 0 else ""
    return f"{n if n != 0 else ''}{sign}{size}t"


def highest(functions: Iterable[Piecewise]) -> Piecewise:
    """The largest of the functions at every t. Raises ValueError if there is none."""
    return _best(functions, 1)


def lowest(functions: Iterable[Piecewise]) -> Piecewise:
    """The smallest of the functions at every t. Raises ValueError if there is none."""
    return _best(functions, -1)


def meeting(black: Piecewise, white: Piecewise) -> tuple[Fraction, Fraction]:
    """The least t >= 0 at which Black's function is not above White's, and Black's value there.

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


def combine(black: Iterable[Functions], white: Iterable[Functions]) -> Functions:
    """The functions of a position whose options' are given, Black's and White's.

    Raises ValueError where the algebra does not reach: a player without options, or scaffolds apart at t = 0, so that
    both lose by moving. Such a position is a number, and is entered with `settled`.
    """
    to_black = highest(option.white.taxed(-1) for option in black)
    to_white = lowest(option.black.taxed(1) for option in white)
    t, count = meeting(to_black, to_white)
    if to_white(t) != count:
        raise ValueError(f"nobody cares to move, for {count} or {to_white(t)} at t = 0: enter the number it is")
    return Functions(to_black.capped(t, count), to_white.capped(t, count), t, count)


def settled(count: Exact) -> Functions:
    """The functions of a position in which nobody plays: its count in points, whoever is to move."""
    constant = Piecewise.constant(count)
    return Functions(constant, constant, None, Fraction(count))


def functions(value: Value) -> Functions:
    """The functions of a game: of a number, or of what its options' functions combine to."""
    if functions not in value.memo:
        for position in followers(value):
            if functions not in position.memo:
                position.memo[functions] = _of_options(position)
    return cast(Functions, value.memo[functions])


def _of_options(value: Value) -> Functions:
    if value.number is not None:
        return settled(value.number)
    return combine(
        [option.memo[functions] for option in value.left], [option.memo[functions] for option in value.right]
    )


def _overlaps(first: Piecewise, second: Piecewise) -> Iterator[tuple[Piece, Piece]]:
    """The pieces of two functions, cut so that each pair is about the same t, from t = 0 upwards."""
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


def _best(functions: Iterable[Piecewise], sign: int) -> Piecewise:
    best: Piecewise | None = None
    for function in functions:
        best = function if best is None else _better(best, function, sign)
    if best is None:
        raise ValueError("the best of no functions was asked for")
    return best


def _better(first: Piecewise, second: Piecewise, sign: int) -> Piecewise:
    """The larger of two functions at every t; the smaller for sign -1."""
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
    return _tidy(chosen)


def _tidy(pieces: Iterable[Piece]) -> Piecewise:
    """The pieces, those that continue each other joined."""
    kept: list[Piece] = []
    for piece in pieces:
        if kept and (kept[-1].n, kept[-1].k) == (piece.n, piece.k):
            kept[-1] = kept[-1]._replace(end=piece.end)
        else:
            kept.append(piece)
    return Piecewise(tuple(kept))


# -- the steps of a calculation ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One position of a calculation.

    name      -- the moves that lead there: "G" is the root, "BW" is White's reply to Black's move; options of one
                 player are numbered where there are several, "B2W1"
    value     -- the position
    tally     -- White's moves less Black's on the way; its count carries tally·t
    functions -- what comes of it, without the tally
    backed_up -- what it comes to with the other player to move, the tally included: the best of moving on and of
                 leaving it, as "min(-4, -3-t)". At the root two, Black first and White first; a number's count, "-2-2t"
    first     -- the name under which the position was met before, or None. Its options are not repeated then
    """

    name: str
    value: Value
    tally: int
    functions: Functions
    backed_up: tuple[str, ...]
    first: str | None


def steps(value: Value) -> Iterator[Step]:
    """Every position of a game's tree with its calculation, each before its options, Black's options before White's.

    In "min(a, b)" the last term is the count of the position itself, left alone: it is smaller than what White can
    reach where the temperature is too high for her to reply. (So for "max(a, b)" and Black.) A term too long to be
    written out is given by its position's name.

    Rows come one by one: a sum of several games has as many as its tree has branches, each name as long as its line.
    """
    met: dict[Value, str] = {}
    waiting = [("", value, 0)]
    while waiting:
        path, position, tally = waiting.pop()
        name = path or "G"
        first = None if position.number is not None else met.setdefault(position, name)
        same = first if first != name else None
        yield Step(name, position, tally, functions(position), _backed_up(path, position, tally), same)
        if first == name:
            ahead = [(path + move, option, tally - 1) for move, option in _moves(position, "B")]
            ahead += [(path + move, option, tally + 1) for move, option in _moves(position, "W")]
            waiting.extend(reversed(ahead))


def _moves(position: Value, player: str) -> list[tuple[str, Value]]:
    """A player's options, each with its name."""
    options = in_order(position.left if player == "B" else position.right)
    if len(options) == 1:
        return [(player, options[0])]
    return [(f"{player}{index}", option) for index, option in enumerate(options, 1)]


def _backed_up(path: str, position: Value, tally: int) -> tuple[str, ...]:
    if not path:
        first, second = _term("", position, 0, "B"), _term("", position, 0, "W")
        return (first,) if position.number is not None else (first, second)
    return (_term(path, position, tally, "W" if path.rstrip("0123456789")[-1] == "B" else "B"),)


def _term(path: str, position: Value, tally: int, player: str, depth: int = 0) -> str:
    """What a position comes to with `player` to move, or inside other terms its name if that is too long."""
    count = linear(functions(position).count, Fraction(tally))
    if position.number is not None:
        return count
    if depth > DEPTH:
        return path
    other, step, best = ("W", -1, "max") if player == "B" else ("B", 1, "min")
    terms = [_term(path + move, option, tally + step, other, depth + 1) for move, option in _moves(position, player)]
    text = f"{best}({', '.join([*terms, count])})"
    return path if depth and len(text) > ROOM else text
