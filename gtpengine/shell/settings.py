"""`mokusan settings`: all settings as TOML."""

from __future__ import annotations

import argparse

from ..files.path_checks import declare_paths
from .common_arguments import Parents, Verbs, settings_of


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser("settings", parents=[parents.config], help="print all settings as TOML")
    parser.set_defaults(run=run)
    declare_paths(parser, reads="config")


def run(args: argparse.Namespace) -> int:
    """Print every setting with its value and explanation; returns the exit status."""
    print(settings_of(args).to_toml(), end="")
    return 0
