"""The move policy: how likely players are to make each move, by weights fitted to games of strong players.

  patterns        the patterns around a move, equal under all symmetries, and their hashes
  features        what a move is like: classes of features, patterns
  policy_weights  the weights for 19x19 and for 9x9, their blend for other sizes, and their file
  model           the probability of each move, and its explanation as a sum
  fit_state       the state of a fit, from which it can be taken up again
  fit             fitting the weights of all moves
  pass_fit        fitting those of the pass
"""

from __future__ import annotations

from .model import PolicyMove, policy_moves, policy_terms

__all__ = ["PolicyMove", "policy_moves", "policy_terms"]
