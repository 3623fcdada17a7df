"""Decisions over a ranked list: when to play, pass, resign; and what to capture in the clean-up phase."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from analysis.board import BLACK, PASS, WHITE, Color, Game, Position, Rules, fixed_handicap, unconditional
from analysis.ownership.final_status import Final, FinalChain, Standing, as_it_stands
from analysis.status import Evidence, ReadingCache
from analysis.tree_search.lines import Limit, Lookahead
from analysis.tree_search.tree import Plan, PuctTree
from analysis.tree_search.tree_lines import TreeLines
from gtpengine.engine import move_choice
from gtpengine.engine.cleanup import dead_chains, decide_cleanup, saving_moves
from gtpengine.engine.final_status import final_of
from gtpengine.engine.move_choice import MoveContext, decide, passing_wins, start_lookahead
from gtpengine.engine.position_analysis import evaluate_game, rank_game
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


def first_look(played: Game, color: Color, limits: Sequence[Limit] = ()) -> Lookahead:
    """What an analysis of the position begins with."""
    memory = ReadingCache()
    evaluation = evaluate_game(played, color, Settings(), memory)
    return start_lookahead(evaluation, MoveContext.of(played, color, limits), Settings(), memory)


PASSING = [
    # name, board, komi, who passed, who asks, whether passing wins
    ("ahead by 5 at worst", BLACK_AHEAD, 0, WHITE, BLACK, True),
    ("nobody passed", BLACK_AHEAD, 0, None, BLACK, False),
    ("we passed ourselves", BLACK_AHEAD, 0, BLACK, BLACK, False),
    ("komi takes it to half a point", BLACK_AHEAD, 4.5, WHITE, BLACK, True),
    ("a draw is no win", BLACK_AHEAD, 5, WHITE, BLACK, False),
    ("won only with the neutral points", BLACK_AHEAD, 8, WHITE, BLACK, False),
    ("White is behind", BLACK_AHEAD, 0, BLACK, WHITE, False),
    ("White's wall has no room for eyes", BLACK_AHEAD, 15.5, BLACK, WHITE, False),
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
    assert passing_wins(played, color) is wins
    if wins:
        assert decide(played, color, Settings()).points == (PASS,)


def test_a_won_game_is_not_passed_where_the_setting_says_so() -> None:
    played = game(".X.X.O.O.\nXXXX.OOOO", komi=-5, passed=WHITE)
    assert decide(played, BLACK, Settings()).points == (PASS,)
    assert decide(played, BLACK, settings(pass_when_winning="false", pass_below="0")).points != (PASS,)


def test_pass_below_a_gain() -> None:
    played = game("..X.O\n..X.O\n..X.O")
    assert decide(played, BLACK, settings(pass_below="0")).points[0] != PASS
    assert decide(played, BLACK, settings(pass_below="100")).points == (PASS,)


@pytest.mark.parametrize(("text", "counted"), [
    (".......\n.......\n..X.O..\n.......\n..O.X..\n.......\n.......", False),
    (".X.X.O.O.\nXXXX.OOOO", True),
])
def test_local_games_are_counted_once_the_board_closes(
    text: str, counted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before that nobody looks at them: a move at the edge of what is settled is small beside what is open."""
    calls, count = [], move_choice.count_endgame
    monkeypatch.setattr(move_choice, "count_endgame", lambda *told: calls.append(told) or count(*told))
    decide(game(text), BLACK, Settings())
    assert bool(calls) is counted


def test_what_gains_too_little_is_not_in_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    plans = (
        Plan(7, 5.0, 5.0, 0.5, (7,), (30,)), Plan(PASS, 0.0, 0.0, 0.0, (PASS,), (9,)),
        Plan(8, 0.4, 0.4, 0.4, (8,), (8,)), Plan(11, 2.0, 2.0, 0.3, (11,), (5,)),
    )  # fmt: skip
    monkeypatch.setattr(PuctTree, "plans", lambda _: plans)
    assert decide(game("..X.O\n..X.O\n....."), BLACK, Settings()).points == (7, 11, PASS)


