"""The endgame of a board as lines, tables, JSON and graphics."""

from __future__ import annotations

from dataclasses import replace

from analysis.endgame import EndgameTable, EstimatedPlace
from analysis.values import KoThreats
from gtpengine.text.endgame_table import graphics, lines, outlined_regions, payload, point_text, table
from tests.gtpengine.text.test_endgame import DAME, GAMES, GOTE, GRID

POINT = GRID.point
PLACE = EstimatedPlace((POINT("A6"), POINT("C6")), -0.04, 3.14, 1.786, 3.87, POINT("A6"), -1, 0.25)
UNDECIDED = replace(PLACE, points=(POINT("E6"),), undecided=(POINT("B6"), POINT("D6")))
TABLE = EndgameTable((GOTE, PLACE, DAME), (UNDECIDED,), GAMES.unvalued, GAMES)
EXACT = EndgameTable((GOTE, DAME), (), GAMES.unvalued, GAMES)


def test_lines() -> None:
    assert lines(TABLE, GRID, area=True) == [
        "D4 C4 B4 count 5/4 miai 3/4 (by area 7/4) gote Black D4 White D4 exact",
        "A6 C6 count 0.0 at stake 3.1 (1.8 to 3.9) Black A6 White pass estimated",
        "D2 count 0 miai 0 (by area 1) dame Black D2 White D2 exact",
        "E6 undecided: whether B6 D6 live is not known",
        "E1 not counted: too large",
    ]


def test_a_single_undecided_chain_lives_and_many_are_not_all_named() -> None:
    one = replace(UNDECIDED, undecided=UNDECIDED.undecided[:1])
    many = replace(UNDECIDED, undecided=tuple(range(5)))
    texts = lines(EndgameTable((), (one, many), (), GAMES), GRID, area=False)
    assert texts[0] == "E6 undecided: whether B6 lives is not known"
    assert texts[1] == "E6 undecided: whether A6 B6 C6 and 2 more live is not known"


def test_remarks_on_points() -> None:
    assert point_text(TABLE, POINT("C6"), GRID) == lines(TABLE, GRID, area=False)[1]
    assert point_text(TABLE, POINT("E6"), GRID) == "E6 undecided: whether B6 D6 live is not known"
    assert point_text(TABLE, POINT("E1"), GRID) == "E1 not counted: too large"
    assert point_text(TABLE, POINT("F6"), GRID) is None


def test_graphics() -> None:
    """An estimated place has the colour of the least at stake there; undecided and uncounted points are crossed."""
    shown = graphics(TABLE, GRID)
    assert "LABEL D4 3/4 A6 ~3 D2 0" in shown
    assert "COLOR #fee08b A6 C6" in shown
    assert "MARK E6 E1" in shown
    assert shown[-1].startswith("TEXT 3 places: red from 4 points on, orange from 2, yellow from 1, green below; ")
    assert shown[-1].endswith(" with ~ points at stake, estimated; crosses: undecided or not counted")
    (nothing,) = graphics(EndgameTable((), (), (), GAMES), GRID)
    assert nothing.startswith("TEXT 0 places: ")
    assert "crosses" not in nothing


def test_tables() -> None:
    rows = table(TABLE, GRID, False, 10)
    assert rows == [
        "Local games: count, Black positive, and local miai value, in points by territory",
        "A  D4 C4 B4  5/4  3/4  gote                       Black D4  White D4    exact",
        "B  A6 C6     0.0       at stake 3.1 (1.8 to 3.9)  Black A6  White pass  estimated",
        "C  D2          0    0  dame                       Black D2  White D2    exact",
        "1 undecided with B6 D6 and 1 not counted",
    ]
    assert table(EXACT, GRID, True, 1)[0].endswith("; by area every move is worth one more")
    assert table(EXACT, GRID, True, 1)[2:] == ["1 more and 1 not counted"]
    assert table(EXACT, GRID, True, 0) == ["Local games: 2 more and 1 not counted"]
    assert table(EndgameTable((), (), (), GAMES), GRID, True, 10) == []
    assert [(name, len(points)) for name, _, points in outlined_regions(TABLE, 2)] == [("A", 3), ("B", 2)]


def test_json() -> None:
    fields = payload(TABLE, GRID)
    assert list(fields["endgame"][0]) == [
        "points", "name", "count", "temperature", "kind", "black_moves", "white_moves", "word", "exact", "game", "ko",
        "reason",
    ]
    assert [game["game"] for game in fields["endgame"]] == ["{2|{1|*}}", "*"]
    assert fields["endgame_estimates"] == [
        {
            "points": ["A6", "C6"], "count": -0.04, "stake": 3.14, "low": 1.79, "high": 3.87, "black_move": "A6",
            "white_move": "pass", "probability": 0.25, "undecided": [],
        },
        {
            "points": ["E6"], "count": None, "stake": None, "low": None, "high": None, "black_move": "A6",
            "white_move": "pass", "probability": 0.25, "undecided": ["B6", "D6"],
        },
    ]
    assert fields["endgame_open"] == [{"points": ["E1"], "reason": "too large"}]
    ko = payload(replace(TABLE, rows=(replace(GOTE, value=None, ko=KoThreats.BLACK),)), GRID)
    assert (ko["endgame"][0]["game"], ko["endgame"][0]["ko"]) == (None, "black")
    assert payload(None, GRID) == {"endgame": None, "endgame_estimates": None, "endgame_open": None}
