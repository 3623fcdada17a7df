"""Kos played out move by move by the rules alone: the oracles of `analysis.values.ko.ko_evaluation`.

Both search a tree of moves. A state is a node, the player to move, a retake that is banned, and a komaster who must
continue.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from analysis.values.trees.move_tree import Tree

OTHER = {"B": "W", "W": "B"}
MASTER = {"neutral": "", "black": "B", "white": "W"}


def captures(tree: Tree, index: int, child: int, player: str) -> bool:
    """Return whether the move takes a ko, so that the opponent could move back."""
    return index in tree.nodes[child].children(OTHER[player])


@dataclass
class Auction:
    """Play with a tax on each move, which falls to the next lower one of `taxes` after two passes.

    `value` is the result of optimal play, taxes included, which the walls should equal. If the result after two passes
    would depend on who moves next, the second pass is not allowed.
    """

    tree: Tree
    ko: str
    taxes: list[Fraction]
    memo: dict[tuple[int, bool, str, int, int], Fraction | None] = field(default_factory=dict)

    def value(self, index: int, player: str, level: int, barred: bool = False, passes: int = 0) -> Fraction | None:
        """Return the result with `player` to move, who may not retake if `barred`. None without a legal move."""
        count = self.tree.nodes[index].count
        if count is not None:
            return count
        key = (index, barred, player, passes, level)
        if key not in self.memo:
            self.memo[key] = None
            results = [self.after(index, child, player, level) for child in self.moves(index, player, barred)]
            passed = self.value(index, OTHER[player], level, passes=1) if not passes else self.lower_tax(index, level)
            results.append(passed)
            best = max if player == "B" else min
            self.memo[key] = best((result for result in results if result is not None), default=None)
        return self.memo[key]

    def moves(self, index: int, player: str, barred: bool) -> Iterable[int]:
        """Yield the children the player may move to."""
        for child in self.tree.nodes[index].children(player):
            if not (barred and captures(self.tree, index, child, player)):
                yield child

    def after(self, index: int, child: int, player: str, level: int) -> Fraction | None:
        """Return the result of a move, tax included. A komaster who takes the ko moves again at once."""
        tax = self.taxes[level] * (1 if player == "W" else -1)
        if not captures(self.tree, index, child, player):
            result = self.value(child, OTHER[player], level)
        elif MASTER[self.ko] == player:
            seconds = self.tree.nodes[child].children(player)
            results = [self.after(child, second, player, level) for second in seconds]
            best = max if player == "B" else min
            result = best(found for found in results if found is not None)
        else:
            result = self.value(child, OTHER[player], level, barred=self.ko == "neutral")
        return None if result is None else result + tax

    def lower_tax(self, index: int, level: int) -> Fraction | None:
        """Return the result at the next lower tax, if it does not depend on the player to move; else None."""
        if level == 0:
            return None
        black, white = self.value(index, "B", level - 1), self.value(index, "W", level - 1)
        return black if black == white else None


@dataclass
class Coupons:
    """Play next to a stack of coupons worth i * step, ..., 2 * step, step, and then some worth nothing.

    A move is local or takes the top coupon. So the ko rule works as in Go: a player who may not retake plays elsewhere.
    A komaster's capture may not be answered locally, and at the next turn the komaster must move locally again.
    """

    tree: Tree
    ko: str
    step: Fraction
    worthless: int = 12
    memo: dict[tuple[int, tuple[int, int] | None, str, str, int], Fraction] = field(default_factory=dict)

    def gain(self, index: int, player: str, coupons: int) -> Fraction:
        """Return the result with `player` moving first minus that of the stack alone: for small steps the wall."""
        sign = 1 if player == "B" else -1
        stack = sum((self.step * left * (-1) ** (coupons - left) for left in range(1, coupons + 1)), Fraction(0))
        return self.value(index, player, coupons) - sign * stack

    def value(
        self, index: int, player: str, coupons: int, barred: tuple[int, int] | None = None, bound: str = ""
    ) -> Fraction:
        """Return the result. `barred` is a move that is banned, `bound` the komaster who must continue."""
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
        """Return the move banned after this one, if any, and the komaster who must continue, or ""."""
        if not captures(self.tree, index, child, player):
            return None, ""
        if MASTER[self.ko] == player:
            return None, player
        return ((child, index) if self.ko == "neutral" else None), ""
