"""The eye spaces of a group, as the search for its life sees them: where its eyes are, and whether it has a way out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ...board import Color, Position
from ..local_search import LocalSearch, Question


@dataclass(frozen=True)
class EyeRegion:
    """A part of the board that only chains of the owner surround, and the eyes that it is likely to be.

    Public attributes:
      points    -- its points, empty or with stones of the attacker, ascending
      attacking -- those with stones of the attacker
      if_attacked, if_defended -- the number of eyes, 0 to 2, if the attacker, or the owner, moves first there: by its
                   shape and by the corners of its points; an estimate, which takes the chains around it to be connected
    """

    points: tuple[int, ...]
    attacking: tuple[int, ...]
    if_attacked: int
    if_defended: int


@dataclass(frozen=True)
class GroupSpace:
    """The surroundings of a group.

    Public attributes:
      eyes    -- the spaces beside it that its chains, and others that they reach, enclose; false eyes included; in the
                 order of their first points
      is_open -- whether it has a way out: points beyond its surroundings that no wall stops
      is_linked -- whether stones that count as safe are connected to it
    """

    eyes: tuple[EyeRegion, ...]
    is_open: bool
    is_linked: bool


def group_space(position: Position, group: Iterable[int], safe: Iterable[int] = ()) -> GroupSpace:
    """Return the eye spaces of a group and its ways out.

    group -- its stones, all of one colour
    safe  -- stones of either side whose chains count as safe
    Raises ValueError if the group is empty.
    """
    from . import _estimate_kernels as estimates  # load numba
    from . import _eye_kernels as eyes
    from . import _space_kernels as spaces

    stones = tuple(sorted(group))
    if not stones:
        raise ValueError("group: expected stones, got none")
    owner = Color(int(position.stones[stones[0]]))
    question = Question(owner.opponent, owner.opponent, stones[0], 1, group=stones, safe=tuple(sorted(safe)))
    board, search = LocalSearch(position, question).state
    inside = spaces.find_space(board, search)
    _, regions = eyes.living_chains(board, search)
    estimates.likely_to_live(board, search, regions, inside, True)
    work, counts = search.work, search.work[spaces.COUNTS]
    points = np.sort(work[spaces.POINTS, : counts[spaces.N_POINTS]])
    of_region = work[eyes.REGION, points]
    beside = {near for stone in stones for near in position.grid.beside[stone]}
    found = []
    for region in range(regions):
        if work[eyes.CLOSED, region] and work[eyes.BORDER, region]:
            inner = points[of_region == region].tolist()
            if beside.isdisjoint(inner):
                continue
            attacking = tuple(point for point in inner if position.stones[point])
            counted = int(work[estimates.FEWEST, region]), int(work[estimates.MOST, region])
            found.append(EyeRegion(tuple(inner), attacking, *counted))
    found.sort(key=lambda space: space.points)
    return GroupSpace(tuple(found), bool(counts[spaces.OPEN]), bool(counts[spaces.LINKED]))


__all__ = ["EyeRegion", "GroupSpace", "group_space"]
