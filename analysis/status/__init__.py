"""The life-and-death status of every chain, each with its evidence and its reason.

  verdict        the types of a status
  reading_cache  a cache of readings by the points that they depend on
  read_verdicts  the outcomes and reasons of readings
  territory      unconditional territory
  eyes           eye spaces: how many eyes a closed space is worth, by a table of shapes
  safety         blocks that are safe if each attack is answered, their territory, the answers
  small_areas    small enclosed areas of chains, in which all lines of play are searched
  living_groups  the groups that live if the enemy moves first, or die even if they do, by searches with estimates
  life_reader    the other groups: whether one can be killed or made to live, by selected moves
  rival_groups   groups read to be dead beside enemy stones that may depend on them, read together with these
  doomed_groups  groups that no search decided, and that die even if they move first
  consistent_verdicts  verdicts that contradict those of neighbours
  status_budget  the limits of reading, of each search and of a board
  board_status   the status of all chains of a board, from all of these
  asked_group    whether one group that is asked about can be killed, or made to live
"""

from .board_status import BoardStatus, board_status, chain_status
from .eyes import EyeSpace, eye_spaces
from .reading_cache import ReadingCache
from .safety import Block, Safety, safe
from .status_budget import StatusBudget
from .territory import unconditional_territory
from .verdict import Evidence, Fate, Status, Verdict

__all__ = [
    "Block", "BoardStatus", "Evidence", "EyeSpace", "Fate", "ReadingCache", "Safety", "Status",
    "StatusBudget", "Verdict", "board_status", "chain_status", "eye_spaces", "safe",
    "unconditional_territory",
]
