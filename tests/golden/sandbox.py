"""Run the program of one project root, each session in a fresh folder with an empty store of solved positions.

Compiled kernels are kept between recordings in `KEPT`; everything else that the program keeps on disk is deleted with
the session. The program is found by PYTHONPATH, so that the names of files in its output do not depend on the root.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.golden.masks import Masks

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
INPUTS = PROJECT / "tests" / "data" / "golden" / "inputs"
KEPT = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mokusan-golden"
START = "import sys; from gtpengine.cli import main; sys.exit(main(sys.argv[1:]))"
LONGEST = 150_000
"""Bytes: of a longer file only its length and hash are recorded."""
PATIENCE = 7200.0
"""Seconds after which a program that is still running is an error: far more than any needs on a busy machine."""


@dataclass(frozen=True)
class Ended:
    """What a program said: exit status, stdout and stderr, masked."""

    status: int
    stdout: str
    stderr: str


@dataclass
class Sandbox:
    """A folder in which a session runs the program.

    Public attributes:
      folder      -- the working folder; the inputs are in `inputs`
      environment -- of the programs
      masks       -- what is replaced in their output
    """

    folder: Path
    environment: dict[str, str]
    masks: Masks
    _seen: dict[str, bytes] = field(default_factory=dict)

    def command(self, words: Sequence[str]) -> list[str]:
        """Return the command line of `mokusan WORDS`."""
        return [sys.executable, "-c", START, *words]

    def mokusan(self, words: Sequence[str], given: bytes = b"") -> Ended:
        """Run `mokusan WORDS` with `given` on standard input."""
        return self.run(self.command(words), given)

    def run(self, command: Sequence[str], given: bytes = b"") -> Ended:
        """Run any command line in the folder."""
        done = subprocess.run(
            command, input=given, capture_output=True, cwd=self.folder, env=self.environment, timeout=PATIENCE,
            check=False,
        )
        out, said = (stream.decode("utf-8", "backslashreplace") for stream in (done.stdout, done.stderr))
        return Ended(done.returncode, self.masks.text(out), self.masks.stderr(said))

    def written(self) -> str:
        """Describe the files that were written since the last call: name, length, hash and content, masked."""
        files = []
        for path in (path for path in self.folder.rglob("*") if path.is_file()):
            name = str(path.relative_to(self.folder))
            data = path.read_bytes()
            digest = hashlib.sha256(data).digest()
            if name.startswith(("inputs/", "bin/")) or path.name == ".lock" or self._seen.get(name) == digest:
                continue
            self._seen[name] = digest
            files.append((self.masks.text(name), data))
        return "".join(_described(name, self.masks, data) for name, data in sorted(files))


def _described(name: str, masks: Masks, data: bytes) -> str:
    """Describe a file; bytes that are no UTF-8 are shown by length and hash alone."""
    try:
        text = masks.text(data.decode("utf-8"))
    except UnicodeDecodeError:
        return f"file {name}: {len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}\n"
    raw = text.encode("utf-8")
    head = f"file {name}: {len(raw)} bytes, sha256 {hashlib.sha256(raw).hexdigest()}\n"
    return head if len(raw) > LONGEST else head + whole_lines(text)


def whole_lines(text: str) -> str:
    """Return a text whose last line ends; a line more tells that it did not."""
    return text if not text or text.endswith("\n") else f"{text}\n(no line end)\n"


@contextmanager
def sandbox(root: Path) -> Iterator[Sandbox]:
    """Make a sandbox for the program in `root`, and delete it after use."""
    with tempfile.TemporaryDirectory(prefix="golden-") as name:
        folder, cache = Path(name).resolve() / "work", Path(name).resolve() / "cache"
        shutil.copytree(INPUTS, folder / "inputs")
        _write_program(folder / "bin" / "mokusan")
        cache.mkdir()
        KEPT.mkdir(parents=True, exist_ok=True)
        for kernels in KEPT.glob("kernels-*"):
            shutil.copytree(kernels, cache / kernels.name, copy_function=os.link)  # a symbolic link would be refused
        environment = _environment(root, folder, cache)
        masks = Masks(_version(root, environment), ((folder, "WORK"), (cache, "CACHE"), (root, "ROOT")))
        made = Sandbox(folder, environment, masks)
        made.mokusan(["warm"])  # else the first answers would be those of a cold start
        try:
            yield made
        finally:
            _keep_kernels(cache)


def _environment(root: Path, folder: Path, cache: Path) -> dict[str, str]:
    """Return the environment of the programs: this process's, without what changes how they print or run."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("MOKUSAN_", "PYTHON", "LC_"))}
    path = os.pathsep.join([str(folder / "bin"), ours.get("PATH", os.defpath)])
    return ours | {
        "PATH": path, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "MOKUSAN_CACHE_DIR": str(cache),
        "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "100",
    }


def _write_program(path: Path) -> None:
    """Write the script `mokusan`, for command lines that start an engine."""
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{START}' \"$@\"\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def _version(root: Path, environment: dict[str, str]) -> str:
    """Return the version of the program in `root`. Raises ValueError if another copy of it would run."""
    asked = "import gtpengine; print(gtpengine.__file__); print(gtpengine.__version__)"
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, cwd=environment["MOKUSAN_CACHE_DIR"],
        env=environment, check=True,
    )
    place, version = done.stdout.splitlines()
    if not Path(place).resolve().is_relative_to(root):
        raise ValueError(f"{root}: expected the package gtpengine, it was found at {place}")
    return version


def _keep_kernels(cache: Path) -> None:
    """Move newly compiled kernels to `KEPT`, unless another recording has put them there."""
    for kernels in cache.glob("kernels-*"):
        target = KEPT / kernels.name
        if not target.exists():
            part = KEPT / f"new-{os.getpid()}-{kernels.name}"
            shutil.move(kernels, part)
            try:
                part.rename(target)
            except OSError:
                shutil.rmtree(part)
