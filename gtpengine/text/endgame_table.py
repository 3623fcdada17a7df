"""The endgame of a board as lines for GTP and a terminal, as a dict for JSON, and as colours and labels for a board.

Counts are points by territory, Black positive. Exact places have a local miai value, a fraction; estimated ones have
the points that are at stake, with the least and the most in four of five places. Places beside chains without a verdict
are undecided, and have no value.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from analysis.board import PASS
from analysis.endgame import EndgameTable, EstimatedPlace, LocalGame
from analysis.values import format_value

from .endgame import (
    areas,
    certainty,
    chains_live,
    colour,
    first_move,
    kind,
    letter,
    line,
    short_fraction,
    truncated,
    uncounted_line,
)

if TYPE_CHECKING:
    from analysis.board import Grid


def lines(endgame: EndgameTable, grid: Grid, area: bool) -> list[str]:
    """Return a line per place in the order of the table, then one per undecided place and per uncounted region.

    area -- add miai values by area scoring
    """
    rows = [place_line(row, grid, area) for row in (*endgame.rows, *endgame.undecided)]
    return rows + [uncounted_line(place, grid) for place in endgame.uncounted]


def place_line(place: LocalGame | EstimatedPlace, grid: Grid, area: bool) -> str:
    """Return a place in one line: exact, estimated or undecided."""
    if isinstance(place, LocalGame):
        return line(place, grid, area)
    return undecided_line(place, grid) if place.undecided else estimated_line(place, grid)


def estimated_line(place: EstimatedPlace, grid: Grid) -> str:
    """Return an estimated place in one line: points, count, stake with its interval, the likeliest move of each side.
    """
    moves = f"Black {grid.vertex(place.black_move)} White {grid.vertex(place.white_move)}"
    return f"{grid.vertices(place.points)} count {place.count:z.1f} {_stake(place)} {moves} estimated"


def undecided_line(place: EstimatedPlace, grid: Grid) -> str:
    """Return an undecided place in one line: its points, and the chains without a verdict."""
    return f"{grid.vertices(place.points)} undecided: whether {chains_live(place.undecided, grid)} is not known"


def _stake(place: EstimatedPlace) -> str:
    return f"at stake {place.stake:.1f} ({place.low:.1f} to {place.high:.1f})"


def point_text(endgame: EndgameTable, point: int, grid: Grid) -> str | None:
    """Return the remark on a point outside all local games, in one line; None if there is none, as for a wall."""
    place = endgame.at(point)
    if place is not None and isinstance(place, EstimatedPlace):
        return undecided_line(place, grid) if place.undecided else estimated_line(place, grid)
    for part in endgame.games.unvalued:
        if point in part.points:
            return uncounted_line(part, grid)
    return next((f"{grid.vertex(point)} is {text}" for points, text in areas(endgame.games) if point in points), None)


HEADER = "Local games: count, Black positive, and local miai value, in points by territory"
BY_AREA = "; by area every move is worth one more"


def table(endgame: EndgameTable, grid: Grid, area: bool, limit: int) -> list[str]:
    """Return a header and aligned rows in the order of the table, each with the letter of its place on the board.

    limit -- the most rows; a last line says how many places are left out, undecided or not counted
    """
    shown = endgame.rows[:limit]
    rows = [(letter(number), *_cells(row, grid)) for number, row in enumerate(shown)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    found = [HEADER + (BY_AREA if area else "")] if rows else []
    for row in rows:
        found.append("  ".join(
            f"{cell:>{width}}" if column in (2, 3) else f"{cell:<{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip())
    chains = sorted({chain for place in endgame.undecided for chain in place.undecided})
    left_out = [f"{len(endgame.rows) - len(shown)} more"] if len(shown) < len(endgame.rows) else []
    left_out += [f"{len(endgame.undecided)} undecided with {grid.vertices(chains)}"] if chains else []
    left_out += [f"{len(endgame.uncounted)} not counted"] if endgame.uncounted else []
    return [*found, f"{'' if found else 'Local games: '}{' and '.join(left_out)}"] if left_out else found


def _cells(row: LocalGame | EstimatedPlace, grid: Grid) -> tuple[str, ...]:
    """Return points, count, value, kind, the moves and the certainty of a row."""
    if isinstance(row, LocalGame):
        return (
            truncated(grid.vertices(row.points)), str(row.count), str(row.temperature), kind(row),
            f"Black {first_move(grid, row.black_moves)}", f"White {first_move(grid, row.white_moves)}",
            certainty(row, grid),
        )
    return (
        truncated(grid.vertices(row.points)), f"{row.count:z.1f}", "", _stake(row),
        f"Black {grid.vertex(row.black_move)}", f"White {grid.vertex(row.white_move)}", "estimated",
    )


def payload(endgame: EndgameTable | None, grid: Grid) -> dict[str, Any]:
    """Return the keys `endgame` and others for JSON: fractions are strings; all are None where nothing was counted."""
    if endgame is None:
        return {"endgame": None, "endgame_open": None, "endgame_estimates": None}
    return {
        "endgame": [_game_json(game, grid) for game in endgame.exact],
        "endgame_open": [
            {"points": [grid.vertex(point) for point in part.points], "reason": part.reason}
            for part in endgame.games.unvalued
        ],
        "endgame_estimates": [_estimate_json(place, grid) for place in (*endgame.estimated, *endgame.undecided)],
    }


def _estimate_json(place: EstimatedPlace, grid: Grid) -> dict[str, Any]:
    """Return an estimated or undecided place; an undecided one has no value."""
    points, undecided = ([grid.vertex(point) for point in some] for some in (place.points, place.undecided))
    count, stake, low, high = (
        None if undecided else round(number, 2) + 0.0 for number in (place.count, place.stake, place.low, place.high)
    )
    return {
        "points": points, "count": count, "stake": stake, "low": low, "high": high,
        "black_move": grid.vertex(place.black_move), "white_move": grid.vertex(place.white_move),
        "probability": round(place.probability, 4), "undecided": undecided,
    }


def _game_json(game: LocalGame, grid: Grid) -> dict[str, Any]:
    points, black, white = (
        [grid.vertex(point) for point in some] for some in (game.points, game.black_moves, game.white_moves)
    )
    return {
        "points": points, "name": game.name, "count": str(game.count), "temperature": str(game.temperature),
        "kind": game.kind, "black_moves": black, "white_moves": white, "word": str(game.evidence), "exact": True,
        "game": None if game.value is None else format_value(game.value),
        "ko": None if game.ko is None else str(game.ko), "reason": game.reason,
    }


def graphics(endgame: EndgameTable, grid: Grid) -> list[str]:
    """Return GoGui's `gfx` lines: places coloured by value, their moves labelled, undecided and uncounted ones marked.
    """
    found = [f"COLOR {colour(_value(row))} {grid.vertices(row.points)}" for row in endgame.rows]
    labels: dict[int, str] = {}
    for row in endgame.rows:
        if isinstance(row, LocalGame):
            text, moves = short_fraction(row.temperature), (*row.black_moves, *row.white_moves)
        else:
            text, moves = f"~{row.stake:.0f}", (row.black_move, row.white_move)
        for point in moves:
            if point != PASS:
                labels.setdefault(point, text)
    if labels:
        found.append("LABEL " + " ".join(f"{grid.vertex(point)} {text}" for point, text in labels.items()))
    marked = sorted({
        *(point for place in endgame.undecided for point in place.points),
        *(point for region in endgame.uncounted for point in region.points),
    })
    if marked:
        found.append(f"MARK {grid.vertices(marked)}")
    count = len(endgame.rows)
    text = (
        f"{count} place{'' if count == 1 else 's'}: red from 4 points on, orange from 2, yellow from 1, green below; "
        "numbers are local miai values by territory, with ~ points at stake, estimated"
    )
    return [*found, f"TEXT {text}; crosses: undecided or not counted" if marked else f"TEXT {text}"]


def _value(row: LocalGame | EstimatedPlace) -> Fraction:
    """Return the miai value of a local game; of an estimated place the least stake, as it is surely at stake."""
    return row.temperature if isinstance(row, LocalGame) else Fraction(row.low)


def outlined_regions(endgame: EndgameTable, limit: int) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Yield (letter, colour, points) of the places of a table, for a picture."""
    return ((letter(number), colour(_value(row)), row.points) for number, row in enumerate(endgame.rows[:limit]))
