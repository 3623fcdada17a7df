"""What holds for all tests of the front: the shell has heard the notices of earlier tests, and does not repeat them."""

from __future__ import annotations

import pytest

from analysis.runtime import notices
from gtpengine import cli


@pytest.fixture(autouse=True)
def _heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever listens anew is told all that was said so far, by other tests too."""
    monkeypatch.setattr(notices, "_subscribers", [cli._say])
