"""The words of `mokusan suite`: what it takes, the cases put to the engine, and what came of them.

Nothing heavy is imported before the words are read.
"""

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
from ..files.progress import Progress
from .argument_types import InputError, positive_number, whole_number
from .common_arguments import Parents, Verbs
from .path_checks import declare_paths

if TYPE_CHECKING:
    from ..arena.suite import Case, CaseResult

OURSELVES = (sys.executable, "-m", "gtpengine")
_SHOWN = 60


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "suite", help="regression suites: questions to an engine, and the answers expected",
        description="Put the cases of a suite to an engine that speaks GTP: lines of JSON with setup, command and a "
                    "regular expression for the answer. Cases whose command the engine lacks are counted apart.",
    )
    parser.add_argument("suite", metavar="SUITE.jsonl", help="the cases")
    parser.add_argument("--engine", metavar="COMMAND", help="its command line (default: ourselves)")
    parser.add_argument("--class", dest="groups", metavar="NAME", action="append",
                        help="of this class; may be repeated")
    parser.add_argument("--limit", metavar="N", type=whole_number(1), help="only the first N cases of each class")
    parser.add_argument("--folder", metavar="DIR", help="where the records of the cases are (default: the suite's own "
                                                        "folder, or `suites` in it)")
    parser.add_argument("--timeout", metavar="S", type=positive_number(), default=60.0,
                        help="seconds for an answer (default: 60)")
    parser.add_argument("--strict", action="store_true",
                        help="read A1|B2 as A1 or B2, not as GNU Go's suites do: begins with A1, or ends with B2")
    parser.add_argument("--json", metavar="OUT", help="also write it all as a JSON object to a file")
    declare_paths(parser, reads="suite", writes="json", folders="folder")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the cases and print the results; returns the exit status, 130 after Ctrl-C."""
    report = answer(args, sys.stderr)
    for line in report.lines():
        print(line)
    return 130 if report.interrupted else 0


@dataclass(frozen=True)
class SuiteReport:
    """What came of the cases that were put; `interrupted` is whether Ctrl-C left some out."""

    results: list[CaseResult]
    interrupted: bool

    def payload(self) -> dict[str, Any]:
        """Counts by class, and every case."""
        return {
            "classes": {name: _counts(results) for name, results in self._classes()},
            "cases": [
                {
                    "case": one.case.name, "class": one.case.group, "outcome": one.outcome.value,
                    "known_fail": one.case.known_fail, "expected": one.case.expected, "answer": one.answer,
                    "wall": round(one.wall_seconds, 4), "cpu": None if one.cpu is None else round(one.cpu, 3),
                }
                for one in self.results
            ],
        }

    def lines(self) -> Iterator[str]:
        """A line a class, then a line for every case that was put and not passed."""
        yield (f"{'class':<16}{'passed':>12}{'%':>7}  {'95 %':<15}{'GNU Go':>7}{'late':>6}{'crash':>6}"
               f"{'no setup':>9}{'unknown':>8}{'CPU ms':>9}{'wall ms':>9}")
        for name, results in self._classes():
            told = _counts(results)
            rate, (low, high) = told["rate"], told["interval"]
            percent = "-" if rate is None else f"{100 * rate:.1f}"
            yield (
                f"{name:<16}{told['passed']:>6}/{told['asked']:<5}{percent:>7}  "
                f"{f'[{100 * low:.1f}, {100 * high:.1f}]':<15}{told['gnugo']:>7}{told['late']:>6}{told['crashed']:>6}"
                f"{told['no_setup']:>9}{told['unsupported']:>8}{_shown(told['cpu_ms']):>9}{_shown(told['wall_ms']):>9}"
            )
        for one in self.results:
            if one.outcome.value not in ("pass", "unsupported"):
                known = " (GNU Go fails too)" if one.case.known_fail else ""
                said = one.answer if one.outcome.value == "fail" else f"{one.outcome.value}: {one.answer}"
                wanted = ("not " if one.case.negate else "") + one.case.expected
                yield f"{one.case.name} {one.case.command}: expected {wanted}, got {said[:_SHOWN] or 'nothing'}{known}"

    def _classes(self) -> list[tuple[str, list[CaseResult]]]:
        names = sorted({one.case.group for one in self.results})
        by_class = [(name, [one for one in self.results if one.case.group == name]) for name in names]
        return by_class if len(by_class) == 1 else [*by_class, ("all", self.results)]


def _counts(results: Sequence[CaseResult]) -> dict[str, Any]:
    """How many cases were put to the engine and passed; `gnugo`: those of them that GNU Go is not known to fail."""
    from ..accuracy.map_errors import wilson_interval

    asked = [one for one in results if one.outcome.asked]
    counts = Counter(one.outcome.value for one in results)
    passed, cpu = counts["pass"], [one.cpu for one in asked if one.cpu is not None]
    return {
        "cases": len(results), "asked": len(asked), "passed": passed, "rate": passed / len(asked) if asked else None,
        "interval": list(wilson_interval(passed, len(asked))), "gnugo": sum(not one.case.known_fail for one in asked),
        "late": counts["no answer in time"], "crashed": counts["crash"], "no_setup": counts["no setup"],
        "unsupported": counts["unsupported"], "cpu_ms": 1000 * sum(cpu) / len(cpu) if cpu else None,
        "wall_ms": 1000 * sum(one.wall_seconds for one in asked) / len(asked) if asked else None,
    }


def _shown(milliseconds: float | None) -> str:
    return "-" if milliseconds is None else f"{milliseconds:.1f}"


def answer(args: argparse.Namespace, stderr: TextIO) -> SuiteReport:
    """Put the cases that the words ask for, with progress on `stderr`; Ctrl-C tells what came of those before.

    Raises SuiteError for a suite that cannot be used, or an engine that cannot be started; InputError for a file that
    cannot be written.
    """
    from ..arena.suite import read_suite

    cases = _chosen(read_suite(args.suite), args)
    folder = _folder(args)
    with nullcontext() if args.json is None else atomic_writer(args.json, InputError) as put:
        report = _put(cases, args, folder, stderr)
        if put is not None:
            put((json.dumps(report.payload(), indent=1) + "\n").encode())
    return report


def _put(cases: Sequence[Case], args: argparse.Namespace, folder: Path, stderr: TextIO) -> SuiteReport:
    """What came of the cases. Raises SuiteError for an engine that cannot be started."""
    from ..arena.gtp_client import EngineError
    from ..arena.suite import SuiteError, SuiteRunner

    results: list[CaseResult] = []
    interrupted = False
    try:
        runner = SuiteRunner(OURSELVES if args.engine is None else args.engine, folder, args.timeout, args.strict)
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


def _chosen(cases: Sequence[Case], args: argparse.Namespace) -> list[Case]:
    """The cases of the classes asked for, so many of each. Raises SuiteError for a class that is not there."""
    from ..arena.suite import SuiteError

    there = sorted({case.group for case in cases})
    for name in args.groups or ():
        if name not in there:
            raise SuiteError(f"{args.suite}: no class {name!r}, only {', '.join(there) or 'none'}")
    taken: Counter[str] = Counter()
    chosen = []
    for case in cases:
        wanted = args.groups is None or case.group in args.groups
        if wanted and (args.limit is None or taken[case.group] < args.limit):
            taken[case.group] += 1
            chosen.append(case)
    return chosen


def _folder(args: argparse.Namespace) -> Path:
    from ..arena.suite import SuiteError

    if args.folder is not None:
        if not Path(args.folder).is_dir():
            raise SuiteError(f"--folder: expected a folder with the records of the cases, got {args.folder!r}")
        return Path(args.folder)
    own = Path(args.suite).parent
    return own / "suites" if (own / "suites").is_dir() else own
