"""The commands, one module per family. Importing this package declares them all; the order is that of README's table.

  formatting       numbers, scores, vertices and boards as GTP text
  core             the engine and the session: names, board size, komi, records, `quit`
  time_control     time settings, of the GTP specification, KGS and KataGo
  play             moves, undo, handicap, the finished game
  rules            rule sets under KataGo's and KGS's names
  kgs              KGS's client: the clean-up phase
  info, stream     the analysis lines of Leela Zero and KataGo; the commands that stream them
  mokusan          our own: control map, ranking, explanations, settings, values
  gogui_analyses   analyses drawn on GoGui's board
  gnugo            GNU Go's questions about stones and points
  status           the status of every chain
  read             a group read: whether it can be killed, or made to live
  endgame          local endgames
  semeai           capturing races
  gomill           gomill's ringmaster: the engine described, the last move explained
  gogui            GoGui's setup, title, and dialogs for the settings
"""

# isort: off
from ..registry import REGISTRY
from . import core, time_control, play, rules, kgs, stream, mokusan, gogui_analyses, status, gnugo
from . import read, endgame, semeai, gomill, gogui

__all__ = [
    "REGISTRY", "core", "endgame", "gnugo", "gogui", "gogui_analyses", "gomill", "kgs", "mokusan", "play", "read",
    "rules", "semeai", "status", "stream", "time_control",
]
