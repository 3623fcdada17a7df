"""Local games on the board and their values, exact where they can be searched.

  board_regions     the board cut at its walls into regions
  local_game        the types: a region with its value, a region that was not counted
  corridors         one-wide corridors, by closed forms
  local_value       the value and the best moves of a region, from all lines of play
  kos               regions whose value depends on a ko, and the ko threats they need
  region_shapes     the shapes of regions, equal for rotations and reflections: keys of the cache
  board_games       all local games of a board
  estimated_places  places around likely moves where the board is open, with what is at stake in each
  endgame_table     exact and estimated places in the order in which they can be trusted
  board_sum         the board as the sum of its local games: result, best moves
  order             the order of play of the sum, for either side, and the score it comes to
  local_lines       the principal variation of a local game
  place_view        one local game as a player counts it: deiri value, follow-ups, what each move loses, its ko

    games = local_games(position, board_status(position))
    for game in games.games:  # the hottest first
        print(game.count, game.temperature, game.kind, position.grid.vertex(game.black_move))
    sum_board(position, games).best(BLACK)  # the moves worth making, the best first
"""

from __future__ import annotations

from .board_games import EndgameBudget, LocalGames, LocalValueCache, corridor_control, count_region, local_games
from .board_regions import BoardRegion, cut_into_regions
from .board_sum import BoardSum, LocalMove, sum_board
from .endgame_table import EndgameTable, endgame_table
from .estimated_places import EstimatedPlace, estimated_places
from .kos.ko_threat_needs import KoThreatNeed, ko_threat_needs
from .local_game import LocalGame, Unvalued
from .local_lines import best_line
from .local_value import LocalValue, local_value
from .place_view import MoveInPlace, PlaceView, place_view

__all__ = [
    "BoardRegion", "BoardSum", "EndgameBudget", "EndgameTable", "EstimatedPlace", "KoThreatNeed", "LocalGame",
    "LocalGames", "LocalMove", "LocalValue", "LocalValueCache", "MoveInPlace", "PlaceView", "Unvalued", "best_line",
    "corridor_control", "count_region", "cut_into_regions", "endgame_table", "estimated_places", "ko_threat_needs",
    "local_games", "local_value", "place_view", "sum_board",
]
