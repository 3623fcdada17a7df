"""GoGui's commands: setup, sequences, dialogs, live graphics, and boards in the format of its parsers."""

from __future__ import annotations

import re
import shlex

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Grid, Position, unconditional_life
from analysis.control import PropagationSettings, estimate, propagate
from analysis.evaluation import evaluate
from analysis.ranking.tactics import rank_with_tactics
from gtpengine import __version__
from gtpengine.commands import REGISTRY
from gtpengine.commands.gogui_analyses import CONFIDENCE
from gtpengine.settings import SETTINGS, Setting, Settings
from tests.gtpengine.gtp_talk import Talk

MIDDLE = """
. . . . . . .
. X X . O O .
. X . X O . .
. . X O . O .
. . X O . . .
. X . X O . .
. . . . . . .
"""
SETTLED = """
. X O . O .
X X O O O X
. X X O O O
X X O O . O
. X X O O O
X X X X O .
"""
"""White's right side lives with two eyes, Black's left side too; F5 is dead."""


def board(diagram: str = MIDDLE, **settings: str) -> Talk:
    chosen = Settings()
    for name, value in settings.items():
        chosen.set(name.replace("__", "."), value)
    talk = Talk(chosen)
    talk.session.new_game(Position.from_diagram(diagram))
    return talk


def words(text: str, height: int, width: int) -> list[list[str]]:
    """Parse a board as GoGui does: rows of words, quotes group, top row first. Fails if the size is wrong."""
    rows = [shlex.split(row) for row in text.split("\n")]
    assert [len(row) for row in rows] == [width] * height
    return rows


# -- analyses -------------------------------------------------------------------------------------------------------

BOARDS = ["mokusan-territory", "mokusan-confidence", "mokusan-aliveness", "mokusan-propagation", "mokusan-ownership"]
QUERIES_ONLY = [
    *BOARDS, "mokusan-territory 0.9", "mokusan-best_worst", "mokusan-best_worst w", "mokusan-gains", "mokusan-gains w",
    "mokusan-replies b", "mokusan-replies w 3", "gogui-title", "gogui-param_play", "gogui-param_control",
    "gogui-analyze_commands",
]  # fmt: skip


@pytest.mark.parametrize("line", QUERIES_ONLY)
def test_queries_change_nothing_and_repeat(line: str) -> None:
    talk = board()
    talk.ok("mokusan-settings play.policy_moves 1", "mokusan-settings play.visits 3")
    before = talk.state()
    assert talk.ok(line) == talk.ok(line)
    assert talk.state() == before


@pytest.mark.parametrize("size", ["1", "2 1", "5 3", "7", "25 2"])
@pytest.mark.parametrize("command", BOARDS)
def test_boards_have_a_word_for_every_point(command: str, size: str) -> None:
    talk = Talk()
    talk.ok(f"boardsize {size}")
    grid = talk.session.game.grid
    if grid.area > 1:
        talk.ok("play b a1")
    assert talk.ask(command).text.startswith("\n"), "the first row begins on a line of its own"
    words(talk.ok(command), grid.height, grid.width)


def test_territory_is_control_above_the_threshold() -> None:
    talk = board()
    values = evaluate(talk.session.game.position).control.values
    for line, least in (("", 0.5), (" 0.2", 0.2), (" 0", 0.0), (" 1", 1.0)):
        rows = words(talk.ok(f"mokusan-territory{line}"), 7, 7)
        owner = np.array([[{"B": 1, "W": -1, "": 0}[word] for word in row] for row in rows])
        assert (owner == np.sign(values) * (np.abs(values) > least)).all()
    assert {"B", "W", ""} == {word for row in words(talk.ok("mokusan-territory"), 7, 7) for word in row}


def test_confidence_is_the_size_of_control_by_colours() -> None:
    talk = board()
    values = np.abs(evaluate(talk.session.game.position).control.values)
    rows = words(talk.ok("mokusan-confidence"), 7, 7)
    least = {colour: bound for bound, colour in CONFIDENCE}
    assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in least)
    bounds = [bound for bound, _ in CONFIDENCE]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] == 0
    shown = np.array([[least[word] for word in row] for row in rows])
    assert (values >= shown).all()
    assert all(max(bound for bound in bounds if bound <= v) == s for v, s in zip(values.flat, shown.flat, strict=True))
    assert len(set(shown.flat)) > 2


