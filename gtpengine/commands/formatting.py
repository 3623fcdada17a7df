"""Values as GTP text: numbers, scores, boards."""

from __future__ import annotations

from collections.abc import Iterable


def plain_number(value: float, places: int = 6) -> str:
    """Format a number without exponent, trailing zeros or a negative zero: `6.5`, `7`, `-0.25`."""
    text = f"{value:.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def score(lead: float, places: int = 6) -> str:
    """Format Black's lead as GTP writes a result: `B+3.5`, `W+0.5`, `0`."""
    points = plain_number(abs(lead), places)
    return points if points == "0" else f"{'B' if lead > 0 else 'W'}+{points}"


def board(rows: Iterable[Iterable[str]]) -> str:
    """Format rows of words as GoGui reads them, beginning on a line of their own."""
    return "\n" + "\n".join(" ".join(row) for row in rows)
