"""Local games without turns: known boards, a slow search of whole positions, and play with turns."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE, Grid, Position, Scoring
from analysis.region.local_diagram import parse_local
from analysis.region.local_tree import LocalTree, LoopError, Option, local_tree
from analysis.region.region import enclosed
from analysis.region.search_budget import Budget, OutOfBudget
from analysis.region.search_state import State, children
from analysis.region.state_graph import solve_graph
from analysis.values import Value, format_value, mean, parse, temperature, thermograph
from tests.analysis.region.plain_tree import PlainTree

SEEDS = st.integers(0, 2**32 - 1)
FACTS = Path(__file__).parents[4] / "shared" / "data" / "facts.json"


def tree_of(text: str, scoring: Scoring = Scoring.TERRITORY) -> LocalTree:
    local = parse_local(text)
    return local_tree(local.region, local.start, scoring)


def random_diagram(rng: random.Random, points: int) -> str:
    """Return a region of so many points in a 7x7 board, some with stones; the walls change colour along a line."""
    row, column = rng.choice([(rng.randrange(2, 5), rng.randrange(2, 5)), (0, rng.randrange(7))])
    room, width = {(row, column)}, rng.random() / 2
    while len(room) < points:
        row, column = rng.choice(sorted(room))
        row, column = rng.choice([(row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)])
        near = {(row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)} & room
        if 0 <= row < 7 and 0 <= column < 7 and (len(near) > 1 or rng.random() < width):
            room.add((row, column))
    stones = rng.choice([0, 0.3, 0.5])
    slope, tilt, shift = rng.gauss(0, 1), rng.gauss(0, 1), rng.gauss(0, 2)

    def letter(row: int, column: int) -> str:
        if (row, column) in room:
            return rng.choice("xo") if rng.random() < stones else "."
        return "XO"[slope * (row - 3) + tilt * (column - 3) + shift < 0] if rng.random() < 0.9 else rng.choice("XO")

    return "/".join("".join(letter(row, column) for column in range(7)) for row in range(7))


# -- known values ------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not FACTS.exists(), reason="no facts.json beside the project")
def test_every_board_of_the_fact_file() -> None:
    rows = json.loads(FACTS.read_text())["boards"]
    assert len(rows) > 50
    for row in rows:
        name = row["name"]
        tree = tree_of("/".join(row["board"]))
        value = tree.value()
        assert not tree.loops, name
        if not row["value"].startswith(("(", "see")):
            assert value is parse(row["value"]), name
        assert [mean(value), temperature(value)] == [mean(parse(row[key])) for key in ("mean", "temp")], name
        assert (str(value.left_stop), str(value.right_stop)) == (row["lstop"], row["rstop"]), name
        area = tree_of("/".join(row["board"]), Scoring.AREA).value()
        assert temperature(area) == (-1 if temperature(value) == -1 else temperature(value) + 1), name


CASES = [
    # (what, board, territory, area)
    ("dame", "#X#/O.X", "*", "{1|-1}"),
    ("two dame", "#XX#/O..O/#XX#", "0", "0"),
    ("own territory", "X...X", "3", "3"),
    ("a dead stone counts two", "X.o.X", "4", "3"),
    ("White's", "O.x.O", "-4", "-3"),
    ("a stone to save", "#XX#/Oo.X/#XX#", "*", "{0|-2}"),
    ("capture or connect", "#XX#/O.oX/#XX#", "{2|0}", "{2|-2}"),
    ("taken off already", "#X#/o.X/#X#", "3", "2"),
    ("a wall inside", ".O.X", "-1*", "{0|-2}"),
    ("one corridor of two", "#XX#/O..X/#XX#", "{1|*}", "{2|{0|-2}}"),
    ("a snapback's bait is dead", "XXXXX/X.o.X/XXXXX", "4", "3"),
    ("two eyes live inside: both count", ".o.oX/ooooX/XXXXX", "-2", "-8"),
    ("no two eyes: dead", "XXXXX/.o.oX/oo.oX/XXXXX", "13", "8"),
    ("seki", "#OO#/OxxO/#..#/XooX/#XX#", "0", "0"),
    ("seki, four stones against two", "#OOOO#/OxxxxO/#.oo.#/##XX##", "0", "2"),
]


@pytest.mark.parametrize(("board", "territory", "area"), [row[1:] for row in CASES], ids=[row[0] for row in CASES])
def test_known_values(board: str, territory: str, area: str) -> None:
    assert format_value(tree_of(board).value()) == format_value(parse(territory))
    assert format_value(tree_of(board, Scoring.AREA).value()) == format_value(parse(area))


@pytest.mark.slow
def test_seki_with_an_eye_each() -> None:
    assert tree_of("##OOO#/#.xxxO/###.##/#.oooX/##XXX#").value() is parse("0")


# -- kos ---------------------------------------------------------------------------------------------------------------


def test_a_ko_is_refused_in_one_line() -> None:
    tree = tree_of("#XO#/Xo.O/#XO#")
    assert len(tree.loops) == 1
    low, high = tree.bounds()
    assert (low, high) == (parse("-1"), parse("{2|0}"))
    with pytest.raises(LoopError, match=r"^the value depends on a ko: it is between -1 and \{2\|0\}$") as error:
        tree.value()
    assert (error.value.low, error.value.high) == (low, high)
    # the parts of the loop lead to each other
    for one, other in permutations(tree.loops[0], 2):
        options = [*tree.options(one, BLACK).values(), *tree.options(one, WHITE).values()]
        assert any(other in option.parts for option in options)


def test_kos_that_do_not_matter() -> None:
    """White may start a ko in Black's area, but does not live by it."""
    tree = tree_of("XX...XX/XXX...X/XXXx.XX/XXO..XX/XXXOXXX")
    assert tree.loops
    assert tree.value() is parse("{8|{7|{6|{5|{1*|0}}}}}")


