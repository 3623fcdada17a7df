"""Reports on values and on trees of moves: exact keys, exact numbers, exact lines."""

from __future__ import annotations

import json
from typing import Any

import pytest

from analysis.values import NotationError, TreeError
from gtpengine.text.tree import TreeReport
from gtpengine.text.value import ReportError, ValueReport

# game, canonical, mean, temperature, left stop, right stop, left wall, right wall (from t = 0), kind: FACTS, Table A
TABLE_A = [
    ("{4|{3|2}}", "{4|{3|2}}", "13/4", "3/4", "4", "3", "0:4 3/4:13/4", "0:3 1/2:3 3/4:13/4", "gote"),  # source 000
    ("{3|2}", "{3|2}", "5/2", "1/2", "3", "2", "0:3 1/2:5/2", "0:2 1/2:5/2", "gote"),  # source 000
    ("{4|{3|-17}}", "{4|{3|-17}}", "3", "1", "4", "3", "0:4 1:3", "0:3", "White sente"),  # source 000
    ("{{-2|-4}|-7}", "{{-2|-4}|-7}", "-5", "2", "-4", "-7", "0:-4 1:-4 2:-5", "0:-7 2:-5", "gote"),  # source 001
    ("{{4|-4}|-7}", "{{4|-4}|-7}", "-4", "3", "-4", "-7", "0:-4", "0:-7 3:-4", "Black sente"),  # source 001
    ("{5|{4|2}}", "{5|{4|2}}", "4", "1", "5", "4", "0:5 1:4", "0:4", "ambiguous"),
    ("{{10|5}|{5|0}}", "5", "5", "-1", "5", "5", "0:5", "0:5", "number"),
    ("{6|{{9|1}|-3}}", "{6|1}", "7/2", "5/2", "6", "1", "0:6 5/2:7/2", "0:1 5/2:7/2", "gote"),
    ("{2|3}", "5/2", "5/2", "-1/2", "5/2", "5/2", "0:5/2", "0:5/2", "number"),
    ("{{8|4}|{3|-1}}", "{{8|4}|{3|-1}}", "7/2", "5/2", "4", "3", "0:4 2:4 5/2:7/2", "0:3 2:3 5/2:7/2", "gote"),
    ("{2|0}", "{2|0}", "1", "1", "2", "0", "0:2 1:1", "0:0 1:1", "gote"),
    ("{3|{2|0}}", "{3|{2|0}}", "2", "1", "3", "2", "0:3 1:2", "0:2", "ambiguous"),
    ("{4|{3|{2|0}}}", "{4|{3|{2|0}}}", "3", "1", "4", "3", "0:4 1:3", "0:3", "ambiguous"),
    ("{4|{3|*}}", "{4|{3|*}}", "3", "1", "4", "3", "0:4 1:3", "0:3", "White sente"),
    ("{8|-8}", "{8|-8}", "0", "8", "8", "-8", "0:8 8:0", "0:-8 8:0", "gote"),
    ("*", "*", "0", "0", "0", "0", "0:0", "0:0", "dame"),
    ("{0|{0|-2}}", "tiny(2)", "0", "0", "0", "0", "0:0", "0:0", "infinitesimal"),
]

# game, outcome, atomic weight, cooled by 2: FACTS 2 for the cooled games, Winning Ways for the others
WEIGHTS = [
    ("{6|{4|0}}", "Black wins", None, "4^"),
    ("{4|0}", "first player wins", None, "2*"),
    ("{-5|-9}", "White wins", None, "-7*"),
    ("{{7|3},5|1}", "Black wins", None, "3^*"),
    ("{0|{-2|-6}}", "first player wins", None, "-2^"),
    ("0", "second player wins", "0", "0"),
    ("^", "Black wins", "1", "0"),
    ("3v*", "Black wins", "-1", "3"),
    ("*", "first player wins", "0", "0"),
    ("tiny(2)", "Black wins", "0", "0"),
]

KEYS = [
    "expression", "canonical", "mean", "temperature", "left_stop", "right_stop", "left_wall", "right_wall", "kind",
    "outcome", "atomic_weight", "cooled",
]


