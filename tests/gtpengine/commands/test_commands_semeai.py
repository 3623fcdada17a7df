"""Capturing races over GTP: texts, GoGui's map, GNU Go's analyze_semeai, and the same from a game record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from analysis import semeai
from analysis.board import Position
from analysis.reading.answer import Answer, Result
from analysis.reading.life_and_death.race_question import RaceAnswer
from gtpengine import cli
from gtpengine.settings import Settings
from tests.analysis.semeai.test_race_reading import NOT_PLAIN
from tests.analysis.semeai.test_races_decide import EVEN_RACE
from tests.gtpengine.gtp_talk import Talk

RACE = """
O.O.OOOOO
OOOOOOOOO
OO..OOOOO
O.XX.OOOO
OO.OOOOOO
XXXXXXXXX
OOOOOOOOO
XX.X.X.XX
.XXXXXXX.
"""
"""Our own: above, Black's block {4|0}, two stones that C5 connects to it; below, White's three liberties. Who moves
first wins.

White's walls have two eyes at the top, Black's two in the lower corners.
"""
SEKI = """
.........
OOOO.....
.O.O.....
OOOO.....
XXXO.....
X.XO.....
OOXO.....
OXXO.....
.X.O.....
"""
"""White's three stones in the corner take all that Black has but C1, and neither can start."""
UNSETTLED = """
.X.XX.X.X
XXXXXXXXX
X.......X
X.OO.OO.X
XO..X..OX
X.X.O.X.X
XO.X.O.OX
X.......X
XXXXXXXXX
"""
"""Our own: scattered stones, a position that no rule for races covers."""
BOTH_DIE = """
.........
......O..
...X.OX..
..XX..X..
.OOXO....
OXXO..O..
.XXO.....
.XO.O....
...O.....
"""
"""From a game of ours: B5 and B4 are each read to be dead, as if the other could not be taken."""
Capture = pytest.CaptureFixture[str]


def talk_at(diagram: str, settings: Settings | None = None) -> Talk:
    talk = Talk(settings)
    talk.session.new_game(Position.from_diagram(diagram, "B"))
    return talk


@pytest.fixture(scope="module")
def race() -> Talk:
    return talk_at(RACE)


def test_a_race_in_three_lines(race: Talk) -> None:
    lines = race.ok("mokusan-semeai").split("\n")
    assert lines == [
        "Black A4, White A3: Black 0 to 4, White 1 + 1 + 1; rounded 0 with Black first, -2 with White first; "
        "Black first: Black wins, 1 ahead, White first: White wins, 3 ahead",
        "  Black first: Black wins, with C5",
        "  White first: White wins, with C5",
        "  proved",
    ]
    assert race.ok("mokusan-semeai a4").split("\n") == lines
    assert race.ok("mokusan-semeai J3").split("\n") == lines
    assert race.ok("mokusan-semeai C6") == "no races"


def test_the_map_is_in_goguis_graphics_format(race: Talk) -> None:
    lines = race.ok("mokusan-semeai_map").split("\n")
    assert lines == [
        "COLOR #fee08b C7 D7 B6 C6 D6 E6 C5", "COLOR #fc8d59 C2", "COLOR #c6dbef E2", "COLOR #b2abd2 G2",
        "LABEL C7 2 C2 1 E2 1 G2 1 C5 W", "CIRCLE C5",
        "TEXT Black A4 against White A3: the side that moves first wins; circled: the winner's first move, B or W; "
        "numbers: liberties of each region, on average over who plays there first",
    ]
    assert talk_at("...\n...\n...").ok("mokusan-semeai_map") == "TEXT no capturing race"


def test_analyze_semeai(race: Talk) -> None:
    """The first block's owner moves first."""
    assert race.ok("analyze_semeai A4 A3") == "1 1 C5"
    assert race.ok("analyze_semeai A3 A4") == "1 1 C5"


@pytest.mark.parametrize(("below", "answers"), [
    ("XX..X..XX", ("0 0 PASS", "1 1 PASS")),  # 2* - 4: Black is too late even when moving first
    ("XX.XXX.XX", ("1 1 C5", "1 1 C5")),
    ("XXXXXX.XX", ("1 1 C5", "1 1 C5")),  # White is in atari, but so is Black once cut off
])
def test_the_answer_follows_the_liberties(below: str, answers: tuple[str, str]) -> None:
    talk = talk_at("\n".join([*RACE.split()[:7], below, RACE.split()[8]]))
    assert (talk.ok("analyze_semeai A4 A3"), talk.ok("analyze_semeai A3 A4")) == answers


@pytest.mark.parametrize(("line", "message"), [
    ("mokusan-semeai A9 A8", "syntax error"),
    ("mokusan-semeai Z99", "syntax error"),
    ("mokusan-semeai B9", "vertex must not be empty"),
    ("mokusan-semeai pass", "syntax error"),
    ("analyze_semeai A4", "syntax error"),
    ("analyze_semeai A4 B9", "vertex must not be empty"),
    ("analyze_semeai A4 B4", "a race is between a black and a white stone"),
    ("analyze_semeai A4 pass", "syntax error"),
])
def test_bad_input_is_one_line(race: Talk, line: str, message: str) -> None:
    answer = race.fails(line)
    assert message in answer
    assert "\n" not in answer


