"""Compiled kernels of one step of a search: a move of a node, its key, its result as far as it is known."""

from __future__ import annotations

from ..runtime.jit import kernel
from . import _point_set_kernels as sets
from . import _reading_board_kernels as boards
from . import _table_kernels as tables
from . import _zone_kernels as zones
from ._goal_kernels import end_by_passes, evaluate, is_refused
from ._question_kernels import (
    BY_KO,
    BY_PATH,
    COUNTED,
    CURRENT,
    DEPENDS,
    DN,
    FLAGS,
    FREE,
    FULL_KEY,
    INFINITE,
    KEY,
    KO_MET,
    MANY,
    MAX_DEPTH,
    MOST_MOVES,
    MOVE,
    NO_MOVE,
    ONE_PASS,
    PASS,
    PASSES,
    PATH_KEY,
    PLIES,
    PN,
    PROVER,
    PROVER_FIRST,
    PROVER_THREATS,
    REFUTER_THREATS,
    REPLY,
    RESULT,
    RESULT_FIELDS,
    SHORT,
    TWO_EYES,
)  # fmt: skip

ILLEGAL, BANNED = -1, -2


@kernel
def is_prover(search, depth):
    """Return whether the prover is to move at this depth."""
    return (depth % 2 == 0) == (search.question[PROVER_FIRST] == 1)


@kernel
def _mix(key):
    """Return a number of 61 bits that depends on a key in no linear way: part of the hash of a path."""
    low = (key % 2147483647) * 1103515245
    return (low ^ (key >> 30)) & 0x1FFFFFFFFFFFFFFF


@kernel
def write_keys(board, search, depth):
    """Write the keys of the position on the board into the node at a depth; its ko threats are given."""
    node = search.nodes[depth]
    area = board.cells.shape[0] - 2
    ko = board.cells[area + 1, boards.KO]
    key = board.cells[area + 1, boards.HASH]
    if is_prover(search, depth):
        key ^= search.keys[area]
    if ko != boards.NONE:
        key ^= search.keys[ko]
    node[KEY] = key
    node[FULL_KEY] = key ^ search.keys[area + 2 + node[PROVER_THREATS]] ^ search.keys[area + 8 + node[REFUTER_THREATS]]


@kernel
def advance(board, search, depth, move):
    """Play a move of the node at a depth and write the keys and ko threats of the node after it; return flags.

    Returns ILLEGAL, or BANNED for a ko that may not be retaken, and changes nothing then.
    """
    node, after = search.nodes[depth], search.nodes[depth + 1]
    proving = is_prover(search, depth)
    area = board.cells.shape[0] - 2
    after[PROVER_THREATS], after[REFUTER_THREATS] = node[PROVER_THREATS], node[REFUTER_THREATS]
    flags = 0
    if move == PASS:
        boards.pass_turn(board)
    else:
        if move == board.cells[area + 1, boards.KO]:
            search.totals[KO_MET] = 1
            field = PROVER_THREATS if proving else REFUTER_THREATS
            if node[field] == 0:
                return BANNED
            flags = BY_KO
            if node[field] < MANY:
                after[field] = node[field] - 1
        height = board.counters[boards.TOP]
        color = search.question[PROVER] if proving else -search.question[PROVER]
        if not boards.play(board, move, color):
            return ILLEGAL
        if proving and is_refused(board, search, move):
            boards.undo(board, height)
            return ILLEGAL
    write_keys(board, search, depth + 1)
    return flags


@kernel
def _repeats(search, depth):
    """Return the depth of the node on the path that the node at `depth` repeats, or FREE."""
    key = search.nodes[depth, FULL_KEY]
    above = depth - 2
    while above >= 0:
        if search.nodes[above, FULL_KEY] == key:
            return above
        above -= 2
    return FREE


@kernel
def path_below(search, depth):
    """Return the hash of the path to the nodes below the one at a depth."""
    node = search.nodes[depth]
    return node[PATH_KEY] ^ _mix(node[FULL_KEY])


