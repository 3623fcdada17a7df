"""The local judge: diagrams with known answers, the plain search on random rooms, and laws that hold everywhere."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, EMPTY, WHITE, Color, Position, unconditional
from analysis.search.budget import Budget
from analysis.search.graph import KoRule
from analysis.search.judge_area import Area, find_area
from analysis.search.local import Judgement, OutOfBudget, Verdict, judge
from tests.analysis.search.plain import COLOR, PASS, Node, Room, Search, random_room
from tests.positions import SHARED

SEEDS = st.integers(0, 2**32 - 1)
PROBLEMS = SHARED / "data" / "problems.jsonl"
RANK = [Verdict.DEAD, Verdict.KO, Verdict.SEKI, Verdict.ALIVE]


def names(position: Position, points: tuple[int, ...]) -> list[str]:
    return [position.grid.vertex(point) for point in points]


def stones_of(position: Position, color: Color) -> list[int]:
    return [point for point in range(position.grid.area) if position.stones[point] == color]


# -- diagrams -------------------------------------------------------------------------------------------------------

CORNER_SIX = "...XO.\n...XO.\nXXXXO.\n{}OO.\nOOOO..\n......"
BENT_FOUR = "OO.XO.\nOXXXO.\n.XOOO.\nXXO...\nOOO...\n......"

# name, diagram, a stone of the target, to move, verdict, good moves, who has his way in a ko; textbook shapes
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
    found = judge(position, position.grid.point(stone))
    assert (found.verdict, " ".join(names(position, found.good_moves))) == (verdict, good)
    assert favours == ("" if found.favours is None else found.favours.letter)
    assert not found.endless
    check_line(position, found)


def problems() -> list[dict[str, Any]]:
    if not PROBLEMS.exists():
        return []
    rows = [json.loads(line) for line in PROBLEMS.read_text().splitlines()]
    return [row for row in rows if row["kind"] == "ld" and row.get("verified") is not False and "disputed" not in row]


@pytest.mark.skipif(not PROBLEMS.exists(), reason="the shared data are not here")
def test_there_are_problems() -> None:
    assert len(problems()) == 42


@pytest.mark.parametrize("row", problems(), ids=lambda row: row["id"])
def test_problems(row: dict[str, Any]) -> None:
    """Life there includes seki; a good move is one that succeeds if there are no threats elsewhere.

    A + is an empty point that nobody fills: it lies outside the region.
    """
    position = Position.from_diagram("\n".join(row["rows"]).replace("+", "."), "B" if row["side"] == "X" else "W")
    target, region, good = ([at(position, name) for name in row[key]] for key in ("target", "region", "good_moves"))
    found = judge(position, target, region, seki_is_life=True)
    assert found.verdict == row["expected"]
    assert sorted({*found.good_moves, *found.ko_moves}) == sorted(good)
    if not found.area.kept:
        check_line(position, found)


def at(position: Position, name: str) -> int:
    """Letters as in SGF."""
    return PASS if name == "pass" else position.grid.at(ord(name[1]) - ord("a"), ord(name[0]) - ord("a"))


def check_line(position: Position, found: Judgement) -> None:
    """The line is played by the rules, in turn, and ends as the verdict says."""
    for mover, point in found.line:
        assert mover is position.to_move
        position = position.play(point)
    standing = [point for point in found.area.target if position.stones[point] == found.area.owner]
    alive = unconditional(position).alive
    gone = found.verdict is Verdict.DEAD or (found.verdict is Verdict.KO and found.favours is not found.area.owner)
    assert bool(standing) is not gone
    if found.verdict is Verdict.ALIVE and not found.endless:
        assert any(alive[point] for point in standing) or [point for _, point in found.line[-2:]] == [PASS, PASS]


# -- the plain search -----------------------------------------------------------------------------------------------


class Plain:
    """The judge's definitions, word for word, on the values of the plain search."""

    def __init__(self, position: Position, area: Area) -> None:
        width = position.grid.width
        points = sorted({*area.playable, *area.loose, *area.target})
        around = tuple(
            (divmod(point, width), "X" if stone > 0 else "O")
            for point, stone in enumerate(position.stones) if stone != EMPTY and point not in points
        )
        barred = frozenset(i for i, point in enumerate(points) if point not in area.playable)
        self.points, self.owner = points, "X" if area.owner is BLACK else "O"
        room = Room((position.grid.height, width), tuple(divmod(p, width) for p in points), around, barred)
        target = frozenset(points.index(point) for point in area.target)
        unbound = [KoRule.BLACK_UNBOUND, KoRule.WHITE_UNBOUND]
        mine, theirs = unbound if self.owner == "X" else unbound[::-1]
        self.searches = [
            Search(room, ko=rule, target=target, owner=self.owner) for rule in (KoRule.SIMPLE, mine, theirs)
        ]
        board = "".join({0: ".", 1: "X", -1: "O"}[int(position.stones[point])] for point in points)
        ko = points.index(position.ko) if position.ko in points else -1
        self.start = Node(board, "X" if position.to_move is BLACK else "O", ko)
        self.known: list[dict[Node, tuple[int, int]]] = [{}, {}, {}]

    def value(self, number: int, node: Node) -> int:
        """To the owner, endless play being worth nothing."""
        known = self.known[number]
        if node not in known:
            known |= self.searches[number].values(node)
        low, high = known[node]
        return max(low, min(0, high)) * (1 if self.owner == "X" else -1)

    def fate(self, node: Node) -> tuple[Verdict, str]:
        """The verdict, and who has his way if nobody has a threat."""
        plain, helped, pressed = (self.value(number, node) for number in range(3))
        if helped < 0:
            return Verdict.DEAD, "attacker"
        if pressed < 0:
            return Verdict.KO, "attacker" if plain < 0 else "owner"
        return (Verdict.ALIVE if plain > 0 else Verdict.SEKI), "owner"

    def moves(self) -> tuple[list[int], list[int]]:
        """Good moves, and those that are if no ko goes wrong."""
        verdict, favours = self.fate(self.start)
        if verdict is (Verdict.DEAD if self.start.side == self.owner else Verdict.ALIVE):
            return [], []
        good, ko = [], []
        for move, after in self.searches[0].moves(self.start).items():
            assert after is not None
            passed = move == PASS and self.start.side == self.owner
            fate = self.fate(after._replace(passed=False) if passed else after)
            point = move if move == PASS else self.points[move]
            good += [point] * (fate == (verdict, favours))
            ko += [point] * (fate == (Verdict.KO, favours))
        return good, ko


