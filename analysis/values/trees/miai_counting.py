"""Miai counting: the count, the temperature and the best lines of every node of a tree of moves.

The count of a node is its average local score in points, Black positive; its temperature is the gain of a move there,
the miai value. The *tally* of a line of play is the number of Black's moves minus White's. If Black's line, moving
first, ends at a count b with tally nb, and White's at a count w with tally nw, then

    temperature = (b - w) / (nb - nw)
    count       = b - nb * temperature = w - nw * temperature = (nb * w - nw * b) / (nb - nw)

(Miai counting with trees, Sensei's Library, which prints the last but one with a plus, but counts nw as -1 throughout.)
In gote each line is one move: nb = 1, nw = -1, and the count is the mean of the children's. If a child is hotter than
the node, the move to it is sente and is answered: the branch without the answer is cut out, the answer replaces the
child, and that side's tally is 0. If the answer is itself answered, the first move is a reversal.

In general only the thermograph determines these lines: rules that use the children and their children only (the mean,
clipped to the counts of the replies) fail if a reply is hot too. {6|{{9|1}|-3}} is 7/2. So the counts and temperatures
here are the masts of `thermograph.thermograph_from_scaffolds`.
The lines follow from the temperatures, since just below temperature T a player answers in every position hotter than T.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, cast

from ..thermography.thermograph import (
    LOWEST_TEMPERATURE,
    Thermograph,
    Wall,
    left_scaffold,
    number_thermograph,
    right_scaffold,
    thermograph_from_scaffolds,
    thermograph_of_options,
)
from .move_tree import Tree, Visit

MAX_LINE_LENGTH = 12
"""At most this many moves of a line are listed; its tally and count are those of the whole line."""

TAX_SIGN = {"B": -1, "W": 1}
OPPONENT = {"B": "W", "W": "B"}


class NodeLabel(StrEnum):
    """The class of a node by its moves (see `CountedNode`)."""

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


class KoActivity(StrEnum):
    """What of a ko depends on who is komaster (Berlekamp; "active" is Spight's term: Hyperactive, Sensei's Library)."""

    PLACID = "placid"  # neither the count nor the temperature
    ACTIVE = "active"  # the temperature
    HYPERACTIVE = "hyperactive"  # the count


@dataclass(frozen=True)
class CountedLine:
    """The best line of a player moving first, just below the temperature of a node.

    moves -- the nodes moved to in turn, at most 12; none if the line leads to a ko
    tally -- Black's moves minus White's
    count -- the count of the node where local play stops, in points
    """

    moves: tuple[int, ...]
    tally: int
    count: Fraction


@dataclass(frozen=True)
class Gote:
    """A node counted as gote: half the sum and half the difference of the children's counts."""

    count: Fraction
    temperature: Fraction


@dataclass(frozen=True)
class CountedNode:
    """A node of a tree with its count.

    visit       -- the node, its depth, and whose move leads there
    label       -- number: nobody gains by moving, temperature below 0; dame: gote of temperature 0; gote; Black sente
                   (White may play it in reverse sente); White sente; ambiguous: answering and not answering give the
                   same result; reversal: an answer is answered; ko; threat: one child is cut out, so the opponent
                   always answers here; cut out
    count       -- average local score in points, Black positive; None for a threat and a node cut out
    temperature -- gain of a move in points, at least -1; None likewise. For a leaf that of the number: -1 or -1/2^k
    black       -- the line with Black moving first, answers included; None for a number, a threat, a node cut out
    white       -- the line with White moving first
    gote        -- the node counted as gote; None if a child has no count
    hot         -- the children hotter than the node counted as gote
    cut         -- the nodes that are threatened but not reached, since the threats are answered
    activity    -- what depends on the komaster, for a node that leads to a ko; else None
    """

    visit: Visit
    label: NodeLabel
    count: Fraction | None
    temperature: Fraction | None
    black: CountedLine | None = None
    white: CountedLine | None = None
    gote: Gote | None = None
    hot: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()
    activity: KoActivity | None = None


class NodeWalls(NamedTuple):
    """The walls of a node. Their makers are indices of children.

    graph -- both walls, if they join in a mast; None for a threat and a node cut out
    left  -- the wall with Black to move; None if Black's own threat is unbounded, and for a node cut out
    right -- the wall with White to move, likewise
    """

    graph: Thermograph | None
    left: Wall | None
    right: Wall | None


