"""Answers while kernels are compiled in the background, with a background of our own."""

from __future__ import annotations

import pytest

from analysis.runtime import kernel_mode
from analysis.runtime.kernel_mode import KernelMode
from gtpengine.engine import kernel_loading, kernel_warmup
from gtpengine.engine.kernel_loading import FIELD_ONLY, FIRST, KernelLoading
from gtpengine.settings import Settings
from tests.gtpengine.gtp_talk import Talk
from tests.gtpengine.json_talk import Client


class Background:
    """Stands for the processes that compile: `ready` are the stages that have ended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ready: set[str] = set()
        self.running = True
        self.calls: list[str] = []
        monkeypatch.setattr(kernel_mode, "_mode", KernelMode.PLAIN)
        monkeypatch.setattr(kernel_mode, "defer", lambda: self.calls.append("defer"))
        monkeypatch.setattr(kernel_warmup, "start_in_background", lambda: self.calls.append("start"))
        monkeypatch.setattr(kernel_warmup, "is_running", lambda: self.running)
        monkeypatch.setattr(kernel_warmup, "is_ready", lambda stage: stage in self.ready)
        monkeypatch.setattr(kernel_warmup, "wait", self.wait)

    def wait(self, stage: str | None, say: object) -> None:
        self.calls.append(f"wait {stage}")
        self.finish(stage)

    def finish(self, stage: str | None = None) -> None:
        self.ready |= {one.name for one in kernel_warmup.STAGES} if stage is None else {stage}


@pytest.fixture
def background(monkeypatch: pytest.MonkeyPatch) -> Background:
    return Background(monkeypatch)




def test_kernels_are_used_as_they_become_ready(background: Background) -> None:
    log: list[str] = []
    loading = KernelLoading.start(log.append)
    assert background.calls == ["defer", "start"]
    assert len(log) == 1
    assert loading.field_only
    assert not loading.update()
    background.finish(FIRST)
    assert loading.update()
    assert kernel_mode.kernel_mode() is KernelMode.FIELD
    assert loading.field_only
    assert not loading.update()
    background.finish()
    assert loading.update()
    assert not loading.field_only
    assert not loading.update()
    assert log[1:] == ["kernels are ready"]


def test_nothing_is_deferred_where_all_is_ready(background: Background, monkeypatch: pytest.MonkeyPatch) -> None:
    background.finish()
    monkeypatch.setattr(kernel_mode, "_mode", KernelMode.ALL)
    assert not KernelLoading.start(print).field_only
    assert background.calls == []


def test_what_the_background_cannot_compile_is_compiled_when_it_is_called(background: Background) -> None:
    loading = KernelLoading.start(lambda line: None)
    background.running = False
    assert loading.update()
    assert not loading.field_only


def test_commands_that_read_wait_and_others_do_not(background: Background) -> None:
    talk = Talk()
    talk.session.kernels = KernelLoading.start(lambda line: None)
    talk.ok("boardsize 5", "play b c3", "mokusan-score", "gogui-title", "showboard")
    assert background.calls == ["defer", "start"]
    talk.ok("final_status_list dead")
    assert background.calls[2:] == ["wait None"]
    talk.ok("genmove w")
    assert background.calls[3:] == []


def test_a_move_is_not_chosen_without_reading_where_a_stage_failed(
    background: Background, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The background is still at work on other stages when the wait ends."""
    log: list[str] = []
    talk = Talk()
    talk.session.kernels = KernelLoading.start(log.append)
    monkeypatch.setattr(kernel_warmup, "wait", lambda stage, say: False)
    talk.ok("boardsize 5", "genmove b")
    assert kernel_mode.kernel_mode() is KernelMode.ALL
    assert log[1:] == ["kernels that are missing are compiled when needed"]


def test_by_the_control_field_alone_only_its_kernels_are_waited_for(background: Background) -> None:
    settings = Settings()
    settings.set("play.control_only", "true")
    talk = Talk(settings)
    talk.session.kernels = KernelLoading.start(lambda line: None)
    talk.ok("boardsize 5", "genmove b")
    assert background.calls[2:] == [f"wait {FIRST}"]


def test_json_replies_by_the_field_alone_carry_a_warning(background: Background) -> None:
    client = Client()
    client.engine._kernels = KernelLoading.start(lambda line: None)
    reply = client.answer()
    assert reply["warning"] == FIELD_ONLY
    assert reply["moveInfos"]
    background.finish()
    assert "warning" not in client.answer()


def test_an_analysis_begins_again_when_kernels_are_ready(background: Background) -> None:
    talk = Talk()
    talk.session.kernels = KernelLoading.start(lambda line: None)
    talk.ok("boardsize 5")
    plain = talk.ok("kata-analyze b 1")
    background.finish()
    assert talk.ok("kata-analyze b 1").count("info move") >= 1
    assert plain.startswith("info move")
    assert not kernel_loading.KernelLoading(print).field_only
