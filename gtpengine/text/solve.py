"""A solved position as a dict for JSON, and as lines of text for a terminal or GTP. Nothing here prints.

Values are Black's lead in points by area, without komi, unless a line says otherwise.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analysis.board import COLUMN_LETTERS, PASS, Color, Grid
from analysis.solver import Bracket, Ko, KomiVerdict, Solution

_MAX_WIDTH = 100
"""Columns of text for a variation."""


@dataclass(frozen=True)
class SolveReport:
    """A solution; `from_cache` if it was on disk and nothing was searched now."""

    solution: Solution
    from_cache: bool = False

    @property
    def grid(self) -> Grid:
        return Grid(self.solution.height, self.solution.width)

    @property
    def no_tree_reason(self) -> str:
        """The reason why there is no tree of variations to show; "" if there is one."""
        known, area = self.solution.knowledge, self.grid.area
        if known is None:
            return "the search has ended before there was anything to show"
        # The solution may say more, from a cache that has no tree.
        return "the search has proved nothing" if known.bracket(self.solution.start) == (-area, area) else ""

    def payload(self) -> dict[str, Any]:
        """Return the report for JSON.

        `value` is None while `lower` < `upper`; `proved` says whether the question (the score, or with a komi the
        winner) is answered, `verdict` how, None without a komi. `first_moves` has a value or [lower, upper] for every
        legal move by vertex, `variation` the vertices from the position on. `kos` has how many positions play can come
        back to, and of how many of them the ko rule decides the value; None unless they were counted. `states` are the
        different ones of a table, None without one. `notes` say why no more is proved.
        """
        found = self.solution
        rules = found.rules
        kos = found.cycles
        return {
            "rows": found.height,
            "cols": found.width,
            "to_move": found.start.to_move.letter,
            "passed": found.start.passed,
            "rules": {
                "ko": rules.ko.value.lower(),
                "endless": rules.endless.value if rules.ko is Ko.SIMPLE else None,
                "suicide": rules.suicide,
            },
            "komi": None if found.komi is None else json_number(found.komi),
            "value": found.value,
            "lower": found.bracket.lower,
            "upper": found.bracket.upper,
            "proved": found.proved,
            "verdict": None if found.komi is None else self._verdict(found.komi),
            "first_moves": {
                self.grid.vertex(point): list(known) if known.value is None else known.value
                for point, known in found.first_moves.items()
            },
            "variation": [self.grid.vertex(point) for point in found.variation],
            "kos": None if kos is None else {"positions": kos.trivial + kos.decisive, "decisive": kos.decisive},
            "nodes": found.nodes,
            "seconds": found.seconds,
            "method": found.method,
            "states": found.states or None,
            "from_cache": self.from_cache,
            "notes": list(found.notes),
        }

    def _verdict(self, komi: Fraction) -> dict[str, Any] | None:
        """Return the verdict for JSON; None while it is open. `winner` and `margin` are None in a draw.

        `margin` is also None where only the winner is proved; `for` is the side that does not move now.
        """
        found = self.solution
        verdict, winner = found.verdict(komi), found.winner(komi)
        if verdict is None or winner is None:
            return None
        return {
            "winner": Color(winner).letter if winner else None,
            "margin": json_number(abs(found.value - komi)) if winner and found.value is not None else None,
            "verdict": verdict.value,
            "for": found.start.to_move.opponent.letter,
        }

    def lines(self) -> list[str]:
        """Return the report as text: question, answer, a board of the first moves' values, a variation, the effort."""
        rows = list(self._rows())
        width = max(len(name) for name, _ in rows) + 2
        lines = []
        for name, text in rows:
            first, *others = text.split("\n")
            lines += [f"{name:<{width}}{first}", *(" " * width + other for other in others)]
        return lines

    def board(self) -> list[str]:
        """Return the position with each first move's value on its point, `.` where no move is legal."""
        grid, start = self.grid, self.solution.start
        cells = [self._cell(point, start.black, start.white) for point in range(grid.area)]
        width = max(map(len, cells))
        lines = []
        for row in range(grid.height):
            here = cells[row * grid.width : (row + 1) * grid.width]
            lines.append(f"{grid.height - row:>2}  " + "  ".join(f"{cell:>{width}}" for cell in here))
        return [*lines, "    " + "  ".join(f"{letter:>{width}}" for letter in COLUMN_LETTERS[: grid.width])]

    def _cell(self, point: int, black: int, white: int) -> str:
        if (black | white) >> point & 1:
            return "X" if black >> point & 1 else "O"
        known = self.solution.first_moves.get(point)
        return "." if known is None else bracket_text(known, self.grid.area)

    def _rows(self) -> Iterator[tuple[str, str]]:
        found = self.solution
        mover = found.start.to_move.word.capitalize()
        passed = f", {found.start.to_move.opponent.word.capitalize()} has passed" if found.start.passed else ""
        yield "board", f"{found.height} rows, {found.width} columns, {mover} to move{passed}"
        yield "rules", str(found.rules)
        yield "value", self._value()
        if found.komi is not None:
            yield f"komi {json_number(found.komi)}", self.verdict_text(found.komi)
        if found.first_moves:
            yield "first moves", "\n".join(self.board())
        if PASS in found.first_moves:
            yield "pass", bracket_text(found.first_moves[PASS], self.grid.area)
        if found.variation:
            words = " ".join(map(self.grid.vertex, found.variation)) + self._variation_end()
            yield "variation", "\n".join(textwrap.wrap(words, _MAX_WIDTH))
        if found.cycles is not None:
            cycles = found.cycles
            decide = f"; the ko rule decides the value of {cycles.decisive} of them" if cycles.decisive else ""
            yield "kos", f"play can come back to {cycles.trivial + cycles.decisive} positions{decide}"
        elif found.method == "table":
            yield "kos", "not counted"
        for note in found.notes:
            yield "note", note
        states = f", {found.states} different states" if found.states else ""
        cache = "; from the cache" if self.from_cache else ""
        yield "effort", f"{found.nodes} nodes in {found.seconds:.2f} s by {found.method}{states}{cache}"

    def _variation_end(self) -> str:
        """Return what follows the variation: nothing after two passes. One of a table otherwise comes round again."""
        if self.solution.variation[-2:] == (PASS, PASS):
            return ""
        endless = self.solution.method == "table"
        return " ... endless play: the last move repeats a position" if endless else " ..."

    def _value(self) -> str:
        found = self.solution
        if found.value is None:
            return f"between {found.bracket.lower} and {found.bracket.upper}: proved so far"
        return f"{found.value}: " + result_text(found.value)

    def verdict_text(self, komi: Fraction) -> str:
        """Return who wins with that komi, and whether it is good, fair or bad for the side that does not move now."""
        found = self.solution
        verdict, winner = found.verdict(komi), found.winner(komi)
        if verdict is None or winner is None:
            return "open"
        last = found.start.to_move.opponent.word.capitalize()
        whose = f"{verdict} for {last}, who does not move now"
        if verdict is KomiVerdict.FAIR:
            return f"a draw: {whose}"
        if found.value is not None:
            return f"{result_text(found.value - komi)}: {whose}"
        return f"{Color(winner).word.capitalize()} wins: {whose}"


def result_text(lead: Fraction | int) -> str:
    """Return Black's lead in words."""
    if not lead:
        return "nobody wins"
    return f"{'White' if lead < 0 else 'Black'} wins by {json_number(abs(Fraction(lead)))}"


def bracket_text(known: Bracket, area: int) -> str:
    """Return `4`, `-3..12`, or `?` for the trivial bracket."""
    if known.value is not None:
        return str(known.value)
    return "?" if known == (-area, area) else f"{known.lower}..{known.upper}"


def json_number(x: Fraction) -> int | float:
    """Return a number for JSON: an int if it is whole."""
    return x.numerator if x.denominator == 1 else float(x)
