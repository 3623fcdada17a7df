"""Counts, miai values and thermographs of kos. Depends on `games`, `thermography` and `trees`.

In order of dependency:

  ko_walls       walls of positions that lead to one another, as a system of formulas solved from below
  ko_evaluation  trees with kos, under an assumption about ko threats; chains of kos by tally
  ko_cycles      walls of positions between which play goes round in any way, where nobody has ko threats elsewhere
"""
