"""Compiled kernels of the static proofs: which blocks of one colour stand if it answers every move of the other.

`safety.py` says why the conditions suffice, `_rooms_kernels.py` has the words.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import kernel
from ._rooms_kernels import (
    FOUGHT,
    MOST_PAIRED,
    PAIRED,
    QUIET,
    TIGHT,
    eyes_made,
    find_rooms,
    fought,
    paired,
    territory_of,
    tight,
    touches,
)

MOST_ROUNDS = 6
WAYS = 4
MOST_OPTIONS = 24
MOST_FOUGHT = 10


@kernel
def _pick(options, gains, clash, count, need, token):
    """Choose disjoint pairs of options that are worth `need` eyes to whoever gets one of each; writes `token` (4,)."""
    for i in range(count):
        for j in range(i):
            if min(gains[i], gains[j]) >= need:
                token[0] = options[j]
                token[1] = options[i]
                return True
    if need < 2:
        return False
    for i in range(count):
        for j in range(i):
            for k in range(i):
                if k == j or clash[i, k] or clash[j, k]:
                    continue
                for m in range(k):
                    if m != j and not (clash[i, m] or clash[j, m]):
                        token[0] = options[j]
                        token[1] = options[i]
                        token[2] = options[m]
                        token[3] = options[k]
                        return True
    return False


@kernel
def settle(stones, neighbours, color, suicide, label, block, anchor, rank, link, standing, used, room, replies):
    """Let fall the blocks that are not proved to stand, until all that still stand are.

    label    -- (area,) chain numbers; block (chains,) the number of each chain's block, one of its chains
    anchor   -- (chains, 2) int16: two liberties of a block, each beside a chain of lower `rank`; -1 for none
    link     -- (area,) int16: the miai that links and anchors need, -1 for none
    standing -- (chains,) bool, changed: which chains to begin with, and which stand at the end
    used     -- (area,) int16, written: all miai of the proof
    room     -- (area,) int16, written: the rooms at the end, -1 on standing chains
    replies  -- (area, area) bool, written: further answers, of moves in rooms that are fought for
    Returns (base (rooms, chains) int8: NONE, QUIET, TIGHT, PAIRED, FOUGHT; token (chains, 4) int16: pairs of points
    either of which makes an eye or two of a block, -1 for none).
    """
    area = stones.size
    chains = block.size
    at = np.full(area + 1, -1, np.int16)
    mark = np.zeros(area + 1, np.int32)
    queue = np.empty(area, np.int16)
    reach = np.empty((MOST_OPTIONS, area), np.bool_)
    options = np.empty(MOST_OPTIONS, np.int16)
    gains = np.empty(MOST_OPTIONS, np.int8)
    clash = np.empty((MOST_OPTIONS, MOST_OPTIONS), np.bool_)
    while True:
        for point in range(area):
            own = stones[point] == color and standing[label[point]]
            at[point] = block[label[point]] if own else -1
            used[point] = link[point]
        room[:], points, first = find_rooms(at, neighbours)
        rooms = first.size - 1
        base = np.zeros((rooms, chains), np.int8)
        token = np.full((chains, 4), -1, np.int16)
        locked = np.zeros(rooms, np.bool_)
        worth = np.zeros(chains, np.int16)
        touch = np.zeros((rooms, chains), np.bool_)
        replies[:] = False
        for r in range(rooms):
            for i in range(first[r], first[r + 1]):
                for k in range(4):
                    near = at[neighbours[points[i], k]]
                    if near >= 0:
                        touch[r, near] = True

        # what needs no further stone of ours
        for r in range(rooms):
            quiet = True
            for i in range(first[r], first[r + 1]):
                quiet &= used[points[i]] < 0
            for b in range(chains):
                if not touch[r, b]:
                    continue
                mark[area] += 1
                if tight(points[first[r]], area, b, at, stones, color, neighbours, used, mark, mark[area], queue):
                    base[r, b] = TIGHT
                elif quiet and not suicide:
                    empty = 0
                    vital = True
                    for i in range(first[r], first[r + 1]):
                        if stones[points[i]] != -color:
                            empty += 1
                            vital &= stones[points[i]] == 0 and touches(points[i], b, at, neighbours)
                    if vital and empty > 0:
                        base[r, b] = QUIET
                        locked[r] = True
                worth[b] += base[r, b] > 0

        # what needs answers: first miai of eyes, then fights, then miai that hold a room together
        for b in range(chains):
            if worth[b] >= 2 or block[b] != b or not standing[b] or anchor[b, 0] >= 0:
                continue
            for attempt in range(2):
                if attempt == 1:
                    for r in range(rooms):
                        size = first[r + 1] - first[r]
                        if worth[b] >= 2 or not touch[r, b] or locked[r] or size > MOST_FOUGHT:
                            continue
                        alone = True
                        for other in range(chains):
                            alone &= other == b or not touch[r, other]
                        inside = points[first[r] : first[r + 1]]
                        if alone and fought(
                            inside, size, b, at, stones, color, neighbours, used, mark, queue, replies
                        ):
                            worth[b] = 2
                            base[r, b] = FOUGHT
                    for r in range(rooms):
                        size = first[r + 1] - first[r]
                        if worth[b] >= 2 or not touch[r, b] or base[r, b] > 0 or locked[r] or size > MOST_PAIRED:
                            continue
                        if paired(points[first[r] : first[r + 1]], size, b, at, stones, color, neighbours, used, True):
                            base[r, b] = PAIRED
                            worth[b] += 1
                count = 0
                for point in range(area):
                    if count == MOST_OPTIONS or stones[point] != 0 or used[point] >= 0 or locked[room[point]]:
                        continue
                    if base[room[point], b] == PAIRED or not touches(point, b, at, neighbours):
                        continue
                    gain = eyes_made(point, b, at, stones, color, neighbours, used, mark, queue, reach[count])
                    gain -= base[room[point], b] == TIGHT
                    if gain > 0:
                        reach[count, point] = True
                        options[count] = point
                        gains[count] = gain
                        count += 1
                for i in range(count):
                    for j in range(count):
                        clash[i, j] = (reach[i] & reach[j]).any()
                if worth[b] < 2 and _pick(options, gains, clash, count, 2 - worth[b], token[b]):
                    for i in range(0, 4, 2):
                        if token[b, i] >= 0:
                            used[token[b, i]] = token[b, i + 1]
                            used[token[b, i + 1]] = token[b, i]
                    worth[b] = 2
                if worth[b] >= 2:
                    break

        # all again, now that all miai are known
        falls = np.zeros(chains, np.bool_)
        for b in range(chains):
            if block[b] != b or not standing[b]:
                continue
            if anchor[b, 0] >= 0:
                for i in range(2):
                    held = False
                    for k in range(4):
                        near = at[neighbours[anchor[b, i], k]]
                        held |= near >= 0 and rank[near] < rank[b]
                    falls[b] |= not held
                continue
            sure = 0
            for r in range(rooms):
                size = first[r + 1] - first[r]
                if base[r, b] == FOUGHT or base[r, b] == QUIET:
                    quiet = True
                    for i in range(first[r], first[r + 1]):
                        quiet &= used[points[i]] < 0
                    sure += quiet * (2 if base[r, b] == FOUGHT else 1)
                elif base[r, b] == TIGHT:
                    mark[area] += 1
                    start = points[first[r]]
                    sure += tight(start, area, b, at, stones, color, neighbours, used, mark, mark[area], queue) > 0
                elif base[r, b] == PAIRED:
                    sure += paired(points[first[r] : first[r + 1]], size, b, at, stones, color, neighbours, used, False)
            for i in range(0, 4, 2):
                if token[b, i] < 0:
                    continue
                gain = 2
                for j in range(i, i + 2):
                    eyes = eyes_made(token[b, j], b, at, stones, color, neighbours, used, mark, queue, reach[0])
                    gain = min(gain, eyes - (base[room[token[b, j]], b] == TIGHT))
                sure += max(gain, 0)
            falls[b] = sure < 2
        if not falls.any():
            return base, token
        for chain in range(chains):
            standing[chain] &= not falls[block[chain]]


@kernel
def _spread(stones, neighbours, color):
    """(area,) int16: how many points the room of each point has, all chains of `color` standing."""
    area = stones.size
    at = np.full(area + 1, -1, np.int16)
    for point in range(area):
        if stones[point] == color:
            at[point] = 0
    room, _, first = find_rooms(at, neighbours)
    size = np.zeros(area, np.int16)
    for point in range(area):
        if room[point] >= 0:
            size[point] = first[room[point] + 1] - first[room[point]]
    return size


@kernel
def _link_all(
    stones, neighbours, color, label, safe, taken, spread, block, anchor, rank, link, tied, level, backwards
):
    """Tie blocks that are not safe to safe chains, and to each other, by two free liberties in common.

    Points in large rooms are taken first. Changes block, anchor, rank and link, and puts into
    `tied` one of the chains that a link is for. No `taken` point is used. Blocks are tied in the
    order of their numbers, or `backwards`.
    """
    area = stones.size
    chains = block.size
    best = np.empty((2, chains, chains + 1), np.int16)
    beside = np.empty(4, np.int16)
    changed = True
    while changed:
        changed = False
        # the two best common liberties of each two blocks; column `chains` is for the safe
        best[:] = -1
        for point in range(area):
            if stones[point] != 0 or taken[point] >= 0 or link[point] >= 0:
                continue
            count = 0
            for k in range(4):
                near = neighbours[point, k]
                if near == area or stones[near] != color:
                    continue
                name = chains if safe[label[near]] else block[label[near]]
                known = False
                for i in range(count):
                    known |= beside[i] == name
                if not known:
                    beside[count] = name
                    count += 1
            for i in range(count):
                for j in range(count):
                    a = beside[i]
                    b = beside[j]
                    if i == j or a == chains or anchor[a, 0] >= 0 or (b < chains and anchor[b, 0] >= 0):
                        continue
                    if best[0, a, b] < 0 or spread[point] > spread[best[0, a, b]]:
                        best[1, a, b] = best[0, a, b]
                        best[0, a, b] = point
                    elif best[1, a, b] < 0 or spread[point] > spread[best[1, a, b]]:
                        best[1, a, b] = point
        for step in range(2):
            for place in range(chains):
                a = chains - 1 - place if backwards else place
                for other in range(chains + 1):
                    b = chains - other
                    if changed or best[1, a, b] < 0 or (step == 0) != (b == chains):
                        continue
                    p = best[0, a, b]
                    q = best[1, a, b]
                    link[p] = q
                    link[q] = p
                    tied[p] = a
                    tied[q] = a
                    changed = True
                    if b == chains:
                        anchor[a, 0] = p
                        anchor[a, 1] = q
                        for chain in range(chains):
                            if block[chain] == a:
                                rank[chain] = level
                    else:
                        name = min(a, b)
                        for chain in range(chains):
                            if block[chain] == a or block[chain] == b:
                                block[chain] = name


@kernel
def prove(stones, neighbours, color, suicide, label, chains):
    """Which chains of `color` are safe if it answers the enemy's moves, and what the proof needs.

    Returns (safe (chains,) bool, block (chains,) int16, used (area,) int16, replies (area, area) bool,
    territory (area,) bool, room (area,) int16, base (rooms, chains) int8, token (chains, 4) int16,
    anchor (chains, 2) int16, link (area,) int16): see `settle`; `used` holds all miai, those of territory too.
    """
    area = stones.size
    block = np.arange(chains).astype(np.int16)
    anchor = np.full((chains, 2), -1, np.int16)
    rank = np.zeros(chains, np.int16)
    link = np.full(area, -1, np.int16)
    tied = np.full(area, -1, np.int16)
    used = np.empty(area, np.int16)
    room = np.empty(area, np.int16)
    replies = np.zeros((area, area), np.bool_)
    owned = np.zeros(chains, np.bool_)
    for point in range(area):
        if stones[point] == color:
            owned[label[point]] = True
    spread = _spread(stones, neighbours, color)
    safe = owned.copy()
    settle(stones, neighbours, color, suicide, label, block, anchor, rank, link, safe, used, room, replies)
    gained = True
    for level in range(1, MOST_ROUNDS):
        if not gained:
            break
        gained = False
        for way in range(WAYS):
            tried = (block.copy(), anchor.copy(), rank.copy(), link.copy())
            taken = used.copy() if way & 1 else link.copy()
            _link_all(
                stones, neighbours, color, label, safe, taken, spread, tried[0], tried[1], tried[2], tried[3], tied,
                level, way >= 2,
            )
            standing = owned.copy()
            now = used.copy()
            settle(
                stones, neighbours, color, suicide, label, tried[0], tried[1], tried[2], tried[3], standing, now, room,
                replies,
            )
            if (safe & ~standing).any() or (safe == standing).all():
                continue
            # the ties of what fell are undone; should the others need them, this way is none
            for point in range(area):
                if tried[3][point] >= 0 and not standing[tied[point]]:
                    tried[3][point] = -1
            for chain in range(chains):
                if not standing[chain]:
                    tried[0][chain] = chain
                    tried[1][chain] = -1
                    tried[2][chain] = 0
            again = standing.copy()
            settle(
                stones, neighbours, color, suicide, label, tried[0], tried[1], tried[2], tried[3], again, now, room,
                replies,
            )
            if (again == standing).all():
                safe = standing
                block, anchor, rank, link = tried
                used = now
                gained = True
                break
    base, token = settle(
        stones, neighbours, color, suicide, label, block, anchor, rank, link, safe, used, room, replies
    )
    territory = territory_of(stones, neighbours, color, suicide, label, block, safe, base, used)
    return safe, block, used, replies, territory, room, base, token, anchor, link
