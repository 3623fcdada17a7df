"""Compiled kernel of the ranker: the fields after many moves, eight boards side by side in SIMD lanes.

Boards after one move differ in little: they share the parent's halves (see control/_kernels.py), its chains and
what these touch. So place p of lane l lies at p * LANES + l, the parent's chains are multiplied for all lanes at
once, and each lane keeps only its own exceptions: the chain its move makes, the stones that belong to it now,
and the places of stones it took.
"""

from __future__ import annotations

import numpy as np

from ..board import _kernels as board
from ..control import _kernels as control
from ..runtime.jit import kernel, vector_kernel

LANES = 8


@kernel
def settle_moves(
    stones, held, neighbours, height, width, lambda_, kappa, fixed, tolerance, max_sweeps, field, moves, color, worth
):
    """The score of the fixed point after each of `moves` (n,), legal moves of `color` that are no suicide.

    Of stones that are `fixed`, held (area,) float64 says what they are worth, and worth (n,) float64 the new ones.

    The sweeps begin at field (area,) float64, the fixed point before the move or the bare stones, with the new
    stone at its colour; they end when eight boards together change by no more than `tolerance`. Chains count all
    their neighbours (not only liberties), so that a move changes no chain but those it joins and those it takes.
    Returns (score, sweeps, converged), (n,) each.
    """
    half, reach, place, linear, cubic = control.geometry(height, width, lambda_)
    factor = control.empty_factor(lambda_)
    (
        values, c1, c3, source, weight,
        chains, half_sign, start, border, entry_place, entry_chain, entries, home, chain_of, counts,
    ) = control.set_up(stones, held, neighbours, half, place, linear, cubic, kappa, fixed, False, factor)
    for point in range(stones.size):
        values[place[point]] = field[point]
    label, _, liberties = board.label_chains(stones, neighbours)
    parent = np.stack((_repeat(values), _repeat(c1), _repeat(c3), _repeat(source), _repeat(weight)))
    signs = _repeat(half_sign[:chains])

    score = np.zeros(moves.size)
    sweeps = np.empty(moves.size, np.int32)
    converged = np.empty(moves.size, np.bool_)
    # The chain each lane's move makes: the places it touches, its stones' places, the places it took, all by halves,
    # and how many of each.
    touched = np.empty((LANES, 2, stones.size), np.int32)
    joined = np.empty((LANES, 2, stones.size), np.int32)
    taken = np.empty((LANES, 2, stones.size), np.int32)
    counted = np.empty((LANES, 3, 2), np.int32)
    seen = np.full(stones.size, -1, np.int32)
    for first in range(0, moves.size, LANES):
        lanes = min(LANES, moves.size - first)
        fields = parent.copy()
        counted[:] = 0
        for lane in range(lanes):
            n = first + lane
            _place_move(
                moves[n], color, worth[n], lane, n, fields, stones, neighbours, label, liberties, start, border, place,
                half, linear, cubic, factor, kappa, fixed, seen, touched[lane], joined[lane], taken[lane],
                counted[lane],
            )
        sweeps[first : first + lanes], converged[first : first + lanes] = _relax_lanes(
            fields, half, reach, height, kappa, color, half_sign, signs, entry_place, entry_chain, entries,
            home, chain_of, counts, lanes, touched, joined, taken, counted, tolerance, max_sweeps,
        )
        for k in range(2 * half):
            for lane in range(lanes):
                score[first + lane] += fields[0, k * LANES + lane]
    return score, sweeps, converged


@kernel
def _repeat(array):
    """Each number LANES times over."""
    repeated = np.empty(array.size * LANES)
    for k in range(array.size):
        repeated[k * LANES : (k + 1) * LANES] = array[k]
    return repeated


@kernel
def _place_move(
    move, color, worth, lane, stamp, fields, stones, neighbours, label, liberties, start, border, place, half,
    linear, cubic, factor, kappa, fixed, seen, touched, joined, taken, counted,
):
    """Play a move in one lane: its new stone, what it joins, touches and takes. `seen` is marked with `stamp`."""
    values, c1, c3, source, weight = fields[0], fields[1], fields[2], fields[3], fields[4]
    at = place[move]
    share = 0.0 if fixed else 1.0 - kappa
    here = at * LANES + lane
    values[here] = worth if fixed else color
    c1[here] *= share
    c3[here] *= share
    source[here] = worth if fixed else 0.0
    weight[here] = 0.0 if fixed else control.STONE_FACTOR
    if not fixed:
        _append(at, half, joined, counted[1])
    seen[move] = stamp
    for k in range(4):
        near = neighbours[move, k]
        if near == stones.size:
            continue
        chain = label[near]
        if stones[near] != color and seen[near] != stamp:
            seen[near] = stamp
            _append(place[near], half, touched, counted[0])
        own = stones[near] == color
        if not own and (stones[near] == 0 or liberties[chain] > 1):
            continue
        for point in range(stones.size):
            if label[point] != chain:
                continue
            if own:
                if not fixed and seen[point] != stamp:
                    seen[point] = stamp
                    _append(place[point], half, joined, counted[1])
            else:
                there = place[point] * LANES + lane
                values[there] = 0.0
                c1[there] = linear[place[point]]
                c3[there] = cubic[place[point]]
                source[there] = 0.0
                weight[there] = factor
                if not fixed:
                    _append(place[point], half, taken, counted[2])
        if own:
            for i in range(start[chain], start[chain + 1]):
                if seen[border[i]] != stamp:
                    seen[border[i]] = stamp
                    _append(place[border[i]], half, touched, counted[0])


