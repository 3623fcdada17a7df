"""Adding up and building what a text asks for, within limits: text is short where games are large.

Numbers, ups and stars are counted, copies of tiny built at once; games that chill to numbers are cheap to add. All else
is charged before it is done. Raises ValueError, with one line, where a limit is passed.
"""

from __future__ import annotations

from .forms import ZERO, Value, followers, game, number
from .number_heating import chilled_number
from .recognition import Uptimal, tinies, uptimal

MAX_UPS = 10_000
MAX_COPIES = 1000
MAX_OPTIONS = 1000  # of one side; they are compared in pairs
# A sum is charged with the product of the sizes of both addends. 100,000 take about a second, but more where many
# options must be compared, as in large games: so these are limited too.
MAX_WORK = 1_000_000
MAX_SIZE = 20_000

Term = Uptimal | Value


class Sum:
    """A sum under way. Numbers, ups and stars are counted; games that chill to numbers are cheap; the rest is work."""

    def __init__(self) -> None:
        self._first: Term | None = None
        self._several = False
        self._plain = Uptimal()
        self._chilled = ZERO
        self._rest = ZERO

    def add(self, term: Term, sign: int, work: Work) -> None:
        """Adds the term, or subtracts it if sign is -1."""
        if sign < 0:
            term = term.times(-1) if isinstance(term, Uptimal) else -term
        if self._first is None:
            self._first = term  # not looked into until there is another: games may be nested deeply
            return
        if not self._several:
            self._sort(self._first, work)
            self._several = True
        self._sort(term, work)

    def _sort(self, term: Term, work: Work) -> None:
        named = term if isinstance(term, Uptimal) else uptimal(term)
        if named is not None:
            self._plain = self._plain.plus(named)
        elif isinstance(term, Value):
            if chilled_number(term) is not None:
                self._chilled += term
            else:
                self._rest = work.add(self._rest, term)

    def total(self, work: Work) -> Term:
        """What all terms come to."""
        if self._first is not None and not self._several:
            return self._first
        if self._rest is ZERO and self._chilled is ZERO:
            return self._plain
        return work.add(work.add(self._rest, self._chilled), work.value(self._plain))


class Work:
    """What may still be spent on working a text out. Raises ValueError when that is too little."""

    def __init__(self) -> None:
        self._left = MAX_WORK

    def _charge(self, units: int, what: str) -> None:
        self._left -= units
        if self._left < 0:
            raise ValueError(f"this takes too long to work out: {what}")

    def value(self, term: Term) -> Value:
        """The term as a game."""
        if isinstance(term, Value):
            return term
        if abs(term.ups) > MAX_UPS:
            raise ValueError(f"at most {MAX_UPS} ups are allowed, got {shortened(str(abs(term.ups)))}")
        return term.value()

    def add(self, first: Value, second: Value) -> Value:
        """first + second."""
        if first is not ZERO and second is not ZERO:
            sizes = _size(first), _size(second)
            units = sizes[0] * sizes[1] if max(sizes) <= MAX_SIZE or min(sizes) == 1 else MAX_WORK + 1
            self._charge(units, f"a sum of games with {sizes[0]} and {sizes[1]} moves")
        return first + second

    def game(self, left: list[Value], right: list[Value]) -> Value:
        """{left|right}."""
        sides = list(dict.fromkeys(left)), list(dict.fromkeys(right))
        for side in sides:
            if len(side) > MAX_OPTIONS:
                raise ValueError(f"at most {MAX_OPTIONS} options are allowed on a side, got {len(side)}")
            self._charge(len(side) * (len(side) - 1), f"a game with {len(side)} options on a side")
        return game(*sides)

    def copies(self, copies: int, term: Term) -> Term:
        """The sum of so many copies. What is not counted or built at once is added up, at the price of its sums."""
        named = term if isinstance(term, Uptimal) else uptimal(term)
        if named is not None:
            return named.times(copies)
        assert isinstance(term, Value)
        if copies > MAX_COPIES:
            raise ValueError(f"at most {MAX_COPIES} copies are allowed, got {shortened(str(copies))}")
        small = tinies(term)
        few_tinies = small is not None and small.threat.number is not None and abs(copies * small.copies) <= MAX_COPIES
        if few_tinies or chilled_number(term) is not None:
            return copies * term
        total, done = ZERO, 0
        while done < copies:
            total, done = self.add(total, term), done + 1
            if total.number is not None:  # a period: the rest is counted in periods
                return self.add(number(copies // done * total.number), self.value(self.copies(copies % done, term)))
        return total


def shortened(text: str, most: int = 24) -> str:
    """The text, or its beginning and dots: for messages of one line."""
    return text if len(text) <= most else text[:most] + "..."


def _size(value: Value) -> int:
    """How many moves there are in the game and its followers, and one more for the end of each."""
    if _size not in value.memo:
        value.memo[_size] = sum(1 + sum(map(len, follower.moves)) for follower in followers(value))
    size: int = value.memo[_size]
    return size


