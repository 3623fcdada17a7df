"""The board and the rules, in the order of imports:

  color          Black, White and empty
  grid           points, their names, neighbours and symmetries
  rules          rule sets: scoring, ko, suicide
  diagram        boards as text
  handicap       the fixed handicap points
  position       a board and the side to move: moves, captures, simple ko. `Position.transformed` and
                 `Position.colours_swapped` give the positions that have the same analysis up to symmetry and sign,
                 to augment the data of a fit and to check an analysis
  scoring        area and territory of finished boards
  game           the moves of a game, with superko, undo and score
  benson         unconditional life, and true eyes
"""

from .benson import UnconditionalLife, true_eyes, unconditional_life
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
    "territory_owners", "territory_score", "true_eyes", "unconditional_life",
]
