"""Commands for local endgames: format of the answers, values solved by hand or from the literature, no side effects."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from analysis.board import Position
from analysis.runtime.jit import COMPILED
from gtpengine.engine.local_value_store import LocalValueStore
from gtpengine.settings import Settings
from gtpengine.text.endgame import COLOURS
from tests.gtpengine.gtp_talk import Talk

pytestmark = pytest.mark.skipif(not COMPILED, reason="without compiled kernels nothing is read")

CORRIDORS = """
.X.XO.O
XXXXOOO
X...O.O
XXXXOOO
.X.XO.O
XXXXOOO
.X.X.O.
"""
"""A corridor of three that White opens at D5 (from E5), and a dame at E1."""

ENDGAME = """
.X.XO.O.O
XXXXOOOO.
XOO.O.O.O
XXXXXOOOO
.XX....O.
XXXXOOOOO
X.XX..X.O
.XX...OOO
X.XO.OO.O
"""

SENTE = """
.X.X.XO.O
XXXXXXOO.
XOO..OO.O
XXXXXOOOO
.X.X.XO.O
XXXXXXOO.
"""
"""White at E4 threatens to save two stones: {5|{4|0}}, count 4, miai value 1."""

KO = """
.X.XO.O
XXXXOOO
X.XO.OO
XXXXOOO
.X.XO.O
XXXXOOO
"""
"""White's stone at D4 is in atari, and taking it at E4 Black may be retaken."""

OPEN = """
.........
.........
..X...O..
.........
.........
.........
..X...O..
.........
.........
"""


def talk_at(diagram: str, path: Path, to_move: str = "B", **settings: str) -> Talk:
    chosen = Settings()
    for name, value in settings.items():
        chosen.set(f"endgame.{name}", value)
    talk = Talk(chosen)
    talk.session.local_values = LocalValueStore(path / "shapes.sqlite")
    talk.session.new_game(Position.from_diagram(diagram, to_move))
    return talk


QUERIES_ONLY = [
    "mokusan-miai", "mokusan-miai d1", "mokusan-miai_map", "mokusan-local e3", "mokusan-local A9",
    "mokusan-local_line d7", "mokusan-local_line d7 w", "mokusan-explain d7", "mokusan-endgame_order w",
    "mokusan-endgame_order_map",
]


@pytest.mark.parametrize("line", QUERIES_ONLY)
def test_queries_change_nothing_and_repeat(tmp_path: Path, line: str) -> None:
    talk = talk_at(ENDGAME, tmp_path)
    before = talk.state()
    assert talk.ok(line) == talk.ok(line)
    assert talk.state() == before


def test_miai(tmp_path: Path) -> None:
    talk = talk_at(CORRIDORS, tmp_path)
    # T(3) = {2|{1|*}}: count 5/4, miai value 3/4; a lone point between the colours is a dame (Hu 2020, section 2.4).
    assert talk.ok("mokusan-miai").split("\n") == [
        "D5 C5 B5 count 5/4 miai 3/4 (by area 7/4) gote Black D5 White D5 exact",
        "E1 count 0 miai 0 (by area 1) dame Black E1 White E1 exact",
    ]
    assert "by area" not in talk.ok("kata-set-rules japanese", "mokusan-miai")
    assert talk.ask("mokusan-miai").text.startswith("D5 C5 B5 count 5/4 miai 3/4 gote")
    assert talk.ok("clear_board", "mokusan-miai").startswith("A7 B7 C7 D7 E7 F7 G7 A6 B6 C6 D6 E6 ... not counted: ")


def test_conditions_of_a_value(tmp_path: Path) -> None:
    talk = talk_at(ENDGAME, tmp_path)
    lines = talk.ok("mokusan-miai").split("\n")
    assert [line.partition(" count ")[0] for line in lines] == [
        "D7 C7 B7", "E3 F3 G3 H3 D2 E2 F2 E1", "D5 E5 F5 G5"]
    assert lines[0].endswith(" gote Black D7 White D7 exact")
    assert lines[1].endswith(" exact, if D1 lives")
    declared = talk.ok("mokusan-miai D1").split("\n")
    assert declared[1] == lines[1].removesuffix(", if D1 lives")
    assert talk.ok("mokusan-miai d1 a1").split("\n") == declared


