"""Explanations: the lines agree with the evaluation."""

from __future__ import annotations

import re

import pytest

from analysis.board import Position
from analysis.control import explain_point
from analysis.evaluation import Evaluation, evaluate
from analysis.explanation import reasons
from analysis.ranking.tactics import rank_with_tactics
from analysis.status import Evidence
from analysis.tree_search.puct_tree import LEAF_BUDGET
from tests.positions import real_positions

DEAD_INSIDE = ".XXXO\nXO.XO\nXXXXO\nX.XOO\nXXXO.\nOOOOO\n.O.O."
THREE = "...XO....\nXXXXO....\nOOOOO....\n.........\n....X....\n...X.X...\n.........\n.........\n........."


def evaluated(text: str) -> Evaluation:
    return evaluate(Position.from_diagram(text), budget=LEAF_BUDGET)


def lines_at(evaluation: Evaluation, vertex: str) -> list[str]:
    return reasons(evaluation, evaluation.position.grid.point(vertex))


def test_a_dead_stone_is_explained_by_its_proof() -> None:
    lines = lines_at(evaluated(DEAD_INSIDE), "B6")
    assert lines[0] == "white chain of 1 stone, 1 liberties: dead, proved"
    assert "Black holds" in lines[1]
    assert "chance to live 0.00, proved" in lines
    assert "so it is taken off the board" in lines
    assert lines[-1] == "B6 is Black's, proved"


def test_a_critical_chain_is_explained_with_both_moves() -> None:
    lines = lines_at(evaluated(THREE), "A8")
    assert re.match(r"black chain of 5 stones, \d liberties: critical, (proved|read)$", lines[0])
    assert {"white kills at B9, then pass", "black saves at B9"} <= set(lines)
    (stake,) = (float(line.split()[0]) for line in lines if line.endswith(" points depend on it"))
    assert 12 < stake < 20, "five stones, three points of territory, and what lies around"
    (zone,) = (line for line in lines if line.startswith("rests on "))
    assert {"A8", "B9", "C9", "D9"} <= set(zone.split())


@pytest.mark.parametrize("place", [0, 3, 120, 200])  # 3: bounded points, corridors
def test_the_numbers_are_those_of_the_evaluation(place: int) -> None:
    evaluation = evaluate(real_positions()[place], budget=LEAF_BUDGET)
    assert evaluation.status is not None
    assert evaluation.settled is not None
    grid = evaluation.position.grid
    for chain, life in zip(evaluation.status.chains, evaluation.settled.life_probabilities, strict=True):
        lines = reasons(evaluation, chain.chain[0])
        assert lines[1] == chain.reason
        (text,) = (line for line in lines if line.startswith("chance to live"))
        assert text.startswith(f"chance to live {life.value:.2f}, {life.evidence}")
        if life.evidence is Evidence.ESTIMATED:
            total = float(text.rpartition(" = ")[2])
            assert total == pytest.approx(sum(value * weight for _, value, weight in life.terms), abs=0.006)
    empty = [p for p in evaluation.position.legal_points().tolist() if not evaluation.status.territory[p]]
    values, counted = (one.values.reshape(-1) for one in (evaluation.settled.control, evaluation.control))
    bounded, corridors = [p for p in empty if abs(values[p]) == 1], [p for p in empty if counted[p] != values[p]]
    if place == 3:
        assert bounded
        assert corridors
    for point in (*empty[:5], *bounded[:1], *corridors[:1]):
        text = "\n".join(reasons(evaluation, point))
        (shown,) = re.findall(r"of games (\S+): the field (\S+), .* move (\S+), .* around ([^\s,]+)(.*)", text)
        total = sum(map(float, shown[1:4]))
        assert shown[0] == f"{values[point]:+.3f}"
        assert min(1.0, max(-1.0, total)) == pytest.approx(values[point], abs=0.002)
        assert shown[4] == (", 1 at most" if abs(values[point]) == 1 else "")
        assert (f"counted as a point of a corridor {counted[point]:+.3f}" in text) is (point in corridors)
        (gain,) = (move.gain for move in rank_with_tactics(evaluation).candidates if move.point == point)
        assert f"{grid.vertex(point)} gains {gain:.1f} points against a pass" in text


def test_the_bare_board_is_explained_by_the_terms_of_its_control_map() -> None:
    position = Position.from_diagram(THREE)
    evaluation = evaluate(position, control_only=True)
    for point in (0, 40):
        assert reasons(evaluation, point) == explain_point(position, point, None, evaluation.control).lines()


def test_forbidden_moves_and_points_off_the_board() -> None:
    evaluation = evaluated(THREE)
    point = evaluation.position.grid.point("J1")
    assert "black may not play J1" in reasons(evaluation, point, forbidden=[point])
    with pytest.raises(ValueError, match="point"):
        reasons(evaluation, 81)
