"""Groups that live if the enemy moves first: by eyes, room and links, the board's budget, the cache, real games."""

from __future__ import annotations

import json

import numpy as np
import numpy.typing as npt
import pytest

from analysis.board import Color, Position
from analysis.board.bit_sets import bits_of_points
from analysis.reading.answer import Answer, Result
from analysis.reading.life_and_death.group_question import GroupSearch, LifeRule
from analysis.status import ReadingCache
from analysis.status import living_groups as module
from analysis.status.living_groups import (
    FIRST_NODES,
    MOST_ATTACKS,
    MOST_DEFENCES,
    SMALL_GROUP_NODES,
    VERY_LARGE_GROUP,
    LivingGroup,
    LivingGroups,
    points_to_live,
)
from analysis.status.status_budget import QUESTION_UNITS, BoardAllowance
from tests.positions import TRUTH, random_positions, real_positions

Owners = npt.NDArray[np.int8]


def read(
    position: Position, proved: Owners | None = None, board: int = 60_000, memory: ReadingCache | None = None
) -> dict[int, LivingGroup]:
    """Return the groups that live at a glance, by their stones, by default with nothing proved."""
    return found_by(groups_of(position, proved, BoardAllowance(board), memory), position)


def groups_of(
    position: Position, proved: Owners | None = None, allowance: BoardAllowance | None = None,
    memory: ReadingCache | None = None,
) -> LivingGroups:
    """Return the groups of a position, by default with nothing proved and a large budget."""
    owners = np.zeros(position.grid.area, np.int8) if proved is None else proved
    return LivingGroups(position, owners, allowance or BoardAllowance(60_000), memory or ReadingCache())


def found_by(groups: LivingGroups, position: Position) -> dict[int, LivingGroup]:
    """Return the groups that live at a glance, by their stones."""
    found = ((point, groups.at(point)) for point in range(position.grid.area))
    return {point: life for point, life in found if life is not None}


def search_all(groups: LivingGroups, position: Position, nodes: int) -> dict[int, LivingGroup]:
    """Return those that are found to live by searching all stones; what lives at a glance stays the same."""
    glance = found_by(groups, position)
    found = ((point, groups.search(point, nodes)) for point in np.flatnonzero(position.stones).tolist())
    living = {point: life for point, life in found if life is not None}
    assert found_by(groups, position) == glance
    return living


SHUT_IN = """
. . . . . . . . .
. . . . . . . . .
X X X X X X X X X
O O O O O O O O X
. O . O O . . O X
O O O O O O O O X
X X X X X X X X X
. . . . . . . . .
. . . . . . . . .
"""
"""White lives by its eyes, Black around by the room on both sides."""


def test_the_groups_of_a_closed_fight_live_by_eyes_and_by_room() -> None:
    position = Position.from_diagram(SHUT_IN, "W")
    found = read(position)
    assert set(found) == set(np.flatnonzero(position.stones).tolist())
    for life in found.values():
        assert life.answer.result is Result.FAILS
        assert life.zone_bits == life.answer.zone_bits | bits_of_points(life.group)
        assert life.answer.zone - {*life.group}


def test_stones_of_proved_status_are_not_read_and_living_ones_count_as_safe() -> None:
    position = Position.from_diagram(SHUT_IN, "W")
    whole = read(position)
    proved = np.zeros(position.grid.area, np.int8)
    proved[position.stones > 0] = 1
    found = read(position, proved)
    assert set(found) == set(np.flatnonzero(position.stones < 0).tolist())
    assert set(whole) == set(np.flatnonzero(position.stones).tolist())


def test_a_group_may_live_by_its_link_to_proved_stones() -> None:
    """Three black stones have two liberties in common with a chain: if that is proved, they live by the link."""
    rows = [".X.XX..", "XX.XX..", "OOO.X..", "..OOXX.", "....OO.", ".......", "......."]
    position = Position.from_diagram("\n".join(rows), "W")
    grid = position.grid
    proved = np.zeros(grid.area, np.int8)
    proved[position.chain_at(grid.point("D7"))] = 1
    found = read(position, proved)[grid.point("A6")]
    assert found.group == tuple(position.chain_at(grid.point("A6")))
    assert found.answer.nodes == 0
    memory = ReadingCache()
    for owners, lives in ((proved, True), (-proved, False), (proved, True)):  # proved to be White's: dead
        assert (grid.point("A6") in read(position, owners, memory=memory)) == lives


