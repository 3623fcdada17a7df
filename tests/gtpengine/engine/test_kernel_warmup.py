"""The compilation ahead of need: its order, its owner, failures; and that it leaves nothing to compile."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from analysis.runtime import notices
from gtpengine.engine import kernel_warmup
from gtpengine.engine.kernel_stages import STAGES, Stage
from gtpengine.files.file_lock import FileLock

ROOT = Path(__file__).resolve().parents[3]
GAME = ROOT / "tests" / "data" / "mokusan-gnugo.sgf"


class Processes:
    """Stands for the processes of stages: each runs a line of Python with its marker as `marker`."""

    def __init__(self) -> None:
        self.started: list[tuple[str, frozenset[str]]] = []
        self.code: Callable[[str], str] = lambda name: "marker.touch()"

    def start(self, stage: Stage, background: bool) -> subprocess.Popen[bytes]:
        ready = frozenset(name for name in kernel_warmup.NAMES if kernel_warmup.is_ready(name))
        self.started.append((stage.name, ready))
        path = str(kernel_warmup._marker(stage.name, "ready"))
        code = f"import pathlib, sys; marker = pathlib.Path({path!r}); {self.code(stage.name)}"
        return subprocess.Popen([sys.executable, "-S", "-c", code])


@pytest.fixture
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Processes]:
    found = Processes()
    monkeypatch.setattr(kernel_warmup, "_folder", lambda: tmp_path / "kernels")
    monkeypatch.setattr(kernel_warmup, "_can_compile", lambda: True)
    monkeypatch.setattr(kernel_warmup, "_start_process", found.start)
    monkeypatch.setattr(kernel_warmup, "_background", None)
    monkeypatch.setattr(kernel_warmup, "POLL", 0.01)
    monkeypatch.setattr(notices, "_said", [])
    yield found
    thread = kernel_warmup._background
    if thread is not None:
        thread.join(60)


def test_stages_need_earlier_ones() -> None:
    for number, stage in enumerate(STAGES):
        assert set(stage.needs) <= {earlier.name for earlier in STAGES[:number]}


def test_every_stage_runs_once_after_those_it_needs(processes: Processes) -> None:
    shown: list[tuple[int, int]] = []
    assert not kernel_warmup.is_ready("board")
    assert kernel_warmup.compile_missing(lambda *counts: shown.append(counts), 3)
    assert sorted(name for name, _ in processes.started) == sorted(kernel_warmup.NAMES)
    ready = dict(processes.started)
    assert all({STAGES[0].name, *stage.needs} - {stage.name} <= ready[stage.name] for stage in STAGES)
    assert shown == sorted(shown)
    assert shown[-1] == (len(STAGES), len(STAGES))
    assert all(map(kernel_warmup.is_ready, kernel_warmup.NAMES))
    assert kernel_warmup.compile_missing()
    assert len(processes.started) == len(STAGES)


@pytest.mark.parametrize("code", ["sys.exit(3)", "import os; os.abort()"])
def test_a_stage_that_fails_is_reported_once_and_left_alone(processes: Processes, code: str) -> None:
    processes.code = lambda name: code if name == "life" else "marker.touch()"
    said: list[str] = []
    notices.subscribe(said.append)
    try:
        assert not kernel_warmup.compile_missing()
        assert not kernel_warmup.compile_missing()
    finally:
        notices.unsubscribe(said.append)
    assert len(processes.started) == len(STAGES)
    assert kernel_warmup.is_ready("evaluation")
    (line,) = said
    assert line.startswith("compiling the kernels of life and death failed: its process ended with status ")
    processes.code = lambda name: "marker.touch()"
    assert kernel_warmup.compile_missing(retry=True)


def test_nothing_is_tried_after_the_first_stage_fails_even_if_no_marker_can_be_written(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes.code = lambda name: "sys.exit(1)"
    monkeypatch.setattr(kernel_warmup, "_failures", lambda since: {})
    assert not kernel_warmup.compile_missing()
    assert [name for name, _ in processes.started] == ["board"]


def test_others_wait_for_the_owner_and_take_over_from_it(processes: Processes, tmp_path: Path) -> None:
    owner = FileLock(tmp_path / "kernels" / "warmup.lock")
    owner.path.parent.mkdir()
    assert owner.acquire()
    results: list[bool] = []
    waiting = threading.Thread(target=lambda: results.append(kernel_warmup.compile_missing()))
    waiting.start()
    time.sleep(0.2)
    assert processes.started == []
    owner.release()
    waiting.join(60)
    assert results == [True]


def test_a_stage_that_another_process_compiles_is_awaited(processes: Processes) -> None:
    lock = kernel_warmup._lock_of(STAGES[1])
    lock.path.parent.mkdir()
    assert lock.acquire()

    def finish() -> None:
        kernel_warmup._marker(STAGES[1].name, "ready").touch()
        lock.release()

    threading.Timer(0.3, finish).start()
    assert kernel_warmup.compile_missing()
    assert STAGES[1].name not in dict(processes.started)


def test_waiting_says_how_far_it_is(processes: Processes) -> None:
    processes.code = lambda name: "import time; time.sleep(.2); marker.touch()"
    said: list[str] = []
    assert kernel_warmup.wait("board", said.append, 0.01)
    assert said[0] == f"compiling kernels: 0 of {len(STAGES)} stages, 0 s"
    assert kernel_warmup.wait(None, said.append, 60)
    assert kernel_warmup.wait(None, pytest.fail, 0)
    kernel_warmup.start_in_background()
    assert len(processes.started) == len(STAGES)


def test_waiting_ends_when_the_stage_fails(processes: Processes) -> None:
    processes.code = lambda name: "sys.exit(1)"
    assert not kernel_warmup.wait("evaluation", pytest.fail, 60)


def test_the_name_of_a_stage_is_checked() -> None:
    with pytest.raises(ValueError, match=r"^stage: expected one of board, life, .*, got 'bord'$"):
        kernel_warmup.is_ready("bord")


def test_without_numba_all_is_ready(tmp_path: Path) -> None:
    code = "from gtpengine.engine import kernel_warmup as k; print(k.is_ready('life'), k.compile_missing())"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "MOKUSAN_CACHE_DIR": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env=environment)
    assert run.stdout == "True True\n", run.stderr


SESSION = """
import io, sys
sys.path.insert(0, "tests/gtpengine")
from numba.core import event
compiled = []

