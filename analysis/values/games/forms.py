"""The values of short games: canonical forms, their order and their sums.

Black is Left and moves to `left`; White is Right. Black's advantage is positive. A `Value` is a game in canonical form,
one object for each: two games are equal if and only if they are the same object. So options may be walked as a graph,
and facts derived from a game are kept in its `memo`.

Numbers are kept as fractions and never opened up: 361 is one object, not 361 positions. Where they meet other games the
number avoidance and number translation theorems stand in for their options. Nothing here recurses, so a game may be as
deep as memory allows.

Sources: Conway, On Numbers and Games; Berlekamp, Conway, Guy, Winning Ways, chapters 2 and 3 (canonical form, simplest
number); Siegel, Combinatorial Game Theory, chapter II.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, cast
from weakref import WeakValueDictionary

Exact = int | Fraction
Options = tuple["Value", ...]
Order = dict[tuple["Value", "Value"], bool]

# Sums and comparisons are remembered until there are this many, then forgotten together.
REMEMBERED = 1 << 19


class Value:
    """A short game in canonical form. Make one with `game`, `number` or `analysis.values.parse`, never directly.

    Public attributes:
      number -- the Fraction it equals, if it is a number (a dyadic rational); else None
      memo   -- facts derived from this game, by the function that derives them

    Values are immutable; `==` and `hash` are by identity, which is equality of games. `<=` and its kin are the partial
    order of games, in which neither of two games need be the larger: `confused_with`. They and the arithmetic take
    ints and dyadic Fractions beside values.
    """

    __slots__ = ("__weakref__", "_left", "_left_stop", "_right", "_right_stop", "memo", "number")

    def __init__(self, left: Options, right: Options, stops: tuple[Exact, Exact], exact: Fraction | None) -> None:
        self._left = left
        self._right = right
        self._left_stop, self._right_stop = stops  # whole numbers as int, which compare many times faster
        self.number = exact
        self.memo: dict[object, Any] = {}

    @property
    def exact(self) -> Exact:
        """The left stop, as an int where it is whole: those add and compare many times faster than Fractions."""
        return self._left_stop

    @property
    def moves(self) -> tuple[Options, Options]:
        """Black's options and White's, but none of a number's: with other games beside it, nobody moves in one."""
        return self._left, self._right

    @property
    def left(self) -> Options:
        """Black's options, none dominated, none reversible."""
        return self._left if self.number is None else _options_of_number(self.number)[0]

    @property
    def right(self) -> Options:
        """White's options, none dominated, none reversible."""
        return self._right if self.number is None else _options_of_number(self.number)[1]

    @property
    def left_stop(self) -> Fraction:
        """The number reached when Black begins and both play on until there is one; in points."""
        return Fraction(self._left_stop)

    @property
    def right_stop(self) -> Fraction:
        """The number reached when White begins and both play on until there is one; in points."""
        return Fraction(self._right_stop)

    def confused_with(self, other: Value | Exact) -> bool:
        """Whether neither is at least the other: the first player wins their difference."""
        other = as_value(other)
        return not _le(self, other) and not _le(other, self)

    def __le__(self, other: Value | Exact) -> bool:
        return _le(self, as_value(other))

    def __ge__(self, other: Value | Exact) -> bool:
        return _le(as_value(other), self)

    def __lt__(self, other: Value | Exact) -> bool:
        other = as_value(other)
        return self is not other and _le(self, other)

    def __gt__(self, other: Value | Exact) -> bool:
        other = as_value(other)
        return self is not other and _le(other, self)

    def __add__(self, other: Value | Exact) -> Value:
        from .sums import add

        return add(self, as_value(other))

    __radd__ = __add__

    def __neg__(self) -> Value:
        from .sums import negative

        return negative(self)

    def __sub__(self, other: Value | Exact) -> Value:
        return self + -as_value(other)

    def __rsub__(self, other: Exact) -> Value:
        return -self + other

    def __rmul__(self, copies: int) -> Value:
        """`copies * value`, the sum of so many copies; of the negative where copies < 0."""
        from .sums import multiple

        return multiple(copies, self)

    def __repr__(self) -> str:
        from .notation import format_value

        return f"<Value {format_value(self)}>"

    def __reduce__(self) -> tuple[Callable[..., Value], tuple[list[object]]]:
        rows: list[object] = []
        place: dict[Value, int] = {}
        for value in followers(self):
            place[value] = len(rows)
            if value.number is not None:
                rows.append(value.number)
            else:
                rows.append(([place[option] for option in value._left], [place[option] for option in value._right]))
        return _from_rows, (rows,)


