"""Estimated places: what is open, divided among likely moves; and the table of exact and estimated places."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from analysis.board import BLACK, PASS, WHITE, Color, Position, Rules, Scoring
from analysis.endgame import (
    BoardRegion,
    EndgameTable,
    EstimatedPlace,
    LocalGame,
    LocalGames,
    Unvalued,
    count_region,
    endgame_table,
    estimated_places,
)
from analysis.endgame.endgame_table import _merged
from analysis.endgame.estimated_places import (
    HIGH,
    LEAST_STAKE,
    LIKELY_LIFE,
    LOW,
    MIDDLE,
    OPEN_CONTROL,
    REACH,
    doubtful_chains,
)
from analysis.evaluation import evaluate
from analysis.policy.model import move_probabilities
from analysis.status import Evidence, Verdict, board_status
from tests.positions import real_positions

ROWS = [*["........."] * 3, "..X.O....", ".........", "..X.O....", *["........."] * 3]
ROW = Position.from_diagram("\n".join(ROWS))
LIKELY = {BLACK: {40: 0.5, 44: 0.25, PASS: 0.2, 0: 0.05}, WHITE: {41: 0.6, 0: 0.4}}


def steps(position: Position, start: int, points: set[int]) -> dict[int, int]:
    """Return the number of steps along `points` from a point, for those that can be reached."""
    found = {start: 0}
    for point in (queue := [start]):
        for near in position.grid.beside[point]:
            if near in points and near not in found:
                found[near] = found[point] + 1
                queue.append(near)
    return found


def test_open_points_belong_to_the_likeliest_move_within_reach() -> None:
    control = np.ones(81)
    control[36:45] = 0.5  # the middle row
    control[0] = 0.79
    (first,) = estimated_places(ROW, control, LIKELY)  # 44 and the corner have less than a point at stake
    assert first.points == (37, 38, 39, 40, 41, 42, 43)
    assert (first.black_move, first.white_move, first.probability) == (40, 41, 0.5)
    assert first.stake == pytest.approx(MIDDLE * 3.5)
    assert (first.low, first.high) == pytest.approx((LOW * 3.5, HIGH * 3.5))
    assert first.count == pytest.approx(3.5)
    assert first.urgency == pytest.approx(first.stake * 0.5**0.5)


def test_counted_points_belong_to_no_place_and_cut_others() -> None:
    control = np.full(81, 0.0)
    counted = set(range(81)) - {38, 39, 40, 42, 43}
    (found,) = estimated_places(ROW, control, LIKELY, counted=counted)
    assert found.points == (38, 39, 40)
    assert estimated_places(ROW, control, LIKELY, counted=range(81)) == ()
    assert estimated_places(ROW, np.full(81, OPEN_CONTROL), LIKELY) == ()


def test_where_one_side_has_no_stones_nothing_is_estimated() -> None:
    lone = Position.from_diagram("...\n.O.\n...", "B")
    assert estimated_places(lone, np.full(9, 0.5), {BLACK: {3: 1.0}, WHITE: {3: 1.0}}) == ()
    assert estimated_places(Position.empty(19), np.zeros(361), {BLACK: {60: 1.0}, WHITE: {60: 1.0}}) == ()


def test_captured_stones_count_twice_and_doubtful_chains_are_named() -> None:
    board = Position.from_diagram("X..\n.O.\nO..", "B")
    control = np.full(9, 0.7)
    (found,) = estimated_places(board, control, {BLACK: {4 - 1: 1.0}, WHITE: {}}, doubtful=[4])
    assert found.points == tuple(range(9))
    assert found.count == pytest.approx(6 * 0.7 + 2 * 1.7 - 0.3)  # a white stone is worth 1.7 to Black, his own -0.3
    assert (found.undecided, found.white_move) == ((4,), PASS)
    (sure,) = estimated_places(board, control, {BLACK: {3: 1.0}, WHITE: {}})
    assert sure == replace(found, undecided=())


@pytest.mark.parametrize("place", range(0, 215, 43))
def test_places_of_real_boards_are_apart_open_and_around_their_moves(place: int) -> None:
    position = real_positions()[place]
    control = evaluate(position).control.values.reshape(-1)
    likely = {color: move_probabilities(position, color) for color in (BLACK, WHITE)}
    found = estimated_places(position, control, likely)
    assert found
    every = [point for one in found for point in one.points]
    assert len(every) == len(set(every))
    for one in found:
        assert all(abs(control[point]) < OPEN_CONTROL for point in one.points)
        assert one.stake >= MIDDLE * LEAST_STAKE
        assert one.low < one.stake < one.high
        centres = [point for point in one.points if point in likely[position.to_move]]
        assert any(max(steps(position, point, set(one.points)).values()) <= REACH for point in centres)
        assert one.move(position.to_move) in centres
    assert [one.urgency for one in found] == sorted((one.urgency for one in found), reverse=True)


def test_places_are_the_same_with_the_colours_exchanged() -> None:
    position = real_positions()[100]
    control = evaluate(position).control.values.reshape(-1)
    likely: dict[Color, dict[int, float]] = {color: move_probabilities(position, color) for color in (BLACK, WHITE)}
    found = estimated_places(position, control, likely)
    turned = {color: likely[color.opponent] for color in (BLACK, WHITE)}
    for one, other in zip(found, estimated_places(position.colours_swapped(), -control, turned), strict=True):
        assert (one.points, one.black_move, one.white_move) == (other.points, other.white_move, other.black_move)
        assert (one.count, one.stake) == pytest.approx((-other.count, other.stake))


def table_of(position: Position, scoring: Scoring = Scoring.TERRITORY) -> EndgameTable:
    evaluation = evaluate(position, Rules())
    assert evaluation.status is not None
    assert evaluation.settled is not None
    from analysis.endgame import local_games

    life = {
        chain.chain[0]: life.value
        for chain, life in zip(evaluation.status.chains, evaluation.settled.life_probabilities, strict=True)
    }
    likely = {color: move_probabilities(position, color) for color in (BLACK, WHITE)}
    return endgame_table(
        position, local_games(position, evaluation.status), evaluation.status, life,
        evaluation.control.values.reshape(-1), likely, scoring,
    )


@pytest.mark.parametrize("place", range(5, 215, 30))
def test_an_estimate_comes_before_an_exact_place_only_if_its_least_stake_is_larger(place: int) -> None:
    table = table_of(real_positions()[place])
    assert all(game.temperature >= 0 for game in table.exact)
    assert [game.temperature for game in table.exact] == sorted((g.temperature for g in table.exact), reverse=True)
    for one, other in itertools.combinations(table.rows, 2):
        if isinstance(one, EstimatedPlace) and isinstance(other, LocalGame):
            assert one.low > other.temperature
    points = [point for row in (*table.exact, *table.estimated, *table.undecided) for point in row.points]
    assert len(points) == len(set(points))  # a place once
    for place_ in table.undecided:
        assert place_.undecided
        chains = {chain.chain[0]: chain for chain in evaluate(real_positions()[place]).status.chains}  # type: ignore[union-attr]
        assert all(chains[first].verdict is Verdict.UNKNOWN for first in place_.undecided)


def test_chains_without_a_verdict_that_may_well_die_are_doubtful() -> None:
    boards = map(board_status, real_positions()[150:])
    status = next(status for status in boards if len(status.having(Verdict.UNKNOWN)) > 1)
    unknown = [chain.chain[0] for chain in status.having(Verdict.UNKNOWN)]
    life = {chain.chain[0]: 0.0 for chain in status.chains} | dict.fromkeys(unknown, LIKELY_LIFE)
    assert doubtful_chains(status, life) == set(unknown)
    assert doubtful_chains(status, life | {unknown[0]: LIKELY_LIFE + 0.01}) == set(unknown[1:])


@pytest.mark.parametrize("scoring", list(Scoring))
def test_settled_games_are_no_rows_and_regions_without_a_place_are_uncounted(scoring: Scoring) -> None:
    board = Position.from_diagram(".X..XO.\nXXXXXOO")
    region = BoardRegion((2, 3), board, None, Evidence.PROVED)
    settled = count_region(region)
    assert isinstance(settled, LocalGame)
    assert settled.temperature == -1
    elsewhere, inside = Unvalued((6,), "too large"), Unvalued((0,), "too large")
    games = LocalGames((settled,), (), (elsewhere, inside))
    status, control = board_status(board), np.ones(14)
    life = {chain.chain[0]: 1.0 for chain in status.chains}
    nothing = endgame_table(board, games, status, life, control, {BLACK: {6: 1.0}, WHITE: {6: 1.0}}, scoring)
    assert (nothing.rows, nothing.undecided, nothing.uncounted) == ((), (), (elsewhere, inside))
    control[[4, 5, 6]] = 0.0
    found = endgame_table(board, games, status, life, control, {BLACK: {6: 1.0}, WHITE: {6: 1.0}}, scoring)
    assert [row.points for row in found.rows] == [(4, 5, 6)]
    assert found.uncounted == (inside,)


def test_merging_keeps_both_orders() -> None:
    """A small estimate blocks larger ones behind it: urgency comes before size."""
    board = Position.from_diagram(".X.XO.O\nXXXXOOO\nX...O.O\nXXXXOOO\nXXX.OOO\nXXXX.OO")
    games = table_of(board).exact
    assert games[0].temperature == Fraction(3, 4)
    small = EstimatedPlace((0,), 0.0, 1.0, 0.5, 1.2, 0, 0, 0.5)
    large = replace(small, low=9.0)
    assert list(_merged(games[:1], [large, small])) == [large, games[0], small]
    assert list(_merged(games[:1], [small, large])) == [games[0], small, large]


def test_by_area_numbers_are_played_out_too() -> None:
    position = real_positions()[20]
    territory, area = table_of(position), table_of(position, Scoring.AREA)
    assert {game.points for game in territory.exact} <= {game.points for game in area.exact}
    assert all(game.temperature > -1 for game in area.exact)
