"""What the trees of variations of this folder share: the properties of the root, text values."""

from __future__ import annotations

from collections.abc import Iterable

from sgfmill import sgf_grammar

from analysis.board import Color, Grid

from ..records.sgf_values import sgf_point


def root_properties(
    grid: Grid, to_move: Color, black: Iterable[int], white: Iterable[int]
) -> dict[str, list[bytes]]:
    """Return the properties of the root of a tree: format, size, the side to move, and the stones set up."""
    size = str(grid.width) if grid.is_square else f"{grid.width}:{grid.height}"
    header = {
        "FF": b"4", "GM": b"1", "CA": b"UTF-8", "AP": b"Mokusan", "SZ": size.encode(), "PL": to_move.letter.encode(),
    }
    stones = {
        name: [sgf_point(grid, point).encode() for point in points] for name, points in (("AB", black), ("AW", white))
    }
    return {name: [value] for name, value in header.items()} | {k: points for k, points in stones.items() if points}


def text_value(text: str) -> bytes:
    """Return a text as a value of type Text."""
    escaped: bytes = sgf_grammar.escape_text(text.encode("utf-8"))
    return escaped


__all__ = ["root_properties", "text_value"]
