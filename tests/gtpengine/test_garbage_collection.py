"""The garbage collector: it runs rarely in programs, since analyses make no reference cycles."""

from __future__ import annotations

import gc
from collections import Counter
from pathlib import Path

import pytest

from analysis import evaluate
from analysis.ownership.final_status import final_status
from analysis.semeai import chain_status_with_races
from analysis.tree_search.puct_tree import search
from gtpengine.batch import worker_processes
from gtpengine.cli import main
from gtpengine.engine import kernel_warmup
from gtpengine.files.file_lock import FileLock
from gtpengine.garbage_collection import THRESHOLDS
from gtpengine.kata_json import worker_process
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
        assert set(found) <= {"Value", "Uptimal"}, "games that are their own negatives, with what they keep, are few"
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


@pytest.mark.parametrize("program", ["batch worker", "JSON worker", "warming"])
def test_worker_processes_collect_rarely(program: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in (worker_processes, worker_process):
        monkeypatch.setattr(module.signal, "signal", lambda *_: None)  # Ctrl-C goes on ending the tests
    monkeypatch.setattr(worker_process, "take_standard_output", lambda: 1)
    monkeypatch.setattr(worker_process, "take_standard_input", stop)
    stage = kernel_warmup.STAGES[0]
    monkeypatch.setattr(kernel_warmup, "STAGES", (stage._replace(run=lambda: None),))
    monkeypatch.setattr(kernel_warmup, "_marker", lambda *words: tmp_path / "-".join(words))
    monkeypatch.setattr(kernel_warmup, "_lock_of", lambda stage: FileLock(tmp_path / "lock"))
    before = gc.get_threshold()
    try:
        gc.set_threshold(700, 10, 10)
        if program == "batch worker":
            worker_processes._begin_worker()
        elif program == "JSON worker":
            with pytest.raises(EOFError):
                worker_process.main()
        else:
            assert kernel_warmup.main([stage.name]) == 0
        assert gc.get_threshold() == THRESHOLDS
    finally:
        gc.set_threshold(*before)


def stop() -> int:
    raise EOFError
