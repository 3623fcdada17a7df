"""Parsing and formatting of values."""

from __future__ import annotations

import json
import pickle
import time
from fractions import Fraction as F
from typing import TypedDict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.values.games.forms import Value, as_value, game
from analysis.values.games.named_games import DOWN, STAR, UP, miny, nimber, switch, tiny, up
from analysis.values.games.notation import NotationError, format_value, parse
from analysis.values.games.printing import MAX_LENGTH
from tests.analysis.values.sum_play.plain_sums import values
from tests.positions import SHARED

FACTS = SHARED / "data" / "facts.json"


class Style(TypedDict):
    unicode: bool
    bars: bool


STYLES: list[Style] = [{"unicode": signs, "bars": bars} for signs in (False, True) for bars in (False, True)]

READ: list[tuple[str, Value | int | F]] = [
    # numbers
    ("0", 0), ("17", 17), ("-3", -3), ("−3", -3), (" - 3 ", -3), ("5/2", F(5, 2)), ("-6/4", F(-3, 2)), ("6/3", 2),
    ("0.5", F(1, 2)), ("-2.25", F(-9, 4)), ("½", F(1, 2)), ("2½", F(5, 2)), ("-2⅞", F(-23, 8)), ("1 / 2", F(1, 2)),
    ("007", 7), ("--3", 3), ("1" + "0" * 3999, 10**3999), ("(5)", 5), ("((-5))", -5),
    # stars and ups
    ("*", STAR), ("*0", 0), ("*2", nimber(2)), ("* 2", nimber(2)), ("∗3", nimber(3)), ("^", UP), ("v", DOWN),
    ("^^", up(2)), ("vvv", up(-3)), ("^3", up(3)), ("v2*", up(-2, 1)), ("^*", up(1, 1)), ("^2*3", up(2, 3)),
    ("^0", 0), ("↑", UP), ("↓", DOWN), ("⇑", up(2)), ("⇓*", up(-2, 1)), ("↑3", up(3)), ("↑⇑", up(3)), ("-^", DOWN),
    ("-^2*", up(-2, 1)), ("-*", STAR),
    # a number before them, with a sign of its own (source 002, Problems 4 to 6; FACTS 2)
    ("3^*", 3 + up(1, 1)), ("4^", 4 + UP), ("-7*", -7 + STAR), ("-4v", -4 + DOWN), ("-1/2^*", F(-1, 2) + up(1, 1)),
    ("3^2*", 3 + up(2, 1)), ("3^^*", 3 + up(2, 1)), ("-2^", -2 + UP), ("1*2", 1 + nimber(2)), ("2½*", F(5, 2) + STAR),
    ("0^", UP), ("0*2", nimber(2)), ("-13 + 4^", -9 + UP), ("0 - 4v", -4 + UP), ("--4v", 4 + UP), ("-(4v)", -4 + UP),
    # tiny and miny
    ("tiny(2)", tiny(2)), ("tiny2", tiny(2)), ("miny 3", miny(3)), ("tiny3/2", tiny(F(3, 2))), ("⧾2", tiny(2)),
    ("⧿½", miny(F(1, 2))), ("+_2", tiny(2)), ("-_3/2", miny(F(3, 2))), ("tiny({2|15/8})", tiny(switch(2, F(15, 8)))),
    ("tiny{2|1}", tiny(switch(2, 1))), ("-tiny2", miny(2)), ("3+_2", 3 + tiny(2)), ("3-_2", 3 + miny(2)),
    ("3 - -_2", 3 + tiny(2)), ("tiny(0)", UP), ("tiny(^)", tiny(UP)),
    # switches
    ("±3", switch(3)), ("+-3", switch(3)), ("±{4|1}", game([switch(4, 1)], [switch(-1, -4)])), ("±0", STAR),
    ("3±2", switch(5, 1)), ("±1±2", switch(1) + switch(2)), ("1 + ±½", 1 + switch(F(1, 2))), ("-±3", switch(3)),
    ("2 + -3", -1), ("±(2^)", game([2 + UP], [-2 + DOWN])), ("4-+-3", 4 + switch(3)),
    # braces and bars
    ("{|}", 0), ("{5|}", 6), ("{|-5}", -6), ("{ 0 | 0 }", STAR), ("{0|1}", F(1, 2)), ("{0||}", 1), ("{||0|}", 0),
    ("{4|{3|2}}", game([4], [switch(3, 2)])), ("{0,*|0}", up(1, 1)), ("{0|0,*}", up(-1, 1)),
    ("{{7|3},5|1}", game([switch(7, 3), 5], [1])), ("{1+2|-^}", game([3], [DOWN])), ("{4∣2}", switch(4, 2)),
    ("{6||4|0}", game([6], [switch(4, 0)])), ("{4|2||0}", game([switch(4, 2)], [0])), ("{0| ||0}", switch(1, 0)),
    ("{4|||3||2|1}", game([4], [game([3], [switch(2, 1)])])), ("{9|||||4|1}", game([9], [switch(4, 1)])),
    ("{4|3||2|1}", game([switch(4, 3)], [switch(2, 1)])), ("{6||4,3|0,*}", game([6], [game([4, 3], [0, STAR])])),
    ("6||4|0", game([6], [switch(4, 0)])), ("8|-8", switch(8)), ("{4|2}|0", game([switch(4, 2)], [0])),
    ("4^|-_1", game([4 + UP], [miny(1)])),
    # copies
    ("3.{2|0}", switch(4, 2)), ("0.{2|0}", 0), ("2.(5)", 10), ("3.^", up(3)), ("2.(^*)", up(2)), ("-3.v2", up(6)),
    ("3.*2", nimber(2)), ("1000.*", 0), ("5.tiny(2)", 5 * tiny(2)), ("4.miny1", -4 * tiny(1)), ("3.±2", switch(2)),
    ("1000.{1|*}", 500), ("3.⧾2", 3 * tiny(2)), ("2 + 3 . ^", 2 + up(3)), ("9.{5|0}", 20 + switch(5, 0)),
    ("7.{6|{4|1}}", 7 * game([6], [switch(4, 1)])), ("2.(3.tiny(2))", 6 * tiny(2)), ("-2.(3.tiny2)", -6 * tiny(2)),
    ("2.tiny({2|1})", 2 * tiny(switch(2, 1))),
    # sums
    ("{2|0}+{2|0}", 2), ("{6|0}-{2|1}+*", switch(6, 0) - switch(2, 1) + STAR), ("2-(3-4)", 3), ("* + *", 0),
    ("{1|*}+{2|{1|*}}+3^", game([1], [STAR]) + game([2], [game([1], [STAR])]) + 3 + UP), ("{2|0}-{2|0}", 0),
    ("*127+*126+*125", nimber(124)), ("+".join(["1/2"] * 3000), 1500), ("(^2+*)-(v+2)", up(3, 1) - 2),
]  # fmt: skip