class Listener(event.Listener):
    def on_start(self, event):
        function = event.data["dispatcher"].py_func
        if function.__module__.startswith("analysis."):
            compiled.append(f"{function.__module__}.{function.__name__}{event.data['args']}")

    def on_end(self, event):
        pass

event.register("numba:compile", Listener())
from gtp_talk import Talk
from gtpengine import cli

talk = Talk()
for line in sys.argv[1].split(";"):
    before = len(compiled)
    talk.send(line.strip().encode() + b"\\n")
    print(line, compiled[before:], file=sys.stderr)
sys.stdout = io.StringIO()
for words in sys.argv[2].split(";"):
    before = len(compiled)
    assert cli.main(words.split()) == 0, words
    print(words, compiled[before:], file=sys.stderr)
print(len(compiled), file=sys.__stdout__)
"""
QUESTIONS = """mokusan-ownership; mokusan-rank; mokusan-explain d4; mokusan-status; attack d4; defend d4; connect d4 f5;
disconnect d4 f5; owl_attack d4; owl_defend d4; owl_does_attack c6 d4; dragon_status d4; unconditional_status d4;
eval_eye a1; mokusan-miai; mokusan-miai_map; mokusan-semeai; mokusan-semeai_map; mokusan-vital_points;
mokusan-aliveness; mokusan-gains; mokusan-propagation; mokusan-territory; mokusan-confidence; final_status_list dead;
final_score; kata-analyze 10; lz-analyze 10; genmove b; genmove w; kgs-genmove_cleanup b; kgs-genmove_cleanup w"""
FIGHT = "play b e7; play w d5; play b c5; play w c4; play b d6; play w d4; play b f5; play w e4; play b e3; play w f3"
COMMANDS = "; ".join((
    "boardsize 9", FIGHT, QUESTIONS, "kata-set-rules new-zealand", QUESTIONS, "boardsize 19", FIGHT, QUESTIONS,
    "boardsize 3", "mokusan-solve", "genmove b", "kgs-rules new_zealand", "mokusan-solve", "boardsize 4",
    "mokusan-solve 20000", "boardsize 9", "mokusan-settings play.control_only true", QUESTIONS,
    "mokusan-settings control.neighbours liberties", QUESTIONS, "mokusan-settings control.method paper", QUESTIONS,
))
VERBS = f"analyse {GAME} --move 60; analyse {GAME} --move 140 --json; figure {GAME} --move 40 --svg {{tmp}}/a.svg"


@pytest.mark.slow
def test_no_kernel_is_left_to_compile(tmp_path: Path) -> None:
    environment = {**os.environ, "MOKUSAN_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-m", "gtpengine.cli", "warm"], cwd=ROOT, env=environment, check=True)
    run = subprocess.run(
        [sys.executable, "-c", SESSION, COMMANDS.replace("\n", " "), VERBS.format(tmp=tmp_path)],
        capture_output=True, text=True, cwd=ROOT, env=environment,
    )
    assert run.stdout == "0\n", run.stderr
