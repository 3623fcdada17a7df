"""Problems of life and death, captures and connections: what is asked, the solution, its tree.

`find_problem` infers what a position asks, `solve_problem` answers it, `solution_tree` shows why.
"""

from .problem_solution import ProblemResult, Solution, solve_problem
from .problem_statement import Goal, Problem, ProblemError, find_problem
from .solution_tree import SolutionNode, solution_tree

__all__ = [
    "Goal", "Problem", "ProblemError", "ProblemResult", "Solution", "SolutionNode", "find_problem", "solution_tree",
    "solve_problem",
]
