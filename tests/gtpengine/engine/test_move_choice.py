"""The choice of a move: when to play, pass and resign; and the clean-up phase."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from analysis.board import BLACK, PASS, WHITE, Color, Game, Position, Rules, fixed_handicap, unconditional_life
from analysis.ownership.final_status import FinalBoard, FinalChain, FinalStatus, all_alive
from analysis.status import Evidence, ReadingCache
from analysis.tree_search.lines import Lookahead, MoveRestriction
from analysis.tree_search.puct_tree import PuctTree, RootMove
from analysis.tree_search.tree_lines import TreeLines
from gtpengine.engine import move_choice
from gtpengine.engine.cleanup import dead_chains, decide_cleanup, saving_moves
from gtpengine.engine.final_status import final_status_of
from gtpengine.engine.move_choice import MoveContext, decide, passing_wins, start_lookahead
from gtpengine.engine.position_analysis import analyse_position, evaluate_game
from gtpengine.settings import Settings
from gtpengine.sgf import load_game

ENDGAME = Path(__file__).parents[2] / "data" / "endgame9.sgf"

BLACK_AHEAD = """
..X.O
..X.O
..X.O
..X.O
..X.O
"""
"""Black 15 points, White 5, five neutral: even if White had those, Black leads by 5."""


def game(text: str, komi: float = 0, *, passed: Color | None = None, rules: Rules | None = None) -> Game:
    """A game on the board drawn, `passed` having passed last."""
    played = Game(Position.from_diagram(text), komi=komi, rules=rules)
    if passed is not None:
        played.play(passed, PASS)
    return played


def vertices(played: Game, points: tuple[int, ...] | list[int]) -> list[str]:
    return [played.grid.vertex(point) for point in points]


def settings(**values: str) -> Settings:
    changed = Settings()
    for name, value in values.items():
        changed.set(f"play.{name}", value)
    return changed


def lookahead(played: Game, color: Color, restrictions: Sequence[MoveRestriction] = ()) -> Lookahead:
    """Begin an analysis of the position."""
    cache = ReadingCache()
    evaluation = evaluate_game(played, color, Settings(), cache)
    return start_lookahead(evaluation, MoveContext.of(played, color, restrictions), Settings(), cache)


PASSING = [
    # name, board, komi, who passed, who is to decide, whether passing wins
    ("ahead by 5 at worst", BLACK_AHEAD, 0, WHITE, BLACK, True),
    ("nobody passed", BLACK_AHEAD, 0, None, BLACK, False),
    ("we passed ourselves", BLACK_AHEAD, 0, BLACK, BLACK, False),
    ("komi takes it to half a point", BLACK_AHEAD, 4.5, WHITE, BLACK, True),
    ("a draw is no win", BLACK_AHEAD, 5, WHITE, BLACK, False),
    ("won only with the neutral points", BLACK_AHEAD, 8, WHITE, BLACK, False),
    ("White is behind", BLACK_AHEAD, 0, BLACK, WHITE, False),
    ("White's wall has no eye space", BLACK_AHEAD, 15.5, BLACK, WHITE, False),
    ("White wins by komi even without it", BLACK_AHEAD, 25.5, BLACK, WHITE, True),
    ("too few stones", "X....\n.....\n.....\n.....\n.....", 0, WHITE, BLACK, False),
    ("a quarter of the points", ".X..\nXX..\n....\n....", 0, WHITE, BLACK, False),
    ("empty board with komi", "....\n....", 7.5, BLACK, WHITE, False),
]


@pytest.mark.parametrize(
    ("text", "komi", "passed", "color", "wins"), [row[1:] for row in PASSING], ids=[row[0] for row in PASSING]
)
def test_passing_wins(text: str, komi: float, passed: Color | None, color: Color, wins: bool) -> None:
    played = game(text, komi, passed=passed)
    assert passing_wins(played, color, Settings()) is wins
    if wins:
        assert decide(played, color, Settings()).points == (PASS,)


def test_a_won_game_is_played_on_with_pass_when_winning_off() -> None:
    played = game(".X.X.O.O.\nXXXX.OOOO", komi=-5, passed=WHITE)
    assert decide(played, BLACK, Settings()).points == (PASS,)
    assert decide(played, BLACK, settings(pass_when_winning="false", pass_below="0")).points != (PASS,)


def test_pass_below_a_gain() -> None:
    played = game("..XO.\n.X..O\n..X.O")
    assert decide(played, BLACK, settings(pass_below="0")).points[0] != PASS
    assert decide(played, BLACK, settings(pass_below="100")).points == (PASS,)


@pytest.mark.parametrize(("text", "counted"), [
    (".......\n.......\n..X.O..\n.......\n..O.X..\n.......\n.......", False),
    (".X.X.O.O.\nXXXX.OOOO", True),
])
def test_local_games_are_counted_only_in_the_endgame(
    text: str, counted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier, a move at the border of a settled area is small beside what is open."""
    calls, count = [], move_choice.count_endgame
    monkeypatch.setattr(move_choice, "count_endgame", lambda *words: calls.append(words) or count(*words))
    decide(game(text), BLACK, Settings())
    assert bool(calls) is counted


