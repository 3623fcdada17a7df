"""`mokusan warm`: compile all kernels now, so that no later command waits for them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from ..files.progress import Progress
from .common_arguments import Parents, Verbs, whole_number
from .output import print_message, show_notices


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "warm", help="compile everything now, so that no later command waits for it",
        description="Compile all kernels, which takes a minute of CPU time once for each version, and keep them in the "
                    "user's cache. Other commands use what is compiled, and compile the rest when they need it.",
    )
    parser.add_argument("--workers", metavar="N", type=whole_number(1),
                        help="processes at once (default: one for each core)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Compile what is missing; returns the exit status, 1 if something could not be compiled."""
    show_notices()
    from analysis.runtime import jit

    if not jit.COMPILED:
        print_message("there is nothing to compile")
        return 0
    from ..engine import kernel_warmup

    with _progress(sys.stderr) as show:
        return 0 if kernel_warmup.compile_missing(show, args.workers, retry=True) else 1


@contextmanager
def _progress(stderr: TextIO) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that shows how many stages are done: by tqdm on a terminal, if installed, else by lines."""
    if stderr.isatty():
        try:
            from tqdm import tqdm
        except ImportError:
            pass
        else:
            with tqdm(unit=" stages", file=stderr) as bar:

                def draw(done: int, total: int) -> None:
                    bar.total = total
                    bar.update(done - bar.n)
                    bar.refresh()

                yield draw
            return
    with Progress(stderr) as progress:
        yield lambda done, total: progress(f"{done} of {total} stages compiled")
