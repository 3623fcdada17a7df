"""Compiled kernels that ask the goal of a search: evaluation, candidate moves, refused moves."""

from __future__ import annotations

from ..runtime.jit import kernel
from . import _capture_goal_kernels as capture
from . import _connection_goal_kernels as connection
from ._question_kernels import CAPTURE, CONNECT, GOAL, LATER, LIST_STAMP, LISTED, MOST_MOVES, SELECTIVE
from ._reading_board_kernels import new_stamp
from .life_and_death import _life_goal_kernels as life
from .selective import _selective_goal_kernels as selective


@kernel
def evaluate(board, search, node, prover_next, zone):
    """Estimate a position: (proof number, disproof number, flags); with 0 for either, its zone is written."""
    if search.question[GOAL] == CONNECT:
        return connection.evaluate(board, search, node, prover_next, zone)
    if search.question[GOAL] == CAPTURE:
        return capture.evaluate(board, search, node, prover_next, zone)
    if search.question[GOAL] == SELECTIVE:
        return selective.evaluate(board, search, prover_next, zone)
    return life.evaluate(board, search, node, prover_next, zone)


@kernel
def is_refused(board, search, point):
    """Return whether the prover's last move only seems to reach the goal, and must not be played."""
    return search.question[GOAL] == CAPTURE and capture.is_snapback(board, search, point)


@kernel
def list_moves(board, search):
    """List the prover's candidate moves, the most promising first."""
    _begin(board, search)
    if search.question[GOAL] == CONNECT:
        connection.list_moves(board, search)
    elif search.question[GOAL] == CAPTURE:
        capture.list_attacks(board, search)
    elif search.question[GOAL] == SELECTIVE:
        selective.list_moves(board, search, True)
    else:
        life.list_moves(board, search)


@kernel
def list_replies(board, search):
    """List the refuter's promising moves; return whether no others can help at once, but for a pass."""
    _begin(board, search)
    if search.question[GOAL] == CONNECT:
        connection.list_moves(board, search)
        return False
    if search.question[GOAL] == CAPTURE:
        return capture.list_defences(board, search)
    if search.question[GOAL] == SELECTIVE:
        selective.list_moves(board, search, False)
        return False
    life.list_moves(board, search)
    return False


@kernel
def _begin(board, search):
    totals = search.totals
    totals[LISTED], totals[LATER] = 0, MOST_MOVES
    totals[LIST_STAMP] = new_stamp(board)


@kernel
def end_by_passes(board, search, zone):
    """Write the zone of a position in which both sides passed: the group has no two eyes."""
    life.write_passed_zone(board, search, zone)


@kernel
def add_forced(board, search, zone):
    """Add to a zone what leaves the refuter no moves but those of `list_replies`."""
    capture.add_forced(board, search, zone)
