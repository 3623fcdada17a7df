"""Short games in canonical form: `Value`, the partial order, and `game`, which computes the canonical form.

Black is Left and moves to `left`; White is Right. Black's advantage is positive. Values are interned (hash-consed): two
games are equal if and only if they are the same object. So options can be traversed as a graph, and results that depend
on a game alone are cached in its `memo`.

A number is stored as a Fraction and its options are not expanded: 361 is one object, not 361 positions. Where numbers
meet other games, the number avoidance and number translation theorems replace their options. Nothing here recurses, so
the depth of a game is limited by memory only.

Addition, negation, multiples and text are implemented by `sums` and `printing`, which build on this module. They enter
their functions in `OPERATORS` when they are imported, and the operators of `Value` call those.

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

# Tables of sums and comparisons are emptied when they reach this many entries.
CACHE_LIMIT = 1 << 19


class Value:
    """A short game in canonical form. Create it with `game`, `number` or `analysis.values.parse`, never directly.

    Public attributes:
      number -- the Fraction it equals, if it is a number (a dyadic rational); else None
      memo   -- cached results that depend on this game alone; the key is the function that computes them

    Values are immutable; `==` and `hash` are by identity, which is equality of games. `<=`, `<`, `>=` and `>` are the
    partial order of games, in which two games may also be confused: `confused_with`. Comparisons and arithmetic accept
    ints and dyadic Fractions as well as values.
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
        """The left stop, an int if it is whole: ints add and compare many times faster than Fractions."""
        return self._left_stop

    @property
    def exact_stops(self) -> tuple[Exact, Exact]:
        """Both stops, as ints where they are whole (see `exact`)."""
        return self._left_stop, self._right_stop

    @property
    def moves(self) -> tuple[Options, Options]:
        """Black's options and White's; of a number none, since in a sum nobody needs to move in a number."""
        return self._left, self._right

    @property
    def left(self) -> Options:
        """Black's options; none is dominated or reversible."""
        return self._left if self.number is None else _options_of_number(self.number)[0]

    @property
    def right(self) -> Options:
        """White's options; none is dominated or reversible."""
        return self._right if self.number is None else _options_of_number(self.number)[1]

    @property
    def left_stop(self) -> Fraction:
        """The number at which play arrives if Black moves first and both play well, in points."""
        return Fraction(self._left_stop)

    @property
    def right_stop(self) -> Fraction:
        """The number at which play arrives if White moves first and both play well, in points."""
        return Fraction(self._right_stop)

    def confused_with(self, other: Value | Exact) -> bool:
        """Return whether neither is at least the other, so that the first player wins their difference."""
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
        return OPERATORS.add(self, as_value(other))

    __radd__ = __add__

    def __neg__(self) -> Value:
        return OPERATORS.negative(self)

    def __sub__(self, other: Value | Exact) -> Value:
        return self + -as_value(other)

    def __rsub__(self, other: Exact) -> Value:
        return -self + other

    def __rmul__(self, copies: int) -> Value:
        """Return `copies * value`, the sum of that many copies; of copies of the negative if copies < 0."""
        return OPERATORS.multiple(copies, self)

    def __repr__(self) -> str:
        return f"<Value {OPERATORS.text(self)}>"

    def __reduce__(self) -> tuple[Callable[..., Value], tuple[list[object]]]:
        rows: list[object] = []
        index: dict[Value, int] = {}
        for value in followers(self):
            index[value] = len(rows)
            if value.number is not None:
                rows.append(value.number)
            else:
                rows.append(([index[option] for option in value._left], [index[option] for option in value._right]))
        return _from_rows, (rows,)


class _Operators:
    """The functions that the operators of `Value` call, entered by `sums` and (`text`) by `printing`."""

    add: Callable[[Value, Value], Value]
    negative: Callable[[Value], Value]
    multiple: Callable[[int, Value], Value]
    text: Callable[[Value], str]


OPERATORS = _Operators()


def as_value(other: Value | Exact) -> Value:
    """Return a value as it is and a number as a value. Raises ValueError for a fraction that is not dyadic."""
    return other if isinstance(other, Value) else number(other)


def number(x: Exact) -> Value:
    """Return the number x as a game. Raises ValueError if its denominator is not a power of two."""
    found = _NUMBERS.get(x)  # an int finds the Fraction that equals it
    return _new_number(Fraction(x)) if found is None else found


def game(left: Iterable[Value | Exact], right: Iterable[Value | Exact]) -> Value:
    """Return the canonical form of {left|right}: without dominated or reversible options, numbers as numbers.

    Raises ValueError if an option is a fraction that is not dyadic.
    """
    return canonical([as_value(option) for option in left], [as_value(option) for option in right])


