"""Kos: what a position is worth from which play can lead back to it, and what a move there gains.

Alone, a ko is counted by tally (Miai counting with trees, Sensei's Library): if Black wins it by nb moves in a row and
White by nw, each of the nb + nw moves gains the same; `ko_chain`. A ko that is part of a larger tree, or whose ends are
themselves worth playing on in, needs thermography, and an assumption about ko threats:

neutral -- nobody has a useful threat. After a player takes a ko the other may not take it back at once: he makes
    another local move, or plays elsewhere; if the first player then plays elsewhere too, the ban is over. Playing
    elsewhere pays no tax. This is the plain rule of ko in a rich environment, as in Berlekamp's generalized
    thermography for simple loopy games (Siegel, Combinatorial Game Theory; the threads "Engame value of ko" and
    "Generalized thermography question", lifein19x19.com). It is not Spight's neutral threat environment, in which
    threats just balance: a direct ko comes to the same in both, an approach ko need not.
black, white -- that player is komaster (Berlekamp, The Economist's View of Combinatorial Games): he can win the ko
    without ignoring a threat. He may take whenever he likes, "but then must continue, at the same turn, to make one or
    more plays to win the ko" (Spight, "Komaster concept for hypothetical play", lifein19x19.com), and pays the tax for
    every move. The opponent may take too, but is taken back. That the komaster may not wait is a cost; a player who
    may is called komonster, and is not modelled.

A ko whose count depends on the komaster is hyperactive, one of which only the temperature does is active, any other
placid (Hyperactive, Sensei's Library). The walls of a ko slope by as many points a degree as moves are made in a row, 2
in a direct ko; there may be several hills, and where a komaster must spend moves on winning the mast leans: `ko_walls`.

What is valued is a ko of two positions, and chains of them as in multi-stage and approach kos, with any trees at the
ends. Other cycles, as of triple ko, of two kos at once, or of sending two stones and returning one, raise KoError: who
wins them depends on the rules and on the whole board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ..games.forms import Exact
from ..thermography.thermograph import Thermograph
from ..trees.miai_counting import OTHER, TAX, Activity, Row, Walls, count_rows, plain_walls, wall_after
from ..trees.move_tree import Tree, components
from .ko_walls import NoAnswerError, Position, System, Term

MOST_POSITIONS = 50
"""How many positions a ko may have: of a chain of so many the walls take a second or two."""
MOST_CORNERS = 200_000
MOST_BITS = 4000


class KoError(ValueError):
    """A ko that cannot be valued."""


class Threats(StrEnum):
    """Who has ko threats (see the top of this module)."""

    NEUTRAL = "neutral"
    BLACK = "black"
    WHITE = "white"


@dataclass(frozen=True)
class KoChain:
    """A ko counted by tally.

    count       -- of the position asked about, in points, Black positive
    temperature -- what each move gains, in points
    counts      -- of all positions from White's end to Black's, the ends included; they rise by the temperature
    """

    count: Fraction
    temperature: Fraction
    counts: tuple[Fraction, ...]


def ko_chain(black: Exact, white: Exact, black_moves: int, white_moves: int) -> KoChain:
    """A ko worth `black` points if Black wins it by that many moves in a row, `white` if White does.

    The temperature is (black - white) / (black_moves + white_moves). Raises ValueError if a number of moves is below 1,
    or if black < white: nobody would play.
    """
    for name, moves in (("black_moves", black_moves), ("white_moves", white_moves)):
        if moves < 1:
            raise ValueError(f"{name} must be at least 1, got {moves}")
    if black < white:
        raise ValueError(f"black must be at least white, got {black} and {white}")
    low, number = Fraction(white), black_moves + white_moves
    temperature = (black - low) / number
    counts = tuple(low + step * temperature for step in range(number + 1))
    return KoChain(counts[white_moves], temperature, counts)


def evaluate_tree(tree: Tree, ko: Threats | str = Threats.NEUTRAL) -> list[Row]:
    """Every node of a tree, in the order it is written, with its count, temperature and label; kos too.

    `ko` says who has threats, and makes no difference where there is no ko. A node that leads to one has its activity,
    by its counts with either komaster; none if one of them cannot be valued. Its lines list no moves, but have their
    tally and the count they come to.

    Raises ValueError if `ko` is none of neutral, black, white, or if a player moves to where he loses by a branch cut
    out; KoError for a ko that cannot be valued.
    """
    threats = _threats(ko)
    groups = components(tree)
    kos = {index for group in groups if _is_loop(tree, group) for index in group}
    above = _leading_to(tree, groups, kos)
    walls = _all_walls(tree, groups, kos, above, threats)
    return count_rows(tree, walls, kos, above, _activities(tree, groups, kos, above, {threats: walls}))


def tree_graphs(tree: Tree, ko: Threats | str = Threats.NEUTRAL) -> list[Thermograph | None]:
    """The thermograph of every node, by index; None for threats and cuts. Makers are children; kos have none.

    Raises as `evaluate_tree` does.
    """
    groups = components(tree)
    kos = {index for group in groups if _is_loop(tree, group) for index in group}
    walls = _all_walls(tree, groups, kos, _leading_to(tree, groups, kos), _threats(ko))
    return [None if own is None else own.graph for own in walls]


def _threats(ko: Threats | str) -> Threats:
    try:
        return Threats(ko)
    except ValueError:
        raise ValueError(f"ko must be one of {', '.join(Threats)}, got {str(ko)[:40]!r}") from None


def _is_loop(tree: Tree, group: Sequence[int]) -> bool:
    node = tree.nodes[group[0]]
    return len(group) > 1 or group[0] in node.black + node.white


def _leading_to(tree: Tree, groups: Sequence[Sequence[int]], kos: AbstractSet[int]) -> set[int]:
    """The nodes from which play can come to a ko, those of kos included."""
    above = set(kos)
    for group in groups:
        node = tree.nodes[group[0]]
        if not above.isdisjoint(node.black + node.white):
            above.update(group)
    return above


def _activities(
    tree: Tree, groups: Sequence[Sequence[int]], kos: AbstractSet[int], above: AbstractSet[int],
    found: Mapping[Threats, Sequence[Walls | None]],
) -> dict[int, Activity]:
    if not above:
        return {}
    try:
        masters = [
            found.get(threats) or _all_walls(tree, groups, kos, above, threats)
            for threats in (Threats.BLACK, Threats.WHITE)
        ]
    except KoError:
        return {}
    activities = {}
    for index in above:
        black, white = masters[0][index], masters[1][index]
        if black and white and black.graph and white.graph:
            activities[index] = _activity(black.graph, white.graph)
    return activities


def _activity(black: Thermograph, white: Thermograph) -> Activity:
    """What depends on the komaster, by the thermographs under either."""
    if black.mean != white.mean:
        return Activity.HYPERACTIVE
    return Activity.PLACID if black.temperature == white.temperature else Activity.ACTIVE


# -- walls ---------------------------------------------------------------------------------------------------------


def _all_walls(
    tree: Tree, groups: Sequence[Sequence[int]], kos: AbstractSet[int], above: AbstractSet[int], threats: Threats
) -> list[Walls | None]:
    walls: list[Walls | None] = [None] * len(tree.nodes)
    corners = 0
    for group in groups:
        index = group[0]
        cut = next((at for at in group if any(tree.nodes[child].cut for child in _children(tree, at))), None)
        if index in kos or (index in above and cut is None):
            _check_chain(tree, group, cut)
            found = group_walls(tree, group, walls, threats, settled=index not in kos)
        else:
            found = [plain_walls(tree, index, walls)]
        for at, own in zip(group, found, strict=True):
            walls[at] = own
            corners += _size(tree, at, own)
        if corners > MOST_CORNERS:
            raise ValueError(f"the walls of this tree have more than {MOST_CORNERS} corners; count it in parts")
    return walls


def _size(tree: Tree, index: int, own: Walls) -> int:
    """How many corners a node's walls have. Raises ValueError if its count is too long to be written down."""
    if own.graph is None:
        return 0
    numbers = (own.graph.mean.numerator, own.graph.mean.denominator, own.graph.temperature.numerator)
    if any(number.bit_length() > MOST_BITS for number in numbers):
        raise ValueError(f"the count of {tree.title(index)} has more than {MOST_BITS} bits; count the tree in parts")
    return len(own.graph.left.points) + len(own.graph.right.points)


