"""Compiled kernels of the goal of killing a group: when it is reached or missed, first estimates, moves.

The prover attacks. The group is what is left of some stones of the refuter: it is dead when fewer than LEAST of them
can still live, and lives when so many are in chains that cannot be killed, are linked to safe stones, or have escaped.
"""

from __future__ import annotations

from ...runtime.jit import kernel
from .. import _point_set_kernels as sets
from .._candidate_kernels import choose, choose_liberties
from .._question_kernels import (
    BY_KO,
    DOOMED,
    ESTIMATES,
    INFINITE,
    LEAST,
    MANY,
    PROVER,
    PROVER_THREATS,
    RACE,
    REFUTER_THREATS,
    RIVAL_LEAST,
)
from .._reading_board_kernels import COUNT, HEAD, KO, SAFE, STONE
from ._escape_kernels import NOT_IN_ATARI, may_capture, points_to_escape, points_to_join
from ._estimate_kernels import likely_to_live
from ._eye_kernels import living_chains, most_eyes, moves_to_two_eyes
from ._life_zone_kernels import write_captured_zone, write_living_zone, write_race_zone, write_space_zone
from ._race_kernels import is_rival_lost, list_race_moves, moves_to_capture, moves_to_fill, race_lead
from ._space_kernels import (
    COUNTS,
    DISTANCE,
    LINKED,
    N_POINTS,
    N_WALLS,
    OPEN,
    POINTS,
    REACH,
    WALLS,
    find_space,
    number_of,
)

ESCAPED = 16
"""A group with a way out lives if it has so many points to itself: not beside a wall."""
LOST_BY_A_MOVE = 4
"""With so many points more to itself a group is likely to live even if the attacker is to move."""
WALL = 3
"""The liberties of a wall with no more are candidate moves."""
STRONG = 5
"""The liberties of a chain that is worth joining without eyes."""


@kernel
def evaluate(board, search, node, prover_next, zone):
    """Estimate a position: (proof number, disproof number, flags); with 0 for either, its zone is written."""
    least, enemy = search.question[LEAST], search.question[PROVER]
    if _standing(board, search, search.group, -enemy) < least:
        saved = not prover_next and _is_taken_in_ko(board, search, search.group, -enemy, least)
        write_captured_zone(board, search, search.group, -enemy, zone)
        return (1, 1, BY_KO) if saved and node[REFUTER_THREATS] > 0 else (0, INFINITE, BY_KO if saved else 0)
    least_rival = search.question[RIVAL_LEAST]
    if _standing(board, search, search.rival, enemy) < least_rival:
        saved = prover_next and _is_taken_in_ko(board, search, search.rival, enemy, least_rival)
        write_captured_zone(board, search, search.rival, enemy, zone)
        return (1, 1, BY_KO) if saved and node[PROVER_THREATS] > 0 else (INFINITE, 0, BY_KO if saved else 0)
    if least_rival > 0 and is_rival_lost(board, search, node, prover_next, zone):
        return INFINITE, 0, BY_KO if node[REFUTER_THREATS] == MANY and node[PROVER_THREATS] == 0 else 0
    inside = find_space(board, search)
    living, regions = living_chains(board, search)
    counts = search.work[COUNTS]
    if _stones_in(board, search, living) >= least:
        write_living_zone(board, search, living, zone)
        return INFINITE, 0, 0
    if _stones_in(board, search, counts[LINKED]) >= least:
        write_space_zone(board, search, zone)
        return INFINITE, 0, 0
    estimates = search.question[ESTIMATES]
    if estimates and _stones_in(board, search, likely_to_live(board, search, regions, inside, prover_next)) >= least:
        write_space_zone(board, search, zone)
        return INFINITE, 0, 0
    no_ko = node[PROVER_THREATS] == MANY and node[REFUTER_THREATS] == 0
    is_open, linked = counts[OPEN] > 0, counts[LINKED] != 0
    fill = 0 if is_open or linked else moves_to_fill(board, search, inside, regions)
    possible, room = most_eyes(board, search, inside, prover_next, no_ko)
    shut_in = possible < 2 and not is_open and not linked and points_to_join(board, search, NOT_IN_ATARI) <= prover_next
    lead = race_lead(board, search, fill, possible == 0, prover_next) if shut_in else 0
    if lead > 0:
        if search.question[RACE]:
            write_race_zone(board, search, zone)
        else:  # no rival: a wall of many liberties counts as one that stands, so that the zone stays small
            write_space_zone(board, search, zone)
        return 0, INFINITE, BY_KO if no_ko else 0
    away = moves_to_two_eyes(board, search, inside)
    if search.question[RACE]:
        away = min(away, moves_to_capture(board, search))
    enough = estimates + prover_next * LOST_BY_A_MOVE if estimates else ESCAPED
    may_run = (is_open or estimates) and not (prover_next and _is_in_atari(board, search))
    doomed = _doomed_below(board, search, possible, prover_next)
    if may_run or doomed:
        own = points_to_escape(board, search)
        if (may_run and own >= enough) or own < doomed:
            find_space(board, search)
            write_space_zone(board, search, zone)
            return (0, INFINITE, 0) if own < doomed else (INFINITE, 0, 0)
    if shut_in and search.question[RACE]:
        return 1 + 2 * min(10, -lead), max(1, away + prover_next), 0
    way_out = 2 * is_open + 2 * linked
    return max(1, 2 * (room - 2)) + way_out, max(1, away + prover_next - way_out), 0


