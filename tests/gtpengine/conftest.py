"""Notices said in earlier tests are not repeated to later ones."""

from __future__ import annotations

import pytest

from analysis.runtime import notices
from gtpengine.shell.output import print_message


@pytest.fixture(autouse=True)
def _no_earlier_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the shell the only subscriber: a new one would get all notices so far, those of other tests too."""
    monkeypatch.setattr(notices, "_subscribers", [print_message])
