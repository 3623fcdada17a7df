"""`mokusan warm`: its exit status and what it says."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from analysis.runtime import jit, notices
from gtpengine import cli
from gtpengine.engine import kernel_warmup
from gtpengine.shell import warm
from tests.gtpengine.shell_runs import Capture, refused


@pytest.mark.parametrize(("ready", "status"), [(True, 0), (False, 1)])
def test_the_exit_status(ready: bool, status: int, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def compile_missing(show: Callable[[int, int], None], workers: int | None, *, retry: bool) -> bool:
        assert (workers, retry) == (3, True)
        show(1, 7)
        if not ready:
            notices.notify_once("compiling the kernels of captures failed: no space left")
        return ready

    monkeypatch.setattr(jit, "COMPILED", True)
    monkeypatch.setattr(notices, "_said", [])
    monkeypatch.setattr(notices, "_subscribers", [])
    monkeypatch.setattr(kernel_warmup, "compile_missing", compile_missing)
    assert cli.main(["warm", "--workers", "3"]) == status
    said = "" if ready else "mokusan: compiling the kernels of captures failed: no space left\n"
    assert capsys.readouterr() == ("", said)


def test_without_numba_there_is_nothing_to_do(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(jit, "COMPILED", False)
    assert cli.main(["warm"]) == 0
    assert capsys.readouterr().err.endswith("mokusan: there is nothing to compile\n")


def test_at_least_one_worker(capsys: Capture) -> None:
    assert "--workers: expected a whole number of at least 1" in refused(capsys, "warm", "--workers", "0")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_on_a_terminal() -> None:
    pytest.importorskip("tqdm")
    stream = Terminal()
    with warm._progress(stream) as show:
        show(0, 7)
        show(2, 7)
    assert "2/7" in stream.getvalue()
