"""Compiled kernels about rooms: what one leaves a block for good, and whether the enemy can live in it.

A chain *stands* while nothing is known against it. A *room* is what is joined without the standing chains: empty
points, enemy stones, fallen stones of our own. A *block* is some chains that count as one; `at` (area + 1,) int16 has
its number on the points of its standing chains, -1 elsewhere and off the board. `used[p] == q` says that p and q are
miai: the enemy on one is answered on the other, by a stone joined to a block; -1 for none.
A room is *tight* to a block if all its points touch the block, and one of them is never filled by us: then one of
them at least is always a liberty of the block, whatever is taken off in it. If none of our stones will be played in
it, only its empty points need touch: then it is *quiet*.
`stones` is (area,) int8, `color` ours; `mark` (area + 1,) int32 and `queue` (area,) int16 are scratch space, the last
mark used standing in place `area`.
"""

from __future__ import annotations

import numpy as np

from ...runtime.jit import kernel

NONE, QUIET, TIGHT, PAIRED, FOUGHT = 0, 1, 2, 3, 4
MOST_PAIRED = 60


@kernel
def tight(start, wall, block, at, stones, color, neighbours, used, mark, stamp, queue):
    """The size of the part of a room at `start`, with our stone on `wall`, if it is tight to the block and that stone;
    else 0. Marks its points with `stamp` and leaves them in `queue`."""
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
        other = used[point]
        if stones[point] != color and (other < 0 or other == wall or mark[other] == stamp):
            return size
    return 0


@kernel
def eyes_made(point, block, at, stones, color, neighbours, used, mark, queue, reach):
    """How many tight parts our stone on `point` makes of its room; `reach` (area,) bool becomes their points."""
    area = stones.size
    first = mark[area] + 1
    reach[:] = False
    eyes = 0
    for k in range(4):
        near = neighbours[point, k]
        if near == area or at[near] >= 0 or mark[near] >= first:
            continue
        mark[area] += 1
        size = tight(near, point, block, at, stones, color, neighbours, used, mark, mark[area], queue)
        if size > 0:
            eyes += 1
            for i in range(size):
                reach[queue[i]] = True
    return eyes


@kernel
def touches(point, block, at, neighbours):
    found = False
    for k in range(4):
        found |= at[neighbours[point, k]] == block
    return found


@kernel
def _is_pair(x, y, block, at, stones, neighbours, used, fresh):
    """Whether x and y, empty and beside the block, are miai, or may become so if `fresh`."""
    if stones[x] != 0 or stones[y] != 0:
        return False
    if used[x] != y and not (fresh and used[x] < 0 and used[y] < 0):
        return False
    return touches(x, block, at, neighbours) and touches(y, block, at, neighbours)


