"""Life and death: the status of every chain, as lines and on GoGui's board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.board import PASS

from ..arguments import Arguments
from ..engine.position_analysis import evaluate_game
from ..errors import Failure
from ..registry import MenuEntry, Response, Show, command
from .gnugo import MUST_HOLD_A_STONE, board_status_of, stone_at, vertex_or_pass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.board import Grid
    from analysis.explanation import ChainExplanation
    from analysis.status import BoardStatus, Status

    from ..session import Session

COLOURS = {
    "safe": ("#2166ac", "dark blue"), "alive": ("#67a9cf", "light blue"), "seki": ("#b2abd2", "violet"),
    "critical": ("#fdb863", "orange"), "dead": ("#b2182b", "red"), "unknown": ("#bababa", "grey"),
}  # fmt: skip
"""verdict -> (colour, its name in the legend)."""

ZONE = "#d1e5f0"
"""The colour of the points that a status rests on."""

NOT_READ = "the status of chains is not read"
"""With play.control_only, or as long as the kernels are being compiled."""

MEANINGS = {"critical": "critical, lives or dies by who moves first", "unknown": "not decided by reading"}
"""What the legend says in place of a verdict that does not speak for itself."""


def status_of(session: Session) -> BoardStatus:
    """Judge all chains, races included, by the settings in force; what was read before is used again."""
    from analysis.semeai import with_race_verdicts

    game = session.game
    return with_race_verdicts(game.position, board_status_of(session, game.position), game.rules)[0]


@command("mokusan-status", "[VERTEX]", returns=Response.LINES, fails=[MUST_HOLD_A_STONE],
         menu=[MenuEntry(Show.WINDOW, "Status of all chains")],
    reads=True,
)
def status(session: Session, arguments: Arguments) -> str:
    """List the status of all chains, or of the chain on VERTEX, one per line.

    A line has vertex, colour, number of stones, number of liberties, status (safe, alive, critical, dead, seki,
    unknown), evidence (proved, read), the killing and the saving move or `-`, and the reason. With VERTEX, a second
    line has the moves read, if any.
    """
    grid = session.game.grid
    found = status_of(session)
    if not len(arguments):
        return "\n".join(_line(grid, chain) for chain in found.chains)
    chain = found.at(stone_at(session, arguments))
    assert chain is not None
    line = grid.vertices(chain.line)
    return _line(grid, chain) + (f"\nline {line}" if line else "")


def _line(grid: Grid, chain: Status) -> str:
    kill, save = ("-" if move is None else grid.vertex(move) for move in (chain.kill, chain.save))
    first = grid.vertex(chain.chain[0])
    counts = f"{len(chain.chain)} {chain.liberties}"
    return f"{first} {chain.color.letter} {counts} {chain.verdict} {chain.evidence} {kill} {save} {chain.reason}"


@command(
    "mokusan-status_colours", returns=Response.LINES,
    menu=[MenuEntry(Show.GRAPHICS, "Status by colours")],
    reads=True,
)
def status_colours(session: Session, arguments: Arguments) -> str:
    """Show the status of all stones by colours, in GoGui's graphics format, with a legend.

    Dark blue safe, light blue alive, violet seki, orange critical, red dead, grey unknown.
    """
    grid = session.game.grid
    lines, legend = [], []
    chains = status_of(session).chains
    for verdict, (colour, name) in COLOURS.items():
        found = [chain for chain in chains if chain.verdict == verdict]
        if found:
            lines.append(f"COLOR {colour} {grid.vertices(sorted(point for chain in found for point in chain.chain))}")
            count = f"{len(found)} chain{'' if len(found) == 1 else 's'}"
            legend.append(f"{name}: {MEANINGS.get(verdict, verdict)} ({count})")
    return "\n".join([*lines, f"TEXT {'; '.join(legend) or 'no stones'}"])


@command("mokusan-vital_points", returns=Response.LINES, menu=[MenuEntry(Show.GRAPHICS, "Vital points")], reads=True)
def vital_points(session: Session, arguments: Arguments) -> str:
    """Show the moves that kill (K), save (S) or do either (KS) critical chains, in GoGui's graphics format."""
    grid = session.game.grid
    chains = status_of(session).chains
    labels = _decisive(chains)
    if not labels:
        return "TEXT no chain lives or dies by who moves first"
    named = (f"{chain.color.word} {grid.vertex(chain.chain[0])}" for chain in chains if chain.verdict == "critical")
    legend = "K kills, S saves, KS is the vital point of both sides; who moves first decides over"
    text = f"{legend}: {', '.join(named)}"
    return "\n".join([_label_line(grid, labels), f"TEXT {text}"])


