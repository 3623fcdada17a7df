"""Solutions on disk: no proved bracket is lost, whatever happens to the process, to the disk and to the files."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE, Ko
from analysis.region.cycles import Cycles
from analysis.region.search_state import PASS, Bounds, State
from analysis.runtime import cache_dir, notices
from analysis.solver.solution import Bracket, Solution
from analysis.solver.solver_rules import Endless, Rules
from gtpengine.files.file_lock import try_lock
from gtpengine.solve import solution_store as module
from gtpengine.solve.solution_store import SolutionStore, merged

ROOT = Path(__file__).parents[3]
EMPTY = State(0, 0)


def solution(lower: int = -6, upper: int = 6, **other: object) -> Solution:
    """Return a possible solution of the 2x3 board."""
    plain = Solution(
        2, 3, EMPTY, Rules(), None, Bracket(lower, upper),
        first_moves={0: Bracket(-6, upper), 4: Bracket(lower, upper), PASS: Bracket(-6, 6)},
        variation=(4, 1, PASS, PASS), nodes=1234, seconds=0.25, method="proof", searched={"B+1": 7},
    )
    return replace(plain, **other)  # type: ignore[arg-type]


@pytest.fixture
def store(tmp_path: Path) -> SolutionStore:
    return SolutionStore(tmp_path / "kept")


@pytest.fixture
def messages() -> Iterator[list[str]]:
    """Return the list of notices from here on."""
    heard: list[str] = []
    notices.subscribe(heard.append)
    heard.clear()
    yield heard
    notices.unsubscribe(heard.append)


def load(store: SolutionStore, like: Solution | None = None, komi: Fraction | None = None) -> Solution | None:
    like = like or solution()
    return store.load(like.height, like.width, like.start, like.rules, komi)


def only_file(store: SolutionStore) -> Path:
    (path,) = store.folder.glob("*.json")
    return path


# -- save and load ------------------------------------------------------------------------------------------------


def test_loading_from_an_empty_store_creates_no_folder(store: SolutionStore) -> None:
    assert load(store) is None
    assert not store.folder.exists()


@pytest.mark.parametrize("kept", [
    solution(),
    solution(2, 2, method="table", states=99, seconds=1.5e-3, cycles=Cycles(0, 0, 0, ())),
    solution(cycles=Cycles(2, 3, 4, ((State(5, 2, WHITE, 3), Bounds(-6, 6)), (State(1, 0), Bounds(0, 1))))),
    solution(start=State(1, 2, WHITE, ko=3, passed=True)),
    solution(rules=Rules(Ko.SITUATIONAL, suicide=True), first_moves={}, variation=(), searched={}),
])  # fmt: skip
def test_a_saved_solution_is_loaded(kept: Solution, store: SolutionStore) -> None:
    assert store.save(kept) == kept
    assert load(store, kept) == kept


def test_one_answer_serves_every_komi(store: SolutionStore) -> None:
    store.save(solution(2, 6, komi=Fraction(1)))
    won, open_, value = (load(store, komi=komi) for komi in (Fraction(3, 2), Fraction(3), None))
    assert won is not None
    assert open_ is not None
    assert value is not None
    assert (won.komi, won.proved, won.winner(Fraction(3, 2))) == (Fraction(3, 2), True, BLACK)
    assert (open_.proved, value.proved, value.komi) == (False, False, None)


@pytest.mark.parametrize("other", [
    {"height": 3, "width": 2}, {"start": State(0, 0, WHITE)}, {"start": State(1, 0)}, {"start": State(0, 0, ko=1)},
    {"start": State(0, 0, passed=True)}, {"rules": Rules(endless=Endless.WON)}, {"rules": Rules(suicide=True)},
    {"rules": Rules(Ko.POSITIONAL)},
])  # fmt: skip
def test_different_questions_have_different_files(other: dict[str, object], store: SolutionStore) -> None:
    store.save(solution())
    assert load(store, solution(**other)) is None


def test_the_rule_of_endless_play_is_ignored_under_superko(store: SolutionStore) -> None:
    kept = store.save(solution(1, 2, rules=Rules(Ko.SITUATIONAL)))
    asked = Rules(Ko.SITUATIONAL, Endless.LOST)
    assert store.load(2, 3, EMPTY, asked) == replace(kept, rules=asked)


def test_the_folder_is_in_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOKUSAN_CACHE_DIR", str(tmp_path))
    assert SolutionStore().folder == tmp_path / f"solutions-{module.FORMAT}"
    monkeypatch.delenv("MOKUSAN_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert SolutionStore().folder == tmp_path / "mokusan" / f"solutions-{module.FORMAT}"


# -- nothing is lost -----------------------------------------------------------------------------------------------


def test_a_wider_bracket_does_not_replace_a_narrower_one(store: SolutionStore) -> None:
    better = store.save(solution(1, 2))
    assert store.save(solution(-6, 6, nodes=7, searched={})) == better
    assert load(store) == better


def test_two_bounds_are_merged_into_a_value(store: SolutionStore) -> None:
    store.save(solution(2, 6, searched={"B+3": 9, "W+1": 3}))
    both = store.save(solution(-6, 2, komi=Fraction(3), variation=(0,), nodes=5, searched={"B+3": 5}))
    assert (both.value, both.komi, both.first_moves[4]) == (2, 3, (2, 2))
    assert (both.variation, both.nodes) == ((4, 1, PASS, PASS), 1234)  # the narrower bracket's
    assert both.searched == {"B+3": 9, "W+1": 3}
    assert load(store, komi=Fraction(3)) == both


def test_of_equal_solutions_the_later_one_gives_the_effort(store: SolutionStore) -> None:
    store.save(solution(nodes=51, variation=(4,)))
    again = store.save(solution(nodes=5003, seconds=2.5, variation=()))
    assert (again.nodes, again.seconds, again.variation) == (5003, 2.5, (4,))


def test_first_moves_are_merged_with_the_pass_last() -> None:
    first = solution(first_moves={2: Bracket(-6, 0), PASS: Bracket(-6, 6)})
    second = solution(first_moves={PASS: Bracket(-6, -1), 0: Bracket(0, 6), 2: Bracket(-1, 6)})
    moves = dict(merged(first, second).first_moves)
    assert list(moves.items()) == [(0, (0, 6)), (2, (-1, 0)), (PASS, (-6, -1))]


def test_of_contradictory_solutions_the_later_one_is_kept() -> None:
    assert merged(solution(3, 6), solution(-6, 2)) == solution(-6, 2)
    moved = solution(first_moves={0: Bracket(-6, -6)})
    assert merged(solution(first_moves={0: Bracket(-5, 6)}), moved) == moved


BRACKETS = st.tuples(st.integers(-6, 2), st.integers(2, 6)).map(lambda pair: Bracket(*pair))
ANSWERS = st.builds(
    lambda bracket, moves, nodes: solution(*bracket, first_moves=moves, nodes=nodes),
    BRACKETS, st.dictionaries(st.sampled_from([0, 4, PASS]), BRACKETS), st.integers(0, 9),
)


@given(ANSWERS, ANSWERS)
def test_a_merged_solution_has_all_bounds_of_both(first: Solution, second: Solution) -> None:
    both = merged(first, second)
    assert both.bracket == merged(second, first).bracket
    assert dict(both.first_moves) == dict(merged(second, first).first_moves)
    for one in (first, second):
        assert one.bracket.lower <= both.bracket.lower <= both.bracket.upper <= one.bracket.upper
        assert replace(merged(both, one), nodes=both.nodes) == both
        for point, known in one.first_moves.items():
            assert known.lower <= both.first_moves[point].lower <= both.first_moves[point].upper <= known.upper


# -- damaged files ------------------------------------------------------------------------------------------------


def test_a_damaged_file_gives_one_notice(store: SolutionStore, messages: list[str]) -> None:
    store.save(solution(1, 2))
    path = only_file(store)
    whole = path.read_bytes()
    chance = random.Random(1)
    damaged = [b"", b"\n", b"{}", b"\xff" * 99, b"\x00" * len(whole), whole[1:], whole + b"x", whole * 2, b"[" * 99999]
    damaged += [whole[:length] for length in range(0, len(whole), 7)]
    for _ in range(200):
        place = chance.randrange(len(whole))
        damaged.append(whole[:place] + bytes([whole[place] ^ 1 << chance.randrange(8)]) + whole[place + 1 :])
    for data in damaged:
        path.write_bytes(data)
        assert load(store) is None, data
    assert messages == [f"{path}: not a solution in this version's format, ignored"]
    assert store.save(solution(0, 3)) == solution(0, 3)
    assert load(store) == solution(0, 3)


@pytest.mark.parametrize("change", [
    {"bracket": [3, 2]}, {"bracket": [-7, 0]}, {"bracket": [0, 7]}, {"bracket": []}, {"bracket": None}, {"nodes": -1},
    {"first_moves": {"6": [0, 0]}}, {"first_moves": {"x": [0, 0]}}, {"first_moves": []}, {"variation": [-2]},
    {"variation": 3}, {"searched": 7}, {"searched": {"B+1": -1}}, {"board": [3, 2]}, {"endless": "won"}, {"ko": 1},
    {"seconds": "long"}, {"nodes": float("inf")}, {"cycles": [1, 2]},
    {"cycles": [1, 2, 3, [[[0, 0, 7, -1, 0], [0, 0]]]]},
])  # fmt: skip
def test_an_undamaged_file_with_invalid_content(
    change: dict[str, object], store: SolutionStore, messages: list[str]
) -> None:
    store.save(solution(1, 2))
    path = only_file(store)
    body = json.dumps(json.loads(path.read_text().split("\n")[1]) | change)
    path.write_text(f"mokusan solution {hashlib.sha256(body.encode()).hexdigest()}\n{body}\n")
    assert load(store) is None
    assert len(messages) == 1


def test_a_file_of_another_question(store: SolutionStore, messages: list[str]) -> None:
    store.save(solution(1, 2))
    mine = only_file(store)
    store.save(solution(start=State(1, 0)))
    (other,) = set(store.folder.glob("*.json")) - {mine}
    mine.write_bytes(other.read_bytes())
    assert load(store) is None
    assert len(messages) == 1


def test_a_folder_in_the_place_of_a_file(store: SolutionStore, messages: list[str]) -> None:
    store.save(solution(1, 2))
    path = only_file(store)
    path.unlink()
    path.mkdir()
    assert load(store) is None
    assert store.save(solution(1, 2)) == solution(1, 2)
    assert [line.split(": ")[1] for line in messages] == ["cannot read", "the solution cannot be stored"]


@pytest.mark.parametrize("folder", ["file", "file/below"])
def test_a_solution_that_cannot_be_saved_is_returned(
    folder: str, tmp_path: Path, messages: list[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert SolutionStore(tmp_path / folder).save(solution(1, 2)) == solution(1, 2)
    assert len(messages) == 1
    assert "the solution cannot be stored: " in messages[0]


@pytest.mark.parametrize("failing", ["fsync", "replace"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EROFS])
def test_a_full_or_read_only_disk_keeps_what_was_there(
    code: int, failing: str, store: SolutionStore, messages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    store.save(solution(0, 5))
    with monkeypatch.context() as patch:
        patch.setattr(os, failing, fail)
        assert store.save(solution(1, 2)) == solution(1, 2)
    assert load(store) == solution(0, 5)
    assert messages == [f"{only_file(store)}: the solution cannot be stored: {os.strerror(code)}"]
    assert store.save(solution(1, 2)).bracket == (1, 2)


def test_without_a_home_solutions_are_kept_in_a_private_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MOKUSAN_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME", "USERPROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", Mock(side_effect=RuntimeError("Could not determine home directory.")))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    cache_dir._temporary_folder.cache_clear()
    store = SolutionStore()
    assert store.folder.is_relative_to(tmp_path)
    assert store.save(solution(1, 2)) == load(store) == solution(1, 2)
    cache_dir._temporary_folder.cache_clear()


def test_a_lock_that_is_never_released(
    store: SolutionStore, messages: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store.save(solution(0, 5))
    monkeypatch.setattr(module, "_LOCK_TIMEOUT", 0.02)
    with open(store.folder / "lock", "ab") as other:
        assert try_lock(other.fileno())
        assert store.save(solution(1, 2)) == solution(1, 2)
    assert load(store) == solution(0, 5)
    assert len(messages) == 1
    assert store.save(solution(1, 2)).bracket == (1, 2)
    assert load(store) is not None


# -- killed at any moment ------------------------------------------------------------------------------------------

WRITER = """
import sys
from dataclasses import replace
from pathlib import Path
from analysis.region.search_state import PASS, State
from analysis.solver.solver_rules import Rules
from analysis.solver.solution import Bracket, Solution
from gtpengine.solve.solution_store import SolutionStore

