"""The syntax of SGF: what sgfmill parses is parsed the same; everything else ends soon, and in little memory."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill import sgf_grammar

from gtpengine.records.sgf_error import SgfError, line_and_column
from gtpengine.records.sgf_parser import GameTree, main_line, parse_game, parse_games
from gtpengine.records.sgf_values import escaped_text, plain_text
from tests.positions import SHARED

Tree = tuple[list[dict[str, list[str]]], list[object]]

IDENTS = st.sampled_from(["B", "W", "C", "AB", "LB", "SiZe", "ZZ"])
VALUES = st.text(alphabet="ab []\\;()\n:", max_size=6)


def ours(tree: GameTree) -> Tree:
    return [dict(node) for node in tree.nodes], [ours(child) for child in tree.variations]


def theirs(tree: sgf_grammar.Coarse_game_tree) -> Tree:
    nodes = [{name: [value.decode() for value in node[name]] for name in node} for node in tree.sequence]
    return nodes, [theirs(child) for child in tree.children]


def escaped(value: str) -> str:
    """Return a value as a careful program writes it: all brackets escaped."""
    return value.replace("\\", "\\\\").replace("]", "\\]").replace("[", "\\[")


@st.composite
def records(draw: st.DrawFn, depth: int = 3) -> str:
    """Return a valid tree: no move twice in one node, nodes before variations, no variation without nodes."""
    nodes = []
    for _ in range(draw(st.integers(1, 3))):
        idents = draw(st.lists(IDENTS, unique=True, max_size=3))
        values = [draw(st.lists(VALUES, min_size=1, max_size=1 if ident in "BW" else 3)) for ident in idents]
        properties = [
            ident + "".join(f"[{escaped(value)}]" for value in group)
            for ident, group in zip(idents, values, strict=True)
        ]
        nodes.append(";" + draw(st.sampled_from(["", " ", "\n"])) + "".join(properties))
    children = [draw(records(depth - 1)) for _ in range(draw(st.integers(0, 2)))] if depth else []
    return f"({''.join(nodes)}{''.join(children)})"


@given(records())
def test_valid_records_are_parsed_as_sgfmill_parses_them(text: str) -> None:
    notices: list[str] = []
    (tree,) = parse_games(text, notices.append)
    assert ours(tree) == theirs(sgf_grammar.parse_sgf_game(text.encode()))
    assert notices == []
    assert main_line(text, notices.append) == list(tree.main_line())
    parsed = parse_game(text, notices.append)
    assert parsed is not None
    assert parsed[1] == len(text)


@given(st.lists(records(depth=1), min_size=1, max_size=3), st.text(alphabet="x \n"))
def test_collections(games: list[str], between: str) -> None:
    trees = parse_games(between.join(games), lambda _: None)
    assert [ours(tree) for tree in trees] == [theirs(sgf_grammar.parse_sgf_game(game.encode())) for game in games]


SUITES = SHARED / "data" / "suites"


@pytest.mark.skipif(not SUITES.exists(), reason="no suites beside the project")
def test_records_of_the_suites_as_sgfmill_parses_them() -> None:
    paths = sorted(SUITES.rglob("*.sgf"))
    assert len(paths) > 300
    for path in paths:
        data, notices = path.read_bytes(), list[str]()
        (tree, *_) = parse_games(data.decode("latin-1"), notices.append)
        want = list(sgf_grammar.main_sequence_iter(sgf_grammar.parse_sgf_game(data)))
        nodes = tree.main_line()
        found = [{name: [value.encode("latin-1") for value in node[name]] for name in node} for node in nodes]
        assert found == want, path
        assert notices == [], path


@given(st.text(alphabet="ab\\]\n\r\t:"))
def test_text_values_are_those_of_sgfmill(text: str) -> None:
    assert plain_text(text) == sgf_grammar.text_value(text.encode()).decode()
    assert escaped_text(text) == sgf_grammar.escape_text(text.encode()).decode()


@given(st.text(alphabet="(;)[]\\BWCab \n-", max_size=60))
def test_any_text_is_a_tree_or_an_error(text: str) -> None:
    notices: list[str] = []
    try:
        nodes = main_line(text, notices.append)
    except SgfError as error:
        assert error.offset is not None
        assert str(error).startswith("not a game record")
        return
    assert nodes == list(parse_games(text, lambda _: None)[0].main_line())
    assert all("\n" not in line and line.startswith("line ") for line in notices)


SIZE = 1_000_000

HOSTILE = {
    "a huge comment": "(;C[" + "x" * SIZE + "])",
    "backslashes": "(;C[" + "\\" * SIZE,
    "opening brackets": "(;" + "[" * SIZE,
    "closing brackets": "(;" + "]" * SIZE,
    "letters": "(;" + "A" * SIZE,
    "blanks": "(;" + " " * SIZE + "B[aa])",
    "comments with brackets": "(;C[" + "[a]x" * (SIZE // 4) + "]",
    "empty brackets": "(;C[" + "[]x" * (SIZE // 3) + "]",
    "junk after values": "(;" + "C[]x" * (SIZE // 4),
    "moves in values": "(;" + "N[;B[aa" * (SIZE // 7) + "]",
    "empty nodes": "(;" + ";" * 400_000 + ")",
    "variations": "(;B[aa]" + "(;W[bb])" * (SIZE // 8) + ")",
    "parentheses after idents": "(;" + "a(" * 50_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_time_grows_with_the_size_only(text: str) -> None:
    """Twice the text takes about twice the time: none of the expressions tries all ways to match."""

    def seconds(part: str) -> float:
        begun = time.process_time()
        main_line(part, lambda _: None)
        return time.process_time() - begun

    half = min(seconds(text[: len(text) // 2]) for _ in range(2))
    assert min(seconds(text) for _ in range(2)) < 10 * half + 0.2


@pytest.mark.parametrize(("text", "message"), [
    ("(;" + "(" * 100_001, "more than 100000 variations inside one another"),
    ("(;" + ";" * 500_001, "more than 500000 nodes in one game"),
])  # fmt: skip
def test_limits(text: str, message: str) -> None:
    with pytest.raises(SgfError, match=message):
        main_line(text, lambda _: None)


def test_notices_are_counted_after_some() -> None:
    notices: list[str] = []
    main_line("(;" + "x;" * 30 + ")", notices.append)
    assert len(notices) == 21
    assert notices[-1] == "10 more places were repaired"


def test_places() -> None:
    assert line_and_column("ab\ncd\n", 4) == "line 2, column 2"
    assert line_and_column("ab", 0) == "line 1, column 1"
