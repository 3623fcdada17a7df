"""One board as SVG, with the standard library: squares in greys by control, thin lines, black and white discs.

Lengths are in user units, CELL to a point; the picture scales. A square of control +1 (Black) is nearly black, -1
nearly white, 0 the middle grey. The board is repeated as text in <desc>, for screen readers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from xml.sax.saxutils import escape

import numpy as np
import numpy.typing as npt

from analysis.board import COLUMN_LETTERS, PASS, Grid, Position

from .board_text import star_points

FloatArray = npt.NDArray[np.float64]

CELL = 40
MARGIN = 30
_MIDDLE_GREY, _GREY_RANGE = 146, 84
"""The grey of control 0, and how much darker +1 and lighter -1 is: not black and white, the colours of the stones."""
_PLAIN_GREY = 214
"""The grey of a board without a control map."""
_LINE_STEP = 38
"""How much darker a line is than the square it crosses: visible on every grey, and never lighter than the square."""
_INK_THRESHOLD = 118
"""On greys below this one white is easier to read than black."""
_ROW_HEIGHT, _ROW_LETTER_WIDTH = 24, 9.7
"""The height of a row of a table, and the width of a character in it."""


def board_svg(
    position: Position,
    values: FloatArray | None = None,
    labels: Mapping[int, str] | None = None,
    *,
    crosses: Collection[int] = (),
    last: int = PASS,
    caption: str = "",
    places: Iterable[tuple[str, str, Collection[int]]] = (),
    rows: Sequence[str] = (),
) -> str:
    """Return an SVG document of one board.

    values  -- (height, width) in [-1, 1], Black positive; None draws a plain board
    labels  -- point -> one or two characters
    crosses -- points marked with a cross
    last    -- the last move, ringed
    caption -- one line below the board
    places  -- (name, colour, points) of regions to be outlined
    rows    -- lines of a table below the board and its caption, aligned by blanks
    """
    board_width, height = board_size(position.grid)
    width = max(board_width, text_width(caption), *(_row_width(row) for row in rows))
    body = board_group(position, values, labels, crosses=crosses, last=last)
    outlines = "\n".join(_outline(position.grid, *place) for place in places)
    parts = [translated((width - board_width) / 2, 0, f"{body}\n{outlines}" if outlines else body)]
    if caption:
        parts.append(caption_text(width / 2, height + 18, caption))
        height += 34
    for row in rows:
        parts.append(_row(height + 16, row))
        height += _ROW_HEIGHT
    if rows:
        height += MARGIN // 2
    return document(width, height, parts, description(position))


def board_size(grid: Grid) -> tuple[int, int]:
    """Return the width and height of a drawn board, coordinates included."""
    return grid.width * CELL + 2 * MARGIN, grid.height * CELL + 2 * MARGIN


def text_width(text: str) -> float:
    """Return the approximate width of a caption, so that it is not cut off under a small board."""
    return 14.0 * len(text)


def translated(x: float, y: float, body: str) -> str:
    """Return `body` with its top left corner moved from 0, 0 to x, y."""
    return f'<g transform="translate({x:g} {y:g})">\n{body}\n</g>'


def document(width: float, height: float, parts: Iterable[str], desc: str) -> str:
    """Return an SVG document of `parts` on a white background. desc -- plain text for <desc>."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" '
        'font-family="Helvetica, Arial, DejaVu Sans, sans-serif">',
        f"<desc>{escape(_xml_text(desc))}</desc>",
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def description(position: Position) -> str:
    """Return the board as rows of `.XO`, and the side to move."""
    return f"{position.grid} board, X Black, O White, {position.to_move.word} to move\n{position.diagram()}"


