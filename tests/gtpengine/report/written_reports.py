"""Reports read back: the nodes of an annotated record; the elements, scripts and data of a page."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

from sgfmill import sgf_grammar


def nodes(data: bytes) -> list[dict[str, list[bytes]]]:
    """Return the properties of the nodes of the main line."""
    return list(sgf_grammar.main_sequence_iter(sgf_grammar.parse_sgf_game(data)))


class Elements(HTMLParser):
    """The elements of a page with their attributes, the contents of its scripts and styles, and its title."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.inside = ""
        self.title = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.inside = tag
        if tag in ("script", "style"):
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside in ("script", "style"):
            self.scripts[-1] += data
        elif self.inside == "title":
            self.title += data


def data_of(text: str) -> Any:
    """Return the data that the script of a page shows."""
    return json.loads(Elements(text).scripts[1])
