"""The move policy: how likely players are to make each move, by weights fitted to games of strong players.

  features  what a move is like: categorical features, patterns, gains on the control map
  model     the probability of each move, and its explanation as a sum
  fit       fitting the weights
"""

from __future__ import annotations

from .model import PolicyMove, policy_moves, policy_terms

__all__ = ["PolicyMove", "policy_moves", "policy_terms"]
