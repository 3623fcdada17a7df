"""The error of a record that cannot be read, and the place where."""

from __future__ import annotations


class SgfError(ValueError):
    """A record that cannot be read. The message is one line.

    offset -- where in the text, in characters from its beginning; None if the error has no place
    """

    def __init__(self, text: str, offset: int | None = None) -> None:
        super().__init__(text)
        self.offset = offset


def line_and_column(text: str, offset: int) -> str:
    """Format a place in a text: "line 3, column 14"."""
    line = text.count("\n", 0, offset) + 1
    return f"line {line}, column {offset - text.rfind(chr(10), 0, offset)}"
