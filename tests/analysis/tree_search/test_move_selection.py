"""Moves of the closing: local games and what was foreseen, compared; the ranker's gains where all is counted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from analysis.board import BLACK, NO_POINT, PASS, WHITE, Color, Position, Rules, Scoring
from analysis.endgame import LocalMove, Unvalued, local_games
from analysis.evaluation import evaluate
from analysis.policy.model import policy_moves
from analysis.ranking.tactics import rank
from analysis.status import Verdict
from analysis.tree_search.move_selection import (
    closing_moves,
    in_order,
    is_endgame,
    undecided,
    with_exact_gains,
    without_self_endangering,
)
from analysis.tree_search.tree import RootMove
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
    moves = closing_moves(evaluation, games)
    assert [move.game.temperature for move in moves] == [1 - Fraction(1, 2**n) for n in range(5, 0, -1)]
    assert vertices(position, in_order(evaluation, [], moves, games))[0] == first


def test_a_superko_point_is_left_out() -> None:
    evaluation = evaluate(FIVE, TERRITORY)
    games = evaluation.local_games()
    first = closing_moves(evaluation, games)[0].point
    assert first not in [move.point for move in closing_moves(evaluation, games, {first})]


def test_a_ko_just_taken_is_not_taken_back() -> None:
    stones = ".X.XO.O\nXXXXOOO\n.XX.XO.\nXXXXOOO\n.X.XO.O"
    for banned in (NO_POINT, Position.from_diagram(stones).grid.point("D3")):
        evaluation = evaluate(Position.from_diagram(stones, WHITE, banned), Rules())
        games = evaluation.local_games()
        assert not games.open
        moves = [move.point for move in closing_moves(evaluation, games)]
        assert vertices(evaluation.position, moves) == (["D3"] if banned == NO_POINT else [])


def test_dame_are_played_by_area_only() -> None:
    position = Position.from_diagram(".X.XO.O\nXXXXOOO\n.X.X.O.\nXXXXOOO\n.X.XO.O")
    for rules, expected in ((TERRITORY, []), (Rules(), ["E3"])):
        evaluation = evaluate(position, rules)
        moves = closing_moves(evaluation, evaluation.local_games())
        assert vertices(position, [move.point for move in moves]) == expected


def test_what_was_foreseen_elsewhere_does_not_count_on_a_settled_board() -> None:
    """A whole evaluation may find a gain on a point where nothing is open: the local games come first."""
    evaluation = evaluate(FIVE, TERRITORY)
    games = evaluation.local_games()
    moves = closing_moves(evaluation, games)
    idle = FIVE.grid.point("A18")
    plan = RootMove(idle, 4.9, 0.0, 0.5, (idle,), (20,))
    points = in_order(evaluation, [plan], moves, games)
    assert points[: len(moves)] == [move.point for move in moves]
    assert points[-1] == idle


@pytest.mark.parametrize(("rules", "more"), [(TERRITORY, 0), (Rules(), 1)])
def test_the_ranker_takes_gains_from_exact_games(rules: Rules, more: int) -> None:
    evaluation = evaluate(FIVE, rules)
    games = evaluation.local_games()
    ranking = with_exact_gains(rank(evaluation), games, rules.scoring)
    gains = {move.point: move.gain for move in ranking.candidates}
    for game in games.games:
        assert gains[game.black_move] == float(game.temperature) + more
        assert all(gains[point] <= float(game.temperature) + more for point in game.points)
    assert ranking.candidates[0].point == games.games[0].black_move
    for move in ranking.moves:
        if games.at(move.point) is not None:
            assert move.score == pytest.approx(ranking.pass_score + move.gain)


def test_elsewhere_in_an_exact_game_a_move_gains_no_more() -> None:
    evaluation = evaluate(FIVE, TERRITORY)
    games = evaluation.local_games()
    ranking = rank(evaluation)
    hopeful = replace(ranking, candidates=tuple(move._replace(gain=9.0) for move in ranking.candidates))
    for move in with_exact_gains(hopeful, games, Scoring.TERRITORY).candidates:
        game = games.at(move.point) if move.point != PASS else None
        assert move.gain == (9.0 if game is None else float(game.temperature))


@pytest.mark.parametrize(("gain", "foreseen"), [(1.0, False), (2 * 31 / 32, False), (1.95, True)])
def test_where_something_is_open_the_larger_comes_first(gain: float, foreseen: bool) -> None:
    """The hottest corridor gains twice 31/32; a move that was foreseen counts where the board could not be cut."""
    evaluation = evaluate(FIVE, TERRITORY)
    games = evaluation.local_games()
    moves = closing_moves(evaluation, games)
    point = FIVE.grid.point("A18")
    plan = RootMove(point, gain, 0.0, 0.5, (point,), (20,))
    cut = replace(games, open=(Unvalued((point,), "too large"),))
    assert (in_order(evaluation, [plan], moves, cut)[0] == point) is foreseen
    exact = moves[-1].point  # what is counted exactly is not open, whatever else is
    plan = RootMove(exact, 4.9, 0.0, 0.5, (exact,), (20,))
    cut = replace(games, open=(Unvalued((exact,), "too large"),))
    assert in_order(evaluation, [plan], moves, cut)[0] == moves[0].point


@pytest.mark.parametrize(("control", "closing"), [(1.0, True), (-0.87, True), (0.86, False), (0.0, False)])
def test_the_closing_begins_when_a_quarter_is_open(control: float, closing: bool) -> None:
    """A point of .87 is open by .243, one of .86 by .260."""
    evaluation = evaluate(FIVE, TERRITORY)
    values = np.full((FIVE.grid.height, FIVE.grid.width), control)
    assert is_endgame(replace(evaluation, control=replace(evaluation.control, values=values))) is closing


def test_a_finished_board_closes_and_an_opening_does_not() -> None:
    assert is_endgame(evaluate(FIVE, TERRITORY))
    assert not is_endgame(evaluate(Position.empty(9).play(40), TERRITORY))


def test_the_best_in_the_sum_comes_before_the_hottest() -> None:
    """White leaves {3|*} twice, which is 3; in {3|*}, the hotter, he would leave * and {4|{3|*}}, and Black takes 4."""
    position, walls = composed([PIECES[9][0], PIECES[13][0]])
    position = position.with_to_move(WHITE)
    evaluation = evaluate(position, TERRITORY)
    assert evaluation.status is not None
    games = local_games(position, evaluation.status, immortal=walls)
    assert [game.temperature for game in games.games] == [Fraction(3, 2), 1]
    assert closing_moves(evaluation, games)[0].game is games.games[1]


def test_by_area_a_move_in_a_corridor_gains_a_point_more() -> None:
    """Twice 31/32 and 1 are 3 15/16: more than 3, where something is open, and less than 4."""
    evaluation = evaluate(FIVE, Rules())
    games = evaluation.local_games()
    moves, point = closing_moves(evaluation, games), FIVE.grid.point("A18")
    cut = replace(games, open=(Unvalued((point,), "too large"),))
    for gain, foreseen in ((3.0, False), (4.0, True)):
        idle = [FIVE.grid.point(vertex) for vertex in ("A16", "A14")]
        others = [RootMove(elsewhere, 4.9, 0.0, 0.5, (elsewhere,), (20,)) for elsewhere in idle]
        plans = [*others, RootMove(point, gain, 0.0, 0.5, (point,), (20,))]
        points = in_order(evaluation, plans, moves, cut)
        assert points[0] == (point if foreseen else moves[0].point)


def test_the_rankers_gains_are_in_order_and_scores_are_blacks() -> None:
    position = FIVE.with_to_move(WHITE)
    evaluation = evaluate(position, TERRITORY)
    games, ranking = evaluation.local_games(), rank(evaluation)
    turned = replace(ranking, candidates=ranking.candidates[::-1])
    found = with_exact_gains(turned, games, Scoring.TERRITORY).candidates
    assert [round(move.gain, 6) for move in found] == sorted((round(move.gain, 6) for move in found), reverse=True)
    (first,) = [move for move in found if move.point == games.games[0].white_move]
    assert first.score == pytest.approx(ranking.pass_score - 31 / 32)


@pytest.mark.parametrize(("verdict", "side", "foreseen"), [
    (Verdict.CRITICAL, "kill", True), (Verdict.CRITICAL, "save", True), (Verdict.UNKNOWN, "kill", False),
])
def test_only_what_decides_a_critical_chain_counts(verdict: Verdict, side: str, foreseen: bool) -> None:
    evaluation = evaluate(FIVE, TERRITORY)
    assert evaluation.status is not None
    assert evaluation.settled is not None
    point = FIVE.grid.point("A18")
    first, *others = evaluation.status.chains
    told = replace(first, verdict=verdict, kill=None, save=None)
    told = replace(told, kill=point) if side == "kill" else replace(told, save=point)
    sure, *rest = evaluation.settled.chances
    doubtful = replace(
        evaluation, status=replace(evaluation.status, chains=(told, *others)),
        settled=replace(evaluation.settled, chances=(replace(sure, value=0.5), *rest)),
    )
    assert (point in undecided(doubtful, evaluation.local_games())) is foreseen


@pytest.mark.parametrize(("gain", "foreseen"), [(5.0, True), (4.9, False)])
def test_where_much_is_foreseen_a_group_is_at_stake(gain: float, foreseen: bool) -> None:
    """A point behind Black's wall: nothing is in doubt there, and a small gain is an error of the map."""
    evaluation = evaluate(FIVE, TERRITORY)
    games, point = evaluation.local_games(), FIVE.grid.point("A18")
    moves = closing_moves(evaluation, games)
    points = in_order(evaluation, [RootMove(point, gain, 0.0, 0.5, (point,), (20,))], moves, games)
    assert points[0] == (point if foreseen else moves[0].point)


