"""Boards with the values of the source, composed of regions. All diagrams are ours: the source's pictures are lost.
Each region lies above Black's block; turned upside down, with the colours exchanged, it is White's.

The attacker's walls are beside each empty point, so that the attacker needs no approach move and no eye can be made. A
chain of x has its liberties above; the point below it, beside the block, connects it or cuts it off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.analysis.semeai.boards import Board, read

# liberties: the region, and where the source has the game
REGIONS = {
    "{4|0}": ("OOOOOO/O....O/OxxxxO/O.OOOO", "2*: problem 1, A; -2* is C, and J of problem 6"),
    "{6|{4|0}}": ("OOOOOOOOO/OOOO....O/O.x.xxxxO/OOOB.OOOO", "4^: problem 1, B; -4v is I of problem 6"),
    "{{6|2}|0}": ("OOOOOOOOO/O..O....O/Oxx.xxxxO/O.OOOOOOO", "2v; turned it is -2^, D of semeai (1)"),
    "{9|5}": ("OOOOOOOOOOO/OOOOOO....O/OOOOOOxxxxO/O......OOOO", "7*; turned it is -7*, problem 2"),
    "{8|5}": ("OOOOOOOOOO/OOOOOO...O/OOOOOOxxxO/O......OOO", "13/2; turned it is -7+1/2, problems 3 and 4"),
    "{{6|3}|1}": ("OOOOOOOOO/OO..O...O/OOxx.xxxO/O..OOOOOO", "3-1/4: problem 4"),
    "{{{8|5}|3}|1}": ("OOOOOOOOOOOO/OO..O..O...O/OOxx.xx.xxxO/O..OOOOOOOOO",
                      "3-1/8, which is missing in the total of problem 4; the game is ours too"),
    "{5|1}": ("OOOOOOO/OO....O/OOxxxxO/O..OOOO", "3*: problem 5"),
    "{{5|2}|0}": ("OOOOOOOO/O..O...O/Oxx.xxxO/O.OOOOOO", "7/4: problem 6, A and E"),
    "{{{{{15|8}|6}|4}|2}|0}": (
        "OOOOOOOOOOOOOOOOOOOOO/O..O..O..O..O.......O/Oxx.xx.xx.xx.xxxxxxxO/O.OOOOOOOOOOOOOOOOOOO", "problem 6, B"),
    "{{{10|5}|3}|1}": ("OOOOOOOOOOOOOO/OO..O..O.....O/OOxx.xx.xxxxxO/O..OOOOOOOOOOO", "problem 6, C"),
    "{5,{7|3}|1,{{6|2}|0}}": ("OOOOOOOOOO/O....O.O.O/Oxxxx.x.xO/OOOOOO.BOO",
                               "3^*: problem 6, D, there {{7|3},5|1}; {{6|2}|0} is dominated if cooled"),
    "{8,{10|6}|4}": (
        "OOOOOOOOOO/OOO.OOOOOO/OOOx.OOOOO/OOOx.OOOOO/O.Ox.OOOOO/Ox.xOOOOOO/OOB.O...OO/OOB.xxxx.O/OOBOOOOOOO",
        "6^*: problem 6, D and F in one, {{7|3},5|1} with three liberties more"),
    "{4|1}": ("OOOOOO/OO...O/OOxxxO/O..OOO", "5/2; turned it is -2 1/2, problem 6, H"),
    "{{{11|5}|3}|1}": ("OOOOOOOOOOOOOOO/OO..O..O......O/OOxx.xx.xxxxxxO/O..OOOOOOOOOOOO", "problem 6, -L"),
    "{{{{13|6}|4}|2}|0}": (
        "OOOOOOOOOOOOOOOOOO/O..O..O..O.......O/Oxx.xx.xx.xxxxxxxO/O.OOOOOOOOOOOOOOOO", "turned: problem 6, M"),
}


PROBLEM_6 = """
OOOOOOOOOOOOOOOOOOOOOOOOO
OOO..O..O..O..O.......OOO
OOOxx.xx.xx.xx.xxxxxxxOOO
OOO.OOOOOOOOOOOOOOOOOOOOO
OBBBBBBBBBBBBBBBBBBBBBBBB
OOOOOO.BOO..OOOOOOOOOOOOB
Oxxxx.x.xOOxx.xx.xxxxxOOB
O....O.O.OO..O..O.....OOB
OOOOOOOOOOOOOOOOOOOOOOOOB
O..O...O..O...OOOOOO.OOOB
Oxx.xxxOxx.xxxOOOOOOOO.OB
O.OOOOOO.OOOOOO...OOOOOOB
BBBBBBBBBBBBBBBBBBBBBBBBB
WWWWWWWWWWWWWWWWWWWWWWWWW
X.XXXXXXXXXXXXXXXX..XXXXW
Xoo.oo.oo.oooooooXXoooXXW
X..X..X..X.......XX...XXW
XXXXXXXXXXXXXXXXXXXXXXXXW
XXXX....XX..X..X......XXW
X.o.ooooXXoo.oo.ooooooXXW
XXXW.XXXX..XXXXXXXXXXXXXW
XWWWWWWWWWWWWWWWWWWWWWWWW
XX.XXXXXXX.X.XXXXXXXXXXXX
X.oo.XXXXXXXXXXXXXXX.X.XX
XX..XXXXXXXXXXXXXXXXXXXXX
"""
"""Thirteen regions: Black's B, D, C, A, E, F; White's M, H, I, L, J, G, K.

The values are the source's. So is each game, but for D: there White has one move more, which cooled is dominated.
"""


def plain(liberties: int) -> str:
    """Return a region of plain liberties in a row."""
    return f"{'O' * (liberties + 2)}/O{'.' * liberties}O"


def region(game: str) -> str:
    """Return the region with this game of Black's, or with so many plain liberties; a region is returned as it is."""
    if "/" in game:
        return game
    return plain(int(game)) if game.isdigit() else REGIONS[game][0]


def turned_rows(rows: Iterable[str]) -> list[str]:
    """Return rows upside down, with the colours exchanged."""
    return [row.translate(str.maketrans("XOxoBW", "OXoxWB")) for row in reversed(list(rows))]


def turned(board: Board) -> Board:
    """Return the board upside down with the colours exchanged."""
    return read("\n".join(turned_rows(board.rows)))


def beside(games: Sequence[str], width: int = 0) -> list[str]:
    """Return the regions of these games beside each other, filled up to a width, below walls that have two eyes."""
    regions = [region(game).split("/") for game in games]
    height = max(map(len, regions))
    parts = [["O" * len(rows[0])] * (height - len(rows)) + rows for rows in regions]
    rows = ["".join(row).ljust(width, "O") for row in zip(*parts, strict=True)]
    return ["O.O.".ljust(len(rows[0]), "O"), *rows]


def board_of(black: Sequence[str], white: Sequence[str]) -> Board:
    """Return a race with these games of Black and of White; White's are given as if they were Black's."""
    width = max(len(beside(games)[0]) for games in (black, white))
    return read("\n".join(
        [*beside(black, width), "B" * width, "W" * width, *turned_rows(beside(white, width))]
    ))
