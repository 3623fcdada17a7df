"""How many stones of real games get a verdict, and how many of these are wrong.

    python -m tests.benchmarks.verdicts [--nodes CHAIN:GROUP ...] [--size S] [--part FIRST]

On 31 fixed positions of truth_dev (../shared/data), every seventh from the first (or another) on, for the stones of
which a strong network is sure: ownership above .9 either way. Printed are, for each limit of nodes, the share of the
living and of the dying without a READ or PROVED verdict, the stones with a wrong one (ALIVE, SAFE or SEKI of a dying
stone, DEAD of a living one), those called CRITICAL, and CPU milliseconds a position.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter

from analysis.board import Position
from analysis.status import BoardStatus, StatusBudget, Verdict, board_status
from tests.positions import TRUTH

EVERY = 7
SURE = 0.9
USUAL = ("25:25", "100:100", "1000:1000")
"""Nodes for the capture of a chain and for the life of a group."""


def count(status: BoardStatus, ownership: list[float]) -> Counter[tuple[str, Verdict]]:
    """Return the numbers of sure stones by their kind: "lives" or "dies", and then the verdict."""
    found: Counter[tuple[str, Verdict]] = Counter()
    for chain in status.chains:
        for point in chain.chain:
            kept = ownership[point] * int(chain.color)
            if abs(kept) > SURE:
                found["lives" if kept > 0 else "dies", chain.verdict] += 1
    return found


def row(counts: Counter[tuple[str, Verdict]], milliseconds: float) -> str:
    """Return the line of a limit of nodes."""
    sums = {kind: sum(n for (k, _), n in counts.items() if k == kind) for kind in ("lives", "dies")}
    unknown = {kind: 100 * counts[kind, Verdict.UNKNOWN] / max(1, sums[kind]) for kind in sums}
    wrong = counts["lives", Verdict.DEAD] + sum(
        counts["dies", verdict] for verdict in (Verdict.ALIVE, Verdict.SAFE, Verdict.SEKI)
    )
    critical = counts["lives", Verdict.CRITICAL] + counts["dies", Verdict.CRITICAL]
    without = 100 * (counts["lives", Verdict.UNKNOWN] + counts["dies", Verdict.UNKNOWN]) / sum(sums.values())
    return (
        f"{without:7.1f} % ({unknown['lives']:.1f} % of {sums['lives']}, {unknown['dies']:.1f} % of {sums['dies']})"
        f"{wrong:7d}{critical:9d}{milliseconds:9.1f}"
    )


def budget(text: str) -> StatusBudget:
    """Return the limits of reading that CHAIN:GROUP stands for. Raises ArgumentTypeError for another text."""
    try:
        chain, group = map(int, text.split(":"))
        return StatusBudget(chain, group)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected CHAIN:GROUP, both at least 1, got {text!r}") from None


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--nodes", type=budget, nargs="+", default=[*map(budget, USUAL)], metavar="CHAIN:GROUP")
    parser.add_argument("--size", type=int, help="only boards of this size")
    parser.add_argument(
        "--part", type=int, choices=range(EVERY), default=0, metavar="FIRST", help="the first position, 0 to 6"
    )
    arguments = parser.parse_args()
    entries = [json.loads(line) for line in TRUTH.read_text(encoding="utf-8").splitlines()][arguments.part :: EVERY]
    entries = [entry for entry in entries if arguments.size in (None, entry["size"])]
    positions = [Position.from_diagram("\n".join(entry["rows"]), entry["to_move"]) for entry in entries]
    board_status(positions[0])  # compiles the kernels
    print("   nodes  without a verdict (of the living, of the dying)   wrong critical  CPU ms")
    for nodes in arguments.nodes:
        counts: Counter[tuple[str, Verdict]] = Counter()
        start = time.process_time()
        for position, entry in zip(positions, entries, strict=True):
            counts += count(board_status(position, budget=nodes), entry["ownership"])
        milliseconds = 1000 * (time.process_time() - start) / len(positions)
        print(f"{f'{nodes.chain}:{nodes.group}':>8} {row(counts, milliseconds)}", flush=True)


if __name__ == "__main__":
    main()