@pytest.mark.parametrize(("chance", "foreseen"), [(0.5, True), (0.01, False), (0.99, False)])
def test_where_a_chain_hangs_on_it_a_foreseen_move_counts(chance: float, foreseen: bool) -> None:
    evaluation = evaluate(FIVE, TERRITORY)
    assert evaluation.status is not None
    assert evaluation.settled is not None
    games = evaluation.local_games()
    point = FIVE.grid.point("A18")
    first, *others = evaluation.status.chains
    chains = (replace(first, verdict=Verdict.CRITICAL, kill=point), *others)
    sure, *rest = evaluation.settled.chances
    doubtful = replace(
        evaluation, status=replace(evaluation.status, chains=chains),
        settled=replace(evaluation.settled, chances=(replace(sure, value=chance), *rest)),
    )
    plan = RootMove(point, 4.9, 0.0, 0.5, (point,), (20,))
    points = in_order(doubtful, [plan], closing_moves(evaluation, games), games)
    assert (points[0] == point) is foreseen


LIBERTY_TOO_MANY = ".XXXXO.O.\nXXOOO.OOO\n.X.XXOO.O\nXXXXXOOOO"
"""By area C2 is worth a point to White, but then Black takes four stones at F3; to Black it is only worth the point."""


@pytest.mark.parametrize(("color", "left"), [(WHITE, []), (BLACK, ["C2"])])
def test_a_dame_is_not_filled_that_is_a_liberty_too_many(color: Color, left: list[str]) -> None:
    position = Position.from_diagram(LIBERTY_TOO_MANY).with_to_move(color)
    evaluation = evaluate(position, Rules())
    moves = closing_moves(evaluation, evaluation.local_games())
    assert vertices(position, [move.point for move in moves]) == ["C2"]
    assert vertices(position, [move.point for move in without_self_endangering(evaluation, moves)]) == left
    assert without_self_endangering(evaluation, ()) == ()


