"""Life and death in an enclosed area, solved exactly: the verdict, the moves that decide it, a line that shows it.

A question is about one or more chains in an enclosed area (`enclosed_area`), either player to move. It is solved as a
graph of all states: first under simple ko, with no threats elsewhere; and if a ko occurs at all, again for the player
who lost, who may now retake every ko at once, as if all that player's threats were answered. So neither DEAD nor ALIVE
rests on winning a ko: what rests on one is KO.

Endless play is a draw: nobody takes the stones. Two passes end the game, and stones that then stand have survived.
A verdict is about the area alone, its walls taken for safe; `Area.assumed` are those for which that is not proved.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from ..board import BLACK, PASS, Color, Position
from .enclosed_area import Area, area_region, find_area
from .ko_threats import threats_to_ignore
from .search_budget import Budget, OutOfBudget
from .search_state import Bounds, KoRule, Objective, State
from .state_graph import StateGraph, solve_graph


class LifeVerdict(StrEnum):
    """The fate of the stones under best play."""

    ALIVE = "alive"
    """They come to live unconditionally, unless threats are made elsewhere; and no ko threat takes them. With the
    attacker to move, the owner may need different answers for the one and for the other."""
    SEKI = "seki"
    """They are not captured, whatever threats there are; but they do not come to live unconditionally."""
    KO = "ko"
    """Whoever wins a ko decides whether they are captured."""
    DEAD = "dead"
    """They are captured, and no ko threat saves them."""


@dataclass(frozen=True)
class EnclosedLife:
    """The answer to a question of life and death.

    Public attributes:
      verdict    -- of the stones, with `to_move` to play
      to_move    -- the player to move
      good_moves -- the moves that lead to the verdict: points, PASS last; none where nothing helps, the verdict being
                    the worst for the player to move. The owner may pass where the stones keep the verdict if the
                    attacker goes on; the attacker takes nothing by passing
      ko_moves   -- the moves that lead to it unless the opponent has a ko threat; of a KO they are the good ones
      line       -- best play for both, the winner taking the shortest way, the loser the longest; until the stones are
                    captured, live unconditionally, are left by both, or a board is repeated. Two passes inside it stand
                    for a threat elsewhere and its answer, before a ko is retaken
      favours    -- of a ko: who wins it if nobody has a threat. The other player needs one first
      to_ignore  -- of a ko: how many threats that player must ignore to win it (`ko_threats.threats_to_ignore`); 1 is a
                    direct ko, more are approach moves; None if no number is enough
      endless    -- whether the stones survive only by endless play
      area       -- where it is played
      states     -- the number of different states searched
    """

    verdict: LifeVerdict
    to_move: Color
    good_moves: tuple[int, ...]
    ko_moves: tuple[int, ...]
    line: tuple[tuple[Color, int], ...]
    favours: Color | None
    to_ignore: int | None
    endless: bool
    area: Area = field(repr=False)
    states: int


def solve_enclosed_life(
    position: Position,
    target: int | Iterable[int],
    region: Iterable[int] | None = None,
    to_move: Color | None = None,
    *,
    seki_is_life: bool = False,
    suicide: bool = False,
    budget: Budget | None = None,
) -> EnclosedLife:
    """Solve whether the stones on `target` live in their area; see `enclosed_area.find_area` for both.

    A target of several chains is alive as long as one of them is. With `seki_is_life`, as in most problems, a move that
    leads to seki is as good as one that lives, and the verdict is never SEKI. `to_move` is the position's player to
    move unless given; the position's ko point is respected. Raises ValueError if the target is no stone, or the area is
    open or too large, and OutOfBudget.
    """
    if to_move is not None:
        position = position.with_to_move(to_move)
    area = find_area(position, target, region, suicide=suicide)
    return solve_area(position, area, seki_is_life=seki_is_life, suicide=suicide, budget=budget)


def solve_area(
    position: Position, area: Area, *, seki_is_life: bool = False, suicide: bool = False, budget: Budget | None = None
) -> EnclosedLife:
    """Solve whether the target of an area lives, the position's player moving first. Raises OutOfBudget."""
    return _LifeProblem(position, area, seki_is_life, suicide, budget or Budget()).solve()


