"""Record which moves the program chooses in a list of positions, and what its JSON analysis says of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.golden.gtp_session import ask
from tests.golden.json_session import replies
from tests.golden.sandbox import Sandbox

VISITS = 20
WORDS = ("gtp", "--set", "play.boards=40")
"""Of the engine that chooses: two thirds of the boards that it evaluates by default."""


@dataclass(frozen=True)
class _Case:
    """A position: its name, columns and rows, komi, and the moves from an empty board, "bD4" each."""

    name: str
    width: int
    height: int
    komi: str
    moves: tuple[str, ...]

    @property
    def to_move(self) -> str:
        """Return the letter of the side to move: the one that did not move last."""
        return "w" if self.moves and self.moves[-1][0] == "b" else "b"


def record_choices(box: Sandbox, path: Path) -> str:
    """Record a list of positions, lines `NAME WIDTHxHEIGHT KOMI MOVE ...`: `reg_genmove` and the candidates of JSON."""
    cases = [_case(line) for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    chosen, heard = _chosen(box, cases)
    seen, said = replies(box, ["json"], [json.dumps(_query(case)) for case in cases])
    transcript = []
    for case, move in zip(cases, chosen, strict=True):
        transcript.append(f"{case.name}: {case.width}x{case.height}, {len(case.moves)} moves, {case.to_move}: {move}")
        transcript += [line for reply in seen.get(case.name, []) for line in _lines(json.loads(reply))]
    return "\n".join(transcript) + "\n" + "".join(f"stderr:\n{text}" for text in (heard, said) if text)


def _case(line: str) -> _Case:
    name, size, komi, *moves = line.split()
    width, height = size.split("x")
    return _Case(name, int(width), int(height), komi, tuple(moves))


def _chosen(box: Sandbox, cases: list[_Case]) -> tuple[list[str], str]:
    """Return the answers to `reg_genmove`, with what else was refused, and stderr."""
    lines: list[str] = []
    ends = []
    for case in cases:
        lines += [f"rectangular_boardsize {case.width} {case.height}", f"komi {case.komi}"]
        lines += [f"play {move[0]} {move[1:]}" for move in case.moves]
        lines.append(f"reg_genmove {case.to_move}")
        ends.append(len(lines) - 1)
    answers, stderr = ask(box, list(WORDS), lines)
    refused = [f"{lines[number]}: {text}\n" for number, text in answers.items() if not text.startswith("=")]
    return [answers.get(end, "no answer") for end in ends], "".join(refused) + stderr


def _query(case: _Case) -> dict[str, Any]:
    return {
        "id": case.name, "boardXSize": case.width, "boardYSize": case.height, "komi": float(case.komi),
        "rules": "chinese", "moves": [[move[0].upper(), move[1:]] for move in case.moves], "maxVisits": VISITS,
    }


def _lines(reply: dict[str, Any]) -> list[str]:
    """Return the lines of one reply: the root, then a candidate a line."""
    if "rootInfo" not in reply:
        return [f"  {json.dumps(reply)}"]
    root = reply["rootInfo"]
    return [
        f"  root visits {root['visits']} winrate {root['winrate']} lead {root['scoreLead']}",
        *(
            f"  {move['order']} {move['move']} visits {move['visits']} winrate {move['winrate']} "
            f"lead {move['scoreLead']} prior {move['prior']} pv {' '.join(move['pv'])}"
            for move in reply["moveInfos"]
        ),
    ]
