"""`mokusan json`: KataGo's JSON analysis protocol, for KaTrain and scripts."""

from __future__ import annotations

import argparse

from ..files.path_checks import declare_paths
from ..settings import help_text
from .common_arguments import RAW, Parents, Verbs, settings_of


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "json", parents=[parents.config], help="speak KataGo's JSON analysis protocol, for KaTrain and scripts",
        description="Queries and answers are JSON objects, one per line. Values are Black's unless a query says "
                    "otherwise (reportAnalysisWinratesAs);\nvisits are positions evaluated; policy and prior come from "
                    "no network: they are how likely players are to make the move.",
        formatter_class=RAW, epilog=help_text(),
    )
    parser.set_defaults(run=run)
    declare_paths(parser, reads="config")


def run(args: argparse.Namespace) -> int:
    """Answer queries until the end of input; returns the exit status."""
    settings = settings_of(args)
    from ..kata_json import analysis

    return analysis.main(settings)
