"""Local games whose value depends on a ko, under a stated regime of ko threats, and the threats that they need.

In order of dependency:

  literal_parts     parts without ko as trees of all their moves, which may be ko threats
  ko_positions, ko_graphs  the positions of a ko and their moves; thermographs moved, compared, overheated
  ko_bounds, ko_links, ko_groups  bounds on their thermographs; groups of positions; groups solved
  local_kos         the value of a region with a ko under a regime of ko threats
  ko_threat_needs   the ko threats that each side needs in a local game
"""
