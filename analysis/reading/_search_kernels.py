"""Compiled kernel of the search for a local goal: depth-first proof-number search (df-pn).

The prover's nodes are OR nodes, the refuter's AND nodes. The prover tries the candidate moves of the goal. The refuter
passes first; once that is refuted, only its moves in the zone of that refutation can help, and all of these are tried,
so that a proof holds against all legal moves; in a search of selected moves (SELECTIVE) only those that are listed.
Instead of the sum of the children's numbers their maximum is taken, plus one for each further open child, so that
transpositions do not count twice.

A position that was on the path before counts as a failure of the prover. Proofs do not depend on the path then, and a
disproof that rests on a repetition of a node further up is stored for this path only: Kishimoto and Mueller 2004, A
general solution to the graph history interaction problem.
"""

from __future__ import annotations

from ..runtime.jit import kernel
from . import _point_set_kernels as sets
from . import _reading_board_kernels as boards
from . import _table_kernels as tables
from . import _zone_kernels as zones
from ._goal_kernels import add_forced, evaluate, list_moves, list_replies
from ._question_kernels import (
    BUDGET,
    BY_KO,
    BY_PATH,
    COMPLETE,
    COUNTED,
    CURRENT,
    DEPENDS,
    DN,
    DN_LIMIT,
    DOOMED,
    ESTIMATES,
    FLAGS,
    FORCED,
    FREE,
    FULL_KEY,
    GOAL,
    HEIGHT,
    INFINITE,
    KEY,
    KILLER,
    LATER,
    LISTED,
    MAX_DEPTH,
    MOVE,
    NEW,
    NO_MOVE,
    NODES,
    PASS,
    PASSES,
    PATH_KEY,
    PLIES,
    PN,
    PN_LIMIT,
    PROMISING,
    PROVER,
    REFUTATION,
    REPLY,
    RESULT,
    RESULT_FIELDS,
    SELECTIVE,
    STAGE,
    TAKEN,
    TWO_EYES,
    ZONE_MOVES,
)  # fmt: skip
from ._step_kernels import add_child, advance, is_prover, path_below, write_keys

# Added to the first estimates of moves:
LESS_PROMISING = 1
BANNED_PASS = 4  # of a prover that may not retake a ko
UNLIKELY = 20  # of the refuter that are only in the zone


@kernel
def _expand(board, search, depth):
    """Find the first children of a node."""
    node = search.nodes[depth]
    search.totals[NODES] += 1
    node[COUNTED] = 0
    node[STAGE] = COMPLETE
    node[REFUTATION] = NO_MOVE
    node[RESULT + FLAGS] = 0
    sets.clear(search.zones[depth])
    if is_prover(search, depth):
        _expand_prover(board, search, depth)
    else:
        _expand_refuter(board, search, depth)


@kernel
def _expand_prover(board, search, depth):
    """Add the prover's moves, first one that refuted a sibling, last a pass if it may not retake a ko."""
    moves, killer = search.moves, search.nodes[depth, KILLER]
    list_moves(board, search)
    listed, later, ko = search.totals[LISTED], search.totals[LATER], board.cells[board.cells.shape[0] - 1, boards.KO]
    banned = False
    for n in range(listed):
        banned |= moves[n] == ko
        if moves[n] == killer and add_child(board, search, depth, killer, 0):
            return
    for n in range(listed):
        more = 0 if n < later else LESS_PROMISING
        if moves[n] != killer and add_child(board, search, depth, moves[n], more):
            return
    if banned or search.question[TWO_EYES]:
        add_child(board, search, depth, PASS, BANNED_PASS)


@kernel
def _expand_refuter(board, search, depth):
    """Add the refuter's pass; unless that is refuted at once, a move that refuted a sibling, and promising moves.

    With likely deaths (DOOMED) there are no others: most moves in the zone of a death that is only likely refute it.
    Nor are there in a search of selected moves (SELECTIVE); at its root, where a move is to be named, the pass is last.
    """
    node, moves = search.nodes[depth], search.moves
    node[STAGE] = PROMISING
    if list_replies(board, search):
        node[STAGE] = FORCED
        add_forced(board, search, search.zones[depth])
    passes_last = depth == 0 and search.question[GOAL] == SELECTIVE
    if not passes_last and add_child(board, search, depth, PASS, 0):
        return
    listed, later = search.totals[LISTED], search.totals[LATER]
    killer = _killer(board, search, node, listed)
    if search.question[DOOMED] or passes_last:
        node[STAGE] = COMPLETE
    if node[STAGE] == PROMISING and search.children[depth, 0, PN] == 0:
        _expand_zone(board, search, depth, listed)
        return
    if killer != NO_MOVE and add_child(board, search, depth, killer, 0):
        return
    for n in range(listed):
        more = 0 if n < later else LESS_PROMISING
        if moves[n] != killer and add_child(board, search, depth, moves[n], more):
            return
    if passes_last:
        add_child(board, search, depth, PASS, UNLIKELY)


