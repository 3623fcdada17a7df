"""The order of play of boards against exhaustive search: the score, the line that reaches it, what others lose."""

from __future__ import annotations

import random
import sys
from fractions import Fraction
from functools import cache

import pytest

from analysis.board import BLACK, WHITE, Color, Position, Scoring
from analysis.endgame import BoardSum, LocalGames, local_games, sum_board
from analysis.endgame.order import MoveLabel, PlayOrder, Trust, play_order
from analysis.endgame.order.followed_places import CorridorPlace, Place, SearchedPlace, follow
from analysis.region import Budget, Region, State, enclosed, local_tree, solve_graph
from analysis.region.search_state import children
from analysis.status import board_status
from analysis.values import Value, mean, parse
from tests.analysis.endgame.composed import PIECES, SWAP, composed, five_corridors, random_pieces

VALUES = dict(PIECES)

play_order_module = sys.modules[play_order.__module__]


def board(pieces: list[str]) -> tuple[Position, LocalGames]:
    position, walls = composed(pieces)
    return position, local_games(position, board_status(position), immortal=walls)


class Table:
    """All regions of a board as one that is searched, on which lines are played; the walls stand."""

    def __init__(self, position: Position, games: LocalGames) -> None:
        points = [point for game in games.games for point in game.points]
        self.position = position
        self.region: Region = enclosed(position, points, [point for point in points if position.stones[point]])

    def start(self, player: Color) -> State:
        return State(*self.region.stones(self.position), player)

    def after(self, state: State, point: int) -> State:
        """Return the state after a move, which has to be legal."""
        return children(self.region, state, suicide=False)[self.region.vertices.index(point)]

    def line(self, order: PlayOrder) -> State:
        """Return the state after the line, in which the sides alternate."""
        state = self.start(order.player)
        for move in order.moves:
            assert move.player is state.to_move
            state = self.after(state, move.point)
        return state

    def score(self, state: State) -> int:
        """Return the area score of all regions together from there, by all lines of play, passes too."""
        found = solve_graph(self.region, state).bounds(state)
        assert found.low == found.high
        return found.low

    def counted(self, state: State, moves: list[tuple[Color, int]], walls: list[int]) -> BoardSum:
        """Return the board in that state, after the given moves, as a sum by territory."""
        stones = self.position.stones.copy()
        for k, point in enumerate(self.region.vertices):
            stones[point] = (state.black >> k & 1) - (state.white >> k & 1)
        lost = []
        for color in (BLACK, WHITE):
            before = int((self.position.stones == color).sum())
            lost.append(before + sum(mover is color for mover, _ in moves) - int((stones == color).sum()))
        position = Position(self.position.grid, stones, state.to_move, captures=(lost[1], lost[0]))
        return sum_board(position, local_games(position, board_status(position), immortal=walls))


# -- by area: all lines of play of all regions of the board together, passes too ---------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_area_order_equals_the_exhaustive_search_of_the_board(seed: int) -> None:
    position, games = board(random_pieces(random.Random(300 + seed), 9))
    board_sum, table = sum_board(position, games, Scoring.AREA), Table(position, games)
    for player in (BLACK, WHITE):
        start = table.start(player)
        score = board_sum.settled + table.score(start)
        order = play_order(board_sum, player)
        assert order.searched
        assert order.trust is not Trust.BOUNDED
        assert order.low == order.high == order.reached == score
        assert board_sum.settled + table.score(table.line(order)) == score
        legal = {table.region.vertices[k] for k in children(table.region, start, suicide=False) if k >= 0}
        for other in order.others:
            losses = {
                point: player * (score - board_sum.settled - table.score(table.after(start, point)))
                for point in legal.intersection(other.game.points)
            }
            assert other.loses == losses[other.point] == min(losses.values())


# -- by territory: the sum of the published games, all moves in turn until all are numbers -----------------------------


@cache
def stop(games: tuple[Value, ...], player: Color) -> Fraction:
    """Return the result of a sum by trying all moves in all games that are no numbers."""
    results = [
        stop(tuple(sorted([*games[:k], option, *games[k + 1 :]], key=id)), player.opponent)
        for k, game in enumerate(games) if game.number is None
        for option in (game.left if player is BLACK else game.right)
    ]
    if not results:
        return sum((mean(game) for game in games), Fraction(0))
    return max(results) if player is BLACK else min(results)


