"""Life-and-death reading: against exhaustive search where that is possible, and invariants of every reading."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import numpy as np
import pytest

from analysis.board import BLACK, EMPTY, PASS, WHITE, Color, Position
from analysis.reading.answer import Result
from analysis.reading.selective.selective_search import SearchResult
from analysis.region.enclosed_life import LifeVerdict, OutOfBudget, solve_enclosed_life
from analysis.region.search_budget import Budget
from analysis.status import life_reader
from analysis.status.life_reader import Reading, _LifeReader, attack, defend, life
from analysis.status.small_areas import small_area
from analysis.status.verdict import Evidence, Verdict
from tests.positions import SHARED, random_positions, real_positions

PROBLEMS = SHARED / "data" / "problems.jsonl"
SIDE = 13
KO = (Result.KO_FIRST, Result.KO_AFTER)

TWO_EYES = ".X.XO.\nXXXXO.\nOOOOO."
THREE = "...XO.\nXXXXO.\nOOOOO."
SQUARE = "..XO.\n..XO.\nXXXO.\nOOOO."


def framed(rows: str, attacker: str = "O", to_move: str = "B", side: int = SIDE) -> Position:
    """Return the rows in the top left corner of a board otherwise filled by the attacker, with two eyes in a corner."""
    lines = [line.ljust(side, attacker) for line in rows.replace("+", attacker).split()]
    lines += [attacker * side] * (side - len(lines))
    board = [list(line) for line in lines]
    board[-1][-1] = board[-1][-3] = "."
    return Position.from_diagram("\n".join("".join(line) for line in board), to_move)


def verdict_of(reading: Reading, owner: Color) -> Verdict | None:
    """Return the verdict of a decided reading on the stones: alive, dead, or critical for a ko."""
    if reading.outcome is Result.UNKNOWN:
        return None
    if reading.outcome in KO:
        return Verdict.CRITICAL
    return Verdict.ALIVE if (reading.outcome is Result.WORKS) is (reading.mover is owner) else Verdict.DEAD


@cache
def sample(count: int, seed: int, size: int | None = None) -> tuple[tuple[Position, int], ...]:
    """Return random stones of real positions."""
    rng = np.random.default_rng(seed)
    positions = [p for p in real_positions() if size is None or p.grid.height == size]
    chosen = []
    for _ in range(count):
        position = positions[int(rng.integers(len(positions)))]
        chosen.append((position, int(rng.choice(np.flatnonzero(position.stones)))))
    return tuple(chosen)


@pytest.mark.parametrize(
    ("rows", "kill", "save", "verdict"),
    [
        (TWO_EYES, None, None, Verdict.ALIVE), (THREE, "B13", "B13", Verdict.CRITICAL),
        (SQUARE, None, None, Verdict.DEAD),
    ],
)
def test_closed_shapes_are_proved(rows: str, kill: str | None, save: str | None, verdict: Verdict) -> None:
    position = framed(rows)
    grid = position.grid
    found = life(position, grid.point("A11" if rows is SQUARE else "A12"))
    assert (found.verdict, found.evidence) == (verdict, Evidence.PROVED)
    assert found.kill == (None if kill is None else grid.point(kill))
    assert found.save == (None if save is None else grid.point(save))


def problems() -> list[dict[str, object]]:
    if not PROBLEMS.exists():
        return []
    return [found for line in PROBLEMS.read_text().splitlines() if (found := json.loads(line))["kind"] == "ld"]


@pytest.mark.parametrize("problem", problems(), ids=lambda problem: str(problem["id"]))
def test_problems(problem: dict[str, object]) -> None:
    rows = [str(row) for row in problem["rows"]]  # type: ignore[attr-defined]
    targets = [str(name) for name in problem["target"]]  # type: ignore[attr-defined]
    column, row = (ord(letter) - ord("a") for letter in targets[0])
    owner = rows[row][column]
    attacker = "O" if owner == "X" else "X"
    position = framed("\n".join(rows), attacker)
    mover = BLACK if problem["side"] == "X" else WHITE
    point = position.grid.at(row, column)
    mine = Color(int(position.stones[point]))
    reading = (defend if mover is mine else attack)(position, point)
    if reading.evidence is not Evidence.PROVED:
        pytest.skip("not proved")
    exact = solve_enclosed_life(position, point, to_move=mover, seki_is_life=True).verdict
    fates = {LifeVerdict.ALIVE: Verdict.ALIVE, LifeVerdict.DEAD: Verdict.DEAD, LifeVerdict.KO: Verdict.CRITICAL}
    assert verdict_of(reading, mine) is fates[exact]
    beside = {
        rows[r + j][c + i]
        for r, line in enumerate(rows) for c, what in enumerate(line) if what == owner
        for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0)) if 0 <= r + j < len(rows) and 0 <= c + i < len(line)
    }
    # The diagrams ask about all the stones named, and leave the outside liberties alone.
    if "+" not in beside and len(position.chain_at(point)) == len(targets):
        assert verdict_of(reading, mine) is {"alive": Verdict.ALIVE, "dead": Verdict.DEAD, "ko": Verdict.CRITICAL}[
            str(problem["expected"])
        ]


def closed_corner(rng: np.random.Generator) -> tuple[Position, int] | None:
    """Return a corner of 3x3 or 3x4 points with random stones, Black's wall around it and White outside."""
    height, width = 3, int(rng.integers(3, 5))
    board = np.full((9, 9), -1, np.int8)
    board[8, 8] = board[8, 6] = 0
    board[: height + 1, : width + 1] = 1
    board[:height, :width] = rng.choice([0, 0, 0, 1, -1], (height, width))
    rows = ["".join(".XO"[int(what)] for what in line) for line in board]
    try:
        position = Position.from_diagram("\n".join(rows), "B")
    except ValueError:
        return None  # a stone without a liberty
    return position, position.grid.at(height, width)


