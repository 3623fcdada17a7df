"""Miai counting: the count and the temperature of every node of a tree of moves, and who plays what there.

The count of a node is its average local score in points, Black positive; its temperature is what a move there gains,
the miai value. Along a line of play the *tally* is Black's moves less White's. If Black, moving first, comes to a count
b with tally nb, and White to a count w with tally nw, then

    temperature = (b - w) / (nb - nw)
    count       = b - nb * temperature = w - nw * temperature = (nb * w - nw * b) / (nb - nw)

(Miai counting with trees, Sensei's Library, which prints the last but one with a plus, but counts nw as -1 throughout.)
In gote one move is made on each side: nb = 1, nw = -1, and the count is the mean of the children's. If a child is
hotter than the node, the move to it is sente and is answered: the branch without the answer is cut out, the answer
stands for the child, and that side's tally is 0. If the answer is itself answered, the first move is a reversal.

Which lines these are the thermograph tells, and in general nothing else does: rules that look at the children and their
children only (the mean, clipped to the counts of the replies) fail where a reply is hot too. {6|{{9|1}|-3}} is 7/2.
So counts and temperatures here are the mast of `thermograph.build`; the lines follow from the temperatures, since just
below temperature T a player answers in whatever is hotter than T.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, cast

from ..games.forms import Value, game, number
from ..games.notation_budget import Work
from ..thermography.thermograph import (
    LOWEST,
    Thermograph,
    Wall,
    build,
    left_scaffold,
    number_thermograph,
    right_scaffold,
)
from .move_tree import Tree, Visit, components

LONGEST_LINE = 12
"""Moves of a line that are listed; what it comes to is told however long it is."""
DEEPEST_INDENT = 40

TAX = {"B": -1, "W": 1}
OTHER = {"B": "W", "W": "B"}


class Label(StrEnum):
    """What the moves at a node are (see `Row`)."""

    NUMBER = "number"
    DAME = "dame"
    GOTE = "gote"
    BLACK_SENTE = "Black sente"
    WHITE_SENTE = "White sente"
    AMBIGUOUS = "ambiguous"
    REVERSAL = "reversal"
    KO = "ko"
    THREAT = "threat"
    CUT = "cut out"


class Activity(StrEnum):
    """What depends on who is komaster (Berlekamp; "active" is Spight's word: Hyperactive, Sensei's Library)."""

    PLACID = "placid"  # neither the count nor the temperature
    ACTIVE = "active"  # the temperature
    HYPERACTIVE = "hyperactive"  # the count


@dataclass(frozen=True)
class Line:
    """What one player, moving first, comes to just below the temperature of a node.

    moves -- the nodes moved to in turn, no more than 12; none if it goes on or through a ko
    tally -- Black's moves less White's
    count -- of the node where local play stops, in points
    """

    moves: tuple[int, ...]
    tally: int
    count: Fraction


@dataclass(frozen=True)
class Gote:
    """The figures of a node if both moves were gote: half the sum and half the difference of the children's counts."""

    count: Fraction
    temperature: Fraction


@dataclass(frozen=True)
class Row:
    """A node of a tree, counted.

    visit       -- which node, how deep, and whose move leads there
    label       -- number: nobody gains by playing, temperature below 0; dame: temperature 0, in gote; gote; Black sente
                   (White may play it in reverse sente); White sente; ambiguous: whether moves are answered makes no
                   difference; reversal: an answer is answered; ko; threat: a branch is cut out, so that the player
                   whose move was not must play it; cut out
    count       -- average local score in points, Black positive; None for a threat or a cut
    temperature -- points gained by a move, at least -1; None likewise. Of a leaf that of the number: -1 or -1/2^k
    black       -- the line when Black moves first, answers included; None for a number, a threat, a cut
    white       -- the line when White moves first
    gote        -- the figures as if it were gote; None where a child has no count
    hot         -- the children hotter than that
    cut         -- the nodes that are threatened and not reached, since the threat is answered
    activity    -- of a node that leads to a ko; else None
    """

    visit: Visit
    label: Label
    count: Fraction | None
    temperature: Fraction | None
    black: Line | None = None
    white: Line | None = None
    gote: Gote | None = None
    hot: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()
    activity: Activity | None = None


