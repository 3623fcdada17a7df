"""Commands about the engine and the session."""

from __future__ import annotations

import errno
import math
import os
from pathlib import Path

import pytest

from gtpengine import __version__
from gtpengine.clock import Clock, TimeLeft
from gtpengine.commands import REGISTRY
from gtpengine.settings import Settings
from tests.gtpengine.gtp_talk import Talk


def test_name_and_version() -> None:
    settings = Settings()
    settings.set("gtp.name", "KataGo-compatible Mokusan")
    settings.set("gtp.version", "1.16")
    assert [Talk(settings).ok(line) for line in ("protocol_version", "name", "version")] == [
        "2", "KataGo-compatible Mokusan", "1.16",
    ]
    assert [Talk().ok(line) for line in ("name", "version")] == ["Mokusan", __version__]


def test_a_session_begins_as_the_settings_say() -> None:
    settings = Settings()
    settings.set("game.size", "5")
    settings.set("game.komi", "-0.5")
    settings.set("game.rules", "japanese")
    talk = Talk(settings)
    assert talk.session.game.grid.area == 25
    assert talk.ok("get_komi") == "-0.5"
    assert '"scoring":"TERRITORY"' in talk.ok("kata-get-rules")


@pytest.mark.parametrize(
    ("line", "width", "height"),
    [
        ("boardsize 19", 19, 19),
        ("boardsize 9 7", 9, 7),
        ("rectangular_boardsize 7 9", 7, 9),
        ("boardsize 1", 1, 1),
        ("boardsize 25 1", 25, 1),
    ],
)
def test_board_sizes(talk: Talk, line: str, width: int, height: int) -> None:
    talk.ok("play b d4", line)
    grid = talk.session.game.grid
    assert (grid.width, grid.height) == (width, height)
    assert not talk.session.game.position.stones.any()


UNACCEPTABLE = [
    "boardsize 26", "boardsize 0", "boardsize -1", "boardsize 9 26", "boardsize 26 9", "rectangular_boardsize 0 9",
    "boardsize 999999999",
]


@pytest.mark.parametrize("line", UNACCEPTABLE)
def test_unacceptable_sizes(talk: Talk, line: str) -> None:
    talk.ok("play b d4")
    assert talk.fails(line) == "unacceptable size"


def test_a_new_game_keeps_komi_rules_and_clock(talk: Talk) -> None:
    talk.ok("komi 0.5", "kata-set-rules aga", "time_settings 60 30 5", "play b d4", "play w e5")
    kept = (talk.session.game.komi, talk.session.game.rules, talk.session.clock)
    for line in ("boardsize 13", "clear_board", "rectangular_boardsize 5 6"):
        talk.ok("play b a1", line)
        game = talk.session.game
        assert (game.komi, game.rules, talk.session.clock) == kept
        assert game.moves == ()
        assert not game.position.stones.any()
        assert game.position.captures == (0, 0)


@pytest.mark.parametrize(
    ("word", "shown"),
    [("6.5", "6.5"), ("0", "0"), ("-3.5", "-3.5"), ("1e1", "10"), ("-0", "0"), ("0.25", "0.25"), ("7,50", "7.5")],
)
def test_komi(talk: Talk, word: str, shown: str) -> None:
    assert talk.ok(f"komi {word}", "get_komi") == shown


@pytest.mark.parametrize("word", ["1001", "-1e4", "1e300"])
def test_unacceptable_komi(talk: Talk, word: str) -> None:
    assert talk.fails(f"komi {word}").startswith("unacceptable komi: expected -1000 to 1000, got ")


@pytest.mark.parametrize(
    ("line", "clock"),
    [
        ("time_settings 300 0 0", Clock("absolute", 300)),
        ("time_settings 300 30 5", Clock("canadian", 300, 30, 5)),
        ("time_settings 0 1 0", Clock()),  # GoGui: no limit
        ("time_settings 0 2 1", Clock("canadian", 0, 2, 1)),  # Lizzie
        ("kgs-time_settings none", Clock()),
        ("kgs-time_settings absolute 600", Clock("absolute", 600)),
        ("kgs-time_settings byoyomi 300 10 5", Clock("byoyomi", 300, 10, 5)),
        ("kgs-time_settings canadian 300 600 25", Clock("canadian", 300, 600, 25)),
        ("kata-time_settings none", Clock()),
        ("kata-time_settings absolute 600.5", Clock("absolute", 600.5)),
        ("kata-time_settings byoyomi 300 10.5 5", Clock("byoyomi", 300, 10.5, 5)),
        ("kata-time_settings canadian 300 600 25", Clock("canadian", 300, 600, 25)),
        ("kata-time_settings fischer 300 10", Clock("fischer", 300, 10)),
        ("kata-time_settings fischer 2147483647 0.5", Clock("fischer", 2**31 - 1, 0.5)),
        ("kata-time_settings fischer-capped 86400 3600 172800 -1", Clock("fischer-capped", 86400, 3600, 0, 172800)),
        ("kata-time_settings fischer-capped 300 10 -1 60", Clock("fischer-capped", 300, 10, 0, math.inf, 60)),
        ("kata-time_settings fischer-capped 300 10 300 60", Clock("fischer-capped", 300, 10, 0, 300, 60)),
    ],
)
def test_clocks(talk: Talk, line: str, clock: Clock) -> None:
    talk.ok("time_settings 1 1 1", line)
    assert talk.session.clock == clock


