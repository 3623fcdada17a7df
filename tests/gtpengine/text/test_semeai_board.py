"""Diagrams of capturing races on the command line: JSON, picture, text, and errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analysis.board import BLACK, WHITE, Position
from analysis.reading.answer import Answer, Result
from analysis.reading.life_and_death.race_question import RaceAnswer
from analysis.semeai import Races, ReadRace, UncoveredRace
from gtpengine import cli
from gtpengine.text.semeai import SemeaiError
from gtpengine.text.semeai_board import BoardSemeaiReport

DIAGRAM = """
OOOOOOOO
O....OOO
OxxxxOOO
OO.OOO.O
BBBBBBBB
WWWWWWWW
X.X.X.XX
XXXXXXXX
"""
Capture = pytest.CaptureFixture[str]


def test_a_diagram_in_json_and_drawn(tmp_path: Path, capsys: Capture) -> None:
    """Our diagram; its first region is {4|0}, 2* when cooled, as in the source's problem 1."""
    file, drawn = tmp_path / "race.txt", tmp_path / "race.svg"
    file.write_text(DIAGRAM)
    assert cli.main(["semeai", str(file), "--json", "--svg", str(drawn)]) == 0
    captured = capsys.readouterr()
    payload = json.loads(captured.out)
    assert (payload["word"], payload["exact"], payload["assumed"], payload["shared"]) == ("proved", True, [], [])
    assert [region["cooled"] for region in payload["regions"]] == ["2*", "1", "-1", "-1", "-1"]
    assert payload["regions"][0]["points"] == ["B7", "C7", "D7", "E7", "B6", "C6", "D6", "E6", "C5"]
    assert (payload["total"], payload["winner_if_black_first"], payload["winner_if_white_first"]) == ("*", "B", "W")
    assert payload["black_points"][0] == payload["white_points"][0] == "C5"
    assert payload["black_moves"][0] == {"region": 1, "to": "4", "vertex": "C5", "lead": 2}
    assert payload["territory"]["regions"][0]["base_value"] == "-13"
    assert drawn.read_text().startswith("<svg")


def test_a_diagram_as_text(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "race.txt"
    file.write_text(DIAGRAM)
    assert cli.main(["semeai", str(file)]) == 0
    text = capsys.readouterr().out
    assert "Black first: Black wins, with C5" in text
    assert "winning: B C5, region 1 to 4" in text


@pytest.mark.parametrize(("text", "message"), [
    ("", "an empty diagram"),
    ("...\n\n..", "as long as the first, 3, got 2 in row 2"),
    ("B?W", "rows of .XOxoBW, got '?' in row 1"),
    ("B.O", "two blocks, B and W"),
    ("B.B.W", "B is one block"),
    ("BW.", "every stone needs a liberty"),
])
def test_a_bad_diagram_is_an_error_of_one_line(text: str, message: str) -> None:
    with pytest.raises(SemeaiError, match=message.replace("?", r"\?")):
        BoardSemeaiReport.of_diagram(text)


@pytest.mark.parametrize("words", [["--games=1; -1", "--svg", "x"], ["--games=1; -1", "--move", "3"], []])
def test_options_that_do_not_go_together(words: list[str], capsys: Capture) -> None:
    assert cli.main(["semeai", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def read_race(lives: Result, captures: Result) -> RaceAnswer:
    one, other = (Answer(result, move, (), 0, 1, True) for result, move in ((lives, 3), (captures, 4)))
    return RaceAnswer(one, other, True)


@pytest.mark.parametrize(("lives", "captures", "text", "fates", "move"), [
    (Result.WORKS, Result.WORKS, "White lives, Black dies, with E5", ("yes", "yes"), "E5"),
    (Result.WORKS, Result.FAILS, "White lives, Black lives, with D5", ("yes", "no"), "D5"),
    (Result.FAILS, Result.FAILS, "White dies, Black lives, with D5", ("no", "no"), "D5"),
    (Result.KO_FIRST, Result.KO_AFTER, "White lives or dies by a ko, Black lives or dies by a ko, with E5",
     ("ko", "ko"), "E5"),
])
def test_a_race_that_was_read_in_words_and_in_json(
    lives: Result, captures: Result, text: str, fates: tuple[str, str], move: str
) -> None:
    """Black moving first is not decided; a second race stands on nothing unproved."""
    position = Position.from_diagram("XXO..\n" + ".....\n" * 3 + "....X")
    grid = position.grid
    answers = {BLACK: None, WHITE: read_race(lives, captures)}
    races = [
        ReadRace(UncoveredRace(grid.point("A5"), grid.point("C5"), "of a reason"), answers, assumed)
        for assumed in ((grid.point("E1"),), ())
    ]
    report = BoardSemeaiReport(position, Races(position, (), (), tuple(races)))
    head = ["Black A5, White C5, with their groups: not counted, as of a reason", "  Black first: not decided",
            f"  White first: {text}"]  # fmt: skip
    assert report.short_lines() == [*head, "  read, if these live: E1", *head, "  read"]
    assert report.lines() == report.short_lines()
    found = report.payload()["read"]
    assert found[0] == {
        "black": "A5", "white": "C5", "word": "read", "assumed": ["E1"], "reason": "of a reason", "black_first": None,
        "white_first": {"lives": fates[0], "captures": fates[1], "move": move},
    }
    assert found[1] == {**found[0], "assumed": []}


def test_races_that_were_read_follow_an_empty_line(tmp_path: Path) -> None:
    file = tmp_path / "race.txt"
    file.write_text(DIAGRAM)
    report = BoardSemeaiReport.of_diagram(DIAGRAM.strip())
    position, counted = report.position, report.races.races
    pair = UncoveredRace(counted[0].layout.black[0], counted[0].layout.white[0], "why")
    further = Races(position, counted, (), (ReadRace(pair, {BLACK: None, WHITE: None}, ()),))
    lines, before = BoardSemeaiReport(position, further).lines(), report.lines()
    assert lines[: len(before)] == before
    assert lines[len(before)] == ""
    assert lines[len(before) + 1].endswith("with their groups: not counted, as why")