def test_aliveness_distinguishes_proof_and_estimate() -> None:
    talk = board(SETTLED)
    rows = words(talk.ok("mokusan-aliveness"), 6, 6)
    position = talk.session.game.position
    life = unconditional_life(position)
    assert life.dead == {position.grid.point("F5")}
    assert rows[1][5] == "dead"
    assert {rows[r][c] for r, c in np.argwhere(position.board == 0)} == {""}
    assert {rows[r][c] for r, c in np.argwhere(life.alive.reshape(6, 6) != 0)} == {"live"}
    talk = board()
    rows = words(talk.ok("mokusan-aliveness"), 7, 7)
    position = talk.session.game.position
    values = evaluate(position).control.values.reshape(-1)
    for point in np.flatnonzero(position.stones).tolist():
        chain = position.chain_at(point)
        chance = (1 + position.stones[point] * values[chain].mean()) / 2
        row, col = position.grid.row_col(point)
        assert rows[row][col] == f"{round(100 * chance)}%"


def graphics(text: str) -> dict[str, list[str]]:
    """Parse GoGui's graphics: keyword -> its words; each at most once here."""
    lines = [line.split(" ") for line in text.split("\n")]
    keywords = [line[0] for line in lines]
    assert len(set(keywords)) == len(keywords)
    assert set(keywords) <= {"LABEL", "MARK", "TEXT"}
    return {line[0]: line[1:] for line in lines}


def test_best_and_worst_moves_as_in_the_papers_figure() -> None:
    talk = Talk()
    talk.ok("boardsize 9", "play b c3", "play w g7", "play b g3")
    ranking = rank_with_tactics(evaluate(talk.session.game.position))
    vertex = talk.session.game.grid.vertex
    shown = graphics(talk.ok("mokusan-best_worst"))
    labels = shown["LABEL"]
    assert labels[1::2] == [chr(ord("A") + i) for i in range(26)]
    assert labels[0::2] == [vertex(move.point) for move in ranking.best(26)]
    assert set(shown["MARK"]) == {vertex(move.point) for move in ranking.worst(26)}
    assert shown["TEXT"][:4] == ["Moves", "for", "White:", "best"]
    other = graphics(talk.ok("mokusan-best_worst b"))
    black = rank_with_tactics(evaluate(talk.session.game.position.with_to_move(BLACK)))
    assert other["LABEL"][0] == vertex(black.best(1)[0].point)
    assert "Black:" in other["TEXT"]


@pytest.mark.parametrize(("size", "best", "worst"), [("1", 0, 0), ("5", 25, 0), ("6", 26, 10), ("7 8", 26, 26)])
def test_no_move_is_both_best_and_worst(size: str, best: int, worst: int) -> None:
    talk = Talk()
    talk.ok(f"boardsize {size}")
    shown = graphics(talk.ok("mokusan-best_worst"))
    labelled, crossed = shown.get("LABEL", [])[0::2], shown.get("MARK", [])
    assert (len(labelled), len(crossed)) == (best, worst)
    assert not set(labelled) & set(crossed)


def test_gains_are_labels_without_zeros() -> None:
    talk = board()
    game = talk.session.game
    for line, color in (("mokusan-gains", BLACK), ("mokusan-gains b", BLACK), ("mokusan-gains w", WHITE)):
        shown = graphics(talk.ok(line))
        ranking = rank_with_tactics(evaluate(game.position.with_to_move(color)))
        moves = [move for move in ranking.moves if abs(round(move.gain, 1)) > 0]
        assert shown["LABEL"][0::2] == [game.grid.vertex(move.point) for move in moves]
        assert [float(word) for word in shown["LABEL"][1::2]] == pytest.approx([m.gain for m in moves], abs=0.051)
        left = len(ranking.moves) - len(moves)
        text = f"{color.word.capitalize()} to move: points that a move gains against a pass"
        text += f"; {left} moves gain less than 0.1 and are left blank" if left else ""
        assert " ".join(shown["TEXT"]) == text
    assert Talk().ok("boardsize 1", "mokusan-gains").startswith("TEXT Black to move")


