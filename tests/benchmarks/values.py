"""Speed of combinatorial games, as ratios against pycgt in the same process.

    python -m tests.benchmarks.values [--rounds N] [--longest 13]

The sum of one corridor of every length from 2 to `--longest`, in canonical form; then all games born by day 3, and
their order; then thermographs, of games whose canonical forms are known to both. pycgt canonicalises after every
addition, the best it can do. Caches are cleared before each round.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import random
import time
from collections.abc import Callable
from functools import reduce
from typing import Any

from analysis.values import Value, format_value, game, number, thermograph, total
from analysis.values.games.forms import followers
from tests.analysis.values.plain import corridor


def converted(value: Value, pycgt: Any, games: dict[Value, Any]) -> Any:
    """Return the same game in pycgt; `games` are those converted before."""
    if value not in games:
        games[value] = pycgt.Game(
            frozenset(converted(option, pycgt, games) for option in value.left),
            frozenset(converted(option, pycgt, games) for option in value.right),
        )
    return games[value]


def clear_caches(*modules: str) -> None:
    """Clear the modules' caches of sums and comparisons."""
    for module in modules:
        for name, value in vars(importlib.import_module(module)).items():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
            elif name in ("_geq_cache", "_SUMS", "_ORDER"):
                value.clear()
    gc.collect()


def day(number: int) -> list[Value]:
    """Return all games born by a day: the options of a side are any that are pairwise incomparable."""
    if number == 0:
        return [game([], [])]
    sides: list[tuple[Value, ...]] = [()]
    for option in day(number - 1):
        sides += [(*side, option) for side in sides if all(option.confused_with(other) for other in side)]
    return list({game(left, right): None for left in sides for right in sides})


def best(function: Callable[[], object], rounds: int, before: Callable[[], object]) -> float:
    """Return the least CPU seconds of a call; `before` is called, uncounted, before each."""
    times = []
    for _ in range(rounds):
        before()
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return min(times)


def random_game(rng: random.Random, depth: int, low: int = -30, high: int = 30) -> Value:
    """Return a game of up to `depth` moves with one or two options a side, mostly hot, whole numbers at the ends."""
    if depth == 0 or high - low < 2 or rng.random() < 0.1:
        return number(rng.randint(low, high))
    middle = rng.randint(low, high)
    black, white = (
        [random_game(rng, depth - 1, *ends) for _ in range(rng.choice((1, 1, 2)))]
        for ends in ((max(low, middle - 3), high), (low, min(high, middle + 3)))
    )
    return game(black, white)


def compare_thermographs(pycgt: Any, rounds: int, name: str, games: list[Value]) -> None:
    """Print how much faster than pycgt the thermographs of some games are, and if every corner of them is read."""
    positions = {position for value in games for position in followers(value)}
    known: dict[Value, Any] = {}
    others = [converted(value, pycgt, known) for value in games]

    def clear() -> None:
        for position in positions:
            position.memo.clear()
        gc.collect()

    def read() -> None:
        for value in games:
            graph = thermograph(value)
            _ = graph.mean, graph.temperature, graph.left.points, graph.right.points

    for value, other in zip(games, others, strict=True):
        graph, theirs = thermograph(value), pycgt.thermograph(other)
        assert (graph.mean, graph.temperature) == (theirs.mast, theirs.temperature)
    unit = best(lambda: [pycgt.thermograph(other) for other in others], rounds, pycgt.thermograph.cache_clear)
    made = best(lambda: [thermograph(value) for value in games], rounds, clear)
    every = best(read, rounds, clear)
    print(f"thermographs, {name}: {len(games)} games, {len(positions)} positions; {made / len(positions) * 1e6:.1f} us "
          f"a position, {unit / made:.1f} times faster than pycgt, {unit / every:.1f} times with every corner read")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--longest", type=int, default=13)
    arguments = parser.parse_args()
    rounds, longest = arguments.rounds, arguments.longest
    try:
        pycgt = importlib.import_module("pycgt")
    except ImportError:
        raise SystemExit("pycgt is not installed: nothing to measure against (pip install -e '.[test]')") from None
    corridors = [corridor(length) for length in range(2, longest + 1)]
    others = [converted(value, pycgt, {}) for value in corridors]

    def pycgt_sum() -> Any:
        return reduce(lambda sofar, other: pycgt.canonical(pycgt.add(sofar, other)), others)

    assert pycgt.equals(pycgt_sum(), converted(total(corridors), pycgt, {}))
    unit = best(pycgt_sum, rounds, lambda: clear_caches(pycgt.Game.__module__))
    ours = "analysis.values.games.forms", "analysis.values.games.sums"
    one = best(lambda: total(corridors), rounds, lambda: clear_caches(*ours))
    pairs = best(lambda: reduce(lambda sofar, other: sofar + other, corridors), rounds, lambda: clear_caches(*ours))
    print(f"{len(corridors)} corridors, lengths 2..{longest}: {format_value(total(corridors))}")
    print(f"pycgt, canonical after each +    : {unit * 1e3:8.2f} ms = 1")
    print(f"analysis.values.total            : {one * 1e3:8.2f} ms, {unit / one:6.1f} times faster")
    print(f"the same, by + one after another : {pairs * 1e3:8.2f} ms, {unit / pairs:6.1f} times faster")
    start = time.process_time()
    games = day(3)
    made = time.process_time()
    pairs_in_order = sum(x <= y for x in games for y in games)
    end = time.process_time()
    print(f"born by day 3: {len(games)} games in {made - start:.2f} s, "
          f"their {pairs_in_order} pairs x <= y in {end - made:.2f} s more")
    rng = random.Random(1)
    for name, sample in (
        ("random", [random_game(rng, rng.choice((3, 4, 5))) for _ in range(500)]), ("born by day 3", games),
        ("sums of corridors", [total(corridors[:count]) for count in range(1, 9)]),
    ):
        compare_thermographs(pycgt, rounds, name, sample)


if __name__ == "__main__":
    main()
