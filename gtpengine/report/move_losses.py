"""The points that a move lost: the difference of two searched values, and whether it is certain.

The best move and the move played are searched in the same tree, which goes on from that of the position before. Where
both are moves of local games that are counted exactly, the difference of their exact gains takes its place.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from analysis.board import PASS

if TYPE_CHECKING:
    from analysis.endgame import LocalGames
    from analysis.ranking.ranker import Ranking
    from analysis.tree_search.tree_lines import TreeLines

BEST_MOVES = 5
"""Most moves listed of a position, the best first."""

MIN_PLAYED_VISITS = 6
"""Visits of the move that was played, at least."""

CERTAIN_ERRORS = 2.0
"""A loss is certain if it is so many standard errors of the two values."""


class RatedMove(NamedTuple):
    """A move: a point or PASS, its gain against a pass, and Black's lead after it, komi excluded."""

    point: int
    gain: float
    score: float


class MoveLoss(NamedTuple):
    """The loss of a move: by how much the best move is better, for the mover, and at least 0.

    points       -- the difference of their mean values in a search; of their gains where they are ranked only, and
                    where the played one is a pass
    best, played -- the two moves. Of searched ones the gain of the played one is that of the best one less the loss; of
                    a pass it is 0, as gains are measured against a pass. Ranked ones have the gains of the ranker: a
                    move that it advises against may gain more than the best of the others, and then loses nothing
    uncertain    -- whether a loss is within the error of the search, or neither searched nor counted exactly
    """

    points: float
    best: RatedMove
    played: RatedMove
    uncertain: bool = False


def searched_choices(lines: TreeLines, played: int | None) -> tuple[tuple[RatedMove, ...], MoveLoss | None]:
    """Return the best moves of a search and the loss of the played one, None if it is illegal or missing.

    lines -- of all searched moves: its `most` is None. The played move gets MIN_PLAYED_VISITS visits, and is listed by
             its loss, so that its gain is the same wherever it is shown.
    """
    tree = lines.tree
    position, rules = tree.evaluation.position, tree.evaluation.rules
    legal = played is not None and played not in tree.forbidden and position.is_legal(played, rules=rules)
    if played is not None and legal:
        missing = MIN_PLAYED_VISITS - next((move.visits for move in tree.root_moves() if move.point == played), 0)
        tree.visit([played] * missing)
    shown = lines.lines
    leads = {line.point: line.lead for line in shown}
    rated = [RatedMove(line.point, lines.color * (line.lead - leads[PASS]), line.lead) for line in shown]
    found = next((move for move in rated if move.point == played), None)
    if not legal or found is None:
        return tuple(rated[:BEST_MOVES]), None
    searched = {move.point: move for move in tree.root_moves()}
    # A local move that comes first may have few visits; then the most visited move stands for the value of the best.
    reference = max((searched[shown[0].point], next(iter(searched.values()))), key=lambda move: move.visits)
    best = rated[0]
    error = hypot(reference.error, searched[found.point].error)
    points = 0.0
    if found.point == PASS:
        points = max(0.0, best.gain)
    elif found != best:
        points = max(0.0, lines.color * (reference.score - searched[found.point].score))
        found = RatedMove(found.point, best.gain - points, best.score - lines.color * points)
    others = sorted(
        (found if move.point == found.point else move for move in rated[1:]), key=lambda move: -move.gain
    )  # fmt: skip
    loss = MoveLoss(points, best, found, points > 0 and not points > CERTAIN_ERRORS * error)
    return (best, *others[: BEST_MOVES - 1]), loss


def ranked_choices(ranking: Ranking, played: int | None) -> tuple[tuple[RatedMove, ...], MoveLoss | None]:
    """Return the best moves of a ranking and the loss of the played one, which is uncertain: nothing is searched.

    Moves that the ranker advises against are left out.
    """
    sound = [move for move in ranking.candidates if not move.reason]
    best = tuple(RatedMove(move.point, move.gain, move.score) for move in sound[:BEST_MOVES])
    found = next((move for move in ranking.candidates if move.point == played), None)
    if found is None or not best:
        return best, None
    points = max(0.0, best[0].gain - found.gain)
    return best, MoveLoss(points, best[0], RatedMove(found.point, found.gain, found.score), points > 0)


def exact_choices(
    ranking: Ranking, games: LocalGames, played: int | None
) -> tuple[tuple[RatedMove, ...], MoveLoss] | None:
    """Return the best moves and the loss of the played one if that and the best are counted exactly, else None.

    Moves of local games that are counted exactly are, and so is the pass, against which gains are measured.
    """
    best, loss = ranked_choices(ranking, played)
    if loss is None or not all(_is_exact(games, move.point) for move in (loss.best, loss.played)):
        return None
    return best, loss._replace(uncertain=False)


def _is_exact(games: LocalGames, point: int) -> bool:
    return point == PASS or games.at(point) is not None


__all__ = ["BEST_MOVES", "MoveLoss", "RatedMove", "exact_choices", "ranked_choices", "searched_choices"]
