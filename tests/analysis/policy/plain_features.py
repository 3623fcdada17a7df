"""The features of moves once more, in plain Python and slowly: every chain by `Position`, ladders by recursion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from analysis.board import EMPTY, NO_POINT, IllegalMove, Position
from analysis.board.color import Color

SHARES = (4, 10, 20, 32, 50)


def distance(r: int, c: int) -> int:
    """Return the distance by which the features are defined."""
    return abs(r) + abs(c) + max(abs(r), abs(c))


def ladder_works(position: Position, prey: int, moves: list[int]) -> bool:
    """Return whether one of these moves begins a ladder that catches the chain with two liberties at `prey`."""
    color = Color(int(position.stones[prey]))
    for move in moves:
        try:
            attacked = position.play(move, color.opponent)
        except IllegalMove:
            continue
        beside = {near for stone in attacked.chain_at(prey) for near in position.grid.beside[stone]}
        around = [attacked.liberties_at(near) for near in beside if attacked.stones[near] == -color]
        replies = {free[0] for free in [attacked.liberties_at(prey), *around] if len(free) == 1}
        if not any(escapes(attacked, prey, reply) for reply in replies):
            return True
    return False


def escapes(position: Position, prey: int, reply: int) -> bool:
    """Return whether a chain in atari escapes from a ladder by this move; to retake a ko counts as an escape."""
    if reply == position.ko:
        return True
    try:
        after = position.play(reply, Color(int(position.stones[prey])))
    except IllegalMove:
        return False
    liberties = after.liberties_at(prey)
    if len(liberties) == 2:
        return not ladder_works(after, prey, liberties)
    return len(liberties) > 2 or liberties == [after.ko]


def caught(position: Position, stone: int) -> int:
    """Return 1 for a chain in atari that cannot extend; of one with two liberties, bits of the moves that catch it."""
    position = replace(position, ko=NO_POINT)
    liberties = position.liberties_at(stone)
    if len(liberties) == 1:
        extended = position.execute(liberties[0], Color(int(position.stones[stone])))
        after = extended.liberties_at(stone) if extended.stones[stone] else []
        return int(len(after) < 2 or (len(after) == 2 and ladder_works(extended, stone, after)))
    if len(liberties) == 2:
        return sum(ladder_works(position, stone, [move]) << k for k, move in enumerate(liberties))
    return 0


def bouzy(position: Position) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the map after four dilations, and after thirteen erosions more."""
    beside = position.grid.beside
    values = 64 * position.stones.astype(np.int64)
    for _ in range(4):
        before = values.copy()
        for point, near in enumerate(beside):
            signs = np.sign(before[list(near)])
            if before[point] >= 0 and signs.min(initial=0) >= 0:
                values[point] += (signs > 0).sum()
            if before[point] <= 0 and signs.max(initial=0) <= 0:
                values[point] -= (signs < 0).sum()
    influence = values.copy()
    for _ in range(13):
        before = values.copy()
        for point, near in enumerate(beside):
            sign = np.sign(before[point])
            values[point] = sign * max(abs(before[point]) - (before[list(near)] * sign <= 0).sum(), 0)
    return influence, values


def level(value: int) -> int:
    return 4 + int(np.sign(value)) * sum(abs(value) >= least for least in (1, 3, 8, 40))


def band(stones: int) -> int:
    return 0 if stones == 1 else 1 if stones < 4 else 2


def region(position: Position, point: int) -> tuple[int, set[int]]:
    """Return the size of the region of empty points, and the colours beside it."""
    found, todo, colors = {point}, [point], set()
    while todo:
        for near in position.grid.beside[todo.pop()]:
            if position.stones[near] != EMPTY:
                colors.add(int(position.stones[near]))
            elif near not in found:
                found.add(near)
                todo.append(near)
    return len(found), colors


def corner_rows(row: int, height: int) -> range:
    """Return the rows from the nearer edge to three beyond a row; for the middle row three either way."""
    other = height - 1 - row
    return range(max(0, row - 3) if row >= other else 0, min(height, row + 4) if row <= other else height)


def steps(position: Position, point: int, other: int) -> int:
    (r, c), (row, col) = position.grid.row_col(other), position.grid.row_col(point)
    far, near = max(abs(r - row), abs(c - col)), min(abs(r - row), abs(c - col))
    return 45 if far > 8 else far * (far + 1) // 2 + near


