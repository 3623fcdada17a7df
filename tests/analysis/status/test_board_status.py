"""The status of all chains: diagrams with their verdicts, invariants on every board, the truth of real games."""

from __future__ import annotations

import importlib
import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from analysis.board import PASS, Position
from analysis.region.search_budget import Budget, OutOfBudget
from analysis.status import Evidence, Fate, ReadingCache, Status, StatusBudget, Verdict, board_status, chain_status
from analysis.status.living_groups import SMALL_GROUP_NODES, LivingGroups
from analysis.status.small_areas import EXACT_STATES
from analysis.status.status_budget import BoardAllowance
from tests.positions import TRUTH, random_positions, real_positions, suite_position

SMALL = StatusBudget(chain=1, group=1)

# name, board, vertex, verdict, evidence, kill, save
DIAGRAMS = [
    ("two eyes", ".X.XO\nXXXXO\nOOOOO\n.O.O.\nOOOOO", "A4", Verdict.SAFE, Evidence.PROVED, None, None),
    ("inside them", ".XXXO\nXO.XO\nXXXXO\nX.XOO\nXXXO.\nOOOOO\n.O.O.", "B6", Verdict.DEAD, Evidence.PROVED, None, None),
    (
        "three in a row", "...XO.O\nXXXXO.O\nOOOOO.O\n.O.OOOO\nOOOOO.O\nO.OO.O.\nOOOOOOO", "D7", Verdict.CRITICAL,
        Evidence.PROVED, "B7", "B7",
    ),
    ("four in a square", "..XO.O.\n..XOOOO\nXXXO.O.\nOOOOOOO\n.O.O.O.\nOOOOOOO\nOOOOOO.", "C7", Verdict.DEAD,
     Evidence.PROVED, None, None),
    ("in atari", ".........\n.........\n....X....\n...XOX...\n.........\n.........\n..X...X..\n.........\n.........",
     "E6", None, Evidence.READ, None, None),
    ("linked to living stones by taking a ko", ".XO.O....\nX.XOO....\n.X.XO....\nXXXXO....\nOOOOO....", "C5",
     Verdict.CRITICAL, Evidence.READ, "D5", "D5"),
    ("six on the second line, open on one side of the corner",
     ".........\n.........\n.........\nOOOOOOOO.\n.XXXXXXO.\n.......OO", "B2",
     Verdict.CRITICAL, Evidence.READ, "A2", "A2"),
    ("an attacking stone in a corner, which a move beside it saves",
     "XOOXXX...\n.XO.OX...\nXOO.OX...\n.XOOOX...\nXXXXXX...\n.........\n.........\n.........\n.........", "C9",
     Verdict.CRITICAL, Evidence.READ, "A8", "A8"),
    ("taken only by a ko, killed without one",
     "...OOX...\n..XOXX...\nOOOOOX...\nOXXOOX...\nXXXXXX...\n.........\n.........\n.........\n.........", "D9",
     Verdict.CRITICAL, Evidence.READ, "B8", "B9"),
    ("saved from capture by two moves, alive by one",
     "X...X....\nOX..XX...\nOOOOOX...\nXX.XXX...\n.XXX.....\n.........\n.........\n.........\n.........", "B7",
     Verdict.CRITICAL, Evidence.READ, "C8", "B9"),
    ("a move that lives only without ko threats, and one that makes seki",
     ".OOOX....\n..OXX....\n.XOX.....\nX.OX.....\nOOOX.....\nXXOX.....\nXXXX.....", "C7",
     Verdict.CRITICAL, Evidence.READ, "A6", "A6"),
    ("taken without a ko, in the open", "....\n....\n....\n....\n...X\n.OX.", "B1",
     Verdict.CRITICAL, Evidence.READ, "B2", "B2"),
    ("taken only by a ko, killed without one, in the open",
     ".O....\nO...O.\nOX...O\nX.X...\nOX....\n......\n......\n......", "A5",
     Verdict.CRITICAL, Evidence.READ, "B5", "A3"),
    ("five stones to be captured leave one eye",
     "..OOOOO..\n.OOXXXOO.\n.OXXOXXOO\n.OXOOOXXO\n.OXXO.XOO\n.OOXXXXO.\n..OOOOOO.\n.........\n.........", "D8",
     Verdict.DEAD, Evidence.READ, None, None),
    ("six of them in two rows, in a larger eye, leave two",
     ".OOOOOOO.\n.OXXXXXO.\n.OXOOOXO.\n.OXOOOXO.\n.OXX.XXO.\n.OXXXXXO.\n.OOOOOOO.\n.........\n.........", "D8",
     Verdict.CRITICAL, Evidence.READ, "E5", "E5"),
    ("taken by a chain that does not live", "......\nX.X...\nO.O...\nX..O..", "A3",
     Verdict.CRITICAL, Evidence.READ, "B2", "B3"),
    ("taken and killed by a ko", ".X....\nO.....\nX.O...\nX.X.O.\n.XOOO.\nOXXO..\n.OXO..", "B3",
     Verdict.CRITICAL, Evidence.READ, "B5", "A3"),
    ("taken by a ko, in a group that is read by its other chain", ".......\n...X...\nO......\n.OX....", "B1",
     Verdict.CRITICAL, Evidence.READ, "B2", "C2"),
]  # fmt: skip


