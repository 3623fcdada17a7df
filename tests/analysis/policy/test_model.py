"""The move policy: every feature against plain Python on real boards, probabilities, symmetry, the fit."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from analysis.board import BLACK, PASS, Color, Grid, Position, true_eyes
from analysis.control import ControlSettings
from analysis.policy import _fit_kernels as kernels
from analysis.policy.features import (
    CATEGORICAL,
    CATEGORY_COUNTS,
    NUMERIC,
    PATTERN_SIZES,
    PATTERNS,
    PHASE_STARTS,
    candidates,
    features,
    pattern_hashes,
    pattern_text,
)
from analysis.policy.fit import Example, _Data, fit
from analysis.policy.model import default_weights, policy_moves, policy_terms
from analysis.ranking.ranker import rank_moves
from tests.positions import real_positions

SYMBOLS = {0: ".", 1: "X", -1: "O"}


def distance(r: int, c: int) -> int:
    """Return the distance by which the features are defined."""
    return abs(r) + abs(c) + max(abs(r), abs(c))


def corner_rows(row: int, height: int) -> range:
    """Return the rows from the nearer edge to three beyond a row; for the middle row three either way."""
    other = height - 1 - row
    return range(max(0, row - 3) if row >= other else 0, min(height, row + 4) if row <= other else height)


def expected_features(position: Position, color: Color, point: int) -> dict[str, int]:
    """Return the features of one move but the distances to the last moves, by playing it."""
    grid, stones = position.grid, position.stones
    row, col = grid.row_col(point)
    after = position.play(point, color)

    near = [
        (int(stone) * color, max(abs(r - row), abs(c - col)))
        for (r, c), stone in np.ndenumerate(position.board)
        if stone and abs(r - row) + abs(c - col) <= 3
    ]
    chains = {tuple(position.chain_at(p)) for p in grid.beside[point] if stones[p]}
    own = [chain for chain in chains if stones[chain[0]] == color]
    enemy = [chain for chain in chains if stones[chain[0]] != color]
    by_liberties = {
        n: [len(chain) for chain in enemy if len(position.liberties_at(chain[0])) == n] for n in (1, 2, 3)
    }
    taken = sum(by_liberties[1])
    freed = any(
        len(position.liberties_at(p)) == 1
        for chain in enemy if len(position.liberties_at(chain[0])) == 1
        for stone in chain for p in grid.beside[stone] if stones[p] == color
    )
    in_atari = [len(chain) for chain in own if len(position.liberties_at(chain[0])) == 1]
    free = len(after.liberties_at(point))
    reduced = max(by_liberties[3], default=0)
    lines = sorted(min(here, length - 1 - here) for here, length in ((row, grid.height), (col, grid.width)))
    low, high = (min(line, 5) for line in lines)
    place = high * (high + 1) // 2 + low
    phase = sum(np.count_nonzero(stones) >= share * grid.area for share in PHASE_STARTS)
    corner = [
        int(position.board[r, c]) * color
        for r in corner_rows(row, grid.height) for c in corner_rows(col, grid.width)
    ]
    far = {
        who: min((
            distance(r - row, c - col) for (r, c), stone in np.ndenumerate(position.board)
            if stone == who * color and max(abs(r - row), abs(c - col)) <= 7
        ), default=99)
        for who in (1, -1)
    }
    return {
        "place": place + 21 * (not near) + 42 * phase,
        "corner": 0 if max(lines) > 6 else place + 21 * (1 + min(corner.count(1), 2) + 3 * min(corner.count(-1), 2)),
        "nearest": 10 * (min(far[1], 11) - 2) + min(far[-1], 11) - 2,
        "liberties": min(free, 5) - 1 + (5 if own else 0),
        "captures": 0 if not taken else (1 if taken == 1 else 2 if taken < 4 else 3) + (3 if freed else 0),
        "escapes": 0 if not in_atari else min(free, 3) + (3 if max(in_atari) > 1 else 0),
        "atari": 4 if len(by_liberties[2]) > 1 else min(max(by_liberties[2], default=0), 3),
        "presses": 0 if not reduced else 1 if reduced == 1 else 2 if reduced < 4 else 3,
        "around": min(sum(who > 0 and far > 1 for who, far in near), 3)
        + 4 * min(sum(who < 0 and far > 1 for who, far in near), 3),
        "touches": min(len(own), 3) + 4 * min(len(enemy), 3),
    }


def test_features_agree_with_playing_the_move() -> None:
    rng = np.random.default_rng(5)
    for position in rng.permutation(np.array(real_positions(), object))[:40]:
        for color in Color:
            points = candidates(position, color)
            found = features(position, color, (), points)
            assert (found.classes >= 0).all()
            assert (found.classes < CATEGORY_COUNTS).all()
            for row in rng.permutation(points.size)[:12]:
                classes = dict(zip(CATEGORICAL, found.classes[row].tolist(), strict=True))
                wanted = expected_features(position, color, int(points[row]))
                assert {name: classes[name] for name in wanted} == wanted, position.grid.vertex(int(points[row]))


def around(position: Position, color: Color, point: int, size: int) -> dict[tuple[int, int], str]:
    """Return what is on the nearest points, by their row and column steps."""
    grid = position.grid
    row, col = grid.row_col(point)
    reach = sorted((distance(r, c), r, c) for r in range(-4, 5) for c in range(-4, 5) if (r, c) != (0, 0))[:size]
    return {
        (r, c): SYMBOLS[int(position.board[row + r, col + c]) * color]
        if 0 <= row + r < grid.height and 0 <= col + c < grid.width else "#"
        for _, r, c in reach
    }


def forms(symbols: dict[tuple[int, int], str]) -> set[str]:
    """Return the texts of a pattern under the eight symmetries."""
    turns = [
        lambda r, c: (r, c), lambda r, c: (-r, c), lambda r, c: (r, -c), lambda r, c: (-r, -c),
        lambda r, c: (c, r), lambda r, c: (-c, r), lambda r, c: (c, -r), lambda r, c: (-c, -r),
    ]  # fmt: skip
    return {"".join(symbols[turn(*offset)] for offset in symbols) for turn in turns}


@pytest.mark.parametrize("size", PATTERN_SIZES)
def test_patterns_are_the_surrounding_points_up_to_symmetry(size: int) -> None:
    """Two points have the same hash if and only if their patterns are equal under a symmetry."""
    rng = np.random.default_rng(size)
    symmetric_texts: dict[int, set[str]] = {}
    for position in rng.permutation(np.array(real_positions(), object))[:6]:
        points = candidates(position, BLACK)
        found = features(position, BLACK, (), points).patterns[:, PATTERN_SIZES.index(size)].tolist()
        texts = [pattern_text(position, BLACK, point, size) for point in points.tolist()]
        assert pattern_hashes(texts).tolist() == found
        for point, text, number in zip(points.tolist(), texts, found, strict=True):
            symbols = around(position, BLACK, point, size)
            assert text == "".join(symbols.values())
            assert text in symmetric_texts.setdefault(number, forms(symbols))
    assert len(set().union(*symmetric_texts.values())) == sum(map(len, symmetric_texts.values()))


def test_distances_to_the_last_moves() -> None:
    position = Position.empty(19)
    point = position.grid.point
    points = np.array([point("D4"), point("D5"), point("E5"), point("Q16")], np.int16)
    columns = features(position, BLACK, (point("K10"), point("D3")), points).classes
    last, before = (columns[:, CATEGORICAL.index(name)].tolist() for name in ("last", "last_but_one"))
    assert last == [4, 8, 10, 34]
    assert before == [17, 17, 15, 17]
    columns = features(position, BLACK, (point("K10"), PASS), points).classes
    assert not columns[:, CATEGORICAL.index("last")].any()
    assert columns[0, CATEGORICAL.index("last_but_one")] == 17


@pytest.mark.parametrize(("stones", "phase"), [(5, 0), (6, 1), (14, 1), (15, 2), (29, 2), (30, 3), (50, 3)])
def test_the_phase_is_how_full_the_board_is(stones: int, phase: int) -> None:
    board = np.zeros(100, np.int8)
    board[range(0, 2 * stones, 2) if stones < 50 else range(stones)] = 1
    position = Position.from_stones(Grid(10), board)
    found = features(position, BLACK, (99, 98), np.array([99], np.int16))
    assert found.phase == phase
    classes = dict(zip(CATEGORICAL, found.classes[0].tolist(), strict=True))
    assert classes["place"] // 42 == phase
    assert (classes["last"], classes["last_but_one"]) == (2 * 2 + (phase > 1), 0)


def only(**weights: dict[str, float]) -> dict[str, dict[str, float]]:
    """Return weights that are 0 but for those given."""
    return {name: {} for name in (*CATEGORICAL, *PATTERNS, *NUMERIC)} | weights


def test_weights_apply_to_their_patterns_and_phases() -> None:
    """A pattern's to the points that have it, under any symmetry; a numeric feature's in its phase."""
    position = real_positions()[0]
    points = candidates(position, position.to_move).tolist()
    texts = {point: pattern_text(position, position.to_move, point, 12) for point in points}
    numbers = dict(zip(points, pattern_hashes(list(texts.values())).tolist(), strict=True))
    known = list({number: point for point, number in numbers.items()}.values())[::3]
    weights = only(pattern12={texts[point]: math.log(2 + place) for place, point in enumerate(known)})
    worth = {numbers[point]: math.exp(weights["pattern12"][texts[point]]) for point in known}
    wanted = {point: worth.get(numbers[point], 1.0) for point in points}
    total = sum(wanted.values())
    found = {move.point: move.probability for move in policy_moves(position, weights=weights)}
    assert found == pytest.approx({point: share / total for point, share in wanted.items()})
    phase = features(position, position.to_move, (), np.array(points[:1], np.int16)).phase
    for k in range(len(PHASE_STARTS) + 1):
        probabilities = [move.probability for move in policy_moves(position, weights=only(gain={str(k): 1.0}))]
        assert (max(probabilities) > min(probabilities) + 1e-6) == (k == phase)


def test_numeric_features_are_the_rankers_gains_in_tens_of_points() -> None:
    position = real_positions()[0]
    points = candidates(position, BLACK)
    coarse = ControlSettings(tolerance=1e-4, max_sweeps=500)
    gain_of = {move.point: move.gain for move in rank_moves(position, coarse, color=BLACK).candidates}
    gains = np.array([gain_of[point] for point in points.tolist()])
    numbers = features(position, BLACK, (), points).numbers
    assert numbers.shape == (points.size, len(NUMERIC))
    assert numbers[:, 0] == pytest.approx(np.clip(gains, -5, 30) / 10)
    assert numbers[:, 1] == pytest.approx(np.minimum(gains.max() - gains, 20) / 10)
    assert numbers[:, 1].min() == 0


def test_probabilities_add_up_to_one_without_eyes_and_forbidden_points() -> None:
    for position in real_positions()[::20]:
        moves = policy_moves(position, recent=(3, 4))
        points = [move.point for move in moves]
        assert math.isclose(sum(move.probability for move in moves), 1)
        assert [move.probability for move in moves] == sorted((move.probability for move in moves), reverse=True)
        assert sorted(points) == [
            p for p in position.legal_points().tolist() if not true_eyes(position, position.to_move)[p]
        ]
        assert points[0] not in {move.point for move in policy_moves(position, forbidden=points[:1])}


def test_there_are_no_moves_where_only_eyes_can_be_filled() -> None:
    assert policy_moves(Position.from_diagram(".XX.\nXXXX\nOOOO\n.OO.")) == ()


@pytest.mark.parametrize("place", range(0, 200, 40))
def test_probabilities_are_the_same_under_symmetries_and_exchange_of_colours(place: int) -> None:
    position = real_positions()[place]
    probabilities = {move.point: move.probability for move in policy_moves(position)}
    swapped = {move.point: move.probability for move in policy_moves(position.colours_swapped())}
    assert swapped == pytest.approx(probabilities, abs=1e-6)
    for k, image in enumerate(position.grid.symmetries):
        turned = {move.point: move.probability for move in policy_moves(position.transformed(k))}
        assert turned == pytest.approx({int(image[p]): chance for p, chance in probabilities.items()}, abs=1e-3)


def test_the_terms_add_up_to_the_log_probability() -> None:
    """The exponential of the difference of two sums is the ratio of the probabilities."""
    position = real_positions()[0]
    one, two = policy_moves(position)[:2]
    first, second = (sum(part for *_, part in policy_terms(position, move.point)) for move in (one, two))
    assert math.isclose(math.exp(first - second), one.probability / two.probability, rel_tol=1e-6)
    sizes = [abs(part) for *_, part in policy_terms(position, one.point)]
    assert sizes == sorted(sizes, reverse=True)
    with pytest.raises(ValueError, match="expected a legal move"):
        policy_terms(position, int(np.flatnonzero(position.stones)[0]))


def test_saving_or_capturing_five_stones_in_atari_is_the_likeliest_move() -> None:
    position = Position.from_diagram(
        ".........\n.........\n..OOOOO..\n.OXXXXX..\n..OOOOO..\n.........\n....X....\n.........\n........."
    )
    escape = position.grid.point("H6")
    assert policy_moves(position)[0].point == escape
    assert policy_moves(position, Color.WHITE)[0].point == escape


def test_the_weights_in_the_file_belong_to_features() -> None:
    weights = default_weights()
    assert set(weights) == {*CATEGORICAL, *PATTERNS, *NUMERIC}
    for name, size in zip(CATEGORICAL, CATEGORY_COUNTS, strict=True):
        assert all(0 <= int(case) < size for case in weights[name])
    for name, size in zip(PATTERNS, PATTERN_SIZES, strict=True):
        assert all(len(text) == size and set(text) <= set(".XO#") for text in weights[name])


def test_the_kernels_of_the_fit_agree_with_the_formulas() -> None:
    """Probabilities are the softmax of the sums; the gradient is the errors times the inputs."""
    rng = np.random.default_rng(4)
    counts = rng.integers(1, 9, 20)
    starts = np.cumsum([0, *counts])
    rows, weights = int(starts[-1]), 30
    places = rng.integers(0, 24, (rows, 5)).astype(np.int32)
    numeric_weights = rng.integers(24, weights, (rows, 2)).astype(np.int32)
    measures, beta, errors = rng.normal(size=(rows, 2)), rng.normal(size=weights), rng.normal(size=rows)
    chosen = np.flatnonzero(rng.random(20) < 0.7)
    inputs = np.zeros((rows, weights))
    for row in range(rows):
        np.add.at(inputs[row], places[row], 1.0)
        np.add.at(inputs[row], numeric_weights[row], measures[row])
    mask = np.isin(np.repeat(np.arange(20), counts), chosen)
    wanted = np.where(mask, np.exp(inputs @ beta), 0.0)
    for first, end in pairwise(starts):
        wanted[first:end] /= max(wanted[first:end].sum(), 1e-300)
    assert np.allclose(kernels.probabilities(places, numeric_weights, measures, starts, chosen, beta), wanted)
    found = kernels.gradient(places, numeric_weights, measures, starts, chosen, errors, weights)
    assert np.allclose(found, inputs.T @ (errors * mask))


def test_named_weights_give_the_fitted_probabilities() -> None:
    """Patterns played often enough have a weight of their own, from which the weight of the others is subtracted."""
    plus, pair = Position.empty(9).play(40), Position.empty(9).play(40).play(41)
    examples = [Example(plus, plus.to_move, (40,), 41, f"game {n}") for n in range(5)]
    examples += [Example(pair, pair.to_move, (40, 41), 31, f"game {n}") for n in range(4)]
    data = _Data(examples)
    (text,) = data.texts[0]
    assert sorted(text) == sorted(".......O")
    assert pattern_hashes([text, pattern_text(plus, plus.to_move, 41, 8)]).std() == 0
    beta = data.solve(np.arange(len(examples)))
    fitted, weights = data.probabilities(beta, np.arange(len(examples))), data.named(beta)
    for place, example in enumerate(examples):
        moves = policy_moves(example.position, example.color, example.recent, weights=weights)
        found = {move.point: move.probability for move in moves}
        rows = fitted[data.starts[place] : data.starts[place + 1]]
        assert found == pytest.approx(dict(zip(data.points[place].tolist(), rows, strict=True)), abs=2e-3)


def test_the_fit_finds_what_was_always_played() -> None:
    """In all games the point next to the last move is played, so its distance gets the largest weight."""
    rng = np.random.default_rng(1)
    examples = []
    position = Position.empty(9)
    for number in range(80):
        last = int(rng.integers(81))
        played = position.play(last)
        examples.append(Example(played, played.to_move, (last,), position.grid.beside[last][0], f"game {number % 8}"))
    fitted = fit(examples)
    beside = fitted.weights["last"].pop("4")
    assert beside > 1 + max(fitted.weights["last"].values())
    assert fitted.among_ten > 0.9
    assert fitted.moves == 80
    with pytest.raises(ValueError, match="at least two games, got 8"):
        fit([example for example in examples if example.game == "game 3"][:8])
