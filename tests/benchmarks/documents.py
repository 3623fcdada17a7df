"""The examples of the five source documents: what each prints, what is right, and what we answer.

`python -m tests.benchmarks.documents` runs every command and renews the table in README.md beside this file;
`tests/gtpengine/shell/test_documents.py` checks that the table is what the commands answer.
"""

from __future__ import annotations

import contextlib
import io
import json
import shlex
import sys
from pathlib import Path
from typing import NamedTuple

README = Path(__file__).with_name("README.md")
START, END = "<!-- documents -->", "<!-- /documents -->"
HEAD = "| document | example | command | printed there | correction | ours |"


class Example(NamedTuple):
    """An example of a document.

    document -- "000" to "004"
    what     -- the example, by its name there
    command  -- what to type: `mokusan ...`, `echo ... | mokusan ...`, or a test of ours for what no command
               shows; "" for what cannot be repeated
    printed  -- the value printed in the document, or what it says
    right    -- the correction where that is wrong, else ""
    answer   -- a format for the fields of the command's JSON answer; "" for a test
    """

    document: str
    what: str
    command: str
    printed: str
    right: str
    answer: str


VALUE = "{mean}, {temperature}, {kind}"
COOLED = "{cooled}"
RACE = "{total}; Black first {winner_if_black_first}, White first {winner_if_white_first}"


def _cooled(game: str, printed: str, right: str = "") -> Example:
    return Example("002", f"`{game}` cooled by 2", f'mokusan value "{game}" --cool 2', printed, right, COOLED)


def _race(what: str, games: str, printed: str, right: str = "") -> Example:
    return Example("002", what, f'mokusan semeai --games="{games}"', printed, right, RACE)


def _tested(document: str, what: str, test: str, printed: str, right: str = "") -> Example:
    path, name = test.split("::")
    return Example(document, what, f"python -m pytest {path} -k {name}", printed, right, "")


A, B, C, D = "{4|0}", "{6|{4|0}}", "{0|-4}", "{0|{-2|-6}}"

MIAI_COUNTING = [
    Example("000", "gote, node C", 'mokusan value "{3|2}"', "2.5, temperature .5", "", VALUE),
    Example("000", "gote, node A", 'mokusan value "{4|{3|2}}"', "3.25, temperature .75, gote", "", VALUE),
    Example("000", "the sente example", 'mokusan value "{4|{3|-17}}"', "3, miai value 1, White's sente", "", VALUE),
    Example(
        "000", "the same counted as gote, and its child", 'echo "{4|{3|-17}}" | mokusan value --tree -',
        "-1.5 (5.5), -7 (10)", "",
        "{nodes[0][gote][0]} ({nodes[0][gote][1]}), {nodes[2][count]} ({nodes[2][temperature]})",
    ),
    Example(
        "000", "the ko, before and after Black takes", 'echo "A(C(13 A) -2)" | mokusan value --tree -',
        "3 (5), 8 (5)", "", "{nodes[0][count]} ({nodes[0][temperature]}), {nodes[1][count]} ({nodes[1][temperature]})",
    ),
    _tested(
        "000", "Count = whitecount + whitetally * T", "tests/analysis/values/test_facts.py::test_counts_of_trees",
        "2.5 + 1 * .75 = 3.25", "minus: whitetally is -1, 2.5 - (-1)(.75)",
    ),
]  # fmt: skip

