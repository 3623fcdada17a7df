"""A game position by position: what the pipeline says of each, and what every move lost by that.

Each position is evaluated once, with the side to move that the record has. What was read of one is kept for the next,
as in play: so a position costs a third or less of what it costs alone, and now and then a reason is another one than
`mokusan analyse --move N` gives. The same game with the same settings and steps gives the same report.

Values are Black's and in points; ownership is in hundredths, +100 Black's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.board import PASS, Grid, Scoring

from ..settings import Settings
from ..text.endgame import Area, areas, certainty, kind
from .game_record import Record

if TYPE_CHECKING:
    from analysis.board import Game
    from analysis.endgame import LocalGames, LocalValueCache
    from analysis.evaluation import Evaluation
    from analysis.ranking.ranker import Ranking
    from analysis.status import ReadingCache

PREFERRED = 5
"""Moves that are kept of a position, the best first."""

Corner = tuple[str, str]
"""A temperature and a value, exact fractions."""


class Chain(NamedTuple):
    """What becomes of a chain: Status, for telling. chance -- to live, in hundredths; kill, save -- points, or PASS."""

    color: int
    points: tuple[int, ...]
    liberties: int
    verdict: str
    word: str
    reason: str
    kill: int
    save: int
    chance: int
    chance_word: str


class Place(NamedTuple):
    """A local game, for telling: LocalGame. mean, miai -- count and miai value, exact fractions; left, right -- walls
    from t = 0 up."""

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


class Choice(NamedTuple):
    """A move: point or PASS, what it gains against a pass, Black's lead on the board after it."""

    point: int
    gain: float
    score: float


class Lost(NamedTuple):
    """What a move lost: gain of the best move less its own. best -- what we prefer; played -- what it gains."""

    points: float
    best: Choice
    played: Choice


@dataclass(frozen=True)
class Facts:
    """What is said of a position.

      to_move -- +1 Black, -1 White
      control -- (area,) ownership in hundredths
      score   -- Black's lead on the board; with komi taken off, score_with_komi
      winrate -- the chance that Black wins, 0 to 1; None without the status of chains
      chains, places, areas -- of the whole board; places the hottest first; nothing without the status of chains
      best    -- the best moves of the side to move, the best first; the pass is among them if it is that good
      lost    -- what the next move lost; None where there is none, or where our rules refuse it
    """

    to_move: int
    control: tuple[int, ...]
    score: float
    score_with_komi: float
    winrate: float | None
    chains: tuple[Chain, ...]
    places: tuple[Place, ...]
    areas: tuple[Area, ...]
    best: tuple[Choice, ...]
    lost: Lost | None


@dataclass(frozen=True)
class GameReport:
    """A record and its facts: facts[n] of the position after n moves, for those that were evaluated."""

    record: Record
    facts: dict[int, Facts]

    @property
    def grid(self) -> Grid:
        return self.record.game.grid

    @property
    def by_area(self) -> bool:
        """Whether the game is scored by area, where every move is worth a point more."""
        return self.record.game.rules.scoring is Scoring.AREA

    def worst(self, most: int) -> list[tuple[int, Lost]]:
        """The moves that lost most, by number, the worst first; none that lost less than a tenth of a point."""
        found = [(n + 1, facts.lost) for n, facts in self.facts.items() if facts.lost and facts.lost.points >= 0.1]
        return sorted(found, key=lambda move: (-round(move[1].points, 6), move[0]))[:most]


def evaluated(count: int, every: int) -> list[int]:
    """The positions that are evaluated of a game of `count` moves: after every so many, and the last."""
    return sorted({*range(0, count + 1, every), count})


def game_report(
    record: Record, settings: Settings, every: int = 1, show: Callable[[int, int], object] | None = None
) -> GameReport:
    """Evaluate a game. every -- evaluate after so many moves, twice as many, ..., besides the first position and the
    last; show -- is told how many of how many positions are done."""
    from analysis.status import ReadingCache

    from ..engine.local_value_store import ShapeStore

    memory, known = ReadingCache(), ShapeStore()
    wanted = evaluated(record.count, every)
    facts: dict[int, Facts] = {}
    for done, number in enumerate(wanted):
        if show is not None:
            show(done, len(wanted))
        facts[number] = _facts(record, number, settings, memory, known)
    return GameReport(record, facts)


def _facts(record: Record, number: int, settings: Settings, memory: ReadingCache, known: LocalValueCache) -> Facts:
    from analysis.tree_search.winrate import win_probability

    from ..engine.position_analysis import examine

    game = record.at(number)
    if number < record.count:
        color, played = record.move(number + 1)
    else:
        color, played = game.position.to_move, None
    found = examine(game, color, settings, memory, known)
    evaluation, ranking, games = found.evaluation, found.ranking, found.games
    values = evaluation.control.values.reshape(-1)
    lead = evaluation.score_with_komi
    return Facts(
        int(color), tuple(np.rint(values * 100).astype(int).tolist()), evaluation.score, lead,
        None if evaluation.status is None else win_probability(lead, values),
        tuple(_chains(evaluation)), () if games is None else tuple(_places(games, game)),
        () if games is None else tuple(areas(games)), *_choices(ranking, played),
    )


def _choices(ranking: Ranking, played: int | None) -> tuple[tuple[Choice, ...], Lost | None]:
    """The best moves, and what the one that was played lost. Moves that the engine itself leaves out are no advice."""
    advice = [move for move in ranking.candidates if not move.reason]
    best = tuple(Choice(move.point, move.gain, move.score) for move in advice[:PREFERRED])
    found = next((move for move in ranking.candidates if move.point == played), None)
    if found is None or not best:
        return best, None
    return best, Lost(max(0.0, best[0].gain - found.gain), best[0], Choice(found.point, found.gain, found.score))


def _chains(evaluation: Evaluation) -> Iterator[Chain]:
    if evaluation.status is None or evaluation.settled is None:
        return
    for chain, chance in zip(evaluation.status.chains, evaluation.settled.chances, strict=True):
        yield Chain(
            int(chain.color), chain.chain, chain.liberties, str(chain.verdict), str(chain.evidence), chain.reason,
            PASS if chain.kill is None else chain.kill, PASS if chain.save is None else chain.save,
            round(100 * chance.value), str(chance.evidence),
        )


def _places(games: LocalGames, game: Game) -> Iterator[Place]:
    from ..text.value import walls

    for place in games.games:
        left, right = ([(t, x) for t, x in wall] for wall in walls(place.graph))
        yield Place(
            tuple(place.points), str(place.count), str(place.temperature), kind(place),
            certainty(place, game.grid), tuple(place.black_moves), tuple(place.white_moves), place.reason,
            tuple(left), tuple(right),
        )


__all__ = ["Chain", "Choice", "Facts", "GameReport", "Lost", "Place", "evaluated", "game_report"]
