"""Records as they are in the wild: what is repaired, what is said about it, and what is refused."""

from __future__ import annotations

import pytest

from analysis.board import Rules
from gtpengine.sgf import game_to_sgf, load_game

NO_KO = "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B];B[cb];W[bb]"


def loaded(text: str) -> tuple[str, list[str]]:
    """Return the moves of a record as text, and the notices."""
    notices: list[str] = []
    game = load_game(text.encode(), notices=notices)
    return " ".join(game.grid.vertex(move.point) for move in game.moves), notices


@pytest.mark.parametrize(
    ("text", "moves", "notice"),
    [
        ("(TE[x]KO[7.5];B[qd])", "R16", "line 1, column 2: TE: the node does not begin with ';'"),
        ("(B[pp];W[dd])", "Q4 D16", "line 1, column 2: B: the node does not begin with ';'"),
        (";SZ[9];B[aa];W[bb]", "A9 B8", "line 1, column 1: the first parenthesis is missing"),
        ("(;SZ[9];B[aa];W[bb]", "A9 B8", "line 1, column 20: the record ends early: it is read to there"),
        ("(;SZ[9];B[aa];W[bb];B[c", "A9 B8", "line 1, column 22: B: the value does not end"),
        ("(;SZ[9];B[aa];W[bb]C[cut of", "A9 B8", "line 1, column 21: C: the value does not end"),
        ("(;SZ[9];B[aa](;W[bb](;B[cc", "A9 B8", "line 1, column 24: B: the value does not end"),
        ("(;SZ[9];B[aa]\n--------\n;W[bb])", "A9 B8", "line 1, column 14: '--------' between properties is skipped"),
        ("(;SZ[9]US[Mat[3d]];B[aa])", "A9", "line 1, column 10: US: unescaped brackets are read as part of the value"),
        ("(;SZ[9];B[aa]C[a [b] c [d] e];W[bb])", "A9 B8",
         "line 1, column 15: C: unescaped brackets are read as part of the value"),
        ("(;SZ[9];B[aa]C[:-] said he];W[bb])", "A9 B8",
         "line 1, column 15: C: unescaped brackets are read as part of the value"),
        ("(;SZ[19];B[[dc]];W[aa])", "D17 A19", "move 1, B: '[dc]' is read as D17"),
        ("(;SZ[9];B[aa]LB;W[bb])", "A9 B8", "line 1, column 14: 'LB' between properties is skipped"),
        ("(;SZ[9];B[aa]LB[];W[bb])", "A9 B8", ""),
        ("(;SZ[9];B[ a\na ];W[bb])", "A9 B8", r"move 1, B: 'a\na' is read as A9"),
        ("(;SZ[9];B[AA];W[C4])", "A9 C4", "move 1, B: 'AA' is read as A9"),
        ("(;SZ[18];B[aa];W[ss])", "A18 pass", "move 2, W: 'ss' is read as pass"),
        ("(;SZ[9:7];B[jh];W[aa])", "pass A7", "move 1, B: 'jh' is read as pass"),
        ("(;SZ[9];B[tt];W[])", "pass pass", ""),
        ("(;SZ[9]PB[Li;B[aa];W[bb])", "A9 B8", "line 1, column 10: PB: the value does not end before the next move"),
        ("(;SZ[9];B[aa;W[bb];B[cc])", "A9 B8 C7", "line 1, column 10: B: the value does not end before the next move"),
        ("(;SZ[9];B[aa]);W[bb])", "A9 B8",
         "line 1, column 14: a parenthesis ends the game before its last move: it is skipped"),
        ("(;SZ[9];B[aa]B[bb];W[cc][dd])", "A9 B8 C7 D6",
         "line 1, column 14: B: a second move in one node is read as the next node"),
        ("(;SZ[9];B[aa](;W[bb]);B[cc])", "A9 B8", "line 1, column 22: a node after a variation is read as another"),
        ("(;SZ[9];b[aa];w[bb])", "A9 B8", ""),
        ("(;SZ[9];B[aa] [bb])", "A9 B8", "line 1, column 9: B: a second move in one node is read as the next node"),
        ("(;SZ[9][x]PL[green];B[aa])", "A9", "PL: expected B or W, got 'green'; B is used"),
        ("(;SZ[9]AB[zz][bb];W[aa])", "A9", "setup: zz is off the 9x9 board: it is skipped"),
        ("(;SZ[9]AB[4];B[aa])", "A9", "setup: expected a point of two lower-case letters, got '4': it is skipped"),
        ("(;SZ[9]AB[bb : cc];W[aa])", "A9", "setup: 'bb : cc' is read as B8 to C7"),
        ("(;SZ[3]AB[ba][ab]AW[aa];B[cc])", "C1", ""),
        (NO_KO + ")", "C3 B3", "move 2, W B3: illegal (ko): it is played as it stands"),
        (NO_KO + "KO[])", "C3 B3", ""),
        ("(;SZ[9];B[aa];W[aa]KO[])", "A9 A9", ""),
        ("(;SZ[9];B[aa];W[aa];B[bb])", "A9 A9 B8", "move 2, W A9: illegal (occupied): it is played as it stands"),
        ("(;SZ[3]AW[ba][ab]PL[B];B[aa])", "A3", "move 1, B A3: illegal (suicide): it is played as it stands"),
    ],
)  # fmt: skip
def test_repairs(text: str, moves: str, notice: str) -> None:
    found, notices = loaded(text)
    assert found == moves
    assert not notice or any(line.startswith(notice) for line in notices), notices
    assert bool(notices) >= bool(notice)
    assert all("\n" not in line for line in notices)


