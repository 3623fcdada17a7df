"""Questions to the solver, answered from disk or by a search, for the shell and for GTP."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from analysis.board import BLACK, PASS, WHITE, Game, Position, Scoring, Tax
from analysis.solver import Budget, Guesser, Rules, Solution, SolverError, State, solve

from ..text.solve import SolveReport
from .solution_store import SolutionStore


class SolveError(ValueError):
    """A question that cannot be solved. The message is one line."""


@dataclass(frozen=True)
class SolveQuery:
    """A position to solve. komi -- prove who wins with it; None to prove the score."""

    height: int
    width: int
    start: State
    rules: Rules
    komi: Fraction | None = None

    @classmethod
    def of_game(cls, game: Game) -> SolveQuery:
        """Return the question for a game's position, with endless play drawn. Earlier positions are ignored.

        Raises SolveError for territory scoring, and for rules with a tax.
        """
        if game.rules.scoring is not Scoring.AREA:
            raise SolveError("exact values need area scoring, the rules in force score territory")
        if game.rules.tax is not Tax.NONE:
            raise SolveError(f"exact values need rules without a tax, the rules in force have {game.rules.tax.value}")
        passes = [move.point == PASS for move in game.moves[-2:]]
        state = state_of(game.position)._replace(passed=passes[-1:] == [True] and passes != [True, True])
        return cls(game.grid.height, game.grid.width, state, Rules(game.rules.ko, suicide=game.rules.suicide))

    def answer(
        self, budget: Budget, store: SolutionStore | None, guesser: Guesser | None = None, anew: bool = False
    ) -> SolveReport:
        """Return the stored solution if it answers the question; else search, from the stored brackets on, and store.

        anew -- search in any case, for a solution with knowledge of other positions

        Raises SolveError for boards that no solver supports.
        """
        known = None if store is None else store.load(self.height, self.width, self.start, self.rules, self.komi)
        if known is not None and known.proved and not anew:
            return SolveReport(known, from_cache=True)
        found = self._search(budget, None if anew else known, guesser)
        return SolveReport(found if store is None else store.save(found))

    def _search(self, budget: Budget, known: Solution | None, guesser: Guesser | None) -> Solution:
        try:
            return solve(
                self.height, self.width, start=self.start, rules=self.rules, komi=self.komi, budget=budget,
                known=known, guesser=guesser,
            )
        except SolverError as error:
            raise SolveError(str(error)) from None


def state_of(position: Position) -> State:
    """Return a position as a state of the solver, without a pass before it."""
    stones = position.stones.tolist()
    black, white = (sum(1 << point for point, stone in enumerate(stones) if stone == color) for color in (BLACK, WHITE))
    return State(black, white, position.to_move, int(position.ko))
