"""`mokusan estimate`: ownership of many positions, from JSON lines to JSON lines."""

from __future__ import annotations

import argparse

from ..files.path_checks import declare_paths
from .common_arguments import Parents, Verbs, settings_of, whole_number
from .output import show_notices


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "estimate", parents=[parents.config, parents.control_only],
        help="estimate ownership and score of many positions",
        description='Read one JSON object per line, {"id", "rows", "to_move", "komi", "ko", "rules"}, and write '
                    '{"id", "ownership", "score"} for each.',
    )
    parser.add_argument("--jsonl", metavar="IN", required=True, help="the file with the positions")
    parser.add_argument("--out", metavar="OUT", required=True, help="the file to write")
    parser.add_argument("--workers", metavar="N", type=whole_number(0, 3), default=0,
                        help="the number of processes that compute; 0: this one (default: %(default)s)")
    parser.set_defaults(run=run)
    declare_paths(parser, reads="config jsonl", writes="out")


def run(args: argparse.Namespace) -> int:
    """Estimate the positions of one file into another; returns the exit status."""
    settings = settings_of(args)
    show_notices()
    from ..batch.bulk_estimates import estimate_file

    estimate_file(args.jsonl, args.out, settings, args.workers)
    return 0
