"""Commands that play: moves, undo, handicap, and the score and final status of the finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from analysis.board import (
    BLACK,
    EMPTY,
    PASS,
    CannotUndo,
    Color,
    IllegalMove,
    counted_owners,
    fixed_handicap,
    most_fixed_handicap,
)

from ..arguments import Arguments
from ..engine.move_choice import Decision, decide
from ..errors import Failure
from ..registry import MenuEntry, Response, Show, command
from ..render.live_gfx import control_map_shown
from .formatting import score

if TYPE_CHECKING:
    import numpy.typing as npt

    from analysis.board import Game
    from analysis.ownership.final_status import FinalBoard

    from ..session import Session

STONE_STATUSES = ("dead", "alive", "seki")
FINAL_STATUSES = (*STONE_STATUSES, "black_territory", "white_territory", "dame")
"""The final statuses of points, as in GNU Go: of stones, and of empty points."""

BOARD_NOT_EMPTY = "board not empty"
BAD_VERTEX_LIST = "bad vertex list"
INVALID_NUMBER = "invalid number of stones"


@command("play", "COLOR VERTEX", fails=["illegal move"])
def play(session: Session, arguments: Arguments) -> str:
    """Play a stone or `pass` for either colour, in any order of turns; captures and ko follow the rules in force.

    With gtp.forgiving moves on empty points that ko, superko or the ban on suicide forbid are played too, as game
    records contain them, with a line on stderr: a lone stone without liberties is taken off again. A point with a stone
    is refused in any case.
    """
    color = arguments.color(0)
    point = arguments.vertex(1, session.game.grid)
    try:
        session.play(color, point)
    except IllegalMove:
        raise Failure("illegal move") from None
    return ""


@command("genmove", "COLOR", returns=Response.VERTEX, reads=True)
def genmove(session: Session, arguments: Arguments) -> str:
    """Choose a move for a colour, play it and return it.

    The move is the one with the most visits in a tree search over the policy's likeliest moves, if it gains at least
    play.pass_below points and does not repeat an earlier board; `pass` if there is none or if passing wins; `resign`
    only with play.resign. With little time on the clock the search is smaller.
    """
    color = arguments.color(0)
    with control_map_shown(session.game, session.settings):
        decision = decide(
            session.game, color, session.move_settings(color), session.local_values,
            seconds=session.move_seconds(color), reading_cache=session.reading_cache,
        )  # fmt: skip
    return play_decision(session, color, decision)


@command("reg_genmove", "COLOR", returns=Response.VERTEX, reads=True)
def reg_genmove(session: Session, arguments: Arguments) -> str:
    """Return the move that `genmove` would play, without playing it; the same game always gives the same move."""
    color, game = arguments.color(0), session.game
    decision = decide(
        game, color, session.move_settings(color), session.local_values,
        seconds=session.move_seconds(color), reading_cache=session.reading_cache,
    )  # fmt: skip
    if decision.resign:
        return "resign"
    return game.grid.vertex(next(point for point in decision.points if game.is_legal(color, point)))


def play_decision(session: Session, color: Color, decision: Decision) -> str:
    """Play the first legal move of a decision and return its vertex, or "resign". Its search is kept for analyses."""
    session.keep_search(decision.lookahead)
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
    """Take back the last move, a pass included. Handicap stones and setup stones cannot be taken back."""
    try:
        session.undo()
    except CannotUndo:
        raise Failure("cannot undo") from None
    return ""


@command("fixed_handicap", "STONES", returns=Response.VERTICES, fails=[BOARD_NOT_EMPTY, INVALID_NUMBER])
def handicap_fixed(session: Session, arguments: Arguments) -> str:
    """Place Black's handicap stones on the fixed points of the GTP specification and return these points.

    Only on square boards of 7 or more lines: 2 to 4 stones on 7x7 and on even sizes, 2 to 9 on odd sizes from 9x9 on.
    """
    stones = arguments.integer(0, "stones")
    _require_empty(session)
    try:
        points = fixed_handicap(session.game.grid, stones)
    except ValueError:
        raise Failure(INVALID_NUMBER) from None
    session.place_handicap(points)
    return session.game.grid.vertices(points)


@command("place_free_handicap", "STONES", returns=Response.VERTICES, fails=[BOARD_NOT_EMPTY, INVALID_NUMBER])
def place_free_handicap(session: Session, arguments: Arguments) -> str:
    """Place Black's handicap stones on points that the engine chooses and return these points.

    The points are those of `fixed_handicap` as far as they go; further stones are placed one by one on the best-ranked
    next move of Black. STONES is from 2 to one less than the number of points of the board.
    """
    stones = arguments.integer(0, "stones")
    _require_empty(session)
    grid = session.game.grid
    if not 2 <= stones < grid.area:
        raise Failure(INVALID_NUMBER)
    fixed = min(stones, most_fixed_handicap(grid))
    points = fixed_handicap(grid, fixed) if fixed >= 2 else []
    session.place_handicap(_with_ranked(session, points, stones))
    return grid.vertices(np.flatnonzero(session.game.position.stones))


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
    """Place Black's handicap stones on the given points: 2 or more, all different, not the whole board."""
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