def test_moves_that_gain_too_little_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = (
        RootMove(7, 5.0, 5.0, 0.5, (7,), (30,)), RootMove(PASS, 0.0, 0.0, 0.0, (PASS,), (9,)),
        RootMove(8, 0.4, 0.4, 0.4, (8,), (8,)), RootMove(11, 2.0, 2.0, 0.3, (11,), (5,)),
    )  # fmt: skip
    monkeypatch.setattr(PuctTree, "root_moves", lambda _: moves)
    assert decide(game("..X.O\n..X.O\n....."), BLACK, Settings()).points == (7, 11, PASS)


def test_moves_that_repeat_a_board_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise such a move could get most visits, and the move played instead would have few."""
    played = Game(Position.from_diagram("X.XX.......OOOO."), komi=0)
    for color, point in ((WHITE, 1), (BLACK, PASS), (WHITE, PASS)):
        played.play(color, point)
    for search in (decide(played, BLACK, settings(pass_when_winning="false")).lookahead, lookahead(played, BLACK)):
        assert isinstance(search, TreeLines)
        assert search.tree.forbidden == {0}


@pytest.mark.parametrize("move", [20, 41, 55, 60])
def test_the_move_played_is_the_first_line_of_the_lookahead(move: int) -> None:
    """From the opening to the endgame, the pass at the end included; restrictions hold for both."""
    played = load_game(ENDGAME).at_move(min(move, len(load_game(ENDGAME).moves)))
    color = played.position.to_move
    restrictions: list[MoveRestriction] = []
    for _ in range(2):
        decision = decide(played, color, Settings(), restrictions=restrictions)
        search = lookahead(played, color, restrictions)
        assert isinstance(search, TreeLines)
        search.choose()
        assert search.lines[0].point == decision.points[0]
        assert decision.lookahead is not None
        assert decision.lookahead.lines[0].point == decision.points[0]
        restrictions = [MoveRestriction(color, frozenset([decision.points[0]]), 1)]


@pytest.mark.parametrize(("text", "values"), [
    ("...\n...\n...", {}), ("..XO.\n.X..O\n..X.O", {}), ("..XO.\n.X..O\n..X.O", {"breadth": "0"}),
])  # fmt: skip
def test_restrictions_hold_for_every_policy(text: str, values: dict[str, str]) -> None:
    """Perfect play, the tree search and the ranker; the pass is always left."""
    played, chosen = game(text), settings(pass_below="0", **values)
    best = decide(played, BLACK, chosen).points[0]
    avoided = decide(played, BLACK, chosen, restrictions=[MoveRestriction(BLACK, frozenset([best]), 1)])
    assert best not in avoided.points
    assert avoided.points[-1] == PASS
    allowed = decide(played, BLACK, chosen, restrictions=[MoveRestriction(BLACK, frozenset([best]), 1, only=True)])
    assert allowed.points == (best, PASS)


def test_a_dame_is_not_filled_at_the_cost_of_a_needed_liberty() -> None:
    """By area C2 is worth a point to White, but then Black takes four stones at F3."""
    played = game(".XXXXO.O.\nXXOOO.OOO\n.X.XXOO.O\nXXXXXOOOO")
    assert "C2" not in vertices(played, decide(played, WHITE, Settings()).points)
    assert vertices(played, decide(played, BLACK, Settings()).points)[0] == "C2"


@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize("text", [BLACK_AHEAD, "...\n...\n...", ".", "X.", "XOX\nX.X", "X.X\nX.X\nXXX"])
def test_every_decision_is_legal_and_ends_with_a_pass(text: str, color: Color) -> None:
    played = game(text, rules=Rules.named("tromp-taylor"))
    for decision in (decide(played, color, Settings()), decide_cleanup(played, color, Settings())):
        assert decision.points[-1] == PASS
        assert decision.points.count(PASS) == 1
        assert len(set(decision.points)) == len(decision.points)
        assert all(played.is_legal(color, point) for point in decision.points)


def test_superko_points_are_not_offered() -> None:
    played = Game(Position.from_diagram("X."), rules=Rules.named("tromp-taylor"), komi=0)
    for color, point in ((WHITE, 1), (BLACK, PASS), (WHITE, PASS)):
        played.play(color, point)
    assert played.position.diagram() == ".O"
    assert played.position.is_legal(0, BLACK)
    choose = settings(pass_below="0", pass_when_winning="false")
    assert decide(played, BLACK, choose).points == (PASS,)
    assert decide_cleanup(played, BLACK, choose).points == (PASS,)


def test_an_earlier_board_is_not_repeated_under_simple_ko() -> None:
    """Under simple ko a triple ko could go round for ever: the engine ends the cycle."""
    played = Game(Position.from_diagram("X.XX.......OOOO."), komi=0)
    for color, point in ((WHITE, 1), (BLACK, PASS), (WHITE, PASS)):
        played.play(color, point)
    assert played.is_legal(BLACK, 0)
    assert played.repeats_board(BLACK, 0)
    assert not played.repeats_board(BLACK, PASS)
    choose = settings(pass_below="0", pass_when_winning="false")
    for breadth in ("24", "0"):
        choose.set("play.policy_moves", breadth)
        points = decide(played, BLACK, choose).points
        assert len(points) > 1
        assert 0 not in points


# -- perfect play on the smallest boards ---------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "color", "best"), [
    ("...\n...\n...", BLACK, ["B2"]),  # FACTS 7: 9 points, the edge 3, the corner -9
    ("....\n....\n....", BLACK, ["B2", "C2"]),  # 4 points
    ("........", BLACK, ["B1", "C1", "D1", "E1", "F1", "G1", "pass"]),  # a draw
    (".X.\nXXX\n.X.", WHITE, ["pass"]),
])
def test_perfect_moves(text: str, color: Color, best: list[str]) -> None:
    played = game(text)
    points = decide(played, color, Settings()).points
    assert sorted(set(vertices(played, points))) == sorted({*best, "pass"})
    if "pass" not in best:
        assert vertices(played, points)[0] in best


def test_control_only_does_without_perfect_play() -> None:
    """On the empty board the ranker's first move is not the best."""
    played, chosen = game("...\n...\n..."), settings(control_only="true")
    first = analyse_position(played, BLACK, chosen, ranking_only=True).ranking.candidates[0]
    assert decide(played, BLACK, chosen).points[0] == first.point
    assert vertices(played, decide(played, BLACK, settings()).points)[0] == "B2" != played.grid.vertex(first.point)