class _LifeProblem:
    """One question, and the graphs that answer it.

    `simple_ko` is played under simple ko. In `unbound` simple ko does not bind the player who loses in `simple_ko`; it
    is the same graph if there is no ko.
    """

    def __init__(self, position: Position, area: Area, seki_is_life: bool, suicide: bool, budget: Budget) -> None:
        self.area, self.seki_is_life, self.suicide, self.budget = area, seki_is_life, suicide, budget
        self.region, self.target, self.start = area_region(area, position)
        self.simple_ko = self._solve_graph(KoRule.SIMPLE)
        self.captured = self._bounds(self.simple_ko, self.start).value() < 0
        self.unbound = self.simple_ko
        if _has_ko(self.simple_ko):
            loser = area.owner if self.captured else area.owner.opponent
            self.unbound = self._solve_graph(KoRule.BLACK_UNBOUND if loser is BLACK else KoRule.WHITE_UNBOUND)

    def solve(self) -> EnclosedLife:
        """Return the answer for the position as it stands."""
        verdict, mover, owner = self._verdict(self.start), self.start.to_move, self.area.owner
        assert verdict is not None
        worst = LifeVerdict.DEAD if mover is owner else LifeVerdict.ALIVE
        deciding = self.simple_ko if verdict is LifeVerdict.KO and not self.captured else self.unbound
        favours = None if verdict is not LifeVerdict.KO else owner.opponent if self.captured else owner
        after = {} if verdict is worst else self._after_moves()
        mixed = verdict is LifeVerdict.ALIVE and mover is owner and verdict not in after.values()
        if mixed and not self.seki_is_life:
            verdict = LifeVerdict.SEKI  # one move lives if the attacker has no ko threats, another in seki if it has
        return EnclosedLife(
            verdict=verdict,
            to_move=mover,
            good_moves=tuple(point for point, kept in after.items() if kept is verdict),
            ko_moves=tuple(point for point, kept in after.items() if kept is LifeVerdict.KO),
            line=self._line(verdict),
            favours=favours,
            to_ignore=threats_to_ignore(self.unbound, favours) if favours else None,
            endless=verdict is not LifeVerdict.DEAD and self._bounds(deciding, self.start).low < 0,
            area=self.area,
            states=self.simple_ko.states + (0 if self.unbound is self.simple_ko else self.unbound.states),
        )

    def _verdict(self, state: State) -> LifeVerdict | None:
        """Return the verdict from a state on; None if it is won by the player whom `unbound` favours."""
        value = self._bounds(self.simple_ko, state).value()
        if (value < 0) is not self.captured:
            return None
        if (self._bounds(self.unbound, state).value() < 0) is not self.captured:
            return LifeVerdict.KO
        if self.captured:
            return LifeVerdict.DEAD
        return LifeVerdict.ALIVE if value > 0 or self.seki_is_life else LifeVerdict.SEKI

    def _after_moves(self) -> dict[int, LifeVerdict | None]:
        """Return the verdict after each legal move."""
        verdicts = {}
        for point, after in self.simple_ko.children(self.start).items():
            assert after is not None
            if point == PASS and after.to_move is not self.area.owner:
                after = after._replace(passed=False)  # counts by what the attacker can still do, not by ending the game
            verdicts[self._point(point)] = self._verdict(after)
        return verdicts

    def _line(self, verdict: LifeVerdict) -> tuple[tuple[Color, int], ...]:
        """Return EnclosedLife.line."""
        graph = self.simple_ko if verdict is LifeVerdict.KO else self.unbound
        if verdict is LifeVerdict.ALIVE and self._bounds(graph, self.start).value() <= 0:
            graph = self.simple_ko
        value = self._bounds(graph, self.start).value()
        line: list[tuple[Color, int]] = []
        state: State | None = self.start
        seen: set[State] = set()
        while state is not None and state not in seen and not graph.is_over(state) and not self._is_alive(graph, state):
            seen.add(state)
            mover = state.to_move
            point, after = self._best(graph, state, value)
            if point not in self.simple_ko.children(state):
                line += [(mover, PASS), (mover.opponent, PASS)]
            line.append((mover, self._point(point)))
            state = after
        return tuple(line)

    def _best(self, graph: StateGraph, state: State, value: int) -> tuple[int, State | None]:
        """Return the move that keeps the value of the start: the shortest way for who forces it, else the longest."""
        owner = self.area.owner
        forcing = owner.opponent if value < 0 else owner
        sign = -1 if state.to_move is forcing else 1
        moves = [
            (point, after, self._for_owner(graph.final(state)) if after is None else self._bounds(graph, after))
            for point, after in graph.children(state).items()
        ]

        def merit(move: tuple[int, State | None, Bounds]) -> tuple[int, int, int, bool]:
            point, after, bounds = move
            keeps = bounds.high <= value if value < 0 else bounds.low >= value
            plies = graph.distance(after, forcing) if after is not None and keeps else 0
            gain = bounds.value() if state.to_move is owner else -bounds.value()
            return gain, keeps, sign * plies, point != PASS

        point, after, _ = max(moves, key=merit)
        return point, after

    def _is_alive(self, graph: StateGraph, state: State) -> bool:
        """Return whether the stones live unconditionally."""
        return not graph.is_over(state) and self._for_owner(graph.final(state)).low > 0

    def _point(self, point: int) -> int:
        """Return the board's point of a region point, or PASS."""
        return PASS if point == PASS else self.region.vertices[point]

    def _bounds(self, graph: StateGraph, state: State) -> Bounds:
        """Return the values of a state to the owner of the target."""
        return self._for_owner(graph.bounds(state))

    def _for_owner(self, bounds: Bounds) -> Bounds:
        return bounds if self.area.owner is BLACK else Bounds(-bounds.high, -bounds.low)

    def _solve_graph(self, ko: KoRule) -> StateGraph:
        return solve_graph(
            self.region, self.start, Objective.CAPTURE, suicide=self.suicide, target=self.target, ko=ko,
            budget=self.budget,
        )


def _has_ko(graph: StateGraph) -> bool:
    """Return whether simple ko forbids a move in any state of the graph."""
    return bool((graph.keys & np.uint64(63 << 1)).any())


__all__ = ["EnclosedLife", "LifeVerdict", "OutOfBudget", "solve_area", "solve_enclosed_life"]