def location(position: Position, color: Color, point: int, phase: int) -> dict[str, int]:
    """Return the features of where the move is."""
    grid = position.grid
    row, col = grid.row_col(point)
    near = [
        (int(stone) * color, max(abs(r - row), abs(c - col)))
        for (r, c), stone in np.ndenumerate(position.board) if stone and abs(r - row) + abs(c - col) <= 3
    ]
    low, high = sorted(min(here, length - 1 - here) for here, length in ((row, grid.height), (col, grid.width)))
    place = min(high, 9) * (min(high, 9) + 1) // 2 + min(low, 9)
    corner = [
        int(position.board[r, c]) * color
        for r in corner_rows(row, grid.height) for c in corner_rows(col, grid.width)
    ]
    far = {
        who: min((
            distance(r - row, c - col) for (r, c), stone in np.ndenumerate(position.board)
            if stone == who * color and max(abs(r - row), abs(c - col)) <= 7
        ), default=99)
        for who in (1, -1)
    }
    nearest = 10 * (min(far[1], 11) - 2) + min(far[-1], 11) - 2
    around = sum(
        weight * min(sum(who == sign and away > 1 for who, away in near), 3) for sign, weight in ((1, 1), (-1, 4))
    )
    return {
        "place": place + 55 * (not near) + 110 * phase,
        "corner": -1 if high > 6 else high * (high + 1) // 2 + low
        + 28 * (min(corner.count(1), 2) + 3 * min(corner.count(-1), 2)),
        "nearest": nearest + 100 * phase, "around": around, "edge": -1 if low > 4 else low + 5 * around,
        "opening": place + 55 * nearest,
    }


def contacts(position: Position, color: Color, point: int, recent: tuple[int, ...], ko: bool) -> dict[str, int]:
    """Return the features of the chains beside a move."""
    grid, stones = position.grid, position.stones
    chains = {tuple(position.chain_at(near)) for near in grid.beside[point] if stones[near]}
    own = [chain for chain in chains if stones[chain[0]] == color]
    enemy = [chain for chain in chains if stones[chain[0]] != color]
    free_of = {chain: len(position.liberties_at(chain[0])) for chain in chains}
    caught_of = {chain: caught(position, chain[0]) for chain in chains}
    after = position.with_to_move(color).play(point)
    free, joined = min(len(after.liberties_at(point)), 6), len(after.chain_at(point))
    captured, ataris = ([chain for chain in enemy if free_of[chain] == n] for n in (1, 2))
    threats = [len(chain) for chain in enemy if free_of[chain] == 3]
    in_atari = [chain for chain in own if free_of[chain] == 1]
    loose = [len(chain) for chain in own if free_of[chain] == 2 and caught_of[chain]]
    last = recent[-1] if recent else -2
    touched = [chain for chain in own if last >= 0 and stones[last] and set(grid.beside[last]) & set(chain)]
    taken = sum(map(len, captured))
    rescues = any(
        stones[near] == color and len(position.liberties_at(near)) == 1
        for chain in captured for stone in chain for near in grid.beside[stone]
    )
    outcome = 0 if free < 2 else min(free, 4) if free > 2 else 1 if any(caught_of[chain] for chain in in_atari) else 2
    ladder = any(caught_of[chain] >> position.liberties_at(chain[0]).index(point) & 1 for chain in ataris)
    mine, theirs = ([*sorted(min(free_of[chain], 9) for chain in side), 9, 9] for side in (own, enemy))
    last_chain = [chain for chain in enemy if last in chain]
    takes_last = last == -2 or any(last in chain for chain in captured)
    threatens = last == -2 or bool(touched)
    found = {
        "free": free - 1 + 6 * (min(len(own), 3) + 4 * (min(mine[0], 4) - 1)),
        "touches": min(len(own), 3) + 4 * min(len(enemy), 3),
        "capture": (min(taken, 4) - 1 if taken < 4 else 3 if taken < 7 else 4) + 5 * (
            rescues + 2 * any(not caught_of[chain] for chain in captured) + 4 * takes_last
        ) if captured else -1,
        "extension": outcome + 5 * (band(max(map(len, in_atari))) + 3 * threatens) if in_atari else -1,
        "atari": band(max(map(len, ataris))) + 3 * (
            (len(ataris) > 1) + 2 * ladder + 4 * (min(free, 3) - 1) + 12 * ko
        ) if ataris else -1,
        "threat": band(max(threats)) + 3 * (min(free, 4) - 1) if threats else -1,
        "self_atari": band(joined) + 3 * bool(captured) + 6 * bool(ataris) if free == 1 else -1,
        "ladder": band(max(loose)) + 3 * (min(free, 4) - 1) if loose else -1,
        "last_chain": min(free_of[last_chain[0]], 5) - 1 + 5 * band(len(last_chain[0])) if last_chain else -1,
        "attacked": min(*(free_of[chain] for chain in touched), 5) - 1 + 5 * (min(free, 5) - 1) if touched else -1,
    }
    for name, side, weakest, others in (("join", own, mine, enemy), ("cut", enemy, theirs, own)):
        pair = min(weakest[0], 5) - 1 + 5 * (min(weakest[1], 5) - 1)
        found[name] = pair + 25 * bool(others) if len(side) > 1 else -1
    return found