VERDICTS = {LifeVerdict.ALIVE: Verdict.ALIVE, LifeVerdict.DEAD: Verdict.DEAD, LifeVerdict.KO: Verdict.CRITICAL}


def test_search_agrees_with_exhaustive_search() -> None:
    """The search alone is right in at least nineteen of twenty cases."""
    rng = np.random.default_rng(3)
    answers = right = 0
    while answers < 120:
        made = closed_corner(rng)
        if made is None:
            continue
        position, point = made
        mover = (BLACK, WHITE)[int(rng.integers(2))]
        try:
            exact = solve_enclosed_life(
                position, point, to_move=mover, seki_is_life=True, budget=Budget(nodes=30_000)
            ).verdict
        except (ValueError, OutOfBudget):
            continue
        reading = _LifeReader(position, point, 1000)._search_with_ko(mover)
        fate = verdict_of(reading, BLACK)
        if fate is None:
            continue
        answers += 1
        right += fate is VERDICTS[exact]
    assert right >= 0.95 * answers, (right, answers)


@pytest.mark.parametrize("tries", [70, pytest.param(400, marks=pytest.mark.slow)])
def test_proved_readings_agree_with_exhaustive_search(tries: int) -> None:
    rng = np.random.default_rng(4)
    proved = 0
    for _ in range(tries):
        made = closed_corner(rng)
        if made is None:
            continue
        position, point = made
        for reading in (attack(position, point, nodes=200), defend(position, point, nodes=200)):
            if reading.evidence is Evidence.PROVED:
                proved += 1
                exact = solve_enclosed_life(position, point, to_move=reading.mover, seki_is_life=True).verdict
                assert verdict_of(reading, BLACK) is VERDICTS[exact]
    assert proved > tries / 4


def test_statically_alive_groups_need_no_line() -> None:
    """Twelve points in a corner with a stone in them: too many lines to search, but a first move makes two eyes."""
    position = framed("...XO\n...XO\n.O.XO\n...XO\nXXXXO\nOOOOO")
    point = position.grid.point("D13")
    saved, killed = defend(position, point, nodes=300), attack(position, point, nodes=300)
    assert (saved.outcome, killed.outcome) == (Result.WORKS, Result.UNKNOWN)
    assert position.stones[saved.move] == EMPTY
    assert {position.grid.point(name) for name in ("A13", "B11", "C10")} <= {*saved.zone}
    # Away from the corner it is no question at all.
    position = framed(".XXXXXO\n.X...XO\n.X...XO\n.X.O.XO\n.X...XO\n.XXXXXO\n.OOOOOO")
    found = life(position, position.grid.point("B13"), nodes=300)
    assert (found.verdict, found.enemy_first.outcome) == (Verdict.ALIVE, Result.FAILS)


def transformed(position: Position, k: int, swap: bool) -> tuple[Position, np.ndarray]:
    """Return the position under a symmetry, colours swapped or not; and the image of each point."""
    grid = position.grid
    where = grid.symmetries[k]
    stones = np.zeros(grid.area, np.int8)
    stones[where] = position.stones * np.int8(-1 if swap else 1)
    rows = ["".join(".XO"[int(what)] for what in line) for line in stones.reshape(grid.height, grid.width)]
    return Position.from_diagram("\n".join(rows), "B"), where