# In ASCII and, if it differs, in Unicode.
WRITTEN: list[tuple[str, ...]] = [
    ("5/2",), ("-1/2",), ("*",), ("*2",), ("^", "↑"), ("v", "↓"), ("^2", "⇑"), ("v2*", "⇓*"), ("^3*2", "↑3*2"),
    ("3^2*", "3⇑*"), ("-4v", "-4↓"), ("-1/2^*", "-1/2↑*"), ("1*",), ("-7*",),
    ("tiny(2)", "⧾2"), ("miny(3/2)", "⧿3/2"), ("tiny({2|15/8})", "⧾{2|15/8}"), ("tiny(2^)", "⧾(2↑)"),
    ("361.tiny(5)", "361.⧾5"), ("2.miny(1)", "2.⧿1"), ("3+tiny(1)", "3+⧾1"), ("-2+4.miny(3)", "-2+4.⧿3"),
    ("4+{0|tiny(1)}", "4+{0|⧾1}"), ("5+{0|tiny({2|15/8})}", "5+{0|⧾{2|15/8}}"), ("{{6|2+tiny(2)}|-3}", "{{6|2+⧾2}|-3}"),
    ("{8|-8}", "±8"), ("{{4|1}|{-1|-4}}", "±{4|1}"), ("{2^|-2v}", "±(2↑)"), ("{5|1}",), ("{4|{3|2}}",),
    ("{5,{7|3}|1}",), ("{0,{15/4|0}|0}",), ("{{3*|{2*|{1*|0}}}|*}",),
    ("{{4|3}|{2|1}}",),
]  # fmt: skip

