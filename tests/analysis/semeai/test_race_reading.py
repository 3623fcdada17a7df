"""Races that counting does not cover, read: what is asked, with how many nodes, and what stays uncovered."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from analysis.board import BLACK, WHITE, Position
from analysis.reading.answer import Answer, Result
from analysis.reading.life_and_death.race_question import RaceAnswer
from analysis.reading.life_and_death.read_groups import read_groups
from analysis.semeai import Races, UncoveredRace, race_reading, with_read_races
from analysis.semeai.race_reading import FEWEST_NODES, read_block_race
from analysis.status import BoardStatus, Evidence, Fate, Status, Verdict, board_status
from analysis.status.rival_groups import is_assumed_safe

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


def test_a_search_that_does_not_decide_answers_as_is_likelier(board: tuple[Position, BoardStatus]) -> None:
    """White G6 against Black G5, the owner of G6 to move."""
    found = read_block_race(*board, chain(board, "G6"), chain(board, "G5"), 20)
    assert found is not None
    assert not found.finished
    assert Result.UNKNOWN not in (found.lives.result, found.captures.result)


@pytest.mark.parametrize(("fates", "results"), [
    ((Fate.DIES, Fate.DIES), (Result.WORKS, Result.WORKS)),
    ((Fate.LIVES, Fate.DIES), (Result.WORKS, Result.WORKS)),
    ((Fate.DIES, Fate.LIVES), (Result.WORKS, Result.FAILS)),
])
@pytest.mark.parametrize("finished", [False, True])
def test_what_the_searches_do_not_finish_is_as_the_status_of_a_living_block(
    board: tuple[Position, BoardStatus], monkeypatch: pytest.MonkeyPatch,
    fates: tuple[Fate, Fate], results: tuple[Result, Result], finished: bool,
) -> None:
    likely = Answer(Result.WORKS, 5, (), 0, 9, finished)
    monkeypatch.setattr(race_reading, "estimate_race", lambda *_, **__: RaceAnswer(likely, likely, True))
    first = replace(chain(board, "E9"), if_owner_first=fates[0])
    second = replace(chain(board, "G6"), if_enemy_first=fates[1])
    found = read_block_race(*board, first, second, 2000)
    assert found is not None
    assert (found.lives.result, found.captures.result) == ((Result.WORKS, Result.WORKS) if finished else results)
    assert (found.captures.move is None) == (found.captures.result is Result.FAILS)


def test_a_block_that_lives_is_not_likely_dead(
    board: tuple[Position, BoardStatus], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = chain(board, "E9"), chain(board, "G6")
    for fate, finished, result in (
        (Fate.LIVES, False, Result.WORKS), (Fate.UNKNOWN, False, Result.FAILS), (Fate.LIVES, True, Result.FAILS),
    ):  # fmt: skip
        likely = Answer(Result.FAILS, None, (), 0, 9, finished)
        answer = RaceAnswer(likely, likely, True)
        monkeypatch.setattr(race_reading, "estimate_race", lambda *_, answer=answer, **__: answer)
        found = read_block_race(*board, replace(first, if_owner_first=fate), second, 2000)
        assert found is not None
        assert found.lives.result is result


@pytest.mark.parametrize(("own", "captures", "lives", "reply", "results"), [
    ("G2", Result.KO_FIRST, Result.WORKS, Result.KO_AFTER, (Result.WORKS, Result.WORKS)),
    ("G2", Result.KO_FIRST, Result.WORKS, Result.WORKS, (Result.WORKS, Result.KO_FIRST)),
    ("F4", Result.FAILS, Result.KO_AFTER, Result.KO_FIRST, (Result.FAILS, Result.FAILS)),
    ("F4", Result.FAILS, Result.KO_AFTER, Result.WORKS, (Result.KO_AFTER, Result.FAILS)),
    ("E9", Result.KO_FIRST, Result.WORKS, Result.KO_AFTER, (Result.WORKS, Result.KO_FIRST)),
    ("E9", Result.FAILS, Result.KO_AFTER, Result.KO_FIRST, (Result.KO_AFTER, Result.FAILS)),
])  # fmt: skip
def test_which_kos_count_as_deaths(
    monkeypatch: pytest.MonkeyPatch, own: str, captures: Result, lives: Result, reply: Result,
    results: tuple[Result, Result],
) -> None:  # fmt: skip
    """Only those about stones inside the eye space that decide whoever moves first. E9 and G6 are not inside."""
    text, other = (NOT_PLAIN, "G6") if own == "E9" else (BENT_FOUR.format("XX", "X"), "G2" if own == "F4" else "F4")
    position = Position.from_diagram(text, "B")
    board = position, board_status(position)
    first, second = (Answer(result, 5, (), 0, 9, True, threats=1) for result in (lives, captures))
    monkeypatch.setattr(race_reading, "estimate_race", lambda *_, **__: RaceAnswer(first, second, True))
    monkeypatch.setattr(race_reading, "_stands_alone", lambda *_: False)
    asked = Answer(reply, None, (), 0, 9, True)
    monkeypatch.setattr(race_reading, "GroupSearch", lambda *_, **__: SimpleNamespace(answer=lambda: asked))
    found = read_block_race(*board, chain(board, own), chain(board, other), 2000)
    assert found is not None
    assert (found.lives.result, found.captures.result) == results
    assert (found.lives.move is None) == (results[0] is Result.FAILS)


def test_proved_blocks_and_those_apart_are_not_read(board: tuple[Position, BoardStatus]) -> None:
    black, white = chain(board, "E9"), chain(board, "G6")
    for pair in ((replace(black, evidence=Evidence.PROVED), white), (black, replace(white, evidence=Evidence.PROVED))):
        assert read_block_race(*board, *pair, 2000) is None
    assert read_block_race(*board, chain(board, "G5"), chain(board, "H9"), 2000) is None


SACRIFICE = """
O..X.O.
OO.O...
X.XX..X
O..X.XO
.X.XOO.
OOO..OX
X.OX.XX
"""
"""A random position: White B1 takes A1, but Black D2, first, kills the four stones around it."""

LOST_ANYHOW = """
XXOOO.
.OX.X.
..X..O
...O..
......
......
.XOXX.
..X..O
"""
"""A random position: Black B6 takes B7; Black's A8 and B8 fall to White A7 all the same, since C8 lives."""


