"""Local games without turns, against the published boards and against a plain tree of whole positions."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest

from analysis.board import BLACK, WHITE, Scoring
from analysis.search.budget import Budget, OutOfBudget
from analysis.search.local_diagram import parse_local
from analysis.search.question import State
from analysis.search.tree import LocalTree, LoopError, local_tree
from analysis.values import ZERO, format_value, mean, number, parse, temperature, thermograph
from tests.analysis.search.plain_tree import PlainTree
from tests.positions import SHARED

FACTS = SHARED / "data" / "facts.json"


def tree(text: str, scoring: Scoring = Scoring.TERRITORY) -> LocalTree:
    diagram = parse_local(text)
    return local_tree(diagram.region, diagram.start, scoring)


def boards() -> list[dict[str, Any]]:
    """FACTS Table B."""
    return json.loads(FACTS.read_text(encoding="utf-8"))["boards"] if FACTS.is_file() else []


@pytest.mark.skipif(not FACTS.is_file(), reason="../shared/data is not there")
def test_there_are_boards() -> None:
    assert len(boards()) == 51


@pytest.mark.parametrize("row", boards(), ids=lambda row: str(row["name"]))
def test_published_boards(row: dict[str, Any]) -> None:
    found = tree("/".join(row["board"]))
    value = found.value()
    assert (mean(value), temperature(value)) == (Fraction(row["mean"]), Fraction(row["temp"]))
    assert (value.left_stop, value.right_stop) == (Fraction(row["lstop"]), Fraction(row["rstop"]))
    if " " not in row["value"] and row["value"] != "(long)":
        assert value is parse(row["value"])
    assert bool(found.loops) == bool(row["loops"])


def random_diagram(rng: random.Random, most: int) -> str:
    """Up to so many points in a row or two, walls of random colours around."""
    while True:
        height = rng.choice([1, 1, 2])
        width = rng.randint(1, most // height)
        wall = [[rng.choice("XXOO#") for _ in range(width + 2)] for _ in range(height + 2)]
        for row in range(1, height + 1):
            for col in range(1, width + 1):
                wall[row][col] = rng.choice("...xo")
        text = "/".join("".join(row) for row in wall)
        if not {"X", "O"} & set(text):
            continue
        if PlainTree(text).is_legal():
            return text


@pytest.mark.parametrize("seed", range(150))
def test_as_the_plain_tree(seed: int) -> None:
    text = random_diagram(random.Random(seed), 5)
    plain, found = PlainTree(text), tree(text)
    if not plain.loops:
        assert found.value() is plain.territory()[plain.start], text
        assert not found.loops
        return
    # of kos the plain tree says less: it knows of no parts, nor when a ko no longer matters to one of them
    low, high = found.bounds()
    assert plain.territory("X")[plain.start] <= low <= high <= plain.territory("O")[plain.start], text
    if low is not high:
        with pytest.raises(LoopError, match="the value depends on a ko: it is between"):
            found.value()


@pytest.mark.parametrize("seed", range(150))
def test_area_as_the_plain_tree(seed: int) -> None:
    text = random_diagram(random.Random(1000 + seed), 5)
    plain = PlainTree(text)
    if not plain.loops:
        ours, wanted = thermograph(tree(text, Scoring.AREA).value()), thermograph(plain.area())
        assert (ours.points_from_zero(), ours.temperature) == (wanted.points_from_zero(), wanted.temperature), text


@pytest.mark.parametrize("seed", range(60))
def test_moves_are_the_options_of_the_value(seed: int) -> None:
    found = tree(random_diagram(random.Random(seed), 6))
    low, high = found.bounds()
    if low is not high or found.loops:
        return
    from analysis.values import game

    after = {color: [found.value(option) for option in found.moves(color).values()] for color in (BLACK, WHITE)}
    if low.number is None:
        assert game(after[BLACK], after[WHITE]) is low


@pytest.mark.parametrize("seed", range(60))
def test_colours_reversed_and_the_board_turned(seed: int) -> None:
    text = random_diagram(random.Random(seed), 6)
    low, high = tree(text).bounds()
    reversed_ = text.translate(str.maketrans("XOxo", "OXox"))
    assert tree(reversed_).bounds() == (-high, -low)
    rows = text.split("/")
    assert tree("/".join(map("".join, zip(*rows, strict=True)))).bounds() == (low, high)
    assert tree("/".join(rows[::-1])).bounds() == (low, high)


@pytest.mark.parametrize(("text", "scoring", "value", "why"), [
    ("#X#/O.X/#X#", Scoring.TERRITORY, "*", "a point that either may take: dame"),
    ("#X#/O.X/#X#", Scoring.AREA, "{1|-1}", "the same is worth a point in area"),
    ("#XX#/O..O/#XX#", Scoring.TERRITORY, "0", "whoever moves first gains nothing"),
    ("X.X/XXX", Scoring.TERRITORY, "1", "an eye"),
    ("X.X/XXX", Scoring.AREA, "1", "an eye"),
    ("#XX#/O.oX/#XX#", Scoring.TERRITORY, "{2|0}", "FACTS Table B"),
])
def test_by_hand(text: str, scoring: Scoring, value: str, why: str) -> None:
    assert tree(text, scoring).value() is parse(value), why


def test_a_ko_is_reported() -> None:
    """A stone that either may take back: worth 1/3 on average, and no game without cycles."""
    found = tree("#OX#/O.oX/#OX#")
    assert found.loops
    with pytest.raises(LoopError) as error:
        found.value()
    low, high = found.bounds()
    assert (error.value.low, error.value.high) == (low, high)
    assert low <= high
    assert format_value(low) in str(error.value)


def test_a_spent_budget() -> None:
    diagram = parse_local("#XXXXX#/O.....X/X.....X/#XXXXX#")
    with pytest.raises(OutOfBudget):
        local_tree(diagram.region, diagram.start, budget=Budget(nodes=20))


@pytest.mark.parametrize(("text", "message"), [
    ("", "at least one row"),
    ("XX/X", "all rows must be as long as the first, 2, got 'X'"),
    ("X?X", "a local diagram consists of XOxo.#, got '\\?'"),
    ("XOX", "has 1 to 64 points with `.`, x or o, got 0"),
])
def test_bad_diagrams(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_local(text)


def test_bad_states() -> None:
    region = parse_local("X..O").region
    for state in (State(0b1, 0b1), State(0b100, 0)):
        with pytest.raises(ValueError, match="stone"):
            local_tree(region, state)


def test_a_settled_region_is_a_number() -> None:
    assert tree("XXXX/X..X/XXXX").value() is number(2)
    assert tree("#OO#/O..O/#OO#").value() is number(-2)
    assert tree("O.O/OOO").moves(BLACK) == {}
    assert tree("#X#/O.O/#X#").value() is not ZERO
