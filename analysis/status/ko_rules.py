"""Questions searched under several ko rules, to separate what works whatever the kos from what needs one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..board import PASS
from ..reading.answer import Answer, Result


class SearchResult(NamedTuple):
    """The result of one search under one ko rule; `ko` tells whether it met any ko."""

    code: int
    move: int
    line: tuple[int, ...]
    nodes: int
    ko: bool
    finished: bool


def classify_ko(
    search: Callable[[int], SearchResult], wanted: int, rules: tuple[int, int, int], zone: Callable[[], frozenset[int]]
) -> Answer:
    """Search a question under up to three ko rules, to separate what works whatever the kos from what needs one.

    search -- runs one search under a ko rule
    wanted -- the code of a successful search
    rules  -- the codes of the ko rules by the side that may retake at once: the other side, neither, the first mover
    zone   -- called at the end for Answer.zone
    """
    for_other, for_neither, for_itself = rules
    searches = [search(for_other)]
    result, found = Result.FAILS, searches[0]
    if found.code == wanted:
        result = Result.WORKS
    elif found.ko:
        found = search(for_itself)
        searches.append(found)
        if found.code == wanted:
            result = Result.KO_AFTER
            plain = search(for_neither)
            searches.append(plain)
            if plain.code == wanted:
                result, found = Result.KO_FIRST, plain
    move = None if result is Result.FAILS or found.move == PASS else found.move
    nodes, finished = sum(one.nodes for one in searches), all(one.finished for one in searches)
    return Answer(result, move, found.line, zone(), nodes, finished)


__all__ = ["SearchResult", "classify_ko"]
