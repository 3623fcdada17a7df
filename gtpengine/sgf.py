"""Game records to `analysis.board.Game` and back.

Only the main line is read: the first variation at every fork. All boards from 1x1 to 25x25 are read, rectangles too.
A record is read as far as it can be: what is repaired on the way (syntax, encoding, komi, rules, illegal moves) is said
in notices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from analysis.board import (
    BLACK,
    EMPTY,
    PASS,
    WHITE,
    Color,
    Game,
    Grid,
    Ko,
    Move,
    Position,
    Rules,
    UnsupportedRules,
    parse_rules,
    rules_text,
)
from analysis.runtime.notices import notify_once

from .errors import shown
from .files.bounded_read import MAX_BYTES, ReadError, read_file
from .records.komi_text import read_komi
from .records.record_nodes import decoded, main_line_nodes
from .records.sgf_error import SgfError, line_and_column
from .records.sgf_parser import Node, Notify
from .records.sgf_values import (
    escaped_text,
    is_standard,
    sgf_handicap,
    sgf_move,
    sgf_player,
    sgf_point,
    sgf_points,
    sgf_size,
)

MAX_MOVES = 20_000
"""Most moves of a record that are read."""


@dataclass(frozen=True)
class _Move:
    number: int
    color: Color
    value: str
    is_forced: bool
    offset: int | None


@dataclass(frozen=True)
class _Setup:
    """Stones put on or taken off the board: SGF values, in the order of the file; PL, or ""."""

    stones: tuple[tuple[int, str], ...]
    player: str


def load_game(
    source: str | Path | bytes, move: int | None = None, *, komi: float = 7.5, rules: Rules | None = None,
    name: str | None = None, clip: bool = False, notices: list[str] | None = None, max_bytes: int = MAX_BYTES,
    encoding: str = "",
) -> Game:
    """Load the main line of a record as a Game.

    source -- a file name, or the file's contents as bytes
    move   -- stop after so many moves (passes count): the position before move + 1, or the end if None
    komi, rules -- defaults for a record without a KM or RU that can be read
    name   -- the record's name in messages; by default its file's name, "sgf" for bytes
    clip   -- whether a number beyond the end stands for the end
    notices -- a list to which one line is appended for each thing that was repaired; by default the lines go to the
               subscribers of `analysis.runtime.notices`, with the record's name
    max_bytes -- the largest file that is read
    encoding -- Python's name of the text's encoding; by default it is what the record declares and its bytes are

    Stones that are set up in the middle of a game start a new line of play there: `undo` does not go behind them. A
    setup that only names the player to move, or changes no stone, keeps the line of play with its boards and its ko.
    Moves are executed as SGF FF[4] says, illegal ones too: a stone on the point is replaced, a ko is retaken, chains
    without liberty are removed, and a notice names the move. The superko of the record's rules holds only from its last
    move on.

    Raises SgfError: cannot read, no regular file, larger than `max_bytes`, empty, no game record, another game than
    Go, a size out of 1..25, an unreadable point of a move (with line and column), `move` out of range unless `clip`.
    """
    if name is None:
        name = "sgf" if isinstance(source, bytes) else str(source)
    collected: list[str] = []
    try:
        game = _load(source, collected.append, max_bytes, encoding, move, komi, rules or Rules(), clip)
    except SgfError as error:
        raise SgfError(f"{name}: {error}") from None
    finally:
        if notices is None:
            for text in collected:
                notify_once(f"{name}: {text}")
        else:
            notices += collected
    return game


def _load(
    source: str | Path | bytes, notify: Notify, max_bytes: int, encoding: str, move: int | None, komi: float,
    rules: Rules, clip: bool,
) -> Game:
    """Do the work of `load_game`, which adds the record's name to an SgfError; this adds the place in the text."""
    try:
        data = source if isinstance(source, bytes) else read_file(source, max_bytes)
    except ReadError as error:
        raise SgfError(str(error)) from None
    text = decoded(data, notify, encoding).text
    try:
        return game_of_nodes(main_line_nodes(text, notify), notify, move=move, komi=komi, rules=rules, clip=clip)
    except SgfError as error:
        if error.offset is None:
            raise
        raise SgfError(f"{error} ({line_and_column(text, error.offset)})", error.offset) from None


