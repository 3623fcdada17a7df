"""The komi that a text means."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtpengine.records.komi_text import read_komi


@pytest.mark.parametrize(
    ("text", "komi"),
    [
        ("6.5", 6.5), ("6,5", 6.5), ("0", 0.0), ("-0.5", -0.5), ("+7", 7.0), (".5", 0.5), ("5 1/2", 5.5), ("11/2", 5.5),
        ("5½", 5.5), ("½", 0.5), ("6.5 points", 6.5), ("6.5目", 6.5), ("6目半", 6.5), ("６目半", 6.5), ("6집반", 6.5),
        ("6호반", 6.5), ("黑贴3 3/4子", 7.5), ("3又3/4子", 7.5), ("3.75", 7.5), ("2.75", 5.5), ("3.25子", 6.5),
        ("komi 7.5", 7.5), ("375", 7.5), ("325", 6.5), ("275", 5.5), ("375.0", 7.5), ("650", 6.5), ("350", 3.5),
        ("-650", -6.5), ("-375", -7.5), ("none", None), ("?", None), ("nan", None), ("inf", None), ("1/0", None),
        ("5 1/0", None), ("999", None), ("1000000", None), ("150.5", 150.5),
        ("4.75", 9.5), ("-4.75", -9.5), ("475", 9.5), ("5.25", 5.25), ("6.75", 6.75), ("-6.75", -6.75), ("675", 6.75),
        ("6.75子", 13.5),
    ],
)  # fmt: skip
def test_komi(text: str, komi: float | None) -> None:
    found, notice = read_komi(text, 361)
    assert found == komi
    assert bool(notice) == (text not in ("6.5", "6,5", "0", "-0.5", "+7", ".5", "150.5", "6.75", "-6.75", "5.25"))


def test_fox_writes_hundredths_from_fifty_on() -> None:
    assert [read_komi(text, 361, fox=True)[0] for text in ("50", "0", "6.5", "375", "250", "7")] == [
        0.5, 0.0, 6.5, 7.5, 2.5, 7.0]  # fmt: skip
    assert read_komi("50", 361)[0] == 50.0


def test_numbers_of_our_own_records_are_points() -> None:
    assert [read_komi(text, 81, literal=True)[0] for text in ("375", "3.75", "-1000", "1001")] == [
        375.0, 3.75, -1000.0, None]  # fmt: skip


def test_a_small_board_has_small_komi() -> None:
    assert read_komi("80", 81)[0] == 80.0
    assert read_komi("90", 81)[0] is None
    assert read_komi("650", 4)[0] is None


@given(st.text(max_size=30), st.integers(1, 625), st.booleans(), st.booleans())
def test_any_text(text: str, area: int, fox: bool, literal: bool) -> None:
    komi, notice = read_komi(text, area, fox=fox, literal=literal)
    assert "\n" not in notice
    assert komi is None or (math.isfinite(komi) and abs(komi) <= 1000)
    assert komi is not None or notice