def test_what_repeats_a_board_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it could be the best, and nothing be left behind it but what was hardly looked at."""
    played = Game(Position.from_diagram("X.XX....OOOO."), komi=0)
    for color, point in ((WHITE, 1), (BLACK, PASS), (WHITE, PASS)):
        played.play(color, point)
    for shown in (decide(played, BLACK, settings(pass_when_winning="false")).seen, first_look(played, BLACK)):
        assert isinstance(shown, TreeLines)
        assert shown.tree.forbidden == {0}


@pytest.mark.parametrize("move", [20, 41, 55, 60])
def test_the_move_that_is_played_is_shown_first(move: int) -> None:
    """From the opening to the closing, the pass at the end included; and limits hold for both."""
    played = load_game(ENDGAME).at_move(min(move, len(load_game(ENDGAME).moves)))
    color = played.position.to_move
    limits: list[Limit] = []
    for _ in range(2):
        decision, shown = decide(played, color, Settings(), limits=limits), first_look(played, color, limits)
        assert isinstance(shown, TreeLines)
        shown.choose()
        assert shown.lines[0].point == decision.points[0]
        assert decision.seen is not None
        assert decision.seen.lines[0].point == decision.points[0]
        limits = [Limit(color, frozenset([decision.points[0]]), 1)]


def test_a_dame_is_not_filled_that_is_a_liberty_too_many() -> None:
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


def test_an_earlier_board_is_not_brought_back_by_choice() -> None:
    """Simple ko would let a triple ko go round for ever: the engine leaves the circle."""
    played = Game(Position.from_diagram("X.XX....OOOO."), komi=0)
    for color, point in ((WHITE, 1), (BLACK, PASS), (WHITE, PASS)):
        played.play(color, point)
    assert played.is_legal(BLACK, 0)
    assert played.repeats_board(BLACK, 0)
    assert not played.repeats_board(BLACK, PASS)
    choose = settings(pass_below="0", pass_when_winning="false")
    for breadth in ("12", "0"):
        choose.set("play.breadth", breadth)
        points = decide(played, BLACK, choose).points
        assert len(points) > 1
        assert 0 not in points


# -- perfect play on the smallest boards ---------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "color", "best"), [
    ("...\n...\n...", BLACK, ["B2"]),  # FACTS 7: 9 points, the edge 3, the corner -9
    ("....\n....\n....", BLACK, ["B2", "C2"]),  # 4 points
    ("........", BLACK, ["B1", "C1", "D1", "E1", "F1", "G1", "pass"]),  # drawn: nobody need lose
    (".X.\nXXX\n.X.", WHITE, ["pass"]),
])
def test_perfect_moves(text: str, color: Color, best: list[str]) -> None:
    played = game(text)
    points = decide(played, color, Settings()).points
    assert sorted(set(vertices(played, points))) == sorted({*best, "pass"})
    if "pass" not in best:
        assert vertices(played, points)[0] in best


def test_by_the_field_alone_nothing_is_looked_up() -> None:
    """The table of perfect play knows better than the ranker what the empty board is about."""
    played, chosen = game("...\n...\n..."), settings(control_only="true")
    first = rank_game(played, BLACK, chosen).candidates[0]
    assert decide(played, BLACK, chosen).points[0] == first.point
    assert vertices(played, decide(played, BLACK, settings()).points)[0] == "B2" != played.grid.vertex(first.point)


def test_a_circle_rather_than_a_loss() -> None:
    """Two passes would lose: the stone is taken back though the board was there before."""
    played = Game(Position.from_diagram("X."), komi=0)
    for color, point in ((WHITE, 1), (BLACK, PASS), (WHITE, PASS)):
        played.play(color, point)
    assert decide(played, BLACK, Settings()).points[0] == 0


@pytest.mark.parametrize(("komi", "resigns"), [(8.5, False), (9, False), (9.5, True)])
def test_a_lost_game_is_resigned(komi: float, resigns: bool) -> None:
    played = game("...\n...\n...", komi)
    assert decide(played, BLACK, settings(resign="true", resign_below="0")).resign is resigns


def test_perfect_play_against_perfect_play() -> None:
    """Each side gets what the board is worth, from every position on the way."""
    played = game("...\n...\n...")
    while played.consecutive_passes < 2:
        color = played.position.to_move
        played.play(color, decide(played, color, Settings()).points[0])
    assert played.score(unconditional(played.position, played.rules).dead) == 9


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


def test_an_estimate_has_to_gain_enough_but_what_is_counted_counts() -> None:
    """Three places are counted exactly: the best of them is played however much a foreseen move has to gain."""
    played = load_game(ENDGAME)
    assert vertices(played, decide(played, BLACK, settings(pass_below="100")).points)[0] == "D7"


# -- the clean-up phase -------------------------------------------------------------------------------------------

CLEANUP = [
    # name, board, Black's first choice
    ("a liberty of the only chain", ".X.X.\nXXXXX\n.O.XX\nXXXX.", "A2"),
    ("the capture", ".X.X.\nXXXXX\n.OXXX\nXXXX.", "A2"),
    ("the largest chain first, from outside", ".X.X..\nXXXXXX\nO..OO.\nXXXXXX\n.X.X.X", "F3"),
    # Taking the three stones leaves E1 without a wall beside it: Black's life is no longer beyond doubt, nor is
    # White's death at A3. So that one goes first.
    ("the safe capture before the large one", "OX.XX\n.XXO.\nXXXOO", "A2"),
    ("the safe liberty of the same chain", "OXXX\n.X.X\nXXO.\nOOOO", "C3"),
]


def dead_by_settings(played: Game, color: Color, chosen: Settings) -> list[tuple[int, ...]]:
    return dead_chains(played.position, color, final_of(played, chosen))


@pytest.mark.parametrize(("text", "first"), [row[1:] for row in CLEANUP], ids=[row[0] for row in CLEANUP])
def test_cleanup_takes_every_dead_stone(text: str, first: str) -> None:
    """By unconditional life alone."""
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
    """From outside first; the eye is filled last."""
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
    """Two finals may differ; a stone that either calls dead is taken."""
    played = game(ONE_EYE)
    before = final_of(played, Settings())
    chains = dead_chains(played.position, BLACK, as_it_stands(played.position), before)
    assert [vertices(played, list(chain)) for chain in chains] == [["B5", "A4", "B4"]]


def test_cleanup_answers_a_stone_and_not_a_pass() -> None:
    played = game(".X.XO.O\nXXXXOOO\n.X.XO.O\nXXXXOOO\n.X.XO.O\n.XXXOOO\n.X.XO.O", passed=WHITE)
    assert decide_cleanup(played, BLACK, Settings()).points == (PASS,)


def test_cleanup_never_resigns() -> None:
    """A stone is answered though all is lost; a pass would end the game."""
    played = Game(Position.empty(7), komi=-60)
    for color, vertex in ((BLACK, "D4"), (WHITE, "A1"), (BLACK, "C3"), (WHITE, "pass"), (BLACK, "E5")):
        played.play(color, played.grid.point(vertex) if vertex != "pass" else PASS)
    chosen = settings(resign="true", boards="5")
    assert decide(played, WHITE, chosen).resign
    decision = decide_cleanup(played, WHITE, chosen)
    assert not decision.resign
    assert decision.points[0] != PASS


def test_saving_moves_are_those_of_what_stands() -> None:
    """Only chains of ours, only those that stand, the largest first."""
    position = game(ONE_EYE).position
    chains = tuple(
        FinalChain(color, (point,) * size, standing, Evidence.READ, "", save)
        for color, point, size, standing, save in [
            (BLACK, 0, 1, Standing.ALIVE, 10), (BLACK, 1, 3, Standing.ALIVE, 11), (BLACK, 2, 5, Standing.DEAD, 12),
            (WHITE, 3, 9, Standing.ALIVE, 13), (BLACK, 4, 2, Standing.SEKI, None),
        ]
    )  # fmt: skip
    assert saving_moves(Final(position.grid, chains, position.stones), BLACK) == [11, 10]


# -- random games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [39, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, *range(2, 12)))])
def test_whatever_the_board_there_is_a_move(seed: int) -> None:
    """Senseless boards are full of kos, stones in atari and large dead groups."""
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
