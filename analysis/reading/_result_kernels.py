"""Compiled kernels that answer a question: the search, its principal variation and the zone of its result."""

from __future__ import annotations

from ..runtime.jit import kernel
from . import _point_set_kernels as sets
from . import _reading_board_kernels as boards
from . import _zone_kernels as zones
from ._question_kernels import MAX_DEPTH, MOVE, NO_MOVE, PASS, PATH_KEY, RESULT
from ._search_kernels import solve
from ._step_kernels import advance, look_up_below, path_below


@kernel
def run(board, search, line, zone):
    """Search the question; write the principal variation into `line` and return its length; add to `zone`.

    The root's ko threats are given.
    """
    solve(board, search)
    length = _principal_variation(board, search, line)
    _add_zone(board, search, zone)
    return length


@kernel
def _principal_variation(board, search, line):
    """Write the moves of both sides as the table knows them, from the root on, into `line`; return their number.

    Before a ko is retaken stand two passes, for a threat and its answer. Two other passes end the line.
    """
    before = board.counters[boards.TOP]
    whole = board.cells[board.cells.shape[0] - 1]
    length = 0
    depth = 0
    passed = False
    while length + 3 <= line.size and depth < MAX_DEPTH - 1:
        move = search.nodes[0, RESULT + MOVE]
        if depth > 0:
            search.nodes[depth, PATH_KEY] = path_below(search, depth - 1)
            found = look_up_below(search, depth - 1)
            move = search.table[found, MOVE] if found >= 0 else NO_MOVE
        retakes = move != PASS and move == whole[boards.KO]
        if move == NO_MOVE or advance(board, search, depth, move) < 0:
            break
        if retakes:
            line[length] = line[length + 1] = PASS
            length += 2
        line[length] = move
        length += 1
        depth += 1
        if passed and move == PASS:
            break
        passed = move == PASS
    boards.undo(board, before)
    return length


@kernel
def _add_zone(board, search, whole):
    """Add the points that were read to `whole`, with the chains on them and all points beside those."""
    cells, points, zone = board.cells, search.lists[0], search.zones[MAX_DEPTH]
    sets.copy(zone, board.read)
    for n in range(sets.list_points(zone, points)):
        if cells[points[n], boards.STONE] != 0:
            zones.add_surroundings(board, zone, cells[points[n], boards.HEAD])
    sets.unite(whole, zone)
