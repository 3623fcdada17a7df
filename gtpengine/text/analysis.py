"""The analysis of a position as text, JSON and a picture, and the residuals of its control map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis.board import Game
    from analysis.endgame import EndgameTable
    from analysis.evaluation import Evaluation
    from analysis.ranking.ranker import Ranking

    from ..settings import Settings


@dataclass(frozen=True)
class AnalysisReport:
    """The analysis of the position at the end of a game.

    endgame -- the local games; None if the status of chains was not computed
    """

    game: Game
    settings: Settings
    evaluation: Evaluation
    ranking: Ranking
    endgame: EndgameTable | None

    def payload(self) -> dict[str, Any]:
        """Return an object for JSON: ownership row-major from the top left, Black's lead, the mover's gains.

        `score` counts whose turn it is, in critical chains and by calibration; those of the candidates, the pass among
        them, do not: they are to be compared with one another.
        """
        from .endgame_table import payload

        position, control = self.evaluation.position, self.evaluation.control
        vertex = position.grid.vertex
        return {  # + 0.0: no -0.0
            "size": position.grid.size_json,
            "to_move": position.to_move.letter,
            "score": self.evaluation.score + 0.0,
            "score_with_komi": self.evaluation.score_with_komi + 0.0,
            "ownership": (control.values.round(6) + 0.0).reshape(-1).tolist(),
            "candidates": [
                {"move": vertex(move.point), "gain": move.gain + 0.0, "score": move.score + 0.0}
                for move in self.ranking.candidates
            ],
            "sweeps": control.sweeps,
            "residual": control.residual,
            "converged": control.converged,
            **payload(self.endgame, position.grid),
        }

    def lines(self, colour: bool) -> Iterator[str]:
        """Return the board, with terminal colours if asked for, the score, the best moves and the local games."""
        from ..render.board_text import COLOUR_LEGEND, LEGEND, control_board
        from ..render.figure import lead

        position, control = self.evaluation.position, self.evaluation.control
        vertex = position.grid.vertex
        mover = position.to_move.word.capitalize()
        yield control_board(position, control.values, colour)
        yield COLOUR_LEGEND if colour else LEGEND
        yield ""
        yield f"{self._after()}{mover} to move."
        yield f"Score {self._scores()}."
        state = "Converged" if control.converged else "NOT converged"
        yield f"{state} after {control.sweeps} sweeps, residual {control.residual:.1e} (method {control.method})."
        best = self.ranking.best(self._listed_count)
        if best:
            yield ""
            yield f"Best moves for {mover}: one-ply gain against a pass, score on the board after the move"
            yield (f"(a pass: {lead(self.ranking.pass_score)}. These scores do not count whose turn it is, "
                   "as the one above does: compare them with one another)")
        for number, move in enumerate(best, 1):
            remark = f"   ({move.reason})" if move.reason else ""
            yield f"{number:3d}  {vertex(move.point):<4} {move.gain:z8.2f}   {lead(move.score)}{remark}"
        rows = self._endgame_rows()
        if rows:
            yield ""
            yield from rows
        order = self._order_rows()
        if order:
            yield ""
            yield from order

    def svg(self) -> str:
        """Draw the board with its control map, the best moves numbered, the local games coloured and listed."""
        from ..render.svg import board_svg
        from .endgame_table import outlined_regions

        labels = {move.point: str(number) for number, move in enumerate(self.ranking.best(self._listed_count), 1)}
        return board_svg(
            self.evaluation.position, self.evaluation.control.values, labels, last=self.game.last_point,
            caption=self._scores(),
            places=() if self.endgame is None else outlined_regions(self.endgame, self._listed_count),
            rows=self._endgame_rows(),
        )

    def trace(self) -> Iterator[str]:
        """Return the residual of every sweep of the control map's iteration."""
        from analysis.control import trace

        control, settled = self.settings.control(), self.evaluation.settled
        if settled is None:
            residuals = trace(self.evaluation.position, control)
        else:
            residuals = trace(settled.position, replace(control, stones="fixed"), settled.strength)
        return (f"sweep {number:4d}  residual {change:.3e}" for number, change in enumerate(residuals, 1))

    @property
    def _listed_count(self) -> int:
        """The number of moves and local games that are listed."""
        count: int = self.settings.get("analyse.top_moves")
        return count

    def _after(self) -> str:
        """Return the last move and its number in the record; "" if nothing has been played."""
        game = self.game
        if game.moves:
            last = f"{game.moves[-1].color.letter} {game.grid.vertex(game.last_point)}"
            return f"After move {game.moves_before_start + len(game.moves)} ({last}), "
        return f"After move {game.moves_before_start} and a setup, " if game.moves_before_start else ""

    def _scores(self) -> str:
        from ..render.board_text import komi_text
        from ..render.figure import lead

        with_komi = f"{lead(self.evaluation.score_with_komi)} with komi {komi_text(self.game)}"
        return f"{lead(self.evaluation.score)} by area on the board, {with_komi}"

    def _endgame_rows(self) -> list[str]:
        from analysis.board import Scoring

        from .endgame_table import table

        if self.endgame is None:
            return []
        return table(self.endgame, self.game.grid, self.game.rules.scoring is Scoring.AREA, self._listed_count)

    def _order_rows(self) -> list[str]:
        from .play_order import order_section

        return [] if self.endgame is None else order_section(self.game, self.endgame.games, self.game.position.to_move)
