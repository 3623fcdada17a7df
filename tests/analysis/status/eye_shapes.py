"""All shapes of eye spaces."""

from __future__ import annotations

from analysis.status.eyes import Cells, normal_form


def all_shapes(size: int) -> list[Cells]:
    """Return all shapes of that many connected points, one of each set of symmetric ones."""
    shapes: set[Cells] = {((0, 0),)}
    for _ in range(size - 1):
        larger = set()
        for shape in shapes:
            for row, col in shape:
                for cell in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
                    if cell not in shape:
                        larger.add(normal_form((*shape, cell)))
        shapes = larger
    return sorted(shapes)
