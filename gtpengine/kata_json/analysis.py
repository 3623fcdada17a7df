"""KataGo's JSON analysis protocol, for KaTrain and scripts: one object a line in, one a line out.

Every turn of a query gets exactly one final reply (`isDuringSearch` false), those of higher priority first, else in
the order they came. A line that cannot be answered gets {"error"}, with `field` and `id` where they are known, and the
next line is read. Values are Black's unless a query says otherwise by reportAnalysisWinratesAs (as in the example
configuration that comes with KataGo).

What the words of a reply mean here:
  visits     -- boards evaluated; never fewer than a first look takes, whatever maxVisits says; some more where so many
                are asked for as a choice takes (play.boards), so that the first move is the one that would be played;
                and no more than analyse.boards or play.boards: a search that has nothing left to do ends
  scoreLead  -- points, komi and handicap bonus included, on one scale for the root and its moves; scoreMean and
                scoreSelfplay repeat it for clients that read those
  winrate    -- analysis.tree_search.winrate of that lead; utility = 2 winrate - 1, of the same side
  scoreStdev -- analysis.tree_search.winrate.score_deviation: a standard deviation in points
  policy, prior -- no network's: how likely a player is to make the move, by its shape; 0 for filling an own eye; -1 if
                illegal. Without reading, a softmax of what each move gains
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
from analysis.tree_search.winrate import score_deviation, win_probability

from .. import __version__
from ..engine.move_choice import MoveContext, start_lookahead
from ..errors import shown
from ..files.json_lines import Fields, shown_value
from ..protocol import log_line, take_standard_output, write_all
from ..settings import Settings
from ..streaming import CHUNK_BYTES, Inbox
from .query import QueryError, Task, read_object, read_tasks

MAX_LINE_BYTES = 2**20
"""Bytes; a longer line is refused unread. A thousand moves are some 12,000."""
DECIMALS = 6
ACTIONS = ("query_version", "query_models", "clear_cache", "terminate", "terminate_all")


@dataclass
class _Search:
    """A task under way. `due` -- when the next report is, on the clock; `deadline` -- when it has to end."""

    task: Task
    lookahead: Lookahead
    due: float
    deadline: float


class AnalysisEngine:
    """Answers lines, one step of analysis at a time, so that lines are heard between steps.

    write -- takes each reply; log -- takes a line for whoever reads stderr; clock -- seconds
    """

    def __init__(
        self,
        settings: Settings,
        write: Callable[[Fields], None],
        log: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._write = write
        self._log = log
        self._clock = clock
        self._waiting: list[Task] = []
        self._search: _Search | None = None

    @property
    def busy(self) -> bool:
        """Whether final replies are still due."""
        return self._search is not None or bool(self._waiting)

    def feed(self, raw: bytes) -> None:
        """Take in one line: actions, errors and warnings are answered at once, turns to analyse wait for `step`."""
        if not raw.strip():
            return
        name: Fields = {}
        try:
            fields = _readable(raw)
            if not isinstance(fields.get("id"), str):
                raise QueryError("", f'expected a request with an "id" of text, got {shown_value(fields.get("id"))}')
            name = {"id": fields["id"]}
            if "action" in fields:
                self._perform(fields)
                return
            tasks, warnings = read_tasks(fields, self._settings)
        except QueryError as error:
            field = {"field": error.field} if error.field else {}
            self._write({"error": str(error), **field, **name})
        except OSError:  # the client has gone
            raise
        except Exception as error:
            self._report_fault(error, name)
        else:
            for warning in warnings:
                self._write({"warning": warning.text, "field": warning.field, **name})
            self._waiting += tasks

    def step(self) -> None:
        """Begin the next turn, or go on with the one under way; report, and give the final reply when it is done."""
        if self._search is None and not self._waiting:
            return
        task = self._search.task if self._search else self._next()
        try:
            if self._search is None:
                self._search = self._begin(task)
            elif self._is_done(self._search) or not self._search.lookahead.deepen():
                self._write(reply(task, self._search.lookahead, during=False))
                self._search = None
            elif self._clock() >= self._search.due:
                self._write(reply(task, self._search.lookahead, during=True))
                self._search.due = self._clock() + task.query.effort.report
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
        elif action != "clear_cache":  # nothing is kept: every turn is looked at afresh
            raise QueryError("action", f"expected {', '.join(ACTIONS)}, got {shown(str(action))}")
        self._write({**fields, **answer})

    def _terminate(self, name: str | None, turns: frozenset[int] | None) -> None:
        """End the tasks of that id (None: any) and those turns (None: all); each gets its final reply at once."""

        def meant(task: Task) -> bool:
            return (name is None or task.query.id == name) and (turns is None or task.turn in turns)

        if self._search is not None and meant(self._search.task):
            self._write(reply(self._search.task, self._search.lookahead, during=False))
            self._search = None
        for task in filter(meant, self._waiting):
            self._write(_no_results(task))
        self._waiting = [task for task in self._waiting if not meant(task)]

    def _report_fault(self, error: Exception, name: Fields) -> None:
        """Tell the client of a fault of ours."""
        text = f"internal error: {type(error).__name__}: {shown(str(error), 200)}"
        self._log(text)
        self._write({"error": text, **name})

    # -- analysis -----------------------------------------------------------------------------------------------

    def _next(self) -> Task:
        """Take the task of highest priority from those waiting, the earliest among equals."""
        first = max(range(len(self._waiting)), key=lambda place: self._waiting[place].priority)
        return self._waiting.pop(first)

    def _begin(self, task: Task) -> _Search:
        now = self._clock()
        effort = task.query.effort
        settings, memory = self._settings, ReadingCache()
        evaluation = evaluate(
            task.position, task.query.rules, task.query.komi, settings.control(), budget=settings.status(),
            memory=memory, control_only=settings.get("play.control_only"),
        )
        turn = MoveContext(task.recent, task.forbidden, task.limits)
        lookahead = start_lookahead(evaluation, turn, settings, memory)
        return _Search(task, lookahead, now + effort.report, now + effort.seconds)

    def _is_done(self, search: _Search) -> bool:
        wanted, found = search.task.query.effort.visits, search.lookahead
        # As many boards as a choice takes are a choice: it looks at some more, to make sure.
        chosen = found.chosen or wanted < self._settings.get("play.boards")
        enough = found.root_visits >= wanted and chosen
        return enough or self._clock() >= search.deadline


def _readable(raw: bytes) -> Fields:
    if len(raw) > MAX_LINE_BYTES:
        raise QueryError("", f"line too long: expected at most {MAX_LINE_BYTES} bytes")
    return read_object(raw)


def _turn_numbers(fields: Fields) -> frozenset[int] | None:
    """The turns that a terminate action is about; None for all."""
    if "turnNumbers" not in fields:
        return None
    turns = fields["turnNumbers"]
    if not isinstance(turns, list) or not all(isinstance(turn, int) for turn in turns):
        raise QueryError("turnNumbers", f"expected a list of integers, got {shown_value(turns)}")
    return frozenset(turns)


# -- replies -----------------------------------------------------------------------------------------------------


def reply(task: Task, lookahead: Lookahead, during: bool) -> Fields:
    """The reply for one turn. during -- whether another will follow."""
    query, grid = task.query, task.position.grid
    mover = task.position.to_move
    side = query.perspective or mover

    def worth(lead: float, values: npt.NDArray[np.float64]) -> Fields:
        """What Black's lead, komi excluded, is worth to `side`; values -- the control map behind it."""
        # The root's map for all moves: so the order of the win rates is that of the leads.
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
        found: Fields = {"move": grid.vertex(line.point), "order": order, "visits": line.visits}
        found |= worth(line.lead, line.values)
        found |= {"prior": _six_digits(line.prior), "pv": [grid.vertex(point) for point in line.pv]}
        if query.pv_visits:
            found["pvVisits"] = list(line.pv_visits)
        if query.moves_ownership:
            found["ownership"] = _flat_ownership(line.values, side)
        return found

    root = {"visits": lookahead.root_visits, "currentPlayer": mover.letter}
    answer: Fields = {
        "id": query.id,
        "isDuringSearch": during,
        "turnNumber": task.turn,
        "rootInfo": root | worth(lookahead.root_lead, lookahead.root_values),
        "moveInfos": [info(order, line) for order, line in enumerate(lookahead.lines)],
    }
    if query.ownership:
        answer["ownership"] = _flat_ownership(lookahead.root_values, side)
    if query.policy:
        answer["policy"] = [_six_digits(lookahead.priors.get(point, -1.0)) for point in (*range(grid.area), PASS)]
    return answer


