"""Life and death of a group: whether it can be killed, or made to live, by the search of `reading`.

The attacker is the prover: it succeeds when less than KEPT of the group can still live. It tries the empty points of
the group's space and the liberties of weak walls (`_space_kernels`); of the owner every legal move counts. The group
lives in a seki, too, and when it has escaped: with a way out and enough points that no enemy stone is beside. All
answers are READ: eyes are counted by shapes, and walls that are not safe by their liberties. An answer that is not
found within the limit is UNKNOWN, with the most promising move.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from ...board import EMPTY, Color, Position
from ..answer import Answer, Evidence, Result
from ..local_search import LocalSearch, Outcome, Question, ko_result

DEFAULT_NODES = 5000
KEPT = Fraction(3, 4)
"""The part of a group's stones that has to live."""

LARGE_RIVAL = 7
"""A group that captures so many stones of its rival lives: that makes two eyes, or links it."""
SMALL_RIVAL = 5
"""So it does if it captures one chain of so many, unless the attacker can play on the vital point of their shape."""


LIKELY_ESCAPED = 10
"""A group is likely to live if it has so many points to itself, its owner to move."""


def kill(
    position: Position, group: Iterable[int], *, safe: Iterable[int] = (), nodes: int = DEFAULT_NODES,
    least: int | None = None,
) -> Answer:
    """Read whether a group can be killed, its enemy to move, regardless of the side to move in `position`.

    group -- its stones, all of one colour
    safe  -- stones of either side whose chains count as safe: linked to its own the group lives, and the enemy's are
             not captured
    nodes -- limit of each of the searches under different numbers of ko threats
    least -- how many of its stones have to live; by default three quarters
    Raises ValueError if the group is empty or not of stones of one colour, a safe point has no stone, nodes is below 1,
    or least is not 1 to the number of stones.
    """
    return GroupSearch(position, group, True, safe=safe, nodes=nodes, rule=LifeRule(least)).answer()


def live(
    position: Position, group: Iterable[int], *, safe: Iterable[int] = (), nodes: int = DEFAULT_NODES,
    least: int | None = None,
) -> Answer:
    """Read whether a group can live, its owner to move; otherwise as `kill`."""
    return GroupSearch(position, group, False, safe=safe, nodes=nodes, rule=LifeRule(least)).answer()


