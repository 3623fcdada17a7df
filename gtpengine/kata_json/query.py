"""Queries of KataGo's JSON analysis engine, read into positions to analyse.

A query is one JSON object: a game (`boardXSize`, `boardYSize`, `rules`, `komi`, `initialStones`, `initialPlayer`,
`moves`), the turns of it to analyse (`analyzeTurns`, by default the last) and what the reply is to contain. `id`,
`moves`, `rules` and both sizes are required. Fields and settings that are not read here are ignored.

Rule sets that are not fully supported are replaced by the nearest one, unknown ones by area scoring, with a warning.
The moves may break the superko of the rules, as a game record read from a file may; suicide goes by the rules.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

import numpy as np

from analysis.board import (
    BLACK,
    MAX_SIDE,
    PASS,
    WHITE,
    Color,
    Game,
    Grid,
    HandicapBonus,
    IllegalMove,
    Ko,
    Move,
    Position,
    Rules,
    Scoring,
    UnsupportedRules,
    parse_rules,
    rules_of,
)
from analysis.tree_search.lines import MoveRestriction

from ..files.json_lines import Fields, shown_value
from ..settings import Settings
from .query_line import QueryError, whole_number

DEFAULT_VISITS = 500
"""Positions to evaluate where a query has no maxVisits: the value of KataGo's example configuration."""
MAX_PRIORITY = 2**62
_PERSPECTIVES = {"BLACK": BLACK, "WHITE": WHITE, "SIDETOMOVE": None}
_PAIRS = 'a list of pairs ["B" or "W", vertex]'


@dataclass(frozen=True)
class SearchBudget:
    """When to stop: at `visits` positions, or after `seconds`; until then reports follow every `report_interval`."""

    visits: int
    seconds: float = math.inf
    report_interval: float = math.inf


@dataclass(frozen=True)
class Query:
    """The part of a query that all its turns share.

      id          -- the client's name for it
      komi        -- points for White, its bonus for handicap stones included
      perspective -- whose values are reported: a Color, or None for the side to move
      ownership, moves_ownership, policy, pv_visits -- what else the reply contains
    """

    id: str
    rules: Rules
    komi: float
    budget: SearchBudget
    perspective: Color | None
    ownership: bool
    moves_ownership: bool
    policy: bool
    pv_visits: bool


@dataclass(frozen=True)
class Task:
    """One turn of a query, to be analysed.

      recent       -- the last two moves, the latest at the end
      forbidden    -- points that only superko forbids to the side to move
      restrictions -- moves allowed or avoided
      priority     -- the higher, the earlier
    """

    query: Query
    turn: int
    position: Position
    recent: tuple[int, ...]
    forbidden: frozenset[int]
    restrictions: tuple[MoveRestriction, ...]
    priority: int


@dataclass(frozen=True)
class QueryWarning:
    """Something that was not done as the query asked: the field, and one line of text."""

    field: str
    text: str


def read_tasks(fields: Fields, settings: Settings) -> tuple[list[Task], list[QueryWarning]]:
    """Return the turns to analyse, ascending, each once, and the warnings due before their replies.

    fields -- a query whose `id` is text. Raises QueryError; for illegal moves with the text "Illegal move N: VERTEX",
    N counted from 0.
    """
    grid = Grid(_integer(fields, "boardYSize", 1, MAX_SIDE), _integer(fields, "boardXSize", 1, MAX_SIDE))
    rules, warnings = _rules(fields)
    moves = _pairs(fields.get("moves"), grid, "moves")
    game = _initial_game(fields, grid, rules, moves)
    game.komi = _komi(fields, settings, rules)
    priorities = _priorities(fields, len(moves))
    restrictions = (*_restrictions(fields, grid, "avoidMoves"), *_restrictions(fields, grid, "allowMoves"))
    query = _query(fields, game)
    tasks = []
    for turn in range(len(moves) + 1):
        if turn in priorities:
            game.rules = rules
            forbidden = game.forbidden(game.position.to_move)
            recent = tuple(move.point for move in game.moves[-2:])
            tasks.append(Task(query, turn, game.position, recent, forbidden, restrictions, priorities[turn]))
        if turn < len(moves):
            game.rules = replace(rules, ko=Ko.SIMPLE)
            _play(game, turn, moves[turn])
    return tasks, warnings


# -- the game ----------------------------------------------------------------------------------------------------


