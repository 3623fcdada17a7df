"""What records of other formats than SGF share: results in words, ranks, dates, fixed handicaps, damaged lines."""

from __future__ import annotations

import re
from itertools import pairwise

from analysis.board import Grid, fixed_handicap

from ..errors import shown

Properties = dict[str, list[str]]
"""A node as SGF properties: the values are plain text, unescaped; a move is two letters from the top left, or ""."""
Lines = list[tuple[int, str]]
"""Lines with their numbers from 1."""
Fields = dict[str, tuple[int, str]]
"""The values of a header by name, with the lines they are on."""

_LETTERS = "abcdefghijklmnopqrstuvwxy"
_MOST_LINES = 100_000
_LINE_BREAK = re.compile(r"\r\n?|\n")
_SGF_OPENING = re.compile(r"\(\s*(?:;|[A-Za-z]{1,20}\s*\[)")
_BLACK, _WHITE = r"black|[黑黒흑]|ดำ", r"white|[白백]|ขาว"
_SIDE = re.compile(rf"(?P<black>{_BLACK}|\bB\b)|(?P<white>{_WHITE}|\bW\b)", re.IGNORECASE)
_WIN = re.compile(r"win|won|[胜勝승]", re.IGNORECASE)
_LOSS = re.compile(r"los[et]|resigns|[败敗负負패]|认输|認輸|投了", re.IGNORECASE)
_DRAW = re.compile(r"\bdraw|jigo|무승부|빅|和棋|持[碁棋]|ジゴ", re.IGNORECASE)
_ENDINGS = (
    ("R", re.compile(r"resi|\+R\b|中[盘盤押]|불계|기권|认输|認輸|投了", re.IGNORECASE)),
    ("T", re.compile(r"time|\+T\b|시간|[时時][间間]|超[时時]", re.IGNORECASE)),
    ("F", re.compile(r"forfeit|반칙|犯规|犯規|反則", re.IGNORECASE)),
)
_STONES = re.compile(r"(?:(\d{1,3}) *又 *)?([13])/([24]) *子")
"""A margin counted in stones, as only Chinese counting has fractions of: each is two points."""
_HALF = re.compile(r"(\d{1,3})? *[目집]? *[半반]")
_MARGIN = re.compile(r"\d{1,3}(?:\.\d{1,2})?")
_FIRST_TO_NINTH = "초初一二三四五六七八九"
_RANK = re.compile(rf"(\d{{1,2}}|[{_FIRST_TO_NINTH}]) *(k|급|级|級)?(d|단|段)?(p)?[*?]?", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})\D{0,3}(\d{1,2})\D{0,3}(\d{1,2})")


def numbered_lines(text: str) -> Lines:
    """Return the lines with their numbers from 1, without the blanks around them; a last line may be empty.

    Raises ValueError for more lines than any record has: each costs memory, even an empty one.
    """
    if text.count("\n") > _MOST_LINES or text.count("\r") > _MOST_LINES:
        raise ValueError(f"line {_MOST_LINES + 1}: a record of more than {_MOST_LINES} lines")
    return [(number, line.strip("\ufeff \t\0")) for number, line in enumerate(_LINE_BREAK.split(text), 1)]


def comes_before_sgf(text: str, marker: re.Pattern[str]) -> bool:
    """Say whether the marker of a format is in the first lines, and no SGF record begins before it."""
    head = _LINE_BREAK.sub("\n", text[:6000])
    found = marker.search(head)
    return found is not None and _SGF_OPENING.search(head, 0, found.end()) is None


def vertex(col: int, row: int, size: int) -> str | None:
    """Return a point of the board in SGF, "" (a pass) for one beyond both edges, None for what is no point.

    col, row -- from 0, from the left and from the top
    """
    if 0 <= col < size and 0 <= row < size:
        return _LETTERS[col] + _LETTERS[row]
    return "" if not 0 <= col < size and not 0 <= row < size else None


def board_size(line: int, text: str) -> int:
    """Return the size that a header names. Raises ValueError if it is none of 1 to 25."""
    size = int(text) if re.fullmatch("[0-9]{1,2}", text) else 0
    if not 1 <= size <= 25:
        raise ValueError(f"line {line}: board size: expected a number from 1 to 25, got {shown(text)}")
    return size


