"""The estimate which chains of a group live: against plain Python, by hand-made cases, and in searches."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, Grid, Position
from analysis.reading import Answer, Result
from analysis.reading.life_and_death import _estimate_kernels as estimates
from analysis.reading.life_and_death import _eye_kernels as eyes
from analysis.reading.life_and_death import _space_kernels as spaces
from analysis.reading.life_and_death.group_question import GroupSearch, LifeRule
from tests.analysis.reading.life_and_death.plain_estimate import likely_living
from tests.analysis.reading.life_and_death.plain_space import Chain, PlainSpace, plain_space
from tests.analysis.reading.life_and_death.test_group_question import SHAPES, board_of
from tests.analysis.reading.life_and_death.test_space import state_of
from tests.positions import random_position


def found_living(position: Position, group: list[int], safe: list[int], attacker_next: bool) -> set[Chain]:
    """Return the chains that the kernel calls likely to live."""
    board, search = state_of(position, group, safe)
    inside = spaces.find_space(board, search)
    _, regions = eyes.living_chains(board, search)
    living = int(estimates.likely_to_live(board, search, regions, inside, attacker_next))
    heads = search.work[spaces.CHAINS, : search.work[spaces.COUNTS, spaces.N_CHAINS]].tolist()
    return {tuple(position.chain_at(head)) for n, head in enumerate(heads) if living >> n & 1}


def check_estimates(position: Position, group: list[int], safe: list[int], seen: Counter[str]) -> None:
    """Compare the estimates for both sides to move; count those by which a chain lives, and why."""
    space, largest = plain_space(position, group, safe)
    if largest >= spaces.MOST_POINTS or len(space.chains) >= spaces.MOST_CHAINS:
        return
    picture = (position.diagram(), position.grid.vertex(group[0]), [position.grid.vertex(p) for p in safe])
    wanted = [likely_living(space, attacker_next) for attacker_next in (False, True)]
    for attacker_next in (False, True):
        found = found_living(position, group, safe, attacker_next)
        assert found == wanted[attacker_next], (*picture, attacker_next)
    seen["compared"] += 1
    seen["lives by eyes"] += bool(wanted[False]) and not space.linked
    seen["lives by a link"] += len(wanted[False]) > 1 and space.linked
    seen["depends on the side to move"] += wanted[False] != wanted[True]
    seen["others die"] += 0 < len(wanted[False]) < len(space.chains)


def scattered(rng: np.random.Generator, grid: Grid) -> npt.NDArray[np.int8]:
    """Return stones mostly of one colour, here and there an empty point or a stone of the other."""
    shares = [(0.25, 0.65, 0.1), (0.35, 0.55, 0.1), (0.15, 0.75, 0.1), (0.3, 0.5, 0.2)][rng.integers(4)]
    return rng.choice(np.array([0, 1, -1], np.int8), grid.area, p=shares)


def with_rooms(rng: np.random.Generator, grid: Grid) -> npt.NDArray[np.int8]:
    """Return stones around a few rooms of up to nine points, with attacking stones in some, and gaps in the walls."""
    attacked, open_corners = rng.choice([0.0, 0.0, 0.1, 0.5]), rng.choice([0.03, 0.1, 0.3])
    gaps, lost = rng.choice([0.0, 0.05, 0.15]), rng.choice([0.0, 0.01, 0.03])
    most, outside = [(4, (0.3, 0.1, 0.6)), (7, (0.25, 0.4, 0.35))][rng.integers(2)]
    rooms: set[int] = set()
    for _ in range(rng.integers(1, most + 1)):
        room = {int(rng.integers(grid.area))}
        for _ in range(int(rng.choice([0, 1, 2, 3, 3, 4, 4, 5, 5, 8]))):
            near = sorted({q for p in room for q in grid.beside[p]} - room)
            room |= {int(rng.choice(near))} if near else set()
        if rooms.isdisjoint(q for p in room for q in (p, *grid.beside[p])) and len(rooms | room) < 0.6 * grid.area:
            rooms |= room
    walls = {q for p in rooms for q in grid.beside[p]} - rooms
    corners = {q for p in rooms for q in grid.diagonals[p].tolist() if q < grid.area} - rooms - walls
    stones = rng.choice(np.array([0, 1, -1], np.int8), grid.area, p=outside)
    for points, empty, enemy in (
        (rooms, 1 - attacked, attacked), (walls, gaps, lost), (corners, open_corners, open_corners)
    ):  # fmt: skip
        chance = rng.random(len(points))
        stones[sorted(points)] = np.where(chance < empty, 0, np.where(chance < empty + enemy, -1, 1))
    return stones


def crowded_position(rng: np.random.Generator, grid: Grid) -> tuple[Position, int]:
    """Return a position with many stones of one colour, either, and that colour."""
    while True:
        stones = (scattered if rng.random() < 0.2 else with_rooms)(rng, grid)
        color = int(rng.choice([1, -1]))
        try:
            position = Position.from_stones(grid, stones * np.int8(color))
        except ValueError:  # a chain without liberties
            continue
        if (position.stones == color).any():
            return position, color


def random_case(rng: np.random.Generator, height: int, width: int) -> tuple[Position, list[int], list[int]] | None:
    """Return a position, one of its chains, or two, and safe stones; None if there is no stone."""
    if rng.random() < 0.1:
        position, color = random_position(rng, height, width), int(rng.choice([1, -1]))
    else:
        position, color = crowded_position(rng, Grid(height, width))
    stones = np.flatnonzero(position.stones == color).tolist()
    if not stones:
        return None
    group = sorted({p for head in rng.choice(stones, rng.integers(1, 3)).tolist() for p in position.chain_at(head)})
    share = {color: rng.choice([0.0, 0.0, 0.2]), -color: rng.choice([0.0, 0.2, 0.8])}
    safe = [
        p for chain in position.chains() if rng.random() < share[int(position.stones[chain[0]])]
        and group[0] not in chain and group[-1] not in chain for p in chain
    ]  # fmt: skip
    return position, group, safe


def random_space(seed: int, height: int, width: int) -> tuple[Position, list[int], list[int], PlainSpace] | None:
    """Return a random case with the space of its group; None if there is no stone, or if the space is cut off."""
    case = random_case(np.random.default_rng(seed), height, width)
    if case is None:
        return None
    space, largest = plain_space(*case)
    if largest >= spaces.MOST_POINTS or len(space.chains) >= spaces.MOST_CHAINS:
        return None
    return *case, space


def test_estimates_on_random_boards() -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=1500, deadline=None)
    @given(seed=st.integers(0, 10**9), height=st.integers(2, 9), width=st.integers(3, 11))
    def compare(seed: int, height: int, width: int) -> None:
        case = random_case(np.random.default_rng(seed), height, width)
        if case is not None:
            check_estimates(*case, seen)

    compare()
    assert seen["lives by eyes"] > 0.2 * seen["compared"]
    assert min(seen["lives by a link"], seen["others die"], seen["depends on the side to move"]) > 20


PICTURES = {
    "two eyes": """
