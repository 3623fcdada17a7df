"""Races read as questions about two groups: counting against plain Python, races against exhaustive search."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, EMPTY, WHITE, Color, Position, unconditional_life
from analysis.reading import Answer, Result
from analysis.reading import _goal_kernels as goals
from analysis.reading._candidate_kernels import SHUT_IN
from analysis.reading._question_kernels import LIST_STAMP, LISTED, PROVER_THREATS, REFUTER_THREATS
from analysis.reading._reading_board_kernels import new_stamp
from analysis.reading.life_and_death import _eye_kernels as eyes
from analysis.reading.life_and_death import _race_kernels as races
from analysis.reading.life_and_death import _space_kernels as spaces
from analysis.reading.life_and_death import race_question
from analysis.reading.life_and_death._escape_kernels import NOT_IN_ATARI
from analysis.reading.life_and_death.group_question import GroupSearch, stones_to_lose
from analysis.reading.life_and_death.race_question import RaceAnswer, in_contact, read_race
from analysis.reading.local_search import LocalSearch, Question
from analysis.region.search_budget import OutOfBudget
from tests.analysis.reading.life_and_death.plain_race import plain_fill, plain_lead
from tests.analysis.reading.life_and_death.plain_space import plain_space
from tests.analysis.reading.life_and_death.test_estimates import random_case, random_space
from tests.analysis.reading.life_and_death.test_space import state_of
from tests.analysis.semeai.race_boards import Exhaustive, random_race

SMALLEST_RACER = 7


# -- counting ---------------------------------------------------------------------------------------------------------


def test_counting_agrees_with_plain_python_on_random_boards() -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=1000, deadline=None)
    @given(seed=st.integers(0, 10**9), height=st.integers(2, 9), width=st.integers(3, 11))
    def compare(seed: int, height: int, width: int) -> None:
        case = random_space(seed, height, width)
        if case is None:
            return
        position, group, safe, space = case
        board, search = state_of(position, group, safe)
        inside = spaces.find_space(board, search)
        fill = races.moves_to_fill(board, search, inside, eyes.living_chains(board, search)[1])
        picture = (position.diagram(), position.grid.vertex(group[0]), [position.grid.vertex(p) for p in safe])
        assert fill == plain_fill(space), picture
        for eyeless in (False, True):
            for attacker_next in (False, True):
                lead = races.race_lead(board, search, fill, eyeless, attacker_next)
                assert lead == plain_lead(space, fill, eyeless) + attacker_next, (*picture, eyeless)
        seen["something to capture"] += fill >= races.MANY_MOVES
        seen["walls that may be captured"] += lead < 100
        seen["an eye matters"] += plain_lead(space, fill, True) != plain_lead(space, fill, False)
        seen["compared"] += 1

    compare()
    assert len(seen) == 4
    assert min(seen.values()) > 5, seen  # the boards differ from run to run


def state_of_race(position: Position, group: list[int], rival: list[int], safe: list[int]) -> tuple[Any, Any]:
    """Return the board and the search of a question about a race."""
    enemy = Color(int(position.stones[rival[0]]))
    reading = LocalSearch(
        position,
        Question(enemy, enemy, group[0], 1, group=tuple(group), safe=tuple(safe), rival=tuple(rival), rival_least=1),
    )
    return reading.state


def test_the_rival_loses_where_it_would_as_the_group() -> None:
    """What is counted for the rival is what is counted for the same stones as the group, and the question stays."""
    rng, seen = np.random.default_rng(5), Counter[tuple[bool, bool]]()
    while min(seen[True, True], seen[True, False]) < 20 or seen[False, True] < 3:
        case = random_case(rng, int(rng.integers(3, 9)), int(rng.integers(3, 9)))
        if case is None:
            continue
        position, rival, safe = case
        others = [chain for chain in position.chains() if position.stones[chain[0]] == -position.stones[rival[0]]]
        others = [chain for chain in others if not set(chain) & set(safe)]
        if not others:
            continue
        group = list(others[int(rng.integers(len(others)))])
        for prover_next in (False, True):
            shut_in, behind = counted(position, rival, group, safe, not prover_next)
            wanted = shut_in and behind
            board, search = state_of_race(position, group, rival, safe)
            search.nodes[0, [PROVER_THREATS, REFUTER_THREATS]] = 0
            before = search.question.tolist(), search.group.tolist(), search.rival.tolist()
            zone = np.zeros(search.group.size, np.int64)
            assert races.is_rival_lost(board, search, search.nodes[0], prover_next, zone) == wanted, position.diagram()
            assert (search.question.tolist(), search.group.tolist(), search.rival.tolist()) == before
            assert bool(zone.any()) == wanted
            seen[shut_in, behind] += 1


def counted(
    position: Position, group: list[int], rival: list[int], safe: list[int], attacker_next: bool
) -> tuple[bool, bool]:
    """Return whether a group is shut in, and whether it gets less than two eyes and is behind in the race."""
    board, search = state_of_race(position, group, rival, safe)
    inside = spaces.find_space(board, search)
    counts = search.work[spaces.COUNTS]
    space, _ = plain_space(position, group, safe)
    joins = len(space.joins(NOT_IN_ATARI))
    shut_in = counts[spaces.OPEN] == 0 and counts[spaces.LINKED] == 0 and joins <= attacker_next
    possible = eyes.most_eyes(board, search, inside, attacker_next, False)[0]
    lead = plain_lead(space, plain_fill(space), possible == 0) + attacker_next
    return bool(shut_in), bool(possible < 2 and lead > 0)


def test_the_moves_of_a_race_are_the_rivals_liberties() -> None:
    """Also those of weak chains around a liberty that only stones surround; and the chain of most liberties counts."""
    rng, compared = np.random.default_rng(6), 0
    while compared < 200:
        case = random_case(rng, int(rng.integers(3, 9)), int(rng.integers(3, 9)))
        if case is None:
            continue
        position, rival, safe = case
        others = np.flatnonzero(position.stones == -position.stones[rival[0]]).tolist()
        if not others:
            continue
        board, search = state_of_race(position, position.chain_at(others[0]), rival, safe)
        goals.list_replies(board, search)  # begins a list
        search.totals[LISTED], search.totals[LIST_STAMP] = 0, new_stamp(board)
        races.list_race_moves(board, search)
        liberties = [position.liberties_at(head) for head in {position.chain_starts[point] for point in rival}]
        few = [points for points in liberties if len(points) <= races.RIVAL_LIBERTIES]
        wanted = {point for points in few for point in points}
        for point in sorted(wanted):
            beside = position.grid.beside[point]
            if all(position.stones[near] for near in beside):
                for near in beside:
                    if position.stones[near] == position.stones[rival[0]]:
                        around = position.liberties_at(near)
                        wanted |= set(around) if len(around) <= SHUT_IN else set()
        assert set(search.moves[: search.totals[LISTED]].tolist()) == wanted, position.diagram()
        assert races.moves_to_capture(board, search) == max(map(len, liberties))
        compared += 1


# -- races ------------------------------------------------------------------------------------------------------------


class RaceBoard:
    """A random board with a race: the chains of both sides, walls that live, and the result by exhaustive search."""

    def __init__(self, rng: random.Random, most: int) -> None:
        """Make one. Raises OutOfBudget if it is too large to search, ValueError if it has no race."""
        self.position = random_race(rng, rng.randint(6, most))
        alive = unconditional_life(self.position).alive
        chains = [tuple(chain) for chain in self.position.chains()]
        racers = sorted((chain for chain in chains if not alive[chain[0]]), key=len)
        self.walls = [chain[0] for chain in chains if alive[chain[0]]]
        self.chain = {}
        for color in (BLACK, WHITE):
            own = [chain for chain in racers if self.position.stones[chain[0]] == color]
            if not own or len(own[-1]) < SMALLEST_RACER:
                raise ValueError("no race")
            self.chain[color] = own[-1]
        others = {point for chain in racers for point in chain}.difference(*self.chain.values())
        heads = self.chain[BLACK][0], self.chain[WHITE][0]
        self.oracle = Exhaustive(self.position, *heads, self._near(others), 200_000)

    def _near(self, others: set[int]) -> set[int]:
        """Return the liberties of the race and what is connected with them: empty points and stones in eyes."""
        found = {point for chain in self.chain.values() for point in self.position.liberties_at(chain[0])} | others
        todo = list(found)
        while todo:
            for near in self.position.grid.beside[todo.pop()]:
                if self.position.stones[near] == EMPTY and near not in found:
                    found.add(near)
                    todo.append(near)
        return found

    def read(self, first: Color, nodes: int) -> RaceAnswer:
        """Read the race with one side to move."""
        own, other = self.chain[first], self.chain[first.opponent]
        return read_race(self.position, own, other, safe=self.walls, nodes=nodes)


def compare_races(count: int, seed: int, most: int, nodes: int) -> Counter[str]:
    """Compare the readings of random races with exhaustive search; count what was decided, and how."""
    rng, seen = random.Random(seed), Counter[str]()
    while seen["races"] < count:
        try:
            board = RaceBoard(rng, most)
        except (OutOfBudget, ValueError):
            continue
        seen["races"] += 1
        for first in (BLACK, WHITE):
            found, winner = board.read(first, nodes), board.oracle.winner(first)
            picture = (board.position.diagram(), first, found)
            seen["seki" if winner is None else "won" if winner is first else "lost"] += 1
            for answer, truth in ((found.captures, winner is first), (found.lives, winner is not first.opponent)):
                if answer.result is Result.UNKNOWN:
                    seen["unknown"] += 1
                else:
                    assert (answer.result is not Result.FAILS) == truth, picture
            if found.decided and not found.needed:
                assert board.oracle.winner(first.opponent) is winner, picture
                seen["no move needed"] += 1
            elif found.decided and found.move is not None:
                assert board.oracle.after(first, found.move) is winner, picture
                seen["moves"] += 1
    return seen


def test_races_agree_with_exhaustive_search() -> None:
    seen = compare_races(120, 1, 11, 1000)
    assert min(seen[kind] for kind in ("won", "lost", "seki", "moves", "no move needed")) > 10, seen
    assert seen["unknown"] <= 4, seen


@pytest.mark.slow
def test_races_agree_with_exhaustive_search_on_many_boards() -> None:
    seen = compare_races(2500, 2, 14, 1000)
    assert seen["unknown"] <= 50, seen


# -- by hand ----------------------------------------------------------------------------------------------------------


RACE = """
    . . X X X . .
    X X X . X X X
    O O O O O O O
    . X X X X X .
    O O O O O O O
    . O . . . O .
    . . O O O . .
