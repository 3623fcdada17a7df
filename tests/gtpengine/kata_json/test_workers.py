"""Several turns at once: the same replies as one after the other, each once; processes that die are replaced."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtpengine.kata_json.analysis import AnalysisEngine
from gtpengine.kata_json.worker_pool import PROGRAM, WorkerPool, searches_at_once
from gtpengine.kata_json.worker_process import packed, read_messages
from gtpengine.settings import Settings
from tests.gtpengine.json_talk import Client, Fields, check_reply, final, query

ROOT = Path(__file__).resolve().parents[3]
MOVES = [
    ["B", "E5"], ["W", "C6"], ["B", "G6"], ["W", "C4"], ["B", "E3"], ["W", "D7"], ["B", "C3"], ["W", "B3"],
    ["B", "D4"], ["W", "C5"], ["B", "F7"], ["W", "B2"],
]
LONG = 10**7


class PoolClient(Client):
    """A Client whose engine has worker processes, and a real clock."""

    def __init__(self, most: int = 1, program: tuple[str, ...] = PROGRAM) -> None:
        super().__init__()
        settings = Settings()
        settings.set("analyse.max_visits", "500")
        self.pool = WorkerPool(settings, most, self.log.append, threading.Condition(), program)
        self.engine = AnalysisEngine(settings, self._take, self.log.append, pool=self.pool)

    def step(self) -> None:
        if not self.engine.step():
            self.engine.wait(lambda: False)

    def finish(self) -> list[Fields]:
        while self.engine.busy:
            self.step()
        said, self.said = self.said, []
        return said

    def until_workers_search(self, count: int = 1) -> None:
        """Step until so many turns are with workers."""
        end = time.monotonic() + 120
        while len(self.pool.tasks()) < count:
            assert time.monotonic() < end
            self.step()


def game(name: str = "q", **changes: Any) -> Fields:
    """Return a query for all turns of a 9x9 game."""
    fields: Fields = {"boardXSize": 9, "boardYSize": 9, "moves": MOVES, "analyzeTurns": [*range(len(MOVES) + 1)]}
    return query(name, **{"maxVisits": 20, **fields, **changes})


def in_order(said: list[Fields]) -> list[Fields]:
    return sorted(said, key=lambda reply: (reply["id"], reply["turnNumber"]))


@pytest.fixture(scope="module")
def shared() -> Iterator[PoolClient]:
    """A client with one worker process, which is ready."""
    client = PoolClient()
    with client.pool:
        client.send(game("warm", maxVisits=LONG))
        client.until_workers_search()
        client.ask({"id": "stop", "action": "terminate_all"})
        yield client


@pytest.fixture
def client(shared: PoolClient) -> PoolClient:
    assert not shared.engine.busy
    shared.log.clear()
    shared.ask({"id": "c", "action": "clear_cache"})
    return shared


def test_replies_are_the_same_wherever_they_are_searched(client: PoolClient) -> None:
    here = Client(analyse_max_visits="500")
    names = ("includeOwnership", "includePolicy", "includePVVisits", "includeMovesOwnership")
    flags: Fields = dict.fromkeys(names, True)
    client.send(game(**flags))
    client.until_workers_search()
    said = client.finish()
    assert final(in_order(said)) == [("q", turn) for turn in range(len(MOVES) + 1)]
    assert in_order(said) == here.ask(game(**flags))
    alone = Client(analyse_max_visits="500").answer(**{**game(**flags), "name": "q", "analyzeTurns": [7]})
    assert in_order(said)[7] == alone
    queries = [game(str(turn), analyzeTurns=None, moves=MOVES[:turn]) for turn in range(8)]
    assert in_order(client.ask(*queries)) == here.ask(*queries)


def test_a_turn_sent_alone_goes_on_from_the_tree_of_its_game(client: PoolClient) -> None:
    first = client.answer(moves=[], maxVisits=60)["moveInfos"][0]
    after = query(moves=[["B", first["move"]]], maxVisits=60)
    fresh = Client(analyse_max_visits="500").ask(after)[0]
    others = [game(str(number), maxVisits=1) for number in range(2)]
    said = client.ask(after, *others)
    (answer,) = (reply for reply in said if reply["id"] == "q")
    assert answer["rootInfo"]["visits"] > fresh["rootInfo"]["visits"]
    assert client.ask({"id": "c", "action": "clear_cache"}, after)[1:] == [fresh]


def test_the_highest_priority_is_searched_next(client: PoolClient) -> None:
    client.send(game("low", maxVisits=60))
    client.until_workers_search()
    client.said.clear()
    client.send(game("high", analyzeTurns=[3, 4], priority=5, maxVisits=1))
    names = [name for name, _ in final(client.finish())]
    assert names.index("high") <= 2, "after one that was being searched here, and one at the worker"
    assert names[:4].count("high") == 2


def test_a_search_at_a_worker_is_terminated_before_the_action_is_answered(client: PoolClient) -> None:
    client.send(game("long", maxVisits=LONG, analyzeTurns=[0, 1, 2, 3]))
    client.until_workers_search()
    (task,) = client.pool.tasks()
    stop = {"id": "stop", "action": "terminate", "terminateId": "long", "turnNumbers": [task.turn]}
    client.send(stop)
    assert final(client.said) == [("long", task.turn)]
    assert client.said[1] == stop
    assert client.said[0]["rootInfo"]["visits"] < 500
    check_reply(client.said[0], 9, 9)
    said = client.ask({"id": "all", "action": "terminate_all"})
    assert sorted(final(said)) == [("long", turn) for turn in range(4)]
    assert said[-1]["id"] == "all"


def test_reports_and_time_limits_at_a_worker(client: PoolClient) -> None:
    override = {"maxTime": 1.0}
    said = client.ask(game(maxVisits=LONG, analyzeTurns=[4, 5], reportDuringSearchEvery=0.1, overrideSettings=override))
    for turn in (4, 5):
        of_turn = [reply for reply in said if reply["turnNumber"] == turn]
        assert len(of_turn) > 1
        assert [reply["isDuringSearch"] for reply in of_turn] == [True] * (len(of_turn) - 1) + [False]
        visits = [reply["rootInfo"]["visits"] for reply in of_turn]
        assert visits == sorted(visits)
        assert visits[-1] < 500


def test_processes_start_when_two_turns_wait() -> None:
    client = PoolClient(most=3)
    with client.pool:
        client.ask({"id": "v", "action": "query_version"}, query("one"))
        client.ask(query("a"), query("b"))
        assert client.pool.process_ids == []
        client.send(*(query(str(number), maxVisits=LONG) for number in range(3)))
        client.engine.step()
        assert len(client.pool.process_ids) == 2
        client.ask({"id": "s", "action": "terminate_all"})


def test_a_worker_that_dies_is_replaced() -> None:
    client = PoolClient()
    with client.pool:
        client.send(game("long", maxVisits=LONG))
        client.until_workers_search()
        (task,), (first,) = client.pool.tasks(), client.pool.process_ids
        os.kill(first, signal.SIGTERM)
        while first in client.pool.process_ids:
            client.step()
        error, nothing = (reply for reply in client.said if "error" in reply or "noResults" in reply)
        assert error["error"] == f"internal error: a worker process ended with status {-signal.SIGTERM}"
        assert error["id"] == "long"
        assert nothing == {"id": "long", "isDuringSearch": False, "noResults": True, "turnNumber": task.turn}
        assert client.log == [error["error"]]
        client.until_workers_search()
        assert client.pool.process_ids not in ([], [first])
        said = client.ask({"id": "s", "action": "terminate_all"})
        assert sorted(final(said)) == [("long", turn) for turn in range(len(MOVES) + 1)]


@pytest.mark.parametrize("program", [("/no/such/program",), (sys.executable, "-c", "raise SystemExit(3)")])
def test_without_workers_all_is_searched_here(program: tuple[str, ...]) -> None:
    client = PoolClient(program=program)
    with client.pool:
        said: list[Fields] = []
        for _ in range(200):
            said = client.ask(game())
            assert in_order(said) == said == Client(analyse_max_visits="500").ask(game())
            if client.log:
                break
        assert len(client.log) == 1
        assert client.log[0].startswith("worker processes cannot be started (")


FAULTY = """
import sys
from gtpengine.kata_json import turn_search, worker_process
def fail(self): raise ZeroDivisionError("nothing to share")
turn_search.TurnSearch.step = fail
worker_process._load_kernels = lambda settings: None
sys.exit(worker_process.main())
"""


def test_an_internal_error_at_a_worker_ends_only_its_turn() -> None:
    client = PoolClient(program=(sys.executable, "-c", FAULTY))
    with client.pool:
        client.send(game(maxVisits=60))
        client.until_workers_search()
        said = client.finish()
        errors = [reply for reply in said if "error" in reply]
        assert errors
        assert all(error == {"error": "internal error: ZeroDivisionError: 'nothing to share'", "id": "q"}
                   for error in errors)
        assert len(errors) == sum("noResults" in reply for reply in said)
        assert sorted(final(said)) == [("q", turn) for turn in range(len(MOVES) + 1)]
        assert len(client.pool.process_ids) == 1


@given(st.lists(st.binary(max_size=300)), st.integers(1, 50), st.integers(0, 3))
def test_messages_do_not_depend_on_how_the_bytes_arrive(contents: list[bytes], size: int, lost: int) -> None:
    import pickle

    data = b"".join(map(packed, contents))
    data = data[: len(data) - lost]
    chunks = iter([data[start : start + size] for start in range(0, len(data), size)] + [b""])
    read = [pickle.loads(message) for message in read_messages(lambda most: next(chunks))]
    assert read == (contents[:-1] if lost else contents)


def test_the_number_of_searches_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings()
    for cores, number in ((1, 1), (3, 3), (100, 8)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: set(range(cores)), raising=False)
        assert searches_at_once(settings) == number
    settings.set("analyse.workers", "20")
    assert searches_at_once(settings) == 20


# -- the end of the process --------------------------------------------------------------------------------------


def processes_of(pid: int) -> list[int]:
    """The ids of the worker processes of a process. Without -ww a long path cuts the name of the program off."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    return [int(row[0]) for row in rows if int(row[1]) == pid and "worker_process" in row[2]]


