"""The nodes of a record in any of the formats that are read: SGF, and the GIB, NGF and UGF of some Asian servers.

The formats are told apart by their content, whatever a file is called.
"""

from __future__ import annotations

from typing import NamedTuple

from .encoding import decode_record
from .sgf_error import SgfError
from .sgf_parser import GameTree, Node, Notify, main_line, parse_game, parse_games

SUFFIXES = (".sgf", ".gib", ".ngf", ".ugf", ".ugi")
"""What files of records are called."""


class RecordText(NamedTuple):
    """The text of a file, and the Python name of its encoding."""

    text: str
    encoding: str


def decoded(data: bytes, notify: Notify, encoding: str = "") -> RecordText:
    """Decode a record: by `encoding` if it is given, else by what the bytes are. A declaration not kept is notified.

    Raises SgfError if there is nothing but blanks.
    """
    if not data.strip():
        raise SgfError("the file is empty")
    found = decode_record(data, encoding)
    if found.notice:
        notify(found.notice)
    return RecordText(found.text, found.encoding)


def main_line_nodes(text: str, notify: Notify) -> list[Node]:
    """Return the nodes of the main line of the first game. Raises SgfError."""
    return main_line(text, notify)


def game_trees(text: str, notify: Notify) -> list[GameTree]:
    """Return all games of a text with their variations. Raises SgfError."""
    return parse_games(text, notify)


def game_ends(text: str) -> list[int]:
    """Return where each game of a text ends; the end of the text for a text without a game.

    What follows the last game belongs to it. Raises SgfError for a text with a game that cannot be read at all.
    """
    ends: list[int] = []
    begin = 0
    while (parsed := parse_game(text, lambda _: None, begin=begin, variations=False)) is not None:
        begin = parsed[1]
        ends.append(begin)
    return [*ends[:-1], len(text)]


__all__ = ["SUFFIXES", "RecordText", "decoded", "game_ends", "game_trees", "main_line_nodes"]
