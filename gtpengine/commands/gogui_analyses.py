"""GoGui's menu of analyses, and the analyses drawn on its board. They change nothing.

Boards are rows of words, the top row first, separated by single blanks; an empty cell is `""`. Rectangular boards,
which GoGui does not support, are answered in the same form.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from analysis.board import PASS, Color
from analysis.runtime.work_limit import current_work, limited

from ..arguments import Arguments
from ..engine.move_choice import decide
from ..registry import REGISTRY, MenuEntry, Response, Show, command
from ..render.live_gfx import live_graphics
from .formatting import board, plain_number
from .mokusan import control_map, ranked_moves

if TYPE_CHECKING:
    from analysis.board import Game

    from ..session import Session

EMPTY_CELL = '""'
TERRITORY_THRESHOLD = 0.5
"""The control from which a point is shown as territory: a probability of 3/4."""

CONFIDENCE = (
    (0.9, "#2166ac"), (0.7, "#67a9cf"), (0.5, "#d1e5f0"), (0.3, "#fddbc7"), (0.1, "#ef8a62"), (0.0, "#b2182b"),
)  # fmt: skip
"""(lower bound of the absolute control, colour): from blue, where ownership is settled, to red, where it is open."""

MAX_MARKED = 26
"""How many of the best moves are lettered, and how many of the worst crossed (Hu 2020, figure 10)."""

DEFAULT_REPLIES = 10
"""Moves of `mokusan-replies`."""

REPLIES_UNITS = 2_400_000
"""Units of work for all of them: on 19x19 as much as two or three moves of genmove take."""


@command("gogui-analyze_commands", returns=Response.LINES)
def analyze_commands(session: Session, arguments: Arguments) -> str:
    """List the entries of GoGui's analysis menu, one `type/label/command` per line."""
    return REGISTRY.analyze_commands()


@command("mokusan-territory", "[THRESHOLD]", returns=Response.LINES, menu=[MenuEntry(Show.TERRITORY, "Territory")])
def territory(session: Session, arguments: Arguments) -> str:
    """Show the points that either side controls by more than THRESHOLD: rows of `B`, `W` or `""`.

    THRESHOLD is from 0 to 1, by default 0.5. A stone in the other side's territory is considered dead; `""` means
    undecided.
    """
    least = arguments.number(0, "threshold", 0, 1) if len(arguments) else TERRITORY_THRESHOLD
    rows = control_map(session).values.tolist()
    return board(["B" if value > least else "W" if value < -least else EMPTY_CELL for value in row] for row in rows)


@command(
    "mokusan-confidence",
    returns=Response.LINES,
    menu=[MenuEntry(Show.COLOURS, "Confidence, from blue (sure) to red (open)")],
)
def confidence(session: Session, arguments: Arguments) -> str:
    """Show how certain the owner of each point is: colours from blue (control above 0.9) to red (below 0.1).

    Control of either side, without its sign. Rows of colours, the top row first.
    """
    return board([_shade(abs(value)) for value in row] for row in control_map(session).values.tolist())


def _shade(certainty: float) -> str:
    return next(colour for least, colour in CONFIDENCE if certainty >= least)


@command(
    "mokusan-best_worst",
    "[COLOR]",
    returns=Response.LINES,
    menu=[MenuEntry(Show.GRAPHICS, "Best and worst moves")],
)
def best_worst(session: Session, arguments: Arguments) -> str:
    """Show the 26 best moves by letters, A the best, and the 26 worst moves crossed, in GoGui's graphics format.

    The moves are those of COLOR, by default the side to move. If there are fewer than 52, the best are lettered first,
    and only the others are crossed.
    """
    ranking = ranked_moves(session, _color(session, arguments))
    moves = [move.point for move in ranking.moves]
    best, worst = moves[:MAX_MARKED], moves[MAX_MARKED:][-MAX_MARKED:]
    name = session.game.grid.vertex
    lines = []
    if best:
        lines.append("LABEL " + " ".join(f"{name(point)} {chr(ord('A') + i)}" for i, point in enumerate(best)))
    if worst:
        lines.append(f"MARK {session.game.grid.vertices(worst)}")
    counts = f"best {len(best)} lettered, worst {len(worst)} crossed"
    return "\n".join([*lines, f"TEXT Moves for {ranking.color.word.capitalize()}: {counts}"])


