"""The source's values, problems and races from positions: our diagrams, with walls that live by two eyes.

The living stones, the blocks, the regions and their values are all found by the code.
Source: Nakamura, Evaluating Territories of Go Positions with Capturing Races; the figures are those of FACTS 2.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from analysis.board import BLACK, WHITE, Grid
from analysis.board.bit_sets import bits_of_points
from analysis.semeai import BoardRace, RaceError, analyse, best_line, board_race, other_lines
from analysis.semeai.liberty_game import COOLED_BY
from analysis.semeai.liberty_parts import Part, PartGrid, part_grid
from analysis.semeai.race_sum import Race
from analysis.semeai.region_game import LibertyValuer
from analysis.status import Evidence
from analysis.values import ZERO, atomic_weight, cool, number, parse
from tests.analysis.semeai import play
from tests.analysis.semeai.boards import Board, played, read
from tests.analysis.semeai.diagrams import PROBLEM_6, REGIONS, board_of, turned
from tests.analysis.semeai.test_race_sum import PROBLEM_6 as TREES_6
from tests.analysis.semeai.test_race_sum import race as of_trees


def from_position(board: Board, evidence: Evidence = Evidence.PROVED) -> BoardRace:
    """Return the one race of the position, found from the stones alone, and check its evidence."""
    found = analyse(board.position)
    assert not found.uncovered
    (race,) = found.races
    assert board.position.chain_at(board.block(BLACK))[0] == race.layout.black[0]
    assert board.position.chain_at(board.block(WHITE))[0] == race.layout.white[0]
    assert (race.evidence, race.assumed, race.exact) == (evidence, (), True)
    return race


def summed(race: BoardRace) -> Race:
    assert race.race is not None
    return race.race


@pytest.mark.parametrize("text", REGIONS)
def test_each_value_of_the_source_has_a_board(text: str) -> None:
    """The same game, for Black and, turned, for White; the race against four liberties has the right winner."""
    board = board_of([text], ["4"])
    race, mirrored = from_position(board), from_position(turned(board))
    (black,) = [game.located.game for game in race.games if game.located.game.defender is BLACK]
    (white,) = [game.located.game for game in mirrored.games if game.located.game.defender is WHITE]
    assert black.value is parse(text)
    assert white.value is -parse(text)
    for first in (BLACK, WHITE):
        winner = play.winner(summed(race), first)
        assert race.winner[first] is winner
        assert mirrored.winner[first.opponent] is winner.opponent


def test_the_game_of_problem_6_with_two_moves() -> None:
    """Its first board has the cooled value of the source's game, and the second that game with three liberties."""
    literal = parse("{{7|3},5|1}")
    first, second = (parse(text) for text in ("{5,{7|3}|1,{{6|2}|0}}", "{8,{10|6}|4}"))
    assert {first, second} <= {parse(text) for text in REGIONS}
    assert cool(first, COOLED_BY) is cool(literal, COOLED_BY) is parse("3^*")
    assert second is literal + number(3)


@pytest.mark.parametrize(
    ("text", "liberties"), [("{4|0}", "1"), ("{4|0}", "2"), ("{4|0}", "3"), ("{4|1}", "1"), ("{4|1}", "2"),
                            ("{5|1}", "2"), ("{{5|2}|0}", "1"), ("{{5|2}|0}", "2"),
                            ("{5,{7|3}|1,{{6|2}|0}}", "2")],
)
def test_small_boards_equal_brute_force(text: str, liberties: str) -> None:
    """With every legal move on the board, not only those of the game."""
    board = board_of([text], [liberties])
    race = board_race(board.position, board.block(BLACK), board.block(WHITE), board.living)
    assert race.winner == {first: played(board, first) for first in (BLACK, WHITE)}


@pytest.mark.parametrize(("region", "value"), [
    ("OOOOOOO/OO....O/O.xxxxO/OB.OOOO", "4"),  # connected by either of two points, miai
    ("OOOOO/OO..O/O.xxO/OB.OO", "2"),
    ("OOOOO/O.x.O/OOxOO/OB.BO", "1"),  # the point between is the block's last liberty, which needs no approach move
    ("OOOOOOO/O.x.OOO/OOxOOOO/OB.BO.O", "2"),  # nor does it while there is another liberty
])
def test_blocks_of_several_chains(region: str, value: str) -> None:
    """Chains that are connected by miai count as one block; against brute force on the board."""
    for liberties in (2, 3):
        board = board_of([region], [str(liberties)])
        race = board_race(board.position, board.block(BLACK), board.block(WHITE), board.living)
        black = [game.located.game.value for game in race.games if game.located.game.defender is BLACK]
        assert race.winner == {first: played(board, first) for first in (BLACK, WHITE)}
        assert sum(black, ZERO) is parse(value)


