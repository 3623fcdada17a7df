"""The figures of the paper for any position: several captioned control maps in one picture (Hu 2020, 2 and 6-10)."""

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
_CAPTION_HEIGHT = 66
"""Space for the title and the caption below a board."""
_MAX_MARKED_MOVES = 26
"""Most moves that get a letter, and most that are crossed."""
PAPER_TOLERANCE = 1e-4
"""The residual at which the paper stops its iteration."""


class FigureError(ValueError):
    """A figure that cannot be drawn. The message is one line."""


@dataclass(frozen=True)
class Panel:
    """A drawn board, its top left corner at 0, 0, with the title and the caption below it."""

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
    """Return the panels side by side, at most three in a row, each with its title and a caption as in the paper.

    panels    -- names from PANELS
    settings  -- the estimator; lambda, kappa and stones are the panel's own, and method and tolerance are the paper's
                 (method paper, 1e-4) unless the settings choose others
    rules, forbidden -- for the moves of the panel "rank"
    last      -- the last move, ringed

    Raises FigureError for an unknown panel, or for no panel.
    """
    unknown = [panel for panel in panels if panel not in PANELS]
    if unknown or not panels:
        got = repr(unknown[0]) if unknown else "nothing"
        raise FigureError(f"panels: expected some of {','.join(PANELS)}, got {got}")
    control = panel_settings(settings)
    source = _FigureInput(position, settings, control, rules or Rules(), forbidden, last)
    drawn = [PANELS[panel](source) for panel in panels]
    return side_by_side(position, drawn)


def side_by_side(position: Position, panels: Sequence[Panel], rows: Sequence[str] = ()) -> str:
    """Return an SVG document of boards of one position, at most three in a row. rows -- lines of a table below them."""
    columns = min(len(panels), 3 if len(panels) != 4 else 2)
    grid_rows = math.ceil(len(panels) / columns)
    board_width, board_height = svg.board_size(position.grid)
    texts = (text for panel in panels for text in (panel.title, panel.caption))
    cell_width = max([board_width, *map(svg.text_width, texts)])
    cell_height = board_height + _CAPTION_HEIGHT
    parts = []
    for index, panel in enumerate(panels):
        grid_row, col = divmod(index, columns)
        lines = (
            svg.translated((cell_width - board_width) / 2, 0, panel.body),
            svg.caption_text(cell_width / 2, board_height + 22, panel.title, weight="bold"),
            svg.caption_text(cell_width / 2, board_height + 52, panel.caption),
        )
        x, y = _GAP + col * (cell_width + _GAP), _GAP + grid_row * (cell_height + _GAP)
        parts.append(svg.translated(x, y, "\n".join(lines)))
    width: float = columns * (cell_width + _GAP) + _GAP
    height: float = grid_rows * (cell_height + _GAP) + _GAP
    if rows:
        table, table_width, table_height = svg.table(rows)
        parts.append(svg.translated(_GAP, height, table))
        width, height = max(width, table_width + _GAP), height + table_height + _GAP
    desc = svg.description(position) + "\n" + "\n".join(f"{panel.title}: {panel.caption}" for panel in panels)
    return svg.document(width, height, parts, "\n".join([desc, *rows]))


def panel_settings(settings: Settings) -> ControlSettings:
    """Return the settings of the estimator, with the paper's method and tolerance unless others are set."""
    settings = settings.copy()
    if not settings.is_set("control.method"):
        settings.set("control.method", "paper")
    if not settings.is_set("control.tolerance"):
        settings.set("control.tolerance", str(PAPER_TOLERANCE))
    return settings.control()


def lead(score: float, decimals: int = 2) -> str:
    """Return a lead in points as players write it: "B+6.65", "W+26.48", "0.00"."""
    text = f"{abs(score):.{decimals}f}"
    return text if float(text) == 0 else ("B+" if score > 0 else "W+") + text


def map_caption(control: ControlMap, tolerance: float) -> str:
    """Return the caption of a control map as the paper writes it: "W+26.48, 45 iterations (1e-4)"."""
    mantissa, _, exponent = f"{tolerance:.6e}".partition("e")
    short = f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}"
    noun = "iteration" if control.sweeps == 1 else "iterations"
    state = "" if control.converged else ", not converged"
    return f"{lead(control.score)}, {control.sweeps} {noun} ({short}){state}"


@dataclass(frozen=True)
class _FigureInput:
    """The position and the settings that all panels are drawn from."""

    position: Position
    settings: Settings
    control: ControlSettings
    rules: Rules
    forbidden: frozenset[int]
    last: int


def _propagating_panel(source: _FigureInput) -> Panel:
    from analysis.control import propagate

    control = propagate(source.position, source.settings.propagation())
    body = svg.board_group(source.position, control.values, last=source.last)
    return Panel(body, "Propagating function", lead(control.score))


def _control_panel(name: str, title: str) -> Callable[[_FigureInput], Panel]:
    def panel(source: _FigureInput) -> Panel:
        from analysis.control import ControlSettings, estimate

        chosen = source.control
        settings = replace(
            ControlSettings.mode(name),
            neighbours=chosen.neighbours, method=chosen.method,
            tolerance=chosen.tolerance, max_sweeps=chosen.max_sweeps,
        )
        control = estimate(source.position, settings)
        body = svg.board_group(source.position, control.values, last=source.last)
        return Panel(body, title, map_caption(control, settings.tolerance))

    return panel


def _ranking_panel(source: _FigureInput) -> Panel:
    from analysis.control import estimate
    from analysis.ranking.ranker import rank_moves

    ranking = rank_moves(source.position, source.control, rules=source.rules, forbidden=source.forbidden)
    moves = [candidate.point for candidate in ranking.moves]
    best, rest = moves[:_MAX_MARKED_MOVES], moves[_MAX_MARKED_MOVES:]
    worst = rest[-_MAX_MARKED_MOVES:]
    labels = {point: chr(ord("A") + index) for index, point in enumerate(best)}
    control = estimate(source.position, source.control)
    body = svg.board_group(source.position, control.values, labels, crosses=worst)
    title = f"Moves for {source.position.to_move.word.capitalize()}"
    return Panel(body, title, f"best {len(best)} lettered, worst {len(worst)} crossed")


PANELS: dict[str, Callable[[_FigureInput], Panel]] = {
    "propagating": _propagating_panel,
    "A": _control_panel("A", "A: all stones alive"),
    "B": _control_panel("B", "B: aliveness by neighbours"),
    "C": _control_panel("C", "C: λ = 0.44"),
    "D": _control_panel("D", "D: λ = 0.44, κ = 0.8"),
    "rank": _ranking_panel,
}
"""The panels by name, in the order of the default figure."""
