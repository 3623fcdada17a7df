"""The commands, one module per family. Importing this package declares them all; the order is README's."""

# isort: off
from ..registry import REGISTRY
from . import core, play, rules, kgs, gogui, mokusan

__all__ = ["REGISTRY", "core", "gogui", "kgs", "mokusan", "play", "rules"]
