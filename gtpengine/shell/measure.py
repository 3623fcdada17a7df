"""The words of `mokusan measure`: what it takes, the comparison they ask for, and its tables.

Nothing heavy is imported before the words are read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from ..files.atomic_write import atomic_writer
from ..files.progress import Progress
from .argument_types import InputError, whole_number
from .common_arguments import Parents, Verbs, settings_of
from .output import print_report, show_notices
from .path_checks import declare_paths

if TYPE_CHECKING:
    from ..accuracy.map_errors import GroupStatistics, PositionErrors, Statistic
    from ..accuracy.truth import Prediction, Truth
    from ..settings import Settings

LAYERS = ("control", "status")
DECIMALS = 6
_NAME, _CELL = 19, 26
"""The letters of a column of names, and of a column of figures."""


def add_to(verbs: Verbs, parents: Parents) -> None:
    """Declare the verb to argparse."""
    parser = verbs.add_parser(
        "measure", parents=[parents.config], help="how far our maps and scores are from the truth",
        description="Compare the evaluation of each position of a truth set with the truth: lines of JSON as for "
                    '`estimate`, each with "ownership", "score_lead_black", "game", "move_number" and "game_length" as '
                    "well. Errors are prediction minus truth, Black positive; in brackets 95 % intervals of a "
                    "bootstrap over games.",
    )
    parser.add_argument("truth", metavar="TRUTH.jsonl", help="the truth set")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--layers", choices=LAYERS, default=LAYERS[1],
                      help="the field of the bare board, or the board settled by what becomes of every chain "
                           "(default: %(default)s)")
    what.add_argument("--pred", metavar="PRED.jsonl",
                      help='measure these predictions, {"id", "ownership", "score"} a line, instead of us')
    parser.add_argument("--seed", metavar="N", type=whole_number(0), default=1, help="of the bootstrap (default: 1)")
    parser.add_argument("--resamples", metavar="N", type=whole_number(1, 5), default=1000,
                        help="of the bootstrap (default: %(default)s)")
    parser.add_argument("--by-position", metavar="OUT.jsonl", help="also write the errors of every position to a file; "
                                                                   "it can be read again by --pred")
    parser.add_argument("--json", action="store_true", help="one JSON object, with all classes in all groups")
    declare_paths(parser, reads="truth pred config", writes="by_position")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure the predictions and print the errors; returns the exit status."""
    settings = settings_of(args)
    show_notices()
    report = answer(args, settings, sys.stderr)
    print_report(report, args.json, report.lines)
    return 0


@dataclass(frozen=True)
class MeasureReport:
    """What was measured.

    Public attributes:
      rows    -- groups of positions, all of them first
      missing -- how many positions nobody predicted
      by      -- who predicted, in a few words
      seed, resamples -- of the bootstrap
    """

    rows: list[GroupStatistics]
    missing: int
    by: str
    seed: int
    resamples: int

    def payload(self) -> dict[str, Any]:
        """Figures as [value, low, high], null where there is no case or no interval."""
        return {
            "by": self.by, "seed": self.seed, "resamples": self.resamples, "missing": self.missing,
            "groups": [
                {
                    "name": row.name, "positions": row.positions, "games": row.games,
                    "figures": {
                        f"{name} {of}": None if statistic is None else [_rounded(number) for number in _numbers(statistic)]
                        for (name, of), statistic in row.statistics.items()
                    },
                }
                for row in self.rows
            ],
        }

    def lines(self) -> Iterator[str]:
        """The tables: groups by ownership and by score, and classes of point for every size."""
        from ..accuracy.map_errors import CLASSES

        whole = self.rows[0]
        yield f"{whole.positions} positions of {whole.games} games, predicted by {self.by}"
        if self.missing:
            yield f"{self.missing} positions more are not predicted"
        yield (f"In brackets 95 % intervals: {self.resamples} resamples of the games, seed {self.seed}. Errors are "
               "prediction - truth, Black positive.")
        yield from self._groups("ownership", ("MSE", "MAE", "sign %", "stones' sign %"), (
            ("mse", "all"), ("mae", "all"), ("sign", "all"), ("sign", "stones")))
        yield from self._groups("score, points", ("mean |error|", "bias", "RMS", "mean |error of map|"), (
            ("error", "score"), ("bias", "score"), ("rms", "score"), ("error", "map")))
        for row in self.rows:
            if row.name == "all" or ("x" in row.name and " " not in row.name):
                yield ""
                yield _line(f"points, {row.name}", "", ("% of points", "MSE", "% of all sq. error", "sign %"))
                for group in CLASSES:
                    yield _line(group, "", (_cell(row, name, group) for name in ("points", "mse", "share", "sign")))

    def _groups(self, title: str, columns: Iterable[str], statistics: Iterable[tuple[str, str]]) -> Iterator[str]:
        yield ""
        yield _line(title, "n", columns)
        for row in self.rows:
            yield _line(row.name, str(row.positions), (_cell(row, name, of) for name, of in statistics))


