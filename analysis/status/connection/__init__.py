"""Reading whether two chains can be connected or cut."""

from .connection_reader import connect, disconnect

__all__ = ["connect", "disconnect"]
