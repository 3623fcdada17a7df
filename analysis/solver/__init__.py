"""Small boards, solved: values, first moves, best play, under simple ko and superko."""

from ..search.budget import Budget
from ..search.question import PASS, State
from .knowledge import Knowledge
from .rules import Endless, Ko, Rules
from .solution import Bracket, Solution, Verdict
from .solve import Guesser, SolverError, solve

__all__ = [
    "PASS", "Bracket", "Budget", "Endless", "Guesser", "Knowledge", "Ko", "Rules", "Solution", "SolverError", "State",
    "Verdict", "solve",
]
