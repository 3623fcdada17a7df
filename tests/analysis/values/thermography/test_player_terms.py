"""Games in the words of players: textbook values, tallies against lines of play, sente of both sides by temperature."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from analysis.values import GameKind, evaluate_tree, ko_terms, parse, parse_tree, player_terms, thermograph
from analysis.values.thermography.player_terms import AmbientRange, FollowUp, double_sente_range

F = Fraction

# game, count, miai value, tally, deiri value, kind, whose privilege; the source
TEXTBOOK = [
    ("{3|2}", F(5, 2), F(1, 2), 2, F(1), GameKind.GOTE, None, "source 000"),
    ("{4|{3|2}}", F(13, 4), F(3, 4), 2, F(3, 2), GameKind.GOTE, None, "source 000, gote"),
    ("{4|{3|-17}}", F(3), F(1), 1, F(1), GameKind.WHITE_SENTE, "White", "source 000, sente"),
    ("{{-2|-4}|-7}", F(-5), F(2), 2, F(4), GameKind.GOTE, None, "source 001"),
    ("{{4|-4}|-7}", F(-4), F(3), 1, F(3), GameKind.BLACK_SENTE, "Black", "source 001"),
    ("{1|*}", F(1, 2), F(1, 2), 2, F(1), GameKind.GOTE, None, "corridor a, deiri 1"),
    ("{2|{1|*}}", F(5, 4), F(3, 4), 2, F(3, 2), GameKind.GOTE, None, "corridor b, deiri 1.5"),
    ("{3|{2|{1|*}}}", F(17, 8), F(7, 8), 2, F(7, 4), GameKind.GOTE, None, "corridor c, deiri 1.75"),
    ("{4|{3|{2|{1|*}}}}", F(49, 16), F(15, 16), 2, F(15, 8), GameKind.GOTE, None, "corridor d, deiri 1.875"),
    ("{2|0}", F(1), F(1), 2, F(2), GameKind.GOTE, None, "e, deiri 2"),
    ("5", F(5), F(-1), 0, F(0), GameKind.NUMBER, None, "settled"),
    ("*", F(0), F(0), 2, F(0), GameKind.DAME, None, "dame"),
]


@pytest.mark.parametrize("case", TEXTBOOK, ids=[case[-1] for case in TEXTBOOK])
def test_textbook_values(case: tuple[str, F, F, int, F, GameKind, str | None, str]) -> None:
    terms = player_terms(parse(case[0]))
    found = terms.count, terms.miai_value, terms.tally, terms.deiri_value, terms.kind, terms.privilege
    assert found == case[1:-1]


def test_follow_ups() -> None:
    terms = player_terms(parse("{4|{3|-17}}"))
    assert terms.black == FollowUp(F(4), F(-1))
    assert terms.white == FollowUp(F(-7), F(10))
    assert player_terms(parse("3")).black is None


@pytest.mark.parametrize(("game", "side"), [("{5|{4|2}}", "White"), ("{{2|4}|5}", None), ("{{-2|-4}|-5}", "Black")])
def test_a_follow_up_as_large_as_the_move(game: str, side: str | None) -> None:
    """Answering and not answering come to the same count."""
    assert player_terms(parse(game)).undecided_sente == side
    assert player_terms(parse(game)).privilege is None


def test_what_players_call_double_sente() -> None:
    """Both sides' moves are answered while moves elsewhere gain less than 2; at 5/2 it is gote."""
    terms = player_terms(parse("{{8|4}|{3|-1}}"))
    assert terms.double_sente == AmbientRange(F(0), F(2))
    assert (terms.kind, terms.miai_value, terms.privilege) == (GameKind.GOTE, F(5, 2), None)
    assert player_terms(parse("{4|{3|2}}")).double_sente is None


def test_tallies_and_swings_agree_with_lines_of_play() -> None:
    """The lines of miai counting, in which a move is answered if it leaves something hotter, on random trees."""
    rng = random.Random(5)
    compared = 0
    for _ in range(400):
        text = random_tree(rng, 3)
        root = evaluate_tree(parse_tree(text))[0]
        terms = player_terms(parse(text))
        if root.black is None or root.white is None or terms.miai_value < 0 or terms.kind is GameKind.AMBIGUOUS:
            continue
        if root.black.moves and root.white.moves and terms.miai_value > 0:
            assert terms.tally == root.black.tally - root.white.tally, text
            assert terms.deiri_value == root.black.count - root.white.count, text
            compared += 1
    assert compared > 100


def random_tree(rng: random.Random, depth: int) -> str:
    """Return the text of a game {a|b} with leaves from -9 to 9, higher on Black's side."""
    if not depth or rng.random() < 0.3:
        return str(rng.randint(-9, 9))
    return f"{{{random_tree(rng, depth - 1)}|{random_tree(rng, depth - 1)}}}"


def test_ranges_of_double_sente_against_the_walls_at_many_temperatures() -> None:
    rng = random.Random(7)
    ranges = 0
    for _ in range(100):
        a, b, c, d = sorted((rng.randint(-20, 20) for _ in range(4)), reverse=True)
        graph = thermograph(parse(f"{{{{{a}|{b}}}|{{{c}|{d}}}}}"))
        found = double_sente_range(graph)
        if graph.temperature <= 0:
            assert found is None
            continue
        for step in range(1, 33):
            t = graph.temperature * F(step, 32)
            vertical = graph.left.slope_below(t) == graph.right.slope_below(t) == 0
            if found is None or t > found.high:
                assert not vertical
            elif found.low < t:
                assert vertical
        ranges += found is not None
    assert ranges > 10


def test_a_ko_has_a_tally_of_three() -> None:
    """The ko of source 000: a swing of 15 in three moves."""
    from analysis.endgame import local_value
    from analysis.region import parse_local

    diagram = parse_local(".oo.ooo./##XoX###/###X####")
    terms = ko_terms(local_value(diagram.region, diagram.start).graph)
    assert (terms.count, terms.miai_value, terms.tally, terms.deiri_value) == (F(3), F(5), 3, F(15))
