"""How a tree of moves is written down. Two forms, both read by `parse_tree`; `#` begins a comment:

    A(4, C(3, -17))      in brackets, Black's child first; names, commas and line breaks as you like
    {4|{3|-17}}          in braces, as games are written; several moves of a player with commas, as in {4,3|-17}

    A                    or indented, one node a line, children deeper than their parent, Black's first
      4
      C
        3
        -17

Counts are written 3, -17, 3/4 or 2.5, with a name if you like: B=4. A name alone, with no children, leads back to the
node of that name above it: a ko. `-` stands for a branch that is cut out: a move so large that it is always answered,
as for C in A(4, C(3, -)), the tree that is left when White's move to C is sente (Miai counting with trees, Sensei's
Library: the count there "may be replaced by minus infinity"). In braces a side left empty is another thing, a player
without a move, as in games: {3|} is 4.

Nothing here recurses, so a tree may be as deep as it likes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, NoReturn

from .move_tree import Node, Tree

MOST_NODES = 100_000
LONGEST_WORD = 100


class TreeError(ValueError):
    """A text that is no tree. `line` and `column` say where, counted from 1; the message begins with them."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line = line
        self.column = column


def parse_tree(text: str) -> Tree:
    """The tree that a text describes, in either form (see the top of this module).

    Raises TreeError if it describes none, if a name is given to two nodes, if a name without children is not that of a
    node above it, or if there are more than 100,000 nodes.
    """
    words = list(_words(text))
    if len(words) == 1:
        _fail("expected a tree, got nothing", words[0])
    first, second = words[:2]
    bracketed = first.text in ("(", "{") or (second.text in ("(", "{") and second.line == first.line)
    reader = _Reader()
    if bracketed:
        _read_brackets(words, reader)
    else:
        _read_lines(words, reader)
    return Tree(tuple(reader.nodes))


# -- words ---------------------------------------------------------------------------------------------------------

_WORD = re.compile(
    r"(?P<space>[ \t\r\f\v]+|\#[^\n]*)|(?P<newline>\n)"
    r"|(?P<count>[-+\u2212]?[0-9]+(?:/[0-9]+|\.[0-9]+)?(?![\w./]))"
    r"|(?P<name>[^\W\d]\w*'*)"
    r"|(?P<cut>[-\u2212\u2013](?![\w.]))"
    r"|(?P<sign>[(){}|,=])"
    r"|(?P<bad>\S+?(?=[\s(){}|,=#]|$))"
)


class _Word(NamedTuple):
    kind: str
    text: str
    line: int
    column: int
    indent: int


def _words(text: str) -> Iterator[_Word]:
    """The words of a text, the last of kind "end". `indent` is the column of a line's first word, tabs to every eighth.

    Yields no more than a tree of the largest size can have, so that a text of many megabytes is refused at once.
    """
    line, start, indent, fresh, before = 1, 0, 0, True, -1
    yielded = 0
    for match in _WORD.finditer(text):
        kind = match.lastgroup or ""
        if kind == "space":
            continue
        if kind == "newline":
            line, start, fresh = line + 1, match.end(), True
            continue
        if fresh:
            indent, fresh = len(text[start:match.start()].expandtabs(8)), False
        word = _Word(kind, match.group(), line, match.start() - start + 1, indent)
        strange = kind == "bad" or (kind == "name" and not word.text.rstrip("'").isidentifier())
        if strange or (kind in ("count", "name", "cut") and before == match.start()):
            _fail(f"expected a count, a name, - or a bracket, got {_quoted(word)}", word)
        if len(word.text) > LONGEST_WORD:
            _fail(f"a count or name has at most {LONGEST_WORD} characters, got {len(word.text)}", word)
        before = match.end() if kind in ("count", "name", "cut") else -1
        yielded += 1
        if yielded > 6 * MOST_NODES:
            _fail(f"a tree has at most {MOST_NODES} nodes, got more", word)
        yield word
    yield _Word("end", "", line, len(text) - start + 1, 0)


def _quoted(word: _Word) -> str:
    return "the end" if word.kind == "end" else repr(word.text if len(word.text) <= 24 else word.text[:24] + "...")


def _fail(message: str, word: _Word) -> NoReturn:
    raise TreeError(message, word.line, word.column)


def _count(word: _Word) -> Fraction:
    try:
        return Fraction(word.text.replace("\u2212", "-"))
    except ZeroDivisionError:
        _fail(f"expected a count, got {_quoted(word)}", word)


# -- nodes ---------------------------------------------------------------------------------------------------------


