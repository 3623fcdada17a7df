"""Values of local games on disk: equal to computed ones, shared with other processes, robust against bad files."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Timer
from unittest.mock import Mock

import numpy as np
import pytest

from analysis.endgame import EndgameBudget, LocalGame, LocalValue, Unvalued, count_region
from analysis.runtime import cache_dir, notices
from analysis.values import KoThreats
from gtpengine.engine import local_value_store
from gtpengine.engine.local_value_store import LocalValueStore
from tests.analysis.endgame.random_regions import random_region


def some_values(count: int) -> dict[str, LocalValue]:
    """Return values of random places by key, a fifth of them with a ko that matters."""
    rng, values = np.random.default_rng(1), dict[str, LocalValue]()
    missing = {True: count // 5, False: count - count // 5}
    while any(missing.values()):
        found: dict[str, LocalValue | str] = {}
        count_region(random_region(rng), known=found)
        for key, value in found.items():
            if isinstance(value, str):
                continue
            has_ko = value.ko is not None
            if key not in values and missing[has_ko]:
                values[key] = value
                missing[has_ko] -= 1
    return values


def collected_notices(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects the notices from here on, those said before among them."""
    texts: list[str] = []
    monkeypatch.setattr(notices, "_said", [])
    monkeypatch.setattr(notices, "_subscribers", [texts.append])
    return texts


def test_answers_are_those_of_a_fresh_computation(tmp_path: Path) -> None:
    path, compared = tmp_path / "shapes.sqlite", 0
    for seed in range(30):
        place = random_region(np.random.default_rng(seed))
        for ko in KoThreats if seed < 5 else (KoThreats.NEUTRAL,):
            fresh = count_region(place, ko=ko)
            assert count_region(place, ko=ko, known=LocalValueStore(path)) == fresh  # written, or found rotated
            again = count_region(place, ko=ko, known=LocalValueStore(path))
            assert again == fresh
            if isinstance(fresh, Unvalued):
                continue
            assert isinstance(again, LocalGame)
            assert again.bounds == fresh.bounds
            compared += 1
    assert compared > 30
    assert len(LocalValueStore(path)) > 10


def test_failures_are_kept_separately_for_each_limit(tmp_path: Path) -> None:
    place, path = random_region(np.random.default_rng(1)), tmp_path / "shapes.sqlite"
    small, large = EndgameBudget(max_nodes=2), EndgameBudget()
    refused = count_region(place, limits=small, known=LocalValueStore(path))
    assert isinstance(refused, Unvalued)
    assert "over 2 positions" in refused.reason
    counted = count_region(place, limits=large, known=LocalValueStore(path))
    assert isinstance(counted, LocalGame)
    for limits, found in ((small, refused), (large, counted)):  # both are in the file now
        assert count_region(place, limits=limits, known=LocalValueStore(path)) == found
    assert len(LocalValueStore(path)) == 2


def test_values_come_back_whole(tmp_path: Path) -> None:
    values = some_values(20)
    store = LocalValueStore(tmp_path / "new" / "shapes.sqlite")
    store.update(values)
    again = LocalValueStore(store.path)
    assert dict(again) == dict(store) == values
    for key, value in values.items():
        read = again[key]
        assert isinstance(read, LocalValue)
        assert (read.low, read.high) == (value.low, value.high)
        assert (read.low is read.high) == (value.ko is None)
        assert read.graph == value.graph
    assert again.get("no such key") is None
    key = next(iter(values))
    del again[key]
    assert key not in again
    assert key not in LocalValueStore(store.path)
    assert len(again) == 19
    with pytest.raises(KeyError):
        del again[key]


def test_the_file_is_opened_at_the_first_access(tmp_path: Path) -> None:
    store = LocalValueStore(tmp_path / "shapes.sqlite")
    assert not store.path.exists()
    assert "key" not in store
    assert store.path.exists()


def test_the_oldest_values_are_dropped(tmp_path: Path) -> None:
    values = some_values(8)
    store = LocalValueStore(tmp_path / "shapes.sqlite", capacity=5)
    store.update(values)
    assert list(LocalValueStore(store.path, capacity=5)) == list(store) == list(values)[-5:]


def test_values_too_long_for_the_disk_stay_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_value_store, "MAX_LENGTH", 45)
    values = some_values(20)
    store = LocalValueStore(tmp_path / "shapes.sqlite")
    store.update(values)
    assert dict(store) == values
    kept = LocalValueStore(store.path)
    assert 0 < len(kept) < 20
    assert all(kept[key] == values[key] for key in kept)


@pytest.mark.parametrize("content", [b"no database" * 100, b"SQLite format 3\0" + b"\xff" * 5000, b"SQLite"])
def test_a_damaged_file_is_reported_once_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    notes = collected_notices(monkeypatch)
    path = tmp_path / "shapes.sqlite"
    path.write_bytes(content)
    values = some_values(2)
    for _ in range(2):
        store = LocalValueStore(path)
        store.update(values)
        assert dict(store) == values
    assert len(notes) == 1
    assert notes[0].startswith(f"{path}: cannot store the values of local games in this file: ")
    assert path.read_bytes() == content


@pytest.mark.parametrize(("before", "after"), [
    (b"sqlite_autoindex", b"s\xe0lite_autoindex"), (b"CREATE TABLE shapes", b"CREA\xd9 TABLE shapes"),
])  # fmt: skip
def test_a_damaged_table_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bytes, after: bytes
) -> None:
    """SQLite's message quotes bytes that are no text."""
    notes, values = collected_notices(monkeypatch), some_values(2)
    path = tmp_path / "shapes.sqlite"
    LocalValueStore(path).update(values)
    content = path.read_bytes()
    assert before in content
    path.write_bytes(content.replace(before, after[: len(before)]))
    store = LocalValueStore(path)
    store.update(values)
    assert dict(store) == values
    assert len(notes) == 1


