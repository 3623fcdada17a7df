"""The notation of trees of moves. `parse_tree` reads both of its forms; `#` begins a comment:

    A(4, C(3, -17))      in brackets, Black's child first; names, commas and line breaks are optional
    {4|{3|-17}}          in braces, like games; several moves of a player separated by commas, as in {4,3|-17}

    A                    or indented, one node per line, children further in than their parent, Black's first
      4
      C
        3
        -17

Counts are written 3, -17, 3/4 or 2.5, optionally with a name: B=4. A name without children refers to the ancestor of
that name: a ko. `-` stands for a branch cut out: a move so large that it is always prevented, as for C in
A(4, C(3, -)), the tree that remains if White's move to C is sente (Miai counting with trees, Sensei's Library: the
count there "may be replaced by minus infinity"). An infinite count is such a leaf too, written -inf or -∞, inf or ∞: a
player who loses all by the opponent's move always prevents it, so White's move to -∞ is cut out; and nobody moves to an
infinite loss of their own, so Black's move to -∞ is no move. In braces an empty side means that a player has no move,
as in games: {3|} is 4.

Nothing here recurses, so the depth of a tree is not limited.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, NoReturn

from .move_tree import Node, Tree

MAX_NODES = 100_000
MAX_TOKEN_LENGTH = 100


class TreeError(ValueError):
    """Text that is not a tree. `line` and `column`, counted from 1, say where; the message begins with them."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line = line
        self.column = column


def parse_tree(text: str) -> Tree:
    """Parse a tree in either form (see the top of this module).

    Raises TreeError if the text is not a tree, if two nodes have the same name, if a name without children is not that
    of an ancestor, or if there are more than 100,000 nodes.
    """
    tokens = list(_tokens(text))
    if len(tokens) == 1:
        _fail("expected a tree, got nothing", tokens[0])
    first, second = tokens[:2]
    bracketed = first.text in ("(", "{") or (second.text in ("(", "{") and second.line == first.line)
    builder = _TreeBuilder()
    if bracketed:
        _read_brackets(tokens, builder)
    else:
        _read_lines(tokens, builder)
    return Tree(tuple(builder.nodes))


# -- tokens --------------------------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"(?P<space>[ \t\r\f\v]+|\#[^\n]*)|(?P<newline>\n)"
    r"|(?P<infinite>[-+\u2212\u2013]?\u221e|[-+\u2212\u2013][Ii]nf(?:inity)?(?![\w./]))"
    r"|(?P<count>[-+\u2212]?[0-9]+(?:/[0-9]+|\.[0-9]+)?(?![\w./]))"
    r"|(?P<name>[^\W\d]\w*'*)"
    r"|(?P<cut>[-\u2212\u2013](?![\w.]))"
    r"|(?P<sign>[(){}|,=])"
    r"|(?P<bad>\S+?(?=[\s(){}|,=#]|$))"
)


_LEAVES = ("count", "infinite", "name", "cut")
_INFINITE_NAMES = ("inf", "Inf", "infinity", "Infinity")
"""Names that mean infinity where no node above has them."""


class _Token(NamedTuple):
    kind: str
    text: str
    line: int
    column: int
    indent: int


def _tokens(text: str) -> Iterator[_Token]:
    """Yield the tokens of a text; the last has kind "end". `indent` is that of the line, tabs expanded.

    Stops with an error after as many tokens as the largest tree can have, so that huge texts are rejected at once.
    """
    line, start, indent, fresh, before = 1, 0, 0, True, -1
    yielded = 0
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "space":
            continue
        if kind == "newline":
            line, start, fresh = line + 1, match.end(), True
            continue
        if fresh:
            indent, fresh = len(text[start:match.start()].expandtabs(8)), False
        token = _Token(kind, match.group(), line, match.start() - start + 1, indent)
        strange = kind == "bad" or (kind == "name" and not token.text.rstrip("'").isidentifier())
        if strange or (kind in _LEAVES and before == match.start()):
            _fail(f"expected a count, a name, - or a bracket, got {_quoted(token)}", token)
        if len(token.text) > MAX_TOKEN_LENGTH:
            _fail(f"a count or name has at most {MAX_TOKEN_LENGTH} characters, got {len(token.text)}", token)
        before = match.end() if kind in _LEAVES else -1
        yielded += 1
        if yielded > 6 * MAX_NODES:
            _fail(f"a tree has at most {MAX_NODES} nodes, got more", token)
        yield token
    yield _Token("end", "", line, len(text) - start + 1, 0)


