"""Why chains have their status: eyes, first moves with the answers to them, zones, what depends on them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analysis.board import BLACK, PASS, WHITE, Position
from analysis.evaluation import Evaluation, evaluate
from analysis.explanation import ChainExplanation, chain_lines, explain_chain
from analysis.explanation import chain_explanation as module
from analysis.reading import Result, defend
from analysis.status import Evidence, Status, Verdict
from tests.positions import IN_A_LARGE_AREA, real_positions

CORNER = """
.........
.........
....X....
.........
.........
.........
XXXXX....
OOOOX....
...OX....
"""
"""White has three points in a row, and no liberty outside: who moves at B1 decides."""

KO_SECOND = """
.X.OXX...
X..OOX...
OO.OOX...
XOOOXX...
XXOOOX...
.XXXXX...
.........
.........
.........
"""
"""Black threatens to take all of White's stones, but White may take the ko in the corner first."""

SAFE = """
.........
.........
....X....
XXXXXX...
OOOOOX...
....OX...
OOOOOX...
XXXXXX...
.........
"""
"""Four points in a row are two eyes: C4 answers B4, and the other way round."""


def explained(picture: str, vertex: str, to_move: str = "B") -> tuple[Evaluation, ChainExplanation, list[str]]:
    evaluation = evaluate(Position.from_diagram(picture, to_move))
    assert evaluation.status is not None
    status = evaluation.status.at(evaluation.position.grid.point(vertex))
    assert status is not None
    found = explain_chain(evaluation, status)
    return evaluation, found, list(chain_lines(found, evaluation.position.grid))


def test_a_critical_group_is_decided_by_its_moves_and_they_are_worth_points() -> None:
    evaluation, found, lines = explained(CORNER, "A2")
    assert found.status.verdict is Verdict.CRITICAL
    assert found.stake is not None
    assert found.stake > 15
    assert [move.result for move in found.moves] == [Result.WORKS, Result.WORKS]
    assert [move.point for move in found.moves] == [found.status.kill, found.status.save]
    name = evaluation.position.grid.vertex
    assert f"{found.stake:.1f} points depend on it" in lines
    assert any(line.startswith(f"black kills at {name(found.moves[0].point)}") for line in lines)
    assert any(line.startswith(f"white saves at {name(found.moves[1].point)}") for line in lines)
    assert {name(point) for point in found.zone} >= {"A2", "A1", "B1"}


def test_a_safe_group_answers_each_first_move() -> None:
    evaluation, found, lines = explained(SAFE, "A5")
    assert (found.status.verdict, found.status.evidence) == (Verdict.SAFE, Evidence.PROVED)
    name = evaluation.position.grid.vertex
    answers = {name(move.point): [name(point) for point in move.line] for move in found.moves}
    assert answers == {"B4": ["C4"], "C4": ["B4"]}
    assert {"eye space of 4 points, A4 B4 C4 D4", "black B4 fails: C4", "black C4 fails: B4"} <= set(lines)


def test_only_moves_into_its_own_eyes_need_an_answer_of_a_safe_group() -> None:
    """A second group like the first, at the bottom of the board, has answers of its own."""
    rows = SAFE.strip().split("\n")
    evaluation, found, _ = explained("\n".join([*rows[2:8], *rows[3:8], rows[8]]), "A10")
    assert evaluation.status is not None
    assert len(evaluation.status.replies[found.status.color]) == 4
    assert [evaluation.position.grid.vertex(move.point) for move in found.moves] == ["B9", "C9"]


def test_a_ko_is_distinguished_by_who_takes_first() -> None:
    """After the move that is named as killing White may take a ko first, so that Black has to retake it."""
    evaluation, found, lines = explained(KO_SECOND, "D9")
    status = found.status
    assert status.verdict is Verdict.CRITICAL
    assert status.kill is not None
    after = evaluation.position.play(status.kill, BLACK)
    assert defend(after, status.chain[0]).result is Result.KO_FIRST
    assert found.moves[0].result is Result.KO_AFTER
    assert any(line.startswith("black kills at ") for line in lines)


def test_a_chain_that_lives_in_a_race_has_no_first_moves_of_searches_without_the_rival() -> None:
    evaluation = evaluate(real_positions()[164])
    assert evaluation.status is not None
    status = evaluation.status.at(evaluation.position.grid.point("C2"))
    assert status is not None
    assert status.in_race
    found = explain_chain(evaluation, status)
    assert (found.moves, found.zone) == ((), tuple(sorted(status.zone)))
    assert explain_chain(evaluation, replace(status, in_race=False)).moves


