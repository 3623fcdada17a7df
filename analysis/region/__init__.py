"""One search core over a region of a board, asked different questions. Usable on its own.

  region, question             the part of a board where play takes place; states, questions, ko rules, moves
  graph, cycles                every state and both of its values; which of them play can come back to
  proof, dfpn                  a player forces a result: by deepening, and by proof numbers
  history                      superko, with the whole game before
  local, judge_area, judge_ko  who lives in an enclosed area, and what a ko there asks for
  tree, local_diagram          local games without turns, valued; their diagrams
  budget                       nodes, seconds, memory
"""

from .cycles import Cycles, cycles
from .dfpn import NumberProver
from .enclosed_life import Judgement, Verdict, judge
from .history import FullHistory
from .local_diagram import LocalDiagram, parse_local
from .local_tree import LocalTree, LoopError, local_tree
from .proof import Claim, Prover
from .question import PASS, Bounds, KoRule, Question, State, Target
from .region import Region, enclosed, whole_board
from .search_budget import Budget, OutOfBudget
from .state_graph import Graph, solve

__all__ = [
    "PASS", "Bounds", "Budget", "Claim", "Cycles", "FullHistory", "Graph", "Judgement", "KoRule", "LocalDiagram",
    "LocalTree", "LoopError", "NumberProver", "OutOfBudget", "Prover", "Question", "Region", "State", "Target",
    "Verdict", "cycles", "enclosed", "judge", "local_tree", "parse_local", "solve", "whole_board",
]
