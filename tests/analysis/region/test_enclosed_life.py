"""Life in enclosed areas: diagrams with known answers, the plain search on random rooms, and laws that always hold."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE, Color, Position, unconditional_life
from analysis.region.enclosed_area import find_area
from analysis.region.enclosed_life import EnclosedLife, LifeVerdict, OutOfBudget, solve_enclosed_life
from analysis.region.search_budget import Budget
from tests.analysis.region.plain import PASS, random_room
from tests.analysis.region.plain_life import PlainLife
from tests.positions import SHARED

SEEDS = st.integers(0, 2**32 - 1)
PROBLEMS = SHARED / "data" / "problems.jsonl"
RANK = [LifeVerdict.DEAD, LifeVerdict.KO, LifeVerdict.SEKI, LifeVerdict.ALIVE]


def stones_of(position: Position, color: Color) -> list[int]:
    return [point for point in range(position.grid.area) if position.stones[point] == color]


# -- diagrams -------------------------------------------------------------------------------------------------------

CORNER_SIX = "...XO.\n...XO.\nXXXXO.\n{}OO.\nOOOO..\n......"
BENT_FOUR = "OO.XO.\nOXXXO.\n.XOOO.\nXXO...\nOOO...\n......"

# name, diagram, a stone of the target, to move, verdict, good moves, whom a ko favours; textbook shapes
TABLE: list[tuple[str, str, str, str, str, str, str]] = [
    ("three in a row, owner first", "...XO\nXXXXO\nOOOOO\n.....", "A3", "B", "alive", "B4", ""),
    ("three in a row, attacker first", "...XO\nXXXXO\nOOOOO\n.....", "A3", "W", "dead", "B4", ""),
    ("four in a row live by miai", "....XO\nXXXXXO\nOOOOOO\n......", "A3", "W", "alive", "", ""),
    ("two eyes: filling one is no good move", ".X.XO\nXXXXO\nOOOOO\n.....", "A3", "B", "alive", "pass", ""),
    ("one eye", ".XXO\nXXOO\nOOO.\n....", "A3", "B", "dead", "", ""),
    ("the square four is dead, whoever begins", "..XO\n..XO\nXXXO\nOOOO\n....", "A3", "B", "dead", "", ""),
    ("2x3 in the corner, no liberty outside", CORNER_SIX.format("OOO"), "A4", "W", "dead", "B5", ""),
    ("2x3 in the corner, one liberty: a ko", CORNER_SIX.format(".OO"), "A4", "W", "ko", "B6", "W"),
    ("2x3 in the corner, two liberties", CORNER_SIX.format("..O"), "A4", "W", "alive", "", ""),
    ("bent four in the corner: White may start a ko, Black may not", BENT_FOUR, "D6", "W", "ko", "C6 A4", "W"),
    ("bent four in the corner, Black to move", BENT_FOUR, "D6", "B", "ko", "pass", "W"),
]


@pytest.mark.parametrize(("name", "diagram", "stone", "to_move", "verdict", "good", "favours"), TABLE)
def test_known_shapes(
    name: str, diagram: str, stone: str, to_move: str, verdict: str, good: str, favours: str
) -> None:
    position = Position.from_diagram(diagram, to_move)
    found = solve_enclosed_life(position, position.grid.point(stone))
    assert (found.verdict, " ".join(map(position.grid.vertex, found.good_moves))) == (verdict, good)
    assert favours == ("" if found.favours is None else found.favours.letter)
    assert not found.endless
    check_line(position, found)


KOS = [
    ("bent four: one threat ignored, and Black is gone", BENT_FOUR, "D6", "W", 1),
    ("2x3 in the corner, one liberty: one threat is not enough", CORNER_SIX.format(".OO"), "A4", "W", 2),
    ("Black takes first, and connects", ".O.XO.\nO..XO.\nXXXXO.\nOOOOO.\n......", "A3", "B", 1),
]


@pytest.mark.parametrize(("name", "diagram", "stone", "to_move", "threats"), KOS)
def test_how_many_threats_to_ignore(name: str, diagram: str, stone: str, to_move: str, threats: int) -> None:
    position = Position.from_diagram(diagram, to_move)
    assert solve_enclosed_life(position, position.grid.point(stone)).to_ignore == threats


def problems() -> list[dict[str, Any]]:
    if not PROBLEMS.exists():
        return []
    rows = [json.loads(line) for line in PROBLEMS.read_text().splitlines()]
    return [row for row in rows if row["kind"] == "ld" and row.get("verified") is not False and "disputed" not in row]


@pytest.mark.skipif(not PROBLEMS.exists(), reason="the shared data are not here")
def test_the_problem_file_is_complete() -> None:
    assert len(problems()) == 42


@pytest.mark.parametrize("row", problems(), ids=lambda row: row["id"])
def test_problems(row: dict[str, Any]) -> None:
    """Life includes seki in these problems; a good move is one that succeeds if there are no threats elsewhere.

    A + is an empty point that nobody fills: it lies outside the region.
    """
    position = Position.from_diagram("\n".join(row["rows"]).replace("+", "."), "B" if row["side"] == "X" else "W")
    target, region, good = ([at(position, name) for name in row[key]] for key in ("target", "region", "good_moves"))
    found = solve_enclosed_life(position, target, region, seki_is_life=True)
    assert found.verdict == row["expected"]
    assert sorted({*found.good_moves, *found.ko_moves}) == sorted(good)
    if not found.area.outside_liberties:
        check_line(position, found)


def at(position: Position, name: str) -> int:
    """Return the point named by two letters as in SGF."""
    return PASS if name == "pass" else position.grid.at(ord(name[1]) - ord("a"), ord(name[0]) - ord("a"))


def check_line(position: Position, found: EnclosedLife) -> None:
    """Check that the line is legal, alternates, and ends as the verdict says."""
    for mover, point in found.line:
        assert mover is position.to_move
        position = position.play(point)
    standing = [point for point in found.area.target if position.stones[point] == found.area.owner]
    alive = unconditional_life(position).alive
    gone = found.verdict is LifeVerdict.DEAD or (
        found.verdict is LifeVerdict.KO and found.favours is not found.area.owner
    )
    assert bool(standing) is not gone
    if found.verdict is LifeVerdict.ALIVE and not found.endless:
        assert any(alive[point] for point in standing) or [point for _, point in found.line[-2:]] == [PASS, PASS]


# -- the plain search -----------------------------------------------------------------------------------------------


def room_question(rng: random.Random, most: int) -> tuple[Position, int] | None:
    """Return a position with a room of up to `most` points within living walls, and a stone in it not yet alive."""
    room, board = random_room(rng, most, loose=False)
    position = room.position(board).with_to_move(rng.choice([BLACK, WHITE]))
    inside = [p for p, stone in zip(room.flat(range(len(board))), board, strict=True) if stone != "."]
    alive = unconditional_life(position).alive
    stones = [point for point in inside if not alive[point]]
    return (position, rng.choice(stones)) if stones else None


def random_space(rng: random.Random) -> list[str]:
    height, width = rng.choice([(1, 4), (1, 5), (2, 2), (2, 3), (2, 3), (3, 2), (3, 3)])
    return ["".join(rng.choice(rng.choice(["..O", "...OX"])) for _ in range(width)) for _ in range(height)]


def corner(space: list[str], liberties: int, to_move: str) -> Position:
    """Return a corner with these points, a black chain around it with so many liberties outside, White around that.

    Raises ValueError if a stone has no liberty.
    """
    width = len(space[0])
    rows = [row + "XO." for row in space] + ["X" * (width + 1) + "O."]
    rows += ["." * liberties + "O" * (width + 2 - liberties) + ".", "O" * (width + 2) + ".", "." * (width + 3)]
    return Position.from_diagram("\n".join(rows), to_move)


def corner_question(rng: random.Random, most: int) -> tuple[Position, int] | None:
    """Return a random corner, turned randomly, and its chain; None if too large or if a stone has no liberty."""
    space = random_space(rng)
    try:
        position = corner(space, rng.choice([0, 0, 1, 2]), rng.choice("BW"))
    except ValueError:
        return None
    turn = rng.randrange(len(position.grid.symmetries))
    target = int(position.grid.symmetries[turn][position.grid.at(len(space), 0)])
    position = position.transformed(turn)
    return (position, target) if len(find_area(position, target).playable) <= most else None


def assert_agrees(position: Position, target: int) -> EnclosedLife:
    found = solve_enclosed_life(position, target)
    plain = PlainLife(position, found.area)
    verdict, favours = plain.fate(plain.start)
    assert (found.verdict, [*found.good_moves], [*found.ko_moves]) == (verdict, *plain.moves())
    if verdict is LifeVerdict.KO:
        assert (found.favours is found.area.owner) is (favours == "owner")
        assert found.to_ignore == plain.to_ignore()
    assert found.endless is plain.endless()
    check_line(position, found)
    return found


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.booleans())
@example(seed=35286, corner=True)  # a stone that stands by the same two eyes as the target
def test_agreement_with_the_plain_search(seed: int, corner: bool) -> None:
    question = (corner_question if corner else room_question)(random.Random(seed), 5)
    if question is not None:
        assert_agrees(*question)


@pytest.mark.slow
def test_agreement_with_the_plain_search_on_many_boards() -> None:
    rng = random.Random(20260)
    seen = dict.fromkeys(LifeVerdict, 0)
    for number in range(600):
        ask = room_question if number % 4 == 0 else corner_question
        question = ask(rng, 7 if number % 50 == 0 else 6 if number % 5 == 0 else 5)
        if question is not None:
            seen[assert_agrees(*question).verdict] += 1
    assert all(seen.values()), seen


# -- laws -----------------------------------------------------------------------------------------------------------


def some_question(rng: random.Random) -> tuple[Position, int]:
    while True:
        question = rng.choice([corner_question, room_question])(rng, 9)
        if question is not None:
            return question


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_verdicts_are_invariant_under_symmetry_and_exchanged_colours(seed: int) -> None:
    rng = random.Random(seed)
    position, target = some_question(rng)
    found = solve_enclosed_life(position, target)
    number = rng.randrange(len(position.grid.symmetries))
    turn = position.grid.symmetries[number]
    turned = solve_enclosed_life(position.transformed(number), int(turn[target]))
    swapped = solve_enclosed_life(position.colours_swapped(), target)
    for other, sign in ((turned, 1), (swapped, -1)):
        assert (other.verdict, other.to_ignore, other.endless) == (found.verdict, found.to_ignore, found.endless)
        assert (other.favours, other.states) == (found.favours and Color(sign * found.favours), found.states)
    assert (swapped.good_moves, swapped.ko_moves) == (found.good_moves, found.ko_moves)
    for mine, theirs in ((found.good_moves, turned.good_moves), (found.ko_moves, turned.ko_moves)):
        assert sorted(point if point == PASS else int(turn[point]) for point in mine) == sorted(theirs)


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_moving_first_is_never_worse(seed: int) -> None:
    position, target = some_question(random.Random(seed))
    first, second = (
        solve_enclosed_life(position, target, to_move=Color(sign * position.stones[target])) for sign in (1, -1)
    )
    assert RANK.index(first.verdict) >= RANK.index(second.verdict)
    assert first.area == second.area


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_a_good_move_keeps_the_verdict_and_no_other_does(seed: int) -> None:
    position, target = some_question(random.Random(seed))
    found = solve_enclosed_life(position, target)
    worst = LifeVerdict.DEAD if position.to_move == position.stones[target] else LifeVerdict.ALIVE
    for point in found.area.playable:
        if not position.is_legal(point):
            continue
        after = position.play(point)
        if not any(after.stones[stone] for stone in found.area.target):
            kept = found.verdict is LifeVerdict.DEAD
        else:
            stone = next(stone for stone in found.area.target if after.stones[stone])
            then = solve_enclosed_life(after, stone, [*found.area.playable])
            kept = (then.verdict, then.favours) == (found.verdict, found.favours)
        assert (point in found.good_moves) is (kept and found.verdict is not worst), position.grid.vertex(point)


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_seki_counts_as_life_on_request(seed: int) -> None:
    position, target = some_question(random.Random(seed))
    found, merged = solve_enclosed_life(position, target), solve_enclosed_life(position, target, seki_is_life=True)
    assert merged.verdict is (LifeVerdict.ALIVE if found.verdict is LifeVerdict.SEKI else found.verdict)
    assert found.verdict is LifeVerdict.SEKI or {*found.good_moves} <= {*merged.good_moves}


# the eye space in the corner, and the verdict with the attacker to move, by the number of liberties outside
LIBERTIES = [
    (["..", ".."], "dead dead dead"),
    (["...", "..."], "dead ko alive"),
    (["....", "...."], "seki alive alive"),
    (["...", "..X"], "dead dead dead"),
]


@pytest.mark.parametrize(("space", "verdicts"), LIBERTIES, ids=lambda value: "/".join(value))
def test_liberties_outside_help_the_owner(space: list[str], verdicts: str) -> None:
    for liberties, verdict in enumerate(verdicts.split()):
        position = corner(space, liberties, "W")
        assert solve_enclosed_life(position, position.grid.at(len(space), 0)).verdict == verdict


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from("BW"))
def test_liberties_outside_never_hurt_the_owner(seed: int, to_move: str) -> None:
    space = random_space(random.Random(seed))
    last = -1
    for liberties in range(3):
        try:
            position = corner(space, liberties, to_move)
        except ValueError:
            continue
        rank = RANK.index(solve_enclosed_life(position, position.grid.at(len(space), 0)).verdict)
        assert rank >= last
        last = rank


# -- several chains, the ko point, the budget -----------------------------------------------------------------------


def test_several_chains_live_as_long_as_one_does() -> None:
    position = Position.from_diagram(".X.XO\nX.XXO\nXXOOO\nOOO..", "W")
    points = stones_of(position, BLACK)
    both, one = solve_enclosed_life(position, points), solve_enclosed_life(position, position.grid.point("A3"))
    assert both.verdict is one.verdict is LifeVerdict.ALIVE


def test_one_move_leads_to_the_verdict_whatever_ko_threats_there_are() -> None:
    """White may live by B6 if Black has no ko threats; A8 makes seki even if it has."""
    rows = ".OOOX.... ..OXX.... .XOX..... X.OX..... OOOX..... XXOX..... XXXX..... ......... ........."
    position = Position.from_diagram("\n".join(rows.split()), "W")
    found = solve_enclosed_life(position, position.grid.point("C9"))
    assert found.verdict is LifeVerdict.SEKI
    assert position.grid.vertices(found.good_moves) == "A8"


def test_the_ko_point_is_forbidden() -> None:
    rows = ".XO.\nXO.O\n.XO.\n...."
    taken = Position.from_diagram(rows, "B").play(Position.from_diagram(rows).grid.point("C3"))
    assert taken.ko != PASS
    target = taken.grid.point("C3")
    found = solve_enclosed_life(taken, target, [taken.ko, target])
    assert taken.ko not in found.good_moves


def test_the_budget_is_respected() -> None:
    position = Position.from_diagram(CORNER_SIX.format("..O"), "W")
    with pytest.raises(OutOfBudget, match="100 allowed"):
        solve_enclosed_life(position, position.grid.point("A4"), budget=Budget(nodes=100))
    budget = Budget(nodes=10**6)
    assert solve_enclosed_life(position, position.grid.point("A4"), budget=budget).states == budget.used


# -- size -----------------------------------------------------------------------------------------------------------

# points to play on, diagram
LARGE = [
    (9, "...XO.\n...XO.\n...XO.\nXXXXO.\nOOOOO.\n......"),
    (12, "....XO.\n....XO.\n....XO.\nXXXXXO.\nOOOOOO.\n......."),
    (12, "....XO.\n.OO.XO.\n....XO.\nXXXXXO.\nOOOOOO.\n......."),
    (12, "............O\nXXXXXXXXXXXXO\nOOOOOOOOOOOOO\n............."),
]


@pytest.mark.slow
@pytest.mark.parametrize(("points", "diagram"), LARGE)
def test_larger_regions(points: int, diagram: str) -> None:
    for to_move in "BW":
        position = Position.from_diagram(diagram, to_move)
        found = solve_enclosed_life(position, stones_of(position, BLACK)[0])
        assert len(found.area.playable) == points
        check_line(position, found)