def group_walls(
    tree: Tree, group: Sequence[int], walls: Sequence[Walls | None], threats: Threats, settled: bool
) -> list[Walls]:
    """The walls of the positions of one ko, or of one `settled` position that leads to one, by those of all others.

    Raises KoError.
    """
    try:
        graphs = _system(tree, group, walls, threats).solve(settled)
    except NoAnswerError as error:
        place = tree.title(group[error.position])
        raise KoError(f"the ko has no value {_SITUATIONS[threats]}, because of {place}: {error}") from None
    return [Walls(graph, graph.left, graph.right) for graph in graphs]


_SITUATIONS = {
    Threats.NEUTRAL: "without ko threats",
    Threats.BLACK: "with Black as komaster",
    Threats.WHITE: "with White as komaster",
}


def _children(tree: Tree, index: int) -> tuple[int, ...]:
    return tree.nodes[index].black + tree.nodes[index].white


def _check_chain(tree: Tree, group: Sequence[int], cut: int | None) -> None:
    """Raises KoError unless the nodes are one, or a short chain in which the other player undoes each move.

    `cut` is a node among them at which a branch is cut out: none is allowed.
    """
    inside = set(group)
    if cut is not None:
        raise KoError(f"a ko has no value where a branch is cut out (-), got one at {tree.title(cut)}")
    if len(inside) > MOST_POSITIONS:
        raise KoError(f"a ko may have at most {MOST_POSITIONS} positions, got {len(inside)} at {tree.title(group[0])}")
    links = 0
    for index in group:
        for player in "BW":
            takes = inside.intersection(tree.nodes[index].children(player))
            links += len(takes)
            for child in takes:
                if child == index or index not in tree.nodes[child].children(OTHER[player]):
                    raise KoError(
                        f"from {tree.title(index)} by way of {tree.title(child)} play goes round without taking back; "
                        "only kos taken back and forth have a value"
                    )
            if len(takes) > 1:
                raise KoError(f"two kos can be taken at {tree.title(index)}; only one ko at a time has a value")
    if links != 2 * (len(group) - 1):
        raise KoError(f"play can go round at {tree.title(group[0])}; only kos taken back and forth have a value")


