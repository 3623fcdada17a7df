"""The garbage collector: it runs rarely in programs, since analyses make no reference cycles."""

from __future__ import annotations

import gc
from collections import Counter

import pytest

from analysis import evaluate
from analysis.ownership.final_status import final_status
from analysis.semeai import chain_status_with_races
from analysis.tree_search.puct_tree import search
from gtpengine.batch import worker_processes
from gtpengine.cli import main
from gtpengine.garbage_collection import THRESHOLDS
from tests.positions import by_size, real_positions


def cycles_of(modules: str) -> Counter[str]:
    """Return the types defined in these modules of which there are objects that only reference cycles keep."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        types = (type(found) for found in gc.garbage)
        return Counter(kind.__qualname__ for kind in types if kind.__module__.startswith(modules))
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


@pytest.mark.parametrize("size", [9, 13, 19])
def test_analyses_make_no_reference_cycles(size: int) -> None:
    positions = by_size(real_positions())[size, size][::7][:3]
    gc.collect()
    gc.disable()
    try:
        for position in positions:
            search(evaluate(position), visits=3)
            final_status(position)
            chain_status_with_races(position, position.chains()[0][0])
        found = cycles_of("analysis")
        assert set(found) <= {"Value"}, "games that are their own negatives are few"
    finally:
        gc.enable()


def test_cycles_are_found() -> None:
    class Knot:
        def __init__(self) -> None:
            self.itself = self

    gc.collect()
    gc.disable()
    try:
        Knot()
        assert cycles_of(__name__) == {Knot.__qualname__: 1}
    finally:
        gc.enable()


def test_a_program_collects_rarely(capsys: pytest.CaptureFixture[str]) -> None:
    before = gc.get_threshold()
    try:
        gc.set_threshold(700, 10, 10)
        assert main(["value", "1|0"]) == 0
        assert gc.get_threshold() == THRESHOLDS
    finally:
        gc.set_threshold(*before)


def test_worker_processes_collect_rarely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_processes.signal, "signal", lambda *_: None)  # Ctrl-C goes on ending the tests
    before = gc.get_threshold()
    try:
        gc.set_threshold(700, 10, 10)
        worker_processes._begin_worker()
        assert gc.get_threshold() == THRESHOLDS
    finally:
        gc.set_threshold(*before)