@pytest.mark.parametrize("line", ["mokusan-semeai", "mokusan-semeai_map", "analyze_semeai A4 A3"])
def test_queries_change_nothing_and_repeat(race: Talk, line: str) -> None:
    before = race.state()
    assert race.ok(line) == race.ok(line)
    assert race.state() == before


def test_a_proved_seki_holds_for_both_blocks() -> None:
    """The other block was read to be dead; but then this one would have more than seki."""
    talk = talk_at(SEKI)
    assert " seki proved " in talk.ok("mokusan-status A5")
    assert talk.ok("analyze_semeai A5 A3") == talk.ok("analyze_semeai A3 A5") == "1 0 PASS"


def test_a_race_of_blocks_that_are_both_dead_is_read() -> None:
    """Neither is lost where its owner, moving first, takes the other. Only the second question is not finished."""
    talk = talk_at(BOTH_DIE)
    for vertex in ("B4", "B5"):
        assert " dead read " in talk.ok(f"mokusan-status {vertex}")
    assert talk.ok("analyze_semeai B4 B5") == "1 1 B6"  # B1, too, takes the other block, but leaves this one to be read
    assert talk.ok("analyze_semeai B5 B4") == "1 0 B6"


ONE_EYE = """
.OO.X.O..
.OXXXXOO.
OOX.OX.OO
.OXO.X.O.
OOXXXXOOO
XOOOOOO.O
XXXXXXXXX
.X.X.X.X.
.........
"""


def test_dead_stones_are_saved_by_what_is_proved_to_kill_the_group_around_them() -> None:
    """D7 decides whether Black's group dies; White's two stones in it were read to be dead by themselves."""
    talk = talk_at(ONE_EYE)
    assert " critical proved " in talk.ok("mokusan-status C8")
    assert " dead read " in talk.ok("mokusan-status E7")
    assert [talk.ok(f"analyze_semeai {pair}") for pair in ("C8 E7", "E7 C8")] == ["1 1 D7", "1 1 D7"]


@pytest.mark.parametrize(("diagram", "pair", "alone"), [(ONE_EYE, "E7 C8", False), (BOTH_DIE, "B5 B4", True)])
def test_stones_are_not_saved_by_a_death_that_is_not_proved_or_beside_other_enemies(
    monkeypatch: pytest.MonkeyPatch, diagram: str, pair: str, alone: bool
) -> None:
    """In the first case the death is proved, in the second it is not."""
    monkeypatch.setattr(semeai, "is_saved_by_killing", lambda *_: alone)
    monkeypatch.setattr(semeai, "read_block_race", lambda *_: None)
    assert talk_at(diagram).fails(f"analyze_semeai {pair}").startswith("the race is not judged: ")


@pytest.mark.parametrize(("finished", "answer"), [(False, "1 1 D7"), (True, "0 0 PASS")])
def test_the_status_of_the_blocks_answers_before_what_is_likelier(
    monkeypatch: pytest.MonkeyPatch, finished: bool, answer: str
) -> None:
    fails = Answer(Result.FAILS, None, (), 0, 9, finished)
    monkeypatch.setattr(semeai, "read_block_race", lambda *_: RaceAnswer(fails, fails, True))
    assert talk_at(ONE_EYE).ok("analyze_semeai C8 E7") == answer


def test_a_race_that_counting_refuses_is_read() -> None:
    talk = talk_at(NOT_PLAIN)
    assert "not plain" in talk.ok("mokusan-semeai E9")
    assert [talk.ok(f"analyze_semeai {pair}") for pair in ("E9 G6", "G6 E9")] == ["1 1 F6", "1 1 F6"]


@pytest.mark.parametrize(("lives", "captures", "answer"), [
    ((Result.WORKS, None), (Result.KO_FIRST, 3), "1 1 A1"),
    ((Result.WORKS, None), (Result.KO_FIRST, 2), "1 2 A1"),
    ((Result.KO_AFTER, None), (Result.FAILS, None), "0 0 PASS"),
    ((Result.KO_AFTER, 1), (Result.FAILS, None), "3 0 A1"),
])  # fmt: skip
def test_a_long_ko_of_a_race_counts_as_none(
    monkeypatch: pytest.MonkeyPatch, lives: tuple[Result, int | None], captures: tuple[Result, int | None], answer: str
) -> None:
    point = Position.from_diagram(NOT_PLAIN).grid.point("A1")
    first, second = (Answer(result, point, (), 0, 9, True, threats=threats) for result, threats in (lives, captures))
    monkeypatch.setattr(semeai, "read_block_race", lambda *_: RaceAnswer(first, second, True))
    assert talk_at(NOT_PLAIN).ok("analyze_semeai E9 G6") == answer


