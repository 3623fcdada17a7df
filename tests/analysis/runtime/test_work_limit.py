"""Limits of work: units, time and stops, in blocks within blocks."""

from __future__ import annotations

from analysis.runtime.work_limit import current_work, limited, unlimited


def test_without_a_limit_nothing_is_over() -> None:
    current_work().spend(10**9)
    current_work().omit("never recorded")
    assert not current_work().is_over
    assert current_work().omissions == []


def test_units_count_in_the_outer_blocks() -> None:
    with limited(100) as outer:
        with limited(1000) as inner:
            current_work().spend(60)
            assert (inner.left, outer.left) == (40, 40)
            current_work().spend(40)
            assert inner.is_over
            assert not inner.is_stopped
        assert outer.used == 100
    assert not current_work().is_over


def test_inner_limit_leaves_the_outer_alone() -> None:
    with limited(100) as outer, limited(10) as inner:
        current_work().spend(10)
        assert (inner.is_over, outer.is_over) == (True, False)


def test_stop_is_seen_inside_and_lasts() -> None:
    stop = [False]
    with limited(stopped=lambda: stop[0]), limited(1000) as inner:
        assert not inner.is_over
        stop[0] = True
        assert inner.is_stopped
        stop[0] = False
        assert inner.is_over


def test_time_stops() -> None:
    with limited(seconds=0) as work:
        assert work.is_stopped
    with limited(seconds=1000) as work:
        assert not work.is_over


def test_unlimited_block_is_finished_and_counted() -> None:
    with limited(10, stopped=lambda: True) as outer:
        with unlimited():
            current_work().spend(20)
            current_work().omit("not said")
            assert not current_work().is_over
        assert outer.used == 20
        assert outer.omissions == []


def test_omissions_are_recorded_once_everywhere() -> None:
    with limited() as outer, limited() as inner:
        for _ in range(2):
            current_work().omit("one")
        assert inner.omissions == outer.omissions == ["one"]