def _system(tree: Tree, group: Sequence[int], walls: Sequence[Walls | None], threats: Threats) -> System:
    """The formulas of a ko's positions, or of a position that leads to one."""
    system = System()
    positions = {index: system.position() for index in group}
    for index in group:
        for player in "BW":
            terms = _moves(tree, index, player, system, positions, walls, threats)
            system.formulas[_scaffold(positions[index], player)].terms.extend(terms)
    return system


def _moves(
    tree: Tree, index: int, player: str, system: System, positions: Mapping[int, Position],
    walls: Sequence[Walls | None], threats: Threats,
) -> list[Term]:
    """What a player's moves come to, the tax paid."""
    terms = []
    for child in tree.nodes[index].children(player):
        if child not in positions:
            terms.append(system.wall(wall_after(tree, index, child, player, walls), TAX[player]))
            continue
        if threats is Threats.NEUTRAL:
            after = _barred(tree, index, child, player, system, positions[child], positions, walls)
        elif threats is _KOMASTER[player]:  # he must go on, and pay for his next move there too
            after = _scaffold(positions[child], player)
            if not tree.nodes[child].children(player):
                name = threats.value.capitalize()
                raise KoError(f"{name} is komaster, but has no move at {tree.title(child)} after taking the ko")
        else:  # the komaster is free to do as he likes
            after = _to_move(positions[child], OTHER[player])
        terms.append(Term("formula", after, TAX[player]))
    return terms


_KOMASTER = {"B": Threats.BLACK, "W": Threats.WHITE}


def _barred(
    tree: Tree, index: int, child: int, player: str, system: System, position: Position,
    positions: Mapping[int, Position], walls: Sequence[Walls | None],
) -> int:
    """The formula for the ko just taken: the other player may not take back to `index`, but move otherwise, or pass."""
    other = OTHER[player]
    answers = [
        system.wall(wall_after(tree, child, answer, other, walls), TAX[other])
        for answer in tree.nodes[child].children(other) if answer not in positions
    ]
    return system.formula(TAX[player], *answers, Term("formula", _to_move(position, player)))


def _scaffold(position: Position, player: str) -> int:
    return position.left_scaffold if player == "B" else position.right_scaffold


def _to_move(position: Position, player: str) -> int:
    return position.left if player == "B" else position.right
