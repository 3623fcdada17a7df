"""The capturing races of a position as text, as a dict for JSON, as colours and labels for GoGui, and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from analysis.board import BLACK, PASS, WHITE, Color, Game, Position
from analysis.reading.answer import Answer, Result
from analysis.reading.life_and_death.race_question import RaceAnswer
from analysis.semeai import BoardRace, RaceError, Races, ReadRace, analyse, board_race, with_read_races
from analysis.semeai.race_reading import READ_NODES
from analysis.status import BoardStatus, board_status
from analysis.values import Value, format_value, mean

from .semeai import SemeaiError, SemeaiReport
from .semeai_diagram import read_race_diagram

_COLOURS = ("#91cf60", "#fee08b", "#fc8d59", "#c6dbef", "#b2abd2", "#d9ef8b")
"""Colours of the regions, used in turn."""


@dataclass(frozen=True)
class BoardSemeaiReport:
    """The capturing races of a position.

    position -- Position
    races    -- the races found, and the pairs of blocks that are not covered
    single   -- whether the input names one race, with blocks B and W: then the JSON is that race, not a list
    """

    position: Position
    races: Races
    single: bool = False

    @classmethod
    def of_diagram(cls, text: str) -> BoardSemeaiReport:
        """Analyse a diagram. Raises SemeaiError for a bad diagram, and if the race of B and W is not covered."""
        diagram = read_race_diagram(text)
        if diagram.blocks is None:
            return cls.of_position(diagram.position)
        black, white = diagram.blocks
        try:
            race = board_race(diagram.position, black, white, diagram.living)
        except RaceError as error:
            raise SemeaiError(str(error)) from None
        return cls(diagram.position, Races(diagram.position, (race,), ()), True)

    @classmethod
    def of_position(
        cls, position: Position, point: int | None = None, *, status: BoardStatus | None = None, nodes: int = READ_NODES
    ) -> BoardSemeaiReport:
        """Analyse all races of a position, or those of the block on a point, which are read where counting fails.

        status -- of all chains; by default `board_status` of the position
        nodes  -- limit of the searches, at most READ_NODES
        """
        known = board_status(position) if status is None else status
        races = analyse(position, known, point)
        return cls(position, races if point is None else with_read_races(races, known, min(nodes, READ_NODES)))

    @classmethod
    def of_game(
        cls, source: str | bytes, move: int | None, vertex: str | None = None, name: str | None = None
    ) -> BoardSemeaiReport:
        """Analyse a position of a game record: all its races, or those of the block on a vertex.

        source, move, name -- as for `load_game`

        Raises SgfError; SemeaiError if there is no stone on the point.
        """
        from ..sgf import load_game

        game: Game = load_game(source, move, name=name)
        try:
            point = None if vertex is None else game.position.grid.point(vertex, may_pass=False)
            return cls.of_position(game.position, point)
        except ValueError as error:
            raise SemeaiError(f"--point: {error}") from None

    # -- JSON ------------------------------------------------------------------------------------------------------

    def payload(self) -> dict[str, Any]:
        """Return the report for JSON: a single race, or `races`, `read` and `uncovered`.

        For a race that is decided by counting liberties, the keys of its sum are None, and those of its lines empty.
        """
        races = [self._race(race) for race in self.races.races]
        if self.single:
            return races[0]
        grid = self.position.grid
        uncovered = [
            {"black": grid.vertex(pair.black), "white": grid.vertex(pair.white), "reason": pair.reason}
            for pair in self.races.uncovered
        ]
        return {"races": races, "read": [self._read(race) for race in self.races.read], "uncovered": uncovered}

    def _read(self, race: ReadRace) -> dict[str, Any]:
        grid, pair = self.position.grid, race.uncovered
        found: dict[str, Any] = {
            "black": grid.vertex(pair.black), "white": grid.vertex(pair.white), "word": "read",
            "assumed": [grid.vertex(point) for point in race.assumed], "reason": pair.reason,
        }
        for first in (BLACK, WHITE):
            answer = race.answers[first]
            found[f"{first.word}_first"] = None if answer is None else {
                "lives": _fate(answer.lives), "captures": _fate(answer.captures),
                "move": None if answer.move is None else grid.vertex(answer.move),
            }
        return found

    def _race(self, race: BoardRace) -> dict[str, Any]:
        grid = self.position.grid
        head = {
            "black": [grid.vertex(point) for point in race.layout.black],
            "white": [grid.vertex(point) for point in race.layout.white],
            "word": race.evidence.value,
            "assumed": [grid.vertex(point) for point in race.assumed],
            "exact": race.exact,
            "reason": race.reason,
            "shared": [
                grid.vertex(point) for region in race.layout.regions if region.defender is None
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
                "game": format_value(game.located.game.value), "cooled": format_value(game.located.game.cooled),
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
        """Return the report as text."""
        text: list[str] = []
        for race in self.races.races:
            if text:
                text.append("")
            text += self.race_lines(race)
            if race.race is not None:
                text += ["", *SemeaiReport(race.race, race.territory, race).lines()]
        if not self.single:
            further = self._read_lines() + self._uncovered()
            text += ["", *further] if text and further else further
        return text or ["no races"]

    def short_lines(self) -> list[str]:
        """Return a few lines per race: blocks, winners, moves, reason; then the pairs that are not covered."""
        counted = [line for race in self.races.races for line in self.race_lines(race)]
        return [*counted, *self._read_lines(), *self._uncovered()] or ["no races"]

    def race_lines(self, race: BoardRace) -> list[str]:
        """Return four lines on a race: the blocks and the reason, the result with either side first, the evidence."""
        grid = self.position.grid
        text = [f"Black {grid.vertex(race.layout.black[0])}, White {grid.vertex(race.layout.white[0])}: {race.reason}"]
        for first in (BLACK, WHITE):
            winner, moves = race.winner[first], race.moves[first]
            named = grid.vertices(moves)
            says = "seki" if winner is None else f"{winner.word.capitalize()} wins"
            text.append(f"  {first.word.capitalize()} first: {says}" + (f", with {named}" if moves else ""))
        if race.assumed:
            named = " ".join(dict.fromkeys(self._chain(point) for point in race.assumed))
            text.append(f"  {race.evidence}, if these live: {named}")
        else:
            text.append(f"  {race.evidence}")
        return text

    def _chain(self, point: int) -> str:
        """Return a chain by the vertex of its first point."""
        return self.position.grid.vertex(min(self.position.chain_at(point)))

    def _read_lines(self) -> list[str]:
        """Return four lines on each race that was read: the blocks, the result with either side first, the evidence."""
        grid, text = self.position.grid, []
        for race in self.races.read:
            pair = race.uncovered
            names = f"Black {grid.vertex(pair.black)}, White {grid.vertex(pair.white)}"
            text.append(f"{names}, with their groups: not counted, as {pair.reason}")
            for first in (BLACK, WHITE):
                answer = race.answers[first]
                says = "not decided" if answer is None else _read_text(answer, first)
                move = None if answer is None else answer.move
                named = "" if move is None else f", with {grid.vertex(move)}"
                text.append(f"  {first.word.capitalize()} first: {says}{named}")
            live = grid.vertices(race.assumed)
            text.append(f"  read, if these live: {live}" if live else "  read")
        return text

    def _uncovered(self) -> list[str]:
        grid = self.position.grid
        return [
            f"Black {grid.vertex(pair.black)}, White {grid.vertex(pair.white)}: not covered: {pair.reason}"
            for pair in self.races.uncovered
        ]

    # -- pictures --------------------------------------------------------------------------------------------------

    def labels(self) -> dict[int, str]:
        """Return point -> label: the liberties a region is worth on its first empty point, on average over who plays
        there first; `B`, `W` on a winner's best move."""
        found: dict[int, str] = {}
        for race in self.races.races:
            for game in race.games:
                free = [point for point in game.region.points if not self.position.stones[point]]
                found.setdefault(free[0] if free else game.region.points[0], _label(game.located.game.cooled))
            for first in (BLACK, WHITE):
                for point in race.moves[first][:1]:
                    found[point] = first.letter
        return found

    def graphics(self) -> list[str]:
        """Return GoGui's `gfx` lines: coloured regions, their liberties, the best first moves, a legend."""
        grid = self.position.grid
        found = [
            f"COLOR {colour} " + grid.vertices(points)
            for _, colour, points in self._outlines()
        ]
        labels = self.labels()
        if labels:
            found.append("LABEL " + " ".join(f"{grid.vertex(point)} {text}" for point, text in labels.items()))
        best = {point for race in self.races.races for first in Color for point in race.moves[first][:1]}
        if best:
            found.append("CIRCLE " + grid.vertices(sorted(best)))
        return [*found, f"TEXT {self._legend(marked=bool(best))}"]

    def _legend(self, marked: bool) -> str:
        """Return who wins each race, what the labels mean, and how many races are not decided by counting."""
        grid, said = self.position.grid, []
        for race in self.races.races:
            names = f"Black {grid.vertex(race.layout.black[0])} against White {grid.vertex(race.layout.white[0])}"
            said.append(f"{names}: {_result(race)}")
        if said and marked:
            said.append("circled: the winner's first move, B or W")
        if said:
            said.append("numbers: liberties of each region, on average over who plays there first")
        left = len(self.races.uncovered)
        if left:
            pairs = "a pair of chains" if left == 1 else f"{left} pairs of chains"
            said.append(f"{pairs} in contact whose liberties cannot be counted apart (see Capturing races)")
        return "; ".join(said) or "no capturing race"

    def svg(self) -> str:
        """Return an SVG document: the board with outlined regions and the best moves, the races below it."""
        from ..render.svg import board_svg

        labels = {point: text for point, text in self.labels().items() if len(text) <= 2}
        return board_svg(self.position, labels=labels, last=PASS, places=self._outlines(), rows=self.short_lines())

    def _outlines(self) -> Iterator[tuple[str, str, tuple[int, ...]]]:
        """Yield (number, colour, points) of the regions."""
        number = 0
        for race in self.races.races:
            for game in race.games:
                number += 1
                yield str(number), _COLOURS[number % len(_COLOURS)], game.region.points


