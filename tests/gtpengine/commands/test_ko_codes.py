"""The codes by which GNU Go's questions are answered where a ko decides."""

from __future__ import annotations

import pytest

from analysis.board import Position
from analysis.reading.answer import Answer, Result
from analysis.reading.captures import attack, defend
from analysis.runtime.jit import COMPILED
from tests.gtpengine.gtp_talk import Talk

MANY_FOR_THE_OWNER = "XX...OX. OXXO.OX. .O.OOOX. OOOOOOX. XXXXXXX. ........ ........"
"""Black's chain at A7 is saved by a ko for which it needs more than three threats."""

MANY_FOR_THE_OTHER = "..XXOOOX. OXXX..OX. .OXX..OX. OOOOOOOX. XXXXXXXX. ......... ........."
"""Black's chain at C7 is captured unless Black makes three ko threats."""


@pytest.mark.parametrize(
    ("result", "threats", "finished", "code"),
    [
        (Result.KO_FIRST, 1, True, 2),
        (Result.KO_FIRST, 2, False, 2),
        (Result.KO_FIRST, 3, True, 1),
        (Result.KO_FIRST, None, True, 1),
        (Result.KO_FIRST, None, False, 2),
        (Result.KO_AFTER, 1, True, 3),
        (Result.KO_AFTER, 2, True, 3),
        (Result.KO_AFTER, 3, False, 0),
        (Result.KO_AFTER, None, True, 0),
        (Result.KO_AFTER, None, False, 3),
        (Result.WORKS, None, True, 1),
        (Result.FAILS, None, True, 0),
    ],
)
def test_a_ko_that_takes_three_threats_counts_as_none(
    result: Result, threats: int | None, finished: bool, code: int
) -> None:
    found = Answer(result, 0, (0,), 0, 1, finished, threats=threats)
    assert found.code == code


@pytest.mark.skipif(not COMPILED, reason="without compiled kernels nothing is read")
@pytest.mark.parametrize(
    ("rows", "command", "result", "threats", "answer"),
    [
        (MANY_FOR_THE_OWNER, "defend A7", Result.KO_AFTER, None, "0"),
        (MANY_FOR_THE_OTHER, "attack C7", Result.KO_FIRST, 3, "1 E6"),
    ],
)
def test_commands_say_of_such_a_ko_that_there_is_none(
    rows: str, command: str, result: Result, threats: int | None, answer: str
) -> None:
    diagram = "\n".join(rows.split())
    position = Position.from_diagram(diagram)
    word, vertex = command.split()
    found = (attack if word == "attack" else defend)(position, position.grid.point(vertex))
    assert (found.result, found.threats, found.finished) == (result, threats, True)
    talk = Talk()
    talk.session.new_game(position)
    assert talk.ok(command) == answer
