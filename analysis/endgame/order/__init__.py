"""The order in which the local games of a board are played.

  followed_places  a local game followed move by move, by its lines of play or as a corridor
  move_choice      the next move: by exact play of the sum, or by the usual rule
  play_order       the whole line, the score it comes to, and what other first moves lose
"""

from __future__ import annotations

from .play_order import MoveLabel, OrderedMove, OtherFirstMove, PlayOrder, Trust, play_order

__all__ = ["MoveLabel", "OrderedMove", "OtherFirstMove", "PlayOrder", "Trust", "play_order"]