def test_perfect_play_prefers_an_endless_game_to_a_loss() -> None:
    """Two passes would lose: the stone is retaken though that repeats an earlier board."""
    played = Game(Position.from_diagram("X."), komi=0)
    for color, point in ((WHITE, 1), (BLACK, PASS), (WHITE, PASS)):
        played.play(color, point)
    assert decide(played, BLACK, Settings()).points[0] == 0


@pytest.mark.parametrize(("komi", "resigns"), [(8.5, False), (9, False), (9.5, True)])
def test_a_lost_game_is_resigned(komi: float, resigns: bool) -> None:
    played = game("...\n...\n...", komi)
    assert decide(played, BLACK, settings(resign="true", resign_below="0")).resign is resigns


def test_perfect_play_against_perfect_play() -> None:
    """The game ends with the value of the empty board."""
    played = game("...\n...\n...")
    while played.consecutive_passes < 2:
        color = played.position.to_move
        played.play(color, decide(played, color, Settings()).points[0])
    assert played.score(unconditional_life(played.position, played.rules).dead) == 9


@pytest.mark.parametrize(("komi", "resigns"), [(70, True), (10, False)])
def test_resignation_counts_komi(komi: float, resigns: bool) -> None:
    played = game(BLACK_AHEAD, komi)
    assert decide(played, BLACK, settings(resign="true")).resign is resigns
    assert not decide(played, BLACK, Settings()).resign
    assert not decide(played, WHITE, settings(resign="true")).resign
    assert not decide_cleanup(played, BLACK, settings(resign="true")).resign


