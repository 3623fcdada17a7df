"""One local endgame as text, and remarks on the points outside of all.

Counts are points by territory, Black positive. Every line ends with the certainty of its value: "exact" if the
surrounding walls are proved to live; "exact, if D4 lives" or "exact, if answered" if they live by reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from analysis.board import PASS

if TYPE_CHECKING:
    from analysis.board import Grid
    from analysis.endgame import LocalGame, LocalGames, PlaceView, Unvalued


MAX_POINTS_SHOWN = 12
"""Most points listed of a region: of an unvalued one in a line, of any in a table."""

MAX_CHAINS_NAMED = 3
"""Most chains named of those whose life a value depends on."""

COLOURS = (
    (4, "#d73027"), (2, "#fc8d59"), (1, "#fee08b"), (Fraction(1, 100), "#d9ef8b"), (0, "#91cf60"), (-1, "#c6dbef"),
)  # fmt: skip
"""(lowest miai value, colour): red for the largest moves, green for a dame, blue where no move is needed."""


class AreaNote(NamedTuple):
    """A remark on points outside all local games: who owns them, or why they were not valued."""

    points: tuple[int, ...]
    text: str


def line(game: LocalGame, grid: Grid, area: bool) -> str:
    """Return a local game in one line: points, count, miai value, kind, the best move of either side, certainty."""
    by_area = f" (by area {game.temperature + 1})" if area else ""
    moves = f"Black {first_move(grid, game.black_moves)} White {first_move(grid, game.white_moves)}"
    value = f"count {game.count} miai {game.temperature}{by_area} {kind(game)}"
    return f"{grid.vertices(game.points)} {value} {moves} {certainty(game, grid)}"


def details(view: PlaceView, grid: Grid, area: bool) -> list[str]:
    """Return all facts of a local game: its line, the reason, alternative moves, the words of players and what each
    move loses, canonical form, thermograph."""
    from analysis.values import format_value

    from ..render.thermograph_text import MAX_MOVE_LENGTH, thermograph_text
    from .place import place_lines

    game = view.game
    found = [line(game, grid, area), game.reason]
    for color, moves in (("Black", game.black_moves), ("White", game.white_moves)):
        if len(moves) > 1:
            found.append(f"{color} may as well play any of {grid.vertices(moves)}")
    found += place_lines(view, grid)
    if game.value is not None:
        found.append(f"canonical form {format_value(game.value, limit=MAX_MOVE_LENGTH)}")
    else:
        low, high = (format_value(bound, limit=MAX_MOVE_LENGTH) for bound in game.bounds)
        found.append(f"between {low} and {high}, whoever has ko threats")
    return found + thermograph_text(game.graph).split("\n")


def areas(games: LocalGames) -> Iterator[AreaNote]:
    """Yield remarks on the points outside all local games: settled regions, and those that were not counted."""
    for place in games.settled:
        if place.owner is not None:
            text = f"{place.owner.word.capitalize()}'s as it lies, {place.evidence}: nobody need play there"
            yield AreaNote(tuple(place.points), text)
    for part in games.unvalued:
        yield AreaNote(tuple(part.points), _uncounted_reason(part))


def kind(game: LocalGame) -> str:
    """Return the kind of a local game (gote, sente, ...); for a ko with the side whose threats were assumed."""
    if game.ko is None:
        return game.kind
    threats = {"neutral": "neutral", "black": "Black's", "white": "White's"}[game.ko]
    return f"{game.kind} ({threats} threats)"


def certainty(game: LocalGame, grid: Grid) -> str:
    """Return the certainty of the value, as the module's docstring describes it."""
    if game.region.assumed:
        return f"exact, if {chains_live(game.region.assumed, grid)}"
    return "exact" if game.evidence == "proved" else "exact, if answered"


def chains_live(chains: Sequence[int], grid: Grid) -> str:
    """Return `A1 lives`, `A1 B2 live` or `A1 B2 C3 and 2 more live` for chains given by their first points."""
    more = f" and {len(chains) - MAX_CHAINS_NAMED} more" if len(chains) > MAX_CHAINS_NAMED else ""
    return f"{grid.vertices(chains[:MAX_CHAINS_NAMED])}{more} {'lives' if len(chains) == 1 else 'live'}"


def uncounted_line(place: Unvalued, grid: Grid) -> str:
    more = " ..." if len(place.points) > MAX_POINTS_SHOWN else ""
    return f"{grid.vertices(place.points[:MAX_POINTS_SHOWN])}{more} {_uncounted_reason(place)}"


def _uncounted_reason(place: Unvalued) -> str:
    return f"not counted: {place.reason}"


def first_move(grid: Grid, moves: Sequence[int]) -> str:
    """Return the vertex of the first move, or `pass`."""
    return grid.vertex(moves[0] if moves else PASS)


def letter(number: int) -> str:
    """Return A, B, .. Z, a, .. z, A1, ..: the name of a region in the table and on the board."""
    turn, at = divmod(number, 52)
    return ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[at]) + (str(turn) if turn else "")


def truncated(text: str) -> str:
    """Return the first MAX_POINTS_SHOWN words of a text."""
    words = text.split(" ")
    return text if len(words) <= MAX_POINTS_SHOWN else " ".join(words[:MAX_POINTS_SHOWN]) + " ..."


def colour(temperature: Fraction) -> str:
    """Return the colour of a miai value."""
    return next(name for least, name in COLOURS if temperature >= least)


def short_fraction(x: Fraction) -> str:
    """Return a fraction of at most four characters, else its value rounded to a tenth: `3/4`, `1.9`."""
    text = str(x)
    return text if len(text) <= 4 else f"{float(x):.1f}"
