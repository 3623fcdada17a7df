"""Commands of gomill's ringmaster: the engine and its settings described, and the last move explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from analysis.board import PASS, Color

from ..arguments import Arguments
from ..engine.final_status import final_status_of
from ..engine.move_choice import passing_wins
from ..registry import MenuEntry, Response, Show, command
from ..settings import find
from .formatting import plain_number, score
from .mokusan import ranked_moves

if TYPE_CHECKING:
    from analysis.board import Game
    from analysis.ranking.ranker import Ranking

    from ..session import Session

MAX_POINTS = 3
"""How many points are named where control changes most."""
MIN_CHANGE = 0.05
"""A point is named only if its control changes by so much."""


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
    """Explain the last move in one line: its gain, its rank and where control changes most; or why it was a pass.

    The move may be of either side; the answer is empty at the start of a game. Gains and changes of control are from
    the mover's side; the score includes komi.
    """
    game, last = session.game, session.last_move()
    if last is None:
        return ""
    before = game.at_move(len(game.moves) - 1)
    ranking = ranked_moves(session, last.color, before)
    if last.point == PASS:
        return _why_pass(session, before, ranking)
    index = next((index for index, move in enumerate(ranking.candidates) if move.point == last.point), None)
    if index is None:
        return f"{game.grid.vertex(last.point)} was played by other rules"
    return _why_move(session, before, ranking, index)


def _why_pass(session: Session, before: Game, ranking: Ranking) -> str:
    settings, cache = session.settings, session.reading_cache
    if settings.get("play.pass_when_winning") and passing_wins(before, ranking.color, settings, cache):
        final = final_status_of(before, settings, cache)
        result = score(before.score(final.dead, final.seki))
        return f"pass: after the opponent's pass it wins, {result} as the board stands"
    least = plain_number(session.settings.get("play.pass_below"))
    if not ranking.playable:
        return "pass: no move is left but own eyes and settled territory"
    best = ranking.playable[0]
    found = f"the best move is {before.grid.vertex(best.point)}, which gains {plain_number(best.gain, 2)}"
    return f"pass: {found}; genmove passes below {least}"


def _why_move(session: Session, before: Game, ranking: Ranking, index: int) -> str:
    game, color = session.game, ranking.color
    move = ranking.candidates[index]
    lead = move.score - game.compensation
    parts = [
        f"{game.grid.vertex(move.point)} gains {plain_number(move.gain, 2)} points for {color.word}"
        f" (number {index + 1} of {len(ranking.candidates)}, {score(lead, 2)} after it)"
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
    """Return the points where control changed most for the mover, the greatest gain first: "D4 +0.81"."""
    from analysis.control import estimate_many

    grid = before.grid
    stones = np.array([before.position.stones, session.game.position.stones])
    values = estimate_many(grid, stones, session.settings.control()).values.reshape(2, -1)
    change = int(color) * (values[1] - values[0])
    order = np.argsort(-change, kind="stable")[:MAX_POINTS]
    return [f"{grid.vertex(int(p))} {change[p]:+.2f}" for p in order if change[p] >= MIN_CHANGE]
