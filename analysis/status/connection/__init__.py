"""Reading whether two chains can be connected or cut.

connection_reader  whether two chains of one colour can be connected, by df-pn over the moves between them
"""

from .connection_reader import connect, disconnect

__all__ = ["connect", "disconnect"]
