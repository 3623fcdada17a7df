"""The reply for one turn of a query, in the fields of KataGo's protocol, which `analysis` explains."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analysis.board import BLACK, PASS, Color
from analysis.tree_search.lines import Line, Lookahead
from analysis.tree_search.winrate import score_deviation, win_probability

from ..files.json_lines import Fields
from .query import Task

DECIMALS = 6
"""Of the numbers in a reply."""


def reply(task: Task, lookahead: Lookahead, during: bool) -> Fields:
    """Return the reply for one turn. during -- whether another will follow."""
    query, grid = task.query, task.position.grid
    mover = task.position.to_move
    side = query.perspective or mover

    def numbers(lead: float, values: npt.NDArray[np.float64]) -> Fields:
        """Win rate and score for `side`. lead -- Black's, komi excluded; values -- the control map that it rests on."""
        # Win rates are taken with the root's control map for all moves, so that they keep the order of the leads.
        chance = win_probability(lead - query.komi, lookahead.root_values)
        winrate = chance if side is BLACK else 1 - chance
        points = round(side * (lead - query.komi), DECIMALS) + 0.0  # no -0.0
        return {
            "winrate": round(winrate, DECIMALS),
            "utility": round(2 * winrate - 1, DECIMALS) + 0.0,
            "scoreLead": points,
            "scoreMean": points,
            "scoreSelfplay": points,
            "scoreStdev": round(score_deviation(values), DECIMALS),
        }

    def info(order: int, line: Line) -> Fields:
        fields: Fields = {"move": grid.vertex(line.point), "order": order, "visits": line.visits}
        fields |= numbers(line.lead, line.values)
        fields |= {"prior": _six_digits(line.prior), "pv": [grid.vertex(point) for point in line.pv]}
        if query.pv_visits:
            fields["pvVisits"] = list(line.pv_visits)
        if query.moves_ownership:
            fields["ownership"] = _flat_ownership(line.values, side)
        return fields

    root = {"visits": lookahead.root_visits, "currentPlayer": mover.letter}
    answer: Fields = {
        "id": query.id,
        "isDuringSearch": during,
        "turnNumber": task.turn,
        "rootInfo": root | numbers(lookahead.root_lead, lookahead.root_values),
        "moveInfos": [info(order, line) for order, line in enumerate(lookahead.lines)],
    }
    if query.ownership:
        answer["ownership"] = _flat_ownership(lookahead.root_values, side)
    if query.policy:
        answer["policy"] = [_six_digits(lookahead.priors.get(point, -1.0)) for point in (*range(grid.area), PASS)]
    return answer


def no_results(task: Task) -> Fields:
    """Return the final reply of a turn that was not analysed."""
    return {"id": task.query.id, "isDuringSearch": False, "noResults": True, "turnNumber": task.turn}


def _flat_ownership(values: npt.NDArray[np.float64], side: Color) -> list[float]:
    flat: list[float] = (int(side) * values.reshape(-1).round(DECIMALS) + 0.0).tolist()
    return flat


def _six_digits(probability: float) -> float:
    """Round to six significant digits."""
    return float(f"{probability:.6g}")


__all__ = ["no_results", "reply"]
