"""Compiled kernels of the life-and-death reader: chains, walls, links, and who reaches what first.

A board here is (area + 1,) int8: +1 Black, -1 White, 0 empty, and `OFF` in the place of the sentinel. `near` and
`beyond` are Grid.neighbours and Grid.diagonals. `zone` lists the points that are looked at, `wide` those and the points
beside them; chains are followed beyond it. `owner` (+1, -1) has the stones in question, the chain on `target` among
them; the other side attacks. The dragon is that chain and all that is linked to it.

`work` is (ROWS, area + 1) int16, scratch space for one look at a board, by rows that have names here. What looks at a
single point takes no row out of it: that costs more than the look.
"""

from __future__ import annotations

from ...runtime.jit import kernel

OFF = 3

ROWS = 14
LABEL = 0  # the number of the chain on a point, or -1
LIBERTIES = 1  # of chain k, in place k
FIRST, SECOND = 2, 3  # its first two liberties
SIZE = 4  # how many stones it has
KIND = 5  # what it is: see below
OURS = 6  # steps from the dragon, through points that it reaches before the attacker does; or FAR
THEIRS = 7  # steps from the attacker's walls; or FAR
NEXT = 8  # of an empty point: 1 beside the dragon, 2 beside such a point, or FAR
EYE = 9  # 1 where the owner may still have an eye
CLOSED = 10  # the number of the closed region of a point, from 1; or 0, or -1
FACTS = 11  # numbers about the whole: see below
MARK, QUEUE = 12, 13  # scratch

# Kinds of chains. LOOSE and WALL are the attacker's: such as may be captured, and others. SAFE ones live elsewhere.
LOOSE, WALL, DRAGON, FRIEND, SAFE = 0, 1, 2, 3, 4
FAR = 99

# FACTS: points where the owner may have an eye, eyes in closed regions whoever moves first, points held outside those.
EYES, SURE, OUTSIDE = 0, 1, 2


@kernel
def label_zone(board, near, wide, work):
    """Number the chains that have a stone in `wide`, and count their liberties; returns how many there are."""
    area = board.size - 1
    label, liberties, first, second = work[LABEL], work[LIBERTIES], work[FIRST], work[SECOND]
    mark, queue, size = work[MARK], work[QUEUE], work[SIZE]
    for i in range(area + 1):
        label[i] = -1
        mark[i] = -1
    count = 0
    for i in range(wide.size):
        start = wide[i]
        color = board[start]
        if color == 0 or label[start] >= 0:
            continue
        label[start] = count
        queue[0] = start
        done = 0
        top = 1
        free = 0
        first[count] = -1
        second[count] = -1
        while done < top:
            point = queue[done]
            done += 1
            for k in range(4):
                beside = near[point, k]
                what = board[beside]
                if what == 0:
                    if mark[beside] != count:
                        mark[beside] = count
                        if free == 0:
                            first[count] = beside
                        elif free == 1:
                            second[count] = beside
                        free += 1
                elif what == color and label[beside] < 0:
                    label[beside] = count
                    queue[top] = beside
                    top += 1
        liberties[count] = free
        size[count] = top
        count += 1
    return count


@kernel
def extension(board, near, work, chain, point, barred, color):
    """How many liberties, about, `color` has after joining `chain` at `point`, the point `barred` being lost."""
    count = work[LIBERTIES, chain] - 1
    if barred != point and barred >= 0:
        count -= 1
    for k in range(4):
        beside = near[point, k]
        if board[beside] == 0:
            if beside != barred:
                known = False
                for j in range(4):
                    other = near[beside, j]
                    known |= board[other] == color and work[LABEL, other] == chain
                if not known:
                    count += 1
        elif board[beside] == color and work[LABEL, beside] != chain:
            count += 1 if work[LABEL, beside] < 0 else max(0, work[LIBERTIES, work[LABEL, beside]] - 1)
        elif board[beside] == -color and work[LABEL, beside] >= 0 and work[LIBERTIES, work[LABEL, beside]] == 1:
            count += 1
    return count


@kernel
def is_shaky(board, near, work, chain, color):
    """Whether a chain of `color` with at most two liberties may be captured by a first move of the other side."""
    if work[LIBERTIES, chain] > 2:
        return False
    if work[LIBERTIES, chain] <= 1:
        return True
    one, two = work[FIRST, chain], work[SECOND, chain]
    return (
        extension(board, near, work, chain, two, one, color) <= 2
        or extension(board, near, work, chain, one, two, color) <= 2
    )


@kernel
def barred_to(board, near, work, point, color):
    """Whether a stone of `color` on this empty point takes nothing and has one liberty at most (1), or none (2)."""
    free = 0
    for k in range(4):
        beside = near[point, k]
        what = board[beside]
        if what == 0:
            free += 1
        elif what == color:
            free += 1 if work[LABEL, beside] < 0 else max(0, work[LIBERTIES, work[LABEL, beside]] - 1)
        elif what == -color and work[LABEL, beside] >= 0 and work[LIBERTIES, work[LABEL, beside]] == 1:
            return 0
    return 2 if free == 0 else 1 if free == 1 else 0


