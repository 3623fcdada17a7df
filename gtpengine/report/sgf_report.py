"""A report written into a copy of the record: comments, labels, territory, and the values that Sabaki draws.

For every evaluated node of the main line:

  C        after the existing comment: the score, the loss of the move, the best moves, the hottest endgames,
           the order of play in the endgame
  LB       A, B, C on the best moves; the miai value on the moves of the hottest local games
  TB, TW   points that are almost certainly territory: empty ones, and those under stones that count as dead
  SBKV     Black's winning probability in percent, as Sabaki writes it and draws it over the game
  SBKS     Black's lead in points with komi, likewise

Existing properties are kept: none is written a second time, and no label is put on a point with another mark.
Variations, other games of the file and unknown properties are unchanged; line ends between nodes are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from analysis.board import PASS, Color

from .. import __version__
from ..records.encoding import byte_order_mark
from ..records.sgf_error import SgfError
from ..records.sgf_parser import Node
from ..records.sgf_values import escaped_text, sgf_point, sgf_points
from ..render.figure import lead
from ..text.endgame import short_fraction
from .game_record import serialised
from .game_report import ChainFacts, GameReport, LocalGameFacts, PositionFacts
from .move_losses import RatedMove

TERRITORY_THRESHOLD = 70
"""The least ownership, in hundredths, of a point that is marked as territory."""

LABELLED_MOVES = 3
"""Most moves that are labelled with a letter."""

HOTTEST_GAMES = 5
"""Most local games that are described and labelled."""

POINTS_NAMED = 8
"""Most points of a local game that are listed."""

_MARKS = ("LB", "CR", "MA", "SL", "SQ", "TR", "L", "M")
"""SGF properties that mark points."""


def annotated_record(report: GameReport) -> bytes:
    """Return the record with the report in it, as SGF. This changes the nodes of `report.record`: call it only once."""
    record = report.record
    for step in record.steps:
        before, facts = report.facts.get(step.number - 1), report.facts.get(step.number)
        lines = []
        if before is not None and before.loss is not None:
            lines.append(_loss_line(report, step.number, before))
        if facts is not None and step.position_node is not None:
            lines += _position_lines(report, facts)
            _add_markup(report, step.position_node, step.number, facts)
        if lines:
            _comment(step.move_node if step.position_node is None else step.position_node, lines)
    return byte_order_mark(record.encoding) + b"".join(serialised(tree, record.encoding) for tree in record.trees)


# -- texts ---------------------------------------------------------------------------------------------------------


def _comment(node: Node, lines: list[str]) -> None:
    """Append lines to the comment of a node. They are ASCII, which every encoding has."""
    raw = escaped_text("\n".join(lines).encode("ascii", "replace").decode())
    present = node.get("C", [""])
    node["C"] = [f"{present[0]}\n\n{raw}" if present[0].strip() else raw, *present[1:]]


def _loss_line(report: GameReport, number: int, before: PositionFacts) -> str:
    loss, name = before.loss, report.grid.vertex
    assert loss is not None
    move = f"Move {number}, {_letter(before.to_move)} {name(loss.played.point)}"
    if loss.played.point == loss.best.point:
        return f"{move}: what we prefer, too"
    if loss.points < 0.05:
        return f"{move}: as good as {name(loss.best.point)}, which we prefer"
    lost = f"lost {loss.points:.1f}{' (uncertain)' if loss.uncertain else ''}"
    return (f"{move}: {lost}; we prefer {name(loss.best.point)}, "
            f"which gains {loss.best.gain:z.1f}, not {loss.played.gain:z.1f}")


def _position_lines(report: GameReport, facts: PositionFacts) -> Iterator[str]:
    name = report.grid.vertex
    chance = "" if facts.winrate is None else f", Black wins {_chance(facts.winrate)}"
    yield f"Mokusan {__version__}: {lead(facts.score_with_komi)} with komi{chance}"
    if facts.best:
        moves = ", ".join(
            f"{letter} {name(move.point)} {move.gain:z.1f}" for letter, move in zip("ABC", facts.best, strict=False)
        )
        yield f"Best for {_color_word(facts.to_move)}, and what each gains: {moves}"
    explained: set[tuple[str, ...]] = set()  # chains of one group have the same notes
    for chain in facts.chains:
        if chain.verdict == "critical":
            yield f"Critical: {_chain(report, chain)}"
            yield from chain.notes if chain.notes not in explained else ()
            explained.add(chain.notes)
    # The hottest come first; below 0 no move is needed.
    hot = [game for game in facts.local_games[:HOTTEST_GAMES] if Fraction(game.miai) >= 0]
    if hot:
        by_area = ", by area one more" if report.by_area else ""
        yield f"Hottest endgames, miai value by territory{by_area}:"
    for game in hot:
        yield _local_game(report, game)
    yield from facts.order


def _chain(report: GameReport, chain: ChainFacts) -> str:
    return f"{_letter(chain.color)} {report.grid.vertex(chain.points[0])}, {chain.evidence}: {chain.reason}"


def _local_game(report: GameReport, game: LocalGameFacts) -> str:
    grid = report.grid
    more = " ..." if len(game.points) > POINTS_NAMED else ""
    points = grid.vertices(game.points[:POINTS_NAMED]) + more
    moves = ", ".join(
        f"{color} {grid.vertex(best[0])}" for color, best in (("B", game.black), ("W", game.white)) if best
    )
    return f"{points}: miai {game.miai}, count {game.mean}, {game.kind}, {moves or 'no move'}, {game.certainty}"


def _chance(share: float) -> str:
    """Return a probability in words, never exactly 0 or 100 per cent."""
    if share < 0.005:
        return "less than 1 in 100"
    return "more than 99 in 100" if share > 0.995 else f"{100 * share:.0f} in 100"


def _letter(color: int) -> str:
    return Color(color).letter


def _color_word(color: int) -> str:
    return Color(color).word.capitalize()


# -- markup --------------------------------------------------------------------------------------------------------


def _add_markup(report: GameReport, node: Node, number: int, facts: PositionFacts) -> None:
    if facts.winrate is not None:
        node.setdefault("SBKV", [f"{100 * facts.winrate:.2f}"])
    node.setdefault("SBKS", [f"{facts.score_with_komi:z.2f}"])
    marked = _marked(report, node)
    labels = {point: text for point, text in _labels(facts).items() if point not in marked}
    if labels:
        more = [f"{sgf_point(report.grid, point)}:{text}" for point, text in labels.items()]
        node["LB"] = [*node.get("LB", []), *more]
    if "TB" not in node and "TW" not in node:
        for name, points in zip(("TB", "TW"), _territory(report, number, facts), strict=True):
            if points:
                node[name] = [sgf_point(report.grid, point) for point in points]


def _marked(report: GameReport, node: Node) -> set[int]:
    """Return the points that the record marks. Values that are no points are ignored."""
    found: set[int] = set()
    for name in _MARKS:
        for value in node.get(name, ()):
            with suppress(SgfError):
                found.update(sgf_points(report.grid, value.partition(":")[0] if name == "LB" else value, name))
    return found


def _labels(facts: PositionFacts) -> dict[int, str]:
    """Return point -> label: letters on the best moves, then miai values on moves of the side to move, or the other."""
    shown: list[RatedMove] = [move for move in facts.best[:LABELLED_MOVES] if move.point != PASS]
    letters = {move.point: letter for letter, move in zip("ABC", facts.best, strict=False) if move in shown}
    for game in facts.local_games[:HOTTEST_GAMES]:
        own, other = (game.black, game.white) if facts.to_move > 0 else (game.white, game.black)
        for point in (own or other)[:1]:
            letters.setdefault(point, short_fraction(Fraction(game.miai)))
    return letters


def _territory(report: GameReport, number: int, facts: PositionFacts) -> tuple[list[int], list[int]]:
    """Return the points of Black's and of White's territory: none with a stone of its owner."""
    stones = report.record.position(number).stones.tolist()
    black = [point for point, value in enumerate(facts.control) if value >= TERRITORY_THRESHOLD and stones[point] <= 0]
    white = [point for point, value in enumerate(facts.control) if value <= -TERRITORY_THRESHOLD and stones[point] >= 0]
    return black, white


__all__ = ["annotated_record"]
