"""Collections of games into tables: runs, that they leave the same however they go, and bad words."""

from __future__ import annotations

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
from gtpengine.batch.game_source import BatchError, GameSource, Record
from gtpengine.batch.position_rows import Plan
from gtpengine.settings import Settings
from tests.gtpengine.batch.test_position_rows import (
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
"""For processes: the program under test is this one, whatever is installed."""

Capture = pytest.CaptureFixture[str]

needs_dask = pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="needs dask")


def tables(out: Path) -> dict[str, bytes]:
    """All that a run leaves behind, without what it needs while it runs."""
    paths = (path for path in out.rglob("*") if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(out)): path.read_bytes() for path in paths}


def json_rows(out: Path) -> list[dict[str, Any]]:
    lines = (line for path in sorted(out.rglob("*.jsonl")) for line in path.read_text("utf-8").splitlines())
    return sorted((json.loads(line) for line in lines), key=lambda row: (row["file"], row["game"], row["move"] or 0))


# -- runs --------------------------------------------------------------------------------------------------------


def test_a_second_run_does_only_what_is_not_done(tmp_path: Path, capsys: Capture) -> None:
    folder, out = collection(tmp_path / "games", 4), tmp_path / "out"
    words = (folder, "--out", out, "--every", "6", "--format", "jsonl", "--layers", "control", "--workers", "0")

    def told() -> str:
        batch(*words)
        return capsys.readouterr().out.partition(": ")[2].strip()

    assert told() == "5 games, 8 positions, 1 error"
    first = tables(out)
    assert told() == "0 games, 0 positions, 0 errors, 5 done before"
    (folder / "game0.sgf").write_text(little_game(7))  # another game under the same name
    spoilt = next(path for path in out.rglob("*.jsonl") if b'"game2.sgf"' in path.read_bytes())
    spoilt.write_bytes(b"{")
    gone = next(path for path in out.rglob("*.jsonl") if b"game3.sgf" in path.read_bytes())
    gone.unlink()
    assert told() == "3 games, 6 positions, 0 errors, 2 done before"
    assert tables(out).keys() == first.keys()
    assert sum(tables(out)[name] != first[name] for name in first) == 1
    assert [(row["file"], row["move"]) for row in json_rows(out)] == [
        ("bad.SGF", None), *((f"{name}.sgf", move) for name in ("game0", "game2", "more/game1", "more/game3")
                             for move in (6, 12)),
    ]


def test_games_that_a_file_no_longer_has_go(tmp_path: Path) -> None:
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


def test_a_file_that_cannot_be_read_is_tried_again(tmp_path: Path, capsys: Capture) -> None:
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


def test_only_one_run_writes_the_same_tables(tmp_path: Path) -> None:
    with TableStore(tmp_path, plan()), pytest.raises(BatchError, match="another run is writing there"):
        TableStore(tmp_path, plan()).__enter__()


class FakeClient:
    """Dask's side of the talk, as far as it goes: tasks are done when they are waited for."""

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


def test_few_games_are_under_way_whatever_the_size_of_the_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    class Completed(list[Any]):
        def __init__(self, loop: object) -> None:
            super().__init__()

        add = list.append

        def __next__(self) -> Any:
            return self.pop(0)

    class Module:
        as_completed = Completed
        KilledWorker = KeyError

    monkeypatch.setattr("gtpengine.batch.batch_run.import_extra", lambda name: Module)
    client, seen = FakeClient(), 0
    records = (Record(f"{number}.sgf", 1, b"hello") for number in range(2000))
    for chunk, done in _on_dask(client, _chunks(records, CHUNK_GAMES["control"]), plan()):
        seen += len(chunk)
        assert done is not None
        assert len(done) == len(chunk)
    assert seen == 2000
    assert client.most == CHUNKS_PER_THREAD * 2


