"""The finished board by the settings: read with care, or by unconditional life alone; the same board only once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.board import Game

from ..settings import Settings

if TYPE_CHECKING:
    from analysis.ownership.final_status import Final
    from analysis.status import ReadingCache

CHAIN_TIMES, GROUP_TIMES = 2, 10
"""A finished board is read with so many times the nodes of the settings: it is asked for once, and must be right."""


def is_read(settings: Settings) -> bool:
    """Whether the settings, and compiled kernels, let status decide; otherwise unconditional life alone does."""
    from analysis.runtime import jit  # loads numba

    return jit.COMPILED and not settings.get("play.control_only")


def final_of(game: Game, settings: Settings, memory: ReadingCache | None = None) -> Final:
    """The final status of a game's board as it stands; `memory` keeps it, and what was read for it."""
    from analysis.ownership.final_status import final_status, proved_final

    position, rules = game.position, game.rules
    if not is_read(settings):
        return proved_final(position, rules)
    from analysis.status import ReadingCache, StatusBudget

    memory = ReadingCache() if memory is None else memory
    usual, control = settings.status(), settings.control()
    budget = StatusBudget(CHAIN_TIMES * usual.chain, GROUP_TIMES * usual.group)

    def find() -> Final:
        return final_status(position, rules, budget=budget, memory=memory, settings=control)

    return memory.answer(position, ("final", rules, budget, control), find, lambda found: ())
