"""KataGo's JSON analysis engine, for KaTrain and scripts: one JSON object a line in, one a line out.

The protocol is that of `katago analysis` (KataGo, docs/Analysis_Engine.md). Every turn of a query gets exactly one
final reply (`isDuringSearch` false). Searches begin by priority, else in the order of arrival. A line that cannot
be answered gets {"error"}, with `field` and `id` where they are known, and the next line is read. Values are Black's
unless a query sets reportAnalysisWinratesAs (as in the example configuration that comes with KataGo).

While several turns wait, analyse.workers are searched at once (KataGo's numAnalysisThreads), each on one core: one
here, the others in processes of their own, which are started when two turns wait for the first time. Replies come as
searches end. A turn that is sent while others are due, or with others in one query, is searched for itself: its reply
is the same whatever else is analysed, and wherever, unless maxTime or an action ends the search. To save time, each
process keeps what it read about chains and groups for later turns, until `clear_cache`. If a process dies, the turn
that it searched gets an error and a final reply with noResults, and another process takes its place.

The fields of a reply mean here:
  visits     -- boards evaluated: at least as many as a search begins with, whatever maxVisits says; if maxVisits is
                play.visits or more, as many as `genmove` needs to choose; at most analyse.max_visits or play.visits,
                for then the search ends. A turn that is sent alone, with nothing due, goes on from the analysis of
                an earlier position that was sent alone, too, if its moves were searched there: visits taken over from
                it come on top; `clear_cache` discards them
  scoreLead  -- points, komi and handicap bonus included, on one scale for the root and its moves, which are in its
                order (analysis.tree_search.tree_values); scoreMean and scoreSelfplay repeat it for clients that read
                those
  winrate    -- analysis.tree_search.winrate of that lead; utility = 2 winrate - 1, of the same side
  scoreStdev -- analysis.tree_search.winrate.score_deviation: a standard deviation in points
  policy, prior -- not a network's: the probability that a strong player makes the move, of all legal moves and the
                pass (analysis.policy); 0 for suicide; -1 if illegal. Without reading, a softmax of the gains
  ownership  -- the control map, row by row from the top left
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

from analysis.status import ReadingCache
from analysis.tree_search.tree_reuse import TreeStore

from .. import __version__
from ..engine.kernel_loading import KernelLoading
from ..errors import shown
from ..files.json_lines import Fields, shown_value
from ..protocol import log_line, take_standard_input, take_standard_output, write_all
from ..settings import Settings
from ..streaming import CHUNK_BYTES, Inbox
from .query import Task, read_tasks
from .query_line import QueryError, read_object, whole_number
from .turn_reply import no_results
from .turn_search import TurnSearch
from .worker_pool import WorkerPool, searches_at_once

MAX_LINE_BYTES = 2**20
"""A longer line is refused unread. A thousand moves take some 12,000 bytes."""
ACTIONS = ("query_version", "query_models", "clear_cache", "terminate", "terminate_all")


class AnalysisEngine:
    """KataGo's analysis engine: takes lines of input, and analyses in short steps so that input is read between them.

    write -- takes each reply; log -- takes a line for stderr; clock -- returns seconds
    kernels -- those that are being compiled in the background; replies by the control field alone say so in `warning`
    pool -- processes that search what waits while this one searches, if there are any; closed by the caller
    """

    def __init__(
        self,
        settings: Settings,
        write: Callable[[Fields], None],
        log: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        kernels: KernelLoading | None = None,
        pool: WorkerPool | None = None,
    ) -> None:
        self._settings = settings
        self._write = write
        self._log = log
        self._clock = clock
        self._kernels = kernels
        self._waiting: list[Task] = []
        self._pool = pool
        self._search: TurnSearch | None = None
        self._alone: Task | None = None
        self._trees, self._readings = TreeStore(), ReadingCache()

    @property
    def busy(self) -> bool:
        """Whether final replies are still due."""
        return self._search is not None or bool(self._waiting) or (self._pool is not None and self._pool.busy)

    def feed(self, raw: bytes) -> None:
        """Handle one line: actions, errors and warnings are answered at once, turns to analyse wait for `step`."""
        if not raw.strip():
            return
        id_: Fields = {}
        try:
            fields = _readable(raw)
            if not isinstance(fields.get("id"), str):
                raise QueryError("", f'expected a request whose "id" is a string, got {shown_value(fields.get("id"))}')
            id_ = {"id": fields["id"]}
            if "action" in fields:
                self._perform(fields)
                return
            tasks, warnings = read_tasks(fields, self._settings)
        except QueryError as error:
            field = {"field": error.field} if error.field else {}
            self._write({"error": str(error), **field, **(id_ or ({} if error.id is None else {"id": error.id}))})
        except OSError:  # the client has gone
            raise
        except Exception as error:
            self._report_fault(_fault(error), id_)
        else:
            for warning in warnings:
                self._write({"warning": warning.text, "field": warning.field, **id_})
            if len(tasks) == 1 and not self.busy:
                self._alone = tasks[0]
            self._waiting += tasks

    def step(self) -> bool:
        """Do a little: begin a waiting task here or at a worker, or deepen the search of the current one, and write the
        replies that are due. Returns whether there was anything to do; if not, and the engine is busy, use `wait`.
        """
        found = self._collect()
        begun = self._next() if self._search is None and self._waiting else None
        self._hand_out()
        if begun is None and self._search is None:
            return found
        self._step_here(begun)
        return True

    def wait(self, until: Callable[[], bool]) -> None:
        """Wait for the workers, or until a condition holds that the pool is notified of."""
        if self._pool:
            self._pool.wait(until)

    # -- requests -----------------------------------------------------------------------------------------------

    def _perform(self, fields: Fields) -> None:
        action = fields["action"]
        answer: Fields = {}
        if action == "query_version":
            answer = {"version": __version__, "git_hash": "<omitted>"}
        elif action == "query_models":
            answer = {"models": []}
        elif action == "terminate":
            if not isinstance(fields.get("terminateId"), str):
                raise QueryError(
                    "terminateId", f"expected the id of a query, got {shown_value(fields.get('terminateId'))}")
            self._terminate(fields["terminateId"], _turn_numbers(fields))
        elif action == "terminate_all":
            self._terminate(None, _turn_numbers(fields))
        elif action == "clear_cache":
            self._trees, self._readings = TreeStore(), ReadingCache()
            if self._pool is not None:
                self._pool.clear_caches()
        else:
            raise QueryError("action", f"expected one of {', '.join(ACTIONS)}; got {shown(str(action))}")
        self._write({**fields, **answer})

    def _terminate(self, id_: str | None, turns: frozenset[int] | None) -> None:
        """End the tasks of that id (None: any) and those turns (None: all); each gets its final reply at once."""

        def selected(task: Task) -> bool:
            return (id_ is None or task.query.id == id_) and (turns is None or task.turn in turns)

        if self._search is not None and selected(self._search.task):
            self._write(self._search.reply(during=False))
            self._search = None
        if self._pool is not None:
            self._pool.stop(selected)
            while any(map(selected, self._pool.tasks())):
                self._pool.wait(lambda: False)
                self._collect()
        for task in filter(selected, self._waiting):
            self._write(no_results(task))
        self._waiting = [task for task in self._waiting if not selected(task)]

    def _report_fault(self, text: str, id_: Fields) -> None:
        """Report a bug of ours to the client and the log."""
        self._log(text)
        self._write({"error": text, **id_})

    # -- searches -----------------------------------------------------------------------------------------------

    def _next(self) -> Task:
        """Remove and return the waiting task of highest priority, the earliest among equals."""
        first = max(self._waiting, key=lambda task: task.priority)
        self._waiting.remove(first)
        return first

    def _step_here(self, begun: Task | None) -> None:
        """Begin the search of a task in this process, or deepen the current one."""
        task = begun or (self._search.task if self._search else None)
        if task is None:
            return
        try:
            if self._search is None:
                trees = self._trees if task is self._alone else None
                self._search = TurnSearch(task, self._settings, self._clock, self._kernels, trees, self._readings)
            elif (answer := self._search.step()) is not None:
                self._write(answer)
                if not answer["isDuringSearch"]:
                    self._search = None
        except OSError:  # the client has gone
            raise
        except Exception as error:
            self._search = None
            self._report_fault(_fault(error), {"id": task.query.id})
            self._write(no_results(task))

    def _hand_out(self) -> None:
        """Give waiting tasks to idle workers; start workers if more than one task is left."""
        if self._pool is None or (self._kernels is not None and self._kernels.field_only):
            return
        kept = [task for task in self._waiting if task is self._alone]  # it goes on from a tree in this process
        self._waiting = [task for task in self._waiting if task is not self._alone]
        while self._waiting and self._pool.begin(self._next):
            pass
        self._waiting = kept + self._waiting
        if len(self._waiting) > 1:
            self._pool.grow(len(self._waiting))

    def _collect(self) -> bool:
        """Write what workers have found. Returns whether there was anything."""
        results = list(self._pool.collect()) if self._pool else []
        for result in results:
            if result.reply is not None:
                self._write(result.reply)
            else:
                self._report_fault(result.error, {"id": result.task.query.id})
                self._write(no_results(result.task))
        return bool(results)


def _fault(error: Exception) -> str:
    return f"internal error: {type(error).__name__}: {shown(str(error), 200)}"


def _readable(raw: bytes) -> Fields:
    if len(raw) > MAX_LINE_BYTES:
        raise QueryError("", f"line too long: expected at most {MAX_LINE_BYTES} bytes, got more")
    return read_object(raw)


def _turn_numbers(fields: Fields) -> frozenset[int] | None:
    """Read the turns that a terminate action names; None for all."""
    if "turnNumbers" not in fields:
        return None
    turns = fields["turnNumbers"]
    numbers = [whole_number(turn) for turn in turns] if isinstance(turns, list) else [None]
    if None in numbers:
        raise QueryError("turnNumbers", f"expected a list of integers, got {shown_value(turns)}")
    return frozenset(number for number in numbers if number is not None)


# -- standard input and output -----------------------------------------------------------------------------------


def main(settings: Settings) -> int:
    """Answer standard input on standard output until the input ends and all of it is answered.

    SIGTERM ends the process at once. Returns the exit status.
    """
    from analysis.runtime import notices

    notices.subscribe(log_line)
    if sys.stdin is None:
        return 0
    try:
        output = take_standard_output()
        source = take_standard_input()
        kernels = KernelLoading.start(log_line)
        changed = threading.Condition()
        with ExitStack() as stack:
            # Not through sys.stdin: a thread that waits in it holds a lock that Python wants when it exits.
            lines = split_lines(iter(lambda: os.read(source, CHUNK_BYTES), b""))
            inbox = stack.enter_context(Inbox(lines, changed))
            pool = stack.enter_context(WorkerPool(settings, searches_at_once(settings) - 1, log_line, changed))
            _serve(inbox, AnalysisEngine(
                settings, lambda answer: write_all(output, _encoded(answer)), log_line, kernels=kernels, pool=pool
            ))
    except (BrokenPipeError, ConnectionError):
        return 0  # the client has gone
    except OSError as error:
        log_line(f"standard input or output: {error.strerror}")
        return 1
    return 0


def _serve(inbox: Inbox, analyst: AnalysisEngine) -> None:
    """Handle all lines that have come before each step, until the input has ended and nothing is left to do."""
    ended = False
    while analyst.busy or not ended:
        if ended or (analyst.busy and not inbox.waiting()):
            if not analyst.step():
                analyst.wait((lambda: False) if ended else (lambda: inbox.ready))
        elif (raw := inbox.take()) is not None:
            analyst.feed(raw)
        else:
            ended = True


def split_lines(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the lines of a stream; the last may lack its line end. Of a line too long, just enough to be refused."""
    line = bytearray()
    for chunk in chunks:
        for number, piece in enumerate(chunk.split(b"\n")):
            if number:
                yield bytes(line)
                line.clear()
            line += piece[: MAX_LINE_BYTES + 1 - len(line)]
    if line:
        yield bytes(line)


def _encoded(answer: dict[str, Any]) -> bytes:
    return json.dumps(answer, allow_nan=False).encode("ascii") + b"\n"