def _rules(fields: Fields) -> tuple[Rules, list[QueryWarning]]:
    value = fields.get("rules")
    if not isinstance(value, str | dict):
        raise QueryError("rules", f"expected the name of a rule set or an object, got {shown_value(value)}")
    warnings = []
    try:
        rules = parse_rules(value) if isinstance(value, str) else rules_of(value)
    except ValueError as error:
        rules = error.nearest if isinstance(error, UnsupportedRules) else Rules()
        reason = str(error).removeprefix("rules: ")
        warnings.append(QueryWarning("rules", f"{reason}; using {_described(rules)} instead"))
    if "whiteHandicapBonus" in fields:
        try:
            rules = replace(rules, handicap_bonus=HandicapBonus(fields["whiteHandicapBonus"]))
        except ValueError:
            _expected("whiteHandicapBonus", '"0", "N" or "N-1"', fields["whiteHandicapBonus"])
    return rules, warnings


def _described(rules: Rules) -> str:
    ko = f"{rules.ko.value.lower()} {'ko' if rules.ko is Ko.SIMPLE else 'superko'}"
    tax = "" if rules.tax is Rules(rules.scoring).tax else f" with tax {rules.tax.value}"
    return f"{rules.scoring.value.lower()} scoring{tax}, {ko}, {'suicide' if rules.suicide else 'no suicide'}"


def _komi(fields: Fields, settings: Settings, rules: Rules) -> float:
    """Read the komi; by default that of the settings if it was set, else the usual one of the scoring."""
    if "komi" in fields:
        return _number(fields, "komi", -1000.0, 1000.0)
    usual = rules.scoring is Scoring.AREA or settings.is_set("game.komi")
    return float(settings.get("game.komi")) if usual else 6.5


def _initial_game(fields: Fields, grid: Grid, rules: Rules, moves: Sequence[Move]) -> Game:
    """Set up the game before its first move. Two or more black stones without white ones are handicap stones."""
    stones = np.zeros(grid.area, np.int8)
    for color, point in _pairs(fields.get("initialStones", []), grid, "initialStones"):
        if point == PASS:
            raise QueryError("initialStones", "expected vertices on the board, got 'pass'")
        if stones[point] == -color:
            raise QueryError("initialStones", f"expected one stone a point, got both colours at {grid.vertex(point)}")
        stones[point] = color
    black = int((stones == BLACK).sum())
    handicap = black if black >= 2 and not (stones == WHITE).any() else 0
    if "initialPlayer" in fields:
        first = _color(fields["initialPlayer"], "initialPlayer")
    else:
        first = moves[0].color if moves else WHITE if handicap else BLACK
    try:
        game = Game(Position.from_stones(grid, stones, first), rules=rules)
    except ValueError as error:
        raise QueryError("initialStones", str(error)) from None
    game.handicap = handicap
    return game


def _play(game: Game, turn: int, move: Move) -> None:
    try:
        game.play(*move)
    except IllegalMove as error:
        text = f"Illegal move {turn}: {move.color.letter} {error.vertex} ({error.reason})"
        raise QueryError("moves", text) from None


# -- the request -------------------------------------------------------------------------------------------------


def _query(fields: Fields, game: Game) -> Query:
    override = fields.get("overrideSettings", {})
    if not isinstance(override, dict):
        _expected("overrideSettings", "an object", override)
    perspective = override.get("reportAnalysisWinratesAs", "BLACK")
    if not isinstance(perspective, str) or perspective.upper() not in _PERSPECTIVES:
        _expected("overrideSettings", "reportAnalysisWinratesAs BLACK, WHITE or SIDETOMOVE", perspective)
    return Query(
        id=fields["id"],
        rules=game.rules,
        komi=game.compensation,
        budget=_budget(fields, override),
        perspective=_PERSPECTIVES[perspective.upper()],
        ownership=_flag(fields, "includeOwnership"),
        moves_ownership=_flag(fields, "includeMovesOwnership"),
        policy=_flag(fields, "includePolicy"),
        pv_visits=_flag(fields, "includePVVisits"),
    )


def _budget(fields: Fields, override: Fields) -> SearchBudget:
    visits = _integer({"maxVisits": DEFAULT_VISITS, **fields}, "maxVisits", 1, 2**50)
    seconds = override.get("maxTime", math.inf)
    if not _is_number(seconds) or seconds < 0:
        _expected("overrideSettings", "maxTime as a number of seconds", seconds)
    if "reportDuringSearchEvery" not in fields:
        return SearchBudget(visits, seconds)
    return SearchBudget(visits, seconds, _number(fields, "reportDuringSearchEvery", 0.001, 1e6))


