"""The final status of a game's board by the settings: by careful reading, or by unconditional life alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.board import Game
from analysis.runtime.kernel_mode import is_reading_compiled
from analysis.runtime.work_limit import current_work

from ..settings import Settings

if TYPE_CHECKING:
    from analysis.ownership.final_status import FinalBoard
    from analysis.status import ReadingCache, StatusBudget

CHAIN_TIMES, GROUP_TIMES, BOARD_TIMES = 2, 10, 2
"""A finished board is read with so many times the nodes of the settings: it is judged once, and must be right."""


def uses_reading(settings: Settings) -> bool:
    """Whether chains are judged by reading, which needs compiled kernels; else by unconditional life alone."""
    return not settings.get("play.control_only") and is_reading_compiled()


def final_budget(settings: Settings) -> StatusBudget:
    """Return the limits of reading on a finished board."""
    from analysis.status import StatusBudget

    usual = settings.status()
    return StatusBudget(CHAIN_TIMES * usual.chain, GROUP_TIMES * usual.group, BOARD_TIMES * usual.board, staged=False)


def final_status_of(game: Game, settings: Settings, reading_cache: ReadingCache | None = None) -> FinalBoard:
    """Return the final status of a game's board as it stands; `reading_cache` keeps it, and what was read for it."""
    from analysis.ownership.final_status import final_status, proved_final

    position, rules = game.position, game.rules
    if not uses_reading(settings):
        return proved_final(position, rules)
    from analysis.status import ReadingCache

    cache = ReadingCache() if reading_cache is None else reading_cache
    budget, control = final_budget(settings), settings.control()

    def find() -> FinalBoard:
        return final_status(position, rules, budget=budget, memory=cache, settings=control)

    question = "final", rules, budget, control
    found = cache.answer(position, question, find, lambda found: 0)
    if current_work().is_stopped:
        cache.forget(question)
    return found


__all__ = ["final_budget", "final_status_of", "uses_reading"]
