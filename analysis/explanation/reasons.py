"""Explanations: the reasons behind the evaluation of a point, of its stones, and of a move there, as lines of text.

For stones: the proof or the reading behind the verdict, the eyes, the first moves and the answers to them
(`chain_explanation`), the life probability with its terms, and the strength as a source. For an empty point: its proven
owner, or the terms of the control map of the settled board. For a move: what it gains, and how likely a player is to
make it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ..board import Color, Position
from ..control import ControlSettings, explain_point
from ..evaluation import Evaluation
from ..ownership.calibration import CALIBRATION_TERMS, calibration_terms
from ..ownership.life_probability import default_life_weights
from ..policy.model import move_probabilities, policy_terms
from ..ranking.ranker import Ranking
from ..ranking.tactics import rank_with_tactics
from ..status import Evidence, Status
from .chain_explanation import explain_chain
from .chain_text import chain_lines

MAX_TERMS = 5
"""How many terms of a sum are shown, the largest first."""
CALIBRATION_PARTS = {
    "the field": ("linear", "cubic", "quintic", "linear_full"),
    "having the move": ("tempo", "tempo_full"),
    "stones around": ("around", "stones", "second_line", "around_full", "balance_full"),
}
"""The parts that calibrated control is the sum of, and the terms of each part."""


def reasons(
    evaluation: Evaluation,
    point: int,
    settings: ControlSettings | None = None,
    *,
    recent: Sequence[int] = (),
    forbidden: Collection[int] = (),
    ranking: Ranking | None = None,
) -> list[str]:
    """Return lines that explain the evaluation of a point, and of the stones on it or the move there.

    `recent` are the last moves, the latest last; `forbidden` are superko points; `ranking` has the gains of moves, by
    default as by `tactics.rank_with_tactics`. Raises ValueError off the board.
    """
    settings = settings or ControlSettings()
    position = evaluation.position
    position.grid.require(point)
    if evaluation.settled is None or evaluation.status is None:
        return explain_point(position, point, settings, evaluation.control).lines()
    status = evaluation.status.at(point)
    lines = [] if status is None else list(_of_stones(evaluation, status, settings))
    lines += _of_point(evaluation, point, settings)
    if status is None:
        ranking = ranking or rank_with_tactics(evaluation, settings, forbidden=forbidden, color=position.to_move)
        lines += _of_move(position, point, ranking, recent, forbidden)
    return lines


def _of_stones(evaluation: Evaluation, status: Status, settings: ControlSettings) -> Iterator[str]:
    settled, board = evaluation.settled, evaluation.status
    assert settled is not None
    assert board is not None
    stones = f"{len(status.chain)} stone{'s' if len(status.chain) > 1 else ''}"
    yield f"{status.color.word} chain of {stones}, {status.liberties} liberties: {status.verdict}, {status.evidence}"
    yield status.reason
    yield from chain_lines(explain_chain(evaluation, status, settings), evaluation.position.grid)
    life = settled.life_probabilities[board.chains.index(status)]
    if life.evidence is Evidence.ESTIMATED:
        yield f"chance to live {life.value:.2f}, estimated: {_sum_text(life.terms)}"
        if life.first is not None:
            yield f"first, without the neighbours, {life.first.value:.2f}: {_sum_text(life.first.terms)}"
    else:
        yield f"chance to live {life.value:.2f}, {life.evidence}"
    if status.chain[0] in settled.removed:
        yield "so it is taken off the board"
    else:
        yield f"so it counts as {settled.strength[status.chain[0]]:+.2f} (+1 Black, -1 White)"


def _of_point(evaluation: Evaluation, point: int, settings: ControlSettings) -> Iterator[str]:
    settled, status = evaluation.settled, evaluation.status
    assert settled is not None
    assert status is not None
    owner = int(status.territory[point])
    name = evaluation.position.grid.vertex(point)
    if owner:
        yield f"{name} is {Color(owner).word.capitalize()}'s, proved"
        return
    if settled.position.stones[point]:
        return
    fixed = replace(settings, stones="fixed")
    yield from explain_point(settled.position, point, fixed, settled.uncalibrated).lines()
    weights = default_life_weights().point_weights
    terms = calibration_terms(settled.uncalibrated, settled.position, settled.strength, settled.original)[point]
    values = dict(zip(CALIBRATION_TERMS, terms, strict=True))
    parts = {label: sum(weights[name] * values[name] for name in names) for label, names in CALIBRATION_PARTS.items()}
    summed = ", ".join(f"{label} {part:+.3f}" for label, part in parts.items())
    bounded = ", 1 at most" if abs(sum(parts.values())) > 1 else ""
    calibrated, counted = (
        float(control.values.reshape(-1)[point]) for control in (settled.control, evaluation.control)
    )
    yield f"with the experience of games {calibrated:+.3f}: {summed}{bounded}"
    if counted != calibrated:
        yield f"counted as a point of a corridor {counted:+.3f}"


def _of_move(
    position: Position, point: int, ranking: Ranking, recent: Sequence[int], forbidden: Collection[int]
) -> Iterator[str]:
    color, name = position.to_move, position.grid.vertex(point)
    moves = {move.point: (number, move) for number, move in enumerate(ranking.moves, 1)}
    if point not in moves:
        yield f"{color.word} may not play {name}"
        return
    number, move = moves[point]
    reason = f", {move.reason}" if move.reason else ""
    yield f"{color.word} {name} gains {move.gain:.1f} points against a pass, number {number} of {len(moves)}{reason}"
    policy = move_probabilities(position, color, recent, forbidden=forbidden)
    if point in policy:
        terms = policy_terms(position, point, color, recent)[:MAX_TERMS]
        shown = ", ".join(f"{feature} {part:+.2f}" for feature, _, part in terms)
        yield f"players make that move with chance {policy[point]:.3f}, estimated: {shown}"


def _sum_text(terms: Sequence[tuple[str, float, float]]) -> str:
    """Return the largest terms of a logistic sum, each as value * weight, and the sum."""
    parts = sorted(((name, value * weight) for name, value, weight in terms), key=lambda part: -abs(part[1]))
    total = math.fsum(part for _, part in parts)
    shown = ", ".join(f"{name} {part:+.2f}" for name, part in parts[:MAX_TERMS])
    return f"{shown}{', ...' if len(parts) > MAX_TERMS else ''} = {total:+.2f}"


__all__ = ["reasons"]