"""


def test_a_race_is_decided_without_looking_further() -> None:
    """White's upper chain has three liberties, Black's lower one two: whoever moves first, White captures it."""
    position = Position.from_diagram(RACE, "white")
    group, rival = (tuple(position.chain_at(position.grid.point(vertex))) for vertex in ("A5", "B4"))
    for attacking, result in ((True, Result.FAILS), (False, Result.WORKS)):
        alone = GroupSearch(position, group, attacking, nodes=2000).answer()
        race = GroupSearch(position, group, attacking, nodes=2000, rival=rival).answer()
        assert alone.result is race.result is result
        assert race.nodes * 5 < alone.nodes
    lost = read_race(position, rival, group)
    assert (lost.lives.result, lost.captures.result, lost.move) == (Result.FAILS, Result.FAILS, None)
    won = read_race(position, group, rival)
    assert (won.lives.result, won.captures.result, won.move) == (Result.WORKS, Result.WORKS, None)


@pytest.mark.parametrize(("shape", "least"), [
    ("XXXX", 0), ("XXXXX", 1), (".X. XXX .X.", 0), ("XX. XXX", 0), ("XXX X.. X..", 1), ("XXXXXX", 1),
    ("XX. XXX .X.", 0), ("XXX XXX", 1), ("XX.XXX", 0), ("XXXXXXX", 1), ("XXX.XXXX", 1), ("XXX.XXX", 0),
    ("XXX.XXX XXX....", 3),
])  # fmt: skip
def test_the_capture_of_a_rival_makes_a_group_live_unless_its_shape_has_a_vital_point(shape: str, least: int) -> None:
    rows = shape.split()
    position = Position.from_diagram("\n".join([*rows, "." * len(rows[0])]), "white")
    assert stones_to_lose(position, tuple(np.flatnonzero(position.stones).tolist())) == least


@pytest.mark.parametrize("rival", [["A1"], ["C1"]])
def test_rivals_are_stones_of_the_enemy(rival: list[str]) -> None:
    position = Position.from_diagram("X.X\n.O.\nX..", "black")
    points = [position.grid.point(vertex) for vertex in rival]
    with pytest.raises(ValueError, match=f"rival: expected stones of the enemy, got {rival[0]}"):
        GroupSearch(position, [position.grid.point("A3")], True, rival=points)


def test_groups_of_one_colour_are_refused() -> None:
    position = Position.from_diagram("X.X\n.O.\nX..", "black")
    with pytest.raises(ValueError, match="rival: expected stones of the enemy, got A1"):
        read_race(position, [position.grid.point("A1")], [position.grid.point("A3")])


def test_groups_that_are_apart_are_refused() -> None:
    """Stones that touch, or that have a liberty in common, are in contact."""
    position = Position.from_diagram("XXOO..\n......\nXX.O..\n......\n.....O", "black")
    touching, common, apart = (
        [position.chain_at(position.grid.point(vertex)) for vertex in pair]
        for pair in (("A5", "C5"), ("A3", "D3"), ("A5", "F1"))
    )
    assert [in_contact(position, *pair) for pair in (touching, common, apart)] == [True, True, False]
    with pytest.raises(ValueError, match="race: expected groups in contact, got those of A5 and F1"):
        read_race(position, *apart)


def answer_of(result: Result, move: int | None = None) -> Answer:
    """Return an answer without a line."""
    return Answer(result, move, (), 0, 1, True)


@pytest.mark.parametrize(("lives", "captures", "needed", "move", "decided"), [
    (Result.WORKS, Result.WORKS, True, 2, True), (Result.WORKS, Result.WORKS, False, None, True),
    (Result.WORKS, Result.FAILS, True, 1, True), (Result.KO_AFTER, Result.KO_AFTER, True, 2, True),
    (Result.WORKS, Result.UNKNOWN, True, 2, False), (Result.UNKNOWN, Result.FAILS, True, 1, False),
])
def test_the_move_of_a_race(lives: Result, captures: Result, needed: bool, move: int | None, decided: bool) -> None:
    found = RaceAnswer(answer_of(lives, 1), answer_of(captures, 2), needed)
    assert (found.move, found.decided) == (move, decided)


CHAINS = """
    XXXXXXX..
    OOOOOOO..
    .........
    XX.......
    OO.......
