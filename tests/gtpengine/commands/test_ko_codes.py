"""The codes by which `attack`, `defend`, `connect` and `disconnect` answer what a ko decides."""

from __future__ import annotations

import pytest

from analysis.reading.answer import Answer, Result
from gtpengine.commands.gnugo import _code


@pytest.mark.parametrize(
    ("result", "threats", "finished", "code"),
    [
        (Result.KO_FIRST, 1, True, 2),
        (Result.KO_FIRST, 2, False, 2),
        (Result.KO_FIRST, 3, True, 1),
        (Result.KO_FIRST, None, True, 1),
        (Result.KO_FIRST, None, False, 2),
        (Result.KO_AFTER, 1, True, 3),
        (Result.KO_AFTER, 2, True, 3),
        (Result.KO_AFTER, 3, False, 0),
        (Result.KO_AFTER, None, True, 0),
        (Result.KO_AFTER, None, False, 3),
        (Result.WORKS, None, True, 1),
        (Result.FAILS, None, True, 0),
    ],
)
def test_a_ko_that_takes_three_threats_counts_as_none(
    result: Result, threats: int | None, finished: bool, code: int
) -> None:
    found = Answer(result, 0, (0,), frozenset(), 1, finished, threats=threats)
    assert _code(found) == code
