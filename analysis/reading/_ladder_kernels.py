"""Compiled kernels that read ladders ahead: a chain of several stones with two liberties is put in atari move by move.

In atari only a move on the last liberty and captures of chains beside can help, and three liberties are an escape. So
the lines are narrow, however long, and need no table.
"""

from __future__ import annotations

import numpy as np

from ..runtime.jit import kernel
from . import _point_set_kernels as sets
from . import _reading_board_kernels as boards
from . import _zone_kernels as zones
from ._candidate_kernels import chains_beside
from ._question_kernels import LADDER_FIELDS, PROVER, TARGET
from ._reading_board_kernels import CAPTURED, COUNT, HEAD, KO, LIBERTIES, STONE, TOP

# Fields of a level: the attacker's two moves; how many of them were tried, and how many are to be; the heights of the
# log before the attacker's move and before the defender's; how many replies there are, how many of them are refuted,
# and the replies.
ATTACKS, _, TRIED, TO_TRY, BEFORE_ATTACK, BEFORE_REPLY, REPLIES, REFUTED, REPLY = range(9)
# What a reply leads to.
FAILS, ESCAPES, GOES_ON = range(3)


@kernel
def is_caught(board, search, zone, first):
    """Return whether the target, with two liberties, is caught in a ladder; then the zone of that is written.

    The attacker moves first, on the liberty `first` if that is not NONE. The ladder is given up after two steps, an
    attack and a reply, for each level there is room for.
    """
    ladder = search.ladder
    start = board.counters[TOP]
    level, attacking, caught = 0, True, False
    sets.clear(zone)
    _enter(board, search, 0)
    if first != boards.NONE:
        place = np.int64(ladder[0, ATTACKS] != first)
        ladder[0, TRIED] = max(ladder[0, TRIED], place)
        ladder[0, TO_TRY] = min(ladder[0, TO_TRY], place + 1)
    for _ in range(2 * (ladder.shape[0] - 1)):
        row = ladder[level]
        if attacking and row[TRIED] >= row[TO_TRY]:  # the reply before refutes the attack above
            if level == 0:
                break
            level -= 1
            boards.undo(board, ladder[level, BEFORE_ATTACK])
        elif attacking:
            attacking = not _attack(board, search, zone, level)
        elif row[REFUTED] == row[REPLIES]:  # the attack works, and refutes the reply above
            if level == 0:
                caught = True
                break
            level -= 1
            boards.undo(board, ladder[level, BEFORE_REPLY])
            ladder[level, REFUTED] += 1
        else:
            outcome = _reply(board, search, zone, level)
            if outcome == FAILS:
                boards.undo(board, row[BEFORE_REPLY])
                row[REFUTED] += 1
                continue
            attacking = True
            if outcome == ESCAPES or boards.is_log_full(board):
                boards.undo(board, row[BEFORE_ATTACK])
            else:
                level += 1
                _enter(board, search, level)
    boards.undo(board, start)
    sets.unite(board.read, zone)
    return caught


@kernel
def _enter(board, search, level):
    """Begin a level: the attacker's moves are the two liberties, first the one beside more empty points.

    An attack after which the defender has three liberties at once is left out.
    """
    cells, near, row = board.cells, board.near, search.ladder[level]
    points = search.lists[0]
    sets.list_points(cells[cells[search.question[TARGET], HEAD], LIBERTIES:], points)
    one, other = points[0], points[1]
    boards.read_around(board, one)
    boards.read_around(board, other)
    room = beyond = 0
    for k in range(4):
        room += cells[near[one, k], STONE] == 0 and near[one, k] != other
        beyond += cells[near[other, k], STONE] == 0 and near[other, k] != one
    if room < beyond:
        one, other, room, beyond = other, one, beyond, room
    row[ATTACKS], row[ATTACKS + 1] = one, other
    row[TRIED] = 2 if beyond > 2 else 0
    row[TO_TRY] = 1 if room > 2 else 2
    row[BEFORE_ATTACK] = board.counters[TOP]


@kernel
def _attack(board, search, zone, level):
    """Play the next attack of a level and list the replies; return whether it can be played, without a ko."""
    cells, row, heads = board.cells, search.ladder[level], search.lists[1]
    area = cells.shape[0] - 2
    point = row[ATTACKS + row[TRIED]]
    row[TRIED] += 1
    taken = cells[area + 1, CAPTURED]
    if cells[area + 1, KO] == point or not boards.play(board, point, search.question[PROVER]):
        return False
    head = cells[search.question[TARGET], HEAD]
    zones.add_move(board, zone, point, search.question[PROVER], taken)
    zones.add_surroundings(board, zone, head)
    last = sets.first_point(cells[head, LIBERTIES:])
    count = 0
    for n in range(chains_beside(board, head, search.question[PROVER], heads)):
        if cells[heads[n], COUNT] > 1:
            zones.add_liberties(board, zone, heads[n], 2)
            continue
        point = sets.first_point(cells[heads[n], LIBERTIES:])
        if point != last and REPLY + count < LADDER_FIELDS - 1:
            row[REPLY + count] = point
            count += 1
        elif point != last:
            boards.undo(board, row[BEFORE_ATTACK])
            return False
    row[REPLY + count] = last
    row[REPLIES] = count + 1
    row[REFUTED] = 0
    row[BEFORE_REPLY] = board.counters[TOP]
    return True


@kernel
def _reply(board, search, zone, level):
    """Play the next reply of a level; return what it leads to. A ko counts as an escape."""
    cells, row = board.cells, search.ladder[level]
    area = cells.shape[0] - 2
    color = -search.question[PROVER]
    point = row[REPLY + row[REFUTED]]
    taken = cells[area + 1, CAPTURED]
    if cells[area + 1, KO] == point:
        return ESCAPES
    if not boards.play(board, point, color):
        zones.add_illegal_move(board, zone, point, color)
        return FAILS
    head = cells[search.question[TARGET], HEAD]
    zones.add_move(board, zone, point, color, taken)
    if cells[head, COUNT] > 2:
        zones.add_liberties(board, zone, head, 3)
        return ESCAPES
    if cells[head, COUNT] == 2:
        return GOES_ON
    if sets.first_point(cells[head, LIBERTIES:]) == cells[area + 1, KO]:
        return ESCAPES
    zones.add_surroundings(board, zone, head)
    return FAILS