def walls_from_children(tree: Tree, index: int, known: Sequence[NodeWalls | None]) -> NodeWalls:
    """Return the walls of a node from those of its children, `known` by index.

    Raises ValueError if a player moves to a position where the opponent's threat is unbounded (a branch is cut out
    there), or has other moves beside one to a threat of the player's own: which one is better is undetermined.
    """
    node = tree.nodes[index]
    if node.count is not None:
        graph = number_thermograph(node.count)
        return NodeWalls(graph, graph.left, graph.right)
    if node.cut:
        return NodeWalls(None, None, None)
    hot = _graph_of_children(tree, index, known)
    if hot is not None:
        return NodeWalls(hot, hot.left, hot.right)
    left, right = (_scaffold(tree, index, player, known) for player in "BW")
    if any(tree.nodes[child].cut for child in node.white):
        return NodeWalls(None, left, None)
    if any(tree.nodes[child].cut for child in node.black):
        return NodeWalls(None, None, right)
    graph = thermograph_from_scaffolds(left, right)
    if left is not None and right is not None and graph.temperature < 0:
        # If counts are not dyadic, the simplest number may lie outside the scaffolds at t = 0.
        within = min(max(graph.mean, left.value(0)), right.value(0))
        graph = graph if within == graph.mean else number_thermograph(within)
    return NodeWalls(graph, graph.left, graph.right)


def _graph_of_children(tree: Tree, index: int, known: Sequence[NodeWalls | None]) -> Thermograph | None:
    """Return the thermograph of a node; None if it is a number, or a child has none."""
    sides: list[list[tuple[Thermograph, object]]] = []
    for player in "BW":
        graphs = [(cast(NodeWalls, known[child]).graph, child) for child in tree.nodes[index].children(player)]
        sides.append([(graph, child) for graph, child in graphs if graph is not None])
        if not graphs or len(sides[-1]) < len(graphs):
            return None
    graph = thermograph_of_options(*sides)
    return None if graph.temperature < 0 else graph


def wall_after(tree: Tree, index: int, child: int, player: str, known: Sequence[NodeWalls | None]) -> Wall:
    """Return the result for `player` ("B" or "W") of moving from node `index` to a child, before the tax.

    It is the child's wall with the opponent to move. Raises ValueError if the opponent's threat there is unbounded.
    """
    walls = cast(NodeWalls, known[child])
    wall = walls.right if player == "B" else walls.left
    if wall is None:
        name = "Black" if player == "B" else "White"
        title = tree.title(index)
        raise ValueError(f"at {title} {name} moves to {tree.title(child)}, which loses to a move cut out")
    return wall


def _scaffold(tree: Tree, index: int, player: str, known: Sequence[NodeWalls | None]) -> Wall | None:
    children = tree.nodes[index].children(player)
    if any(tree.nodes[child].cut for child in children):
        return None
    walls = [wall_after(tree, index, child, player, known) for child in children]
    graphs = [(graph, child) for child in children if (graph := cast(NodeWalls, known[child]).graph) is not None]
    if len(graphs) == len(children):
        return left_scaffold(graphs) if player == "B" else right_scaffold(graphs)
    if len(walls) > 1:
        raise ValueError(f"at {tree.title(index)} a move to a threat that is always answered must be the only one")
    return walls[0].tilted(TAX_SIGN[player], children[0])


def counted_nodes(
    tree: Tree, walls: Sequence[NodeWalls | None], kos: AbstractSet[int], above_kos: AbstractSet[int],
    activity: Mapping[int, KoActivity],
) -> list[CountedNode]:
    """Return the rows of all nodes in the order of `Tree.walk`, from their walls.

    kos and above_kos are the nodes in a ko and the nodes that lead to one; `activity` maps the latter if it is known.
    """
    rows = []
    for visit in tree.walk():
        if not visit.again:
            row = _counted_node(tree, walls, visit, visit.node in kos, visit.node in above_kos)
            rows.append(replace(row, activity=activity.get(visit.node)))
    return rows


# -- one node ------------------------------------------------------------------------------------------------------


def _counted_node(tree: Tree, walls: Sequence[NodeWalls | None], visit: Visit, ko: bool, above_ko: bool) -> CountedNode:
    index = visit.node
    graph = cast(NodeWalls, walls[index]).graph
    if graph is None:
        return CountedNode(visit, NodeLabel.CUT if tree.nodes[index].cut else NodeLabel.THREAT, None, None)
    temperature = graph.temperature
    label = NodeLabel.KO if ko else NodeLabel.NUMBER
    row = CountedNode(visit, label, graph.mean, temperature, gote=_as_gote(tree, walls, index))
    row = replace(row, hot=_hotter_children(tree, walls, row))
    if temperature < 0:
        return row
    tallies = (int(-graph.left.slope_below(temperature)), int(-graph.right.slope_below(temperature)))
    paths: _Paths = ([], []) if above_ko else _paths(walls, index, temperature, True)
    lines = [
        CountedLine(tuple(path), tally, graph.mean + tally * temperature)
        for path, tally in zip(paths, tallies, strict=True)
    ]
    row = replace(row, black=lines[0], white=lines[1])
    if above_ko:
        return replace(row, label=label if ko else _label_by_tally(tallies, temperature))
    label = _label(paths, temperature)
    if label != _label(_paths(walls, index, temperature, False), temperature):
        return replace(row, label=NodeLabel.AMBIGUOUS)
    cut = (*_unreached_threats(walls, paths[0], "B"), *_unreached_threats(walls, paths[1], "W"))
    return replace(row, label=label, cut=cut)


