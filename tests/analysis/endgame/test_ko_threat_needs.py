"""The ko threats that local games need: kos of known size, colours exchanged, and play without a ko."""

from __future__ import annotations

from fractions import Fraction

import pytest

from analysis.board import BLACK, WHITE
from analysis.endgame import KoThreatNeed, ko_threat_needs
from analysis.region import parse_local
from analysis.region.local_tree import LocalTree, local_tree

F = Fraction


def tree_of(text: str) -> LocalTree:
    local = parse_local(text)
    return local_tree(local.region, local.start)


# diagram; with Black first the threats of Black and White and the points if either has enough; then with White first
NEEDS = [
    ("source 000, before Black takes", ".oo.ooo./##XoX###/###X####", (0, 1, 13, -2), (0, 0, -2, -2)),
    ("source 000, after Black took", ".ooxooo./##X.X###/###X####", (0, 0, 12, 12), (1, 0, 12, -3)),
    ("a third of a point, Black may take", "#XO#/Xo.O/#XO#", (0, 1, 1, 0), (0, 0, 0, 0)),
    ("a third of a point, White may take", "#XO#/X.xO/#XO#", (0, 0, 0, 0), (1, 0, 0, -1)),
]


@pytest.mark.parametrize(("text", "black", "white"), [row[1:] for row in NEEDS], ids=[row[0] for row in NEEDS])
def test_kos_of_known_size(text: str, black: tuple[int, ...], white: tuple[int, ...]) -> None:
    expected = tuple(
        KoThreatNeed(first, row[0], row[1], F(row[2]), F(row[3])) for first, row in ((BLACK, black), (WHITE, white))
    )
    assert ko_threat_needs(tree_of(text)) == expected


@pytest.mark.parametrize("text", [row[1] for row in NEEDS])
def test_colours_exchanged(text: str) -> None:
    found = ko_threat_needs(tree_of(text))
    swapped = ko_threat_needs(tree_of(text.translate(str.maketrans("XOxo", "OXox"))))
    assert found is not None
    assert swapped == tuple(
        KoThreatNeed(need.first.opponent, need.white, need.black, -need.if_white, -need.if_black)
        for need in reversed(found)
    )


def test_no_need_without_a_ko() -> None:
    assert ko_threat_needs(tree_of("#XX#/O.oX/#XX#")) is None
