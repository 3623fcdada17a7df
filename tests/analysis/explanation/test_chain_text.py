"""The lines about a chain, from made-up facts."""

from __future__ import annotations

from dataclasses import replace

from analysis.board import BLACK, PASS, WHITE, Grid
from analysis.explanation import ChainExplanation, FirstMove, chain_lines
from analysis.reading import Result
from analysis.reading.life_and_death.group_space import EyeRegion, GroupSpace
from analysis.status import Evidence, Fate, Status, Verdict

GRID = Grid(5, 5)
STATUS = Status(BLACK, (20,), (20,), 2, Verdict.ALIVE, Evidence.READ, Fate.LIVES, Fate.LIVES, "made up")
SPACE = GroupSpace(
    (
        EyeRegion((0, 1, 2), (), 1, 2), EyeRegion((4,), (), 0, 1), EyeRegion((9,), (9,), 0, 0),
        EyeRegion((12, 13), (), 1, 1),
    ), True, True,
)  # fmt: skip
EYES = [
    "eye space of 3 points, A5 B5 C5: one eye if white moves there first, two eyes if black does",
    "eye space of 1 point, E5: no eye if white moves there first, one eye if black does",
    "eye space of 1 point, E4: no eye", "eye space of 2 points, C3 D3: one eye",
]
MOVES = (
    FirstMove(WHITE, 0, Result.FAILS, (1, PASS, 2)), FirstMove(WHITE, 3, Result.FAILS, ()),
    FirstMove(WHITE, 4, Result.KO_AFTER, (5,)), FirstMove(WHITE, 6, Result.UNKNOWN, ()),
    FirstMove(WHITE, 7, Result.WORKS, ()), FirstMove(WHITE, 8, Result.FAILS, tuple(range(9, 20))),
)  # fmt: skip


def test_the_lines_about_a_living_chain() -> None:
    found = ChainExplanation(STATUS, SPACE, MOVES, tuple(range(25)), None)
    assert list(chain_lines(found, GRID)) == [
        *EYES, "connected to stones that live", "has a way out", "white A5 fails: B5 pass C5", "white D5 fails",
        "white E5 leads to a ko: A4", "white D4 fails: E4 A3 B3 C3 D3 E3 A2 B2 ...",
        "not refuted by a short search: white B4 C4", "rests on 25 points",
    ]


def test_a_dead_chain_has_no_way_out_and_a_proof_does_not_count_eyes() -> None:
    dead = ChainExplanation(replace(STATUS, verdict=Verdict.DEAD), replace(SPACE, eyes=()), (), (20,), None)
    assert list(chain_lines(dead, GRID)) == [
        "no eye space is closed", "connected to stones that live", "rests on 1 point, A1",
    ]
    proved = replace(STATUS, verdict=Verdict.SAFE, evidence=Evidence.PROVED)
    closed = replace(SPACE, is_open=False, is_linked=False)
    lines = list(chain_lines(ChainExplanation(proved, closed, (), (), None), GRID))
    assert lines == [line.partition(":")[0] for line in EYES]


def test_a_critical_chain_has_the_moves_that_decide() -> None:
    status = replace(STATUS, verdict=Verdict.CRITICAL, kill=0, save=1)
    moves = (FirstMove(WHITE, 0, Result.KO_AFTER, (1, 2)), FirstMove(BLACK, 1, Result.UNKNOWN, (3,)))
    assert list(chain_lines(ChainExplanation(status, None, moves, (), 12.25), GRID)) == [
        "white kills at A5, then B5 C5", "black saves at B5", "12.2 points depend on it",
    ]