class _Reader:
    """The nodes read so far, and the names of those that are still open: the ones a name can lead back to."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.open: dict[str, int] = {}
        self.names: set[str] = set()

    def add(self, node: Node, word: _Word) -> int:
        if len(self.nodes) >= MOST_NODES:
            _fail(f"a tree has at most {MOST_NODES} nodes, got more", word)
        if node.name is not None:
            if node.name in self.names:
                _fail(f"the name {node.name} is given to two nodes", word)
            self.names.add(node.name)
        self.nodes.append(node)
        return len(self.nodes) - 1

    def begin(self, name: str | None, word: _Word) -> int:
        """A node whose children follow."""
        index = self.add(Node(name), word)
        if name is not None:
            self.open[name] = index
        return index

    def finish(self, index: int, black: list[int], white: list[int], word: _Word) -> None:
        """Gives a node its children."""
        name = self.nodes[index].name
        if all(self.nodes[child].cut for child in black + white):
            _fail(f"{'a node' if name is None else name} has no move that is not cut out", word)
        self.nodes[index] = Node(name, tuple(black), tuple(white))
        if name is not None:
            del self.open[name]

    def leaf(self, word: _Word, count: _Word | None = None) -> int:
        """The node that a word stands for: a leaf, or a node above it. `count` is the count of a named leaf."""
        if word.kind == "count":
            return self.add(Node(count=_count(word)), word)
        if word.kind == "cut":
            return self.add(Node(cut=True), word)
        if word.kind != "name":
            _fail(f"expected a count, a name, - or a bracket, got {_quoted(word)}", word)
        if count is not None:
            if count.kind != "count":
                _fail(f"expected a count after {word.text}=, got {_quoted(count)}", count)
            return self.add(Node(word.text, count=_count(count)), word)
        if word.text not in self.open:
            _fail(f"expected children of {word.text}, or the name of a node above; {word.text} is none", word)
        return self.open[word.text]


@dataclass
class _Bracket:
    """A node whose children are being read, in brackets or braces: those of Black, then those of White."""

    index: int
    braces: bool
    sides: tuple[list[int], list[int]]
    side: int = 0

    def add(self, child: int) -> None:
        self.sides[self.side].append(child)


def _read_brackets(words: list[_Word], reader: _Reader) -> None:
    path: list[_Bracket] = []
    place = 0
    while True:  # a child begins at `place`, or the side of a player without a move ends there
        word, after = words[place], words[min(place + 1, len(words) - 1)]
        named = word.kind == "name" and after.text in ("(", "{") and _touching(word, after)
        if named or word.text in ("(", "{"):
            index = reader.begin(word.text if named else None, word)
            path.append(_Bracket(index, (after if named else word).text == "{", ([], [])))
            place += 2 if named else 1
            continue
        if not path:
            _fail(f"expected a bracket right after the name, got {_quoted(word)}", word)
        top = path[-1]
        if word.kind == "name" and after.text == "=":
            top.add(reader.leaf(word, words[min(place + 2, len(words) - 1)]))
            place += 3
        elif not (top.braces and not top.sides[top.side] and word.text == "|}"[top.side]):
            top.add(reader.leaf(word))
            place += 1
        place = _after_child(words, place, path, reader)
        if not path:
            if words[place].kind != "end":
                _fail(f"expected the end, got {_quoted(words[place])}", words[place])
            return


def _touching(word: _Word, after: _Word) -> bool:
    return after.line == word.line and after.column == word.column + len(word.text)


def _after_child(words: list[_Word], place: int, path: list[_Bracket], reader: _Reader) -> int:
    """Passes over what stands between two children and over the brackets that end here: the place of the next child."""
    while path:
        top, word = path[-1], words[place]
        if top.braces and word.text in (",", "|") and (word.text == "," or top.side == 0):
            top.side += word.text == "|"
            return place + 1
        if not top.braces and top.side == 0:
            top.side = 1
            place += word.text == ","
            if words[place].text in (")", "}"):
                _fail("a node has two children, Black's and White's; write - for one cut out", words[place])
            return place
        closing = "}" if top.braces else ")"
        if word.text != closing or top.side == 0:
            wanted = "| between Black's moves and White's" if top.side == 0 else f"{closing} after White's move"
            _fail(f"expected {wanted}, got {_quoted(word)}", word)
        reader.finish(top.index, *top.sides, word)
        path.pop()
        place += 1
        if path:
            path[-1].add(top.index)
    return place


@dataclass
class _Block:
    """A node whose children are being read, one a line."""

    word: _Word
    index: int
    children: list[int]
    inner: int | None = None

    def add(self, child: int, word: _Word) -> None:
        if len(self.children) == 2:
            _fail(f"{self.word.text} has two children already, Black's and White's, got {_quoted(word)}", word)
        if self.inner is not None and self.inner != word.indent:
            _fail(f"expected {_quoted(word)} as far in as the other child of {self.word.text}", word)
        self.inner = word.indent
        self.children.append(child)


def _read_lines(words: list[_Word], reader: _Reader) -> None:
    path: list[_Block] = []
    place = 0
    while words[place].kind != "end":
        word, after = words[place], words[place + 1]
        named = word.kind == "name" and after.text == "=" and after.line == word.line
        count = words[place + 2] if named else None
        place += 3 if named else 1
        follower = words[min(place, len(words) - 1)]
        if follower.kind != "end" and follower.line == word.line:
            _fail(f"expected one node a line, got {_quoted(follower)}", follower)
        while path and path[-1].word.indent >= word.indent:
            _finish(path, reader)
        if not path and reader.nodes:
            _fail(f"expected one root, got {_quoted(word)} beside it", word)
        deeper = follower.kind != "end" and follower.indent > word.indent
        if deeper and (word.kind != "name" or named):
            _fail(f"a node with children needs a name and no count, got {_quoted(word)}", word)
        index = reader.begin(word.text, word) if deeper else reader.leaf(word, count)
        if path:
            path[-1].add(index, word)
        if deeper:
            path.append(_Block(word, index, []))
    while path:
        _finish(path, reader)


def _finish(path: list[_Block], reader: _Reader) -> None:
    block = path.pop()
    if len(block.children) != 2:
        name = block.word.text
        _fail(f"{name} has one child; a node has two, Black's and White's; write - for one cut out", block.word)
    reader.finish(block.index, block.children[:1], block.children[1:], block.word)
