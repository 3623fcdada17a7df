"""Lines with passes where a ko is retaken."""

from __future__ import annotations

import itertools

import pytest

from analysis.board import BLACK, PASS, WHITE, Position
from analysis.board.legal_line import legal_line
from analysis.reading import attack, defend
from analysis.status import StatusBudget, Verdict, board_status
from tests.positions import real_positions

KO = ".XO.\nX.XO\n.XO.\n...."
"""White takes at B3, Black retakes at C3."""


def test_a_ko_is_retaken_after_a_threat_and_its_answer() -> None:
    position = Position.from_diagram(KO, "W")
    take, retake, other = (position.grid.point(vertex) for vertex in ("B3", "C3", "D1"))
    assert legal_line(position, WHITE, (take, retake, other)) == (take, PASS, PASS, retake, other)
    assert legal_line(position, WHITE, (take, other, PASS, retake)) == (take, other, PASS, retake)
    assert legal_line(position, BLACK, (other, take, retake)) == (other, take, PASS, PASS, retake)


@pytest.mark.parametrize("line", [(0, 0), (0, 5, 2, 0), (100,)])
def test_a_line_ends_before_an_illegal_move(line: tuple[int, ...]) -> None:
    position = Position.from_diagram("....\n....\n....\n....")
    assert legal_line(position, BLACK, line) == line[:-1]


def test_lines_of_statuses_and_captures_are_legal() -> None:
    lines = kos = 0
    for position in real_positions()[::4]:
        for chain in board_status(position, budget=StatusBudget(100, 100)).chains:
            mover = chain.color if chain.verdict is Verdict.DEAD else chain.color.opponent
            found = [(mover, chain.line)]
            if chain.liberties < 3 and chain.needs_ko:
                read = {chain.color.opponent: attack, chain.color: defend}
                found += [(side, ask(position, chain.chain[0]).line) for side, ask in read.items()]
            for side, line in found:
                lines += len(line) > 1
                kos += (PASS, PASS) in itertools.pairwise(line)
                assert legal_line(position, side, line) == line, (position.diagram(), side, line)
    assert lines > 100
    assert kos > 0
