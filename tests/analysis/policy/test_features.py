"""The features and patterns of moves against plain Python, on boards of real games and random ones."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, PASS, Color, Position
from analysis.policy import _slot_kernels as kernels
from analysis.policy import _survey_kernels as survey
from analysis.policy._caught_kernels import find_caught
from analysis.policy.features import MOVE_FEATURES, NO_MOVE, PASS_FEATURES, STARTS, Buffers
from analysis.policy.patterns import PATTERNS, pattern_text
from tests.analysis.policy.plain_features import bouzy, caught, plain_classes, plain_pass_classes
from tests.positions import random_position, real_positions


def keys_of(
    position: Position, color: Color, recent: tuple[int, ...]
) -> tuple[list[int], npt.NDArray[np.uint32]]:
    """Return the legal points and the keys of all their patterns."""
    arrays = Buffers(position.grid).arrays
    context = (*(recent[-back] if len(recent) >= back else -2 for back in (1, 2)), position.ko)
    count = kernels.board_classes(position.stones, int(color), context, arrays)
    moves = arrays.moves[: count - 1]
    kernels.board_keys(position.stones, int(color), context, arrays, moves, arrays.keys)
    return moves.tolist(), arrays.keys[: count - 1].copy()


def check_classes(position: Position, rng: np.random.Generator, most: int = 12) -> None:
    """Compare the classes of some moves of both colours, and the legal moves."""
    stones = np.flatnonzero(position.stones).tolist()
    recent = tuple(int(point) for point in rng.choice([PASS, *stones], int(rng.integers(3))))
    maps = bouzy(position)
    for color in Color:
        moves, slots = Buffers(position.grid).fill(position, color, recent, np.zeros(16, np.uint32))
        assert moves.tolist() == [*position.legal_points(color).tolist(), PASS]
        for row in rng.permutation(moves.size - 1)[:most]:
            found = {
                name: int(slot) - int(start) if slot >= 0 else -1
                for name, slot, start in zip(MOVE_FEATURES, slots[row], STARTS, strict=False)
            }
            wanted = plain_classes(position, color, int(moves[row]), recent, maps)
            assert found == wanted, (position.diagram(), color, position.grid.vertex(int(moves[row])), recent)
            assert all(value < MOVE_FEATURES[name] for name, value in found.items())
        starts = STARTS[len(MOVE_FEATURES) :].tolist()
        found = {name: int(slots[-1, k]) - starts[k] for k, name in enumerate(PASS_FEATURES)}
        wanted = plain_pass_classes(position, color, recent[-1] if recent else NO_MOVE, maps[1])
        assert found == wanted, (position.diagram(), color, recent)
        assert all(value < PASS_FEATURES[name] for name, value in found.items())
        assert (slots[-1, len(PASS_FEATURES) :] == -1).all()
        assert (slots[:, len(MOVE_FEATURES) :] == -1).all()


def test_classes_agree_with_plain_python_on_boards_of_games() -> None:
    rng = np.random.default_rng(5)
    for position in rng.permutation(np.array(real_positions(), object))[:30]:
        check_classes(position, rng)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), height=st.integers(2, 9), width=st.integers(2, 9))
def test_classes_agree_with_plain_python_on_random_boards(seed: int, height: int, width: int) -> None:
    rng = np.random.default_rng(seed)
    check_classes(random_position(rng, height, width), rng, 6)


def test_chains_caught_in_ladders_agree_with_reading_by_recursion() -> None:
    rng = np.random.default_rng(2)
    counts = [0, 0, 0, 0]
    for position in (*real_positions()[::7], *(random_position(rng, 8, 8) for _ in range(40))):
        arrays = Buffers(position.grid).arrays
        *tables, reading = arrays.tables
        chains = tables[1]
        count = survey.survey(position.stones, *arrays.grid[:2], *tables)
        find_caught(position.stones, reading, chains, count)
        for chain in chains[:count].tolist():
            wanted, liberties = caught(position, chain[survey.HEAD]), position.liberties_at(chain[survey.HEAD])
            found = chain[survey.CAUGHT]
            if len(liberties) == 2 and chain[survey.FIRST] != liberties[0]:
                found = (found & 1) << 1 | found >> 1
            assert found == wanted
            counts[wanted] += 1
    assert min(counts) > 0


def test_a_ladder_runs_across_the_board_unless_a_stone_breaks_it() -> None:
    position = Position.empty(19, 19)
    point = position.grid.point
    board = position.stones.copy()
    for vertex, stone in (("D4", -1), ("C4", 1), ("D3", 1), ("E3", 1)):
        board[point(vertex)] = stone
    for breaker, works in (("", True), ("Q16", False)):
        stones = board.copy()
        if breaker:
            stones[point(breaker)] = -1
        with_ladder = Position.from_stones(position.grid, stones)
        assert (caught(with_ladder, point("D4")) > 0) == works
        arrays = Buffers(position.grid).arrays
        *tables, reading = arrays.tables
        chains = tables[1]
        count = survey.survey(stones, *arrays.grid[:2], *tables)
        find_caught(stones, reading, chains, count)
        (found,) = [chain[survey.CAUGHT] for chain in chains[:count].tolist() if chain[survey.HEAD] == point("D4")]
        assert (found > 0) == works


TURNS = [
    lambda r, c: (r, c), lambda r, c: (-r, c), lambda r, c: (r, -c), lambda r, c: (-r, -c),
    lambda r, c: (c, r), lambda r, c: (-c, r), lambda r, c: (c, -r), lambda r, c: (-c, -r),
]  # fmt: skip


@pytest.mark.parametrize("place", [20, 90, 150, 200])
def test_keys_are_equal_under_symmetries_and_exchange_of_colours(place: int) -> None:
    position = real_positions()[place]
    recent = tuple(np.flatnonzero(position.stones)[[3, -4]].tolist())
    moves, keys = keys_of(position, position.to_move, recent)
    assert (keys[:, :6] > 0).all()
    for k, image in enumerate(position.grid.symmetries):
        turned = position.transformed(k)
        for board in (turned, turned.colours_swapped()):
            others, found = keys_of(board, board.to_move, tuple(int(image[point]) for point in recent))
            rows = [others.index(int(image[point])) for point in moves]
            assert (found[rows] == keys).all()


def test_keys_differ_where_the_patterns_differ() -> None:
    """Over many boards, a key belongs to the patterns of one text up to symmetry, as far as texts show everything."""
    rng = np.random.default_rng(3)
    known: dict[tuple[str, int], set[object]] = {}
    for position in rng.permutation(np.array([p for p in real_positions() if p.grid.height == 9], object))[:6]:
        moves, keys = keys_of(position, BLACK, ())
        for row in rng.permutation(len(moves))[:15]:
            for name in ("stones8", "stones20", "liberties12", "liberties28"):
                text = pattern_text(position, BLACK, moves[row], name)
                known.setdefault((name, int(keys[row, PATTERNS.index(name)])), set()).add(canonical(text))
    assert all(len(texts) == 1 for texts in known.values())
    assert len({text for texts in known.values() for text in texts}) == len(known)


def canonical(text: str) -> tuple[str, ...]:
    """Return the least of a pattern's texts under the eight symmetries."""
    from analysis.policy.patterns import offsets

    symbols = dict(zip(offsets(), text, strict=False))
    return min(tuple(symbols[turn(*offset)] for offset in symbols) for turn in TURNS)


def test_texts_of_patterns_show_the_board_and_the_last_moves() -> None:
    position = Position.from_diagram("....\n.XO.\n....\n....")
    point = position.grid.point("B2")
    assert pattern_text(position, BLACK, point, "stones8") == "X....O.."
    recent = (position.grid.point("B3"), position.grid.point("C3"))
    assert pattern_text(position, BLACK, point, "contact8", recent).endswith(":-1+1")
    assert pattern_text(position, BLACK, point, "follow8", recent).endswith(":-1+1:-1+0")
    assert pattern_text(position, BLACK, point, "answer8", recent) == ".X......:+1-1"
    assert pattern_text(position, BLACK, point, "sequel12", recent) == "..O.....##..:+1+0"
    assert pattern_text(position, BLACK, point, "board") == "..../.XO./.+../...."
    assert pattern_text(position, BLACK, point, "corner7") == "..../.+../.XO./...."
