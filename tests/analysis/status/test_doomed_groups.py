"""Groups that no search decided and that die even if they move first: when they are searched, and what is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pytest

from analysis.board import PASS, Position
from analysis.reading import Result
from analysis.reading.life_and_death.group_question import LIKELY_ESCAPED, GroupSearch, LifeRule
from analysis.reading.selective.selective_search import SearchResult
from analysis.status import (
    BoardStatus,
    Evidence,
    Fate,
    ReadingCache,
    Status,
    StatusBudget,
    Verdict,
    board_status,
    life_reader,
)
from analysis.status.doomed_groups import deaths
from analysis.status.living_groups import (
    DOOMED,
    SMALL_GROUP_NODES,
    VERY_LARGE_GROUP,
    LivingGroups,
    points_to_live,
)
from analysis.status.rival_groups import Races, enemies_around
from analysis.status.status_budget import BoardAllowance
from tests.positions import IN_A_LARGE_AREA, race_case, real_positions

NODES = StatusBudget().group


@dataclass
class Board:
    """A position with the statuses of its chains, and what `deaths` is given of it."""

    position: Position
    found: dict[int, Status]
    living: LivingGroups
    allowance: BoardAllowance

    def deaths(self, nodes: int = NODES, **changed: object) -> set[str]:
        """Return the unknown chains that die, by a vertex; `changed` are fields of the white chain."""
        white = self.position.grid.point("D2")
        found = self.found | {white: replace(self.found[white], **changed)} if changed else self.found  # type: ignore[arg-type]
        races = Races(self.position, found, nodes, self.allowance, ReadingCache())
        dying = deaths(races, self.living)
        return {self.position.grid.vertex(first) for first in dying}


@pytest.fixture
def board(undecided: Callable[..., BoardStatus], no_selected_moves: None) -> Board:
    position = Position.from_diagram(IN_A_LARGE_AREA)
    status = undecided(position)
    allowance = BoardAllowance(60_000)
    living = LivingGroups(position, status.territory, allowance, ReadingCache())
    living.assume([point for chain in status.having(Verdict.ALIVE) for point in chain.chain])
    return Board(position, {chain.chain[0]: chain for chain in status.chains}, living, allowance)


@pytest.fixture
def undecided(monkeypatch: pytest.MonkeyPatch) -> Callable[..., BoardStatus]:
    """Return a function that returns the status of a board without searches for deaths."""

    def read(position: Position) -> BoardStatus:
        with monkeypatch.context() as patch:
            patch.setitem(board_status.__globals__, "deaths", lambda *_: {})
            return board_status(position)

    return read


@pytest.fixture
def no_selected_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no search of selected moves find anything."""
    nothing = SearchResult(Result.UNKNOWN, Result.FAILS, PASS, (), 0, 0, False)
    monkeypatch.setattr(life_reader, "search_group", lambda *_: nothing)


@pytest.mark.usefixtures("no_selected_moves")
def test_a_group_that_no_search_decided_dies_in_a_large_area(undecided: Callable[..., BoardStatus]) -> None:
    position = Position.from_diagram(IN_A_LARGE_AREA)
    white = position.grid.point("D2")
    before, after = undecided(position).at(white), board_status(position).at(white)
    assert before is not None
    assert after is not None
    assert before.verdict is Verdict.UNKNOWN
    assert (after.verdict, after.evidence) == (Verdict.DEAD, Evidence.READ)
    assert after.if_owner_first is after.if_enemy_first is Fate.DIES
    assert "does not live even if White moves first" in after.reason
    assert set(after.chain) <= set(after.zone)


def test_only_unknown_groups_are_searched_that_may_neither_live_by_their_move_nor_race(board: Board) -> None:
    assert board.deaths() == {"D2"}
    spent = board.allowance.spent
    assert not board.deaths(verdict=Verdict.CRITICAL)
    assert not board.deaths(evidence=Evidence.ESTIMATED)
    assert not board.deaths(presumed_dead=True)
    assert not board.deaths(if_owner_first=Fate.LIVES)
    assert not board.deaths(nodes=SMALL_GROUP_NODES - 1)
    assert board.allowance.spent == spent
    assert board.deaths(if_owner_first=Fate.DIES) == {"D2"}


