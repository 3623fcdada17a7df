"""The board and the rules, in the order of imports:

  color          Black, White and empty
  grid           points, their names, neighbours and symmetries
  bit_sets       sets of points as integers, what is beside them, their connected parts
  rule_text      the names and notations of rule sets, read into fields
  rules          rule sets: scoring, taxes, ko, suicide
  diagram        boards as text
  handicap       the fixed handicap points
  position       a board and the side to move: moves, captures, simple ko. `Position.transformed` and
                 `Position.colours_swapped` give the positions that have the same analysis up to symmetry and sign,
                 to augment the data of a fit and to check an analysis
  scoring        area, territory and group tax of finished boards
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
from .rule_text import read_object, rule_fields
from .rules import (
    RULE_NAMES,
    HandicapBonus,
    Ko,
    Rules,
    Scoring,
    Tax,
    UnsupportedRules,
    fields_of,
    parse_rules,
    rules_of,
    rules_text,
    with_fields,
)
from .scoring import (
    area_owners,
    area_score,
    counted_owners,
    group_tax,
    rules_score,
    tax_of_groups,
    territory_owners,
    territory_score,
)

__all__ = [
    "BLACK", "COLUMN_LETTERS", "EMPTY", "MAX_SIDE", "NO_POINT", "PASS", "RULE_NAMES", "WHITE", "CannotUndo", "Color",
    "Game", "Grid", "HandicapBonus", "IllegalMove", "Ko", "Move", "Position", "Rules", "Scoring", "Tax",
    "UnconditionalLife", "UnsupportedRules", "area_owners", "area_score", "counted_owners", "fields_of",
    "fixed_handicap", "format_diagram", "group_tax", "most_fixed_handicap", "parse_diagram", "parse_rules",
    "read_object", "rule_fields", "rules_of", "rules_score", "rules_text", "tax_of_groups", "territory_owners",
    "territory_score", "true_eyes", "unconditional_life", "with_fields",
]
