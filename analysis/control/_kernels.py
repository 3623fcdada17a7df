"""Compiled kernels of the estimator: red-black successive over-relaxation to the fixed point.

The points of a board have two colours like a chessboard's squares, and the neighbours of a point have the
other one. So the board is kept as two halves, one after the other in a flat array: padded with zeros to an odd
row length `stride` = 2 * reach + 1, padded index i = (row + 1) * stride + col, and i lies at place i // 2 of the
half i % 2. Then the four neighbours of a whole half are four slices of the other half, and a sweep is two
straight loops over adjoining numbers.

At every place: `values`; the update `linear * e1 + cubic * e3 + source` (e1, e3 the elementary symmetric sums of
the four neighbours, places off the board being 0); `weight`, the relaxation factor (0 where nothing changes).
A stone's source is kappa times the value of its chain, found again before every sweep.
"""

from __future__ import annotations

import numpy as np

from ..runtime.jit import kernel, vector_kernel

# Relaxation factors, measured on mid-game positions: more over-relaxation of stones makes the field swing.
EMPTY_FACTOR = 1.55
EMPTY_FACTOR_WITHOUT_LAMBDA = 1.25
STONE_FACTOR = 1.15
PATIENCE = (100, 200)  # after so many sweeps the factors go half the way to 1, then to 1
CYCLING = 400  # after so many sweeps all factors go to DAMPED: only a field that swings to and fro needs that
DAMPED = 0.6

SPACING = 16  # how far apart neighbours of one chain are multiplied


@kernel
def chain_borders(stones, neighbours, liberties_only):
    """The chains and what they touch.

    Returns (chains, sign, count, members, owner, start, border, border_of): sign of each chain, int8; the points of
    all `count` stones, one chain after the other, and the chain that owns each; chain k touches the distinct points
    border[start[k] : start[k + 1]], empty and (unless `liberties_only`) enemy, and border_of says so of each.
    """
    area = stones.size
    sign = np.empty(area, np.int8)
    members = np.empty(area, np.int16)
    owner = np.empty(area, np.int16)
    start = np.empty(area + 1, np.int32)
    border = np.empty(4 * area, np.int16)
    border_of = np.empty(4 * area, np.int16)
    listed = np.zeros(area, np.bool_)
    seen = np.full(area, -1, np.int16)
    chains = 0
    size = 0
    length = 0
    for point in range(area):
        color = stones[point]
        if color == 0 or listed[point]:
            continue
        sign[chains] = color
        start[chains] = length
        done = size
        members[size] = point
        listed[point] = True
        size += 1
        while done < size:
            stone = members[done]
            owner[done] = chains
            done += 1
            for k in range(4):
                near = neighbours[stone, k]
                if near == area:
                    continue
                if stones[near] == color:
                    if not listed[near]:
                        listed[near] = True
                        members[size] = near
                        size += 1
                elif seen[near] != chains and (stones[near] == 0 or not liberties_only):
                    seen[near] = chains
                    border[length] = near
                    border_of[length] = chains
                    length += 1
        chains += 1
    start[chains] = length
    return chains, sign, size, members, owner, start, border, border_of


@kernel
def geometry(height, width, lambda_):
    """How a board lies in the two halves, and the update of its empty points.

    Returns (half, reach, place, linear, cubic): half = places in a half; place (area,) int32 of every point;
    linear, cubic (2 * half,) float64.
    """
    reach = (width + 1) // 2
    stride = 2 * reach + 1
    half = ((height + 2) * stride + 1) // 2
    place = np.empty(height * width, np.int32)
    linear = np.zeros(2 * half)
    cubic = np.zeros(2 * half)
    for row in range(height):
        for col in range(width):
            padded = (row + 1) * stride + col
            at = (padded >> 1) + (padded & 1) * half
            place[row * width + col] = at
            degree = (row > 0) + (row < height - 1) + (col > 0) + (col < width - 1)
            if degree == 4:
                linear[at] = (1.0 + 2.0 * lambda_) / 8.0
                cubic[at] = (1.0 - 2.0 * lambda_) / 8.0
            elif degree == 3:
                linear[at] = (1.0 + lambda_) / 4.0
                cubic[at] = (1.0 - 3.0 * lambda_) / 4.0
            elif degree == 2:
                linear[at] = 0.5
            elif degree == 1:
                linear[at] = 1.0
    return half, reach, place, linear, cubic