def test_propagation_follows_its_settings() -> None:
    talk = board()
    position = talk.session.game.position
    rows = np.array(words(talk.ok("mokusan-propagation"), 7, 7), float)
    assert rows == pytest.approx(propagate(position).values, abs=0.0006)
    talk.ok("gogui-param_propagation first 1.0", "gogui-param_propagation path corners")
    changed = np.array(words(talk.ok("mokusan-propagation"), 7, 7), float)
    settings = PropagationSettings(first=1.0, path="corners")
    assert changed == pytest.approx(propagate(position, settings).values, abs=0.0006)


@pytest.mark.parametrize("color", ["b", "w"])
def test_replies_are_what_genmove_plays_in_turn(color: str) -> None:
    talk = board()
    talk.ok("mokusan-settings play.policy_moves 2", "mokusan-settings play.visits 4")
    line = talk.ok(f"mokusan-replies {color} 5").split(" ")
    assert len(line) == 5
    players = [color, "bw"[color == "b"]]
    assert line == [talk.ok(f"genmove {players[k % 2]}") for k in range(5)]


def test_replies_end_before_a_pass() -> None:
    assert board(SETTLED).ok("mokusan-replies b") == ""
    talk = Talk()
    talk.ok("boardsize 3")
    line = talk.ok("mokusan-replies b 99").split(" ")
    players = ["b", "w"]
    assert line == [talk.ok(f"genmove {players[k % 2]}") for k in range(len(line))]
    assert talk.ok(f"genmove {players[len(line) % 2]}") == "pass"


def test_replies_do_not_resign() -> None:
    talk = board(play__resign="true")
    talk.ok("komi 100")
    assert talk.ok("reg_genmove b") == "resign"
    assert "resign" not in talk.ok("mokusan-replies b 2")


# -- setup ----------------------------------------------------------------------------------------------------------


def test_setup_is_the_start_of_the_game() -> None:
    talk = Talk()
    talk.ok("boardsize 9", "komi 0.5", "clear_board", "gogui-setup b E5 W e6 B F5", "gogui-setup_player W")
    position = talk.session.game.position
    vertex = position.grid.point
    assert (position.stones[vertex("E5")], position.stones[vertex("E6")], position.stones[vertex("F5")]) == (1, -1, 1)
    assert np.count_nonzero(position.stones) == 3
    assert position.to_move.letter == "W"
    assert talk.fails("undo") == "cannot undo"
    talk.ok("play w f6", "undo")
    assert talk.session.game.position == position
    assert talk.ok("get_komi") == "0.5"
    assert talk.fails("set_free_handicap A1 B2") == "board not empty"


NO_SETUP = [
    ("gogui-setup B A1 W A2 W B1", "^illegal setup: "),
    ("gogui-setup B E5 B E5", "^illegal setup: E5 given twice$"),
    ("gogui-setup B E5 W e5", "^illegal setup: E5 given twice$"),
    ("gogui-setup B E5 W", "^syntax error: expected pairs"),
    ("gogui-setup B", "^syntax error: expected pairs"),
    ("gogui-setup B pass", "^syntax error: "),
    ("gogui-setup B K1", "^syntax error: "),
    ("gogui-setup B E5 red E6", "^syntax error: "),
    ("gogui-setup E5 B", "^syntax error: "),
    ("gogui-setup_player", "^syntax error: "),
    ("gogui-setup_player empty", "^syntax error: "),
]


@pytest.mark.parametrize(("line", "text"), NO_SETUP)
def test_setup_is_all_or_nothing(line: str, text: str) -> None:
    talk = Talk()
    talk.ok("boardsize 9")
    assert re.match(text, talk.fails(line))


def test_setup_only_on_a_new_board() -> None:
    talk = Talk()
    talk.ok("boardsize 9", "play b pass")
    assert talk.fails("gogui-setup B E5") == "game has begun"
    assert talk.fails("gogui-setup_player W") == "game has begun"
    talk.ok("clear_board", "gogui-setup B E5")
    assert talk.fails("gogui-setup B E6") == "board not empty"
    talk.ok("clear_board", "set_free_handicap C3 G7")
    assert talk.fails("gogui-setup B E6") == "board not empty"
    talk.ok("clear_board", "gogui-setup", "gogui-setup W A1")


