"""Local endgames: their values as lines and on GoGui's board, and best play in them. Nothing here changes the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.board import Scoring

from ..arguments import Arguments
from ..engine.position_analysis import NotCountedError, count_endgame, endgame_of
from ..errors import Failure
from ..registry import MenuEntry, Response, Show, command
from ..text import endgame, play_order
from .gnugo import MUST_HOLD_A_STONE
from .mokusan import evaluation

if TYPE_CHECKING:
    from analysis.endgame import EndgameTable, LocalGame, LocalGames

    from ..session import Session
    from ..text.play_order import BoardOrder

NOT_READ = "local games rest on the status of all chains"
NO_GAME = "no local game there"


def local_games(session: Session, immortal: tuple[int, ...] = ()) -> LocalGames:
    """Count the local games of the position by the settings in force. Raises Failure where the status is not read."""
    try:
        return count_endgame(evaluation(session), session.settings, session.local_values, immortal)
    except NotCountedError as error:
        raise Failure(str(error)) from None


def endgame_table(session: Session, immortal: tuple[int, ...] = ()) -> EndgameTable:
    """Return the table of the endgame of the position. Raises Failure where the status is not read."""
    games = local_games(session, immortal)
    return endgame_of(session.game, evaluation(session), games)


def _by_area(session: Session) -> bool:
    return session.game.rules.scoring is Scoring.AREA


@command("mokusan-miai", "[VERTEX ...]", returns=Response.LINES, fails=[NOT_READ, MUST_HOLD_A_STONE],
         menu=[MenuEntry(Show.WINDOW_WITH_POINTS, "Local endgames")],
    reads=True,
)
def miai(session: Session, arguments: Arguments) -> str:
    """List the local endgames, one per line: those counted exactly by miai value, estimated ones by urgency.

    A line has points, count, miai value, kind, the best move of either side, and certainty. The count is Black's points
    in the place by territory scoring; the miai value is the gain of a move. Under area rules the miai value by area
    follows, which is one higher because the stone played is itself a point. Of several best moves the first is listed.
    Values are exact where all lines of play were searched, if necessary under a condition that is named. Where the
    board is open, places around likely moves are estimated: what is at stake there, with an interval for four of five
    such places, and each side's likeliest move; such a place comes before an exact one if its least stake is larger
    than that one's miai value. Then come places that are undecided, with the chains whose life is not known, and
    regions that were not counted. What belongs to one side as it stands is not listed. Stones on the given
    vertices are assumed to be alive. A group tax, as in stone scoring, is in none of these values.
    """
    grid, stones = session.game.grid, session.game.position.stones
    immortal = tuple(arguments.point(index, grid) for index in range(len(arguments)))
    empty = [point for point in immortal if not stones[point]]
    if empty:
        raise Failure(f"{MUST_HOLD_A_STONE}: {grid.vertex(empty[0])}")
    from ..text.endgame_table import lines

    return "\n".join(lines(endgame_table(session, immortal), grid, _by_area(session)))


@command("mokusan-miai_map", returns=Response.LINES, fails=[NOT_READ],
         menu=[MenuEntry(Show.GRAPHICS, "Map of local endgames")],
    reads=True,
)
def miai_map(session: Session, arguments: Arguments) -> str:
    """Show the local endgames in GoGui's graphics format: coloured by miai value, the best moves labelled with it.

    Red from 4 points on, orange from 2, yellow from 1, green below. Estimated places are coloured by the least that is
    at stake, and labelled with ~ and their points at stake. Undecided places, and regions that were not counted, are
    crossed.
    """
    from ..text.endgame_table import graphics

    return "\n".join(graphics(endgame_table(session), session.game.grid))


@command("mokusan-local", "VERTEX", returns=Response.LINES, fails=[NOT_READ, NO_GAME],
         menu=[MenuEntry(Show.WINDOW_WITH_POINTS, "Local endgame at point", "%p")],
    reads=True,
)
def local(session: Session, arguments: Arguments) -> str:
    """Show the local endgame that contains a point: its line of `mokusan-miai`, its terms, its moves, its thermograph.

    The terms are deiri value (swing) and tally, gote or sente of which side, the follow-up of either side's best move,
    who has the privilege of sente, and while what is left elsewhere players would call it double sente. The table of
    moves has for each the count after it, the gain of the next move, and what it loses against the best. For a ko:
    count, miai value and tally without ko threats and with either side komaster, and the threats that each side needs.
    For a point outside of all local endgames: whose it is as it stands, or why it was not counted.
    """
    from analysis.endgame import place_view

    from ..text.endgame_table import point_text

    grid = session.game.grid
    point = arguments.point(0, grid)
    found = endgame_table(session)
    game = found.games.at(point)
    if game is not None:
        view = place_view(game, session.local_values, session.settings.endgame())
        return "\n".join(endgame.details(view, grid, _by_area(session)))
    text = point_text(found, point, grid)
    if text is None:
        raise Failure(NO_GAME)
    return text


@command("mokusan-local_line", "VERTEX [COLOR]", returns=Response.LINES, fails=[NOT_READ, NO_GAME],
         menu=[MenuEntry(Show.MOVES, "Best play in a local endgame", "%p")],
    reads=True,
)
def local_line(session: Session, arguments: Arguments) -> str:
    """Return best play in the local endgame at a point, while each move needs an answer: `B D4 W C3 ...`.

    COLOR moves first, by default the side to move. The line is empty if neither side need play.
    """
    from analysis.endgame import best_line

    grid = session.game.grid
    point = arguments.point(0, grid)
    color = arguments.color(1) if len(arguments) > 1 else session.game.position.to_move
    line = best_line(_game_at(session, point), color, session.local_values, session.settings.endgame())
    return " ".join(f"{mover.letter} {grid.vertex(move)}" for mover, move in line)


@command("mokusan-endgame_order", "[COLOR]", returns=Response.LINES, fails=[NOT_READ],
         menu=[MenuEntry(Show.WINDOW, "Order of play in the endgame")],
    reads=True,
)
def endgame_order(session: Session, arguments: Arguments) -> str:
    """Show the order of play in the endgame, both sides playing best, with COLOR, by default the side to move, first.

    First the score it comes to, Black's lead, by the rules' scoring and by the other, and with komi. It is *proved*
    where all places are exact and all walls stand, *exact, if* some chains live where it depends on those, else
    *bounded*, with the least and greatest result of the places counted exactly; others are left out. Then a line per
    move: number, colour, vertex, what it is (sente, answer, gote, reverse sente, miai, tedomari, ko), the miai value at
    that time by the rules' scoring, and its place. Then what a first move elsewhere loses against the first move. The
    moves are those of exact play of the sum; where that is too large or a ko matters, answers first, then the largest.
    A group tax, as in stone scoring, is left out.
    """
    return "\n".join(play_order.lines(_order(session, arguments), session.game.grid))


@command("mokusan-endgame_order_map", "[COLOR]", returns=Response.LINES, fails=[NOT_READ],
         menu=[MenuEntry(Show.GRAPHICS, "Order of play in the endgame, numbered")],
    reads=True,
)
def endgame_order_map(session: Session, arguments: Arguments) -> str:
    """Show the moves of `mokusan-endgame_order` in GoGui's graphics format, numbered in order.

    Moves of COLOR are green, the other side's blue; of several moves on a point the first is shown.
    """
    return "\n".join(play_order.graphics(_order(session, arguments), session.game.grid))


def _order(session: Session, arguments: Arguments) -> BoardOrder:
    game = session.game
    color = arguments.color(0) if len(arguments) else game.position.to_move
    return play_order.find_order(game, local_games(session), color)


def _game_at(session: Session, point: int) -> LocalGame:
    game = local_games(session).at(point)
    if game is None:
        raise Failure(NO_GAME)
    return game