@kernel
def _doomed_below(board, search, possible, prover_next):
    """Return the points to itself with fewer of which the group is likely to die, 0 if it may live in other ways.

    These are two eyes, of which it can get `possible`, a link to safe stones, and if its owner is to move, the capture
    of attacking stones and a move that joins a strong chain.
    """
    doomed = search.question[DOOMED]
    if not doomed or possible >= 2 or search.work[COUNTS, LINKED]:
        return 0
    if not prover_next and (may_capture(board, search) or points_to_join(board, search, STRONG) > 0):
        return 0
    return doomed


@kernel
def _standing(board, search, stones, color):
    """Return how many of some stones of a colour are on the board."""
    points = search.lists[0]
    count = 0
    for n in range(sets.list_points(stones, points)):
        count += board.cells[points[n], STONE] == color
    return count


@kernel
def _is_in_atari(board, search):
    """Return whether a chain of the group has a single liberty."""
    cells, points = board.cells, search.lists[0]
    found = False
    for n in range(sets.list_points(search.group, points)):
        if cells[points[n], STONE] == -search.question[PROVER]:
            found |= cells[cells[points[n], HEAD], COUNT] == 1
    return found


@kernel
def _is_taken_in_ko(board, search, stones, color, least):
    """Return whether too few of some stones are left, but enough if the last of them is retaken in a ko."""
    ko = board.cells[board.cells.shape[0] - 1, KO]
    return ko >= 0 and sets.has(stones, ko) and _standing(board, search, stones, color) + 1 >= least


@kernel
def _stones_in(board, search, chains):
    """Return how many stones of the group are in these chains, a bit each."""
    cells, points = board.cells, search.lists[0]
    count = 0
    if chains == 0:
        return count
    for n in range(sets.list_points(search.group, points)):
        if cells[points[n], STONE] == -search.question[PROVER]:
            count += (chains >> number_of(search, cells[points[n], HEAD])) & 1
    return count


@kernel
def write_passed_zone(board, search, zone):
    """Write the zone of a group that both sides leave as it is."""
    find_space(board, search)
    write_space_zone(board, search, zone)


@kernel
def list_moves(board, search):
    """List the candidate moves of either side: empty points of the space, nearest first, liberties of weak walls."""
    cells, work = board.cells, search.work
    find_space(board, search)
    for distance in range(1, REACH + 1):
        for n in range(work[COUNTS, N_POINTS]):
            point = work[POINTS, n]
            if work[DISTANCE, point] == distance and cells[point, STONE] == 0:
                choose(board, search, point)
    for n in range(work[COUNTS, N_WALLS]):
        if not cells[work[WALLS, n], SAFE]:
            choose_liberties(board, search, work[WALLS, n], WALL)
    if search.question[RACE]:
        list_race_moves(board, search)