def test_games_whose_workers_die_are_given_up_and_left_for_the_next_run(tmp_path: Path) -> None:
    folder, asked = collection(tmp_path / "games", 3), plan(every=12)
    with TableStore(tmp_path / "out", asked) as store:
        lost = run(GameSource([str(folder)]), store, asked, lambda chunks: ((chunk, None) for chunk in chunks), lambda _: None)
        assert str(lost) == "0 games, 0 positions, 0 errors, 4 given up"
        with workers(asked, 0) as work:
            found = run(GameSource([str(folder)]), store, asked, work, lambda _: None)
    assert (found.games, found.lost) == (4, 0)


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
    """The process's children and theirs; Linux tells."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *children(child)]
    return found


def workers_of(pid: int) -> list[int]:
    """The children that Dask works on: those that have loaded the kernels."""
    return [child for child in children(pid) if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def made(out: Path, count: int) -> Callable[[], bool]:
    return lambda: sum(1 for _ in out.glob("*/??/[0-9a-f]*")) >= count


@needs_arrow
@needs_dask
def test_two_workers_give_the_bytes_that_one_process_gives(tmp_path: Path) -> None:
    folder = collection(tmp_path / "games", 12)
    told = finished(process(folder, "--out", tmp_path / "two", "--every", "5", "--workers", "2"))
    assert told == "13 games, 36 positions, 1 error"
    batch(folder, "--out", tmp_path / "one", "--every", "5", "--workers", "0")
    assert tables(tmp_path / "two") == tables(tmp_path / "one")


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_a_run_that_is_killed_is_taken_up_by_the_next(tmp_path: Path) -> None:
    folder, rest = collection(tmp_path / "games", 30), ("--every", "1", "--format", "jsonl", "--workers", "0")
    first = process(folder, "--out", tmp_path / "killed", *rest)
    until(made(tmp_path / "killed", 3))
    first.kill()
    first.communicate()
    assert not made(tmp_path / "killed", 31)()
    told = finished(process(folder, "--out", tmp_path / "killed", *rest))
    assert int(told.split()[-3]) >= 3, told
    batch(folder, "--out", tmp_path / "whole", *rest)
    assert tables(tmp_path / "killed") == tables(tmp_path / "whole") | parts(tmp_path / "killed")


def parts(out: Path) -> dict[str, bytes]:
    """What was half written when a run was killed, beside the tables and under another name."""
    found = {str(path.relative_to(out)): path.read_bytes() for path in out.rglob(".*.part")}
    assert len(found) <= 1
    return found


@pytest.mark.slow
@needs_dask
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize("victim", ["a worker", "the main process"])
def test_killed_in_the_middle_no_row_is_lost_or_doubled(tmp_path: Path, victim: str) -> None:
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
    assert tables(out) == tables(tmp_path / "whole") | parts(out)


@pytest.mark.slow
@needs_dask
def test_a_scheduler_that_dies_is_one_line_and_the_next_run_goes_on(tmp_path: Path) -> None:
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
        _, said = first.communicate(timeout=120)
        assert first.returncode == 2
        assert said.splitlines()[-1] == (
            "mokusan: the cluster has gone; what is done is kept: run the same again to go on")
        assert "Traceback" not in said
    finally:
        for started in (scheduler, worker):
            started.kill()
            started.wait()
    batch(folder, "--out", out, *rest, "--workers", "0")
    batch(folder, "--out", tmp_path / "whole", *rest, "--workers", "0")
    assert tables(out) == tables(tmp_path / "whole") | parts(out)


# -- words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("{tmp}/no --out {tmp}/o", "{tmp}/no: cannot read: No such file or directory"),
        ("{tmp} --out {tmp}/o --format jsonl --workers 0", "no game records (*.sgf) in {tmp}"),
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
def test_bad_words(words: str, message: str, capsys: Capture, tmp_path: Path) -> None:
    filled = [word.format(tmp=tmp_path, game=ENDGAME) for word in words.split()]
    assert cli.main(["batch", *filled]) == 2
    key = Plan(Settings(), "status", 1, "jsonl", compiled=True).key
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
def test_an_address_that_is_none(capsys: Capture, tmp_path: Path) -> None:
    words = ["batch", str(ENDGAME), "--out", str(tmp_path), "--format", "jsonl", "--cluster", "nonsense"]
    code = "import sys; from gtpengine.cli import main; sys.exit(main(sys.argv[1:]))"
    answer = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (answer.returncode, answer.stderr) == (
        2, "mokusan: --cluster: expected an address such as tcp://HOST:8786, got 'nonsense'\n")
