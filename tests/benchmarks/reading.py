"""Captures in closed rooms against exhaustive search.

    python -m tests.benchmarks.reading [--rooms N] [--seed N]

In each of N random closed rooms of 4 to 10 points a chain is to be captured, and saved. Printed are how many questions
were answered, how many answers are wrong (a ko counts as one result, whoever must make the first threat), how many of
the wrong ones were called proved, and how many searches were not finished.
"""

from __future__ import annotations

import argparse
from collections import Counter

from analysis.reading import Evidence, Result, attack, defend
from tests.analysis.reading.rooms import exhaustive_result, rooms


def compare(count: int, seed: int, nodes: int = 2000) -> Counter[str]:
    """Compare the answers about so many rooms; print those that are wrong; return the counts."""
    seen = Counter[str]()
    for region, position, point in rooms(seed):
        for attacking, question in ((True, attack), (False, defend)):
            truth = exhaustive_result(region, position, point, attacking)
            if truth is None:
                seen["too large"] += 1
                continue
            found = question(position, point, nodes=nodes)
            if not found.finished:
                seen["not finished"] += 1
                continue
            said = Result.KO_FIRST if found.result.by_ko else found.result
            seen["asked"] += 1
            seen[f"{question.__name__} {truth.name}"] += 1
            if said is not truth:
                seen["wrong"] += 1
                seen["wrong, proved"] += found.evidence is Evidence.PROVED
                print(f"{question.__name__} {position.grid.vertex(point)}: {said.name}, in truth {truth.name}")
                print(position.diagram())
        seen["rooms"] += 1
        if seen["rooms"] == count:
            return seen
    raise AssertionError


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rooms", type=int, default=2000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    arguments = parser.parse_args()
    seen = compare(arguments.rooms, arguments.seed)
    print(", ".join(f"{name} {count}" for name, count in sorted(seen.items())))
    print(f"wrong: {100 * seen['wrong'] / seen['asked']:.2f} % of the finished answers")


if __name__ == "__main__":
    main()