def game_of_nodes(
    nodes: Sequence[Node], notify: Notify, *, move: int | None = None, komi: float = 7.5, rules: Rules | None = None,
    clip: bool = False,
) -> Game:
    """Play the nodes of a main line, the root first, as `load_game` does. `notify` is called with each notice."""
    root = nodes[0] if nodes else Node()
    if _text(root, "GM").lower() not in ("", "1", "go"):
        raise SgfError(f"GM: expected 1 (Go), got {shown(_text(root, 'GM'))}")
    try:
        grid = Grid(*sgf_size(_text(root, "SZ")))
    except ValueError as error:
        raise SgfError(str(error)) from None
    steps = list(_steps(nodes, notify))
    colors = [step.color for step in steps if isinstance(step, _Move)]
    count = len(colors)
    if move is None or (clip and move > count):
        move = count
    if not 0 <= move <= count:
        raise SgfError(f"move: expected 0..{count}, got {move}")
    rules = _rules(_text(root, "RU"), rules or Rules(), notify)
    komi = _komi(root, grid, komi, notify)
    player = _first_player(root, colors, notify)
    game = Game(Position.empty(grid.height, grid.width, player), rules=replace(rules, ko=Ko.SIMPLE), komi=komi)
    played = 0
    for step in steps:
        if isinstance(step, _Setup):
            game = _set_up(game, step, colors[played] if played < count else game.position.to_move, notify)
        elif step.number > move:
            break
        else:
            _play(game, step, notify)
            played = step.number
    game.rules = rules
    game.handicap = sgf_handicap(_text(root, "HA"))
    return game


# -- the root --------------------------------------------------------------------------------------------------------


def _text(node: Node, ident: str) -> str:
    """Return a property's first value, trimmed; "" if it is missing."""
    values = node.get(ident)
    return values[0].strip() if values else ""


def _rules(text: str, default: Rules, notify: Notify) -> Rules:
    if not text:
        return default
    try:
        return parse_rules(text)
    except UnsupportedRules as error:
        notify(f"RU: {_reason(error)}; {rules_text(error.nearest)} is used")
        return error.nearest
    except ValueError as error:
        notify(f"RU: {_reason(error)}; {rules_text(default)} is used")
        return default


def _reason(error: ValueError) -> str:
    return str(error).removeprefix("rules: ")


def _komi(root: Node, grid: Grid, default: float, notify: Notify) -> float:
    """Read KM, or a KO of the root, which some old records have in its place."""
    text = _text(root, "KM") or _text(root, "KO")
    if not text:
        if "KM" in root:
            notify(f"KM: expected a number, got ''; komi {default:g} is used")
        return default
    program = f"{_text(root, 'AP')} {_text(root, 'SO')} {_text(root, 'PC')} {_text(root, 'GN')}".lower()
    is_fox = "fox" in program or "野狐" in program
    komi, notice = read_komi(text, grid.area, fox=is_fox, literal=_text(root, "AP").startswith("Mokusan"))
    if notice:
        notify(notice if komi is not None else f"{notice}; komi {default:g} is used")
    return default if komi is None else komi


def _first_player(root: Node, movers: Sequence[Color], notify: Notify) -> Color:
    """Return who moves first: PL, else the first mover, else White if Black alone has setup stones."""
    default = WHITE if _sets_up(root, "AB") and not _sets_up(root, "AW") else BLACK
    if movers:
        default = movers[0]
    return _player(_text(root, "PL"), default, notify)


def _player(text: str, default: Color, notify: Notify) -> Color:
    """Return the player that PL names; the default, with a notice, if it names none."""
    if not text:
        return default
    try:
        return sgf_player(text)
    except SgfError as error:
        notify(f"{error}; {default.letter} is used")
        return default


def _sets_up(node: Node, ident: str) -> bool:
    return any(value.strip() for value in node.get(ident, ()))


# -- moves and setups ------------------------------------------------------------------------------------------------


