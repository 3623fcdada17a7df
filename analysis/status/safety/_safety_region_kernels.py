"""Compiled kernels about regions: the liberties that one guarantees to a block.

A region is *vital* to a block if it always leaves the block a liberty (one-vital in Müller's terms):

    BENSON_VITAL    the owner plays no stone in it, and all its empty points touch the block
    STRONGLY_VITAL  all its points touch the block, and one of them is never filled by the owner: so one of them is a
                    liberty whatever is captured in it
    MIAI_VITAL      all its points touch the block, or have two neighbours that do and are miai
    TWO_VITAL       every enemy move in it has an answer that makes two eyes of it: two liberties
"""

from __future__ import annotations

from ...runtime.jit import kernel
from ._safety_side_kernels import touches

NONE, BENSON_VITAL, STRONGLY_VITAL, MIAI_VITAL, TWO_VITAL = 0, 1, 2, 3, 4
ALL_CHOICES = 99
"""Stands for as many choices as a point may have where it has miai already."""


@kernel
def is_benson_vital(side, region, block):
    """Return whether all empty points of a region, and one at least, touch the block."""
    empty = 0
    vital = True
    for point in side.points[side.first[region] : side.first[region + 1]]:
        if side.stones[point] != -1:
            empty += 1
            vital &= side.stones[point] == 0 and touches(side, point, block)
    return vital and empty > 0


@kernel
def strongly_vital_size(side, scratch, start, wall, block):
    """Return the size of the part of a region at `start`, the owner having played on `wall`, if it is strongly vital to
    the block and that stone; else 0. Marks its points as a new walk and leaves them in the queue.
    """
    area = side.stones.size
    mark, queue = scratch.mark, scratch.queue
    mark[area] += 1
    stamp = mark[area]
    queue[0] = start
    mark[start] = stamp
    size = 1
    done = 0
    while done < size:
        point = queue[done]
        done += 1
        touching = False
        for k in range(4):
            near = side.neighbours[point, k]
            if near == area:
                continue
            if near == wall or side.at[near] == block:
                touching = True
            elif side.at[near] < 0 and mark[near] != stamp:
                mark[near] = stamp
                queue[size] = near
                size += 1
        if not touching:
            return 0
    for i in range(size):
        other = side.partner[queue[i]]
        if side.stones[queue[i]] != 1 and (other < 0 or other == wall or mark[other] == stamp):
            return size
    return 0


@kernel
def is_strongly_vital(side, scratch, region, block):
    """Return whether a whole region is strongly vital to the block."""
    return strongly_vital_size(side, scratch, side.points[side.first[region]], side.stones.size, block) > 0


@kernel
def eyes_made(side, scratch, point, block, reach):
    """Count the strongly vital parts into which a stone of the owner on `point` divides its region.

    `reach`, (area,) bool, is set to the points of these parts.
    """
    area = side.stones.size
    mark = scratch.mark
    first = mark[area] + 1
    reach[:] = False
    eyes = 0
    for k in range(4):
        near = side.neighbours[point, k]
        if near == area or side.at[near] >= 0 or mark[near] >= first:
            continue
        size = strongly_vital_size(side, scratch, near, point, block)
        eyes += size > 0
        for i in range(size):
            reach[scratch.queue[i]] = True
    return eyes


@kernel
def is_miai_vital(side, scratch, region, block, fresh):
    """Return whether every point of a region touches the block or has two neighbours that do and are miai.

    If `fresh`, pairs are made as needed, for the point with the fewest choices first, and undone on failure.
    """
    pairs = _miai_of_open_points(side, scratch, region, block, fresh)
    if pairs >= 0 and not _keeps_a_liberty(side, region):
        _undo(side, scratch.made, pairs)
        return False
    return pairs >= 0