def is_running(pid: int) -> bool:
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    return bool(listed) and not listed.startswith("Z")


@pytest.mark.skipif(sys.platform == "win32", reason="looks for processes with ps")
@pytest.mark.parametrize("ending", ["SIGTERM", "SIGKILL", "SIGINT", "closed output", "end of input"])
def test_no_process_outlives_the_engine(ending: str) -> None:
    pipe = subprocess.PIPE
    program = [sys.executable, "-m", "gtpengine.cli", "json", "--set", "analyse.workers=2"]
    with subprocess.Popen(program, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        visits = 40 if ending == "end of input" else LONG
        process.stdin.write(json.dumps(game(maxVisits=visits, reportDuringSearchEvery=0.5)).encode() + b"\n")
        process.stdin.flush()
        turns: set[int] = set()
        while len(turns) < 2:
            turns.add(json.loads(process.stdout.readline())["turnNumber"])
        (worker,) = processes_of(process.pid)
        if ending == "end of input":
            process.stdin.close()
            assert process.stdout.read().count(b'"isDuringSearch": false') >= len(MOVES) - 1
        elif ending == "closed output":
            process.stdout.close()
        else:
            process.send_signal(signal.Signals[ending])
        status = process.wait(60)
        expected = {"SIGTERM": -signal.SIGTERM, "SIGKILL": -signal.SIGKILL, "SIGINT": 130}
        assert status == expected.get(ending, 0)
        end = time.monotonic() + 20
        while is_running(worker):
            assert time.monotonic() < end
            time.sleep(0.05)
        assert process.stderr.read() == b""
