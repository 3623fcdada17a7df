"""Values and best moves of local games against published boards, the sources, and a slow game tree."""

from __future__ import annotations

import importlib.util
import json
import pickle
import random
import re
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE, Color, Scoring
from analysis.endgame.local_value import LocalValue, local_value, value_of_tree
from analysis.region import Budget, LocalDiagram, LocalTree, OutOfBudget, State, local_tree, parse_local
from analysis.values import KoThreats, Value, chill, format_value, parse, thermograph
from tests.analysis.endgame.board_tree import SIDE, as_cgt, diagrams, random_trees
from tests.analysis.endgame.local_tree import mean_and_temperature

SHARED = Path(__file__).parents[4] / "shared"
FACTS = SHARED / "data" / "facts.json"
TABLES = SHARED / "reference" / "FACTS.md"
TERRITORY, AREA = Scoring.TERRITORY, Scoring.AREA
KOS = pytest.mark.skipif(
    importlib.util.find_spec("analysis.endgame.kos.local_kos") is None, reason="kos cannot be valued here"
)


def read(text: str, scoring: Scoring = TERRITORY, ko: str = "neutral") -> tuple[LocalDiagram, LocalValue]:
    diagram = parse_local(text)
    return diagram, local_value(diagram.region, diagram.start, scoring, ko)


def vertices(diagram: LocalDiagram, points: tuple[int, ...]) -> str:
    return " ".join(diagram.grid.vertex(diagram.region.vertices[point]) for point in points)


# -- known values ------------------------------------------------------------------------------------------------------

BOARDS = [
    # (what, board, scoring, game, count, temperature, kind, Black's moves, White's); FACTS, Table B, or by hand
    ("dame", "#X#/O.X/#X#", TERRITORY, "*", "0", "0", "dame", "B2", "B2"),
    ("dame count a point", "#X#/O.X/#X#", AREA, "{1|-1}", "0", "1", "gote", "B2", "B2"),
    ("three dame", "#X#X#X#/O.X.O.X/#X#O#X#", TERRITORY, "*", "0", "0", "dame", "B2 D2 F2", "B2 D2 F2"),
    ("two dame together", "#XX#/O..O/#XX#", TERRITORY, "0", "0", "-1", "settled", "", ""),
    ("a dead stone", "X.o.X", TERRITORY, "4", "4", "-1", "settled", "", ""),
    ("dead stones, area", "#XX#/X.oX/Xo.X/#XX#", AREA, "4", "4", "-1", "settled", "", ""),
    ("corridor", "#XXX#/O...X/#XXX#", TERRITORY, "{2|{1|*}}", "5/4", "3/4", "gote", "B2", "B2"),
    ("corridor, area", "#XXX#/O...X/#XXX#", AREA, "{3|{1|{-1|-3}}}", "5/4", "7/4", "gote", "B2", "B2"),
    ("White's corridor", "#OOO#/X...O/#OOO#", TERRITORY, "{{*|-1}|-2}", "-5/4", "3/4", "gote", "B2", "B2"),
    ("open at both ends", "#XXXX#/O....O/#XXXX#", TERRITORY, "{1|*}", "1/2", "1/2", "gote", "B2 E2", "B2 E2"),
    ("corridor and dame", "#X##XX#/O.XO..X/#X##XX#", TERRITORY, "{1*|0}", "1/2", "1/2", "gote", "E2", "E2"),
    ("to take or to save", "#XX#/O.oX/#XX#", TERRITORY, "{2|0}", "1", "1", "gote", "B2", "B2"),
    ("a stone to reach", "#XXXX#/O..o.X/#XXXX#", TERRITORY, "{4|{3|*}}", "3", "1", "White sente", "B2", "B2"),
    ("two of them, area", "#XXXXX#/O..oo.X/#XXXXX#", AREA, "{5|{3|{-3|-5}}}", "3", "2", "White sente", "B2", "B2"),
    ("room", "#XX#/O..X/Xo.X/#XX#", TERRITORY, "{4|0}", "2", "2", "gote", "B3", "B3"),
    ("two wide", "#XXX#/O...X/X...X/#XXX#", TERRITORY, "{5|{{3|{2|{1|*}}}|0}}", "97/32", "63/32", "gote", "B3", "B3"),
    ("two wide, two entries", "#XXXX#/O....X/O....X/#XXXX#", TERRITORY, "{5|{4|{3|*}}}", "4", "1", "ambiguous",
     "B3 B2", "B3 B2"),
    ("seki", "#OO#/OxxO/#..#/XooX/#XX#", TERRITORY, "0", "0", "-1", "settled", "", ""),
    ("kos of no consequence", "XX...XX/XXX...X/XXXx.XX/XXO..XX/XXXOXXX", TERRITORY, "{8|{7|{6|{5|{1*|0}}}}}", "7", "1",
     "ambiguous", "D2", "D2"),
]


