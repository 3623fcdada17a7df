"""Rule sets and their names (KataGo's words, as front ends send them)."""

from __future__ import annotations

import dataclasses
import itertools

import pytest

from analysis.board import RULE_NAMES, HandicapBonus, Ko, Rules, Scoring, Tax

AREA, TERRITORY = Scoring.AREA, Scoring.TERRITORY
NONE, N, N_1 = HandicapBonus.NONE, HandicapBonus.N, HandicapBonus.N_MINUS_1

# name, scoring, ko, suicide, bonus, tax if it is not the usual one: KataGo's documented rule sets (GTP extensions)
TABLE = [
    ("tromp-taylor", AREA, Ko.POSITIONAL, True, NONE),
    ("chinese", AREA, Ko.SIMPLE, False, N),
    ("chinese-ogs", AREA, Ko.POSITIONAL, False, N),
    ("chinese-kgs", AREA, Ko.POSITIONAL, False, N),
    ("japanese", TERRITORY, Ko.SIMPLE, False, NONE),
    ("korean", TERRITORY, Ko.SIMPLE, False, NONE),
    ("aga", AREA, Ko.SITUATIONAL, False, N_1),
    ("bga", AREA, Ko.SITUATIONAL, False, N_1),
    ("french", AREA, Ko.SITUATIONAL, False, N_1),
    ("new-zealand", AREA, Ko.SITUATIONAL, True, NONE),
    ("nz", AREA, Ko.SITUATIONAL, True, NONE),
    ("goe", AREA, Ko.POSITIONAL, True, NONE),
    ("ing", AREA, Ko.POSITIONAL, True, NONE),
    ("stone-scoring", AREA, Ko.SIMPLE, False, NONE, Tax.ALL),
    ("ancient-area", AREA, Ko.SIMPLE, False, NONE, Tax.ALL),
    ("ancient-territory", TERRITORY, Ko.SIMPLE, False, NONE, Tax.ALL),
]


@pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
def test_named(row: tuple[str, Scoring, Ko, bool, HandicapBonus]) -> None:
    assert Rules.named(row[0]) == Rules(*row[1:])


@pytest.mark.parametrize("name", [row[0] for row in TABLE])
def test_spelling(name: str) -> None:
    words = name.split("-")
    for joint, change in itertools.product(["-", "_", " ", ""], [str.lower, str.upper, str.title]):
        assert Rules.named(change(joint.join(words))) == Rules.named(name)


def test_every_shown_name_is_known_and_all_are_shown() -> None:
    assert len(set(RULE_NAMES)) == len(RULE_NAMES)
    assert {Rules.named(name) for name in RULE_NAMES} == {Rules.named(row[0]) for row in TABLE}


@pytest.mark.parametrize(
    "name",
    [
        *["", "-", "tromp", "my rules", "japanese chess", "x" * 500, "simple", "area", "aga-button"],
    ],
)
def test_refused_names(name: str) -> None:
    """Unknown sets, and one with a button, which we cannot honour."""
    with pytest.raises(ValueError, match="tromp-taylor") as error:
        Rules.named(name)
    assert "\n" not in str(error.value)
    assert "chinese-ogs" in str(error.value)
    assert len(str(error.value)) < 350


def test_defaults() -> None:
    rules = Rules()
    assert (rules.scoring, rules.ko, rules.suicide, rules.handicap_bonus) == (AREA, Ko.SIMPLE, False, NONE)
    assert rules.tax is Tax.NONE
    assert Rules(TERRITORY).tax is Tax.SEKI
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.suicide = True  # type: ignore[misc]
    assert len({Rules(), Rules(), Rules(suicide=True)}) == 2


def test_words_of_the_protocol() -> None:
    assert {s.value for s in Scoring} == {"AREA", "TERRITORY"}
    assert {k.value for k in Ko} == {"SIMPLE", "POSITIONAL", "SITUATIONAL"}
    assert {b.value for b in HandicapBonus} == {"0", "N", "N-1"}


@pytest.mark.parametrize(("bonus", "stones", "points"), [(NONE, 9, 0), (N, 9, 9), (N, 0, 0), (N_1, 9, 8), (N_1, 0, 0)])
def test_bonus(bonus: HandicapBonus, stones: int, points: int) -> None:
    assert bonus.points(stones) == points