class Walls(NamedTuple):
    """What a node is worth with either player to move. The makers of the walls are children, by index.

    graph -- both walls, where they join in a mast; None for a threat and a cut
    left  -- with Black to move; None where Black's own threat has no bound, and for a cut
    right -- with White to move, likewise
    """

    graph: Thermograph | None
    left: Wall | None
    right: Wall | None


def plain_walls(tree: Tree, index: int, known: Sequence[Walls | None]) -> Walls:
    """The walls of a node from those of its children.

    Raises ValueError if a player moves to a position in which the opponent wins without bound (a branch is cut out
    there), or has other moves beside one to a threat of his own: nothing tells which he plays.
    """
    node = tree.nodes[index]
    if node.count is not None:
        graph = number_thermograph(node.count)
        return Walls(graph, graph.left, graph.right)
    if node.cut:
        return Walls(None, None, None)
    left, right = (_scaffold(tree, index, player, known) for player in "BW")
    if any(tree.nodes[child].cut for child in node.white):
        return Walls(None, left, None)
    if any(tree.nodes[child].cut for child in node.black):
        return Walls(None, None, right)
    graph = build(left, right)
    if left is not None and right is not None and graph.temperature < 0:
        # Where counts are no dyadic numbers, the simplest number may be out of reach at t = 0.
        within = min(max(graph.mean, left.value(0)), right.value(0))
        graph = graph if within == graph.mean else number_thermograph(within)
    return Walls(graph, graph.left, graph.right)


def wall_after(tree: Tree, index: int, child: int, player: str, known: Sequence[Walls | None]) -> Wall:
    """What `player` ("B" or "W") comes to by moving from node `index` to a child, before the tax.

    It is the wall of the other player there. Raises ValueError if the other player wins without bound there.
    """
    own = cast(Walls, known[child])
    wall = own.right if player == "B" else own.left
    if wall is None:
        name = "Black" if player == "B" else "White"
        place = tree.title(index)
        raise ValueError(f"at {place} {name} moves to {tree.title(child)}, where he loses by a move cut out")
    return wall


def _scaffold(tree: Tree, index: int, player: str, known: Sequence[Walls | None]) -> Wall | None:
    children = tree.nodes[index].children(player)
    if any(tree.nodes[child].cut for child in children):
        return None
    walls = [wall_after(tree, index, child, player, known) for child in children]
    graphs = [(graph, child) for child in children if (graph := cast(Walls, known[child]).graph) is not None]
    if len(graphs) == len(children):
        return left_scaffold(graphs) if player == "B" else right_scaffold(graphs)
    if len(walls) > 1:
        raise ValueError(f"at {tree.title(index)} a move to a threat that is always answered must be the only one")
    return walls[0].tilted(TAX[player], children[0])


def count_rows(
    tree: Tree, walls: Sequence[Walls | None], kos: AbstractSet[int], above_kos: AbstractSet[int],
    activity: Mapping[int, Activity],
) -> list[Row]:
    """The rows of all nodes in the order they are written, from their walls.

    kos and above_kos are the nodes that belong to a ko, and all that lead to one; `activity` is what is known of them.
    """
    rows = []
    for visit in tree.walk():
        if not visit.again:
            row = _row(tree, walls, visit, visit.node in kos, visit.node in above_kos)
            rows.append(replace(row, activity=activity.get(visit.node)))
    return rows


def tree_value(tree: Tree) -> Value:
    """The tree as a game.

    Raises ValueError if it has a ko, a branch cut out, or a count that is no dyadic number.
    """
    values: dict[int, Value] = {}
    for group in components(tree):
        index = group[0]
        node = tree.nodes[index]
        if len(group) > 1 or index in node.black + node.white:
            raise ValueError(f"a tree with a ko is no game of the usual kind, got one at {tree.title(index)}")
        if node.cut:
            raise ValueError("a tree with a branch cut out (-) is no game; give its counts")
        if node.count is not None:
            values[index] = number(node.count)
        else:
            values[index] = game([values[child] for child in node.black], [values[child] for child in node.white])
    return values[0]


