"""Record sessions of the shell: one `mokusan` command a line, and the files that it writes."""

from __future__ import annotations

import shlex
from pathlib import Path

from tests.golden.sandbox import Sandbox, whole_lines


def record_shell(box: Sandbox, path: Path) -> str:
    """Record a script of lines `mokusan WORDS [< FILE]`; lines that begin with # and empty lines are left out."""
    return "\n".join(
        _told(box, line)
        for line in path.read_text(encoding="utf-8").splitlines() if line.strip() and not line.startswith("#")
    )


def record_python(box: Sandbox, path: Path) -> str:
    """Record what a Python program prints that imports the project."""
    target = box.folder / "bin" / path.name
    target.write_bytes(path.read_bytes())
    ended = box.run([box.command([])[0], f"bin/{path.name}"])
    return ended.stdout + (f"stderr:\n{ended.stderr}" if ended.stderr else "") + f"exit {ended.status}\n"


def _told(box: Sandbox, line: str) -> str:
    """Run one line; return it with its output, exit status and files."""
    words = shlex.split(line)
    given = b""
    if "<" in words:
        given = (box.folder / words[words.index("<") + 1]).read_bytes()
        words = words[: words.index("<")]
    if words[:1] != ["mokusan"]:
        raise ValueError(f"expected a line that begins with mokusan, got {line!r}")
    ended = box.mokusan(words[1:], given)
    return "".join((
        f"$ {line}\n", whole_lines(ended.stdout), f"stderr:\n{whole_lines(ended.stderr)}" if ended.stderr else "",
        f"exit {ended.status}\n", box.written(),
    ))
