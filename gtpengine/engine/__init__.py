"""The engine's answers about a game, by the settings.

  final_status       the final status of a finished board
  local_value_store  the disk cache of the values of local games
  position_analysis  a position's evaluation, ranking and local games
  move_choice        the choice of a move, and the search that an analysis shows
  searched_lines     the search of a position as its last analysis left it, or a new one
  cleanup            KGS's clean-up phase
  kernel_stages      the stages in which all kernels are compiled
  kernel_warmup      these stages in processes of their own; to be imported by itself
  kernel_loading     answers while they are compiled
"""

from .cleanup import decide_cleanup
from .final_status import final_status_of
from .local_value_store import LocalValueStore
from .move_choice import Decision, MoveContext, decide, passing_wins, start_lookahead
from .position_analysis import NotCountedError, PositionAnalysis, analyse_position, count_endgame, evaluate_game

__all__ = [
    "Decision", "LocalValueStore", "MoveContext", "NotCountedError", "PositionAnalysis", "analyse_position",
    "count_endgame", "decide", "decide_cleanup", "evaluate_game", "final_status_of", "passing_wins", "start_lookahead",
]
