"""PuctTree: the moves worth a look, played out and answered as far as it pays, each board judged by the evaluation.

A tree of boards grows from the position, one board at a time. At each board the moves worth a look are the likeliest
ones (`shape`), those that decide what is critical (`status`), and the pass. From the root down, the move followed is
the one for which

    mean lead + weight * chance * sqrt(visits of the board) / (1 + visits of the move)

is largest for whoever moves there, until a board is reached that is new; its lead goes into the means of all boards on
the way. So likely moves are looked at first and good ones most, and a move comes to the mean of many boards behind it,
of which each is wrong in its own way. The move looked at most is the best. This is the PUCT rule (Rosin 2011,
Multi-armed bandits with episode context; Silver et al. 2017), with the evaluation where others play games out to the
end or ask a network. Nothing is drawn at random: the same position gets the same tree.

A board flatters whose turn it is, since all that is critical is thought to be likelier his. So a board comes to the
mean of itself and the board before it, on which the other side had the turn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..board import PASS, Color
from ..control import ControlSettings
from ..evaluation import Evaluation, evaluate
from ..policy.model import policy_moves
from ..status import BoardStatus, ReadingCache, StatusBudget

LEAF_BUDGET = StatusBudget(chain=100, group=100)
"""What is read of each board that is looked at. Six times as much told no better which move is good."""
PUCT_CONSTANT = 0.6
"""The weight of chances: so much of what is open. The more is open, the less a single evaluation can tell. A third of
it, and twice that on large boards, lose less by a strong network's judgement of single moves (truth_dev), but fewer
games against GNU Go are won with it: whoever trusts evaluations more plays where they are wrong."""
MOST_OPEN = 60.0
"""Points that count as open at most: else nothing that is read decides on large boards."""
DECISIVE = 3
"""Moves that kill or save, at most: those with the most stones at stake."""
LEAST_CHANCE = 0.05
"""What such a move's chance counts for at least: it is seldom played, but seldom for nothing."""
PASS_PRIOR = 0.02
"""What the chance of a pass counts for."""
KNOWN = 6
"""Looks at the pass at least, or as many as at the best move: all gains are told against it."""
SURE = 4
"""Looks after which a gain is believed, if it alone speaks against a pass."""
APART = 4
"""Of so many looks one goes to the moves asked for apart."""


@dataclass(frozen=True)
class RootMove:
    """A move and what it comes to.

    Public attributes:
      point  -- the move, or PASS
      gain   -- points that the mover gains by it against a pass, as far as was looked
      score  -- Black's lead that it comes to, komi excluded
      chance -- how likely a player is to make the move, 0 to 1; 0 for a pass
      line   -- the move and the answers that were looked at most, in turn, passes among them
      behind -- how many boards went into each of them: those behind it, and itself
    """

    point: int
    gain: float
    score: float
    chance: float
    line: tuple[int, ...]
    behind: tuple[int, ...]

    @property
    def visits(self) -> int:
        """How many boards went into the move."""
        return self.behind[0]


def plans(
    evaluation: Evaluation,
    settings: ControlSettings | None = None,
    *,
    boards: int = 60,
    apart: Collection[int] = (),
    enough: float | None = None,
    **words: Any,
) -> tuple[RootMove, ...]:
    """What comes of so many boards: the plans of a PuctTree that was grown by `boards`, `apart` and `enough`.

    words -- of PuctTree
    """
    tree = PuctTree(evaluation, settings, **words)
    for _ in tree.run(boards, apart, enough):
        pass
    return tree.plans()


class Edge:
    """A move worth a look on a board: how much its chance counts, and the board after it once that was looked at."""

    __slots__ = ("board", "chance")

    def __init__(self, chance: float) -> None:
        self.chance = chance
        self.board: Node | None = None

    @property
    def visits(self) -> int:
        return 0 if self.board is None else self.board.visits


class Node:
    """A board of the tree.

    Public attributes:
      seen   -- its evaluation
      last   -- the moves that led to it, the latest at the end; some of them
      lead   -- Black's lead by itself and the board before
      visits, total -- how many boards went into it, and the sum of their leads
      moves  -- the moves worth a look, by point; none before they are asked for
    """

    __slots__ = ("last", "lead", "moves", "seen", "total", "visits")

    def __init__(self, seen: Evaluation, last: tuple[int, ...], before: float) -> None:
        self.seen, self.last = seen, last
        self.lead = self.total = (seen.score + before) / 2
        self.visits = 1
        self.moves: dict[int, Edge] = {}

    @property
    def mean(self) -> float:
        """Black's lead on average."""
        return self.total / self.visits

    @property
    def is_over(self) -> bool:
        """Whether two passes led to it."""
        return self.last[-2:] == (PASS, PASS)


