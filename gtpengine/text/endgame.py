"""Local endgames as lines for GTP and a terminal, as a dict for JSON, and as colours and labels for a board.

Counts and miai values are exact fractions of points by territory, Black positive. Every line ends with the certainty of
its value: "exact" if the surrounding walls are proved to live; "exact, if D4 lives" or "exact, if answered" if they
live by reading; "estimated" otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.board import BLACK, PASS, WHITE

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


# -- lines ---------------------------------------------------------------------------------------------------------


def lines(games: LocalGames, grid: Grid, area: bool) -> list[str]:
    """Return a line per local game, the hottest first, then one per unvalued region.

    area -- add miai values by area scoring
    """
    return [
        *(line(game, grid, area) for game in games.games), *(_unvalued_line(place, grid) for place in games.unvalued)
    ]


def line(game: LocalGame, grid: Grid, area: bool) -> str:
    """Return a local game in one line: points, count, miai value, kind, the best move of either side, certainty."""
    by_area = f" (by area {game.temperature + 1})" if area else ""
    moves = f"Black {_move(grid, game.black_moves)} White {_move(grid, game.white_moves)}"
    value = f"count {game.count} miai {game.temperature}{by_area} {kind(game)}"
    return f"{_vertices(grid, game.points)} {value} {moves} {certainty(game, grid)}"


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
            found.append(f"{color} may as well play any of {_vertices(grid, moves)}")
    found += place_lines(view, grid)
    if game.value is not None:
        found.append(f"canonical form {format_value(game.value, limit=MAX_MOVE_LENGTH)}")
    else:
        low, high = (format_value(bound, limit=MAX_MOVE_LENGTH) for bound in game.bounds)
        found.append(f"between {low} and {high}, whoever has ko threats")
    return found + thermograph_text(game.graph).split("\n")


def point_text(games: LocalGames, point: int, grid: Grid) -> str | None:
    """Return the remark on a point outside all local games, in one line; None if there is none, as for a wall."""
    for part in games.unvalued:
        if point in part.points:
            return _unvalued_line(part, grid)
    return next((f"{grid.vertex(point)} is {text}" for points, text in areas(games) if point in points), None)


def areas(games: LocalGames) -> Iterator[AreaNote]:
    """Yield remarks on the points outside all local games: settled regions, unvalued ones, and assumed territory."""
    for place in games.settled:
        if place.owner is not None:
            text = f"{place.owner.word.capitalize()}'s as it lies, {place.evidence}: nobody need play there"
            yield AreaNote(tuple(place.points), text)
    for part in games.unvalued:
        yield AreaNote(tuple(part.points), _unvalued_reason(part))
    for owner in (BLACK, WHITE):
        inside = tuple((games.assumed_owners == owner).nonzero()[0].tolist())
        if inside:
            yield AreaNote(inside, f"taken for {owner.word.capitalize()}'s, beyond where the sides meet")


def kind(game: LocalGame) -> str:
    """Return the kind of a local game (gote, sente, ...); for a ko with the side whose threats were assumed."""
    if game.ko is None:
        return game.kind
    threats = {"neutral": "neutral", "black": "Black's", "white": "White's"}[game.ko]
    return f"{game.kind} ({threats} threats)"


def certainty(game: LocalGame, grid: Grid) -> str:
    """Return the certainty of the value, as the module's docstring describes it."""
    if not game.exact:
        return "estimated"
    assumed = game.region.assumed
    if assumed:
        more = f" and {len(assumed) - MAX_CHAINS_NAMED} more" if len(assumed) > MAX_CHAINS_NAMED else ""
        named = _vertices(grid, assumed[:MAX_CHAINS_NAMED])
        return f"exact, if {named}{more} {'lives' if len(assumed) == 1 else 'live'}"
    return "exact" if game.evidence == "proved" else "exact, if answered"


def _unvalued_line(place: Unvalued, grid: Grid) -> str:
    more = " ..." if len(place.points) > MAX_POINTS_SHOWN else ""
    return f"{_vertices(grid, place.points[:MAX_POINTS_SHOWN])}{more} {_unvalued_reason(place)}"


def _unvalued_reason(place: Unvalued) -> str:
    return f"not counted: {place.reason}"


def _move(grid: Grid, moves: Sequence[int]) -> str:
    """Return the vertex of the first move, or `pass`."""
    return grid.vertex(moves[0] if moves else PASS)


def _vertices(grid: Grid, points: Iterable[int]) -> str:
    return " ".join(grid.vertex(point) for point in points)


# -- a table -------------------------------------------------------------------------------------------------------