def followers(value: Value, open_fractions: bool = False) -> list[Value]:
    """Return every position that can be reached, in post-order: options before their game, `value` itself last.

    Numbers are leaves: options of integers are never included, those of fractions only with `open_fractions`.
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
    """Return the simplest number between low and high: the integer nearest to 0 or, without one, the least denominator.

    None is no bound. `low_in` and `high_in` include the bound itself. Raises ValueError if the interval is empty.
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
    while True:  # for the units 1, 1/2, 1/4, ...: the multiple nearest to 0 beyond the bound that is nearer to 0
        units = near / unit
        point = unit * (units.__floor__() if negative else units.__ceil__())
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
    """Return the value with exactly these options, which must be those of a canonical form that is not a number."""
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
    """Return the game that `Value.__reduce__` serialised."""
    values: list[Value] = []
    for row in rows:
        if isinstance(row, Fraction):
            values.append(number(row))
        else:
            left, right = cast("tuple[list[int], list[int]]", row)
            values.append(intern(tuple(values[i] for i in left), tuple(values[i] for i in right)))
    return values[-1]


# -- order ---------------------------------------------------------------------------------------------------------


def _le_if_known(g: Value, h: Value) -> bool | None:
    """Return whether g <= h if the stops or the cache decide it; else None."""
    if g is h:
        return True
    if g._left_stop > h._left_stop or g._right_stop > h._right_stop:
        return False
    if g._left_stop < h._right_stop or (g.number is not None and h.number is not None):
        return True
    return _ORDER.get((g, h))


def _refutations(g: Value, h: Value) -> Iterator[tuple[Value, Value]]:
    """Yield the pairs (a, b) for which a <= b would refute g <= h. The options of a number need not be tried."""
    for option in g._left:
        yield h, option
    for option in h._right:
        yield option, g


def _le(g: Value, h: Value, provisional: Value | None = None) -> bool:
    """Return whether g <= h. `provisional` is the one of them or their followers that is not canonical yet, if any."""
    known = _le_if_known(g, h)
    if known is not None:
        return known
    if len(_ORDER) > CACHE_LIMIT:
        _ORDER.clear()
    provisional_order: Order = {}  # not cached: the provisional game is about to be discarded
    path = [(g, h, _refutations(g, h))]
    verdict: bool | None = True
    while path:
        g, h, refutations = path[-1]
        verdict = True
        for a, b in refutations:
            known = _le_if_known(a, b)
            if known is None:
                known = provisional_order.get((a, b))
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
        (provisional_order if g is provisional or h is provisional else _ORDER)[g, h] = verdict
        if verdict and path:  # it refutes the comparison below it on the stack
            g, h, _ = path.pop()
            verdict = False
            (provisional_order if g is provisional or h is provisional else _ORDER)[g, h] = verdict
    return bool(verdict)


# -- canonical form ------------------------------------------------------------------------------------------------


def canonical(left: Iterable[Value], right: Iterable[Value]) -> Value:
    """Return the canonical form of {left|right}, whose options are canonical already."""
    left, right = list(left), list(right)
    exact = _as_number(left, right)
    if exact is not None:
        return number(exact)
    while True:
        provisional = Value(undominated(left, _le), undominated(right, _ge), _stops(left, right), None)
        left, right = [], []
        for option in provisional._left:
            reply = next((reply for reply in option._right if _le(reply, provisional, provisional)), None)
            left.extend((option,) if reply is None else reply.left)
        for option in provisional._right:
            reply = next((reply for reply in option._left if _le(provisional, reply, provisional)), None)
            right.extend((option,) if reply is None else reply.right)
        if tuple(left) == provisional._left and tuple(right) == provisional._right:
            return intern(provisional._left, provisional._right)


def _ge(g: Value, h: Value) -> bool:
    return _le(h, g)


def undominated(options: Iterable[Value], worse: Callable[[Value, Value], bool] = _le) -> Options:
    """Return the options that no other dominates. By default that is Black's view: an option <= another is dropped."""
    kept: list[Value] = []
    for option in options:
        if not any(worse(option, other) for other in kept):
            kept = [other for other in kept if not worse(other, option)]
            kept.append(option)
    return tuple(kept)


def _as_number(left: Iterable[Value], right: Iterable[Value]) -> Fraction | None:
    """Return the number that {left|right} equals, or None.

    It is the simplest number x such that no option of Black's is >= x and none of White's is <= x. An option is never
    >= a number beyond its stop; whether it is >= the stop itself has to be compared.
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