_Paths = tuple[list[int], list[int]]
"""The nodes moved to with Black and with White moving first."""


def _as_gote(tree: Tree, walls: Sequence[NodeWalls | None], index: int) -> Gote | None:
    counts = []
    for player in "BW":
        child = _child_moved_to(tree, walls, index, player)
        graph = None if child is None else cast(NodeWalls, walls[child]).graph
        if graph is None:
            return None
        counts.append(graph.mean)
    return Gote((counts[0] + counts[1]) / 2, (counts[0] - counts[1]) / 2)


def _hotter_children(tree: Tree, walls: Sequence[NodeWalls | None], row: CountedNode) -> tuple[int, ...]:
    """Return the children hotter than the node counted as gote."""
    if row.gote is None:
        return ()
    children = [cast(int, _child_moved_to(tree, walls, row.visit.node, player)) for player in "BW"]
    graphs = [cast(Thermograph, cast(NodeWalls, walls[child]).graph) for child in children]
    return tuple(
        child for child, graph in zip(children, graphs, strict=True) if graph.temperature > row.gote.temperature
    )


def _child_moved_to(tree: Tree, walls: Sequence[NodeWalls | None], index: int, player: str) -> int | None:
    """Return the child of a player's only move, or of the best of several just below the temperature."""
    children = tree.nodes[index].children(player)
    if len(children) == 1:
        return children[0]
    graph = cast(NodeWalls, walls[index]).graph
    return None if graph is None else _chosen_child(walls, index, player, graph.temperature)


def _chosen_child(walls: Sequence[NodeWalls | None], index: int, player: str, temperature: Fraction) -> int | None:
    """Return the child that a player moves to just below a temperature; None for no move or an unknown one."""
    node_walls = cast(NodeWalls, walls[index])
    wall = node_walls.left if player == "B" else node_walls.right
    if wall is None or temperature <= LOWEST_TEMPERATURE:
        return None
    maker = wall.maker_below(temperature)
    return maker if isinstance(maker, int) else None


def _paths(walls: Sequence[NodeWalls | None], index: int, temperature: Fraction, ties: bool) -> _Paths:
    """Return the lines from a node: a move is answered if it leads to a node hotter than the temperature.

    With `ties` it is also answered if the node is exactly as hot.
    """
    return _path(walls, index, "B", temperature, ties), _path(walls, index, "W", temperature, ties)


def _path(walls: Sequence[NodeWalls | None], index: int, player: str, temperature: Fraction, ties: bool) -> list[int]:
    path: list[int] = []
    while len(path) < MAX_LINE_LENGTH:
        child = _chosen_child(walls, index, player, temperature)
        if child is None:
            return path
        path.append(child)
        graph = cast(NodeWalls, walls[child]).graph
        if graph is not None and (graph.temperature < temperature or (graph.temperature == temperature and not ties)):
            return path
        index, player = child, OPPONENT[player]
    return path


def _label(paths: _Paths, temperature: Fraction) -> NodeLabel:
    black, white = map(len, paths)
    if max(black, white) > 2:
        return NodeLabel.REVERSAL
    if max(black, white) == 2:
        return NodeLabel.BLACK_SENTE if black == 2 else NodeLabel.WHITE_SENTE
    return NodeLabel.GOTE if temperature > 0 else NodeLabel.DAME


def _label_by_tally(tallies: tuple[int, int], temperature: Fraction) -> NodeLabel:
    """Return the label of a node that leads to a ko: by the tallies if they are those of ordinary moves, else KO."""
    if tallies == (1, -1):
        return NodeLabel.GOTE if temperature > 0 else NodeLabel.DAME
    return {(0, -1): NodeLabel.BLACK_SENTE, (1, 0): NodeLabel.WHITE_SENTE}.get(tallies, NodeLabel.KO)


def _unreached_threats(walls: Sequence[NodeWalls | None], path: list[int], first: str) -> Iterator[int]:
    """Yield the nodes that the last mover threatens to reach along a line, and that are not reached."""
    for index in path[:-1]:
        graph = cast(NodeWalls, walls[index]).graph
        child = None if graph is None else _chosen_child(walls, index, first, graph.temperature)
        if child is not None:
            yield child
        first = OPPONENT[first]
