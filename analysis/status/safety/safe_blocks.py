"""Safety under alternating play: what stands without looking ahead, if each enemy move is answered.

All is proved. The theorem behind it: a chain stands if after every answer of its owner it has two liberties. Then no
single move captures it, and no answer is ever suicide. Two liberties are kept up

    by rooms     A room is what is joined without the standing chains. One in which the owner plays no stone and all
                 empty points touch a block always leaves the block one liberty (Benson). So does one where he plays,
                 if all its points touch the block, or have two neighbours that do and are miai.
    by miai      Two points such that the owner, getting either, cuts a room into parts that each leave a liberty: one
                 more than before. Two that touch the same two blocks tie them together; a block that touches safe
                 chains on two points is safe as they are.
    by a fight   A small room beside one block alone in which every move has an answer that splits it, or leaves two
                 points that would.

Every point serves one such purpose, so an enemy move calls for one answer at most, on a point that was empty before
it: no ko ever forbids the answer, and no ko threat helps the enemy. Nothing is claimed if an answer is left out.
The answers are the enemy's sente moves.

Sources: Benson, Life in the Game of Go (1976); Müller, Playing it safe (1997), for blocks, miai and rooms under
alternating play. The conditions here are our own, and stricter where stones inside a room may be captured.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from types import ModuleType

import numpy as np
import numpy.typing as npt

from ...board import BLACK, WHITE, Color, Grid, Position, Rules

Signs = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Block:
    """Chains that are safe together.

    Public attributes:
      color  -- whose they are
      chains -- the points of each chain, ascending
      rooms  -- the points of each room that leaves the block a liberty, ascending
      miai   -- pairs of points either of which gives the block an eye or two
      links  -- pairs of points either of which keeps two of its chains together
      anchor -- the pair either of which ties it to safe chains of other blocks, if that is why it is safe
    """

    color: Color
    chains: tuple[tuple[int, ...], ...]
    regions: tuple[tuple[int, ...], ...]
    miai: tuple[tuple[int, int], ...]
    links: tuple[tuple[int, int], ...]
    anchor: tuple[int, int] | None

    @property
    def stones(self) -> tuple[int, ...]:
        """All its points, ascending."""
        return tuple(sorted(point for chain in self.chains for point in chain))


@dataclass(frozen=True)
class Safety:
    """What is safe, of both colours.

    Public attributes:
      grid      -- Grid
      safe      -- (area,) int8: +1 / -1 on Black's / White's stones that are not captured if each attack is answered
      territory -- (area,) int8: +1 / -1 on points, empty or with enemy stones, in rooms of such stones of one colour
                   where the enemy, each move answered, cannot make two eyes
      blocks    -- the safe chains, Black's first
      replies   -- by colour: for each move of the *enemy* of that colour that needs an answer, the answers, any of
                   which will do, ascending
    """

    grid: Grid
    safe: Signs = field(repr=False)
    territory: Signs = field(repr=False)
    blocks: tuple[Block, ...]
    replies: dict[Color, dict[int, tuple[int, ...]]]

    @property
    def owner(self) -> Signs:
        """(area,) int8: safe stones and territory together."""
        return self.safe + self.territory

    def block_at(self, point: int) -> Block | None:
        """The block of a safe stone; None elsewhere. Raises ValueError off the board."""
        self.grid.require(point)
        return next((block for block in self.blocks if point in block.stones), None)


def safe(position: Position, rules: Rules | None = None) -> Safety:
    """The blocks that are safe under alternating play, the enemy moving first, and their territory.

    Includes all that is unconditionally alive. Whose turn it is and the ko point make no difference; where `rules`
    allow suicide, less may be safe.
    """
    return _safe(position, rules is not None and rules.suicide)


@lru_cache(maxsize=4)
def _safe(position: Position, suicide: bool) -> Safety:
    """The same; several floors ask it of one board, one of them for each pair of chains."""
    sides = {color: _Side(position, color, suicide) for color in (BLACK, WHITE)}
    black, white = sides.values()
    stones = black.safe.astype(np.int8) - white.safe.astype(np.int8)
    territory = black.territory.astype(np.int8) - white.territory.astype(np.int8)
    for array in (stones, territory):
        array.flags.writeable = False
    replies = {color: side.replies for color, side in sides.items()}
    return Safety(position.grid, stones, territory, black.blocks + white.blocks, replies)


class _Side:
    """One colour's proof.

    The proof picks pairs of points in the order in which it meets them. So that boards that are turned get the same
    answer, it is made on the turn of the board that sorts last; where several are equal, what holds in all is kept.
    """

    def __init__(self, position: Position, color: Color, suicide: bool) -> None:
        grid = position.grid
        colors = position.stones * np.int8(color)
        images = np.empty((len(grid.symmetries), grid.area), np.int8)
        np.put_along_axis(images, grid.symmetries.astype(np.intp), np.broadcast_to(colors, images.shape), axis=1)
        keys = [image.tobytes() for image in images]
        turns = [k for k, key in enumerate(keys) if key == max(keys)]
        stones, self._near = images[turns[0]], grid.neighbours
        self._label, chains, _ = _board_kernels().label_chains(stones, grid.neighbours)
        stands, self._block, self._partner, fights, territory, region, base, self._eye_miai, self._anchor, self._link = (
            _kernels().prove(stones, grid.neighbours, 1, suicide, self._label, chains)
        )
        self._region, self._base = region, base
        held = np.append(stands, False)[self._label]  # no chain is number -1: the last
        self.safe = np.logical_and.reduce([held[grid.symmetries[k]] for k in turns])
        self.territory = np.logical_and.reduce([territory[grid.symmetries[k]] for k in turns])
        self._from = np.argsort(grid.symmetries[turns[0]])
        self._kept = self.safe[self._from]
        self.replies = self._answers(fights)
        roots = np.unique(self._block[self._label[self._kept]])
        self.blocks = tuple(sorted((self._named(color, root) for root in roots), key=lambda block: block.stones))

    def _answers(self, fights: npt.NDArray[np.bool_]) -> dict[int, tuple[int, ...]]:
        answers = {move: [answer] for move, answer in enumerate(self._partner.tolist()) if answer >= 0}
        for move, answer in np.argwhere(fights).tolist():
            answers.setdefault(move, []).append(answer)
        named = {self._point(move): tuple(sorted(map(self._point, found))) for move, found in answers.items()}
        return dict(sorted(named.items()))

    def _named(self, color: Color, root: int) -> Block:
        chains = [self._points(self._kept & (self._label == k)) for k in np.flatnonzero(self._block == root)]
        regions = [self._points(self._region == r) for r in np.flatnonzero(self._base[:, root])]
        anchor = self._pair(*self._anchor[root]) if self._anchor[root, 0] >= 0 else None
        eye_miai = self._eye_miai[root]
        return Block(
            color,
            chains=tuple(sorted(chain for chain in chains if chain)),
            regions=tuple(sorted(regions)) if anchor is None else (),
            miai=tuple(sorted(self._pair(eye_miai[i], eye_miai[i + 1]) for i in (0, 2) if eye_miai[i] >= 0)),
            links=tuple(sorted(self._links(root))),
            anchor=anchor,
        )

    def _links(self, root: int) -> list[tuple[int, int]]:
        """The pairs that keep chains of a block together."""
        anchors = set(self._anchor.ravel().tolist())
        return [
            self._pair(p, q)
            for p, q in enumerate(self._link.tolist())
            if p < q and p not in anchors and self._touches(p, root) and self._touches(q, root)
        ]

    def _touches(self, point: int, root: int) -> bool:
        labels = [self._label[near] for near in self._near[point] if near < len(self._label)]
        return any(label >= 0 and self._block[label] == root for label in labels)

    def _pair(self, p: int, q: int) -> tuple[int, int]:
        first, second = sorted((self._point(p), self._point(q)))
        return first, second

    def _point(self, turned: int) -> int:
        """A point of the turned board, on the board as given."""
        return int(self._from[turned])

    def _points(self, mask: npt.NDArray[np.bool_]) -> tuple[int, ...]:
        return tuple(sorted(map(self._point, np.flatnonzero(mask).tolist())))


def _board_kernels() -> ModuleType:
    from ...board import _kernels

    return _kernels


def _kernels() -> ModuleType:
    from . import _safety_kernels

    return _safety_kernels


__all__ = ["Block", "Safety", "safe"]
