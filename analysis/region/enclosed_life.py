"""The local judge: whether some stones live, with the moves that decide it and a line that shows it.

A question is about one or more chains in a closed area (`judge_area`), either side to move. It is solved exactly, as
a graph of all states: first under simple ko, with no threats elsewhere; and if a ko occurs at all, again for whoever
came off worse, who may now retake every ko at once, as if all his threats were answered. So DEAD never rests on
winning a ko, nor does ALIVE: what rests on one is KO.

Endless play is a draw: nobody takes the stones. Two passes end the game, and stones that then stand have survived.
A verdict is about the area alone, its walls taken for safe; `Area.assumed` names the walls for which nobody vouches.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from ..board import BLACK, PASS, Color, Position
from .enclosed_area import Area, find_area, ground_of
from .ko_size import threats_to_ignore
from .question import Bounds, KoRule, Question, State
from .search_budget import Budget, OutOfBudget
from .state_graph import Graph, solve


class Verdict(StrEnum):
    """What becomes of the stones."""

    ALIVE = "alive"
    """They come to stand unconditionally, unless threats are made elsewhere; and no threat takes them."""
    SEKI = "seki"
    """Nobody takes them, whatever threats there are; but they do not come to stand unconditionally."""
    KO = "ko"
    """Whoever wins a ko decides whether they are taken."""
    DEAD = "dead"
    """They are taken, and no threat saves them."""


@dataclass(frozen=True)
class Judgement:
    """The answer to a local question.

    Public attributes:
      verdict    -- of the stones, the side in question to move
      to_move    -- that side
      good_moves -- the moves that lead to it: points, PASS last; none where nothing helps, the verdict being the worst
                    for the side to move. The owner may pass where the stones keep the verdict if the other goes on; the
                    attacker takes nothing by passing
      ko_moves   -- the moves that lead to it unless the other has a ko threat; of a KO they are the good ones
      line       -- best play for both, the one who has his way taking the shortest, the other the longest; until the
                    stones are gone, stand unconditionally, are left by both, or a board comes again. Two passes in the
                    midst of it are a threat elsewhere and the answer, before a ko is retaken
      favours    -- of a ko: who has his way if nobody has a threat. The other needs one, to begin with
      to_ignore  -- of a ko: how many threats he must leave unanswered to have it, as `judge_ko.threats_to_ignore` says;
                    1 is a direct ko, more are approach moves of his; None if no number will do
      endless    -- whether the stones survive only because play goes round for ever
      area       -- where it is played
      states     -- how many different ones were looked at
    """

    verdict: Verdict
    to_move: Color
    good_moves: tuple[int, ...]
    ko_moves: tuple[int, ...]
    line: tuple[tuple[Color, int], ...]
    favours: Color | None
    to_ignore: int | None
    endless: bool
    area: Area = field(repr=False)
    states: int


def judge(
    position: Position,
    target: int | Iterable[int],
    region: Iterable[int] | None = None,
    to_move: Color | None = None,
    *,
    seki_is_life: bool = False,
    suicide: bool = False,
    budget: Budget | None = None,
) -> Judgement:
    """Whether the stones on `target` live in their area; see `judge_area.find_area` for both.

    A target of several chains is alive as long as one of them is. Where `seki_is_life`, as in most problems, a move
    that brings seki is as good as one that lives, and the verdict is never SEKI. `to_move` is the position's side to
    move unless given; the ban of a ko is heeded. Raises ValueError if the target is no stone, or the area is open or
    too large, and OutOfBudget.
    """
    if to_move is not None:
        position = position.with_to_move(to_move)
    area = find_area(position, target, region, suicide=suicide)
    return _Case(position, area, seki_is_life, suicide, budget or Budget()).judgement()


class _Case:
    """One question, and the graphs that answer it.

    `plain` is played under simple ko. `strict` is too, except that it does not bind whoever comes off worse in `plain`.
    """

    def __init__(self, position: Position, area: Area, seki_is_life: bool, suicide: bool, budget: Budget) -> None:
        self.area, self.seki_is_life, self.suicide, self.budget = area, seki_is_life, suicide, budget
        self.region, self.target, self.start = ground_of(area, position)
        self.plain = self._solved(KoRule.SIMPLE)
        self.taken = self._bounds(self.plain, self.start).value() < 0
        self.strict = self.plain
        if _has_ko(self.plain):
            loser = area.owner if self.taken else area.owner.opponent
            self.strict = self._solved(KoRule.BLACK_UNBOUND if loser is BLACK else KoRule.WHITE_UNBOUND)

    def judgement(self) -> Judgement:
        verdict, mover, owner = self._verdict(self.start), self.start.to_move, self.area.owner
        assert verdict is not None
        worst = Verdict.DEAD if mover is owner else Verdict.ALIVE
        saved = self.plain if verdict is Verdict.KO and not self.taken else self.strict
        favours = None if verdict is not Verdict.KO else owner.opponent if self.taken else owner
        after = {} if verdict is worst else self._after_moves()
        return Judgement(
            verdict=verdict,
            to_move=mover,
            good_moves=tuple(point for point, kept in after.items() if kept is verdict),
            ko_moves=tuple(point for point, kept in after.items() if kept is Verdict.KO),
            line=self._line(verdict),
            favours=favours,
            to_ignore=threats_to_ignore(self.strict, favours) if favours else None,
            endless=verdict is not Verdict.DEAD and self._bounds(saved, self.start).low < 0,
            area=self.area,
            states=self.plain.states + (0 if self.strict is self.plain else self.strict.states),
        )

    def _verdict(self, state: State) -> Verdict | None:
        """What becomes of the stones from a state on; None if nobody's threats there are what `strict` is about."""
        plain = self._bounds(self.plain, state).value()
        if (plain < 0) is not self.taken:
            return None
        if (self._bounds(self.strict, state).value() < 0) is not self.taken:
            return Verdict.KO
        if self.taken:
            return Verdict.DEAD
        return Verdict.ALIVE if plain > 0 or self.seki_is_life else Verdict.SEKI

    def _after_moves(self) -> dict[int, Verdict | None]:
        """What becomes of the stones after each legal move."""
        found = {}
        for point, after in self.plain.children(self.start).items():
            assert after is not None
            if point == PASS and after.to_move is not self.area.owner:
                after = after._replace(passed=False)  # what the other makes of it, not whether he would rather stop
            found[self._point(point)] = self._verdict(after)
        return found

    def _line(self, verdict: Verdict) -> tuple[tuple[Color, int], ...]:
        graph = self.plain if verdict is Verdict.KO else self.strict
        if verdict is Verdict.ALIVE and self._bounds(graph, self.start).value() <= 0:
            graph = self.plain
        value = self._bounds(graph, self.start).value()
        line: list[tuple[Color, int]] = []
        state: State | None = self.start
        seen: set[State] = set()
        while state is not None and state not in seen and not graph.is_over(state) and not self._stands(graph, state):
            seen.add(state)
            mover = state.to_move
            point, after = self._best(graph, state, value)
            if point not in self.plain.children(state):
                line += [(mover, PASS), (mover.opponent, PASS)]
            line.append((mover, self._point(point)))
            state = after
        return tuple(line)

    def _best(self, graph: Graph, state: State, value: int) -> tuple[int, State | None]:
        """The move that keeps the value of the start: by the shortest way for who forces it, or else by the longest."""
        owner = self.area.owner
        forcing = owner.opponent if value < 0 else owner
        way = -1 if state.to_move is forcing else 1
        moves = [
            (point, after, self._for_owner(graph.final(state)) if after is None else self._bounds(graph, after))
            for point, after in graph.children(state).items()
        ]

        def merit(move: tuple[int, State | None, Bounds]) -> tuple[int, int, int, bool]:
            point, after, bounds = move
            held = bounds.high <= value if value < 0 else bounds.low >= value
            plies = graph.distance(after, forcing) if after is not None and held else 0
            gain = bounds.value() if state.to_move is owner else -bounds.value()
            return gain, held, way * plies, point != PASS

        point, after, _ = max(moves, key=merit)
        return point, after

    def _stands(self, graph: Graph, state: State) -> bool:
        """Whether the stones stand unconditionally."""
        return not graph.is_over(state) and self._for_owner(graph.final(state)).low > 0

    def _point(self, point: int) -> int:
        return PASS if point == PASS else self.region.vertices[point]

    def _bounds(self, graph: Graph, state: State) -> Bounds:
        """The value of a state to the owner."""
        return self._for_owner(graph.bounds(state))

    def _for_owner(self, bounds: Bounds) -> Bounds:
        return bounds if self.area.owner is BLACK else Bounds(-bounds.high, -bounds.low)

    def _solved(self, ko: KoRule) -> Graph:
        return solve(
            self.region, self.start, Question.CAPTURE, suicide=self.suicide, target=self.target, ko=ko,
            budget=self.budget,
        )


def _has_ko(graph: Graph) -> bool:
    """Whether simple ko forbids a move in any of its states."""
    return bool((graph.keys & np.uint64(63 << 1)).any())


__all__ = ["Judgement", "OutOfBudget", "Verdict", "judge"]
