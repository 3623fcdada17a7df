"""Figures of the sources, read from text: notation, canonical forms, miai trees, kos; and a comparison with pycgt."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest

from analysis.values import (
    KoError,
    NotationError,
    TreeError,
    Value,
    chill,
    evaluate_tree,
    format_tree,
    format_value,
    game,
    ko_chain,
    mean,
    multiples,
    number,
    parse,
    parse_tree,
    temperature,
    tiny,
)
from tests.analysis.values import plain
from tests.positions import SHARED

FACTS = SHARED / "data" / "facts.json"
F = Fraction


@pytest.mark.skipif(not FACTS.exists(), reason="no facts.json beside the project")
def test_values_of_all_games_and_boards_in_facts() -> None:
    """Canonical forms are printed as in FACTS; means, temperatures, stops and chilled values agree."""
    facts = json.loads(FACTS.read_text())
    for row in facts["games"]:
        value = parse(row["game"])
        assert format_value(value) == row["canonical"], row["source"]
        assert (str(mean(value)), str(temperature(value))) == (row["mean"], row["temp"]), row["source"]
        assert (str(value.left_stop), str(value.right_stop)) == (row["lstop"], row["rstop"]), row["source"]
    checked = 0
    for row in facts["boards"]:
        if "see" in row["value"] or "long" in row["value"]:
            continue
        value = parse(row["value"])
        assert format_value(value) == row["value"], row["name"]
        assert (str(mean(value)), str(temperature(value))) == (row["mean"], row["temp"]), row["name"]
        if row["chilled"] and "see" not in row["chilled"]:
            assert chill(value) is parse(row["chilled"]), row["name"]
            assert format_value(chill(value)) == row["chilled"], row["name"]
        checked += 1
    assert checked >= 49


@pytest.mark.parametrize(("unicode", "bars"), [(False, False), (True, False), (False, True), (True, True)])
def test_formatted_values_parse_back(unicode: bool, bars: bool) -> None:
    rng = random.Random(14)
    for _ in range(300):
        value = plain.value(plain.random_tree(rng, 4)) + number(F(rng.randint(-8, 8), 4))
        assert parse(format_value(value, unicode=unicode, bars=bars)) is value
    for text in ("3^2*", "-4v", "v3*2", "tiny(5)", "4+{0|tiny(1)}", "361.tiny(5)", "1000000", "{8|-8}", "5/8*"):
        assert parse(format_value(parse(text), unicode=unicode, bars=bars)) is parse(text)


SAME = [
    ("{6||4|0}", "{6|{4|0}}"), ("{4|2||0}", "{{4|2}|0}"), ("4|||3||2|1", "{4|{3|{2|1}}}"), ("+-1", "{1|-1}"),
    ("±3", "{3|-3}"), ("2½", "5/2"), ("0.5", "1/2"), ("⇑", "^2"), ("^^*", "^2*"), ("-^", "v"), ("-4v", "-4+v"),
    ("3.{2|0}", "{2|0}+{2|0}+{2|0}"), ("-{4|{3|2}}", "{{-2|-3}|-4}"), ("{5|}", "6"), ("{|}", "0"),
    (" { 1 , 0 | * } ", "{1|*}"),
]


@pytest.mark.parametrize(("text", "other"), SAME)
def test_equivalent_notations(text: str, other: str) -> None:
    assert parse(text) is parse(other)


WRONG = [
    ("", 1, "expected a game, got the end"), ("{", 2, "got the end"), ("{1|", 4, "got the end"),
    ("{1|2}}", 6, "got '}'"),
    ("1/3", 1, "1/3 is not dyadic"), ("1/0", 1, "must not be 0"), ("3x", 2, "got 'x'"), ("*1001", 2, "at most 127"),
    ("{" * 10**7, 100001, "at most 100000 characters"), ("9" * 10**6, 100001, "at most 100000 characters"),
    ("{" * 99_999, 100_000, "got the end"),
]


@pytest.mark.parametrize(("text", "column", "words"), WRONG, ids=[row[2] + str(i) for i, row in enumerate(WRONG)])
def test_notation_errors_are_one_line_with_the_column(text: str, column: int, words: str) -> None:
    with pytest.raises(NotationError, match=words) as raised:
        parse(text)
    assert raised.value.column == column
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 200


def test_many_copies_of_tiny_are_formatted_and_parsed() -> None:
    copies = 361 * tiny(5)
    assert format_value(copies) == "361.tiny(5)"
    assert parse("361.tiny(5)") is copies


def test_canonical_forms_agree_with_pycgt() -> None:
    """The options of 2,000 random games."""
    pycgt: Any = pytest.importorskip("pycgt")
    rng = random.Random(15)
    known: dict[Any, Value] = {}

    def theirs(tree: plain.Tree) -> Any:
        return pycgt.game([theirs(option) for option in tree[0]], [theirs(option) for option in tree[1]])

    def ours(other: Any) -> Value:
        if other not in known:
            known[other] = game(map(ours, other.left), map(ours, other.right))
        return known[other]

    for _ in range(2000):
        tree = plain.random_tree(rng, 3)
        value, other = plain.value(tree), pycgt.canonical(theirs(tree))
        assert {ours(option) for option in other.left} == set(value.left)
        assert {ours(option) for option in other.right} == set(value.right)
        assert (len(other.left), len(other.right)) == (len(value.left), len(value.right))


# tree, then count, temperature and label of its root; source 000 and FACTS 2
TREES = [
    ("(3 2)", F(5, 2), F(1, 2), "gote"), ("(4 (3 2))", F(13, 4), F(3, 4), "gote"),
    ("A(4, C(3, -17))", F(3), F(1), "White sente"), ("{4|{3|2}}", F(13, 4), F(3, 4), "gote"),
    ("{{-2|-4}|-7}", F(-5), F(2), "gote"), ("{{4|-4}|-7}", F(-4), F(3), "Black sente"),
    ("{5|{4|2}}", F(4), F(1), "ambiguous"), ("{{10|5}|{5|0}}", F(5), F(-1), "number"),
    ("{6|{{9|1}|-3}}", F(7, 2), F(5, 2), "reversal"), ("{2|3}", F(5, 2), F(-1, 2), "number"),
]


@pytest.mark.parametrize(("text", "count", "temperature", "label"), TREES, ids=[row[0] for row in TREES])
def test_counts_of_trees(text: str, count: Fraction, temperature: Fraction, label: str) -> None:
    tree = parse_tree(text)
    rows = evaluate_tree(tree)
    assert (rows[0].count, rows[0].temperature) == (count, temperature)
    assert label in format_tree(tree, rows).splitlines()[0]
    assert not any("Black sente" in str(row.label) and "White sente" in str(row.label) for row in rows)


def test_the_sente_example_is_formatted_with_its_cut() -> None:
    """Source 000: as gote -1.5 (5.5), but the child is -7 (10), so it is sente: -17 is cut out, the count is 3 (1)."""
    tree = parse_tree("(4 (3 -17))")
    first = format_tree(tree, evaluate_tree(tree)).splitlines()[0]
    for figure in ("(1) 3", "-3/2 (11/2)", "-7 (10)", "cut -17"):
        assert figure in first


def test_the_method_of_multiples() -> None:
    """FACTS 3, SL Method of Multiples: the score of n copies is n times the count, up to the temperature."""
    for text, copies, outcome in (("(2 (1 1/2))", 4, None), ("(4 (3 2))", 4, F(13)), ("(3 2)", 2, F(5))):
        tree = parse_tree(text)
        count, temperature = (getattr(evaluate_tree(tree)[0], name) for name in ("count", "temperature"))
        played = multiples(tree, copies)
        for score in played:
            assert abs(score / copies - count) <= temperature / copies
            assert outcome is None or score == outcome


KO = "A\n  B\n    13\n    A\n  -2\n"


@pytest.mark.parametrize("threats", ["neutral", "black", "white"])
def test_the_ko_of_source_000(threats: str) -> None:
    """Temperature 5, counts 3 and 8, whoever has ko threats."""
    tree = parse_tree(KO)
    lines = format_tree(tree, evaluate_tree(tree, threats)).splitlines()
    assert lines[0].startswith("(5) 3  A")
    assert lines[1].strip().startswith("/ (5) 8  B")


def test_kos_counted_by_tally() -> None:
    """Temperature (b - w) / (nb + nw); FACTS 2 and 3: source 000, the third of a point, Spight's approach ko."""
    assert (ko_chain(13, -2, 2, 1).temperature, ko_chain(13, -2, 2, 1).counts) == (5, (-2, 3, 8, 13))
    assert (ko_chain(1, 0, 2, 1).temperature, ko_chain(1, 0, 2, 1).counts) == (F(1, 3), (0, F(1, 3), F(2, 3), 1))
    assert (ko_chain(23, -18, 3, 1).temperature, ko_chain(23, -18, 3, 1).count) == (F(41, 4), F(-31, 4))


BAD_TREES = ["", "(", "(1", "(1 2 3)", "(1 2))", "A\n  A\n", "(1 x", "(" * 10**7, "a\n b\n   c\n  d"]


@pytest.mark.parametrize("text", BAD_TREES)
def test_tree_errors_are_one_line(text: str) -> None:
    with pytest.raises((TreeError, KoError)) as raised:
        evaluate_tree(parse_tree(text))
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 200
