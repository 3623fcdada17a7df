"""Compiled kernels of the estimator: red-black successive over-relaxation to the fixed point.

The points of a board have two colours like a chessboard's squares, and the neighbours of a point have the
other one. So the board is kept as two halves, one after the other in a flat array: padded with zeros to an odd
row length `stride` = 2 * reach + 1, padded index i = (row + 1) * stride + col, and i lies at place i // 2 of the
half i % 2. Then the four neighbours of a whole half are four slices of the other half, and a sweep is two
straight loops over adjoining numbers.

The update of a place is `linear * e1 + cubic * e3 + source` (e1, e3 the elementary symmetric sums of its four
neighbours, places off the board being 0). A stone's source is kappa times the value of its chain, computed anew
before each half of a sweep.

The ranker relaxes several boards side by side with the same layout, see ranking/_kernels.py: then place p of board b
lies at p * boards + b.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..runtime.jit import array_kernel, kernel, vector_kernel

# Relaxation factors, measured on mid-game positions: more over-relaxation of stones makes the field oscillate.
EMPTY_FACTOR = 1.55
EMPTY_FACTOR_WITHOUT_LAMBDA = 1.25
STONE_FACTOR = 1.15
PATIENCE = (100, 200)  # after so many sweeps the factors go half the way to 1, then to 1
CYCLING = 400  # after so many sweeps all factors go to DAMPED: only a field that oscillates needs that
DAMPED = 0.6

SPACING = 16  # how far apart neighbours of one chain are multiplied


class Parameters(NamedTuple):
    """The numbers of ControlSettings."""

    lambda_: float
    kappa: float
    fixed: bool
    liberties_only: bool
    tolerance: float
    max_sweeps: int


class Layout(NamedTuple):
    """Where the points of a board are stored: half = number of places in a half; place (area,) int32 of each point."""

    height: int
    reach: int
    half: int
    place: Any


class Field(NamedTuple):
    """The numbers by place, (2 * half,) float64 each; `weight` is the relaxation factor, 0 where nothing changes."""

    values: Any
    linear: Any
    cubic: Any
    source: Any
    weight: Any


class Half(NamedTuple):
    """Views of the half to be relaxed, (n,) each from its first place on the board, and of its neighbours' values."""

    own: Any
    above: Any
    below: Any
    left: Any
    right: Any
    linear: Any
    cubic: Any
    source: Any
    weight: Any


class Borders(NamedTuple):
    """The `chains` chains of a board and what they touch.

      sign                  -- (chains or more,) int8, +1 Black
      stones, points, owner -- the points of all `stones` stones, one chain after the other, and the chain of each
      start, border         -- chain k touches the distinct points border[start[k] : start[k + 1]], empty ones and
                               (unless only liberties count) enemy stones
      border_of             -- the chain of each entry of border
    """

    chains: int
    sign: Any
    stones: int
    points: Any
    owner: Any
    start: Any
    border: Any
    border_of: Any


class Chains(NamedTuple):
    """The chains as the sweeps use them, with what lies in one of the halves.

      half_sign                -- (chains,) float64: half the colour of each chain; no chains if stones are fixed
      border_place, border_of  -- uint32: each pair of a place of this half and a chain that it borders on
      stone_place, stone_of    -- uint32: the place of each stone in this half, and its chain
    """

    half_sign: Any
    border_place: Any
    border_of: Any
    stone_place: Any
    stone_of: Any


@array_kernel
def chain_borders(stones, neighbours, liberties_only):
    """Number the chains by their first points and list what they touch, as Borders."""
    area = stones.size
    sign = np.empty(area, np.int8)
    points = np.empty(area, np.int16)
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
        points[size] = point
        listed[point] = True
        size += 1
        while done < size:
            stone = points[done]
            owner[done] = chains
            done += 1
            for k in range(4):
                near = neighbours[stone, k]
                if near == area:
                    continue
                if stones[near] == color:
                    if not listed[near]:
                        listed[near] = True
                        points[size] = near
                        size += 1
                elif seen[near] != chains and (stones[near] == 0 or not liberties_only):
                    seen[near] = chains
                    border[length] = near
                    border_of[length] = chains
                    length += 1
        chains += 1
    start[chains] = length
    return Borders(chains, sign, size, points, owner, start, border, border_of)


