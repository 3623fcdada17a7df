"""One question about a local goal, searched by df-pn: a capture, a connection of two chains, the death of a group.

The side that tries to reach the goal is the prover, the other the refuter. What the prover can reach is proved against
all legal moves of the refuter; what it cannot reach was searched with the moves that the goal suggests. Both hold for a
given number of ko threats of each side, each of which allows it to retake a ko at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..board import NO_POINT, Color, Position
from ..board.legal_line import legal_line
from .answer import Answer, Evidence, Result
from .workspace import workspace

LONGEST_LINE = 80
EXTRA_LENGTH = 2
"""How much the distance of two chains may grow before they count as cut: searched with 0, 1 and 2 in turn."""


class Question(NamedTuple):
    """A question about a local goal.

    Fields:
      prover -- Color of the side that tries to reach the goal
      mover  -- Color of the side to move
      target -- a stone of the chain that is to be captured, or of one of two chains that are to be connected
      nodes  -- the limit of each search
      escape -- of a capture: the number of liberties at which the chain is safe
      other  -- a stone of the chain to be connected to the target; None for another goal
      group  -- the stones of a group that is to be killed; empty for another goal
      least  -- how many of them have to live
      safe   -- stones of either side that count as safe, with their chains
      two_eyes -- whether the group has to get two eyes, a link or a way out: a seki does not count as life
      estimates -- 0, or the points to itself with which the group is likely to live: then that is taken for a fact
      rival  -- stones of the prover that may be captured first: a race
      rival_least -- how many of them have to stay on the board, lest the group lives; with 0 it needs eyes or a link
      doomed -- 0, or the points to itself with fewer of which a group that cannot get two eyes is likely to die: then
                that is taken for a fact, and of the refuter only the moves that the goal suggests are tried
      selective -- the group as `selective.groups.GroupContext.arrays` has it: then it is to be killed by selected
                moves, positions are evaluated statically, and no field after `group` counts
    """

    prover: Color
    mover: Color
    target: int
    nodes: int
    escape: int = 0
    other: int | None = None
    group: tuple[int, ...] = ()
    least: int = 1
    safe: tuple[int, ...] = ()
    two_eyes: bool = False
    estimates: int = 0
    rival: tuple[int, ...] = ()
    rival_least: int = 0
    doomed: int = 0
    selective: Any = None

    @property
    def presumed(self) -> bool:
        """Whether the prover counts as successful if the search was not finished: connections do, captures do not."""
        return self.other is not None


class Outcome(NamedTuple):
    """What one search found.

    Fields:
      proved  -- whether the prover reaches the goal; None if the search was not finished
      move    -- the first move, negative if there is none; of an unfinished search the most promising one
      line    -- principal variation; empty if the search was not finished
      ko      -- whether a ko was met
      short   -- whether a line was cut off for its length
      numbers -- the proof and the disproof number
      relevance -- the relevance zone of the result, as a set (`board.bit_sets`); empty if the search was not finished
    """

    proved: bool | None
    move: int
    line: tuple[int, ...]
    ko: bool
    short: bool
    numbers: tuple[int, int]
    relevance: int


class LocalSearch:
    """The searches of a question.

    nodes, finished -- of all searches so far; endless -- so many ko threats stand for any number of them
    """

    def __init__(self, position: Position, question: Question) -> None:
        self.question, self._position = question, position
        self._fields, self._sets, results, self._connections = _kernels()
        self._run, self.endless = results.run, self._fields.MANY
        space = workspace(position.grid)
        self._board, self._search = space.board, space.search(question.nodes)
        other = question.target if question.other is None else question.other
        goal = self._fields.CONNECT if question.other is not None else self._fields.CAPTURE
        if question.group:
            goal = self._fields.KILL
        if question.selective is not None:
            goal = self._fields.SELECTIVE
            state = self._search.selective._replace(group=question.selective)
            self._search = self._search._replace(selective=state)
        self._search.question[:] = (
            goal, question.prover, question.mover == question.prover, question.target, other, question.escape,
            question.nodes, question.least, question.two_eyes,
            any(question.rival or position.colors[point] == -question.prover for point in question.safe),
            question.estimates,
            bool(question.rival), question.rival_least, question.doomed,
        )
        ko = position.ko if question.mover == position.to_move else NO_POINT
        space.set_up(position, ko, question.safe)
        for stones, points in ((self._search.group, question.group), (self._search.rival, question.rival)):
            stones.fill(0)
            if points:
                self._sets.add_all(stones, np.array(points, np.int64))
        self._limits = (question.escape,) if question.other is None else self._distances()
        self._zone, self._line = np.zeros(space.words, np.int64), np.empty(LONGEST_LINE, np.int64)
        self.nodes, self.finished = 0, True

    @property
    def state(self) -> tuple[Any, Any]:
        """The board and the search of the question, for kernels; the next question on this thread writes over them."""
        return self._board, self._search

    def _distances(self) -> tuple[int, ...]:
        """Return the distances up to which a connection is searched, in turn."""
        longest = self._fields.LONGEST_PATH
        distance = int(self._connections.root_distance(self._board, self._search))
        shortest = min(distance + (not self._search.question[self._fields.PROVER_FIRST]), longest)
        return tuple(range(shortest, min(shortest + EXTRA_LENGTH, longest) + 1))

    def search(self, prover_threats: int, refuter_threats: int, nodes: int | None = None) -> Outcome:
        """Search the question with these numbers of ko threats, with each limit until the prover succeeds.

        A failure with a low limit is the answer if the search with a higher one is not finished. A search that was not
        finished is continued when it is asked again.

        nodes -- the limit of this search; by default that of the question
        """
        fields, search = self._fields, self._search
        root, totals = search.nodes[0], search.totals
        root[fields.PROVER_THREATS], root[fields.REFUTER_THREATS] = prover_threats, refuter_threats
        totals[fields.NODES] = 0
        if nodes is None:  # results that a search goes on from may depend on kos
            totals[fields.KO_MET] = 0
        search.question[fields.BUDGET] = self.question.nodes if nodes is None else nodes
        outcome = None
        for limit in self._limits:
            if len(self._limits) > 1:  # results hold for a limit only
                search.table_keys.fill(0)
            search.question[fields.LIMIT] = limit
            found = self._outcome()
            if outcome is None or found.proved is not None:
                outcome = found
            if found.proved is not False or totals[fields.NODES] >= search.question[fields.BUDGET]:
                break
        self.nodes += int(totals[fields.NODES])
        self.finished &= found.proved is not None
        assert outcome is not None
        return outcome

    def _outcome(self) -> Outcome:
        """Search with the limits and ko threats that are set."""
        fields, search = self._fields, self._search
        length = self._run(self._board, search, self._line, self._zone)
        result = search.nodes[0, fields.RESULT :].tolist()
        proved = True if result[fields.PN] == 0 else False if result[fields.DN] == 0 else None
        points = tuple(self._line[:length].tolist()) if proved is not None else ()
        ko, short = bool(search.totals[fields.KO_MET]), bool(result[fields.FLAGS] & fields.SHORT)
        if ko:
            points = legal_line(self._position, self.question.mover, points)
        move = self._promising() if proved is None and self.question.group else result[fields.MOVE]
        relevance = 0 if proved is None else self._bits(search.zones[0])
        return Outcome(proved, move, points, ko, short, (result[fields.PN], result[fields.DN]), relevance)

    def _promising(self) -> int:
        """Return the first move whose numbers are in the best proportion; PASS if there is none."""
        fields, search = self._fields, self._search
        proving = bool(search.question[fields.PROVER_FIRST])
        mine, theirs = (fields.PN, fields.DN) if proving else (fields.DN, fields.PN)
        children = search.children[0, : search.nodes[0, fields.COUNTED]].tolist()
        moves = [child for child in children if child[fields.MOVE] >= 0]
        best = min(moves, key=lambda child: child[mine] / max(child[theirs], 1), default=None)
        return fields.PASS if best is None else int(best[fields.MOVE])

    def static_zone(self) -> int:
        """Return the points on which it rests that the group, asked about by selected moves, is statically alive: a set
        (`board.bit_sets`), 0 if it is not.
        """
        zone = np.zeros_like(self._zone)
        proving = bool(self._search.question[self._fields.PROVER_FIRST])
        _, disproof, _ = _selective_kernels().evaluate(self._board, self._search, proving, zone)
        return 0 if disproof else self._bits(zone)

    def zone(self) -> int:
        """Return the points that the results of all searches so far depend on, as a set (`board.bit_sets`)."""
        return self._bits(self._zone)

    def _bits(self, words: npt.NDArray[np.int64]) -> int:
        """Return a set of points in the words of the kernels as an integer."""
        bits = 0
        for word in words[::-1].tolist():
            bits = bits << self._sets.BITS | word
        return bits


@cache
def _kernels() -> tuple[ModuleType, ModuleType, ModuleType, ModuleType]:
    """Return the kernels of questions, of sets of points, of results and of connections."""
    from . import _connection_goal_kernels, _point_set_kernels, _question_kernels, _result_kernels  # loads numba

    return _question_kernels, _point_set_kernels, _result_kernels, _connection_goal_kernels


@cache
def _selective_kernels() -> ModuleType:
    from .selective import _selective_goal_kernels  # loads numba

    return _selective_goal_kernels


def answer(position: Position, question: Question) -> Answer:
    """Answer a question about a position, regardless of the side to move there: whether the mover succeeds."""
    reading = LocalSearch(position, question)
    proving = question.mover == question.prover

    def search(mover_threats: int, other_threats: int) -> tuple[bool, Outcome]:
        """Return whether the mover succeeds; a search that was not finished counts as the question presumes."""
        outcome = reading.search(*((mover_threats, other_threats) if proving else (other_threats, mover_threats)))
        return (question.presumed if outcome.proved is None else outcome.proved) == proving, outcome

    works, found = search(0, reading.endless)
    result, threats = (Result.WORKS if works else Result.FAILS), None
    if not works and found.ko:
        result, threats, found = ko_result(reading, search, proving)
    zone = reading.zone()
    move = None if result is Result.FAILS or found.move < 0 else found.move
    proved = works == proving and found.proved is True and not found.ko and not found.short
    evidence = Evidence.PROVED if proved else Evidence.READ
    return Answer(
        result, move, found.line, zone, reading.nodes, reading.finished, evidence, threats,
        relevance_bits=found.relevance,
    )


def ko_result(
    reading: LocalSearch, search: Callable[[int, int], tuple[bool, Outcome]], proving: bool
) -> tuple[Result, int | None, Outcome]:
    """Return what a mover that fails without ko threats of its own against any number of them reaches by a ko.

    Also the number of ko threats that decides: how many the mover needs, or how many the other side needs. A prover
    that succeeds against all numbers tried needs no ko: the other side could only go on retaking for ever. But a group
    lives by a ko then, however many threats that needs.
    """
    works, plain = search(0, 0)
    found = plain
    for threats in range(1, reading.endless if works else 1):
        works, found = search(0, threats)
        if not works:
            return Result.KO_FIRST, threats if found.proved is not None else None, plain
    if works:
        endless = proving and not reading.question.group
        return (Result.WORKS, None, found) if endless else (Result.KO_FIRST, None, plain)
    works, by_ko = search(reading.endless, 0)
    if not works:
        return Result.FAILS, None, by_ko
    for threats in range(1, reading.endless if reading.finished else 1):
        if search(threats, 0)[0]:
            return Result.KO_AFTER, threats, by_ko
    return Result.KO_AFTER, None, by_ko


__all__ = ["LocalSearch", "Outcome", "Question", "answer", "ko_result"]
