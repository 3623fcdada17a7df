"""Who is alive and who is dead, each with its reason.

  whole_board   all chains of a board, layer upon layer (`verdict` says what is said of a chain)
  safety        blocks that stand if each attack is answered, their territory, the answers
  territory     what stands against any number of moves
  eyes          what eyes a closed space is good for, by a table; real, half and false eyes
  capture       whether one chain can be taken: ladders, nets, snapbacks
  connections   whether two chains get joined, or cut apart
  races         two chains of which one takes the other, decided by counting (`counting`: liberties and eyes)
  glance        what is seen of a group without reading
  groups        chains that cannot be cut apart by one move, and what surrounds them
  life          whether a group can be killed, or made to live
  answer        what is answered to one question about stones
  memory        what was read before and still holds
"""

from .board_status import BoardStatus, StatusBudget, board_status, chain_status
from .eyes import Eye, EyeSpace, eye_at, eye_spaces
from .races import Complication, Race, race, races
from .reading_cache import ReadingCache
from .safety.safe_blocks import Block, Safety, safe
from .territory import unconditional_territory
from .verdict import Evidence, Fate, Status, Verdict

__all__ = [
    "Block", "BoardStatus", "Complication", "Evidence", "Eye", "EyeSpace", "Fate", "Race", "ReadingCache", "Safety",
    "Status", "StatusBudget", "Verdict", "board_status", "chain_status", "eye_at", "eye_spaces", "race", "races",
    "safe", "unconditional_territory",
]