@pytest.mark.parametrize("row", BOARDS, ids=[row[0] for row in BOARDS])
def test_known_boards(row: tuple[str, str, Scoring, str, str, str, str, str, str]) -> None:
    _, board, scoring, game, count, temperature, kind, black, white = row
    diagram, found = read(board, scoring)
    assert found.value is found.low is found.high is parse(game)
    assert (found.scoring, found.ko, found.activity) == (scoring, None, None)
    assert (found.count, found.temperature, found.kind) == (Fraction(count), Fraction(temperature), kind)
    assert found.graph == thermograph(parse(game))
    assert (vertices(diagram, found.black_moves), vertices(diagram, found.white_moves)) == (black, white)


@pytest.mark.parametrize(("board", "black", "white"), [
    ("OOOOX/OOOOX/O...X/OO..X/OOOOX", (4,), (2,)), ("OOOOO/OOOO./OOO.x/OO.../OXXXX", (1,), (4,)),
])
def test_the_better_game_is_listed_of_moves_with_equal_walls(board: str, black: tuple[int], white: tuple[int]) -> None:
    """Also where another move makes as high a wall at the temperature itself, but not below."""
    found = read(board)[1]
    assert (found.black_moves, found.white_moves) == (black, white)


def test_loops_and_parts_are_counted() -> None:
    assert (read("X.o.X")[1].loops, read("X.o.X")[1].nodes) == (0, 0)
    _, found = read("XX...XX/XXX...X/XXXx.XX/XXO..XX/XXXOXXX")
    assert found.loops > 0
    diagram, found = read("#XXX#/O...X/#XXX#")
    assert (found.loops, found.nodes) == (0, len(local_tree(diagram.region, diagram.start).parts))


TWO_WIDE = [
    # FACTS, Table B and slips 11 and 12 of source 003: 785/128 = 8 - 239/128, and a count of 6 for both entries closed
    ("XXXXXXX/O.....X/X.....X/XXXXXXX", "849/128", "303/128", "9", "6", "gote"),
    ("XXXXXXX/O.....X/O.....X/XXXXXXX", "6", "1", "7", "6", "ambiguous"),
    ("#XXXXXXX/OO.....X/O......X/#XXXXXXX", "785/128", "239/128", "8", "6", "gote"),
]


@pytest.mark.parametrize(("board", "count", "temperature", "left", "right", "kind"), TWO_WIDE)
def test_corridors_two_wide_and_five_long(
    board: str, count: str, temperature: str, left: str, right: str, kind: str
) -> None:
    _, found = read(board)
    assert (found.count, found.temperature, found.kind) == (Fraction(count), Fraction(temperature), kind)
    assert found.value is not None
    assert (found.value.left_stop, found.value.right_stop) == (Fraction(left), Fraction(right))


# -- facts.json and FACTS.md -------------------------------------------------------------------------------------------

ROWS = json.loads(FACTS.read_text(encoding="utf-8"))["boards"] if FACTS.exists() else []