@pytest.mark.parametrize(
    ("diagram", "own", "other", "lives"),
    [(SACRIFICE, "A1", "A2", Result.WORKS), (LOST_ANYHOW, "B8", "B7", Result.FAILS)],
)
def test_a_group_is_saved_by_what_kills_the_only_enemies_beside_it(
    diagram: str, own: str, other: str, lives: Result
) -> None:
    position = Position.from_diagram(diagram, "B")
    board = position, board_status(position)
    found = read_block_race(*board, chain(board, own), chain(board, other), 2000)
    assert found is not None
    assert (found.lives.result, found.captures.result) == (lives, Result.WORKS)


BENT_FOUR = """
.......
..X....
..XXXXX
..X{}OO
..XX{}O.
..XOOOX
..XO.XX
"""
"""White's seven stones around Black's three, with liberties outside at E4 and E3."""


@pytest.mark.parametrize("outside", [("XX", "X"), ("X.", "X"), ("..", ".")])
@pytest.mark.parametrize("swapped", [False, True])
def test_a_group_that_lives_only_by_a_one_sided_ko_is_dead_and_kills_nothing_in_its_eye_space(
    outside: tuple[str, str], swapped: bool
) -> None:
    """With liberties outside, White takes the three stones inside, but Black plays there again."""
    position = Position.from_diagram(BENT_FOUR.format(*outside), "B")
    position = position.colours_swapped() if swapped else position
    board = position, board_status(position)
    inside, around = chain(board, "G2"), chain(board, "F4")
    for pair, result in (((inside, around), Result.WORKS), ((around, inside), Result.FAILS)):
        found = read_block_race(*board, *pair, 5000)
        assert found is not None
        assert (found.lives.result, found.captures.result) == (result, result)


