"""Reading a group that is named: whether it can be killed or made to live, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.board import EMPTY, Color

from ..arguments import Arguments
from ..errors import Failure, syntax_error
from ..registry import MenuEntry, Response, Show, command
from .gnugo import MUST_HOLD_A_STONE, life_nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.board import Position

    from ..session import Session

SIDES = ("attack", "defend")


@command(
    "mokusan-read", "VERTEX [attack|defend] [VERTEX ...]", returns=Response.LINES, fails=[MUST_HOLD_A_STONE],
    menu=[
        MenuEntry(Show.WINDOW, "Read whether this group can be killed", "%p attack"),
        MenuEntry(Show.WINDOW, "Read whether this group can be made to live", "%p defend"),
    ],
    reads=True,
)
def read(session: Session, arguments: Arguments) -> str:
    """Read whether the group on VERTEX can be killed (attack) and made to live (defend); without a word both.

    For each: the result (win, by a ko, a seki, loss, or unknown if a fifth of status.question_nodes positions does not
    decide), the first move and a line. The chains on further vertices are assumed alive; without any, those that reach
    the open board. Nothing here changes the game.
    """
    position = session.game.position
    point = arguments.point(0, position.grid)
    sides = [arguments.text(1).lower()] if len(arguments) > 1 and arguments.text(1).lower() in SIDES else []
    alive = [arguments.point(index, position.grid) for index in range(1 + len(sides), len(arguments))]
    if any(position.stones[stone] == EMPTY for stone in (point, *alive)):
        raise Failure(MUST_HOLD_A_STONE)
    nodes = life_nodes(session)
    return "\n".join(line for side in sides or SIDES for line in _lines(position, point, side, alive, nodes))


def _lines(position: Position, point: int, side: str, alive: list[int], nodes: int) -> Iterator[str]:
    """Yield the lines about one side: whose move it is, the result, the first moves, which chains are assumed alive."""
    from analysis.reading.problems import ProblemError, find_problem, solve_problem

    from ..text.problem import ProblemReport

    owner = Color(int(position.stones[point]))
    mover = owner.opponent if side == "attack" else owner
    if mover is not position.to_move:
        position = position.with_to_move(mover)
    try:
        stated = find_problem(position, stones=[point], alive=alive or None)
    except ProblemError as error:
        raise syntax_error(str(error)) from None
    yield from ProblemReport(position, solve_problem(position, stated, nodes=nodes)).lines()
    chains = {position.chain_at(stone)[0] for stone in stated.safe}
    yield f"Assumed alive: {' '.join(position.grid.vertex(head) for head in sorted(chains)) or 'none'}"
