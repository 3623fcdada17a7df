"""One group that is asked about: shapes of textbooks, kos, what counts as safe, and answers that no search decided."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analysis.board import PASS, Color, Position
from analysis.reading.answer import Answer, Result
from analysis.reading.problems import Goal, problem_solution
from analysis.semeai import chain_status_with_races, race_verdicts
from analysis.status import (
    BoardStatus,
    Evidence,
    Fate,
    Status,
    StatusBudget,
    Verdict,
    asked_group,
    board_status,
    chain_status,
    life_reader,
)
from analysis.status.asked_group import WALL_LIBERTIES, GroupAnswer, kill_group, save_group, with_answers
from tests.positions import real_positions

CORNER_SIX = """
. . X . . . . . .
. . X O O . . . .
. . X O . . . . .
X X X O . . . . .
. O O O . . . . .
. O . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""
STRAIGHT_THREE = """
. . . X O . . . .
X X X X O . . . .
O O O O O . . . .
. . . . . . . . .
. . . . . . . . .
"""
TWO_POINTS = STRAIGHT_THREE.replace(". . . X O", ". . X X O")


def answers(position: Position, vertex: str, **limits: int) -> tuple[GroupAnswer, GroupAnswer]:
    """Return whether a group can be killed and whether it can be made to live."""
    point, status = position.grid.point(vertex), board_status(position)
    return kill_group(position, point, status, **limits), save_group(position, point, status, **limits)


@pytest.mark.parametrize("to_move", ["B", "W"])
def test_a_rectangular_six_in_the_corner_lives_with_two_outside_liberties(to_move: str) -> None:
    """The side to move in the position does not matter."""
    killed, saved = answers(Position.from_diagram(CORNER_SIX, to_move=to_move), "C7")
    assert killed == GroupAnswer(Result.FAILS, None, True)
    assert saved == GroupAnswer(Result.WORKS, None, True)


def test_three_points_in_a_row_are_killed_and_saved_in_the_middle() -> None:
    position = Position.from_diagram(STRAIGHT_THREE)
    middle = position.grid.point("B5")
    assert answers(position, "A4") == (GroupAnswer(Result.WORKS, middle, True), GroupAnswer(Result.WORKS, middle, True))


def test_two_points_are_dead_whoever_moves_first() -> None:
    """So that no move is needed to kill."""
    killed, saved = answers(Position.from_diagram(TWO_POINTS), "A4")
    assert killed == GroupAnswer(Result.WORKS, None, True)
    assert killed.line[0] == PASS
    assert saved == GroupAnswer(Result.FAILS, None, True)


def test_what_counts_as_safe() -> None:
    """Living chains of few liberties that are not proved to live do not, if they are of the enemy."""
    position = Position.from_diagram(STRAIGHT_THREE)
    status = board_status(position)
    point = position.grid.point
    wall = status.at(point("A3"))
    assert wall is not None

    def counts(owner: Color, **changes: object) -> bool:
        return asked_group._counts_as_safe(replace(wall, **changes), owner)  # type: ignore[arg-type]

    few = {"verdict": Verdict.ALIVE, "evidence": Evidence.READ, "liberties": WALL_LIBERTIES - 1}
    assert not counts(Color.BLACK, **few)
    assert counts(Color.WHITE, **few)
    assert counts(Color.BLACK, **few | {"liberties": WALL_LIBERTIES})
    assert counts(Color.BLACK, **few | {"evidence": Evidence.PROVED})
    assert counts(Color.BLACK, **few | {"verdict": Verdict.SAFE})
    assert not counts(Color.WHITE, **few | {"verdict": Verdict.CRITICAL})


INNER = """
. . . X O . O . X
X X X X O O O O X
O O O O O X X X X
X X X X X . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""


@pytest.mark.parametrize(("verdict", "own"), [(Verdict.SAFE, True), (Verdict.CRITICAL, False)])
def test_living_chains_are_safe_beside_what_reaches_the_open_board(verdict: Verdict, own: bool) -> None:
    """White's wall does not reach it; the stones of the group in question never count as safe."""
    position = Position.from_diagram(INNER, to_move="W")
    point = position.grid.point
    status = board_status(position)
    status = replace(status, chains=tuple(replace(chain, verdict=verdict) for chain in status.chains))
    safe = set(asked_group._problem(position, point("A8"), status, Goal.KILL).safe)
    assert point("A6") in safe
    assert (point("A7") in safe) is own
    assert point("A8") not in safe