class Multiples(NamedTuple):
    """The scores, in points, of so many copies of a tree played out together: if Black moves first, and if White."""

    black_first: Fraction
    white_first: Fraction


def multiples(tree: Tree, copies: int) -> Multiples:
    """What `copies` >= 1 copies of a tree come to: the method of multiples (Sensei's Library), a check on the count.

    For a count c and a temperature t >= 0 both scores lie within t of copies * c, since no sum is hotter than the
    hottest of its parts, and at t = 0 no wall is further from the mast than the mast's foot is high (Winning Ways,
    chapter 6). So score / copies is within t / copies of c. Of a number (t < 0) both scores are copies * c.

    Raises ValueError if copies < 1, as `tree_value` does, or if the sum takes too long to work out. Not for kos: copies
    of a ko are ko threats for each other.
    """
    if copies < 1:
        raise ValueError(f"the number of copies must be at least 1, got {copies}")
    work = Work()
    total = work.value(work.copies(copies, tree_value(tree)))
    return Multiples(total.left_stop, total.right_stop)


# -- one node ------------------------------------------------------------------------------------------------------


def _row(tree: Tree, walls: Sequence[Walls | None], visit: Visit, ko: bool, above_ko: bool) -> Row:
    index = visit.node
    graph = cast(Walls, walls[index]).graph
    if graph is None:
        return Row(visit, Label.CUT if tree.nodes[index].cut else Label.THREAT, None, None)
    temperature = graph.temperature
    label = Label.KO if ko else Label.NUMBER
    row = Row(visit, label, graph.mean, temperature, gote=_as_gote(tree, walls, index))
    row = replace(row, hot=_hot(tree, walls, row))
    if temperature < 0:
        return row
    tallies = (int(-graph.left.slope_below(temperature)), int(-graph.right.slope_below(temperature)))
    paths: _Paths = ([], []) if above_ko else _paths(walls, index, temperature, True)
    lines = [
        Line(tuple(path), tally, graph.mean + tally * temperature)
        for path, tally in zip(paths, tallies, strict=True)
    ]
    row = replace(row, black=lines[0], white=lines[1])
    if above_ko:
        return replace(row, label=label if ko else _label_by_tally(tallies, temperature))
    label = _label(paths, temperature)
    if label != _label(_paths(walls, index, temperature, False), temperature):
        return replace(row, label=Label.AMBIGUOUS)
    return replace(row, label=label, cut=(*_cuts(walls, paths[0], "B"), *_cuts(walls, paths[1], "W")))


_Paths = tuple[list[int], list[int]]
"""The nodes moved to if Black begins, and if White does."""


def _as_gote(tree: Tree, walls: Sequence[Walls | None], index: int) -> Gote | None:
    counts = []
    for player in "BW":
        child = _move(tree, walls, index, player)
        graph = None if child is None else cast(Walls, walls[child]).graph
        if graph is None:
            return None
        counts.append(graph.mean)
    return Gote((counts[0] + counts[1]) / 2, (counts[0] - counts[1]) / 2)


def _hot(tree: Tree, walls: Sequence[Walls | None], row: Row) -> tuple[int, ...]:
    """The children hotter than the node would be if it were gote."""
    if row.gote is None:
        return ()
    children = [cast(int, _move(tree, walls, row.visit.node, player)) for player in "BW"]
    graphs = [cast(Thermograph, cast(Walls, walls[child]).graph) for child in children]
    return tuple(
        child for child, graph in zip(children, graphs, strict=True) if graph.temperature > row.gote.temperature
    )


def _move(tree: Tree, walls: Sequence[Walls | None], index: int, player: str) -> int | None:
    """A player's only move, or his choice among several just below the temperature."""
    children = tree.nodes[index].children(player)
    if len(children) == 1:
        return children[0]
    graph = cast(Walls, walls[index]).graph
    return None if graph is None else _choice(walls, index, player, graph.temperature)


