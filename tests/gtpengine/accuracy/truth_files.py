"""A position of a truth set, and files of such positions, for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROWS = [".X.O.", ".X.O.", ".X.OX", ".X.O.", ".X.O."]
"""Two walls, and a black stone on White's side that dies."""
OWNERSHIP = [1.0, 1.0, 0.0, -1.0, -1.0] * 5


def line(number: int = 1, **more: Any) -> dict[str, Any]:
    """Return the object of a line, with fields changed, added or "left out"."""
    fields = {
        "id": f"p{number}", "game": f"g{number % 3}", "rows": ROWS, "to_move": "B", "komi": 0.5, "rules": "chinese",
        "ownership": OWNERSHIP, "score_lead_black": -0.5, "move_number": 10, "game_length": 40,
    }
    return {key: value for key, value in {**fields, **more}.items() if value != "left out"}


def written(path: Path, *lines: Any) -> str:
    """Write lines, given as objects or text, and return the file's name."""
    path.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in lines))
    return str(path)
