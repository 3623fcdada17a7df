"""Which move to play: pure decisions over a ranked list, for genmove and for KGS's clean-up phase.

A decision is a list of points to try in order, for the caller to play the first that the game accepts; it always
ends with PASS, which is always legal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from analysis.board import PASS, Color, Game, IllegalMove, area_owners, unconditional

from .settings import Settings

if TYPE_CHECKING:
    from analysis.evaluation import Evaluation
    from analysis.ranking import Ranking
    from analysis.status import Memory

SOLVED = 12
"""Up to so many points, all positions of a board are solved at once."""


@dataclass(frozen=True)
class Decision:
    """What to do: `resign`, or else the first legal move of `points` (the last one is PASS)."""

    points: tuple[int, ...]
    resign: bool = False


def evaluate_game(game: Game, color: Color, settings: Settings, memory: Memory | None = None) -> Evaluation:
    """The position of a game evaluated by the settings, `color` to move; `memory` keeps what is read."""
    from analysis.evaluation import evaluate

    position = game.position if game.position.to_move is color else game.position.with_to_move(color)
    return evaluate(
        position, game.rules, game.compensation, settings.control(), budget=settings.status(), memory=memory,
        control_only=settings.get("play.control_only"),
    )


def rank_game(game: Game, color: Color, settings: Settings, memory: Memory | None = None) -> Ranking:
    """The ranker on a game: every move of `color` that the game accepts, superko looked after."""
    from analysis.tactics import rank

    evaluation = evaluate_game(game, color, settings, memory)
    return rank(evaluation, settings.control(), forbidden=game.forbidden(color), color=color)


def decide(game: Game, color: Color, settings: Settings, memory: Memory | None = None) -> Decision:
    """The move of `color`, best first.

    On a board of at most 12 points it is perfect under simple ko, where an endless game is a draw. On others it never
    brings back an earlier board; passes if no playable move gains play.pass_below points; or, with
    play.pass_when_winning, if passing wins (see passing_wins). Resigns, with play.resign, if even after the best move
    our score with komi, perfect or that of the control map, is below play.resign_below points. Nothing is changed.
    """
    if game.position.grid.area <= SOLVED:
        return _perfect(game, color, settings)
    if settings.get("play.pass_when_winning") and passing_wins(game, color):
        return Decision((PASS,))
    ranking = rank_game(game, color, settings, memory)
    lead = color * (ranking.candidates[0].score - game.compensation)
    if settings.get("play.resign") and lead < settings.get("play.resign_below"):
        return Decision((PASS,), resign=True)
    points = [move.point for move in ranking.playable if move.gain >= settings.get("play.pass_below")]
    return Decision((*_without_repetition(game, color, points), PASS))


def _perfect(game: Game, color: Color, settings: Settings) -> Decision:
    """The move that a table of all positions has; of equal ones, rather none that brings back an earlier board."""
    from analysis.solver.perfect import perfect_moves

    passed = bool(game.moves) and game.moves[-1] == (color.opponent, PASS)
    moves = perfect_moves(
        game.position.with_to_move(color), passed, suicide=game.rules.suicide, endless=game.compensation
    )
    if settings.get("play.resign") and color * (moves[0].value - game.compensation) < settings.get("play.resign_below"):
        return Decision((PASS,), resign=True)
    moves = [move for move in moves if game.is_legal(color, move.point)]
    points = [move.point for move in moves if move.value == moves[0].value]
    points.sort(key=lambda point: game.repeats_board(color, point))
    return Decision((*points[: points.index(PASS)], PASS) if PASS in points else (*points, PASS))


def _without_repetition(game: Game, color: Color, points: Iterable[int]) -> list[int]:
    """The points whose move leads to a new board: so no game goes round in circles, whatever the ko rule."""
    return [point for point in points if not game.repeats_board(color, point)]


def passing_wins(game: Game, color: Color) -> bool:
    """Whether a pass of `color` ends a won game.

    The opponent has just passed, stones stand on a quarter of the points at least, and our final score is ahead
    even if every neutral point went to the opponent.
    """
    if not game.moves or game.moves[-1] != (color.opponent, PASS):
        return False
    position = game.position
    if 4 * np.count_nonzero(position.stones) < position.grid.area:
        return False
    dead = unconditional(position, game.rules).dead
    neutral = int(np.count_nonzero(area_owners(position, dead) == 0))
    return color * game.score(dead) - neutral > 0


def decide_cleanup(game: Game, color: Color, settings: Settings, memory: Memory | None = None) -> Decision:
    """The move of `color` in KGS's clean-up phase: as `decide`, but never resign, nor pass over dead stones.

    While stones of the opponent stand in our unconditional territory, their liberties come first: those of the
    largest chain, then of the others, in each chain captures before other moves; but a move after which a dead stone
    left over is no longer unconditionally dead comes after all that keep them so. Self-capture is left out. If
    nothing of this is legal (a ko) any playable move comes before PASS.
    """
    chains = dead_chains(game, color)
    if not chains:
        return Decision(decide(game, color, settings, memory).points)
    approaches = _approaches(game, color, chains)
    points = _without_repetition(game, color, approaches)
    if not any(game.is_legal(color, point) for point in points):
        ranking = rank_game(game, color, settings, memory)
        others = [move.point for move in ranking.playable if move.point not in approaches]
        points += _without_repetition(game, color, others)
    # Rather an earlier board, where the rules let it be, than a pass over dead stones.
    return Decision((*points, *(point for point in approaches if point not in points), PASS))


def dead_chains(game: Game, color: Color) -> list[list[int]]:
    """The opponent's chains in the unconditional territory of `color`, the largest first."""
    position = game.position
    todo = {point for point in unconditional(position, game.rules).dead if position.stones[point] == color.opponent}
    chains = []
    while todo:
        chain = position.chain_at(min(todo))
        chains.append(chain)
        todo -= set(chain)
    return sorted(chains, key=lambda chain: (-len(chain), chain))


def _approaches(game: Game, color: Color, chains: list[list[int]]) -> list[int]:
    """The liberties of dead chains where `color` may play, in the order that decide_cleanup describes."""
    position = game.position
    dead = {point for chain in chains for point in chain}
    graded = []
    for rank, chain in enumerate(chains):
        for point in position.liberties_at(chain[0]):
            try:
                after = position.play(point, color, game.rules)
            except IllegalMove:
                continue
            if after.stones[point] != color:
                continue  # self-capture, where the rules allow it
            captures = after.stones[chain[0]] != color.opponent
            left = {stone for stone in dead if after.stones[stone] == color.opponent}
            graded.append((not left <= unconditional(after, game.rules).dead, rank, not captures, point))
    return [point for *_, point in sorted(graded)]
