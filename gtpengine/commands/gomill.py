"""Commands of gomill's ringmaster: the engine and its settings described, and the last move explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.board import PASS, Color

from ..arguments import Arguments
from ..engine.final_status import final_status_of
from ..engine.move_choice import passing_wins
from ..engine.searched_lines import searched_lines
from ..registry import MenuEntry, Response, Show, command
from ..settings import find
from ..text.searched_move import fitted, searched_move_line
from .formatting import plain_number, score
from .mokusan import ranked_moves

if TYPE_CHECKING:
    from analysis.board import Game, Move

    from ..session import Session

@command("gomill-describe_engine", returns=Response.LINES)
def describe_engine(session: Session, arguments: Arguments) -> str:
    """Return the engine's name and version, then each setting that differs from its default, one per line."""
    changed = [
        f"{name} = {find(name).written(value)}"
        for name, value in session.settings.items()
        if value != find(name).default
    ]
    return "\n".join([f"{session.name} {session.version}", *changed])


@command(
    "gomill-explain_last_move",
    returns=Response.TEXT,
    menu=[MenuEntry(Show.WINDOW_WITH_POINTS, "Why the last move")],
)
def explain_last_move(session: Session, arguments: Arguments) -> str:
    """Explain the last move in one line of at most 90 characters, or why it was a pass.

    The numbers are those of the analysis of the position before it: the lead after the move, komi included, its rank
    among the searched moves, and what it gains or loses. The move may be of either side. Without reading they are the
    ranker's.
    """
    game, last = session.game, session.last_move()
    if last is None:
        return "no move has been played"
    before = game.at_move(len(game.moves) - 1)
    if last.point == PASS:
        return fitted(_why_pass(session, before, last.color))
    if not before.is_legal(last.color, last.point):
        return f"{game.grid.vertex(last.point)} was played by other rules"
    settings = session.settings
    lines = searched_lines(before, last.color, last.point, settings, session.search_trees, session.local_values,
                           session.reading_cache)
    if lines is None:
        return _why_ranked(session, before, last)
    return searched_move_line(lines, last.point, game.compensation, *_taken(game, before, last.color))


def _why_pass(session: Session, before: Game, color: Color) -> str:
    settings, cache = session.settings, session.reading_cache
    if settings.get("play.pass_when_winning") and passing_wins(before, color, settings, cache):
        final = final_status_of(before, settings, cache)
        result = score(before.score(final.dead, final.seki))
        return f"pass: after the opponent's pass it wins, {result} as the board stands"
    ranking = ranked_moves(session, color, before)
    if not ranking.playable:
        return "pass: no move is left but own eyes and settled territory"
    lines = searched_lines(before, color, PASS, settings, session.search_trees, session.local_values,
                           session.reading_cache)
    if lines is None:
        best, gain = ranking.playable[0].point, ranking.playable[0].gain
    else:
        leads = {line.point: line.lead for line in lines.lines}
        best = max((point for point in leads if point != PASS), key=lambda point: color * leads[point], default=PASS)
        gain = color * (leads[best] - leads[PASS])
    least = plain_number(settings.get("play.pass_below"))
    found = f"the best move is {before.grid.vertex(best)}, which gains {plain_number(gain, 2)}"
    return f"pass: {found}; genmove passes below {least}"


def _why_ranked(session: Session, before: Game, last: Move) -> str:
    """Explain a move by the ranker."""
    ranking = ranked_moves(session, last.color, before)
    rank, move = next(
        (rank, move) for rank, move in enumerate(ranking.candidates, 1) if move.point == last.point
    )
    after = score(move.score - before.compensation, 1)
    text = f"{before.grid.vertex(move.point)}: {after} after it, number {rank} of {len(ranking.candidates)} ranked"
    though = (f"though {move.reason}",) if move.reason else ()
    return fitted(text, *though, f"gains {plain_number(move.gain, 1)}", *_taken(session.game, before, last.color))


def _taken(game: Game, before: Game, color: Color) -> tuple[str, ...]:
    taken = _prisoners(game, color) - _prisoners(before, color)
    return (f"takes {taken} stone{'s' if taken > 1 else ''}",) if taken else ()


def _prisoners(game: Game, color: Color) -> int:
    by_black, by_white = game.position.captures
    return by_black if color is Color.BLACK else by_white
