"""The values of combinatorial games as they occur in Go. Usable on its own: `from analysis.values import parse`.

  game, named, sums, warming   canonical forms, their order and sums; games with names; corridors added as numbers
  notation, printing           text to value and back
  thermograph, piecewise       walls, mean, temperature, what a player calls a game; the same by algebra, step by step
  cooling, atomic, outcome     cooling and heating; atomic weight; who wins, and what a move gains
  strategy, optimal            playing sums, races among them; perfect play of a sum
  trees, tree_text, miai, ko   miai trees of counts, and kos
"""

from __future__ import annotations

from .games.atomic_weight import atomic_weight
from .games.forms import ZERO, Value, followers, game, number, simplest_between
from .games.named_games import DOWN, STAR, UP, miny, nimber, switch, tiny, up
from .games.notation import NotationError, parse
from .games.outcome import Outcome, black_incentives, outcome, white_incentives
from .games.printing import format_value
from .games.sums import total
from .ko.ko_evaluation import KoError, Threats, evaluate_tree, ko_chain
from .sum_play.optimal_play import Optimal, SumMove, optimal, stop_bounds
from .sum_play.strategies import BestMove, Move, adjustment, best_moves, hotstrat, race_winner, sentestrat, thermostrat
from .thermography.cooling import chill, cool, freeze, heat, overheat, warm
from .thermography.piecewise import Step, functions, linear, steps
from .thermography.thermograph import Kind, Thermograph, Wall, kind, mean, temperature, thermograph
from .trees.miai_counting import Line, Multiples, Row, format_tree, multiples
from .trees.move_tree import Tree
from .trees.tree_text import TreeError, parse_tree

__all__ = [
    "DOWN", "STAR", "UP", "ZERO", "BestMove", "Kind", "KoError", "Line", "Move", "Multiples", "NotationError",
    "Optimal", "Outcome", "Row", "Step", "SumMove", "Thermograph", "Threats", "Tree", "TreeError", "Value", "Wall",
    "adjustment", "atomic_weight", "best_moves", "black_incentives", "chill", "cool", "evaluate_tree", "followers",
    "format_tree", "format_value", "freeze", "functions", "game", "heat", "hotstrat", "kind", "ko_chain", "linear",
    "mean", "miny", "multiples", "nimber", "number", "optimal", "outcome", "overheat", "parse", "parse_tree",
    "race_winner", "sentestrat", "simplest_between", "steps", "stop_bounds", "switch", "temperature", "thermograph",
    "thermostrat", "tiny", "total", "up", "warm", "white_incentives",
]
