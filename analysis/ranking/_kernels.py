"""Compiled kernel of the ranker: the fields after many moves, eight boards side by side in SIMD lanes.

Boards after one move differ in little: they share the parent's layout (see control/_kernels.py), its chains and
what these touch. So place p of lane l lies at p * LANES + l, the parent's chains are multiplied for all lanes at
once, and each lane keeps only its own changes: the chain its move makes, the stones that belong to it now,
and the places of stones it took.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..board import _kernels as board
from ..control import _kernels as control
from ..runtime.jit import array_kernel, kernel, vector_kernel

LANES = 8

TOUCHED, JOINED, TAKEN = 0, 1, 2


class Parent(NamedTuple):
    """The board before the moves, and what the boards after them are made with.

      stones, neighbours -- as everywhere
      label, liberties   -- as label_chains returns them
      start, border      -- what each chain touches, see control's Borders
      layout, empty      -- the Layout, and the Field of the empty board
      seen               -- (area,) int32, marks for the use of `_place_move`
    """

    stones: Any
    neighbours: Any
    label: Any
    liberties: Any
    start: Any
    border: Any
    layout: Any
    empty: Any
    seen: Any


class Changes(NamedTuple):
    """How each lane's chains differ from the parent's.

      place, count -- (LANES, 3, 2, area) and (LANES, 3, 2) int32: places, even and odd, and how many: those that the
                      new chain borders on (TOUCHED), those of its stones (JOINED), those of captured stones (TAKEN)
      product      -- (LANES, 2) float64: the new chain's product over its even and its odd neighbours
    """

    place: Any
    count: Any
    product: Any


@array_kernel
def score_moves(stones, strengths, grid, parameters, start, moves, color, new_strengths):
    """Compute the score of the fixed point after each of `moves` (n,), legal moves of `color` that are no suicide.

    grid -- (neighbours, width)
    If stones are fixed, strengths (area,) float64 are their values and new_strengths (n,) float64 those of the new
    stones. Chains count all their neighbours, not only liberties, so that a move changes no chain but those it joins
    and those it takes.

    The sweeps begin at start (area,) float64, the fixed point before the move or the bare stones, with the new
    stone at its colour; they end when eight boards together change by no more than the tolerance.
    Returns (score, converged), (n,) each.
    """
    neighbours, width = grid
    layout, empty = control.empty_field(stones.size // width, width, parameters.lambda_)
    field = control.starting_field(stones, strengths, layout, empty, parameters)
    for point in range(stones.size):
        field.values[layout.place[point]] = start[point]
    borders = control.chain_borders(stones, neighbours, False)
    chains = control.split_chains(borders, layout, parameters.fixed)
    signs = _repeat(chains[0].half_sign)
    label, _, liberties = board.label_chains(stones, neighbours)
    parent = Parent(
        stones, neighbours, label, liberties, borders.start, borders.border, layout, empty,
        np.full(stones.size, -1, np.int32),
    )
    parent_lanes = np.stack((
        _repeat(field.values), _repeat(field.linear), _repeat(field.cubic), _repeat(field.source),
        _repeat(field.weight),
    ))
    score = np.zeros(moves.size)
    converged = np.empty(moves.size, np.bool_)
    changes = Changes(
        np.empty((LANES, 3, 2, stones.size), np.int32), np.empty((LANES, 3, 2), np.int32), np.empty((LANES, 2))
    )
    for first in range(0, moves.size, LANES):
        lanes = min(LANES, moves.size - first)
        numbers = parent_lanes.copy()
        fields = control.Field(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
        changes.count[:] = 0
        for lane in range(lanes):
            n = first + lane
            _place_move(parent, fields, lane, (moves[n], color, new_strengths[n]), n, changes, parameters)
        settled = _relax_lanes(fields, layout, chains, signs, lanes, color, changes, parameters)
        converged[first : first + lanes] = settled
        values = fields.values
        for k in range(2 * layout.half):
            for lane in range(lanes):
                score[first + lane] += values[k * LANES + lane]
    return score, converged


@array_kernel
def _repeat(array):
    """Repeat each number LANES times."""
    repeated = np.empty(array.size * LANES)
    for k in range(array.size):
        repeated[k * LANES : (k + 1) * LANES] = array[k]
    return repeated


@kernel
def _place_move(parent, fields, lane, stone, stamp, changes, parameters):
    """Play a move in one lane, and list what its new stone joins, touches and takes.

    stone -- (point, color, its value if stones are fixed); parent.seen must not hold `stamp` before
    """
    move, color, strength = stone
    stones, label, seen = parent.stones, parent.label, parent.seen
    place, half = parent.layout.place, parent.layout.half
    places, count = changes.place[lane], changes.count[lane]
    fixed = parameters.fixed
    control.put_stone(fields, place[move] * LANES + lane, strength if fixed else 1.0 * color, parameters)
    if not fixed:
        _append(place[move], half, places[JOINED], count[JOINED])
    seen[move] = stamp
    for k in range(4):
        near = parent.neighbours[move, k]
        if near == stones.size:
            continue
        if stones[near] == color:
            if not fixed and seen[near] != stamp:
                _join(parent, label[near], stamp, places, count)
            continue
        if not fixed and seen[near] != stamp:
            seen[near] = stamp
            _append(place[near], half, places[TOUCHED], count[TOUCHED])
        if stones[near] != 0 and parent.liberties[label[near]] == 1:
            _take(parent, label[near], fields, lane, places, count)


@kernel
def _join(parent, chain, stamp, places, count):
    """Add a chain's stones and what it touches to the new chain, but for what is marked."""
    label, border, seen = parent.label, parent.border, parent.seen
    place, half = parent.layout.place, parent.layout.half
    for point in range(label.size):
        if label[point] == chain and seen[point] != stamp:
            seen[point] = stamp
            _append(place[point], half, places[JOINED], count[JOINED])
    for i in range(parent.start[chain], parent.start[chain + 1]):
        if seen[border[i]] != stamp:
            seen[border[i]] = stamp
            _append(place[border[i]], half, places[TOUCHED], count[TOUCHED])


