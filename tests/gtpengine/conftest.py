"""Fixtures for all tests of gtpengine: the shell does not repeat the notices of earlier tests."""

from __future__ import annotations

import pytest

from analysis.runtime import notices
from gtpengine.shell.output import print_message


@pytest.fixture(autouse=True)
def _shell_is_subscribed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Subscribe the shell to notices beforehand: a new subscriber gets all earlier ones, of other tests too."""
    monkeypatch.setattr(notices, "_subscribers", [print_message])
