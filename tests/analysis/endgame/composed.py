"""Whole boards composed of local games whose values are known (FACTS, section 3 and table B). The diagrams are ours."""

from __future__ import annotations

import random

from analysis.board import Position

PIECES = [
    # (board, canonical form by territory): X and O stand, x and o can be taken
    ("#X#/O.X/#X#", "*"), ("#XX#/O..X/#XX#", "{1|*}"), ("#XXX#/O...X/#XXX#", "{2|{1|*}}"),
    ("#XXXX#/O....X/#XXXX#", "{3|{2|{1|*}}}"), ("#XX#/O..O/#XX#", "0"), ("#XXX#/O...O/#XXX#", "*"),
    ("#XXXX#/O....O/#XXXX#", "{1|*}"), ("#X#/O.X/X.X/#X#", "{1|*}"), ("#X#/O.X/O.X/#X#", "0"),
    ("#XX#/O..X/X..X/#XX#", "{3|*}"), ("#XX#/O..X/O..X/#XX#", "{1|*}"), ("#XX#/O.oX/#XX#", "{2|0}"),
    ("#XXX#/O.o.O/#XXX#", "0"), ("#XXXX#/O..o.X/#XXXX#", "{4|{3|*}}"), ("#XXXX#/O.o..X/#XXXX#", "{4|{1|*}}"),
    ("#XXXX#/O.oo.O/#XXXX#", "0"), ("#XX#/O..X/Xo.X/#XX#", "{4|0}"), ("#XXX/OO.X/O..X/#XXX", "*"),
]

SWAP = str.maketrans("XOxo", "OXox")


def composed(pieces: list[str]) -> tuple[Position, list[int]]:
    """Return a board with the pieces below each other, and the points of all walls, which are to be declared alive."""
    width = max(len(row) for piece in pieces for row in piece.split("/"))
    letters = text = ""
    for piece in pieces:
        rows = "".join(row.ljust(width, "#") for row in [*piece.split("/"), "#" * width])
        letters += rows
        text += rows.replace("#", max("XO", key=piece.count)).upper()
    position = Position.from_diagram("\n".join(text[i : i + width] for i in range(0, len(text), width)))
    return position, [point for point, letter in enumerate(letters) if letter in "XO#"]


def random_pieces(rng: random.Random, points: int) -> list[str]:
    """Return pieces of at most so many points in all that fit on a board, some with the colours exchanged."""
    chosen: list[str] = []
    rows = 25
    while True:
        piece, _ = rng.choice(PIECES)
        points -= sum(piece.count(letter) for letter in ".xo")
        rows -= piece.count("/") + 2
        if points < 0 or rows < 0:
            return chosen
        chosen.append(piece.translate(SWAP) if rng.random() < 0.5 else piece)


def five_corridors() -> str:
    """Return a 19x19 diagram with White's corridors of 2 to 6 points, open towards Black; all walls live."""
    rows = []
    for row in range(19):
        if row % 2 == 0:
            rows.append("XX" + "O" * 17)
        elif row <= 9:
            length = (row + 3) // 2
            rows.append(".X" + "." * length + "O" * (16 - length) + ".")
        else:
            rows.append(".X" + "O" * 16 + ".")
    return "\n".join(rows)
