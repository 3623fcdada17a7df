"""Walls of positions between which play goes round in any way: several kos, or ways back of more than one move.

The rules are those of the neutral regime of `ko_evaluation`: a move that takes a ko may not be taken back at once, but
after another move of the opponent, or after both have played elsewhere. Nothing else is forbidden. Play that would go
on for ever decides nothing where each player has something better; then the formulas of `ko_walls` have one solution.
Where they have several, who wins depends on the rules and on the whole board, and there is no value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from ..games.forms import Exact
from ..thermography.thermograph import Thermograph
from ..thermography.walls import Wall
from .ko_evaluation import KoError
from .ko_walls import NoUniqueSolutionError, PositionFormulas, Term, WallSystem

MAX_CYCLE_POSITIONS = 60
"""The most positions that are solved at once: a few seconds."""


class CycleMove(NamedTuple):
    """A move of a player, 1 for Black or -1 for White.

    start  -- the position where it is made
    end    -- the position that it leaves, or the wall with the opponent to move if it leaves the cycle
    points -- the points that it gains for Black; in the wall they are included
    """

    player: int
    start: int
    end: int | Wall
    points: int = 0


def cycle_walls(
    simplest_from: Sequence[Exact], moves: Sequence[CycleMove]
) -> tuple[list[Thermograph], list[Wall]]:
    """Return the thermographs of the positions, and the wall after each move to one of them, in order.

    In these walls the opponent is to move, and may not take back; the points of the move are not included.
    simplest_from -- of each position, the number that it stands for if nobody plays on
    Raises KoError if there is no solution, or several.
    """
    system = WallSystem()
    positions = [system.position() for _ in simplest_from]
    after = [system.formula(-move.player) if isinstance(move.end, int) else None for move in moves]
    terms = [
        system.wall(cast(Wall, move.end), -move.player) if formula is None
        else Term("formula", formula, -move.player, move.points) for move, formula in zip(moves, after, strict=True)
    ]  # tax included
    for move, term in zip(moves, terms, strict=True):
        system.formulas[_scaffold(positions[move.start], move.player)].terms.append(term)
    inside = {move for move, formula in zip(moves, after, strict=True) if formula is not None}
    for move, formula in zip(moves, after, strict=True):
        if formula is None:
            continue
        end = cast(int, move.end)
        back = CycleMove(-move.player, end, move.start, -move.points)
        waiting = -move.player
        if back in inside:
            waiting = move.player  # the opponent may not take back, but make another move, or play elsewhere
            system.formulas[formula].terms += [
                term for answer, term in zip(moves, terms, strict=True)
                if answer[:2] == back[:2] and answer != back
            ]
        system.formulas[formula].terms.append(Term("formula", _to_move(positions[end], waiting)))
    try:
        graphs = system.solve(simplest_from)
    except NoUniqueSolutionError as error:
        raise KoError(str(error)) from None
    return graphs, [system.wall_of(formula) for formula in after if formula is not None]


def _scaffold(position: PositionFormulas, player: int) -> int:
    """Return the index of the player's scaffold."""
    return position.left_scaffold if player > 0 else position.right_scaffold


def _to_move(position: PositionFormulas, player: int) -> int:
    """Return the index of the wall with the player to move."""
    return position.left if player > 0 else position.right


__all__ = ["MAX_CYCLE_POSITIONS", "CycleMove", "cycle_walls"]
