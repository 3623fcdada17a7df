"""Places in the words of players, as text."""

from __future__ import annotations

import pytest

from analysis.values import parse, player_terms
from gtpengine.text.place import term_lines

TEXTS = [
    ("{4|{3|2}}", [
        "deiri value: 3/2, the swing: miai value 3/4 times tally 2", "Black first: count 4, then settled",
        "White first: count 5/2, the follow-up gains 1/2",
    ]),
    ("{4|{3|-17}}", [
        "deiri value: 1, the swing: miai value 1 times tally 1",
        "counted as: White's sente, Black's reverse sente, which gains 1", "Black first: count 4, then settled",
        "White first: count -7, the follow-up gains 10", "privilege: White's, to play here in sente",
    ]),
    ("{5|{4|2}}", [
        "deiri value: 1 with tally 1 as sente, 2 with tally 2 as gote",
        "counted as: White's sente or gote, with the same count: White's move threatens 1, no more than it gains",
        "Black first: count 5, then settled", "White first: count 3, the follow-up gains 1",
    ]),
    ("{{8|4}|{3|-1}}", [
        "deiri value: 5, the swing: miai value 5/2 times tally 2", "Black first: count 6, the follow-up gains 2",
        "White first: count 1, the follow-up gains 2",
        "double sente: so called while moves elsewhere gain less than 2, as either side's move is then answered; "
        "theory has no double sente: at 5/2, where the move is due, it is gote",
    ]),
    ("*", []),
    ("3", []),
]  # fmt: skip


@pytest.mark.parametrize(("game", "lines"), TEXTS, ids=[row[0] for row in TEXTS])
def test_the_words_of_players(game: str, lines: list[str]) -> None:
    assert term_lines(player_terms(parse(game))) == lines
