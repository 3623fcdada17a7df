"""Our own commands: control of points, gains of moves, explanations, settings, values of combinatorial games, solving.

Nothing here changes the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.board import Scoring
from analysis.runtime.work_limit import current_work

from ..arguments import Arguments
from ..engine.position_analysis import analyse_position, evaluate_game
from ..errors import Failure, syntax_error
from ..registry import MenuEntry, Response, Show, command
from .formatting import plain_number, score

if TYPE_CHECKING:
    from analysis.board import Color, Game, Grid
    from analysis.control import ControlMap
    from analysis.evaluation import Evaluation
    from analysis.ranking.ranker import Candidate, Ranking

    from ..session import Session

READ_AT_START = ("game", "gtp")
"""Tables of settings that only matter when a session begins; commands change the running one."""


def evaluation(session: Session) -> Evaluation:
    """Evaluate the position by the settings in force; what was read before is used again."""
    return evaluate_game(session.game, session.game.position.to_move, session.settings, session.reading_cache)


def control_map(session: Session) -> ControlMap:
    """Return the control map of the position: of the settled board, or with play.control_only of the bare one."""
    return evaluation(session).control


def ranked_moves(session: Session, color: Color, game: Game | None = None) -> Ranking:
    """Rank the moves of `color` in a game, by default the session's, by the settings in force."""
    game = session.game if game is None else game
    cache, local_values = session.reading_cache, session.local_values
    return analyse_position(game, color, session.settings, cache, local_values, ranking_only=True).ranking


@command("mokusan-ownership", returns=Response.BOARD, menu=[MenuEntry(Show.NUMBERS, "Control of the board")])
def ownership(session: Session, arguments: Arguments) -> str:
    """Return the control of each point: rows of numbers in [-1, 1], the top row first, Black positive."""
    from ..render.board_text import dboard

    return "\n" + dboard(control_map(session).values)


@command("mokusan-score", returns=Response.TEXT, menu=[MenuEntry(Show.WINDOW, "Control score")])
def control_score(session: Session, arguments: Arguments) -> str:
    """Return the lead estimated from the control map, with and without komi, and whether the iteration converged.

    It is the sum of the map. Where the rules tax eyes in seki or living groups, the taxes that are to be expected are
    in both numbers, and given apart: `taxes W+2` are two points for White.
    """
    found = evaluation(session)
    control = found.control
    taxes = f", taxes {score(found.tax, 2)}" if found.tax else ""
    state = "converged" if control.converged else "not converged"
    without = f"without komi {score(found.score, 2)}{taxes}"
    return f"{score(found.score_with_komi, 2)} ({without}; {control.sweeps} sweeps, {state})"


@command("mokusan-rank", "[COUNT]", returns=Response.LINES, menu=[MenuEntry(Show.WINDOW_WITH_POINTS, "Best moves")])
def rank(session: Session, arguments: Arguments) -> str:
    """List the best moves of the side to move, the pass included; COUNT of them, by default analyse.top_moves.

    A line has vertex, gain in points compared with a pass, the score after the move (komi included; from the control
    field without the dead stones, not calibrated), and in brackets why genmove excludes the move, if it does. The
    ranking looks one ply ahead; genmove searches further.
    """
    count = arguments.integer(0, "count", 1) if len(arguments) else session.settings.get("analyse.top_moves")
    game = session.game
    ranking = ranked_moves(session, game.position.to_move)
    komi = game.compensation
    return "\n".join(_ranked_line(game.grid, move, komi) for move in ranking.candidates[:count])


def _ranked_line(grid: Grid, move: Candidate, komi: float) -> str:
    gain = plain_number(move.gain, 2)
    reason = f" ({move.reason})" if move.reason else ""
    return f"{grid.vertex(move.point)} gain {gain} score {score(move.score - komi, 2)}{reason}"


@command(
    "mokusan-explain",
    "VERTEX",
    returns=Response.LINES,
    menu=[MenuEntry(Show.WINDOW, "Explain point", "%p")],
    reads=True,
)
def explain(session: Session, arguments: Arguments) -> str:
    """Explain the value of a point, of the stones on it, or of a move there.

    For stones: the proof or search that decided their status, the eyes of their group, first moves that fail with the
    answers to them (of a critical chain those that decide, and what depends on it), the points that this rests on,
    their life probability with its terms, and their strength in the control field. For an empty point: the terms of the
    control field, the gain of a move there, the probability that a player makes it, and what the last analysis of the
    position shows of that move. With play.control_only: the terms of the raw control field alone. Last, the local
    endgame that contains the point, if any.
    """
    from analysis.endgame import LocalGame
    from analysis.explanation import reasons

    from ..text.endgame_table import place_line

    game, color = session.game, session.game.position.to_move
    point = arguments.point(0, game.grid)
    found = analyse_position(game, color, session.settings, session.reading_cache, session.local_values)
    lines = reasons(
        found.evaluation, point, session.settings.control(), recent=[move.point for move in game.moves[-2:]],
        forbidden=game.forbidden(color), ranking=found.ranking,
    )
    lines += _searched(session, point)
    place = None if found.endgame is None else found.endgame.at(point)
    if place is not None:
        lines.append(f"local endgame: {place_line(place, game.grid, game.rules.scoring is Scoring.AREA)}")
    if isinstance(place, LocalGame):
        lines.append(place.reason)
    return "\n".join(lines)