def wall(text: str) -> list[list[str]]:
    return [corner.split(":") for corner in text.split()]


@pytest.mark.parametrize("row", TABLE_A, ids=[row[0] for row in TABLE_A])
def test_payload(row: tuple[str, ...]) -> None:
    payload = ValueReport.read(row[0]).payload()
    assert list(payload) == KEYS
    assert json.loads(json.dumps(payload)) == payload
    mean, temperature, left_stop, right_stop = (
        payload[key] for key in ("mean", "temperature", "left_stop", "right_stop"))
    assert (payload["expression"], payload["canonical"], mean, temperature, left_stop, right_stop) == row[:6]
    assert (payload["left_wall"], payload["right_wall"]) == (wall(row[6]), wall(row[7]))
    assert (payload["kind"], payload["cooled"]) == (row[8], None)


@pytest.mark.parametrize("row", WEIGHTS, ids=[row[0] for row in WEIGHTS])
def test_outcome_atomic_weight_and_cooling(row: tuple[str, str, str | None, str]) -> None:
    payload = ValueReport.read(row[0], cool="2").payload()
    assert list(payload) == KEYS
    assert (payload["outcome"], payload["atomic_weight"], payload["cooled"]) == row[1:]


@pytest.mark.parametrize(
    ("amount", "cooled"),
    [("0", "{4|{3|2}}"), ("1/4", "{15/4|{3|5/2}}"), ("0.5", "{7/2|3*}"),
     ("3/4", "13/4*"), ("1", "13/4"), ("64", "13/4")],
)
def test_amounts(amount: str, cooled: str) -> None:
    assert ValueReport.read("{4|{3|2}}", cool=amount).payload()["cooled"] == cooled


def test_an_amount_that_is_not_dyadic_cools_only_the_thermograph() -> None:
    report = ValueReport.read("{4|{3|2}}", cool="1/3")
    assert report.note == "--cool: 1/3 is not dyadic: only the thermograph can be cooled by that, not the game"
    payload = report.payload()
    assert list(payload) == [*KEYS, "cooled_thermograph"]
    assert payload["cooled"] is None
    # the walls of FACTS, Table A, from t = 1/3 up, where Black's has come to 4 - 1/3
    assert payload["cooled_thermograph"] == {
        "mean": "13/4", "temperature": "5/12",
        "left_wall": wall("0:11/3 5/12:13/4"), "right_wall": wall("0:3 1/6:3 5/12:13/4"),
    }
    assert "cooled by 1/3   count 13/4, miai value 5/12" in report.lines()
    assert ValueReport.read("3", cool="1/2").note is None


def test_heating() -> None:
    payload = ValueReport.read("2*", heat="2").payload()
    assert list(payload) == [*KEYS, "heated"]
    assert payload["heated"] == "{4|0}"
    assert payload["canonical"] == "2*"
    assert "heated by 2     {4|0}" in ValueReport.read("2*", heat="2").lines()


AMOUNTS = ["", "x", "-1", "-1/2", "1/0", "1/00", "1/", "/2", "1e3", "nan", "inf",
           "٣", "1 ", "9" * 19, "9" * 10**6, ".5"]


@pytest.mark.parametrize("amount", AMOUNTS, ids=[repr(amount[:8]) for amount in AMOUNTS])
@pytest.mark.parametrize("option", ["cool", "heat"])
def test_bad_amounts(option: str, amount: str) -> None:
    with pytest.raises(ReportError) as raised:
        ValueReport.read("1", **{option: amount})  # type: ignore[arg-type]
    message = str(raised.value)
    assert message.startswith(f"--{option}: expected a number of at least 0 such as 2, 3/2 or 0.5, got ")
    assert len(message) < 120


def test_heating_needs_a_dyadic_amount() -> None:
    with pytest.raises(ReportError, match=r"^--heat: expected a number whose denominator is a power of two, got 1/3$"):
        ValueReport.read("1", heat="2/6")