THERMOGRAPHS = [
    Example("001", "Spight's game", 'mokusan value "{{-2|-4}|-7}"', "-5, miai value 2", "", VALUE),
    Example(
        "001", "its walls from t = 0, as (t, value)", 'mokusan value "{{-2|-4}|-7}"',
        "max(min(-4, -3-t), -5); min(-7+t, -5)", "footnote 1 has White go to 4: it is -4",
        "({left_wall[0][0]}, {left_wall[0][1]}) ({left_wall[1][0]}, {left_wall[1][1]}) ({left_wall[2][0]}, "
        "{left_wall[2][1]}); ({right_wall[0][0]}, {right_wall[0][1]}) ({right_wall[1][0]}, {right_wall[1][1]})",
    ),
    Example("001", "why averages fail", 'mokusan value "{{4|-4}|-7}"', "-4", "with miai value 3", VALUE),
    Example(
        "001", "Jeff: 6 - t meets t + 3.5, 5, t + 4", 'mokusan value "{6|{{6|4}|2}}"', "5 at t = 1", "", VALUE,
    ),
    Example(
        "001", "his way from the largest t down", 'mokusan value "{{10|5}|{5|0}}"', "5 at t = 2.5",
        "5, temperature -1: take the least t", VALUE,
    ),
    Example(
        "001", "Pauli's rule, means clipped to the replies", 'mokusan value "{6|{{9|1}|-3}}"', "5",
        "7/2: the reply is hot itself", VALUE,
    ),
]  # fmt: skip

RACES = [
    _cooled(A, "2*"), _cooled(B, "4^"), _cooled("{-5|-9}", "-7*"), _cooled("{-5|-8}", "-7 + 1/2"),
    _cooled("{{6|3}|1}", "3 - 1/4"), _cooled("{{5|2}|0}", "1 3/4"), _cooled("{{7|3},5|1}", "3^*"),
    _cooled("{-1|-4}", "-2 1/2", "-5/2"), _cooled("{{0|-4}|-6}", "-4v"), _cooled(D, "-2^"),
    _cooled("{{{{{15|8}|6}|4}|2}|0}", "2{-3|0^3}", "2 + {miny(3)|0^3}"),
    _cooled("{{{10|5}|3}|1}", "3{-1|0}", "3 + {miny(1)|0}"),
    _cooled("{{{11|5}|3}|1}", "3{-2|0}", "3 + {miny(2)|0}"),
    _cooled("{0|{-2|{-4|{-6|-13}}}}", "-2{0^2|+3}", "-2 + {0^2|tiny(3)}"),
    Example("002", "`{0,*|0}`", 'mokusan value "{0,*|0}"', "^*, but not in semeai", "it holds as a game",
            "{canonical}"),
    _tested("002", "cases 1 to 3, rounding", "tests/analysis/semeai/test_race_sum.py::test_races_whose_totals_stay_hot",
            "g is a number, or near one", "g may stay hot, {8|0} is {6|2}: the extreme confused integers count"),
    _race("problem 1", f"{A}; {B}; -7", "-1^*, first player wins"),
    _race("problem 2", f"{A}; {B}; {{-5|-9}}", "-1^, Black can win first"),
    _race("problem 3", f"{A}; {B}; {{-5|-8}}", "-1/2^*, Black can win first"),
    _race(
        "problem 4", "{-5|-8}; {{6|3}|1}; {{{8|5}|3}|1}", "-7/8, Black can win first",
        "the third component is ours, 23/8; the source's is lost",
    ),
    Example(
        "002", "problem 5", "", "-1^ and an arrow, above -1",
        "a component is mis-transcribed: those printed come to -1 and the arrow's game", "",
    ),
    Example(
        "002", "problem 6, adjustment with Black first and with White first", 'mokusan semeai --games="'
        "{{5|2}|0}; {{{{{15|8}|6}|4}|2}|0}; {{{10|5}|3}|1}; {{7|3},5|1}; {{5|2}|0}; 3; -1; {-1|-4}; "
        "{{0|-4}|-6}; {0|-4}; -1; -{{{11|5}|3}|1}; {0|{-2|{-4|{-6|-13}}}}\"",
        "-1 ish, atomic weight -1; Black wins", "confused with -1, above -2, below 0: 0 and -2",
        "{black_adjustment}, {white_adjustment}; Black first {winner_if_black_first}, White first "
        "{winner_if_white_first}",
    ),
    *(
        _race(f"semeai ({number}), {part}", games, total)
        for number, total, rest in (("1", "-1^*", (-7, -1, -3, 3)), ("2", "^*", (-6, 0, -2, 4)),
                                    ("3", "1^*", (-5, 1, -1, 5)))
        for part, games in zip(
            ("A + B", "A + D", "C + B", "C + D"),
            (f"{one}; {two}" + (f"; {fill}" if fill else "") for (one, two), fill in
             zip(((A, B), (A, D), (C, B), (C, D)), rest, strict=True)),
            strict=True,
        )
    ),
    Example(
        "002", "territory of problem 1, White first",
        f'mokusan semeai --games="{A}; {B}; -7" --base="-7; -5;" --win=";;0" --body="0; -26"',
        "33; 32; by moves left over 32, 33, 35", "",
        "{lines[2][territory]}; {lines[3][territory]}; {territory[endings][0][territory]}, "
        "{territory[endings][1][territory]}, {territory[endings][2][territory]}",
    ),
    Example(
        "002", "Glose of B cooled by 1", 'mokusan value "{-8|{-9|-11}}" --cool 1', "-9^ = -13 + 4^", "", COOLED,
    ),
]  # fmt: skip

