"""Reading: one search for local goals on one board. So far: whether chains can be captured."""

from .answer import Answer, Evidence, Result
from .captures import attack, defend

__all__ = ["Answer", "Evidence", "Result", "attack", "defend"]
