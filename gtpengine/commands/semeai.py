"""Capturing races: the winner, the winning moves, and the reason. Nothing here changes the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.board import EMPTY, PASS, Color

from ..arguments import Arguments
from ..errors import Failure
from ..registry import MenuEntry, Response, Show, command
from .gnugo import MUST_HOLD_A_STONE, life_nodes, stone_at, vertex_or_pass
from .status import status_of

if TYPE_CHECKING:
    from analysis.reading.life_and_death.race_question import RaceAnswer
    from analysis.semeai import BoardRace
    from analysis.status import BoardStatus, Fate, Status

    from ..session import Session
    from ..text.semeai_board import BoardSemeaiReport

TWO_COLOURS = "a race is between a black and a white stone"
NOT_JUDGED = "the race is not judged"


def _report(session: Session, point: int | None = None) -> BoardSemeaiReport:
    from ..text.semeai_board import BoardSemeaiReport

    position, status = session.game.position, status_of(session)
    return BoardSemeaiReport.of_position(position, point, status=status, nodes=life_nodes(session))


@command("mokusan-semeai", "[VERTEX]", returns=Response.LINES, fails=[MUST_HOLD_A_STONE],
         menu=[MenuEntry(Show.WINDOW, "Capturing races")],
    reads=True,
)
def semeai(session: Session, arguments: Arguments) -> str:
    """List the capturing races on the board, or those of the block on VERTEX, a few lines per race.

    First the two blocks and the reason: the liberties of each region, counted as a game, and how far each side rounds
    the sum. Then who wins if Black moves first and if White does, with which moves, and the evidence. Pairs of blocks
    whose race counting does not cover come last, with the reason; those of the block on VERTEX are read for the groups
    of both blocks. Blocks have at least two stones, the one on VERTEX may have one. Each search is limited to 2,000
    positions, or a fifth of status.question_nodes if that is less, which several races share.
    """
    return "\n".join(_report(session, stone_at(session, arguments) if len(arguments) else None).short_lines())


@command(
    "mokusan-semeai_map", returns=Response.LINES,
    menu=[MenuEntry(Show.GRAPHICS, "Map of capturing races")],
    reads=True,
)
def semeai_map(session: Session, arguments: Arguments) -> str:
    """Show the liberty regions of all races in GoGui's graphics format: coloured, with their liberties.

    These are averages over who plays there first, in quarters or the like. The winners' best first moves are labelled B
    and W and circled. The text says who wins.
    """
    return "\n".join(_report(session).graphics())


@command(
    "analyze_semeai", "VERTEX VERTEX", returns=Response.TEXT, fails=[MUST_HOLD_A_STONE, TWO_COLOURS, NOT_JUDGED],
    reads=True,
)
def analyze_semeai(session: Session, arguments: Arguments) -> str:
    """Return whether the first block lives if its owner moves first, whether the second is captured, and the move.

    Two codes and a vertex or PASS. Codes: 1 yes, 0 no, 2 and 3 by a ko; where a race is read, a ko that takes three
    threats or more counts as none. PASS if no move is needed or none helps. A race that counting does not cover is
    read, with the groups of both blocks; a first block with no other enemies beside it is saved by what kills the
    second. If that is not finished, or if there is a proof, the status of the blocks answers, and if that does not
    know, what the searches make likelier. The command fails, with the reason, if no race can be read.
    """
    from analysis.semeai import RaceError, race_between

    grid, position = session.game.grid, session.game.position
    first, second = arguments.point(0, grid), arguments.point(1, grid)
    if EMPTY in (position.stones[first], position.stones[second]):
        raise Failure(MUST_HOLD_A_STONE)
    if position.stones[first] == position.stones[second]:
        raise Failure(TWO_COLOURS)
    mover, status = Color(int(position.stones[first])), status_of(session)
    try:
        race = race_between(position, first, second, status)
    except RaceError as error:
        return _without_count(session, status, (first, second), str(error))
    return _by_race(session, race, mover)


def _without_count(session: Session, status: BoardStatus, points: tuple[int, int], reason: str) -> str:
    """Answer about the blocks on two points whose race counting does not cover, for this reason."""
    from analysis.semeai import read_block_race

    ours, theirs = (status.at(point) for point in points)
    assert ours is not None
    assert theirs is not None
    found = read_block_race(session.game.position, status, ours, theirs, life_nodes(session))
    if found is not None and found.finished:
        return _by_reading(session, found)
    answer = _by_status(session, ours, theirs)
    if answer is not None:
        return answer
    if found is None:
        raise Failure(f"{NOT_JUDGED}: {reason}")
    return _by_reading(session, found)


def _by_race(session: Session, race: BoardRace, mover: Color) -> str:
    winner = race.winner[mover]
    codes = {mover: "1 1", None: "1 0"}.get(winner, "0 0")
    needed = race.winner[mover] is not race.winner[mover.opponent] and race.moves[mover]
    return f"{codes} {vertex_or_pass(session, race.moves[mover][0] if needed else None)}"


def _by_status(session: Session, ours: Status, theirs: Status) -> str | None:
    """Answer by the status of two blocks; None if that does not decide."""
    from analysis.reading.life_and_death.race_question import in_contact
    from analysis.semeai import is_saved_by_killing
    from analysis.status import Evidence, Fate

    if _in_seki(ours, theirs):
        return "1 0 PASS"
    lives, dies, position = ours.if_owner_first, theirs.if_enemy_first, session.game.position
    undecided = Fate.UNKNOWN in (lives, dies)
    if lives is dies is Fate.DIES and in_contact(position, ours.chain, theirs.chain):
        if theirs.evidence is Evidence.PROVED and is_saved_by_killing(position, ours, theirs):
            lives = Fate.LIVES
        else:  # each was read as if the other could not be taken
            undecided = not ours.evidence is theirs.evidence is Evidence.PROVED
    if undecided:
        return None
    saved, taken = _code(lives, lives=True), _code(dies, lives=False)
    moves = [
        move for move, critical in ((ours.save, saved), (theirs.kill, taken))
        if move is not None and move != PASS and critical != "0"
    ]
    return f"{saved} {taken} {vertex_or_pass(session, moves[0] if moves else None)}"


def _by_reading(session: Session, found: RaceAnswer) -> str:
    lives, captures = found.lives.code, found.captures.code
    move = found.move if lives or captures else None
    return f"{lives:d} {captures:d} {vertex_or_pass(session, move)}"


def _in_seki(ours: Status, theirs: Status) -> bool:
    """Whether one block is proved to be in seki, whoever moves first, and the proof involves the other."""
    from analysis.status import Evidence, Verdict

    return any(
        one.verdict is Verdict.SEKI and one.evidence is Evidence.PROVED and {*other.chain} <= {*one.zone}
        for one, other in ((ours, theirs), (theirs, ours))
    )


def _code(fate: Fate, lives: bool) -> str:
    from analysis.status import Fate

    if fate is Fate.KO:
        return "2"
    return "1" if (fate is Fate.DIES) is not lives else "0"
