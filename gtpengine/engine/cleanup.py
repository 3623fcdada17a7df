"""KGS's clean-up phase: the opponent's dead stones are captured by play, without giving up anything of ours.

The opponent may pass, or resist. Every move judges the board afresh:

  1. save       where the opponent has just played and has dead stones, a chain of ours whose life depends on a move is
                saved, the largest first
  2. capture    a move that comes nearer to taking dead stones: of the largest chain, then of the others; captures
                first, then moves from outside, then inside the opponent's eye space. What was dead stays dead while
                the opponent only passes, whatever a new reading says
  3. kill       with no dead stones left, a stone of the opponent whose group a move kills, if only by a ko, is answered
                by that move: it may have been dead before it resisted, as in bent four in the corner
  4. finish     any other stone is answered as `decide` does, but never by resigning; a pass by a pass

A move of the second kind that gives something up comes after all that do not: a point, stone or dead stone that was
ours unconditionally, a chain of ours that could then be taken, an eye.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from analysis.board import PASS, Color, Game, IllegalMove, Position, true_eyes, unconditional_life

from ..settings import Settings
from .final_status import final_budget, final_status_of, uses_reading
from .move_choice import Decision, decide, without_repetition
from .position_analysis import analyse_position

if TYPE_CHECKING:
    from analysis.ownership.final_status import FinalBoard
    from analysis.status import ReadingCache

Chain = tuple[int, ...]

FEW_LIBERTIES = 3
"""Only chains of at most so many liberties are read, whether they can be taken."""

NODES = 500
"""Positions that such a reading may visit."""


def decide_cleanup(game: Game, color: Color, settings: Settings, reading_cache: ReadingCache | None = None) -> Decision:
    """Choose the move of `color` in the clean-up phase; never resign, nor pass while stones it calls dead are left.

    If no move comes nearer to taking the dead stones (a ko), any playable one comes before PASS. Nothing is changed.
    """
    final = final_status_of(game, settings, reading_cache)
    first = final_status_of(game.at_move(_beginning(game, color)), settings, reading_cache)
    chains = dead_chains(game.position, color, final, first)
    played = bool(game.moves) and game.moves[-1].color is color.opponent and game.moves[-1].point != PASS
    if not chains:
        if not played:
            return Decision((PASS,))
        killing = [] if saving_moves(final, color) else _killing_moves(game, color, settings, reading_cache)
        return Decision((*killing, PASS)) if killing else decide(
            game, color, _never_resigning(settings), reading_cache=reading_cache
        )
    # What saves a chain may be to retake a ko that is banned.
    saving = [point for point in saving_moves(final, color) if game.is_legal(color, point)] if played else []
    approaches = list(dict.fromkeys([*saving, *_CleanupBoard(game, color, final, settings).approaches(chains)]))
    points = without_repetition(game, color, approaches)
    if not any(game.is_legal(color, point) for point in points):
        ranking = analyse_position(game, color, settings, reading_cache, ranking_only=True).ranking
        others = [move.point for move in ranking.playable if move.point not in approaches]
        points += without_repetition(game, color, others)
    # Rather an earlier board, where the rules allow it, than a pass over dead stones.
    points += [point for point in approaches if point not in points]
    return Decision((*(point for point in points if game.is_legal(color, point)), PASS))


def _never_resigning(settings: Settings) -> Settings:
    changed = settings.copy()
    changed.set("play.resign", "false")
    return changed


def _beginning(game: Game, color: Color) -> int:
    """Return the number of moves after which the opponent has only passed; after two passes in a row, if there are."""
    start = len(game.moves)
    while start and (game.moves[start - 1].color is color or game.moves[start - 1].point == PASS):
        start -= 1
    for number in range(start, len(game.moves) - 1):
        if game.moves[number].point == PASS == game.moves[number + 1].point:
            return number + 2
    return start


def dead_chains(position: Position, color: Color, *finals: FinalBoard) -> list[Chain]:
    """Return the opponent's chains that at least one of the final statuses calls dead, the largest first."""
    dead = {point for final in finals for point in final.dead if position.stones[point] == color.opponent}
    chains = {position.chain_of[point] for point in dead}
    return sorted(chains, key=lambda chain: (-len(chain), chain))


