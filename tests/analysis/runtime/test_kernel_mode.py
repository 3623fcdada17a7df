"""Kernels deferred and resumed: plain answers at first, then those of compiled kernels, in the same process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from analysis.runtime import kernel_mode

ROOT = Path(__file__).parents[3]
compiled = pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")

SCRIPT = """
import json, sys
from analysis.runtime import kernel_mode
from analysis.runtime.kernel_mode import KernelMode
steps = sys.argv[1:]
if "defer" in steps:
    kernel_mode.defer()
from analysis import ControlSettings, Position, evaluate, estimate, rank_moves
from analysis.control import _kernels
from analysis.board import unconditional_life
position = Position.from_diagram('''
. . . . . . .
. X . . O . .
. . . X O . .
. . X O . O .
. . X O . . .
. X . X O . .
. . . . . . .''')

def facts():
    life = unconditional_life(position)
    after = position.play(int(position.legal_points()[0]))
    evaluation = evaluate(position)
    best = rank_moves(position).best(3)
    return {
        "numba": "numba" in sys.modules, "alive": int(life.alive.sum()), "method": estimate(position).method,
        "score": round(estimate(position).score, 3), "after": after.stones.tolist(),
        "best": [move.point for move in best], "status": evaluation.status is not None,
        "evaluation": round(evaluation.score, 6), "classes": isinstance(parameters, _kernels.Parameters),
    }

parameters = ControlSettings().parameters  # made before kernels are replaced, an argument of kernels after it

found = []
for step in steps:
    if step == "field":
        kernel_mode.resume(KernelMode.FIELD)
    elif step == "all":
        kernel_mode.resume(KernelMode.ALL)
    found.append(facts())
print(json.dumps(found))
"""


def facts_after(*steps: str) -> list[dict[str, Any]]:
    """Return what a process finds after each of the steps "defer", "field", "all"."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *steps], capture_output=True, text=True, cwd=ROOT, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


@compiled
def test_deferred_kernels_answer_without_numba_and_are_replaced_later() -> None:
    (usual,) = facts_after("none")
    plain, field, full = facts_after("defer", "field", "all")
    assert (plain["numba"], plain["method"], plain["status"]) == (False, "paper", False)
    assert (field["numba"], field["method"], field["status"]) == (True, "fast", False)
    assert full == usual
    assert full["status"]
    assert all(facts["classes"] for facts in (plain, field, full))
    for key in ("alive", "after", "best"):
        assert plain[key] == field[key] == full[key]
    assert plain["score"] == pytest.approx(full["score"], abs=0.01)


def test_kernels_cannot_be_deferred_once_they_are_imported() -> None:
    import analysis.runtime.jit  # noqa: F401

    with pytest.raises(RuntimeError, match="before the first"):
        kernel_mode.defer()
    assert kernel_mode.kernel_mode() is kernel_mode.KernelMode.ALL
