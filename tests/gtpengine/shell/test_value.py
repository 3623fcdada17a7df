"""`mokusan value`: its text, JSON and pictures for games and trees, and errors of one line."""

from __future__ import annotations

import io
import json
import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from analysis.values import parse
from gtpengine import cli
from tests.gtpengine.shell_runs import Capture, refused, run


def test_value_text_and_json(capsys: Capture) -> None:
    assert run(capsys, "value", "{4|{3|2}}").startswith("canonical form  {4|{3|2}}\ncount           13/4\n")
    answer = json.loads(run(capsys, "value", "--json", "{4 | {3|2}}", "--cool", "3/4"))
    assert (answer["expression"], answer["canonical"], answer["cooled"]) == ("{4 | {3|2}}", "{4|{3|2}}", "13/4*")
    assert run(capsys, "value", "{{-2|-4}|-7}", "--steps").splitlines()[-1].endswith("count -5, miai value 2, gote")


@pytest.mark.parametrize(
    ("words", "canonical"),
    [
        (["-7*"], "-7*"), (["--", "-7*"], "-7*"),
        (["--bars", "-{3|{2|0}}", "--cool", "1"], "{0|-2||-3}"), (["-5"], "-5"),
        (["-^"], "v"), ([" -7*"], "-7*"), (["-1/2"], "-1/2"), (["-7 + *"], "-7*"), (["1"], "1"),
    ],
)
def test_value_of_games_that_begin_with_a_minus(words: list[str], canonical: str, capsys: Capture) -> None:
    answer = json.loads(run(capsys, "value", "--json", *words))
    assert answer["canonical"] == canonical
    assert answer["expression"] == max(words, key=lambda word: word not in ("--", "--bars", "--cool", "1"))


def test_a_long_game_is_shortened_in_text_and_whole_in_json(capsys: Capture) -> None:
    terms = "+".join(f"{{{{{40 * i + 9}|{40 * i + 3}}}|{{{-7 * i}|{-9 * i - 3}}}}}" for i in range(1, 6))
    text = run(capsys, "value", terms)
    shortened = [line for line in text.splitlines() if line.startswith("canonical form")]
    assert len(shortened) == 1
    assert shortened[0].endswith("... (shortened; --json has all of it)")
    assert max(map(len, text.splitlines())) < 2100
    canonical = json.loads(run(capsys, "value", terms, "--json"))["canonical"]
    assert len(canonical) > 2000
    assert parse(canonical) is parse(terms)


def test_value_from_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf{2|0}\n")))
    answer = json.loads(run(capsys, "value", "-", "--json"))
    assert (answer["expression"], answer["temperature"]) == ("{2|0}", "1")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"A(4, C(3, 2))\n")))
    assert run(capsys, "value", "--tree", "-").startswith("(3/4) 13/4  A  gote")


def test_notation_options_apply_to_moves(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    answer = run(capsys, "value", "{4^|{3|{2|0}}}", "--unicode", "--bars", "--svg", str(path))
    assert "Black plays 4↑" in answer
    assert "White plays {3||2|0}" in answer
    assert "4^" not in answer
    drawn = path.read_text(encoding="utf-8")
    assert "4↑" in drawn
    assert "{3||2|0}" in drawn
    assert "^" not in drawn


def test_value_svg(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    assert run(capsys, "value", "{2|0}", "--svg", str(path)).startswith("canonical form  {2|0}\n")
    assert ET.parse(path).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_cooling_by_a_number_that_is_not_dyadic(capsys: Capture) -> None:
    assert cli.main(["value", "{2|0}", "--cool", "1/3", "--json"]) == 0
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert (answer["cooled"], answer["cooled_thermograph"]["temperature"]) == (None, "2/3")
    assert captured.err == (
        "mokusan: --cool: 1/3 is not dyadic: only the thermograph can be cooled by that, not the game\n")


def test_value_of_a_tree(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "tree.txt"
    path.write_text("# source 000\nA\n  C\n    13\n    A\n  -2\n", encoding="utf-8")
    assert run(capsys, "value", "--tree", str(path), "--ko", "white").startswith("(5) 3  A  ko")
    answer = json.loads(run(capsys, "value", "--tree", str(path), "--json"))
    assert [node["count"] for node in answer["nodes"]] == ["3", "8", "13", "-2"]
    assert answer["ko"] == "neutral"


LONG = 10_000_000


@pytest.mark.parametrize(
    "text",
    ["", " ", "{", "}", "{|", "x", "\x00\x1b[31m", "1/0", "1/3", "{1|1/3}", "\ud800", "1\n2", "?" * LONG, "{" * LONG,
     "9" * LONG, "-" * LONG, "(" * LONG, "1+" * (LONG // 2), "|" * LONG, " " * LONG],
    ids=lambda text: repr(text[:6]),
)
def test_bad_games(text: str, capsys: Capture) -> None:
    message = refused(capsys, "value", "--", text)
    assert re.match(r"column \d+: ", message), message[:200]
    assert len(message) < 250
    assert message.isprintable()


@pytest.mark.parametrize(
    "tree",
    [b"", b"\n\n", b"A", b"A\n 1", b"{1|2", b"A(4, C)", b"A(1,1/0)", b"\x00\x01\x02", b"\x1b[31m", b"A(1)", b"(1 2 3)",
     b"{" * LONG, b"?" * LONG, b"9" * LONG, b"A\n" * (LONG // 2), b" " * LONG, b"\n" * LONG, b"1 " * (LONG // 2)],
    ids=lambda tree: repr(tree[:6]),
)
def test_bad_trees(tree: bytes, capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "tree.txt"
    path.write_bytes(tree)
    message = refused(capsys, "value", "--tree", str(path))
    assert message.startswith(f"{path}: ")
    message = message.removeprefix(f"{path}: ")
    assert re.match(r"line \d+, column \d+: ", message), message[:200]
    assert len(message) < 250
    assert message.isprintable()


def test_bytes_that_are_no_text(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tree.txt"
    path.write_bytes(b"A(\xff\xfe, 1)")
    assert refused(capsys, "value", "--tree", str(path)) == f"{path}: not text: byte 3 is not UTF-8"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(os.urandom(1000) + b"\xff")))
    assert refused(capsys, "value", "-").startswith("standard input: not text: byte ")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"A {")))
    assert refused(capsys, "value", "--tree", "-").startswith("standard input: line 1, column ")


def test_output_that_cannot_be_encoded_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert cli.main(["value", "^", "--unicode"]) == 2
    assert capsys.readouterr().err == "mokusan: standard output takes ascii only, not '\\u2191'\n"


README = Path(__file__).parents[3] / "gtpengine" / "shell" / "README.md"
EXAMPLES = re.findall(
    r'^\$ mokusan value (?:"(.*)" --steps|--tree - <<END\n([^$]*?)\nEND)\n(.*?)^```',
    README.read_text(encoding="utf-8"), re.M | re.S,
)


@pytest.mark.parametrize(("game", "tree", "answer"), EXAMPLES)
def test_examples_of_the_readme_are_what_is_printed(
    game: str, tree: str, answer: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(tree.encode())))
    assert run(capsys, "value", *([game, "--steps"] if game else ["--tree", "-"])) == answer


def test_the_readme_has_examples() -> None:
    assert len(EXAMPLES) == 2
