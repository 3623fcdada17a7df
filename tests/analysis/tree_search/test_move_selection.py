"""Move selection in the endgame: local games against searched moves, and the ranker's gains in exact games."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from analysis.board import BLACK, NO_POINT, PASS, WHITE, Color, Position, Rules, Scoring
from analysis.endgame import LocalMove, Unvalued, local_games
from analysis.evaluation import evaluate
from analysis.policy.model import policy_moves
from analysis.ranking.tactics import rank_with_tactics
from analysis.status import Verdict
from analysis.tree_search.move_selection import (
    contested_points,
    endgame_moves,
    is_endgame,
    ordered_points,
    with_exact_gains,
    without_self_endangering,
)
from analysis.tree_search.puct_tree import RootMove
from tests.analysis.endgame.composed import PIECES, composed, five_corridors

TERRITORY = Rules(scoring=Scoring.TERRITORY)
FIVE = Position.from_diagram(five_corridors())


def vertices(position: Position, points: list[int]) -> list[str]:
    return [position.grid.vertex(point) for point in points]


@pytest.mark.parametrize(("color", "first"), [(BLACK, "C10"), (WHITE, "C10")])
def test_the_hottest_corridor_comes_first(color: int, first: str) -> None:
    position = FIVE.with_to_move(BLACK if color == BLACK else WHITE)
    evaluation = evaluate(position, TERRITORY)
    games = evaluation.local_games()
    moves = endgame_moves(evaluation, games)
    assert [move.game.temperature for move in moves] == [1 - Fraction(1, 2**n) for n in range(5, 0, -1)]
    assert vertices(position, ordered_points(evaluation, [], moves, games))[0] == first


def test_a_superko_point_is_left_out() -> None:
    evaluation = evaluate(FIVE, TERRITORY)
    games = evaluation.local_games()
    first = endgame_moves(evaluation, games)[0].point
    assert first not in [move.point for move in endgame_moves(evaluation, games, {first})]


def test_a_ko_just_taken_is_not_taken_back() -> None:
    stones = ".X.XO.O\nXXXXOOO\n.XX.XO.\nXXXXOOO\n.X.XO.O"
    for banned in (NO_POINT, Position.from_diagram(stones).grid.point("D3")):
        evaluation = evaluate(Position.from_diagram(stones, WHITE, banned), Rules())
        games = evaluation.local_games()
        assert not games.unvalued
        moves = [move.point for move in endgame_moves(evaluation, games)]
        assert vertices(evaluation.position, moves) == (["D3"] if banned == NO_POINT else [])


def test_dame_are_played_by_area_only() -> None:
    position = Position.from_diagram(".X.XO.O\nXXXXOOO\n.X.X.O.\nXXXXOOO\n.X.XO.O")
    for rules, expected in ((TERRITORY, []), (Rules(), ["E3"])):
        evaluation = evaluate(position, rules)
        moves = endgame_moves(evaluation, evaluation.local_games())
        assert vertices(position, [move.point for move in moves]) == expected


def test_a_searched_move_does_not_count_where_nothing_is_open() -> None:
    """The whole evaluation may find a gain there; the local games come first."""
    evaluation = evaluate(FIVE, TERRITORY)
    games = evaluation.local_games()
    moves = endgame_moves(evaluation, games)
    idle = FIVE.grid.point("A18")
    searched = RootMove(idle, 4.9, 0.0, 0.5, (idle,), (20,))
    points = ordered_points(evaluation, [searched], moves, games)
    assert points[: len(moves)] == [move.point for move in moves]
    assert points[-1] == idle


@pytest.mark.parametrize(("rules", "more"), [(TERRITORY, 0), (Rules(), 1)])
def test_gains_in_exact_games_are_the_temperatures(rules: Rules, more: int) -> None:
    evaluation = evaluate(FIVE, rules)
    games = evaluation.local_games()
    ranking = with_exact_gains(rank_with_tactics(evaluation), games, rules.scoring)
    gains = {move.point: move.gain for move in ranking.candidates}
    for game in games.games:
        assert gains[game.black_move] == float(game.temperature) + more
        assert all(gains[point] <= float(game.temperature) + more for point in game.points)
    assert ranking.candidates[0].point == games.games[0].black_move
    for move in ranking.moves:
        if games.at(move.point) is not None:
            assert move.score == pytest.approx(ranking.pass_score + move.gain)


def test_other_moves_in_an_exact_game_gain_at_most_the_temperature() -> None:
    evaluation = evaluate(FIVE, TERRITORY)
    games = evaluation.local_games()
    ranking = rank_with_tactics(evaluation)
    hopeful = replace(ranking, candidates=tuple(move._replace(gain=9.0) for move in ranking.candidates))
    for move in with_exact_gains(hopeful, games, Scoring.TERRITORY).candidates:
        game = games.at(move.point) if move.point != PASS else None
        assert move.gain == (9.0 if game is None else float(game.temperature))


@pytest.mark.parametrize(("gain", "searched_first"), [(1.0, False), (2 * 31 / 32, False), (1.95, True)])
def test_where_something_is_open_the_larger_gain_comes_first(gain: float, searched_first: bool) -> None:
    """The hottest corridor gains twice 31/32; a searched move counts where the board could not be cut."""
    evaluation = evaluate(FIVE, TERRITORY)
    games = evaluation.local_games()
    moves = endgame_moves(evaluation, games)
    point = FIVE.grid.point("A18")
    searched = RootMove(point, gain, 0.0, 0.5, (point,), (20,))
    cut = replace(games, unvalued=(Unvalued((point,), "too large"),))
    assert (ordered_points(evaluation, [searched], moves, cut)[0] == point) is searched_first
    exact = moves[-1].point  # an exact game is not open, whatever else is
    searched = RootMove(exact, 4.9, 0.0, 0.5, (exact,), (20,))
    cut = replace(games, unvalued=(Unvalued((exact,), "too large"),))
    assert ordered_points(evaluation, [searched], moves, cut)[0] == moves[0].point


@pytest.mark.parametrize(("control", "endgame"), [(1.0, True), (-0.87, True), (0.86, False), (0.0, False)])
def test_the_endgame_begins_when_a_quarter_is_open(control: float, endgame: bool) -> None:
    """A point of .87 is open by .243, one of .86 by .260."""
    evaluation = evaluate(FIVE, TERRITORY)
    values = np.full((FIVE.grid.height, FIVE.grid.width), control)
    assert is_endgame(replace(evaluation, control=replace(evaluation.control, values=values))) is endgame


def test_a_finished_board_is_in_the_endgame_and_an_opening_is_not() -> None:
    assert is_endgame(evaluate(FIVE, TERRITORY))
    assert not is_endgame(evaluate(Position.empty(9).play(40), TERRITORY))


def test_the_best_in_the_sum_comes_before_the_hottest() -> None:
    """White leaves {3|*} twice, which is 3; a move in {3|*}, the hotter, leaves * and {4|{3|*}}, and Black takes 4."""
    position, walls = composed([PIECES[9][0], PIECES[13][0]])
    position = position.with_to_move(WHITE)
    evaluation = evaluate(position, TERRITORY)
    assert evaluation.status is not None
    games = local_games(position, evaluation.status, immortal=walls)
    assert [game.temperature for game in games.games] == [Fraction(3, 2), 1]
    assert endgame_moves(evaluation, games)[0].game is games.games[1]


def test_by_area_a_move_in_a_corridor_gains_a_point_more() -> None:
    """Twice 31/32 and 1 are 3 15/16: more than 3, where something is open, and less than 4."""
    evaluation = evaluate(FIVE, Rules())
    games = evaluation.local_games()
    moves, point = endgame_moves(evaluation, games), FIVE.grid.point("A18")
    cut = replace(games, unvalued=(Unvalued((point,), "too large"),))
    for gain, searched_first in ((3.0, False), (4.0, True)):
        idle = [FIVE.grid.point(vertex) for vertex in ("A16", "A14")]
        others = [RootMove(elsewhere, 4.9, 0.0, 0.5, (elsewhere,), (20,)) for elsewhere in idle]
        searched = [*others, RootMove(point, gain, 0.0, 0.5, (point,), (20,))]
        points = ordered_points(evaluation, searched, moves, cut)
        assert points[0] == (point if searched_first else moves[0].point)


def test_gains_are_in_descending_order_and_scores_are_blacks() -> None:
    position = FIVE.with_to_move(WHITE)
    evaluation = evaluate(position, TERRITORY)
    games, ranking = evaluation.local_games(), rank_with_tactics(evaluation)
    turned = replace(ranking, candidates=ranking.candidates[::-1])
    found = with_exact_gains(turned, games, Scoring.TERRITORY).candidates
    assert [round(move.gain, 6) for move in found] == sorted((round(move.gain, 6) for move in found), reverse=True)
    (first,) = [move for move in found if move.point == games.games[0].white_move]
    assert first.score == pytest.approx(ranking.pass_score - 31 / 32)


@pytest.mark.parametrize(("verdict", "side", "searched_first"), [
    (Verdict.CRITICAL, "kill", True), (Verdict.CRITICAL, "save", True), (Verdict.UNKNOWN, "kill", False),
])
def test_only_moves_deciding_a_critical_chain_are_contested(verdict: Verdict, side: str, searched_first: bool) -> None:
    evaluation = evaluate(FIVE, TERRITORY)
    assert evaluation.status is not None
    assert evaluation.settled is not None
    point = FIVE.grid.point("A18")
    first, *others = evaluation.status.chains
    chain = replace(first, verdict=verdict, kill=None, save=None)
    chain = replace(chain, kill=point) if side == "kill" else replace(chain, save=point)
    sure, *rest = evaluation.settled.life_probabilities
    doubtful = replace(
        evaluation, status=replace(evaluation.status, chains=(chain, *others)),
        settled=replace(evaluation.settled, life_probabilities=(replace(sure, value=0.5), *rest)),
    )
    assert (point in contested_points(doubtful, evaluation.local_games())) is searched_first


@pytest.mark.parametrize(("gain", "searched_first"), [(5.0, True), (4.9, False)])
def test_a_large_searched_gain_comes_first_anywhere(gain: float, searched_first: bool) -> None:
    """On a point behind Black's wall nothing is in doubt; a small gain there is an error of the control map."""
    evaluation = evaluate(FIVE, TERRITORY)
    games, point = evaluation.local_games(), FIVE.grid.point("A18")
    moves = endgame_moves(evaluation, games)
    points = ordered_points(evaluation, [RootMove(point, gain, 0.0, 0.5, (point,), (20,))], moves, games)
    assert points[0] == (point if searched_first else moves[0].point)


