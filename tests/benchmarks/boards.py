"""Solving small boards: nodes, time and nodes a second, beside a count of the literature.

    python -m tests.benchmarks.boards [--long] [--guess]

Every method first solves a tiny board, so that compilation is not counted. `--long` adds 4x5 (some 300 million nodes,
ten minutes or more). `--guess` also solves with the ranker's moves tried first, as `mokusan solve` does. Literature:
E. van der Werf's letter "5x5 Go is solved" to the computer Go list of 20 October 2002, an alpha-beta search under
simple ko with transposition table, symmetries and unconditional life.
"""

from __future__ import annotations

import argparse

from analysis.solver import Budget, Guesser, Ko, Rules, Solution, solve
from gtpengine.solve.guesser import ranking_guesser

LITERATURE = {"5x5": "25 by the centre: 4.472e9 nodes, 22 plies, 4 hours, 310 thousand nodes/s (2002)"}


def solved(name: str, rules: Rules, guesser: Guesser | None, komi: int | None = None) -> Solution:
    height, width = map(int, name.split("x"))
    return solve(height, width, rules=rules, komi=komi, guesser=guesser, budget=Budget(memory=8 << 30))


def row(name: str, found: Solution) -> str:
    value = str(found.value) if found.value is not None else f"{found.bracket.lower}..{found.bracket.upper}"
    speed = found.nodes / found.seconds if found.seconds else 0.0
    return (f"{name:<22} {value:>6}  {found.method:<8} {found.nodes:>11} nodes {found.seconds:8.2f} s "
            f"{speed:>9.0f} nodes/s  {found.states or '':>8}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--long", action="store_true", help="also solve 4x5")
    parser.add_argument("--guess", action="store_true", help="also solve with the ranker's moves tried first")
    arguments = parser.parse_args()
    simple, superko = Rules(), Rules(Ko.SITUATIONAL)
    for name, rules in (("2x2", simple), ("2x2", superko), ("2x7", simple)):
        solved(name, rules, ranking_guesser)
    print(f"{'board':<22} {'value':>6}  {'method':<8}{'':44}{'states':>9}")
    for name in ["1x5", "1x8", "2x2", "2x3", "2x4", "2x5", "2x6", "3x3", "3x4", "4x4"]:
        print(row(name, solved(name, simple, None)), flush=True)
    for name in ["2x7", "2x8", "3x5", "3x6", *(["4x5"] if arguments.long else [])]:
        print(row(name, solved(name, simple, None)), flush=True)
        if arguments.guess:
            print(row(f"{name}, ranker first", solved(name, simple, ranking_guesser)), flush=True)
    print(row("4x4, more than 0", solved("4x4", simple, None, komi=0)))
    for name in ["2x2", "1x6", "2x3", "1x7", "3x3"]:
        print(row(f"{name}, superko", solved(name, superko, None)), flush=True)
    print("the literature:", ", ".join(f"{name} {count}" for name, count in LITERATURE.items()))


if __name__ == "__main__":
    main()