store = SolutionStore(Path(sys.argv[1]))
line = tuple(range(12)) * 50
print("ready", flush=True)
for turn in range(2 * int(sys.argv[2]), 10**9):  # each run begins with another state: it may be killed after one save
    number, half = divmod(turn, 2)
    start = State(number % 3, 0)
    deep = number // 3 % 12
    lower, upper = (-12 + deep, 12) if half else (-12, 12 - deep)
    store.save(Solution(3, 4, start, Rules(), None, Bracket(lower, upper), {0: Bracket(lower, upper)}, line, turn, 0.0,
                        "proof"))
    print(start.black, lower, upper, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize("times", [10, pytest.param(50, marks=pytest.mark.slow)])
def test_a_process_killed_while_it_writes_loses_nothing(tmp_path: Path, messages: list[str], times: int) -> None:
    """Two concurrent writers: every bracket that was reported as saved is there, every file is complete."""
    store = SolutionStore(tmp_path)
    promised: dict[int, Bracket] = {}
    chance = random.Random(0)
    kills = 0
    while kills < times:
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", WRITER, str(tmp_path), str(kills)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
            for _ in range(2)
        ]
        for writer in writers:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
        for writer in writers:
            time.sleep(chance.random() * 0.02)
            os.kill(writer.pid, signal.SIGKILL)
        for writer in writers:
            assert writer.stdout is not None
            with writer.stdout:  # communicate() would lose what readline() has taken in beyond its line
                kept = writer.stdout.read()
            assert writer.wait(timeout=60) == -signal.SIGKILL
            kills += 1
            for line in kept.split("\n")[:-1]:  # an incomplete line at the end was not reported
                number, lower, upper = map(int, line.split())
                before = promised.get(number, Bracket(-12, 12))
                promised[number] = Bracket(max(before.lower, lower), min(before.upper, upper))
        for number, bracket in promised.items():
            found = store.load(3, 4, State(number, 0), Rules())
            assert found is not None
            assert found.bracket.lower >= bracket.lower
            assert found.bracket.upper <= bracket.upper
            assert len(found.variation) == 600
        for path in tmp_path.glob("*.json"):
            head, body, _ = path.read_text().split("\n")
            assert head.endswith(hashlib.sha256(body.encode()).hexdigest())
    assert messages == []
    assert len(promised) == 3
    assert len(list(tmp_path.iterdir())) <= 3 + 3 + 1  # files, what killed writers left beside them, the lock
