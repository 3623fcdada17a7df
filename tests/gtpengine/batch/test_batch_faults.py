"""Faults of the machine or of the program in a batch are run again by the next run; refusals of a record are not."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analysis import evaluation
from gtpengine import cli
from gtpengine.batch import position_rows
from gtpengine.batch.batch_run import TableStore, run, workers
from gtpengine.batch.game_source import BatchError, CollectionRecord, GameSource
from gtpengine.batch.position_rows import finished_sha256, table_of, tables_of
from gtpengine.sgf import SgfError
from tests.gtpengine.batch.small_collections import collection, little_game, needs_arrow, plan

Capture = pytest.CaptureFixture[str]
RECORD = CollectionRecord("a.sgf", 1, little_game(1).encode())
FAULTS = [MemoryError(), OSError(errno.EIO, "Input/output error"), OSError(errno.ENOSPC, "No space left on device"),
          RecursionError("maximum recursion depth exceeded"), ValueError("a bug"), KeyError("a bug")]
FORMATS = ["jsonl", pytest.param("parquet", marks=needs_arrow)]


def failing(error: BaseException, call: int, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that raises the error at one of its calls, and else does as `function`."""
    calls = 0

    def fails(*words: Any, **more: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call:
            raise error
        return function(*words, **more)

    return fails


def tables(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in out.rglob("*") if path.is_file() and path.name[0] not in "._"}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
def test_a_game_with_a_fault_is_run_again(
    error: Exception, form: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = collection(tmp_path / "games", 3)

    def batch(out: str) -> tuple[int, str]:
        words = ("--every", "4", "--format", form, "--layers", "control", "--workers", "0")
        status = cli.main(["batch", str(folder), "--out", str(tmp_path / out), *words])
        return status, capsys.readouterr().out.strip().partition(": ")[2]

    with monkeypatch.context() as patch:
        patch.setattr(evaluation, "evaluate", failing(error, 2, evaluation.evaluate))
        assert batch("out") == (
            1, "4 games, 8 positions, 2 errors, 1 game with internal errors, to be run again")
    if form == "jsonl":
        rows = [json.loads(line) for data in tables(tmp_path / "out").values() for line in data.splitlines()]
        faults = [row["error"] for row in rows if not row["finished"] and row["error"]]
        assert len([row for row in rows if not row["finished"]]) == 3
        assert len(faults) == 1
        assert faults[0].removesuffix(f": {error}") == f"internal error: {type(error).__name__}"
    assert batch("out") == (0, "1 game, 3 positions, 0 errors, 3 done before")
    assert batch("out") == (0, "0 games, 0 positions, 0 errors, 4 done before")
    batch("clean")
    assert tables(tmp_path / "out") == tables(tmp_path / "clean")


def test_a_refusal_at_a_later_position_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: object, move: int) -> None:
        raise SgfError("sgf: move 5: refused")

    monkeypatch.setattr(position_rows._Positions, "after", refused)
    table = table_of(RECORD, plan())
    row = json.loads(table.data.splitlines()[0])
    assert (row["error"], row["finished"], table.errors, table.faults) == ("sgf: move 5: refused", True, 2, 0)


@pytest.mark.parametrize("reads", [True, False])
def test_a_fault_outside_of_the_positions(reads: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the reader, or when the table is formatted: the other games of the chunk are not lost."""
    where = (position_rows, "_Positions") if reads else (position_rows, "_jsonl")
    monkeypatch.setattr(*where, failing(MemoryError(), 1, getattr(*where)))
    first, second = tables_of([RECORD, RECORD], plan())
    assert first is not None
    assert second is not None
    (row,) = map(json.loads, first.data.splitlines())
    assert (row["error"], row["finished"], first.faults) == ("internal error: MemoryError", False, 1)
    assert (second.errors, second.faults) == (0, 0)


def test_a_game_without_memory_for_a_table_is_left_for_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_memory(*words: object) -> bytes:
        raise MemoryError

    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.sgf").write_text(little_game(1))
    expected = ((True, "0 games, 0 positions, 0 errors, 1 given up"), (False, "1 game, 2 positions, 0 errors"))
    for patched, summary in expected:
        with monkeypatch.context() as patch, TableStore(tmp_path / "out", plan()) as store, workers(plan(), 0) as work:
            if patched:
                patch.setattr(position_rows, "_jsonl", no_memory)
            assert str(run(GameSource([str(folder)]), store, plan(), work, lambda _: None)) == summary


def test_a_worker_of_another_version_still_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BatchError, match="a worker has mokusan"):
        tables_of([RECORD], position_rows.BatchPlan(plan().settings, "control", 1, "jsonl", True, version="0"))


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("damage", ["empty", "cut", "a row", "middle", "unmarked", "no file"])
def test_a_damaged_table_is_computed_again(form: str, damage: str, tmp_path: Path) -> None:
    asked = plan(form=form)
    data = table_of(RECORD, asked).data
    path = tmp_path / "table"
    path.write_bytes(data)
    assert finished_sha256(path, asked) == RECORD.sha256
    footer = data.rfind(b"sha256")
    path.write_bytes({
        "empty": b"", "cut": data[:footer], "a row": b"".join(data.splitlines(True)[:-1]),
        "middle": data[:footer] + b"\0\xff" * 4 + data[footer + 8 :],
        "unmarked": data.replace(b"finished", b"finishes"), "no file": b"",
    }[damage])
    if damage == "no file":
        path.unlink()
    assert finished_sha256(path, asked) is None


def test_a_table_that_the_disk_does_not_give_back_is_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*words: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with TableStore(tmp_path, plan()) as store:
        store.put(RECORD, table_of(RECORD, plan()).data)
        assert store.has(RECORD)
        monkeypatch.setattr(position_rows, "open", broken, raising=False)
        assert not store.has(RECORD)


def test_the_tables_of_a_file_that_cannot_be_read_now_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of its games beyond the first, in whose place the error is shown."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "three.sgf").write_text("".join(map(little_game, range(3))))

    def summary() -> str:
        with TableStore(tmp_path / "out", plan()) as store, workers(plan(), 0) as work:
            return str(run(GameSource([str(folder)]), store, plan(), work, lambda _: None))

    summary()
    before = tables(tmp_path / "out")
    (folder / "three.sgf").rename(folder / "away")
    (folder / "three.sgf").symlink_to(folder / "nowhere")
    assert summary() == "1 game, 0 positions, 1 error"
    assert len(tables(tmp_path / "out")) == 3
    (folder / "three.sgf").unlink()
    (folder / "away").rename(folder / "three.sgf")
    assert summary() == "1 game, 2 positions, 0 errors, 2 done before"
    assert tables(tmp_path / "out") == before