LOCAL = "{mean}, {temperature}, {kind}"


def _local(what: str, board: str, printed: str, right: str = "") -> Example:
    return Example("003", what, f'echo "{board}" | mokusan local -', printed, right, LOCAL)


CORRIDORS = [
    _local("figure 3, corridor of 3, open at one end", "#XXX#/O...X/#XXX#", "penetrated by 3/4: 2 - 3/4"),
    _tested(
        "003", "figure 3, its points", "tests/analysis/endgame/test_corridor_strips.py::test_control_of_each_point",
        "0, 1/2, 3/4",
    ),
    _local("section 2.5, corridor of 4", "#XXXX#/O....X/#XXXX#", "penetrated by 7/8: 3 - 7/8"),
    _local("figure 4, corridor of 5, open at both ends", "#XXXXX#/O.....O/#XXXXX#", "5/4"),
    _tested(
        "003", "its points", "tests/analysis/endgame/test_corridor_strips.py::test_control_of_each_point",
        "-1/4, 9/16, 5/8, 9/16, -1/4",
    ),
    _local(
        "section 2.5, corridor of 6, open at both ends", "#XXXXXX#/O......O/#XXXXXX#",
        "penetrated by 15/8, 2^-3 less than twice one end", "2^-4 less: 2(1 - 2^-5) - 15/8 = 1/16",
    ),
    _local(
        "figure 5a, width two, one entry", "#XXXXXXX/OO.....X/O......X/#XXXXXXX", "penetrated by 59/32",
        "239/128: 8 - 785/128, on a board reconstructed from the text",
    ),
    _local(
        "figure 5b, width two, both entries", "XXXXXXX/O.....X/O.....X/XXXXXXX", "6, White's sente",
        "both: the count is 6 either way. White's move gains 1 and leaves a move that gains 1 too, as large as itself "
        "and not larger: it may be answered, as sente, or not, as gote",
    ),
    Example(
        "003", "section 2.6, figure 5b if White's move were gote", 'mokusan value "{7|8-239/64}"',
        "penetrated by 75/32", "303/128 = 8 - 721/128, with 239/64 for 59/16", "{mean}",
    ),
]  # fmt: skip

