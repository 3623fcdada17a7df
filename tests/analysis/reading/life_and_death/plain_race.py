"""How far the walls of a group are ahead in a race once more, in plain Python."""

from __future__ import annotations

from analysis.board import Position
from analysis.reading.life_and_death._race_kernels import FAR_AHEAD, MANY_MOVES
from analysis.reading.life_and_death.eye_liberty_kernels import EYE_LIBERTIES, LARGEST_EYE
from tests.analysis.reading.life_and_death.plain_estimate import PlainEstimate
from tests.analysis.reading.life_and_death.plain_space import Chain, PlainSpace


def approach_moves(space: PlainSpace, chain: Chain) -> int:
    """Return how many liberties of a chain the attacker, whose walls are beside them, has to approach first."""
    position, grid, found = space.position, space.position.grid, 0
    for point in position.liberties_at(chain[0]):
        free = sum(position.stones[near] == 0 for near in grid.beside[point])
        walls = [
            len(position.liberties_at(near)) for near in grid.beside[point]
            if position.stones[near] == -space.color and near not in space.distance
        ]  # fmt: skip
        if walls and free + max(walls) - 1 <= 1:
            found += 1
    return found


def plain_fill(space: PlainSpace) -> int:
    """Return how many moves fill a group."""
    position = space.position
    moves = max(len(position.liberties_at(chain[0])) + approach_moves(space, chain) for chain in space.chains)
    for region in PlainEstimate(space, False).regions:
        if region.closed:
            free = len(region.points - region.attacked)
            eye = EYE_LIBERTIES[min(len(region.points), LARGEST_EYE)]
            moves += max(0, eye - len(region.attacked) - free)
        elif any(len(position.liberties_at(point)) == 1 for point in region.attacked):
            moves += MANY_MOVES
        else:
            moves += 2 * len(region.attacked)
    return moves


def has_eye(position: Position, chain: Chain) -> bool:
    """Return whether a liberty of a chain has only stones of the chain around."""
    return any(set(position.grid.beside[point]) <= set(chain) for point in position.liberties_at(chain[0]))


def plain_lead(space: PlainSpace, fill: int, eyeless: bool) -> int:
    """Return how many moves the walls are ahead if the group is to move."""
    position, lead = space.position, FAR_AHEAD
    owners = {point for chain in space.chains for point in chain}
    for wall in space.walls:
        if not space.safe.isdisjoint(wall):
            continue
        liberties = position.liberties_at(wall[0])
        common = sum(not owners.isdisjoint(position.grid.beside[point]) for point in liberties)
        counts_for_wall = eyeless and has_eye(position, wall)
        lead = min(lead, len(liberties) + (common if counts_for_wall else -common) - fill)
    return lead
