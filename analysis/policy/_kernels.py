"""Compiled kernels of `features`: where a move is, and where the stones and the last moves are from there.

`features` documents the features. A class is a number from 0; -1 stands for none.
"""

from __future__ import annotations

from ..runtime.jit import kernel

FEATURES = 29
(
    PLACE, CORNER, NEAREST, FREE, CAPTURE, EXTENSION, ATARI, THREAT, SELF_ATARI, LADDER, TOUCHES, AROUND, LAST,
    LAST_BUT_ONE, BOTH, LAST_CHAIN, ATTACKED, INFLUENCE_AT, BORDER, EMPTY_REGION, EYES, KO, JOIN, CUT, EDGE,
    OPENING, FRONTIER, URGENCY, GROUPS,
) = range(FEATURES)  # fmt: skip

LINES = 10  # lines further from the edge count as this one
NEAR_STEPS = 3  # a stone within this Manhattan distance is near
CORNER_LINES = 7  # a corner is this many lines wide and high
NEAREST_LINES = 7  # the nearest stones are searched within so many rows and columns
MAX_DISTANCE = 10  # classes of the distance to the nearest stone; the last one is "further"
STEP_LINES = 9  # classes of row and column steps to an earlier move
FAR = STEP_LINES * (STEP_LINES + 1) // 2  # the class of longer steps
DISTANCES = 18  # classes of the distance to an earlier move, 0 for none
PHASES = 6
FREE_CLASSES = 96
NO_MOVE = -2  # instead of the last move, if it is not known
MAX_FREE = 6  # liberties after a move are counted so far


@kernel
def phase_of(stones):
    """Return how full the board is: 0 to PHASES - 1, from 4, 10, 20, 32 and 50 % of its points on."""
    area = stones.size
    share = 0
    for point in range(area):
        share += 100 * (stones[point] != 0)
    return (
        (share >= 4 * area) + (share >= 10 * area) + (share >= 20 * area) + (share >= 32 * area) + (share >= 50 * area)
    )


@kernel
def place_classes(stones, height, width, row, col, color, phase, found):
    """Write PLACE, CORNER, NEAREST, AROUND and EDGE."""
    isolated, own, enemy = _neighbourhood(stones, height, width, row, col, color)
    found[AROUND] = min(own, 3) + 4 * min(enemy, 3)
    down = min(row, height - 1 - row)
    along = min(col, width - 1 - col)
    far = min(max(down, along), LINES - 1)
    near = min(down, along, LINES - 1)
    found[PLACE] = far * (far + 1) // 2 + near + LINES * (LINES + 1) // 2 * (isolated + 2 * phase)
    if near < 5:
        found[EDGE] = near + 5 * found[AROUND]
    if down < CORNER_LINES and along < CORNER_LINES:
        own, enemy = _in_corner(stones, height, width, row, col, color)
        corner = max(down, along) * (max(down, along) + 1) // 2 + min(down, along)
        found[CORNER] = corner + CORNER_LINES * (CORNER_LINES + 1) // 2 * (min(own, 2) + 3 * min(enemy, 2))
    nearest = _nearest(stones, height, width, row, col, color)
    found[NEAREST] = nearest + MAX_DISTANCE**2 * phase
    found[OPENING] = far * (far + 1) // 2 + near + LINES * (LINES + 1) // 2 * nearest


@kernel
def _neighbourhood(stones, height, width, row, col, color):
    """Return whether no stone is near (1 or 0), and how many own and enemy stones are near but not adjacent.

    The eight surrounding points do not count for the numbers of stones.
    """
    isolated = 1
    own = 0
    enemy = 0
    for r in range(max(0, row - NEAR_STEPS), min(height, row + NEAR_STEPS + 1)):
        for c in range(max(0, col - NEAR_STEPS), min(width, col + NEAR_STEPS + 1)):
            stone = stones[r * width + c]
            if stone == 0 or abs(r - row) + abs(c - col) > NEAR_STEPS:
                continue
            isolated = 0
            if abs(r - row) < 2 and abs(c - col) < 2:
                continue
            own += stone == color
            enemy += stone != color
    return isolated, own, enemy


@kernel
def _in_corner(stones, height, width, row, col, color):
    """Return how many own and enemy stones stand in the corner region of a point (see `_span`)."""
    top, bottom = _span(row, height)
    left, right = _span(col, width)
    own = 0
    enemy = 0
    for r in range(max(0, top), min(height, bottom)):
        for c in range(max(0, left), min(width, right)):
            stone = stones[r * width + c]
            own += stone == color
            enemy += stone == -color
    return own, enemy


@kernel
def _span(row, height):
    """Return the first row, and the end, of the corner region of a row.

    It reaches from the nearer edge to three lines beyond the row; for the middle row it is three lines either way.
    """
    beyond = height - 1 - row
    return (0 if row < beyond else row - 3), (height if row > beyond else row + 4)


@kernel
def _nearest(stones, height, width, row, col, color):
    """Return the class of the distances to the nearest own and enemy stones: ten times the own class plus the enemy's.

    Distances 2 to MAX_DISTANCE + 1 are classes 0 to MAX_DISTANCE - 1.
    """
    own = MAX_DISTANCE + 1
    enemy = MAX_DISTANCE + 1
    for r in range(max(0, row - NEAREST_LINES), min(height, row + NEAREST_LINES + 1)):
        for c in range(max(0, col - NEAREST_LINES), min(width, col + NEAREST_LINES + 1)):
            stone = stones[r * width + c]
            if stone == 0:
                continue
            steps = distance_of(r - row, c - col)
            if stone == color:
                own = min(own, steps)
            else:
                enemy = min(enemy, steps)
    return MAX_DISTANCE * (own - 2) + enemy - 2


@kernel
def distance_of(down, along):
    """Return the Manhattan distance plus the larger coordinate difference."""
    return abs(down) + abs(along) + max(abs(down), abs(along))


@kernel
def _steps(down, along):
    """Return the class of row and column steps, whichever is larger first: 0 to FAR."""
    far = max(abs(down), abs(along))
    if far >= STEP_LINES:
        return FAR
    return far * (far + 1) // 2 + min(abs(down), abs(along))


@kernel
def earlier_classes(width, row, col, last, last_but_one, phase, found):
    """Write LAST, LAST_BUT_ONE and BOTH."""
    first = 0
    second = 0
    if last >= 0:
        down = last // width - row
        along = last % width - col
        found[LAST] = _steps(down, along) + (FAR + 1) * phase
        first = min(distance_of(down, along), DISTANCES - 1)
    if last_but_one >= 0:
        down = last_but_one // width - row
        along = last_but_one % width - col
        found[LAST_BUT_ONE] = _steps(down, along) + (FAR + 1) * phase
        second = min(distance_of(down, along), DISTANCES - 1)
    found[BOTH] = first + DISTANCES * second if first + second > 0 else -1
