"""Kos: the count and the temperature of positions from which play can lead back to an earlier position.

A ko on its own is counted by tally (Miai counting with trees, Sensei's Library): if Black wins it by nb moves in a row
and White by nw, each of the nb + nw moves gains the same; `ko_chain`. A ko that is part of a larger tree, or whose ends
are not settled, needs thermography and an assumption about ko threats:

neutral -- nobody has a useful threat. After a player takes a ko the opponent may not retake at once, but must make
    another local move or play elsewhere; if the first player then plays elsewhere too, the ban ends. Playing elsewhere
    pays no tax. This is the basic ko rule in a rich environment, as in Berlekamp's generalized thermography for simple
    loopy games (Siegel, Combinatorial Game Theory; the threads "Engame value of ko" and "Generalized thermography
    question", lifein19x19.com). It is not Spight's neutral threat environment, in which threats just balance: a direct
    ko has the same value in both, an approach ko need not.
black, white -- that player is komaster (Berlekamp, The Economist's View of Combinatorial Games): able to win the ko
    without ignoring a threat. The komaster may take at any time, "but then must continue, at the same turn, to make one
    or more plays to win the ko" (Spight, "Komaster concept for hypothetical play", lifein19x19.com), and pays the tax
    for every move. The opponent may take too, but the komaster retakes. That the komaster may not wait is a cost; a
    player who may is called komonster, which is not modelled.

A ko is hyperactive if its count depends on the komaster, active if only its temperature does, else placid (Hyperactive,
Sensei's Library). The slopes of a ko's walls are as many points per degree as moves are made in a row, 2 in a direct
ko; there may be several hills, and the mast leans where a komaster must spend moves on winning: `ko_walls`.

Supported are kos of two positions and chains of them, as in multi-stage and approach kos, with arbitrary trees at the
ends. Other cycles, such as triple ko, two kos at once, or sending two stones and returning one, raise KoError: who wins
them depends on the rules and on the whole board. (`ko_cycles` solves them for positions on a board in the neutral
regime, where that is not so.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ..games.forms import Exact
from ..thermography.thermograph import Thermograph
from ..trees.miai_counting import (
    OPPONENT,
    TAX_SIGN,
    CountedNode,
    KoActivity,
    NodeWalls,
    counted_nodes,
    wall_after,
    walls_from_children,
)
from ..trees.move_tree import Tree, components
from .ko_walls import NoUniqueSolutionError, PositionFormulas, Term, WallSystem

MAX_KO_POSITIONS = 50
"""The most positions of a ko: the walls of a chain of that length take a second or two."""
MAX_CORNERS = 200_000
MAX_BITS = 4000


class KoError(ValueError):
    """A ko that has no value under the assumption, or is not supported."""


class KoThreats(StrEnum):
    """Which player has ko threats, and so is komaster (see the top of this module)."""

    NEUTRAL = "neutral"
    BLACK = "black"
    WHITE = "white"


@dataclass(frozen=True)
class KoChain:
    """A ko counted by tally.

    count       -- the count of the current position, in points, Black positive
    temperature -- the gain of each move, in points
    counts      -- the counts of all positions from White's win to Black's, both included; the difference of
                   neighbours is the temperature
    """

    count: Fraction
    temperature: Fraction
    counts: tuple[Fraction, ...]


def ko_chain(black: Exact, white: Exact, black_moves: int, white_moves: int) -> KoChain:
    """Return the count of a ko worth `black` points if Black wins it by `black_moves` in a row, `white` if White does.

    For settled ends and nothing else in the tree; `evaluate_tree` handles the general case and gives the same counts.

    The temperature is (black - white) / (black_moves + white_moves). Raises ValueError if a number of moves is below 1,
    or if black < white: nobody would play.
    """
    for name, needed in (("black_moves", black_moves), ("white_moves", white_moves)):
        if needed < 1:
            raise ValueError(f"{name} must be at least 1, got {needed}")
    if black < white:
        raise ValueError(f"black must be at least white, got {black} and {white}")
    low, moves = Fraction(white), black_moves + white_moves
    temperature = (black - low) / moves
    counts = tuple(low + step * temperature for step in range(moves + 1))
    return KoChain(counts[white_moves], temperature, counts)


def evaluate_tree(tree: Tree, ko: KoThreats | str = KoThreats.NEUTRAL) -> list[CountedNode]:
    """Return every node of a tree, kos included, with its count, temperature and label, in the order of `Tree.walk`.

    `ko` is who has ko threats; without kos it makes no difference. A node that leads to a ko has an activity, from its
    thermographs with either komaster, or None if one of them does not exist. Its lines list no moves, but have a tally
    and a count.

    Raises ValueError if `ko` is not neutral, black or white, or if a player moves to a position where the opponent's
    threat is unbounded because a branch is cut out; KoError for a ko without a value.
    """
    threats = _threats(ko)
    groups, kos, above = _ko_structure(tree)
    walls = _all_walls(tree, groups, kos, above, threats)
    return counted_nodes(tree, walls, kos, above, _activities(tree, groups, kos, above, {threats: walls}))


def tree_thermographs(tree: Tree, ko: KoThreats | str = KoThreats.NEUTRAL) -> list[Thermograph | None]:
    """Return the thermograph of every node, by its index in `Tree.nodes`; None for threats and nodes cut out.

    For callers that need whole walls and not only the counts of `evaluate_tree`, for instance to draw them: a position
    with a ko is not a `Value`, so `thermograph` does not apply. Makers are indices of children; kos have none.

    Raises as `evaluate_tree` does.
    """
    walls = _all_walls(tree, *_ko_structure(tree), _threats(ko))
    return [None if node_walls is None else node_walls.graph for node_walls in walls]


def _threats(ko: KoThreats | str) -> KoThreats:
    try:
        return KoThreats(ko)
    except ValueError:
        raise ValueError(f"ko must be one of {', '.join(KoThreats)}, got {str(ko)[:40]!r}") from None


def _ko_structure(tree: Tree) -> tuple[list[list[int]], set[int], set[int]]:
    """Return the strongly connected components, the nodes that belong to a ko, and all nodes that lead to one."""
    groups = components(tree)
    kos = {index for group in groups if _is_loop(tree, group) for index in group}
    return groups, kos, _leading_to(tree, groups, kos)


def _is_loop(tree: Tree, group: Sequence[int]) -> bool:
    node = tree.nodes[group[0]]
    return len(group) > 1 or group[0] in node.black + node.white


def _leading_to(tree: Tree, groups: Sequence[Sequence[int]], kos: AbstractSet[int]) -> set[int]:
    """Return the nodes from which play can reach a ko, those of kos included."""
    above = set(kos)
    for group in groups:
        node = tree.nodes[group[0]]
        if not above.isdisjoint(node.black + node.white):
            above.update(group)
    return above


def _activities(
    tree: Tree, groups: Sequence[Sequence[int]], kos: AbstractSet[int], above: AbstractSet[int],
    walls: Mapping[KoThreats, Sequence[NodeWalls | None]],
) -> dict[int, KoActivity]:
    """Return the activity of the nodes that lead to a ko; `walls` are those already computed."""
    if not above:
        return {}
    try:
        komasters = [
            walls.get(threats) or _all_walls(tree, groups, kos, above, threats)
            for threats in (KoThreats.BLACK, KoThreats.WHITE)
        ]
    except KoError:
        return {}
    activities = {}
    for index in above:
        black, white = komasters[0][index], komasters[1][index]
        if black and white and black.graph and white.graph:
            activities[index] = _activity(black.graph, white.graph)
    return activities


def _activity(black: Thermograph, white: Thermograph) -> KoActivity:
    """Return what depends on the komaster, from the thermographs with Black and with White as komaster."""
    if black.mean != white.mean:
        return KoActivity.HYPERACTIVE
    return KoActivity.PLACID if black.temperature == white.temperature else KoActivity.ACTIVE


# -- walls ---------------------------------------------------------------------------------------------------------


def _all_walls(
    tree: Tree, groups: Sequence[Sequence[int]], kos: AbstractSet[int], above: AbstractSet[int], threats: KoThreats
) -> list[NodeWalls | None]:
    """Return the walls of all nodes, by index. Raises ValueError if they are too large."""
    walls: list[NodeWalls | None] = [None] * len(tree.nodes)
    corners = 0
    for group in groups:
        index = group[0]
        cut = next((at for at in group if any(tree.nodes[child].cut for child in _children(tree, at))), None)
        if index in kos or (index in above and cut is None):
            _check_chain(tree, group, cut)
            computed = ko_component_walls(tree, group, walls, threats, settled=index not in kos)
        else:
            computed = [walls_from_children(tree, index, walls)]
        for at, node_walls in zip(group, computed, strict=True):
            walls[at] = node_walls
            corners += _corner_count(tree, at, node_walls)
        if corners > MAX_CORNERS:
            raise ValueError(f"the walls of this tree have more than {MAX_CORNERS} corners; count it in parts")
    return walls


def _corner_count(tree: Tree, index: int, walls: NodeWalls) -> int:
    """Return the number of corners of a node's walls. Raises ValueError if its count has too many digits."""
    graph = walls.graph
    if graph is None:
        return 0
    numbers = (graph.mean.numerator, graph.mean.denominator, graph.temperature.numerator)
    if any(number.bit_length() > MAX_BITS for number in numbers):
        raise ValueError(f"the count of {tree.title(index)} has more than {MAX_BITS} bits; count the tree in parts")
    return len(graph.left.points) + len(graph.right.points)