def as_value(other: Value | Exact) -> Value:
    """The value itself, or the number as a value. Raises ValueError if it is a fraction that is not dyadic."""
    return other if isinstance(other, Value) else number(other)


def number(x: Exact) -> Value:
    """The number x as a game. Raises ValueError if its denominator is not a power of two."""
    found = _NUMBERS.get(x)  # an int finds the Fraction that equals it
    return _new_number(Fraction(x)) if found is None else found


def game(left: Iterable[Value | Exact], right: Iterable[Value | Exact]) -> Value:
    """The canonical form of {left|right}: no dominated options, none reversible, numbers as numbers.

    Raises ValueError if an option is a fraction that is not dyadic.
    """
    return canonical([as_value(option) for option in left], [as_value(option) for option in right])


def followers(value: Value, open_fractions: bool = False) -> list[Value]:
    """Every position that can be reached, options before the games they belong to, `value` itself last.

    Numbers are leaves: their own options are left out, of integers always, of fractions unless `open_fractions`.
    """

    def options_of(game: Value) -> Iterator[Value]:
        if open_fractions and game.number is not None and game.number.denominator > 1:
            return iter(game.left + game.right)
        return iter(game._left + game._right)

    order: list[Value] = []
    seen = {value}
    path = [(value, options_of(value))]
    while path:
        top, options = path[-1]
        for option in options:
            if option not in seen:
                seen.add(option)
                path.append((option, options_of(option)))
                break
        else:
            order.append(top)
            path.pop()
    return order


def simplest_between(low: Exact | None, high: Exact | None, low_in: bool = False, high_in: bool = False) -> Fraction:
    """The simplest number between low and high: the integer nearest to 0 or, if none, the least denominator.

    None is no bound; `low_in` and `high_in` let the bound itself be taken. Raises ValueError if nothing lies between.
    """
    if low is not None and high is not None and (low > high or (low == high and not (low_in and high_in))):
        raise ValueError(f"no number lies between {low} and {high}")

    def fits(x: Fraction) -> bool:
        above = low is None or x > low or (low_in and x == low)
        return above and (high is None or x < high or (high_in and x == high))

    if fits(Fraction(0)):
        return Fraction(0)
    negative = low is None or low < 0
    near = cast(Exact, high if negative else low)
    unit = Fraction(1)
    while True:  # on each grid of 1, 1/2, 1/4, ... the point nearest to 0 beyond the bound that is nearer to 0
        steps = near / unit
        point = unit * ((steps.__floor__()) if negative else steps.__ceil__())
        if not fits(point):
            point += -unit if negative else unit
        if fits(point):
            return point
        unit /= 2


# -- interning -----------------------------------------------------------------------------------------------------

_LOCK = threading.Lock()
_NUMBERS: WeakValueDictionary[Exact, Value] = WeakValueDictionary()
_GAMES: WeakValueDictionary[tuple[Options, Options], Value] = WeakValueDictionary()
_ORDER: Order = {}


def intern(left: Options, right: Options) -> Value:
    """The value with just these options, which must be those of a canonical form that is no number."""
    key = (left if len(left) == 1 else tuple(sorted(left, key=id))), (
        right if len(right) == 1 else tuple(sorted(right, key=id))
    )
    found = _GAMES.get(key)
    if found is not None:
        return found
    with _LOCK:
        return _GAMES.setdefault(key, Value(left, right, _stops(left, right), None))


def _new_number(x: Fraction) -> Value:
    if x.denominator & (x.denominator - 1):
        raise ValueError(f"a number's denominator must be a power of two, got {x}")
    stop = x.numerator if x.denominator == 1 else x
    with _LOCK:
        return _NUMBERS.setdefault(x, Value((), (), (stop, stop), x))


def _stops(left: Iterable[Value], right: Iterable[Value]) -> tuple[Exact, Exact]:
    return max(option._right_stop for option in left), min(option._left_stop for option in right)


def _options_of_number(x: Fraction) -> tuple[Options, Options]:
    if x.denominator == 1:
        return ((number(x - 1),) if x > 0 else ()), ((number(x + 1),) if x < 0 else ())
    unit = Fraction(1, x.denominator)
    return (number(x - unit),), (number(x + unit),)