def answer(lives: Result, captures: Result) -> RaceAnswer:
    one, other = (Answer(result, None, (), 0, 1, True) for result in (lives, captures))
    return RaceAnswer(one, other, True)


WINS = answer(Result.WORKS, Result.WORKS)


EYE_SPACE = """
.........
.........
OOO......
XXXO.....
..XO.....
.OXO.....
..XO.....
"""


@pytest.mark.parametrize(("evidence", "largest", "safe"), [
    (Evidence.READ, 6, False), (Evidence.READ, 5, True), (Evidence.PROVED, 6, True),
])
def test_what_stands_in_the_eye_space_of_a_racing_group_is_safe_only_by_proof(
    monkeypatch: pytest.MonkeyPatch, evidence: Evidence, largest: int, safe: bool
) -> None:
    """White's B2, in six points, would live by the death of Black's group."""
    position = Position.from_diagram(EYE_SPACE, "B")
    status, marked = board_status(position), []

    def read(*_: object, safe: list[int], nodes: int) -> RaceAnswer:
        marked.extend(safe)
        return WINS

    monkeypatch.setattr(race_reading, "estimate_race", read)
    monkeypatch.setattr(race_reading, "LARGEST_EYE_SPACE", largest)
    inside, own = chain((position, status), "B2"), chain((position, status), "C1")
    chains = tuple(
        replace(one, verdict=Verdict.ALIVE, evidence=evidence if one is inside else Evidence.READ)
        for one in status.chains
    )
    read_block_race(position, replace(status, chains=chains), own, chain((position, status), "A5"), 100)
    assert (inside.chain[0] in marked) == safe


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int, int]]:
    """Answer all questions with WINS; returns the first points of the groups asked about, and the nodes."""
    found = []

    def read(
        position: Position, status: BoardStatus, own: tuple[int, ...], other: tuple[int, ...], nodes: int
    ) -> RaceAnswer:
        found.append((own[0], other[0], nodes))
        return WINS

    monkeypatch.setattr(race_reading, "_read", read)
    return found


@pytest.mark.parametrize(("nodes", "share"), [
    (10_000, 5000), (1500, 750), (600, FEWEST_NODES), (100, 100),
])
def test_races_share_the_nodes_and_blocks_of_the_same_groups_have_one(
    nodes: int, share: int, board: tuple[Position, BoardStatus], asked: list[tuple[int, int, int]]
) -> None:
    """E9 and J9 are of one group; G5 is of another, which races with the same white group."""
    position, status = board
    grid = position.grid
    pairs = [
        UncoveredRace(grid.point(black), grid.point("G6"), black) for black in ("E9", "J9", "G5", "E9")
    ]
    black, white, lower = (next(g for g in read_groups(position) if grid.point(v) in g) for v in ("E9", "G6", "G5"))
    found = with_read_races(Races(position, (), tuple(pairs)), status, nodes)
    assert asked == [(black[0], white[0], share), (white[0], black[0], share),
                     (lower[0], white[0], share), (white[0], lower[0], share)]
    assert found.uncovered == ()
    assert [race.uncovered for race in found.read] == [pairs[0], pairs[2]]
    again = with_read_races(found, status, nodes)
    assert again == found


def test_pairs_that_are_proved_or_apart_stay_uncovered(
    board: tuple[Position, BoardStatus], asked: list[tuple[int, int, int]]
) -> None:
    position, status = board
    grid = position.grid
    apart = UncoveredRace(grid.point("G5"), grid.point("H9"), "apart")
    proved = UncoveredRace(grid.point("E9"), grid.point("G6"), "proved")
    chains = tuple(
        replace(one, evidence=Evidence.PROVED) if grid.point("G6") in one.chain else one for one in status.chains
    )
    before = Races(position, (), (apart, proved))
    assert with_read_races(before, replace(status, chains=chains), 1000) == before
    assert asked == []


