"""Records of the Wbaduk (CyberOro) server (NGF).

Twelve lines of header, then the moves: `PM`, a number in two letters (AB is 1), B or W, the column and the row from
the top left with B = 1, and both in reverse: PMABBREER is Black in the seventeenth column, fourth row. AA is a pass.
The lines of the header: title, board size, White's name and rank, Black's, site, handicap, 0, komi, date and time,
minutes, result in words, number of moves. Komi is a whole number, to which half a point belongs in games without a
handicap. The minutes are not read: sources disagree whether they are the time limit or the time used.

Another layout has `GI` before the lines of its header (title, players, two lines, date, board size, handicap, 0, komi,
number of moves) and ends in a line `ID..[..] result`. No line names the rules: the server plays by Korean ones.
Sources: senseis.xmp.net/?NGF, and records of the server.
"""

from __future__ import annotations

import re

from ..errors import shown
from . import server_conventions as conventions
from .server_conventions import Fields, Lines, Properties

_MOVE = re.compile(r"PM(.)(.)([BW])([A-Z])([A-Z])(?:([A-Z])([A-Z]))?")
_MARKER = re.compile(r"^[\ufeff \t]*PM..[BW][A-Z]{2}(?:[A-Z]{2})?[ \t]*$", re.MULTILINE)
_HEADER = re.compile(r"\A.*\n *\d{1,2} *\n(?:.*\n){3} *\d+ *\n.*\n *-?[\d.]+ *\n *\d{8}\b")
_DATE = re.compile(r"\d{4}-?\d{1,2}-?\d{1,2}\b")
_RANKED = re.compile(r"(.*\S)\s+([\d초初一二三四五六七八九]\S*)")
_RESULT_AFTER_MOVES = re.compile(r"ID.{0,3}\[\d+\](.*)")


def looks_like_ngf(text: str) -> bool:
    """Say whether a text begins as a record of Wbaduk does; never true of an SGF record."""
    return conventions.comes_before_sgf(text, _MARKER) or conventions.comes_before_sgf(text, _HEADER)


def ngf_nodes(text: str, notices: list[str]) -> list[Properties]:
    """Return the record as SGF nodes, the root first; append what is repaired or skipped to `notices`.

    A record that is cut is read up to there. Raises ValueError with the number of the line if the board size is none
    of 1 to 25, for a handicap that the board does not have, and if the record ends before its moves.
    """
    lines = conventions.numbered_lines(text)
    start = next((index for index, (_, line) in enumerate(lines) if _MOVE.match(line)), len(lines))
    fields = _fields(lines[:start], notices)
    size = conventions.board_size(*fields["size"])
    count = fields.get("count", (0, ""))[1]
    if start == len(lines) and count != "0":
        raise ValueError(f"line {lines[-1][0]}: the record ends before its moves")
    moves, result = _moves(lines[start:], size, notices)
    conventions.note_end(notices, lines[-1][0], len(moves), count)
    return [_root(fields, size, moves, result, notices), *moves]


def _fields(header: Lines, notices: list[str]) -> Fields:
    """Return the fields of the header with their lines; those after the players are found from the date's line."""
    marked = sum(line.startswith("GI") for _, line in header) > len(header) / 2
    if marked:
        header = [(number, line[2:].strip()) for number, line in header if line.startswith("GI")]
        size, expected = 0, 5
        places = {"title": 0, "white": 1, "black": 2}
        after = {"size": 1, "handicap": 2, "komi": 4, "count": 5}
    else:  # a title may be lost, or be a number
        sizes = [at for at in (1, 0, 2) if at < len(header) and re.fullmatch("[1-9]|1[0-9]|2[0-5]", header[at][1])]
        size = sizes[0] if sizes else 1
        expected = size + 7
        places = {"title": size - 1, "size": size, "white": size + 1, "black": size + 2, "site": size + 3}
        after = {"handicap": -3, "komi": -1, "result": 2, "count": 3}
    date = next((at for at, (_, line) in enumerate(header) if at > size + 2 and _DATE.match(line)), expected)
    if date != expected:
        notices.append(f"line {header[date][0]}: the date is line {date + 1} of the header, not {expected + 1}")
    places |= {"date": date} | {key: date + offset for key, offset in after.items() if date + offset > size + 2}
    found = {key: header[at] for key, at in places.items() if 0 <= at < len(header)}
    return {"size": header[-1] if header else (1, "")} | found


def _moves(lines: Lines, size: int, notices: list[str]) -> tuple[list[Properties], str]:
    """Return the nodes of the moves, and the result that stands after them, if any."""
    moves: list[Properties] = []
    numbers: list[tuple[int, int]] = []
    others: Lines = []
    unsure: list[str] = []
    result = ""
    for number, line in lines:
        found = _MOVE.match(line)
        point = None
        if found:
            first, *rest = [conventions.vertex(ord(col) - 66, ord(row) - 66, size)
                            for col, row in ((found[4], found[5]), (found[7] or found[4], found[6] or found[5]))]
            point = rest[0] if first is None else first
            if first != rest[0]:
                unsure.append(f"line {number}: {shown(line)}")
        if found and point is not None:
            moves.append({found[3]: [point]})
            numbers.append((number, (ord(found[1]) - 65) * 26 + ord(found[2]) - 65))
        elif after := _RESULT_AFTER_MOVES.match(line):
            result = conventions.result_in_words(after[1])
        elif line and not line.startswith("GI"):
            others.append((number, line))
    conventions.note_damage(notices, others, numbers)
    if unsure:
        more = f", and in {len(unsure) - 1} more lines" if len(unsure) > 1 else ""
        notices.append(f"{unsure[0]}: the two copies of the point differ{more}: the first on the board is read")
    return moves, result


def _root(fields: Fields, size: int, moves: list[Properties], result: str, notices: list[str]) -> Properties:
    """Return the root's properties. Raises ValueError for a handicap that the board does not have."""
    root = {"GM": ["1"], "SZ": [str(size)], "RU": ["Korean"]}
    line, handicap = fields.get("handicap", (1, ""))
    stones = int(handicap) if re.fullmatch("[0-9]{1,3}", handicap) else 0
    if stones >= 2:
        root |= {"HA": [str(stones)], "AB": conventions.server_handicap(size, stones, moves, line)}
    line_of_komi, komi = fields.get("komi", (1, ""))
    if is_komi := re.fullmatch(r"-?[0-9]{1,3}(\.[0-9]{1,2})?", komi):
        half = ".5" if handicap == "0" and "." not in komi else ""
        root["KM"] = [f"{float(komi + half):g}"]
    if not re.fullmatch("[0-9]{1,3}", handicap):
        notices.append(f"line {line}: handicap: expected a number, got {shown(handicap)}: none read")
    if not is_komi:
        notices.append(f"line {line_of_komi}: komi: expected a number, got {shown(komi)}: none read")
    for side, player in (("W", "white"), ("B", "black")):
        text = fields.get(player, (0, ""))[1][:200]
        ranked = _RANKED.fullmatch(text)
        root[f"P{side}"] = [ranked[1] if ranked else text]
        root[f"{side}R"] = [conventions.rank_in_sgf(ranked[2]) if ranked else ""]
    root["DT"] = [conventions.date_in_sgf(fields.get("date", (0, ""))[1])]
    root["RE"] = [conventions.result_in_words(fields.get("result", (0, ""))[1]) or result]
    root |= {"EV": [fields.get("title", (0, ""))[1]], "PC": [fields.get("site", (0, ""))[1]]}
    return {key: values for key, values in root.items() if values != [""]}
