"""Reading whether a chain can be captured."""

from .capture_reader import attack, defend

__all__ = ["attack", "defend"]
