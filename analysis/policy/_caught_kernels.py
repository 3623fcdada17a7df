"""Compiled kernels of `features`: which chains are caught, by reading ladders.

Written is CAUGHT in the table of chains: of a chain with one liberty, 1 if it cannot escape by extending; with two, 1
if a move on the first begins a ladder that catches it, plus 2 for the second. No point is forbidden by ko at first.
"""

from __future__ import annotations

from ..reading._ladder_kernels import is_caught
from ..reading._question_kernels import PROVER, TARGET
from ..reading._reading_board_kernels import COUNT, NONE, TOP, play, set_up, undo
from ..reading._reading_board_kernels import HEAD as CELL_HEAD
from ..runtime.jit import kernel
from ._survey_kernels import CAUGHT, COLOR, FIRST, HEAD, LIBERTIES


@kernel
def find_caught(stones, reading, chains, count):
    """Write CAUGHT of so many chains.

    reading -- (board, search), as of `reading.workspace`
    """
    board, search = reading
    set_up(board, stones, NONE, False)
    for n in range(count):
        chain = chains[n]
        if chain[LIBERTIES] > 2:
            continue
        search.question[TARGET] = chain[HEAD]
        search.question[PROVER] = -chain[COLOR]
        if chain[LIBERTIES] == 1:
            chain[CAUGHT] = _is_caught_in_atari(board, search, chain[FIRST], chain[COLOR])
        elif chain[LIBERTIES] == 2:
            for k in range(2):
                chain[CAUGHT] |= is_caught(board, search, search.zones[0], chain[FIRST + k]) << k


@kernel
def _is_caught_in_atari(board, search, point, color):
    """Return whether a chain, the target, cannot escape by extending at its last liberty."""
    height = board.counters[TOP]
    if not play(board, point, color):
        return True
    count = board.cells[board.cells[search.question[TARGET], CELL_HEAD], COUNT]
    caught = count < 2 or (count == 2 and is_caught(board, search, search.zones[0], NONE))
    undo(board, height)
    return caught
