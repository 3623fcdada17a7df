"""The board: points and neighbours, rules, positions, games, diagrams, scoring, unconditional life.

Reading order: color.py, grid.py, rules.py, position.py, game.py; then diagram.py, scoring.py, handicap.py, life.py.
"""

from .benson import UnconditionalLife, true_eyes, unconditional
from .color import BLACK, EMPTY, WHITE, Color
from .diagram import format_diagram, parse_diagram
from .game import CannotUndo, Game, Move
from .grid import COLUMN_LETTERS, MAX_SIDE, NO_POINT, PASS, Grid
from .handicap import fixed_handicap, most_fixed_handicap
from .position import IllegalMove, Position
from .rules import RULE_NAMES, HandicapBonus, Ko, Rules, Scoring
from .scoring import area_owners, area_score, territory_owners, territory_score

__all__ = [
    "BLACK", "COLUMN_LETTERS", "EMPTY", "MAX_SIDE", "NO_POINT", "PASS", "RULE_NAMES", "WHITE", "CannotUndo", "Color",
    "Game", "Grid", "HandicapBonus", "IllegalMove", "Ko", "Move", "Position", "Rules", "Scoring", "UnconditionalLife",
    "area_owners", "area_score", "fixed_handicap", "format_diagram", "most_fixed_handicap", "parse_diagram",
    "territory_owners", "territory_score", "true_eyes", "unconditional",
]
