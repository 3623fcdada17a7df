"""Notices reach every subscriber once, late subscribers included, until it unsubscribes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from analysis.runtime import notices


@pytest.fixture(autouse=True)
def _no_subscribers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(notices, "_subscribers", [])
    monkeypatch.setattr(notices, "_said", [])
    return


def test_each_notice_reaches_each_subscriber_once() -> None:
    received: list[str] = []
    notices.notify_once("early")
    notices.subscribe(received.append)
    notices.subscribe(received.append)
    notices.notify_once("later")
    notices.notify_once("later")
    assert received == ["early", "later"]
    notices.unsubscribe(received.append)
    notices.unsubscribe(received.append)
    notices.notify_once("too late")
    assert received == ["early", "later"]