EIGHT_IN_THE_CORNER = "....XOOO\n....XO.O\nXXXXXOOO\nOOOOOO.O\nOOOOOOOO"


def test_seki_is_distinguished_from_life() -> None:
    _, found = status_at(EIGHT_IN_THE_CORNER, "E5")
    assert (found.verdict, found.if_owner_first, found.if_enemy_first) == (Verdict.ALIVE, Fate.LIVES, Fate.SEKI)
    assert "seki" in found.reason


def status_at(board: str, vertex: str) -> tuple[Position, Status]:
    position = Position.from_diagram(board)
    found = board_status(position).at(position.grid.point(vertex))
    assert found is not None
    return position, found


@pytest.mark.parametrize(("name", "board", "vertex", "verdict", "evidence", "kill", "save"), DIAGRAMS)
def test_diagrams(
    name: str, board: str, vertex: str, verdict: Verdict | None, evidence: Evidence | None, kill: str | None,
    save: str | None,
) -> None:
    position, found = status_at(board, vertex)
    assert verdict in (None, found.verdict), found
    assert evidence in (None, found.evidence), found
    if verdict is Verdict.CRITICAL:
        assert (found.kill, found.save) == (position.grid.point(str(kill)), position.grid.point(str(save)))


def check_consistency(position: Position, status: Status) -> None:
    """Check what the verdict of a status implies for its other fields."""
    owner, enemy, verdict = status.if_owner_first, status.if_enemy_first, status.verdict
    assert list(status.chain) == position.chain_at(status.chain[0])
    assert set(status.chain) <= set(status.group)
    assert all(position.stones[point] == status.color for point in status.group)
    assert status.liberties == len(position.liberties_at(status.chain[0]))
    if verdict is Verdict.SAFE:
        assert enemy is Fate.LIVES
    if verdict is Verdict.ALIVE:
        assert enemy in (Fate.LIVES, Fate.SEKI)
    if verdict is Verdict.SEKI:
        assert owner is enemy is Fate.SEKI
    if verdict is Verdict.DEAD:
        assert owner is Fate.DIES
        assert not status.needs_ko
    if verdict is Verdict.CRITICAL:
        assert enemy is not Fate.LIVES
        assert owner is not Fate.DIES
        assert status.needs_ko is (Fate.KO in (owner, enemy))
    else:
        assert (status.kill, status.save) == (None, None)
    if verdict is Verdict.SAFE:
        assert status.evidence is Evidence.PROVED
    legal = {color: set(map(int, position.with_to_move(color).legal_points())) for color in (1, -1)}
    assert status.kill is None or status.kill in legal[-status.color] | {PASS}
    assert status.save is None or status.save in legal[int(status.color)] | {PASS}
    assert status.reason
    assert "\n" not in status.reason


def test_every_chain_has_one_consistent_status() -> None:
    boards = [*random_positions(25, seed=6, smallest=1), *real_positions()[::43]]
    seen: Counter[Verdict] = Counter()
    for position in boards:
        found = board_status(position, budget=StatusBudget(chain=300, group=200))
        assert Counter(p for s in found.chains for p in s.chain) == Counter(np.flatnonzero(position.stones).tolist())
        for status in found.chains:
            check_consistency(position, status)
            seen[status.verdict] += 1
    assert {Verdict.SAFE, Verdict.ALIVE, Verdict.CRITICAL, Verdict.DEAD} <= set(seen), seen


def test_chain_status_has_the_evidence_of_board_status() -> None:
    budget = StatusBudget(chain=200, group=200)
    for position in real_positions()[5::70]:
        found = board_status(position, budget=budget)
        for status in found.chains[::4]:
            alone = chain_status(position, status.chain[-1], budget=budget)
            if Verdict.UNKNOWN not in (alone.verdict, status.verdict):
                assert (alone.verdict, alone.evidence) == (status.verdict, status.evidence), status


def test_what_stays_unknown_was_searched_for_life() -> None:
    unknown = 0
    for position in real_positions()[4::40]:
        status = board_status(position, budget=StatusBudget(50, 50))
        groups = LivingGroups(position, status.territory, BoardAllowance(10**9), ReadingCache())
        for chain in status.having(Verdict.UNKNOWN):
            assert chain.presumed_dead or groups.search(chain.chain[0], 50) is None
            unknown += not chain.presumed_dead
    assert unknown > 20