def test_a_handicap_game_is_not_resigned_before_it_begins() -> None:
    played = Game(Position.empty(19), komi=0.5)
    played.place_handicap(fixed_handicap(played.grid, 9))
    choose = settings(resign="true", breadth="0")
    assert not decide(played, WHITE, choose).resign
    played.komi = -600.0
    assert decide(played, WHITE, choose).resign


def test_exact_local_moves_are_played_below_pass_below() -> None:
    """Three local games are counted exactly: the best of them is played although play.pass_below is far above it."""
    played = load_game(ENDGAME)
    assert vertices(played, decide(played, BLACK, settings(pass_below="100")).points)[0] == "D7"


# -- the clean-up phase -------------------------------------------------------------------------------------------

CLEANUP = [
    # name, board, Black's first choice
    ("a liberty of the only chain", ".X.X.\nXXXXX\n.O.XX\nXXXX.", "A2"),
    ("the capture", ".X.X.\nXXXXX\n.OXXX\nXXXX.", "A2"),
    ("the largest chain first, from outside", ".X.X..\nXXXXXX\nO..OO.\nXXXXXX\n.X.X.X", "F3"),
    # Capturing the three stones leaves E1 without a wall beside it: Black's life is then no longer unconditional, nor
    # is White's death at A3. So A3 is captured first.
    ("the safe capture before the large one", "OX.XX\n.XXO.\nXXXOO", "A2"),
    ("the safe liberty of the same chain", "OXXX\n.X.X\nXXO.\nOOOO", "C3"),
]


def dead_by_settings(played: Game, color: Color, chosen: Settings) -> list[tuple[int, ...]]:
    return dead_chains(played.position, color, final_status_of(played, chosen))


@pytest.mark.parametrize(("text", "first"), [row[1:] for row in CLEANUP], ids=[row[0] for row in CLEANUP])
def test_cleanup_takes_every_dead_stone(text: str, first: str) -> None:
    """Judged by unconditional life alone."""
    played, chosen = game(text), settings(control_only="true")
    dead = {stone for chain in dead_by_settings(played, BLACK, chosen) for stone in chain}
    moves = []
    while dead_by_settings(played, BLACK, chosen):
        point = decide_cleanup(played, BLACK, chosen).points[0]
        moves.append(played.grid.vertex(point))
        played.play(BLACK, point)
        played.play(WHITE, PASS)
    assert moves[0] == first
    assert len(moves) < 8
    assert dead
    assert not any(played.position.stones[stone] == WHITE for stone in dead)


