"""A counted tree as text: indented, one node per line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .miai_counting import CountedLine, CountedNode
from .move_tree import Tree

MAX_INDENT_DEPTH = 40


def format_tree(tree: Tree, rows: Iterable[CountedNode]) -> str:
    """Return the tree as text, one node per line: "/" marks a child Black moves to, "\\" one White moves to.

    A node is written "(temperature) count  name  label", as in Miai counting with trees, followed by the count and the
    tally of the line of each player moving first and, in brackets, the branches cut out and why. A leaf is written as
    its count, a move back to a node as "^ name". Below 40 levels lines are not indented further but begin with their
    depth.
    """
    row_of = {row.visit.node: row for row in rows}
    lines = []
    for visit in tree.walk():
        deep = f"[{visit.depth}] " if visit.depth > MAX_INDENT_DEPTH else ""
        mark = {"B": "/ ", "W": "\\ ", "": ""}[visit.by]
        text = f"^ {tree.title(visit.node)}" if visit.again else _text(tree, row_of, row_of[visit.node])
        lines.append("  " * min(visit.depth, MAX_INDENT_DEPTH) + deep + mark + text)
    return "\n".join(lines)


def _text(tree: Tree, rows: Mapping[int, CountedNode], row: CountedNode) -> str:
    node = tree.nodes[row.visit.node]
    name = [node.name] if node.name else []
    if node.cut:
        return "- cut out"
    if node.count is not None:
        return "  ".join([str(node.count), *name])
    label = row.label if row.activity is None else f"{row.label}, {row.activity}"
    if row.count is None:
        return "  ".join(["()", *name, label])
    if row.black is not None and row.white is not None:
        label += f": {_result('Black', row.black)}, {_result('White', row.white)}"
    if row.cut:
        label += f" [{_reason(tree, rows, row)}]"
    return "  ".join([f"({row.temperature}) {row.count}", *name, label])


def _result(player: str, line: CountedLine) -> str:
    return f"{player} {line.tally:+} to {line.count}" if line.tally else f"{player} 0 to {line.count}"


def _reason(tree: Tree, rows: Mapping[int, CountedNode], row: CountedNode) -> str:
    """Return why branches are cut out: the node counted as gote, the hotter children, the nodes not reached."""
    parts = [] if row.gote is None else [f"as gote {row.gote.count} ({row.gote.temperature})"]
    for child in row.hot:
        parts.append(f"{tree.title(child)}: {rows[child].count} ({rows[child].temperature})")
    return ", ".join([*parts, f"cut {', '.join(tree.title(child) for child in row.cut)}"])
