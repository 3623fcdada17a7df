"""One-line notices to the user (a first compilation, a missing numba).

The analysis never prints. A front end subscribes a callback, which gets earlier notices, too; one that serves several
users in turn unsubscribes it at the end of each.
"""

from __future__ import annotations

from collections.abc import Callable

_subscribers: list[Callable[[str], None]] = []
_said: list[str] = []


def subscribe(callback: Callable[[str], None]) -> None:
    """Call `callback(text)` for every notice so far and from now on. Subscribing twice is the same as once."""
    if callback not in _subscribers:
        _subscribers.append(callback)
        for text in _said:
            callback(text)


def unsubscribe(callback: Callable[[str], None]) -> None:
    """Stop calling `callback`, for example when a session ends; unknown callbacks are ignored."""
    if callback in _subscribers:
        _subscribers.remove(callback)


def notify(text: str) -> None:
    """Send `text` (one line) to every present subscriber, whether it was sent before or not."""
    for callback in tuple(_subscribers):
        callback(text)


def notify_once(text: str) -> None:
    """Send `text` (one line) to every subscriber, unless the same text was sent before in this process."""
    if text not in _said:
        _said.append(text)
        for callback in tuple(_subscribers):
            callback(text)
