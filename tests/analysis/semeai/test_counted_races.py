"""Capturing races by counting: diagrams, complications, and exhaustive search on thousands of random boards."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, WHITE, Color, Grid, Position
from analysis.region.search_budget import OutOfBudget
from analysis.semeai.counted_races import NotCountable, adjacent_chain_pairs, race, races
from analysis.semeai.counting import Count, is_plain, winner
from analysis.status.eyes import Cells
from tests.analysis.semeai.race_boards import Exhaustive, played_on, random_race
from tests.analysis.status.eye_shapes import all_shapes
from tests.positions import random_positions

NAMES = {BLACK: "B", WHITE: "W", None: "seki"}


def count(color: Color, text: str) -> Count:
    """Parse `3` outside liberties, `3+4` with an eye of four, `3+4-2` with two stones in it."""
    outside, _, eye = text.partition("+")
    size, _, inside = eye.partition("-")
    return Count(color, int(outside), int(size or 0), int(inside or 0))


# Black, White, shared, who captures if Black is first, if White is
COUNTS = [
    ("3", "3", 0, "B", "W"),
    ("3", "2", 0, "B", "B"),
    ("3", "3", 1, "B", "W"),
    ("3", "3", 2, "seki", "seki"),
    ("4", "3", 2, "B", "seki"),
    ("5", "3", 2, "B", "B"),
    ("2", "4", 3, "seki", "W"),
    ("1+1", "1+1", 0, "B", "W"),
    ("1+1", "1+1", 1, "seki", "seki"),
    ("2+1", "1+1", 1, "B", "seki"),
    ("3+1", "1+1", 1, "B", "B"),
    ("0+1", "3", 2, "B", "W"),
    ("0+1", "3", 3, "B", "B"),
    ("0+1", "4", 2, "W", "W"),
    ("0+4", "4", 0, "B", "B"),
    ("0+4-2", "3", 0, "B", "W"),
    ("1+3-1", "1+2", 1, "seki", "seki"),
    ("0+4", "3+3-1", 0, "B", "W"),
    ("0+5-3", "0+4", 0, "B", "W"),
    ("0+5-3", "1+4", 0, "W", "W"),
    ("0+5-3", "1+4", 1, "B", "W"),
    ("0+6", "4+5", 0, "B", "W"),
    ("0+7", "5+6", 0, "B", "W"),
]


@pytest.mark.parametrize(("black", "white", "shared", "black_first", "white_first"), COUNTS)
def test_winner_by_counting(black: str, white: str, shared: int, black_first: str, white_first: str) -> None:
    sides = count(BLACK, black), count(WHITE, white)
    assert NAMES[winner(*sides, shared, BLACK)] == black_first
    assert NAMES[winner(*sides, shared, WHITE)] == white_first


def test_a_chain_in_atari_is_captured_at_once() -> None:
    assert winner(Count(BLACK, 0, 4, 3, atari=True), Count(WHITE, 1), 0, WHITE) is WHITE


# board, the count in words, moves of Black, of White
RACES = [
    (
        ".O.OOOO\nOOOOOOO\nXXX..OO\nXXXXXXX\nOO..OOO\nOOOOOOO\nX...XXX\nXXXXXXX\n.X.XXXX",
        "Black 2 outside, White 3 outside, 2 shared; White leads by 1, and to capture moving first takes 1; "
        "Black first: seki, White first: White captures",
        "B3 C3 D3",
        "D7 E7 C5 D5",
    ),
    (
        ".O.OOOO\nOOOOOOO\nO..OOOO\nXXXXXXX\nXX.XXXX\nXXXXXXX\nOO..OOO\nOOOOOOO\nX...XXX\nXXXXXXX\n.X.XXXX",
        "Black 2 outside + 1 in the eye (1 point), White 3 outside, 2 shared; the shared count for Black, who alone "
        "has an eye: 5 against 3; Black first: Black captures, White first: Black captures",
        "",
        "",
    ),
    (
        ".O.OOOO\nOOOOOOO\nO.OOOOO\nXXXXXXX\nXX.OXXX\nXX..XXX\nXXXXXXX\nOOOOOOO\nX....XX\nXXXXXXX\n.X.XXXX",
        "Black 1 outside + 4 in the eye (4 points, 1 filled), White 4 outside, 0 shared; the shared count for Black, "
        "who alone has an eye: 5 against 4; Black first: Black captures, White first: Black captures",
        "",
        "",
    ),
]


@pytest.mark.parametrize(("board", "reason", "black", "white"), RACES)
def test_races_in_diagrams(board: str, reason: str, black: str, white: str) -> None:
    position = Position.from_diagram(board)
    (found,) = races(position)
    assert (found.reason, found.evidence, found.assumed) == (reason, "proved", ())
    for color, expected in ((BLACK, black), (WHITE, white)):
        assert " ".join(map(position.grid.vertex, found.moves[color])) == expected
    assert found == race(position, found.white.chain[-1], found.black.chain[0])
    assert found.zone >= {*found.black.chain, *found.white.chain, *found.shared, *found.walls}


BLACK_BELOW = "OOOOOOO\nX..XXXX\nXXXXXXX\n.X.XXXX"

# rows above White's chain, a point of Black's chain in the race, the complication
COMPLICATED = [
    (".O.OOOO\nOOOOOOO\nO..OOOO\nXXXXXXX\nXX.OXXX\nXX.XXXX\nXXXXXXX", "A5", "the eye of A8 at C7 is not plain"),
    (".O.OOOO\nOOOOOOO\nO..OOOO\nXXXXXXX\nXX.X.XX\nXXXXXXX", "A5", "A7 is safe"),
    (".O.OOOO\nOOOOOOO\nO..OOOO\nX.XXXXX\nXXXXXXX", "A5", "B6 cannot be filled at once"),
    (".O.OOOO\nOOOOOOO\nO...OOO\nXX.XXXX", "A5", "the common liberty at C5 touches C6"),
    (".O.OOOO\nOOOOOOO\nX.OOOOO\nOXXXXXX\nOXXXXXX", "B5", "B6 may join A7"),
    (".OOOOOO\nOOOOOOO\nO..OOOO\nXXXXXXX\nXXXXXXX", "A5", "the wall at B9 may fall first"),
    (".O.OOOO\nOOOOOOO\nO..OOOO\nOOOOOXO\nOOOOO.O", "F6", "F6 is a single stone"),
]


@pytest.mark.parametrize(("above", "black", "reason"), COMPLICATED)
def test_complications(above: str, black: str, reason: str) -> None:
    position = Position.from_diagram(f"{above}\n{BLACK_BELOW}")
    first, second = position.grid.point(black), position.grid.point("A4")
    assert not races(position)
    with pytest.raises(NotCountable, match=f"^{reason}"):
        race(position, first, second)


def test_bad_arguments() -> None:
    position = Position.from_diagram(RACES[0][0])
    with pytest.raises(ValueError, match="race: expected a black and a white stone, got "):
        race(position, 0, 1)
    with pytest.raises(ValueError, match="walls: expected"):
        races(position, np.zeros(3, np.bool_))


def test_assumed_walls_make_the_evidence_read() -> None:
    board = RACES[0][0].replace(".O.", "OO.").replace(".X.", "XX.")
    position = Position.from_diagram(board)
    assert not races(position)
    walls = np.zeros(position.grid.area, np.bool_)
    walls[[point for vertex in ("A8", "A2") for point in position.chain_at(position.grid.point(vertex))]] = True
    (found,) = races(position, walls)
    assert found.evidence == "read"
    assert found.assumed == found.walls
    assert found.reason == RACES[0][1]


# -- eyes -----------------------------------------------------------------------------------------------------------

# eyes with enemy stones (o) that count, and such that do not
EYES = [
    (". .. .o .o. oo. .oo. oo./.## .o./#.# ../.. oo/.. .o./..# #.#/.o./#.# ..#/.o./#.#", True),
    ("... o.. o.o .o.. o..o o./.o .../#.# ..... .../..# o../..# ..#/.../#.# ../../..", False),
]


@pytest.mark.parametrize(("picture", "plain"), [(p, plain) for row, plain in EYES for p in row.split()])
def test_plain_eyes(picture: str, plain: bool) -> None:
    grid = Grid(9)
    cells = {grid.at(3 + r, 3 + c): sign for r, line in enumerate(picture.split("/")) for c, sign in enumerate(line)}
    points = [point for point, sign in cells.items() if sign != "#"]
    assert is_plain(grid, points, [point for point in points if cells[point] == "o"]) is plain


def test_number_of_plain_eyes() -> None:
    """Of all sets of enemy stones in all shapes, up to symmetry of the shapes."""
    counts = [sum(count_plain_sets(shape) for shape in all_shapes(size)) for size in range(1, 8)]
    assert counts == [1, 3, 6, 29, 39, 66, 55]


def count_plain_sets(shape: Cells) -> int:
    grid, size = Grid(9), len(shape)
    points = [grid.at(row + 1, col + 1) for row, col in shape]
    sets = [[p for i, p in enumerate(points) if bits >> i & 1] for bits in range((1 << size) - 1)]
    return sum(is_plain(grid, points, stones) for stones in sets)


def test_a_point_in_the_corner_that_touches_no_wall_is_not_plain() -> None:
    grid = Grid(9)
    assert is_plain(grid, [grid.at(0, 3), grid.at(0, 4), grid.at(1, 3), grid.at(1, 4)], [])
    assert not is_plain(grid, [grid.at(0, 0), grid.at(0, 1), grid.at(1, 0), grid.at(1, 1)], [])
    assert not is_plain(grid, range(8), [])


# -- exhaustive search ----------------------------------------------------------------------------------------------


def check_many(number: int, seed: int, most: int, states: int) -> Counter[str]:
    """Check both sides moving first, and each deciding move, on random boards with a race."""
    rng, seen = random.Random(seed), Counter[str]()
    while seen["races"] < number:
        position = random_race(rng, rng.randint(6, most))
        for found in races(position):
            points = played_on(position, found)
            try:
                oracle = Exhaustive(position, found.black.chain[0], found.white.chain[0], points, states)
            except OutOfBudget:
                seen["too large"] += 1
                continue
            seen["races"] += 1
            seen["proved"] += found.evidence == "proved"
            seen["eyes of different size"] += len(found.black.eye) != len(found.white.eye) and bool(found.black.eye)
            for first in (BLACK, WHITE):
                assert oracle.winner(first) is found.winner[first], (position.diagram(), found.reason)
                seen[NAMES[found.winner[first]]] += 1
                for move in found.moves[first]:
                    assert oracle.after(first, move) is found.winner[first], (position.diagram(), found.reason, move)
                    seen["moves"] += 1
    return seen


def test_counting_agrees_with_exhaustive_search() -> None:
    seen = check_many(250, 1, 10, 60_000)
    assert min(seen[kind] for kind in ("B", "W", "seki", "moves", "eyes of different size")) > 20
    assert seen["proved"] == seen["races"]


@pytest.mark.slow
def test_counting_agrees_with_exhaustive_search_on_many_boards() -> None:
    seen = check_many(10_000, 2, 12, 200_000)
    assert seen["proved"] == seen["races"]


@pytest.mark.slow
def test_counting_agrees_with_exhaustive_search_on_larger_boards() -> None:
    check_many(60, 3, 15, 2_000_000)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_invariance_under_symmetries_and_colour_swap(seed: int) -> None:
    position = random_race(random.Random(seed), 14)
    found = races(position)
    for k, image in enumerate(position.grid.symmetries):
        turned = races(position.transformed(k))
        assert [set(image[list(one.zone)].tolist()) for one in found] == [set(one.zone) for one in turned]
        assert [one.winner for one in found] == [one.winner for one in turned]
    for one, other in zip(found, races(position.colours_swapped()), strict=True):
        assert {c: one.winner[c] and one.winner[c].opponent for c in (BLACK, WHITE)} == {
            c: other.winner[c.opponent] for c in (BLACK, WHITE)
        }
        assert one.moves == {c: other.moves[c.opponent] for c in (BLACK, WHITE)}


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_the_fields_of_a_race_are_consistent(seed: int) -> None:
    position = random_race(random.Random(seed), 14)
    for found in races(position):
        for color in (BLACK, WHITE):
            side = {BLACK: found.black, WHITE: found.white}[color]
            empty = {*side.outside, *side.eye, *found.shared} - set(side.inside)
            assert set(position.liberties_at(side.chain[0])) <= empty
            assert (position.stones[list(side.chain)] == color).all()
            better = found.winner[color] is not found.winner[color.opponent]
            assert bool(found.moves[color]) is better
            assert found.winner[color] is not color.opponent or found.winner[color.opponent] is color.opponent
        assert found.reason == race(position, found.black.chain[0], found.white.chain[0]).reason


def test_pairs_touch_or_share_a_liberty() -> None:
    """Against all pairs of chains: some only share a liberty, some are apart."""
    touching = sharing = apart = 0
    for position in random_positions(60, seed=23, smallest=2, largest=9):
        chains = {color: [c for c in position.chains() if position.stones[c[0]] == color] for color in (BLACK, WHITE)}
        wanted = []
        for black in chains[BLACK]:
            for white in chains[WHITE]:
                touch = any(near in white for stone in black for near in position.grid.beside[stone])
                share = set(position.liberties_at(black[0])) & set(position.liberties_at(white[0]))
                touching, sharing = touching + touch, sharing + (bool(share) and not touch)
                apart += not (touch or share)
                if touch or share:
                    wanted.append((black, white))
        ours, theirs = ({point: chain for chain in chains[color] for point in chain} for color in (BLACK, WHITE))
        assert adjacent_chain_pairs(position, ours, theirs) == sorted(wanted)
    assert min(touching, sharing, apart) > 20
