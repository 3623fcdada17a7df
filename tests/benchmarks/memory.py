"""Memory and threads of long sessions: random commands in pipelined bursts, analyses among them.

    python -m tests.benchmarks.memory [--commands 100000] [--burst 200] [--seed 1]

Prints the resident memory before, during and after one session. Boards are small, so that the length of the session
and not the play is what costs. The board is cleared now and then, because the record of a game grows.
"""

from __future__ import annotations

import argparse
import gc
import random
import threading
import time
from pathlib import Path

from gtpengine.protocol import parse_line
from tests.gtpengine.gtp_talk import Talk

COLUMNS = "ABCDEFG"
NEW_GAME = 400


def resident() -> float:
    """Return the resident memory of this process in MiB; exits where the system has no /proc."""
    status = Path("/proc/self/status")
    if not status.exists():
        raise SystemExit("no /proc/self/status here: nothing to measure with")
    return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmRSS")) / 1024


def random_line(dice: random.Random) -> bytes:
    """Return a random command line; sometimes an empty one, a comment or an unknown command."""
    color, vertex = dice.choice("bw"), dice.choice(COLUMNS) + str(dice.randint(1, 7))
    number = dice.choice(["", f"{dice.randint(0, 99999)} "])
    often = [f"play {color} {vertex}"] * 12 + [f"genmove {color}"] * 2
    analyses = ["analyze 5", f"lz-analyze {color} 0", "kata-analyze 1 ownership true", f"genmove_analyze {color} 10"]
    others = [
        "undo", "name", "list_commands", "known_command play", "showboard", "final_score", "kata-get-rules", "stop",
        f"kata-set-rule ko {dice.choice(['SIMPLE', 'POSITIONAL'])}", "mokusan-score", "mokusan-rank", "komi 6.5",
        "final_status_list dead", "nonsense", f"analyze {vertex}", "printsgf", "cputime",
    ]
    if dice.random() < 0.04:
        return dice.choice([b"", b"# interrupt", b"# comment", b"\x01"])
    return (number + dice.choice(often + analyses + others)).encode()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--commands", type=int, default=100_000)
    parser.add_argument("--burst", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    talk = Talk()
    talk.ok("boardsize 7")
    sent = 0

    def burst() -> None:
        nonlocal sent
        lines = [random_line(dice) for _ in range(options.burst)]
        if sent % NEW_GAME < options.burst:
            lines[0] = b"clear_board"
        requests = [request for line in lines if (request := parse_line(line))]
        answers = talk.send(b"\n".join(lines) + b"\n")
        assert [answer.id for answer in answers] == [request.id for request in requests]
        assert not any(answer.text.startswith("internal error") for answer in answers)
        talk.said.clear()
        sent += len(requests)

    while sent < 2000:  # loading and compiling happen once and are no leak
        burst()
    gc.collect()
    threads, start, sent = threading.active_count(), time.monotonic(), 0
    print(f"warm: {resident():.1f} MiB, {threads} threads", flush=True)
    shown = 0
    while sent < options.commands:
        burst()
        if 10 * sent // options.commands > shown:
            shown = 10 * sent // options.commands
            gc.collect()
            print(f"{sent:>8} commands: {resident():.1f} MiB, {threading.active_count()} threads", flush=True)
    print(f"{sent / (time.monotonic() - start):.0f} commands a second")


if __name__ == "__main__":
    main()