@array_kernel
def empty_field(height, width, lambda_):
    """Return the Layout of a board and the Field of the empty board."""
    reach = (width + 1) // 2
    stride = 2 * reach + 1
    half = ((height + 2) * stride + 1) // 2
    place = np.empty(height * width, np.int32)
    linear = np.zeros(2 * half)
    cubic = np.zeros(2 * half)
    weight = np.zeros(2 * half)
    factor = EMPTY_FACTOR if lambda_ > 0.0 else EMPTY_FACTOR_WITHOUT_LAMBDA
    for row in range(height):
        for col in range(width):
            padded = (row + 1) * stride + col
            at = (padded >> 1) + (padded & 1) * half
            place[row * width + col] = at
            weight[at] = factor
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
    return Layout(height, reach, half, place), Field(np.zeros(2 * half), linear, cubic, np.zeros(2 * half), weight)


@kernel
def put_stone(field, at, value, parameters):
    """Turn the empty place `at` into a stone of that value.

    It keeps the value if stones are fixed; otherwise its update is 1 - kappa of the empty update and kappa of the
    chain's value.
    """
    fixed = parameters.fixed
    share = 0.0 if fixed else 1.0 - parameters.kappa
    field.linear[at] *= share
    field.cubic[at] *= share
    field.values[at] = value
    field.source[at] = value if fixed else 0.0
    field.weight[at] = 0.0 if fixed else STONE_FACTOR


@array_kernel
def starting_field(stones, strengths, layout, empty, parameters):
    """Return the Field from which the sweeps start: stones +-1 (their `strengths` if fixed), empty points 0."""
    field = Field(
        empty.values.copy(), empty.linear.copy(), empty.cubic.copy(), empty.source.copy(), empty.weight.copy()
    )
    for point in range(stones.size):
        if stones[point] != 0:
            value = strengths[point] if parameters.fixed else 1.0 * stones[point]
            put_stone(field, layout.place[point], value, parameters)
    return field


@array_kernel
def split_chains(found, layout, fixed):
    """Return the Borders `found` as the Chains of the even half and those of the odd."""
    chains = 0 if fixed else found.chains
    half_sign = np.empty(chains)
    for chain in range(chains):
        half_sign[chain] = 0.5 * found.sign[chain]
    count = 0 if fixed else found.stones
    place, of, even, odd = _split(found.points, found.owner, count, 1, layout)
    # Neighbours of one chain come one after the other in `border`; taken far apart, a product need not wait for
    # its own last factor.
    near, near_of, near_even, near_odd = _split(found.border, found.border_of, found.start[chains], SPACING, layout)
    return (
        Chains(half_sign, near[0, :near_even], near_of[0, :near_even], place[0, :even], of[0, :even]),
        Chains(half_sign, near[1, :near_odd], near_of[1, :near_odd], place[1, :odd], of[1, :odd]),
    )


@array_kernel
def _split(points, chain_of, count, spacing, layout):
    """Distribute `count` points with their chains over the halves, every `spacing`-th first.

    Returns (places, chains, even, odd): the first two (2, count) uint32, of which `even` and `odd` are filled.
    """
    half, place = layout.half, layout.place
    places = np.empty((2, count), np.uint32)
    chains = np.empty((2, count), np.uint32)
    even = 0
    odd = 0
    for offset in range(spacing):
        for i in range(offset, count, spacing):
            # Which half it is is random: so no branch is taken on it.
            at = place[points[i]]
            side = int(at >= half)
            k = odd if side else even
            places[side, k] = at
            chains[side, k] = chain_of[i]
            odd += side
            even += 1 - side
    return places, chains, even, odd


