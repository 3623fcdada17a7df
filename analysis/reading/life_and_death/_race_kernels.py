"""Compiled kernels of races: walls of a group that it may capture before it is captured.

The rival of a question is a group of the attacker, whose liberties are moves in the race. What counting shows is READ:
it takes for granted that each liberty is filled by one move.
"""

from __future__ import annotations

from ...runtime.jit import kernel
from .. import _point_set_kernels as sets
from .._candidate_kernels import choose_liberties
from .._question_kernels import MANY, PROVER, PROVER_THREATS, REFUTER_THREATS
from .._reading_board_kernels import COUNT, HEAD, LIBERTIES, OUTSIDE, SAFE, STONE, new_stamp
from ._escape_kernels import NOT_IN_ATARI, points_to_join
from ._eye_kernels import CLOSED, REGION, living_chains, most_eyes
from ._life_zone_kernels import write_race_zone
from ._space_kernels import (
    CHAINS,
    COUNTS,
    LINKED,
    MOST_CHAINS,
    N_CHAINS,
    N_POINTS,
    N_WALLS,
    OPEN,
    POINTS,
    WALLS,
    find_space,
    number_of,
)
from .eye_liberty_kernels import EYE_LIBERTIES, LARGEST_EYE

RIVAL_LIBERTIES = 8
"""The liberties of a chain of the rival with no more are candidate moves."""
MANY_MOVES, FAR_AHEAD = 1000, 2000
"""The moves that fill a group that may capture something; the lead of walls none of which may be captured."""


@kernel
def moves_to_fill(board, search, inside, regions):
    """Return how many moves fill the group: its liberties, those that have to be approached, more for large eyes.

    Stones outside its eyes that it may capture count double; if some are in atari, it is MANY_MOVES.
    """
    cells, work = board.cells, search.work
    most = 0
    for chain in range(work[COUNTS, N_CHAINS]):
        head = work[CHAINS, chain]
        most = max(most, cells[head, COUNT] + _approach_moves(board, search, head, inside))
    for region in range(regions):
        free = stones = in_atari = 0
        for n in range(work[COUNTS, N_POINTS]):
            point = work[POINTS, n]
            if work[REGION, point] == region:
                free += cells[point, STONE] == 0
                stones += cells[point, STONE] != 0
                in_atari += cells[point, STONE] != 0 and cells[cells[point, HEAD], COUNT] == 1
        if work[CLOSED, region]:
            most += max(0, EYE_LIBERTIES[min(free + stones, LARGEST_EYE)] - stones - free)
        else:
            most += MANY_MOVES if in_atari else 2 * stones
    return most


@kernel
def _approach_moves(board, search, head, inside):
    """Return on how many liberties of a chain a stone of the attacker, linked to a wall, would be in atari."""
    cells, near, points = board.cells, board.near, search.lists[0]
    moves = 0
    for n in range(sets.list_points(cells[head, LIBERTIES:], points)):
        free = walls = most = 0
        for k in range(4):
            beside = near[points[n], k]
            free += cells[beside, STONE] == 0
            if cells[beside, STONE] == -cells[head, STONE] and board.marks[0, beside] != inside:
                walls += 1
                most = max(most, cells[cells[beside, HEAD], COUNT])
        moves += walls > 0 and free + most - 1 < 2
    return moves


@kernel
def race_lead(board, search, fill, eyeless, attacker_next):
    """Return how many moves the walls that may be captured are ahead: if any, the group is filled first.

    Common liberties are filled by the attacker last, so that they do not count for a wall; but they do for one with an
    eye if the group has none: its owner cannot fill them, either.

    fill -- the moves that fill the group; eyeless -- whether it gets no eye
    """
    cells, work = board.cells, search.work
    lead = FAR_AHEAD
    for n in range(work[COUNTS, N_WALLS]):
        head = work[WALLS, n]
        if not cells[head, SAFE]:
            common = _common_liberties(board, search, head)
            ahead = cells[head, COUNT] - fill - common
            if eyeless and common and _has_eye(board, search, head):
                ahead += 2 * common
            lead = min(lead, ahead)
    return lead + attacker_next


@kernel
def _has_eye(board, search, head):
    """Return whether a chain surrounds a point."""
    cells, near, points = board.cells, board.near, search.lists[0]
    found = False
    for n in range(sets.list_points(cells[head, LIBERTIES:], points)):
        closed = True
        for k in range(4):
            beside = near[points[n], k]
            own = cells[beside, STONE] == cells[head, STONE] and cells[beside, HEAD] == head
            closed &= own or cells[beside, STONE] == OUTSIDE
        found |= closed
    return found


@kernel
def _common_liberties(board, search, head):
    """Return how many liberties of a chain are liberties of the owner's chains, too."""
    cells, points = board.cells, search.lists[0]
    common = 0
    for n in range(sets.list_points(cells[head, LIBERTIES:], points)):
        shared = False
        for k in range(4):
            beside = board.near[points[n], k]
            if cells[beside, STONE] == -cells[head, STONE]:
                shared |= number_of(search, cells[beside, HEAD]) < MOST_CHAINS
        common += shared
    return common


@kernel
def moves_to_capture(board, search):
    """Return the most liberties of a chain of the rival."""
    cells, points = board.cells, search.lists[0]
    most = 0
    for n in range(sets.list_points(search.rival, points)):
        if cells[points[n], STONE] == search.question[PROVER]:
            most = max(most, cells[cells[points[n], HEAD], COUNT])
    return most


@kernel
def is_rival_lost(board, search, node, prover_next, zone):
    """Return whether the rival cannot live and loses the race; if so, write the zone."""
    _change_sides(search)
    inside = find_space(board, search)
    counts = search.work[COUNTS]
    lost = counts[OPEN] == 0 and not counts[LINKED] and points_to_join(board, search, NOT_IN_ATARI) <= (not prover_next)
    if lost:
        fill = moves_to_fill(board, search, inside, living_chains(board, search)[1])
        no_ko = node[REFUTER_THREATS] == MANY and node[PROVER_THREATS] == 0
        possible = most_eyes(board, search, inside, not prover_next, no_ko)[0]
        lost = possible < 2 and race_lead(board, search, fill, possible == 0, not prover_next) > 0
    if lost:
        write_race_zone(board, search, zone)
    _change_sides(search)
    return lost


@kernel
def _change_sides(search):
    """Make the rival the group, and the group the rival."""
    search.question[PROVER] = -search.question[PROVER]
    for k in range(search.group.size):
        search.group[k], search.rival[k] = search.rival[k], search.group[k]


@kernel
def list_race_moves(board, search):
    """List the liberties of the rival."""
    cells, points, stamp = board.cells, search.lists[0], new_stamp(board)
    for n in range(sets.list_points(search.rival, points)):
        head = cells[points[n], HEAD]
        if cells[points[n], STONE] == search.question[PROVER] and board.marks[0, head] != stamp:
            board.marks[0, head] = stamp
            choose_liberties(board, search, head, RIVAL_LIBERTIES)