def test_suicide_is_no_local_move() -> None:
    position = Position.from_diagram("XX.O\nOOOO\nX...\n....")
    evaluation = evaluate(position, Rules(suicide=True))
    games = evaluate(FIVE, TERRITORY).local_games().games
    moves = [LocalMove(position.grid.point(name), games[0], "") for name in ("C4", "D2")]
    assert without_self_endangering(evaluation, moves) == tuple(moves[1:])


def test_what_does_no_harm_stays_in_order() -> None:
    evaluation = evaluate(FIVE, TERRITORY)
    moves = closing_moves(evaluation, evaluation.local_games())
    assert len(moves) == 5
    assert without_self_endangering(evaluation, moves) == moves


def test_of_equally_hot_moves_the_likeliest_comes_first_unless_all_is_counted() -> None:
    position = Position.from_diagram(".X.XO.O\nXXXXOOO\n.X.X.O.\nXXXXOOO\n.X.X.O.")
    evaluation = evaluate(position, Rules())
    games = evaluation.local_games()
    chances = {move.point: move.chance for move in policy_moves(position)}
    cut = replace(games, open=(Unvalued((0,), "too large"),))
    moves = [move.point for move in closing_moves(evaluation, cut)]
    assert sorted(vertices(position, moves)) == ["E1", "E3"]
    assert chances[moves[0]] > chances[moves[1]]


def test_corridors_show_what_miai_counting_says() -> None:
    """Hu 2020, section 2.3: 0, 1/2, 3/4 from the open end; these are White's."""
    values = evaluate(FIVE, TERRITORY).control.values
    assert values[9, 2:8].tolist() == [0, -1 / 2, -3 / 4, -7 / 8, -15 / 16, -31 / 32]
    assert values[1, 2:4].tolist() == [0, -1 / 2]