def test_the_list_of_time_systems(talk: Talk) -> None:
    systems = talk.ok("kata-list_time_settings")
    assert systems == "none absolute byoyomi canadian fischer fischer-capped"
    for system in systems.split():
        assert system in talk.ok("help kata-time_settings")


def test_a_failed_time_setting_changes_nothing(talk: Talk) -> None:
    talk.ok("kata-time_settings fischer 300 10", "time_left b 20 0")
    talk.fails("kata-time_settings fischer-capped 300 10 299 -1")
    assert talk.session.clock == Clock("fischer", 300, 10)
    assert talk.session.time_left


def test_time_left(talk: Talk) -> None:
    talk.ok("time_left b 12.5 0", "time_left White 10 4")
    assert talk.session.time_left == {1: TimeLeft(12.5, 0), -1: TimeLeft(10, 4)}


SYNTAX_ERRORS = [
    "known_command", "boardsize", "boardsize x", "boardsize 9.0", "boardsize 9 9 9", "rectangular_boardsize 9",
    "komi", "komi six", "komi nan", "komi inf", "komi 1e999", "komi 6.5 7.5", "time_settings", "time_settings 1 2",
    "time_settings -1 0 0", "time_settings 1 1 1.5", "time_left b", "time_left x 1 1", "time_left b x 0",
    "kgs-time_settings", "kgs-time_settings fischer", "kgs-time_settings absolute", "kgs-time_settings none 1",
    "kgs-time_settings byoyomi 1 2", "kgs-time_settings absolute -1", "loadsgf", "loadsgf a b", "loadsgf a 0",
    "help a b", "kata-time_settings", "kata-time_settings sudden 1", "kata-time_settings none 1",
    "kata-time_settings fischer 1", "kata-time_settings fischer 1 -1", "kata-time_settings fischer 1 2 3",
    "kata-time_settings fischer-capped 1 2", "kata-time_settings fischer-capped 10 2 9 -1",
    "kata-time_settings fischer 1 inf", "kata-time_settings byoyomi 1 2 2.5",
]  # fmt: skip


@pytest.mark.parametrize("line", SYNTAX_ERRORS)
def test_syntax_errors(talk: Talk, line: str) -> None:
    assert talk.fails(line).startswith("syntax error: ")


@pytest.mark.parametrize("line", ["clear_board x", "protocol_version 3", "list_commands all of them", "showboard a/b"])
def test_commands_without_arguments_ignore_words(talk: Talk, line: str) -> None:
    assert talk.ok(line) == talk.ok(line.split()[0])


def test_help(talk: Talk) -> None:
    assert "returns: nothing" in talk.ok("help play")
    assert "illegal move" in talk.ok("help play")
    assert talk.fails("help fly") == "unknown command"


def test_showboard_starts_on_a_line_of_its_own(talk: Talk) -> None:
    talk.ok("play b c3")
    text = talk.ask("showboard").text
    assert text.startswith("\n   A B C D E F G H J\n 9 ")
    assert "(X)" in text


def test_cpu_time(talk: Talk) -> None:
    assert float(talk.ok("cputime")) >= 0
    assert float(talk.ok("gomill-cpu_time")) >= float(talk.ok("cputime")) - 1


# -- records ----------------------------------------------------------------------------------------------------

RECORD = "(;SZ[7:5]KM[3.5];B[cc];W[dc];B[];W[ee])"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(RECORD)
    return path


@pytest.mark.parametrize(("number", "moves"), [("", 4), (" 1", 0), (" 3", 2), (" 4", 3), (" 5", 4), (" 99", 4)])
def test_loadsgf_stops_before_the_move(talk: Talk, record: Path, number: str, moves: int) -> None:
    talk.ok("komi 0", f"loadsgf {record}{number}")
    assert len(talk.session.game.moves) == moves
    assert str(talk.session.game.grid) == "7x5"
    assert talk.ok("get_komi") == "3.5"


@pytest.mark.parametrize(("number", "board"), [
    (" 1", "...\n...\n..."), (" 2", "X..\n...\n..."), (" 3", "...\n.O.\n..."), (" 4", "...\n.O.\n..X"),
    ("", "...\n.O.\n..."), (" 9", "...\n.O.\n..."),
])
def test_moves_are_counted_across_a_setup(talk: Talk, record: Path, number: str, board: str) -> None:
    """As in records whose dead stones were removed by a setup."""
    record.write_text("(;SZ[3];B[aa];W[bb];AE[aa];B[cc];W[ac];AE[cc][ac])")
    talk.ok(f"loadsgf {record}{number}")
    assert talk.session.game.position.diagram() == board