def caption_text(x: float, y: float, text: str, size: int = 24, weight: str = "normal") -> str:
    """Return a line of text centred at x."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="#222" '
        f'text-anchor="middle">{escape(_xml_text(text))}</text>'
    )


def board_group(
    position: Position,
    values: FloatArray | None,
    labels: Mapping[int, str] | None = None,
    *,
    crosses: Collection[int] = (),
    last: int = PASS,
) -> str:
    """Return the board alone as a <g>, its top left corner at 0, 0; arguments as for board_svg."""
    grid = position.grid
    greys = _greys(grid, values)
    parts = [_coordinates(grid), _squares(grid, greys), _lines(grid, greys), _stars(grid, position, greys)]
    parts += [_stone(grid, point, int(stone)) for point, stone in enumerate(position.stones) if stone]
    if last != PASS:
        x, y = _centre(grid, last)
        ink = _ink(position, greys, last)
        parts.append(f'<circle cx="{x}" cy="{y}" r="8" fill="none" stroke="{ink}" stroke-width="3"/>')
    for point in crosses:
        x, y = _centre(grid, point)
        path = f"M{x - 8} {y - 8}l16 16m0 -16l-16 16"
        parts.append(f'<path d="{path}" stroke="{_ink(position, greys, point)}" stroke-width="3.5" fill="none"/>')
    for point, label in (labels or {}).items():
        x, y = _centre(grid, point)
        size = 27 if len(label) == 1 else 22
        parts.append(
            f'<text x="{x}" y="{y + size * 0.36:g}" font-size="{size}" font-weight="bold" text-anchor="middle" '
            f'fill="{_ink(position, greys, point)}">{escape(label)}</text>'
        )
    return "<g>\n" + "\n".join(part for part in parts if part) + "\n</g>"


def _greys(grid: Grid, values: FloatArray | None) -> list[int]:
    """Return the grey, 0 to 255, of every point's square."""
    if values is None:
        return [_PLAIN_GREY] * grid.area
    return [round(_MIDDLE_GREY - _GREY_RANGE * value) for value in np.clip(values, -1.0, 1.0).reshape(-1).tolist()]


def _hex(grey: int) -> str:
    return f"#{grey:02x}{grey:02x}{grey:02x}"


def _ink(position: Position, greys: list[int], point: int) -> str:
    """Return black or white, whichever is easier to read on the stone or the square."""
    stone = int(position.stones[point])
    dark = stone > 0 if stone else greys[point] < _INK_THRESHOLD
    return "#fff" if dark else "#000"


def _centre(grid: Grid, point: int) -> tuple[int, int]:
    row, col = grid.row_col(point)
    return MARGIN + col * CELL + CELL // 2, MARGIN + row * CELL + CELL // 2


def _squares(grid: Grid, greys: list[int]) -> str:
    """Return the squares, one path per grey. Crisp edges avoid seams between them."""
    squares: dict[int, list[str]] = defaultdict(list)
    for point, grey in enumerate(greys):
        x, y = _centre(grid, point)
        squares[grey].append(f"M{x - CELL // 2} {y - CELL // 2}h{CELL}v{CELL}h-{CELL}z")
    paths = [f'<path fill="{_hex(grey)}" d="{"".join(path)}"/>' for grey, path in sorted(squares.items())]
    return '<g shape-rendering="crispEdges">\n' + "\n".join(paths) + "\n</g>"


def _lines(grid: Grid, greys: list[int]) -> str:
    """Return the board's lines, in each square _LINE_STEP darker than the square."""
    crosses: dict[int, list[str]] = defaultdict(list)
    half = CELL // 2
    for point, grey in enumerate(greys):
        row, col = grid.row_col(point)
        x, y = _centre(grid, point)
        left, right = half * (col > 0), half * (col < grid.width - 1)
        up, down = half * (row > 0), half * (row < grid.height - 1)
        crosses[grey - _LINE_STEP].append(f"M{x - left} {y}h{left + right}M{x} {y - up}v{up + down}")
    paths = [f'<path stroke="{_hex(ink)}" d="{"".join(path)}"/>' for ink, path in sorted(crosses.items())]
    return '<g stroke-width="1.6" fill="none">\n' + "\n".join(paths) + "\n</g>"