def ko_component_walls(
    tree: Tree, group: Sequence[int], walls: Sequence[NodeWalls | None], threats: KoThreats, settled: bool
) -> list[NodeWalls]:
    """Return the walls of the positions of one ko, or of one position that leads to one, from those of all others.

    `settled` is whether a position in which both lose by moving is a number: true unless it belongs to the ko.
    Raises KoError if the walls are undefined.
    """
    try:
        graphs = _wall_system(tree, group, walls, threats).solve([0] * len(group) if settled else None)
    except NoUniqueSolutionError as error:
        title = tree.title(group[error.position])
        raise KoError(f"the ko has no value {_SITUATIONS[threats]}, because of {title}: {error}") from None
    return [NodeWalls(graph, graph.left, graph.right) for graph in graphs]


_SITUATIONS = {
    KoThreats.NEUTRAL: "without ko threats",
    KoThreats.BLACK: "with Black as komaster",
    KoThreats.WHITE: "with White as komaster",
}


def _children(tree: Tree, index: int) -> tuple[int, ...]:
    return tree.nodes[index].black + tree.nodes[index].white


def _check_chain(tree: Tree, group: Sequence[int], cut: int | None) -> None:
    """Raise KoError unless the nodes are a single node, or a short chain in which the opponent can undo each move.

    `cut` is a node among them with a branch cut out, which is not allowed.
    """
    inside = set(group)
    if cut is not None:
        raise KoError(f"a ko has no value where a branch is cut out (-), got one at {tree.title(cut)}")
    if len(inside) > MAX_KO_POSITIONS:
        title = tree.title(group[0])
        raise KoError(f"a ko may have at most {MAX_KO_POSITIONS} positions, got {len(inside)} at {title}")
    links = 0
    for index in group:
        for player in "BW":
            takes = inside.intersection(tree.nodes[index].children(player))
            links += len(takes)
            for child in takes:
                if child == index or index not in tree.nodes[child].children(OPPONENT[player]):
                    raise KoError(
                        f"from {tree.title(index)} by way of {tree.title(child)} play goes round without taking back; "
                        "only kos taken back and forth have a value"
                    )
            if len(takes) > 1:
                raise KoError(f"two kos can be taken at {tree.title(index)}; only one ko at a time has a value")
    if links != 2 * (len(group) - 1):
        raise KoError(f"play can go round at {tree.title(group[0])}; only kos taken back and forth have a value")


