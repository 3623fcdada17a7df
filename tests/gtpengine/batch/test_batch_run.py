"""Batches: repeated, killed and parallel runs leave the same tables; errors are one line."""

from __future__ import annotations

import errno
import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gtpengine import cli
from gtpengine.batch.batch_run import CHUNK_GAMES, CHUNKS_PER_THREAD, TableStore, _chunks, _on_dask, run, workers
from gtpengine.batch.game_source import BatchError, CollectionRecord, GameSource
from gtpengine.batch.position_rows import BatchPlan
from gtpengine.files.temporary_file import open_temporary
from gtpengine.settings import Settings
from tests.gtpengine.batch.small_collections import (
    ENDGAME,
    LIGHT,
    ROOT,
    batch,
    collection,
    little_game,
    needs_arrow,
    plan,
)

HERE = {**os.environ, "PYTHONPATH": str(ROOT)}
"""The environment of processes, which run this copy of the program, whatever is installed."""

Capture = pytest.CaptureFixture[str]

needs_dask = pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="needs dask")


def tables(out: Path) -> dict[str, bytes]:
    """Return all files of a run by name, except the lock."""
    paths = (path for path in out.rglob("*") if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(out)): path.read_bytes() for path in paths}


def json_rows(out: Path) -> list[dict[str, Any]]:
    lines = (line for path in sorted(out.rglob("*.jsonl")) for line in path.read_text("utf-8").splitlines())
    return sorted((json.loads(line) for line in lines), key=lambda row: (row["file"], row["game"], row["move"] or 0))


# -- runs --------------------------------------------------------------------------------------------------------


def test_a_second_run_computes_missing_tables_only(tmp_path: Path, capsys: Capture) -> None:
    folder, out = collection(tmp_path / "games", 4), tmp_path / "out"
    words = (folder, "--out", out, "--every", "6", "--format", "jsonl", "--layers", "control", "--workers", "0")

    def summary() -> str:
        batch(*words)
        return capsys.readouterr().out.partition(": ")[2].strip()

    assert summary() == "5 games, 8 positions, 1 error"
    first = tables(out)
    assert summary() == "0 games, 0 positions, 0 errors, 5 done before"
    (folder / "game0.sgf").write_text(little_game(7))  # another game under the same name
    spoilt = next(path for path in out.rglob("*.jsonl") if b'"game2.sgf"' in path.read_bytes())
    spoilt.write_bytes(b"{")
    gone = next(path for path in out.rglob("*.jsonl") if b"game3.sgf" in path.read_bytes())
    gone.unlink()
    assert summary() == "3 games, 6 positions, 0 errors, 2 done before"
    assert tables(out).keys() == first.keys()
    assert sum(tables(out)[name] != first[name] for name in first) == 1
    assert [(row["file"], row["move"]) for row in json_rows(out)] == [
        ("bad.SGF", None), *((f"{name}.sgf", move) for name in ("game0", "game2", "more/game1", "more/game3")
                             for move in (6, 12)),
    ]


