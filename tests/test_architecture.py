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

# Floors of analysis, each importing only floors before it and itself; the first is the ground.
FLOORS = [
    "_jit _kernel_cache folders notices", "board", "values", "search", "control", "status", "endgame", "semeai",
    "solver",
    "_prior_kernels prior racing", "settle", "final prior_fit evaluation", "_kernels ranking",
    "tactics _shape_kernels shape_features", "_shape_fit_kernels shape",
    "foresight lookahead reasons shape_fit winrate", "closing ranked_lines", "foreseen_lines",
]
LEVEL = {name: level for level, names in enumerate(FLOORS) for name in names.split()}

# The front's modules likewise: what a module may import stands before it (registry and settings know no session).
FRONT = [
    "command_words named_files errors gtp_client json_lines measure progress replacing settings streaming",
    "arguments clock finished live_gfx sgf render estimates guesser solve_report shape_store endgame_report "
    "batch_source",
    "examine session choice cleanup registry semeai_report semeai_board solve_sgf solving value_report batch_rows "
    "truth match_player match suite",
    "local_report tree_report commands batch",
    "protocol json_query",
    "analyse_command batch_command compare_command local_command match_command measure_command semeai_command "
    "solve_command suite_command value_command json_analysis report fitting",
    "cli", "__main__",
]
FRONT_LEVEL = {name: level for level, names in enumerate(FRONT) for name in names.split()}


def imported_modules(path: Path) -> set[str]:
    """Dotted names of the project's modules that a file imports at run time, wherever in it."""
    package = ".".join(path.relative_to(ROOT).parent.parts)
    found: set[str] = set()
    tree = ast.parse(path.read_text())
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


def test_kernels_are_made_of_kernels_only() -> None:
    """What they take from elsewhere the hash in `_kernel_cache` would not know: a change of it would go unseen."""
    kernels = [path for path in ANALYSIS if path.name.endswith("_kernels.py")]
    assert len(kernels) > 20
    packages = {".".join(path.parent.relative_to(ROOT).parts) for path in ANALYSIS}
    for path in kernels:
        taken = imported_modules(path) - packages
        assert not [name for name in taken if "_kernels" not in name and not name.startswith("analysis._jit")], path


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

    for floor in ("", ".board", ".control", ".endgame", ".search", ".semeai", ".solver", ".status", ".values"):
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
from analysis import notices, _jit
from analysis.board import unconditional
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
print(_jit.COMPILED, control.method, round(control.score, 2), [position.grid.vertex(c.point) for c in best])
print(int(unconditional(position).alive.sum()))
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
from analysis import Position, estimate, notices, _kernel_cache
from analysis.board import unconditional
notices.subscribe(lambda text: print('notice:', text))
if 'all' in sys.argv:
    estimate(Position.empty(3))
else:
    unconditional(Position.empty(3))
print(len(list(_kernel_cache.CACHE_FOLDER.rglob('*.nbi'))) > 0, _kernel_cache.CACHE_FOLDER)
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