def test_all_enemy_chains_of_several_stones_around_have_to_live(board: Board) -> None:
    around = enemies_around(board.position, board.position.chain_at(board.position.grid.point("D2")))
    several = [first for first in around if len(board.found[first].chain) > 1]
    assert several
    for first in several:
        standing = board.found[first]
        for verdict in (Verdict.CRITICAL, Verdict.UNKNOWN, Verdict.DEAD):
            board.found[first] = replace(standing, verdict=verdict)
            assert not board.deaths()
        board.found[first] = replace(standing, verdict=Verdict.SAFE)
        assert board.deaths() == {"D2"}
    for first in around:
        board.found[first] = replace(board.found[first], verdict=Verdict.DEAD, chain=(first,))
    assert board.deaths() == {"D2"}  # single stones do not matter


def test_nothing_is_searched_when_the_budget_is_used_up(board: Board) -> None:
    board.allowance.spend(60_000)
    assert not board.deaths()


def test_the_groups_that_die_on_real_boards(undecided: Callable[..., BoardStatus]) -> None:
    """The defence fails in a plain search with all nodes, under the same estimates; nothing else changes."""
    dying = 0
    for number in (6, 47, 124, 152, 155, 186):
        position = real_positions()[number]
        before, after = undecided(position), board_status(position)
        allowance = BoardAllowance(10**7)
        groups = LivingGroups(position, before.territory, allowance, ReadingCache())
        living = [point for chain in before.having(Verdict.ALIVE, Verdict.SAFE) for point in chain.chain]
        for old, new in zip(before.chains, after.chains, strict=True):
            if old == new:
                continue
            assert (old.verdict, new.verdict) == (Verdict.UNKNOWN, Verdict.DEAD)
            dying += len(new.chain)
            group = groups.group_at(new.chain[0])
            rule = LifeRule(estimates=points_to_live(len(group), True), doomed=DOOMED)
            answer = GroupSearch(position, group, False, safe=living, nodes=2000, rule=rule).answer()
            assert answer.result is Result.FAILS
    assert dying > 10
    assert 0 < DOOMED < LIKELY_ESCAPED


def test_a_group_that_wins_a_race_does_not_die(
    undecided: Callable[..., BoardStatus], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a race of GNU Go's suites Black captures white stones that are read to live."""
    position, _ = race_case(25)
    black = position.grid.point("R11")
    assert board_status(position).chains == undecided(position).chains
    monkeypatch.setattr(Races, "is_won", lambda *_: False)
    dead = board_status(position).at(black)
    assert dead is not None
    assert dead.verdict is Verdict.DEAD


def test_stones_of_proved_status_are_in_no_group() -> None:
    position = Position.from_diagram(IN_A_LARGE_AREA)
    proved = np.where(position.stones < 0, np.int8(-1), np.int8(0))
    groups = LivingGroups(position, proved, BoardAllowance(60_000), ReadingCache())
    assert groups.group_at(position.grid.point("D2")) == ()
    assert groups.death(position.grid.point("D2"), NODES) is None
    assert groups.group_at(position.grid.point("D3")) != ()


def test_very_large_groups_are_searched_too() -> None:
    """They are likely to live with fewer points than other groups are likely to die with."""
    position = real_positions()[6]
    allowance = BoardAllowance(10**7)
    groups = LivingGroups(position, np.zeros(position.grid.area, np.int8), allowance, ReadingCache())
    points = [chain[0] for chain in position.chains() if len(groups.group_at(chain[0])) >= VERY_LARGE_GROUP]
    assert points
    assert points_to_live(VERY_LARGE_GROUP, True) < DOOMED
    for point in points:
        spent = allowance.spent
        groups.death(point, NODES)
        assert allowance.spent > spent
