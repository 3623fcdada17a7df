"""A report as one self-contained HTML page: style, script and data are inside, nothing is loaded.

The page's content security policy allows exactly this script and this style, so the names and comments of a record stay
text. They enter the page through jinja2's autoescape, or as JSON that the script inserts as text only.

In the data (see `_data`) every board is given by its changes from the one before; items that many positions share
(chains, local games, areas, reasons) are stored once and referred to by number.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Hashable
from fractions import Fraction
from importlib.resources import files
from typing import Any

from analysis.board import COLUMN_LETTERS, Color

from .. import __version__
from ..render.board_text import komi_text, star_points
from ..render.figure import lead
from ..text.endgame import AreaNote
from .game_record import NAMES
from .game_report import ChainFacts, GameReport, LocalGameFacts, PositionFacts
from .move_losses import MoveLoss, RatedMove

SCRIPTS = ("basics.js", "board.js", "point.js", "charts.js", "main.js")
"""The parts of the script, in this order."""

WORST_MOVES = 14
"""Most rows of the table of the moves that lost most."""


def report_page(report: GameReport, shown: int) -> str:
    """Return the page, which opens at the position after `shown` moves. The same report gives the same page."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    script = "(() => {\n'use strict';\n" + "\n".join(map(_file, SCRIPTS)) + "})();\n"
    style = _file("page.css")
    record = report.record
    black, white = record.player("B") or "Black", record.player("W") or "White"
    about = [(label, record.text(ident)) for ident, label in NAMES]
    about.append(("komi", komi_text(record.game)))
    policy = f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; base-uri 'none'"
    return environment.from_string(_file("page.html")).render(
        black=black, white=white, about=[(label, text) for label, text in about if text],
        worst=[_worst_row(report, number, lost) for number, lost in report.worst(WORST_MOVES)],
        moves=record.count, positions=len(report.facts), version=__version__, by_area=report.by_area,
        policy=f"{policy}; form-action 'none'", script=Markup(script), style=Markup(style),
        data=Markup(embeddable_json(_data(report, shown))),
    )


def embeddable_json(data: Any) -> str:
    """Return JSON that is safe within <script>: it neither ends the element nor begins a comment."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _file(name: str) -> str:
    return files(__package__).joinpath("page", name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _worst_row(report: GameReport, number: int, lost: MoveLoss) -> dict[str, Any]:
    """Return a row of the table of the moves that lost most."""
    vertex = report.grid.vertex
    return {
        "number": number, "color": Color(report.facts[number - 1].to_move).word, "played": vertex(lost.played.point),
        "lost": f"{lost.points:.1f}{' ?' if lost.uncertain else ''}", "best": vertex(lost.best.point),
        "gain": f"{lost.best.gain:.1f}",
        "after": lead(lost.best.score - report.record.game.compensation, 1),
    }


# -- data ----------------------------------------------------------------------------------------------------------


class _Numbering:
    """Consecutive numbers for items: equal items get the same number."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def __call__(self, item: Hashable) -> int:
        return self._numbers.setdefault(item, len(self._numbers))

    def all(self) -> list[Any]:
        return list(self._numbers)


def _data(report: GameReport, shown: int) -> dict[str, Any]:
    """Return the data of the script, for JSON. Points are row-major from the top left, -1 a pass.

      size, columns, stars -- the board
      komi, area, open -- komi in words; whether scoring is by area; the step shown at first
      steps -- per step [colour and point of the move or null, changes of the board as [point, colour], stones captured
               by Black and by White, comment]
      facts -- per evaluated position: step n, side to move t, ownership c (two hexadecimal digits per point: hundredths
               plus 100), score with komi s, Black's winning probability w or null, best moves b, the numbers ch, pl, ar
               of its chains, local games and areas, the lines or of the order of play as indices into `texts`, and the
               loss l of the next move or null: points, the move, its gain, 1 if it is uncertain
      chains, places, areas -- by number, fields in the order of ChainFacts, LocalGameFacts (the miai value as a float
               added) and AreaNote; reasons, notes and texts are indices into `texts`
      texts -- by number
    """
    record, grid = report.record, report.grid
    texts, chains, places, areas = _Numbering(), _Numbering(), _Numbering(), _Numbering()

    def chain(found: ChainFacts) -> int:
        notes = tuple(map(texts, found.notes))
        return chains(found._replace(reason=texts(found.reason), notes=notes))  # type: ignore[arg-type]

    def place(found: LocalGameFacts) -> int:
        miai = round(float(Fraction(found.miai)), 3)
        return places((*found._replace(reason=texts(found.reason)), miai))  # type: ignore[arg-type]

    def area(found: AreaNote) -> int:
        return areas(found._replace(text=texts(found.text)))  # type: ignore[arg-type]

    def facts_json(number: int, facts: PositionFacts) -> dict[str, Any]:
        return {
            "n": number, "t": facts.to_move, "c": bytes(value + 100 for value in facts.control).hex(),
            "s": _short(facts.score_with_komi), "w": None if facts.winrate is None else round(facts.winrate, 3),
            "b": [_move(move) for move in facts.best],
            "ch": [chain(found) for found in facts.chains], "pl": [place(found) for found in facts.local_games],
            "ar": [area(found) for found in facts.areas], "or": [texts(line) for line in facts.order],
            "l": None if facts.loss is None else _loss(facts.loss),
        }

    positions = [facts_json(number, facts) for number, facts in sorted(report.facts.items())]
    return {
        "size": [grid.width, grid.height], "columns": COLUMN_LETTERS[: grid.width], "stars": list(star_points(grid)),
        "komi": komi_text(record.game), "area": report.by_area, "open": shown, "steps": list(_steps(report)),
        "facts": positions, "chains": chains.all(), "places": places.all(), "areas": areas.all(), "texts": texts.all(),
    }


def _steps(report: GameReport) -> Any:
    record = report.record
    before = [0] * report.grid.area
    for step in record.steps:
        position = record.position(step.number)
        stones = position.stones.tolist()
        changes = [[point, color] for point, color in enumerate(stones) if color != before[point]]
        move = None
        if step.number:
            color, point = record.move(step.number)
            move = [int(color), point]
        yield [move, changes, list(position.captures), step.comment]
        before = stones


def _move(move: RatedMove) -> list[float]:
    return [move.point, _short(move.gain)]


def _loss(loss: MoveLoss) -> list[float]:
    return [_short(loss.points), *_move(loss.played), int(loss.uncertain)]


def _short(value: float) -> float:
    return round(value, 2) + 0.0  # no -0.0


__all__ = ["embeddable_json", "report_page"]