@kernel
def _append(at, half, places, counts):
    side = int(at >= half)
    places[side, counts[side]] = at
    counts[side] += 1


@vector_kernel
def _multiply_lanes(part, values, half_sign, entry_place, entry_chain, entries):
    """part[chain, lane] = product of (1 - a) / 2 (Black; White (1 + a) / 2) over the chain's neighbours listed."""
    part[:] = 1.0
    for k in range(entries):
        at = entry_place[k] * LANES
        of = entry_chain[k] * LANES
        half = half_sign[entry_chain[k]]
        for lane in range(LANES):
            part[of + lane] *= 0.5 - half * values[at + lane]


@vector_kernel
def _spread_lanes(source, strength, kappa, signs, even_part, odd_part, stones, home, chain_of):
    """Set the sources of the parent's stones of one half, in all lanes, to kappa times their chains' values."""
    for k in range(strength.size):
        strength[k] = 2.0 * kappa * signs[k] * (1.0 - 2.0 * even_part[k] * odd_part[k])
    for i in range(stones):
        at = home[i] * LANES
        of = chain_of[i] * LANES
        for lane in range(LANES):
            source[at + lane] = strength[of + lane]


@kernel
def _except(side, source, values, kappa, color, lanes, touched, joined, taken, counted, product):
    """Mend the sources of one half where a lane's chains are not the parent's; `side` is the half to be relaxed.

    product (LANES, 2) keeps the product over each half of the new chain's neighbours; the other half is renewed.
    """
    other = 1 - side
    for lane in range(lanes):
        part = 1.0
        for k in range(counted[lane, 0, other]):
            part *= 0.5 - 0.5 * color * values[touched[lane, other, k] * LANES + lane]
        product[lane, other] = part
        strength = kappa * color * (1.0 - 2.0 * part * product[lane, side])
        for k in range(counted[lane, 2, side]):
            source[taken[lane, side, k] * LANES + lane] = 0.0
        for k in range(counted[lane, 1, side]):
            source[joined[lane, side, k] * LANES + lane] = strength


@kernel
def _relax_lanes(
    fields, half, reach, height, kappa, color, half_sign, signs, entry_place, entry_chain, entries,
    home, chain_of, counts, lanes, touched, joined, taken, counted, tolerance, max_sweeps,
):
    """As control's _relax, for LANES boards at once, of which `lanes` are in use. Returns (sweeps, converged)."""
    values, c1, c3, source, weight = fields[0], fields[1], fields[2], fields[3], fields[4]
    n = LANES
    stride = 2 * reach + 1
    evens = slice((reach + 1) * n, ((height + 1) * stride + 1) // 2 * n)
    odds = slice((half + reach) * n, (half + (height + 1) * stride // 2) * n)
    even, even_linear, even_cubic = values[evens], c1[evens], c3[evens]
    even_source, even_weight = source[evens], weight[evens]
    odd, odd_linear, odd_cubic = values[odds], c1[odds], c3[odds]
    odd_source, odd_weight = source[odds], weight[odds]
    evens_above, evens_below = values[half * n :], values[(half + stride) * n :]
    evens_left, evens_right = values[(half + reach) * n :], values[(half + reach + 1) * n :]
    odds_above, odds_below = values[: half * n], values[stride * n : half * n]
    odds_left, odds_right = values[reach * n : half * n], values[(reach + 1) * n : half * n]
    even_part, odd_part, strength = np.empty(signs.size), np.empty(signs.size), np.empty(signs.size)
    product = np.ones((n, 2))
    for lane in range(lanes):
        for k in range(counted[lane, 0, 0]):
            product[lane, 0] *= 0.5 - 0.5 * color * values[touched[lane, 0, k] * n + lane]

    _multiply_lanes(even_part, values, half_sign, entry_place[0], entry_chain[0], entries[0])
    for sweep in range(1, max_sweeps + 1):
        _multiply_lanes(odd_part, values, half_sign, entry_place[1], entry_chain[1], entries[1])
        _spread_lanes(source, strength, kappa, signs, even_part, odd_part, counts[0], home[0], chain_of[0])
        _except(0, source, values, kappa, color, lanes, touched, joined, taken, counted, product)
        change = control.relax_half(
            even, evens_above, evens_below, evens_left, evens_right, even_linear, even_cubic, even_source, even_weight
        )
        _multiply_lanes(even_part, values, half_sign, entry_place[0], entry_chain[0], entries[0])
        _spread_lanes(source, strength, kappa, signs, even_part, odd_part, counts[1], home[1], chain_of[1])
        _except(1, source, values, kappa, color, lanes, touched, joined, taken, counted, product)
        change += control.relax_half(
            odd, odds_above, odds_below, odds_left, odds_right, odd_linear, odd_cubic, odd_source, odd_weight
        )
        if change <= tolerance:
            return sweep, True
        control.temper(weight, sweep)
    return max_sweeps, False
