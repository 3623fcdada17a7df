"""Connection reading: diagrams, exhaustive search on small boards, and invariants."""

from __future__ import annotations

import json
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from analysis.board import BLACK, PASS, Color, Grid, Position
from analysis.reading import Answer, Evidence, Result, connect, disconnect
from tests.positions import SHARED, random_position

WORKS, FAILS, KO_FIRST, KO_AFTER = Result.WORKS, Result.FAILS, Result.KO_FIRST, Result.KO_AFTER

# name, board, the two stones, connecting: result and move; cutting: the same
TABLE = [
    ("two common liberties", ".....\n.XX..\nO..OO\n.XX..\n.....", "B4 B2", WORKS, "B3", FAILS, ""),
    ("one common liberty", ".OOO.\nOX.O.\nO.OO.\nOX.O.\n.O...", "B4 B2", WORKS, "B3", WORKS, "B3"),
    ("no way", ".....\n.X.O.\nOOOO.\n.X.O.\n.....", "B4 B2", FAILS, "", WORKS, ""),
    ("the cutting stone can be taken", "..O...\n.XX.O.\nXOXO..\n.OX.O.\n.X....", "A3 B1", WORKS, "A2", FAILS, ""),
    ("joined, they are taken", "......\n.OOO..\n.OX.O.\n.O.XO.\n.OOOO.", "C3 D2", FAILS, "", WORKS, ""),
]


@pytest.mark.parametrize(
    ("name", "board", "pair", "joining", "join", "cutting", "cut"), TABLE, ids=[row[0] for row in TABLE]
)
def test_diagrams(name: str, board: str, pair: str, joining: Result, join: str, cutting: Result, cut: str) -> None:
    position = Position.from_diagram(board)
    first, second = map(position.grid.point, pair.split())
    for question, result, move in ((connect, joining, join), (disconnect, cutting, cut)):
        for stones in ((first, second), (second, first)):
            answer = question(position, *stones)
            assert (answer.result, move_text(position, answer)) == (result, move)
            assert answer.finished
            joins = (result is WORKS) is (question is connect)
            assert (answer.evidence is Evidence.PROVED) is joins


def test_a_ko_is_distinguished() -> None:
    """Black connects by a ko that White must retake: under simple ko it works, if White may retake at once it fails."""
    position = Position.from_diagram("OOXO.\n..XX.\nXO.XX\nO.OXX")
    first, second = map(position.grid.point, ("C4", "A2"))
    answer = connect(position, first, second)
    assert (answer.result, move_text(position, answer)) == (KO_FIRST, "B1")
    assert disconnect(position, first, second).result is WORKS


def test_one_chain_is_connected() -> None:
    position = Position.from_diagram(TABLE[0][1])
    pair = [position.grid.point(vertex) for vertex in ("B4", "C4")]
    joined_already, cannot = connect(position, *pair), disconnect(position, *pair)
    assert (joined_already.result, joined_already.move, joined_already.nodes) == (WORKS, None, 0)
    assert (cannot.result, cannot.move, cannot.finished) == (FAILS, None, True)


def test_bad_arguments() -> None:
    position = Position.from_diagram(TABLE[0][1])
    point = position.grid.point
    with pytest.raises(ValueError, match="expected stones of one colour, got B4 and A3"):
        connect(position, point("B4"), point("A3"))
    with pytest.raises(ValueError, match="expected stones of one colour"):
        disconnect(position, point("A1"), point("A2"))
    with pytest.raises(ValueError, match="nodes: expected at least 1"):
        connect(position, point("B4"), point("B2"), nodes=0)


def move_text(position: Position, answer: Answer) -> str:
    return "" if answer.move is None else position.grid.vertex(answer.move)


# -- exhaustive search ----------------------------------------------------------------------------------------------


def decided(position: Position, first: int, second: int, owner: Color, connecting: bool) -> bool | None:
    """Return whether the chains are connected, if that is decided; else None."""
    if position.stones[first] != owner or position.stones[second] != owner:
        return False
    if second not in position.chain_at(first):
        return None
    if len(position.liberties_at(first)) > 1:
        return True
    return None if connecting else False


def exhaustive_result(start: Position, first: int, second: int, most: int) -> bool | None:
    """Return whether they get connected under simple ko, by all moves, a repetition being a failure; None if too large.
    """
    owner = Color(int(start.stones[first]))
    after: dict[tuple[object, ...], list[tuple[object, ...]]] = {}
    value: dict[tuple[object, ...], bool] = {}
    connects: dict[tuple[object, ...], bool] = {}
    todo = [start]
    while todo:
        position = todo.pop()
        here = _key(position)
        if here in after:
            continue
        if len(after) >= most:
            return None
        connects[here] = position.to_move == owner
        after[here] = []
        result = decided(position, first, second, owner, connects[here])
        if result is not None:
            value[here] = result
            continue
        for point in (*position.legal_points(), PASS):
            then = position.play(int(point))
            after[here].append(_key(then))
            todo.append(then)
    won, changed = {here for here, result in value.items() if result}, True
    while changed:
        changed = False
        for here, following in after.items():
            if here not in won and here not in value:
                good = any if connects[here] else all
                if good(then in won for then in following):
                    won.add(here)
                    changed = True
    return _key(start) in won


def _key(position: Position) -> tuple[object, ...]:
    return position.stones.tobytes(), position.to_move, position.ko