def _searched(session: Session, point: int) -> list[str]:
    """Return what the last analysis of the position shows of a move, in one line; nothing for a move not searched."""
    from ..text.searched_move import searched_move_line

    lines = session.search_trees.lines_at(session.game.position, session.game.rules)
    if lines is None or all(line.point != point for line in lines.lines):
        return []
    return [f"in the last analysis {searched_move_line(lines, point, session.game.compensation)}"]


@command(
    "mokusan-influence",
    "VERTEX",
    returns=Response.BOARD,
    menu=[MenuEntry(Show.NUMBERS, "Influence on point", "%p")],
)
def influence(session: Session, arguments: Arguments) -> str:
    """Return the contribution of each stone to the control of a point, to first order: rows of numbers, Black positive.

    Empty points are 0. If a contribution exceeds 1, all are divided by the largest so that the numbers stay in [-1, 1];
    otherwise they are as computed.
    """
    from analysis.control import sensitivity

    from ..render.board_text import dboard

    position = session.game.position
    point = arguments.point(0, position.grid)
    values = sensitivity(position, point, session.settings.control())
    return "\n" + dboard(values / max(1.0, float(abs(values).max())))


@command("mokusan-settings", "[NAME [VALUE]]", returns=Response.LINES, menu=[MenuEntry(Show.WINDOW, "Settings")])
def settings(session: Session, arguments: Arguments) -> str:
    """List all settings as `NAME = VALUE`, or the one named; with VALUE, change it for the rest of the session.

    Settings of the tables game and gtp apply at the start of a session and cannot be changed here: use `komi`,
    `boardsize` and `kata-set-rules`.
    """
    from ..settings import SettingsError, find

    try:
        if not len(arguments):
            return "\n".join(f"{name} = {find(name).written(value)}" for name, value in session.settings.items())
        setting = find(arguments.text(0))
        if len(arguments) == 1:
            return f"{setting.name} = {setting.written(session.settings.get(setting.name))}"
        if setting.table in READ_AT_START:
            raise Failure(f"{setting.name}: applies at the start of a session and cannot be changed now")
        session.settings.set(setting.name, arguments.text(1))
        session.settings.control()
    except SettingsError as error:
        raise syntax_error(str(error)) from None
    return ""


@command("mokusan-value", "GAME ...", returns=Response.LINES, menu=[MenuEntry(Show.WINDOW, "Value of a game", "%s")])
def value(session: Session, arguments: Arguments) -> str:
    """Evaluate a combinatorial game such as `{4|{3|2}}` or `3^*`: canonical form, count, miai value, thermograph.

    GAME may contain blanks. The board is not used.
    """
    from analysis.values import NotationError

    from ..text.value import ReportError, ValueReport

    try:
        return "\n".join(ValueReport.read(arguments.rest(0)).lines())
    except (NotationError, ReportError) as error:
        raise syntax_error(str(error)) from None


SOLVE_NODES = 1_000_000
"""Positions searched by default: enough for boards up to 3x5, in a second or two."""


@command("mokusan-solve", "[NODES]", returns=Response.LINES, fails=["cannot solve"],
         menu=[MenuEntry(Show.WINDOW_WITH_POINTS, "Solve small board")],
    reads=True,
)
def solve(session: Session, arguments: Arguments) -> str:
    """Solve a small board: its exact value, all first moves and best play; or what is proved after NODES positions.

    By area scoring, under the ko and suicide rules in force, with endless play a draw; NODES is a million by default.
    Under superko, earlier boards of the game are ignored. Results are kept on disk.
    """
    from analysis.solver import Budget

    from ..solve.solution_store import SolutionStore
    from ..solve.solver_query import SolveError, SolveQuery

    nodes = arguments.integer(0, "nodes", 1) if len(arguments) else SOLVE_NODES
    try:
        question, work = SolveQuery.of_game(session.game), current_work()
        budget = Budget(nodes, stopped=lambda: work.is_stopped)
        return "\n".join(question.answer(budget, SolutionStore()).lines())
    except SolveError as error:
        raise Failure(f"cannot solve: {error}") from None