@pytest.mark.parametrize("seed", range(30))
def test_territory_order_equals_the_exhaustive_search_of_the_sum(seed: int) -> None:
    pieces = random_pieces(random.Random(400 + seed), 20)
    position, games = board(pieces)
    board_sum, table, (_, walls) = sum_board(position, games), Table(position, games), composed(pieces)
    values = [
        parse(VALUES[piece]) if piece in VALUES else -parse(VALUES[piece.translate(SWAP)]) for piece in pieces
    ]
    for player in (BLACK, WHITE):
        score = board_sum.settled + stop(tuple(sorted(values, key=id)), player)
        order = play_order(board_sum, player)
        assert order.searched
        assert order.low == order.high == order.reached == score
        left = table.counted(table.line(order), [(move.player, move.point) for move in order.moves], walls)
        assert left.count == score
        assert all(game.temperature <= 0 for game in left.games)
        for other in order.others:
            rest = table.counted(table.after(table.start(player), other.point), [(player, other.point)], walls)
            assert other.loses == player * (score - rest.settled - stop(_sorted(rest), player.opponent))


def _sorted(board_sum: BoardSum) -> tuple[Value, ...]:
    return tuple(sorted((game.value for game in board_sum.games if game.value is not None), key=id))


# -- published boards --------------------------------------------------------------------------------------------------


def test_five_corridors_in_order() -> None:
    """Sensei's Library, "Numbers" (FACTS, section 3): the longest first, -10 and -11."""
    position = Position.from_diagram(five_corridors())
    board_sum = sum_board(position, local_games(position, board_status(position)))
    for player, score in ((BLACK, -10), (WHITE, -11)):
        order = play_order(board_sum, player)
        assert (order.trust, order.low - board_sum.settled, order.reached) == (Trust.PROVED, score, order.low)
        gains = [move.miai for move in order.moves]
        assert gains == sorted(gains, reverse=True)
        assert gains[0] == Fraction(31, 32)
        assert order.moves[-1].label is MoveLabel.TEDOMARI
        assert [other.loses for other in order.others] == [1 if player is BLACK else 0] * 4


SPIGHT = """
O.O...XO.
OOX.XXOOO
OOXXXXXO.
.XXOXOOOO
.XX.OOXXX
.XOOOX.X.
.XXXOXXXX
.XOOOOOOO
.X.......
"""
"""White to play and win, no komi, a tie is no win (FACTS, section 3)."""


def test_spights_problem_is_won_by_white_whoever_has_ko_threats() -> None:
    position = Position.from_diagram(SPIGHT)
    walls = [point for point in range(81) if position.stones[point]]
    games = local_games(position, board_status(position), immortal=walls)
    ko, *others = sorted(games.games, key=lambda game: game.value is not None)
    assert ko.value is None
    values = [game.value for game in others if game.value is not None]
    expected = ["{{{{{{*|-1}|-2}|-3}|-4}|-5}|-6}", "{5|{4|{3|{2|{1|*}}}}}", "*"]
    assert sorted(values, key=id) == sorted(map(parse, expected), key=id)
    for scoring in Scoring:
        board_sum = sum_board(position, games, scoring)
        white, black = play_order(board_sum, WHITE), play_order(board_sum, BLACK)
        assert white.trust is black.trust is Trust.BOUNDED
        assert white.high < 0 < black.high
        assert [move.label for move in white.moves].count(MoveLabel.KO) == 1
        assert white.moves[-1].game is ko
        assert position.grid.vertex(white.moves[0].point) == "C1"
        assert white.reached is None
    stops = [stop(tuple(sorted([*values, bound], key=id)), WHITE) for bound in ko.bounds]
    territory = play_order(sum_board(position, games), WHITE)
    settled = sum_board(position, games).settled
    assert territory.low <= settled + min(stops) <= settled + max(stops) <= territory.high


def test_spights_problem_as_it_stands_is_bounded() -> None:
    """The chains in the corner depend on each other, and the region with them is too large to search."""
    position = Position.from_diagram(SPIGHT)
    board_sum = sum_board(position, local_games(position, board_status(position)))
    for player in (BLACK, WHITE):
        order = play_order(board_sum, player)
        assert order.trust is Trust.BOUNDED
        assert [position.grid.vertex(move.point) for move in order.moves[:2]] == ["D5", "C1"]
        assert order.searched
        assert MoveLabel.TEDOMARI not in [move.label for move in order.moves]  # there is more in the corner


