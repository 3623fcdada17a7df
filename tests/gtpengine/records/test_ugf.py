"""Records of Pandanet (UGF, UGI) as SGF nodes."""

from __future__ import annotations

import pytest

from gtpengine.records.ugf import looks_like_ugf, ugf_nodes
from tests.gtpengine.records.damage import assert_damage_is_survived

HEADER = """[Header]
Ver=UGF3,200
Lang=SJIS
Crypt=0,PLAIN_UGF_FILE,READ_WRITE
Title=3rd,Autumn Cup,final
Place=Kyoto
Date=2014/03/09,10:00:00,2014/03/10,17:30:00
Rule=JPN
Size=19
Hdcp=0,6.50
Ptime=J;240;0;0,J;240;0;0,0,0
Winner=B,3.50
Moves=0
Writer=
Copyright=nobody
CoordinateType=IGS
Comment=
PlayerB=Kuro,9-dan,0,
PlayerW=Shiro,7d*,,a@example.org
"""
DATA = """[Data]
PP,B1,1,0
DC,W1,2,31
YA,B1,3,0
ZZ,W2,4,0
AS,B1,5,7 '00:00:31
"""
REVIEW = """[ReviewNode]
NODE,1,0,0,0
NODE,2,1,16,16
[ReviewComment]
.Comment,1
QQ,W1,6,0
"""
RECORD = HEADER + DATA + REVIEW


def nodes(text: str) -> tuple[list[dict[str, list[str]]], list[str]]:
    notices: list[str] = []
    return ugf_nodes(text, notices), notices


def with_value(key: str, value: str, record: str = RECORD) -> str:
    """The record with another value in its header."""
    lines = [f"{key}={value}" if line.startswith(f"{key}=") else line for line in record.splitlines()]
    return "\n".join(lines) + "\n"


def without(key: str) -> str:
    return "".join(line for line in RECORD.splitlines(keepends=True) if not line.startswith(f"{key}="))


def test_a_record() -> None:
    (root, *moves), notices = nodes(RECORD)
    assert notices == []
    assert moves == [{"B": ["pd"]}, {"W": ["dq"]}, {"B": [""]}, {"W": [""]}, {"B": ["aa"]}]
    assert root == {
        "GM": ["1"], "SZ": ["19"], "RU": ["Japanese"], "KM": ["6.5"], "RE": ["B+3.5"], "DT": ["2014-03-09,2014-03-10"],
        "TM": ["14400"], "EV": ["3rd, Autumn Cup, final"], "PC": ["Kyoto"], "CP": ["nobody"], "PB": ["Kuro"],
        "BR": ["9-dan"], "PW": ["Shiro"], "WR": ["7d"],
    }  # fmt: skip


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_line_breaks_and_a_byte_order_mark(line_break: str) -> None:
    text = "\ufeff" + RECORD.replace("\n", line_break)
    assert looks_like_ugf(text)
    assert nodes(text) == nodes(RECORD)


def test_rows_are_counted_from_the_top_in_japanese_coordinates() -> None:
    (_, *moves), notices = nodes(with_value("CoordinateType", "JPN"))
    assert moves[:2] == [{"B": ["pp"]}, {"W": ["dc"]}]
    assert notices == []
    (_, *moves), notices = nodes(without("CoordinateType"))
    assert moves[:2] == [{"B": ["pp"]}, {"W": ["dc"]}]
    assert notices == ["line 1: no CoordinateType in the header: rows from the top taken"]


@pytest.mark.parametrize(("size", "point"), [("9", "ai"), ("13", "am"), ("19", "as"), ("25", "ay")])
def test_sizes(size: str, point: str) -> None:
    (root, *moves), _ = nodes(with_value("Size", size, HEADER + "[Data]\nAA,B1,1,0\nYA,W1,2,0\n"))
    assert root["SZ"] == [size]
    assert moves == [{"B": [point]}, {"W": ["" if size != "25" else "yy"]}]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("B,7.50", "B+7.5"), ("W,0.5", "W+0.5"), ("W,C", "W+R"), ("B,T", "B+T"), ("B,F2", "B+F"),
        ("W,", "W+"), ("B", "B+"),
        ("D,", "0"), ("N1,E", "Void"), ("O,", "Void"), ("E,", "?"), ("A,", ""), ("P,", ""), ("", ""),
    ],
)  # fmt: skip
def test_results(value: str, expected: str) -> None:
    (root, *_), _ = nodes(with_value("Winner", value))
    assert root.get("RE", [""]) == [expected]


@pytest.mark.parametrize(
    ("value", "komi"), [("0,-5.50", "-5.5"), ("0,0,50", "0.5"), ("0,0", "0"), ("0, 7.50", "7.5"), ("0,8", "8")]
)
def test_komi(value: str, komi: str) -> None:
    (root, *_), notices = nodes(with_value("Hdcp", value))
    assert (root["KM"], notices) == ([komi], [])


def test_an_unreadable_komi_is_none() -> None:
    (root, *_), notices = nodes(with_value("Hdcp", "0"))
    assert "KM" not in root
    assert notices == ["line 10: handicap and komi: expected two numbers, got '0'"]


