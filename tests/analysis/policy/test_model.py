"""The move policy: probabilities, symmetry, terms, weights and their file, the fit."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from analysis.board import BLACK, PASS, Color, Grid, Position
from analysis.policy import _fit_kernels as kernels
from analysis.policy import fit as policy_fit
from analysis.policy.features import MOVE_FEATURES, PASS_FEATURES, STARTS, Buffers
from analysis.policy.fit import GameMoves, fit, measure
from analysis.policy.model import default_weights, policy_moves, policy_terms
from analysis.policy.policy_weights import FILE, Weights, large_share
from tests.positions import random_position, real_positions

FIRST = int(STARTS[-1])
CLASSES = dict(zip([*MOVE_FEATURES, *PASS_FEATURES], STARTS.tolist(), strict=False))


def weights_of(keys: tuple[int, ...] = (), **classes: dict[int, float]) -> Weights:
    """Return weights that are 0 but for some classes, the same for all sizes."""
    values = np.zeros(FIRST + len(keys), np.float32)
    for name, parts in classes.items():
        for number, weight in parts.items():
            values[CLASSES[name] + number] = weight
    return Weights(np.array(keys, np.uint32), values, values)


def chances(position: Position, **options: object) -> dict[int, float]:
    return {move.point: move.probability for move in policy_moves(position, **options)}  # type: ignore[arg-type]


def test_all_legal_moves_and_the_pass_have_probabilities_that_add_up_to_one() -> None:
    for position in real_positions()[::20]:
        moves = policy_moves(position, recent=(3, 4))
        points = [move.point for move in moves]
        assert math.isclose(sum(move.probability for move in moves), 1)
        assert [move.probability for move in moves] == sorted((move.probability for move in moves), reverse=True)
        assert sorted(points) == [PASS, *position.legal_points().tolist()]
        others = policy_moves(position, forbidden=[point for point in points[:1] if point != PASS])
        assert math.isclose(sum(move.probability for move in others), 1)
        assert points[0] == PASS or points[0] not in {move.point for move in others}


def test_without_a_legal_move_the_pass_is_certain() -> None:
    moves = policy_moves(Position.from_diagram(".O.\nOOO\n.O."), BLACK)
    assert [(move.point, move.probability) for move in moves] == [(PASS, 1.0)]


def test_a_weight_multiplies_the_probabilities_of_its_moves() -> None:
    position = Position.empty(9)
    corner = {position.grid.at(r, c) for r in (0, 8) for c in (0, 8)}
    found = chances(position, weights=weights_of(place={55: math.log(3)}))  # no stone near, on both first lines
    assert found == pytest.approx({p: (3 if p in corner else 1) / 90 for p in (*range(81), PASS)})
    found = chances(position, weights=weights_of(pass_filled={40: math.log(5)}))
    assert found[PASS] == pytest.approx(5 / 86)
    found = chances(position, recent=(40, PASS), weights=weights_of(pass_filled={20: math.log(5)}))
    assert found[PASS] == pytest.approx(5 / 86)


@pytest.mark.parametrize("place", range(0, 200, 40))
def test_probabilities_are_the_same_under_symmetries_and_exchange_of_colours(place: int) -> None:
    position = real_positions()[place]
    stones = np.flatnonzero(position.stones)
    recent = stones[[1, 5]].tolist() if stones.size > 5 else []
    probabilities = chances(position, recent=recent)
    assert chances(position.colours_swapped(), recent=recent) == pytest.approx(probabilities, rel=1e-6)
    for k, image in enumerate(position.grid.symmetries):
        turned = chances(position.transformed(k), recent=[int(image[point]) for point in recent])
        wanted = {PASS if p == PASS else int(image[p]): chance for p, chance in probabilities.items()}
        assert turned == pytest.approx(wanted, rel=1e-6)


def test_the_terms_add_up_to_the_log_probability() -> None:
    """The exponential of the difference of two sums is the ratio of the probabilities; the pass has a sum, too."""
    position = real_positions()[0]
    recent = (int(np.flatnonzero(position.stones)[0]),)
    found = chances(position, recent=recent)
    best = max(found, key=lambda point: found[point])
    some = best, *list(found)[:5], PASS
    sums = {p: sum(part for *_, part in policy_terms(position, p, None, recent)) for p in some}
    for point, total in sums.items():
        assert math.exp(sums[best] - total) == pytest.approx(found[best] / found[point], rel=1e-4)
    sizes = [abs(part) for *_, part in policy_terms(position, best)]
    assert sizes == sorted(sizes, reverse=True)
    assert all(isinstance(value, str) == (name not in CLASSES) for name, value, _ in policy_terms(position, best))
    with pytest.raises(ValueError, match="expected a legal move"):
        policy_terms(position, int(np.flatnonzero(position.stones)[0]))


def test_saving_or_capturing_five_stones_in_atari_is_the_likeliest_move() -> None:
    position = Position.from_diagram(
        ".........\n.........\n..OOOOO..\n.OXXXXX..\n..OOOOO..\n.........\n....X....\n.........\n........."
    )
    escape, attack, stone = map(position.grid.point, ("H6", "B6", "G6"))
    assert policy_moves(position, recent=(stone, attack))[0].point == escape
    assert policy_moves(position, Color.WHITE, recent=(attack, stone))[0].point == escape


@pytest.mark.parametrize(("size", "share"), [(5, 0.0), (9, 0.0), (13, 0.4), (14, 0.5), (19, 1.0), (25, 1.0)])
def test_other_sizes_blend_the_weights_by_the_side(size: int, share: float) -> None:
    assert large_share(size * size) == pytest.approx(share)
    large, small = weights_of(place={0: 1.0}), weights_of(place={0: -2.0, 3: 0.5})
    blend = replace(large, small=small.small).for_area(size * size)
    assert blend[[0, 3]] == pytest.approx([3 * share - 2, 0.5 * (1 - share)], abs=1e-3)


def test_the_file_keeps_the_weights_to_its_steps() -> None:
    rng = np.random.default_rng(0)
    keys = np.unique(rng.integers(1, 2**32, 3000, dtype=np.uint32))
    large, small = (rng.uniform(-1.9, 1.9, FIRST + keys.size).astype(np.float32) for _ in range(2))
    read = Weights.from_bytes(Weights(keys, large, small).to_bytes())
    assert (read.keys == keys).all()
    assert read.large == pytest.approx(large, abs=1 / 64)
    assert read.small == pytest.approx(small, abs=1 / 64)
    placed = read.for_area(361)
    places = np.array([int(np.flatnonzero(read.table == key)[0]) for key in keys[:200]])
    assert (placed[FIRST + places] == read.large[FIRST : FIRST + 200]).all()


def test_wrong_weights_are_refused() -> None:
    keys = np.array([3, 5], np.uint32)
    good = np.zeros(FIRST + 2, np.float32)
    with pytest.raises(ValueError, match="large: expected"):
        Weights(keys, good[:-1], good)
    with pytest.raises(ValueError, match="ascending"):
        Weights(keys[::-1], good, good)


def test_the_weights_that_come_with_the_program_are_small_and_match_the_features() -> None:
    assert FILE.stat().st_size <= 3_000_000
    weights = default_weights()
    assert weights.keys.size > 100_000
    assert np.isfinite(weights.large).all()


def games(count: int, rng: np.random.Generator, size: int = 7) -> list[GameMoves]:
    """Return games in which every move is played beside the one before, as far as that is legal."""
    found = []
    for _ in range(count):
        position, points = Position.empty(size), [int(rng.integers(size * size))]
        position = position.play(points[0])
        for _ in range(20):
            near = [point for point in position.grid.beside[points[-1]] if position.is_legal(point)]
            points.append(int(rng.choice(near or position.legal_points())))
            position = position.play(points[-1])
        colors = np.array([1, -1] * 10 + [1], np.int8)
        found.append(GameMoves(
            Grid(size), np.zeros(size * size, np.int8), colors, np.array(points, np.int16), np.ones(21, np.bool_),
        ))
    return found


def test_the_fit_finds_what_was_always_played(tmp_path: Path) -> None:
    """In all games moves are beside the last one; a fit that is taken up again gives the same weights."""
    played, lines = games(90, np.random.default_rng(1)), list[str]()
    fitted = fit(played, progress=lines.append)
    assert fitted.figures["small"].among_ten > 0.9
    assert fitted.figures["small"].first > 0.25
    assert fitted.positions == {"large": 0, "small": 60 * 21}
    assert any(line.startswith("small boards: game 60 of 60, likeliest ") for line in lines)
    last = fitted.weights.small[CLASSES["last"] : CLASSES["last"] + 46]
    assert last.argmax() == 1
    state = tmp_path / "state"
    fit(played, state)
    again = fit(played, state)
    assert (again.weights.small == fitted.weights.small).all()
    with pytest.raises(ValueError, match="fit to others"):
        fit(played[:40], state)
    state.write_text("nonsense")
    with pytest.raises(ValueError, match="expected the state of a fit"):
        fit(played, state)
    with pytest.raises(ValueError, match="at least two games, got 1"):
        fit(played[:1])


def test_a_fit_that_was_interrupted_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played, state = games(30, np.random.default_rng(2)), tmp_path / "state"
    wanted = fit(played).weights.small
    monkeypatch.setattr(policy_fit, "SECONDS_PER_SAVE", -1.0)

    class Stop(Exception):
        pass

    learn, calls = kernels.learn, [0]

    def counted(*arguments: object) -> int:
        calls[0] += 1
        if calls[0] == 8:
            raise Stop
        return int(learn(*arguments))

    monkeypatch.setattr(kernels, "learn", counted)
    with pytest.raises(Stop):
        fit(played, state)
    monkeypatch.setattr(kernels, "learn", learn)
    assert (fit(played, state).weights.small == wanted).all()


def test_a_step_of_the_fit_follows_the_gradient_of_the_log_loss() -> None:
    """Against a numerical gradient: the first step of Adagrad is rate * gradient / sqrt(gradient ** 2 + .01)."""
    rng = np.random.default_rng(4)
    position = random_position(rng, 5, 5)
    while not 3 < position.legal_points(BLACK).size < 15:
        position = random_position(rng, 5, 5)
    buffers, table = Buffers(position.grid), np.zeros(16, np.uint32)
    move = int(position.legal_points(BLACK)[1])
    moves, slots = buffers.fill(position, BLACK, (), table)
    weights = np.zeros(FIRST + 16, np.float32)
    played = moves.tolist().index(move)
    others = moves.size - 1  # the pass is left out
    chance = np.full(others, 1 / others)
    gradient = np.zeros(weights.size)
    for row, share in enumerate(chance - (np.arange(others) == played)):
        np.add.at(gradient, slots[row][slots[row] >= 0], share)
    model = weights.copy(), np.zeros_like(weights), np.zeros_like(weights)
    game = np.array([1], np.int8), np.array([move], np.int16), np.ones(1, np.bool_)
    arrays = buffers.arrays._replace(known=table)
    outputs = np.empty(26), np.empty(arrays.slots.size, np.int32)
    sums = np.zeros(4)
    used = kernels.learn(position.stones, game, arrays, outputs, model, 0.5, sums)
    assert used == sums[3] == 1
    assert sums[0] == pytest.approx(math.log(others))
    assert model[0] == pytest.approx(-0.5 * gradient / np.sqrt(gradient**2 + 0.01), abs=1e-5)
    assert not model[2].any()


def test_measuring_counts_moves_as_the_policy_orders_them() -> None:
    rng = np.random.default_rng(6)
    (game,) = games(1, rng, 9)
    found = measure(default_weights(), [game])
    position, ranks, logs = Position.empty(9), [], []
    for n, point in enumerate(game.points.tolist()):
        shares = chances(position, recent=game.points[:n].tolist()[-2:])
        ranks.append(sum(share > shares[point] for share in shares.values()))
        logs.append(math.log(max(shares[point], 1e-6)))
        position = position.play(point)
    assert found.moves == 21
    assert found.first == pytest.approx(sum(rank == 0 for rank in ranks) / 21, abs=1e-4)
    assert found.among_ten == pytest.approx(sum(rank < 10 for rank in ranks) / 21, abs=1e-4)
    assert found.log_likelihood == pytest.approx(sum(logs) / 21, abs=1e-3)
