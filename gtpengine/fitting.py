"""Fitting what experience tells: the chances of chains to live, and how likely players are to make a move.

From one JSON object a line, as for `estimate`, each with "game": what the position is from. For the chances a line also
has "ownership", row-major from the top left, -1..1, +1 Black; for the moves "moves", the game up to the position as
[colour, vertex], which begins on an empty board: of the lines of a game the longest counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from analysis import prior_fit, shape_fit
from analysis.board import PASS, Color, Game, Grid, IllegalMove, Position
from analysis.prior_fit import Example, Fit
from analysis.racing import with_races
from analysis.status import board_status

from .estimates import EstimateError, read_job
from .settings import Settings

SMALL = 13
"""Lines of a board up to which every move of a game counts: there are fewer such games, and they are shorter."""


def fit_file(source: str | Path, settings: Settings) -> Fit:
    """Fit the chances on a file. Raises EstimateError: a file that cannot be read, a bad line, too few games."""
    lines = _lines(source)
    try:
        return prior_fit.fit([_example(line, number, settings) for number, line in lines])
    except ValueError as error:
        raise EstimateError(str(error)) from None


def fit_moves(source: str | Path, settings: Settings) -> shape_fit.Fit:
    """Fit the moves of the games in a file. Raises EstimateError as `fit_file` does."""
    longest: dict[str, tuple[int, Grid, list[Any]]] = {}
    try:
        for number, line in _lines(source):
            game, grid, moves = _game(line, number, settings)
            if game not in longest or len(moves) > len(longest[game][2]):
                longest[game] = number, grid, moves
        return shape_fit.fit([
            example for game, (number, grid, moves) in longest.items()
            for example in _moves(game, grid, moves, number)
        ])
    except ValueError as error:
        raise EstimateError(str(error)) from None


def as_json(fitted: Fit) -> str:
    """The text of analysis/prior.json."""
    return json.dumps(
        {
            "weights": fitted.weights, "stones": fitted.stones, "error": fitted.error,
            "calibration": fitted.calibration,
        },
        indent=1,
    ) + "\n"


def moves_as_json(fitted: shape_fit.Fit) -> str:
    """The text of analysis/shape.json."""
    return json.dumps(
        {
            "weights": fitted.weights, "moves": fitted.moves, "log_loss": fitted.log_loss, "first": fitted.first,
            "among_ten": fitted.among_ten,
        },
        indent=1,
    ) + "\n"


def _lines(source: str | Path) -> list[tuple[int, str]]:
    """The lines of a file that are not empty, with their numbers."""
    try:
        lines = Path(source).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise EstimateError(f"{source}: cannot read: {error}") from None
    return [(number, line) for number, line in enumerate(lines, 1) if line.strip()]


def _game(line: str, number: int, settings: Settings) -> tuple[str, Grid, list[Any]]:
    """The name, the grid and the moves of the game that a line is from."""
    try:
        grid = read_job(line, settings).position.grid
        told = json.loads(line)
        game, moves = str(told["game"]), told["moves"]
        if not isinstance(moves, list):
            raise ValueError(f"moves: expected a list, got {type(moves).__name__}")
    except KeyError as error:
        raise ValueError(f"line {number}: expected a key {error}") from None
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from None
    return game, grid, moves


def _moves(game: str, grid: Grid, moves: list[Any], number: int) -> Iterator[shape_fit.Example]:
    """The moves of a game but the passes, with the position before each; of large boards every second one."""
    played = Game(Position.empty(grid.height, grid.width))
    small = max(grid.height, grid.width) <= SMALL
    recent: list[int] = []
    for place, move in enumerate(moves):
        try:
            if not isinstance(move, list) or len(move) != 2 or not all(isinstance(word, str) for word in move):
                raise ValueError(f"expected [colour, vertex], got {move!r:.40}")
            color, point = Color.parse(move[0]), played.grid.point(move[1])
            before = played.position.with_to_move(color)
            played.play(color, point)
        except (IllegalMove, ValueError) as error:
            raise ValueError(f"line {number}: move {place + 1}: {error}") from None
        if point != PASS and (small or place % 2 == 0):
            yield shape_fit.Example(before, color, tuple(recent[-2:]), point, game)
        recent.append(point)


def _example(line: str, number: int, settings: Settings) -> Example:
    try:
        job = read_job(line, settings)
        told = json.loads(line)
        ownership = np.array(told["ownership"], float)
        if ownership.shape != (job.position.grid.area,):
            raise ValueError(f"ownership: expected {job.position.grid.area} numbers, got {ownership.size}")
        read = board_status(job.position, job.rules, budget=settings.status())
        status, _ = with_races(job.position, read, job.rules)
        return Example(job.position, status, ownership, str(told["game"]))
    except KeyError as error:
        raise ValueError(f"line {number}: expected a key {error}") from None
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from None