@pytest.mark.parametrize(("value", "rules"), [("JPN", "Japanese"), ("CHN", "Chinese"), ("AGA", "AGA")])
def test_rules(value: str, rules: str) -> None:
    assert nodes(with_value("Rule", value))[0][0]["RU"] == [rules]


def test_two_players_a_side() -> None:
    (root, *_), _ = nodes(HEADER.replace("PlayerW=", "PlayerB2=Sumi,3d\nPlayerW=") + DATA)
    assert (root["PB"], root["BR"]) == (["Kuro & Sumi"], ["9-dan & 3d"])


@pytest.mark.parametrize(
    ("name", "data", "points", "moves"),
    [
        ("set up with the number 0", "PP,B1,0,0\nDD,B1,0,0\nCP,W1,1,0\n", "pd dp", [{"W": ["cd"]}]),
        ("as Black's first moves", "PP,B1,1,0\nDD,B1,2,0\nCP,W1,3,0\n", "pd dp", [{"W": ["cd"]}]),
    ],
)
def test_handicap(name: str, data: str, points: str, moves: list[dict[str, list[str]]]) -> None:
    (root, *found), notices = nodes(with_value("Hdcp", "2,0.50", HEADER + "[Data]\n" + data))
    assert (root["HA"], root["AB"], found, notices) == (["2"], points.split(), moves, [])


@pytest.mark.parametrize(("stones", "points"), [(2, "dp pd"), (3, "dp pd pp"), (4, "dd dp pd pp")])
def test_a_handicap_without_stones_is_put_on_the_fixed_points(stones: int, points: str) -> None:
    text = with_value("Hdcp", f"{stones},0", HEADER + "[Data]\nCQ,W1,1,0\n")
    (root, *_), notices = nodes(text)
    assert sorted(root["AB"]) == points.split()
    assert notices == [f"line 10: a handicap of {stones} without its stones: they are put on the fixed points"]


def test_a_handicap_in_an_even_game_is_none() -> None:
    (root, *moves), notices = nodes(with_value("Hdcp", "2,0"))
    assert "HA" not in root
    assert len(moves) == 5
    assert notices == ["line 10: a handicap of 2, but no stones: none read"]


def test_white_stones_set_up() -> None:
    (root, *moves), _ = nodes(HEADER + "[Data]\nAA,B1,0,0\nBB,W1,0,0\nCC,B1,1,0\n")
    assert (root["AB"], root["AW"], moves) == (["as"], ["br"], [{"B": ["cq"]}])


@pytest.mark.parametrize("line", ["TC,W1,2,31", "DC,X1,2,31", "D", ".Text,0,999,", "YZ,MK,2,0"])
def test_a_line_that_is_no_move_is_skipped(line: str) -> None:
    (_, *moves), notices = nodes(RECORD.replace("DC,W1,2,31", line))
    assert moves == [{"B": ["pd"]}, {"B": [""]}, {"W": [""]}, {"B": ["aa"]}]
    assert notices[0] == f"line 22: not a move, skipped: '{line}'"
    assert notices[1] == "line 23: the moves are numbered 3 after 1: read in the file's order"


@pytest.mark.parametrize(("kept", "moves"), [("PP,B1,1,0\nDC,W1", 2), ("PP,B1,1,0\nDC,", 1), ("", 0)])
def test_a_cut_record_is_read_up_to_there(kept: str, moves: int) -> None:
    found, notices = nodes(with_value("Moves", "5", HEADER) + "[Data]\n" + kept)
    assert len(found) == 1 + moves
    assert notices[-1].endswith(f"the record ends at move {moves} of 5")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER, "line 20: the record ends before its moves ([Data])"),
        (with_value("Size", "26"), "line 9: board size: expected a number from 1 to 25, got '26'"),
        (with_value("Size", ""), "line 9: board size: expected a number from 1 to 25, got ''"),
        (with_value("Size", "8", with_value("Hdcp", "5,0", HEADER + "[Data]\nCC,W1,1,0\n")),
         "line 10: no handicap of 5 stones on a board of 8 lines"),
        (with_value("Crypt", "9666,CRYPT", HEADER + "[Data]\nqj38x\n"),
         "line 4: the record is encrypted: '9666,CRYPT'"),
    ],
)  # fmt: skip
def test_refused_records(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"^line") as failure:
        nodes(text)
    assert str(failure.value) == message


def test_no_size_is_nineteen() -> None:
    (root, *_), notices = nodes(without("Size"))
    assert root["SZ"] == ["19"]
    assert notices == ["line 1: no Size in the header: 19 lines taken"]


@pytest.mark.parametrize(
    ("text", "is_ugf"),
    [
        (RECORD, True), (HEADER, True), (DATA, True), ("# made by hand\n" + RECORD, True), ("", False),
        ("(;GM[1])", False), ("(;C[\n[Header]\n])", False), ("(C[x]\n[Data]\n)", False), ("x [Data]", False),
    ],
)  # fmt: skip
def test_recognition(text: str, is_ugf: bool) -> None:
    assert looks_like_ugf(text) == is_ugf


def test_damage() -> None:
    assert_damage_is_survived(ugf_nodes, RECORD)