@pytest.mark.parametrize(("answers", "kept"), [
    ((WINS, None), (True, False)), ((None, WINS), (False, True)), ((None, None), None),
    ((answer(Result.FAILS, Result.WORKS), WINS), (False, True)),  # both would die: that is not judged
    ((answer(Result.FAILS, Result.KO_FIRST), None), None),
    ((answer(Result.FAILS, Result.FAILS), answer(Result.KO_AFTER, Result.KO_AFTER)), (True, True)),
])
def test_a_race_with_one_answer_is_read_and_one_without_stays_uncovered(
    answers: tuple[RaceAnswer | None, ...], kept: tuple[bool, bool] | None, board: tuple[Position, BoardStatus],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position, status = board
    queue = list(answers)
    monkeypatch.setattr(race_reading, "_read", lambda *_: queue.pop(0))
    before = Races(position, (), (UncoveredRace(position.grid.point("E9"), position.grid.point("G6"), "why"),))
    found = with_read_races(before, status, 1000)
    assert queue == []
    if kept is None:
        assert found == before
    else:
        (race,) = found.read
        assert not found.uncovered
        expected = [known if keep else None for known, keep in zip(answers, kept, strict=True)]
        assert [race.answers[BLACK], race.answers[WHITE]] == expected


def test_what_a_race_assumes_are_the_unproved_chains_around_that_count_as_safe(
    board: tuple[Position, BoardStatus], asked: list[tuple[int, int, int]]
) -> None:
    position, status = board
    grid = position.grid
    before = Races(position, (), (UncoveredRace(grid.point("E9"), grid.point("G6"), "why"),))
    (race,) = with_read_races(before, status, 1000).read
    groups = read_groups(position)
    racing = {p for g in groups if grid.point("E9") in g or grid.point("G6") in g for p in g}
    beside = {near for point in racing for near in grid.beside[point]}
    wide = beside | {near for point in beside if not position.stones[point] for near in grid.beside[point]}
    expected = [
        one.chain[0] for one in status.chains
        if not racing & {*one.chain} and wide & {*one.chain} and is_assumed_safe(one)
        and one.evidence is not Evidence.PROVED
    ]
    assert expected
    assert list(race.assumed) == expected
    proved = tuple(
        replace(one, evidence=Evidence.PROVED) if one.chain[0] == expected[0] else one for one in status.chains
    )
    (race,) = with_read_races(before, replace(status, chains=proved), 1000).read
    assert list(race.assumed) == expected[1:]


def test_chains_that_may_be_taken_are_no_walls(board: tuple[Position, BoardStatus], monkeypatch: pytest.MonkeyPatch
) -> None:
    """White's C9 counts as safe unless it is critical."""
    position, status = board
    marked: list[set[int]] = []

    def read(*_: object, safe: list[int], nodes: int) -> RaceAnswer:
        marked.append({*safe})
        return WINS

    monkeypatch.setattr(race_reading, "estimate_race", read)
    wall = chain(board, "C9")
    weak = tuple(
        replace(one, verdict=Verdict.CRITICAL) if one.chain == wall.chain else one for one in status.chains
    )
    for one in (status, replace(status, chains=weak)):
        read_block_race(position, one, chain(board, "E9"), chain(board, "G6"), 100)
    assert wall.chain[0] in marked[0]
    assert marked[1] == marked[0] - {wall.chain[0]}


@pytest.mark.parametrize(("verdict", "liberties", "safe"), [
    (Verdict.SAFE, 1, True), (Verdict.ALIVE, 2, True), (Verdict.SEKI, 1, True), (Verdict.UNKNOWN, 3, True),
    (Verdict.UNKNOWN, 2, False), (Verdict.CRITICAL, 9, False), (Verdict.DEAD, 9, False),
])
def test_which_blocks_beside_a_race_count_as_safe(verdict: Verdict, liberties: int, safe: bool) -> None:
    status = replace(board_status(Position.from_diagram("X..")).chains[0], verdict=verdict, liberties=liberties)
    assert is_assumed_safe(status) == safe
