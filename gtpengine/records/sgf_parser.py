"""The syntax of SGF: text to nodes, with repairs of what programs and people really leave in files.

A tree is `(` nodes and variations `)`, a node `;` and properties, a property an identifier and values in brackets, in
which a backslash takes the meaning from the next character (SGF FF[4]). Repaired, each with a notice:

  - a tree whose first node has no `;`
  - a value with unescaped brackets: it goes on while the next bracket closes, `US[Mat[3d]]`
  - a bracket left open before the next move, `PB[Li;B[aa]`
  - text between properties, such as a line of dashes; an identifier without values
  - nodes after a variation: they are another variation
  - a file that ends early: what is complete is read
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ..errors import shown
from .sgf_error import SgfError, line_and_column

_GAME = re.compile(r"\(\s*(?:;|[A-Z][A-Za-z]{0,19}\s*\[)")
_BARE_NODE = re.compile(r";\s*[A-Z][A-Za-z]{0,19}\s*\[")
_TOKEN = re.compile(r"\s*+(?:([();])|([A-Za-z]++)\s*+(?=\[)|(\[)|\Z)")
_JUNK = re.compile(r"\s*+(?:[A-Za-z]++|[^();\[A-Za-z]++)")
_VALUE = re.compile(r"(?:[^\]\\]++|\\.)*+\]", re.DOTALL)
_NEXT_CLOSES = re.compile(r"[^\[\]\\]*+(?:\\.[^\[\]\\]*+)*+\]", re.DOTALL)
_CLOSES = re.compile(r"\s*+\]")
_CONTINUES = re.compile(r"\s*+(?:[;()\[]|[A-Z][A-Za-z]*+\s*+\[|\Z)")
_MOVE_INSIDE = re.compile(r"[;(]\s{0,9}[BW]\s{0,9}\[[a-zA-Z]{0,2}\Z")
_NEXT_VALUE = re.compile(r"\s*+\[")
_LOWER_CASE = str.maketrans("", "", "abcdefghijklmnopqrstuvwxyz")

_MOVE_AFTER_END = re.compile(r"\s*+;\s*+[BW]\s*+\[")

MAX_DEPTH = 100_000
"""Most variations inside one another."""

MAX_NODES = 500_000
"""Most nodes of a game that are kept: some hundred bytes each."""

MAX_NOTICES = 20
"""Most notices about a game; further repairs are counted."""

_SHORT = frozenset((
    "B", "W", "AB", "AW", "AE", "SZ", "KM", "HA", "GM", "FF", "PL", "TB", "TW", "TR", "SQ", "CR", "MA", "SL", "BL",
    "WL", "OB", "OW", "MN", "DD", "VW",
))
"""Properties whose values are points, numbers or words, not text."""

Span = tuple[int, int]
"""Where a value stands in the text: the first character and the one after the last."""

Notify = Callable[[str], object]


class Node(dict[str, list[str]]):
    """The properties of a node in the order of the file: identifier -> values as they are written, escapes included.

    offset -- where the node begins in the text; None for a node that is not from SGF
    """

    __slots__ = ("offset",)

    def __init__(self, offset: int | None = None) -> None:
        super().__init__()
        self.offset = offset


@dataclass(slots=True)
class GameTree:
    """A tree of a record: a sequence of nodes, then its variations."""

    nodes: list[Node] = field(default_factory=list)
    variations: list[GameTree] = field(default_factory=list)

    def main_line(self) -> Iterator[Node]:
        """Iterate over the nodes of the first variation at every fork."""
        tree: GameTree | None = self
        while tree is not None:
            yield from tree.nodes
            tree = tree.variations[0] if tree.variations else None


def parse_game(text: str, notify: Notify, *, begin: int = 0, variations: bool = True) -> tuple[GameTree, int] | None:
    """Parse the first game at or after `begin`.

    notify     -- called with a line for every repair
    variations -- False to drop all nodes but those of the main line, which takes little memory

    Returns the tree and where it ends; None if there is no more game.
    """
    start = _GAME.search(text, begin)
    bare = _BARE_NODE.search(text, 0, start.start() if start else len(text)) if begin == 0 else None
    if start is None and bare is None:
        return None
    builder = _Builder(text, notify, variations)
    if bare is not None:
        builder.open_tree(bare.start())
    end = builder.read((bare or start).start())  # type: ignore[union-attr]
    if bare is not None:
        notify(f"{line_and_column(text, bare.start())}: the first parenthesis is missing")
    return builder.root, end


def parse_games(text: str, notify: Notify) -> list[GameTree]:
    """Parse all games of a collection, with their variations. Raises SgfError if there is none."""
    trees, begin = [], 0
    while (parsed := parse_game(text, notify, begin=begin)) is not None:
        trees.append(parsed[0])
        begin = parsed[1]
    if not trees:
        raise no_game(text)
    return trees


def main_line(text: str, notify: Notify) -> list[Node]:
    """Parse the main line of the first game: the first variation at every fork. Raises SgfError without a game."""
    parsed = parse_game(text, notify, variations=False)
    if parsed is None:
        raise no_game(text)
    return list(parsed[0].main_line())


def no_game(text: str) -> SgfError:
    """Return the error for a text in which no game begins."""
    offset = len(text) - len(text.lstrip())
    return SgfError(f"not a game record: expected '(;', got {shown(text[offset : offset + 41])}", offset)


class _Builder:
    """One pass over a text, from "(" to the matching ")".

    root -- the tree; without nodes until `read`
    """

    def __init__(self, text: str, notify: Notify, variations: bool) -> None:
        self.root = GameTree()
        self._text, self._notify, self._keep_all = text, notify, variations
        self._stack: list[tuple[GameTree, bool]] = []
        self._repairs = self._nodes = 0
        self._node: Node | None = None
        """The node that properties belong to; None before the first one of a tree."""

    def read(self, begin: int) -> int:
        """Read from `begin` to the end of the game, and return where that is."""
        end = self._read_tokens(begin)
        if self._repairs > MAX_NOTICES:
            self._notify(f"{self._repairs - MAX_NOTICES} more places were repaired")
        return end

    def _read_tokens(self, begin: int) -> int:
        i = begin
        while True:
            token = _TOKEN.match(self._text, i)
            if token is None:
                i = self._skip_junk(i)
            elif token[1] == "(":
                i = token.end()
                self.open_tree(i - 1)
            elif token[1] == ")":
                i = token.end()
                if len(self._stack) == 1 and _MOVE_AFTER_END.match(self._text, i):
                    self._say(i - 1, "a parenthesis ends the game before its last move: it is skipped")
                elif self._close_tree():
                    return i
            elif token[1] == ";":
                i = token.end()
                self._begin_node(i - 1)
            elif token[2]:
                i = self._read_property(token[2], token.start(2), token.end())
            elif token[3]:
                self._say(token.start(3), "a value without a property is skipped")
                i = self._value("", token.end())[1]
            else:
                self._say(len(self._text), "the record ends early: it is read to there")
                while not self._close_tree():
                    pass
                return len(self._text)

    def open_tree(self, offset: int) -> None:
        """Begin a game or a variation, with the parenthesis at `offset`."""
        if not self._stack:
            self._stack.append((self.root, True))
        else:
            parent, on_main_line = self._stack[-1]
            on_main_line = on_main_line and not parent.variations
            tree = GameTree()
            if on_main_line or self._keep_all:
                parent.variations.append(tree)
            self._stack.append((tree, on_main_line))
            if len(self._stack) > MAX_DEPTH:
                raise SgfError(f"more than {MAX_DEPTH} variations inside one another", offset)
        self._node = None

    def _close_tree(self) -> bool:
        """End a game or a variation; an empty variation is dropped. Returns whether it was the game."""
        tree, _ = self._stack.pop()
        self._node = None
        if self._stack and not tree.nodes and not tree.variations:
            siblings = self._stack[-1][0].variations
            if siblings and siblings[-1] is tree:
                siblings.pop()
        return not self._stack

    def _begin_node(self, offset: int) -> None:
        tree, on_main_line = self._stack[-1]
        if tree.variations and (on_main_line or self._keep_all):
            self._say(offset, "a node after a variation is read as another variation")
            self._continue_as_variation(offset)
            return
        self._node = Node(offset)
        if on_main_line or self._keep_all:
            self._count_node(offset)
            tree.nodes.append(self._node)

    def _count_node(self, offset: int) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise SgfError(f"more than {MAX_NODES} nodes in one game", offset)

    def _continue_as_variation(self, offset: int) -> None:
        """Replace the open tree by a new variation of it, which the parenthesis that closes the tree will close."""
        tree, _ = self._stack.pop()
        self._node = Node(offset)
        variation = GameTree([self._node])
        if self._keep_all:
            self._count_node(offset)
            tree.variations.append(variation)
        self._stack.append((variation, False))

    def _read_property(self, name: str, offset: int, begin: int) -> int:
        """Read the values of a property from the bracket at `begin`, and return where they end."""
        ident = name.translate(_LOWER_CASE) or name.upper()
        spans = []
        i = begin
        while (bracket := _NEXT_VALUE.match(self._text, i)) is not None:
            span, i = self._value(ident, bracket.end())
            if span is not None:
                spans.append(span)
        if self._node is None:
            self._say(offset, f"{ident}: the node does not begin with ';'")
            self._begin_node(offset)
        if spans and (self._stack[-1][1] or self._keep_all):
            values = [self._text[begin:end] for begin, end in spans]
            self._add(ident, values, offset)
        return i

    def _add(self, ident: str, values: list[str], offset: int) -> None:
        """Add a property to the node; a second move of the same player becomes a node of its own."""
        assert self._node is not None
        if ident not in ("B", "W"):
            self._node.setdefault(ident, []).extend(values)
            return
        for value in values:
            if ident in self._node:
                self._say(offset, f"{ident}: a second move in one node is read as the next node")
                self._begin_node(offset)
            self._node[ident] = [value]

    def _value(self, ident: str, begin: int) -> tuple[Span | None, int]:
        """Return the span of the value that begins after a bracket, and where the text after it begins.

        The span is None for a point, number or word that is cut off.
        """
        text = self._text
        found = _VALUE.match(text, begin)
        if found is None:
            self._say(begin - 1, f"{ident}: the value does not end")
            return None if ident in _SHORT else (begin, len(text)), len(text)
        end = found.end()
        inside = _MOVE_INSIDE.search(text, max(begin, end - 24), end - 1)
        if inside is not None:
            self._say(begin - 1, f"{ident}: the value does not end before the next move")
            return (begin, inside.start()), inside.start()
        if not _CONTINUES.match(text, end):
            end = self._extended(ident, begin, end)
        return (begin, end - 1), end

    def _extended(self, ident: str, begin: int, end: int) -> int:
        """Return the end of a value after whose first closing bracket nothing that may follow a value does."""
        text, given = self._text, end
        opened = text.count("[", begin, end)
        while not _CONTINUES.match(text, end):
            more = (_CLOSES if ident in _SHORT else _NEXT_CLOSES).match(text, end)
            if more is None and opened and ident not in _SHORT:
                more = _VALUE.match(text, end)
            if more is None:
                break
            opened += text.count("[", end, more.end()) - 1
            end = more.end()
        if end > given:
            self._say(begin - 1, f"{ident}: unescaped brackets are read as part of the value")
        return end

    def _skip_junk(self, begin: int) -> int:
        junk = _JUNK.match(self._text, begin)
        end = junk.end() if junk else begin + 1
        self._say(begin, f"{shown(self._text[begin : min(end, begin + 41)].strip())} between properties is skipped")
        return end

    def _say(self, offset: int, text: str) -> None:
        self._repairs += 1
        if self._repairs <= MAX_NOTICES:
            self._notify(f"{line_and_column(self._text, offset)}: {text}")
