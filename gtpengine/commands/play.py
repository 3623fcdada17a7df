"""Commands that play: moves, undo, handicap, and the score and final status of the finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from analysis.board import (
    BLACK,
    PASS,
    CannotUndo,
    Color,
    IllegalMove,
    Scoring,
    fixed_handicap,
    most_fixed_handicap,
    territory_owners,
)

from ..arguments import Arguments
from ..engine.move_choice import Decision, decide
from ..errors import Failure
from ..registry import MenuEntry, Response, Show, command
from ..render.live_gfx import control_map_shown
from .formatting import score, vertices

if TYPE_CHECKING:
    from ..session import Session

BOARD_NOT_EMPTY = "board not empty"
BAD_VERTEX_LIST = "bad vertex list"
INVALID_NUMBER = "invalid number of stones"


@command("play", "COLOR VERTEX", fails=["illegal move"])
def play(session: Session, arguments: Arguments) -> str:
    """Play a stone or `pass` for either colour, whoever moved last; captures and ko as the rules say."""
    color = arguments.color(0)
    point = arguments.vertex(1, session.game.grid)
    try:
        session.game.play(color, point)
    except IllegalMove:
        raise Failure("illegal move") from None
    return ""


@command("genmove", "COLOR", returns=Response.VERTEX)
def genmove(session: Session, arguments: Arguments) -> str:
    """Choose a move for a colour and play it.

    Of the moves worth a look the one that most boards were looked at behind, if it gains at least play.pass_below
    points and does not bring back an earlier board; `pass` if there is none or if passing wins; `resign` only with
    play.resign. With little time on the clock less is looked at.
    """
    color = arguments.color(0)
    with control_map_shown(session.game, session.settings):
        decision = decide(session.game, color, session.move_settings(color), session.local_values)
    return play_decision(session, color, decision)


@command("reg_genmove", "COLOR", returns=Response.VERTEX)
def reg_genmove(session: Session, arguments: Arguments) -> str:
    """The move that `genmove` would play, without playing it: the same for the same game."""
    color, game = arguments.color(0), session.game
    decision = decide(game, color, session.move_settings(color), session.local_values)
    if decision.resign:
        return "resign"
    return game.grid.vertex(next(point for point in decision.points if game.is_legal(color, point)))


def play_decision(session: Session, color: Color, decision: Decision) -> str:
    """Play the first legal move of a decision and return its vertex, or "resign"."""
    if decision.resign:
        return "resign"
    for point in decision.points:
        try:
            session.game.play(color, point)
        except IllegalMove:
            continue
        return session.game.grid.vertex(point)
    raise AssertionError("a decision ends with a pass, which is always legal")


@command("undo", fails=["cannot undo"])
def undo(session: Session, arguments: Arguments) -> str:
    """Take back the last move, a pass included. Handicap stones and setup cannot be taken back."""
    try:
        session.undo()
    except CannotUndo:
        raise Failure("cannot undo") from None
    return ""


@command("fixed_handicap", "STONES", returns=Response.VERTICES, fails=[BOARD_NOT_EMPTY, INVALID_NUMBER])
def handicap_fixed(session: Session, arguments: Arguments) -> str:
    """Put Black's handicap stones on the points of GTP's table and name them.

    Square boards from 7 lines on: 2 to 4 stones on 7 and on even sizes, 2 to 9 on odd sizes from 9 on.
    """
    stones = arguments.integer(0, "stones")
    _require_empty(session)
    try:
        points = fixed_handicap(session.game.grid, stones)
    except ValueError:
        raise Failure(INVALID_NUMBER) from None
    session.place_handicap(points)
    return vertices(session.game.grid, points)


@command("place_free_handicap", "STONES", returns=Response.VERTICES, fails=[BOARD_NOT_EMPTY, INVALID_NUMBER])
def place_free_handicap(session: Session, arguments: Arguments) -> str:
    """Put Black's handicap stones where the engine likes and name them.

    The points of the fixed table as far as it goes, further stones one by one where the ranking puts Black's next
    move; any number from 2 to one less than the board has points.
    """
    stones = arguments.integer(0, "stones")
    _require_empty(session)
    grid = session.game.grid
    if not 2 <= stones < grid.area:
        raise Failure(INVALID_NUMBER)
    fixed = min(stones, most_fixed_handicap(grid))
    points = fixed_handicap(grid, fixed) if fixed >= 2 else []
    session.place_handicap(_with_ranked(session, points, stones))
    return vertices(grid, np.flatnonzero(session.game.position.stones))


def _with_ranked(session: Session, points: list[int], stones: int) -> list[int]:
    """Return `points` and as many more of Black's best moves as make `stones` in all."""
    from analysis.ranking.ranker import rank_moves

    position = session.game.position.with_to_move(BLACK)
    chosen = list(points)
    for point in chosen:
        position = position.play(point, BLACK)
    while len(chosen) < stones:
        ranking = rank_moves(position, session.settings.control(), color=BLACK)
        moves = ranking.playable or [move for move in ranking.candidates if move.point != PASS]
        chosen.append(moves[0].point)
        position = position.play(chosen[-1], BLACK)
    return chosen