# -- moves -------------------------------------------------------------------------------------------------------------


def test_options_of_moves() -> None:
    tree = tree_of("#XXX#/O...X/#XXX#")
    black, white = tree.moves(BLACK), tree.moves(WHITE)
    assert {point: format_value(tree.value(option)) for point, option in black.items()} == {0: "2", 1: "1*", 2: "{1|*}"}
    assert {point: format_value(tree.value(option)) for point, option in white.items()} == {
        0: "{1|*}", 1: "{3|*}", 2: "{3|{2|0}}",
    }
    area = tree_of("#XXX#/O...X/#XXX#", Scoring.AREA)
    assert {point: format_value(area.value(option)) for point, option in area.moves(BLACK).items()}[0] == "3"


def test_no_options_where_all_is_settled() -> None:
    tree = tree_of("X.o.X")
    assert tree.start == Option(4, ())
    assert tree.moves(BLACK) == tree.moves(WHITE) == {}
    assert len(tree.parts) == 0


def test_independent_parts_add_up() -> None:
    """Two dame and a corridor of two along one wall: three parts, and options that change one of them."""
    tree = tree_of("#X##X##XX#/O.XO.XO..X/#X##X##XX#")
    assert len(tree.start.parts) == 3
    assert tree.value() is parse("{1|*}")
    assert tree.value(tree.moves(BLACK)[2]) is parse("1*") + parse("*")
    assert all(len(option.parts) in (2, 3) for option in tree.moves(WHITE).values())


@pytest.mark.parametrize("scoring", Scoring)
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_the_options_make_the_value(scoring: Scoring, seed: int) -> None:
    """A board after a move has the value of the option, except for prisoners."""
    local = parse_local(random_diagram(random.Random(seed), 5))
    try:
        tree = local_tree(local.region, local.start, scoring)
    except ValueError:
        return
    for color in (BLACK, WHITE):
        for point, option in tree.moves(color).items():
            after_move = children(local.region, local.start._replace(to_move=color), False)[point]
            assert after_move is not None
            after = local_tree(local.region, after_move, scoring)
            gone = local.start.white & ~after_move.white, local.start.black & ~after_move.black
            taken = gone[0].bit_count() - gone[1].bit_count()
            expected = [bound + (taken if scoring is Scoring.TERRITORY else 0) for bound in after.bounds()]
            low, high = tree.bounds(option)
            if low is high and expected[0] is expected[1]:
                assert low is expected[0]
            if scoring is Scoring.TERRITORY:
                assert low <= expected[1]
                assert expected[0] <= high


