"""Records of Tygem (GIB) as SGF nodes."""

from __future__ import annotations

import pytest

from gtpengine.records.gib import gib_nodes, looks_like_gib
from tests.gtpengine.records.damage import assert_damage_is_survived

HEADER = r"""\HS
\[GIBOKIND=Korea\]
\[GAMECONDITION=호선 : 흑 공제 6집반\]
\[GAMETIME=제한시간 10분 :
 30초 초읽기 3번\]
\[GAMERESULT=\]
\[GAMENAME=승급 대국\]
\[GAMEDATE=2014- 3- 9-21- 5-40\]
\[GAMEPLACE=타이젬 바둑\]
\[GAMEWHITENAME=hayan (2단)\]
\[GAMEBLACKNAME=geomeun(11K)\]
\[GAMECOMMENT=\]
\[GAMEINFOMAIN=GBKIND:0,GTYPE:0,GCDT:0,GTIME:600-30-3,GRLT:0,ZIPSU:35,DUM:0,GONGJE:65,TCNT:4,AUSZ:0\]
\[GAMETAG=S0,R0,D0,G65,W0,Z35,T30-3-600,		C2014:03:09:21:05,		I:hayan,L:19,J:0,K:0\]
\HE
"""
GAME = r"""\GS
2 1 0
6 0 &4
INI 0 1 0 &4
STO 0 2 1 15 3
STO 0 3 2 3 16
SKI 0 4
SKI 0 5
STO 0 6 1 0 18
\GE
"""
RECORD = HEADER + GAME


def nodes(text: str) -> tuple[list[dict[str, list[str]]], list[str]]:
    notices: list[str] = []
    return gib_nodes(text, notices), notices


def with_moves(*lines: str, handicap: int = 0) -> str:
    """The record with these lines as its game, without counts."""
    return HEADER + "\n".join(["\\GS", f"INI 0 1 {handicap} &4", *lines, "\\GE"])


def test_a_record() -> None:
    (root, *moves), notices = nodes(RECORD)
    assert notices == []
    assert moves == [{"B": ["pd"]}, {"W": ["dq"]}, {"B": [""]}, {"W": [""]}, {"B": ["as"]}]
    assert root == {
        "GM": ["1"], "SZ": ["19"], "RU": ["Korean"], "KM": ["6.5"], "RE": ["B+3.5"], "PB": ["geomeun"], "BR": ["11k"],
        "PW": ["hayan"], "WR": ["2d"], "DT": ["2014-03-09"], "TM": ["600"], "OT": ["3x30 byo-yomi"],
        "GN": ["승급 대국"], "PC": ["타이젬 바둑"],
    }  # fmt: skip


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_line_breaks_and_a_byte_order_mark(line_break: str) -> None:
    text = "\ufeff" + RECORD.replace("\n", line_break)
    assert looks_like_gib(text)
    assert nodes(text) == nodes(RECORD)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("GRLT:0,ZIPSU:35", "B+3.5"), ("GRLT:1,ZIPSU:110", "W+11"), ("GRLT:3,ZIPSU:0", "B+R"),
        ("GRLT:4,ZIPSU:0", "W+R"),
        ("GRLT:7,ZIPSU:0", "B+T"), ("GRLT:8,ZIPSU:0", "W+T"), ("GRLT:1,ZIPSU:0", "W+"),
    ],
)  # fmt: skip
def test_results(header: str, expected: str) -> None:
    (root, *_), _ = nodes(RECORD.replace("GRLT:0,ZIPSU:35", header))
    assert root["RE"] == [expected]


def test_an_unfinished_game_has_no_result() -> None:
    (root, *_), _ = nodes(RECORD.replace("GRLT:0", "GRLT:255"))
    assert "RE" not in root


def test_a_result_in_words_stands_in_for_a_missing_code() -> None:
    text = RECORD.replace("GRLT:0", "GRLT:255").replace("GAMERESULT=", "GAMERESULT=white wins by time")
    (root, *_), _ = nodes(text)
    assert root["RE"] == ["W+T"]


def test_gametag_stands_in_for_gameinfomain() -> None:
    text = "\n".join(line for line in RECORD.splitlines() if "GAMEINFOMAIN" not in line)
    (root, *_), notices = nodes(text)
    assert (root["KM"], root["RE"], root["DT"]) == (["6.5"], ["B+3.5"], ["2014-03-09"])
    assert notices == []


def test_points_that_white_gives_are_a_negative_komi() -> None:
    (root, *_), notices = nodes(RECORD.replace("DUM:0,GONGJE:65", "DUM:5,GONGJE:0"))
    assert root["KM"] == ["-5"]
    assert notices == ["line 13: DUM 5 is read as points that White gives: komi -5"]