@pytest.mark.parametrize(("probability", "searched_first"), [(0.5, True), (0.01, False), (0.99, False)])
def test_a_searched_move_counts_where_it_decides_a_doubtful_chain(probability: float, searched_first: bool) -> None:
    evaluation = evaluate(FIVE, TERRITORY)
    assert evaluation.status is not None
    assert evaluation.settled is not None
    games = evaluation.local_games()
    point = FIVE.grid.point("A18")
    first, *others = evaluation.status.chains
    chains = (replace(first, verdict=Verdict.CRITICAL, kill=point), *others)
    sure, *rest = evaluation.settled.life_probabilities
    doubtful = replace(
        evaluation, status=replace(evaluation.status, chains=chains),
        settled=replace(evaluation.settled, life_probabilities=(replace(sure, value=probability), *rest)),
    )
    searched = RootMove(point, 4.9, 0.0, 0.5, (point,), (20,))
    points = ordered_points(doubtful, [searched], endgame_moves(evaluation, games), games)
    assert (points[0] == point) is searched_first


SELF_ATARI_DAME = ".XXXXO.O.\nXXOOO.OOO\n.X.XXOO.O\nXXXXXOOOO"
"""By area C2 is worth a point to White, but then Black takes four stones at F3; to Black it is only worth the point."""