def table_b() -> list[list[str]]:
    """Return the cells of the table's rows: board and name, canonical form, mean, temperature, stops, chilled, note."""
    if not TABLES.exists():
        return []
    lines = TABLES.read_text(encoding="utf-8").split("## Table B")[1].split("\n## ")[0].split("\n")
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines if line.startswith("| `")]
    return [[cell.strip().replace("\\|", "|") for cell in row] for row in rows]


@pytest.mark.skipif(not ROWS, reason="no facts.json beside the project")
def test_every_board_of_facts_json() -> None:
    assert len(ROWS) > 50
    for row in ROWS:
        _, found = read("/".join(row["board"]))
        check(found, row["name"], row["value"], row["mean"], row["temp"], [row["lstop"], row["rstop"]], row["chilled"])


@pytest.mark.skipif(not table_b(), reason="no FACTS.md beside the project")
def test_every_row_of_table_b() -> None:
    rows = table_b()
    assert len(rows) > 50
    for cells in rows:
        board, canonical, chilled = (re.findall("`([^`]*)`", cells[k])[0] for k in (0, 1, 5))
        _, found = read(board)
        check(found, cells[0], canonical, cells[2], cells[3], cells[4].split(" / "), chilled)


def check(found: LocalValue, name: str, game: str, count: str, temperature: str, stops: list[str], cooled: str) -> None:
    value = found.value
    assert value is not None, name
    if not game.startswith(("(", "see")):
        assert value is parse(game), name
    assert (found.count, found.temperature) == (Fraction(count), Fraction(temperature)), name
    assert [value.left_stop, value.right_stop] == [Fraction(stop) for stop in stops], name
    if cooled:
        assert chill(value) is parse(cooled), name
    assert (found.kind == "settled") == (not found.black_moves) == (not found.white_moves), name


# -- Miai counting with trees (source 000): the diagrams are ours, the source's pictures are lost ----------------------

GOTE = "#XXX#XX#/O...X..X/#XXX#XX#"
"""{4|{3|2}} of the source but for the last dame: with every point played out, a move more is left where it says 2."""
SENTE = "#XOOOOO#####/O.xxxxxO####/##xxxx.X...X/##xOOO######/##O#########"
"""White's B4 puts ten stones in atari; Black saves them at G3 at the cost of a point."""
KO = "XX##/ooX#/.oX#/o.oX/.oX#"
"""White's B2 makes two eyes; Black's takes the ko, and another move there kills."""


def test_gote_of_three_and_a_quarter() -> None:
    diagram, found = read(GOTE)
    assert found.value is parse("{4|{3|2*}}")
    assert (found.count, found.temperature, found.kind) == (Fraction(13, 4), Fraction(3, 4), "gote")
    assert found.graph.points_from_zero() == thermograph(parse("{4|{3|2}}")).points_from_zero()
    assert vertices(diagram, found.black_moves) == vertices(diagram, found.white_moves) == "B2"
    tree = local_tree(diagram.region, diagram.start)
    after = thermograph(tree.value(tree.moves(WHITE)[found.white_moves[0]]))
    assert (after.mean, after.temperature) == (Fraction(5, 2), Fraction(1, 2))


def test_sente_of_three() -> None:
    diagram = parse_local(SENTE)
    tree = local_tree(diagram.region, diagram.start)
    found = value_of_tree(tree)
    assert found.value is parse("{4|{3|-17}}")
    assert (found.count, found.temperature, found.kind) == (3, 1, "White sente")
    assert vertices(diagram, found.black_moves) == vertices(diagram, found.white_moves) == "B4"
    after = thermograph(tree.value(tree.moves(WHITE)[found.white_moves[0]]))
    assert (after.mean, after.temperature) == (-7, 10)


