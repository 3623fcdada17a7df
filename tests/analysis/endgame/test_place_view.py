"""Places as players count them: what moves lose, against stops and cooled games; kos with each side as komaster."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Position
from analysis.endgame import LocalGame, count_region, local_games, place_view
from analysis.region.local_tree import local_tree
from analysis.status import board_status
from analysis.values import KoThreats, PlayerTerms, cool, mean, parse, temperature
from tests.analysis.endgame.random_regions import random_region

F = Fraction

# The corridor of four points D2 .. G2 with White's stone at its entrance, both walls alive.
CORRIDOR = Position.from_diagram("""
. X . X . X X . O . O
X X X X X X X X O O .
O O O . . . . X O . O
O . O X X X X X O O O
. O O X . X . X O . .
""")


def corridor() -> LocalGame:
    walls = [point for point in range(CORRIDOR.grid.area) if CORRIDOR.stones[point]]
    game = local_games(CORRIDOR, board_status(CORRIDOR), immortal=walls).at(CORRIDOR.grid.point("E3"))
    assert game is not None
    return game


def test_the_moves_of_a_corridor() -> None:
    """{3|{2|{1|*}}}: only the entrance loses nothing; a point deeper leaves White a gote at the entrance."""
    game = corridor()
    view = place_view(game)
    assert game.value == parse("{3|{2|{1|*}}}")
    assert (view.terms.count, view.terms.miai_value, view.terms.deiri_value) == (F(17, 8), F(7, 8), F(7, 4))
    assert (view.regimes, view.needs) == ({}, None)
    name = CORRIDOR.grid.vertex
    table = {(move.player.letter, name(move.point)): move for move in view.moves}
    assert len(table) == 8
    best = table["B", "D3"]
    assert (best.count, best.next_move, best.loses, best.loses_last) == (F(3), F(-1), F(0), F(0))
    best = table["W", "D3"]
    assert (best.count, best.next_move, best.loses, best.loses_last) == (F(5, 4), F(3, 4), F(0), F(0))
    second = table["B", "E3"]  # one point and a dame are left: {2|...} instead of 3
    assert (second.count, second.next_move, second.loses) == (F(2), F(0), F(1))
    assert view.moves[0].player is BLACK


@pytest.mark.parametrize("seed", range(12))
def test_losses_against_stops_and_cooled_games(seed: int) -> None:
    """At t = 0 by the stops, at the place's own temperature by the stops of the cooled option, in random regions."""
    rng = np.random.default_rng(seed)
    compared = 0
    while compared < 2:
        region = random_region(rng)
        game = count_region(region)
        if not isinstance(game, LocalGame) or game.value is None:
            continue
        searched, state = region.search_region()
        tree = local_tree(searched, state)
        top = max(game.temperature, F(0))
        moves = place_view(game).moves
        assert len(moves) == sum(len(tree.moves(color)) for color in (BLACK, WHITE))
        for move in moves:
            low, high = tree.bounds(tree.moves(move.player)[searched.vertices.index(move.point)])
            after = low if move.player is BLACK else high
            assert (move.at_most, move.count, move.next_move) == (low is not high, mean(after), temperature(after))
            assert min(move.loses, move.loses_last) >= 0
            stop = after.right_stop if move.player is BLACK else after.left_stop
            best = game.value.left_stop if move.player is BLACK else game.value.right_stop
            assert move.loses_last == move.player * (best - stop)
            cooled = cool(after, top)
            stop = cooled.right_stop if move.player is BLACK else cooled.left_stop
            assert move.loses == move.player * (game.count - stop) + top
        for color in (BLACK, WHITE):
            losses = {move.point: move.loses for move in moves if move.player is color}
            assert all(losses[point] == 0 for point in game.moves(color))
        compared += 1


KO = Position.from_diagram("""
. X . X X O . O .
X X X X O O O O O
. X X O . O . O O
X X . X O O O O O
X X X X X O O . O
""")


def test_a_ko_with_each_side_komaster() -> None:
    """A ko of a third of a point: three moves for a swing of one point; as White's, Black's move there is in vain."""
    walls = [point for point in range(KO.grid.area) if KO.stones[point] and KO.grid.vertex(point) not in ("D3", "D2")]
    games = local_games(KO, board_status(KO), immortal=walls)
    game = games.at(KO.grid.point("E3"))
    assert game is not None
    assert game.ko is KoThreats.NEUTRAL
    view = place_view(game)
    assert list(view.regimes) == list(KoThreats)
    for ko, tally in ((KoThreats.NEUTRAL, 3), (KoThreats.BLACK, 3), (KoThreats.WHITE, 0)):
        terms = view.regimes[ko]
        assert isinstance(terms, PlayerTerms)
        assert (terms.count, terms.miai_value, terms.tally) == (F(1, 3), F(1, 3), tally)
        assert terms.deiri_value == F(tally, 3)
    assert view.needs is not None
    assert [(need.black, need.white) for need in view.needs] == [(0, 1), (0, 0)]
    assert view.moves == ()
