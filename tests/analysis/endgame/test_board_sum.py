"""Whole boards as sums of local games: the score under best play, and the moves that reach it."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Color, Position, Scoring
from analysis.endgame import BoardSum, Limits, LocalGames, local_games, sum_board
from analysis.region import State, enclosed, solve
from analysis.status import Evidence, board_status
from analysis.values import format_value, mean, parse, total
from tests.analysis.endgame.composed import PIECES, SWAP, composed, five_corridors, random_pieces


def counted(pieces: list[str], scoring: Scoring) -> tuple[Position, LocalGames, BoardSum]:
    position, walls = composed(pieces)
    games = local_games(position, board_status(position), immortal=walls)
    return position, games, sum_board(position, games, scoring)


# -- the pieces -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("swapped", [False, True], ids=["black", "white"])
@pytest.mark.parametrize(("piece", "value"), PIECES, ids=[piece for piece, _ in PIECES])
def test_each_piece_is_found_on_the_board(piece: str, value: str, swapped: bool) -> None:
    _, games, reckoning = counted([piece.translate(SWAP) if swapped else piece], Scoring.TERRITORY)
    expected = -parse(value) if swapped else parse(value)
    assert total(game.game for game in games.games if game.game is not None) is expected
    assert reckoning.complete
    assert not games.open


# -- the five corridors of Sensei's Library, "Numbers" (FACTS, section 3) ----------------------------------------------


def test_five_corridors_on_a_real_board() -> None:
    position = Position.from_diagram(five_corridors())
    games = local_games(position, board_status(position))
    assert [game.name for game in games.games] == ["corridor"] * 5
    assert all(game.evidence is Evidence.PROVED for game in games.games)
    assert sum(game.count for game in games.games) == Fraction(-351, 32)
    assert [game.temperature for game in games.games] == [1 - Fraction(1, 2**n) for n in range(5, 0, -1)]
    reckoning = sum_board(position, games)
    assert reckoning.complete
    assert reckoning.result(BLACK) == reckoning.settled - 10
    assert reckoning.result(WHITE) == reckoning.settled - 11


def played_out(position: Position, first: Color, scoring: Scoring, other: random.Random | None = None) -> Fraction:
    """The result if `first` plays by the reckoning, and so does the other side, or at random."""
    mover, passes = first, 0
    while passes < 2:
        games = local_games(position, board_status(position))
        reckoning = sum_board(position, games, scoring)
        moves = [move.point for move in reckoning.best(mover)]
        if other is not None and mover is not first:
            moves = [point for game in games.games for point in game.points if position.stones[point] == 0]
            other.shuffle(moves)
        if moves:
            position, passes = position.play(moves[0], mover), 0
        else:
            position, passes = position.with_to_move(mover.opponent), passes + 1
        mover = mover.opponent
    return Fraction(reckoning.settled)


@pytest.mark.parametrize(("first", "score"), [(BLACK, -10), (WHITE, -11)])
def test_five_corridors_are_played_out_right(first: Color, score: int) -> None:
    position = Position.from_diagram(five_corridors())
    settled = sum_board(position, local_games(position, board_status(position))).settled
    assert played_out(position, first, Scoring.TERRITORY) == settled + score
    for seed in range(3):  # anybody else does no better against it
        against = played_out(position, first, Scoring.TERRITORY, random.Random(seed))
        assert first * (against - settled - score) >= 0


# -- composed endgames against brute force -----------------------------------------------------------------------------


def by_force(position: Position, games: LocalGames, player: Color) -> tuple[int, int]:
    """The area score of all places together, every line of play looked at; endless play counted both ways."""
    points = [point for game in games.games for point in game.points]
    region = enclosed(position, points, [point for point in points if position.stones[point]])
    state = State(*region.stones(position), player)
    found = solve(region, state).bounds(state)
    return found.low, found.high


@pytest.mark.parametrize("seed", range(40))
def test_the_score_is_that_of_brute_force(seed: int) -> None:
    pieces = random_pieces(random.Random(seed), 9)
    position, games, reckoning = counted(pieces, Scoring.AREA)
    for player in (BLACK, WHITE):
        low, high = by_force(position, games, player)
        assert low == high
        assert reckoning.result(player) == reckoning.settled + low, pieces


@pytest.mark.parametrize("seed", range(12))
def test_the_best_moves_keep_the_score(seed: int) -> None:
    """Each move said to be best in the sum is worth by brute force what the sum is."""
    position, games, reckoning = counted(random_pieces(random.Random(100 + seed), 8), Scoring.AREA)
    points = [point for game in games.games for point in game.points]
    region = enclosed(position, points, [point for point in points if position.stones[point]])
    for player in (BLACK, WHITE):
        state = State(*region.stones(position), player)
        graph = solve(region, state)
        after = graph.moves(state)
        value = graph.bounds(state).value()
        best = [move for move in reckoning.best(player) if move.reason.startswith("best in the sum")]
        for move in best:
            assert after[region.vertices.index(move.point)].value() == value


@pytest.mark.parametrize("seed", range(30))
def test_larger_boards_by_the_canonical_sum(seed: int) -> None:
    _, games, reckoning = counted(random_pieces(random.Random(200 + seed), 24), Scoring.TERRITORY)
    sum_ = total(game.game for game in games.games if game.game is not None)
    assert reckoning.result(BLACK) == reckoning.settled + sum_.left_stop
    assert reckoning.result(WHITE) == reckoning.settled + sum_.right_stop
    assert reckoning.count == reckoning.settled + mean(sum_)
    for player, stop in ((BLACK, sum_.left_stop), (WHITE, sum_.right_stop)):
        low, high = reckoning.bounds(player)
        assert low <= reckoning.settled + stop <= high


def test_settled_points_by_both_ways_of_scoring() -> None:
    """All black on the left, all white on the right, one dame; two prisoners of the moves before."""
    position = Position.from_diagram(
        """
        .X.XO.O
        XXXXOOO
        .X.X.O.
        XXXXOOO
        .X.XO.O
        """
    )
    position = Position(position.grid, position.stones, captures=(2, 0))
    games = local_games(position, board_status(position))
    assert [format_value(game.game) for game in games.games if game.game is not None] == ["*"]
    assert sum_board(position, games).settled == 6 - 3 + 2
    assert sum_board(position, games, Scoring.AREA).settled == 20 - 14
    assert sum_board(position, games, Scoring.AREA).result(BLACK) == 7
    assert sum_board(position, games, Scoring.AREA).result(WHITE) == 5
    assert (np.asarray(games.inside) == 0).all()


def test_what_lies_beyond_the_places_is_counted_by_whose_it_is_taken_for() -> None:
    """By territory an empty point is worth one, a stone of the other side two, one's own none; by area each is one."""
    position = Position.from_diagram("X.O\n.X.")
    games = LocalGames((), (), np.array([1, 1, 1, 0, 0, -1], np.int8), ())
    assert sum_board(position, games).settled == 0 + 1 + 2 - 1
    assert sum_board(position, games, Scoring.AREA).settled == 3 + 1 - 1
    other = LocalGames((), (), -games.inside, ())
    assert sum_board(position, other).settled == -2 - 1 - 0 + 1


