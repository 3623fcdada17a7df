"""The order in which options are written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from analysis.values.games.forms import game, number
from analysis.values.games.named_games import DOWN, STAR, UP, nimber
from analysis.values.games.option_order import fingerprint, sorted_options

ROOT = Path(__file__).resolve().parents[4]

ORDERED = """
from analysis.values.games.forms import game, number
from analysis.values.games.named_games import STAR, UP, nimber
from analysis.values.games.option_order import fingerprint, sorted_options
padding = [bytearray(size) for size in range({size}, 3000, 7)]
games = [game([nimber(3), UP + UP], [-9]), nimber(4), UP + UP + nimber(6), UP, game([4], [nimber(2)]), nimber(7)]
for options in (games, nimber(5).left):
    print([fingerprint(option).hex() for option in sorted_options(options)])
"""


@pytest.mark.parametrize(("one", "other"), [
    (number(0), STAR), (number(-7), STAR), (game([4], [0]), game([3], [0])), (game([4], [1]), game([4], [0])),
    (STAR, nimber(2)),
])
def test_order_of_pairs(one: object, other: object) -> None:
    assert sorted_options([one, other]) == sorted_options([other, one]) == [one, other]  # type: ignore[list-item]


def test_fingerprints_differ() -> None:
    games = [number(n) for n in range(-5, 5)] + [nimber(n) for n in range(1, 6)] + [UP, DOWN, UP + UP, UP + STAR]
    games += [game([n], [-n]) for n in range(1, 5)] + [game([1], [STAR]), game([STAR], [-1])]
    assert len({fingerprint(value) for value in games}) == len(games)


def test_the_order_is_the_same_in_every_run() -> None:
    """Options are stored in the order of their addresses, which differ from run to run."""
    runs = [subprocess.run(
        [sys.executable, "-c", ORDERED.format(size=size)], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout for size in (1, 2999)]
    assert runs[0] == runs[1]
    assert len(runs[0]) > 200


def test_fingerprint_of_a_game_ten_thousand_moves_deep() -> None:
    value = STAR
    for n in range(1, 10001):
        value = game([n], [value])
    assert len(fingerprint(value)) == 16