def test_the_player_of_a_handicap_game_keeps_the_handicap() -> None:
    talk = Talk()
    talk.ok("boardsize 9", "kata-set-rules chinese", "set_free_handicap C3 G7")
    before = talk.ok("final_score")
    talk.ok("gogui-setup_player b")
    assert talk.session.game.position.to_move.letter == "B"
    assert talk.ok("final_score") == before
    assert talk.session.game.handicap == 2


# -- sequences ------------------------------------------------------------------------------------------------------


def test_a_sequence_is_the_same_as_single_plays() -> None:
    one, other = Talk(), Talk()
    one.ok("boardsize 5", "gogui-play_sequence B A1 W A2 b C3 W B1 B PASS b pass W E5")
    other.ok("boardsize 5", *(f"play {m}" for m in ("b a1", "w a2", "b c3", "w b1", "b pass", "b pass", "w e5")))
    assert one.state() == other.state()
    assert one.session.game.position.captures == (0, 1)
    one.ok("undo")
    assert len(one.session.game.moves) == 6
    one.ok("gogui-play_sequence")
    assert len(one.session.game.moves) == 6


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("gogui-play_sequence B D4 W D4", "illegal move: number 2, W D4: occupied"),
        ("gogui-play_sequence B D4 W A1", "illegal move: number 2, W A1: suicide"),
        ("gogui-play_sequence B D4 W", "syntax error: expected pairs of a color and a vertex, got 3 words"),
        ("gogui-play_sequence B D4 W Z9", "syntax error: "),
        ("gogui-play_sequence B D4 W resign", "syntax error: "),
    ],
)
def test_a_sequence_is_all_or_nothing(line: str, text: str) -> None:
    talk = Talk()
    talk.ok("boardsize 5", "play b a2", "play b b1")
    assert talk.fails(line).startswith(text)


# -- title ----------------------------------------------------------------------------------------------------------


def test_the_title_is_the_name_and_version_whatever_the_game() -> None:
    """GoGui asks for it when it attaches and when a game begins: what depends on the position would be out of date."""
    talk = Talk()
    title = talk.ok("gogui-title")
    assert title == f"Mokusan {__version__}"
    assert talk.ok("boardsize 9", "play b e5", "komi 200", "gogui-title") == title


# -- dialogs --------------------------------------------------------------------------------------------------------

DIALOGS = ["control", "propagation", "status", "endgame", "play", "analyse"]
OTHERS = {"play.resign_below": ["-12.5"]}
IN_DIALOGS = [setting for setting in SETTINGS if setting.table in DIALOGS]


def fields(text: str) -> dict[str, tuple[str, str]]:
    """Parse a dialog as GoGui does: key -> (type, value)."""
    found = {}
    for line in text.split("\n"):
        match = re.fullmatch(r"\[(bool|string|list(?:/[^/\s\]]+)+)\] (\S+) (\S.*)", line)
        assert match, line
        found[match[2]] = match[1], match[3]
    return found


def test_every_setting_of_a_running_session_has_its_dialog() -> None:
    talk = Talk()
    offered = [line for line in talk.ok("gogui-analyze_commands").split("\n") if line.startswith("param/")]
    assert [line.rpartition("/")[2] for line in offered] == [f"gogui-param_{table}" for table in DIALOGS]
    assert {setting.table for setting in SETTINGS} - set(DIALOGS) == {"game", "gtp"}
    shown = {f"{table}.{key}" for table in DIALOGS for key in fields(talk.ok(f"gogui-param_{table}"))}
    assert shown == {setting.name for setting in IN_DIALOGS}


@pytest.mark.parametrize("setting", IN_DIALOGS, ids=lambda setting: setting.name)
def test_a_dialog_accepts_the_values_it_shows(setting: Setting) -> None:
    talk = Talk()
    kind, value = fields(talk.ok(f"gogui-param_{setting.table}"))[setting.key]
    items = kind.split("/")[1:]
    assert (kind == "bool") == (setting.kind == "bool")
    assert len(items) == len(setting.choices)
    assert not items or value in items
    before = talk.session.settings.copy()
    assert talk.ok(f"gogui-param_{setting.table} {setting.key} {value}") == ""
    assert talk.session.settings == before
    others = items or OTHERS.get(setting.name) or {"bool": ["0", "1"], "float": ["0.25"], "int": ["7"]}[setting.kind]
    for other in others:
        talk.ok(f"gogui-param_{setting.table} {setting.key} {other}")
        assert fields(talk.ok(f"gogui-param_{setting.table}"))[setting.key][1] == other
        read = {"0": "false", "1": "true"}[other] if kind == "bool" else other
        assert talk.session.settings.get(setting.name) == setting.parse(read)