@kernel
def link_chains(board, near, zone, work, count, color, seed, other, most):
    """Mark as kind `seed` every chain of `color` that is linked to one of that kind.

    A link is two common liberties, or `most` of them where `most` is 1, or one that the other side cannot use.
    Chains of kind `other` are taken up; all others stay. MARK is used.
    """
    label, kind, link, joints = work[LABEL], work[KIND], work[QUEUE], work[MARK]
    found = 0
    for z in range(zone.size):  # where such chains meet at all
        point = zone[z]
        if board[point] != 0:
            continue
        one = -1
        several = False
        open_end = False
        for k in range(4):
            chain = label[near[point, k]] if board[near[point, k]] == color else -1
            if chain >= 0 and (kind[chain] == seed or kind[chain] == other):
                several |= one >= 0 and chain != one
                open_end |= kind[chain] == other
                one = chain
        if several and open_end:
            joints[found] = point
            found += 1
    changed = found > 0
    while changed:
        changed = False
        for k in range(count):
            link[k] = 0
        for i in range(found):
            point = joints[i]
            has = False
            for k in range(4):
                beside = near[point, k]
                if board[beside] == color and label[beside] >= 0 and kind[label[beside]] == seed:
                    has = True
            if not has:
                continue
            worth = -1
            for k in range(4):
                beside = near[point, k]
                if board[beside] != color or label[beside] < 0 or kind[label[beside]] != other:
                    continue
                again = False
                for j in range(k):
                    before = near[point, j]
                    again |= board[before] == color and label[before] == label[beside]
                if again:
                    continue
                if worth < 0:
                    worth = barred_to(board, near, work, point, -color)
                link[label[beside]] += 2 if worth == 2 or (worth == 1 and work[LIBERTIES, label[beside]] >= 3) else 1
        for k in range(count):
            if kind[k] == other and link[k] >= most:
                kind[k] = seed
                changed = True


@kernel
def gather(board, near, zone, work, owner, together):
    """Which of the owner's chains hang together, every stone of the attacker that is not shaky a wall, his move.

    Fills row k of `together`, (chains, chains) bool, with the chains of the dragon of chain k, for the owner's chains.
    """
    kind = work[KIND]
    count = label_zone(board, near, zone, work)
    for z in range(zone.size):
        k = work[LABEL, zone[z]]
        if k >= 0:
            kind[k] = FRIEND if board[zone[z]] == owner else WALL
    for k in range(count):
        if kind[k] == WALL and is_shaky(board, near, work, k, -owner):
            kind[k] = LOOSE
    link_chains(board, near, zone, work, count, -owner, WALL, LOOSE, 1)
    for k in range(count):
        if kind[k] != FRIEND:
            continue
        kind[k] = DRAGON
        link_chains(board, near, zone, work, count, owner, DRAGON, FRIEND, 2)
        for other in range(count):
            together[k, other] = kind[other] == DRAGON
            if kind[other] == DRAGON:
                kind[other] = FRIEND


@kernel
def spread_theirs(board, near, zone, work, attacker):
    """Fill THEIRS: steps from the attacker's walls through empty points and loose stones."""
    label, kind, theirs, queue = work[LABEL], work[KIND], work[THEIRS], work[QUEUE]
    top = 0
    for i in range(board.size):
        theirs[i] = FAR
    for z in range(zone.size):
        point = zone[z]
        if board[point] == attacker and kind[label[point]] == WALL:
            theirs[point] = 0
            queue[top] = point
            top += 1
    done = 0
    while done < top:
        point = queue[done]
        done += 1
        for k in range(4):
            beside = near[point, k]
            what = board[beside]
            if theirs[beside] == FAR and (what == 0 or what == attacker):
                theirs[beside] = theirs[point] + 1
                queue[top] = beside
                top += 1


@kernel
def spread_ours(board, near, zone, work, owner, mine):
    """Fill OURS; returns how many points, in the zone, the dragon reaches before the attacker does.

    The way leads through stones that the owner can take, at once if it is his turn (`mine`).
    """
    label, kind, ours, theirs, queue = work[LABEL], work[KIND], work[OURS], work[THEIRS], work[QUEUE]
    inside = work[MARK]
    top = 0
    for i in range(board.size):
        ours[i] = FAR
        inside[i] = 0
    for z in range(zone.size):
        point = zone[z]
        inside[point] = 1
        if board[point] == owner and kind[label[point]] == DRAGON:
            ours[point] = 0
            queue[top] = point
            top += 1
    done = 0
    held = 0
    while done < top:
        point = queue[done]
        done += 1
        for k in range(4):
            beside = near[point, k]
            what = board[beside]
            if inside[beside] == 0 or ours[beside] != FAR:
                continue
            step = ours[point]
            if what == owner:
                if step > 2:
                    continue
            else:
                if what != 0 and (kind[label[beside]] != LOOSE or work[LIBERTIES, label[beside]] > 1 or not mine):
                    continue
                step += 1
                if step >= theirs[beside]:
                    continue
                held += 1
            ours[beside] = step
            queue[top] = beside
            top += 1
    return held
