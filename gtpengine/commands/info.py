"""Analysis lines (`info move ...`) in the formats of Leela Zero and KataGo, for the front ends that read those.

Every value is from the side to move. Leela Zero's numbers are whole ten-thousandths; KataGo's are decimals with a
point, never an exponent. In each part the principal variation comes last, unless more was requested.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.tree_search.winrate import score_deviation, win_probability

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from analysis.board import Color, Grid
    from analysis.tree_search.lines import Line, Lookahead


@dataclass(frozen=True)
class NumberFormat:
    """How numbers are written: with `decimals` as KataGo's, else as Leela Zero's, these with scoreLead if `lead`."""

    decimals: bool = False
    lead: bool = False


LEELA_ZERO = NumberFormat()
LEELA_ZERO_WITH_LEAD = NumberFormat(lead=True)
KATAGO = NumberFormat(decimals=True)


@dataclass(frozen=True)
class Extras:
    """What KataGo's format adds on request, named by its keys."""

    ownership: bool = False
    movesOwnership: bool = False
    rootInfo: bool = False
    pvVisits: bool = False
    pvEdgeVisits: bool = False


def info_line(
    lookahead: Lookahead, grid: Grid, komi: float, max_moves: int, form: NumberFormat, extras: Extras
) -> str:
    """Format the moves of a lookahead, at most `max_moves`, on one line. komi -- with the handicap bonus."""
    lines, color = lookahead.lines[:max_moves], lookahead.color
    # Win rates are taken with one control map for all moves, so that they keep the order of the leads.
    leads = [int(color) * (line.lead - komi) for line in lines]
    chances = [win_probability(lead, lookahead.root_values) for lead in leads]
    parts = []
    for order, (line, lead, chance) in enumerate(zip(lines, leads, chances, strict=True)):
        pv = grid.vertices(line.pv)
        start = f"info move {grid.vertex(line.point)} visits {line.visits}"
        if form.decimals:
            values = _values(line.visits, lead, chance, line.values, line)
            part = f"{start} edgeVisits {line.visits} {values} order {order} pv {pv}"
            parts.append(part + _after_pv(line, extras, color))
        else:
            score = f" scoreLead {_fixed(lead, 2)}" if form.lead else ""
            winrate = round(10000 * chance)
            numbers = f"winrate {winrate}{score} prior {round(10000 * line.prior)} lcb {winrate}"
            parts.append(f"{start} {numbers} order {order} pv {pv}")
    if extras.rootInfo:
        lead = int(color) * (lookahead.root_lead - komi)
        chance = win_probability(lead, lookahead.root_values)
        values = _values(lookahead.root_visits, lead, chance, lookahead.root_values)
        parts.append(f"rootInfo visits {lookahead.root_visits} {values}")
    if extras.ownership:
        parts.append(f"ownership {_ownership(lookahead.root_values, color)}")
    return " ".join(parts)


def _values(
    visits: int, lead: float, chance: float, values: npt.NDArray[np.float64], line: Line | None = None
) -> str:
    """Format the numbers of a move or, without `line`, of the root.

    A static evaluation has no sampling error: the lower confidence bounds are the values themselves.
    """
    score, spread = _fixed(lead, 3), _fixed(score_deviation(values), 3)
    utility, winrate = _fixed(2 * chance - 1, 6), _fixed(chance, 6)
    scores = f"scoreMean {score} scoreStdev {spread} scoreLead {score} scoreSelfplay {score}"
    bounds = f" prior {_fixed(line.prior, 6)} lcb {winrate} utilityLcb {utility}" if line else ""
    return f"utility {utility} winrate {winrate} {scores}{bounds} weight {_fixed(visits, 1)}"


def _after_pv(line: Line, extras: Extras, color: Color) -> str:
    """Format what follows the principal variation of a move."""
    text = ""
    visits = " ".join(map(str, line.pv_visits))
    if extras.pvVisits:
        text += f" pvVisits {visits}"
    if extras.pvEdgeVisits:
        text += f" pvEdgeVisits {visits}"
    if extras.movesOwnership:
        text += f" movesOwnership {_ownership(line.values, color)}"
    return text


def _ownership(values: npt.NDArray[np.float64], color: Color) -> str:
    own: Iterable[float] = (int(color) * values).ravel().tolist()
    return " ".join(_fixed(value, 4) for value in own)


def _fixed(value: float, places: int) -> str:
    """Format a number with so many decimals; zero has no sign."""
    text = f"{value:.{places}f}"
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text
