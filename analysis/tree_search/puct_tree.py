"""PUCT search over evaluations: likely moves are tried, each position is evaluated, and good moves are visited most.

A tree grows from the root position, one evaluation at a time. The candidate moves of a node are the likeliest ones by
the move policy (`analysis.policy`), those that decide a critical group (`analysis.status`), and the pass; their priors
are the policy's probabilities, renormalised. From the root down, each visit follows the move with the largest

    mean value + c * prior * sqrt(visits of the node) / (1 + visits of the move)

for the side to move, until it reaches a new position. That is evaluated, and its value (Black's lead in points) is
added to all nodes on the path. So the value of a move is the mean over the positions behind it, whose errors partly
cancel; the move with the most visits is the best. A move without visits counts with the mean of its node. This is the
PUCT rule (Rosin 2011, Multi-armed bandits with episode context; Silver et al. 2017), with the static evaluation in
place of playouts or a network. Nothing is random: the same position gets the same tree.

Evaluations favour the side to move, since critical groups are estimated in its favour; so each node's value is averaged
with that of its parent, where the other side is to move.
"""

from __future__ import annotations

import copy
import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..board import PASS, Color, true_eyes
from ..control import ControlSettings
from ..evaluation import Evaluation, evaluate
from ..policy.model import move_probabilities
from ..runtime.work_limit import current_work, unlimited
from ..status import BoardStatus, ReadingCache, StatusBudget

LEAF_BUDGET = StatusBudget(chain=25, group=25, board=20_000, selective=False)
"""The reading budget of each evaluated position. More nodes, or selective searches of groups, chose no better moves."""
PUCT_CONSTANT = 0.6
"""The exploration constant c, per open point of the root: the more is open, the less a single evaluation can tell. A
third of it, and twice that on large boards, lose less by a strong network's judgement of single moves (truth_dev), but
win fewer games against GNU Go: who trusts evaluations more plays where they are wrong."""
MAX_OPEN_POINTS = 60.0
"""The most open points that count for exploration: with more, evaluations would decide nothing on large boards."""
MAX_DECISIVE_MOVES = 3
"""The most moves that kill or save a group among the candidates of a node: those with the most stones at stake."""
MIN_DECISIVE_PRIOR = 0.05
"""The least prior of such a move, before renormalisation: it is seldom played, but then seldom in vain."""
MIN_PASS_PRIOR, MAX_PASS_PRIOR = 0.02, 0.5
"""Limits of the prior of a pass, before renormalisation, which else is the policy's: the policy is sure of a pass on
boards that look finished, where only reading finds the last moves."""
MIN_PASS_VISITS = 6
"""The least visits of the pass, or as many as the best move has: all gains are measured against it."""
MIN_SURE_VISITS = 4
"""The visits after which a gain is believed, if it alone speaks against a pass."""
FOCUS_SHARE = 4
"""At least one of so many visits goes to the focus moves, if there are any."""


@dataclass(frozen=True)
class RootMove:
    """A searched move of the root.

    Public attributes:
      point       -- the move, or PASS
      gain        -- points that the mover gains by it against a pass
      score       -- Black's mean lead after it, komi excluded
      probability -- how likely a player is to make the move, by the policy, 0 to 1
      pv          -- the principal variation: the move, then the most visited replies in turn, passes among them
      pv_visits   -- the visits of each move of the pv
      error       -- the standard error of the score, as if its values were independent; infinite after one visit
    """

    point: int
    gain: float
    score: float
    probability: float
    pv: tuple[int, ...]
    pv_visits: tuple[int, ...]
    error: float = math.inf

    @property
    def visits(self) -> int:
        """How many visits the move got: positions evaluated behind it, itself included, and repeats of game ends."""
        return self.pv_visits[0]


def search(
    evaluation: Evaluation,
    settings: ControlSettings | None = None,
    *,
    visits: int = 60,
    focus: Collection[int] = (),
    min_gain: float | None = None,
    **options: Any,
) -> tuple[RootMove, ...]:
    """Run the search and return the root moves, those with the most visits first.

    visits, focus, min_gain -- as for `PuctTree.run`; options -- as for PuctTree
    """
    tree = PuctTree(evaluation, settings, **options)
    for _ in tree.run(visits, focus, min_gain):
        pass
    return tree.root_moves()


