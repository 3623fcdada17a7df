"""Exhaustive search of a closed region of a board, on bitboards. Usable on its own.

  search_budget        limits in nodes, seconds and memory
  region               the part of a board where play takes place
  search_state         states, objectives, ko rules, legal moves, final values
  state_graph, cycles  every state with both of its values; the cycles of kos among them
  proved_states        the proofs of a finished search, packed
  proof_search, dfpn   proofs that a player forces a result: by deepening, and by proof numbers
  superko_search       values under superko, with the whole history
  ko_threats           the number of ko threats to ignore to win a ko
  enclosed_area        the area around some stones and its walls
  enclosed_life        life and death of stones in an enclosed area
  local_diagram        diagrams of local games
  local_tree_values    values of the parts of local games from those of their options
  local_tree           local games without turns, and their exact values
"""

from .cycles import Cycles, cycles
from .dfpn import DfpnProver
from .enclosed_life import EnclosedLife, LifeVerdict, solve_enclosed_life
from .local_diagram import LocalDiagram, parse_local
from .local_tree import LocalTree, LoopError, local_tree
from .proof_search import Claim, Prover
from .region import Region, enclosed, whole_board
from .search_budget import Budget, OutOfBudget
from .search_state import PASS, Bounds, KoRule, Objective, State, Target
from .state_graph import StateGraph, solve_graph
from .superko_search import SuperkoSearch

__all__ = [
    "PASS", "Bounds", "Budget", "Claim", "Cycles", "DfpnProver", "EnclosedLife", "KoRule", "LifeVerdict",
    "LocalDiagram", "LocalTree", "LoopError", "Objective", "OutOfBudget", "Prover", "Region", "State", "StateGraph",
    "SuperkoSearch", "Target", "cycles", "enclosed", "local_tree", "parse_local", "solve_enclosed_life", "solve_graph",
    "whole_board",
]
