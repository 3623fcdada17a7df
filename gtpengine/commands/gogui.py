"""GoGui's commands: setup, the window title, and dialogs for the settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analysis.board import Color, Game, IllegalMove, Position

from ..arguments import Arguments
from ..errors import Failure, shown, syntax_error
from ..registry import Handler, MenuEntry, Response, Show, command
from ..settings import ALIASES, SETTINGS, TABLE, Setting, SettingsError, Value
from .mokusan import READ_AT_START

if TYPE_CHECKING:
    from ..session import Session

ILLEGAL_SETUP = "illegal setup"
GAME_BEGUN = "game has begun"


@command("gogui-title", returns=Response.TEXT)
def title(session: Session, arguments: Arguments) -> str:
    """Return a title for GoGui's window: the engine's name and version. GoGui asks only when a game begins."""
    return f"{session.name} {session.version}"


# -- setup ----------------------------------------------------------------------------------------------------------


@command("gogui-setup", "[COLOR VERTEX ...]", fails=["board not empty", GAME_BEGUN, ILLEGAL_SETUP])
def setup(session: Session, arguments: Arguments) -> str:
    """Place setup stones, all of them or none, on the empty board of a new game; `undo` does not take them back.

    Every chain needs a liberty, and no vertex may be given twice. Black is to move, unless `gogui-setup_player`
    follows.
    """
    game = session.game
    if game.moves:
        raise Failure(GAME_BEGUN)
    if game.position.stones.any():
        raise Failure("board not empty")
    stones = game.position.stones.copy()
    for color, point in _moves(game, arguments):
        if point < 0:
            raise syntax_error("vertex: expected a point of the board, got 'pass'")
        if stones[point]:
            raise Failure(f"{ILLEGAL_SETUP}: {game.grid.vertex(point)} given twice")
        stones[point] = color
    try:
        position = Position.from_stones(game.grid, stones)
    except ValueError as error:
        raise Failure(f"{ILLEGAL_SETUP}: {error}") from None
    session.new_game(position)
    return ""


@command("gogui-setup_player", "COLOR", fails=[GAME_BEGUN])
def setup_player(session: Session, arguments: Arguments) -> str:
    """Set which side moves first, before any move is played; the stones are kept."""
    color, game = arguments.color(0), session.game
    if game.moves:
        raise Failure(GAME_BEGUN)
    handicap = game.handicap
    session.new_game(game.position.with_to_move(color))
    session.game.handicap = handicap
    return ""


@command("gogui-play_sequence", "[COLOR VERTEX ...]", fails=["illegal move"])
def play_sequence(session: Session, arguments: Arguments) -> str:
    """Play several moves as `play` does, all of them or none."""
    game = session.game
    for number, (color, point) in enumerate(_moves(game, arguments), 1):
        try:
            session.play(color, point)
        except IllegalMove as error:
            vertex = game.grid.vertex(point)
            raise Failure(f"illegal move: number {number}, {color.letter} {vertex}: {error.reason}") from None
    return ""


def _moves(game: Game, arguments: Arguments) -> Iterator[tuple[Color, int]]:
    """Yield the arguments as pairs of a colour and a point or PASS. Raises Failure."""
    if len(arguments) % 2:
        raise syntax_error(f"expected pairs of a color and a vertex, got {len(arguments)} words")
    for index in range(0, len(arguments), 2):
        yield arguments.color(index), arguments.vertex(index + 1, game.grid)


# -- dialogs for the settings ---------------------------------------------------------------------------------------


def _dialog(table: str) -> Handler:
    """Return the handler of the dialog for one table of settings."""
    rows = {setting.key: setting for setting in SETTINGS if setting.table == table}

    def dialog(session: Session, arguments: Arguments) -> str:
        if not len(arguments):
            return "\n".join(_field(setting, session.settings.get(setting.name)) for setting in rows.values())
        earlier = ALIASES.get(f"{table}.{arguments.text(0)}")  # an earlier name of the setting
        key = arguments.choice(0, "key", rows) if earlier is None else TABLE[earlier].key
        if len(arguments) == 1:
            raise syntax_error(f"{key}: expected a value after it, got nothing")
        try:
            session.settings.set(rows[key].name, _value(rows[key], arguments.text(1)))
            session.settings.control()
        except SettingsError as error:
            raise syntax_error(str(error)) from None
        return ""

    dialog.__doc__ = f"""List the fields of GoGui's dialog for {table}.*, one per line; with KEY and VALUE, change one.

    Fields are `[bool] KEY 1`, `[list/A/B] KEY A` and `[string] KEY TEXT`. A bool is 1 or 0, or `true` or `false`.
    """
    return dialog


def _field(setting: Setting, value: Value) -> str:
    """Format one field of a dialog."""
    if setting.kind == "bool":
        return f"[bool] {setting.key} {int(value)}"
    kind = f"list/{'/'.join(map(str, setting.choices))}" if setting.choices else "string"
    return f"[{kind}] {setting.key} {value}"


def _value(setting: Setting, word: str) -> str:
    """Convert a value of a dialog to what the settings read. Raises Failure."""
    if setting.kind != "bool":
        return word
    truth = {"1": "true", "0": "false"}.get(word, word)
    if truth not in ("true", "false"):
        raise syntax_error(f"{setting.name}: expected 1 or 0, got {shown(word)}")
    return truth


for _table in dict.fromkeys(setting.table for setting in SETTINGS):
    if _table not in READ_AT_START:
        _entry = MenuEntry(Show.DIALOG, f"Settings of {_table}")
        command(f"gogui-param_{_table}", "[KEY VALUE]", returns=Response.LINES, menu=[_entry])(_dialog(_table))