BARS: list[tuple[str, str]] = [
    ("{6|{4|0}}", "{6||4|0}"), ("{{4|2}|0}", "{4|2||0}"), ("{4|{3|{2|1}}}", "{4|||3||2|1}"),
    ("{{4|3}|{2|1}}", "{4|3||2|1}"), ("{5|{4|{3|{2|1}}}}", "{5|{4|||3||2|1}}"), ("{5,{7|3}|1}", "{5,{7|3}|1}"),
    ("{6|{5|{4|{3|{2|1}}}}}", "{6||5|{4|||3||2|1}}"), ("{9|{5,{7|3}|1}}", "{9||5,{7|3}|1}"),
    ("{7|4+{0|tiny(1)}}", "{7|4+{0|tiny(1)}}"), ("{0|{0|{0|tiny(1)}}}", "{0|||0||0|tiny(1)}"),
]  # fmt: skip

REFUSED: list[tuple[str, str]] = [
    ("", "column 1: expected a game, got the end"),
    ("  ", "column 3: expected a game, got the end"),
    ("x", "column 1: expected a game, got 'x'"),
    ("tinny(2)", "column 1: expected a game, got 'tinny'"),
    ("+3", "column 1: expected a game, got '+'"),
    ("1 +", "column 4: expected a game, got the end"),
    ("\x07", "column 1: expected a game, got U+0007"),
    ("\ud800", "column 1: expected a game, got U+D800"),
    ("'", "column 1: expected a game, got \"'\""),
    ("٣", "column 1: expected a game, got '٣'"),
    ("1e3", "column 2: expected '+', '-' or the end, got 'e'"),
    ("*^", "column 2: expected '+', '-' or the end, got '^'"),
    ("1)", "column 2: expected '+', '-' or the end, got ')'"),
    # numbers
    ("1/3", "column 1: 1/3 is not dyadic: the denominator must be a power of two"),
    ("{2|- 1 / 6}", "column 6: 1/6 is not dyadic: the denominator must be a power of two"),
    ("0.1", "column 1: 0.1 is not dyadic: the denominator must be a power of two"),
    ("2⅓", "column 1: 2⅓ is not dyadic: the denominator must be a power of two"),
    ("1/0", "column 1: 1/0: the denominator must not be 0"),
    ("1/", "column 3: expected a denominator, got the end"),
    ("1/-2", "column 3: expected a denominator, got '-'"),
    ("1 1", "column 3: expected '+', '-' or the end, got '1': write 5/2 or 2+1/2"),
    ("2 1/2", "column 3: expected '+', '-' or the end, got '1': write 5/2 or 2+1/2"),
    ("½½", "column 2: expected '+', '-' or the end, got '½': write 5/2 or 2+1/2"),
    ("9" * 5000, "column 1: at most 4000 digits are read, got 5000"),
    ("7" * 30 + "/9", f"column 1: {'7' * 24}... is not dyadic: the denominator must be a power of two"),
    # ups and stars
    ("^v", "column 2: expected ups alone or downs alone, got 'v': write a sum"),
    ("^^2", "column 3: expected no number after several ups or downs, got '2': write ^3 or ^^^"),
    ("⇑2", "column 2: expected no number after several ups or downs, got '2': write ^3 or ^^^"),
    ("0^2", "column 2: expected a number other than 0 before ups, or none, got '^': 0^2 may be ^2 or {0|{0|.."),
    ("*128", "column 2: the size of a star must be at most 127, got 128"),
    ("*" + "1" * 50, f"column 2: the size of a star must be at most 127, got {'1' * 24}..."),
    ("^10001", "column 2: the ups must be at most 10000, got 10001"),
    ("3+" + "v" * 20000, "column 1: at most 10000 ups are allowed, got 20000"),
    ("1*2*3", "column 4: expected '+', '-' or the end, got '*'"),
    # what comes before a game
    ("3.", "column 3: expected a game after '3.', got the end"),
    ("3. 5", "column 4: expected a game after '3.', got '5'"),
    ("3.-^", "column 3: expected a game after '3.', got '-'"),
    ("3.^*", "column 3: ^* after a number of copies: put brackets around what is copied"),
    ("1/2.^", "column 4: expected '+', '-' or the end, got '.'"),
    ("1001.{4|1}", "column 6: at most 1000 copies are allowed, got 1001"),
    ("tiny", "column 5: expected a number, '(' or '{' after 'tiny', got the end"),
    ("tiny-2", "column 5: expected a number, '(' or '{' after 'tiny', got '-'"),
    ("±^", "column 2: expected a number, '(' or '{' after '±', got '^'"),
    ("miny(-1)", "column 5: miny is of a game that is at least 0, got -1"),
    ("1+⧾{3|0}", "column 4: tiny is of a game that is at least 0, got {3|0}"),
    ("2+-3", "column 2: expected ± or '+ -' with a space, got '+': +- may be either here"),
    ("2{3|1}", "column 2: expected '+', '-' or the end, got '{': write 2+{..} for a sum, 2.{..} for copies"),
    # brackets and bars
    ("{", "column 2: expected a game or '|', got the end"),
    ("{}", "column 2: expected a game or '|', got '}'"),
    ("{3}", "column 3: expected ',' or '|', got '}'"),
    ("{1|2", "column 5: expected '}' for the '{' of column 1, got the end"),
    ("{1|(2", "column 6: expected ')' for the '(' of column 4, got the end"),
    ("{1|2)", "column 5: expected ',', '|' or '}', got ')'"),
    ("(1|2)", "column 3: expected '+', '-' or ')', got '|'"),
    ("}", "column 1: expected a game, got '}'"),
    ("{1|2|3}", "column 5: a second '|': it is not plain which divides first"),
    ("{1||2|3||4}", "column 8: a second '||': it is not plain which divides first"),
    ("{9|1| |0}", "column 5: a second '|': it is not plain which divides first"),
    ("{,1|}", "column 2: expected a game or '|', got ','"),
    ("{1,,2|}", "column 4: expected a game, got ','"),
    ("{1,|}", "column 4: expected a game, got '|'"),
    ("{0|1,}", "column 6: expected a game, got '}'"),
    ("1,2", "column 2: expected '+', '-' or the end, got ',': options stand in braces"),
    ("|", "column 1: expected a game, got '|'"),
    ("5|", "column 3: expected a game, got the end"),
    ("1+2|3", "column 4: expected no bar beside a sum outside braces, got '|': put braces around the game"),
    ("2|1+3", "column 4: expected no sum beside a bar outside braces, got '+': put braces around the game"),
    # too long, too large
    ("{" * 100_000, "column 100001: expected a game or '|', got the end"),
    ("{" * 10_000_000, "column 100001: at most 100000 characters are read, got 10000000"),
    ("9" * 10_000_000, "column 100001: at most 100000 characters are read, got 10000000"),
    ("{2|0}+^9000", "column 1: this takes too long to work out: a sum of games with 5 and 27005 moves"),
    ("{" + ",".join(f"±{n}" for n in range(1001)) + "|0}",
     "column 1: at most 1000 options are allowed on a side, got 1001"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), READ, ids=[text[:20] for text, _ in READ])
