"""The order of play of a board for either side: a whole line of moves, the score it comes to, what others lose.

The line goes on until no move is worth anything. It is chosen by exact play of the sum of all places where that can be
solved, else by the usual rule (`move_choice`). Kos come last, one move each, because who wins them depends on the ko
threats of the whole board. By territory dame are left out; by area they are worth a point and played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise

from ...board import BLACK, Color, Scoring
from ...region import Budget, OutOfBudget
from ...runtime.work_limit import current_work
from ...values import GameKind, Value, kind, mean, temperature
from ..board_sum import BoardSum
from ..local_game import LocalGame
from .followed_places import Place, follow
from .move_choice import Choice, SumSearcher, usual_choice

MAX_NODES = 40_000
"""The local positions searched to follow all places of a board."""

MAX_POSITIONS = 20_000
"""The positions of sums searched for the line and for what other first moves lose."""

MAX_MOVES = 400
"""The longest line."""

MAX_OTHERS = 12
"""The hottest places of which the first moves are compared."""


class Trust(StrEnum):
    """How certain the result of an order of play is."""

    PROVED = "proved"
    """All places are exact and all walls stand whatever is played."""
    EXACT = "exact"
    """All places are exact provided that the walls live."""
    BOUNDED = "bounded"
    """The result lies between bounds: a ko matters, or not all regions were counted, and these are left out."""


class MoveLabel(StrEnum):
    """What a move is in its line."""

    SENTE = "sente"
    ANSWER = "answer"
    GOTE = "gote"
    REVERSE_SENTE = "reverse sente"
    MIAI = "miai"
    TEDOMARI = "tedomari"
    KO = "ko"


@dataclass(frozen=True)
class OrderedMove:
    """A move of the line.

    player, point -- who moves where
    game  -- its place, as it is on the board before the line
    label -- sente: the opponent has to answer, with the next move if that is an ANSWER; reverse sente: it takes the
             opponent's sente away; miai: this and the next or last move are two equal halves, one for each side;
             tedomari: the last move worth anything on the board; ko; else gote
    miai  -- the miai value of the place before the move, by the scoring of the order
    """

    player: Color
    point: int
    game: LocalGame
    label: MoveLabel
    miai: Fraction


@dataclass(frozen=True)
class OtherFirstMove:
    """The best first move in another place, and the points by which the result is worse for the player than with the
    first move of the line; exact."""

    point: int
    game: LocalGame
    loses: Fraction


@dataclass(frozen=True)
class PlayOrder:
    """The order of play of a board for one side. Results are in points, Black positive, without komi.

    player    -- who begins
    scoring   -- by which it is played
    moves     -- the line, of both sides
    searched  -- whether it was chosen by exact play of the sum; otherwise by the usual rule
    reached   -- the score that it comes to; None if a ko, a place that was not followed or a
                 region that was not counted is left
    trust     -- how certain `low` and `high` are
    low, high -- the least and the greatest result when both sides play best, of all that was counted
    others    -- the best first moves elsewhere, the least loss first; empty if the sum was not solved
    left_out  -- hot places that were not followed, as they are too large
    board_sum -- the board as a sum
    """

    player: Color
    scoring: Scoring
    moves: tuple[OrderedMove, ...]
    searched: bool
    reached: Fraction | None
    trust: Trust
    low: Fraction
    high: Fraction
    others: tuple[OtherFirstMove, ...]
    left_out: tuple[LocalGame, ...]
    board_sum: BoardSum


def play_order(board_sum: BoardSum, player: Color) -> PlayOrder:
    """Return the order of play of a board, by its scoring, if the player begins."""
    low, high = board_sum.bounds(player)
    trust = Trust.BOUNDED
    if board_sum.result(player) is not None:
        trust = Trust.PROVED if board_sum.proved else Trust.EXACT
    play = _Play(board_sum)
    others: tuple[OtherFirstMove, ...] = ()
    searcher = SumSearcher(MAX_POSITIONS)
    start = dict(play.places)
    moves = play.searched_line(player, searcher) if not play.kos else None
    searched = moves is not None
    if moves is None:
        play.places = dict(start)
        moves = play.usual_line(player)
    elif moves:
        others = _others(play, start, player, searcher, moves[0])
    return PlayOrder(
        player, board_sum.scoring, moves, searched, play.reached(), trust, low, high, others, tuple(play.left_out),
        board_sum,
    )


@dataclass(frozen=True)
class _Step:
    """A move of a line: the number of its place, and the values of that before and after it."""

    player: Color
    index: int
    point: int
    before: Value
    after: Value


class _Play:
    """The places of a board while a line is played.

    places   -- those followed, by number
    kos      -- the games in which a ko matters and that are worth a move
    left_out -- games that are worth a move and were not followed
    uncounted -- the number of regions that were not counted
    cold     -- the score of all else
    """

    def __init__(self, board_sum: BoardSum) -> None:
        work = current_work()
        budget = Budget(MAX_NODES, stopped=lambda: work.is_stopped)
        self.games = board_sum.games
        self.by_area = board_sum.scoring is Scoring.AREA
        self.uncounted = board_sum.uncounted
        self.places: dict[int, Place] = {}
        self.kos: list[int] = []
        self.left_out: list[LocalGame] = []
        self.cold = Fraction(board_sum.settled)
        for index, game in enumerate(self.games):
            if game.value is None:
                self.kos.append(index)
            elif game.temperature <= (-1 if self.by_area else 0):
                stones = game.region.board.stones[list(game.points)]
                self.cold += game.count + (int(stones.sum()) if self.by_area else 0)
            else:
                try:
                    self.places[index] = follow(game, board_sum.scoring, budget)
                except (OutOfBudget, ValueError):
                    self.left_out.append(game)

    def hot(self) -> dict[int, Place]:
        """Return the places where a move is worth something."""
        return {index: place for index, place in self.places.items() if temperature(place.bounds[0]) > 0}

    def reached(self) -> Fraction | None:
        """Return the score as the places stand; None if not all are followed."""
        if self.kos or self.left_out or self.uncounted:
            return None
        return self.cold + sum((mean(place.bounds[0]) for place in self.places.values()), Fraction(0))

    def searched_line(self, player: Color, searcher: SumSearcher) -> tuple[OrderedMove, ...] | None:
        """Play by exact search until nothing is hot; return the line, or None if the budget is used up."""
        steps: list[_Step] = []
        while (hot := self.hot()) and len(steps) < MAX_MOVES:
            choice = searcher.choice(hot, player, steps[-1].index if steps else None)
            if choice is None:
                return None
            steps.append(self._play(choice, player))
            player = player.opponent
        return self._labelled(steps)

    def usual_line(self, player: Color) -> tuple[OrderedMove, ...]:
        """Play by the usual rule until nothing is hot, then the kos; return the line."""
        steps: list[_Step] = []
        ambient: Fraction | None = None
        stuck = 0
        while (hot := self.hot()) and len(steps) < MAX_MOVES and stuck < 2:
            choice = usual_choice(hot, player, steps[-1].index if steps else None, ambient)
            if choice is None:
                stuck += 1
            else:
                stuck = 0
                steps.append(self._play(choice, player))
                top = temperature(steps[-1].before)
                ambient = top if ambient is None else min(ambient, top)
            player = player.opponent
        return self._labelled(steps) + self._ko_moves(player)

    def _play(self, choice: Choice, player: Color) -> _Step:
        before = self.places[choice.index].bounds[0]
        self.places[choice.index] = choice.after
        return _Step(player, choice.index, choice.point, before, choice.after.bounds[0])

    def _ko_moves(self, player: Color) -> tuple[OrderedMove, ...]:
        found = []
        for index in self.kos:  # the hottest first
            game = self.games[index]
            gain = game.temperature + self.by_area
            if gain > 0 and game.moves(player):
                found.append(OrderedMove(player, game.moves(player)[0], game, MoveLabel.KO, gain))
                player = player.opponent
        return tuple(found)

    def _labelled(self, steps: list[_Step]) -> tuple[OrderedMove, ...]:
        labels = _labels(steps, last=not (self.kos or self.left_out or self.uncounted))
        return tuple(
            OrderedMove(step.player, step.point, self.games[step.index], label, temperature(step.before))
            for step, label in zip(steps, labels, strict=True)
        )


def _labels(steps: list[_Step], last: bool) -> list[MoveLabel]:
    """Return what each move of a line is; `last` says whether nothing is worth a move after it."""
    labels: list[MoveLabel] = []
    for number, step in enumerate(steps):
        following = steps[number + 1] if number + 1 < len(steps) else None
        top, own, other = temperature(step.before), *(GameKind.BLACK_SENTE, GameKind.WHITE_SENTE)[:: int(step.player)]
        answered = following is not None and following.index == step.index and temperature(step.after) >= top
        if number and labels[-1] is MoveLabel.SENTE and steps[number - 1].index == step.index:
            labels.append(MoveLabel.ANSWER)
        elif answered or kind(step.before) is own:
            labels.append(MoveLabel.SENTE)
        elif kind(step.before) is other:
            labels.append(MoveLabel.REVERSE_SENTE)
        else:
            labels.append(MoveLabel.GOTE)
    for number, (step, following) in enumerate(pairwise(steps)):
        gote = labels[number] is labels[number + 1] is MoveLabel.GOTE
        if gote and step.index != following.index and (step.before + following.before).number is not None:
            labels[number] = labels[number + 1] = MoveLabel.MIAI
    if last and labels and labels[-1] is MoveLabel.GOTE:
        labels[-1] = MoveLabel.TEDOMARI
    return labels


def _others(
    play: _Play, start: Mapping[int, Place], player: Color, searcher: SumSearcher, first: OrderedMove
) -> tuple[OtherFirstMove, ...]:
    """Return the best first move of each other place, compared with the first move of the line."""
    values = {index: place.bounds[0] for index, place in start.items()}
    best = searcher.result(values, player)
    found = []
    hot = [index for index, value in values.items() if temperature(value) > 0 and play.games[index] is not first.game]
    for index in sorted(hot, key=lambda index: -temperature(values[index]))[:MAX_OTHERS]:
        least: OtherFirstMove | None = None
        for point, after in sorted(start[index].moves(player).items()):
            left = after.bounds[0 if player is BLACK else 1]
            result = searcher.result({**values, index: left}, player.opponent)
            if best is None or result is None:
                return ()
            loses = player * (best - result)
            if least is None or loses < least.loses:
                least = OtherFirstMove(point, play.games[index], loses)
        if least is not None:
            found.append(least)
    return tuple(sorted(found, key=lambda move: move.loses))


__all__ = ["MoveLabel", "OrderedMove", "OtherFirstMove", "PlayOrder", "Trust", "play_order"]