def plain_classes(
    position: Position, color: Color, point: int, recent: tuple[int, ...], maps: tuple[npt.NDArray[np.int64], ...]
) -> dict[str, int]:
    """Return the class of every feature of a legal move, -1 for none. maps -- as by `bouzy`"""
    grid, stones = position.grid, position.stones
    phase = sum(100 * np.count_nonzero(stones) >= share * grid.area for share in SHARES)
    ko = position.ko >= 0 and color == position.to_move
    found = {**location(position, color, point, phase), **contacts(position, color, point, recent, ko)}
    ways = []
    for back, name in ((1, "last"), (2, "last_but_one")):
        known = len(recent) >= back and recent[-back] >= 0
        found[name] = steps(position, point, recent[-back]) + 46 * phase if known else -1
        rows = zip(grid.row_col(recent[-back]), grid.row_col(point), strict=True) if known else ()
        ways.append(min(distance(*(there - here for there, here in rows)), 17) if known else 0)
    influence, territory = (values * int(color) for values in maps)
    beside = np.sign(territory[list(grid.beside[point])])
    border = int((beside > 0).sum() + 5 * (beside < 0).sum())
    levels = level(influence[point]) + 9 * level(territory[point])
    size, colors = region(position, point)
    wide = size - 1 if size < 7 else 6 + sum(size >= least for least in (10, 15, 25))
    whose = 0 if not colors else 3 if len(colors) > 1 else 1 if int(color) in colors else 2
    eyes = {int(stones[near]) for near in grid.beside[point]}
    holder = eyes.pop() if len(eyes) == 1 else 0
    row, col = grid.row_col(point)
    diagonals = [
        grid.at(r, c) for r in (row - 1, row + 1) for c in (col - 1, col + 1)
        if 0 <= r < grid.height and 0 <= c < grid.width
    ]
    lacking = sum(stones[near] != holder for near in diagonals)
    is_true = lacking < 2 and (not lacking or len(grid.beside[point]) == 4)
    return found | {
        "both": ways[0] + 18 * ways[1] if any(ways) else -1, "urgency": found["free"] + 96 * ways[0],
        "influence": levels + 81 * phase, "border": border + 25 * phase, "frontier": border + 25 * levels,
        "region": whose + 4 * wide, "eyes": 2 * (holder == color) + is_true if holder else -1,
        "ko": int(position.ko in grid.beside[point]) if ko else -1,
        "groups": group_class(position, color, point, maps, phase),
    }


def groups(position: Position, territory: npt.NDArray[np.int64], influence: npt.NDArray[np.int64]) -> dict[int, int]:
    """Return the strength of the group at each point with influence, negative for White's, from 1."""
    found: dict[int, int] = {}
    for start in np.flatnonzero(influence).tolist():
        if start in found:
            continue
        sign, members, todo = int(np.sign(influence[start])), {start}, [start]
        while todo:
            for near in position.grid.beside[todo.pop()]:
                if influence[near] * sign > 0 and near not in members:
                    members.add(near)
                    todo.append(near)
        ground = sum(position.stones[point] == EMPTY and territory[point] * sign > 0 for point in members)
        strength = sum(ground >= least for least in (0, 3, 7, 13, 26, 51))
        found |= dict.fromkeys(members, sign * strength)
    return found


