"""Reports written: the annotated copy of the record, the HTML page, and the command that writes them."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from sgfmill import sgf_grammar

from analysis.board import PASS
from gtpengine import cli
from gtpengine.report import game_report as report_module
from gtpengine.report.game_report import MoveLoss
from gtpengine.report.html_report import embeddable_json, report_page
from gtpengine.report.sgf_report import TERRITORY_THRESHOLD, annotated_record
from gtpengine.sgf import load_game
from tests.gtpengine.report.report_games import (
    ENDGAME,
    EVIL,
    MADE_UP,
    OPENING,
    ORDER,
    READ,
    RECTANGLE,
    SETUPS,
    TWO_IN_A_NODE,
    Capture,
    hostile,
    made_up,
    quick,
    reported,
)

# -- comments ---------------------------------------------------------------------------------------------------------


def comments_of(data: bytes) -> list[list[str]]:
    """Return the lines of the comments of the main line."""
    return [sgf_grammar.text_value(b"".join(node.get("C", []))).decode().splitlines() for node in nodes(data)]


def test_comments_of_made_up_facts() -> None:
    root, *moves = comments_of(annotated_record(made_up()))
    assert root[0].endswith(": B+1.00 with komi, Black wins 97 in 100")
    assert root[1:] == [
        "Best for White, and what each gains: A pass 5.0, B A8 4.0, C B8 3.0",
        "Critical: W E5, read: a ] and a \\ in it", "a note ]",
        "Hottest endgames, miai value by territory, by area one more:",
        "A7 B7 C7 D7 E7 F7 G7 H7 ...: miai 3/2, count 2, gote, B A7, W B7, exact",
        "A6 B6 C6 D6 E6 F6 G6 H6: miai 3/2, count 2, gote, B B6, exact",
        "A5: miai 3/2, count 2, gote, B A5, W A5, exact", "B5: miai 3/2, count 2, gote, B B5, W B5, exact",
        "C5: miai 3/2, count 2, gote, B C5, W C5, exact", *ORDER,
    ]
    assert [lines[0] for lines in moves] == [
        "Move 1, W F8: lost 0.3; we prefer D8, which gains 7.0, not 6.7", "Move 2, B F8: what we prefer, too",
        "Move 3, W F8: lost 0.1; we prefer D8, which gains 7.0, not 6.9",
        "Move 4, B F8: lost 2.5; we prefer D8, which gains 7.0, not 4.5",
    ]
    chances = [lines[1].partition("Black wins ")[2] for lines in moves[:3]]
    assert chances == ["more than 99 in 100", "less than 1 in 100", "50 in 100"]
    by_territory = comments_of(annotated_record(made_up(MADE_UP.replace(b"Chinese", b"Japanese"))))
    assert "Hottest endgames, miai value by territory:" in by_territory[0]


def test_labels_of_made_up_facts() -> None:
    """Letters are on the best moves but not on a pass, miai values on the move of the side to move, else of the other;
    the circle at B8 gets no label."""
    root, moved, *_ = nodes(annotated_record(made_up(MADE_UP.replace(b"CR[bb]", b"CR[bb]LB[ii:1]"))))
    assert root["LB"] == [b"ii:1", b"ab:B", b"bc:3/2", b"bd:3/2", b"ae:3/2", b"be:3/2", b"ce:3/2"]
    assert moved["LB"] == [b"ab:B", b"bb:C", b"ac:3/2", b"bd:3/2", b"ae:3/2", b"be:3/2", b"ce:3/2"]


def test_labels_avoid_marked_points_only() -> None:
    """A rectangle marks all its points; the text of a label and values that are no points mark none."""
    marks = b"LB[ii:ab][hh:be]MA[be:ce]TR[zz][a]"
    root = nodes(annotated_record(made_up(MADE_UP.replace(b"CR[bb]", marks))))[0]
    assert root["LB"][2:] == [b"ab:B", b"bb:C", b"bc:3/2", b"bd:3/2", b"ae:3/2"]


def test_settled_regions_are_no_endgames_and_no_number_is_minus_zero() -> None:
    report = made_up()
    facts = report.facts[0]
    settled = tuple(place._replace(miai="-1", black=(), white=()) for place in facts.local_games)
    best = (facts.best[0]._replace(gain=-0.04),)
    loss = MoveLoss(0.1, facts.best[1]._replace(gain=-0.01), facts.best[2]._replace(gain=-0.03))
    report.facts[0] = replace(facts, local_games=settled, order=(), best=best, loss=loss, score_with_komi=-0.001)
    written = annotated_record(report)
    root, moved, *_ = comments_of(written)
    critical = ["Critical: W E5, read: a ] and a \\ in it", "a note ]"]
    assert root[1:] == ["Best for White, and what each gains: A pass 0.0", *critical]
    assert moved[0] == "Move 1, W B8: lost 0.1; we prefer A8, which gains 0.0, not 0.0"
    assert nodes(written)[0]["SBKS"] == [b"0.00"]


def test_the_page_of_made_up_facts() -> None:
    """It lists moves that lost at least a tenth of a point, the worst first; the komi includes two handicap points."""
    report = made_up()
    assert [(number, lost.points) for number, lost in report.worst(9)] == [(4, 2.5), (1, 0.3)]
    text = report_page(report, 0)
    table = re.findall(r"<tr><th scope=.row.>.*?</tr>", text.partition('id="worst"')[2])
    assert [re.sub(r"(<[^>]*>)+", " ", row).split() for row in table] == [
        ["4", "F8", "2.5", "D8", "7.0", "W+5.0"], ["1", "F8", "0.3", "D8", "7.0", "W+5.0"]]
    assert [re.findall(r'disc (\w+)"', row) for row in table] == [["black"], ["white"]]
    assert re.search(r"komi\W+6\.5 and 2 for the handicap\b", re.sub(r"<[^>]*>", " ", text))
    assert "Ada 3d" in text
    assert "Ben 5k" in text
    data = data_of(text)
    assert (data["area"], data["komi"]) == (True, "6.5 and 2 for the handicap")
    assert data["facts"][3]["l"] == [2.5, 14, 4.5, 0]
    assert (data["chains"][0][6:8], data["facts"][0]["b"][:2]) == ([41, 42], [[PASS, 5.0], [9, 4.0]])


# -- SGF ---------------------------------------------------------------------------------------------------------------


def nodes(data: bytes) -> list[dict[str, list[bytes]]]:
    return list(sgf_grammar.main_sequence_iter(sgf_grammar.parse_sgf_game(data)))


def flat(tree: Any) -> Any:
    """Return a tree as nested lists."""
    return [dict(node) for node in tree.sequence], [flat(child) for child in tree.children]


@pytest.mark.parametrize("data", [OPENING, SETUPS, TWO_IN_A_NODE, RECTANGLE])
def test_the_copy_has_the_same_game(data: bytes) -> None:
    written = annotated_record(quick(data, 1))
    before, after = load_game(data), load_game(written)
    assert after.positions == before.positions
    assert (after.komi, after.rules, after.moves) == (before.komi, before.rules, before.moves)


def test_existing_properties_variations_and_games_are_kept() -> None:
    data = ("(;FF[4]GM[1]SZ[9]CA[GB2312]KM[6.5]XY[odd\\]one][two]C[王\\] said]PB[柯洁];B[ee]LB[cc:1]TR[gg]"
            "SBKV[12.34];W[cc]TB[aa](;B[gg];W[gc])(;B[cg]C[here])(;B[gc](;W[ff]N[x])(;W[dd])))(;SZ[5];B[cc])")
    raw = data.encode("gb2312")
    written = annotated_record(quick(raw, 1))
    trees, before = sgf_grammar.parse_sgf_collection(written), sgf_grammar.parse_sgf_collection(raw)
    assert flat(trees[1]) == flat(before[1])
    assert [flat(child) for child in trees[0].children[1:]] == [flat(child) for child in before[0].children[1:]]
    for old, new in zip(nodes(raw), nodes(written), strict=True):
        assert list(new)[: len(old)] == list(old)
        for name, values in old.items():
            if name == "C":
                assert new[name][0].startswith(values[0] + b"\n\n")
            else:
                assert new[name][: len(values)] == values
    played = nodes(written)[1]
    assert played["SBKV"] == [b"12.34"]
    labelled = [value[:2] for value in played["LB"]]
    assert labelled[0] == b"cc"
    assert len(set(labelled)) == len(labelled)
    assert b"gg" not in labelled
    assert nodes(written)[2]["TB"] == [b"aa"]
    assert "TW" not in nodes(written)[2]
    text = sgf_grammar.text_value(nodes(written)[0]["C"][0]).decode("gb2312")
    assert text.startswith("王] said\n\nMokusan ")


@READ
def test_comments_and_markup() -> None:
    report = reported(ENDGAME[:-1] + b";B[])")
    facts = dict(report.facts)
    root, moved = nodes(annotated_record(report))
    comment = sgf_grammar.text_value(root["C"][0]).decode()
    assert "Best for Black, and what each gains: A D7 2.0" in comment
    assert "Critical: W B7, proved: lives or dies by who moves first: D7" in comment
    assert "D7 C7 B7: miai 2, count 2, gote, B D7, W D7, exact" in comment
    assert sgf_grammar.text_value(moved["C"][0]).decode().startswith(
        "Move 1, B pass: lost 2.0; we prefer D7, which gains 2.0, not 0.0\n")
    assert b"dc:A" in root["LB"]
    assert b"ee:5/4" in root["LB"] or b"de:5/4" in root["LB"]
    assert float(root["SBKV"][0]) == pytest.approx(100 * (facts[0].winrate or 0), abs=0.01)
    assert float(root["SBKS"][0]) == pytest.approx(facts[0].score_with_komi, abs=0.01)
    stones = report.record.position(0).stones
    grid = report.grid
    for name, sign in (("TB", 1), ("TW", -1)):
        points = [grid.at(value[1] - 97, value[0] - 97) for value in root[name]]
        sure = [point for point in range(81) if sign * facts[0].control[point] >= TERRITORY_THRESHOLD]
        assert points == [point for point in sure if stones[point] != sign]
    assert grid.point("G3") in [grid.at(value[1] - 97, value[0] - 97) for value in root["TW"]]  # a dead stone


# -- the page ----------------------------------------------------------------------------------------------------------


class Elements(HTMLParser):
    """The elements of a page with their attributes, the contents of its scripts and styles, and its title."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.inside = ""
        self.title = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.inside = tag
        if tag in ("script", "style"):
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside in ("script", "style"):
            self.scripts[-1] += data
        elif self.inside == "title":
            self.title += data


