"""Arithmetic of games within a budget: a short text, or a few components, can stand for an enormous sum.

Numbers, ups and stars are added by their coefficients, copies of tiny are built directly, and games that chill to
numbers are cheap to add. Every other operation is charged before it is carried out. A limit that would be exceeded
raises ValueError with a message of one line.
"""

from __future__ import annotations

from .forms import ZERO, Value, followers, game, number
from .number_heating import chilled_number
from .recognition import Uptimal, tiny_multiple, uptimal

MAX_UPS = 10_000
MAX_COPIES = 1000
MAX_OPTIONS = 1000  # of one side; they are compared in pairs
# A sum is charged with the product of the sizes of its two addends. 100,000 units take about a second, but more if many
# options have to be compared, as in large games: so the size of an addend is limited too.
MAX_WORK = 1_000_000
MAX_SIZE = 20_000

Term = Uptimal | Value


class RunningSum:
    """A sum to which terms are added: its numbers, ups and stars, its games that chill to numbers, and the rest."""

    def __init__(self) -> None:
        self._first: Term | None = None
        self._several = False
        self._plain = Uptimal()
        self._chilled = ZERO
        self._rest = ZERO

    def add(self, term: Term, sign: int, budget: ArithmeticBudget) -> None:
        """Add the term, or subtract it if sign is -1."""
        if sign < 0:
            term = term.times(-1) if isinstance(term, Uptimal) else -term
        if self._first is None:
            self._first = term  # not classified until there is another: games may be nested deeply
            return
        if not self._several:
            self._classify(self._first, budget)
            self._several = True
        self._classify(term, budget)

    def _classify(self, term: Term, budget: ArithmeticBudget) -> None:
        named = term if isinstance(term, Uptimal) else uptimal(term)
        if named is not None:
            self._plain = self._plain.plus(named)
        elif isinstance(term, Value):
            if chilled_number(term) is not None:
                self._chilled += term
            else:
                self._rest = budget.add(self._rest, term)

    def total(self, budget: ArithmeticBudget) -> Term:
        """Return the sum of all terms."""
        if self._first is not None and not self._several:
            return self._first
        if self._rest is ZERO and self._chilled is ZERO:
            return self._plain
        return budget.add(budget.add(self._rest, self._chilled), budget.value(self._plain))


class ArithmeticBudget:
    """A budget for arithmetic with games. Its methods raise ValueError when the budget or another limit is exceeded."""

    def __init__(self) -> None:
        self._remaining = MAX_WORK

    def _charge(self, units: int, what: str) -> None:
        self._remaining -= units
        if self._remaining < 0:
            raise ValueError(f"this takes too long to work out: {what}")

    def value(self, term: Term) -> Value:
        """Return the term as a game."""
        if isinstance(term, Value):
            return term
        if abs(term.ups) > MAX_UPS:
            raise ValueError(f"at most {MAX_UPS} ups are allowed, got {shortened(str(abs(term.ups)))}")
        return term.value()

    def add(self, first: Value, second: Value) -> Value:
        """Return first + second."""
        if first is not ZERO and second is not ZERO:
            sizes = _size(first), _size(second)
            units = sizes[0] * sizes[1] if max(sizes) <= MAX_SIZE or min(sizes) == 1 else MAX_WORK + 1
            self._charge(units, f"a sum of games with {sizes[0]} and {sizes[1]} moves")
        return first + second

    def game(self, left: list[Value], right: list[Value]) -> Value:
        """Return {left|right}."""
        sides = list(dict.fromkeys(left)), list(dict.fromkeys(right))
        for side in sides:
            if len(side) > MAX_OPTIONS:
                raise ValueError(f"at most {MAX_OPTIONS} options are allowed on a side, got {len(side)}")
            self._charge(len(side) * (len(side) - 1), f"a game with {len(side)} options on a side")
        return game(*sides)

    def copies(self, copies: int, term: Term) -> Term:
        """Return the sum of that many copies. Those that have no closed form are added one by one and charged."""
        named = term if isinstance(term, Uptimal) else uptimal(term)
        if named is not None:
            return named.times(copies)
        assert isinstance(term, Value)
        if copies > MAX_COPIES:
            raise ValueError(f"at most {MAX_COPIES} copies are allowed, got {shortened(str(copies))}")
        small = tiny_multiple(term)
        few_tinies = small is not None and small.threat.number is not None and abs(copies * small.copies) <= MAX_COPIES
        if few_tinies or chilled_number(term) is not None:
            return copies * term
        total, done = ZERO, 0
        while done < copies:
            total, done = self.add(total, term), done + 1
            if total.number is not None:  # a period: the rest is a multiple of it
                return self.add(number(copies // done * total.number), self.value(self.copies(copies % done, term)))
        return total


def shortened(text: str, most: int = 24) -> str:
    """Return the text, or its first `most` characters and an ellipsis, for messages of one line."""
    return text if len(text) <= most else text[:most] + "..."


def _size(value: Value) -> int:
    """Return the number of moves in the game and its followers, plus one for each of these."""
    if _size not in value.memo:
        value.memo[_size] = sum(1 + sum(map(len, follower.moves)) for follower in followers(value))
    size: int = value.memo[_size]
    return size


