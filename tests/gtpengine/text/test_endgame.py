"""Local endgames as text."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from analysis.board import BLACK, Position
from analysis.endgame import BoardRegion, LocalGame, LocalGames, Unvalued, count_region
from analysis.status import Evidence
from analysis.values import KoThreats
from gtpengine.text.endgame import areas, certainty, colour, kind, letter, line, short_fraction

POSITION = Position.from_diagram(".X.XO.O\nXXXXOOO\nX...O.O\nXXXXOOO\nXXX.OOO\nXXXX.OO")
GRID = POSITION.grid


def counted(*vertices: str) -> LocalGame:
    points = tuple(sorted(GRID.point(vertex) for vertex in vertices))
    game = count_region(BoardRegion(points, POSITION, None, Evidence.PROVED))
    assert isinstance(game, LocalGame)
    return game


GOTE, DAME = counted("B4", "C4", "D4"), counted("D2")
GAMES = LocalGames((GOTE, DAME), (), (Unvalued((GRID.point("E1"),), "too large"),))


def depending_on(evidence: Evidence, *vertices: str) -> LocalGame:
    assumed = tuple(GRID.point(vertex) for vertex in vertices)
    return replace(GOTE, evidence=evidence, region=replace(GOTE.region, assumed=assumed))


@pytest.mark.parametrize(("game", "text"), [
    (depending_on(Evidence.PROVED), "exact"),
    (depending_on(Evidence.READ, "A6"), "exact, if A6 lives"),
    (depending_on(Evidence.READ, "A6", "B6"), "exact, if A6 B6 live"),
    (depending_on(Evidence.READ, "A6", "B6", "C6", "D6", "E6"), "exact, if A6 B6 C6 and 2 more live"),
    (depending_on(Evidence.READ), "exact, if answered"),
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


def test_areas_cover_all_points_outside_the_games() -> None:
    point = GRID.point
    settled = BoardRegion((point("B1"), point("C1")), POSITION, BLACK, Evidence.PROVED)
    ownerless = BoardRegion((point("A1"),), POSITION, None, Evidence.READ)
    assert list(areas(replace(GAMES, settled=(settled, ownerless)))) == [
        ((point("B1"), point("C1")), "Black's as it lies, proved: nobody need play there"),
        ((point("E1"),), "not counted: too large"),
    ]