def test_tables_of_games_removed_from_a_file_are_removed(tmp_path: Path) -> None:
    folder, out = tmp_path / "games", tmp_path / "out"
    folder.mkdir()
    record = folder / "three.sgf"
    words = (folder, "--out", out, "--every", "12", "--format", "jsonl", "--layers", "control", "--workers", "0")
    record.write_text("".join(map(little_game, range(3))))
    batch(*words)
    assert [(row["game"], row["moves"]) for row in json_rows(out)] == [(1, 12), (2, 12), (3, 12)]
    record.write_text("".join(map(little_game, range(2))))
    batch(*words)
    assert [row["game"] for row in json_rows(out)] == [1, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")
def test_an_unreadable_file_is_tried_again(tmp_path: Path, capsys: Capture) -> None:
    folder, out = collection(tmp_path / "games", 1), tmp_path / "out"
    (folder / "lost.sgf").symlink_to(tmp_path / "nowhere")
    words = (folder, "--out", out, "--format", "jsonl", "--layers", "control", "--every", "12", "--workers", "0")
    batch(*words)
    assert [row["error"] for row in json_rows(out) if row["file"] == "lost.sgf"] == [
        "cannot read: No such file or directory"]
    (tmp_path / "nowhere").write_text(little_game(1))
    capsys.readouterr()
    batch(*words)
    assert capsys.readouterr().out.endswith("1 game, 1 position, 0 errors, 2 done before\n")


def test_the_folder_is_locked_against_other_runs(tmp_path: Path) -> None:
    with TableStore(tmp_path, plan()), pytest.raises(BatchError, match="another run is writing there"):
        TableStore(tmp_path, plan()).__enter__()


class FakeClient:
    """A stand-in for Dask's client, which computes a task when its result is asked for."""

    loop = None

    def __init__(self) -> None:
        self.flying = self.most = 0

    def nthreads(self) -> dict[str, int]:
        return {"one": 1, "two": 1}

    def submit(self, function: Callable[..., Any], *args: Any, pure: bool) -> Any:
        self.flying += 1
        self.most = max(self.most, self.flying)
        client = self

        class Future:
            key = str(id(args[0]))

            def result(self) -> Any:
                client.flying -= 1
                return function(*args)

        return Future()


class Completed(list[Any]):
    """A stand-in for Dask's as_completed."""

    def __init__(self, loop: object) -> None:
        super().__init__()

    add = list.append

    def __next__(self) -> Any:
        return self.pop(0)


class Module:
    """A stand-in for Dask's module."""

    as_completed = Completed
    KilledWorker = KeyError


@pytest.mark.parametrize("error", [MemoryError, Module.KilledWorker])
def test_without_a_result_a_chunk_is_given_up(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*words: object) -> None:
        raise error

    monkeypatch.setattr("gtpengine.batch.batch_run.import_extra", lambda name: Module)
    monkeypatch.setattr("gtpengine.batch.batch_run.tables_of", lost)
    chunk = [CollectionRecord("a.sgf", 1, b"hello")]
    assert list(_on_dask(FakeClient(), [chunk], plan())) == [(chunk, None)]


def test_games_in_progress_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gtpengine.batch.batch_run.import_extra", lambda name: Module)
    client, seen = FakeClient(), 0
    records = (CollectionRecord(f"{number}.sgf", 1, b"hello") for number in range(2000))
    for chunk, done in _on_dask(client, _chunks(records, CHUNK_GAMES["control"]), plan()):
        seen += len(chunk)
        assert done is not None
        assert len(done) == len(chunk)
    assert seen == 2000
    assert client.most == CHUNKS_PER_THREAD * 2


def test_games_whose_workers_die_are_left_for_the_next_run(tmp_path: Path) -> None:
    folder, asked = collection(tmp_path / "games", 3), plan(every=12)
    with TableStore(tmp_path / "out", asked) as store:
        source = GameSource([str(folder)])
        lost = run(source, store, asked, lambda chunks: ((chunk, None) for chunk in chunks), lambda _: None)
        assert str(lost) == "0 games, 0 positions, 0 errors, 4 given up"
        with workers(asked, 0) as work:
            found = run(GameSource([str(folder)]), store, asked, work, lambda _: None)
    assert (found.games, found.given_up) == (4, 0)


# -- processes ---------------------------------------------------------------------------------------------------


def process(*words: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", "import sys; from gtpengine.cli import main; sys.exit(main())", "batch",
         *map(str, words), *LIGHT],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=HERE,
    )


def finished(started: subprocess.Popen[str]) -> str:
    out, err = started.communicate(timeout=300)
    assert started.returncode == 0, err
    return out.partition(": ")[2].strip()


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def children(pid: int) -> list[int]:
    """Return the descendants of a process, by Linux's /proc."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *children(child)]
    return found


def workers_of(pid: int) -> list[int]:
    """Return Dask's worker processes."""
    return [child for child in children(pid) if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def made(out: Path, count: int) -> Callable[[], bool]:
    return lambda: sum(1 for _ in out.glob("*/??/[0-9a-f]*")) >= count


@needs_arrow
@needs_dask
def test_two_workers_give_the_same_bytes_as_one_process(tmp_path: Path) -> None:
    folder = collection(tmp_path / "games", 12)
    summary = finished(process(folder, "--out", tmp_path / "two", "--every", "5", "--workers", "2"))
    assert summary == "13 games, 36 positions, 1 error"
    batch(folder, "--out", tmp_path / "one", "--every", "5", "--workers", "0")
    assert tables(tmp_path / "two") == tables(tmp_path / "one")


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_a_killed_run_is_continued_by_the_next(tmp_path: Path) -> None:
    folder, rest = collection(tmp_path / "games", 30), ("--every", "1", "--format", "jsonl", "--workers", "0")
    first = process(folder, "--out", tmp_path / "killed", *rest)
    until(made(tmp_path / "killed", 3))
    first.kill()
    first.communicate()
    assert not made(tmp_path / "killed", 31)()
    summary = finished(process(folder, "--out", tmp_path / "killed", *rest))
    assert int(summary.split()[-3]) >= 3, summary
    batch(folder, "--out", tmp_path / "whole", *rest)
    assert tables(tmp_path / "killed") == tables(tmp_path / "whole")


def test_the_next_run_removes_the_temporary_file_of_a_killed_one(tmp_path: Path) -> None:
    with TableStore(tmp_path, plan()) as store:
        file, path = open_temporary("table", store.folder)
        with file:
            file.write(b"torso")
        foreign = store.folder / ".table.part"
        foreign.write_bytes(b"of the user")
    with TableStore(tmp_path, plan()):
        assert (path.exists(), foreign.exists()) == (False, True)


def test_a_full_disk_ends_the_run_and_leaves_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = CollectionRecord("a.sgf", 1, b"")

    def full(source: object, target: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with TableStore(tmp_path, plan()) as store:
        store.put(record, b"as it was")
        before = tables(tmp_path)
        monkeypatch.setattr(os, "replace", full)
        with pytest.raises(BatchError, match=r"\.jsonl: cannot write: No space left on device$"):
            store.put(record, b"torso")
    assert tables(tmp_path) == before


@pytest.mark.slow
@needs_dask
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize("victim", ["a worker", "the main process"])
def test_no_row_is_lost_or_doubled_by_a_killed_process(tmp_path: Path, victim: str) -> None:
    folder, rest = collection(tmp_path / "games", 60), ("--every", "1", "--format", "jsonl")
    out = tmp_path / "killed"
    first = process(folder, "--out", out, *rest, "--workers", "2")
    until(made(out, 3))
    busy = workers_of(first.pid)
    assert len(busy) == 2
    os.kill(busy[0] if victim == "a worker" else first.pid, signal.SIGKILL)
    assert not made(out, 61)()
    if victim == "a worker":
        assert finished(first) == "61 games, 720 positions, 1 error"
    else:
        first.communicate()
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in busy))
        assert finished(process(folder, "--out", out, *rest, "--workers", "2")).endswith(" done before")
    batch(folder, "--out", tmp_path / "whole", *rest, "--workers", "0")
    assert tables(out) == tables(tmp_path / "whole")


