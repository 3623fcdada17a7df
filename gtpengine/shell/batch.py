"""`mokusan batch`: tables of the positions of many games, computed in this process, in several, or on a cluster."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from ..batch.position_rows import FORMATS, LAYERS
from ..files.path_checks import declare_paths
from ..files.progress import Progress
from .common_arguments import Parents, Verbs, settings_of, whole_number
from .output import show_notices

if TYPE_CHECKING:
    from ..batch.batch_run import BatchCounts
    from ..settings import Settings


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "batch", parents=[parents.config], help="evaluate collections of games, position by position, into tables",
        description="Evaluate the positions of many games. Each game's table is a file below the folder of --out; a "
                    "later run skips games that have a table there. A record that cannot be read gives a row with its "
                    "error. Games with internal errors are run again by the next run, and the exit status is then 1.",
    )
    parser.add_argument("paths", metavar="DIR|FILE", nargs="+",
                        help="game records, and folders that are searched for *.sgf")
    parser.add_argument("--out", metavar="DIR", required=True, help="the folder for the tables")
    parser.add_argument("--every", metavar="N", type=whole_number(1, 9), default=1,
                        help="evaluate the positions after every N moves, and the last (default: %(default)s)")
    parser.add_argument("--format", choices=FORMATS, default=FORMATS[0],
                        help="the file format of the tables (default: %(default)s)")
    parser.add_argument("--layers", choices=LAYERS, default=LAYERS[1],
                        help="what is evaluated: the control field alone; also the life and death of every chain, and "
                             "ownership by it; also local endgames (default: %(default)s)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", metavar="N", type=whole_number(0, 9),
                       help="the number of processes on this machine; 0: in this process (default: one for each core)")
    where.add_argument("--cluster", metavar="ADDRESS",
                       help="the address of a Dask cluster's scheduler, such as tcp://HOST:8786")
    declare_paths(parser, reads="config", folders="paths out")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Compute the tables and print a summary; returns the exit status, 1 if some tables are missing or unfinished."""
    settings = settings_of(args)
    show_notices()
    summary, complete = make_tables(args, settings, sys.stderr)
    print(summary)
    return 0 if complete else 1


def make_tables(args: argparse.Namespace, settings: Settings, stderr: TextIO) -> tuple[str, bool]:
    """Compute the missing tables; returns a summary of one line, and whether every game has its finished table.

    Files that could not be read do not count there: they may stay so.

    Progress goes to `stderr`. Raises BatchError; finished tables are kept.
    """
    from analysis.runtime import jit

    from ..batch.batch_run import TableStore, run, workers
    from ..batch.game_source import BatchError, GameSource
    from ..batch.position_rows import BatchPlan, import_extra

    if args.format == "parquet":
        import_extra("pyarrow")
    settings.control()  # errors there are reported before any file is touched
    plan = BatchPlan(settings, args.layers, args.every, args.format, jit.COMPILED)
    source = GameSource(args.paths, settings.max_record_bytes)
    if not source.has_games():
        raise BatchError(f"no game records (*.sgf, *.gib, *.ngf, *.ugf) in {', '.join(args.paths)}")
    count = _cores() if args.workers is None else args.workers
    with (
        workers(plan, count, args.cluster) as process_chunks, TableStore(args.out, plan) as store,
        _progress(stderr) as show,
    ):
        counts = run(source, store, plan, process_chunks, show)
    return f"{store.folder}: {counts}", not counts.given_up and not counts.faulty


def _cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _progress(stderr: TextIO) -> Iterator[Any]:
    """Yield a function that shows BatchCounts: by tqdm on a terminal, if installed, else by a line now and then."""
    begun = time.monotonic()
    if stderr.isatty():
        try:
            from tqdm import tqdm
        except ImportError:
            pass
        else:
            with tqdm(unit=" games", file=stderr) as bar:

                def draw(counts: BatchCounts) -> None:
                    bar.set_postfix_str(_speed_and_memory(counts, begun), refresh=False)
                    bar.update(counts.games - bar.n)

                yield draw
            return
    with Progress(stderr) as progress:
        yield lambda counts: progress(f"{counts}, {_speed_and_memory(counts, begun)}")


def _speed_and_memory(counts: BatchCounts, begun: float) -> str:
    return f"{counts.positions / max(time.monotonic() - begun, 1e-3):.1f} positions/s{_memory()}"


def _memory() -> str:
    """Return this process's peak memory as text; "" where the system does not report it."""
    try:
        import resource
    except ImportError:
        return ""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f", at most {most >> (20 if sys.platform == 'darwin' else 10)} MB"
