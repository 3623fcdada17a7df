"""Combinatorial games as they occur in Go: values, thermographs, sums, miai counting and kos.

Usable on its own: `from analysis.values import parse`. All results are exact (ints and Fractions, in points, Black
positive). The subpackages in order of dependency; each imports only those above it:

  games         canonical forms, their order and sums, named games, notation
  thermography  thermographs, cooling and heating, the same by algebra step by step
  sum_play      strategies for sums of games, and optimal play by search
  trees         trees of moves with counts at their leaves: notation and miai counting
  ko            counts and thermographs of trees with kos, under an assumption about ko threats

Some functions are for callers of the library only; the engine does not use them: the strategies (`hotstrat`,
`thermostrat`, `sentestrat`, `best_moves`), `freeze`, `warm`, `ko_chain` (a ko counted by tally) and
`tree_thermographs` (the thermographs of a tree, for instance to draw that of a ko).
"""

from __future__ import annotations

from .games.atomic_weight import atomic_weight
from .games.forms import ZERO, Value, followers, game, number, simplest_between
from .games.named_games import DOWN, STAR, UP, miny, nimber, switch, tiny, up
from .games.notation import NotationError, parse
from .games.outcome import Outcome, black_incentives, outcome, white_incentives
from .games.printing import format_value
from .games.sums import total
from .ko.ko_evaluation import KoChain, KoError, KoThreats, evaluate_tree, ko_chain, tree_thermographs
from .sum_play.optimal_play import SumMove, SumSolution, solve_sum, stop_bounds
from .sum_play.strategies import BestMove, StrategyMove, adjustment, best_moves, hotstrat, sentestrat, thermostrat
from .thermography.cooling import chill, cool, freeze, heat, overheat, warm
from .thermography.piecewise import CalculationStep, calculation_steps, temperature_functions
from .thermography.player_terms import FollowUp, PlayerTerms, ko_terms, player_terms
from .thermography.thermograph import GameKind, Thermograph, kind, mean, temperature, thermograph
from .thermography.walls import Wall
from .trees.miai_counting import CountedLine, CountedNode
from .trees.move_tree import Tree
from .trees.tree_drawing import format_tree
from .trees.tree_multiples import Multiples, multiples
from .trees.tree_text import TreeError, parse_tree

__all__ = [
    "DOWN", "STAR", "UP", "ZERO", "BestMove", "CalculationStep", "CountedLine", "CountedNode", "FollowUp", "GameKind",
    "KoChain", "KoError", "KoThreats", "Multiples", "NotationError", "Outcome", "PlayerTerms", "StrategyMove",
    "SumMove", "SumSolution", "Thermograph", "Tree", "TreeError", "Value", "Wall", "adjustment", "atomic_weight",
    "best_moves", "black_incentives", "calculation_steps", "chill", "cool", "evaluate_tree", "followers",
    "format_tree", "format_value", "freeze", "game", "heat", "hotstrat", "kind", "ko_chain", "ko_terms", "mean",
    "miny", "multiples", "nimber", "number", "outcome", "overheat", "parse", "parse_tree", "player_terms",
    "sentestrat", "simplest_between", "solve_sum", "stop_bounds", "switch", "temperature", "temperature_functions",
    "thermograph", "thermostrat", "tiny", "total", "tree_thermographs", "up", "warm", "white_incentives",
]
