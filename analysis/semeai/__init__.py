"""Capturing races by liberty counting games, and the territory that hangs on them.

  liberty_game  the liberties of a region as a game: terminal scores, cooled by 2
  race          sums of them: who wins, by how many moves, which moves win, lines of play
  territory     what the regions are worth for the winner and the loser; moves left for the loser
  conditional   games with branches that depend on who wins, or on other liberties
"""

from __future__ import annotations

from .conditional import Condition, ConditionalGame, tree_value, won_by
from .liberty_game import LibertyGame, RaceError, liberty_game, read_game
from .race import Line, Race, RaceMove, Spot, Standing, best_line, other_lines
from .territory import RegionTerritory, Semedori, Territory, is_hotter, lost_territory, race_after

__all__ = [
    "Condition", "ConditionalGame", "LibertyGame", "Line", "Race", "RaceError", "RaceMove", "RegionTerritory",
    "Semedori", "Spot", "Standing", "Territory", "best_line", "is_hotter", "liberty_game", "lost_territory",
    "other_lines", "race_after", "read_game", "tree_value", "won_by",
]