def _priorities(fields: Fields, last: int) -> dict[int, int]:
    """Read the turns to analyse and the priority of each."""
    turns = _integers(fields, "analyzeTurns", 0, last) if "analyzeTurns" in fields else [last]
    if not turns:
        raise QueryError("analyzeTurns", "expected at least one turn, got []")
    if "priorities" not in fields:
        priority = _integer({"priority": 0, **fields}, "priority", -MAX_PRIORITY, MAX_PRIORITY)
        return dict.fromkeys(turns, priority)
    if "priority" in fields:
        raise QueryError("priority", "expected priority or priorities, got both")
    if "analyzeTurns" not in fields:
        raise QueryError("priorities", "expected analyzeTurns together with priorities, got priorities alone")
    priorities = _integers(fields, "priorities", -MAX_PRIORITY, MAX_PRIORITY)
    if len(priorities) != len(turns):
        text = f"expected as many numbers as analyzeTurns has, {len(turns)}, got {len(priorities)}"
        raise QueryError("priorities", text)
    return dict(zip(turns, priorities, strict=True))


def _restrictions(fields: Fields, grid: Grid, field: str) -> list[MoveRestriction]:
    """Read the entries {"player", "moves", "untilDepth"} of avoidMoves or of allowMoves, which has one at most."""
    entries = fields.get(field, [])
    only = field == "allowMoves"
    if only and field in fields and "avoidMoves" in fields:
        raise QueryError(field, "expected allowMoves or avoidMoves, got both")
    if not isinstance(entries, list) or (only and len(entries) > 1):
        _expected(field, "a list of one entry" if only else "a list of entries", entries)
    restrictions = []
    for entry in entries:
        if not isinstance(entry, dict) or not {"player", "moves", "untilDepth"} <= entry.keys():
            _expected(field, "entries with player, moves and untilDepth", entry)
        if not isinstance(entry["moves"], list):
            _expected(field, "moves as a list of vertices", entry["moves"])
        points = frozenset(_point(move, grid, field) for move in entry["moves"])
        depth = _in_range(entry["untilDepth"], field, 1, 10**9)
        restrictions.append(MoveRestriction(_color(entry["player"], field), points, depth, only))
    return restrictions


# -- values ------------------------------------------------------------------------------------------------------


def _pairs(value: object, grid: Grid, field: str) -> list[Move]:
    if not isinstance(value, list):
        _expected(field, _PAIRS, value)
    moves = []
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2:
            _expected(field, _PAIRS, pair)
        moves.append(Move(_color(pair[0], field), _point(pair[1], grid, field)))
    return moves


def _color(value: object, field: str) -> Color:
    try:
        return Color.parse(value if isinstance(value, str) else "")
    except ValueError:
        _expected(field, '"B" or "W"', value)


def _point(value: object, grid: Grid, field: str) -> int:
    if not isinstance(value, str):
        _expected(field, "a vertex", value)
    try:
        return grid.point(value)
    except ValueError as error:
        raise QueryError(field, str(error)) from None


def _flag(fields: Fields, field: str) -> bool:
    value = fields.get(field, False)
    if not isinstance(value, bool):
        _expected(field, "true or false", value)
    return value


def _integer(fields: Fields, field: str, low: int, high: int) -> int:
    return _in_range(fields.get(field), field, low, high)


def _integers(fields: Fields, field: str, low: int, high: int) -> list[int]:
    values = fields[field]
    if not isinstance(values, list):
        _expected(field, "a list of integers", values)
    return [_in_range(value, field, low, high) for value in values]


def _in_range(value: object, field: str, low: int, high: int) -> int:
    number = whole_number(value)
    if number is None or not low <= number <= high:
        _expected(field, f"an integer from {low} to {high}", value)
    return number


def _number(fields: Fields, field: str, low: float, high: float) -> float:
    value = fields[field]
    if not _is_number(value) or not low <= value <= high:
        _expected(field, f"a number in [{low:g}, {high:g}]", value)
    return float(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _expected(field: str, what: str, value: object) -> NoReturn:
    raise QueryError(field, f"expected {what}, got {shown_value(value)}")