@pytest.mark.parametrize(("color", "left"), [(WHITE, []), (BLACK, ["C2"])])
def test_a_dame_is_not_filled_if_stones_can_be_captured_after_it(color: Color, left: list[str]) -> None:
    position = Position.from_diagram(SELF_ATARI_DAME).with_to_move(color)
    evaluation = evaluate(position, Rules())
    moves = endgame_moves(evaluation, evaluation.local_games())
    assert vertices(position, [move.point for move in moves]) == ["C2"]
    assert vertices(position, [move.point for move in without_self_endangering(evaluation, moves)]) == left
    assert without_self_endangering(evaluation, ()) == ()


def test_suicide_is_left_out() -> None:
    position = Position.from_diagram("XX.O\nOOOO\nX...\n....")
    evaluation = evaluate(position, Rules(suicide=True))
    games = evaluate(FIVE, TERRITORY).local_games().games
    moves = [LocalMove(position.grid.point(name), games[0], "") for name in ("C4", "D2")]
    assert without_self_endangering(evaluation, moves) == tuple(moves[1:])


def test_harmless_moves_keep_their_order() -> None:
    evaluation = evaluate(FIVE, TERRITORY)
    moves = endgame_moves(evaluation, evaluation.local_games())
    assert len(moves) == 5
    assert without_self_endangering(evaluation, moves) == moves


def test_of_equally_hot_moves_the_likeliest_comes_first_if_a_place_has_no_count() -> None:
    position = Position.from_diagram(".X.XO.O\nXXXXOOO\n.X.X.O.\nXXXXOOO\n.X.X.O.")
    evaluation = evaluate(position, Rules())
    games = evaluation.local_games()
    policy = {move.point: move.probability for move in policy_moves(position)}
    cut = replace(games, unvalued=(Unvalued((0,), "too large"),))
    moves = [move.point for move in endgame_moves(evaluation, cut)]
    assert sorted(vertices(position, moves)) == ["E1", "E3"]
    assert policy[moves[0]] > policy[moves[1]]


def test_control_of_corridors_is_that_of_miai_counting() -> None:
    """Hu 2020, section 2.3: 0, 1/2, 3/4 from the open end; these corridors are White's."""
    values = evaluate(FIVE, TERRITORY).control.values
    assert values[9, 2:8].tolist() == [0, -1 / 2, -3 / 4, -7 / 8, -15 / 16, -31 / 32]
    assert values[1, 2:4].tolist() == [0, -1 / 2]
