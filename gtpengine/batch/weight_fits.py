"""Read files of positions and games, and fit weights to them: of the chains' life probabilities and of the policy.

The files have one JSON object a line, as for `estimate`, each with "game": the name of the game. For life probabilities
a line also has "ownership", row-major from the top left, -1..1, +1 Black; for the policy "moves", the moves up to the
position as [colour, vertex], from an empty board: of the lines of a game the longest is used. The policy is also fitted
to records of games. The fits themselves are in `analysis.ownership.life_probability_fit` and `analysis.policy.fit`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from analysis.board import PASS, Color, Game, Grid, IllegalMove, Position
from analysis.ownership import life_probability_fit
from analysis.ownership.life_probability_fit import Example, Fit
from analysis.ownership.race_verdicts import with_race_verdicts
from analysis.policy import fit as policy_fit
from analysis.runtime import notices
from analysis.status import board_status

from ..errors import shown
from ..files.json_lines import Fields, read_file
from ..files.position_lines import parse_position_line
from ..settings import Settings
from ..sgf import SgfError, load_game
from .bulk_estimates import EstimateError
from .game_source import BatchError, CollectionRecord, GameSource

SMALL_BOARD = 13
"""Lines of a board up to which every move of a game is used: such games are fewer and shorter."""
MIN_BOARD = 9
"""Lines of a board; records on smaller ones are not used."""
MIN_MOVES = 20
"""Moves of a record; those with fewer are problems rather than games."""


def fit_life_probability(source: str | Path, settings: Settings) -> Fit:
    """Fit life probabilities to a file. Raises EstimateError for an unreadable file, a wrong line, or too few games."""
    try:
        examples = read_file(source, lambda number, fields: _chain_example(fields, settings), EstimateError)
        return life_probability_fit.fit(list(examples))
    except ValueError as error:
        raise EstimateError(str(error)) from None


def fit_policy(source: str | Path, settings: Settings, records: Sequence[str] = ()) -> policy_fit.Fit:
    """Fit the policy to the games of a file and of SGF records, given as files or folders.

    Records are used if they begin with an empty board or handicap stones, on at least MIN_BOARD lines, and have
    MIN_MOVES moves or more; duplicates are used once. Raises EstimateError as `fit_life_probability` does, and for a
    record that does not exist.
    """
    longest: dict[str, tuple[int, Grid, list[Any]]] = {}
    try:
        lines = read_file(source, lambda number, fields: (number, *_game_of_line(fields, settings)), EstimateError)
        for number, game, grid, moves in lines:
            if game not in longest or len(moves) > len(longest[game][2]):
                longest[game] = number, grid, moves
        games = {
            game: _replayed(grid, moves, f"{source}: line {number}") for game, (number, grid, moves) in longest.items()
        }
        games |= _games_of_records(records)
        return policy_fit.fit([example for name, game in games.items() for example in _move_examples(name, game)])
    except (BatchError, ValueError) as error:
        raise EstimateError(str(error)) from None


def life_probability_json(fitted: Fit) -> str:
    """Return the text of analysis/ownership/life_probability.json."""
    return json.dumps(
        {
            "weights": fitted.life_weights.weights, "typical": fitted.life_weights.typical,
            "points": fitted.life_weights.point_weights, "stones": fitted.stones, "error": fitted.error,
            "calibration": fitted.calibration,
        },
        indent=1,
    ) + "\n"


def policy_json(fitted: policy_fit.Fit) -> str:
    """Return the text of analysis/policy/weights.json."""
    return json.dumps(
        {
            "weights": fitted.weights, "moves": fitted.moves, "log_loss": fitted.log_loss, "first": fitted.first,
            "among_ten": fitted.among_ten,
        },
        indent=1,
    ) + "\n"


def _game_of_line(fields: Fields, settings: Settings) -> tuple[str, Grid, list[Any]]:
    """Return the name, the grid and the moves of a line's game. Raises ValueError for a missing or wrong field."""
    grid = parse_position_line(fields, settings).position.grid
    game, moves = str(_required(fields, "game")), _required(fields, "moves")
    if not isinstance(moves, list):
        raise ValueError(f"moves: expected a list, got {type(moves).__name__}")
    return game, grid, moves


def _replayed(grid: Grid, moves: list[Any], where: str) -> Game:
    """Play moves given as [colour, vertex]. Raises ValueError, naming `where`, for a wrong or illegal move."""
    game = Game(Position.empty(grid.height, grid.width))
    for number, move in enumerate(moves, 1):
        try:
            if not isinstance(move, list) or len(move) != 2 or not all(isinstance(word, str) for word in move):
                raise ValueError(f"expected [colour, vertex], got {move!r:.40}")
            game.play(Color.parse(move[0]), grid.point(move[1]))
        except (IllegalMove, ValueError) as error:
            raise ValueError(f"{where}: move {number}: {error}") from None
    return game


def _games_of_records(records: Sequence[str]) -> dict[str, Game]:
    """Read the games of SGF records, by file and number; a notice says which cannot be read."""
    games: dict[str, Game] = {}
    seen: set[tuple[object, ...]] = set()
    for record in GameSource(records) if records else ():
        if not isinstance(record, CollectionRecord):
            continue
        name = f"{record.file}:{record.game}"
        try:
            if record.error:
                raise SgfError(f"{name}: {record.error}")
            game = load_game(record.data, name=name, encoding=record.encoding)
        except SgfError as error:
            notices.notify_once(f"left out: {error}")
            continue
        content = (game.grid, game.start.stones.tobytes(), game.moves)
        is_game = min(game.grid.height, game.grid.width) >= MIN_BOARD and len(game.moves) >= MIN_MOVES
        if is_game and not (game.start.stones == Color.WHITE).any() and content not in seen:
            seen.add(content)
            games[name] = game
    return games


def _move_examples(name: str, game: Game) -> Iterator[policy_fit.Example]:
    """Yield the moves of a game except passes, with the position before each; on large boards every second one."""
    small = max(game.grid.height, game.grid.width) <= SMALL_BOARD
    recent: list[int] = []
    for index, (move, before) in enumerate(zip(game.moves, game.positions, strict=False)):
        if move.point != PASS and (small or index % 2 == 0):
            position = before.with_to_move(move.color)
            yield policy_fit.Example(position, move.color, tuple(recent[-2:]), move.point, name)
        recent.append(move.point)


def _chain_example(fields: Fields, settings: Settings) -> Example:
    """Return the position of a line with the status of its chains and its ownership."""
    position_line = parse_position_line(fields, settings)
    ownership = _ownership(_required(fields, "ownership"), position_line.position.grid.area)
    game = str(_required(fields, "game"))
    read = board_status(position_line.position, position_line.rules, budget=settings.status())
    status, _ = with_race_verdicts(position_line.position, read, position_line.rules)
    return Example(position_line.position, status, ownership, game)


def _ownership(values: object, area: int) -> npt.NDArray[np.float64]:
    """Check an ownership map and return it as (area,) float64. Raises ValueError."""
    if not isinstance(values, list) or len(values) != area:
        raise ValueError(f"ownership: expected a list of {area} numbers, got {shown(str(values))}")
    for number, value in enumerate(values, 1):
        if isinstance(value, bool) or not isinstance(value, int | float) or not -1 <= value <= 1:
            raise ValueError(f"ownership: expected numbers from -1 to 1, got {value!r:.40} as number {number}")
    return np.array(values, float)


def _required(fields: Fields, key: str) -> Any:
    """Return a field. Raises ValueError if it is missing."""
    if key not in fields:
        raise ValueError(f"expected a key {key!r}")
    return fields[key]
