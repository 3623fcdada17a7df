"""Record all sessions of `tests/golden/sessions`, and compare recordings."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.golden.choice_session import record_choices
from tests.golden.gtp_session import record_gtp, record_streams
from tests.golden.json_session import record_json
from tests.golden.sandbox import HERE, PROJECT, Sandbox, sandbox
from tests.golden.shell_session import record_python, record_shell

SESSIONS = HERE / "sessions"
BASELINE = PROJECT / "tests" / "data" / "golden"

RECORDERS: dict[str, Callable[[Sandbox, Path], str]] = {
    ".gtp": record_gtp, ".stream": record_streams, ".jsonl": record_json, ".shell": record_shell,
    ".positions": record_choices, ".py": record_python,
}
"""How a session is recorded, by the ending of its script."""


def session_names() -> list[str]:
    """Return the names of all sessions."""
    return sorted(path.stem for path in SESSIONS.iterdir() if path.suffix in RECORDERS)


def record(name: str, root: Path) -> str:
    """Record one session with the program in `root`. Raises ValueError for a name that is none."""
    for path in SESSIONS.glob(f"{name}.*"):
        if path.suffix in RECORDERS:
            with sandbox(root.resolve()) as box:
                return RECORDERS[path.suffix](box, path)
    raise ValueError(f"{name}: expected one of {', '.join(session_names())}")


def write(name: str, root: Path, folder: Path) -> Path:
    """Record one session into a file of `folder`; return its path."""
    target = folder / f"{name}.txt"
    text = record(name, root)
    folder.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8", newline="\n")
    return target


def differences(name: str, text: str) -> Iterator[str]:
    """Yield the lines of a unified diff from the baseline to a recording; none if they are equal."""
    kept = BASELINE / f"{name}.txt"
    before = kept.read_text(encoding="utf-8") if kept.exists() else ""
    return difflib.unified_diff(
        before.split("\n"), text.split("\n"), f"golden/{name}.txt", f"now/{name}.txt", lineterm="",
    )
