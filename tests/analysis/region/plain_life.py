"""The definitions of `analysis.region.enclosed_life` on the plain search, slow and obvious: its reference."""

from __future__ import annotations

from analysis.board import BLACK, EMPTY, Position
from analysis.region.enclosed_area import Area
from analysis.region.enclosed_life import LifeVerdict
from analysis.region.search_state import KoRule
from tests.analysis.region.plain import PASS, Node, Room, Search
from tests.oracle import OTHER


class PlainLife:
    """Life and death of the target of an area, by the values of the plain search."""

    def __init__(self, position: Position, area: Area) -> None:
        width = position.grid.width
        points = sorted({*area.playable, *area.loose, *area.target})
        around = tuple(
            (divmod(point, width), "X" if stone > 0 else "O")
            for point, stone in enumerate(position.stones) if stone != EMPTY and point not in points
        )
        barred = frozenset(i for i, point in enumerate(points) if point not in area.playable)
        self.points, self.owner = points, "X" if area.owner is BLACK else "O"
        room = Room((position.grid.height, width), tuple(divmod(p, width) for p in points), around, barred)
        target = frozenset(points.index(point) for point in area.target)
        unbound = [KoRule.BLACK_UNBOUND, KoRule.WHITE_UNBOUND]
        mine, theirs = unbound if self.owner == "X" else unbound[::-1]
        self.searches = [
            Search(room, ko=rule, target=target, owner=self.owner) for rule in (KoRule.SIMPLE, mine, theirs)
        ]
        board = "".join({0: ".", 1: "X", -1: "O"}[int(position.stones[point])] for point in points)
        ko = points.index(position.ko) if position.ko in points else -1
        self.start = Node(board, "X" if position.to_move is BLACK else "O", ko)
        self.known: list[dict[Node, tuple[int, int]]] = [{}, {}, {}]

    def value(self, number: int, node: Node) -> int:
        """Return the value to the owner, endless play being worth 0."""
        known = self.known[number]
        if node not in known:
            known |= self.searches[number].values(node)
        low, high = known[node]
        return max(low, min(0, high)) * (1 if self.owner == "X" else -1)

    def fate(self, node: Node) -> tuple[LifeVerdict, str]:
        """Return the verdict, and who wins if nobody has a threat."""
        plain, helped, pressed = (self.value(number, node) for number in range(3))
        if helped < 0:
            return LifeVerdict.DEAD, "attacker"
        if pressed < 0:
            return LifeVerdict.KO, "attacker" if plain < 0 else "owner"
        return (LifeVerdict.ALIVE if plain > 0 else LifeVerdict.SEKI), "owner"

    def endless(self) -> bool:
        """Return whether the stones survive by endless play only, one player's threats being answered if need be."""
        verdict, favours = self.fate(self.start)
        if verdict is LifeVerdict.DEAD:
            return False
        number = 2 if verdict is not LifeVerdict.KO else 0 if favours == "owner" else 1
        low, high = self.known[number][self.start]
        return (low if self.owner == "X" else -high) < 0

    def to_ignore(self) -> int | None:
        """Return how many threats the player favoured by a ko must ignore."""
        owner_wins = self.fate(self.start)[1] == "owner"
        search = self.searches[2 if owner_wins else 1]
        other = OTHER[self.owner] if owner_wins else self.owner
        nodes = search.nodes(self.start)
        for node in list(nodes):  # where a threat is left unanswered
            ignored = node._replace(side=OTHER[node.side], ko=-1, passed=False)
            nodes |= {} if ignored in nodes else search.nodes(ignored)
        won: dict[Node, bool] = dict.fromkeys(nodes, False)
        for number in range(6):
            won = self.wins(search, nodes, other, owner_wins, won)
            if won[self.start]:
                return number
        return None

    def wins(
        self, search: Search, nodes: dict[Node, dict[int, Node | None]], other: str, owner_wins: bool,
        before: dict[Node, bool],
    ) -> dict[Node, bool]:
        """Return where the favoured player wins if it may ignore a threat wherever it then wins by `before`."""
        won = dict.fromkeys(nodes, owner_wins)
        changed = True
        while changed:
            changed = False
            for node, moves in nodes.items():
                options = [
                    owner_wins if after is None else won[after] for move, after in moves.items()
                    if not (node.side == other and move == node.ko != PASS
                            and before[node._replace(side=OTHER[other], ko=-1, passed=False)])
                ]
                value = (all if node.side == other else any)(options) if moves else not owner_wins
                changed |= value != won[node]
                won[node] = value
        return won

    def moves(self) -> tuple[list[int], list[int]]:
        """Return the good moves, and those that are good if the ko is won."""
        verdict, favours = self.fate(self.start)
        if verdict is (LifeVerdict.DEAD if self.start.side == self.owner else LifeVerdict.ALIVE):
            return [], []
        good, ko = [], []
        for move, after in self.searches[0].moves(self.start).items():
            assert after is not None
            passed = move == PASS and self.start.side == self.owner
            fate = self.fate(after._replace(passed=False) if passed else after)
            point = move if move == PASS else self.points[move]
            good += [point] * (fate == (verdict, favours))
            ko += [point] * (fate == (LifeVerdict.KO, favours))
        return good, ko
