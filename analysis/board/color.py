"""Colours: Black is +1 and positive everywhere, White -1, an empty point 0."""

from __future__ import annotations

from enum import IntEnum


class Color(IntEnum):
    """A player, or the colour of a stone."""

    BLACK = 1
    WHITE = -1

    @property
    def opponent(self) -> Color:
        return WHITE if self is BLACK else BLACK

    @property
    def letter(self) -> str:
        """`B` or `W`."""
        return "B" if self is Color.BLACK else "W"

    @property
    def word(self) -> str:
        """`black` or `white`."""
        return self.name.lower()

    @classmethod
    def parse(cls, text: str | int | Color) -> Color:
        """Return the colour called `b`, `black`, `w` or `white` in any case (or a Color, or +1 / -1).

        Raises ValueError for anything else.
        """
        if isinstance(text, str):
            word = text.lower()
            if word in ("b", "black"):
                return cls.BLACK
            if word in ("w", "white"):
                return cls.WHITE
        elif text in (1, -1):
            return cls(text)
        raise ValueError(f"color: expected black or white, got {text!r}")


BLACK = Color.BLACK
WHITE = Color.WHITE
EMPTY = 0
