"""Small boards, solved: values, first moves, best play, under simple ko and superko."""

from ..region.question import PASS, State
from ..region.search_budget import Budget
from .knowledge import Knowledge
from .solution import Bracket, Solution, Verdict
from .solve import Guesser, SolverError, solve
from .solver_rules import Endless, Ko, Rules

__all__ = [
    "PASS", "Bracket", "Budget", "Endless", "Guesser", "Knowledge", "Ko", "Rules", "Solution", "SolverError", "State",
    "Verdict", "solve",
]
