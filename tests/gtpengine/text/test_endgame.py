"""Local endgames as text, tables, JSON and graphics."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from analysis.board import BLACK, WHITE, Position
from analysis.endgame import BoardRegion, LocalGame, LocalGames, Unvalued, count_region
from analysis.status import Evidence
from analysis.values import KoThreats
from gtpengine.text.endgame import (
    areas,
    certainty,
    colour,
    graphics,
    kind,
    letter,
    line,
    outlined_regions,
    payload,
    point_text,
    short_fraction,
    table,
)

POSITION = Position.from_diagram(".X.XO.O\nXXXXOOO\nX...O.O\nXXXXOOO\nXXX.OOO\nXXXX.OO")
GRID = POSITION.grid


def counted(*vertices: str) -> LocalGame:
    points = tuple(sorted(GRID.point(vertex) for vertex in vertices))
    game = count_region(BoardRegion(points, POSITION, None, Evidence.PROVED))
    assert isinstance(game, LocalGame)
    return game


GOTE, DAME = counted("B4", "C4", "D4"), counted("D2")
GAMES = LocalGames((GOTE, DAME), (), POSITION.stones, (Unvalued((GRID.point("E1"),), "too large"),))


def depending_on(evidence: Evidence, *vertices: str) -> LocalGame:
    assumed = tuple(GRID.point(vertex) for vertex in vertices)
    return replace(GOTE, evidence=evidence, region=replace(GOTE.region, assumed=assumed))


@pytest.mark.parametrize(("game", "text"), [
    (depending_on(Evidence.PROVED), "exact"),
    (depending_on(Evidence.READ, "A6"), "exact, if A6 lives"),
    (depending_on(Evidence.READ, "A6", "B6"), "exact, if A6 B6 live"),
    (depending_on(Evidence.READ, "A6", "B6", "C6", "D6", "E6"), "exact, if A6 B6 C6 and 2 more live"),
    (depending_on(Evidence.READ), "exact, if answered"),
    (depending_on(Evidence.ESTIMATED, "A6"), "estimated"),
])  # fmt: skip
def test_certainty(game: LocalGame, text: str) -> None:
    assert certainty(game, GRID) == text


@pytest.mark.parametrize(("ko", "text"), [
    (None, "gote"), (KoThreats.NEUTRAL, "gote (neutral threats)"), (KoThreats.BLACK, "gote (Black's threats)"),
    (KoThreats.WHITE, "gote (White's threats)"),
])  # fmt: skip
def test_kinds(ko: KoThreats | None, text: str) -> None:
    assert kind(replace(GOTE, ko=ko)) == text


@pytest.mark.parametrize(("number", "text"), [
    ("3/4", "3/4"), ("15/8", "15/8"), ("239/128", "1.9"), ("-1", "-1"), ("-1/16", "-0.1"), ("12", "12"),
])  # fmt: skip
def test_short_fractions(number: str, text: str) -> None:
    assert short_fraction(Fraction(number)) == text


def test_colours_by_miai_value() -> None:
    names = [colour(Fraction(t)) for t in ("9", "4", "2", "1", "1/2", "0", "-1/2", "-1")]
    assert len(dict.fromkeys(names)) == 6
    assert names[0] == names[1]
    assert names[-1] == names[-2]


def test_letters_are_all_different() -> None:
    assert [letter(number) for number in (0, 25, 26, 51, 52, 104)] == ["A", "Z", "a", "z", "A1", "A2"]
    assert len({letter(number) for number in range(361)}) == 361


def test_passes_where_there_is_no_move() -> None:
    settled = replace(GOTE, black_moves=(), white_moves=())
    assert "Black pass White pass" in line(settled, GRID, area=False)


def test_points_outside_all_games_have_an_assumed_owner() -> None:
    for vertex, owner in (("B6", "Black"), ("E6", "White")):
        text = f"{vertex} is taken for {owner}'s, beyond where the sides meet"
        assert point_text(GAMES, GRID.point(vertex), GRID) == text
    assert point_text(GAMES, GRID.point("A6"), GRID) is None


def test_areas_cover_all_points_outside_the_games() -> None:
    point = GRID.point
    settled = BoardRegion((point("B1"), point("C1")), POSITION, BLACK, Evidence.PROVED)
    ownerless = BoardRegion((point("A1"),), POSITION, None, Evidence.READ)
    inside = np.zeros(GRID.area, np.int8)
    inside[[point("G4"), point("G6")]] = WHITE
    assert list(areas(replace(GAMES, settled=(settled, ownerless), assumed_owners=inside))) == [
        ((point("B1"), point("C1")), "Black's as it lies, proved: nobody need play there"),
        ((point("E1"),), "not counted: too large"),
        ((point("G6"), point("G4")), "taken for White's, beyond where the sides meet"),
    ]


def test_labels_of_estimated_values_have_a_tilde() -> None:
    games = replace(GAMES, games=(GOTE, replace(DAME, evidence=Evidence.ESTIMATED)))
    assert "LABEL D4 3/4 D2 ~0" in graphics(games, GRID)


def test_tables() -> None:
    rows = table(GAMES, GRID, False, 10)
    assert rows == [
        "Local games: count, Black positive, and miai value, in points by territory",
        "A  D4 C4 B4  5/4  3/4  gote  Black D4  White D4  exact",
        "B  D2          0    0  dame  Black D2  White D2  exact",
        "1 not counted",
    ]
    assert table(GAMES, GRID, True, 1)[0].endswith("; by area every move is worth one more")
    assert table(GAMES, GRID, True, 1)[2:] == ["1 more and 1 not counted"]
    assert table(GAMES, GRID, True, 0) == ["Local games: 2 more and 1 not counted"]
    assert table(replace(GAMES, games=(), unvalued=()), GRID, True, 10) == []
    assert [(name, len(points)) for name, _, points in outlined_regions(GAMES, 10)] == [("A", 3), ("B", 1)]


def test_json() -> None:
    fields = payload(GAMES, GRID)
    assert list(fields["endgame"][0]) == [
        "points", "name", "count", "temperature", "kind", "black_moves", "white_moves", "word", "exact", "game", "ko",
        "reason",
    ]
    assert fields["endgame"][0]["game"] == "{2|{1|*}}"
    assert fields["endgame_open"] == [{"points": ["E1"], "reason": "too large"}]
    ko = payload(replace(GAMES, games=(replace(GOTE, value=None, ko=KoThreats.BLACK),)), GRID)
    assert (ko["endgame"][0]["game"], ko["endgame"][0]["ko"]) == (None, "black")
    assert payload(None, GRID) == {"endgame": None, "endgame_open": None}
