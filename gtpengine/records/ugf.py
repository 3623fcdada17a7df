"""Records of Pandanet (UGF, UGI), as Panda-EGG and the Japanese title matches write them.

Sections with a heading in brackets: `[Header]` with lines KEY=value, then `[Data]` with a move a line,

    QP,B1,1,0     column and row as letters from A, side and player of a team, number of the move, seconds

and others (`[Files]`, `[Figure]`, `[ReviewNode]`), which are not read. Rows are counted from the bottom if the header
has CoordinateType=IGS, else from the top. A column of Y or Z is a pass (YA, YR, YS, YZ, ZZ); moves with the number 0
are stones set up before the game. Hdcp has handicap and komi; Winner the side, and points, C (resignation), T or F;
Ptime the minutes of each side after its first semicolon. Sources: homepages.cwi.nl/~aeb/go/misc/ugf.html,
senseis.xmp.net/?UGI, and records of the server.
"""

from __future__ import annotations

import re

from ..errors import shown
from . import server_conventions as conventions
from .server_conventions import Fields, Lines, Properties

_MARKER = re.compile(r"^[\ufeff \t]*\[(?:Header|Data)\][ \t]*$", re.MULTILINE | re.IGNORECASE)
_HEADING = re.compile(r"\[([A-Za-z]{3,20})\]")
_MOVE = re.compile(r"([A-Z])([A-Z]) *, *([BW])\d? *(?:, *(\d{0,5}))?")
_NUMBER = re.compile(r"-?\d{1,3}(?:[.,]\d{1,2})?")
_RULES = {"JPN": "Japanese", "JP": "Japanese", "CHN": "Chinese", "CH": "Chinese", "KOR": "Korean"}
_WITHOUT_WINNER = {"D": "0", "N": "Void", "O": "Void", "E": "?"}


def looks_like_ugf(text: str) -> bool:
    """Say whether a text begins as a record of Pandanet does; never true of an SGF record."""
    return conventions.comes_before_sgf(text, _MARKER)


def ugf_nodes(text: str, notices: list[str]) -> list[Properties]:
    """Return the main line as SGF nodes, the root first; append what is repaired or skipped to `notices`.

    A record that is cut is read up to there. Raises ValueError with the number of the line if the board size is none
    of 1 to 25, and if there are no moves and no `[Data]`, or none that can be read because the record is encrypted.
    """
    lines = conventions.numbered_lines(text)
    fields: Fields = {}
    data: Lines | None = None
    section = "header"
    for number, line in lines:
        if heading := _HEADING.fullmatch(line):
            section = heading[1].lower()
            if section == "data" and data is None:
                data = []
        elif section == "header" and "=" in line:
            key, _, value = line.partition("=")
            fields[key.strip().lower()] = number, value.strip()
        elif section == "data" and data is not None:
            data.append((number, line))
    if data is None:
        raise ValueError(f"line {lines[-1][0]}: the record ends before its moves ([Data])")
    size = conventions.board_size(*fields.get("size", (1, "19")))
    for key, default in (("Size", "19 lines"), ("CoordinateType", "rows from the top")):
        if key.lower() not in fields:
            notices.append(f"line 1: no {key} in the header: {default} taken")
    crypt_line, crypt = fields.get("crypt", (1, "PLAIN"))
    if crypt and "PLAIN" not in crypt.upper() and not any(_MOVE.match(line) for _, line in data):
        raise ValueError(f"line {crypt_line}: the record is encrypted: {shown(crypt)}")
    root = _root(fields, size)
    moves = _moves(data, size, fields.get("coordinatetype", (1, ""))[1].upper() == "IGS", root, notices)
    conventions.note_end(notices, lines[-1][0], len(moves), fields.get("moves", (1, ""))[1])
    _set_handicap(fields, root, moves, size, notices)
    return [root, *moves]


