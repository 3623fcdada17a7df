"""GoGui's commands: setup, sequences, title, dialogs and live graphics."""

from __future__ import annotations

import re

import numpy as np
import pytest

from analysis.board import Grid
from analysis.control import estimate
from gtpengine import __version__
from gtpengine.settings import SETTINGS, Setting, Settings
from tests.gtpengine.commands.drawn_boards import board
from tests.gtpengine.gtp_talk import Talk

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
