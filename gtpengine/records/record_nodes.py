"""The nodes of a record in any of the formats that are read: SGF, and the GIB, NGF and UGF of some Asian servers.

The format is recognised by the content; the name of a file does not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .encoding import decode_record
from .gib import gib_nodes, looks_like_gib
from .ngf import looks_like_ngf, ngf_nodes
from .sgf_error import SgfError
from .sgf_parser import MAX_NOTICES, GameTree, Node, Notify, main_line, parse_game, parse_games
from .sgf_values import escaped_text
from .ugf import looks_like_ugf, ugf_nodes

Reader = Callable[[str, list[str]], list[dict[str, list[str]]]]

_SERVER_FORMATS: tuple[tuple[Callable[[str], bool], Reader], ...] = (
    (looks_like_gib, gib_nodes), (looks_like_ngf, ngf_nodes), (looks_like_ugf, ugf_nodes),
)

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
    reader = _server_format(text)
    return main_line(text, notify) if reader is None else _server_nodes(reader, text, notify)


def game_trees(text: str, notify: Notify) -> list[GameTree]:
    """Return all games of a text with their variations. Raises SgfError."""
    reader = _server_format(text)
    return parse_games(text, notify) if reader is None else [GameTree(_server_nodes(reader, text, notify))]


def game_ends(text: str) -> list[int]:
    """Return where each game of a text ends; the end of the text for a text without a game.

    What follows the last game belongs to it. Raises SgfError for a text with a game that cannot be read at all.
    """
    ends: list[int] = []
    begin = 0
    if _server_format(text) is None:
        while (parsed := parse_game(text, lambda _: None, begin=begin, variations=False)) is not None:
            begin = parsed[1]
            ends.append(begin)
    return [*ends[:-1], len(text)]


def _server_format(text: str) -> Reader | None:
    """Return the reader of a text that is no SGF; None for SGF, and for what is no record at all."""
    return next((reader for looks_like, reader in _SERVER_FORMATS if looks_like(text)), None)


def _server_nodes(reader: Reader, text: str, notify: Notify) -> list[Node]:
    """Return the nodes of a record by its reader, as SGF writes them."""
    notices: list[str] = []
    try:
        found = reader(text, notices)
    except ValueError as error:
        raise SgfError(str(error)) from None
    finally:
        for line in notices[:MAX_NOTICES]:
            notify(line)
        if len(notices) > MAX_NOTICES:
            notify(f"{len(notices) - MAX_NOTICES} more places were repaired")
    nodes = []
    for properties in found:
        node = Node()
        node.update({ident: [escaped_text(value) for value in values] for ident, values in properties.items()})
        nodes.append(node)
    return nodes


__all__ = ["RecordText", "decoded", "game_ends", "game_trees", "main_line_nodes"]
