"""The sdist and the wheel: what is in them, and the program that each installs, run from another folder."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from gtpengine import __version__

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Distributions:
    """The built files, and the project's files that went in."""

    sdist: Path
    wheel: Path
    sources: frozenset[str]


def run(*words: str | Path, cwd: Path, said: str = "") -> str:
    """Run a program without this Python's environment; return its standard output."""
    fresh = {name: value for name, value in os.environ.items() if not name.startswith(("VIRTUAL_ENV", "PYTHON"))}
    fresh["PYTHONUTF8"] = "1"
    done = subprocess.run(
        list(map(str, words)), cwd=cwd, env=fresh, input=said, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    """Build both from a copy: the sdist from the project, the wheel from the sdist."""
    if importlib.util.find_spec("build") is None:
        pytest.skip("build is not installed: pip install 'mokusan[dev]'")
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no git, or no clone: which files belong to the project is not known")
    copy, out = tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("dist")
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    sources = [name for name in listed.split("\0") if (ROOT / name).is_file()]
    for name in sources:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    here = ["--no-isolation"] if importlib.util.find_spec("hatchling") else []
    run(sys.executable, "-m", "build", *here, "--outdir", out, copy, cwd=out)
    (sdist,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    return Distributions(sdist, wheel, frozenset(sources))


def test_the_sdist_has_what_the_tests_need(built: Distributions) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {name for name in built.sources if not name.startswith(".")} <= names
    assert {
        "LICENSE", "README.md", "pyproject.toml", "configs/README.md", "configs/pictures/gogui.png",
        "tests/data/opening9.sgf", "analysis/README.md", "gtpengine/commands/README.md",
    } <= names  # fmt: skip
    assert not any("__pycache__" in name or name.endswith((".nbi", ".nbc")) for name in names)


def test_the_wheel_has_the_packages_with_their_data(built: Distributions) -> None:
    names = set(zipfile.ZipFile(built.wheel).namelist())
    assert {name for name in built.sources if name.startswith(("analysis/", "gtpengine/"))} <= names
    page = [f"gtpengine/report/page/{name}" for name in ("page.html", "page.css", "main.js")]
    weights = [f"analysis/policy/weights.{suffix}" for suffix in ("json", "npz")]
    assert {*weights, "analysis/ownership/life_probability.json", *page} <= names
    metadata = f"mokusan-{__version__}.dist-info/"
    assert f"{metadata}licenses/LICENSE" in names
    assert all(name.startswith(("analysis/", "gtpengine/", metadata)) for name in names)


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_the_installed_program(built: Distributions, tmp_path: Path, kind: str) -> None:
    """The kernels are those of this copy, so they are found compiled in the cache if its tests have run before."""
    venv, elsewhere = tmp_path / "venv", tmp_path / "elsewhere"
    elsewhere.mkdir()
    run(sys.executable, "-m", "venv", venv, cwd=tmp_path)
    scripts = venv / ("Scripts" if sys.platform == "win32" else "bin")
    run(scripts / "python", "-m", "pip", "install", "-q", f"{getattr(built, kind)}[report]", cwd=elsewhere)
    mokusan = scripts / "mokusan"
    assert run(mokusan, "--version", cwd=elsewhere) == f"mokusan {__version__}\n"
    assert run(mokusan, "value", "{4|3}", cwd=elsewhere).startswith("canonical form  {4|3}\ncount           7/2\n")
    answers = run(mokusan, "gtp", cwd=elsewhere, said="name\nboardsize 9\nplay b e5\nshowboard\nquit\n")
    assert answers.startswith("= Mokusan\n\n= \n\n= \n\n= \n   A B C D E F G H J\n")
    assert " 5 . . . .(X). . . . 5\n" in answers
    record = ROOT / "tests" / "data" / "opening9.sgf"
    page = elsewhere / "report.html"
    assert "Best moves for" in run(mokusan, "analyse", record, cwd=elsewhere)
    run(mokusan, "analyse", record, "--html", page, cwd=elsewhere)
    assert page.read_text(encoding="utf-8").lower().startswith("<!doctype html>")
    written = elsewhere / "all.toml"
    written.write_text(run(mokusan, "settings", cwd=elsewhere), encoding="utf-8")
    assert run(mokusan, "settings", "--config", written, cwd=elsewhere) == written.read_text(encoding="utf-8")
