"""Compiled kernels of the goal of killing a group: when it is reached or missed, first estimates, moves.

The prover attacks. The group is what is left of some stones of the refuter: it is dead when fewer than LEAST of them
can still live, and lives when so many are in chains that cannot be killed, are linked to safe stones, or have escaped.
"""

from __future__ import annotations

from ...runtime.jit import inline_kernel, kernel
from .. import _point_set_kernels as sets
from .. import _zone_kernels as zones
from .._candidate_kernels import choose, choose_liberties
from .._question_kernels import (
    BY_KO,
    ESTIMATES,
    FRIENDS,
    INFINITE,
    LEAST,
    MANY,
    PROVER,
    PROVER_THREATS,
    REFUTER_THREATS,
)
from .._reading_board_kernels import COUNT, HEAD, KO, SAFE, STONE
from ._estimate_kernels import likely_to_live
from ._eye_kernels import BORDER, CLOSED, REGION, living_chains, most_eyes, moves_to_two_eyes
from ._space_kernels import (
    CHAINS,
    COUNTS,
    DISTANCE,
    LINKED,
    N_CHAINS,
    N_POINTS,
    N_WALLS,
    OPEN,
    POINTS,
    REACH,
    WALLS,
    add_links,
    find_space,
    number_of,
    points_to_escape,
)

ESCAPED = 16
"""A group with a way out lives if it has so many points to itself: not beside a wall."""
LIKELY_ESCAPED, LOST_BY_A_MOVE = 10, 4
"""A group is likely to live if it has so many points to itself, and so many more if the attacker is to move."""
WALL = 3
"""The liberties of a wall with no more are candidate moves."""
WALL_ZONE = 3
"""So many liberties of a wall does a dead group depend on."""


@kernel
def evaluate(board, search, node, prover_next, zone):
    """Estimate a position: (proof number, disproof number, flags); with 0 for either, its zone is written."""
    standing = _standing(board, search)
    least = search.question[LEAST]
    if standing < least:
        return _estimate_captured(board, search, node, prover_next, standing, zone)
    inside = find_space(board, search)
    living, regions = living_chains(board, search)
    counts = search.work[COUNTS]
    if _stones_in(board, search, living) >= least:
        _write_living_zone(board, search, living, regions, zone)
        return INFINITE, 0, 0
    if _stones_in(board, search, counts[LINKED]) >= least:
        _write_space_zone(board, search, zone)
        return INFINITE, 0, 0
    estimates = search.question[ESTIMATES]
    if estimates and _stones_in(board, search, likely_to_live(board, search, regions, inside, prover_next)) >= least:
        _write_space_zone(board, search, zone)
        return INFINITE, 0, 0
    no_ko = node[PROVER_THREATS] == MANY and node[REFUTER_THREATS] == 0
    possible, room = most_eyes(board, search, inside, prover_next, no_ko)
    if possible < 2 and counts[OPEN] == 0 and not counts[LINKED] and _loses_races(board, search):
        _write_space_zone(board, search, zone)
        return 0, INFINITE, BY_KO if no_ko else 0
    away = moves_to_two_eyes(board, search, inside)
    is_open, linked = counts[OPEN] > 0, counts[LINKED] != 0
    enough = LIKELY_ESCAPED + prover_next * LOST_BY_A_MOVE if estimates else ESCAPED
    may_run = (is_open or estimates) and not (prover_next and _is_in_atari(board, search))
    if may_run and points_to_escape(board, search) >= enough:
        find_space(board, search)
        _write_space_zone(board, search, zone)
        return INFINITE, 0, 0
    way_out = 2 * is_open + 2 * linked
    return max(1, 2 * (room - 2)) + way_out, max(1, away + prover_next - way_out), 0


@inline_kernel
def _standing(board, search):
    """Return how many stones of the group are on the board."""
    points = search.lists[0]
    count = 0
    for n in range(sets.list_points(search.group, points)):
        count += board.cells[points[n], STONE] == -search.question[PROVER]
    return count


@inline_kernel
def _is_in_atari(board, search):
    """Return whether a chain of the group has a single liberty."""
    cells, points = board.cells, search.lists[0]
    found = False
    for n in range(sets.list_points(search.group, points)):
        if cells[points[n], STONE] == -search.question[PROVER]:
            found |= cells[cells[points[n], HEAD], COUNT] == 1
    return found


@kernel
def _estimate_captured(board, search, node, prover_next, standing, zone):
    """Estimate a position with too few stones left: dead, unless the last of them were taken in a ko."""
    cells, points = board.cells, search.lists[0]
    area = cells.shape[0] - 2
    ko = cells[area + 1, KO]
    sets.clear(zone)
    for n in range(sets.list_points(search.group, points)):
        if cells[points[n], STONE] == -search.question[PROVER]:
            continue
        sets.add(zone, points[n])
        for k in range(4):
            beside = board.near[points[n], k]
            if cells[beside, STONE] == search.question[PROVER]:
                zones.add_liberties(board, zone, cells[beside, HEAD], 2)
    if prover_next or ko < 0 or not sets.has(search.group, ko) or standing + 1 < search.question[LEAST]:
        return 0, INFINITE, 0
    if node[REFUTER_THREATS] == 0:
        return 0, INFINITE, BY_KO
    return 1, 1, BY_KO


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


@inline_kernel
def _loses_races(board, search):
    """Return whether every wall that may be captured has more liberties than any chain of the owner."""
    cells, work = board.cells, search.work
    most = 0
    for chain in range(work[COUNTS, N_CHAINS]):
        most = max(most, cells[work[CHAINS, chain], COUNT])
    for n in range(work[COUNTS, N_WALLS]):
        head = work[WALLS, n]
        if cells[head, COUNT] <= most and not cells[head, SAFE]:
            return False
    return True


@kernel
def _write_living_zone(board, search, living, regions, zone):
    """Write the zone of chains that live: their stones and the regions that only they surround."""
    work = search.work
    sets.clear(zone)
    for chain in range(work[COUNTS, N_CHAINS]):
        if living >> chain & 1:
            zones.add_stones(board, zone, work[CHAINS, chain])
    for n in range(work[COUNTS, N_POINTS]):
        region = work[REGION, work[POINTS, n]]
        if work[CLOSED, region] and work[BORDER, region] & ~living == 0:
            sets.add(zone, work[POINTS, n])


@kernel
def _write_space_zone(board, search, zone):
    """Write the zone of a verdict that rests on the whole space: with the chains in it and liberties of the walls."""
    work = search.work
    sets.clear(zone)
    for n in range(work[COUNTS, N_POINTS]):
        sets.add(zone, work[POINTS, n])
        if search.question[FRIENDS]:
            add_links(board, search, zone, work[POINTS, n])
    for chain in range(work[COUNTS, N_CHAINS]):
        zones.add_stones(board, zone, work[CHAINS, chain])
    for n in range(work[COUNTS, N_WALLS]):
        if board.cells[work[WALLS, n], COUNT] <= WALL_ZONE:
            zones.add_liberties(board, zone, work[WALLS, n], WALL_ZONE)
        else:
            zones.add_unsafe_stones(board, zone, work[WALLS, n])


@kernel
def write_passed_zone(board, search, zone):
    """Write the zone of a group that both sides leave as it is."""
    find_space(board, search)
    _write_space_zone(board, search, zone)


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
