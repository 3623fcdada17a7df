"""Groups by static evaluation, and searches of selected moves, whose positions are evaluated so.

  static_life       life and death of a chain without search
  groups            chains that cannot be cut apart by one move, without search, and the stones around them
  selective_search  whether a group is killed or lives, by selected moves
"""

from .groups import group_at
from .selective_search import search_group
from .static_life import StaticLife

__all__ = ["StaticLife", "group_at", "search_group"]