def test_what_is_not_counted_leaves_the_board_incomplete() -> None:
    position, walls = composed([PIECES[16][0], PIECES[0][0]])
    games = local_games(position, board_status(position), immortal=walls, limits=Limits(points=2))
    assert [game.kind for game in games.games] == ["dame"]
    for scoring in Scoring:
        reckoning = sum_board(position, games, scoring)
        assert not reckoning.complete
        assert reckoning.result(BLACK) is reckoning.result(WHITE) is None
        low, high = reckoning.bounds(BLACK)
        assert low == high
    free = position.stones.astype(int)
    free[list(games.open[0].points)] = 0
    assert sum_board(position, games, Scoring.AREA).settled == free.sum()


def test_of_equally_hot_moves_sente_comes_first_and_reverse_sente_last() -> None:
    """Black's sente, White's sente and gote, all worth one, beside what is too large to count."""
    sente, gote = "#XXXX#/O..o.X/#XXXX#", "#XX#/O.oX/#XX#"
    position, walls = composed([sente, sente.translate(SWAP), gote, PIECES[9][0]])
    games = local_games(position, board_status(position), immortal=walls, limits=Limits(points=3))
    reckoning = sum_board(position, games)
    assert not reckoning.complete
    kinds = {player: [move.game.kind for move in reckoning.best(player)] for player in (BLACK, WHITE)}
    assert kinds == {
        BLACK: ["Black sente", "gote", "White sente"], WHITE: ["White sente", "gote", "Black sente"],
    }
    kos = replace(reckoning, games=tuple(
        replace(game, kind="ko") if game.kind == "gote" else game for game in reckoning.games
    ))
    assert [move.game.kind for move in kos.best(BLACK)] == ["Black sente", "White sente", "ko"]


def test_of_two_corridors_the_longer_is_best() -> None:
    """{2|{1|*}} and {1|*}: either move keeps the score, but 2 + {1|*} is more than 1 + {2|{1|*}} on any board."""
    position, walls = composed([PIECES[1][0], PIECES[2][0]])
    reckoning = sum_board(position, local_games(position, board_status(position), immortal=walls))
    told = {position.grid.vertex(move.point): move.reason for move in reckoning.best(BLACK)}
    assert told == {"B3": "best in the sum of all places", "B7": "miai value 1/2, gote"}


KO = "XXOO/X.xO/XXO."
"""White takes a stone in a ko; beside it a dame."""


@pytest.mark.parametrize("seed", range(6))
def test_with_a_ko_the_score_is_between_the_bounds(seed: int) -> None:
    pieces = [KO, *random_pieces(random.Random(300 + seed), 6)]
    position, games, reckoning = counted(pieces, Scoring.AREA)
    assert [game.kind for game in games.games].count("ko") == 1
    assert reckoning.complete
    for player in (BLACK, WHITE):
        low, high = by_force(position, games, player)
        least, greatest = reckoning.bounds(player)
        assert least <= reckoning.settled + low <= reckoning.settled + high <= greatest
        assert all(move.reason.startswith("miai value") for move in reckoning.best(player))


def test_what_is_estimated_counts_on_average_and_leaves_the_board_incomplete() -> None:
    """{2|0} by an estimate beside {1|*}: 1 and 1/2; the result is that of what was counted, and no move is the best."""
    position, walls = composed([PIECES[11][0], PIECES[1][0]])
    found = local_games(position, board_status(position), immortal=walls)
    games = tuple(replace(game, evidence=Evidence.ESTIMATED) if game.count == 1 else game for game in found.games)
    reckoning = sum_board(position, replace(found, games=games))
    assert (len(reckoning.games), len(reckoning.estimated)) == (1, 1)
    assert reckoning.count == reckoning.settled + 1 + Fraction(1, 2)
    assert reckoning.bounds(BLACK) == (reckoning.settled + 1, reckoning.settled + 1)
    assert not reckoning.complete
    assert reckoning.result(BLACK) is None
    assert [move.reason for move in reckoning.best(BLACK)] == ["miai value 1, gote", "miai value 1/2, gote"]
