"""Local games told: as lines for GTP and a terminal, as a dict for JSON, as colours and labels for a board.

Counts and miai values are exact fractions of points by territory, Black positive. How sure a value is stands last:
"exact" if the walls stand whatever is played; "exact, if D4 lives" or "exact, if answered" if reading finds that they
stand; "estimated".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.board import BLACK, PASS, WHITE

if TYPE_CHECKING:
    from analysis.board import Grid
    from analysis.endgame import LocalGame, LocalGames, Unvalued


SHOWN = 12
"""Points of a place that is not counted, and letters of a game in a table, before they are cut off."""

NAMED = 3
"""Walls that are named where a value rests on their life."""

COLOURS = (
    (4, "#d73027"), (2, "#fc8d59"), (1, "#fee08b"), (Fraction(1, 100), "#d9ef8b"), (0, "#91cf60"), (-1, "#c6dbef"),
)  # fmt: skip
"""(least miai value, colour): red where a move is worth most, green for a dame, blue where nobody need play."""


class Area(NamedTuple):
    """Points of which one thing is to be said: whose they are as they lie, or why they were not counted."""

    points: tuple[int, ...]
    text: str


# -- lines ---------------------------------------------------------------------------------------------------------


def lines(games: LocalGames, grid: Grid, area: bool) -> list[str]:
    """A line a place, the hottest first; then what was not counted. `area`: tell the miai value by area, too."""
    return [*(line(game, grid, area) for game in games.games), *(_uncounted(place, grid) for place in games.open)]


def line(game: LocalGame, grid: Grid, area: bool) -> str:
    """A place in one line: points, count, miai value, kind, the best move of either side, how sure it is."""
    by_area = f" (by area {game.temperature + 1})" if area else ""
    moves = f"Black {_move(grid, game.black_moves)} White {_move(grid, game.white_moves)}"
    value = f"count {game.count} miai {game.temperature}{by_area} {kind(game)}"
    return f"{_vertices(grid, game.points)} {value} {moves} {certainty(game, grid)}"


def told(game: LocalGame, grid: Grid, area: bool) -> list[str]:
    """All about a place: its line, what that rests on, its canonical form, its thermograph drawn and in words."""
    from analysis.values import format_value

    from ..render.thermograph_svg import MOVE, thermograph_text

    found = [line(game, grid, area), game.reason]
    for color, moves in (("Black", game.black_moves), ("White", game.white_moves)):
        if len(moves) > 1:
            found.append(f"{color} may as well play any of {_vertices(grid, moves)}")
    if game.game is not None:
        found.append(f"canonical form {format_value(game.game, limit=MOVE)}")
    else:
        low, high = (format_value(bound, limit=MOVE) for bound in game.bounds)
        found.append(f"between {low} and {high}, whoever has ko threats")
    return found + thermograph_text(game.graph).split("\n")


def elsewhere(games: LocalGames, point: int, grid: Grid) -> str | None:
    """What is to be said of a point that lies in no local game, in one line; None of a wall."""
    for part in games.open:
        if point in part.points:
            return _uncounted(part, grid)
    return next((f"{grid.vertex(point)} is {text}" for points, text in areas(games) if point in points), None)


def areas(games: LocalGames) -> Iterator[Area]:
    """What is to be said of the points that lie in no local game: settled places, those not counted, what is beyond."""
    for place in games.settled:
        if place.owner is not None:
            text = f"{place.owner.word.capitalize()}'s as it lies, {place.evidence}: nobody need play there"
            yield Area(tuple(place.points), text)
    for part in games.open:
        yield Area(tuple(part.points), _why(part))
    for owner in (BLACK, WHITE):
        inside = tuple((games.inside == owner).nonzero()[0].tolist())
        if inside:
            yield Area(inside, f"taken for {owner.word.capitalize()}'s, beyond where the sides meet")


def kind(game: LocalGame) -> str:
    """What a player calls it; of a ko, with whose threats it is counted."""
    if game.ko is None:
        return game.kind
    threats = {"neutral": "neutral", "black": "Black's", "white": "White's"}[game.ko]
    return f"{game.kind} ({threats} threats)"


def certainty(game: LocalGame, grid: Grid) -> str:
    """How sure the value is, in a word or two. See above."""
    if not game.exact:
        return "estimated"
    assumed = game.place.assumed
    if assumed:
        more = f" and {len(assumed) - NAMED} more" if len(assumed) > NAMED else ""
        named = _vertices(grid, assumed[:NAMED])
        return f"exact, if {named}{more} {'lives' if len(assumed) == 1 else 'live'}"
    return "exact" if game.evidence == "proved" else "exact, if answered"


def _uncounted(place: Unvalued, grid: Grid) -> str:
    more = " ..." if len(place.points) > SHOWN else ""
    return f"{_vertices(grid, place.points[:SHOWN])}{more} {_why(place)}"


def _why(place: Unvalued) -> str:
    return f"not counted: {place.reason}"


def _move(grid: Grid, moves: Sequence[int]) -> str:
    """The first of several, or `pass`."""
    return grid.vertex(moves[0] if moves else PASS)


def _vertices(grid: Grid, points: Iterable[int]) -> str:
    return " ".join(grid.vertex(point) for point in points)


# -- a table -------------------------------------------------------------------------------------------------------


HEADER = "Local games: count, Black positive, and miai value, in points by territory"
BY_AREA = "; by area every move is worth one more"


def table(games: LocalGames, grid: Grid, area: bool, most: int) -> list[str]:
    """A header and aligned rows, the hottest first, each with the letter of its place; how many are left out."""
    shown = games.games[:most]
    rows = [
        (
            letter(number), _cut(_vertices(grid, game.points)), str(game.count), str(game.temperature), kind(game),
            f"Black {_move(grid, game.black_moves)}", f"White {_move(grid, game.white_moves)}", certainty(game, grid),
        )
        for number, game in enumerate(shown)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    found = [HEADER + (BY_AREA if area else "")] if rows else []
    for row in rows:
        found.append("  ".join(
            f"{word:>{width}}" if column in (2, 3) else f"{word:<{width}}"
            for column, (word, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip())
    left_out = [f"{len(games.games) - len(shown)} more"] if len(shown) < len(games.games) else []
    left_out += [f"{len(games.open)} not counted"] if games.open else []
    return [*found, f"{'' if found else 'Local games: '}{' and '.join(left_out)}"] if left_out else found


def letter(number: int) -> str:
    """A, B, .. Z, a, .. z, A1, ..: the name of a place in a table and on its board."""
    turn, at = divmod(number, 52)
    return ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[at]) + (str(turn) if turn else "")


def _cut(text: str) -> str:
    """The first vertices."""
    words = text.split(" ")
    return text if len(words) <= SHOWN else " ".join(words[:SHOWN]) + " ..."


# -- JSON and GoGui ------------------------------------------------------------------------------------------------


def payload(games: LocalGames | None, grid: Grid) -> dict[str, Any]:
    """The keys `endgame` and `endgame_open` for JSON: fractions as strings, points as vertices; null without games."""
    if games is None:
        return {"endgame": None, "endgame_open": None}
    return {
        "endgame": [_game_json(game, grid) for game in games.games],
        "endgame_open": [
            {"points": [grid.vertex(point) for point in part.points], "reason": part.reason} for part in games.open
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
        "game": None if game.game is None else format_value(game.game), "ko": None if game.ko is None else str(game.ko),
        "reason": game.reason,
    }


def graphics(games: LocalGames, grid: Grid) -> list[str]:
    """GoGui's `gfx`: each place coloured by its miai value, the best moves labelled with it; what is open is marked."""
    found = [f"COLOR {colour(game.temperature)} {_vertices(grid, game.points)}" for game in games.games]
    labels: dict[int, str] = {}
    for game in games.games:
        for point in (*game.black_moves, *game.white_moves):
            labels.setdefault(point, ("" if game.exact else "~") + short(game.temperature))
    if labels:
        found.append("LABEL " + " ".join(f"{grid.vertex(point)} {text}" for point, text in labels.items()))
    crowded = [point for part in games.open for point in part.points]
    if crowded:
        found.append(f"MARK {_vertices(grid, crowded)}")
    count = len(games.games)
    text = f"{count} local game{'' if count == 1 else 's'}, miai values by territory, ~ estimated"
    return [*found, f"TEXT {text}; {len(games.open)} not counted, crossed" if games.open else f"TEXT {text}"]


def colour(temperature: Fraction) -> str:
    """The colour of a place by its miai value."""
    return next(name for least, name in COLOURS if temperature >= least)


def short(x: Fraction) -> str:
    """A fraction in at most four letters, or rounded to a tenth: `3/4`, `1.9`."""
    text = str(x)
    return text if len(text) <= 4 else f"{float(x):.1f}"


def places(games: LocalGames, most: int) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """(letter, colour, points) of the places of a table, for a picture."""
    return (
        (letter(number), colour(game.temperature), game.points) for number, game in enumerate(games.games[:most])
    )
