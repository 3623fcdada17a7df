"""The main line of a game record: a step per move, with its comments and the SGF nodes that a report is written into.

The moves themselves are read by `gtpengine.sgf`.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sgfmill import sgf_grammar

from analysis.board import Game, Move, Position, Rules

from ..sgf import load_game

Node = dict[str, list[bytes]]

MAX_COMMENT_LENGTH = 4000
MAX_NAME_LENGTH = 120
"""In characters; longer texts are cut off in a report, with "..."."""

ENCODINGS = frozenset((
    "utf-8", "ascii", "iso8859-1", "iso8859-2", "iso8859-15", "cp1250", "cp1251", "cp1252", "koi8-r",
    "gb2312", "gbk", "gb18030", "big5", "big5hkscs", "cp950", "euc_jp", "shift_jis", "cp932", "iso2022_jp",
    "euc_kr", "cp949",
))  # fmt: skip
"""Accepted encodings, by Python's names; any other declared encoding is treated as undeclared."""

NAMES = (
    ("GN", "game"), ("EV", "event"), ("RO", "round"), ("DT", "date"), ("PC", "place"), ("RU", "rules"),
    ("TM", "time"), ("RE", "result"),
)  # fmt: skip
"""(SGF property of the root, label) of the texts that are shown besides the players."""


@dataclass(frozen=True)
class Step:
    """A move and the position after it; step 0 is the start.

    number        -- the number of moves played
    comment       -- the comments of the nodes from this move up to the next one
    position_node -- the node that completes the position, a setup or the move; None if it belongs to the next step
    move_node     -- the node of the move, the root for step 0
    """

    number: int
    comment: str
    position_node: Node | None = field(repr=False)
    move_node: Node = field(repr=False)


class GameRecord:
    """A parsed game record. Its nodes are those of `trees[0]`, so a change of a node changes that tree.

    Public attributes:
      trees -- the games of the file as trees of sgfmill's grammar; the report is on the first one
      complete -- False if the text after the first game cannot be read: it is not in `trees`
      game  -- Game: the end of the main line
      count -- the number of its moves, passes included
      steps -- count + 1 Steps

    name -- the name of the record in messages. Raises SgfError as `load_game` does.
    """

    def __init__(self, data: bytes, komi: float, rules: Rules, name: str | None = None) -> None:
        self._komi, self._rules, self._name = komi, rules, name
        self.game = self._load(data)
        self.trees, self.complete = _trees(data)
        self._nodes: list[Node] = list(sgf_grammar.main_sequence_iter(self.trees[0]))
        self._codec = _codec(self._nodes[0], data)
        self.count = sum(ident in ("B", "W") for node in self._nodes for ident in node)
        self.steps = list(self._steps())
        self._segments = list(self._split_at_setups())

    @property
    def root(self) -> Node:
        return self._nodes[0]

    def text(self, ident: str) -> str:
        """Return a property of the root as one line; "" if it is missing."""
        raw = b" ".join(self.root.get(ident, [])[:1])
        return _truncated(" ".join(self._decode(raw[: 8 * MAX_NAME_LENGTH]).split()), MAX_NAME_LENGTH)

    def player(self, color: str) -> str:
        """Return the name and rank of a player, "B" or "W"; "" if both are missing."""
        return f"{self.text('P' + color)} {self.text(color + 'R')}".strip()

    def position(self, number: int) -> Position:
        """Return the position after `number` moves, with the stones that are set up before the next one."""
        first, game = self._segment(number)
        return game.positions[number - first]

    def game_at(self, number: int) -> Game:
        """Return the game up to that position, since the last setup."""
        first, game = self._segment(number)
        return game.at_move(number - first)

    def move(self, number: int) -> Move:
        """Return a move, counted from 1."""
        for first, game in self._segments:
            if first < number <= first + len(game.moves):
                return game.moves[number - first - 1]
        raise ValueError(f"move: expected 1..{self.count}, got {number}")

    # -- reading ----------------------------------------------------------------------------------------------------

    def _load(self, data: bytes) -> Game:
        return load_game(data, komi=self._komi, rules=self._rules, name=self._name)

    def _split_at_setups(self) -> Iterator[tuple[int, Game]]:
        """Yield (number of moves before it, game) for the games between setups, the last one first."""
        end, game = self.count, self.game
        while True:
            first = end - len(game.moves)
            yield first, game
            if first == 0:
                return
            end, game = first, self._load(self._record_until(first))

    def _record_until(self, number: int) -> bytes:
        """Return the record up to the node of that move, without the setup after it."""
        tree, moves = sgf_grammar.Coarse_game_tree(), 0
        for node in self._nodes:
            moves += sum(ident in ("B", "W") for ident in node)
            tree.sequence.append(node)
            if moves >= number:
                break
        return serialised(tree)

    def _segment(self, number: int) -> tuple[int, Game]:
        """Return the game between setups that has the position after `number` moves; the later one where two meet."""
        return next((first, game) for first, game in self._segments if first <= number)

    def _steps(self) -> Iterator[Step]:
        number, position_node, move_node = 0, self.root, self.root
        comments: list[str] = []
        for node in self._nodes:
            for ident in node:
                if ident in ("B", "W"):
                    completed = None if position_node is node else position_node
                    yield Step(number, self._joined(comments), completed, move_node)
                    number, position_node, move_node, comments = number + 1, node, node, []
            if any(ident in node for ident in ("AB", "AW", "AE", "PL")):
                position_node = node
            comments += [self._decode(raw[: 8 * MAX_COMMENT_LENGTH]) for raw in node.get("C", [])[:1]]
        yield Step(number, self._joined(comments), position_node, move_node)

    def _joined(self, comments: list[str]) -> str:
        return _truncated("\n\n".join(filter(None, (text.strip() for text in comments))), MAX_COMMENT_LENGTH)

    def _decode(self, raw: bytes) -> str:
        text = bytes(sgf_grammar.text_value(raw)).decode(self._codec, "replace")
        return "".join(letter for letter in text if letter.isprintable() or letter == "\n")


def _trees(data: bytes) -> tuple[list[Any], bool]:
    """Return the games of a file and True; the first game and False if the text after it is broken."""
    try:
        return list(sgf_grammar.parse_sgf_collection(data)), True
    except ValueError:
        return [sgf_grammar.parse_sgf_game(data)], False


def serialised(tree: Any) -> bytes:
    """Return a game tree of sgfmill's grammar as SGF, a node per line.

    Properties keep their order (sgfmill would sort them), and so do two moves in one node.
    """
    parts: list[bytes] = []
    waiting = [tree]
    while waiting:
        found = waiting.pop()
        if found is None:
            parts.append(b")")
            continue
        parts.append(b"(")
        for node in found.sequence:
            properties = (name.encode() + b"".join(b"[" + value + b"]" for value in node[name]) for name in node)
            parts.append(b";" + b"".join(properties) + b"\n")
        waiting.append(None)
        waiting.extend(reversed(found.children))
    return b"".join(parts) + b"\n"


def _codec(root: Node, data: bytes) -> str:
    """Return the encoding of a record: the declared one; else UTF-8 if it decodes, or SGF's default Latin-1."""
    name = b"".join(root.get("CA", [])[:1])[:40].decode("ascii", "replace").strip()
    try:
        found = codecs.lookup(name).name if name else ""
    except (LookupError, ValueError):
        found = ""
    if found in ENCODINGS:
        return found
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "iso8859-1"
    return "utf-8"


def _truncated(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length] + " ..."


__all__ = ["NAMES", "GameRecord", "Step", "serialised"]
