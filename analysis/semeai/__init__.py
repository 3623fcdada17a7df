"""Capturing races by liberty counting games, and the territory that hangs on them.

On a board:
  find          the races of a whole board
  board         one race decided: who wins, with which moves, the territory
  regions       a race cut into liberty regions
  board_game    a region's liberties as a game (`parts`: play in it without turns)

From game trees:
  liberty_game  the liberties of a region as a game: terminal scores, cooled by 2
  race          sums of them: who wins, by how many moves, which moves win, lines of play
  territory     what the regions are worth for the winner and the loser; moves left for the loser
  conditional   games with branches that depend on who wins, or on other liberties
"""

from __future__ import annotations

from .board_race import BoardRace, RegionGame, board_race
from .conditional_game import Condition, ConditionalGame, tree_value, won_by
from .liberty_game import LibertyGame, RaceError, liberty_game, read_game
from .liberty_regions import LibertyRegion, Split, split
from .race_finder import Races, Uncovered, analyse, between
from .race_sum import Line, Race, RaceMove, Spot, Standing, best_line, other_lines
from .race_territory import RegionTerritory, Semedori, Territory, is_hotter, lost_territory, race_after

__all__ = [
    "BoardRace", "Condition", "ConditionalGame", "LibertyGame", "LibertyRegion", "Line", "Race", "RaceError",
    "RaceMove", "Races", "RegionGame", "RegionTerritory", "Semedori", "Split", "Spot", "Standing", "Territory",
    "Uncovered", "analyse", "best_line", "between", "board_race", "is_hotter", "liberty_game", "lost_territory",
    "other_lines", "race_after", "read_game", "split", "tree_value", "won_by",
]
