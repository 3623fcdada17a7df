"""A report as one HTML page that needs nothing else: no network, its style, its script and its data inside.

The page says by a content security policy that nothing but this very script and this very style may take effect, so
whatever a record has in its names and comments stays text. It gets there through jinja2's autoescape, or as JSON that
the script puts into the page as text only.

The data (see `_data`): every board is told by what changes from the one before; what many positions say alike (chains,
local games, areas, reasons) stands once and is told by its number.
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
from ..text.endgame import Area
from .game_record import NAMES
from .game_report import Chain, Choice, Facts, GameReport, Lost, Place

SCRIPTS = ("basics.js", "board.js", "point.js", "charts.js", "main.js")
"""The script, in this order."""

WORST = 14
"""Moves in the table of those that lost most."""


def page(report: GameReport, shown: int) -> str:
    """The page, which opens at the position after `shown` moves. The same report gives the same page."""
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
        worst=[_told(report, number, lost) for number, lost in report.worst(WORST)],
        moves=record.count, positions=len(report.facts), version=__version__, by_area=report.by_area,
        policy=f"{policy}; form-action 'none'", script=Markup(script), style=Markup(style),
        data=Markup(embedded(_data(report, shown))),
    )


def embedded(data: Any) -> str:
    """JSON that can stand within <script>: nothing in it ends that, nor begins a comment."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _file(name: str) -> str:
    return files(__package__).joinpath("page", name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _told(report: GameReport, number: int, lost: Lost) -> dict[str, Any]:
    """A row of the table of moves that lost most."""
    vertex = report.grid.vertex
    return {
        "number": number, "color": Color(report.facts[number - 1].to_move).word, "played": vertex(lost.played.point),
        "lost": f"{lost.points:.1f}", "best": vertex(lost.best.point), "gain": f"{lost.best.gain:.1f}",
        "after": lead(lost.best.score - report.record.game.compensation, 1),
    }


# -- data ----------------------------------------------------------------------------------------------------------


class _Once:
    """Numbers for things: the same thing gets the same number."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def __call__(self, thing: Hashable) -> int:
        return self._numbers.setdefault(thing, len(self._numbers))

    def all(self) -> list[Any]:
        return list(self._numbers)


def _data(report: GameReport, shown: int) -> dict[str, Any]:
    """What the script draws, for JSON. Points are row-major from the top left, -1 a pass.

      size, columns, stars, komi, area, open -- the board; komi in words; by area; the step shown at first
      steps -- per step [colour and point of the move or null, changes of the board as [point, colour], stones taken
               by Black and by White, comment]
      facts -- per evaluated position its step, side to move, ownership (two hexadecimal digits a point: hundredths
               plus 100), score with komi, chance of Black or null, best moves, the numbers of its chains, places and
               areas, and what the next move lost or null
      chains, places, areas, texts -- by number; where they hold a text that is a number of one of `texts`
    """
    record, grid = report.record, report.grid
    texts, chains, places, areas = _Once(), _Once(), _Once(), _Once()

    def chain(found: Chain) -> int:
        return chains(found._replace(reason=texts(found.reason)))  # type: ignore[arg-type]

    def place(found: Place) -> int:
        heat = round(float(Fraction(found.miai)), 3)
        return places((*found._replace(reason=texts(found.reason)), heat))  # type: ignore[arg-type]

    def area(found: Area) -> int:
        return areas(found._replace(text=texts(found.text)))  # type: ignore[arg-type]

    def told(number: int, facts: Facts) -> dict[str, Any]:
        return {
            "n": number, "t": facts.to_move, "c": bytes(value + 100 for value in facts.control).hex(),
            "s": _short(facts.score_with_komi), "w": None if facts.winrate is None else round(facts.winrate, 3),
            "b": [_move(move) for move in facts.best],
            "ch": [chain(found) for found in facts.chains], "pl": [place(found) for found in facts.places],
            "ar": [area(found) for found in facts.areas],
            "l": None if facts.lost is None else [_short(facts.lost.points), *_move(facts.lost.played)],
        }

    known = [told(number, facts) for number, facts in sorted(report.facts.items())]
    return {
        "size": [grid.width, grid.height], "columns": COLUMN_LETTERS[: grid.width], "stars": list(star_points(grid)),
        "komi": komi_text(record.game), "area": report.by_area, "open": shown, "steps": list(_steps(report)),
        "facts": known, "chains": chains.all(), "places": places.all(), "areas": areas.all(), "texts": texts.all(),
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


def _move(move: Choice) -> list[float]:
    return [move.point, _short(move.gain)]


def _short(value: float) -> float:
    return round(value, 2) + 0.0  # no -0.0


__all__ = ["embedded", "page"]
