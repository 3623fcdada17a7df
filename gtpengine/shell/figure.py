"""`mokusan figure`: control maps of one position side by side, as SVG."""

from __future__ import annotations

import argparse

from ..files.path_checks import declare_paths
from ..files.text_files import write_text
from .common_arguments import Parents, Verbs, game_of, settings_of, source_of
from .output import show_notices

ALL_PANELS = "propagating,A,B,C,D,rank"


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "figure", parents=[parents.record, parents.config], help="draw control maps of one position side by side",
        description="Unless set otherwise, control.method is paper and control.tolerance is 1e-4.",
    )
    parser.add_argument("--panels", metavar="LIST", default=ALL_PANELS,
                        help="the panels, separated by commas (default: all, %(default)s)")
    parser.add_argument("--svg", metavar="OUT", required=True, help="the file to write")
    parser.set_defaults(run=run)
    declare_paths(parser, reads="file config", writes="svg")


def run(args: argparse.Namespace) -> int:
    """Draw the panels to the file named; returns the exit status."""
    settings = settings_of(args)
    show_notices()
    game = game_of(args, settings, source_of(args))
    from ..render.figure import figure_svg

    panels = [panel.strip() for panel in args.panels.split(",")]
    forbidden = game.forbidden(game.position.to_move)
    picture = figure_svg(game.position, panels, settings, rules=game.rules, forbidden=forbidden, last=game.last_point)
    write_text(args.svg, picture)
    return 0
