"""Regular expressions within a limit of time."""

from __future__ import annotations

import re
import time

import pytest

from gtpengine.arena.suite import Case
from gtpengine.arena.timed_match import MatchTimeoutError, matches


@pytest.mark.parametrize("pattern", ["(a+)+b", "(a|a)*b", "(a|aa)+b", "(.*)*b", "(a*)*(a*)*b", "^(([a-z])+.)+[A-Z]$"])
def test_an_expression_that_burns_is_ended(pattern: str) -> None:
    begun = time.monotonic()
    with pytest.raises(MatchTimeoutError, match=r"^the expected expression is not matched in 0\.5 seconds$"):
        matches(f"^{pattern}$", "a" * 60 + "!", 0.5)
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize("pattern", ["A1|B2", ".*", "[A-D][1-9]+", "PASS", "(A|B)?1", "\u00e9+", "0\\.[0-9]{2}"])
@pytest.mark.parametrize("text", ["A1", "B2 3", "", "pass", "\u00e9\u00e9", "0.25"])
def test_others_match_as_ever(pattern: str, text: str) -> None:
    assert matches(f"^{pattern}$", text, 60) == (re.search(f"^{pattern}$", text) is not None)


def test_a_case_that_must_not_match_does_not_pass_by_burning() -> None:
    case = Case("s", 1, "c", (), "showboard", "(a+)+b", negate=True, known_fail=False, ignore=False)
    with pytest.raises(MatchTimeoutError):
        case.passes("a" * 60 + "!")
