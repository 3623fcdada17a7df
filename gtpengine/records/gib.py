r"""Records of the Tygem server (GIB), and of its partners TOM and eweiqi.

A header of `\[KEY=value\]` between `\HS` and `\HE`, then the game between `\GS` and `\GE`, always on 19 lines:

    119 0 &4               the number of the last move line, 0, &4
    INI 0 1 3 &4           a handicap of 3 stones
    STO 0 2 1 15 3         number, 1 Black or 2 White, column and row from 0 at the top left
    SKI 0 3                a pass of the side to move

In GAMEINFOMAIN, GRLT is the kind of result (0, 1: by points; 3, 4: by resignation; 7, 8: on time; Black, White), ZIPSU
the margin and GONGJE the komi, both in tenths of a point, DUM points that White gives, GTIME the main time, the
overtime in seconds and its periods, GCDT the handicap; GAMETAG has them as W, Z, G, D, T and R. No key names the rules:
the server plays by Korean ones. Sources: senseis.xmp.net/?GIB, and records of the server.
"""

from __future__ import annotations

import re

from ..errors import shown
from . import server_conventions as conventions
from .server_conventions import Lines, Properties

_SIZE = 19
_MARKER = re.compile(r"^[\ufeff \t]*\\(?:HS|GS|\[[A-Z]+=)", re.MULTILINE)
_FIELD = re.compile(r"\\\[([A-Z]+)=([^\\]*(?:\\[^\[\]HG][^\\]*)*)")
_NAME = re.compile(r"([^(（]*)[(（]([^()（）]*)[)）]")
_COUNTS = re.compile(r"(\d{1,6}) +\d+ +(\d+|&4)")
_RESULTS = {"0": "B+", "1": "W+", "3": "B+R", "4": "W+R", "7": "B+T", "8": "W+T"}


def looks_like_gib(text: str) -> bool:
    """Say whether a text begins as a record of Tygem does; never true of an SGF record."""
    return conventions.comes_before_sgf(text, _MARKER)


def gib_nodes(text: str, notices: list[str]) -> list[Properties]:
    r"""Return the record as SGF nodes, the root first; append what is repaired or skipped to `notices`.

    A record that is cut is read up to there. Raises ValueError with the number of the line if no game begins
    (no `\GS`, no move), and for a handicap that is none of 0 to 9.
    """
    lines = conventions.numbered_lines(text)
    start = next((index for index, (_, line) in enumerate(lines) if line.startswith(("\\GS", "INI ", "STO "))), None)
    if start is None:
        raise ValueError(f"line {lines[-1][0]}: the record ends before its moves (\\GS)")
    header, game = lines[:start], lines[start:]
    fields = {key: value.strip() for key, value in _FIELD.findall("\n".join(line for _, line in header))}
    end = next((index for index, (_, line) in enumerate(game) if line.startswith("\\GE")), None)
    if end is None:  # a last line without its line break may have lost digits
        game = game[:-1]
    stones = _handicap(game[:end], fields, notices)
    moves = _moves(game[:end], stones >= 2, notices)
    if end is None:
        notices.append(f"line {lines[-1][0]}: the record ends without \\GE: read up to move {len(moves)}")
    root = _root(fields, notices, next((number for number, line in header if "DUM:" in line), 1))
    if stones >= 2:
        root |= {"HA": [str(stones)], "AB": conventions.server_handicap(_SIZE, stones, moves, lines[start][0])}
    return [root, *moves]


def _handicap(game: Lines, fields: dict[str, str], notices: list[str]) -> int:
    """Return the number of handicap stones: of the line INI, else of the header."""
    for number, line in game:
        words = line.split()
        if words[:1] == ["INI"] and len(words) > 3:
            if not re.fullmatch("[0-9]", words[3]):
                raise ValueError(f"line {number}: handicap: expected a number from 0 to 9, got {shown(words[3])}")
            return int(words[3])
    found = re.search(r"GCDT:([2-9])\b|,R([2-9])\b", fields.get("GAMEINFOMAIN", "") + fields.get("GAMETAG", ""))
    stones = int(found[1] or found[2]) if found else 0
    notices.append(f"line {game[0][0] if game else 1}: no line INI: a handicap of {stones} stones, by the header")
    return stones