@vector_kernel
def relax_half(own, above, below, left, right, linear, cubic, source, weight):
    """One pass over one half; all arrays begin at its first place on the board, the four neighbours' included.

    Returns the summed squared change, before relaxation.
    """
    change = 0.0
    for k in range(own.size):
        vertical = above[k] + below[k]
        level = left[k] + right[k]
        cross = above[k] * below[k] * level + left[k] * right[k] * vertical
        step = linear[k] * (vertical + level) + cubic[k] * cross + source[k] - own[k]
        change += step * step
        new = own[k] + weight[k] * step
        new = new if new < 1.0 else 1.0
        own[k] = new if new > -1.0 else -1.0
    return change


@kernel
def _multiply(part, values, chains, half_sign, entry_place, entry_chain, entries):
    """part[chain] = product of (1 - a) / 2 (Black; White (1 + a) / 2) over the chain's neighbours among the entries."""
    for chain in range(chains):
        part[chain] = 1.0
    for k in range(entries):
        chain = entry_chain[k]
        part[chain] *= 0.5 - half_sign[chain] * values[entry_place[k]]


@kernel
def _spread(source, strength, kappa, chains, half_sign, even_part, odd_part, stones, home, chain_of):
    """Set the source of the stones at `home` to kappa times the value of their chain, 1 - 2 * product for Black."""
    for chain in range(chains):
        strength[chain] = 2.0 * kappa * half_sign[chain] * (1.0 - 2.0 * even_part[chain] * odd_part[chain])
    for i in range(stones):
        source[home[i]] = strength[chain_of[i]]


@kernel
def temper(weight, sweep):
    """Lower the relaxation factors of a field that has not settled after `sweep` sweeps."""
    if sweep == PATIENCE[0] or sweep == PATIENCE[1]:
        for k in range(weight.size):
            if weight[k] > 1.0:
                weight[k] = 1.0 if sweep == PATIENCE[1] else 0.5 * (1.0 + weight[k])
    elif sweep == CYCLING:
        for k in range(weight.size):
            if weight[k] > 0.0:
                weight[k] = DAMPED


