"""The exceptions a command may raise: it failed, or the session is over.

A handler returns the text of a success or raises one of these; only protocol.py turns them into GTP. Any other
exception is a bug: it is answered as an internal error, and the session continues in the state before the command.
"""

from __future__ import annotations


class Failure(Exception):
    """The command failed; its text is the answer. The session is as it was before the command."""


class Quit(Exception):
    """The command succeeded with an empty answer, and the session is over."""


def syntax_error(text: str) -> Failure:
    """Return the failure for arguments that are missing, too many or malformed."""
    return Failure(f"syntax error: {text}")


def shown(text: str, limit: int = 40) -> str:
    """Quote `text` for an error message: printable, on one line, cut after `limit` characters."""
    return repr(text if len(text) <= limit else text[: limit - 3] + "...")
