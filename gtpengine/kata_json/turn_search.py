"""The search of one turn of a query in short steps, so that its caller can read input between them."""

from __future__ import annotations

import math
from collections.abc import Callable

from analysis.evaluation import evaluate
from analysis.runtime.notices import notify
from analysis.runtime.work_limit import limited
from analysis.status import ReadingCache
from analysis.tree_search.tree_reuse import TreeStore

from ..engine.kernel_loading import FIELD_ONLY, KernelLoading
from ..engine.move_choice import MoveContext, start_lookahead
from ..errors import shown
from ..files.json_lines import Fields
from ..settings import Settings
from .query import Task
from .turn_reply import reply


class TurnSearch:
    """A search that has evaluated the position of a task, and is deepened by `step` until the task's budget is spent.

    clock   -- returns seconds
    kernels -- those that are being compiled in the background; replies by the control field alone say so in `warning`
    trees   -- searches of earlier positions, from which this one goes on, and where it is kept; None: it stands alone
    reading_cache -- what was read in other positions; it only saves time
    """

    def __init__(
        self,
        task: Task,
        settings: Settings,
        clock: Callable[[], float],
        kernels: KernelLoading | None = None,
        trees: TreeStore | None = None,
        reading_cache: ReadingCache | None = None,
    ) -> None:
        if kernels is not None:
            kernels.update()
        now = clock()
        self.task = task
        self._clock = clock
        self._choice_visits = settings.get("play.visits")
        cache, control_only = reading_cache or ReadingCache(), settings.get("play.control_only")
        context, seconds = MoveContext(task.recent, task.forbidden, task.restrictions), task.query.budget.seconds
        with limited(seconds=seconds if math.isfinite(seconds) else None) as work:
            evaluation = evaluate(
                task.position, task.query.rules, task.query.komi, settings.control(), budget=settings.status(),
                memory=cache, control_only=control_only,
            )
            self._lookahead = start_lookahead(evaluation, context, settings, cache, trees=trees)
        if work.omissions:
            notify(f"{shown(task.query.id)}: less was done, as time or budget is used up: {'; '.join(work.omissions)}")
        self._field_only = kernels is not None and kernels.field_only and not control_only
        self._due = now + task.query.budget.report_interval
        self._deadline = now + task.query.budget.seconds

    def step(self) -> Fields | None:
        """Deepen the search; return the reply if one is due, the final one (`isDuringSearch` false) at the end."""
        if self._is_done() or not self._lookahead.deepen():
            return self.reply(during=False)
        if self._clock() < self._due:
            return None
        answer = self.reply(during=True)
        self._due = self._clock() + self.task.query.budget.report_interval
        return answer

    def reply(self, during: bool) -> Fields:
        """Return the reply by what has been found so far. during -- whether another will follow."""
        answer = reply(self.task, self._lookahead, during)
        return answer | {"warning": FIELD_ONLY} if self._field_only else answer

    def _is_done(self) -> bool:
        visits, lookahead = self.task.query.budget.visits, self._lookahead
        # A budget as large as that of genmove is for a choice of a move, which may take some more visits.
        chosen = lookahead.chosen or visits < self._choice_visits
        enough = lookahead.root_visits - lookahead.reused >= visits and chosen
        return enough or self._clock() >= self._deadline


__all__ = ["TurnSearch"]