def test_symmetric_boards_do_not_contradict() -> None:
    """Neither a symmetry of the board nor a swap of colours contradicts an answer."""
    both = 0
    for number, (position, point) in enumerate(sample(24, 7, 9)):
        plain = Position.from_diagram(
            "\n".join("".join(".XO"[int(w)] for w in line) for line in position.stones.reshape(9, 9)), "B"
        )
        image, where = transformed(plain, number % 8, number % 3 > 0)
        for ask in (attack, defend):
            one, other = ask(plain, point, nodes=600).outcome, ask(image, int(where[point]), nodes=600).outcome
            if Result.UNKNOWN not in (one, other):
                both += 1
                assert one is other, (plain, plain.grid.vertex(point))
    assert both > 20


def test_colour_swap_changes_nothing() -> None:
    """On the same board answers, moves and node counts are equal for both colours."""
    for position, point in sample(12, 8, 19):
        rows = ["".join(".XO"[int(w)] for w in line) for line in position.stones.reshape(19, 19)]
        one = Position.from_diagram("\n".join(rows), "B")
        other, _ = transformed(one, 0, True)
        for ask in (attack, defend):
            first, second = ask(one, point, nodes=300), ask(other, point, nodes=300)
            assert (first.outcome, first.move, first.nodes) == (second.outcome, second.move, second.nodes)


def test_answers_are_repeatable() -> None:
    for position, point in sample(6, 9):
        assert life(position, point, nodes=200) == life(position, point, nodes=200)


def test_a_staged_search_ends_earlier_and_answers_the_same_or_nothing() -> None:
    ended, differ, answered = 0, [], 0
    for position, point in sample(60, 21):
        whole, staged = life(position, point, nodes=800), life(position, point, nodes=800, stage=40)
        for one, other in ((whole.enemy_first, staged.enemy_first), (whole.owner_first, staged.owner_first)):
            assert other.nodes <= 3 * 800  # under up to three ko rules
            ended += not other.finished and other.nodes < 800
            answered += one.finished and other.finished
            if one.finished and other.finished and one.outcome is not other.outcome:
                differ.append((position, point))
    assert ended > 0, "no search ended early"
    assert answered > 60
    assert len(differ) <= 0.03 * answered, differ


def test_a_search_in_one_stage_is_a_search_without_stages() -> None:
    for position, point in sample(8, 22):
        assert life(position, point, nodes=200, stage=200) == life(position, point, nodes=200)


def test_without_selected_moves_only_small_enclosed_regions_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [(p, int(np.flatnonzero(p.stones)[0])) for p in random_positions(150, seed=3, smallest=4, largest=7)]
    usual = [life(position, point, nodes=100) for position, point in (*sample(20, 23), *boards)]
    monkeypatch.delattr(life_reader, "search_group")
    kinds = Counter[tuple[bool, bool]]()
    for (position, point), whole in zip((*sample(20, 23), *boards), usual, strict=True):
        found, area = life(position, point, nodes=100, selective=False), small_area(position, point)
        assert found.group == whole.group
        for one, other in ((found.enemy_first, whole.enemy_first), (found.owner_first, whole.owner_first)):
            kinds[area is not None, one.finished] += 1
            if one.finished:
                assert one.outcome is other.outcome
            else:
                assert (one.outcome, one.move, one.nodes) == (Result.UNKNOWN, PASS, 0)
    assert not kinds[False, True], "an open group"
    assert min(kinds[False, False], kinds[True, True], kinds[True, False]) > 5, kinds


@pytest.mark.parametrize("size", [8, 9, 13, 19])
def test_zones_include_the_corners(size: int) -> None:
    """A stone captured in the last corner of the board, and in the other corners."""
    rows = [*["." * size] * (size - 3), f"{'X..':.>{size}}", f"{'XX.':.>{size}}", f"{'XO':.>{size}}"]
    plain = Position.from_diagram("\n".join(rows), "B")
    capture, corner = plain.grid.at(size - 2, size - 1), plain.grid.at(size - 1, size - 1)
    for k in range(8):
        image, where = transformed(plain, k, False)
        reading = attack(image, int(where[-1]))
        assert (reading.outcome, reading.evidence) == (Result.WORKS, Evidence.READ)
        assert {int(where[capture]), int(where[corner])} <= set(reading.zone)
        assert len(reading.zone) < 10