CONTROL = [
    Example("003", "2.6, the difference of the largest move", 'mokusan value "{8|-8}"', "to be doubled",
            "Black first less White first is twice the miai value already, once in sente",
            "{left_stop} and {right_stop}, miai value {temperature}"),
    _tested("003", "3.1, the update f and h", "tests/analysis/control/test_paper.py::test_f_is_its_definition",
            "h = 2[e1 - e3]", "h = 4[e1 - e3]"),
    _tested("003", "3.1.1, f(1, 1, 1, x) and f(1, 1, x, y)",
            "tests/analysis/control/test_paper.py::test_printed_special_cases", "as printed"),
    _tested("003", "3.1.1, f increasing", "tests/analysis/control/test_paper.py::test_f_is_symmetric_and_monotone",
            "first product (1 - b)(1 - c)(1 - d)", "(1 + b)(1 + c)(1 + d); true for lambda up to 1"),
    _tested("003", "3.1.1, lambda 0", "tests/analysis/control/test_paper.py::test_two_and_one_friendly_neighbours_"
            "without_lambda", "positive only with three friends", "f(1, 1, 0, 0) = 1/4, f(1, 0, 0, 0) = 1/8"),
    _tested("003", "3.2, colours exchanged", "tests/analysis/control/test_paper.py::test_f_stays_in_range_and_is_odd",
            "f(-a, ..) = f(a, ..)", "= -f(a, ..)"),
    _tested("003", "3.2, corridors and f", "tests/analysis/control/test_paper.py::test_corridor_slope_without_lambda",
            "1 - 2^-(n+1) - 2^-(n+3) + 2^-(2n+4)"),
    _tested("003", "A.1, averaging", "tests/analysis/control/test_averaging.py::test_averaging_converges_to_the_line",
            "L falls by (b0 - b1)^2 / 2 + ..", "by / 4 each, equality missing"),
    Example(
        "003", "figures 2 and 6 to 10, on the record shipped here",
        "mokusan figure tests/data/mokusan-gnugo.sgf --move 60 --svg tests/data/figure.svg",
        "W+12.75, W+0.11, B+6.65, W+26.48, W+27.03",
        "not to be repeated: the game is in no collection that could be found", "",
    ),
]  # fmt: skip

BOARDS = [
    Example("004", "the fair komi of a small board", "mokusan solve 3x3", "proved up to 5x5, not given", "9 on 3x3",
            "{value}"),
    Example("004", "not all situations have a solution: endless play drawn", "mokusan solve 2x2",
            "none for some kos", "0",
            "{value}"),
    Example("004", "the same with endless play won by Black", "mokusan solve 2x2 --endless won", "-", "",
            "{value}"),
    Example("004", "the same under superko", "mokusan solve 2x2 --ko positional", "-", "1", "{value}"),
]  # fmt: skip

EXAMPLES = MIAI_COUNTING + THERMOGRAPHS + RACES + CORRIDORS + CONTROL + BOARDS


def ours(example: Example) -> str:
    """Return our answer: the fields of the command's JSON, or that a test has it."""
    if not example.command:
        return "not repeated"
    if not example.answer:
        return "drawn below" if example.command.startswith("mokusan figure") else "tested"
    return example.answer.format(**json_answer(example.command))


def json_answer(command: str) -> dict[str, object]:
    """Run `mokusan ...` or `echo TEXT | mokusan ...` with --json in this process and return its answer.

    Raises RuntimeError if it fails.
    """
    from gtpengine.cli import main

    text, _, words = command.rpartition(" | ")
    given = shlex.split(text)[1] + "\n" if text else ""
    output, before = io.StringIO(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()))
    try:
        with contextlib.redirect_stdout(output):
            status = main([*shlex.split(words)[1:], "--json"])
    finally:
        sys.stdin = before
    if status:
        raise RuntimeError(f"{command}: exit status {status}")
    answer: dict[str, object] = json.loads(output.getvalue())
    return answer


def table() -> str:
    """Return the table in Markdown, every command run."""
    rows = [HEAD, "|" + "---|" * HEAD.count(" | ") + "---|"]
    for example in EXAMPLES:
        cells = (
            example.document, example.what, f"`{example.command}`" if example.command else "-", example.printed,
            example.right, ours(example),
        )  # fmt: skip
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows)


def written_table() -> str:
    """Return the table as it stands in README.md."""
    return README.read_text(encoding="utf-8").partition(START)[2].partition(END)[0].strip()


def renew() -> None:
    """Write the table into README.md. Raises ValueError if its markers are missing."""
    head, start, rest = README.read_text(encoding="utf-8").partition(START)
    _, end, tail = rest.partition(END)
    if not start or not end:
        raise ValueError(f"{README}: expected the markers {START} and {END}")
    README.write_text(f"{head}{START}\n{table()}\n{END}{tail}", encoding="utf-8")


if __name__ == "__main__":
    renew()