def room_question(rng: random.Random, most: int) -> tuple[Position, int] | None:
    """A position with a room of up to so many points between living walls, and a stone in it that does not stand yet."""
    room, board = random_room(rng, most, loose=False)
    position = room.position(board).with_to_move(rng.choice([BLACK, WHITE]))
    inside = [p for p, stone in zip(room.flat(range(len(board))), board, strict=True) if stone != "."]
    alive = unconditional(position).alive
    stones = [point for point in inside if not alive[point]]
    return (position, rng.choice(stones)) if stones else None


def corner_question(rng: random.Random, most: int) -> tuple[Position, int] | None:
    """A corner that a chain walls off, stones in it, up to two liberties outside, and enemies around.

    None if there are more than so many points to play on, or a stone without liberty.
    """
    height, width = rng.choice([(1, 4), (1, 5), (2, 2), (2, 3), (2, 3), (3, 2), (3, 3)])
    rows = ["".join(rng.choice(rng.choice(["..O", "...OX"])) for _ in range(width)) + "XO." for _ in range(height)]
    outside = rng.choice([0, 0, 1, 2])
    rows += ["X" * (width + 1) + "O.", "." * outside + "O" * (width + 1 - outside) + "O.", "O" * (width + 2) + "."]
    try:
        position = Position.from_diagram("\n".join([*rows, "." * (width + 3)]), rng.choice("BW"))
    except ValueError:
        return None
    turn = rng.randrange(len(position.grid.symmetries))
    target = int(position.grid.symmetries[turn][position.grid.at(height, 0)])
    position = position.transformed(turn)
    return (position, target) if len(find_area(position, target).playable) <= most else None


def assert_agrees(position: Position, target: int) -> Judgement:
    found = judge(position, target)
    plain = Plain(position, found.area)
    verdict, favours = plain.fate(plain.start)
    assert (found.verdict, [*found.good_moves], [*found.ko_moves]) == (verdict, *plain.moves())
    if verdict is Verdict.KO:
        assert (found.favours is found.area.owner) is (favours == "owner")
    check_line(position, found)
    return found


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.booleans())
def test_as_the_plain_search(seed: int, corner: bool) -> None:
    question = (corner_question if corner else room_question)(random.Random(seed), 5)
    if question is not None:
        assert_agrees(*question)


@pytest.mark.slow
def test_as_the_plain_search_on_many_boards() -> None:
    rng = random.Random(20260)
    seen = dict.fromkeys(Verdict, 0)
    for number in range(600):
        ask = room_question if number % 4 == 0 else corner_question
        question = ask(rng, 7 if number % 50 == 0 else 6 if number % 5 == 0 else 5)
        if question is not None:
            seen[assert_agrees(*question).verdict] += 1
    assert all(seen.values()), seen
