"""Game records to games and back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, PASS, WHITE, Color, Game, Grid, Ko, Rules
from gtpengine.sgf import SgfError, game_to_sgf, load_game
from tests.positions import SHARED

DATA = Path(__file__).parents[1] / "data"


def final(text: str, move: int | None = None) -> str:
    return load_game(text.encode(), move).position.diagram()


@pytest.mark.parametrize(
    ("name", "text", "diagram", "to_move"),
    [
        ("empty", "(;SZ[2])", "..\n..", "B"),
        ("a move", "(;SZ[3];B[ca])", "..X\n...\n...", "W"),
        ("columns first", "(;SZ[4:2];B[da];W[ab])", "...X\nO...", "B"),
        ("one point", "(;SZ[1];B[])", ".", "W"),
        ("one line", "(;SZ[5:1];B[ba];W[ca])", ".XO..", "B"),
        ("one column", "(;SZ[1:3];B[ab])", ".\nX\n.", "W"),
        ("25 lines", "(;SZ[25];B[yy])", "\n".join(["." * 25] * 24 + ["." * 24 + "X"]), "W"),
        ("tt is a point of 25", "(;SZ[25];B[tt])", "\n".join(["." * 25] * 19 + ["." * 19 + "X....."] + ["." * 25] * 5),
         "W"),
        ("tt is a pass", "(;SZ[3];B[bb];W[tt];B[aa])", "X..\n.X.\n...", "W"),
        ("a capture", "(;SZ[3];B[ba];W[aa];B[ab])", ".X.\nX..\n...", "W"),
        ("setup", "(;SZ[3]AB[aa][bb]AW[cc])", "X..\n.X.\n..O", "B"),
        ("Black's setup alone leaves White to move", "(;SZ[3]AB[aa][bb])", "X..\n.X.\n...", "W"),
        ("... unless Black moves", "(;SZ[3]AB[aa];B[bb])", "X..\n.X.\n...", "W"),
        ("PL", "(;SZ[3]AB[aa]PL[B])", "X..\n...\n...", "B"),
        ("a rectangle of setup, either way round", "(;SZ[3]AB[cb:ba])", ".XX\n.XX\n...", "W"),
        ("setup in the middle, taking off a stone", "(;SZ[3];B[aa];W[bb];AE[aa]AB[ca]AW[ac];B[cc])",
         "..X\n.O.\nO.X", "W"),
        ("setup in the middle, next mover by the record", "(;SZ[3];B[aa];AW[bb];B[cc])", "X..\n.O.\n..X", "W"),
        ("PL by number", "(;SZ[3]AB[aa]PL[1])", "X..\n...\n...", "B"),
        ("PL by number, White", "(;SZ[3]AW[aa]PL[2])", "O..\n...\n...", "W"),
        ("PL in the middle", "(;SZ[3];B[aa];PL[B])", "X..\n...\n...", "B"),
        ("setup after a pass", "(;SZ[3];B[];AW[bb])", "...\n.O.\n...", "W"),
        ("two moves of a colour", "(;SZ[3];B[aa];B[bb])", "X..\n.X.\n...", "W"),
        ("the first variation", "(;SZ[3](;B[aa](;W[bb])(;W[cc]))(;B[ab]))", "X..\n.O.\n...", "B"),
        ("junk before, lower case idents, blanks", "x\n(;SiZe[3] ;Black [ aa ]\n;White[bb])", "X..\n.O.\n...", "B"),
        ("escapes and brackets in comments", "(;SZ[2]C[a\\] ;B(bb) [x];B[aa])", "X.\n..", "W"),
        ("moves in the root", "(;SZ[2]B[aa])", "X.\n..", "W"),
    ],
)
def test_final_position(name: str, text: str, diagram: str, to_move: str) -> None:
    position = load_game(text.encode()).position
    assert position.diagram() == diagram
    assert position.to_move.letter == to_move


def test_without_a_size_the_board_is_19() -> None:
    assert load_game(b"(;GM[1])").grid is Grid(19, 19)


def test_a_file() -> None:
    game = load_game(DATA / "opening9.sgf")
    assert (len(game.moves), game.komi, game.grid) == (10, 6.5, Grid(9, 9))
    assert game.rules == Rules.named("chinese")
    assert load_game(str(DATA / "opening9.sgf")).position == game.position


def test_a_rectangle() -> None:
    game = load_game(DATA / "rectangle.sgf")
    assert (str(game.grid), game.komi, [move.point for move in game.moves].count(PASS)) == ("9x7", 0.5, 2)
    assert game.start.diagram().splitlines()[:3] == ["XX.......", "XX.......", "........."]
    assert game.start.to_move is WHITE


@pytest.mark.parametrize("number", range(11))
def test_the_position_after_n_moves(number: int) -> None:
    whole, part = load_game(DATA / "opening9.sgf"), load_game(DATA / "opening9.sgf", number)
    assert part.moves == whole.moves[:number]
    assert part.position == whole.positions[number]


def test_a_number_beyond_the_end() -> None:
    whole = load_game(DATA / "opening9.sgf")
    assert load_game(DATA / "opening9.sgf", 11, clip=True).moves == whole.moves
    with pytest.raises(SgfError, match=r"move: expected 0\.\.10, got 11"):
        load_game(DATA / "opening9.sgf", 11)


SUITES = SHARED / "data" / "gnugo_suites.jsonl"


@pytest.mark.skipif(not SUITES.exists(), reason="no suites beside the project")
def test_records_of_the_suites() -> None:
    """Hundreds of records, up to a move, give the boards that another program made of them."""
    boards = {}
    for line in SUITES.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if len(case["setup"]) == 1 and case["setup"][0].startswith("loadsgf "):
            boards[tuple(case["setup"][0].split()[1:])] = case["rows"]
    assert len(boards) > 700
    for (file, *number), rows in boards.items():
        move = int(number[0]) - 1 if number else None
        assert load_game(SUITES.parent / "suites" / file, move, clip=True).position.diagram().split() == rows, file


def test_setup_before_the_next_move_belongs_to_the_position() -> None:
    text = "(;SZ[3];B[aa];AW[bb];W[cc])"
    assert final(text, 0) == "...\n...\n..."
    assert final(text, 1) == "X..\n.O.\n..."
    assert final(text, 2) == "X..\n.O.\n..O"


def test_after_a_setup_it_is_the_next_movers_turn() -> None:
    assert load_game(b"(;SZ[3];B[aa];AW[bb];B[cc])", 1).position.to_move is BLACK
    assert load_game(b"(;SZ[3];B[aa];AW[bb];W[cc])", 1).position.to_move is WHITE
    assert load_game(b"(;SZ[3];B[aa];AW[bb])").position.to_move is WHITE
    assert load_game(b"(;SZ[3];B[aa];PL[B]AW[bb];W[cc])", 1).position.to_move is BLACK


KO = "(;GM[1]SZ[5]KM[0];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]"
"""White has just taken the ko at C4."""


@pytest.mark.parametrize("idle", [";PL[B]", ";AE[ea]", ";AB[ba]PL[B]", ";PL[W];PL[B]", ";AB[]AE[]PL[]"])
def test_a_setup_that_changes_no_stone_keeps_the_line_of_play(idle: str) -> None:
    """The moves and the boards for superko are kept, and moves can be undone."""
    game, plain = load_game(f"{KO}{idle})".encode()), load_game(f"{KO})".encode())
    assert (game.moves, game.moves_before_start, game.position.to_move) == (plain.moves, 0, BLACK)
    assert [position.stones.tobytes() for position in game.positions] == [
        position.stones.tobytes() for position in plain.positions]
    game.rules = Rules(ko=Ko.POSITIONAL)
    assert not game.is_legal(BLACK, game.grid.point("C4"))
    game.undo()
    assert game.position == plain.positions[-2]


def test_pl_keeps_the_ko_unless_the_player_changes() -> None:
    for idle in (";PL[B]", ";AE[ea]"):
        notices: list[str] = []
        load_game(f"{KO}{idle};B[cb])".encode(), notices=notices)
        assert notices == ["move 9, B C4: illegal (ko): it is played as it stands"]
    game = load_game(f"{KO};PL[W])".encode())
    assert (game.position.to_move, game.position.ko) == (WHITE, -1)


def test_a_setup_begins_a_new_line_that_counts_earlier_moves() -> None:
    game = load_game(f"{KO};AB[ee];B[de];AW[ea];W[da];B[];PL[B])".encode())
    assert (game.moves_before_start, len(game.moves), game.at_move(1).moves_before_start) == (9, 2, 9)


def test_the_player_to_move_is_written() -> None:
    game = load_game(f"{KO};PL[W];W[ee];PL[W];W[ed];PL[B])".encode())
    assert game_to_sgf(game).count(";PL[") == 2
    assert load_game(game_to_sgf(game).encode()).positions == game.positions


def test_empty_setup_values_are_ignored() -> None:
    game = load_game(b"(;SZ[3]AB[]AW[][cc]AE[ ];B[bb])")
    assert (game.start.diagram(), game.start.to_move) == ("...\n...\n..O", BLACK)
    assert load_game(b"(;SZ[3]AB[])").position.to_move is BLACK


def test_prisoners_survive_a_setup_in_the_middle() -> None:
    game = load_game(b"(;SZ[3];B[ba];W[aa];B[ab];AW[cc])")
    assert game.position.captures == (1, 0)


def test_an_illegal_move_after_the_wanted_one_does_not_matter() -> None:
    assert final("(;SZ[2];B[aa];W[aa])", 1) == "X.\n.."


@pytest.mark.parametrize(
    ("km", "komi"),
    [("6.5", 6.5), ("6,5", 6.5), ("0", 0.0), ("-3", -3.0), ("375", 7.5), ("650", 6.5), ("", 5.5), (" 7 ", 7.0)],
)
def test_komi(km: str, komi: float) -> None:
    assert load_game(f"(;KM[{km}])".encode(), komi=5.5).komi == komi


def test_default_komi_and_rules() -> None:
    game = load_game(b"(;SZ[9])", komi=0.5, rules=Rules.named("japanese"))
    assert (game.komi, game.rules) == (0.5, Rules.named("japanese"))
    assert load_game(b"(;SZ[9])").rules == Rules()


@pytest.mark.parametrize(
    ("ru", "rules"),
    [("Japanese", Rules.named("japanese")), ("NZ", Rules.named("nz")), ("GOE", Rules.named("goe")),
     ("house rules", Rules()), ("stone-scoring", Rules.named("stone-scoring"))],
)
def test_rules(ru: str, rules: Rules) -> None:
    assert load_game(f"(;RU[{ru}])".encode()).rules == rules


def test_suicide_by_the_records_rules() -> None:
    text = "(;SZ[3]RU[{}]AW[ca][ba][bb][cb][ac]AB[ab]PL[B];B[aa])"
    assert final(text.format("NZ")) == ".OO\n.OO\nO.."
    notices: list[str] = []
    load_game(text.format("NZ").encode(), notices=notices)
    assert notices == []
    game = load_game(text.format("Japanese").encode(), notices=notices)
    assert game.position.diagram() == ".OO\n.OO\nO.."
    assert notices == ["move 1, B A3: illegal (suicide): it is played as it stands"]


def test_superko_does_not_refuse_a_record_but_binds_afterwards() -> None:
    # Black takes the ko, both pass, White takes it back: the start again, legal under simple ko alone.
    record = b"(;SZ[4]RU[AGA]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B];B[cb];W[];B[];W[bb];B[];W[])"
    game = load_game(record)
    assert game.rules.ko is Ko.SITUATIONAL
    assert game.position.diagram() == game.start.diagram()
    ko_stone = game.grid.point("C3")
    assert Game(game.position).is_legal(BLACK, ko_stone)
    assert not game.is_legal(BLACK, ko_stone)


def test_handicap() -> None:
    game = load_game(b"(;SZ[9]HA[2]AB[gc][cg];W[ee])")
    assert (game.handicap, game.start.to_move, game.moves[0].color) == (2, WHITE, WHITE)
    assert load_game(b"(;SZ[9]HA[x])").handicap == 0


def test_ten_thousand_moves_and_deep_nesting() -> None:
    passes = b";B[];W[]" * 5000
    assert len(load_game(b"(;SZ[9]" + passes + b";B[aa])").moves) == 10_001
    nested = b"(;B[]" * 20_000 + b")" * 20_000
    assert len(load_game(b"(;SZ[9]" + nested + b")").moves) == 20_000


def test_a_huge_comment() -> None:
    assert final("(;SZ[2]C[" + "x" * 3_000_000 + "];B[aa])") == "X.\n.."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "sgf: the file is empty"),
        (" \n", "sgf: the file is empty"),
        ("hello", "sgf: not a game record: expected '(;', got 'hello' (line 1, column 1)"),
        ("\n\n  hello", "sgf: not a game record: expected '(;', got 'hello' (line 3, column 3)"),
        ("(;GM[3])", "sgf: GM: expected 1 (Go), got '3'"),
        ("(;SZ[26])", "sgf: board size: expected 1..25 by 1..25, got 26x26"),
        ("(;SZ[0])", "sgf: board size: expected 1..25 by 1..25, got 0x0"),
        ("(;SZ[9:26])", "sgf: board size: expected 1..25 by 1..25, got 9x26"),
        ("(;SZ[nine])", "sgf: SZ: expected a size such as 19, or columns:rows, got 'nine'"),
        ("(;SZ[-9])", "sgf: SZ: expected a size such as 19, or columns:rows, got '-9'"),
        ("(;SZ[9];B[aj])", "sgf: move 1, B: aj is off the 9x9 board (line 1, column 8)"),
        ("(;SZ[9]\n;B[aa]\n;W[d4x])",
         "sgf: move 2, W: expected a point of two lower-case letters, got 'd4x' (line 3, column 1)"),
    ],
)
def test_bad_records_in_one_line(text: str, message: str) -> None:
    with pytest.raises(SgfError) as caught:
        load_game(text.encode())
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("move", [-1, 3])
def test_move_out_of_range(move: int) -> None:
    with pytest.raises(SgfError, match=rf"^sgf: move: expected 0\.\.2, got {move}$"):
        load_game(b"(;SZ[9];B[aa];W[])", move)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SgfError, match="cannot read: No such file"):
        load_game(tmp_path / "missing.sgf")
    with pytest.raises(SgfError, match="cannot read: Is a directory"):
        load_game(str(tmp_path))
    with pytest.raises(SgfError, match="cannot read"):
        load_game("a\0b")


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[9]KM[6.5]RU[Japanese];B[ee];W[];B[cc])",
        "(;SZ[9:7]KM[-0.5]AB[aa:bb]AW[ig]PL[W];W[cc];B[])",
        "(;SZ[25];B[tt];W[yy])",
        "(;SZ[9]HA[2]AB[gc][cg]RU[AGA];W[ee])",
        "(;SZ[1]KM[0])",
    ],
)
def test_round_trip(text: str) -> None:
    game = load_game(text.encode())
    again = load_game(game_to_sgf(game).encode())
    assert again.positions == game.positions
    assert (again.moves, again.komi, again.rules, again.handicap) == (
        game.moves, game.komi, game.rules, game.handicap)


def test_names_are_escaped() -> None:
    text = game_to_sgf(Game(size=(2, 2)), black="a]b\\", white="x\ny", result="B+R")
    assert r"PB[a\]b\\]" in text
    assert "PW[x y]" in text
    assert "RE[B+R]" in text
    assert load_game(text.encode()).grid is Grid(2, 2)


def test_colours_of_moves() -> None:
    game = load_game(b"(;SZ[9];W[aa];B[bb])")
    assert [move.color for move in game.moves] == [Color.WHITE, Color.BLACK]
    assert game.start.to_move is WHITE


_PIECES = st.sampled_from(
    ["(", ")", ";", "B[aa]", "W[bb]", "B[]", "W[tt]", "B[zz]", "AB[aa:cc]", "AW[ba][bb]", "AE[aa]", "PL[W]", "PL[x]",
     "SZ[3]", "SZ[2:5]", "SZ[26]", "KM[1e999]", "KM[0]", "RU[AGA]", "HA[9999]", "C[\\]]", "[", "]", "\\", "é", "\0"]
)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=60), st.lists(_PIECES, max_size=25).map(lambda found: "".join(found).encode())))
@example(b"(;HA[\xc2\xb2])")
@example(b"(;SZ[\xc2\xb2])")
@example(b"(;HA[" + b"9" * 5000 + b"])")
@example(b"W[aa]AB[aa:bb](AB[aa:aa]")
def test_any_bytes_give_a_game_or_a_one_line_error(data: bytes) -> None:
    """A game is written and read again: all but what was captured before stones were set up, which SGF cannot say."""
    for text in (data, b"(;SZ[3]" + data + b")"):
        message = ""
        try:
            game = load_game(text)
        except SgfError as error:
            message = str(error)
        else:
            again, before = load_game(game_to_sgf(game).encode()).position, game.start.captures
            captures = (again.captures[0] + before[0], again.captures[1] + before[1])
            assert replace(again, captures=captures) == game.position
        assert "\n" not in message