def stones_to_keep(group: int) -> int:
    """Return how many stones of a group of so many have to live."""
    return -(-KEPT.numerator * group // KEPT.denominator)


def stones_to_lose(position: Position, rival: tuple[int, ...]) -> int:
    """Return how many stones of a rival must stay on the board, lest the group lives by capturing; 0 if none need."""
    if len(rival) >= LARGE_RIVAL:
        return len(rival) - LARGE_RIVAL + 1
    if len(rival) < SMALL_RIVAL or len(position.chain_at(rival[0])) < len(rival):
        return 0
    from ._eye_kernels import has_vital_point  # loads numba

    beside = [len(set(rival).intersection(position.grid.beside[point])) for point in rival]
    return int(not has_vital_point(len(rival), sum(beside) // 2, max(beside)))


class LifeRule(NamedTuple):
    """When a group counts as alive.

      least     -- how many of its stones have to live; None for three quarters
      two_eyes  -- whether it has to get two eyes, a link or a way out: a seki does not count as life
      estimates -- 0, or the points to itself with which a group is likely to live, its owner to move: then it lives
                   when that is likely, be it by these or by eyes and links that are not searched
      doomed    -- 0, or the points to itself with fewer of which a group is likely to die that cannot get two eyes and
                   has no link: then it dies, and its owner's moves are tried only in its space. At most `estimates`,
                   if that is not 0
    """

    least: int | None = None
    two_eyes: bool = False
    estimates: int = 0
    doomed: int = 0


class GroupSearch:
    """The searches of a question about a group, which can be continued with more nodes.

    They use the workspace of their thread and grid: a search begun in between ends that.
    """

    def __init__(
        self, position: Position, group: Iterable[int], attacking: bool, *, safe: Iterable[int] = (),
        nodes: int = DEFAULT_NODES, rule: LifeRule | None = None, rival: Iterable[int] = (),
    ) -> None:
        """Set up the question whether a group is killed, or lives if not `attacking`; the rest is as for `kill`.

        nodes -- the most nodes that a search will be continued to
        rule  -- when the group counts as alive (default: LifeRule())
        rival -- a group of the enemy by whose capture it lives: a race
        """
        stones = tuple(sorted({position.grid.require(point) for point in group}))
        colors = {position.colors[point] for point in stones}
        if len(colors) != 1 or EMPTY in colors:
            vertices = position.grid.vertices(stones)
            raise ValueError(f"group: expected stones of one colour, got {vertices or 'none'}")
        marked = tuple(sorted({position.grid.require(point) for point in safe}))
        empty = [point for point in marked if position.colors[point] == EMPTY]
        if empty:
            raise ValueError(f"safe: expected stones, got the empty point {position.grid.vertex(empty[0])}")
        if nodes < 1:
            raise ValueError(f"nodes: expected at least 1, got {nodes}")
        wanted, two_eyes, estimates, doomed = rule or LifeRule()
        least = stones_to_keep(len(stones)) if wanted is None else wanted
        if not 1 <= least <= len(stones):
            raise ValueError(f"least: expected 1 to {len(stones)}, the stones of the group, got {least}")
        if doomed < 0 or 0 < estimates < doomed:
            raise ValueError(f"doomed: expected 0 or more, at most the {estimates} points of `estimates`, got {doomed}")
        owner = Color(colors.pop())
        race = tuple(sorted({position.grid.require(point) for point in rival}))
        foreign = [point for point in race if position.colors[point] != owner.opponent]
        if foreign:
            raise ValueError(f"rival: expected stones of the enemy, got {position.grid.vertex(foreign[0])}")
        mover = owner.opponent if attacking else owner
        self._attacking, self._nodes = attacking, nodes
        self._local = LocalSearch(
            position,
            Question(
                owner.opponent, mover, stones[0], nodes, group=stones, least=least, safe=marked, two_eyes=two_eyes,
                estimates=estimates, rival=race, rival_least=stones_to_lose(position, race), doomed=doomed,
            ),
        )  # fmt: skip

    def _search(self, mine: int, theirs: int) -> tuple[bool | None, Outcome]:
        """Search with these numbers of ko threats of the mover and of the other side; return whether it succeeds."""
        outcome = self._local.search(*((mine, theirs) if self._attacking else (theirs, mine)), nodes=self._nodes)
        return None if outcome.proved is None else outcome.proved == self._attacking, outcome

    def answer(self, nodes: int | None = None) -> Answer:
        """Return the answer; asked again, searches that were not finished are continued.

        An attacker that fails even if it wins each ko is found first, as most do.

        nodes -- the limit of each search; by default that of the question
        """
        self._nodes = self._nodes if nodes is None else nodes
        self._local.finished = True  # of the searches from here on
        endless = self._local.endless
        most, favoured = (endless, 0), None
        if self._attacking:
            favoured = self._search(*most)
            if favoured[0] is False:
                return self._build(Result.FAILS, favoured[1])
        works, found = self._search(0, endless)
        if works or (works is False and not found.ko):
            return self._build(Result.WORKS if works else Result.FAILS, found)
        if works is False and favoured is None:
            favoured = self._search(*most)
            if favoured[0] is False:
                return self._build(Result.FAILS, favoured[1])
        by_ko = favoured is not None and favoured[0]
        if works is False and by_ko:
            return self._ko_answer()
        open_search = found if works is None or favoured is None else favoured[1]
        return self._build(
            Result.UNKNOWN, favoured[1] if favoured is not None and by_ko else found, numbers=open_search.numbers
        )

    def refutation(self, nodes: int | None = None) -> Answer:
        """Return FAILS if an attack fails even where the attacker wins each ko, else UNKNOWN; continued as `answer`.

        With 0 nodes the position is only evaluated. Raises ValueError if the question is not about an attack.
        """
        if not self._attacking:
            raise ValueError("refutation: expected a question about an attack")
        self._nodes = self._nodes if nodes is None else nodes
        works, found = self._search(self._local.endless, 0)
        return self._build(Result.FAILS if works is False else Result.UNKNOWN, found, numbers=found.numbers)

    def _ko_answer(self) -> Answer:
        """Return the answer if a ko decides."""

        def search(mine: int, theirs: int) -> tuple[bool, Outcome]:
            works, outcome = self._search(mine, theirs)
            return bool(works), outcome

        result, threats, found = ko_result(self._local, search, self._attacking)
        return self._build(result, found, threats)

    def _build(
        self, result: Result, found: Outcome, threats: int | None = None, numbers: tuple[int, int] | None = None
    ) -> Answer:
        """Return an answer; `numbers` are the proof and disproof number of an unfinished search."""
        move = None if result is Result.FAILS or found.move < 0 else found.move
        if numbers is not None and not self._attacking:
            numbers = numbers[::-1]
        return Answer(
            result, move, found.line, self._local.zone(), self._local.nodes, result is not Result.UNKNOWN,
            Evidence.READ, threats, numbers, found.relevance,
        )  # fmt: skip


__all__ = ["LIKELY_ESCAPED", "GroupSearch", "LifeRule", "kill", "live", "stones_to_keep", "stones_to_lose"]
