"""The main line of a game record, a step a move, with the texts that belong to each.

`gtpengine.sgf` says what is played; here are the comments, the names, and the nodes that a report is written into.
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

LONGEST_COMMENT = 4000
LONGEST_NAME = 120
"""Letters; longer texts are cut off in a report, with "..."."""

ENCODINGS = frozenset((
    "utf-8", "ascii", "iso8859-1", "iso8859-2", "iso8859-15", "cp1250", "cp1251", "cp1252", "koi8-r",
    "gb2312", "gbk", "gb18030", "big5", "big5hkscs", "cp950", "euc_jp", "shift_jis", "cp932", "iso2022_jp",
    "euc_kr", "cp949",
))  # fmt: skip
"""Encodings that records are read in, by Python's names; those named otherwise count as not named."""

NAMES = (
    ("GN", "game"), ("EV", "event"), ("RO", "round"), ("DT", "date"), ("PC", "place"), ("RU", "rules"),
    ("TM", "time"), ("RE", "result"),
)  # fmt: skip
"""Properties of the root that are shown, besides those of the players, and what they are called."""


@dataclass(frozen=True)
class Step:
    """A move and the position it leads to; step 0 is the start.

    number  -- how many moves have been played
    comment -- what the record says in the nodes from this move up to the next one
    home    -- the node that made the position as it stands; None if it belongs to the next step
    moved   -- the node of the move, the root for step 0
    """

    number: int
    comment: str
    home: Node | None = field(repr=False)
    moved: Node = field(repr=False)


class Record:
    """A record that has been read. The nodes are those of `trees[0]`: what is written into them is written there.

    Public attributes:
      trees -- the games of the file as sgfmill's grammar has them; the first one is told
      whole -- False if what follows the first game cannot be read: it is not in `trees`
      game  -- Game: the end of its main line
      count -- how many moves that has; passes count
      steps -- count + 1 Steps

    name -- what messages call it. Raises SgfError as `load_game` does.
    """

    def __init__(self, data: bytes, komi: float, rules: Rules, name: str | None = None) -> None:
        self._komi, self._rules, self._name = komi, rules, name
        self.game = self._load(data)
        self.trees, self.whole = _trees(data)
        self._nodes: list[Node] = list(sgf_grammar.main_sequence_iter(self.trees[0]))
        self._codec = _codec(self._nodes[0], data)
        self.count = sum(ident in ("B", "W") for node in self._nodes for ident in node)
        self.steps = list(self._steps())
        self._games = list(self._lines_of_play())

    @property
    def root(self) -> Node:
        return self._nodes[0]

    def text(self, ident: str) -> str:
        """A property of the root as one line; "" if it is missing."""
        raw = b" ".join(self.root.get(ident, [])[:1])
        return _cut(" ".join(self._decoded(raw[: 8 * LONGEST_NAME]).split()), LONGEST_NAME)

    def player(self, color: str) -> str:
        """The name and rank of a player, "B" or "W"; "" if neither is there."""
        return f"{self.text('P' + color)} {self.text(color + 'R')}".strip()

    def position(self, number: int) -> Position:
        """The position after so many moves, with the stones that are set up before the next one."""
        first, game = self._line(number)
        return game.positions[number - first]

    def at(self, number: int) -> Game:
        """The game up to there."""
        first, game = self._line(number)
        return game.at_move(number - first)

    def move(self, number: int) -> Move:
        """A move, counted from 1."""
        for first, game in self._games:
            if first < number <= first + len(game.moves):
                return game.moves[number - first - 1]
        raise ValueError(f"move: expected 1..{self.count}, got {number}")

    # -- reading ----------------------------------------------------------------------------------------------------

    def _load(self, data: bytes) -> Game:
        return load_game(data, komi=self._komi, rules=self._rules, name=self._name)

    def _lines_of_play(self) -> Iterator[tuple[int, Game]]:
        """The games between the setups, the last one first: after how many moves each begins, and it."""
        end, game = self.count, self.game
        while True:
            first = end - len(game.moves)
            yield first, game
            if first == 0:
                return
            end, game = first, self._load(self._until(first))

    def _until(self, number: int) -> bytes:
        """The record up to the node of that move, before the setup behind it."""
        kept, seen = sgf_grammar.Coarse_game_tree(), 0
        for node in self._nodes:
            seen += sum(ident in ("B", "W") for ident in node)
            kept.sequence.append(node)
            if seen >= number:
                break
        return serialised(kept)

    def _line(self, number: int) -> tuple[int, Game]:
        """The line of play that the position after so many moves belongs to; where two meet, the later one."""
        return next((first, game) for first, game in self._games if first <= number)

    def _steps(self) -> Iterator[Step]:
        number, home, moved = 0, self.root, self.root
        comments: list[str] = []
        for node in self._nodes:
            for ident in node:
                if ident in ("B", "W"):
                    yield Step(number, self._told(comments), None if home is node else home, moved)
                    number, home, moved, comments = number + 1, node, node, []
            if any(ident in node for ident in ("AB", "AW", "AE", "PL")):
                home = node
            comments += [self._decoded(raw[: 8 * LONGEST_COMMENT]) for raw in node.get("C", [])[:1]]
        yield Step(number, self._told(comments), home, moved)

    def _told(self, comments: list[str]) -> str:
        return _cut("\n\n".join(filter(None, (text.strip() for text in comments))), LONGEST_COMMENT)

    def _decoded(self, raw: bytes) -> str:
        text = bytes(sgf_grammar.text_value(raw)).decode(self._codec, "replace")
        return "".join(letter for letter in text if letter.isprintable() or letter == "\n")


def _trees(data: bytes) -> tuple[list[Any], bool]:
    """The games of a file, and whether these are all: the first alone where what follows it is broken."""
    try:
        return list(sgf_grammar.parse_sgf_collection(data)), True
    except ValueError:
        return [sgf_grammar.parse_sgf_game(data)], False


def serialised(tree: Any) -> bytes:
    """A game tree of sgfmill's grammar as SGF, a node a line.

    Properties keep their order (sgfmill would sort them), and with it moves that stand in one node.
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
    """How the texts of a record are encoded: as it says; else UTF-8 if it is that, and Latin-1 as the format has it."""
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


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + " ..."


__all__ = ["NAMES", "Record", "Step", "serialised"]