def group_class(
    position: Position, color: Color, point: int, maps: tuple[npt.NDArray[np.int64], ...], phase: int
) -> int:
    """Return the class of the weakest groups within two steps."""
    influence, territory = maps
    strengths, beside = groups(position, territory, influence), position.grid.beside
    around = {there for near in (point, *beside[point]) for there in beside[near]}
    here = [strengths[there] * int(color) for there in around if there in strengths]
    own = min((value - 1 for value in here if value > 0), default=6)
    enemy = min((-value - 1 for value in here if value < 0), default=6)
    return own + 7 * enemy + 49 * phase


def owners(position: Position) -> dict[int, int]:
    """Return who owns each owned point: of two claims the larger one counts, Black's if they are equal."""
    stones, found = position.stones, dict[int, tuple[int, int]]()
    for color in (1, -1):
        left = {point for point in range(stones.size) if stones[point] != color}
        while left:
            area, todo = set[int](), [left.pop()]
            enclosed = False
            while todo:
                point = todo.pop()
                area.add(point)
                for near in position.grid.beside[point]:
                    enclosed |= int(stones[near]) == color
                    if near in left:
                        left.remove(near)
                        todo.append(near)
            eyes = {
                min(region_points(position, point)) for point in area
                if stones[point] == EMPTY and region(position, point)[1] == {-color}
            }
            lives = len(eyes) > 1 or sum(region(position, point)[0] for point in eyes) >= 8
            if enclosed and not lives:
                for point in area:
                    if found.get(point, (0, 0))[0] < len(area):
                        found[point] = len(area), color
    return {point: color for point, (_, color) in found.items()}


def region_points(position: Position, point: int) -> set[int]:
    """Return the region of empty points."""
    found, todo = {point}, [point]
    while todo:
        new = {near for near in position.grid.beside[todo.pop()] if position.stones[near] == EMPTY} - found
        found |= new
        todo += new
    return found


def last_kind(position: Position, last: int, owner: dict[int, int]) -> int:
    """Return what the last move was: 0 not known, 1 a pass, 2 dead, 3 beside open points, 4 beside enemies, 5 other."""
    if last < 0:
        return last + 2
    stones, beside = position.stones, position.grid.beside[last]
    stone = int(stones[last])
    if owner.get(last) == -stone:
        return 2
    if any(stones[near] == EMPTY and near not in owner for near in beside):
        return 3
    return 4 if any(stones[near] == -stone and owner.get(near) != stone for near in beside) else 5


def plain_pass_classes(
    position: Position, color: Color, last: int, territory: npt.NDArray[np.int64]
) -> dict[str, int]:
    """Return the class of every feature of the pass."""
    stones, owner = position.stones, owners(position)
    kind = last_kind(position, last, owner)
    history = {0: 2, 1: 1}.get(kind, 0)

    def band_of(count: int) -> int:
        return sum(count >= least for least in (1, 2, 3, 4, 5, 7, 11, 17, 29, 51, 101))

    unowned = [point for point in np.flatnonzero(stones == EMPTY).tolist() if point not in owner]
    living = {point: int(stones[point]) for point in np.flatnonzero(stones).tolist()
              if owner.get(point) != -int(stones[point])}
    dame = [point for point in unowned if {living.get(near, 0) for near in position.grid.beside[point]} >= {1, -1}]
    heads = {min(position.chain_at(point)) for point in living}
    free = {head: len(position.liberties_at(head)) for head in heads}
    counts = {side: sum(free[head] == 1 and living[head] == side for head in heads) for side in (1, -1)}
    loose = {living[head] for head in heads if free[head] == 2 and caught(position, head)}
    own, enemy = int(color), -int(color)
    return {
        "pass_filled": min(20 * np.count_nonzero(stones) // stones.size, 19) + 20 * history,
        "pass_open": band_of(len(unowned)) + 12 * kind,
        "pass_dame": band_of(len(dame)) + 12 * history,
        "pass_contested": band_of(sum(territory[point] == 0 for point in unowned)) + 12 * history,
        "pass_atari": min(counts[own], 2) + 3 * min(counts[enemy], 2) + 9 * (own in loose) + 18 * (enemy in loose)
        + 36 * history,
        "pass_last": kind,
    }
