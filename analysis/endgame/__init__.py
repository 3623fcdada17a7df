"""Local games on the board and what they are worth, exactly.

  regions, contacts            cutting the board: at its walls, and large regions down to where the sides meet
  local_game                   what is said of a part of the board
  corridors, local_value, kos  what one place is worth: by closed forms, by all lines of play, with a ko in it
  shapes                       places that are turns of each other, told as one
  estimates                    large regions, by the places cut out of them
  games, whole_board           all local games of a board; their sum, and how to play it
  lines                        how play in one goes on
"""

from __future__ import annotations

from .board_games import Limits, LocalGames, LocalValueCache, corridor_control, count_place, local_games
from .board_sum import BoardSum, LocalMove, sum_board
from .local_game import LocalGame, Unvalued
from .local_lines import best_line
from .local_value import LocalValue, local_value
from .places import Place, places

__all__ = [
    "BoardSum", "Limits", "LocalGame", "LocalGames", "LocalMove", "LocalValue", "LocalValueCache", "Place", "Unvalued",
    "best_line", "corridor_control", "count_place", "local_games", "local_value", "places", "sum_board",
]