def saving_moves(final: FinalBoard, color: Color) -> list[int]:
    """Return the moves that save standing chains of `color` whose life depends on one, the largest chain first."""
    dead = final.dead
    hanging = [
        chain for chain in final.chains
        if chain.color is color and chain.save is not None and chain.points[0] not in dead
    ]  # fmt: skip
    hanging.sort(key=lambda chain: (-len(chain.points), chain.points))
    return [chain.save for chain in hanging if chain.save is not None]


def _killing_moves(game: Game, color: Color, settings: Settings, reading_cache: ReadingCache | None) -> list[int]:
    """Return the move that kills the group in which the opponent has just played, if there is one, else nothing."""
    last = game.moves[-1].point
    if not uses_reading(settings) or game.position.stones[last] != color.opponent:
        return []
    from analysis.semeai import chain_status_with_races

    status = chain_status_with_races(
        game.position, last, game.rules, budget=final_budget(settings), others=settings.status(), memory=reading_cache
    )
    legal = status.kill is not None and game.is_legal(color, status.kill)
    return [status.kill] if legal and status.kill is not None else []


class _CleanupBoard:
    """The board from the side of `color`, who cleans it up."""

    def __init__(self, game: Game, color: Color, final: FinalBoard, settings: Settings) -> None:
        self.game, self.color, self.reads = game, color, uses_reading(settings)
        self.position: Position = game.position
        self.eyes = true_eyes(self.position, color)
        life = unconditional_life(self.position, game.rules)
        self.ours = {int(point) for point in np.flatnonzero(life.owner == color)}
        self.standing = final.alive | final.seki

    def approaches(self, chains: Sequence[Chain]) -> list[int]:
        """Return the liberties of dead chains where `color` may play, the best first, without self-capture."""
        graded: dict[int, tuple[object, ...]] = {}
        for rank, chain in enumerate(chains):
            for point in self.position.liberties_at(chain[0]):
                after = self._after(point)
                if after is None:
                    continue
                captures = after.stones[chain[0]] != self.color.opponent
                grade = (self._cost(point, after), rank, not captures, self._depth(point), point)
                graded[point] = min(grade, graded.get(point, grade))
        return sorted(graded, key=lambda point: graded[point])

    def _after(self, point: int) -> Position | None:
        try:
            after = self.position.play(point, self.color, self.game.rules)
        except IllegalMove:
            return None
        return after if after.stones[point] == self.color else None

    def _cost(self, point: int, after: Position) -> int:
        """Return a grade of what a move gives up: 0 for nothing."""
        owner = unconditional_life(after, self.game.rules).owner
        given_up = any(owner[own] != self.color for own in self.ours)
        return 4 * given_up + 2 * self._endangers(point, after) + bool(self.eyes[point])

    def _endangers(self, point: int, after: Position) -> bool:
        """Whether a chain of ours beside the move, or joined by it, can be taken now and could not before."""
        from analysis.reading import Result, attack

        checked: set[int] = set()
        for stone in self._own_around(point):
            chain = after.chain_at(stone)
            if chain[0] in checked or len(after.liberties_at(stone)) > FEW_LIBERTIES:
                continue
            checked.add(chain[0])
            if len(after.liberties_at(stone)) == 1:
                return True
            if not self.reads or attack(after, stone, nodes=NODES).result is Result.FAILS:
                continue
            before = len(self.position.liberties_at(stone)) <= FEW_LIBERTIES
            if not before or attack(self.position, stone, nodes=NODES).result is Result.FAILS:
                return True
        return False

    def _own_around(self, point: int) -> Iterable[int]:
        """Return our standing stones next to a point."""
        return [near for near in self.position.grid.beside[point] if self._stands(near)]

    def _depth(self, point: int) -> int:
        """Return how far inside the opponent's eye space a point is: its neighbours without our standing stones."""
        return sum(not self._stands(near) for near in self.position.grid.beside[point])

    def _stands(self, point: int) -> bool:
        return point in self.standing and self.position.stones[point] == self.color


__all__ = ["dead_chains", "decide_cleanup", "saving_moves"]
