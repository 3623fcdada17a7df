"""Compile all kernels before they are needed, in processes of their own.

The kernels that the engine uses are compiled in stages (`kernel_stages`), each by one process,

    python -m gtpengine.engine.kernel_warmup STAGE

as many at once as there are cores, the first one alone, since Python calls its kernels in all others. A stage that is
done leaves a marker in the kernels' folder, so that `is_ready` looks for a file and loads nothing. One process at a
time owns the compilation (`files.file_lock`); others wait until it is done, or take over when it ends. Processes of
stages do not end with it: they hold locks of their own, so that no stage is compiled twice at once. A stage that failed
also leaves a marker, and is tried again after RETRY_AFTER seconds at the earliest.

Not imported by the package, which would load this module before `python -m` runs it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..files.file_lock import FileLock
from ..garbage_collection import collect_rarely
from .kernel_stages import STAGES, Stage

if TYPE_CHECKING:
    import subprocess

NAMES = tuple(stage.name for stage in STAGES)
RETRY_AFTER = 600.0
"""Seconds for which a stage that failed is left alone."""
POLL = 0.1
_JUST_NOW = 5.0
"""Seconds after which the marker of a failure is that of an earlier run."""
_NICE = 5
_BUSY = 75
"""Exit status of a stage's process if another one is compiling the same."""

Progress = Callable[[int, int], None]
"""Called with the number of stages that are ready, and that of all, several times a second."""


def is_ready(stage: str) -> bool:
    """Return whether the kernels of a stage are compiled on disk, or cannot be compiled. Loads nothing.

    Raises ValueError if there is no stage of this name.
    """
    if stage not in NAMES:
        raise ValueError(f"stage: expected one of {', '.join(NAMES)}, got {stage!r}")
    return not _can_compile() or _marker(stage, "ready").exists()


def compile_missing(
    progress: Progress | None = None, workers: int | None = None, *, background: bool = False, retry: bool = False
) -> bool:
    """Compile the stages that are not ready, or wait for the process that does; return whether all are ready.

    workers    -- processes at once (default: one for each core)
    background -- whether the processes get a lower priority and survive this one; else they end with an exception here
    retry      -- whether stages that failed lately are tried again

    Stages that failed are reported by notices. Raises OSError if the kernels' folder cannot be written.
    """
    if not _can_compile():
        return True
    show = progress or (lambda done, total: None)
    begun, failed_here = time.time(), dict[str, str]()
    lock = FileLock(_folder() / "warmup.lock")
    lock.path.parent.mkdir(parents=True, exist_ok=True)
    while True:
        failed = _failures(begun if retry else time.time() - RETRY_AFTER) | failed_here
        missing = [stage for stage in STAGES if not is_ready(stage.name) and stage.name not in failed]
        show(_ready_count(), len(STAGES))
        if not missing or STAGES[0].name in failed:
            break
        if lock.acquire():
            try:
                failed_here |= _Run(missing, lock, show, workers or _cores(), background).run()
            finally:
                lock.release()
        else:
            time.sleep(POLL)
    _report(failed)
    return all(map(is_ready, NAMES))


_background: threading.Thread | None = None
_background_lock = threading.Lock()


def start_in_background() -> None:
    """Begin to compile what is missing, in a thread and in processes of low priority. Returns at once.

    Only the first call of a process has an effect. Processes that have been started go on when this one ends.
    """
    global _background
    with _background_lock:
        if _background is None:
            _background = threading.Thread(target=_compile_quietly, name="kernel warm-up", daemon=True)
            _background.start()


def is_running() -> bool:
    """Return whether the thread of `start_in_background` is at work."""
    return _background is not None and _background.is_alive()


def wait(stage: str | None, say: Callable[[str], None], every: float = 3.0) -> bool:
    """Wait until a stage is ready, or all with None, and return whether it is; False if it failed.

    Compilation is started if it is not under way. `say` gets a line about it every so many seconds.
    """
    names = NAMES if stage is None else (stage,)
    if all(map(is_ready, names)):
        return True
    start_in_background()
    thread, begun, lines = _background, time.monotonic(), 0
    while thread is not None and thread.is_alive() and not all(map(is_ready, names)):
        if not _failures(time.time() - RETRY_AFTER).keys().isdisjoint(names):
            break
        seconds = time.monotonic() - begun
        if seconds >= (lines + 1) * every:
            lines += 1
            say(f"compiling kernels: {_ready_count()} of {len(STAGES)} stages, {seconds:.0f} s")
        time.sleep(min(POLL, every))
    if thread is not None and all(map(is_ready, NAMES)):
        thread.join(1.0)  # it gives its lock back
    return all(map(is_ready, names))


