"""Lines of JSON with positions, and the settings of raw control maps, for tests."""

from __future__ import annotations

import json
from typing import Any

from gtpengine.settings import Settings


def control_only() -> Settings:
    """Return settings by which positions are estimated by the raw control map."""
    settings = Settings()
    settings.set("play.control_only", "true")
    return settings


def line(**changes: Any) -> str:
    """Return a position as a line of JSON, with some fields changed or added."""
    return json.dumps({"id": "a", "rows": ["X..", ".O.", "..."], "to_move": "B", "komi": 0.5, **changes})