def _wall_system(tree: Tree, group: Sequence[int], walls: Sequence[NodeWalls | None], threats: KoThreats) -> WallSystem:
    """Return the formulas of the positions of a ko, or of a position that leads to one."""
    system = WallSystem()
    positions = {index: system.position() for index in group}
    for index in group:
        for player in "BW":
            terms = _move_terms(tree, index, player, system, positions, walls, threats)
            system.formulas[_scaffold(positions[index], player)].terms.extend(terms)
    return system


def _move_terms(
    tree: Tree, index: int, player: str, system: WallSystem, positions: Mapping[int, PositionFormulas],
    walls: Sequence[NodeWalls | None], threats: KoThreats,
) -> list[Term]:
    """Return a term for each of a player's moves, tax included."""
    terms = []
    for child in tree.nodes[index].children(player):
        if child not in positions:
            terms.append(system.wall(wall_after(tree, index, child, player, walls), TAX_SIGN[player]))
            continue
        if threats is KoThreats.NEUTRAL:
            after = _after_capture(tree, index, child, player, system, positions[child], positions, walls)
        elif threats is _KOMASTER[player]:  # must continue, and pay for the next move there too
            after = _scaffold(positions[child], player)
            if not tree.nodes[child].children(player):
                name = threats.value.capitalize()
                raise KoError(f"{name} is komaster, but has no move at {tree.title(child)} after taking the ko")
        else:  # the opponent took the ko: the komaster may do anything
            after = _to_move(positions[child], OPPONENT[player])
        terms.append(Term("formula", after, TAX_SIGN[player]))
    return terms


_KOMASTER = {"B": KoThreats.BLACK, "W": KoThreats.WHITE}


def _after_capture(
    tree: Tree, index: int, child: int, player: str, system: WallSystem, position: PositionFormulas,
    positions: Mapping[int, PositionFormulas], walls: Sequence[NodeWalls | None],
) -> int:
    """Add the formula of a ko just taken: the opponent may not retake, but make another move or play elsewhere."""
    other = OPPONENT[player]
    answers = [
        system.wall(wall_after(tree, child, answer, other, walls), TAX_SIGN[other])
        for answer in tree.nodes[child].children(other) if answer not in positions
    ]
    return system.formula(TAX_SIGN[player], *answers, Term("formula", _to_move(position, player)))


def _scaffold(position: PositionFormulas, player: str) -> int:
    """Return the index of the player's scaffold."""
    return position.left_scaffold if player == "B" else position.right_scaffold


def _to_move(position: PositionFormulas, player: str) -> int:
    """Return the index of the wall with the player to move."""
    return position.left if player == "B" else position.right
