"""Records of Wbaduk (NGF) as SGF nodes."""

from __future__ import annotations

import pytest

from gtpengine.records.ngf import looks_like_ngf, ngf_nodes
from tests.gtpengine.records.damage import assert_damage_is_survived

HEADER = """Rated game
19
Baek S.H.   7DP
heukdol     12K*
www.cyberoro.com
0
0
6
20140309 [21: 5]
20
Black wins by 3.5!
5
"""
MOVES = """PMABBQEEQ
PMACWERRE
PMADBAAAA
PMAEWAAAA
PMAFBBTTB
"""
RECORD = HEADER + MOVES
MARKED = """GI가을 대회
GI백돌 初段
GI흑돌 五段
GI
GI
GI2006-9-5
GI9
GI0
GI0
GI5
GI2
PMABBFFFF
PMACWDFFD
GI1
IDB[2] 黑中盘胜[EndTxt]
"""


def nodes(text: str) -> tuple[list[dict[str, list[str]]], list[str]]:
    notices: list[str] = []
    return ngf_nodes(text, notices), notices


def with_header(line: int, text: str, record: str = RECORD) -> str:
    """The record with another text on a line of its header."""
    lines = record.splitlines()
    lines[line - 1] = text
    return "\n".join(lines) + "\n"


def test_a_record() -> None:
    (root, *moves), notices = nodes(RECORD)
    assert notices == []
    assert moves == [{"B": ["pd"]}, {"W": ["dq"]}, {"B": [""]}, {"W": [""]}, {"B": ["as"]}]
    assert root == {
        "GM": ["1"], "SZ": ["19"], "RU": ["Korean"], "KM": ["6.5"], "PW": ["Baek S.H."], "WR": ["7p"],
        "PB": ["heukdol"], "BR": ["12k"], "DT": ["2014-03-09"], "RE": ["B+3.5"], "EV": ["Rated game"],
        "PC": ["www.cyberoro.com"],
    }  # fmt: skip


def test_the_layout_with_marked_lines() -> None:
    (root, *moves), notices = nodes(MARKED)
    assert notices == []
    assert moves == [{"B": ["ee"]}, {"W": ["ce"]}]
    assert root == {
        "GM": ["1"], "SZ": ["9"], "RU": ["Korean"], "KM": ["5.5"], "PW": ["백돌"], "WR": ["1d"], "PB": ["흑돌"],
        "BR": ["5d"], "DT": ["2006-09-05"], "RE": ["B+R"], "EV": ["가을 대회"],
    }  # fmt: skip


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("record", [RECORD, MARKED])
def test_line_breaks_and_a_byte_order_mark(record: str, line_break: str) -> None:
    text = "\ufeff" + record.replace("\n", line_break)
    assert looks_like_ngf(text)
    assert nodes(text) == nodes(record)


@pytest.mark.parametrize(
    ("handicap", "komi", "expected"),
    [("0", "6", "6.5"), ("0", "0", "0.5"), ("0", "7.5", "7.5"), ("0", "-6", "-6.5"), ("1", "0", "0"), ("2", "0", "0"),
     ("4", "6", "6")],
)  # fmt: skip
def test_komi(handicap: str, komi: str, expected: str) -> None:
    (root, *_), _ = nodes(with_header(6, handicap, with_header(8, komi)))
    assert root["KM"] == [expected]


@pytest.mark.parametrize(
    ("size", "stones", "points"),
    [(19, 2, "dp pd"), (19, 3, "dd dp pd"), (19, 6, "dd dj dp pd pj pp"), (13, 4, "dd dj jd jj"),
     (9, 5, "cc cg ee gc gg")],
)  # fmt: skip
def test_handicap(size: int, stones: int, points: str) -> None:
    (root, *_), notices = nodes(with_header(6, str(stones), with_header(2, str(size), HEADER + "PMABWBCCB\n")))
    assert (root["HA"], sorted(root["AB"])) == ([str(stones)], points.split())
    assert notices == ["line 14: the record ends at move 1 of 5"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("White wins by  resign!", "W+R"), ("Black Win by Resign!", "B+R"), ("White loses on time ", "B+T"),
        ("Black loses by resignation", "W+R"), ("White resigns", "B+R"),
        ("White 19Win  >> White(83):Black(64)", "W+19"),
        ("Black wins by 1win >> White(58):Black(59)", "B+1"), ("Black wins", "B+"), ("Draw!", "0"),
        ("Progressing!", ""),
        ("250수 흑7집승", "B+7"), ("흑 1.5집 승", "B+1.5"), ("백 반집승", "W+0.5"), ("흑 불계승", "B+R"),
        ("백 시간패", "B+T"),
        ("무승부", "0"), ("흑 반칙승", "B+F"), ("黒5.5目勝！ >> 白(64):黒(76)", "B+5.5"), ("白時間切れ勝ち！", "W+T"),
        ("197手完、黒中押し勝ち", "B+R"), ("232手完、黒2目半勝ち", "B+2.5"), ("黒の負け", "W+"), ("持碁", "0"),
        ("白棋12子 >> 白方(94):黑方(82)", "W+12"), ("黑超时负", "W+T"), ("黑认输", "W+R"), ("黑3又3/4子胜", "B+7.5"),
        ("白1/4子勝", "W+0.5"), ("ดำชนะด้วยแต้ม!7.5 >> ขาว(63):ดำ(77)", "B+7.5"),
    ],
)  # fmt: skip
def test_results(words: str, expected: str) -> None:
    (root, *_), _ = nodes(with_header(11, words))
    assert root.get("RE", [""]) == [expected]


