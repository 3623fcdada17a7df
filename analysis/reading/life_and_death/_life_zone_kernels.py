"""Compiled kernels that write the zones of verdicts about a group: the points that they depend on."""

from __future__ import annotations

from ...runtime.jit import kernel
from .. import _point_set_kernels as sets
from .. import _zone_kernels as zones
from .._question_kernels import FRIENDS
from .._reading_board_kernels import COUNT, HEAD, LIBERTIES, SAFE, STONE
from ._eye_kernels import BORDER, CLOSED, REGION
from ._space_kernels import CHAINS, COUNTS, N_CHAINS, N_POINTS, N_WALLS, POINTS, WALLS, add_links

WALL_ZONE = 3
"""So many liberties of a wall does a dead group depend on."""


@kernel
def write_captured_zone(board, search, stones, color, zone):
    """Write the zone of the capture of some stones: those captured, and two liberties of each chain beside them."""
    cells, points = board.cells, search.lists[0]
    sets.clear(zone)
    for n in range(sets.list_points(stones, points)):
        if cells[points[n], STONE] == color:
            continue
        sets.add(zone, points[n])
        for k in range(4):
            beside = board.near[points[n], k]
            if cells[beside, STONE] == -color:
                zones.add_liberties(board, zone, cells[beside, HEAD], 2)


@kernel
def write_living_zone(board, search, living, zone):
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
def write_space_zone(board, search, zone):
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
def write_race_zone(board, search, zone):
    """Write the zone of a race that was counted: the space, and all liberties of walls that may be captured."""
    write_space_zone(board, search, zone)
    work = search.work
    for n in range(work[COUNTS, N_WALLS]):
        if not board.cells[work[WALLS, n], SAFE]:
            sets.unite(zone, board.cells[work[WALLS, n], LIBERTIES:])
