"""Regular expressions of strangers, matched within a limit of time.

Python's `re` cannot be interrupted, and some expressions take longer than a life: `(A+)+B` on a row of As. So those
with a repetition are matched by a process of its own, which is ended when its time is over. Starting it takes some
hundredths of a second.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys

MATCH_SECONDS = 5.0
_REPEATS = frozenset("*+?{")
_PROGRAM = """
import json, re, sys
pattern, text = json.loads(sys.stdin.read())
sys.stdout.write(str(re.search(pattern, text) is not None))
"""


class MatchTimeoutError(Exception):
    """An expression that is not matched in time. The message is one line."""


def matches(pattern: str, text: str, seconds: float = MATCH_SECONDS) -> bool:
    """Return whether a valid regular expression is found in a text. Raises MatchTimeoutError."""
    if not _REPEATS.intersection(pattern):
        return re.search(pattern, text) is not None
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", _PROGRAM], input=json.dumps([pattern, text]), capture_output=True,
            encoding="ascii", timeout=seconds, check=True,
        )
    except subprocess.TimeoutExpired:
        raise MatchTimeoutError(f"the expected expression is not matched in {seconds:g} seconds") from None
    except (OSError, subprocess.CalledProcessError) as error:
        raise MatchTimeoutError(f"the expected expression cannot be matched: {type(error).__name__}") from None
    return done.stdout == "True"


__all__ = ["MATCH_SECONDS", "MatchTimeoutError", "matches"]
