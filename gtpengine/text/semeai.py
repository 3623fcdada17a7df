"""A capturing race given by liberty counting games, as a dict for JSON and as lines of text for a terminal or GTP.

Regions are numbered from 1 in the order of the input. Liberties and points are Black's if positive; numbers and games
are written exactly, as strings. Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from analysis.board import BLACK, WHITE, Color
from analysis.semeai import (
    BoardRace,
    Ending,
    LibertyGame,
    Race,
    RaceError,
    RaceLine,
    RaceMove,
    RaceOutcome,
    RegionTerritory,
    Semedori,
    Territory,
    best_line,
    other_lines,
    race_after,
    read_game,
)
from analysis.values import NotationError, Value, atomic_weight, format_value, parse

MAX_REGIONS = 40
_MAX_GAME_WIDTH = 40
"""Longer games are abbreviated in text."""


class SemeaiError(ValueError):
    """A report on a race that cannot be made. The message is one line."""


@dataclass(frozen=True)
class SemeaiReport:
    """A race and the territory that depends on it.

    race      -- the sum of the liberty counting games
    territory -- the territory of the same regions
    board     -- the race on a board, if it is one: then regions have points, and moves a vertex
    """

    race: Race
    territory: Territory
    board: BoardRace | None = None

    @classmethod
    def read(
        cls, games: str, *, base: str | None = None, win: str | None = None, body: str | None = None
    ) -> SemeaiReport:
        """Read a list of games with ";" between them.

        base, win -- lists of the regions' base values and of Gwin, the games of their territory if their owner wins;
                     an empty item is an unknown one
        body -- the points of the blocks if Black wins and if White wins; an empty item is 0

        Raises SemeaiError for a text that is no race of liberty counting games, or takes too long to evaluate.
        """
        items = games.split(";")
        if len(items) > MAX_REGIONS:
            raise SemeaiError(f"--games: expected at most {MAX_REGIONS} games, got {len(items)}")
        regions = [_read(item, number) for number, item in enumerate(items, 1)]
        bases, wins = _values("--base", base, len(items)), _values("--win", win, len(items))
        try:
            race = Race.of(regions)
        except RaceError as error:
            raise SemeaiError(f"--games: {error}") from None
        for number, value in enumerate(bases, 1):
            if value is not None and value.number is None:
                raise SemeaiError(f"--base: game {number}: expected a number of points, got {_short(value)}")
        territory = Territory(tuple(
            RegionTerritory(region, None if points is None else points.number, won)
            for region, points, won in zip(regions, bases, wins, strict=True)
        ), _body(body))
        return cls(race, territory)

    @cached_property
    def _lines(self) -> list[tuple[str, RaceLine]]:
        """All lines with their kinds: for each side moving first the best line, then the winner's other moves."""
        found = []
        for first in (BLACK, WHITE):
            wins = self.race.outcome(first).winner is first
            found.append(("winning" if wins else "losing", best_line(self.race, first)))
            for line in other_lines(self.race, first):
                found.append(("smaller lead" if line.moves[0].wins else "failure", line))
        return found

    @cached_property
    def _endings(self) -> list[tuple[Color, RaceMove, list[Ending]]]:
        """(first, winning move, endings) for each winning first move after which one region decides the territory."""
        found = []
        for first in (BLACK, WHITE):
            for move in self.race.winning_moves(first):
                endings = self.territory.endings(self.race.play(move), first)
                if endings:
                    found.append((first, move, endings))
        return found

    @cached_property
    def _semedori(self) -> list[tuple[Color, RaceMove | None, RaceOutcome, list[Semedori]]]:
        """For each side moving first: the winner's move, if the winner moves first, and the loser's remaining moves.

        Items are (first, move, standing, semedori); they are computed after the winner's move.
        """
        found = []
        for first in (BLACK, WHITE):
            race, move, standing = race_after(self.race, first)
            found.append((first, move, standing, self.territory.semedori(race, standing.winner.opponent)))
        return found

    # -- JSON ------------------------------------------------------------------------------------------------------

    def payload(self) -> dict[str, Any]:
        """Return the report for JSON. Unknown values are None, and so is `points` if there is no board.

        On a board moves have a `vertex`, None if several equivalent moves exist. In `lines`, `lead` is the winner's at
        the end of the line. Totals of territory are cooled by 1.
        """
        race = self.race
        return {
            "regions": [
                {
                    "points": self._points(index),
                    "game": format_value(spot.value),
                    "cooled": format_value(spot.cooled),
                    "atomic_weight": _text(spot.game.atomic_weight),
                }
                for index, spot in enumerate(race.regions)
            ],
            "total": format_value(race.total),
            "black_adjustment": race.adjustment(BLACK),
            "white_adjustment": race.adjustment(WHITE),
            "winner_if_black_first": race.outcome(BLACK).winner.letter,
            "winner_if_white_first": race.outcome(WHITE).winner.letter,
            "black_moves": [{**self._move(race, move), "lead": move.lead} for move in race.winning_moves(BLACK)],
            "white_moves": [{**self._move(race, move), "lead": move.lead} for move in race.winning_moves(WHITE)],
            "lines": [self._line(kind, line) for kind, line in self._lines],
            "territory": self._territory(),
        }

    def _line(self, kind: str, line: RaceLine) -> dict[str, Any]:
        standing, last = line.outcome, line.tedomari
        territory = self.territory.final(line)
        return {
            "first": line.first.letter,
            "kind": kind,
            "moves": [
                {"player": move.player.letter, **self._move(before, move)}
                for before, move in self._moves_with_races(line)
            ],
            "black_liberties": line.race.liberties(BLACK),
            "white_liberties": line.race.liberties(WHITE),
            "to_move": line.to_move.letter,
            "winner": standing.winner.letter,
            "lead": standing.lead,
            "tedomari": None if last is None else last.letter,
            "territory": None if territory is None else str(territory),
        }

    def _territory(self) -> dict[str, Any]:
        territory = self.territory
        base_value = territory.base_value
        return {
            "regions": [
                {
                    "base_value": None if region.base_value is None else str(region.base_value),
                    "gwin": _text(region.gwin),
                    "glose": format_value(region.glose),
                    "if_black_wins": _text(region.if_wins(BLACK)),
                    "if_white_wins": _text(region.if_wins(WHITE)),
                }
                for region in territory.regions
            ],
            "total": {
                "base_value": None if base_value is None else str(base_value),
                "gwin": _text(territory.gwin),
                "glose": _text(territory.glose),
                "if_black_wins": _text(territory.if_wins(BLACK)),
                "if_white_wins": _text(territory.if_wins(WHITE)),
            },
            "hotter": {
                "if_black_wins": [index + 1 for index in territory.hottest_first(BLACK)],
                "if_white_wins": [index + 1 for index in territory.hottest_first(WHITE)],
            },
            "semedori": [
                {
                    "first": first.letter,
                    "winner": standing.winner.letter,
                    "after": None if after is None else self._move(self.race, after),
                    "player": move.player.letter,
                    "region": move.region + 1,
                    "count": str(move.count),
                    "miai_value": str(move.miai_value),
                    "kind": move.kind.value,
                }
                for first, after, standing, moves in self._semedori
                for move in moves
            ],
            "body": {"if_black_wins": str(territory.body[0]), "if_white_wins": str(territory.body[1])},
            "endings": [
                self._ending(first, after, ending) for first, after, endings in self._endings for ending in endings
            ],
        }

    def _ending(self, first: Color, after: RaceMove, ending: Ending) -> dict[str, Any]:
        return {
            "first": first.letter, "after": self._move(self.race, after), "region": ending.region + 1,
            "players": ending.players, "territory": str(ending.territory),
        }

    # -- on a board ------------------------------------------------------------------------------------------------

    def _points(self, region: int) -> list[str] | None:
        """Return the vertices of a region; None if there is no board."""
        if self.board is None:
            return None
        grid = self.board.position.grid
        return [grid.vertex(point) for point in self.board.games[region].region.points]

    def _move(self, before: Race, move: RaceMove) -> dict[str, Any]:
        fields = {"region": move.region + 1, "to": format_value(move.after.value)}
        return fields if self.board is None else {**fields, "vertex": self._vertex(before, move)}

    def _vertex(self, before: Race, move: RaceMove) -> str | None:
        point = None if self.board is None else self.board.point(before, move)
        return None if self.board is None or point is None else self.board.position.grid.vertex(point)

    def _moves_with_races(self, line: RaceLine) -> Iterator[tuple[Race, RaceMove]]:
        """Yield the moves of a line, each with the race before it."""
        race = self.race
        for move in line.moves:
            yield race, move
            race = race.play(move)

    def _move_text(self, before: Race, move: RaceMove) -> str:
        vertex = self._vertex(before, move)
        return ("" if vertex is None else f"{vertex}, ") + f"region {move.region + 1} to {_short(move.after.value)}"

    # -- text ------------------------------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """Return the report as text."""
        race = self.race
        rows: list[tuple[str, ...]] = [("region", "liberties", "cooled by 2", "atomic weight")]
        for number, spot in enumerate(race.regions, 1):
            weight = _text(spot.game.atomic_weight) or "none"
            rows.append((str(number), _short(spot.value), _short(spot.cooled), weight))
        rows.append(("total", "", _short(race.total), _text(atomic_weight(race.total)) or "none"))
        text = _columns(rows)
        for first in (BLACK, WHITE):
            rounded, standing = race.adjustment(first), race.outcome(first)
            text += ["", f"{_name(first)} first: rounds the total to {rounded}: {_result(standing)}"]
            moves = race.winning_moves(first)
            if moves:
                wins = (f"{self._move_text(race, move)} (by {move.lead})" for move in moves)
                text.append("  wins with " + ", ".join(wins))
            text += [f"  {line}" for kind, played in self._lines if played.first is first
                     for line in self._line_text(kind, played)]
        return [*text, "", *self._territory_text()]

    def _line_text(self, kind: str, line: RaceLine) -> Iterator[str]:
        black, white = line.race.liberties(BLACK), line.race.liberties(WHITE)
        moves = ", ".join(
            f"{move.player.letter} {self._move_text(before, move)}" for before, move in self._moves_with_races(line)
        ) or "nothing but filling"
        last, territory = line.tedomari, self.territory.final(line)
        yield f"{kind}: {moves}"
        yield (
            f"  Black {black}, White {white}, {_name(line.to_move)} to move: {_result(line.outcome)}"
            + ("" if last is None else f"; {_name(last)} gets tedomari")
            + ("" if territory is None else f"; territory {territory}")
        )

    def _territory_text(self) -> Iterator[str]:
        territory = self.territory
        rows: list[tuple[str, ...]] = [("territory", "base value", "if Black wins", "if White wins")]
        for number, region in enumerate(territory.regions, 1):
            points = "?" if region.base_value is None else str(region.base_value)
            outcomes = (_short_or_unknown(region.if_wins(winner)) for winner in (BLACK, WHITE))
            rows.append((f"region {number}", points, *outcomes))
        if any(territory.body):
            rows.append(("the blocks", "", *map(str, territory.body)))
        points = "?" if territory.base_value is None else str(territory.base_value)
        whole = [_short_or_unknown(territory.if_wins(winner)) for winner in (BLACK, WHITE)]
        rows.append(("in all, cooled by 1", points, *whole))
        yield from _columns(rows)
        if territory.base_value is None:
            yield "Where the base value is not known, the loser's territory counts from there."
        for winner in (BLACK, WHITE):
            order = [str(index + 1) for index in territory.hottest_first(winner)]
            if order:
                yield f"If {_name(winner)} wins, the hotter region first: {', '.join(order)}"
        for first, after, standing, moves in self._semedori:
            if moves:
                when = "" if after is None else f" after {self._move_text(self.race, after)}"
                left = (f"region {move.region + 1} (miai value {move.miai_value}, {move.kind})" for move in moves)
                loser = _name(standing.winner.opponent)
                yield f"{_name(first)} first{when}, left for {loser}, who loses: {', '.join(left)}"
        for first, after, endings in self._endings:
            ways = (f"{ending.territory} if {_players(ending.players)}" for ending in endings)
            where = f"{_name(first)} first, after {self._move_text(self.race, after)}"
            yield f"{where}: in all {', '.join(ways)} in region {endings[0].region + 1}"