@kernel
def look_up_below(search, depth):
    """Return the entry of the table for the node below the one at a depth, or -1.

    A result that holds with its ko threats, or for this path, is looked for before one that holds anyway.
    """
    node = search.nodes[depth + 1]
    found = -1
    if search.totals[BY_PATH]:
        found = tables.look_up(search, node[FULL_KEY] ^ path_below(search, depth))
    if found < 0 and search.totals[KO_MET]:
        found = tables.look_up(search, node[FULL_KEY])
    return tables.look_up(search, node[KEY]) if found < 0 else found


@kernel
def _passed_before(search, depth):
    """Return whether the move to the node at a depth was a pass."""
    return depth > 0 and search.children[depth - 1, search.nodes[depth - 1, CURRENT], MOVE] == PASS


@kernel
def _fill(board, search, depth, move, child, zone, more):
    """Write the result of the position on the board, after a move of the node at `depth`, into a child."""
    after = search.nodes[depth + 1]
    child[PLIES] = child[PASSES] = child[FLAGS] = 0
    child[DEPENDS] = FREE
    child[REPLY] = NO_MOVE
    if move == PASS and search.question[TWO_EYES] and _passed_before(search, depth):
        child[PN], child[DN] = 0, INFINITE
        end_by_passes(board, search, zone)
        return
    above = _repeats(search, depth + 1)
    if above < FREE or depth + 1 >= MAX_DEPTH - 1 or boards.is_log_full(board):
        child[PN], child[DN] = INFINITE, 0
        child[DEPENDS] = above if above < FREE else 0
        child[FLAGS] = SHORT if above == FREE else 0
        sets.clear(zone)
        return
    found = look_up_below(search, depth)
    if found >= 0:
        for k in range(RESULT_FIELDS):
            child[k] = search.table[found, k]
        child[REPLY] = search.table[found, MOVE]
        if child[PN] == 0 or child[DN] == 0:
            sets.copy(zone, search.table_zones[found])
        return
    proving = is_prover(search, depth)
    child[PN], child[DN], child[FLAGS] = evaluate(board, search, after, not proving, zone)
    search.totals[KO_MET] |= child[FLAGS] & BY_KO
    child[PASSES] = (child[FLAGS] & ONE_PASS) // ONE_PASS
    child[FLAGS] &= ~ONE_PASS
    if child[PN] > 0 and child[DN] > 0:
        child[FLAGS] = 0
        child[PN if proving else DN] += more


@kernel
def add_child(board, search, depth, move, more):
    """Add a move to the children of a node, with what is known of its result; return whether it decides the node.

    more -- added to the first estimate of the number by which the side to move chooses
    """
    node = search.nodes[depth]
    count = node[COUNTED]
    proving = is_prover(search, depth)
    if count >= MOST_MOVES:
        node[RESULT + FLAGS] |= SHORT
        return False
    height = board.counters[boards.TOP]
    area = board.cells.shape[0] - 2
    taken = board.cells[area + 1, boards.CAPTURED]
    color = search.question[PROVER] if proving else -search.question[PROVER]
    flags = advance(board, search, depth, move)
    if flags == BANNED:
        node[RESULT + FLAGS] |= BY_KO
        sets.add(search.zones[depth], move)
        return False
    if flags == ILLEGAL:
        if not proving and board.cells[move, boards.STONE] == 0:
            zones.add_illegal_move(board, search.zones[depth], move, color)
        return False
    child, zone = search.children[depth, count], search.child_zones[depth, count]
    _fill(board, search, depth, move, child, zone, more)
    child[MOVE] = move
    child[FLAGS] |= flags
    if (child[PN] == 0 or child[DN] == 0) and move != PASS:
        zones.add_move(board, zone, move, color, taken)
    boards.undo(board, height)
    node[COUNTED] = count + 1
    return (child[PN] if proving else child[DN]) == 0