@kernel
def _take(parent, chain, fields, lane, places, count):
    """Turn the places of a captured chain into those of empty points."""
    label, empty = parent.label, parent.empty
    for point in range(label.size):
        if label[point] != chain:
            continue
        at = parent.layout.place[point]
        here = at * LANES + lane
        fields.values[here] = 0.0
        fields.linear[here] = empty.linear[at]
        fields.cubic[here] = empty.cubic[at]
        fields.source[here] = 0.0
        fields.weight[here] = empty.weight[at]
        _append(at, parent.layout.half, places[TAKEN], count[TAKEN])


@kernel
def _append(at, half, places, count):
    """Append a place to those of its half."""
    side = int(at >= half)
    places[side, count[side]] = at
    count[side] += 1


@vector_kernel
def _multiply_lanes(product, values, chains):
    """As control's _multiply, for the parent's chains in all lanes."""
    half_sign, border_place, border_of, _, _ = chains
    product[:] = 1.0
    for k in range(border_of.size):
        at = border_place[k] * LANES
        of = border_of[k] * LANES
        half = half_sign[border_of[k]]
        for lane in range(LANES):
            product[of + lane] *= 0.5 - half * values[at + lane]


@vector_kernel
def _update_lane_sources(source, even, odd, value, chains, signs, kappa):
    """As control's _update_sources, for the parent's chains in all lanes; `signs` is half_sign for each lane."""
    _, _, _, stone_place, stone_of = chains
    for k in range(value.size):
        value[k] = 2.0 * kappa * signs[k] * (1.0 - 2.0 * even[k] * odd[k])
    for i in range(stone_of.size):
        at = stone_place[i] * LANES
        of = stone_of[i] * LANES
        for lane in range(LANES):
            source[at + lane] = value[of + lane]


@kernel
def _multiply_new_chain(values, lane, touched, count, color):
    """Return the new chain's product over the first `count` of the places `touched`."""
    product = 1.0
    for k in range(count):
        product *= 0.5 - 0.5 * color * values[touched[k] * LANES + lane]
    return product


@kernel
def _correct_lane_sources(source, side, values, lanes, color, changes, kappa):
    """Correct the sources of the half `side` where a lane's chains are not the parent's.

    Of the new chain's product the part over the other half is computed anew.
    """
    place, count, products = changes.place, changes.count, changes.product
    other = 1 - side
    for lane in range(lanes):
        product = _multiply_new_chain(values, lane, place[lane, TOUCHED, other], count[lane, TOUCHED, other], color)
        products[lane, other] = product
        value = kappa * color * (1.0 - 2.0 * product * products[lane, side])
        for k in range(count[lane, TAKEN, side]):
            source[place[lane, TAKEN, side, k] * LANES + lane] = 0.0
        for k in range(count[lane, JOINED, side]):
            source[place[lane, JOINED, side, k] * LANES + lane] = value


@array_kernel
def _relax_lanes(fields, layout, chains, signs, lanes, color, changes, parameters):
    """As control's _relax, for LANES boards at once, of which `lanes` are in use. Returns whether they converged."""
    values, source, kappa, tolerance = fields.values, fields.source, parameters.kappa, parameters.tolerance
    even, odd = control.half_of(fields, layout, False, LANES), control.half_of(fields, layout, True, LANES)
    even_chains, odd_chains = chains
    even_product, odd_product, value = np.empty(signs.size), np.empty(signs.size), np.empty(signs.size)
    for lane in range(lanes):
        changes.product[lane, 0] = _multiply_new_chain(
            values, lane, changes.place[lane, TOUCHED, 0], changes.count[lane, TOUCHED, 0], color
        )
    _multiply_lanes(even_product, values, even_chains)
    for sweep in range(1, parameters.max_sweeps + 1):
        _multiply_lanes(odd_product, values, odd_chains)
        _update_lane_sources(source, even_product, odd_product, value, even_chains, signs, kappa)
        _correct_lane_sources(source, 0, values, lanes, color, changes, kappa)
        change = control.relax_half(even)
        _multiply_lanes(even_product, values, even_chains)
        _update_lane_sources(source, even_product, odd_product, value, odd_chains, signs, kappa)
        _correct_lane_sources(source, 1, values, lanes, color, changes, kappa)
        change += control.relax_half(odd)
        if change <= tolerance:
            return True
        control.lower_factors(fields.weight, sweep)
    return False
