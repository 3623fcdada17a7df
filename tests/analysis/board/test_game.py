"""Games: superko of both kinds, undo, copies, scores; perft and random games against the oracle."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.board import (
    BLACK,
    PASS,
    WHITE,
    CannotUndo,
    Color,
    Game,
    HandicapBonus,
    IllegalMove,
    Ko,
    Move,
    Position,
    Rules,
    Scoring,
)
from tests import oracle

LETTER = {BLACK: "X", WHITE: "O"}
KO_RULES = [Ko.SIMPLE, Ko.POSITIONAL, Ko.SITUATIONAL]


def play_all(game: Game, moves: str) -> None:
    """`B A1 W pass ...`"""
    words = moves.split()
    for color, vertex in zip(words[::2], words[1::2], strict=True):
        game.play(Color.parse(color), game.grid.point(vertex))


def refusal(game: Game, color: Color, vertex: str) -> str:
    """The reason why the move is refused, or ""; checks on the way that all methods agree about it."""
    point = game.grid.point(vertex)
    before = (game.position, game.moves)
    if not game.is_legal(color, point):
        with pytest.raises(IllegalMove) as error:
            game.play(color, point)
        assert (game.position, game.moves) == before, "a failed move changed the game"
        assert point not in game.legal_points(color)
        assert (point in game.forbidden(color)) == (error.value.reason == "superko")
        return error.value.reason
    game.play(color, point)
    assert game.undo() == Move(color, point)
    assert (game.position, game.moves) == before
    assert point == PASS or point in game.legal_points(color)
    assert point not in game.forbidden(color)
    return ""


# -- repetition, drawn -------------------------------------------------------------------------------------------------

# Three kos at once. White takes one, Black another, White the third, ... six moves later the board is the first again.
TRIPLE_KO = """
    .XO..XO..XO.
    X.XOX.XOXO.O
    .XO..XO..XO.
    ............
    """
TRIPLE_KO_MOVES = "W B3 B L3 W F3 B C3 W K3"  # and Black's F3-ko retake at G3 repeats


def triple_ko(ko: Ko) -> Game:
    return Game(Position.from_diagram(TRIPLE_KO, to_move="W"), rules=Rules(ko=ko))


@pytest.mark.parametrize("ko", KO_RULES)
def test_triple_ko(ko: Ko) -> None:
    """Six captures in turn bring the board back with the same side to move: both superkos refuse the sixth."""
    game = triple_ko(ko)
    start = game.position
    play_all(game, TRIPLE_KO_MOVES)
    assert refusal(game, BLACK, "G3") == ("" if ko is Ko.SIMPLE else "superko")
    if ko is Ko.SIMPLE:
        play_all(game, "B G3")
        assert (game.position.diagram(), game.position.to_move) == (start.diagram(), start.to_move)


# White plays A3 (two stones), Black takes both at C3, White takes one back at B3: the board is as before.
SEND_TWO = """
    .O.O
    XXO.
    ....
    """


@pytest.mark.parametrize("ko", KO_RULES)
def test_sending_two_returning_one(ko: Ko) -> None:
    """The board repeats after three moves, with the other side to move: only positional superko refuses the return.

    Situational superko ends the cycle one round later, at a move that captures nothing.
    """
    game = Game(Position.from_diagram(SEND_TWO, to_move="W"), rules=Rules(ko=ko))
    start = game.position
    play_all(game, "W A3 B C3")
    assert game.position.captures == (2, 0)
    assert refusal(game, WHITE, "B3") == ("superko" if ko is Ko.POSITIONAL else "")
    if ko is Ko.POSITIONAL:
        return
    play_all(game, "W B3")
    assert (game.position.diagram(), game.position.to_move) == (start.diagram(), BLACK)
    play_all(game, "B pass")  # a pass may repeat anything
    assert refusal(game, WHITE, "A3") == ("superko" if ko is Ko.SITUATIONAL else "")


@pytest.mark.parametrize("ko", KO_RULES)
@pytest.mark.parametrize("passes", ["B pass", "B D1 W D2 B pass"])
def test_repetition_by_a_move_that_captures_nothing(ko: Ko, passes: str) -> None:
    """Superko checked at captures only would miss this."""
    game = Game(Position.from_diagram(SEND_TWO.replace(".O.O", "OO.O"), to_move="B"), rules=Rules(ko=ko))
    play_all(game, "B C3 W B3 " + passes)
    repeats = passes == "B pass"
    assert refusal(game, WHITE, "A3") == ("superko" if repeats and ko is not Ko.SIMPLE else "")


@pytest.mark.parametrize(
    ("ko", "to_move", "expected"),
    [
        (Ko.SIMPLE, BLACK, ""),
        (Ko.POSITIONAL, BLACK, "superko"),
        (Ko.POSITIONAL, WHITE, "superko"),
        (Ko.SITUATIONAL, BLACK, ""),  # the empty board was Black's to move, now it is White's
        (Ko.SITUATIONAL, WHITE, "superko"),
    ],
)
def test_repetition_by_suicide(ko: Ko, to_move: Color, expected: str) -> None:
    """On 1x3 Black's third stone takes all three off: the empty board again."""
    game = Game(Position.empty(1, 3, to_move), rules=Rules(ko=ko, suicide=True))
    play_all(game, "W pass " * (to_move is WHITE) + "B A1 W pass B B1 W pass")
    assert refusal(game, BLACK, "C1") == expected
    game.rules = Rules(ko=ko)
    assert refusal(game, BLACK, "C1") == "suicide"