class _Run:
    """The stages of one owner, started as their needs are met."""

    def __init__(
        self, missing: Sequence[Stage], lock: FileLock, show: Progress, workers: int, background: bool
    ) -> None:
        self._waiting, self._lock, self._show = list(missing), lock, show
        self._workers, self._background = workers, background
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._failed: dict[str, str] = {}

    def run(self) -> dict[str, str]:
        """Start all stages and wait for them; or, if the first fails or the lock is lost, for those started.

        Returns the stages that failed, and why.
        """
        try:
            while self._running or (self._waiting and self._lock.is_held):
                self._collect()
                self._start()
                self._show(_ready_count(), len(STAGES))
                time.sleep(POLL)
        finally:
            if not self._background:
                for process in self._running.values():
                    process.terminate()
                    process.wait()
        return self._failed

    def _collect(self) -> None:
        """Note which processes have ended, and mark the stages that failed."""
        for name, process in list(self._running.items()):
            status = process.poll()
            if status is None:
                continue
            del self._running[name]
            if status == _BUSY:
                self._waiting.append(next(stage for stage in STAGES if stage.name == name))
            elif not is_ready(name):
                self._failed[name] = _mark_failed(name, f"its process ended with status {status}")
                if name == STAGES[0].name:
                    self._waiting.clear()

    def _start(self) -> None:
        """Start stages whose needs are neither waiting nor running, unless another process compiles them."""
        self._waiting = [stage for stage in self._waiting if not is_ready(stage.name)]
        open_names = {stage.name for stage in self._waiting} | set(self._running)
        for stage in list(self._waiting):
            needs = {STAGES[0].name, *stage.needs} - {stage.name}
            if len(self._running) < self._workers and needs.isdisjoint(open_names) and not _lock_of(stage).is_taken():
                self._waiting.remove(stage)
                try:
                    self._running[stage.name] = _start_process(stage, self._background)
                except OSError as error:
                    self._failed[stage.name] = _mark_failed(stage.name, f"no process: {error.strerror}")


def _start_process(stage: Stage, background: bool) -> subprocess.Popen[bytes]:
    """Start the process that compiles a stage into this process's folder."""
    import subprocess

    flags = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0) if background else 0
    return subprocess.Popen(
        [sys.executable, "-m", __name__, stage.name, *(["--nice"] if background else [])],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parents[2],  # from where this package is imported
        env={**os.environ, "MOKUSAN_CACHE_DIR": str(_folder().parent.resolve())},
        start_new_session=background, creationflags=flags,
    )


def _compile_quietly() -> None:
    from analysis.runtime.notices import notify_once

    try:
        compile_missing(background=True)
    except OSError as error:
        notify_once(f"kernels cannot be compiled in the background: {error.strerror}")


def _report(failed: dict[str, str]) -> None:
    """Send one notice for each stage that failed."""
    from analysis.runtime.notices import notify_once

    for stage in STAGES:
        if stage.name in failed and not is_ready(stage.name):
            notify_once(f"compiling the kernels of {stage.title} failed: {failed[stage.name]}")


def _failures(since: float) -> dict[str, str]:
    """Return the stages that failed after a time, in seconds since the epoch, and why."""
    found = {}
    for name in NAMES:
        path = _marker(name, "failed")
        with suppress(OSError):
            if path.stat().st_mtime >= since:
                found[name] = path.read_text(encoding="utf-8") or "no space left to say why"
    return found


def _mark_failed(name: str, why: str) -> str:
    """Leave the marker of a stage that failed, unless its process has just done so; return why it failed."""
    earlier = _failures(time.time() - _JUST_NOW).get(name)
    if earlier is None:
        with suppress(OSError):
            _marker(name, "failed").write_text(why, encoding="utf-8")
    return earlier or why


def _ready_count() -> int:
    return sum(map(is_ready, NAMES))


def _folder() -> Path:
    """Return the kernels' folder."""
    from analysis.runtime.cache_dir import kernel_folder

    return kernel_folder()


def _marker(name: str, kind: str) -> Path:
    return _folder() / f"{name}-{_machine()}.{kind}"


def _lock_of(stage: Stage) -> FileLock:
    return FileLock(_folder() / f"{stage.name}.lock")


@cache
def _machine() -> str:
    """Return a short hash of what compiled kernels depend on apart from their text: numba, Python, the processor."""
    cpu = platform.processor()
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        first = file.read(8192).partition("\n\n")[0].splitlines()
        cpu = "\n".join(line for line in first if line.startswith(("model name", "flags", "Features", "CPU ")))
    parts = (sys.implementation.cache_tag or "", _numba_version(), platform.machine(), cpu)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:8]


def _numba_version() -> str:
    """Return the text that tells numba's version, without loading numba: from its own file, which is quicker to find
    than the installer's.
    """
    found = importlib.util.find_spec("numba")
    if found is not None and found.origin is not None:
        with suppress(OSError):
            return Path(found.origin).with_name("_version.py").read_text(encoding="utf-8")
    from importlib.metadata import version

    return version("numba")


@cache
def _can_compile() -> bool:
    """Return whether numba is installed and switched on."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("0", ""):
        return False
    if "numba" in sys.modules:
        return sys.modules["numba"] is not None
    return importlib.util.find_spec("numba") is not None


def _cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def main(arguments: Sequence[str]) -> int:
    """Compile the stage named, with --nice at a lower priority; return the exit status."""
    stage = next(stage for stage in STAGES if stage.name == arguments[0])
    lock = _lock_of(stage)
    lock.path.parent.mkdir(parents=True, exist_ok=True)
    if not lock.acquire():
        return _BUSY
    try:
        if "--nice" in arguments and hasattr(os, "nice"):
            os.nice(_NICE)
        collect_rarely()
        stage.run()
        _marker(stage.name, "ready").touch()
    except Exception as error:
        with suppress(OSError):
            text = " ".join(f"{type(error).__name__}: {error}".split())
            _marker(stage.name, "failed").write_text(text[:200], encoding="utf-8")
        return 1
    finally:
        lock.release()
    return 0


__all__ = ["NAMES", "STAGES", "compile_missing", "is_ready", "is_running", "start_in_background", "wait"]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
