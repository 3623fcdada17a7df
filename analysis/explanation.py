"""Reasons: everything behind what is said of a point, its stones, and a move there, as lines to read.

For stones: the proof or the reading that judged their chain, the chance that experience gives them, what they count as.
For an empty point: whose it is proved to be, or the terms of the control field over the settled board. For a move: what
it gains, and how likely a player is to make it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from .board import Color, Position
from .control import ControlSettings, explain_point
from .evaluation import Evaluation
from .ownership.life_probability import default_prior
from .ownership.settled_board import POINTS
from .ownership.settled_board import terms as terms_of_points
from .policy.model import policy_moves, terms
from .ranking.ranker import Ranking
from .ranking.tactics import rank
from .status import Evidence, Status

SHOWN = 5
"""Terms of a sum that are told one by one, the largest first."""
OF_EXPERIENCE = {
    "the field": ("linear", "cubic", "linear_full"),
    "having the move": ("tempo", "tempo_full"),
    "stones around": ("around", "around_full"),
}
"""What experience of an empty point is the sum of, and the weights that each part is told by."""


def reasons(
    evaluation: Evaluation,
    point: int,
    settings: ControlSettings | None = None,
    *,
    recent: Sequence[int] = (),
    forbidden: Collection[int] = (),
    ranking: Ranking | None = None,
) -> list[str]:
    """Why a point, and the stones on it or the move there, are worth what the evaluation says: lines of text.

    `recent` are the last moves, the latest at the end; `forbidden` are superko points; `ranking` is what moves gain,
    by default as `tactics` has it. Raises ValueError off the board.
    """
    settings = settings or ControlSettings()
    position = evaluation.position
    position.grid.require(point)
    if evaluation.settled is None or evaluation.status is None:
        return explain_point(position, point, settings, evaluation.control).lines()
    status = evaluation.status.at(point)
    lines = [] if status is None else list(_of_stones(evaluation, status))
    lines += _of_point(evaluation, point, settings)
    if status is None:
        ranking = ranking or rank(evaluation, settings, forbidden=forbidden, color=position.to_move)
        lines += _of_move(position, point, ranking, recent, forbidden)
    return lines


def _of_stones(evaluation: Evaluation, status: Status) -> Iterator[str]:
    settled, board = evaluation.settled, evaluation.status
    assert settled is not None
    assert board is not None
    name = evaluation.position.grid.vertex
    stones = f"{len(status.chain)} stone{'s' if len(status.chain) > 1 else ''}"
    yield f"{status.color.word} chain of {stones}, {status.liberties} liberties: {status.verdict}, {status.evidence}"
    yield status.reason
    if status.kill is not None:
        yield f"{status.color.opponent.word} kills at {name(status.kill)}"
    if status.save is not None:
        yield f"{status.color.word} saves at {name(status.save)}"
    chance = settled.chances[board.chains.index(status)]
    if chance.evidence is Evidence.ESTIMATED:
        yield f"chance to live {chance.value:.2f}, estimated: {_told(chance.terms)}"
    else:
        yield f"chance to live {chance.value:.2f}, {chance.evidence}"
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
    yield from explain_point(settled.position, point, fixed, settled.field).lines()
    weights = default_prior().points
    values = dict(zip(POINTS, terms_of_points(settled.field, settled.position, settled.strength)[point], strict=True))
    parts = {said: sum(weights[name] * values[name] for name in names) for said, names in OF_EXPERIENCE.items()}
    summed = ", ".join(f"{said} {part:+.3f}" for said, part in parts.items())
    bounded = ", 1 at most" if abs(sum(parts.values())) > 1 else ""
    told, counted = (float(control.values.reshape(-1)[point]) for control in (settled.control, evaluation.control))
    yield f"with the experience of games {told:+.3f}: {summed}{bounded}"
    if counted != told:
        yield f"counted as a point of a corridor {counted:+.3f}"


def _of_move(
    position: Position, point: int, ranking: Ranking, recent: Sequence[int], forbidden: Collection[int]
) -> Iterator[str]:
    color, name = position.to_move, position.grid.vertex(point)
    moves = {move.point: (place, move) for place, move in enumerate(ranking.moves, 1)}
    if point not in moves:
        yield f"{color.word} may not play {name}"
        return
    place, move = moves[point]
    reason = f", {move.reason}" if move.reason else ""
    yield f"{color.word} {name} gains {move.gain:.1f} points against a pass, number {place} of {len(moves)}{reason}"
    likely = {move.point: move.chance for move in policy_moves(position, color, recent, forbidden=forbidden)}
    if point in likely:
        parts = [(feature, value, part) for feature, value, part in terms(position, point, color, recent)]
        told = ", ".join(f"{feature} {part:+.2f}" for feature, _, part in parts[:SHOWN])
        yield f"players make that move with chance {likely[point]:.3f}, estimated: {told}"


def _told(sum_of: Sequence[tuple[str, float, float]]) -> str:
    """The largest terms of a logistic sum, each as what it adds, and the sum."""
    parts = sorted(((name, value * weight) for name, value, weight in sum_of), key=lambda part: -abs(part[1]))
    total = math.fsum(part for _, part in parts)
    shown = ", ".join(f"{name} {part:+.2f}" for name, part in parts[:SHOWN])
    return f"{shown}{', ...' if len(parts) > SHOWN else ''} = {total:+.2f}"


__all__ = ["reasons"]
