"""The experience of moves: every feature against plain Python on real boards, chances, symmetry, the fit."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analysis.board import BLACK, PASS, Color, Position, true_eyes
from analysis.shape import COLUMNS, MEASURES, candidates, default_weights, features, likely_moves, terms
from analysis.shape_fit import Example, fit
from tests.positions import real_positions

AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def looked_at(position: Position, color: Color, point: int) -> dict[str, int]:
    """The features of one move but the distances, by playing it."""
    grid, stones = position.grid, position.stones
    row, col = grid.row_col(point)
    after = position.play(point, color)

    def at(r: int, c: int) -> int:
        if not (0 <= r < grid.height and 0 <= c < grid.width):
            return 3
        return {0: 0, int(color): 1, -int(color): 2}[int(stones[r * grid.width + c])]

    ring = [at(row + r, col + c) for r, c in AROUND]
    forms = [ring[turn:] + ring[:turn] for turn in (0, 2, 4, 6)]
    forms += [[form[-k] for k in range(8)] for form in forms]
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
    pressed = max(by_liberties[3], default=0)
    line = min(row, grid.height - 1 - row, col, grid.width - 1 - col)
    return {
        "pattern": min(sum(what << (2 * k) for k, what in enumerate(form)) for form in forms),
        "line": min(line, 4) + (0 if near else 5),
        "liberties": min(free, 5) - 1 + (5 if own else 0),
        "captures": 0 if not taken else (1 if taken == 1 else 2 if taken < 4 else 3) + (3 if freed else 0),
        "escapes": 0 if not in_atari else min(free, 3) + (3 if max(in_atari) > 1 else 0),
        "atari": 4 if len(by_liberties[2]) > 1 else min(max(by_liberties[2], default=0), 3),
        "presses": 0 if not pressed else 1 if pressed == 1 else 2 if pressed < 4 else 3,
        "around": min(sum(who > 0 and far > 1 for who, far in near), 3)
        + 4 * min(sum(who < 0 and far > 1 for who, far in near), 3),
        "touches": min(len(own), 3) + 4 * min(len(enemy), 3),
    }


def test_features_agree_with_playing_the_move() -> None:
    rng = np.random.default_rng(5)
    for position in rng.permutation(np.array(real_positions(), object))[:40]:
        for color in Color:
            points = candidates(position, color)
            codes, _ = features(position, color, (), points)
            for place in rng.permutation(points.size)[:12]:
                found = dict(zip(COLUMNS, codes[place].tolist(), strict=True))
                wanted = looked_at(position, color, int(points[place]))
                assert {name: found[name] for name in wanted} == wanted, position.grid.vertex(int(points[place]))


def test_distances_to_the_last_moves() -> None:
    position = Position.empty(19)
    point = position.grid.point
    points = np.array([point("D4"), point("D5"), point("E5"), point("Q16")], np.int16)
    codes, _ = features(position, BLACK, (point("K10"), point("D3")), points)
    last, before = (codes[:, COLUMNS.index(name)].tolist() for name in ("last", "last_but_one"))
    assert last == [2, 4, 5, 17]
    assert before == [17, 17, 15, 17]
    codes, _ = features(position, BLACK, (point("K10"), PASS), points)
    assert not codes[:, COLUMNS.index("last")].any()


def test_measures_are_the_ranker_s_gains_in_tens_of_points() -> None:
    position = real_positions()[0]
    points = candidates(position, BLACK)
    _, numbers = features(position, BLACK, (), points)
    assert numbers.shape == (points.size, len(MEASURES))
    assert numbers[:, 1].min() == 0
    assert (numbers[:, 1] >= 0).all()


def test_chances_are_shares_and_leave_out_eyes_and_what_is_forbidden() -> None:
    for position in real_positions()[::20]:
        moves = likely_moves(position, recent=(3, 4))
        points = [move.point for move in moves]
        assert math.isclose(sum(move.chance for move in moves), 1)
        assert [move.chance for move in moves] == sorted((move.chance for move in moves), reverse=True)
        assert sorted(points) == [
            p for p in position.legal_points().tolist() if not true_eyes(position, position.to_move)[p]
        ]
        assert points[0] not in {move.point for move in likely_moves(position, forbidden=points[:1])}


def test_no_move_is_left_where_only_eyes_can_be_filled() -> None:
    assert likely_moves(Position.from_diagram(".XX.\nXXXX\nOOOO\n.OO.")) == ()


@pytest.mark.parametrize("place", range(0, 200, 40))
def test_a_board_turned_mirrored_or_with_colours_exchanged_is_the_same(place: int) -> None:
    position = real_positions()[place]
    chances = {move.point: move.chance for move in likely_moves(position)}
    swapped = {move.point: move.chance for move in likely_moves(position.colours_swapped())}
    assert swapped == pytest.approx(chances, abs=1e-6)
    for k, image in enumerate(position.grid.symmetries):
        turned = {move.point: move.chance for move in likely_moves(position.transformed(k))}
        assert turned == pytest.approx({int(image[p]): chance for p, chance in chances.items()}, abs=1e-3)


def test_the_terms_are_the_sum() -> None:
    """exp of the difference of two sums is how much likelier one is than the other."""
    position = real_positions()[0]
    one, two = likely_moves(position)[:2]
    first, second = (sum(part for *_, part in terms(position, move.point)) for move in (one, two))
    assert math.isclose(math.exp(first - second), one.chance / two.chance, rel_tol=1e-6)
    sizes = [abs(part) for *_, part in terms(position, one.point)]
    assert sizes == sorted(sizes, reverse=True)
    with pytest.raises(ValueError, match="expected a legal move"):
        terms(position, int(np.flatnonzero(position.stones)[0]))


def test_players_save_what_is_worth_saving() -> None:
    """Five stones in atari: to take them or to bring them out is what players do first."""
    position = Position.from_diagram(
        ".........\n.........\n..OOOOO..\n.OXXXXX..\n..OOOOO..\n.........\n....X....\n.........\n........."
    )
    escape = position.grid.point("H6")
    assert likely_moves(position)[0].point == escape
    assert likely_moves(position, Color.WHITE)[0].point == escape


def test_the_weights_are_for_known_features() -> None:
    assert set(default_weights()) == {*COLUMNS, *MEASURES}


def test_fitting_finds_what_was_always_played() -> None:
    """Games in which the point beside the last move is always played: that is what the weights say."""
    rng = np.random.default_rng(1)
    examples = []
    position = Position.empty(9)
    for number in range(80):
        last = int(rng.integers(81))
        played = position.play(last)
        examples.append(Example(played, played.to_move, (last,), position.grid.beside[last][0], f"game {number % 8}"))
    fitted = fit(examples)
    beside = fitted.weights["last"].pop("2")
    assert beside > 1 + max(fitted.weights["last"].values())
    assert fitted.among_ten > 0.9
    assert fitted.moves == 80
    with pytest.raises(ValueError, match="at least two games, got 8"):
        fit([example for example in examples if example.game == "game 3"][:8])
