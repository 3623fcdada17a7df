"""Two control maps of one position and their difference, as in the paper (Hu 2020, figure 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analysis.board import Position

from . import svg
from .figure import Panel, side_by_side
from .svg import FloatArray


def compare_svg(
    position: Position, ours: FloatArray, truth: FloatArray, captions: Sequence[str],
    labels: Mapping[int, str] | None = None, rows: Sequence[str] = (),
) -> str:
    """Return an SVG document: our map, the true one, and the first minus the second.

    ours, truth -- (height, width) in [-1, 1], Black positive. A difference of +1 or more, where our map gives too much
                   to Black, is drawn as a black square, one of -1 or less as a white square.
    captions    -- a line below each of the three boards
    labels      -- point -> letter, drawn on the difference
    rows        -- lines of a table below the boards, aligned by blanks
    """
    panels = (
        Panel(svg.board_group(position, ours), "Mokusan", captions[0]),
        Panel(svg.board_group(position, truth), "Truth", captions[1]),
        Panel(svg.board_group(position, ours - truth, labels), "Mokusan minus truth", captions[2]),
    )
    return side_by_side(position, panels, rows)


__all__ = ["compare_svg"]
