"""`mokusan fit`: fit the weights of life probabilities and of the move policy to data."""

from __future__ import annotations

import argparse
import sys

from ..files.text_files import write_text
from .common_arguments import Parents, UsageError, Verbs, settings_of
from .output import show_notices
from .path_checks import declare_paths


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "fit", parents=[parents.config], help="fit weights to data: life probabilities of chains, or the policy",
        description="Fit the weights of analysis/ownership/life_probability.json on positions of known ownership: "
        "lines of JSON as for `estimate`, each with \"ownership\" and \"game\" as well. With --moves, fit those of "
        "analysis/policy/weights.json on the games of such lines, each with \"game\" and \"moves\", and on game "
        "records.",
    )
    parser.add_argument("--jsonl", metavar="IN", required=True, help="the file with the positions")
    parser.add_argument("--out", metavar="OUT", help="the file to write (default: stdout)")
    parser.add_argument("--moves", action="store_true", help="fit the policy: how likely players are to make each move")
    parser.add_argument("--games", metavar="DIR|FILE", nargs="+", default=[],
                        help="with --moves: also fit to these SGF records; folders are searched recursively")
    parser.set_defaults(run=run)
    declare_paths(parser, reads="config jsonl games", writes="out")


def run(args: argparse.Namespace) -> int:
    """Fit the weights and write them as JSON; returns the exit status."""
    settings = settings_of(args)
    show_notices()
    from ..batch import weight_fits

    if args.games and not args.moves:
        raise UsageError("--games: expected with --moves only, as life probabilities are fitted to --jsonl alone")
    if args.moves:
        text = weight_fits.policy_json(weight_fits.fit_policy(args.jsonl, settings, args.games))
    else:
        text = weight_fits.life_probability_json(weight_fits.fit_life_probability(args.jsonl, settings))
    if args.out:
        write_text(args.out, text)
    else:
        sys.stdout.write(text)
    return 0
