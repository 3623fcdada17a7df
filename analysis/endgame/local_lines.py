"""The principal variation of a local game: the moves that need an answer, and the answers."""

from __future__ import annotations

from dataclasses import replace

from ..board import EMPTY, Color, Position
from ..region import Region, State
from ..region.search_state import children
from ..values import KoThreats
from .board_games import EndgameBudget, LocalValueCache, count_region
from .local_game import LocalGame, Unvalued


def best_line(
    game: LocalGame, player: Color, known: LocalValueCache | None = None, limits: EndgameBudget | None = None
) -> tuple[tuple[Color, int], ...]:
    """Return the moves, each with its player, if `player` begins and both sides play best, in turn.

    The line continues as long as the last move leaves the region hotter than it was at the start: a player who then
    moves elsewhere loses more than the move there gains. It also ends where a ko forbids the answer, and at a position
    that cannot be counted. Of equal moves the first is played. The line is empty where nobody need play. Of an
    estimated game only its own region is considered.

    known, limits -- as for `local_games`; but the region may have as many points as it has, whatever the limits
    """
    place, ko = game.region, game.ko or KoThreats.NEUTRAL
    limits = limits or EndgameBudget()
    if game.name != "corridor":
        limits = replace(limits, max_region_points=max(limits.max_region_points, len(place.points)))
    if not game.moves(player):
        return ()
    try:
        region, state = place.search_region()
    except ValueError:  # a corridor of more than 64 points: after any move the rest is cooler
        return ((player, game.moves(player)[0]),)
    state = state._replace(to_move=player)
    line: list[tuple[Color, int]] = []
    found: LocalGame | Unvalued = game
    while isinstance(found, LocalGame) and (not line or found.temperature > game.temperature):
        legal = {region.vertices[k]: after for k, after in children(region, state, suicide=False).items() if k >= 0}
        move = next((point for point in found.moves(player) if point in legal), None)
        after = None if move is None else legal[move]
        if move is None or after is None:
            break
        line.append((player, move))
        state, player = after, player.opponent
        if state.black | state.white == region.points:  # the region is full
            break
        board = _board(place.board, region, state)
        found = count_region(replace(place, board=board), ko=ko, limits=limits, known=known)
    return tuple(line)


def _board(before: Position, region: Region, state: State) -> Position:
    """Return the board with the stones of a state in the region; those around are walls, whatever their liberties."""
    stones = before.stones.copy()
    for k, point in enumerate(region.vertices):
        stones[point] = Color.BLACK if state.black >> k & 1 else Color.WHITE if state.white >> k & 1 else EMPTY
    return Position(before.grid, stones, state.to_move)


__all__ = ["best_line"]
