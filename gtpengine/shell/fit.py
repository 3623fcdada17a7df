"""`mokusan fit`: fit the weights of life probabilities and of the move policy to data."""

from __future__ import annotations

import argparse
import sys

from ..files.atomic_write import atomic_writer
from ..files.path_checks import declare_paths
from ..files.text_files import InputError, write_text
from ..settings import Settings
from .common_arguments import Parents, UsageError, Verbs, settings_of
from .output import show_notices


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "fit", parents=[parents.config], help="fit weights to data: life probabilities of chains, or the policy",
        description="Fit the weights of analysis/ownership/life_probability.json on positions of known ownership: "
        "lines of JSON as for `estimate`, each with \"ownership\" and \"game\" as well. With --out their errors and "
        "their calibration, by cross-validation, are printed. With --moves, fit those of "
        "analysis/policy/weights.npz on games, and write what analysis/policy/weights.json says of them to stdout.",
    )
    parser.add_argument("--jsonl", metavar="IN", help="the file with the positions; with --moves, lines with \"game\" "
                        "and \"moves\" from an empty board, of which the longest of each game is used")
    parser.add_argument("--out", metavar="OUT", help="the file to write (default: stdout; needed with --moves)")
    parser.add_argument("--moves", action="store_true", help="fit the policy: how likely players are to make each move")
    parser.add_argument("--games", metavar="DIR|FILE", nargs="+", default=[],
                        help="with --moves: the games: SGF records, folders of them, and lists of games (*.txt, "
                        "*.txt.gz) with SIZE KOMI RESULT MOVES... a line, the moves as in SGF")
    parser.add_argument("--state", metavar="FILE", help="with --moves: keep the state of the fit in this file, and go "
                        "on from there if it exists")
    parser.set_defaults(run=run)
    declare_paths(parser, reads="config jsonl games", writes="out state")


def run(args: argparse.Namespace) -> int:
    """Fit the weights and write them; returns the exit status."""
    settings = settings_of(args)
    show_notices()
    for name in ("games", "state"):
        if getattr(args, name) and not args.moves:
            raise UsageError(f"--{name}: expected with --moves only, as life probabilities are fitted to --jsonl alone")
    if args.moves:
        return _fit_moves(args, settings)
    if args.jsonl is None:
        raise UsageError("--jsonl: expected the file with the positions")
    from ..batch import weight_fits

    fitted = weight_fits.fit_life_probability(args.jsonl, settings)
    text = weight_fits.life_probability_json(fitted)
    if args.out:
        write_text(args.out, text)
        sys.stdout.write(weight_fits.fit_summary(fitted))
    else:
        sys.stdout.write(text)
    return 0


def _fit_moves(args: argparse.Namespace, settings: Settings) -> int:
    if not args.out:
        raise UsageError("--out: expected the file for the weights of the policy, which are no text")
    if args.jsonl is None and not args.games:
        raise UsageError("--games: expected the games to fit the policy to")
    from ..batch import move_games

    with atomic_writer(args.out, InputError) as write:  # checks it first: a fit may take hours
        fitted = move_games.fit_policy(args.games, settings, args.jsonl, args.state)
        write(fitted.weights.to_bytes())
    sources = [*([args.jsonl] if args.jsonl else []), *args.games]
    sys.stdout.write(move_games.provenance(fitted, sources))
    return 0
