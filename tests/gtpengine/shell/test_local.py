"""`mokusan local`: its text, JSON and pictures, and errors of one line."""

from __future__ import annotations

import importlib.util
import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from gtpengine import cli
from gtpengine.text.value import ValueReport

Capture = pytest.CaptureFixture[str]
CORRIDOR = "#XXX#\nO...X\n#XXX#\n"
KO = "XX##/ooX#/.oX#/o.oX/.oX#"
KOS = pytest.mark.skipif(
    importlib.util.find_spec("analysis.endgame.kos.local_kos") is None, reason="kos cannot be valued here"
)
MORE_KEYS = ["board", "scoring", "ko", "activity", "loops", "black_moves", "white_moves"]


@pytest.fixture
def diagram(tmp_path: Path) -> Path:
    return tmp_path / "diagram.txt"


def json_answer(capsys: Capture, path: Path, text: str, *words: str) -> dict[str, Any]:
    path.write_text(text, encoding="utf-8")
    assert cli.main(["local", str(path), "--json", *words]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def refused(capsys: Capture, *words: str) -> str:
    assert cli.main(["local", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    line = captured.err.splitlines()[-1]
    assert line.startswith("mokusan: ")
    return line.removeprefix("mokusan: ")


# -- answers -----------------------------------------------------------------------------------------------------------

ANSWERS = [
    # board, more words, canonical, mean, temperature, stops, kind, loops, moves; FACTS, Table B
    (CORRIDOR, "", "{2|{1|*}}", "5/4", "3/4", "2 1", "gote", 0, "B2", "B2"),
    (CORRIDOR, "--scoring area", "{3|{1|{-1|-3}}}", "5/4", "7/4", "3 1", "gote", 0, "B2", "B2"),
    ("#XX#/O.oX/#XX#", "--ko white", "{2|0}", "1", "1", "2 0", "gote", 0, "B2", "B2"),
    ("#XXXX#/O..o.X/#XXXX#", "", "{4|{3|*}}", "3", "1", "4 3", "White sente", 0, "B2", "B2"),
    ("#XX#/X.oX/Xo.X/#XX#", "", "6", "6", "-1", "6 6", "number", 0, "", ""),
    ("XXXXXXX/O.....X/O.....X/XXXXXXX", "", "{7|{6|{5|{{3|{2|{1|*}}}|0}}}}", "6", "1", "7 6", "ambiguous", 0,
     "B3 B2", "B3 B2"),
    ("XX...XX/XXX...X/XXXx.XX/XXO..XX/XXXOXXX", "", "{8|{7|{6|{5|{1*|0}}}}}", "7", "1", "8 7", "ambiguous", 62,
     "D2", "D2"),
]


@pytest.mark.parametrize("row", ANSWERS, ids=[" ".join(row[0].split() + row[1].split()) for row in ANSWERS])
def test_json(row: tuple[str, str, str, str, str, str, str, int, str, str], capsys: Capture, diagram: Path) -> None:
    board, words, canonical, mean, temperature, stops, kind, loops, black, white = row
    answer = json_answer(capsys, diagram, board, *words.split())
    report = ValueReport.read(canonical).payload()
    assert list(answer) == [*report, *MORE_KEYS]
    assert {key: answer[key] for key in report} == report
    assert [answer[key] for key in ("canonical", "mean", "temperature", "kind")] == [canonical, mean, temperature, kind]
    assert [answer["left_stop"], answer["right_stop"]] == stops.split()
    assert answer["board"] == board.replace("/", "\n").split()
    assert [answer[key] for key in MORE_KEYS[1:5]] == ["area" if "area" in words else "territory", None, None, loops]
    assert [answer["black_moves"], answer["white_moves"]] == [black.split(), white.split()]


def test_the_two_wide_corridor_of_the_paper(capsys: Capture, diagram: Path) -> None:
    """FACTS, slips 11 and 12: 8 - 785/128 = 239/128 points are lost to the invader, which is also the miai value."""
    answer = json_answer(capsys, diagram, "#XXXXXXX/OO.....X/O......X/#XXXXXXX")
    assert (answer["mean"], answer["temperature"]) == ("785/128", "239/128")
    answer = json_answer(capsys, diagram, "XXXXXXX/O.....X/X.....X/XXXXXXX")
    assert (answer["mean"], answer["temperature"]) == ("849/128", "303/128")


def test_text(capsys: Capture, diagram: Path) -> None:
    diagram.write_text(CORRIDOR, encoding="utf-8")
    assert cli.main(["local", str(diagram)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:20] == [
        "   A B C D E",
        " 3   X X X   3",
        " 2 O . . . X 2",
        " 1   X X X   1",
        "   A B C D E",
        "",
        "canonical form  {2|{1|*}}",
        "count           5/4",
        "miai value      3/4",
        "stops           2 with Black first, 1 with White first",
        "kind            gote",
        "deiri value     3/2, the swing: miai value 3/4 times tally 2",
        "Black first     count 2, then settled",
        "White first     count 1/2, the follow-up gains 1/2",
        "outcome         Black wins",
        "atomic weight   none, the game is hot",
        "Black's move    B2",
        "White's move    B2",
        "scoring         territory",
        "searched        11 local positions, no ko",
    ]
    assert lines[-10:-1] == [
        "Above t = 3/4 neither player cares to move",
        "",
        "move  count after  next move  loses  loses at last",
        "B B2  2            settled    0      0",
        "B C2  1            0          1      1",
        "B D2  1/2          1/2        3/2    2",
        "W B2  1/2          1/2        0      0",
        "W C2  3/2          3/2        7/4    2",
        "W D2  2            1          7/4    2",
    ]
    assert lines[-1].startswith("loses: against the best move while moves elsewhere gain the same")


def test_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf X.o.X ")))
    assert cli.main(["local", "-"]) == 0
    printed = capsys.readouterr().out
    assert "Black's move    none\n" in printed
    assert "searched        0 local positions, no ko\n" in printed


def test_a_ko_in_words(capsys: Capture, diagram: Path) -> None:
    """Source 000: a swing of 15 points in three moves."""
    diagram.write_text(KO, encoding="utf-8")
    assert cli.main(["local", str(diagram)]) == 0
    assert capsys.readouterr().out.splitlines()[-7:] == [
        "ko                        count  miai value  tally  deiri value",
        "if nobody has ko threats  3      5           3      15",
        "if Black is komaster      3      5           3      15",
        "if White is komaster      3      5           -      -",
        "-: the komaster's opponent gains nothing by playing here, so there is no swing",
        "Black first: Black needs no ko threat to win it (13), White needs 1 ko threat more to win it (-2)",
        "White first: -2, regardless of ko threats",
    ]
    assert cli.main(["local", str(diagram), "--scoring", "area"]) == 0
    assert "ko threats needed: not counted" in capsys.readouterr().out


@KOS
def test_a_ko(capsys: Capture, diagram: Path) -> None:
    """Source 000: counts of 13 and -2, three moves apart."""
    answer = json_answer(capsys, diagram, KO)
    assert list(answer) == [*ValueReport.read("0").payload(), *MORE_KEYS]
    without = ("expression", "canonical", "left_stop", "right_stop", "outcome", "atomic_weight", "cooled")
    assert {answer[key] for key in without} == {None}
    assert [answer[key] for key in ("mean", "temperature", "kind", "ko")] == ["3", "5", "ko", "neutral"]
    assert answer["left_wall"][-1] == answer["right_wall"][-1] == ["5", "3"]
    assert (answer["black_moves"], answer["white_moves"]) == (["B2"], ["B2"])
    assert answer["loops"] > 0
    assert json_answer(capsys, diagram, KO, "--ko", "black")["ko"] == "black"
    assert cli.main(["local", str(diagram), "--ko", "white"]) == 0
    printed = capsys.readouterr().out
    assert "\nkind          ko, White is komaster\ncount         3\nmiai value    5\n" in printed


# -- pictures ----------------------------------------------------------------------------------------------------------


def test_svg(capsys: Capture, diagram: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    json_answer(capsys, diagram, CORRIDOR, "--svg", str(out))
    root = ElementTree.fromstring(out.read_text(encoding="utf-8"))
    texts = ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "BW" in texts
    assert "B, W: best moves of Black and White" in texts
    assert "{2|{1|*}}" in texts
    assert len([element for element in root.iter() if element.tag.endswith("circle") and element.get("r") == "17"]) == 8
    box = [float(x) for x in root.attrib["viewBox"].split()]
    assert box[2:] == [float(root.attrib["width"]), float(root.attrib["height"])]
    inner = [element for element in root.iter() if element.tag.endswith("}svg")][1]
    assert float(inner.attrib["width"]) <= box[2]
    assert float(inner.attrib["height"]) < box[3]


def test_stones_are_drawn_in_their_colours(capsys: Capture, diagram: Path, tmp_path: Path) -> None:
    pictures = []
    for board in ("XXX/XxX/X.X/XXX", "XXX/XoX/X.X/XXX"):
        json_answer(capsys, diagram, board, "--svg", str(tmp_path / "out.svg"))
        root = ElementTree.parse(tmp_path / "out.svg").getroot()
        stones = [one.get("fill") for one in root.iter() if one.tag.endswith("circle") and one.get("r") == "17"]
        pictures.append(stones.count(stones[0]))
    assert pictures == [11, 10]


def test_svg_of_a_settled_position(capsys: Capture, diagram: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    json_answer(capsys, diagram, "X.o.X", "--svg", str(out))
    assert "nobody needs to move" in out.read_text(encoding="utf-8")


# -- bad input ---------------------------------------------------------------------------------------------------------

BAD = [
    ("", "a local diagram needs at least one row"),
    ("O...X/XX", "all rows must be as long as the first, 5, got 'XX'"),
    ("O..?X", "a local diagram consists of XOxo.#, got '?'"),
    ("XXX", "a local diagram has 1 to 64 points with `.`, x or o, got 0"),
    ("/".join(["." * 9] * 8), "a local diagram has 1 to 64 points with `.`, x or o, got 72"),
    ("X" + "." * 30 + "X", "board size: expected 1..25 by 1..25, got 32x1"),
    ("#OO#/OxxO/#OO#/X..O", "every stone needs a liberty, got none for the one on B3"),
    ("XOX/.oX/XXo", "every stone needs a liberty, got none for the one on C1"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_bad_diagrams(text: str, message: str, capsys: Capture, diagram: Path) -> None:
    diagram.write_text(text, encoding="utf-8")
    assert refused(capsys, str(diagram)) == f"{diagram}: {message}"


def test_too_large_for_the_budget(capsys: Capture, diagram: Path) -> None:
    diagram.write_text("XXXXXXX/O.....X/O.....X/XXXXXXX", encoding="utf-8")
    line = refused(capsys, str(diagram), "--nodes", "1000")
    assert line.startswith(f"{diagram}: 10 points are too many for an exact value here: ")
    assert line.endswith(" nodes or more to be searched, 1000 allowed")
    diagram.write_text("X.O", encoding="utf-8")
    assert refused(capsys, str(diagram), "--nodes", "1").startswith(f"{diagram}: 1 point is too many for an exact ")


@KOS
def test_a_ko_that_cannot_be_valued(capsys: Capture, diagram: Path) -> None:
    """Without a wall each player takes the other's stone for ever."""
    diagram.write_text("..", encoding="utf-8")
    assert refused(capsys, str(diagram)).startswith(f"{diagram}: the ko cannot be valued")


def test_files(capsys: Capture, diagram: Path, tmp_path: Path) -> None:
    assert refused(capsys, str(diagram)) == f"{diagram}: cannot read: No such file or directory"
    diagram.write_bytes(b"O..\xffX")
    assert refused(capsys, str(diagram)) == f"{diagram}: not text: byte 4 is not UTF-8"
    diagram.write_text(CORRIDOR, encoding="utf-8")
    missing = tmp_path / "none" / "out.svg"
    assert refused(capsys, str(diagram), "--svg", str(missing)) == f"{missing}: cannot write: No such file or directory"


@pytest.mark.parametrize(("words", "message"), [
    ("", "the following arguments are required: FILE (see mokusan local --help)"),
    ("x --scoring moyo", "argument --scoring: invalid choice: 'moyo' (choose from "),
    ("x --ko me", "argument --ko: invalid choice: 'me' (choose from "),
    ("x --nodes 0", "argument --nodes: expected a whole number of at least 1, got '0' (see mokusan local --help)"),
    ("x --nodes many", "argument --nodes: expected a whole number of at least 1, got 'many' (see "),
])
def test_errors_in_arguments(words: str, message: str, capsys: Capture) -> None:
    assert refused(capsys, *words.split()).startswith(message)