def _steps(nodes: Sequence[Node], notify: Notify) -> Iterator[_Move | _Setup]:
    """Yield the moves and setups of the nodes, in order. Within a node, setup comes before moves."""
    number = 0
    for node in nodes:
        stones = tuple(
            (color, value.strip())
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
                if number > MAX_MOVES:
                    notify(f"more than {MAX_MOVES} moves: the record is read to there")
                    return
                yield _Move(number, Color.parse(ident), _text(node, ident), "KO" in node, node.offset)


def _set_up(game: Game, setup: _Setup, to_move: Color, notify: Notify) -> Game:
    """Return a new Game from the game's position with the setup made; the game itself if no stone changes."""
    before = game.position
    stones = before.stones.copy()
    for color, value in setup.stones:
        try:
            points = sgf_points(game.grid, value, "setup")
        except SgfError as error:
            notify(f"{error}: it is skipped")
            continue
        if not is_standard(value):
            named = " to ".join(map(game.grid.vertex, dict.fromkeys((points[0], points[-1]))))
            notify(f"setup: {shown(value)} is read as {named}")
        stones[points] = color
    to_move = _player(setup.player, to_move, notify)
    if np.array_equal(stones, before.stones):
        game.give_turn(to_move)
        return game
    start = _without_captured(game.grid, stones, to_move, notify)
    start = replace(start, captures=before.captures)
    return Game(start, rules=game.rules, komi=game.komi, earlier=game.moves_before_start + len(game.moves))


def _without_captured(grid: Grid, stones: np.ndarray, to_move: Color, notify: Notify) -> Position:
    """Return a position of stones that were set up, without chains that have no liberty: first those to move."""
    position = Position(grid, stones.astype(np.int8), to_move)
    for color in (to_move, to_move.opponent):
        lost = [
            point for chain in position.chains() if position.stones[chain[0]] == color
            and not position.liberties_at(chain[0]) for point in chain
        ]
        if lost:
            notify(f"setup: the {color.word} stones without liberty at {grid.vertex(lost[0])} are removed")
            kept = position.stones.copy()
            kept[lost] = EMPTY
            position = Position(grid, kept, to_move)
    return position


def _play(game: Game, move: _Move, notify: Notify) -> None:
    where = f"move {move.number}, {move.color.letter}"
    try:
        point = sgf_move(game.grid, move.value, where)
    except SgfError as error:
        raise SgfError(str(error), move.offset) from None
    if not is_standard(move.value) or (point == PASS and move.value not in ("", "tt")):
        notify(f"{where}: {shown(move.value)} is read as {game.grid.vertex(point)}")
    reason = game.execute(move.color, point)
    if reason and not move.is_forced:
        notify(f"{where} {game.grid.vertex(point)}: illegal ({reason}): it is played as it stands")


# -- writing ---------------------------------------------------------------------------------------------------------


def game_to_sgf(game: Game, black: str = "", white: str = "", result: str = "") -> str:
    """Write a game as SGF, a node a move: read back, it gives the same positions, komi and rules.

    Moves before stones that were set up in mid-game are not in it.
    """
    grid = game.grid
    size = str(grid.width) if grid.is_square else f"{grid.width}:{grid.height}"
    header = [f"(;FF[4]GM[1]CA[UTF-8]AP[Mokusan]SZ[{size}]KM[{game.komi:.10g}]"]
    handicap = str(game.handicap or "")
    rules = "" if game.rules == Rules() else rules_text(game.rules)
    texts = (("RU", rules), ("HA", handicap), ("PB", black), ("PW", white), ("RE", result))
    header += [f"{ident}[{_escaped(value)}]" for ident, value in texts if value]
    start = game.start
    for ident, color in (("AB", BLACK), ("AW", WHITE)):
        points = [point for point in range(grid.area) if start.stones[point] == color]
        header.append(f"{ident}{''.join(f'[{sgf_point(grid, p)}]' for p in points)}" if points else "")
    header.append(f"PL[{start.to_move.letter}]")
    lines = ["".join(header)]
    moves = [_move_text(move, after) for move, after in zip(game.moves, game.positions[1:], strict=True)]
    lines += ["".join(moves[i : i + 12]) for i in range(0, len(moves), 12)]
    return "\n".join(lines) + ")\n"


def _move_text(move: Move, after: Position) -> str:
    """Write a node for a move, and one with PL where the same player is to move again."""
    turn = f";PL[{move.color.letter}]" if after.to_move is move.color else ""
    return f";{move.color.letter}[{sgf_point(after.grid, move.point)}]{turn}"


def _escaped(text: str) -> str:
    """Escape simple text for a property: one line, `]` and `\\` escaped."""
    return escaped_text(" ".join(text.split()))


__all__ = ["MAX_MOVES", "SgfError", "game_of_nodes", "game_to_sgf", "load_game"]
