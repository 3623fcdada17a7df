"""Mokusan's front: how people and programs talk to it (GTP, the shell, SGF, pictures).

Reading order: protocol.py (lines in, lines out), registry.py and arguments.py (commands and their words),
session.py (the state behind them), commands/ (one module per family), render/, sgf.py, settings.py, cli.py.
"""

__version__ = "0.15.0"
