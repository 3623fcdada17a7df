"""The limits of a search: nodes, seconds, memory, and stop requests."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.board import BLACK
from analysis.region.proof_search import Prover
from analysis.region.region import whole_board
from analysis.region.search_budget import Budget, OutOfBudget
from analysis.region.search_state import State
from analysis.region.state_graph import solve_graph

EMPTY = State(0, 0)
Engine = Callable[[Budget], object]


def table(budget: Budget) -> object:
    return solve_graph(whole_board(3, 4), EMPTY, budget=budget).bounds(EMPTY)


def proof(budget: Budget) -> object:
    return Prover(whole_board(3, 5), BLACK, 15, budget=budget).force(EMPTY).proved


ENGINES = [(table, (4, 12)), (proof, True)]


# -- counting ----------------------------------------------------------------------------------------------------------


def test_a_default_budget_limits_memory_only() -> None:
    budget = Budget()
    budget.spend(10**15)
    assert budget.used == 10**15
    assert budget.left > 10**18
    budget.require_memory(2 << 30)


@given(spent=st.lists(st.integers(0, 100), max_size=20), nodes=st.integers(0, 400))
def test_nodes_are_counted(spent: list[int], nodes: int) -> None:
    """Nodes used and left add up to the limit; the search ends when none is left."""
    budget, used = Budget(nodes=nodes), 0
    for number in spent:
        used += number
        try:
            budget.spend(number)
        except OutOfBudget as error:
            assert budget.left == 0
            assert str(error) == f"{used} nodes searched, {nodes} allowed"
        else:
            assert budget.left > 0
        assert budget.used == used
        assert budget.left == max(0, nodes - used)


@pytest.mark.parametrize(("nodes", "used", "more", "enough"), [
    (None, 5, 10**9, True), (10, 5, 4, True), (10, 5, 5, False), (10, 5, 100, False), (10, 15, 0, True),
])
def test_required_nodes(nodes: int | None, used: int, more: int, enough: bool) -> None:
    """Refused where `spend` would refuse, without spending them."""
    budget = Budget(nodes, used=used)
    if enough:
        budget.require_nodes(more)
    else:
        with pytest.raises(OutOfBudget, match=f"^{used + more} nodes or more to be searched, {nodes} allowed$"):
            budget.require_nodes(more)
    assert budget.used == used


def test_seconds() -> None:
    budget = Budget(seconds=0)
    with pytest.raises(OutOfBudget, match=r"^0 seconds are over$"):
        budget.spend(0)
    assert budget.elapsed > 0
    Budget(seconds=1000).spend(1)


def test_a_stop_request() -> None:
    stop = threading.Event()
    budget = Budget(stopped=stop.is_set)
    budget.spend(1)
    stop.set()
    with pytest.raises(OutOfBudget, match=r"^stopped$"):
        budget.spend(1)
    assert budget.used == 2


@pytest.mark.parametrize(("size", "memory", "message"), [
    (3 << 20, 2 << 20, "3 MB of memory or more needed, 2 MB allowed"),
    ((1 << 20) + 1, 1 << 20, "2 MB of memory or more needed, 1 MB allowed"),
])
def test_memory(size: int, memory: int, message: str) -> None:
    with pytest.raises(OutOfBudget, match=f"^{message}$"):
        Budget(memory=memory).require_memory(size)
    Budget(memory=memory).require_memory(memory)


@pytest.mark.parametrize(("nodes", "used", "wanted", "given_nodes"), [
    (None, 5, 7, 7), (100, 0, 7, 7), (100, 95, 7, 5), (100, 120, 7, 0),
])
def test_a_share(nodes: int | None, used: int, wanted: int, given_nodes: int) -> None:
    """No more than is left, with the same memory, stop request and progress."""
    lines: list[str] = []
    budget = Budget(nodes, 50, 1 << 20, stopped=lambda: bool(lines), progress=lines.append, used=used)
    share = budget.share(wanted)
    assert (share.nodes, share.used, share.memory) == (given_nodes, 0, 1 << 20)
    assert share.seconds is not None
    assert 40 < share.seconds <= 50
    share.progress("line")
    assert lines == ["line"]
    with pytest.raises(OutOfBudget):
        share.spend(1)
    assert budget.used == used
    assert Budget().share(3).seconds is None


# -- in the engines ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("engine", "answer"), [ENGINES[0], pytest.param(*ENGINES[1], marks=pytest.mark.slow)])
def test_a_sufficient_budget(engine: Engine, answer: object) -> None:
    budget = Budget(nodes=10_000_000, seconds=100)
    assert engine(budget) == answer
    assert 0 < budget.used < 10_000_000


@pytest.mark.parametrize(("engine", "answer"), [ENGINES[0], pytest.param(*ENGINES[1], marks=pytest.mark.slow)])
def test_the_nodes_an_engine_needs_are_enough_and_half_are_not(engine: Engine, answer: object) -> None:
    needed = Budget()
    engine(needed)
    assert engine(Budget(nodes=needed.used + 1)) == answer
    with pytest.raises(OutOfBudget, match=f"{needed.used // 2} allowed$"):
        engine(Budget(nodes=needed.used // 2))


@pytest.mark.parametrize(("engine", "answer"), ENGINES)
def test_the_limit_of_nodes_is_hardly_exceeded(engine: Engine, answer: object) -> None:
    for nodes in (1, 1000, 30000):
        budget = Budget(nodes=nodes)
        with pytest.raises(OutOfBudget):
            engine(budget)
        assert nodes <= budget.used <= nodes + (1 << 16)


@pytest.mark.parametrize(("engine", "answer"), ENGINES)
def test_engines_report_progress(engine: Engine, answer: object) -> None:
    """One line at a time, each with numbers."""
    lines: list[str] = []
    assert engine(Budget(progress=lines.append)) == answer
    assert lines
    for line in lines:
        assert "\n" not in line
        assert any(character.isdigit() for character in line)


@pytest.mark.parametrize(("engine", "answer"), ENGINES)
def test_an_engine_stops_on_request(engine: Engine, answer: object) -> None:
    with pytest.raises(OutOfBudget, match=r"^stopped$"):
        engine(Budget(stopped=lambda: True))
    asked = iter([False] * 2 + [True] * 100)
    with pytest.raises(OutOfBudget, match=r"^stopped$"):
        engine(Budget(stopped=lambda: next(asked)))
    with pytest.raises(OutOfBudget, match="seconds are over"):
        engine(Budget(seconds=0))


def test_the_table_of_3x4_in_too_little_memory() -> None:
    """It checks before it allocates: the arrays never exceed the limit."""
    with pytest.raises(OutOfBudget, match=r"^\d+ MB of memory or more needed, 1 MB allowed$"):
        table(Budget(memory=1 << 20))
    assert table(Budget(memory=256 << 20)) == (4, 12)


def test_random_portions_do_not_change_an_answer() -> None:
    """A proof in portions of any size ends with the answer of a single search."""
    rng = random.Random(5)
    prover = Prover(whole_board(3, 4), BLACK, 4, budget=Budget(nodes=1))
    used = 0
    for _ in range(10000):
        try:
            claim = prover.force(EMPTY)
        except OutOfBudget:
            used += prover.budget.used
            prover.budget = Budget(nodes=rng.choice([1, 2, 50, 1000, 5000]))
        else:
            break
    assert claim.proved
    assert claim.depth == Prover(whole_board(3, 4), BLACK, 4).force(EMPTY).depth
    assert used > 0
