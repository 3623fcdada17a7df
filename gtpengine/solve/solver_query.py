"""Questions to the solver, and their answers with what is kept on disk: for the shell and for GTP alike."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from analysis.board import BLACK, PASS, WHITE, Game, Position, Scoring
from analysis.solver import Budget, Guesser, Rules, Solution, SolverError, State, solve

from ..text.solve import SolveReport
from .solution_store import Store


class SolveError(ValueError):
    """Something that cannot be solved as it was asked for. The message is one line."""


@dataclass(frozen=True)
class Question:
    """What is to be solved. komi -- None to ask for the score."""

    height: int
    width: int
    start: State
    rules: Rules
    komi: Fraction | None = None

    @classmethod
    def of_game(cls, game: Game) -> Question:
        """The value of a game's position with endless play drawn. The game's earlier boards are forgotten.

        Raises SolveError for territory scoring.
        """
        if game.rules.scoring is not Scoring.AREA:
            raise SolveError("values are by area scoring, the rules in force score territory")
        passes = [move.point == PASS for move in game.moves[-2:]]
        state = state_of(game.position)._replace(passed=passes[-1:] == [True] and passes != [True, True])
        return cls(game.grid.height, game.grid.width, state, Rules(game.rules.ko, suicide=game.rules.suicide))

    def answer(
        self, budget: Budget, store: Store | None, guesser: Guesser | None = None, anew: bool = False
    ) -> SolveReport:
        """What is on disk if that is an answer, else what the solver says, going on from what is on disk; it is kept.

        anew -- search in any case, for an answer that knows the other positions too
        Raises SolveError for boards that no engine takes.
        """
        known = None if store is None else store.load(self.height, self.width, self.start, self.rules, self.komi)
        if known is not None and known.proved and not anew:
            return SolveReport(known, kept=True)
        found = self._searched(budget, None if anew else known, guesser)
        return SolveReport(found if store is None else store.save(found))

    def _searched(self, budget: Budget, known: Solution | None, guesser: Guesser | None) -> Solution:
        try:
            return solve(
                self.height, self.width, start=self.start, rules=self.rules, komi=self.komi, budget=budget,
                known=known, guesser=guesser,
            )
        except SolverError as error:
            raise SolveError(str(error)) from None


def state_of(position: Position) -> State:
    """A position as the solver has it; nobody has passed."""
    stones = position.stones.tolist()
    black, white = (sum(1 << point for point, stone in enumerate(stones) if stone == color) for color in (BLACK, WHITE))
    return State(black, white, position.to_move, int(position.ko))
