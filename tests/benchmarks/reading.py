"""Captures in closed rooms against exhaustive search.

    python -m tests.benchmarks.reading [--rooms N] [--seed N]

In each of N random closed rooms of 4 to 10 points a chain is to be captured, and saved. Printed are the wrong answers,
how many questions were answered, how many answers are wrong, how many of these were called proved, and how many
searches were not finished.
"""

from __future__ import annotations

import argparse

from tests.analysis.reading.rooms import compare


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rooms", type=int, default=2000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    arguments = parser.parse_args()
    seen, wrong = compare(arguments.rooms, arguments.seed)
    print(*wrong, sep="\n")
    print(", ".join(f"{name} {count}" for name, count in sorted(seen.items())))
    print(f"wrong: {100 * seen['wrong'] / seen['asked']:.2f} % of the finished answers")


if __name__ == "__main__":
    main()
