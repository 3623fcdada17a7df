"""Foresight: the moves worth a look, played out and answered as far as it pays, each board judged by the evaluation.

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
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from .board import PASS, Color
from .control import ControlSettings
from .evaluation import Evaluation, evaluate
from .shape import likely_moves
from .status import BoardStatus, Memory, StatusBudget

QUICK = StatusBudget(chain=100, group=100)
"""What is read of each board that is looked at. Six times as much told no better which move is good."""
WEIGHT = 0.6
"""The weight of chances: so much of what is open. The more is open, the less a single evaluation can tell. By games
against GNU Go on 13x13, few and seen while choosing; a third of it did as well on 9x9, and beats our older choices."""
MOST_OPEN = 60.0
"""Points that count as open at most: else nothing that is read decides on large boards."""
DECISIVE = 3
"""Moves that kill or save, at most: those with the most stones at stake."""
LEAST_CHANCE = 0.05
"""What such a move's chance counts for at least: it is seldom played, but seldom for nothing."""
PASSING = 0.02
"""What the chance of a pass counts for."""
KNOWN = 6
"""Looks at the pass at least, or as many as at the best move: all gains are told against it."""
SURE = 4
"""Looks after which a gain is believed, if it alone speaks against a pass."""
APART = 4
"""Of so many looks one goes to the moves asked for apart."""


@dataclass(frozen=True)
class Plan:
    """A move and what it comes to.

    Public attributes:
      point  -- the move, or PASS
      gain   -- points that the mover gains by it against a pass, as far as was looked
      score  -- Black's lead that it comes to, komi excluded
      answer -- the answer that was looked at most: a point or PASS
      chance -- how likely a player is to make the move, 0 to 1; 0 for a pass
      visits -- how many boards went into it: those behind it, and itself
    """

    point: int
    gain: float
    score: float
    answer: int
    chance: float
    visits: int


def plans(
    evaluation: Evaluation,
    settings: ControlSettings | None = None,
    *,
    recent: Sequence[int] = (),
    forbidden: Collection[int] = (),
    boards: int = 60,
    breadth: int = 12,
    memory: Memory | None = None,
    enough: float | None = None,
    apart: Collection[int] = (),
) -> tuple[Plan, ...]:
    """The moves of the side to move that were looked at, and the pass: those looked at most first.

    evaluation -- of the position, its status included
    recent     -- the last moves, the latest at the end; forbidden -- superko points
    boards     -- how many boards are evaluated, some more where a gain is to be made sure
    breadth    -- how many likely moves of a board are worth a look; those that decide what is critical come to them
    memory     -- what was read before
    enough     -- if given, moves that seem to gain so many points are looked at SURE times before it comes to a pass
    apart      -- moves of which the best are to be known too, even if others are better

    Raises ValueError if the evaluation has no status, or boards or breadth is below 1.
    """
    if evaluation.status is None:
        raise ValueError("plans: expected an evaluation with the status of all chains")
    for name, value in (("boards", boards), ("breadth", breadth)):
        if value < 1:
            raise ValueError(f"plans: expected at least 1 for {name}, got {value}")
    tree = _Tree(evaluation, settings, memory or Memory(), breadth, recent, forbidden)
    tree.grow(boards, apart)
    if enough is not None:
        tree.make_sure(enough)
    return tree.plans()


class _Move:
    """A move worth a look on a board: how much its chance counts, and the board after it once that was looked at."""

    __slots__ = ("board", "chance")

    def __init__(self, chance: float) -> None:
        self.chance = chance
        self.board: _Board | None = None

    @property
    def visits(self) -> int:
        return 0 if self.board is None else self.board.visits


class _Board:
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
        self.moves: dict[int, _Move] = {}

    @property
    def mean(self) -> float:
        """Black's lead on average."""
        return self.total / self.visits

    @property
    def is_over(self) -> bool:
        """Whether two passes led to it."""
        return self.last[-2:] == (PASS, PASS)