def test_a_group_has_a_way_out_into_the_open_or_to_safe_stones() -> None:
    position = Position.from_diagram(SHUT_IN.replace(". O . O O . . O X", "O O O O O O . O X"), "W")
    groups = groups_of(position)
    assert {point for point in range(position.grid.area) if groups.has_way_out(point)} == set(
        np.flatnonzero(position.stones > 0).tolist()
    )
    rows = [".X.XX..", "XX.XX..", "OOO.X..", "..OOXX.", "....OO.", ".......", "......."]
    position = Position.from_diagram("\n".join(rows), "W")
    stones, wall = (list(position.chain_at(position.grid.point(vertex))) for vertex in ("A6", "D7"))
    proved = np.zeros(position.grid.area, np.int8)
    for owner, linked in ((1, True), (-1, False)):  # White's, if it is dead, is no way out
        proved[wall] = owner
        groups = groups_of(position, proved)
        assert [groups.has_way_out(point) for point in (*stones, wall[0])] == [linked] * len(stones) + [False]


def test_a_used_up_budget_leaves_groups_unread() -> None:
    position = real_positions()[40]
    allowance = BoardAllowance(1)
    allowance.spend(10)
    assert search_all(groups_of(position, allowance=allowance), position, 100) == {}
    assert allowance.unread


def test_random_boards_and_all_sizes_are_read() -> None:
    for position in random_positions(30, seed=8, smallest=1, largest=9):
        for life in read(position).values():
            assert len({int(position.stones[point]) for point in life.group}) == 1
            assert list(life.group) == sorted(life.group)


def test_a_second_reading_takes_all_answers_from_the_cache() -> None:
    """They count as units of work again, so that a board always gets the same answers."""
    position, memory = real_positions()[3], ReadingCache()
    proved, spent, found = np.zeros(position.grid.area, np.int8), [], []
    for _ in range(2):
        queries, hits, allowance = memory.queries, memory.hits, BoardAllowance(60_000)
        found.append(search_all(groups_of(position, proved, allowance, memory), position, 25))
        spent.append(allowance.spent)
    assert found[0] == found[1]
    assert memory.hits - hits == memory.queries - queries
    assert spent[0] == spent[1] > QUESTION_UNITS * (memory.queries - queries)


def test_longer_searches_find_more_groups_each_searched_once() -> None:
    more = 0
    for position in real_positions()[:30:3]:
        memory = ReadingCache()
        groups = groups_of(position, memory=memory)
        glance = found_by(groups, position)
        assert search_all(groups, position, FIRST_NODES - 1) == glance
        longer = search_all(groups, position, 100)
        assert longer.items() >= glance.items()
        more += len(longer) - len(glance)
        queries = memory.queries
        assert search_all(groups, position, 100) == longer
        assert memory.queries == queries
        safe = [point for point in glance if position.stones[point]]
        for point in longer.keys() - glance.keys():
            group = longer[point].group
            rule = LifeRule(estimates=points_to_live(len(group), False))
            search = GroupSearch(position, group, True, safe=safe, nodes=300, rule=rule)
            answers = (search.refutation(nodes) for nodes in (5, 10, 20, 40, 80, 160, 300))
            assert longer[point].answer == next(found for found in answers if found.result is Result.FAILS)
            assert point in group
    assert more > 20


def test_a_group_that_is_saved_or_very_large_needs_fewer_points() -> None:
    """That it may be saved counts in addition, and only with SMALL_GROUP_NODES or more."""
    small, large = VERY_LARGE_GROUP - 1, VERY_LARGE_GROUP
    needed = [points_to_live(stones, saved) for stones in (small, large) for saved in (False, True)]
    assert needed[0] > needed[1] > needed[2] == needed[3] > 0
    more = 0
    for position in real_positions()[:60:2]:
        groups = groups_of(position)
        for point in np.flatnonzero(position.stones).tolist():
            for nodes in (SMALL_GROUP_NODES - 1, SMALL_GROUP_NODES):
                alone, saved = (groups.search(point, nodes, saved=saved) for saved in (False, True))
                if alone is None and saved is not None:
                    assert nodes == SMALL_GROUP_NODES
                    assert len(saved.group) < VERY_LARGE_GROUP
                    more += 1
                assert saved is not None or alone is None
    assert more > 10


