"""Notices reach every subscriber once, late subscribers too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from analysis.runtime import notices


@pytest.fixture(autouse=True)
def _own_state(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(notices, "_subscribers", [])
    monkeypatch.setattr(notices, "_said", [])
    return


def test_each_notice_is_said_once_to_each_subscriber() -> None:
    heard: list[str] = []
    notices.notify_once("early")
    notices.subscribe(heard.append)
    notices.subscribe(heard.append)
    notices.notify_once("later")
    notices.notify_once("later")
    assert heard == ["early", "later"]
    notices.unsubscribe(heard.append)
    notices.unsubscribe(heard.append)
    notices.notify_once("too late")
    assert heard == ["early", "later"]
