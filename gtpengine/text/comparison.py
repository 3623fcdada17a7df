"""The comparison of our ownership map with the true one as text, JSON and a picture, with the largest errors listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis.board import Position
    from analysis.evaluation import Evaluation

    from ..accuracy.map_errors import PositionErrors
    from ..accuracy.truth import Truth

_LISTED = 12
"""Greatest number of regions that are lettered and listed."""
_LISTED_ERROR = 0.5
"""Smallest absolute error of a listed point."""
_DECIMALS = 6


@dataclass(frozen=True)
class ComparisonReport:
    """A position of a truth set, and our evaluation of it."""

    truth: Truth
    evaluation: Evaluation

    def payload(self) -> dict[str, Any]:
        """Return an object for JSON: ownership row-major from the top left, +1 Black; Black's lead with komi."""
        errors = self._errors()
        return {
            "id": self.truth.position_line.key, "size": self._position.grid.size_json, "komi": self.evaluation.komi,
            "score": self.evaluation.score_with_komi, "true_score": self.truth.lead,
            **{name: errors.statistic(name) for name in ("mse", "mae", "sign")},
            "ownership": self.evaluation.control.values.reshape(-1).round(_DECIMALS).tolist(),
            "true_ownership": self.truth.ownership.tolist(),
        }

    def lines(self) -> Iterator[str]:
        """Return the scores, the mean errors and the regions with the largest errors."""
        yield f"{self.truth.key}: {self.truth.size}, {self._position.to_move.word.capitalize()} to move"
        yield f"ours  {self._our_caption()}"
        yield f"truth {self._true_caption()}"
        yield self._difference_caption()
        yield from self._error_lines()

    def svg(self) -> str:
        """Draw our map, the true one and their difference, and list the regions with the largest errors."""
        from ..render.comparison import compare_svg

        shape = self.evaluation.control.values.shape
        captions = self._our_caption(), self._true_caption(), self._difference_caption()
        labels = {point: letter for letter, point in self._largest_errors()}
        return compare_svg(
            self._position, self.evaluation.control.values, self.truth.ownership.reshape(shape), captions, labels,
            list(self._error_lines()),
        )

    @property
    def _position(self) -> Position:
        return self.evaluation.position

    def _errors(self) -> PositionErrors:
        from ..accuracy.map_errors import position_errors

        return position_errors(
            self._position, self.truth.ownership, self.truth.lead, self.evaluation.control.values.reshape(-1),
            self.evaluation.score_with_komi, self.truth.game, self.truth.size,
        )

    def _our_caption(self) -> str:
        from ..render.figure import lead

        return f"{lead(self.evaluation.score_with_komi)} with komi {self.evaluation.komi:g}"

    def _true_caption(self) -> str:
        from ..render.figure import lead

        if self.truth.lead is None:
            return f"map {lead(float(self.truth.ownership.sum()) - self.evaluation.komi)} with komi"
        return f"{lead(self.truth.lead)} with komi {self.evaluation.komi:g}"

    def _difference_caption(self) -> str:
        errors = self._errors()
        return f"MSE {errors.statistic('mse'):.4f}, MAE {errors.statistic('mae'):.3f}"

    def _largest_errors(self) -> list[tuple[str, int]]:
        """Return the points with the largest errors and their letters, one of each region of similar errors."""
        ours, truth = self.evaluation.control.values.reshape(-1), self.truth.ownership
        error = ours - truth
        covered: set[int] = set()
        listed: list[int] = []
        for point in sorted(range(len(error)), key=lambda point: (-abs(error[point]), point)):
            if abs(error[point]) < _LISTED_ERROR or len(listed) == _LISTED:
                break
            if point not in covered:
                listed.append(point)
                covered |= self._error_region(point, error)
        return [(chr(ord("A") + number), point) for number, point in enumerate(listed)]

    def _error_region(self, point: int, error: Any) -> set[int]:
        """Return the connected points around one whose errors have its sign and are at least _LISTED_ERROR."""
        grid, side = self._position.grid, 1 if error[point] > 0 else -1
        found, waiting = {point}, [point]
        while waiting:
            for near in grid.beside[waiting.pop()]:
                if near not in found and side * error[near] >= _LISTED_ERROR:
                    found.add(near)
                    waiting.append(near)
        return found

    def _error_lines(self) -> Iterator[str]:
        """Return a line for each region: our ownership, the true one, the region's size, the chain's status."""
        ours, truth = self.evaluation.control.values.reshape(-1), self.truth.ownership
        status = self.evaluation.status
        for letter, point in self._largest_errors():
            chain = None if status is None else status.at(point)
            reason = ""
            if chain is not None:
                reason = f"   {chain.verdict.name.lower()}, {chain.evidence.name.lower()}: {chain.reason}"
            vertex = self._position.grid.vertex(point)
            area = len(self._error_region(point, ours - truth))
            yield (f"{letter} {vertex:<4} ours {ours[point]:+.2f}  truth {truth[point]:+.2f}  "
                   f"{area:3d} point{' ' if area == 1 else 's'}{reason}")