def test_bad_expressions() -> None:
    with pytest.raises(NotationError):
        ValueReport.read("{1|")


@pytest.mark.parametrize("game", ["9" * 302, "1/" + str(2**1000), "{9|1/" + str(2**3000) + "}", "9" * 4000 + "+1/1024"])
def test_too_long_numbers_are_refused(game: str) -> None:
    with pytest.raises(ReportError, match=r"^expected numbers of at most 300 digits, got more"):
        ValueReport.read(game)


@pytest.mark.parametrize("game", ["-" + "9" * 300, "{" + "9" * 300 + "|1/" + str(2**999) + "}", "1/" + str(2**999)])
def test_the_longest_numbers_are_reported(game: str) -> None:
    report = ValueReport.read(game, cool="1/3", heat="1/1024")
    assert report.payload()["expression"] == game
    assert report.lines()
    assert list(report.calculation())
    assert report.svg().startswith("<svg")


def test_notations() -> None:
    assert ValueReport.read("{4|{3|2}}", bars=True).payload()["canonical"] == "{4||3|2}"
    assert ValueReport.read("4^", unicode=True).payload()["canonical"] == "4↑"


LINES = """\
canonical form  {{-2|-4}|-7}
count           -5
miai value      2
stops           -4 with Black first, -7 with White first
kind            gote
deiri value     4, the swing: miai value 2 times tally 2
Black first     count -3, the follow-up gains 1
White first     count -7, then settled
outcome         White wins
atomic weight   none, the game is hot
cooled by 2     -5*

 t       ^
         |
 2       |
        / \\
      /     \\
 1  /         \\
   |            \\
   |              \\
 0 |                \\
  -+-----+-----------+--
   -4    -5          -7
Mean -5, temperature 2
Left wall, Black first: -4 at t = 0, -4 at t = 1, -5 at t = 2
  t <= 2: Black plays {-2|-4}
Right wall, White first: -7 at t = 0, -5 at t = 2
  t <= 2: White plays -7
Above t = 2 neither player cares to move"""


def test_lines() -> None:
    assert ValueReport.read("{{-2|-4}|-7}", cool="2").lines() == LINES.split("\n")


# game, the calculation: source 001, where the first is printed
STEPS = [
    ("{{-2|-4}|-7}", """\
    game          comes to
G   {{-2|-4}|-7}  max(min(-4, -3-t), -5)  Black first
                  min(-7+t, -5)           White first
B   {-2|-4}       min(-4, -3-t)
BB  -2            -2-2t
BW  -4            -4
W   -7            -7+t

Left wall, Black first:  -4 (t <= 1); -3-t (1 <= t <= 2); -5 (t >= 2)
Right wall, White first: -7+t (t <= 2); -5 (t >= 2)
They meet at t = 2: count -5, miai value 2, gote"""),
    ("{{4|-4}|-7}", """\
    game         comes to
G   {{4|-4}|-7}  max(min(-4, -t), -4)  Black first
                 min(-7+t, -4)         White first
B   {4|-4}       min(-4, -t)
BB  4            4-2t
BW  -4           -4
W   -7           -7+t

Left wall, Black first:  -4 (all t)
Right wall, White first: -7+t (t <= 3); -4 (t >= 3)
They meet at t = 3: count -4, miai value 3, Black sente"""),
    ("{2|3}", """\
   game  comes to
G  5/2   5/2

Left wall, Black first:  5/2 (all t)
Right wall, White first: 5/2 (all t)
Count 5/2: a number, nobody needs to move"""),
]


@pytest.mark.parametrize(("game", "text"), STEPS)
def test_steps(game: str, text: str) -> None:
    assert "\n".join(ValueReport.read(game).calculation()) == text


def test_a_repeated_position_refers_to_the_first_one() -> None:
    lines = list(ValueReport.read("{{9|5}|{{9|5}|0}}").calculation())
    names = [line.split(" ")[0] for line in lines[: lines.index("")]]
    assert "(its options: see " in "\n".join(lines)
    assert len(names) == len(set(names) - {""}) + names.count("")


