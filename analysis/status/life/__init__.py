"""Reading whether a group lives: groups, static evaluation, and the life-and-death search.

  static_life  life and death of a chain without search
  groups       chains that cannot be cut apart by one move, without search, and the stones around them
  group_search the searches of `life_reader`, as questions to the cache of readings
  life_reader  whether a group can be killed, or made to live
"""

from .groups import group_at
from .life_reader import GroupLife, Reading, attack, defend, life

__all__ = ["GroupLife", "Reading", "attack", "defend", "group_at", "life"]
