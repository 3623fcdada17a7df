"""KGS's clean-up phase: the dead stones of the opponent are taken off by play, without giving up anything of ours.

The opponent may pass, or resist. Every move looks at the board afresh:

  1. he has just played   where there are dead stones of his, a chain of ours on whose fate a move decides is saved,
                          the largest first
  2. dead stones of his   a move that comes nearer to taking them: of the largest chain, then of the others; captures
                          first, then moves from outside, then inside what room he has. What was dead stays dead while
                          he only passes, whatever a new reading says
  3. nothing dead         his last word was a stone: as `decide`, but never resigning. Otherwise pass

A move of the second kind that costs something comes after all that do not: a point, stone or dead stone that was ours
unconditionally, a chain of ours that could then be taken, an eye.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from analysis.board import PASS, Color, Game, IllegalMove, Position, true_eyes, unconditional

from ..settings import Settings
from .final_status import final_of, is_read
from .move_choice import Decision, decide, without_repetition
from .position_analysis import rank_game

if TYPE_CHECKING:
    from analysis.ownership.final_status import Final
    from analysis.status import ReadingCache

Chain = tuple[int, ...]

IN_DANGER = 3
"""Chains of so many liberties are asked whether they can be taken."""

NODES = 500


def decide_cleanup(game: Game, color: Color, settings: Settings, memory: ReadingCache | None = None) -> Decision:
    """The move of `color` in the clean-up phase; never resigns, nor passes over a stone that it calls dead.

    If no move comes nearer to taking the dead (a ko), any playable one comes before PASS. Nothing is changed.
    """
    final = final_of(game, settings, memory)
    first = final_of(game.at_move(_beginning(game, color)), settings, memory)
    chains = dead_chains(game.position, color, final, first)
    played = bool(game.moves) and game.moves[-1].color is color.opponent and game.moves[-1].point != PASS
    if not chains:
        return decide(game, color, _never_resigning(settings)) if played else Decision((PASS,))
    # What saves a chain may be to retake a ko that is banned.
    saving = [point for point in saving_moves(final, color) if game.is_legal(color, point)] if played else []
    approaches = list(dict.fromkeys([*saving, *_Field(game, color, final, settings).approaches(chains)]))
    points = without_repetition(game, color, approaches)
    if not any(game.is_legal(color, point) for point in points):
        ranking = rank_game(game, color, settings, memory)
        others = [move.point for move in ranking.playable if move.point not in approaches]
        points += without_repetition(game, color, others)
    # Rather an earlier board, where the rules let it be, than a pass over dead stones.
    points += [point for point in approaches if point not in points]
    return Decision((*(point for point in points if game.is_legal(color, point)), PASS))


def _never_resigning(settings: Settings) -> Settings:
    changed = settings.copy()
    changed.set("play.resign", "false")
    return changed


def _beginning(game: Game, color: Color) -> int:
    """The number of moves after which the opponent has only passed: if there were two passes in a row, after these."""
    start = len(game.moves)
    while start and (game.moves[start - 1].color is color or game.moves[start - 1].point == PASS):
        start -= 1
    for number in range(start, len(game.moves) - 1):
        if game.moves[number].point == PASS == game.moves[number + 1].point:
            return number + 2
    return start


def dead_chains(position: Position, color: Color, *finals: Final) -> list[Chain]:
    """The opponent's chains on a board of which one of these says that they are dead, the largest first."""
    dead = {point for final in finals for point in final.dead if position.stones[point] == color.opponent}
    chains = {tuple(position.chain_at(point)) for point in dead}
    return sorted(chains, key=lambda chain: (-len(chain), chain))


def saving_moves(final: Final, color: Color) -> list[int]:
    """The moves that save what stands of `color` on the board and hangs on one, the largest chain first."""
    dead = final.dead
    hanging = [
        chain for chain in final.chains
        if chain.color is color and chain.save is not None and chain.points[0] not in dead
    ]  # fmt: skip
    hanging.sort(key=lambda chain: (-len(chain.points), chain.points))
    return [chain.save for chain in hanging if chain.save is not None]


class _Field:
    """The board as the one who cleans up sees it."""

    def __init__(self, game: Game, color: Color, final: Final, settings: Settings) -> None:
        self.game, self.color, self.reads = game, color, is_read(settings)
        self.position: Position = game.position
        self.final = final
        self.eyes = true_eyes(self.position, color)
        life = unconditional(self.position, game.rules)
        self.ours = {int(point) for point in np.flatnonzero(life.owner == color)}
        self.standing = final.alive | final.seki

    def approaches(self, chains: Sequence[Chain]) -> list[int]:
        """The liberties of dead chains where `color` may play, the best first; self-capture is left out."""
        graded: dict[int, tuple[object, ...]] = {}
        for place, chain in enumerate(chains):
            for point in self.position.liberties_at(chain[0]):
                after = self._after(point)
                if after is None:
                    continue
                takes = after.stones[chain[0]] != self.color.opponent
                grade = (self._costs(point, after), place, not takes, self._depth(point), point)
                graded[point] = min(grade, graded.get(point, grade))
        return sorted(graded, key=lambda point: graded[point])

    def _after(self, point: int) -> Position | None:
        try:
            after = self.position.play(point, self.color, self.game.rules)
        except IllegalMove:
            return None
        return after if after.stones[point] == self.color else None

    def _costs(self, point: int, after: Position) -> int:
        """How much a move gives up: 0 for nothing."""
        owner = unconditional(after, self.game.rules).owner
        given_up = any(owner[place] != self.color for place in self.ours)
        return 4 * given_up + 2 * self._endangers(point, after) + bool(self.eyes[point])

    def _endangers(self, point: int, after: Position) -> bool:
        """Whether a chain of ours that stood beside the move, or that it joined, can now be taken, and could not."""
        from analysis.status.answer import Result
        from analysis.status.capture.capture_reader import attack

        asked: set[int] = set()
        for stone in self._own_around(point):
            chain = after.chain_at(stone)
            if chain[0] in asked or len(after.liberties_at(stone)) > IN_DANGER:
                continue
            asked.add(chain[0])
            if len(after.liberties_at(stone)) == 1:
                return True
            if not self.reads or attack(after, stone, nodes=NODES).result is Result.FAILS:
                continue
            before = len(self.position.liberties_at(stone)) <= IN_DANGER
            if not before or attack(self.position, stone, nodes=NODES).result is Result.FAILS:
                return True
        return False

    def _own_around(self, point: int) -> Iterable[int]:
        """Our standing stones next to a point."""
        near = self.position.grid.beside[point]
        return [stone for stone in near if stone in self.standing and self.position.stones[stone] == self.color]

    def _depth(self, point: int) -> int:
        """How far inside his room a point lies: its neighbours that are no standing stones of ours."""
        return sum(not self._stands(near) for near in self.position.grid.beside[point])

    def _stands(self, point: int) -> bool:
        return point in self.standing and self.position.stones[point] == self.color


__all__ = ["dead_chains", "decide_cleanup", "saving_moves"]
