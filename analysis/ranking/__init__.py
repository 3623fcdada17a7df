"""The ranking of moves, in the order of imports:

  ranker   the one-ply ranker: every legal move and its gain against a pass
  tactics  that ranking with the gains and losses of captures and rescues that are read
"""

from .ranker import Candidate, Ranking, rank_moves

__all__ = ["Candidate", "Ranking", "rank_moves"]