def test_dead_chains_are_whole_and_sorted() -> None:
    played = game(".X.X..\nXXXXXX\nO..OO.\nXXXXXX\n.X.X.X")
    chains = dead_by_settings(played, BLACK, settings(control_only="true"))
    assert [vertices(played, list(chain)) for chain in chains] == [["D3", "E3"], ["A3"]]
    assert dead_by_settings(played, WHITE, settings(control_only="true")) == []


ONE_EYE = ".OX.X.X\nOOX.XXX\n..XXX.X\nXXX.XXX\n..XXX.X"
"""White's three stones in the corner have one eye; Black lives."""


def test_cleanup_takes_what_is_dead_by_reading() -> None:
    """Liberties outside are filled first, the eye last."""
    played = game(ONE_EYE)
    moves = []
    while (point := decide_cleanup(played, BLACK, Settings()).points[0]) != PASS:
        moves.append(played.grid.vertex(point))
        played.play(BLACK, point)
        played.play(WHITE, PASS)
    assert moves[-1] == "A5"
    assert sorted(moves[:-1]) == ["A3", "B3"]
    assert not (played.position.stones == WHITE).any()


def test_what_was_dead_stays_dead_while_the_opponent_passes() -> None:
    """The two final statuses may differ; a stone that either calls dead is captured."""
    played = game(ONE_EYE)
    before = final_status_of(played, Settings())
    chains = dead_chains(played.position, BLACK, all_alive(played.position), before)
    assert [vertices(played, list(chain)) for chain in chains] == [["B5", "A4", "B4"]]


def test_cleanup_answers_a_stone_and_not_a_pass() -> None:
    played = game(".X.XO.O\nXXXXOOO\n.X.XO.O\nXXXXOOO\n.X.XO.O\n.XXXOOO\n.X.XO.O", passed=WHITE)
    assert decide_cleanup(played, BLACK, Settings()).points == (PASS,)


def test_cleanup_never_resigns() -> None:
    """A stone is answered although the game is lost; a pass would end it."""
    played = Game(Position.empty(7), komi=-60)
    for color, vertex in ((BLACK, "D4"), (WHITE, "A1"), (BLACK, "C3"), (WHITE, "pass"), (BLACK, "E5")):
        played.play(color, played.grid.point(vertex) if vertex != "pass" else PASS)
    chosen = settings(resign="true", boards="5")
    assert decide(played, WHITE, chosen).resign
    decision = decide_cleanup(played, WHITE, chosen)
    assert not decision.resign
    assert decision.points[0] != PASS


def test_saving_moves_are_for_standing_chains_of_the_color() -> None:
    """Only standing chains of the colour, the largest first."""
    position = game(ONE_EYE).position
    chains = tuple(
        FinalChain(color, (point,) * size, standing, Evidence.READ, "", save)
        for color, point, size, standing, save in [
            (BLACK, 0, 1, FinalStatus.ALIVE, 10), (BLACK, 1, 3, FinalStatus.ALIVE, 11),
            (BLACK, 2, 5, FinalStatus.DEAD, 12), (WHITE, 3, 9, FinalStatus.ALIVE, 13),
            (BLACK, 4, 2, FinalStatus.SEKI, None),
        ]
    )  # fmt: skip
    assert saving_moves(FinalBoard(position.grid, chains, position.stones), BLACK) == [11, 10]


# -- random games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [39, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, *range(2, 12)))])
def test_random_boards_have_a_decision(seed: int) -> None:
    """Boards of random moves are full of kos, stones in atari and large dead groups."""
    rng = np.random.default_rng(seed)
    height, width = (int(side) for side in rng.integers(4, 10, 2))
    played = Game(Position.empty(height, width), rules=Rules(suicide=seed % 2 == 0))
    for _ in range(int(height * width * rng.uniform(0.2, 1.6))):
        legal = played.legal_points(played.position.to_move)
        played.play(played.position.to_move, int(rng.choice(legal)) if legal else PASS)
    for _ in range(2):
        color = played.position.to_move
        decision = decide(played, color, Settings(), {})
        assert decision.points[-1] == PASS
        played.play(color, decision.points[0])