def _no_results(task: Task) -> Fields:
    """The final reply of a turn that was not looked at."""
    return {"id": task.query.id, "isDuringSearch": False, "noResults": True, "turnNumber": task.turn}


def _flat_ownership(values: npt.NDArray[np.float64], side: Color) -> list[float]:
    flat: list[float] = (int(side) * values.reshape(-1).round(DECIMALS) + 0.0).tolist()
    return flat


def _six_digits(share: float) -> float:
    """Six digits, however small."""
    return float(f"{share:.6g}")


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
        source = sys.stdin.fileno()
        analyst = AnalysisEngine(settings, lambda answer: write_all(output, _encoded(answer)), log_line)
        # Not through sys.stdin: a thread that waits in it holds a lock that Python wants when it exits.
        with Inbox(split_lines(iter(lambda: os.read(source, CHUNK_BYTES), b""))) as inbox:
            _serve(inbox, analyst)
    except (BrokenPipeError, ConnectionError):
        return 0  # the client has gone: nobody is left to be told
    except OSError as error:
        log_line(f"standard input or output: {error.strerror}")
        return 1
    return 0


def _serve(inbox: Inbox, analyst: AnalysisEngine) -> None:
    """Feed all lines that are there before each step, until they end and nothing is left to do."""
    ended = False
    while analyst.busy or not ended:
        if ended or (analyst.busy and not inbox.waiting()):
            analyst.step()
        elif (raw := inbox.take()) is not None:
            analyst.feed(raw)
        else:
            ended = True


def split_lines(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The lines of a stream; the last one may lack its line end. Of a line too long, just enough to be refused."""
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