@KOS
@pytest.mark.parametrize("ko", ["neutral", "black", "white"])
def test_ko_with_counts_thirteen_and_minus_two(ko: str) -> None:
    """Whoever has the ko threats, the count is 3 and every move gains 5; after Black's first move it is 8."""
    diagram, found = read(KO, ko=ko)
    assert (found.kind, found.ko, found.value) == ("ko", KoThreats(ko), None)
    assert (found.count, found.temperature) == (3, 5)
    assert vertices(diagram, found.black_moves) == vertices(diagram, found.white_moves) == "B2"
    black = BLACK, found.black_moves[0]
    taken = local_value(diagram.region, after(diagram, *black), ko=ko)
    assert (taken.count + 1, taken.temperature) == (8, 5)  # and the stone that Black took


def after(diagram: LocalDiagram, color: Color, point: int) -> State:
    """Return the stones after a move that takes the one stone at C2."""
    taken = diagram.region.bits([diagram.grid.point("C2")])
    assert diagram.start.white & taken
    return State(diagram.start.black | 1 << point, diagram.start.white & ~taken, color.opponent)


@KOS
def test_the_ends_of_the_ko() -> None:
    white = read("XX##/ooX#/.oX#/oooX/.oX#")[1]
    assert (white.count, white.kind) == (-2, "settled")
    black = read("XX##/ooX#/.oX#/oxXX/.oX#")[1]
    assert (black.count, black.kind) == (12, "settled")  # thirteen with the stone that Black took


# -- a slow game tree --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "count"), [
    (1, 20), (2, 60), (3, 80), (4, 80),
    pytest.param(5, 120, marks=pytest.mark.slow), pytest.param(6, 60, marks=pytest.mark.slow),
])
def test_regions_equal_brute_force_on_boards_of_sgfmill(points: int, count: int) -> None:
    """Values, counts, temperatures and all best moves of regions without loops."""
    compared = 0
    for tree in islice(random_trees(points, points), count):
        if tree.loops:
            continue
        diagram = parse_local(tree.text)
        found = local_value(diagram.region, diagram.start)
        game = tree.game(tree.start)
        assert found.value is not None
        assert as_cgt(found.value) is game, tree.text
        assert (found.count, found.temperature) == mean_and_temperature(game), tree.text
        for moves, color in ((found.black_moves, "X"), (found.white_moves, "O")):
            places = [divmod(diagram.region.vertices[point], SIDE) for point in moves]
            assert places == tree.best_moves(color), tree.text
        compared += 1
    assert compared > count // 3  # the others loop


@given(seed=st.integers(0, 2**32 - 1), points=st.integers(2, 4))
@settings(max_examples=60, deadline=None)
def test_random_regions_under_both_scorings(seed: int, points: int) -> None:
    tree = next(random_trees(seed, points))
    if tree.loops:
        return
    _, found = read(tree.text)
    assert found.value is not None
    assert as_cgt(found.value) is tree.game(tree.start)
    area, slow = read(tree.text, AREA)[1].graph, thermograph(tree.area())
    assert area.points_from_zero() == slow.points_from_zero()
    assert area.temperature == slow.temperature


# -- invariants of all games -------------------------------------------------------------------------------------------


def random_diagrams(seed: int, count: int) -> list[str]:
    """Return diagrams of regions with 3 to 7 points."""
    return [next(diagrams(seed + number, 3 + number % 5)) for number in range(0, 5 * count, 3)][:count]


Case = tuple[LocalDiagram, LocalTree, LocalValue]


def exact(text: str, scoring: Scoring) -> Case | None:
    """A diagram, its tree and its value, or None if a ko matters."""
    diagram = parse_local(text)
    tree = local_tree(diagram.region, diagram.start, scoring)
    low, high = tree.bounds()
    return (diagram, tree, value_of_tree(tree)) if low is high else None