@command("mokusan-gains", "[COLOR]", returns=Response.LINES, menu=[MenuEntry(Show.GRAPHICS, "Gains of moves")])
def gains(session: Session, arguments: Arguments) -> str:
    """Show the gain of moves compared with a pass, in points, best first, in GoGui's graphics format.

    The moves are those of COLOR, by default the side to move; those that neither gain nor lose a tenth of a point have
    no label.
    """
    ranking = ranked_moves(session, _color(session, arguments))
    name = session.game.grid.vertex
    rounded = [(name(move.point), plain_number(move.gain, 1)) for move in ranking.moves]
    shown = [f"{vertex} {gain}" for vertex, gain in rounded if gain != "0"]
    text = f"{ranking.color.word.capitalize()} to move: points that a move gains against a pass"
    if len(shown) < len(rounded):
        text += f"; {len(rounded) - len(shown)} moves gain less than 0.1 and are left blank"
    return "\n".join([*(["LABEL " + " ".join(shown)] if shown else []), f"TEXT {text}"])


@command("mokusan-aliveness", returns=Response.LINES, menu=[MenuEntry(Show.STRINGS, "Aliveness of chains")])
def aliveness(session: Session, arguments: Arguments) -> str:
    """Show the life of each chain: rows of `live` or `dead` where proved, else percentages; `""` on empty points.

    `live` and `dead` are unconditional. A percentage is the mean control of the chain's stones from the owner's side:
    100 is sure to live, 0 sure to die.
    """
    from analysis.board import unconditional_life

    game = session.game
    grid, stones = game.grid, game.position.stones
    values = control_map(session).values.reshape(-1)
    life = unconditional_life(game.position, game.rules)
    words = [EMPTY_CELL] * grid.area
    for point in range(grid.area):
        if stones[point] and words[point] == EMPTY_CELL:
            chain = game.position.chain_at(point)
            chance = round(50 * (1 + int(stones[point]) * float(values[chain].mean())))
            word = "live" if life.alive[point] else "dead" if point in life.dead else f"{chance}%"
            for stone in chain:
                words[stone] = word
    return board(words[row * grid.width : (row + 1) * grid.width] for row in range(grid.height))


@command("mokusan-propagation", returns=Response.BOARD, menu=[MenuEntry(Show.NUMBERS, "Propagating function")])
def propagation(session: Session, arguments: Arguments) -> str:
    """Return the propagating function (Hu 2020, section 2.2): rows of numbers in [-1, 1], Black positive."""
    from analysis.control import propagate

    from ..render.board_text import dboard

    return "\n" + dboard(propagate(session.game.position, session.settings.propagation()).values)


@command(
    "mokusan-replies",
    "COLOR [COUNT]",
    returns=Response.VERTICES,
    menu=[MenuEntry(Show.VARIATION, "Principal replies", "%c")],
    reads=True,
)
def replies(session: Session, arguments: Arguments) -> str:
    """Return a continuation in which COLOR moves first: the moves `genmove` would play for each side in turn.

    At most COUNT moves, by default 10; the line ends before a pass. All searches together are limited: the more moves
    are wanted and the more there is to read, the fewer positions each evaluates.
    """
    color = arguments.color(0)
    count = arguments.integer(1, "count", 1) if len(arguments) > 1 else DEFAULT_REPLIES
    with live_graphics(session.settings) as live:
        line: list[int] = []
        for point in _line(session, color, count):
            line.append(point)
            live.draw([_variation(session.game, color, line)])
    return session.game.grid.vertices(line)


def _line(session: Session, color: Color, count: int) -> Iterable[int]:
    """Yield the moves of `mokusan-replies`, one by one."""
    game, used = session.game.copy(), 0
    for number in range(count):
        if number and current_work().is_over:
            current_work().omit(f"{number} of {count} moves found")
            return
        with limited((REPLIES_UNITS - used) // (count - number)) as work:
            decision = decide(game, color, session.settings, session.local_values, reading_cache=session.reading_cache)
        used += work.used
        point = next(point for point in decision.points if game.is_legal(color, point))
        if point == PASS:
            return
        game.play(color, point)
        color = color.opponent
        yield point


def _variation(game: Game, color: Color, line: Sequence[int]) -> str:
    """Format a line of play as GoGui's `VAR`."""
    moves = ((color if number % 2 == 0 else color.opponent, point) for number, point in enumerate(line))
    return "VAR " + " ".join(f"{mover.letter.lower()} {game.grid.vertex(point)}" for mover, point in moves)


def _color(session: Session, arguments: Arguments) -> Color:
    return arguments.color(0) if len(arguments) else session.game.position.to_move