def _free(color: Color, number: int, point: int) -> bool:
    return True


class PuctTree:
    """The tree of boards behind one position, the moves of the side to move first; it grows as far as it is asked to.

    evaluation -- of the position, its status included
    recent     -- the last moves, the latest at the end; forbidden -- superko points
    breadth    -- how many likely moves of a board are worth a look; those that decide what is critical come to them
    memory     -- what was read before
    permits    -- told a colour, the number of the move from here, 1 being the first, and a point: whether that may be
                  played; the pass always may

    Raises ValueError if the evaluation has no status, or breadth is below 1.

    Public attributes:
      seen    -- the evaluation; forbidden, breadth -- as above
      chances -- how likely a player is to make each move, by point: without the pass, forbidden points and own eyes
      looked  -- how many boards were evaluated, the position itself apart
    """

    def __init__(
        self,
        evaluation: Evaluation,
        settings: ControlSettings | None = None,
        *,
        recent: Sequence[int] = (),
        forbidden: Collection[int] = (),
        breadth: int = 12,
        memory: ReadingCache | None = None,
        permits: Callable[[Color, int, int], bool] = _free,
    ) -> None:
        if evaluation.status is None:
            raise ValueError("PuctTree: expected an evaluation with the status of all chains")
        if breadth < 1:
            raise ValueError(f"PuctTree: expected at least 1 for breadth, got {breadth}")
        self.seen, self.forbidden, self.breadth, self.looked = evaluation, forbidden, breadth, 0
        self._settings, self._memory, self._permits = settings, memory or ReadingCache(), permits
        self._color = evaluation.position.to_move
        self._weight = PUCT_CONSTANT * min(MOST_OPEN, evaluation.open_points)
        self._root = Node(evaluation, tuple(recent), evaluation.score)
        self.chances = {point: chance for point, chance in _chances(self._root).items() if point not in forbidden}
        open_points = {point for point in self.chances if not evaluation.life.territory[point]}
        self._root.moves = self._worth_a_look(self._root, 1, open_points)

    @property
    def visits(self) -> int:
        """How many boards went into the position: all that were looked at, and itself."""
        return self._root.visits

    def run(self, boards: int, apart: Collection[int] = (), enough: float | None = None) -> Iterator[None]:
        """Grow until so many boards were evaluated, some more to make sure; a board at each step.

        First comes what is after the pass, then whatever is worth it.

        apart  -- moves of which the best are to be known too, even if others are better
        enough -- if given, moves that seem to gain so many points are looked at SURE times before it comes to a pass

        Raises ValueError if boards is below 1.
        """
        if boards < 1:
            raise ValueError(f"PuctTree: expected at least 1 for boards, got {boards}")
        for point in self._visit_schedule(boards, apart, enough):
            self._look(point)
            yield

    def _visit_schedule(self, boards: int, apart: Collection[int], enough: float | None) -> Iterator[int]:
        """The moves to look at in turn, each looked at before the next is asked for."""
        root = self._root
        wanted = {point: move for point, move in root.moves.items() if point in apart}
        likely = [move for point, move in root.moves.items() if point != PASS]
        if not root.moves[PASS].visits:
            yield PASS
        looks = 0
        # Where a game is at its end looks find no new boards. One move at least is compared with the pass.
        while (self.looked < boards and looks < 4 * boards) or (likely and not any(move.visits for move in likely)):
            looks += 1
            behind = wanted and APART * sum(move.visits for move in wanted.values()) < root.visits
            yield self._pick(root, wanted if behind else root.moves)
        while root.moves[PASS].visits < min(KNOWN, max((move.visits for move in likely), default=0)):
            yield PASS
        if enough is not None:
            while (unsure := self._unsure(enough)) is not None:
                yield unsure

    def look_at(self, points: Iterable[int]) -> None:
        """Look once more at each of these moves, which are legal; they are worth a look from now on."""
        for point in points:
            self._root.moves.setdefault(point, Edge(LEAST_CHANCE))
            self._look(point)

    def _unsure(self, enough: float) -> int | None:
        """The move that alone speaks against a pass and was hardly looked at, if there is one."""
        gains = [plan for plan in self.plans() if plan.point != PASS and plan.gain >= enough]
        return gains[0].point if gains and gains[0].visits < SURE else None

    def plans(self) -> tuple[RootMove, ...]:
        """The moves that were looked at, and the pass, if that was: those looked at most first."""
        passed = self._root.moves[PASS].board or self._root
        found = []
        for point, move in self._root.moves.items():
            if move.board is None:
                continue
            score, chance = move.board.mean, self.chances.get(point, 0.0)
            line, boards = self._line(point)
            behind = tuple(board.visits for board in boards)
            found.append(RootMove(point, self._color * (score - passed.mean), score, chance, line, behind))
        return tuple(sorted(found, key=lambda plan: (-plan.visits, -plan.gain, plan.point)))

    def after(self, point: int) -> Evaluation:
        """The board after a move of a plan, or after a pass, as it was evaluated. Raises KeyError for others."""
        board = self._root.moves[point].board
        if board is None:
            raise KeyError(point)
        return board.seen

    def _line(self, point: int) -> tuple[tuple[int, ...], list[Node]]:
        """A move that was looked at, the answers looked at most, and the boards after each."""
        line, boards = [point], []
        board = self._root.moves[point].board
        while board is not None:
            boards.append(board)
            answers = {answer: move for answer, move in board.moves.items() if move.visits}
            if not answers:
                break
            line.append(max(answers, key=lambda answer: answers[answer].visits))
            board = answers[line[-1]].board
        return tuple(line), boards

    def _look(self, point: int) -> None:
        """Follow a move of the root down to a new board, or to the end of the game, and count what is there."""
        board, path = self._root, [self._root]
        while True:
            move = board.moves[point]
            if move.board is None:
                board = move.board = self._after(board, point)
                break
            board = move.board
            path.append(board)
            if board.is_over:
                break
            if not board.moves:
                board.moves = self._worth_a_look(board, len(path))
            point = self._pick(board, board.moves)
        for passed in path:
            passed.visits += 1
            passed.total += board.lead

    def _pick(self, board: Node, moves: dict[int, Edge]) -> int:
        """The move to follow; one that was not looked at is thought to leave things as they are."""
        color, mean = board.seen.position.to_move, board.mean
        width = self._weight * math.sqrt(board.visits)

        def worth(point: int) -> float:
            move = moves[point]
            lead = mean if move.board is None else move.board.mean
            return color * lead + width * move.chance / (1 + move.visits)

        return max(moves, key=worth)

    def _after(self, board: Node, point: int) -> Node:
        """The board after a move, evaluated."""
        root, self.looked = self.seen, self.looked + 1
        position = board.seen.position.play(point, rules=root.rules)
        seen = evaluate(position, root.rules, root.komi, self._settings, budget=LEAF_BUDGET, memory=self._memory)
        return Node(seen, (*board.last[-1:], point), board.seen.score)

    def _worth_a_look(self, board: Node, number: int, among: Collection[int] | None = None) -> dict[int, Edge]:
        """The moves worth a look of whoever moves, how much their chances count, and the pass.

        number -- of these moves from the position, from 1; among -- those that come into question
        """
        status, color = board.seen.status, board.seen.position.to_move
        assert status is not None
        chances = {
            point: chance for point, chance in _chances(board).items()
            if (among is None or point in among) and self._permits(color, number, point)
        }
        likeliest = sorted(chances, key=lambda point: -chances[point])[: self.breadth]
        total = sum(chances[point] for point in likeliest)
        counts = {point: chances[point] / total for point in likeliest}
        for point in _decisive(chances, status, color):
            counts[point] = max(counts.get(point, 0.0), LEAST_CHANCE)
        counts[PASS] = PASS_PRIOR
        total = sum(counts.values())
        return {point: Edge(count / total) for point, count in counts.items()}


def _chances(board: Node) -> dict[int, float]:
    """How likely the moves of a board are."""
    return {move.point: move.chance for move in policy_moves(board.seen.position, None, board.last[-2:])}


def _decisive(chances: Collection[int], status: BoardStatus, color: Color) -> list[int]:
    """The moves of `color` that kill or save, those with the most stones at stake; only such as have a chance."""
    stakes: dict[int, int] = {}
    for chain in status.chains:
        move = chain.save if chain.color is color else chain.kill
        if move is not None and move in chances:
            stakes[move] = max(stakes.get(move, 0), len(chain.group))
    return sorted(stakes, key=lambda point: (-stakes[point], point))[:DECISIVE]


__all__ = ["PuctTree", "RootMove", "plans"]
