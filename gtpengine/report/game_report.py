"""The evaluation of every position of a game, and the points that every move lost according to it.

Each position is evaluated once, with the side to move of the record, and searched by as many visits as
analyse.report_visits says. The results of reading, and the search trees, are kept from position to position: so
occasionally a reason differs from that of `mokusan analyse --move N`. The same game with the same settings and steps
gives the same report.

Values are Black's and in points; ownership is in hundredths, +100 Black's.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.board import PASS, Color, Grid, Scoring
from analysis.tree_search.tree_lines import TreeLines
from analysis.tree_search.tree_reuse import TreeStore

from ..engine.move_choice import MoveContext
from ..settings import Settings
from ..text.endgame import AreaNote, areas, certainty, kind
from ..text.play_order import order_section
from .game_record import GameRecord
from .move_losses import MoveLoss, RatedMove, exact_choices, ranked_choices, searched_choices

if TYPE_CHECKING:
    from analysis.board import Game
    from analysis.endgame import EndgameTable, LocalValueCache
    from analysis.evaluation import Evaluation
    from analysis.status import ReadingCache, Status

    from ..engine.position_analysis import PositionAnalysis

Corner = tuple[str, str]
"""A temperature and a value, exact fractions."""


class ChainFacts(NamedTuple):
    """The status of a chain.

    verdict, evidence, reason -- as of `analysis.status`
    kill, save      -- the points that kill and save it, or PASS
    chance          -- its life probability in hundredths
    chance_evidence -- the evidence of that
    notes           -- of a critical chain its eyes, the moves that decide it and what depends on it, as lines of text
    """

    color: int
    points: tuple[int, ...]
    liberties: int
    verdict: str
    evidence: str
    reason: str
    kill: int
    save: int
    chance: int
    chance_evidence: str
    notes: tuple[str, ...]


class LocalGameFacts(NamedTuple):
    """A local endgame.

    mean, miai   -- count and miai value, exact fractions
    black, white -- the best moves of either side
    left, right  -- the walls of the thermograph from t = 0 up
    """

    points: tuple[int, ...]
    mean: str
    miai: str
    kind: str
    certainty: str
    black: tuple[int, ...]
    white: tuple[int, ...]
    reason: str
    left: tuple[Corner, ...]
    right: tuple[Corner, ...]


@dataclass(frozen=True)
class PositionFacts:
    """The facts of a position.

      to_move -- +1 Black, -1 White
      control -- (area,) ownership in hundredths
      score   -- Black's lead, komi excluded, by the search
      score_with_komi -- the same minus komi
      winrate -- the probability that Black wins, 0 to 1; None without the status of chains
      chains, local_games, areas -- of the whole board, the hottest games first; empty without the status of chains
      order   -- the order of play in the endgame, as lines of text; empty where no local game is worth a move
      best    -- the best searched moves of the side to move, the best first, a pass included if it is among them
      loss    -- the loss of the next move; None if there is none, or if it is illegal by the rules in force
    """

    to_move: int
    control: tuple[int, ...]
    score: float
    score_with_komi: float
    winrate: float | None
    chains: tuple[ChainFacts, ...]
    local_games: tuple[LocalGameFacts, ...]
    areas: tuple[AreaNote, ...]
    order: tuple[str, ...]
    best: tuple[RatedMove, ...]
    loss: MoveLoss | None


@dataclass(frozen=True)
class GameReport:
    """A record and the facts of its evaluated positions: facts[n] is of the position after n moves."""

    record: GameRecord
    facts: dict[int, PositionFacts]

    @property
    def grid(self) -> Grid:
        return self.record.game.grid

    @property
    def by_area(self) -> bool:
        """Whether the game is scored by area, which adds one point to every miai value."""
        return self.record.game.rules.scoring is Scoring.AREA

    def worst(self, limit: int) -> list[tuple[int, MoveLoss]]:
        """Return (move number, loss) of the moves that lost most, the worst first; none below a tenth of a point."""
        found = [(n + 1, facts.loss) for n, facts in self.facts.items() if facts.loss and facts.loss.points >= 0.1]
        return sorted(found, key=lambda move: (-round(move[1].points, 6), move[0]))[:limit]


def evaluated_positions(count: int, every: int) -> list[int]:
    """Return the positions to evaluate of a game of `count` moves: every `every`th from the start on, and the last."""
    return sorted({*range(0, count + 1, every), count})


def game_report(
    record: GameRecord, settings: Settings, every: int = 1, show: Callable[[int, int], object] | None = None
) -> GameReport:
    """Evaluate a game.

    every -- the distance of evaluated positions in moves; the last position is always evaluated
    show  -- called with the numbers of positions done and in all, before each of them
    """
    from analysis.status import ReadingCache

    from ..engine.local_value_store import LocalValueStore

    caches = _Caches(ReadingCache(), LocalValueStore(), TreeStore())
    wanted = evaluated_positions(record.count, every)
    facts: dict[int, PositionFacts] = {}
    for done, number in enumerate(wanted):
        if show is not None:
            show(done, len(wanted))
        facts[number] = _facts(record, number, settings, caches)
    return GameReport(record, facts)


class _Caches(NamedTuple):
    """What is kept from one position to the next."""

    reading: ReadingCache
    local_values: LocalValueCache
    trees: TreeStore


def _facts(record: GameRecord, number: int, settings: Settings, caches: _Caches) -> PositionFacts:
    from analysis.tree_search.winrate import win_probability

    from ..engine.position_analysis import analyse_position

    game = record.game_at(number)
    if number < record.count:
        color, played = record.move(number + 1)
    else:
        color, played = game.position.to_move, None
    found = analyse_position(game, color, settings, caches.reading, caches.local_values)
    evaluation, endgame = found.evaluation, found.endgame
    values = evaluation.control.values.reshape(-1)
    score, best, loss = _choices(found, MoveContext.of(game, color), settings, caches, played)
    lead = score - evaluation.komi
    return PositionFacts(
        int(color), tuple(np.rint(values * 100).astype(int).tolist()), score, lead,
        None if evaluation.status is None else win_probability(lead, values),
        tuple(_chains(evaluation, settings)), () if endgame is None else tuple(_local_games(endgame, game)),
        () if endgame is None else tuple(areas(endgame.games)),
        () if endgame is None else tuple(order_section(game, endgame.games, Color(color))), best, loss,
    )


def _choices(
    found: PositionAnalysis, context: MoveContext, settings: Settings, caches: _Caches, played: int | None
) -> tuple[float, tuple[RatedMove, ...], MoveLoss | None]:
    """Return Black's lead, the best moves and the loss of the played one.

    They are those of a search; without reading, of the ranker.
    """
    from ..engine.move_choice import start_lookahead

    evaluation = found.evaluation
    if evaluation.status is None or not settings.get("play.policy_moves"):
        return evaluation.score, *ranked_choices(found.ranking, played)
    asked = settings.copy()
    asked.set("play.visits", str(settings.get("analyse.report_visits")))
    lines = start_lookahead(evaluation, context, asked, caches.reading, caches.local_values, trees=caches.trees)
    assert isinstance(lines, TreeLines)
    lines.choose()
    lines.most = None
    exact = None if found.endgame is None else exact_choices(found.ranking, found.endgame.games, played)
    return lines.root_lead, *(exact or searched_choices(lines, played))


def _chains(evaluation: Evaluation, settings: Settings) -> Iterator[ChainFacts]:
    if evaluation.status is None or evaluation.settled is None:
        return
    notes: dict[Hashable, tuple[str, ...]] = {}
    for chain, chance in zip(evaluation.status.chains, evaluation.settled.life_probabilities, strict=True):
        key = chain.verdict, chain.group, chain.kill, chain.save  # alike for the chains of a group
        if key not in notes:
            notes[key] = tuple(_notes(evaluation, chain, settings))
        yield ChainFacts(
            int(chain.color), chain.chain, chain.liberties, str(chain.verdict), str(chain.evidence), chain.reason,
            PASS if chain.kill is None else chain.kill, PASS if chain.save is None else chain.save,
            round(100 * chance.value), str(chance.evidence), notes[key],
        )


def _notes(evaluation: Evaluation, chain: Status, settings: Settings) -> Iterator[str]:
    """Yield the lines that explain a critical chain."""
    from analysis.explanation import chain_lines, explain_chain
    from analysis.status import Verdict

    if chain.verdict is Verdict.CRITICAL:
        yield from chain_lines(explain_chain(evaluation, chain, settings.control()), evaluation.position.grid)


def _local_games(endgame: EndgameTable, game: Game) -> Iterator[LocalGameFacts]:
    from ..text.value import wall_corners

    for place in endgame.exact:
        left, right = ([(t, x) for t, x in wall] for wall in wall_corners(place.graph))
        yield LocalGameFacts(
            tuple(place.points), str(place.count), str(place.temperature), kind(place),
            certainty(place, game.grid), tuple(place.black_moves), tuple(place.white_moves), place.reason,
            tuple(left), tuple(right),
        )


__all__ = [
    "ChainFacts", "GameReport", "LocalGameFacts", "MoveLoss", "PositionFacts", "RatedMove", "evaluated_positions",
    "game_report",
]
