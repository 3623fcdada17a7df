"""`mokusan measure`: the errors of ownership maps and scores against a truth set, as tables."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from ..files.atomic_write import atomic_writer
from ..files.path_checks import declare_paths
from ..files.progress import Progress
from ..files.text_files import InputError
from .common_arguments import Parents, Verbs, settings_of, whole_number
from .output import print_report, show_notices

if TYPE_CHECKING:
    from ..accuracy.map_errors import GroupStatistics, PositionErrors, Statistic
    from ..accuracy.truth import Prediction, Truth
    from ..settings import Settings

LAYERS = ("control", "status")
DECIMALS = 6
_NAME_WIDTH, _CELL_WIDTH = 19, 26
"""Widths of the column of names and of a column of statistics."""


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "measure", parents=[parents.config], help="measure the errors of ownership maps and scores against a truth set",
        description="Compare the evaluation of each position of a truth set with the truth: lines of JSON as for "
                    '`estimate`, each with "ownership", "score_lead_black", "game", "move_number" and "game_length" as '
                    "well. Errors are prediction minus truth, Black positive; in brackets 95 % intervals of a "
                    "bootstrap over games.",
    )
    parser.add_argument("truth", metavar="TRUTH.jsonl", help="the truth set")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--layers", choices=LAYERS, default=LAYERS[1],
                      help="ownership by the control field alone, or also by the life and death of every chain "
                           "(default: %(default)s)")
    what.add_argument("--pred", metavar="PRED.jsonl",
                      help='measure these predictions, {"id", "ownership", "score"} per line, instead of Mokusan\'s')
    parser.add_argument("--seed", metavar="N", type=whole_number(0), default=1,
                        help="the random seed of the bootstrap (default: 1)")
    parser.add_argument("--resamples", metavar="N", type=whole_number(1, 5), default=1000,
                        help="the number of resamples of the bootstrap (default: %(default)s)")
    parser.add_argument("--by-position", metavar="OUT.jsonl",
                        help="also write the errors of every position to this file; --pred can read it")
    parser.add_argument("--json", action="store_true", help="print one JSON object, with all classes in all groups")
    declare_paths(parser, reads="truth pred config", writes="by_position")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure the predictions and print the errors; returns the exit status."""
    settings = settings_of(args)
    show_notices()
    report = make_report(args, settings, sys.stderr)
    print_report(report, args.json, report.lines)
    return 0


@dataclass(frozen=True)
class MeasureReport:
    """The errors of the predictions for a truth set.

    Public attributes:
      groups    -- groups of positions; the first has all of them
      missing   -- number of positions without a prediction
      predictor -- the source of the predictions, for the reader
      seed, resamples -- of the bootstrap
    """

    groups: list[GroupStatistics]
    missing: int
    predictor: str
    seed: int
    resamples: int

    def payload(self) -> dict[str, Any]:
        """Return all statistics as [value, low, high]; null where there is no case or no interval."""
        return {
            "by": self.predictor, "seed": self.seed, "resamples": self.resamples, "missing": self.missing,
            "groups": [
                {
                    "name": group.name, "positions": group.positions, "games": group.games,
                    "figures": {
                        f"{name} {of}": None if one is None else [_rounded(number) for number in _numbers(one)]
                        for (name, of), one in group.statistics.items()
                    },
                }
                for group in self.groups
            ],
        }

    def lines(self) -> Iterator[str]:
        """Return the tables: errors of ownership and score by group, and by class of point for every board size."""
        from ..accuracy.map_errors import CLASSES

        whole = self.groups[0]
        yield f"{whole.positions} positions of {whole.games} games, predicted by {self.predictor}"
        if self.missing:
            yield f"{self.missing} positions more are not predicted"
        yield (f"In brackets 95 % intervals: {self.resamples} resamples of the games, seed {self.seed}. Errors are "
               "prediction - truth, Black positive.")
        yield from self._table("ownership", ("MSE", "MAE", "sign %", "stones' sign %"), (
            ("mse", "all"), ("mae", "all"), ("sign", "all"), ("sign", "stones")))
        yield from self._table("score, points", ("mean |error|", "bias", "RMS", "mean |error of map|"), (
            ("error", "score"), ("bias", "score"), ("rms", "score"), ("error", "map")))
        for group in self.groups:
            if group.name == "all" or ("x" in group.name and " " not in group.name):
                yield ""
                yield _line(f"points, {group.name}", "", ("% of points", "MSE", "% of all sq. error", "sign %"))
                for of in CLASSES:
                    yield _line(of, "", (_cell(group, name, of) for name in ("points", "mse", "share", "sign")))

    def _table(self, title: str, columns: Iterable[str], statistics: Iterable[tuple[str, str]]) -> Iterator[str]:
        """Return a table with a row for each group and a column for each statistic."""
        yield ""
        yield _line(title, "n", columns)
        for group in self.groups:
            yield _line(group.name, str(group.positions), (_cell(group, name, of) for name, of in statistics))