class _Tree:
    """The boards behind one position."""

    def __init__(
        self, evaluation: Evaluation, settings: ControlSettings | None, memory: Memory, breadth: int,
        recent: Sequence[int], forbidden: Collection[int],
    ) -> None:
        self.settings, self.memory, self.breadth = settings, memory, breadth
        self.root = _Board(evaluation, tuple(recent), evaluation.score)
        self.color = evaluation.position.to_move
        self.weight = WEIGHT * min(MOST_OPEN, evaluation.open_points)
        self.looked = 0
        owned = {point for point in range(evaluation.position.grid.area) if evaluation.life.territory[point]}
        self.chances = self._chances(self.root, owned.union(forbidden))
        self.root.moves = self._worth_a_look(self.root, self.chances)

    def grow(self, boards: int, apart: Collection[int]) -> None:
        """Look at so many boards: first after the pass, then wherever it is worth it, and at those apart."""
        root = self.root
        wanted = {point: move for point, move in root.moves.items() if point in apart}
        likely = {point: move for point, move in root.moves.items() if point != PASS}
        self._look(PASS)
        looks = 0
        while (self.looked < boards and looks < 4 * boards) or (likely and looks == 0):  # a game may be at its end
            looks += 1
            if wanted and APART * sum(move.visits for move in wanted.values()) < root.visits:
                self._look(self._pick(root, wanted))
            else:
                self._look(self._pick(root, root.moves))
        most = max((move.visits for move in likely.values()), default=0)
        while root.moves[PASS].visits < min(KNOWN, most):
            self._look(PASS)

    def make_sure(self, enough: float) -> None:
        """Look again at what seems to gain so much, until a move surely does, or none does any more."""
        while True:
            gains = [plan for plan in self.plans() if plan.point != PASS and plan.gain >= enough]
            if not gains or gains[0].visits >= SURE:
                return
            self._look(gains[0].point)

    def plans(self) -> tuple[Plan, ...]:
        """What came of it."""
        passed = self._board_after(PASS).mean
        found = []
        for point, move in self.root.moves.items():
            board = move.board
            if board is None:
                continue
            answers = {answer: behind.visits for answer, behind in board.moves.items() if behind.visits}
            found.append(Plan(
                point, self.color * (board.mean - passed), board.mean,
                max(answers, key=lambda answer: answers[answer]) if answers else PASS,
                self.chances.get(point, 0.0), board.visits,
            ))
        return tuple(sorted(found, key=lambda plan: (-plan.visits, -plan.gain, plan.point)))

    def _board_after(self, point: int) -> _Board:
        board = self.root.moves[point].board
        assert board is not None
        return board

    def _look(self, point: int) -> None:
        """Follow a move of the root down to a new board, or to the end of the game, and count what is there."""
        board, path = self.root, [self.root]
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
                board.moves = self._worth_a_look(board, self._chances(board))
            point = self._pick(board, board.moves)
        for passed in path:
            passed.visits += 1
            passed.total += board.lead

    def _pick(self, board: _Board, moves: dict[int, _Move]) -> int:
        """The move to follow; one that was not looked at is thought to leave things as they are."""
        color, mean = board.seen.position.to_move, board.mean
        width = self.weight * math.sqrt(board.visits)

        def worth(point: int) -> float:
            move = moves[point]
            lead = mean if move.board is None else move.board.mean
            return color * lead + width * move.chance / (1 + move.visits)

        return max(moves, key=worth)

    def _after(self, board: _Board, point: int) -> _Board:
        """The board after a move, evaluated."""
        root, self.looked = self.root.seen, self.looked + 1
        position = board.seen.position.play(point, rules=root.rules)
        seen = evaluate(position, root.rules, root.komi, self.settings, budget=QUICK, memory=self.memory)
        return _Board(seen, (*board.last[-1:], point), board.seen.score)

    def _chances(self, board: _Board, without: Collection[int] = ()) -> dict[int, float]:
        """How likely the moves of a board are, but some."""
        moves = likely_moves(board.seen.position, None, board.last[-2:])
        return {move.point: move.chance for move in moves if move.point not in without}

    def _worth_a_look(self, board: _Board, chances: dict[int, float]) -> dict[int, _Move]:
        """The moves worth a look of whoever moves, how much their chances count, and the pass."""
        status = board.seen.status
        assert status is not None
        likeliest = sorted(chances, key=lambda point: -chances[point])[: self.breadth]
        total = sum(chances[point] for point in likeliest)
        counts = {point: chances[point] / total for point in likeliest}
        for point in _decisive(chances, status, board.seen.position.to_move):
            counts[point] = max(counts.get(point, 0.0), LEAST_CHANCE)
        counts[PASS] = PASSING
        total = sum(counts.values())
        return {point: _Move(count / total) for point, count in counts.items()}


def _decisive(chances: Collection[int], status: BoardStatus, color: Color) -> list[int]:
    """The moves of `color` that kill or save, those with the most stones at stake; only such as have a chance."""
    stakes: dict[int, int] = {}
    for chain in status.chains:
        move = chain.save if chain.color is color else chain.kill
        if move is not None and move in chances:
            stakes[move] = max(stakes.get(move, 0), len(chain.group))
    return sorted(stakes, key=lambda point: (-stakes[point], point))[:DECISIVE]


__all__ = ["Plan", "plans"]
