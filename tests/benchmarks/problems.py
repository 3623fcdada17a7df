"""First moves of book problems of life and death, by kind of failure.

    python -m tests.benchmarks.problems [--part TEXT] [--count N] [--seed N] [--half even|odd|all]
        [--seconds S or --nodes N] [--list]

As for `mokusan problem`, the group in question is the largest that is shut in. Printed are how often the first move is
one of the book, and how often the search found another move, found none, or was not finished with another as the most
promising, for groups to be killed and to be saved; with --list also the problems that failed. Even halves are to look
at, odd ones only to count.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

from analysis.board import Position
from analysis.reading.problems import ProblemError, ProblemResult, find_problem, solve_problem

FILE = Path(__file__).parents[3] / "shared/data/large/tsumego_dev.jsonl.gz"


def problems(part: str, half: str) -> list[dict[str, Any]]:
    """Return the problems of life and death with this text in their id, of one half or of both."""
    with gzip.open(FILE, "rt") as lines:
        found = [json.loads(line) for line in lines]
    return [
        problem for problem in found
        if part in problem["id"] and problem["category"] == "life_death"
        and half in ("all", "odd" if zlib.crc32(problem["id"].encode()) % 2 else "even")
    ]  # fmt: skip


def position_of(problem: dict[str, Any]) -> Position:
    """Return the position of a problem."""
    side = problem["size"]
    rows = [["."] * side for _ in range(side)]
    for sign, stones in (("X", problem["black"]), ("O", problem["white"])):
        for stone in stones:
            rows[ord(stone[1]) - ord("a")][ord(stone[0]) - ord("a")] = sign
    return Position.from_diagram("\n".join("".join(row) for row in rows), problem["to_move"])


def outcome(problem: dict[str, Any], **limit: Any) -> str:
    """Return what the search makes of a problem with a limit of `seconds` or `nodes`."""
    position = position_of(problem)
    try:
        stated = find_problem(position)
    except ProblemError:
        return "no group"
    found = solve_problem(position, stated, **limit)
    grid, goal = position.grid, stated.goal
    wanted = {grid.at(ord(line[0][1]) - ord("a"), ord(line[0][0]) - ord("a")) for line in problem["solutions"]}
    if wanted.issuperset(found.first_moves[:1] or (None,)):
        return f"{goal}: right"
    if found.result is ProblemResult.UNKNOWN:
        return f"{goal}: not finished"
    return f"{goal}: fails" if found.result is ProblemResult.LOSS else f"{goal}: another move"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--part", default="Elementary", metavar="TEXT")
    parser.add_argument("--count", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--half", choices=("even", "odd", "all"), default="even")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--seconds", type=float, default=1.0, metavar="S")
    limits.add_argument("--nodes", type=int, metavar="N")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    chosen = problems(arguments.part, arguments.half)
    random.Random(arguments.seed).shuffle(chosen)
    limit = {"seconds": arguments.seconds} if arguments.nodes is None else {"nodes": arguments.nodes}
    outcome(chosen[0], nodes=1)  # compiles
    seen, seconds = Counter[str](), []
    for problem in chosen[: arguments.count]:
        start = time.process_time()
        kind = outcome(problem, **limit)
        seconds.append(time.process_time() - start)
        seen[kind] += 1
        if arguments.list and not kind.endswith("right"):
            print(problem["id"], kind)
    right = sum(count for kind, count in seen.items() if kind.endswith("right"))
    print(", ".join(f"{kind} {count}" for kind, count in sorted(seen.items())))
    print(f"{right} of {len(seconds)} right: {100 * right / len(seconds):.1f} %; seconds of CPU each: mean "
          f"{sum(seconds) / len(seconds):.2f}, longest {max(seconds):.2f}")  # fmt: skip


if __name__ == "__main__":
    main()
