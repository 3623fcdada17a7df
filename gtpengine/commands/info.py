"""Lines of an analysis as Leela Zero and KataGo write them, for the programs that read theirs.

Every value is from the side of the mover. Leela Zero's numbers are whole ten-thousandths; KataGo's are decimals with
a point, never an exponent. In each part the pv comes last, unless more was asked for.
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
class Form:
    """How numbers are written: with `decimals` as KataGo, else as Leela Zero; `lead` -- scoreLead among the latter."""

    decimals: bool = False
    lead: bool = False


WHOLE = Form()
WHOLE_WITH_LEAD = Form(lead=True)
DECIMALS = Form(decimals=True)


@dataclass(frozen=True)
class Extras:
    """What KataGo's form adds when asked, named by its keys."""

    ownership: bool = False
    movesOwnership: bool = False
    rootInfo: bool = False
    pvVisits: bool = False
    pvEdgeVisits: bool = False


def info_line(found: Lookahead, grid: Grid, komi: float, most: int, form: Form, extras: Extras) -> str:
    """All that was found, on one line.

    komi -- points for White, the handicap bonus included; most -- how many moves at most
    """
    lines = found.lines[:most]
    # The mover's lead and chance, by one map for all moves, so that chances keep the order of the leads.
    leads = [int(found.color) * (line.lead - komi) for line in lines]
    chances = [win_probability(lead, found.root_values) for lead in leads]
    parts = []
    for order, (line, lead, chance) in enumerate(zip(lines, leads, chances, strict=True)):
        pv = " ".join(map(grid.vertex, line.pv))
        start = f"info move {grid.vertex(line.point)} visits {line.visits}"
        if form.decimals:
            values = _values(line.visits, lead, chance, line.values, line)
            part = f"{start} edgeVisits {line.visits} {values} order {order} pv {pv}"
            parts.append(part + _behind(line, extras, found.color))
        else:
            score = f" scoreLead {_fixed(lead, 2)}" if form.lead else ""
            winrate = round(10000 * chance)
            numbers = f"winrate {winrate}{score} prior {round(10000 * line.prior)} lcb {winrate}"
            parts.append(f"{start} {numbers} order {order} pv {pv}")
    if extras.rootInfo:
        lead = int(found.color) * (found.root_lead - komi)
        chance = win_probability(lead, found.root_values)
        values = _values(found.root_visits, lead, chance, found.root_values)
        parts.append(f"rootInfo visits {found.root_visits} {values}")
    if extras.ownership:
        parts.append(f"ownership {_owners(found.root_values, found.color)}")
    return " ".join(parts)


def _values(
    visits: int, lead: float, chance: float, values: npt.NDArray[np.float64], line: Line | None = None
) -> str:
    """The numbers of a move or, without `line`, of the root.

    A static estimate has no luck in it: the lower confidence bounds are the values themselves.
    """
    score, spread = _fixed(lead, 3), _fixed(score_deviation(values), 3)
    utility, winrate = _fixed(2 * chance - 1, 6), _fixed(chance, 6)
    scores = f"scoreMean {score} scoreStdev {spread} scoreLead {score} scoreSelfplay {score}"
    bounds = f" prior {_fixed(line.prior, 6)} lcb {winrate} utilityLcb {utility}" if line else ""
    return f"utility {utility} winrate {winrate} {scores}{bounds} weight {_fixed(visits, 1)}"


def _behind(line: Line, extras: Extras, color: Color) -> str:
    """What follows the pv of a move."""
    text = ""
    visits = " ".join(map(str, line.pv_visits))
    if extras.pvVisits:
        text += f" pvVisits {visits}"
    if extras.pvEdgeVisits:
        text += f" pvEdgeVisits {visits}"
    if extras.movesOwnership:
        text += f" movesOwnership {_owners(line.values, color)}"
    return text


def _owners(values: npt.NDArray[np.float64], color: Color) -> str:
    owned: Iterable[float] = (int(color) * values).ravel().tolist()
    return " ".join(_fixed(value, 4) for value in owned)


def _fixed(value: float, places: int) -> str:
    """A number with so many decimals; zero has no sign."""
    text = f"{value:.{places}f}"
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text
