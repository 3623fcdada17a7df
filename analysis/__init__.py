"""Mokusan's analysis: what a Go position is worth, and why.

Pure functions from positions to facts; no printing, no protocol words. The floors, each usable alone and
importing only floors listed before it:

  board    points, rules, positions, games, scoring, unconditional life
  values   combinatorial games: canonical forms, thermographs, cooling, miai trees, kos
  control  a value in [-1, 1] for every point: the lambda/kappa estimator
  endgame  local games on the board and their exact values
  status   who is alive and who is dead, each with its reason
  prior, settle        chances by experience; the board without what is dead, and the field over it
  final                finished boards: the dead, those in seki, whose every point is
  evaluation, ranking  the pipeline over all floors, and the one-ply ranker on top of it
  tactics              what reading adds to a ranking
  shape, foresight     which moves players make; the moves worth a look, played out, answered and judged
  lookahead, winrate   the best lines in growing depth (foreseen_lines, ranked_lines), and the chance of winning
  reasons              everything behind what is said of a point, as lines to read
"""

from __future__ import annotations

from .board import BLACK, EMPTY, PASS, WHITE, Color, Game, Grid, IllegalMove, Ko, Position, Rules, Scoring
from .control import ControlMap, ControlSettings, estimate, estimate_many
from .evaluation import Evaluation, evaluate
from .ranking.ranker import Candidate, Ranking, rank_moves

__all__ = [
    "BLACK", "EMPTY", "PASS", "WHITE", "Candidate", "Color", "ControlMap", "ControlSettings", "Evaluation", "Game",
    "Grid", "IllegalMove", "Ko", "Position", "Ranking", "Rules", "Scoring", "estimate", "estimate_many", "evaluate",
    "rank_moves",
]