def test_setup_stones_without_liberty_are_removed() -> None:
    """Those of the side to move first, as after a capture by the other side."""
    notices: list[str] = []
    game = load_game(b"(;SZ[3]AB[ba][ab]AW[aa]PL[W])", notices=notices)
    assert game.position.diagram() == ".X.\nX..\n..."
    assert notices == ["setup: the white stones without liberty at A3 are removed"]
    both = load_game(b"(;SZ[1:2]AB[aa]AW[ab]PL[B])", notices=notices)
    assert both.position.diagram() == ".\nO"


def test_a_stone_is_replaced_and_captures_are_made() -> None:
    game = load_game(b"(;SZ[3]AB[aa][ba]AW[bb][ca];W[aa])", notices=[])
    assert (game.position.diagram(), game.position.captures) == ("O.O\n.O.\n...", (0, 1))


def test_a_record_with_executed_moves_is_written_and_read_back() -> None:
    game = load_game(f"{NO_KO};B[cb];W[cb])".encode(), notices=[])
    assert load_game(game_to_sgf(game).encode(), notices=[]).positions == game.positions


@pytest.mark.parametrize("encoding", ["shift_jis", "big5", "gbk", "gb18030", "euc_kr", "euc_jp", "iso2022_jp",
                                      "utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-32"])
@pytest.mark.parametrize("declared", [True, False])
def test_double_byte_text_loses_no_move(encoding: str, declared: bool) -> None:
    """In Shift-JIS, Big5, GBK the second bytes of these characters are brackets and backslashes."""
    names = {"shift_jis": "ソ能表予暴構十充欺", "big5": "功許蓋成功", "gbk": "乗乗誠囧", "gb18030": "乗乗誠囧",
             "euc_kr": "이창호"}  # fmt: skip
    name = names.get(encoding, "本因坊")
    declaration = f"CA[{encoding}]" if declared else ""
    record = f"(;GM[1]SZ[9]{declaration};B[ee]C[{name}];W[cc]PB[{name[:1]}];B[gg];W[gc])"
    notices: list[str] = []
    game = load_game(record.encode(encoding), notices=notices)
    assert (len(game.moves), notices) == (4, [])


@pytest.mark.parametrize(
    ("raw", "moves"),
    [
        (rb"(;GM[1]SZ[9]CA[Shift_JIS];B[ee]C[" + b"\x83\x5c" + b"];W[cc];B[gg];W[gc])", 4),
        (b"(;GM[1]SZ[9]CA[Shift_JIS]PB[\x83\x5d];B[ee];W[cc])", 2),
        (b"(;GM[1]SZ[9]PB[\x83\x5d];B[ee];W[cc])", 2),
        (b"(;GM[1]SZ[9]CA[UTF-8]PB[\x83\x5d];B[ee];W[cc])", 2),
        (b"(;GM[1]SZ[9]CA[none]PB[\xa5\x5c];B[ee];W[cc])", 2),
        ("(;GM[1]SZ[9]CA[GB2312]PB[围棋手];B[ee];W[cc])".encode(), 2),
    ],
)
def test_brackets_in_double_bytes(raw: bytes, moves: int) -> None:
    assert len(load_game(raw, notices=[]).moves) == moves


def test_rules_that_are_not_known_are_said() -> None:
    notices: list[str] = []
    game = load_game(b"(;RU[house rules])", rules=Rules.named("japanese"), notices=notices)
    assert game.rules == Rules.named("japanese")
    (notice,) = notices
    assert "'house rules' is unknown; japanese is used" in notice
    for text in ("日本规则", "Chinese Rules", "koSIMPLEscoreTERRITORYtaxSEKIsui0"):
        load_game(f"(;RU[{text}])".encode(), notices=notices)
    assert len(notices) == 1


@pytest.mark.parametrize(
    ("km", "more", "komi"),
    [
        ("375", "AP[foxwq]", 7.5), ("350", "AP[foxwq]", 3.5), ("50", "AP[foxwq]", 0.5), ("0", "AP[foxwq]", 0.0),
        ("-650", "", -6.5), ("375.0", "", 7.5), ("700", "", 7.0), ("6.5目", "", 6.5), ("5 1/2", "", 5.5),
        ("none", "", 5.5), ("?", "", 5.5), ("nan", "", 5.5), ("999", "", 5.5), ("350", "AP[Mokusan]", 350.0),
        ("3.75", "RU[Chinese]", 7.5),
    ],
)
def test_komi_of_the_record(km: str, more: str, komi: float) -> None:
    assert load_game(f"(;KM[{km}]{more})".encode(), komi=5.5, notices=[]).komi == komi


def test_too_many_moves() -> None:
    notices: list[str] = []
    assert len(load_game(b"(;SZ[1]" + b";B[]" * 20_001 + b")", notices=notices).moves) == 20_000
    assert notices == ["more than 20000 moves: the record is read to there"]
