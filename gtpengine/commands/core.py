"""Commands about the engine and the session: names, board size, komi, records, `quit`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.board import PASS, Grid, Position

from ..arguments import Arguments
from ..errors import Failure, Quit, shown
from ..registry import REGISTRY, MenuEntry, Response, Show, command
from .formatting import plain_number

if TYPE_CHECKING:
    from ..session import Session

MAX_KOMI = 1000


@command("protocol_version", returns=Response.INTEGER)
def protocol_version(session: Session, arguments: Arguments) -> str:
    """Return the version of GTP that is implemented: 2."""
    return "2"


@command("name", returns=Response.TEXT)
def name(session: Session, arguments: Arguments) -> str:
    """Return the engine's name."""
    return session.name


@command("version", returns=Response.TEXT)
def version(session: Session, arguments: Arguments) -> str:
    """Return the engine's version."""
    return session.version


@command("known_command", "NAME", returns=Response.BOOLEAN)
def known_command(session: Session, arguments: Arguments) -> str:
    """Return whether `list_commands` lists a command of that name; names are case-sensitive."""
    return "true" if arguments.text(0) in REGISTRY.offered(session) else "false"


@command("list_commands", returns=Response.LINES)
def list_commands(session: Session, arguments: Arguments) -> str:
    """List all commands, one per line: `protocol_version` first, the others in alphabetical order.

    With the setting `gtp.files` = `none` it leaves out `loadsgf`, so that front ends send the moves instead.
    `printsgf` is always listed: without FILE it returns the record.
    """
    return "\n".join(REGISTRY.offered(session))


@command("help", "[NAME]", returns=Response.LINES, fails=["unknown command"])
def help_(session: Session, arguments: Arguments) -> str:
    """List all commands with their arguments and summaries, one per line; with NAME, show that command's full help."""
    if len(arguments):
        return REGISTRY.find(arguments.text(0)).help()
    entries = map(REGISTRY.find, REGISTRY.offered(session))
    return "\n".join(f"{entry.name} {entry.usage}".rstrip() + f": {entry.summary}" for entry in entries)


@command("quit")
def quit_(session: Session, arguments: Arguments) -> str:
    """End the session after the response."""
    raise Quit


@command("boardsize", "WIDTH [HEIGHT]", fails=["unacceptable size"])
def boardsize(session: Session, arguments: Arguments) -> str:
    """Start a new game on an empty board of WIDTH columns and HEIGHT rows, 1 to 25 each; square without HEIGHT.

    Komi, rules and time settings are kept.
    """
    width = arguments.integer(0, "width")
    height = arguments.integer(1, "height") if len(arguments) > 1 else width
    try:
        grid = Grid(height, width)
    except ValueError:
        raise Failure("unacceptable size") from None
    session.new_game(Position.empty(grid.height, grid.width))
    return ""


@command("rectangular_boardsize", "WIDTH HEIGHT", fails=["unacceptable size"])
def rectangular_boardsize(session: Session, arguments: Arguments) -> str:
    """Start a new game on an empty board of WIDTH columns and HEIGHT rows, 1 to 25 each."""
    return boardsize(session, arguments)


@command("clear_board")
def clear_board(session: Session, arguments: Arguments) -> str:
    """Start a new game on an empty board of the same size. Komi, rules and time settings are kept."""
    grid = session.game.grid
    session.new_game(Position.empty(grid.height, grid.width))
    return ""


@command("komi", "NUMBER", fails=["unacceptable komi"])
def komi(session: Session, arguments: Arguments) -> str:
    """Set the komi, the points added to White's score, from -1000 to 1000; a decimal comma (`7,5`) is read too."""
    points = arguments.number(0, "komi")
    if abs(points) > MAX_KOMI:
        raise Failure(f"unacceptable komi: expected -{MAX_KOMI} to {MAX_KOMI}, got {shown(arguments.text(0))}")
    session.game.komi = points
    return ""


@command("get_komi", returns=Response.NUMBER)
def get_komi(session: Session, arguments: Arguments) -> str:
    """Return the komi, the points added to White's score."""
    return plain_number(session.game.komi)


@command("showboard", returns=Response.LINES, menu=[MenuEntry(Show.WINDOW, "Board as text")])
def showboard(session: Session, arguments: Arguments) -> str:
    """Show the board as text: X Black, O White, the last move in brackets, numbers of captured stones below."""
    from ..render.board_text import showboard as draw

    last = session.last_move()
    return "\n" + draw(session.game.position, last.point if last else PASS)


@command("loadsgf", "FILE [MOVE]", fails=["cannot load file"], only_files=True)
def loadsgf(session: Session, arguments: Arguments) -> str:
    """Load the main line of a game record, with its board size and komi, up to the position before move number MOVE.

    `loadsgf game.sgf 1` gives the position before the first move. Without MOVE, or with a number beyond the last move,
    the final position is loaded. Komi and rules that the record does not specify are kept. A file name cannot contain
    blanks or `#`. Besides SGF, records of Tygem (GIB), Wbaduk (NGF) and Pandanet (UGF) are read. What is repaired on
    the way, illegal moves among it, is reported on stderr.

    FILE may be any file that the user who runs the engine may read. The setting `gtp.files` = `none` forbids it.
    """
    from analysis.runtime.notices import notify

    from ..sgf import SgfError, load_game

    if not session.may_read_files:
        raise _forbidden(session, "cannot load file")
    file = Path(arguments.text(0))
    before = arguments.integer(1, "move", 1) if len(arguments) > 1 else None
    notices: list[str] = []
    game = session.game
    try:
        move = None if before is None else before - 1
        loaded = load_game(
            file, move, komi=game.komi, rules=game.rules, clip=True, notices=notices,
            max_bytes=session.settings.max_record_bytes,
        )
    except SgfError as error:
        raise Failure(f"cannot load file: {error}") from None
    for text in notices:
        notify(f"{file}: {text}")
    session.replace_game(loaded)
    return ""


@command("printsgf", "[FILE]", returns=Response.SGF, fails=["cannot write file"])
def printsgf(session: Session, arguments: Arguments) -> str:
    """Return the game as SGF; with FILE, write it to that file and return nothing.

    FILE may be any file that the user who runs the engine may write, and replaces one that is there. The setting
    `gtp.files` = `read` or `none` forbids it. A file name cannot contain blanks or `#`.
    """
    from ..files.text_files import InputError, write_text
    from ..sgf import game_to_sgf

    record = game_to_sgf(session.game)
    if not len(arguments):
        return record
    if not session.may_write_files:
        raise _forbidden(session, "cannot write file")
    file = arguments.text(0)
    try:
        if Path(file).is_fifo():
            raise InputError("is a pipe, which may have no reader")
        write_text(file, record)
    except InputError as error:
        reason = str(error).removeprefix(f"{file}: cannot write: ")
        raise Failure(f"cannot write file: {shown(file)}: {reason}") from None
    return ""


def _forbidden(session: Session, failure: str) -> Failure:
    """Return the failure of a command that names a file against the setting gtp.files."""
    return Failure(f"{failure}: forbidden by the setting gtp.files = {session.settings.get('gtp.files')}")


@command("cputime", returns=Response.NUMBER)
def cputime(session: Session, arguments: Arguments) -> str:
    """Return the processor time that the engine has used so far, in seconds."""
    return f"{time.process_time():.3f}"


@command("gomill-cpu_time", returns=Response.NUMBER)
def gomill_cpu_time(session: Session, arguments: Arguments) -> str:
    """Return the same as `cputime`, under gomill's name."""
    return cputime(session, arguments)
