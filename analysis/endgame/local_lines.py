"""How play in a local game goes on: the moves that want an answer, and the answers."""

from __future__ import annotations

from dataclasses import replace

from ..board import EMPTY, Color, Position
from ..region import Region, State
from ..region.question import children
from ..values import Threats
from .board_games import Limits, LocalValueCache, count_place
from .local_game import LocalGame, Unvalued


def best_line(
    game: LocalGame, player: Color, known: LocalValueCache | None = None, limits: Limits | None = None
) -> tuple[tuple[Color, int], ...]:
    """The moves, each with its player, if that player begins and both play their best, the other in turn.

    The line goes on as long as the last move leaves the place hotter than it was at the start: whoever plays elsewhere
    then loses more than he gains. It ends, too, where a ko forbids the answer, and with what cannot be counted. Of
    equal moves the first is played. It is empty where nobody need play. Where the game is estimated, nothing beyond its
    place comes into it.

    known, limits -- as for `local_games`; the place is of the size it has, whatever the limits
    """
    place, ko = game.place, game.ko or Threats.NEUTRAL
    limits = limits or Limits()
    if game.name != "corridor":
        limits = replace(limits, points=max(limits.points, len(place.points)))
    if not game.moves(player):
        return ()
    try:
        region, state = place.arena()
    except ValueError:  # a corridor of more than 64 points: what is left is cooler, whoever moves
        return ((player, game.moves(player)[0]),)
    state = state._replace(to_move=player)
    line: list[tuple[Color, int]] = []
    found: LocalGame | Unvalued = game
    while isinstance(found, LocalGame) and (not line or found.temperature > game.temperature):
        left = {region.vertices[k]: after for k, after in children(region, state, suicide=False).items() if k >= 0}
        move = next((point for point in found.moves(player) if point in left), None)
        after = None if move is None else left[move]
        if move is None or after is None:
            break
        line.append((player, move))
        state, player = after, player.opponent
        if state.black | state.white == region.points:  # nothing is left to play on
            break
        found = count_place(replace(place, board=_board(place.board, region, state)), ko=ko, limits=limits, known=known)
    return tuple(line)


def _board(before: Position, region: Region, state: State) -> Position:
    """The board with the stones of a state in the region; those around are walls, whatever liberties they have."""
    stones = before.stones.copy()
    for k, point in enumerate(region.vertices):
        stones[point] = Color.BLACK if state.black >> k & 1 else Color.WHITE if state.white >> k & 1 else EMPTY
    return Position(before.grid, stones, state.to_move)


__all__ = ["best_line"]