HEADER = "Local games: count, Black positive, and miai value, in points by territory"
BY_AREA = "; by area every move is worth one more"


def table(games: LocalGames, grid: Grid, area: bool, limit: int) -> list[str]:
    """Return a header and aligned rows, the hottest first, each with the letter of its region on the board.

    limit -- the most rows; a last line says how many games are left out and how many regions were not valued
    """
    shown = games.games[:limit]
    rows = [
        (
            letter(number), _truncated(_vertices(grid, game.points)), str(game.count), str(game.temperature),
            kind(game), f"Black {_move(grid, game.black_moves)}", f"White {_move(grid, game.white_moves)}",
            certainty(game, grid),
        )
        for number, game in enumerate(shown)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    found = [HEADER + (BY_AREA if area else "")] if rows else []
    for row in rows:
        found.append("  ".join(
            f"{cell:>{width}}" if column in (2, 3) else f"{cell:<{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip())
    left_out = [f"{len(games.games) - len(shown)} more"] if len(shown) < len(games.games) else []
    left_out += [f"{len(games.unvalued)} not counted"] if games.unvalued else []
    return [*found, f"{'' if found else 'Local games: '}{' and '.join(left_out)}"] if left_out else found


def letter(number: int) -> str:
    """Return A, B, .. Z, a, .. z, A1, ..: the name of a region in the table and on the board."""
    turn, at = divmod(number, 52)
    return ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[at]) + (str(turn) if turn else "")


def _truncated(text: str) -> str:
    """Return the first MAX_POINTS_SHOWN words of a text."""
    words = text.split(" ")
    return text if len(words) <= MAX_POINTS_SHOWN else " ".join(words[:MAX_POINTS_SHOWN]) + " ..."


# -- JSON and GoGui ------------------------------------------------------------------------------------------------


def payload(games: LocalGames | None, grid: Grid) -> dict[str, Any]:
    """Return the keys `endgame` and `endgame_open` for JSON: fractions are strings; both are None without games."""
    if games is None:
        return {"endgame": None, "endgame_open": None}
    return {
        "endgame": [_game_json(game, grid) for game in games.games],
        "endgame_open": [
            {"points": [grid.vertex(point) for point in part.points], "reason": part.reason} for part in games.unvalued
        ],
    }


def _game_json(game: LocalGame, grid: Grid) -> dict[str, Any]:
    from analysis.values import format_value

    points, black, white = (
        [grid.vertex(point) for point in some] for some in (game.points, game.black_moves, game.white_moves)
    )
    return {
        "points": points, "name": game.name, "count": str(game.count), "temperature": str(game.temperature),
        "kind": game.kind, "black_moves": black, "white_moves": white, "word": str(game.evidence), "exact": game.exact,
        "game": None if game.value is None else format_value(game.value),
        "ko": None if game.ko is None else str(game.ko), "reason": game.reason,
    }


def graphics(games: LocalGames, grid: Grid) -> list[str]:
    """Return GoGui's `gfx` lines: regions coloured by miai value, best moves labelled, unvalued points marked."""
    found = [f"COLOR {colour(game.temperature)} {_vertices(grid, game.points)}" for game in games.games]
    labels: dict[int, str] = {}
    for game in games.games:
        for point in (*game.black_moves, *game.white_moves):
            labels.setdefault(point, ("" if game.exact else "~") + short_fraction(game.temperature))
    if labels:
        found.append("LABEL " + " ".join(f"{grid.vertex(point)} {text}" for point, text in labels.items()))
    unvalued = [point for part in games.unvalued for point in part.points]
    if unvalued:
        found.append(f"MARK {_vertices(grid, unvalued)}")
    count = len(games.games)
    text = f"{count} local game{'' if count == 1 else 's'}, miai values by territory, ~ estimated"
    return [*found, f"TEXT {text}; {len(games.unvalued)} not counted, crossed" if games.unvalued else f"TEXT {text}"]


def colour(temperature: Fraction) -> str:
    """Return the colour of a miai value."""
    return next(name for least, name in COLOURS if temperature >= least)


def short_fraction(x: Fraction) -> str:
    """Return a fraction of at most four characters, else its value rounded to a tenth: `3/4`, `1.9`."""
    text = str(x)
    return text if len(text) <= 4 else f"{float(x):.1f}"


def outlined_regions(games: LocalGames, limit: int) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Yield (letter, colour, points) of the regions of a table, for a picture."""
    return (
        (letter(number), colour(game.temperature), game.points) for number, game in enumerate(games.games[:limit])
    )
