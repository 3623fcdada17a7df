"""PUCT search over evaluations, and the lines of play that front ends show while it grows.

  winrate         the probability of winning and the deviation of the score, from a lead and a control map
  lines           lines of play, restrictions on moves, and the interface of analyses that deepen step by step
  ranked_lines    the move ranker's moves, with the ranker's replies
  puct_tree       PUCT search (`PuctTree`, `search`)
  move_selection  which searched moves to play, and in the endgame which local ones
  tree_values     the values that are shown of a tree: of its root and of each line, on one scale
  tree_lines      the lines of a growing PuctTree
  tree_reuse      searches kept, so that the analysis of the next position goes on from its subtree

`PuctTree`, `search` and what builds on them are imported from their modules: they load the whole evaluation, and
programs that only show lines start without it.
"""

from __future__ import annotations

from .lines import Line, Lookahead, MoveRestriction, is_permitted
from .winrate import score_deviation, win_probability

__all__ = ["Line", "Lookahead", "MoveRestriction", "is_permitted", "score_deviation", "win_probability"]
