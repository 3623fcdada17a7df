"""KataGo's JSON analysis engine, for KaTrain and scripts: one JSON object a line in, one a line out.

The protocol is that of `katago analysis` (KataGo, docs/Analysis_Engine.md). Every turn of a query gets exactly one
final reply (`isDuringSearch` false), those of higher priority first, else in the order of arrival. A line that cannot
be answered gets {"error"}, with `field` and `id` where they are known, and the next line is read. Values are Black's
unless a query sets reportAnalysisWinratesAs (as in the example configuration that comes with KataGo).

The fields of a reply mean here:
  visits     -- boards evaluated: at least as many as a search begins with, whatever maxVisits says; if maxVisits is
                play.visits or more, as many as `genmove` needs to choose; at most analyse.max_visits or play.visits,
                for then the search ends. Visits that are taken over from the analysis of an earlier position of the
                game, if its moves were searched there, come on top; `clear_cache` discards them
  scoreLead  -- points, komi and handicap bonus included, on one scale for the root and its moves, which are in its
                order (analysis.tree_search.tree_values); scoreMean and scoreSelfplay repeat it for clients that read
                those
  winrate    -- analysis.tree_search.winrate of that lead; utility = 2 winrate - 1, of the same side
  scoreStdev -- analysis.tree_search.winrate.score_deviation: a standard deviation in points
  policy, prior -- not a network's: the probability that a player makes the move, by its shape; 0 for filling an own
                eye; -1 if illegal. Without reading, a softmax of the gains
  ownership  -- the control map, row by row from the top left
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analysis.board import BLACK, PASS, Color
from analysis.evaluation import evaluate
from analysis.status import ReadingCache
from analysis.tree_search.lines import Line, Lookahead
from analysis.tree_search.tree_reuse import TreeStore
from analysis.tree_search.winrate import score_deviation, win_probability

from .. import __version__
from ..engine.kernel_loading import FIELD_ONLY, KernelLoading
from ..engine.move_choice import MoveContext, start_lookahead
from ..errors import shown
from ..files.json_lines import Fields, shown_value
from ..protocol import log_line, take_standard_input, take_standard_output, write_all
from ..settings import Settings
from ..streaming import CHUNK_BYTES, Inbox
from .query import Task, read_tasks
from .query_line import QueryError, read_object, whole_number

MAX_LINE_BYTES = 2**20
"""A longer line is refused unread. A thousand moves take some 12,000 bytes."""
DECIMALS = 6
"""Of the numbers in a reply."""
ACTIONS = ("query_version", "query_models", "clear_cache", "terminate", "terminate_all")


@dataclass
class _Search:
    """The search of the current task.

    due -- clock time of the next report; deadline -- when it has to end; field_only -- whether kernels were missing
    """

    task: Task
    lookahead: Lookahead
    due: float
    deadline: float
    field_only: bool


class AnalysisEngine:
    """KataGo's analysis engine: takes lines of input, and analyses in short steps so that input is read between them.

    write -- takes each reply; log -- takes a line for stderr; clock -- returns seconds
    kernels -- those that are being compiled in the background; replies by the control field alone say so in `warning`
    """

    def __init__(
        self,
        settings: Settings,
        write: Callable[[Fields], None],
        log: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        kernels: KernelLoading | None = None,
    ) -> None:
        self._settings = settings
        self._write = write
        self._log = log
        self._clock = clock
        self._kernels = kernels
        self._waiting: list[Task] = []
        self._search: _Search | None = None
        self._trees = TreeStore()

    @property
    def busy(self) -> bool:
        """Whether final replies are still due."""
        return self._search is not None or bool(self._waiting)

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
            self._report_fault(error, id_)
        else:
            for warning in warnings:
                self._write({"warning": warning.text, "field": warning.field, **id_})
            self._waiting += tasks

    def step(self) -> None:
        """Begin the next task or deepen the search of the current one; report, and write the final reply at its end."""
        if self._search is None and not self._waiting:
            return
        task = self._search.task if self._search else self._next()
        try:
            if self._search is None:
                self._search = self._begin(task)
            elif self._is_done(self._search) or not self._search.lookahead.deepen():
                self._write(self._reply(self._search, during=False))
                self._search = None
            elif self._clock() >= self._search.due:
                self._write(self._reply(self._search, during=True))
                self._search.due = self._clock() + task.query.budget.report_interval
        except OSError:  # the client has gone
            raise
        except Exception as error:
            self._search = None
            self._report_fault(error, {"id": task.query.id})
            self._write(_no_results(task))

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
            self._trees = TreeStore()
        else:
            raise QueryError("action", f"expected one of {', '.join(ACTIONS)}; got {shown(str(action))}")
        self._write({**fields, **answer})

    def _terminate(self, id_: str | None, turns: frozenset[int] | None) -> None:
        """End the tasks of that id (None: any) and those turns (None: all); each gets its final reply at once."""

        def selected(task: Task) -> bool:
            return (id_ is None or task.query.id == id_) and (turns is None or task.turn in turns)

        if self._search is not None and selected(self._search.task):
            self._write(self._reply(self._search, during=False))
            self._search = None
        for task in filter(selected, self._waiting):
            self._write(_no_results(task))
        self._waiting = [task for task in self._waiting if not selected(task)]

    def _report_fault(self, error: Exception, id_: Fields) -> None:
        """Report a bug of ours to the client and the log."""
        text = f"internal error: {type(error).__name__}: {shown(str(error), 200)}"
        self._log(text)
        self._write({"error": text, **id_})

    # -- analysis -----------------------------------------------------------------------------------------------

    def _next(self) -> Task:
        """Remove and return the waiting task of highest priority, the earliest among equals."""
        first = max(range(len(self._waiting)), key=lambda index: self._waiting[index].priority)
        return self._waiting.pop(first)

    def _reply(self, search: _Search, during: bool) -> Fields:
        answer = reply(search.task, search.lookahead, during)
        return answer | {"warning": FIELD_ONLY} if search.field_only else answer

    def _begin(self, task: Task) -> _Search:
        if self._kernels is not None:
            self._kernels.update()
        now = self._clock()
        budget = task.query.budget
        settings, cache = self._settings, ReadingCache()
        evaluation = evaluate(
            task.position, task.query.rules, task.query.komi, settings.control(), budget=settings.status(),
            memory=cache, control_only=settings.get("play.control_only"),
        )
        context = MoveContext(task.recent, task.forbidden, task.restrictions)
        lookahead = start_lookahead(evaluation, context, settings, cache, trees=self._trees)
        asked = settings.get("play.control_only")
        field_only = self._kernels is not None and self._kernels.field_only and not asked
        return _Search(task, lookahead, now + budget.report_interval, now + budget.seconds, field_only)

    def _is_done(self, search: _Search) -> bool:
        visits, lookahead = search.task.query.budget.visits, search.lookahead
        # A budget as large as that of genmove is for a choice of a move, which may take some more visits.
        chosen = lookahead.chosen or visits < self._settings.get("play.visits")
        enough = lookahead.root_visits - lookahead.reused >= visits and chosen
        return enough or self._clock() >= search.deadline


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


# -- replies -----------------------------------------------------------------------------------------------------


def reply(task: Task, lookahead: Lookahead, during: bool) -> Fields:
    """Return the reply for one turn. during -- whether another will follow."""
    query, grid = task.query, task.position.grid
    mover = task.position.to_move
    side = query.perspective or mover

    def numbers(lead: float, values: npt.NDArray[np.float64]) -> Fields:
        """Win rate and score for `side`. lead -- Black's, komi excluded; values -- the control map that it rests on."""
        # Win rates are taken with the root's control map for all moves, so that they keep the order of the leads.
        chance = win_probability(lead - query.komi, lookahead.root_values)
        winrate = chance if side is BLACK else 1 - chance
        points = round(side * (lead - query.komi), DECIMALS) + 0.0  # no -0.0
        return {
            "winrate": round(winrate, DECIMALS),
            "utility": round(2 * winrate - 1, DECIMALS) + 0.0,
            "scoreLead": points,
            "scoreMean": points,
            "scoreSelfplay": points,
            "scoreStdev": round(score_deviation(values), DECIMALS),
        }

    def info(order: int, line: Line) -> Fields:
        fields: Fields = {"move": grid.vertex(line.point), "order": order, "visits": line.visits}
        fields |= numbers(line.lead, line.values)
        fields |= {"prior": _six_digits(line.prior), "pv": [grid.vertex(point) for point in line.pv]}
        if query.pv_visits:
            fields["pvVisits"] = list(line.pv_visits)
        if query.moves_ownership:
            fields["ownership"] = _flat_ownership(line.values, side)
        return fields

    root = {"visits": lookahead.root_visits, "currentPlayer": mover.letter}
    answer: Fields = {
        "id": query.id,
        "isDuringSearch": during,
        "turnNumber": task.turn,
        "rootInfo": root | numbers(lookahead.root_lead, lookahead.root_values),
        "moveInfos": [info(order, line) for order, line in enumerate(lookahead.lines)],
    }
    if query.ownership:
        answer["ownership"] = _flat_ownership(lookahead.root_values, side)
    if query.policy:
        answer["policy"] = [_six_digits(lookahead.priors.get(point, -1.0)) for point in (*range(grid.area), PASS)]
    return answer


def _no_results(task: Task) -> Fields:
    """Return the final reply of a turn that was not analysed."""
    return {"id": task.query.id, "isDuringSearch": False, "noResults": True, "turnNumber": task.turn}


def _flat_ownership(values: npt.NDArray[np.float64], side: Color) -> list[float]:
    flat: list[float] = (int(side) * values.reshape(-1).round(DECIMALS) + 0.0).tolist()
    return flat


def _six_digits(probability: float) -> float:
    """Round to six significant digits."""
    return float(f"{probability:.6g}")


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
        analyst = AnalysisEngine(
            settings, lambda answer: write_all(output, _encoded(answer)), log_line, kernels=kernels
        )
        # Not through sys.stdin: a thread that waits in it holds a lock that Python wants when it exits.
        with Inbox(split_lines(iter(lambda: os.read(source, CHUNK_BYTES), b""))) as inbox:
            _serve(inbox, analyst)
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
            analyst.step()
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
