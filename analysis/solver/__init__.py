"""Small boards, solved: values, first moves and best play, under simple ko and superko.

  solver_rules  the rules under which a board is solved
  solution      the answer: a bracket of the value, first moves, best play
  knowledge     what a solved game knows of its other positions
  problem       a position while it is being solved
  proof_tasks   solving by proofs of more and more points, within the memory
  solve         solving by a table of all states, by proofs, or with whole histories
  perfect_play  all moves of the smallest boards, ranked
"""

from ..region.search_budget import Budget
from ..region.search_state import PASS, State
from .solution import Bracket, Knowledge, KomiVerdict, Solution
from .solve import Guesser, SolverError, solve
from .solver_rules import Endless, Ko, Rules

__all__ = [
    "PASS", "Bracket", "Budget", "Endless", "Guesser", "Knowledge", "Ko", "KomiVerdict", "Rules", "Solution",
    "SolverError", "State", "solve",
]