def _decisive(chains: Sequence[Status]) -> dict[int, str]:
    """Return the points that kill (K), save (S) or do either (KS) some chains, with these letters."""
    labels: dict[int, str] = {}
    for label, moves in (("K", [chain.kill for chain in chains]), ("S", [chain.save for chain in chains])):
        for move in sorted({move for move in moves if move is not None and move != PASS}):
            labels[move] = labels.get(move, "") + label
    return labels


def _label_line(grid: Grid, labels: dict[int, str]) -> str:
    return "LABEL " + " ".join(f"{grid.vertex(point)} {labels[point]}" for point in sorted(labels))


@command("mokusan-refutation", "VERTEX", returns=Response.LINES, fails=[MUST_HOLD_A_STONE, "no line was read"],
         menu=[MenuEntry(Show.MOVES, "Line that shows a chain's status", "%p")],
    reads=True,
)
def refutation(session: Session, arguments: Arguments) -> str:
    """Return the line of play that shows the status of the chain on VERTEX: `B D4 W C3 ...` from the current position.

    The owner moves first if the chain is dead, otherwise the opponent.
    """
    from analysis.status import Verdict

    chain = status_of(session).at(stone_at(session, arguments))
    assert chain is not None
    if not chain.line:
        raise Failure("no line was read")
    color = chain.color if chain.verdict is Verdict.DEAD else chain.color.opponent
    moves = []
    for point in chain.line:
        moves.append(f"{color.letter} {vertex_or_pass(session, point)}")
        color = color.opponent
    return " ".join(moves)


@command("mokusan-chain", "VERTEX", returns=Response.LINES, fails=[MUST_HOLD_A_STONE, NOT_READ],
         menu=[MenuEntry(Show.GRAPHICS, "Why a chain lives or dies", "%p")],
    reads=True,
)
def chain(session: Session, arguments: Arguments) -> str:
    """Show why the chain on VERTEX has its status, in GoGui's graphics format. `mokusan-explain` says it in words.

    Squares are the eyes of its group, circles other points that it encloses. Blue are the points that the status rests
    on. Triangles are first moves that fail; K kills, S saves a critical chain, KS does either.
    """
    from analysis.explanation import explain_chain

    point, game = stone_at(session, arguments), session.game
    evaluation = evaluate_game(game, game.position.to_move, session.settings, session.reading_cache)
    found = None if evaluation.status is None else evaluation.status.at(point)
    if found is None:
        raise Failure(NOT_READ)
    return "\n".join(_graphics(explain_chain(evaluation, found, session.settings.control()), game.grid))


def _graphics(found: ChainExplanation, grid: Grid) -> Iterator[str]:
    """Yield the explanation of a chain in GoGui's graphics format."""
    from analysis.reading import Result

    spaces = () if found.space is None else found.space.eyes
    eyes = {point for space in spaces if space.if_defended for point in space.points}
    others = {point for space in spaces for point in space.points} - eyes
    failing = [move.point for move in found.moves if move.result is Result.FAILS]
    for mark, points in ((f"COLOR {ZONE}", found.zone), ("SQUARE", eyes), ("CIRCLE", others), ("TRIANGLE", failing)):
        if points:
            yield f"{mark} {grid.vertices(sorted(points))}"
    status = found.status
    labels = _decisive([status])
    if labels:
        yield _label_line(grid, labels)
    stake = "" if found.stake is None else f"; {found.stake:.1f} points depend on it"
    name = f"{status.color.word.capitalize()} {grid.vertex(status.chain[0])}"
    yield f"TEXT {name}: {status.verdict}, {status.evidence}: {status.reason}{stake}"
