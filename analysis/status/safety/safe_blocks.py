"""Safety under alternating play: blocks proved safe without search if the owner answers each enemy move.

The theorem behind it: a chain is safe if it has two liberties after every answer of its owner. Then no single move
captures it, and no answer is ever suicide. Two liberties are guaranteed

    by regions      A region is a connected part of the board without the safe chains. One in which the owner plays no
                    stone and all empty points touch a block always leaves the block one liberty (Benson). So does one
                    where the owner plays, if all its points touch the block, or have two neighbours that do and are
                    miai.
    by miai         Two points either of which lets the owner divide a region into parts that each leave a liberty: one
                    more than before. Two points that touch the same two blocks link them; a block that touches safe
                    chains on two points is as safe as they are.
    by an answer    A small region beside one block alone in which every enemy move has an answer that makes two eyes
                    of it, or leaves two points that would (two-vital).

Every point serves one such purpose, so an enemy move needs one answer at most, on a point that was empty before it: no
ko ever forbids the answer, and no ko threat helps the enemy. Nothing is claimed if an answer is omitted. The moves that
need an answer are the enemy's sente moves.

Sources: Benson, Life in the Game of Go (1976); Müller, Playing it safe (1997), for blocks, miai and regions under
alternating play. The conditions here are our own, and stricter where stones inside a region may be captured.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ...board import BLACK, WHITE, Color, Grid, Position, Rules
from ...board.grid import board_kernels

if TYPE_CHECKING:
    from ._safety_kernels import Proof

Signs = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Block:
    """Chains that are safe together, with the proof.

    Public attributes:
      color   -- Color
      chains  -- the points of each chain, ascending
      regions -- the points of each region that guarantees the block a liberty, ascending
      miai    -- pairs of points either of which makes one or two eyes for the block
      links   -- pairs of points either of which keeps two of its chains connected
      anchor  -- the pair of points that links it to safe chains of other blocks, if that is why it is safe
    """

    color: Color
    chains: tuple[tuple[int, ...], ...]
    regions: tuple[tuple[int, ...], ...]
    miai: tuple[tuple[int, int], ...]
    links: tuple[tuple[int, int], ...]
    anchor: tuple[int, int] | None

    @property
    def stones(self) -> tuple[int, ...]:
        """Return all its points, ascending."""
        return tuple(sorted(point for chain in self.chains for point in chain))


@dataclass(frozen=True)
class Safety:
    """The safe stones and the safe territory of both colours.

    Public attributes:
      grid      -- Grid
      safe      -- (area,) int8: +1 / -1 on Black's / White's stones that are not captured if each attack is answered
      territory -- (area,) int8: +1 / -1 on points, empty or with enemy stones, in regions of safe stones of one
                   colour where the enemy, each move answered, cannot make two eyes
      blocks    -- the safe blocks, Black's first
      replies   -- by colour: each move of the *enemy* of that colour that needs an answer, with the answers, any of
                   which is enough, ascending
    """

    grid: Grid
    safe: Signs = field(repr=False)
    territory: Signs = field(repr=False)
    blocks: tuple[Block, ...]
    replies: dict[Color, dict[int, tuple[int, ...]]]

    @property
    def owner(self) -> Signs:
        """Return (area,) int8: safe stones and territory together."""
        return self.safe + self.territory


def safe(position: Position, rules: Rules | None = None) -> Safety:
    """Return the blocks that are safe under alternating play, the enemy moving first, and their territory.

    All unconditionally alive stones are included. The side to move and the ko point make no difference. Where
    `rules` allow suicide, less may be safe.
    """
    return _safe(position, rules is not None and rules.suicide)


@lru_cache(maxsize=4)
def _safe(position: Position, suicide: bool) -> Safety:
    """Return the same, cached: several modules ask for the same position, one of them for each pair of chains."""
    sides = {color: _Side(position, color, suicide) for color in (BLACK, WHITE)}
    black, white = sides.values()
    stones = black.safe.astype(np.int8) - white.safe.astype(np.int8)
    territory = black.territory.astype(np.int8) - white.territory.astype(np.int8)
    for array in (stones, territory):
        array.flags.writeable = False
    replies = {color: side.replies for color, side in sides.items()}
    return Safety(position.grid, stones, territory, black.blocks + white.blocks, replies)


class _Side:
    """The proof for one colour.

    The proof picks pairs of points in the order of the points. So that symmetric boards get the same result, it is
    made on the symmetric image of the board that sorts last; where several are equal, only what holds in all of them
    is used.
    """

    def __init__(self, position: Position, color: Color, suicide: bool) -> None:
        grid = position.grid
        colors = position.stones * np.int8(color)
        originals = _originals(grid)
        images = colors[originals]
        keys = [image.tobytes() for image in images]
        last = max(keys)
        best = [k for k, key in enumerate(keys) if key == last]
        stones, self._near = images[best[0]], grid.neighbours
        self._label, chains, _ = board_kernels().label_chains(stones, grid.neighbours)
        self._proof: Proof = _kernels().prove(stones, grid.neighbours, suicide, self._label, chains)
        safe_points = np.append(self._proof.safe, False)[self._label]  # label -1, no chain, is the last entry
        self.safe = np.logical_and.reduce([safe_points[grid.symmetries[k]] for k in best])
        self.territory = np.logical_and.reduce([self._proof.territory[grid.symmetries[k]] for k in best])
        self._original = originals[best[0]]
        self._safe_points = self.safe[self._original]
        self.replies = self._answers()
        roots = np.unique(self._proof.block[self._label[self._safe_points]])
        self.blocks = tuple(sorted((self._block_of(color, root) for root in roots), key=lambda block: block.stones))

    def _answers(self) -> dict[int, tuple[int, ...]]:
        """Return the answers to each enemy move that needs one."""
        answers = {move: [answer] for move, answer in enumerate(self._proof.partner.tolist()) if answer >= 0}
        for place in np.flatnonzero(self._proof.replies).tolist():  # far faster than np.argwhere: hardly any
            move, answer = divmod(place, self._label.size)
            answers.setdefault(move, []).append(answer)
        on_board = {self._point(move): tuple(sorted(map(self._point, found))) for move, found in answers.items()}
        return dict(sorted(on_board.items()))

    def _block_of(self, color: Color, root: int) -> Block:
        proof, label = self._proof, self._label
        chains = [self._points(self._safe_points & (label == k)) for k in np.flatnonzero(proof.block == root)]
        regions = [self._points(proof.region == r) for r in np.flatnonzero(proof.base[:, root])]
        anchor = self._pair(*proof.anchor[root]) if proof.anchor[root, 0] >= 0 else None
        eye_miai = proof.eye_miai[root]
        return Block(
            color,
            chains=tuple(sorted(chain for chain in chains if chain)),
            regions=tuple(sorted(regions)) if anchor is None else (),
            miai=tuple(sorted(self._pair(eye_miai[i], eye_miai[i + 1]) for i in (0, 2) if eye_miai[i] >= 0)),
            links=tuple(sorted(self._links(root))),
            anchor=anchor,
        )

    def _links(self, root: int) -> list[tuple[int, int]]:
        """Return the pairs of points that keep chains of a block connected."""
        anchors = set(self._proof.anchor.ravel().tolist())
        return [
            self._pair(p, q)
            for p, q in enumerate(self._proof.link.tolist())
            if p < q and p not in anchors and self._touches(p, root) and self._touches(q, root)
        ]

    def _touches(self, point: int, root: int) -> bool:
        labels = [self._label[near] for near in self._near[point] if near < len(self._label)]
        return any(label >= 0 and self._proof.block[label] == root for label in labels)

    def _pair(self, p: int, q: int) -> tuple[int, int]:
        first, second = sorted((self._point(p), self._point(q)))
        return first, second

    def _point(self, image: int) -> int:
        """Return the point of the given board that corresponds to a point of the image."""
        return int(self._original[image])

    def _points(self, mask: npt.NDArray[np.bool_]) -> tuple[int, ...]:
        return tuple(sorted(map(self._point, np.flatnonzero(mask).tolist())))


@lru_cache(maxsize=8)
def _originals(grid: Grid) -> npt.NDArray[np.intp]:
    """Return the point of which each point is the image under each symmetry: the inverse of `Grid.symmetries`."""
    return np.argsort(grid.symmetries, axis=1)


@cache
def _kernels() -> ModuleType:
    from . import _safety_kernels

    return _safety_kernels


__all__ = ["Block", "Safety", "safe"]