def test_a_full_disk_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes, values = collected_notices(monkeypatch), some_values(3)
    store = LocalValueStore(tmp_path / "shapes.sqlite")
    assert len(store) == 0
    assert store._file is not None
    store._file.execute("PRAGMA max_page_count = 3")
    values |= {str(number): "for no reason" * 100 for number in range(9)}
    store.update(values)
    assert dict(store) == values
    assert notes == [
        f"{store.path}: cannot store the values of local games in this file: database or disk is full"]


def test_a_read_only_file_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes, values = collected_notices(monkeypatch), some_values(2)
    store = LocalValueStore(tmp_path / "shapes.sqlite")
    assert len(store) == 0
    assert store._file is not None
    store._file.execute("PRAGMA query_only = ON")
    store.update(values)
    assert dict(store) == values
    assert len(notes) == 1


def test_without_a_home_values_are_kept_in_a_private_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MOKUSAN_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME", "USERPROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", Mock(side_effect=RuntimeError("Could not determine home directory.")))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    cache_dir._temporary_folder.cache_clear()
    store = LocalValueStore()
    store["key"] = "reason"
    assert store.path.is_relative_to(tmp_path)
    assert dict(LocalValueStore()) == {"key": "reason"}
    cache_dir._temporary_folder.cache_clear()


def test_a_folder_that_cannot_be_made_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = collected_notices(monkeypatch)
    (tmp_path / "file").write_text("in the way")
    store = LocalValueStore(tmp_path / "file" / "shapes.sqlite")
    store.update(some_values(1))
    assert len(store) == 1
    assert len(notes) == 1


def test_values_stay_in_memory_while_another_process_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = collected_notices(monkeypatch)
    monkeypatch.setattr(local_value_store, "_BUSY_TIMEOUT", 0.01)
    (one, value), (two, other) = some_values(2).items()
    store = LocalValueStore(tmp_path / "shapes.sqlite")
    assert len(store) == 0
    writer = sqlite3.connect(store.path, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    store[one] = value
    assert store[one] == value
    writer.execute("COMMIT")
    writer.close()
    store[two] = other
    assert dict(LocalValueStore(store.path)) == {two: other}
    assert notes == []


def test_a_file_damaged_later_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = collected_notices(monkeypatch)
    values = some_values(3)
    store = LocalValueStore(tmp_path / "shapes.sqlite")
    assert len(store) == 0
    with sqlite3.connect(store.path) as writer:
        writer.execute("DROP TABLE shapes")
    writer.close()
    store.update(values)
    assert dict(store) == values
    assert len(notes) == 1


WALL = '["0", ["-1", "1", null]]'
MALFORMED = [
    '["TERRITORY", "1", [], [], 1e999, 1, null]',
    "", "{}", "[]", "null", '["TERRITORY", "{2|", [], [], 0, 1, null]', '["POINTS", "1", [], [], 0, 1, null]',
    '["TERRITORY", "1", null, [], 0, 1, null]', '["TERRITORY", 1, [], [], 0, 1, null]', "[" * 5000,
    '["TERRITORY", "1", [], [], 0, 1, []]', f'["TERRITORY", "1", [], [], 0, 1, ["both", null, "2", {WALL}, {WALL}]]',
    f'["TERRITORY", "1", [], [], 0, 1, ["black", null, "2", {WALL}]]',
    '["TERRITORY", "1", [], [], 0, 1, ["black", null, "2", ["0"], ["0"]]]',
    f'["TERRITORY", "1", [], [], 0, 1, ["black", null, "2", {WALL}, ["0", ["-1", "1/0", null]]]]',
]


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_row_counts_as_missing(tmp_path: Path, text: str) -> None:
    (key, value), = some_values(1).items()
    store = LocalValueStore(tmp_path / "shapes.sqlite")
    store[key] = value
    with sqlite3.connect(store.path) as file:
        file.execute("UPDATE shapes SET value = ?", (text,))
    file.close()
    again = LocalValueStore(store.path)
    assert again.get(key) is None
    again[key] = value
    assert LocalValueStore(store.path)[key] == value


WRITER = """
import sys
from pathlib import Path
import numpy as np
from analysis.runtime import notices
from gtpengine.engine.local_value_store import LocalValueStore
from tests.gtpengine.engine.test_local_value_store import some_values
notices.subscribe(print)
(value,) = some_values(1).values()
store = LocalValueStore(Path(sys.argv[1]))
for number in range(100):
    store[f"{sys.argv[2]} {number}"] = value
"""


def test_processes_share_the_file(tmp_path: Path) -> None:
    path = tmp_path / "shapes.sqlite"
    root = Path(__file__).parents[3]
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name], cwd=root, stdout=subprocess.PIPE, text=True)
        for name in "ab"
    ]
    assert [process.communicate(timeout=300)[0] for process in running] == ["", ""]
    assert set(LocalValueStore(path)) == {f"{name} {number}" for name in "ab" for number in range(100)}


def test_the_file_is_opened_although_another_process_is_creating_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite does not wait then: at once it says that the database is locked."""
    notes = collected_notices(monkeypatch)
    creator = sqlite3.connect(tmp_path / "shapes.sqlite", isolation_level=None, check_same_thread=False)
    creator.execute("BEGIN IMMEDIATE")
    end = Timer(0.1, creator.execute, ["COMMIT"])
    end.start()
    LocalValueStore(tmp_path / "shapes.sqlite")["key"] = "reason"
    end.join()
    creator.close()
    assert dict(LocalValueStore(tmp_path / "shapes.sqlite")) == {"key": "reason"}
    assert notes == []
