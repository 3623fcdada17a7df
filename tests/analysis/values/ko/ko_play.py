"""Kos played out move by move, under the rules and nothing else: the oracles of `analysis.values.ko.ko_evaluation`.

Both look at a tree of moves only. A state knows who is to move, which way back is forbidden, and who must go on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from analysis.values.trees.move_tree import Tree

OTHER = {"B": "W", "W": "B"}
MASTER = {"neutral": "", "black": "B", "white": "W"}


def captures(tree: Tree, index: int, child: int, player: str) -> bool:
    """Whether the move can be taken back."""
    return index in tree.nodes[child].children(OTHER[player])


@dataclass
class Auction:
    """Play at a tax, and at the next lower one of `taxes` after two passes.

    `value` is the result with best play, the taxes paid: what the walls are said to be. Where two passes would leave a
    position in which the player to move next would matter, the second pass is not on offer.
    """

    tree: Tree
    ko: str
    taxes: list[Fraction]
    memo: dict[tuple[int, bool, str, int, int], Fraction | None] = field(default_factory=dict)

    def value(self, index: int, player: str, level: int, barred: bool = False, passes: int = 0) -> Fraction | None:
        """`barred`: the player may not take back. None if he can do nothing."""
        count = self.tree.nodes[index].count
        if count is not None:
            return count
        key = (index, barred, player, passes, level)
        if key not in self.memo:
            self.memo[key] = None
            results = [self.after(index, child, player, level) for child in self.moves(index, player, barred)]
            waiting = self.value(index, OTHER[player], level, passes=1) if not passes else self.bid_lower(index, level)
            results.append(waiting)
            best = max if player == "B" else min
            self.memo[key] = best((result for result in results if result is not None), default=None)
        return self.memo[key]

    def moves(self, index: int, player: str, barred: bool) -> Iterable[int]:
        for child in self.tree.nodes[index].children(player):
            if not (barred and captures(self.tree, index, child, player)):
                yield child

    def after(self, index: int, child: int, player: str, level: int) -> Fraction | None:
        """The result of a move, its tax paid."""
        tax = self.taxes[level] * (1 if player == "W" else -1)
        if not captures(self.tree, index, child, player):
            result = self.value(child, OTHER[player], level)
        elif MASTER[self.ko] == player:
            ways = [self.after(child, way, player, level) for way in self.tree.nodes[child].children(player)]
            best = max if player == "B" else min
            result = best(way for way in ways if way is not None)
        else:
            result = self.value(child, OTHER[player], level, barred=self.ko == "neutral")
        return None if result is None else result + tax

    def bid_lower(self, index: int, level: int) -> Fraction | None:
        if level == 0:
            return None
        black, white = self.value(index, "B", level - 1), self.value(index, "W", level - 1)
        return black if black == white else None


@dataclass
class Coupons:
    """Play with a stack of coupons worth i * step, ..., 2 * step, step, and some worth nothing, on the side.

    A move is local or takes the top coupon. So the ko rule bites as it does in Go: who may not take back plays
    elsewhere. A komaster's capture may not be answered locally, and at his next turn he must move locally again.
    """

    tree: Tree
    ko: str
    step: Fraction
    worthless: int = 12
    memo: dict[tuple[int, tuple[int, int] | None, str, str, int], Fraction] = field(default_factory=dict)

    def gain(self, index: int, player: str, coupons: int) -> Fraction:
        """The result if `player` begins, less what the stack alone would give him: the wall, for steps small enough."""
        sign = 1 if player == "B" else -1
        stack = sum((self.step * left * (-1) ** (coupons - left) for left in range(1, coupons + 1)), Fraction(0))
        return self.value(index, player, coupons) - sign * stack

    def value(
        self, index: int, player: str, coupons: int, barred: tuple[int, int] | None = None, bound: str = ""
    ) -> Fraction:
        """`barred` is a move that may not be made, `bound` the komaster who must go on."""
        count = self.tree.nodes[index].count
        if coupons < -self.worthless:
            return Fraction(0) if count is None else count
        key = (index, barred, bound, player, coupons)
        if key not in self.memo:
            results = []
            other = OTHER[player]
            if bound in ("", player):
                for child in self.tree.nodes[index].children(player):
                    if (index, child) != barred:
                        ban, onward = self.consequences(index, child, player)
                        results.append(self.value(child, other, coupons, ban, onward))
            if bound != player:
                coupon = max(coupons, 0) * self.step * (1 if player == "B" else -1)
                results.append(coupon + self.value(index, other, coupons - 1, None, bound))
            self.memo[key] = max(results) if player == "B" else min(results)
        return self.memo[key]

    def consequences(self, index: int, child: int, player: str) -> tuple[tuple[int, int] | None, str]:
        if not captures(self.tree, index, child, player):
            return None, ""
        if MASTER[self.ko] == player:
            return None, player
        return ((child, index) if self.ko == "neutral" else None), ""
