"""Print what the public functions of the analysis say of a few positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import numpy as np

from analysis import (
    BLACK,
    WHITE,
    ControlSettings,
    Game,
    IllegalMove,
    Position,
    Rules,
    estimate,
    estimate_many,
    evaluate,
    rank_moves,
)
from analysis.endgame import local_games
from analysis.semeai import analyse
from analysis.solver import solve
from analysis.status import board_status
from analysis.values import parse

np.set_printoptions(precision=9, suppress=True, linewidth=200)

WALLS = Position.from_diagram("""
    . . . . .
    . X . O .
    . X . O .
    . X . O .
    . . . . .""", to_move="B")

FIGHT = Position.from_diagram("""
    . . O O X X . . .
    . O O X O X X . .
    . O X X O O X . .
    . O X . O . X . .
    . O X X O O X . .
    . O O X O X X . .
    . . O . . X . . .
    . . O O X X . . .
    . . . . . . . . .""", to_move="W")

ENDGAME = Position.from_diagram("""
    X . . X . O . O .
    X X . X O O O O .
    . X O O . O . . O
    X X X X . . . . .
    . X . . . O O O O
    X X X . O O . . .
    . X . X . O O O O
    . X X X O . O . O
    . . X . . O . O .""", to_move="B")

RACE = Position.from_diagram("""
    . . . . . . . . .
    . . O . . . X . .
    . . . . . X . . .
    . O . . O X . X .
    . . . . O X . . .
    . . . . O X . . .
    . O O O O X X X X
    O O X X X O O O X
    O . . . . . . . X""", to_move="B")


def plain(value: Any, depth: int = 3) -> Any:
    """Return a value as nested tuples of plain values, without the names of attributes; processor times left out."""
    if isinstance(value, Enum):
        return list(type(value)).index(value)
    if is_dataclass(value) and depth:
        shown = [one for one in fields(value) if one.repr and one.name[0] != "_" and one.name != "seconds"]
        return tuple(plain(getattr(value, one.name), depth - 1) for one in shown)
    if isinstance(value, tuple | list):
        return tuple(plain(one, depth) for one in value)
    if isinstance(value, Mapping):
        return tuple((plain(key), plain(one, depth)) for key, one in value.items())
    return value if isinstance(value, int | float | str) or value is None else str(value)


def show_control() -> None:
    """Print control maps."""
    print(WALLS)
    print(estimate(WALLS).values)
    print(estimate(FIGHT, ControlSettings(kappa=0.5, stones="fixed")).values)
    boards = np.stack([position.stones for position in (FIGHT, ENDGAME)])
    print(estimate_many(ENDGAME.grid, boards).values)


def show_moves() -> None:
    """Print evaluations and ranked moves."""
    for position in (WALLS, FIGHT, ENDGAME):
        print(evaluate(position, Rules.named("chinese"), 6.5).control.values)
        for move in rank_moves(position).best(8):
            print(position.grid.vertex(move.point), repr(move.gain))


def show_status() -> None:
    """Print what becomes of every chain."""
    for position in (FIGHT, ENDGAME):
        print(plain(board_status(position)))


def show_values() -> None:
    """Print values of games and of local games."""
    for text in ("{4|{3|2}}", "3^*", "-7*", "{2|0} + *", "tiny(2)", "{{4|3}|{2|0}}"):
        print(text, parse(text))
    for part in plain(local_games(ENDGAME, board_status(ENDGAME))):
        print(part)


def show_races() -> None:
    """Print the capturing races of a position."""
    print(plain(analyse(RACE)))


def show_solutions() -> None:
    """Print the values of small boards."""
    for height, width in ((1, 3), (2, 2), (2, 3), (3, 3)):
        print(height, width, plain(solve(height, width)))


def show_game() -> None:
    """Print a game with a refused move."""
    game = Game(size=(5, 5))
    game.play(BLACK, game.grid.point("C3"))
    game.play(WHITE, game.grid.point("C4"))
    try:
        game.play(BLACK, game.grid.point("C4"))
    except IllegalMove as error:
        print(error)
    print(game.position)
    print(plain(game.moves))


if __name__ == "__main__":
    for show in (show_control, show_moves, show_status, show_values, show_races, show_solutions, show_game):
        print(f"-- {show.__name__}")
        show()