@pytest.mark.parametrize(("numbers", "most", "limits"), [
    ([(MOST_ATTACKS, MOST_DEFENCES)] * 9, 70, [5, 10, 20, 40, 70]),
    ([(1, 1), (MOST_ATTACKS + 1, 1)], 70, [5, 10]),
    ([(1, MOST_DEFENCES + 1)], 70, [5]),
    ([(1, 1), None], 70, [5, 10]),  # refuted
    ([(1, 1)] * 9, 3, [3]),
])
def test_a_longer_search_is_given_up_when_it_grows(
    monkeypatch: pytest.MonkeyPatch, numbers: list[tuple[int, int] | None], most: int, limits: list[int]
) -> None:
    position, asked = Position.from_diagram(SHUT_IN, "W"), []

    class Asked:
        def __init__(self, *_: object, nodes: int, **__: object) -> None:
            assert nodes == most

        def refutation(self, nodes: int) -> Answer:
            found = numbers[len(asked)]
            asked.append(nodes)
            result = Result.FAILS if found is None else Result.UNKNOWN
            return Answer(result, None, (), 0, 1, True, numbers=found)

    monkeypatch.setattr(module, "GroupSearch", Asked)
    module._attack(position, (0,), np.zeros(position.grid.area, np.bool_), most, 10)
    assert asked == limits


def test_an_invader_needs_more_points_to_escape_to() -> None:
    """A stone in six by six points, with 10 of them to itself, and not 16; only if all of its group is an invader."""
    position = invaded(6, "C4 D4")
    pair = tuple(sorted(position.chain_at(position.grid.point("D4"))))
    for invaders, lives in (((), True), (pair[:1], True), (pair, False)):
        owners = np.zeros(position.grid.area, np.int8)
        groups = LivingGroups(position, owners, BoardAllowance(60_000), ReadingCache(), invaders=frozenset(invaders))
        assert (groups.at(pair[0]) is not None) is lives


def invaded(side: int, stones: str) -> Position:
    """Return a board of 13x13 on which Black surrounds a square in the lower left corner, with white stones in it."""
    marks = {side: "X", side + 1: "O"}
    rows = ["".join(marks.get(max(x, y), ".") for x in range(13)) for y in range(13)]
    position = Position.from_diagram("\n".join(reversed(rows)))
    colors = position.stones.copy()
    colors[[position.grid.point(vertex) for vertex in stones.split()]] = Color.WHITE
    return Position(position.grid, colors, Color.BLACK)


def test_longer_searches_do_not_depend_on_their_order() -> None:
    """What lives at a glance counts as safe in them; what they find does not."""
    for position in real_positions()[1:20:6]:
        stones = np.flatnonzero(position.stones).tolist()
        forwards, backwards = groups_of(position), groups_of(position)
        one = {point: forwards.search(point, 100) for point in stones}
        other = {point: backwards.search(point, 100) for point in reversed(stones)}
        assert one == other


@pytest.mark.skipif(not TRUTH.exists(), reason=f"no {TRUTH.name} beside the project")
def test_groups_that_live_do_so_in_real_games() -> None:
    """Of the stones that a strong network is sure of, nearly all that are said to live do, and most that do are found.
    """
    alive = lost = sure = 0
    for line in TRUTH.read_text(encoding="utf-8").splitlines()[2::7]:
        entry = json.loads(line)
        position = Position.from_diagram("\n".join(entry["rows"]), entry["to_move"])
        kept = np.array(entry["ownership"]) * position.stones
        found = read(position)
        alive += sum(kept[point] > 0.9 for point in found)
        lost += sum(kept[point] < -0.9 for point in found)
        sure += int((kept > 0.9).sum())
    assert lost <= 0.005 * alive
    assert alive > 0.65 * sure
