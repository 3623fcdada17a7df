"""Reading whether a chain can be captured.

capture_reader  whether one chain can be captured or saved, by df-pn over the moves around it
"""

from .capture_reader import attack, defend

__all__ = ["attack", "defend"]