@pytest.mark.parametrize(
    ("text", "name", "rank"),
    [
        ("abc        9DP", "abc", "9p"), ("abc  7D*", "abc", "7d"), ("abc 15K", "abc", "15k"),
        ("기사 7단P", "기사", "7p"),
        ("기사 초단", "기사", "1d"), ("棋士 七段", "棋士", "7d"), ("a b 3급", "a b", "3k"),
        ("Lee Mu", "Lee Mu", ""), ("x", "x", ""),
    ],
)  # fmt: skip
def test_names_and_ranks(text: str, name: str, rank: str) -> None:
    (root, *_), _ = nodes(with_header(4, text))
    assert (root["PB"][0], root.get("BR", [""])[0]) == (name, rank)


def test_a_lost_title() -> None:
    (root, *moves), notices = nodes(RECORD.partition("\n")[2])
    assert (root["SZ"], root["KM"], root["RE"], len(moves), notices) == (["19"], ["6.5"], ["B+3.5"], 5, [])


def test_a_lost_line_of_the_header() -> None:
    """What comes after the players is found from the line of the date."""
    (root, *_), notices = nodes(RECORD.replace("www.cyberoro.com\n", ""))
    assert (root["KM"], root["RE"]) == (["6.5"], ["B+3.5"])
    assert notices == ["line 8: the date is line 8 of the header, not 9"]


@pytest.mark.parametrize("line", ["PMADBUBBU", "PMADXQQQQ", "PMADBQ", "hello"])
def test_a_line_that_is_no_move_is_skipped(line: str) -> None:
    (_, *moves), notices = nodes(with_header(15, line))
    assert moves == [{"B": ["pd"]}, {"W": ["dq"]}, {"W": [""]}, {"B": ["as"]}]
    assert notices[0] == f"line 15: not a move, skipped: '{line}'"
    assert notices[1] == "line 16: the moves are numbered 4 after 2: read in the file's order"


@pytest.mark.parametrize(("line", "point"), [("PMADBZEEQ", "pd"), ("PMADBQEZQ", "pd"), ("PMADBQEEC", "pd")])
def test_a_point_is_written_twice(line: str, point: str) -> None:
    (_, *moves), notices = nodes(with_header(15, line))
    assert moves[2] == {"B": [point]}
    assert notices == [f"line 15: '{line}': the two copies of the point differ: the first on the board is read"]


def test_moves_without_the_second_copy() -> None:
    assert nodes(HEADER + "PMABBQE\nPMACWER\n")[0][1:] == [{"B": ["pd"]}, {"W": ["dq"]}]


@pytest.mark.parametrize(("last", "moves"), [("PMAFBB", 4), ("PMAEWA", 3), ("PMAD", 2), ("PMABBQE", 1)])
def test_a_cut_record_is_read_up_to_there(last: str, moves: int) -> None:
    found, notices = nodes(RECORD[: RECORD.index(last) + len(last)])
    assert len(found) == 1 + moves
    assert notices[-1].endswith(f"the record ends at move {moves} of 5")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER, "line 13: the record ends before its moves"),
        (with_header(2, "26"), "line 2: board size: expected a number from 1 to 25, got '26'"),
        (with_header(2, "x"), "line 2: board size: expected a number from 1 to 25, got 'x'"),
        (with_header(6, "10"), "line 6: no handicap of 10 stones on a board of 19 lines"),
        (with_header(6, "5", with_header(2, "8")), "line 6: no handicap of 5 stones on a board of 8 lines"),
        (MOVES, "line 1: board size: expected a number from 1 to 25, got ''"),
    ],
)
def test_refused_records(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"^line") as failure:
        nodes(text)
    assert str(failure.value) == message


def test_a_file_of_too_many_lines_is_refused() -> None:
    """Each line costs a hundred bytes and more, whatever is on it."""
    with pytest.raises(ValueError, match=r"^line 100001: a record of more than 100000 lines$"):
        nodes(HEADER + "\n" * 100_000)


def test_a_game_without_moves() -> None:
    assert len(nodes(with_header(12, "0", HEADER))[0]) == 1


@pytest.mark.parametrize("line", [6, 8])
def test_unreadable_numbers_are_none(line: int) -> None:
    (root, *moves), notices = nodes(with_header(line, "?"))
    assert "HA" not in root
    assert len(moves) == 5
    assert notices == [f"line {line}: {'handicap' if line == 6 else 'komi'}: expected a number, got '?': none read"]


@pytest.mark.parametrize(
    ("text", "is_ngf"),
    [
        (RECORD, True), (HEADER, True), (MARKED, True), (MOVES, True), ("", False), ("(;GM[1])", False),
        ("(;C[\nPMABBQEEQ\n])", False), ("(PM[1]\n)", False), ("PMABBQEEQ is a move", False), ("19\n19\n19\n", False),
    ],
)  # fmt: skip
def test_recognition(text: str, is_ngf: bool) -> None:
    assert looks_like_ngf(text) == is_ngf


@pytest.mark.parametrize("record", [RECORD, MARKED])
def test_damage(record: str) -> None:
    assert_damage_is_survived(ngf_nodes, record)