def answer(args: argparse.Namespace, settings: Settings, stderr: TextIO) -> MeasureReport:
    """The comparison that the words ask for, with its progress on `stderr`.

    Raises TruthError for a file that cannot be used, InputError for one that cannot be written.
    """
    from ..accuracy.map_errors import statistics_by_group
    from ..accuracy.truth import TruthError, read_predictions, read_truth

    predictions = None if args.pred is None else read_predictions(args.pred)
    errors: list[PositionErrors] = []
    missing = 0
    with ExitStack() as stack:
        put = None if args.by_position is None else stack.enter_context(atomic_writer(args.by_position, InputError))
        progress = stack.enter_context(Progress(stderr))
        for truth in read_truth(args.truth, settings):
            prediction = (
                _ours(truth, settings, args.layers) if predictions is None else predictions.get(truth.key)
            )
            if prediction is None:
                missing += 1
                continue
            errors.append(_compared(truth, prediction, args.pred))
            if put is not None:
                put(_position_line(truth, prediction, errors[-1]).encode())
            progress(f"{len(errors)} positions")
        if not errors:
            raise TruthError(f"{args.pred}: predicts no position of {args.truth}")
    by = f"mokusan, layers {args.layers}" if args.pred is None else str(args.pred)
    return MeasureReport(statistics_by_group(errors, args.seed, args.resamples), missing, by, args.seed, args.resamples)


def _ours(truth: Truth, settings: Settings, layers: str) -> Prediction:
    """Our own evaluation, line 0 of no file."""
    from analysis.evaluation import evaluate

    from ..accuracy.truth import Prediction

    position_line = truth.position_line
    evaluation = evaluate(
        position_line.position, position_line.rules, position_line.komi, settings.control(), budget=settings.status(),
        control_only=layers == "control",
    )
    return Prediction(0, evaluation.control.values.reshape(-1), evaluation.score_with_komi)


def _compared(truth: Truth, prediction: Prediction, file: str | None) -> PositionErrors:
    from ..accuracy.map_errors import position_errors
    from ..accuracy.truth import TruthError

    try:
        return position_errors(
            truth.position_line.position, truth.ownership, truth.lead, prediction.ownership, prediction.score,
            truth.game, truth.size, truth.phase, truth.kind,
        )
    except ValueError as error:
        raise TruthError(f"{file}: line {prediction.line}: {error}") from None


def _position_line(truth: Truth, prediction: Prediction, errors: PositionErrors) -> str:
    """A position's prediction and its errors as a line of JSON."""
    statistics = {name: errors.statistic(name) for name in ("mse", "mae", "sign")}
    lead = None if prediction.score is None else round(prediction.score, DECIMALS)
    score_error = errors.statistic("bias", "score")
    told = {
        "id": truth.position_line.key, "game": truth.game, "size": truth.position_line.position.grid.size_json, "phase": truth.phase,
        "kind": truth.kind, **{name: _rounded(value) for name, value in statistics.items()},
        "score_error": _rounded(score_error), "score": lead,
        "ownership": None if prediction.ownership is None else prediction.ownership.round(DECIMALS).tolist(),
    }
    return json.dumps(told) + "\n"


# -- text ----------------------------------------------------------------------------------------------------------


def _numbers(statistic: Statistic) -> tuple[float | None, float | None, float | None]:
    return statistic.value, statistic.low, statistic.high


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS) + 0.0  # no -0.0


def _cell(row: GroupStatistics, name: str, of: str) -> str:
    """A figure with its interval: "0.046 [0.041, 0.052]"; "-" without a case. Rates are in per cent."""
    statistic = row.statistics[name, of]
    if statistic is None:
        return "-"
    times = 100 if name in ("sign", "points", "share") else 1
    decimals = 4 if name in ("mse", "mae") else 1 if times == 100 else 2
    numbers = [f"{times * number:z.{decimals}f}" for number in _numbers(statistic) if number is not None]
    return numbers[0] if len(numbers) == 1 else f"{numbers[0]} [{numbers[1]}, {numbers[2]}]"


def _line(name: str, count: str, cells: Iterable[str]) -> str:
    return f"{name:<{_NAME}}{count:>5}" + "".join(f"{cell:>{_CELL}}" for cell in cells)