A, B, D = "{4|0}", "{6|{4|0}}", "{{6|2}|0}"

# Black's regions, White's as if they were Black's, the total, Black's and White's adjustment, the source; then the
# regions that win for Black, moving first, by the order of their first points, and likewise for White
RACES = [
    ([A, B], ["7"], "-1^*", 0, -2, "problem 1", {0}, {0, 1}),
    ([A, B], ["{9|5}"], "-1^", 0, -1, "problem 2", {1}, {0, 1, 2}),
    ([A, B], ["{8|5}"], "-1/2+^*", 0, -1, "problem 3", {0, 1}, {0, 1, 2}),
    (["{{6|3}|1}", "{{{8|5}|3}|1}"], ["{8|5}"], "-7/8", 0, -1, "problem 4, one component ours", {1}, {0, 1, 2}),
    ([A], [D, "1"], "-1^*", 0, -2, "semeai (1) 2", None, None),
    ([B], [A, "3"], "-1^*", 0, -2, "semeai (1) 3", None, None),
    (["3"], [A, D], "-1^*", 0, -2, "semeai (1) 4", None, None),
    ([A, B], ["6"], "^*", 1, -1, "semeai (2) 1", None, None),
    ([A], [D], "^*", 1, -1, "semeai (2) 2", None, None),
    ([B], [A, "2"], "^*", 1, -1, "semeai (2) 3", None, None),
    (["4"], [A, D], "^*", 1, -1, "semeai (2) 4", None, None),
    ([A, B], ["5"], "1^*", 2, 0, "semeai (3) 1", None, None),
    ([A, "1"], [D], "1^*", 2, 0, "semeai (3) 2", None, None),
    ([B], [A, "1"], "1^*", 2, 0, "semeai (3) 3", None, None),
    (["5"], [A, D], "1^*", 2, 0, "semeai (3) 4", None, None),
    ([A, B], ["3"], "3^*", 4, 2, "problem 6, D: 3^* as a sum", None, None),
    (["{5,{7|3}|1,{{6|2}|0}}"], ["3"], "^*", 1, -1, "problem 6, D", None, None),
    (["{5,{7|3}|1,{{6|2}|0}}"], ["4"], "-1^*", 0, -2, "problem 6, D, one behind", None, None),
    (["{8,{10|6}|4}"], ["6"], "^*", 1, -1, "problem 6, D and F in one", None, None),
]


@pytest.mark.parametrize(
    ("black", "white", "total", "rounded", "whites", "source", "wins", "white_wins"), RACES,
    ids=[row[5] for row in RACES],
)
def test_races_of_the_source(
    black: list[str], white: list[str], total: str, rounded: int, whites: int, source: str,
    wins: set[int] | None, white_wins: set[int] | None,
) -> None:
    board = board_of(black, white)
    found = from_position(board)
    race = summed(found)
    assert race.total is parse(total)
    assert (race.adjustment(BLACK), race.adjustment(WHITE)) == (rounded, whites)
    for first, regions in ((BLACK, wins), (WHITE, white_wins)):
        assert found.winner[first] is play.winner(race, first)
        assert found.winner[first] is (first if whites <= 0 else BLACK)  # White first rounds it to more than 0
        assert best_line(race, first).outcome == found.outcome[first]
        moves = race.winning_moves(first)
        assert regions is None or {move.region for move in moves if move.hot} == regions
        regional = [set(game.region.points) for game in found.games]
        assert [next(i for i, points in enumerate(regional) if point in points) for point in found.moves[first]] == (
            [move.region for move in moves])


def test_problem_1_on_the_board() -> None:
    """Source 002: Black wins by the point that connects four liberties; the other moves in hot regions fail."""
    board = board_of([A, B], ["7"])
    race = from_position(board)
    names = {first: [board.position.grid.vertex(point) for point in race.moves[first]] for first in (BLACK, WHITE)}
    assert names == {BLACK: ["B6"], WHITE: ["K7", "B6", "L6"]}
    lines = other_lines(summed(race), BLACK)
    assert {(line.outcome.winner, line.tedomari) for line in lines} == {(WHITE, WHITE)}