@kernel
def paired(points, size, block, at, stones, color, neighbours, used, fresh):
    """Whether every point of a room touches the block or has two neighbours that do and are miai.

    If `fresh`, pairs are made as needed, hardest point first, and undone on failure.
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
                    if _is_pair(x, y, block, at, stones, neighbours, used, fresh):
                        if used[x] == y:
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
                used[made[i]] = -1
            return False
        if fewest == 99:
            break
        used[best_x] = best_y
        used[best_y] = best_x
        made[pairs] = best_x
        made[pairs + 1] = best_y
        pairs += 2
        count -= 1
        open_points[hardest] = open_points[count]
    for i in range(size):
        point = points[i]
        if stones[point] == color:
            continue
        other = used[point]
        if other < 0:
            return True
        for j in range(size):
            if points[j] == other:
                return True
    for i in range(pairs):
        used[made[i]] = -1
    return False


@kernel
def _small_eyes(point, block, at, neighbours):
    """How many single points our stone on `point`, away from the block, shuts in together with the block."""
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


@kernel
def fought(points, size, block, at, stones, color, neighbours, used, mark, queue, replies):
    """Whether every enemy move in a room has an answer that makes two tight parts of it or leaves two such answers.

    An answer that touches no chain must make two single points the eyes of all. `replies` (area, area) bool is given
    the answers of each move. No point of the room may be in use.
    """
    area = stones.size
    liberties = 0
    for i in range(size):
        if used[points[i]] >= 0 or stones[points[i]] == color:
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
                good = _small_eyes(answer, block, at, neighbours) >= 2
            else:
                good = eyes_made(answer, block, at, stones, color, neighbours, used, mark, queue, reach) >= 2
            if not good and touches(answer, block, at, neighbours):
                held[answer] = block
                cuts = 0
                for k in range(size):
                    cut = points[k]
                    if cut in (move, answer) or stones[cut] != 0 or not touches(cut, block, held, neighbours):
                        continue
                    eyes = eyes_made(cut, block, held, stones, color, neighbours, used, mark, queue, reach)
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


@kernel
def find_rooms(at, neighbours):
    """(room (area,) int16, -1 on standing chains; points (area,) int16, room by room; first (rooms + 1,) int16)."""
    area = at.size - 1
    room = np.full(area, -1, np.int16)
    points = np.empty(area, np.int16)
    first = np.zeros(area + 1, np.int16)
    count = 0
    size = 0
    for start in range(area):
        if at[start] >= 0 or room[start] >= 0:
            continue
        room[start] = count
        points[size] = start
        done = size
        size += 1
        while done < size:
            for k in range(4):
                near = neighbours[points[done], k]
                if near != area and at[near] < 0 and room[near] < 0:
                    room[near] = count
                    points[size] = near
                    size += 1
            done += 1
        count += 1
        first[count] = size
    return room, points, first[: count + 1]


@kernel
def _live_places(points, size, at, stones, color, active, neighbours, used, fresh):
    """The points of a room that may become enemy eyes, two that touch each other counted once.

    If `fresh`, pairs are made beside such points until one is left at most; `used` is changed.
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
                if used[x] != y and not (fresh and used[x] < 0 and used[y] < 0):
                    continue
                sides = 0
                for m in range(4):
                    sides |= at[neighbours[x, m]] >= 0
                other = 0
                for m in range(4):
                    other |= at[neighbours[y, m]] >= 0
                if sides and other:
                    shut = True
                    used[x] = y
                    used[y] = x
        if not shut:
            bare[count] = point
            count += 1
    if count == 2:
        for k in range(4):
            if neighbours[bare[0], k] == bare[1]:
                return 1
    return count


@kernel
def territory_of(stones, neighbours, color, suicide, label, block, safe, base, used):
    """(area,) bool: the points of the rooms, our own stones left out, where the enemy cannot make two eyes.

    `used` is changed: further miai that hold a room together, where none of its points was in use nor holds a stone.
    """
    area = stones.size
    at = np.full(area + 1, -1, np.int16)
    for point in range(area):
        if stones[point] == color and safe[label[point]]:
            at[point] = block[label[point]]
    _, points, first = find_rooms(at, neighbours)
    territory = np.zeros(area, np.bool_)
    tried = used.copy()
    for r in range(first.size - 1):
        size = first[r + 1] - first[r]
        inside = points[first[r] : first[r + 1]]
        closed = False
        active = suicide
        bare = True
        for i in range(size):
            active |= used[inside[i]] >= 0
            bare &= stones[inside[i]] == 0
            for k in range(4):
                closed |= at[neighbours[inside[i], k]] >= 0
        if not closed:
            continue
        held = _live_places(inside, size, at, stones, color, active, neighbours, used, False) < 2
        if not held and bare and not active and (base[r] == NONE).all() and size <= MOST_PAIRED:
            held = _live_places(inside, size, at, stones, color, True, neighbours, tried, True) < 2
            if held:
                for i in range(size):
                    used[inside[i]] = tried[inside[i]]
        for i in range(size):
            territory[inside[i]] = held and stones[inside[i]] != color
    return territory