def test_parsing(text: str, value: Value | int | F) -> None:
    assert parse(text) is as_value(value)


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[ascii(text[:20]) for text, _ in REFUSED])
def test_errors_are_one_line_with_a_column_and_found_quickly(text: str, message: str) -> None:
    start = time.process_time()
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert time.process_time() - start < 5  # seconds of CPU, on a slow machine
    assert str(caught.value) == message
    assert message == f"column {caught.value.column}: {caught.value.reason}"
    assert isinstance(caught.value, ValueError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == message


@pytest.mark.parametrize("row", WRITTEN, ids=[row[0] for row in WRITTEN])
def test_formatting(row: tuple[str, ...]) -> None:
    value = parse(row[0])
    assert format_value(value) == row[0]
    assert format_value(value, unicode=True) == row[-1]
    assert parse(row[-1]) is value


@pytest.mark.parametrize(("braces", "bars"), BARS, ids=[bars for _, bars in BARS])
def test_formatting_with_bars(braces: str, bars: str) -> None:
    value = parse(bars)
    assert value is parse(braces)
    assert format_value(value) == braces
    assert format_value(value, bars=True) == bars


@pytest.mark.skipif(not FACTS.exists(), reason="no facts.json beside the project")
def test_values_of_facts_are_formatted_as_printed_there() -> None:
    """FACTS, Tables A and B: every canonical form and chilled value, except two too long to be in the tables."""
    facts = json.loads(FACTS.read_text())
    rows = [(row["game"], row["canonical"]) for row in facts["games"]]
    for row in facts["boards"]:
        rows += [(row[key], row[key]) for key in ("value", "chilled") if row[key] not in ("", "(long)", "see t5.out")]
    assert len(rows) > 100
    for text, canonical in rows:
        assert format_value(parse(text)) == canonical


# FACTS 2: the games of source 002 cooled by 2, as printed there (a - sign before miny is a misprint)
@pytest.mark.parametrize(
    ("printed", "written"),
    [("2*", "2*"), ("4^", "4^"), ("-13/2", "-13/2"), ("3^*", "3^*"), ("-4v", "-4v"), ("3+{miny1|0}", "3+{miny(1)|0}"),
     ("-2+{0||0|tiny3}", "-2+{0|{0|tiny(3)}}"), ("-1/2^*", "-1/2^*"), ("{0,{15/4|0}|0}", "{0,{15/4|0}|0}")],
)
def test_values_of_source_002(printed: str, written: str) -> None:
    assert format_value(parse(printed)) == written


@given(values(max_day=3, most=3))
@settings(max_examples=300, deadline=None)
def test_formatted_text_parses_back(value: Value) -> None:
    for style in STYLES:
        text = format_value(value, **style)
        assert parse(text) is value
        assert parse("-(" + text + ")") is -value
        assert style["unicode"] or text.isascii()


@given(values(max_day=2), values(max_day=2), st.integers(0, 4))
@settings(max_examples=150, deadline=None)
def test_parsed_arithmetic_agrees_with_the_operators(g: Value, h: Value, copies: int) -> None:
    first, second = format_value(g), format_value(h)
    assert parse(f"({first})+({second})") is g + h
    assert parse(f"({first}) - ({second}) - 1") is g - h - 1
    assert parse(f"{copies}.({first})") is copies * g
    assert parse(f"-({first}) ± ({second})") is -g + switch(h)


@given(values(max_day=4), st.integers(0, 60))
@settings(max_examples=150, deadline=None)
def test_truncated_text_is_rejected(value: Value, limit: int) -> None:
    whole = format_value(value)
    text = format_value(value, limit=limit)
    if len(whole) <= limit:
        assert text == whole
    else:
        assert text == whole[:limit] + "..."
        with pytest.raises(NotationError):
            parse(text)


@given(st.text("0123456789/.+-*^v{}|,() ±½↑⇓⧾⧿−tinym_", max_size=40))
@settings(max_examples=500, deadline=None)
def test_any_text_is_parsed_or_rejected_in_one_line(text: str) -> None:
    try:
        value = parse(text)
    except NotationError as error:
        refusal = error
    else:
        assert parse(format_value(value)) is value
        return
    assert 1 <= refusal.column <= len(text) + 1
    assert len(str(refusal).splitlines()) == 1
    assert len(str(refusal)) < 200


def test_expensive_expressions_are_rejected_quickly() -> None:
    """Sums and copies of hot games grow without bound; they are rejected before the work is done."""
    rows = [
        "+".join(f"{{{2**n}|-{2**n}}}" for n in range(1, 40)),
        "1000.{9,{5|4}|{3|{2|-7}}}",
    ]
    for text in rows:
        start = time.perf_counter()
        with pytest.raises(NotationError, match="this takes too long to work out: a sum of games with"):
            parse(text)
        assert time.perf_counter() - start < 30  # seconds, on a slow and busy machine


def test_deep_notation_needs_no_recursion() -> None:
    """A corridor of length 1000 (source 003, 2.4), and other games deeper than Python's recursion limit."""
    corridor = "*"
    for length in range(1, 1000):
        corridor = f"{{{length}|{corridor}}}"
    assert format_value(parse(corridor)) == corridor
    ladder = "{0|" * 3000 + "tiny(1)" + "}" * 3000
    for style in STYLES:
        assert parse(format_value(parse(ladder), **style)) is parse(ladder)
    assert parse("{0|" * 3000 + "*" + "}" * 3000) is up(3000, 1)
    assert parse("(" * 40_000 + "3*" + ")" * 40_000) is 3 + STAR


def test_exponentially_long_text_is_truncated() -> None:
    """Each level of this game contains the previous one twice: the deepest occurs a billion times."""
    value = switch(1)
    for level in range(1, 31):
        value = game([switch(1000 * level, value + 1)], [switch(value - 1, -1000 * level)])
    text = format_value(value)
    assert len(text) == MAX_LENGTH + 3
    assert text.endswith("...")


def test_numbers_too_long_to_parse_are_truncated() -> None:
    assert format_value(10**3999 + UP) == f"{10**3999}^"
    for value in (as_value(10**4000), 10**5000 + UP, 10**5000 + tiny(1)):
        assert format_value(value) == "..."


def test_the_text_does_not_depend_on_the_order_of_construction() -> None:
    """Options are stored in no particular order, but always written in the same."""
    options = [switch(9, n) for n in range(1, 5)] + [as_value(1), game([5], [STAR])]
    texts = {format_value(game(options[n:] + options[:n], [-9])) for n in range(len(options))}
    assert len(texts) == 1
