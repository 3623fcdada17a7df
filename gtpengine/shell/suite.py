"""`mokusan suite`: regression suites put to a GTP engine, and the cases passed and failed."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ..files.atomic_write import atomic_writer
from ..files.path_checks import declare_paths
from ..files.progress import Progress
from ..files.text_files import InputError
from .common_arguments import Parents, Verbs, positive_number, whole_number

if TYPE_CHECKING:
    from ..arena.suite import Case, CaseResult

OWN_COMMAND = (sys.executable, "-m", "gtpengine")
_ANSWER_WIDTH = 60
"""Characters of an answer that are printed."""


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "suite", help="run a regression suite: commands to an engine, and the answers expected",
        description="Run the cases of a suite with a GTP engine. A case is a line of JSON with setup, command and a "
                    "regular expression for the answer. Cases whose command the engine lacks are counted separately.",
    )
    parser.add_argument("suite", metavar="SUITE.jsonl", help="the file with the cases")
    parser.add_argument("--engine", metavar="COMMAND", help="the engine's command line (default: Mokusan itself)")
    parser.add_argument("--class", dest="groups", metavar="NAME", action="append",
                        help="run only the cases of this class; may be repeated")
    parser.add_argument("--limit", metavar="N", type=whole_number(1),
                        help="run only the first N cases of each class")
    parser.add_argument("--folder", metavar="DIR", help="the folder with the game records of the cases (default: the "
                                                        "suite's own folder, or `suites` in it)")
    parser.add_argument("--timeout", metavar="S", type=positive_number(), default=60.0,
                        help="the seconds the engine has for each answer (default: 60)")
    parser.add_argument("--strict", action="store_true",
                        help="match A1|B2 as A1 or B2, not as GNU Go's suites do: begins with A1, or ends with B2")
    parser.add_argument("--json", metavar="OUT", help="also write all results as a JSON object to this file")
    declare_paths(parser, reads="suite", writes="json", folders="folder")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the cases and print the results; returns the exit status, 130 after Ctrl-C."""
    report = make_report(args, sys.stderr)
    for line in report.lines():
        print(line)
    return 130 if report.interrupted else 0


@dataclass(frozen=True)
class SuiteReport:
    """The results of the cases that were run; `interrupted` is whether Ctrl-C left some out."""

    results: list[CaseResult]
    interrupted: bool

    def payload(self) -> dict[str, Any]:
        """Return the counts by class, and every case."""
        return {
            "classes": {name: _counts(results) for name, results in self._classes()},
            "cases": [
                {
                    "case": one.case.name, "class": one.case.group, "outcome": one.outcome.value,
                    "known_fail": one.case.known_fail, "expected": one.case.expected, "answer": one.answer,
                    "wall": round(one.wall_seconds, 4),
                    "cpu": None if one.cpu_seconds is None else round(one.cpu_seconds, 3),
                }
                for one in self.results
            ],
        }

    def lines(self) -> Iterator[str]:
        """Return a line for each class, then a line for every case that was run and not passed."""
        yield (f"{'class':<16}{'passed':>12}{'%':>7}  {'95 %':<15}{'GNU Go':>7}{'late':>6}{'crash':>6}"
               f"{'no setup':>9}{'unknown':>8}{'CPU ms':>9}{'wall ms':>9}")
        for name, results in self._classes():
            counts = _counts(results)
            rate, (low, high) = counts["rate"], counts["interval"]
            percent = "-" if rate is None else f"{100 * rate:.1f}"
            cpu, wall = (_milliseconds(counts[key]) for key in ("cpu_ms", "wall_ms"))
            yield (
                f"{name:<16}{counts['passed']:>6}/{counts['asked']:<5}{percent:>7}  "
                f"{f'[{100 * low:.1f}, {100 * high:.1f}]':<15}{counts['gnugo']:>7}{counts['late']:>6}"
                f"{counts['crashed']:>6}{counts['no_setup']:>9}{counts['unsupported']:>8}{cpu:>9}{wall:>9}"
            )
        for one in self.results:
            if one.outcome.value not in ("pass", "unsupported"):
                known = " (GNU Go fails too)" if one.case.known_fail else ""
                answer = one.answer if one.outcome.value == "fail" else f"{one.outcome.value}: {one.answer}"
                got = answer[:_ANSWER_WIDTH] or "nothing"
                wanted = ("not " if one.case.negate else "") + one.case.expected
                yield f"{one.case.name} {one.case.command}: expected {wanted}, got {got}{known}"

    def _classes(self) -> list[tuple[str, list[CaseResult]]]:
        """Return the results by class, and all of them if there are several classes."""
        names = sorted({one.case.group for one in self.results})
        by_class = [(name, [one for one in self.results if one.case.group == name]) for name in names]
        return by_class if len(by_class) == 1 else [*by_class, ("all", self.results)]