@pytest.mark.parametrize("scoring", Scoring)
def test_best_moves_make_the_walls(scoring: Scoring) -> None:
    """The mover's wall after each of them meets the mast; and there is a best move wherever the game is not settled."""
    hot = 0
    for text in ["#XXXX#/O.o..X/#XXXX#", "#OO#/OxxO/#..#/XooX/#XX#", *random_diagrams(1, 40)]:
        case = exact(text, scoring)
        if case is None:
            continue
        _, tree, found = case
        top = found.temperature
        for color, moves in ((BLACK, found.black_moves), (WHITE, found.white_moves)):
            assert bool(moves) == (top >= 0), text
            for point in moves:
                low, high = tree.bounds(tree.moves(color)[point])
                option = thermograph(low if color is BLACK else high)
                wall, own = (option.right, found.graph.left) if color is BLACK else (option.left, found.graph.right)
                assert wall.value(top) - color * top == found.count, text
                assert wall.slope_below(top) - color == own.slope_below(top), text
        hot += top >= 0
    assert hot > 10


def test_best_moves_lose_nothing_in_a_sum() -> None:
    """Where canonical forms have one option a side, one of the listed moves is optimal in a sum of two games."""
    rng = random.Random(2)
    games = []
    for text in [board for _, board, *_ in BOARDS] + random_diagrams(3, 40):
        case = exact(text, TERRITORY)
        if case is not None and case[2].temperature >= 0:
            value = _value(case)
            if len(value.left) == len(value.right) == 1:
                games.append(case)
    assert len(games) > 15
    for _ in range(60):
        pair = rng.sample(games, 2)
        for color in (BLACK, WHITE):
            sum_ = _value(pair[0]) + _value(pair[1])
            if sum_.number is not None:
                continue
            reached = []
            for (_, tree, found), other in (pair, pair[::-1]):
                moves = found.black_moves if color is BLACK else found.white_moves
                for point in moves:
                    rest = tree.value(tree.moves(color)[point]) + _value(other)
                    reached.append(rest.right_stop if color is BLACK else rest.left_stop)
            assert color * (sum_.left_stop if color is BLACK else sum_.right_stop) == max(color * x for x in reached)


def _value(case: Case) -> Value:
    assert case[2].value is not None
    return case[2].value


@pytest.mark.parametrize("scoring", Scoring)
def test_colours_exchanged(scoring: Scoring) -> None:
    for text in random_diagrams(4, 25):
        case, other = exact(text, scoring), exact(text.translate(str.maketrans("XOxo", "OXox")), scoring)
        if case is None or other is None:
            assert case is other is None
            continue
        found, mirrored = case[2], other[2]
        assert _value(other) is -_value(case)
        assert (mirrored.black_moves, mirrored.white_moves) == (found.white_moves, found.black_moves), text
        assert (mirrored.loops, mirrored.nodes) == (found.loops, found.nodes)


def test_canonical_options_come_first_and_equal_games_together() -> None:
    for text in random_diagrams(5, 60):
        case = exact(text, TERRITORY)
        if case is None or case[2].temperature < 0:
            continue
        (_, tree, found), value = case, _value(case)
        sides = ((BLACK, found.black_moves, value.left), (WHITE, found.white_moves, value.right))
        for color, moves, canonical in sides:
            left = {point: tree.bounds(option)[color is WHITE] for point, option in tree.moves(color).items()}
            listed = {left[point] for point in moves}
            assert listed <= set(canonical) or not listed & set(canonical), (text, format_value(value))
            assert all(point in moves for point, game in left.items() if game in listed)


# -- limits and errors -------------------------------------------------------------------------------------------------


def test_budget_and_bad_input() -> None:
    diagram = parse_local("#XXXX#/O....X/X....X/#XXXX#")
    with pytest.raises(OutOfBudget, match="nodes or more to be searched, 100 allowed"):
        local_value(diagram.region, diagram.start, budget=Budget(nodes=100))
    with pytest.raises(ValueError, match=r"^ko must be one of neutral, black, white, got 'me'$"):
        local_value(diagram.region, diagram.start, ko="me")
    with pytest.raises(ValueError, match="two stones stand on one point"):
        local_value(diagram.region, State(1, 1))


def test_values_can_be_pickled() -> None:
    """Unpickled games are the same objects."""
    _, found = read("#XXX#/O...X/#XXX#")
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert again.value is found.value
