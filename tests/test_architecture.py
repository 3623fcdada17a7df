"""The house: imports run one way only, starting is light, kernels work without numba."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# Rooms of analysis in the order of imports: each imports only rooms before it, and itself.
FLOORS = [
    "runtime", "board", "values", "control", "region", "reading", "status", "semeai", "endgame", "solver", "ownership",
    "evaluation", "ranking", "policy", "tree_search", "explanation",
]
LEVEL = {name: level for level, name in enumerate(FLOORS)}

# The rooms and modules of gtpengine likewise; those of one line do not import one another.
FRONT = [
    "errors streaming standard_streams garbage_collection interrupts setting_table", "settings",
    "arguments clock render files records", "sgf",
    "text engine accuracy", "arena batch report session", "solve registry", "commands", "protocol", "kata_json",
    "shell", "cli", "__main__",
]
FRONT_LEVEL = {name: level for level, names in enumerate(FRONT) for name in names.split()}

# Rooms of gtpengine whose modules are named after families of commands and verbs of the shell.
NAMED_AFTER_VERBS = {"commands", "shell", "text"}
MOST_MODULES = 20
"""Modules in a folder."""


def imported_modules(path: Path) -> set[str]:
    """Dotted names of the project's modules that a file imports at run time, wherever in it."""
    package = ".".join(path.relative_to(ROOT).parent.parts)
    found: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            skipped.update(ast.walk(node))
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found.add(module)
            found.update(f"{module}.{alias.name}" for alias in node.names)
    return {name for name in found if name.split(".")[0] in ("analysis", "gtpengine")}


def floor_of(name: str) -> str | None:
    """The floor of analysis that a dotted name belongs to; None for the package itself."""
    parts = name.split(".")
    return parts[1] if parts[0] == "analysis" and len(parts) > 1 and parts[1] in LEVEL else None


ANALYSIS = sorted((ROOT / "analysis").rglob("*.py"))
SOURCES = [*ANALYSIS, *sorted((ROOT / "gtpengine").rglob("*.py"))]


@pytest.mark.parametrize("path", ANALYSIS, ids=lambda p: str(p.relative_to(ROOT)))
def test_floors_import_downwards_only(path: Path) -> None:
    own = path.relative_to(ROOT / "analysis").parts[0].removesuffix(".py")
    imports = imported_modules(path)
    assert not [name for name in imports if name.startswith("gtpengine")]
    if own == "__init__":
        return
    assert own in LEVEL, f"a new floor: give {own} its place in FLOORS"
    for name in imports:
        floor = floor_of(name)
        assert floor is None or LEVEL[floor] <= LEVEL[own], f"{path.name} imports {name}"


def names_of_modules(folders: list[Path], shared: set[str]) -> list[str]:
    """The names of the modules in these folders, without those that every folder may have."""
    return [path.stem for folder in folders for path in folder.glob("*.py") if path.stem not in shared]


def folders_of(package: str) -> list[Path]:
    return sorted({path.parent for path in (ROOT / package).rglob("*.py")})


def test_a_module_is_known_by_its_name() -> None:
    """Names are unique within analysis, and within gtpengine apart from the rooms named after verbs."""
    analysis = names_of_modules(folders_of("analysis"), {"__init__", "settings", "_kernels"})
    front = [folder for folder in folders_of("gtpengine") if folder.name not in NAMED_AFTER_VERBS]
    gtpengine = names_of_modules(front, {"__init__", "__main__"})
    for names in (analysis, gtpengine):
        assert not {name for name in names if names.count(name) > 1}


@pytest.mark.parametrize("package", ["analysis", "gtpengine", "tests"])
def test_no_folder_is_crowded(package: str) -> None:
    for folder in folders_of(package):
        modules = [path for path in folder.glob("*.py") if path.stem != "__init__"]
        assert len(modules) <= MOST_MODULES, f"{folder.relative_to(ROOT)}: {len(modules)} modules"