def _choice(walls: Sequence[Walls | None], index: int, player: str, temperature: Fraction) -> int | None:
    """The child that a player moves to just below a temperature; None if he does not, or nothing tells."""
    own = cast(Walls, walls[index])
    wall = own.left if player == "B" else own.right
    if wall is None or temperature <= LOWEST:
        return None
    maker = wall.makers[bisect_left(wall.points, temperature, key=lambda point: point[0]) - 1]
    return maker if isinstance(maker, int) else None


def _paths(walls: Sequence[Walls | None], index: int, temperature: Fraction, ties: bool) -> _Paths:
    """The moves from a node on: an answer wherever it is hotter than the temperature.

    `ties` is whether there is an answer also where it is exactly as hot.
    """
    return _path(walls, index, "B", temperature, ties), _path(walls, index, "W", temperature, ties)


def _path(walls: Sequence[Walls | None], index: int, player: str, temperature: Fraction, ties: bool) -> list[int]:
    path: list[int] = []
    while len(path) < LONGEST_LINE:
        child = _choice(walls, index, player, temperature)
        if child is None:
            return path
        path.append(child)
        graph = cast(Walls, walls[child]).graph
        if graph is not None and (graph.temperature < temperature or (graph.temperature == temperature and not ties)):
            return path
        index, player = child, OTHER[player]
    return path


def _label(paths: _Paths, temperature: Fraction) -> Label:
    black, white = map(len, paths)
    if max(black, white) > 2:
        return Label.REVERSAL
    if max(black, white) == 2:
        return Label.BLACK_SENTE if black == 2 else Label.WHITE_SENTE
    return Label.GOTE if temperature > 0 else Label.DAME


def _label_by_tally(tallies: tuple[int, int], temperature: Fraction) -> Label:
    """The label of a node that leads to a ko, if the tallies are those of ordinary moves."""
    if tallies == (1, -1):
        return Label.GOTE if temperature > 0 else Label.DAME
    return {(0, -1): Label.BLACK_SENTE, (1, 0): Label.WHITE_SENTE}.get(tallies, Label.KO)


def _cuts(walls: Sequence[Walls | None], path: list[int], first: str) -> Iterator[int]:
    """The nodes that are threatened along a line, each by the one who moved last, and not reached."""
    for index in path[:-1]:
        graph = cast(Walls, walls[index]).graph
        child = None if graph is None else _choice(walls, index, first, graph.temperature)
        if child is not None:
            yield child
        first = OTHER[first]


# -- writing it down -----------------------------------------------------------------------------------------------


def format_tree(tree: Tree, rows: Iterable[Row]) -> str:
    """The tree drawn with its rows, one a line: "/" and the Black child first, "\\" and the White child.

    A node reads "(temperature) count  name  label", as Miai counting with trees has it, and then where each player,
    moving first, comes to and with what tally; in brackets what was cut, and why. A leaf is its count, a move back to a
    node "^ name". Beyond 40 levels lines are indented no further but begin with their depth.
    """
    found = {row.visit.node: row for row in rows}
    lines = []
    for visit in tree.walk():
        deep = f"[{visit.depth}] " if visit.depth > DEEPEST_INDENT else ""
        mark = {"B": "/ ", "W": "\\ ", "": ""}[visit.by]
        text = f"^ {tree.title(visit.node)}" if visit.again else _text(tree, found, found[visit.node])
        lines.append("  " * min(visit.depth, DEEPEST_INDENT) + deep + mark + text)
    return "\n".join(lines)


def _text(tree: Tree, rows: Mapping[int, Row], row: Row) -> str:
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


def _result(player: str, line: Line) -> str:
    return f"{player} {line.tally:+} to {line.count}" if line.tally else f"{player} 0 to {line.count}"


def _reason(tree: Tree, rows: Mapping[int, Row], row: Row) -> str:
    """What is found on the way: the figures as if it were gote, the children that are hotter, what is not reached."""
    words = [] if row.gote is None else [f"as gote {row.gote.count} ({row.gote.temperature})"]
    for child in row.hot:
        words.append(f"{tree.title(child)}: {rows[child].count} ({rows[child].temperature})")
    return ", ".join([*words, f"cut {', '.join(tree.title(child) for child in row.cut)}"])
