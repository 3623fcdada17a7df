"""A report written into a copy of the record: comments, labels, territory, and the values that Sabaki draws.

Per node of the main line that was evaluated:

  C        what is there stays; behind it the score, what the move lost, what we prefer, the hottest endgames
  LB       A, B, C on the moves we prefer; the miai value on the moves of the hottest local games
  TB, TW   points that are one side's for good or nearly so: empty ones, and those of stones that are taken for dead
  SBKV     the chance that Black wins, in percent, as Sabaki writes it and draws it over the game
  SBKS     Black's lead in points, komi taken off, likewise

What the record has stays: a property that is there is not written again, and no label is put beside another mark.
Variations, other games of the file and unknown properties are as they were; line ends between nodes are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from sgfmill import sgf_grammar

from analysis.board import PASS, Color

from .. import __version__
from ..render.figure import lead
from ..sgf import SgfError, sgf_point, sgf_points
from ..text.endgame import short
from .game_record import Node, serialised
from .game_report import Chain, Choice, Facts, GameReport, Place

SURE = 70
"""From this much ownership on, in hundredths, a point is marked as territory."""

LABELLED = 3
"""Moves that are labelled with a letter."""

HOTTEST = 5
"""Local games that are told of, and labelled."""

NAMED = 8
"""Points of a local game that are named."""

_MARKS = ("LB", "CR", "MA", "SL", "SQ", "TR", "L", "M")


def annotated(report: GameReport) -> bytes:
    """The record with the report in it, as SGF. The nodes of `report.record` are changed: to be called once."""
    record = report.record
    for step in record.steps:
        before, facts = report.facts.get(step.number - 1), report.facts.get(step.number)
        lines = []
        if before is not None and before.lost is not None:
            lines.append(_lost(report, step.number, before))
        if facts is not None and step.home is not None:
            lines += _told(report, facts)
            _mark(report, step.home, step.number, facts)
        if lines:
            _comment(step.moved if step.home is None else step.home, lines)
    return b"".join(map(serialised, record.trees))


# -- texts ---------------------------------------------------------------------------------------------------------


def _comment(node: Node, lines: list[str]) -> None:
    """Add lines behind what a node's comment says. They are ASCII: they mean the same in the record's encoding."""
    text = "\n".join(lines).encode("ascii", "replace")
    raw = sgf_grammar.escape_text(text)
    present = node.get("C", [b""])
    node["C"] = [present[0] + b"\n\n" + raw if present[0].strip() else raw, *present[1:]]


def _lost(report: GameReport, number: int, before: Facts) -> str:
    lost, name = before.lost, report.grid.vertex
    assert lost is not None
    move = f"Move {number}, {_letter(before.to_move)} {name(lost.played.point)}"
    if lost.points < 0.05:
        return f"{move}: what we prefer, too"
    return (f"{move}: lost {lost.points:.1f}; we prefer {name(lost.best.point)}, "
            f"which gains {lost.best.gain:z.1f}, not {lost.played.gain:z.1f}")


def _told(report: GameReport, facts: Facts) -> Iterator[str]:
    name = report.grid.vertex
    chance = "" if facts.winrate is None else f", Black wins {_chance(facts.winrate)}"
    yield f"Mokusan {__version__}: {lead(facts.score_with_komi)} with komi{chance}"
    if facts.best:
        moves = ", ".join(
            f"{letter} {name(move.point)} {move.gain:z.1f}" for letter, move in zip("ABC", facts.best, strict=False)
        )
        yield f"Best for {_word(facts.to_move)}, and what each gains: {moves}"
    for chain in facts.chains:
        if chain.verdict == "critical":
            yield f"Critical: {_chain(report, chain)}"
    # The hottest come first; below 0 there is nothing to play.
    hot = [place for place in facts.places[:HOTTEST] if Fraction(place.miai) >= 0]
    if hot:
        by_area = ", by area one more" if report.by_area else ""
        yield f"Hottest endgames, miai value by territory{by_area}:"
    for place in hot:
        yield _place(report, place)


def _chain(report: GameReport, chain: Chain) -> str:
    return f"{_letter(chain.color)} {report.grid.vertex(chain.points[0])}, {chain.word}: {chain.reason}"


def _place(report: GameReport, place: Place) -> str:
    grid = report.grid
    points = " ".join(map(grid.vertex, place.points[:NAMED])) + (" ..." if len(place.points) > NAMED else "")
    moves = ", ".join(
        f"{who} {grid.vertex(some[0])}" for who, some in (("B", place.black), ("W", place.white)) if some
    )
    return f"{points}: miai {place.miai}, count {place.mean}, {place.kind}, {moves or 'no move'}, {place.certainty}"


def _chance(share: float) -> str:
    """A chance in words: nothing is quite 0 or quite 100."""
    if share < 0.005:
        return "less than 1 in 100"
    return "more than 99 in 100" if share > 0.995 else f"{100 * share:.0f} in 100"


def _letter(color: int) -> str:
    return Color(color).letter


def _word(color: int) -> str:
    return Color(color).word.capitalize()


# -- markup --------------------------------------------------------------------------------------------------------


def _mark(report: GameReport, node: Node, number: int, facts: Facts) -> None:
    if facts.winrate is not None:
        node.setdefault("SBKV", [f"{100 * facts.winrate:.2f}".encode()])
    node.setdefault("SBKS", [f"{facts.score_with_komi:z.2f}".encode()])
    marked = _marked(report, node)
    labels = {point: text for point, text in _labels(facts).items() if point not in marked}
    if labels:
        more = [_point(report, point) + b":" + text.encode() for point, text in labels.items()]
        node["LB"] = [*node.get("LB", []), *more]
    if "TB" not in node and "TW" not in node:
        for name, points in zip(("TB", "TW"), _territory(report, number, facts), strict=True):
            if points:
                node[name] = [_point(report, point) for point in points]


def _marked(report: GameReport, node: Node) -> set[int]:
    """The points that the record has a mark on. What cannot be read as a point marks none."""
    found: set[int] = set()
    for name in _MARKS:
        for value in node.get(name, ()):
            text = value.decode("ascii", "replace")
            with suppress(SgfError):
                found.update(sgf_points(report.grid, (text.partition(":")[0] if name == "LB" else text).strip(), name))
    return found


def _labels(facts: Facts) -> dict[int, str]:
    """Point -> label: the letters first, then miai values of the side to move, or of the other where it has no move."""
    shown: list[Choice] = [move for move in facts.best[:LABELLED] if move.point != PASS]
    letters = {move.point: letter for letter, move in zip("ABC", facts.best, strict=False) if move in shown}
    for place in facts.places[:HOTTEST]:
        mine, other = (place.black, place.white) if facts.to_move > 0 else (place.white, place.black)
        for point in (mine or other)[:1]:
            letters.setdefault(point, short(Fraction(place.miai)))
    return letters


def _territory(report: GameReport, number: int, facts: Facts) -> tuple[list[int], list[int]]:
    """Black's points and White's: no point that its owner has a stone on."""
    stones = report.record.position(number).stones.tolist()
    black = [point for point, value in enumerate(facts.control) if value >= SURE and stones[point] <= 0]
    white = [point for point, value in enumerate(facts.control) if value <= -SURE and stones[point] >= 0]
    return black, white


def _point(report: GameReport, point: int) -> bytes:
    return sgf_point(report.grid, point).encode()


__all__ = ["annotated"]