def test_undo_removes_one_occurrence_of_a_board() -> None:
    """A board that occurred twice is still forbidden after one of the two is undone."""
    game = triple_ko(Ko.SIMPLE)
    play_all(game, TRIPLE_KO_MOVES + " B G3")
    game.rules = Rules(ko=Ko.POSITIONAL)
    game.undo()
    assert refusal(game, BLACK, "G3") == "superko"
    short = Game(Position.from_diagram(SEND_TWO, to_move="W"), rules=Rules(ko=Ko.POSITIONAL))
    play_all(short, "W A3")
    short.undo()
    assert refusal(short, WHITE, "A3") == ""


def test_give_turn_changes_the_current_position_only() -> None:
    """Also at the start and in copies; undo then takes back the last move."""
    game = Game(Position.from_diagram(".X.\n...\n..."), earlier=5)
    game.give_turn(WHITE)
    assert (game.start.to_move, game.positions) == (WHITE, (game.start,))
    play_all(game, "W A1")
    game.give_turn(WHITE)
    twin = game.copy()
    assert (twin.positions, twin.moves, twin.moves_before_start) == (game.positions, game.moves, 5)
    game.undo()
    assert game.position == game.start


def test_give_turn_changes_what_situational_superko_forbids() -> None:
    """The board before the six moves may be repeated with the other side to move, but not with the same."""
    for turn, reason in ((WHITE, "superko"), (BLACK, "")):
        game = triple_ko(Ko.SITUATIONAL)
        game.give_turn(turn)
        play_all(game, TRIPLE_KO_MOVES)
        assert refusal(game, BLACK, "G3") == reason, turn


def test_a_handicap_removes_the_empty_board_from_the_history() -> None:
    game = Game(size=(9, 9), rules=Rules(ko=Ko.POSITIONAL))
    game.place_handicap([20, 60])
    assert game.forbidden(WHITE) == frozenset()
    assert len(game.positions) == 1


# -- counts ------------------------------------------------------------------------------------------------------------


def paths(game: Game) -> int:
    """The number of games from here if either colour may move at any time and no board may be repeated."""
    total = 1
    for color in Color:
        for point in game.legal_points(color):
            game.play(color, point)
            total += paths(game)
            game.undo()
    return total


@pytest.mark.parametrize(("width", "count"), [(1, 1), (2, 9), (3, 907)])
def test_number_of_games(width: int, count: int) -> None:
    """Tromp and Farneback, Combinatorics of Go: the games under suicide and positional superko."""
    assert paths(Game(size=(1, width), rules=Rules(ko=Ko.POSITIONAL, suicide=True))) == count