@pytest.mark.parametrize(
    ("stones", "points"),
    [
        (2, "dp pd"), (3, "dd dp pd"), (4, "dd dp pd pp"), (5, "dd dp jj pd pp"), (6, "dd dj dp pd pj pp"),
        (7, "dd dj dp jj pd pj pp"), (8, "dd dj dp jd jp pd pj pp"), (9, "dd dj dp jd jj jp pd pj pp"),
    ],
)  # fmt: skip
def test_handicap(stones: int, points: str) -> None:
    (root, *moves), _ = nodes(with_moves("STO 0 2 2 2 5", "STO 0 3 1 16 13", handicap=stones))
    assert (root["HA"], sorted(root["AB"])) == ([str(stones)], points.split())
    assert moves == [{"W": ["cf"]}, {"B": ["qn"]}]


def test_the_corner_that_is_played_in_has_no_handicap_stone() -> None:
    """Sources differ in the third stone: the record itself tells."""
    upper_left_first = with_moves("STO 0 2 2 3 3", "STO 0 3 1 2 5", "STO 0 4 2 15 15", handicap=3)
    assert sorted(nodes(upper_left_first)[0][0]["AB"]) == ["dp", "pd", "pp"]
    assert sorted(nodes(with_moves("STO 0 2 2 15 15", handicap=3))[0][0]["AB"]) == ["dd", "dp", "pd"]


def test_white_passes_first_after_a_handicap() -> None:
    assert nodes(with_moves("SKI 0 2", "STO 0 3 1 9 9", handicap=2))[0][1:] == [{"W": [""]}, {"B": ["jj"]}]


def test_the_header_stands_in_for_a_lost_line_ini() -> None:
    text = RECORD.replace("INI 0 1 0 &4\n", "").replace("GCDT:0", "GCDT:2")
    (root, *_), notices = nodes(text)
    assert root["HA"] == ["2"]
    assert notices == ["line 16: no line INI: a handicap of 2 stones, by the header"]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("STO 0 3 2 19 16", "'STO 0 3 2 19 16'"), ("STO 0 3 3 3 16", "'STO 0 3 3 3 16'"),
        ("STO 0 3 2 3", "'STO 0 3 2 3'"),
        ("STO 0 3 2 -1 4", "'STO 0 3 2 -1 4'"), ("REM 0 3", "'REM 0 3'"), ("xyz", "'xyz'"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_move_is_skipped(line: str, shown: str) -> None:
    (_, *moves), notices = nodes(with_moves("STO 0 2 1 15 3", line, "STO 0 4 1 9 9"))
    assert moves == [{"B": ["pd"]}, {"B": ["jj"]}]
    assert notices[0] == f"line 19: not a move, skipped: {shown}"
    assert notices[1].startswith("line 20: the moves are numbered 4 after 2")


def test_the_blanks_between_numbers_may_be_wide() -> None:
    assert nodes(with_moves("STO   0   2   1   15   3"))[0][1:] == [{"B": ["pd"]}]


@pytest.mark.parametrize(("kept", "moves"), [(GAME.index("SKI 0 4"), 2), (GAME.index("SKI 0 4") - 2, 1), (4, 0)])
def test_a_cut_record_is_read_up_to_there(kept: int, moves: int) -> None:
    """A last line without its end is not read: 16 may have become 1."""
    found, notices = nodes(HEADER + GAME[:kept])
    assert len(found) == 1 + moves
    assert notices[-1].endswith(f"the record ends without \\GE: read up to move {moves}")


def test_a_record_without_a_game_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^line 16: the record ends before its moves \(\\GS\)$"):
        nodes(HEADER)


@pytest.mark.parametrize("handicap", ["12", "x", "-2"])
def test_an_impossible_handicap_is_refused(handicap: str) -> None:
    with pytest.raises(ValueError, match=rf"^line 19: handicap: expected a number from 0 to 9, got '{handicap}'$"):
        nodes(RECORD.replace("INI 0 1 0", f"INI 0 1 {handicap}"))


@pytest.mark.parametrize(
    ("text", "is_gib"),
    [
        (RECORD, True), (GAME, True), (HEADER, True), ("  \n" + RECORD, True), ("", False), ("(;GM[1])", False),
        ("(;C[\n\\HS\n])", False), ("(TE[x]\n\\GS\n)", False), ("mail\n(;SZ[9]C[\n\\[GAMETAG=\n])", False),
        ("HS", False), ("x\\HS", False),
    ],
)  # fmt: skip
def test_recognition(text: str, is_gib: bool) -> None:
    assert looks_like_gib(text) == is_gib


def test_damage() -> None:
    assert_damage_is_survived(gib_nodes, RECORD)