# -- labels, the usual rule, kos, corridors ----------------------------------------------------------------------------


def labels(pieces: list[str], player: Color) -> list[str]:
    position, games = board(pieces)
    return [move.label.value for move in play_order(sum_board(position, games), player).moves]


def test_labels() -> None:
    sente = "#XXXX#/O..o.X/#XXXX#"  # {4|{3|*}}
    assert labels([sente], BLACK) == ["reverse sente"]
    assert labels([sente], WHITE) == ["sente", "answer"]
    small, large = "#XX#/O.oX/#XX#", "#XX#/O..X/Xo.X/#XX#"  # {2|0}, {4|0}
    assert labels([small, small], BLACK) == labels([small, small.translate(SWAP)], WHITE) == ["miai", "miai"]
    assert labels([small, large], BLACK) == ["gote", "tedomari"]
    assert labels([small, large, small], WHITE) == ["gote", "miai", "miai"]
    assert labels(["#X#/O.X/#X#"], BLACK) == []  # a dame


def test_of_equally_hot_places_own_sente_is_first_and_reverse_sente_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_order_module, "MAX_POSITIONS", 0)
    sente, gote = "#XXXX#/O..o.X/#XXXX#", "#XX#/O.oX/#XX#"  # all with the miai value 1
    for player in (BLACK, WHITE):
        assert labels([sente, gote, sente.translate(SWAP)], player) == ["sente", "answer", "gote", "sente", "answer"]


@pytest.mark.parametrize("seed", range(10))
def test_the_usual_rule_where_the_sum_is_not_solved(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line is legal, comes to what it says, and loses at most the hottest place's miai value."""
    monkeypatch.setattr(play_order_module, "MAX_POSITIONS", 0)
    pieces = random_pieces(random.Random(500 + seed), 20)
    position, games = board(pieces)
    board_sum, table, (_, walls) = sum_board(position, games), Table(position, games), composed(pieces)
    for player in (BLACK, WHITE):
        order = play_order(board_sum, player)
        assert not order.searched
        assert order.others == ()
        left = table.counted(table.line(order), [(move.player, move.point) for move in order.moves], walls)
        assert order.reached == left.count
        assert abs(left.count - order.low) <= max((game.temperature for game in games.games), default=0)


def test_a_ko_is_bounded_and_last() -> None:
    position = Position.from_diagram(".X.XO.O\nXXXXOOO\nX.XO.OO\nXXXXOOO\n.X.XO.O\nXXXXOOO")
    games = local_games(position, board_status(position))
    board_sum, table = sum_board(position, games, Scoring.AREA), Table(position, games)
    for player in (BLACK, WHITE):
        order = play_order(board_sum, player)
        found = solve_graph(table.region, start := table.start(player)).bounds(start)
        assert order.low <= board_sum.settled + found.low <= board_sum.settled + found.high <= order.high
        assert [move.label for move in order.moves] == [MoveLabel.KO]
        assert order.reached is None


@pytest.mark.parametrize("scoring", Scoring)
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(
    "inside", [".", "..", "...", ".....", "o.", "oo..", "o.o.", ".oo..", "..o.", "|.", "|..", "|....."]
)
def test_corridors_are_followed_as_by_all_lines_of_play(inside: str, swapped: bool, scoring: Scoring) -> None:
    points = inside.strip("|")
    edge = f"#{'X' * len(points)}#"
    piece = f"{edge}/O{points}{'O' if '|' in inside else 'X'}/{edge}"
    _, games = board([piece.translate(SWAP) if swapped else piece])
    assert games.games
    for game in games.games:
        assert game.name == "corridor"
        corridor = follow(game, scoring, Budget())
        tree = SearchedPlace(local_tree(*game.region.search_region(), scoring))
        compare(corridor, tree)


def compare(corridor: Place, tree: Place) -> None:
    assert isinstance(corridor, CorridorPlace)
    low, high = tree.bounds
    assert corridor.bounds == (low, high)
    for player in (BLACK, WHITE):
        moves = tree.moves(player)
        for point, after in corridor.moves(player).items():
            compare(after, moves[point])


@pytest.mark.parametrize("other", [".O.O\n....", ".X.X.O.O"])
def test_boards_without_anything_to_play(other: str) -> None:
    position = Position.from_diagram(other)
    order = play_order(sum_board(position, local_games(position, board_status(position))), BLACK)
    assert order.moves == order.others == ()
