"""Arguments that several verbs share: settings, the raw control field, a game record and a move of it.

`Parents` holds them as parents for argparse; `settings_of` and `game_of` read them. And types for argparse: numbers,
komi, board sizes; and the choices for komaster.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

from ..files.text_files import display_name, read_bytes
from ..settings import Settings

if TYPE_CHECKING:
    from analysis.board import Game

RAW = argparse.RawDescriptionHelpFormatter
Number = TypeVar("Number")

KOMASTERS = ("neutral", "black", "white")
"""Who has the ko threats; the first is the default."""
_MAX_SIDE = 25


class UsageError(ValueError):
    """A command line with missing or conflicting arguments. The message is one line."""


class Parser(argparse.ArgumentParser):
    """A parser that reports an error as a UsageError of one line."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError instead of printing and exiting."""
        raise UsageError(f"{message} (see {self.prog} --help)")


class Parents(NamedTuple):
    """Parsers to be named as `parents` of a verb's parser.

    config -- --config and --set; control_only -- --control-only
    record -- FILE.sgf and --move; any_record -- the same with FILE.sgf optional
    """

    config: Parser
    control_only: Parser
    record: Parser
    any_record: Parser

    @classmethod
    def make(cls) -> Parents:
        """Return new parsers."""
        parents = cls(*(Parser(add_help=False) for _ in cls._fields))
        parents.config.add_argument("--config", metavar="FILE", help="a TOML file of settings")
        parents.config.add_argument("--set", metavar="NAME=VALUE", action="append", default=[],
                                    help="change one setting; may be repeated")
        parents.control_only.add_argument("--control-only", action="store_true",
                                          help="evaluate by the raw control field alone")
        record_help = "a game record; - reads standard input"
        parents.record.add_argument("file", metavar="FILE.sgf", help=record_help)
        parents.any_record.add_argument("file", metavar="FILE.sgf", nargs="?", help=record_help)
        for parser in (parents.record, parents.any_record):
            parser.add_argument("--move", metavar="N", type=whole_number(0),
                                help="the position after N moves (default: the end)")
        return parents


def whole_number(least: int, digits: int = 15) -> Callable[[str], int]:
    """Return a type for whole numbers of at least `least` and at most so many digits."""

    def read(word: str) -> int:
        digital = word.isascii() and word.isdigit()
        if digital and len(word) > digits:
            raise argparse.ArgumentTypeError(f"expected a number of at most {digits} digits, got '{word[:40]}'")
        if not digital or int(word) < least:
            raise argparse.ArgumentTypeError(f"expected a whole number of at least {least}, got '{word[:40]}'")
        return int(word)

    return read


def positive_number(what: str = "a number") -> Callable[[str], float]:
    """Return a type for numbers above 0, which messages call `what`."""

    def read(word: str) -> float:
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", word) or float(word) <= 0:
            raise argparse.ArgumentTypeError(f"expected {what} above 0, got '{word[:40]}'")
        return float(word)

    return read


def komi(number: Callable[[str], Number]) -> Callable[[str], Number]:
    """Return a type for points of either sign, converted by `number`."""

    def read(word: str) -> Number:
        if not re.fullmatch(r"[+-]?[0-9]{1,4}(\.[0-9]{1,6})?", word):
            raise argparse.ArgumentTypeError(f"expected a number of points such as 7 or 6.5, got '{word[:40]}'")
        return number(word)

    return read


def board_size(squares: bool) -> Callable[[str], tuple[int, int]]:
    """Return a type for rows and columns such as 3x4; with `squares` also one side such as 9."""
    allowed = "a side such as 9, or ROWSxCOLUMNS" if squares else "ROWSxCOLUMNS such as 3x4"

    def read(word: str) -> tuple[int, int]:
        match = re.fullmatch(r"([0-9]{1,2})(?:x([0-9]{1,2}))?", word)
        sides = (int(match[1]), int(match[2] or match[1])) if match and (squares or match[2]) else (0, 0)
        if not all(1 <= side <= _MAX_SIDE for side in sides):
            raise argparse.ArgumentTypeError(f"expected {allowed}, got '{word[:40]}'")
        return sides

    return read


def settings_of(args: argparse.Namespace) -> Settings:
    """Return the settings of --config, --set and --control-only. Raises UsageError and SettingsError."""
    settings = Settings.load(args.config) if args.config is not None else Settings()
    for assignment in args.set:
        name, equals, value = assignment.partition("=")
        if not equals:
            raise UsageError(f"--set: expected NAME=VALUE, got '{assignment}'")
        settings.set(name.strip(), value)
    if getattr(args, "control_only", False):
        settings.set("play.control_only", "true")
    return settings


def source_of(args: argparse.Namespace) -> str | bytes:
    """Return the path of the record, or its bytes if it comes on standard input, which is read once."""
    return read_bytes(args.file) if args.file == "-" else str(args.file)


def game_of(args: argparse.Namespace, settings: Settings, source: str | bytes) -> Game:
    """Return the game of a record up to --move. Raises SgfError as `load_game` does."""
    from ..sgf import load_game

    return load_game(
        source, args.move, komi=settings.get("game.komi"), rules=settings.rules(), name=display_name(args.file),
        max_bytes=settings.max_record_bytes,
    )


Verbs = Any
"""What argparse's `add_subparsers` returns; it has no public type."""