class Edge:
    """A candidate move of a node: its prior, and the node after it once it was visited."""

    __slots__ = ("child", "prior")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.child: Node | None = None

    @property
    def visits(self) -> int:
        return 0 if self.child is None else self.child.visits


class Node:
    """A position of the tree.

    Public attributes:
      evaluation -- of the position
      recent     -- the last moves before it, the latest last
      value      -- Black's lead, averaged with that of the parent
      visits, value_sum, square_sum -- how often it was visited; the sums of the values backed up and of their squares
      edges      -- the candidate moves, by point; empty until they are needed
    """

    __slots__ = ("edges", "evaluation", "recent", "square_sum", "value", "value_sum", "visits")

    def __init__(self, evaluation: Evaluation, recent: tuple[int, ...], parent_score: float) -> None:
        self.evaluation, self.recent = evaluation, recent
        self.value = self.value_sum = (evaluation.score + parent_score) / 2
        self.square_sum = self.value**2
        self.visits = 1
        self.edges: dict[int, Edge] = {}

    def copy(self) -> Node:
        """Return a copy with all that is behind it; evaluations are shared."""
        twin = copy.copy(self)
        twin.edges = {point: Edge(edge.prior) for point, edge in self.edges.items()}
        for point, edge in self.edges.items():
            twin.edges[point].child = None if edge.child is None else edge.child.copy()
        return twin

    @property
    def mean(self) -> float:
        """Black's lead, averaged over all visits."""
        return self.value_sum / self.visits

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.visits < 2:
            return math.inf
        return math.sqrt(max(0.0, self.square_sum / self.visits - self.mean**2) / (self.visits - 1))

    @property
    def is_over(self) -> bool:
        """Whether two passes led to it."""
        return self.recent[-2:] == (PASS, PASS)


