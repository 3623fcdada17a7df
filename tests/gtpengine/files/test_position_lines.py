"""Positions as lines of JSON: their fields, defaults and evaluation."""

from __future__ import annotations

import pytest

from analysis.board import NO_POINT, Rules
from gtpengine.files.json_lines import read_object
from gtpengine.files.position_lines import PositionLine, evaluate_position_line, parse_position_line
from gtpengine.settings import Settings
from tests.gtpengine.files.position_files import control_only, line

KO = ["..XO.", ".X.XO", "..XO.", "....."]


def read_line(text: str, settings: Settings) -> PositionLine:
    return parse_position_line(read_object(text), settings)


@pytest.mark.parametrize("ko", ["C3", "c3", 7, [1, 2]])
def test_the_ko_point_as_vertex_index_or_pair(ko: object) -> None:
    position = read_line(line(rows=KO, ko=ko), control_only()).position
    assert position.grid.vertex(position.ko) == "C3"
    assert not position.is_legal(position.grid.point("C3"))


def test_size_is_columns_and_rows_and_komi_has_bounds() -> None:
    assert read_line(line(rows=["...", "..."], size=[3, 2], komi=-1000), control_only()).komi == -1000
    assert read_line(line(size=[3, 3], komi=1000), control_only()).komi == 1000
    for more in ({"size": [2, 3]}, {"size": 3}, {"komi": 1000.5}):
        with pytest.raises(ValueError, match=r"size: expected \[3, 2\]|komi: expected a number"):
            read_line(line(rows=["...", "..."], **more), control_only())


def test_a_line_is_evaluated_by_its_own_rules() -> None:
    position_line = read_line(line(rules="nz"), control_only())
    assert evaluate_position_line(position_line, control_only()).rules == Rules.named("nz") != control_only().rules()


def test_defaults_of_missing_fields() -> None:
    settings = control_only()
    settings.set("game.komi", "3.5")
    settings.set("game.rules", "japanese")
    position_line = read_line('{"id": null, "rows": ["."]}', settings)
    assert (position_line.key, position_line.komi, position_line.rules) == (None, 3.5, Rules.named("japanese"))
    assert (position_line.position.to_move.letter, position_line.position.ko) == ("B", NO_POINT)
    assert read_line(line(rules="NZ", to_move="W"), settings).rules == Rules.named("nz")
    assert read_line(line(to_move="W"), settings).position.to_move.letter == "W"