MODULE_LINES, FUNCTION_LINES = 400, 50
KERNEL_LINES, KERNEL_PARAMETERS = 80, 8


def functions_of(path: Path) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_modules_and_functions_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MODULE_LINES
    is_kernel = path.name.endswith("_kernels.py")
    for function in functions_of(path):
        lines = (function.end_lineno or 0) - function.lineno + 1
        assert lines <= (KERNEL_LINES if is_kernel else FUNCTION_LINES), f"{function.name}: {lines} lines"
        if is_kernel:
            count = len(function.args.args) + len(function.args.kwonlyargs)
            assert count <= KERNEL_PARAMETERS, f"{function.name}: {count} parameters"


def test_modules_of_tests_are_short() -> None:
    for path in sorted((ROOT / "tests").rglob("*.py")):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= MODULE_LINES, f"{path.relative_to(ROOT)}: {lines} lines"


@pytest.mark.parametrize("package", ["analysis", "gtpengine"])
def test_the_readme_of_a_package_names_every_module(package: str) -> None:
    readme = (ROOT / package / "README.md").read_text(encoding="utf-8")
    verbs = (ROOT / "gtpengine" / "shell" / "README.md").read_text(encoding="utf-8")
    for path in SOURCES:
        if path.is_relative_to(ROOT / package) and not path.stem.startswith("_"):
            named = f"`{path.stem}`" in readme or f"/{path.stem}.py`" in readme
            assert named or f"`mokusan {path.stem}" in verbs, path.relative_to(ROOT)


def test_kernels_are_made_of_kernels_only() -> None:
    """What they take from elsewhere the hash in `_kernel_cache` would not know: a change of it would go unseen."""
    kernels = [path for path in ANALYSIS if path.name.endswith("_kernels.py")]
    assert len(kernels) > 20
    packages = {".".join(path.parent.relative_to(ROOT).parts) for path in ANALYSIS}
    for path in kernels:
        taken = imported_modules(path) - packages
        assert all("_kernels" in name or name.startswith("analysis.runtime") for name in taken), path


@pytest.mark.parametrize("path", sorted((ROOT / "gtpengine").rglob("*.py")), ids=lambda p: str(p.relative_to(ROOT)))
def test_the_front_imports_downwards_only(path: Path) -> None:
    own = path.relative_to(ROOT / "gtpengine").parts[0].removesuffix(".py")
    if own == "__init__":
        return
    assert own in FRONT_LEVEL, f"a new module: give {own} its place in FRONT"
    for name in imported_modules(path):
        parts = name.split(".")
        if parts[0] == "gtpengine" and len(parts) > 1 and parts[1] in FRONT_LEVEL and parts[1] != own:
            assert FRONT_LEVEL[parts[1]] <= FRONT_LEVEL[own], f"{path.name} imports {name}"


def test_every_public_name_is_there() -> None:
    import importlib

    for floor in ("", ".board", ".control", ".endgame", ".region", ".semeai", ".solver", ".status", ".values"):
        module = importlib.import_module(f"analysis{floor}")
        assert module.__all__ == sorted(module.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name))
        assert all(hasattr(module, name) for name in module.__all__)


def python(
    code: str, *arguments: str, root: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:  # fmt: skip
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, cwd=root, timeout=300,
        env={**os.environ, **environment},
    )


def test_importing_the_analysis_loads_neither_numba_nor_scipy() -> None:
    run = python("import sys, analysis, gtpengine.cli; print([m for m in ('numba', 'scipy') if m in sys.modules])")
    assert run.stdout == "[]\n", run.stderr


