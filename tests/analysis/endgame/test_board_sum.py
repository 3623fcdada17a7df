"""Whole boards as sums of local games: the result of best play, and the moves that reach it."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from analysis.board import BLACK, WHITE, Color, Position, Scoring
from analysis.endgame import BoardSum, EndgameBudget, LocalGames, local_games, sum_board
from analysis.region import State, enclosed, solve_graph
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
    _, games, board_sum = counted([piece.translate(SWAP) if swapped else piece], Scoring.TERRITORY)
    expected = -parse(value) if swapped else parse(value)
    assert total(game.value for game in games.games if game.value is not None) is expected
    assert board_sum.complete
    assert not games.unvalued


# -- the five corridors of Sensei's Library, "Numbers" (FACTS, section 3) ----------------------------------------------


def test_five_corridors_on_a_real_board() -> None:
    position = Position.from_diagram(five_corridors())
    games = local_games(position, board_status(position))
    assert [game.name for game in games.games] == ["corridor"] * 5
    assert all(game.evidence is Evidence.PROVED for game in games.games)
    assert sum(game.count for game in games.games) == Fraction(-351, 32)
    assert [game.temperature for game in games.games] == [1 - Fraction(1, 2**n) for n in range(5, 0, -1)]
    board_sum = sum_board(position, games)
    assert board_sum.complete
    assert board_sum.result(BLACK) == board_sum.settled - 10
    assert board_sum.result(WHITE) == board_sum.settled - 11


def played_out(position: Position, first: Color, scoring: Scoring, other: random.Random | None = None) -> Fraction:
    """Return the result if `first` plays by the board sum, and the other side too, or at random with `other`."""
    mover, passes = first, 0
    while passes < 2:
        games = local_games(position, board_status(position))
        board_sum = sum_board(position, games, scoring)
        moves = [move.point for move in board_sum.best(mover)]
        if other is not None and mover is not first:
            moves = [point for game in games.games for point in game.points if position.stones[point] == 0]
            other.shuffle(moves)
        if moves:
            position, passes = position.play(moves[0], mover), 0
        else:
            position, passes = position.with_to_move(mover.opponent), passes + 1
        mover = mover.opponent
    return Fraction(board_sum.settled)


@pytest.mark.parametrize(("first", "score"), [(BLACK, -10), (WHITE, -11)])
def test_five_corridors_played_out_reach_the_result(first: Color, score: int) -> None:
    position = Position.from_diagram(five_corridors())
    settled = sum_board(position, local_games(position, board_status(position))).settled
    assert played_out(position, first, Scoring.TERRITORY) == settled + score
    for seed in range(3):  # another opponent does no better
        against = played_out(position, first, Scoring.TERRITORY, random.Random(seed))
        assert first * (against - settled - score) >= 0


# -- composed endgames against brute force -----------------------------------------------------------------------------


def by_force(position: Position, games: LocalGames, player: Color) -> tuple[int, int]:
    """Return the least and greatest area score of all regions together, from all lines of play."""
    points = [point for game in games.games for point in game.points]
    region = enclosed(position, points, [point for point in points if position.stones[point]])
    state = State(*region.stones(position), player)
    found = solve_graph(region, state).bounds(state)
    return found.low, found.high


@pytest.mark.parametrize("seed", range(40))
def test_the_result_equals_brute_force(seed: int) -> None:
    pieces = random_pieces(random.Random(seed), 9)
    position, games, board_sum = counted(pieces, Scoring.AREA)
    for player in (BLACK, WHITE):
        low, high = by_force(position, games, player)
        assert low == high
        assert board_sum.result(player) == board_sum.settled + low, pieces


@pytest.mark.parametrize("seed", range(12))
def test_the_best_moves_keep_the_result(seed: int) -> None:
    """Each move listed as best in the sum reaches the result by brute force."""
    position, games, board_sum = counted(random_pieces(random.Random(100 + seed), 8), Scoring.AREA)
    points = [point for game in games.games for point in game.points]
    region = enclosed(position, points, [point for point in points if position.stones[point]])
    for player in (BLACK, WHITE):
        state = State(*region.stones(position), player)
        graph = solve_graph(region, state)
        after = graph.moves(state)
        value = graph.bounds(state).value()
        best = [move for move in board_sum.best(player) if move.reason.startswith("best in the sum")]
        for move in best:
            assert after[region.vertices.index(move.point)].value() == value


@pytest.mark.parametrize("seed", range(30))
def test_larger_boards_equal_the_canonical_sum(seed: int) -> None:
    _, games, board_sum = counted(random_pieces(random.Random(200 + seed), 24), Scoring.TERRITORY)
    sum_ = total(game.value for game in games.games if game.value is not None)
    assert board_sum.result(BLACK) == board_sum.settled + sum_.left_stop
    assert board_sum.result(WHITE) == board_sum.settled + sum_.right_stop
    assert board_sum.count == board_sum.settled + mean(sum_)
    for player, stop in ((BLACK, sum_.left_stop), (WHITE, sum_.right_stop)):
        low, high = board_sum.bounds(player)
        assert low <= board_sum.settled + stop <= high


def test_settled_points_under_both_scorings() -> None:
    """All black on the left, all white on the right, one dame; two prisoners taken before."""
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
    assert [format_value(game.value) for game in games.games if game.value is not None] == ["*"]
    assert sum_board(position, games).settled == 6 - 3 + 2
    assert sum_board(position, games, Scoring.AREA).settled == 20 - 14
    assert sum_board(position, games, Scoring.AREA).result(BLACK) == 7
    assert sum_board(position, games, Scoring.AREA).result(WHITE) == 5


def test_regions_not_counted_leave_the_board_incomplete() -> None:
    position, walls = composed([PIECES[16][0], PIECES[0][0]])
    games = local_games(position, board_status(position), immortal=walls, limits=EndgameBudget(max_region_points=2))
    assert [game.kind for game in games.games] == ["dame"]
    for scoring in Scoring:
        board_sum = sum_board(position, games, scoring)
        assert not board_sum.complete
        assert board_sum.result(BLACK) is board_sum.result(WHITE) is None
        low, high = board_sum.bounds(BLACK)
        assert low == high
    free = position.stones.astype(int)
    free[list(games.unvalued[0].points)] = 0
    assert sum_board(position, games, Scoring.AREA).settled == free.sum()


def test_sente_first_and_reverse_sente_last_of_equally_hot_moves() -> None:
    """Black's sente, White's sente and gote, all worth one, beside a region too large to count."""
    sente, gote = "#XXXX#/O..o.X/#XXXX#", "#XX#/O.oX/#XX#"
    position, walls = composed([sente, sente.translate(SWAP), gote, PIECES[9][0]])
    games = local_games(position, board_status(position), immortal=walls, limits=EndgameBudget(max_region_points=3))
    board_sum = sum_board(position, games)
    assert not board_sum.complete
    kinds = {player: [move.game.kind for move in board_sum.best(player)] for player in (BLACK, WHITE)}
    assert kinds == {
        BLACK: ["Black sente", "gote", "White sente"], WHITE: ["White sente", "gote", "Black sente"],
    }
    kos = replace(board_sum, games=tuple(
        replace(game, kind="ko") if game.kind == "gote" else game for game in board_sum.games
    ))
    assert [move.game.kind for move in kos.best(BLACK)] == ["Black sente", "White sente", "ko"]


def test_the_longer_of_two_corridors_is_best() -> None:
    """{2|{1|*}} and {1|*}: either move keeps the result, but 2 + {1|*} is more than 1 + {2|{1|*}} in every sum."""
    position, walls = composed([PIECES[1][0], PIECES[2][0]])
    board_sum = sum_board(position, local_games(position, board_status(position), immortal=walls))
    reasons = {position.grid.vertex(move.point): move.reason for move in board_sum.best(BLACK)}
    assert reasons == {"B3": "best in the sum of all places", "B7": "miai value 1/2, gote"}


KO = "XXOO/X.xO/XXO."
"""White takes a stone in a ko; beside it a dame."""


@pytest.mark.parametrize("seed", range(6))
def test_with_a_ko_the_result_is_between_the_bounds(seed: int) -> None:
    pieces = [KO, *random_pieces(random.Random(300 + seed), 6)]
    position, games, board_sum = counted(pieces, Scoring.AREA)
    assert [game.kind for game in games.games].count("ko") == 1
    assert board_sum.complete
    for player in (BLACK, WHITE):
        low, high = by_force(position, games, player)
        least, greatest = board_sum.bounds(player)
        assert least <= board_sum.settled + low <= board_sum.settled + high <= greatest
        assert all(move.reason.startswith("miai value") for move in board_sum.best(player))
