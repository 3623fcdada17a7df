"""Capturing races (semeai) by liberty counting games, and the territory that depends on them.

From game trees:
  liberty_game     the liberties of one region as a game of whole numbers of liberties or hot games, cooled by 2
  conditional_game games with branches that depend on who wins, or on other liberties
  race_sum         a race as the sum of its games: who wins, the lead, the winning moves, lines of play
  race_territory   the territory of the regions for the winner and the loser; semedori, the moves left for the loser

On a board:
  counting         the count of a race: liberties and eyes, and which side captures
  counted_races    races in which filling liberties is all there is to do, decided by counting
  liberty_parts    the legal moves in one part of the board, on bits of board points
  liberty_regions  the layout of a race: blocks, liberty regions, walls
  region_game      the liberty game of a region, from all legal moves
  board_race       one race decided: who wins, with which moves, the territory
  race_finder      the races of a whole board
  race_reading     races that counting does not cover, by searches of both groups
  race_verdicts    the verdicts that races add to the status of chains
"""

from __future__ import annotations

from .board_race import BoardRace, RegionGame, board_race
from .conditional_game import Condition, ConditionalGame, win_condition
from .liberty_game import LibertyGame, RaceError, liberty_game, read_game
from .liberty_regions import LibertyRegion, RaceLayout, race_layout
from .race_finder import Races, UncoveredRace, analyse, race_between
from .race_reading import ReadRace, is_saved_by_killing, read_block_race, with_read_races
from .race_sum import Race, RaceLine, RaceMove, RaceOutcome, RegionPosition, best_line, other_lines
from .race_territory import Ending, RegionTerritory, Semedori, Territory, is_hotter, lost_territory, race_after
from .race_verdicts import chain_status_with_races, with_race_verdicts

__all__ = [
    "BoardRace", "Condition", "ConditionalGame", "Ending", "LibertyGame", "LibertyRegion", "Race", "RaceError",
    "RaceLayout", "RaceLine", "RaceMove", "RaceOutcome", "Races", "ReadRace", "RegionGame", "RegionPosition",
    "RegionTerritory", "Semedori", "Territory", "UncoveredRace", "analyse", "best_line", "board_race",
    "chain_status_with_races", "is_hotter", "is_saved_by_killing", "liberty_game", "lost_territory", "other_lines",
    "race_after", "race_between", "race_layout", "read_block_race", "read_game", "win_condition", "with_race_verdicts",
    "with_read_races",
]
