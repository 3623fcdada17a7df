"""Races on a board, told: as lines of text, as a dict for JSON, as colours and labels for a board, as a picture.

A diagram has `.` for an empty point, X and O for stones of Black and White that live, B and W for the two blocks that
race, x and o for other stones, which can be captured. Without B and W the races are found from the status of the
stones, and X, x and O, o are the same. The rim of the diagram is the edge of the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.board import BLACK, PASS, WHITE, Color, Game, Grid, Position
from analysis.semeai import BoardRace, RaceError, Races, analyse, board_race
from analysis.values import Value, format_value

from .semeai import SemeaiError, SemeaiReport

_STONES = {".": 0, "X": 1, "x": 1, "B": 1, "O": -1, "o": -1, "W": -1}
_COLOURS = ("#91cf60", "#fee08b", "#fc8d59", "#c6dbef", "#b2abd2", "#d9ef8b")
"""Of the regions, in turn."""
_LONGEST = 12
"""Letters of a label."""


@dataclass(frozen=True)
class BoardReport:
    """Races of a position, and how they are to be told.

    position -- Position
    races    -- Races
    one      -- whether a single race was asked for
    """

    position: Position
    races: Races
    one: bool = False

    @classmethod
    def of_diagram(cls, text: str) -> BoardReport:
        """The report on a diagram. Raises SemeaiError for what is none, and where a race of B and W is not covered."""
        rows = [row for line in text.replace("/", "\n").split("\n") if (row := "".join(line.split()))]
        letters = "".join(rows)
        if not rows:
            raise SemeaiError("an empty diagram")
        for number, row in enumerate(rows, 1):
            strange = set(row) - set(_STONES)
            if strange:
                raise SemeaiError(f"a diagram has rows of .XOxoBW, got {min(strange)!r} in row {number}")
            if len(row) != len(rows[0]):
                raise SemeaiError(f"all rows of a diagram must be as long as the first, {len(rows[0])}, "
                                  f"got {len(row)} in row {number}")
        try:
            grid = Grid(len(rows), len(rows[0]))
        except ValueError as error:
            raise SemeaiError(str(error)) from None
        position = Position(grid, np.array([_STONES[letter] for letter in letters], np.int8))
        for chain in position.chains():  # stones that live may show it outside the diagram
            if not position.liberties_at(chain[0]) and not any(letters[point] in "XO" for point in chain):
                raise SemeaiError(f"every stone needs a liberty, got none for the one on {grid.vertex(chain[0])}")
        if "B" not in letters and "W" not in letters:
            return cls.of_position(position)
        if "B" not in letters or "W" not in letters:
            raise SemeaiError("a race is between two blocks, B and W")
        living = np.array([letter in "XO" for letter in letters])
        black, white = letters.index("B"), letters.index("W")
        for letter, block in (("B", black), ("W", white)):
            if any(letters[point] == letter for point in set(range(grid.area)) - set(position.chain_at(block))):
                raise SemeaiError(f"{letter} is one block: its stones must be connected")
        try:
            race = board_race(position, black, white, living)
        except RaceError as error:
            raise SemeaiError(str(error)) from None
        return cls(position, Races(position, (race,), ()), True)

    @classmethod
    def of_position(cls, position: Position, point: int | None = None) -> BoardReport:
        """The report on all races of a position, or on those of the block on a point."""
        return cls(position, analyse(position, point=point))

    @classmethod
    def of_game(
        cls, source: str | bytes, move: int | None, vertex: str | None = None, name: str | None = None
    ) -> BoardReport:
        """The report on a position of a game record: on all its races, or on those of the block on a point.

        source, move, name -- as for `load_game`

        Raises SgfError; SemeaiError if there is no stone on the point.
        """
        from ..sgf import load_game

        game: Game = load_game(source, move, name=name)
        try:
            point = None if vertex is None else game.position.grid.point(vertex)
            if point == PASS:
                raise ValueError(f"expected a stone, got {vertex!r}")
            return cls.of_position(game.position, point)
        except ValueError as error:
            raise SemeaiError(f"--point: {error}") from None

    # -- JSON ------------------------------------------------------------------------------------------------------

    def payload(self) -> dict[str, Any]:
        """The report for JSON: one race, or `races` and `uncovered`.

        Of a race that is decided by counting, the keys of its sum are None, and those of its lines empty.
        """
        told = [self._race(race) for race in self.races.races]
        if self.one:
            return told[0]
        grid = self.position.grid
        uncovered = [
            {"black": grid.vertex(pair.black), "white": grid.vertex(pair.white), "reason": pair.reason}
            for pair in self.races.uncovered
        ]
        return {"races": told, "uncovered": uncovered}

    def _race(self, race: BoardRace) -> dict[str, Any]:
        grid = self.position.grid
        head = {
            "black": [grid.vertex(point) for point in race.split.black],
            "white": [grid.vertex(point) for point in race.split.white],
            "word": race.evidence.value,
            "assumed": [grid.vertex(point) for point in race.assumed],
            "exact": race.exact,
            "reason": race.reason,
            "shared": [
                grid.vertex(point) for region in race.split.regions if region.defender is None
                for point in region.points
            ],
            "black_points": [grid.vertex(point) for point in race.moves[BLACK]],
            "white_points": [grid.vertex(point) for point in race.moves[WHITE]],
        }
        if race.race is not None:
            return {**head, **SemeaiReport(race.race, race.territory, race).payload(), **_winners(race)}
        games = [
            {
                "points": [grid.vertex(point) for point in game.region.points],
                "game": format_value(game.found.game.value), "cooled": format_value(game.found.game.cooled),
                "atomic_weight": "0",
            }
            for game in race.games
        ]
        return {
            **head, "regions": games, "total": None, "black_adjustment": None, "white_adjustment": None,
            **_winners(race), "black_moves": [], "white_moves": [], "lines": [], "territory": None,
        }

    # -- text ------------------------------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """The report for a reader."""
        text: list[str] = []
        for race in self.races.races:
            if text:
                text.append("")
            text += self.told(race)
            if race.race is not None:
                text += ["", *SemeaiReport(race.race, race.territory, race).lines()]
        if not self.one:
            text += self._uncovered()
        return text or ["no races"]

    def short_lines(self) -> list[str]:
        """A few lines a race: blocks, winners, moves, the reason; then what is not covered."""
        return [line for race in self.races.races for line in self.told(race)] + self._uncovered() or ["no races"]

    def told(self, race: BoardRace) -> list[str]:
        """A race in three lines or four: the blocks, either side first, what it rests on."""
        grid = self.position.grid
        text = [f"Black {grid.vertex(race.split.black[0])}, White {grid.vertex(race.split.white[0])}: {race.reason}"]
        for first in (BLACK, WHITE):
            winner, moves = race.winner[first], race.moves[first]
            named = " ".join(grid.vertex(point) for point in moves)
            says = "seki" if winner is None else f"{winner.word.capitalize()} wins"
            text.append(f"  {first.word.capitalize()} first: {says}" + (f", with {named}" if moves else ""))
        if race.assumed:
            named = " ".join(dict.fromkeys(self._chain(point) for point in race.assumed))
            text.append(f"  {race.evidence}, if these live: {named}")
        else:
            text.append(f"  {race.evidence}")
        return text

    def _chain(self, point: int) -> str:
        """A chain by its first point."""
        return self.position.grid.vertex(min(self.position.chain_at(point)))

    def _uncovered(self) -> list[str]:
        grid = self.position.grid
        return [
            f"Black {grid.vertex(pair.black)}, White {grid.vertex(pair.white)}: not covered: {pair.reason}"
            for pair in self.races.uncovered
        ]

    # -- pictures --------------------------------------------------------------------------------------------------

    def labels(self) -> dict[int, str]:
        """The cooled value of each region on its first point; the best first move of a winner, `B` or `W`, on its."""
        found: dict[int, str] = {}
        for race in self.races.races:
            for game in race.games:
                free = [point for point in game.region.points if not self.position.stones[point]]
                found.setdefault(free[0] if free else game.region.points[0], _label(game.found.game.cooled))
            for first in (BLACK, WHITE):
                for point in race.moves[first][:1]:
                    found[point] = first.letter
        return found

    def graphics(self) -> list[str]:
        """GoGui's `gfx`: each region coloured, with its cooled value; the best first move of either side marked."""
        grid = self.position.grid
        found = [
            f"COLOR {colour} " + " ".join(grid.vertex(point) for point in points)
            for _, colour, points in self._places()
        ]
        labels = self.labels()
        if labels:
            found.append("LABEL " + " ".join(f"{grid.vertex(point)} {text}" for point, text in labels.items()))
        best = {point for race in self.races.races for first in Color for point in race.moves[first][:1]}
        if best:
            found.append("CIRCLE " + " ".join(grid.vertex(point) for point in sorted(best)))
        count = len(self.races.races)
        text = f"{count} race{'' if count == 1 else 's'}; regions with their values cooled by 2"
        return [*found, f"TEXT {text}; {len(self.races.uncovered)} not covered"]

    def svg(self) -> str:
        """The board with its regions outlined and the best moves on it, as an SVG document."""
        from ..render.svg import board_svg

        labels = {point: text for point, text in self.labels().items() if len(text) <= 2}
        return board_svg(self.position, labels=labels, last=PASS, places=self._places(), rows=self.short_lines())

    def _places(self) -> Iterator[tuple[str, str, tuple[int, ...]]]:
        """(number, colour, points) of the regions."""
        number = 0
        for race in self.races.races:
            for game in race.games:
                number += 1
                yield str(number), _COLOURS[number % len(_COLOURS)], game.region.points


def _winners(race: BoardRace) -> dict[str, Any]:
    """Who wins, None for seki."""
    letters = {first: None if winner is None else winner.letter for first, winner in race.winner.items()}
    return {"winner_if_black_first": letters[BLACK], "winner_if_white_first": letters[WHITE]}


def _label(value: Value) -> str:
    text = format_value(value).replace(" ", "")
    return text if len(text) <= _LONGEST else "?"


__all__ = ["BoardReport"]
