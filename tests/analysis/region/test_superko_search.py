"""Superko with the whole history, against a search of all games that cuts off nothing but decided ones."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from analysis.board import BLACK, WHITE, Color, Ko
from analysis.region.region import whole_board
from analysis.region.search_budget import Budget, OutOfBudget
from analysis.region.search_state import PASS, Bounds, State
from analysis.region.superko_search import SuperkoSearch
from tests.analysis.region import plain
from tests.analysis.region.plain import Node
from tests.positions import SHARED

PROBLEMS = SHARED / "data" / "problems.jsonl"
SUPERKO = [Ko.SITUATIONAL, Ko.POSITIONAL]


class TooMany(Exception):
    """There are too many games to search."""


class AllGames:
    """Every game from a position, each with its history, which forbids its boards."""

    def __init__(self, size: tuple[int, int], ko: Ko, suicide: bool = False, most: int = 5000) -> None:
        self.most = most
        self.search = plain.Search(plain.whole(*size), suicide=suicide, ko=plain.KoRule.FREE)
        self.positional = ko is Ko.POSITIONAL
        self.known: dict[tuple[Node, frozenset[object], int], bool] = {}

    def seen(self, node: Node) -> object:
        return node.board if self.positional else (node.board, node.side)

    def reaches(self, node: Node, seen: frozenset[object], goal: int) -> bool:
        """Whether Black gets at least `goal`; `seen` includes the node itself. Raises TooMany."""
        key = node, seen, goal
        if key not in self.known:
            if len(self.known) >= self.most or len(seen) > 200:
                raise TooMany
            outcomes = (
                self.search.score(node.board) >= goal if after is None
                else self.reaches(after, seen | {self.seen(after)}, goal)
                for point, after in reversed(self.search.moves(node).items())  # passes first
                if point == PASS or after is None or self.seen(after) not in seen
            )
            self.known[key] = any(outcomes) if node.side == "X" else all(outcomes)
        return self.known[key]

    def value(self, nodes: list[Node]) -> int:
        seen = frozenset(map(self.seen, nodes))
        size = len(nodes[-1].board)
        return max(goal for goal in range(-size, size + 1) if self.reaches(nodes[-1], seen, goal))


def full_history(size: tuple[int, int], start: Node, ko: Ko, **options: Any) -> SuperkoSearch:
    return SuperkoSearch(whole_board(*size), plain.state(start), ko, **options)


def random_game(rng: random.Random, games: AllGames, start: Node, longest: int) -> list[Node]:
    """Return the start of a game that superko allows."""
    line = [start]
    for _ in range(rng.randint(0, longest)):
        seen = set(map(games.seen, line))
        after = [
            node for point, node in games.search.moves(line[-1]).items()
            if node is not None and (point == PASS or games.seen(node) not in seen)
        ]
        if not after:
            break
        line.append(rng.choice(after))
    return line


@pytest.mark.parametrize("ko", SUPERKO)
@pytest.mark.parametrize(
    ("size", "least"),
    [((1, 3), 60), ((1, 4), 60), ((2, 2), 60), ((1, 5), 15), pytest.param((2, 3), 4, marks=pytest.mark.slow)],
)
def test_agreement_with_a_search_of_all_games(size: tuple[int, int], least: int, ko: Ko) -> None:
    """Positions after random games; those with too many continuations are skipped."""
    rng = random.Random(7)
    room = plain.whole(*size)
    compared = looped = 0
    for _ in range(60):
        suicide = rng.random() < 0.3
        games = AllGames(size, ko, suicide)
        line = random_game(rng, games, Node(plain.random_board(rng, room), rng.choice("XO")), 6)
        states = list(map(plain.state, line))
        try:
            value = games.value(line)
        except TooMany:
            continue
        found = full_history(size, line[0], ko, suicide=suicide)
        assert found.value(states) == value, (line, suicide)
        assert found.bounds(states) == Bounds(value, value)
        low, high = found.graph.bounds(states[-1])
        looped += low < high
        compared += 1
    assert compared >= least
    assert looped or size not in ((1, 4), (2, 2))


@pytest.mark.parametrize("ko", SUPERKO)
@pytest.mark.parametrize("seed", range(30))
def test_rooms(seed: int, ko: Ko) -> None:
    """The same in rooms with walls."""
    rng = random.Random(seed)
    room, board = plain.random_room(rng, 4, loose=False)
    games = AllGames((1, 1), ko)
    games.search = plain.Search(room, ko=plain.KoRule.FREE)
    line = random_game(rng, games, Node(board, rng.choice("XO")), 4)
    states = list(map(plain.state, line))
    try:
        value = games.value(line)
    except TooMany:
        return
    assert SuperkoSearch(room.region(board), states[0], ko).value(states) == value


def rows() -> list[dict[str, Any]]:
    if not PROBLEMS.is_file():
        return []
    found = [json.loads(line) for line in PROBLEMS.read_text(encoding="utf-8").splitlines()]
    return [
        row for row in found
        if row["kind"] in ("board", "position") and ("superko" in row["rules"] or "PSK" in row["rules"])
        and not row.get("disputed") and row.get("verified", True)
    ]


@pytest.mark.skipif(not PROBLEMS.is_file(), reason="../shared/data is not there")
def test_the_problem_file_is_complete() -> None:
    assert len(rows()) == 12


@pytest.mark.parametrize("row", rows(), ids=lambda row: str(row["id"]))
def test_problems(row: dict[str, Any]) -> None:
    board = "".join(row["rows"])
    size = len(row["rows"]), len(row["rows"][0])
    start = Node(board, row["side"])
    ko = Ko.POSITIONAL if "PSK" in row["rules"] else Ko.SITUATIONAL
    assert full_history(size, start, ko).value([plain.state(start)]) == row["expected"]


@pytest.mark.parametrize(("size", "ko", "value", "source"), [
    ((1, 5), Ko.SITUATIONAL, 0, "FACTS 7"),
    ((1, 5), Ko.POSITIONAL, 0, "FACTS 7"),
    ((1, 6), Ko.POSITIONAL, 1, "FACTS 7"),
    ((2, 2), Ko.POSITIONAL, 1, "FACTS 7"),
    ((2, 4), Ko.SITUATIONAL, 8, "FACTS 7"),
    pytest.param((1, 7), Ko.SITUATIONAL, 2, "FACTS 7", marks=pytest.mark.slow),
    pytest.param((1, 7), Ko.POSITIONAL, 2, "FACTS 7", marks=pytest.mark.slow),
    pytest.param((3, 3), Ko.POSITIONAL, 9, "FACTS 7", marks=pytest.mark.slow),
])
def test_known_values(size: tuple[int, int], ko: Ko, value: int, source: str) -> None:
    start = Node("." * (size[0] * size[1]))
    assert full_history(size, start, ko).value([plain.state(start)]) == value, source


def test_moves_that_the_history_forbids() -> None:
    """A retake that would repeat the first board with the same player to move is forbidden."""
    line = [State(0b01, 0), State(0b01, 0, WHITE, passed=True), State(0, 0b10, BLACK)]
    for ko, allowed in ((Ko.POSITIONAL, {PASS}), (Ko.SITUATIONAL, {PASS})):
        games = SuperkoSearch(whole_board(1, 2), line[0], ko)
        assert set(games.moves(line)) == allowed
    # without Black's pass the board came with White to move only once it is Black's
    line = [State(0b01, 0, WHITE), State(0, 0b10, BLACK), State(0, 0b10, WHITE, passed=True), State(0, 0b10, BLACK)]
    games = SuperkoSearch(whole_board(1, 2), line[0], Ko.SITUATIONAL)
    assert set(games.moves(line[:2])) == {PASS}


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_colours_reversed(color: Color) -> None:
    start = State(0b0001, 0, BLACK) if color is BLACK else State(0, 0b0001, WHITE)
    assert SuperkoSearch(whole_board(1, 4), start, Ko.SITUATIONAL).value([start]) == -4 * color


def test_a_spent_budget_keeps_the_bounds_found() -> None:
    start = State(0, 0)
    games = SuperkoSearch(whole_board(1, 6), start, Ko.SITUATIONAL, budget=Budget(nodes=640))
    with pytest.raises(OutOfBudget):
        games.value([start])
    assert games.bounds([start]) == Bounds(-6, 6)
    games.budget.nodes = None
    assert games.value([start]) == 1
    assert games.bounds([start]) == Bounds(1, 1)


def test_bad_input_is_refused() -> None:
    with pytest.raises(ValueError, match="expected positional or situational superko, got simple ko"):
        SuperkoSearch(whole_board(2, 2), State(0, 0), Ko.SIMPLE)
    games = SuperkoSearch(whole_board(2, 2), State(0, 0), Ko.SITUATIONAL)
    with pytest.raises(ValueError, match="expected the states of a game, got none"):
        games.value([])
    with pytest.raises(KeyError):
        games.value([State(0b1111, 0)])