# -- against whole positions -------------------------------------------------------------------------------------------


def legal_diagrams(seed: int, points: int, count: int) -> Iterator[tuple[str, PlainTree]]:
    rng = random.Random(seed)
    while count:
        text = random_diagram(rng, points)
        plain = PlainTree(text)
        if plain.is_legal():
            count -= 1
            yield text, plain


@pytest.mark.parametrize(("points", "count"), [
    (2, 60), (3, 120), pytest.param(4, 60, marks=pytest.mark.slow),
    pytest.param(5, 250, marks=pytest.mark.slow), pytest.param(6, 120, marks=pytest.mark.slow),
])
def test_agreement_with_whole_positions(points: int, count: int) -> None:
    """Equal values without loops; otherwise bounds within those of positions that are not cut into parts."""
    plainly = 0
    for text, plain in legal_diagrams(points, points, count):
        low, high = tree_of(text).bounds()
        if plain.loops:
            assert plain.territory("X")[plain.start] <= low, text
            assert low <= high, text
            assert high <= plain.territory("O")[plain.start], text
            continue
        plainly += 1
        assert low is high is plain.territory()[plain.start], text
        area, slow = thermograph(tree_of(text, Scoring.AREA).value()), thermograph(plain.area())
        assert area.points_from_zero() == slow.points_from_zero(), text
        assert area.temperature == slow.temperature, text
    assert plainly > count // 2


# -- against play with turns -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "count"), [(4, 60), (6, 60), pytest.param(8, 200, marks=pytest.mark.slow)])
def test_stops_under_area_scoring_bound_best_play_with_turns(points: int, count: int) -> None:
    """Under simple ko, endless play counted both ways; within the bounds also where a ko matters."""
    rng = random.Random(points)
    decided = 0
    for _ in range(count):
        local = parse_local(text := random_diagram(rng, points))
        try:
            tree = local_tree(local.region, local.start, Scoring.AREA)
        except ValueError:
            continue
        low, high = tree.bounds()
        for color in (BLACK, WHITE):
            state = State(local.start.black, local.start.white, color)
            least, most = stops(low, high, black_first=color is BLACK)
            played = solve_graph(local.region, state).bounds(state)
            assert least <= played.low <= played.high <= most, text
        decided += low is high
    assert decided > count // 2


def stops(low: Value, high: Value, black_first: bool) -> tuple[Fraction, Fraction]:
    return (low.left_stop, high.left_stop) if black_first else (low.right_stop, high.right_stop)


# -- symmetry, regions, limits -----------------------------------------------------------------------------------------


@given(seed=SEEDS, points=st.integers(1, 7))
@settings(max_examples=60, deadline=None)
def test_values_are_invariant_under_rotation_and_exchanged_colours(seed: int, points: int) -> None:
    text = random_diagram(random.Random(seed), points)
    try:
        low, high = tree_of(text).bounds()
    except ValueError:
        return
    rows = text.split("/")
    turned = "/".join("".join(column) for column in zip(*rows[::-1], strict=True))
    assert tree_of(turned).bounds() == (low, high)
    assert tree_of(text.translate(str.maketrans("XOxo", "OXox"))).bounds() == (-high, -low)
    in_area = tree_of(text, Scoring.AREA).bounds()
    assert tree_of(turned, Scoring.AREA).bounds() == in_area