@kernel
def _miai_of_open_points(side, scratch, region, block, fresh):
    """Make the miai that the points of a region need that do not touch the block; return how many were made, -1 if
    they cannot be made.
    """
    waiting, made, partner = scratch.waiting, scratch.made, side.partner
    count = pairs = 0
    for point in side.points[side.first[region] : side.first[region + 1]]:
        if not touches(side, point, block):
            waiting[count] = point
            count += 1
    while count > 0:
        fewest = ALL_CHOICES + 1
        hardest = best_x = best_y = -1
        for i in range(count):
            choices, x, y = _miai_choices(side, waiting[i], block, fresh)
            if choices < fewest:
                fewest, hardest, best_x, best_y = choices, i, x, y
        if fewest == 0:
            _undo(side, made, pairs)
            return -1
        if fewest == ALL_CHOICES:
            return pairs
        partner[best_x], partner[best_y] = best_y, best_x
        made[2 * pairs], made[2 * pairs + 1] = best_x, best_y
        pairs += 1
        count -= 1
        waiting[hardest] = waiting[count]
    return pairs


@kernel
def _miai_choices(side, point, block, fresh):
    """Return how many pairs of neighbours of a point are miai beside the block, or may become so if `fresh`; and the
    first such pair. ALL_CHOICES if one is.
    """
    area = side.stones.size
    choices = 0
    first_x = first_y = -1
    for j in range(4):
        for k in range(j):
            x, y = side.neighbours[point, j], side.neighbours[point, k]
            if x == area or y == area or not _is_pair(side, x, y, block, fresh):
                continue
            if side.partner[x] == y:
                choices = ALL_CHOICES
            if choices == 0:
                first_x, first_y = x, y
            choices += choices < ALL_CHOICES
    return choices, first_x, first_y


@kernel
def _is_pair(side, x, y, block, fresh):
    """Return whether x and y, empty and beside the block, are miai, or may become so if `fresh`."""
    partner = side.partner
    if side.stones[x] != 0 or side.stones[y] != 0:
        return False
    if partner[x] != y and not (fresh and partner[x] < 0 and partner[y] < 0):
        return False
    return touches(side, x, block) and touches(side, y, block)


@kernel
def _keeps_a_liberty(side, region):
    """Return whether the owner never fills some point of a region: it has no partner, or one that is there, too."""
    for point in side.points[side.first[region] : side.first[region + 1]]:
        other = side.partner[point]
        if side.stones[point] != 1 and (other < 0 or side.region[other] == region):
            return True
    return False


@kernel
def _undo(side, made, pairs):
    """Undo miai that were made."""
    for i in range(2 * pairs):
        side.partner[made[i]] = -1


@kernel
def is_two_vital(side, scratch, region, block, replies):
    """Return whether every enemy move in a region has an answer that makes two strongly vital parts of it, or leaves
    two such answers.

    An answer that touches no chain must make two one-point eyes. `replies`, (area, area) bool, gets the answers to
    each move. No point of the region may have a partner.
    """
    inside = side.points[side.first[region] : side.first[region + 1]]
    liberties = 0
    for point in inside:
        if side.partner[point] >= 0 or side.stones[point] == 1:
            return False
        liberties += side.stones[point] == 0 and touches(side, point, block)
    if liberties < 2:
        return False
    for move in inside:
        if side.stones[move] != 0:
            continue
        answered = False
        for answer in inside:
            if answer != move and side.stones[answer] == 0:
                replies[move, answer] = _is_answer(side, scratch, inside, move, answer, block)
                answered |= replies[move, answer]
        if not answered:
            for point in inside:
                replies[point] = False
            return False
    return True


@kernel
def _is_answer(side, scratch, inside, move, answer, block):
    """Return whether an answer to an enemy move makes two eyes of a region, or leaves two points that do."""
    if not touches(side, answer, block):
        return _one_point_eyes(side, answer, block) >= 2
    reach = scratch.reach[0]
    if eyes_made(side, scratch, answer, block, reach) >= 2:
        return True
    side.at[answer] = block
    cuts = 0
    for cut in inside:
        if cut not in (move, answer) and side.stones[cut] == 0 and touches(side, cut, block):
            cuts += eyes_made(side, scratch, cut, block, reach) >= 2
    side.at[answer] = -1
    return cuts >= 2


@kernel
def _one_point_eyes(side, point, block):
    """Count the single points that a stone of the owner on `point`, away from the block, encloses with it."""
    area = side.stones.size
    eyes = 0
    for k in range(4):
        eye = side.neighbours[point, k]
        if eye == area:
            continue
        walls = 0
        closed = True
        for j in range(4):
            near = side.neighbours[eye, j]
            if near != area and near != point:
                walls += 1
                closed &= side.at[near] == block
        eyes += closed and walls > 0
    return eyes