def test_the_races_of_a_block_are_read_where_counting_fails(file: Path, capsys: Capture) -> None:
    talk = talk_at(NOT_PLAIN)
    whole = talk.ok("mokusan-semeai").split("\n")
    assert "Black J9, White G6: not covered: the liberties at B9 are near both blocks and not plain" in whole
    assert not any("read" in line for line in whole)
    lines = talk.ok("mokusan-semeai G6").split("\n")
    assert lines[:4] == [
        "Black J9, White G6, with their groups: not counted, as the liberties at B9 are near both blocks and not plain",
        "  Black first: Black lives, White dies, with F6",
        "  White first: White lives, Black dies, with F6",
        "  read, if these live: C9 E5",
    ]
    file.write_text(record(NOT_PLAIN.split()))
    found = report(capsys, "--sgf", str(file), "--point", "G6")
    assert found["read"][0] == {
        "black": "J9", "white": "G6", "word": "read", "assumed": ["C9", "E5"],
        "reason": "the liberties at B9 are near both blocks and not plain",
        "black_first": {"lives": "yes", "captures": "yes", "move": "F6"},
        "white_first": {"lives": "yes", "captures": "yes", "move": "F6"},
    }
    assert cli.main(["semeai", "--sgf", str(file), "--point", "G6"]) == 0
    assert "\n".join(lines[:4]) in capsys.readouterr().out


APART = """
..XX.......
XXO........
.OX........
OOX........
XXX........
.....OOOOOO
....OXXXXXO
....OX....O
....OX....O
....OOOOOOO
...........
"""


def test_blocks_that_are_apart_do_not_live_by_each_others_capture() -> None:
    """White's C10 and Black's eight stones in the other corner are both dead."""
    talk = talk_at(APART)
    assert [talk.ok(f"analyze_semeai {pair}") for pair in ("C10 G5", "G5 C10")] == ["0 1 PASS", "0 1 PASS"]


def test_what_is_not_judged_is_a_failure() -> None:
    """No guess where neither a race nor the status of the chains decides."""
    settings = Settings()
    for name in ("status.chain_nodes", "status.group_nodes"):
        settings.set(name, "1")
    talk = talk_at(UNSETTLED, settings)
    answer = talk.fails("analyze_semeai C4 C6")
    assert answer.startswith("the race is not judged: ")
    assert "\n" not in answer


def test_dragon_status_knows_races() -> None:
    talk = talk_at(EVEN_RACE)
    (white, killing, saving), black = (talk.ok(f"dragon_status {vertex}").split() for vertex in ("A8", "A11"))
    assert white == "critical"
    assert black == ["critical", saving, killing]


# -- from a game record --------------------------------------------------------------------------------------------


def record(rows: list[str], moves: str = "") -> str:
    """Return an SGF with these stones, then moves."""
    stones: dict[str, str] = {"X": "", "O": ""}
    for row, text in enumerate(rows):
        for col, letter in enumerate(text):
            if letter in stones:
                stones[letter] += f"[{chr(97 + col)}{chr(97 + row)}]"
    return f"(;GM[1]FF[4]SZ[9]AB{stones['X']}AW{stones['O']}PL[B]{moves})"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "race.sgf"
    path.write_text(record(RACE.split(), ";B[ce];W[ch]"))
    return path


def report(capsys: Capture, *words: str) -> dict[str, Any]:
    assert cli.main(["semeai", "--json", *words]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_record_before_and_after_the_winning_move(file: Path, capsys: Capture) -> None:
    (before,) = report(capsys, "--sgf", str(file), "--move", "0")["races"]
    assert (before["total"], before["winner_if_black_first"], before["winner_if_white_first"]) == ("-1*", "B", "W")
    assert (before["black_points"], before["white_points"]) == (["C5"], ["C5"])
    (after,) = report(capsys, "--sgf", str(file), "--move", "1")["races"]
    assert (after["total"], after["winner_if_black_first"], after["winner_if_white_first"]) == ("1", "B", "B")


def test_the_race_of_one_point(file: Path, capsys: Capture) -> None:
    one = report(capsys, "--sgf", str(file), "--move", "0", "--point", "a4")
    assert one == report(capsys, "--sgf", str(file), "--move", "0")
    none = {"races": [], "read": [], "uncovered": []}
    assert report(capsys, "--sgf", str(file), "--move", "0", "--point", "C6") == none
    assert cli.main(["semeai", "--sgf", str(file), "--move", "0"]) == 0
    assert "Black first: Black wins, with C5" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "message"), [
    (["--point", "B9"], "--point: B9: expected a stone, the point is empty"),
    (["--point", "Z9"], "--point: "),
    (["--move", "7"], "7"),
])
def test_bad_options_for_a_record(words: list[str], message: str, file: Path, capsys: Capture) -> None:
    assert cli.main(["semeai", "--sgf", str(file), *words]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_a_point_goes_with_a_record_only(capsys: Capture) -> None:
    assert cli.main(["semeai", "--games=1; -1", "--point", "A1"]) == 2
    assert "--point goes with --sgf only" in capsys.readouterr().err
