"""Captures read by the local search: diagrams, exhaustive search, ladders, zones, kos."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from analysis.board import BLACK, NO_POINT, WHITE, Color, Position
from analysis.board.position import IllegalMove
from analysis.reading import Evidence, Result, attack, defend
from analysis.reading.local_search import Question, _Reading
from tests.analysis.status.capture.test_capture_reader import (
    TABLE,
    first_move,
    is_captured,
    sample_chains,
    small_boards,
)
from tests.analysis.status.capture.test_ladders import LadderSearch, NotSimple, chains_in_danger

OTHERS = {
    "thrown in to shorten liberties (composed)": (Result.WORKS, "A5 B5 B3"),
    "ko, to be taken at once by either (composed)": (Result.WORKS, "A3"),
}
"""Where the answer differs from the table's: more first moves work; the chain dies even if its owner retakes and
connects, against any number of ko threats but an endless one.
"""


@pytest.mark.parametrize(
    ("name", "board", "chain", "first", "moves", "second", "saving"), TABLE, ids=[row[0] for row in TABLE]
)
def test_diagrams(
    name: str, board: str, chain: str, first: Result, moves: str, second: Result | None, saving: str
) -> None:
    position = Position.from_diagram(board)
    point = position.grid.point(chain)
    first, moves = OTHERS.get(name, (first, moves))
    found = attack(position, point, nodes=20_000)
    assert found.result is first
    assert first_move(position, found) in moves.split()
    if second is not None:
        found = defend(position, point, nodes=20_000)
        assert found.result is second
        assert not saving or first_move(position, found) in saving.split()


SNAPBACK = ".....\nOO...\nXXO..\nO.O.."
KO = ".XXOOO.\n.X.XO..\nXX.XO..\n..XO.OO\n.XXXOO.\n...XO..\n..XXO.O"
UNDERMINED = "\n".join([  # GNU Go's reading suite, 94: White takes at D1 and starts a ko that threatens the wall
    ".........", ".........", "...XXX...", "XXXX.X...", "XOOOOX...", "XOXXXOOO.", ".OX.XO.OO", "OOXXOOO.O", ".OX.XXOO.",
])  # fmt: skip


def test_taking_a_stone_in_a_snapback_is_no_capture() -> None:
    position = Position.from_diagram(SNAPBACK)
    assert attack(position, position.grid.point("A1")).result is Result.FAILS


def test_a_ko_is_decided_by_one_threat() -> None:
    position = Position.from_diagram(KO)
    found = attack(position, position.grid.point("D4"))
    assert (found.result, found.move, found.threats) == (Result.KO_FIRST, position.grid.point("E4"), 1)
    assert found.finished


def test_an_endless_ko_is_a_repetition() -> None:
    """It is seen where it repeats, not by the length of the line; with any number of threats it saves nothing."""
    position = Position.from_diagram(next(row[1] for row in TABLE if row[0].startswith("ko, to be taken")))
    point = position.grid.point("A4")
    owner = Color(int(position.stones[point]))
    reading = _Reading(position, Question(owner.opponent, owner.opponent, point, 100_000, 20, False))
    outcome = reading.search(0, reading.endless)
    assert outcome.proved is False
    assert not outcome.short
    assert reading.nodes < 100
    assert [reading.search(0, threats).proved for threats in range(4)] == [True] * 4


def test_a_ko_may_undermine_the_wall_around_a_chain() -> None:
    position = Position.from_diagram(UNDERMINED)
    found = defend(position, position.grid.point("B5"))
    assert (found.result, found.move) == (Result.KO_FIRST, position.grid.point("D1"))


def check_small_boards(count: int, seed: int) -> Counter[str]:
    """Compare with exhaustive search; what is proved must be true, and lost stones must be lost whatever the kos."""
    seen = Counter[str]()
    boards = small_boards(seed)
    for _ in range(count):
        region, position, point = next(boards)
        for attacking, ask, falls in ((True, attack, Result.WORKS), (False, defend, Result.FAILS)):
            truth = is_captured(region, position, point, attacking)
            if truth is None:
                continue
            found = ask(position, point, nodes=20_000, escape=20)
            said = found.result is falls
            if said and (not attacking or found.evidence is Evidence.PROVED):
                assert truth, (position.diagram(), position.grid.vertex(point), found)
            seen[f"{'falls' if said else 'stands'} {'falls' if truth else 'stands'}"] += 1
    return seen


@pytest.mark.parametrize(("boards", "least"), [(500, 20), pytest.param(6000, 250, marks=pytest.mark.slow)])
def test_captured_chains_on_small_boards_cannot_be_saved(boards: int, least: int) -> None:
    seen = check_small_boards(boards, 1)
    assert seen["falls falls"] > least
    assert seen["falls stands"] <= 1 + 0.02 * seen["falls falls"]


def test_ladders_in_real_games() -> None:
    """Against a search written from the rules of Go."""
    seen = Counter[bool]()
    for position, point in chains_in_danger(3):
        if seen.total() == 200:
            break
        found = attack(position, point, ladder=True, nodes=20_000)
        try:
            captured = LadderSearch(point).is_captured(position, Color(int(position.stones[point])))
        except NotSimple:
            continue
        assert found.finished
        assert (found.result is Result.WORKS) == captured, (position.diagram(), position.grid.vertex(point))
        seen[captured] += 1
    assert min(seen[True], seen[False]) > 10


def with_moves_outside(position: Position, zone: frozenset[int], count: int, rng: random.Random) -> Position:
    """Return the position after random legal moves of either side that change no point of the zone."""
    for _ in range(20 * count):
        point, color = rng.randrange(position.grid.area), rng.choice([BLACK, WHITE])
        try:
            after = position.play(point, color)
        except IllegalMove:
            continue
        changed = np.flatnonzero(after.stones != position.stones).tolist()
        if zone.isdisjoint(changed) and after.ko not in zone:
            position, count = after, count - 1
        if not count:
            break
    return position


def test_moves_outside_the_zone_do_not_change_the_result() -> None:
    rng, seen = random.Random(6), Counter[Result]()
    for position, point in sample_chains(150, 5, 4):
        if position.ko != NO_POINT:
            continue
        for ask in (attack, defend):
            found = ask(position, point, nodes=500)
            assert set(position.chain_at(point)) <= found.zone
            for _ in range(3 if found.finished else 0):
                other = with_moves_outside(position, found.zone, rng.randint(1, 6), rng)
                later = ask(other, point, nodes=4000)
                if later.finished and other.ko == NO_POINT:
                    assert later.result is found.result, (position.diagram(), other.diagram())
                    seen[found.result] += 1
    assert min(seen[Result.WORKS], seen[Result.FAILS]) > 50


def test_symmetry_and_colour_swap() -> None:
    for position, point in sample_chains(30, 3):
        for ask in (attack, defend):
            found = ask(position, point, nodes=2000)
            if not found.finished:
                continue
            swapped = ask(position.colours_swapped(), point, nodes=8000)
            assert swapped.result is found.result or not swapped.finished
            for k, image in enumerate(position.grid.symmetries):
                turned = ask(position.transformed(k), int(image[point]), nodes=8000)
                assert turned.result is found.result or not turned.finished, position.diagram()


def test_a_new_search_gives_the_same_answer() -> None:
    for position, point in sample_chains(40, 8):
        for ask in (attack, defend):
            assert ask(position, point) == ask(position, point)


def test_a_budget_of_one_node() -> None:
    for position, point in sample_chains(20, 7):
        for ask in (attack, defend):
            assert 1 <= ask(position, point, nodes=1).nodes <= 9


def test_bad_arguments() -> None:
    position = Position.from_diagram("X..\n...\n..O")
    with pytest.raises(ValueError, match="nodes, escape: expected at least 1, got 0, None"):
        attack(position, 0, nodes=0)
    with pytest.raises(ValueError, match="nodes, escape: expected at least 1, got 5, 0"):
        defend(position, 0, nodes=5, escape=0)
    for point in (1, -1, 9):
        with pytest.raises(ValueError, match=r"point|stone"):
            attack(position, point)
