"""Races that are not read to the end, answered as is likelier."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analysis.board import Position
from analysis.reading.answer import Answer, Result
from analysis.reading.life_and_death import race_question
from analysis.reading.life_and_death.race_question import RaceAnswer, estimate_race, read_race
from tests.analysis.semeai.test_race_reading import NOT_PLAIN


def groups() -> tuple[Position, list[int], list[int]]:
    """Return a position, and a white and a black group in a race that 20 nodes do not decide."""
    position = Position.from_diagram(NOT_PLAIN, "W")
    own, other = (list(position.chain_at(position.grid.point(vertex))) for vertex in ("G6", "G5"))
    return position, own, other


def unfinished(to_work: int, to_fail: int) -> Answer:
    return Answer(Result.UNKNOWN, 5, (), 0, 9, False, numbers=(to_work, to_fail))


@pytest.mark.parametrize(("numbers", "result"), [
    ((17, 10), Result.WORKS), ((18, 10), Result.FAILS), ((1, 9), Result.WORKS), ((9, 1), Result.FAILS),
])
def test_what_takes_at_most_17_tenths_of_the_positions_likely_works(
    monkeypatch: pytest.MonkeyPatch, numbers: tuple[int, int], result: Result
) -> None:
    answer = unfinished(*numbers)
    monkeypatch.setattr(race_question, "read_race", lambda *_, **__: RaceAnswer(answer, answer, True))
    monkeypatch.setattr(race_question, "_Reader", lambda *_: lambda *_: unfinished(1, 1))
    found = estimate_race(*groups())
    assert found.captures == replace(answer, result=result)
    assert found.lives == replace(unfinished(1, 1), result=Result.WORKS)
    assert not found.finished


def test_a_known_answer_beside_an_unknown_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Answer(Result.FAILS, None, (), 0, 9, True)
    monkeypatch.setattr(race_question, "read_race", lambda *_, **__: RaceAnswer(unfinished(1, 2), known, True))
    found = estimate_race(*groups())
    assert (found.lives.result, found.captures) == (Result.WORKS, known)
    assert not found.finished
    assert found.move == 5


def test_a_race_that_is_decided_is_as_read() -> None:
    position, own, other = groups()
    assert not read_race(position, own, other, nodes=20).decided
    assert not estimate_race(position, own, other, nodes=20).finished
    read, estimated = (reader(position, own, other, nodes=20_000) for reader in (read_race, estimate_race))
    assert read.finished
    assert (read.lives.result, read.captures.result, read.move) == (
        estimated.lives.result, estimated.captures.result, estimated.move
    )  # fmt: skip
