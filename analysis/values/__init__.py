"""The values of combinatorial games as they occur in Go. Usable on its own: `from analysis.values import parse`.

  game, named, sums, warming   canonical forms, their order and sums; games with names; corridors added as numbers
  notation, printing           text to value and back
  thermograph, piecewise       walls, mean, temperature, what a player calls a game; the same by algebra, step by step
  cooling, atomic, outcome     cooling and heating; atomic weight; who wins, and what a move gains
  strategy, optimal            playing sums, races among them; perfect play of a sum
  trees, tree_text, miai, ko   miai trees of counts, and kos
"""

from __future__ import annotations

from .atomic import atomic_weight
from .cooling import chill, cool, freeze, heat, overheat, warm
from .game import ZERO, Value, followers, game, number, simplest_between
from .ko import KoError, Threats, evaluate_tree, ko_chain
from .miai import Line, Multiples, Row, format_tree, multiples
from .named import DOWN, STAR, UP, miny, nimber, switch, tiny, up
from .notation import NotationError, parse
from .optimal import Optimal, SumMove, optimal, stop_bounds
from .outcome import Outcome, black_incentives, outcome, white_incentives
from .piecewise import Step, functions, linear, steps
from .printing import format_value
from .strategy import BestMove, Move, adjustment, best_moves, hotstrat, race_winner, sentestrat, thermostrat
from .sums import total
from .thermograph import Kind, Thermograph, Wall, kind, mean, temperature, thermograph
from .tree_text import TreeError, parse_tree
from .trees import Tree

__all__ = [
    "DOWN", "STAR", "UP", "ZERO", "BestMove", "Kind", "KoError", "Line", "Move", "Multiples", "NotationError",
    "Optimal", "Outcome", "Row", "Step", "SumMove", "Thermograph", "Threats", "Tree", "TreeError", "Value", "Wall",
    "adjustment", "atomic_weight", "best_moves", "black_incentives", "chill", "cool", "evaluate_tree", "followers",
    "format_tree", "format_value", "freeze", "functions", "game", "heat", "hotstrat", "kind", "ko_chain", "linear",
    "mean", "miny", "multiples", "nimber", "number", "optimal", "outcome", "overheat", "parse", "parse_tree",
    "race_winner", "sentestrat", "simplest_between", "steps", "stop_bounds", "switch", "temperature", "thermograph",
    "thermostrat", "tiny", "total", "up", "warm", "white_incentives",
]
