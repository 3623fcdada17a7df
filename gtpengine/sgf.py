"""Game records: SGF to `analysis.board.Game` and back.

All boards from 1x1 to 25x25, rectangles included, are read on top of sgfmill's grammar (sgfmill's own game objects
refuse rectangles and sides below 2). Only the main line is read: the first variation at every fork.
SGF counts "column, row" from the top left with a = 1; `B[]`, and `B[tt]` up to 19x19, are passes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from sgfmill import sgf_grammar

from analysis.board import BLACK, PASS, RULE_NAMES, WHITE, Color, Game, Grid, IllegalMove, Ko, Move, Position, Rules

from .errors import shown

Node = dict[str, list[bytes]]

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_POINT = re.compile(r"[a-z]{2}")
_RECTANGLE = re.compile(r"([a-z]{2}):([a-z]{2})")
_SIZE = re.compile(r"(\d{1,4})(?:\s*:\s*(\d{1,4}))?")
_FOX_KOMI = {"375": 7.5, "325": 6.5, "275": 5.5, "750": 7.5, "650": 6.5, "550": 5.5}
"""Hundredths of a Chinese point (or of a point), as one large server writes KM."""


class SgfError(ValueError):
    """A record that cannot be read. The message is one line."""


@dataclass(frozen=True)
class _Move:
    number: int
    color: Color
    value: str


@dataclass(frozen=True)
class _Setup:
    """Stones put on or taken off the board: SGF values, in the order of the file; PL, or ""."""

    stones: tuple[tuple[int, str], ...]
    player: str


def load_game(
    source: str | Path | bytes, move: int | None = None, *, komi: float = 7.5, rules: Rules | None = None,
    name: str | None = None, clip: bool = False,
) -> Game:
    """Load the main line of a record as a Game.

    source -- a file name, or the file's contents as bytes
    move   -- stop after so many moves (passes count): the position before move + 1, or the end if None
    komi, rules -- defaults for a record without KM, or without an RU that names a known rule set
    name   -- the record's name in messages; by default its file's name, "sgf" for bytes
    clip   -- whether a number beyond the end stands for the end

    Stones that are set up in the middle of a game start a new line of play there: `undo` does not go behind them. A
    setup that only names the player to move, or changes no stone, keeps the line of play with its boards and its ko.
    The moves are played under simple ko, so that a record is not refused for a superko rule it names (the Game
    has the record's rules from then on); suicide is legal where those rules allow it.

    Raises SgfError: cannot read, a directory, empty, not SGF, another game than Go, a size out of 1..25, an
    unreadable komi or point, an illegal move (named by number and vertex), `move` out of range unless `clip`.
    """
    if name is None:
        name = "sgf" if isinstance(source, bytes) else str(source)
    try:
        return _read_game(source, move, komi, rules if rules is not None else Rules(), clip)
    except SgfError as error:
        raise SgfError(f"{name}: {error}") from None


def game_to_sgf(game: Game, black: str = "", white: str = "", result: str = "") -> str:
    """Write a game as SGF, a node a move: read back, it gives the same positions, komi and rules.

    Moves before stones that were set up in mid-game are not in it.
    """
    grid = game.grid
    size = str(grid.width) if grid.is_square else f"{grid.width}:{grid.height}"
    header = [f"(;FF[4]GM[1]CA[UTF-8]AP[Mokusan]SZ[{size}]KM[{game.komi:.10g}]"]
    name = _rules_name(game.rules)
    optional = (("RU", name), ("HA", str(game.handicap or "")), ("PB", black), ("PW", white), ("RE", result))
    header += [f"{ident}[{_escaped(value)}]" for ident, value in optional if value]
    start = game.start
    for ident, color in (("AB", BLACK), ("AW", WHITE)):
        points = [point for point in range(grid.area) if start.stones[point] == color]
        header.append(f"{ident}{''.join(f'[{sgf_point(grid, p)}]' for p in points)}" if points else "")
    header.append(f"PL[{start.to_move.letter}]")
    lines = ["".join(header)]
    moves = [_move_text(move, after) for move, after in zip(game.moves, game.positions[1:], strict=True)]
    lines += ["".join(moves[i : i + 12]) for i in range(0, len(moves), 12)]
    return "\n".join(lines) + ")\n"


def sgf_point(grid: Grid, point: int) -> str:
    """Format a point as SGF writes it, column and row; "" for PASS."""
    if point == PASS:
        return ""
    row, col = grid.row_col(point)
    return _LETTERS[col] + _LETTERS[row]


def sgf_points(grid: Grid, value: str, where: str) -> list[int]:
    """Return the points of one value such as those of AB or TR: a point "aa", or a rectangle "aa:cc".

    Raises SgfError, with a text that begins with `where`, for any other value and for points off the board.
    """
    corners = _RECTANGLE.fullmatch(value)
    if not corners:
        return [_board_point(grid, value, where)]
    (top, left), (bottom, right) = (grid.row_col(_board_point(grid, corner, where)) for corner in corners.groups())
    rows = range(min(top, bottom), max(top, bottom) + 1)
    return [grid.at(row, col) for row in rows for col in range(min(left, right), max(left, right) + 1)]


def _read_game(source: str | Path | bytes, move: int | None, komi: float, rules: Rules, clip: bool) -> Game:
    """Do the work of `load_game`, which adds the record's name to an SgfError."""
    nodes = _main_line(_contents(source))
    root = nodes[0]
    if _text(root, "GM") not in ("", "1"):
        raise SgfError(f"GM: expected 1 (Go), got {shown(_text(root, 'GM'))}")
    grid = _grid(root)
    komi = _komi(_text(root, "KM"), komi)
    rules = _rules(_text(root, "RU"), rules)
    steps = list(_steps(nodes))
    colors = [step.color for step in steps if isinstance(step, _Move)]
    count = len(colors)
    if move is None or (clip and move > count):
        move = count
    if not 0 <= move <= count:
        raise SgfError(f"move: expected 0..{count}, got {move}")
    player = _first_player(root, colors)
    game = Game(Position.empty(grid.height, grid.width, player), rules=_with_simple_ko(rules), komi=komi)
    played = 0
    for step in steps:
        if isinstance(step, _Setup):
            game = _set_up(game, step, colors[played] if played < count else game.position.to_move)
        elif step.number > move:
            break
        else:
            _play(game, step)
            played = step.number
    game.rules = rules
    game.handicap = _handicap(root)
    return game


def _contents(source: str | Path | bytes) -> bytes:
    if isinstance(source, bytes):
        data = source
    else:
        try:
            data = Path(source).read_bytes()
        except OSError as error:
            raise SgfError(f"cannot read: {error.strerror}") from None
        except ValueError as error:  # a NUL in the name
            raise SgfError(f"cannot read: {error}") from None
    if not data.strip():
        raise SgfError("the file is empty")
    return data


def _main_line(data: bytes) -> list[Node]:
    try:
        return list(sgf_grammar.main_sequence_iter(sgf_grammar.parse_sgf_game(data)))
    except ValueError as error:
        raise SgfError(f"not a game record: {error}") from None


def _text(node: Node, ident: str) -> str:
    """Return a property's first value, trimmed; "" if it is missing."""
    values = node.get(ident)
    return values[0].decode("utf-8", "replace").strip() if values else ""


def _grid(root: Node) -> Grid:
    text = _text(root, "SZ")
    if not text:
        return Grid(19, 19)
    match = _SIZE.fullmatch(text)
    if not match:
        raise SgfError(f"SZ: expected a size such as 19, or columns:rows, got {shown(text)}")
    width, height = int(match[1]), int(match[2] or match[1])
    try:
        return Grid(height, width)
    except ValueError as error:
        raise SgfError(f"{error}") from None


def _komi(text: str, default: float) -> float:
    if not text:
        return default
    if text in _FOX_KOMI:
        return _FOX_KOMI[text]
    try:
        komi = float(text.replace(",", "."))
    except ValueError:
        komi = math.nan
    if not math.isfinite(komi) or abs(komi) > 1000:
        raise SgfError(f"KM: expected a number in [-1000, 1000], got {shown(text)}")
    return komi


def _rules(text: str, default: Rules) -> Rules:
    try:
        return Rules.named(text) if text else default
    except ValueError:
        return default


def _rules_name(rules: Rules) -> str:
    """Return a name of these rules; "" if there is none."""
    return next((name for name in RULE_NAMES if Rules.named(name) == rules), "")


def _with_simple_ko(rules: Rules) -> Rules:
    return replace(rules, ko=Ko.SIMPLE)


def _handicap(root: Node) -> int:
    text = _text(root, "HA")
    return int(text) if text.isdecimal() and len(text) < 4 and 2 <= int(text) <= 625 else 0


def _steps(nodes: Sequence[Node]) -> Iterator[_Move | _Setup]:
    """Yield the moves and setups of the nodes, in order. Within a node, setup comes before moves."""
    number = 0
    for node in nodes:
        stones = tuple(
            (color, value.decode("utf-8", "replace").strip())
            for ident, color in (("AB", 1), ("AW", -1), ("AE", 0))
            for value in node.get(ident, ())
            if value.strip()  # some programs write AB[] for no stones
        )
        player = _text(node, "PL")
        if stones or player:
            yield _Setup(stones, player)
        for ident in node:
            if ident in ("B", "W"):
                number += 1
                yield _Move(number, Color.parse(ident), _text(node, ident))


def _first_player(root: Node, movers: Sequence[Color]) -> Color:
    """Return who moves first: PL, else the first mover, else White if Black alone has setup stones."""
    player = _text(root, "PL")
    if player:
        return _player(player)
    if movers:
        return movers[0]
    return WHITE if _sets_up(root, "AB") and not _sets_up(root, "AW") else BLACK


def _sets_up(node: Node, ident: str) -> bool:
    return any(value.strip() for value in node.get(ident, ()))


def _player(text: str) -> Color:
    try:
        return Color.parse({"1": "B", "2": "W"}.get(text, text))  # old records, of cgoban 1, have numbers
    except ValueError:
        raise SgfError(f"PL: expected B or W, got {shown(text)}") from None


def _set_up(game: Game, setup: _Setup, to_move: Color) -> Game:
    """Return a new Game from the game's position with the setup made; the game itself if no stone changes."""
    before = game.position
    stones = before.stones.copy()
    for color, value in setup.stones:
        for point in sgf_points(game.grid, value, "setup"):
            stones[point] = color
    if setup.player:
        to_move = _player(setup.player)
    if np.array_equal(stones, before.stones):
        game.give_turn(to_move)
        return game
    try:
        position = Position.from_stones(game.grid, stones, to_move=to_move)
    except ValueError as error:
        raise SgfError(f"setup: {error}") from None
    start = replace(position, captures=before.captures)
    return Game(start, rules=game.rules, komi=game.komi, earlier=game.moves_before_start + len(game.moves))


def _board_point(grid: Grid, value: str, where: str) -> int:
    if not _POINT.fullmatch(value):
        raise SgfError(f"{where}: expected a point of two lower-case letters, got {shown(value)}")
    col, row = _LETTERS.index(value[0]), _LETTERS.index(value[1])
    if row >= grid.height or col >= grid.width:
        raise SgfError(f"{where}: {value} is off the {grid} board")
    return grid.at(row, col)


def _play(game: Game, move: _Move) -> None:
    grid = game.grid
    is_pass = not move.value or (move.value == "tt" and max(grid.height, grid.width) <= 19)
    where = f"move {move.number}, {move.color.letter}"
    point = PASS if is_pass else _board_point(grid, move.value, where)
    try:
        game.play(move.color, point)
    except IllegalMove as error:
        raise SgfError(f"{where} {grid.vertex(point)}: illegal ({error.reason})") from None


def _move_text(move: Move, after: Position) -> str:
    """Write a node for a move, and one with PL where the same player is to move again."""
    turn = f";PL[{move.color.letter}]" if after.to_move is move.color else ""
    return f";{move.color.letter}[{sgf_point(after.grid, move.point)}]{turn}"


def _escaped(text: str) -> str:
    """Escape simple text for a property: one line, `]` and `\\` escaped."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("]", "\\]")