def _moves(data: Lines, size: int, from_bottom: bool, root: Properties, notices: list[str]) -> list[Properties]:
    """Return the nodes of the moves; stones that are set up before the first of them go to the root."""
    moves: list[Properties] = []
    numbers: list[tuple[int, int]] = []
    others: Lines = []
    for number, line in data:
        found = _MOVE.match(line)
        point: str | None = None
        if found:
            row = ord(found[2]) - 65 if not from_bottom else size - 1 - (ord(found[2]) - 65)
            is_pass = found[1] == "Z" or (found[1] == "Y" and size < 25)
            point = "" if is_pass else conventions.vertex(ord(found[1]) - 65, row, size)
        if found is None or point is None:
            others += [(number, line)] if line else []
        elif found[4] == "0" and not moves and point:
            root.setdefault("A" + found[3], []).append(point)
        else:
            moves.append({found[3]: [point]})
            numbers += [(number, int(found[4]))] if found[4] else []
    conventions.note_damage(notices, others, numbers)
    return moves


def _set_handicap(fields: Fields, root: Properties, moves: list[Properties], size: int, notices: list[str]) -> None:
    """Put the handicap into the root: stones set up already, or Black's first moves in a row, or the fixed points."""
    line, text = fields.get("hdcp", (1, ""))
    stones = int(text.split(",")[0]) if re.match(r"\d{1,2}(?:,|$)", text) else 0
    if text and "KM" not in root:
        notices.append(f"line {line}: handicap and komi: expected two numbers, got {shown(text)}")
    if stones < 2:
        return
    if "AB" not in root:
        first = [node["B"][0] for node in moves[:stones] if node.get("B", [""])[0]]
        if len(first) == stones:
            root["AB"] = first
            del moves[:stones]
        elif moves and "W" in moves[0]:
            root["AB"] = conventions.server_handicap(size, stones, moves, line, third_at_lower_right=True)
            notices.append(f"line {line}: a handicap of {stones} without its stones: they are put on the fixed points")
        else:
            notices.append(f"line {line}: a handicap of {stones}, but no stones: none read")
            return
    root["HA"] = [str(stones)]


def _number(text: str) -> str:
    """Write a number without needless zeros; "" if there is none."""
    found = _NUMBER.match(text.strip())
    return f"{float(found[0].replace(',', '.')):g}" if found else ""


def _root(fields: Fields, size: int) -> Properties:
    """Return the root's properties but for the handicap."""
    values = {key: text for key, (_, text) in fields.items()}
    _, _, komi = values.get("hdcp", "").partition(",")
    winner, _, margin = (part.strip() for part in values.get("winner", "").upper().partition(","))
    result = _WITHOUT_WINNER.get(winner[:1], "")
    if winner in ("B", "W"):
        result = f"{winner}+{_number(margin) or {'C': 'R'}.get(margin[:1], margin[:1])}"
    days = [conventions.date_in_sgf(part) for part in values.get("date", "").split(",")[::2]]
    time = re.match(r"[^;,]*;(\d{1,5})", values.get("ptime", ""))
    rules = values.get("rule", "") or values.get("rules", "")
    texts = {
        "GM": "1", "SZ": str(size), "RU": _RULES.get(rules.upper(), rules), "KM": _number(komi), "RE": result,
        "DT": ",".join(dict.fromkeys(day for day in days if day)),
        "TM": str(60 * int(time[1])) if time and int(time[1]) else "",
        "EV": ", ".join(part.strip() for part in values.get("title", "").split(",") if part.strip()),
        "PC": values.get("place", ""), "CP": values.get("copyright", ""), "GC": values.get("comment", ""),
    }  # fmt: skip
    for side in "BW":
        keys = (f"player{side.lower()}", f"player{side.lower()}2")
        players = [values[key].split(",") for key in keys if values.get(key)]
        texts[f"P{side}"] = " & ".join(player[0].strip() for player in players)
        texts[f"{side}R"] = " & ".join(conventions.rank_in_sgf(player[1]) for player in players if len(player) > 1)
    return {key: [text] for key, text in texts.items() if text}
