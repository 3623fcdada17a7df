"""A proof as a game record for Sabaki: the winner's best move in every position, and all replies to it.

Every node has its value as its name, and `[number]points` as its comment: the number of the node, and the most points
that the side that played the node can occupy (points in a seki count half). Marks: TE (green) if Black wins, IT (blue)
if White wins, DO if the result is open or a draw by endless play, none in another draw. A position that occurs again is
not expanded again; its comment names the earlier node.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from sgfmill import sgf_grammar

from analysis.board import BLACK, PASS, WHITE, Color, Grid
from analysis.solver import Bracket, Knowledge, Ko, Solution, State

from ..records.sgf_values import sgf_point
from ..text.solve import SolveReport, bracket_text, json_number, result_text
from .sgf_tree import root_properties, text_value

MAX_NODES = 5000
"""Default limit of the nodes of a tree, which a viewer opens without delay."""


@dataclass
class _Node:
    """A node of the tree: a move (None for the root) and its children.

    color  -- the side that played the move
    after  -- the position after it, None if the game has ended
    remark -- for a leaf, the reason why it is one
    """

    number: int
    color: Color
    move: int | None
    bracket: Bracket
    after: State | None
    remark: str = ""
    children: list[_Node] = field(default_factory=list)


def solution_to_sgf(solution: Solution, max_nodes: int = MAX_NODES) -> bytes:
    """Return the tree of a solution as SGF.

    max_nodes -- the limit of its nodes, at least 2

    The prover, the side of which one move per position is shown, is the winner with the komi, or without a komi the
    side ahead; Black in a draw. While the result is open it is Black, with the points proved so far, or White if only
    the upper bound is proved.

    Raises ValueError for a solution without knowledge of other positions, as one from the cache.
    """
    if solution.knowledge is None:
        raise ValueError("this solution has no knowledge of other positions")
    tree = _ProofTree(solution, solution.knowledge, max_nodes)
    tree.grow()
    coarse = sgf_grammar.make_coarse_game_tree(tree.root, lambda node: node.children, tree.properties)
    data: bytes = sgf_grammar.serialise_game_tree(coarse)
    return data


class _ProofTree:
    """The tree while it grows, and its nodes as SGF."""

    def __init__(self, solution: Solution, knowledge: Knowledge, max_nodes: int) -> None:
        self.solution, self.knowledge, self.max_nodes = solution, knowledge, max_nodes
        self.grid = Grid(solution.height, solution.width)
        self.komi = solution.komi or Fraction(0)
        self.prover = self._proving_side()
        start = solution.start
        self.root = _Node(1, start.to_move.opponent, None, solution.bracket, start)
        self.size = 1
        self.cut = False
        self.shown = {start: self.root}

    def _proving_side(self) -> Color:
        winner = self.solution.winner(self.komi)
        if winner is not None:
            return WHITE if winner == WHITE else BLACK
        low, high = self.solution.bracket
        return WHITE if low == -self.grid.area and high < self.grid.area else BLACK

    # -- growing ----------------------------------------------------------------------------------------------------

    def grow(self) -> None:
        """Expand nodes by the number of deviations from the main line: first the main line itself, and so on."""
        queue = [(0, 1, self.root)]
        while queue:
            deviations, _, node = heapq.heappop(queue)
            for child in self._expand(node):
                heapq.heappush(queue, (deviations + (child is not node.children[0]), child.number, child))

    def _expand(self, node: _Node) -> list[_Node]:
        """Add a node's children; returns those that are to be expanded."""
        state = node.after
        assert state is not None
        moves = self._moves(state)
        if not moves:
            node.remark = "how to go on from here is not at hand"
        elif self.size + len(moves) > self.max_nodes:
            node.remark, self.cut = "not shown any further", True
            return []
        expandable = []
        for point, bracket, after in moves:
            self.size += 1
            child = _Node(self.size, state.to_move, point, bracket, after)
            node.children.append(child)
            earlier = self._shown_before(after)
            if after is None:
                child.remark = "the game is over"
            elif earlier is not None:
                child.remark = f"the position of [{earlier.number}]"
            elif self._is_settled(after):
                child.remark = "settled as it stands"
            else:
                self.shown[after] = child
                expandable.append(child)
        return expandable

    def _shown_before(self, state: State | None) -> _Node | None:
        """Return the node that shows a position; None under superko, where its value depends on the history."""
        return self.shown.get(state) if state is not None and self.solution.rules.ko is Ko.SIMPLE else None

    def _moves(self, state: State) -> list[tuple[int, Bracket, State | None]]:
        """Return the moves to show, the best for the mover first: the best one of the prover, all of its opponent."""
        knowledge, prover = self.knowledge, self.prover
        found = [(point, bracket, knowledge.after(state, point)) for point, bracket in knowledge.moves(state).items()]
        goal = self._guaranteed(knowledge.bracket(state))

        def merit(move: tuple[int, Bracket, State | None]) -> tuple[int, float, bool]:
            """Return the mover's sort key of a move: guaranteed points, plies to reach them, stone before pass."""
            point, bracket, after = move
            plies = 0 if after is None else knowledge.plies(after, prover)
            sign = 1 if state.to_move is prover else -1
            return sign * self._guaranteed(bracket), -sign * (math.inf if plies is None else plies), point != PASS

        found.sort(key=merit, reverse=True)
        if state.to_move is prover:
            return [move for move in found[:1] if self._guaranteed(move[1]) >= goal]
        return found

    def _guaranteed(self, bracket: Bracket) -> int:
        """Return the prover's guaranteed lead, from the prover's side."""
        return bracket.lower if self.prover is BLACK else -bracket.upper

    def _is_settled(self, state: State) -> bool:
        return self.knowledge.plies(state, self.prover) == 0

    # -- SGF --------------------------------------------------------------------------------------------------------

    def properties(self, node: _Node) -> dict[str, list[bytes]]:
        """Return the SGF properties of a node."""
        winner = "B+" if node.bracket.lower > 0 else "W+"
        exact = node.bracket.value
        if exact is None:
            name = bracket_text(node.bracket, self.grid.area)
        else:
            name = f"{winner}{abs(exact)}" if exact else "0"
        found = {"N": [text_value(name)], "C": [text_value("\n".join(self._comment(node)))]}
        if node.move is None:
            return self._header() | found
        found[node.color.letter] = [self._point(node.move)]
        mark = self._mark(node)
        return found | ({mark: [b"" if mark in ("IT", "DO") else b"1"]} if mark else {})

    def _header(self) -> dict[str, list[bytes]]:
        grid, start = self.grid, self.solution.start
        black, white = (
            [point for point in range(grid.area) if bits >> point & 1] for bits in (start.black, start.white)
        )
        komi = f"{float(self.komi):.10g}".encode()
        return root_properties(grid, start.to_move, black, white) | {"KM": [komi]}

    def _comment(self, node: _Node) -> Iterator[str]:
        yield f"[{node.number}]{self._max_points(node)}"
        if node.move is None:
            yield from self._introduction()
        if node.remark:
            yield node.remark

    def _introduction(self) -> Iterator[str]:
        found = self.solution
        if found.value is not None:
            yield f"{result_text(found.value)}, {found.rules}."
        else:
            yield f"Between {found.bracket.lower} and {found.bracket.upper} points for Black, {found.rules}."
        if found.komi is not None:
            yield f"Komi {json_number(found.komi)}: {SolveReport(found).verdict_text(found.komi)}."
        prover, other = self.prover.word.capitalize(), self.prover.opponent.word.capitalize()
        yield f"Shown: one best move of {prover} in each position, all replies of {other}."
        yield ("[number]points: the points that whoever played there will at best occupy. Green: Black wins. "
               "Blue: White wins. DO: open, or a draw by endless play." + self._draw())
        if self.cut:
            yield f"The tree is cut after {self.size} nodes."

    def _draw(self) -> str:
        """Return the end of the legend, on nodes without a mark; "" with a komi that no lead equals."""
        komi = self.solution.komi
        if komi is None:
            return " No mark: a draw."
        return f" No mark: a draw, as Black's lead is the komi, {json_number(komi)}." if komi.denominator == 1 else ""

    def _max_points(self, node: _Node) -> str:
        """Return the most points of the side that played the node: half the sum of its best lead and the area."""
        best = node.bracket.upper if node.color is BLACK else -node.bracket.lower
        points = self.grid.area + best
        return f"{points // 2}.5" if points % 2 else str(points // 2)

    def _mark(self, node: _Node) -> str:
        low, high = node.bracket
        if low > self.komi:
            return "TE"
        if high < self.komi:
            return "IT"
        return "DO" if low < high or self._is_endless(node) else ""

    def _is_endless(self, node: _Node) -> bool:
        """Return whether a side needs endless play to get its value; False if that is unknown."""
        if node.after is None or self.solution.method != "table":
            return False
        return any(self.knowledge.plies(node.after, color) is None for color in (BLACK, WHITE))

    def _point(self, point: int) -> bytes:
        return sgf_point(self.grid, point).encode()