def test_stones_outside_the_zone_rarely_matter() -> None:
    """A stone of the losing side outside the zone hardly ever makes a decided answer wrong."""
    rng = np.random.default_rng(10)
    asked = wrong = 0
    for position, point in sample(40, 11):
        owner = Color(int(position.stones[point]))
        reading = attack(position, point, nodes=300)
        if reading.outcome not in (Result.WORKS, Result.FAILS):
            continue
        loser = owner if reading.outcome is Result.WORKS else owner.opponent
        outside = [p for p in range(position.grid.area) if position.stones[p] == EMPTY and p not in reading.zone]
        rng.shuffle(outside)
        for move in outside[:2]:
            moved = position.with_to_move(loser)
            if move not in moved.legal_points():
                continue
            after = moved.play(move)
            if np.count_nonzero(after.stones) != np.count_nonzero(position.stones) + 1:
                continue
            again = attack(after, point, nodes=600)
            asked += 1
            wrong += Result.UNKNOWN is not again.outcome is not reading.outcome
    assert asked > 20
    assert wrong <= 0.1 * asked, (wrong, asked)


@pytest.mark.parametrize(("attack_fails", "move", "outcome"), [
    (False, PASS, Result.UNKNOWN), (False, 0, Result.WORKS), (True, PASS, Result.WORKS),
])
def test_a_pass_saves_no_group_whose_attack_was_not_refuted(
    monkeypatch: pytest.MonkeyPatch, attack_fails: bool, move: int, outcome: Result
) -> None:
    """Two searches that contradict each other decide nothing."""
    position, point = sample(1, 23)[0]
    owner = Color(int(position.stones[point]))

    def search(_: Position, context: object, mover: Color, *limits: object) -> SearchResult:
        if mover is owner:
            return SearchResult(Result.WORKS, Result.WORKS, move, (), 1, 7, False)
        found = Result.FAILS if attack_fails else Result.UNKNOWN
        return SearchResult(found, found, PASS, (), 1, 7, False)

    monkeypatch.setattr(life_reader, "search_group", search)
    assert small_area(position, point) is None
    saved = life(position, point).owner_first
    assert saved.outcome is outcome
    assert attack_fails or saved.nodes == 7


@pytest.mark.parametrize("nodes", [1, 2])
def test_smallest_budgets(nodes: int) -> None:
    for position, point in sample(6, 12):
        for ask in (attack, defend):
            reading = ask(position, point, nodes=nodes)
            assert reading.likely is not Result.UNKNOWN
            assert reading.finished is (reading.outcome is not Result.UNKNOWN)
            assert reading.move == PASS or position.stones[reading.move] == EMPTY


def test_bad_arguments() -> None:
    position = Position.empty(9, 9)
    for ask in (attack, defend, life):
        with pytest.raises(ValueError, match="expected a stone"):
            ask(position, 0)
        with pytest.raises(ValueError, match="point"):
            ask(position, 81)
    for ask in (attack, defend, life):
        with pytest.raises(ValueError, match="nodes"):
            ask(framed(TWO_EYES), 1, nodes=0)


def test_a_ko_is_not_dead() -> None:
    """A rectangle of six in the corner with one outside liberty that may be filled: ko, White to move."""
    position = framed("...XO\n...XO\nXXXXO\n.OOOO\nOO...", to_move="W")
    found = life(position, position.grid.point("D13"))
    assert found.enemy_first.outcome in KO
    assert found.needs_ko
    assert found.verdict is not Verdict.DEAD


def test_the_move_named_is_the_vital_point() -> None:
    """A move that is best for both sides is named wherever a new search confirms that it works."""
    both = changed = 0
    for position, point in sample(160, 14):
        question = _LifeReader(position, point, 300)
        plain, other = question.reading(attacking=True), question.reading(attacking=False)
        if plain.outcome is not Result.WORKS or plain.evidence is not Evidence.READ or other.move == PASS:
            continue
        moved = position.with_to_move(plain.mover)
        if other.move not in moved.legal_points():
            continue
        after = moved.play(other.move)
        taken = after.stones[point] == EMPTY
        if taken or _LifeReader(after, point, 200).reading(attacking=False).outcome is Result.FAILS:
            both += 1
            changed += other.move != plain.move
            assert attack(position, point, nodes=300).move == other.move
    assert both > 3
    assert changed


def test_no_refuted_move_is_named() -> None:
    """A move refuted by a new search is not named while another works; the outcome stays the same."""
    for position, point in sample(40, 15):
        for attacking, ask in ((True, attack), (False, defend)):
            plain = _LifeReader(position, point, 400).reading(attacking=attacking)
            named = ask(position, point, nodes=400)
            assert named.outcome is plain.outcome or (plain.outcome in KO and named.outcome is Result.WORKS)
            if named.move == plain.move:
                continue
            after = position.with_to_move(named.mover).play(named.move)
            if after.stones[point] != EMPTY:
                check = _LifeReader(after, point, 200).reading(attacking=not attacking)
                assert check.outcome is Result.FAILS or not named.finished
                assert check.outcome is not Result.WORKS
                assert not named.finished or named.line[0] == named.move
