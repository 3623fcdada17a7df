"""The commands, one module per family. Importing this package declares them all; the order is README's."""

# isort: off
from ..registry import REGISTRY
from . import core, play, rules, kgs, stream, mokusan, gogui_analyses, status, gnugo, endgame, semeai, gomill, gogui

__all__ = [
    "REGISTRY", "core", "endgame", "gnugo", "gogui", "gogui_analyses", "gomill", "kgs", "mokusan", "play", "rules",
    "semeai", "status", "stream",
]