WITHOUT_NUMBA = """
import sys
if {missing}:
    sys.modules['numba'] = None
from analysis import *
from analysis.runtime import jit, notices
from analysis.board import unconditional_life
notices.subscribe(lambda text: print('notice:', text))
position = Position.from_diagram('''
. . . . . . .
. X . . O . .
. . . X O . .
. . X O . O .
. . X O . . .
. X . X O . .
. . . . . . .''')
control = estimate(position)
best = rank_moves(position).best(3)
print(jit.COMPILED, control.method, round(control.score, 2), [position.grid.vertex(c.point) for c in best])
print(int(unconditional_life(position).alive.sum()))
"""


def test_without_numba_everything_works_and_says_so_once() -> None:
    """Both ways of being without: not installed, and switched off. The answers are those of the kernels."""
    compiled = python(WITHOUT_NUMBA.format(missing=False)).stdout.splitlines()
    assert compiled[-2].startswith("True fast")
    missing = python(WITHOUT_NUMBA.format(missing=True)).stdout.splitlines()
    disabled = python(WITHOUT_NUMBA.format(missing=False), NUMBA_DISABLE_JIT="1").stdout.splitlines()
    slower = "the kernels run as plain Python, much slower"
    assert missing[0] == f"notice: numba is not installed: {slower}"
    assert disabled[0] == f"notice: numba is switched off (NUMBA_DISABLE_JIT): {slower}"
    assert missing[1:] == disabled[1:]
    assert missing[1] == compiled[-2].replace("True fast", "False paper")
    assert missing[2] == compiled[-1]


CACHED = """
import sys
from analysis import Position, estimate
from analysis.runtime import kernel_cache, notices
from analysis.board import unconditional_life
notices.subscribe(lambda text: print('notice:', text))
if 'all' in sys.argv:
    estimate(Position.empty(3))
else:
    unconditional_life(Position.empty(3))
print(len(list(kernel_cache.CACHE_FOLDER.rglob('*.nbi'))) > 0, kernel_cache.CACHE_FOLDER)
"""


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
def test_kernels_are_cached_in_the_users_folder(tmp_path: Path) -> None:
    """Compiled once, said once; the second process finds them, whatever may be written beside the sources.

    What the first did not need is said when it is compiled, although the folder is not empty. Another copy of the
    package finds what this one compiled, unless its kernels are others.
    """
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "analysis", copy / "analysis", ignore=shutil.ignore_patterns("__pycache__"))
    first, second, third, copied, fourth = (
        python(CACHED, *asked, root=root, MOKUSAN_CACHE_DIR=str(tmp_path)).stdout.splitlines()
        for root, asked in ((ROOT, ()), (ROOT, ()), (ROOT, ("all",)), (copy, ("all",)), (ROOT, ("all",)))
    )
    once = "this happens once and takes a minute at most"
    assert first[:-1] == [f"notice: compiling the kernels of analysis.board; {once}"]
    assert first[-1].startswith(f"True {tmp_path}")
    assert second == first[-1:]
    assert third == [f"notice: compiling the kernels of analysis.control; {once}", *second]
    assert copied == fourth == second
    with (copy / "analysis/board/_kernels.py").open("a") as kernels:
        kernels.write("# another text\n")
    other = python(CACHED, root=copy, MOKUSAN_CACHE_DIR=str(tmp_path)).stdout.splitlines()
    assert other[:-1] == first[:-1]
    assert other[-1] != first[-1]


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
def test_a_cache_that_cannot_be_written_falls_back_to_the_temporary_folder(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    run = python(CACHED, MOKUSAN_CACHE_DIR=str(blocked), TMPDIR=str(tmp_path))
    assert run.stdout.splitlines()[-1].startswith(f"True {tmp_path}/mokusan-"), run.stderr


def test_the_root_has_the_files_of_a_project_only() -> None:
    """A file written there by mistake is committed easily."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no git, or no clone: which files belong to the project is not known")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {name.partition("/")[0] for name in listed.splitlines()} == {
        ".ci", ".gitignore", "LICENSE", "README.md", "analysis", "configs", "gtpengine", "pyproject.toml", "tests",
    }  # fmt: skip