class Searches:
    """Stand-ins for both searches of a position in which A5 to E5 are empty, as often as they are asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, found: Answer, selected: life_reader.Reading) -> None:
        self.replies: dict[int, Result] = {}
        self.position = Position.from_diagram(STRAIGHT_THREE)
        start = self.position.stones.tobytes()

        def ask(position: Position, _problem: object, *, nodes: int) -> Answer:
            assert nodes == 7
            if position.stones.tobytes() == start:
                return found
            [move] = np.flatnonzero((position.stones != 0) & (self.position.stones == 0))
            return replace(found, result=self.replies[int(move)], finished=True, threats=None)

        for module in (asked_group, problem_solution):
            monkeypatch.setattr(module, "ask", ask)
        monkeypatch.setattr(life_reader, "attack", lambda *_, **limits: selected)

    def killed(self) -> GroupAnswer:
        return kill_group(self.position, self.position.grid.point("A4"), board_status(self.position), nodes=7)


FOUND = Answer(Result.WORKS, 0, (), 0, 7, True)
SELECTED = life_reader.Reading(Color.WHITE, Result.WORKS, Result.WORKS, 1, Evidence.READ, (), 0, 7)


@pytest.mark.parametrize(
    ("reply", "move"), [(Result.FAILS, 1), (Result.WORKS, 0), (Result.KO_AFTER, 0), (Result.UNKNOWN, 0)]
)
def test_of_two_moves_that_both_work_selected_moves_name_the_better(
    monkeypatch: pytest.MonkeyPatch, reply: Result, move: int
) -> None:
    searches = Searches(monkeypatch, FOUND, SELECTED)
    searches.replies = {1: reply}
    assert searches.killed() == GroupAnswer(Result.WORKS, move, True)


@pytest.mark.parametrize("selected", [
    {"likely": Result.KO_FIRST}, {"move": PASS}, {"move": 0}, {"move": 4}, {"likely": Result.FAILS, "move": PASS},
])  # fmt: skip
def test_otherwise_the_move_of_the_search_of_all_moves_is_named(
    monkeypatch: pytest.MonkeyPatch, selected: dict[str, object]
) -> None:
    """Point 4 is occupied."""
    assert Searches(monkeypatch, FOUND, replace(SELECTED, **selected)).killed() == GroupAnswer(Result.WORKS, 0, True)


def test_where_no_move_is_needed_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    searches = Searches(monkeypatch, replace(FOUND, move=None), SELECTED)
    searches.replies = {1: Result.FAILS}
    assert searches.killed() == GroupAnswer(Result.WORKS, None, True)


@pytest.mark.parametrize(("result", "move"), [(Result.FAILS, None), (Result.KO_FIRST, 0), (Result.KO_AFTER, 0)])
def test_the_search_of_all_moves_decides_also_against_selected_moves(
    monkeypatch: pytest.MonkeyPatch, result: Result, move: int | None
) -> None:
    found = replace(FOUND, result=result, move=move, threats=2 if result.by_ko else None)
    assert Searches(monkeypatch, found, SELECTED).killed() == GroupAnswer(result, move, True)


UNKNOWN = {"result": Result.UNKNOWN, "finished": False}
LONG_KO = {"result": Result.KO_AFTER, "threats": 3}


@pytest.mark.parametrize(("found", "selected", "answer"), [
    (UNKNOWN, {}, GroupAnswer(Result.WORKS, 0, False)),
    (UNKNOWN | {"move": 1}, {}, GroupAnswer(Result.WORKS, 1, False)),
    (UNKNOWN | {"move": None}, {}, GroupAnswer(Result.WORKS, 1, False)),
    (UNKNOWN, {"outcome": Result.UNKNOWN}, GroupAnswer(Result.WORKS, 0, False)),
    (UNKNOWN | {"move": 1}, {"outcome": Result.UNKNOWN}, GroupAnswer(Result.WORKS, 1, False)),
    (UNKNOWN, {"outcome": Result.FAILS, "likely": Result.FAILS}, GroupAnswer(Result.FAILS, None, False)),
    (UNKNOWN, {"outcome": Result.UNKNOWN, "likely": Result.FAILS}, GroupAnswer(Result.FAILS, None, False)),
    (LONG_KO, {}, GroupAnswer(Result.WORKS, 1, False)),
    (LONG_KO, {"move": PASS}, GroupAnswer(Result.WORKS, None, False)),
])  # fmt: skip
def test_what_no_search_decides_is_answered_by_selected_moves_with_the_most_promising_one(
    monkeypatch: pytest.MonkeyPatch, found: dict[str, object], selected: dict[str, object], answer: GroupAnswer
) -> None:
    assert Searches(monkeypatch, replace(FOUND, **found), replace(SELECTED, **selected)).killed() == answer


def test_a_move_that_kills_leaves_no_life() -> None:
    """On real boards: after a move that is found to kill, or to save, the other side is hardly ever found to succeed:
    only where the stone played makes the group another one.
    """
    checked = contradicted = 0
    for position in [board for board in real_positions() if board.grid.area == 81]:
        status = board_status(position)
        for chain in status.having(Verdict.CRITICAL, Verdict.UNKNOWN):
            for first, second, mover in ((kill_group, save_group, chain.color.opponent),
                                         (save_group, kill_group, chain.color)):
                found = first(position, chain.chain[0], status, nodes=200)
                if not found.finished or found.result is not Result.WORKS or found.move is None:
                    continue
                after = position.play(found.move, mover)
                if after.stones[chain.chain[0]]:
                    reply = second(after, chain.chain[0], board_status(after), nodes=200)
                    contradicted += reply.finished and reply.result is Result.WORKS
                    checked += 1
    assert checked > 20
    assert contradicted <= 1


def read_alone(diagram: str, vertex: str, **changes: object) -> tuple[Position, Status]:
    """Return a position and the status of a chain, said to be READ and UNKNOWN but for these changes."""
    position = Position.from_diagram(diagram)
    found = board_status(position).at(position.grid.point(vertex))
    assert found is not None
    unknown = {"verdict": Verdict.UNKNOWN, "evidence": Evidence.READ, "captured": False, "needs_ko": True}
    return position, replace(found, zone_bits=0, **unknown | changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(("diagram", "vertex", "verdict", "fates", "move", "reason"), [
    (CORNER_SIX, "C7", Verdict.ALIVE, (Fate.LIVES, Fate.LIVES), None, "lives even if White moves first"),
    (STRAIGHT_THREE, "A4", Verdict.CRITICAL, (Fate.LIVES, Fate.DIES), "B5", "lives or dies by who moves first"),
    (TWO_POINTS, "A4", Verdict.DEAD, (Fate.DIES, Fate.DIES), None, "does not live even if Black moves first"),
])  # fmt: skip
@pytest.mark.parametrize("before", [Verdict.UNKNOWN, Verdict.DEAD, Verdict.CRITICAL])
def test_the_status_of_a_chain_is_decided_by_the_answers(
    diagram: str, vertex: str, verdict: Verdict, fates: tuple[Fate, Fate], move: str | None, reason: str,
    before: Verdict,
) -> None:
    position, alone = read_alone(diagram, vertex, verdict=before)
    found = with_answers(position, alone, board_status(position))
    if before is verdict and verdict is not Verdict.ALIVE:
        assert found is alone
        return
    point = None if move is None else position.grid.point(move)
    assert (found.verdict, found.if_owner_first, found.if_enemy_first) == (verdict, *fates)
    assert (found.kill, found.save, found.needs_ko) == (point, point, False)
    assert found.reason.startswith(reason)
    assert found.zone.issuperset(found.chain)


@pytest.mark.parametrize(
    "change", [{"evidence": Evidence.PROVED}, {"captured": True}, {"verdict": Verdict.ALIVE}, {"verdict": Verdict.SEKI}]
)
def test_a_status_that_is_proved_or_says_life_or_capture_stays(change: dict[str, object]) -> None:
    position, alone = read_alone(STRAIGHT_THREE, "A4", **change)
    assert with_answers(position, alone, board_status(position)) is alone


@pytest.mark.parametrize("unfinished", ["kill_group", "save_group"])
def test_a_status_stays_where_a_search_does_not_finish(monkeypatch: pytest.MonkeyPatch, unfinished: str) -> None:
    position, alone = read_alone(STRAIGHT_THREE, "A4")
    monkeypatch.setattr(asked_group, unfinished, lambda *_, **__: GroupAnswer(Result.WORKS, 1, False))
    assert with_answers(position, alone, board_status(position)) is alone


def test_a_ko_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    position, alone = read_alone(STRAIGHT_THREE, "A4", needs_ko=False)
    monkeypatch.setattr(asked_group, "kill_group", lambda *_, **__: GroupAnswer(Result.KO_AFTER, 0, True, (0, 1)))
    found = with_answers(position, alone, board_status(position))
    assert (found.verdict, found.needs_ko, found.if_enemy_first) == (Verdict.CRITICAL, True, Fate.KO)
    assert (found.kill, found.save) == (0, 1)
    assert found.reason == "lives or dies by a ko: A5 B5"


def test_a_death_shows_why_the_defence_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """It rests on no ko, even if the attack, moving first, would start one."""
    position, alone = read_alone(STRAIGHT_THREE, "A4")
    monkeypatch.setattr(asked_group, "kill_group", lambda *_, **__: GroupAnswer(Result.KO_FIRST, 0, True, (0, 1)))
    monkeypatch.setattr(asked_group, "save_group", lambda *_, **__: GroupAnswer(Result.FAILS, None, True, (2, 1)))
    found = with_answers(position, alone, board_status(position))
    assert (found.verdict, found.needs_ko, found.kill, found.save) == (Verdict.DEAD, False, None, None)
    assert (found.if_owner_first, found.if_enemy_first) == (Fate.DIES, Fate.DIES)
    assert found.reason == "does not live even if Black moves first: C5 B5"
    assert found.zone == {*alone.chain}


@pytest.mark.parametrize("liberties", [0, 1, 2])
def test_a_rectangular_six_in_the_corner_is_dead_only_without_outside_liberties(liberties: int) -> None:
    """With one a ko of several steps decides, which takes more nodes than these."""
    diagram = CORNER_SIX
    for replaced in ("..X......", ".OOO.....")[: 2 - liberties]:
        row = " ".join(replaced)
        diagram = diagram.replace(row, row.replace("X .", "X O").replace(". O O", "O O O"), 1)
    position = Position.from_diagram(diagram)
    point = position.grid.point("C7")
    expected = [Verdict.CRITICAL, Verdict.UNKNOWN, Verdict.ALIVE][liberties]
    assert chain_status(position, point, budget=StatusBudget(group=1000)).verdict is expected


def test_the_status_of_one_chain_asks_them(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.from_diagram(STRAIGHT_THREE)
    point = position.grid.point("A4")
    alive = replace(chain_status(position, point), verdict=Verdict.ALIVE, reason="asked")

    def asked(_position: Position, alone: Status, board: BoardStatus, *, nodes: int) -> Status:
        assert (alone.chain, board.grid, nodes) == (alive.chain, position.grid, 77)
        return alive

    monkeypatch.setattr(race_verdicts, "with_answers", asked)
    assert chain_status_with_races(position, point, budget=StatusBudget(group=77)).reason == "asked"


def test_errors() -> None:
    position = Position.from_diagram(STRAIGHT_THREE)
    with pytest.raises(ValueError, match="A5"):
        kill_group(position, 0, board_status(position))
    with pytest.raises(ValueError, match="nodes: expected at least 1, got 0"):
        save_group(position, position.grid.point("A4"), board_status(position), nodes=0)
