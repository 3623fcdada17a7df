"""One searched move on one line: the numbers that an analysis shows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.board import PASS

if TYPE_CHECKING:
    from analysis.tree_search.tree_lines import TreeLines

MAX_LENGTH = 90
"""Characters of a line, as front ends show in one row."""


def searched_move_line(lines: TreeLines, point: int, komi: float, *more: str) -> str:
    """Describe a searched move by the lead after it, its rank among the searched moves, and its gain.

    komi -- with the handicap bonus; more -- further parts, which are left out, the last first, where they do not fit
    Raises ValueError for a move that was not searched.
    """
    grid, shown = lines.tree.evaluation.position.grid, lines.lines
    rank = next((rank for rank, line in enumerate(shown, 1) if line.point == point), None)
    if rank is None:
        raise ValueError(f"point: expected a searched move, got {grid.vertex(point)}")
    leads = {line.point: line.lead for line in shown}
    text = f"{grid.vertex(point)}: {_score(leads[point] - komi)} after it, number {rank} of {len(shown)} searched"
    parts = []
    if rank > 1:
        best = shown[0]
        lost = lines.color * (best.lead - leads[point])
        parts.append(f"{grid.vertex(best.point)} is {lost:.1f} better" if lost >= 0.05 else "as good as the first")
    elif point != PASS and PASS in leads:
        parts.append(f"gains {lines.color * (leads[point] - leads[PASS]):z.1f} on a pass")
    return fitted(text, *parts, *more)


def fitted(text: str, *parts: str) -> str:
    """Join parts with commas as far as they fit into MAX_LENGTH; `text` comes first in any case."""
    for part in parts:
        if len(text) + 2 + len(part) <= MAX_LENGTH:
            text += f", {part}"
    return text


def _score(lead: float) -> str:
    """Format Black's lead as a result: B+3.2, W+0.5, 0."""
    rounded = round(lead, 1)
    return "0" if rounded == 0 else f"{'B' if rounded > 0 else 'W'}+{abs(rounded):.1f}"


__all__ = ["MAX_LENGTH", "fitted", "searched_move_line"]