def _counts(results: Sequence[CaseResult]) -> dict[str, Any]:
    """Return counts, the pass rate with Wilson's 95 % interval, and mean times.

    `gnugo` counts the cases that GNU Go is not known to fail.
    """
    from ..accuracy.map_errors import wilson_interval

    asked = [one for one in results if one.outcome.asked]
    counts = Counter(one.outcome.value for one in results)
    passed, cpu = counts["pass"], [one.cpu_seconds for one in asked if one.cpu_seconds is not None]
    return {
        "cases": len(results), "asked": len(asked), "passed": passed, "rate": passed / len(asked) if asked else None,
        "interval": list(wilson_interval(passed, len(asked))), "gnugo": sum(not one.case.known_fail for one in asked),
        "late": counts["no answer in time"], "crashed": counts["crash"], "no_setup": counts["no setup"],
        "unsupported": counts["unsupported"], "cpu_ms": 1000 * sum(cpu) / len(cpu) if cpu else None,
        "wall_ms": 1000 * sum(one.wall_seconds for one in asked) / len(asked) if asked else None,
    }


def _milliseconds(milliseconds: float | None) -> str:
    return "-" if milliseconds is None else f"{milliseconds:.1f}"


def make_report(args: argparse.Namespace, stderr: TextIO) -> SuiteReport:
    """Run the selected cases and write --json; progress goes to `stderr`. After Ctrl-C the results so far are returned.

    Raises SuiteError for a suite that cannot be used, or an engine that cannot be started; InputError for a file that
    cannot be written.
    """
    from ..arena.suite import read_suite

    cases = _selected(read_suite(args.suite), args)
    folder = _records_folder(args)
    with nullcontext() if args.json is None else atomic_writer(args.json, InputError) as write:
        report = _run_cases(cases, args, folder, stderr)
        if write is not None:
            write((json.dumps(report.payload(), indent=1) + "\n").encode())
    return report


def _run_cases(cases: Sequence[Case], args: argparse.Namespace, folder: Path, stderr: TextIO) -> SuiteReport:
    """Run the cases on the engine. Raises SuiteError for an engine that cannot be started."""
    from ..arena.gtp_client import EngineError
    from ..arena.suite import SuiteError, SuiteRunner

    results: list[CaseResult] = []
    interrupted = False
    try:
        runner = SuiteRunner(OWN_COMMAND if args.engine is None else args.engine, folder, args.timeout, args.strict)
    except EngineError as error:
        raise SuiteError(f"engine: {error}") from None
    try:
        with Progress(stderr) as progress:
            for number, case in enumerate(cases, 1):
                results.append(runner.run(case))
                progress(f"{number} of {len(cases)} cases")
    except KeyboardInterrupt:
        interrupted = True
    except EngineError as error:
        raise SuiteError(f"engine: after {results[-1].case.name}: {error}") from None
    finally:
        runner.close()
    return SuiteReport(results, interrupted)


def _selected(cases: Sequence[Case], args: argparse.Namespace) -> list[Case]:
    """Return the cases of --class, at most --limit of each. Raises SuiteError for a class that does not exist."""
    from ..arena.suite import SuiteError

    existing = sorted({case.group for case in cases})
    for name in args.groups or ():
        if name not in existing:
            raise SuiteError(f"{args.suite}: no class {name!r}, only {', '.join(existing) or 'none'}")
    taken: Counter[str] = Counter()
    chosen = []
    for case in cases:
        wanted = args.groups is None or case.group in args.groups
        if wanted and (args.limit is None or taken[case.group] < args.limit):
            taken[case.group] += 1
            chosen.append(case)
    return chosen


def _records_folder(args: argparse.Namespace) -> Path:
    """Return the folder of the records of the cases. Raises SuiteError if --folder is none."""
    from ..arena.suite import SuiteError

    if args.folder is not None:
        if not Path(args.folder).is_dir():
            raise SuiteError(f"--folder: expected a folder with the records of the cases, got {args.folder!r}")
        return Path(args.folder)
    own = Path(args.suite).parent
    return own / "suites" if (own / "suites").is_dir() else own
