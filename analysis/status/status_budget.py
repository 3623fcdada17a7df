"""The limits of reading: of each search, and of all searches of a board together."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..reading.answer import Answer
from ..runtime.work_limit import current_work
from .life_reader import GroupLife

QUESTION_UNITS = 40
"""Units of work that a question costs besides the nodes of its searches."""

POINT_UNITS, CHAIN_UNITS, PAIR_UNITS = 5, 25, 0.125
"""Units that the status of a board costs besides its questions: for each point, each chain, each pair of chains."""

OVERDRAFT_NODES = 50
"""Nodes of a search when the board's budget is used up: ataris, short ladders and small eyes are still read."""

ATTACK_SHARE = (1.0, 0.4, 0.1, 0.1)
"""Share of the nodes for the attack on a chain of 1, 2, 3 or 4 liberties: with more, late attacks hardly ever work."""
LEAST_ATTACK_NODES = 100

STAGE_NODES, STAGE_NODES_PER_BOARD = 50, 10_800
"""Nodes of the first stage of reading a group: the least, and how many more for a group as large as the board."""

LIFE_NODE_UNITS = 20
"""Units of work of a node of the search whether a group lives: it evaluates a board for each move."""

OVERDRAFT = 0.5
"""Such searches may take so many times the board's budget again; then nothing more is read."""


@dataclass(frozen=True)
class StatusBudget:
    """The limits of reading, in nodes per search, and for all searches of a board.

    chain -- for the capture of one chain; group -- for the life of one group
    board -- for all chains and groups; the default is as much as all but two of 129 positions of games on 19x19 take
    staged -- whether searches that promise no answer end earlier: attacks on chains of several liberties, and searches
              of groups whose proof numbers do not fall
    selective -- whether groups in open or large regions are searched by selected moves (`life_reader`), too
    """

    chain: int = 1000
    group: int = 1000
    board: int = 150_000
    staged: bool = True
    selective: bool = True

    def __post_init__(self) -> None:
        for name, nodes in (("chain", self.chain), ("group", self.group), ("board", self.board)):
            if nodes < 1:
                raise ValueError(f"status budget: {name}: expected at least 1 node, got {nodes}")

    def divided(self, factor: int) -> StatusBudget:
        """Return this budget with a fraction of its nodes."""
        chain, group, board = (max(1, nodes // factor) for nodes in (self.chain, self.group, self.board))
        return replace(self, chain=chain, group=group, board=board)

    def attack_nodes(self, liberties: int) -> int:
        """Return the nodes of the attack on a chain with one to four liberties."""
        if not self.staged:
            return self.chain
        return min(self.chain, max(LEAST_ATTACK_NODES, int(ATTACK_SHARE[liberties - 1] * self.chain)))

    def first_stage(self, stones: int, area: int) -> int | None:
        """Return the nodes of the first stage of reading a group: more where more of the board is at stake.

        None: the reading has no stages.
        """
        return STAGE_NODES + STAGE_NODES_PER_BOARD * stones // area if self.staged else None


class BoardAllowance:
    """What the chains of one board may still take of its budget.

    Public attributes:
      spent   -- nodes of the searches so far, and QUESTION_UNITS for each question
      reduced -- the chains for which fewer nodes were left than for a full search, by their first points
      unread  -- those of them for which none were left
    """

    def __init__(self, board: int) -> None:
        self._board = board
        self.spent = 0
        self.reduced: set[int] = set()
        self.unread: set[int] = set()

    @property
    def has_left(self) -> bool:
        """Return whether a full search is still allowed."""
        return self.spent < self._board and not current_work().is_over

    def nodes(self, full: int, chain: int) -> int:
        """Return the nodes of a search for a chain: as many as a full one has, fewer, or 0 when nothing is left."""
        if self.has_left:
            return full
        self.reduced.add(chain)
        if self.spent < (1 + OVERDRAFT) * self._board and not current_work().is_over:
            return min(full, OVERDRAFT_NODES)
        self.unread.add(chain)
        return 0

    def spend(self, units: int) -> None:
        """Count a question. A cached one counts as if it were read again, so that a board always gets the same answers.
        """
        self.spent += units
        current_work().spend(units)

    def report(self, chains: int) -> None:
        """Record what was left out, of so many chains."""
        if self.reduced:
            unread = f", {len(self.unread)} of them not at all" if self.unread else ""
            current_work().omit(f"{len(self.reduced)} of {chains} chains read with fewer nodes{unread}")


def life_units(found: Answer) -> int:
    """Return the units of work of the question whether a group lives."""
    return QUESTION_UNITS + LIFE_NODE_UNITS * found.nodes


def board_units(area: int, chains: int, open_chains: int) -> int:
    """Return the units of work that the status of a board costs besides its questions."""
    return POINT_UNITS * area + CHAIN_UNITS * open_chains + int(PAIR_UNITS * chains**2)


def answer_units(found: Answer | GroupLife) -> int:
    """Return the units of work of a question."""
    if isinstance(found, Answer):
        return QUESTION_UNITS + found.nodes
    return QUESTION_UNITS + found.enemy_first.nodes + found.owner_first.nodes


__all__ = ["BoardAllowance", "StatusBudget", "answer_units", "board_units", "life_units"]