def test_problem_6_on_a_board_of_25() -> None:
    """Thirteen regions, far more than 20 liberties a side, where the sum has a few hundred nodes.

    As in the source, the total is rounded to 0 and -2, and Black's only winning move is in C.
    """
    board = read(PROBLEM_6)
    found = from_position(board, Evidence.READ)  # a wall lives only if attacks on it are answered
    race = summed(found)
    assert len(found.games) == 13
    assert race.total is of_trees(TREES_6).total
    assert race.total.confused_with(-1)
    assert atomic_weight(race.total) is number(-1)
    assert (race.adjustment(BLACK), race.adjustment(WHITE)) == (0, -2)
    assert found.winner == {BLACK: BLACK, WHITE: WHITE}
    assert [found.games[move.region].located.game.value for move in race.winning_moves(BLACK)] == (
        [parse("{{{10|5}|3}|1}")])
    assert [board.position.grid.vertex(point) for point in found.moves[BLACK]] == ["M20"]
    for color in (BLACK, WHITE):
        regions = [game.region for game in found.games if game.region.defender is color]
        free = [point for region in regions for point in region.points if not board.position.stones[point]]
        assert len(free) > 20
        assert best_line(race, color).outcome == found.outcome[color]
    assert sum(len(game.located.game.tree.nodes) for game in found.games) < 300


# -- points that can only be filled ----------------------------------------------------------------------------------


def bits_of_letter(letters: str, letter: str) -> int:
    """Return the points with a letter as bits."""
    return bits_of_points(point for point, found in enumerate(letters) if found == letter)


class _EveryMove(PartGrid):
    """All legal moves, those on `fill_only` points too."""

    def fill_only(self, part: Part) -> int:
        return 0


def random_open_parts(seeds: range) -> Iterator[tuple[Grid, Part]]:
    """Yield parts with the attacker's walls beside each empty point: chains above a block, and points between."""
    grid = Grid(5, 7)
    bit_board = part_grid(grid)
    for seed in seeds:
        rng = random.Random(seed)
        rows = ["OOOOOOO", *("".join(rng.choice(row) for _ in range(7)) for row in (".O", "xx.O", ".xOB"))]
        letters = "".join([*rows, "B" * 7])
        own, free, block, wall = (bits_of_letter(letters, kind) for kind in "x.BO")
        part = Part(own | free, own, 0, *(bit_board.around(kind) & (own | free) for kind in (block, wall)), 0)
        left = bit_board.remainder(part)
        assert isinstance(left, tuple)
        for piece in left:
            if piece.open and not piece.plain and piece.own and piece.empty.bit_count() < 8:
                yield grid, piece


def test_fill_only_points_change_no_value() -> None:
    compared = 0
    for grid, part in random_open_parts(range(900)):
        restricted, unrestricted = LibertyValuer(grid, PartGrid(grid)), LibertyValuer(grid, _EveryMove(grid))
        for last in (False, True):
            for high in (False, True):
                try:
                    whole = unrestricted.value(part, last, high)
                except RaceError:
                    continue
                assert cool(restricted.value(part, last, high), COOLED_BY) is cool(whole, COOLED_BY)
                compared += 1
    assert compared > 200


def _value_or_error(valuer: LibertyValuer, part: Part, last: bool, high: bool) -> object:
    try:
        return valuer.value(part, last, high)
    except RaceError as error:
        return str(error)


def test_what_a_valuer_has_found_before_changes_nothing() -> None:
    """One valuer for all parts of a grid, those with too many empty points or positions among them, against one for
    each."""
    shared: dict[Grid, LibertyValuer] = {}
    refused = 0
    parts = [*random_open_parts(range(200)), *_closed_parts(range(60))]
    for grid, part in [*parts, *parts[::-1]]:
        known = shared.setdefault(grid, LibertyValuer(grid, PartGrid(grid)))
        for last in (False, True):
            for high in (False, True):
                found = _value_or_error(known, part, last, high)
                wanted = _value_or_error(LibertyValuer(grid, PartGrid(grid)), part, last, high)
                assert found is wanted or (isinstance(found, str) and found == wanted)
                refused += isinstance(found, str)
    assert refused


def _closed_parts(seeds: range) -> Iterator[tuple[Grid, Part]]:
    """Yield parts with stones of both colours between a block and the attacker's walls."""
    grid = Grid(4, 6)
    bit_board = part_grid(grid)
    for seed in seeds:
        rng = random.Random(seed)
        letters = "O" * 6 + "".join(rng.choice("xo...O") for _ in range(12)) + "B" * 6
        own, opp, free, block, wall = (bits_of_letter(letters, kind) for kind in "xo.BO")
        points = own | opp | free
        beside = (bit_board.around(kind) & points for kind in (block, wall))
        left = bit_board.remainder(Part(points, own, opp, *beside, 0))
        assert isinstance(left, tuple)
        yield from ((grid, piece) for piece in left)
