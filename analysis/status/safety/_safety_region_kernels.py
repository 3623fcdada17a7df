"""Compiled kernels about regions: the liberties one guarantees to a block, and whether the enemy can live in it.

A chain *stands* while it has not been shown to be unsafe. A *region* is a connected part of the board without the
standing chains: empty points, enemy stones, and stones of the owner that do not stand. A *block* is a set of chains
that count as one. A region is *vital* to a block if it always leaves the block a liberty (one-vital in Müller's terms):

    BENSON_VITAL    the owner plays no stone in it, and all its empty points touch the block
    STRONGLY_VITAL  all its points touch the block, and one of them is never filled by the owner: so one of them is a
                    liberty whatever is captured in it
    MIAI_VITAL      all its points touch the block, or have two neighbours that do and are miai
    TWO_VITAL       every enemy move in it has an answer that makes two eyes of it: two liberties

stones  -- (area,) int8; color is the owner's
at      -- (area + 1,) int16: the number of the block on the points of its standing chains, else -1
partner -- partner[p] == q: p and q are miai. The enemy on one is answered on the other, by a stone joined to a block;
           -1 for none
mark    -- (area + 1,) int32, scratch space, the last mark used in entry `area`; queue -- (area,) int16, scratch space
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import array_kernel, kernel

NONE, BENSON_VITAL, STRONGLY_VITAL, MIAI_VITAL, TWO_VITAL = 0, 1, 2, 3, 4
LARGEST_MIAI_VITAL = 60


@kernel
def strongly_vital_size(start, wall, block, at, stones, color, neighbours, partner, mark, stamp, queue):
    """Return the size of the part of a region at `start`, the owner having played on `wall`, if it is strongly vital to
    the block and that stone; else 0. Marks its points with `stamp` and leaves them in `queue`.
    """
    area = stones.size
    queue[0] = start
    mark[start] = stamp
    size = 1
    done = 0
    while done < size:
        point = queue[done]
        done += 1
        touching = False
        for k in range(4):
            near = neighbours[point, k]
            if near == area:
                continue
            if near == wall or at[near] == block:
                touching = True
            elif at[near] < 0 and mark[near] != stamp:
                mark[near] = stamp
                queue[size] = near
                size += 1
        if not touching:
            return 0
    for i in range(size):
        point = queue[i]
        other = partner[point]
        if stones[point] != color and (other < 0 or other == wall or mark[other] == stamp):
            return size
    return 0


@kernel
def eyes_made(point, block, at, stones, color, neighbours, partner, mark, queue, reach):
    """Count the strongly vital parts into which a stone of the owner on `point` divides its region.

    `reach`, (area,) bool, is set to the points of these parts.
    """
    area = stones.size
    first = mark[area] + 1
    reach[:] = False
    eyes = 0
    for k in range(4):
        near = neighbours[point, k]
        if near == area or at[near] >= 0 or mark[near] >= first:
            continue
        mark[area] += 1
        size = strongly_vital_size(near, point, block, at, stones, color, neighbours, partner, mark, mark[area], queue)
        if size > 0:
            eyes += 1
            for i in range(size):
                reach[queue[i]] = True
    return eyes


@kernel
def touches(point, block, at, neighbours):
    """Return whether a point is adjacent to the block."""
    found = False
    for k in range(4):
        found |= at[neighbours[point, k]] == block
    return found


@kernel
def _is_pair(x, y, block, at, stones, neighbours, partner, fresh):
    """Return whether x and y, empty and beside the block, are miai, or may become so if `fresh`."""
    if stones[x] != 0 or stones[y] != 0:
        return False
    if partner[x] != y and not (fresh and partner[x] < 0 and partner[y] < 0):
        return False
    return touches(x, block, at, neighbours) and touches(y, block, at, neighbours)


@array_kernel
def is_miai_vital(points, size, block, at, stones, color, neighbours, partner, fresh):
    """Return whether every point of a region touches the block or has two neighbours that do and are miai.

    If `fresh`, pairs are made as needed, for the point with the fewest choices first, and undone on failure.
    """
    area = stones.size
    open_points = np.empty(size, np.int16)
    count = 0
    for i in range(size):
        if not touches(points[i], block, at, neighbours):
            open_points[count] = points[i]
            count += 1
    made = np.empty(2 * count, np.int16)
    pairs = 0
    while count > 0:
        fewest = 100
        hardest = 0
        best_x = -1
        best_y = -1
        for i in range(count):
            choices = 0
            first_x = -1
            first_y = -1
            for j in range(4):
                for k in range(j):
                    x = neighbours[open_points[i], j]
                    y = neighbours[open_points[i], k]
                    if x == area or y == area:
                        continue
                    if _is_pair(x, y, block, at, stones, neighbours, partner, fresh):
                        if partner[x] == y:
                            choices = 99
                        if choices == 0:
                            first_x = x
                            first_y = y
                        choices += choices < 99
            if choices < fewest:
                fewest = choices
                hardest = i
                best_x = first_x
                best_y = first_y
        if fewest == 0:
            for i in range(pairs):
                partner[made[i]] = -1
            return False
        if fewest == 99:
            break
        partner[best_x] = best_y
        partner[best_y] = best_x
        made[pairs] = best_x
        made[pairs + 1] = best_y
        pairs += 2
        count -= 1
        open_points[hardest] = open_points[count]
    for i in range(size):
        point = points[i]
        if stones[point] == color:
            continue
        other = partner[point]
        if other < 0:
            return True
        for j in range(size):
            if points[j] == other:
                return True
    for i in range(pairs):
        partner[made[i]] = -1
    return False


@kernel
def _one_point_eyes(point, block, at, neighbours):
    """Count the single points that a stone of the owner on `point`, away from the block, encloses with it."""
    area = at.size - 1
    eyes = 0
    for k in range(4):
        eye = neighbours[point, k]
        if eye == area:
            continue
        walls = 0
        closed = True
        for j in range(4):
            near = neighbours[eye, j]
            if near != area and near != point:
                walls += 1
                closed &= at[near] == block
        eyes += closed and walls > 0
    return eyes


@array_kernel
def is_two_vital(points, size, block, at, stones, color, neighbours, partner, mark, queue, replies):
    """Return whether every enemy move in a region has an answer that makes two strongly vital parts of it, or leaves
    two such answers.

    An answer that touches no chain must make two one-point eyes. `replies`, (area, area) bool, gets the answers to
    each move. No point of the region may have a partner.
    """
    area = stones.size
    liberties = 0
    for i in range(size):
        if partner[points[i]] >= 0 or stones[points[i]] == color:
            return False
        liberties += stones[points[i]] == 0 and touches(points[i], block, at, neighbours)
    if liberties < 2:
        return False
    reach = np.empty(area, np.bool_)
    held = at.copy()
    for i in range(size):
        move = points[i]
        if stones[move] != 0:
            continue
        answered = False
        for j in range(size):
            answer = points[j]
            if answer == move or stones[answer] != 0:
                continue
            if not touches(answer, block, at, neighbours):
                good = _one_point_eyes(answer, block, at, neighbours) >= 2
            else:
                good = eyes_made(answer, block, at, stones, color, neighbours, partner, mark, queue, reach) >= 2
            if not good and touches(answer, block, at, neighbours):
                held[answer] = block
                cuts = 0
                for k in range(size):
                    cut = points[k]
                    if cut in (move, answer) or stones[cut] != 0 or not touches(cut, block, held, neighbours):
                        continue
                    eyes = eyes_made(cut, block, held, stones, color, neighbours, partner, mark, queue, reach)
                    cuts += eyes >= 2
                held[answer] = -1
                good = cuts >= 2
            replies[move, answer] = good
            answered |= good
        if not answered:
            for j in range(size):
                replies[points[j]] = False
            return False
    return True


@array_kernel
def find_regions(at, neighbours):
    """Return (region (area,) int16, -1 on standing chains; points (area,) int16, by region; first (regions + 1,)
    int16).
    """
    area = at.size - 1
    region = np.full(area, -1, np.int16)
    points = np.empty(area, np.int16)
    first = np.zeros(area + 1, np.int16)
    count = 0
    size = 0
    for start in range(area):
        if at[start] >= 0 or region[start] >= 0:
            continue
        region[start] = count
        points[size] = start
        done = size
        size += 1
        while done < size:
            for k in range(4):
                near = neighbours[points[done], k]
                if near != area and at[near] < 0 and region[near] < 0:
                    region[near] = count
                    points[size] = near
                    size += 1
            done += 1
        count += 1
        first[count] = size
    return region, points, first[: count + 1]


@array_kernel
def _possible_enemy_eyes(points, size, at, stones, color, active, neighbours, partner, fresh):
    """Count the points of a region that may become enemy eyes; two such points alone that are adjacent count once.

    If `fresh`, miai pairs are made beside such points; `partner` is changed.
    """
    area = stones.size
    bare = np.empty(size, np.int16)
    count = 0
    for i in range(size):
        point = points[i]
        if stones[point] == -color and not active:
            continue
        shut = False
        for k in range(4):
            shut |= at[neighbours[point, k]] >= 0
        for j in range(4):
            for k in range(j):
                x = neighbours[point, j]
                y = neighbours[point, k]
                if shut or x == area or y == area or stones[x] != 0 or stones[y] != 0:
                    continue
                if partner[x] != y and not (fresh and partner[x] < 0 and partner[y] < 0):
                    continue
                sides = 0
                for m in range(4):
                    sides |= at[neighbours[x, m]] >= 0
                other = 0
                for m in range(4):
                    other |= at[neighbours[y, m]] >= 0
                if sides and other:
                    shut = True
                    partner[x] = y
                    partner[y] = x
        if not shut:
            bare[count] = point
            count += 1
    if count == 2:
        for k in range(4):
            if neighbours[bare[0], k] == bare[1]:
                return 1
    return count


@array_kernel
def territory_of(stones, neighbours, color, suicide, label, block, safe, base, partner):
    """Return (area,) bool: the points of the regions, the owner's stones left out, in which the enemy cannot make two
    eyes.

    `partner` gets the further miai that this needs, in regions that have no partner and no stone in them.
    """
    area = stones.size
    at = np.full(area + 1, -1, np.int16)
    for point in range(area):
        if stones[point] == color and safe[label[point]]:
            at[point] = block[label[point]]
    _, points, first = find_regions(at, neighbours)
    territory = np.zeros(area, np.bool_)
    tried = partner.copy()
    for r in range(first.size - 1):
        size = first[r + 1] - first[r]
        inside = points[first[r] : first[r + 1]]
        closed = False
        active = suicide
        bare = True
        for i in range(size):
            active |= partner[inside[i]] >= 0
            bare &= stones[inside[i]] == 0
            for k in range(4):
                closed |= at[neighbours[inside[i], k]] >= 0
        if not closed:
            continue
        held = _possible_enemy_eyes(inside, size, at, stones, color, active, neighbours, partner, False) < 2
        if not held and bare and not active and (base[r] == NONE).all() and size <= LARGEST_MIAI_VITAL:
            held = _possible_enemy_eyes(inside, size, at, stones, color, True, neighbours, tried, True) < 2
            if held:
                for i in range(size):
                    partner[inside[i]] = tried[inside[i]]
        for i in range(size):
            territory[inside[i]] = held and stones[inside[i]] != color
    return territory
