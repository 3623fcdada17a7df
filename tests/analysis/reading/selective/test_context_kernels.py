"""The context of a group, compared with the same by whole arrays, on random and real positions."""

from __future__ import annotations

import numpy as np

from analysis.board import Color, Position
from analysis.board.bit_sets import points_of
from analysis.reading.selective import _context_kernels as kernels
from analysis.reading.selective.groups import GroupContext, _shared_context, group_context
from tests.positions import random_positions, real_positions


def check_context(position: Position, found: GroupContext) -> None:
    grid = position.grid
    shared = _shared_context(position, found.owner)
    label, arrays = shared.arrays.label, shared.arrays
    steps = grid.steps(found.group, kernels.ZONE_DISTANCE + 1)
    extended = np.flatnonzero(steps >= 0)
    zone = extended[steps[extended] <= kernels.ZONE_DISTANCE]
    assert found.group == shared.groups[position.chain_at(found.target)[0]]
    assert (found.zone.tolist(), found.extended_zone.tolist()) == (zone.tolist(), extended.tolist())

    near = np.zeros(arrays.alive.size, np.bool_)
    near[label[zone]] = True
    near[-1] = False
    other = near & ~arrays.linked[:, label[found.target]]
    other[label[list(found.group)]] = False
    walls = arrays.walls & ~(near & arrays.dead_enemies)[label]
    assert found.walls.tolist() == walls.tolist()
    assert found.safe.tolist() == (other & arrays.alive)[label].tolist()
    assert found.lost.tolist() == (other & arrays.lost)[label].tolist()

    reaching = {point for point in extended.tolist() if position.stones[point]}
    stones = {stone for point in reaching for stone in position.chain_at(point)}
    read = {*extended.tolist(), *stones, *(near for stone in stones for near in grid.beside[stone])}
    assert points_of(found.read_bits) == np.flatnonzero(found.read).tolist() == sorted(read)


def test_contexts_of_groups_agree_with_whole_arrays() -> None:
    several = 0
    for position in [*random_positions(40, 5), *real_positions()[::30]]:
        keys = set()
        for chain in position.chains():
            found = group_context(position, chain[-1])
            assert found.owner is Color(int(position.stones[chain[0]]))
            check_context(position, found)
            keys.add((found.owner, found.key))
        several += len(keys) > 1
    assert several > 20


def test_keys_differ_where_a_mask_differs() -> None:
    """A chain that lives changes the key of a context near it, though the zone is the same."""
    keys: dict[tuple[bytes, tuple[bytes, ...]], bytes] = {}
    for position in random_positions(60, 9):
        for chain in position.chains():
            found = group_context(position, chain[0])
            masks = (found.walls, found.safe, found.lost)
            content = (found.zone.tobytes(), tuple(mask[found.extended_zone].tobytes() for mask in masks))
            assert keys.setdefault(content, found.key) == found.key
    assert len(set(keys.values())) == len(keys)