def random_question(rng: random.Random) -> tuple[Position, int, int] | None:
    """Return two chains of one colour on a small, rather full board."""
    grid = Grid(*rng.choice([(3, 4), (3, 5), (4, 4), (2, 6), (4, 5)]))
    stones = [rng.choice([1, 1, -1, -1, 0]) for _ in range(grid.area)]
    try:
        position = Position.from_stones(grid, stones)
    except ValueError:
        return None
    chains = {tuple(position.chain_at(p)) for p in range(grid.area) if stones[p] == BLACK}
    if len(chains) < 2:
        return None
    first, second = rng.sample(sorted(chains), 2)
    return position, rng.choice(first), rng.choice(second)


def compare(number: int, seed: int, most: int) -> Counter[str]:
    """Compare answers with exhaustive search; return the counts by result."""
    rng, seen = random.Random(seed), Counter[str]()
    while seen["asked"] < number:
        chosen = random_question(rng)
        if chosen is None:
            continue
        position, first, second = chosen
        for question, to_move in ((connect, BLACK), (disconnect, BLACK.opponent)):
            truth = exhaustive_result(position.with_to_move(to_move), first, second, most)
            if truth is None:
                seen["too large"] += 1
                continue
            answer = question(position, first, second)
            seen["asked"] += 1
            if answer.result in (KO_FIRST, KO_AFTER):
                seen["ko"] += 1
                continue
            said = (answer.result is WORKS) is (question is connect)
            assert said is truth or answer.evidence is not Evidence.PROVED, (position.diagram(), first, second)
            seen["proved"] += answer.evidence is Evidence.PROVED
            seen[f"{question.__name__} {said} {'right' if said is truth else 'wrong'}"] += 1
    return seen


def check_counts(seen: Counter[str]) -> None:
    """Check that at most two in a hundred answers are wrong, and that each kind occurs."""
    wrong = sum(count for kind, count in seen.items() if kind.endswith("wrong"))
    assert wrong <= 0.02 * seen["asked"], seen
    assert seen["proved"] > 5
    assert min(seen[f"{question} {said} right"] for question in ("connect", "disconnect") for said in (True, False)) > 2


def test_few_answers_on_small_boards_are_wrong() -> None:
    """The moves missed are not on paths between the chains: mostly kos, and eyes in the corner."""
    check_counts(compare(60, 3, 250))


@pytest.mark.slow
def test_few_answers_on_many_small_boards_are_wrong() -> None:
    check_counts(compare(400, 4, 800))


# -- invariants -----------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
@example(seed=378)  # a ko just taken
def test_invariants(seed: int) -> None:
    rng = random.Random(seed)
    position = random_position(np.random.default_rng(seed), rng.randint(3, 9), rng.randint(3, 9))
    chains = sorted({tuple(position.chain_at(int(p))) for p in np.flatnonzero(position.stones)})
    pairs = [(a[0], b[0]) for a in chains for b in chains if a < b and position.stones[a[0]] == position.stones[b[0]]]
    for first, second in rng.sample(pairs, min(2, len(pairs))):
        owner = Color(int(position.stones[first]))
        before = position.stones.copy()
        for question, mover in ((connect, owner), (disconnect, owner.opponent)):
            answer = question(position, first, second, nodes=150)
            assert answer == question(position, first, second, nodes=150)
            assert (answer.result is FAILS) <= (answer.move is None)
            assert answer.nodes <= 9 * 150
            played = position.with_to_move(mover)
            after_threat = answer.result is KO_AFTER and answer.move == position.ko
            assert answer.move is None or played.is_legal(answer.move) or after_threat
            assert {first, second} <= answer.zone
        assert (position.stones == before).all()


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_stones_outside_the_zone_change_nothing(seed: int) -> None:
    """The zone is the same, too: it is what the search read."""
    rng = random.Random(seed)
    position = random_position(np.random.default_rng(seed), rng.randint(5, 11), rng.randint(5, 11))
    chains = list(position.chains())
    pairs = [(a[0], b[0]) for a in chains for b in chains if a < b and position.stones[a[0]] == position.stones[b[0]]]
    for first, second in rng.sample(pairs, min(4, len(pairs))):
        for question in (connect, disconnect):
            answer = question(position, first, second, nodes=100)
            outside = [p for p in range(position.grid.area) if p not in answer.zone and p != position.ko]
            for point in rng.sample(outside, min(6, len(outside))):
                stones = position.stones.copy()
                stones[point] = rng.choice([color for color in (-1, 0, 1) if color != stones[point]])
                try:
                    other = Position.from_stones(position.grid, stones, position.to_move, position.ko)
                except ValueError:
                    continue
                assert question(other, first, second, nodes=100) == answer


@pytest.mark.slow
@pytest.mark.skipif(not (SHARED / "data" / "gnugo_suites.jsonl").exists(), reason="no suites beside the project")
def test_gnugo_suite() -> None:
    """Count the answers that match in full: the move must be one of those named, too."""
    import re

    passed = count = 0
    for line in (SHARED / "data" / "gnugo_suites.jsonl").read_text().splitlines():
        case = json.loads(line)
        if case["class"] != "connection":
            continue
        position = Position.from_diagram("\n".join(case["rows"]))
        command, *stones = case["command"].split()
        pair = [position.grid.point(vertex) for vertex in stones]
        answer = (connect if command == "connect" else disconnect)(position, *pair)
        said = f"{int(answer.result)}" + (f" {move_text(position, answer) or 'PASS'}" if answer.result else "")
        passed += (re.search(f"^{case['expected']}$", said) is not None) is not case["negate"]
        count += 1
    assert count == 90
    assert passed >= 60