def note_end(notices: list[str], last_line: int, moves: int, announced: str) -> None:
    """Append a notice if a record has fewer moves than its header announces."""
    if re.fullmatch("[0-9]{1,5}", announced) and moves < int(announced):
        notices.append(f"line {last_line}: the record ends at move {moves} of {announced}")


def note_damage(notices: list[str], skipped: Lines, numbers: list[tuple[int, int]]) -> None:
    """Append a notice if lines were skipped, and one if the moves' own numbers do not run on one by one.

    skipped -- (line number, text) of the lines among the moves that are no moves
    numbers -- (line number, the move's own number) of the moves
    """
    if skipped:
        more = f", and {len(skipped) - 1} more lines" if len(skipped) > 1 else ""
        notices.append(f"line {skipped[0][0]}: not a move, skipped: {shown(skipped[0][1])}{more}")
    breaks = [(line, last, number) for (_, last), (line, number) in pairwise(numbers) if number != last + 1]
    if breaks:
        line, last, number = breaks[0]
        more = f", and {len(breaks) - 1} more breaks" if len(breaks) > 1 else ""
        notices.append(f"line {line}: the moves are numbered {number} after {last}{more}: read in the file's order")


def result_in_words(text: str) -> str:
    """Translate a result in English, Chinese, Japanese, Korean or Thai to SGF's RE; "" if it names no winner.

    A number after the side is the margin in points; what follows ">>" (the sides' points) is not read.
    """
    text = text[:200].split(">>")[0]
    if _DRAW.search(text):
        return "0"
    side = _SIDE.search(text)
    if side is None:
        return ""
    rest = text[side.end():]
    lost = _LOSS.search(rest) is not None and _WIN.search(rest) is None
    winner = "B" if (side["black"] is not None) != lost else "W"
    for letter, pattern in _ENDINGS:
        if pattern.search(rest):
            return f"{winner}+{letter}"
    if stones := _STONES.search(rest):
        return f"{winner}+{2 * (int(stones[1] or 0) + int(stones[2]) / int(stones[3])):g}"
    if half := _HALF.search(rest):
        return f"{winner}+{int(half[1] or 0) + 0.5:g}"
    margin = _MARGIN.search(rest)
    return f"{winner}+{float(margin[0]):g}" if margin else f"{winner}+"


def rank_in_sgf(text: str) -> str:
    """Write a rank as 3k, 3d or 3p where it is one of the servers' (3K, 3급, 3D*, 3단, 3DP); else as it is."""
    found = _RANK.fullmatch(text.strip()[:20])
    if found is None or not (found[2] or found[3] or found[4]):
        return text.strip()
    grade = found[1] if found[1].isdecimal() else str(max(1, _FIRST_TO_NINTH.index(found[1]) - 1))
    return grade + ("p" if found[4] else "k" if found[2] else "d")


def date_in_sgf(text: str) -> str:
    """Return the first date of a text as YYYY-MM-DD, "" if there is none."""
    found = _DATE.search(text[:200])
    if found is None or not (1 <= int(found[2]) <= 12 and 1 <= int(found[3]) <= 31):
        return ""
    return f"{found[1]}-{int(found[2]):02d}-{int(found[3]):02d}"


def server_handicap(
    size: int, stones: int, moves: list[Properties], line: int, *, third_at_lower_right: bool = False,
) -> list[str]:
    """Return the points of a fixed handicap as the servers place it, from 2 to 9 stones.

    They differ in the third of three stones: Tygem and Wbaduk have it at the upper left, as GTP, Pandanet and most
    others at the lower right. A record that plays in one of these corners first has its stone in the other.
    Raises ValueError, naming the line, if the board has no such handicap.
    """
    grid = Grid(size)
    try:
        rows_cols = [grid.row_col(point) for point in fixed_handicap(grid, stones)]
    except ValueError:
        raise ValueError(f"line {line}: no handicap of {stones} stones on a board of {size} lines") from None
    points = [_LETTERS[col] + _LETTERS[row] for row, col in rows_cols]
    if stones == 3:
        upper_left, lower_right = points[2], points[1][0] + points[0][1]
        played = (value for node in moves for value in (*node.get("B", []), *node.get("W", [])))
        free = next((value for value in played if value in (upper_left, lower_right)), None)
        if free == upper_left or (free is None and third_at_lower_right):
            points[2] = lower_right
    return points
