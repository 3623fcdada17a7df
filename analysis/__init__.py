"""Mokusan's analysis: the value of a Go position, and the reasons for it.

Pure functions from positions to facts; no printing, no protocol words. The packages, each usable alone and
importing only those listed before it:

  runtime      compiled kernels and their cache, the cache folder, notices to the front end
  board        points, rules, positions, games, scoring, unconditional life
  values       combinatorial games: canonical forms, thermographs, cooling, miai trees, kos
  control      the lambda/kappa estimator: a value in [-1, 1] for every point
  region       exhaustive search of closed regions: proofs, values, life and ko
  status       the life-and-death status of every chain, with its reason
  semeai       capturing races as liberty-counting games
  endgame      local games on the board and their exact values
  solver       solutions of small boards
  ownership    life probabilities of chains, the settled board, the final status of finished games
  evaluation   the pipeline over all of them: the Evaluation of a position
  ranking      the one-ply move ranker, and its correction by reading
  policy       move probabilities from fitted features
  tree_search  PUCT search over evaluations, principal variations, the winning probability
  explanation  why a chain has its status, and everything known about a point, as lines to read
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