def make_report(args: argparse.Namespace, settings: Settings, stderr: TextIO) -> MeasureReport:
    """Compare the predictions with the truth set; progress goes to `stderr`. Writes --by-position as well.

    Raises TruthError for a file that cannot be used, InputError for one that cannot be written.
    """
    from ..accuracy.map_errors import statistics_by_group
    from ..accuracy.truth import TruthError, read_predictions, read_truth

    predictions = None if args.pred is None else read_predictions(args.pred)
    errors: list[PositionErrors] = []
    missing = 0
    with ExitStack() as stack:
        write = None if args.by_position is None else stack.enter_context(atomic_writer(args.by_position, InputError))
        progress = stack.enter_context(Progress(stderr))
        for truth in read_truth(args.truth, settings):
            prediction = (
                _own_prediction(truth, settings, args.layers) if predictions is None else predictions.get(truth.key)
            )
            if prediction is None:
                missing += 1
                continue
            errors.append(_errors(truth, prediction, args.pred))
            if write is not None:
                write(_position_line(truth, prediction, errors[-1]).encode())
            progress(f"{len(errors)} positions")
        if not errors:
            raise TruthError(f"{args.pred}: predicts no position of {args.truth}")
    predictor = f"mokusan, layers {args.layers}" if args.pred is None else str(args.pred)
    groups = statistics_by_group(errors, args.seed, args.resamples)
    return MeasureReport(groups, missing, predictor, args.seed, args.resamples)


def _own_prediction(truth: Truth, settings: Settings, layers: str) -> Prediction:
    """Evaluate the position; the line number is 0, as there is no file."""
    from analysis.evaluation import evaluate

    from ..accuracy.truth import Prediction

    line = truth.position_line
    evaluation = evaluate(
        line.position, line.rules, line.komi, settings.control(), budget=settings.status(),
        control_only=layers == "control",
    )
    return Prediction(0, evaluation.control.values.reshape(-1), evaluation.score_with_komi)


def _errors(truth: Truth, prediction: Prediction, file: str | None) -> PositionErrors:
    """Return the errors of a prediction. Raises TruthError, naming its line, for a map of another size."""
    from ..accuracy.map_errors import position_errors
    from ..accuracy.truth import TruthError

    try:
        return position_errors(
            truth.position_line.position, truth.ownership, truth.lead, prediction.ownership, prediction.score,
            truth.game, truth.size, truth.phase, truth.kind,
        )
    except ValueError as error:
        raise TruthError(f"{file}: line {prediction.line_number}: {error}") from None


def _position_line(truth: Truth, prediction: Prediction, errors: PositionErrors) -> str:
    """Return a prediction and its errors as a line of JSON."""
    statistics = {name: errors.statistic(name) for name in ("mse", "mae", "sign")}
    lead = None if prediction.score is None else round(prediction.score, DECIMALS)
    score_error = errors.statistic("bias", "score")
    line = truth.position_line
    fields = {
        "id": line.key, "game": truth.game, "size": line.position.grid.size_json, "phase": truth.phase,
        "kind": truth.kind, **{name: _rounded(value) for name, value in statistics.items()},
        "score_error": _rounded(score_error), "score": lead,
        "ownership": None if prediction.ownership is None else prediction.ownership.round(DECIMALS).tolist(),
    }
    return json.dumps(fields) + "\n"


# -- text ----------------------------------------------------------------------------------------------------------


def _numbers(statistic: Statistic) -> tuple[float | None, float | None, float | None]:
    return statistic.value, statistic.low, statistic.high


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS) + 0.0  # no -0.0


def _cell(group: GroupStatistics, name: str, of: str) -> str:
    """Return a statistic with its interval, "0.046 [0.041, 0.052]"; "-" without a case. Rates are in per cent."""
    statistic = group.statistics[name, of]
    if statistic is None:
        return "-"
    factor = 100 if name in ("sign", "points", "share") else 1
    decimals = 4 if name in ("mse", "mae") else 1 if factor == 100 else 2
    numbers = [f"{factor * number:z.{decimals}f}" for number in _numbers(statistic) if number is not None]
    return numbers[0] if len(numbers) == 1 else f"{numbers[0]} [{numbers[1]}, {numbers[2]}]"


def _line(name: str, count: str, cells: Iterable[str]) -> str:
    return f"{name:<{_NAME_WIDTH}}{count:>5}" + "".join(f"{cell:>{_CELL_WIDTH}}" for cell in cells)