@command("set_free_handicap", "VERTEX VERTEX ...", fails=[BOARD_NOT_EMPTY, BAD_VERTEX_LIST])
def set_free_handicap(session: Session, arguments: Arguments) -> str:
    """Put Black's handicap stones on these points: 2 or more, all different, not the whole board."""
    _require_empty(session)
    grid = session.game.grid
    try:
        session.place_handicap([grid.point(word) for word in arguments.words])
    except ValueError:
        raise Failure(BAD_VERTEX_LIST) from None
    return ""


def _require_empty(session: Session) -> None:
    if session.game.position.stones.any():
        raise Failure(BOARD_NOT_EMPTY)


@command("final_score", returns=Response.SCORE, menu=[MenuEntry(Show.TEXT, "Final score")])
def final_score(session: Session, arguments: Arguments) -> str:
    """The score of the finished game with komi, `B+3.5`, `W+0.5` or `0`, by the rules in force.

    Dead are the stones of `final_status_list dead`. By area the point of a dead stone is his who takes it.
    """
    game, final = session.game, session.final()
    return score(game.score(final.dead, final.seki))


@command(
    "final_status_list",
    "dead|alive|seki",
    returns=Response.VERTICES,
    menu=[
        MenuEntry(Show.POINTS, "Dead stones", "dead"), MenuEntry(Show.POINTS, "Living stones", "alive"),
        MenuEntry(Show.POINTS, "Stones in seki", "seki"),
    ],
)
def final_status_list(session: Session, arguments: Arguments) -> str:
    """The stones of a final status, whole chains, every stone in exactly one of the three lists.

    By proof, reading and, of what these leave open, by what is likely where nobody plays any more; with
    play.control_only, dead is only what stands in the enemy's unconditional territory, and seki is never said. After a
    clean-up pass (`kgs-genmove_cleanup`) all are alive.
    """
    standing = arguments.choice(0, "status", ("dead", "alive", "seki"))
    final = session.final()
    return vertices(session.game.grid, sorted(getattr(final, standing)))


@command("final_status", "VERTEX", returns=Response.TEXT)
def final_status(session: Session, arguments: Arguments) -> str:
    """What a point is at the end: `alive`, `dead` or `seki` stones, `black_territory`, `white_territory` or `dame`.

    As in `final_status_list`; territory is what the stones that are left alone surround, by territory rules those in
    seki apart.
    """
    game, final = session.game, session.final()
    point = arguments.point(0, game.grid)
    chain = final.at(point)
    if chain is not None:
        return chain.status
    by_area = game.rules.scoring is Scoring.AREA
    owner = int((final.owner if by_area else territory_owners(game.position, final.dead, final.seki))[point])
    return f"{Color(owner).word}_territory" if owner else "dame"