@command("final_score", returns=Response.SCORE, menu=[MenuEntry(Show.TEXT, "Final score")], reads=True)
def final_score(session: Session, arguments: Arguments) -> str:
    """Return the score of the finished game, komi included, by the rules in force: `B+3.5`, `W+0.5` or `0`.

    It is counted on the board without the stones of `final_status_list dead`, which are prisoners under territory
    scoring; there, points beside stones of `final_status_list seki` count for nobody. Under rules with a group tax
    (`stone-scoring`) each living group pays two points.
    """
    game, final = session.game, session.final()
    return score(game.score(final.dead, final.seki))


@command(
    "final_status_list",
    "|".join(FINAL_STATUSES),
    returns=Response.VERTICES,
    menu=[
        MenuEntry(Show.POINTS, "Dead stones", "dead"), MenuEntry(Show.POINTS, "Living stones", "alive"),
        MenuEntry(Show.POINTS, "Stones in seki", "seki"),
    ],
    reads=True,
)
def final_status_list(session: Session, arguments: Arguments) -> str:
    """List the points of a final status: stones `dead`, `alive` or in `seki`, or empty points by their owner.

    Each stone is in exactly one of the first three lists, whole chains together; each empty point in exactly one of
    `black_territory`, `white_territory` and `dame`, as `final_status` answers for it.

    The status is proved where possible, else found by reading, else the likelier one if neither side plays on. With
    play.control_only, only stones in the opponent's unconditional territory are dead, and none are in seki. After a
    clean-up pass (`kgs-genmove_cleanup`) all stones are alive.
    """
    wanted = arguments.choice(0, "status", FINAL_STATUSES)
    final, game = session.final(), session.game
    if wanted in STONE_STATUSES:
        return game.grid.vertices(sorted(getattr(final, wanted)))
    owners = _owners(game, final)
    empty = np.flatnonzero(game.position.stones == EMPTY).tolist()
    return game.grid.vertices([point for point in empty if _owned_by(owners[point]) == wanted])


@command("final_status", "VERTEX", returns=Response.TEXT, reads=True)
def final_status(session: Session, arguments: Arguments) -> str:
    """Return the final status of a point: `alive`, `dead` or `seki`, or `black_territory`, `white_territory` or `dame`.

    Stones have the status of `final_status_list`. Territory is what the remaining stones of one colour alone surround;
    under territory scoring, and wherever the rules have a tax, stones in seki surround none.
    """
    game, final = session.game, session.final()
    point = arguments.point(0, game.grid)
    chain = final.at(point)
    if chain is not None:
        return chain.status
    return _owned_by(_owners(game, final)[point])


def _owners(game: Game, final: FinalBoard) -> npt.NDArray[np.int8]:
    """Return the owner of every point, (area,) int8, by the scoring of the game's rules."""
    return counted_owners(game.position, game.rules, final.dead, final.seki)


def _owned_by(owner: int) -> str:
    """Return the final status of an empty point with this owner, +1, -1 or 0."""
    return f"{Color(int(owner)).word}_territory" if owner else "dame"
