"""Atomic weights of large games: exact, and soon; `_weight` by options agrees with the names of games."""

from __future__ import annotations

import time

import pytest

from analysis.values.games.atomic_weight import _weight, atomic_weight, remote_star
from analysis.values.games.forms import as_value, followers
from analysis.values.games.notation import parse


@pytest.mark.parametrize(("text", "weight"), [
    ("2" + "^" * 3000, 3000), ("^" * 10_000, 10_000), ("v" * 10_000, -10_000), ("v9999*", -9999), ("*127", 0),
    ("^9999*127", 9999), ("^300+^200*", 500), ("0", 0), ("5/2", 0),
])
def test_weights_of_large_games_take_no_longer(text: str, weight: int) -> None:
    begun = time.process_time()
    found = atomic_weight(parse(text))
    assert time.process_time() - begun < 8  # before: 19 s for 3,000 ups, over 40 for 10,000
    assert found == as_value(weight)


def test_weights_of_nested_ups() -> None:
    assert atomic_weight(parse("{^500*|v500*}")) == parse("{498|-498}")


@pytest.mark.parametrize("ups", range(-12, 13))
@pytest.mark.parametrize("star", range(5))
def test_names_and_options_agree(ups: int, star: int) -> None:
    sign = "^" if ups > 0 else "v"
    value = parse(f"{sign}{abs(ups)}*{star}" if ups and star else f"{sign}{abs(ups)}" if ups else f"*{star}")
    remote = remote_star(value)
    memo = {}
    for position in followers(value):
        position.memo[atomic_weight] = memo[position] = _weight(position, remote)
    assert memo[value] == as_value(ups) == atomic_weight(value)
