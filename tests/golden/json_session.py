"""Record sessions of the JSON analysis protocol: lines sent all at once, their replies grouped by id."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.golden.sandbox import Sandbox


def replies(box: Sandbox, words: list[str], lines: list[str]) -> tuple[dict[str | None, list[str]], str]:
    """Send all lines; return the replies by id in their order (None: without an id), and stderr.

    Which of two queries is answered first may hang on how fast they are read, hence the groups.
    """
    ended = box.mokusan(words, "".join(f"{line}\n" for line in lines).encode("utf-8"))
    found: dict[str | None, list[str]] = {}
    for line in ended.stdout.splitlines():
        found.setdefault(_id(line), []).append(line)
    return found, ended.stderr + (f"exit status {ended.status}\n" if ended.status else "")


def record_json(box: Sandbox, path: Path) -> str:
    """Record a script of queries: each query after `> `, and the replies to its id behind the last one of that id.

    `#: WORDS` gives the words after `mokusan json`; other lines that begin with # are left out.
    """
    written = path.read_text(encoding="utf-8").splitlines()
    words = ["json", *(word for line in written if line.startswith("#: ") for word in line[3:].split())]
    lines = [line for line in written if not line.startswith("#")]
    found, stderr = replies(box, words, lines)
    ids = [_id(line) for line in lines]
    transcript = [f"$ mokusan {' '.join(words)}"]
    for place, line in enumerate(lines):
        transcript.append(f"> {line}")
        if ids[place] is not None and ids[place] not in ids[place + 1 :]:
            transcript += found.pop(ids[place], [])
    transcript += ["replies to no query above:"] if found else []
    transcript += [line for group in found.values() for line in group]
    return "\n".join(transcript) + "\n" + (f"stderr:\n{stderr}" if stderr else "")


def _id(line: str) -> str | None:
    """Return the id of a query or reply; None where there is none."""
    try:
        value: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    name = value.get("id") if isinstance(value, dict) else None
    return name if isinstance(name, str) else None