@array_kernel
def half_of(field, layout, odd, boards):
    """Return the even Half, or the odd one, of `boards` boards side by side."""
    # The neighbours of the first even place lie at 0, stride, reach and reach + 1 of the odd half, and those of
    # the first odd place at the same in the even half.
    n, half, reach = boards, layout.half, layout.reach
    stride = 2 * reach + 1
    padded = (layout.height + 1) * stride
    first = (half + reach) * n if odd else (reach + 1) * n
    end = (half + padded // 2) * n if odd else (padded + 1) // 2 * n
    other = 0 if odd else half * n
    values = field.values
    return Half(
        values[first:end],
        values[other:], values[other + stride * n :], values[other + reach * n :], values[other + (reach + 1) * n :],
        field.linear[first:end], field.cubic[first:end], field.source[first:end], field.weight[first:end],
    )


@vector_kernel
def relax_half(half):
    """Relax every place of a Half once, and return the summed squared change, before over-relaxation."""
    own, above, below, left, right, linear, cubic, source, weight = half
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
def lower_factors(weight, sweep):
    """Lower the relaxation factors of a field that has not converged after `sweep` sweeps."""
    if sweep == PATIENCE[0] or sweep == PATIENCE[1]:
        for k in range(weight.size):
            if weight[k] > 1.0:
                weight[k] = 1.0 if sweep == PATIENCE[1] else 0.5 * (1.0 + weight[k])
    elif sweep == CYCLING:
        for k in range(weight.size):
            if weight[k] > 0.0:
                weight[k] = DAMPED


@kernel
def _multiply(product, values, chains):
    """Fill product (chains,): (1 - a) / 2 (White: (1 + a) / 2) over the neighbours of each chain in one half."""
    half_sign, border_place, border_of, _, _ = chains
    for chain in range(half_sign.size):
        product[chain] = 1.0
    for k in range(border_of.size):
        chain = border_of[k]
        product[chain] *= 0.5 - half_sign[chain] * values[border_place[k]]


@kernel
def _update_sources(source, even, odd, value, chains, kappa):
    """Set the source of the stones of one half to kappa times the value of their chain, 1 - 2 * product for Black.

    even, odd (chains,): the products over the two halves; value (chains,) is overwritten.
    """
    half_sign, _, _, stone_place, stone_of = chains
    for chain in range(half_sign.size):
        value[chain] = 2.0 * kappa * half_sign[chain] * (1.0 - 2.0 * even[chain] * odd[chain])
    for i in range(stone_of.size):
        source[stone_place[i]] = value[stone_of[i]]


@array_kernel
def _relax(field, layout, chains, parameters, history):
    """Sweep until the summed squared change of a sweep is at most the tolerance.

    `chains` are the Chains of the even half and those of the odd. Writes the change of each sweep into `history` as
    far as it reaches. Returns (sweeps, change, converged).
    """
    values, source, kappa, tolerance = field.values, field.source, parameters.kappa, parameters.tolerance
    even, odd = half_of(field, layout, False, 1), half_of(field, layout, True, 1)
    even_chains, odd_chains = chains
    count = even_chains.half_sign.size
    even_product, odd_product, value = np.empty(count), np.empty(count), np.empty(count)
    change = 0.0
    _multiply(even_product, values, even_chains)
    for sweep in range(1, parameters.max_sweeps + 1):
        _multiply(odd_product, values, odd_chains)
        _update_sources(source, even_product, odd_product, value, even_chains, kappa)
        change = relax_half(even)
        _multiply(even_product, values, even_chains)
        _update_sources(source, even_product, odd_product, value, odd_chains, kappa)
        change += relax_half(odd)
        if sweep <= history.size:
            history[sweep - 1] = change
        if change <= tolerance:
            return sweep, change, True
        lower_factors(field.weight, sweep)
    return parameters.max_sweeps, change, False


@array_kernel
def relax_boards(stones, strengths, neighbours, width, parameters, history, values):
    """Compute the fixed point of each board of a batch, from stones +-1 and empty points 0.

    stones (n, area) int8; strengths (n, area) float64, the values of stones if they are fixed. Fills values (n, area)
    float64; the changes of the sweeps go into `history` as far as it reaches. Returns (score, sweeps, change,
    converged), (n,) each.
    """
    boards, area = stones.shape
    score = np.zeros(boards)
    sweeps = np.empty(boards, np.int32)
    change = np.empty(boards)
    converged = np.empty(boards, np.bool_)
    layout, empty = empty_field(area // width, width, parameters.lambda_)
    place = layout.place
    for n in range(boards):
        field = starting_field(stones[n], strengths[n], layout, empty, parameters)
        found = chain_borders(stones[n], neighbours, parameters.liberties_only)
        chains = split_chains(found, layout, parameters.fixed)
        sweeps[n], change[n], converged[n] = _relax(field, layout, chains, parameters, history)
        found_values = field.values
        for point in range(area):
            values[n, point] = found_values[place[point]]
            score[n] += values[n, point]
    return score, sweeps, change, converged
