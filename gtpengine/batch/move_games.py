"""Read games from which the move policy is fitted: lists of games, game records, and lines of JSON.

A list has a game a line: the size, the komi, the result, then the moves as in SGF (`pd`, `pass`), Black's first. A
fourth field `B` or `W` before the moves names the side whose moves are learned; else those of both are. A game that was
counted ends with a pass, even if the list leaves it out. Lists may be compressed with gzip (*.gz).
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from analysis.board import BLACK, PASS, WHITE, Color, Game, Grid, IllegalMove, Position
from analysis.board.grid import MAX_SIDE
from analysis.policy import fit as policy_fit
from analysis.policy.fit import GameMoves
from analysis.runtime import notices

from ..errors import shown
from ..files.json_lines import Fields, read_file
from ..files.position_lines import parse_position_line
from ..settings import Settings
from ..sgf import SgfError, load_game
from .bulk_estimates import EstimateError
from .game_source import BatchError, CollectionRecord, GameSource

MIN_BOARD = 9
"""Lines of a board; records on smaller ones are not used."""
MIN_MOVES = 20
"""Moves of a record; those with fewer are problems rather than games."""
LIST_SUFFIXES = (".txt", ".txt.gz")
"""What files of lists are called; all others are records, or folders of records."""

LETTERS = "abcdefghijklmnopqrstuvwxy"
_MOVE = re.compile(r"[a-y][a-y]|pass")
_COUNTED = re.compile(r"[BW]\+[0-9]")


def fit_policy(
    sources: Sequence[str], settings: Settings, jsonl: str | None = None, state: str | None = None
) -> policy_fit.Fit:
    """Fit the policy to games; notices tell how far it is.

    The order of the games, which decides which of them are kept back, is that of the sources and of the games in them.

    sources -- lists of games, SGF records, folders of records. Records are used if they begin with an empty board or
               handicap stones, on at least MIN_BOARD lines, and have MIN_MOVES moves or more; duplicates are used once
    jsonl   -- a file of lines as for `estimate` with "game" and "moves": the longest line of each game is used
    state   -- a file for the state of the fit, see `analysis.policy.fit`

    Raises EstimateError for files that cannot be read, a wrong line, or too few games.
    """
    try:
        games = [] if jsonl is None else list(_games_of_json(jsonl, settings))
        for source in sources:
            games += _games_of_list(source) if source.endswith(LIST_SUFFIXES) else _games_of_records(source)
        return policy_fit.fit(_different(games), None if state is None else Path(state), notices.notify)
    except (BatchError, ValueError) as error:
        raise EstimateError(str(error)) from None
    except OSError as error:
        raise EstimateError(f"{error.filename}: {error.strerror}") from None


def provenance(fitted: policy_fit.Fit, sources: Sequence[str]) -> str:
    """Return the text of analysis/policy/weights.json: what the weights were fitted to, and how well they predict."""
    return json.dumps(
        {
            "games": [Path(source).name for source in sources], "patterns": int(fitted.weights.keys.size),
            "positions": fitted.positions,
            "on games that were kept back": {size: vars(figures) for size, figures in fitted.figures.items()},
        },
        indent=1,
    ) + "\n"


def _games_of_list(source: str) -> Iterator[GameMoves]:
    """Yield the games of a list. Raises ValueError for a wrong line, naming it."""
    try:
        data = Path(source).read_bytes()
        text = (gzip.decompress(data) if source.endswith(".gz") else data).decode("ascii")
    except OSError as error:
        raise EstimateError(f"{source}: cannot read: {error.strerror}") from None
    except (UnicodeDecodeError, EOFError, zlib.error) as error:
        raise EstimateError(f"{source}: cannot read: {error}") from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield game_of_line(line)
            except ValueError as error:
                raise EstimateError(f"{source}: line {number}: {error}") from None


def game_of_line(line: str) -> GameMoves:
    """Return the game of a line of a list. Raises ValueError."""
    words = line.split()
    if len(words) < 3 or not words[0].isdecimal():
        raise ValueError(f"expected SIZE KOMI RESULT MOVES..., got {shown(line)}")
    grid, result = Grid(int(words[0])), words[2]
    side = words[3] if words[3:4] in (["B"], ["W"]) else ""
    points = []
    for number, word in enumerate(words[4 if side else 3 :], 1):
        col, row = map(LETTERS.index, word) if len(word) == 2 and _MOVE.fullmatch(word) else (MAX_SIDE, MAX_SIDE)
        if word != "pass" and max(row, col) >= grid.width:
            last = LETTERS[grid.width - 1]
            raise ValueError(f"move {number}: expected pass or two letters up to {last}, got {shown(word)}")
        points.append(PASS if word == "pass" else grid.at(row, col))
    if _COUNTED.match(result) and points[-1:] != [PASS]:
        points.append(PASS)
    colors = np.where(np.arange(len(points)) % 2, int(WHITE), int(BLACK))
    wanted = np.ones(len(points), np.bool_) if not side else colors == int(Color.parse(side))
    return _game(grid, np.zeros(grid.area, np.int8), colors, points, wanted)


def _game(grid: Grid, stones: Any, colors: Any, points: Any, wanted: Any = None) -> GameMoves:
    wanted = np.ones(len(points), np.bool_) if wanted is None else wanted
    return GameMoves(grid, stones, np.array(colors, np.int8), np.array(points, np.int16), wanted)


def _moves_of(game: Game) -> GameMoves:
    return _game(
        game.grid, game.start.stones, [int(move.color) for move in game.moves], [move.point for move in game.moves]
    )


def _different(games: Sequence[GameMoves]) -> list[GameMoves]:
    """Return the games without those that repeat an earlier one."""
    found = {(game.grid, game.stones.tobytes(), game.points.tobytes()): game for game in reversed(games)}
    return list(found.values())[::-1]


def _games_of_records(source: str) -> Iterator[GameMoves]:
    """Yield the games of SGF records; a notice says which cannot be read."""
    for record in GameSource([source]):
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
        is_game = min(game.grid.height, game.grid.width) >= MIN_BOARD and len(game.moves) >= MIN_MOVES
        if is_game and not (game.start.stones == WHITE).any():
            yield _moves_of(game)


def _games_of_json(source: str, settings: Settings) -> Iterator[GameMoves]:
    """Yield the longest line of each game. Raises ValueError for a wrong line."""
    longest: dict[str, tuple[int, Grid, list[Any]]] = {}
    lines = read_file(source, lambda number, fields: (number, *_game_of_fields(fields, settings)), EstimateError)
    for number, game, grid, moves in lines:
        if game not in longest or len(moves) > len(longest[game][2]):
            longest[game] = number, grid, moves
    for number, grid, moves in longest.values():
        yield _moves_of(_replayed(grid, moves, f"{source}: line {number}"))


def _game_of_fields(fields: Fields, settings: Settings) -> tuple[str, Grid, list[Any]]:
    """Return the name, the grid and the moves of a line's game. Raises ValueError for a missing or wrong field."""
    grid = parse_position_line(fields, settings).position.grid
    for key in ("game", "moves"):
        if key not in fields:
            raise ValueError(f"expected a key {key!r}")
    if not isinstance(fields["moves"], list):
        raise ValueError(f"moves: expected a list, got {type(fields['moves']).__name__}")
    return str(fields["game"]), grid, fields["moves"]


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


__all__ = ["fit_policy", "game_of_line", "provenance"]
