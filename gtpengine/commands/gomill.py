"""Commands of gomill's ringmaster beside `gomill-cpu_time`: what plays here, and why it played so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from analysis.board import PASS, Color

from ..arguments import Arguments
from ..engine.final_status import final_of
from ..engine.move_choice import passing_wins
from ..engine.position_analysis import rank_game
from ..registry import Analyse, Response, Show, command
from ..settings import find
from .formatting import plain_number, score

if TYPE_CHECKING:
    from analysis.board import Game
    from analysis.ranking.ranker import Ranking

    from ..session import Session

MOST_POINTS = 3
LEAST_CHANGE = 0.05
"""A point is named if its control changes by as much."""


@command("gomill-describe_engine", returns=Response.LINES)
def describe_engine(session: Session, arguments: Arguments) -> str:
    """The engine's name and version, then each setting that is not at its default, a line each."""
    changed = [
        f"{name} = {find(name).written(value)}"
        for name, value in session.settings.items()
        if value != find(name).default
    ]
    return "\n".join([f"{session.name} {session.version}", *changed])


@command(
    "gomill-explain_last_move",
    returns=Response.TEXT,
    analyse=[Analyse(Show.WINDOW_WITH_POINTS, "Why the last move")],
)
def explain_last_move(session: Session, arguments: Arguments) -> str:
    """Why the last move, in one line: its gain, its rank, and where control changes most; or why it passed.

    Whoever played it; nothing at the start of a game. Points are for the mover, the score holds komi.
    """
    game, last = session.game, session.last_move()
    if last is None:
        return ""
    before = game.at_move(len(game.moves) - 1)
    ranking = rank_game(before, last.color, session.settings, session.memory, session.known)
    if last.point == PASS:
        return _why_pass(session, before, ranking)
    place = next((at for at, move in enumerate(ranking.candidates) if move.point == last.point), None)
    if place is None:
        return f"{game.grid.vertex(last.point)} was played by other rules"
    return _why_move(session, before, ranking, place)


def _why_pass(session: Session, before: Game, ranking: Ranking) -> str:
    settings, memory = session.settings, session.memory
    if settings.get("play.pass_when_winning") and passing_wins(before, ranking.color, settings, memory):
        final = final_of(before, settings, memory)
        result = score(before.score(final.dead, final.seki))
        return f"pass: after the opponent's pass it wins, {result} as the board stands"
    least = plain_number(session.settings.get("play.pass_below"))
    if not ranking.playable:
        return "pass: no move is left but own eyes and settled territory"
    best = ranking.playable[0]
    found = f"the best move is {before.grid.vertex(best.point)}, which gains {plain_number(best.gain, 2)}"
    return f"pass: {found}; genmove passes below {least}"


def _why_move(session: Session, before: Game, ranking: Ranking, place: int) -> str:
    game, color = session.game, ranking.color
    move = ranking.candidates[place]
    lead = move.score - game.compensation
    parts = [
        f"{game.grid.vertex(move.point)} gains {plain_number(move.gain, 2)} points for {color.word}"
        f" (number {place + 1} of {len(ranking.candidates)}, {score(lead, 2)} after it)"
    ]
    taken = _prisoners(game, color) - _prisoners(before, color)
    if taken:
        parts.append(f"takes {taken} stone{'s' if taken > 1 else ''}")
    changes = _changes(session, before, color)
    if changes:
        parts.append(f"control shifts most at {', '.join(changes)}")
    if move.reason:
        parts.append(f"though {move.reason}")
    return ", ".join(parts)


def _prisoners(game: Game, color: Color) -> int:
    by_black, by_white = game.position.captures
    return by_black if color is Color.BLACK else by_white


def _changes(session: Session, before: Game, color: Color) -> list[str]:
    """Where control changed most for the mover, the greatest gain first: "D4 +0.81"."""
    from analysis.control import estimate_many

    grid = before.grid
    stones = np.array([before.position.stones, session.game.position.stones])
    values = estimate_many(grid, stones, session.settings.control()).values.reshape(2, -1)
    change = int(color) * (values[1] - values[0])
    order = np.argsort(-change, kind="stable")[:MOST_POINTS]
    return [f"{grid.vertex(int(p))} {change[p]:+.2f}" for p in order if change[p] >= LEAST_CHANGE]