.........
.aOO.OOO.
.O.OcO.O.
.bOOdOOO.
.........
""",
    "eyes at the edge": """
.........
.aOO.OOO.
.O.O.O.O.
""",
    "a common point": """
OOOOX..
O.OaXXX
OOO.OOO
XXXOO.O
..XOOOO
""",
    "a stone between": """
.........
...XaX...
OOOXOXOOO
O.OO.OO.O
""",
    "a stone at the side": """
.........
X........
aOOO.OOO.
O..O.O.O.
""",
    "an eye between": """
..........
......X...
OOOaOOXOOO
O.OO..OO.O
""",
    "a corner in another eye": """
...X...
OOOOOOO
OOxba.O
O.OOOOO
""",
    "a lost end": """
OOOOOO.
O.O....
OXOOOO.
OO...O.
OaOOOO.
.X.....
""",
    "three points and one": """
.........
.OOOOOOa.
.O...O.O.
""",
    "a friend": """
XXXXX
OO.SS
OOaSS
XXXXX
""",
}
ALL, NONE, IF_FIRST = (True, True), (False, False), (True, False)
"""Whether all white chains live if White is to move, and if Black is; otherwise none does but safe ones."""


@pytest.mark.parametrize(("name", "marked", "lives"), [
    ("two eyes", "OO..", ALL), ("two eyes", "OOX.", ALL), ("two eyes", "OOXX", NONE), ("two eyes", "XO..", ALL),
    ("two eyes", "....", ALL), ("two eyes", "X...", IF_FIRST), ("two eyes", "XX..", NONE),
    ("eyes at the edge", "O", ALL), ("eyes at the edge", ".", IF_FIRST), ("eyes at the edge", "X", NONE),
    ("eyes at the edge", "x", NONE), ("three points and one", ".", ALL), ("three points and one", "X", IF_FIRST),
    ("a common point", "O", ALL), ("a common point", "X", NONE),
    ("a stone between", ".", ALL), ("a stone between", "X", IF_FIRST),
    ("a stone at the side", ".", ALL), ("a stone at the side", "X", NONE),
    ("an eye between", "O", ALL), ("an eye between", ".", IF_FIRST),
    ("a corner in another eye", "..", IF_FIRST), ("a corner in another eye", ".x", IF_FIRST),
    ("a corner in another eye", "xx", NONE), ("a lost end", "O", IF_FIRST), ("a lost end", "X", NONE),
    ("a friend", ".", ALL), ("a friend", "X", NONE),
])  # fmt: skip
def test_chains_live_together_by_eyes_and_links(name: str, marked: str, lives: tuple[bool, bool]) -> None:
    """The letters a to d stand for what is marked in turn, S for safe white stones, x for black ones that are not."""
    drawn = PICTURES[name].strip().translate(str.maketrans("abcd"[: len(marked)], marked))
    position = Position.from_diagram(drawn.replace("S", "O").upper())
    signs = drawn.replace("\n", "")
    safe = [point for point, sign in enumerate(signs) if sign in "XS"]
    group = [point for point, sign in enumerate(signs) if sign == "O"]
    white = {tuple(position.chain_at(point)) for point in group}
    for attacker_next in (False, True):
        found = found_living(position, group, safe, attacker_next)
        assert {chain for chain in found if chain[0] in group} == (white if lives[attacker_next] else set())
        assert found == likely_living(plain_space(position, group, safe)[0], attacker_next)


@pytest.mark.parametrize(("name", "eyes_if_first"), [
    ("one point", (1, 1)), ("two points", (1, 1)), ("straight three", (1, 2)), ("bent three", (1, 2)),
    ("straight four", (2, 2)), ("zigzag four", (2, 2)), ("square four", (1, 1)), ("pyramid four", (1, 2)),
    ("bulky five", (1, 2)), ("crossed five", (1, 2)), ("T five", (2, 2)), ("rabbity six", (1, 2)),
    ("rectangular six", (1, 2)),  # the estimate is careful: only in a corner it is not two eyes
])  # fmt: skip
def test_one_region_is_as_many_eyes_as_its_shape_allows(name: str, eyes_if_first: tuple[int, int]) -> None:
    """The eyes are those if the attacker moves first, and if the owner does; with two the group lives."""
    position, group, _, walls = board_of(SHAPES[name], 0, in_corner=False)
    for attacker_next in (False, True):
        living = found_living(position, group, walls, attacker_next)
        assert bool(living) == (eyes_if_first[not attacker_next] == 2)


def search_of(position: Position, group: list[int], walls: list[int], estimates: bool) -> Answer:
    """Return the answer to an attack on a group, by a search with or without estimates."""
    return GroupSearch(position, group, True, safe=walls, nodes=2000, rule=LifeRule(estimates=estimates)).answer()


def test_a_group_with_many_points_to_itself_counts_as_alive_before_any_search() -> None:
    rows = [".........", ".X..X..X.", ".........", ".........", ".X..O..X.", ".........", ".........", "..X...X..",
            "........."]  # fmt: skip
    position = Position.from_diagram("\n".join(rows), "B")
    group = [position.grid.point("E5")]
    walls = [point for point in range(position.grid.area) if position.stones[point] == BLACK]
    likely, searched = (search_of(position, group, walls, estimates) for estimates in (True, False))
    assert (likely.result, likely.nodes, likely.move) == (Result.FAILS, 0, None)
    assert searched.nodes > 0


@pytest.mark.parametrize(
    "name", ["one point", "straight three", "square four", "pyramid four", "bulky five", "crossed five", "rabbity six"]
)
def test_attacks_on_dead_shapes_work_with_estimates_too(name: str) -> None:
    position, group, _, walls = board_of(SHAPES[name], 1, in_corner=False)
    likely, searched = (search_of(position, group, walls, estimates) for estimates in (True, False))
    assert likely.result is searched.result is Result.WORKS
    assert likely.move == searched.move


def test_a_refutation_is_the_answer_to_attacks_that_fail() -> None:
    """It is none where the group lives only by winning a ko."""
    rng, seen = np.random.default_rng(11), Counter[str]()
    while min(seen["fails"], seen["works"], seen["by ko"]) < 5:
        case = random_case(rng, int(rng.integers(3, 9)), int(rng.integers(3, 9)))
        if case is None:
            continue
        position, group, safe = case
        answer = GroupSearch(position, group, True, safe=safe, nodes=200, rule=LifeRule(estimates=True)).answer()
        found = GroupSearch(position, group, True, safe=safe, nodes=200, rule=LifeRule(estimates=True)).refutation()
        fails = answer.result is Result.FAILS
        assert found.nodes <= answer.nodes
        assert found.result in ((Result.FAILS, Result.UNKNOWN) if fails else (Result.UNKNOWN,))
        if found.result is Result.FAILS:
            assert (found.line, found.zone) == (answer.line, answer.zone)
        seen["by ko" if answer.result.by_ko else "fails" if fails else "works"] += 1
        seen["only without ko threats"] += fails and found.result is Result.UNKNOWN
    assert seen["only without ko threats"] < 0.1 * seen["fails"], seen


def test_only_attacks_have_a_refutation() -> None:
    position = Position.from_diagram("X.O\n.O.\nX..", "black")
    with pytest.raises(ValueError, match="refutation: expected a question about an attack"):
        GroupSearch(position, [position.grid.point("A3")], False).refutation()