@kernel
def _relax(
    values, linear, cubic, source, weight, half, reach, height,
    kappa, chains, half_sign, entry_place, entry_chain, entries, home, chain_of, stones,
    tolerance, max_sweeps, history,
):
    """Sweep until the summed squared change of a sweep is at most `tolerance`.

    What is kept by halves has the even half in row 0, the odd in row 1: `entries` pairs of a place and a chain
    it borders on, `stones` places and the chains they belong to (a chain from `chains` on is worth 0).
    Writes the change of each sweep into `history` as far as it reaches. Returns (sweeps, change, converged).
    """
    # The neighbours of the first even place lie at 0, stride, reach and reach + 1 of the odd half, and those of
    # the first odd place at the same in the even half.
    stride = 2 * reach + 1
    evens = slice(reach + 1, ((height + 1) * stride + 1) // 2)
    odds = slice(half + reach, half + (height + 1) * stride // 2)
    even, even_linear, even_cubic = values[evens], linear[evens], cubic[evens]
    even_source, even_weight = source[evens], weight[evens]
    odd, odd_linear, odd_cubic = values[odds], linear[odds], cubic[odds]
    odd_source, odd_weight = source[odds], weight[odds]
    evens_above, evens_below = values[half:], values[half + stride :]
    evens_left, evens_right = values[half + reach :], values[half + reach + 1 :]
    odds_above, odds_below = values[:half], values[stride:half]
    odds_left, odds_right = values[reach:half], values[reach + 1 : half]
    even_part, odd_part = np.empty(chains), np.empty(chains)
    strength = np.zeros(chains + 1)

    change = 0.0
    _multiply(even_part, values, chains, half_sign, entry_place[0], entry_chain[0], entries[0])
    for sweep in range(1, max_sweeps + 1):
        _multiply(odd_part, values, chains, half_sign, entry_place[1], entry_chain[1], entries[1])
        _spread(source, strength, kappa, chains, half_sign, even_part, odd_part, stones[0], home[0], chain_of[0])
        change = relax_half(
            even, evens_above, evens_below, evens_left, evens_right, even_linear, even_cubic, even_source, even_weight
        )
        _multiply(even_part, values, chains, half_sign, entry_place[0], entry_chain[0], entries[0])
        _spread(source, strength, kappa, chains, half_sign, even_part, odd_part, stones[1], home[1], chain_of[1])
        change += relax_half(
            odd, odds_above, odds_below, odds_left, odds_right, odd_linear, odd_cubic, odd_source, odd_weight
        )
        if sweep <= history.size:
            history[sweep - 1] = change
        if change <= tolerance:
            return sweep, change, True
        temper(weight, sweep)
    return max_sweeps, change, False


@kernel
def put_stone(at, color, values, linear, cubic, source, weight, kappa, fixed):
    """Make place `at` a stone's, of the value `color`.

    It is held at that if `fixed`, and otherwise 1 - kappa of the empty update and kappa of the chain's.
    """
    share = 0.0 if fixed else 1.0 - kappa
    linear[at] *= share
    cubic[at] *= share
    values[at] = color
    source[at] = color if fixed else 0.0
    weight[at] = 0.0 if fixed else STONE_FACTOR


@kernel
def set_up(stones, held, neighbours, half, place, linear, cubic, kappa, fixed, liberties_only, factor):
    """What _relax works on, at the start: stones +-1, empty points 0.

    With stones `fixed` there are no chains, and a stone keeps the value that `held` (area,) float64 gives it.

    `linear`, `cubic` are the empty board's, by place; `factor` is the weight of empty points. Returns the arrays by
    place (values, linear, cubic, source, weight); chains, half_sign (half a chain's colour; room for one more chain),
    start, border as chain_borders; and by halves, even and odd: entry_place, entry_chain, entries (a place, a chain it
    borders on, how many such pairs), home, chain_of, counts (a stone's place, its chain, how many stones).
    """
    values = np.zeros(2 * half)
    linear = linear.copy()
    cubic = cubic.copy()
    source = np.zeros(2 * half)
    weight = np.zeros(2 * half)
    for point in range(stones.size):
        at = place[point]
        if stones[point] == 0:
            weight[at] = factor
        else:
            worth = held[point] if fixed else 1.0 * stones[point]
            put_stone(at, worth, values, linear, cubic, source, weight, kappa, fixed)
    chains, sign, count, members, owner, start, border, border_of = chain_borders(stones, neighbours, liberties_only)
    half_sign = np.empty(chains + 1)
    for chain in range(chains):
        half_sign[chain] = 0.5 * sign[chain]

    # Where a thing goes, to the even or to the odd half, is chance: so no branch is taken on it.
    home = np.empty((2, count), np.uint32)
    chain_of = np.empty((2, count), np.uint32)
    even = 0
    odd = 0
    for i in range(count):
        at = place[members[i]]
        side = int(at >= half)
        k = odd if side else even
        home[side, k] = at
        chain_of[side, k] = owner[i]
        odd += side
        even += 1 - side
    counts = np.empty(2, np.int32)
    counts[0] = even
    counts[1] = odd

    # Neighbours of one chain come one after the other in `border`; taken far apart, a product need not wait for
    # its own last factor.
    entry_place = np.empty((2, start[chains]), np.uint32)
    entry_chain = np.empty((2, start[chains]), np.uint32)
    entries = np.empty(2, np.int32)
    even = 0
    odd = 0
    for offset in range(SPACING):
        for i in range(offset, start[chains], SPACING):
            at = place[border[i]]
            side = int(at >= half)
            k = odd if side else even
            entry_place[side, k] = at
            entry_chain[side, k] = border_of[i]
            odd += side
            even += 1 - side
    entries[0] = even
    entries[1] = odd
    if fixed:
        chains = 0
        entries[:] = 0
        counts[:] = 0
    return (
        values, linear, cubic, source, weight,
        chains, half_sign, start, border, entry_place, entry_chain, entries, home, chain_of, counts,
    )


@kernel
def empty_factor(lambda_):
    return EMPTY_FACTOR if lambda_ > 0.0 else EMPTY_FACTOR_WITHOUT_LAMBDA


@kernel
def settle(
    stones, held, neighbours, height, width, lambda_, kappa, fixed, liberties_only, tolerance, max_sweeps, history,
    values,
):
    """The fixed point of each board of a batch, from stones +-1 and empty points 0.

    stones (n, area) int8; held (n, area) float64, what stones are worth if they are `fixed`; values (n, area) float64,
    written. Returns (score, sweeps, change, converged), (n,)
    each.
    """
    boards, area = stones.shape
    score = np.zeros(boards)
    sweeps = np.empty(boards, np.int32)
    change = np.empty(boards)
    converged = np.empty(boards, np.bool_)
    half, reach, place, linear, cubic = geometry(height, width, lambda_)
    for n in range(boards):
        (
            field, c1, c3, source, weight,
            chains, half_sign, _, _, entry_place, entry_chain, entries, home, chain_of, counts,
        ) = set_up(
            stones[n], held[n], neighbours, half, place, linear, cubic, kappa, fixed, liberties_only,
            empty_factor(lambda_),
        )
        sweeps[n], change[n], converged[n] = _relax(
            field, c1, c3, source, weight, half, reach, height,
            kappa, chains, half_sign, entry_place, entry_chain, entries, home, chain_of, counts,
            tolerance, max_sweeps, history,
        )
        for point in range(area):
            values[n, point] = field[place[point]]
            score[n] += values[n, point]
    return score, sweeps, change, converged
