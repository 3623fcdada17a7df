"""The main line of a game record: a step per move, with its comments and the SGF nodes that a report is written into.

The moves themselves are read by `gtpengine.sgf`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from analysis.board import Game, Move, Position, Rules
from analysis.runtime.notices import notify_once

from ..records.encoding import encode_text
from ..records.record_nodes import decoded, game_trees
from ..records.sgf_error import SgfError, line_and_column
from ..records.sgf_parser import GameTree, Node
from ..records.sgf_values import plain_text
from ..sgf import game_of_nodes

MAX_COMMENT_LENGTH = 4000
MAX_NAME_LENGTH = 120
"""In characters; longer texts are cut off in a report, with "..."."""

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
      trees -- the games of the file as trees; the report is on the first one
      encoding -- Python's name of the encoding of its text
      game  -- Game: the end of the main line
      count -- the number of its moves, passes included
      steps -- count + 1 Steps

    name -- the name of the record in messages. Raises SgfError as `load_game` does, and sends notices likewise.
    """

    def __init__(self, data: bytes, komi: float, rules: Rules, name: str = "sgf") -> None:
        self._komi, self._rules = komi, rules
        try:
            text, self.encoding = decoded(data, lambda line: notify_once(f"{name}: {line}"))
            self.trees = self._parsed(text, name)
        except SgfError as error:
            raise SgfError(f"{name}: {error}") from None
        self.count = len(self.game.moves) + self.game.moves_before_start
        self.steps = list(self._steps())
        self._segments = list(self._split_at_setups())

    def _parsed(self, text: str, name: str) -> list[GameTree]:
        """Parse the text and play its main line."""

        def notify(line: str) -> None:
            notify_once(f"{name}: {line}")

        try:
            trees = game_trees(text, notify)
            self._nodes = list(trees[0].main_line())
            self.game = game_of_nodes(self._nodes, notify, komi=self._komi, rules=self._rules)
        except SgfError as error:
            if error.offset is None:
                raise
            raise SgfError(f"{error} ({line_and_column(text, error.offset)})") from None
        return trees

    @property
    def root(self) -> Node:
        return self._nodes[0]

    def text(self, ident: str) -> str:
        """Return a property of the root as one line; "" if it is missing."""
        raw = " ".join(self.root.get(ident, [])[:1])
        return _truncated(" ".join(_printable(raw[: 8 * MAX_NAME_LENGTH]).split()), MAX_NAME_LENGTH)

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

    def _split_at_setups(self) -> Iterator[tuple[int, Game]]:
        """Yield (number of moves before it, game) for the games between setups, the last one first."""
        end, game = self.count, self.game
        while True:
            first = end - len(game.moves)
            yield first, game
            if first == 0:
                return
            nodes = self._nodes_until(first)
            end, game = first, game_of_nodes(nodes, lambda _: None, komi=self._komi, rules=self._rules)

    def _nodes_until(self, number: int) -> list[Node]:
        """Return the nodes up to that of a move, without the setup after it."""
        moves = 0
        for index, node in enumerate(self._nodes, 1):
            moves += sum(ident in ("B", "W") for ident in node)
            if moves >= number:
                return self._nodes[:index]
        return self._nodes

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
                    if number == self.count:
                        return
                    number, position_node, move_node, comments = number + 1, node, node, []
            if any(ident in node for ident in ("AB", "AW", "AE", "PL")):
                position_node = node
            comments += [_printable(raw[: 8 * MAX_COMMENT_LENGTH]) for raw in node.get("C", [])[:1]]
        yield Step(number, self._joined(comments), position_node, move_node)

    def _joined(self, comments: list[str]) -> str:
        return _truncated("\n\n".join(filter(None, (text.strip() for text in comments))), MAX_COMMENT_LENGTH)


def serialised(tree: GameTree, encoding: str = "utf-8") -> bytes:
    """Return a game tree as SGF, a node per line. Properties keep their order, and so do two moves in one node."""
    parts: list[str] = []
    waiting: list[GameTree | None] = [tree]
    while waiting:
        found = waiting.pop()
        if found is None:
            parts.append(")")
            continue
        parts.append("(")
        for node in found.nodes:
            properties = (name + "".join(f"[{value}]" for value in node[name]) for name in node)
            parts.append(";" + "".join(properties) + "\n")
        waiting.append(None)
        waiting.extend(reversed(found.variations))
    return encode_text("".join(parts) + "\n", encoding)


def _printable(raw: str) -> str:
    """Return the text of a value without escapes, and without control characters and broken bytes."""
    return "".join(letter for letter in plain_text(raw) if letter.isprintable() or letter == "\n")


def _truncated(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length] + " ..."


__all__ = ["NAMES", "GameRecord", "Step", "serialised"]
