"""A proof as a game record for Sabaki: the winner's best move in every position, and all replies to it.

Every node has its value as its name, and as a comment `[number]points`: a number of its own, and the points that
whoever played there will at best occupy (points in a seki count half). Marks: TE (green) where Black wins, IT (blue)
where White does, DO where it is open or a draw by endless play. A position that has been shown is not shown again, but
named.
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

from ..sgf import sgf_point
from ..text.solve import bracket_text, result_text

MOST_NODES = 5000
"""Nodes of a tree, unless asked for otherwise: what a viewer takes without effort."""



@dataclass
class _Node:
    """A node of the tree: a move (None for the root) and what follows.

    after  -- the position, None where the game has ended
    remark -- why nothing follows, if nothing does
    """

    number: int
    color: Color
    move: int | None
    bracket: Bracket
    after: State | None
    remark: str = ""
    children: list[_Node] = field(default_factory=list)


def solution_to_sgf(solution: Solution, most_nodes: int = MOST_NODES) -> bytes:
    """The tree of a solution that has its knowledge, as SGF; no more nodes than that, and two at least.

    The side whose play is shown is the winner with the komi, or without one whoever is ahead; Black in a draw. While
    nothing is decided it is Black, with what he is proved to get, or White where only White is proved to get something.

    Raises ValueError for a solution without knowledge.
    """
    if solution.knowledge is None:
        raise ValueError("this solution has no knowledge of other positions")
    tree = _Tree(solution, solution.knowledge, most_nodes)
    tree.grow()
    coarse = sgf_grammar.make_coarse_game_tree(tree.root, lambda node: node.children, tree.properties)
    data: bytes = sgf_grammar.serialise_game_tree(coarse)
    return data


class _Tree:
    def __init__(self, solution: Solution, knowledge: Knowledge, most_nodes: int) -> None:
        self.solution, self.knowledge, self.most = solution, knowledge, most_nodes
        self.grid = Grid(solution.height, solution.width)
        self.komi = solution.komi or Fraction(0)
        self.player = self._whose_play()
        start = solution.start
        self.root = _Node(1, start.to_move.opponent, None, solution.bracket, start)
        self.size = 1
        self.cut = False
        self.shown = {start: self.root}

    def _whose_play(self) -> Color:
        winner = self.solution.winner(self.komi)
        if winner is not None:
            return WHITE if winner == WHITE else BLACK
        low, high = self.solution.bracket
        return WHITE if low == -self.grid.area and high < self.grid.area else BLACK

    # -- growing ----------------------------------------------------------------------------------------------------

    def grow(self) -> None:
        """Add nodes: the main line first, then the lines that leave it once, and so on."""
        waiting = [(0, 1, self.root)]
        while waiting:
            deviations, _, node = heapq.heappop(waiting)
            for child in self._expand(node):
                heapq.heappush(waiting, (deviations + (child is not node.children[0]), child.number, child))

    def _expand(self, node: _Node) -> list[_Node]:
        """Add a node's children; returns those that are to be gone on from."""
        state = node.after
        assert state is not None
        moves = self._moves(state)
        if not moves:
            node.remark = "how to go on from here is not at hand"
        elif self.size + len(moves) > self.most:
            node.remark, self.cut = "not shown any further", True
            return []
        open_ = []
        for point, bracket, after in moves:
            self.size += 1
            child = _Node(self.size, state.to_move, point, bracket, after)
            node.children.append(child)
            before = self._seen(after)
            if after is None:
                child.remark = "the game is over"
            elif before is not None:
                child.remark = f"the position of [{before.number}]"
            elif self._is_settled(after):
                child.remark = "settled as it stands"
            else:
                self.shown[after] = child
                open_.append(child)
        return open_

    def _seen(self, state: State | None) -> _Node | None:
        """The node that shows a position; none under superko, where its value depends on the way to it."""
        return self.shown.get(state) if state is not None and self.solution.rules.ko is Ko.SIMPLE else None

    def _moves(self, state: State) -> list[tuple[int, Bracket, State | None]]:
        """The moves to show, the most stubborn first: all, or the best one of the side whose play it is."""
        know, player = self.knowledge, self.player
        found = [(point, bracket, know.after(state, point)) for point, bracket in know.moves(state).items()]
        goal = self._claim(know.bracket(state))

        def merit(move: tuple[int, Bracket, State | None]) -> tuple[int, float, bool]:
            """What the move is worth to the mover: its claim, how soon that is reached, a stone rather than a pass."""
            point, bracket, after = move
            plies = 0 if after is None else know.plies(after, player)
            sign = 1 if state.to_move is player else -1
            return sign * self._claim(bracket), -sign * (math.inf if plies is None else plies), point != PASS

        found.sort(key=merit, reverse=True)
        if state.to_move is player:
            return [move for move in found[:1] if self._claim(move[1]) >= goal]
        return found

    def _claim(self, bracket: Bracket) -> int:
        """What the side whose play is shown has for certain, in its own points."""
        return bracket.lower if self.player is BLACK else -bracket.upper

    def _is_settled(self, state: State) -> bool:
        return self.knowledge.plies(state, self.player) == 0

    # -- telling ----------------------------------------------------------------------------------------------------

    def properties(self, node: _Node) -> dict[str, list[bytes]]:
        """A node as SGF."""
        value = "B+" if node.bracket.lower > 0 else "W+"
        told = node.bracket.value
        name = bracket_text(node.bracket, self.grid.area) if told is None else f"{value}{abs(told)}" if told else "0"
        found = {"N": [_text(name)], "C": [_text("\n".join(self._comment(node)))]}
        if node.move is None:
            return self._header() | found
        found[node.color.letter] = [self._point(node.move)]
        mark = self._mark(node)
        return found | ({mark: [b"" if mark in ("IT", "DO") else b"1"]} if mark else {})

    def _header(self) -> dict[str, list[bytes]]:
        grid, start = self.grid, self.solution.start
        size = str(grid.width) if grid.is_square else f"{grid.width}:{grid.height}"
        header = {
            "FF": b"4", "GM": b"1", "CA": b"UTF-8", "AP": b"Mokusan", "SZ": size.encode(),
            "KM": f"{float(self.komi):.10g}".encode(), "PL": start.to_move.letter.encode(),
        }
        stones = {
            name: [self._point(point) for point in range(grid.area) if bits >> point & 1]
            for name, bits in (("AB", start.black), ("AW", start.white))
        }
        return {name: [value] for name, value in header.items()} | {k: points for k, points in stones.items() if points}

    def _comment(self, node: _Node) -> Iterator[str]:
        yield f"[{node.number}]{self._occupied(node)}"
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
        player, other = self.player.word.capitalize(), self.player.opponent.word.capitalize()
        yield f"Shown: one best move of {player} in each position, all replies of {other}."
        yield ("[number]points: the points that whoever played there will at best occupy. Green: Black wins. "
               "Blue: White wins. DO: open, or a draw by endless play.")
        if self.cut:
            yield f"The tree is cut after {self.size} nodes."

    def _occupied(self, node: _Node) -> str:
        """Points the one who played the node will at best have: half of what its lead and the board make together."""
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
        """Whether a side needs endless play for its value, as far as that is known."""
        if node.after is None or self.solution.method != "table":
            return False
        return any(self.knowledge.plies(node.after, color) is None for color in (BLACK, WHITE))

    def _point(self, point: int) -> bytes:
        return sgf_point(self.grid, point).encode()


def _text(text: str) -> bytes:
    escaped: bytes = sgf_grammar.escape_text(text.encode("utf-8"))
    return escaped