def _read(item: str, number: int) -> LibertyGame:
    if not item.strip():
        raise SemeaiError(f'--games: game {number}: expected a game such as {{4|0}} between two ";", got nothing')
    try:
        return read_game(item)
    except RaceError as error:
        raise SemeaiError(f"--games: game {number}: {error}") from None


def _body(text: str | None) -> tuple[Fraction, Fraction]:
    """Parse the points of the blocks if Black wins, and if White wins. Raises SemeaiError."""
    points = []
    for number, value in enumerate(_values("--body", text, 2, "if Black wins and if White wins"), 1):
        if value is not None and value.number is None:
            raise SemeaiError(f"--body: item {number}: expected a number of points, got {_short(value)}")
        points.append(Fraction(0) if value is None or value.number is None else value.number)
    return points[0], points[1]


def _players(letters: str) -> str:
    """Return "Black plays", "White plays and then Black", "White plays twice" for "B", "WB", "WW"."""
    names = ["Black" if letter == "B" else "White" for letter in letters]
    if len(names) > 1 and len(set(names)) == 1:
        return f"{names[0]} plays {'twice' if len(names) == 2 else f'{len(names)} times'}"
    return f"{names[0]} plays" + "".join(f" and then {name}" for name in names[1:])


def _values(option: str, text: str | None, size: int, each: str = "one for each game") -> list[Value | None]:
    """Parse a list of `size` values with ";" between them; None for empty items. Raises SemeaiError.

    each -- what the items are, for the message
    """
    if text is None:
        return [None] * size
    items = text.split(";")
    if len(items) != size:
        raise SemeaiError(f"{option}: expected {size} items, {each}, got {len(items)}")
    found = []
    for number, item in enumerate(items, 1):
        try:
            found.append(parse(item) if item.strip() else None)
        except NotationError as error:
            raise SemeaiError(f"{option}: game {number}: {error}") from None
    return found


def _name(color: Color) -> str:
    return color.word.capitalize()


def _result(standing: RaceOutcome) -> str:
    return f"{_name(standing.winner)} wins by {standing.lead} move" + ("s" if standing.lead > 1 else "")


def _text(value: Value | None) -> str | None:
    return None if value is None else format_value(value)


def _short_or_unknown(value: Value | None) -> str:
    return "?" if value is None else _short(value)


def _short(value: Value) -> str:
    """Return the value; abbreviated to its stop plus "and an infinitesimal", or cut off, if it is long."""
    text = format_value(value)
    if len(text) <= _MAX_GAME_WIDTH:
        return text
    if value.left_stop == value.right_stop:
        return f"{value.left_stop} and an infinitesimal"
    return text[: _MAX_GAME_WIDTH - 3] + "..."


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