def test_loose_stones_can_be_captured_but_their_points_not_played_on() -> None:
    position = Position.from_diagram(".OXX\n.OXX\nXXXX\nXXXX")
    grid = Grid(4, 4)
    region = enclosed(position, [grid.point("A4"), grid.point("A3")], [grid.point("B4"), grid.point("B3")])
    tree = local_tree(region, State(*region.stones(position)))
    assert tree.value() is parse("6")  # two empty points, two dead stones
    assert set(tree.place.tolist()) <= {region.vertices.index(grid.point(name)) for name in ("A4", "A3")}


def test_a_long_corridor() -> None:
    assert mean(tree_of(f"#{'X' * 12}#/O{'.' * 12}X/#{'X' * 12}#").value()) == 10 + mean(parse("1/2048"))


def test_the_budget_counts_parts() -> None:
    local = parse_local("#XXXX#/O....X/X....X/#XXXX#")
    budget = Budget()
    tree = local_tree(local.region, local.start, budget=budget)
    assert budget.used == len(tree.parts)
    with pytest.raises(OutOfBudget, match="nodes or more to be searched, 100 allowed"):
        local_tree(local.region, local.start, budget=Budget(nodes=100))
    with pytest.raises(OutOfBudget, match="stopped"):
        local_tree(local.region, local.start, budget=Budget(stopped=lambda: True))
    with pytest.raises(OutOfBudget, match="MB allowed"):
        local_tree(local.region, local.start, budget=Budget(memory=1))


def test_the_budget_must_allow_all_parts() -> None:
    """All parts that are found are needed: the search may give up early, but only if the budget is too small."""
    for diagram in ("#XX#/O..X/#XX#", "XXXX/O..X/O..X/XXXX", "#XXXX#/O....X/X....X/#XXXX#"):
        local = parse_local(diagram)
        parts = len(local_tree(local.region, local.start).parts)
        local_tree(local.region, local.start, budget=Budget(nodes=parts + 1))
        for nodes in (parts, parts - 1, parts // 2, 1):
            with pytest.raises(OutOfBudget, match=f", {nodes} allowed$"):
                local_tree(local.region, local.start, budget=Budget(nodes=nodes))


def test_a_large_open_region_is_given_up_soon() -> None:
    local = parse_local("\n".join(["X" * 10, *(f"X{'.' * 8}X",) * 8, "O" * 10]))
    budget = Budget(nodes=200_000)
    with pytest.raises(OutOfBudget, match="to be searched, 200000 allowed"):
        local_tree(local.region, local.start, budget=budget)
    assert budget.used < 20_000


def test_progress_is_reported() -> None:
    lines: list[str] = []
    local = parse_local("#XXXX#/O....X/X....X/#XXXX#")
    local_tree(local.region, local.start, budget=Budget(progress=lines.append))
    assert lines[-1].endswith("expanded")


@pytest.mark.parametrize(("black", "white", "message"), [
    (0b1000, 0, "a stone stands outside the region"),
    (0b001, 0b001, "two stones stand on one point"),
    (0b011, 0b100, "the stone on region point 0 has no liberty"),
])
def test_illegal_stones_are_refused(black: int, white: int, message: str) -> None:
    region = parse_local("...O").region
    with pytest.raises(ValueError, match=message):
        local_tree(region, State(black, white))


def test_arrays_fit_together() -> None:
    tree = tree_of("OO...XX/XX.ooXX/XXX.XXX")
    parts, options = len(tree.parts), len(tree.change)
    assert tree.parts.shape == (parts, 5)
    assert tree.first.shape == (2 * parts + 1,)
    assert tree.first[-1] == options == len(tree.taken) == len(tree.place)
    assert tree.first_remain.shape == (options + 1,)
    assert tree.first_remain[-1] == len(tree.remains)
    assert len(tree.low) == len(tree.high) == len(tree.idle) == parts
    assert len(np.unique(tree.parts, axis=0)) == parts
    points, black, white, black_wall, white_wall = tree.parts.T
    assert not (black & white).any()
    assert not ((black | white | black_wall | white_wall) & ~points).any()
    assert not (black & black_wall | white & white_wall).any()  # those would stand for good