KO = """
.X....X.X
OX...X.X.
.OXX.XXOX
.OOX.XOOO
..O.X..O.
..OX.XXO.
..OOXXO..
.OOXXXO..
.OXX.OO..
"""
"""White takes the stone on J7 by J8: a ko that decides about the stones around it."""


@pytest.mark.parametrize("swapped", [False, True])
def test_a_ko_that_was_just_taken_is_retaken_after_a_threat(swapped: bool) -> None:
    """The move that decides may not be played at once: it is explained as one that needs a ko threat."""
    before = Position.from_diagram(KO, WHITE)
    before = before.colours_swapped() if swapped else before
    position = before.play(before.grid.point("J8"))
    assert position.grid.vertex(position.ko) == "J7"
    evaluation = evaluate(position)
    assert evaluation.status is not None
    found = [explain_chain(evaluation, status) for status in evaluation.status.having(Verdict.CRITICAL)]
    retaken = [move for one in found for move in one.moves if move.point == position.ko]
    assert {move.color for move in retaken} == {position.to_move}
    assert {move.result for move in retaken} == {Result.KO_AFTER}


def test_a_search_that_contradicts_the_status_gives_no_zone() -> None:
    evaluation, found, _ = explained(CORNER, "A2")
    assert found.zone
    wrong = replace(found.status, verdict=Verdict.DEAD, captured=False)
    assert explain_chain(evaluation, wrong).zone == ()


def test_a_death_by_estimates_is_explained_by_the_same_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search without them leaves some first moves open."""
    _, found, _ = explained(IN_A_LARGE_AREA, "D2")
    assert found.status.verdict is Verdict.DEAD
    assert len(found.moves) > 3
    assert all(move.result is Result.FAILS for move in found.moves)
    assert set(found.status.chain) <= set(found.zone)
    monkeypatch.setattr(module, "DOOMED", 0)
    _, found, _ = explained(IN_A_LARGE_AREA, "D2")
    assert Result.UNKNOWN in {move.result for move in found.moves}


def test_dead_and_living_groups_of_real_positions_are_confirmed() -> None:
    """Another search answers most first moves of the owner of a dead group, or of the enemy of a living one."""
    results: dict[Verdict, list[Result]] = {Verdict.DEAD: [], Verdict.ALIVE: []}
    zones = 0
    for position in real_positions()[:72:6]:
        evaluation = evaluate(position)
        assert evaluation.status is not None
        for status in evaluation.status.having(*results):
            if status.evidence is Evidence.READ:
                found = explain_chain(evaluation, status)
                results[status.verdict] += [move.result for move in found.moves]
                zones += bool(found.zone) and set(status.chain) <= set(found.zone)
    for moves in results.values():
        assert len(moves) > 50
        assert moves.count(Result.FAILS) > 0.8 * len(moves)
        assert moves.count(Result.WORKS) < 0.03 * len(moves)
    assert zones > 30


@pytest.mark.parametrize("place", range(0, 129, 16))
def test_explanations_of_real_positions_hold_together(place: int) -> None:
    evaluation = evaluate(real_positions()[place])
    position, board = evaluation.position, evaluation.status
    assert board is not None
    groups: set[tuple[int, ...]] = set()
    for status in board.chains:
        if status.group in groups:
            continue
        groups.add(status.group)
        found = explain_chain(evaluation, status, nodes=60)
        check_moves(position, status, found)
        assert all(0 <= point < position.grid.area for point in found.zone)
        assert list(found.zone) == sorted(set(found.zone))
        assert (found.stake is not None) is (status.verdict is Verdict.CRITICAL)
        lines = list(chain_lines(found, position.grid))
        assert len(lines) == len(set(lines))
        if status.evidence is Evidence.PROVED and status.verdict is not Verdict.CRITICAL:
            assert found.zone == tuple(sorted(status.zone))
        if status.evidence is Evidence.PROVED and status.verdict is Verdict.DEAD:
            assert (found.space, found.moves) == (None, ())


def check_moves(position: Position, status: Status, found: ChainExplanation) -> None:
    """Check that first moves are legal moves of the right side, and that lines of play can be played."""
    mover = {Verdict.DEAD: status.color, Verdict.ALIVE: status.color.opponent}.get(status.verdict)
    assert len({(move.color, move.point) for move in found.moves}) == len(found.moves)
    for move in found.moves:
        assert mover in (None, move.color)
        after = position.play(move.point, move.color)
        for point in move.line:
            after = after.play(point) if point != PASS else after.with_to_move(after.to_move.opponent)


def test_an_evaluation_without_reading_is_refused() -> None:
    evaluation, found, _ = explained(CORNER, "A2")
    bare = evaluate(evaluation.position, control_only=True)
    with pytest.raises(ValueError, match="expected an evaluation with the status of chains"):
        explain_chain(bare, found.status)