def test_groups_that_need_living_ones_are_found() -> None:
    """What stays unknown does not live beside all that lives, and some groups live only so."""
    unknown = found = 0
    for position in real_positions()[1::3]:
        status = board_status(position, budget=StatusBudget(200, 200))
        groups = LivingGroups(position, status.territory, BoardAllowance(10**9), ReadingCache())
        alive = [chain for chain in status.having(Verdict.ALIVE) if chain.reason.startswith("lives even if")]
        alone = {chain.chain[0] for chain in alive if groups.search(chain.chain[0], 200, saved=True)}
        groups.assume([point for chain in alive for point in chain.chain])
        for chain in status.having(Verdict.UNKNOWN):
            saved = chain.if_owner_first is Fate.LIVES
            assert chain.presumed_dead or groups.search(chain.chain[0], 200, saved=saved) is None
            unknown += not chain.presumed_dead
        found += len(alive) - len(alone)
    assert unknown > 100
    assert found > 3


def test_a_group_with_a_way_out_is_not_critical_if_its_attack_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Selected moves seem to kill it: the search with all moves of its owner tells."""
    budget, refuted = StatusBudget(200, 200), 0
    positions = [real_positions()[number] for number in (1, 27, 53, 177)]
    found = [board_status(position, budget=budget) for position in positions]
    monkeypatch.setattr(LivingGroups, "has_way_out", lambda self, point: False)
    for position, status in zip(positions, found, strict=True):
        by_selected_moves = board_status(position, budget=budget)
        groups = LivingGroups(position, status.territory, BoardAllowance(10**9), ReadingCache())
        for before, after in zip(by_selected_moves.chains, status.chains, strict=True):
            if before.verdict is Verdict.CRITICAL and after.verdict is Verdict.ALIVE:
                assert before.evidence is after.evidence is Evidence.READ
                refuted += groups.search(after.chain[0], 200) is not None
    assert refuted > 5


def test_a_group_that_is_shut_in_stays_critical(monkeypatch: pytest.MonkeyPatch) -> None:
    """Selected moves kill it; the other search, whose estimates find two eyes, is not asked."""
    position = suite_position("ld_owl", 18)
    point = position.grid.point("S18")
    verdicts = [board_status(position).at(point)]
    monkeypatch.setattr(LivingGroups, "has_way_out", lambda self, point: True)
    verdicts.append(board_status(position).at(point))
    assert [status and status.verdict for status in verdicts] == [Verdict.CRITICAL, Verdict.ALIVE]


ONE_BY_ONE = """
X . . . . O . O
. . X . X . X X
. X O . . O . .
O . . . O . X .
. X . . . O . .
. . X . . . . .
. X . . O O . .
"""


def test_what_a_living_group_makes_live_is_searched_after_it() -> None:
    """Black's stone on A7 lives beside other living ones, and with it C6: the second search has several rounds."""
    position = Position.from_diagram(ONE_BY_ONE)
    found = {}
    for nodes in (SMALL_GROUP_NODES - 1, SMALL_GROUP_NODES):
        status = board_status(position, budget=StatusBudget(group=nodes))
        chains = [status.at(position.grid.point(vertex)) for vertex in ("A7", "C6")]
        found[nodes] = [chain.verdict for chain in chains if chain]
    assert list(found.values()) == [[Verdict.UNKNOWN] * 2, [Verdict.ALIVE] * 2]


def test_proofs_are_invariant_under_symmetries_and_colour_swap() -> None:
    for position in real_positions()[::50]:
        grid = position.grid
        for turn in range(0, len(grid.symmetries), 3):
            table = grid.symmetries[turn]
            turned = np.empty_like(position.stones)
            turned[table] = -position.stones
            one = board_status(position, budget=SMALL)
            other = board_status(Position(grid, turned, position.to_move), budget=SMALL)
            assert (other.territory[table] == -one.territory).all()
            for status in one.chains:
                twin = other.at(int(table[status.chain[0]]))
                assert twin is not None
                if status.evidence is Evidence.PROVED and status.verdict in (Verdict.SAFE, Verdict.DEAD):
                    assert (twin.verdict, twin.evidence) == (status.verdict, status.evidence)