@pytest.mark.parametrize(
    "line",
    [
        "gogui-param_control lambda", "gogui-param_control lambda 2", "gogui-param_control lambda x",
        "gogui-param_control method slow", "gogui-param_control pass_below 1", "gogui-param_control control.lambda 0.4",
        "gogui-param_play resign 2", "gogui-param_play resign yes", "gogui-param_play resign true 1",
        "gogui-param_propagation first 0.7", "mokusan-territory 1.5", "mokusan-territory -0.1", "mokusan-territory x",
        "mokusan-replies", "mokusan-replies empty", "mokusan-replies b 0", "mokusan-replies b 1 2",
        "mokusan-best_worst empty", "mokusan-gains x", "mokusan-best_worst b w",
    ],
)  # fmt: skip
def test_syntax_errors(line: str) -> None:
    assert board().fails(line).startswith("syntax error: ")


# -- live graphics --------------------------------------------------------------------------------------------------


def live(capfd: pytest.CaptureFixture[str]) -> str:
    return "".join(line for line in capfd.readouterr().err.splitlines(keepends=True) if "compil" not in line)


@pytest.mark.parametrize("line", ["genmove b", "reg_genmove b", "kgs-genmove_cleanup b", "mokusan-replies b 2"])
def test_no_live_graphics_unless_asked_for(line: str, capfd: pytest.CaptureFixture[str]) -> None:
    board().ok(line)
    assert "gogui-gfx" not in capfd.readouterr().err


@pytest.mark.parametrize("line", ["genmove b", "kgs-genmove_cleanup w"])
def test_live_graphics_show_the_field_and_are_cleared(line: str, capfd: pytest.CaptureFixture[str]) -> None:
    talk = board()
    values = estimate(talk.session.game.position).values.reshape(-1)
    talk.ok("gogui-param_play live_gfx 1")
    live(capfd)
    talk.ok(line)
    sent = live(capfd).split("\n")
    assert sent[0] == "gogui-gfx:"
    assert sent[2:] == ["", "gogui-gfx: CLEAR", ""]
    keyword, *pairs = sent[1].split(" ")
    assert keyword == "INFLUENCE"
    grid: Grid = talk.session.game.grid
    assert pairs[0::2] == [grid.vertex(point) for point in range(grid.area)]
    assert [float(value) for value in pairs[1::2]] == pytest.approx(values, abs=0.0051)


def test_live_replies_grow(capfd: pytest.CaptureFixture[str]) -> None:
    talk = board(play__live_gfx="true")
    live(capfd)
    first, second = talk.ok("mokusan-replies w 2").split(" ")
    assert live(capfd) == f"gogui-gfx:\nVAR w {first}\n\ngogui-gfx:\nVAR w {first} b {second}\n\ngogui-gfx: CLEAR\n"


def test_live_graphics_are_cleared_after_a_failure(capfd: pytest.CaptureFixture[str]) -> None:
    from gtpengine.render.live_gfx import live_graphics

    settings = Settings()
    settings.set("play.live_gfx", "true")

    def fail() -> None:
        with live_graphics(settings) as graphic:
            graphic.draw(["TEXT thinking"])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert capfd.readouterr().err == "gogui-gfx:\nTEXT thinking\n\ngogui-gfx: CLEAR\n"


# -- the registry ---------------------------------------------------------------------------------------------------


def test_the_menu_has_every_kind_of_analysis() -> None:
    lines = [line.split("/") for line in Talk().ok("gogui-analyze_commands").split("\n")]
    kinds = {kind for kind, _, _ in lines}
    assert {"dboard", "bwboard", "cboard", "gfx", "hstring", "sboard", "varc", "hpstring", "param"} <= kinds
    calls = {call for _, _, call in lines}
    assert {"mokusan-influence %p", "mokusan-explain %p", "mokusan-replies %c", "mokusan-propagation"} <= calls
    assert not any(name.startswith("gogui-rules_") for name in REGISTRY.names()), "they mark a rule server"