def _fate(answer: Answer) -> str:
    """Return whether a side reaches something: `yes`, `no`, or `ko`."""
    return "ko" if answer.result.by_ko else "yes" if answer.result is Result.WORKS else "no"


def _read_text(answer: RaceAnswer, first: Color) -> str:
    """Return the result for both groups as text."""
    own, other = first.word.capitalize(), first.opponent.word.capitalize()
    lives = {"yes": f"{own} lives", "no": f"{own} dies", "ko": f"{own} lives or dies by a ko"}[_fate(answer.lives)]
    captures = {"yes": f"{other} dies", "no": f"{other} lives", "ko": f"{other} lives or dies by a ko"}
    return f"{lives}, {captures[_fate(answer.captures)]}"


def _winners(race: BoardRace) -> dict[str, Any]:
    """Return the winners by who moves first; None for seki."""
    letters = {first: None if winner is None else winner.letter for first, winner in race.winner.items()}
    return {"winner_if_black_first": letters[BLACK], "winner_if_white_first": letters[WHITE]}


def _result(race: BoardRace) -> str:
    """Return who wins a race, in words."""
    black, white = race.winner[BLACK], race.winner[WHITE]
    if (black, white) == (BLACK, WHITE):
        return "the side that moves first wins"
    if black is white:
        return "seki" if black is None else f"{black.word.capitalize()} wins with either side to move"
    said = {None: "seki", BLACK: "Black wins", WHITE: "White wins"}
    return f"{said[black]} if Black moves first, {said[white]} if White does"


def _label(liberties: Value) -> str:
    """Return the liberties that a region is worth, of either side: `2`, `9/4`."""
    return str(abs(mean(liberties)))


__all__ = ["BoardSemeaiReport"]