def test_a_seki_too_large_to_search_with_its_owner_first_counts_as_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    """That it is one with the enemy first is known from reading; whether its owner can do better is then unknown."""
    position, nodes = Position.from_diagram(EIGHT_IN_THE_CORNER), []
    monkeypatch.setattr(
        importlib.import_module("analysis.status.board_status"), "solve_small_area",
        lambda position, area, mover, limit, memory: nodes.append(limit),
    )
    found = board_status(position, budget=StatusBudget(chain=100, group=700)).at(position.grid.point("E5"))
    assert found is not None
    assert (found.verdict, found.if_owner_first, found.if_enemy_first) == (Verdict.ALIVE, Fate.LIVES, Fate.SEKI)
    assert set(nodes) == {700}


def test_an_exhaustive_search_has_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = []

    def solve(*_: Any, budget: Budget) -> None:
        budgets.append(budget.nodes)
        raise OutOfBudget("too many")

    monkeypatch.setattr(importlib.import_module("analysis.status.small_areas"), "solve_area", solve)
    board_status(Position.from_diagram(EIGHT_IN_THE_CORNER), budget=StatusBudget(chain=100, group=700))
    assert set(budgets) == {700 * EXACT_STATES}


def test_single_questions_and_finished_boards_may_be_read_without_stages() -> None:
    position = real_positions()[7]
    asked: dict[bool, set[int]] = {}
    for staged in (True, False):
        memory = ReadingCache()
        board_status(position, budget=StatusBudget(chain=1000, group=300, staged=staged), memory=memory)
        asked[staged] = {key[3] for key in memory._entries if key[:2] == ("capture", True)}  # type: ignore[index]
    assert asked == {True: {1000, 400, 100}, False: {1000}}, "nodes of the attacks, by liberties"


def test_groups_may_be_read_without_selected_moves() -> None:
    position, memory = real_positions()[7], ReadingCache()
    board_status(position, budget=StatusBudget(chain=100, group=300, selective=False), memory=memory)
    kinds = {str(key[0]) for key in memory._entries}  # type: ignore[index]
    assert "group" not in kinds
    assert {"capture", "kill"} <= kinds
    assert not StatusBudget(selective=False, staged=False).divided(2).selective
    closed = Position.from_diagram(EIGHT_IN_THE_CORNER)
    assert board_status(closed, budget=StatusBudget(selective=False)).chains == board_status(closed).chains


def test_bad_input() -> None:
    position = Position.empty(9)
    with pytest.raises(ValueError, match="expected a stone, the point is empty"):
        chain_status(position, 0)
    with pytest.raises(ValueError, match="status budget: chain: expected at least 1 node, got 0"):
        StatusBudget(chain=0, group=5)
    with pytest.raises(ValueError, match="81"):
        board_status(position).at(81)
    assert board_status(position).chains == ()


def truths(step: int, budget: StatusBudget) -> Counter[tuple[int, str, Verdict, Evidence]]:
    """Return the numbers of stones that truly die or live (beyond .8), by board size, verdict and evidence."""
    seen: Counter[tuple[int, str, Verdict, Evidence]] = Counter()
    for line in TRUTH.read_text().splitlines()[::step]:
        case = json.loads(line)
        position = Position.from_diagram("\n".join(case["rows"]), case["to_move"])
        owner = np.array(case["ownership"])
        for status in board_status(position, budget=budget).chains:
            fate = float(owner[list(status.chain)].mean()) * status.color
            if abs(fate) > 0.8:
                kind = "live" if fate > 0 else "dead"
                seen[position.grid.width, kind, status.verdict, status.evidence] += len(status.chain)
    return seen


@pytest.mark.skipif(not TRUTH.exists(), reason=f"no {TRUTH.name} beside the project")
def test_proved_statuses_are_true_in_real_games() -> None:
    seen = truths(1, SMALL)
    lives = sum(n for (_, kind, verdict, evidence), n in seen.items() if kind == "live" and verdict is Verdict.SAFE)
    assert lives > 1000
    for (_, kind, verdict, evidence), _ in seen.items():
        if evidence is Evidence.PROVED:
            assert verdict is not (Verdict.SAFE if kind == "dead" else Verdict.DEAD)


@pytest.mark.slow
@pytest.mark.skipif(not TRUTH.exists(), reason=f"no {TRUTH.name} beside the project")
def test_read_statuses_are_mostly_true_in_real_games() -> None:
    seen = truths(1, StatusBudget())

    def count(kind: str, *verdicts: Verdict, size: int | None = None) -> int:
        return sum(n for (w, k, v, _), n in seen.items() if k == kind and v in verdicts and size in (None, w))

    right, wrong = count("dead", Verdict.DEAD), count("live", Verdict.DEAD)
    assert right / (right + wrong) >= 0.9
    lives, dies = count("live", Verdict.ALIVE, Verdict.SAFE), count("dead", Verdict.ALIVE, Verdict.SAFE)
    assert lives / (lives + dies) >= 0.98
    assert count("dead", Verdict.DEAD, size=19) / count("dead", *Verdict, size=19) >= 0.6