def _moves(game: Lines, white_begins: bool, notices: list[str]) -> list[Properties]:
    """Return the nodes of the lines STO and SKI."""
    moves: list[Properties] = []
    numbers: list[tuple[int, int]] = []
    others: Lines = []
    announced = 0
    for number, line in game:
        words = line.split()
        if found := _COUNTS.match(line):
            announced = int(found[1]) if found[2] == "&4" else announced
            continue
        if not line or line.startswith(("\\GS", "INI ")):
            continue
        blacks_turn = "W" in moves[-1] if moves else not white_begins
        node = {"B" if blacks_turn else "W": [""]} if words[:1] == ["SKI"] else _stone(words)
        if node is None:
            others.append((number, line))
            continue
        moves.append(node)
        if len(words) > 2 and re.fullmatch("[0-9]{1,6}", words[2]):
            numbers.append((number, int(words[2])))
    conventions.note_damage(notices, others, numbers)
    if numbers:
        conventions.note_end(notices, numbers[-1][0], numbers[-1][1] - 1, str(announced - 1))
    return moves


def _stone(words: list[str]) -> Properties | None:
    """Return the node of a line STO; None for another line, or a damaged one."""
    if not re.fullmatch(r"STO \S+ \S+ [12] [0-9]{1,2} [0-9]{1,2}", " ".join(words[:6])):
        return None
    point = conventions.vertex(int(words[4]), int(words[5]), _SIZE)
    return None if point is None else {"B" if words[3] == "1" else "W": [point]}


def _root(fields: dict[str, str], notices: list[str], komi_line: int) -> Properties:
    """Return the root's properties but for the handicap."""
    main, tag = fields.get("GAMEINFOMAIN", ""), re.sub(r"\s", "", fields.get("GAMETAG", ""))

    def value(key: str, letter: str) -> str:
        found = re.search(rf"\b{key}:(\d{{1,5}})\b", main) or re.search(rf"(?:^|,){letter}(\d{{1,5}})\b", tag)
        return found[1] if found else ""

    root = {"GM": ["1"], "SZ": [str(_SIZE)], "RU": ["Korean"]}
    komi, given = int(value("GONGJE", "G") or 0) / 10, int(value("DUM", "D") or 0)
    if value("GONGJE", "G") or given:
        root["KM"] = [f"{komi - given:g}"]
    if given:
        notices.append(f"line {komi_line}: DUM {given} is read as points that White gives: komi {komi - given:g}")
    result = _RESULTS.get(value("GRLT", "W"), "") or conventions.result_in_words(fields.get("GAMERESULT", ""))
    margin = int(value("ZIPSU", "Z") or 0) / 10
    texts = {"RE": result + (f"{margin:g}" if margin and result in ("B+", "W+") else "")}
    for side, key in (("B", "BLACK"), ("W", "WHITE")):
        name = fields.get(f"GAME{key}NAME", "") or fields.get(f"GAME{key}NICK", "")
        found = _NAME.fullmatch(name[:200])
        texts[f"P{side}"] = found[1].strip() if found else name
        texts[f"{side}R"] = conventions.rank_in_sgf(found[2]) if found else ""
    date = re.search(r"(?:^|,)C(\d{4}:\d\d:\d\d)", tag)
    texts["DT"] = conventions.date_in_sgf(date[1] if date else fields.get("GAMEDATE", ""))
    if time := re.search(r"\bGTIME:(\d{1,6})-(\d{1,4})-(\d{1,3})\b", main):
        texts |= {"TM": time[1], "OT": f"{time[3]}x{time[2]} byo-yomi"}
    texts |= {key: fields.get(f"GAME{name}", "") for key, name in (("GN", "NAME"), ("PC", "PLACE"), ("GC", "COMMENT"))}
    return root | {key: [text] for key, text in texts.items() if text}