def perft(game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    total, color = 0, game.position.to_move
    for point in [*game.legal_points(color), PASS]:
        game.play(color, point)
        total += perft(game, depth - 1)
        game.undo()
    return total


PERFT = [((1, 1), 4), ((1, 2), 7), ((1, 3), 7), ((2, 2), 5), ((1, 5), 4), ((3, 2), 4)]


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("ko", KO_RULES)
@pytest.mark.parametrize(("size", "depth"), PERFT)
def test_perft(size: tuple[int, int], depth: int, ko: Ko, suicide: bool) -> None:
    game = Game(size=size, rules=Rules(ko=ko, suicide=suicide))
    expected = oracle.OracleGame(size, ko_rule=ko.value, suicide=suicide).perft(depth)
    assert perft(game, depth) == expected


def test_perft_tells_the_rules_apart() -> None:
    """Five counts for six rule sets: under positional superko all suicides of 1x3 repeat the empty board."""
    counts = {
        (ko, suicide): oracle.OracleGame((1, 3), ko_rule=ko.value, suicide=suicide).perft(7)
        for ko in KO_RULES
        for suicide in (False, True)
    }
    assert len(set(counts.values())) == 5, counts
    assert counts[Ko.POSITIONAL, True] == counts[Ko.POSITIONAL, False]


# -- random games ------------------------------------------------------------------------------------------------------


@settings(max_examples=50, deadline=None)
@given(
    size=st.one_of(
        st.tuples(st.integers(1, 3), st.integers(1, 4)),
        st.tuples(st.just(1), st.integers(1, 8)),
        st.tuples(st.integers(1, 9), st.integers(1, 9)),
    ),
    ko=st.sampled_from(KO_RULES),
    suicide=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
def test_random_games_with_undo_at_every_step(size: tuple[int, int], ko: Ko, suicide: bool, seed: int) -> None:
    """Colours take turns under situational superko; otherwise one moves out of turn now and then."""
    rng = np.random.default_rng(seed)
    game = Game(size=size, rules=Rules(ko=ko, suicide=suicide))
    other = oracle.OracleGame(size, ko_rule=ko.value, suicide=suicide)
    for _ in range(min(50, 6 * size[0] * size[1])):
        color = game.position.to_move
        if ko is not Ko.SITUATIONAL and rng.random() < 0.2:
            color = color.opponent
        legal = [game.grid.at(*p) for p in other.legal(LETTER[color])]
        assert game.legal_points(color) == legal
        assert [p for p in range(game.grid.area) if game.is_legal(color, p)] == legal
        simply = set(map(int, game.position.legal_points(color, game.rules)))
        assert game.forbidden(color) == simply - set(legal)
        point = int(rng.choice([*legal, PASS])) if rng.random() < 0.95 else PASS
        before = (game.position, game.moves, game.positions)
        for _again in range(2):
            game.play(color, point)
            game.position.check()
            after = game.position
            assert game.undo() == Move(color, point)
            assert (game.position, game.moves, game.positions) == before
        game.play(color, point)
        assert game.position == after
        other.play(None if point == PASS else game.grid.row_col(point), LETTER[color])
        assert game.position.diagram() == oracle.show(size, other.board)
    moves = game.moves
    half = game.at_move(len(moves) // 2)
    assert half.position == game.positions[len(moves) // 2]
    for move in moves[len(moves) // 2 :]:
        half.play(*move)
    assert half.positions == game.positions
    for _ in moves:
        game.undo()
    assert game.position == game.start == Position.empty(*size)
    assert game.moves == ()
    with pytest.raises(CannotUndo, match=r"^cannot undo$"):
        game.undo()
    assert half.moves == moves, "a copy is independent"


@pytest.mark.parametrize("size", [(19, 19), (25, 25), (25, 13), (2, 25)])
def test_large_boards(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(size[0] * size[1])
    game = Game(size=size, rules=Rules(ko=Ko.POSITIONAL))
    board: oracle.OracleBoard = {}
    for _ in range(2 * size[0] * size[1]):
        color = game.position.to_move
        point = int(rng.choice([*game.position.legal_points(color), PASS]))
        if not game.is_legal(color, point):
            continue
        game.play(color, point)
        game.position.check()
        if point != PASS:
            board, _, _ = oracle.place(size, board, game.grid.row_col(point), LETTER[color])
        assert game.position.diagram() == oracle.show(size, board)
        again = game.position
        game.undo()
        game.play(color, point)
        assert game.position == again


# -- details -----------------------------------------------------------------------------------------------------------


def test_a_new_game() -> None:
    game = Game()
    assert (game.grid.height, game.grid.width, game.komi, game.rules, game.handicap) == (19, 19, 7.5, Rules(), 0)
    assert (game.moves, game.positions, game.consecutive_passes) == ((), (game.start,), 0)
    assert Game(size=(9, 7)).grid.height == 9


def test_consecutive_passes() -> None:
    game = Game(size=(5, 5))
    seen = []
    for vertex in ("pass", "C3", "pass", "pass", "pass", "A1"):
        play_all(game, f"{game.position.to_move.letter} {vertex}")
        seen.append(game.consecutive_passes)
    assert seen == [1, 0, 1, 2, 3, 0]


@pytest.mark.parametrize("number", [-1, 3])
def test_at_move_out_of_range(number: int) -> None:
    game = Game(size=(5, 5))
    play_all(game, "B A1 W B1")
    with pytest.raises(ValueError, match=f"0 to 2, got {number}"):
        game.at_move(number)


def test_at_move_keeps_everything_else() -> None:
    game = Game(size=(9, 9), rules=Rules(ko=Ko.POSITIONAL), komi=0.5)
    game.place_handicap([20, 60])
    play_all(game, "W A1 B B1")
    past = game.at_move(1)
    assert (past.komi, past.rules, past.handicap, past.start, len(past.moves)) == (0.5, game.rules, 2, game.start, 1)


def test_an_illegal_move_names_its_vertex_and_reason() -> None:
    game = Game(size=(5, 5))
    play_all(game, "B C3")
    with pytest.raises(IllegalMove, match=r"^C3.*occupied") as error:
        game.play(WHITE, game.grid.point("C3"))
    assert error.value.reason == "occupied"
    with pytest.raises(IllegalMove, match="off board"):
        game.play(WHITE, 25)


# -- score of a game ---------------------------------------------------------------------------------------------------

FINISHED = ".XO.O\nXXOO.\n.XXO.\n..XOO\n..XO."  # area 13 to 12, territory 6 to 4


@pytest.mark.parametrize(
    ("rules", "komi", "handicap", "lead"),
    [
        (Rules(), 0, 0, 1),
        (Rules(), 7.5, 0, -6.5),
        (Rules(scoring=Scoring.TERRITORY), 6.5, 0, -4.5),
        (Rules(handicap_bonus=HandicapBonus.N), 0.5, 4, -3.5),
        (Rules(handicap_bonus=HandicapBonus.N_MINUS_1), 0.5, 4, -2.5),
        (Rules(handicap_bonus=HandicapBonus.N_MINUS_1), 0.5, 0, 0.5),
    ],
)
def test_score(rules: Rules, komi: float, handicap: int, lead: float) -> None:
    game = Game(Position.from_diagram(FINISHED), rules=rules, komi=komi)
    game.handicap = handicap
    assert game.score() == lead
    game.komi += 1
    assert game.score() == lead - 1


@pytest.mark.parametrize("argument", ["dead", "seki"])
@pytest.mark.parametrize(("point", "complaint"), [(0, "A5 is empty"), (25, r"0 to 24.*25"), (-1, r"0 to 24.*-1")])
def test_score_refuses_points_without_a_stone(argument: str, point: int, complaint: str) -> None:
    game = Game(Position.from_diagram(FINISHED))
    with pytest.raises(ValueError, match=complaint):
        game.score(**{argument: frozenset({point})})