def _from_rows(rows: list[object]) -> Value:
    """The game that `Value.__reduce__` wrote down."""
    values: list[Value] = []
    for row in rows:
        if isinstance(row, Fraction):
            values.append(number(row))
        else:
            left, right = cast("tuple[list[int], list[int]]", row)
            values.append(intern(tuple(values[i] for i in left), tuple(values[i] for i in right)))
    return values[-1]


# -- order ---------------------------------------------------------------------------------------------------------


def _at_a_glance(g: Value, h: Value) -> bool | None:
    """Whether g <= h, where the stops or earlier comparisons tell; else None."""
    if g is h:
        return True
    if g._left_stop > h._left_stop or g._right_stop > h._right_stop:
        return False
    if g._left_stop < h._right_stop or (g.number is not None and h.number is not None):
        return True
    return _ORDER.get((g, h))


def _refutations(g: Value, h: Value) -> Iterator[tuple[Value, Value]]:
    """The pairs (a, b) of which a <= b would refute g <= h. A number's options need not be tried."""
    for option in g._left:
        yield h, option
    for option in h._right:
        yield option, g


def _le(g: Value, h: Value, draft: Value | None = None) -> bool:
    """Whether g <= h. `draft` is the one among them and their followers that is not canonical yet, if any."""
    known = _at_a_glance(g, h)
    if known is not None:
        return known
    if len(_ORDER) > REMEMBERED:
        _ORDER.clear()
    of_draft: Order = {}  # not worth remembering: the draft is about to be forgotten
    path = [(g, h, _refutations(g, h))]
    verdict: bool | None = True
    while path:
        g, h, refutations = path[-1]
        verdict = True
        for a, b in refutations:
            known = _at_a_glance(a, b)
            if known is None:
                known = of_draft.get((a, b))
            if known is None:
                path.append((a, b, _refutations(a, b)))
                verdict = None
                break
            if known:
                verdict = False
                break
        if verdict is None:
            continue
        path.pop()
        (of_draft if g is draft or h is draft else _ORDER)[g, h] = verdict
        if verdict and path:  # it refutes the comparison that asked
            g, h, _ = path.pop()
            verdict = False
            (of_draft if g is draft or h is draft else _ORDER)[g, h] = verdict
    return bool(verdict)


# -- canonical form ------------------------------------------------------------------------------------------------


def canonical(left: Iterable[Value], right: Iterable[Value]) -> Value:
    """The canonical form of {left|right}, whose options are canonical already."""
    left, right = list(left), list(right)
    exact = _as_number(left, right)
    if exact is not None:
        return number(exact)
    while True:
        draft = Value(undominated(left, _le), undominated(right, _ge), _stops(left, right), None)
        left, right = [], []
        for option in draft._left:
            reply = next((reply for reply in option._right if _le(reply, draft, draft)), None)
            left.extend((option,) if reply is None else reply.left)
        for option in draft._right:
            reply = next((reply for reply in option._left if _le(draft, reply, draft)), None)
            right.extend((option,) if reply is None else reply.right)
        if tuple(left) == draft._left and tuple(right) == draft._right:
            return intern(draft._left, draft._right)


def _ge(g: Value, h: Value) -> bool:
    return _le(h, g)


def undominated(options: Iterable[Value], worse: Callable[[Value, Value], bool] = _le) -> Options:
    """The options that no other makes superfluous: by default, none is at most another."""
    kept: list[Value] = []
    for option in options:
        if not any(worse(option, other) for other in kept):
            kept = [other for other in kept if not worse(other, option)]
            kept.append(option)
    return tuple(kept)


def _as_number(left: Iterable[Value], right: Iterable[Value]) -> Fraction | None:
    """The number that {left|right} equals, if there is one that no option of Black's reaches and none of White's.

    An option reaches beyond its stop never, and the stop itself only if it does so on its own.
    """
    low = max((option._right_stop for option in left), default=None)
    high = min((option._left_stop for option in right), default=None)
    if low is not None and high is not None and low > high:
        return None
    low_in = low is not None and not any(_le(number(low), option) for option in left if option._right_stop == low)
    high_in = high is not None and not any(_le(option, number(high)) for option in right if option._left_stop == high)
    if low is not None and low == high and not (low_in and high_in):
        return None
    return simplest_between(low, high, low_in, high_in)


ZERO = number(0)