class PuctTree:
    """A search tree of one position, which grows as far as `run` is iterated.

    evaluation -- of the root position, its status included
    recent     -- the last moves, the latest last; forbidden -- superko points
    breadth    -- how many of the likeliest moves of a node are candidates; decisive moves and the pass come on top
    memory     -- cache of readings
    start      -- the node of this position in an earlier tree: its visits are taken over
    permits    -- called with a colour, the number of the move from the root (from 1) and a point; returns whether it
                  may be played; all may, unless given. Passes are always permitted

    Raises ValueError if the evaluation has no status, or breadth is below 1.

    Public attributes:
      evaluation -- of the root; forbidden, breadth -- as above
      policy     -- {point: probability} of the root's moves by the policy, the pass among them
      expanded   -- how many positions were evaluated, the root and those taken over excluded
      reused     -- how many visits were taken over
      root, settings -- the Node of the position; as given
    """

    def __init__(
        self,
        evaluation: Evaluation,
        settings: ControlSettings | None = None,
        *,
        recent: Sequence[int] = (),
        forbidden: Collection[int] = (),
        breadth: int = 24,
        memory: ReadingCache | None = None,
        permits: Callable[[Color, int, int], bool] | None = None,
        start: Node | None = None,
    ) -> None:
        if evaluation.status is None:
            raise ValueError("PuctTree: expected an evaluation with the status of all chains")
        if breadth < 1:
            raise ValueError(f"PuctTree: expected at least 1 for breadth, got {breadth}")
        self.evaluation, self.forbidden, self.breadth, self.expanded = evaluation, forbidden, breadth, 0
        self.settings, self._memory, self._permits = settings, memory or ReadingCache(), permits
        self.reused, self._color = 0, evaluation.position.to_move
        self._exploration = PUCT_CONSTANT * min(MAX_OPEN_POINTS, evaluation.open_points)
        self.root = Node(evaluation, tuple(recent), evaluation.score)
        self.policy = _policy(self.root, forbidden)
        settled = evaluation.life.territory.tolist()
        policy = {point: share for point, share in self.policy.items() if point == PASS or not settled[point]}
        self.root.edges = self._candidates(self.root, 1, policy)
        if start is not None:
            self._take_over(start, policy)

    def _take_over(self, start: Node, points: Collection[int]) -> None:
        """Take over copies of the searched moves of a node of this position, but not its evaluation."""
        for point, edge in start.edges.items():
            permitted = self._permits is None or self._permits(self._color, 1, point)
            if edge.child is None or (point != PASS and not (point in points and permitted)):
                continue
            self.root.edges.setdefault(point, Edge(MIN_DECISIVE_PRIOR)).child = edge.child.copy()
            self.root.visits += edge.child.visits
            self.root.value_sum += edge.child.value_sum
            self.root.square_sum += edge.child.square_sum
            self.reused += edge.child.visits

    @property
    def visits(self) -> int:
        """The visits of the root: one for itself, and one for each visit of its moves."""
        return self.root.visits

    def run(self, visits: int, focus: Collection[int] = (), min_gain: float | None = None) -> Iterator[None]:
        """Grow the tree until so many positions were evaluated, and a few more for certainty; yield after each visit.

        The pass is visited first.
        focus    -- moves of which the best is to be found too, even if others are better
        min_gain -- if given, the best of the moves that gain so many points gets MIN_SURE_VISITS visits, so that no
                    hasty gain is preferred to a pass

        It ends early at the limits of `runtime.work_limit`, but not before the pass and a move were visited.
        Raises ValueError if visits is below 1.
        """
        if visits < 1:
            raise ValueError(f"PuctTree: expected at least 1 for visits, got {visits}")
        for point in self._visit_schedule(visits, focus, min_gain):
            self._visit(point)
            yield

    def _visit_schedule(self, visits: int, focus: Collection[int], min_gain: float | None) -> Iterator[int]:
        """Yield the root moves to visit in turn; each is visited before the next is requested."""
        root = self.root
        focused = {point: edge for point, edge in root.edges.items() if point in focus}
        board_moves = [edge for point, edge in root.edges.items() if point != PASS]
        if not root.edges[PASS].visits:
            yield PASS
        steps = 0
        # At the end of a game visits find no new positions. At least one move is compared with the pass.
        while (self.expanded < visits and steps < 4 * visits and not current_work().is_over) or (
            board_moves and not any(edge.visits for edge in board_moves)
        ):
            steps += 1
            neglected = focused and FOCUS_SHARE * sum(edge.visits for edge in focused.values()) < root.visits
            yield self._select(root, focused if neglected else root.edges)
        if current_work().is_over:
            if self.expanded < visits and steps < 4 * visits:
                current_work().omit(f"{self.expanded} of {visits} positions searched")
            return
        while root.edges[PASS].visits < min(MIN_PASS_VISITS, max((edge.visits for edge in board_moves), default=0)):
            yield PASS
        if min_gain is not None:
            while (unsure := self._unsure_move(min_gain)) is not None:
                yield unsure

    def visit(self, points: Iterable[int]) -> None:
        """Visit each of these moves of the root once more; they must be legal, and become candidates."""
        for point in points:
            self.root.edges.setdefault(point, Edge(MIN_DECISIVE_PRIOR))
            self._visit(point)

    def _unsure_move(self, min_gain: float) -> int | None:
        """Return the best move if it gains enough to be played but has few visits; else None."""
        gains = [move for move in self.root_moves() if move.point != PASS and move.gain >= min_gain]
        return gains[0].point if gains and gains[0].visits < MIN_SURE_VISITS else None

    def root_moves(self) -> tuple[RootMove, ...]:
        """Return the visited moves of the root, and the pass if it was visited: those with the most visits first."""
        after_pass = self.root.edges[PASS].child or self.root
        found = []
        for point, edge in self.root.edges.items():
            if edge.child is None:
                continue
            score, probability = edge.child.mean, self.policy.get(point, 0.0)
            pv, nodes = self._principal_variation(point)
            pv_visits = tuple(node.visits for node in nodes)
            gain = self._color * (score - after_pass.mean)
            found.append(RootMove(point, gain, score, probability, pv, pv_visits, edge.child.error))
        return tuple(sorted(found, key=lambda move: (-move.visits, -move.gain, move.point)))

    def evaluation_after(self, point: int) -> Evaluation:
        """Return the evaluation of the position after a visited root move. Raises KeyError for others."""
        node = self.root.edges[point].child
        if node is None:
            raise KeyError(point)
        return node.evaluation

    def _principal_variation(self, point: int) -> tuple[tuple[int, ...], list[Node]]:
        """Return a visited root move with the most visited replies in turn, and the nodes after each."""
        pv, nodes = [point], []
        node = self.root.edges[point].child
        while node is not None:
            nodes.append(node)
            replies = {reply: edge for reply, edge in node.edges.items() if edge.visits}
            if not replies:
                break
            pv.append(max(replies, key=lambda reply: replies[reply].visits))
            node = replies[pv[-1]].child
        return tuple(pv), nodes

    def _visit(self, point: int) -> None:
        """Follow a root move down to a new position, or to the end of the game, and back up its value."""
        node, path = self.root, [self.root]
        while True:
            edge = node.edges[point]
            if edge.child is None:
                node = edge.child = self._expand(node, point)
                break
            node = edge.child
            path.append(node)
            if node.is_over:
                break
            if not node.edges:
                node.edges = self._candidates(node, len(path), _policy(node))
            point = self._select(node, node.edges)
        for visited in path:
            visited.visits += 1
            visited.value_sum += node.value
            visited.square_sum += node.value**2

    def _select(self, node: Node, edges: dict[int, Edge]) -> int:
        """Return the move to follow by the PUCT rule; a move without visits counts with the mean of its node."""
        color, mean = node.evaluation.position.to_move, node.mean
        exploration = self._exploration * math.sqrt(node.visits)

        def puct(point: int) -> float:
            edge = edges[point]
            value = mean if edge.child is None else edge.child.mean
            return color * value + exploration * edge.prior / (1 + edge.visits)

        return max(edges, key=puct)

    def _expand(self, node: Node, point: int) -> Node:
        """Return the node after a move, evaluated."""
        root, self.expanded = self.evaluation, self.expanded + 1
        position = node.evaluation.position.play(point, rules=root.rules)
        given = root.rules, root.komi, self.settings
        with unlimited():  # without the reading it would mislead
            evaluation = evaluate(position, *given, budget=LEAF_BUDGET, memory=self._memory)
        return Node(evaluation, (*node.recent[-1:], point), node.evaluation.score)

    def _candidates(self, node: Node, ply: int, policy: dict[int, float]) -> dict[int, Edge]:
        """Return the candidate moves of a node with their priors, the pass included.

        ply -- the number of these moves from the root, from 1; policy -- the probability of the moves to choose from,
        the likeliest first; moves that fill own eyes are left out, and the pass is not counted among the likeliest
        """
        status, position = node.evaluation.status, node.evaluation.position
        assert status is not None
        color, eyes = position.to_move, true_eyes(position, position.to_move).tolist()
        pass_prior = min(max(policy.get(PASS, 0.0), MIN_PASS_PRIOR), MAX_PASS_PRIOR)
        policy = {point: share for point, share in policy.items() if point != PASS and not eyes[point]}
        if self._permits is not None:
            policy = {point: share for point, share in policy.items() if self._permits(color, ply, point)}
        likeliest = list(itertools.islice(policy, self.breadth))
        total = sum(policy[point] for point in likeliest)
        priors = {point: policy[point] / total for point in likeliest}
        for point in _decisive_moves(policy, status, color):
            priors[point] = max(priors.get(point, 0.0), MIN_DECISIVE_PRIOR)
        priors[PASS] = pass_prior
        total = sum(priors.values())
        return {point: Edge(prior / total) for point, prior in priors.items()}


def _policy(node: Node, forbidden: Collection[int] = ()) -> dict[int, float]:
    """Return the probability of each move of a node, the pass among them, by the policy, the likeliest first."""
    return move_probabilities(node.evaluation.position, None, node.recent[-2:], forbidden=forbidden)


def _decisive_moves(points: Collection[int], status: BoardStatus, color: Color) -> list[int]:
    """Return the moves of `color` among `points` that kill or save a group, those with the most stones at stake first.

    At most MAX_DECISIVE_MOVES.
    """
    stakes: dict[int, int] = {}
    for chain in status.chains:
        move = chain.save if chain.color is color else chain.kill
        if move is not None and move in points:
            stakes[move] = max(stakes.get(move, 0), len(chain.group))
    return sorted(stakes, key=lambda point: (-stakes[point], point))[:MAX_DECISIVE_MOVES]


__all__ = ["PuctTree", "RootMove", "search"]