"""


@pytest.mark.parametrize(("own", "other", "results", "lives", "needed"), [
    # results: is the other killed, does it live if it is to move, does the own group live, is it killed
    ("A5", "A4", {"kill": Result.WORKS, "save": Result.FAILS}, Result.WORKS, False),
    ("A5", "A4", {"kill": Result.WORKS, "save": Result.UNKNOWN}, Result.WORKS, True),
    ("A2", "A1", {"kill": Result.WORKS, "live": Result.UNKNOWN}, Result.UNKNOWN, True),
    ("A5", "A4", {"kill": Result.KO_AFTER, "live": Result.WORKS, "die": Result.FAILS}, Result.WORKS, True),
    ("A5", "A4", {"kill": Result.FAILS, "live": Result.WORKS, "die": Result.FAILS}, Result.WORKS, False),
    ("A5", "A4", {"kill": Result.UNKNOWN}, Result.UNKNOWN, True),
    ("A5", "A4", {"kill": Result.FAILS, "live": Result.WORKS, "die": Result.KO_FIRST}, Result.WORKS, True),
    # a small rival is dead whoever moves first: whether a move is needed is a question of the own life
    ("A2", "A1", {"kill": Result.WORKS, "live": Result.WORKS, "save": Result.FAILS, "die": Result.FAILS},
     Result.WORKS, False),
    ("A2", "A1", {"kill": Result.WORKS, "live": Result.FAILS, "save": Result.FAILS}, Result.FAILS, False),
])
def test_what_is_asked_of_a_race(
    monkeypatch: pytest.MonkeyPatch, own: str, other: str, results: dict[str, Result], lives: Result, needed: bool
) -> None:
    """The capture of a large rival is life; the other side's first move shows whether one is needed; what is not known
    ends it.
    """
    position = Position.from_diagram(CHAINS, "black")
    mine, theirs = (tuple(position.chain_at(position.grid.point(vertex))) for vertex in (own, other))

    class Asked:
        def __init__(
            self, position: Position, group: tuple[int, ...], attacking: bool, *, rival: tuple[int, ...], **_: object
        ) -> None:
            assert {group, rival} == {mine, theirs}
            self.name = {(theirs, True): "kill", (theirs, False): "save", (mine, False): "live", (mine, True): "die"}[
                group, attacking
            ]

        def answer(self) -> Answer:
            return answer_of(results[self.name])

    monkeypatch.setattr(race_question, "GroupSearch", Asked)
    found = read_race(position, mine, theirs)
    assert (found.captures.result, found.lives.result, found.needed) == (results["kill"], lives, needed)
    assert not found.saves


@pytest.mark.parametrize(("saved", "kept_by", "killed_by", "saves"), [
    (Result.FAILS, (), (), True),  # the rival is dead whoever moves first: only its own life needs the move
    (Result.WORKS, ("C3",), ("C1", "C3"), True),
    (Result.WORKS, ("C1", "C3"), ("C1", "C3"), False), (Result.WORKS, ("C3",), ("C1",), False),
    (Result.WORKS, (), ("C1", "C3"), False),
])
def test_the_move_that_does_both_is_named(
    monkeypatch: pytest.MonkeyPatch, saved: Result, kept_by: tuple[str, ...], killed_by: tuple[str, ...], saves: bool
) -> None:
    """C1 kills and C3 makes live: that by which the own group lives is named if the rival dies then, too, but not if
    that also holds of C1.
    """
    position = Position.from_diagram(CHAINS, "white")
    mine, theirs = (tuple(position.chain_at(position.grid.point(vertex))) for vertex in ("A2", "A1"))
    played = {vertex: position.grid.point(vertex) for vertex in ("C1", "C3")}

    class Asked:
        def __init__(self, position: Position, group: tuple[int, ...], attacking: bool, **_: object) -> None:
            self.ours, self.attacking = group == mine, attacking
            self.after = next((vertex for vertex, point in played.items() if position.stones[point] == BLACK), None)

        def answer(self) -> Answer:
            if self.after is not None:
                holds = self.after in (kept_by if self.ours else killed_by)
                assert self.attacking is self.ours  # the other side moves next
                return answer_of(Result.FAILS if holds else Result.WORKS)
            if self.ours:
                return answer_of(Result.WORKS, played["C3"])
            return answer_of(Result.WORKS, played["C1"]) if self.attacking else answer_of(saved)

    monkeypatch.setattr(race_question, "GroupSearch", Asked)
    found = read_race(position, mine, theirs)
    assert (found.needed, found.saves, found.move) == (True, saves, played["C3" if saves else "C1"])
