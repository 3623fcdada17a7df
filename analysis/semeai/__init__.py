"""Capturing races (semeai) by liberty counting games, and the territory that depends on them.

From game trees:
  liberty_game     the liberties of one region as a game of whole numbers of liberties or hot games, cooled by 2
  conditional_game games with branches that depend on who wins, or on other liberties
  race_sum         a race as the sum of its games: who wins, the lead, the winning moves, lines of play
  race_territory   the territory of the regions for the winner and the loser; semedori, the moves left for the loser

On a board:
  liberty_parts    the legal moves in one part of the board, on bits of board points
  liberty_regions  the layout of a race: blocks, liberty regions, walls
  region_game      the liberty game of a region, from all legal moves
  board_race       one race decided: who wins, with which moves, the territory
  race_finder      the races of a whole board
"""

from __future__ import annotations

from .board_race import BoardRace, RegionGame, board_race
from .conditional_game import Condition, ConditionalGame, tree_value, win_condition
from .liberty_game import LibertyGame, RaceError, liberty_game, read_game
from .liberty_regions import LibertyRegion, RaceLayout, race_layout
from .race_finder import Races, UncoveredRace, analyse, race_between
from .race_sum import Race, RaceLine, RaceMove, RaceOutcome, RegionPosition, best_line, other_lines
from .race_territory import Ending, RegionTerritory, Semedori, Territory, is_hotter, lost_territory, race_after

__all__ = [
    "BoardRace", "Condition", "ConditionalGame", "Ending", "LibertyGame", "LibertyRegion", "Race", "RaceError",
    "RaceLayout", "RaceLine", "RaceMove", "RaceOutcome", "Races", "RegionGame", "RegionPosition", "RegionTerritory",
    "Semedori", "Territory", "UncoveredRace", "analyse", "best_line", "board_race", "is_hotter", "liberty_game",
    "lost_territory", "other_lines", "race_after", "race_between", "race_layout", "read_game", "tree_value",
    "win_condition",
]
