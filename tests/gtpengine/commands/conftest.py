"""The session that tests of commands begin with if they need no stones."""

from __future__ import annotations

import pytest

from tests.gtpengine.gtp_talk import Talk


@pytest.fixture
def talk() -> Talk:
    talk = Talk()
    talk.ok("boardsize 9")
    return talk
