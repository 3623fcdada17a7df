"""Who owns each point: life probabilities of chains, the settled board, the final status of finished boards.

  life_features         the features of chains that life_probability rests on
  logistic_model        logistic models, whose probabilities are sums that can be shown
  life_probability      how likely each chain is to live, by models fitted to real games
  second_estimate       that again, from the board settled by the first estimates
  gaussian              means of the values around each point
  calibration           the control of empty points made into the ownership to expect
  settled_board         the board without dead stones, living ones as sources, and its calibrated control map
  chain_families        chains that live together, and whether they have space for two eyes
  estimated_tax         what eyes in seki and living groups pay, by an estimate
  enclosed_groups       groups around a few points solved exactly: bent four in the corner and its relatives
  final_board           the types of a finished board, and boards judged by proof alone
  final_status          the dead, the stones in seki and the owner of every point on a finished board
  life_probability_fit  fitting the weights of life_probability and of the calibration
"""

from __future__ import annotations

from .final_status import FinalBoard, FinalChain, FinalStatus, all_alive, final_status, proved_final
from .life_probability import LifeProbability, life_probabilities
from .settled_board import SettledBoard, settle

__all__ = [
    "FinalBoard", "FinalChain", "FinalStatus", "LifeProbability", "SettledBoard", "all_alive", "final_status",
    "life_probabilities", "proved_final", "settle",
]
