"""Fit the weights of the move policy: one softmax over all moves of every position, to the moves of games.

Two sets of weights are fitted, one after the other: for large boards from games on boards of more than SMALL_BOARD
lines, then, beginning with these, for small boards from the others. Patterns that were played often enough in the games
have a weight of their own. The fit goes through the games in a fixed random order and takes a step against the gradient
of the log loss after each move, by the rule of Adagrad (Duchi, Hazan and Singer 2011), in steps that shrink to nothing
in the end: what is seen once or a few times is never fitted exactly.

The pass is left out there: its weights are fitted afterwards (see `pass_fit`).

Of the games, in their order, every third is kept back: they only measure how well the fit predicts moves. A fit writes
its state into a file from time to time, from which the same fit can be taken up again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..board import Grid
from .features import MOVE_FEATURES, STARTS, Buffers
from .fit_state import FitState
from .pass_fit import fit_pass
from .patterns import PATTERNS
from .policy_weights import Keys, Weights, table_size

if TYPE_CHECKING:
    from ._slot_kernels import BoardArrays

SMALL_BOARD = 13
"""Lines of a board that still counts as small."""
KEPT = 0
"""The games whose number has this remainder by three are kept back."""
MIN_PLAYED = {"large": 11, "small": 6}
"""A pattern needs to have been played so often, on large or on small boards, to have a weight."""
RATES = {"large": 0.2, "small": 0.1}
"""The steps of Adagrad at the beginning."""
LAST_RATE = {"large": 0.004, "small": 0.002}
EPOCHS = {"large": 1, "small": 1}
POSITIONS = {"large": 2_600_000, "small": 1_000_000}
"""The most positions of an epoch; if there are more, a share of the moves of each game is drawn at random."""
REPORT_POSITIONS = 20_000
"""The most positions on which a fit is measured."""
SECONDS_PER_SAVE = 60.0


@dataclass(frozen=True, eq=False)
class GameMoves:
    """The moves of a game.

    Public attributes:
      grid   -- of the board
      stones -- (area,) int8: the handicap stones, +1 Black
      colors -- (n,) int8: who moves, +1 Black, -1 White
      points -- (n,) int16: the moves, PASS for a pass
      wanted -- (n,) bool: the moves to be learned; the others are played only
    """

    grid: Grid
    stones: npt.NDArray[np.int8]
    colors: npt.NDArray[np.int8]
    points: npt.NDArray[np.int16]
    wanted: npt.NDArray[np.bool_]

    @property
    def size(self) -> str:
        """`large` or `small`."""
        return "large" if max(self.grid.height, self.grid.width) > SMALL_BOARD else "small"


@dataclass(frozen=True)
class Figures:
    """How well a policy predicts the moves of games that it was not fitted to.

    moves -- their number; first, among_ten -- how often, 0 to 1, the move played is the likeliest, or one of the ten
    likeliest; log_likelihood -- the mean of the logarithm of its probability
    """

    moves: int
    first: float
    among_ten: float
    log_likelihood: float


@dataclass(frozen=True)
class Fit:
    """Fitted weights, the positions they were fitted to, and figures, both by `large` and `small`."""

    weights: Weights
    positions: dict[str, int]
    figures: dict[str, Figures] = field(default_factory=dict)


def fit(
    games: Sequence[GameMoves], state: Path | None = None, progress: Callable[[str], None] = lambda text: None
) -> Fit:
    """Fit both sets of weights. Raises ValueError for fewer than two games, OSError for a state that cannot be written.

    state    -- a file for the state of the fit, which goes on from there if it exists and belongs to the same games
    progress -- takes a line of text from time to time
    """
    if len(games) < 2:
        raise ValueError(f"expected at least two games, got {len(games)}")
    if state is not None:
        FitState.check_writable(state)
    parts: dict[bool, dict[str, list[GameMoves]]] = {kept: {"large": [], "small": []} for kept in (False, True)}
    for n, game in enumerate(games):
        parts[n % 3 == KEPT][game.size].append(game)
    chosen, kept = parts[False], parts[True]
    keys = _frequent_patterns(chosen, progress)
    run = _Run(keys, FitState.load(state, keys), state, progress)
    for size in ("large", "small"):
        run.learn(size, chosen[size])
    weights = Weights(keys, *(run.ordered(size) for size in ("large", "small")))
    weights = _with_pass(weights, chosen, progress)
    figures = {size: measure(weights, kept[size]) for size in kept if kept[size]}
    return Fit(weights, {size: run.positions(size, chosen[size]) for size in chosen}, figures)


def _with_pass(weights: Weights, chosen: dict[str, list[GameMoves]], progress: Callable[[str], None]) -> Weights:
    """Return weights with those of the pass fitted to the same games."""
    first, end = int(STARTS[len(MOVE_FEATURES)]), int(STARTS[-1])
    sets = {"large": weights.large.copy(), "small": weights.small.copy()}
    for size, games in chosen.items():
        sets[size][first:end] = fit_pass(weights, games, size)
        progress(f"{size} boards: the pass")
    return Weights(weights.keys, **sets)


def measure(weights: Weights, games: Sequence[GameMoves], most: int = REPORT_POSITIONS) -> Figures:
    """Return how well weights predict the wanted moves of games; of at most about `most` positions, drawn at random."""
    sums = np.zeros(4)
    rng, share = np.random.default_rng(0), min(1.0, most / max(1, sum(int(game.wanted.sum()) for game in games)))
    learner, unused = _Learner(weights.table), np.zeros(1, np.float32)
    for game in games:
        model = weights.for_area(game.grid.area), unused, unused
        learner.learn(game, game.wanted & (rng.random(game.wanted.size) < share), model, 0.0, sums)
    loss, first, among_ten, count = sums.tolist()
    total = max(count, 1)
    return Figures(int(count), *(round(figure / total, 4) for figure in (first, among_ten, -loss)))


def _frequent_patterns(chosen: dict[str, list[GameMoves]], progress: Callable[[str], None]) -> Keys:
    """Return the keys, ascending, of the patterns played often enough on large or on small boards."""
    from . import _fit_kernels as kernels  # loads numba

    found = [np.zeros(0, np.uint32)]
    for size, games in chosen.items():
        played = []
        buffers: dict[Grid, Buffers] = {}
        for game in games:
            here = buffers.setdefault(game.grid, Buffers(game.grid))
            keys = np.zeros((game.points.size, len(PATTERNS)), np.uint32)
            moves = game.colors, game.points, game.wanted
            count = kernels.played_keys(game.stones, moves, here.arrays, keys)
            played.append(keys[:count])
        columns = np.concatenate(played) if played else np.zeros((0, len(PATTERNS)), np.uint32)
        for column in columns.T:
            keys, counts = np.unique(column, return_counts=True)
            found.append(keys[(counts >= MIN_PLAYED[size]) & (keys > 0)])
        progress(f"{size} boards: {len(games)} games, {len(columns)} moves")
    return np.unique(np.concatenate(found))


class _Learner:
    """Buffers by board size, and steps of the fit."""

    def __init__(self, table: Keys) -> None:
        self._table = table
        self._buffers: dict[Grid, tuple[BoardArrays, tuple[npt.NDArray[np.float64], npt.NDArray[np.int32]]]] = {}

    def learn(
        self, game: GameMoves, wanted: npt.NDArray[np.bool_],
        model: tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.float32]], rate: float,
        sums: npt.NDArray[np.float64],
    ) -> None:
        """Take the steps of a game, or, with rate 0, only measure. The arguments are those of the kernel."""
        from . import _fit_kernels as kernels

        if game.grid not in self._buffers:
            arrays = Buffers(game.grid).arrays._replace(known=self._table)
            self._buffers[game.grid] = arrays, (np.empty(game.grid.area + 1), np.empty(arrays.slots.size, np.int32))
        arrays, buffers = self._buffers[game.grid]
        kernels.learn(game.stones, (game.colors, game.points, wanted), arrays, buffers, model, rate, sums)


class _Run:
    """A fit that is under way."""

    def __init__(self, keys: Keys, state: FitState, path: Path | None, progress: Callable[[str], None]) -> None:
        from . import _pattern_kernels as kernels

        self._state, self._path, self._progress = state, path, progress
        self._table, self._places = np.zeros(table_size(keys.size), np.uint32), np.empty(keys.size, np.int64)
        kernels.insert_keys(self._table, keys, self._places)
        self._learner = _Learner(self._table)

    def positions(self, size: str, games: Sequence[GameMoves]) -> int:
        """Return how many positions an epoch has, about."""
        return min(POSITIONS[size], sum(int(game.wanted.sum()) for game in games))

    def learn(self, size: str, games: Sequence[GameMoves]) -> None:
        """Fit the weights of one size, or go on with it; those for small boards begin with those for large ones."""
        state, steps = self._state, EPOCHS[size] * len(games)
        state.begin(size, int(STARTS[-1]) + self._table.size)
        share = self.positions(size, games) / max(1, sum(int(game.wanted.sum()) for game in games))
        saved = shown = time.monotonic()
        while state.step < steps and state.size == size:
            epoch, index = divmod(state.step, len(games))
            game = games[int(np.random.default_rng((1, epoch)).permutation(len(games))[index])]
            drawn = np.random.default_rng((2, epoch, index)).random(game.wanted.size) < share
            rate = LAST_RATE[size] + RATES[size] * (1 - state.step / steps)
            self._learner.learn(game, game.wanted & drawn, state.model, rate, state.sums)
            state.step += 1
            now = time.monotonic()
            if now - shown > 10 or state.step == steps:
                shown = now
                self._progress(f"{size} boards: game {state.step} of {steps}, {state.recent_figures()}")
            if self._path is not None and (now - saved > SECONDS_PER_SAVE or state.step == steps):
                saved = now
                state.save(self._path)

    def ordered(self, size: str) -> npt.NDArray[np.float32]:
        """Return the weights of one size: of the classes, then of the patterns in the order of their keys."""
        weights, first = self._state.weights[size], int(STARTS[-1])
        return np.concatenate([weights[:first], weights[first + self._places]])


__all__ = ["Figures", "Fit", "GameMoves", "fit", "measure"]
