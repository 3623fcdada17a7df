"""Principal variations of local games: solved by hand, and replayed on a board where every position is counted anew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Color, Position
from analysis.endgame import BoardRegion, EndgameBudget, LocalGame, Unvalued, best_line, count_region, local_value
from analysis.status import Evidence
from analysis.values import KoError, KoThreats
from tests.analysis.endgame.random_regions import random_region

GOTE = """
.X.XO.O
XXXXOOO
X...O.O
XXXXOOO
"""
SENTE = """
.X.X.XO.O
XXXXXXOO.
XOO..OO.O
XXXXXOOOO
"""
"""White at E7 threatens to save two stones: {5|{4|0}}, count 4, miai value 1."""


def game_at(diagram: str, *vertices: str) -> LocalGame:
    position = Position.from_diagram(diagram)
    points = tuple(sorted(position.grid.point(vertex) for vertex in vertices))
    game = count_region(BoardRegion(points, position, None, Evidence.PROVED))
    assert isinstance(game, LocalGame)
    return game


def moves_of(game: LocalGame, player: Color) -> str:
    assert game.region is not None
    vertex = game.region.board.grid.vertex
    return " ".join(f"{mover.letter} {vertex(point)}" for mover, point in best_line(game, player))


@pytest.mark.parametrize(("diagram", "vertices", "player", "line"), [
    (GOTE, "B2 C2 D2", BLACK, "B D2"), (GOTE, "B2 C2 D2", WHITE, "W D2"),
    (SENTE, "B2 C2 D2 E2", BLACK, "B E2"), (SENTE, "B2 C2 D2 E2", WHITE, "W E2 B D2"),
    ("XX.OO", "C1", BLACK, "B C1"),  # a dame: the region is full after it
])  # fmt: skip
def test_lines_solved_by_hand(diagram: str, vertices: str, player: Color, line: str) -> None:
    assert moves_of(game_at(diagram, *vertices.split()), player) == line


def test_settled_games_have_no_line() -> None:
    game = game_at(".X..XO.\nXXXXXOO", "C2", "D2")
    assert game.temperature < 0
    assert best_line(game, BLACK) == best_line(game, WHITE) == ()


def test_a_corridor_too_long_to_be_searched_has_one_move() -> None:
    """Winding over three rows, 71 points: the first move is at the open end, and the rest is cooler."""
    lane, wall = "." * 23 + "X", "X" * 25
    position = Position.from_diagram("\n".join(
        [".XXXX" + "X" * 20, "O" + lane, "X" * 23 + ".X", "X" + lane, "X." + "X" * 23, "X" + lane, wall]
    ))
    points = [p for p in range(position.grid.area) if p and position.stones[p] == 0]
    game = count_region(BoardRegion(tuple(points), position, None, Evidence.PROVED))
    assert isinstance(game, LocalGame)
    assert (game.name, len(game.points)) == ("corridor", 71)
    for player in (BLACK, WHITE):
        assert best_line(game, player) == ((player, position.grid.point("B6")),)


@pytest.mark.parametrize("seed", range(40))
def test_lines_continue_while_the_region_is_hotter(seed: int) -> None:
    place = random_region(np.random.default_rng(seed))
    game = count_region(place)
    if isinstance(game, Unvalued):
        return
    for player in (BLACK, WHITE):
        line = best_line(game, player)
        assert bool(line) == (game.temperature >= 0)
        assert line == best_line(game, player, limits=EndgameBudget(max_region_points=1, max_nodes=20_000))
        position = place.board.with_to_move(player)
        known = game.moves(player)
        for number, (mover, point) in enumerate(line, 1):
            assert mover is position.to_move
            assert point in known
            position = position.play(point)  # legal, and the ring is never captured
            assert (position.stones != 0)[np.setdiff1d(np.flatnonzero(place.board.stones), place.points)].all()
            if all(position.stones[list(place.points)]):
                assert number == len(line)
                break
            try:
                value = local_value(*replace(place, board=position).search_region(), ko=game.ko or KoThreats.NEUTRAL)
            except KoError:
                assert number == len(line)
                break
            if number < len(line):
                assert value.temperature > game.temperature
            moves = value.black_moves if mover is WHITE else value.white_moves
            region, _ = place.search_region()
            known = tuple(region.vertices[k] for k in moves)
            if number == len(line) and value.temperature > game.temperature:
                assert not any(position.is_legal(point) for point in known)  # a ko forbids the answer