@kernel
def _killer(board, search, node, listed):
    """Return the move that refuted a sibling of a refuter's node if it may be tried first, else NO_MOVE.

    listed -- how many candidate moves there are: in a search of selected moves it has to be one of them
    """
    killer = node[KILLER]
    if node[STAGE] == FORCED or killer < 0 or board.cells[killer, boards.STONE] != 0:
        return NO_MOVE
    found = search.question[GOAL] != SELECTIVE
    for n in range(listed):
        found |= search.moves[n] == killer
    return killer if found else NO_MOVE


@kernel
def _expand_zone(board, search, depth, listed):
    """Add the refuter's moves in the zone of the refutation of its pass, which is the first child.

    Of a search of selected moves (SELECTIVE) only those that are listed.
    listed -- how many of the listed moves to add first
    """
    node, children = search.nodes[depth], search.children[depth]
    zone, moves = search.zones[MAX_DEPTH], search.lists[ZONE_MOVES]
    sets.copy(zone, search.child_zones[depth, 0])
    zones.add_border(board, zone, search.question[PROVER], children[0, PASSES] + 1, moves)
    sets.copy(search.child_zones[depth, 0], zone)
    sets.unite(board.read, zone)
    node[STAGE] = COMPLETE
    for n in range(listed):
        if sets.has(zone, search.moves[n]) and add_child(board, search, depth, search.moves[n], 0):
            return
    while search.question[GOAL] != SELECTIVE:
        for n in range(sets.list_points(zone, moves)):
            known = board.cells[moves[n], boards.STONE] != 0 or _is_child(search, depth, moves[n])
            if not known and add_child(board, search, depth, moves[n], UNLIKELY):
                return
        # what makes moves illegal may be changed by other moves
        if not sets.grow(zone, search.zones[depth]):
            break
        sets.unite(board.read, zone)
    for n in range(1, node[COUNTED]):  # outside the zone a move is refuted as a pass is
        if not sets.has(zone, children[n, MOVE]):
            children[n, PN], children[n, DN] = 0, INFINITE
            children[n, FLAGS] = children[n, PASSES] = children[n, PLIES] = 0
            sets.clear(search.child_zones[depth, n])


@kernel
def _is_child(search, depth, move):
    """Return whether a move is among the children of a node."""
    found = False
    for n in range(search.nodes[depth, COUNTED]):
        found |= search.children[depth, n, MOVE] == move
    return found


@kernel
def _summarise(search, depth):
    """Write the proof and disproof number of a node; return the best child, -1 for none, and two limits for it.

    The limits are the second least number by which the mover chooses, and how many open children there are beside one.
    """
    node, children = search.nodes[depth], search.children[depth]
    mine, theirs = (PN, DN) if is_prover(search, depth) else (DN, PN)
    low = second = INFINITE
    high, still, best = 0, 0, -1
    for n in range(node[COUNTED]):
        if children[n, mine] < low:
            second = low
            low = children[n, mine]
            best = n
        elif children[n, mine] < second:
            second = children[n, mine]
        if children[n, theirs] > 0:
            still += 1
            high = max(high, children[n, theirs])
    total = min(high + max(still - 1, 0), INFINITE - 1) if low > 0 else INFINITE
    if still == 0:
        low, total = INFINITE, 0
    node[RESULT + mine] = low
    node[RESULT + theirs] = total
    return best, second, max(still - 1, 0)


@kernel
def _conclude(board, search, depth, best):
    """Write the rest of a node's result: of a solved node with its zone."""
    node, children = search.nodes[depth], search.children[depth]
    result = node[RESULT:]
    zone = search.zones[depth]
    result[MOVE] = children[best, MOVE] if best >= 0 else NO_MOVE
    result[PLIES] = result[PASSES] = 0
    result[DEPENDS] = FREE
    if result[PN] > 0 and result[DN] > 0:
        return
    mine = PN if is_prover(search, depth) else DN
    if result[mine] == 0:
        child = children[best]
        result[PLIES] = child[PLIES] + 1
        result[PASSES], result[FLAGS], result[DEPENDS] = child[PASSES], child[FLAGS], child[DEPENDS]
        sets.copy(zone, search.child_zones[depth, best])
    else:
        for n in range(node[COUNTED]):
            child = children[n]
            sets.unite(zone, search.child_zones[depth, n])
            if child[PLIES] >= result[PLIES]:
                result[PLIES] = child[PLIES] + 1
                result[MOVE] = child[MOVE]
            result[PASSES] = max(result[PASSES], child[PASSES] + (child[MOVE] == PASS))
            result[FLAGS] |= child[FLAGS]
            result[DEPENDS] = min(result[DEPENDS], child[DEPENDS])
    sets.unite(board.read, zone)
    if result[DEPENDS] >= depth:
        result[DEPENDS] = FREE


@kernel
def _store(search, depth):
    """Write the result of a node into the table, under the key for which it holds."""
    node = search.nodes[depth]
    result = node[RESULT:]
    key = node[KEY]
    if result[PN] == 0 or result[DN] == 0:
        if result[DEPENDS] < FREE:
            key = node[FULL_KEY] ^ node[PATH_KEY]
            search.totals[BY_PATH] = 1
        elif result[FLAGS] & BY_KO:
            key = node[FULL_KEY]
    tables.store(search, key, result, search.zones[depth])