def test_the_readme_shows_what_is_answered(tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    talk = talk_at(OPEN, tmp_path)
    answer = talk.ok(f"loadsgf {root / 'tests' / 'data' / 'endgame9.sgf'}", "mokusan-miai")
    assert f"```\n{answer}\n```" in (root / "gtpengine" / "shell" / "README.md").read_text(encoding="utf-8")


def test_places_too_large_are_listed_at_the_end(tmp_path: Path) -> None:
    lines = talk_at(ENDGAME, tmp_path, parts="5").ok("mokusan-miai").split("\n")
    assert "D7 C7 B7 count 2 miai 2 (by area 3) gote Black D7 White D7 exact" in lines
    assert any(line.endswith(" estimated") for line in lines)
    empty = talk_at("...\n...\n...", tmp_path).ok("mokusan-miai").split("\n")
    assert [" not counted: " in line for line in empty] == [True]


def test_large_regions_are_estimated(tmp_path: Path) -> None:
    for line in talk_at(OPEN, tmp_path).ok("mokusan-miai").split("\n"):
        assert line.endswith(" estimated") or " not counted: " in line or " undecided: " in line


@pytest.mark.parametrize(("regime", "named"), [
    ("neutral", "ko (neutral threats)"), ("black", "ko (Black's threats)"), ("white", "ko (White's threats)"),
])  # fmt: skip
def test_the_ko_threats_setting_is_named(tmp_path: Path, regime: str, named: str) -> None:
    talk = talk_at(KO, tmp_path, ko=regime)
    (line,) = [line for line in talk.ok("mokusan-miai").split("\n") if " ko " in line]
    assert named in line
    lines = talk.ok("mokusan-local E4").split("\n")
    assert lines[0] == line
    assert sum(bool(re.fullmatch(r"between \S+ and \S+, whoever has ko threats", row)) for row in lines) == 1
    assert [row for row in lines if row.startswith("if ")] == [
        "if nobody has ko threats  1/3    1/3         3      1",
        "if Black is komaster      1/3    1/3         3      1",
        "if White is komaster      1/3    1/3         -      -",
    ]
    assert any(row.startswith("Mean ") for row in lines)


@pytest.mark.parametrize("vertex", ["E1", "e1", "D7"])
def test_an_empty_point_is_not_taken_for_alive(tmp_path: Path, vertex: str) -> None:
    talk = talk_at(ENDGAME, tmp_path)
    assert talk.fails(f"mokusan-miai D1 {vertex}") == f"vertex must not be empty: {vertex.upper()}"


@pytest.mark.parametrize("line", [
    "mokusan-miai K1", "mokusan-miai pass", "mokusan-local", "mokusan-local pass", "mokusan-local a1 a2",
    "mokusan-local_line", "mokusan-local_line a1 red", "mokusan-local_line a1 b b",
])  # fmt: skip
def test_syntax_errors(tmp_path: Path, line: str) -> None:
    assert talk_at(ENDGAME, tmp_path).fails(line).startswith("syntax error: ")


def test_the_map_is_in_goguis_graphics_format(tmp_path: Path) -> None:
    lines = talk_at(ENDGAME, tmp_path).ok("mokusan-miai_map").split("\n")
    assert lines == [
        "COLOR #fc8d59 D7 C7 B7", "COLOR #fee08b E3 F3 G3 H3 D2 E2 F2 E1", "COLOR #fee08b D5 E5 F5 G5",
        "LABEL D7 2 E3 15/8 E5 5/4",
        "TEXT 3 places: red from 4 points on, orange from 2, yellow from 1, green below; numbers are local miai values "
        "by territory, with ~ points at stake, estimated",
    ]
    colours = {colour for _, colour in COLOURS}
    keywords = {line.split(" ")[0] for line in talk_at(OPEN, tmp_path).ok("mokusan-miai_map").split("\n")}
    assert keywords <= {"COLOR", "LABEL", "MARK", "TEXT"}
    for line in talk_at(OPEN, tmp_path).ok("mokusan-miai_map").split("\n"):
        word, *rest = line.split(" ")
        if word == "COLOR":
            assert rest[0] in colours
            assert all(re.fullmatch(r"[A-J]\d", vertex) for vertex in rest[1:])
        elif word == "LABEL":
            assert all(re.fullmatch(r"[A-J]\d", vertex) for vertex in rest[::2])
            assert all(re.fullmatch(r"~?[-\d./]{1,4}", label) for label in rest[1::2])
    marked, text = talk_at(OPEN, tmp_path).ok("clear_board", "mokusan-miai_map").split("\n")
    assert len(marked.split(" ")) == 1 + 81
    assert text.startswith("TEXT 0 places: ")
    assert text.endswith("; crosses: undecided or not counted")


def test_order_of_play(tmp_path: Path) -> None:
    talk = talk_at(CORRIDORS, tmp_path)
    assert talk.ok("mokusan-endgame_order").split("\n") == [
        "B+7 by area, B+4 by territory; with komi 7.5 W+0.5; proved",
        "1 B D5 gote 7/4 in D5 C5 B5",
        "2 W E1 tedomari 1 in E1",
        "first E1 as good",
    ]
    assert talk.ok("mokusan-endgame_order w").split("\n") == [
        "B+5 by area, B+3 by territory; with komi 7.5 W+2.5; proved",
        "1 W D5 gote 7/4 in D5 C5 B5",
        "2 B C5 gote 3/2 in D5 C5 B5",
        "3 W E1 tedomari 1 in E1",
        "first E1 loses 2",
    ]
    assert talk.ok("komi 0", "kata-set-rules japanese", "mokusan-endgame_order").split("\n") == [
        "B+4 by territory, B+7 by area; proved", "1 B D5 tedomari 3/4 in D5 C5 B5",
    ]
    assert talk.fails("mokusan-endgame_order E1").startswith("syntax error")
    assert talk_at(ENDGAME, tmp_path).ok("mokusan-endgame_order").startswith(
        "W+7 by area, W+3 by territory; with komi 7.5 W+14.5; exact, if D1 lives\n"
    )
    assert talk_at(SENTE, tmp_path, "W").ok("mokusan-endgame_order").split("\n")[1:] == [
        "1 W E4 sente 2 in E4 D4 C4 B4", "2 B D4 answer 3 in E4 D4 C4 B4",
    ]


def test_order_of_play_is_bounded_with_a_ko_and_on_open_board(tmp_path: Path) -> None:
    assert talk_at(KO, tmp_path).ok("mokusan-endgame_order").split("\n") == [
        "bounded, as a ko matters: B+4 to B+8 by area", "1 B E4 ko 4/3 in D4 E4",
        "moves by the usual rule: answers, then the largest; kos last, one move each",
    ]
    assert talk_at(OPEN, tmp_path).ok("mokusan-endgame_order") == (
        "bounded, as 1 region is not counted: 0 by area in all that is counted"
    )


def test_order_of_play_in_goguis_graphics_format(tmp_path: Path) -> None:
    assert talk_at(CORRIDORS, tmp_path).ok("mokusan-endgame_order_map w").split("\n") == [
        "COLOR #91cf60 D5 E1", "COLOR #c6dbef C5", "LABEL D5 1 C5 2 E1 3",
        "TEXT White first: B+5 by area, B+3 by territory; with komi 7.5 W+2.5; proved; White green, Black blue",
    ]
    (text,) = talk_at(CORRIDORS, tmp_path).ok("clear_board", "mokusan-endgame_order_map").split("\n")
    assert text.startswith("TEXT Black first: bounded, as 1 region is not counted: 0 by area ")


def test_local_endgame_in_full(tmp_path: Path) -> None:
    talk = talk_at(CORRIDORS, tmp_path)
    lines = talk.ok("mokusan-local C5").split("\n")
    assert lines[:13] == [
        "D5 C5 B5 count 5/4 miai 3/4 (by area 7/4) gote Black D5 White D5 exact",
        "all lines of play; the walls stand",
        "deiri value: 3/2, the swing: miai value 3/4 times tally 2",
        "Black first: count 2, then settled",
        "White first: count 1/2, the follow-up gains 1/2",
        "move  count after  next move  loses  loses at last",
        "B D5  2            settled    0      0",
        "B C5  1            0          1      1",
        "B B5  1/2          1/2        3/2    2",
        "W D5  1/2          1/2        0      0",
        "W B5  2            1          7/4    2",
        "W C5  3/2          3/2        7/4    2",
        "loses: against the best move while moves elsewhere gain the same; at last: with nothing left elsewhere",
    ]
    assert lines[13:14] == [
        "canonical form {2|{1|*}}",
    ]
    assert "Mean 5/4, temperature 3/4" in lines
    assert all(line.strip() for line in lines)
    assert talk.ok("mokusan-local A7") == "A7 is Black's as it lies, proved: nobody need play there"
    assert talk.fails("mokusan-local A6") == "no local game there"
    assert talk.fails("mokusan-local_line A6") == "no local game there"
    assert talk.fails("mokusan-local_line A7") == "no local game there"


def test_points_that_are_not_counted_have_a_reason(tmp_path: Path) -> None:
    talk = talk_at(OPEN, tmp_path, parts="1", points="1")
    for vertex in ("E5", "A1", "J9", "E9"):
        assert len(talk.ok(f"mokusan-local {vertex}").split("\n")[0]) > 10


def test_the_middle_of_an_empty_board_has_no_local_game(tmp_path: Path) -> None:
    talk = talk_at(OPEN, tmp_path)
    found = talk.ok("boardsize 19", "clear_board", "mokusan-local K10")
    assert " not counted: 361 points, 361 of them empty: too many to search" in found


def test_a_line_respects_the_limits_in_force(tmp_path: Path) -> None:
    """What was searched is known by them."""
    talk = talk_at(ENDGAME, tmp_path, parts="19999")
    assert talk.ok("mokusan-local_line E3").startswith("B E3")
    assert {key.split()[1] for key in talk.session.local_values} == {"19999"}


def test_a_line_ends_where_no_answer_is_needed(tmp_path: Path) -> None:
    talk = talk_at(SENTE, tmp_path)
    assert "E4 D4 C4 B4 count 4 miai 1 " in talk.ok("mokusan-miai")
    assert talk.ok("mokusan-local_line E4") == "B E4"
    assert talk.ok("mokusan-local_line B4 w") == "W E4 B D4"
    for word, vertex in zip(*[iter(["W", "E4", "B", "D4"])] * 2, strict=True):
        talk.ok(f"play {word} {vertex}")


def test_explanations_include_the_local_game(tmp_path: Path) -> None:
    lines = talk_at(CORRIDORS, tmp_path).ok("mokusan-explain D5").split("\n")
    assert lines[-2].startswith("local endgame: D5 C5 B5 count 5/4 miai 3/4 ")
    assert lines[-1] == "all lines of play; the walls stand"
    assert "local endgame" not in talk_at(CORRIDORS, tmp_path).ok("mokusan-explain A6")


KO_AND_WALLS = """
X.XX.XXX.
XXXO...XX
.XOOOXXX.
XXO.OOOXX
OOOOO.OOO
OOOOOOO.O
"""
"""What Black gains at E5 depends on who wins kos."""


@pytest.mark.parametrize(("diagram", "regime"), [
    (CORRIDORS, "neutral"), (KO_AND_WALLS, "neutral"), (KO_AND_WALLS, "black"), (KO_AND_WALLS, "white"),
], ids=["corridors", "neutral", "black", "white"])
def test_explanations_have_the_gains_of_the_ranking(tmp_path: Path, diagram: str, regime: str) -> None:
    talk = talk_at(diagram, tmp_path, ko=regime)
    for number, line in enumerate(talk.ok("mokusan-rank 4").split("\n"), 1):
        vertex, _, gain, *_ = line.split()
        text = f"{vertex} gains {float(gain):.1f} points against a pass, number {number} of "
        assert vertex == "pass" or text in talk.ok(f"mokusan-explain {vertex}")


@pytest.mark.parametrize("line", ["mokusan-miai", "mokusan-miai_map", "mokusan-local D5", "mokusan-local_line D5"])
def test_without_status_it_says_what_is_missing(tmp_path: Path, line: str) -> None:
    talk = talk_at(CORRIDORS, tmp_path)
    talk.ok("mokusan-settings play.control_only true")
    assert talk.fails(line) == (
        "local games rest on the status of all chains, which was not computed: play.control_only is set")


def test_values_are_kept_on_disk(tmp_path: Path) -> None:
    first = talk_at(ENDGAME, tmp_path)
    answer = first.ok("mokusan-miai")
    second = talk_at(ENDGAME, tmp_path)
    assert len(second.session.local_values) > 0
    assert second.ok("mokusan-miai") == answer
    assert second.session.snapshot().local_values is second.session.local_values


def test_settings_are_those_of_the_analysis(tmp_path: Path) -> None:
    talk = talk_at(ENDGAME, tmp_path)
    exact = talk.ok("mokusan-miai")
    assert talk.ok("gogui-param_endgame").split("\n")[-1] == "[list/neutral/black/white] ko neutral"
    cut = talk.ok("gogui-param_endgame max_region_points 3", "mokusan-miai")
    assert cut != exact
    assert talk.ok("gogui-param_endgame max_region_points 12", "mokusan-miai") == exact
    assert talk.ok("gogui-param_endgame points 3", "mokusan-miai") == cut  # an earlier name
    assert Fraction(re.findall(r"miai (\S+)", exact)[0]) == 2