def data_of(text: str) -> Any:
    return json.loads(Elements(text).scripts[1])


def test_the_page_loads_nothing_and_allows_no_other_script() -> None:
    text = report_page(quick(OPENING), 0)
    elements = Elements(text)
    assert not [attrs for _, attrs in elements.found if {"src", "style", "onclick", "onload"} & set(attrs)]
    assert all((attrs.get("href") or "#").startswith("#") for _, attrs in elements.found)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|url\((?!#)|innerHTML|eval\(", text)
    policy = next(attrs["content"] for tag, attrs in elements.found if attrs.get("http-equiv"))
    assert policy is not None
    style, _, script = elements.scripts
    for kind, body in (("script", script), ("style", style)):
        digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")


def test_the_data_of_the_page_match_the_report() -> None:
    """Boards from their changes, ownership from its digits, moves, captures and comments."""
    report = quick(SETUPS, 2)
    data = data_of(report_page(report, 3))
    assert (data["size"], data["open"], len(data["steps"])) == ([9, 9], 3, 7)
    board = [0] * 81
    for number, (move, changes, taken, comment) in enumerate(data["steps"]):
        for point, color in changes:
            board[point] = color
        position = report.record.position(number)
        assert board == position.stones.tolist()
        assert taken == list(position.captures)
        assert comment == report.record.steps[number].comment
        assert move == (None if number == 0 else list(report.record.move(number)))
    assert data["steps"][4][0] == [1, PASS]
    assert [facts["n"] for facts in data["facts"]] == [0, 2, 4, 6]
    for facts in data["facts"]:
        known = report.facts[facts["n"]]
        assert [value - 100 for value in bytes.fromhex(facts["c"])] == list(known.control)
        assert facts["s"] == pytest.approx(known.score_with_komi, abs=0.006)


@READ
def test_shared_items_are_stored_once() -> None:
    report = reported(ENDGAME[:-1] + b";B[dc];W[])")
    data = data_of(report_page(report, 0))
    assert len(data["chains"]) < sum(len(facts["ch"]) for facts in data["facts"])
    for facts in data["facts"]:
        known = report.facts[facts["n"]]
        for number, chain in zip(facts["ch"], known.chains, strict=True):
            row = data["chains"][number]
            assert row[1] == list(chain.points)
            assert data["texts"][row[5]] == chain.reason
        for number, place in zip(facts["pl"], known.local_games, strict=True):
            row = data["places"][number]
            assert (row[2], data["texts"][row[7]]) == (place.miai, place.reason)


def test_nothing_in_json_ends_a_script() -> None:
    text = embeddable_json({"a": EVIL, "b": "\u2028 & ]]>"})
    assert not re.search(r"[<>&\u2028]", text)
    assert json.loads(text) == {"a": EVIL, "b": "\u2028 & ]]>"}


# -- hostile records ---------------------------------------------------------------------------------------------------


def test_hostile_names_and_comments_stay_text() -> None:
    data = hostile()
    report = quick(data)
    text = report_page(report, 7)
    assert len(text) < 10**6
    elements = Elements(text)
    tags = [tag for tag, _ in elements.found]
    assert tags.count("script") == 2
    assert "img" not in tags
    assert "b" in tags  # of our template
    assert elements.title.startswith("</script>")
    assert "{{ 7*7 }}" in elements.title
    known = data_of(text)
    assert known["steps"][1][3] == EVIL
    written = annotated_record(quick(data))
    assert load_game(written).moves == load_game(data).moves
    assert nodes(written)[0]["ZZ"] == nodes(data)[0]["ZZ"]
    assert nodes(written)[0]["C"][0].startswith(nodes(data)[0]["C"][0])
    assert sgf_grammar.text_value(nodes(written)[1]["C"][0]).decode().startswith(EVIL)


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_bytes(OPENING)
    return path


def refused(capsys: Capture, *words: object) -> str:
    assert cli.main(["analyse", *map(str, words)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    return captured.err


def test_reports_do_not_change_what_is_printed(game: Path, tmp_path: Path, capsys: Capture) -> None:
    words = ["analyse", str(game), "--move", "3", "--control-only"]
    assert cli.main(words) == 0
    plain = capsys.readouterr().out
    out, sgf = tmp_path / "out.html", tmp_path / "out.sgf"
    assert cli.main([*words, "--html", str(out), "--sgf", str(sgf), "--every", "5"]) == 0
    assert capsys.readouterr().out == plain
    assert data_of(out.read_text(encoding="utf-8"))["open"] == 3
    assert load_game(sgf).moves == load_game(game).moves
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.sgf", "out.html", "out.sgf"]


def test_bad_options(game: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "--every goes with --html or --sgf" in refused(capsys, game, "--every", 2)
    assert "a whole number of at least 1" in refused(capsys, game, "--html", tmp_path / "x", "--every", 0)
    assert "the same file" in refused(capsys, game, "--html", tmp_path / "x", "--sgf", f"{tmp_path}/./x")
    assert "the same file" in refused(capsys, game, "--sgf", f"{tmp_path}/./game.sgf")
    assert "cannot write: No such file" in refused(capsys, game, "--html", tmp_path / "no" / "x.html")
    assert "cannot write: Is a directory" in refused(capsys, game, "--sgf", tmp_path)
    assert "move: expected 0..10" in refused(capsys, game, "--html", tmp_path / "x", "--move", 99)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    assert "pip install 'mokusan[report]'" in refused(capsys, game, "--html", tmp_path / "x")
    assert [path.name for path in tmp_path.iterdir()] == ["game.sgf"]


def test_an_unreadable_record_is_named_in_the_error(tmp_path: Path, capsys: Capture) -> None:
    """Even if the error is beyond the position that is printed."""
    path = tmp_path / "bad.sgf"
    path.write_text("(;SZ[9];B[aa];W[a9])")
    error = refused(capsys, path, "--sgf", tmp_path / "x", "--move", 1)
    assert f"mokusan: {path}: move 2, W: expected a point" in error


def test_a_notice_reports_broken_text_after_the_first_game(tmp_path: Path, capsys: Capture) -> None:
    path, out = tmp_path / "two.sgf", tmp_path / "out.sgf"
    path.write_text("(;SZ[9];B[ee])(;SZ[9];B[ee")
    assert cli.main(["analyse", str(path), "--control-only", "--sgf", str(out)]) == 0
    assert capsys.readouterr().err.splitlines()[:2] == [
        f"mokusan: {path}: line 1, column 24: B: the value does not end",
        f"mokusan: {path}: line 1, column 27: the record ends early: it is read to there"]
    assert len(load_game(out).moves) == 1


def test_an_illegal_move_is_in_the_report(tmp_path: Path, capsys: Capture) -> None:
    path, out = tmp_path / "game.sgf", tmp_path / "out.sgf"
    path.write_text("(;SZ[9];B[aa];W[aa];B[ee])")
    assert cli.main(["analyse", str(path), "--control-only", "--sgf", str(out)]) == 0
    assert capsys.readouterr().err.splitlines()[:1] == [
        f"mokusan: {path}: move 2, W A9: illegal (occupied): it is played as it stands"]
    assert load_game(out).positions == load_game(path).positions


@pytest.mark.parametrize(("encoding", "name"), [("shift_jis", "ソ能表"), ("big5", "功許"), ("gb18030", "柯洁"),
                                                ("utf-16", "目算"), ("euc_kr", "이창호")])
def test_the_copy_is_in_the_encoding_of_the_record(tmp_path: Path, encoding: str, name: str) -> None:
    path, out, page = tmp_path / "game.sgf", tmp_path / "out.sgf", tmp_path / "out.html"
    path.write_bytes(f"(;SZ[9]CA[{encoding}]PB[{name}];B[ee]C[{name}];W[cc])".encode(encoding))
    assert cli.main(["analyse", str(path), "--control-only", "--sgf", str(out), "--html", str(page)]) == 0
    assert f"PB[{name}]" in out.read_bytes().decode(encoding)
    assert name in page.read_text(encoding="utf-8")
    assert load_game(out).positions == load_game(path).positions


def test_an_interrupt_leaves_no_partial_files(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    old = tmp_path / "old.html"
    old.write_text("as it was")
    monkeypatch.setattr(report_module, "game_report", interrupted)
    assert cli.main(["analyse", str(game), "--html", str(old), "--sgf", str(tmp_path / "new.sgf")]) == 130
    assert old.read_text() == "as it was"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.sgf", "old.html"]


def test_progress_counts_positions(
    game: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gtpengine.files.progress._SECONDS_BETWEEN", (0.0, 0.0))
    assert cli.main(["analyse", str(game), "--html", str(tmp_path / "x"), "--every", "5", "--control-only"]) == 0
    lines = [line for line in capsys.readouterr().err.splitlines() if "evaluated" in line]
    assert len(lines) == 3
    assert lines[1].endswith("1 of 3 positions of 10 moves evaluated")
