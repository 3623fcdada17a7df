"""Record golden transcripts, or check them: `python -m tests.golden OUT`, `python -m tests.golden --check`."""

from __future__ import annotations

import argparse
import resource
import sys
import time
from pathlib import Path

from tests.golden.recording import differences, record, session_names, write
from tests.golden.sandbox import PROJECT


def main() -> int:
    """Run the words of the command line; return 1 if a check finds a difference."""
    args = _words()
    names = args.only or session_names()
    equal = True
    for name in names:
        begun, before = time.monotonic(), _cpu()
        if args.check:
            lines = list(differences(name, record(name, args.root)))
            equal = equal and not lines
            sys.stdout.writelines(f"{line}\n" for line in lines)
        else:
            write(name, args.root, args.out)
        used, wall = _cpu() - before, time.monotonic() - begun
        sys.stderr.write(f"{name}: {used:.1f} s CPU, {wall:.1f} s\n")
    return 0 if equal else 1


def _words() -> argparse.Namespace:
    """Read the words of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--root", metavar="DIR", type=Path, default=PROJECT, help="the project whose program runs")
    parser.add_argument("--only", metavar="NAME", action="append", help="this session; may be repeated")
    parser.add_argument("--check", action="store_true", help="compare with tests/data/golden, write nothing")
    parser.add_argument("out", metavar="OUT", type=Path, nargs="?", help="the folder for the transcripts")
    args = parser.parse_args()
    if args.check == (args.out is not None):
        parser.error("expected either OUT or --check")
    return args


def _cpu() -> float:
    """Return the processor seconds of all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
