"""GNU Go's questions about stones and points, as commands of the same names, so that its test suites can be run.

`attack`, `defend` and the like answer `0`, or a code and a move: 1 if it works unconditionally; 2 by a ko in which the
other side must make the first threat, 3 by one in which the mover must. A ko that takes three threats or more counts as
none. Each question may search status.question_nodes positions; a fifth of that for the life of a group, where a
position costs more, and at most 10,000 for a connection.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.board import PASS, Color

from ..arguments import Arguments
from ..errors import Failure, syntax_error
from ..registry import MenuEntry, Response, Show, command

if TYPE_CHECKING:
    from collections.abc import Callable

    from analysis.board import Position
    from analysis.reading.answer import Answer
    from analysis.status import BoardStatus
    from analysis.status.asked_group import GroupAnswer

    from ..session import Session

MUST_HOLD_A_STONE = "vertex must not be empty"


@command(
    "attack", "VERTEX", returns=Response.TEXT, fails=[MUST_HOLD_A_STONE],
    menu=[MenuEntry(Show.TEXT, "Can this chain be captured: 0 no, 1 yes, 2 or 3 by ko", "%p")],
    reads=True,
)
def attack(session: Session, arguments: Arguments) -> str:
    """Return whether the opponent, moving first, can capture the chain on VERTEX: a code and the move, or `0` if not.

    Codes: 1 unconditionally; 2 by a ko in which the other side must make the first threat, 3 in which the mover must. A
    ko that takes three threats or more to change the result counts as none. A search is limited to
    status.question_nodes positions; a capture that it does not find counts as impossible.
    """
    from analysis.reading import captures

    return _capture(session, arguments, captures.attack)


@command(
    "defend", "VERTEX", returns=Response.TEXT, fails=[MUST_HOLD_A_STONE],
    menu=[MenuEntry(Show.TEXT, "Can this chain be saved: 0 no, 1 yes, 2 or 3 by ko", "%p")],
    reads=True,
)
def defend(session: Session, arguments: Arguments) -> str:
    """Return whether the owner, moving first, can save the chain on VERTEX: a code and the move, or `0` if not.

    Saved means that it is not captured. Codes as in `attack`; `1 PASS` if the chain is safest when left alone. A search
    is limited to status.question_nodes positions; a defence that it does not refute counts as successful.
    """
    from analysis.reading import captures

    return _capture(session, arguments, captures.defend)


def _capture(session: Session, arguments: Arguments, search: Callable[..., Answer]) -> str:
    found = search(session.game.position, stone_at(session, arguments), nodes=_nodes(session))
    return _answer(session, found.code, found.move)


@command(
    "owl_attack", "VERTEX", returns=Response.TEXT, fails=[MUST_HOLD_A_STONE],
    menu=[MenuEntry(Show.TEXT, "Can this group be killed: 0 no, 1 yes, 2 or 3 by ko", "%p")],
    reads=True,
)
def owl_attack(session: Session, arguments: Arguments) -> str:
    """Return whether the opponent, moving first, can kill the group on VERTEX: a code and the move, or `0` if not.

    Codes as in `attack`; the move is PASS if none is needed. Living chains, and those that reach the open board, count
    as safe. What a fifth of status.question_nodes positions does not decide, or only by a ko that takes three threats
    or more, is answered by what is likelier.
    """
    from analysis.status.asked_group import kill_group

    return _life(session, arguments, kill_group)


@command(
    "owl_defend", "VERTEX", returns=Response.TEXT, fails=[MUST_HOLD_A_STONE],
    menu=[MenuEntry(Show.TEXT, "Can this group be made to live: 0 no, 1 yes, 2 or 3 by ko", "%p")],
    reads=True,
)
def owl_defend(session: Session, arguments: Arguments) -> str:
    """Return whether the owner, moving first, can make the group on VERTEX live: a code and the move, or `0` if not.

    Codes as in `attack`; the move is PASS if none is needed. Living chains, and those that reach the open board, count
    as safe. What a fifth of status.question_nodes positions does not decide, or only by a ko that takes three threats
    or more, is answered by what is likelier.
    """
    from analysis.status.asked_group import save_group

    return _life(session, arguments, save_group)


def _life(session: Session, arguments: Arguments, search: Callable[..., GroupAnswer]) -> str:
    position = session.game.position
    point = stone_at(session, arguments)
    found = search(position, point, board_status_of(session, position), nodes=life_nodes(session))
    return _answer(session, found.result, found.move)


def board_status_of(session: Session, position: Position) -> BoardStatus:
    """Return the status of all chains of a position by the settings in force; what was read before is used again."""
    from analysis.status import board_status

    return board_status(
        position, session.game.rules, budget=session.settings.status(), memory=session.reading_cache
    )


@command(
    "owl_does_attack", "MOVE VERTEX", returns=Response.INTEGER, fails=[MUST_HOLD_A_STONE, "illegal move"],
    reads=True,
)
def owl_does_attack(session: Session, arguments: Arguments) -> str:
    """Return whether MOVE, played by the opponent, kills the group on VERTEX: a code as in `attack`, without a move."""
    from analysis.board import IllegalMove
    from analysis.reading.answer import Result
    from analysis.status.asked_group import save_group

    position = session.game.position
    move = arguments.point(0, position.grid)
    point = stone_at(session, arguments, 1)
    try:
        after = position.play(move, Color(-int(position.stones[point])), session.game.rules)
    except IllegalMove as error:
        raise Failure(str(error)) from None
    if not after.stones[point]:
        return "1"
    kept = save_group(after, point, board_status_of(session, after), nodes=life_nodes(session)).result
    return {Result.WORKS: "0", Result.KO_FIRST: "3", Result.KO_AFTER: "2"}.get(kept, "1")


CONNECTION_NODES = 10_000
"""Positions for `connect` and `disconnect`, unless status.question_nodes is less: each costs more there."""


@command("connect", "VERTEX VERTEX", returns=Response.TEXT, fails=[MUST_HOLD_A_STONE], reads=True)
def connect(session: Session, arguments: Arguments) -> str:
    """Return whether the owner of two chains, moving first, can connect them: a code and the move, or `0` if not.

    Codes as in `attack`. A search is limited to 10,000 positions, or to status.question_nodes if that is less.
    """
    return _connection(session, arguments, attacking=False)


@command("disconnect", "VERTEX VERTEX", returns=Response.TEXT, fails=[MUST_HOLD_A_STONE], reads=True)
def disconnect(session: Session, arguments: Arguments) -> str:
    """Return whether the opponent, moving first, can disconnect two chains: a code and the move, or `0` if not.

    Codes as in `attack`. A search is limited to 10,000 positions, or to status.question_nodes if that is less.
    """
    return _connection(session, arguments, attacking=True)


def _connection(session: Session, arguments: Arguments, *, attacking: bool) -> str:
    from analysis.reading import connections

    position = session.game.position
    points = [stone_at(session, arguments, index) for index in (0, 1)]
    search = connections.disconnect if attacking else connections.connect
    try:
        found = search(position, *points, nodes=min(_nodes(session), CONNECTION_NODES))
    except ValueError as error:
        raise syntax_error(str(error)) from None
    return _answer(session, found.code, found.move)


@command("dragon_status", "VERTEX", returns=Response.TEXT, fails=[MUST_HOLD_A_STONE], reads=True)
def dragon_status(session: Session, arguments: Arguments) -> str:
    """Return the status of the group on VERTEX: `alive`, `dead`, `critical KILL SAVE` or `unknown`; seki is `alive`.

    KILL and SAVE are the moves that kill and save the group.
    """
    from analysis.semeai import chain_status_with_races
    from analysis.status import StatusBudget, Verdict

    point = stone_at(session, arguments)
    budget = StatusBudget(chain=_nodes(session), group=life_nodes(session), staged=False)
    status = chain_status_with_races(
        session.game.position, point, session.game.rules, budget=budget, others=session.settings.status(),
        memory=session.reading_cache,
    )
    if status.verdict is Verdict.CRITICAL:
        return f"critical {vertex_or_pass(session, status.kill)} {vertex_or_pass(session, status.save)}"
    return "alive" if status.lives else "dead" if status.verdict is Verdict.DEAD else "unknown"


@command("unconditional_status", "VERTEX", returns=Response.TEXT)
def unconditional_status(session: Session, arguments: Arguments) -> str:
    """Return the unconditional status of a point: `alive`, `dead`, `black_territory`, `white_territory` or `undecided`.

    Unconditional means: however many moves in a row one side plays first. Stones in the unconditional territory of
    their own colour are `alive`, too.
    """
    from analysis.status import unconditional_territory

    position = session.game.position
    point = arguments.point(0, position.grid)
    rules = session.game.rules
    owners = session.reading_cache.answer(
        position, ("unconditional", rules), lambda: unconditional_territory(position, rules), lambda found: 0
    )
    owner = int(owners[point])
    stone = int(position.stones[point])
    if not owner:
        return "undecided"
    if stone:
        return "alive" if stone == owner else "dead"
    return f"{Color(owner).word}_territory"


@command("eval_eye", "VERTEX", returns=Response.TEXT, fails=["no eye space"])
def eval_eye(session: Session, arguments: Arguments) -> str:
    """Return how many eyes the enclosed eye space at a point is worth: `MIN MAX`, and the moves if these differ.

    MIN is the number if the attacker moves first, MAX if the defender does; if they differ, the attacking and the
    defending move follow. Only spaces of up to six points are supported, where the shape alone decides; any other point
    is no eye space.
    """
    from analysis.board import BLACK, WHITE
    from analysis.status import eye_spaces

    position = session.game.position
    point = arguments.point(0, position.grid)
    for color in (BLACK, WHITE):
        for space in eye_spaces(position, color):
            if point in space.points and space.if_owner_first and space.if_enemy_first:
                few, many = space.if_enemy_first, space.if_owner_first
                vital = "" if few == many else 2 * f" {vertex_or_pass(session, space.vital)}"
                return f"{few} {many}{vital}"
    raise Failure("no eye space")


def stone_at(session: Session, arguments: Arguments, index: int = 0) -> int:
    """Read a vertex that must hold a stone, as a point. Raises Failure if it is empty."""
    point = arguments.point(index, session.game.grid)
    if not session.game.position.stones[point]:
        raise Failure(MUST_HOLD_A_STONE)
    return point


def _nodes(session: Session) -> int:
    nodes: int = session.settings.get("status.question_nodes")
    return nodes


def life_nodes(session: Session) -> int:
    """Return how many positions may be searched for the life of a group."""
    return max(1, _nodes(session) // 5)


def vertex_or_pass(session: Session, point: int | None) -> str:
    """Return the name of a first move, `PASS` for a pass or None."""
    return "PASS" if point is None or point == PASS else session.game.grid.vertex(point)


def _answer(session: Session, code: int, move: int | None) -> str:
    """Format an answer: `0`, or the code and the move."""
    return f"{code} {vertex_or_pass(session, move)}" if code else "0"
