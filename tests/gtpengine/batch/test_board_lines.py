"""Boards parsed in bulk are those of `position_lines`, and so are the errors."""

from __future__ import annotations

import json

import pytest

from gtpengine.batch.board_lines import LineError, parse_boards
from gtpengine.files.json_lines import read_object
from gtpengine.files.position_lines import parse_position_line
from gtpengine.settings import Settings
from tests.gtpengine.files.position_files import line

LINES = [
    line().encode(), line().encode() + b"\r\n", b"  " + line().encode() + b" \t\n", line(rows=["X."]).encode() + b"\n",
    line(komi=None).encode(), line(komi=7).encode(), line(komi=-1000).encode(), line(to_move=None).encode(),
    line(to_move="White").encode(), line(rules="japanese", ko=None, size=3).encode(), line(rules="").encode(),
    line(rules=None).encode(), line(size=[3, 3]).encode(), line(rows=["X.O"], size=[3, 1]).encode(),
    line(rows=["X . .", "", "..O"]).encode(), line(rows=["X..\n..O", "..."]).encode(), line(ko="A1").encode(),
    line(ko=8, id={"a": [1]}).encode(), line(id="目").encode(), '{"id": "目", "rows": ["."]}'.encode(),
    b'{"id": 1, "id": 2, "rows": ["."]}', b"\xef\xbb\xbf" + line().encode(), line().encode("utf-16"),
    line(id="half \ud800").encode(), b'{"id": "half \xed\xa0\x80", "rows": ["."]}', line(unknown=[{}]).encode(),
    line(rows=["."] * 25).encode(), line(rows=[".\n."] * 2).encode(), line(komi=0.1, size=3.0).encode(),
]
WRONG = [
    b"{", b"3", b"[]", line().encode() + b"x", line().encode() + b"\x1c", b"{}", b'{"rows": ["."]}',
    *(line(rows=rows).encode() for rows in (
        None, "X.", [], ["X.", 3], ["X.", "."], [".", "X."], ["..", "."], ["X?"], ["." * 26], ["."] * 26, ["XO"], [""],
        ["..", ".\n"], {"..": 1}, ["\ud800."])),
    *(line(komi=komi).encode() for komi in (True, "6", 1001, float("nan"), float("inf"), 10**400, [])),
    *(line(size=size).encode() for size in (9, "3", [3], [3, 4])),
    *(line(to_move=color).encode() for color in (1, "", "green", ["B"])),
    *(line(ko=ko).encode() for ko in ("Z9", "pass", 9, -1, [3, 0], True, "B2", 0)),
    *(line(rules=rules).encode() for rules in ("calvinball", 3, ["chinese"])),
]  # fmt: skip


@pytest.mark.parametrize("text", LINES)
def test_a_line_means_the_same(text: bytes) -> None:
    settings = Settings()
    settings.set("game.komi", "3.5")
    wanted = parse_position_line(read_object(text), settings)
    ((grid, boards),) = parse_boards([b" \n", text], 7, settings).items()
    assert grid is wanted.position.grid
    assert boards.array(grid).tolist() == [wanted.position.stones.tolist()]
    assert (boards.index, boards.line, boards.key, boards.komi) == ([0], [8], [wanted.key], [wanted.komi])


@pytest.mark.parametrize("text", WRONG)
def test_an_error_is_the_same(text: bytes) -> None:
    with pytest.raises(ValueError, match=r".") as wanted:
        parse_position_line(read_object(text), Settings())
    with pytest.raises(LineError) as caught:
        parse_boards([line().encode(), b"", text, b"not read"], 1, Settings())
    assert str(caught.value) == f"line 3: {wanted.value}"


def test_the_first_error_is_the_one_reported() -> None:
    stifled = line(rows=["XO"])
    good = line(rows=["X."])
    for order in ([stifled, "{", stifled], [line(rows=["XO", "OX"]), stifled]):
        with pytest.raises(LineError, match=r"^line 2: position: the chain at A\d has no liberty$"):
            parse_boards([text.encode() for text in [good, *order]], 1, Settings())
    with pytest.raises(LineError, match=r"^line 2: not JSON"):
        parse_boards([text.encode() for text in (good, "{", stifled)], 1, Settings())


def test_boards_of_several_sizes_keep_their_numbers() -> None:
    rows = (["X."], ["..", ".O"], ["O."], ["..", "X."])
    texts = [json.dumps({"id": number, "rows": board}).encode() for number, board in enumerate(rows)]
    found = parse_boards(texts, 1, Settings())
    assert {str(grid): (boards.index, boards.key) for grid, boards in found.items()} == {
        "2x1": ([0, 2], [0, 2]), "2x2": ([1, 3], [1, 3])}
