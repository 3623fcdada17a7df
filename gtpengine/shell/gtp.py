"""`mokusan gtp`: the engine for programs that speak GTP."""

from __future__ import annotations

import argparse

from ..files.path_checks import declare_paths
from ..settings import help_text
from .common_arguments import RAW, Parents, Verbs, settings_of


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "gtp", parents=[parents.config], help="speak GTP on standard input and output", formatter_class=RAW,
        epilog=help_text(),
    )
    parser.add_argument("--gtp-name", metavar="N", help="the name that the engine reports to the front end")
    parser.add_argument("--gtp-version", metavar="V", help="the version that the engine reports to the front end")
    parser.set_defaults(run=run)
    declare_paths(parser, reads="config")


def run(args: argparse.Namespace) -> int:
    """Serve GTP until the end of input; returns the exit status."""
    settings = settings_of(args)
    for name, text in (("gtp.name", args.gtp_name), ("gtp.version", args.gtp_version)):
        if text is not None:
            settings.set(name, text)
    from .. import protocol

    return protocol.main(settings)
