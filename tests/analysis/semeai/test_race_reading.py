"""Races that counting does not cover, read: what is asked, with how many nodes, and what stays uncovered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analysis.board import BLACK, WHITE, Position
from analysis.reading.answer import Answer, Result
from analysis.reading.life_and_death.race_question import RaceAnswer
from analysis.semeai import Races, UncoveredRace, analyse, race_reading, with_read_races
from analysis.semeai.race_reading import FEWEST_NODES, is_assumed_safe, read_block_race
from analysis.status import BoardStatus, Evidence, Status, Verdict, board_status

NOT_PLAIN = """
O.OOXX.OX
...OX..OX
...O..XXX
......OOO
....OOXXO
..OO..OXO
...OO.OXX
...XOOOOX
...XXXXXX
"""
"""A random position: F6 decides the race of E9 and G6, which counting refuses."""


@pytest.fixture(scope="module")
def board() -> tuple[Position, BoardStatus]:
    position = Position.from_diagram(NOT_PLAIN, "B")
    return position, board_status(position)


def chain(board: tuple[Position, BoardStatus], vertex: str) -> Status:
    position, status = board
    found = status.at(position.grid.point(vertex))
    assert found is not None
    return found


def test_a_race_is_read_for_either_side(board: tuple[Position, BoardStatus]) -> None:
    position, status = board
    for first, second in (("E9", "G6"), ("G6", "E9")):
        found = read_block_race(position, status, chain(board, first), chain(board, second), 2000)
        assert found is not None
        assert (found.lives.result, found.captures.result) == (Result.WORKS, Result.WORKS)
        assert found.move == position.grid.point("F6")


def test_a_search_that_does_not_decide_answers_nothing(board: tuple[Position, BoardStatus]) -> None:
    """White G6 against Black G5, the owner of G6 to move."""
    assert read_block_race(*board, chain(board, "G6"), chain(board, "G5"), 20) is None


def test_proved_blocks_and_those_apart_are_not_read(board: tuple[Position, BoardStatus]) -> None:
    black, white = chain(board, "E9"), chain(board, "G6")
    for pair in ((replace(black, evidence=Evidence.PROVED), white), (black, replace(white, evidence=Evidence.PROVED))):
        assert read_block_race(*board, *pair, 2000) is None
    assert read_block_race(*board, chain(board, "J9"), chain(board, "A9"), 2000) is None


def answer(result: Result) -> RaceAnswer:
    """Return an answer with this result for both questions."""
    one = Answer(result, None, (), frozenset(), 1, result is not Result.UNKNOWN)
    return RaceAnswer(one, one, True)


@pytest.mark.parametrize(("pairs", "nodes", "share"), [
    (1, 10_000, 10_000), (4, 10_000, 2500), (40, 10_000, FEWEST_NODES), (3, 100, 100),
])
def test_the_pairs_of_a_block_share_the_nodes(
    pairs: int, nodes: int, share: int, board: tuple[Position, BoardStatus], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def read(position: Position, status: BoardStatus, first: Status, second: Status, limit: int) -> RaceAnswer:
        asked.append((first.color, second.color, limit))
        return answer(Result.WORKS)

    monkeypatch.setattr(race_reading, "read_block_race", read)
    position, status = board
    pair = UncoveredRace(position.grid.point("E9"), position.grid.point("G6"), "why")
    found = with_read_races(Races(position, (), (pair,) * pairs), status, nodes)
    assert asked == [(BLACK, WHITE, share), (WHITE, BLACK, share)] * pairs
    assert found.uncovered == ()
    assert [race.uncovered for race in found.read] == [pair] * pairs


@pytest.mark.parametrize("decided", [(True, False), (False, True), (False, False)])
def test_a_race_with_one_answer_is_read_and_one_without_stays_uncovered(
    decided: tuple[bool, bool], board: tuple[Position, BoardStatus], monkeypatch: pytest.MonkeyPatch
) -> None:
    position, status = board
    known = dict(zip((BLACK, WHITE), decided, strict=True))
    monkeypatch.setattr(
        race_reading, "read_block_race",
        lambda position, status, first, second, nodes: answer(Result.FAILS) if known[first.color] else None,
    )
    before = analyse(position, status, position.grid.point("G6"))
    assert before.uncovered
    assert not before.read
    found = with_read_races(before, status, 1000)
    if any(decided):
        assert not found.uncovered
        for race in found.read:
            assert {color: side is not None for color, side in race.answers.items()} == known
    else:
        assert found == before


@pytest.mark.parametrize(("verdict", "liberties", "safe"), [
    (Verdict.SAFE, 1, True), (Verdict.ALIVE, 2, True), (Verdict.SEKI, 1, True), (Verdict.UNKNOWN, 3, True),
    (Verdict.UNKNOWN, 2, False), (Verdict.CRITICAL, 9, False), (Verdict.DEAD, 9, False),
])
def test_which_blocks_beside_a_race_count_as_safe(verdict: Verdict, liberties: int, safe: bool) -> None:
    status = replace(board_status(Position.from_diagram("X..")).chains[0], verdict=verdict, liberties=liberties)
    assert is_assumed_safe(status) == safe
