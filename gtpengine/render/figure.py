"""The paper's figures for any position: several captioned control maps in one picture (Hu 2020, figures 2, 6-10)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analysis.board import PASS, Position, Rules

from ..settings import Settings
from . import svg

if TYPE_CHECKING:
    from analysis.control import ControlMap, ControlSettings

_GAP = 24
_FOOT = 66
_LISTED = 26
PAPER_TOLERANCE = 1e-4


class FigureError(ValueError):
    """A figure that cannot be drawn. The message is one line."""


@dataclass(frozen=True)
class Panel:
    """A drawn board, its top left corner at 0, 0, with what stands below it."""

    body: str
    title: str
    caption: str


def figure_svg(
    position: Position,
    panels: Sequence[str],
    settings: Settings,
    *,
    rules: Rules | None = None,
    forbidden: frozenset[int] = frozenset(),
    last: int = PASS,
) -> str:
    """The panels side by side, at most three in a row, each with its title and the paper's caption.

    panels -- names from PANELS. settings -- lambda, kappa and stones are the panel's own; sweeps stop as in the
    paper (method paper, 1e-4) unless the settings say otherwise. rules, forbidden -- for the moves of "rank".

    Raises FigureError for an unknown panel, or none.
    """
    unknown = [panel for panel in panels if panel not in PANELS]
    if unknown or not panels:
        got = repr(unknown[0]) if unknown else "nothing"
        raise FigureError(f"panels: expected some of {','.join(PANELS)}, got {got}")
    control = panel_settings(settings)
    scene = _Scene(position, settings, control, rules or Rules(), forbidden, last)
    drawn = [PANELS[panel](scene) for panel in panels]
    return side_by_side(position, drawn)


def side_by_side(position: Position, panels: Sequence[Panel], rows: Sequence[str] = ()) -> str:
    """Boards of one position, at most three in a row, each with title and caption; `rows`: a table below them."""
    columns = min(len(panels), 3 if len(panels) != 4 else 2)
    ranks = math.ceil(len(panels) / columns)
    board_width, board_height = svg.board_size(position.grid)
    wide = max([board_width, *(svg.text_width(text) for panel in panels for text in (panel.title, panel.caption))])
    high = board_height + _FOOT
    parts = []
    for index, panel in enumerate(panels):
        rank, col = divmod(index, columns)
        lines = (
            svg.moved((wide - board_width) / 2, 0, panel.body),
            svg.caption_text(wide / 2, board_height + 22, panel.title, weight="bold"),
            svg.caption_text(wide / 2, board_height + 52, panel.caption),
        )
        parts.append(svg.moved(_GAP + col * (wide + _GAP), _GAP + rank * (high + _GAP), "\n".join(lines)))
    width: float = columns * (wide + _GAP) + _GAP
    height: float = ranks * (high + _GAP) + _GAP
    if rows:
        table, table_width, table_height = svg.table(rows)
        parts.append(svg.moved(_GAP, height, table))
        width, height = max(width, table_width + _GAP), height + table_height + _GAP
    desc = svg.description(position) + "\n" + "\n".join(f"{panel.title}: {panel.caption}" for panel in panels)
    return svg.document(width, height, parts, "\n".join([desc, *rows]))


def panel_settings(settings: Settings) -> ControlSettings:
    """The settings' estimator, with the paper's method and tolerance where nobody chose others."""
    settings = settings.copy()
    if not settings.is_set("control.method"):
        settings.set("control.method", "paper")
    if not settings.is_set("control.tolerance"):
        settings.set("control.tolerance", str(PAPER_TOLERANCE))
    return settings.control()


def lead(score: float, decimals: int = 2) -> str:
    """A lead in points as players write it: "B+6.65", "W+26.48", "0.00"."""
    text = f"{abs(score):.{decimals}f}"
    return text if float(text) == 0 else ("B+" if score > 0 else "W+") + text


def map_caption(control: ControlMap, tolerance: float) -> str:
    """A control map's caption, as the paper writes it: "W+26.48, 45 iterations (1e-4)"."""
    mantissa, _, exponent = f"{tolerance:.6e}".partition("e")
    short = f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}"
    noun = "iteration" if control.sweeps == 1 else "iterations"
    state = "" if control.converged else ", not converged"
    return f"{lead(control.score)}, {control.sweeps} {noun} ({short}){state}"


@dataclass(frozen=True)
class _Scene:
    """What every panel draws from."""

    position: Position
    settings: Settings
    control: ControlSettings
    rules: Rules
    forbidden: frozenset[int]
    last: int


def _propagating(scene: _Scene) -> Panel:
    from analysis.control import propagate

    control = propagate(scene.position, scene.settings.propagation())
    body = svg.board_group(scene.position, control.values, last=scene.last)
    return Panel(body, "Propagating function", lead(control.score))


def _mode(name: str, title: str) -> Callable[[_Scene], Panel]:
    def panel(scene: _Scene) -> Panel:
        from analysis.control import ControlSettings, estimate

        chosen = scene.control
        settings = replace(
            ControlSettings.mode(name),
            neighbours=chosen.neighbours, method=chosen.method,
            tolerance=chosen.tolerance, max_sweeps=chosen.max_sweeps,
        )
        control = estimate(scene.position, settings)
        body = svg.board_group(scene.position, control.values, last=scene.last)
        return Panel(body, title, map_caption(control, settings.tolerance))

    return panel


def _rank(scene: _Scene) -> Panel:
    from analysis.control import estimate
    from analysis.ranking.ranker import rank_moves

    ranking = rank_moves(scene.position, scene.control, rules=scene.rules, forbidden=scene.forbidden)
    moves = [candidate.point for candidate in ranking.moves]
    best, rest = moves[:_LISTED], moves[_LISTED:]
    worst = rest[-_LISTED:]
    labels = {point: chr(ord("A") + index) for index, point in enumerate(best)}
    control = estimate(scene.position, scene.control)
    body = svg.board_group(scene.position, control.values, labels, crosses=worst)
    title = f"Moves for {scene.position.to_move.word.capitalize()}"
    return Panel(body, title, f"best {len(best)} lettered, worst {len(worst)} crossed")


PANELS: dict[str, Callable[[_Scene], Panel]] = {
    "propagating": _propagating,
    "A": _mode("A", "A: all stones alive"),
    "B": _mode("B", "B: aliveness by neighbours"),
    "C": _mode("C", "C: λ = 0.44"),
    "D": _mode("D", "D: λ = 0.44, κ = 0.8"),
    "rank": _rank,
}