def test_long_games_are_cut_off_in_a_calculation() -> None:
    game = "{" * 30 + "60" + "".join(f"|{29 - depth}}}" for depth in range(30))
    lines = list(ValueReport.read(game).calculation())
    assert len(lines) > 60
    assert lines[1].startswith("G   ")
    assert "...  max(" in lines[1]


# -- trees --------------------------------------------------------------------------------------------------------

# tree, how its lines begin: source 000, which prints "(temperature) count" at each node, the counts alone at leaves
TREES = [
    ("A(4, C(3, 2))", ["(3/4) 13/4  A  gote", "  / 4", "  \\ (1/2) 5/2  C  gote", "    / 3", "    \\ 2"]),
    ("A\n  4\n  C\n    3\n    -17\n", [
        "(1) 3  A  White sente", "  / 4", "  \\ (10) -7  C  gote", "    / 3", "    \\ -17"]),
    ("A(4, C(3, -))", ["(1) 3  A  White sente", "  / 4", "  \\ ()  C  threat", "    / 3", "    \\ - cut out"]),
    ("A\n  C\n    D=13\n    A\n  B=-2\n", [
        "(5) 3  A  ko", "  / (5) 8  C  ko", "    / 13  D", "    \\ ^ A", "  \\ -2  B"]),
]


@pytest.mark.parametrize(("tree", "beginnings"), TREES)
def test_trees(tree: str, beginnings: list[str]) -> None:
    lines = TreeReport.read(tree, "neutral").lines()
    assert [line[:len(text)] for line, text in zip(lines, beginnings, strict=True)] == beginnings


def node(**fields: Any) -> dict[str, Any]:
    """Return a node of the payload: a leaf with the given fields replaced."""
    leaf = {
        "name": None, "depth": 1, "black": [], "white": [], "label": "number", "count": None, "temperature": "-1",
        "gote": None, "black_line": None, "white_line": None, "hot": [], "cut": [], "activity": None,
    }
    return leaf | fields


def test_payload_of_a_tree() -> None:
    """Source 000, the sente example: as gote A would be -1.5 at 5.5; White's move is answered, the count is 3."""
    payload = TreeReport.read("A(4, C(3, -17))", "neutral").payload()
    assert payload["ko"] == "neutral"
    assert payload["nodes"] == [
        node(
            name="A", depth=0, black=[1], white=[2], label="White sente",
            count="3", temperature="1", gote=["-3/2", "11/2"],
            black_line={"moves": [1], "tally": 1, "count": "4"}, white_line={"moves": [2, 3], "tally": 0, "count": "3"},
            hot=[2], cut=[4],
        ),
        node(count="4"),
        node(
            name="C", black=[3], white=[4], label="gote", count="-7", temperature="10", gote=["-7", "10"],
            black_line={"moves": [3], "tally": 1, "count": "3"}, white_line={"moves": [4], "tally": -1, "count": "-17"},
        ),
        node(depth=2, count="3"),
        node(depth=2, count="-17"),
    ]
    assert [list(fields) for fields in payload["nodes"]] == [list(node())] * 5


def test_payload_of_a_ko() -> None:
    """Source 000: the tally from -2 to 13 is 3, so a move gains 5; the way back leads to the root."""
    root, taken, *_ = TreeReport.read("A(C(13, A), -2)", "black").payload()["nodes"]
    assert (root["count"], root["temperature"], root["label"], root["black_line"]["tally"]) == ("3", "5", "ko", 2)
    assert (taken["count"], taken["temperature"], taken["white"], taken["activity"]) == ("8", "5", [0], "placid")


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ("A(-, B(-, 1))", "^at A White moves to B"),
        ("A(B(A, 1), C(2, A))", "A"),
    ],
)
def test_trees_that_cannot_be_counted(tree: str, message: str) -> None:
    with pytest.raises(ReportError, match=message):
        TreeReport.read(tree, "neutral")


def test_bad_trees() -> None:
    with pytest.raises(TreeError, match=r"^line 1, column 6: "):
        TreeReport.read("A(4, ?)", "neutral")