def test_loadsgf_keeps_komi_and_rules_that_the_record_lacks(talk: Talk, record: Path) -> None:
    record.write_text("(;SZ[9];B[cc])")
    talk.ok("komi 1.5", "kata-set-rules japanese", f"loadsgf {record}")
    assert talk.ok("get_komi") == "1.5"
    assert '"TERRITORY"' in talk.ok("kata-get-rules")


BAD_RECORDS = [
    ("empty", ""),
    ("not SGF", "hello"),
    ("too large", "(;SZ[26])"),
    ("not a point", "(;SZ[9];B[cc];W[4])"),
    ("off the board", "(;SZ[9];B[zz])"),
]


@pytest.mark.parametrize("text", [row[1] for row in BAD_RECORDS], ids=[row[0] for row in BAD_RECORDS])
def test_bad_records(talk: Talk, record: Path, text: str) -> None:
    record.write_text(text)
    talk.ok("play b d4")
    assert talk.fails(f"loadsgf {record}").startswith("cannot load file: ")


def test_records_that_cannot_be_read(talk: Talk, tmp_path: Path) -> None:
    assert talk.fails(f"loadsgf {tmp_path}").startswith("cannot load file: ")
    assert talk.fails(f"loadsgf {tmp_path / 'none.sgf'}").startswith("cannot load file: ")


def test_printsgf_is_read_back(talk: Talk, record: Path) -> None:
    talk.ok(f"loadsgf {record}")
    before = talk.state()
    assert talk.ok("printsgf").startswith("(;FF[4]")
    talk.ok(f"printsgf {record}", "boardsize 19", f"loadsgf {record}")
    assert talk.state() == before
    assert b"\r" not in record.read_bytes()


def test_printsgf_where_nothing_can_be_written(talk: Talk, tmp_path: Path) -> None:
    assert talk.fails(f"printsgf {tmp_path}").startswith("cannot write file: ")


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_printsgf_never_waits_for_the_reader_of_a_pipe(talk: Talk, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert talk.fails(f"printsgf {tmp_path / 'pipe'}").endswith(": is a pipe, which may have no reader")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_printsgf_on_a_full_device(talk: Talk) -> None:
    assert talk.fails("printsgf /dev/full") == "cannot write file: '/dev/full': No space left on device"


def test_printsgf_on_a_full_disk_leaves_the_file(talk: Talk, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert talk.fails(f"printsgf {record}").endswith(": No space left on device")
    assert record.read_text() == RECORD
    assert [path.name for path in record.parent.iterdir()] == [record.name]


# -- files that the front end may name --------------------------------------------------------------------------


def talk_with(files: str) -> Talk:
    settings = Settings()
    settings.set("gtp.files", files)
    return Talk(settings)


@pytest.mark.parametrize(("files", "reads", "writes"), [
    ("all", True, True), ("read", True, False), ("none", False, False),
])
def test_files_are_allowed_by_the_setting(files: str, reads: bool, writes: bool, record: Path) -> None:
    talk = talk_with(files)
    known = [name for name in ("loadsgf", "printsgf") if talk.ok(f"known_command {name}") == "true"]
    listed = [name for name in talk.ok("list_commands").split("\n") if name in ("loadsgf", "printsgf")]
    helped = [line.split()[0] for line in talk.ok("help").split("\n") if line.startswith(("loadsgf", "printsgf"))]
    assert known == listed == helped == (["loadsgf", "printsgf"] if reads else ["printsgf"])
    assert "gtp.files" in talk.ok("help loadsgf")
    forbidden = f"forbidden by the setting gtp.files = {files}"
    for line, failure, allowed in (
        (f"loadsgf {record}", "cannot load file", reads), ("loadsgf nowhere.sgf 3", "cannot load file", False),
        (f"printsgf {record.parent / 'new.sgf'}", "cannot write file", writes),
        (f"printsgf {record}", "cannot write file", writes),
    ):
        if allowed:
            talk.ok(line)
        elif reads and "loadsgf" in line:
            assert "nowhere.sgf" in talk.fails(line)
        else:
            assert talk.fails(line) == f"{failure}: {forbidden}"
    assert talk.ok("printsgf").startswith("(;FF[4]")
    if not writes:
        assert [path.name for path in record.parent.iterdir()] == [record.name]
        assert record.read_text() == RECORD


def test_no_command_changes_which_files_are_allowed() -> None:
    talk = talk_with("none")
    for line in ("mokusan-settings gtp.files all", "gogui-param_gtp files all", "gogui-param_play gtp.files all"):
        talk.fails(line)
    assert talk.ok("mokusan-settings gtp.files") == 'gtp.files = "none"'


def test_every_command_that_opens_a_file_names_the_setting() -> None:
    entries = [REGISTRY.find(name) for name in REGISTRY.names()]
    takes_file = [entry for entry in entries if "FILE" in entry.usage or " file" in entry.summary]
    assert [entry.name for entry in takes_file] == ["loadsgf", "printsgf"]
    for entry in takes_file:
        assert "`gtp.files`" in entry.doc
        assert "the user who runs the engine may" in entry.doc