@pytest.mark.slow
@needs_dask
def test_a_scheduler_that_dies_is_one_line_and_the_next_run_continues(tmp_path: Path) -> None:
    folder, rest = collection(tmp_path / "games", 60), ("--every", "1", "--format", "jsonl")
    out = tmp_path / "out"
    file = tmp_path / "scheduler.json"
    module = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    quiet: dict[str, Any] = {"stderr": subprocess.DEVNULL, "env": HERE}
    scheduler = subprocess.Popen(
        [*module, "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)], **quiet
    )
    until(lambda: file.exists() and file.read_text().endswith("}"))
    address = json.loads(file.read_text())["address"]
    worker = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny",
         "--no-dashboard", "--death-timeout", "5", "--local-directory", str(tmp_path)], **quiet,
    )
    try:
        first = process(folder, "--out", out, *rest, "--cluster", address)
        until(made(out, 3))
        scheduler.kill()
        _, errors = first.communicate(timeout=120)
        assert first.returncode == 2
        assert errors.splitlines()[-1] == (
            "mokusan: the cluster has stopped; finished tables are kept: run the same command again to continue")
        assert "Traceback" not in errors
    finally:
        for started in (scheduler, worker):
            started.kill()
            started.wait()
    batch(folder, "--out", out, *rest, "--workers", "0")
    batch(folder, "--out", tmp_path / "whole", *rest, "--workers", "0")
    assert tables(out) == tables(tmp_path / "whole")


# -- words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("{tmp}/no --out {tmp}/o", "{tmp}/no: cannot read: No such file or directory"),
        ("{tmp} --out {tmp}/o --format jsonl --workers 0", "no game records (*.sgf, *.gib, *.ngf, *.ugf) in {tmp}"),
        ("{game} --out {game} --format jsonl --workers 0", "{game}/KEY: cannot use: Not a directory"),
        ("{game}", "the following arguments are required: --out (see mokusan batch --help)"),
        ("--out {tmp}/o", "the following arguments are required: DIR|FILE (see mokusan batch --help)"),
        ("{game} --out {tmp}/o --every 0",
         "argument --every: expected a whole number of at least 1, got '0' (see mokusan batch --help)"),
        ("{game} --out {tmp}/o --workers x",
         "argument --workers: expected a whole number of at least 0, got 'x' (see mokusan batch --help)"),
        ("{game} --out {tmp}/o --workers 1 --cluster a:1",
         "argument --cluster: not allowed with argument --workers (see mokusan batch --help)"),
        ("{game} --out {tmp}/o --set control.lambda=2", "control.lambda: expected a number in [0, 1], got 2.0"),
    ],
)
def test_errors_in_arguments(words: str, message: str, capsys: Capture, tmp_path: Path) -> None:
    filled = [word.format(tmp=tmp_path, game=ENDGAME) for word in words.split()]
    assert cli.main(["batch", *filled]) == 2
    key = BatchPlan(Settings(), "status", 1, "jsonl", compiled=True).key
    expected = message.format(tmp=tmp_path, game=ENDGAME).replace("KEY", key)
    assert capsys.readouterr().err == f"mokusan: {expected}\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("module", "words"), [("pyarrow", ("--workers", "0")), ("distributed", ("--format", "jsonl", "--workers", "1"))]
)
def test_a_missing_extra_is_one_line(
    module: str, words: tuple[str, ...], capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert cli.main(["batch", str(ENDGAME), "--out", str(tmp_path), *words]) == 2
    assert capsys.readouterr().err == f"mokusan: {module} is not installed: pip install 'mokusan[batch]'\n"


@needs_dask
def test_an_invalid_cluster_address(capsys: Capture, tmp_path: Path) -> None:
    words = ["batch", str(ENDGAME), "--out", str(tmp_path), "--format", "jsonl", "--cluster", "nonsense"]
    code = "import sys; from gtpengine.cli import main; sys.exit(main(sys.argv[1:]))"
    answer = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (answer.returncode, answer.stderr) == (
        2, "mokusan: --cluster: expected an address such as tcp://HOST:8786, got 'nonsense'\n")
