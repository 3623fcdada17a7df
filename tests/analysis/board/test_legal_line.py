"""Lines with passes where a ko is retaken."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from analysis.board import BLACK, PASS, WHITE, Position
from analysis.board.legal_line import MOST_TIMES, legal_line
from analysis.reading import Result, attack, defend
from analysis.runtime import jit
from analysis.status import StatusBudget, Verdict, board_status
from analysis.status.life_reader import life
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


TRIPLE_KO = "O..OOOX..\nX.XOXXX..\n...OX....\nOO.OXX...\nXOOOOX...\nXXXXXX...\n........."
"""Black attacks the stones of D7: after some moves three kos in the corner are taken and retaken in turn."""


def test_a_line_ends_when_it_goes_round_in_circles() -> None:
    position = Position.from_diagram(TRIPLE_KO, "B")
    found = attack(position, position.grid.point("D7"), nodes=20_000)
    assert found.result is Result.FAILS
    now, made = position, Counter[str]()
    for move in found.line:
        now = now.play(move)
        made[str(now)] += move != PASS
    assert max(made.values()) == made[str(now)] == MOST_TIMES


def test_lines_of_statuses_and_captures_are_legal() -> None:
    lines, kos = Counter[str](), Counter[str]()
    for position in real_positions()[:: 4 if jit.COMPILED else 40]:
        for chain in board_status(position, budget=StatusBudget(100, 100)).chains:
            mover = chain.color if chain.verdict is Verdict.DEAD else chain.color.opponent
            found = [("capture" if chain.captured else "life", mover, chain.line)]
            if chain.liberties < 3 and chain.needs_ko:
                read = {chain.color.opponent: attack, chain.color: defend}
                found += [("question", side, ask(position, chain.chain[0]).line) for side, ask in read.items()]
            for kind, side, line in found:
                lines[kind] += len(line) > 1
                kos[kind] += (PASS, PASS) in itertools.pairwise(line)
                assert legal_line(position, side, line) == line, (position.diagram(), side, line)
    if jit.COMPILED:  # else too little is read
        assert min(lines["capture"], lines["life"]) > 50
        assert kos.total() > 0


FIGHT = [
    "................X..", ".......OXX.....X.XO", ".....OOOOX.O..O.XO.", "...OO...OXXX.XXXXO.", ".OOO.OOOXO....X.XXO",
    ".O..OXXOXOXX.OOXOO.", "OOO.OOXOXOX.XOXX...", ".OXOOXXOXOOXOX.XOOO", ".XXXXOX.XXXXOOXO...", ".XX.X.XX.......OOO.",
    "OXOO.XOX..XOO..OXXO", ".OXOOOOXOO.XXOO.OXX", "..XXX.OOXXXXO.OOX.X", ".X.....OX.OOXOOXXX.", "O...X.OX..XXXOOX.O.",
    ".OOOO.......XXOX.XX", "OXXXOOOOO..OXOOXXO.", "X.X.XXXXO...O.OXOO.", "...............O...",
]  # fmt: skip
"""Black's chain on P11 lives or dies by a ko."""


def test_lines_of_life_retake_a_ko_after_a_threat() -> None:
    position = Position.from_diagram("\n".join(FIGHT), "B")
    read = life(position, position.grid.point("P11"), nodes=400)
    found = (read.enemy_first, read.owner_first)
    assert any((PASS, PASS) in itertools.pairwise(reading.line) for reading in found)
    for reading in found:
        assert legal_line(position, reading.mover, reading.line) == reading.line
