"""Record sessions of GTP: commands sent all at once, and streams of an analysis read until they stand still."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

from tests.golden.sandbox import PATIENCE, Sandbox

_RESPONSE = re.compile(r"([=?])(\d+) ?(.*)", re.S)
_CLOCKS = ("cputime", "gomill-cpu_time")
_ENDLESS = ("analyze", "lz-analyze", "kata-analyze")
_STEADY = 20
"""So many equal lines in a row, and an analysis has nothing left to search."""


def read_script(path: Path) -> tuple[list[str], list[str]]:
    """Read a script: the words after `mokusan` and the lines to send.

    `#: args WORDS` gives the words, `#: include FILE` puts in the lines of another script; other lines are sent.
    """
    words, lines = ["gtp"], []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#: args "):
            words += line.removeprefix("#: args ").split()
        elif line.startswith("#: include "):
            lines += read_script(path.parent / line.removeprefix("#: include ").strip())[1]
        elif not line.startswith("#:"):
            lines.append(line)
    return words, lines


def is_command(line: str) -> bool:
    """Return whether GTP answers a line: comments and empty lines get no answer."""
    return bool(line.partition("#")[0].strip())


def ask(box: Sandbox, words: list[str], lines: list[str]) -> tuple[dict[int, str], str]:
    """Send all lines at once, each command with its number from 0 as its id; return the answers by number, and stderr.

    An answer begins with its sign, "= text" or "? text".
    """
    sent = [f"{number} {line}" if is_command(line) else line for number, line in enumerate(lines)]
    ended = box.mokusan(words, "".join(f"{line}\n" for line in sent).encode("utf-8"))
    answers = {}
    for block in ended.stdout.split("\n\n"):
        found = _RESPONSE.fullmatch(block)
        if found:
            answers[int(found[2])] = f"{found[1]} {found[3]}".rstrip()
    return answers, ended.stderr + (f"exit status {ended.status}\n" if ended.status else "")


def record_gtp(box: Sandbox, path: Path) -> str:
    """Record a script: each command after `> `, and its answer."""
    words, lines = read_script(path)
    answers, stderr = ask(box, words, lines)
    transcript = [f"$ mokusan {' '.join(words)}"]
    for number, line in enumerate(lines):
        transcript.append(f"> {line}")
        if is_command(line):
            transcript.append(_masked_clock(line, answers.get(number, "no answer")))
    return "\n".join(transcript) + "\n" + _tail(stderr) + box.written()


def record_streams(box: Sandbox, path: Path) -> str:
    """Record a script line by line; of an analysis without end only the line that comes again and again."""
    words, lines = read_script(path)
    transcript = [f"$ mokusan {' '.join(words)}"]
    with subprocess.Popen(
        box.command(words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=box.folder,
        env=box.environment, text=True, encoding="utf-8", bufsize=1,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        output, open_stream = iter(program.stdout), False
        guard = threading.Timer(PATIENCE, program.kill)
        guard.start()
        for line in lines:
            transcript.append(f"> {line}")
            program.stdin.write(f"{line}\n")
            if open_stream:
                _response(output)
            answer = _steady(output) if line.split()[0] in _ENDLESS else _response(output)
            open_stream = line.split()[0] in _ENDLESS and answer[0].startswith("=")
            transcript += answer
        guard.cancel()
    return box.masks.text("\n".join(transcript) + "\n")


def _masked_clock(line: str, answer: str) -> str:
    """Replace the answer of the commands that tell processor time."""
    return "= TIME" if line.split()[0] in _CLOCKS and answer.startswith("= ") else answer


def _tail(stderr: str) -> str:
    return f"stderr:\n{stderr}" if stderr else ""


def _response(output: Iterator[str]) -> list[str]:
    """Read the lines of an answer up to the empty line."""
    lines: list[str] = []
    for line in output:
        if line == "\n":
            break
        lines.append(line.rstrip())
    return lines


def _steady(output: Iterator[str]) -> list[str]:
    """Read the header and the lines of an analysis, until the same line came `_STEADY` times; return both.

    An answer that is a failure is read to its end.
    """
    header = next(output).rstrip()
    if header.startswith("?"):
        return [header, *_response(output)]
    last, count = "", 0
    while count < _STEADY:
        line = next(output).rstrip()
        count = count + 1 if line == last else 1
        last = line
    return [header, last]