def _stars(grid: Grid, position: Position, greys: list[int]) -> str:
    dots = []
    for point in star_points(grid):
        if not position.stones[point]:
            x, y = _centre(grid, point)
            ink = _hex(greys[point] - _LINE_STEP)
            dots.append(f'<circle cx="{x}" cy="{y}" r="4.5" fill="{ink}"/>')
    return "\n".join(dots)


def _stone(grid: Grid, point: int, stone: int) -> str:
    """Return a disc with a contrasting rim, so that it is visible on dark and on light squares."""
    x, y = _centre(grid, point)
    fill, rim = ("#000", "#aaa") if stone > 0 else ("#fff", "#333")
    return f'<circle cx="{x}" cy="{y}" r="17" fill="{fill}" stroke="{rim}" stroke-width="1.6"/>'


def _outline(grid: Grid, name: str, colour: str, points: Collection[int]) -> str:
    """Return a line around the squares of a region, and its name in the corner of the first one."""
    inside, half = set(points), CELL // 2
    path = []
    for point in points:
        row, col = grid.row_col(point)
        x, y = _centre(grid, point)
        left, up = x - half, y - half
        sides = (
            (row > 0, point - grid.width, f"M{left} {up}h{CELL}"),
            (row < grid.height - 1, point + grid.width, f"M{left} {up + CELL}h{CELL}"),
            (col > 0, point - 1, f"M{left} {up}v{CELL}"),
            (col < grid.width - 1, point + 1, f"M{left + CELL} {up}v{CELL}"),
        )
        path += [side for on_board, near, side in sides if not (on_board and near in inside)]
    x, y = _centre(grid, min(points))
    left, up, name_width = x - half, y - half, 5 + 9 * len(name)
    line = f'<path d="{"".join(path)}" stroke-linecap="square" fill="none"'
    return (
        f'{line} stroke="#000" stroke-opacity="0.4" stroke-width="6"/>\n{line} stroke="{colour}" stroke-width="3"/>\n'
        f'<rect x="{left}" y="{up}" width="{name_width}" height="15" fill="{colour}"/>\n'
        f'<text x="{left + name_width / 2:g}" y="{up + 12}" font-size="13" font-weight="bold" text-anchor="middle" '
        f'fill="#000">{escape(name)}</text>'
    )


def table(rows: Sequence[str]) -> tuple[str, float, float]:
    """Return lines in a monospaced font, the first one at 0, 0, and their total width and height."""
    body = "\n".join(_row(_ROW_HEIGHT * number + 16, row) for number, row in enumerate(rows))
    return body, max((_row_width(row) for row in rows), default=0.0), _ROW_HEIGHT * len(rows)


def _row(y: float, text: str) -> str:
    """Return a line of a table in a monospaced font."""
    return (
        f'<text x="{MARGIN / 2:g}" y="{y:g}" font-size="16" fill="#222" xml:space="preserve" '
        f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace">{escape(_xml_text(text))}</text>'
    )


def _row_width(text: str) -> float:
    return _ROW_LETTER_WIDTH * len(text) + MARGIN


def _coordinates(grid: Grid) -> str:
    texts = []
    for col in range(grid.width):
        x = MARGIN + col * CELL + CELL // 2
        for y in (MARGIN - 9, MARGIN + grid.height * CELL + 21):
            texts.append(f'<text x="{x}" y="{y}">{COLUMN_LETTERS[col]}</text>')
    for row in range(grid.height):
        y = MARGIN + row * CELL + CELL // 2 + 6
        for x in (MARGIN // 2, grid.width * CELL + MARGIN + MARGIN // 2):
            texts.append(f'<text x="{x}" y="{y}">{grid.height - row}</text>')
    return '<g font-size="18" fill="#444" text-anchor="middle">\n' + "\n".join(texts) + "\n</g>"


def _xml_text(text: str) -> str:
    """Return the text without the control characters that XML forbids."""
    return "".join(char for char in text if char.isprintable() or char in "\n\t")
