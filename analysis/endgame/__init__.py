"""Local games on the board and what they are worth, exactly.

Reading order: corridors.py (one-wide corridors between unconditionally alive walls, by closed forms).
"""

from .corridors import LocalGame, corridors

__all__ = ["LocalGame", "corridors"]