@kernel
def _leave(board, search, depth):
    """Go back from a node to the one above, and write its result into the child there."""
    above, result = search.nodes[depth - 1], search.nodes[depth, RESULT:]
    n = above[CURRENT]
    child, zone = search.children[depth - 1, n], search.child_zones[depth - 1, n]
    proving = is_prover(search, depth - 1)
    move = child[MOVE]
    for k in range(RESULT_FIELDS):
        child[k] = result[k]
    child[REPLY] = result[MOVE]
    child[MOVE] = move
    if result[PN] == 0 or result[DN] == 0:
        sets.copy(zone, search.zones[depth])
        if move != PASS:
            color = search.question[PROVER] if proving else -search.question[PROVER]
            zones.add_move(board, zone, move, color, above[TAKEN])
        if result[PN if not proving else DN] == 0 and result[MOVE] >= 0:
            above[REFUTATION] = result[MOVE]
    boards.undo(board, above[HEIGHT])
    if move == board.cells[board.cells.shape[0] - 1, boards.KO] and move != PASS:
        child[FLAGS] |= BY_KO
    # the point from which the refuter refuted a move may be a good move of the prover
    reply = child[REPLY]
    if not proving or child[DN] > 0 or reply < 0 or search.question[GOAL] == SELECTIVE:
        return
    if board.cells[reply, boards.STONE] == 0 and not _is_child(search, depth - 1, reply):
        add_child(board, search, depth - 1, reply, 0)


@kernel
def _descend(board, search, depth, best, second, slack):
    """Go to the best child of a node, with limits by the 1 + epsilon rule (Pawlewicz and Lew 2007)."""
    node, below = search.nodes[depth], search.nodes[depth + 1]
    child = search.children[depth, best]
    most = min(second + 1 + second // 4, INFINITE)
    if is_prover(search, depth):
        below[PN_LIMIT] = min(node[PN_LIMIT], most)
        below[DN_LIMIT] = max(node[DN_LIMIT] - slack, child[DN] + 1)
    else:
        below[DN_LIMIT] = min(node[DN_LIMIT], most)
        below[PN_LIMIT] = max(node[PN_LIMIT] - slack, child[PN] + 1)
    node[CURRENT] = best
    node[HEIGHT] = board.counters[boards.TOP]
    node[TAKEN] = board.cells[board.cells.shape[0] - 1, boards.CAPTURED]
    advance(board, search, depth, child[MOVE])
    below[STAGE] = NEW
    below[PATH_KEY] = path_below(search, depth)
    below[KILLER] = child[REPLY] if child[REPLY] >= 0 else node[REFUTATION]


@kernel
def _is_lost(board, search):
    """Return whether the side to move fails by the evaluation of the root; if so, write its result."""
    root = search.nodes[0]
    result, proving = root[RESULT:], is_prover(search, 0)
    pn, dn, flags = evaluate(board, search, root, proving, search.zones[0])
    if flags or (dn if proving else pn) > 0:
        return False
    result[:] = 0
    result[PN], result[DN], result[MOVE], result[DEPENDS] = pn, dn, NO_MOVE, FREE
    sets.unite(board.read, search.zones[0])
    return True


@kernel
def _leave_open(root):
    """Write the result of a root that was only evaluated."""
    root[RESULT : RESULT + RESULT_FIELDS] = 0
    root[RESULT + PN] = root[RESULT + DN] = 1
    root[RESULT + MOVE] = NO_MOVE
    root[RESULT + DEPENDS] = FREE
    root[COUNTED] = 0


@kernel
def solve(board, search):
    """Search the question: the result is that of node 0, solved if one of its numbers is 0.

    The root's ko threats are given; everything else of its node is written.
    """
    depth = 0
    root = search.nodes[0]
    write_keys(board, search, 0)
    root[PATH_KEY] = 0
    root[STAGE] = NEW
    root[KILLER] = NO_MOVE
    root[PN_LIMIT] = root[DN_LIMIT] = INFINITE
    if search.question[ESTIMATES] and _is_lost(board, search):
        return
    if search.question[BUDGET] == 0:
        _leave_open(root)
        return
    while True:
        node = search.nodes[depth]
        if node[STAGE] == NEW:
            _expand(board, search, depth)
        best, second, slack = _summarise(search, depth)
        result = node[RESULT:]
        if node[STAGE] == PROMISING and search.children[depth, 0, PN] == 0:
            _expand_zone(board, search, depth, 0)
            continue
        solved = result[PN] == 0 or result[DN] == 0
        over = result[PN] >= node[PN_LIMIT] or result[DN] >= node[DN_LIMIT]
        if solved or over or search.totals[NODES] >= search.question[BUDGET]:
            _conclude(board, search, depth, best)
            _store(search, depth)
            if depth == 0:
                return
            _leave(board, search, depth)
            depth -= 1
        else:
            _descend(board, search, depth, best, second, slack)
            depth += 1
