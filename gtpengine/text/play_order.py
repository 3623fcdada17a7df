"""The order of play of a board as lines of text and as GoGui's graphics."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from analysis.board import Scoring, Tax

from .endgame import chains_live

if TYPE_CHECKING:
    from analysis.board import Color, Game, Grid
    from analysis.endgame import LocalGames
    from analysis.endgame.order import OrderedMove, PlayOrder

WIDTH = 110
"""The width to which the lines of a section are wrapped."""

MAX_ROWS = 5
"""Most rows of moves in a section."""

MAX_OTHERS = 6
"""Most other first moves in a section."""

MIAI_BY_AREA = "miai values by area, one more than by territory"
"""The remark on the miai values of a section by area, as the tables beside it have them by territory."""


class BoardOrder(NamedTuple):
    """The order of play of a board.

    order  -- by the scoring of the game's rules
    other  -- the result by the other scoring, Black's lead; None if it is not known exactly
    komi   -- White's compensation
    taxed  -- whether the rules have a group tax, which is in none of the results
    """

    order: PlayOrder
    other: Fraction | None
    komi: Fraction
    taxed: bool = False


def find_order(game: Game, games: LocalGames, player: Color) -> BoardOrder:
    """Return the order of play of a game's position, with its local games, if the player begins."""
    from analysis.endgame import sum_board
    from analysis.endgame.order import play_order

    scoring = game.rules.scoring
    order = play_order(sum_board(game.position, games, scoring), player)
    other = sum_board(game.position, games, _other(scoring)).result(player)
    return BoardOrder(order, other, Fraction(game.compensation), game.rules.tax is Tax.ALL)


def order_section(game: Game, games: LocalGames, player: Color) -> list[str]:
    """Return a short section on a game's position: the scores, the line if the player begins, what other first moves
    lose. Empty where no local game is hot: dame are not."""
    if not any(place.temperature > 0 for place in games.games):
        return []
    found_order, grid = find_order(game, games, player), game.grid
    order = found_order.order
    found = [f"Order of play, {order.player.word.capitalize()} first: {_scores(found_order, grid)}"]
    moves = [f"{number} {_move_text(move, grid)}" for number, move in enumerate(order.moves, 1)]
    rows = _wrapped(moves)
    found += rows[:MAX_ROWS]
    if len(rows) > MAX_ROWS:
        found.append("   ... more moves: mokusan-endgame_order")
    if moves and order.scoring is Scoring.AREA:
        found.append(f"   {MIAI_BY_AREA}")
    others = [_other_text(other.loses, grid.vertex(other.point)) for other in order.others[:MAX_OTHERS]]
    if others:
        found += _wrapped([f"First elsewhere: {others[0]}", *others[1:]])[:2]
    return found


def lines(found_order: BoardOrder, grid: Grid) -> Iterator[str]:
    """Yield the scores, then a line per move: its number, colour, vertex, label, miai value and place; then a line per
    other first move with what it loses, and remarks."""
    order = found_order.order
    yield _scores(found_order, grid)
    for number, move in enumerate(order.moves, 1):
        yield f"{number} {_move_text(move, grid)} in {grid.vertices(move.game.points)}"
    for other in order.others:
        yield _other_text(other.loses, f"first {grid.vertex(other.point)}")
    if order.moves and not order.searched:
        yield "moves by the usual rule: answers, then the largest; kos last, one move each"
    for game in order.left_out:
        yield f"left out: {grid.vertices(game.points)}: too many lines of play"


def graphics(found_order: BoardOrder, grid: Grid) -> list[str]:
    """Return GoGui's `gfx` lines: the moves numbered in order, green Black's and blue White's, and the scores."""
    order = found_order.order
    found: list[str] = []
    numbers: dict[int, tuple[int, Color]] = {}
    for number, move in enumerate(order.moves, 1):
        numbers.setdefault(move.point, (number, move.player))
    for player, colour in ((order.player, "#91cf60"), (order.player.opponent, "#c6dbef")):
        points = [grid.vertex(point) for point, (_, mover) in numbers.items() if mover is player]
        if points:
            found.append(f"COLOR {colour} {' '.join(points)}")
    if numbers:
        found.append("LABEL " + " ".join(f"{grid.vertex(point)} {number}" for point, (number, _) in numbers.items()))
    first, other = order.player.word.capitalize(), order.player.opponent.word.capitalize()
    return [*found, f"TEXT {first} first: {_scores(found_order, grid)}; {first} green, {other} blue"]


def _scores(found_order: BoardOrder, grid: Grid) -> str:
    """Return the results by both scorings, with komi, how certain they are, and whether a tax is left out."""
    return f"{_untaxed_scores(found_order, grid)}{'; without the group tax' if found_order.taxed else ''}"


def _untaxed_scores(found_order: BoardOrder, grid: Grid) -> str:
    from analysis.endgame.order import Trust

    order, other, komi, _ = found_order
    if order.trust is not Trust.BOUNDED:
        by_other = "" if other is None else f", {_lead(other)} by {_other(order.scoring).value.lower()}"
        return f"{_score(order, order.low, komi, by_other)}; {_trust_text(order, grid)}"
    counted = order.board_sum
    why = ["a ko matters"] if any(game.ko is not None for game in counted.games) else []
    if counted.uncounted:
        why.append(f"{counted.uncounted} region{' is' if counted.uncounted == 1 else 's are'} not counted")
    low, high = (_lead(bound) for bound in (order.low, order.high))
    between = low if low == high else f"{low} to {high}"
    return (f"bounded, as {' and '.join(why) or 'the sum is too large'}: {between} by {order.scoring.value.lower()}"
            f"{'' if counted.complete else ' in all that is counted'}")


def _score(order: PlayOrder, score: Fraction, komi: Fraction, by_other: str = "") -> str:
    with_komi = f"; with komi {_decimal(komi)} {_lead(score - komi)}" if komi else ""
    return f"{_lead(score)} by {order.scoring.value.lower()}{by_other}{with_komi}"


def _other(scoring: Scoring) -> Scoring:
    return Scoring.TERRITORY if scoring is Scoring.AREA else Scoring.AREA


def _trust_text(order: PlayOrder, grid: Grid) -> str:
    from analysis.endgame.order import Trust

    if order.trust is Trust.PROVED:
        return "proved"
    assumed = order.board_sum.assumed
    return f"exact, if {chains_live(assumed, grid)}" if assumed else "exact, if answered"


def _move_text(move: OrderedMove, grid: Grid) -> str:
    return f"{move.player.letter} {grid.vertex(move.point)} {move.label} {move.miai}"


def _other_text(loses: Fraction, move: str) -> str:
    return f"{move} loses {loses}" if loses else f"{move} as good"


def _lead(score: Fraction) -> str:
    """Return an exact score: `B+3`, `W+5/2`, `0`."""
    return "0" if score == 0 else f"{'B' if score > 0 else 'W'}+{_decimal(abs(score))}"


def _decimal(number: Fraction) -> str:
    """Return a number with at most one digit after the point as a decimal, else as a fraction."""
    return f"{float(number):g}" if (10 * number).denominator == 1 else str(number)


def _wrapped(items: Sequence[str]) -> list[str]:
    """Return the items, separated by commas, in indented rows that are broken between items only."""
    joined = ", ".join(item.replace(" ", "\0") for item in items)
    rows = textwrap.wrap(joined, WIDTH, initial_indent="   ", subsequent_indent="   ", break_on_hyphens=False)
    return [row.replace("\0", " ") for row in rows]


__all__ = ["BoardOrder", "find_order", "graphics", "lines", "order_section"]