def _quoted(token: _Token) -> str:
    return "the end" if token.kind == "end" else repr(token.text if len(token.text) <= 24 else token.text[:24] + "...")


def _fail(message: str, token: _Token) -> NoReturn:
    raise TreeError(message, token.line, token.column)


def _count(token: _Token) -> Fraction:
    try:
        return Fraction(token.text.replace("\u2212", "-"))
    except ZeroDivisionError:
        _fail(f"expected a count, got {_quoted(token)}", token)


# -- nodes ---------------------------------------------------------------------------------------------------------


class _TreeBuilder:
    """The nodes read so far, and by name those whose children are being read: to these a name may refer."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.open: dict[str, int] = {}
        self.names: set[str] = set()
        self.infinite: dict[int, str] = {}  # the leaves of infinite count, with the player who wins by them

    def add(self, node: Node, token: _Token) -> int:
        if len(self.nodes) >= MAX_NODES:
            _fail(f"a tree has at most {MAX_NODES} nodes, got more", token)
        if node.name is not None:
            if node.name in self.names:
                _fail(f"the name {node.name} is given to two nodes", token)
            self.names.add(node.name)
        self.nodes.append(node)
        return len(self.nodes) - 1

    def begin(self, name: str | None, token: _Token) -> int:
        """Add a node whose children follow, and return its index."""
        index = self.add(Node(name), token)
        if name is not None:
            self.open[name] = index
        return index

    def finish(self, index: int, black: list[int], white: list[int], token: _Token) -> None:
        """Set the children of a node begun before."""
        name = self.nodes[index].name
        black = [child for child in black if self.infinite.get(child) != "W"]
        white = [child for child in white if self.infinite.get(child) != "B"]
        if all(self.nodes[child].cut for child in black + white):
            _fail(f"{'a node' if name is None else name} has no move that is not cut out", token)
        self.nodes[index] = Node(name, tuple(black), tuple(white))
        if name is not None:
            del self.open[name]

    def leaf(self, token: _Token, count: _Token | None = None) -> int:
        """Return the index of the node that a token stands for: a new leaf, with `count` if named, or an ancestor."""
        if token.kind == "count":
            return self.add(Node(count=_count(token)), token)
        if token.kind == "cut":
            return self.add(Node(cut=True), token)
        if _is_infinite(token) and token.text not in self.open and count is None:
            return self._infinite(None, token)
        if token.kind != "name":
            _fail(f"expected a count, a name, - or a bracket, got {_quoted(token)}", token)
        if count is not None:
            if _is_infinite(count):
                return self._infinite(token.text, count)
            if count.kind != "count":
                _fail(f"expected a count after {token.text}=, got {_quoted(count)}", count)
            return self.add(Node(token.text, count=_count(count)), token)
        if token.text not in self.open:
            _fail(f"expected children of {token.text}, or the name of a node above; {token.text} is none", token)
        return self.open[token.text]


    def _infinite(self, name: str | None, token: _Token) -> int:
        """Add a leaf of infinite count, and return its index."""
        index = self.add(Node(name, cut=True), token)
        self.infinite[index] = "W" if token.text[0] in "-\u2212\u2013" else "B"
        return index


def _is_infinite(token: _Token) -> bool:
    return token.kind == "infinite" or (token.kind == "name" and token.text in _INFINITE_NAMES)


@dataclass
class _Bracket:
    """A node in brackets or braces whose children are being read: Black's, then White's."""

    index: int
    braces: bool
    sides: tuple[list[int], list[int]]
    side: int = 0

    def add(self, child: int) -> None:
        self.sides[self.side].append(child)


def _read_brackets(tokens: list[_Token], builder: _TreeBuilder) -> None:
    path: list[_Bracket] = []
    position = 0
    while True:  # a child begins at `position`, or the side of a player without a move ends there
        token, after = tokens[position], tokens[min(position + 1, len(tokens) - 1)]
        named = token.kind == "name" and after.text in ("(", "{") and _touching(token, after)
        if named or token.text in ("(", "{"):
            index = builder.begin(token.text if named else None, token)
            path.append(_Bracket(index, (after if named else token).text == "{", ([], [])))
            position += 2 if named else 1
            continue
        if not path:
            _fail(f"expected a bracket right after the name, got {_quoted(token)}", token)
        top = path[-1]
        if token.kind == "name" and after.text == "=":
            top.add(builder.leaf(token, tokens[min(position + 2, len(tokens) - 1)]))
            position += 3
        elif not (top.braces and not top.sides[top.side] and token.text == "|}"[top.side]):
            top.add(builder.leaf(token))
            position += 1
        position = _after_child(tokens, position, path, builder)
        if not path:
            if tokens[position].kind != "end":
                _fail(f"expected the end, got {_quoted(tokens[position])}", tokens[position])
            return


def _touching(token: _Token, after: _Token) -> bool:
    return after.line == token.line and after.column == token.column + len(token.text)


def _after_child(tokens: list[_Token], position: int, path: list[_Bracket], builder: _TreeBuilder) -> int:
    """Skip what separates two children, and the brackets that close here; return the position of the next child."""
    while path:
        top, token = path[-1], tokens[position]
        if top.braces and token.text in (",", "|") and (token.text == "," or top.side == 0):
            top.side += token.text == "|"
            return position + 1
        if not top.braces and top.side == 0:
            top.side = 1
            position += token.text == ","
            if tokens[position].text in (")", "}"):
                _fail("a node has two children, Black's and White's; write - for one cut out", tokens[position])
            return position
        closing = "}" if top.braces else ")"
        if token.text != closing or top.side == 0:
            wanted = "| between Black's moves and White's" if top.side == 0 else f"{closing} after White's move"
            _fail(f"expected {wanted}, got {_quoted(token)}", token)
        builder.finish(top.index, *top.sides, token)
        path.pop()
        position += 1
        if path:
            path[-1].add(top.index)
    return position


@dataclass
class _Block:
    """A node of the indented form whose children are being read."""

    token: _Token
    index: int
    children: list[int]
    inner: int | None = None

    def add(self, child: int, token: _Token) -> None:
        if len(self.children) == 2:
            _fail(f"{self.token.text} has two children already, Black's and White's, got {_quoted(token)}", token)
        if self.inner is not None and self.inner != token.indent:
            _fail(f"expected {_quoted(token)} as far in as the other child of {self.token.text}", token)
        self.inner = token.indent
        self.children.append(child)


def _read_lines(tokens: list[_Token], builder: _TreeBuilder) -> None:
    path: list[_Block] = []
    position = 0
    while tokens[position].kind != "end":
        token, after = tokens[position], tokens[position + 1]
        named = token.kind == "name" and after.text == "=" and after.line == token.line
        count = tokens[position + 2] if named else None
        position += 3 if named else 1
        follower = tokens[min(position, len(tokens) - 1)]
        if follower.kind != "end" and follower.line == token.line:
            _fail(f"expected one node a line, got {_quoted(follower)}", follower)
        while path and path[-1].token.indent >= token.indent:
            _finish(path, builder)
        if not path and builder.nodes:
            _fail(f"expected one root, got {_quoted(token)} beside it", token)
        deeper = follower.kind != "end" and follower.indent > token.indent
        if deeper and (token.kind != "name" or named):
            _fail(f"a node with children needs a name and no count, got {_quoted(token)}", token)
        index = builder.begin(token.text, token) if deeper else builder.leaf(token, count)
        if path:
            path[-1].add(index, token)
        if deeper:
            path.append(_Block(token, index, []))
    while path:
        _finish(path, builder)


def _finish(path: list[_Block], builder: _TreeBuilder) -> None:
    block = path.pop()
    if len(block.children) != 2:
        name = block.token.text
        _fail(f"{name} has one child; a node has two, Black's and White's; write - for one cut out", block.token)
    builder.finish(block.index, block.children[:1], block.children[1:], block.token)
