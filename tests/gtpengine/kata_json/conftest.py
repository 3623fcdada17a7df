"""The client that most tests of the JSON analysis engine ask."""

from __future__ import annotations

import pytest

from tests.gtpengine.json_talk import Client


@pytest.fixture
def client() -> Client:
    return Client()
