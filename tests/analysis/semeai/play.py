"""Races from game trees decided by brute force, without values, cooling or pruning: the reference for these tests.

A bare tree is a number of plain liberties, or (the defender's options, the attacker's). Both players may make every
move of every tree, and fill plain liberties, also their own except the last. The player who fills the opponent's last
liberty wins.
"""

from __future__ import annotations

import functools
import random
from typing import Any

from analysis.board import BLACK, WHITE, Color
from analysis.semeai import LibertyGame, Race, read_game

Bare = int | tuple[Any, ...]
Side = tuple[tuple[Bare, ...], int]
"""The regions of a side: those that are not just plain liberties, sorted, and the number of plain liberties of all."""


def bare(game: LibertyGame, node: int = 0) -> Bare:
    """Return a position of a game as a bare tree."""
    here = game.tree.nodes[node]
    if here.count is not None:
        return abs(int(here.count))
    black, white = (tuple(bare(game, child) for child in children) for children in (here.black, here.white))
    return (black, white) if game.defender is BLACK else (white, black)


def side(trees: list[Bare]) -> Side:
    regions = [tree for tree in trees if not isinstance(tree, int)]
    return tuple(sorted(regions, key=repr)), sum(tree for tree in trees if isinstance(tree, int))


def after(whole: Side, region: int, option: Bare) -> Side:
    regions, plain = whole
    return side([*regions[:region], *regions[region + 1 :], option, plain])


NONE_LEFT: Side = ((), 0)


@functools.cache  # as long-lived as the test run
def wins(mover: Side, other: Side) -> bool:
    """Whether the player to move fills the opponent's last liberty first."""
    for region, tree in enumerate(other[0]):
        assert not isinstance(tree, int)
        for option in tree[1]:
            left = after(other, region, option)
            if left == NONE_LEFT or not wins(left, mover):
                return True
    for region, tree in enumerate(mover[0]):
        assert not isinstance(tree, int)
        for option in tree[0]:
            left = after(mover, region, option)
            if left != NONE_LEFT and not wins(other, left):
                return True
    if other[1]:
        left = other[0], other[1] - 1
        if left == NONE_LEFT or not wins(left, mover):
            return True
    left = mover[0], mover[1] - 1
    return mover[1] > 0 and left != NONE_LEFT and not wins(other, left)


def sides(race: Race) -> dict[Color, Side]:
    """Return the regions of both sides in a race."""
    trees: dict[Color, list[Bare]] = {BLACK: [], WHITE: []}
    for spot in race.regions:
        tree = abs(int(spot.value.left_stop)) if spot.node is None else bare(spot.game, spot.node)
        trees[spot.game.defender].append(tree)
    return {color: side(trees[color]) for color in trees}


def winner(race: Race, first: Color, extra: int = 0, of: Color = BLACK) -> Color:
    """Return who wins if `first` moves first, with so many `extra` plain liberties for one side."""
    left = sides(race)
    left[of] = left[of][0], left[of][1] + extra
    return first if wins(left[first], left[first.opponent]) else first.opponent


# -- random races --------------------------------------------------------------------------------------------------


def random_text(rng: random.Random, depth: int, most: int) -> str:
    """Return a game of Black's as text: 0 to `most` liberties at its leaves; White always has a move, Black often."""
    if depth == 0 or rng.random() < 0.2:
        return str(rng.randint(0, most))

    def options(numbers: list[int]) -> str:
        return ",".join(random_text(rng, depth - 1, most) for _ in range(rng.choice(numbers)))

    return f"{{{options([1, 1, 1, 2, 0])}|{options([1, 1, 2])}}}"


def random_game(rng: random.Random, color: Color) -> LibertyGame:
    """Return a region of a player that has liberties somewhere."""
    while True:
        text = random_text(rng, rng.choice([1, 2, 3]), rng.choice([3, 6, 9]))
        if any(digit in text for digit in "123456789"):
            break
    if color is BLACK:
        return read_game(text)
    return read_game(f"-{text}")


def random_race(rng: random.Random) -> Race:
    """Return one or two regions of Black and up to two of White, and plain liberties that make the race close."""
    games = [random_game(rng, BLACK) for _ in range(rng.randint(1, 2))]
    games += [random_game(rng, WHITE) for _ in range(rng.randint(0, 2))]
    level = round(sum(game.cooled.left_stop + game.cooled.right_stop for game in games) / 2) + rng.randint(-2, 2)
    if level:
        games.append(read_game(str(-level)))
    if not any(game.defender is WHITE for game in games):
        games += [read_game("1"), read_game("-1")]
    return Race.of(games)
